"""The rates of pages beside that of HTTP alone, and memory that does not grow.

These tests run alone, after all others: CI/check-web starts them by themselves. `COMPASS_LOAD_SECONDS` is how long
requests come while memory is watched; 60 without it.
"""

import os
import pathlib
import statistics

import pytest

import load
from serving import serving

pytestmark = [
    pytest.mark.alone,
    pytest.mark.skipif(not load.is_there(), reason="wrk is not installed"),
]

# The least share of the rate of HTTP alone, in percent, with 100,000 posts.
SHARES = {load.SOCIAL: 30, load.FEED: 10, load.SEARCH: 3}
ROUNDS = 3
SECONDS = 2
LOAD_SECONDS = int(os.environ.get("COMPASS_LOAD_SECONDS", "60"))

MIXTURE = """
local paths = {"/api/social", "/api/feed", "/api/feed?search=camp", "/api/activity", "/api/report", "/api/status",
  "/api/social?range=7&compare", "/api/feed?platform=twitter&linked", "/app.js", "/api/timeline/levels?limit=100",
  "/api/social?zone=Asia/Kolkata", "/api/activity?search=camp"}
local number = 0
request = function()
  number = number + 1
  return wrk.format("GET", paths[number % #paths + 1])
end
"""


@pytest.fixture(scope="module")
def loaded(large):
    with serving(large) as server:
        load.wait_for_search(server)
        for target in (load.SEARCH, load.FEED, load.SOCIAL, load.NOTHING):
            load.wrk(server, target, 1)
        yield server


def test_rates(loaded):
    targets = [load.NOTHING, *SHARES]
    runs = {target: [] for target in targets}
    # In turn, so that a slow moment of the machine meets all.
    for _ in range(ROUNDS):
        for target in targets:
            runs[target].append(load.wrk(loaded, target, SECONDS))
    rates = {target: statistics.median(run.rate for run in runs[target]) for target in targets}
    print(f"\n{'':24}{'per second':>12}{'p99':>12}{'share':>8}{'least':>8}")
    missed = []
    for target in targets:
        share = 100 * rates[target] / rates[load.NOTHING]
        least = SHARES.get(target)
        latency = statistics.median(run.p99_millis for run in runs[target])
        print(f"{target:24}{rates[target]:12,.0f}{latency:9.1f} ms{share:6.1f} %{f'{least} %' if least else '':>8}")
        if least and share < least:
            missed.append(target)
    assert not missed, missed


def test_memory_does_not_grow(loaded, tmp_path):
    script = pathlib.Path(tmp_path) / "mixture.lua"
    script.write_text(MIXTURE)
    # Buffers, caches and the allocator's arenas grow at first.
    load.wrk(loaded, "/", 15, script)
    before = load.memory(loaded)
    run = load.wrk(loaded, "/", LOAD_SECONDS, script)
    after = load.memory(loaded)
    print(f"\n{run.rate:,.0f} per second for {LOAD_SECONDS} s: {before / 1e6:.1f} MB before, {after / 1e6:.1f} MB after")
    assert after - before < 10e6
