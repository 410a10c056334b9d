"""Queries by a local cluster of Spark with two executors: each answer is that of one machine, byte for byte.

    test_spark.py SITE WHEEL.zip       the folder in which the package is installed, and what executors get
    test_spark.py SITE --connect URL   the client of Spark Connect, which the tests start

One session serves all tests, because a start takes some ten seconds.
"""

import contextlib
import gzip
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

import pyspark

if __name__ == "__main__":
    # Executors must not find the package here: they inherit the environment, but not this.
    sys.path.insert(0, sys.argv[1])

from compass_kernel import (
    FileMissingError, InvalidArgumentError, MalformedDataError, NotMergeableError, Posts, bad_rows, merge_bad_rows)
from compass_kernel import spark as kernel
from compass_kernel.spark import analytics, configured, install
from pyspark.sql import SparkSession

from cluster import LOOPBACK, builder_of, free_port, remove_work_folder, session
from queries import NOW, SHARD_BYTES, ZONE, Files, cases
from rows import POSTS, copied, tiny, write_lines, write_posts

#: For a state that does not come.
PATIENCE_SECONDS = 300


def page_of(rows, folder, **names):
    """The page of one machine."""
    path = write_lines(Path(folder, "all.ndjson"), rows)
    return Posts.from_ndjson(path, **names).analytics_page_text("json", 90, now=NOW, zone=ZONE)


def until(condition, what):
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError(f"after {PATIENCE_SECONDS} s there is no {what}")


