"""A plain reader of the tables, to hold the hand-written expectations against.

It reads a document byte by byte, knows no speed, and shares nothing with the library but its rules.
"""

import re
from datetime import datetime, timedelta, timezone

NESTING_LIMIT = 512
SPACE = b" \t\r\n"
NUMBER_START = b"-0123456789"


class Malformed(Exception):
    def __init__(self, offset, reason):
        super().__init__(reason)
        self.offset, self.reason = offset, reason


class Number(str):
    """The literal text of a JSON number."""


class Text(str):
    """An unescaped JSON string; `lone` tells whether it contained a lone surrogate."""

    lone = False


class Reader:
    def __init__(self, data, end=None):
        self.data, self.at, self.end = data, 0, len(data) if end is None else end

    def fail(self, reason="unexpected byte"):
        raise Malformed(self.at, "unexpected end" if self.at >= self.end else reason)

    def peek(self):
        return self.data[self.at] if self.at < self.end else None

    def space(self):
        while self.at < self.end and self.data[self.at] in SPACE:
            self.at += 1

    def expect(self, text):
        for byte in text:
            if self.peek() != byte:
                self.fail()
            self.at += 1

    def value(self, depth):
        byte = self.peek()
        if byte is None:
            self.fail()
        if byte in b"{[":
            if depth > NESTING_LIMIT:
                self.fail("nested too deeply")
            return self.object(depth) if byte == ord("{") else self.array(depth)
        if byte == ord('"'):
            return self.text()
        if byte in NUMBER_START:
            return self.number()
        for literal, value in ((b"true", True), (b"false", False), (b"null", None)):
            if byte == literal[0]:
                self.expect(literal)
                return value
        self.fail()

    def array(self, depth):
        self.at += 1
        elements = []
        self.space()
        if self.peek() == ord("]"):
            self.at += 1
            return elements
        while True:
            self.space()
            start = self.at
            elements.append((start, self.value(depth + 1)))
            self.space()
            if self.peek() == ord("]"):
                self.at += 1
                return elements
            self.expect(b",")

    def object(self, depth):
        self.at += 1
        members = {}
        self.space()
        if self.peek() == ord("}"):
            self.at += 1
            return members
        while True:
            self.space()
            if self.peek() != ord('"'):
                self.fail()
            key = self.text()
            self.space()
            self.expect(b":")
            self.space()
            # A name with a lone surrogate is not a known name, whatever it decodes to.
            members[key if not key.lone else ("lone", key)] = self.value(depth + 1)
            self.space()
            if self.peek() == ord("}"):
                self.at += 1
                return members
            self.expect(b",")

    def digits(self):
        if self.peek() is None or not 48 <= self.peek() <= 57:
            self.fail()
        while self.peek() is not None and 48 <= self.peek() <= 57:
            self.at += 1

    def number(self):
        start = self.at
        if self.peek() == ord("-"):
            self.at += 1
        if self.peek() == ord("0"):
            self.at += 1
        else:
            self.digits()
        if self.peek() == ord("."):
            self.at += 1
            self.digits()
        if self.peek() in (ord("e"), ord("E")):
            self.at += 1
            if self.peek() in (ord("+"), ord("-")):
                self.at += 1
            self.digits()
        return Number(self.data[start:self.at].decode())

    def hexadecimal(self):
        start = self.at
        for _ in range(4):
            if self.peek() is None or chr(self.peek()) not in "0123456789abcdefABCDEF":
                self.fail()
            self.at += 1
        return int(self.data[start:self.at], 16)

    def text(self):
        self.at += 1
        units, lone = [], False
        while True:
            byte = self.peek()
            if byte is None or byte < 0x20:
                self.fail("control character")
            if byte == ord('"'):
                self.at += 1
                break
            if byte != ord("\\"):
                units.append(self.scalar())
                continue
            self.at += 1
            escape = self.peek()
            if escape == ord("u"):
                self.at += 1
                code = self.hexadecimal()
                if 0xD800 <= code < 0xDC00 and self.data[self.at:min(self.at + 2, self.end)] == b"\\u":
                    retreat = self.at
                    self.at += 2
                    low = self.hexadecimal()
                    if 0xDC00 <= low < 0xE000:
                        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)
                    else:
                        self.at = retreat
                if 0xD800 <= code < 0xE000:
                    code, lone = 0xFFFD, True
                units.append(chr(code))
            elif escape is not None and chr(escape) in '"\\/bfnrt':
                self.at += 1
                units.append(dict(zip('"\\/bfnrt', '"\\/\b\f\n\r\t'))[chr(escape)])
            else:
                self.fail("escape")
        result = Text("".join(units))
        result.lone = lone
        return result

    def scalar(self):
        """One well-formed sequence by table 3-7 of the Unicode standard."""
        start, lead = self.at, self.data[self.at]
        self.at += 1
        if lead < 0x80:
            return chr(lead)
        ranges = {0xE0: (0xA0, 0xBF), 0xED: (0x80, 0x9F), 0xF0: (0x90, 0xBF), 0xF4: (0x80, 0x8F)}
        count = 1 if 0xC2 <= lead <= 0xDF else 2 if 0xE0 <= lead <= 0xEF else 3 if 0xF0 <= lead <= 0xF4 else 0
        if count == 0:
            self.at = start
            self.fail("UTF-8")
        low, high = ranges.get(lead, (0x80, 0xBF))
        for _ in range(count):
            if self.peek() is None or not low <= self.peek() <= high:
                self.fail("UTF-8")
            self.at += 1
            low, high = 0x80, 0xBF
        return self.data[start:self.at].decode()


