"""DuckDB: a table in the order of pages, whose row groups are skipped by their bounds."""

from __future__ import annotations

import os
from typing import Any

import duckdb
import numpy as np

from engines.question import Variant
from files.store import SHOWN, counted_page, day_bounds


class DuckDB:
    """A database file that is opened for reading alone."""

    def __init__(self, folder: str) -> None:
        self.version = duckdb.__version__
        self.folder = folder
        self.path = os.path.join(folder, "posts.duckdb")

    def write(self, posts: list[dict[str, Any]]) -> None:
        """A column of the folded texts beside those of the table, so that a search reads one column."""
        from files import arrow_table  # pylint: disable=import-outside-toplevel
        posts_table = arrow_table.table(posts)  # noqa: F841, named in the statement
        connection = duckdb.connect(self.path)
        connection.register("source", posts_table)
        connection.execute("CREATE TABLE posts AS SELECT row_number() OVER () AS place, * FROM source")
        connection.execute("CHECKPOINT")
        connection.close()

    def open(self) -> duckdb.DuckDBPyConnection:
        """With one thread, as all engines."""
        return duckdb.connect(self.path, read_only=True, config={"threads": 1})

    def first_page(self, variant: Variant, zone: str) -> dict[str, Any]:
        """Two groupings, and the days by bounds of their instants."""
        connection = self.open()
        lower = int(variant.from_micros or 0)
        since = f"FROM posts WHERE post_date >= {lower}"
        categories = connection.execute(
            f"SELECT platform, is_recruiting_related, sentiment, count(*) {since} GROUP BY ALL").fetchall()
        schools = connection.execute(f"SELECT school_id, count(*) {since} GROUP BY ALL").fetchall()
        instants = connection.execute(f"SELECT post_date {since}").fetchnumpy()["post_date"]
        bounds = np.searchsorted(instants[::-1], np.array(day_bounds(variant, zone)), side="left")
        recent = connection.execute(
            f"SELECT id {since} AND is_recruiting_related ORDER BY place LIMIT {variant.recent}").fetchall()
        connection.close()
        return counted_page(
            variant, categories, schools, np.diff(bounds).tolist(), [row[0] for row in recent])

    def first_search(self, text: str) -> tuple[int, list[str]]:
        """One pass over the folded texts finds the rows; the posts that are shown are read by place."""
        connection = self.open()
        places = connection.execute(
            "SELECT place FROM posts WHERE contains(folded, $1)", [text]).fetchnumpy()["place"]
        places.sort()
        shown = ", ".join(map(str, places[:SHOWN].tolist()))
        rows = connection.execute(
            f"SELECT * FROM posts WHERE place IN ({shown}) ORDER BY place").fetchall() if shown else []
        connection.close()
        return len(places), [row[1] for row in rows]


def store(folder: str) -> DuckDB:
    """The engine with its file in a folder."""
    return DuckDB(folder)
