"""Reads the CSV of all commands with Python's csv module and with a spreadsheet, and compares it with their JSON.

Every text column of every table holds texts that go wrong easily: all short combinations of the characters that
mean something to CSV or to spreadsheets, and every text of the adversarial datasets. The spreadsheet is Gnumeric,
by its converter ssconvert: no cell may become a formula there, and texts must come back as they were.
"""

import argparse
import csv
import datetime
import gzip
import io
import itertools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

NOW = "2026-03-01T12:00:00Z"
ZONE = "America/New_York"
SPECIAL = ['"', ",", "\r", "\n", "\t", "=", "+", "-", "@", "'", ";", " ", "a", "\u00e9", "\U0001f600"]
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")

csv.field_size_limit(1 << 30)


# Texts

def adversarial_texts():
    """Every text in the adversarial datasets that Python can read, too."""
    texts = set()

    def collect(value):
        if isinstance(value, str):
            texts.add(value)
        elif isinstance(value, list):
            for element in value:
                collect(element)
        elif isinstance(value, dict):
            for key, member in value.items():
                texts.add(key)
                collect(member)

    for path in sorted(pathlib.Path("Datasets/adversarial").glob("*.json")):
        try:
            collect(json.loads(path.read_bytes()))
        except (ValueError, RecursionError):
            continue
    return texts


def cell_texts(files):
    texts = {"".join(parts) for length in (1, 2, 3) for parts in itertools.product(SPECIAL, repeat=length)}
    texts |= adversarial_texts()
    for file in files:
        texts |= {text for text in json.loads(pathlib.Path(file).read_bytes()) if isinstance(text, str)}
    # A lone surrogate is no text: the kernel reads it as U+FFFD, and UTF-8 cannot hold it.
    texts = {text for text in texts if not re.search("[\ud800-\udfff]", text)}
    if sys.version_info < (3, 11):
        # Older readers refuse NUL.
        texts = {text for text in texts if "\0" not in text}
    return sorted(texts)


# Tables

def write_tables(folder, texts):
    """Nine tables with every text in every text column; each row has texts of its own."""
    def time(index):
        return f"2026-02-{1 + index % 28:02}T{index // 28 % 24:02}:{index // 672 % 60:02}:00.{index % 1000:03}Z"

    def day(index):
        return f"2026-02-{1 + index % 28:02}"

    def nullable(text, index):
        return None if index % 11 == 0 else text

    def school(index):
        return None if index % 7 == 0 else f"s{index % 40}"

    count = len(texts)
    numbered = list(enumerate(texts))

    def other(index, step):
        return texts[(index + step) % count]

    tables = {
        "schools": [
            {"id": f"s{index}", "name": text, "status": nullable(other(index, 1), index),
             "division": nullable(other(index, 2), index)} for index, text in numbered],
        "social_media_posts": [
            {"id": f"p{index} {text}", "platform": ("twitter", "instagram")[index % 2], "post_date": time(index),
             "coach_id": nullable(other(index, 1), index), "school_id": school(index),
             "post_url": nullable(f"{other(index, 2)} {index}", index), "post_content": nullable(text, index + 1),
             "author_handle": nullable(other(index, 3), index + 2),
             "author_name": nullable(other(index, 4), index + 3), "notes": nullable(other(index, 5), index + 4),
             "sentiment": (None, "positive", "neutral", "negative", "very_positive")[index % 5],
             "is_recruiting_related": index % 2 == 0, "flagged_for_review": index % 3 == 0}
            for index, text in numbered],
        "coaches": [
            {"id": f"c{index} {text}", "school_id": school(index), "first_name": text,
             "responsiveness_score": index % 100} for index, text in numbered],
        "interactions": [
            {"id": f"i{index} {text}", "type": other(index, 1), "occurred_at": time(index),
             "school_id": school(index), "direction": ("inbound", "outbound")[index % 2],
             "subject": nullable(text, index), "content": nullable(other(index, 2), index + 1),
             "sentiment": (None, "positive", "neutral")[index % 3]} for index, text in numbered],
        "events": [
            {"id": f"e{index} {text}", "name": text, "type": nullable(other(index, 1), index),
             "start_date": day(index), "end_date": day(index) if index % 2 else None,
             "school_id": school(index)} for index, text in numbered],
        "offers": [
            {"id": f"o{index} {text}", "offer_type": text, "offer_date": day(index), "school_id": school(index)}
            for index, text in numbered],
        "school_status_history": [
            {"id": f"h{index} {text}", "new_status": text, "previous_status": nullable(other(index, 1), index),
             "changed_at": time(index), "notes": nullable(other(index, 2), index), "school_id": school(index)}
            for index, text in numbered],
        "documents": [
            {"id": f"d{index} {text}", "type": text, "created_at": time(index),
             "title": nullable(other(index, 1), index)} for index, text in numbered],
        "performance_metrics": [
            {"id": f"m{index} {text}", "metric_type": text, "recorded_date": day(index),
             "value": nullable(index / 7, index)} for index, text in numbered],
    }
    for name, rows in tables.items():
        (folder / f"{name}.json").write_text(json.dumps(rows), encoding="utf-8")


