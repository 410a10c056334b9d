"""The pages of posts and tables in many files, by Apache Spark.

>>> spark = configured(SparkSession.builder).getOrCreate()
>>> now = "2026-03-01T12:00:00Z"
>>> analytics(spark, "posts/*.ndjson", schools="schools.json", now=now, zone="UTC").page

Each task of Spark opens a file, or a range of bytes of a large one, with one thread, and returns some kilobytes; the
driver merges them to the bytes that one machine returns for all files. Executors open the same absolute paths as the
driver: a shared file system, or storage that is mounted on all machines. Files are JSON arrays, lines (NDJSON, both
also compressed by gzip), Parquet and Arrow, see :func:`find_shards() <compass_kernel.shards.find_shards>`.

All functions work over Spark Connect, too. They return an :class:`~compass_kernel.shards.Answer` with ``page``,
``text(form)`` and ``bad_rows``. Tasks that Spark repeats or runs twice count once. Errors of files are those of this
package and name the file; a file with an error is not read again. These keywords are common to all functions:

* ``now`` and ``zone``, which have no defaults. Executors do not require data of time zones.
* ``schools`` and ``coaches``, tables or the paths of their files: the names, read on the driver. The filters of posts,
  the same as elsewhere, are ``school_ids`` and ``coach_ids`` in place of those two.
* ``duplicates``: ``"unique"`` promises that no two files have rows with one id or URL. A guard finds most violations,
  and raises NotMergeableError, which names the two files. ``"resolve"`` decides as one table does, in which a later
  row, of a later file in the order of paths, replaces earlier ones; it reads all files twice, and the numbers of
  replaced rows come to the driver.
* ``form``, the form of all files, if their names do not tell it.
* ``shard_bytes``: larger files of lines, and Parquet files of several row groups, are read by several tasks.
"""

from __future__ import annotations

import atexit
import math
import os
import pickle
import shutil
import sys
import tempfile
import zipfile
from pathlib import Path as FilePath
from typing import (
    TYPE_CHECKING, Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, Union)

from . import _library
from ._shard_rows import require_documents
from ._values import Day, Instant, choice
from .activity import ActivityRange, ActivityType
from .filters import PropertyFilter
from .reports import ReportRange
from .resolve import new_row_key
from .shards import (
    SHARD_BYTES, Answer, Duplicates, FileForm, Paths, Query, Shard, error_named, find_shards, finish)
from .tables import Table, TableName, TableSource
from .zones import ZoneLike

if sys.version_info >= (3, 11):
    from typing import Unpack
elif TYPE_CHECKING:
    from typing_extensions import Unpack

#: The folder on executors into which Spark unpacks the package.
_FOLDER = "compass"
#: The number of partial answers that one process merges: 10 MB of most queries. Executors merge more than these.
_MERGED_AT_ONCE = 1_000

# ------------------------------------------------------------------------------------------------- Set-up


def archive() -> str:
    """Writes this package with its library to a temporary file, which ends with the process, and returns what
    Spark's setting ``spark.archives`` takes. A wheel that was renamed to ``.zip``, with ``#compass`` after it, does as
    well."""
    folder = tempfile.mkdtemp(prefix="compass-kernel.")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    path = os.path.join(folder, "compass_kernel.zip")
    package = FilePath(__file__).resolve().parent
    library = FilePath(_library.library._name)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as file:
        for source in sorted(package.glob("*.py")):
            file.write(source, f"{package.name}/{source.name}")
        # One without a folder was found by the system, where executors have to find it, too.
        if library.is_absolute():
            file.write(library, f"{package.name}/libcompass{'.dylib' if library.suffix == '.dylib' else '.so'}")
    return f"{path}#{_FOLDER}"


def configured(builder: Any) -> Any:
    """Returns the builder of a session whose executors have this package: ``SparkSession.builder``.

    It sets ``spark.archives``. Executors require nothing else but pyarrow, as all of Spark's functions for Arrow.
    """
    return builder.config("spark.archives", archive())


def install(spark: Any) -> None:
    """Sends this package to the executors of a session that exists, such as one of Spark Connect. Once for each
    session."""
    spark.addArtifacts(archive(), archive=True)


