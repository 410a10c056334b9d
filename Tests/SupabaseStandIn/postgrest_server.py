"""A stand-in for PostgREST on a real PostgreSQL: the subset that the data source uses.

    python3 postgrest_server.py [--port P] [--max-rows N] [--secret TEXT] [--anonymous ROLE] [--schema NAME]

It connects as libpq's variables say, prints `listening on PORT` and serves until it is stopped. Each request is a
transaction with the token's role and `request.jwt.claims`, so row-level security applies. Responses follow PostgREST
12: rows by `json_agg`, `Content-Range`, 206, 416, error bodies with `code`, `details`, `hint` and `message`. Its
limit `db-max-rows` cuts a page without saying so.

`POST /_faults` takes a JSON array of faults, each spent by the next request whose path contains its `path`:

    {"kind": "status", "status": 503, "retry_after": "1", "times": 2}   the status instead of rows
    {"kind": "cut", "bytes": 100}       the connection ends after so many bytes of the body
    {"kind": "count", "offset": 5}      a wrong count, for the next request that asks for one
    {"kind": "silence", "seconds": 60}  no byte for so long
    {"kind": "slow", "seconds": 1}      a byte each so many seconds
    {"kind": "drop"}                    the connection ends before the response

`GET /_faults` returns those that are not spent yet. `GET /_requests` returns the requests so far, as a JSON array of
`method path`, and forgets them. `POST /_options` takes an object with `max_rows`, `gzip` and `kept`: whether responses
are kept, and sent again to the same request without asking the database. `GET /_connections` returns the number of open connections besides its own;
`POST /_connections` closes those. `POST /_token` returns a token with the claims that it is sent. `POST /_sql` runs
statements with all privileges and returns the only value that the last one has, as JSON.
"""

import argparse
import collections
import contextlib
import gzip
import http.server
import json
import os
import select
import signal
import socket
import sys
import threading
import time
import urllib.parse

import psycopg
from psycopg import sql

import tokens
from query import Query, QueryError

# The status of PostgreSQL's errors: the first characters of their code, the longest first.
STATUSES = [("42P01", 404), ("42883", 404), ("25006", 405), ("23503", 409), ("23505", 409), ("08", 503), ("53", 503),
            ("57", 500), ("54", 500), ("XX", 500), ("P0001", 400)]
INSUFFICIENT_PRIVILEGE = "42501"
UNDEFINED_TABLE = "42P01"


class Refusal(Exception):
    """A response that is an error."""

    def __init__(self, status, code, message, details=None, hint=None, headers=()):
        super().__init__(message)
        self.status = status
        self.body = {"code": code, "details": details, "hint": hint, "message": message}
        self.headers = headers


