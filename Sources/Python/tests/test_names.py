"""The methods of the pages follow one pattern, and former names remain."""

from __future__ import annotations

import inspect
import unittest

from compass_kernel import Activity, Posts, Reports, Table, Timeline, answers, reports, results
from support import NOW, TINY

PAGES = (
    (Posts, "analytics_page"), (Posts, "feed_page"), (Posts, "linked_feed_page"), (Timeline, "page"),
    (Activity, "page"), (Reports, "page"))


class PatternTests(unittest.TestCase):
    def test_each_page_has_a_text_with_the_same_parameters(self) -> None:
        for owner, name in PAGES:
            with self.subTest(f"{owner.__name__}.{name}"):
                page = list(inspect.signature(getattr(owner, name)).parameters.values())[1:]
                text = list(inspect.signature(getattr(owner, name + "_text")).parameters.values())[1:]
                self.assertEqual((text[0].name, text[0].default), ("form", "json"))
                self.assertEqual(text[1:], page)
                for parameter in page:
                    by_place = parameter.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD
                    self.assertEqual(by_place, parameter.name == "range", parameter)
                names = [parameter.name for parameter in page]
                self.assertEqual(names.index("zone"), names.index("now") + 1)

    def test_changes_have_the_same_names(self) -> None:
        for owner in (Posts, Timeline, Activity):
            for name in ("put", "remove", "snapshot", "from_directory", "close"):
                self.assertTrue(callable(getattr(owner, name)), name)
            self.assertEqual(list(inspect.signature(owner.remove).parameters), ["self", "id"])

    def test_texts_take_both_spellings_of_their_forms(self) -> None:
        loaded = Posts.from_directory(TINY)
        self.assertEqual(
            loaded.feed_page_text("json-indented", now=NOW), loaded.feed_page_text("json_indented", now=NOW))
        self.assertEqual(
            loaded.feed_page_text("csv-with-mark", now=NOW), loaded.feed_page_text("csv_with_mark", now=NOW))


class FormerNameTests(unittest.TestCase):
    def test_methods_keep_their_former_names(self) -> None:
        for owner, former, name in (
                (Posts, "analytics", "analytics_page"), (Posts, "analytics_text", "analytics_page_text"),
                (Posts, "feed", "feed_page"), (Posts, "feed_text", "feed_page_text"),
                (Posts, "linked", "linked_feed_page"), (Posts, "linked_text", "linked_feed_page_text"),
                (Posts, "merge_json", "put"), (Posts, "delete", "remove"), (Timeline, "items", "columns"),
                (Activity, "insert", "put"), (Activity, "prepare_for_inserts", "prepare_for_changes")):
            self.assertIs(getattr(owner, former), getattr(owner, name), former)

    def test_reports_keep_their_former_names(self) -> None:
        table = Table.from_file("schools", TINY / "schools.json")
        self.assertIs(table.report, table.ingest_report)
        loaded = Posts.from_directory(TINY)
        self.assertIs(loaded.report, loaded.ingest_report)
        for page in (Timeline, Activity, Reports):
            made = page.from_directory(TINY)
            self.assertIs(made.reports, made.ingest_reports)

    def test_the_module_of_results_keeps_its_former_name(self) -> None:
        self.assertIs(answers.SocialAnalytics, results.SocialAnalytics)
        self.assertIs(results.SchoolCount, results.NamedPostCount)
        public = {name for name, value in vars(results).items() if isinstance(value, type)}
        self.assertLessEqual(public, vars(answers).keys())
        self.assertIs(reports.Preset, reports.ReportRange)


if __name__ == "__main__":
    unittest.main()
