"""What all pages share, as `PageLoading`, `CompassStore` and the failures of `PageFailure` have it."""

import pytest
from playwright.sync_api import expect

from browser import PAGES, SOURCES, TEXTS

COMMON = TEXTS["common"]
# Home is no page of its own: its widget loads as pages do.
NAMES = ["analytics", "social", "timeline", "activity", "reports"]
KEYS = {
    "analytics": "socialAnalytics",
    "social": "socialFeed",
    "timeline": "timeline",
    "activity": "activity",
    "reports": "reports",
    "home": "activity",
}
# What is there before anything was loaded: the frame's own placeholder.
PLACEHOLDER = {"home": ".widget .spinner-card"}
CONTENT = {
    "home": ".widget .events li",
    "analytics": ".stat .value",
    "social": ".post",
    "timeline": ".tl-lane",
    "activity": ".events li",
    "reports": ".generate",
}


def texts(name):
    return TEXTS[KEYS[name]]


def placeholder(tab, name):
    return tab.find(PLACEHOLDER.get(name, "main .placeholder"))


def content(tab, name):
    return tab.find(f"main {CONTENT[name]}").first


@pytest.mark.parametrize("name", PAGES)
class TestPageLoading:
    def test_placeholder_after_300_milliseconds(self, tab, name):
        held = tab.hold(SOURCES[name])
        tab.hold_time()
        tab.open(name, ready=False)
        held.wait(tab.page)
        tab.pass_time(299)
        expect(placeholder(tab, name)).to_have_count(0)
        tab.pass_time(1)
        expect(placeholder(tab, name)).to_be_visible()
        if name != "home":
            tab.pass_time(50)
            tab.hears("Loading...")
        held.release()
        expect(content(tab, name)).to_be_visible()
        expect(placeholder(tab, name)).to_have_count(0)

    def test_cache_of_five_minutes(self, tab, name):
        tab.hold_time()
        tab.open(name, held=True).following()
        source = SOURCES[name]
        count = len(tab.asked(source))
        other = "reports" if name != "reports" else "social"
        leave_and_return(tab, name, other, 299_999)
        expect(content(tab, name)).to_be_visible()
        assert len(tab.asked(source)) == count, "4:59 asks nothing"
        leave_and_return(tab, name, other, 1)
        # What there was is shown at once.
        expect(content(tab, name)).to_be_visible()
        expect(placeholder(tab, name)).to_have_count(0)
        tab.page.wait_for_timeout(100)
        assert len(tab.asked(source)) == count + 1, "5:00 asks again"


def leave_and_return(tab, name, other, milliseconds):
    """Leaves a page, and comes back after a time."""
    tab.page.locator(f"header nav a[href='{PAGES[other]}']").click()
    expect(tab.find(f"header nav a[href='{PAGES[other]}']")).to_have_attribute("aria-current", "page")
    tab.pass_time(milliseconds)
    tab.page.locator(f"header nav a[href='{PAGES[name]}']").click()
    expect(tab.find(f"header nav a[href='{PAGES[name]}']")).to_have_attribute("aria-current", "page")
    expect(content(tab, name)).to_be_visible()


FAILURES = [
    ("server", "serverError"),
    ("unavailable", "serverError"),
    ("connection", "loadFailed"),
    ("malformed", "malformed"),
    ("forbidden", "forbidden"),
]


@pytest.mark.parametrize("name", PAGES)
class TestPageFailure:
    """Each failure's text, where nothing is there, and where content is."""

    def test_texts_without_content(self, tab, name):
        for kind, key in FAILURES:
            mend = tab.fault(SOURCES[name], kind)
            tab.open(name, ready=False)
            expected = texts(name).get(key) or COMMON[key]
            tab.sees(expected)
            expect(content(tab, name)).to_have_count(0)
            again = tab.find("main").get_by_role("button", name="Try Again")
            expect(again).to_have_count(0 if kind == "forbidden" else 1)
            mend()
            if kind == "server":
                tab.hears(expected)
                again.click()
                expect(content(tab, name)).to_be_visible()
                tab.sees_not(expected)

    def test_texts_over_content(self, tab, name):
        tab.open(name)
        refresh = tab.find("main").get_by_role("button", name="Refresh")
        for kind, key in FAILURES:
            mend = tab.fault(SOURCES[name], kind)
            expect(refresh).to_be_enabled()
            refresh.click()
            expected = texts(name).get(key) or COMMON[key]
            tab.sees(expected)
            expect(content(tab, name)).to_be_visible()
            mend()
            if kind != "forbidden":
                tab.find("main").get_by_role("button", name="Try Again").click()
                tab.sees_not(expected)
        refresh.click()
        tab.sees_not(COMMON["forbidden"])

    def test_no_answer_in_time(self, tab, name):
        held = tab.hold(SOURCES[name])
        tab.hold_time()
        tab.open(name, ready=False)
        held.wait(tab.page)
        tab.pass_time(14_999)
        expect(tab.find("main .banner")).to_have_count(0)
        tab.pass_time(1)
        tab.sees(texts(name).get("timedOut") or "Connection timed out")
        held.release()

    def test_too_many_requests_repeats_by_itself(self, tab, name):
        tab.fault(SOURCES[name], "rateLimited", count=1 if name != "analytics" else None, retry_after=7)
        tab.hold_time()
        tab.open(name, ready=False)
        tab.sees("Too many requests. Please wait a moment.")
        if name == "analytics":
            tab.page.unroute_all()
        count = len(tab.asked(SOURCES[name]))
        tab.pass_time(6_999)
        assert len(tab.asked(SOURCES[name])) == count
        tab.pass_time(1)
        expect(content(tab, name)).to_be_visible()
        tab.sees_not("Too many requests. Please wait a moment.")

    def test_the_server_reads_its_tables(self, tab, name):
        tab.fault(SOURCES[name], "loading", count=2)
        tab.hold_time()
        tab.open(name, ready=False)
        expect(tab.find("main h1")).to_be_visible()
        tab.pass_time(300)
        expect(placeholder(tab, name)).to_be_visible()
        for _ in range(3):
            tab.page.wait_for_timeout(100)
            tab.pass_time(1000)
        expect(content(tab, name)).to_be_visible()

    def test_offline(self, tab, name):
        tab.open(name)
        with tab.offline():
            tab.sees("You're offline. Showing saved data.")
            expect(content(tab, name)).to_be_visible()
            expect(tab.find("main").get_by_role("button", name="Refresh")).to_be_disabled()
        tab.sees_not("You're offline. Showing saved data.")
        expect(tab.find("main").get_by_role("button", name="Refresh")).to_be_enabled()

    def test_signed_out(self, tab, name):
        tab.fault(SOURCES[name], "signedOut")
        tab.open(name, ready=False)
        expect(tab.page.get_by_role("heading", level=1, name="Sign In")).to_be_focused()
        assert tab.query == {"to": [PAGES[name]]}
        assert tab.find("main .banner").count() == 0


