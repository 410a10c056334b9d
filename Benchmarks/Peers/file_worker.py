#!/usr/bin/env python3
"""Lets one engine write posts to a file, and times how long opening it and a first query take.

One JSON object per line goes in, one comes out; README.md lists the requests.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import sys
import time
import traceback
from typing import Any, Callable

from engines.engine import Unsupported
from engines.question import Variant
from files import STORES
from files.store import Store, read_posts
from worker import take_standard_output


def drop_from_cache(folder: str) -> None:
    """Lets the system forget the files of a folder, which must be on the disk; ignored where it cannot."""
    if not hasattr(os, "posix_fadvise"):
        raise Unsupported("this system cannot drop a file from its cache")
    for name in os.listdir(folder):
        descriptor = os.open(os.path.join(folder, name), os.O_RDONLY)
        try:
            os.fsync(descriptor)
            os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
        finally:
            os.close(descriptor)


class Worker:
    """The state between requests: an engine and the queries."""

    def __init__(self, store: Store, folder: str) -> None:
        self.store = store
        self.folder = folder
        self.variants: list[Variant] = []
        self.zone = "UTC"
        self.text = ""

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Executes a request. The reply to one that cannot be executed says so."""
        try:
            if request["do"] == "write":
                return self.write(request)
            if request["do"] == "page":
                return {"answer": self.store.first_page(self.variants[request["variant"]], self.zone)}
            if request["do"] == "search":
                count, ids = self.store.first_search(self.text)
                return {"count": count, "ids": ids}
            if request["do"] == "sample":
                return {"nanoseconds": self.sample(request)}
            raise ValueError(f"unknown request {request['do']!r}")
        except Unsupported as reason:
            return {"unsupported": True, "reason": str(reason)}
        except Exception as error:  # pylint: disable=broad-except
            return {"error": f"{type(error).__name__}: {error}", "trace": traceback.format_exc()}

    def write(self, request: dict[str, Any]) -> dict[str, Any]:
        """Writes the posts of a file, and keeps the queries."""
        posts = read_posts(request["ndjson"])
        self.store.write(posts)
        self.variants = [Variant.from_json(variant) for variant in request["variants"]]
        self.zone, self.text = request["zone"], request["text"]
        count = len(posts)
        del posts
        gc.collect()
        gc.freeze()
        size = sum(os.path.getsize(os.path.join(self.folder, name)) for name in os.listdir(self.folder))
        return {"rows": count, "fileBytes": size}

    def sample(self, request: dict[str, Any]) -> list[int]:
        """Times single queries, each of which opens the file; `isCold` drops it from the cache before."""

        def page(number: int) -> Callable[[], object]:
            variant = self.variants[number % len(self.variants)]
            return lambda: self.store.first_page(variant, self.zone)

        nanoseconds = []
        for number in range(request["calls"]):
            query = page(number) if request["query"] == "page" else lambda: self.store.first_search(self.text)
            gc.collect()
            gc.disable()
            try:
                if request["isCold"]:
                    drop_from_cache(self.folder)
                start = time.perf_counter_ns()
                answer = query()
                nanoseconds.append(time.perf_counter_ns() - start)
                del answer
            finally:
                gc.enable()
        return nanoseconds


def main() -> None:
    """Reports whether the engine is installed, then replies until the input ends or requests to quit."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("engine", choices=sorted(STORES))
    parser.add_argument("folder")
    arguments = parser.parse_args()
    answers = take_standard_output()

    def say(value: dict[str, Any]) -> None:
        answers.write(json.dumps(value, ensure_ascii=False) + "\n")
        answers.flush()

    entry = STORES[arguments.engine]
    missing = entry.missing_packages()
    if missing:
        say({"ready": False, "reason": f"{', '.join(missing)} is not installed"})
        return
    for variable in ("POLARS_MAX_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ[variable] = "1"
    store = entry.load(arguments.folder)
    say({"ready": True, "version": store.version, "threads": 1})
    worker = Worker(store, arguments.folder)
    for line in sys.stdin:
        request = json.loads(line)
        if request.get("do") == "quit":
            return
        say(worker.answer(request))


if __name__ == "__main__":
    main()
