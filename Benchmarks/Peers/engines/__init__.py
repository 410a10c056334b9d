"""The engines that the kernel is compared with, one module each.

The modules are imported only when a worker for their engine starts, because some engines must be told the
number of threads before they are imported, and because any of them may not be installed.
"""

from __future__ import annotations

import importlib
import importlib.util
from dataclasses import dataclass

from engines.engine import Engine


@dataclass(frozen=True)
class EngineEntry:
    """The module of an engine and the packages that it requires."""

    module: str
    packages: tuple[str, ...]

    def missing_packages(self) -> list[str]:
        """Returns the missing packages; imports nothing, since an import would start threads."""
        return [name for name in self.packages if importlib.util.find_spec(name) is None]

    def load(self, threads: int) -> Engine:
        """Imports the module and starts its engine with that many threads (0: the engine's default)."""
        return importlib.import_module(f"engines.{self.module}").engine(threads)


ENGINES: dict[str, EngineEntry] = {
    "numpy": EngineEntry("numpy_one_pass", ("numpy",)),
    "numpy-checkpoints": EngineEntry("numpy_checkpoints", ("numpy",)),
    "duckdb": EngineEntry("duckdb_sql", ("duckdb", "numpy")),
    "polars": EngineEntry("polars_frame", ("polars",)),
    "pyarrow": EngineEntry("pyarrow_table", ("pyarrow",)),
    "chdb": EngineEntry("chdb_sql", ("chdb", "numpy")),
    "simdjson": EngineEntry("simdjson_parse", ("simdjson",)),
}
