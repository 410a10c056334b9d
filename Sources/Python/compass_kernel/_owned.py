"""Objects that hold a handle of the library."""

from __future__ import annotations

import ctypes
import weakref
from types import TracebackType
from typing import Any, ClassVar, Dict, Optional, Tuple, Type, TypeVar

from ._library import library

Self = TypeVar("Self", bound="Owned")
Copy = TypeVar("Copy", bound="Copied")


class Owned:
    """An object of the library, whose memory is freed when it is closed.

    It is closed by :meth:`close`, at the end of its ``with``, and when nothing refers to it any more.

    Using it afterwards raises :class:`~compass_kernel.errors.InvalidHandleError`; closing it again does
    nothing. All methods may be called from any thread. The library releases Python's global lock, so that
    queries run in parallel.
    """

    __slots__ = ("_handle", "_finalizer", "__weakref__")

    _destroyer: ClassVar[str]
    _handle: int
    _finalizer: weakref.finalize  # type: ignore[type-arg]

    def _own(self, handle: ctypes.c_uint64) -> None:
        # The number stays after closing: the library then refuses it, also when another thread closes.
        self._handle = handle.value
        self._finalizer = weakref.finalize(self, getattr(library, self._destroyer), handle.value)

    @classmethod
    def _owning(cls: Type[Self], handle: ctypes.c_uint64) -> Self:
        owned = cls.__new__(cls)
        owned._own(handle)
        return owned

    @property
    def closed(self) -> bool:
        """Whether this was closed, or never completed because an error was raised."""
        finalizer = getattr(self, "_finalizer", None)
        return finalizer is None or not finalizer.alive

    def close(self) -> None:
        """Frees the memory of this object; may be called more than once."""
        finalizer = getattr(self, "_finalizer", None)
        if finalizer is not None:
            finalizer()

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
        trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def __reduce__(self) -> str:
        raise TypeError(f"{type(self).__name__} holds memory of this process and cannot be pickled or copied")


class Copied(Owned):
    """An object with snapshots, which share the ingest reports."""

    __slots__ = ()

    _copier: ClassVar[str]
    #: The attributes that a copy shares.
    _shared: ClassVar[Tuple[str, ...]]

    def snapshot(self: Copy) -> Copy:
        """Returns a copy that is independent of later changes, and vice versa. Costs nothing."""
        handle = ctypes.c_uint64()
        getattr(library, self._copier)(self._handle, ctypes.byref(handle))
        copy = type(self)._owning(handle)
        for name in self._shared:
            setattr(copy, name, getattr(self, name))
        return copy

    def __copy__(self: Copy) -> Copy:
        return self.snapshot()

    def __deepcopy__(self: Copy, memo: Dict[int, Any]) -> Copy:
        return self.snapshot()
