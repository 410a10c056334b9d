"""What callers get wrong raises, and nothing worse."""

from __future__ import annotations

import copy
import gc
import os
import pickle
import subprocess
import sys
import threading
import unittest
from typing import Callable, List, Tuple

import compass_kernel
from compass_kernel import Activity, Posts, Reports, Table, Timeline, Zone, errors
from compass_kernel._library import library
from support import NOW, TINY, SeededTestCase, posts


def handle_count() -> int:
    gc.collect()
    return library.compass_handle_count()


class ClosingTests(unittest.TestCase):
    def test_what_is_closed_refuses_every_query(self) -> None:
        schools, zone = Table.from_bytes("schools", []), Zone("America/New_York")
        loaded, timeline = Posts.from_directory(TINY), Timeline.from_directory(TINY)
        activity, reports = Activity.from_directory(TINY), Reports.from_directory(TINY)
        undo = loaded.set_flag(loaded.feed_page(now=NOW)["posts"][0]["id"])
        open_posts = loaded.snapshot()
        for each in (schools, zone, loaded, timeline, activity, reports, undo):
            self.assertFalse(each.closed)
            each.close()
            each.close()
            self.assertTrue(each.closed)
        calls: List[Callable[[], object]] = [
            lambda: len(schools), lambda: Posts.from_bytes([], schools=schools), lambda: len(loaded),
            lambda: loaded.analytics_page(now=NOW), lambda: loaded.feed_page(now=NOW), lambda: loaded.linked_feed_page(now=NOW),
            lambda: loaded.match_count(), lambda: loaded.set_flag("1"), lambda: loaded.set_notes("1", ""),
            lambda: loaded.remove("1"), lambda: loaded.apply(undo), lambda: open_posts.apply(undo),
            lambda: loaded.put("[]"), lambda: loaded.apply_realtime("[]"), lambda: loaded.snapshot(),
            lambda: loaded.prepare_for_search(), lambda: loaded.prepare_for_changes(),
            lambda: loaded.compact(), lambda: loaded.compact(seconds=1), lambda: loaded.forget_deletions(NOW), lambda: copy.copy(loaded),
            lambda: loaded.__arrow_c_array__(), lambda: loaded.__arrow_c_stream__(),
            lambda: loaded.day_counts(now=NOW).__arrow_c_schema__(),
            lambda: loaded.columns(flagged=True).__arrow_c_array__(),
            lambda: loaded.columns(flagged=True).__arrow_c_stream__(), lambda: activity.remove("doc-1"),
            lambda: timeline.page(now=NOW), lambda: timeline.put("events", []),
            lambda: timeline.remove("event-1"), lambda: timeline.snapshot(),
            lambda: timeline.columns().__arrow_c_array__(), lambda: activity.page(now=NOW),
            lambda: activity.put("documents", []), lambda: activity.snapshot(),
            lambda: activity.prepare_for_search(), lambda: activity.prepare_for_changes(),
            lambda: reports.page(now=NOW), lambda: open_posts.analytics_page(now=NOW, zone=zone),
        ]
        for call in calls:
            with self.assertRaises(errors.InvalidHandleError):
                call()
        self.assertEqual(repr(loaded), "<closed posts>")

    def test_a_handle_of_another_kind_is_refused(self) -> None:
        loaded, timeline = Posts.from_bytes([]), Timeline()
        loaded_handle = loaded._handle
        try:
            loaded._handle = timeline._handle
            with self.assertRaises(errors.InvalidHandleError):
                len(loaded)
            loaded._handle = 2**64 - 1
            with self.assertRaises(errors.InvalidHandleError):
                len(loaded)
        finally:
            loaded._handle = loaded_handle

    def test_what_could_not_be_made_is_closed_and_can_be_shown(self) -> None:
        for kind in (Table, Zone, Posts, Timeline, Activity, Reports, compass_kernel.Change):
            unmade = kind.__new__(kind)
            with self.subTest(kind.__name__):
                self.assertTrue(unmade.closed)
                unmade.close()
                self.assertIn("<", repr(unmade))

    def test_only_changes_are_applied(self) -> None:
        loaded = Posts.from_bytes([])
        for other in (None, 1, loaded):
            with self.assertRaisesRegex(TypeError, "a Change is accepted"):
                loaded.apply(other)  # type: ignore[arg-type]

    def test_everything_is_freed(self) -> None:
        Posts.from_directory(TINY).analytics_page(now=NOW, zone="America/New_York")
        before = handle_count()
        with Posts.from_directory(TINY) as loaded:
            for _ in range(3):
                loaded.feed_page(now=NOW, zone="America/New_York")
                loaded.snapshot()
                loaded.set_flag(loaded.feed_page(now=NOW)["posts"][0]["id"])
            self.assertEqual(handle_count(), before + 1)
        Timeline.from_directory(TINY).page(now=NOW)
        Activity.from_directory(TINY).snapshot()
        Reports.from_directory(TINY).page(now=NOW)
        Zone("Asia/Tokyo")
        for failing in (
                lambda: Posts.from_bytes("["), lambda: Posts.from_bytes([], schools="no such file"),
                lambda: Posts.from_bytes([]).set_flag("1"), lambda: Posts.from_bytes([]).feed(after="x"),
                lambda: Timeline(events=TINY / "events.json", schools="no such file"),
                lambda: Posts.from_bytes([]).analytics_page(zone="Mars/Olympus")):
            with self.assertRaises(errors.CompassError):
                failing()
        self.assertEqual(handle_count(), before)

    def test_what_belongs_together_is_kept_together(self) -> None:
        columns = Posts.from_bytes(posts(3)).day_counts(now=NOW, zone=Zone("Asia/Tokyo"))
        gc.collect()
        columns.__arrow_c_array__()

    def test_objects_are_not_pickled(self) -> None:
        for each in (Posts.from_bytes([]), Zone("UTC"), Reports()):
            with self.assertRaises(TypeError):
                pickle.dumps(each)
        with self.assertRaises(TypeError):
            copy.copy(Zone("UTC"))

    def test_a_process_that_keeps_everything_ends_well(self) -> None:
        script = (
            "from compass_kernel import Posts, Zone\n"
            "posts = Posts.from_bytes([])\n"
            "zone = Zone('America/New_York')\n"
            "kept = [posts.__arrow_c_array__(), posts.__arrow_c_schema__(), posts.__arrow_c_stream__()]\n"
            "cycle = [posts]\n"
            "cycle.append(cycle)\n"
            "print('end')\n")
        run = subprocess.run(
            [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            universal_newlines=True)
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "end\n", ""))

    @unittest.skipUnless(hasattr(os, "fork"), "there is no fork")
    def test_a_forked_process_goes_on_with_what_it_has(self) -> None:
        loaded = Posts.from_directory(TINY)
        expected = loaded.analytics_page(now=NOW)
        child = os.fork()
        if child == 0:
            status = 1
            try:
                loaded.remove(loaded.feed_page(now=NOW)["posts"][0]["id"])
                status = 0 if loaded.analytics_page(now=NOW) != expected else 2
            finally:
                os._exit(status)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        self.assertEqual(loaded.analytics_page(now=NOW), expected)


