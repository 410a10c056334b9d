"""DuckDB: rows are appended to a table; the newest are found by a scan that keeps the first of them."""

from __future__ import annotations

from typing import Any

from engines.live_posts import COLUMNS, SEARCHED, record_of, searched_text


class DuckDBLivePosts:
    """All columns and the searched texts. An index would serve single rows only, not the order of time."""

    def __init__(self, connection: Any, types: dict[str, str]) -> None:
        self.connection = connection
        self.types = {name: kind.format(id="VARCHAR") for name, kind in types.items()}
        self.insertion = f"INSERT INTO live VALUES ({', '.join('?' for _ in COLUMNS)}, ?)"

    def load(self, posts: str) -> int:
        """In the order of pages, so that row groups have narrow bounds of time."""
        columns = ", ".join(f"{name}: '{kind.replace(chr(39), chr(39) * 2)}'" for name, kind in self.types.items())
        texts = ", ".join(f"coalesce({name}, '')" for name in SEARCHED)
        path = posts.replace("'", "''")
        self.connection.execute(
            f"CREATE OR REPLACE TABLE live AS SELECT {', '.join(COLUMNS)}, lower(concat_ws(chr(31), {texts})) AS text "
            f"FROM read_json('{path}', format = 'array', columns = {{{columns}}}) ORDER BY post_date DESC, id")
        return self.connection.execute("SELECT count(*) FROM live").fetchall()[0][0]

    def insert(self, document: str) -> None:
        """One statement, and one transaction."""
        record = record_of(document)
        self.connection.execute(
            self.insertion, [record.get(name) for name in COLUMNS] + [searched_text(record)])

    def newest(self, limit: int) -> list[str]:
        """A scan of times."""
        rows = self.connection.execute(
            "SELECT id FROM live ORDER BY post_date DESC, id LIMIT ?", [limit]).fetchall()
        return [row[0] for row in rows]

    def matching(self, text: str, limit: int) -> tuple[int, list[str]]:
        """Two scans: a count over a window, in one statement, took longer."""
        count = self.connection.execute(
            "SELECT count(*) FROM live WHERE contains(text, ?)", [text]).fetchall()[0][0]
        rows = self.connection.execute(
            "SELECT id FROM live WHERE contains(text, ?) ORDER BY post_date DESC, id LIMIT ?",
            [text, limit]).fetchall()
        return count, [row[0] for row in rows]