# Answers

def run(program, arguments):
    result = subprocess.run(
        [program, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600, check=False)
    if result.returncode != 0 or result.stderr:
        sys.exit(f"csv: {' '.join(arguments)}: exit {result.returncode}: {result.stderr.decode()[:500]}")
    return result.stdout


def blocks_of(data):
    """The blocks of a document: header row and rows, separated by empty lines."""
    text = data.decode("utf-8")
    blocks = [[]]
    for row in csv.reader(io.StringIO(text, newline=""), strict=True):
        if row:
            blocks[-1].append(row)
        else:
            blocks.append([])
    return blocks


def expected_cell(value):
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return "'" + value if value.startswith(FORMULA_STARTS) else value
    return value


def is_equal(cell, value):
    expected = expected_cell(value)
    return float(cell) == expected if isinstance(expected, (int, float)) else cell == expected


def compare(name, block, rows, keys=None):
    """Compares a block with rows of JSON; columns are called after keys unless `keys` says otherwise."""
    header, cells = block[0], block[1:]
    keys = keys or header
    if len(cells) != len(rows):
        raise AssertionError(f"{name}: {len(cells)} rows, JSON has {len(rows)}")
    for number, (row, wanted) in enumerate(zip(cells, rows), start=1):
        if len(row) != len(header):
            raise AssertionError(f"{name}, row {number}: {len(row)} cells, the header has {len(header)}")
        for key, cell in zip(keys, row):
            if not is_equal(cell, wanted[key]):
                raise AssertionError(f"{name}, row {number}, {key}: {cell!r}, JSON has {wanted[key]!r}")


def timeline_item(item):
    """An item as CSV shows it, with the columns that only JSON's lanes tell."""
    return {**item, **{key: item.get(key) for key in ("schoolId", "schoolName", "details")}}


def check_social(csv_blocks, page):
    sections = [
        [page["range"]], [page["summary"]], page["sentiment"],
        [{"platform": name, "count": count} for name, count in page["platforms"].items()],
        page["activityByDay"], page["topSchools"], page["recentRecruitingPosts"],
    ]
    for number, section in enumerate(sections):
        compare(f"social, block {number}", csv_blocks[number], section)
    previous = page["previous"]
    if previous is not None:
        keys = list(page["summary"])
        compare("social, previous", csv_blocks[7], [previous], keys)


def check_feed(csv_blocks, page):
    compare("feed, statistics", csv_blocks[0], [page["statistics"]])
    compare("feed, posts", csv_blocks[2], page["posts"])


def check_timeline(csv_blocks, page):
    compare("timeline, months", csv_blocks[1], page["months"])
    compare("timeline, lanes", csv_blocks[2], page["lanes"])
    keys = [key for key in csv_blocks[3][0] if key not in ("schoolId", "schoolName", "details")]
    items = [item for lane in page["lanes"] for item in lane["items"]]
    positions = [csv_blocks[3][0].index(key) for key in keys]
    compare("timeline, items", [[row[place] for place in positions] for row in csv_blocks[3]], items)
    if [row[0] for row in csv_blocks[4][1:]] != [expected_cell(item) for item in page["list"]]:
        raise AssertionError("timeline, list: other ids than in JSON")
    compare("timeline, skipped", csv_blocks[5], page["skipped"])


def check_activity(csv_blocks, page):
    compare("activity, failures", csv_blocks[1], page["failures"], ["table", "reason"])
    compare("activity, events", csv_blocks[2], page["events"])


def check_report(csv_blocks, report):
    def breakdowns(sections):
        return [
            sections["schools"]["byStatus"], sections["schools"]["byDivision"],
            sections["interactions"]["byType"], sections["interactions"]["bySentiment"],
            sections["metrics"]["byType"],
        ]

    def check(blocks, sections, name):
        for number, rows in enumerate(breakdowns(sections)):
            compare(f"report, {name}breakdown {number}", blocks[1 + number], rows, ["name", "count"])
        compare(
            f"report, {name}summaries", blocks[6], sections["metrics"]["summaries"],
            ["type", "count", "mean", "max", "min"])

    compare("report, period", csv_blocks[0], [{**report["dateRange"], "state": report["state"]}])
    check(csv_blocks[1:8], report, "")
    compare("report, warnings", csv_blocks[8], report["warnings"], ["table", "reason"])
    [previous] = csv_blocks[9][1:]
    first, last = (datetime.date.fromisoformat(report["dateRange"][key]) for key in ("from", "to"))
    wanted = [first - (last - first) - datetime.timedelta(days=1), first - datetime.timedelta(days=1)]
    if previous != [day.isoformat() for day in wanted]:
        raise AssertionError(f"report, previous period: {previous!r} before {report['dateRange']!r}")
    check(csv_blocks[10:17], report["previous"], "previous ")


COMMANDS = [
    (["social", "--range", "all", "--top", "100000", "--recent", "100000"], [], check_social),
    (["social", "--range", "30", "--compare"], [], check_social),
    (["feed"], ["--page-size", "100000"], check_feed),
    (["feed", "--page-size", "7"], [], check_feed),
    (["timeline", "--range", "all"], [], check_timeline),
    (["activity"], ["--page-size", "100000"], check_activity),
    (["activity", "--page", "2"], [], check_activity),
    (["report", "--compare"], [], check_report),
]


# The spreadsheet

def control(match):
    """A reference to a character, or nothing in the place of one that XML does not have."""
    reference = match.group(1)
    if reference is None:
        return b""
    code = int(reference[1:], 16) if reference[:1] == b"x" else int(reference)
    return match.group(0) if code >= 32 or code in (9, 10, 13) else b""


def spreadsheet_cells(data, folder):
    """The cells that are not empty, by row and column: their text, and whether they are texts or formulas."""
    source, target = folder / "answer.csv", folder / "answer.gnumeric"
    source.write_bytes(data)
    command = ["ssconvert", "--import-type=Gnumeric_stf:stf_csvtab", "--import-encoding=UTF-8"]
    result = subprocess.run(
        [*command, str(source), str(target)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600,
        env={**os.environ, "HOME": str(folder), "LC_ALL": "C.UTF-8"}, check=False)
    if result.returncode != 0 or not target.exists():
        sys.exit(f"csv: ssconvert: exit {result.returncode}: {result.stderr.decode()[:500]}")
    cells = {}
    space = "{http://www.gnumeric.org/v10.dtd}"
    # Gnumeric writes characters that XML does not have.
    document = re.sub(b"&#(x[0-9a-fA-F]+|[0-9]+);|\xef\xbf[\xbe\xbf]", control, gzip.decompress(target.read_bytes()))
    document = document.translate(None, bytes(set(range(32)) - {9, 10, 13}))
    for cell in ElementTree.fromstring(document).iter(space + "Cell"):
        kind = cell.get("ValueType")
        cells[int(cell.get("Row")), int(cell.get("Col"))] = (kind, cell.text or "", cell.get("ExprID"))
    return cells


def check_spreadsheet(name, data, folder):
    """Answers the number of texts that came back."""
    # Gnumeric reads NUL as a space; XML has no control characters, and line ends become one line feed there.
    def plain(text):
        text = text.replace("\0", " ")
        return re.sub("\r\n?", "\n", re.sub("[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]", "", text))

    cells = spreadsheet_cells(data, folder)
    formulas = {place: cell for place, cell in cells.items() if cell[0] is None or cell[2] is not None}
    if formulas:
        raise AssertionError(f"{name}: formulas in the spreadsheet: {list(formulas.items())[:3]}")
    texts = 0
    rows = list(csv.reader(io.StringIO(data.decode("utf-8"), newline=""), strict=True))
    for number, row in enumerate(rows):
        for column, cell in enumerate(row):
            kind, text, _ = cells.get((number, column), ("10", "", None))
            # The apostrophe says that a text follows, and is no part of it.
            wanted = cell[1:] if cell.startswith("'") else cell
            if kind == "60" or kind == "10":
                if plain(text) != plain(wanted):
                    raise AssertionError(f"{name}, row {number + 1}, column {column + 1}: {text!r} of {cell!r}")
                texts += 1
    return texts


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="the program compass")
    parser.add_argument("--strings", action="append", default=[], help="a JSON array of more texts to use")
    options = parser.parse_args()
    texts = cell_texts(options.strings)
    cell_count = text_count = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_tables(folder, texts)
        for arguments, json_arguments, check in COMMANDS:
            command, rest = arguments[0], arguments[1:]
            common = [command, str(folder), *rest, "--now", NOW, "--zone", ZONE, "--format"]
            data = run(options.program, [*common, "csv"])
            blocks = blocks_of(data)
            cell_count += sum(len(row) for block in blocks for row in block)
            check(blocks, json.loads(run(options.program, [*common, "json", *json_arguments])))
            text_count += check_spreadsheet(" ".join(arguments), data, folder)
    print(
        f"csv: {len(texts)} texts in every column; {cell_count} cells are in Python what JSON says,"
        f" {text_count} texts came back from a spreadsheet")


if __name__ == "__main__":
    try:
        main()
    except AssertionError as error:
        sys.exit(f"csv: {error}")
