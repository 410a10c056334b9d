"""LMDB: what is counted of each post under its time and id, and whole posts under the same keys."""

from __future__ import annotations

import json
import os
import struct
from typing import Any, Iterator

import lmdb

from engines.engine import Unsupported
from engines.question import PLATFORMS, SENTIMENTS, Variant
from files.store import Row, page_of_rows

#: Larger than any time, so that newer posts have smaller keys.
LAST = 1 << 62
KEY = struct.Struct(">Q")


class LMDB:
    """An environment of two databases that is opened for reading alone."""

    def __init__(self, folder: str) -> None:
        self.version = ".".join(map(str, lmdb.version()))
        self.path = os.path.join(folder, "posts.lmdb")

    def write(self, posts: list[dict[str, Any]]) -> None:
        """Keys ascend, so that pages are full."""
        environment = lmdb.open(self.path, map_size=4 << 30, max_dbs=2, subdir=False)
        counted, whole = (environment.open_db(name) for name in (b"counted", b"whole"))
        with environment.begin(write=True) as transaction:
            for post in posts:
                key = KEY.pack(LAST - post["post_date"]) + post["id"].encode()
                sentiment = post.get("sentiment")
                code = (PLATFORMS.index(post["platform"]) | post["is_recruiting_related"] << 1
                        | (0 if sentiment is None else 1 + SENTIMENTS.index(sentiment)) << 2)
                school = (post["school_id"] or "").encode()
                transaction.put(key, bytes([code]) + school, db=counted, append=True)
                transaction.put(key, json.dumps(post).encode(), db=whole, append=True)
        environment.sync(True)
        environment.close()

    def first_page(self, variant: Variant, zone: str) -> dict[str, Any]:
        """Reads the counted values along the keys."""
        environment = lmdb.open(self.path, readonly=True, lock=False, max_dbs=2, subdir=False)
        counted = environment.open_db(b"counted", create=False)
        last = LAST - (variant.from_micros or -LAST)

        def rows() -> Iterator[tuple[Row, str]]:
            with environment.begin(buffers=False) as transaction, transaction.cursor(counted) as cursor:
                for key, value in cursor:
                    negated = KEY.unpack_from(key)[0]
                    if negated > last:
                        return
                    code, school = value[0], value[1:].decode()
                    sentiment = code >> 2
                    yield Row(
                        LAST - negated, school or None, PLATFORMS[code & 1], bool(code & 2),
                        None if sentiment == 0 else SENTIMENTS[sentiment - 1]), key[KEY.size:].decode()

        page = page_of_rows(variant, zone, rows())
        environment.close()
        return page

    def first_search(self, text: str) -> tuple[int, list[str]]:
        """It finds keys only."""
        raise Unsupported("LMDB does not search")


def store(folder: str) -> LMDB:
    """The engine with its file in a folder."""
    return LMDB(folder)
