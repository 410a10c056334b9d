"""Reads Arrow exports with pyarrow, Polars and DuckDB, and hands their columns back.

The engines must count the same as the kernel's own page, and find the texts of the documents. What they export is
imported, in each of the types in which they have it, and must become the same posts.
"""

import argparse
import collections
import datetime
import json
import pathlib
import time
import uuid

import duckdb
import polars
import pyarrow
import pyarrow.compute as compute

from arrow_interface import (
    EVENTS, INTERACTIONS, OFFERS, POSTS, SCHOOLS, STATUS_CHANGES, Failure, Library, Structs)

NOW = datetime.datetime(2026, 3, 1, 12, tzinfo=datetime.timezone.utc)
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
UNSUPPORTED, MALFORMED = 13, 9


# Documents

def odd_posts():
    """Rows with nulls, empty texts, other ids than UUIDs and characters of all lengths."""
    texts = [None, "", "a", "\u00e9\n\"", "\u65e5\u672c", "\U0001f3c8\U0001f44d\U0001f3fd", "x" * 5000]
    return [
        {
            "id": f"post {number}\u00e9", "platform": ["twitter", "instagram"][number % 2],
            "post_date": f"{1969 + number % 60}-02-10T12:00:00.{number:06}+00:00",
            "coach_id": [None, "c", "d\u00e9"][number % 3], "school_id": [None, "s", "t", "u"][number % 4],
            "post_url": f"https://example.org/{number}" if number % 5 else None,
            "post_content": texts[number % 7], "author_handle": texts[(number + 1) % 7],
            "author_name": texts[(number + 2) % 7], "notes": None,
            "is_recruiting_related": [None, True, False][number % 3], "flagged_for_review": number % 11 == 0,
            "sentiment": [None, "very_positive", "positive", "neutral", "negative"][number % 5],
            "created_at": None if number % 2 else "2026-01-01T00:00:00+00:00", "updated_at": None,
        }
        for number in range(300)
    ]


# What engines count

def by_pyarrow(table):
    def counts(column):
        found = compute.value_counts(column.combine_chunks().cast(pyarrow.string())).to_pylist()
        return {entry["values"]: entry["counts"] for entry in found}

    days = compute.value_counts(table["post_date"].cast(pyarrow.timestamp("us")).cast(pyarrow.date32()))
    return {
        "platforms": counts(table["platform"]), "sentiments": counts(table["sentiment"]),
        "schools": counts(table["school_id"]), "coaches": counts(table["coach_id"]),
        "recruiting": compute.sum(table["is_recruiting_related"]).as_py() or 0,
        "flagged": compute.sum(table["flagged_for_review"]).as_py() or 0,
        "days": {entry["values"]: entry["counts"] for entry in days.to_pylist()},
    }


def by_polars(frame):
    def counts(column):
        found = frame.group_by(polars.col(column).cast(polars.String)).len()
        return dict(found.iter_rows())

    days = frame.group_by(polars.col("post_date").dt.date()).len()
    return {
        "platforms": counts("platform"), "sentiments": counts("sentiment"), "schools": counts("school_id"),
        "coaches": counts("coach_id"), "recruiting": frame["is_recruiting_related"].sum(),
        "flagged": frame["flagged_for_review"].sum(), "days": dict(days.iter_rows()),
    }


def by_duckdb(connection):
    def counts(expression):
        return dict(connection.execute(f"SELECT {expression}, count(*) FROM posts GROUP BY 1").fetchall())

    def total(column):
        return connection.execute(f"SELECT count(*) FROM posts WHERE {column}").fetchone()[0]

    return {
        "platforms": counts("platform::VARCHAR"), "sentiments": counts("sentiment::VARCHAR"),
        "schools": counts("school_id::VARCHAR"), "coaches": counts("coach_id::VARCHAR"),
        "recruiting": total("is_recruiting_related"), "flagged": total("flagged_for_review"),
        # Without the extension for time zones; the session's zone is UTC.
        "days": counts("make_timestamp(epoch_us(post_date))::DATE"),
    }


