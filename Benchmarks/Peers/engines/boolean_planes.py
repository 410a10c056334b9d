"""Pages from columns of booleans, for the engines that store them as bits.

Polars and pyarrow count and combine bits 64 at a time, so that every figure of a page is a count of
bits; only the schools have to be grouped. The two differ in what the
steps are called, and their modules say no more.
"""

from __future__ import annotations

from typing import Any

from engines.engine import Answer, Asker
from engines.question import PLATFORMS, SENTIMENTS, PostFilter, Variant, page

#: A column of the engine: booleans, numbers or texts.
Column = Any

FIRST_CHUNK = 1_024


class BooleanPlanes:
    """The shared part of the two engines. `prepare` sets the columns."""

    schools: list[str]
    #: Columns of all rows, newest first. Times and days are negated, so that they ascend.
    negated_micros: Column
    negated_days: Column
    school: Column
    recruiting: Column
    flagged: Column
    instagram: Column
    sentiments: list[Column]
    count: int

    # What the engines call these steps.

    def cut(self, column: Column, start: int, end: int) -> Column:
        """Rows [start, end) without a copy."""
        raise NotImplementedError

    def both(self, left: Column, right: Column) -> Column:
        """Returns rows that both select."""
        raise NotImplementedError

    def either(self, left: Column, right: Column) -> Column:
        """Returns rows that one of the two selects."""
        raise NotImplementedError

    def inverse(self, column: Column) -> Column:
        """Returns rows that the column does not select."""
        raise NotImplementedError

    def true_count(self, column: Column) -> int:
        """Returns how many rows the column selects."""
        raise NotImplementedError

    def positions(self, column: Column) -> Column:
        """Returns positions of the rows that the column selects, ascending."""
        raise NotImplementedError

    def numbers(self, column: Column) -> list[int]:
        """Returns values as Python's types."""
        raise NotImplementedError

    def rank(self, keys: Column, key: int) -> int:
        """Returns how many of the ascending keys are at most `key`."""
        raise NotImplementedError

    def day_keys(self, days: list[int]) -> Column:
        """Returns keys to search days by."""
        raise NotImplementedError

    def ranks(self, keys: Column, searched: Column) -> list[int]:
        """`rank` of several keys."""
        raise NotImplementedError

    def ranks_of_rows(self, positions: Column, rows: list[int]) -> list[int]:
        """Returns how many of the ascending positions are before each row."""
        raise NotImplementedError

    def is_one_of(self, codes: Column, wanted: list[int]) -> Column:
        """Rows whose code is wanted; there is at least one."""
        raise NotImplementedError

    def grouped(self, codes: Column, mask: Column | None) -> tuple[list[int], list[int]]:
        """Returns distinct codes of the rows that a mask selects, and how often each occurs."""
        raise NotImplementedError

    def ids_of(self, rows: list[int]) -> list[str]:
        """Ids of some rows."""
        raise NotImplementedError

    # The page.

    def asker(self, variant: Variant) -> Asker:
        """Makes the constants: keys of the chart's days and codes of the filter's schools."""
        last_border = variant.first_day + variant.day_count
        day_keys = self.day_keys([-day for day in range(variant.first_day, last_border + 1)])
        if variant.filter is None:
            return lambda: self.ask(variant, day_keys, None, [])
        chosen = variant.filter.schools or frozenset()
        codes = [code for code, school in enumerate(self.schools) if school in chosen]
        return lambda: self.ask(variant, day_keys, variant.filter, codes)

    def ask(self, variant: Variant, day_keys: Column, conditions: PostFilter | None,
            codes: list[int]) -> Answer:
        """One page."""
        start, end = 0, self.count
        if variant.to_micros is not None:
            start = self.rank(self.negated_micros, -variant.to_micros)
        if variant.from_micros is not None:
            end = max(start, self.rank(self.negated_micros, -variant.from_micros))
        mask = None if conditions is None else self.mask(conditions, codes, start, end)
        active, top = self.school_counts(mask, start, end, variant.top_schools)
        recruiting = self.cut(self.recruiting, start, end)
        if mask is not None:
            recruiting = self.both(mask, recruiting)
        figures = self.figures(mask, recruiting, start, end)
        return page(figures, active, self.days(mask, day_keys, start, end), top,
                    self.recent(recruiting, start, end - start, min(variant.recent, figures[1])))

    def figures(self, mask: Column | None, recruiting: Column, start: int, end: int) -> list[int]:
        """Counts in the order of `question.page`."""
        planes = [self.cut(plane, start, end) for plane in (*self.sentiments, self.instagram)]
        total = end - start
        if mask is not None:
            planes = [self.both(mask, plane) for plane in planes]
            total = self.true_count(mask)
        *sentiments, instagram = [self.true_count(plane) for plane in planes]
        return [total, self.true_count(recruiting), *sentiments, total - instagram, instagram]

    def school_counts(self, mask: Column | None, start: int, end: int,
                      top: int) -> tuple[int, list[list[Any]]]:
        """Distinct schools, and the first of them by count, then by code."""
        if start == end:
            return 0, []
        codes, counts = self.grouped(self.cut(self.school, start, end), mask)
        none, width = len(self.schools), len(self.schools) + 1
        keys = [code - count * width for code, count in zip(codes, counts) if code != none]
        keys.sort()
        ranked = (divmod(key, width) for key in keys[:top])
        return len(keys), [[self.schools[code], -count] for count, code in ranked]

    def days(self, mask: Column | None, day_keys: Column, start: int, end: int) -> list[int]:
        """Rows of a day are adjacent: without a mask the day boundaries are their counts."""
        borders = [min(max(rank, start), end) for rank in self.ranks(self.negated_days, day_keys)]
        if mask is not None:
            newest, oldest = borders[-1], borders[0]
            shown = self.positions(self.cut(mask, newest - start, oldest - start))
            borders = self.ranks_of_rows(shown, [border - newest for border in borders])
        return [newer - older for newer, older in zip(borders, borders[1:])]

    def recent(self, recruiting: Column, start: int, length: int, wanted: int) -> list[str]:
        """Searches in growing chunks from the newest row until enough are found."""
        rows: list[int] = []
        first, chunk = 0, FIRST_CHUNK
        while len(rows) < wanted and first < length:
            last = min(first + chunk, length)
            found = self.numbers(self.positions(self.cut(recruiting, first, last))[:wanted - len(rows)])
            rows += [start + first + position for position in found]
            first, chunk = last, chunk * 8
        return self.ids_of(rows) if rows else []

    def mask(self, conditions: PostFilter, codes: list[int], start: int, end: int) -> Column:
        """Returns rows [start, end) that match all conditions; a condition that never holds selects none."""
        planes: list[Column] = []
        if conditions.sentiments is not None:
            planes.append(self.any_of(
                [self.cut(plane, start, end) for plane, text in zip(self.sentiments, SENTIMENTS)
                 if text in conditions.sentiments], start, end))
        if conditions.platforms is not None:
            instagram = self.cut(self.instagram, start, end)
            sides = {"twitter": self.inverse(instagram), "instagram": instagram}
            planes.append(self.any_of(
                [sides[text] for text in PLATFORMS if text in conditions.platforms], start, end))
        for wanted, plane in ((conditions.recruiting, self.recruiting), (conditions.flagged, self.flagged)):
            if wanted is not None:
                part = self.cut(plane, start, end)
                planes.append(part if wanted else self.inverse(part))
        if conditions.schools is not None:
            part = self.cut(self.school, start, end)
            planes.append(self.any_of([self.is_one_of(part, codes)] if codes else [], start, end))
        mask = planes[0]
        for plane in planes[1:]:
            mask = self.both(mask, plane)
        return mask

    def any_of(self, planes: list[Column], start: int, end: int) -> Column:
        """Returns rows that any of the planes selects."""
        if not planes:
            plane = self.cut(self.recruiting, start, end)
            return self.both(plane, self.inverse(plane))
        union = planes[0]
        for plane in planes[1:]:
            union = self.either(union, plane)
        return union
