"""The guards of the server, with the bytes of requests that browsers and libraries would not send."""

import concurrent.futures
import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import stat
import subprocess
import time

import pytest

from raw import Closed, Connection, ask, exchange, head
from serving import ROOT, SERVE, free_port, serving

TOKEN = "0123456789abcdef" * 4
PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'")
JSON = "Content-Type: application/json"


@pytest.fixture(scope="module")
def tiny():
    with serving(ROOT / "Datasets/tiny") as server:
        yield server


@pytest.fixture(scope="module")
def writable(tmp_path_factory):
    folder = tmp_path_factory.mktemp("writable") / "data"
    shutil.copytree(ROOT / "Datasets/tiny", folder)
    with serving(folder, "--allow-changes") as server:
        server.post = server.json("/api/feed?page-size=1")["posts"][0]["id"]
        yield server
        assert server.process.poll() is None, "the server has ended"


@pytest.fixture
def guarded(tmp_path):
    """A server with a token; a new one for each test, because wrong tokens are counted."""
    token = tmp_path / "token"
    token.write_text(TOKEN + "\n")
    token.chmod(0o600)
    with serving(ROOT / "Datasets/tiny", "--token-file", str(token), wait=False) as server:
        server.token_file = token
        end = time.monotonic() + 20
        while ask(server, "GET", "/api/social", f"Authorization: Bearer {TOKEN}").status == 503:
            assert time.monotonic() < end
            time.sleep(0.02)
        yield server


def printed(server):
    """Returns what the server has printed to standard error."""
    server.errors.flush()
    position = os.lseek(server.errors.fileno(), 0, os.SEEK_CUR)
    return os.pread(server.errors.fileno(), max(position, 10_000_000), 0).decode()


# MARK: Host


@pytest.mark.parametrize("fields, expected", [
    ([], 400),
    (["Host: {netloc}", "Host: {netloc}"], 400),
    (["Host: {netloc}", "Host: evil.example"], 400),
    (["Host:"], 400),
    (["Host: evil.example"], 421),
    (["Host: evil.example:{port}"], 421),
    (["Host: 127.0.0.1.evil.example:{port}"], 421),
    (["Host: 127.0.0.1:{other}"], 421),
    (["Host: 127.0.0.1"], 421),
    (["Host: 127.0.0.2:{port}"], 421),
    (["Host: 2130706433:{port}"], 421),
    (["Host: 0.0.0.0:{port}"], 421),
    (["Host: localhost.:{port}"], 421),
    (["Host: user@localhost:{port}"], 421),
    (["Host: localhost:{port}, evil.example"], 421),
    (["Host: localhost:{port}/"], 421),
    (["Host: evil.example", "X-Forwarded-Host: localhost:{port}"], 421),
    (["Host: evil.example", "Forwarded: host=localhost:{port}"], 421),
    (["Host: localhost:{port}"], 200),
    (["Host: LocalHost:{port}"], 200),
    (["Host: [::1]:{port}"], 200),
    (["Host: 127.0.0.1:{port}"], 200),
    (["Host: 127.0.0.1:{port}", "X-Forwarded-Host: evil.example"], 200),
])
@pytest.mark.parametrize("target", ["/api/status", "/"])
def test_host(fields, expected, target, tiny):
    fields = [field.format(netloc=tiny.netloc, port=tiny.port, other=tiny.port % 65_535 + 1) for field in fields]
    response = ask(tiny, "GET", target, *fields, host=False)
    assert response.status == expected, response
    if expected != 200:
        assert json.loads(response.body)["error"]["status"] == expected
        assert b"evil" not in response.body
        assert b"schemaVersion" not in response.body


def test_old_protocol_needs_a_host(tiny):
    (response, *_), _ = exchange(tiny, b"GET /api/status HTTP/1.0\r\n\r\n")
    assert response.status == 400


def test_absolute_form(tiny):
    own = f"http://{tiny.netloc}/api/status"
    assert ask(tiny, "GET", own).status == 200
    foreign = "http://evil.example/api/status"
    # Two names of one server contradict each other.
    assert ask(tiny, "GET", own, "Host: evil.example", host=False).status == 400
    for target in (foreign, f"http://user@{tiny.netloc}/api/status", f"http://localhost:{tiny.port}/api/status"):
        assert ask(tiny, "GET", target).status == 400, target
    assert ask(tiny, "GET", own, host=False).status == 400
    # What a browser sends to a proxy has the same name in both places.
    assert ask(tiny, "GET", foreign, "Host: evil.example", host=False).status == 421
    for target in ("http:/api/status", "x:y", "http://", "http:///api/status", "file:///etc/passwd"):
        responses, _ = exchange(tiny, head(tiny, "GET", target), seconds=2)
        assert responses and responses[0].status in (200, 400, 404), (target, responses)
        assert b"root:" not in responses[0].body


@pytest.mark.parametrize("fields", [[], [JSON]], ids=["bare", "json"])
@pytest.mark.parametrize("method, target, allowed", [
    ("OPTIONS", "*", "GET, HEAD"), ("OPTIONS", "/api/social", "GET, HEAD"),
    ("CONNECT", "evil.example:443", "GET, HEAD"), ("TRACE", "/", "GET, HEAD"), ("TRACE", "/api/status", "GET, HEAD"),
    ("PUT", "/api/status", "GET, HEAD"), ("PROPFIND", "/", "GET, HEAD"), ("PATCH", "/", "GET, HEAD"),
    ("POST", "/", "GET, HEAD"), ("DELETE", "/app.js", "GET, HEAD"), ("POST", "/api/social", "GET, HEAD"),
    ("PUT", "/api/posts/x", "PATCH, DELETE"), ("OPTIONS", "/api/undo/1", "POST"), ("PUT", "/login", "GET, HEAD, POST"),
])
def test_other_methods(method, target, allowed, fields, tiny):
    response = ask(tiny, method, target, *fields)
    assert response.status == 405, response
    assert response.value("allow") == allowed
    assert not any(name.startswith("access-control") for name, _ in response.fields)
    # TRACE would show a script the cookie that it cannot read.
    assert b"Host" not in response.body


# MARK: Connections


