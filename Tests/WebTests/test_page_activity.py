"""Activity History, and the widget Recent Activity on the first page."""

import json
import os
import signal

from playwright.sync_api import expect

from browser import TEXTS, write_tables
from serving import ZONE, serving

AF = TEXTS["activity"]


def events(tab, **query):
    fields = "&".join(f"{name}={value}" for name, value in query.items())
    return tab.server.json(f"/api/activity?zone={ZONE}&{fields}")


def rows(tab):
    return tab.find(".events > li")


def menu(tab, label):
    return tab.page.get_by_role("combobox", name=label, exact=True)


class TestActivityModel:
    def test_content(self, tab):
        tab.set_date()
        tab.open("activity")
        answer = events(tab)
        expect(tab.page).to_have_title("Activity History · Recruiting Compass")
        tab.sees("Track all your recruiting activity")
        expect(rows(tab)).to_have_count(20)
        for index in (0, 1, 19):
            event = answer["events"][index]
            row = rows(tab).nth(index)
            expect(row.locator(".event-title")).to_have_text(event["title"])
            expect(row.locator(".event-description")).to_have_text(event["description"])
            expect(row.locator(".event-time")).to_have_text(event["relativeTime"])
        expect(tab.find(".pager-text")).to_have_text(f"Page 1 of {answer['totalPages']}")

    def test_an_event_with_a_page_is_a_link_and_others_are_not(self, tab):
        tab.open("activity")
        found = events(tab)["events"]
        for index, event in enumerate(found):
            row = rows(tab).nth(index)
            if event["clickUrl"]:
                assert row.locator("a").get_attribute("href") == event["clickUrl"]
                assert row.locator(".event-chevron svg").count() == 1
            else:
                assert row.locator("a").count() == 0 and row.locator(".event-chevron svg").count() == 0
        assert {bool(event["clickUrl"]) for event in found} == {True, False}

    def test_aloud(self, tab):
        tab.set_date()
        tab.open("activity")
        event = next(event for event in events(tab)["events"] if event["icon"] == "📧")
        expect(tab.find(".events")).to_contain_text(
            f"Email: {event['title']}. {event['description']}. {event['relativeTime']}"
        )

    def test_filters(self, tab):
        tab.open("activity")
        types = menu(tab, "Activity Type")
        assert types.locator("option").all_inner_texts() == [
            "All",
            "Interactions",
            "School Status Changes",
            "Documents",
        ]
        assert menu(tab, "Date Range").locator("option").all_inner_texts() == [
            "All Time",
            "Last 7 Days",
            "Last 30 Days",
            "Last 90 Days",
        ]
        tab.button("Next").click()
        tab.expect_query(page="2")
        types.select_option(label="Documents")
        # A change shows page 1.
        tab.expect_query(type="document_upload")
        answer = events(tab, type="document_upload")
        expect(rows(tab).first).to_contain_text(answer["events"][0]["title"])
        menu(tab, "Date Range").select_option(label="Last 30 Days")
        tab.expect_query(type="document_upload", range="month")
        expect(rows(tab)).to_have_count(min(20, events(tab, type="document_upload", range="month")["total"]))
        tab.reload()
        expect(types).to_have_value("document_upload")
        expect(menu(tab, "Date Range")).to_have_value("month")

    def test_search_after_150_milliseconds(self, tab):
        tab.hold_time()
        tab.open("activity", held=True)
        field = tab.page.get_by_role("searchbox", name="Search")
        expect(field).to_have_attribute("placeholder", "Search activities...")
        count = len(tab.asked("/api/activity"))
        field.press_sequentially("Email")
        tab.pass_time(149)
        assert len(tab.asked("/api/activity")) == count
        tab.pass_time(1)
        tab.eventually(lambda: len(tab.asked("/api/activity")) > count)
        assert [query["search"] for query in tab.asked("/api/activity")[count:]] == [["Email"]]
        # Clearing and the return key do not wait.
        field.fill("")
        tab.expect_query()
        field.fill("visit")
        field.press("Enter")
        tab.expect_query(search="visit")

    def test_pages(self, tab):
        tab.open("activity")
        last = events(tab)["totalPages"]
        expect(tab.button("Previous")).to_be_disabled()
        tab.button("Next").click()
        expect(tab.find(".pager-text")).to_have_text(f"Page 2 of {last}")
        expect(rows(tab).first).to_contain_text(events(tab, page=2)["events"][0]["description"])
        tab.button("Previous").click()
        expect(tab.find(".pager-text")).to_have_text(f"Page 1 of {last}")
        # The button that was turned off gave its focus to the other one.
        assert tab.focused == "Next"
        tab.open(f"/activity?page={last}")
        expect(tab.button("Next")).to_be_disabled()
        tab.open("/activity?page=9999")
        expect(tab.find(".pager-text")).to_have_text(f"Page {last} of {last}")

    def test_one_page_has_no_pager(self, tab):
        tab.open("/activity?type=school_status_change&range=week")
        assert events(tab, type="school_status_change", range="week")["totalPages"] == 1
        expect(tab.find(".pager")).to_be_hidden()

    def test_nothing_found(self, tab):
        tab.open("/activity?search=nosuchactivity")
        tab.sees("✨")
        tab.sees("No activities found")
        tab.sees("Try adjusting your filters or search query")

    def test_nothing_at_all(self, tabs, tmp_path):
        with serving(write_tables(tmp_path / "data")) as server:
            tab = tabs(server).open("activity")
            tab.sees("No activities found")
            tab.open("/")
            tab.sees("No recent activity")

    def test_some_tables_fail(self, tabs, tmp_path):
        folder = write_tables(
            tmp_path / "data",
            documents=[{"id": "d", "type": "transcript", "title": "Grades", "created_at": "2026-02-28T12:00:00Z"}],
        )
        (folder / "interactions.json").write_text('[{"id":')
        with serving(folder) as server:
            tab = tabs(server).open("activity")
            tab.sees("Some activities could not be loaded: Interactions.")
            expect(rows(tab)).to_have_count(1)
            (folder / "interactions.json").write_text(
                json.dumps([{"id": "i", "type": "email", "occurred_at": "2026-02-28T13:00:00Z", "subject": "Hello"}])
            )
            os.kill(server.process.pid, signal.SIGHUP)
            # The server tells that its tables changed.
            expect(rows(tab)).to_have_count(2)
            tab.sees_not("Some activities could not be loaded: Interactions.")

    def test_times_are_renewed_each_minute(self, tab):
        tab.hold_time()
        tab.open("activity", held=True)
        count = len(tab.asked("/api/activity"))
        tab.change("/api/activity", lambda body: body["events"][0].update(relativeTime="8h ago"))
        tab.pass_time(59_999)
        assert len(tab.asked("/api/activity")) == count
        tab.pass_time(1)
        expect(rows(tab).first.locator(".event-time")).to_have_text("8h ago")


