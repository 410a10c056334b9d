"""Posts: the pages Social Analytics and Social Media Monitoring, and what changes them."""

from __future__ import annotations

import sys
from ctypes import byref, c_int64, c_uint64, pointer
from typing import TYPE_CHECKING, Any, Mapping, NamedTuple, Optional, Union, cast

from ._arrow import ArrowExporting, Columns, new_stream
from ._interface import CONSTANTS, FeedOptions, SocialOptions
from ._library import library
from ._options import ANSWER_JSON, TextForm, activity_days, answer_format, counted, read_json, read_text
from ._owned import Copied, Owned
from ._values import Document, Instant, Path, document_bytes, micros, string, whole_number
from .answers import Feed, IngestReport, LinkedFeed, MergeReport, RealtimeReport, SocialAnalytics
from .filters import PostFilter, filter_struct, search_flags
from .tables import Form, Table, TableSource, file_in, load_options, needed_file_in, open_table
from .zones import ZoneLike, zone_handle

if sys.version_info >= (3, 11):
    from typing import Unpack
elif TYPE_CHECKING:
    from typing_extensions import Unpack

_SOCIAL_VERSION = CONSTANTS["COMPASS_SOCIAL_OPTIONS_VERSION"]
_FEED_VERSION = CONSTANTS["COMPASS_FEED_OPTIONS_VERSION"]
_ALL_TIME = CONSTANTS["COMPASS_RANGE_ALL"]
_COMPARE = CONSTANTS["COMPASS_SOCIAL_COMPARE"]
_HEAT_MAP = CONSTANTS["COMPASS_SOCIAL_HEAT_MAP"]


def _social_options(
    form: int, range: Union[str, int], now: Optional[Instant], zone: ZoneLike, days: Union[None, str, int],
    filters: Mapping[str, Any], top: int = 0, recent: int = 0, flags: int = 0
) -> SocialOptions:
    options = SocialOptions(
        _SOCIAL_VERSION, flags, micros(now), zone_handle(zone), None,
        counted(range, "d", _ALL_TIME, "range"), activity_days(days), top, recent, form)
    if filters:
        options.filter = pointer(filter_struct(filters))
    return options


class Change(Owned):
    """Something to change in posts: what takes another change back. Made by the methods of :class:`Posts`.

    Applied at once it restores every post exactly; later it takes back what the change did, and leaves alone
    what others have changed since.
    """

    __slots__ = ()

    _destroyer = "compass_change_destroy"


class Merged(NamedTuple):
    """What became of a sync, and what takes it back."""

    report: MergeReport
    inverse: Change