@pytest.mark.parametrize("line, fields", [
    ("HTTP/1.0", []), ("HTTP/1.0", ["Connection: keep-alive"]), ("HTTP/1.1", ["Connection: close"]),
    ("HTTP/1.1", ["Connection: Close"]), ("HTTP/1.1", ["Connection: x, close"]),
    ("HTTP/1.1", ["Connection: x", "Connection: close"]),
])
def test_end_of_a_connection(line, fields, tiny):
    """A client that reads up to the end of the connection must not wait for its idle time."""
    request = "\r\n".join([f"GET /api/status {line}", f"Host: {tiny.netloc}", *fields, "", ""]).encode()
    start = time.monotonic()
    responses, has_ended = exchange(tiny, request + head(tiny), quiet=10)
    assert has_ended and time.monotonic() - start < 10
    assert [(response.status, response.value("connection")) for response in responses] == [(200, "close")]


def test_old_protocol_has_no_chunks(tiny):
    with Connection(tiny) as connection:
        connection.send(f"GET /api/feed.csv HTTP/1.0\r\nHost: {tiny.netloc}\r\n\r\n".encode())
        response = connection.head()
        assert response.value("transfer-encoding") is None and response.value("content-length") is None
        assert connection.ends()
        assert connection.buffer == tiny.get("/api/feed.csv")[2]


def test_slow_reader_of_the_last_response(large):
    """More bytes than the buffers of both sides hold, read only when the server has been done for a while."""
    target = "/api/timeline?range=all"
    with serving(large) as server:
        expected = server.get(target)[2]
        assert len(expected) > 5e6
        with Connection(server, receive_buffer=4096) as connection:
            connection.send(f"GET {target} HTTP/1.0\r\nHost: {server.netloc}\r\n\r\n".encode())
            assert connection.head().status == 200
            time.sleep(4)
            # So small a buffer is slow on some machines.
            assert connection.ends(seconds=120)
            assert connection.buffer == expected


@pytest.mark.parametrize("stops", [False, True])
def test_reader_slower_than_the_idle_time(stops, large):
    """A response that takes longer than connections may be idle arrives whole, also when the server is told to end."""
    target = "/api/timeline?range=all"
    with serving(large) as server:
        expected = server.get(target)[2]
        with Connection(server, receive_buffer=4096) as connection:
            connection.send(head(server, "GET", target))
            response = connection.head()
            for second in range(35):
                if stops and second == 2:
                    server.process.send_signal(signal.SIGTERM)
                connection.buffer += connection.socket.recv(8192)
                time.sleep(1)
            assert len(connection.buffer) < len(expected) / 2
            assert connection.exactly(int(response.value("content-length"))) == expected


@pytest.mark.parametrize("target", ["/api/feed.csv", "/api/events", "/api/social", "/", "/nothing.js"])
def test_nothing_follows_the_response_to_head(target, tiny):
    with Connection(tiny) as connection:
        connection.send(head(tiny, "HEAD", target) + head(tiny))
        connection.response("HEAD")
        assert json.loads(connection.response().body)["state"] == "ready"


