"""Tables whose rows come in several arrays."""

from __future__ import annotations

import json
import unittest
from typing import Tuple

from compass_kernel import InvalidArgumentError, Loader, MalformedDataError, Posts, Table
from compass_kernel.tables import SearchIndex
from support import NOW, post


class LoaderTests(unittest.TestCase):
    def test_pages_make_the_table_of_one_array(self) -> None:
        rows = [post(str(number % 40), notes=f"n{number}") for number in range(50)]
        with Loader("social_media_posts") as loader:
            self.assertEqual(loader.append(rows[:20]), (20, "19"))
            self.assertEqual(loader.append([]), (0, None))
            self.assertEqual(loader.append(json.dumps(rows[20:]).encode()), (30, "9"))
            joined = loader.finish()
        single = Table.from_bytes("social_media_posts", rows)
        self.assertEqual(joined.name, "social_media_posts")
        self.assertEqual(len(joined), 40)
        self.assertEqual(joined.ingest_report["replaced"], single.ingest_report["replaced"])
        with Posts(joined) as first, Posts(single) as second:
            self.assertEqual(first.feed_page(now=NOW), second.feed_page(now=NOW))

    def test_every_search_index_finds_the_same_posts(self) -> None:
        rows = [post(str(number), post_content=f"Camp {number}") for number in range(30)]
        search_indexes: Tuple[SearchIndex, ...] = ("now", "background", "never")
        for search_index in search_indexes:
            with Posts.from_bytes(rows, search_index=search_index) as posts:
                for _ in range(2):
                    self.assertEqual(posts.match_count(search="camp 1"), 11, search_index)
                    self.assertEqual(posts.match_count(search="cämp", ignore_accents=True), 30, search_index)
                    posts.prepare_for_search()
            with Loader("social_media_posts", search_index=search_index) as loader:
                loader.append(rows)
                with Posts(loader.finish()) as posts:
                    self.assertEqual(posts.match_count(search="CAMP 29"), 1, search_index)
        with self.assertRaisesRegex(InvalidArgumentError, "search_index is 'later'"):
            Posts.from_bytes(rows, search_index="later")  # type: ignore[arg-type]

    def test_an_array_that_cannot_be_read_leaves_the_loader_as_it_was(self) -> None:
        loader = Loader("schools", threads=1)
        loader.append([{"id": "a", "name": "A"}])
        with self.assertRaises(MalformedDataError):
            loader.append(b"[{")
        loader.append([{"id": "b", "name": "B"}, {"id": "c"}])
        schools = loader.finish()
        self.assertEqual((len(schools), schools.ingest_report["skipped"]), (2, 1))
        for call in (loader.finish, lambda: loader.append([])):
            with self.assertRaisesRegex(InvalidArgumentError, "finished"):
                call()
        loader.close()
        self.assertEqual(len(schools), 2)


if __name__ == "__main__":
    unittest.main()
