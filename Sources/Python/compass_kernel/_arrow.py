"""Arrow's C structs as PyCapsules, without a line of C.

https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html says what is exchanged. The structs lie in
memory of their own, which the capsule's destructor frees: after it has released what nobody has taken over.
"""

from __future__ import annotations

import ctypes
from ctypes import (
    CFUNCTYPE, PYFUNCTYPE, Structure, byref, c_char_p, c_int, c_int64, c_size_t, c_uint64, c_void_p,
    py_object, pythonapi)
from typing import TYPE_CHECKING, Any, Callable, Dict, Optional, Tuple, Type

from ._interface import LoadOptions
from ._library import library
from .errors import CompassError

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

_allocate = PYFUNCTYPE(c_void_p, c_size_t, c_size_t)(("PyMem_RawCalloc", pythonapi))
_free = PYFUNCTYPE(None, c_void_p)(("PyMem_RawFree", pythonapi))
_new_capsule = PYFUNCTYPE(py_object, c_void_p, c_char_p, c_void_p)(("PyCapsule_New", pythonapi))
_pointer_of = PYFUNCTYPE(c_void_p, py_object, c_char_p)(("PyCapsule_GetPointer", pythonapi))
#: Releases a struct of any of the three kinds.
_Release = CFUNCTYPE(None, c_void_p)


def _immortal(value: Any) -> Any:
    """Keeps what C points to, even when the interpreter ends while capsules are left."""
    pythonapi.Py_IncRef(py_object(value))
    return value


def _release(struct: Type[Structure], address: int) -> None:
    release = struct.from_address(address).release
    if release:
        _Release(release)(address)


def _make_destructor(struct: Type[Structure], name: bytes) -> Any:
    """The function that a capsule's end calls.

    Capsules also end while an exception is on its way up. It is put aside before anything else is called, and
    put back in the end, because a call that succeeds while an exception is set fails. So all objects
    that the first call needs are made here. Everything is bound by this closure: at the interpreter's end
    the names of the module may be gone.
    """
    fetch = PYFUNCTYPE(None, c_void_p, c_void_p, c_void_p)(("PyErr_Fetch", ctypes.PyDLL(None)))
    restore = PYFUNCTYPE(None, c_void_p, c_void_p, c_void_p)(("PyErr_Restore", ctypes.PyDLL(None)))
    pointer_of = PYFUNCTYPE(c_void_p, c_void_p, c_char_p)(("PyCapsule_GetPointer", pythonapi))
    kind, value, trace = c_void_p(), c_void_p(), c_void_p()
    places = (byref(kind), byref(value), byref(trace))
    first, second, third = places
    release, free = _release, _free

    def destroy(capsule: int) -> None:
        fetch(first, second, third)
        pending = (kind.value, value.value, trace.value)
        address = pointer_of(capsule, name)
        if address:
            release(struct, address)
            free(address)
        if pending[0]:
            restore(*pending)

    return _immortal(CFUNCTYPE(None, c_void_p)(destroy))


def _address(function: Any) -> Optional[int]:
    return ctypes.cast(function, c_void_p).value


_SCHEMA, _ARRAY, _STREAM = map(_immortal, (b"arrow_schema", b"arrow_array", b"arrow_array_stream"))
_DESTRUCTORS = {
    name: _address(_make_destructor(struct, name))
    for struct, name in ((ArrowSchema, _SCHEMA), (ArrowArray, _ARRAY), (ArrowArrayStream, _STREAM))}


def _capsule(address: int, name: bytes) -> Any:
    return _new_capsule(address, name, _DESTRUCTORS[name])


def _filled(fill: Fill) -> Tuple[int, int]:
    """The addresses of a schema and an array, in memory that is to be freed."""
    schema, array = _allocate(1, ctypes.sizeof(ArrowSchema)), _allocate(1, ctypes.sizeof(ArrowArray))
    if not schema or not array:
        _free(schema)
        _free(array)
        raise MemoryError
    try:
        fill(schema, array)
    except BaseException:
        _free(schema)
        _free(array)
        raise
    return schema, array


