"""The interface of every engine that keeps posts in a file, and what they share."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Iterable, Iterator, Protocol

from engines.question import PLATFORMS, SENTIMENTS, Variant, page
from engines.zone_days import day_start, micros
from zoneinfo import ZoneInfo

#: The columns of a post, in the order of the table.
TEXTS = ["id", "coach_id", "school_id", "platform", "post_url", "post_content", "author_handle",
         "author_name", "sentiment", "notes"]
INSTANTS = ["post_date", "created_at", "updated_at"]
FLAGS = ["is_recruiting_related", "flagged_for_review"]
#: The separator of the searched texts of a post.
UNIT = "\x1f"
#: The posts that a page of a search shows.
SHOWN = 50


class Store(Protocol):
    """One engine. Opening is part of every query, and everything is closed again after it."""

    version: str

    def write(self, posts: list[dict[str, Any]]) -> None:
        """Writes posts, newest first, and what the engine itself keeps beside them; synchronizes the files."""

    def first_page(self, variant: Variant, zone: str) -> dict[str, Any]:
        """Opens the file and returns a page of some days; schools with equal counts are ordered by id."""

    def first_search(self, text: str) -> tuple[int, list[str]]:
        """Opens the file; returns how many posts contain a text, and the newest of them, with all columns
        that a page shows."""


@dataclass(frozen=True)
class Row:
    """What is counted of a post."""

    micros: int
    school: str | None
    platform: str
    recruiting: bool
    sentiment: str | None


def read_posts(ndjson: str) -> list[dict[str, Any]]:
    """Reads posts in the order of pages, with instants as microseconds."""
    posts = []
    with open(ndjson, encoding="utf-8") as file:
        for line in file:
            post = json.loads(line)
            for name in INSTANTS:
                text = post.get(name)
                post[name] = None if text is None else micros(datetime.fromisoformat(text))
            for name in FLAGS:
                post[name] = bool(post.get(name))
            post["school_id"] = post.get("school_id") or None
            posts.append(post)
    posts.sort(key=lambda post: (-post["post_date"], post["id"]))
    return posts


def folded(post: dict[str, Any]) -> str:
    """The searched texts of a post, lower-cased."""
    return UNIT.join(
        (post.get(name) or "").lower() for name in ("post_content", "author_name", "author_handle"))


def day_bounds(variant: Variant, zone: str) -> list[int]:
    """Returns the instants at which the days of a chart begin, and the one at which the last one ends."""
    info = ZoneInfo(zone)
    first = variant.first_day
    return [day_start(day, info) for day in range(first, first + variant.day_count + 1)]


def counted_page(
    variant: Variant, categories: Iterable[tuple[str, bool, str | None, int]],
    schools: Iterable[tuple[str | None, int]], days: list[int], recent: list[str]
) -> dict[str, Any]:
    """Returns a page from the counts of each platform, flag and sentiment, and of each school."""
    total, recruiting = 0, 0
    by_sentiment: Counter[str | None] = Counter()
    by_platform: Counter[str] = Counter()
    for platform, is_recruiting, sentiment, count in categories:
        total += count
        recruiting += count if is_recruiting else 0
        by_sentiment[sentiment] += count
        by_platform[platform] += count
    known = [(school, count) for school, count in schools if school is not None]
    best = sorted(known, key=lambda item: (-item[1], item[0]))[:variant.top_schools]
    figures = [total, recruiting, *(by_sentiment[text] for text in SENTIMENTS),
               *(by_platform[text] for text in PLATFORMS)]
    return page(figures, len(known), days, [list(item) for item in best], recent)


def page_of_rows(
    variant: Variant, zone: str, rows: Iterator[tuple[Row, str]]
) -> dict[str, Any]:
    """Returns a page of rows that are read one by one, newest first, each with its id."""
    bounds = day_bounds(variant, zone)
    categories: Counter[tuple[str, bool, str | None]] = Counter()
    schools: Counter[str | None] = Counter()
    days = [0] * variant.day_count
    recent: list[str] = []
    for row, identifier in rows:
        categories[(row.platform, row.recruiting, row.sentiment)] += 1
        schools[row.school] += 1
        day = bisect_right(bounds, row.micros) - 1
        if 0 <= day < variant.day_count:
            days[day] += 1
        if row.recruiting and len(recent) < variant.recent:
            recent.append(identifier)
    return counted_page(
        variant, [(*key, count) for key, count in categories.items()], schools.items(), days, recent)
