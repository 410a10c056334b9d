#!/usr/bin/env python3
"""Asks one engine, with one thread setting, what the harness sends on standard input.

One JSON object per line goes in, one comes out; README.md lists the requests. A failure is an answer too,
so that the worker goes on.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import sys
import time
import traceback
from typing import Any, TextIO

from engines import ENGINES
from engines.engine import Asker, Engine, Searcher, Unsupported
from engines.live_posts import LiveEngine, LivePosts
from engines.question import Variant


def take_standard_output() -> TextIO:
    """Reserves standard output for replies: other output of libraries goes to standard error."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    os.dup2(2, 1)
    return answers


class Worker:
    """The state between requests: an engine, and the queries that were sent to it."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.askers: list[list[Asker]] = []
        self.live: LivePosts | None = None

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Executes a request. The reply to one that cannot be executed says so."""
        actions = {
            "ingest": self.ingest, "prepare": self.prepare, "questions": self.questions,
            "answer": self.one_answer, "sample": self.sample,
            "prepareSearch": self.prepare_search, "searchCount": self.search_count,
            "sampleSearch": self.sample_search, "prepareLive": self.prepare_live, "insert": self.insert,
            "liveAnswer": self.live_answer, "sampleLive": self.sample_live,
        }
        try:
            action = actions.get(request.get("do", ""))
            if action is None:
                raise ValueError(f"unknown request {request.get('do')!r}")
            return action(request)
        except Unsupported as reason:
            return {"unsupported": True, "reason": str(reason)}
        except Exception as error:  # pylint: disable=broad-except
            return {"error": f"{type(error).__name__}: {error}", "trace": traceback.format_exc()}

    def ingest(self, request: dict[str, Any]) -> dict[str, Any]:
        """Times whole loads. The result of the previous load is freed first, outside of the measured time."""
        posts, ndjson = request["posts"], request.get("ndjson")
        nanoseconds = []
        for _ in range(request["calls"]):
            start = time.perf_counter_ns()
            loaded = self.engine.ingest(posts, ndjson)
            nanoseconds.append(time.perf_counter_ns() - start)
            del loaded
            self.engine.forget()
            gc.collect()
        return {"nanoseconds": nanoseconds, "form": self.engine.form(posts, ndjson)}

    def prepare(self, request: dict[str, Any]) -> dict[str, Any]:
        """Loads again. Queries of the previous posts are dropped."""
        self.askers = []
        prepared = self.engine.prepare(
            request["posts"], request.get("ndjson"), request["schools"], request["zone"])
        # A full collection would walk a million ids in the middle of a measured call.
        gc.collect()
        gc.freeze()
        return {"ok": True, "rows": prepared.rows, "memoryBytes": prepared.memory_bytes}

    def questions(self, request: dict[str, Any]) -> dict[str, Any]:
        """Replaces the queries by those of the request."""
        self.askers = [
            [self.engine.asker(Variant.from_json(variant)) for variant in question["variants"]]
            for question in request["questions"]
        ]
        return {"ok": True}

    def one_answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Returns the result of one variant, for checking."""
        return {"answer": self.askers[request["question"]][request["variant"]]()}

    def sample(self, request: dict[str, Any]) -> dict[str, Any]:
        """Times single calls. The variant changes with each, so that results cannot be cached."""
        askers = self.askers[request["question"]]
        first = request.get("first", 0)
        nanoseconds = []
        gc.disable()
        try:
            for call in range(request["calls"]):
                asker = askers[(first + call) % len(askers)]
                start = time.perf_counter_ns()
                answer = asker()
                nanoseconds.append(time.perf_counter_ns() - start)
                if answer["totalPosts"] < 0:
                    raise AssertionError("a count cannot be negative")
        finally:
            gc.enable()
        return {"nanoseconds": nanoseconds}

    def searcher(self) -> Searcher:
        """Returns the engine, if it can search."""
        if not isinstance(self.engine, Searcher):
            raise Unsupported("this form keeps no texts")
        return self.engine

    def prepare_search(self, request: dict[str, Any]) -> dict[str, Any]:
        """Loads folded texts, one for each post, each followed by a NUL."""
        searcher = self.searcher()
        with open(request["texts"], encoding="utf-8", newline="") as file:
            texts = file.read().split("\0")[:-1]
        rows = searcher.prepare_search(texts)
        del texts
        gc.collect()
        gc.freeze()
        return {"ok": True, "rows": rows, "memoryBytes": None}

    def search_count(self, request: dict[str, Any]) -> dict[str, Any]:
        """Returns the number of texts that contain one."""
        return {"count": self.searcher().search_count(request["text"])}

    def sample_search(self, request: dict[str, Any]) -> dict[str, Any]:
        """Times one search for each text."""
        searcher = self.searcher()
        nanoseconds = []
        gc.disable()
        try:
            for text in request["searches"]:
                start = time.perf_counter_ns()
                count = searcher.search_count(text)
                nanoseconds.append(time.perf_counter_ns() - start)
                if count < 0:
                    raise AssertionError("a count cannot be negative")
        finally:
            gc.enable()
        return {"nanoseconds": nanoseconds}

    def prepare_live(self, request: dict[str, Any]) -> dict[str, Any]:
        """Loads posts into a table that grows."""
        if not isinstance(self.engine, LiveEngine):
            raise Unsupported("this form is not changed")
        self.askers = []
        self.live = self.engine.live_posts()
        rows = self.live.load(request["posts"])
        gc.collect()
        gc.freeze()
        return {"ok": True, "rows": rows, "memoryBytes": None}

    def live_posts(self) -> LivePosts:
        """Returns the table that grows."""
        if self.live is None:
            raise ValueError("no posts were prepared for inserts")
        return self.live

    def insert(self, request: dict[str, Any]) -> dict[str, Any]:
        """Times the insert of each payload."""
        live = self.live_posts()
        nanoseconds = []
        gc.disable()
        try:
            for document in request["documents"]:
                start = time.perf_counter_ns()
                live.insert(document)
                nanoseconds.append(time.perf_counter_ns() - start)
        finally:
            gc.enable()
        return {"nanoseconds": nanoseconds}

    def live_page(self, request: dict[str, Any]) -> tuple[int | None, list[str]]:
        """The newest posts, of all or of those that contain a text."""
        live, text, limit = self.live_posts(), request.get("text"), request["limit"]
        return (None, live.newest(limit)) if text is None else live.matching(text, limit)

    def live_answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Returns a page, for checking."""
        count, ids = self.live_page(request)
        return {"count": count, "ids": ids}

    def sample_live(self, request: dict[str, Any]) -> dict[str, Any]:
        """Times pages."""
        nanoseconds = []
        gc.disable()
        try:
            for _ in range(request["calls"]):
                start = time.perf_counter_ns()
                _, ids = self.live_page(request)
                nanoseconds.append(time.perf_counter_ns() - start)
                if len(ids) > request["limit"]:
                    raise AssertionError("a page has no more posts than its limit")
        finally:
            gc.enable()
        return {"nanoseconds": nanoseconds}