class _OneBatch:
    """What a stream of one batch has still to hand out."""

    def __init__(self, fill: Fill) -> None:
        self._fill = fill
        self._schema: Optional[int]
        self._array: Optional[int]
        self._schema, self._array = _filled(fill)

    def move_schema(self, target: int) -> None:
        """Hands out the schema; also more than once, as the interface allows."""
        if self._schema is None:
            self._schema, array = _filled(self._fill)
            _release(ArrowArray, array)
            _free(array)
        ctypes.memmove(target, self._schema, ctypes.sizeof(ArrowSchema))
        _free(self._schema)
        self._schema = None

    def move_array(self, target: int) -> None:
        """Hands out the batch, then the sign that there is none."""
        if self._array is None:
            ctypes.memset(target, 0, ctypes.sizeof(ArrowArray))
            return
        ctypes.memmove(target, self._array, ctypes.sizeof(ArrowArray))
        _free(self._array)
        self._array = None

    def free(self) -> None:
        """Releases what was not handed out."""
        for struct, address in ((ArrowSchema, self._schema), (ArrowArray, self._array)):
            if address is not None:
                _release(struct, address)
                _free(address)
        self._schema = self._array = None


#: The streams that have not been released, by their number.
_streams: Dict[int, _OneBatch] = {}
_next_stream = iter(range(1, 1 << 62))
_EIO, _ENOMEM = 5, 12


def _stream(address: int) -> _OneBatch:
    return _streams[ArrowArrayStream.from_address(address).private_data]


@_immortal
@CFUNCTYPE(c_int, c_void_p, c_void_p)
def _get_schema(stream: int, target: int) -> int:
    try:
        _stream(stream).move_schema(target)
    except MemoryError:
        return _ENOMEM
    except CompassError:
        return _EIO
    return 0


@_immortal
@CFUNCTYPE(c_int, c_void_p, c_void_p)
def _get_next(stream: int, target: int) -> int:
    _stream(stream).move_array(target)
    return 0


@_immortal
@CFUNCTYPE(c_void_p, c_void_p)
def _get_last_error(stream: int) -> None:
    return None


@_immortal
@CFUNCTYPE(None, c_void_p)
def _release_stream(stream: int) -> None:
    struct = ArrowArrayStream.from_address(stream)
    batch = _streams.pop(struct.private_data, None)
    struct.release = None
    if batch is not None:
        batch.free()


def _stream_capsule(fill: Fill) -> Any:
    batch = _OneBatch(fill)
    number = next(_next_stream)
    address = _allocate(1, ctypes.sizeof(ArrowArrayStream))
    if not address:
        batch.free()
        raise MemoryError
    _streams[number] = batch
    ArrowArrayStream.from_address(address).__init__(  # type: ignore[misc]
        _address(_get_schema), _address(_get_next), _address(_get_last_error), _address(_release_stream),
        number)
    return _capsule(address, _STREAM)


class ArrowExporting:
    """What can be read by everything that knows Arrow's PyCapsule interface: pyarrow, Polars, DuckDB, pandas …

    >>> polars.DataFrame(posts)
    >>> duckdb.sql("SELECT platform, count(*) FROM posts GROUP BY ALL")

    Nothing is copied that already lies as Arrow wants it. What was exported keeps its memory alive and never changes,
    whatever becomes of the object.
    """

    __slots__ = ()

    def _fill_arrow(self, schema: int, array: int) -> None:
        raise NotImplementedError

    def __arrow_c_schema__(self) -> Any:
        schema, array = _filled(self._fill_arrow)
        _release(ArrowArray, array)
        _free(array)
        return _capsule(schema, _SCHEMA)

    def __arrow_c_array__(self, requested_schema: Any = None) -> Tuple[Any, Any]:
        schema, array = _filled(self._fill_arrow)
        return _capsule(schema, _SCHEMA), _capsule(array, _ARRAY)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return _stream_capsule(self._fill_arrow)

    def to_arrow(self) -> pyarrow.RecordBatch:
        """A record batch of pyarrow, which must be installed, in version 15 or later."""
        import pyarrow

        return pyarrow.record_batch(self)


class Columns(ArrowExporting):
    """The columns of an answer, for everything that knows Arrow's PyCapsule interface."""

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


def import_table(data: Any, kind: int, options: LoadOptions, handle: c_uint64) -> None:
    """Loads a table from whatever exports itself; all rows are copied.

    :raises TypeError: when it does not.
    """
    if hasattr(data, "__arrow_c_stream__"):
        capsule = data.__arrow_c_stream__()
        library.compass_table_import_arrow_stream(
            kind, _pointer_of(capsule, _STREAM), options, byref(handle))
    elif hasattr(data, "__arrow_c_array__"):
        schema, array = data.__arrow_c_array__()
        library.compass_table_import_arrow(
            kind, _pointer_of(schema, _SCHEMA), _pointer_of(array, _ARRAY), options, byref(handle))
    else:
        raise TypeError(
            f"a {type(data).__name__} does not export itself to Arrow; a record batch or a table of pyarrow, "
            "or a data frame of Polars, does")
