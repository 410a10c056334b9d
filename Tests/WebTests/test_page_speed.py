"""How fast the pages are at 100,000 posts and at 100,000 items of the timeline.

Goals on a quiet machine: content 500 ms after navigation, a filter or range 100 ms, no task above 50 ms. Here medians
of several runs may take `FACTOR` times as much, as other tests run beside; a round that does not hold is repeated.
Tasks are measured by the processor's time in them, from a trace, which other processes hardly change. The numbers are
printed at the end of the run.
"""

import contextlib
import json
import os
import statistics

import pytest
from playwright.sync_api import expect

from browser import PAGES, write_tables
from serving import serving

FACTOR = float(os.environ.get("COMPASS_SPEED_FACTOR", "3"))
ROUNDS = 3
RUNS = 5
CONTENT = {
    "home": ".widget .events li",
    "analytics": ".stat .value",
    "social": "article.post",
    "timeline": ".tl-item",
    "activity": ".events li",
    "reports": "button.generate",
}
# Told by the page itself: when its content was there and drawn.
WATCH = """
(() => {
  const selectors = SELECTORS;
  const observer = new MutationObserver(() => {
    if (!document.querySelector(selectors)) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => (window.contentAt = performance.now())));
  });
  observer.observe(document, { childList: true, subtree: true });
})();
"""
# Does something, and waits until a text has changed and is drawn.
CHANGE = """([selector, kind, target]) => new Promise((resolve) => {
    const shown = document.querySelector(selector);
    const before = shown.textContent;
    const start = performance.now();
    const observer = new MutationObserver(() => {
        if (shown.textContent === before) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
    });
    observer.observe(shown, { childList: true, characterData: true, subtree: true });
    const element = document.querySelector(target);
    if (kind === 'click') element.click();
    else {
        element.value = kind;
        element.dispatchEvent(new Event('change', { bubbles: true }));
    }
})"""

pytestmark = pytest.mark.alone


@pytest.fixture(scope="module")
def large_server(large):
    # Posts have all their buttons where they can be changed.
    with serving(large, "--allow-changes") as server:
        yield server


@pytest.fixture
def measured(tabs, large_server):
    tab = tabs(large_server)
    tab.context.add_init_script(WATCH.replace("SELECTORS", repr(", ".join(CONTENT.values()))))
    return tab


def holds(record_property, name, goal, measure):
    """Repeats a round of measurements until its median is within `FACTOR` times the goal."""
    medians = []
    for _ in range(ROUNDS):
        values = measure()
        medians.append(statistics.median(values))
        record_property(
            "speed",
            f"{name}: median {medians[-1]:.0f} ms of {len(values)}, worst {max(values):.0f} ms (goal {goal} ms)",
        )
        if medians[-1] <= FACTOR * goal:
            return
    raise AssertionError(f"{name}: {medians} ms, the goal is {goal} ms")


@contextlib.contextmanager
def traced(tab):
    """Yields a list that has the tasks of the tab's own thread afterwards, in milliseconds of the processor's time."""
    tasks = []
    browser = tab.context.browser
    browser.start_tracing(page=tab.page, categories=["toplevel", "disabled-by-default-devtools.timeline"])
    try:
        yield tasks
    finally:
        events = json.loads(browser.stop_tracing())["traceEvents"]
        threads = {
            (event["pid"], event["tid"])
            for event in events
            if event.get("name") == "thread_name" and event["args"]["name"] == "CrRendererMain"
        }
        tasks += [
            event["tdur"] / 1000
            for event in events
            if event.get("name") == "RunTask" and "tdur" in event and (event["pid"], event["tid"]) in threads
        ]


def expect_short(record_property, name, tasks):
    """No task above 50 ms; a busy machine may take `FACTOR` times as long for it."""
    assert tasks, "the trace has no tasks"
    record_property(
        "speed",
        f"{name}: longest task {max(tasks):.0f} ms of the processor's time, "
        f"{sum(task > 50 for task in tasks)} of {len(tasks)} above 50 ms",
    )
    assert max(tasks) <= FACTOR * 50


@pytest.mark.parametrize("name", PAGES)
def test_first_content(measured, record_property, name):
    def measure():
        values = []
        for _ in range(RUNS):
            measured.open(name)
            measured.page.wait_for_function("() => window.contentAt !== undefined")
            values.append(measured.page.evaluate("window.contentAt"))
        return values

    holds(record_property, f"{name}, first content", 500, measure)
    with traced(measured) as tasks:
        measured.open(name)
        measured.page.wait_for_timeout(300)
    expect_short(record_property, f"{name}, while it loads", tasks)


def change(tab, shown, kind, target):
    taken = tab.page.evaluate(CHANGE, [shown, kind, target])
    # What follows by itself, such as the rest of the list, is not part of the next one.
    tab.settled()
    tab.page.wait_for_timeout(80)
    return taken