def check_aggregates(found, page, engine):
    """Compares what an engine has counted with the kernel's page of all time."""
    def same(what, counted, expected):
        assert counted == expected, f"{engine}, {what}: {counted} instead of {expected}"

    same("platforms", {name: found["platforms"].get(name, 0) for name in page["platforms"]}, page["platforms"])
    same("sentiments", {row["type"]: found["sentiments"].get(row["type"], 0) for row in page["sentiment"]},
         {row["type"]: row["count"] for row in page["sentiment"]})
    same("posts without a sentiment", found["sentiments"].get(None, 0),
         page["summary"]["totalPosts"] - page["summary"]["analyzedPosts"])
    same("schools", {school: count for school, count in found["schools"].items() if school is not None},
         {row["id"]: row["postCount"] for row in page["topSchools"] if row["postCount"]})
    same("posts", sum(found["schools"].values()), page["summary"]["totalPosts"])
    same("recruiting", found["recruiting"], page["summary"]["recruitingPosts"])
    today = NOW.date()
    same("days", {str(day): count for day, count in found["days"].items() if day <= today},
         {row["date"]: row["count"] for row in page["activityByDay"] if row["count"]})


# What rows say

def instant(text):
    if text is None:
        return None
    # Python has no fractions of other lengths than 3 and 6 before 3.11.
    head, zone = text[:-6], text[-6:]
    fraction = head.partition(".")[2]
    head = head.partition(".")[0]
    return datetime.datetime.fromisoformat(head + "." + fraction.ljust(6, "0") + zone)


def document_rows(rows):
    """The rows of a document as an engine should have them, by id."""
    found = {}
    for row in rows:
        found[row["id"]] = {
            "id": row["id"], "platform": row["platform"], "post_date": instant(row["post_date"]),
            "coach_id": row.get("coach_id"), "school_id": row.get("school_id"),
            "post_url": row.get("post_url") or None, "post_content": row.get("post_content"),
            "author_handle": row.get("author_handle"), "author_name": row.get("author_name"),
            "is_recruiting_related": bool(row.get("is_recruiting_related")),
            "flagged_for_review": bool(row.get("flagged_for_review")), "sentiment": row.get("sentiment"),
            "notes": row.get("notes"), "created_at": instant(row.get("created_at")),
            "updated_at": instant(row.get("updated_at")),
        }
    return found


def engine_rows(rows):
    def plain(value):
        if isinstance(value, uuid.UUID):
            return str(value)
        if isinstance(value, bytes):
            return str(uuid.UUID(bytes=value))
        if isinstance(value, datetime.datetime):
            return value.astimezone(datetime.timezone.utc)
        return value

    return {plain(row["id"]): {name: plain(value) for name, value in row.items()} for row in rows}


def check_rows(found, expected, engine):
    found = engine_rows(found)
    assert found.keys() == expected.keys(), f"{engine}: other ids"
    for identifier, row in expected.items():
        assert found[identifier] == row, f"{engine}: {found[identifier]} instead of {row}"


# Checks

def record_batch(structs):
    batch = pyarrow.RecordBatch._import_from_c(*structs.addresses)
    batch.validate(full=True)
    return batch


def read_with_engines(structs):
    """The export as a record batch, a frame and a connection in which it is called posts."""
    batch = record_batch(structs)
    connection = duckdb.connect()
    connection.register("posts", pyarrow.Table.from_batches([batch]))
    return batch, polars.from_arrow(batch), connection


