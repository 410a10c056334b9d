"""Resident memory of this process, Linux only."""

from __future__ import annotations

import ctypes
import gc
import sys


def resident_bytes() -> int | None:
    """Returns resident bytes after freed blocks were returned; null if the system does not report them."""
    gc.collect()
    if not sys.platform.startswith("linux"):
        return None
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
    with open("/proc/self/status", encoding="ascii") as status:
        for line in status:
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
    return None


def growth(before: int | None, after: int | None) -> int | None:
    """Returns the increase between two readings."""
    return None if before is None or after is None else after - before
