"""Partial answers of random shards, merged in random order, are the answer of one table."""

from __future__ import annotations

import json
import math
import random
import struct
import unittest
from typing import Any, Callable, Dict, List, Tuple

from compass_kernel import (
    Activity, InvalidArgumentError, InvalidHandleError, MalformedDataError, NotMergeableError, Posts, Reports,
    Table, Timeline, UnsupportedError, WrongVersionError, Zone, answer, answer_page, merge_partials,
    partial_kind, partial_shards, zone_of)
from compass_kernel.tables import TableName
from support import NOW, TINY, SeededTestCase, post

Rows = List[Dict[str, Any]]
SCHOOLS, COACHES = TINY / "schools.json", TINY / "coaches.json"


def rows_of(name: str) -> Rows:
    found: Rows = json.loads((TINY / f"{name}.json").read_bytes())
    return found


def split(rows: Rows, count: int, chance: random.Random) -> List[Rows]:
    """Some shards may be empty."""
    shards: List[Rows] = [[] for _ in range(count)]
    for row in rows:
        chance.choice(shards).append(row)
    return shards


def merged(parts: List[bytes], chance: random.Random) -> bytes:
    """Merges groups of parts, in random order and grouping."""
    rest = list(parts)
    while len(rest) > 1:
        chance.shuffle(rest)
        count = chance.randint(2, max(2, len(rest)))
        rest = [merge_partials(rest[:count]), *rest[count:]]
    return rest[0]


