"""The Recruiting Timeline: controls, lanes, tooltips, details, and moving and scaling its view."""

import re

import pytest
from playwright.sync_api import expect

from browser import TEXTS, plural, write_tables
from serving import ZONE, serving

RT = TEXTS["timeline"]


def levels(tab, **query):
    fields = "&".join(f"{name.replace('_', '-')}={value}" for name, value in query.items())
    return tab.server.json(f"/api/timeline/levels?zone={ZONE}&width=400&{fields}")


@pytest.fixture
def timeline(tab):
    tab.set_date()
    return tab.open("timeline")


def lanes(tab):
    return tab.find(".tl-lane")


def period(tab):
    return tab.find(".tl-period")


def some_items(**others):
    """A school with one item of each type, and what else is given."""
    return {
        "schools": [{"id": "s", "name": "Stanford"}],
        "events": [
            {
                "id": "e",
                "school_id": "s",
                "type": "camp",
                "name": "Summer Camp",
                "start_date": "2026-02-03",
                "end_date": "2026-02-05",
            }
        ],
        "interactions": [
            {"id": "i", "school_id": "s", "type": "email", "subject": "Hello", "occurred_at": "2026-02-10T15:00:00Z"}
        ],
        "offers": [{"id": "o", "school_id": "s", "offer_type": "full_ride", "offer_date": "2026-02-20"}],
        "school_status_history": [
            {
                "id": "h",
                "school_id": "s",
                "previous_status": "interested",
                "new_status": "contacted",
                "notes": "They wrote back",
                "changed_at": "2026-01-15T15:00:00Z",
            }
        ],
        **others,
    }


@pytest.fixture
def small(tabs, tmp_path):
    with serving(write_tables(tmp_path / "data", **some_items())) as server:
        tab = tabs(server)
        tab.set_date()
        yield tab.open("timeline")


