#!/usr/bin/env python3
"""Writes the cases beside this file with their expected reports, or checks them.

    make_cases.py            writes every case, its expected report and README.md's table
    make_cases.py --check    compares the files with what would be written, and every expected report
                             with what reference_reader.py makes of the case

Counts, fields and the places of errors are stated by hand in cases_*.py. Only byte offsets of rows are
computed, from the lengths of the rows that a case is made of, and the place of a document's error from
the mark `@@` that its source carries there.
"""

import json
import pathlib
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
MARK = b"@@"
MAX_PROBLEMS = 100


class Case:
    def __init__(self, name, summary, data, expected):
        self.name, self.summary, self.data, self.expected = name, summary, data, expected
        self.file_name = f"{name}.{expected['format']}"
        self.expected_name = f"{name}.expected.json"

    def expected_bytes(self):
        return (json.dumps(self.expected, indent=2, ensure_ascii=True) + "\n").encode()


CASES = []


def to_bytes(text):
    return text.encode() if isinstance(text, str) else bytes(text)


def error(row, field, reason=None):
    """Row `row`, from 1, is skipped because of `field` (None: the row as a whole)."""
    return {"row": row, "field": field, "severity": "error", "reasonContains": reason}


def warning(row, field, reason=None):
    """Row `row`, from 1, loads, but its `field` could not be read unchanged."""
    return {"row": row, "field": field, "severity": "warning", "reasonContains": reason}


def by_id(row, by_row, identifier):
    """Row `row`, from 1, is replaced by row `by_row`, which has its id."""
    return {"row": row, "id": identifier, "rule": "id", "byRow": by_row}


def by_url(row, by_row, identifier):
    """Row `row`, from 1, is replaced by row `by_row`, which has its URL and another id."""
    return {"row": row, "id": identifier, "rule": "post_url", "byRow": by_row}


def rows(name, summary, rows, *, loaded, skipped=0, replaced=(), warnings=0, problems=(), recruiting=None,
         summary_counts=None, table="social_media_posts", form="json", open=None, between=None, close=None):
    """A case that loads: `rows` are put between `open`, `between` and `close`.

    `recruiting` lists what is expected of the loaded posts that are related to recruiting, newest first;
    keys that it leaves out are not compared.
    """
    array = form == "json"
    opening = to_bytes(open if open is not None else ("[" if array else ""))
    separator = to_bytes(between if between is not None else (",\n " if array else "\n"))
    data, offsets = opening, []
    for index, row in enumerate(rows):
        data += separator if index else b""
        offsets.append(len(data))
        data += to_bytes(row)
    data += to_bytes(close if close is not None else ("]\n" if array else "\n"))
    def place(part):
        return {"row": part["row"], "byteOffset": offsets[part["row"] - 1]} | part

    listed = [place(p) for p in problems]
    assert skipped == len({p["row"] for p in problems if p["severity"] == "error"}), name
    assert warnings == sum(p["severity"] == "warning" for p in problems), name
    replacements = [{key: place(p)[key] for key in ("row", "byteOffset", "id", "rule", "byRow")} for p in replaced]
    assert len(offsets) - skipped - len(replaced) == loaded, name
    expected = {
        "table": table, "format": form, "result": "loaded", "rows": len(offsets), "loaded": loaded,
        "skipped": skipped, "replaced": len(replaced), "warnings": warnings,
        "replacements": replacements[:MAX_PROBLEMS], "problems": listed[:MAX_PROBLEMS],
    }
    if recruiting is not None:
        expected["recruitingPosts"] = recruiting
    if summary_counts is not None:
        expected["summary"] = summary_counts
    CASES.append(Case(name, summary, data, expected))


def malformed(name, summary, marked, *, reason=None, table="social_media_posts", form="json"):
    """A case that fails as a whole, at the place of the mark in `marked` (its end when it has none)."""
    marked = to_bytes(marked)
    assert marked.count(MARK) <= 1, name
    offset = marked.find(MARK) if MARK in marked else len(marked)
    data = marked.replace(MARK, b"")
    before = data[:offset]
    CASES.append(Case(name, summary, data, {
        "table": table, "format": form, "result": "malformed", "byteOffset": offset,
        "line": before.count(b"\n") + 1, "column": offset - (before.rfind(b"\n") + 1) + 1,
        "reasonContains": reason,
    }))


def post(identifier, /, **raw):
    """Returns a post's row: required fields with valid values, then `raw` JSON texts; None leaves one out."""
    fields = {
        "id": json.dumps(identifier), "platform": '"twitter"', "post_date": '"2026-01-01T00:00:00+00:00"',
    } | raw
    return "{" + ",".join(f'"{key}":{text}' for key, text in fields.items() if text is not None) + "}"


def recruiting_post(identifier, /, **raw):
    return post(identifier, **({"is_recruiting_related": "true"} | raw))


