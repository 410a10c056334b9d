"""Holds the tables of JSONContract.md against what is really answered.

    python3 CI/json_contract.py COMPASS LIBRARY

A table under `### Name` lists the keys of one kind of object: `key`, what its value is, what it means. Looked at are

 * the program's answers about the committed datasets and about a folder of rows that have nothing but what they
   need: each object must have exactly the documented keys, in their order, with values of the documented kind;
 * what the C interface answers besides, from the library;
 * the golden answers, which come from the baseline and may have fewer keys;
 * the typed dictionaries of the Python package, each of which must have the keys of a table.

JSONContractTests compares the keys of every type with the tables. Here every documented key must occur with a value,
and as null where its table allows that.
"""

import ast
import ctypes
import json
import pathlib
import re
import subprocess
import sys
import tempfile

CONTRACT = pathlib.Path("Sources/CompassKernel/CompassKernel.docc/JSONContract.md")
TYPED_ANSWERS = pathlib.Path("Sources/Python/compass_kernel/results.py")
NOW = ["--now", "2026-03-01T12:00:00Z", "--zone", "America/New_York", "--format", "json"]
# The table of each command's result.
ROOTS = {"social": "SocialAnalyticsPage", "feed": "FeedPage", "timeline": "TimelinePage",
         "activity": "ActivityPage", "report": "ReportPage", "overview": "Overview", "schools": "SchoolList",
         "inspect": "Inspection"}
# Of these no program and no C function returns JSON.
SWIFT_ONLY = {"FeedContinuation"}
ONLY_WHEN_ASKED = ", only when asked for"
INSTANT = re.compile(r"\d{4,5}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)\Z")
DAY = re.compile(r"\d{4,5}-\d\d-\d\d\Z")


# The documented tables

class Field:
    """A row of a table: a key and what its value may be."""

    def __init__(self, value):
        self.is_optional = value.endswith(ONLY_WHEN_ASKED)
        value = value.removesuffix(ONLY_WHEN_ASKED)
        self.may_be_null = value.endswith(" or null")
        self.kind = value.removesuffix(" or null")
        self.choices = None
        if self.kind.startswith("`"):
            self.choices = re.findall(r"`([^`]+)`", self.kind)
        self.was_seen = self.was_null = False


def read_tables():
    tables, name = {}, None
    for line in CONTRACT.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            name = line.removeprefix("### ") if line.startswith("### ") else None
        row = re.match(r"\| `(\w+)` \| (.+?) \| (.+) \|$", line)
        if row and name:
            keys = tables.setdefault(name, {})
            if row[1] in keys:
                sys.exit(f"{CONTRACT}: {name}: {row[1]} twice")
            keys[row[1]] = Field(row[2])
        elif line.startswith("|") and line not in ("| key | value | meaning |", "| --- | --- | --- |"):
            sys.exit(f"{CONTRACT}: not a row of a table: {line}")
    return tables


# Results

