"""What a case is made of: rows, the expected outcome, and the list of all cases."""

import json

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
