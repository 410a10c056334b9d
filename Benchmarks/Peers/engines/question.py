"""Queries as the harness sends them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

PLATFORMS = ["twitter", "instagram"]
SENTIMENTS = ["very_positive", "positive", "neutral", "negative"]


@dataclass(frozen=True)
class PostFilter:
    """Conditions that must all hold. `None` is no condition, an empty set one that never holds."""

    platforms: frozenset[str] | None = None
    schools: frozenset[str] | None = None
    sentiments: frozenset[str] | None = None
    recruiting: bool | None = None
    flagged: bool | None = None

    @staticmethod
    def from_json(value: dict[str, Any]) -> PostFilter:
        """Reads the conditions; those on time are part of the variant."""

        def chosen(name: str) -> frozenset[str] | None:
            texts = value.get(name)
            return None if texts is None else frozenset(texts)

        return PostFilter(
            platforms=chosen("platforms"), schools=chosen("schools"), sentiments=chosen("sentiments"),
            recruiting=value.get("recruiting"), flagged=value.get("flagged"))


@dataclass(frozen=True)
class Variant:
    """One page: which rows, which days of the chart, and how long its lists are.

    Rows count when `from_micros <= timestamp < to_micros`. Days are numbers since 1970-01-01 in the zone that
    was prepared.
    """

    from_micros: int | None
    to_micros: int | None
    first_day: int
    day_count: int
    top_schools: int
    recent: int
    filter: PostFilter | None

    @staticmethod
    def from_json(value: dict[str, Any]) -> Variant:
        """Joins the range of the page and the dates of its filter, which both bound the same timestamps."""
        conditions = value.get("filter") or {}
        bounds = (value.get("fromMicros"), conditions.get("fromMicros"))
        lower = [bound for bound in bounds if bound is not None]
        parsed = PostFilter.from_json(conditions)
        return Variant(
            from_micros=max(lower, default=None), to_micros=conditions.get("toMicros"),
            first_day=int(value["day0"]), day_count=int(value["days"]), top_schools=int(value["topSchools"]),
            recent=int(value["recent"]), filter=None if parsed == PostFilter() else parsed)


def page(figures: list[int], active_schools: int, days: list[int], schools: list[list[Any]],
         recent: list[str]) -> dict[str, Any]:
    """A result. `figures` are: total, recruiting, the four sentiments in order, Twitter, Instagram."""
    total, recruiting, very_positive, positive, neutral, negative, twitter, instagram = figures
    return {
        "totalPosts": total,
        "recruiting": recruiting,
        "positive": very_positive + positive,
        "analyzed": very_positive + positive + neutral + negative,
        "activeSchools": active_schools,
        "sentiments": [very_positive, positive, neutral, negative],
        "platforms": [twitter, instagram],
        "activityByDay": days,
        "topSchools": schools,
        "recentRecruiting": recent,
    }
