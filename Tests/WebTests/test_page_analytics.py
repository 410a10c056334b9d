"""Social Analytics, and exploring it: filters by a drag and by clicks, in the charts, the feed and the address."""

import re

import pytest
from playwright.sync_api import expect

from browser import TEXTS, plural, post, write_tables
from serving import ZONE, serving

SA = TEXTS["socialAnalytics"]
COMMON = TEXTS["common"]
SENTIMENTS = {"very_positive": "veryPositive", "positive": "positive", "neutral": "neutral", "negative": "negative"}


def social(tab, **query):
    """The server's answer to a question of the page."""
    fields = "&".join(
        f"{name}={value}"
        for name, values in {"range": "30", "zone": ZONE, **query}.items()
        for value in (values if isinstance(values, list) else [values])
        if value
    )
    return tab.server.json(f"/api/social?{fields}")


def card(tab, label):
    return (
        tab.find(".grid4 .stat")
        .filter(has=tab.page.locator(".label", has_text=re.compile(f"^{re.escape(label)}$")))
        .locator(".value")
    )


def total(tab):
    return card(tab, "Total Posts")


def expect_charts(tab, answer):
    """The charts show an answer."""
    for row in answer["sentiment"]:
        label = COMMON[SENTIMENTS[row["type"]]]
        name = plural(SA["sentimentAloud"], row["count"], sentiment=label, percentage=int(row["percentage"] + 0.5))
        expect(tab.button(name)).to_be_visible()
    for key, count in answer["platforms"].items():
        expect(tab.button(plural(SA["platformAloud"], count, platform=COMMON[key]))).to_be_visible()
    for rank, school in enumerate(answer["topSchools"], 1):
        expect(
            tab.button(plural(SA["schoolAloud"], school["postCount"], rank=rank, school=school["name"]))
        ).to_be_visible()


def days(tab):
    return tab.page.get_by_role("option")


def drag(tab, first, last):
    """Drags over the day chart from one day to another."""
    plot = tab.find(".plot")
    plot.scroll_into_view_if_needed()
    box = plot.bounding_box()
    count = days(tab).count()
    x = [box["x"] + box["width"] * (index + 0.5) / count for index in (first, last)]
    y = box["y"] + box["height"] / 2
    tab.page.mouse.move(x[0], y)
    tab.page.mouse.down()
    tab.page.mouse.move((x[0] + x[1]) / 2, y, steps=3)
    tab.page.mouse.move(x[1], y, steps=3)
    tab.page.mouse.up()


