"""Posts: the pages Social Analytics and Social Media Monitoring, and changes of posts."""

from __future__ import annotations

import os
import sys
from ctypes import byref, c_int32, c_int64, c_uint64, pointer
from typing import TYPE_CHECKING, Any, Iterable, Mapping, NamedTuple, Optional, Union, cast

from ._arrow import ArrowExporting, Columns, StreamedColumns, new_stream
from ._interface import CONSTANTS, FeedOptions, SocialOptions
from ._library import library, take_partial
from ._notebook import notebook_html
from ._options import JSON, TextForm, activity_days, counted, read_json, read_text, text_format
from ._owned import Copied, Owned
from ._values import (
    Document, Instant, Path, document_bytes, duration_micros, micros, path_string, required_micros,
    shard_number, string, whole_number)
from .errors import NotFoundError
from .filters import PostFilter, filter_struct, search_flags
from .results import Feed, IngestReport, LinkedFeed, MergeReport, RealtimeReport, SocialAnalytics
from .tables import (
    ByteRange, Cache, Form, SearchIndex, Table, TableFile, TableName, TableSource, Verification, file_in, load_options,
    open_table, required_file_in, save_options)
from .zones import ZoneLike, required_zone_handle, zone_handle

if sys.version_info >= (3, 11):
    from typing import Unpack
elif TYPE_CHECKING:
    from typing_extensions import Unpack

if TYPE_CHECKING:
    import pyarrow

_SOCIAL_VERSION = CONSTANTS["COMPASS_SOCIAL_OPTIONS_VERSION"]
_FEED_VERSION = CONSTANTS["COMPASS_FEED_OPTIONS_VERSION"]
_ALL_TIME = CONSTANTS["COMPASS_RANGE_ALL"]
_COMPARE = CONSTANTS["COMPASS_SOCIAL_COMPARE"]
_HEAT_MAP = CONSTANTS["COMPASS_SOCIAL_HEAT_MAP"]


def _social_options(
    form: int, range: Union[str, int], now_micros: int, zone: int, days: Union[None, str, int],
    filters: Mapping[str, Any], top: int = 0, recent: int = 0, compare: bool = False, heat_map: bool = False
) -> SocialOptions:
    options = SocialOptions(
        _SOCIAL_VERSION, (_COMPARE if compare else 0) | (_HEAT_MAP if heat_map else 0), now_micros, zone, None,
        counted(range, "d", _ALL_TIME, "range"), activity_days(days), whole_number(top, "top"),
        whole_number(top, "top"), whole_number(recent, "recent"), form)
    if filters:
        options.filter = pointer(filter_struct(filters))
    return options


def _feed_options(
    form: int, page_size: int, after: Optional[str], days: Union[None, str, int], now_micros: int, zone: int,
    filters: Mapping[str, Any]
) -> FeedOptions:
    options = FeedOptions(
        _FEED_VERSION, form, now_micros, zone, None, whole_number(page_size, "page_size"),
        string(after, "after"), activity_days(days))
    if filters:
        options.filter = pointer(filter_struct(filters))
    return options


class Change(Owned):
    """The inverse of a change, returned by the methods of :class:`Posts` and applied by :meth:`Posts.apply`.

    Applied immediately, it restores every post exactly; later, it undoes what the change did and keeps what
    others have changed since.
    """

    __slots__ = ()

    _destroyer = "compass_change_destroy"


class Merged(NamedTuple):
    """The report of a sync, and its inverse."""

    report: MergeReport
    inverse: Change