def test_expectations(writable):
    """A client that waits before it sends its body is told to send it; not where its length or its expectation is refused."""
    target = f"/api/posts/{writable.post}"
    body = b'{"flaggedForReview": true}'
    with Connection(writable) as connection:
        for word in ("100-continue", "100-Continue"):
            fields = [JSON, f"Expect: {word}", f"Content-Length: {len(body)}"]
            connection.send(head(writable, "PATCH", target, *fields))
            assert connection.head().status == 100
            connection.send(body)
            assert connection.response().status == 200
        # Without a body there is nothing to wait for.
        connection.send(head(writable, "GET", "/api/status", "Expect: 100-continue"))
        assert connection.response().status == 200
    with Connection(writable) as connection:
        connection.send(f"PATCH {target} HTTP/1.0\r\nHost: {writable.netloc}\r\n{JSON}\r\n".encode()
                        + f"Expect: 100-continue\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
        assert connection.response().status == 200
    for fields, expected in ((["Expect: 100-continue", "Content-Length: 65537"], 413),
                             (["Expect: tea", f"Content-Length: {len(body)}"], 417),
                             (["Expect: tea", "Expect: 100-continue", f"Content-Length: {len(body)}"], 417)):
        responses, has_ended = exchange(writable, head(writable, "PATCH", target, JSON, *fields), quiet=10)
        assert has_ended and [response.status for response in responses] == [expected], responses
        assert responses[0].value("connection") == "close"


def test_nothing_is_done_after_a_body_that_was_not_read(writable):
    before = writable.json("/api/status")["generation"]
    body = b'{"flaggedForReview": true}'
    change = head(writable, "PATCH", f"/api/posts/{writable.post}", JSON, f"Content-Length: {len(body)}") + body
    refused = head(writable, "PATCH", "/api/posts/x", JSON, "Content-Length: 65537") + b"a" * 65_537
    responses, has_ended = exchange(writable, refused + change, quiet=10)
    assert has_ended and [response.status for response in responses] == [413]
    assert writable.json("/api/status")["generation"] == before


# MARK: Where a request ends

POST = "POST /api/social/sync HTTP/1.1\r\nHost: {netloc}\r\nContent-Type: application/json\r\n"
# Were it taken for a request, it would be answered with the texts of the pages.
SMUGGLED = "GET /api/texts HTTP/1.1\r\nHost: {netloc}\r\n\r\n"


@pytest.mark.parametrize("header", [
    "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{{}}",
    "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{{}}",
    "Content-Length: 2, 2\r\n\r\n{{}}",
    "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding: identity\r\n\r\n{{}}",
    "Transfer-Encoding: chunked, gzip\r\n\r\n2\r\n{{}}\r\n0\r\n\r\n",
    "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n",
    "Content-Length: -1\r\n\r\n",
    "Content-Length: +2\r\n\r\n{{}}",
    "Content-Length: 0x2\r\n\r\n{{}}",
    "Content-Length: 2.0\r\n\r\n{{}}",
    "Content-Length: 1e1\r\n\r\n{{}}",
    "Content-Length:\r\n\r\n{{}}",
    "Content-Length: 99999999999999999999999\r\n\r\n",
    "Content-Length: 18446744073709551618\r\n\r\n{{}}",
    "Content-Length : 2\r\n\r\n{{}}",
    "X-Folded: a\r\n b\r\n\r\n",
    "X-Bare: a\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "X-Bare: a\rb\r\n\r\n",
    "X-Nul: a\0b\r\n\r\n",
    "X-Name\x01: a\r\n\r\n",
    "X Name: a\r\n\r\n",
    "no colon\r\n\r\n",
    ": no name\r\n\r\n",
])
def test_ambiguous_header(header, tiny):
    """The connection ends, so that nothing behind the header is taken for another request."""
    data = (POST + header + SMUGGLED).format(netloc=tiny.netloc).encode("latin-1")
    responses, has_ended = exchange(tiny, data, quiet=10)
    assert [response.status for response in responses] == [400], responses
    assert has_ended and responses[0].body == b""


@pytest.mark.parametrize("chunks", [
    "-1\r\n{{}}\r\n0\r\n\r\n",
    "+2\r\n{{}}\r\n0\r\n\r\n",
    "0x2\r\n{{}}\r\n0\r\n\r\n",
    "2 \r\n{{}}\r\n0\r\n\r\n",
    "\r\n{{}}\r\n0\r\n\r\n",
    "G\r\n{{}}\r\n0\r\n\r\n",
    "FFFFFFFFFFFFFFFFF\r\n{{}}\r\n0\r\n\r\n",
    "10000000000000002\r\n{{}}\r\n0\r\n\r\n",
    "2\n{{}}\n0\n\n",
    "2\r\n{{}}0\r\n\r\n",
    "2\r\n{{}}xx0\r\n\r\n",
    "2\r\n{{}}\r\n0\r\nX: a\nY: b\r\n\r\n",
])
def test_ambiguous_chunks(chunks, tiny):
    data = (POST + "Transfer-Encoding: chunked\r\n\r\n" + chunks + SMUGGLED).format(netloc=tiny.netloc).encode()
    responses, has_ended = exchange(tiny, data, quiet=10)
    assert has_ended and all(response.status == 400 and not response.body for response in responses), responses


def test_requests_one_after_the_other(tiny):
    """A body of a request that has no use for it is not taken for the next request."""
    smuggled = SMUGGLED.format(netloc=tiny.netloc).encode()
    with Connection(tiny) as connection:
        connection.send(head(tiny, "GET", "/api/status", f"Content-Length: {len(smuggled)}") + smuggled)
        assert b'"state"' in connection.response().body
        connection.send(head(tiny, "DELETE", "/api/posts/x", f"Content-Length: {len(smuggled)}", JSON) + smuggled)
        assert connection.response().status == 403
        chunk = f"{len(smuggled):x}\r\n".encode() + smuggled + b"\r\n0\r\n\r\n"
        connection.send(head(tiny, "GET", "/api/status", "Transfer-Encoding: chunked") + chunk)
        assert b'"state"' in connection.response().body
        connection.send(head(tiny, "GET", "/api/schools") * 2 + head(tiny, "GET", "/api/status"))
        assert [b'"postCount"' in connection.response().body for _ in range(3)] == [True, True, False]
        assert connection.buffer == b""


@pytest.mark.parametrize("data", [
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET /api/status\r\n\r\n",
    b"get /api/status HTTP/1.1\r\n\r\n", b"GET /api/status HTTP/3.0\r\n\r\n", b"\0" * 64,
    b"GET / HTTP/1.1 \r\n\r\n", b"GET /a b HTTP/1.1\r\n\r\n", b"GET /\x7f HTTP/1.1\r\n\r\n",
    b"GET app.js HTTP/1.1\r\n\r\n",
    b"GET /\xc3\xa9 HTTP/1.1\r\n\r\n", b"FOO / HTTP/1.1\r\n\r\n", b"\r\n" * 40_000,
])
def test_no_http(data, tiny):
    responses, has_ended = exchange(tiny, data, seconds=12, quiet=10)
    assert has_ended and all(response.status in (400, 431) for response in responses), responses


# MARK: Limits


@pytest.mark.parametrize("fields", [
    [f"X: {'a' * 17_000}"],
    [f"X{number}: {'a' * 900}" for number in range(20)],
    [f"X{number}: a" for number in range(120)],
    [f"{'x' * 17_000}: a"],
    [f"Cookie: {'a=b; ' * 4_000}"],
], ids=["value", "sum", "count", "name", "cookie"])
def test_large_header(fields, tiny):
    responses, has_ended = exchange(tiny, head(tiny, "GET", "/api/status", *fields), quiet=10)
    assert has_ended and [response.status for response in responses] in ([400], [431]), responses


def test_large_target(tiny):
    responses, has_ended = exchange(tiny, head(tiny, "GET", "/" + "a" * 17_000), quiet=10)
    assert has_ended and responses[0].status in (400, 414, 431)
    assert ask(tiny, "GET", "/" + "a" * 12_000).status == 404


def test_header_below_the_limit(tiny):
    assert ask(tiny, "GET", "/api/status", f"X: {'a' * 12_000}").status == 200


def test_large_body(writable):
    target = f"/api/posts/{writable.post}"
    body = json.dumps({"notes": "a" * 70_000}).encode()
    response = ask(writable, "PATCH", target, JSON, f"Content-Length: {len(body)}", body=body)
    assert response.status == 413 and json.loads(response.body)["error"]["status"] == 413
    assert response.value("connection") == "close"
    assert " 413 PATCH /api/posts/" in printed(writable)
    # Who asks for another host learns nothing about this one.
    response = ask(writable, "PATCH", target, JSON, "Host: evil.example", f"Content-Length: {len(body)}", body=body,
                   host=False)
    assert response.status == 421
    # A length alone is enough: nobody sends what is refused.
    for length in (65_537, 2**40, 2**63 - 1):
        assert ask(writable, "PATCH", target, JSON, f"Content-Length: {length}").status == 413
    chunks = b"".join(b"2000\r\n" + b"a" * 0x2000 + b"\r\n" for _ in range(9)) + b"0\r\n\r\n"
    assert ask(writable, "PATCH", target, JSON, "Transfer-Encoding: chunked", body=chunks).status == 413
    # The largest that is accepted.
    text = "a" * (65_536 - len('{"notes": ""}'))
    largest = f'{{"notes": "{text}"}}'.encode()
    response = ask(writable, "PATCH", target, JSON, f"Content-Length: {len(largest)}", body=largest)
    assert len(largest) == 65_536 and response.status != 413, response


def test_end_after_a_large_body(writable):
    """What follows a body that is not read must not be taken for a request."""
    data = head(writable, "PATCH", "/api/posts/x", JSON, "Content-Length: 65537") + b"a" * 100
    start = time.monotonic()
    responses, has_ended = exchange(writable, data, seconds=15, quiet=10)
    assert [response.status for response in responses] == [413]
    with Connection(writable) as connection:
        connection.send(data)
        assert connection.response().status == 413
        connection.send(head(writable, "GET", "/api/texts"))
        assert connection.ends(15) and b"HTTP/1.1" not in connection.buffer
    assert time.monotonic() - start < 25


@pytest.mark.parametrize("address", [
    "/api/social?search=" + "a" * 1_001, "/api/feed?page-size=501", "/api/activity?page-size=501",
    "/api/social?days=3661", "/api/social?top=501", "/api/social?recent=501", "/api/timeline/levels?list-per-page=501",
    # A timeline of all items has an entry for each month up to now: a hundred megabytes in the year 99,999.
    "/api/timeline?range=all&now=3000-01-01", "/api/timeline/levels?range=all&now=99999-12-31",
    "/api/timeline.svg?range=all&now=9999-12-31", "/api/timeline.html?range=all&now=9999-12-31"])
def test_limits_of_the_pages(address, tiny):
    assert ask(tiny, "GET", address).status == 400


def test_connections():
    """The 257th connection waits until another one ends."""
    with serving(ROOT / "Datasets/tiny") as server:
        open_ones = []
        try:
            for _ in range(256):
                connection = Connection(server)
                connection.send(head(server))
                assert connection.response().status == 200
                open_ones.append(connection)
            late = Connection(server, timeout=1)
            open_ones.append(late)
            late.send(head(server))
            with pytest.raises((TimeoutError, Closed)):
                late.response()
            # Room for it, and for all that follow.
            for connection in open_ones[:200]:
                connection.socket.close()
            for _ in range(150):
                assert ask(server).status == 200
        finally:
            for connection in open_ones:
                connection.socket.close()
        assert ask(server).status == 200


def idle_time(server, first):
    """Returns how long a connection stays open on which nothing arrives any more."""
    with Connection(server, timeout=60) as connection:
        if first:
            connection.send(first)
            connection.response()
        start = time.monotonic()
        assert connection.ends(60), "the connection is still open"
        return time.monotonic() - start


def time_of_slow_request(server, first, rest):
    """Returns how long the server waits for a request of which a byte arrives each second."""
    with Connection(server, timeout=1) as connection:
        start = time.monotonic()
        connection.send(first)
        for position in range(40):
            try:
                connection.send(rest[position:position + 1])
                connection.more()
            except TimeoutError:
                pass
            except (Closed, ConnectionError):
                return time.monotonic() - start
        return time.monotonic() - start


def test_time_limits(tiny):
    """Idle connections have 30 seconds; a request has 10, however steadily its bytes arrive."""
    change = head(tiny, "PATCH", "/api/posts/x", JSON, "Content-Length: 1000")
    chunked = head(tiny, "PATCH", "/api/posts/x", JSON, "Transfer-Encoding: chunked")
    slow = {
        "request line": (b"GET /", b"x" * 40),
        "header": (b"GET /api/status HTTP/1.1\r\nX: ", b"a" * 40),
        "second request": (head(tiny) + b"GET /api/status HTTP/1.1\r\nX: ", b"a" * 40),
        "body": (change, b"a" * 40),
        "chunks": (chunked, b"1\r\na\r\n" * 8),
    }
    # All at once: the test waits, and the machine has nothing to do.
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        times = {part: pool.submit(time_of_slow_request, tiny, *bytes) for part, bytes in slow.items()}
        idle = [pool.submit(idle_time, tiny, first) for first in (b"", head(tiny))]
        times = {part: future.result() for part, future in times.items()}
        idle = [future.result() for future in idle]
    print(times, idle)
    # A busy machine may be late; it is never early.
    assert all(8 < seconds < 20 for seconds in times.values()), times
    assert all(9 < seconds < 45 for seconds in idle), idle


def is_open(server, connection):
    """Returns whether the server has the other end of a connection open."""
    ends = f":{server.port:04X}", f":{connection.socket.getsockname()[1]:04X}"
    for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]:
        _, local, other, state, *_ = line.split()
        if (local[-5:], other[-5:]) == ends:
            return state == "01"
    return False