class SparkTests(unittest.TestCase):
    spark = None
    wheel = ""
    site = ""

    @classmethod
    def setUpClass(cls):
        cls.port = free_port()
        cls.events = cls.enterClassContext(tempfile.TemporaryDirectory())
        cls.spark = cls.enterClassContext(session(builder_of("local-cluster[2,1,1024]", cls.port, **{
            "spark.archives": f"{cls.wheel}#compass", "spark.eventLog.enabled": "true",
            "spark.eventLog.dir": Path(cls.events).as_uri(), "spark.eventLog.rolling.enabled": "false",
            "spark.eventLog.compress": "false"})))

    def setUp(self):
        # The path that the system has for it, also if the folder for temporary files is a link.
        self.folder = os.path.realpath(self.enterContext(tempfile.TemporaryDirectory()))

    def analytics(self, paths, **options):
        return kernel.analytics(self.spark, paths, 90, **{"now": NOW, "zone": ZONE, **options})

    def test_executors_have_the_package_from_the_archive(self):
        def places(batches):
            import os
            import sys

            import pyarrow
            from pyspark import SparkFiles

            sys.path.insert(0, os.path.abspath(os.path.join(SparkFiles.getRootDirectory(), "compass")))
            import compass_kernel

            for batch in batches:
                yield pyarrow.RecordBatch.from_pylist([{"place": compass_kernel.__file__}] * len(batch))

        rows = self.spark.range(0, 8, 1, 8).mapInArrow(places, "place string").collect()
        found = {os.path.dirname(row["place"]) for row in rows}
        self.assertTrue(found)
        for place in found:
            self.assertRegex(place, r"/app-[^/]+/[0-9]+/(\./)?compass/compass_kernel$")

    def test_work_folders_of_other_clusters_remain(self):
        work = Path(pyspark.__file__).parent / "work"
        own, other = (work / f"app-{name}-{os.getpid()}" for name in ("own", "other"))
        for folder in (own, other):
            (folder / "0").mkdir(parents=True)
            self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        remove_work_folder(own.name)
        self.assertFalse(own.exists())
        self.assertTrue((other / "0").is_dir())

    def test_each_query_returns_the_bytes_of_one_machine(self):
        names = []
        for name, text, expected in cases(self.spark, Files(self.folder)):
            with self.subTest(name):
                self.assertEqual(text, expected)
            names.append(name)
        self.assertEqual(len(names), 14)

    def test_the_first_lines_of_the_guide(self):
        folder = os.getcwd()
        self.addCleanup(os.chdir, folder)
        os.chdir(self.folder)
        os.mkdir("posts")
        write_posts("posts", 3, 4)
        Path("schools.json").write_text("[]")
        now = NOW
        spark = configured(SparkSession.builder).getOrCreate()
        page = analytics(spark, "posts/*.ndjson", schools="schools.json", now=now, zone="America/New_York").page
        self.assertEqual(page, self.posts_of("posts").analytics_page(now=NOW, zone=ZONE))
        answer = analytics(
            spark, "posts", "90d", now=now, zone="America/New_York", platforms="twitter", duplicates="resolve")
        print(answer.text("csv"))
        for reason in answer.bad_rows["reasons"]:
            print(reason["field"], reason["reason"], reason["count"])
        for problem in answer.bad_rows["problems"]:
            print(problem["file"], problem["row"], problem["reason"])
        self.assertEqual(answer.bad_rows["loaded"], 4 * len(tiny(POSTS)))

    def posts_of(self, folder):
        rows = [line for path in sorted(Path(folder).iterdir()) for line in path.read_text("utf-8").splitlines()]
        return Posts.from_ndjson(write_lines("all", rows))

    def test_spark_connect_returns_the_same(self):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("SPARK_")}
        client = subprocess.run(
            [sys.executable, __file__, self.site, "--connect", f"sc://{LOOPBACK}:{self.port}"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=240, env=environment)
        self.assertEqual(client.returncode, 0, client.stdout)
        self.assertIn("15 equal over Spark Connect", client.stdout)

    def test_ranges_of_a_file_report_bad_rows_as_one_machine(self):
        rows = list(copied(POSTS, 12))
        for number in range(0, len(rows), 97):
            rows[number] = dict(rows[number], platform=f"unknown-{number}")
        for number in range(50, len(rows), 211):
            rows[number] = {"id": f"only-{number}", "post_content": "x" * (number % 5 * 900)}
        rows[7] = dict(rows[7], sentiment="furious")
        paths = [write_lines(Path(self.folder, f"{name}.ndjson"), part) for name, part in (
            ("b", rows[:1100]), ("a", rows[1100:]))]
        answer = self.analytics(paths, shard_bytes=30_000)
        self.assertEqual(answer.text(), page_of(rows, self.folder))
        expected = merge_bad_rows(
            bad_rows(Posts.from_ndjson(path, max_problems=10_000).ingest_report, file=path) for path in paths)
        self.assertGreater(expected["skipped"], 10)
        self.assertGreater(len(expected["reasons"]), 2)
        self.assertEqual(answer.bad_rows, expected)

    def test_more_shards_than_one_process_merges(self):
        paths = write_posts(self.folder, 2, 10)
        answer = self.analytics(paths, shard_bytes=SHARD_BYTES)
        self.addCleanup(setattr, kernel, "_MERGED_AT_ONCE", kernel._MERGED_AT_ONCE)
        kernel._MERGED_AT_ONCE = 3
        merged = self.analytics(paths, shard_bytes=SHARD_BYTES)
        self.assertEqual(merged.text(), answer.text())
        self.assertEqual(merged.bad_rows, answer.bad_rows)
        self.assertEqual(merged.partials, answer.partials)

    def test_parquet_and_arrow_files(self):
        import pyarrow
        import pyarrow.parquet

        rows = list(copied(POSTS, 10))
        expected = page_of(rows, self.folder)
        columns = pyarrow.table(Posts.from_ndjson(os.path.join(self.folder, "all.ndjson")).to_arrow())
        half = len(rows) // 2
        parquet, arrow = (os.path.join(self.folder, f"half.{form}") for form in ("parquet", "arrow"))
        pyarrow.parquet.write_table(columns.slice(0, half), parquet, row_group_size=200)
        with pyarrow.ipc.new_file(arrow, columns.schema) as file:
            file.write_table(columns.slice(half), max_chunksize=300)
        answer = self.analytics([parquet, arrow], shard_bytes=50_000)
        self.assertEqual(answer.text(), expected)
        self.assertEqual(answer.bad_rows["rows"], len(rows))
        again = self.analytics([parquet, arrow], shard_bytes=50_000, duplicates="resolve")
        self.assertEqual(again.text(), expected)

    def test_duplicates_are_refused_or_resolved_as_in_one_table(self):
        seed = int(os.environ.get("COMPASS_TEST_SEED", random.randrange(1 << 32)))
        chosen = random.Random(seed)
        rows = list(copied(POSTS, 6))
        for row in chosen.sample(rows, 150):
            other = dict(chosen.choice(rows))
            other[chosen.choice(["id", "post_url"])] = row[chosen.choice(["id", "post_url"])] or "x"
            rows.insert(chosen.randrange(len(rows)), other)
        first = {"platform": "twitter", "post_date": "2026-02-27T12:00:00Z"}
        rows += [
            dict(first, id="9", post_url="x"), dict(first, id="1", post_url="x"), dict(first, id="1", post_url="y")]
        cut = [0, 300, 301, len(rows) - 2, len(rows)]
        paths = [
            write_lines(Path(self.folder, f"{number}.ndjson"), rows[start:end])
            for number, (start, end) in enumerate(zip(cut, cut[1:]))]
        answer = self.analytics(paths, duplicates="resolve", shard_bytes=SHARD_BYTES)
        expected = page_of(rows, self.folder)
        self.assertEqual(answer.text(), expected, f"COMPASS_TEST_SEED={seed}")
        whole = Posts.from_ndjson(os.path.join(self.folder, "all.ndjson")).ingest_report
        self.assertGreater(whole["replaced"], 100)
        for name in ("rows", "loaded", "skipped", "replaced"):
            self.assertEqual(answer.bad_rows[name], whole[name], name)

    def test_a_row_in_two_files_is_refused_with_both_and_the_remedy(self):
        rows = list(copied(POSTS, 6))
        paths = [
            write_lines(Path(self.folder, f"{name}.ndjson"), part)
            for name, part in (("a", rows[:400]), ("b", rows[400:700]), ("c", rows[700:] + rows[:300]))]
        self.addCleanup(setattr, kernel, "_MERGED_AT_ONCE", kernel._MERGED_AT_ONCE)
        # The driver merges all, or executors some.
        for merged_at_once in (kernel._MERGED_AT_ONCE, 2):
            kernel._MERGED_AT_ONCE = merged_at_once
            with self.assertRaises(NotMergeableError) as caught:
                self.analytics(paths, shard_bytes=SHARD_BYTES)
            message = str(caught.exception)
            first, last = re.escape(paths[0]), re.escape(paths[2])
            self.assertRegex(message, fr"^{first} \(bytes [^)]+\) and {last} \(bytes [^)]+\) have rows with")
            self.assertIn('pass duplicates="resolve"', message)
        answer = self.analytics(paths, shard_bytes=SHARD_BYTES, duplicates="resolve")
        self.assertEqual(answer.bad_rows["replaced"], 300)

    def test_tables_and_files_that_are_missing_are_refused(self):
        path = write_posts(self.folder, 1, 1)[0]
        os.mkdir(os.path.join(self.folder, "empty"))
        for tables, error, word in (
                ({}, InvalidArgumentError, "table"),
                ({"coaches": path, "schools": []}, InvalidArgumentError, "schools"),
                ({"coaches": path, "schools": os.path.join(self.folder, "empty")}, FileMissingError, "empty")):
            with self.subTest(tables), self.assertRaisesRegex(error, word):
                kernel.report(self.spark, "1y", now=NOW, zone=ZONE, **tables)

    def test_an_error_of_an_executor_names_the_file(self):
        paths = write_posts(self.folder, 2, 4)
        broken = write_lines(Path(self.folder, "broken.ndjson"), ['{"id": "1"', "nothing"])
        for duplicates in ("unique", "resolve"):
            with self.assertRaises(MalformedDataError) as caught:
                self.analytics(paths + [broken], duplicates=duplicates)
            self.assertIn(broken, str(caught.exception))

    def test_an_executor_is_killed_meanwhile(self):
        rows = list(copied(POSTS, 6))
        paths = [write_lines(Path(self.folder, f"posts-{number}.ndjson"), rows[number::7]) for number in range(6)]
        late, content = os.path.join(self.folder, "posts-9.ndjson.gz"), os.path.join(self.folder, "content")
        with gzip.open(content, "wt", encoding="utf-8") as file:
            file.write(Path(write_lines(Path(self.folder, "late"), rows[6::7])).read_text("utf-8"))
        os.mkfifo(late)
        result = {}

        def query():
            try:
                result["answer"] = self.analytics(paths + [late])
            except Exception as error:
                result["error"] = error

        thread = threading.Thread(target=query)
        thread.start()
        # This opens once a task has; as long as it is open, that task waits.
        writer = until(lambda: opened(late), "task that reads the file")
        try:
            executor = until(lambda: reader_of(late), "process of that task")
            while Path(f"/proc/{executor}/comm").read_text().strip() != "java":
                executor = parent_of(executor)
            self.assertIn("CoarseGrainedExecutorBackend", Path(f"/proc/{executor}/cmdline").read_text())
            # The next attempt finds a file with rows.
            os.replace(content, late)
            os.kill(executor, 9)
            thread.join(PATIENCE_SECONDS)
        finally:
            os.close(writer)
        self.assertFalse(thread.is_alive(), "the query does not end")
        self.assertNotIn("error", result)
        self.assertEqual(result["answer"].text(), page_of(rows, self.folder))
        self.assertEqual(result["answer"].bad_rows["rows"], len(rows))
        attempts = until(self.attempts_of_repeated_tasks, "repeated task in the log")
        for first, *others in attempts:
            self.assertEqual(first["Task End Reason"]["Reason"], "ExecutorLostFailure")
            self.assertEqual(others[-1]["Task End Reason"]["Reason"], "Success")
            self.assertNotEqual(others[-1]["Task Info"]["Executor ID"], first["Task Info"]["Executor ID"])

    def attempts_of_repeated_tasks(self):
        """The ends of the attempts of each task that had several, from the log of Spark."""
        ends = {}
        for file in Path(self.events).iterdir():
            # Spark may still write the last line.
            for line in file.read_bytes().split(b"\n")[:-1]:
                if line.startswith(b'{"Event":"SparkListenerTaskEnd"'):
                    end = json.loads(line)
                    ends.setdefault((end["Stage ID"], end["Task Info"]["Index"]), []).append(end)
        several = [sorted(each, key=lambda end: end["Task Info"]["Attempt"]) for each in ends.values()]
        return [each for each in several if each[-1]["Task Info"]["Attempt"] > 0]


def opened(fifo):
    try:
        return os.open(fifo, os.O_WRONLY | os.O_NONBLOCK) or None
    except OSError:
        return None


def reader_of(fifo):
    """The process other than this one that has a file open."""
    for folder in Path("/proc").glob("[0-9]*"):
        if int(folder.name) != os.getpid():
            with contextlib.suppress(OSError):
                if any(os.readlink(file) == fifo for file in (folder / "fd").iterdir()):
                    return int(folder.name)
    return None


def parent_of(process):
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])


def connect(url):
    """The queries of a client of Spark Connect, which has neither RDDs nor a context."""
    spark = SparkSession.builder.remote(url).getOrCreate()
    assert type(spark).__module__.startswith("pyspark.sql.connect"), type(spark)
    install(spark)
    equal = 0
    with tempfile.TemporaryDirectory() as folder:
        files = Files(folder)
        for name, text, expected in cases(spark, files):
            if text != expected:
                sys.exit(f"{name}: differs over Spark Connect")
            equal += 1
        answer = kernel.analytics(
            spark, files[POSTS], 90, now=NOW, zone=ZONE, duplicates="resolve", shard_bytes=SHARD_BYTES)
        if answer.text() != Posts.from_ndjson(files[POSTS]).analytics_page_text("json", 90, now=NOW, zone=ZONE):
            sys.exit("resolve: differs over Spark Connect")
    spark.stop()
    print(f"{equal + 1} equal over Spark Connect")


if __name__ == "__main__":
    SparkTests.site, mode = sys.argv[1], sys.argv[2]
    if mode == "--connect":
        connect(sys.argv[3])
    else:
        SparkTests.wheel = mode
        unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
