"""Many requests at once, by wrk."""

import dataclasses
import pathlib
import re
import shutil
import subprocess
import time

# A file of the app, whose bytes and tag are ready: what HTTP, the guards and the header fields cost without any answer
# to make. An empty `{}` would cost a little more, so that shares of this are the stricter ones.
NOTHING = "/icon.svg"
SOCIAL = "/api/social"
FEED = "/api/feed"
SEARCH = "/api/feed?search=camp"


@dataclasses.dataclass
class Run:
    """The outcome of a run."""

    rate: float
    p99_millis: float


def is_there():
    return shutil.which("wrk") is not None


def wait_for_search(server, seconds=120):
    """Waits for the search index, which is built once the tables are there: until then each search reads all texts."""
    end = time.monotonic() + seconds
    while True:
        times = {}
        for target in (FEED, SEARCH):
            spent = []
            for _ in range(5):
                start = time.monotonic()
                assert server.get(target)[0] == 200
                spent.append(time.monotonic() - start)
            times[target] = min(spent)
        if times[SEARCH] < 4 * times[FEED]:
            return
        assert time.monotonic() < end, times
        time.sleep(0.1)


def wrk(server, target, seconds, script=None):
    """Sends requests by 16 connections for some seconds.

    Raises AssertionError for answers that are no success, and for connections that failed.
    """
    command = ["wrk", "-t1", "-c16", f"-d{seconds}s", "--latency", "--timeout", "20s"]
    if script:
        command += ["-s", str(script)]
    run = subprocess.run([*command, f"http://{server.netloc}{target}"], capture_output=True, text=True,
                         timeout=seconds + 60)
    assert run.returncode == 0, run.stderr
    assert "Non-2xx" not in run.stdout and "Socket errors" not in run.stdout, run.stdout
    rate = float(re.search(r"Requests/sec:\s*([\d.]+)", run.stdout)[1])
    number, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", run.stdout).groups()
    return Run(rate, float(number) * {"us": 0.001, "ms": 1, "s": 1_000}[unit])


def memory(server, field="VmRSS"):
    """Returns the bytes of memory of a server; Linux alone tells."""
    text = pathlib.Path(f"/proc/{server.process.pid}/status").read_text()
    return int(re.search(rf"{field}:\s*(\d+) kB", text)[1]) * 1_024
