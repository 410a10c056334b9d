#!/usr/bin/env python3
"""Writes the cases beside this file with their expected reports, or checks them.

    make_cases.py            writes every case, its expected report and README.md's table
    make_cases.py --check    compares the files with what would be written, and every expected report
                             with what reference_reader.py makes of the case

Counts, fields and the places of errors are stated by hand in cases_*.py. Only byte offsets of rows are
computed, from the lengths of the rows that a case is made of, and the place of a document's error from
the mark `@@` that its source carries there.
"""

import pathlib
import sys

import cases_documents
import cases_posts
import cases_schools
import cases_timeline
import reference_reader
from case_parts import CASES

FOLDER = pathlib.Path(__file__).resolve().parent


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
    for module in (cases_posts, cases_schools, cases_timeline, cases_documents):
        module.add_cases()
    result = {"README.md": readme()}
    for case in CASES:
        assert case.file_name not in result and case.expected_name not in result, case.name
        result[case.file_name] = case.data
        result[case.expected_name] = case.expected_bytes()
    return result


def check():
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
    sys.exit(check() if sys.argv[1:] == ["--check"] else write())
