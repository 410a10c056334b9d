"""The API answers with the bytes that the command line prints, and HTTP's copies, lengths and errors."""

import gzip
import json
import pathlib
import shutil
import signal
import socket
import subprocess
import time
import urllib.parse

import pytest

import arguments
from serving import COMPASS, NOW, ROOT, ZONE, compass, free_port, serving

GOLDEN = sorted(
    path for dataset in ("tiny", "bad-rows") for path in (ROOT / "Datasets" / dataset / "golden").glob("*.json"))
# The paths of the API whose answers are those of the command line's commands, and its formats.
PAGES = [
    ("social", "json"), ("feed", "json"), ("timeline", "json"), ("activity", "json"), ("report", "json"),
    ("social", "csv"), ("feed", "csv"), ("timeline", "csv"), ("activity", "csv"), ("report", "csv"),
    ("timeline", "svg"),
]


def path(page, form):
    return f"/api/{page}" if form == "json" else f"/api/{page}.{form}"


@pytest.fixture(scope="module")
def tiny():
    with serving(ROOT / "Datasets/tiny") as server:
        yield server


@pytest.fixture(scope="module")
def bad_rows():
    with serving(ROOT / "Datasets/bad-rows") as server:
        yield server


@pytest.fixture(scope="module")
def document(tiny):
    return tiny.json("/api/openapi.json")


def run(command, directory, form, *options):
    """Runs the command line with the server's time and zone unless the options have others."""
    line = [COMPASS, command, str(directory), "--format", form, *options]
    for name, value in (("--now", NOW), ("--zone", ZONE)):
        if not any(option.split("=")[0] == name for option in options):
            line += [name, value]
    return subprocess.run(line, capture_output=True)


# MARK: Equal bytes


@pytest.mark.parametrize("file", GOLDEN, ids=[f"{file.parent.parent.name}-{file.stem}" for file in GOLDEN])
def test_golden_answer(file, tiny, bad_rows):
    golden = json.loads(file.read_text())
    server = tiny if file.parent.parent.name == "tiny" else bad_rows
    options = golden["arguments"]
    command = file.name.split("-")[0]
    address = f"/api/{command}?{arguments.query(options)}"
    status, _, body = server.get(address)
    assert status == 200, body
    assert body == run(command, server.directory, "json", *options).stdout
    answer = json.loads(body)
    for key, value in golden["answer"].items():
        assert answer[key] == value, key


def known_values(server):
    """Values of parameters that the API's document describes as texts or by a pattern."""
    schools = server.json("/api/schools")["schools"]
    first = server.json("/api/feed?page-size=7")
    coaches = [post["coachId"] for post in first["posts"] if post["coachId"]]
    return {
        "school": [schools[0]["id"], schools[-1]["name"], schools[1]["id"], "no such school"],
        "coach": [*dict.fromkeys(coaches[:3]), "nobody"],
        "search": arguments.SEARCHES,
        "after": [first["nextCursor"]],
        "range": ["7", "30", "90", "365", "all"],
        "days": ["1", "14", "3660", "all"],
        "now": ["2026-02-14T08:30:00.25Z", "2026-02-14", "2001-01-01T00:00:00Z", NOW],
        "zone": ["UTC", "Asia/Kolkata", "Australia/Adelaide", "America/Sao_Paulo", "Pacific/Apia"],
        "hide": ["events", "interactions,status", "offers", "events,interactions,offers,status"],
    }


@pytest.mark.parametrize("page, form", PAGES, ids=[f"{page}-{form}" for page, form in PAGES])
def test_options(page, form, tiny, document):
    """Each parameter alone and in random company: the same bytes, or an error on both sides."""
    parameters = document["paths"][path(page, form)]["get"]["parameters"]
    known = known_values(tiny)
    if page in ("timeline", "activity"):
        del known["range"]
    if page == "timeline":
        known["school"] = known["school"][:2]
    seed = f"{page}.{form}"
    accepted = refused = 0
    for pairs in arguments.combinations(parameters, known, 40, seed):
        address = f"{path(page, form)}?{urllib.parse.urlencode(pairs)}"
        status, headers, body = tiny.get(address)
        printed = run(page, tiny.directory, form, *arguments.options(pairs))
        if printed.returncode == 0:
            assert (status, body) == (200, printed.stdout), (address, status, body[:500])
            accepted += 1
        else:
            assert printed.returncode == 64, (address, printed.returncode, printed.stderr)
            assert status == 400, (address, status, printed.stderr)
            refused += 1
    assert accepted >= 20, (accepted, refused)


