"""The order of schools, which gives each school its code.

A school's code is its rank by name, so that "count descending, then name, then id" is "count descending, then
code". One code more, the last, stands for posts without a school.
"""

from __future__ import annotations

import json
from typing import Iterable

UNKNOWN_NAME = "Unknown School"


def read_names(path: str) -> dict[str, str]:
    """Returns the name of each id of a directory; of rows with the same id the last one counts."""
    with open(path, encoding="utf-8") as file:
        return {row["id"]: row["name"] for row in json.load(file)}


def in_name_order(ids: Iterable[str], names: dict[str, str]) -> list[str]:
    """Returns distinct ids by name, then id. Names compare by scalars, lowercased ones first."""

    def key(identifier: str) -> tuple[str, str, str]:
        name = names.get(identifier, UNKNOWN_NAME)
        # Scalar by scalar, because `str.lower` of a whole text has a rule for the last sigma of a word.
        return "".join(scalar.lower() for scalar in name), name, identifier

    return sorted(set(ids), key=key)
