"""The page Reports."""

from __future__ import annotations

from ctypes import byref, c_uint64
from datetime import date
from typing import Dict, Literal, Optional, Tuple, Union, cast

from ._interface import CONSTANTS, ReportOptions
from ._library import library, take_partial
from ._notebook import notebook_html
from ._options import JSON, TextForm, named_range, read_json, read_text, text_format
from ._owned import Owned
from ._values import Day, Instant, Path, day, micros, required_micros, shard_number
from .errors import InvalidArgumentError
from .results import IngestReport, Report
from .tables import Cache, PageTables, TableFile, TableName, TableSource, check_directory
from .zones import ZoneLike, required_zone_handle, zone_handle

#: The periods of the page's buttons, which end today: days, months, the year to date, a year. Days may be
#: given as 30, ``"30"`` or ``"30d"``.
ReportRange = Union[Literal["7d", "30d", "90d", "6m", "ytd", "1y", "7", "30", "90"], int]
#: The former name of :data:`ReportRange`.
Preset = ReportRange

#: In the order of the constructor's parameters.
_TABLES: Tuple[TableName, ...] = ("schools", "coaches", "interactions", "performance_metrics")
_VERSION = CONSTANTS["COMPASS_REPORT_OPTIONS_VERSION"]
_RANGES = {
    "7d": CONSTANTS["COMPASS_PRESET_7_DAYS"],
    "30d": CONSTANTS["COMPASS_PRESET_30_DAYS"],
    "90d": CONSTANTS["COMPASS_PRESET_90_DAYS"],
    "6m": CONSTANTS["COMPASS_PRESET_6_MONTHS"],
    "ytd": CONSTANTS["COMPASS_PRESET_YEAR_TO_DATE"],
    "1y": CONSTANTS["COMPASS_PRESET_1_YEAR"],
}