class Posts(Copied, ArrowExporting):
    """Posts with the names of schools and coaches: the pages Social Analytics and Social Media Monitoring.

    >>> posts = Posts.from_json("social_media_posts.json", schools="schools.json", coaches="coaches.json")
    >>> posts.analytics_page("30d", now="2026-03-01T12:00:00Z")["summary"]["totalPosts"]

    All queries take ``now``, the instant that ranges and relative times refer to (RFC 3339, or a datetime
    with a time zone; by default the current time), ``zone``, the time zone of days (by default the
    machine's), and the filters of :class:`~compass_kernel.filters.PostFilter` as keywords.
    """

    __slots__ = ("_report",)

    _destroyer = "compass_posts_destroy"
    _copier = "compass_posts_snapshot"
    _shared = ("_report",)

    _report: IngestReport

    def __init__(
        self, posts: TableSource, schools: Optional[TableSource] = None, coaches: Optional[TableSource] = None
    ) -> None:
        """Makes posts from a table or the path of its file. Without ``schools`` or ``coaches``, all their
        names are unknown."""
        self._make(*open_table("social_media_posts", posts, max_problems=100), schools, coaches)

    def _make(
        self, table: Table, is_ours: bool, schools: Optional[TableSource], coaches: Optional[TableSource]
    ) -> None:
        handle = c_uint64()
        opened = [table] if is_ours else []

        def names(name: TableName, source: Optional[TableSource]) -> Any:
            if source is None:
                return 0
            directory, is_directory_ours = open_table(name, source, max_problems=0)
            if is_directory_ours:
                opened.append(directory)
            return directory._handle

        try:
            library.compass_posts_create(
                table._handle, names("schools", schools), names("coaches", coaches), byref(handle))
        finally:
            for each in opened:
                each.close()
        self._own(handle)
        self._report = table.ingest_report

    @classmethod
    def _of(cls, table: Table, schools: Optional[TableSource], coaches: Optional[TableSource]) -> Posts:
        posts = cls.__new__(cls)
        posts._make(table, True, schools, coaches)
        return posts

    @classmethod
    def from_json(
        cls, path: Path, *, schools: Optional[TableSource] = None, coaches: Optional[TableSource] = None,
        max_problems: int = 100, threads: Optional[int] = None, search_index: SearchIndex = "now",
        cache: Cache = None, replaced: Iterable[int] = ()
    ) -> Posts:
        """Loads a file with a JSON array, as PostgREST returns it.

        :param schools: the table ``schools``, or the path of its file.
        :param coaches: the table ``coaches``, or the path of its file.
        :param max_problems: how many problems :attr:`ingest_report` lists; all are counted.
        :param threads: how many threads may read, and search without an index; None is as many as there are
            processors.
        :param search_index: when the search index is built: ``"now"`` by the first search, which waits;
            ``"background"`` on a thread, from loading on, while searches read the texts; ``"never"``.
        :param cache: where the table is stored, to be opened in milliseconds the next time: True for the
            user's cache folder, or the path of a folder.
        :param replaced: the numbers of rows, from 1, that rows of other shards replace, see
            :mod:`compass_kernel.resolve`.
        :raises MalformedDataError: when the file is not an array of rows.
        :raises FileMissingError: when there is no such file.
        """
        return cls._of(
            Table.from_file(
                "social_media_posts", path, form="json", max_problems=max_problems, threads=threads,
                search_index=search_index, cache=cache, replaced=replaced),
            schools, coaches)

    @classmethod
    def from_ndjson(
        cls, path: Path, *, schools: Optional[TableSource] = None, coaches: Optional[TableSource] = None,
        max_problems: int = 100, threads: Optional[int] = None, search_index: SearchIndex = "now",
        cache: Cache = None, byte_range: Optional[ByteRange] = None, replaced: Iterable[int] = ()
    ) -> Posts:
        """Loads a file with one JSON object per line, otherwise like :meth:`from_json`.

        :param byte_range: the part of the file that is read, as for
            :meth:`Table.from_file() <compass_kernel.tables.Table.from_file>`.
        """
        return cls._of(
            Table.from_file(
                "social_media_posts", path, form="ndjson", max_problems=max_problems, threads=threads,
                search_index=search_index, cache=cache, byte_range=byte_range, replaced=replaced),
            schools, coaches)

    @classmethod
    def from_bytes(
        cls, document: Document, *, form: Form = "json", schools: Optional[TableSource] = None,
        coaches: Optional[TableSource] = None, max_problems: int = 100, threads: Optional[int] = None,
        search_index: SearchIndex = "now", replaced: Iterable[int] = ()
    ) -> Posts:
        """Loads a document from memory, or a list of dictionaries, otherwise like :meth:`from_json`."""
        return cls._of(
            Table.from_bytes(
                "social_media_posts", document, form=form, max_problems=max_problems, threads=threads,
                search_index=search_index, replaced=replaced),
            schools, coaches)

    @classmethod
    def from_directory(
        cls, folder: Path, *, threads: Optional[int] = None, search_index: SearchIndex = "now",
        cache: Cache = None
    ) -> Posts:
        """Loads ``social_media_posts`` and, if they exist, ``schools`` and ``coaches`` from a data directory
        or a table file."""
        table = Table.from_file(
            "social_media_posts", required_file_in(folder, "social_media_posts"), threads=threads,
            search_index=search_index, cache=cache)
        return cls._of(table, file_in(folder, "schools"), file_in(folder, "coaches"))

    @classmethod
    def from_arrow(
        cls, data: Any, *, schools: Optional[TableSource] = None, coaches: Optional[TableSource] = None,
        max_problems: int = 100, search_index: SearchIndex = "now", replaced: Iterable[int] = ()
    ) -> Posts:
        """Loads columns with the names of the database from an object with Arrow's PyCapsule interface, such
        as a record batch of pyarrow or a data frame of Polars.

        :raises UnsupportedError: when a column has an unsupported type.
        """
        return cls._of(
            Table.from_arrow(
                "social_media_posts", data, max_problems=max_problems, search_index=search_index,
                replaced=replaced),
            schools, coaches)

    @classmethod
    def open(
        cls, path: Path, *, schools: Optional[TableSource] = None, coaches: Optional[TableSource] = None,
        verify: Verification = "read", copying: bool = False, threads: Optional[int] = None,
        search_index: SearchIndex = "now"
    ) -> Posts:
        """Opens the posts of a table file in milliseconds, see :class:`~compass_kernel.tables.TableFile`.

        :param schools: the table ``schools``, or the path of its file; None for that of the table file, if it
            has it.
        :param coaches: the same for ``coaches``.
        :param verify: ``"all"`` to verify all bytes, not only those that are read.
        :param copying: whether the file is read into memory in place of being mapped.
        :raises MalformedDataError: when it is not a table file, or is damaged.
        :raises WrongVersionError: when another release wrote it: load the posts from their source.
        :raises NotFoundError: when the file has no posts.
        """
        with TableFile.open(
            path, verify=verify, copying=copying, threads=threads, search_index=search_index
        ) as file:
            table = file.table("social_media_posts")
            if table is None:
                raise NotFoundError(f"{os.fspath(path)} has no table social_media_posts")
            return cls._of(
                table, file.table("schools") if schools is None else schools,
                file.table("coaches") if coaches is None else coaches)

    def save(self, path: Path, search_index: bool = True) -> None:
        """Writes the posts as they are now, the names of their schools and coaches, and :attr:`ingest_report`
        to a table file, in place of one that exists. After an error, the old file is there.

        :param search_index: whether to write the search index as well, which is built if it does not exist.
        :raises FileUnreadableError: when the system does not let it be written.
        """
        library.compass_posts_save(self._handle, path_string(path), save_options(search_index))

    @property
    def ingest_report(self) -> IngestReport:
        """The ingest report of the rows."""
        return self._report

    @property
    def report(self) -> IngestReport:
        """The former name of :attr:`ingest_report`."""
        return self._report

    def __len__(self) -> int:
        count = c_int64()
        library.compass_posts_count(self._handle, byref(count))
        return count.value

    def __repr__(self) -> str:
        return "<closed posts>" if self.closed else f"<{len(self)} posts>"

    def _repr_html_(self) -> Optional[str]:
        """The page Social Analytics of the last 30 days, or of all time if these have no post: for
        notebooks."""
        return notebook_html(
            lambda: self.analytics_page_text("html"), "No posts in the last 30 days",
            ("all time", lambda: self.analytics_page_text("html", "all", days="all")))

    # ------------------------------------------------------------------------------------------ Pages

    def analytics_page(
        self, range: Union[str, int] = "30d", *, top: int = 5, recent: int = 5,
        days: Union[None, str, int] = None, compare: bool = False, heat_map: bool = False,
        now: Optional[Instant] = None, zone: ZoneLike = None, **filters: Unpack[PostFilter]
    ) -> SocialAnalytics:
        """Returns the page Social Analytics.

        :param range: days before now: 30, ``"30"`` or ``"30d"``, any other number, or ``"all"``.
        :param top: the maximum number of schools, and of coaches, to list.
        :param recent: the maximum number of recruiting posts to list.
        :param days: the number of days of the chart, ``"all"`` for every day since the first post, or None
            for those of the range.
        :param compare: whether ``previous`` holds the summary of the period before.
        :param heat_map: whether ``heatMap`` holds the posts by weekday and hour.
        """
        return cast(SocialAnalytics, read_json(self._analytics(
            JSON, range, top, recent, days, compare, heat_map, now, zone, filters)))

    def analytics_page_text(
        self, form: TextForm = "json", range: Union[str, int] = "30d", *, top: int = 5, recent: int = 5,
        days: Union[None, str, int] = None, compare: bool = False, heat_map: bool = False,
        now: Optional[Instant] = None, zone: ZoneLike = None, **filters: Unpack[PostFilter]
    ) -> str:
        """Returns the page as JSON, CSV or HTML, otherwise like :meth:`analytics_page`."""
        return read_text(self._analytics(
            text_format(form), range, top, recent, days, compare, heat_map, now, zone, filters))

    def _analytics(
        self, form: int, range: Union[str, int], top: int, recent: int, days: Union[None, str, int],
        compare: bool, heat_map: bool, now: Optional[Instant], zone: ZoneLike, filters: Mapping[str, Any]
    ) -> c_uint64:
        options = _social_options(
            form, range, micros(now), zone_handle(zone), days, filters, top, recent, compare, heat_map)
        page = c_uint64()
        library.compass_posts_analytics(self._handle, options, byref(page))
        return page

    def feed_page(
        self, *, page_size: int = 50, after: Optional[str] = None, now: Optional[Instant] = None,
        zone: ZoneLike = None, **filters: Unpack[PostFilter]
    ) -> Feed:
        """Returns a page of the posts that match, newest first: Social Media Monitoring.

        :param page_size: the maximum number of posts to list.
        :param after: the ``nextCursor`` of the previous page. It remains valid when posts are added or
            removed.
        :raises CursorRefusedError: when ``after`` is not a cursor of a feed.
        """
        return cast(Feed, read_json(self._feed(
            library.compass_posts_feed, JSON, page_size, after, None, now, zone, filters)))

    def feed_page_text(
        self, form: TextForm = "json", *, page_size: int = 50, after: Optional[str] = None,
        now: Optional[Instant] = None, zone: ZoneLike = None, **filters: Unpack[PostFilter]
    ) -> str:
        """Returns the page as JSON, CSV or HTML, otherwise like :meth:`feed_page`."""
        return read_text(self._feed(
            library.compass_posts_feed, text_format(form), page_size, after, None, now, zone, filters))

    def linked_feed_page(
        self, *, days: Union[None, str, int] = None, page_size: int = 50, after: Optional[str] = None,
        now: Optional[Instant] = None, zone: ZoneLike = None, **filters: Unpack[PostFilter]
    ) -> LinkedFeed:
        """Returns the page of :meth:`feed_page` with the counts of each filter under all others, as the key
        ``linked``.

        :param days: as for :meth:`analytics_page`; None is 30.
        """
        return cast(LinkedFeed, read_json(self._feed(
            library.compass_posts_linked, JSON, page_size, after, days, now, zone, filters)))

    def linked_feed_page_text(
        self, form: TextForm = "json", *, days: Union[None, str, int] = None, page_size: int = 50,
        after: Optional[str] = None, now: Optional[Instant] = None, zone: ZoneLike = None,
        **filters: Unpack[PostFilter]
    ) -> str:
        """Returns the page as JSON, CSV or HTML, otherwise like :meth:`linked_feed_page`."""
        return read_text(self._feed(
            library.compass_posts_linked, text_format(form), page_size, after, days, now, zone, filters))

    def _feed(
        self, function: Any, form: int, page_size: int, after: Optional[str],
        days: Union[None, str, int], now: Optional[Instant], zone: ZoneLike, filters: Mapping[str, Any]
    ) -> c_uint64:
        options = _feed_options(form, page_size, after, days, micros(now), zone_handle(zone), filters)
        page = c_uint64()
        function(self._handle, options, byref(page))
        return page

    #: The former names of the pages.
    analytics, analytics_text = analytics_page, analytics_page_text
    feed, feed_text = feed_page, feed_page_text
    linked, linked_text = linked_feed_page, linked_feed_page_text

    # -------------------------------------------------------------------------------- Partial answers

    def analytics_partial(
        self, range: Union[str, int] = "30d", *, shard: int, now: Instant, zone: ZoneLike, top: int = 5,
        recent: int = 5, days: Union[None, str, int] = None, compare: bool = False, heat_map: bool = False,
        **filters: Unpack[PostFilter]
    ) -> bytes:
        """Returns the part of :meth:`analytics_page` that these posts contribute, which are one of several
        shards, see :mod:`compass_kernel.partials`. A search builds no index.

        :param shard: the number of the shard, from 0, different for each; everything else is the same for all.
        """
        options = _social_options(
            JSON, range, required_micros(now), required_zone_handle(zone), days, filters, top, recent, compare,
            heat_map)
        return self._partial(library.compass_posts_analytics_partial, options, shard)

    def feed_partial(
        self, *, shard: int, now: Instant, zone: ZoneLike, page_size: int = 50, after: Optional[str] = None,
        **filters: Unpack[PostFilter]
    ) -> bytes:
        """Returns the part of :meth:`feed_page` that these posts contribute, otherwise like
        :meth:`analytics_partial`."""
        options = _feed_options(
            JSON, page_size, after, None, required_micros(now), required_zone_handle(zone), filters)
        return self._partial(library.compass_posts_feed_partial, options, shard)

    def linked_counts_partial(
        self, *, shard: int, now: Instant, zone: ZoneLike, days: Union[None, str, int] = None,
        **filters: Unpack[PostFilter]
    ) -> bytes:
        """Returns the part of the counts of :meth:`linked_feed_page` that these posts contribute, otherwise
        like :meth:`analytics_partial`."""
        options = _feed_options(
            JSON, 1, None, days, required_micros(now), required_zone_handle(zone), filters)
        return self._partial(library.compass_posts_linked_counts_partial, options, shard)

    def _partial(self, function: Any, options: Any, shard: int) -> bytes:
        partial = c_uint64()
        function(self._handle, options, shard_number(shard), byref(partial))
        return take_partial(partial)

    def match_count(self, *, zone: ZoneLike = None, **filters: Unpack[PostFilter]) -> int:
        """Returns the number of posts that match."""
        count = c_int64()
        library.compass_posts_match_count(
            self._handle, filter_struct(filters), zone_handle(zone), byref(count))
        return count.value

    # ---------------------------------------------------------------------------------------- Exports

    def columns(self, *, zone: ZoneLike = None, **filters: Unpack[PostFilter]) -> Columns:
        """Returns the columns of the posts that match, newest first, for every library with Arrow's PyCapsule
        interface. They are copied when they are read, unless all posts match.

        >>> polars.DataFrame(posts.columns(platforms="twitter", search="camp"))
        """
        filter, zone_number = filter_struct(filters), zone_handle(zone)

        def fill(schema: int, array: int) -> None:
            library.compass_posts_export_arrow_where(self._handle, filter, zone_number, schema, array)

        def fill_stream(stream: int) -> None:
            library.compass_posts_export_arrow_stream_where(self._handle, filter, zone_number, stream)

        return StreamedColumns(fill, fill_stream, zone)

    def to_arrow(self, *, zone: ZoneLike = None, **filters: Unpack[PostFilter]) -> pyarrow.RecordBatch:
        """Returns :meth:`columns` as a record batch of pyarrow, which must be installed, in version 15 or
        later."""
        return self.columns(zone=zone, **filters).to_arrow() if filters else super().to_arrow()

    def day_counts(
        self, range: Union[str, int] = "30d", *, days: Union[None, str, int] = None,
        now: Optional[Instant] = None, zone: ZoneLike = None, **filters: Unpack[PostFilter]
    ) -> Columns:
        """Returns the counts of the chart by day as columns ``date`` and ``count``, otherwise like
        :meth:`analytics_page`."""
        options = _social_options(JSON, range, micros(now), zone_handle(zone), days, filters)

        def fill(schema: int, array: int) -> None:
            library.compass_posts_day_counts_arrow(self._handle, options, schema, array)

        return Columns(fill, zone)

    def _fill_arrow(self, schema: int, array: int) -> None:
        library.compass_posts_export_arrow(self._handle, schema, array)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        # Unlike an array, a stream may have more than 2 GiB of text in a column.
        return new_stream(
            lambda stream: library.compass_posts_export_arrow_stream(self._handle, stream))

    # --------------------------------------------------------------------------------------- Changes

    def set_flag(self, id: str, flagged: bool = True) -> Change:
        """Flags a post for review, or removes the flag; returns the inverse.

        :raises NotFoundError: when there is no post with this id.
        """
        inverse = c_uint64()
        library.compass_posts_set_flag(self._handle, string(id, "id"), 1 if flagged else 0, byref(inverse))
        return Change._owning(inverse)

    def set_notes(self, id: str, notes: Optional[str]) -> Change:
        """Sets the notes of a post, or removes them for None; otherwise like :meth:`set_flag`."""
        inverse = c_uint64()
        library.compass_posts_set_notes(
            self._handle, string(id, "id"), string(notes, "notes"), byref(inverse))
        return Change._owning(inverse)

    def remove(self, id: str) -> Change:
        """Deletes a post; otherwise like :meth:`set_flag`."""
        inverse = c_uint64()
        library.compass_posts_delete(self._handle, string(id, "id"), byref(inverse))
        return Change._owning(inverse)

    def apply(self, change: Change) -> Change:
        """Makes a change, all of it or nothing; returns the inverse.

        :raises NotFoundError: when a post that it changes does not exist any more.
        :raises ConflictError: when something newer has taken the place of a deleted post.
        """
        if not isinstance(change, Change):
            raise TypeError(f"change is {change!r}; a Change is accepted, as methods of Posts return it")
        inverse = c_uint64()
        library.compass_posts_apply_change(self._handle, change._handle, byref(inverse))
        return Change._owning(inverse)

    def put(self, rows: Document, *, form: Form = "json", max_problems: int = 100) -> Merged:
        """Adds the rows of a sync, each replacing the post with its id if there is one; columns that a row
        lacks remain unchanged.

        :raises MalformedDataError: when it is not a document of rows; the posts are unchanged then.
        """
        content = document_bytes(rows)
        options = load_options(form, max_problems, threads=1)
        inverse, report = c_uint64(), c_uint64()
        library.compass_posts_merge(
            self._handle, content, len(content), options, byref(inverse), byref(report))
        change = Change._owning(inverse)
        return Merged(cast(MergeReport, read_json(report)), change)

    #: The former names of :meth:`put` and :meth:`remove`.
    merge_json, delete = put, remove

    def apply_realtime(self, payloads: Document) -> RealtimeReport:
        """Applies realtime payloads: one, or a list. They may arrive twice and out of order.

        :raises MalformedDataError: when it is not JSON; the posts are unchanged then.
        """
        content = document_bytes(payloads)
        outcomes = c_uint64()
        library.compass_posts_apply_realtime(self._handle, content, len(content), byref(outcomes))
        return cast(RealtimeReport, read_json(outcomes))

    def forget_deletions(self, before: Instant) -> None:
        """Forgets when deleted posts were last changed, if that was before an instant."""
        library.compass_posts_forget_deletions(self._handle, micros(before))

    def prepare_for_search(self, *, ignore_accents: bool = False) -> None:
        """Builds what searches require, whatever ``search_index`` is: seconds for a million posts."""
        library.compass_posts_prepare_for_search(
            self._handle, search_flags({"ignore_accents": ignore_accents}))

    def prepare_for_changes(self) -> None:
        """Builds the index of posts by id; otherwise the first changes do, a part each."""
        library.compass_posts_prepare_for_changes(self._handle)

    def compact(self, *, seconds: Optional[float] = None) -> bool:
        """Removes what changes have left over, as happens automatically after many.

        :param seconds: for how long; the last step may take some milliseconds longer. Without it, until nothing
            is left. What is done stays done: a later call, or later changes, continue.
        :returns: whether nothing is left of the changes.
        """
        if seconds is None:
            library.compass_posts_compact(self._handle)
            return True
        is_finished = c_int32()
        library.compass_posts_compact_for(self._handle, duration_micros(seconds), byref(is_finished))
        return is_finished.value == 1