class EqualAnswerTests(SeededTestCase):
    """Each page, of one table and of shards."""

    def setUp(self) -> None:
        super().setUp()
        self.zone = Zone("America/New_York")
        #: The zone as another machine gets it.
        self.sent = Zone.from_bytes("sent", self.zone.data)
        self.numbers = self.random.sample(range(1 << 32), 7)

    def check(self, part: Callable[[int, int], bytes], whole: Callable[[str], str], **names: Any) -> bytes:
        parts = [part(index, number) for index, number in enumerate(self.numbers)]
        result = merged(parts, self.random)
        self.assertEqual(result, merged(parts, self.random))
        self.assertEqual(partial_shards(result), sorted(self.numbers))
        for form in ("json", "json-indented", "csv", "csv-with-mark", "html", "html-document"):
            self.assertEqual(answer(result, form=form, **names), whole(form), form)  # type: ignore[arg-type]
        self.assertEqual(answer_page(result, **names), json.loads(whole("json")))
        return result

    def post_shards(self) -> Tuple[Posts, List[Posts]]:
        whole = Posts.from_directory(TINY)
        # Replaced rows are in one shard with those that replace them, where there are any.
        shards = split(rows_of("social_media_posts"), len(self.numbers), self.random)
        return whole, [Posts.from_bytes(shard, threads=1, search_index="never") for shard in shards]

    def filters(self) -> List[Dict[str, Any]]:
        schools = [row["id"] for row in rows_of("schools")]
        return [
            {}, {"platforms": "twitter"}, {"recruiting": True, "sentiments": ["positive", "negative"]},
            {"search": "camp", "ignore_accents": True}, {"schools": self.random.sample(schools, 3)},
            {"first_day": "2026-01-05", "last_day": "2026-02-03", "flagged": False}, {"search": "no such text"}]

    def test_analytics(self) -> None:
        whole, shards = self.post_shards()
        for filters in self.filters():
            for options in ({}, {"top": 0, "recent": 0}, {"top": 1000, "recent": 1000, "days": "all"},
                            {"compare": True, "heat_map": True, "days": 9}):
                range = self.random.choice(["7d", 30, "90", "all"])
                result = self.check(
                    lambda index, number: shards[index].analytics_partial(
                        range, shard=number, now=NOW, zone=self.sent, **options, **filters),  # type: ignore[arg-type]
                    lambda form: whole.analytics_page_text(
                        form, range, now=NOW, zone=self.zone, **options, **filters),  # type: ignore[arg-type]
                    schools=SCHOOLS, coaches=COACHES)
                self.assertEqual(partial_kind(result), "analytics")

    def test_the_feed_and_its_counts(self) -> None:
        whole, shards = self.post_shards()
        cursor = whole.feed_page(page_size=13, now=NOW, zone=self.zone)["nextCursor"]
        for filters in self.filters():
            for options in ({}, {"page_size": 1}, {"page_size": 500}, {"page_size": 20, "after": cursor}):
                feed = self.check(
                    lambda index, number: shards[index].feed_partial(
                        shard=number, now=NOW, zone=self.sent, **options, **filters),  # type: ignore[arg-type]
                    lambda form: whole.feed_page_text(
                        form, now=NOW, zone=self.zone, **options, **filters),  # type: ignore[arg-type]
                    schools=SCHOOLS, coaches=COACHES)
                counts = merged([
                    shard.linked_counts_partial(shard=number, now=NOW, zone=self.sent, days=40, **filters)
                    for shard, number in zip(shards, self.numbers)], self.random)
                self.assertEqual((partial_kind(feed), partial_kind(counts)), ("feed", "linkedCounts"))
                for form in ("json", "csv", "html"):
                    self.assertEqual(
                        answer(feed, linked=counts, schools=SCHOOLS, coaches=COACHES, form=form),  # type: ignore[arg-type]
                        whole.linked_feed_page_text(
                            form, days=40, now=NOW, zone=self.zone, **options, **filters))  # type: ignore[arg-type]
                page = whole.linked_feed_page(days=40, now=NOW, zone=self.zone, **filters)
                self.assertEqual(answer_page(counts, schools=SCHOOLS, coaches=COACHES), page["linked"])
                with self.assertRaises(UnsupportedError):
                    answer(counts, form="csv")

    def shards_of(self, names: Tuple[TableName, ...]) -> List[Dict[str, Table]]:
        shards: List[Dict[str, Table]] = [{} for _ in self.numbers]
        for name in names:
            for shard, rows in zip(shards, split(rows_of(name), len(self.numbers), self.random)):
                shard[name] = Table.from_bytes(name, rows)
        return shards

    def test_reports(self) -> None:
        whole = Reports.from_directory(TINY)
        shards = [Reports(**tables) for tables in self.shards_of(
            ("schools", "coaches", "interactions", "performance_metrics"))]
        for options in ({}, {"range": "1y", "compare": True}, {"range": 7},
                        {"first_day": "2020-01-01", "last_day": "2026-12-31"}):
            result = self.check(
                lambda index, number: shards[index].partial(
                    shard=number, now=NOW, zone=self.sent, **options),  # type: ignore[arg-type]
                lambda form: whole.page_text(form, now=NOW, zone=self.zone, **options))  # type: ignore[arg-type]
            self.assertEqual(partial_kind(result), "report")

    def test_activities(self) -> None:
        whole = Activity.from_directory(TINY)
        schools = Table.from_file("schools", SCHOOLS)
        shards = [Activity(schools=schools, **tables) for tables in self.shards_of(
            ("interactions", "school_status_history", "documents"))]
        for options in ({}, {"page": 3, "page_size": 7}, {"range": "month", "type": "interaction"},
                        {"search": "e"}, {"search": "state", "whole_text": True}, {"page": 500, "page_size": 1}):
            result = self.check(
                lambda index, number: shards[index].partial(
                    shard=number, now=NOW, zone=self.sent, **options),  # type: ignore[arg-type]
                lambda form: whole.page_text(form, now=NOW, zone=self.zone, **options),  # type: ignore[arg-type]
                schools=schools)
            self.assertEqual(partial_kind(result), "activity")
        with self.assertRaisesRegex(NotMergeableError, "500"):
            shards[0].partial(shard=0, now=NOW, zone="UTC", page=26)
        limited = Activity(limit_per_source=5, **self.shards_of(("interactions", "documents"))[0])
        with self.assertRaisesRegex(NotMergeableError, "limit"):
            limited.partial(shard=0, now=NOW, zone="UTC")

    def test_numbers_of_timeline_items(self) -> None:
        whole = Timeline.from_directory(TINY)
        shards = [Timeline(**tables) for tables in self.shards_of(
            ("events", "interactions", "offers", "school_status_history"))]
        windows = [("2025-11-01T00:00:00Z", "2025-12-01T00:00:00Z"), (NOW, NOW),
                   ("1990-01-01T00:00:00Z", "2090-01-01T00:00:00Z")]
        one = answer(whole.counts_partial(windows, shard=0, zone=self.zone))
        parts = [shard.counts_partial(windows, shard=number, zone=self.sent)
                 for shard, number in zip(shards, self.numbers)]
        self.assertEqual(answer(merged(parts, self.random)), one)
        counts = json.loads(one)
        items = whole.page("all", now=NOW, zone=self.zone)
        everything = counts["windows"][2]
        self.assertEqual(
            everything["total"],
            sum(everything[kind] for kind in ("event", "interaction", "offer", "statusChange")))
        self.assertEqual(everything["total"], sum(len(lane["items"]) for lane in items["lanes"]))
        self.assertLess(counts["first"], counts["last"])
        # All time takes a first pass for its ends.
        ends = answer_page(merged([
            shard.counts_partial([], shard=number, zone=self.sent)
            for shard, number in zip(shards, self.numbers)], self.random))
        self.assertEqual((ends["first"], ends["last"]), (counts["first"], counts["last"]))
        self.assertEqual(ends["windows"], [])
        for hide in (None, "events", ["offers", "status"]):
            one = answer(whole.levels_partial(
                ends["first"], ends["last"], 24, shard=0, zone=self.zone, hide=hide))
            parts = [
                shard.levels_partial(ends["first"], ends["last"], 24, shard=number, zone=self.sent, hide=hide)
                for shard, number in zip(shards, self.numbers)]
            self.assertEqual(answer(merged(parts, self.random)), one)
        self.assertEqual(len(json.loads(one)["buckets"]), 24)
        with self.assertRaises(UnsupportedError):
            answer(parts[0], form="html")
        with self.assertRaises(InvalidArgumentError):
            whole.levels_partial(NOW, NOW, 3, shard=0, zone="UTC")
        with self.assertRaises(InvalidArgumentError):
            whole.counts_partial([(NOW, "2020-01-01T00:00:00Z")], shard=0, zone="UTC")

    def test_sums_are_exact(self) -> None:
        values: List[float] = []
        while len(values) < 300:
            value = struct.unpack("<d", self.random.randbytes(8))[0]
            if math.isfinite(value) and abs(value) < 1e305:
                values += [value] if self.random.random() < 0.7 else [value, -value]
        metrics = [
            {"id": str(number), "metric_type": "speed", "value": value, "recorded_date": "2026-02-20"}
            for number, value in enumerate(values)]
        empty: Dict[str, Any] = {
            name: Table.from_bytes(name, []) for name in ("schools", "coaches", "interactions")}  # type: ignore[arg-type]
        parts = []
        for number, rows in enumerate(split(metrics, 7, self.random)):
            reports = Reports(performance_metrics=Table.from_bytes("performance_metrics", rows), **empty)
            parts.append(reports.partial(shard=number, now=NOW, zone="UTC"))
        page = answer_page(merged(parts, self.random))
        (summary,) = page["metrics"]["summaries"]
        self.assertEqual(summary["mean"], math.fsum(values) / len(values))


