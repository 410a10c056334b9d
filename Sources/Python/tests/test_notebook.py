"""Pages in notebooks: HTML that is safe, static and cheap."""

from __future__ import annotations

import time
import unittest
from datetime import datetime, timedelta, timezone
from typing import Any, Dict, List, Tuple
from xml.etree import ElementTree

from compass_kernel import Activity, Posts, Reports, Table, Timeline
from support import NOW, TINY, post

HOSTILE = (
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onclick='alert(1)",
    "</style></section>", "]]>", "&amp;<", "\u202eevil\u2066", "a\u0000\u001b[2J", "🎓 👨‍👩‍👧", "שלום", "e" + "\u0301" * 400)


def elements(html: str) -> List[ElementTree.Element]:
    """All elements of HTML, which is well-formed XML."""
    return list(ElementTree.fromstring(html).iter())


def shown(page: Any) -> str:
    html = page._repr_html_()
    assert isinstance(html, str)
    return html


def recently(**before: float) -> str:
    return (datetime.now(timezone.utc) - timedelta(**before)).isoformat()


def rows_of_today(text: str) -> Dict[str, Any]:
    """Pages with something that happened an hour ago, all texts of which are one."""
    schools = Table.from_bytes("schools", [{"id": "s", "name": text, "status": text, "division": text}])
    interactions = Table.from_bytes("interactions", [{
        "id": "1", "school_id": "s", "type": text, "subject": text, "content": text, "sentiment": text,
        "direction": "inbound", "occurred_at": recently(hours=1), "created_at": recently(hours=1)}])
    return {
        "posts": Posts.from_bytes(
            [post(
                "1", post_date=recently(hours=1), post_content=text, author_name=text, author_handle=text,
                school_id="s", post_url=text, is_recruiting_related=True, sentiment="positive")],
            schools=schools),
        "timeline": Timeline(interactions=interactions, schools=schools),
        "activity": Activity(interactions=interactions, schools=schools),
        "reports": Reports(schools=schools, interactions=interactions)}


class SafetyTests(unittest.TestCase):
    def test_no_text_changes_the_elements(self) -> None:
        plain = {name: [e.tag for e in elements(shown(page))] for name, page in rows_of_today("x").items()}
        for text in HOSTILE:
            for name, page in rows_of_today(text).items():
                with self.subTest(name, text=text[:20]):
                    found = elements(shown(page))
                    self.assertEqual([e.tag for e in found], plain[name])
                    keys = {key for e in found for key in e.keys()}
                    self.assertFalse({"style", "id", "src"} & keys)
                    self.assertFalse([key for key in keys if key.startswith("on")])

    def test_a_page_is_one_element_with_its_style(self) -> None:
        for page in rows_of_today("x").values():
            found = elements(shown(page))
            self.assertEqual((found[0].tag, found[0].get("class")), ("section", "compass-page"))
            self.assertEqual([e.tag for e in found].count("style"), 1)


class ShownRangeTests(unittest.TestCase):
    def test_recent_rows_are_shown_without_a_note(self) -> None:
        for name, page in rows_of_today("x").items():
            html = shown(page)
            self.assertIn('data-state="filled"', html, name)
            self.assertNotIn("this is", html, name)

    def test_rows_of_the_past_are_shown_and_the_page_says_so(self) -> None:
        for page, note in (
                (Posts.from_bytes([post("1", post_date="2012-02-28T12:00:00Z")]),
                 "No posts in the last 30 days: this is all time."),
                (Timeline(events=Table.from_bytes(
                    "events", [{"id": "1", "name": "Camp", "start_date": "2012-05-01"}])),
                 "No items in the last 6 months: this is all time."),
                (Reports(interactions=Table.from_bytes(
                    "interactions", [{"id": "1", "type": "email", "occurred_at": "2012-02-28T12:00:00Z"}])),
                 "No data in the last 30 days: this is all time."),
                (Reports(interactions=Table.from_bytes(
                    "interactions", [{"id": "1", "type": "email", "occurred_at": recently(days=100)}])),
                 "No data in the last 30 days: this is the last year.")):
            with self.subTest(note):
                html = shown(page)
                self.assertIn(note, html)
                self.assertIn('data-state="filled"', html)
                elements(html)

    def test_pages_without_rows_are_shown(self) -> None:
        for page in (Posts.from_bytes([]), Timeline(), Activity(), Reports()):
            html = shown(page)
            self.assertIn('data-state="empty"', html)
            self.assertNotIn("this is", html)

    def test_pages_of_the_example_are_shown(self) -> None:
        for kind in (Posts, Timeline, Activity, Reports):
            elements(shown(kind.from_directory(TINY)))

    def test_closed_pages_are_not_shown(self) -> None:
        for kind in (Posts, Timeline, Activity, Reports):
            page = kind.from_directory(TINY)
            page.close()
            self.assertIsNone(page._repr_html_())


class TextTests(unittest.TestCase):
    def test_texts_are_fragments_and_documents(self) -> None:
        pages: List[Tuple[Any, str]] = [
            (Posts.from_directory(TINY), name)
            for name in ("analytics_page_text", "feed_page_text", "linked_feed_page_text")]
        pages += [(kind.from_directory(TINY), "page_text") for kind in (Timeline, Activity, Reports)]
        for page, name in pages:
            text = getattr(page, name)
            with self.subTest(type(page).__name__ + "." + name):
                self.assertTrue(text("html", now=NOW).startswith("<section class=\"compass-page\""))
                document = text("html-document", now=NOW)
                self.assertEqual(document, text("html_document", now=NOW))
                self.assertTrue(document.startswith("<!DOCTYPE html>\n<html lang=\"en\">\n"))
                elements(document)


class CostTests(unittest.TestCase):
    def test_large_tables_are_shown_at_once(self) -> None:
        count = 100_000
        rows = "".join(
            '{"id":"%d","name":"Camp","start_date":"20%02d-%02d-%02d","school_id":"s%d"}\n'
            % (number, 10 + number % 20, 1 + number % 12, 1 + number % 28, number % 700)
            for number in range(count))
        timeline = Timeline(events=Table.from_bytes("events", rows, form="ndjson"))
        rows = "".join(
            '{"id":"%d","platform":"twitter","post_date":"20%02d-%02d-%02dT12:00:00Z","school_id":"s%d"}\n'
            % (number, 10 + number % 15, 1 + number % 12, 1 + number % 28, number % 700)
            for number in range(count))
        posts = Posts.from_bytes(rows, form="ndjson")
        for page in (timeline, posts):
            shown(page)
            times = []
            for _ in range(3):
                start = time.perf_counter()
                html = shown(page)
                times.append(time.perf_counter() - start)
            self.assertLess(len(html), 500_000)
            # A loose limit, for machines that do other work: it finds an output that grows with the rows.
            self.assertLess(min(times), 1.0)


if __name__ == "__main__":
    unittest.main()
