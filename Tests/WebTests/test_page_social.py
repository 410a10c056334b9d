"""Social Media Monitoring: cards, filters, the growing list, changes of posts, messages, and sync."""

import json
import re
import urllib.parse

import pytest
from playwright.sync_api import expect

from browser import TEXTS, plural, post, write_tables
from serving import ZONE, serving

SF = TEXTS["socialFeed"]
COMMON = TEXTS["common"]


def feed(tab, **query):
    fields = urllib.parse.urlencode({"zone": ZONE, "linked": "true", **{name.replace("_", "-"): value for name, value in query.items()}})
    return tab.server.json(f"/api/feed?{fields}")


def posts(tab):
    return tab.find("article.post")


def menu(tab, label):
    return tab.find(".panel").get_by_role("combobox", name=label, exact=True)


def found(tab):
    return tab.find(".found")


def stat(tab, label):
    return tab.find(".stats-row .stat").filter(has_text=label).locator(".value")


def message(tab, text):
    return tab.find(".messages .banner", ).filter(has_text=text)


@pytest.fixture
def many(tabs, tmp_path):
    """A tab on 130 posts that can be changed; the second one is long, the first ones differ."""
    rows = [post(number) for number in range(130)]
    rows[0] |= {"sentiment": "very_positive", "is_recruiting_related": True, "school_id": "s"}
    rows[1] |= {"post_content": "A long text. " * 120, "platform": "instagram", "sentiment": "negative"}
    rows[2] |= {"flagged_for_review": True, "notes": "Call them"}
    folder = write_tables(tmp_path / "data", social_media_posts=rows, schools=[{"id": "s", "name": "Stanford"}])
    with serving(folder, "--allow-changes") as server:
        tab = tabs(server)
        tab.folder = folder
        tab.rows = rows
        yield tab


def write_posts(tab, rows):
    (tab.folder / "social_media_posts.json").write_text(json.dumps(rows))


class TestSocialFeedModel:
    def test_content(self, tab):
        tab.open("social")
        answer = feed(tab)
        expect(tab.page).to_have_title("Social Media Monitoring · Recruiting Compass")
        tab.sees("Track posts from coaches & programs")
        for label, key in [("Total Posts", "totalPosts"), ("Twitter/X Posts", "twitterPosts"), ("Instagram Posts", "instagramPosts")]:
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
        expect(first).to_have_attribute("aria-label", "Twitter/X post from Author 0. 1m ago. Content 0. Very Positive. Not flagged.")
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
            f"All ({twitter + instagram})", f"Twitter/X ({twitter})", f"Instagram ({instagram})"]
        assert [text.rsplit(" (", 1)[0] for text in menu(tab, "Sentiment").locator("option").all_inner_texts()] == [
            "All", "🔥 Very Positive", "👍 Positive", "😐 Neutral", "👎 Negative"]
        assert [text.rsplit(" (", 1)[0] for text in menu(tab, "Type").locator("option").all_inner_texts()] == [
            "All", "Flagged Only", "Recruiting Only"]
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
            f"Twitter/X ({feed(tab, sentiment='negative')['linked']['platforms']['twitter']})")

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
        place = posts(many).nth(20).bounding_box()["y"]
        newer = [post(0, id=f"new-{number}", post_date=f"2026-03-01T11:59:3{number}Z", author_name=f"New {number}",
                      post_url=None) for number in range(2)]
        write_posts(many, newer + many.rows)
        many.server.request("POST", "/api/social/sync", {})
        button = many.button("2 new posts")
        expect(button).to_be_visible()
        assert abs(posts(many).nth(20).bounding_box()["y"] - place) < 2
        expect(posts(many).first.locator("h2")).to_have_text("Author 0")
        button.click()
        expect(posts(many).first.locator("h2")).to_have_text("New 1")
        expect(button).to_have_count(0)
        expect(posts(many).first).to_be_in_viewport()

    def test_new_posts_show_at_once_at_the_top(self, many):
        many.open("social")
        write_posts(many, [post(0, id="new", post_date="2026-03-01T11:59:30Z", author_name="New", post_url=None)] + many.rows)
        many.server.request("POST", "/api/social/sync", {})
        expect(posts(many).first.locator("h2")).to_have_text("New")
        expect(found(many)).to_have_text("131 posts")



