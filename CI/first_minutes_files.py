"""The first visit: files that the program reads and writes, and scripts that it writes for shells."""

from __future__ import annotations

import csv
import gzip
import io
import json
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

from visitor import NOW, Unexpected, Visitor, expect, shortened

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("social", "schools", "feed", "timeline", "activity", "report", "overview", "inspect")


def page_options(page: str) -> list[str]:
    return [] if page in ("schools", "inspect") else ["--now", NOW, "--zone", "UTC"]


# Output (items 7 and 10)

def check_output_writes_a_file(visitor: Visitor) -> None:
    for page in PAGES:
        with visitor.directory("output") as folder:
            file = folder / "answer"
            options = [page, str(visitor.data), *page_options(page), "--format", "json"]
            run = visitor.compass(*options, "--output", str(file)).ended()
            expect(not run.out, f"{run.command}: writes to standard output, too")
            expect([path.name for path in folder.iterdir()] == ["answer"], f"{run.command}: leaves other files")
            written = json.loads(file.read_text("utf-8"))
            printed = visitor.compass(*options).json()
            if page != "inspect":  # Its speed differs.
                expect(written == printed, f"{run.command}: differs from what is printed")


def check_a_table_file_stands_for_its_directory(visitor: Visitor) -> None:
    with visitor.directory("saved") as folder:
        file = folder / "season.compass"
        visitor.compass("save", str(visitor.data), str(file)).ended().showed("Saved 9 tables", "social_media_posts")
        expect([path.name for path in folder.iterdir()] == [file.name], "compass save leaves other files")
        for page in PAGES:
            if page == "inspect":
                continue
            options = page_options(page)
            expected = visitor.compass(page, str(visitor.data), *options).ended()
            shown = visitor.compass(page, str(file), *options).ended()
            expect((shown.out, shown.err) == (expected.out, expected.err), f"{shown.command}: differs")
        visitor.compass("inspect", str(file), "--verify").ended().showed("all bytes are as they were saved")
        file.write_bytes(file.read_bytes()[:-1])
        visitor.compass("inspect", str(file)).ended(65)
        visitor.compass("save", str(visitor.data), str(visitor.data / "schools.json")).ended(73)


def check_output_that_cannot_be_written_fails(visitor: Visitor) -> None:
    with visitor.directory("output") as folder:
        (folder / "answer").write_text("old")
        for page in ("social", "report"):
            run = visitor.compass(page, str(visitor.data), "--output", str(folder / "no" / "answer")).ended(73)
            expect(run.err.strip(), f"{run.command}: does not say why")
            visitor.compass(page, str(folder), "--output", str(folder / "answer")).ended(66)
        expect((folder / "answer").read_text() == "old", "a failure replaced the file that was there")


def table_of(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline="")))


def check_sections_of_csv_are_flat_tables(visitor: Visitor) -> None:
    for page, section in {
        "social": "topSchools", "feed": "posts", "report": "interactions.byType", "activity": "events",
        "timeline": "months",
    }.items():
        run = visitor.compass(
            page, str(visitor.data), *page_options(page), "--format", "csv", "--section", section).ended()
        rows = table_of(run.out)
        expect(len(rows) > 1, f"{run.command}: has {len(rows)} rows")
        expect(len({len(row) for row in rows}) == 1, f"{run.command}: rows have different lengths")
        expect(all(re.fullmatch(r"[A-Za-z]\w*", name) for name in rows[0]), f"{run.command}: the head is {rows[0]}")
    days = visitor.ask("social")["activityByDay"]
    run = visitor.compass(
        "social", str(visitor.data), *page_options("social"), "--format", "csv", "--section", "activityByDay").ended()
    rows = [dict(zip(table_of(run.out)[0], row)) for row in table_of(run.out)[1:]]
    expect(
        [(row["date"], row["count"]) for row in rows] == [(day["date"], str(day["count"])) for day in days],
        f"{run.command}: differs from the JSON: {shortened(run.out)}",
    )


def check_an_unknown_section_lists_all(visitor: Visitor) -> None:
    visitor.compass("social", str(visitor.data), "--format", "csv", "--section", "nothing").ended(64).said(
        "topSchools", "activityByDay", "sentiment")
    visitor.compass("report", str(visitor.data), "--format", "csv", "--section", "nothing").ended(64).said(
        r"interactions\.byType")
    visitor.compass("social", str(visitor.data), "--section", "topSchools").ended(64).said("csv")


def check_raw_csv_has_no_guard(visitor: Visitor) -> None:
    row = {"id": "a", "platform": "twitter", "post_date": "2026-02-10T10:00:00Z", "post_content": "=1+1"}
    with visitor.directory("formula") as path:
        (path / "social_media_posts.json").write_text(json.dumps([row]))
        options = ["feed", str(path), "--now", NOW, "--format", "csv"]
        for extra, wanted in (([], "'=1+1"), (["--raw"], "=1+1")):
            run = visitor.compass(*options, *extra).ended()
            cells = [cell for cells in table_of(run.out) for cell in cells if "1+1" in cell]
            expect(cells == [wanted], f"{run.command}: the cells are {cells}")


# Input (item 11)

def pages_agree(visitor: Visitor, path: Path) -> None:
    for page, options in {"social": ["--range", "all"], "feed": ["--search", "camp"]}.items():
        here = visitor.ask(page, *options, data=path)
        expect(here == visitor.ask(page, *options), f"compass {page} {path.name}: another answer")


