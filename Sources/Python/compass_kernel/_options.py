"""What the questions of several pages have in common."""

from __future__ import annotations

import json
import re
from ctypes import c_uint64
from functools import lru_cache
from typing import Any, Callable, Literal, SupportsIndex, Union

from ._interface import CONSTANTS
from ._library import take_text
from ._values import choice, whole_number
from .errors import InvalidArgumentError

#: The form of an answer as text: the bytes of ``compass <page> --format json`` without the last line feed,
#: the same for people, or CSV, which with a byte order mark spreadsheets recognise.
TextForm = Literal["json", "json-indented", "csv", "csv-with-mark"]

_FORMATS = {
    "json": CONSTANTS["COMPASS_ANSWER_JSON"],
    "json-indented": CONSTANTS["COMPASS_ANSWER_JSON_INDENTED"],
    "csv": CONSTANTS["COMPASS_ANSWER_CSV"],
    "csv-with-mark": CONSTANTS["COMPASS_ANSWER_CSV_WITH_MARK"],
}
ANSWER_JSON = CONSTANTS["COMPASS_ANSWER_JSON"]

# Reading an answer takes longer than making it, so that a faster reader is used where there is one.
_loads: Callable[[bytes], Any]
try:
    import orjson
except ImportError:
    def _loads(document: bytes) -> Any:
        # Text saves the reader from guessing an encoding.
        return json.loads(str(document, "utf-8"))
else:
    _loads = orjson.loads


def answer_format(form: TextForm) -> int:
    """The constant of an answer's form."""
    return choice(form, _FORMATS, "form")


def read_json(answer: c_uint64) -> Any:
    """An answer as Python's values."""
    return _loads(take_text(answer))


def read_text(answer: c_uint64) -> str:
    """An answer as text."""
    return str(take_text(answer), "utf-8")


def counted(value: Union[str, SupportsIndex], unit: str, all_of: int, name: str) -> int:
    """A number with an optional unit, such as 30, ``"30"`` or ``"30d"``, or ``"all"``."""
    if isinstance(value, str):
        return _counted_text(value, unit, all_of, name)
    number = whole_number(value, name, bits=32)
    if number == all_of:
        raise InvalidArgumentError(f"{name} is {number}; 'all' is accepted for all")
    return number


@lru_cache(maxsize=64)
def _counted_text(value: str, unit: str, all_of: int, name: str) -> int:
    if value == "all":
        return all_of
    match = re.fullmatch(f"([0-9]{{1,9}}){unit}?", value, re.ASCII)
    if match is None:
        raise InvalidArgumentError(
            f"{name} is {value!r}; accepted are numbers, such as '30' or '30{unit}', and 'all'")
    return int(match[1])


def activity_days(days: Union[None, str, SupportsIndex]) -> int:
    """The days of the chart by day."""
    if days is None:
        return CONSTANTS["COMPASS_DAYS_OF_RANGE"]
    number = counted(days, "d", CONSTANTS["COMPASS_DAYS_EVERY"], "days")
    if number == CONSTANTS["COMPASS_DAYS_OF_RANGE"]:
        raise InvalidArgumentError(
            "days is 0; a number from 1 and 'all' are accepted, and None for those of the range")
    return number
