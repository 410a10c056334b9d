"""What the tests of Social Media Monitoring share."""

import json
import urllib.parse

import pytest

from browser import post, write_tables
from serving import ZONE, serving


def feed(tab, **query):
    fields = urllib.parse.urlencode(
        {"zone": ZONE, "linked": "true", **{name.replace("_", "-"): value for name, value in query.items()}}
    )
    return tab.server.json(f"/api/feed?{fields}")


def posts(tab):
    return tab.find("article.post")


def menu(tab, label):
    return tab.find(".panel").get_by_role("combobox", name=label, exact=True)


def found(tab):
    return tab.find(".found")


def stat(tab, label):
    return tab.find(".stats-row .stat").filter(has_text=label).locator(".value")


def message(tab, text):
    return tab.find(".messages .banner").filter(has_text=text)


@pytest.fixture
def many(tabs, tmp_path):
    """A tab on 130 posts that can be changed; the second one is long, the first ones differ."""
    rows = [post(number) for number in range(130)]
    rows[0] |= {"sentiment": "very_positive", "is_recruiting_related": True, "school_id": "s"}
    rows[1] |= {"post_content": "A long text. " * 120, "platform": "instagram", "sentiment": "negative"}
    rows[2] |= {"flagged_for_review": True, "notes": "Call them"}
    folder = write_tables(tmp_path / "data", social_media_posts=rows, schools=[{"id": "s", "name": "Stanford"}])
    with serving(folder, "--allow-changes") as server:
        tab = tabs(server)
        tab.folder = folder
        tab.rows = rows
        yield tab


def write_posts(tab, rows):
    (tab.folder / "social_media_posts.json").write_text(json.dumps(rows))