class Checker:
    def __init__(self, tables):
        self.tables = tables
        self.faults = []

    def complain(self, place, message):
        fault = f"{place}: {message}"
        if fault not in self.faults:
            self.faults.append(fault)

    def check_object(self, table, answer, place, is_whole=True):
        fields = self.tables.get(table)
        if fields is None:
            return self.complain(place, f"{CONTRACT} has no table {table}")
        if not isinstance(answer, dict):
            return self.complain(place, f"no object {table}: {answer!r:.60}")
        for key in answer.keys() - fields.keys():
            self.complain(place, f"{table} has the key {key}, which is not documented")
        if is_whole:
            present = [key for key, field in fields.items() if key in answer or not field.is_optional]
            if list(answer) != present and answer.keys() <= fields.keys():
                self.complain(place, f"{table} has {list(answer)}, documented are {present}")
        for key, value in answer.items():
            if key in fields:
                self.check_value(fields[key], value, f"{place}: {table}.{key}", is_whole)

    def check_value(self, field, value, place, is_whole):
        if value is None:
            field.was_null |= is_whole
            if not field.may_be_null:
                self.complain(place, "is null, which is not documented")
            return
        field.was_seen |= is_whole
        if field.choices is not None:
            if value not in field.choices:
                self.complain(place, f"{value!r} is none of {field.choices}")
        else:
            self.check_kind(field.kind, value, place, is_whole)

    def check_kind(self, kind, value, place, is_whole):
        if kind.startswith("array of "):
            element = kind.removeprefix("array of ")
            element = {"texts": "text", "arrays of whole numbers": "array of whole numbers",
                       "whole numbers": "whole number"}.get(element, element)
            if not isinstance(value, list):
                return self.complain(place, f"no array: {value!r:.60}")
            for member in value:
                self.check_kind(element, member, place, is_whole)
        elif kind in self.tables:
            self.check_object(kind, value, place, is_whole)
        elif not is_a(kind, value):
            self.complain(place, f"no {kind}: {value!r:.60}")


def is_a(kind, value):
    if kind == "boolean":
        return isinstance(value, bool)
    if kind == "whole number":
        return isinstance(value, int) and not isinstance(value, bool)
    if kind == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    if not isinstance(value, str):
        return False
    return {"text": True, "instant": INSTANT.match(value), "day": DAY.match(value),
            "day or instant": DAY.match(value) or INSTANT.match(value)}.get(kind, False)


# Queries

def write_bare_rows(folder):
    """Returns rows with only their required fields, so all optional values are null; one replaces another."""
    time = "2026-02-28T12:00:00Z"
    tables = {
        "social_media_posts": [
            {"id": "1", "platform": "twitter", "post_date": time, "is_recruiting_related": True},
            {"id": "2", "platform": "instagram", "post_date": time, "notes": "call", "post_content": "camp",
             "author_handle": "@campus", "author_name": "Camp", "school_id": "s", "coach_id": "c",
             "post_url": "https://example.org/2"}],
        "schools": [],
        "coaches": [{"id": "1"}, {"id": "1"}],
        "interactions": [{"id": "1", "type": "email", "occurred_at": time}],
        "events": [{"id": "1", "name": "Visit", "start_date": "2026-02-28"}, {"id": "2"}, 3],
        "offers": [{"id": "1", "offer_type": "full_ride", "offer_date": "2026-02-28"}],
        "school_status_history": [
            {"id": "1", "new_status": "contacted", "changed_at": time, "notes": "at last"}],
        "documents": [{"id": "1", "type": "resume", "created_at": time}],
        "performance_metrics": [{"id": "1", "metric_type": "velocity", "recorded_date": "2026-02-28"}],
    }
    for table, rows in tables.items():
        (folder / f"{table}.json").write_text(json.dumps(rows), encoding="utf-8")


def questions(bare, broken):
    """Returns the arguments of each query to the program, and its exit status."""
    for folder in ["Datasets/tiny", "Datasets/bad-rows", bare, broken]:
        has_posts = folder != "Datasets/bad-rows"
        if has_posts and folder != broken:
            for range_ in ["30", "all"]:
                yield ["social", folder, "--range", range_, "--compare", "--heat-map"], 0
            yield ["social", folder], 0
            yield ["feed", folder, "--linked", "--search", "camp", "--page-size", "1"], 0
            yield ["feed", folder], 0
            yield ["schools", folder], 0
        if folder != broken:
            yield ["timeline", folder, "--range", "all"], 0
        yield ["activity", folder], 0
        yield ["report", folder, "--compare"], 0
        yield ["report", folder, "--from", "2000-01-01", "--to", "2026-03-01"], 0
        yield ["overview", folder], 0
        yield ["inspect", folder], 65 if folder == broken else 0


