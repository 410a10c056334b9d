"""Fails when a page of a DocC archive leaves a symbol out of its groups, or has one in two of them.

DocC puts what a page groups nowhere into groups of its own, such as "Structures". That is right for a type
whose page has no groups; a page that has some, and the module's own page, must have all.

    python3 CI/curated_symbols.py ARCHIVE
"""

import collections
import json
import pathlib
import sys

# DocC makes these groups itself: inherited protocol members, and extensions of the platform's types.
GENERATED_ONLY = {"Default Implementations", "Extended Modules"}


def faults(page: pathlib.Path, is_module: bool) -> list[str]:
    document = json.loads(page.read_text(encoding="utf-8"))
    sections = document.get("topicSections", [])
    written = [section for section in sections if not section.get("generated")]
    if not written and not is_module:
        return []
    generated = [
        section for section in sections
        if section.get("generated") and section["title"] not in GENERATED_ONLY
    ]
    left_out = [symbol for section in generated for symbol in section["identifiers"]]
    counts = collections.Counter(symbol for section in written for symbol in section["identifiers"])
    twice = [symbol for symbol, count in counts.items() if count > 1]
    title = document["metadata"]["title"]
    return [f"{title}: in no group: {name(symbol)}" for symbol in left_out] + [
        f"{title}: in two groups: {name(symbol)}" for symbol in twice
    ]


def name(identifier: str) -> str:
    return identifier.split("/documentation/", 1)[-1]


def main(archive: str) -> None:
    pages = sorted(pathlib.Path(archive, "data", "documentation").rglob("*.json"))
    modules = [page for page in pages if page.parent.name == "documentation"]
    if len(modules) != 1:
        sys.exit(f"curated-symbols: {len(modules)} modules in {archive}")
    complaints = [fault for page in pages for fault in faults(page, page in modules)]
    if complaints:
        sys.exit("\n".join(["curated-symbols:", *complaints]))
    print(f"curated-symbols: every symbol has its place on {len(pages)} pages")


if __name__ == "__main__":
    main(*sys.argv[1:])
