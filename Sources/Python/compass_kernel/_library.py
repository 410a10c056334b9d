"""The shared library: how it is found and loaded, and how its results are read."""

from __future__ import annotations

import ctypes
import os
from ctypes import PYFUNCTYPE, byref, c_size_t, c_ssize_t, c_uint64, c_void_p, py_object, pythonapi
from pathlib import Path
from typing import Any, List, cast

from . import _interface
from ._messages import in_words_of_python
from .errors import BY_STATUS, CompassError, InternalError

#: Names another library to load than the one that came with the package.
LIBRARY_VARIABLE = "COMPASS_LIBRARY"
_NAMES_IN_PACKAGE = ("libcompass.so", "libcompass.dylib")
_NAMES_IN_SYSTEM = (f"libcompass.so.{_interface.ABI_VERSION}", f"libcompass.{_interface.ABI_VERSION}.dylib")


def _candidates() -> List[str]:
    chosen = os.environ.get(LIBRARY_VARIABLE)
    if chosen:
        return [chosen]
    folder = Path(__file__).resolve().parent
    packaged = [str(folder / name) for name in _NAMES_IN_PACKAGE if (folder / name).exists()]
    return packaged or list(_NAMES_IN_SYSTEM)


def _load() -> ctypes.CDLL:
    reasons = []
    for name in _candidates():
        try:
            # Unlike PyDLL, CDLL lets other threads run Python during each call.
            loaded = ctypes.CDLL(name)
        except OSError as reason:
            reasons.append(str(reason))
            continue
        try:
            version = loaded.compass_abi_version()
        except AttributeError:
            raise ImportError(
                f"{name} is another library than libcompass; unset {LIBRARY_VARIABLE}, "
                "or name the right one in it") from None
        if version != _interface.ABI_VERSION:
            raise ImportError(
                f"{name} has version {version} of the C interface, but {_interface.ABI_VERSION} is required; "
                f"install package and library of the same release, and unset {LIBRARY_VARIABLE}")
        try:
            _interface.declare(loaded, _check)
        except AttributeError as reason:
            raise ImportError(f"{name} is older than this package: {reason}") from None
        return loaded
    raise ImportError(
        f"libcompass cannot be loaded: {'; '.join(reasons)}. Install a wheel, which contains it, "
        f"or name the library in {LIBRARY_VARIABLE}")


def _check(status: int, function: Any, arguments: Any) -> int:
    """Called by ctypes with the result of a function, in the thread that called it."""
    if status:
        raise error(status)
    return status


def error(status: int) -> CompassError:
    """The calling thread's last failure as an exception."""
    name = library.compass_status_name(status).decode()
    text = library.compass_error_message().decode("utf-8", "replace")
    return BY_STATUS.get(name, InternalError)(in_words_of_python(text) or name)


library = _load()

# Unlike ctypes.string_at(), which counts with a C int, this copies 2 GiB and more.
bytes_at = PYFUNCTYPE(py_object, c_void_p, c_ssize_t)(("PyBytes_FromStringAndSize", pythonapi))


def take_text(text: c_uint64) -> bytes:
    """Returns the bytes of a text, which is destroyed."""
    data, count = c_void_p(), c_size_t()
    try:
        library.compass_text_view(text, byref(data), byref(count))
        return cast(bytes, bytes_at(data, count.value))
    finally:
        library.compass_text_destroy(text)


def take_partial(partial: c_uint64) -> bytes:
    """Returns the bytes of a partial answer, which is destroyed."""
    data, count = c_void_p(), c_size_t()
    try:
        library.compass_partial_bytes(partial, byref(data), byref(count))
        return cast(bytes, bytes_at(data, count.value))
    finally:
        library.compass_partial_destroy(partial)
