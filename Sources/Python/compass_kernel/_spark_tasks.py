"""What executors of Spark run: functions from batches with numbers of shards to batches of results."""

from __future__ import annotations

import json
import pickle
from typing import Any, Dict, Iterable, Iterator, List, Optional

import pyarrow
import pyarrow.compute

from .errors import CompassError
from .resolve import KEY_SIZE
from .shards import Part, Query, Shard, merge_parts

#: The columns of parts, for Spark.
PART_COLUMNS = "shard bigint, first binary, second binary, report string, error string, message string"
#: Those of the keys of rows: the table and the kind of key, its two halves, and shard and row in one number.
KEY_COLUMNS = "kind int, high bigint, low bigint, place bigint, error string, message string"
_PART_SCHEMA = pyarrow.schema([
    ("shard", pyarrow.int64()), ("first", pyarrow.binary()), ("second", pyarrow.binary()),
    ("report", pyarrow.string()), ("error", pyarrow.string()), ("message", pyarrow.string())])
_KEY_SCHEMA = pyarrow.schema([
    ("kind", pyarrow.int32()), ("high", pyarrow.int64()), ("low", pyarrow.int64()), ("place", pyarrow.int64()),
    ("error", pyarrow.string()), ("message", pyarrow.string())])
#: The kind of a row that has an error.
ERROR = -1
_ROWS_IN_BATCH = 1 << 17


def answer_shards(payload: bytes, batches: Iterable[Any]) -> Iterator[Any]:
    """Returns the part of each shard."""
    query: Query
    shards: List[Shard]
    replaced: Dict[int, List[int]]
    query, shards, replaced = pickle.loads(payload)
    for number in _numbers(batches):
        try:
            part = query.run(shards[number], replaced.get(number, ()))
        except CompassError as error:
            # The same file fails again: the driver is told, in place of a repetition.
            yield _row(number, error=error)
        else:
            yield _row(number, part)


def merge(payload: bytes, batches: Iterable[Any]) -> Iterator[Any]:
    """Returns the part of all parts of a partition, and the errors among them."""
    parts: List[Part] = []
    first: Optional[int] = None
    for batch in batches:
        for row in batch.to_pylist():
            if row["error"] is not None:
                yield pyarrow.RecordBatch.from_pylist([row], _PART_SCHEMA)
                continue
            first = row["shard"] if first is None else min(first, row["shard"])
            parts.append(part_of(row["first"], row["second"], row["report"]))
    if first is None:
        return
    try:
        yield _row(first, merge_parts(parts))
    except CompassError as error:
        yield _row(first, error=error)


def row_keys(payload: bytes, batches: Iterable[Any]) -> Iterator[Any]:
    """Returns two rows for each row of the shards: the hash of its id, and that of its URL if it has one."""
    shards: List[Shard]
    key: bytes
    shards, key = pickle.loads(payload)
    tables = sorted({shard.table for shard in shards})
    for number in _numbers(batches):
        shard = shards[number]
        try:
            keys = Query.row_keys(shard, key)
        except CompassError as error:
            yield pyarrow.RecordBatch.from_pylist([{
                "kind": ERROR, "place": number << 32, "error": type(error).__name__, "message": str(error)
            }], _KEY_SCHEMA)
            continue
        for table in _key_columns(keys, number, 2 * tables.index(shard.table)):
            yield from table.to_batches(_ROWS_IN_BATCH)


def _key_columns(keys: bytes, shard: int, kind: int) -> Iterator[Any]:
    count = len(keys) // KEY_SIZE
    compute = pyarrow.compute
    words = pyarrow.Array.from_buffers(pyarrow.int64(), 5 * count, [None, pyarrow.py_buffer(keys)])
    rows = pyarrow.FixedSizeListArray.from_arrays(words, 5)
    id_low, id_high, url_low, url_high, last = (compute.list_element(rows, index) for index in range(5))
    row = compute.shift_right(last.view(pyarrow.uint64()), pyarrow.scalar(32, pyarrow.uint64()))
    place = compute.add(row.cast(pyarrow.int64()), pyarrow.scalar(shard << 32, pyarrow.int64()))
    nothing = pyarrow.nulls(count, pyarrow.string())
    for offset, high, low in ((0, id_high, id_low), (1, url_high, url_low)):
        kinds = pyarrow.repeat(pyarrow.scalar(kind + offset, pyarrow.int32()), count)
        table = pyarrow.table([kinds, high, low, place, nothing, nothing], schema=_KEY_SCHEMA)
        if offset:
            table = table.filter(compute.not_equal(compute.bit_wise_or(high, low), 0))
        yield table


def _numbers(batches: Iterable[Any]) -> Iterator[int]:
    for batch in batches:
        yield from batch.column(0).to_pylist()


def _row(shard: int, part: Optional[Part] = None, error: Optional[CompassError] = None) -> Any:
    row: Dict[str, Any] = {"shard": shard}
    if part is not None:
        row["first"] = part.partials[0]
        row["second"] = part.partials[1] if len(part.partials) > 1 else None
        row["report"] = json.dumps([sorted(part.rows.items()), sorted(part.places.items()), part.tables, part.report])
    if error is not None:
        row["error"], row["message"] = type(error).__name__, str(error)
    return pyarrow.RecordBatch.from_pylist([row], _PART_SCHEMA)


def part_of(first: bytes, second: Optional[bytes], report: str) -> Part:
    """Returns the part that a row of :data:`PART_COLUMNS` has."""
    partials = (bytes(first),) if second is None else (bytes(first), bytes(second))
    rows, places, tables, found = json.loads(report)
    return Part(partials, dict(rows), dict(places), tuple(tables), found)
