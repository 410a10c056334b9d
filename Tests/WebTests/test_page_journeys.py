"""Journeys through the whole app: by keyboard alone, in two tabs, back and forward, with and without events."""

import re

import pytest
from playwright.sync_api import expect

from browser import PAGES, post, write_tables
from serving import serving
from test_page_loading import set_hidden

TITLES = {
    "home": "Recruiting Compass",
    "analytics": "Social Analytics",
    "social": "Social Media Monitoring",
    "timeline": "Recruiting Timeline",
    "activity": "Activity History",
    "reports": "Reports & Analytics",
}


@pytest.fixture
def posts_server(tmp_path):
    folder = write_tables(tmp_path / "data", social_media_posts=[post(number) for number in range(60)])
    with serving(folder, "--allow-changes") as server:
        yield server


def heading(tab, name):
    return tab.page.get_by_role("heading", level=1, name=TITLES[name], exact=True)


class TestKeyboard:
    def test_skip_link(self, tab):
        tab.open("social")
        tab.press("Tab")
        assert tab.focused == "Skip to content"
        tab.press("Enter")
        expect(tab.find("main")).to_be_focused()
        tab.press("Tab")
        # The first control of the page, not of the header.
        assert tab.page.evaluate("document.querySelector('main').contains(document.activeElement)")

    def test_from_page_to_page(self, tab):
        tab.open("/")
        for name in ["analytics", "social", "timeline", "activity", "reports"]:
            tab.find(f"header nav a[href='{PAGES[name]}']").focus()
            tab.press("Enter")
            expect(heading(tab, name)).to_be_focused()
            expect(tab.find("header nav [aria-current=page]")).to_have_count(1)
            tab.settled()

    def test_flag_note_and_delete(self, tabs, posts_server):
        tab = tabs(posts_server).open("social")
        card = tab.find("article.post").first
        tab.find("h1").focus()
        tab.tab_to("Flag")
        tab.press("Enter")
        expect(card.locator("[aria-pressed=true]")).to_have_text("Unflag")
        tab.press("Tab")
        assert tab.focused == "Add Note"
        tab.press("Space")
        expect(tab.page.get_by_role("dialog").get_by_label("Notes")).to_be_focused()
        tab.page.keyboard.type("From the keyboard")
        tab.tab_to("Save")
        tab.press("Enter")
        expect(card.locator(".notes")).to_contain_text("From the keyboard")
        expect(card.get_by_role("button", name="Edit Note")).to_be_focused()
        tab.tab_to("More")
        tab.press("Enter")
        expect(tab.page.get_by_role("menuitem", name="Delete")).to_be_focused()
        tab.press("Escape")
        assert tab.focused == "More"
        tab.press("Enter", "Enter")
        question = tab.page.get_by_role("alertdialog")
        expect(question).to_be_visible()
        # The dialog keeps the focus.
        for _ in range(6):
            tab.press("Tab")
            assert tab.page.evaluate(
                "document.activeElement === document.body || document.querySelector('dialog').contains(document.activeElement)"
            )
        question.get_by_role("button", name="Yes").focus()
        tab.press("Enter")
        expect(card.locator("h2")).to_have_text("Author 1")
        expect(tab.find(".messages")).to_contain_text("Post deleted")

    def test_filter_of_the_feed(self, tab):
        tab.open("social")
        tab.find("h1").focus()
        tab.tab_to("Search")
        tab.page.keyboard.type("camp")
        tab.press("Enter")
        tab.expect_query(search="camp")
        tab.tab_to(re.compile("^Platform"))
        tab.press("ArrowDown")
        tab.expect_query(search="camp", platform="twitter")
        tab.tab_to("Clear Filters")
        tab.press("Enter")
        tab.expect_query()
        assert tab.focused == "Search"

    def test_report(self, tab):
        tab.set_date()
        tab.open("reports")
        tab.find("h1").focus()
        tab.tab_to("Last 7 days preset")
        tab.press("Enter")
        tab.tab_to("Generate report for selected date range")
        tab.press("Enter")
        expect(tab.find(".report")).to_be_visible()
        # The button that was pressed keeps the focus.
        assert tab.focused == "Generate report for selected date range"
        tab.tab_to("Export report to CSV file")
        with tab.page.expect_download():
            tab.press("Enter")

    def test_menu_of_a_narrow_screen(self, tabs, server):
        tab = tabs(server, viewport={"width": 360, "height": 700}).open("/")
        menu = tab.button("Menu")
        expect(menu).to_have_attribute("aria-expanded", "false")
        expect(tab.find("header nav a").first).to_be_hidden()
        menu.focus()
        tab.press("Enter")
        expect(menu).to_have_attribute("aria-expanded", "true")
        tab.press("Escape")
        expect(menu).to_have_attribute("aria-expanded", "false")
        expect(menu).to_be_focused()
        tab.press("Enter")
        tab.find("header nav a[href='/activity']").click()
        expect(heading(tab, "activity")).to_be_focused()
        expect(tab.find("header nav a").first).to_be_hidden()

    def test_theme(self, tabs, server):
        tab = tabs(server).open("/")
        switch = tab.button("Dark mode")
        page = "getComputedStyle(document.body).backgroundColor"
        assert tab.page.evaluate(page) == "rgb(249, 250, 251)"
        switch.focus()
        tab.press("Enter")
        expect(switch).to_have_attribute("aria-pressed", "true")
        assert tab.page.evaluate(page) == "rgb(17, 24, 39)"
        tab.reload()
        assert tab.page.evaluate(page) == "rgb(17, 24, 39)"
        switch.click()
        expect(switch).to_have_attribute("aria-pressed", "false")
        # The system's own again.
        tab.page.emulate_media(color_scheme="dark")
        expect(switch).to_have_attribute("aria-pressed", "true")