class Posts(Copied, ArrowExporting):
    """Posts whose schools have names.

    >>> posts = Posts.from_json("social_media_posts.json", schools="schools.json")
    >>> posts.analytics("30d", now="2026-03-01T12:00:00Z")["summary"]["totalPosts"]

    All questions take ``now``, the instant that ranges and relative times refer to (RFC 3339, or a datetime
    with a time zone; the clock when left out), ``zone``, the time zone of days (UTC when left out), and the
    filters of :class:`~compass_kernel.filters.PostFilter` as keywords.
    """

    __slots__ = ("_report",)

    _destroyer = "compass_posts_destroy"
    _copier = "compass_posts_snapshot"
    _shared = ("_report",)

    _report: IngestReport

    def __init__(self, posts: TableSource, schools: Optional[TableSource] = None) -> None:
        """Makes posts of a table or of the path of its file. Without ``schools`` all are unknown."""
        self._make(*open_table("social_media_posts", posts, max_problems=100), schools)

    def _make(self, table: Table, is_ours: bool, schools: Optional[TableSource]) -> None:
        handle = c_uint64()
        directory, is_directory_ours = None, False
        try:
            if schools is not None:
                directory, is_directory_ours = open_table("schools", schools, max_problems=0)
            library.compass_posts_create(
                table._handle, 0 if directory is None else directory._handle, byref(handle))
        finally:
            if is_ours:
                table.close()
            if directory is not None and is_directory_ours:
                directory.close()
        self._own(handle)
        self._report = table.report

    @classmethod
    def _of(cls, table: Table, schools: Optional[TableSource]) -> Posts:
        posts = cls.__new__(cls)
        posts._make(table, True, schools)
        return posts

    @classmethod
    def from_json(
        cls, path: Path, *, schools: Optional[TableSource] = None, max_problems: int = 100,
        threads: Optional[int] = None
    ) -> Posts:
        """Loads a file that holds a JSON array, as PostgREST answers.

        :param schools: the table ``schools``, or the path of its file.
        :param max_problems: how many problems :attr:`report` lists; all are counted.
        :param threads: how many threads may read; None is as many as there are processors.
        :raises MalformedDataError: when the file is no array of rows.
        :raises FileMissingError: when it is not there.
        """
        return cls._of(
            Table.from_file(
                "social_media_posts", path, form="json", max_problems=max_problems, threads=threads), schools)

    @classmethod
    def from_ndjson(
        cls, path: Path, *, schools: Optional[TableSource] = None, max_problems: int = 100,
        threads: Optional[int] = None
    ) -> Posts:
        """Loads a file that holds one JSON object a line, as :meth:`from_json` otherwise."""
        return cls._of(
            Table.from_file(
                "social_media_posts", path, form="ndjson", max_problems=max_problems, threads=threads),
            schools)

    @classmethod
    def from_bytes(
        cls, document: Document, *, form: Form = "json", schools: Optional[TableSource] = None,
        max_problems: int = 100, threads: Optional[int] = None
    ) -> Posts:
        """Loads a document from memory, or a list of dictionaries, as :meth:`from_json` otherwise."""
        return cls._of(
            Table.from_bytes(
                "social_media_posts", document, form=form, max_problems=max_problems, threads=threads),
            schools)

    @classmethod
    def from_directory(cls, folder: Path, *, threads: Optional[int] = None) -> Posts:
        """Loads ``social_media_posts`` and, where it is there, ``schools`` from a data directory."""
        table = Table.from_file(
            "social_media_posts", needed_file_in(folder, "social_media_posts"), threads=threads)
        return cls._of(table, file_in(folder, "schools"))

    @classmethod
    def from_arrow(
        cls, data: Any, *, schools: Optional[TableSource] = None, max_problems: int = 100
    ) -> Posts:
        """Loads columnar data with the column names of the database: whatever exports itself through Arrow's
        PyCapsule interface, such as a record batch of pyarrow or a data frame of Polars.

        :raises UnsupportedError: when a column has a type that does not suit.
        """
        return cls._of(
            Table.from_arrow("social_media_posts", data, max_problems=max_problems), schools)

    @property
    def report(self) -> IngestReport:
        """What became of the rows while they were loaded."""
        return self._report

    def __len__(self) -> int:
        count = c_int64()
        library.compass_posts_count(self._handle, byref(count))
        return count.value

    def __repr__(self) -> str:
        return "<closed posts>" if self.closed else f"<{len(self)} posts>"

    # ------------------------------------------------------------------------------------- Questions

    def analytics(
        self, range: Union[str, int] = "30d", *, now: Optional[Instant] = None, zone: ZoneLike = None,
        top: int = 5, recent: int = 5, days: Union[None, str, int] = None, compare: bool = False,
        heat_map: bool = False, **filters: Unpack[PostFilter]
    ) -> SocialAnalytics:
        """The page Social Analytics.

        :param range: days before now: ``"7d"``, ``"30d"``, ``"90d"``, another number of days, or ``"all"``.
        :param top: how many schools are listed at most.
        :param recent: how many recruiting posts are listed at most.
        :param days: how many days the chart has: a number, ``"all"`` for every day since the first post, or
            None for those of the range.
        :param compare: whether ``previous`` holds the summary of the period before.
        :param heat_map: whether ``heatMap`` holds the posts by weekday and hour.
        """
        return cast(SocialAnalytics, read_json(self._analytics(
            ANSWER_JSON, range, now, zone, top, recent, days, compare, heat_map, filters)))

    def analytics_text(
        self, form: TextForm = "json", range: Union[str, int] = "30d", *, now: Optional[Instant] = None,
        zone: ZoneLike = None, top: int = 5, recent: int = 5, days: Union[None, str, int] = None,
        compare: bool = False, heat_map: bool = False, **filters: Unpack[PostFilter]
    ) -> str:
        """The page as JSON or CSV, as :meth:`analytics` otherwise."""
        return read_text(self._analytics(
            answer_format(form), range, now, zone, top, recent, days, compare, heat_map, filters))

    def _analytics(
        self, form: int, range: Union[str, int], now: Optional[Instant], zone: ZoneLike, top: int,
        recent: int, days: Union[None, str, int], compare: bool, heat_map: bool, filters: Mapping[str, Any]
    ) -> c_uint64:
        options = _social_options(
            form, range, now, zone, days, filters, whole_number(top, "top"),
            whole_number(recent, "recent"), (_COMPARE if compare else 0) | (_HEAT_MAP if heat_map else 0))
        answer = c_uint64()
        library.compass_posts_analytics(self._handle, options, byref(answer))
        return answer

    def feed(
        self, *, page_size: int = 50, after: Optional[str] = None, now: Optional[Instant] = None,
        zone: ZoneLike = None, **filters: Unpack[PostFilter]
    ) -> Feed:
        """A page of the posts that match, newest first: Social Media Monitoring.

        :param page_size: how many posts are listed at most.
        :param after: the ``nextCursor`` of the page before. It stays right when posts come or go.
        :raises CursorRefusedError: when ``after`` is no cursor of a feed.
        """
        return cast(Feed, read_json(self._feed(
            library.compass_posts_feed, ANSWER_JSON, page_size, after, None, now, zone, filters)))

    def feed_text(
        self, form: TextForm = "json", *, page_size: int = 50, after: Optional[str] = None,
        now: Optional[Instant] = None, zone: ZoneLike = None, **filters: Unpack[PostFilter]
    ) -> str:
        """The page as JSON or CSV, as :meth:`feed` otherwise."""
        return read_text(self._feed(
            library.compass_posts_feed, answer_format(form), page_size, after, None, now, zone, filters))

    def linked(
        self, *, page_size: int = 50, after: Optional[str] = None, days: Union[None, str, int] = None,
        now: Optional[Instant] = None, zone: ZoneLike = None, **filters: Unpack[PostFilter]
    ) -> LinkedFeed:
        """The page of :meth:`feed` with what each filter would show under all others, as the key ``linked``.

        :param days: as for :meth:`analytics`; None is 30.
        """
        return cast(LinkedFeed, read_json(self._feed(
            library.compass_posts_linked, ANSWER_JSON, page_size, after, days, now, zone, filters)))

    def linked_text(
        self, form: TextForm = "json", *, page_size: int = 50, after: Optional[str] = None,
        days: Union[None, str, int] = None, now: Optional[Instant] = None, zone: ZoneLike = None,
        **filters: Unpack[PostFilter]
    ) -> str:
        """The page as JSON or CSV, as :meth:`linked` otherwise."""
        return read_text(self._feed(
            library.compass_posts_linked, answer_format(form), page_size, after, days, now, zone, filters))

    def _feed(
        self, function: Any, form: int, page_size: int, after: Optional[str],
        days: Union[None, str, int], now: Optional[Instant], zone: ZoneLike, filters: Mapping[str, Any]
    ) -> c_uint64:
        options = FeedOptions(
            _FEED_VERSION, form, micros(now), zone_handle(zone), None, whole_number(page_size, "page_size"),
            string(after, "after"), activity_days(days))
        if filters:
            options.filter = pointer(filter_struct(filters))
        answer = c_uint64()
        function(self._handle, options, byref(answer))
        return answer

    def match_count(self, *, zone: ZoneLike = None, **filters: Unpack[PostFilter]) -> int:
        """How many posts pass the filters."""
        count = c_int64()
        library.compass_posts_match_count(
            self._handle, filter_struct(filters), zone_handle(zone), byref(count))
        return count.value

    def day_counts(
        self, range: Union[str, int] = "30d", *, now: Optional[Instant] = None, zone: ZoneLike = None,
        days: Union[None, str, int] = None, **filters: Unpack[PostFilter]
    ) -> Columns:
        """The bars of the chart by day as columns ``date`` and ``count``, as :meth:`analytics` otherwise."""
        options = _social_options(ANSWER_JSON, range, now, zone, days, filters)

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
        """Flags a post for review, or takes the flag away; answers what takes this back.

        :raises NotFoundError: when there is no post with this id.
        """
        inverse = c_uint64()
        library.compass_posts_set_flag(self._handle, string(id, "id"), 1 if flagged else 0, byref(inverse))
        return Change._owning(inverse)

    def set_notes(self, id: str, notes: Optional[str]) -> Change:
        """Gives a post notes, or removes them for None; as :meth:`set_flag` otherwise."""
        inverse = c_uint64()
        library.compass_posts_set_notes(
            self._handle, string(id, "id"), string(notes, "notes"), byref(inverse))
        return Change._owning(inverse)

    def delete(self, id: str) -> Change:
        """Deletes a post; as :meth:`set_flag` otherwise."""
        inverse = c_uint64()
        library.compass_posts_delete(self._handle, string(id, "id"), byref(inverse))
        return Change._owning(inverse)

    def apply(self, change: Change) -> Change:
        """Makes a change, all of it or nothing; answers what takes it back.

        :raises NotFoundError: when a post that it changes is gone.
        :raises ConflictError: when a deleted post would come back where something newer is.
        """
        if not isinstance(change, Change):
            raise TypeError(f"change is {change!r}; a Change is accepted, as the methods of Posts make it")
        inverse = c_uint64()
        library.compass_posts_apply_change(self._handle, change._handle, byref(inverse))
        return Change._owning(inverse)

    def merge_json(self, rows: Document, *, form: Form = "json", max_problems: int = 100) -> Merged:
        """Merges the rows of a sync. A known id changes that post; columns that a row lacks stay.

        :raises MalformedDataError: when it is no document of rows; then nothing has changed.
        """
        content = document_bytes(rows)
        options = load_options(form, max_problems, threads=1)
        inverse, report = c_uint64(), c_uint64()
        library.compass_posts_merge(
            self._handle, content, len(content), options, byref(inverse), byref(report))
        change = Change._owning(inverse)
        return Merged(cast(MergeReport, read_json(report)), change)

    def apply_realtime(self, payloads: Document) -> RealtimeReport:
        """Applies what the server announces: one payload, or a list. They may come twice and out of order.

        :raises MalformedDataError: when it is no JSON; then nothing has changed.
        """
        content = document_bytes(payloads)
        outcomes = c_uint64()
        library.compass_posts_apply_realtime(self._handle, content, len(content), byref(outcomes))
        return cast(RealtimeReport, read_json(outcomes))

    def forget_deletions(self, before: Instant) -> None:
        """Forgets when posts that are gone were last changed, if that was before an instant."""
        library.compass_posts_forget_deletions(self._handle, micros(before))

    def prepare_for_search(self, *, ignore_accents: bool = False) -> None:
        """Builds what searches need, which the first search does else: seconds for a million posts."""
        library.compass_posts_prepare_for_search(
            self._handle, search_flags({"ignore_accents": ignore_accents}))

    def prepare_for_changes(self) -> None:
        """Builds what finds posts by their ids, which the first change does else."""
        library.compass_posts_prepare_for_changes(self._handle)

    def compact(self) -> None:
        """Removes what changes have left over, as happens by itself when it is much."""
        library.compass_posts_compact(self._handle)