class Reports(Owned):
    """Reports of schools, coaches, interactions and performance metrics. Never changes.

    A table is a :class:`~compass_kernel.tables.Table` or the path of its file. The report lists one
    that is omitted under ``warnings``, and its section is empty.
    """

    __slots__ = ("ingest_reports",)

    _destroyer = "compass_reports_destroy"

    #: The ingest report of each table.
    ingest_reports: Dict[str, IngestReport]

    def __init__(
        self, *, schools: Optional[TableSource] = None, coaches: Optional[TableSource] = None,
        interactions: Optional[TableSource] = None, performance_metrics: Optional[TableSource] = None,
        cache: Cache = None
    ) -> None:
        """
        :param cache: where the tables of files are stored, to be opened in milliseconds the next time: True for
            the user's cache folder, or the path of a folder.
        """
        tables = PageTables(cache=cache)
        try:
            for name, source in zip(_TABLES, (schools, coaches, interactions, performance_metrics)):
                tables.add(name, source)
            self._make(tables)
        finally:
            tables.close()

    @classmethod
    def from_directory(cls, folder: Path, *, cache: Cache = None) -> Reports:
        """Loads the tables from a data directory or a table file; the report lists those that cannot be
        loaded."""
        check_directory(folder)
        tables = PageTables(cache=cache)
        reports = cls.__new__(cls)
        try:
            for name in _TABLES:
                tables.add_if_possible(name, folder)
            reports._make(tables)
        finally:
            tables.close()
        return reports

    @classmethod
    def open(cls, path: Path) -> Reports:
        """Opens the tables of a table file; the report lists those that it does not have.

        :raises FileMissingError: when there is no such file.
        :raises MalformedDataError: when it is not a table file, or is damaged.
        :raises WrongVersionError: when another release wrote it: load the tables from their source.
        """
        TableFile.open(path).close()
        return cls.from_directory(path)

    def _make(self, tables: PageTables) -> None:
        handle = c_uint64()
        library.compass_reports_create(tables.struct(), byref(handle))
        self._own(handle)
        self.ingest_reports = tables.reports

    @property
    def reports(self) -> Dict[str, IngestReport]:
        """The former name of :attr:`ingest_reports`."""
        return self.ingest_reports

    def _repr_html_(self) -> Optional[str]:
        """The report of the last 30 days, of the last year if these have no data, or of all time: for
        notebooks."""
        return notebook_html(
            lambda: self.page_text("html"), "No data in the last 30 days",
            ("the last year", lambda: self.page_text("html", "1y")),
            ("all time", lambda: self.page_text("html", first_day="1900-01-01", last_day=date.today())))

    def page(
        self, range: Optional[ReportRange] = None, *, first_day: Optional[Day] = None,
        last_day: Optional[Day] = None, compare: bool = False, now: Optional[Instant] = None,
        zone: ZoneLike = None, preset: Optional[ReportRange] = None
    ) -> Report:
        """Returns the report of a period.

        :param range: 7, 30 or 90 days, also as ``"30"`` or ``"30d"``, ``"6m"``, ``"ytd"`` or ``"1y"``, ending
            today; 30 days by default.
        :param first_day: together with ``last_day``, both inclusive, instead of a range.
        :param compare: whether ``previous`` holds the same for the period before.
        :param now: an instant of today; by default the current time.
        :param zone: the zone of days; by default the machine's.
        :param preset: the former name of ``range``.
        """
        return cast(Report, read_json(self._page(
            JSON, range, first_day, last_day, compare, now, zone, preset)))

    def page_text(
        self, form: TextForm = "json", range: Optional[ReportRange] = None, *,
        first_day: Optional[Day] = None, last_day: Optional[Day] = None, compare: bool = False,
        now: Optional[Instant] = None, zone: ZoneLike = None, preset: Optional[ReportRange] = None
    ) -> str:
        """Returns the report as JSON, CSV or HTML, otherwise like :meth:`page`."""
        return read_text(self._page(
            text_format(form), range, first_day, last_day, compare, now, zone, preset))

    def partial(
        self, range: Optional[ReportRange] = None, *, shard: int, now: Instant, zone: ZoneLike,
        first_day: Optional[Day] = None, last_day: Optional[Day] = None, compare: bool = False
    ) -> bytes:
        """Returns the part of :meth:`page` that these rows contribute, which are one of several shards, see
        :mod:`compass_kernel.partials`.

        A table of which a shard has no rows is an empty one: a table that is omitted in one shard is missing in
        the report.

        :param shard: the number of the shard, from 0, different for each; everything else is the same for all.
        """
        options = _options(
            JSON, range, first_day, last_day, compare, required_micros(now), required_zone_handle(zone))
        partial = c_uint64()
        library.compass_reports_partial(self._handle, options, shard_number(shard), byref(partial))
        return take_partial(partial)

    def _page(
        self, form: int, range: Optional[ReportRange], first_day: Optional[Day], last_day: Optional[Day],
        compare: bool, now: Optional[Instant], zone: ZoneLike, preset: Optional[ReportRange]
    ) -> c_uint64:
        options = _options(
            form, preset if range is None else range, first_day, last_day, compare, micros(now),
            zone_handle(zone))
        page = c_uint64()
        library.compass_reports_page(self._handle, options, byref(page))
        return page


def _options(
    form: int, range: Optional[ReportRange], first_day: Optional[Day], last_day: Optional[Day], compare: bool,
    now_micros: int, zone: int
) -> ReportOptions:
    if first_day is None and last_day is None:
        chosen = named_range("30d" if range is None else range, _RANGES, "range")
    elif first_day is None or last_day is None:
        raise InvalidArgumentError("one of first_day and last_day is missing; both are required, or none")
    elif range is None:
        chosen = CONSTANTS["COMPASS_PRESET_NONE"]
    else:
        raise InvalidArgumentError("range and days are given; one of them is accepted")
    return ReportOptions(
        _VERSION, CONSTANTS["COMPASS_REPORT_COMPARE"] if compare else 0, now_micros, zone, chosen, form,
        day(first_day, "first_day"), day(last_day, "last_day"))
