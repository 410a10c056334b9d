"""Tables of the database, loaded."""

from __future__ import annotations

import json
import operator
import os
import re
from array import array
from ctypes import byref, c_int64, c_uint32, c_uint64
from typing import Any, Dict, Iterable, List, Literal, Optional, SupportsIndex, Tuple, Union, cast

from ._arrow import import_arrow
from ._interface import CONSTANTS, LoadOptions, OpenOptions, SaveOptions, String, TableFailure, Tables
from ._library import library, take_text
from ._owned import Owned
from ._values import Document, Path, choice, document_bytes, path_string, string, whole_number
from .results import IngestReport
from .errors import CompassError, FileMissingError, InvalidArgumentError, NotFoundError

#: The tables of the database.
TableName = Literal[
    "social_media_posts", "schools", "coaches", "interactions", "events", "offers",
    "school_status_history", "documents", "performance_metrics"]
#: The forms of a document: a JSON array, or one JSON object a line.
Form = Literal["json", "ndjson"]
#: When the search index of posts is built: by the first search, which waits; on a thread, from loading on,
#: while searches read the texts; or never.
SearchIndex = Literal["now", "background", "never"]
#: Where the tables of files are stored, to be opened in milliseconds the next time: True for the user's
#: folder, or the path of a folder; None or False for nowhere.
Cache = Union[None, bool, Path]
#: The part of an NDJSON file: the lines that begin at its first position or after it and before its second.
ByteRange = Tuple[int, int]
#: What is verified of a table file: ``"read"``, everything that could lead outside of memory, or ``"all"``
#: bytes.
Verification = Literal["read", "all"]

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
_SEARCH_INDEXES = {
    "now": CONSTANTS["COMPASS_SEARCH_INDEX_NOW"],
    "background": CONSTANTS["COMPASS_SEARCH_INDEX_BACKGROUND"],
    "never": CONSTANTS["COMPASS_SEARCH_INDEX_NEVER"],
}
_VERIFICATIONS = {"read": CONSTANTS["COMPASS_VERIFY_READ"], "all": CONSTANTS["COMPASS_VERIFY_ALL"]}
_DEFAULT_MAX_PROBLEMS = 100
#: So that a report lists all problems.
ALL_PROBLEMS = (1 << 63) - 1


def table_kind(table: TableName) -> int:
    """Returns the constant of a table."""
    return choice(table, _KINDS, "table")


def load_options(
    form: Optional[Form], max_problems: SupportsIndex = _DEFAULT_MAX_PROBLEMS,
    threads: Optional[SupportsIndex] = None, search_index: SearchIndex = "now", cache: Cache = None,
    byte_range: Optional[ByteRange] = None, replaced: Iterable[SupportsIndex] = ()
) -> LoadOptions:
    """Returns how rows are read; for None by as many threads as there are processors."""
    place, folder = CONSTANTS["COMPASS_CACHE_NONE"], String()
    if cache is True:
        place = CONSTANTS["COMPASS_CACHE_USER"]
    elif cache is not None and cache is not False:
        place, folder = CONSTANTS["COMPASS_CACHE_FOLDER"], path_string(cache)
    start, end = 0, CONSTANTS["COMPASS_END_OF_FILE"]
    if byte_range is not None:
        start = whole_number(byte_range[0], "byte_range[0]", minimum=0)
        end = whole_number(byte_range[1], "byte_range[1]", minimum=0)
        if end < start:
            raise InvalidArgumentError(f"byte_range is {byte_range!r}, which ends before it begins")
    options = LoadOptions(
        CONSTANTS["COMPASS_LOAD_OPTIONS_VERSION"], choice(form, _FORMS, "form"),
        whole_number(max_problems, "max_problems"), _thread_count(threads),
        choice(search_index, _SEARCH_INDEXES, "search_index"), place, 0, folder, None, 0, start, end)
    rows = _row_numbers(replaced)
    if rows:
        # The struct keeps the array alive.
        options.replaced = (c_uint32 * len(rows)).from_buffer(rows)
        options.replaced_count = len(rows)
    return options


def _row_numbers(rows: Iterable[SupportsIndex]) -> "array[int]":
    try:
        return array("I", [operator.index(row) for row in rows])
    except OverflowError:
        raise InvalidArgumentError("replaced has a number that no row has; rows are numbered from 1") from None


