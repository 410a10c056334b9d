"""DuckDB: a histogram of packed codes by one grouped scan; chart and newest posts by pruned ones."""

from __future__ import annotations

import duckdb
import numpy as np
from numpy.typing import NDArray

from engines import schools as directory
from engines.duckdb_live import DuckDBLivePosts
from engines.engine import Answer, Asker, Prepared
from engines.memory import growth, resident_bytes
from engines.post_codes import CATEGORIES, Counts, codes_that_match
from engines.question import PLATFORMS, SENTIMENTS, PostFilter, Variant, page


def enumeration(texts: list[str]) -> str:
    """A type of these texts, stored as one byte."""
    return "ENUM(" + ", ".join(f"'{text}'" for text in texts) + ")"


#: Type of each column, `{id}` standing for that of ids.
COLUMNS = {
    "id": "{id}", "coach_id": "{id}", "school_id": "{id}", "platform": enumeration(PLATFORMS),
    "post_url": "VARCHAR", "post_content": "VARCHAR", "post_date": "TIMESTAMPTZ", "author_handle": "VARCHAR",
    "author_name": "VARCHAR", "is_recruiting_related": "BOOLEAN", "flagged_for_review": "BOOLEAN",
    "sentiment": enumeration(SENTIMENTS), "notes": "VARCHAR", "created_at": "TIMESTAMPTZ",
    "updated_at": "TIMESTAMPTZ",
}
FIRST_INSTANT = -(1 << 62)
LAST_INSTANT = 1 << 62
#: Bits of the column `traits`; from the last on, one for each sentiment and one for none.
RECRUITING, INSTAGRAM, FLAGGED, FIRST_SENTIMENT = 1, 2, 4, 8
#: More schools than this are looked up in a bit string, and not at all where codes are counted anyway.
COMPARED_SCHOOLS = 2


def quoted(text: str) -> str:
    """A literal of SQL."""
    return "'" + text.replace("'", "''") + "'"


