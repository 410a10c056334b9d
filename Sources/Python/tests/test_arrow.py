"""Columns that are handed out and taken in through Arrow's PyCapsule interface.

Those tests that need pyarrow, Polars or DuckDB are skipped where these are not installed.
"""

from __future__ import annotations

import ctypes
import gc
import importlib.util
import resource
import sys
import threading
import unittest
from typing import Any

from compass_kernel import Posts, Table, Timeline, _arrow, errors
from support import NOW, TINY, post, posts

ZONE = "America/New_York"


def peak_kilobytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform == "darwin" else 1)


def needs(*modules: str) -> Any:
    missing = [module for module in modules if importlib.util.find_spec(module) is None]
    return unittest.skipIf(bool(missing), f"not installed: {', '.join(missing)}")


_Release = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class Consumer:
    """Takes over what capsules hold, as others do."""

    def __init__(self, capsules: Any) -> None:
        self.schema, self.array = _arrow.ArrowSchema(), _arrow.ArrowArray()
        for struct, capsule, name in (
                (self.schema, capsules[0], b"arrow_schema"), (self.array, capsules[1], b"arrow_array")):
            address = _arrow._pointer_of(capsule, name)
            ctypes.memmove(ctypes.byref(struct), address, ctypes.sizeof(struct))
            type(struct).from_address(address).release = None

    def names(self) -> Any:
        children = ctypes.cast(
            self.schema.children, ctypes.POINTER(ctypes.POINTER(_arrow.ArrowSchema)))
        return [children[index].contents.name.decode() for index in range(self.schema.n_children)]

    def release(self) -> None:
        for struct in (self.schema, self.array):
            if struct.release:
                _Release(struct.release)(ctypes.addressof(struct))


