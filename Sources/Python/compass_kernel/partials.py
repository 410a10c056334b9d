"""Partial answers: rows that one machine does not hold, split into shards, answered as by one table.

>>> # On each machine, of its shard:
>>> part = posts.analytics_partial("30d", shard=3, now=now, zone=zone)
>>> # On one of them, of the bytes of all shards, in any order:
>>> merged = merge_partials(parts)
>>> answer(merged, schools="schools.json", coaches="coaches.json")

The text is that of the page's method for one table of all rows, byte for byte. Shards require no names of schools
and coaches, unless activities are searched. All shards must have the same ``now``, and the same data of the zone,
which machines may not have: send :attr:`Zone.data <compass_kernel.zones.Zone.data>` and make the zone by
:meth:`Zone.from_bytes() <compass_kernel.zones.Zone.from_bytes>`.

Each row must be in one shard. As a guard, partial answers contain the 256 smallest hashes of the ids of their rows and,
among posts, of their URLs: two shards that share one of them are refused. To find the rows that rows of other shards replace, see
:mod:`compass_kernel.resolve`.
"""

from __future__ import annotations

from ctypes import POINTER, byref, c_int32, c_size_t, c_uint32, c_uint64
from typing import Any, Dict, Iterable, List, Literal, Optional, Union, cast

from ._interface import CONSTANTS
from ._library import library, take_partial
from ._options import JSON, TextForm, read_json, read_text, text_format
from ._owned import Owned
from .tables import TableName, TableSource, open_table

#: The query of a partial answer.
PartialKind = Literal[
    "analytics", "feed", "linkedCounts", "report", "activity", "timelineCounts", "timelineLevels"]
#: The bytes of a partial answer.
PartialBytes = Union[bytes, bytearray, memoryview]

_KINDS: Dict[int, PartialKind] = {
    CONSTANTS["COMPASS_PARTIAL_ANALYTICS"]: "analytics",
    CONSTANTS["COMPASS_PARTIAL_FEED"]: "feed",
    CONSTANTS["COMPASS_PARTIAL_LINKED_COUNTS"]: "linkedCounts",
    CONSTANTS["COMPASS_PARTIAL_REPORT"]: "report",
    CONSTANTS["COMPASS_PARTIAL_ACTIVITY"]: "activity",
    CONSTANTS["COMPASS_PARTIAL_TIMELINE_COUNTS"]: "timelineCounts",
    CONSTANTS["COMPASS_PARTIAL_TIMELINE_LEVELS"]: "timelineLevels",
}
#: So that the parts of any number of shards are not all in memory.
_MERGED_AT_ONCE = 1_024


class _Partial(Owned):
    """A partial answer that has been read."""

    __slots__ = ()

    _destroyer = "compass_partial_destroy"

    def __init__(self, data: PartialBytes) -> None:
        content, handle = bytes(data), c_uint64()
        library.compass_partial_read(content, len(content), byref(handle))
        self._own(handle)


def merge_partials(parts: Iterable[PartialBytes]) -> bytes:
    """Returns the partial answer of the rows of all given ones, in any order and grouping: at least one.

    :raises NotMergeableError: when they are to different queries or have a shard in common, or when two shards are
        known to have a row in common.
    :raises MalformedDataError: when one is not a partial answer, or was changed.
    :raises WrongVersionError: when another release made one.
    """
    merged: List[_Partial] = []
    for part in parts:
        merged.append(_Partial(part))
        if len(merged) == _MERGED_AT_ONCE:
            merged = [_Partial._owning(_merge(merged))]
    return take_partial(_merge(merged))


def _merge(parts: List[_Partial]) -> c_uint64:
    handle = c_uint64()
    handles = (c_uint64 * len(parts))(*(part._handle for part in parts))
    library.compass_partial_merge(handles, len(parts), byref(handle))
    return handle


def answer(
    partial: PartialBytes, *, schools: Optional[TableSource] = None, coaches: Optional[TableSource] = None,
    linked: Optional[PartialBytes] = None, form: TextForm = "json"
) -> str:
    """Returns the page of the rows of all shards: the text of the page's method for one table.

    :param schools: the table ``schools``, or the path of its file. If activities were searched, that of the shards.
    :param coaches: the same for ``coaches``.
    :param linked: with a part of :meth:`feed_partial() <compass_kernel.posts.Posts.feed_partial>`, that of
        :meth:`linked_counts_partial() <compass_kernel.posts.Posts.linked_counts_partial>` with the same filters: the
        page is that of :meth:`linked_feed_page() <compass_kernel.posts.Posts.linked_feed_page>`.
    :param form: counts beside filters alone, and numbers of a timeline's items, are available as JSON only.
    :raises NotMergeableError: when ``linked`` does not belong to the page, or activities were searched with other
        names of schools.
    :raises MalformedDataError: when it is not a partial answer, or was changed.
    :raises UnsupportedError: when the answer is not available in this form.
    """
    return read_text(_answer(partial, schools, coaches, linked, text_format(form)))


def answer_page(
    partial: PartialBytes, *, schools: Optional[TableSource] = None, coaches: Optional[TableSource] = None,
    linked: Optional[PartialBytes] = None
) -> Dict[str, Any]:
    """Returns the page as a dictionary, otherwise like :func:`answer`."""
    return cast(Dict[str, Any], read_json(_answer(partial, schools, coaches, linked, JSON)))


def _answer(
    partial: PartialBytes, schools: Optional[TableSource], coaches: Optional[TableSource],
    linked: Optional[PartialBytes], form: int
) -> c_uint64:
    text, opened = c_uint64(), []

    def names(name: TableName, source: Optional[TableSource]) -> int:
        if source is None:
            return 0
        table, is_ours = open_table(name, source, max_problems=0)
        if is_ours:
            opened.append(table)
        return table._handle

    try:
        school_names, coach_names = names("schools", schools), names("coaches", coaches)
        with _Partial(partial) as read:
            if linked is None:
                library.compass_partial_answer(read._handle, school_names, coach_names, form, byref(text))
            else:
                with _Partial(linked) as counts:
                    library.compass_partial_linked_answer(
                        read._handle, counts._handle, school_names, coach_names, form, byref(text))
    finally:
        for table in opened:
            table.close()
    return text


def partial_kind(partial: PartialBytes) -> PartialKind:
    """Returns the query of a partial answer.

    :raises MalformedDataError: when it is not a partial answer, or was changed.
    """
    kind = c_int32()
    with _Partial(partial) as read:
        library.compass_partial_kind(read._handle, byref(kind))
    return _KINDS[kind.value]


def partial_shards(partial: PartialBytes) -> List[int]:
    """Returns the numbers of the shards whose rows a partial answer contains, ascending.

    :raises MalformedDataError: when it is not a partial answer, or was changed.
    """
    shards, count = POINTER(c_uint32)(), c_size_t()
    with _Partial(partial) as read:
        library.compass_partial_shards(read._handle, byref(shards), byref(count))
        return shards[:count.value] if count.value else []
