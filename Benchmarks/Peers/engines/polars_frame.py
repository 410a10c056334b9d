"""Polars: counts of bits, and one grouping of the schools."""

from __future__ import annotations

import time

import polars as pl

from engines import schools as directory
from engines.boolean_planes import BooleanPlanes, Column
from engines.engine import Prepared
from engines.memory import growth, resident_bytes
from engines.question import PLATFORMS, SENTIMENTS

TEXTS = ["id", "coach_id", "school_id", "platform", "post_url", "post_content", "post_date", "author_handle",
         "author_name"]
INSTANTS = ["post_date", "created_at", "updated_at"]
SCHEMA = pl.Schema(
    dict.fromkeys(TEXTS, pl.String())
    | dict.fromkeys(["is_recruiting_related", "flagged_for_review"], pl.Boolean())
    | dict.fromkeys(["sentiment", "notes", "created_at", "updated_at"], pl.String()))

#: Twice as long as pages stay with the allocator by default.
SETTLING_SECONDS = 1.0


class Polars(BooleanPlanes):
    """Columns as series; slices share their memory."""

    def __init__(self) -> None:
        self.version = pl.__version__
        self.threads = pl.thread_pool_size()

    def form(self, posts: str, ndjson: str | None) -> str:
        """Reads lines if they exist: reading an array first builds a tree of all of it."""
        return "json" if ndjson is None else "ndjson"

    def ingest(self, posts: str, ndjson: str | None) -> pl.DataFrame:
        """Reads texts, then converts columns: declaring instants to the reader takes much longer."""
        if ndjson is None:
            frame = pl.read_json(posts, schema=SCHEMA)
        else:
            frame = pl.read_ndjson(ndjson, schema=SCHEMA)
        return frame.with_columns(
            pl.col(INSTANTS).str.to_datetime("%Y-%m-%dT%H:%M:%S%.f%:z", time_unit="us"),
            pl.col("platform").cast(pl.Enum(PLATFORMS)), pl.col("sentiment").cast(pl.Enum(SENTIMENTS)))

    def forget(self) -> None:
        """Nothing is kept beside the frame."""

    def prepare(self, posts: str, ndjson: str | None, schools: str, zone: str) -> Prepared:
        """Loads all columns for the memory figure, then sorts and packs those that queries require."""
        before = resident_bytes()
        frame = self.ingest(posts, ndjson)
        self.let_allocator_settle()
        memory = growth(before, resident_bytes())
        present = frame["school_id"].drop_nulls().unique().to_list()
        self.schools = directory.in_name_order(
            (school for school in present if school), directory.read_names(schools))
        code_type = pl.UInt16 if len(self.schools) < 1 << 16 else pl.UInt32
        codes = pl.DataFrame(
            {"school_id": self.schools, "school": range(len(self.schools))},
            schema={"school_id": pl.String, "school": code_type})
        packed = frame.join(codes, on="school_id", how="left").select(
            (-pl.col("post_date").dt.epoch("us")).alias("micros"), "id",
            (-pl.col("post_date").dt.convert_time_zone(zone).dt.date().cast(pl.Int32)).alias("day"),
            pl.col("school").fill_null(len(self.schools)),
            pl.col("is_recruiting_related").fill_null(False).alias("recruiting"),
            pl.col("flagged_for_review").fill_null(False).alias("flagged"),
            (pl.col("platform") == "instagram").alias("instagram"),
            *[(pl.col("sentiment") == text).fill_null(False).alias(text) for text in SENTIMENTS],
        ).sort("micros", "id").rechunk()
        self.count = len(packed)
        self.negated_micros, self.negated_days = packed["micros"].set_sorted(), packed["day"].set_sorted()
        self.ids, self.school = packed["id"], packed["school"]
        self.recruiting, self.flagged, self.instagram = (
            packed["recruiting"], packed["flagged"], packed["instagram"])
        self.sentiments = [packed[text] for text in SENTIMENTS]
        return Prepared(self.count, memory)

    @staticmethod
    def let_allocator_settle() -> None:
        """Polars' allocator returns freed pages some time later, and only when it is called again."""
        for _ in range(2):
            time.sleep(SETTLING_SECONDS)
            pl.Series(range(100_000)).sum()

    def cut(self, column: Column, start: int, end: int) -> Column:
        return column.slice(start, end - start)

    def both(self, left: Column, right: Column) -> Column:
        return left & right

    def either(self, left: Column, right: Column) -> Column:
        return left | right

    def inverse(self, column: Column) -> Column:
        return ~column

    def true_count(self, column: Column) -> int:
        return column.sum()

    def positions(self, column: Column) -> Column:
        return column.arg_true()

    def numbers(self, column: Column) -> list[int]:
        return column.to_list()

    def rank(self, keys: Column, key: int) -> int:
        return keys.search_sorted(key, side="right")

    def day_keys(self, days: list[int]) -> Column:
        return pl.Series(days, dtype=pl.Int32)

    def ranks(self, keys: Column, searched: Column) -> list[int]:
        return keys.search_sorted(searched, side="right").to_list()

    def ranks_of_rows(self, positions: Column, rows: list[int]) -> list[int]:
        return positions.search_sorted(pl.Series(rows, dtype=positions.dtype), side="left").to_list()

    def is_one_of(self, codes: Column, wanted: list[int]) -> Column:
        if len(wanted) == 1:
            return codes == wanted[0]
        return codes.is_in(pl.Series(wanted, dtype=codes.dtype).implode())

    def grouped(self, codes: Column, mask: Column | None) -> tuple[list[int], list[int]]:
        groups = (codes if mask is None else codes.filter(mask)).value_counts()
        return groups["school"].to_list(), groups["count"].to_list()

    def ids_of(self, rows: list[int]) -> list[str]:
        return self.ids.gather(rows).to_list()

    def prepare_search(self, texts: list[str]) -> int:
        """One series."""
        self.texts = pl.Series("text", texts, dtype=pl.String).rechunk()
        return len(self.texts)

    def search_count(self, text: str) -> int:
        """A literal, so that no regular expression is compiled."""
        return self.texts.str.contains(text, literal=True).sum()


def engine(threads: int) -> Polars:
    """The engine. The number of threads is read when the package is imported: the worker has set it."""
    return Polars()
