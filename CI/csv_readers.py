"""Reads the CSV of all commands with Python's csv module and with a spreadsheet, and compares it with their JSON.

Every text column of every table holds texts that go wrong easily: all short combinations of the characters that
mean something to CSV or to spreadsheets, and every text of the adversarial datasets. The spreadsheet is Gnumeric,
by its converter ssconvert: no cell may become a formula there, and texts must come back as they were.

Each section alone (--section) is the block of the whole, and a table that Polars and pandas
read cell by cell as Python does. Without the guard against formulas (--raw) texts are those of JSON.
"""

import argparse
import csv
import datetime
import gzip
import io
import itertools
import json
import math
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
# The prefix of a text that begins like a formula.
GUARD = "'"

csv.field_size_limit(1 << 30)


# Texts

def adversarial_texts():
    """Returns every text in the adversarial datasets that Python can also read."""
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
    # A lone surrogate is not text: the kernel reads it as U+FFFD, and UTF-8 cannot represent it.
    texts = {text for text in texts if not re.search("[\ud800-\udfff]", text)}
    if sys.version_info < (3, 11):
        # Older readers reject NUL.
        texts = {text for text in texts if "\0" not in text}
    return sorted(texts)


# Tables

def write_tables(folder, texts):
    """Returns nine tables with every text in every text column; each row has its own texts."""
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


# Results