def open_options(
    verify: Verification, copying: bool, threads: Optional[SupportsIndex], search_index: SearchIndex
) -> OpenOptions:
    """Returns how a table file is opened."""
    return OpenOptions(
        CONSTANTS["COMPASS_OPEN_OPTIONS_VERSION"], choice(verify, _VERIFICATIONS, "verify"), bool(copying),
        _thread_count(threads), choice(search_index, _SEARCH_INDEXES, "search_index"), 0)


def save_options(search_index: bool) -> SaveOptions:
    """Returns how a table file is saved."""
    return SaveOptions(CONSTANTS["COMPASS_SAVE_OPTIONS_VERSION"], bool(search_index))


def _thread_count(threads: Optional[SupportsIndex]) -> int:
    return _processor_count() if threads is None else whole_number(threads, "threads", bits=32)


def _processor_count() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Table(Owned):
    """The rows of one table. Never changes; it may be closed once pages were made from it.

    Rows without the fields that their table requires are skipped and listed in :attr:`ingest_report`; the
    others are loaded. A document that is not JSON is an error.

    ``max_problems`` limits what the report lists, not what it counts. ``threads`` is how many threads may
    read a large document, and search posts without an index; None is as many as there are processors.
    ``search_index`` tells when the search index of posts is built: ``"now"`` by the first search, which
    waits; ``"background"`` on a thread, from loading on, while searches read the texts; ``"never"``. Every
    choice finds the same posts.

    ``cache`` stores the tables of files, so that the next load takes milliseconds as long as the file is the
    same: True in the user's cache folder, a path in that folder. It is never a reason for an error.
    """

    __slots__ = ("name", "ingest_report")

    _destroyer = "compass_table_destroy"

    #: The table's name in the database.
    name: TableName
    #: The ingest report of the rows.
    ingest_report: IngestReport

    @classmethod
    def from_file(
        cls, name: TableName, path: Path, *, form: Optional[Form] = None,
        max_problems: int = _DEFAULT_MAX_PROBLEMS, threads: Optional[int] = None,
        search_index: SearchIndex = "now", cache: Cache = None, byte_range: Optional[ByteRange] = None,
        replaced: Iterable[int] = ()
    ) -> Table:
        """Loads a file: lines if its name ends in .ndjson or .jsonl, otherwise an array, or as ``form`` names it;
        without ``form`` also a table file, of which the table is opened.

        :param byte_range: the part of an NDJSON file that is read: the lines that begin at the first position
            or after it and before the second. Consecutive ranges read each line once. The report numbers rows
            from the first of the part; its byte offsets are those of the file.
        :param replaced: the numbers of rows, from 1, that rows of other shards replace, see
            :mod:`compass_kernel.resolve`.
        :raises MalformedDataError: when it is not a document of rows.
        :raises NotFoundError: when it is a table file without this table.
        :raises FileMissingError: when there is no such file.
        :raises FileUnreadableError: when the system cannot read it.
        """
        handle = c_uint64()
        options = load_options(form, max_problems, threads, search_index, cache, byte_range, replaced)
        library.compass_table_load_file(table_kind(name), path_string(path), options, byref(handle))
        return cls._loaded(handle, name)

    @classmethod
    def from_bytes(
        cls, name: TableName, document: Document, *, form: Form = "json",
        max_problems: int = _DEFAULT_MAX_PROBLEMS, threads: Optional[int] = None,
        search_index: SearchIndex = "now", replaced: Iterable[int] = ()
    ) -> Table:
        """Loads a document from memory, or a list of dictionaries with the columns of the table.

        :param replaced: as for :meth:`from_file`.
        :raises MalformedDataError: when it is not a document of rows.
        """
        handle = c_uint64()
        content = document_bytes(document)
        options = load_options(form, max_problems, threads, search_index, replaced=replaced)
        library.compass_table_load(table_kind(name), content, len(content), options, byref(handle))
        return cls._loaded(handle, name)

    @classmethod
    def from_arrow(
        cls, name: TableName, data: Any, *, max_problems: int = _DEFAULT_MAX_PROBLEMS,
        search_index: SearchIndex = "now", replaced: Iterable[int] = ()
    ) -> Table:
        """Loads columns with the names of the database from an object with Arrow's PyCapsule interface, such
        as a record batch of pyarrow or a data frame of Polars. Posts only; all rows are copied.

        :param replaced: as for :meth:`from_file`.
        :raises UnsupportedError: when a column has an unsupported type, or for another table.
        :raises TypeError: when ``data`` does not have that interface.
        """
        handle = c_uint64()
        kind = table_kind(name)
        options = load_options(
            None, max_problems, threads=1, search_index=search_index, replaced=replaced)

        def read_stream(stream: int) -> None:
            library.compass_table_import_arrow_stream(kind, stream, options, byref(handle))

        def read_array(schema: int, array: int) -> None:
            library.compass_table_import_arrow(kind, schema, array, options, byref(handle))

        import_arrow(data, read_stream, read_array)
        return cls._loaded(handle, name)

    @classmethod
    def _loaded(cls, handle: c_uint64, name: TableName) -> Table:
        table = cls._owning(handle)
        table.name = name
        text = c_uint64()
        library.compass_table_report(handle, byref(text))
        table.ingest_report = cast(IngestReport, json.loads(take_text(text)))
        return table

    def save(self, path: Path, search_index: bool = True) -> None:
        """Writes the table to a table file of its own, see :class:`TableFile`."""
        TableFile.save(path, [self], search_index)

    def __len__(self) -> int:
        count = c_int64()
        library.compass_table_count(self._handle, byref(count))
        return count.value

    def __repr__(self) -> str:
        if not hasattr(self, "ingest_report"):
            return "<table that was not loaded>"
        return f"<{self.ingest_report['loaded']} rows of {self.name}>"

    @property
    def report(self) -> IngestReport:
        """The former name of :attr:`ingest_report`."""
        return self.ingest_report


