"""Tables of the database, loaded."""

from __future__ import annotations

import json
import os
import re
from ctypes import byref, c_int64, c_uint64
from typing import Any, Dict, List, Literal, Optional, SupportsIndex, Tuple, Union, cast

from ._arrow import import_table
from ._interface import CONSTANTS, LoadOptions, TableFailure, Tables
from ._library import library, take_text
from ._owned import Owned
from ._values import Document, Path, choice, document_bytes, path_string, string, whole_number
from .answers import IngestReport
from .errors import CompassError, FileMissingError, InvalidArgumentError

#: The tables of the database.
TableName = Literal[
    "social_media_posts", "schools", "coaches", "interactions", "events", "offers",
    "school_status_history", "documents", "performance_metrics"]
#: The forms of a document: a JSON array, or one JSON object a line.
Form = Literal["json", "ndjson"]

_KINDS = {
    "social_media_posts": CONSTANTS["COMPASS_TABLE_SOCIAL_MEDIA_POSTS"],
    "schools": CONSTANTS["COMPASS_TABLE_SCHOOLS"],
    "coaches": CONSTANTS["COMPASS_TABLE_COACHES"],
    "interactions": CONSTANTS["COMPASS_TABLE_INTERACTIONS"],
    "events": CONSTANTS["COMPASS_TABLE_EVENTS"],
    "offers": CONSTANTS["COMPASS_TABLE_OFFERS"],
    "school_status_history": CONSTANTS["COMPASS_TABLE_SCHOOL_STATUS_HISTORY"],
    "documents": CONSTANTS["COMPASS_TABLE_DOCUMENTS"],
    "performance_metrics": CONSTANTS["COMPASS_TABLE_PERFORMANCE_METRICS"],
}
_FORMS = {
    None: CONSTANTS["COMPASS_FORMAT_AUTOMATIC"],
    "json": CONSTANTS["COMPASS_FORMAT_JSON"],
    "ndjson": CONSTANTS["COMPASS_FORMAT_NDJSON"],
}
_DEFAULT_MAX_PROBLEMS = 100
#: So that a report lists all problems.
ALL_PROBLEMS = (1 << 63) - 1


def table_kind(table: TableName) -> int:
    """The constant of a table."""
    return choice(table, _KINDS, "table")


def load_options(
    form: Optional[Form], max_problems: SupportsIndex = _DEFAULT_MAX_PROBLEMS,
    threads: Optional[SupportsIndex] = None
) -> LoadOptions:
    """How rows are read; by as many threads as there are processors, for None."""
    return LoadOptions(
        CONSTANTS["COMPASS_LOAD_OPTIONS_VERSION"], choice(form, _FORMS, "form"),
        whole_number(max_problems, "max_problems"),
        _processor_count() if threads is None else whole_number(threads, "threads", bits=32))


def _processor_count() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Table(Owned):
    """The rows of one table. Never changes; pages made of it need it no longer.

    Rows that lack what their table needs are left out and listed in :attr:`report`; the others are loaded. A
    document that is no JSON fails as a whole.

    ``max_problems`` limits what the report lists, not what it counts. ``threads`` is how many threads may
    read a large document; None is as many as there are processors.
    """

    __slots__ = ("name", "report")

    _destroyer = "compass_table_destroy"

    #: The table's name in the database.
    name: TableName
    #: What became of the rows while they were loaded.
    report: IngestReport

    @classmethod
    def from_file(
        cls, name: TableName, path: Path, *, form: Optional[Form] = None,
        max_problems: int = _DEFAULT_MAX_PROBLEMS, threads: Optional[int] = None
    ) -> Table:
        """Loads a file: lines if its name ends in .ndjson or .jsonl, an array else, unless ``form`` says so.

        :raises MalformedDataError: when it is no document of rows.
        :raises FileMissingError: when it is not there.
        :raises FileUnreadableError: when the system does not let it be read.
        """
        handle = c_uint64()
        options = load_options(form, max_problems, threads)
        library.compass_table_load_file(table_kind(name), path_string(path), options, byref(handle))
        return cls._loaded(handle, name)

    @classmethod
    def from_bytes(
        cls, name: TableName, document: Document, *, form: Form = "json",
        max_problems: int = _DEFAULT_MAX_PROBLEMS, threads: Optional[int] = None
    ) -> Table:
        """Loads a document from memory, or a list of dictionaries with the columns of the table.

        :raises MalformedDataError: when it is no document of rows.
        """
        handle = c_uint64()
        content = document_bytes(document)
        options = load_options(form, max_problems, threads)
        library.compass_table_load(table_kind(name), content, len(content), options, byref(handle))
        return cls._loaded(handle, name)

    @classmethod
    def from_arrow(
        cls, name: TableName, data: Any, *, max_problems: int = _DEFAULT_MAX_PROBLEMS
    ) -> Table:
        """Loads columns with the names of the database from whatever exports itself through Arrow's PyCapsule
        interface, such as a record batch of pyarrow or a data frame of Polars. Posts only; all rows are
        copied.

        :raises UnsupportedError: when a column has a type that does not suit, or for another table.
        :raises TypeError: when ``data`` does not export itself.
        """
        handle = c_uint64()
        options = load_options(None, max_problems, threads=1)
        import_table(data, table_kind(name), options, handle)
        return cls._loaded(handle, name)

    @classmethod
    def _loaded(cls, handle: c_uint64, name: TableName) -> Table:
        table = cls._owning(handle)
        table.name = name
        text = c_uint64()
        library.compass_table_report(handle, byref(text))
        table.report = cast(IngestReport, json.loads(take_text(text)))
        return table

    def __len__(self) -> int:
        count = c_int64()
        library.compass_table_count(self._handle, byref(count))
        return count.value

    def __repr__(self) -> str:
        if not hasattr(self, "report"):
            return "<table that was not loaded>"
        return f"<{self.report['loaded']} rows of {self.name}>"


