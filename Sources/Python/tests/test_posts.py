"""Loading posts, and changing them."""

from __future__ import annotations

import copy
import inspect
import json
import sys
import tempfile
import typing
import unittest
from datetime import date, datetime, timedelta, timezone
from pathlib import Path

import compass_kernel
from compass_kernel import Posts, Table, errors
from support import NOW, TINY, post, posts


class LoadingTests(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_an_array_and_lines_give_the_same_posts(self) -> None:
        rows = posts(20)
        lines = "\n".join(map(json.dumps, rows))
        (self.folder / "posts.json").write_text(json.dumps(rows))
        (self.folder / "posts.ndjson").write_text(lines)
        loaded = [
            Posts.from_json(self.folder / "posts.json"), Posts.from_json(str(self.folder / "posts.json")),
            Posts.from_ndjson(self.folder / "posts.ndjson"), Posts(self.folder / "posts.json"),
            Posts(self.folder / "posts.ndjson"), Posts.from_bytes(rows),
            Posts.from_bytes(json.dumps(rows)), Posts.from_bytes(json.dumps(rows).encode()),
            Posts.from_bytes(bytearray(json.dumps(rows).encode())),
            Posts.from_bytes(memoryview(lines.encode()), form="ndjson"),
            Posts.from_bytes(iter(rows)), Posts.from_bytes(rows, threads=4)]
        for each in loaded:
            self.assertEqual(len(each), 20)
            self.assertEqual(each.feed(now=NOW), loaded[0].feed(now=NOW))

    def test_rows_that_are_wrong_are_reported(self) -> None:
        loaded = Posts.from_bytes([post("1"), {"id": "2"}, post("3", platform="fax"), post("1")])
        self.assertEqual(len(loaded), 1)
        report = loaded.report
        self.assertEqual(
            (report["rows"], report["loaded"], report["skipped"], report["replaced"]), (4, 1, 2, 1))
        self.assertEqual([problem["row"] for problem in report["problems"]], [2, 3])
        self.assertEqual(report["problems"][1]["field"], "platform")
        self.assertEqual(report["table"], "social_media_posts")
        self.assertEqual(
            report["replacements"], [{"row": 1, "byteOffset": 1, "id": "1", "rule": "id", "byRow": 4}])

    def test_a_report_lists_as_much_as_it_is_told(self) -> None:
        rows = [{"id": str(number)} for number in range(200)]
        self.assertEqual(len(Posts.from_bytes(rows).report["problems"]), 100)
        limited = Posts.from_bytes(rows, max_problems=3).report
        self.assertEqual((len(limited["problems"]), limited["skipped"]), (3, 200))

    def test_schools_have_names_where_their_table_is_given(self) -> None:
        schools = Table.from_bytes("schools", [{"id": "s", "name": "State"}])
        (self.folder / "schools.json").write_text('[{"id": "s", "name": "State"}]')
        row = post("1", school_id="s")
        names = [
            Posts.from_bytes([row], schools=given).analytics_page("all", now=NOW)["topSchools"][0]["name"]
            for given in (None, schools, self.folder / "schools.json")]
        self.assertEqual(names, ["Unknown School", "State", "State"])
        self.assertEqual((len(schools), schools.name, schools.closed), (1, "schools", False))

    def test_coaches_have_names_where_their_table_is_given(self) -> None:
        coaches = Table.from_bytes("coaches", [{"id": "c", "first_name": "Ann", "last_name": "Lee"}])
        (self.folder / "coaches.ndjson").write_text('{"id": "c", "first_name": "Ann", "last_name": "Lee"}')
        row = post("1", coach_id="c")
        (self.folder / "social_media_posts.json").write_text(json.dumps([row]))
        named = [
            Posts.from_bytes([row], coaches=given)
            for given in (None, coaches, self.folder / "coaches.ndjson")]
        named.append(Posts.from_directory(self.folder))
        named.append(Posts(self.folder / "social_media_posts.json", coaches=coaches))
        named.append(Posts.from_json(self.folder / "social_media_posts.json", coaches=coaches))
        (self.folder / "posts.ndjson").write_text(json.dumps(row))
        named.append(Posts.from_ndjson(self.folder / "posts.ndjson", coaches=coaches))
        tops = [posts.analytics_page("all", now=NOW)["topCoaches"] for posts in named]
        self.assertEqual(tops[0], [{"id": "c", "name": "Unknown Coach", "postCount": 1}])
        self.assertEqual(tops[1:], [[{"id": "c", "name": "Ann Lee", "postCount": 1}]] * 6)
        names = [posts.feed_page(now=NOW)["posts"][0]["coachName"] for posts in named]
        self.assertEqual(names, [None] + ["Ann Lee"] * 6)
        self.assertFalse(coaches.closed)

    def test_linked_counts_have_coaches(self) -> None:
        posts = Posts.from_bytes([post("1", coach_id="c"), post("2", coach_id="d"), post("3")])
        linked = posts.linked_feed_page(now=NOW, coaches="c")["linked"]
        self.assertEqual([coach["id"] for coach in linked["coaches"]], ["c", "d"])
        self.assertEqual((linked["matchCount"], linked["withoutCoach"]), (1, 1))

    def test_a_data_directory_needs_no_schools(self) -> None:
        (self.folder / "social_media_posts.ndjson").write_text(json.dumps(post("1")))
        self.assertEqual(len(Posts.from_directory(self.folder)), 1)
        (self.folder / "social_media_posts.json").write_text("[]")
        with self.assertRaisesRegex(errors.InvalidArgumentError, "twice"):
            Posts.from_directory(self.folder)

    def test_files_that_cannot_be_loaded_are_named(self) -> None:
        missing = self.folder / "no such file.json"
        with self.assertRaisesRegex(errors.FileMissingError, "no such file.json"):
            Posts.from_json(missing)
        with self.assertRaises(FileNotFoundError):
            Posts.from_directory(self.folder)
        with self.assertRaises(errors.FileUnreadableError):
            Posts.from_json(self.folder)
        broken = self.folder / "broken.json"
        broken.write_text('[{"id": 1},\n {"id": ]')
        with self.assertRaisesRegex(errors.MalformedDataError, "line 2"):
            Posts.from_json(broken)
        with self.assertRaisesRegex(ValueError, "permission denied"):
            Posts.from_bytes('{"message": "permission denied"}')

    def test_a_table_of_another_kind_is_refused(self) -> None:
        schools = Table.from_bytes("schools", [])
        with self.assertRaises(errors.InvalidArgumentError):
            Posts(schools)
        with self.assertRaises(errors.InvalidArgumentError):
            Posts.from_bytes([], schools=Table.from_bytes("events", []))
        with self.assertRaisesRegex(errors.InvalidArgumentError, "school_status_history"):
            Table.from_bytes("postings", [])  # type: ignore[arg-type]


class QueryTests(unittest.TestCase):
    def setUp(self) -> None:
        self.posts = Posts.from_directory(TINY)

    def total(self, range: object = "all", **query: object) -> int:
        return self.posts.analytics_page(range, now=NOW, **query)["summary"]["totalPosts"]  # type: ignore

    def test_a_range_is_a_number_or_a_text(self) -> None:
        self.assertEqual({self.total("30d"), self.total("30"), self.total(30)}, {self.total("30d")})
        self.assertEqual(self.posts.analytics_page(now=NOW)["range"]["kind"], "30")
        self.assertGreater(self.total(45), self.total(30))
        for wrong in ("", "30 d", "-1", "month", "99999999999", -1, 0, 2**31, 2**64 + 30, 1_000_001):
            with self.subTest(wrong), self.assertRaises(errors.InvalidArgumentError):
                self.total(wrong)
        with self.assertRaises(TypeError):
            self.total(30.5)

    def test_now_is_a_text_or_a_datetime_with_a_zone(self) -> None:
        noon = datetime(2026, 3, 1, 12, tzinfo=timezone.utc)
        elsewhere = datetime(2026, 3, 1, 6, tzinfo=timezone(timedelta(hours=-6)))
        answers = [self.posts.analytics_page(now=now) for now in (NOW, noon, elsewhere)]
        self.assertEqual(answers, answers[:1] * 3)
        with self.assertRaisesRegex(errors.InvalidArgumentError, "without a time zone"):
            self.posts.analytics_page(now=datetime(2026, 3, 1))
        with self.assertRaisesRegex(errors.InvalidArgumentError, "(?i)day"):
            self.posts.analytics_page(now="2026-02-30T12:00:00Z")
        with self.assertRaises(TypeError):
            self.posts.analytics_page(now=1_772_366_400)  # type: ignore[arg-type]

    def test_now_is_the_clock_where_it_is_left_out(self) -> None:
        before = datetime.now(timezone.utc).date()
        last = self.posts.analytics_page()["activityByDay"][-1]["date"]
        self.assertIn(date.fromisoformat(last), (before, datetime.now(timezone.utc).date()))

    def test_microseconds_of_a_datetime_count(self) -> None:
        instant = datetime(2026, 2, 1, 0, 0, 0, 123_457, tzinfo=timezone.utc)
        loaded = Posts.from_bytes([post("1", post_date=(instant - timedelta(days=7)).isoformat())])
        step = timedelta(microseconds=1)
        totals = [
            loaded.analytics_page("7d", now=now)["summary"]["totalPosts"] for now in (instant, instant + step)]
        self.assertEqual(totals, [1, 0])

    def test_filters_restrict_what_is_counted(self) -> None:
        feed = self.posts.feed_page(page_size=1000, now=NOW)["posts"]
        first = feed[0]
        cases = [
            ({"platforms": "twitter"}, lambda post: post["platform"] == "twitter"),
            ({"platforms": ["twitter", "instagram"]}, lambda post: True),
            ({"sentiments": {"negative", "neutral"}},
             lambda post: post["sentiment"] in ("negative", "neutral")),
            ({"schools": first["schoolId"]}, lambda post: post["schoolId"] == first["schoolId"]),
            ({"schools": iter([first["schoolId"], "none"])},
             lambda post: post["schoolId"] == first["schoolId"]),
            ({"coaches": first["coachId"]}, lambda post: post["coachId"] == first["coachId"]),
            ({"coaches": [first["coachId"], "none"], "schools": first["schoolId"]},
             lambda post: post["coachId"] == first["coachId"] and post["schoolId"] == first["schoolId"]),
            ({"flagged": True}, lambda post: post["flaggedForReview"]),
            ({"flagged": False}, lambda post: not post["flaggedForReview"]),
            ({"recruiting": True, "flagged": None}, lambda post: post["isRecruitingRelated"]),
            ({"first_day": date(2026, 2, 1), "last_day": "2026-02-10"},
             lambda post: "2026-02-01" <= post["postDate"][:10] <= "2026-02-10"),
            ({"search": "CAMP"}, lambda post: any(
                "camp" in (post[key] or "").lower()
                for key in ("postContent", "authorName", "authorHandle"))),
            ({"search": None, "platforms": None, "schools": None}, lambda post: True),
        ]
        for filters, passes in cases:
            with self.subTest(filters):
                count = sum(map(passes, feed))
                query = {
                    key: list(value) if key == "schools" and not isinstance(value, str) and value else value
                    for key, value in filters.items()}
                self.assertEqual(self.posts.match_count(**query), count)
                self.assertEqual(self.posts.feed_page(now=NOW, **query)["matchCount"], count)
                self.assertEqual(self.total(**query), count)

    def test_filters_that_are_wrong_are_refused(self) -> None:
        for filters in (
                {"platforms": "fax"}, {"platforms": []}, {"sentiments": ["good"]}, {"flagged": "yes"},
                {"first_day": "2026-02-30"}, {"first_day": "2026-03-02", "last_day": "2026-03-01"}):
            with self.subTest(filters), self.assertRaises(errors.InvalidArgumentError):
                self.posts.match_count(**filters)  # type: ignore[arg-type]
        for filters in (
                {"platform": "twitter"}, {"search": 5}, {"schools": [5]}, {"coaches": 5}, {"first_day": datetime.now()}):
            with self.subTest(filters), self.assertRaises(TypeError):
                self.posts.match_count(**filters)  # type: ignore[arg-type]

    def test_an_empty_list_of_ids_is_refused(self) -> None:
        for name in ("schools", "coaches"):
            with self.assertRaisesRegex(errors.InvalidArgumentError, f"{name} is empty"):
                self.posts.match_count(**{name: []})  # type: ignore[arg-type]

    def test_lists_are_as_long_as_they_are_asked_to_be(self) -> None:
        page = self.posts.analytics_page("all", now=NOW, top=2, recent=0, days=3, heat_map=True)
        self.assertEqual(len(page["topSchools"]), 2)
        self.assertEqual(len(page["topCoaches"]), 2)
        self.assertEqual(page["recentRecruitingPosts"], [])
        self.assertEqual(len(page["activityByDay"]), 3)
        self.assertEqual(sum(map(sum, page["heatMap"]["counts"])), len(self.posts))
        self.assertIsNone(self.posts.analytics_page(now=NOW)["heatMap"])
        self.assertGreater(len(self.posts.analytics_page("all", now=NOW, days="all")["activityByDay"]), 30)
        for wrong in ({"top": -1}, {"recent": 2**63}, {"days": 0}, {"days": "none"}, {"days": -1}):
            with self.subTest(wrong), self.assertRaises(errors.InvalidArgumentError):
                self.posts.analytics_page(now=NOW, **wrong)  # type: ignore[arg-type]

    def test_pages_follow_each_other(self) -> None:
        ids, cursor = [], None
        while True:
            page = self.posts.feed_page(page_size=17, after=cursor, now=NOW)
            ids += [post["id"] for post in page["posts"]]
            cursor = page["nextCursor"]
            if cursor is None:
                break
        whole = self.posts.feed_page(page_size=1000, now=NOW)
        self.assertEqual(ids, [post["id"] for post in whole["posts"]])
        self.assertEqual(len(ids), len(self.posts))
        with self.assertRaises(errors.CursorRefusedError):
            self.posts.feed_page(after="f damaged", now=NOW)
        with self.assertRaises(errors.InvalidArgumentError):
            self.posts.feed_page(page_size=0, now=NOW)

    def test_preparing_changes_no_answer(self) -> None:
        before = self.posts.feed_page(search="zoe", ignore_accents=True, now=NOW)
        self.posts.prepare_for_search(ignore_accents=True)
        self.posts.prepare_for_changes()
        self.posts.compact()
        self.assertEqual(self.posts.feed_page(search="zoe", ignore_accents=True, now=NOW), before)

    def test_compacting_for_some_time(self) -> None:
        self.assertTrue(self.posts.compact(seconds=0))
        before = self.posts.feed_page(now=NOW)
        undo = self.posts.set_flag(before["posts"][0]["id"])
        self.assertFalse(self.posts.compact(seconds=0))
        self.assertTrue(self.posts.compact(seconds=60.5))
        self.posts.apply(undo)
        self.assertTrue(self.posts.compact())
        self.assertEqual(self.posts.feed_page(now=NOW), before)
        for seconds in (-1, float("nan"), float("inf"), 1e300):
            with self.assertRaises(errors.InvalidArgumentError):
                self.posts.compact(seconds=seconds)
        for wrong in ("1", [], True):
            with self.assertRaises(TypeError):
                self.posts.compact(seconds=wrong)  # type: ignore[arg-type]


class ChangeTests(unittest.TestCase):
    def setUp(self) -> None:
        self.posts = Posts.from_bytes(posts(3))

    def first(self) -> dict:  # type: ignore[type-arg]
        return self.posts.feed_page(now=NOW)["posts"][0]  # type: ignore[return-value]

    def test_changes_are_taken_back_by_their_inverses(self) -> None:
        before = self.posts.feed_page(now=NOW)
        undo_flag = self.posts.set_flag("1")
        undo_notes = self.posts.set_notes("1", "call back")
        self.assertEqual((self.first()["flaggedForReview"], self.first()["notes"]), (True, "call back"))
        undo_deletion = self.posts.remove("2")
        self.assertEqual(len(self.posts), 2)
        redo_deletion = self.posts.apply(undo_deletion)
        self.posts.apply(redo_deletion)
        self.assertEqual(len(self.posts), 2)
        for undo in (undo_deletion, undo_notes, undo_flag):
            self.posts.apply(undo)
        self.assertEqual(self.posts.feed_page(now=NOW), before)

    def test_notes_are_removed_by_none(self) -> None:
        for notes in ("", "a\0b", "\U0001f44d", None):
            self.posts.set_notes("1", notes)
            self.assertEqual(self.first()["notes"], notes)

    def test_unknown_posts_are_refused(self) -> None:
        for change in (
                lambda: self.posts.set_flag("9"), lambda: self.posts.set_notes("9", "x"),
                lambda: self.posts.remove("9")):
            with self.assertRaisesRegex(errors.NotFoundError, "9"):
                change()
        undo = self.posts.set_flag("1")
        self.posts.remove("1")
        with self.assertRaises(LookupError):
            self.posts.apply(undo)

    def test_a_snapshot_sees_no_changes(self) -> None:
        snapshot = self.posts.snapshot()
        self.posts.remove("1")
        self.assertEqual((len(snapshot), len(self.posts)), (3, 2))
        snapshot.delete("2")
        snapshot.delete("3")
        self.assertEqual((len(snapshot), len(self.posts)), (1, 2))
        self.assertEqual(snapshot.report, self.posts.report)
        self.assertEqual(len(copy.copy(self.posts)), 2)
        self.assertEqual(len(copy.deepcopy({"posts": self.posts})["posts"]), 2)

    def test_a_sync_says_what_is_new(self) -> None:
        self.posts.set_flag("1")
        merged = self.posts.put([post("1", post_content="new text"), post("4"), {"id": "5"}])
        self.assertEqual(merged.report["newCount"], 1)
        self.assertEqual(merged.report["message"], "Synced 1 new post")
        self.assertEqual((merged.report["rows"], merged.report["skipped"]), (3, 1))
        self.assertEqual(len(self.posts), 4)
        changed = self.posts.feed_page(now=NOW, search="new text")["posts"][0]
        self.assertTrue(changed["flaggedForReview"])
        self.posts.apply(merged.inverse)
        self.assertEqual(len(self.posts), 3)
        report, _ = self.posts.put("", form="ndjson")
        self.assertEqual(report["newCount"], 0)

    def test_payloads_are_applied_once(self) -> None:
        insert = {
            "type": "INSERT", "table": "social_media_posts", "record": post("9"), "old_record": None,
            "commit_timestamp": "2026-03-01T10:00:00Z"}
        outcomes = self.posts.apply_realtime([insert, insert])["outcomes"]
        self.assertEqual(outcomes[0]["outcome"], "inserted")
        self.assertEqual(len(self.posts), 4)
        delete = {
            "type": "DELETE", "record": None, "old_record": {"id": "9"},
            "commit_timestamp": "2026-03-01T11:00:00Z"}
        self.assertEqual(self.posts.apply_realtime(delete)["outcomes"][0]["outcome"], "deleted")
        late = dict(insert, type="UPDATE")
        self.assertEqual(
            self.posts.apply_realtime(json.dumps(late))["outcomes"][0]["outcome"], "ignoredAsOlder")
        self.posts.forget_deletions("2026-03-02T00:00:00Z")
        self.assertEqual(self.posts.apply_realtime(late)["outcomes"][0]["outcome"], "inserted")

    def test_a_malformed_document_changes_nothing(self) -> None:
        for change in (lambda: self.posts.put("[{]"), lambda: self.posts.apply_realtime("nonsense")):
            with self.assertRaises(errors.MalformedDataError):
                change()
        self.assertEqual(len(self.posts), 3)


class PackageTests(unittest.TestCase):
    @unittest.skipIf(sys.version_info < (3, 11), "not installed: typing.Unpack")
    def test_types_can_be_asked_for_while_the_package_runs(self) -> None:
        for name in compass_kernel.__all__:
            kind = getattr(compass_kernel, name)
            if not isinstance(kind, type) or issubclass(kind, tuple):
                continue
            for method, function in inspect.getmembers(kind):
                function = getattr(function, "__func__", function)
                # pyarrow need not be installed.
                if inspect.isfunction(function) and method != "to_arrow":
                    with self.subTest(f"{name}.{method}"):
                        typing.get_type_hints(function)

    def test_the_version_is_that_of_the_library(self) -> None:
        self.assertRegex(compass_kernel.__version__, r"^\d+\.\d+\.\d+$")

    def test_the_package_is_typed_and_lists_what_it_offers(self) -> None:
        folder = Path(compass_kernel.__file__).parent
        self.assertTrue((folder / "py.typed").exists())
        for name in compass_kernel.__all__:
            self.assertTrue(hasattr(compass_kernel, name), name)
            if name != "__version__":
                self.assertTrue(getattr(compass_kernel, name).__doc__, name)


if __name__ == "__main__":
    unittest.main()
