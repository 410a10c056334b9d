"""Files as shards, and queries of them, for engines with many machines: Spark, Dask, Ray and others.

>>> query = Query.analytics("30d", now=now, zone="America/New_York")
>>> shards = find_shards({"social_media_posts": "posts/*.ndjson"})
>>> parts = [query.run(shard) for shard in shards]          # by the engine, each on any machine, in any order
>>> finish(shards, parts, schools="schools.json").page

Queries, shards and parts can be pickled. A shard is a file or, of a large file of lines, a range of bytes; all machines
open the same paths. :mod:`compass_kernel.spark` does the same by Spark.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Literal, Mapping, Optional, Sequence, Tuple, Union

from . import _shard_rows
from ._shard_files import SHARD_BYTES, FileForm, Paths, Shard, find_shards, local_path
from ._shard_parts import Answer, Part, error_named, finish, merge_parts
from ._values import Day, Instant, Path, required_micros
from .activity import Activity, ActivityRange, ActivityType
from .bad_rows import bad_rows
from .errors import InvalidArgumentError
from .filters import PostFilter
from .posts import Posts
from .reports import ReportRange, Reports
from .tables import Table, TableName
from .timeline import Timeline
from .zones import Zone, ZoneLike, zone_of

if sys.version_info >= (3, 11):
    from typing import Unpack
elif TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = [
    "SHARD_BYTES", "Answer", "Duplicates", "FileForm", "Part", "Paths", "Query", "Shard", "error_named",
    "find_shards", "finish", "merge_parts"]

#: What has become of rows with one id or URL in several shards: there are none, or the last one stays.
Duplicates = Literal["unique", "resolve"]

_POSTS: TableName = "social_media_posts"
#: So that the report of a shard with nothing but bad rows is smaller than 100 KB.
_LISTED_PROBLEMS = 100
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


@dataclass(frozen=True)
class Query:
    """A query of shards, which can be pickled. It is checked when it is made.

    ``now`` and ``zone`` have no defaults, because they must be the same on all machines. The zone is sent as data:
    machines may know it differently.
    """

    kind: str
    arguments: Dict[str, Any]
    zone_name: str
    zone_data: bytes
    #: The tables that exist.
    tables: Tuple[TableName, ...]
    #: The file with the names of schools, where shards require them.
    names: Optional[str] = None

    @classmethod
    def analytics(
        cls, range: Union[str, int] = "30d", *, now: Instant, zone: ZoneLike, top: int = 5, recent: int = 5,
        days: Union[None, str, int] = None, compare: bool = False, heat_map: bool = False,
        **filters: Unpack[PostFilter]
    ) -> Query:
        """The page of :meth:`Posts.analytics_page() <compass_kernel.posts.Posts.analytics_page>`."""
        return cls._checked("analytics", zone, (_POSTS,), dict(
            filters, range=range, now=now, top=top, recent=recent, days=days, compare=compare, heat_map=heat_map))

    @classmethod
    def feed(
        cls, *, now: Instant, zone: ZoneLike, page_size: int = 50, after: Optional[str] = None,
        **filters: Unpack[PostFilter]
    ) -> Query:
        """The page of :meth:`Posts.feed_page() <compass_kernel.posts.Posts.feed_page>`."""
        return cls._checked("feed", zone, (_POSTS,), dict(filters, now=now, page_size=page_size, after=after))

    @classmethod
    def linked_feed(
        cls, *, now: Instant, zone: ZoneLike, page_size: int = 50, after: Optional[str] = None,
        days: Union[None, str, int] = None, **filters: Unpack[PostFilter]
    ) -> Query:
        """The page of :meth:`Posts.linked_feed_page() <compass_kernel.posts.Posts.linked_feed_page>`."""
        return cls._checked("linked_feed", zone, (_POSTS,), dict(
            filters, now=now, page_size=page_size, after=after, days=days))

    @classmethod
    def linked_counts(
        cls, *, now: Instant, zone: ZoneLike, days: Union[None, str, int] = None, **filters: Unpack[PostFilter]
    ) -> Query:
        """The counts of that page alone."""
        return cls._checked("linked_counts", zone, (_POSTS,), dict(filters, now=now, days=days))

    @classmethod
    def report(
        cls, range: Optional[ReportRange] = None, *, now: Instant, zone: ZoneLike, tables: Iterable[TableName],
        first_day: Optional[Day] = None, last_day: Optional[Day] = None, compare: bool = False
    ) -> Query:
        """The page of :meth:`Reports.page() <compass_kernel.reports.Reports.page>`.

        :param tables: the names of the tables that exist.
        """
        return cls._checked("report", zone, tables, dict(
            range=range, now=now, first_day=first_day, last_day=last_day, compare=compare))

    @classmethod
    def activity(
        cls, range: Union[ActivityRange, int] = "all", *, now: Instant, zone: ZoneLike,
        tables: Iterable[TableName], type: Optional[ActivityType] = None, search: Optional[str] = None,
        whole_text: bool = False, page: int = 1, page_size: int = 20, schools: Optional[Path] = None
    ) -> Query:
        """The page of :meth:`Activity.page() <compass_kernel.activity.Activity.page>`.

        :param tables: the names of the tables that exist.
        :param schools: the file of schools, which a search reads on all machines.
        """
        names = None
        if search is not None and schools is not None:
            names = os.path.abspath(local_path(os.fspath(schools)))
        return cls._checked("activity", zone, tables, dict(
            range=range, now=now, type=type, search=search, whole_text=whole_text, page=page,
            page_size=page_size), names)

    @classmethod
    def timeline_counts(
        cls, windows: Iterable[Tuple[Instant, Instant]] = (), *, zone: ZoneLike, tables: Iterable[TableName],
        school: Optional[str] = None, hide: Union[None, str, Iterable[str]] = None
    ) -> Query:
        """The numbers of items of a timeline by window and kind, and the first and the last instant of all.

        :param tables: the names of the tables that exist.
        """
        return cls._checked("timeline_counts", zone, tables, dict(
            windows=[(_utc(first), _utc(last)) for first, last in windows], school=school, hide=hide))

    @classmethod
    def timeline_levels(
        cls, first: Instant, last: Instant, buckets: int, *, zone: ZoneLike, tables: Iterable[TableName],
        school: Optional[str] = None, hide: Union[None, str, Iterable[str]] = None
    ) -> Query:
        """The numbers of items of a timeline in equally long buckets of a window."""
        return cls._checked("timeline_levels", zone, tables, dict(
            first=_utc(first), last=_utc(last), buckets=buckets, school=school, hide=hide))

    @classmethod
    def _checked(
        cls, kind: str, zone: ZoneLike, tables: Iterable[TableName], arguments: Dict[str, Any],
        names: Optional[str] = None
    ) -> Query:
        if zone is None:
            raise TypeError("zone is None, but all shards require the same zone, and machines may have several")
        own = zone_of(zone)
        if "now" in arguments:
            arguments["now"] = _utc(arguments["now"])
        query = cls(
            kind, {name: _kept(value) for name, value in arguments.items()}, own.name, own.data,
            tuple(sorted(set(tables))), names)
        # A mistake is reported before an engine starts: that of no rows.
        query._partials({}, 0)
        return query

    def run(self, shard: Shard, replaced: Sequence[int] = ()) -> Part:
        """Returns the part of a shard.

        :param replaced: the rows of the shard that rows of others replace, from 1.
        :raises MalformedDataError: when its file is not a document of rows; the message names the file.
        :raises InvalidArgumentError: when the query does not count its table.
        """
        if shard.table not in self.tables:
            raise InvalidArgumentError(
                f"{shard.path} has rows of {shard.table}, of which the query counts none, but of "
                f"{', '.join(self.tables) or 'no table'}; leave the file out, or name its table in the query")
        with _shard_rows.load(shard, replaced) as table:
            partials = self._partials({shard.table: table}, shard.number)
            report = table.ingest_report
        for problem in report["problems"]:
            problem["row"] += shard.rows_before
        # Numbers are in the order of paths and positions, so that the first problems are those of the first files.
        found = bad_rows(report, file=f"{shard.number:010}", starts_file=shard.start == 0)
        del found["problems"][_LISTED_PROBLEMS:]
        return Part(partials, {shard.number: report["rows"]}, {shard.number: shard.place}, self.tables, found)

    @staticmethod
    def row_keys(shard: Shard, key: bytes) -> bytes:
        """Returns the keys of the rows of a shard, see :mod:`compass_kernel.resolve`."""
        return _shard_rows.keys(shard, key)

    def _partials(self, loaded: Mapping[TableName, Table], shard: int) -> Tuple[bytes, ...]:
        arguments = dict(self.arguments, shard=shard, zone=_zone(self.zone_name, self.zone_data))
        empty: List[Table] = []

        def table(name: TableName) -> Table:
            if name not in loaded:
                empty.append(Table.from_bytes(name, b"[]", threads=1))
            return loaded[name] if name in loaded else empty[-1]

        try:
            if self.kind in ("analytics", "feed", "linked_feed", "linked_counts"):
                with Posts(table(_POSTS)) as posts:
                    return _partials_of_posts(self.kind, posts, arguments)
            # A shard has rows of one table; without the others, these would be missing in the answer.
            tables: Dict[str, Any] = {name: table(name) for name in self.tables}
            if self.kind == "report":
                with Reports(**tables) as reports:
                    return (reports.partial(**arguments),)
            if self.kind == "activity":
                with Activity(schools=self.names, **tables) as activity:
                    return (activity.partial(**arguments),)
            with Timeline(**tables) as timeline:
                if self.kind == "timeline_counts":
                    return (timeline.counts_partial(**arguments),)
                return (timeline.levels_partial(**arguments),)
        finally:
            for each in empty:
                each.close()


def _partials_of_posts(kind: str, posts: Posts, arguments: Dict[str, Any]) -> Tuple[bytes, ...]:
    if kind == "analytics":
        return (posts.analytics_partial(**arguments),)
    if kind == "feed":
        return (posts.feed_partial(**arguments),)
    if kind == "linked_counts":
        return (posts.linked_counts_partial(**arguments),)
    of_feed = {name: value for name, value in arguments.items() if name != "days"}
    of_counts = {name: value for name, value in arguments.items() if name not in ("page_size", "after")}
    return posts.feed_partial(**of_feed), posts.linked_counts_partial(**of_counts)


def _utc(instant: Instant) -> datetime:
    """An instant without the zone of its datetime, which other machines may not have."""
    return _EPOCH + timedelta(microseconds=required_micros(instant))


def _kept(value: Any) -> Any:
    """An argument that can be pickled and read more than once."""
    if value is None or isinstance(value, (str, int, date, list)):
        return value
    return list(value) if hasattr(value, "__iter__") else value


@lru_cache(maxsize=8)
def _zone(name: str, data: bytes) -> Zone:
    return Zone.from_bytes(name, data)
