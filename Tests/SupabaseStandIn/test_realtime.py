"""Holds the stand-in for Realtime to the official Python client."""

import asyncio
import os
import time
import unittest
import urllib.request

import psycopg
import realtime

import tokens

URL = os.environ.get("COMPASS_REALTIME_URL", "")
KEY = os.environ.get("COMPASS_SUPABASE_KEY", "")


def order(path):
    """Orders a fault; returns the number of channels."""
    with urllib.request.urlopen(URL.replace("ws:", "http:") + path) as response:
        return int(response.read())


def user(**claims):
    return tokens.make({"role": "authenticated", "exp": time.time() + 600, **claims}, os.environ["STAND_IN_SECRET"])


class RealtimeTests(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.database = await psycopg.AsyncConnection.connect(autocommit=True)
        await self.database.execute("truncate social_media_posts, schools")
        self.payloads = asyncio.Queue()
        self.client = realtime.AsyncRealtimeClient(URL, KEY)
        await self.client.connect()

    async def asyncTearDown(self):
        await self.client.close()
        await self.database.close()

    async def subscribe(self, event="*", token=None, **options):
        """Joins a channel; returns when the server says that changes flow."""
        await self.client.set_auth(token or user())
        live = asyncio.Event()
        channel = self.client.channel("posts")
        channel.on_postgres_changes(event, table="social_media_posts", schema="public",
                                    callback=self.payloads.put_nowait, **options)
        channel.on_system(lambda *_: live.set())
        await channel.subscribe()
        await asyncio.wait_for(live.wait(), 5)
        return channel

    async def next(self):
        return (await asyncio.wait_for(self.payloads.get(), 5))["data"]

    async def insert(self, id, **fields):
        names = ["id", "platform", "post_date", *fields]
        await self.database.execute(
            f"insert into social_media_posts ({','.join(names)}) values ({','.join(['%s'] * len(names))})",
            [id, "twitter", "2026-02-10T14:30:00Z", *fields.values()])

    async def test_insert_update_and_delete(self):
        await self.subscribe()
        await self.insert("a", notes="one")
        inserted = await self.next()
        self.assertEqual((inserted["type"], inserted["table"], inserted["schema"]),
                         ("INSERT", "social_media_posts", "public"))
        self.assertEqual((inserted["record"]["id"], inserted["record"]["notes"]), ("a", "one"))
        self.assertIsNone(inserted["errors"])
        self.assertRegex(inserted["commit_timestamp"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
        await self.database.execute("update social_media_posts set notes = null where id = 'a'")
        updated = await self.next()
        self.assertEqual((updated["type"], updated["record"]["notes"]), ("UPDATE", None))
        self.assertEqual(updated["old_record"], {"id": "a"})
        await self.database.execute("delete from social_media_posts where id = 'a'")
        deleted = await self.next()
        self.assertEqual((deleted["type"], deleted["old_record"]), ("DELETE", {"id": "a"}))

    async def test_unchanged_long_columns_are_left_out(self):
        await self.subscribe("UPDATE")
        # Random, or it would be compressed and stored inline.
        await self.insert("a", post_content=os.urandom(50_000).hex())
        await self.database.execute("update social_media_posts set notes = 'b' where id = 'a'")
        updated = await self.next()
        self.assertEqual(updated["record"]["notes"], "b")
        self.assertNotIn("post_content", updated["record"])
        self.assertIsNone(updated["errors"])

    async def test_a_payload_above_the_limit_has_an_error_and_short_columns(self):
        await self.subscribe()
        await self.insert("a", post_content="x" * (1 << 20), notes="y" * 65, author_name="z" * 64)
        inserted = await self.next()
        self.assertEqual(inserted["errors"], ["Error 413: Payload Too Large"])
        self.assertNotIn("post_content", inserted["record"])
        self.assertNotIn("notes", inserted["record"])
        self.assertEqual((inserted["record"]["id"], inserted["record"]["author_name"]), ("a", "z" * 64))

    async def test_others_rows_are_not_seen_but_their_deletions(self):
        await self.subscribe()
        await self.insert("theirs", family="theirs")
        await self.database.execute("delete from social_media_posts")
        await self.insert("ours")
        self.assertEqual([(await self.next())["type"] for _ in range(2)], ["DELETE", "INSERT"])

    async def test_filters(self):
        await self.subscribe("INSERT", filter="school_id=eq.7")
        await self.insert("a", school_id="8")
        await self.insert("b", school_id="7")
        self.assertEqual((await self.next())["record"]["id"], "b")

    async def test_closed_sockets_are_dropped(self):
        await self.subscribe()
        self.assertEqual(order("/_stall?seconds=0"), 1)
        await self.client.close()
        for _ in range(100):
            if order("/_stall?seconds=0") == 0:
                break
            await asyncio.sleep(0.02)
        self.assertEqual(order("/_stall?seconds=0"), 0)


if __name__ == "__main__":
    unittest.main()