def wrapped_array(reader):
    """Returns the start of the array that is the first member of an object, called data, if there is one."""
    ahead = Reader(reader.data, reader.end)
    ahead.at = reader.at
    try:
        ahead.expect(b"{")
        ahead.space()
        if ahead.peek() != ord('"') or ahead.text() != "data":
            return None
        ahead.space()
        ahead.expect(b":")
        ahead.space()
    except Malformed:
        return None
    return ahead.at if ahead.peek() == ord("[") else None


def elements_of_array(data):
    reader = Reader(data)
    reader.at = 3 if data.startswith(b"\xef\xbb\xbf") else 0
    reader.space()
    start = reader.at
    if reader.peek() is None:
        reader.fail()
    array = wrapped_array(reader)
    if array is not None:
        reader.at = array
        elements = reader.value(2)
        reader.space()
        if reader.peek() != ord(","):
            reader.expect(b"}")
            reader.space()
            if reader.at < reader.end:
                reader.fail("trailing text")
            return elements
        # Another member: an object like any other.
        reader.at = start
    if reader.peek() != ord("["):
        message = "not an array"
        try:
            value = reader.value(1)
            if isinstance(value, dict):
                message += f": {value.get('message')}"
        except Malformed:
            pass
        raise Malformed(start, message)
    elements = reader.value(1)
    reader.space()
    if reader.at < reader.end:
        reader.fail("trailing text")
    return elements


def elements_of_lines(data):
    elements, start = [], 3 if data.startswith(b"\xef\xbb\xbf") else 0
    while start < len(data):
        end = data.find(b"\n", start)
        end = len(data) if end < 0 else end
        reader = Reader(data, end)
        reader.at = start
        reader.space()
        if reader.at < end:
            offset = reader.at
            if reader.peek() in b'["-0123456789tfn':
                raise Malformed(offset, "not an object")
            if reader.peek() != ord("{"):
                reader.fail()
            elements.append((offset, reader.value(2)))
            reader.space()
            if reader.at < end:
                reader.fail("trailing text")
        start = end + 1
    return elements


INSTANT = re.compile(
    r"([0-9]{4,5})-([0-9]{2})-([0-9]{2})[Tt ]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]{1,9}))?)?"
    r"(?:[Zz]|([+-])([0-9]{2})(?::?([0-9]{2})|:([0-9]{2}):([0-9]{2}))?)?")