def run(program, arguments):
    result = subprocess.run(
        [program, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600, check=False)
    if result.returncode != 0 or result.stderr:
        sys.exit(f"csv: {' '.join(arguments)}: exit {result.returncode}: {result.stderr.decode()[:500]}")
    return result.stdout


def blocks_of(data):
    """Returns the blocks of a document: header row and rows, separated by empty lines."""
    text = data.decode("utf-8")
    blocks = [[]]
    for row in csv.reader(io.StringIO(text, newline=""), strict=True):
        if row:
            blocks[-1].append(row)
        else:
            blocks.append([])
    return blocks


def expected_cell(value, guard):
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return guard + value if value.startswith(FORMULA_STARTS) else value
    return value


def is_equal(cell, value, guard):
    expected = expected_cell(value, guard)
    return float(cell) == expected if isinstance(expected, (int, float)) else cell == expected


def compare(name, block, rows, leaving_out=(), guard=GUARD):
    """Compares a block with rows of JSON, in which columns have the names of the header.

    Keys that CSV has no column for must be named in `leaving_out`.
    """
    header, cells = block[0], block[1:]
    if len(cells) != len(rows):
        raise AssertionError(f"{name}: {len(cells)} rows, JSON has {len(rows)}")
    for number, (row, wanted) in enumerate(zip(cells, rows), start=1):
        if len(row) != len(header):
            raise AssertionError(f"{name}, row {number}: {len(row)} cells, the header has {len(header)}")
        if set(header) != set(wanted) - set(leaving_out):
            raise AssertionError(f"{name}: columns {header}, JSON has {list(wanted)}")
        for key, cell in zip(header, row):
            if not is_equal(cell, wanted[key], guard):
                raise AssertionError(f"{name}, row {number}, {key}: {cell!r}, JSON has {wanted[key]!r}")


def compare_all(command, blocks, sections, guard):
    """Compares every block with its section: a name, rows and, where some have no column, the keys to leave out."""
    if len(blocks) != len(sections):
        headers = [",".join(block[0]) if block else "" for block in blocks]
        raise AssertionError(f"{command}: {len(blocks)} blocks, not {len(sections)}: {headers}")
    for block, (name, rows, *leaving_out) in zip(blocks, sections):
        compare(f"{command}, {name}", block, rows, *leaving_out, guard=guard)


def picked(page, keys):
    return {key: page[key] for key in keys}


def named(prefix, row):
    """Distinguishes columns of a second block of one kind by their names."""
    return {f"{prefix}{key[0].upper()}{key[1:]}": value for key, value in row.items()}


def platform_rows(platforms):
    return [{"platform": name, "count": count} for name, count in platforms.items()]


def check_social(csv_blocks, page, guard=GUARD):
    sections = [
        ("range", [page["range"]]), ("summary", [page["summary"]]), ("sentiment", page["sentiment"]),
        ("platforms", platform_rows(page["platforms"])), ("activity", page["activityByDay"]),
        ("schools", page["topSchools"]), ("coaches", [named("coach", row) for row in page["topCoaches"]]),
        ("posts", page["recentRecruitingPosts"]),
    ]
    if page["previous"] is not None:
        sections.append(("previous", [named("previous", page["previous"])]))
    if page.get("heatMap") is not None:
        days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
        sections.append(("heat map", [
            {"weekday": day, **{f"hour{hour:02}": count for hour, count in enumerate(counts)}}
            for day, counts in zip(days, page["heatMap"]["counts"])]))
    compare_all("social", csv_blocks, sections, guard)


def linked_sections(linked):
    def yes_and_no(name, counts):
        return (name, [{name: "true", "count": counts["yes"]}, {name: "false", "count": counts["no"]}])

    sentiments = [(row["type"], row["count"]) for row in linked["sentiments"]] + [(None, linked["withoutSentiment"])]

    def names(kind, rows, without):
        counts = [(row["id"], row["name"], row["postCount"]) for row in rows] + [(None, None, without)]
        return [dict(zip((f"{kind}Id", f"{kind}Name", "count"), row)) for row in counts]

    return [
        ("linked platforms", platform_rows(linked["platforms"])),
        ("linked sentiments", [{"sentiment": name, "count": count} for name, count in sentiments]),
        ("linked schools", names("school", linked["schools"], linked["withoutSchool"])),
        ("linked coaches", names("coach", linked["coaches"], linked["withoutCoach"])),
        yes_and_no("flaggedForReview", linked["flagged"]),
        yes_and_no("isRecruitingRelated", linked["recruiting"]),
        ("linked activity", linked["activityByDay"]),
    ]


def check_feed(csv_blocks, page, guard=GUARD):
    linked = page.get("linked")
    compare_all("feed", csv_blocks, [
        ("statistics", [page["statistics"]]), ("list", [picked(page, ["matchCount", "nextCursor", "state"])]),
        ("posts", page["posts"], ("highlights", "link", "coachName")),
    ] + (linked_sections(linked) if linked is not None else []), guard)


def check_timeline(csv_blocks, page, guard=GUARD):
    listed = {item["id"]: item for item in page["listItems"]}
    if list(listed) != page["list"]:
        raise AssertionError("timeline: the list and its items differ in JSON")
    compare_all("timeline", csv_blocks, [
        ("range", [{
            **page["range"],
            **picked(page, ["todayPosition", "laneCount", "lanesPage", "lanesPages", "state"])}]),
        ("months", page["months"]), ("lanes", page["lanes"], ("items",)),
        ("items", [{**listed[item["id"]], **item} for lane in page["lanes"] for item in lane["items"]], ("link",)),
        ("list", page["listItems"], ("link",)), ("skipped", page["skipped"]),
    ], guard)


def check_activity(csv_blocks, page, guard=GUARD):
    compare_all("activity", csv_blocks, [
        ("list", [picked(page, ["total", "page", "totalPages"])]), ("failures", page["failures"]),
        ("events", page["events"]),
    ], guard)


def report_sections(report):
    """Returns the cards, breakdowns and summaries of a period, in the order and with the names of the columns."""
    schools, coaches = report["schools"], report["coaches"]
    interactions, metrics = report["interactions"], report["metrics"]
    cards = {
        "totalSchools": schools["total"], "totalCoaches": coaches["total"],
        "responseRate": coaches["responseRate"], "meanResponsiveness": coaches["meanResponsiveness"],
        "schoolsWithCoaches": coaches["bySchool"], "totalInteractions": interactions["total"],
        "totalMetrics": metrics["total"],
    }
    breakdowns = [
        ("schoolStatus", "schools", schools["byStatus"]), ("schoolDivision", "schools", schools["byDivision"]),
        ("interactionType", "interactions", interactions["byType"]),
        ("interactionSentiment", "interactions", interactions["bySentiment"]),
        ("metricType", "metrics", metrics["byType"]),
    ]
    summaries = [
        {"metricType": row["type"], "values": row["count"], **picked(row, ["mean", "max", "min"])}
        for row in metrics["summaries"]]
    return [("cards", [cards])] + [
        (category, [{category: row["name"], counted: row["count"]} for row in rows])
        for category, counted, rows in breakdowns
    ] + [("summaries", summaries)]


def check_report(csv_blocks, report, guard=GUARD):
    warnings = [{"warningTable": row["table"], "warningReason": row["reason"]} for row in report["warnings"]]
    previous = []
    if report["previous"] is not None:
        first, last = (datetime.date.fromisoformat(report["dateRange"][key]) for key in ("from", "to"))
        day = datetime.timedelta(days=1)
        days = {"from": (first - (last - first) - day).isoformat(), "to": (first - day).isoformat()}
        previous = [("period", [days]), *report_sections(report["previous"])]
    compare_all("report", csv_blocks, [
        ("period", [{**report["dateRange"], **picked(report, ["state", "title", "generatedAt"])}]),
        *report_sections(report),
        ("warnings", warnings),
        *((f"previous {name}", [named("previous", row) for row in rows]) for name, rows in previous),
    ], guard)


# Arguments, those of JSON alone, the check, and whether sections alone and texts without a guard are checked, too.
COMMANDS = [
    (["social", "--range", "all", "--top", "100000", "--recent", "100000"], [], check_social, False),
    (["social", "--range", "30", "--compare", "--heat-map"], [], check_social, True),
    (["feed"], ["--page-size", "100000"], check_feed, False),
    (["feed", "--page-size", "7", "--linked"], [], check_feed, True),
    (["timeline", "--range", "all"], [], check_timeline, True),
    (["activity"], ["--page-size", "100000"], check_activity, True),
    (["activity", "--page", "2"], [], check_activity, False),
    (["report", "--compare"], [], check_report, True),
    (["report", "--from", "2010-01-01", "--to", "2026-03-01"], [], check_report, False),
]


# Tables of their own

def sections_of(program, common):
    """Returns the sections of a command, as its message for an unknown one lists them."""
    result = subprocess.run(
        [program, *common, "csv", "--section", "?"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600,
        check=False)
    listed = re.search(r"has the sections (.+)\.\n", result.stderr.decode())
    if result.returncode != 64 or not listed:
        sys.exit(f"csv: {common[0]}: exit {result.returncode} for an unknown section: {result.stderr.decode()[:500]}")
    return listed.group(1).split(", ")


def table_readers():
    """Returns functions that read CSV as a table of texts: a name, and a function to header and rows."""
    import pandas
    import polars

    def by_polars(data):
        table = polars.read_csv(data, infer_schema=False, empty_string_is_null=False)
        return [table.columns, *(list(row) for row in table.iter_rows())]

    def by_pandas(data):
        table = pandas.read_csv(io.BytesIO(data), dtype=str, keep_default_na=False)
        return [list(table.columns), *table.values.tolist()]

    return [("Polars", by_polars), ("pandas", by_pandas)]


def check_sections(program, common, blocks, readers):
    """Checks that each section alone is its block, and a table for others; returns how many there are."""
    alone = []
    for name in sections_of(program, common):
        command = [*common, "csv", "--section", name]
        result = subprocess.run(
            [program, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600, check=False)
        if result.returncode == 64 and b"is accepted with" in result.stderr:
            continue
        if result.returncode != 0:
            sys.exit(f"csv: {' '.join(command)}: exit {result.returncode}: {result.stderr.decode()[:500]}")
        tables = blocks_of(result.stdout)
        if len(tables) != 1:
            raise AssertionError(f"{common[0]}, {name}: {len(tables)} tables")
        alone.append(tables[0])
        for reader, read in readers:
            if read(result.stdout) != tables[0]:
                different = [pair for pair in zip(read(result.stdout), tables[0]) if pair[0] != pair[1]]
                raise AssertionError(f"{common[0]}, {name}: {reader} reads other cells: {different[:1]}")
    if alone != blocks:
        raise AssertionError(f"{common[0]}: the sections are not the blocks of the whole")
    return len(alone)


# The spreadsheet

def control(match):
    """Returns a character reference, or nothing in place of a character that XML does not have."""
    reference = match.group(1)
    if reference is None:
        return b""
    code = int(reference[1:], 16) if reference[:1] == b"x" else int(reference)
    return match.group(0) if code >= 32 or code in (9, 10, 13) else b""


def spreadsheet_cells(data, folder):
    """Returns the cells that are not empty, by row and column: their text, and whether they are texts or formulas."""
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


# What a spreadsheet may take for a number, a Boolean or a date; everything else must arrive as a text.
READS_AS_VALUE = re.compile(
    r"\s*(true|false|(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec) \d+|[\d.,:/+\-etz\s\0]*\d[\d.,:/+\-etz\s\0]*)",
    re.IGNORECASE)


def check_value(place, kind, value, cell):
    """Checks a cell that arrived as another type than text."""
    if not READS_AS_VALUE.fullmatch(cell):
        raise AssertionError(f"{place}: {cell!r} is no text, but {value!r} of kind {kind}")
    try:
        number = float(cell)
    except ValueError:
        return
    if not math.isclose(float(value), number, rel_tol=1e-15):
        raise AssertionError(f"{place}: {value!r} of {cell!r}")


def check_spreadsheet(name, data, folder):
    """Returns the number of texts that came back."""
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
            place = f"{name}, row {number + 1}, column {column + 1}"
            if kind not in ("60", "10"):
                check_value(place, kind, text, cell)
                continue
            # The apostrophe marks a text, and is not part of it.
            wanted = cell[1:] if cell.startswith("'") else cell
            if plain(text) != plain(wanted):
                raise AssertionError(f"{place}: {text!r} of {cell!r}")
            texts += 1 if wanted else 0
    return texts


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="the program compass")
    parser.add_argument("--strings", action="append", default=[], help="a JSON array of more texts to use")
    options = parser.parse_args()
    texts = cell_texts(options.strings)
    cell_count = text_count = section_count = 0
    readers = table_readers()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_tables(folder, texts)
        for arguments, json_arguments, check, has_sections in COMMANDS:
            command, rest = arguments[0], arguments[1:]
            common = [command, str(folder), *rest, "--now", NOW, "--zone", ZONE, "--format"]
            data = run(options.program, [*common, "csv"])
            blocks = blocks_of(data)
            cell_count += sum(len(row) for block in blocks for row in block)
            answer = json.loads(run(options.program, [*common, "json", *json_arguments]))
            check(blocks, answer)
            if has_sections:
                check(blocks_of(run(options.program, [*common, "csv", "--raw"])), answer, guard="")
                section_count += check_sections(options.program, common, blocks, readers)
            text_count += check_spreadsheet(" ".join(arguments), data, folder)
    print(
        f"csv: {len(texts)} texts in every column; {cell_count} cells are in Python what JSON says,"
        f" {text_count} texts came back from a spreadsheet; {section_count} sections are tables for"
        f" {' and '.join(name for name, _ in readers)}")


if __name__ == "__main__":
    try:
        main()
    except AssertionError as error:
        sys.exit(f"csv: {error}")
