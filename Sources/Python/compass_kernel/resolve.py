"""Rows that rows of other shards replace, found exactly as one table replaces them.

In a table, a row is left out if a later readable row has its id or, among posts, its URL, even if that is left out
itself. Shards do not know each other's rows, so that it takes two passes:

>>> key = new_row_key()                                         # once, the same for all shards
>>> keys = row_keys("social_media_posts", path, shard=3, key=key)       # for each shard
>>> replaced = losers(keys_of_all_shards)                       # on one machine, or by an engine
>>> Posts.from_ndjson(path, replaced=replaced.get(3, ()))       # for each shard

Later is a larger number of the shard, then of the row: number shards in the order in which one table would read them.

An engine does without :func:`losers`: among the rows with the same hash of the id, and among those with the same hash
of the URL other than zeros, all but the one with the largest (shard, row) are replaced.
"""

from __future__ import annotations

import os
import secrets
import struct
from ctypes import byref, c_uint64
from typing import Any, Dict, Iterable, List, Optional, Set, Tuple, Union

from ._arrow import import_arrow
from ._library import library, take_text
from ._values import Path, path_string, shard_number
from .errors import InvalidArgumentError, NotMergeableError
from .tables import ByteRange, Form, TableName, load_options, table_kind

#: The number of bytes of a row's key.
KEY_SIZE = 40
#: The hashes of id and URL, the numbers of the shard and of the row.
_LAYOUT = struct.Struct("<16s16sII")
_NO_URL = bytes(16)


def new_row_key() -> bytes:
    """Returns a new random key of the hashes, which all shards must share."""
    return secrets.token_bytes(16)


def row_keys(
    name: TableName, source: Union[Path, bytes, bytearray, memoryview], *, shard: int, key: bytes,
    form: Optional[Form] = None, byte_range: Optional[ByteRange] = None, threads: Optional[int] = 1
) -> bytes:
    """Returns the keys of the readable rows of a shard: 40 bytes each, the hashes of id and URL (16 bytes each; zeros
    without a URL), the number of the shard and of the row (4 bytes each), all little-endian.

    :param source: the path of a file, or a document as bytes.
    :param shard: the number of the shard, different for each.
    :param key: the key of the hashes, from :func:`new_row_key`, the same for all shards.
    :param form: ``"json"`` or ``"ndjson"``; None is that of the file's name, ``"json"`` for bytes.
    :param byte_range: the part of an NDJSON file, as for
        :meth:`Table.from_file() <compass_kernel.tables.Table.from_file>`.
    :raises MalformedDataError: when it is not a document of rows.
    :raises FileMissingError: when there is no such file.
    """
    text, halves = c_uint64(), _halves(key)
    options = load_options(form, threads=threads, byte_range=byte_range)
    if isinstance(source, (bytes, bytearray, memoryview)):
        content = bytes(source)
        library.compass_table_row_keys(
            table_kind(name), content, len(content), options, shard_number(shard), *halves, byref(text))
    else:
        library.compass_table_row_keys_of_file(
            table_kind(name), path_string(source), options, shard_number(shard), *halves, byref(text))
    return take_text(text)


def row_keys_of_arrow(name: TableName, data: Any, *, shard: int, key: bytes) -> bytes:
    """Returns the keys of the rows of what has Arrow's PyCapsule interface, otherwise like :func:`row_keys`. Posts
    only.

    :raises UnsupportedError: when a column has an unsupported type, or for another table.
    """
    kind, number, halves, text = table_kind(name), shard_number(shard), _halves(key), c_uint64()

    def read_stream(stream: int) -> None:
        library.compass_table_row_keys_of_arrow_stream(kind, stream, number, *halves, byref(text))

    def read_array(schema: int, array: int) -> None:
        library.compass_table_row_keys_of_arrow(kind, schema, array, number, *halves, byref(text))

    import_arrow(data, read_stream, read_array)
    return take_text(text)


def _halves(key: bytes) -> Tuple[int, int]:
    content = bytes(key)
    if len(content) != 16:
        raise InvalidArgumentError(f"key has {len(content)} bytes; 16 are accepted, as of new_row_key()")
    return int.from_bytes(content[:8], "little"), int.from_bytes(content[8:], "little")


def losers(keys: Iterable[Union[bytes, bytearray, memoryview]]) -> Dict[int, List[int]]:
    """Returns the rows of each shard that later rows replace, ascending; shards without such rows are left out.

    NumPy is used if it is installed.

    :param keys: the keys of all shards, in any order.
    :raises NotMergeableError: when a row occurs twice, as when two shards have the same number.
    """
    chunks = [bytes(chunk) for chunk in keys]
    for chunk in chunks:
        if len(chunk) % KEY_SIZE:
            raise InvalidArgumentError(f"keys have {len(chunk)} bytes, which is not a multiple of {KEY_SIZE}")
    try:
        import numpy
    except ImportError:
        return _losers_of_python(chunks)
    return _losers_of_numpy(chunks, numpy)


def _losers_of_python(chunks: List[bytes]) -> Dict[int, List[int]]:
    rows: Set[Tuple[int, int]] = set()
    last: Tuple[Dict[bytes, Tuple[int, int]], Dict[bytes, Tuple[int, int]]] = ({}, {})
    lost: Dict[int, Set[int]] = {}
    for chunk in chunks:
        for id, url, shard, row in _LAYOUT.iter_unpack(chunk):
            place = (shard, row)
            if place in rows:
                raise _repeated(shard, row)
            rows.add(place)
            for known, hash in zip(last, (id, url) if url != _NO_URL else (id,)):
                other = known.setdefault(hash, place)
                if other != place:
                    known[hash] = max(other, place)
                    earlier = min(other, place)
                    lost.setdefault(earlier[0], set()).add(earlier[1])
    return {shard: sorted(numbers) for shard, numbers in sorted(lost.items())}


def _losers_of_numpy(chunks: List[bytes], numpy: Any) -> Dict[int, List[int]]:
    layout = numpy.dtype([("id", "<u8", 2), ("url", "<u8", 2), ("shard", "<u4"), ("row", "<u4")])
    rows = numpy.frombuffer(b"".join(chunks), dtype=layout)
    places = rows["shard"].astype("u8") << numpy.uint64(32) | rows["row"]
    ordered = numpy.sort(places)
    repeated = ordered[1:][ordered[1:] == ordered[:-1]]
    if len(repeated):
        raise _repeated(int(repeated[0]) >> 32, int(repeated[0]) & 0xffffffff)
    lost = numpy.zeros(len(rows), dtype=bool)
    for hashes, chosen in (
            (rows["id"], numpy.arange(len(rows))), (rows["url"], numpy.flatnonzero(rows["url"].any(axis=1)))):
        first, second = hashes[chosen, 0], hashes[chosen, 1]
        order = numpy.lexsort((places[chosen], second, first))
        first, second = first[order], second[order]
        is_same = (first[1:] == first[:-1]) & (second[1:] == second[:-1])
        lost[chosen[order[:-1][is_same]]] = True
    result: Dict[int, List[int]] = {}
    for place in numpy.sort(places[lost]).tolist():
        result.setdefault(place >> 32, []).append(place & 0xffffffff)
    return result


def _repeated(shard: int, row: int) -> NotMergeableError:
    return NotMergeableError(
        f"row {row} of shard {shard} occurs twice; number shards differently, and pass the keys of each once")
