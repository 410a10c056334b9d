"""The files of tables as shards: each is a file, or a part of one."""

from __future__ import annotations

import glob
import os
import re
import zlib
from contextlib import contextmanager
from typing import Dict, Iterable, Iterator, List, Literal, Mapping, NamedTuple, Optional, Tuple, Union
from urllib.parse import unquote

from ._values import Path, choice
from .errors import (
    CompassError, FileMissingError, FileUnreadableError, InvalidArgumentError, TooLargeError, UnsupportedError)
from .tables import TableName

#: A file, a folder, or a pattern such as ``"posts/*.ndjson"``; or several of them.
Paths = Union[Path, Iterable[Path]]
#: The form of files: an array, a line for each object, Apache Parquet, Arrow's file or stream, or a table file.
FileForm = Literal["json", "ndjson", "parquet", "arrow", "table"]

_FORMS: Dict[str, FileForm] = {
    ".json": "json", ".ndjson": "ndjson", ".jsonl": "ndjson", ".parquet": "parquet", ".arrow": "arrow",
    ".feather": "arrow", ".ipc": "arrow"}
#: The end of a shard that has all that follows its start.
WHOLE = -1
#: A shard of this size takes about 400 MB of memory and half a second.
SHARD_BYTES = 256 << 20
#: The largest document of a file that cannot be split, an array or a compressed one: a document that is not larger
#: fits into the columns of every table, which end at 2 GiB except for posts, and into a task's memory.
MAXIMUM_UNSPLIT_BYTES = 2 << 30
#: Deflate makes nothing smaller than by this factor.
_MAXIMUM_COMPRESSION = 1032


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

    @property
    def is_whole(self) -> bool:
        """Whether the shard is a whole file."""
        return (self.start, self.end) == (0, WHOLE)

    @property
    def place(self) -> str:
        """The path and, of a part, its first and last byte or row group: what errors call the shard."""
        if self.is_whole:
            return self.path
        unit = "bytes" if self.form == "ndjson" else "row groups"
        return f"{self.path} ({unit} {self.start} to {'the last' if self.end == WHOLE else self.end - 1})"


def find_shards(
    tables: Mapping[TableName, Optional[Paths]], *, form: Optional[FileForm] = None, shard_bytes: int = SHARD_BYTES
) -> List[Shard]:
    """Returns the shards of the files of tables.

    A folder, also one that a pattern finds, stands for the files below it. Files and folders that are found, but
    not named, do not count if their names begin with ``_`` or, in folders, with a dot.

    :param tables: the paths of the files of each table; None for a table that is missing.
    :param form: the form of all files; None is that of their names: lines for .ndjson and .jsonl, an array for
        .json, each also with .gz, .parquet, and .arrow, .feather or .ipc; others are table files.
    :param shard_bytes: the size from which a file of lines, or of several row groups, becomes several shards.
    :raises InvalidArgumentError: when a file is given twice, or a table has no path.
    :raises FileMissingError: when there is no such file, or none in a folder.
    :raises TooLargeError: when a file that cannot be split, an array or a compressed file, has more than 2 GiB.
    """
    choice(form, {each: each for each in (None, "json", "ndjson", "parquet", "arrow", "table")}, "form")
    if shard_bytes < 1:
        raise InvalidArgumentError(f"shard_bytes is {shard_bytes}; 1 or more are accepted")
    shards: List[Shard] = []
    for table, paths in tables.items():
        if paths is None:
            continue
        files = _files(paths)
        if not files:
            raise InvalidArgumentError(
                f"the paths of {table} are empty; at least one file is required, or None if there is no such table")
        for path in files:
            chosen = form or _FORMS.get(os.path.splitext(path[:-3] if path.endswith(".gz") else path)[1], "table")
            with errors_of(path):
                for part in _parts(path, chosen, shard_bytes):
                    shards.append(Shard(len(shards), table, path, chosen, *part))
    if not shards:
        raise InvalidArgumentError("no table has paths; at least one file is required")
    return shards


