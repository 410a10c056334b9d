"""Rows of `Datasets/adversarial` as content of every page: nothing of them runs, breaks out, or reorders the page."""

import json
import re
import urllib.parse

import pytest
from playwright.sync_api import expect

from browser import PAGES, write_tables
from serving import ROOT, serving

CASES = ROOT / "Datasets/adversarial"
TABLES = {
    "social_media_posts": [
        "text_*",
        "post_text_*",
        "post_ids_odd",
        "surrogate_kinds",
        "surrogate_in_*",
        "rows_structure_in_text",
        "duplicate_ids_of_lone_surrogates",
    ],
    "schools": ["school_names_naughty", "school_surrogates", "school_categories_unknown"],
    "events": ["events_texts_odd", "events_ids"],
    "interactions": ["interactions_ids"],
}
# What a table has no case of, it gets from the naughty texts of posts.
SCRIPT = "<script>window.ran = true</script>"
PICTURE = "<img src=x onerror='window.ran = true'>"
BIDI = "\u202eevil\u202c \u2066\u05d0\u05d1\u2069 \u200f\u05d2 tail"


def rows_of(table):
    rows = []
    for pattern in TABLES[table]:
        for file in sorted(CASES.glob(f"{pattern}.json")):
            if file.name.endswith(".expected.json"):
                continue
            try:
                # As text, since escapes of lone surrogates have no other form.
                document = json.loads(file.read_bytes().decode("utf-8"))
            except ValueError:
                continue
            rows += [row for row in document if isinstance(row, dict)]
    return rows


@pytest.fixture(scope="module")
def texts():
    """All odd texts of the cases."""
    fields = ["author_handle", "author_name", "post_content", "notes"]
    found = {row[field] for row in rows_of("social_media_posts") for field in fields if isinstance(row.get(field), str)}
    return sorted(found, key=lambda text: text.encode("utf-8", "surrogatepass")) + [SCRIPT, PICTURE, BIDI]


@pytest.fixture(scope="module")
def hostile_server(tmp_path_factory, texts):
    posts = []
    for number, text in enumerate(texts):
        posts.append(
            {
                "id": f"{text[:40]}-{number}",
                "platform": "twitter",
                "is_recruiting_related": True,
                "sentiment": "neutral",
                "post_date": f"2026-02-{1 + number % 28:02d}T10:{number % 60:02d}:00Z",
                "post_content": text,
                "author_name": text,
                "author_handle": text,
                "notes": text,
                "school_id": f"s{number % 12}",
                "post_url": [
                    "javascript:alert(1)",
                    "data:text/html,<script>1</script>",
                    'https://example.org/"><script>',
                    "//example.org",
                ][number % 4]
                + f"#{number}",
            }
        )
    for number, row in enumerate(rows_of("social_media_posts")):
        posts.append({**row, "id": f"case-{number}", "post_date": f"2026-01-{1 + number % 28:02d}T10:00:00Z"})
    naughty = [text for text in texts if text and len(text) < 3000]
    date = lambda number: f"2026-02-{1 + number % 28:02d}"
    tables = {
        "social_media_posts": posts,
        "schools": [{"id": f"s{number}", "name": text, "status": text[:60]} for number, text in enumerate(naughty)],
        "events": [
            {
                "id": f"e{text[:20]}{number}",
                "type": text[:60],
                "name": text,
                "school_id": f"s{number}",
                "start_date": date(number),
                "end_date": date(number),
            }
            for number, text in enumerate(naughty)
        ],
        "interactions": [
            {
                "id": f"i{text[:20]}{number}",
                "type": text[:60] or "email",
                "subject": text,
                "content": text,
                "school_id": f"s{number}",
                "occurred_at": f"{date(number)}T12:00:00Z",
            }
            for number, text in enumerate(naughty)
        ],
        "offers": [
            {"id": f"o{number}", "offer_type": text[:60], "offer_date": date(number), "school_id": f"s{number}"}
            for number, text in enumerate(naughty)
        ],
        "school_status_history": [
            {
                "id": f"h{number}",
                "school_id": f"s{number}",
                "previous_status": text[:60],
                "new_status": text[:60],
                "notes": text,
                "changed_at": f"{date(number)}T12:00:00Z",
            }
            for number, text in enumerate(naughty)
        ],
        "documents": [
            {"id": f"d{number}", "type": text[:60], "title": text, "created_at": f"{date(number)}T12:00:00Z"}
            for number, text in enumerate(naughty)
        ],
        "coaches": [{"id": "c", "school_id": "s0", "first_name": SCRIPT, "last_name": BIDI}],
    }
    with serving(write_tables(tmp_path_factory.mktemp("hostile") / "data", **tables), "--allow-changes") as server:
        yield server