class TestTimelineModel:
    def test_content(self, timeline):
        expect(timeline.page).to_have_title("Recruiting Timeline · Recruiting Compass")
        timeline.sees("Visual overview of your recruiting journey")
        answer = levels(timeline)
        expect(lanes(timeline)).to_have_count(20)
        for index, lane in enumerate(answer["lanes"][:3]):
            expect(lanes(timeline).nth(index).locator(".tl-name")).to_have_text(
                lane["schoolName"] + plural(RT["itemCount"], lane["itemCount"])
            )
            expect(lanes(timeline).nth(index).get_by_role("list")).to_have_attribute(
                "aria-label", plural(RT["laneAloud"], lane["itemCount"], school=lane["schoolName"])
            )
        pager = timeline.page.get_by_role("navigation", name="Timeline", exact=True)
        expect(pager).to_contain_text(f"Page 1 of {answer['lanesPages']}")
        timeline.link("← Back to Reports").click()
        expect(timeline.page.get_by_role("heading", level=1, name="Reports & Analytics")).to_be_focused()

    def test_lanes_in_pages_of_20(self, timeline):
        pager = timeline.page.get_by_role("navigation", name="Timeline", exact=True)
        pager.get_by_role("button", name="Next").click()
        second = levels(timeline, lanes_page=2)["lanes"][0]
        expect(lanes(timeline).first.locator(".tl-name")).to_contain_text(second["schoolName"])
        # Another filter begins at the first page.
        timeline.page.get_by_label("Show offers").uncheck()
        expect(pager).to_contain_text("Page 1 of")

    def test_list(self, timeline):
        answer = levels(timeline)
        first = answer["listItems"][0]
        expect(timeline.find(".tl-list > li")).to_have_count(len(answer["listItems"]))
        expect(timeline.find(".tl-row-label").first).to_have_text(first["label"])
        pager = timeline.page.get_by_role("navigation", name="Timeline List")
        pager.get_by_role("button", name="Next").click()
        expect(pager).to_contain_text(f"Page 2 of {answer['listPages']}")
        expect(timeline.find(".tl-row-label").first).to_have_text(
            levels(timeline, list_page=2)["listItems"][0]["label"]
        )

    def test_ranges_are_kept(self, timeline):
        menu = timeline.page.get_by_role("combobox", name="View Range")
        assert menu.locator("option").all_inner_texts() == ["3 Months", "6 Months", "12 Months", "All Time"]
        expect(menu).to_have_value("6")
        menu.select_option(label="3 Months")
        expect(period(timeline)).to_have_text("Dec 1, 2025 – May 1, 2026")
        assert timeline.page.evaluate("localStorage.timelineViewRange") == "3"
        timeline.reload()
        expect(menu).to_have_value("3")
        timeline.page.evaluate("localStorage.timelineViewRange = 'nonsense'")
        timeline.reload()
        expect(menu).to_have_value("6")

    def test_toggles_and_school(self, small):
        expect(small.find(".tl-list > li")).to_have_count(4)
        legend = small.page.get_by_role("list", name="Legend")
        expect(legend).to_have_text("EventsInteractionsOffersStatus ChangesToday")
        small.page.get_by_label("Show events").uncheck()
        expect(small.find(".tl-list > li")).to_have_count(3)
        expect(legend).to_have_text("InteractionsOffersStatus ChangesToday")
        for name in ["interactions", "offers", "status changes"]:
            small.page.get_by_label(f"Show {name}").uncheck()
        small.sees("No items match your filters.")
        small.sees("Try adjusting filters.")
        small.page.get_by_label("Show events").check()
        expect(small.find(".tl-list > li")).to_have_count(1)
        # Not kept.
        small.reload()
        expect(small.find(".tl-list > li")).to_have_count(4)

    def test_school(self, timeline):
        school = levels(timeline)["lanes"][2]
        timeline.page.get_by_role("combobox", name="School", exact=True).select_option(label=school["schoolName"])
        expect(lanes(timeline)).to_have_count(1)
        expect(timeline.find(".tl-name")).to_contain_text(school["schoolName"])

    def test_empty(self, tabs, tmp_path):
        with serving(write_tables(tmp_path / "data")) as server:
            tab = tabs(server).open("timeline")
            tab.sees("📊")
            tab.sees("No timeline data available")
            tab.sees("Add events, interactions, or offers to see them on the timeline")
            for name in ["Add Event", "Add Interaction", "Add Offer"]:
                expect(tab.link(name)).to_be_visible()

    def test_out_of_range(self, tabs, tmp_path):
        old = {"id": "o", "offer_type": "partial", "offer_date": "2024-02-20"}
        with serving(write_tables(tmp_path / "data", offers=[old])) as server:
            tab = tabs(server).open("timeline")
            tab.sees("No items in this range")
            tab.page.get_by_role("combobox", name="View Range").select_option(label="All Time")
            expect(tab.find(".tl-list > li")).to_have_count(1)

    def test_tooltip(self, small):
        tip = small.find(".tl-tip")
        email = small.find(".tl-item.interaction")
        email.hover()
        expect(tip).to_have_text("Hello, Feb 10, 2026")
        small.press("Escape")
        expect(tip).to_be_hidden()
        small.page.mouse.move(2, 2)
        # The pointer may rest on it, and it goes when that leaves.
        email.hover()
        tip.hover()
        expect(tip).to_be_visible()
        small.page.mouse.move(2, 2)
        expect(tip).to_be_hidden()

    def test_long_press_shows_the_tooltip_and_opens_nothing(self, tabs, tmp_path):
        with serving(write_tables(tmp_path / "data", **some_items())) as server:
            tab = tabs(server, has_touch=True)
            tab.open("timeline")
            session = tab.context.new_cdp_session(tab.page)
            email = tab.find(".tl-item.interaction")
            email.scroll_into_view_if_needed()
            box = email.bounding_box()
            point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
            session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
            expect(tab.find(".tl-tip")).to_be_visible()
            session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
            assert tab.path == "/reports/timeline"

    def test_a_status_change_opens_details(self, small):
        status = small.page.get_by_role("button", name=re.compile("^📊 Status: "))
        status.first.click()
        dialog = small.page.get_by_role("alertdialog")
        expect(dialog).to_contain_text("School: Stanford")
        expect(dialog).to_contain_text("Date: January 15, 2026")
        expect(dialog).to_contain_text("They wrote back")
        dialog.get_by_role("button", name="Close").click()
        expect(dialog).to_have_count(0)
        expect(status.first).to_be_focused()
        small.press("Enter")
        expect(dialog).to_be_visible()
        small.press("Escape")
        expect(status.first).to_be_focused()

    def test_aloud(self, small):
        for name in [
            "⛺ Summer Camp. School: Stanford. Date: February 3 – February 5, 2026.",
            "📧 Hello. School: Stanford. Date: February 10, 2026.",
            "🎉 Full Ride Offer. School: Stanford. Date: February 20, 2026.",
        ]:
            name = name.replace("⛺", "⚾")
            expect(small.page.get_by_role("link", name=name, exact=True).first).to_be_attached()
        expect(small.find(".tl-months")).to_contain_text("Today. March 1, 2026.")
        expect(small.find(".tl-months")).to_contain_text("January 2026")
        expect(small.page.get_by_role("checkbox", name="Show events")).to_be_checked()

    def test_links_lead_to_what_is_not_here(self, small):
        small.find(".tl-list a").first.click()
        expect(small.page.get_by_role("heading", name="Not part of this program")).to_be_visible()
        small.page.go_back()
        expect(small.page.get_by_role("heading", level=1, name="Recruiting Timeline")).to_be_visible()

    def test_print(self, timeline):
        link = timeline.link("Print")
        href = link.get_attribute("href")
        assert href.startswith("/api/timeline.svg?") and "paper=letter" in href and "range=6" in href
        status, headers, body = timeline.server.get(href)
        assert status == 200 and headers["Content-Type"].startswith("image/svg+xml") and b"<svg" in body

    def test_names_that_cannot_be_loaded_do_not_fail_the_page(self, tab):
        tab.fault("/api/schools", "server")
        tab.open("timeline")
        expect(lanes(tab)).to_have_count(20)
        expect(tab.page.get_by_role("combobox", name="School", exact=True).locator("option")).to_have_count(1)


