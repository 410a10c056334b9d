"""Posts packed into small codes, and the figures of a histogram of such codes.

A post's *category* is one number below 40, its *code* that category beside its school:

    category = ((flagged * 5 + sentiment) * 2 + platform) * 2 + recruiting       sentiment 4: none
    code     = category * (school_count + 1) + school                            last school: none

With 400 schools a code fits into 16 bits. A histogram of codes, seen as a table of categories and schools,
holds all counts of a page: its row sums are those of the categories, its column sums those of the schools.
The flag comes first, so that codes without it have histograms of the same kind, half as long.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engines.question import PLATFORMS, SENTIMENTS, PostFilter

CATEGORIES = 20
FLAGGED_CATEGORIES = 2 * CATEGORIES
NO_SENTIMENT = len(SENTIMENTS)


def _figures_of_categories() -> NDArray[np.int64]:
    """Returns for each category the page figures that its posts count in, in the order of `question.page`."""
    category = np.arange(FLAGGED_CATEGORIES)
    recruiting, platform, sentiment = category % 2, category // 2 % 2, category // 4 % 5
    columns = [np.ones_like(category), recruiting]
    columns += [sentiment == code for code in range(NO_SENTIMENT)]
    columns += [platform == code for code in range(len(PLATFORMS))]
    return np.stack(columns, axis=1).astype(np.int64)


FIGURES = _figures_of_categories()


def categories_that_match(conditions: PostFilter) -> NDArray[np.bool_]:
    """Returns which of the 40 categories pass a filter; schools are handled separately."""
    category = np.arange(FLAGGED_CATEGORIES)
    matches = np.ones(FLAGGED_CATEGORIES, dtype=bool)
    if conditions.platforms is not None:
        codes = [code for code, text in enumerate(PLATFORMS) if text in conditions.platforms]
        matches &= np.isin(category // 2 % 2, codes)
    if conditions.sentiments is not None:
        codes = [code for code, text in enumerate(SENTIMENTS) if text in conditions.sentiments]
        matches &= np.isin(category // 4 % 5, codes)
    if conditions.recruiting is not None:
        matches &= category % 2 == int(conditions.recruiting)
    if conditions.flagged is not None:
        matches &= category // CATEGORIES == int(conditions.flagged)
    return matches


def codes_that_match(conditions: PostFilter, schools: list[str]) -> NDArray[np.bool_]:
    """Returns which codes pass a filter, flattened like a histogram."""
    school_matches = np.ones(len(schools) + 1, dtype=bool)
    if conditions.schools is not None:
        school_matches[:-1] = [school in conditions.schools for school in schools]
        school_matches[-1] = False
    return np.outer(categories_that_match(conditions), school_matches).ravel()


class Counts:
    """Computes pages' figures from counts; knows the schools by their codes."""

    def __init__(self, schools: list[str]) -> None:
        self.schools = schools
        self.width = len(schools) + 1
        self._falling = np.arange(len(schools), 0, -1)

    def from_histogram(
        self, histogram: NDArray[np.int64], top: int
    ) -> tuple[list[int], int, list[list[object]]]:
        """Returns figures, active schools and top schools of a histogram of codes, with or without flags."""
        table = histogram.reshape(-1, self.width)
        # Adding rows first reads memory in order, which is three times as fast as NumPy's sum over each row.
        by_school = np.add.reduce(table, axis=0)
        by_category = table.sum(axis=1)
        figures = (by_category @ FIGURES[:len(by_category)]).tolist()
        return figures, *self.ranked(by_school[:-1], top)

    def ranked(self, by_school: NDArray[np.int64], top: int) -> tuple[int, list[list[object]]]:
        """Returns the number of schools with posts, and the first of them by count, then by code."""
        active = int(np.count_nonzero(by_school))
        shown = min(top, active)
        if shown == 0:
            return active, []
        # No two keys are equal, so a partial sort finds the same schools as a whole one.
        keys = by_school * self.width + self._falling
        if shown < len(keys):
            best = keys.argpartition(-shown)[-shown:]
            best = best[keys[best].argsort()[::-1]]
        else:
            best = keys.argsort()[::-1][:shown]
        schools = self.schools
        return active, [
            [schools[code], count] for code, count in zip(best.tolist(), by_school[best].tolist())
        ]
