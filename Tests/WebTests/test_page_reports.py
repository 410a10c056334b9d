"""Reports & Analytics: dates, the report, and its export."""

import pytest
from playwright.sync_api import expect

from browser import TEXTS, write_tables
from serving import ZONE, serving

RD = TEXTS["reports"]


@pytest.fixture
def reports(tab):
    tab.set_date()
    return tab.open("reports")


def generate_button(tab):
    return tab.find("button.generate")


def dates(tab):
    return [tab.find("input[type=date]").nth(index).input_value() for index in (0, 1)]


def generate(tab):
    generate_button(tab).click()
    expect(tab.page.get_by_role("heading", name="Report Summary")).to_be_visible()


def generated(tab):
    """The questions for a report, without those for a preset's dates."""
    return [query for query in tab.asked("/api/report") if "from" in query]


def report(tab, start, end, **more):
    fields = "".join(f"&{name}={value}" for name, value in more.items())
    return tab.server.json(f"/api/report?from={start}&to={end}&zone={ZONE}{fields}")


class TestReportPreset:
    @pytest.mark.parametrize(
        "preset,start",
        [
            ("Last 7 days", "2026-02-22"),
            ("Last 30 days", "2026-01-30"),
            ("Last 90 days", "2025-12-01"),
            ("Last 6 months", "2025-09-02"),
            ("Year to date", "2026-01-01"),
            ("Last year", "2025-03-01"),
        ],
    )
    def test_dates(self, reports, preset, start):
        button = reports.button(f"{preset} preset")
        button.click()
        assert dates(reports) == [start, "2026-03-01"]
        expect(button).to_have_attribute("aria-pressed", "true")
        expect(reports.find(".presets [aria-pressed=true]")).to_have_count(1)
        # The server's own rule gives the same days.
        key = {
            "Last 7 days": "7d",
            "Last 30 days": "30d",
            "Last 90 days": "90d",
            "Last 6 months": "6m",
            "Year to date": "ytd",
            "Last year": "1y",
        }[preset]
        assert reports.server.json(f"/api/report?preset={key}&zone={ZONE}")["dateRange"] == {
            "from": start,
            "to": "2026-03-01",
        }