def micros_of(text):
    """Returns microseconds since 1970, or None if `text` is not an instant."""
    match = INSTANT.fullmatch(text) if isinstance(text, Text) and not text.lone else None
    if not match:
        return None
    year, month, day, hour, minute = (int(match[group]) for group in range(1, 6))
    # The calendar repeats every 400 years; Python's ends with the year 9999.
    cycles = max(0, (year - 9600) // 400)
    try:
        instant = datetime(year - 400 * cycles, month, day, hour, minute, int(match[6] or 0), tzinfo=timezone.utc)
    except ValueError:
        return None
    micros = (instant - datetime(1970, 1, 1, tzinfo=timezone.utc)) // timedelta(microseconds=1)
    micros += cycles * 146097 * 86400 * 1000000 + int((match[7] or "0").ljust(6, "0")[:6])
    offset = 3600 * int(match[9] or 0) + 60 * int(match[10] or match[11] or 0) + int(match[12] or 0)
    return micros - 1000000 * (-offset if match[8] == "-" else offset)


def is_day(value):
    if not isinstance(value, Text) or value.lone or not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
        return False
    try:
        datetime(*map(int, value.split("-")))
    except ValueError:
        return False
    return True


SENTIMENTS = ("very_positive", "positive", "neutral", "negative")


def is_id(value):
    return isinstance(value, (Text, Number)) and value != ""


# Each column's kind; required ones first, in the order in which they are checked.
COLUMNS = {
    "social_media_posts": (["id", "platform", "post_date"], {
        "coach_id": "id", "school_id": "id", "post_url": "text", "post_content": "text", "author_handle": "text",
        "author_name": "text", "is_recruiting_related": "boolean", "flagged_for_review": "boolean",
        "sentiment": "sentiment", "notes": "text", "created_at": "instant", "updated_at": "instant"}),
    "schools": (["id", "name"], {"status": "text", "division": "text"}),
    "events": (["id", "name", "start_date", "end_date"], {"type": "text", "school_id": "id"}),
    "interactions": (["id", "type", "occurred_at"], {
        "school_id": "id", "coach_id": "id", "direction": "text", "subject": "text", "content": "text",
        "sentiment": "sentiment"}),
    "offers": (["id", "offer_type", "offer_date"], {"school_id": "id", "status": "text"}),
    "school_status_history": (["id", "new_status", "changed_at"], {
        "school_id": "id", "previous_status": "text", "notes": "text"}),
}
# The field that is read if the first one is missing, null or empty.
SUBSTITUTES = {"occurred_at": "created_at", "offer_date": "created_at"}
READABLE = {
    "id": lambda value: isinstance(value, (Text, Number)), "text": lambda value: isinstance(value, Text),
    "boolean": lambda value: isinstance(value, bool), "sentiment": lambda value: value in SENTIMENTS,
    "instant": lambda value: micros_of(value) is not None,
    "platform": lambda value: isinstance(value, Text) and value in ("twitter", "instagram"),
}


def is_day_or_instant(value):
    return is_day(value) or READABLE["instant"](value)


NEEDED = {
    "id": is_id, "platform": READABLE["platform"], "post_date": READABLE["instant"], "name": READABLE["text"],
    "type": READABLE["text"], "offer_type": READABLE["text"], "new_status": READABLE["text"],
    "start_date": is_day_or_instant, "end_date": lambda value: value is None or is_day_or_instant(value),
    "occurred_at": READABLE["instant"], "offer_date": is_day_or_instant, "changed_at": READABLE["instant"],
    "created_at": READABLE["instant"],
}


def load(data, table, form):
    """Returns the report of loading `data`, and the remaining rows in the order of the document."""
    elements = elements_of_array(data) if form == "json" else elements_of_lines(data)
    needed_columns, optional = COLUMNS[table]
    problems, kept = [], []
    for row, (offset, value) in enumerate(elements, 1):
        if not isinstance(value, dict):
            problems.append((row, offset, None, "error"))
            continue
        needed = [SUBSTITUTES[field] if field in SUBSTITUTES and value.get(field) in (None, "") else field
                  for field in needed_columns]
        wrong = next((field for field in needed if not NEEDED[field](value.get(field))), None)
        if wrong:
            problems.append((row, offset, wrong, "error"))
            continue
        for field in needed + list(optional):
            given = value.get(field)
            text_with_lone = isinstance(given, Text) and given.lone
            unreadable = field in optional and given is not None and not READABLE[optional[field]](given)
            if text_with_lone or unreadable:
                problems.append((row, offset, field, "warning"))
            if unreadable:
                value[field] = None
        kept.append((row, offset, value))
    # Sequential upserts: existing rows with the row's id or URL are removed.
    rows_left, replacements = [], []
    for row, offset, value in kept:
        url = value.get("post_url") or None
        stays = []
        for other in rows_left:
            has_id = str(other[2]["id"]) == str(value["id"])
            has_url = url is not None and (other[2].get("post_url") or None) == url
            if has_id or has_url:
                replacements.append((other[0], other[1], str(other[2]["id"]), "id" if has_id else "post_url", row))
            else:
                stays.append(other)
        rows_left = stays + [(row, offset, value)]
    skipped = sum(severity == "error" for *_, severity in problems)
    return {
        "rows": len(elements), "loaded": len(rows_left), "skipped": skipped,
        "replaced": len(replacements), "warnings": len(problems) - skipped,
        "replacements": sorted(replacements), "problems": problems,
    }, [value for *_, value in rows_left]


SHOWN = {"postContent": "post_content", "authorHandle": "author_handle", "authorName": "author_name",
         "schoolId": "school_id", "id": "id"}


def differences(data, expected):
    """Returns the differences between this reader's result and `expected`."""
    try:
        report, kept = load(data, expected["table"], expected["format"])
    except Malformed as failure:
        if expected["result"] != "malformed":
            return [f"malformed at {failure.offset}: {failure.reason}"]
        before = data[:failure.offset]
        place = (failure.offset, before.count(b"\n") + 1, failure.offset - before.rfind(b"\n"))
        wanted = (expected["byteOffset"], expected["line"], expected["column"])
        return [] if place == wanted else [f"malformed at {place}, expected {wanted}"]
    if expected["result"] != "loaded":
        return ["loads"]
    result = [f"{key} {report[key]}, expected {expected[key]}"
              for key in ("rows", "loaded", "skipped", "replaced", "warnings") if report[key] != expected[key]]
    listed = [(r["row"], r["byteOffset"], r["id"], r["rule"], r["byRow"]) for r in expected["replacements"]]
    if listed != report["replacements"][:100]:
        result.append(f"replacements {report['replacements'][:100]}, expected {listed}")
    listed = [(p["row"], p["byteOffset"], p["field"], p["severity"]) for p in expected["problems"]]
    if listed != report["problems"][:100]:
        result.append(f"problems {report['problems'][:100]}, expected {listed}")
    result += differences_of_posts(kept, expected)
    return result


def differences_of_posts(kept, expected):
    recruiting = [value for value in kept if value.get("is_recruiting_related")]
    recruiting.sort(key=lambda value: (-micros_of(value["post_date"]), value["id"].encode()))
    result = []
    if "recruitingPosts" in expected:
        if len(recruiting) != len(expected["recruitingPosts"]):
            result.append(f"{len(recruiting)} recruiting posts")
        for value, wanted in zip(recruiting, expected["recruitingPosts"]):
            for key, text in wanted.items():
                found = str(micros_of(value["post_date"])) if key == "micros" else value.get(SHOWN[key])
                found = None if key == "schoolId" and found == "" else found
                if found != text:
                    result.append(f"{key} {found!r}, expected {text!r}")
    sentiments = [value["sentiment"] for value in kept if value.get("sentiment")]
    counts = {
        "totalPosts": len(kept), "recruitingPosts": len(recruiting), "analyzedPosts": len(sentiments),
        "positivePosts": sum(text in ("very_positive", "positive") for text in sentiments),
        "activeSchools": len({str(value["school_id"]) for value in kept if value.get("school_id")}),
    }
    return result + [f"{key} {counts[key]}, expected {wanted}"
                     for key, wanted in expected.get("summary", {}).items() if counts[key] != wanted]
