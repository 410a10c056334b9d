"""Tables in files that are opened in milliseconds, and the cache of tables."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from typing import Any, List

import compass_kernel
from compass_kernel import (
    Activity, FileMissingError, FileUnreadableError, InvalidArgumentError, MalformedDataError, NotFoundError,
    Posts, Reports, Table, TableFile, Timeline, WrongVersionError)
from compass_kernel.tables import TableName
from support import NOW, TINY, post, posts

#: All tables but the posts.
NAMES: List[TableName] = [
    "schools", "coaches", "interactions", "events", "offers", "school_status_history", "documents",
    "performance_metrics"]


class FolderTestCase(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def tiny(self) -> Path:
        """A table file with all tables of the dataset."""
        path = self.folder / "tiny.compass"
        names: List[TableName] = ["social_media_posts", *NAMES]
        # The timeline lists all rows that were skipped.
        tables = [Table.from_file(name, TINY / f"{name}.json", max_problems=1_000_000) for name in names]
        TableFile.save(path, tables)
        return path


class TableFileTests(FolderTestCase):
    def test_posts_are_those_that_were_saved(self) -> None:
        path = self.folder / "season.compass"
        posts = Posts.from_directory(TINY)
        for search_index in (True, False):
            posts.save(path, search_index=search_index)
            TableFile.verify(path)
            with Posts.open(path) as opened:
                self.assertEqual(opened.ingest_report, posts.ingest_report)
                self.assertEqual(
                    opened.analytics_page("all", now=NOW), posts.analytics_page("all", now=NOW))
                self.assertEqual(
                    opened.feed_page(search="camp", now=NOW), posts.feed_page(search="camp", now=NOW))
                opened.put([post("new")])
                opened.save(path)
                self.assertEqual(len(opened), len(posts) + 1)
            with Posts.open(path, verify="all", copying=True, threads=2, search_index="never") as opened:
                self.assertEqual(len(opened), len(posts) + 1)

    def test_names_may_come_from_elsewhere(self) -> None:
        path = self.folder / "posts.compass"
        Posts.from_bytes([post("1", school_id="s", coach_id="c")]).save(path)
        schools = Table.from_bytes("schools", [{"id": "s", "name": "North"}])
        coaches = Table.from_bytes("coaches", [{"id": "c", "first_name": "Ada", "last_name": "Ray"}])
        with Posts.open(path) as unnamed, Posts.open(path, schools=schools, coaches=coaches) as named:
            self.assertEqual(unnamed.feed_page(now=NOW)["posts"][0]["schoolName"], "Unknown School")
            self.assertEqual(named.feed_page(now=NOW)["posts"][0]["schoolName"], "North")
            self.assertEqual(named.feed_page(now=NOW)["posts"][0]["coachName"], "Ada Ray")

    def test_every_page_is_that_of_the_folder(self) -> None:
        path = self.tiny()
        for made, expected in (
                (Timeline.open(path), Timeline.from_directory(TINY)),
                (Timeline.from_directory(path), Timeline.from_directory(TINY)),
                (Activity.open(path), Activity.from_directory(TINY)),
                (Activity.from_directory(str(path)), Activity.from_directory(TINY)),
                (Reports.open(path), Reports.from_directory(TINY)),
                (Reports.from_directory(path), Reports.from_directory(TINY))):
            with self.subTest(type(made).__name__):
                self.assertEqual(made.page(now=NOW), expected.page(now=NOW))
                self.assertEqual(made.ingest_reports.keys(), expected.ingest_reports.keys())
        self.assertEqual(
            Activity.open(path, limit_per_source=2).page(now=NOW),
            Activity.from_directory(TINY, limit_per_source=2).page(now=NOW))
        self.assertEqual(
            Posts.from_directory(path).analytics_page("all", now=NOW),
            Posts.from_directory(TINY).analytics_page("all", now=NOW))
        # As a source of a table, where a document may be.
        self.assertEqual(
            Posts(path, schools=path).analytics_page("all", now=NOW)["topSchools"],
            Posts.from_directory(TINY).analytics_page("all", now=NOW)["topSchools"])

    def test_problems_of_stored_tables_are_limited(self) -> None:
        path = self.folder / "events.compass"
        Table.from_bytes("events", [{"id": str(number)} for number in range(5)]).save(path)
        for limit, count in ((0, 0), (2, 2), (9, 5)):
            report = Table.from_file("events", path, max_problems=limit).ingest_report
            self.assertEqual((report["skipped"], len(report["problems"])), (5, count))

    def test_tables_are_those_that_were_saved(self) -> None:
        with TableFile.open(self.tiny()) as file:
            for name in NAMES:
                table, expected = file.table(name), Table.from_file(name, TINY / f"{name}.json")
                assert table is not None
                self.assertEqual(len(table), len(expected), name)
                self.assertEqual(table.ingest_report["rows"], expected.ingest_report["rows"], name)
        events = Table.from_file("events", TINY / "events.json")
        events.save(self.folder / "events.compass")
        with TableFile.open(self.folder / "events.compass", verify="all") as file:
            self.assertIsNone(file.table("schools"))
            stored = file.table("events")
            assert stored is not None
            self.assertEqual(stored.ingest_report, events.ingest_report)

    def test_a_table_that_is_missing_is_named(self) -> None:
        path = self.folder / "events.compass"
        Table.from_file("events", TINY / "events.json").save(path)
        with self.assertRaisesRegex(NotFoundError, "social_media_posts"):
            Posts.open(path)
        with self.assertRaisesRegex(FileMissingError, "interactions is missing"):
            Timeline.open(path)
        with self.assertRaisesRegex(NotFoundError, "no table schools"):
            Table.from_file("schools", path)
        failures = Activity.open(path).page(now=NOW)["failures"]
        self.assertEqual(
            [failure["table"] for failure in failures],
            ["interactions", "school_status_history", "documents"])
        self.assertIn("the file does not have it", failures[0]["reason"])

    def test_files_that_are_none_are_refused(self) -> None:
        path = self.tiny()
        whole = path.read_bytes()
        with self.assertRaises(FileMissingError):
            TableFile.open(self.folder / "missing")
        with self.assertRaises(FileUnreadableError):
            TableFile.verify(self.folder)
        with self.assertRaises(FileUnreadableError):
            Posts.from_bytes([]).save(self.folder / "no" / "file")
        for wrong in (b"[]", whole[:-1], whole + b"x", whole[:1000] + b"x" + whole[1001:]):
            path.write_bytes(wrong)
            with self.assertRaises(MalformedDataError):
                TableFile.verify(path)
        for open_pages in (Timeline.open, Activity.open, Reports.open, Posts.open):
            path.write_bytes(whole[:-1])
            with self.assertRaises(MalformedDataError):
                open_pages(path)
        changed = bytearray(whole)
        changed[8] = 77
        path.write_bytes(changed)
        with self.assertRaisesRegex(WrongVersionError, "load the tables from their source"):
            Posts.open(path)

    def test_arguments_are_verified(self) -> None:
        events = Table.from_bytes("events", [])
        path = self.folder / "x.compass"
        with self.assertRaisesRegex(InvalidArgumentError, "another table of events"):
            TableFile.save(path, [events, events])
        wrong: Any = "some"
        with self.assertRaisesRegex(InvalidArgumentError, "verify"):
            TableFile.open(path, verify=wrong)
        with self.assertRaisesRegex(InvalidArgumentError, "search_index"):
            Posts.open(path, search_index=wrong)
        TableFile.save(path, [])
        with TableFile.open(path) as file:
            self.assertIsNone(file.table("events"))
        with self.assertRaises(compass_kernel.InvalidHandleError):
            file.table("events")


class CacheTests(FolderTestCase):
    def large(self) -> Path:
        """A document of more than 1 MiB; smaller ones are read as quickly as a file is opened."""
        path = self.folder / "social_media_posts.json"
        rows = posts(6_000, post_content="Camp day, " + "again " * 20)
        path.write_text(json.dumps([*rows, {"id": "skipped"}]))
        # One that has just been written may be written once more unnoticed.
        time.sleep(2.1)
        return path

    def test_the_second_load_is_that_of_the_first(self) -> None:
        path, cache = self.large(), self.folder / "cache"
        first = Posts.from_json(path, cache=cache)
        self.assertEqual(len(list(cache.iterdir())), 1)
        stored = next(cache.iterdir())
        self.assertEqual(stored.stat().st_mode & 0o777, 0o600)
        os.utime(stored, (0, 0))
        second = Posts.from_directory(self.folder, cache=str(cache))
        self.assertGreater(stored.stat().st_mtime, 0, "it was not used")
        self.assertEqual(second.ingest_report, first.ingest_report)
        self.assertEqual(second.ingest_report["skipped"], 1)
        self.assertEqual(second.feed_page(now=NOW), first.feed_page(now=NOW))
        # A changed document is read.
        path.write_text(json.dumps(posts(1)))
        self.assertEqual(len(Posts.from_json(path, cache=cache)), 1)

    def test_the_users_folder(self) -> None:
        path = self.large()
        code = ("import sys; from compass_kernel import Posts; "
                "print(len(Posts.from_json(sys.argv[1], cache=True)))")
        environment = {**os.environ, "XDG_CACHE_HOME": str(self.folder / "caches")}
        for _ in range(2):
            run = subprocess.run(
                [sys.executable, "-c", code, str(path)], env=environment, stdout=subprocess.PIPE, check=True)
            self.assertEqual(run.stdout.strip(), b"6000")
        self.assertEqual(len(list((self.folder / "caches" / "compass").iterdir())), 1)

    def test_processes_at_once(self) -> None:
        path, cache = self.large(), self.folder / "cache"
        code = """