def check_posts(library, rows, name, compares_rows=True):
    table = library.load(POSTS, json.dumps(rows).encode() if isinstance(rows, list) else rows)
    posts = library.posts(table)
    library.destroy("table", table)
    options = library.options(int((NOW - EPOCH).total_seconds()) * 1_000_000)
    page = library.analytics(posts, options)
    structs = library.export_posts(posts)
    days = record_batch(library.export_day_counts(posts, options))
    # The columns need no handle any more.
    library.destroy("posts", posts)
    batch, frame, connection = read_with_engines(structs)
    assert structs.is_released(structs.array) and structs.is_released(structs.schema), "pyarrow moves structs"
    check_aggregates(by_pyarrow(pyarrow.Table.from_batches([batch])), page, "pyarrow")
    check_aggregates(by_polars(frame), page, "Polars")
    check_aggregates(by_duckdb(connection), page, "DuckDB")
    assert [{"date": str(day["date"]), "count": day["count"]} for day in days.to_pylist()] == [
        {"date": day["date"], "count": day["count"]} for day in page["activityByDay"]], "day counts"
    if compares_rows:
        expected = document_rows(rows if isinstance(rows, list) else json.loads(rows))
        check_rows(batch.to_pylist(), expected, "pyarrow")
        check_rows(frame.to_dicts(), expected, "Polars")
        columns = ", ".join(
            f"{column}::VARCHAR AS {column}" if column in ("platform", "sentiment", "coach_id", "school_id")
            else column for column in batch.schema.names if not column.endswith(("_date", "_at")))
        found = connection.execute(f"SELECT {columns} FROM posts").to_arrow_table().to_pylist()
        without_times = {
            identifier: {key: value for key, value in row.items() if not key.endswith(("_date", "_at"))}
            for identifier, row in expected.items()}
        check_rows(found, without_times, "DuckDB")
    print(f"check-arrow: {name}: {batch.num_rows} posts are the same in pyarrow, Polars and DuckDB")
    return batch, frame, connection


def check_import(library, exporter, batch, name, kind="batch"):
    """Imports what `exporter` puts into structs; the posts must be those of `batch`."""
    structs = Structs()
    exporter(structs)
    table = library.import_batch(structs) if kind == "batch" else library.import_stream(structs)
    report = library.report(table)
    assert (report["loaded"], report["skipped"], report["warnings"]) == (batch.num_rows, 0, 0), (name, report)
    posts = library.posts(table)
    again = record_batch(library.export_posts(posts))
    library.destroy("posts", posts)
    library.destroy("table", table)
    # Dictionaries may have their values in another order.
    assert again.to_pylist() == batch.to_pylist(), f"{name}: other posts"
    print(f"check-arrow: imported again: {name}")


def batch_exporter(batch):
    return lambda structs: batch._export_to_c(*structs.addresses)


def stream_exporter(reader):
    import ctypes
    return lambda structs: reader._export_to_c(ctypes.addressof(structs.stream))


def cast(batch, types):
    """The batch with other types for some columns."""
    columns = [
        batch.column(name).cast(types[name]) if name in types else batch.column(name)
        for name in batch.schema.names]
    return pyarrow.RecordBatch.from_arrays(columns, names=batch.schema.names)


def check_imports(library, batch, frame, connection, name):
    times = ["post_date", "created_at", "updated_at"]
    texts = ["post_url", "post_content", "author_handle", "author_name", "notes"]
    codes = ["platform", "sentiment", "coach_id", "school_id"]
    check_import(library, batch_exporter(batch), batch, f"{name}, as exported")
    check_import(library, batch_exporter(cast(batch, {key: pyarrow.string() for key in codes})), batch,
                 f"{name}, texts for dictionaries")
    check_import(library, batch_exporter(cast(batch, {key: pyarrow.large_string() for key in texts})), batch,
                 f"{name}, large texts")
    check_import(library, batch_exporter(cast(batch, {key: pyarrow.string_view() for key in texts})), batch,
                 f"{name}, views of texts")
    for kind in (pyarrow.timestamp("ns", "UTC"), pyarrow.timestamp("us"),
                 pyarrow.timestamp("us", "America/New_York")):
        check_import(library, batch_exporter(cast(batch, {key: kind for key in times})), batch,
                     f"{name}, {kind}")
    # A slice of a batch around it: everything begins at an offset.
    around = pyarrow.concat_batches([batch.slice(0, 3), batch])
    check_import(library, batch_exporter(around.slice(3)), batch, f"{name}, a slice")
    table = pyarrow.Table.from_batches([batch.slice(at, 71) for at in range(0, batch.num_rows, 71)], batch.schema)
    check_import(library, stream_exporter(table.to_reader()), batch, f"{name}, a stream of pieces", "stream")
    check_import(library, stream_exporter(pyarrow.table(frame).to_reader()), batch, f"{name}, from Polars",
                 "stream")
    if not batch.num_rows:
        return
    everything = connection.execute("SELECT * FROM posts").to_arrow_reader(97)
    check_import(library, stream_exporter(everything), batch, f"{name}, from DuckDB", "stream")


