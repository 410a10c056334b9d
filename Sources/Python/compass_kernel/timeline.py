"""The page Recruiting Timeline."""

from __future__ import annotations

from ctypes import byref, c_int64, c_uint64
from typing import TYPE_CHECKING, Any, Dict, Iterable, Optional, Sequence, Tuple, Union, cast

from ._arrow import Columns
from ._interface import CONSTANTS, TimeWindow, TimelineOptions, TimelinePartialOptions
from ._library import library, take_partial
from ._notebook import notebook_html
from ._options import JSON, TextForm, counted, read_json, read_text, text_format
from ._owned import Copied
from ._values import (
    Document, Instant, Path, bits, document_bytes, micros, required_micros, shard_number, string, whole_number)
from .results import IngestReport, TimelinePage
from .tables import (
    ALL_PROBLEMS, Cache, Form, PageTables, TableFile, TableName, TableSource, file_in, load_options,
    required_file_in, table_kind)
from .zones import ZoneLike, required_zone_handle, zone_handle

if TYPE_CHECKING:
    import pyarrow

_VERSION = CONSTANTS["COMPASS_TIMELINE_OPTIONS_VERSION"]
_PARTIAL_VERSION = CONSTANTS["COMPASS_TIMELINE_PARTIAL_OPTIONS_VERSION"]
_ITEMS = {
    "events": CONSTANTS["COMPASS_ITEMS_EVENTS"],
    "interactions": CONSTANTS["COMPASS_ITEMS_INTERACTIONS"],
    "offers": CONSTANTS["COMPASS_ITEMS_OFFERS"],
    "status": CONSTANTS["COMPASS_ITEMS_STATUS_CHANGES"],
}
#: The number of lanes in a notebook.
_NOTEBOOK_LANES = 12