def test_exports_of_more_than_a_chunk(server, example):
    """Exports are made in pieces of 1,000 rows; the example has 2,000 posts."""
    for page in ("feed", "activity"):
        for options in ([], ["--byte-order-mark"], ["--raw"], ["--section", "posts" if page == "feed" else "events"]):
            status, headers, body = server.get(f"/api/{page}.csv?{arguments.query(options)}")
            assert status == 200, body
            assert headers["Transfer-Encoding"] == "chunked"
            assert body == run(page, example, "csv", *options).stdout, (page, options)


def test_schools(tiny):
    answer = tiny.json("/api/schools")
    printed = json.loads(run_schools(tiny.directory))
    listed = {(school["id"], school["name"]) for school in answer["schools"]}
    assert {(school["id"], school["name"]) for school in printed["schools"]} <= listed
    assert [school["name"] for school in answer["schools"] if school["name"]]


def run_schools(directory):
    return compass("schools", directory, "--format", "json")


def test_widget(tiny):
    widget = tiny.json("/api/activity/widget")
    page = tiny.json("/api/activity?page-size=10")
    assert widget["events"] == page["events"]


def test_status(tiny):
    status = tiny.json("/api/status")
    assert status["state"] == "ready" and status["allowsChanges"] is False
    assert status["version"].encode() in compass("--version")
    rows = {table["table"]: table["rows"] for table in status["tables"]}
    assert len(rows) == 9
    for table, count in rows.items():
        assert count == len(json.loads((tiny.directory / f"{table}.json").read_text())), table


def test_names_of_files(tiny):
    for page in ("social", "feed", "timeline", "activity", "report"):
        _, headers, _ = tiny.get(f"/api/{page}.csv")
        name = "recruiting-report.csv" if page == "report" else f"{page}.csv"
        assert headers["Content-Disposition"] == f'attachment; filename="{name}"'
        assert headers["Content-Type"] == "text/csv; charset=utf-8"


# MARK: What is not accepted


@pytest.mark.parametrize("address, accepted", [
    ("/api/social?rnge=30", "range"),
    ("/api/social?range=0", "all"),
    ("/api/social?top=501", "500"),
    ("/api/social?top=-1", "0"),
    ("/api/social?days=3661", "3660"),
    ("/api/social?range=all&from=2001-01-01&now=2026-03-01", "3660"),
    ("/api/social?range=7&range=30", "one value"),
    ("/api/social?compare=yes", "true or false"),
    ("/api/social?platform=facebook", "twitter or instagram"),
    ("/api/social?sentiment=good", "very_positive"),
    ("/api/social?type=other", "flagged"),
    ("/api/social?from=yesterday", "YYYY-MM-DD"),
    ("/api/social?from=2026-02-02&to=2026-02-01", "from"),
    ("/api/social?ignore-accents", "search"),
    ("/api/social?all-words=true", "search"),
    ("/api/social?search=" + "a" * 1_001, "1000"),
    ("/api/social?zone=Mars/Base", "America/New_York"),
    ("/api/social?now=noon", "today"),
    ("/api/social?school=no%20such%20school", "school"),
    ("/api/social?search=%zz", "percent-encoded"),
    ("/api/social?search=%ff", "percent-encoded"),
    ("/api/social?" + "&".join(["school=a"] * 1_001), "1000"),
    ("/api/social.csv?section=nothing", "activityByDay"),
    ("/api/social.csv?section=heatMap", "heat-map"),
    ("/api/feed?page-size=501", "500"),
    ("/api/feed?page-size=0", "1"),
    ("/api/feed?after=xyz", "cursor"),
    ("/api/feed?days=7", "linked"),
    ("/api/feed.csv?section=linked.schools", "linked"),
    ("/api/timeline?range=4", "12"),
    ("/api/timeline?hide=nothing", "events"),
    ("/api/timeline?min-width=101", "100"),
    ("/api/timeline.svg?paper=a5", "letter"),
    ("/api/timeline/levels?from=2026-01-01T00:00:00Z", "together"),
    ("/api/timeline/levels?width=5000", "4096"),
    ("/api/activity?type=posts", "interaction"),
    ("/api/activity?full-text", "search"),
    ("/api/activity?page=0", "1"),
    ("/api/report?preset=2d", "30d"),
    ("/api/report?from=2026-01-01", "to"),
    ("/api/report?preset=7d&from=2026-01-01&to=2026-01-02", "preset"),
    ("/api/status?page=1", "not a parameter"),
])
def test_refused_parameter(address, accepted, tiny):
    status, headers, body = tiny.get(address)
    error = json.loads(body)["error"]
    assert (status, error["status"]) == (400, 400), body
    assert accepted in error["message"].replace(",", "") or accepted in error["message"], error
    assert headers["Cache-Control"] == "no-store"
    assert "ETag" not in headers


