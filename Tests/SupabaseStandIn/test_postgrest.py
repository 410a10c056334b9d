"""Holds the stand-in for PostgREST to the official Python client, and to what PostgREST's documentation says.

The same operations as the data source's are done with `postgrest`, so that a misreading of the protocol which data
source and stand-in share would show here.
"""

import json
import os
import pathlib
import subprocess
import sys
import time
import unittest
import urllib.error
import urllib.request

import postgrest
import psycopg

import tokens

FOLDER = pathlib.Path(__file__).parent
SECRET, KEY = "a secret of at least thirty-two bytes", "public-key"


def post(id, **fields):
    return {"id": id, "platform": "twitter", "post_date": "2026-02-10T14:30:00Z", **fields}


class StandIn:
    """A server with `arguments`, for one test."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            [sys.executable, FOLDER / "postgrest_server.py", *arguments], stdout=subprocess.PIPE, text=True,
            env={**os.environ, "STAND_IN_SECRET": SECRET, "STAND_IN_API_KEY": KEY})
        self.url = f"http://127.0.0.1:{self.process.stdout.readline().split()[-1]}"

    def client(self, token=KEY):
        return postgrest.SyncPostgrestClient(
            self.url + "/rest/v1", headers={"apikey": KEY, "Authorization": f"Bearer {token}"})

    def order(self, *faults):
        request = urllib.request.Request(self.url + "/_faults", json.dumps(faults).encode(), method="POST")
        urllib.request.urlopen(request).read()

    def fetch(self, path, method="GET", **headers):
        """Returns status, headers and text of a request without a client."""
        request = urllib.request.Request(
            self.url + path, method=method,
            headers={"apikey": KEY, "Authorization": f"Bearer {user()}", **headers})
        try:
            with urllib.request.urlopen(request) as response:
                return response.status, response.headers, response.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read().decode()

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


def user(**claims):
    return tokens.make({"role": "authenticated", "exp": time.time() + 600, **claims}, SECRET)


class PostgRESTTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.database = psycopg.connect(autocommit=True)

    @classmethod
    def tearDownClass(cls):
        cls.database.close()

    def setUp(self):
        self.database.execute("truncate social_media_posts, schools")
        self.server = StandIn("--max-rows", "3")
        self.addCleanup(self.server.stop)
        self.posts = self.server.client(user()).from_("social_media_posts")

    def insert(self, *posts):
        for fields in posts:
            names = ",".join(fields)
            marks = ",".join(["%s"] * len(fields))
            self.database.execute(
                f"insert into social_media_posts ({names}) values ({marks})", list(fields.values()))

    def test_a_page_is_cut_without_a_word_and_the_count_is_exact(self):
        self.insert(*(post(f"p{number}") for number in range(5)))
        page = self.posts.select("id", count="exact").order("id").limit(1000).execute()
        self.assertEqual([row["id"] for row in page.data], ["p0", "p1", "p2"])
        self.assertEqual(page.count, 5)
        status, headers, _ = self.server.fetch(
            "/rest/v1/social_media_posts?select=id&order=id.asc&limit=1000", Prefer="count=exact")
        self.assertEqual((status, headers["Content-Range"]), (206, "0-2/5"))
        status, headers, _ = self.server.fetch("/rest/v1/social_media_posts?select=id&order=id.asc&id=gt.p2")
        self.assertEqual((status, headers["Content-Range"]), (200, "0-1/*"))
        status, headers, text = self.server.fetch("/rest/v1/social_media_posts?select=id&id=gt.p4")
        self.assertEqual((status, headers["Content-Range"], text), (200, "*/*", "[]"))
        status, _, text = self.server.fetch("/rest/v1/social_media_posts?offset=9", Prefer="count=exact")
        self.assertEqual((status, json.loads(text)["code"]), (416, "PGRST103"))

    def test_keyset_pages_of_the_official_client(self):
        self.insert(*(post(f"p{number}") for number in range(8)))
        ids, last = [], ""
        while True:
            rows = self.posts.select("id,notes").order("id").limit(1000).gt("id", last).execute().data
            if not rows:
                break
            ids += [row["id"] for row in rows]
            last = ids[-1]
        self.assertEqual(ids, [f"p{number}" for number in range(8)])

    def test_ids_with_reserved_characters(self):
        ids = ['a,b', 'a"b', "a\\b", "a(b)", "a b", "ä+b", "a.b", "a&b=c%"]
        self.insert(*(post(id) for id in ids))
        for start in range(0, len(ids), 2):
            wanted = ids[start:start + 2]
            rows = self.posts.select("id").in_("id", wanted).execute().data
            # The official client does not escape quotes and backslashes in lists; eq needs no escape.
            if not any(mark in id for id in wanted for mark in '"\\'):
                self.assertEqual(sorted(row["id"] for row in rows), sorted(wanted))
            for id in wanted:
                self.assertEqual(self.posts.select("id").eq("id", id).execute().data, [{"id": id}])

    def test_rows_changed_since(self):
        self.insert(post("old", created_at="2026-01-01T00:00:00Z"),
                    post("new", created_at="2026-03-01T00:00:00+02"))
        start = "2026-02-28T22:00:00+00:00"
        condition = f'updated_at.gte."{start}",and(updated_at.is.null,created_at.gte."{start}")'
        rows = self.posts.select("id").or_(condition).execute().data
        self.assertEqual(rows, [{"id": "new"}])
        self.posts.update({"notes": "call"}).eq("id", "old").execute()
        rows = self.posts.select("id").or_(condition).order("id").execute().data
        self.assertEqual(rows, [{"id": "new"}, {"id": "old"}])

    def test_a_change_returns_the_row_and_none_if_there_is_none(self):
        self.insert(post("p"))
        row = self.posts.update({"flagged_for_review": True, "notes": "a \"b\" 😀"}).eq("id", "p").execute().data
        self.assertEqual((row[0]["flagged_for_review"], row[0]["notes"]), (True, "a \"b\" 😀"))
        self.assertEqual(self.posts.update({"notes": None}).eq("id", "q").execute().data, [])
        self.assertEqual([row["id"] for row in self.posts.delete().eq("id", "p").execute().data], ["p"])
        self.assertEqual(self.posts.delete().eq("id", "p").execute().data, [])

    def test_row_level_security_and_privileges(self):
        self.insert(post("ours"), post("theirs", family="theirs"))
        self.assertEqual(self.posts.select("id").execute().data, [{"id": "ours"}])
        theirs = self.server.client(user(family="theirs")).from_("social_media_posts")
        self.assertEqual(theirs.select("id").execute().data, [{"id": "theirs"}])
        with self.assertRaises(postgrest.APIError) as raised:
            self.server.client(user()).from_("schools").delete().eq("id", "s").execute()
        self.assertEqual(raised.exception.code, "42501")
        with self.assertRaises(postgrest.APIError) as raised:
            self.server.client().from_("social_media_posts").select("id").execute()
        self.assertEqual(raised.exception.code, "42501")
        for token, status in [(user(), 403), (KEY, 401)]:
            found, _, _ = self.server.fetch("/rest/v1/schools?id=eq.s", "DELETE", Authorization=f"Bearer {token}")
            self.assertEqual(found, status)

    def test_tokens(self):
        for token in [user(exp=time.time() - 1), user()[:-2], "no token"]:
            status, headers, text = self.server.fetch("/rest/v1/schools", Authorization=f"Bearer {token}")
            self.assertEqual((status, json.loads(text)["code"]), (401, "PGRST301"))
            self.assertIn("invalid_token", headers["WWW-Authenticate"])
        self.assertEqual(self.server.fetch("/rest/v1/schools", apikey="wrong")[0], 401)

    def test_errors_have_the_four_members(self):
        for path, status, code in [("absent", 404, "PGRST205"), ("schools?select=absent", 400, "42703"),
                                   ("schools?id=absent", 400, "PGRST100"), ("a/b", 404, "PGRST125")]:
            found, _, text = self.server.fetch(f"/rest/v1/{path}")
            self.assertEqual(sorted(json.loads(text)), ["code", "details", "hint", "message"])
            self.assertEqual((found, json.loads(text)["code"]), (status, code))
        found, _, text = self.server.fetch("/rest/v1/schools", **{"Accept-Profile": "private"})
        self.assertEqual((found, json.loads(text)["code"]), (406, "PGRST106"))

    def test_faults_are_met_once_and_requests_are_kept(self):
        self.server.order({"kind": "status", "status": 503, "retry_after": "1"}, {"kind": "count", "offset": 2})
        status, headers, _ = self.server.fetch("/rest/v1/schools")
        self.assertEqual((status, headers["Retry-After"]), (503, "1"))
        self.assertEqual(json.loads(self.server.fetch("/_faults")[2]), [{"kind": "count", "offset": 2}])
        _, headers, _ = self.server.fetch("/rest/v1/schools", "HEAD", Prefer="count=exact")
        self.assertEqual(headers["Content-Range"], "*/2")
        self.assertEqual(json.loads(self.server.fetch("/_faults")[2]), [])
        self.assertEqual(self.server.fetch("/rest/v1/schools")[0], 200)
        _, _, text = self.server.fetch("/_requests")
        self.assertEqual(json.loads(text), ["GET /rest/v1/schools", "HEAD /rest/v1/schools", "GET /rest/v1/schools"])


if __name__ == "__main__":
    unittest.main()
