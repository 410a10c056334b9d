"""chDB: rows are appended to a table in memory, each as a block of its own."""

from __future__ import annotations

import json
from typing import Any

from engines.live_posts import COLUMNS, SEARCHED, record_of


def quoted(text: str) -> str:
    """A literal of SQL."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


class ChDBLivePosts:
    """All columns and the searched texts, which the engine computes."""

    def __init__(self, session: Any, types: dict[str, str]) -> None:
        self.session = session
        self.columns = ", ".join(f"{name} {types[name].replace('{id}', 'String')}" for name in COLUMNS)

    def rows(self, sql: str) -> list[list[Any]]:
        """A small result as Python values."""
        text = self.session.query(sql, "JSONCompactEachRow").bytes()
        return [json.loads(line) for line in text.splitlines()]

    def load(self, posts: str) -> int:
        """In the order of pages."""
        texts = ", char(31), ".join(f"ifNull({name}, '')" for name in SEARCHED)
        self.session.query("DROP TABLE IF EXISTS peers.live SYNC")
        self.session.query(
            f"CREATE TABLE peers.live ({self.columns}, text String DEFAULT lowerUTF8(concat({texts}))) "
            "ENGINE = Memory")
        self.session.query(
            f"INSERT INTO peers.live ({', '.join(COLUMNS)}) SELECT * FROM file({quoted(posts)}, 'JSONEachRow', "
            f"{quoted(self.columns)}) ORDER BY post_date DESC, id SETTINGS date_time_input_format = 'best_effort'")
        return self.rows("SELECT toUInt32(count()) FROM peers.live")[0][0]

    def insert(self, document: str) -> None:
        """The row as JSON, which the engine reads."""
        row = json.dumps(record_of(document), ensure_ascii=False)
        self.session.query(
            f"INSERT INTO peers.live ({', '.join(COLUMNS)}) SETTINGS date_time_input_format = 'best_effort' "
            f"FORMAT JSONEachRow {row}")

    def newest(self, limit: int) -> list[str]:
        """A scan of times."""
        return [row[0] for row in self.rows(
            f"SELECT id FROM peers.live ORDER BY post_date DESC, id LIMIT {limit}")]

    def matching(self, text: str, limit: int) -> tuple[int, list[str]]:
        """Two scans."""
        condition = f"position(text, {quoted(text)}) > 0"
        count = self.rows(f"SELECT toUInt32(count()) FROM peers.live WHERE {condition}")[0][0]
        return count, [row[0] for row in self.rows(
            f"SELECT id FROM peers.live WHERE {condition} ORDER BY post_date DESC, id LIMIT {limit}")]
