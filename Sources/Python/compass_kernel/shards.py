"""Files as shards, and queries of them, for engines with many machines: Spark, Dask, Ray and others.

>>> query = Query.analytics("30d", now=now, zone="America/New_York")
>>> shards = find_shards({"social_media_posts": "posts/*.ndjson"})
>>> parts = [query.run(shard) for shard in shards]          # by the engine, each on any machine, in any order
>>> finish(shards, parts, schools="schools.json").page

Queries, shards and parts can be pickled. A shard is a file or, of a large file of lines, a range of bytes; all machines
open the same paths. :mod:`compass_kernel.spark` does the same by Spark.
"""

from __future__ import annotations

import glob
import gzip
import os
import sys
import zlib
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone
from functools import lru_cache
from typing import (
    TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Literal, Mapping, NamedTuple, Optional, Sequence,
    Tuple, Union, cast)
from urllib.parse import unquote

from ._options import TextForm
from ._values import Day, Instant, Path, required_micros
from .activity import Activity, ActivityRange, ActivityType
from .bad_rows import BadRows, bad_rows, merge_bad_rows
from .errors import (
    CompassError, FileMissingError, FileUnreadableError, InternalError, InvalidArgumentError, NotMergeableError,
    UnsupportedError)
from .filters import PostFilter
from .partials import answer, answer_page, merge_partials, partial_shards
from .posts import Posts
from .reports import ReportRange, Reports
from .resolve import row_keys, row_keys_of_arrow
from .tables import ByteRange, Form, Table, TableName, TableSource
from .timeline import Timeline
from .zones import Zone, ZoneLike, zone_of

if sys.version_info >= (3, 11):
    from typing import Unpack
elif TYPE_CHECKING:
    from typing_extensions import Unpack

#: A file, a folder, or a pattern such as ``"posts/*.ndjson"``; or several of them.
Paths = Union[Path, Iterable[Path]]
#: The form of files: an array, a line for each object, Apache Parquet, Arrow's file or stream, or a table file.
FileForm = Literal["json", "ndjson", "parquet", "arrow", "table"]
#: What has become of rows with one id or URL in several shards: there are none, or the last one stays.
Duplicates = Literal["unique", "resolve"]

_POSTS: TableName = "social_media_posts"
_FORMS: Dict[str, FileForm] = {
    ".json": "json", ".ndjson": "ndjson", ".jsonl": "ndjson", ".parquet": "parquet", ".arrow": "arrow",
    ".feather": "arrow", ".ipc": "arrow"}
_WHOLE = -1
_END_OF_FILE = (1 << 63) - 1
#: A shard of this size takes about 400 MB of memory and half a second.
SHARD_BYTES = 256 << 20
#: So that a report counts every reason.
_MAX_PROBLEMS = 100_000
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


class Shard(NamedTuple):
    """A file, or a part of one, whose rows one machine reads at once."""

    #: From 0, by table, path in the order of bytes, and position.
    number: int
    table: TableName
    #: Absolute.
    path: str
    form: FileForm
    #: The first byte of a file of lines, or the first row group of a Parquet file.
    start: int
    #: The byte or the row group after the last one; -1 for all that follow.
    end: int
    #: The number of rows of the file before this shard, as far as they are known without reading them.
    rows_before: int

    def _byte_range(self) -> Optional[ByteRange]:
        if self.form != "ndjson" or (self.start, self.end) == (0, _WHOLE):
            return None
        return self.start, _END_OF_FILE if self.end == _WHOLE else self.end

    def _document(self) -> Optional[bytes]:
        """The bytes of a compressed file."""
        if not self.path.endswith(".gz"):
            return None
        with gzip.open(self.path) as file:
            return file.read()


