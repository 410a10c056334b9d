"""Packed columns of a file of posts, newest first, for the two NumPy forms."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any, Iterator

import numpy as np
from numpy.typing import NDArray

from engines import schools as directory
from engines.post_codes import CATEGORIES, NO_SENTIMENT
from engines.question import PLATFORMS, SENTIMENTS
from engines.zone_days import day_starts, micros


def rows_of_array(path: str) -> Iterator[dict[str, Any]]:
    """Reads the objects of a JSON array one by one: a list of a million dictionaries would take gigabytes."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    decode = json.JSONDecoder().raw_decode
    position = text.index("[") + 1
    while True:
        while text[position] in " \t\r\n,":
            position += 1
        if text[position] == "]":
            return
        row, position = decode(text, position)
        yield row


class PostColumns:
    """Posts in the order of pages: newest first, equal timestamps by id.

    Times are kept negated, so that columns ascend and `searchsorted` finds a bound without a copy: the
    rows of a range are a slice.
    """

    def __init__(self, posts_path: str, schools_path: str, zone: str) -> None:
        sentiment_codes: dict[str | None, int] = {text: code for code, text in enumerate(SENTIMENTS)}
        sentiment_codes[None] = NO_SENTIMENT
        platform_codes = {text: code for code, text in enumerate(PLATFORMS)}
        rows = [
            (-micros(datetime.fromisoformat(row["post_date"])), row["id"], row.get("school_id") or None,
             ((bool(row.get("flagged_for_review")) * 5 + sentiment_codes[row.get("sentiment")]) * 2
              + platform_codes[row["platform"]]) * 2 + bool(row.get("is_recruiting_related")))
            for row in rows_of_array(posts_path)
        ]
        # Texts compare by code point, which is the order of their bytes in UTF-8.
        rows.sort(key=lambda row: row[:2])
        self.count = len(rows)
        self.ids: list[str] = [row[1] for row in rows]
        self.negated_micros = np.array([row[0] for row in rows], dtype=np.int64)
        self.schools = directory.in_name_order(
            {row[2] for row in rows if row[2] is not None}, directory.read_names(schools_path))
        code_of_school: dict[str | None, int] = {text: code for code, text in enumerate(self.schools)}
        code_of_school[None] = len(self.schools)
        self.school = np.array([code_of_school[row[2]] for row in rows], dtype=np.intp)
        self.category = np.array([row[3] for row in rows], dtype=np.intp)
        self.negated_days = self._negated_days(zone)

    def _negated_days(self, zone: str) -> NDArray[np.int32]:
        if self.count == 0:
            return np.zeros(0, dtype=np.int32)
        first, starts = day_starts(-int(self.negated_micros[-1]), -int(self.negated_micros[0]), zone)
        # A day that the zone skipped starts with the next one and gets no row.
        past = np.searchsorted(np.array(starts, dtype=np.int64), -self.negated_micros, side="right")
        return (-(first + past - 1)).astype(np.int32)

    @property
    def code(self) -> NDArray[np.intp]:
        """Category, including flag, with school; as wide as an index, since `bincount` converts others."""
        return self.category * (len(self.schools) + 1) + self.school

    @property
    def code_without_flag(self) -> NDArray[np.intp]:
        """Half as many codes, for pages whose queries do not use flags."""
        return self.category % CATEGORIES * (len(self.schools) + 1) + self.school
