"""Accessibility: axe, the trees as golden files, focus, targets, narrow screens, large text, motion and forced colours.

`COMPASS_RENEW_GOLDEN=1` writes the trees anew.
"""

import os
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from browser import FOLDER, PAGES, SOURCES, TEXTS, write_tables
from serving import serving

RENEWS = os.environ.get("COMPASS_RENEW_GOLDEN") == "1"
TREES = FOLDER / "Trees"
SIZES = [(width, scheme) for width in (320, 768, 1280) for scheme in ("light", "dark")]
# States that have little of their own are looked at twice.
FEW_SIZES = [(320, "light"), (1280, "dark")]
# WCAG 2.2 AA, and axe's own good practice.
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


@pytest.fixture(scope="module")
def empty_server(tmp_path_factory):
    with serving(write_tables(tmp_path_factory.mktemp("empty") / "data")) as server:
        yield server


@pytest.fixture
def server(offering):
    """Pages are looked at with all that they can offer."""
    return offering


def findings(tab):
    violations = Axe().run(tab.page, options=RULES).response["violations"]
    return [f"{one['id']}: {one['help']}: {[node['target'] for node in one['nodes'][:4]]}" for one in violations]


def at_each_size(tab, sizes=FEW_SIZES):
    for width, scheme in sizes:
        tab.page.set_viewport_size({"width": width, "height": 800})
        tab.page.emulate_media(color_scheme=scheme)
        tab.page.wait_for_timeout(60)
        yield width, scheme


def generate(tab, name):
    if name == "reports":
        tab.find("button.generate").click()
        expect(tab.find(".report")).to_be_visible()


# What is there only when a page has rows.
CONTENT = {"social": "article.post", "analytics": ".plot", "timeline": ".tl-item", "reports": ".report"}


@pytest.mark.parametrize("name", PAGES)
class TestAxe:
    def test_content(self, few_server, tabs, name):
        tab = tabs(few_server)
        tab.set_date()
        tab.open(name)
        generate(tab, name)
        if name in CONTENT:
            expect(tab.find(CONTENT[name])).not_to_have_count(0)
        found = {size: one for size in at_each_size(tab, SIZES) if (one := findings(tab))}
        assert found == {}

    def test_empty(self, tabs, empty_server, name):
        tab = tabs(empty_server)
        tab.set_date()
        tab.open(name)
        if name == "reports":
            tab.find("button.generate").click()
            tab.sees(TEXTS["reports"]["noData"])
        found = {size: one for size in at_each_size(tab) if (one := findings(tab))}
        assert found == {}

    def test_failed(self, tab, name):
        tab.fault(SOURCES[name], "server")
        tab.open(name, ready=False)
        expect(tab.find("main").get_by_role("button", name="Try Again")).to_be_visible()
        found = {size: one for size in at_each_size(tab) if (one := findings(tab))}
        assert found == {}

    def test_placeholder(self, tab, name):
        held = tab.hold(SOURCES[name])
        tab.open(name, ready=False)
        held.wait(tab.page)
        expect(tab.find("main .placeholder, main .spinner-card").first).to_be_visible()
        assert findings(tab) == []
        held.release()