# ------------------------------------------------------------------------------------------------- Pages


def analytics(
    spark: Any, paths: Paths, range: Union[str, int] = "30d", *, now: Instant, zone: ZoneLike,
    schools: Optional[TableSource] = None, coaches: Optional[TableSource] = None, top: int = 5, recent: int = 5,
    days: Union[None, str, int] = None, compare: bool = False, heat_map: bool = False,
    form: Optional[FileForm] = None, duplicates: Duplicates = "unique", shard_bytes: int = SHARD_BYTES,
    school_ids: Union[None, str, Iterable[str]] = None, coach_ids: Union[None, str, Iterable[str]] = None,
    **filters: Unpack[PropertyFilter]
) -> Answer:
    """Returns the page Social Analytics, as :meth:`Posts.analytics_page()
    <compass_kernel.posts.Posts.analytics_page>`.

    :param spark: a session.
    :param paths: the files of the table ``social_media_posts``: paths, folders or patterns.
    """
    query = Query.analytics(
        range, now=now, zone=zone, top=top, recent=recent, days=days, compare=compare, heat_map=heat_map,
        schools=school_ids, coaches=coach_ids, **filters)
    return _answer(spark, query, {"social_media_posts": paths}, schools, coaches, form, duplicates, shard_bytes)


def feed(
    spark: Any, paths: Paths, *, now: Instant, zone: ZoneLike, schools: Optional[TableSource] = None,
    coaches: Optional[TableSource] = None, page_size: int = 50, after: Optional[str] = None,
    form: Optional[FileForm] = None, duplicates: Duplicates = "unique", shard_bytes: int = SHARD_BYTES,
    school_ids: Union[None, str, Iterable[str]] = None, coach_ids: Union[None, str, Iterable[str]] = None,
    **filters: Unpack[PropertyFilter]
) -> Answer:
    """Returns the page Social Media Monitoring, as :meth:`Posts.feed_page()
    <compass_kernel.posts.Posts.feed_page>`."""
    query = Query.feed(
        now=now, zone=zone, page_size=page_size, after=after, schools=school_ids, coaches=coach_ids, **filters)
    return _answer(spark, query, {"social_media_posts": paths}, schools, coaches, form, duplicates, shard_bytes)


def linked_feed(
    spark: Any, paths: Paths, *, now: Instant, zone: ZoneLike, schools: Optional[TableSource] = None,
    coaches: Optional[TableSource] = None, page_size: int = 50, after: Optional[str] = None,
    days: Union[None, str, int] = None, form: Optional[FileForm] = None, duplicates: Duplicates = "unique",
    shard_bytes: int = SHARD_BYTES, school_ids: Union[None, str, Iterable[str]] = None,
    coach_ids: Union[None, str, Iterable[str]] = None, **filters: Unpack[PropertyFilter]
) -> Answer:
    """Returns the page with the counts of filters, as :meth:`Posts.linked_feed_page()
    <compass_kernel.posts.Posts.linked_feed_page>`."""
    query = Query.linked_feed(
        now=now, zone=zone, page_size=page_size, after=after, days=days, schools=school_ids, coaches=coach_ids,
        **filters)
    return _answer(spark, query, {"social_media_posts": paths}, schools, coaches, form, duplicates, shard_bytes)


def linked_counts(
    spark: Any, paths: Paths, *, now: Instant, zone: ZoneLike, schools: Optional[TableSource] = None,
    coaches: Optional[TableSource] = None, days: Union[None, str, int] = None, form: Optional[FileForm] = None,
    duplicates: Duplicates = "unique", shard_bytes: int = SHARD_BYTES,
    school_ids: Union[None, str, Iterable[str]] = None, coach_ids: Union[None, str, Iterable[str]] = None,
    **filters: Unpack[PropertyFilter]
) -> Answer:
    """Returns the counts of filters alone, as JSON."""
    query = Query.linked_counts(
        now=now, zone=zone, days=days, schools=school_ids, coaches=coach_ids, **filters)
    return _answer(spark, query, {"social_media_posts": paths}, schools, coaches, form, duplicates, shard_bytes)