def ask(program, arguments, status):
    command = arguments[0]
    options = ["--format", "json"] if command in ("schools", "inspect") else NOW
    run = subprocess.run([program, *arguments, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if run.returncode != status:
        sys.exit(f"{' '.join(arguments)}: status {run.returncode}: {run.stderr.decode()}")
    return json.loads(run.stdout)


class Tables(ctypes.Structure):
    _fields_ = [
        ("version", ctypes.c_uint32), ("reserved", ctypes.c_uint32), ("handles", ctypes.c_uint64 * 8),
        ("failures", ctypes.c_void_p), ("failure_count", ctypes.c_size_t)]


class ReportOptions(ctypes.Structure):
    _fields_ = [
        ("version", ctypes.c_uint32), ("flags", ctypes.c_uint32), ("now_micros", ctypes.c_int64),
        ("zone", ctypes.c_uint64), ("preset", ctypes.c_int32), ("format", ctypes.c_int32),
        ("from_day", ctypes.c_char_p), ("from_count", ctypes.c_size_t),
        ("to_day", ctypes.c_char_p), ("to_count", ctypes.c_size_t)]


def ask_library(path):
    """Returns the C interface's results of loading, merging and payloads, a report of days without "now", and the
    table of each result."""
    library = ctypes.CDLL(path)
    library.compass_error_message.restype = ctypes.c_char_p
    posts_kind = 1

    def call(name, *arguments):
        if getattr(library, name)(*arguments) != 0:
            sys.exit(f"{name}: {library.compass_error_message().decode()}")

    def document(value):
        text = json.dumps(value).encode()
        return text, ctypes.c_size_t(len(text))

    def read(text):
        data = ctypes.c_char_p()
        call("compass_text_view", text, ctypes.byref(data), None)
        return json.loads(data.value)

    table, posts, report, merged, outcomes = (ctypes.c_uint64() for _ in range(5))
    bad = {"id": "2", "platform": "myspace"}
    row = {"id": "1", "platform": "twitter", "post_date": "2026-02-28T12:00:00Z"}
    call("compass_table_load", posts_kind, *document([row, bad, 3]), None, ctypes.byref(table))
    call("compass_table_report", table, ctypes.byref(report))
    yield read(report), "TableReport"
    call("compass_posts_create", table, ctypes.c_uint64(0), ctypes.c_uint64(0), ctypes.byref(posts))
    call("compass_posts_merge", posts, *document([dict(row, id="3"), bad]), None, None, ctypes.byref(merged))
    yield read(merged), "MergeReport"
    payloads = [
        {"type": "UPDATE", "commit_timestamp": "2026-03-01T12:00:00Z", "record": dict(row, sentiment="sad")},
        {"type": "UPDATE", "commit_timestamp": "2026-03-01T11:00:00Z", "record": row},
        {"type": "INSERT", "record": bad}]
    call("compass_posts_apply_realtime", posts, *document(payloads), ctypes.byref(outcomes))
    yield read(outcomes), "RealtimeReport"
    reports, page, day = ctypes.c_uint64(), ctypes.c_uint64(), b"2026-03-01"
    options = ReportOptions(version=1, from_day=day, from_count=len(day), to_day=day, to_count=len(day))
    call("compass_reports_create", ctypes.byref(Tables(version=1)), ctypes.byref(reports))
    call("compass_reports_page", reports, ctypes.byref(options), ctypes.byref(page))
    yield read(page), "ReportPage"


    handles = (ctypes.c_uint64 * 8)()
    events = ctypes.c_uint64()
    event = {"id": "1", "school_id": None, "type": "camp", "name": "Camp", "start_date": "2026-02-01"}
    call("compass_table_load", 5, *document([event]), None, ctypes.byref(events))
    for handles[3] in (0, events.value):
        yield from timeline_numbers(call, read, Tables(version=1, handles=handles))


class TimelineNumbers(ctypes.Structure):
    _fields_ = [
        ("version", ctypes.c_uint32), ("hidden_items", ctypes.c_uint32), ("zone", ctypes.c_uint64),
        ("school", ctypes.c_char_p), ("school_count", ctypes.c_size_t), ("windows", ctypes.c_void_p),
        ("window_count", ctypes.c_size_t), ("bucket_count", ctypes.c_int64)]


def timeline_numbers(call, read, tables):
    timeline, partial, text = (ctypes.c_uint64() for _ in range(3))
    window = (ctypes.c_int64 * 2)(0, 1_000_000)
    options = TimelineNumbers(
        version=1, windows=ctypes.cast(window, ctypes.c_void_p), window_count=1, bucket_count=2)
    call("compass_timeline_create", ctypes.byref(tables), ctypes.byref(timeline))
    for name, table in (("counts", "TimelineCounts"), ("levels", "TimelineLevels")):
        call(f"compass_timeline_{name}_partial", timeline, ctypes.byref(options), 0, ctypes.byref(partial))
        no_table = ctypes.c_uint64(0)
        call("compass_partial_answer", partial, no_table, no_table, 0, ctypes.byref(text))
        yield read(text), table


def typed_answers():
    """Returns the typed dictionaries of the Python package: name, line and keys, including inherited ones."""
    keys = {}
    for node in ast.parse(TYPED_ANSWERS.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            inherited = [key for base in node.bases for key in keys.get(ast.unparse(base), [])]
            own = [member.target.id for member in node.body if isinstance(member, ast.AnnAssign)]
            keys[node.name] = inherited + own
            yield node.name, node.lineno, set(keys[node.name])


def main(program, library):
    tables = read_tables()
    checker = Checker(tables)
    sets_of_keys = [
        {key for key, field in fields.items() if has_optional or not field.is_optional}
        for fields in tables.values() for has_optional in (False, True)]
    for name, line, keys in typed_answers():
        if keys not in sets_of_keys:
            checker.complain(f"{TYPED_ANSWERS}:{line}", f"{name} has the keys of no table: {sorted(keys)}")
    count = 0
    for file in sorted(pathlib.Path("Datasets").glob("*/golden/*.json")):
        answer = json.loads(file.read_text(encoding="utf-8"))["answer"]
        checker.check_object(ROOTS[file.name.split("-")[0]], answer, str(file), is_whole=False)
        count += 1
    with tempfile.TemporaryDirectory() as folder:
        bare, broken = pathlib.Path(folder, "bare"), pathlib.Path(folder, "broken")
        bare.mkdir()
        broken.mkdir()
        write_bare_rows(bare)
        (broken / "documents.json").write_text("[{}", encoding="utf-8")
        (broken / "coaches.json").mkdir()  # Cannot be read at all.
        saved = pathlib.Path(folder, "saved.compass")
        subprocess.run([program, "save", bare, saved], check=True, capture_output=True)
        of_file = [(["inspect", str(saved)], 0), (["inspect", str(saved), "--verify"], 0)]
        for arguments, status in [*questions(str(bare), str(broken)), *of_file]:
            answer = ask(program, arguments, status)
            checker.check_object(ROOTS[arguments[0]], answer, " ".join(arguments))
            count += 1
    for answer, table in ask_library(library):
        checker.check_object(table, answer, "C interface")
        count += 1
    for table, fields in tables.items():
        if table in SWIFT_ONLY:
            continue
        for key, field in fields.items():
            if not field.was_seen:
                checker.complain(CONTRACT, f"{table}.{key} was never answered with a value")
            if field.may_be_null and not field.was_null:
                checker.complain(CONTRACT, f"{table}.{key} was never null")
    if checker.faults:
        sys.exit("\n".join(["json-contract:", *checker.faults]))
    print(f"json-contract: {len(tables)} tables of keys say all of {count} answers, and nothing else")


if __name__ == "__main__":
    main(*sys.argv[1:])
