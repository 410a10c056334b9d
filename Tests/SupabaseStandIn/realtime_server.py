"""A stand-in for Supabase's Realtime on a real PostgreSQL: changes of tables, from logical decoding.

    python3 realtime_server.py [--port P] [--secret TEXT] [--schema NAME] [--certificate FILE]

It connects as libpq's variables say to a server with `wal_level=logical` and the plugin `wal2json`, prints `listening
on PORT` and serves until it is stopped. With a certificate and its key in one file it also serves with TLS, on a port
that a second line names. Channels speak Phoenix, version 1.0.0. Changes are decoded as the server's own
SQL (`realtime.apply_rls`) does: columns that did not change and are stored out of line are missing from an UPDATE, a
payload above 1 MiB has an error and short columns alone, a DELETE has the key alone and reaches everybody, other
changes reach those who may read the row, and `commit_timestamp` has milliseconds.

Faults on command, by a GET: `/_close` closes all sockets, `/_stall?seconds=S` sends nothing for so long, `/_late?seconds=S`
delays the message `system` (a smaller value counts at once), `/_refuse?count=N` refuses the next joins with an error, `/_fail?count=N` accepts them
and then reports an error in place of the message `system`, `/_error` sends `phx_error` to all channels,
`/_repeat?count=N` sends the last payloads again, `/_deaf?value=1` leaves heartbeats unanswered, `/_size?bytes=N` sets
the limit of a payload, `/_reset` ends all of these. Each returns the number of channels, `/_sockets` that of sockets.
"""

import argparse
import asyncio
import collections
import contextlib
import http
import json
import os
import ssl
import sys
import time
import urllib.parse

import psycopg
from psycopg import sql
from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed

import tokens

SLOT = "compass_realtime"
#: Supabase decodes every 100 ms; less, so that tests are quick.
POLL_SECONDS = 0.02
#: Of a payload that is too large, columns up to so many bytes remain.
SHORT_COLUMN_BYTES = 64
TOO_LARGE = "Error 413: Payload Too Large"
UNAUTHORIZED = "Error 401: Unauthorized"


class Subscriber:
    """A channel that a socket has joined."""

    def __init__(self, socket, topic, join_ref, changes, claims):
        self.socket, self.topic, self.join_ref = socket, topic, join_ref
        self.changes, self.claims = changes, claims
        self.is_live = False

    def ids(self, change):
        """Returns the numbers of the subscriptions that a change concerns."""
        return [wanted["id"] for wanted in self.changes
                if wanted["event"] in ("*", change["type"]) and wanted["table"] in ("*", change["table"])
                and wanted["schema"] == change["schema"] and passes(wanted.get("filter"), change)]


def passes(condition, change):
    """Returns whether a row passes a filter such as `user_id=eq.5`; a DELETE passes none but its key's."""
    if not condition:
        return True
    column, _, rest = condition.partition("=")
    operator, _, value = rest.partition(".")
    row = change["old_record"] if change["type"] == "DELETE" else change["record"]
    return operator == "eq" and column in row and str(row[column]) == value


def typed(column):
    """Returns the value of a column of wal2json as PostgREST would write it."""
    return column["value"]


