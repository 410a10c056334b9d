"""Table files that are served: the changes beside them, and deaths of the programs that write them.

COMPASS_KILLS, the number of deaths, is 40 unless it is set.
"""

import contextlib
import http.client
import json
import os
import random
import re
import signal
import subprocess
import tempfile
import threading
import time

import pytest

from serving import COMPASS, NOW, SERVE, ZONE, compass, generate, serving

KILLS = int(os.environ.get("COMPASS_KILLS", "40"))
LOG = "season.compass.changes.ndjson"


@pytest.fixture
def season(tmp_path):
    """A table file of 200 posts, alone in its folder."""
    generate(tmp_path / "data", 200)
    folder = tmp_path / "files"
    folder.mkdir()
    compass("save", tmp_path / "data", folder / "season.compass")
    return folder / "season.compass"


def patch(server, post, **fields):
    status, _, body = server.request("PATCH", f"/api/posts/{post}", fields)
    return status, json.loads(body)


def posts(path):
    """Returns all posts that a command shows, by id."""
    page = json.loads(compass("feed", path, "--format", "json", "--page-size", "500", "--now", NOW, "--zone", ZONE))
    assert page["nextCursor"] is None
    return {post["id"]: post for post in page["posts"]}


def names(season):
    return sorted(os.listdir(season.parent))


def printed(server):
    return os.pread(server.errors.fileno(), 1_000_000, 0).decode()


def test_changes_are_kept_beside_the_file(season):
    whole = season.read_bytes()
    with serving(season, "--allow-changes") as server:
        first, second, third = list(server.json("/api/feed?page-size=3")["posts"])
        assert patch(server, first["id"], notes="kept", flaggedForReview=True)[0] == 200
        assert server.request("DELETE", f"/api/posts/{second['id']}", {})[0] == 200
        # Commands and other servers show the changes, and do not write them.
        shown = posts(season)
        assert shown[first["id"]]["notes"] == "kept" and second["id"] not in shown
        with serving(season) as reader:
            assert reader.json("/api/feed?page-size=1")["posts"][0]["notes"] == "kept"
            assert patch(reader, third["id"], notes="no")[0] == 403
        for arguments in ([SERVE, "serve", str(season), "--port", "0", "--allow-changes"],
                          [COMPASS, "save", str(season), str(season)]):
            run = subprocess.run(arguments, capture_output=True, text=True, timeout=30)
            assert run.returncode == 73 and LOG in run.stderr and "server writes it" in run.stderr, run
        log = season.parent / LOG
        assert log.stat().st_mode & 0o777 == 0o600 and log.read_bytes().startswith(b'{"generation":0}\n')
    assert season.read_bytes() == whole and names(season) == ["season.compass", LOG]
    compass("save", season, season)
    assert names(season) == ["season.compass"] and posts(season) == shown
    # The log of the generation before would be ignored.
    log.write_bytes(b'{"generation":0}\n{"type":"DELETE","old_record":{"id":"%s"}}\n' % first["id"].encode())
    with serving(season) as reader:
        assert "of generation 0, and are ignored" in printed(reader)
        assert reader.json("/api/feed?page-size=1")["posts"][0]["notes"] == "kept"
    log.write_bytes(b'{"generation":2}\n')
    for arguments in ([SERVE, "serve", str(season), "--port", "0"], [COMPASS, "feed", str(season)],
                      [COMPASS, "save", str(season), str(season)]):
        run = subprocess.run(arguments, capture_output=True, text=True, timeout=30)
        assert run.returncode == 65 and "the table file is of generation 1" in run.stderr, run


def test_changes_of_a_directory_are_shown_and_saved(season, tmp_path):
    data = tmp_path / "data"
    with serving(data, "--allow-changes") as server:
        post = server.json("/api/feed?page-size=1")["posts"][0]["id"]
        assert patch(server, post, notes="kept")[0] == 200
        assert posts(data)[post]["notes"] == "kept"
        compass("save", data, season)
    assert posts(season)[post]["notes"] == "kept"
    assert names(season) == ["season.compass"]


