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

from compass_kernel import Activity, Posts, Reports, Timeline, bad_rows, errors, merge_bad_rows
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
        for name in ("d/B.ndjson", "d/a.json", "d/x/é.jsonl", "d/_hidden", "d/.b.crc", "d/_temporary/c.json", "z.arrow"):
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
                ([path, path], errors.InvalidArgumentError), ([path, f"{self.folder}/b.json"], errors.InvalidArgumentError),
                ([path, f"{self.folder}/x/../a.json"], errors.InvalidArgumentError), ([], errors.InvalidArgumentError),
                (f"{self.folder}/none.json", errors.FileMissingError), (f"{self.folder}/*.csv", errors.FileMissingError),
                ("s3://bucket/a.json", errors.UnsupportedError)):
            with self.subTest(paths), self.assertRaises(error):
                find_shards({"social_media_posts": paths})
        with self.assertRaises(errors.InvalidArgumentError):
            find_shards({"social_media_posts": path}, shard_bytes=0)


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
                {"id": "x"}, post(f"bad-{number}", platform="fax", post_content="é" * 40), post(f"b{number}", sentiment="?")])
        paths = [self.write(f"{name}.ndjson", lines(part)) for name, part in (("b", rows[:40]), ("a", rows[40:]))]
        found = self.answer(Query.analytics(now=NOW, zone=ZONE), {POSTS: paths}).bad_rows
        expected = merge_bad_rows(
            bad_rows(Posts.from_ndjson(path).ingest_report, file=path) for path in paths)
        self.assertEqual(found, expected)
        self.assertEqual(found["files"], 2)
        self.assertEqual(sum(reason["count"] for reason in found["reasons"]), len(found["problems"]))

    def test_duplicates_are_resolved_as_in_one_table(self) -> None:
        rows = [
            post(str(self.random.randrange(30)), post_url=self.random.choice([None, f"u{self.random.randrange(30)}"]))
            for _ in range(60)]
        path = self.write("a.ndjson", lines(rows))
        shards = find_shards({POSTS: path}, shard_bytes=900)
        key = new_row_key()
        replaced = losers(Query.row_keys(shard, key) for shard in shards)
        query = Query.analytics(now=NOW, zone=ZONE)
        result = finish(shards, [query.run(shard, replaced.get(shard.number, ())) for shard in shards])
        whole = Posts.from_ndjson(path)
        self.assertEqual(result.text(), whole.analytics_page_text(now=NOW, zone=ZONE))
        self.assertEqual(result.bad_rows["replaced"], whole.ingest_report["replaced"])
        with self.assertRaises(errors.NotMergeableError):
            finish(shards, [query.run(shard) for shard in shards])

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
        with self.assertRaises(errors.UnsupportedError):
            Query.row_keys(shards[2], new_row_key())

    @unittest.skipUnless(importlib.util.find_spec("pyarrow"), "not installed: pyarrow")
    def test_parquet_and_arrow_files(self) -> None:
        import pyarrow
        import pyarrow.parquet

        rows = posts(90)
        rows[70] = post("bad", platform="fax")
        rows[40] = post("worse", sentiment="furious")
        columns = pyarrow.table({name: [row.get(name) for row in rows] for name in ("id", "platform", "post_date", "sentiment")})
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

    def test_every_shard_counts_once(self) -> None:
        shards = find_shards({POSTS: self.write("a.ndjson", lines(posts(20)))}, shard_bytes=500)
        query = Query.analytics(now=NOW, zone=ZONE)
        parts = [query.run(shard) for shard in shards]
        for wrong in (parts[1:], parts + parts[:1], parts[:-1] + [query.run(shards[0])]):
            with self.subTest(len(wrong)), self.assertRaises(errors.NotMergeableError):
                finish(shards, wrong)
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
                ({"now": datetime(2026, 3, 1)}, errors.InvalidArgumentError), ({"range": "x"}, errors.InvalidArgumentError)):
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

    def test_tasks_refer_to_nothing_that_executors_do_not_have(self) -> None:
        from compass_kernel import spark

        task = spark._task("merge", b"")
        self.assertEqual(task.__code__.co_freevars, ("folder", "name", "payload"))  # type: ignore[attr-defined]
        globals_used = set(task.__code__.co_names) & set(vars(spark))  # type: ignore[attr-defined]
        # What it imports itself.
        self.assertLessEqual(globals_used, {"os", "sys"})


if __name__ == "__main__":
    unittest.main()
