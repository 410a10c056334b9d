"""The code of the documentation's article on Python, which is held to it line for line."""

from __future__ import annotations

import contextlib
import io
import json
import os
import pathlib
import shutil
import tempfile
import unittest
from unittest import mock
from concurrent.futures import ThreadPoolExecutor

from compass_kernel import (
    Activity, Loader, Posts, Reports, Table, TableFile, Timeline, UnknownZoneError, Zone, answer, bad_rows, losers,
    merge_bad_rows, merge_partials, new_row_key, row_keys)
from support import TINY, post

try:
    import pyarrow
except ImportError:
    pyarrow = None


class GuideTests(unittest.TestCase):
    def setUp(self) -> None:
        folder = os.getcwd()
        self.addCleanup(os.chdir, folder)
        os.chdir(TINY)
        self.output = io.StringIO()
        redirection = contextlib.redirect_stdout(self.output)
        redirection.__enter__()
        self.addCleanup(redirection.__exit__, None, None, None)

    def test_a_first_page(self) -> None:
        posts = Posts.from_json("social_media_posts.json", schools="schools.json")
        for problem in posts.ingest_report["problems"]:
            print(problem["row"], problem["byteOffset"], problem["field"], problem["reason"])
        now, zone = "2026-03-01T12:00:00Z", "America/New_York"
        page = posts.analytics_page("30d", now=now, zone=zone, platforms="twitter", compare=True)
        print(page["summary"]["totalPosts"], page["previous"]["totalPosts"])
        for school in page["topSchools"]:
            print(school["name"], school["postCount"])
        self.assertGreater(page["summary"]["totalPosts"], 0)
        self.assertEqual(len(self.output.getvalue().splitlines()), 1 + len(page["topSchools"]))

    def test_in_notebooks(self) -> None:
        shown = []
        HTML = shown.append
        now = "2026-03-01T12:00:00Z"
        posts = Posts.from_directory(".")
        Posts.from_directory(".")
        HTML(posts.analytics_page_text("html", "90d", now=now, platforms="instagram"))
        self.assertIn("Social Analytics", shown[0])
        self.assertIn("Social Analytics", posts._repr_html_())

    def test_the_feed_page_by_page(self) -> None:
        posts = Posts.from_directory(".")
        now = "2026-03-01T12:00:00Z"
        ids = []
        cursor = None
        while True:
            feed = posts.feed_page(search="camp", page_size=5, after=cursor, now=now)
            ids += [post["id"] for post in feed["posts"]]
            cursor = feed["nextCursor"]
            if cursor is None:
                break
        self.assertEqual(len(ids), feed["matchCount"])
        self.assertEqual(len(set(ids)), len(ids))

    def test_tables_in_parts(self) -> None:
        now = "2026-03-01T12:00:00Z"
        pages = [[post("1", coach_id="a"), post("2", coach_id="b")], [post("3", coach_id="b")], []]
        with Loader("social_media_posts") as loader:
            for page in pages:
                loader.append(page)
            posts = Posts(loader.finish(), schools="schools.json", coaches="coaches.json")
        for coach in posts.analytics_page("all", now=now)["topCoaches"]:
            print(coach["name"], posts.match_count(coaches=coach["id"]))
        self.assertEqual(self.output.getvalue().splitlines(), ["Unknown Coach 2", "Unknown Coach 1"])

    def test_changes(self) -> None:
        posts = Posts.from_directory(".")
        id = posts.feed_page(now="2026-03-01T12:00:00Z")["posts"][0]["id"]
        rows = [post("new")]
        before = posts.match_count(flagged=True)
        undo = posts.set_flag(id, True)
        posts.apply(undo)
        merged = posts.put(rows)
        print(merged.report["message"])
        self.assertEqual(posts.match_count(flagged=True), before)
        self.assertEqual(self.output.getvalue(), "Synced 1 new post\n")

    def test_the_other_pages(self) -> None:
        now = "2026-03-01T12:00:00Z"
        timeline = Timeline.from_directory(".").page(12, now=now, hide="status")
        activity = Activity.from_directory(".").page("all", type="interaction", search="camp", now=now)
        report = Reports.from_directory(".").page("ytd", compare=True, now=now)
        self.assertEqual(timeline["range"]["kind"], "12")
        self.assertEqual(activity["failures"], [])
        self.assertIsNotNone(report["previous"])

    @unittest.skipIf(pyarrow is None, "not installed: pyarrow")
    def test_columns(self) -> None:
        posts = Posts.from_directory(".")
        batch = posts.to_arrow()
        print(batch.num_rows, batch.schema.names)
        again = Posts.from_arrow(batch)
        camps = posts.to_arrow(platforms="twitter", search="camp")
        self.assertEqual(len(again), len(posts))
        self.assertEqual(camps.num_rows, posts.match_count(platforms="twitter", search="camp"))

    def test_threads(self) -> None:
        posts = Posts.from_directory(".")
        now = "2026-03-01T12:00:00Z"
        with ThreadPoolExecutor() as threads:
            ranges = ["7d", "30d", "90d", "all"]
            pages = list(threads.map(lambda range: posts.analytics_page(range, now=now), ranges))
        self.assertEqual([page["range"]["kind"] for page in pages], ["7", "30", "90", "all"])

    def test_errors(self) -> None:
        posts = Posts.from_directory(".")
        now = "2026-03-01T12:00:00Z"
        try:
            posts.analytics_page("30d", now=now, zone="Mars/Olympus_Mons")
        except UnknownZoneError as error:
            print(error)
        self.assertIn("Mars/Olympus_Mons", self.output.getvalue())

    def test_table_files_and_the_cache(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        for name in ("social_media_posts", "events", "schools"):
            shutil.copy(f"{name}.json", folder.name)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)
        posts = Posts.from_directory(".")
        posts.save("season.compass")
        season = Posts.open("season.compass")
        TableFile.save("tables.compass", [Table.from_file("events", "events.json")])
        with TableFile.open("tables.compass") as file:
            timeline = Timeline(events=file.table("events"))
        self.assertEqual(len(season), len(posts))
        self.assertGreater(timeline.ingest_reports["events"]["loaded"], 0)
        with mock.patch.dict(os.environ, {"XDG_CACHE_HOME": folder.name}):
            posts = Posts.from_directory(".", cache=True)
        self.assertEqual(len(season), len(posts))

    def test_many_machines(self) -> None:
        now = "2026-03-01T12:00:00Z"
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        for name in ("schools", "coaches"):
            shutil.copy(f"{name}.json", folder.name)
        rows = json.loads(pathlib.Path("social_media_posts.json").read_bytes())
        whole = Posts.from_directory(".").analytics_page_text("json", "30d", now=now, zone="America/New_York")
        os.chdir(folder.name)
        for number in range(2):
            with open(f"part-{number}.ndjson", "w", encoding="utf-8") as file:
                file.writelines(json.dumps(row) + "\n" for row in rows[number::2])
        shards = ["part-0.ndjson", "part-1.ndjson"]
        zone_data = Zone("America/New_York").data

        def shard_part(number, path, zone_data):
            zone = Zone.from_bytes("America/New_York", zone_data)
            shard = Posts.from_ndjson(path, threads=1, search_index="never")
            return shard.analytics_partial("30d", shard=number, now=now, zone=zone)

        parts = [shard_part(number, path, zone_data) for number, path in enumerate(shards)]
        print(answer(merge_partials(parts), schools="schools.json", coaches="coaches.json"))
        self.assertEqual(self.output.getvalue(), whole + "\n")
        key = new_row_key()
        keys = [row_keys("social_media_posts", path, shard=number, key=key) for number, path in enumerate(shards)]
        replaced = losers(keys)
        first = Posts.from_ndjson(shards[0], replaced=replaced.get(0, ()))
        self.assertEqual(len(first), len(Posts.from_ndjson(shards[0])))
        part = Posts.from_ndjson("part-0.ndjson", byte_range=(0, 1 << 20), max_problems=100_000)
        report = merge_bad_rows([bad_rows(part.ingest_report, file="part-0.ndjson")])
        print(report["reasons"])
        self.assertEqual(report["loaded"], len(part))


if __name__ == "__main__":
    unittest.main()