class TableFile(Owned):
    """Tables in one file, which is opened in milliseconds.

    >>> TableFile.save("season.compass", [events, schools])
    >>> with TableFile.open("season.compass") as file:
    ...     events = file.table("events")

    Any file can be opened without a risk. While tables of a file are in use, it may be replaced or removed,
    but not be shortened, which ends the process.
    """

    __slots__ = ()

    _destroyer = "compass_table_file_destroy"

    @classmethod
    def open(
        cls, path: Path, *, verify: Verification = "read", copying: bool = False,
        threads: Optional[int] = None, search_index: SearchIndex = "now"
    ) -> TableFile:
        """Opens a file.

        :param verify: ``"all"`` to verify all bytes, not only those that are read.
        :param copying: whether the file is read into memory in place of being mapped, for files on other
            machines and those that another program may write into.
        :raises MalformedDataError: when it is not a table file, or is damaged.
        :raises WrongVersionError: when another release wrote it: load the tables from their source.
        :raises FileMissingError: when there is no such file.
        """
        handle = c_uint64()
        options = open_options(verify, copying, threads, search_index)
        library.compass_table_file_open(path_string(path), options, byref(handle))
        return cls._owning(handle)

    @staticmethod
    def save(path: Path, tables: Iterable[Table], search_index: bool = True) -> None:
        """Writes tables, at most one of each name, to a file, in place of one that exists. After an error,
        the old file is there. Do not save onto a file beside which ``compass serve --allow-changes`` keeps
        changes: ``compass save`` includes them, this function knows nothing of them.

        :param search_index: whether to write the search index of posts as well, which is built if it does not
            exist.
        :raises FileUnreadableError: when the system does not let it be written.
        """
        kept = list(tables)
        handles = (c_uint64 * len(kept))(*(table._handle for table in kept))
        library.compass_tables_save(handles, len(kept), path_string(path), save_options(search_index))

    @staticmethod
    def verify(path: Path) -> None:
        """Verifies all bytes of a file, and that its tables can be read; raises what :meth:`open` raises."""
        library.compass_table_file_verify(path_string(path))

    def table(self, name: TableName) -> Optional[Table]:
        """Returns a table; None if the file does not have it."""
        handle = c_uint64()
        library.compass_table_file_table(self._handle, table_kind(name), byref(handle))
        return Table._loaded(handle, name) if handle.value else None


