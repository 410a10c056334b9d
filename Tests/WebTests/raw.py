"""Bytes over a socket, for requests that no library would send, and responses as they arrive."""

import contextlib
import dataclasses
import socket
import time


@dataclasses.dataclass
class Response:
    """A response whose header has been taken apart without any tolerance."""

    status: int
    fields: list
    body: bytes

    def values(self, name):
        """Returns the values of a field, whose name is in lower case."""
        return [value for field, value in self.fields if field == name]

    def value(self, name):
        """Returns the only value of a field, None without one."""
        values = self.values(name)
        assert len(values) <= 1, (name, values)
        return values[0] if values else None


class Closed(Exception):
    """The other side has ended the connection before a whole response."""


class Connection:
    """A connection that sends what it is told."""

    def __init__(self, server, timeout=20, receive_buffer=None):
        self.server = server
        self.buffer = b""
        self.socket = socket.socket(socket.AF_INET6 if ":" in server.host else socket.AF_INET)
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(timeout)
        self.socket.connect((server.host, server.port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, data):
        self.socket.sendall(data)

    def more(self):
        """Receives what has arrived.

        Raises Closed at the end of the connection.
        """
        try:
            data = self.socket.recv(65_536)
        except ConnectionError:
            data = b""
        if not data:
            raise Closed(self.buffer)
        self.buffer += data

    def until(self, mark):
        """Takes the bytes up to a mark, which is taken too."""
        while mark not in self.buffer:
            self.more()
        taken, _, self.buffer = self.buffer.partition(mark)
        return taken

    def exactly(self, count):
        while len(self.buffer) < count:
            self.more()
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def head(self):
        """Takes the status and the header of a response."""
        lines = self.until(b"\r\n\r\n").decode("latin-1").split("\r\n")
        version, status, *_ = lines[0].split(" ", 2)
        assert version in ("HTTP/1.1", "HTTP/1.0"), lines[0]
        fields = []
        for line in lines[1:]:
            name, colon, value = line.partition(":")
            assert colon and "\n" not in line and "\r" not in line, line
            fields.append((name.lower(), value.strip(" ")))
        return Response(int(status), fields, b"")

    def response(self, method="GET"):
        """Takes a whole response."""
        response = self.head()
        if method == "HEAD" or response.status in (204, 304):
            return response
        if response.value("transfer-encoding") == "chunked":
            while True:
                chunk = self.exactly(int(self.until(b"\r\n"), 16) + 2)
                if chunk == b"\r\n":
                    return response
                response.body += chunk[:-2]
        response.body = self.exactly(int(response.value("content-length") or 0))
        return response

    def ends(self, seconds=20):
        """Returns whether the other side ends the connection, whatever it sends before."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.socket.settimeout(max(0.01, end - time.monotonic()))
            try:
                self.more()
            except Closed:
                return True
            except TimeoutError:
                return False
        return False


def head(server, method="GET", target="/api/status", *fields, host=True):
    """Returns the bytes of a request line and a header."""
    lines = [f"{method} {target} HTTP/1.1"]
    if host:
        lines.append(f"Host: {server.netloc}")
    return "".join(f"{line}\r\n" for line in [*lines, *fields, ""]).encode("latin-1")


def exchange(server, data, seconds=20, quiet=1):
    """Sends bytes, and returns all responses until the connection ends or nothing arrives for `quiet` seconds.

    The last element is whether the server ended the connection.
    """
    responses = []
    with contextlib.closing(Connection(server, timeout=seconds).socket) as sock:
        connection = Connection.__new__(Connection)
        connection.server, connection.socket, connection.buffer = server, sock, b""
        try:
            connection.send(data)
        except ConnectionError:
            return responses, True
        try:
            while True:
                responses.append(connection.response())
                sock.settimeout(quiet)
        except Closed:
            return responses, True
        except TimeoutError:
            return responses, False


def ask(server, method="GET", target="/api/status", *fields, body=b"", host=True):
    """Returns the response to a request on a connection of its own."""
    with Connection(server) as connection:
        connection.send(head(server, method, target, *fields, host=host) + body)
        return connection.response(method)


class Events:
    """A listener of the server's events."""

    def __init__(self, server, last=None, timeout=20, receive_buffer=None):
        fields = [] if last is None else [f"Last-Event-ID: {last}"]
        self.connection = Connection(server, timeout, receive_buffer)
        self.connection.send(head(server, "GET", "/api/events", *fields))
        self.response = self.connection.head()
        self.text = b""
        if self.response.status != 200:
            self.response.body = self.connection.exactly(int(self.response.value("content-length")))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.connection.socket.close()

    def block(self):
        """Takes the lines up to the next empty one: a comment or an event, as a dictionary of its fields.

        Raises Closed at the end of the stream.
        """
        while b"\n\n" not in self.text:
            chunk = self.connection.exactly(int(self.connection.until(b"\r\n"), 16) + 2)
            if chunk == b"\r\n":
                raise Closed(self.text)
            self.text += chunk[:-2]
        block, _, self.text = self.text.partition(b"\n\n")
        fields = {}
        for line in block.decode().split("\n"):
            name, _, value = line.partition(":")
            fields[name] = value.removeprefix(" ")
        return fields

    def event(self):
        """Takes the next event, and passes over comments."""
        while True:
            block = self.block()
            if "event" in block:
                return block