class TestTabs:
    def test_a_flag_appears_in_the_other_tab(self, tabs, posts_server):
        first = tabs(posts_server).open("social")
        second = tabs(posts_server, other=first).open("social")
        first.find("article.post").nth(2).locator(".tools button").first.click()
        expect(second.find("article.post").nth(2).locator(".badge")).to_have_text("Flagged")
        expect(second.find(".stats-row")).to_contain_text("Flagged for Review1")

    def test_a_deletion_appears_on_the_other_page(self, tabs, posts_server):
        first = tabs(posts_server).open("social")
        second = tabs(posts_server, other=first).open("analytics")
        total = second.find(".stat .value").first
        expect(total).to_have_text("60")
        posts_server.request("DELETE", "/api/posts/post-1", {})
        expect(total).to_have_text("59")
        expect(first.find(".found")).to_have_text("59 posts")

    def test_another_tabs_change_does_not_take_ones_own(self, tabs, posts_server):
        tab = tabs(posts_server).open("social")
        held = tab.hold("/api/posts/post-0", "PATCH")
        flag = tab.find("article.post").first.locator(".tools button").first
        flag.click()
        held.wait(tab.page)
        posts_server.request("PATCH", "/api/posts/post-0", {"notes": "From elsewhere"})
        expect(tab.find("article.post").first.locator(".notes")).to_contain_text("From elsewhere")
        expect(flag).to_have_text("Unflag")
        held.release()
        tab.eventually(lambda: posts_server.json("/api/feed")["posts"][0]["flaggedForReview"])
        assert posts_server.json("/api/feed")["posts"][0]["notes"] == "From elsewhere"