class TestActivityWidgetModel:
    def test_content(self, tab):
        tab.open("/")
        tab.sees("Recent Activity")
        expect(rows(tab)).to_have_count(10)
        answer = tab.server.json("/api/activity/widget")["events"]
        expect(rows(tab).first).to_contain_text(answer[0]["title"])
        tab.link("View All Activity →").click()
        expect(tab.page.get_by_role("heading", level=1, name="Activity History")).to_be_focused()

    def test_events_arrive(self, tabs, tmp_path):
        def row(number, minute):
            return {
                "id": f"i{number}",
                "type": "email",
                "occurred_at": f"2026-03-01T10:{minute:02d}:00Z",
                "content": f"Letter {number}",
            }

        folder = write_tables(tmp_path / "data", interactions=[row(1, 10), row(3, 30)])
        with serving(folder) as server:
            tab = tabs(server).open("/")
            expect(tab.find(".events .event-description")).to_have_text(["Letter 3", "Letter 1"])
            (folder / "interactions.json").write_text(json.dumps([row(1, 10), row(2, 20), row(3, 30)]))
            os.kill(server.process.pid, signal.SIGHUP)
            # To its place in time, once.
            expect(tab.find(".events .event-description")).to_have_text(["Letter 3", "Letter 2", "Letter 1"])
            expect(tab.find(".events .arrived")).to_have_count(1)
            tab.hears("Letter 2")

    def test_live_updates_paused_after_30_seconds(self, tab):
        tab.fault("/api/events", "unavailable")
        tab.hold_time()
        tab.open("/", held=True)
        tab.pass_time(29_999)
        tab.sees_not("Live updates paused")
        tab.pass_time(1)
        tab.sees("Live updates paused")
        tab.page.unroute_all()
        tab.pass_time(5_000)
        tab.sees_not("Live updates paused")

    def test_refresh(self, tab):
        tab.open("/").following()
        count = len(tab.asked("/api/activity/widget"))
        tab.button("Refresh").click()
        expect(tab.find(".widget")).to_have_attribute("aria-busy", "false")
        assert len(tab.asked("/api/activity/widget")) == count + 1