class TestAxeOfStates:
    def test_dialogs_menus_and_messages(self, changeable, tabs):
        tab = tabs(changeable).open("social")
        card = tab.find("article.post").first
        card.get_by_role("button", name="More", exact=True).click()
        assert findings(tab) == []
        tab.page.get_by_role("menuitem", name="Delete").click()
        assert findings(tab) == []
        tab.page.get_by_role("alertdialog").get_by_role("button", name="Yes").click()
        expect(tab.find(".messages")).to_contain_text("Post deleted")
        assert findings(tab) == []
        card.get_by_role("button", name=re.compile("Note")).click()
        assert findings(tab) == []

    def test_filters_and_details(self, tab):
        tab.open("/social/analytics?platform=twitter&sentiment=positive&from=2026-02-10&to=2026-02-20")
        tab.find("summary").first.click()
        tab.find(".plot").focus()
        for _ in at_each_size(tab):
            # The header, which stays on top, is not to cover half of what the focus has scrolled below it.
            tab.page.evaluate("scrollTo(0, 0)")
            assert findings(tab) == []

    def test_posts_that_cannot_be_changed(self, tabs, few):
        with serving(few) as server:
            tab = tabs(server).open("social")
            expect(tab.find("article.post .tools button")).to_have_count(0)
            for _ in at_each_size(tab):
                assert findings(tab) == []

    def test_timeline_scaled(self, tab):
        tab.open("timeline")
        tab.button("Zoom in").click()
        tab.find(".tl-item").first.focus()
        assert findings(tab) == []

    def test_sign_in_and_unknown_pages(self, tab):
        for path in ["/login", "/nothing"]:
            tab.open(path, ready=False)
            expect(tab.find("h1")).to_be_visible()
            for _ in at_each_size(tab):
                assert findings(tab) == []


# The trees


@pytest.mark.parametrize("name", PAGES)
def test_tree(tab, name):
    """What a screen reader has of a page; review a difference, then renew the file."""
    tab.set_date()
    tab.open(name)
    generate(tab, name)
    if name == "timeline":
        # One lane of each kind of item is enough.
        tab.page.get_by_role("combobox", name="School", exact=True).select_option(index=2)
        expect(tab.find(".tl-lane")).to_have_count(1)
    if name == "social":
        expect(tab.find("article.post")).to_have_count(50)
        tab.page.evaluate("[...document.querySelectorAll('article.post')].slice(3).forEach((one) => one.remove())")
    # What is announced, and when, has tests of its own.
    tree = re.sub(r"(?m)^(- status)(: .*)?$", r"\1", tab.find("body").aria_snapshot())
    if name == "social":
        # A menu of a hundred schools says nothing about the page.
        tree = re.sub(r"(\n +- option \"[^\n]*)(\n +- option \"[^\n]*){9,}", r"\1", tree)
    file = TREES / f"{name}.yaml"
    if RENEWS:
        TREES.mkdir(exist_ok=True)
        file.write_text(tree + "\n")
    assert tree + "\n" == file.read_text()


# Structure and focus