def school(identifier, /, **raw):
    fields = {"id": json.dumps(identifier), "name": '"State"'} | raw
    return "{" + ",".join(f'"{key}":{text}' for key, text in fields.items() if text is not None) + "}"


def timeline_row(needed, identifier, raw):
    fields = {"id": json.dumps(identifier)} | needed | raw
    return "{" + ",".join(f'"{key}":{text}' for key, text in fields.items() if text is not None) + "}"


def event(identifier, /, **raw):
    return timeline_row({"name": '"Camp"', "start_date": '"2026-06-01"'}, identifier, raw)


def interaction(identifier, /, **raw):
    return timeline_row({"type": '"email"', "occurred_at": '"2026-01-01T00:00:00+00:00"'}, identifier, raw)


def offer(identifier, /, **raw):
    return timeline_row({"offer_type": '"partial"', "offer_date": '"2026-01-01"'}, identifier, raw)


def status_change(identifier, /, **raw):
    return timeline_row(
        {"new_status": '"committed"', "changed_at": '"2026-01-01T00:00:00+00:00"'}, identifier, raw)


def readme():
    lines = [
        "# Adversarial inputs", "",
        "Bad rows and bad documents, each with the report that loading it must give. A case is a document,",
        "`<case>.json` or `<case>.ndjson`, and its `<case>.expected.json`:", "",
        "* `result` is `loaded` or `malformed`; `table` and `format` say how to load the document.",
        "* Loaded: `rows`, `loaded`, `skipped`, `replaced`, `warnings`, and the first 100 `problems`, each with",
        "  `row` (from 1), `byteOffset` of the row's first byte (from 0), `field`, `severity`, and",
        "  `reasonContains`: a word that the reason must contain in any case of letters, or null.",
        "  `replacements` are the first 100 replaced rows, each with the row that replaced it (`byRow`), and whether",
        "  that has its id or only its URL (`rule`).",
        "  `recruitingPosts`, where present, are the loaded posts that are related to recruiting, newest first,",
        "  then by id, with the fields to compare; `micros` is the post's instant in microseconds since 1970.",
        "  `summary`, where present, holds counts of the analytics page over all time.",
        "* Malformed: `byteOffset` of the first byte that cannot continue a valid document (for a truncated one",
        "  its length), with `line` and `column`, both from 1, columns in bytes.", "",
        "`make_cases.py` writes everything here from the hand-written `cases_*.py`; `make_cases.py --check`",
        "compares the files with them and with `reference_reader.py`, a plain reader of its own.", "",
        f"{len(CASES)} cases:", "", "| case | what it holds | expected |", "| --- | --- | --- |",
    ]
    for case in sorted(CASES, key=lambda case: case.file_name):
        e = case.expected
        if e["result"] == "loaded":
            parts = [f"{e['loaded']} of {e['rows']} rows"]
            parts += [f"{e[key]} {key}" for key in ("skipped", "replaced", "warnings") if e[key]]
            outcome = ", ".join(parts)
        else:
            outcome = f"malformed at byte {e['byteOffset']}"
        lines.append(f"| `{case.file_name}` | {case.summary} | {outcome} |")
    return ("\n".join(lines) + "\n").encode()


def files():
    import cases_documents
    import cases_posts
    import cases_schools
    import cases_timeline

    for module in (cases_posts, cases_schools, cases_timeline, cases_documents):
        module.add_cases()
    result = {"README.md": readme()}
    for case in CASES:
        assert case.file_name not in result and case.expected_name not in result, case.name
        result[case.file_name] = case.data
        result[case.expected_name] = case.expected_bytes()
    return result


def check():
    import reference_reader

    wanted, problems = files(), []
    found = {path.name for path in FOLDER.iterdir() if path.suffix in (".json", ".ndjson", ".md")}
    problems += [f"{name}: missing" for name in wanted.keys() - found]
    problems += [f"{name}: not made by this script" for name in found - wanted.keys()]
    problems += [f"{name}: differs from what this script writes" for name, data in wanted.items()
                 if name in found and (FOLDER / name).read_bytes() != data]
    for case in CASES:
        problems += [f"{case.name}: {text}" for text in reference_reader.differences(case.data, case.expected)]
    for problem in sorted(problems):
        print(problem)
    print(f"{len(CASES)} cases, {len(problems)} problems")
    return 1 if problems else 0


def write():
    for name, data in files().items():
        (FOLDER / name).write_bytes(data)
    print(f"{len(CASES)} cases written")
    return 0


if __name__ == "__main__":
    sys.setrecursionlimit(5000)
    # The modules of cases import this one by name; without this they would fill a second list.
    sys.modules["make_cases"] = sys.modules["__main__"]
    sys.exit(check() if sys.argv[1:] == ["--check"] else write())
