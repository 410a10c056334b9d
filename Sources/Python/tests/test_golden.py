"""The committed answers, which the project's naive implementation has computed."""

from __future__ import annotations

import csv
import io
import json
import unittest
from pathlib import Path
from typing import Any, Callable, Dict, List

from compass_kernel import Activity, Posts, Reports, Timeline
from support import DATASETS, NOW

Check = Callable[[Path, Dict[str, Any], Dict[str, Any]], None]

#: Options of the command line that are called otherwise here.
NAMES = {
    "platform": "platforms", "sentiment": "sentiments", "from": "first_day", "to": "last_day",
    "min-width": "minimum_width", "full-text": "whole_text", "limit-per-table": "limit_per_source",
}
#: Options without a value.
SWITCHES = {"compare", "heat-map", "linked", "full-text", "ignore-accents", "all-words"}
#: Options that may be repeated, with another name.
LISTS = {"school": "schools", "coach": "coaches"}
NUMBERS = {"top", "recent", "page", "page-size", "lanes-page", "lanes-per-page", "limit-per-table"}


def keywords(arguments: List[str]) -> Dict[str, Any]:
    """The arguments of a command as those of a method."""
    result: Dict[str, Any] = {}
    words = iter(arguments)
    for word in words:
        option = word[2:]
        name = NAMES.get(option, option.replace("-", "_"))
        if option in SWITCHES:
            result[name] = True
        elif option in ("school", "coach", "sentiment"):
            result.setdefault(LISTS.get(option, name), []).append(next(words))
        elif option == "min-width":
            result[name] = float(next(words))
        elif option in NUMBERS:
            result[name] = int(next(words))
        else:
            result[name] = next(words)
    if result.get("type") in ("flagged", "recruiting"):
        result[result.pop("type")] = True
    return result


class GoldenTests(unittest.TestCase):
    def each_golden(self, page: str, check: Check) -> None:
        """Calls a function for each golden answer: with the dataset, the query and the answer."""
        count = 0
        for folder in (DATASETS / "tiny", DATASETS / "bad-rows"):
            for file in sorted((folder / "golden").glob(f"{page}-*.json")):
                golden = json.loads(file.read_text("utf-8"))
                with self.subTest(file.name):
                    check(folder, keywords(golden["arguments"]), golden["answer"])
                count += 1
        self.assertGreater(count, 0)

    def check(self, answer: Any, expected: Dict[str, Any]) -> None:
        self.assertLessEqual(expected.keys(), answer.keys())
        for key, value in expected.items():
            self.assertEqual(answer[key], value, key)

    def check_text(self, text: str, answer: Any) -> None:
        self.assertEqual(json.loads(text), answer)
        self.assertNotIn("\n", text)

    def test_social_analytics(self) -> None:
        def check(folder: Path, query: Dict[str, Any], expected: Dict[str, Any]) -> None:
            with Posts.from_directory(folder) as posts:
                answer = posts.analytics_page(**query)
                self.check(answer, expected)
                self.check_text(posts.analytics_page_text(**query), answer)

        self.each_golden("social", check)

    def test_feed(self) -> None:
        def check(folder: Path, query: Dict[str, Any], expected: Dict[str, Any]) -> None:
            with Posts.from_directory(folder) as posts:
                ask = posts.linked_feed_page if query.pop("linked", False) else posts.feed_page
                answer = ask(**query)
                self.check(answer, expected)
                for name in ("now", "page_size", "after", "days"):
                    query.pop(name, None)
                self.assertEqual(posts.match_count(**query), answer["matchCount"])

        self.each_golden("feed", check)

    def test_timeline(self) -> None:
        def check(folder: Path, query: Dict[str, Any], expected: Dict[str, Any]) -> None:
            if "schools" in query:
                (query["school"],) = query.pop("schools")
            if "hide" in query:
                query["hide"] = query["hide"].split(",")
            with Timeline.from_directory(folder) as timeline:
                answer = timeline.page(**query)
                self.check(answer, expected)
                self.check_text(timeline.page_text(**query), answer)

        self.each_golden("timeline", check)

    def test_activity(self) -> None:
        def check(folder: Path, query: Dict[str, Any], expected: Dict[str, Any]) -> None:
            limit = query.pop("limit_per_source", None)
            with Activity.from_directory(folder, limit_per_source=limit) as activity:
                answer = activity.page(**query)
                self.check(answer, expected)
                self.check_text(activity.page_text(**query), answer)

        self.each_golden("activity", check)

    def test_reports(self) -> None:
        def check(folder: Path, query: Dict[str, Any], expected: Dict[str, Any]) -> None:
            with Reports.from_directory(folder) as reports:
                answer = reports.page(**query)
                self.check(answer, expected)
                self.check_text(reports.page_text(**query), answer)

        self.each_golden("report", check)


class TextTests(unittest.TestCase):
    """Answers as text."""

    def test_csv_has_the_numbers_of_the_page(self) -> None:
        with Posts.from_directory(DATASETS / "tiny") as posts:
            text = posts.analytics_page_text("csv", "30d", now=NOW)
            rows = list(csv.reader(io.StringIO(text, newline="")))
            total = posts.analytics_page("30d", now=NOW)["summary"]["totalPosts"]
        self.assertIn(str(total), {cell for row in rows for cell in row})
        self.assertIn("\r\n", text)

    def test_the_byte_order_mark_is_an_option(self) -> None:
        with Reports.from_directory(DATASETS / "tiny") as reports:
            plain = reports.page_text("csv", now=NOW)
            self.assertEqual(reports.page_text("csv_with_mark", now=NOW), "\ufeff" + plain)

    def test_indented_json_says_the_same(self) -> None:
        with Activity.from_directory(DATASETS / "tiny") as activity:
            text = activity.page_text("json_indented", now=NOW)
            self.assertEqual(json.loads(text), activity.page(now=NOW))
            self.assertIn("\n", text)
        with Posts.from_directory(DATASETS / "tiny") as posts:
            self.assertEqual(
                json.loads(posts.linked_feed_page_text("json_indented", now=NOW)), posts.linked_feed_page(now=NOW))
            self.assertEqual(json.loads(posts.feed_page_text(now=NOW)), posts.feed_page(now=NOW))


if __name__ == "__main__":
    unittest.main()
