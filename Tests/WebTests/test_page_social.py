"""Social Media Monitoring: cards, filters, and the list that grows."""

import re

from playwright.sync_api import expect

from browser import TEXTS, plural, post, write_tables
from feed import feed, found, menu, posts, stat, write_posts
from serving import serving

COMMON = TEXTS["common"]


def resting_place(tab, locator):
    """Returns the top of an element once it rests: cards take their own height when they are first near the screen."""
    places = []

    def rests():
        places.append(locator.bounding_box()["y"])
        return len(places) > 10 and len(set(places[-10:])) == 1

    tab.eventually(rests, lambda: f"it does not rest: {places[-10:]}")
    return places[-1]


class TestSocialFeedModel:
    def test_content(self, tab):
        tab.open("social")
        answer = feed(tab)
        expect(tab.page).to_have_title("Social Media Monitoring · Recruiting Compass")
        tab.sees("Track posts from coaches & programs")
        for label, key in [
            ("Total Posts", "totalPosts"),
            ("Twitter/X Posts", "twitterPosts"),
            ("Instagram Posts", "instagramPosts"),
        ]:
            expect(stat(tab, label)).to_have_text(str(answer["statistics"][key]))
        expect(stat(tab, "Flagged for Review")).to_have_text(answer["statistics"]["flaggedBadge"])
        expect(posts(tab)).to_have_count(50)
        expect(found(tab)).to_have_text("2000 posts")
        first = posts(tab).first
        expect(first.locator("h2")).to_have_text(answer["posts"][0]["authorName"])
        expect(first.locator("time")).to_have_text(answer["posts"][0]["relativeDate"])
        expect(tab.button("Sync new posts from Twitter and Instagram")).to_have_text("Sync Posts")
        tab.link("Analytics").last.click()
        expect(tab.page.get_by_role("heading", level=1, name="Social Analytics")).to_be_focused()

    def test_card(self, many):
        many.open("social")
        first, second, third = (posts(many).nth(index) for index in range(3))
        expect(first).to_have_attribute(
            "aria-label", "Twitter/X post from Author 0. 1m ago. Content 0. Very Positive. Not flagged."
        )
        # Of a long text the whole words of 200 characters, unless all of it is shown.
        preview = "A long text. " * 15 + "A"
        expect(second).to_have_attribute(
            "aria-label", f"Instagram post from Author 1. 2m ago. {preview}…. Negative. Not flagged."
        )
        expect(first.locator(".badge")).to_have_text(["🔥 Very Positive", "Recruiting"])
        expect(first.locator(".meta")).to_have_text("@author0 · Stanford")
        expect(third.locator(".meta")).to_have_text("@author2 · Unknown School")
        expect(third.locator(".badge")).to_have_text(["Flagged"])
        expect(third.locator(".notes")).to_contain_text("Call them")
        link = first.get_by_role("link", name="Open post")
        expect(link).to_have_attribute("href", "https://example.org/0")
        expect(link).to_have_attribute("rel", "noopener noreferrer")
        text = second.locator("p.text")
        height = text.bounding_box()["height"]
        line = float(text.evaluate("one => parseFloat(getComputedStyle(one).lineHeight)"))
        assert round(height / line) == 5, (height, line)
        second.get_by_role("button", name="Read more").click()
        expect(second.get_by_role("button", name="Read less")).to_have_attribute("aria-expanded", "true")
        assert text.bounding_box()["height"] > height
        second.get_by_role("button", name="Read less").click()
        assert text.bounding_box()["height"] == height
        expect(first.get_by_role("button", name="Read more")).to_have_count(0)

    def test_filters(self, tab):
        tab.open("social")
        linked = feed(tab)["linked"]
        twitter, instagram = linked["platforms"]["twitter"], linked["platforms"]["instagram"]
        assert menu(tab, "Platform").locator("option").all_inner_texts() == [
            f"All ({twitter + instagram})",
            f"Twitter/X ({twitter})",
            f"Instagram ({instagram})",
        ]
        assert [text.rsplit(" (", 1)[0] for text in menu(tab, "Sentiment").locator("option").all_inner_texts()] == [
            "All",
            "🔥 Very Positive",
            "👍 Positive",
            "😐 Neutral",
            "👎 Negative",
        ]
        assert [text.rsplit(" (", 1)[0] for text in menu(tab, "Type").locator("option").all_inner_texts()] == [
            "All",
            "Flagged Only",
            "Recruiting Only",
        ]
        assert menu(tab, "School").locator("option").first.inner_text().startswith("All Schools")
        menu(tab, "Platform").select_option("instagram")
        expect(found(tab)).to_have_text(f"{instagram} posts")
        menu(tab, "Type").select_option("recruiting")
        school = feed(tab, platform="instagram", type="recruiting")["linked"]["schools"][0]
        menu(tab, "School").select_option(school["id"])
        answer = feed(tab, platform="instagram", type="recruiting", school=school["id"])
        expect(found(tab)).to_have_text(plural(COMMON["postCount"], answer["matchCount"]))
        tab.expect_query(platform="instagram", type="recruiting", school=school["id"])
        expect(tab.find(".filter-button")).to_have_attribute("aria-label", "Filter posts. 3 filters active.")
        tab.reload()
        expect(found(tab)).to_have_text(plural(COMMON["postCount"], answer["matchCount"]))
        expect(menu(tab, "School")).to_have_value(school["id"])
        tab.button("Clear Filters").click()
        expect(found(tab)).to_have_text("2000 posts")
        tab.expect_query()
        # Counts follow what the others leave.
        menu(tab, "Sentiment").select_option("negative")
        expect(menu(tab, "Platform").locator("option").nth(1)).to_have_text(
            f"Twitter/X ({feed(tab, sentiment='negative')['linked']['platforms']['twitter']})"
        )

    def test_filters_are_cleared_on_leaving(self, tab):
        tab.open("social")
        menu(tab, "Platform").select_option("twitter")
        tab.expect_query(platform="twitter")
        tab.find("header nav a[href='/activity']").click()
        expect(tab.page.get_by_role("heading", level=1, name="Activity History")).to_be_visible()
        tab.find("header nav a[href='/social']").click()
        expect(found(tab)).to_have_text("2000 posts")
        expect(menu(tab, "Platform")).to_have_value("")

    def test_search_after_150_milliseconds(self, tab):
        tab.hold_time()
        tab.open("social", held=True)
        field = tab.page.get_by_placeholder("Search posts...")
        count = len(tab.asked("/api/feed"))
        field.press_sequentially("great")
        tab.pass_time(149)
        assert len(tab.asked("/api/feed")) == count
        tab.pass_time(1)
        wanted = feed(tab, search="great")["matchCount"]
        expect(found(tab)).to_have_text(plural(COMMON["postCount"], wanted))
        assert [query["search"] for query in tab.asked("/api/feed")[count:]] == [["great"]]
        expect(tab.find("mark").first).to_have_text(re.compile("great", re.IGNORECASE))
        tab.button("Clear search").click()
        expect(found(tab)).to_have_text("2000 posts")
        expect(field).to_be_focused()
        field.fill("camp")
        field.press("Enter")
        expect(found(tab)).to_have_text(plural(COMMON["postCount"], feed(tab, search="camp")["matchCount"]))
        field.press("Escape")
        expect(field).to_have_value("")
        expect(found(tab)).to_have_text("2000 posts")

    def test_no_match(self, tab):
        tab.open("/social?search=nosuchpost")
        tab.sees("🔍")
        tab.sees("No posts match your filters")
        tab.sees("Try adjusting your search or filter criteria")
        tab.find(".empty").get_by_role("button", name="Clear Filters").click()
        expect(posts(tab).first).to_be_visible()

    def test_no_posts(self, tabs, tmp_path):
        with serving(write_tables(tmp_path / "data")) as server:
            tab = tabs(server).open("social")
            tab.sees("📱")
            tab.sees("No posts yet")
            tab.sees("Sync posts to start monitoring coach and program social media")
            expect(tab.find(".empty").get_by_role("button", name="Sync Posts")).to_be_visible()

    def test_dates_are_renewed_each_minute(self, many):
        many.hold_time()
        many.open("social", held=True)
        count = len(many.asked("/api/feed"))
        many.pass_time(60_000)
        expect(posts(many).first).to_be_visible()
        assert len(many.asked("/api/feed")) == count + 1


