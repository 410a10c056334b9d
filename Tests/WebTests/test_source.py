"""`compass serve --source`: a project's rows, live changes, and changes that are sent back.

These tests require the services that CI/supabase-run starts: `CI/supabase-run CI/check-web -k test_source`. Without
them they are no part of a run.
"""

import asyncio
import json
import os
import threading
import time
import urllib.parse
import urllib.request

import pytest

from raw import Events
from serving import serving

if "COMPASS_SUPABASE_URL" not in os.environ:
    pytest.skip("the services are not there", allow_module_level=True)

# All of them change the same database.
pytestmark = pytest.mark.alone
POSTS = [
    {
        "id": f"p{number}",
        "platform": "twitter",
        "post_date": f"2026-02-10T14:{number:02}:00Z",
        "post_content": f"Content {number}",
        "school_id": "s1",
    }
    for number in range(5)
]


class Project:
    """One address for both services, as a project has it, and orders to them."""

    def __init__(self):
        self.rest = os.environ["COMPASS_SUPABASE_URL"]
        self.live = os.environ["COMPASS_REALTIME_URL"]
        self.order("faults", [])
        self.sql("truncate social_media_posts, schools")
        self.insert("schools", [{"id": "s1", "name": "Alpha"}])
        self.insert("social_media_posts", POSTS)
        self.token = self.order("token", {"role": "authenticated", "family": "ours"})[0]
        self.environment = {"COMPASS_API_KEY": os.environ["COMPASS_SUPABASE_KEY"], "COMPASS_TOKEN": self.token}
        self.loop = asyncio.new_event_loop()
        started = threading.Event()
        self.thread = threading.Thread(target=self._run, args=[started], daemon=True)
        self.thread.start()
        assert started.wait(20)

    def _run(self, started):
        asyncio.set_event_loop(self.loop)
        server = self.loop.run_until_complete(asyncio.start_server(self._forward, "127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        started.set()
        self.loop.run_forever()

    async def _forward(self, reader, writer):
        """Forwards a connection to the service that its first request is for."""
        start = await reader.readline()
        service = self.live if b" /realtime/" in start else self.rest
        address = urllib.parse.urlsplit(service)
        other_reader, other_writer = await asyncio.open_connection(address.hostname, address.port)
        other_writer.write(start)

        async def copy(source, target):
            try:
                while data := await source.read(1 << 16):
                    target.write(data)
                    await target.drain()
            except OSError:
                pass
            target.close()

        await asyncio.gather(copy(reader, other_writer), copy(other_reader, writer))

    def stop(self):
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(20)

    def order(self, name, body):
        data = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        with urllib.request.urlopen(urllib.request.Request(f"{self.rest}/_{name}", data), timeout=60) as response:
            return json.load(response)

    def sql(self, statement):
        return self.order("sql", f"{statement}; select 'done'")[0]

    def value(self, query):
        return self.order("sql", query)[0]

    def insert(self, table, rows):
        columns = ", ".join(rows[0])
        self.sql(
            f"insert into {table} ({columns}) select {columns} from json_populate_recordset(null::{table}, "
            f"$rows${json.dumps(rows)}$rows$)"
        )


@pytest.fixture
def project():
    project = Project()
    yield project
    project.stop()


@pytest.fixture
def served(project):
    with serving(None, "--source", project.url, "--allow-changes", environment=project.environment) as server:
        yield server


def post(server, id):
    """Returns a post of the first page."""
    return {one["id"]: one for one in server.json("/api/feed")["posts"]}.get(id)


def eventually(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_rows_are_shown(served):
    page = served.json("/api/feed")
    assert [one["id"] for one in page["posts"]] == ["p4", "p3", "p2", "p1", "p0"]
    assert {one["schoolName"] for one in page["posts"]} == {"Alpha"}
    assert served.json("/api/social")["summary"]["totalPosts"] == 5


def test_changes_of_others_are_shown_live(project, served):
    with Events(served) as tab:
        # The first is reported live or read when the channel opens; the second can only be live in so short a time.
        project.sql("update social_media_posts set notes = 'theirs' where id = 'p1'")
        eventually(lambda: post(served, "p1")["notes"] == "theirs")
        project.sql("update social_media_posts set notes = 'again' where id = 'p1'")
        eventually(lambda: post(served, "p1")["notes"] == "again", seconds=20)
        assert tab.event()["event"] in ("posts", "reset")
    project.sql("delete from social_media_posts where id = 'p2'")
    eventually(lambda: post(served, "p2") is None)
    project.insert("social_media_posts", [{**POSTS[0], "id": "new", "post_date": "2026-02-11T10:00:00Z"}])
    eventually(lambda: served.json("/api/feed")["posts"][0]["id"] == "new")


def test_changes_are_sent_back(project, served):
    status, _, body = served.request("PATCH", "/api/posts/p1", {"flaggedForReview": True, "notes": "Call 😀"})
    assert status == 200, body
    # What was confirmed is in the database already.
    stored = project.value("select flagged_for_review || notes from social_media_posts where id = 'p1'")
    assert stored == "trueCall 😀"
    assert post(served, "p1")["flaggedForReview"] is True
    undo = json.loads(body)["undo"]
    assert served.request("POST", f"/api/undo/{undo}", {})[0] == 200
    assert project.value("select flagged_for_review::text from social_media_posts where id = 'p1'") == "false"
    eventually(lambda: post(served, "p1")["notes"] is None)

    status, _, body = served.request("DELETE", "/api/posts/p2")
    assert status == 200, body
    assert project.value("select count(*)::text from social_media_posts where id = 'p2'") == "0"
    assert post(served, "p2") is None
    # A row that the service has deleted cannot be brought back.
    receipt = json.loads(body)
    assert receipt["undo"] is None
    assert served.request("POST", f"/api/undo/{receipt['generation']}", {})[0] == 409


@pytest.mark.parametrize(
    "fault",
    [
        {"kind": "status", "status": 403, "code": "42501", "times": 9},
        {"kind": "status", "status": 500, "times": 9},
        {"kind": "drop", "times": 9},
    ],
)
def test_refused_changes_are_undone(project, served, fault):
    project.order("faults", [{**fault, "path": "eq.p1"}])
    status, _, body = served.request("PATCH", "/api/posts/p1", {"flaggedForReview": True}, timeout=90)
    assert status >= 400, body
    assert json.loads(body)["error"]["message"]
    assert post(served, "p1")["flaggedForReview"] is False
    project.order("faults", [])
    assert project.value("select flagged_for_review::text from social_media_posts where id = 'p1'") == "false"
    assert served.request("PATCH", "/api/posts/p1", {"flaggedForReview": True})[0] == 200


def test_a_post_of_nobody_is_unknown(served):
    assert served.request("PATCH", "/api/posts/absent", {"flaggedForReview": True})[0] == 404


def test_a_token_that_is_refused_is_told(project):
    environment = {**project.environment, "COMPASS_TOKEN": "wrong"}
    with serving(None, "--source", project.url, wait=False, environment=environment) as server:
        eventually(lambda: server.json("/api/status")["state"] != "loading")
        status, _, body = server.get("/api/feed")
        assert status == 503, body
        assert "log in again" in json.loads(body)["error"]["message"]