def test_other_methods_and_addresses(tiny):
    status, headers, _ = tiny.request("POST", "/api/social", {})
    assert status == 405 and headers["Allow"] == "GET, HEAD"
    status, headers, _ = tiny.get("/api/posts/x")
    assert status == 405 and headers["Allow"] == "PATCH, DELETE"
    status, headers, body = tiny.get("/api/nothing")
    assert status == 404 and json.loads(body)["error"]["status"] == 404


# MARK: Copies, lengths, compression

ADDRESSES = [path(page, form) for page, form in PAGES] + [
    "/api/activity/widget", "/api/schools", "/api/status", "/api/texts", "/api/openapi.json",
    "/api/timeline/levels", "/", "/social", "/app.js"]
# Their bytes are made while they are sent, so that they have neither a tag nor a length.
STREAMED = ["/api/feed.csv", "/api/activity.csv"]


@pytest.mark.parametrize("address", ADDRESSES)
def test_copies(address, tiny):
    status, headers, body = tiny.get(address)
    assert status == 200 and headers["Cache-Control"] == "no-cache"
    if address in STREAMED:
        assert "ETag" not in headers and "Content-Length" not in headers
        return
    tag = headers["ETag"]
    assert tag.startswith('"') and int(headers["Content-Length"]) == len(body)
    for field in (tag, f'"other", {tag}', f"W/{tag}", "*"):
        status, again, rest = tiny.get(address, headers={"If-None-Match": field})
        assert (status, rest) == (304, b"") and again["ETag"] == tag, field
        assert again["Cache-Control"] == "no-cache" and "Content-Length" not in again
    for field in ('"other"', tag.strip('"'), '""'):
        status, _, rest = tiny.get(address, headers={"If-None-Match": field})
        assert (status, rest) == (200, body), field


def test_tag_is_that_of_the_bytes(tiny):
    tags = {}
    for days in (7, 30, 90):
        tags[days] = tiny.get(f"/api/social?range={days}")[1]["ETag"]
    assert len(set(tags.values())) == 3
    assert tiny.get("/api/social?range=30")[1]["ETag"] == tags[30]
    # The same bytes of another query.
    assert tiny.get("/api/social")[1]["ETag"] == tags[30]


@pytest.mark.parametrize("address", ADDRESSES)
def test_head(address, tiny):
    status, headers, body = tiny.request("HEAD", address)
    expected = tiny.get(address)
    assert (status, body) == (200, b"")
    for name in ("Content-Type", "Content-Length", "ETag", "Cache-Control", "Content-Security-Policy"):
        assert headers[name] == expected[1][name], name