def _files(paths: Paths) -> List[str]:
    """Returns the files in the order of the bytes of their absolute paths."""
    found: List[str] = []
    for given in [paths] if isinstance(paths, (str, os.PathLike)) else paths:
        path = local_path(os.fspath(given))
        before = len(found)
        if os.path.isdir(path):
            found += _files_below(path)
        elif glob.has_magic(path) and not os.path.lexists(path):
            found += _files_matching(path)
        else:
            found.append(path)
        # Otherwise a table of which an export went wrong would count nothing.
        if len(found) == before:
            raise FileMissingError(
                f"{path}: no file is there; those whose names begin with _ or, in folders, with a dot do not count")
    known: Dict[str, str] = {}
    for path in found:
        real = os.path.realpath(path)
        if real in known:
            raise InvalidArgumentError(f"{path} is given twice, also as {known[real]}; each file is accepted once")
        known[real] = path
    return sorted((os.path.abspath(path) for path in found), key=os.fsencode)


def _files_matching(pattern: str) -> List[str]:
    pattern = re.sub("/+", "/", pattern)
    folders = pattern.split("/")
    fixed = next(index for index, name in enumerate(folders) if glob.has_magic(name))
    found: Dict[str, None] = {}
    for match in glob.glob(pattern, recursive=True):
        # Such as Spark's own _SUCCESS, and what it has not committed, below _temporary.
        if any(name.startswith("_") for name in match.split("/")[fixed:]):
            continue
        # ** finds a folder as well as its files.
        files = _files_below(match) if os.path.isdir(match) else [match]
        found.update(dict.fromkeys(map(os.path.normpath, files)))
    return list(found)


def local_path(path: str) -> str:
    """Returns the path of a URL of a file."""
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
    size = os.stat(path).st_size
    count = -(-size // shard_bytes)
    if path.endswith(".gz") and form == "table":
        raise InvalidArgumentError(
            f"{path}: a compressed file must have lines or an array; name it .ndjson.gz or .json.gz, or pass "
            "form")
    if path.endswith(".gz") or form == "json":
        _check_unsplit(path, size)
    if count <= 1 or path.endswith(".gz") or form not in ("ndjson", "parquet"):
        yield 0, WHOLE, 0
    elif form == "ndjson":
        bounds = [size * number // count for number in range(count)]
        yield from zip(bounds, bounds[1:] + [WHOLE], [0] * count)
    else:
        yield from _row_groups(path, shard_bytes)


def _check_unsplit(path: str, size: int) -> None:
    """Refuses a file that no machine could read, as far as its size is known without reading it."""
    if path.endswith(".gz") and 18 <= size <= MAXIMUM_UNSPLIT_BYTES:
        noted = _size_before_compression(path, size)
        if noted > MAXIMUM_UNSPLIT_BYTES:
            raise too_large_to_read_whole(path, noted)
    if size > MAXIMUM_UNSPLIT_BYTES:
        raise too_large_to_read_whole(path)


def _size_before_compression(path: str, size: int) -> int:
    """Returns a lower bound, of a file of gzip: the last four bytes are the size of its last member, modulo 2³²."""
    with open(path, "rb") as file:
        is_gzip = file.read(2) == b"\x1f\x8b"
        file.seek(-4, os.SEEK_END)
        found = int.from_bytes(file.read(4), "little")
    # More than that is not a size: the file is incomplete, which its reader reports.
    return found if is_gzip and found <= size * _MAXIMUM_COMPRESSION else 0


def too_large_to_read_whole(path: str, noted: Optional[int] = None) -> TooLargeError:
    """Returns the error of a file that cannot be split.

    :param noted: the size in the last bytes of the file, which have other contents if the file is incomplete.
    """
    what = "compressed files are" if path.endswith(".gz") else "an array is"
    return TooLargeError(
        f"{path}: {what} read as a whole, with at most {MAXIMUM_UNSPLIT_BYTES} bytes before compression; write "
        "several files, or lines (.ndjson) without compression, which are split"
        + (f" (its last bytes note {noted}; if that is wrong, the file is incomplete)" if noted else ""))


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
    yield start, WHOLE, rows_before


@contextmanager
def errors_of(path: str) -> Iterator[None]:
    """Names the file in errors of the library, and turns those of other readers into its own."""
    try:
        yield
    except CompassError as error:
        if path in str(error):
            raise
        raise type(error)(f"{path}: {error}") from error
    except FileNotFoundError as error:
        raise FileMissingError(f"{path}: no such file; check the path") from error
    except (OSError, EOFError, zlib.error) as error:
        raise FileUnreadableError(f"{path}: {error}") from error
    except (ValueError, TypeError, KeyError, NotImplementedError) as error:
        if type(error).__module__.startswith("pyarrow"):
            raise InvalidArgumentError(f"{path}: {error}") from error
        raise
