"""Reads Arrow exports with pyarrow, Polars and DuckDB, and hands their columns back.

The engines must count the same as the kernel's own page, and find the texts of the documents. What they export is
imported, in each of the types in which they have it, and must become the same posts.
"""

import argparse
import collections
import ctypes
import datetime
import io
import json
import pathlib
import time
import uuid

import duckdb
import polars
import pyarrow
import pyarrow.ipc

from arrow_engines import (
    NOW, by_duckdb, by_polars, by_pyarrow, check_aggregates, check_rows, document_rows, instant)
from arrow_interface import (
    EVENTS, INTERACTIONS, OFFERS, POSTS, SCHOOLS, STATUS_CHANGES, Failure, Library, Stream, String, Structs)

EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
UNSUPPORTED = 13
# With a copy of the text, an import would take 15 times as long as an export; without, it takes 240 times. A limit in
# milliseconds fails on a slow machine.
IMPORTS_PER_EXPORT = 50


# Documents

def odd_posts():
    """Returns rows with nulls, empty texts, ids other than UUIDs and characters of all lengths."""
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


# Checks

def record_batch(structs):
    batch = pyarrow.RecordBatch._import_from_c(*structs.addresses)
    batch.validate(full=True)
    return batch


def read_with_engines(structs):
    """Returns the export as a record batch, a frame and a connection in which it is called posts."""
    batch = record_batch(structs)
    connection = duckdb.connect()
    connection.register("posts", pyarrow.Table.from_batches([batch]))
    return batch, polars.from_arrow(batch), connection


def check_posts(library, rows, name, compares_rows=True):
    posts = library.posts_of(rows)
    options = library.options(int((NOW - EPOCH).total_seconds()) * 1_000_000)
    page = library.analytics(posts, options)
    structs = library.export_posts(posts)
    days = record_batch(library.export_day_counts(posts, options))
    # The columns no longer require the handle.
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
        found = connection.sql(f"SELECT {columns} FROM posts").to_arrow_table().to_pylist()
        without_times = {
            identifier: {key: value for key, value in row.items() if not key.endswith(("_date", "_at"))}
            for identifier, row in expected.items()}
        check_rows(found, without_times, "DuckDB")
    print(f"check-arrow: {name}: {batch.num_rows} posts are the same in pyarrow, Polars and DuckDB")
    return batch, frame, connection


def check_files(batch, name):
    """Polars, whose reader is its own, reads the files that pyarrow writes of an export."""
    table = pyarrow.Table.from_batches([batch])
    expected = [dict(row) for row in table.to_pylist()]
    for make, read in [(pyarrow.ipc.new_file, polars.read_ipc), (pyarrow.ipc.new_stream, polars.read_ipc_stream)]:
        target = pyarrow.BufferOutputStream()
        with make(target, table.schema) as writer:
            writer.write_table(table)
        frame = read(io.BytesIO(target.getvalue().to_pybytes()))
        found = frame.to_dicts()
        for row in found:
            # Polars has no UUIDs: compare their bytes.
            if isinstance(row["id"], bytes):
                row["id"] = uuid.UUID(bytes=row["id"])
        assert found == expected, f"{name}: other rows after {make.__name__}"
    print(f"check-arrow: {name}: Polars reads files of {len(expected)} rows")


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
    return lambda structs: reader._export_to_c(ctypes.addressof(structs.stream))


def cast(batch, types):
    """Returns the batch with other types for some columns."""
    columns = [
        batch.column(name).cast(types[name]) if name in types else batch.column(name)
        for name in batch.schema.names]
    return pyarrow.RecordBatch.from_arrays(columns, names=batch.schema.names)


