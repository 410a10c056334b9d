"""The timeline, the activity feed and reports: how they are made, and what changes them."""

from __future__ import annotations

import copy
import json
import shutil
import tempfile
import unittest
from datetime import date
from pathlib import Path

from compass_kernel import Activity, Reports, Table, Timeline, errors
from support import NOW, TINY


class TimelineTests(unittest.TestCase):
    CAMP = {"id": "1", "name": "Camp", "type": "camp", "start_date": "2026-02-20", "school_id": "s"}

    def test_single_files_and_tables_make_the_page_of_a_directory(self) -> None:
        expected = Timeline.from_directory(TINY).page("all", now=NOW)
        with Table.from_file("events", TINY / "events.json", max_problems=1000) as events:
            timeline = Timeline(
                events=events, interactions=TINY / "interactions.json", offers=str(TINY / "offers.json"),
                school_status_history=TINY / "school_status_history.json", schools=TINY / "schools.json")
        self.assertEqual(timeline.page("all", now=NOW), expected)
        self.assertEqual(timeline.ingest_reports["offers"]["table"], "offers")

    def test_ranges_are_months(self) -> None:
        timeline = Timeline.from_directory(TINY)
        self.assertEqual(timeline.page(now=NOW), timeline.page("6m", now=NOW))
        self.assertEqual(timeline.page(3, now=NOW)["range"]["kind"], "3")
        for wrong in (4, "6d", -1, "", None):
            with self.subTest(wrong), self.assertRaises((errors.InvalidArgumentError, TypeError)):
                timeline.page(wrong, now=NOW)  # type: ignore[arg-type]

    def test_what_is_hidden_may_be_one_kind_or_several(self) -> None:
        timeline = Timeline.from_directory(TINY)
        for hide in ("events", ["events", "offers"], {"status"}):
            hidden = {"event" if kind == "events" else kind.rstrip("s") for kind in
                      ([hide] if isinstance(hide, str) else hide)}
            shown = {item["type"] for item in timeline.page("all", now=NOW, hide=hide)["listItems"]}
            self.assertFalse(hidden & shown)
        self.assertEqual(timeline.page(now=NOW, hide=[]), timeline.page(now=NOW))
        with self.assertRaisesRegex(errors.InvalidArgumentError, "'events', 'interactions'"):
            timeline.page(hide="documents", now=NOW)

    def test_rows_come_and_go(self) -> None:
        timeline = Timeline()
        before = timeline.snapshot()
        self.assertEqual(timeline.put("events", self.CAMP), 1)
        self.assertEqual(timeline.put("events", json.dumps([dict(self.CAMP, name="Spring Camp")])), 1)
        page = timeline.page(now=NOW)
        self.assertEqual([item["label"] for item in page["listItems"]], ["Spring Camp"])
        self.assertEqual(copy.copy(timeline).page(now=NOW), page)
        timeline.remove("event-1")
        self.assertEqual(timeline.page(now=NOW)["list"], [])
        self.assertEqual(before.page(now=NOW)["list"], [])
        with self.assertRaises(errors.NotFoundError):
            timeline.remove("event-1")

    def test_rows_that_are_wrong_are_refused_as_a_whole(self) -> None:
        timeline = Timeline()
        with self.assertRaises(errors.MalformedDataError):
            timeline.put("events", [self.CAMP, {"id": "2"}])
        self.assertEqual(timeline.page(now=NOW)["list"], [])
        with self.assertRaises(errors.InvalidArgumentError):
            timeline.put("documents", [])

    def test_a_missing_table_is_named(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(errors.FileMissingError, "the table events is missing"):
                Timeline.from_directory(folder)


class PartialDirectoryTests(unittest.TestCase):
    """Pages that show what they can."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name) / "data"
        shutil.copytree(TINY, self.folder, ignore=shutil.ignore_patterns("golden", "prints"))

    def test_the_activity_feed_names_what_it_lacks(self) -> None:
        (self.folder / "documents.json").unlink()
        (self.folder / "interactions.json").write_text("[{]")
        (self.folder / "schools.json").unlink()
        activity = Activity.from_directory(self.folder)
        page = activity.page(now=NOW)
        failures = {failure["table"]: failure["reason"] for failure in page["failures"]}
        self.assertEqual(failures.keys(), {"documents", "interactions"})
        self.assertIn("missing", failures["documents"])
        self.assertIn("interactions.json: ", failures["interactions"])
        self.assertNotIn(str(self.folder), failures["interactions"])
        self.assertGreater(page["total"], 0)
        self.assertEqual(list(activity.ingest_reports), ["school_status_history"])

    def test_reasons_are_those_of_the_command_line(self) -> None:
        (self.folder / "documents.json").unlink()
        (self.folder / "documents.json").symlink_to("nowhere.json")
        for name in ("interactions", "coaches"):
            (self.folder / f"{name}.json").write_text('[{"id":')
        ended = "line 1, column 8 (byte 7): unexpected end of the document"
        self.assertEqual(
            Activity.from_directory(self.folder).page(now=NOW)["failures"],
            [{"table": "interactions", "reason": f"interactions.json: {ended}"},
             {"table": "documents", "reason": "missing: there is neither documents.json nor documents.ndjson"}])
        self.assertEqual(
            Reports.from_directory(self.folder).page(now=NOW)["warnings"],
            [{"table": "coaches", "reason": f"coaches.json: {ended}"},
             {"table": "interactions", "reason": f"interactions.json: {ended}"}])

    def test_the_report_names_what_it_lacks(self) -> None:
        (self.folder / "coaches.json").write_text('{"message": "permission denied"}')
        report = Reports.from_directory(self.folder).page(now=NOW)
        (warning,) = report["warnings"]
        self.assertEqual(warning["table"], "coaches")
        self.assertIn("permission denied", warning["reason"])
        self.assertEqual(report["coaches"]["total"], 0)

    def test_no_directory_at_all_is_an_error(self) -> None:
        for page in (Activity, Reports):
            with self.assertRaisesRegex(FileNotFoundError, "no such directory"):
                page.from_directory(self.folder / "none")
        shutil.copy(self.folder / "documents.json", self.folder / "documents.ndjson")
        with self.assertRaisesRegex(errors.InvalidArgumentError, "twice"):
            Activity.from_directory(self.folder)

    def test_tables_that_are_left_out_are_named_too(self) -> None:
        self.assertEqual(len(Activity().page(now=NOW)["failures"]), 3)
        self.assertEqual(len(Reports(schools=TINY / "schools.json").page(now=NOW)["warnings"]), 3)


class ActivityTests(unittest.TestCase):
    def test_filters_narrow_the_page(self) -> None:
        activity = Activity.from_directory(TINY)
        everything = activity.page(page_size=1000, now=NOW)
        for type in ("interaction", "school_status_change", "document_upload"):
            page = activity.page(page_size=1000, type=type, now=NOW)  # type: ignore[arg-type]
            self.assertEqual(
                page["events"], [event for event in everything["events"] if event["type"] == type])
        activity.prepare_for_search()
        activity.prepare_for_search(whole_text=True)
        self.assertLess(activity.page(search="visit", now=NOW)["total"], everything["total"])
        self.assertLess(activity.page(range="week", now=NOW)["total"], everything["total"])
        self.assertEqual(activity.page(page=10**9, now=NOW)["page"], activity.page(now=NOW)["totalPages"])
        for page in (2, 10**9):
            self.assertEqual(activity.page(page, now=NOW), activity.page(page=page, now=NOW))
        for name, days in (("week", "7"), ("month", "30d"), ("quarter", "90")):
            self.assertEqual(
                activity.page(days, now=NOW), activity.page(name, now=NOW))  # type: ignore[arg-type]

    def test_rows_come_and_go(self) -> None:
        activity = Activity(documents=Table.from_bytes("documents", []))
        row = {"id": "1", "type": "transcript", "created_at": "2026-02-28T00:00:00Z", "title": "Grades"}
        snapshot = activity.snapshot()
        activity.prepare_for_changes()
        self.assertEqual(activity.put("documents", [dict(row, title="Old")]), 1)
        self.assertEqual(activity.put("documents", json.dumps([row])), 1)
        self.assertEqual([event["description"] for event in activity.page(now=NOW)["events"]], ["Grades"])
        self.assertEqual(copy.deepcopy(activity).page(now=NOW)["total"], 1)
        self.assertEqual(snapshot.page(now=NOW)["total"], 0)
        activity.remove("doc-1")
        self.assertEqual(activity.page(now=NOW)["total"], 0)
        for gone in ("doc-1", "event-1", ""):
            with self.assertRaises(errors.NotFoundError):
                activity.remove(gone)
        with self.assertRaises(errors.MalformedDataError):
            activity.put("documents", [{"id": "2"}])

    def test_sources_may_be_limited(self) -> None:
        self.assertEqual(Activity.from_directory(TINY, limit_per_source=0).page(now=NOW)["total"], 0)
        self.assertEqual(Activity.from_directory(TINY, limit_per_source=2).page(now=NOW)["total"], 6)
        for wrong in (-1, -2, 2**63):
            with self.assertRaises(errors.InvalidArgumentError):
                Activity(limit_per_source=wrong)

    def test_what_is_not_accepted_is_refused(self) -> None:
        activity = Activity()
        for query in ({"type": "email"}, {"range": "year"}, {"page": 0}, {"page_size": 0},
                         {"page_size": 2**64}):
            with self.subTest(query), self.assertRaises(errors.InvalidArgumentError):
                activity.page(now=NOW, **query)  # type: ignore[arg-type]


class ReportTests(unittest.TestCase):
    def test_days_are_given_instead_of_a_preset(self) -> None:
        reports = Reports.from_directory(TINY)
        month = reports.page(now=NOW)
        self.assertEqual(month, reports.page("30d", now=NOW))
        first, last = month["dateRange"]["from"], month["dateRange"]["to"]
        self.assertEqual(reports.page(first_day=first, last_day=last, now=NOW), month)
        current = reports.page(first_day=date.fromisoformat(first), last_day=date.fromisoformat(last))
        self.assertNotEqual(current["generatedAt"], month["generatedAt"])
        self.assertEqual({**current, "generatedAt": None}, {**month, "generatedAt": None})
        self.assertIsNotNone(reports.page("1y", compare=True, now=NOW)["previous"])
        for same in ("7", "7d", 7):
            self.assertEqual(reports.page(same, now=NOW), reports.page(preset="7d", now=NOW))

    def test_a_report_has_the_time_at_which_it_is_made(self) -> None:
        reports = Reports.from_directory(TINY)
        for days in ({}, {"first_day": "2026-02-01", "last_day": "2026-02-03"}):
            page = reports.page(now="2026-03-01T12:00:00Z", zone="UTC", **days)  # type: ignore[arg-type]
            self.assertEqual(page["generatedAt"], "2026-03-01T12:00:00+00:00")

    def test_days_that_contradict_each_other_are_refused(self) -> None:
        reports = Reports.from_directory(TINY)
        for query in (
                {"first_day": "2026-01-02", "last_day": "2026-01-01"}, {"first_day": "2026-01-02"},
                {"last_day": "2026-01-02"}, {"preset": "2y"}, {"range": 8}, {"range": "8d"},
                {"preset": "7d", "first_day": "2026-01-01", "last_day": "2026-01-02"}):
            with self.subTest(query), self.assertRaises(errors.InvalidArgumentError):
                reports.page(now=NOW, **query)  # type: ignore[arg-type]


if __name__ == "__main__":
    unittest.main()