class RefusalTests(unittest.TestCase):
    def part(self, number: int = 0, rows: Any = (), **options: Any) -> bytes:
        chosen = {"now": NOW, "zone": "America/New_York", **options}
        return Posts.from_bytes(rows or [post(str(number))]).analytics_partial(shard=number, **chosen)

    def test_what_does_not_belong_together_is_refused(self) -> None:
        first = self.part(1)
        for other, reason in (
                (self.part(2, now="2026-03-01T12:00:01Z"), '"now"'), (self.part(2, zone="Europe/Paris"), "zone"),
                (self.part(2, platforms="twitter"), "filters"), (self.part(2, top=6), "lists"),
                (self.part(1, [post("another")]), "shard 1"), (self.part(2, [post("1")]), "same id"),
                (Posts.from_bytes([]).feed_partial(shard=2, now=NOW, zone="America/New_York"), "page")):
            with self.assertRaisesRegex(NotMergeableError, reason):
                merge_partials([first, other])
            with self.assertRaisesRegex(NotMergeableError, reason):
                merge_partials([other, first])
        self.assertIsInstance(NotMergeableError(), ValueError)
        with self.assertRaises(InvalidArgumentError):
            merge_partials([])
        self.assertEqual(merge_partials([first]), first)

    def test_counts_of_another_page_are_refused(self) -> None:
        posts = Posts.from_directory(TINY)
        feed = posts.feed_partial(shard=1, now=NOW, zone="UTC", platforms="twitter")
        for counts, reason in (
                (posts.linked_counts_partial(shard=1, now=NOW, zone="UTC"), "filters"),
                (posts.linked_counts_partial(shard=2, now=NOW, zone="UTC", platforms="twitter"), "shards"),
                (posts.linked_counts_partial(shard=1, now=NOW, zone="Asia/Tokyo", platforms="twitter"), "zone"),
                (feed, "page")):
            with self.assertRaisesRegex(NotMergeableError, reason):
                answer(feed, linked=counts)

    def test_searched_activities_have_the_names_of_the_shards(self) -> None:
        activity = Activity.from_directory(TINY)
        part = activity.partial(shard=0, now=NOW, zone="UTC", search="state")
        answer(part, schools=SCHOOLS)
        with self.assertRaisesRegex(NotMergeableError, "names of schools"):
            answer(part)

    def test_damaged_bytes_are_refused(self) -> None:
        part = self.part(3, [post("1", school_id="s"), post("2", is_recruiting_related=True)])
        for place in range(len(part)):
            for change in (1, 0x80, 0xff):
                damaged = bytearray(part)
                damaged[place] ^= change
                with self.assertRaises((MalformedDataError, WrongVersionError)):
                    merge_partials([damaged])
            with self.assertRaises(MalformedDataError):
                answer(part[:place])
        for wrong in (part + b"\0", b"", b"{}"):
            with self.assertRaises(MalformedDataError):
                partial_kind(wrong)

    def test_shards_need_a_number_an_instant_and_a_zone(self) -> None:
        posts = Posts.from_bytes([post("1")])
        for number in (-1, 1 << 32):
            with self.assertRaises(InvalidArgumentError):
                posts.feed_partial(shard=number, now=NOW, zone="UTC")
        with self.assertRaisesRegex(TypeError, "same instant"):
            posts.feed_partial(shard=0, now=None, zone="UTC")  # type: ignore[arg-type]
        with self.assertRaisesRegex(TypeError, "same zone"):
            posts.feed_partial(shard=0, now=NOW, zone=None)
        posts.close()
        with self.assertRaises(InvalidHandleError):
            posts.feed_partial(shard=0, now=NOW, zone="UTC")


class ZoneDataTests(unittest.TestCase):
    def test_a_zone_is_the_same_on_another_machine(self) -> None:
        posts = Posts.from_directory(TINY)
        for name in ("UTC", "America/New_York", "Asia/Kolkata", "Africa/Casablanca"):
            zone = zone_of(name)
            sent = Zone.from_bytes("sent", zone.data)
            self.assertEqual(sent.data, zone.data)
            self.assertEqual(
                posts.analytics_page("all", days="all", now=NOW, zone=sent),
                posts.analytics_page("all", days="all", now=NOW, zone=zone))
            parts = [posts.feed_partial(shard=0, now=NOW, zone=zone),
                     Posts.from_bytes([]).feed_partial(shard=1, now=NOW, zone=sent)]
            merge_partials(parts)
        self.assertTrue(zone_of("UTC").data.startswith(b"TZif2"))


if __name__ == "__main__":
    unittest.main()