def report(
    spark: Any, range: Optional[ReportRange] = None, *, now: Instant, zone: ZoneLike,
    schools: Optional[Paths] = None, coaches: Optional[Paths] = None, interactions: Optional[Paths] = None,
    performance_metrics: Optional[Paths] = None, first_day: Optional[Day] = None, last_day: Optional[Day] = None,
    compare: bool = False, form: Optional[FileForm] = None, duplicates: Duplicates = "unique",
    shard_bytes: int = SHARD_BYTES
) -> Answer:
    """Returns the page Reports, as :meth:`Reports.page() <compass_kernel.reports.Reports.page>`.

    Each table is one file or several; the report lists one that is omitted under ``warnings``.
    """
    tables = _given(
        schools=schools, coaches=coaches, interactions=interactions, performance_metrics=performance_metrics)
    query = Query.report(
        range, now=now, zone=zone, tables=tables, first_day=first_day, last_day=last_day, compare=compare)
    return _answer(spark, query, tables, None, None, form, duplicates, shard_bytes)


def activity(
    spark: Any, range: Union[ActivityRange, int] = "all", *, now: Instant, zone: ZoneLike,
    interactions: Optional[Paths] = None, school_status_history: Optional[Paths] = None,
    documents: Optional[Paths] = None, schools: Optional[TableSource] = None, type: Optional[ActivityType] = None,
    search: Optional[str] = None, whole_text: bool = False, page: int = 1, page_size: int = 20,
    form: Optional[FileForm] = None, duplicates: Duplicates = "unique", shard_bytes: int = SHARD_BYTES
) -> Answer:
    """Returns the page Activity Feed, as :meth:`Activity.page() <compass_kernel.activity.Activity.page>`, which ends
    with one of the first 500 activities.

    :param schools: with ``search``, the path of a file that executors open, too, as names are searched.
    """
    if search is not None and isinstance(schools, Table):
        raise TypeError("schools is a Table, but a search requires the path of its file, which executors open")
    tables = _given(
        interactions=interactions, school_status_history=school_status_history, documents=documents)
    query = Query.activity(
        range, now=now, zone=zone, tables=tables, type=type, search=search, whole_text=whole_text, page=page,
        page_size=page_size, schools=None if isinstance(schools, Table) else schools)
    return _answer(spark, query, tables, schools, None, form, duplicates, shard_bytes)


def timeline_counts(
    spark: Any, windows: Iterable[Tuple[Instant, Instant]] = (), *, zone: ZoneLike, events: Optional[Paths] = None,
    interactions: Optional[Paths] = None, offers: Optional[Paths] = None,
    school_status_history: Optional[Paths] = None, school: Optional[str] = None,
    hide: Union[None, str, Iterable[str]] = None, form: Optional[FileForm] = None,
    duplicates: Duplicates = "unique", shard_bytes: int = SHARD_BYTES
) -> Answer:
    """Returns the numbers of the timeline's items by window and kind, and the first and the last instant of all, as
    JSON.

    :param windows: the first and the last instant of each, both inclusive.
    """
    tables = _given(
        events=events, interactions=interactions, offers=offers, school_status_history=school_status_history)
    query = Query.timeline_counts(windows, zone=zone, tables=tables, school=school, hide=hide)
    return _answer(spark, query, tables, None, None, form, duplicates, shard_bytes)


def timeline_levels(
    spark: Any, first: Instant, last: Instant, buckets: int, *, zone: ZoneLike, events: Optional[Paths] = None,
    interactions: Optional[Paths] = None, offers: Optional[Paths] = None,
    school_status_history: Optional[Paths] = None, school: Optional[str] = None,
    hide: Union[None, str, Iterable[str]] = None, form: Optional[FileForm] = None,
    duplicates: Duplicates = "unique", shard_bytes: int = SHARD_BYTES
) -> Answer:
    """Returns the numbers of the timeline's items in equally long buckets of a window, as JSON."""
    tables = _given(
        events=events, interactions=interactions, offers=offers, school_status_history=school_status_history)
    query = Query.timeline_levels(first, last, buckets, zone=zone, tables=tables, school=school, hide=hide)
    return _answer(spark, query, tables, None, None, form, duplicates, shard_bytes)


