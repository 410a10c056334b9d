"""Options and results that several pages have in common."""

from __future__ import annotations

import json
import re
from ctypes import c_uint64
from functools import lru_cache
from typing import Any, Callable, Literal, Mapping, SupportsIndex, Union

from ._interface import CONSTANTS
from ._library import take_text
from ._values import choice, whole_number
from .errors import InvalidArgumentError

#: The form of a page as text: the bytes of ``compass <page> --format json`` without the last line feed, the
#: same for people, CSV, which spreadsheets recognize by the byte order mark, or static HTML, as one element
#: or as a document. Hyphens are accepted as well.
TextForm = Literal[
    "json", "json_indented", "csv", "csv_with_mark", "html", "html_document", "json-indented",
    "csv-with-mark", "html-document"]

_FORMATS = {
    "json": CONSTANTS["COMPASS_ANSWER_JSON"],
    "json_indented": CONSTANTS["COMPASS_ANSWER_JSON_INDENTED"],
    "csv": CONSTANTS["COMPASS_ANSWER_CSV"],
    "csv_with_mark": CONSTANTS["COMPASS_ANSWER_CSV_WITH_MARK"],
    "html": CONSTANTS["COMPASS_ANSWER_HTML"],
    "html_document": CONSTANTS["COMPASS_ANSWER_HTML_DOCUMENT"],
}
JSON = CONSTANTS["COMPASS_ANSWER_JSON"]

# Parsing a result takes longer than computing it, so a faster parser is used if there is one.
_loads: Callable[[bytes], Any]
try:
    import orjson
except ImportError:
    def _loads(document: bytes) -> Any:
        # The parser does not have to guess the encoding of a text.
        return json.loads(str(document, "utf-8"))
else:
    _loads = orjson.loads


def text_format(form: TextForm) -> int:
    """Returns the constant of a text's form."""
    return choice(form.replace("-", "_") if isinstance(form, str) else form, _FORMATS, "form")


def read_json(result: c_uint64) -> Any:
    """Returns a result as Python's values."""
    return _loads(take_text(result))


def read_text(result: c_uint64) -> str:
    """Returns a result as text."""
    return str(take_text(result), "utf-8")


def named_range(value: Union[str, int, None], ranges: Mapping[Any, int], name: str) -> int:
    """Returns the constant of a range by its name; a number of days may be 30, ``"30"`` or ``"30d"``."""
    if isinstance(value, (int, str)) and f"{value}d" in ranges:
        value = f"{value}d"
    return choice(value, ranges, name)


def counted(value: Union[str, SupportsIndex], unit: str, all_of: int, name: str) -> int:
    """Returns a number with an optional unit, such as 30, ``"30"`` or ``"30d"``, or that of ``"all"``."""
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
    """Returns the number of days of the chart."""
    if days is None:
        return CONSTANTS["COMPASS_DAYS_OF_RANGE"]
    number = counted(days, "d", CONSTANTS["COMPASS_DAYS_EVERY"], "days")
    if number == CONSTANTS["COMPASS_DAYS_OF_RANGE"]:
        raise InvalidArgumentError(
            "days is 0; a number from 1 and 'all' are accepted, and None for those of the range")
    return number
