"""Drives the app in a real browser: `Tab` is a page of it, with what a person sees, and with faults on demand.

Debian's Chromium is used (`CHROMIUM` names another one). With `COMPASS_APP`, scripts and styles come from that folder
instead of the program, and texts from the committed list, so that an app can be tested that was changed after the
program was built.
"""

import contextlib
import datetime
import json
import os
import pathlib
import re
import time
import urllib.parse

import pytest
from playwright.sync_api import Error, expect, sync_playwright

from serving import NOW, ROOT, ZONE

FOLDER = pathlib.Path(__file__).parent
APP = os.environ.get("COMPASS_APP")
PAGES = {
    "home": "/",
    "analytics": "/social/analytics",
    "social": "/social",
    "timeline": "/reports/timeline",
    "activity": "/activity",
    "reports": "/reports",
}
# What a page cannot do without.
SOURCES = {
    "home": "/api/activity/widget",
    "analytics": "/api/social",
    "social": "/api/feed",
    "timeline": "/api/timeline/levels",
    "activity": "/api/activity",
    "reports": "/api/report",
}
TEXTS = json.loads((ROOT / "Tests/CompassPagesTests/PageTexts.json").read_text())
# A machine that builds beside the tests is slow; nothing waits so long on a quiet one.
PATIENCE = 20_000
# Refused policies reach the tests by an event, also those whose message no one sees.
WATCH = """
window.policyReports = [];
document.addEventListener('securitypolicyviolation', (event) =>
  window.policyReports.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
"""
# Before the app's own listener, so that what the app does when its stream opens has begun once this is seen.
FOLLOW = """
window.EventSource = class extends EventSource {
  constructor(...all) {
    super(...all);
    this.addEventListener('open', () => { window.hasStream = true; });
  }
};
"""
# Every machine draws the same letters.
FONTS = [
    "--font-render-hinting=none",
    "--disable-lcd-text",
    "--force-color-profile=srgb",
    "--disable-font-subpixel-positioning",
]

expect.set_options(timeout=PATIENCE)


def fill(template, **values):
    """Returns a text with values in its places, as `TextTemplate` has it."""
    return re.sub(r"\{(\w+)\}", lambda match: str(values.get(match[1], match[0])), template)


def plural(text, count, **values):
    """Returns the form of a text for a number, as `PluralText` has it."""
    return fill(text["one"] if count == 1 else text["other"], count=count, **values)


@pytest.fixture(scope="session")
def browser():
    """The browser of this process's tests; each test has a profile of its own in it."""
    environment = {**os.environ, "FONTCONFIG_FILE": str(FOLDER / "fonts.conf"), "TZ": ZONE}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"),
            chromium_sandbox=os.geteuid() != 0,
            args=FONTS,
            env=environment,
        )
        yield browser
        browser.close()


@pytest.fixture
def tabs(browser):
    """Opens tabs, `tabs(server, **options)`, and fails if anything went wrong in one of them."""
    opened = []
    with contextlib.ExitStack() as stack:

        def tab(server, other=None, **options):
            """`other`: a tab whose profile (storage, cookies) this one shares."""
            if other:
                context = other.context
            else:
                context = browser.new_context(
                    **{
                        "viewport": {"width": 1280, "height": 800},
                        "locale": "en-US",
                        "timezone_id": ZONE,
                        "reduced_motion": "reduce",
                        "color_scheme": "light",
                        **options,
                    }
                )
                stack.callback(context.close)
                context.set_default_timeout(PATIENCE)
                context.add_init_script(WATCH)
                context.add_init_script(FOLLOW)
            opened.append(Tab(context, server))
            return opened[-1]

        yield tab
        for one in opened:
            one.check()


@pytest.fixture
def tab(tabs, server):
    """A tab on the example; nothing is open in it."""
    return tabs(server)