class Loader(Owned):
    """A loader of a table whose rows come in several arrays, such as the pages of a server's response.

    >>> with Loader("events") as loader:
    ...     for page in pages:
    ...         loader.append(page)
    ...     events = loader.finish()

    Table and report are those of one array with the same rows.
    """

    __slots__ = ("name",)

    _destroyer = "compass_loader_destroy"

    #: The table's name in the database.
    name: TableName

    def __init__(
        self, name: TableName, *, max_problems: int = _DEFAULT_MAX_PROBLEMS, threads: Optional[int] = None,
        search_index: SearchIndex = "now"
    ) -> None:
        handle = c_uint64()
        options = load_options(None, max_problems, threads, search_index)
        library.compass_loader_create(table_kind(name), options, byref(handle))
        self._own(handle)
        self.name = name

    def append(self, rows: Document) -> Tuple[int, Optional[str]]:
        """Appends the rows of an array, or a list of dictionaries: all of them or, after an error, none.

        Returns their number, and the id of the last one.

        :raises MalformedDataError: when it is not an array of rows.
        :raises InvalidArgumentError: when the loader is finished.
        """
        count, last_id = c_int64(), c_uint64()
        content = document_bytes(rows)
        library.compass_loader_append(self._handle, content, len(content), byref(count), byref(last_id))
        return count.value, take_text(last_id).decode() if last_id.value else None

    def finish(self) -> Table:
        """Returns the table of all rows; afterwards the loader can only be closed.

        :raises InvalidArgumentError: when the loader is finished already.
        """
        handle = c_uint64()
        library.compass_loader_finish(self._handle, byref(handle))
        return Table._loaded(handle, self.name)


#: A table from which a page is made: loaded, or the path of its file.
TableSource = Union[Table, Path]


def open_table(
    name: TableName, source: TableSource, max_problems: int, cache: Cache = None
) -> Tuple[Table, bool]:
    """Returns a table, and whether it was loaded here and must be closed here."""
    if isinstance(source, Table):
        return source, False
    return Table.from_file(name, source, max_problems=max_problems, cache=cache), True


def file_in(folder: Path, name: TableName) -> Optional[str]:
    """Returns the file of a table in a data directory, or a table file that has it; None if there is none.

    :raises InvalidArgumentError: when there are two such files.
    """
    if os.path.isfile(folder):
        with TableFile.open(folder) as file:
            table = file.table(name)
        return None if table is None else os.fspath(folder)
    base = os.path.join(os.fspath(folder), name)
    found = [path for path in (base + ".json", base + ".ndjson") if os.path.exists(path)]
    if len(found) > 1:
        raise InvalidArgumentError(
            f"{os.fspath(folder)} holds {name} twice, as .json and as .ndjson; exactly one is accepted")
    return found[0] if found else None


def required_file_in(folder: Path, name: TableName) -> str:
    """Returns the file of a table that a page requires.

    :raises FileMissingError: when there is no such file.
    """
    path = file_in(folder, name)
    if path is None:
        place = "is a table file without it" if os.path.isfile(folder) else (
            f"has neither {name}.json nor {name}.ndjson")
        raise FileMissingError(f"the table {name} is missing: {os.fspath(folder)} {place}")
    return path


def check_directory(folder: Path) -> None:
    """Raises an error if there is no such folder or table file, in which every table would be missing."""
    if not os.path.exists(folder):
        raise FileMissingError(f"{os.fspath(folder)}: no such directory or table file")


#: The parts of messages after the reason.
_ADVICE = re.compile("; (nothing was loaded|check the path)$")


class PageTables:
    """The tables from which a page is made, while it is made."""

    def __init__(self, max_problems: int = 0, cache: Cache = None) -> None:
        self._max_problems = max_problems
        self._cache = cache
        self._struct = Tables(CONSTANTS["COMPASS_TABLES_VERSION"])
        self._opened: List[Table] = []
        self._used: List[Table] = []
        self._failures: List[Tuple[TableName, str]] = []
        self.reports: Dict[str, IngestReport] = {}

    def add(self, name: TableName, source: Optional[TableSource]) -> None:
        """Adds a table; does nothing for None."""
        if source is None:
            return
        table, is_opened = open_table(name, source, self._max_problems, self._cache)
        (self._opened if is_opened else self._used).append(table)
        self.reports[name] = table.ingest_report
        setattr(self._struct, name, table._handle)

    def add_if_possible(self, name: TableName, folder: Path, required: bool = True) -> None:
        """Adds a table of a data directory; results name one that is missing or cannot be read."""
        is_table_file = os.path.isfile(folder)
        # Of a table file each table is opened once.
        path = os.fspath(folder) if is_table_file else file_in(folder, name)
        if path is None:
            if required:
                self._failures.append((name, f"missing: there is neither {name}.json nor {name}.ndjson"))
            return
        try:
            self.add(name, path)
        except (CompassError, OSError) as error:
            if is_table_file and isinstance(error, NotFoundError):
                if required:
                    self._failures.append((name, "missing: the file does not have it"))
                return
            # Results contain neither the path of the folder nor advice.
            reason = _ADVICE.sub("", str(error).replace(path, os.path.basename(path)))
            self._failures.append((name, reason))

    def struct(self) -> Tables:
        """Returns the tables in the form that the library takes."""
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