class Server:
    def __init__(self, options):
        self.options = options
        self.subscribers = {}
        self.sent = collections.deque(maxlen=1000)
        self.sockets = set()
        self.reset()

    def reset(self):
        self.stalled_until = 0.0
        self.late_seconds = 0.0
        self.refusals = 0
        self.failures = 0
        self.is_deaf = False
        self.maximum_bytes = 1 << 20

    async def run(self):
        async with await psycopg.AsyncConnection.connect(autocommit=True) as database:
            self.database = database
            await database.execute("select pg_create_logical_replication_slot(%s, 'wal2json')", [SLOT])
            async with contextlib.AsyncExitStack() as stack:
                await self.listen(stack, self.options.port)
                if self.options.certificate:
                    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                    context.load_cert_chain(self.options.certificate)
                    await self.listen(stack, 0, ssl=context)
                await self.decode()

    async def listen(self, stack, port, **options):
        server = await stack.enter_async_context(
            serve(self.serve, "127.0.0.1", port, process_request=self.control, max_size=None, **options))
        print(f"listening on {server.sockets[0].getsockname()[1]}", flush=True)

    # Faults

    def control(self, connection, request):
        path, _, query = request.path.partition("?")
        if not path.startswith("/_"):
            if not path.endswith("/websocket"):
                return connection.respond(http.HTTPStatus.NOT_FOUND, "no such path\n")
            key = dict(urllib.parse.parse_qsl(query)).get("apikey")
            if self.options.api_key and key != self.options.api_key:
                return connection.respond(http.HTTPStatus.UNAUTHORIZED, "no such key\n")
            return None
        values = dict(urllib.parse.parse_qsl(query))
        loop = asyncio.get_running_loop()
        if path == "/_close":
            for subscriber in list(self.subscribers.values()):
                subscriber.socket.transport.abort()
        elif path == "/_stall":
            self.stalled_until = loop.time() + float(values["seconds"])
        elif path == "/_late":
            self.late_seconds = float(values["seconds"])
        elif path == "/_refuse":
            self.refusals = int(values["count"])
        elif path == "/_fail":
            self.failures = int(values["count"])
        elif path == "/_error":
            for subscriber in list(self.subscribers.values()):
                loop.create_task(self.send(subscriber.socket, subscriber.topic, "phx_error", {}, None))
        elif path == "/_reset":
            self.reset()
        elif path == "/_sockets":
            return connection.respond(http.HTTPStatus.OK, f"{len(self.sockets)}\n")
        elif path == "/_repeat":
            for socket, text in list(self.sent)[-int(values["count"]):]:
                loop.create_task(self.send_text(socket, text))
        elif path == "/_deaf":
            self.is_deaf = values["value"] == "1"
        elif path == "/_size":
            self.maximum_bytes = int(values["bytes"])
        else:
            return connection.respond(http.HTTPStatus.NOT_FOUND, "no such fault\n")
        return connection.respond(http.HTTPStatus.OK, f"{len(self.subscribers)}\n")

    # Channels

    async def serve(self, socket):
        topics = set()
        self.sockets.add(socket)
        try:
            async for text in socket:
                message = json.loads(text)
                await self.receive(socket, message, topics)
        except ConnectionClosed:
            pass
        finally:
            self.sockets.discard(socket)
            for topic in topics:
                self.subscribers.pop((socket, topic), None)

    async def receive(self, socket, message, topics):
        topic, event, payload = message["topic"], message["event"], message["payload"]
        if event == "heartbeat":
            if not self.is_deaf:
                await self.reply(socket, message, "ok", {})
        elif event == "phx_join":
            await self.join(socket, message, topics)
        elif event == "access_token":
            subscriber = self.subscribers.get((socket, topic))
            if subscriber:
                subscriber.claims = self.claims(payload.get("access_token"))
        elif event == "phx_leave":
            self.subscribers.pop((socket, topic), None)
            topics.discard(topic)
            await self.reply(socket, message, "ok", {})
            await self.send(socket, topic, "phx_close", {}, message["ref"])

    def claims(self, token):
        if not token or token == self.options.api_key:
            return {"role": "anon"}
        return tokens.claims_of(token, self.options.secret)

    async def join(self, socket, message, topics):
        topic, payload = message["topic"], message["payload"]
        try:
            claims = self.claims(payload.get("access_token"))
        except (tokens.TokenError, ValueError) as error:
            return await self.reply(socket, message, "error", {"reason": str(error)})
        if self.refusals:
            self.refusals -= 1
            return await self.reply(socket, message, "error", {"reason": "ordered"})
        wanted = payload.get("config", {}).get("postgres_changes", [])
        changes = [{**change, "id": number} for number, change in enumerate(wanted, 1)]
        subscriber = Subscriber(socket, topic, message.get("join_ref"), changes, claims)
        self.subscribers[socket, topic] = subscriber
        topics.add(topic)
        await self.reply(socket, message, "ok", {"postgres_changes": changes})
        asyncio.get_running_loop().create_task(self.go_live(subscriber))
        return None

    async def go_live(self, subscriber):
        loop = asyncio.get_running_loop()
        start = loop.time()
        while loop.time() < start + self.late_seconds:
            await asyncio.sleep(0.01)
        if self.failures:
            self.failures -= 1
            return await self.send_system(subscriber, "error", "Unable to subscribe to changes with given parameters")
        subscriber.is_live = True
        return await self.send_system(subscriber, "ok", "Subscribed to PostgreSQL")

    async def send_system(self, subscriber, status, message):
        await self.send(subscriber.socket, subscriber.topic, "system", {
            "channel": subscriber.topic.removeprefix("realtime:"), "extension": "postgres_changes",
            "message": message, "status": status}, None)

    async def end_expired(self):
        """Ends the channels whose token has expired and was not renewed."""
        for key, subscriber in list(self.subscribers.items()):
            if subscriber.claims.get("exp", float("inf")) <= time.time():
                del self.subscribers[key]
                await self.send_system(subscriber, "error", "Token has expired")
                await self.send(subscriber.socket, subscriber.topic, "phx_close", {}, None)

    async def reply(self, socket, message, status, response):
        await self.send(socket, message["topic"], "phx_reply", {"status": status, "response": response}, message["ref"])

    async def send(self, socket, topic, event, payload, ref):
        text = json.dumps({"event": event, "payload": payload, "ref": ref, "topic": topic}, ensure_ascii=False)
        if event == "postgres_changes":
            self.sent.append((socket, text))
        await self.send_text(socket, text)

    async def send_text(self, socket, text):
        try:
            await socket.send(text)
        except ConnectionClosed:
            pass

    # Changes

    async def decode(self):
        loop = asyncio.get_running_loop()
        while True:
            if loop.time() >= self.stalled_until:
                rows = await self.database.execute(
                    "select data from pg_logical_slot_get_changes(%s, null, null, 'format-version', '2', "
                    "'include-timestamp', 'true', 'include-pk', 'true', 'include-transaction', 'false', "
                    "'actions', 'insert,update,delete')", [SLOT])
                for (text,) in await rows.fetchall():
                    await self.publish(self.change(json.loads(text)))
            await self.end_expired()
            await asyncio.sleep(POLL_SECONDS)

    @staticmethod
    def commit_timestamp(text):
        """Returns `2026-03-01 12:00:00.123456+00` with milliseconds, as the server does."""
        date, clock = text.split(" ")
        seconds, _, fraction = clock.split("+")[0].partition(".")
        return f"{date}T{seconds}.{(fraction + '000')[:3]}Z"

    def change(self, decoded):
        kind = {"I": "INSERT", "U": "UPDATE", "D": "DELETE"}[decoded["action"]]
        columns = decoded.get("columns", [])
        key = {column["name"]: column["value"] for column in decoded.get("identity", [])}
        if not key and kind != "INSERT":
            names = {column["name"] for column in decoded.get("pk", [])}
            key = {column["name"]: column["value"] for column in columns if column["name"] in names}
        record = {column["name"]: typed(column) for column in columns}
        change = {
            "schema": decoded["schema"], "table": decoded["table"], "type": kind,
            "commit_timestamp": self.commit_timestamp(decoded["timestamp"]),
            "columns": [{"name": column["name"], "type": column["type"]} for column in columns],
            "record": record, "errors": None}
        if kind == "DELETE":
            change["columns"] = [{"name": column["name"], "type": column["type"]} for column in decoded["identity"]]
            change["record"] = {}
        if kind != "INSERT":
            change["old_record"] = key
        if len(json.dumps(change, ensure_ascii=False).encode()) > self.maximum_bytes:
            change["errors"] = [TOO_LARGE]
            change["record"] = {name: value for name, value in record.items()
                                if len(str(value).encode()) <= SHORT_COLUMN_BYTES}
        return change

    async def publish(self, change):
        for subscriber in list(self.subscribers.values()):
            ids = subscriber.ids(change)
            if not subscriber.is_live or not ids:
                continue
            seen = change
            if change["type"] != "DELETE" and not await self.may_read(subscriber, change):
                continue
            await self.send(subscriber.socket, subscriber.topic, "postgres_changes", {"data": seen, "ids": ids}, None)

    async def may_read(self, subscriber, change):
        """Returns whether row-level security shows the row, as it is now, to the subscriber."""
        id = change["record"].get("id")
        try:
            async with self.database.transaction():
                await self.database.execute(
                    sql.SQL("set local role {}").format(sql.Identifier(subscriber.claims.get("role", "anon"))))
                await self.database.execute(
                    "select set_config('request.jwt.claims', %s, true)", [json.dumps(subscriber.claims)])
                found = await self.database.execute(
                    sql.SQL("select 1 from {} where id = %s").format(
                        sql.Identifier(change["schema"], change["table"])), [id])
                return await found.fetchone() is not None
        except psycopg.errors.InsufficientPrivilege:
            return False


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--secret", default=os.environ.get("STAND_IN_SECRET", ""))
    parser.add_argument("--api-key", default=os.environ.get("STAND_IN_API_KEY"))
    parser.add_argument("--schema", default="public")
    parser.add_argument("--certificate")
    try:
        asyncio.run(Server(parser.parse_args()).run())
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