def check_refusals(library):
    """Types that are not read are named, rows that break the rules are reported, and structs are taken over."""
    for column, values, status in [
            ("post_date", pyarrow.array([1, 2], pyarrow.date32()), UNSUPPORTED),
            ("notes", pyarrow.array([b"a", b"b"], pyarrow.binary()), UNSUPPORTED),
            ("flagged_for_review", pyarrow.array([1, 0]), UNSUPPORTED),
            ("post_content", pyarrow.array([["a"], []]), UNSUPPORTED),
            ("id", pyarrow.array([1.5, 2.5]), UNSUPPORTED)]:
        structs = Structs()
        pyarrow.RecordBatch.from_arrays([values], names=[column])._export_to_c(*structs.addresses)
        try:
            library.import_batch(structs)
            raise AssertionError(f"{column} of type {values.type} was imported")
        except Failure as failure:
            assert failure.status == status and column in str(failure), failure
        assert structs.is_released(structs.array) and structs.is_released(structs.schema)
    structs = Structs()
    rows = pyarrow.RecordBatch.from_pydict({
        "id": ["a", None, "", "d", "e", "f"], "other": [[1]] * 6,
        "platform": ["twitter", "twitter", "twitter", "myspace", "instagram", "instagram"],
        "post_date": pyarrow.array([0, 1, 2, 3, None, 10**17], pyarrow.timestamp("s")),
        "sentiment": ["angry", None, None, None, None, None]})
    rows._export_to_c(*structs.addresses)
    table = library.import_batch(structs)
    report = library.report(table)
    assert (report["rows"], report["loaded"], report["skipped"], report["warnings"]) == (6, 1, 5, 1), report
    fields = [(problem["row"], problem["field"]) for problem in report["problems"]]
    assert fields == [(1, "sentiment"), (2, "id"), (3, "id"), (4, "platform"), (5, "post_date"),
                      (6, "post_date")], fields
    library.destroy("table", table)
    print("check-arrow: other types are refused, bad rows reported")


def check_release(library, posts):
    """Structs that are released, in either order and twice, give everything back."""
    for first, second in (("schema", "array"), ("array", "schema")):
        structs = library.export_posts(posts)
        structs.release(getattr(structs, first))
        structs.release(getattr(structs, second))


def check_timing(library, posts):
    durations = []
    for _ in range(20):
        structs = Structs()
        start = time.perf_counter()
        library.export_posts(posts, structs)
        durations.append((time.perf_counter() - start) * 1e3)
        count = structs.length()
        structs.release(structs.array)
        structs.release(structs.schema)
    durations.sort()
    print(f"check-arrow: export of {count} posts: median {durations[10]:.2f} ms, fastest {durations[0]:.2f} ms")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library", help="libcompass")
    parser.add_argument("--data", type=pathlib.Path, help="a folder of tables to check beside the small ones")
    arguments = parser.parse_args()
    library = Library(arguments.library)

    handles = library.library.compass_handle_count()
    tiny = json.loads(pathlib.Path("Datasets/tiny/social_media_posts.json").read_bytes())
    for name, rows in [("tiny", tiny), ("odd rows", odd_posts()), ("no rows", [])]:
        check_imports(library, *check_posts(library, rows, name), name)
    check_refusals(library)
    if arguments.data:
        data = (arguments.data / "social_media_posts.json").read_bytes()
        check_posts(library, data, str(arguments.data.name), compares_rows=False)
        table = library.load(POSTS, data)
        posts = library.posts(table)
        library.destroy("table", table)
        check_timing(library, posts)
        library.destroy("posts", posts)
    assert library.library.compass_handle_count() == handles, "handles are left"


if __name__ == "__main__":
    main()