class DuckDB:
    """An in-memory database; statements are prepared once and executed with the bounds of time."""

    def __init__(self, threads: int) -> None:
        self.version = duckdb.__version__
        self.connection = duckdb.connect()
        if threads:
            self.connection.execute(f"SET threads = {threads}")
        # Group by codes in a plain array, as for all groups of few values, also with 16 bits of codes.
        self.connection.execute("SET perfect_ht_threshold = 16")
        self.threads = self.value("SELECT current_setting('threads')")
        self.statements: dict[str, str] = {}

    def value(self, sql: str) -> int:
        """Returns the single number of a result."""
        return self.connection.execute(sql).fetchall()[0][0]

    def form(self, posts: str, ndjson: str | None) -> str:
        """The array."""
        return "json"

    def ingest(self, posts: str, ndjson: str | None) -> object:
        """`read_json` with all types declared. Ids stay texts: conversion to UUIDs takes a fifth longer."""
        self.load(posts, "VARCHAR")
        return None

    def load_compactly(self, posts: str) -> None:
        """Ids take 16 bytes where all of them are UUIDs, and the table a sixth less."""
        try:
            self.load(posts, "UUID")
        except (duckdb.InvalidInputException, duckdb.ConversionException):
            self.load(posts, "VARCHAR")

    def load(self, posts: str, id_type: str) -> None:
        """Creates the table of posts."""
        columns = ", ".join(
            f"{name}: {quoted(kind.format(id=id_type))}" for name, kind in COLUMNS.items())
        self.connection.execute(
            f"CREATE OR REPLACE TABLE posts AS SELECT * FROM read_json({quoted(posts)}, format = 'array', "
            f"columns = {{{columns}}})")

    def forget(self) -> None:
        """Drops the table."""
        self.connection.execute("DROP TABLE IF EXISTS posts")

    def prepare(self, posts: str, ndjson: str | None, schools: str, zone: str) -> Prepared:
        """Loads all columns for the memory figure, then keeps the packed table for the queries."""
        self.forget()
        for name in self.statements.values():
            self.connection.execute(f"DEALLOCATE {name}")
        self.statements.clear()
        self.connection.execute("DROP TABLE IF EXISTS packed")
        before = resident_bytes()
        self.load_compactly(posts)
        memory = growth(before, resident_bytes())
        present = self.connection.execute(
            "SELECT DISTINCT school_id::VARCHAR FROM posts WHERE school_id IS NOT NULL "
            "AND school_id::VARCHAR <> ''").fetchall()
        self.schools = directory.in_name_order((row[0] for row in present), directory.read_names(schools))
        self.counts = Counts(self.schools)
        self.pack(zone)
        self.forget()
        return Prepared(self.value("SELECT count(*) FROM packed"), memory)

    def pack(self, zone: str) -> None:
        """Sorted, so that each row group covers a short time and others are skipped by its bounds."""
        self.connection.execute("CREATE OR REPLACE TEMP TABLE school_codes (id VARCHAR, code INTEGER)")
        if self.schools:
            self.connection.execute(
                "INSERT INTO school_codes SELECT unnest($1), unnest($2)",
                [self.schools, list(range(len(self.schools)))])
        width = self.counts.width
        code_type = "USMALLINT" if CATEGORIES * width <= 1 << 16 else "UINTEGER"
        self.connection.execute(f"""
            CREATE TABLE packed AS
            SELECT epoch_us(post_date) AS micros,
                   id::VARCHAR AS id,
                   ((post_date AT TIME ZONE {quoted(zone)})::DATE - DATE '1970-01-01')::INTEGER AS day,
                   (category % {CATEGORIES} * {width} + school)::{code_type} AS code,
                   (category % 4 + {FLAGGED} * (category // {CATEGORIES})
                    + ({FIRST_SENTIMENT} << (category // 4 % 5)))::UTINYINT AS traits,
                   school::INTEGER AS school
            FROM (
                SELECT posts.id, post_date, coalesce(school_codes.code, {width - 1}) AS school,
                       ((coalesce(flagged_for_review, false)::INTEGER * 5
                         + coalesce(enum_code(sentiment)::INTEGER, 4)) * 2 + enum_code(platform)::INTEGER) * 2
                       + coalesce(is_recruiting_related, false)::INTEGER AS category
                FROM posts LEFT JOIN school_codes ON school_codes.id = posts.school_id::VARCHAR)
            ORDER BY micros DESC, id""")

    @staticmethod
    def trait_condition(conditions: PostFilter) -> str:
        """Tests of bits, which cost a third of comparing several columns and a quarter of IN."""
        tested = wanted = 0
        for flag, bit in ((conditions.recruiting, RECRUITING), (conditions.flagged, FLAGGED)):
            if flag is not None:
                tested, wanted = tested | bit, wanted | (bit if flag else 0)
        text = ""
        if conditions.platforms is not None:
            if not conditions.platforms:
                text += " AND false"
            elif len(conditions.platforms) < len(PLATFORMS):
                tested |= INSTAGRAM
                wanted |= INSTAGRAM if "instagram" in conditions.platforms else 0
        if conditions.sentiments is not None:
            bits = sum(FIRST_SENTIMENT << code for code, sentiment in enumerate(SENTIMENTS)
                       if sentiment in conditions.sentiments)
            text += f" AND (traits & {bits}) <> 0"
        return text + (f" AND (traits & {tested}) = {wanted}" if tested else "")

    def school_condition(self, conditions: PostFilter) -> str:
        """The set of schools as comparisons or as a string of bits."""
        if conditions.schools is None:
            return ""
        codes = [code for code, school in enumerate(self.schools) if school in conditions.schools]
        if not codes:
            return " AND false"
        if len(codes) <= COMPARED_SCHOOLS:
            return " AND (" + " OR ".join(f"school = {code}" for code in codes) + ")"
        bits = ["0"] * self.counts.width
        for code in codes:
            bits[code] = "1"
        return f" AND get_bit('{''.join(bits)}'::BIT, school) = 1"

    def asker(self, variant: Variant) -> Asker:
        """Three statements. One with all parts, by UNION ALL or grouping sets, took longer."""
        lower = FIRST_INSTANT if variant.from_micros is None else variant.from_micros
        upper = LAST_INSTANT if variant.to_micros is None else variant.to_micros
        within = "micros >= $1" + (" AND micros < $2" if variant.to_micros is not None else "")
        bounds = f"({lower}, {upper})" if variant.to_micros is not None else f"({lower})"
        conditions = variant.filter or PostFilter()
        within += self.trait_condition(conditions)
        schools = self.school_condition(conditions)
        allowed = None
        counted = within + schools
        if conditions.schools is not None and len(conditions.schools) > COMPARED_SCHOOLS:
            # The schools are in the codes: excluding others afterwards has a negligible cost.
            counted = within
            allowed = codes_that_match(PostFilter(schools=conditions.schools), self.schools)
            allowed = allowed[:CATEGORIES * self.counts.width]
        within += schools
        last_day = variant.first_day + variant.day_count - 1
        histogram = "EXECUTE " + self.statement(
            f"SELECT code, count(*) AS posts FROM packed WHERE {counted} GROUP BY code") + bounds
        days = "EXECUTE " + self.statement(
            f"SELECT day, count(*) FROM packed WHERE {within} "
            f"AND day BETWEEN {variant.first_day} AND {last_day} GROUP BY day") + bounds
        # A scan keeps the order of insertion, which is that of pages, and stops at the limit.
        recent = "EXECUTE " + self.statement(
            f"SELECT id FROM packed WHERE {within} AND (traits & {RECRUITING}) = {RECRUITING} "
            f"LIMIT {variant.recent}") + bounds
        return lambda: self.ask(variant, allowed, histogram, days, recent)

    def statement(self, sql: str) -> str:
        """Returns the prepared statement of a text; variants of a query mostly share it."""
        if sql not in self.statements:
            name = f"statement_{len(self.statements)}"
            self.connection.execute(f"PREPARE {name} AS {sql}")
            self.statements[sql] = name
        return self.statements[sql]

    def ask(self, variant: Variant, allowed: NDArray[np.bool_] | None, histogram: str, days: str,
            recent: str) -> Answer:
        """One page."""
        execute = self.connection.execute
        groups = execute(histogram).fetchnumpy()
        counts = np.zeros(CATEGORIES * self.counts.width, dtype=np.int64)
        counts[groups["code"]] = groups["posts"]
        if allowed is not None:
            counts *= allowed
        figures, active, top = self.counts.from_histogram(counts, variant.top_schools)
        by_day = [0] * variant.day_count
        for day, count in execute(days).fetchall():
            by_day[day - variant.first_day] = count
        return page(figures, active, by_day, top, [row[0] for row in execute(recent).fetchall()])

    def prepare_search(self, texts: list[str]) -> int:
        """One column; `contains` with a parameter takes as long as with a literal."""
        self.forget()
        self.connection.execute("DROP TABLE IF EXISTS packed")
        self.connection.execute("CREATE OR REPLACE TABLE texts (text VARCHAR)")
        step = 50_000
        for start in range(0, len(texts), step):
            self.connection.execute("INSERT INTO texts SELECT unnest($1)", [texts[start:start + step]])
        return self.value("SELECT count(*) FROM texts")

    def search_count(self, text: str) -> int:
        """`LIKE` with the same text took as long."""
        sql = "SELECT count(*) FROM texts WHERE contains(text, $1)"
        return self.connection.execute(f"EXECUTE {self.statement(sql)}({quoted(text)})").fetchall()[0][0]

    def live_posts(self) -> DuckDBLivePosts:
        """A table that grows, in the same database."""
        self.forget()
        return DuckDBLivePosts(self.connection, COLUMNS)


def engine(threads: int) -> DuckDB:
    """The engine with that many threads."""
    return DuckDB(threads)