class Writers:
    """Connections that change posts until the server is dead; each has posts of its own."""

    def __init__(self, initial, generator):
        self.generator = generator
        ids = sorted(initial)
        self.parts = [ids[part::4] for part in range(4)]
        self.number = 0
        self.lock = threading.Lock()
        # What each post may have: the number of its change, None if it is deleted, "" if it was never changed.
        self.possible = {post: {""} for post in ids}
        self.acknowledged = 0

    def run(self, host, port):
        threads = [threading.Thread(target=self.write, args=(host, port, part, self.generator.random()))
                   for part in self.parts]
        for thread in threads:
            thread.start()
        return threads

    def write(self, host, port, part, seed):
        generator = random.Random(seed)
        connection = http.client.HTTPConnection(host, port, timeout=30)
        with contextlib.suppress(OSError, http.client.HTTPException):
            while True:
                post = generator.choice(part)
                if None in self.possible[post]:
                    continue
                with self.lock:
                    self.number += 1
                    number = self.number
                deletes = generator.random() < 0.002
                value = None if deletes else str(number)
                body = {} if deletes else {"notes": value, "flaggedForReview": number % 2 == 1}
                self.possible[post].add(value)
                connection.request("DELETE" if deletes else "PATCH", f"/api/posts/{post}", json.dumps(body),
                                   {"Content-Type": "application/json"})
                response = connection.getresponse()
                response.read()
                if response.status == 503:
                    # The tables are being read.
                    self.possible[post].discard(value)
                    time.sleep(0.002)
                    continue
                assert response.status == 200, response.status
                self.possible[post] = {value}
                self.acknowledged += 1
        connection.close()

    def check(self, shown, initial):
        """Nothing acknowledged is lost, and nothing is there by half."""
        for post, possible in self.possible.items():
            if post not in shown:
                found = None
            elif shown[post]["notes"] == initial[post]["notes"]:
                assert shown[post] == initial[post]
                found = ""
            else:
                found = shown[post]["notes"]
                assert shown[post]["flaggedForReview"] == (int(found) % 2 == 1), f"{post} is changed by half"
            assert found in possible, f"{post} has {found!r} and not one of {possible}"
            self.possible[post] = {found}


def killed_server(season, writers, generator):
    with tempfile.TemporaryFile("w+") as errors, subprocess.Popen(
            [SERVE, "serve", str(season), "--port", "0", "--allow-changes", "--now", NOW], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=errors, text=True) as process:
        threads = []
        try:
            if generator.random() < 0.2:
                time.sleep(generator.uniform(0, 0.08))
            else:
                host, port = process.stdout.readline().strip()[len("http://"):-1].rsplit(":", 1)
                threads = writers.run(host, int(port))
                time.sleep(generator.uniform(0, 0.25))
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait(30)
        for thread in threads:
            thread.join(30)
            assert not thread.is_alive()
        errors.seek(0)
        for line in errors.read().splitlines():
            # Requests, and what the death before has left: a log whose changes are saved, or a line without its end.
            assert re.match(r"\d{4}-", line) or line.startswith(LOG) and (
                "and has them inside" in line or "was removed" in line), line


def killed_save(season, generator, longest):
    process = subprocess.Popen([COMPASS, "save", str(season), str(season)], stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(generator.uniform(0, longest))
    process.send_signal(signal.SIGKILL)
    _, errors = process.communicate(timeout=30)
    assert "Error" not in errors, errors
    return process.returncode == 0


@pytest.mark.alone
def test_kills_at_random_moments(season):
    """Servers and saves are killed in turn: what was acknowledged is there afterwards, and no file is left."""
    seed = int(os.environ.get("COMPASS_TEST_SEED", "27"))
    print("seed", seed)
    generator = random.Random(seed)
    initial = posts(season)
    writers = Writers(initial, generator)
    start = time.monotonic()
    compass("save", season, season)
    longest = 1.5 * (time.monotonic() - start)
    completed = partial = logs = 0
    for _ in range(KILLS):
        if generator.random() < 0.4:
            before = season.read_bytes()
            completed += killed_save(season, generator, longest)
            logs += season.read_bytes() != before and LOG in names(season)
            partial += any(name.endswith(".partial") for name in names(season))
        else:
            killed_server(season, writers, generator)
        writers.check(posts(season), initial)
    compass("save", season, season)
    assert names(season) == ["season.compass"]
    compass("inspect", season, "--verify")
    shown = posts(season)
    writers.check(shown, initial)
    print(f"{KILLS} deaths, {writers.acknowledged} changes acknowledged, {len(initial) - len(shown)} posts deleted; "
          f"of the saves {completed} were completed before, {partial} left a partial file, {logs} a log")
    assert writers.acknowledged >= KILLS