def check_compressed_tables_are_read(visitor: Visitor) -> None:
    rows = visitor.rows_of("social_media_posts")
    forms = {
        "social_media_posts.json.gz": json.dumps(rows).encode(),
        "social_media_posts.ndjson.gz": "\n".join(map(json.dumps, rows)).encode(),
    }
    for name, document in forms.items():
        with visitor.directory(name, "schools", "coaches") as path:
            (path / name).write_bytes(gzip.compress(document))
            pages_agree(visitor, path)
            table = visitor.compass("inspect", str(path / name), "--format", "json").json()["tables"][0]
            expect(table["loaded"] == len(rows), f"inspect {name}: {table}")


def check_offsets_of_compressed_tables_count_unpacked_bytes(visitor: Visitor) -> None:
    rows = [{"id": "a", "platform": "twitter", "post_date": "2026-02-10T10:00:00Z"}, {"id": "b"}]
    document = json.dumps(rows).encode()
    with visitor.directory("packed") as path:
        (path / "social_media_posts.json.gz").write_bytes(gzip.compress(document))
        problems = visitor.compass("inspect", str(path), "--format", "json").json()["tables"][0]["problems"]
        offsets = {problem["byteOffset"] for problem in problems}
        expect(offsets == {document.rindex(b"{")}, f"the offsets of row 2 are {offsets}")


def check_damaged_compressed_tables_are_named(visitor: Visitor) -> None:
    whole = gzip.compress(json.dumps(visitor.rows_of("social_media_posts")).encode())
    with visitor.directory("damaged") as path:
        file = path / "social_media_posts.json.gz"
        for damaged in (whole[: len(whole) // 2], whole[:-8] + bytes(8), b"not gzip", b""):
            file.write_bytes(damaged)
            visitor.compass("social", str(path)).ended(65).said(r"social_media_posts\.json\.gz")


def check_a_table_in_two_forms_is_refused(visitor: Visitor) -> None:
    with visitor.directory("two forms", "social_media_posts", "schools") as path:
        plain = (path / "social_media_posts.json").read_bytes()
        (path / "social_media_posts.json.gz").write_bytes(gzip.compress(plain))
        for page in ("social", "inspect"):
            visitor.compass(page, str(path)).ended(64).said("social_media_posts")


def check_arrays_in_an_object_are_read(visitor: Visitor) -> None:
    with visitor.directory("wrapped") as path:
        for table in ("social_media_posts", "schools", "coaches"):
            document = {"data": visitor.rows_of(table)}
            (path / f"{table}.json").write_text(json.dumps(document))
        pages_agree(visitor, path)


def check_an_interrupted_generate_leaves_nothing(visitor: Visitor) -> None:
    folder = visitor.folder / "interrupted"
    with subprocess.Popen(
        ["compass", "generate", str(folder), "--posts", "20000000"], env=visitor.environment,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        # Shells start commands in the background with interruptions ignored, which programs inherit.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and not any(
            file.stat().st_size > 0 for file in (folder.iterdir() if folder.exists() else [])
        ):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        try:
            code = process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            process.kill()
            raise Unexpected("generate goes on after an interruption") from None
    left = [file.name for file in folder.iterdir()] if folder.exists() else []
    expect(not left, f"an interrupted generate leaves {left}")
    expect(code in (-signal.SIGINT, 128 + signal.SIGINT), f"an interrupted generate ends with {code}")


def check_datasets_says_how_much_it_will_write(visitor: Visitor) -> None:
    with visitor.directory("datasets") as folder:
        manifest = str(ROOT / "Datasets/manifest.json")
        run = visitor.compass("datasets", manifest, str(folder), "--only", "10k").ended()
        run.said(r"\d(\.\d+)? [MG]B").showed("10k", "verified")
        again = visitor.compass("datasets", manifest, str(folder), "--only", "10k").ended()
        expect(not re.search(r"\d [MG]B", again.err), f"{again.command}: would write what is there: {again.err}")


# Shells (item 8)

def check_completion_scripts_load_in_their_shells(visitor: Visitor) -> None:
    for shell in ("bash", "zsh", "fish"):
        run = visitor.compass("--generate-completion-script", shell).ended()
        for value in ("very_positive", "interactions", "ytd", "quarter", "school", "section"):
            expect(value in run.out, f"{run.command}: lacks {value}")
        if shutil.which(shell):
            file = visitor.folder / f"completion.{shell}"
            file.write_text(run.out)
            visitor.shell(f"{shell} -n '{file}'").ended()
    visitor.compass("--generate-completion-script", "tcsh").ended(64)


# Pages of a list

def check_cursors_lead_on_and_foreign_ones_are_refused(visitor: Visitor) -> None:
    first = visitor.ask("feed", "--page-size", "5")
    second = visitor.ask("feed", "--page-size", "5", "--after", first["nextCursor"])
    ids = [post["id"] for page in (first, second) for post in page["posts"]]
    expect(len(set(ids)) == 10, f"two pages of 5 have {len(set(ids))} posts")
    expect(first["nextCursor"][0].isalpha(), f"the cursor {first['nextCursor']} does not begin with a letter")
    for cursor in ("zzz", first["nextCursor"][:-1], first["nextCursor"] + "x"):
        visitor.compass("feed", str(visitor.data), "--after", cursor).ended(65).said("cursor")