class TestSocialAnalyticsModel:
    def test_content(self, tab):
        tab.open("analytics")
        answer = social(tab)
        expect(tab.page).to_have_title("Social Analytics · Recruiting Compass")
        expect(tab.page.get_by_role("heading", level=1, name="Social Analytics")).to_be_visible()
        tab.sees("Trends and insights from coach and program social media")
        summary = answer["summary"]
        for label, value, share in [
            ("Total Posts", summary["totalPosts"], None),
            ("Recruiting Posts", summary["recruitingPosts"], summary["recruitingPercentage"]),
            ("Positive Sentiment", summary["positivePosts"], summary["positivePercentage"]),
            ("Active Schools", summary["activeSchools"], None),
        ]:
            expect(card(tab, label)).to_have_text(str(value))
            subtitle = f" {share}%" if share is not None else ""
            expect(tab.page.get_by_role("group", name=f"{label}: {value}.{subtitle}", exact=True)).to_be_visible()
        expect_charts(tab, answer)
        for title in [
            "Sentiment Distribution",
            "Platform Distribution",
            "Activity by Day",
            "Most Active Schools",
            "Recent Recruiting Posts",
        ]:
            expect(tab.page.get_by_role("heading", level=2, name=title)).to_be_visible()
        expect(tab.find(".recent li")).to_have_count(5)

    def test_ranges(self, tab):
        tab.open("analytics")
        group = tab.page.get_by_role("group", name="Time Range")
        expect(group.get_by_role("button", name="30 Days")).to_have_attribute("aria-pressed", "true")
        widths = {round(group.get_by_role("button").nth(index).bounding_box()["width"]) for index in range(4)}
        assert len(widths) == 1, widths
        for label, kind in [("7 Days", "7"), ("90 Days", "90"), ("All Time", "all"), ("30 Days", "30")]:
            group.get_by_role("button", name=label).click()
            # In the same turn, before the answer.
            expect(group.get_by_role("button", name=label)).to_have_attribute("aria-pressed", "true")
            expect(group.locator("[aria-pressed=true]")).to_have_count(1)
            expect(total(tab)).to_have_text(str(social(tab, range=kind)["summary"]["totalPosts"]))
            tab.expect_query(**({} if kind == "30" else {"range": kind}))

    def test_day_chart(self, tab):
        tab.open("analytics")
        answer = social(tab)["activityByDay"]
        expect(days(tab)).to_have_count(30)
        expect(tab.find(".days .axis")).to_have_text(answer[0]["label"] + answer[-1]["label"])
        tab.find(".plot").hover(position={"x": 2, "y": 20})
        expect(tab.find(".days .tooltip")).to_have_text(
            plural(SA["dayTooltip"], answer[0]["count"], date=answer[0]["label"])
        )
        tab.page.mouse.move(5, 5)
        expect(tab.find(".days .tooltip")).to_be_hidden()

    def test_a_tooltip_ends_when_the_window_changes(self, tab):
        tab.open("analytics")
        tab.find(".plot").focus()
        tab.press("ArrowLeft")
        expect(tab.find(".days .tooltip")).to_be_visible()
        tab.page.set_viewport_size({"width": 700, "height": 800})
        expect(tab.find(".days .tooltip")).to_be_hidden()
        tab.press("ArrowLeft")
        expect(tab.find(".days .tooltip")).to_be_visible()

    def test_table_of_a_chart(self, tab):
        tab.open("analytics")
        chart = tab.find("figure").filter(has_text="Platform Distribution")
        chart.locator("summary").click()
        answer = social(tab)["platforms"]
        expect(chart.locator("tbody tr")).to_have_text(
            [f"Twitter/X{answer['twitter']}", f"Instagram{answer['instagram']}"]
        )

    def test_aloud(self, tab):
        tab.open("analytics")
        answer = social(tab)
        sentiment = answer["sentiment"][0]
        expect(tab.find("figcaption").first).to_contain_text(
            f"Sentiment distribution chart. Very Positive: {sentiment['count']} posts, {round(sentiment['percentage'])} percent."
        )
        first = next(day for day in answer["activityByDay"] if day["count"])
        expect(tab.find("figcaption").nth(2)).to_contain_text(
            f"Activity by day chart. {first['label']}: {first['count']} posts."
        )

    def test_a_recent_post_expands(self, tab):
        tab.open("analytics")
        first = tab.find(".post-line").first
        expect(first).to_have_attribute("aria-expanded", "false")
        first.click()
        expect(first).to_have_attribute("aria-expanded", "true")
        first.click()
        expect(first).to_have_attribute("aria-expanded", "false")

    def test_view_all_leads_to_recruiting_posts(self, tab):
        tab.open("analytics")
        tab.link("View All →").click()
        expect(tab.page.get_by_role("heading", level=1, name="Social Media Monitoring")).to_be_focused()
        tab.expect_query(type="recruiting")
        expect(tab.find(".found")).to_have_text(
            plural(COMMON["postCount"], tab.server.json("/api/feed?type=recruiting")["matchCount"])
        )

    def test_nothing_in_range(self, tabs, tmp_path):
        old = post(1, post_date="2024-01-01T00:00:00Z")
        with serving(write_tables(tmp_path / "data", social_media_posts=[old])) as server:
            tab = tabs(server).open("analytics")
            tab.sees("📊")
            tab.sees("No posts in selected period")
            tab.sees("Try selecting a longer time range")
            expect(tab.text("No data available")).to_have_count(5)
            tab.button("All Time").click()
            tab.sees_not("No posts in selected period")
            expect(total(tab)).to_have_text("1")
            tab.sees("No sentiment data available")

    def test_no_posts_at_all(self, tabs, tmp_path):
        with serving(write_tables(tmp_path / "data")) as server:
            tab = tabs(server).open("/social/analytics?range=all")
            tab.sees("No posts in selected period")
            tab.sees_not("Try selecting a longer time range")

    def test_one_post_reads_as_one(self, tabs, tmp_path):
        with serving(write_tables(tmp_path / "data", social_media_posts=[post(1)])) as server:
            tab = tabs(server).open("analytics")
            expect(tab.button("Twitter/X: 1 post.")).to_be_visible()


