"""Python's values in the form that the library takes."""

from __future__ import annotations

import json
import operator
import os
import time
from ctypes import byref, c_int64
from datetime import date, datetime, timedelta, timezone
from functools import lru_cache
from typing import Any, Iterable, Mapping, Optional, SupportsIndex, TypeVar, Union

from ._interface import String
from ._library import library
from .errors import InvalidArgumentError

#: An instant: RFC 3339 (``"2026-03-01T12:00:00Z"``) or a datetime with a time zone.
Instant = Union[str, datetime]
#: A calendar day: ``"2026-03-01"`` or a date.
Day = Union[str, date]
#: Rows or payloads: JSON as text or bytes, or the lists and dicts that JSON would be read as.
Document = Union[str, bytes, bytearray, memoryview, Mapping[str, Any], Iterable[Mapping[str, Any]]]
#: The path of a file or a folder.
Path = Union[str, os.PathLike[str]]

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_MICROSECOND = timedelta(microseconds=1)
Value = TypeVar("Value")


def string(text: Optional[str], name: str) -> String:
    """A text; none for None."""
    if text is None:
        return String()
    if not isinstance(text, str):
        raise TypeError(f"{name} is a {type(text).__name__}, but a str is required")
    # Lone surrogates are passed on, so that the library refuses them and reports where.
    encoded = text.encode("utf-8", "surrogatepass")
    return String(encoded, len(encoded))


def path_string(path: Path) -> String:
    """A path."""
    encoded = os.fsencode(path)
    return String(encoded, len(encoded))


def day(value: Optional[Day], name: str) -> String:
    """A calendar day; none for None."""
    if isinstance(value, date) and not isinstance(value, datetime):
        value = value.isoformat()
    if value is not None and not isinstance(value, str):
        raise TypeError(f"{name} is a {type(value).__name__}, but a str or a date is required")
    return string(value, name)


def micros(now: Optional[Instant]) -> int:
    """Microseconds since 1970 in UTC; of the clock for None."""
    if isinstance(now, str):
        return _parsed_micros(now)
    if now is None:
        return time.time_ns() // 1_000
    if not isinstance(now, datetime):
        raise TypeError(f"now is a {type(now).__name__}, but a str or a datetime is required")
    if now.tzinfo is None:
        raise InvalidArgumentError(
            "now is a datetime without a time zone, which names no instant; give it one, "
            "as in datetime.now(timezone.utc)")
    return (now - _EPOCH) // _MICROSECOND


@lru_cache(maxsize=64)
def _parsed_micros(text: str) -> int:
    result = c_int64()
    library.compass_time_parse(string(text, "now"), byref(result))
    return result.value


def whole_number(
    value: SupportsIndex, name: str, *, bits: int = 64, minimum: Optional[int] = None
) -> int:
    """Returns a number that fits into an integer of C; the library checks the rest."""
    number = operator.index(value)
    least = -(1 << bits - 1) if minimum is None else minimum
    if not least <= number < 1 << bits - 1:
        raise InvalidArgumentError(
            f"{name} is {number}; a number from {least} to 2^{bits - 1} - 1 is accepted")
    return number


def shard_number(shard: SupportsIndex) -> int:
    """Returns the number of a shard."""
    number = operator.index(shard)
    if not 0 <= number < 1 << 32:
        raise InvalidArgumentError(f"shard is {number}; a number from 0 to 2^32 - 1 is accepted")
    return number


def required_micros(now: Instant) -> int:
    """Returns microseconds since 1970 in UTC; unlike pages, partial answers have no default for now."""
    if now is None:
        raise TypeError("now is None, but all shards require the same instant")
    return micros(now)


def duration_micros(seconds: float, name: str = "seconds") -> int:
    """Returns a duration in microseconds, rounded down."""
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)):
        raise TypeError(f"{name} is a {type(seconds).__name__}, but a number is required")
    # Not less than the first, if it is not a number.
    if not 0 <= seconds < (1 << 63) / 1_000_000:
        raise InvalidArgumentError(f"{name} is {seconds}; 0 or more are accepted, up to 292,000 years")
    return int(seconds * 1_000_000)


def choice(value: Any, choices: Mapping[Any, Value], name: str) -> Value:
    """Returns the constant of a value."""
    try:
        return choices[value]
    except (KeyError, TypeError):
        accepted = ", ".join(map(repr, choices))
        raise InvalidArgumentError(f"{name} is {value!r}; accepted are {accepted}") from None


def bits(values: Union[None, str, Iterable[str]], choices: Mapping[str, int], name: str) -> int:
    """Returns the bits of one value or several; 0 for None, which means all."""
    if values is None:
        return 0
    result = 0
    for value in [values] if isinstance(values, str) else values:
        result |= choice(value, choices, name)
    if not result:
        raise InvalidArgumentError(f"{name} is empty, so nothing would be left; omit it for all")
    return result


def document_bytes(document: Document) -> bytes:
    """Returns a document as bytes, which cannot change while the library reads them."""
    if isinstance(document, bytes):
        return document
    if isinstance(document, (bytearray, memoryview)):
        return bytes(document)
    if isinstance(document, str):
        return document.encode("utf-8", "surrogatepass")
    rows = [document] if isinstance(document, Mapping) else list(document)
    for row in rows:
        if not isinstance(row, Mapping):
            raise TypeError(
                f"a row is a {type(row).__name__}, but a dict is required; JSON is passed as a whole")
    return json.dumps(rows, allow_nan=False).encode()
