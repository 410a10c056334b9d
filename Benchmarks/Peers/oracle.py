"""Results computed one post at a time in plain Python, and generated posts to query.

Shares no code with the engines: a mistake would otherwise be made twice.
"""

from __future__ import annotations

import random
from collections import Counter
from datetime import date, datetime, timedelta, timezone
from typing import Any
from zoneinfo import ZoneInfo

UTC = timezone.utc
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
SENTIMENTS = ["very_positive", "positive", "neutral", "negative"]
#: Names that differ in case only, in order by scalars, or not at all.
NAMES = ["alpha", "Alpha", "Beta", "beta College", "Zeta", "Ärmel", "Σigma", "gamma", "gamma"]


def to_micros(instant: datetime) -> int:
    """Microseconds since 1970-01-01T00:00:00Z."""
    return (instant - EPOCH) // timedelta(microseconds=1)


def make_id(generator: random.Random, uuids: bool) -> str:
    """Returns a UUID, or a text that is not one."""
    digits = f"{generator.getrandbits(128):032x}"
    parts = [digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]]
    return "-".join(parts) if uuids else "é-" + digits[:6]


def make_schools(generator: random.Random, uuids: bool) -> list[dict[str, Any]]:
    """A small directory."""
    return [{"id": make_id(generator, uuids), "name": name, "status": None} for name in NAMES]


def make_posts(generator: random.Random, count: int, schools: list[dict[str, Any]], newest: datetime,
               days: int, uuids: bool) -> list[dict[str, Any]]:
    """Returns posts in no order, with nulls, unknown ids, and equal timestamps."""
    school_ids = [school["id"] for school in schools] + [make_id(generator, uuids) for _ in range(3)]
    instants: list[datetime] = []
    posts = []
    for number in range(count):
        if instants and generator.random() < 0.15:
            instant = generator.choice(instants)
        else:
            instant = newest - timedelta(microseconds=generator.randrange(days * 86_400_000_000))
            if generator.random() < 0.5:
                instant = instant.replace(microsecond=0)
            if generator.random() < 0.05:
                # On an hour boundary, where days begin too.
                instant = instant.replace(minute=0, second=0, microsecond=0)
        instants.append(instant)
        stamp = instant.isoformat()
        posts.append({
            "id": make_id(generator, uuids), "coach_id": generator.choice([None, make_id(generator, uuids)]),
            "school_id": generator.choice(school_ids + [None]),
            "platform": generator.choice(["twitter", "twitter", "instagram"]),
            "post_url": generator.choice([None, f"https://example.org/{number}"]),
            "post_content": generator.choice([None, "", "Größe \"x\"\n👍", "plain"]), "post_date": stamp,
            "author_handle": generator.choice([None, "@a"]), "author_name": generator.choice([None, "A B"]),
            "is_recruiting_related": generator.choice([None, True, False, False]),
            "flagged_for_review": generator.choice([None, True, False]),
            "sentiment": generator.choice(SENTIMENTS + [None]), "notes": None,
            "created_at": generator.choice([None, stamp]), "updated_at": stamp,
        })
    return posts


def civil_day(instant: datetime, zone: ZoneInfo) -> int:
    """Days from 1970-01-01 to the civil day of an instant."""
    return (instant.astimezone(zone).date() - date(1970, 1, 1)).days


def matches(post: dict[str, Any], variant: dict[str, Any]) -> bool:
    """Returns whether a post belongs to the page."""
    micros = to_micros(datetime.fromisoformat(post["post_date"]))
    if variant["fromMicros"] is not None and micros < variant["fromMicros"]:
        return False
    conditions = variant.get("filter")
    if conditions is None:
        return True
    for name, field in (("platforms", "platform"), ("schools", "school_id"), ("sentiments", "sentiment")):
        if conditions.get(name) is not None and post[field] not in conditions[name]:
            return False
    for name, field in (("recruiting", "is_recruiting_related"), ("flagged", "flagged_for_review")):
        if conditions.get(name) is not None and bool(post[field]) != conditions[name]:
            return False
    if conditions.get("fromMicros") is not None and micros < conditions["fromMicros"]:
        return False
    return conditions.get("toMicros") is None or micros < conditions["toMicros"]


def answer(posts: list[dict[str, Any]], schools: list[dict[str, Any]], zone_name: str,
           variant: dict[str, Any]) -> dict[str, Any]:
    """The page of a variant."""
    zone = ZoneInfo(zone_name)
    names = {school["id"]: school["name"] for school in schools}
    rows = [post for post in posts if matches(post, variant)]
    sentiments = Counter(post["sentiment"] for post in rows)
    per_school = Counter(post["school_id"] for post in rows if post["school_id"] is not None)
    per_day = Counter(civil_day(datetime.fromisoformat(post["post_date"]), zone) for post in rows)

    def school_order(item: tuple[str, int]) -> tuple[int, str, str, str]:
        name = names.get(item[0], "Unknown School")
        return -item[1], name.replace("Σ", "σ").lower(), name, item[0]

    recruiting = [post for post in rows if post["is_recruiting_related"]]
    recruiting.sort(key=lambda post: (-to_micros(datetime.fromisoformat(post["post_date"])), post["id"]))
    return {
        "totalPosts": len(rows),
        "recruiting": len(recruiting),
        "positive": sentiments["very_positive"] + sentiments["positive"],
        "analyzed": sum(sentiments[text] for text in SENTIMENTS),
        "activeSchools": len(per_school),
        "sentiments": [sentiments[text] for text in SENTIMENTS],
        "platforms": [sum(post["platform"] == text for post in rows) for text in ("twitter", "instagram")],
        "activityByDay": [per_day[variant["day0"] + day] for day in range(variant["days"])],
        "topSchools": [
            list(item) for item in sorted(per_school.items(), key=school_order)[:variant["topSchools"]]],
        "recentRecruiting": [post["id"] for post in recruiting[:variant["recent"]]],
    }
