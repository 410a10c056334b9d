"""pyarrow: counts of bits, and one grouping of the schools."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.json as pj

from engines import schools as directory
from engines.boolean_planes import BooleanPlanes, Column
from engines.engine import Prepared, Unsupported
from engines.memory import growth, resident_bytes
from engines.question import SENTIMENTS

INSTANTS = ["post_date", "created_at", "updated_at"]
SCHEMA = pa.schema(
    [(name, pa.string()) for name in (
        "id", "coach_id", "school_id", "platform", "post_url", "post_content", "post_date", "author_handle",
        "author_name")]
    + [(name, pa.bool_()) for name in ("is_recruiting_related", "flagged_for_review")]
    + [(name, pa.string()) for name in ("sentiment", "notes", "created_at", "updated_at")])
#: Larger blocks read no faster and hold more memory.
BLOCK_BYTES = 4 << 20


class PyArrow(BooleanPlanes):
    """Columns as arrays of one chunk; slices share their memory."""

    def __init__(self, threads: int) -> None:
        self.version = pa.__version__
        if threads:
            pa.set_cpu_count(threads)
        self.threads = pa.cpu_count()

    def form(self, posts: str, ndjson: str | None) -> str:
        """Lines, the one form that it reads."""
        return "ndjson"

    def ingest(self, posts: str, ndjson: str | None) -> pa.Table:
        """Reads texts, then converts columns: the reader's own conversion of instants takes longer."""
        if ndjson is None:
            raise Unsupported("pyarrow reads JSON as lines only")
        table = pj.read_json(
            ndjson, read_options=pj.ReadOptions(use_threads=self.threads > 1, block_size=BLOCK_BYTES),
            parse_options=pj.ParseOptions(explicit_schema=SCHEMA, unexpected_field_behavior="ignore"))
        for name in INSTANTS:
            table = self.replaced(table, name, pc.cast(table[name], pa.timestamp("us", "UTC")))
        for name in ("platform", "sentiment"):
            table = self.replaced(table, name, pc.dictionary_encode(table[name]))
        return table

    @staticmethod
    def replaced(table: pa.Table, name: str, column: Column) -> pa.Table:
        """The table with another column of that name."""
        return table.set_column(table.schema.get_field_index(name), name, column)

    def forget(self) -> None:
        """Nothing is kept beside the table."""
        pa.default_memory_pool().release_unused()

    def prepare(self, posts: str, ndjson: str | None, schools: str, zone: str) -> Prepared:
        """Loads all columns for the memory figure, then sorts and packs those that queries require."""
        self.forget()
        before = resident_bytes()
        table = self.ingest(posts, ndjson)
        self.forget()
        memory = growth(before, resident_bytes())
        present = pc.unique(table["school_id"]).to_pylist()
        self.schools = directory.in_name_order(
            (school for school in present if school), directory.read_names(schools))
        order = pc.sort_indices(table, sort_keys=[("post_date", "descending"), ("id", "ascending")])
        table = table.select([
            "id", "school_id", "platform", "post_date", "is_recruiting_related", "flagged_for_review",
            "sentiment"]).take(order).combine_chunks()
        columns = {name: self.one_array(table[name]) for name in table.column_names}
        self.count = len(table)
        self.ids = columns["id"]
        instants = columns["post_date"]
        self.negated_micros = pc.negate(instants.cast(pa.int64()))
        local = pc.local_timestamp(instants.cast(pa.timestamp("us", zone)))
        self.negated_days = pc.negate(local.cast(pa.date32(), safe=False).cast(pa.int32()))
        codes = pc.index_in(columns["school_id"], value_set=pa.array(self.schools, pa.string()))
        code_type = pa.uint16() if len(self.schools) < 1 << 16 else pa.uint32()
        self.school = pc.fill_null(codes, len(self.schools)).cast(code_type)
        self.recruiting = pc.fill_null(columns["is_recruiting_related"], False)
        self.flagged = pc.fill_null(columns["flagged_for_review"], False)
        platform, sentiment = (columns[name].cast(pa.string()) for name in ("platform", "sentiment"))
        self.instagram = pc.equal(platform, "instagram")
        self.sentiments = [pc.fill_null(pc.equal(sentiment, text), False) for text in SENTIMENTS]
        return Prepared(self.count, memory)

    @staticmethod
    def one_array(column: pa.ChunkedArray) -> pa.Array:
        """The column as one array, which slices faster than chunks."""
        combined = column.combine_chunks()
        return combined.combine_chunks() if isinstance(combined, pa.ChunkedArray) else combined

    def cut(self, column: Column, start: int, end: int) -> Column:
        return column.slice(start, end - start)

    def both(self, left: Column, right: Column) -> Column:
        return pc.and_(left, right)

    def either(self, left: Column, right: Column) -> Column:
        return pc.or_(left, right)

    def inverse(self, column: Column) -> Column:
        return pc.invert(column)

    def true_count(self, column: Column) -> int:
        return column.true_count

    def positions(self, column: Column) -> Column:
        return pc.indices_nonzero(column)

    def numbers(self, column: Column) -> list[int]:
        return column.to_pylist()

    def rank(self, keys: Column, key: int) -> int:
        return pc.search_sorted(keys, pa.scalar(key), side="right").as_py()

    def day_keys(self, days: list[int]) -> Column:
        return pa.array(days, pa.int32())

    def ranks(self, keys: Column, searched: Column) -> list[int]:
        return pc.search_sorted(keys, searched, side="right").to_pylist()

    def ranks_of_rows(self, positions: Column, rows: list[int]) -> list[int]:
        return pc.search_sorted(positions, pa.array(rows, positions.type), side="left").to_pylist()

    def is_one_of(self, codes: Column, wanted: list[int]) -> Column:
        if len(wanted) == 1:
            return pc.equal(codes, pa.scalar(wanted[0], codes.type))
        # Looking codes up in a small table costs a seventh of `is_in`, which hashes them.
        chosen = set(wanted)
        return pa.array([code in chosen for code in range(len(self.schools) + 1)]).take(codes)

    def grouped(self, codes: Column, mask: Column | None) -> tuple[list[int], list[int]]:
        groups = pc.value_counts(codes if mask is None else codes.filter(mask))
        values, counts = groups.flatten()
        return values.to_pylist(), counts.to_pylist()

    def ids_of(self, rows: list[int]) -> list[str]:
        return self.ids.take(pa.array(rows, pa.int64())).to_pylist()

    def prepare_search(self, texts: list[str]) -> int:
        """Blocks of some thousand rows, which several threads can share."""
        step = 64_000
        self.texts = pa.chunked_array(
            [pa.array(texts[start:start + step], pa.string()) for start in range(0, len(texts), step)],
            type=pa.string())
        return len(self.texts)

    def search_count(self, text: str) -> int:
        """Counts the true values of a mask."""
        return pc.sum(pc.match_substring(self.texts, text)).as_py() or 0


def engine(threads: int) -> PyArrow:
    """The engine with that many threads."""
    return PyArrow(threads)
