"""The page Recruiting Timeline."""

from __future__ import annotations

from ctypes import byref, c_int64, c_uint64
from typing import TYPE_CHECKING, Dict, Iterable, Optional, Union, cast

from ._arrow import Columns
from ._interface import CONSTANTS, TimelineOptions
from ._library import library
from ._options import ANSWER_JSON, TextForm, answer_format, counted, read_json, read_text
from ._owned import Copied
from ._values import Document, Instant, Path, bits, document_bytes, micros, string, whole_number
from .answers import IngestReport, TimelinePage
from .tables import (
    ALL_PROBLEMS, Form, PageTables, TableName, TableSource, file_in, load_options, needed_file_in, table_kind)
from .zones import ZoneLike, zone_handle

if TYPE_CHECKING:
    import pyarrow

_VERSION = CONSTANTS["COMPASS_TIMELINE_OPTIONS_VERSION"]
_ITEMS = {
    "events": CONSTANTS["COMPASS_ITEMS_EVENTS"],
    "interactions": CONSTANTS["COMPASS_ITEMS_INTERACTIONS"],
    "offers": CONSTANTS["COMPASS_ITEMS_OFFERS"],
    "status": CONSTANTS["COMPASS_ITEMS_STATUS_CHANGES"],
}


class Timeline(Copied):
    """The Recruiting Timeline: events, interactions, offers and changes of status in a lane for each school.

    A table is a :class:`~compass_kernel.tables.Table` or the path of its file; one that is left out has no
    rows. What is skipped in a table is listed on the page, as far as the table's report lists it; files that
    are loaded here list all of it.
    """

    __slots__ = ("reports",)

    _destroyer = "compass_timeline_destroy"
    _copier = "compass_timeline_snapshot"
    _shared = ("reports",)

    #: What became of the rows of each table while they were loaded.
    reports: Dict[str, IngestReport]

    def __init__(
        self, *, events: Optional[TableSource] = None, interactions: Optional[TableSource] = None,
        offers: Optional[TableSource] = None, school_status_history: Optional[TableSource] = None,
        schools: Optional[TableSource] = None
    ) -> None:
        tables = PageTables(max_problems=ALL_PROBLEMS)
        handle = c_uint64()
        try:
            tables.add("events", events)
            tables.add("interactions", interactions)
            tables.add("offers", offers)
            tables.add("school_status_history", school_status_history)
            tables.add("schools", schools)
            library.compass_timeline_create(tables.struct(), byref(handle))
        finally:
            tables.close()
        self._own(handle)
        self.reports = tables.reports

    @classmethod
    def from_directory(cls, folder: Path) -> Timeline:
        """Loads the tables from a data directory, ``schools`` where it is there.

        :raises FileMissingError: when another one is not there.
        """
        return cls(
            events=needed_file_in(folder, "events"), interactions=needed_file_in(folder, "interactions"),
            offers=needed_file_in(folder, "offers"),
            school_status_history=needed_file_in(folder, "school_status_history"),
            schools=file_in(folder, "schools"))

    def page(
        self, range: Union[str, int] = 6, *, now: Optional[Instant] = None, zone: ZoneLike = None,
        school: Optional[str] = None, hide: Union[None, str, Iterable[str]] = None,
        lanes_page: Optional[int] = None, lanes_per_page: int = 20, minimum_width: float = 2
    ) -> TimelinePage:
        """The page.

        :param range: 3, 6 or 12 months before now, or ``"all"``; two months ahead are shown in any case.
        :param now: the instant at which the page is shown; the clock when left out.
        :param zone: the zone of days and months; UTC when left out.
        :param school: the id of the only school that is shown.
        :param hide: ``"events"``, ``"interactions"``, ``"offers"``, ``"status"``, or several of them.
        :param lanes_page: the page of lanes, from 1; None for all lanes.
        :param minimum_width: the least width of what is drawn, in percent of the range.
        """
        return cast(TimelinePage, read_json(self._page(
            ANSWER_JSON, range, now, zone, school, hide, lanes_page, lanes_per_page, minimum_width)))

    def page_text(
        self, form: TextForm = "json", range: Union[str, int] = 6, *, now: Optional[Instant] = None,
        zone: ZoneLike = None, school: Optional[str] = None, hide: Union[None, str, Iterable[str]] = None,
        lanes_page: Optional[int] = None, lanes_per_page: int = 20, minimum_width: float = 2
    ) -> str:
        """The page as JSON or CSV, as :meth:`page` otherwise."""
        return read_text(self._page(
            answer_format(form), range, now, zone, school, hide, lanes_page, lanes_per_page, minimum_width))

    def _page(
        self, form: int, range: Union[str, int], now: Optional[Instant], zone: ZoneLike,
        school: Optional[str], hide: Union[None, str, Iterable[str]], lanes_page: Optional[int],
        lanes_per_page: int, minimum_width: float
    ) -> c_uint64:
        hidden = bits(hide or None, _ITEMS, "hide")
        options = TimelineOptions(
            _VERSION, form, micros(now), zone_handle(zone),
            counted(range, "m", CONSTANTS["COMPASS_RANGE_ALL"], "range"), hidden, string(school, "school"),
            0 if lanes_page is None else whole_number(lanes_page, "lanes_page"),
            whole_number(lanes_per_page, "lanes_per_page"), minimum_width)
        answer = c_uint64()
        library.compass_timeline_page(self._handle, options, byref(answer))
        return answer

    def items(self, zone: ZoneLike = None) -> Columns:
        """All items as Arrow's columns, by lane, in it by start.

        ``start`` and ``end`` are instants: calendar days become those of the zone, UTC when it is left out.
        """
        zone_number = zone_handle(zone)

        def fill(schema: int, array: int) -> None:
            library.compass_timeline_export_arrow(self._handle, zone_number, schema, array)

        return Columns(fill, zone)

    def to_arrow(self, zone: ZoneLike = None) -> pyarrow.RecordBatch:
        """The columns of :meth:`items` as a record batch of pyarrow, which must be installed."""
        return self.items(zone).to_arrow()

    def put(self, table: TableName, rows: Document, *, form: Form = "json") -> int:
        """Adds rows, each in the place of the row with its id if there is one: all of them, or none.

        :param table: events, interactions, offers or school_status_history.
        :returns: how many rows were added or replaced.
        :raises MalformedDataError: when a row cannot be read.
        """
        content, count = document_bytes(rows), c_int64()
        library.compass_timeline_put(
            self._handle, table_kind(table), content, len(content), load_options(form, threads=1),
            byref(count))
        return count.value

    def remove(self, item_id: str) -> None:
        """Removes an item such as ``"event-42"``.

        :raises NotFoundError: when there is none.
        """
        library.compass_timeline_remove(self._handle, string(item_id, "item_id"))