def _given(**tables: Optional[Paths]) -> Dict[TableName, Paths]:
    return {name: paths for name, paths in tables.items() if paths is not None}  # type: ignore[misc]


# -------------------------------------------------------------------------------------------------- Jobs


def _answer(
    spark: Any, query: Query, tables: Mapping[TableName, Paths], schools: Optional[TableSource],
    coaches: Optional[TableSource], form: Optional[FileForm], duplicates: Duplicates, shard_bytes: int
) -> Answer:
    is_resolved = choice(duplicates, {"unique": False, "resolve": True}, "duplicates")
    shards = find_shards(tables, form=form, shard_bytes=shard_bytes)
    if is_resolved:
        # Before a job of minutes, which would tell the same.
        for shard in shards:
            require_documents(shard)
    from . import _spark_tasks

    replaced = _replaced_rows(spark, shards) if is_resolved else {}
    count = len(shards)
    frame = spark.range(0, count, 1, count).mapInArrow(
        _task("answer_shards", pickle.dumps((query, shards, replaced))), _spark_tasks.PART_COLUMNS)
    if count > _MERGED_AT_ONCE:
        # Not by coalesce(), which would read the shards in as few tasks.
        frame = frame.repartition(math.ceil(count / _MERGED_AT_ONCE), "shard").mapInArrow(
            _task("merge", b""), _spark_tasks.PART_COLUMNS)
    rows = frame.collect()
    _raise_first((row["shard"], row["error"], row["message"]) for row in rows)
    parts = [_spark_tasks.part_of(row["first"], row["second"], row["report"]) for row in rows]
    return finish(shards, parts, schools=schools, coaches=coaches)


def _replaced_rows(spark: Any, shards: Sequence[Shard]) -> Dict[int, List[int]]:
    """Returns the rows of each shard that rows of later ones replace. Expressions in SQL rather than functions of
    pyspark, which differ between Spark Connect and Spark."""
    from . import _spark_tasks

    count = len(shards)
    keys = spark.range(0, count, 1, count).mapInArrow(
        _task("row_keys", pickle.dumps((shards, new_row_key()))), _spark_tasks.KEY_COLUMNS)
    rows = keys.selectExpr(
        "kind", "place", "error", "message", "max(place) over (partition by kind, high, low) as last"
    ).where(f"place < last or kind = {_spark_tasks.ERROR}").selectExpr(
        "shiftright(place, 32) as shard", "place & 4294967295L as row", "error", "message"
    ).groupBy("shard", "error", "message").agg({"row": "collect_set"}).collect()
    _raise_first((row["shard"], row["error"], row["message"]) for row in rows)
    return {row["shard"]: sorted(row["collect_set(row)"]) for row in rows}


def _raise_first(errors: Iterable[Tuple[int, Optional[str], Optional[str]]]) -> None:
    found = sorted((shard, name, message or "") for shard, name, message in errors if name is not None)
    if found:
        raise error_named(*found[0][1:])


def _task(name: str, payload: bytes) -> Callable[[Iterable[Any]], Iterator[Any]]:
    """Returns a function for executors, which find this package only when it runs: it refers to nothing here."""
    folder = _FOLDER

    def task(batches: Iterable[Any]) -> Iterator[Any]:
        import os
        import sys

        from pyspark import SparkFiles

        place = os.path.abspath(os.path.join(SparkFiles.getRootDirectory(), folder))
        if os.path.isdir(place) and place not in sys.path:
            sys.path.insert(0, place)
        try:
            from compass_kernel import _spark_tasks
        except ImportError as error:
            raise ImportError(
                f"executors cannot import compass_kernel ({error}); make the session by "
                "compass_kernel.spark.configured(SparkSession.builder), or call compass_kernel.spark.install(spark)"
            ) from error
        yield from getattr(_spark_tasks, name)(payload, batches)

    return task