def test_reader_that_stops(large):
    """A connection is given up on which nothing has been taken for 30 seconds, whatever is being sent."""
    with contextlib.ExitStack() as stack:
        server = stack.enter_context(serving(large))
        steady = stack.enter_context(Connection(server))
        old = f"GET /api/feed.csv HTTP/1.0\r\nHost: {server.netloc}\r\n\r\n".encode()
        # Each is more than the buffers of both sides hold.
        requests = {
            "export": (4_096, head(server, "GET", "/api/feed.csv") * 4),
            "export and larger buffers": (65_536, head(server, "GET", "/api/feed.csv") * 4),
            "whole responses": (65_536, head(server, "GET", "/api/timeline?range=all") * 4),
            "last response": (65_536, old),
        }
        connections = {}
        for name, (receive_buffer, request) in requests.items():
            connections[name] = stack.enter_context(Connection(server, receive_buffer=receive_buffer))
            connections[name].send(request)
        start = time.monotonic()
        times = {}
        while len(times) < len(connections):
            assert time.monotonic() - start < 180, times
            for name in connections.keys() - times.keys():
                if not is_open(server, connections[name]):
                    times[name] = time.monotonic() - start
            steady.send(head(server, "GET", "/api/status"))
            assert steady.response().status == 200
            time.sleep(0.5)
        print(times)
        assert all(20 < seconds for seconds in times.values()), times


def test_many_slow_requests_do_not_hinder_others(tiny):
    slow = [Connection(tiny) for _ in range(100)]
    try:
        for connection in slow:
            connection.send(b"GET /api/status HTTP/1.1\r\nX: ")
        start = time.monotonic()
        for _ in range(20):
            assert ask(tiny).status == 200
        assert time.monotonic() - start < 10
    finally:
        for connection in slow:
            connection.socket.close()


