"""NumPy with prefix counts at block boundaries, like the kernel: only a remainder is scanned."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engines.engine import Prepared
from engines.numpy_one_pass import NumPyOnePass
from engines.post_codes import CATEGORIES, FIGURES
from engines.question import PostFilter

#: Rows between prefix counts per school and per category.
BLOCK_ROWS = 512
#: Rows between prefix counts per code; each holds one number for each of some 16,000 codes.
CODE_BLOCK_ROWS = 8_192


def counts_at_borders(codes: NDArray[np.intp], code_count: int, block_rows: int) -> NDArray[np.int64]:
    """Row b: how often each code occurs before row b * block_rows."""
    blocks = len(codes) // block_rows
    whole = codes[:blocks * block_rows]
    keys = np.repeat(np.arange(blocks), block_rows) * code_count + whole
    counts = np.bincount(keys, minlength=blocks * code_count).reshape(blocks, code_count)
    borders = np.zeros((blocks + 1, code_count), dtype=np.int64)
    np.cumsum(counts, axis=0, out=borders[1:])
    return borders


class NumPyCheckpoints(NumPyOnePass):
    """Prefix counts per block; what they do not cover is computed as in one pass."""

    def prepare(self, posts: str, ndjson: str | None, schools: str, zone: str) -> Prepared:
        """Builds the columns, then the prefix counts and the first row of each school."""
        prepared = super().prepare(posts, ndjson, schools, zone)
        columns = self.columns
        self.category = columns.category % CATEGORIES
        figures = FIGURES[:CATEGORIES]
        self.figures_at_borders = counts_at_borders(self.category, CATEGORIES, BLOCK_ROWS) @ figures
        self.schools_at_borders = counts_at_borders(columns.school, self.counts.width, BLOCK_ROWS)
        self.codes_at_borders = counts_at_borders(self.codes, 2 * self.code_count, CODE_BLOCK_ROWS)
        first_rows = np.unique(columns.school, return_index=True)
        self.first_rows = np.sort(first_rows[1][first_rows[0] < len(columns.schools)])
        self.recruiting_rows = np.flatnonzero(self.recruiting)
        return prepared

    def plain_counts(self, start: int, end: int, top: int) -> tuple[list[int], int, list[list[object]]]:
        """Returns counts before the end minus those before the start (row 0 without an upper bound)."""
        figures, by_school = self.counts_before(end)
        if start == 0:
            active = int(self.first_rows.searchsorted(end))
            return figures.tolist(), active, self.counts.ranked(by_school[:-1], top)[1]
        figures_before, by_school_before = self.counts_before(start)
        return ((figures - figures_before).tolist(),
                *self.counts.ranked(by_school[:-1] - by_school_before[:-1], top))

    def counts_before(self, end: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Returns figures and counts per school of the rows [0, end)."""
        block = end // BLOCK_ROWS
        border = block * BLOCK_ROWS
        figures, by_school = self.figures_at_borders[block], self.schools_at_borders[block]
        if border == end:
            return figures, by_school
        categories = np.bincount(self.category[border:end], minlength=CATEGORIES)
        remainder = np.bincount(self.columns.school[border:end], minlength=self.counts.width)
        return figures + categories @ FIGURES[:CATEGORIES], by_school + remainder

    def recent_unfiltered(self, wanted: int, start: int, end: int) -> list[str]:
        """The positions of recruiting posts are known."""
        rows = self.recruiting_rows
        first = int(rows.searchsorted(start)) if start else 0
        ids = self.columns.ids
        return [ids[row] for row in rows[first:first + wanted].tolist() if row < end]

    def is_compared(self, conditions: PostFilter) -> bool:
        """Prefix counts are faster than a mask of rows for every filter."""
        return False

    def histogram(self, start: int, end: int) -> NDArray[np.int64]:
        """Returns counts per code before the end minus those before the start."""
        histogram = self.codes_before(end)
        return histogram - self.codes_before(start) if start else histogram

    def codes_before(self, end: int) -> NDArray[np.int64]:
        """Returns counts per code of the rows [0, end)."""
        block = end // CODE_BLOCK_ROWS
        border = block * CODE_BLOCK_ROWS
        if border == end:
            return self.codes_at_borders[block]
        return self.codes_at_borders[block] + np.bincount(
            self.codes[border:end], minlength=2 * self.code_count)


def engine(threads: int) -> NumPyCheckpoints:
    """Creates the engine; the number of threads has no effect."""
    return NumPyCheckpoints()