class TextTests(SeededTestCase):
    def test_lone_surrogates_are_refused_everywhere(self) -> None:
        loaded, timeline = Posts.from_bytes(posts(1)), Timeline()
        for call in (
                lambda: loaded.feed_page(search="\ud800", now=NOW), lambda: loaded.set_flag("\udfff"),
                lambda: loaded.set_notes("1", "a\ud83d"), lambda: loaded.match_count(schools="\ud800"),
                lambda: timeline.page(school="\ud800", now=NOW), lambda: timeline.remove("\udc80"),
                lambda: loaded.analytics_page(now="\ud800"), lambda: loaded.analytics_page(zone="\ud800")):
            with self.assertRaises(errors.InvalidUTF8Error):
                call()

    def test_paths_may_be_anything(self) -> None:
        for path in ("", "a\0b", "\udcff", b"\xff"):
            with self.subTest(path), self.assertRaises((errors.CompassError, ValueError, OSError)):
                Posts.from_json(path)  # type: ignore[arg-type]

    def test_bytes_that_are_no_json_are_refused(self) -> None:
        for _ in range(300):
            content = bytes(self.random.randrange(256) for _ in range(self.random.randrange(60)))
            try:
                Posts.from_bytes(b"[" + content + b"]").close()
            except errors.MalformedDataError:
                pass
        with self.assertRaises(TypeError):
            Posts.from_bytes(5)  # type: ignore[arg-type]
        for rows in (["{}"], [{}, None], [[{}]]):
            with self.assertRaisesRegex(TypeError, "a dict is required"):
                Posts.from_bytes(rows)  # type: ignore[arg-type]
        with self.assertRaises(ValueError):
            Posts.from_bytes([{"id": float("nan")}])

    def test_messages_say_what_is_accepted(self) -> None:
        loaded = Posts.from_bytes([])
        with self.assertRaisesRegex(errors.InvalidArgumentError, "'twitter', 'instagram'"):
            loaded.match_count(platforms="facebook")
        with self.assertRaises(errors.InvalidArgumentError) as caught:
            loaded.feed_page(page_size=-1)
        self.assertNotIn("compass_", str(caught.exception).split(" ")[0])
        self.assertEqual(caught.exception.status, "COMPASS_INVALID_ARGUMENT")

    def test_messages_speak_of_arguments(self) -> None:
        loaded, closed = Posts.from_directory(TINY), Posts.from_bytes([])
        timeline, activity, reports = Timeline(), Activity(), Reports()
        closed.close()
        cases: List[Tuple[str, Callable[[], object]]] = [
            ("range is 0; 1 to 1000000 days, or 'all', are", lambda: loaded.analytics_page(0, now=NOW)),
            ("days is -4; 1 to 1000000 days, None or 'all', are", lambda: loaded.analytics_page(days=-4, now=NOW)),
            ("top is -1", lambda: loaded.analytics_page(top=-1, now=NOW)),
            ("recent is -1", lambda: loaded.analytics_page(recent=-1, now=NOW)),
            ("now is -62167219200000000; instants", lambda: loaded.analytics_page(now="0000-01-01T00:00:00Z")),
            ('now is "never"', lambda: loaded.analytics_page(now="never")),
            ("page_size is 0", lambda: loaded.feed_page(page_size=0, now=NOW)),
            ("after: the cursor", lambda: loaded.feed_page(after="x", now=NOW)),
            ('first_day is "x"', lambda: loaded.feed_page(first_day="x", now=NOW)),
            ('last_day is "options.x"', lambda: loaded.match_count(last_day="options.x")),
            ("schools[0] is not valid", lambda: loaded.match_count(schools="\ud800")),
            ("coaches[1] is not valid", lambda: loaded.match_count(coaches=["a", "\ud800"])),
            ("coaches is a table of another kind",
             lambda: Posts.from_bytes([], coaches=Table.from_bytes("schools", []))),
            ("range is 5; 3, 6, 12 and 'all' are", lambda: timeline.page(5, now=NOW)),
            ("lanes_page is -1", lambda: timeline.page(lanes_page=-1, now=NOW)),
            ("minimum_width is 101.0", lambda: timeline.page(minimum_width=101, now=NOW)),
            ("table is 'schools'; accepted are events, inter", lambda: timeline.put("schools", [])),
            ("events is a table of another kind", lambda: Timeline(events=Table.from_bytes("schools", []))),
            ("page is 0", lambda: activity.page(0, now=NOW)),
            ("both are required", lambda: reports.page(first_day="2026-01-01", now=NOW)),
            ('first_day is "x"', lambda: reports.page(first_day="x", last_day="2026-01-01", now=NOW)),
            ("last_day is 2026-01-01", lambda: reports.page(
                first_day="2026-02-01", last_day="2026-01-01", now=NOW)),
            ("threads is 0", lambda: Table.from_bytes("schools", [], threads=0)),
            ("posts: the object is closed", lambda: closed.feed_page(now=NOW)),
        ]
        for expected, call in cases:
            with self.subTest(expected), self.assertRaises(errors.CompassError) as caught:
                call()
            message = str(caught.exception)
            self.assertIn(expected, message)
            for foreign in ("COMPASS_", "compass_", "options.range", "filter.", "0x"):
                self.assertNotIn(foreign, message)

    def test_every_status_has_a_class(self) -> None:
        for status in range(1, 16):
            name = library.compass_status_name(status).decode()
            self.assertEqual(errors.BY_STATUS[name].status, name)
            self.assertIn(errors.BY_STATUS[name].__name__, compass_kernel.__all__)
        self.assertEqual(library.compass_status_name(17), b"unknown status")