class TestSocialFeedList:
    def test_scrolling_asks_for_more_ten_posts_before_the_end(self, many):
        many.open("social")
        expect(posts(many)).to_have_count(50)
        assert len(many.asked("/api/feed")) == 1
        posts(many).nth(30).scroll_into_view_if_needed()
        posts(many).nth(45).scroll_into_view_if_needed()
        expect(posts(many)).to_have_count(100)
        assert len(many.asked("/api/feed")) == 2 and "after" in many.asked("/api/feed")[1]
        posts(many).nth(95).scroll_into_view_if_needed()
        expect(posts(many)).to_have_count(130)
        expect(posts(many).locator("h2")).to_have_text([f"Author {number}" for number in range(130)])
        # At the end nothing is asked.
        posts(many).last.scroll_into_view_if_needed()
        many.page.wait_for_timeout(100)
        assert len(many.asked("/api/feed")) == 3

    def test_more_posts_fail(self, many):
        many.open("social")
        mend = many.fault("/api/feed", "server")
        posts(many).nth(45).scroll_into_view_if_needed()
        end = many.find(".list-end")
        expect(end).to_contain_text("Server error. Please try again.")
        mend()
        end.get_by_role("button", name="Try Again").click()
        expect(posts(many)).to_have_count(100)
        expect(end).to_have_text("")

    def test_new_posts_wait_unless_the_list_is_at_its_top(self, many):
        many.open("social")
        posts(many).nth(20).scroll_into_view_if_needed()
        place = resting_place(many, posts(many).nth(20))
        newer = [
            post(
                0,
                id=f"new-{number}",
                post_date=f"2026-03-01T11:59:3{number}Z",
                author_name=f"New {number}",
                post_url=None,
            )
            for number in range(2)
        ]
        write_posts(many, newer + many.rows)
        many.server.request("POST", "/api/social/sync", {})
        button = many.button("2 new posts")
        expect(button).to_be_visible()
        assert abs(resting_place(many, posts(many).nth(20)) - place) < 2
        expect(posts(many).first.locator("h2")).to_have_text("Author 0")
        button.click()
        expect(posts(many).first.locator("h2")).to_have_text("New 1")
        expect(button).to_have_count(0)
        expect(posts(many).first).to_be_in_viewport()

    def test_new_posts_show_at_once_at_the_top(self, many):
        many.open("social")
        write_posts(
            many, [post(0, id="new", post_date="2026-03-01T11:59:30Z", author_name="New", post_url=None)] + many.rows
        )
        many.server.request("POST", "/api/social/sync", {})
        expect(posts(many).first.locator("h2")).to_have_text("New")
        expect(found(many)).to_have_text("131 posts")