class TestPostWishes:
    """Flags, notes and deletions show at once, and are undone when they are refused."""

    def flag(self, tab, index=0):
        return posts(tab).nth(index).locator(".tools button").first

    def test_flag(self, many):
        many.open("social")
        held = many.hold("/api/posts/post-0", "PATCH")
        self.flag(many).click()
        # At once: the request still waits.
        expect(self.flag(many)).to_have_text("Unflag")
        expect(self.flag(many)).to_have_attribute("aria-pressed", "true")
        expect(posts(many).first.locator(".badge").last).to_have_text("Flagged")
        expect(stat(many, "Flagged for Review")).to_have_text("2")
        held.wait(many.page).release()
        many.eventually(lambda: feed(many)["statistics"]["flaggedPosts"] == 2)
        assert held.routes == []
        many.reload()
        expect(self.flag(many)).to_have_text("Unflag")

    def test_only_the_last_wish_is_sent(self, many):
        many.open("social")
        held = many.hold("/api/posts/post-0", "PATCH")
        for _ in range(3):
            self.flag(many).click()
        held.wait(many.page)
        assert len(held.routes) == 1
        held.release()
        expect(self.flag(many)).to_have_text("Unflag")
        many.eventually(lambda: feed(many)["statistics"]["flaggedPosts"] == 2)
        assert len(many.asked("/api/posts/post-0", "PATCH")) == 1

    @pytest.mark.parametrize("kind", ["server", "forbidden", "rateLimited"])
    def test_refused(self, many, kind):
        many.open("social")
        many.fault("/api/posts/post-0", kind, count=1)
        self.flag(many).click()
        expect(message(many, "Your change could not be saved and was undone.")).to_be_visible()
        expect(self.flag(many)).to_have_text("Flag")
        expect(stat(many, "Flagged for Review")).to_have_text("1")

    def test_unsure_changes_are_looked_up(self, many):
        many.open("social")
        # The server carried it out, but its answer got lost.
        def lose(route):
            route.fetch()
            route.abort("connectionreset")
        many.route("/api/posts/post-0", lose)
        self.flag(many).click()
        many.eventually(lambda: feed(many)["statistics"]["flaggedPosts"] == 2)
        expect(self.flag(many)).to_have_text("Unflag")
        many.page.wait_for_timeout(200)
        expect(message(many, COMMON["changeUndone"])).to_have_count(0)

    def test_not_found(self, many):
        many.open("social")
        many.fault("/api/posts/post-0", "notFound")
        self.flag(many).click()
        expect(message(many, "Post not found")).to_be_visible()

    def test_signed_out(self, many):
        many.open("social")
        many.fault("/api/posts/post-0", "signedOut")
        self.flag(many).click()
        expect(many.page.get_by_role("heading", level=1, name="Sign In")).to_be_visible()

    def test_offline(self, many):
        many.open("social")
        with many.offline():
            self.flag(many).click()
            expect(message(many, "You're offline. Your change was not saved.")).to_be_visible()
            expect(self.flag(many)).to_have_text("Flag")
            expect(many.button("Sync new posts from Twitter and Instagram")).to_be_disabled()

    def test_notes(self, many):
        many.open("social")
        button = posts(many).first.get_by_role("button", name="Add Note")
        button.click()
        dialog = many.page.get_by_role("dialog", name="Notes: Author 0")
        field = dialog.get_by_label("Notes")
        expect(field).to_be_focused()
        expect(field).to_have_attribute("rows", "10")
        field.fill("Strong arm\nCall <b>soon</b>")
        dialog.get_by_role("button", name="Save").click()
        notes = posts(many).first.locator(".notes")
        expect(notes).to_contain_text("Strong arm\nCall <b>soon</b>", use_inner_text=True)
        expect(posts(many).first.get_by_role("button", name="Edit Note")).to_be_focused()
        many.eventually(lambda: feed(many)["posts"][0]["notes"] == "Strong arm\nCall <b>soon</b>")
        # Blank is none; Cancel and Escape change nothing.
        for leave in ["Cancel", "Escape", "Save"]:
            posts(many).first.get_by_role("button", name="Edit Note").click()
            field.fill("   \n ")
            many.press("Escape") if leave == "Escape" else dialog.get_by_role("button", name=leave).click()
            expect(dialog).to_have_count(0)
        expect(notes).to_be_hidden()
        many.eventually(lambda: feed(many)["posts"][0]["notes"] is None)

    def test_refused_notes_come_back_with_their_text(self, many):
        many.open("social")
        many.fault("/api/posts/post-0", "server", count=1)
        posts(many).first.get_by_role("button", name="Add Note").click()
        dialog = many.page.get_by_role("dialog")
        dialog.get_by_label("Notes").fill("Strong arm")
        dialog.get_by_role("button", name="Save").click()
        expect(dialog.get_by_label("Notes")).to_have_value("Strong arm")
        dialog.get_by_role("button", name="Save").click()
        many.eventually(lambda: feed(many)["posts"][0]["notes"] == "Strong arm")

    def delete(self, tab, index=0):
        posts(tab).nth(index).get_by_role("button", name="More", exact=True).click()
        tab.page.get_by_role("menuitem", name="Delete").click()
        return tab.page.get_by_role("alertdialog", name="Delete this post from your feed?")

    def test_delete_is_sent_after_five_seconds(self, many):
        many.hold_time()
        many.open("social", held=True)
        self.delete(many).get_by_role("button", name="Yes").click()
        expect(message(many, "Post deleted")).to_be_visible()
        expect(posts(many).first.locator("h2")).to_have_text("Author 1")
        expect(found(many)).to_have_text("129 posts")
        expect(stat(many, "Total Posts")).to_have_text("129")
        many.pass_time(4_999)
        assert feed(many)["matchCount"] == 130
        many.pass_time(1)
        expect(message(many, "Post deleted")).to_have_count(0)
        many.eventually(lambda: feed(many)["matchCount"] == 129)

    def test_delete_and_undo(self, many):
        many.hold_time()
        many.open("social", held=True)
        dialog = self.delete(many)
        dialog.get_by_role("button", name="No").click()
        expect(dialog).to_have_count(0)
        expect(posts(many).first.locator("h2")).to_have_text("Author 0")
        self.delete(many).get_by_role("button", name="Yes").click()
        expect(posts(many).first.locator("h2")).to_have_text("Author 1")
        many.button("Undo").click()
        expect(posts(many).first.locator("h2")).to_have_text("Author 0")
        expect(message(many, "Post deleted")).to_have_count(0)
        many.pass_time(10_000)
        assert many.asked("/api/posts/post-0", "DELETE") == []

    def test_a_deletion_is_sent_on_leaving(self, many):
        many.open("social")
        self.delete(many).get_by_role("button", name="Yes").click()
        many.find("header nav a[href='/activity']").click()
        many.eventually(lambda: feed(many)["matchCount"] == 129)

    def test_a_refused_deletion_puts_the_post_back(self, many):
        many.hold_time()
        many.open("social", held=True)
        many.fault("/api/posts/post-1", "server", method="DELETE")
        self.delete(many, 1).get_by_role("button", name="Yes").click()
        expect(posts(many).nth(1).locator("h2")).to_have_text("Author 2")
        many.pass_time(5_000)
        expect(posts(many).nth(1).locator("h2")).to_have_text("Author 1")
        expect(message(many, COMMON["changeUndone"])).to_be_visible()

    def test_a_server_that_accepts_no_changes(self, tab):
        tab.open("social")
        posts(tab).first.locator(".tools button").first.click()
        expect(message(tab, COMMON["changeUndone"])).to_be_visible()

    def test_unflagged_posts_leave_the_flagged_list(self, many):
        many.open("/social?type=flagged")
        expect(posts(many)).to_have_count(1)
        self.flag(many).click()
        expect(posts(many)).to_have_count(0)
        many.sees("No posts match your filters")


