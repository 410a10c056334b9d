#!/usr/bin/env python3
"""Every engine that is installed answers as plain Python does, and the worker keeps to its protocol.

COMPASS_TEST_SEED repeats a failure, whose message names the seed.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import unittest
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import oracle
from engines import ENGINES

WORKER = Path(__file__).with_name("worker.py")
SEED = int(os.environ.get("COMPASS_TEST_SEED", "20260301"))
ZONE = "America/New_York"
#: A day after clocks went forward; the range before it also holds the day on which they went back.
NEWEST = datetime(2026, 3, 9, 3, 30, tzinfo=timezone.utc)


class WorkerProcess:
    """A worker and the communication with it."""

    def __init__(self, name: str, threads: int = 1, arguments: list[str] | None = None) -> None:
        command = [sys.executable, *(arguments or []), str(WORKER), name, "--threads", str(threads)]
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True, encoding="utf-8")
        assert process.stdin is not None and process.stdout is not None
        self.process, self.input, self.output = process, process.stdin, process.stdout
        self.greeting = self.read()

    def read(self) -> dict[str, Any]:
        """Returns the next reply."""
        return json.loads(self.output.readline())

    def send(self, line: str) -> dict[str, Any]:
        """Sends a line unchanged."""
        self.input.write(line + "\n")
        self.input.flush()
        return self.read()

    def ask(self, **request: Any) -> dict[str, Any]:
        """Sends a request."""
        return self.send(json.dumps(request))

    def quit(self) -> int:
        """Sends a quit request and returns the exit status."""
        self.input.write('{"do": "quit"}\n')
        self.input.close()
        status = self.process.wait(timeout=60)
        self.output.close()
        return status


class Dataset:
    """Generated posts in files of both forms."""

    def __init__(self, folder: Path, seed: int, count: int, uuids: bool) -> None:
        folder.mkdir()
        generator = random.Random(seed)
        self.schools = oracle.make_schools(generator, uuids)
        self.posts = oracle.make_posts(generator, count, self.schools, NEWEST, 200, uuids)
        self.seed = seed
        lines = [json.dumps(post, ensure_ascii=False) for post in self.posts]
        self.paths = {"posts": folder / "posts.json", "ndjson": folder / "posts.ndjson",
                      "schools": folder / "schools.json"}
        self.paths["posts"].write_text("[" + ", \n ".join(lines) + "]", encoding="utf-8")
        self.paths["ndjson"].write_text("".join(line + "\n" for line in lines), encoding="utf-8")
        self.paths["schools"].write_text(json.dumps(self.schools), encoding="utf-8")

    def request(self, *names: str) -> dict[str, str]:
        """Returns those paths, as requests name them."""
        return {name: str(self.paths[name]) for name in names}

    def variants(self) -> list[dict[str, Any]]:
        """Returns ranges, charts and filters of every kind."""
        generator = random.Random(self.seed)
        today = oracle.civil_day(NEWEST, ZoneInfo(ZONE))
        cutoff = oracle.to_micros(NEWEST - timedelta(days=30))
        tied = oracle.to_micros(datetime.fromisoformat(self.posts[min(7, len(self.posts) - 1)]["post_date"]))
        ids = [school["id"] for school in self.schools]
        filters: list[dict[str, Any] | None] = [
            None, {"platforms": ["twitter"], "sentiments": ["negative"]}, {"platforms": ["instagram"]},
            {"platforms": []}, {"sentiments": oracle.SENTIMENTS}, {"sentiments": []}, {"recruiting": True},
            {"recruiting": False}, {"flagged": True}, {"flagged": False}, {"schools": ids[:1]},
            {"schools": ids[:2] + ["no such school"]}, {"schools": ids}, {"schools": []},
            {"schools": ids[::2], "recruiting": True, "sentiments": ["positive", "negative"]},
            {"platforms": ["twitter", "instagram"]}, {"fromMicros": tied}, {"toMicros": tied},
            {"fromMicros": cutoff, "toMicros": tied, "flagged": True},
            {"toMicros": cutoff - 86_400_000_000_000},
            {"platforms": ["twitter"], "schools": ids[:1], "sentiments": ["neutral"], "recruiting": True,
             "flagged": False},
        ]
        variants = []
        for start, days in ((cutoff, 30), (None, 30), (None, 260), (tied, 7), (tied + 1, 1),
                            (oracle.to_micros(NEWEST) + 1, 7)):
            for conditions in filters:
                variants.append({
                    "fromMicros": start, "day0": today - days + 1, "days": days,
                    "topSchools": generator.choice([0, 1, 5, 5, 40]),
                    "recent": generator.choice([0, 1, 5, 5, 100]), "filter": conditions})
        return variants


class AnswerTests(unittest.TestCase):
    """Results of all engines for all variants."""

    folder: tempfile.TemporaryDirectory[str]
    datasets: list[Dataset]

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = tempfile.TemporaryDirectory()
        root = Path(cls.folder.name)
        cls.datasets = [
            Dataset(root / "uuids", SEED, 3_000, uuids=True),
            Dataset(root / "texts", SEED + 1, 700, uuids=False),
            Dataset(root / "one", SEED + 2, 1, uuids=True), Dataset(root / "few", SEED + 3, 8, uuids=False)]

    @classmethod
    def tearDownClass(cls) -> None:
        cls.folder.cleanup()

    def check(self, name: str, threads: int) -> None:
        """Prepares each dataset in the same worker and compares every variant."""
        worker = WorkerProcess(name, threads)
        self.addCleanup(worker.process.kill)
        if not worker.greeting["ready"]:
            worker.process.wait(timeout=60)
            self.skipTest(worker.greeting["reason"])
        for number, dataset in enumerate(self.datasets):
            prepared = worker.ask(do="prepare", zone=ZONE, **dataset.request("posts", "ndjson", "schools"))
            self.assertEqual(prepared.get("rows"), len(dataset.posts), prepared)
            self.assertIn("memoryBytes", prepared)
            variants = dataset.variants()
            accepted = worker.ask(do="questions", questions=[{"name": "page", "variants": variants}])
            if name == "simdjson":
                self.assertTrue(accepted.get("unsupported"), accepted)
                continue
            self.assertEqual(accepted, {"ok": True})
            for index, variant in enumerate(variants):
                expected = oracle.answer(dataset.posts, dataset.schools, ZONE, variant)
                answered = worker.ask(do="answer", question=0, variant=index)
                self.assertEqual(
                    answered.get("answer"), expected,
                    f"seed {SEED}, dataset {number}, variant {variant}: {answered.get('trace')}")
            sampled = worker.ask(do="sample", question=0, calls=5, first=len(variants) - 2)
            self.assertEqual(len(sampled["nanoseconds"]), 5)
            self.assertTrue(all(nanoseconds > 0 for nanoseconds in sampled["nanoseconds"]))
        loaded = worker.ask(do="ingest", calls=2, **self.datasets[0].request("posts", "ndjson"))
        if not loaded.get("unsupported"):
            self.assertEqual(len(loaded.get("nanoseconds", [])), 2, loaded)
            self.assertIn(loaded["form"], ["json", "ndjson"])
        self.assertEqual(worker.quit(), 0)


class SearchTests(unittest.TestCase):
    """Counts of all engines that search, over texts with characters of special meaning."""

    TEXTS = ["summer camp\x1fann", "it's 50% \\ a_b", "", 'ü"q"', "line\nbreak camp", "👍🏽"] * 50
    SEARCHES = ["camp", "it's 50%", "\\ a", "a_b", "%", "_", '"q"', "ü", "line\nb", "nowhere", "👍"]

    def test_engines_count_the_texts_that_contain_one(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "texts"
            path.write_bytes("".join(text + "\0" for text in self.TEXTS).encode())
            for name in ENGINES:
                worker = WorkerProcess(name)
                self.addCleanup(worker.process.kill)
                if not worker.greeting["ready"]:
                    worker.process.wait(timeout=60)
                    continue
                prepared = worker.ask(do="prepareSearch", texts=str(path))
                if not prepared.get("unsupported"):
                    self.assertEqual(prepared.get("rows"), len(self.TEXTS), prepared)
                    for search in self.SEARCHES:
                        counted = worker.ask(do="searchCount", text=search)
                        expected = sum(search in text for text in self.TEXTS)
                        self.assertEqual(counted.get("count"), expected, f"{name}, {search!r}: {counted}")
                    sampled = worker.ask(do="sampleSearch", searches=self.SEARCHES)
                    self.assertEqual(len(sampled["nanoseconds"]), len(self.SEARCHES))
                self.assertEqual(worker.quit(), 0)


class LiveTests(unittest.TestCase):
    """Rows that are inserted one by one into all engines whose tables grow."""

    SEARCHES = ["plain", '"x"', "größe", "a b\x1f@a", "live", "it's", "nowhere"]

    def newest(self, posts: list[dict[str, Any]], text: str | None) -> tuple[int, list[str]]:
        """The ids of the 20 newest posts that contain a text, and their number."""
        found = [post for post in posts if text is None or text in "\x1f".join(
            post.get(name) or "" for name in ("post_content", "author_name", "author_handle")).lower()]
        found.sort(key=lambda post: (-oracle.to_micros(datetime.fromisoformat(post["post_date"])), post["id"]))
        return len(found), [post["id"] for post in found[:20]]

    def payloads(self, posts: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Rows of new posts: later than all others, at the time of another, and older; with fewer columns."""
        generator = random.Random(SEED)
        rows = []
        for number in range(30):
            instant = NEWEST + timedelta(seconds=number) if number % 3 else datetime.fromisoformat(
                generator.choice(posts)["post_date"])
            rows.append({
                "id": f"11fe0000-0000-4000-8000-{number:012x}", "platform": "twitter",
                "post_date": instant.isoformat(), "author_name": generator.choice(["It's Ann", "Bo"]),
                "post_content": generator.choice(["Live from the \\ \"X\"", "Größe", "plain"])})
        return rows

    def test_inserted_rows_are_found_by_the_next_query(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            dataset = Dataset(Path(folder) / "live", SEED + 4, 400, uuids=True)
            for name in ENGINES:
                worker = WorkerProcess(name)
                self.addCleanup(worker.process.kill)
                if not worker.greeting["ready"]:
                    worker.process.wait(timeout=60)
                    continue
                prepared = worker.ask(do="prepareLive", **dataset.request("posts"))
                if not prepared.get("unsupported"):
                    self.assertEqual(prepared.get("rows"), len(dataset.posts), prepared)
                    posts = list(dataset.posts)
                    for row in self.payloads(posts):
                        document = json.dumps({"type": "INSERT", "record": row}, ensure_ascii=False)
                        inserted = worker.ask(do="insert", documents=[document])
                        self.assertEqual(len(inserted.get("nanoseconds", [])), 1, f"{name}: {inserted}")
                        posts.append(row)
                        for text in [None, random.Random(len(posts)).choice(self.SEARCHES)]:
                            count, ids = self.newest(posts, text)
                            page = worker.ask(do="liveAnswer", text=text, limit=20)
                            self.assertEqual(page.get("ids"), ids, f"seed {SEED}, {name}, {text!r}: {page}")
                            self.assertIn(page["count"], [None, count])
                    sampled = worker.ask(do="sampleLive", text="plain", limit=5, calls=3)
                    self.assertEqual(len(sampled["nanoseconds"]), 3)
                self.assertEqual(worker.quit(), 0)

    def test_inserts_require_a_table(self) -> None:
        for name, entry in ENGINES.items():
            if not entry.missing_packages():
                worker = WorkerProcess(name)
                self.addCleanup(worker.process.kill)
                self.assertIn("error", worker.ask(do="insert", documents=["{}"]))
                self.assertEqual(worker.quit(), 0)
                return
        self.skipTest("no engine is installed")


def add_answer_tests() -> None:
    """One test for each engine and thread setting, so that a report names what was skipped."""
    for name in ENGINES:
        for threads in (1, 0):
            def test(self: AnswerTests, name: str = name, threads: int = threads) -> None:
                self.check(name, threads)

            label = "one_thread" if threads else "default_threads"
            setattr(AnswerTests, f"test_{name.replace('-', '_')}_answers_as_plain_python_with_{label}", test)


add_answer_tests()


class ProtocolTests(unittest.TestCase):
    """Checks that are independent of the engine."""

    def start(self) -> WorkerProcess:
        """A worker of the first engine that is installed."""
        for name, entry in ENGINES.items():
            if not entry.missing_packages():
                worker = WorkerProcess(name)
                self.addCleanup(worker.process.kill)
                return worker
        self.skipTest("no engine is installed")

    def test_failures_are_answered_and_the_worker_goes_on(self) -> None:
        worker = self.start()
        self.assertTrue(worker.greeting["ready"])
        self.assertIsInstance(worker.greeting["version"], str)
        self.assertGreaterEqual(worker.greeting["threads"], 1)
        for line in ("{", "[]", "{}", '{"do": "dance"}', '{"do": "answer", "question": 0, "variant": 0}',
                     '{"do": "prepare", "posts": "/nowhere.json", "schools": "/nowhere.json",'
                     ' "zone": "UTC"}'):
            self.assertIn("error", worker.send(line), line)
        self.assertEqual(worker.ask(do="questions", questions=[]), {"ok": True})
        self.assertEqual(worker.quit(), 0)

    def test_the_end_of_input_ends_the_worker(self) -> None:
        worker = self.start()
        worker.input.close()
        self.assertEqual(worker.process.wait(timeout=60), 0)
        worker.output.close()

    def test_a_package_that_is_missing_is_a_reason_and_no_failure(self) -> None:
        # Without site packages no engine can be found.
        for name in ENGINES:
            worker = WorkerProcess(name, arguments=["-S", "-E"])
            self.assertFalse(worker.greeting["ready"])
            self.assertIn("not installed", worker.greeting["reason"])
            self.assertEqual(worker.process.wait(timeout=60), 0)
            worker.input.close()
            worker.output.close()

    def test_the_list_names_all_engines(self) -> None:
        listed = subprocess.run(
            [sys.executable, str(WORKER), "--list"], check=True, stdout=subprocess.PIPE, timeout=60).stdout
        self.assertEqual(json.loads(listed), list(ENGINES))


if __name__ == "__main__":
    unittest.main()
