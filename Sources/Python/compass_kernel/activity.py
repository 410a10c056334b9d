"""The page Activity Feed."""

from __future__ import annotations

from ctypes import byref, c_int64, c_uint64
from typing import Dict, Literal, Optional, Tuple, Union, cast

from ._interface import CONSTANTS, ActivityOptions
from ._library import library, take_partial
from ._notebook import notebook_html
from ._options import JSON, TextForm, named_range, read_json, read_text, text_format
from ._owned import Copied
from ._values import (
    Document, Instant, Path, choice, document_bytes, micros, required_micros, shard_number, string, whole_number)
from .results import ActivityPage, IngestReport
from .tables import (
    Cache, Form, PageTables, TableFile, TableName, TableSource, check_directory, load_options, table_kind)
from .zones import ZoneLike, required_zone_handle, zone_handle

#: The kinds of activities.
ActivityType = Literal["interaction", "school_status_change", "document_upload"]
#: How far back activities are shown: 7, 30 or 90 times 24 hours, or all.
ActivityRange = Literal["week", "month", "quarter", "all", "7d", "30d", "90d", "7", "30", "90"]

#: In the order of the constructor's parameters.
_TABLES: Tuple[TableName, ...] = ("interactions", "school_status_history", "documents", "schools")
_VERSION = CONSTANTS["COMPASS_ACTIVITY_OPTIONS_VERSION"]
_TYPES = {
    None: CONSTANTS["COMPASS_ACTIVITY_ALL"],
    "interaction": CONSTANTS["COMPASS_ACTIVITY_INTERACTION"],
    "school_status_change": CONSTANTS["COMPASS_ACTIVITY_SCHOOL_STATUS_CHANGE"],
    "document_upload": CONSTANTS["COMPASS_ACTIVITY_DOCUMENT_UPLOAD"],
}
_RANGES = {
    "week": CONSTANTS["COMPASS_ACTIVITY_RANGE_WEEK"],
    "month": CONSTANTS["COMPASS_ACTIVITY_RANGE_MONTH"],
    "quarter": CONSTANTS["COMPASS_ACTIVITY_RANGE_QUARTER"],
    "7d": CONSTANTS["COMPASS_ACTIVITY_RANGE_WEEK"],
    "30d": CONSTANTS["COMPASS_ACTIVITY_RANGE_MONTH"],
    "90d": CONSTANTS["COMPASS_ACTIVITY_RANGE_QUARTER"],
    "all": CONSTANTS["COMPASS_ACTIVITY_RANGE_ALL"],
}
_WHOLE_TEXT = CONSTANTS["COMPASS_ACTIVITY_SEARCH_WHOLE_TEXT"]