class TestTimelineView:
    """Moving and scaling, which only the browser has."""

    WHOLE = "Sep 1, 2025 – May 1, 2026"

    def point(self, tab, share, lane=0):
        box = tab.find(".tl-months .tl-window").bounding_box()
        row = lanes(tab).nth(lane).bounding_box()
        return box["x"] + share * box["width"], row["y"] + row["height"] / 2

    def wheel(self, tab, amount, times=1, share=0.5):
        lanes(tab).first.scroll_into_view_if_needed()
        tab.page.wait_for_timeout(450)
        tab.page.mouse.move(*self.point(tab, share))
        for _ in range(times):
            tab.page.mouse.wheel(0, amount)
            tab.page.wait_for_timeout(20)

    def test_buttons(self, timeline):
        expect(period(timeline)).to_have_text(self.WHOLE)
        for name in ["Earlier", "Later", "Zoom out", "Whole range"]:
            expect(timeline.button(name)).to_have_attribute("aria-disabled", "true")
        timeline.button("Zoom in").click()
        expect(period(timeline)).to_have_text("Oct 31, 2025 – Mar 1, 2026")
        timeline.hears("Oct 31, 2025 – Mar 1, 2026")
        timeline.button("Later").click()
        expect(period(timeline)).to_have_text("Dec 31, 2025 – May 1, 2026")
        expect(timeline.button("Later")).to_have_attribute("aria-disabled", "true")
        timeline.button("Earlier").click()
        expect(period(timeline)).to_have_text("Oct 31, 2025 – Mar 1, 2026")
        timeline.button("Whole range").click()
        expect(period(timeline)).to_have_text(self.WHOLE)
        timeline.button("Zoom in").click()
        timeline.button("Zoom out").click()
        expect(period(timeline)).to_have_text(self.WHOLE)

    def test_wheel_down_to_a_day_and_back(self, timeline):
        self.wheel(timeline, -240, times=14)
        expect(timeline.button("Zoom in")).to_have_attribute("aria-disabled", "true")
        expect(period(timeline)).to_have_text(
            re.compile(
                r"^(\w{3} \d+), 2025( – \w{3} \d+, 2025)?$|^\w{3} \d+, 2026( – .*)?$|^\w{3} \d+ – \w{3} \d+, \d{4}$"
            )
        )
        top = timeline.page.evaluate("scrollY")
        self.wheel(timeline, 240, times=14)
        expect(period(timeline)).to_have_text(self.WHOLE)
        assert timeline.page.evaluate("scrollY") == top or timeline.page.evaluate("scrollY") > top

    def test_drag_moves_the_view_and_opens_nothing(self, timeline):
        timeline.button("Zoom in").click()
        before = period(timeline).inner_text()
        lanes(timeline).first.scroll_into_view_if_needed()
        timeline.page.mouse.move(*self.point(timeline, 0.3))
        timeline.page.mouse.down()
        timeline.page.mouse.move(*self.point(timeline, 0.7), steps=6)
        timeline.page.mouse.up()
        expect(period(timeline)).not_to_have_text(before)
        assert timeline.path == "/reports/timeline"
        expect(timeline.page.get_by_role("dialog")).to_have_count(0)

    def test_keyboard(self, small):
        items = small.find(".tl-item")
        items.first.focus()
        names = ["Status: Interested → Contacted", "Summer Camp", "Hello", "Full Ride Offer"]
        for index, name in enumerate(names):
            assert name in small.focused, small.focused
            if index < 3:
                small.press("ArrowRight")
        small.press("Home")
        assert names[0] in small.focused
        expect(small.find(".tl-tip")).to_be_visible()
        small.press("Escape")
        expect(small.find(".tl-tip")).to_be_hidden()
        before = period(small).inner_text()
        small.press("+")
        expect(period(small)).not_to_have_text(before)
        small.press("End")
        assert names[3] in small.focused
        small.press("0")
        expect(period(small)).to_have_text(before)
        # One stop of the tab key for the lane.
        expect(small.find(".tl-lanes [tabindex='0']")).to_have_count(1)

    def test_lanes_by_arrows(self, timeline):
        timeline.find(".tl-item").first.focus()
        first = timeline.focused
        timeline.press("ArrowDown")
        second = timeline.focused
        assert levels(timeline)["lanes"][1]["schoolName"] in second
        timeline.press("ArrowUp")
        assert levels(timeline)["lanes"][0]["schoolName"] in timeline.focused, (first, second)

    def test_a_view_survives_a_change_of_the_lanes(self, timeline):
        timeline.button("Zoom in").click()
        before = period(timeline).inner_text()
        timeline.page.get_by_label("Show offers").uncheck()
        timeline.settled()
        expect(period(timeline)).to_have_text(before)


