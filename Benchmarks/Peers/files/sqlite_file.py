"""SQLite: a table in the order of pages, a covering index of what is counted, and a full-text index."""

from __future__ import annotations

import os
import sqlite3
from typing import Any

from engines.question import Variant
from files.store import FLAGS, INSTANTS, SHOWN, TEXTS, counted_page, day_bounds

NAMES = TEXTS + INSTANTS + FLAGS


class SQLite:
    """A database file that is opened for reading alone."""

    def __init__(self, folder: str) -> None:
        self.version = sqlite3.sqlite_version
        self.path = os.path.join(folder, "posts.sqlite")

    def write(self, posts: list[dict[str, Any]]) -> None:
        """Trigrams find parts of words, as the kernel's index does."""
        connection = sqlite3.connect(self.path)
        columns = ", ".join(TEXTS) + ", " + ", ".join(f"{name} INTEGER" for name in INSTANTS + FLAGS)
        connection.execute("PRAGMA page_size = 8192")
        connection.execute(f"CREATE TABLE posts (place INTEGER PRIMARY KEY, {columns})")
        marks = ", ".join("?" for _ in range(len(NAMES) + 1))
        connection.executemany(
            f"INSERT INTO posts VALUES ({marks})",
            ((place, *(post.get(name) for name in NAMES)) for place, post in enumerate(posts)))
        connection.execute(
            "CREATE INDEX counted ON posts "
            "(post_date DESC, id, school_id, platform, is_recruiting_related, sentiment)")
        connection.execute(
            "CREATE VIRTUAL TABLE texts USING fts5 (post_content, author_name, author_handle, "
            "content = 'posts', content_rowid = 'place', tokenize = 'trigram')")
        connection.execute("INSERT INTO texts (texts) VALUES ('rebuild')")
        connection.execute("INSERT INTO texts (texts) VALUES ('optimize')")
        connection.commit()
        connection.execute("ANALYZE")
        connection.commit()
        connection.close()

    def open(self) -> sqlite3.Connection:
        """Mapped pages are faster than the page cache of SQLite's own."""
        connection = sqlite3.connect(f"file:{self.path}?mode=ro&immutable=1", uri=True)
        connection.execute("PRAGMA mmap_size = 4294967296")
        return connection

    def first_page(self, variant: Variant, zone: str) -> dict[str, Any]:
        """Two groupings and a count for each day, all along one range of the covering index."""
        connection = self.open()
        lower = variant.from_micros
        since = "FROM posts INDEXED BY counted WHERE post_date >= ?"
        categories = connection.execute(
            f"SELECT platform, is_recruiting_related, sentiment, count(*) {since} GROUP BY 1, 2, 3",
            (lower,)).fetchall()
        schools = connection.execute(f"SELECT school_id, count(*) {since} GROUP BY 1", (lower,)).fetchall()
        bounds = day_bounds(variant, zone)
        days = [
            connection.execute(
                f"SELECT count(*) {since} AND post_date < ?", (max(start, lower), end)).fetchone()[0]
            for start, end in zip(bounds, bounds[1:])
        ]
        recent = connection.execute(
            f"SELECT id {since} AND is_recruiting_related ORDER BY post_date DESC, id LIMIT ?",
            (lower, variant.recent)).fetchall()
        connection.close()
        return counted_page(variant, categories, schools, days, [row[0] for row in recent])

    def first_search(self, text: str) -> tuple[int, list[str]]:
        """A phrase of trigrams; rows come in their order."""
        connection = self.open()
        phrase = '"' + text.replace('"', '""') + '"'
        count = connection.execute("SELECT count(*) FROM texts WHERE texts MATCH ?", (phrase,)).fetchone()[0]
        rows = connection.execute(
            "SELECT * FROM posts WHERE place IN "
            "(SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY rowid LIMIT ?) ORDER BY place",
            (phrase, SHOWN)).fetchall()
        connection.close()
        return count, [row[1] for row in rows]


def store(folder: str) -> SQLite:
    """The engine with its file in a folder."""
    return SQLite(folder)