# MARK: Token


def test_token(guarded):
    for target in ("/api/social", "/api/status", "/api/openapi.json", "/api/nothing", "/api", "/api/events"):
        response = ask(guarded, "GET", target)
        assert response.status == 401 and response.value("www-authenticate") == "Bearer", target
        assert b"schemaVersion" not in response.body
    # The app itself has nothing to hide, and shows the form.
    for target in ("/", "/login", "/app.js"):
        assert ask(guarded, "GET", target).status == 200
    for field in (f"Authorization: Bearer {TOKEN}", f"authorization: bearer {TOKEN}"):
        assert ask(guarded, "GET", "/api/social", field).status == 200
    for field in (f"Authorization: Basic {TOKEN}", f"Authorization: {TOKEN}", "Authorization: Bearer", "Authorization:",
                  f"X-Token: {TOKEN}", f"Cookie: token={TOKEN}"):
        assert ask(guarded, "GET", "/api/social", field).status == 401, field
    twice = [f"Authorization: Bearer {TOKEN}"] * 2
    assert ask(guarded, "GET", "/api/social", *twice).status == 401
    assert ask(guarded, "GET", f"/api/social?token={TOKEN}").status == 401


def form(server, token, *fields):
    body = f"token={token}".encode()
    return ask(server, "POST", "/login", "Content-Type: application/x-www-form-urlencoded",
               f"Content-Length: {len(body)}", *fields, body=body)


def test_form_of_the_token(guarded):
    response = form(guarded, TOKEN, f"Origin: http://{guarded.netloc}")
    assert response.status == 303 and response.value("location") == "/"
    assert response.value("cache-control") == "no-store"
    name, _, rest = response.value("set-cookie").partition("=")
    session, *attributes = rest.split("; ")
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(attributes) and "Secure" not in attributes
    assert not any(attribute.startswith("Domain") for attribute in attributes)
    # Who reads a browser's store does not find the token.
    assert TOKEN not in response.value("set-cookie") and len(session) >= 32
    assert ask(guarded, "GET", "/api/social", f"Cookie: {name}={session}").status == 200
    assert ask(guarded, "GET", "/api/social", f"Cookie: a=b; {name}={session}; c=d").status == 200
    for cookie in (f"{name}=", f"{name}={session[:-1]}", f"{name}={session}0", f"{name}={TOKEN}", f"x{name}={session}"):
        assert ask(guarded, "GET", "/api/social", f"Cookie: {cookie}").status == 401, cookie
    # The form of another site would begin a session, too.
    assert form(guarded, TOKEN, "Origin: http://evil.example").status == 403
    assert form(guarded, TOKEN, "Sec-Fetch-Site: cross-site").status == 403
    wrong = form(guarded, "f" * 64)
    assert wrong.status == 401 and wrong.value("set-cookie") is None
    assert ask(guarded, "POST", "/login", JSON, "Content-Length: 2", body=b"{}").status == 415
    assert ask(guarded, "DELETE", "/login").status == 405


def test_session_beside_other_cookies_of_its_name(guarded):
    """A program on another port of this host can set such a cookie, whose path puts it first."""
    name, session = form(guarded, TOKEN).value("set-cookie").split(";")[0].split("=")
    for cookies in ([f"{name}=x; {name}={session}"], [f"{name}={session}; {name}=x"], [f"{name}=x", f"{name}={session}"]):
        fields = [f"Cookie: {cookie}" for cookie in cookies]
        assert ask(guarded, "GET", "/api/social", *fields).status == 200, cookies
    assert ask(guarded, "GET", "/api/social", f"Cookie: {name}=x; {name}=y").status == 401


def test_wrong_tokens_are_counted(guarded):
    for number in range(10):
        token = f"{number:064x}"
        response = form(guarded, token) if number % 2 else ask(
            guarded, "GET", "/api/social", f"Authorization: Bearer {token}")
        assert response.status == 401, number
    for response in (ask(guarded, "GET", "/api/social", "Authorization: Bearer x"), form(guarded, "x")):
        assert response.status == 429 and 1 <= int(response.value("retry-after")) <= 60
        assert response.value("set-cookie") is None
    # Behind a proxy all have one address: who sends wrong tokens must not keep the others out.
    assert ask(guarded, "GET", "/api/social", f"Authorization: Bearer {TOKEN}").status == 200
    assert form(guarded, TOKEN).status == 303


def test_session_outlives_wrong_tokens(guarded):
    cookie = form(guarded, TOKEN).value("set-cookie").split(";")[0]
    for _ in range(12):
        form(guarded, "x" * 64)
    assert ask(guarded, "GET", "/api/social", f"Cookie: {cookie}").status == 200


def test_new_token_file(tmp_path):
    path = tmp_path / "token"
    before = os.umask(0)
    try:
        with serving(ROOT / "Datasets/tiny", "--token-file", str(path), wait=False) as server:
            token = path.read_text().strip()
            assert stat.S_IMODE(path.stat().st_mode) == 0o600
            assert re.fullmatch("[0-9a-f]{64}", token)
            assert ask(server, "GET", "/api/status").status == 401
            assert ask(server, "GET", "/api/status", f"Authorization: Bearer {token}").status == 200
            assert token not in printed(server) and token not in server.address
    finally:
        os.umask(before)
    with serving(ROOT / "Datasets/tiny", "--token-file", str(path), wait=False) as server:
        assert path.read_text().strip() == token
        assert ask(server, "GET", "/api/status", f"Authorization: Bearer {token}").status == 200


@pytest.mark.parametrize("mode, warns", [(0o600, False), (0o400, False), (0o644, True), (0o640, True)])
def test_token_file_that_others_can_read(mode, warns, tmp_path):
    path = tmp_path / "token"
    path.write_text(TOKEN)
    path.chmod(mode)
    with serving(ROOT / "Datasets/tiny", "--token-file", str(path), wait=False) as server:
        assert ask(server, "GET", "/api/status", f"Authorization: Bearer {TOKEN}").status == 200
        assert ("chmod 600" in printed(server)) == warns and TOKEN not in printed(server)