class Tab:
    """A tab, and what went wrong in it."""

    def __init__(self, context, server):
        self.context = context
        self.server = server
        self.page = context.new_page()
        self.problems = []
        self.requests = []
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.problems.append(f"error: {error.message}"))
        self.page.on("request", self._request)
        if APP:
            self.page.route(re.compile(r"\.(js|css)$"), self._file)
            self.route("/api/texts", lambda route: route.fulfill(json=TEXTS))

    def _console(self, message):
        # The browser tells of each answer of 400 and above, which tests order on purpose.
        if message.type in ("error", "warning") and not message.text.startswith("Failed to load resource"):
            self.problems.append(f"{message.type}: {message.text}")

    def _request(self, request):
        parts = urllib.parse.urlsplit(request.url)
        if parts.path.startswith("/api/"):
            self.requests.append((request.method, parts.path, urllib.parse.parse_qs(parts.query)))

    def _file(self, route):
        file = pathlib.Path(APP) / urllib.parse.urlsplit(route.request.url).path[1:]
        kind = "text/css" if file.suffix == ".css" else "text/javascript"
        if not file.is_file():
            return route.fulfill(status=404)
        route.fulfill(body=file.read_bytes(), content_type=f"{kind}; charset=utf-8")

    def check(self):
        """Fails if a script failed, something was logged, or the policy refused something."""
        if not self.page.is_closed():
            self.problems += self.page.evaluate("window.policyReports ?? []")
        assert not self.problems, self.problems

    # Time

    def hold_time(self, at=NOW):
        """From the first page on, time stands still until `pass_time`."""
        # A clock can be paused in its future alone.
        instant = datetime.datetime.fromisoformat(at)
        self.page.clock.install(time=instant - datetime.timedelta(minutes=1))
        self.page.clock.pause_at(instant)

    def set_date(self, at=NOW):
        """The browser's clock shows what the server's does, and goes on."""
        self.page.clock.install(time=at)

    def pass_time(self, milliseconds):
        self.page.clock.run_for(milliseconds)

    # Going

    def open(self, path, ready=True, held=False):
        """Opens a path of the app, or a page by its name; waits until it shows something."""
        self.page.goto(self.server.address.rstrip("/") + PAGES.get(path, path))
        if ready:
            self.settled(held)
        return self

    def settled(self, held=False):
        """Waits until the page has its content."""
        expect(self.page.locator("main h1")).to_be_visible()
        (
            self.page.wait_for_function(
                """() => {
            const frame = document.querySelector('main .slot, main .widget');
            return frame && frame.getAttribute('aria-busy') !== 'true' && frame.textContent.trim() !== '';
        }""",
                polling=50,
            )
            if not held
            else expect(self.page.locator("main .slot > *, main .widget li").first).to_be_visible()
        )
        return self

    def following(self):
        """Waits until the stream of changes is open, and until what the page asks for then is shown."""
        # A function: an expression is evaluated anew at each look, which the page's policy forbids.
        self.page.wait_for_function("() => window.hasStream", polling=50)
        expect(self.page.locator("main [aria-busy=true]")).to_have_count(0)
        return self

    def reload(self):
        self.page.reload()
        return self.settled()

    @property
    def path(self):
        return self.page.url.removeprefix(self.server.address.rstrip("/"))

    @property
    def query(self):
        return urllib.parse.parse_qs(urllib.parse.urlsplit(self.page.url).query)

    def expect_query(self, **wanted):
        """Waits until the address has this query, and no other."""
        lists = {name: value if isinstance(value, list) else [value] for name, value in wanted.items()}
        self.eventually(lambda: self.query == lists, lambda: f"{self.query}, not {lists}")

    def eventually(self, condition, message=lambda: ""):
        """Waits until a condition outside of the page holds, while the page goes on."""
        end = time.monotonic() + PATIENCE / 1000
        while not condition():
            assert time.monotonic() < end, message()
            self.page.wait_for_timeout(20)

    # Faults

    def route(self, path, handler, method=None):
        """Has `handler(route)` answer the requests of an API path; returns a function that ends it."""

        def matches(url):
            return urllib.parse.urlsplit(url).path == path

        def handle(route):
            if method and route.request.method != method:
                return route.fallback()
            return handler(route)

        self.page.route(matches, handle)
        return lambda: self.page.unroute(matches, handle)

    def fault(self, path, kind, count=None, method=None, **options):
        """Has a path fail in a way of `FAULTS`, `count` times; returns a function that mends it."""
        left = [count]

        def handler(route):
            if left[0] == 0:
                return route.fallback()
            if left[0]:
                left[0] -= 1
            FAULTS[kind](route, **options)

        return self.route(path, handler, method)

    def hold(self, path, method=None):
        """Keeps the requests of a path waiting; returns a `Held`."""
        held = Held()
        self.route(path, held.take, method)
        return held

    def change(self, path, change):
        """Changes the answers of a path: `change(body)` changes them in place, or returns others."""

        def handler(route):
            response = route.fetch()
            body = response.json()
            body = change(body) or body
            route.fulfill(response=response, json=body)

        return self.route(path, handler)

    def asked(self, path, method="GET"):
        """Returns the queries of the requests so far to a path."""
        return [query for verb, other, query in self.requests if (verb, other) == (method, path)]

    # Seeing

    def find(self, selector):
        return self.page.locator(selector)

    def button(self, name, exact=True):
        return self.page.get_by_role("button", name=name, exact=exact)

    def link(self, name, exact=True):
        return self.page.get_by_role("link", name=name, exact=exact)

    def text(self, text, exact=True):
        """Visible text of the page's content; screen readers' own texts do not count."""
        return (
            self.page.locator("main").get_by_text(text, exact=exact).and_(self.page.locator(":not(.visually-hidden)"))
        )

    def sees(self, text, exact=True):
        expect(self.text(text, exact).first).to_be_visible()

    def sees_not(self, text, exact=True):
        expect(self.text(text, exact)).to_have_count(0)

    def hears(self, text):
        """Waits for an announcement to screen readers."""
        expect(self.page.locator("[role=status]")).to_contain_text(text)

    @property
    def focused(self):
        """What has the focus, as its name or its text."""
        return self.page.evaluate("""() => {
            const one = document.activeElement;
            return one.getAttribute('aria-label') ?? one.labels?.[0]?.innerText ?? one.innerText?.trim() ?? one.tagName;
        }""")

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, name, limit=80):
        """Presses the tab key until what has this name has the focus."""
        seen = []
        for _ in range(limit):
            self.page.keyboard.press("Tab")
            seen.append(self.focused)
            if re.fullmatch(name, seen[-1]) if isinstance(name, str) else name.search(seen[-1]):
                return seen
        raise AssertionError(f"{name} was not reached; the focus was at {seen}")

    @contextlib.contextmanager
    def offline(self):
        self.context.set_offline(True)
        yield
        self.context.set_offline(False)

    def overflow(self):
        """Returns what stands out of the page sideways; nothing does."""
        return self.page.evaluate("""() => {
            const root = document.documentElement;
            if (root.scrollWidth <= root.clientWidth) return [];
            const clips = (element) => {
                for (let one = element.parentElement; one && one !== document.body; one = one.parentElement) {
                    if (getComputedStyle(one).overflowX !== 'visible') return true;
                }
                return false;
            };
            return [...document.querySelectorAll('body *')]
                .filter((one) => one.getBoundingClientRect().right > root.clientWidth + 1 && !clips(one))
                .map((one) => `${one.tagName}.${one.className.baseVal ?? one.className} ${one.textContent.slice(0, 40)}`);
        }""")


