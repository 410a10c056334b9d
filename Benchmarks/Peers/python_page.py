#!/usr/bin/env python3
"""Compares `Posts.analytics` of the Python package with the same page made by Polars and DuckDB, in one run.

    CI/build-c-library
    Benchmarks/.build/peers/bin/python3 Benchmarks/Peers/python_page.py [DATASET]

Each engine runs in a process of its own, with one thread and with its default, in the form that `worker.py`
gives it. Two pages are asked of the peers: its *figures*, with ids in place of posts and schools, as all
other comparisons here have them; and the *page*, the dictionary that the package answers with. What of that
depends on nothing but the question (dates and labels of the chart) the peers make before they are timed. All
answers are compared with the package's first: the page must be equal as a whole. Then samples are taken in
turn.

DATASET is a data directory, Datasets/generated/1m unless told.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import date, datetime, timedelta, timezone
from pathlib import Path
from statistics import median
from typing import Any
from zoneinfo import ZoneInfo

ROOT = Path(__file__).resolve().parents[2]
ZONE = "America/New_York"
NEWEST = datetime(2026, 3, 1, 12, tzinfo=timezone.utc)
RANGES = ["7d", "30d", "90d", "all"]
VARIANTS, ROUNDS, CALLS = 8, 12, 25
TOP_SCHOOLS = RECENT_POSTS = 5
LABELS = {
    "very_positive": "Very Positive", "positive": "Positive", "neutral": "Neutral", "negative": "Negative"}
KERNEL = "compass_kernel"
PEERS = ("polars", "duckdb")
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
MICROSECOND = timedelta(microseconds=1)

Page = dict[str, Any]


def variants(range_name: str) -> Iterator[dict[str, Any]]:
    """Returns the queries of a range: their now differs, so that engines cannot cache a result."""
    for number in range(VARIANTS):
        now = NEWEST - number * timedelta(hours=5, microseconds=123_457)
        local = now.astimezone(ZoneInfo(ZONE))
        days = 30 if range_name == "all" else int(range_name[:-1])
        start = None
        if range_name != "all":
            start = local.replace(fold=0) - timedelta(days=days)
        today = (local.date() - date(1970, 1, 1)).days
        yield {
            "range": range_name, "now": now.isoformat(), "from": start and text_of(start),
            "fromMicros": start and (start.astimezone(timezone.utc) - EPOCH) // MICROSECOND,
            "day0": today - days + 1, "days": days, "topSchools": TOP_SCHOOLS, "recent": RECENT_POSTS,
        }


def text_of(instant: datetime) -> str:
    """RFC 3339 as the kernel writes it: a fraction without zeros at its end."""
    text = instant.isoformat(timespec="microseconds")
    return text[:19] + text[19:26].rstrip("0").rstrip(".") + text[26:]


class KernelPages:
    """The package, used as its users do."""

    def __init__(self, dataset: Path) -> None:
        sys.path.insert(0, str(ROOT / "Sources/Python"))
        if "COMPASS_LIBRARY" not in os.environ:
            os.environ["COMPASS_LIBRARY"] = str(next((ROOT / ".build/c-library").glob("libcompass.*")))
        import compass_kernel

        self.posts = compass_kernel.Posts.from_json(
            dataset / "social_media_posts.json", schools=dataset / "schools.json")
        self.version = compass_kernel.__version__

    def asker(self, variant: dict[str, Any], whole: bool) -> Any:
        """One call of the package."""
        range_name, now = variant["range"], variant["now"]
        return lambda: self.posts.analytics(range_name, now=now, zone=ZONE)


class PeerPages:
    """An engine of the worker, whose newest posts are whole rows."""

    def __init__(self, name: str, threads: int, dataset: Path) -> None:
        from engines import schools

        posts, names = str(dataset / "social_media_posts.json"), str(dataset / "schools.json")
        self.engine, self.engine_with_rows = (make(threads) for make in engines(name))
        self.version = self.engine.version
        for engine in (self.engine, self.engine_with_rows):
            engine.prepare(posts, None, names, ZONE)
        self.names = schools.read_names(names)

    def asker(self, variant: dict[str, Any], whole: bool) -> Any:
        """The figures, or the whole page."""
        from engines.question import Variant

        if not whole:
            return self.engine.asker(Variant.from_json(variant))
        ask, finish = self.engine_with_rows.asker(Variant.from_json(variant)), Finishing(variant, self.names)
        return lambda: finish.page(ask())


def engines(name: str) -> tuple[Any, Any]:
    """Returns the factories of an engine with ids and of one with rows."""
    if name == "polars":
        import polars

        from engines.polars_frame import Polars

        class PolarsWithRows(Polars):
            """Keeps the columns that newest posts show in the order of the packed ones."""

            def prepare(self, posts: str, ndjson: str | None, schools: str, zone: str) -> Any:
                prepared = super().prepare(posts, ndjson, schools, zone)
                frame = self.ingest(posts, ndjson).sort(
                    "post_date", "id", descending=[True, False])
                assert frame["id"].equals(self.ids)
                self.rows = frame.select(
                    "id", polars.col("platform").cast(polars.String), "author_handle", "author_name",
                    polars.col("post_date").dt.convert_time_zone(zone), "post_content", "school_id").rechunk()
                return prepared

            def ids_of(self, rows: list[int]) -> list[Any]:
                return self.rows[rows].rows()

        return (lambda threads: Polars()), (lambda threads: PolarsWithRows())

    from engines.duckdb_sql import DuckDB

    class DuckDBWithRows(DuckDB):
        """The packed table has the columns that newest posts show; a scan reads those of the found rows."""

        shown = "id, platform, author_handle, author_name, shown_micros, post_content, school_id"

        def pack(self, zone: str) -> None:
            super().pack(zone)
            self.connection.execute("""
                CREATE TABLE packed_with_rows AS
                SELECT packed.*, posts.platform::VARCHAR AS platform, author_handle, author_name,
                       micros AS shown_micros, post_content, school_id::VARCHAR AS school_id
                FROM packed JOIN posts ON posts.id::VARCHAR = packed.id ORDER BY micros DESC, packed.id""")
            self.connection.execute("DROP TABLE packed")
            self.connection.execute("ALTER TABLE packed_with_rows RENAME TO packed")

        def statement(self, sql: str) -> str:
            return super().statement(sql.replace("SELECT id FROM", f"SELECT ({self.shown}) FROM"))

    return DuckDB, DuckDBWithRows


class Finishing:
    """Makes the package's dictionary from a peer's figures."""

    def __init__(self, variant: dict[str, Any], names: dict[str, str]) -> None:
        days = [date(1970, 1, 1) + timedelta(days=variant["day0"] + day) for day in range(variant["days"])]
        self.days = [(day.isoformat(), f"{day:%b} {day.day}") for day in days]
        kind = variant["range"].rstrip("d")
        self.range = {
            "kind": kind, "from": variant["from"], "days": None if kind == "all" else variant["days"]}
        self.names = names
        self.zone = ZoneInfo(ZONE)

    def page(self, figures: Page) -> Page:
        """The page."""
        total, analyzed = figures["totalPosts"], figures["analyzed"]
        highest = max(1, max(figures["activityByDay"], default=1))
        twitter, instagram = figures["platforms"]
        return {
            "schemaVersion": 1,
            "range": self.range,
            "summary": {
                "totalPosts": total, "recruitingPosts": figures["recruiting"],
                "recruitingPercentage": share(figures["recruiting"], total),
                "positivePosts": figures["positive"],
                "positivePercentage": share(figures["positive"], analyzed),
                "analyzedPosts": analyzed, "activeSchools": figures["activeSchools"],
            },
            "sentiment": [
                {"type": name, "label": label, "count": count,
                 "percentage": 100 * count / analyzed if analyzed else 0}
                for (name, label), count in zip(LABELS.items(), figures["sentiments"])],
            "noSentimentData": analyzed == 0,
            "platforms": {"twitter": twitter, "instagram": instagram},
            "activityByDay": [
                {"date": text, "label": label, "count": count, "height": 100 * count / highest}
                for (text, label), count in zip(self.days, figures["activityByDay"])],
            "topSchools": [
                {"id": id, "name": self.names.get(id, "Unknown School"), "postCount": count}
                for id, count in figures["topSchools"]],
            "recentRecruitingPosts": [self.post(*row) for row in figures["recentRecruiting"]],
            "previous": None,
            "heatMap": None,
        }

    def post(self, id: str, platform: str, handle: str | None, name: str | None, instant: datetime | int,
             content: str | None, school: str | None) -> Page:
        """Returns a post as the page shows it."""
        if isinstance(instant, int):
            instant = (EPOCH + timedelta(microseconds=instant)).astimezone(self.zone)
        return {
            "id": id, "platform": platform, "authorHandle": handle, "authorName": name,
            "postDate": text_of(instant), "postContent": content, "schoolId": school}


def share(part: int, whole: int) -> int:
    """Returns a percentage, rounded half up."""
    return (200 * part + whole) // (2 * whole) if whole else 0


def figures_of(page: Page) -> Page:
    """Returns a peer's figures from a page."""
    summary = page["summary"]
    return {
        "totalPosts": summary["totalPosts"], "recruiting": summary["recruitingPosts"],
        "positive": summary["positivePosts"], "analyzed": summary["analyzedPosts"],
        "activeSchools": summary["activeSchools"],
        "sentiments": [row["count"] for row in page["sentiment"]],
        "platforms": [page["platforms"]["twitter"], page["platforms"]["instagram"]],
        "activityByDay": [day["count"] for day in page["activityByDay"]],
        "topSchools": [[school["id"], school["postCount"]] for school in page["topSchools"]],
        "recentRecruiting": [post["id"] for post in page["recentRecruitingPosts"]],
    }