class TestTimedMessage:
    """A message lasts five seconds, which stand still under pointer and focus."""

    @pytest.fixture
    def told(self, many):
        many.hold_time()
        many.open("social", held=True)
        many.route("/api/social/sync", lambda route: route.fulfill(json={"success": True, "message": None, "newPostCount": 0}))
        many.button("Sync new posts from Twitter and Instagram").click()
        expect(self.bar(many)).to_be_visible()
        return many

    def bar(self, tab):
        return message(tab, "No new posts found. You're up to date!")

    def test_five_seconds(self, told):
        told.pass_time(4_999)
        expect(self.bar(told)).to_be_visible()
        told.pass_time(1)
        expect(self.bar(told)).to_have_count(0)

    def test_under_the_pointer(self, told):
        told.pass_time(3_000)
        self.bar(told).hover()
        told.pass_time(60_000)
        expect(self.bar(told)).to_be_visible()
        told.page.mouse.move(2, 2)
        told.pass_time(1_999)
        expect(self.bar(told)).to_be_visible()
        told.pass_time(1)
        expect(self.bar(told)).to_have_count(0)

    def test_under_the_focus(self, told):
        close = self.bar(told).get_by_role("button", name="Close")
        close.focus()
        told.pass_time(60_000)
        expect(self.bar(told)).to_be_visible()
        told.find("h1").focus()
        told.pass_time(4_999)
        expect(self.bar(told)).to_be_visible()
        told.pass_time(1)
        expect(self.bar(told)).to_have_count(0)

    def test_closed_by_hand(self, told):
        self.bar(told).get_by_role("button", name="Close").click()
        expect(self.bar(told)).to_have_count(0)

    def test_is_announced(self, told):
        told.pass_time(50)
        told.hears("No new posts found. You're up to date!")