class ThreadTests(SeededTestCase):
    THREADS = 8

    def together(self, body: Callable[[int], None]) -> None:
        """Runs a function in all threads at the same time; what one of them raises is raised."""
        barrier, failures = threading.Barrier(self.THREADS), []

        def run(number: int) -> None:
            barrier.wait()
            try:
                body(number)
            except BaseException as failure:
                failures.append(failure)

        threads = [threading.Thread(target=run, args=(number,)) for number in range(self.THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(timeout=120)
            self.assertFalse(thread.is_alive())
        if failures:
            raise failures[0]

    def test_queries_and_changes_at_the_same_time(self) -> None:
        loaded = Posts.from_bytes(posts(400, post_content="summer camp"))

        def work(number: int) -> None:
            for round in range(40):
                id = str(1 + 8 * round + number)
                undo = loaded.set_flag(id)
                page = loaded.analytics_page("all", now=NOW, zone="America/New_York")
                assert 200 <= page["summary"]["totalPosts"] <= 400
                if round % 2:
                    loaded.apply(undo)
                else:
                    loaded.remove(id)
                copied = loaded.snapshot()
                count = len(copied)
                assert copied.match_count(search="CAMP") == count
                assert len(copied.feed_page(page_size=500, now=NOW)["posts"]) == count
                copied.close()

        self.together(work)
        self.assertEqual(len(loaded), 400 - 8 * 20)
        self.assertEqual(loaded.match_count(flagged=True), 0)

    def test_closing_while_others_ask(self) -> None:
        for _ in range(30):
            loaded = Posts.from_bytes(posts(50))

            def work(number: int) -> None:
                try:
                    for _ in range(20):
                        assert loaded.analytics_page("all", now=NOW)["summary"]["totalPosts"] == 50
                        if number == 0:
                            loaded.close()
                except errors.InvalidHandleError:
                    pass

            self.together(work)
            self.assertTrue(loaded.closed)

    def test_each_thread_gets_its_own_message(self) -> None:
        loaded = Posts.from_bytes([])

        def work(number: int) -> None:
            for round in range(200):
                id = f"thread {number} round {round}"
                try:
                    loaded.set_flag(id)
                except errors.NotFoundError as error:
                    assert id in str(error), str(error)
                else:
                    raise AssertionError("found")

        self.together(work)

    def test_loading_and_asking_at_the_same_time(self) -> None:
        # Zones that are named are kept.
        for name in ("Asia/Tokyo", "UTC"):
            Timeline().page("all", now=NOW, zone=name)
        before = handle_count()

        def work(number: int) -> None:
            for _ in range(10):
                with Activity.from_directory(TINY) as activity, Timeline.from_directory(TINY) as timeline:
                    activity.page(now=NOW)
                    timeline.page("all", now=NOW, zone=["Asia/Tokyo", "UTC", None][number % 3])

        self.together(work)
        self.assertEqual(handle_count(), before)


if __name__ == "__main__":
    unittest.main()
