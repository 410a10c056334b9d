"""The library's messages in the words of this package: they name C's members and constants."""

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
    """A message as this package says it."""
    if message.startswith("compass_time_parse: text"):
        message = message.replace("text", "now", 1)
    # The C function that was called is no concern of who reads this.
    message = _FUNCTION.sub("", message, count=1)
    closed = _CLOSED.fullmatch(message)
    if closed is not None:
        return f"{closed[1]}: what was handed over is closed; one that is open is needed"
    kind = _KIND.fullmatch(message)
    if kind is not None:
        accepted = re.sub(r" \(\d+\)", "", kind[2])
        return f"table is {_TABLES.get(int(kind[1]), kind[1])!r}; {accepted}"
    if not message.startswith(("options.", "filter.", "tables.")):
        return message
    # What follows the first sentence may quote the caller.
    message = _MEMBER.sub(lambda member: _ARGUMENTS.get(member[1], member[1]), message, count=1)
    for phrase, own in _PHRASES:
        message = message.replace(phrase, own)
    return message
