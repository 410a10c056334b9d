"""Translates the library's messages, which name members and constants of C."""

from __future__ import annotations

import re

from ._interface import CONSTANTS

_FUNCTION = re.compile(r"compass_[a-z_]+: ")
_CLOSED = re.compile(r"(?:tables\.)?(\w+) \(0x[0-9a-f]+\) was destroyed.*", re.DOTALL)
_KIND = re.compile(r"kind is (-?\d+); (.*)", re.DOTALL)
_MEMBER = re.compile(r"\b(?:options\.filter|options|filter|tables)\.(\w+)")
#: Members whose arguments have other names.
_ARGUMENTS = {
    "range_days": "range", "range_months": "range", "activity_days": "days", "top_schools": "top",
    "top_coaches": "top",
    "recent_posts": "recent", "now_micros": "now", "from": "first_day", "to": "last_day",
}
_PHRASES = (
    ("COMPASS_RANGE_ALL (-1)", "'all'"), ("COMPASS_DAYS_OF_RANGE (0)", "None"),
    ("COMPASS_DAYS_EVERY (-1)", "'all'"), ("microseconds since 1970, from", "instants from"),
)
_TABLES = {
    value: name[len("COMPASS_TABLE_"):].lower() for name, value in CONSTANTS.items()
    if name.startswith("COMPASS_TABLE_")}


def in_words_of_python(message: str) -> str:
    """Returns a message with the names of this package."""
    if message.startswith("compass_time_parse: text"):
        message = message.replace("text", "now", 1)
    # The name of the C function does not help users of this package.
    message = _FUNCTION.sub("", message, count=1)
    closed = _CLOSED.fullmatch(message)
    if closed is not None:
        return f"{closed[1]}: the object is closed; an open one is required"
    kind = _KIND.fullmatch(message)
    if kind is not None:
        accepted = re.sub(r" \(\d+\)", "", kind[2])
        return f"table is {_TABLES.get(int(kind[1]), kind[1])!r}; {accepted}"
    if not message.startswith(("options.", "filter.", "tables.")):
        return message
    # The rest of the message may quote the caller.
    message = _MEMBER.sub(lambda member: _ARGUMENTS.get(member[1], member[1]), message, count=1)
    for phrase, own in _PHRASES:
        message = message.replace(phrase, own)
    return message