class TestExploring:
    def test_drag_filters_all_charts_and_the_feed(self, tab):
        tab.open("analytics")
        answer = social(tab)
        chosen = [day["date"] for day in answer["activityByDay"]][5:11]
        drag(tab, 5, 10)
        tab.expect_query(**{"from": chosen[0], "to": chosen[-1]})
        filtered = social(tab, **{"from": chosen[0], "to": chosen[-1]})
        expect(total(tab)).to_have_text(str(filtered["summary"]["totalPosts"]))
        expect_charts(tab, filtered)
        # The chart that is dragged over keeps its days: it counts without its own filter.
        expect(days(tab)).to_have_count(30)
        expect(tab.page.get_by_role("option", selected=True)).to_have_count(6)
        tab.link(f"Show {filtered['summary']['totalPosts']} posts in the feed").click()
        expect(tab.find(".found")).to_have_text(f"{filtered['summary']['totalPosts']} posts")
        tab.expect_query(**{"from": chosen[0], "to": chosen[-1]})
        tab.page.go_back()
        expect(total(tab)).to_have_text(str(filtered["summary"]["totalPosts"]))
        tab.page.go_back()
        tab.expect_query()
        expect(total(tab)).to_have_text(str(answer["summary"]["totalPosts"]))
        expect(tab.page.get_by_role("option", selected=True)).to_have_count(0)
        tab.page.go_forward()
        expect(total(tab)).to_have_text(str(filtered["summary"]["totalPosts"]))

    def test_counts_follow_while_the_pointer_is_down(self, tab):
        tab.open("analytics")
        before = total(tab).inner_text()
        plot = tab.find(".plot")
        plot.scroll_into_view_if_needed()
        box = plot.bounding_box()
        tab.page.mouse.move(box["x"] + 40, box["y"] + 40)
        tab.page.mouse.down()
        tab.page.mouse.move(box["x"] + 140, box["y"] + 40, steps=4)
        expect(total(tab)).not_to_have_text(before)
        assert tab.query == {}, "no entry of the history until the pointer is up"
        tab.page.mouse.up()
        tab.eventually(lambda: set(tab.query) == {"from", "to"})

    def test_a_click_chooses_a_day_and_again_frees_it(self, tab):
        tab.open("analytics")
        date = social(tab)["activityByDay"][3]
        drag(tab, 3, 3)
        tab.expect_query(**{"from": date["date"], "to": date["date"]})
        expect(tab.button(f"Remove filter {date['label']}")).to_be_visible()
        expect(total(tab)).to_have_text(str(date["count"]))
        drag(tab, 3, 3)
        tab.expect_query()

    def test_clicks_toggle_and_combine(self, tab):
        tab.open("analytics")
        answer = social(tab)
        school = answer["topSchools"][1]
        tab.find(".ranks button").nth(1).click()
        expect(total(tab)).to_have_text(str(social(tab, school=school["id"])["summary"]["totalPosts"]))
        # Without its own filter the list of schools still has all five.
        expect(tab.find(".ranks button")).to_have_count(5)
        expect(tab.find(".ranks [aria-pressed=true]")).to_have_count(1)
        tab.find(".platforms .choice").first.click()
        expect(total(tab)).to_have_text(
            str(social(tab, school=school["id"], platform="twitter")["summary"]["totalPosts"])
        )
        tab.find(".bars button").first.click()
        tab.find(".bars button").nth(1).click()
        wanted = social(tab, school=school["id"], platform="twitter", sentiment=["very_positive", "positive"])[
            "summary"
        ]["totalPosts"]
        expect(total(tab)).to_have_text(str(wanted))
        tab.expect_query(school=school["id"], platform="twitter", sentiment=["very_positive", "positive"])
        tab.find(".bars button").nth(1).click()
        tab.expect_query(school=school["id"], platform="twitter", sentiment="very_positive")
        tab.button("Remove filter Twitter/X").click()
        tab.expect_query(school=school["id"], sentiment="very_positive")
        # Each step back undoes one of them.
        tab.page.go_back()
        tab.expect_query(school=school["id"], platform="twitter", sentiment="very_positive")
        expect(tab.find(".platforms [aria-pressed=true]")).to_have_count(1)
        tab.button("Clear Filters").click()
        tab.expect_query()
        expect(total(tab)).to_have_text(str(answer["summary"]["totalPosts"]))

    def test_reload_keeps_the_filters_of_the_address(self, tab):
        school = social(tab)["topSchools"][0]
        tab.open(f"/social/analytics?range=90&school={school['id']}&sentiment=positive&from=2026-02-01&to=2026-02-20")
        wanted = social(
            tab, range="90", school=school["id"], sentiment="positive", **{"from": "2026-02-01", "to": "2026-02-20"}
        )
        expect(total(tab)).to_have_text(str(wanted["summary"]["totalPosts"]))
        tab.reload()
        expect(total(tab)).to_have_text(str(wanted["summary"]["totalPosts"]))
        expect(tab.button("90 Days")).to_have_attribute("aria-pressed", "true")
        expect(tab.button(f"Remove filter {school['name']}")).to_be_visible()

    @pytest.mark.parametrize(
        "address",
        [
            "?range=31",
            "?sentiment=great",
            "?platform=myspace",
            "?from=yesterday",
            "?range=%00",
            "?school=",
            "?range=7&range=90",
        ],
    )
    def test_what_the_address_has_wrong_is_left_out(self, tab, address):
        tab.open(f"/social/analytics{address}")
        expect(tab.page.get_by_role("group", name="Time Range").locator("[aria-pressed=true]")).to_have_count(1)
        expect(tab.find(".banner")).to_have_count(0)

    def test_by_keyboard(self, tab):
        tab.open("analytics")
        answer = social(tab)["activityByDay"]
        tab.find(".plot").focus()
        tab.press("End", "ArrowLeft")
        expect(tab.find(".days .tooltip")).to_contain_text(answer[-2]["label"])
        tab.press("Enter")
        tab.expect_query(**{"from": answer[-2]["date"], "to": answer[-2]["date"]})
        tab.press("Home")
        tab.page.keyboard.down("Shift")
        tab.press("ArrowRight", "ArrowRight")
        tab.page.keyboard.up("Shift")
        tab.expect_query(**{"from": answer[0]["date"], "to": answer[2]["date"]})
        tab.press("Escape")
        expect(tab.find(".days .tooltip")).to_be_hidden()
        tab.press("Escape")
        tab.expect_query()
        assert tab.focused == "Activity by Day", tab.focused