@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("name", PAGES)
def test_nothing_runs_and_nothing_stands_out(tabs, hostile_server, name, width):
    tab = tabs(hostile_server, viewport={"width": width, "height": 800})
    tab.set_date()
    tab.page.on("dialog", lambda dialog: tab.problems.append(f"dialog: {dialog.message}"))
    tab.open(name)
    if name == "social":
        for _ in range(3):
            tab.find("article.post").last.scroll_into_view_if_needed()
            tab.page.wait_for_timeout(100)
        hrefs = tab.page.locator("article.post a").evaluate_all("all => all.map((one) => one.protocol)")
        assert set(hrefs) <= {"https:", "http:"}, hrefs
    if name == "reports":
        tab.find("button.generate").click()
        expect(tab.find(".report")).to_be_visible()
    if name == "timeline":
        tab.page.get_by_role("combobox", name="View Range").select_option(label="All Time")
        tab.settled()
    assert tab.page.evaluate("window.ran") is None
    assert tab.find("main script, main img, main iframe, main object, main style").count() == 0
    # What belongs to the page stays where it is, whatever direction the texts have.
    assert tab.page.evaluate("getComputedStyle(document.body).direction") == "ltr"
    assert tab.overflow() == []


def test_search_with_odd_texts(tabs, hostile_server, texts):
    tab = tabs(hostile_server)
    tab.open("social")
    field = tab.page.get_by_placeholder("Search posts...")
    for text in [SCRIPT, BIDI, "%00", "a&b=c#d", "\\", "\"'`", "😀👍🏽", "ſtraße İ ς"]:
        field.fill(text)
        field.press("Enter")
        tab.settled()
        assert tab.query.get("search") == [text], tab.query
    assert tab.page.evaluate("window.ran") is None


def test_bidirectional_texts_do_not_reorder_the_page(tabs, hostile_server):
    tab = tabs(hostile_server)
    tab.open("/social?search=evil")
    card = tab.find("article.post").filter(has_text="evil").first
    expect(card).to_be_visible()
    circle, time, tools = (card.locator(one).bounding_box() for one in (".circle", "time", ".tools"))
    name, text = card.locator("h2").bounding_box(), card.locator("p.text").bounding_box()
    # Picture, name and time from left to right; the tools below the text.
    assert circle["x"] < name["x"] <= time["x"]
    assert tools["y"] > text["y"]
    # A dot or a count beside the text stands after it, not inside of it.
    handle = card.locator(".meta bdi")
    if handle.count():
        school = card.locator(".meta").evaluate("""(meta) => {
            const range = document.createRange();
            range.selectNodeContents(meta.lastChild);
            return range.getBoundingClientRect().left;
        }""")
        assert school >= handle.bounding_box()["x"]


def test_notes_with_odd_texts(tabs, hostile_server):
    tab = tabs(hostile_server)
    tab.open("/social?search=evil")
    card = tab.find("article.post").first
    card.get_by_role("button", name="Edit Note").click()
    tab.page.get_by_role("dialog").get_by_label("Notes").fill(SCRIPT + PICTURE + BIDI)
    tab.page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(card.locator(".notes p")).to_have_text(SCRIPT + PICTURE + BIDI)
    assert tab.page.evaluate("window.ran") is None


@pytest.mark.parametrize("to, path", [
    ("/.//evil.example/x", "//evil.example/x"), ("/a/..//evil.example", "//evil.example"), ("//evil.example", "/"),
    ("/\\evil.example", "/"), ("https://evil.example/", "/"), ("javascript:window.ran=true", "/"), ("http://[", "/"),
    ("/social?type=recruiting", "/social?type=recruiting")])
def test_sign_in_stays_here(tab, to, path):
    """A link to the form of the token must not lead to another site after it, which could ask for the token again."""
    # Another site answers, so that a browser that goes there is seen.
    tab.page.route(lambda url: urllib.parse.urlsplit(url).hostname == "evil.example", lambda route: route.fulfill(body="evil"))
    tab.route("/login", lambda route: route.fulfill(body=""), method="POST")
    tab.open("/login?" + urllib.parse.urlencode({"to": to}), ready=False)
    tab.page.locator("input[name=token]").fill("0" * 64)
    tab.page.locator("input[name=token]").press("Enter")
    tab.page.wait_for_url(lambda url: not url.split("?")[0].endswith("/login"), wait_until="commit")
    assert tab.page.url.startswith(tab.server.address.rstrip("/") + path), tab.page.url