#: A table where a page is made of it: loaded, or the path of its file.
TableSource = Union[Table, Path]


def open_table(name: TableName, source: TableSource, max_problems: int) -> Tuple[Table, bool]:
    """A table, and whether it was loaded here, so that it is to be closed here."""
    if isinstance(source, Table):
        return source, False
    return Table.from_file(name, source, max_problems=max_problems), True


def file_in(folder: Path, name: TableName) -> Optional[str]:
    """The file of a table in a data directory; None where there is none.

    :raises InvalidArgumentError: when the table is there twice.
    """
    base = os.path.join(os.fspath(folder), name)
    found = [path for path in (base + ".json", base + ".ndjson") if os.path.exists(path)]
    if len(found) > 1:
        raise InvalidArgumentError(
            f"{os.fspath(folder)} holds {name} twice, as .json and as .ndjson; exactly one is accepted")
    return found[0] if found else None


def needed_file_in(folder: Path, name: TableName) -> str:
    """The file of a table that a page cannot do without.

    :raises FileMissingError: when it is not there.
    """
    path = file_in(folder, name)
    if path is None:
        raise FileMissingError(
            f"the table {name} is missing: {os.fspath(folder)} has neither {name}.json nor {name}.ndjson")
    return path


def check_directory(folder: Path) -> None:
    """Refuses what is no folder: of one that is not there, every table would be missing."""
    if not os.path.isdir(folder):
        raise FileMissingError(f"{os.fspath(folder)}: no such directory; a data directory is expected")


#: What messages say beyond the reason.
_ADVICE = re.compile("; (nothing was loaded|check the path)$")


class PageTables:
    """The tables that a page is made of, while it is made."""

    def __init__(self, max_problems: int = 0) -> None:
        self._max_problems = max_problems
        self._struct = Tables(CONSTANTS["COMPASS_TABLES_VERSION"])
        self._opened: List[Table] = []
        self._used: List[Table] = []
        self._failures: List[Tuple[TableName, str]] = []
        self.reports: Dict[str, IngestReport] = {}

    def add(self, name: TableName, source: Optional[TableSource]) -> None:
        """Adds a table; none for None."""
        if source is None:
            return
        table, is_opened = open_table(name, source, self._max_problems)
        (self._opened if is_opened else self._used).append(table)
        self.reports[name] = table.report
        setattr(self._struct, name, table._handle)

    def add_if_possible(self, name: TableName, folder: Path, needed: bool = True) -> None:
        """Adds a table of a data directory; one that is missing or cannot be read is named in the answers."""
        path = file_in(folder, name)
        if path is None:
            if needed:
                self._failures.append((name, f"missing: there is neither {name}.json nor {name}.ndjson"))
            return
        try:
            self.add(name, path)
        except (CompassError, OSError) as error:
            # Neither where the folder stands nor what to do next is part of an answer.
            reason = _ADVICE.sub("", str(error).replace(path, os.path.basename(path)))
            self._failures.append((name, reason))

    def struct(self) -> Tables:
        """The tables as the library takes them."""
        count = len(self._failures)
        failures = (TableFailure * count)(*(
            TableFailure(table_kind(name), 0, string(reason, "reason")) for name, reason in self._failures))
        self._struct.failures = failures
        self._struct.failure_count = count
        return self._struct

    def close(self) -> None:
        """Closes the tables that were loaded here."""
        for table in self._opened:
            table.close()
