"""Starts `compass serve` for tests, and asks it."""

import contextlib
import http.client
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SERVE = os.environ.get("COMPASS_SERVE", str(ROOT / ".build/serve/release/compass-serve"))
COMPASS = os.environ.get("COMPASS", str(ROOT / ".build/serve/release/compass"))
# The instant up to which data is generated.
NOW = "2026-03-01T12:00:00Z"
ZONE = "America/New_York"


class Server:
    """A running server, and what it was started with."""

    def __init__(self, process, address, directory, host=None, port=None):
        self.process = process
        self.address = address
        self.directory = directory
        # A server with a public origin prints that.
        if host is None:
            host, port = re.fullmatch(r"http://(.*):(\d+)/", address).groups()
        self.host = host
        self.port = int(port)
        self.netloc = f"{self.host}:{self.port}"

    def request(self, method, path, body=None, headers=None, timeout=20):
        """Returns the status, the header fields and the bytes of a response."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=timeout)
        with contextlib.closing(connection):
            data = json.dumps(body).encode() if isinstance(body, (dict, list)) else body
            fields = {"Content-Type": "application/json"} if data is not None else {}
            connection.request(method, path, data, {**fields, **(headers or {})})
            response = connection.getresponse()
            return response.status, response.headers, response.read()

    def get(self, path, **options):
        return self.request("GET", path, **options)

    def json(self, path):
        status, _, body = self.get(path)
        assert status == 200, (path, status, body)
        return json.loads(body)

    def wait_until_loaded(self):
        """Waits for the tables; the server listens before it has read them."""
        import time

        end = time.monotonic() + 60
        while True:
            status = self.json("/api/status")
            if status["state"] == "ready":
                return status
            assert time.monotonic() < end, status
            time.sleep(0.02)

    def stop(self, number=signal.SIGTERM, timeout=10):
        """Ends the server; returns its exit code."""
        self.process.send_signal(number)
        return self.process.wait(timeout)


def free_port(host="127.0.0.1"):
    """Returns a port that nothing listened on a moment ago, for a server that does not print its own."""
    with socket.socket() as probe:
        probe.bind((host, 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def serving(directory, *options, now=NOW, wait=True, environment=None, host=None, port=None):
    """A server of a data directory (None if the options name a service), on a free port unless one is given.

    host and port are where it is asked; those that it prints if None.
    """
    source = [str(directory)] if directory else []
    command = [SERVE, "serve", *source, "--port", str(port or 0), "--zone", ZONE, *options]
    if now:
        command += ["--now", now]
    errors = tempfile.TemporaryFile()
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors, text=True,
        env={**os.environ, **(environment or {})})
    try:
        address = process.stdout.readline().strip()
        if not address:
            process.wait(10)
            errors.seek(0)
            raise AssertionError(f"no address; exit code {process.returncode}: {errors.read().decode()}")
        server = Server(process, address, directory and pathlib.Path(directory), host, port)
        server.errors = errors
        if wait:
            server.wait_until_loaded()
        yield server
    finally:
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        process.stdout.close()
        errors.close()


def generate(directory, posts, *options):
    """Generates a data directory with the command line."""
    subprocess.run([COMPASS, "generate", str(directory), "--posts", str(posts), *options],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def compass(*arguments):
    """Returns what the command line prints."""
    return subprocess.run([COMPASS, *map(str, arguments)], check=True, capture_output=True).stdout
