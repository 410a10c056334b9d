"""The rows of a shard: read as a table, or as the keys of rows."""

from __future__ import annotations

import gzip
import io
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, FrozenSet, Iterator, Optional, Sequence, cast

from ._shard_files import MAXIMUM_UNSPLIT_BYTES, WHOLE, Shard, errors_of, too_large_to_read_whole
from .errors import UnsupportedError
from .posts import Posts
from .resolve import row_keys, row_keys_of_arrow
from .tables import ByteRange, Form, Table

_END_OF_FILE = (1 << 63) - 1
#: So that a report counts every reason.
_MAX_PROBLEMS = 100_000
_BYTES_AT_ONCE = 1 << 20


def load(shard: Shard, replaced: Sequence[int]) -> Table:
    """Returns the rows of a shard as a table without a search index.

    :param replaced: the rows that are left out, from 1.
    """
    with errors_of(shard.path):
        if shard.form in ("parquet", "arrow"):
            with _columns(shard) as columns:
                return Table.from_arrow(
                    shard.table, columns, max_problems=_MAX_PROBLEMS, search_index="never", replaced=replaced)
        document = _document(shard)
        if document is not None:
            return Table.from_bytes(
                shard.table, document, form=cast(Form, shard.form), max_problems=_MAX_PROBLEMS, threads=1,
                search_index="never", replaced=replaced)
        form = None if shard.form == "table" else cast(Form, shard.form)
        return Table.from_file(
            shard.table, shard.path, form=form, max_problems=_MAX_PROBLEMS, threads=1, search_index="never",
            byte_range=_byte_range(shard), replaced=replaced)


def keys(shard: Shard, key: bytes) -> bytes:
    """Returns the keys of the rows of a shard, see :mod:`compass_kernel.resolve`."""
    with errors_of(shard.path):
        if shard.form in ("parquet", "arrow"):
            with _columns(shard) as columns:
                return row_keys_of_arrow(shard.table, columns, shard=shard.number, key=key)
        require_documents(shard)
        document = _document(shard)
        return row_keys(
            shard.table, shard.path if document is None else document, shard=shard.number, key=key,
            form=cast(Form, shard.form), byte_range=_byte_range(shard))


def require_documents(shard: Shard) -> None:
    """Refuses a table file, whose rows have no keys.

    :raises UnsupportedError: when the shard is one.
    """
    if shard.form == "table":
        raise UnsupportedError(
            f"{shard.path}: rows of table files cannot be resolved; pass the documents that they were made of")


def _byte_range(shard: Shard) -> Optional[ByteRange]:
    if shard.form != "ndjson" or shard.is_whole:
        return None
    return shard.start, _END_OF_FILE if shard.end == WHOLE else shard.end


def _document(shard: Shard) -> Optional[bytes]:
    """Returns the bytes of a compressed file."""
    if not shard.path.endswith(".gz"):
        return None
    # Its value is not copied when it is taken.
    document = io.BytesIO()
    with gzip.open(shard.path) as file:
        while chunk := file.read(_BYTES_AT_ONCE):
            if document.tell() + len(chunk) > MAXIMUM_UNSPLIT_BYTES:
                raise too_large_to_read_whole(shard.path)
            document.write(chunk)
    return document.getvalue()


@contextmanager
def _columns(shard: Shard) -> Iterator[Any]:
    """The columns of a Parquet file or an Arrow file as a stream, so that they are not all in memory."""
    import pyarrow
    import pyarrow.parquet

    if shard.form == "parquet":
        with pyarrow.parquet.ParquetFile(shard.path) as file:
            end = file.metadata.num_row_groups if shard.end == WHOLE else shard.end
            groups = list(range(shard.start, end))
            # Others, which would be ignored, are not decoded.
            fields = [field for field in file.schema_arrow if field.name in _names_of_post_columns()]
            batches = file.iter_batches(row_groups=groups, columns=[field.name for field in fields])
            yield pyarrow.RecordBatchReader.from_batches(pyarrow.schema(fields), batches if groups else iter(()))
        return
    with pyarrow.memory_map(shard.path) as source:
        try:
            batches = pyarrow.ipc.open_file(source)
        except pyarrow.ArrowInvalid:
            source.seek(0)
            yield pyarrow.ipc.open_stream(source)
        else:
            yield pyarrow.RecordBatchReader.from_batches(
                batches.schema, (batches.get_batch(number) for number in range(batches.num_record_batches)))


@lru_cache(maxsize=1)
def _names_of_post_columns() -> FrozenSet[str]:
    import pyarrow

    with Posts.from_bytes(b"[]") as none:
        return frozenset(pyarrow.schema(none).names)