class CapsuleTests(unittest.TestCase):
    def test_what_was_taken_over_outlives_everything(self) -> None:
        loaded = Posts.from_directory(TINY)
        capsules = loaded.__arrow_c_array__()
        consumer = Consumer(capsules)
        del capsules
        loaded.close()
        gc.collect()
        self.assertEqual(consumer.array.length, 200)
        self.assertEqual(consumer.names()[:3], ["id", "platform", "post_date"])
        consumer.release()
        self.assertIsNone(consumer.array.release)

    def test_capsules_that_nobody_takes_are_freed(self) -> None:
        loaded = Posts.from_bytes(posts(20_000, post_content="x" * 100))
        before = peak_kilobytes()
        for number in range(300):
            # Flags change in place; notes make each round compact the posts anew, into two megabytes.
            loaded.set_notes("1", str(number))
            loaded.__arrow_c_schema__()
            loaded.__arrow_c_array__(None)
            loaded.__arrow_c_stream__(requested_schema=None)
        self.assertLess(peak_kilobytes() - before, 100_000)

    def test_capsules_that_end_with_an_exception_leave_it_alone(self) -> None:
        loaded = Posts.from_bytes(posts(10))

        def fail(*arguments: object) -> None:
            raise KeyError("the first")

        for make in (loaded.__arrow_c_array__, loaded.__arrow_c_schema__, loaded.__arrow_c_stream__):
            for _ in range(50):
                with self.assertRaisesRegex(KeyError, "the first"):
                    fail(make(), [make(), fail(make())])
                with self.assertRaises(ZeroDivisionError):
                    [make(), 1 // 0]
                with self.assertRaises(ValueError):
                    # Fails within C, with its arguments at hand.
                    int("x", base=[len([make()]), 10][1])

    def test_other_capsules_are_left_alone(self) -> None:
        end = _arrow.library.compass_arrow_end_capsule
        end(None)
        other = _arrow._new_capsule(ctypes.addressof(ctypes.c_int()), b"another", None)
        end(id(other))
        self.assertIn("another", repr(other))
        with self.assertRaises(errors.NullPointerError):
            _arrow.library.compass_arrow_use_capsules(None, None, None)
        Posts.from_bytes([]).__arrow_c_array__()

    def test_the_bars_of_the_chart_are_columns(self) -> None:
        loaded = Posts.from_directory(TINY)
        consumer = Consumer(loaded.day_counts("all", now=NOW, zone=ZONE, days=7).__arrow_c_array__())
        self.assertEqual((consumer.array.length, consumer.names()), (7, ["date", "count"]))
        consumer.release()
        with self.assertRaises(errors.InvalidArgumentError):
            loaded.day_counts(now="never")

    def test_filtered_posts_are_columns(self) -> None:
        loaded = Posts.from_directory(TINY)
        for filters in ({}, {"platforms": "twitter"}, {"search": "camp", "flagged": False}, {"schools": "none"},
                        {"first_day": "2026-02-10", "zone": ZONE}):
            with self.subTest(filters):
                columns = loaded.columns(**filters)  # type: ignore[arg-type]
                for _ in range(2):
                    consumer = Consumer(columns.__arrow_c_array__())
                    self.assertEqual(consumer.array.length, loaded.match_count(**filters))  # type: ignore
                    self.assertEqual(len(consumer.names()), 15)
                    consumer.release()
                columns.__arrow_c_stream__()
                again = Posts.from_arrow(columns)
                expected = loaded.feed_page(now=NOW, page_size=500, **filters)["posts"]  # type: ignore
                self.assertEqual(
                    [post["id"] for post in again.feed_page(now=NOW, page_size=500)["posts"]],
                    [post["id"] for post in expected])
        with self.assertRaises(errors.InvalidArgumentError):
            loaded.columns(platforms="facebook")
        with self.assertRaises(TypeError):
            loaded.columns(platform="twitter")  # type: ignore[call-arg]
        columns = loaded.columns(platforms="twitter")
        loaded.close()
        with self.assertRaises(errors.InvalidHandleError):
            columns.__arrow_c_array__()

    def test_posts_are_read_from_what_exports_itself(self) -> None:
        loaded = Posts.from_directory(TINY)

        class OnlyArray:
            def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
                return loaded.__arrow_c_array__()

        class OnlyStream:
            def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
                return loaded.__arrow_c_stream__(requested_schema)

        for data in (loaded, OnlyArray(), OnlyStream()):
            again = Posts.from_arrow(data, schools=TINY / "schools.json", coaches=TINY / "coaches.json")
            self.assertEqual(
                again.feed(page_size=500, now=NOW)["posts"], loaded.feed_page(page_size=500, now=NOW)["posts"])
            self.assertEqual(again.report["loaded"], 200)
        with self.assertRaisesRegex(TypeError, "does not export itself"):
            Posts.from_arrow([1])
        with self.assertRaises(errors.UnsupportedError):
            Table.from_arrow("schools", loaded)

    def test_exporting_in_many_threads(self) -> None:
        loaded = Posts.from_bytes(posts(100))
        failures = []

        def work() -> None:
            try:
                for round in range(30):
                    undo = loaded.set_flag(str(1 + round))
                    assert len(Posts.from_arrow(loaded)) == 100
                    loaded.apply(undo)
            except BaseException as failure:
                failures.append(failure)

        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])


