"""What the tests share."""

from __future__ import annotations

import os
import random
import unittest
from pathlib import Path
from typing import Any, Dict, List

from compass_kernel import zones

# Queries without a zone are in the machine's.
os.environ["TZ"] = "UTC"
zones.zone_handle(None)

#: The repository's datasets, beside which these tests lie.
DATASETS = Path(os.environ.get("COMPASS_DATASETS", Path(__file__).resolve().parents[3] / "Datasets"))
TINY = DATASETS / "tiny"
NOW = "2026-03-01T12:00:00Z"


def post(id: str, **columns: Any) -> Dict[str, Any]:
    """A row of posts."""
    return {"id": id, "platform": "twitter", "post_date": "2026-02-28T12:00:00+00:00", **columns}


def posts(count: int, **columns: Any) -> List[Dict[str, Any]]:
    """Rows with the ids "1", "2" …, each a minute before the one before."""
    return [
        post(str(number), post_date=f"2026-02-{28 - number // 1440}T"
             f"{23 - number % 1440 // 60:02}:{59 - number % 60:02}:00Z", **columns)
        for number in range(1, count + 1)]


class SeededTestCase(unittest.TestCase):
    """Tests that make up input: a failure prints the seed, and COMPASS_TEST_SEED repeats it."""

    def setUp(self) -> None:
        self.seed = int(os.environ.get("COMPASS_TEST_SEED", random.randrange(1 << 32)))
        self.random = random.Random(self.seed)

    def run(self, result: Any = None) -> Any:
        failures = len(result.failures) + len(result.errors)
        super().run(result)
        if len(result.failures) + len(result.errors) > failures:
            print(f"\n{self.id()}: COMPASS_TEST_SEED={self.seed}")
        return result