def test_head_of_what_is_refused(tiny):
    for address, expected in (("/api/nothing", 404), ("/api/social?range=x", 400), ("/nothing.js", 404)):
        status, _, body = tiny.request("HEAD", address)
        assert (status, body) == (expected, b"")


def test_no_compression_on_this_machine(tiny):
    for address in ADDRESSES:
        _, headers, _ = tiny.request("GET", address, headers={"Accept-Encoding": "gzip"})
        assert "Content-Encoding" not in headers
        # A cache that keeps this response must not send it to everybody.
        assert headers["Vary"] == (None if address in STREAMED else "accept-encoding"), address


def own_address():
    """Returns an address of this machine that is not the loopback's; None without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: this only asks which address would be used.
            probe.connect(("192.0.2.1", 9))
            address = probe.getsockname()[0]
        except OSError:
            return None
    return None if address.startswith("127.") or address == "0.0.0.0" else address


def test_compression_for_other_machines(tiny, tmp_path):
    """A connection to an address of this machine comes from that address, as one from another machine would."""
    address = own_address()
    if address is None:
        pytest.skip("this machine has only its loopback; ServerCompression has unit tests")
    token = tmp_path / "token"
    token.write_text("t" * 40 + "\n")
    token.chmod(0o600)
    with serving(tiny.directory, "--host", address, "--token-file", str(token), "--public-origin",
                 "http://compass.test", wait=False, host=address, port=free_port(address)) as server:
        fields = {"Host": "compass.test", "Authorization": "Bearer " + "t" * 40}
        wait_until_ready(server, fields)
        for target in ("/api/social", "/api/schools", "/api/timeline.svg", "/app.js", "/api/report.csv"):
            plain = server.get(target, headers=fields)
            packed = server.get(target, headers={**fields, "Accept-Encoding": "br, gzip;q=0.5"})
            assert "Content-Encoding" not in plain[1]
            if len(plain[2]) < 1_024:
                assert "Content-Encoding" not in packed[1]
                continue
            assert packed[1]["Content-Encoding"] == "gzip" and packed[1]["Vary"] == "accept-encoding"
            assert int(packed[1]["Content-Length"]) == len(packed[2]) < len(plain[2])
            assert gzip.decompress(packed[2]) == plain[2]
            # A strong tag names bytes, and these are others: a 304 has the tag of those that it stands for.
            tags = packed[1]["ETag"], plain[1]["ETag"]
            assert tags[0] != tags[1]
            for tag, encoding in zip(tags, ("br, gzip;q=0.5", "identity")):
                asking = {**fields, "Accept-Encoding": encoding}
                for known in (tag, ", ".join(tags)):
                    status, again, _ = server.get(target, headers={**asking, "If-None-Match": known})
                    assert (status, again["ETag"], again["Vary"]) == (304, tag, "accept-encoding")
                other = tags[1] if tag == tags[0] else tags[0]
                assert server.get(target, headers={**asking, "If-None-Match": other})[0] == 200
        for refusal in ("gzip;q=0", "identity", "deflate"):
            answer = server.get("/api/social", headers={**fields, "Accept-Encoding": refusal})
            assert "Content-Encoding" not in answer[1], refusal


def wait_until_ready(server, fields):
    end = time.monotonic() + 30
    while json.loads(server.get("/api/status", headers=fields)[2])["state"] != "ready":
        assert time.monotonic() < end
        time.sleep(0.02)


# MARK: Tables


def test_loading(large):
    """The server listens before it has read the tables."""
    with serving(large, wait=False) as server:
        status, headers, body = server.get("/api/social")
        answer = json.loads(body)
        assert status == 503, body[:200]
        assert headers["Retry-After"] == "1" and answer["state"] == "loading"
        assert answer["table"] in ("social_media_posts", "schools", "coaches", "tables")
        assert answer["error"]["status"] == 503
        assert server.json("/api/status")["state"] == "loading"
        assert server.get("/")[0] == 200 and server.get("/api/texts")[0] == 200
        server.wait_until_loaded()
        assert server.get("/api/social")[0] == 200


TABLES = ["social_media_posts", "schools", "coaches", "interactions", "events", "documents", "performance_metrics"]


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("fault", ["missing", "malformed"])
def test_table_that_cannot_be_read(table, fault, tmp_path):
    folder = tmp_path / "data"
    shutil.copytree(ROOT / "Datasets/tiny", folder)
    if fault == "missing":
        (folder / f"{table}.json").unlink()
    else:
        (folder / f"{table}.json").write_text('[{"id": "a", "post_date"')
    with serving(folder) as server:
        status = server.json("/api/status")
        failed = {page["page"] for page in status["pages"] if page["state"] == "failed"}
        for page in ("social", "feed", "timeline", "activity", "report"):
            code, headers, body = server.get(f"/api/{page}")
            printed = run(page, folder, "json")
            if page in failed:
                message = json.loads(body)["error"]["message"]
                assert code == 503 and table in message and str(tmp_path) not in message, body
                assert "Retry-After" not in headers
                assert printed.returncode != 0, page
            else:
                assert (code, body) == (200, printed.stdout), page
        if fault == "malformed":
            # A page that can do without the table does, as the command line; the status names it.
            failures = {entry["table"]: entry["failure"] for entry in status["tables"] if entry["failure"]}
            assert set(failures) == {table}
        assert str(tmp_path) not in json.dumps(status)


def test_empty_directory(tmp_path):
    with serving(tmp_path) as server:
        status = server.json("/api/status")
        assert {page["state"] for page in status["pages"]} <= {"failed", "ready"}
        assert server.get("/api/social")[0] == 503


def test_hangup_reads_the_files_again(tmp_path):
    folder = tmp_path / "data"
    shutil.copytree(ROOT / "Datasets/tiny", folder)
    with serving(folder) as server:
        before = server.json("/api/status")
        posts = json.loads((folder / "social_media_posts.json").read_text())
        (folder / "social_media_posts.json").write_text(json.dumps(posts[:50]))
        server.process.send_signal(signal.SIGHUP)
        until(lambda: server.json("/api/status")["tables"][0]["rows"] == 50)
        assert server.json("/api/status")["generation"] > before["generation"]
        assert server.get("/api/social?range=all")[2] == run("social", folder, "json", "--range", "all").stdout
        # A file that cannot be read leaves what was there, and says so.
        (folder / "social_media_posts.json").write_text("[{")
        server.process.send_signal(signal.SIGHUP)
        until(lambda: server.json("/api/status")["tables"][0]["failure"])
        assert server.json("/api/feed?page-size=500")["matchCount"] == 50
        # Many at once: the last one counts.
        for _ in range(20):
            server.process.send_signal(signal.SIGHUP)
        (folder / "social_media_posts.json").write_text(json.dumps(posts))
        server.process.send_signal(signal.SIGHUP)
        until(lambda: server.json("/api/status")["tables"][0]["rows"] == len(posts))


def until(condition, seconds=20):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it has not come"
        time.sleep(0.02)


def test_sync(tmp_path):
    folder = tmp_path / "data"
    shutil.copytree(ROOT / "Datasets/tiny", folder)
    with serving(folder, "--allow-changes") as server:
        count = server.json("/api/feed")["matchCount"]
        posts = json.loads((folder / "social_media_posts.json").read_text())
        new = [dict(posts[0], id=f"new-{number}", post_url=f"https://x.com/{number}") for number in range(3)]
        (folder / "social_media_posts.json").write_text(json.dumps(posts + new))
        status, _, body = server.request("POST", "/api/social/sync", {})
        answer = json.loads(body)
        assert status == 200 and answer["success"] and answer["newPostCount"] == 3, body
        assert "3" in answer["message"]
        assert server.json("/api/feed")["matchCount"] == count + 3
        status, headers, _ = server.request("POST", "/api/social/sync", {})
        assert status == 429 and 1 <= int(headers["Retry-After"]) <= 10


def test_sync_of_a_file_that_cannot_be_read(tmp_path):
    folder = tmp_path / "data"
    shutil.copytree(ROOT / "Datasets/tiny", folder)
    with serving(folder, "--allow-changes") as server:
        (folder / "social_media_posts.json").write_text("[{")
        status, _, body = server.request("POST", "/api/social/sync", {})
        answer = json.loads(body)
        assert status == 200 and answer["success"] is False and answer["newPostCount"] == 0
        assert str(tmp_path) not in answer["message"]
        assert server.get("/api/social")[0] == 200


# MARK: Changes


def test_changes(changeable):
    server = changeable
    post = server.json("/api/feed?page-size=1")["posts"][0]
    identifier = post["id"]
    status, headers, body = server.request("PATCH", f"/api/posts/{identifier}", {
        "flaggedForReview": not post["flaggedForReview"], "notes": "é \U0001f3c8\n\"quoted\""})
    receipt = json.loads(body)
    assert status == 200 and headers["Cache-Control"] == "no-store" and "ETag" not in headers
    changed = server.json("/api/feed?page-size=1")["posts"][0]
    assert changed["notes"] == "é \U0001f3c8\n\"quoted\"" and changed["flaggedForReview"] != post["flaggedForReview"]
    assert server.json("/api/status")["generation"] == receipt["generation"]
    status, _, _ = server.request("POST", f"/api/undo/{receipt['undo']}", {})
    assert status == 200
    assert server.json("/api/feed?page-size=1")["posts"][0] == post
    assert server.request("POST", f"/api/undo/{receipt['undo']}", {})[0] == 410
    status, _, body = server.request("DELETE", f"/api/posts/{identifier}")
    receipt = json.loads(body)
    assert status == 200
    assert server.json("/api/feed?page-size=1")["posts"][0]["id"] != identifier
    assert server.request("DELETE", f"/api/posts/{identifier}")[0] == 404
    assert server.request("POST", f"/api/undo/{receipt['undo']}", {})[0] == 200
    assert server.json("/api/feed?page-size=1")["posts"][0]["id"] == identifier


@pytest.mark.parametrize("body", [
    b"", b"{", b"[]", b"null", b"{}", b'{"flaggedForReview": 1}', b'{"flaggedForReview": "true"}',
    b'{"flaggedForReview": null}', b'{"notes": 1}', b'{"notes": "a", "notes": "b"}', b'{"id": "x"}',
    b'{"notes": "\\ud800"}', b'{"notes": "\xff"}', b'{"notes": "a"} x', b'{"notes": "a\nb"}', b"[" * 40_000,
])
def test_refused_change(body, changeable):
    post = changeable.json("/api/feed?page-size=1")["posts"][0]
    status, _, answer = changeable.request("PATCH", f"/api/posts/{post['id']}", body)
    assert status == 400, answer
    assert "flaggedForReview" in json.loads(answer)["error"]["message"] or b"object is accepted" in answer
    assert changeable.json("/api/feed?page-size=1")["posts"][0] == post
    assert (changeable.directory / "changes.ndjson").read_bytes() == b""


def test_unknown_post_and_change(changeable):
    for identifier in ("nobody", "%00", "a%2Fb", "%20", "..", "x" * 5_000):
        assert changeable.request("PATCH", f"/api/posts/{identifier}", {"notes": "a"})[0] == 404, identifier
    for number in ("0", "1", "18446744073709551615", "18446744073709551616", "-1", "+1", "x"):
        assert changeable.request("POST", f"/api/undo/{number}", {})[0] in (404, 410), number


def test_no_changes_without_permission(server):
    post = server.json("/api/feed?page-size=1")["posts"][0]
    assert server.request("PATCH", f"/api/posts/{post['id']}", {"notes": "a"})[0] == 403
    assert server.request("DELETE", f"/api/posts/{post['id']}")[0] == 403
    assert server.request("POST", "/api/undo/1", {})[0] == 403
    assert server.json("/api/feed?page-size=1")["posts"][0] == post
    assert not (pathlib.Path(server.directory) / "changes.ndjson").exists()
