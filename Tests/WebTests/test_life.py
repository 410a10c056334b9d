"""The life of a server: its start, changes that survive its death, the events that it sends, and its end."""

import concurrent.futures
import contextlib
import http.client
import json
import os
import random
import shutil
import signal
import statistics
import subprocess
import threading
import time

import pytest

from raw import Closed, Connection, Events, ask, head
from serving import NOW, ROOT, SERVE, free_port, serving


@pytest.fixture
def copy(tmp_path):
    """A copy of a small dataset."""
    folder = tmp_path / "data"
    shutil.copytree(ROOT / "Datasets/tiny", folder)
    return folder


class Changes:
    """A connection that stays open for changes."""

    def __init__(self, server):
        self.connection = http.client.HTTPConnection(server.host, server.port, timeout=30)

    def request(self, method, path, body):
        """Returns the status and the document; raises an error when the connection ends before."""
        self.connection.request(method, path, json.dumps(body), {"Content-Type": "application/json"})
        response = self.connection.getresponse()
        return response.status, json.loads(response.read())

    def patch(self, post, **fields):
        return self.request("PATCH", f"/api/posts/{post}", fields)

    def close(self):
        self.connection.close()


def all_posts(server):
    """Returns all posts by id."""
    posts, cursor = {}, ""
    while True:
        page = server.json(f"/api/feed?page-size=500{cursor}")
        posts.update((post["id"], post) for post in page["posts"])
        if page["nextCursor"] is None:
            return posts
        cursor = f"&after={page['nextCursor']}"


def printed(server):
    return os.pread(server.errors.fileno(), 1_000_000, 0).decode()


# MARK: Death


def test_kill_in_the_middle_of_changes(example, tmp_path):
    """1,000 changes by eight connections, and five deaths among them: what was answered is there afterwards."""
    seed = 25
    print("seed", seed)
    generator = random.Random(seed)
    folder = tmp_path / "data"
    shutil.copytree(example, folder)
    work, acknowledged, sent, notes_before = [], {}, {}, {}
    lock = threading.Lock()
    deaths = 0
    for round in range(6):
        with serving(folder, "--allow-changes") as server:
            posts = all_posts(server)
            if round == 0:
                notes_before = {post: values["notes"] for post, values in posts.items()}
                order = sorted(posts)
                generator.shuffle(order)
                work = [(post, "DELETE" if number % 10 == 0 else "PATCH") for number, post in enumerate(order[:1_000])]
            check_changes(posts, notes_before, acknowledged, sent)
            # Changes without an answer may or may not have been made; they are not sent again.
            limit = len(acknowledged) + generator.randint(60, 190) if round < 5 else None
            dead = threading.Event()

            def change(server=server, limit=limit, dead=dead):
                nonlocal deaths
                client = Changes(server)
                with contextlib.suppress(http.client.HTTPException, OSError):
                    while not dead.is_set():
                        with lock:
                            if not work:
                                return
                            post, method = work.pop()
                            sent[post] = method
                        notes = f"note of {post}"
                        status, _ = client.request(method, f"/api/posts/{post}", {"notes": notes})
                        assert status == 200
                        with lock:
                            acknowledged[post] = method
                            if limit is not None and len(acknowledged) >= limit and not dead.is_set():
                                dead.set()
                                deaths += 1
                                server.process.kill()
                client.close()

            with concurrent.futures.ThreadPoolExecutor(8) as pool:
                for future in [pool.submit(change) for _ in range(8)]:
                    future.result()
    with serving(folder, "--allow-changes") as server:
        check_changes(all_posts(server), notes_before, acknowledged, sent)
    print(f"{len(acknowledged)} answered, {len(sent) - len(acknowledged)} without an answer, {deaths} deaths")
    assert deaths == 5 and len(sent) == 1_000 and len(acknowledged) >= 1_000 - 5 * 8


def check_changes(posts, notes_before, acknowledged, sent):
    for post, method in acknowledged.items():
        if method == "DELETE":
            assert post not in posts, f"{post} is there again"
        else:
            assert posts[post]["notes"] == f"note of {post}", f"the notes of {post} are lost"
    for post, method in sent.items():
        if method == "PATCH":
            assert posts[post]["notes"] in (notes_before[post], f"note of {post}"), f"{post} has half of its notes"