class Activity(Copied):
    """The Activity Feed: interactions, changes of status and documents, merged by time.

    A table is a :class:`~compass_kernel.tables.Table` or the path of its file. The page lists one that is
    omitted under ``failures``, except ``schools``.
    """

    __slots__ = ("ingest_reports",)

    _destroyer = "compass_activity_destroy"
    _copier = "compass_activity_snapshot"
    _shared = ("ingest_reports",)

    #: The ingest report of each table.
    ingest_reports: Dict[str, IngestReport]

    def __init__(
        self, *, interactions: Optional[TableSource] = None,
        school_status_history: Optional[TableSource] = None, documents: Optional[TableSource] = None,
        schools: Optional[TableSource] = None, limit_per_source: Optional[int] = None, cache: Cache = None
    ) -> None:
        """
        :param limit_per_source: the maximum number of each table's newest rows to show; None for all.
        :param cache: where the tables of files are stored, to be opened in milliseconds the next time: True for
            the user's cache folder, or the path of a folder.
        """
        tables = PageTables(cache=cache)
        try:
            for name, source in zip(_TABLES, (interactions, school_status_history, documents, schools)):
                tables.add(name, source)
            self._make(tables, limit_per_source)
        finally:
            tables.close()

    @classmethod
    def from_directory(
        cls, folder: Path, *, limit_per_source: Optional[int] = None, cache: Cache = None
    ) -> Activity:
        """Loads the tables from a data directory or a table file; the page lists those that cannot be
        loaded."""
        check_directory(folder)
        tables = PageTables(cache=cache)
        activity = cls.__new__(cls)
        try:
            for name in _TABLES:
                tables.add_if_possible(name, folder, required=name != "schools")
            activity._make(tables, limit_per_source)
        finally:
            tables.close()
        return activity

    @classmethod
    def open(cls, path: Path, *, limit_per_source: Optional[int] = None) -> Activity:
        """Opens the tables of a table file; the page lists those that it does not have.

        :raises FileMissingError: when there is no such file.
        :raises MalformedDataError: when it is not a table file, or is damaged.
        :raises WrongVersionError: when another release wrote it: load the tables from their source.
        """
        TableFile.open(path).close()
        return cls.from_directory(path, limit_per_source=limit_per_source)

    def _make(self, tables: PageTables, limit_per_source: Optional[int]) -> None:
        handle = c_uint64()
        if limit_per_source is None:
            limit = CONSTANTS["COMPASS_NO_LIMIT"]
        else:
            limit = whole_number(limit_per_source, "limit_per_source", minimum=0)
        library.compass_activity_create(tables.struct(), limit, byref(handle))
        self._own(handle)
        self.ingest_reports = tables.reports

    @property
    def reports(self) -> Dict[str, IngestReport]:
        """The former name of :attr:`ingest_reports`."""
        return self.ingest_reports

    def _repr_html_(self) -> Optional[str]:
        """The newest activities: for notebooks."""
        return notebook_html(lambda: self.page_text("html"), "No activities")

    def page(
        self, range: Union[ActivityRange, int] = "all", *, type: Optional[ActivityType] = None,
        search: Optional[str] = None, whole_text: bool = False, page: int = 1, page_size: int = 20,
        now: Optional[Instant] = None, zone: ZoneLike = None
    ) -> ActivityPage:
        """Returns a page of the activities that match, newest first.

        :param range: ``"week"``, ``"month"`` and ``"quarter"``, which are 7, 30 and 90 days, also as
            ``"7"`` or ``"7d"``, or ``"all"``. A number is taken as ``page``, which was the first parameter
            before.
        :param type: ``"interaction"``, ``"school_status_change"`` or ``"document_upload"``; None for all.
        :param search: the text that the title or the description must contain, in any case.
        :param whole_text: whether whole texts are searched, not only the parts that are shown.
        :param page: the page, from 1; a number out of range becomes the nearest page.
        :param page_size: the number of activities on a page.
        :param now: the instant that ranges and relative times refer to; by default the current time.
        :param zone: the zone whose offset instants have; by default the machine's.
        """
        return cast(ActivityPage, read_json(self._page(
            JSON, range, type, search, whole_text, page, page_size, now, zone)))

    def page_text(
        self, form: TextForm = "json", range: Union[ActivityRange, int] = "all", *,
        type: Optional[ActivityType] = None, search: Optional[str] = None, whole_text: bool = False,
        page: int = 1, page_size: int = 20, now: Optional[Instant] = None, zone: ZoneLike = None
    ) -> str:
        """Returns the page as JSON, CSV or HTML, otherwise like :meth:`page`."""
        return read_text(self._page(
            text_format(form), range, type, search, whole_text, page, page_size, now, zone))

    def partial(
        self, range: Union[ActivityRange, int] = "all", *, shard: int, now: Instant, zone: ZoneLike,
        type: Optional[ActivityType] = None, search: Optional[str] = None, whole_text: bool = False,
        page: int = 1, page_size: int = 20
    ) -> bytes:
        """Returns the part of :meth:`page` that these rows contribute, which are one of several shards, see
        :mod:`compass_kernel.partials`. A search reads the names of schools, which must be the same for all
        shards.

        :param shard: the number of the shard, from 0, different for each; everything else is the same for all.
        :raises NotMergeableError: when the page ends after the first 500 activities, or this was made with a
            ``limit_per_source``.
        """
        options = _options(
            JSON, range, type, search, whole_text, page, page_size, required_micros(now),
            required_zone_handle(zone))
        partial = c_uint64()
        library.compass_activity_partial(self._handle, options, shard_number(shard), byref(partial))
        return take_partial(partial)

    def _page(
        self, form: int, range: Union[ActivityRange, int], type: Optional[ActivityType],
        search: Optional[str], whole_text: bool, page: int, page_size: int, now: Optional[Instant],
        zone: ZoneLike
    ) -> c_uint64:
        options = _options(
            form, range, type, search, whole_text, page, page_size, micros(now), zone_handle(zone))
        result = c_uint64()
        library.compass_activity_page(self._handle, options, byref(result))
        return result

    def put(self, table: TableName, rows: Document, *, form: Form = "json") -> int:
        """Adds rows, each replacing the row with its id if there is one: all of them, or none.

        :param table: interactions, school_status_history or documents.
        :returns: how many rows were added or replaced.
        :raises MalformedDataError: when a row cannot be read.
        """
        content, count = document_bytes(rows), c_int64()
        library.compass_activity_put(
            self._handle, table_kind(table), content, len(content), load_options(form, threads=1),
            byref(count))
        return count.value

    def remove(self, id: str) -> None:
        """Removes an activity such as ``"interaction-42"``.

        :raises NotFoundError: when there is no activity with this id.
        """
        library.compass_activity_remove(self._handle, string(id, "id"))

    def prepare_for_search(self, *, whole_text: bool = False) -> None:
        """Builds what searches require; otherwise the first search does."""
        library.compass_activity_prepare_for_search(self._handle, _WHOLE_TEXT if whole_text else 0)

    def prepare_for_changes(self) -> None:
        """Builds the index of rows by id; otherwise the first change does."""
        library.compass_activity_prepare_for_inserts(self._handle)

    #: The former names of :meth:`put` and :meth:`prepare_for_changes`.
    insert, prepare_for_inserts = put, prepare_for_changes


def _options(
    form: int, range: Union[ActivityRange, int], type: Optional[ActivityType], search: Optional[str],
    whole_text: bool, page: int, page_size: int, now_micros: int, zone: int
) -> ActivityOptions:
    if isinstance(range, int):
        page, range = range, "all"
    return ActivityOptions(
        _VERSION, form, now_micros, zone, choice(type, _TYPES, "type"), named_range(range, _RANGES, "range"),
        whole_number(page, "page"), whole_number(page_size, "page_size"), string(search, "search"),
        _WHOLE_TEXT if whole_text else 0)
