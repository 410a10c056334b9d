"""Rows that rows of other shards replace, parts of files, and reports of bad rows."""

from __future__ import annotations

import importlib.util
import json
import unittest
from typing import Any, Dict, List
from unittest import mock

from compass_kernel import (
    BadRows, FileMissingError, InvalidArgumentError, MalformedDataError, NotMergeableError, Posts, Table,
    UnsupportedError, answer, bad_rows, losers, merge_bad_rows, merge_partials, new_row_key, resolve, row_keys,
    row_keys_of_arrow)
from support import NOW, TINY, SeededTestCase, post
from test_table_files import FolderTestCase

Rows = List[Dict[str, Any]]
POSTS = "social_media_posts"


def lines(rows: Rows) -> bytes:
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows)


class ResolveTests(SeededTestCase):
    def random_rows(self) -> Rows:
        rows: Rows = []
        for number in range(60):
            row = post(str(self.random.randrange(25)), post_content=str(number))
            if self.random.random() < 0.6:
                row["post_url"] = f"https://x.com/{self.random.randrange(25)}"
            if self.random.random() < 0.1:
                # Unreadable rows replace nothing.
                row["platform"] = "myspace"
            rows.append(row)
        return rows

    def test_shards_keep_the_rows_that_one_table_keeps(self) -> None:
        for _ in range(20):
            rows = self.random_rows()
            cuts = sorted(self.random.sample(range(len(rows) + 1), 4))
            shards = [rows[start:end] for start, end in zip([0, *cuts], [*cuts, len(rows)])]
            key = new_row_key()
            keys = [
                row_keys(POSTS, lines(shard), shard=number, key=key, form="ndjson")
                for number, shard in enumerate(shards)]
            replaced = losers(keys)
            self.assertEqual(losers(reversed(keys)), replaced)
            self.assertEqual(resolve._losers_of_python(keys), replaced)
            loaded = [
                Posts.from_bytes(lines(shard), form="ndjson", replaced=replaced.get(number, ()))
                for number, shard in enumerate(shards)]
            whole = Posts.from_bytes(rows)
            self.assertEqual(sum(map(len, loaded)), len(whole))
            self.assertEqual(
                sum(posts.ingest_report["replaced"] for posts in loaded), whole.ingest_report["replaced"])
            parts = [
                posts.feed_partial(shard=number, now=NOW, zone="UTC", page_size=100)
                for number, posts in enumerate(loaded)]
            self.assertEqual(
                answer(merge_partials(parts)), whole.feed_page_text(now=NOW, zone="UTC", page_size=100))

    def test_a_row_that_is_replaced_still_replaces(self) -> None:
        x, y = {"post_url": "https://x.com/x"}, {"post_url": "https://x.com/y"}
        shards = [[post("9", **x)], [post("1", **x), post("1", **y)]]
        key = new_row_key()
        keys = [row_keys(POSTS, json.dumps(rows).encode(), shard=number, key=key)
                for number, rows in enumerate(shards)]
        self.assertEqual(losers(keys), {0: [1], 1: [1]})
        self.assertEqual(len(keys[1]), 2 * resolve.KEY_SIZE)
        self.assertEqual(len(Posts.from_bytes(shards[0] + shards[1])), 1)

    def test_keys_depend_on_the_key_and_name_their_rows(self) -> None:
        document = b'[{"id": "1"}, {"id": "", "name": "nobody"}, {"id": "2", "name": "Ohio"}]'
        key = bytes(range(16))
        first = row_keys("schools", document, shard=1 << 31, key=key)
        table = Table.from_bytes("schools", document)
        self.assertEqual(len(first) // resolve.KEY_SIZE, len(table))
        self.assertEqual(first, row_keys("schools", memoryview(document), shard=1 << 31, key=key))
        self.assertNotEqual(first[:16], row_keys("schools", document, shard=1 << 31, key=new_row_key())[:16])
        self.assertEqual(int.from_bytes(first[32:36], "little"), 1 << 31)
        self.assertEqual(first[-4:], b"\3\0\0\0")
        self.assertEqual(first[16:32], bytes(16))

    def test_mistakes_are_refused(self) -> None:
        key = new_row_key()
        keys = row_keys(POSTS, json.dumps([post("1")]).encode(), shard=0, key=key)
        for find in (losers, resolve._losers_of_python):
            with self.assertRaisesRegex(NotMergeableError, "row 1 of shard 0 occurs twice"):
                find([keys, keys])
        self.assertEqual(losers([]), {})
        with self.assertRaises(InvalidArgumentError):
            losers([keys[:-1]])
        with self.assertRaises(InvalidArgumentError):
            row_keys(POSTS, b"[]", shard=0, key=b"short")
        with self.assertRaises(MalformedDataError):
            row_keys(POSTS, b"{", shard=0, key=key)
        with self.assertRaises(FileMissingError):
            row_keys(POSTS, "/no/such/file", shard=0, key=key)
        with self.assertRaises(TypeError):
            row_keys_of_arrow(POSTS, object(), shard=0, key=key)
        for wrong in (-1, 1 << 32):
            with self.assertRaises(InvalidArgumentError):
                Posts.from_bytes([post("1")], replaced=[wrong])

    def test_numpy_is_not_required(self) -> None:
        key = new_row_key()
        keys = [row_keys(POSTS, json.dumps([post("1")]).encode(), shard=number, key=key) for number in (4, 2)]
        with mock.patch.dict("sys.modules", numpy=None):
            self.assertEqual(losers(keys), {2: [1]})

    @unittest.skipUnless(importlib.util.find_spec("pyarrow"), "not installed: pyarrow")
    def test_columns_have_the_keys_of_their_rows(self) -> None:
        import pyarrow

        rows = [row for row in self.random_rows()]
        key = new_row_key()
        columns = pyarrow.Table.from_pylist(rows, schema=pyarrow.schema([
            (name, pyarrow.string()) for name in ("id", "platform", "post_date", "post_content", "post_url")]))
        expected = row_keys(POSTS, json.dumps(rows).encode(), shard=5, key=key)
        self.assertEqual(row_keys_of_arrow(POSTS, columns, shard=5, key=key), expected)
        batch = columns.combine_chunks().to_batches()[0]
        self.assertEqual(row_keys_of_arrow(POSTS, batch, shard=5, key=key), expected)
        replaced = losers([expected])[5]
        whole = Posts.from_bytes(rows)
        kept = Posts.from_arrow(columns, replaced=replaced)
        self.assertEqual(kept.feed_page(now=NOW), whole.feed_page(now=NOW))
        with self.assertRaises(UnsupportedError):
            row_keys_of_arrow("schools", columns, shard=5, key=key)


class ByteRangeTests(FolderTestCase, SeededTestCase):
    def setUp(self) -> None:
        FolderTestCase.setUp(self)
        SeededTestCase.setUp(self)

    def test_each_line_is_in_the_range_in_which_it_begins(self) -> None:
        rows = [post(str(number), post_content="x" * self.random.randrange(9)) for number in range(6)]
        path = self.folder / "posts.ndjson"
        for end in (b"\n", b""):
            text = b"\n".join(json.dumps(row).encode() for row in rows) + end
            path.write_bytes(text)
            starts = [0] + [place + 1 for place in range(len(text) - 1) if text[place:place + 1] == b"\n"]
            for start in range(0, len(text) + 2, 7):
                for stop in range(start, len(text) + 2):
                    table = Table.from_file(POSTS, path, byte_range=(start, stop), threads=1)
                    self.assertEqual(len(table), sum(start <= place < stop for place in starts))

    def test_large_files_in_parts_are_the_whole_file(self) -> None:
        rows = [post(str(number), post_content="text " * self.random.randrange(40)) for number in range(3_000)]
        for number in self.random.sample(range(3_000), 20):
            rows[number]["platform"] = "myspace"
        path = self.folder / "posts.ndjson"
        path.write_bytes(lines(rows))
        size = path.stat().st_size
        cuts = [0, *sorted(self.random.sample(range(size), 5)), size]
        key = new_row_key()
        whole = Table.from_file(POSTS, path)
        problems = []
        count = keys = 0
        for number, part in enumerate(zip(cuts, cuts[1:])):
            table = Table.from_file(POSTS, path, byte_range=part)
            count += len(table)
            problems += [(problem["byteOffset"], problem["reason"]) for problem in table.ingest_report["problems"]]
            self.assertEqual(
                len(row_keys(POSTS, path, shard=number, key=key, byte_range=part)) // 40, len(table))
            keys += len(table)
            posts = Posts.from_ndjson(path, byte_range=part, replaced=[1, 2])
            # A part may have fewer rows than these two.
            skipped = {problem["row"] for problem in table.ingest_report["problems"]}
            left_out = {1, 2}.intersection(range(1, table.ingest_report["rows"] + 1)) - skipped
            self.assertEqual(len(posts), len(table) - len(left_out))
        self.assertEqual((count, keys), (len(whole), len(whole)))
        self.assertEqual(problems, [
            (problem["byteOffset"], problem["reason"]) for problem in whole.ingest_report["problems"]])

    def test_errors_have_the_position_in_the_file(self) -> None:
        path = self.folder / "posts.ndjson"
        good = lines([post("1")])
        path.write_bytes(good + b"not JSON\n" + good)
        with self.assertRaisesRegex(MalformedDataError, rf"byte {len(good)}\)"):
            Table.from_file(POSTS, path, byte_range=(len(good), len(good) + 1))
        self.assertEqual(len(Table.from_file(POSTS, path, byte_range=(0, 1))), 1)
        self.assertEqual(len(Table.from_file(POSTS, path, byte_range=(len(good) + 9, 1 << 62))), 1)

    def test_what_has_no_parts_is_refused(self) -> None:
        for part in ((5, 4), (-1, 2)):
            with self.assertRaises(InvalidArgumentError):
                Table.from_file(POSTS, TINY / f"{POSTS}.json", form="ndjson", byte_range=part)
        with self.assertRaisesRegex(InvalidArgumentError, "NDJSON"):
            Table.from_file(POSTS, TINY / f"{POSTS}.json", byte_range=(0, 10))


class BadRowsTests(SeededTestCase):
    def test_reports_add_up_in_any_order(self) -> None:
        parts: List[BadRows] = []
        for number in range(6):
            rows: Rows = [post(str(row)) for row in range(5)]
            for row in rows:
                if self.random.random() < 0.7:
                    row.update(self.random.choice([
                        {"platform": self.random.choice(["myspace", 'a "quoted\\" one', "x\u2028"])},
                        {"sentiment": str(self.random.random())}, {"post_date": "yesterday"}, {"id": None},
                        {"flagged_for_review": 3}]))
            report = Posts.from_bytes(rows).ingest_report
            parts.append(bad_rows(report, file=f"part-{number // 2}", limit=7, starts_file=number % 2 == 0))
            self.assertEqual(
                sum(reason["count"] for reason in parts[-1]["reasons"]), report["skipped"] + report["warnings"])
        total = merge_bad_rows(parts)
        self.random.shuffle(parts)
        self.assertEqual(
            merge_bad_rows([merge_bad_rows(parts[:2]), merge_bad_rows(parts[2:])]), total)
        self.assertEqual((total["files"], total["rows"]), (3, 30))
        self.assertEqual(total["loaded"], total["rows"] - total["skipped"] - total["replaced"])
        self.assertEqual(sum(reason["count"] for reason in total["reasons"]), total["skipped"] + total["warnings"])
        self.assertLessEqual(len(total["problems"]), 7)
        self.assertEqual(json.loads(json.dumps(total)), total)

    def test_reasons_leave_out_what_they_quote(self) -> None:
        rows = [post("1", platform="myspace"), post("2", platform="friendster"), post("3", sentiment="meh")]
        total = bad_rows(Posts.from_bytes(rows).ingest_report, file="posts.json")
        self.assertEqual(
            [(reason["field"], reason["severity"], reason["count"]) for reason in total["reasons"]],
            [("platform", "error", 2), ("sentiment", "warning", 1)])
        self.assertNotIn("myspace", total["reasons"][0]["reason"])
        self.assertIn("twitter", total["reasons"][0]["reason"])
        self.assertIn("myspace", total["problems"][0]["reason"])

    def test_problems_that_are_not_listed_are_counted(self) -> None:
        rows = [post(str(row), platform="myspace") for row in range(9)]
        report = Posts.from_bytes(rows, max_problems=4).ingest_report
        total = bad_rows(report, file="posts.json")
        self.assertEqual((total["skipped"], total["unlisted"], total["reasons"][0]["count"]), (9, 5, 4))
        with self.assertRaises(NotMergeableError):
            merge_bad_rows([total, bad_rows(report, file="posts.json", limit=2)])
        with self.assertRaises(InvalidArgumentError):
            merge_bad_rows([])


if __name__ == "__main__":
    unittest.main()