def test_cookie_of_a_secure_origin(tmp_path):
    path = tmp_path / "token"
    path.write_text(TOKEN)
    path.chmod(0o600)
    port = free_port()
    with serving(ROOT / "Datasets/tiny", "--token-file", str(path), "--public-origin", "https://compass.example.org",
                 wait=False, host="127.0.0.1", port=port) as server:
        assert server.address == "https://compass.example.org/"
        body = f"token={TOKEN}".encode()
        fields = ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
        response = ask(server, "POST", "/login", *fields, "Host: compass.example.org",
                       "Origin: https://compass.example.org", body=body, host=False)
        assert response.status == 303 and "Secure" in response.value("set-cookie").split("; ")
        for origin in ("http://compass.example.org", "https://compass.example.org:8443", "null"):
            response = ask(server, "POST", "/login", *fields, "Host: compass.example.org", f"Origin: {origin}",
                           body=body, host=False)
            assert response.status == 403, origin


def refused(*options):
    return subprocess.run([SERVE, "serve", str(ROOT / "Datasets/tiny"), "--port", "0", *options],
                          capture_output=True, timeout=30, text=True)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "example.org"])
def test_other_machines_need_a_token(host, tmp_path):
    token = str(tmp_path / "token")
    for options in ([], ["--token-file", token], ["--public-origin", "https://a.example"]):
        run = refused("--host", host, *options)
        assert run.returncode == 64 and run.stdout == "", run
        assert "--token-file" in run.stderr or "--public-origin" in run.stderr
    assert not os.path.exists(token)


@pytest.mark.parametrize("origin", ["compass.example.org", "ftp://a.example", "https://a.example/path", "https://",
                                    "https://a.example?x", "https://u@a.example", "https://a.example\r\nX: y", "*"])
def test_public_origin_that_is_none(origin):
    run = refused("--public-origin", origin)
    assert run.returncode == 64 and "https://compass.example.org" in run.stderr


@pytest.mark.parametrize("text", ["", "tooshort\n", "x" * 31])
def test_token_that_is_too_short(text, tmp_path):
    path = tmp_path / "token"
    path.write_text(text)
    path.chmod(0o600)
    run = refused("--token-file", str(path))
    assert run.returncode not in (0, 70) and run.stdout == ""
    assert text == "" or text.strip() not in run.stderr


# MARK: Origin


@pytest.mark.parametrize("fields, expected", [
    (["Origin: http://evil.example"], 403),
    (["Origin: null"], 403),
    (["Origin:"], 403),
    (["Origin: https://{netloc}"], 403),
    (["Origin: http://127.0.0.1"], 403),
    (["Origin: http://{netloc}.evil.example"], 403),
    (["Origin: http://{netloc}", "Origin: http://{netloc}"], 403),
    (["Origin: http://{netloc}", "Origin: http://evil.example"], 403),
    (["Sec-Fetch-Site: cross-site"], 403),
    (["Sec-Fetch-Site: same-site"], 403),
    (["Sec-Fetch-Site: other"], 403),
    (["Origin: http://{netloc}", "Sec-Fetch-Site: cross-site"], 403),
    (["Origin: http://evil.example", "Sec-Fetch-Site: same-origin"], 403),
    (["Origin: http://{netloc}", "Sec-Fetch-Site: same-origin"], 200),
    (["Origin: http://localhost:{port}"], 200),
    (["Sec-Fetch-Site: none"], 200),
    ([], 200),
])
def test_origin_of_changes(fields, expected, writable):
    fields = [field.format(netloc=writable.netloc, port=writable.port) for field in fields]
    body = b'{"flaggedForReview": true}'
    target = f"/api/posts/{writable.post}"
    change = [JSON, f"Content-Length: {len(body)}", *fields]
    assert ask(writable, "PATCH", target, *change, body=body).status == expected
    for method, other in (("DELETE", "/api/posts/nobody"), ("POST", "/api/undo/1"), ("POST", "/api/social/sync")):
        response = ask(writable, method, other, JSON, "Content-Length: 2", *fields, body=b"{}")
        assert (response.status == 403) == (expected == 403), (method, response)