class TestTimelineLevels:
    def test_beyond_2000_items_months_are_counted(self, tabs, tmp_path):
        rows = [
            {
                "id": f"i{number}",
                "school_id": f"s{number % 3}",
                "type": "email",
                "subject": f"Letter {number}",
                "occurred_at": f"2026-{1 + number % 2:02d}-{1 + number % 28:02d}T{12 + number % 8:02d}:00:00Z",
            }
            for number in range(2_400)
        ]
        schools = [{"id": f"s{number}", "name": f"School {number}"} for number in range(3)]
        with serving(write_tables(tmp_path / "data", interactions=rows, schools=schools)) as server:
            tab = tabs(server)
            tab.set_date()
            tab.open("timeline")
            assert levels(tab)["detail"] != "items"
            month = tab.find(".tl-month").first
            expect(month).to_have_attribute(
                "aria-label", re.compile(r"^January 2026: \d+ items \(Interactions: \d+\)$")
            )
            month.focus()
            tab.press("Enter")
            expect(period(tab)).to_have_text("Jan 1 – Feb 1, 2026")
            for _ in range(3):
                tab.button("Zoom in").click()
            # Few enough to be drawn one by one.
            expect(tab.find(".tl-item.interaction").first).to_be_attached()
            expect(tab.find(".tl-month")).to_have_count(0)
            tab.button("Whole range").click()
            expect(month).to_be_attached()
