"""NumPy as one vectorized pass over the window of a page."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engines.engine import Answer, Asker, Prepared, Unsupported
from engines.post_codes import CATEGORIES, Counts, codes_that_match
from engines.post_columns import PostColumns
from engines.question import PLATFORMS, SENTIMENTS, PostFilter, Variant, page

#: Rows in which recruiting posts are searched first.
FIRST_CHUNK = 64
#: Below this share of matching rows a list of positions costs less than a histogram of all rows.
SPARSE_SHARE = 0.2
#: A set of more schools than this costs more comparisons than the histogram of all codes.
COMPARED_SCHOOLS = 2


class NumPyOnePass:
    """One `bincount` of combined codes over a slice; the chart by binary searches in the sorted days."""

    def __init__(self) -> None:
        self.version = np.__version__
        # None of the functions used here has threads.
        self.threads = 1

    def form(self, posts: str, ndjson: str | None) -> str:
        """The array."""
        return "json"

    def ingest(self, posts: str, ndjson: str | None) -> object:
        """NumPy cannot read JSON, and Python's own reader is not NumPy."""
        raise Unsupported("NumPy has no reader of JSON")

    def forget(self) -> None:
        """Nothing is kept."""

    def prepare(self, posts: str, ndjson: str | None, schools: str, zone: str) -> Prepared:
        """Reads with Python's `json`, since only the columns matter here. Texts except ids are omitted."""
        columns = PostColumns(posts, schools, zone)
        self.columns = columns
        self.counts = Counts(columns.schools)
        self.code_count = CATEGORIES * self.counts.width
        self.codes = columns.code
        self.codes_without_flag = columns.code_without_flag
        self.recruiting = columns.category % 2 == 1
        self.flagged = columns.category >= CATEGORIES
        self.instagram = columns.category // 2 % 2 == 1
        self.sentiments = [columns.category // 4 % 5 == code for code in range(len(SENTIMENTS))]
        self.school16 = columns.school.astype(np.uint16 if self.counts.width <= 1 << 16 else np.uint32)
        return Prepared(columns.count, None)

    def rows(self, variant: Variant) -> tuple[int, int]:
        """Returns the slice of rows between the two bounds of time."""
        keys = self.columns.negated_micros
        start, end = 0, self.columns.count
        if variant.to_micros is not None:
            start = int(keys.searchsorted(-variant.to_micros, "right"))
        if variant.from_micros is not None:
            end = int(keys.searchsorted(-variant.from_micros, "right"))
        return start, max(start, end)

    def day_borders(self, day_keys: NDArray[np.int32], start: int, end: int) -> NDArray[np.intp]:
        """Returns where the chart's days end in a slice: oldest day first, one boundary more than days."""
        borders = self.columns.negated_days.searchsorted(day_keys, "right")
        return np.minimum(np.maximum(borders, start), end)

    def asker(self, variant: Variant) -> Asker:
        """Constants are computed here; bounds of time are searched within the timed query."""
        # Of the column's own type: NumPy would convert a million days to that of wider keys.
        day_keys = -np.arange(
            variant.first_day, variant.first_day + variant.day_count + 1, dtype=np.int32)
        if variant.filter is None:
            return lambda: self.unfiltered(variant, day_keys)
        allowed = codes_that_match(variant.filter, self.columns.schools)
        allowed_recruiting = allowed & codes_that_match(PostFilter(recruiting=True), self.columns.schools)
        if self.is_compared(variant.filter):
            conditions = variant.filter
            return lambda: self.compared(variant, day_keys, conditions, allowed, allowed_recruiting)
        return lambda: self.filtered(variant, day_keys, allowed, allowed_recruiting)

    def unfiltered(self, variant: Variant, day_keys: NDArray[np.int32]) -> Answer:
        """A page without a filter."""
        start, end = self.rows(variant)
        figures, active, top = self.plain_counts(start, end, variant.top_schools)
        # Rows of a day are adjacent, so boundaries are counts.
        borders = self.day_borders(day_keys, start, end)
        days = (borders[:-1] - borders[1:]).tolist()
        return page(figures, active, days, top, self.recent_unfiltered(variant.recent, start, end))

    def plain_counts(self, start: int, end: int, top: int) -> tuple[list[int], int, list[list[object]]]:
        """Returns the counts of all rows of a slice."""
        histogram = np.bincount(self.codes_without_flag[start:end], minlength=self.code_count)
        return self.counts.from_histogram(histogram, top)

    def recent_unfiltered(self, wanted: int, start: int, end: int) -> list[str]:
        """Returns the ids of the newest recruiting posts of a slice."""
        return self.recent(wanted, start, end, lambda a, b: self.recruiting[a:b])

    def filtered(self, variant: Variant, day_keys: NDArray[np.int32], allowed: NDArray[np.bool_],
                 allowed_recruiting: NDArray[np.bool_]) -> Answer:
        """All conditions are functions of the code: they are applied to the histogram, not to the rows."""
        start, end = self.rows(variant)
        histogram = self.histogram(start, end) * allowed
        figures, active, top = self.counts.from_histogram(histogram, variant.top_schools)
        return page(
            figures, active, self.filtered_days(day_keys, start, end, allowed), top,
            self.recent(variant.recent, start, end, lambda a, b: allowed_recruiting[self.codes[a:b]]))

    def histogram(self, start: int, end: int) -> NDArray[np.intp]:
        """Returns the counts per code of a slice, including flags."""
        return np.bincount(self.codes[start:end], minlength=2 * self.code_count)

    def filtered_days(self, day_keys: NDArray[np.int32], start: int, end: int,
                      allowed: NDArray[np.bool_]) -> list[int]:
        """Computes the chart from the rows of its own days only."""
        borders = self.day_borders(day_keys, start, end)
        newest, oldest = int(borders[-1]), int(borders[0])
        positions = np.flatnonzero(allowed[self.codes[newest:oldest]])
        ranks = positions.searchsorted(borders - newest)
        return (ranks[:-1] - ranks[1:]).tolist()

    def recent(self, wanted: int, start: int, end: int, matches) -> list[str]:
        """Searches in growing chunks from the newest row until enough are found."""
        found: list[str] = []
        ids = self.columns.ids
        length = FIRST_CHUNK
        while start < end and len(found) < wanted:
            stop = min(start + length, end)
            positions = np.flatnonzero(matches(start, stop))[:wanted - len(found)]
            found += [ids[start + position] for position in positions.tolist()]
            start, length = stop, length * 8
        return found

    def is_compared(self, conditions: PostFilter) -> bool:
        """Returns whether a mask of the rows by a few comparisons may be faster."""
        return conditions.schools is None or len(conditions.schools) <= COMPARED_SCHOOLS

    def compared(self, variant: Variant, day_keys: NDArray[np.int32], conditions: PostFilter,
                 allowed: NDArray[np.bool_], allowed_recruiting: NDArray[np.bool_]) -> Answer:
        """Uses a mask of the rows; if few match, all results come from their positions."""
        start, end = self.rows(variant)
        mask = self.mask(conditions, start, end)
        if mask is None or np.count_nonzero(mask) > SPARSE_SHARE * (end - start):
            return self.filtered(variant, day_keys, allowed, allowed_recruiting)
        positions = np.flatnonzero(mask)
        codes = self.codes[start:end][positions]
        histogram = np.bincount(codes, minlength=2 * self.code_count)
        figures, active, top = self.counts.from_histogram(histogram, variant.top_schools)
        ranks = positions.searchsorted(self.day_borders(day_keys, start, end) - start)
        recruiting = positions[self.recruiting[start:end][positions]][:variant.recent]
        recent = [self.columns.ids[start + position] for position in recruiting.tolist()]
        return page(figures, active, (ranks[:-1] - ranks[1:]).tolist(), top, recent)

    def mask(self, conditions: PostFilter, start: int, end: int) -> NDArray[np.bool_] | None:
        """Returns the rows of a slice that match; null if no condition restricts them."""
        parts: list[NDArray[np.bool_]] = []
        if conditions.schools is not None:
            codes = [code for code, text in enumerate(self.columns.schools) if text in conditions.schools]
            parts.append(self.any_of([self.school16[start:end] == code for code in codes], end - start))
        if conditions.sentiments is not None:
            parts.append(self.any_of(
                [plane[start:end] for plane, text in zip(self.sentiments, SENTIMENTS)
                 if text in conditions.sentiments], end - start))
        if conditions.platforms is not None and len(conditions.platforms) < len(PLATFORMS):
            planes = {"twitter": ~self.instagram[start:end], "instagram": self.instagram[start:end]}
            parts.append(self.any_of([planes[text] for text in conditions.platforms], end - start))
        for wanted, plane in ((conditions.recruiting, self.recruiting), (conditions.flagged, self.flagged)):
            if wanted is not None:
                parts.append(plane[start:end] if wanted else ~plane[start:end])
        if not parts:
            return None
        mask = parts[0]
        for part in parts[1:]:
            mask = mask & part
        return mask

    @staticmethod
    def any_of(parts: list[NDArray[np.bool_]], length: int) -> NDArray[np.bool_]:
        """Returns the rows that any of the parts selects; none if there is no part."""
        if not parts:
            return np.zeros(length, dtype=bool)
        mask = parts[0]
        for part in parts[1:]:
            mask = mask | part
        return mask


def engine(threads: int) -> NumPyOnePass:
    """Creates the engine; the number of threads has no effect."""
    return NumPyOnePass()
