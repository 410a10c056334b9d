#!/usr/bin/env python3
"""Every engine that is installed answers from its file as plain Python does, and its worker keeps to its protocol.

COMPASS_TEST_SEED repeats a failure, whose message names the seed.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

import oracle
from engines.question import Variant
from files import STORES
from files.store import read_posts
from test_peers import NEWEST, SEED, ZONE, Dataset

WORKER = Path(__file__).with_name("file_worker.py")


def variant(days: int) -> dict[str, Any]:
    """The page of some days before the newest post."""
    newest = oracle.to_micros(NEWEST)
    day = newest // 86_400_000_000
    return {"fromMicros": newest - days * 86_400_000_000, "day0": day - days + 1, "days": days,
            "topSchools": 5, "recent": 5, "filter": None}


def by_id(page: dict[str, Any], schools: list[list[Any]]) -> dict[str, Any]:
    """The page with schools in the order that engines without names have."""
    best = sorted(schools, key=lambda item: (-item[1], item[0]))[:5]
    return {**page, "topSchools": best}


class FileTests(unittest.TestCase):
    """Small files of each engine."""

    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.dataset = Dataset(self.folder / "posts", SEED, 300, uuids=True)
        for post in self.dataset.posts[::7]:
            post["post_content"] = "Summer CAMP day"
        lines = "".join(json.dumps(post) + "\n" for post in self.dataset.posts)
        (self.folder / "posts.ndjson").write_text(lines, encoding="utf-8")

    def expected(self, days: int) -> dict[str, Any]:
        """The page of the oracle."""
        one = variant(days)
        page = oracle.answer(self.dataset.posts, self.dataset.schools, ZONE, {**one, "topSchools": 1000})
        return by_id(page, page["topSchools"])

    def test_pages_and_searches(self) -> None:
        """Pages of several ranges, and a search in any case."""
        for name, entry in STORES.items():
            if entry.missing_packages():
                continue
            with self.subTest(engine=name, seed=SEED):
                folder = self.folder / name
                folder.mkdir()
                store = entry.load(str(folder))
                posts = read_posts(str(self.folder / "posts.ndjson"))
                store.write(posts)
                for days in (1, 30, 150):
                    page = store.first_page(Variant.from_json(variant(days)), ZONE)
                    self.assertEqual(page, self.expected(days), days)
                if name != "lmdb":
                    found = [post["id"] for post in posts if post["post_content"] == "Summer CAMP day"]
                    self.assertEqual(store.first_search("camp"), (len(found), found[:50]))

    def test_the_worker(self) -> None:
        """Replies to each request, also to those that fail."""
        for name, entry in STORES.items():
            if entry.missing_packages():
                continue
            with self.subTest(engine=name):
                folder = self.folder / f"{name}-worker"
                folder.mkdir()
                requests = [
                    {"do": "write", "ndjson": str(self.folder / "posts.ndjson"), "zone": ZONE,
                     "variants": [variant(30)], "text": "camp"},
                    {"do": "page", "variant": 0}, {"do": "search"}, {"do": "unknown"},
                    {"do": "sample", "query": "page", "calls": 2, "isCold": sys.platform == "linux"},
                ]
                ended = subprocess.run(
                    [sys.executable, str(WORKER), name, str(folder)],
                    input="".join(json.dumps(request) + "\n" for request in requests),
                    capture_output=True, text=True, check=True)
                replies = [json.loads(line) for line in ended.stdout.splitlines()]
                self.assertTrue(replies[0]["ready"])
                self.assertEqual(replies[1]["rows"], 300)
                self.assertEqual(replies[2]["answer"], self.expected(30))
                self.assertTrue("unsupported" in replies[3] if name == "lmdb" else replies[3]["count"] > 0)
                self.assertIn("error", replies[4])
                self.assertEqual(len(replies[5]["nanoseconds"]), 2)


if __name__ == "__main__":
    unittest.main()