def check_protocol(library, rows):
    """Engines read structs and streams by Arrow's protocol between Python packages, without pyarrow between."""
    posts = library.posts_of(rows)
    expected = document_rows(rows)
    structs = library.export_posts(posts)
    frame = polars.from_arrow(structs).struct.unnest()
    assert structs.is_released(structs.array), "Polars moves structs"
    check_rows(frame.to_dicts(), expected, "Polars, from structs")
    structs = library.export_stream(posts)
    check_rows(polars.DataFrame(Stream(structs)).to_dicts(), expected, "Polars, from a stream")
    assert structs.is_released(structs.stream), "Polars moves streams"
    check_rows(pyarrow.table(Stream(library.export_stream(posts))).to_pylist(), expected, "pyarrow, from a stream")
    connection = duckdb.connect()
    connection.register("posts", Stream(library.export_stream(posts)))
    # A stream is read once.
    counted = dict(connection.execute("SELECT platform::VARCHAR, count(*) FROM posts GROUP BY 1").fetchall())
    assert counted == dict(collections.Counter(row["platform"] for row in rows)), counted
    unread = library.export_stream(posts)
    unread.release(unread.stream)
    library.destroy("posts", posts)
    print(f"check-arrow: {frame.height} posts are read by Arrow's protocol between Python packages")


def check_changes(library, rows):
    """Posts with pending changes equal those of a document with the changes."""
    posts = library.posts_of(rows)
    before = record_batch(library.export_posts(posts))
    expected = document_rows(rows)
    identifiers = list(expected)
    library.change("delete", posts, identifiers[0])
    del expected[identifiers[0]]
    library.change("set_flag", posts, identifiers[1], ctypes.c_int32(1))
    expected[identifiers[1]]["flagged_for_review"] = True
    notes = "call\u00e9".encode()
    library.change("set_notes", posts, identifiers[2], String(notes, len(notes)))
    expected[identifiers[2]]["notes"] = notes.decode()
    new = {"id": "new", "platform": "instagram", "post_date": "2026-02-10T12:00:00+00:00", "school_id": "new"}
    changed = dict(rows[3], post_content="changed")
    library.merge(posts, [new, changed])
    expected |= document_rows([new, changed])
    after = record_batch(library.export_posts(posts))
    library.destroy("posts", posts)
    check_rows(after.to_pylist(), expected, "pyarrow, after changes")
    check_rows(before.to_pylist(), document_rows(rows), "pyarrow, before changes")
    print(f"check-arrow: {after.num_rows} posts with pending changes are exported as changed")


def check_timeline(library, folder):
    """The timeline contains the rows of its tables, at the positions that its page gives them."""
    files = {
        "events": (EVENTS, "events"), "interactions": (INTERACTIONS, "interactions"), "offers": (OFFERS, "offers"),
        "status_history": (STATUS_CHANGES, "school_status_history"), "schools": (SCHOOLS, "schools")}
    data = {name: (folder / f"{file}.json").read_bytes() for name, (_, file) in files.items()}
    tables = {name: library.load(kind, data[name]) for name, (kind, _) in files.items()}
    timeline = library.timeline(**tables)
    for table in tables.values():
        library.destroy("table", table)
    batch = record_batch(library.export_timeline(timeline))
    library.destroy("timeline", timeline)
    frame = polars.from_arrow(batch)
    rows = {name: json.loads(text) for name, text in data.items()}
    prefixes = {"events": "event", "interactions": "interaction", "offers": "offer", "status_history": "status"}
    expected = {f"{prefix}-{row['id']}" for name, prefix in prefixes.items() for row in rows[name]}
    assert set(frame["id"]) == expected, "items"
    types = dict(frame.group_by(polars.col("type").cast(polars.String)).len().iter_rows())
    assert types == {
        {"status": "status_change"}.get(prefix, prefix): len(rows[name]) for name, prefix in prefixes.items()
    }, types
    names = {row["id"]: row["name"] for row in rows["schools"]}
    found = {row["id"]: row for row in batch.to_pylist()}
    for event in rows["events"]:
        item = found[f"event-{event['id']}"]
        assert item["label"] == event["name"] and item["school_id"] == event["school_id"], item
        assert item["school_name"] == names.get(event["school_id"], item["school_name"]), item
        for edge in ("start", "end"):
            date = event.get(f"{edge}_date") or ""
            day = date if len(date) == len("2026-03-01") else None
            assert (item[f"{edge}_day"] and str(item[f"{edge}_day"])) == day, item
            assert not date or day or item[edge] == instant(date), item
        assert item["start_day"] in (None, item["start"].date()) and item["end"] >= item["start"], item
    for change in rows["status_history"]:
        item = found[f"status-{change['id']}"]
        assert item["details"] == change["notes"] and item["start"] == instant(change["changed_at"]), item
    connection = duckdb.connect()
    connection.register("items", pyarrow.Table.from_batches([batch]))
    counted = dict(connection.execute("SELECT school_id::VARCHAR, count(*) FROM items GROUP BY 1").fetchall())
    assert counted == dict(
        collections.Counter(row["school_id"] for name in prefixes for row in rows[name])), "schools"
    print(f"check-arrow: {batch.num_rows} timeline items are those of their tables")
    check_files(batch, "timeline items")


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
    everything = connection.sql("SELECT * FROM posts").to_arrow_reader(97)
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
    """Structs that are released, in either order and twice, free everything."""
    for first, second in (("schema", "array"), ("array", "schema")):
        structs = library.export_posts(posts)
        structs.release(getattr(structs, first))
        structs.release(getattr(structs, second))