def test_torn_last_line(copy):
    with serving(copy, "--allow-changes") as server:
        posts = sorted(all_posts(server))[:3]
        client = Changes(server)
        for post in posts:
            assert client.patch(post, notes="kept")[0] == 200
    log = copy / "changes.ndjson"
    whole = log.read_bytes()
    assert whole.count(b"\n") == 3
    last = whole.splitlines(keepends=True)[-1]
    for tear in (b"{", last[:-2], last[:len(last) // 2], b'{"type":"UPDATE","table":"social_media_posts"', b"\0" * 100):
        log.write_bytes(whole + tear)
        with serving(copy, "--allow-changes") as server:
            assert "the last line was not written to its end" in printed(server), tear
            assert str(len(tear)) in printed(server)
            assert log.read_bytes() == whole
            shown = all_posts(server)
            assert all(shown[post]["notes"] == "kept" for post in posts)
    # One that does not write leaves the file as it is.
    log.write_bytes(whole + b"{")
    with serving(copy) as server:
        assert all_posts(server)[posts[0]]["notes"] == "kept"
        assert log.read_bytes() == whole + b"{"


def test_lines_that_are_no_changes(copy):
    log = copy / "changes.ndjson"
    with serving(copy, "--allow-changes") as server:
        posts = sorted(all_posts(server))[:2]
        for post in posts:
            assert Changes(server).patch(post, notes="kept")[0] == 200
    first, second = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(first + b"no change\n" + b'{"type":"UPDATE"}\n' + second)
    with serving(copy, "--allow-changes") as server:
        shown = all_posts(server)
        assert all(shown[post]["notes"] == "kept" for post in posts)
        assert "changes.ndjson, line 2" in printed(server) and "changes.ndjson, line 3" in printed(server)


def test_log_is_private_and_of_one_server(copy):
    with serving(copy, "--allow-changes") as server:
        assert (copy / "changes.ndjson").stat().st_mode & 0o777 == 0o600
        run = subprocess.run([SERVE, "serve", str(copy), "--port", "0", "--allow-changes"], capture_output=True,
                             text=True, timeout=30)
        assert run.returncode == 73 and "another server writes it" in run.stderr and run.stdout == ""
        post = sorted(all_posts(server))[0]
        assert Changes(server).patch(post, notes="a")[0] == 200
        with serving(copy) as reader:
            assert all_posts(reader)[post]["notes"] == "a"
        server.process.kill()
        server.process.wait()
        # A lock ends with its process.
        with serving(copy, "--allow-changes") as again:
            assert all_posts(again)[post]["notes"] == "a"


def test_directory_that_cannot_be_written(copy):
    (copy / "changes.ndjson").mkdir()
    run = subprocess.run([SERVE, "serve", str(copy), "--port", "0", "--allow-changes"], capture_output=True, text=True,
                         timeout=30)
    assert run.returncode == 73 and "changes.ndjson" in run.stderr


# MARK: Start


def test_taken_port(copy):
    with serving(copy) as server:
        run = subprocess.run([SERVE, "serve", str(copy), "--port", str(server.port)], capture_output=True, text=True,
                             timeout=30)
        assert run.returncode == 69, run
        assert str(server.port) in run.stderr and "taken" in run.stderr and run.stdout == ""
        assert server.get("/api/status")[0] == 200


def test_missing_directory(tmp_path):
    run = subprocess.run([SERVE, "serve", str(tmp_path / "nothing"), "--port", "0"], capture_output=True, text=True,
                         timeout=30)
    assert run.returncode == 66 and "nothing" in run.stderr


def test_time_until_it_listens(large):
    """The goal is 150 ms on a quiet machine, which CI is not: the bound here finds a server that reads first."""
    times = []
    for _ in range(5):
        port = free_port()
        start = time.monotonic()
        with serving(large, wait=False, port=port) as server:
            with Connection(server) as connection:
                connection.send(head(server))
                assert connection.response().status == 200
                times.append(time.monotonic() - start)
    print(f"listening after {statistics.median(times) * 1_000:.0f} ms (median), {max(times) * 1_000:.0f} ms at most")
    assert statistics.median(times) < 1.5


# MARK: Events


def test_flag_in_another_tab(changeable):
    times = []
    posts = sorted(all_posts(changeable))[:50]
    with Events(changeable) as tab:
        assert "event" not in tab.block()
        client = Changes(changeable)
        for post in posts:
            start = time.monotonic()
            status, receipt = client.patch(post, flaggedForReview=True)
            event = tab.event()
            times.append(time.monotonic() - start)
            assert event["event"] == "posts" and event["id"] == str(receipt["generation"])
            assert json.loads(event["data"]) == {
                "generation": receipt["generation"], "changed": [post], "removed": [], "added": []}
    print(f"a flag is in another tab after {statistics.median(times) * 1_000:.1f} ms (median of {len(times)})")
    assert statistics.median(times) < 0.5


def test_events_of_all_changes(changeable):
    post = sorted(all_posts(changeable))[0]
    client = Changes(changeable)
    with Events(changeable) as tab:
        tab.block()
        _, deletion = client.request("DELETE", f"/api/posts/{post}", {})
        event = json.loads(tab.event()["data"])
        assert event == {"generation": deletion["generation"], "changed": [], "removed": [post], "added": []}
        _, undo = client.request("POST", f"/api/undo/{deletion['undo']}", {})
        event = json.loads(tab.event()["data"])
        assert event == {"generation": undo["generation"], "changed": [], "removed": [], "added": [post]}
        changeable.process.send_signal(signal.SIGHUP)
        event = tab.event()
        assert event["event"] == "reset" and json.loads(event["data"])["generation"] == int(event["id"])


def test_events_that_were_missed(changeable):
    posts = sorted(all_posts(changeable))[:30]
    client = Changes(changeable)
    generations = [client.patch(post, flaggedForReview=True)[1]["generation"] for post in posts]
    assert generations == list(range(generations[0], generations[0] + 30))
    with Events(changeable, last=generations[9]) as tab:
        assert [json.loads(tab.event()["data"])["changed"] for _ in range(20)] == [[post] for post in posts[10:]]
        assert client.patch(posts[0], notes="a")[0] == 200
        assert json.loads(tab.event()["data"])["changed"] == [posts[0]]
    newest = generations[-1] + 1
    with Events(changeable, last=newest) as tab:
        tab.block()
        assert client.patch(posts[0], notes="b")[0] == 200
        assert tab.event()["id"] == str(newest + 1)
    # Unknown numbers: those of an earlier server, of a later one, and what is none.
    for last in (1, newest + 1_000_000):
        with Events(changeable, last=last) as tab:
            assert tab.event()["event"] == "reset", last
    for last in ("", "x", "-1"):
        with Events(changeable, last=last) as tab:
            block = tab.block()
            assert "event" not in block and block["id"] == str(newest + 1)


def test_number_of_listeners(changeable):
    """64 listeners, and 503 for the next one; who leaves makes room."""
    listeners = [Events(changeable) for _ in range(64)]
    try:
        assert {listener.response.status for listener in listeners} == {200}
        with Events(changeable) as late:
            assert late.response.status == 503 and late.response.value("retry-after") == "15"
        # A request without a stream takes no place.
        assert ask(changeable, "HEAD", "/api/events").status == 200
        client = Changes(changeable)
        post = sorted(all_posts(changeable))[0]
        assert client.patch(post, flaggedForReview=True)[0] == 200
        assert {listener.event()["event"] for listener in listeners} == {"posts"}
        for listener in listeners[:32]:
            listener.close()
        end = time.monotonic() + 20
        again = []
        while len(again) < 32:
            assert time.monotonic() < end, "the places of listeners that left are not free"
            listener = Events(changeable)
            listeners.append(listener)
            if listener.response.status == 200:
                again.append(listener)
            else:
                time.sleep(0.05)
    finally:
        for listener in listeners:
            listener.close()


def test_slow_listener(copy):
    """Who does not read gets `reset` in place of what was missed, and hinders nobody."""
    post = json.loads((copy / "social_media_posts.json").read_text())[0]
    # Each event has the id: few of them fill the buffers between the two programs.
    post["id"] = "i" * 8_000
    (copy / "social_media_posts.json").write_text(json.dumps([post]))
    with serving(copy, "--allow-changes") as server:
        slow = Events(server, receive_buffer=4_096)
        with slow, Events(server) as quick:
            slow.block(), quick.block()
            received = []
            # On a busy machine this program may be slower than the server, which would reset the quick listener, too.
            unread = threading.Semaphore(16)

            def listen():
                for _ in range(1_500):
                    received.append(quick.event())
                    unread.release()

            reader = threading.Thread(target=listen)
            reader.start()

            def change(first):
                client = Changes(server)
                for number in range(first, 1_500, 15):
                    assert unread.acquire(timeout=60), "an event is missing"
                    assert client.patch(post["id"], notes=str(number))[0] == 200

            with concurrent.futures.ThreadPoolExecutor(15) as pool:
                for future in [pool.submit(change, first) for first in range(15)]:
                    future.result()
            reader.join(30)
            assert not reader.is_alive()
            identifiers = [int(event["id"]) for event in received]
            assert identifiers == list(range(identifiers[0], identifiers[0] + 1_500))
            events = []
            while not events or events[-1]["id"] != received[-1]["id"]:
                events.append(slow.event())
            kinds = [event["event"] for event in events]
            assert "reset" in kinds and len(kinds) < 1_500, kinds
            # After a reset come the events that follow it, so that nothing is missed.
            last = len(kinds) - 1 - kinds[::-1].index("reset")
            numbers = [int(event["id"]) for event in events[last:]]
            assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def test_changes_of_many(changeable):
    """Changes at the same time each have a number of their own, and none is lost."""
    posts = sorted(all_posts(changeable))[:320]

    def change(first):
        client = Changes(changeable)
        return [client.patch(post, notes=f"by {first}")[1]["generation"] for post in posts[first::16]]

    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        generations = [number for numbers in pool.map(change, range(16)) for number in numbers]
    assert len(set(generations)) == 320
    shown = all_posts(changeable)
    assert all(shown[post]["notes"] == f"by {number % 16}" for number, post in enumerate(posts))


def test_only_the_last_changes_can_be_taken_back(changeable):
    posts = sorted(all_posts(changeable))[:101]
    client = Changes(changeable)
    undos = [client.patch(post, notes="a")[1]["undo"] for post in posts]
    assert client.request("POST", f"/api/undo/{undos[0]}", {})[0] == 410
    assert client.request("POST", f"/api/undo/{undos[1]}", {})[0] == 200
    assert client.request("POST", f"/api/undo/{undos[1]}", {})[0] == 410


# MARK: End


def end(server, number=signal.SIGTERM):
    """Ends a server; returns its exit code and the seconds until then."""
    start = time.monotonic()
    code = server.stop(number, timeout=30)
    return code, time.monotonic() - start


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_end_with_streams_open(number, changeable):
    """The goal is 1 s."""
    listeners = [Events(changeable) for _ in range(20)]
    others = [Connection(changeable) for _ in range(20)]
    try:
        for listener in listeners:
            listener.block()
        for connection in others[:10]:
            connection.send(head(changeable))
            connection.response()
        others[10].send(b"GET /api/status HTTP/1.1\r\nHost:")
        code, seconds = end(changeable, number)
        print(f"ended after {seconds * 1_000:.0f} ms")
        assert code == 0 and seconds < 2
        for listener in listeners:
            with pytest.raises(Closed):
                while True:
                    listener.block()
    finally:
        for connection in [*others, *(listener.connection for listener in listeners)]:
            connection.socket.close()


def test_end_while_it_reads(large):
    with serving(large, wait=False) as server:
        code, seconds = end(server)
        print(f"ended after {seconds * 1_000:.0f} ms")
        assert code == 0 and seconds < 5


def test_end_without_connections(copy):
    with serving(copy) as server:
        code, seconds = end(server)
        assert code == 0 and seconds < 2


def test_reader_of_the_address_that_is_gone(copy):
    """`compass serve DIR | head -0` serves all the same."""
    port = free_port()
    process = subprocess.Popen([SERVE, "serve", str(copy), "--port", str(port), "--now", NOW], stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL)
    try:
        process.stdout.close()
        deadline = time.monotonic() + 20
        while True:
            try:
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
                connection.request("GET", "/api/status")
                assert connection.getresponse().status == 200
                break
            except OSError:
                assert time.monotonic() < deadline and process.poll() is None
                time.sleep(0.02)
    finally:
        process.kill()
        process.wait()