def serve(name: str, threads: int, dataset: Path) -> None:
    """Executes requests for one engine: a JSON object per line."""
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    from worker import take_standard_output

    answers = take_standard_output()

    def say(value: Any) -> None:
        answers.write(json.dumps(value) + "\n")
        answers.flush()

    pages = KernelPages(dataset) if name == KERNEL else PeerPages(name, threads, dataset)
    askers = {
        f"{range_name} {whole}": [pages.asker(variant, whole) for variant in variants(range_name)]
        for range_name in RANGES for whole in (False, True)}
    gc.collect()
    gc.freeze()
    say({"version": pages.version})
    for line in sys.stdin:
        request = json.loads(line)
        if "variant" in request:
            say(askers[request["question"]][request["variant"]]())
        else:
            say(samples(askers[request["question"]]))


def samples(askers: list[Any]) -> list[int]:
    """Returns the durations of single calls in nanoseconds. Each result lives until the next one exists."""
    nanoseconds = []
    gc.disable()
    for call in range(CALLS):
        ask = askers[call % len(askers)]
        start = time.perf_counter_ns()
        answer = ask()
        nanoseconds.append(time.perf_counter_ns() - start)
    del answer
    gc.enable()
    return nanoseconds


class Process:
    """One engine, in its own process."""

    def __init__(self, name: str, threads: int, dataset: Path) -> None:
        environment = dict(os.environ)
        if threads:
            # Polars reads it when it is imported.
            environment["POLARS_MAX_THREADS"] = str(threads)
        self.name, self.times = name, dict[str, list[int]]()
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--serve", name, "--threads", str(threads), str(dataset)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
        self.label = f"{name} {self.read()['version']}{', 1 thread' if threads else ''}"

    def read(self) -> Any:
        """Returns the next reply."""
        line = self.process.stdout and self.process.stdout.readline()
        if not line:
            sys.exit(f"python_page: {self.name} has ended")
        return json.loads(line)

    def ask(self, **request: Any) -> Any:
        """Returns the reply to a request."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return self.read()

    def close(self) -> None:
        """Ends the process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def check(kernel: Process, peer: Process) -> None:
    """Compares all results of a peer with the package's."""
    for range_name in RANGES:
        for variant in range(VARIANTS):
            page = kernel.ask(question=f"{range_name} True", variant=variant)
            for whole, expected in ((False, figures_of(page)), (True, page)):
                answer = peer.ask(question=f"{range_name} {whole}", variant=variant)
                for key in answer.keys() | expected.keys():
                    if answer.get(key) != expected.get(key):
                        sys.exit(
                            f"python_page: {peer.label}, {range_name}, variant {variant}, {key}:\n"
                            f"{answer.get(key)}\nbut the package has\n{expected.get(key)}")