def converse(name: str, threads: int, requests: TextIO, answers: TextIO) -> None:
    """Reports whether the engine is installed, then replies until the input ends or requests to quit."""

    def say(value: dict[str, Any]) -> None:
        answers.write(json.dumps(value, ensure_ascii=False) + "\n")
        answers.flush()

    missing = ENGINES[name].missing_packages()
    if missing:
        say({"ready": False, "engine": name, "reason": f"{', '.join(missing)} is not installed"})
        return
    if threads:
        # Packages read these when they are imported.
        for variable in ("POLARS_MAX_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
            os.environ[variable] = str(threads)
    try:
        engine = ENGINES[name].load(threads)
    except Exception as error:  # pylint: disable=broad-except
        say({"ready": False, "engine": name, "reason": f"{name} does not start: {error}"})
        return
    say({"ready": True, "engine": name, "version": engine.version, "threads": engine.threads})
    worker = Worker(engine)
    for line in requests:
        if not line.strip():
            continue
        try:
            request = json.loads(line)
            if not isinstance(request, dict):
                raise ValueError("a request is a JSON object")
        except ValueError as error:
            say({"error": f"unreadable request: {error}", "trace": ""})
            continue
        if request.get("do") == "quit":
            return
        say(worker.answer(request))


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("engine", nargs="?", choices=sorted(ENGINES))
    parser.add_argument("--threads", type=int, default=0, help="1, or 0 for the engine's default")
    parser.add_argument("--list", action="store_true", help="print the engines as JSON")
    arguments = parser.parse_args()
    if arguments.list:
        print(json.dumps(list(ENGINES)))
        return
    if arguments.engine is None:
        parser.error("an engine is needed")
    if arguments.threads < 0:
        parser.error("--threads cannot be negative")
    converse(arguments.engine, arguments.threads, sys.stdin, take_standard_output())


if __name__ == "__main__":
    main()