def check_timing(library, document):
    """Prints the time of an export, an import and of reading the document; an export copies no column."""
    exports, imports, readings = [], [], []
    for _ in range(3):
        start = time.perf_counter()
        posts = library.posts_of(document)
        readings.append(time.perf_counter() - start)
        library.destroy("posts", posts)
    posts = library.posts_of(document)
    for _ in range(20):
        structs = Structs()
        start = time.perf_counter()
        library.export_posts(posts, structs)
        exports.append(time.perf_counter() - start)
        count = structs.length()
        structs.release(structs.array)
        structs.release(structs.schema)
    for _ in range(3):
        structs = library.export_posts(posts)
        start = time.perf_counter()
        table = library.import_batch(structs)
        imports.append(time.perf_counter() - start)
        library.destroy("table", table)
    library.destroy("posts", posts)
    print(f"check-arrow: {count} posts: exported in {min(exports) * 1e3:.2f} ms, imported in "
          f"{min(imports) * 1e3:.0f} ms, read from JSON in {min(readings) * 1e3:.0f} ms")
    assert min(exports) * IMPORTS_PER_EXPORT <= min(imports), (
        f"an import of {count} posts must take at least {IMPORTS_PER_EXPORT} times as long as an export")


def many_posts(count):
    """Returns a document of small rows."""
    rows = [row for row in odd_posts() if len(json.dumps(row)) < 1000]
    return json.dumps([
        dict(rows[number % len(rows)], id=str(uuid.UUID(int=number)), post_url=None)
        for number in range(count)]).encode()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library", help="libcompass")
    parser.add_argument("--data", type=pathlib.Path, help="a folder of tables to check beside the small ones")
    arguments = parser.parse_args()
    library = Library(arguments.library)

    handles = library.library.compass_handle_count()
    tiny = json.loads(pathlib.Path("Datasets/tiny/social_media_posts.json").read_bytes())
    nothing = [dict(row, coach_id=None, school_id=None, sentiment=None) for row in odd_posts()]
    for name, rows in [("tiny", tiny), ("odd rows", odd_posts()), ("no rows", []), ("no codes", nothing)]:
        batch, frame, connection = check_posts(library, rows, name)
        check_files(batch, name)
        check_imports(library, batch, frame, connection, name)
    for rows in (tiny, odd_posts()):
        check_protocol(library, rows)
        check_changes(library, rows)
    check_timeline(library, pathlib.Path("Datasets/tiny"))
    check_refusals(library)
    posts = library.posts_of(tiny)
    check_release(library, posts)
    library.destroy("posts", posts)
    check_timing(library, many_posts(200_000))
    if arguments.data:
        data = (arguments.data / "social_media_posts.json").read_bytes()
        check_posts(library, data, str(arguments.data.name), compares_rows=False)
        check_timing(library, data)
    assert library.library.compass_handle_count() == handles, "handles are left"


if __name__ == "__main__":
    main()