class Timeline(Copied):
    """The Recruiting Timeline: events, interactions, offers and changes of status in a lane for each school.

    A table is a :class:`~compass_kernel.tables.Table` or the path of its file; one that is omitted has no
    rows. The page lists skipped rows of a table as far as its ingest report does; those of files that are
    loaded here are complete.
    """

    __slots__ = ("ingest_reports",)

    _destroyer = "compass_timeline_destroy"
    _copier = "compass_timeline_snapshot"
    _shared = ("ingest_reports",)

    #: The ingest report of each table.
    ingest_reports: Dict[str, IngestReport]

    def __init__(
        self, *, events: Optional[TableSource] = None, interactions: Optional[TableSource] = None,
        offers: Optional[TableSource] = None, school_status_history: Optional[TableSource] = None,
        schools: Optional[TableSource] = None, cache: Cache = None
    ) -> None:
        """
        :param cache: where the tables of files are stored, to be opened in milliseconds the next time: True for
            the user's cache folder, or the path of a folder.
        """
        tables = PageTables(max_problems=ALL_PROBLEMS, cache=cache)
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
        self.ingest_reports = tables.reports

    @classmethod
    def from_directory(cls, folder: Path, *, cache: Cache = None) -> Timeline:
        """Loads the tables from a data directory or a table file, ``schools`` if it exists.

        :raises FileMissingError: when another one does not exist.
        """
        return cls(
            events=required_file_in(folder, "events"), interactions=required_file_in(folder, "interactions"),
            offers=required_file_in(folder, "offers"),
            school_status_history=required_file_in(folder, "school_status_history"),
            schools=file_in(folder, "schools"), cache=cache)

    @classmethod
    def open(cls, path: Path) -> Timeline:
        """Opens the tables of a table file, ``schools`` if it has it.

        :raises FileMissingError: when there is no such file, or it does not have another one.
        :raises MalformedDataError: when it is not a table file, or is damaged.
        :raises WrongVersionError: when another release wrote it: load the tables from their source.
        """
        TableFile.open(path).close()
        return cls.from_directory(path)

    @property
    def reports(self) -> Dict[str, IngestReport]:
        """The former name of :attr:`ingest_reports`."""
        return self.ingest_reports

    def _repr_html_(self) -> Optional[str]:
        """The first lanes of the last 6 months, or of all time if these have no item: for notebooks."""

        def page(range: Union[str, int]) -> str:
            return self.page_text("html", range, lanes_page=1, lanes_per_page=_NOTEBOOK_LANES)

        return notebook_html(
            lambda: page(6), "No items in the last 6 months", ("all time", lambda: page("all")))

    def page(
        self, range: Union[str, int] = 6, *, school: Optional[str] = None,
        hide: Union[None, str, Iterable[str]] = None, minimum_width: float = 2,
        lanes_page: Optional[int] = None, lanes_per_page: int = 20, now: Optional[Instant] = None,
        zone: ZoneLike = None
    ) -> TimelinePage:
        """Returns the page.

        :param range: months before now: 3, 6 or 12, also as ``"6"`` or ``"6m"``, or ``"all"``; the page
            always shows two months ahead.
        :param school: the id of the only school to show.
        :param hide: ``"events"``, ``"interactions"``, ``"offers"``, ``"status"``, or several of them.
        :param minimum_width: the minimum width of a drawn item, in percent of the range.
        :param lanes_page: the page of lanes, from 1; None for all lanes.
        :param lanes_per_page: the number of lanes on a page.
        :param now: the instant at which the page is shown; by default the current time.
        :param zone: the zone of days and months; by default the machine's.
        """
        return cast(TimelinePage, read_json(self._page(
            JSON, range, school, hide, minimum_width, lanes_page, lanes_per_page, now, zone)))

    def page_text(
        self, form: TextForm = "json", range: Union[str, int] = 6, *, school: Optional[str] = None,
        hide: Union[None, str, Iterable[str]] = None, minimum_width: float = 2,
        lanes_page: Optional[int] = None, lanes_per_page: int = 20, now: Optional[Instant] = None,
        zone: ZoneLike = None
    ) -> str:
        """Returns the page as JSON, CSV or HTML, otherwise like :meth:`page`."""
        return read_text(self._page(
            text_format(form), range, school, hide, minimum_width, lanes_page, lanes_per_page, now, zone))

    def _page(
        self, form: int, range: Union[str, int], school: Optional[str],
        hide: Union[None, str, Iterable[str]], minimum_width: float, lanes_page: Optional[int],
        lanes_per_page: int, now: Optional[Instant], zone: ZoneLike
    ) -> c_uint64:
        hidden = bits(hide or None, _ITEMS, "hide")
        options = TimelineOptions(
            _VERSION, form, micros(now), zone_handle(zone),
            counted(range, "m", CONSTANTS["COMPASS_RANGE_ALL"], "range"), hidden, string(school, "school"),
            0 if lanes_page is None else whole_number(lanes_page, "lanes_page"),
            whole_number(lanes_per_page, "lanes_per_page"), minimum_width)
        page = c_uint64()
        library.compass_timeline_page(self._handle, options, byref(page))
        return page

    def counts_partial(
        self, windows: Sequence[Tuple[Instant, Instant]], *, shard: int, zone: ZoneLike,
        school: Optional[str] = None, hide: Union[None, str, Iterable[str]] = None
    ) -> bytes:
        """Returns the part of the numbers of items by window and kind that these rows contribute, which are one
        of several shards, see :mod:`compass_kernel.partials`.

        The answer also has the first and the last instant of all items, for which no window is required.

        :param windows: the first and the last instant of each, both inclusive.
        :param shard: the number of the shard, from 0, different for each; everything else is the same for all.
        """
        return self._partial(
            library.compass_timeline_counts_partial, windows, 1, shard, zone, school, hide)

    def levels_partial(
        self, first: Instant, last: Instant, buckets: int, *, shard: int, zone: ZoneLike,
        school: Optional[str] = None, hide: Union[None, str, Iterable[str]] = None
    ) -> bytes:
        """Returns the part of the numbers of items in equally long buckets of a window that these rows
        contribute, otherwise like :meth:`counts_partial`."""
        return self._partial(
            library.compass_timeline_levels_partial, [(first, last)], whole_number(buckets, "buckets"), shard,
            zone, school, hide)

    def _partial(
        self, function: Any, windows: Sequence[Tuple[Instant, Instant]], buckets: int, shard: int,
        zone: ZoneLike, school: Optional[str], hide: Union[None, str, Iterable[str]]
    ) -> bytes:
        structs = (TimeWindow * len(windows))(*(
            TimeWindow(required_micros(first), required_micros(last)) for first, last in windows))
        options = TimelinePartialOptions(
            _PARTIAL_VERSION, bits(hide or None, _ITEMS, "hide"), required_zone_handle(zone),
            string(school, "school"), structs, len(structs), buckets)
        partial = c_uint64()
        function(self._handle, options, shard_number(shard), byref(partial))
        return take_partial(partial)

    def columns(self, zone: ZoneLike = None) -> Columns:
        """Returns all items as columns, by lane, then by start, for every library with Arrow's PyCapsule
        interface.

        ``start`` and ``end`` are instants: calendar days become those of the zone, by default the machine's.
        """
        zone_number = zone_handle(zone)

        def fill(schema: int, array: int) -> None:
            library.compass_timeline_export_arrow(self._handle, zone_number, schema, array)

        return Columns(fill, zone)

    #: The former name of :meth:`columns`.
    items = columns

    def to_arrow(self, zone: ZoneLike = None) -> pyarrow.RecordBatch:
        """Returns :meth:`columns` as a record batch of pyarrow, which must be installed."""
        return self.columns(zone).to_arrow()

    def put(self, table: TableName, rows: Document, *, form: Form = "json") -> int:
        """Adds rows, each replacing the row with its id if there is one: all of them, or none.

        :param table: events, interactions, offers or school_status_history.
        :returns: how many rows were added or replaced.
        :raises MalformedDataError: when a row cannot be read.
        """
        content, count = document_bytes(rows), c_int64()
        library.compass_timeline_put(
            self._handle, table_kind(table), content, len(content), load_options(form, threads=1),
            byref(count))
        return count.value

    def remove(self, id: str) -> None:
        """Removes an item such as ``"event-42"``.

        :raises NotFoundError: when there is no item with this id.
        """
        library.compass_timeline_remove(self._handle, string(id, "id"))
