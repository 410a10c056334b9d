"""Polars: an Arrow file, of which a query reads the columns that it counts."""

from __future__ import annotations

import os
from typing import Any

import polars as pl

from engines.question import Variant
from files.store import SHOWN, counted_page, day_bounds


#: The columns that a page counts.
COUNTED = ["id", "post_date", "school_id", "platform", "is_recruiting_related", "sentiment"]


class Polars:
    """A file that Polars has written and scans."""

    def __init__(self, folder: str) -> None:
        self.version = pl.__version__
        self.path = os.path.join(folder, "polars.arrow")

    def write(self, posts: list[dict[str, Any]]) -> None:
        """One batch without compression, so that columns are used where they are."""
        from files import arrow_table  # pylint: disable=import-outside-toplevel
        frame = pl.from_arrow(arrow_table.table(posts)).rechunk()
        frame.write_ipc(self.path, compression="uncompressed", record_batch_size=len(posts))

    def first_page(self, variant: Variant, zone: str) -> dict[str, Any]:
        """Reads the columns that are counted; those of the range are bisected and counted by value."""
        lower = variant.from_micros or -(1 << 62)
        shown = pl.scan_ipc(self.path).select(COUNTED).filter(pl.col("post_date") >= lower).collect()
        counted = shown.select("platform", "is_recruiting_related", "sentiment")
        categories = counted.group_by(counted.columns).len().rows()
        schools = shown["school_id"].value_counts().rows()
        ends = shown["post_date"].search_sorted(
            pl.Series(day_bounds(variant, zone)), side="right", descending=True).to_list()
        recruiting = shown["is_recruiting_related"].arg_true().head(variant.recent)
        return counted_page(
            variant, categories, schools, [first - second for first, second in zip(ends, ends[1:])],
            shown["id"].gather(recruiting).to_list())

    def first_search(self, text: str) -> tuple[int, list[str]]:
        """One pass over the folded texts counts; another one stops when the page is full."""
        found = pl.col("folded").str.contains(text, literal=True)
        count = pl.scan_ipc(self.path).select(found.sum()).collect().item()
        shown = pl.scan_ipc(self.path).filter(found).head(SHOWN).collect()
        return count, shown["id"].to_list()


def store(folder: str) -> Polars:
    """The engine with its file in a folder."""
    return Polars(folder)