def find_shards(
    tables: Mapping[TableName, Optional[Paths]], *, form: Optional[FileForm] = None, shard_bytes: int = SHARD_BYTES
) -> List[Shard]:
    """Returns the shards of the files of tables.

    A folder stands for all files below it whose names begin neither with ``_`` nor with a dot.

    :param tables: the paths of the files of each table; None for a table that is missing.
    :param form: the form of all files; None is that of their names: lines for .ndjson and .jsonl, an array for
        .json, each also with .gz, .parquet, and .arrow, .feather or .ipc; others are table files.
    :param shard_bytes: the size from which a file of lines, or of several row groups, becomes several shards.
    :raises InvalidArgumentError: when a file is given twice.
    :raises FileMissingError: when there is no such file.
    """
    if shard_bytes < 1:
        raise InvalidArgumentError(f"shard_bytes is {shard_bytes}; 1 or more are accepted")
    shards: List[Shard] = []
    for table, paths in tables.items():
        if paths is None:
            continue
        for path in _files(paths):
            chosen = form or _FORMS.get(os.path.splitext(path[:-3] if path.endswith(".gz") else path)[1], "table")
            for start, end, rows_before in _parts(path, chosen, shard_bytes):
                shards.append(Shard(len(shards), table, path, chosen, start, end, rows_before))
    if not shards:
        raise InvalidArgumentError("paths is empty; at least one file is required")
    return shards


def _files(paths: Paths) -> List[str]:
    """Returns the files in the order of the bytes of their absolute paths."""
    found: List[str] = []
    for given in [paths] if isinstance(paths, (str, os.PathLike)) else paths:
        path = _local(os.fspath(given))
        if os.path.isdir(path):
            found += _files_below(path)
        elif glob.has_magic(path) and not os.path.lexists(path):
            matches = glob.glob(path, recursive=True)
            if not matches:
                raise FileMissingError(f"{path}: no file matches")
            for match in matches:
                # Such as Spark's own _SUCCESS.
                if os.path.basename(match).startswith("_"):
                    continue
                found += _files_below(match) if os.path.isdir(match) else [match]
        else:
            found.append(path)
    known: Dict[str, str] = {}
    for path in found:
        real = os.path.realpath(path)
        if real in known:
            raise InvalidArgumentError(f"{path} is given twice, also as {known[real]}; each file is accepted once")
        known[real] = path
    return sorted((os.path.abspath(path) for path in found), key=os.fsencode)


def _local(path: str) -> str:
    if path.startswith("file:"):
        return unquote("/" + path[len("file:"):].lstrip("/"))
    if "://" in path:
        raise UnsupportedError(
            f"{path} is not a path of a file system; mount the storage on all machines, and pass paths below it")
    return path


def _files_below(folder: str) -> Iterator[str]:
    def fail(error: OSError) -> None:
        raise FileUnreadableError(f"{error.filename}: {error.strerror}") from error

    # Links to folders as well: a file that is found twice is refused.
    for place, folders, names in os.walk(folder, onerror=fail, followlinks=True):
        folders[:] = [name for name in folders if not name.startswith(("_", "."))]
        for name in names:
            if not name.startswith(("_", ".")):
                yield os.path.join(place, name)


