"""The interface of every engine for the worker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Protocol, runtime_checkable

from engines.question import Variant

Answer = dict[str, Any]
#: Runs one variant of one query and returns the complete result as plain Python values.
Asker = Callable[[], Answer]


class Unsupported(Exception):
    """The engine does not support a request, which is not a failure."""


@dataclass(frozen=True)
class Prepared:
    """The result of loading. `memory_bytes` is null if the engine does not load all columns."""

    rows: int
    memory_bytes: int | None


class Engine(Protocol):
    """One engine with one thread setting."""

    version: str
    #: The number of threads that are actually used.
    threads: int

    def form(self, posts: str, ndjson: str | None) -> str:
        """Which of the two files is read: "json" or "ndjson"."""

    def ingest(self, posts: str, ndjson: str | None) -> object:
        """Reads a file into typed columns and returns what keeps them in memory."""

    def forget(self) -> None:
        """Frees what `ingest` left inside the engine, so that each load starts anew."""

    def prepare(self, posts: str, ndjson: str | None, schools: str, zone: str) -> Prepared:
        """Loads posts and builds the form that queries use."""

    def asker(self, variant: Variant) -> Asker:
        """Translates a variant into constants and statements, outside of the timed section."""


@runtime_checkable
class Searcher(Protocol):
    """An engine that can also search: one column of folded texts, one for each post."""

    def prepare_search(self, texts: list[str]) -> int:
        """Loads the texts in the form that suits searches best, and returns their number."""

    def search_count(self, text: str) -> int:
        """Returns how many of the texts contain `text`."""
