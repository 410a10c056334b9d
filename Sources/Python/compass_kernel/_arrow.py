"""Arrow's C structs as PyCapsules.

https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html describes what is exchanged. The
structs lie in memory of their own, which ends with their capsule.
"""

from __future__ import annotations

import ctypes
from ctypes import (
    PYFUNCTYPE, Structure, c_char_p, c_int64, c_size_t, c_void_p, py_object, pythonapi)
from typing import TYPE_CHECKING, Any, Callable, Tuple, Type

from ._library import library

if TYPE_CHECKING:
    import pyarrow


class ArrowSchema(Structure):
    """The names and types of columns."""

    _fields_ = [
        ("format", c_char_p), ("name", c_char_p), ("metadata", c_char_p), ("flags", c_int64),
        ("n_children", c_int64), ("children", c_void_p), ("dictionary", c_void_p), ("release", c_void_p),
        ("private_data", c_void_p)]


class ArrowArray(Structure):
    """The buffers of columns."""

    _fields_ = [
        ("length", c_int64), ("null_count", c_int64), ("offset", c_int64), ("n_buffers", c_int64),
        ("n_children", c_int64), ("buffers", c_void_p), ("children", c_void_p), ("dictionary", c_void_p),
        ("release", c_void_p), ("private_data", c_void_p)]


class ArrowArrayStream(Structure):
    """Batches one after the other."""

    _fields_ = [
        ("get_schema", c_void_p), ("get_next", c_void_p), ("get_last_error", c_void_p),
        ("release", c_void_p), ("private_data", c_void_p)]


#: Fills a schema and an array at two addresses.
Fill = Callable[[int, int], None]

_SCHEMA, _ARRAY, _STREAM = b"arrow_schema", b"arrow_array", b"arrow_array_stream"
_allocate = PYFUNCTYPE(c_void_p, c_size_t, c_size_t)(("PyMem_RawCalloc", pythonapi))
_free = PYFUNCTYPE(None, c_void_p)(("PyMem_RawFree", pythonapi))
_new_capsule = PYFUNCTYPE(py_object, c_void_p, c_char_p, c_void_p)(("PyCapsule_New", pythonapi))
_pointer_of = PYFUNCTYPE(c_void_p, py_object, c_char_p)(("PyCapsule_GetPointer", pythonapi))


def _address(function: Any) -> Any:
    return ctypes.cast(function, c_void_p)


# A capsule points to its name, also when the interpreter ends and modules are gone.
for _name in (_SCHEMA, _ARRAY, _STREAM):
    pythonapi.Py_IncRef(py_object(_name))
# Capsules end in C, as a destructor in Python cannot run while an exception is on its way up.
library.compass_arrow_use_capsules(
    _address(pythonapi.PyCapsule_GetName), _address(pythonapi.PyCapsule_GetPointer),
    _address(pythonapi.PyMem_RawFree))
_end_capsule = _address(library.compass_arrow_end_capsule)


def _new_struct(struct: Type[Structure], name: bytes) -> Tuple[Any, int]:
    """An empty struct, and the capsule that it belongs to."""
    address = _allocate(1, ctypes.sizeof(struct))
    if not address:
        raise MemoryError
    return _new_capsule(address, name, _end_capsule), address


class ArrowExporting:
    """Columns for every library with Arrow's PyCapsule interface: pyarrow, Polars, DuckDB …

    >>> polars.DataFrame(posts)
    >>> duckdb.sql("SELECT platform, count(*) FROM posts GROUP BY ALL")

    Columns that are already in Arrow's format are not copied. An export keeps its memory alive and never
    changes, even if the object does.
    """

    __slots__ = ()

    def _fill_arrow(self, schema: int, array: int) -> None:
        raise NotImplementedError

    def __arrow_c_schema__(self) -> Any:
        return self.__arrow_c_array__()[0]

    def __arrow_c_array__(self, requested_schema: Any = None) -> Tuple[Any, Any]:
        schema, schema_address = _new_struct(ArrowSchema, _SCHEMA)
        array, array_address = _new_struct(ArrowArray, _ARRAY)
        self._fill_arrow(schema_address, array_address)
        return schema, array

    def to_arrow(self) -> pyarrow.RecordBatch:
        """Returns a record batch of pyarrow, which must be installed, in version 15 or later."""
        import pyarrow

        return pyarrow.record_batch(self)


def new_stream(fill: Callable[[int], None]) -> Any:
    """Returns a capsule with a stream, which `fill` writes to an address."""
    capsule, address = _new_struct(ArrowArrayStream, _STREAM)
    fill(address)
    return capsule


class Columns(ArrowExporting):
    """Columns of a result, for every library with Arrow's PyCapsule interface."""

    __slots__ = ("_fill", "_kept")

    def __init__(self, fill: Fill, *kept: Any) -> None:
        """
        :param fill: exports the columns, each time anew.
        :param kept: what must not be closed before.
        """
        self._fill = fill
        self._kept = kept

    def _fill_arrow(self, schema: int, array: int) -> None:
        self._fill(schema, array)


class StreamedColumns(Columns):
    """Columns that are also available as a stream, whose batches may have more than 2 GiB of text in a column
    together."""

    __slots__ = ("_fill_stream",)

    def __init__(self, fill: Fill, fill_stream: Callable[[int], None], *kept: Any) -> None:
        """
        :param fill_stream: exports the columns as a stream, each time anew.
        """
        super().__init__(fill, *kept)
        self._fill_stream = fill_stream

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return new_stream(self._fill_stream)


def import_arrow(
    data: Any, read_stream: Callable[[int], None], read_array: Callable[[int, int], None]
) -> None:
    """Passes whatever exports itself to one of two functions of the library.

    :raises TypeError: when it does not.
    """
    if hasattr(data, "__arrow_c_stream__"):
        capsule = data.__arrow_c_stream__()
        read_stream(_pointer_of(capsule, _STREAM))
    elif hasattr(data, "__arrow_c_array__"):
        schema, array = data.__arrow_c_array__()
        read_array(_pointer_of(schema, _SCHEMA), _pointer_of(array, _ARRAY))
    else:
        raise TypeError(
            f"a {type(data).__name__} does not export itself to Arrow; a record batch or a table of pyarrow, "
            "or a data frame of Polars, does")