class TestCompassStore:
    """What a page asked for serves the others, and a tab that was away asks anew."""

    def test_coming_back_online_loads_what_is_stale(self, tab):
        tab.set_date()
        tab.fault("/api/activity", "connection", count=1)
        tab.open("activity", ready=False)
        tab.sees(texts("activity")["loadFailed"])
        with tab.offline():
            tab.page.wait_for_function("() => !navigator.onLine")
        expect(content(tab, "activity")).to_be_visible()

    def test_a_tab_that_was_hidden_asks_what_is_stale(self, tab):
        tab.hold_time()
        tab.open("activity", held=True)
        count = len(tab.asked("/api/activity"))
        set_hidden(tab, True)
        tab.pass_time(300_000)
        assert len(tab.asked("/api/activity")) == count
        set_hidden(tab, False)
        tab.eventually(lambda: len(tab.asked("/api/activity")) > count)
        tab.page.wait_for_timeout(100)
        assert len(tab.asked("/api/activity")) == count + 1

    def test_a_change_while_the_stream_of_a_shown_tab_opens(self, many):
        many.open("social")
        set_hidden(many, True)
        count = len(many.asked("/api/feed"))
        stream = many.hold("/api/events")
        set_hidden(many, False)
        stream.wait(many.page)
        # The page does not wait for a stream that is slow.
        many.eventually(lambda: len(many.asked("/api/feed")) == count + 1)
        expect(many.find("main .slot")).to_have_attribute("aria-busy", "false")
        many.server.request("PATCH", "/api/posts/post-0", {"flaggedForReview": True})
        stream.release()
        expect(many.find("article.post").first.locator(".badge").last).to_have_text("Flagged")

    def test_a_tab_that_is_shown_again_without_a_stream(self, many):
        many.open("social")
        set_hidden(many, True)
        many.fault("/api/events", "unavailable")
        many.server.request("PATCH", "/api/posts/post-0", {"flaggedForReview": True})
        set_hidden(many, False)
        expect(many.find("article.post").first.locator(".badge").last).to_have_text("Flagged")

    def test_an_answer_that_is_not_the_newest_is_dropped(self, tab):
        tab.open("activity")
        held = tab.hold("/api/activity")
        tab.find("main select").first.select_option("interaction")
        held.wait(tab.page)
        tab.find("main select").first.select_option("document_upload")
        held.wait(tab.page, 2)
        first = held.routes.pop(0)
        held.release()
        expect(tab.find(".events li").first).to_contain_text("Uploaded")
        held.routes.append(first)
        held.release()
        tab.page.wait_for_timeout(100)
        expect(tab.find(".events li").first).to_contain_text("Uploaded")

    def test_a_refused_query_is_told_and_can_be_cleared(self, tab):
        tab.fault("/api/social", "refused", count=5)
        tab.open("analytics", ready=False)
        tab.sees("The server refused this request: range must be 7, 30, 90 or all")

    def test_no_server_at_all(self, tab):
        mend = tab.fault("/api/texts", "connection")
        tab.open("/social", ready=False)
        expect(tab.page.get_by_role("heading", name="Recruiting Compass")).to_be_visible()
        expect(tab.find("main")).to_contain_text("The server could not be reached.")
        mend()
        tab.button("Try Again").click()
        expect(content(tab, "social")).to_be_visible()

    def test_texts_are_those_of_the_page_models(self, server):
        assert server.json("/api/texts") == TEXTS


def set_hidden(tab, hidden):
    """Has the page believe that its tab is hidden; the browser alone cannot be told so."""
    tab.page.evaluate(
        """(hidden) => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => hidden ? 'hidden' : 'visible' });
        document.dispatchEvent(new Event('visibilitychange'));
    }""",
        hidden,
    )