def _parts(path: str, form: FileForm, shard_bytes: int) -> Iterator[Tuple[int, int, int]]:
    """The start and the end of each part of a file, and the number of rows before it."""
    try:
        size = os.stat(path).st_size
    except FileNotFoundError:
        raise FileMissingError(f"{path}: no such file; check the path") from None
    except OSError as error:
        raise FileUnreadableError(f"{path}: {error.strerror}") from None
    count = -(-size // shard_bytes)
    if count <= 1 or path.endswith(".gz") or form not in ("ndjson", "parquet"):
        yield 0, _WHOLE, 0
    elif form == "ndjson":
        bounds = [size * number // count for number in range(count)]
        yield from zip(bounds, bounds[1:] + [_WHOLE], [0] * count)
    else:
        yield from _row_groups(path, shard_bytes)


def _row_groups(path: str, shard_bytes: int) -> Iterator[Tuple[int, int, int]]:
    import pyarrow.parquet

    with pyarrow.parquet.ParquetFile(path) as file:
        groups = [file.metadata.row_group(number) for number in range(file.metadata.num_row_groups)]
    start = rows = rows_before = taken = 0
    for number, group in enumerate(groups):
        size = sum(group.column(index).total_compressed_size for index in range(group.num_columns))
        if taken and taken + size > shard_bytes:
            yield start, number, rows_before
            start, rows_before, taken = number, rows, 0
        taken += size
        rows += group.num_rows
    yield start, _WHOLE, rows_before


def _arrow_columns(shard: Shard) -> Any:
    """The columns of a Parquet file or an Arrow file as a stream, so that they are not all in memory."""
    import pyarrow
    import pyarrow.parquet

    if shard.form == "parquet":
        file = pyarrow.parquet.ParquetFile(shard.path)
        end = file.metadata.num_row_groups if shard.end == _WHOLE else shard.end
        groups = list(range(shard.start, end))
        return pyarrow.RecordBatchReader.from_batches(
            file.schema_arrow, file.iter_batches(row_groups=groups) if groups else iter(()))
    source = pyarrow.memory_map(shard.path)
    try:
        batches = pyarrow.ipc.open_file(source)
    except pyarrow.ArrowInvalid:
        source.seek(0)
        return pyarrow.ipc.open_stream(source)
    return pyarrow.RecordBatchReader.from_batches(
        batches.schema, (batches.get_batch(number) for number in range(batches.num_record_batches)))


def _load(shard: Shard, replaced: Sequence[int]) -> Table:
    if shard.form in ("parquet", "arrow"):
        return Table.from_arrow(
            shard.table, _arrow_columns(shard), max_problems=_MAX_PROBLEMS, search_index="never", replaced=replaced)
    document = shard._document()
    if document is not None:
        return Table.from_bytes(
            shard.table, document, form=cast(Form, shard.form), max_problems=_MAX_PROBLEMS, threads=1,
            search_index="never", replaced=replaced)
    form = None if shard.form == "table" else cast(Form, shard.form)
    return Table.from_file(
        shard.table, shard.path, form=form, max_problems=_MAX_PROBLEMS, threads=1, search_index="never",
        byte_range=shard._byte_range(), replaced=replaced)


class _InFile:
    """Names the file in errors of the library, and turns those of other readers into its own."""

    def __init__(self, shard: Shard) -> None:
        self._path = shard.path

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: Any, error: Optional[BaseException], trace: Any) -> None:
        if isinstance(error, CompassError):
            if self._path not in str(error):
                raise type(error)(f"{self._path}: {error}") from error
        elif isinstance(error, FileNotFoundError):
            raise FileMissingError(f"{self._path}: no such file; check the path") from error
        elif isinstance(error, (OSError, EOFError, zlib.error)):
            raise FileUnreadableError(f"{self._path}: {error}") from error
        elif isinstance(error, ValueError) and type(error).__module__.startswith("pyarrow"):
            raise InvalidArgumentError(f"{self._path}: {error}") from error


class Part(NamedTuple):
    """What one shard, or several that were merged, contribute to an answer."""

    #: The partial answers: two for a feed with the counts of filters, otherwise one.
    partials: Tuple[bytes, ...]
    #: The number of rows in each shard, by its number.
    rows: Dict[int, int]
    #: With the number of the shard, in ten digits, in place of the file.
    report: BadRows


def merge_parts(parts: Iterable[Part]) -> Part:
    """Returns the part of several shards, in any order and grouping: at least one.

    :raises NotMergeableError: when a shard is among them twice, or two shards are known to have a row in common.
    """
    kept = list(parts)
    if not kept:
        raise InvalidArgumentError("parts is empty; at least one is required")
    rows: Dict[int, int] = {}
    for part in kept:
        rows.update(part.rows)
    partials = tuple(merge_partials(each) for each in zip(*(part.partials for part in kept)))
    return Part(partials, rows, merge_bad_rows(part.report for part in kept))


@dataclass(frozen=True)
class Query:
    """A query of shards, which can be pickled. It is checked when it is made.

    ``now`` and ``zone`` have no defaults, because they must be the same on all machines. The zone is sent as data:
    machines may know it differently.
    """

    kind: str
    arguments: Dict[str, Any]
    zone_name: str
    zone_data: bytes
    #: The tables that exist.
    tables: Tuple[TableName, ...]
    #: The file with the names of schools, where shards require them.
    names: Optional[str] = None

    @classmethod
    def analytics(
        cls, range: Union[str, int] = "30d", *, now: Instant, zone: ZoneLike, top: int = 5, recent: int = 5,
        days: Union[None, str, int] = None, compare: bool = False, heat_map: bool = False,
        **filters: Unpack[PostFilter]
    ) -> Query:
        """The page of :meth:`Posts.analytics_page() <compass_kernel.posts.Posts.analytics_page>`."""
        return cls._checked("analytics", zone, (_POSTS,), dict(
            filters, range=range, now=now, top=top, recent=recent, days=days, compare=compare, heat_map=heat_map))

    @classmethod
    def feed(
        cls, *, now: Instant, zone: ZoneLike, page_size: int = 50, after: Optional[str] = None,
        **filters: Unpack[PostFilter]
    ) -> Query:
        """The page of :meth:`Posts.feed_page() <compass_kernel.posts.Posts.feed_page>`."""
        return cls._checked("feed", zone, (_POSTS,), dict(filters, now=now, page_size=page_size, after=after))

    @classmethod
    def linked_feed(
        cls, *, now: Instant, zone: ZoneLike, page_size: int = 50, after: Optional[str] = None,
        days: Union[None, str, int] = None, **filters: Unpack[PostFilter]
    ) -> Query:
        """The page of :meth:`Posts.linked_feed_page() <compass_kernel.posts.Posts.linked_feed_page>`."""
        return cls._checked("linked_feed", zone, (_POSTS,), dict(
            filters, now=now, page_size=page_size, after=after, days=days))

    @classmethod
    def linked_counts(
        cls, *, now: Instant, zone: ZoneLike, days: Union[None, str, int] = None, **filters: Unpack[PostFilter]
    ) -> Query:
        """The counts of that page alone."""
        return cls._checked("linked_counts", zone, (_POSTS,), dict(filters, now=now, days=days))

    @classmethod
    def report(
        cls, range: Optional[ReportRange] = None, *, now: Instant, zone: ZoneLike, tables: Iterable[TableName],
        first_day: Optional[Day] = None, last_day: Optional[Day] = None, compare: bool = False
    ) -> Query:
        """The page of :meth:`Reports.page() <compass_kernel.reports.Reports.page>`.

        :param tables: the names of the tables that exist.
        """
        return cls._checked("report", zone, tables, dict(
            range=range, now=now, first_day=first_day, last_day=last_day, compare=compare))

    @classmethod
    def activity(
        cls, range: Union[ActivityRange, int] = "all", *, now: Instant, zone: ZoneLike,
        tables: Iterable[TableName], type: Optional[ActivityType] = None, search: Optional[str] = None,
        whole_text: bool = False, page: int = 1, page_size: int = 20, schools: Optional[Path] = None
    ) -> Query:
        """The page of :meth:`Activity.page() <compass_kernel.activity.Activity.page>`.

        :param tables: the names of the tables that exist.
        :param schools: the file of schools, which a search reads on all machines.
        """
        names = None
        if search is not None and schools is not None:
            names = os.path.abspath(_local(os.fspath(schools)))
        return cls._checked("activity", zone, tables, dict(
            range=range, now=now, type=type, search=search, whole_text=whole_text, page=page,
            page_size=page_size), names)

    @classmethod
    def timeline_counts(
        cls, windows: Iterable[Tuple[Instant, Instant]] = (), *, zone: ZoneLike, tables: Iterable[TableName],
        school: Optional[str] = None, hide: Union[None, str, Iterable[str]] = None
    ) -> Query:
        """The numbers of items of a timeline by window and kind, and the first and the last instant of all.

        :param tables: the names of the tables that exist.
        """
        return cls._checked("timeline_counts", zone, tables, dict(
            windows=[(_utc(first), _utc(last)) for first, last in windows], school=school, hide=hide))

    @classmethod
    def timeline_levels(
        cls, first: Instant, last: Instant, buckets: int, *, zone: ZoneLike, tables: Iterable[TableName],
        school: Optional[str] = None, hide: Union[None, str, Iterable[str]] = None
    ) -> Query:
        """The numbers of items of a timeline in equally long buckets of a window."""
        return cls._checked("timeline_levels", zone, tables, dict(
            first=_utc(first), last=_utc(last), buckets=buckets, school=school, hide=hide))

    @classmethod
    def _checked(
        cls, kind: str, zone: ZoneLike, tables: Iterable[TableName], arguments: Dict[str, Any],
        names: Optional[str] = None
    ) -> Query:
        if zone is None:
            raise TypeError("zone is None, but all shards require the same zone, and machines may have several")
        own = zone_of(zone)
        if "now" in arguments:
            arguments["now"] = _utc(arguments["now"])
        query = cls(
            kind, {name: _kept(value) for name, value in arguments.items()}, own.name, own.data, tuple(tables),
            names)
        # A mistake is reported before an engine starts: that of no rows.
        query._partials({}, 0)
        return query

    def run(self, shard: Shard, replaced: Sequence[int] = ()) -> Part:
        """Returns the part of a shard.

        :param replaced: the rows of the shard that rows of others replace, from 1.
        :raises MalformedDataError: when its file is not a document of rows; the message names the file.
        """
        with _InFile(shard), _load(shard, replaced) as table:
            partials = self._partials({shard.table: table}, shard.number)
            report = table.ingest_report
        for problem in report["problems"]:
            problem["row"] += shard.rows_before
        # Numbers are in the order of paths and positions, so that the first problems are those of the first files.
        found = bad_rows(report, file=f"{shard.number:010}", starts_file=shard.start == 0)
        return Part(partials, {shard.number: report["rows"]}, found)

    @staticmethod
    def row_keys(shard: Shard, key: bytes) -> bytes:
        """Returns the keys of the rows of a shard, see :mod:`compass_kernel.resolve`."""
        with _InFile(shard):
            if shard.form in ("parquet", "arrow"):
                return row_keys_of_arrow(shard.table, _arrow_columns(shard), shard=shard.number, key=key)
            if shard.form == "table":
                raise UnsupportedError("rows of table files cannot be resolved; read the documents instead")
            document = shard._document()
            return row_keys(
                shard.table, shard.path if document is None else document, shard=shard.number, key=key,
                form=cast(Form, shard.form), byte_range=shard._byte_range())

    def _partials(self, loaded: Mapping[TableName, Table], shard: int) -> Tuple[bytes, ...]:
        arguments = dict(self.arguments, shard=shard, zone=_zone(self.zone_name, self.zone_data))
        empty: List[Table] = []

        def table(name: TableName) -> Table:
            if name not in loaded:
                empty.append(Table.from_bytes(name, b"[]", threads=1))
            return loaded[name] if name in loaded else empty[-1]

        try:
            if self.kind in ("analytics", "feed", "linked_feed", "linked_counts"):
                with Posts(table(_POSTS)) as posts:
                    return _partials_of_posts(self.kind, posts, arguments)
            # A shard has rows of one table; without the others, these would be missing in the answer.
            tables: Dict[str, Any] = {name: table(name) for name in self.tables}
            if self.kind == "report":
                with Reports(**tables) as reports:
                    return (reports.partial(**arguments),)
            if self.kind == "activity":
                with Activity(schools=self.names, **tables) as activity:
                    return (activity.partial(**arguments),)
            with Timeline(**tables) as timeline:
                if self.kind == "timeline_counts":
                    return (timeline.counts_partial(**arguments),)
                return (timeline.levels_partial(**arguments),)
        finally:
            for each in empty:
                each.close()


def _partials_of_posts(kind: str, posts: Posts, arguments: Dict[str, Any]) -> Tuple[bytes, ...]:
    if kind == "analytics":
        return (posts.analytics_partial(**arguments),)
    if kind == "feed":
        return (posts.feed_partial(**arguments),)
    if kind == "linked_counts":
        return (posts.linked_counts_partial(**arguments),)
    of_feed = {name: value for name, value in arguments.items() if name != "days"}
    of_counts = {name: value for name, value in arguments.items() if name not in ("page_size", "after")}
    return posts.feed_partial(**of_feed), posts.linked_counts_partial(**of_counts)


def _utc(instant: Instant) -> datetime:
    """An instant without the zone of its datetime, which other machines may not have."""
    return _EPOCH + timedelta(microseconds=required_micros(instant))


def _kept(value: Any) -> Any:
    """An argument that can be pickled and read more than once."""
    if value is None or isinstance(value, (str, int, date, list)):
        return value
    return list(value) if hasattr(value, "__iter__") else value


@lru_cache(maxsize=8)
def _zone(name: str, data: bytes) -> Zone:
    return Zone.from_bytes(name, data)


class Answer:
    """The answer of all shards: the bytes that one machine returns for the rows of all files."""

    #: The partial answers of all shards, which later ones of other files can be merged with.
    partials: Tuple[bytes, ...]
    #: What became of the rows: counts, reasons, and the first 1,000 problems by file and row, from 1 in its file.
    bad_rows: BadRows

    def __init__(
        self, partials: Tuple[bytes, ...], report: BadRows, schools: Optional[TableSource],
        coaches: Optional[TableSource]
    ) -> None:
        self.partials = partials
        self.bad_rows = report
        self._names: Dict[str, Any] = {"schools": schools, "coaches": coaches}
        if len(partials) > 1:
            self._names["linked"] = partials[1]

    def text(self, form: TextForm = "json") -> str:
        """The page as JSON, CSV or HTML."""
        return answer(self.partials[0], form=form, **self._names)

    @property
    def page(self) -> Dict[str, Any]:
        """The page as a dictionary, see :mod:`compass_kernel.results`."""
        return answer_page(self.partials[0], **self._names)

    def __repr__(self) -> str:
        return f"<answer of {self.bad_rows['loaded']} rows in {self.bad_rows['files']} files>"


def finish(
    shards: Sequence[Shard], parts: Iterable[Part], *, schools: Optional[TableSource] = None,
    coaches: Optional[TableSource] = None
) -> Answer:
    """Returns the answer of the parts of all shards.

    :param schools: the table ``schools``, or the path of its file, for the names.
    :param coaches: the same for ``coaches``.
    :raises NotMergeableError: when a part is missing or there twice, or when two shards are known to have a row in
        common.
    """
    merged = merge_parts(parts)
    numbers = [shard.number for shard in shards]
    if partial_shards(merged.partials[0]) != numbers or sorted(merged.rows) != numbers:
        raise NotMergeableError(
            f"there are parts of {len(merged.rows)} shards, but {len(numbers)} are required; pass one of each")
    return Answer(merged.partials, _report_of_files(merged, shards), schools, coaches)


def _report_of_files(merged: Part, shards: Sequence[Shard]) -> BadRows:
    """Names the files of problems, and counts rows from the first of the file."""
    before: List[int] = []
    for shard in shards:
        previous = shards[shard.number - 1] if shard.number else shard
        is_next = (previous.table, previous.path) == (shard.table, shard.path) and shard.start > 0
        known = before[-1] + merged.rows[shard.number - 1] if is_next and shard.form == "ndjson" else 0
        before.append(known)
    report = merged.report
    for problem in report["problems"]:
        shard = shards[int(problem["file"])]
        problem["file"] = shard.path
        problem["row"] += before[shard.number]
    return report


def error_named(name: str, message: str) -> CompassError:
    """Returns an error of another process by the name of its class."""
    for kind in CompassError.__subclasses__():
        if kind.__name__ == name:
            return kind(message)
    return InternalError(message)