class Held:
    """Requests that wait for their answers."""

    def __init__(self):
        self.routes = []
        self.waits = True

    def take(self, route):
        if self.waits:
            self.routes.append(route)
        else:
            route.fallback()

    def wait(self, page, count=1):
        """Waits until so many requests are there."""
        end = time.monotonic() + PATIENCE / 1000
        while len(self.routes) < count:
            assert time.monotonic() < end, f"{len(self.routes)} of {count} requests"
            page.wait_for_timeout(10)
        return self

    def release(self, fault=None, **options):
        """Lets the server answer, or fails them; those that come later wait no more."""
        self.waits = False
        for route in self.routes:
            with contextlib.suppress(Error):
                # The page may have dropped the request.
                FAULTS[fault](route, **options) if fault else route.fallback()
        self.routes.clear()


def error_answer(status, message="a fault", headers=None):
    def fail(route, retry_after=None, **_):
        fields = {**(headers or {}), **({"Retry-After": str(retry_after)} if retry_after is not None else {})}
        route.fulfill(status=status, headers=fields, json={"error": {"status": status, "message": message}})

    return fail


FAULTS = {
    "server": error_answer(500),
    "unavailable": error_answer(503),
    "loading": lambda route, **_: route.fulfill(
        status=503, headers={"Retry-After": "1"}, json={"state": "loading", "table": "schools"}
    ),
    "signedOut": error_answer(401),
    "forbidden": error_answer(403),
    "notFound": error_answer(404),
    "gone": error_answer(410),
    "rateLimited": error_answer(429),
    "refused": error_answer(400, "range must be 7, 30, 90 or all"),
    "malformed": lambda route, **_: route.fulfill(content_type="application/json", body='{"schemaVersion":1,"sta'),
    "otherJSON": lambda route, **_: route.fulfill(json={"schemaVersion": 1}),
    "connection": lambda route, **_: route.abort("connectionrefused"),
}


def write_tables(folder, **tables):
    """Writes a data directory; tables that are not given have no rows."""
    names = [
        "social_media_posts",
        "schools",
        "coaches",
        "interactions",
        "events",
        "offers",
        "school_status_history",
        "documents",
        "performance_metrics",
    ]
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        rows = tables.get(name, [])
        if rows is not None:
            (folder / f"{name}.json").write_text(json.dumps(rows))
    return folder


def post(number, **fields):
    """Returns a row of a post, so many minutes before now."""
    return {
        "id": f"post-{number}",
        "platform": "twitter",
        "post_date": f"2026-03-01T{11 - number // 60:02d}:{59 - number % 60:02d}:00Z",
        "post_content": f"Content {number}",
        "author_name": f"Author {number}",
        "author_handle": f"@author{number}",
        "post_url": f"https://example.org/{number}",
        "is_recruiting_related": False,
        "flagged_for_review": False,
        **fields,
    }