class TestHistory:
    def test_back_and_forward(self, tab):
        tab.open("/")
        for name in ["social", "activity", "reports"]:
            tab.find(f"header nav a[href='{PAGES[name]}']").click()
            expect(heading(tab, name)).to_be_visible()
        for name in ["activity", "social", "home"]:
            tab.page.go_back()
            expect(heading(tab, name)).to_be_visible()
        tab.page.go_forward()
        expect(heading(tab, "social")).to_be_focused()
        expect(tab.page).to_have_title("Social Media Monitoring · Recruiting Compass")

    def test_back_returns_to_the_place(self, tab):
        tab.open("social")
        tab.find("article.post").nth(20).scroll_into_view_if_needed()
        tab.page.wait_for_timeout(200)
        expect(tab.find("article.post").nth(20)).to_be_in_viewport()
        tab.find("header nav a[href='/activity']").click()
        expect(heading(tab, "activity")).to_be_visible()
        assert tab.page.evaluate("scrollY") == 0
        tab.page.go_back()
        expect(heading(tab, "social")).to_be_visible()
        expect(tab.find("article.post").nth(20)).to_be_in_viewport()

    def test_a_click_with_a_key_opens_another_tab(self, tab):
        tab.open("/")
        with tab.context.expect_page() as opened:
            tab.find("header nav a[href='/activity']").click(modifiers=["Control"])
        assert opened.value.url.endswith("/activity")
        assert tab.path == "/"

    def test_each_page_by_its_address(self, tab):
        for name in PAGES:
            tab.open(name)
            expect(heading(tab, name)).to_be_visible()
            expect(tab.find("h1")).to_have_count(1)

    def test_a_school_leads_to_its_posts(self, tab):
        school = tab.server.json("/api/schools")["schools"][0]
        tab.open(f"/schools/{school['id']}")
        expect(tab.find(".found")).to_have_text(f"{school['postCount']} posts")
        tab.expect_query(school=school["id"])

    def test_what_is_not_part_of_the_app(self, tab):
        tab.open("/interactions?id=7", ready=False)
        expect(tab.page.get_by_role("heading", level=1, name="Not part of this program")).to_be_visible()
        tab.link("To Social Media Monitoring").click()
        expect(heading(tab, "social")).to_be_visible()


class TestEvents:
    def test_closed_while_the_tab_is_hidden(self, tabs, posts_server):
        tab = tabs(posts_server).open("social")
        tab.page.wait_for_timeout(100)
        streams = lambda: len(tab.asked("/api/events"))
        assert streams() == 1
        set_hidden(tab, True)
        posts_server.request("PATCH", "/api/posts/post-0", {"flaggedForReview": True})
        tab.page.wait_for_timeout(300)
        count = len(tab.asked("/api/feed"))
        expect(tab.find("article.post").first.locator(".badge")).to_have_count(0)
        set_hidden(tab, False)
        # It heard nothing meanwhile, so it asks anew.
        expect(tab.find("article.post").first.locator(".badge")).to_have_text("Flagged")
        # Once, or before its stream and after it if that is slow.
        assert count < len(tab.asked("/api/feed")) <= count + 2
        tab.eventually(lambda: streams() == 2)

    def test_without_events_everything_else_works(self, tabs, posts_server):
        tab = tabs(posts_server)
        tab.fault("/api/events", "unavailable")
        for name in PAGES:
            tab.open(name)
        tab.open("social")
        tab.find("article.post").first.locator(".tools button").first.click()
        expect(tab.find("article.post").first.locator(".badge")).to_have_text("Flagged")
        posts_server.request("PATCH", "/api/posts/post-1", {"flaggedForReview": True})
        tab.button("Refresh").click()
        expect(tab.find("article.post").nth(1).locator(".badge")).to_have_text("Flagged")

    def test_the_stream_comes_back_after_the_server_was_away(self, tab):
        tab.hold_time()
        mend = tab.fault("/api/events", "unavailable")
        tab.open("activity", held=True)
        tab.page.wait_for_timeout(100)
        count = len(tab.asked("/api/events"))
        mend()
        tab.pass_time(4_999)
        assert len(tab.asked("/api/events")) == count
        tab.pass_time(1)
        tab.page.wait_for_timeout(100)
        assert len(tab.asked("/api/events")) == count + 1

    def test_signing_in(self, tabs, example, tmp_path):
        token = tmp_path / "token"
        token.write_text("0123456789abcdef0123456789abcdef\n")
        token.chmod(0o600)
        with serving(example, "--token-file", str(token), wait=False) as server:
            tab = tabs(server)
            tab.open("/social?platform=twitter", ready=False)
            field = tab.page.get_by_label("Access token")
            expect(field).to_be_visible()
            field.fill("not the token")
            tab.button("Sign In").click()
            tab.sees("This token is not valid.")
            field.fill("0123456789abcdef0123456789abcdef")
            field.press("Enter")
            expect(tab.find("article.post").first).to_be_visible()
            tab.expect_query(platform="twitter")
            cookie = tab.context.cookies()[0]
            assert cookie["httpOnly"] and cookie["sameSite"] == "Strict"
            assert tab.page.evaluate("document.cookie") == ""