class TestChanges:
    def test_range_and_filters_of_the_analytics(self, measured, record_property):
        measured.open("analytics")
        total = ".stat .value"

        def ranges():
            return [
                change(measured, total, "click", f".segments button:nth-child({number})") for number in (1, 3, 4, 2, 3)
            ]

        def filters():
            measured.open("analytics")
            return [
                change(measured, total, "click", target)
                for target in (
                    ".bars li:nth-child(1) button",
                    ".platforms button:nth-child(1)",
                    ".bars li:nth-child(2) button",
                    ".ranks li:nth-child(2) button",
                    ".platforms button:nth-child(1)",
                )
            ]

        holds(record_property, "analytics, a range", 100, ranges)
        holds(record_property, "analytics, a filter", 100, filters)
        with traced(measured) as tasks:
            ranges()
            filters()
        expect_short(record_property, "analytics, ranges and filters", tasks)

    def test_drag_over_the_days(self, measured, record_property):
        measured.open("/social/analytics?range=90")
        plot = measured.find(".plot")
        plot.scroll_into_view_if_needed()
        box = plot.bounding_box()

        def measure():
            values = []
            for share in (0.2, 0.35, 0.5, 0.65, 0.8):
                y = box["y"] + box["height"] / 2
                measured.page.mouse.move(box["x"] + 0.1 * box["width"], y)
                measured.page.mouse.down()
                measured.page.evaluate("""() => {
                    const shown = document.querySelector('.stat .value');
                    window.followed = null;
                    new MutationObserver((_, observer) => {
                        observer.disconnect();
                        requestAnimationFrame(() => setTimeout(() => (window.followed = performance.now() - window.moved)));
                    }).observe(shown, { childList: true, characterData: true, subtree: true });
                    addEventListener('pointermove', () => (window.moved = performance.now()), { once: true, capture: true });
                }""")
                measured.page.mouse.move(box["x"] + share * box["width"], y)
                measured.page.wait_for_function("() => window.followed !== null")
                values.append(measured.page.evaluate("window.followed"))
                measured.page.mouse.up()
                measured.settled()
                measured.page.keyboard.press("Escape")
                measured.page.go_back()
                measured.settled()
            return values

        holds(record_property, "analytics, counts follow a drag", 100, measure)
        with traced(measured) as tasks:
            measure()
        expect_short(record_property, "analytics, dragging", tasks)

    def test_filters_of_the_feed(self, measured, record_property):
        measured.open("social")
        menu = ".panel .field:nth-child(1) select"

        def measure():
            return [change(measured, ".found", kind, menu) for kind in ("twitter", "instagram", "", "twitter", "")]

        holds(record_property, "social, a filter", 100, measure)
        with traced(measured) as tasks:
            measure()
        expect_short(record_property, "social, filters", tasks)


@pytest.fixture(scope="module")
def long_timeline(tmp_path_factory):
    """100,000 items over five years."""
    schools = [{"id": f"s{number}", "name": f"School {number:02d}"} for number in range(40)]
    rows = [
        {
            "id": f"i{number}",
            "school_id": f"s{number % 40}",
            "type": ["email", "text", "phone_call"][number % 3],
            "subject": f"Letter {number}",
            "occurred_at": f"{2021 + number % 5}-{1 + number % 12:02d}-{1 + number * 7 % 28:02d}T{number % 24:02d}:{number % 60:02d}:00Z",
        }
        for number in range(100_000)
    ]
    with serving(write_tables(tmp_path_factory.mktemp("long") / "data", schools=schools, interactions=rows)) as server:
        yield server


def test_moving_and_scaling_a_long_timeline(tabs, long_timeline, record_property):
    tab = tabs(long_timeline)
    tab.context.add_init_script("try { localStorage.timelineViewRange = 'all' } catch {}")
    tab.open("timeline")
    tab.find(".tl-lane").first.scroll_into_view_if_needed()
    tab.page.wait_for_timeout(500)
    box = tab.find(".tl-lane .tl-track").first.bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    tab.page.evaluate("""() => {
        performance.clearMarks();
        window.frames_ = 0;
        const count = () => { window.frames_ += 1; window.counting = requestAnimationFrame(count); };
        count();
    }""")
    with traced(tab) as tasks:
        tab.page.mouse.move(*middle)
        for _ in range(20):
            tab.page.mouse.wheel(0, -120)
            tab.page.wait_for_timeout(16)
        for step in (-200, 200, -150):
            tab.page.mouse.move(*middle)
            tab.page.mouse.down()
            tab.page.mouse.move(middle[0] + step, middle[1], steps=10)
            tab.page.mouse.up()
        for _ in range(20):
            tab.page.mouse.wheel(0, 120)
            tab.page.wait_for_timeout(16)
        tab.page.wait_for_timeout(300)
    frames, dropped = tab.page.evaluate("""() => {
        cancelAnimationFrame(window.counting);
        return [window.frames_, performance.getEntriesByName('timeline-dropped-frame').map(({ detail }) => detail.duration)];
    }""")
    record_property(
        "speed",
        f"timeline, 100,000 items: {frames} frames, {len(dropped)} above 50 ms, longest {max(dropped, default=0):.0f} ms",
    )
    expect(tab.find(".tl-period")).to_be_visible()
    expect_short(record_property, "timeline, 100,000 items", tasks)
    assert len(dropped) <= 0.2 * frames
