"""The first visit: what a terminal shows, in colours, at all widths, and the effect of a full disk."""

from __future__ import annotations

import json
import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from visitor import ESCAPES, NOW, Unexpected, Visitor, display_width, expect, shortened

WIDTHS = (40, 60, 80, 120, 200)
SCREENS = {
    "social": ["--range", "90", "--compare", "--heat-map"],
    "feed": ["--linked", "--page-size", "20"],
    "timeline": ["--range", "12"],
    "activity": [],
    "report": ["--preset", "90d", "--compare"],
    "overview": [],
    "schools": [],
    "inspect": [],
}


def screen(visitor: Visitor, columns: int, page: str, *options: str, **environment: str):
    asked = [] if page in ("schools", "inspect") else ["--now", NOW, "--zone", "UTC"]
    return visitor.terminal(columns, page, str(visitor.data), *asked, *options, environment=environment).ended()


def too_long(line: str, columns: int) -> bool:
    """Whether a line needs more columns than it must: a cursor or a path cannot be cut, with its option or without."""
    return display_width(line) > columns and not re.fullmatch(r"\s*(--[a-z-]+ )?\S+\s*", line)


def check_all_pages_fit_all_widths(visitor: Visitor) -> None:
    failures = []
    for page, options in SCREENS.items():
        for columns in WIDTHS:
            try:
                run = screen(visitor, columns, page, *options)
            except Unexpected as failure:
                failures.append(str(failure))
                continue
            lines = [ESCAPES.sub("", line).rstrip("\r") for line in run.out.split("\n")]
            expect(len(lines) > 4, f"{run.command}: shows {len(lines)} lines")
            long = [line for line in lines if too_long(line, columns)]
            if long:
                failures.append(f"{run.command}: {len(long)} lines are too long, such as {long[0]!r}")
    expect(not failures, "\n".join(failures))


def check_wide_terminals_are_used(visitor: Visitor) -> None:
    for page in ("social", "report"):
        narrow, wide = (
            max(display_width(ESCAPES.sub("", line)) for line in screen(visitor, columns, page).out.split("\n"))
            for columns in (40, 120)
        )
        expect(narrow <= 40 < wide, f"compass {page}: {narrow} columns of 40, {wide} of 120")


def check_colours_follow_option_and_environment(visitor: Visitor) -> None:
    options = ["social", str(visitor.data), "--now", NOW]
    for name, output, coloured in (
        ("on a terminal", visitor.terminal(80, *options), True),
        ("on a terminal, never", visitor.terminal(80, *options, "--color", "never"), False),
        ("on a terminal, NO_COLOR", visitor.terminal(80, *options, environment={"NO_COLOR": "1"}), False),
        ("on a terminal, NO_COLOR but always",
         visitor.terminal(80, *options, "--color", "always", environment={"NO_COLOR": "1"}), True),
        ("into a pipe", visitor.compass(*options), False),
        ("into a pipe, always", visitor.compass(*options, "--color", "always"), True),
        ("into a pipe, CLICOLOR_FORCE", visitor.compass(*options, environment={"CLICOLOR_FORCE": "1"}), True),
        ("into a pipe, CLICOLOR_FORCE but never",
         visitor.compass(*options, "--color", "never", environment={"CLICOLOR_FORCE": "1"}), False),
    ):
        output.ended()
        expect(("\x1b[" in output.out) == coloured, f"{name}: colours should be {'on' if coloured else 'off'}")


def check_every_command_takes_color(visitor: Visitor) -> None:
    for page in SCREENS:
        visitor.compass(page, str(visitor.data), "--color", "never").ended()


def check_dates_of_other_years_have_their_year(visitor: Visitor) -> None:
    data = str(visitor.data)
    visitor.compass("feed", data, "--to", "2025-12-31", "--now", NOW, "--page-size", "3").ended().showed(r"\b2025\b")
    visitor.compass("timeline", data, "--range", "12", "--now", NOW).ended().showed(r"\b2025\b")
    visitor.compass("report", data, "--preset", "1y", "--now", NOW).ended().showed(r"\b2025\b")
    # Reports begin in another year; the last days of the feed are of this one.
    run = visitor.compass("activity", data, "--now", "2027-01-05T00:00:00Z").ended()
    run.showed(r"\b2026\b")


def check_heat_map_has_a_legend(visitor: Visitor) -> None:
    run = visitor.compass("social", str(visitor.data), "--now", NOW, "--heat-map").ended()
    shades = [line for line in run.out.split("\n") if re.search("[░▒▓█]", line) and re.search(r"\d", line)]
    legend = [line for line in shades if len(set(re.findall("[░▒▓█]", line))) >= 3 and not re.match(
        r"\s*(Sun|Mon|Tue|Wed|Thu|Fri|Sat)\b", line)]
    expect(legend, f"{run.command}: no line tells what the shades mean")


def check_printed_timeline_tells_kinds_apart_without_colour(visitor: Visitor) -> None:
    run = visitor.compass("timeline", str(visitor.data), "--now", NOW, "--range", "12", "--format", "svg").ended()
    picture = ElementTree.fromstring(run.out)
    texts = " ".join("".join(element.itertext()) for element in picture.iter() if element.tag.endswith("text"))
    for kind in ("event", "interaction", "offer", "status"):
        expect(re.search(kind, texts, re.IGNORECASE), f"{run.command}: has no legend of {kind}")
    # The marks of statuses and offers begin with their emoji; events and interactions share theirs.
    marks: dict[str, set[tuple[object, ...]]] = {"status": set(), "offer": set(), "other": set()}
    for element in picture.iter():
        title = element.find("{http://www.w3.org/2000/svg}title")
        tag = element.tag.split("}")[-1]
        if title is None or tag in ("svg", "g"):
            continue
        kind = {"\U0001F4CA": "status", "\U0001F389": "offer"}.get((title.text or "")[:1], "other")
        marks[kind].add((tag, "rx" in element.attrib, "stroke" in element.attrib, "class" in element.attrib))
    status, offer, other = marks["status"], marks["offer"], marks["other"]
    expect(
        len(status) == len(offer) == 1 and len(other) >= 2 and not (status & offer or (status | offer) & other),
        f"{run.command}: the kinds of items are drawn as {marks}",
    )


def check_version_is_printed(visitor: Visitor) -> None:
    visitor.compass("--version").ended().showed(r"^\S*\d+\.\d+\.\d+")


def check_full_disks_are_noticed(visitor: Visitor) -> None:
    if not Path("/dev/full").exists():
        expect(sys.platform != "linux", "there is no /dev/full")
        return
    for command in ("--version", f"social '{visitor.data}'", "--help", "help social",
                    f"report '{visitor.data}' --format csv", "--generate-completion-script bash"):
        visitor.shell(f"compass {command} > /dev/full").ended(74)


def check_csv_on_a_terminal_has_no_control_characters(visitor: Visitor) -> None:
    row = {"id": "a", "platform": "twitter", "post_date": "2026-02-10T10:00:00Z", "post_content": "x\x1b[31m\x07y"}
    with visitor.directory("controls") as path:
        (path / "social_media_posts.json").write_text(json.dumps([row]))
        options = ["feed", str(path), "--now", NOW, "--format", "csv"]
        shown = visitor.terminal(80, *options).ended()
        expect("\x1b" not in shown.out and "\x07" not in shown.out, f"{shown.command}: raw control characters")
        shown.showed("x", "y")
        piped = visitor.compass(*options).ended()
        expect("x\x1b[31m\x07y" in piped.out, f"{piped.command}: the text is changed: {shortened(piped.out)}")
