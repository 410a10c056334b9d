"""Files as shards, and queries of them: found, run, and finished to the answer of one machine."""

from __future__ import annotations

import gzip
import importlib.util
import json
import os
import pickle
import tempfile
import unittest
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any, Dict, List, Union

from compass_kernel import (
    Activity, Posts, Reports, Timeline, _shard_files, _shard_rows, bad_rows, errors, merge_bad_rows)
from compass_kernel.partials import answer
from compass_kernel.resolve import losers, new_row_key
from compass_kernel.shards import Answer, Query, error_named, find_shards, finish, merge_parts
from support import NOW, TINY, SeededTestCase, post, posts

ZONE = "America/New_York"
POSTS = "social_media_posts"
#: A header of gzip without compressed bytes after it.
_DAMAGED = gzip.compress(b"")[:10] + b"\xff" * 20


def lines(rows: List[Dict[str, Any]]) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


class FolderTestCase(SeededTestCase):
    def setUp(self) -> None:
        super().setUp()
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name).resolve()

    def write(self, name: str, content: Union[str, bytes]) -> str:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)


class FindingTests(FolderTestCase):
    def names(self, paths: Any, **options: Any) -> List[Any]:
        return [
            (os.path.relpath(shard.path, self.folder), shard.form, shard.start, shard.end)
            for shard in find_shards({"social_media_posts": paths}, **options)]

    def test_folders_and_patterns_are_files_in_the_order_of_bytes(self) -> None:
        for name in (
                "d/B.ndjson", "d/a.json", "d/x/é.jsonl", "d/_hidden", "d/.b.crc", "d/_temporary/c.json", "z.arrow"):
            self.write(name, "[]")
        expected = [("d/B.ndjson", "ndjson", 0, -1), ("d/a.json", "json", 0, -1), ("d/x/é.jsonl", "ndjson", 0, -1)]
        self.assertEqual(self.names(self.folder / "d"), expected)
        self.assertEqual(self.names([f"{self.folder}/d/x/*", f"file://{self.folder}/d/[Ba].*"]), expected)
        self.assertEqual(self.names([f"{self.folder}/d/*"]), expected)
        self.write("l/own.json", "[]")
        os.symlink(self.folder / "d", self.folder / "l/other")
        self.assertEqual([name[0] for name in self.names(self.folder / "l")], [
            "l/other/B.ndjson", "l/other/a.json", "l/other/x/é.jsonl", "l/own.json"])
        self.assertEqual(self.names(str(self.folder / "z.arrow")), [("z.arrow", "arrow", 0, -1)])
        self.assertEqual(self.names(self.folder / "d/a.json", form="ndjson"), [("d/a.json", "ndjson", 0, -1)])

    def test_forms_are_those_of_names(self) -> None:
        for name, form in (
                ("a.json.gz", "json"), ("a.ndjson.gz", "ndjson"), ("a.parquet", "parquet"), ("a.feather", "arrow"),
                ("a.ipc", "arrow"), ("a.compass", "table")):
            self.assertEqual(self.names(self.write(name, "")), [(name, form, 0, -1)])

    def test_large_files_of_lines_are_split(self) -> None:
        path = self.write("a.ndjson", "x" * 100)
        self.assertEqual(
            [name[2:] for name in self.names(path, shard_bytes=30)], [(0, 25), (25, 50), (50, 75), (75, -1)])
        self.assertEqual([name[2:] for name in self.names(path, shard_bytes=100)], [(0, -1)])
        self.assertEqual([name[2:] for name in self.names(self.write("a.json", "x" * 100), shard_bytes=30)], [(0, -1)])

    def test_paths_that_cannot_be_used(self) -> None:
        path = self.write("a.json", "[]")
        os.symlink(path, self.folder / "b.json")
        for paths, error in (
                ([path, path], errors.InvalidArgumentError),
                ([path, f"{self.folder}/b.json"], errors.InvalidArgumentError),
                ([path, f"{self.folder}/x/../a.json"], errors.InvalidArgumentError), ([], errors.InvalidArgumentError),
                (f"{self.folder}/none.json", errors.FileMissingError),
                (f"{self.folder}/*.csv", errors.FileMissingError),
                ("s3://bucket/a.json", errors.UnsupportedError)):
            with self.subTest(paths), self.assertRaises(error):
                find_shards({"social_media_posts": paths})
        with self.assertRaises(errors.InvalidArgumentError):
            find_shards({"social_media_posts": path}, shard_bytes=0)

    def test_patterns_find_neither_uncommitted_files_nor_files_twice(self) -> None:
        for name in ("d/a.json", "d/x/b.json", "d/_temporary/0/c.json"):
            self.write(name, "[]")
        expected = [("d/a.json", "json", 0, -1), ("d/x/b.json", "json", 0, -1)]
        for pattern in ("d/**", "d/**/*.json", "?//**/*.json"):
            with self.subTest(pattern):
                self.assertEqual(self.names(f"{self.folder}/{pattern}"), expected)
        # A folder that is named, not found.
        self.assertEqual(
            self.names(f"{self.folder}/d/_temporary/0/*"), [("d/_temporary/0/c.json", "json", 0, -1)])

    def test_forms_that_do_not_exist_are_refused(self) -> None:
        path = self.write("a.ndjson", "")
        with self.assertRaisesRegex(errors.InvalidArgumentError, "'parquet', 'arrow', 'table'"):
            find_shards({POSTS: path}, form="csv")  # type: ignore[arg-type]
        with self.assertRaisesRegex(errors.InvalidArgumentError, "a.csv.gz: .*ndjson.gz"):
            find_shards({POSTS: self.write("a.csv.gz", gzip.compress(b"a,b"))})

    def test_tables_without_files_are_refused(self) -> None:
        path = self.write("a.json", "[]")
        self.write("export/_SUCCESS", "")
        self.write("export/_temporary/a.json", "[]")
        for missing in (f"{self.folder}/export", f"{self.folder}/exp*", [path, f"{self.folder}/export"]):
            with self.subTest(missing), self.assertRaises(errors.FileMissingError) as caught:
                find_shards({"coaches": self.folder / "a.json", "interactions": missing})
            self.assertIn(f"{self.folder}/exp", str(caught.exception))
        with self.assertRaisesRegex(errors.InvalidArgumentError, "interactions"):
            find_shards({"coaches": path, "interactions": []})
        with self.assertRaises(errors.InvalidArgumentError):
            find_shards({"interactions": None})
        self.assertEqual(len(find_shards({"coaches": path, "interactions": None})), 1)

    def test_files_that_cannot_be_split_have_a_limit(self) -> None:
        row = lines(posts(1)).encode()
        compressed = gzip.compress(row * 40)
        paths = {name: self.write(name, content) for name, content in (
            ("a.json", b"[" + row + b" " * 900 + b"]"), ("b.json.gz", compressed), ("c.ndjson", row * 40),
            ("d.ndjson.gz", compressed), ("cut.ndjson.gz", compressed[:-9] + b"\xff\xff\xff\x7f"))}
        self.assertEqual(len(find_shards({POSTS: list(paths.values())})), len(paths))
        self.addCleanup(setattr, _shard_files, "MAXIMUM_UNSPLIT_BYTES", _shard_files.MAXIMUM_UNSPLIT_BYTES)
        _shard_files.MAXIMUM_UNSPLIT_BYTES = 800
        for name, path in paths.items():
            with self.subTest(name):
                if name in ("c.ndjson", "cut.ndjson.gz"):
                    self.assertEqual(len(find_shards({POSTS: path})), 1)
                    continue
                with self.assertRaises(errors.TooLargeError) as caught:
                    find_shards({POSTS: path})
                self.assertIn(path, str(caught.exception))
                self.assertIn("write several files", str(caught.exception))
                self.assertEqual("is incomplete" in str(caught.exception), name.endswith(".gz"))

    def test_a_compressed_file_is_not_read_beyond_the_limit(self) -> None:
        # The size at the end of the file is that of its last member.
        path = self.write("a.ndjson.gz", gzip.compress(lines(posts(40)).encode()) + gzip.compress(b""))
        shard = find_shards({POSTS: path})[0]
        self.addCleanup(setattr, _shard_rows, "MAXIMUM_UNSPLIT_BYTES", _shard_rows.MAXIMUM_UNSPLIT_BYTES)
        _shard_rows.MAXIMUM_UNSPLIT_BYTES = 800
        with self.assertRaises(errors.TooLargeError) as caught:
            Query.analytics(now=NOW, zone=ZONE).run(shard)
        self.assertIn(path, str(caught.exception))

    def test_places_are_what_errors_call_shards(self) -> None:
        path = self.write("a.ndjson", "x" * 100)
        self.assertEqual([shard.place for shard in find_shards({POSTS: path}, shard_bytes=50)], [
            f"{path} (bytes 0 to 49)", f"{path} (bytes 50 to the last)"])
        whole = find_shards({POSTS: path})[0]
        self.assertEqual(whole.place, path)
        self.assertEqual(whole._replace(form="parquet", start=3, end=9).place, f"{path} (row groups 3 to 8)")