@pytest.mark.parametrize("fields, expected", [
    (["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors", "Sec-Fetch-Dest: image"], 403),
    (["Sec-Fetch-Site: same-site", "Sec-Fetch-Mode: no-cors", "Sec-Fetch-Dest: script"], 403),
    (["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe"], 403),
    (["Sec-Fetch-Site: cross-site", "Origin: http://evil.example"], 403),
    (["Origin: http://evil.example"], 403),
    (["Origin: null", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"], 403),
    (["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"], 200),
    (["Sec-Fetch-Site: same-origin", "Sec-Fetch-Mode: cors", "Sec-Fetch-Dest: empty"], 200),
    (["Sec-Fetch-Site: none", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"], 200),
    (["Origin: http://{netloc}"], 200),
])
def test_pages_of_other_sites_ask_for_nothing(fields, expected, tiny):
    """They could not read an answer, but measure the time of a search, or keep the server busy."""
    fields = [field.format(netloc=tiny.netloc) for field in fields]
    for target in ("/api/feed?search=a", "/api/timeline.svg", "/api/status"):
        for method in ("GET", "HEAD"):
            assert ask(tiny, method, target, *fields).status == expected, target
    assert ask(tiny, "HEAD", "/api/events", *fields).status == expected
    # Links from elsewhere lead to pages.
    assert ask(tiny, "GET", "/social", "Sec-Fetch-Site: cross-site").status == 200


@pytest.mark.parametrize("kind", [
    None, "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/jsonx",
    "text/plain; application/json", "application/json, text/plain", ""])
def test_type_of_changes(kind, writable):
    """Forms of other sites can send these types without asking."""
    before = writable.json("/api/status")["generation"]
    body = b'{"flaggedForReview": true}'
    fields = [f"Content-Length: {len(body)}"] + ([] if kind is None else [f"Content-Type: {kind}"])
    for method, target in (("PATCH", f"/api/posts/{writable.post}"), ("DELETE", f"/api/posts/{writable.post}"),
                           ("POST", "/api/undo/1"), ("POST", "/api/social/sync")):
        assert ask(writable, method, target, *fields, body=body).status == 415, method
    assert writable.json("/api/status")["generation"] == before


@pytest.mark.parametrize("kind", [
    "application/json", "application/json; charset=utf-8", "Application/JSON ;charset=UTF-8"])
def test_accepted_type(kind, writable):
    body = b'{"flaggedForReview": false}'
    response = ask(writable, "PATCH", f"/api/posts/{writable.post}", f"Content-Type: {kind}",
                   f"Content-Length: {len(body)}", body=body)
    assert response.status == 200


def test_get_changes_nothing(writable):
    before = writable.json("/api/status")["generation"]
    size = (writable.directory / "changes.ndjson").stat().st_size
    body = b'{"flaggedForReview": true}'
    override = ["X-HTTP-Method-Override: DELETE", "X-HTTP-Method: DELETE", "X-Method-Override: DELETE", JSON,
                f"Content-Length: {len(body)}"]
    for method in ("GET", "HEAD"):
        for target, expected in ((f"/api/posts/{writable.post}", 405), ("/api/undo/1", 405), ("/api/social/sync", 405),
                                 (f"/api/posts/{writable.post}?_method=DELETE", 405),
                                 ("/api/social?_method=DELETE", 400), ("/api/status", 200)):
            assert ask(writable, method, target, *override, body=body).status == expected, target
    # A POST is none of the methods of a post, whatever a header says.
    assert ask(writable, "POST", f"/api/posts/{writable.post}", *override, body=body).status == 405
    assert writable.json("/api/status")["generation"] == before
    assert (writable.directory / "changes.ndjson").stat().st_size == size


# MARK: Header fields of responses

ALL = [
    ("GET", "/", 200), ("GET", "/app.js", 200), ("GET", "/social", 200), ("GET", "/nothing", 404),
    ("GET", "/nothing.js", 404), ("GET", "/api/social", 200), ("GET", "/api/social?x", 400),
    ("GET", "/api/nothing", 404),
    ("GET", "/api/posts/x", 405), ("DELETE", "/", 405), ("DELETE", "/api/posts/x", 403), ("POST", "/api/undo/1", 415),
    ("GET", "/api/feed.csv", 200), ("GET", "/api/timeline.svg", 200), ("HEAD", "/api/social", 200),
    ("HEAD", "/api/events", 200), ("GET", "/api/openapi.json", 200), ("GET", "/login", 200),
]


def check_fields(response, policy=PAGE_POLICY):
    assert response.value("content-security-policy") == policy
    assert response.value("x-content-type-options") == "nosniff"
    assert response.value("referrer-policy") == "no-referrer"
    assert response.value("cross-origin-opener-policy") == "same-origin"
    assert response.value("cross-origin-resource-policy") == "same-origin"
    names = [name for name, _ in response.fields]
    assert not any(name.startswith("access-control-") for name in names), names
    assert not {"server", "x-powered-by", "set-cookie"} & set(names), names


@pytest.mark.parametrize("method, target, expected", ALL)
def test_fields_of_every_response(method, target, expected, tiny):
    fields = [] if method in ("GET", "HEAD") or expected == 415 else [JSON]
    response = ask(tiny, method, target, "Origin: http://" + tiny.netloc, *fields)
    assert response.status == expected, response
    policy = response.value("content-security-policy") if target.endswith(".svg") else PAGE_POLICY
    check_fields(response, policy)
    if method == "GET" and response.value("etag"):
        again = ask(tiny, method, target, f"If-None-Match: {response.value('etag')}")
        assert again.status == (304 if expected == 200 else expected)
        check_fields(again) if not target.endswith(".svg") else None


def test_fields_of_refusals(tiny, guarded):
    for response in (
        ask(tiny, "GET", "/", host=False), ask(tiny, "GET", "/", "Host: evil.example", host=False),
        ask(tiny, "PATCH", "/api/posts/x", JSON, "Content-Length: 70000"),
        ask(tiny, "PATCH", "/api/posts/x", JSON, "Origin: http://evil.example"), ask(guarded, "GET", "/api/social"),
        form(guarded, "x"),
    ):
        assert response.status >= 400
        check_fields(response)
        assert response.value("content-type").startswith("application/json")


def test_fields_of_events(tiny):
    with Connection(tiny) as connection:
        connection.send(head(tiny, "GET", "/api/events"))
        response = connection.head()
        assert response.value("content-type").startswith("text/event-stream")
        assert "no-cache" in response.value("cache-control")
        check_fields(response)


def test_policy_of_the_drawing(tiny):
    response = ask(tiny, "GET", "/api/timeline.svg")
    policy = response.value("content-security-policy")
    parts = {part.split()[0]: part.split()[1:] for part in policy.split(";")}
    assert parts["default-src"] == ["'none'"] and parts["style-src"] == ["'unsafe-inline'"]
    assert parts["frame-ancestors"] == ["'none'"] and "sandbox" in parts and "script-src" not in parts
    assert response.value("content-type") == "image/svg+xml"
    check_fields(response, policy)
    again = ask(tiny, "GET", "/api/timeline.svg", f"If-None-Match: {response.value('etag')}")
    # A browser takes the fields of a 304 for its copy.
    assert again.status == 304 and again.value("content-security-policy") == policy


def test_policy_of_the_documents(tiny):
    """Links to posts open in tabs of their own, which the sandbox would prevent."""
    response = ask(tiny, "GET", "/api/feed.html")
    policy = response.value("content-security-policy")
    parts = {part.split()[0]: part.split()[1:] for part in policy.split(";")}
    assert parts["sandbox"] == ["allow-popups", "allow-popups-to-escape-sandbox"]
    assert parts["default-src"] == ["'none'"] and "script-src" not in parts
    check_fields(response, policy)


def test_no_other_site_is_let_in(tiny):
    fields = ["Origin: http://evil.example", "Access-Control-Request-Method: PATCH",
              "Access-Control-Request-Headers: content-type", "Access-Control-Request-Private-Network: true"]
    for method, target in (("OPTIONS", "/api/posts/x"), ("OPTIONS", "/api/social"), ("GET", "/api/social")):
        response = ask(tiny, method, target, *fields)
        assert not any(name.startswith("access-control") for name, _ in response.fields), response.fields
        assert method == "GET" or response.status in (403, 405)


# MARK: Paths


@pytest.mark.parametrize("target", [
    "//", "//etc/passwd", "/../../../../etc/passwd", "/%2e%2e/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2f..%2fetc/passwd",
    "/..%5c..%5cetc%5cpasswd", "/..\\..\\etc\\passwd", "/%00", "/app.js%00", "/app.js%00.html", "/app.js/", "/APP.JS",
    "/./app.js", "/pages/../app.js", "/%61pp.js", "/index.html", "/social_media_posts.json", "/changes.ndjson",
    "/schools.json", "/token", "/.git/config", "/.env", "/%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd",
    "/%252e%252e/etc/passwd", "/..;/..;/etc/passwd", "/proc/self/environ", "/etc/passwd", "/app.js::$DATA",
    "/api//status", "/api/../api/status", "/api/./status", "/api/status/", "/api/%73tatus", "/API/status",
    "/api/status%00",
    "/api/status;x", "/api\\status", "/api", "/api/", "//api/status", "///127.0.0.1/api/status"])
def test_path_of_nothing(target, tiny):
    response = ask(tiny, "GET", target)
    assert response.status == 404, response
    for secret in (b"root:", b"COMPASS_SERVE=", b"post_content", b"schemaVersion"):
        assert secret not in response.body
    assert response.value("location") is None


def test_directory_is_not_served(tiny):
    for path in sorted(tiny.directory.iterdir()):
        assert ask(tiny, "GET", f"/{path.name}").status == 404


@pytest.mark.parametrize("text", ["a line\nno line feed at the end", None])
def test_log_of_changes_that_leads_elsewhere(text, tmp_path):
    """Who packs a data directory must not choose a file of its reader to be written, cut or made."""
    folder, other = tmp_path / "data", tmp_path / "other"
    shutil.copytree(ROOT / "Datasets/tiny", folder)
    if text is not None:
        other.write_text(text)
    (folder / "changes.ndjson").symlink_to(other)
    run = subprocess.run([SERVE, "serve", str(folder), "--port", "0", "--allow-changes"], capture_output=True,
                         timeout=30, text=True)
    assert run.returncode == 73 and "changes.ndjson" in run.stderr and run.stdout == "", run
    assert other.read_text() == text if text is not None else not other.exists()


# MARK: Logs and messages


def test_log_without_queries_and_tokens(guarded):
    secret = "secretword"
    ask(guarded, "GET", f"/api/social?search={secret}", f"Authorization: Bearer {TOKEN}")
    ask(guarded, "GET", f"/api/social?{secret}=x", f"Authorization: Bearer {TOKEN}", f"Cookie: {secret}=a",
        f"Referer: http://{secret}/", f"User-Agent: {secret}")
    ask(guarded, "GET", f"http://{secret}.example/api/social?{secret}", f"Authorization: Bearer {TOKEN}")
    form(guarded, TOKEN)
    form(guarded, secret * 5)
    text = printed(guarded)
    assert "200 GET /api/social " in text and "303 POST /login " in text
    assert secret not in text and TOKEN not in text


def test_log_without_control_characters(tiny):
    ask(tiny, "GET", "/%1b%5b31m%0d%0a2026%00")
    ask(tiny, "GET", "/" + "a" * 500 + "end")
    lines = printed(tiny).splitlines()
    assert all(re.fullmatch(r"[\x20-\x7e]*", line) for line in lines)
    assert not any("end" in line and "aaa" in line for line in lines) and all(len(line) < 200 for line in lines)


@pytest.mark.parametrize("character", ["%00", "%07", "%08", "%0a", "%0d", "%1b%5b2J", "%7f", "%c2%9b", "%e2%80%ae",
                                       "%e2%81%a6", "%ef%bb%bf", "%f3%a0%81%81"])
def test_messages_without_control_characters(character, tiny):
    for target in (f"/api/social?range=a{character}b", f"/api/social?a{character}b=1", f"/api/feed?after=a{character}b",
                   f"/api/social?zone=a{character}b", f"/api/social?school=a{character}b",
                   f"/api/report?from=a{character}b",
                   f"/api/timeline?hide=a{character}b"):
        response = ask(tiny, "GET", target)
        message = json.loads(response.body)["error"]["message"]
        assert response.status == 400, (target, response)
        harmful = [c for c in message if ord(c) < 0x20 or 0x7f <= ord(c) < 0xa0 or c in "\u202e\u2066\ufeff\U000e0041"]
        assert not harmful, (target, message)


def test_messages_are_short(tiny):
    response = ask(tiny, "GET", "/api/social?range=" + "a" * 10_000)
    assert response.status == 400 and len(response.body) < 1_000
    response = ask(tiny, "GET", "/api/social?" + "a" * 10_000)
    assert response.status == 400 and len(response.body) < 2_000


def test_messages_of_unknown_posts(writable):
    for name in ("a" * 10_000, "%00%1b%5b2J%e2%80%ae", "%0d%0aX:%20y"):
        response = ask(writable, "DELETE", f"/api/posts/{name}", JSON)
        message = json.loads(response.body)["error"]["message"]
        assert response.status == 404 and len(message) < 300, message
        assert not any(ord(c) < 0x20 or c == "\u202e" for c in message), message


def test_markup_in_messages(tiny):
    """A browser must not take a message for a page."""
    response = ask(tiny, "GET", "/api/social?range=%3Cscript%3Ealert(1)%3C/script%3E")
    assert response.status == 400 and response.value("content-type") == "application/json; charset=utf-8"
    assert b"<script" not in ask(tiny, "GET", "/%3Cscript%3E.js").body


# MARK: Many at once


def test_mixture(writable):
    """Good and bad requests at the same time: the good ones are answered."""
    bad = [b"\0" * 100, b"POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nab", head(writable, "GET", "/" + "%" * 100),
           head(writable, "PATCH", "/api/posts/x", JSON, "Content-Length: 9") + b'{"notes":']

    def disturb(number):
        with Connection(writable, timeout=5) as connection:
            connection.send(bad[number % len(bad)])

    def read(number):
        return ask(writable, "GET", f"/api/social?range={number + 1}").status

    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        for _ in pool.map(disturb, range(100)):
            pass
        assert set(pool.map(read, range(200))) == {200}
    assert writable.process.poll() is None
