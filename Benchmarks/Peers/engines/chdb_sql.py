"""chDB (ClickHouse in the process): a histogram of packed codes, in binary, and two small queries."""

from __future__ import annotations

import json
import os
import tempfile

import chdb
import numpy as np
from chdb import session

from engines import schools as directory
from engines.chdb_live import ChDBLivePosts
from engines.engine import Answer, Asker, Prepared
from engines.memory import growth, resident_bytes
from engines.post_codes import CATEGORIES, Counts, categories_that_match
from engines.question import PLATFORMS, SENTIMENTS, PostFilter, Variant, page


def quoted(text: str) -> str:
    """A literal of SQL."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def enumeration(texts: list[str]) -> str:
    """A type of these texts, stored as one byte; codes begin at 0."""
    return "Enum8(" + ", ".join(f"{quoted(text)} = {code}" for code, text in enumerate(texts)) + ")"


INSTANT = "DateTime64(6, 'UTC')"
TEXT = "Nullable(String)"
#: Type of each column, `{id}` standing for that of ids.
COLUMNS = {
    "id": "{id}", "coach_id": "Nullable({id})", "school_id": "Nullable({id})",
    "platform": enumeration(PLATFORMS), "post_url": TEXT, "post_content": TEXT,
    "post_date": INSTANT, "author_handle": TEXT, "author_name": TEXT,
    "is_recruiting_related": "Nullable(Bool)", "flagged_for_review": "Nullable(Bool)",
    "sentiment": f"Nullable({enumeration(SENTIMENTS)})", "notes": TEXT, "created_at": f"Nullable({INSTANT})",
    "updated_at": f"Nullable({INSTANT})",
}


class ChDB:
    """A session with in-memory tables, where scans are faster than in sorted tables with an index."""

    def __init__(self, threads: int) -> None:
        self.version = chdb.__version__
        self.session = session.Session()
        self.session.query("CREATE DATABASE peers")
        if threads:
            for setting in ("max_threads", "max_insert_threads", "max_parsing_threads"):
                self.session.query(f"SET {setting} = {threads}")
            if threads == 1:
                self.session.query("SET input_format_parallel_parsing = 0")
        self.threads = threads or os.cpu_count() or 1

    def form(self, posts: str, ndjson: str | None) -> str:
        """The array."""
        return "json"

    def ingest(self, posts: str, ndjson: str | None) -> object:
        """Reads with declared types. Ids take 16 bytes where all of them are UUIDs."""
        try:
            self.load(posts, "UUID")
        except RuntimeError:
            self.load(posts, "String")
        return None

    def load(self, posts: str, id_type: str) -> None:
        """Creates the table of posts."""
        columns = ", ".join(f"{name} {kind.replace('{id}', id_type)}" for name, kind in COLUMNS.items())
        self.forget()
        self.session.query(f"CREATE TABLE peers.posts ({columns}) ENGINE = Memory")
        self.session.query(
            f"INSERT INTO peers.posts SELECT * FROM file({quoted(posts)}, 'JSONEachRow', {quoted(columns)}) "
            "SETTINGS date_time_input_format = 'best_effort'")

    def forget(self) -> None:
        """Drops the table at once."""
        self.session.query("DROP TABLE IF EXISTS peers.posts SYNC")

    def resident_bytes(self) -> int | None:
        """Resident memory after its allocator gave freed pages back."""
        self.session.query("SYSTEM JEMALLOC PURGE")
        return resident_bytes()

    def prepare(self, posts: str, ndjson: str | None, schools: str, zone: str) -> Prepared:
        """Loads all columns for the memory figure, then keeps the packed table for the queries."""
        self.forget()
        self.session.query("DROP TABLE IF EXISTS peers.packed SYNC")
        before = self.resident_bytes()
        self.ingest(posts, ndjson)
        memory = growth(before, self.resident_bytes())
        present = self.rows(
            "SELECT DISTINCT toString(school_id) AS school FROM peers.posts WHERE school_id IS NOT NULL "
            "AND school <> ''")
        self.schools = directory.in_name_order((row[0] for row in present), directory.read_names(schools))
        self.counts = Counts(self.schools)
        self.pack(zone)
        self.forget()
        return Prepared(self.rows("SELECT toUInt32(count()) FROM peers.packed")[0][0], memory)

    def pack(self, zone: str) -> None:
        """Sorted, in as few blocks as it comes, which a scan reads in order."""
        width = self.counts.width
        is_narrow = CATEGORIES * width <= 1 << 16
        code_type = "UInt16" if is_narrow else "UInt32"
        self.group = np.dtype([("code", "<u2" if is_narrow else "<u4"), ("posts", "<u8")])
        # A set of numbers of 16 bits or fewer is an array in ClickHouse, of larger ones a hash table.
        school_type = "UInt16" if width <= 1 << 16 else "UInt32"
        school = str(width - 1)
        if self.schools:
            school = (f"transform(ifNull(toString(school_id), ''), [{', '.join(map(quoted, self.schools))}], "
                      f"range({width - 1}), {width - 1})")
        self.session.query(
            f"CREATE TABLE peers.packed (negated_micros Int64, id String, day Int32, code {code_type}, "
            f"category UInt8, school {school_type}, recruiting Bool) ENGINE = Memory")
        self.session.query(f"""
            INSERT INTO peers.packed
            SELECT -toUnixTimestamp64Micro(post_date) AS negated_micros, toString(id) AS id_text,
                   toInt32(toDate32(toTimeZone(post_date, {quoted(zone)}))) AS day,
                   category % {CATEGORIES} * {width} + school AS code, category, school, category % 2 = 1
            FROM (
                SELECT id, post_date, {school} AS school,
                       ((ifNull(toUInt8(flagged_for_review), 0) * 5 + ifNull(toUInt8(sentiment), 4)) * 2
                        + toUInt8(platform)) * 2 + ifNull(toUInt8(is_recruiting_related), 0) AS category
                FROM peers.posts)
            ORDER BY negated_micros, id_text SETTINGS max_insert_threads = 1""")

    def rows(self, sql: str) -> list[list]:
        """A small result as Python values."""
        text = self.session.query(sql, "JSONCompactEachRow").bytes()
        return [json.loads(line) for line in text.splitlines()]

    def condition(self, variant: Variant) -> str:
        """All bounds and conditions of a page."""
        parts = ["1"]
        if variant.from_micros is not None:
            parts.append(f"negated_micros <= {-variant.from_micros}")
        if variant.to_micros is not None:
            parts.append(f"negated_micros > {-variant.to_micros}")
        conditions = variant.filter or PostFilter()
        if conditions.schools is not None:
            codes = [str(code) for code, school in enumerate(self.schools) if school in conditions.schools]
            parts.append(f"school IN ({', '.join(codes)})" if codes else "0")
        matches = categories_that_match(conditions)
        if not matches.all():
            listed = np.flatnonzero(matches).tolist()
            parts.append(f"category IN ({', '.join(map(str, listed))})" if listed else "0")
        return " AND ".join(parts)

    def asker(self, variant: Variant) -> Asker:
        """Three statements; one of all parts by UNION ALL took as long."""
        within = self.condition(variant)
        last_day = variant.first_day + variant.day_count - 1
        histogram = f"SELECT code, count() FROM peers.packed WHERE {within} GROUP BY code"
        days = (f"SELECT day, toUInt32(count()) FROM peers.packed "
                f"WHERE day BETWEEN {variant.first_day} AND {last_day} AND {within} GROUP BY day")
        # One thread reads a table in memory in the order of insertion, which is that of pages.
        recent = (f"SELECT id FROM peers.packed WHERE {within} AND recruiting LIMIT {variant.recent} "
                  "SETTINGS max_threads = 1")
        return lambda: self.ask(variant, histogram, days, recent)

    def ask(self, variant: Variant, histogram: str, days: str, recent: str) -> Answer:
        """One page."""
        groups = np.frombuffer(self.session.query(histogram, "RowBinary").bytes(), dtype=self.group)
        counts = np.zeros(CATEGORIES * self.counts.width, dtype=np.int64)
        counts[groups["code"]] = groups["posts"]
        figures, active, top = self.counts.from_histogram(counts, variant.top_schools)
        by_day = [0] * variant.day_count
        for day, count in self.rows(days):
            by_day[day - variant.first_day] = count
        return page(figures, active, by_day, top, [row[0] for row in self.rows(recent)])

    def prepare_search(self, texts: list[str]) -> int:
        """One column in memory."""
        self.forget()
        for name in ("packed", "texts"):
            self.session.query(f"DROP TABLE IF EXISTS peers.{name} SYNC")
        self.session.query("CREATE TABLE peers.texts (text String) ENGINE = Memory")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "texts.ndjson")
            with open(path, "w", encoding="utf-8") as file:
                file.writelines(json.dumps({"text": text}, ensure_ascii=False) + "\n" for text in texts)
            self.session.query(
                f"INSERT INTO peers.texts SELECT text FROM file({quoted(path)}, 'JSONEachRow', 'text String')")
        return self.rows("SELECT toUInt32(count()) FROM peers.texts")[0][0]

    def search_count(self, text: str) -> int:
        """`position`; `LIKE` is turned into the same search."""
        sql = f"SELECT toUInt32(count()) FROM peers.texts WHERE position(text, {quoted(text)}) > 0"
        return self.rows(sql)[0][0]

    def live_posts(self) -> ChDBLivePosts:
        """A table that grows, in the same database."""
        self.forget()
        return ChDBLivePosts(self.session, COLUMNS)


def engine(threads: int) -> ChDB:
    """The engine with that many threads."""
    return ChDB(threads)