def compare(dataset: Path) -> None:
    """Checks, measures and prints."""
    with ExitStack() as stack:
        def start(name: str, threads: int) -> Process:
            process = Process(name, threads, dataset)
            stack.callback(process.close)
            return process

        kernel = start(KERNEL, 0)
        peers = [start(name, threads) for name in PEERS for threads in (1, 0)]
        for peer in peers:
            check(kernel, peer)
            print(f"{peer.label}: all {2 * len(RANGES) * VARIANTS} answers are equal", flush=True)
        questions = [f"{range_name} {whole}" for range_name in RANGES for whole in (True, False)]
        for _ in range(ROUNDS):
            for question in questions:
                for process in (kernel, *peers):
                    process.times.setdefault(question, []).extend(process.ask(question=question))
        for whole, title in ((True, "page"), (False, "figures")):
            print(f"\nMedians, µs; the peers' {title}\n")
            for line in table(kernel, peers, whole):
                print(line)


def table(kernel: Process, peers: list[Process], whole: bool) -> Iterator[str]:
    """Returns the medians of all ranges, and the fastest peer's time ÷ the package's."""
    yield f"| range | {kernel.label} | {' | '.join(peer.label for peer in peers)} | fastest peer ÷ package |"
    yield "| --- " + "| ---: " * (len(peers) + 2) + "|"
    for range_name in RANGES:
        own = median(kernel.times[f"{range_name} True"])
        others = [median(peer.times[f"{range_name} {whole}"]) for peer in peers]
        figures = " | ".join(f"{nanoseconds / 1000:,.1f}" for nanoseconds in (own, *others))
        yield f"| {range_name} | {figures} | {min(others) / own:.1f}× |"


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("dataset", nargs="?", type=Path, default=ROOT / "Datasets/generated/1m")
    parser.add_argument("--serve", choices=(KERNEL, *PEERS), help=argparse.SUPPRESS)
    parser.add_argument("--threads", type=int, default=0, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve:
        serve(arguments.serve, arguments.threads, arguments.dataset)
    else:
        compare(arguments.dataset)


if __name__ == "__main__":
    main()