import os, random, sys
from compass_kernel import Posts
path, cache = sys.argv[1:]
for _ in range(15):
    for name in os.listdir(cache) if os.path.isdir(cache) and random.random() < 0.3 else []:
        try: os.unlink(os.path.join(cache, name))
        except FileNotFoundError: pass
    posts = Posts.from_json(path, cache=cache)
    assert len(posts) == 6000 and posts.ingest_report["skipped"] == 1
    assert posts.feed_page(now="2026-03-01T12:00:00Z")["posts"][0]["postContent"].startswith("Camp day")
"""
        processes = [
            subprocess.Popen([sys.executable, "-c", code, str(path), str(cache)]) for _ in range(3)]
        self.assertEqual([process.wait() for process in processes], [0, 0, 0])

    def test_a_cache_that_cannot_be_used_is_no_error(self) -> None:
        path = self.large()
        for cache in (path, path / "cache", False, None):
            self.assertEqual(len(Posts.from_json(path, cache=cache)), 6_000)
        with self.assertRaises(InvalidArgumentError):
            Posts.from_json(path, cache="")

    def test_other_pages_take_it(self) -> None:
        cache = self.folder / "cache"
        for made, expected in (
                (Timeline.from_directory(TINY, cache=cache), Timeline.from_directory(TINY)),
                (Activity.from_directory(TINY, cache=cache), Activity.from_directory(TINY)),
                (Reports.from_directory(TINY, cache=cache), Reports.from_directory(TINY))):
            self.assertEqual(made.page(now=NOW), expected.page(now=NOW))
        events = self.folder / "events.json"
        events.write_text(json.dumps([
            {"id": str(number), "name": "Camp " * 20, "start_date": "2026-03-01"} for number in range(8_000)]))
        time.sleep(2.1)
        for _ in range(2):
            self.assertEqual(Timeline(events=events, cache=cache).ingest_reports["events"]["loaded"], 8_000)
        self.assertEqual(len(list(cache.iterdir())), 1)


if __name__ == "__main__":
    unittest.main()