class TestSocialFeedSync:
    def sync(self, tab):
        tab.button("Sync new posts from Twitter and Instagram").click()

    def test_syncing_then_what_came(self, many):
        many.open("social")
        write_posts(many, [post(0, id="new", post_date="2026-03-01T11:59:30Z", author_name="New", post_url=None)] + many.rows)
        held = many.hold("/api/social/sync", "POST")
        self.sync(many)
        held.wait(many.page)
        expect(many.button("Syncing...")).to_be_disabled()
        held.release()
        expect(message(many, "Synced 1 new post")).to_be_visible()
        expect(posts(many).first.locator("h2")).to_have_text("New")
        expect(many.button("Sync new posts from Twitter and Instagram")).to_have_text("Sync Posts")
        # Within ten seconds the server refuses the next one.
        self.sync(many)
        expect(message(many, "Please wait a few minutes before syncing again.")).to_be_visible()

    @pytest.mark.parametrize("answer,text", [
        ({"success": True, "message": None, "newPostCount": 0}, "No new posts found. You're up to date!"),
        ({"success": True, "message": None, "newPostCount": 3}, "Synced 3 new posts"),
        ({"success": True, "message": "Fetched 3 posts", "newPostCount": 3}, "Fetched 3 posts"),
        ({"success": False, "message": "Twitter is away", "newPostCount": 0}, "Sync failed: Twitter is away"),
    ])
    def test_answers(self, tab, answer, text):
        tab.open("social")
        tab.route("/api/social/sync", lambda route: route.fulfill(json=answer))
        self.sync(tab)
        expect(message(tab, text)).to_be_visible()

    @pytest.mark.parametrize("kind,text", [
        ("server", "Sync failed: Server error. Please try again."),
        ("malformed", "Sync failed: The server's answer could not be read. Please try again."),
        ("connection", "Sync failed: Unable to load posts. Check your connection."),
        ("rateLimited", "Please wait a few minutes before syncing again."),
        ("forbidden", "Sync failed: You don't have access to this data."),
    ])
    def test_failures(self, tab, kind, text):
        tab.open("social")
        tab.fault("/api/social/sync", kind)
        self.sync(tab)
        expect(message(tab, text)).to_be_visible()
        expect(tab.button("Sync new posts from Twitter and Instagram")).to_be_enabled()
