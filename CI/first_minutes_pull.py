"""The first visit: `compass pull`, beside the stand-ins that CI/supabase-run starts."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import urllib.request
from pathlib import Path

from visitor import NOW, Unexpected, Visitor, expect

TABLES = (
    "social_media_posts", "schools", "coaches", "interactions", "events", "offers", "school_status_history",
    "documents", "performance_metrics",
)


class Project:
    """The visitor's project: the stand-in, with the rows that the visitor has generated."""

    def __init__(self, visitor: Visitor) -> None:
        try:
            self.url, self.key = os.environ["COMPASS_SUPABASE_URL"], os.environ["COMPASS_SUPABASE_KEY"]
        except KeyError:
            raise Unexpected("no service here; these checks run beside CI/supabase-run") from None
        self.sql(f"truncate {','.join(TABLES)}")
        self.order("options", {"max_rows": 1000})
        self.token = self.order("token", {"role": "authenticated", "family": "ours"})[0]
        for table in TABLES:
            columns = self.sql(
                "select string_agg(column_name, ',') from information_schema.columns "
                f"where table_name = '{table}' and column_name not in ('family', 'logged_by')")
            rows = json.dumps(visitor.rows_of(table), ensure_ascii=False)
            self.sql(
                f"insert into {table} ({columns}) select {columns} from json_populate_recordset(null::{table}, "
                f"$rows${rows}$rows$)")
        self.environment = {"COMPASS_API_KEY": self.key, "COMPASS_TOKEN": self.token}

    def order(self, name: str, body: object) -> list:
        data = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        with urllib.request.urlopen(urllib.request.Request(f"{self.url}/_{name}", data), timeout=60) as response:
            return json.load(response)

    def sql(self, statement: str) -> object:
        return self.order("sql", statement)[0]


def check_pull_reads_a_project(visitor: Visitor) -> None:
    project = Project(visitor)
    run = visitor.compass("pull", project.url, "pulled", environment=project.environment).ended()
    run.showed(r"Pulled 9 tables", r"social_media_posts +2,000 +2,000", r"rows/s")
    expect(not run.err, f"{run.command}: prints to standard error: {run.err}")
    folder = visitor.folder / "pulled"
    expect(
        sorted(path.name for path in folder.iterdir()) == sorted([*(f"{table}.json" for table in TABLES), "pull.json"]),
        f"the folder has {sorted(path.name for path in folder.iterdir())}",
    )
    # The pages are those of the rows that are in the database.
    for page in ("social", "feed", "activity", "report"):
        expect(visitor.ask(page, data=folder) == visitor.ask(page), f"compass {page} shows other figures than before")
    visitor.compass("overview", str(folder), "--now", NOW).ended()
    visitor.compass("inspect", str(folder), "--strict").ended()


def check_pull_again_reads_changes(visitor: Visitor) -> None:
    project = Project(visitor)
    command = ("pull", project.url, "again", "--tables", "social_media_posts,schools")
    visitor.compass(*command, environment=project.environment).ended()
    project.sql(
        "delete from social_media_posts where id = (select min(id) from social_media_posts);"
        "update social_media_posts set notes = 'seen' where id = (select max(id) from social_media_posts)")
    answer = visitor.compass(*command, "--format", "json", environment=project.environment).json()
    posts, schools = answer["tables"]
    expect(
        (posts["reading"], posts["rows"], posts["changed"], posts["deleted"]) == ("changes", 1999, 1, 1),
        f"the second pull reports {posts}",
    )
    expect((schools["changed"], schools["deleted"]) == (0, 0), f"the second pull reports {schools}")
    rows = json.loads((visitor.folder / "again/social_media_posts.json").read_text("utf-8"))
    expect(len(rows) == 1999 and rows[-1]["notes"] == "seen", "the second pull wrote other rows")
    # Without the manifest, and after a change by hand, everything is read again, and the visitor is told why.
    (visitor.folder / "again/schools.json").write_text("[]")
    visitor.compass(*command, environment=project.environment).ended().said(r"schools\.json is not as")


def check_pull_shows_progress_on_a_terminal_only(visitor: Visitor) -> None:
    project = Project(visitor)
    line = f"script --quiet --return --command 'compass pull {project.url} shown --tables social_media_posts' /dev/null"
    settings = " ".join(f"{name}={value}" for name, value in project.environment.items())
    run = visitor.shell(f"{settings} {line}").ended()
    run.showed(r"\[#+\] 100% social_media_posts 2,000, [\d,]+ rows/s", "Pulled 1 table")


def check_pull_with_a_wrong_key_or_url_helps(visitor: Visitor) -> None:
    project = Project(visitor)
    key = visitor.folder / "key.txt"
    key.write_text("wrong\n")
    refused = visitor.compass(
        "pull", project.url, "refused", "--api-key-file", str(key), environment=project.environment).ended(77)
    refused.said("COMPASS_API_KEY", "--token-file")
    missing = visitor.compass("pull", project.url, "refused").ended(77)
    missing.said("requires a key or a token")
    visitor.compass(
        "pull", project.url, "refused", "--rest-path", "/", environment=project.environment).ended(66).said("/rest/v1")
    visitor.compass("pull", "http://127.0.0.1:9", "refused").ended(69).said("127.0.0.1:9", "check the address")
    visitor.compass("pull", project.url.removeprefix("http://"), "refused").ended(64).said("https://")
    visitor.compass("pull", project.url).ended(64).said("<directory>")
    visitor.compass("pull", project.url, "refused", "--tables", "posts").ended(64).said("social_media_posts")
    for run in (refused, missing):
        for secret in (project.key, project.token):
            expect(secret not in run.err + run.out, f"{run.command}: prints a secret")
    expect(not (visitor.folder / "refused").exists(), "a refused pull leaves its folder")


def check_pull_without_its_second_program_tells_what_to_install(visitor: Visitor) -> None:
    alone = visitor.folder / "alone"
    alone.mkdir()
    shutil.copy(Path(visitor.program).resolve(), alone / "compass")
    environment = visitor.environment | {"PATH": "/usr/bin:/bin"}
    done = subprocess.run(
        [alone / "compass", "pull", "http://127.0.0.1:9", "none"], env=environment, cwd=visitor.folder,
        capture_output=True, text=True, timeout=60, check=False)
    expect(done.returncode == 69, f"without compass-network, compass pull ends with {done.returncode}")
    for word in ("compass-network", "make install", "--product compass-network"):
        expect(re.search(word, done.stderr), f"without compass-network, the message lacks {word}: {done.stderr}")