class QueryTests(FolderTestCase):
    def answer(self, query: Query, tables: Any, shard_bytes: int = 500, **names: Any) -> Answer:
        """As an engine does it: shards and parts are sent, and arrive in any order."""
        shards = find_shards(tables, shard_bytes=shard_bytes)
        self.assertGreater(len(shards), 1)
        sent = pickle.loads(pickle.dumps(query))
        parts = [pickle.loads(pickle.dumps(sent.run(shard))) for shard in shards]
        self.random.shuffle(parts)
        cut = self.random.randrange(1, len(parts))
        return finish(shards, [merge_parts(parts[:cut]), merge_parts(parts[cut:])], **names)

    def tiny(self, *tables: str) -> Dict[str, str]:
        return {
            table: self.write(f"{table}.ndjson", lines(json.loads((TINY / f"{table}.json").read_text("utf-8"))))
            for table in tables}

    def test_pages_of_posts(self) -> None:
        tables = self.tiny(POSTS)
        names = {"schools": TINY / "schools.json", "coaches": TINY / "coaches.json"}
        whole = Posts.from_ndjson(tables[POSTS], **names)
        common: Dict[str, Any] = {"now": NOW, "zone": ZONE}
        later = datetime(2026, 3, 1, 4, tzinfo=timezone(timedelta(hours=-8)))
        self.assertEqual(
            self.answer(Query.analytics(60, now=later, zone=ZONE, compare=True, heat_map=True), tables, **names).text(),
            whole.analytics_page_text("json", 60, now=NOW, zone=ZONE, compare=True, heat_map=True))
        filters: Dict[str, Any] = {"platforms": iter(["instagram"]), "sentiments": {"positive"}}
        self.assertEqual(
            self.answer(Query.analytics("all", days="all", **filters, **common), tables, **names).text("html"),
            whole.analytics_page_text(
                "html", "all", days="all", platforms="instagram", sentiments="positive", **common))
        page = self.answer(Query.feed(page_size=3, recruiting=True, **common), tables, **names).page
        self.assertEqual(page, whole.feed_page(page_size=3, recruiting=True, **common))
        self.assertEqual(
            self.answer(Query.linked_feed(page_size=3, search="camp", days=9, **common), tables, **names).text("csv"),
            whole.linked_feed_page_text("csv", page_size=3, search="camp", days=9, **common))
        counts = self.answer(Query.linked_counts(search="camp", **common), tables, **names).page
        linked = whole.linked_feed_page(search="camp", **common)["linked"]
        self.assertEqual({name: counts[name] for name in linked}, linked)

    def test_pages_of_several_tables(self) -> None:
        tables: Any = self.tiny("schools", "coaches", "interactions", "performance_metrics")
        common: Dict[str, Any] = {"now": NOW, "zone": ZONE}
        for missing in (None, "coaches", "performance_metrics"):
            tables.pop(missing, None)
            query = Query.report("1y", compare=True, tables=tables, **common)
            self.assertEqual(
                self.answer(query, tables).text(), Reports(**tables).page_text("json", "1y", compare=True, **common))
        tables = self.tiny("interactions", "school_status_history", "documents")
        schools = self.tiny("schools")["schools"]
        activity = Activity(schools=schools, **tables)
        for options in ({"page": 2}, {"search": "institute", "range": "quarter"}, {"type": "interaction"}):
            query = Query.activity(tables=tables, schools=schools, **options, **common)  # type: ignore[arg-type]
            self.assertEqual(
                self.answer(query, tables, schools=schools).text(),
                activity.page_text(**options, **common))  # type: ignore[arg-type]

    def test_numbers_of_the_timeline(self) -> None:
        tables: Any = self.tiny("events", "interactions", "offers", "school_status_history")
        windows = [("2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z")]
        timeline = Timeline(**tables)
        self.assertEqual(
            self.answer(Query.timeline_counts(windows, zone=ZONE, tables=tables), tables).text(),
            answer(timeline.counts_partial(windows, shard=0, zone=ZONE)))
        self.assertEqual(
            self.answer(Query.timeline_levels(*windows[0], 7, hide="events", zone=ZONE, tables=tables), tables).text(),
            answer(timeline.levels_partial(*windows[0], 7, hide="events", shard=0, zone=ZONE)))

    def test_bad_rows_are_those_of_the_files(self) -> None:
        rows = posts(60)
        for number in self.random.sample(range(60), 20):
            rows[number] = self.random.choice([
                {"id": "x"}, post(f"bad-{number}", platform="fax", post_content="é" * 40),
                post(f"b{number}", sentiment="?")])
        paths = [self.write(f"{name}.ndjson", lines(part)) for name, part in (("b", rows[:40]), ("a", rows[40:]))]
        found = self.answer(Query.analytics(now=NOW, zone=ZONE), {POSTS: paths}).bad_rows
        expected = merge_bad_rows(
            bad_rows(Posts.from_ndjson(path).ingest_report, file=path) for path in paths)
        self.assertEqual(found, expected)
        self.assertEqual(found["files"], 2)
        self.assertEqual(sum(reason["count"] for reason in found["reasons"]), len(found["problems"]))

    def test_reports_of_shards_list_their_first_problems_and_count_all(self) -> None:
        rows = [post(str(number), sentiment=f"{number}?", platform="x" * (number % 3 == 0)) for number in range(400)]
        paths = [self.write(f"{name}.ndjson", lines(part)) for name, part in (("a", rows[:250]), ("b", rows[250:]))]
        shards = find_shards({POSTS: paths})
        query = Query.analytics(now=NOW, zone=ZONE)
        parts = [query.run(shard) for shard in shards]
        for part in parts:
            self.assertEqual(len(part.report["problems"]), 100)
            self.assertLess(len(json.dumps(part.report)), 40_000)
        found = finish(shards, parts).bad_rows
        expected = merge_bad_rows(
            bad_rows(Posts.from_ndjson(path, max_problems=10_000).ingest_report, file=path) for path in paths)
        self.assertEqual(len(expected["problems"]), 400)
        first = [[problem for problem in expected["problems"] if problem["file"] == path][:100] for path in paths]
        self.assertEqual(found["problems"], first[0] + first[1])
        self.assertEqual(
            {name: value for name, value in found.items() if name != "problems"},
            {name: value for name, value in expected.items() if name != "problems"})

    def test_duplicates_are_resolved_as_in_one_table(self) -> None:
        rows = [
            post(str(self.random.randrange(30)), post_url=self.random.choice([None, f"u{self.random.randrange(30)}"]))
            for _ in range(60)]
        path = self.write("a.ndjson", lines(rows))
        shards = find_shards({POSTS: path}, shard_bytes=900)
        query = Query.analytics(now=NOW, zone=ZONE)
        key = new_row_key()
        replaced = losers(query.row_keys(shard, key) for shard in shards)
        parts = [query.run(shard, replaced.get(shard.number, ())) for shard in shards]
        result = finish(shards, parts)
        whole = Posts.from_ndjson(path)
        self.assertEqual(result.text(), whole.analytics_page_text(now=NOW, zone=ZONE))
        self.assertEqual(result.bad_rows["replaced"], whole.ingest_report["replaced"])
        with self.assertRaises(errors.NotMergeableError):
            finish(shards, [query.run(shard) for shard in shards])

    def test_a_row_in_two_shards_is_refused_with_both_files_and_the_remedy(self) -> None:
        rows = posts(30)
        paths = [
            self.write(f"{name}.ndjson", lines(part))
            for name, part in (("a", rows[:10]), ("b", rows[10:20]), ("c", rows[20:] + rows[:1]))]
        query = Query.analytics(now=NOW, zone=ZONE)
        for shard_bytes in (1 << 20, 600):
            shards = find_shards({POSTS: paths}, shard_bytes=shard_bytes)
            parts = [pickle.loads(pickle.dumps(query.run(shard))) for shard in shards]
            self.random.shuffle(parts)
            # Merged on a machine that does not know the shards, or at the end.
            half = len(parts) // 2
            for merging in (
                    lambda: merge_parts(parts), lambda: finish(shards, parts),
                    lambda: merge_parts([merge_parts(parts[:half]), merge_parts(parts[half:])])):
                with self.assertRaises(errors.NotMergeableError) as caught:
                    merging()
                message = str(caught.exception)
                for expected in (paths[0], paths[2], "id or URL", 'duplicates="resolve"', "losers"):
                    self.assertIn(expected, message)
                self.assertNotIn(paths[1], message)
                self.assertEqual(f"{paths[0]} (bytes 0 to " in message, shard_bytes == 600, message)
                self.assertEqual(message.startswith(f"{paths[0]} and {paths[2]} "), shard_bytes != 600, message)

    def test_a_table_that_counts_nothing_is_refused(self) -> None:
        tables: Any = self.tiny("coaches", "interactions", "performance_metrics")
        common: Dict[str, Any] = {"now": NOW, "zone": ZONE}
        # A file of a table that the query does not count.
        for query in (
                Query.analytics(**common), Query.report(tables=["coaches", "performance_metrics"], **common),
                Query.timeline_counts(zone=ZONE, tables=["events"])):
            shard = find_shards({"interactions": tables["interactions"]})[0]
            with self.subTest(query.kind), self.assertRaises(errors.InvalidArgumentError) as caught:
                query.run(shard)
            self.assertIn(tables["interactions"], str(caught.exception))
            self.assertIn(query.tables[0], str(caught.exception))
        # A table that the query counts, without a file.
        query = Query.report("1y", tables=tables, **common)
        del tables["interactions"]
        shards = find_shards(tables)
        with self.assertRaisesRegex(errors.InvalidArgumentError, "counts interactions"):
            finish(shards, [query.run(shard) for shard in shards])
        other = Query.report("1y", tables=tables, **common)
        with self.assertRaises(errors.NotMergeableError):
            merge_parts([query.run(shards[0]), other.run(shards[1])])
        self.assertEqual(
            finish(shards, [other.run(shard) for shard in shards]).text(),
            Reports(**tables).page_text("json", "1y", **common))

    def test_compressed_files_arrays_and_table_files(self) -> None:
        rows = posts(30)
        paths = [self.write("a.json", json.dumps(rows[:10])), f"{self.folder}/b.ndjson.gz", f"{self.folder}/c.compass"]
        with gzip.open(paths[1], "wt") as file:
            file.write(lines(rows[10:20]))
        Posts.from_bytes(json.dumps(rows[20:])).save(paths[2])
        found = self.answer(Query.feed(now=NOW, zone=ZONE), {POSTS: paths})
        self.assertEqual(found.text(), Posts.from_bytes(json.dumps(rows)).feed_page_text(now=NOW, zone=ZONE))
        self.assertEqual(repr(found), "<answer of 30 rows in 3 files>")
        shards = find_shards({POSTS: paths})
        for shard in shards[:2]:
            self.assertEqual(len(Query.row_keys(shard, new_row_key())), 400)
        with self.assertRaisesRegex(errors.UnsupportedError, "pass the documents") as refused:
            Query.row_keys(shards[2], new_row_key())
        self.assertTrue(str(refused.exception).startswith(shards[2].path))
        self.assertEqual(str(refused.exception).count(shards[2].path), 1)

    @unittest.skipUnless(importlib.util.find_spec("pyarrow"), "not installed: pyarrow")
    def test_parquet_and_arrow_files(self) -> None:
        import pyarrow
        import pyarrow.parquet

        rows = posts(90)
        rows[70] = post("bad", platform="fax")
        rows[40] = post("worse", sentiment="furious")
        columns = pyarrow.table({
            name: [row.get(name) for row in rows] for name in ("id", "platform", "post_date", "sentiment")})
        paths = [str(self.folder / name) for name in ("a.parquet", "b.arrow", "c.arrow")]
        pyarrow.parquet.write_table(columns.slice(0, 60), paths[0], row_group_size=10)
        with pyarrow.ipc.new_file(paths[1], columns.schema) as file:
            file.write_table(columns.slice(60, 20), max_chunksize=6)
        with pyarrow.ipc.new_stream(paths[2], columns.schema) as stream:
            stream.write_table(columns.slice(80))
        size = os.path.getsize(paths[0])
        found = self.answer(Query.analytics(now=NOW, zone=ZONE), {POSTS: paths}, size // 9)
        whole = Posts.from_bytes(json.dumps(rows))
        self.assertEqual(found.text(), whole.analytics_page_text(now=NOW, zone=ZONE))
        self.assertGreater(len(find_shards({POSTS: paths}, shard_bytes=size // 9)), 4)
        self.assertEqual(
            [(problem["file"], problem["row"]) for problem in found.bad_rows["problems"]],
            [(paths[0], 41), (paths[1], 11)])
        broken = self.write("broken.parquet", "no Parquet")
        with self.assertRaises(errors.InvalidArgumentError) as caught:
            Query.analytics(now=NOW, zone=ZONE).run(find_shards({POSTS: broken})[0])
        self.assertIn(broken, str(caught.exception))
        # To divide it, its end is read.
        with self.assertRaises(errors.InvalidArgumentError) as caught:
            find_shards({POSTS: broken}, shard_bytes=2)
        self.assertIn(broken, str(caught.exception))

    @unittest.skipUnless(importlib.util.find_spec("pyarrow"), "not installed: pyarrow")
    def test_other_columns_of_a_parquet_file_are_not_decoded(self) -> None:
        import pyarrow
        import pyarrow.parquet

        rows = posts(90)
        path = str(self.folder / "a.parquet")
        columns = {"other": ["x" * 50] * 90, **{name: [row[name] for row in rows] for name in rows[0]}}
        pyarrow.parquet.write_table(pyarrow.table(columns), path, row_group_size=40)
        expected = Posts.from_bytes(json.dumps(rows)).analytics_page_text(now=NOW, zone=ZONE)
        # Whoever reads the other column fails.
        with pyarrow.parquet.ParquetFile(path) as file:
            others = [file.metadata.row_group(number).column(0) for number in range(3)]
        with open(path, "r+b") as damaged:
            for column in others:
                self.assertEqual(column.path_in_schema, "other")
                damaged.seek(column.dictionary_page_offset or column.data_page_offset)
                damaged.write(b"\xff" * column.total_compressed_size)
        with self.assertRaises(Exception):
            pyarrow.parquet.read_table(path)
        shards = find_shards({POSTS: path}, shard_bytes=os.path.getsize(path) // 3)
        self.assertGreater(len(shards), 1)
        query = Query.analytics(now=NOW, zone=ZONE)
        self.assertEqual(finish(shards, [query.run(shard) for shard in shards]).text(), expected)
        self.assertEqual(sum(len(Query.row_keys(shard, new_row_key())) for shard in shards), 90 * 40)
        if os.path.isdir("/proc/self/fd"):
            self.assertNotIn(path, [os.path.realpath(f"/proc/self/fd/{name}") for name in os.listdir("/proc/self/fd")])

    def test_shards_come_in_any_order_and_some_may_be_left_out(self) -> None:
        rows = posts(60)
        rows[10], rows[50] = post("bad", platform="fax"), post("worse", platform="fax")
        paths = [self.write("a.ndjson", lines(rows[:30])), self.write("b.ndjson", lines(rows[30:]))]
        shards = find_shards({POSTS: paths}, shard_bytes=700)
        query = Query.analytics(now=NOW, zone=ZONE)
        parts = [query.run(shard) for shard in shards]
        whole = finish(shards, parts)
        # The parts are as before.
        self.assertEqual(finish(shards, parts).bad_rows, whole.bad_rows)
        reversed_shards = finish(shards[::-1], parts)
        self.assertEqual((reversed_shards.text(), reversed_shards.bad_rows), (whole.text(), whole.bad_rows))
        chosen = [number for number, shard in enumerate(shards) if shard.path == paths[1]]
        self.assertGreater(len(chosen), 1)
        found = finish([shards[number] for number in chosen], [parts[number] for number in chosen])
        self.assertEqual(found.text(), Posts.from_ndjson(paths[1]).analytics_page_text(now=NOW, zone=ZONE))
        (problem,) = found.bad_rows["problems"]
        self.assertEqual((problem["file"], problem["row"]), (paths[1], 21))

    def test_files_with_the_same_number_are_refused_with_both(self) -> None:
        paths = [self.write(f"{name}.ndjson", lines([post(name)])) for name in "ab"]
        query = Query.analytics(now=NOW, zone=ZONE)
        parts = [query.run(shard) for path in paths for shard in find_shards({POSTS: path})]
        with self.assertRaisesRegex(errors.NotMergeableError, "a.ndjson and .*b.ndjson both have the number 0"):
            merge_parts(parts)

    def test_parts_of_a_feed_with_and_without_counts_are_refused(self) -> None:
        shards = find_shards({POSTS: [self.write(f"{name}.ndjson", lines(posts(1))) for name in "ab"]})
        queries = Query.linked_feed(now=NOW, zone=ZONE), Query.feed(now=NOW, zone=ZONE)
        with self.assertRaisesRegex(errors.NotMergeableError, "pass the same query"):
            merge_parts([query.run(shard) for query, shard in zip(queries, shards)])

    def test_every_shard_counts_once(self) -> None:
        shards = find_shards({POSTS: self.write("a.ndjson", lines(posts(20)))}, shard_bytes=500)
        query = Query.analytics(now=NOW, zone=ZONE)
        parts = [query.run(shard) for shard in shards]
        for wrong in (parts[1:], parts + parts[:1], parts[:-1] + [query.run(shards[0])]):
            with self.subTest(len(wrong)), self.assertRaises(errors.NotMergeableError) as caught:
                finish(shards, wrong)
            # The first one is missing, or there twice.
            self.assertIn(shards[0].place, str(caught.exception))
        others = find_shards({POSTS: self.write("b.ndjson", lines(posts(20)))}, shard_bytes=500)
        self.assertEqual(len(others), len(shards))
        with self.assertRaisesRegex(errors.NotMergeableError, "other files"):
            finish(others, parts)
        for nothing in (finish, merge_parts):
            with self.assertRaises(errors.InvalidArgumentError):
                nothing(*([shards] if nothing is finish else []), [])  # type: ignore[operator]

    def test_errors_name_the_file(self) -> None:
        query = Query.analytics(now=NOW, zone=ZONE)
        for name, content, error in (
                ("a.ndjson", '{"id": 1', errors.MalformedDataError), ("b.json", "{", errors.MalformedDataError),
                ("c.ndjson.gz", "not gzip", errors.FileUnreadableError),
                ("e.ndjson.gz", _DAMAGED, errors.FileUnreadableError), ("d.compass", "", errors.MalformedDataError)):
            path = self.write(name, content)
            shard = find_shards({POSTS: path})[0]
            with self.subTest(name), self.assertRaises(error) as caught:
                query.run(shard)
            self.assertIn(path, str(caught.exception))
            os.remove(path)
            with self.subTest(name), self.assertRaises(errors.FileMissingError) as missing:
                query.run(shard)
            self.assertIn(path, str(missing.exception))
        self.assertIsInstance(error_named("TooLargeError", "x"), errors.TooLargeError)
        self.assertIsInstance(error_named("KeyError", "x"), errors.InternalError)

    def test_mistakes_are_reported_before_anything_is_read(self) -> None:
        for options, error in (
                ({"zone": None}, TypeError), ({"now": None}, TypeError), ({"zone": "Mars/X"}, errors.UnknownZoneError),
                ({"platforms": "fax"}, errors.InvalidArgumentError), ({"unknown": 1}, TypeError),
                ({"now": datetime(2026, 3, 1)}, errors.InvalidArgumentError),
                ({"range": "x"}, errors.InvalidArgumentError)):
            with self.subTest(options), self.assertRaises(error):
                Query.analytics(**{"now": NOW, "zone": ZONE, **options})  # type: ignore[arg-type]


class SparkModuleTests(unittest.TestCase):
    def test_it_requires_pyspark_for_queries_alone(self) -> None:
        from compass_kernel import spark

        path, _, folder = spark.archive().partition("#")
        self.assertEqual(folder, "compass")
        import zipfile

        with zipfile.ZipFile(path) as file:
            names = file.namelist()
        self.assertIn("compass_kernel/__init__.py", names)
        self.assertIn("compass_kernel/_spark_tasks.py", names)
        self.assertEqual([name for name in names if name.startswith("compass_kernel/libcompass")], names[-1:])

    def test_duplicates_in_table_files_are_refused_before_a_job(self) -> None:
        from compass_kernel import spark

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "posts.compass")
            path.write_bytes(b"not read")
            # Without a session a job would fail otherwise.
            with self.assertRaisesRegex(errors.UnsupportedError, "posts.compass: .*pass the documents"):
                spark.analytics(None, path, now=NOW, zone=ZONE, duplicates="resolve")

    def test_tasks_refer_to_nothing_that_executors_do_not_have(self) -> None:
        from compass_kernel import spark

        task = spark._task("merge", b"")
        self.assertEqual(task.__code__.co_freevars, ("folder", "name", "payload"))  # type: ignore[attr-defined]
        globals_used = set(task.__code__.co_names) & set(vars(spark))  # type: ignore[attr-defined]
        # What it imports itself.
        self.assertLessEqual(globals_used, {"os", "sys"})


if __name__ == "__main__":
    unittest.main()
