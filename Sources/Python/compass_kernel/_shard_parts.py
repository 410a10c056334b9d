"""What shards contribute to an answer, merged and finished."""

from __future__ import annotations

import re
from typing import Any, Dict, Iterable, List, NamedTuple, Optional, Sequence, Set, Tuple

from ._options import TextForm
from ._shard_files import Shard
from .bad_rows import BadRow, BadRows, merge_bad_rows
from .errors import CompassError, InternalError, InvalidArgumentError, NotMergeableError
from .partials import answer, answer_page, merge_partials, partial_shards
from .tables import TableName, TableSource

_TWO_SHARDS = re.compile(r"\bshards (\d+) and (\d+)\b")
_ONE_SHARD = re.compile(r"\bshard (\d+)\b")


class Part(NamedTuple):
    """What one shard, or several that were merged, contribute to an answer."""

    #: The partial answers: two for a feed with the counts of filters, otherwise one.
    partials: Tuple[bytes, ...]
    #: The number of rows in each shard, by its number.
    rows: Dict[int, int]
    #: What errors call each shard, by its number: the file, and which part of it.
    places: Dict[int, str]
    #: The tables that the query counts.
    tables: Tuple[TableName, ...]
    #: With the number of the shard, in ten digits, in place of the file.
    report: BadRows


def merge_parts(parts: Iterable[Part]) -> Part:
    """Returns the part of several shards, in any order and grouping: at least one.

    :raises NotMergeableError: when a shard is among them twice, or two shards are known to have a row in common: the
        message names their files.
    """
    kept = list(parts)
    if not kept:
        raise InvalidArgumentError("parts is empty; at least one is required")
    rows: Dict[int, int] = {}
    places: Dict[int, str] = {}
    for part in kept:
        if part.tables != kept[0].tables:
            raise NotMergeableError("the parts are of queries of different tables; pass the same query to all shards")
        if len(part.partials) != len(kept[0].partials):
            raise NotMergeableError(
                "some parts have the counts of a feed's filters, and others have not; pass the same query to "
                "all shards")
        for number, place in part.places.items():
            if places.setdefault(number, place) != place:
                raise NotMergeableError(
                    f"{places[number]} and {place} both have the number {number}; find the shards of all files "
                    "by one call of find_shards")
        rows.update(part.rows)
    try:
        partials = tuple(merge_partials(each) for each in zip(*(part.partials for part in kept)))
    except NotMergeableError as error:
        raise NotMergeableError(_with_files(str(error), places)) from error
    return Part(partials, rows, places, kept[0].tables, merge_bad_rows(part.report for part in kept))


def _with_files(message: str, places: Dict[int, str]) -> str:
    """Returns a message of the library with files in place of the numbers of shards, which users do not know."""
    two = _TWO_SHARDS.search(message)
    if two:
        first, second = (places.get(int(number), f"shard {number}") for number in two.groups())
        return (
            f"{first} and {second} have rows with the same id or URL, which would count twice; pass "
            'duplicates="resolve", with which the later row stays, to a function of compass_kernel.spark, use '
            "Query.row_keys and compass_kernel.resolve.losers with another engine, or remove duplicates; of table files, "
            "pass the documents that they were made of")
    return _ONE_SHARD.sub(lambda found: places.get(int(found[1]), found[0]), message)


class Answer:
    """The answer of all shards: the bytes that one machine returns for the rows of all files."""

    #: The partial answers of all shards, which later ones of other files can be merged with.
    partials: Tuple[bytes, ...]
    #: What became of the rows: counts, reasons, and problems by file and row, from 1 in its file: the first 100 of
    #: each shard, and of these the first 1,000.
    bad_rows: BadRows

    def __init__(
        self, partials: Tuple[bytes, ...], report: BadRows, schools: Optional[TableSource],
        coaches: Optional[TableSource]
    ) -> None:
        self.partials = partials
        self.bad_rows = report
        self._names: Dict[str, Any] = {"schools": schools, "coaches": coaches}
        if len(partials) > 1:
            self._names["linked"] = partials[1]

    def text(self, form: TextForm = "json") -> str:
        """The page as JSON, CSV or HTML."""
        return answer(self.partials[0], form=form, **self._names)

    @property
    def page(self) -> Dict[str, Any]:
        """The page as a dictionary, see :mod:`compass_kernel.results`."""
        return answer_page(self.partials[0], **self._names)

    def __repr__(self) -> str:
        return f"<answer of {self.bad_rows['loaded']} rows in {self.bad_rows['files']} files>"


def finish(
    shards: Sequence[Shard], parts: Iterable[Part], *, schools: Optional[TableSource] = None,
    coaches: Optional[TableSource] = None
) -> Answer:
    """Returns the answer of the parts of all shards.

    :param schools: the table ``schools``, or the path of its file, for the names.
    :param coaches: the same for ``coaches``.
    :raises NotMergeableError: when a part is missing or there twice, or when two shards are known to have a row in
        common: the message names their files.
    :raises InvalidArgumentError: when there is no file of a table that the query counts.
    """
    shards = sorted(shards)
    merged = merge_parts(parts)
    places = {shard.number: shard.place for shard in shards}
    if partial_shards(merged.partials[0]) != list(places) or merged.rows.keys() != places.keys():
        missing = [place for number, place in places.items() if number not in merged.rows]
        raise NotMergeableError(
            f"there are parts of {len(merged.rows)} shards, but {len(places)} are required; pass one of each"
            + (f", also of {missing[0]}" if missing else ""))
    if merged.places != places:
        raise NotMergeableError("the parts are of other files; pass the shards that the query has run on")
    _check_tables(merged.tables, {shard.table for shard in shards})
    return Answer(merged.partials, _report_of_files(merged, shards), schools, coaches)


def _check_tables(counted: Sequence[TableName], found: Set[TableName]) -> None:
    """Refuses a table without a file, which would look like one without rows."""
    missing = [table for table in counted if table not in found]
    if missing:
        raise InvalidArgumentError(
            f"the query counts {missing[0]}, but there is no file of it; pass its paths to find_shards, or leave it "
            "out of the tables of the query")


def _report_of_files(merged: Part, shards: Sequence[Shard]) -> BadRows:
    """Names the files of problems, and counts rows from the first of the file."""
    before: Dict[int, int] = {}
    rows: Dict[Tuple[TableName, str], int] = {}
    for shard in shards:
        file = shard.table, shard.path
        # Of a Parquet file, the shard itself has the number of earlier rows.
        before[shard.number] = rows.get(file, 0) if shard.form == "ndjson" else 0
        rows[file] = before[shard.number] + merged.rows[shard.number]
    by_number = {shard.number: shard for shard in shards}

    def in_file(problem: BadRow) -> BadRow:
        shard = by_number[int(problem["file"])]
        return {**problem, "file": shard.path, "row": problem["row"] + before[shard.number]}

    # Copies: the parts may be merged and finished once more.
    return {**merged.report, "problems": [in_file(problem) for problem in merged.report["problems"]]}


def error_named(name: str, message: str) -> CompassError:
    """Returns an error of another process by the name of its class."""
    for kind in CompassError.__subclasses__():
        if kind.__name__ == name:
            return kind(message)
    return InternalError(message)
