"""Filters of posts."""

from __future__ import annotations

from typing import Any, Iterable, List, Mapping, Optional, TypedDict, Union

from . import _interface
from ._interface import CONSTANTS, String
from ._values import Day, bits, choice, day, string
from .errors import InvalidArgumentError

_PLATFORMS = {
    "twitter": CONSTANTS["COMPASS_PLATFORM_TWITTER"],
    "instagram": CONSTANTS["COMPASS_PLATFORM_INSTAGRAM"],
}
_SENTIMENTS = {
    "very_positive": CONSTANTS["COMPASS_SENTIMENT_VERY_POSITIVE"],
    "positive": CONSTANTS["COMPASS_SENTIMENT_POSITIVE"],
    "neutral": CONSTANTS["COMPASS_SENTIMENT_NEUTRAL"],
    "negative": CONSTANTS["COMPASS_SENTIMENT_NEGATIVE"],
}
_CHOICES = {
    None: CONSTANTS["COMPASS_CHOICE_BOTH"],
    True: CONSTANTS["COMPASS_CHOICE_YES"],
    False: CONSTANTS["COMPASS_CHOICE_NO"],
}
_VERSION = CONSTANTS["COMPASS_POST_FILTER_VERSION"]


class PropertyFilter(TypedDict, total=False):
    """The filters of :class:`PostFilter` but for ids, where ``schools`` and ``coaches`` are tables."""

    #: ``"twitter"``, ``"instagram"``, or several of them.
    platforms: Union[None, str, Iterable[str]]
    #: ``"very_positive"``, ``"positive"``, ``"neutral"``, ``"negative"``, or several.
    sentiments: Union[None, str, Iterable[str]]
    #: Whether posts are flagged for review.
    flagged: Optional[bool]
    #: Whether posts are related to recruiting.
    recruiting: Optional[bool]
    #: The first and the last day, both whole, in the page's zone.
    first_day: Optional[Day]
    last_day: Optional[Day]
    #: The text that the content, the author's name or handle must contain, in any case.
    search: Optional[str]
    #: Whether the search ignores accents of letters.
    ignore_accents: bool
    #: Whether the search is split at white space: every word must occur, in any of the fields.
    all_words: bool


class PostFilter(PropertyFilter, total=False):
    """The filters of queries of posts, as keywords. A post must pass all of them."""

    #: The id of a school, or several.
    schools: Union[None, str, Iterable[str]]
    #: The id of a coach, or several.
    coaches: Union[None, str, Iterable[str]]


_KEYS = frozenset(PostFilter.__annotations__)


def filter_struct(filters: Mapping[str, Any]) -> Optional[_interface.PostFilter]:
    """Returns a filter in the form that the library takes; None without filters.

    :raises TypeError: for a keyword that is no filter.
    """
    if not filters:
        return None
    unknown = sorted(filters.keys() - _KEYS)
    if unknown:
        raise TypeError(f"no such argument: {', '.join(unknown)}; filters are {', '.join(sorted(_KEYS))}")
    result = _interface.PostFilter(
        _VERSION, bits(filters.get("platforms"), _PLATFORMS, "platforms"),
        bits(filters.get("sentiments"), _SENTIMENTS, "sentiments"),
        choice(filters.get("flagged"), _CHOICES, "flagged"),
        choice(filters.get("recruiting"), _CHOICES, "recruiting"), search_flags(filters))
    for name, count_name in (("schools", "school_count"), ("coaches", "coach_count")):
        ids = _ids(filters.get(name), name)
        if ids is not None:
            setattr(result, name, (String * len(ids))(*ids))
            setattr(result, count_name, len(ids))
    setattr(result, "from", day(filters.get("first_day"), "first_day"))
    result.to = day(filters.get("last_day"), "last_day")
    result.search = string(filters.get("search"), "search")
    return result


def _ids(value: Union[None, str, Iterable[str]], name: str) -> Optional[List[String]]:
    """Returns one id or several; None for all."""
    if value is None:
        return None
    ids = [string(id, name) for id in ([value] if isinstance(value, str) else value)]
    if not ids:
        raise InvalidArgumentError(f"{name} is empty, so nothing would be left; omit it for all")
    return ids


def search_flags(options: Mapping[str, Any]) -> int:
    """Returns the flags of a search."""
    flags = 0
    if options.get("ignore_accents"):
        flags |= CONSTANTS["COMPASS_SEARCH_IGNORING_ACCENTS"]
    if options.get("all_words"):
        flags |= CONSTANTS["COMPASS_SEARCH_ALL_WORDS"]
    return flags