class EngineTests(unittest.TestCase):
    """The same numbers, from engines that have the columns."""

    def setUp(self) -> None:
        self.posts = Posts.from_directory(TINY)
        self.page = self.posts.analytics_page("all", now=NOW, days="all", top=100)

    @needs("pyarrow")
    def test_pyarrow(self) -> None:
        import pyarrow
        import pyarrow.compute as compute

        batch = self.posts.to_arrow()
        self.assertEqual(batch.schema.field("post_date").type, pyarrow.timestamp("us", "UTC"))
        self.assertEqual(batch.num_rows, 200)
        self.assertEqual(
            compute.sum(batch["is_recruiting_related"]).as_py(), self.page["summary"]["recruitingPosts"])
        counts = {
            entry["values"]: entry["counts"] for entry in
            compute.value_counts(batch["sentiment"].cast(pyarrow.string())).to_pylist()}
        for row in self.page["sentiment"]:
            self.assertEqual(counts.get(row["type"], 0), row["count"])
        batch.validate(full=True)
        table = pyarrow.table(self.posts)
        self.assertEqual(table.num_rows, 200)
        self.assertEqual(len(Posts.from_arrow(batch)), 200)
        twice = pyarrow.concat_tables([table.slice(0, 120), table.slice(120)])
        self.assertEqual(
            Posts.from_arrow(twice).feed(page_size=500, now=NOW)["posts"][150]["id"],
            self.posts.feed_page(page_size=500, now=NOW)["posts"][150]["id"])
        with self.assertRaises(errors.UnsupportedError):
            Posts.from_arrow(pyarrow.table({"id": [1.5]}))

    @needs("pyarrow")
    def test_pyarrow_reads_filtered_posts(self) -> None:
        import pyarrow

        everything = pyarrow.table(self.posts)
        batch = self.posts.to_arrow(platforms="twitter", flagged=True)
        self.assertEqual(batch.schema, everything.schema)
        expected = [
            row for row in everything.to_pylist() if row["platform"] == "twitter" and row["flagged_for_review"]]
        self.assertEqual(batch.to_pylist(), expected)
        batch.validate(full=True)
        self.assertEqual(pyarrow.table(self.posts.columns(platforms="twitter", flagged=True)).num_rows, len(expected))
        none = self.posts.to_arrow(schools="none")
        self.assertEqual((none.num_rows, none.schema), (0, everything.schema))
        none.validate(full=True)

    @needs("pyarrow")
    def test_pyarrow_reads_the_timeline_and_the_chart(self) -> None:
        timeline = Timeline.from_directory(TINY)
        items = timeline.to_arrow(ZONE)
        self.assertEqual(
            sorted(items["id"].to_pylist()),
            sorted(timeline.page("all", now="2099-01-01T00:00:00Z", zone=ZONE)["list"]))
        chart = self.posts.day_counts("all", now=NOW, days="all").to_arrow()
        self.assertEqual(
            [(str(day), count) for day, count in zip(*(column.to_pylist() for column in chart.columns))],
            [(day["date"], day["count"]) for day in self.page["activityByDay"]])

    @needs("polars")
    def test_polars(self) -> None:
        import polars

        frame = polars.DataFrame(self.posts)
        self.assertEqual(frame.height, 200)
        counts = dict(frame["platform"].cast(polars.String).value_counts().iter_rows())
        self.assertEqual(counts, self.page["platforms"])
        again = Posts.from_arrow(frame, schools=TINY / "schools.json", coaches=TINY / "coaches.json")
        self.assertEqual(again.analytics_page("all", now=NOW, days="all", top=100), self.page)
        self.posts.close()
        self.assertEqual(frame["is_recruiting_related"].sum(), self.page["summary"]["recruitingPosts"])

    @needs("duckdb")
    def test_duckdb(self) -> None:
        import duckdb

        loaded = self.posts  # found by DuckDB under this name
        rows = duckdb.sql(
            "SELECT school_id::VARCHAR, count(*) FROM loaded WHERE school_id IS NOT NULL GROUP BY ALL"
        ).fetchall()
        self.assertEqual(
            dict(rows), {school["id"]: school["postCount"] for school in self.page["topSchools"]})
        self.assertEqual(duckdb.sql("SELECT count(*) FROM loaded").fetchall(), [(len(loaded),)])

    @needs("pyarrow")
    def test_pending_changes_are_in_the_columns(self) -> None:
        loaded = Posts.from_bytes(posts(50))
        loaded.remove("7")
        loaded.set_flag("8")
        loaded.put([post("99", post_content="late")])
        batch = loaded.to_arrow()
        ids = batch["id"].to_pylist()
        self.assertEqual(len(ids), 50)
        self.assertNotIn("7", ids)
        self.assertTrue(batch["flagged_for_review"].to_pylist()[ids.index("8")])
        self.assertEqual(batch["post_content"].to_pylist()[ids.index("99")], "late")


if __name__ == "__main__":
    unittest.main()