class TestReportsModel:
    def test_opens_with_last_30_days(self, reports):
        expect(reports.page).to_have_title("Reports & Analytics · Recruiting Compass")
        reports.sees("Generate comprehensive reports and export recruiting data")
        expect(reports.button("Last 30 days preset")).to_have_attribute("aria-pressed", "true")
        assert dates(reports) == ["2026-01-30", "2026-03-01"]
        expect(reports.page.get_by_label("From date: January 30, 2026")).to_be_visible()
        assert not generated(reports)

    def test_a_date_by_hand_leaves_no_preset(self, reports):
        reports.find("input[type=date]").first.fill("2026-02-01")
        expect(reports.find(".presets [aria-pressed=true]")).to_have_count(0)

    def test_reversed_dates(self, reports):
        reports.find("input[type=date]").first.fill("2026-03-02")
        reports.sees("End date must be after start date")
        expect(generate_button(reports)).to_have_attribute("aria-disabled", "true")
        generate_button(reports).click(force=True)
        assert not generated(reports)
        # The same day is allowed.
        reports.find("input[type=date]").first.fill("2026-03-01")
        reports.sees_not("End date must be after start date")
        generate_button(reports).click()
        reports.eventually(lambda: len(generated(reports)) == 1)

    def test_no_dates(self, reports):
        reports.find("input[type=date]").first.fill("")
        expect(generate_button(reports)).to_have_attribute("aria-disabled", "true")

    def test_large_range(self, reports):
        reports.find("input[type=date]").first.fill("2016-03-01")
        reports.sees_not("Large date range may take longer to generate")
        reports.find("input[type=date]").first.fill("2016-02-29")
        reports.sees("Large date range may take longer to generate")
        generate(reports)
        expect(reports.text("Large date range may take longer to generate")).to_have_count(2)

    def test_report(self, reports):
        reports.button("Last year preset").click()
        generate(reports)
        answer = report(reports, "2025-03-01", "2026-03-01")
        rate = f"{answer['coaches']['responseRate']:.1f}%"
        shown = reports.find(".report-card")
        expect(shown).to_have_count(5)
        for index, (label, value) in enumerate(
            [
                ("Schools", answer["schools"]["total"]),
                ("Coaches", answer["coaches"]["total"]),
                ("Interactions", answer["interactions"]["total"]),
                ("Metrics", answer["metrics"]["total"]),
                ("Response Rate", rate),
            ]
        ):
            expect(shown.nth(index).locator(".report-value")).to_have_text(str(value))
            expect(shown.nth(index).locator(".report-label")).to_have_text(label)
            expect(shown.nth(index)).to_contain_text(f"{label}: {value}.")
        statuses = reports.find(".status-list li")
        names = [row["name"].replace("_", " ").title() for row in answer["schools"]["byStatus"]]
        expect(statuses).to_have_text(
            [f"{name}: {row['count']}" for name, row in zip(names, answer["schools"]["byStatus"])]
        )
        reports.hears("Report Summary")

    def test_generating(self, reports):
        held = reports.hold("/api/report")
        generate_button(reports).click()
        held.wait(reports.page)
        expect(generate_button(reports)).to_have_text("Generating...")
        expect(generate_button(reports)).to_have_attribute("aria-disabled", "true")
        generate_button(reports).click(force=True)
        assert len(held.routes) == 1
        held.release()
        expect(reports.find(".report")).to_be_visible()
        expect(generate_button(reports)).to_have_text("Generate Report")

    def test_a_date_that_changes_removes_the_report(self, reports):
        generate(reports)
        # The same dates keep it.
        reports.button("Last 30 days preset").click()
        expect(reports.find(".report")).to_be_visible()
        reports.button("Last 7 days preset").click()
        expect(reports.find(".report")).to_have_count(0)

    def test_an_answer_for_other_dates_is_dropped(self, reports):
        held = reports.hold("/api/report")
        generate_button(reports).click()
        held.wait(reports.page)
        reports.button("Last 7 days preset").click()
        held.release()
        expect(generate_button(reports)).to_have_text("Generate Report")
        reports.page.wait_for_timeout(100)
        expect(reports.find(".report")).to_have_count(0)

    @pytest.mark.parametrize("kind", ["server", "connection", "malformed", "rateLimited"])
    def test_generate_fails(self, reports, kind):
        mend = reports.fault("/api/report", kind)
        generate_button(reports).click()
        reports.sees("Failed to generate report. Please try again.")
        reports.hears("Failed to generate report. Please try again.")
        mend()
        reports.button("Try Again").click()
        expect(reports.find(".report")).to_be_visible()
        reports.sees_not("Failed to generate report. Please try again.")

    def test_signed_out(self, reports):
        reports.fault("/api/report", "signedOut")
        generate_button(reports).click()
        expect(reports.page.get_by_role("heading", level=1, name="Sign In")).to_be_visible()

    def test_offline(self, reports):
        with reports.offline():
            expect(generate_button(reports)).to_have_attribute("aria-disabled", "true")
        expect(generate_button(reports)).to_have_attribute("aria-disabled", "false")

    def test_nothing_in_the_dates(self, tabs, tmp_path):
        with serving(write_tables(tmp_path / "data")) as server:
            tab = tabs(server)
            tab.set_date()
            tab.open("reports")
            generate_button(tab).click()
            tab.sees("No data found for selected date range. Try a different range.")
            expect(tab.find(".report")).to_have_count(0)

    def test_a_missing_table_is_named(self, tabs, tmp_path):
        folder = write_tables(
            tmp_path / "data",
            performance_metrics=None,
            interactions=[{"id": "i", "type": "email", "occurred_at": "2026-02-20T12:00:00Z"}],
        )
        (folder / "performance_metrics.json").unlink(missing_ok=True)
        with serving(folder) as server:
            tab = tabs(server)
            tab.set_date()
            tab.open("reports")
            generate(tab)
            expect(tab.find(".warnings")).to_contain_text("performance_metrics")

    def test_comparison_with_the_period_before(self, reports):
        reports.page.get_by_label("Compare with the period before").check()
        generate(reports)
        answer = report(reports, "2026-01-30", "2026-03-01", compare="true")
        expect(reports.find(".report-card").nth(2)).to_contain_text(
            f"{answer['previous']['interactions']['total']} before"
        )

    def test_export(self, reports):
        generate(reports)
        with reports.page.expect_download() as waiting:
            reports.button("Export report to CSV file").click()
        assert waiting.value.suggested_filename == "recruiting-report.csv"
        with open(waiting.value.path(), "rb") as file:
            exported = file.read()
        _, _, body = reports.server.get(f"/api/report.csv?from=2026-01-30&to=2026-03-01&zone={ZONE}")
        assert exported == body

    def test_exporting_and_its_failure(self, reports):
        generate(reports)
        held = reports.hold("/api/report.csv")
        button = reports.button("Export report to CSV file")
        button.click()
        held.wait(reports.page)
        expect(button).to_have_text("Exporting...")
        held.release("server")
        alert = reports.page.get_by_role("alertdialog", name="Failed to export CSV. Please try again.")
        expect(alert).to_be_visible()
        alert.get_by_role("button", name="Close").click()
        expect(button).to_be_focused()
        expect(button).to_have_text("Export CSV")
