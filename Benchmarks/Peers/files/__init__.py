"""Engines that keep posts in a file, one module each, imported when a worker for them starts."""

from __future__ import annotations

import importlib
import importlib.util
from dataclasses import dataclass

from files.store import Store


@dataclass(frozen=True)
class StoreEntry:
    """The module of an engine and the packages that it requires."""

    module: str
    packages: tuple[str, ...]
    function: str = "store"

    def missing_packages(self) -> list[str]:
        """Returns the missing packages; imports nothing."""
        return [name for name in self.packages if importlib.util.find_spec(name) is None]

    def load(self, folder: str) -> Store:
        """Imports the module and returns its engine, with files in a folder."""
        return getattr(importlib.import_module(f"files.{self.module}"), self.function)(folder)


STORES: dict[str, StoreEntry] = {
    "sqlite": StoreEntry("sqlite_file", ("sqlite3",)),
    "duckdb": StoreEntry("duckdb_file", ("duckdb", "numpy")),
    "lmdb": StoreEntry("lmdb_file", ("lmdb",)),
    "polars": StoreEntry("polars_file", ("polars",)),
    "pyarrow": StoreEntry("pyarrow_file", ("pyarrow",)),
    "pyarrow-validated": StoreEntry("pyarrow_file", ("pyarrow",), "validating_store"),
}
