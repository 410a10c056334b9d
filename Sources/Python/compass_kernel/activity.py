"""The page Activity Feed."""

from __future__ import annotations

from ctypes import byref, c_int64, c_uint64
from typing import Dict, Literal, Optional, Tuple, cast

from ._interface import CONSTANTS, ActivityOptions
from ._library import library
from ._options import ANSWER_JSON, TextForm, answer_format, read_json, read_text
from ._owned import Copied
from ._values import Document, Instant, Path, choice, document_bytes, micros, string, whole_number
from .answers import ActivityPage, IngestReport
from .tables import Form, PageTables, TableName, TableSource, check_directory, load_options, table_kind
from .zones import ZoneLike, zone_handle

#: The kinds of activities.
ActivityType = Literal["interaction", "school_status_change", "document_upload"]
#: How far back activities are shown: 7, 30 or 90 times 24 hours, or all.
ActivityRange = Literal["week", "month", "quarter", "all"]

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
    "all": CONSTANTS["COMPASS_ACTIVITY_RANGE_ALL"],
}
_WHOLE_TEXT = CONSTANTS["COMPASS_ACTIVITY_SEARCH_WHOLE_TEXT"]


class Activity(Copied):
    """The Activity Feed: interactions, changes of status and documents, merged by time.

    A table is a :class:`~compass_kernel.tables.Table` or the path of its file. One that is left out is named
    under ``failures`` on the page, except ``schools``.
    """

    __slots__ = ("reports",)

    _destroyer = "compass_activity_destroy"
    _copier = "compass_activity_snapshot"
    _shared = ("reports",)

    #: What became of the rows of each table while they were loaded.
    reports: Dict[str, IngestReport]

    def __init__(
        self, *, interactions: Optional[TableSource] = None,
        school_status_history: Optional[TableSource] = None, documents: Optional[TableSource] = None,
        schools: Optional[TableSource] = None, limit_per_source: Optional[int] = None
    ) -> None:
        """
        :param limit_per_source: how many of each table's newest rows are taken; None for all.
        """
        tables = PageTables()
        try:
            for name, source in zip(_TABLES, (interactions, school_status_history, documents, schools)):
                tables.add(name, source)
            self._make(tables, limit_per_source)
        finally:
            tables.close()

    @classmethod
    def from_directory(cls, folder: Path, *, limit_per_source: Optional[int] = None) -> Activity:
        """Loads the tables from a data directory; those that cannot be loaded are named on the page."""
        check_directory(folder)
        tables = PageTables()
        activity = cls.__new__(cls)
        try:
            for name in _TABLES:
                tables.add_if_possible(name, folder, needed=name != "schools")
            activity._make(tables, limit_per_source)
        finally:
            tables.close()
        return activity

    def _make(self, tables: PageTables, limit_per_source: Optional[int]) -> None:
        handle = c_uint64()
        if limit_per_source is None:
            limit = CONSTANTS["COMPASS_NO_LIMIT"]
        else:
            limit = whole_number(limit_per_source, "limit_per_source", minimum=0)
        library.compass_activity_create(tables.struct(), limit, byref(handle))
        self._own(handle)
        self.reports = tables.reports

    def page(
        self, page: int = 1, *, page_size: int = 20, type: Optional[ActivityType] = None,
        range: ActivityRange = "all", search: Optional[str] = None, whole_text: bool = False,
        now: Optional[Instant] = None, zone: ZoneLike = None
    ) -> ActivityPage:
        """A page of the activities that match, newest first.

        :param page: from 1; one that does not exist becomes the nearest.
        :param range: ``"week"``, ``"month"``, ``"quarter"`` or ``"all"``.
        :param search: what the title or the description must contain, in whatever case.
        :param whole_text: whether the whole texts are searched, not only what is shown of them.
        :param now: the instant that ranges and relative times refer to; the clock when left out.
        :param zone: the zone whose offset instants have; UTC when left out.
        """
        return cast(ActivityPage, read_json(self._page(
            ANSWER_JSON, page, page_size, type, range, search, whole_text, now, zone)))

    def page_text(
        self, form: TextForm = "json", page: int = 1, *, page_size: int = 20,
        type: Optional[ActivityType] = None, range: ActivityRange = "all", search: Optional[str] = None,
        whole_text: bool = False, now: Optional[Instant] = None, zone: ZoneLike = None
    ) -> str:
        """The page as JSON or CSV, as :meth:`page` otherwise."""
        return read_text(self._page(
            answer_format(form), page, page_size, type, range, search, whole_text, now, zone))

    def _page(
        self, form: int, page: int, page_size: int, type: Optional[ActivityType], range: ActivityRange,
        search: Optional[str], whole_text: bool, now: Optional[Instant], zone: ZoneLike
    ) -> c_uint64:
        options = ActivityOptions(
            _VERSION, form, micros(now), zone_handle(zone), choice(type, _TYPES, "type"),
            choice(range, _RANGES, "range"), whole_number(page, "page"),
            whole_number(page_size, "page_size"), string(search, "search"), _WHOLE_TEXT if whole_text else 0)
        answer = c_uint64()
        library.compass_activity_page(self._handle, options, byref(answer))
        return answer

    def insert(self, table: TableName, rows: Document, *, form: Form = "json") -> int:
        """Puts rows that have come into their places: all of them, or none. Known ids change nothing.

        :param table: interactions, school_status_history or documents.
        :returns: how many rows were new.
        :raises MalformedDataError: when a row cannot be read.
        """
        content, count = document_bytes(rows), c_int64()
        library.compass_activity_insert(
            self._handle, table_kind(table), content, len(content), load_options(form, threads=1),
            byref(count))
        return count.value

    def prepare_for_search(self, *, whole_text: bool = False) -> None:
        """Builds what searches of that kind need, which the first one does else."""
        library.compass_activity_prepare_for_search(self._handle, _WHOLE_TEXT if whole_text else 0)

    def prepare_for_inserts(self) -> None:
        """Builds what tells known rows from new ones, which the first inserts do else."""
        library.compass_activity_prepare_for_inserts(self._handle)
