"""Posts as an Arrow table: texts with few values as dictionaries, and a column of the folded texts."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from files.store import FLAGS, INSTANTS, TEXTS, folded

#: Columns with few values.
CODED = ["coach_id", "school_id", "platform", "sentiment"]


def table(posts: list[dict[str, Any]]) -> pa.Table:
    """Returns the posts, in their order."""
    columns: dict[str, pa.Array] = {}
    for name in TEXTS:
        column = pa.array([post.get(name) for post in posts], pa.string())
        columns[name] = column.dictionary_encode() if name in CODED else column
    for name in INSTANTS:
        columns[name] = pa.array([post.get(name) for post in posts], pa.int64())
    for name in FLAGS:
        columns[name] = pa.array([post[name] for post in posts], pa.bool_())
    columns["folded"] = pa.array([folded(post) for post in posts], pa.string())
    return pa.table(columns)


def write(posts: list[dict[str, Any]], path: str) -> None:
    """Writes an Arrow file of one batch, so that columns are used where they are."""
    with pa.OSFile(path, "wb") as sink:
        content = table(posts).combine_chunks()
        with pa.ipc.new_file(sink, content.schema) as writer:
            writer.write_table(content)
