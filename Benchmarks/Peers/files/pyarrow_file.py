"""pyarrow: an Arrow file that is mapped; a range of time is a slice."""

from __future__ import annotations

import os
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from engines.question import Variant
from files import arrow_table
from files.store import SHOWN, counted_page, day_bounds


class PyArrow:
    """A mapped file, which is trusted or validated when it is opened."""

    def __init__(self, folder: str, validates: bool) -> None:
        self.validates = validates
        self.version = pa.__version__
        pa.set_cpu_count(1)
        self.path = os.path.join(folder, "posts.arrow")

    def write(self, posts: list[dict[str, Any]]) -> None:
        """One batch."""
        arrow_table.write(posts, self.path)

    def open(self) -> pa.RecordBatch:
        """The only batch, whose columns are in the mapped file."""
        batch = pa.ipc.open_file(pa.memory_map(self.path)).get_batch(0)
        if self.validates:
            batch.validate(full=True)
        return batch

    def first_page(self, variant: Variant, zone: str) -> dict[str, Any]:
        """The rows of the range are found by bisection, and counted by value."""
        batch = self.open()
        instants = batch["post_date"]

        def rows_since(instant: int) -> int:
            low, high = 0, len(instants)
            while low < high:
                middle = (low + high) // 2
                if instants[middle].as_py() >= instant:
                    low = middle + 1
                else:
                    high = middle
            return low

        lower = variant.from_micros or -(1 << 62)
        shown = batch.slice(0, rows_since(lower))
        counted = pa.Table.from_batches([shown.select(["platform", "is_recruiting_related", "sentiment"])])
        groups = counted.group_by(counted.column_names, use_threads=False).aggregate([([], "count_all")])
        categories = zip(*(groups[name].to_pylist() for name in (*counted.column_names, "count_all")))
        schools = pc.value_counts(shown["school_id"])
        ends = [min(rows_since(bound), len(shown)) for bound in day_bounds(variant, zone)]
        recruiting = pc.indices_nonzero(shown["is_recruiting_related"])[:variant.recent]
        return counted_page(
            variant, categories,
            zip(schools.field(0).to_pylist(), schools.field(1).to_pylist()),
            [first - second for first, second in zip(ends, ends[1:])],
            shown["id"].take(recruiting).to_pylist())

    def first_search(self, text: str) -> tuple[int, list[str]]:
        """One pass over the folded texts."""
        batch = self.open()
        places = pc.indices_nonzero(pc.match_substring(batch["folded"], text))
        return len(places), batch.take(places[:SHOWN])["id"].to_pylist()


def store(folder: str) -> PyArrow:
    """The engine with its file in a folder. A wrong offset in the file can end the process."""
    return PyArrow(folder, validates=False)


def validating_store(folder: str) -> PyArrow:
    """Finds wrong values before they are used, as opening a table file does."""
    return PyArrow(folder, validates=True)