@pytest.mark.parametrize("name", PAGES)
class TestStructure:
    def test_landmarks_and_headings(self, tab, name):
        tab.open(name)
        for role in ["banner", "main", "navigation"]:
            expect(tab.page.get_by_role(role).first).to_be_visible()
        expect(tab.find("h1")).to_have_count(1)
        levels = tab.find("h1, h2, h3, h4, [role=heading]").evaluate_all(
            "all => all.map((one) => Number(one.ariaLevel ?? one.tagName[1]))"
        )
        assert all(after - before <= 1 for before, after in zip(levels, levels[1:])), levels
        expect(tab.find("[aria-live=polite][role=status]")).to_have_count(1)
        assert tab.page.evaluate("document.documentElement.lang") == "en"

    def test_every_stop_of_the_tab_key_is_seen(self, tab, name):
        tab.open(name)
        tab.find("h1").focus()
        for _ in range(25):
            tab.press("Tab")
            seen = tab.page.evaluate("""() => {
                const one = document.activeElement;
                if (one === document.body) return null;
                const style = getComputedStyle(one);
                const box = one.getBoundingClientRect();
                const around = one.closest('label')?.getBoundingClientRect() ?? box;
                return { name: one.getAttribute('aria-label') ?? one.innerText, top: box.top + scrollY, left: box.left,
                         isSeen: around.width > 0 && around.bottom > 0 && around.top < innerHeight,
                         tag: one.outerHTML.slice(0, 120),
                         // Inside of a date the browser marks the day, the month, the year and its own button.
                         outline: style.outlineStyle !== 'none' || style.boxShadow !== 'none' || one.type === 'date' };
            }""")
            if seen is None:
                break
            assert seen["isSeen"], seen
            assert seen["outline"], seen

    def test_targets_of_44_pixels(self, tabs, server, name):
        tab = tabs(server, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
        tab.set_date()
        tab.open(name)
        generate(tab, name)
        small = tab.page.evaluate(
            """() => [...document.querySelectorAll('a[href], button, select, input, summary, [role=listbox]')]
            .map((one) => (one.type === 'checkbox' && one.closest('label')) || one)
            .filter((one) => one.checkVisibility({ visibilityProperty: true }))
            .filter((one) => !one.closest('.visually-hidden, .skip, .tl-lanes'))
            .map((one) => ({
                box: one.getBoundingClientRect(), text: `${one.className} ${one.ariaLabel ?? one.innerText}`,
            }))
            .filter(({ box }) => box.width && (box.width < 43.5 || box.height < 43.5))
            .map(({ box, text }) => `${text.slice(0, 60)}: ${Math.round(box.width)} x ${Math.round(box.height)}`)"""
        )
        assert small == []

    def test_narrow_screens_and_large_text(self, tab, name):
        tab.set_date()
        tab.page.set_viewport_size({"width": 320, "height": 700})
        tab.open(name)
        generate(tab, name)
        assert tab.overflow() == []
        # 200 % text at 1,280 px, and on a narrow screen.
        for width in (1280, 640, 320):
            tab.page.set_viewport_size({"width": width, "height": 800})
            tab.page.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
            tab.page.wait_for_timeout(60)
            assert tab.overflow() == [], width

    def test_colours_of_high_contrast(self, tabs, server, name):
        tab = tabs(server, forced_colors="active")
        tab.open(name)
        # Areas that mean something keep a colour of their own or an edge; texts are the system's.
        bare = tab.page.evaluate(
            """() => [...document.querySelectorAll('main .fill, main .day > span, main .tl-dot, main .tl-swatch')]
            .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 1)
            .filter((one) => {
                const style = getComputedStyle(one);
                const card = getComputedStyle(one.closest('.card')).backgroundColor;
                const bare = style.backgroundColor === card || style.backgroundColor === 'rgba(0, 0, 0, 0)';
                return bare && style.borderTopStyle === 'none' && style.outlineStyle === 'none';
            }).map((one) => one.className)"""
        )
        assert bare == []
        assert findings(tab) == []


class TestMotion:
    @pytest.mark.parametrize("wish", ["reduce", "no-preference"])
    def test_reduced(self, tabs, server, wish):
        tab = tabs(server, reduced_motion=wish)
        held = tab.hold("/api/social")
        tab.open("analytics", ready=False)
        expect(tab.find(".placeholder")).to_be_visible()
        moving = "document.getAnimations().filter((one) => (one.effect.getComputedTiming().duration || 0) > 20).length"
        assert (tab.page.evaluate(moving) > 0) == (wish == "no-preference")
        held.release()
        tab.settled()
        if wish == "reduce":
            tab.button("90 Days").click()
            assert tab.page.evaluate(moving) == 0


class TestCharts:
    def test_figures_have_a_text_and_a_table(self, tab):
        tab.open("analytics")
        figures = tab.find("figure")
        expect(figures).to_have_count(4)
        for index in range(4):
            figure = figures.nth(index)
            assert len(figure.locator("figcaption .visually-hidden").inner_text()) > 20
            figure.locator("summary").click()
            expect(figure.locator("tbody tr").first).to_be_visible()
            assert figure.locator("thead th[scope=col]").count() == (3 if index == 0 else 2)

    def test_lanes_are_lists_in_time_order(self, tab):
        tab.open("timeline")
        order = tab.find(".tl-lane").first.locator(".tl-item").evaluate_all("all => all.map((one) => one.position)")
        assert order == sorted(order) and len(order) > 2
        assert tab.find(".tl-lane").first.get_by_role("list").count() == 1

    def test_nothing_by_colour_alone(self, tab):
        tab.open("timeline")
        # Each kind of item has its emoji, each badge its text.
        assert all(tab.find(".tl-item").evaluate_all("all => all.map((one) => one.innerText.trim().length > 0)"))
        assert all(tab.find(".tl-list .badge").evaluate_all("all => all.map((one) => one.innerText.trim().length > 0)"))
