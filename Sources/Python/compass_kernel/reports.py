"""The page Reports."""

from __future__ import annotations

from ctypes import byref, c_uint64
from typing import Dict, Literal, Optional, Tuple, cast

from ._interface import CONSTANTS, ReportOptions
from ._library import library
from ._options import ANSWER_JSON, TextForm, answer_format, read_json, read_text
from ._owned import Owned
from ._values import Day, Instant, Path, choice, day, micros
from .answers import IngestReport, Report
from .errors import InvalidArgumentError
from .tables import PageTables, TableName, TableSource, check_directory
from .zones import ZoneLike, zone_handle

#: The periods of the page's buttons, which end today: days, months, the year to date, a year.
Preset = Literal["7d", "30d", "90d", "6m", "ytd", "1y"]

#: In the order of the constructor's parameters.
_TABLES: Tuple[TableName, ...] = ("schools", "coaches", "interactions", "performance_metrics")
_VERSION = CONSTANTS["COMPASS_REPORT_OPTIONS_VERSION"]
_PRESETS = {
    "7d": CONSTANTS["COMPASS_PRESET_7_DAYS"],
    "30d": CONSTANTS["COMPASS_PRESET_30_DAYS"],
    "90d": CONSTANTS["COMPASS_PRESET_90_DAYS"],
    "6m": CONSTANTS["COMPASS_PRESET_6_MONTHS"],
    "ytd": CONSTANTS["COMPASS_PRESET_YEAR_TO_DATE"],
    "1y": CONSTANTS["COMPASS_PRESET_1_YEAR"],
}


class Reports(Owned):
    """Reports of schools, coaches, interactions and performance metrics. Never changes.

    A table is a :class:`~compass_kernel.tables.Table` or the path of its file. One that is left out is named
    under ``warnings`` in the report, and its section is empty.
    """

    __slots__ = ("reports",)

    _destroyer = "compass_reports_destroy"

    #: What became of the rows of each table while they were loaded.
    reports: Dict[str, IngestReport]

    def __init__(
        self, *, schools: Optional[TableSource] = None, coaches: Optional[TableSource] = None,
        interactions: Optional[TableSource] = None, performance_metrics: Optional[TableSource] = None
    ) -> None:
        tables = PageTables()
        try:
            for name, source in zip(_TABLES, (schools, coaches, interactions, performance_metrics)):
                tables.add(name, source)
            self._make(tables)
        finally:
            tables.close()

    @classmethod
    def from_directory(cls, folder: Path) -> Reports:
        """Loads the tables from a data directory; those that cannot be loaded are named in the report."""
        check_directory(folder)
        tables = PageTables()
        reports = cls.__new__(cls)
        try:
            for name in _TABLES:
                tables.add_if_possible(name, folder)
            reports._make(tables)
        finally:
            tables.close()
        return reports

    def _make(self, tables: PageTables) -> None:
        handle = c_uint64()
        library.compass_reports_create(tables.struct(), byref(handle))
        self._own(handle)
        self.reports = tables.reports

    def page(
        self, preset: Optional[Preset] = None, *, first_day: Optional[Day] = None,
        last_day: Optional[Day] = None, compare: bool = False, now: Optional[Instant] = None,
        zone: ZoneLike = None
    ) -> Report:
        """The report of a period.

        :param preset: ``"7d"``, ``"30d"``, ``"90d"``, ``"6m"``, ``"ytd"`` or ``"1y"``, ending today; 30 days
            when nothing is given.
        :param first_day: together with ``last_day``, both whole, instead of a preset.
        :param compare: whether ``previous`` holds the same for the period before.
        :param now: an instant of today; the clock when left out.
        :param zone: the zone of days; UTC when left out.
        """
        return cast(Report, read_json(self._page(
            ANSWER_JSON, preset, first_day, last_day, compare, now, zone)))

    def page_text(
        self, form: TextForm = "json", preset: Optional[Preset] = None, *, first_day: Optional[Day] = None,
        last_day: Optional[Day] = None, compare: bool = False, now: Optional[Instant] = None,
        zone: ZoneLike = None
    ) -> str:
        """The report as JSON or CSV, as :meth:`page` otherwise."""
        return read_text(self._page(
            answer_format(form), preset, first_day, last_day, compare, now, zone))

    def _page(
        self, form: int, preset: Optional[Preset], first_day: Optional[Day], last_day: Optional[Day],
        compare: bool, now: Optional[Instant], zone: ZoneLike
    ) -> c_uint64:
        if first_day is None and last_day is None:
            chosen = choice("30d" if preset is None else preset, _PRESETS, "preset")
        elif first_day is None or last_day is None:
            raise InvalidArgumentError("one of first_day and last_day is missing; both are needed, or none")
        elif preset is None:
            chosen = CONSTANTS["COMPASS_PRESET_NONE"]
        else:
            raise InvalidArgumentError("preset and days are given; one of them is accepted")
        options = ReportOptions(
            _VERSION, CONSTANTS["COMPASS_REPORT_COMPARE"] if compare else 0, micros(now), zone_handle(zone),
            chosen, form, day(first_day, "first_day"), day(last_day, "last_day"))
        answer = c_uint64()
        library.compass_reports_page(self._handle, options, byref(answer))
        return answer
