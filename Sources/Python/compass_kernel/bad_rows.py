"""Reports of rows that could not be read, which add up over all shards.

>>> table = Table.from_file("social_media_posts", path, byte_range=part, max_problems=100_000)
>>> report = bad_rows(table.ingest_report, file=path)             # for each shard
>>> merge_bad_rows(reports)["reasons"]                            # in any order
"""

from __future__ import annotations

import heapq
import re
from typing import Dict, Iterable, List, Optional, Tuple, TypedDict

from ._values import whole_number
from .errors import InvalidArgumentError, NotMergeableError
from .results import IngestReport


class BadRow(TypedDict):
    """What is wrong with a row of a file."""

    file: str
    #: Of the row's first byte in the file, from 0.
    byteOffset: int
    #: In its shard, from 1.
    row: int
    table: str
    field: Optional[str]
    reason: str
    #: ``"error"``: the row was skipped; ``"warning"``: it was loaded without the value.
    severity: str


class BadRowReason(TypedDict):
    """How often something is wrong with rows."""

    table: str
    field: Optional[str]
    severity: str
    #: Without the value that was quoted.
    reason: str
    count: int


class BadRows(TypedDict):
    """What became of the rows of several shards: ``loaded == rows - skipped - replaced``. JSON can hold it."""

    files: int
    rows: int
    loaded: int
    skipped: int
    replaced: int
    warnings: int
    #: By table, field, severity and reason.
    reasons: List[BadRowReason]
    #: The number of problems that the reports of shards do not list, so that no reason counts them.
    unlisted: int
    #: The maximum number of problems.
    limit: int
    #: The first ones, by file, position, row and field.
    problems: List[BadRow]


_COUNTS = ("files", "rows", "loaded", "skipped", "replaced", "warnings", "unlisted")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_TOO_LARGE = re.compile(r"(unreadable number|too large a number:) .*", re.DOTALL)


def bad_rows(report: IngestReport, *, file: str, limit: int = 1_000, starts_file: bool = True) -> BadRows:
    """Returns the problems of one shard.

    :param report: the ingest report of its table.
    :param file: the name of its file, as the report shall show it.
    :param limit: the maximum number of problems that are listed; the same for all shards.
    :param starts_file: whether the shard has the first bytes of the file, so that the file is counted once.
    """
    counts: Dict[Tuple[str, str, str, str], int] = {}
    found: List[BadRow] = []
    for problem in report["problems"]:
        key = (report["table"], problem["field"] or "", problem["severity"], _kind(problem["reason"]))
        counts[key] = counts.get(key, 0) + 1
        found.append({
            "file": file, "byteOffset": problem["byteOffset"], "row": problem["row"], "table": report["table"],
            "field": problem["field"], "reason": problem["reason"], "severity": problem["severity"]})
    return {
        "files": 1 if starts_file else 0, "rows": report["rows"], "loaded": report["loaded"],
        "skipped": report["skipped"], "replaced": report["replaced"], "warnings": report["warnings"],
        "reasons": _reasons(counts),
        "unlisted": max(0, report["skipped"] + report["warnings"] - len(report["problems"])),
        "limit": whole_number(limit, "limit", minimum=0), "problems": _first(found, limit)}


def merge_bad_rows(parts: Iterable[BadRows]) -> BadRows:
    """Returns the problems of several shards, in any order and grouping: at least one.

    :raises NotMergeableError: when they have different limits.
    """
    merged: Optional[BadRows] = None
    totals = dict.fromkeys(_COUNTS, 0)
    counts: Dict[Tuple[str, str, str, str], int] = {}
    problems: List[BadRow] = []
    for part in parts:
        merged = merged or part
        if part["limit"] != merged["limit"]:
            raise NotMergeableError(
                f"the limits are {merged['limit']} and {part['limit']}; pass the same to all shards")
        for name in _COUNTS:
            totals[name] += part[name]  # type: ignore[literal-required]
        for reason in part["reasons"]:
            key = (reason["table"], reason["field"] or "", reason["severity"], reason["reason"])
            counts[key] = counts.get(key, 0) + reason["count"]
        problems = _first(problems + part["problems"], part["limit"])
    if merged is None:
        raise InvalidArgumentError("parts is empty; at least one report is required")
    return {
        "files": totals["files"], "rows": totals["rows"], "loaded": totals["loaded"],
        "skipped": totals["skipped"], "replaced": totals["replaced"], "warnings": totals["warnings"],
        "reasons": _reasons(counts), "unlisted": totals["unlisted"], "limit": merged["limit"],
        "problems": problems}


def _kind(reason: str) -> str:
    """Returns a reason without the value that it quotes."""
    return _TOO_LARGE.sub(r"\1 …", _QUOTED.sub("…", reason))


def _reasons(counts: Dict[Tuple[str, str, str, str], int]) -> List[BadRowReason]:
    return [
        {"table": table, "field": field or None, "severity": severity, "reason": reason, "count": count}
        for (table, field, severity, reason), count in sorted(counts.items())]


def _order(problem: BadRow) -> Tuple[str, int, int, str, str, str]:
    return (
        problem["file"], problem["byteOffset"], problem["row"], problem["field"] or "", problem["reason"],
        problem["table"])


def _first(problems: List[BadRow], limit: int) -> List[BadRow]:
    return heapq.nsmallest(limit, problems, key=_order)