class Faults:
    """Faults that requests meet, in the order in which they were ordered."""

    def __init__(self):
        self.lock = threading.Lock()
        self.waiting = []

    def add(self, faults):
        with self.lock:
            self.waiting = [dict(fault) for fault in faults]

    def take(self, method, path, is_counted):
        """Returns the first fault that concerns a request, or None."""
        with self.lock:
            for fault in self.waiting:
                if fault["kind"] == "count" and not is_counted:
                    continue
                if fault.get("path", "") in path and fault.get("method", method) == method:
                    fault["times"] = fault.get("times", 1) - 1
                    if fault["times"] <= 0:
                        self.waiting.remove(fault)
                    return fault
        return None

    def remaining(self):
        """Returns the faults that no request has met yet."""
        with self.lock:
            return [dict(fault) for fault in self.waiting]


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, options):
        super().__init__(("127.0.0.1", options.port), Handler)
        self.options = options
        self.faults = Faults()
        self.requests = collections.deque()
        self.lock = threading.Lock()
        self.sockets = set()
        self.local = threading.local()
        # Responses by request, while the option `kept` is set.
        self.kept = {}

    def handle_error(self, request, client_address):
        # Clients may leave at any time.
        if not isinstance(sys.exc_info()[1], (ConnectionError, TimeoutError)):
            super().handle_error(request, client_address)

    def connection(self):
        """Returns the connection of this thread, which serves one client."""
        connection = getattr(self.local, "connection", None)
        if connection is None or connection.closed:
            connection = self.local.connection = psycopg.connect()
        return connection


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Head and body of a response are sent at once.
    wbufsize = -1
    disable_nagle_algorithm = True

    def do_GET(self):
        self.respond()

    def do_HEAD(self):
        self.respond()

    def do_POST(self):
        self.respond()

    def do_PATCH(self):
        self.respond()

    def do_DELETE(self):
        self.respond()

    def log_message(self, format, *arguments):
        pass

    def finish(self):
        with contextlib.suppress(ConnectionError, ValueError):
            super().finish()
        with self.server.lock:
            self.server.sockets.discard(self.connection)
        connection = getattr(self.server.local, "connection", None)
        if connection is not None:
            connection.close()

    def setup(self):
        super().setup()
        with self.server.lock:
            self.server.sockets.add(self.connection)

    def control(self):
        """Does what a test orders; returns the response, or None if the path is not a test's."""
        if self.path == "/_faults" and self.command == "GET":
            return self.server.faults.remaining()
        if self.path == "/_faults":
            self.server.faults.add(json.loads(self.payload))
            return []
        if self.path == "/_requests":
            requests = self.server.requests
            return [requests.popleft() for _ in range(len(requests))]
        if self.path == "/_connections":
            with self.server.lock:
                others = self.server.sockets - {self.connection}
            if self.command == "POST":
                for other in others:
                    with contextlib.suppress(OSError):
                        other.shutdown(socket.SHUT_RDWR)
            return len(others)
        if self.path == "/_options":
            for name, value in json.loads(self.payload).items():
                setattr(self.server.options, name, value)
            self.server.kept.clear()
            return []
        if self.path == "/_token":
            return [tokens.make(json.loads(self.payload), self.server.options.secret)]
        if self.path == "/_sql":
            with psycopg.connect(autocommit=True) as connection:
                result = connection.execute(self.payload)
                row = result.fetchone() if result.description else None
                return [row[0] if row else None]
        return None

    def respond(self):
        self.payload = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        try:
            controlled = self.control()
        except (psycopg.Error, ValueError) as error:
            return self.send(400, json.dumps({"message": str(error)}).encode())
        if controlled is not None:
            return self.send(200, json.dumps(controlled).encode())
        self.server.requests.append(f"{self.command} {self.path}")
        fault = self.server.faults.take(
            self.command, self.path, "count=exact" in self.preferences()) or {"kind": None}
        if fault["kind"] == "drop":
            self.close_connection = True
            return None
        if fault["kind"] == "silence" and self.client_leaves_within(fault["seconds"]):
            self.close_connection = True
            return None
        try:
            if fault["kind"] == "status":
                raise self.ordered(fault)
            status, body, headers = self.kept_result(fault) if self.server.options.kept else self.result(fault)
        except Refusal as refusal:
            return self.send(refusal.status, json.dumps(refusal.body).encode(), refusal.headers, fault)
        return self.send(status, body, headers, fault)

    def kept_result(self, fault):
        """Returns what the same request has got before, if it was one for rows."""
        request = (self.command, self.path, self.headers.get("Authorization"), self.headers.get("Prefer"))
        if self.command not in ("GET", "HEAD"):
            return self.result(fault)
        if request not in self.server.kept:
            self.server.kept[request] = self.result(fault)
        return self.server.kept[request]

    def client_leaves_within(self, seconds):
        """Waits; returns whether the client closes the connection meanwhile."""
        readable, _, _ = select.select([self.connection], [], [], seconds)
        try:
            return bool(readable) and not self.connection.recv(1, socket.MSG_PEEK)
        except ConnectionError:
            return True

    @staticmethod
    def ordered(fault):
        headers = [("Retry-After", fault["retry_after"])] if "retry_after" in fault else []
        return Refusal(fault["status"], fault.get("code"), fault.get("message", "ordered"), headers=headers)

    def send(self, status, body, headers=(), fault=None):
        kind = (fault or {}).get("kind")
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Type", "application/json; charset=utf-8")
        if "gzip" in self.headers.get("Accept-Encoding", "") and len(body) > 1000 and self.server.options.gzip:
            body = gzip.compress(body, 1)
            self.send_header("Content-Encoding", "gzip")
        if status != 204:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command == "HEAD":
            return
        if kind == "cut":
            self.wfile.write(body[:fault["bytes"]])
            self.wfile.flush()
            self.close_connection = True
            self.connection.close()
        elif kind == "slow":
            for start in range(len(body)):
                self.wfile.write(body[start:start + 1])
                self.wfile.flush()
                time.sleep(fault["seconds"])
        else:
            self.wfile.write(body)

    # Requests

    def result(self, fault):
        """Returns status, body and headers."""
        path, _, text = self.path.partition("?")
        name = urllib.parse.unquote(path.removeprefix(self.server.options.path).lstrip("/"))
        if not path.startswith(self.server.options.path) or not name or "/" in name:
            raise Refusal(404, "PGRST125", "Invalid path specified in request URL")
        try:
            query = Query(text)
        except (QueryError, ValueError) as error:
            raise Refusal(400, "PGRST100", str(error)) from None
        role, claims = self.role()
        connection = self.server.connection()
        try:
            with connection.transaction(), connection.cursor() as cursor:
                cursor.execute(sql.SQL("set local role {}").format(sql.Identifier(role)))
                cursor.execute("select set_config('request.jwt.claims', %s, true)", [json.dumps(claims)])
                table = sql.Identifier(self.schema(), name)
                if self.command == "PATCH":
                    return self.change(cursor, table, query)
                if self.command == "DELETE":
                    return self.delete(cursor, table, query)
                if self.command == "POST":
                    raise Refusal(405, "PGRST117", "Unsupported HTTP method: POST")
                return self.read(cursor, table, query, fault)
        except psycopg.Error as error:
            raise self.refusal(error, name, is_anonymous=not claims) from None

    def schema(self):
        header = "Content-Profile" if self.command in ("PATCH", "DELETE") else "Accept-Profile"
        schema = self.headers.get(header, self.server.options.schema)
        if schema != self.server.options.schema:
            raise Refusal(406, "PGRST106", "Invalid schema: " + schema,
                          hint=f"Only the following schemas are exposed: {self.server.options.schema}")
        return schema

    def role(self):
        """Returns the role of the request's token, and its claims."""
        options = self.server.options
        kind, _, token = self.headers.get("Authorization", "").partition(" ")
        if options.api_key and self.headers.get("apikey") != options.api_key:
            raise Refusal(401, None, "No API key found in request" if "apikey" not in self.headers else "Invalid API key")
        # The public key is a token as well, of the role for anonymous users.
        if kind != "Bearer" or token == options.api_key:
            if not options.anonymous:
                raise Refusal(401, "PGRST302", "Anonymous access is disabled",
                              headers=[("WWW-Authenticate", "Bearer")])
            return options.anonymous, {}
        try:
            claims = tokens.claims_of(token, options.secret)
        except (tokens.TokenError, ValueError) as error:
            raise Refusal(401, "PGRST301", str(error), headers=[
                ("WWW-Authenticate", f'Bearer error="invalid_token", error_description="{error}"')]) from None
        return claims.get("role", options.anonymous), claims

    @staticmethod
    def refusal(error, table, is_anonymous):
        diagnostic = error.diag
        code = error.sqlstate or "08000"
        if code == UNDEFINED_TABLE:
            return Refusal(404, "PGRST205", f"Could not find the table '{table}' in the schema cache")
        if code == INSUFFICIENT_PRIVILEGE:
            status = 401 if is_anonymous else 403
        else:
            status = next((status for start, status in STATUSES if code.startswith(start)), 400)
        return Refusal(status, code, diagnostic.message_primary or str(error), diagnostic.message_detail,
                       diagnostic.message_hint)

    def preferences(self):
        return {part.strip() for part in self.headers.get("Prefer", "").split(",")}

    def read(self, cursor, table, query, fault):
        limits = [limit for limit in (query.limit, self.server.options.max_rows) if limit is not None]
        page = sql.SQL("select {} from {}{}{} limit {} offset {}").format(
            query.columns(), table, query.where(), query.ordering(),
            sql.Literal(min(limits) if limits else None), sql.Literal(query.offset))
        total = None
        if "count=exact" in self.preferences():
            cursor.execute(sql.SQL("select count(*) from {}{}").format(table, query.where()))
            total = cursor.fetchone()[0] + (fault["offset"] if fault["kind"] == "count" else 0)
        cursor.execute(sql.SQL("select coalesce(json_agg(page), '[]')::text, count(*) from ({}) page").format(page))
        text, count = cursor.fetchone()
        if total is not None and query.offset > total:
            raise Refusal(416, "PGRST103", "Requested range not satisfiable",
                          f"An offset of {query.offset} was requested, but there are only {total} rows.",
                          headers=[("Content-Range", f"*/{total}")])
        rows = f"{query.offset}-{query.offset + count - 1}" if count else "*"
        headers = [("Content-Range", f"{rows}/{'*' if total is None else total}")]
        is_partial = total is not None and count < total
        return 206 if is_partial else 200, text.encode(), headers

    def change(self, cursor, table, query):
        try:
            fields = json.loads(self.payload)
        except ValueError:
            raise Refusal(400, "PGRST102", "Empty or invalid json") from None
        if not isinstance(fields, dict) or not fields:
            return 200, b"[]", [("Content-Range", "*/*")]
        assignments = sql.SQL(",").join(
            sql.SQL("{} = {}").format(sql.Identifier(name), sql.Literal(value)) for name, value in fields.items())
        return self.written(cursor, sql.SQL("update {} set {}{} returning *").format(
            table, assignments, query.where()), query)

    def delete(self, cursor, table, query):
        return self.written(cursor, sql.SQL("delete from {}{} returning *").format(table, query.where()), query)

    def written(self, cursor, statement, query):
        cursor.execute(sql.SQL(
            "with page as ({}) select coalesce(json_agg(row), '[]')::text, count(*) "
            "from (select {} from page) row").format(statement, query.columns()))
        text, count = cursor.fetchone()
        headers = [("Content-Range", f"0-{count - 1}/*" if count else "*/*")]
        if "return=representation" in self.preferences():
            return 200, text.encode(), headers
        return 204, b"", headers


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--path", default="/rest/v1/")
    parser.add_argument("--max-rows", type=int)
    parser.add_argument("--secret", default=os.environ.get("STAND_IN_SECRET", ""))
    parser.add_argument("--api-key", default=os.environ.get("STAND_IN_API_KEY"))
    parser.add_argument("--anonymous", default="anon")
    parser.add_argument("--schema", default="public")
    parser.add_argument("--gzip", action="store_true")
    parser.set_defaults(kept=False)
    server = Server(parser.parse_args())
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    print(f"listening on {server.server_port}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
