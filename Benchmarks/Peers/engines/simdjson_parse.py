"""simdjson: parsing alone, without a table, as a reference for how fast JSON can be read here."""

from __future__ import annotations

from importlib.metadata import version

import simdjson

from engines.engine import Asker, Prepared, Unsupported
from engines.question import Variant


class SimdjsonParse:
    """A parser that keeps its memory from one document to the next, which is its fastest form."""

    def __init__(self) -> None:
        self.version = version("pysimdjson")
        self.threads = 1
        self.parser = simdjson.Parser()

    def form(self, posts: str, ndjson: str | None) -> str:
        """Reads the array: its lines would be as many documents."""
        return "json"

    def ingest(self, posts: str, ndjson: str | None) -> object:
        """Validates a file, decodes its strings and finds all values; no value becomes one of Python's."""
        return self.parser.load(posts)

    def forget(self) -> None:
        """The parser's memory is kept on purpose."""

    def prepare(self, posts: str, ndjson: str | None, schools: str, zone: str) -> Prepared:
        """Counts the posts."""
        return Prepared(len(self.parser.load(posts)), None)

    def asker(self, variant: Variant) -> Asker:
        """There is no table that could be asked."""
        raise Unsupported("simdjson parses and makes no table")


def engine(threads: int) -> SimdjsonParse:
    """Starts the engine, which has one thread."""
    return SimdjsonParse()
