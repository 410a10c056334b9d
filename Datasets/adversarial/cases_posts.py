"""Documents that load, but with posts that are skipped, replaced or warned about."""

import json

from case_parts import by_id, by_url, error, post, recruiting_post, rows, warning

OPTIONAL_TEXT = ["post_url", "post_content", "author_handle", "author_name", "notes"]
FOREIGN_IDS = ["coach_id", "school_id"]
BOOLEANS = ["is_recruiting_related", "flagged_for_review"]
INSTANTS = ["created_at", "updated_at"]
OPTIONAL_IN_ORDER = [
    "coach_id", "school_id", "post_url", "post_content", "author_handle", "author_name",
    "is_recruiting_related", "flagged_for_review", "sentiment", "notes", "created_at", "updated_at",
]


def add_cases():
    needed_fields()
    timestamps()
    optional_fields()
    duplicates()
    text()
    keys()
    shapes()


def needed_fields():
    for field, empty_reason in [("id", "empty"), ("platform", None), ("post_date", "empty")]:
        wrong_types = ["true", "{}", "[]", '{"a":1}', '["x"]'] + ([] if field == "id" else ["1"])
        rows(f"post_{field}_missing", f"`{field}` is missing from one row of two",
             [post("a", **{field: None}), post("b")], loaded=1, skipped=1,
             problems=[error(1, field, "missing")])
        rows(f"post_{field}_null", f"`{field}` is null in one row of two",
             [post("a"), post("b", **{field: "null"})], loaded=1, skipped=1, problems=[error(2, field, "null")])
        rows(f"post_{field}_empty", f"`{field}` is an empty text in one row of two",
             [post("a", **{field: '""'}), post("b")], loaded=1, skipped=1,
             problems=[error(1, field, empty_reason)])
        rows(f"post_{field}_wrong_type", f"`{field}` is a boolean, an object or an array"
             + ("" if field == "id" else ", or a number"),
             [post("good")] + [post("a", **{field: value}) for value in wrong_types],
             loaded=1, skipped=len(wrong_types),
             problems=[error(index + 2, field) for index in range(len(wrong_types))])

    unknown = ["facebook", "Twitter", "TWITTER", "INSTAGRAM", " twitter", "twitter ", "twitte", "twitterx", "x",
               "instagra", "instagramm", "tw\u0456tter", "tiktok"]
    rows("post_platform_unknown", "platforms that are not exactly `twitter` or `instagram`",
         [post(f"p{index}", platform=json.dumps(value)) for index, value in enumerate(unknown)]
         + [post("good", platform='"instagram"')], loaded=1, skipped=13,
         problems=[error(index + 1, "platform", value if value.isascii() else None)
                   for index, value in enumerate(unknown)])
    rows("post_platform_escaped", "known platforms that are spelt with escapes are known",
         [post("a", platform='"\\u0074witter"'), post("b", platform='"instagra\\u006D"')], loaded=2)
    rows("post_platform_very_long", "an unknown platform of 20,000 bytes: the reason cuts it short",
         [post("a", platform='"' + "\u00e9" * 10000 + '"'), post("b")], loaded=1, skipped=1,
         problems=[error(1, "platform", "\u00e9\u00e9\u00e9")])
    rows("post_two_needed_fields_wrong", "only the first wrong needed field is reported, and no warnings",
         [post("a", id="null", platform='"facebook"', post_date='"yesterday"', sentiment='"meh"'),
          post("b", platform='"facebook"', post_date="null", is_recruiting_related='"true"'),
          post("c", id='""', post_date='"infinity"'),
          '{"sentiment":"meh","post_date":"never","platform":"myspace","id":"d"}',
          "{}"], loaded=0, skipped=5,
         problems=[error(1, "id", "null"), error(2, "platform", "facebook"), error(3, "id", "empty"),
                   error(4, "platform", "myspace"), error(5, "id", "missing")])
    rows("post_id_numbers", "a number as id is its literal text, so `1`, `1.0` and `1e0` are three ids",
         [recruiting_post("", id=text) for text in
          ["1", "1.0", "1e0", "-0", "12345678901234567890123", "1.50E+3", '"1"']],
         loaded=6, replaced=[by_id(1, 7, "1")],
         recruiting=[{"id": text} for text in ["-0", "1", "1.0", "1.50E+3", "12345678901234567890123", "1e0"]])
    rows("post_ids_odd", "ids that are no UUIDs: spaces, a NUL, letters in two normal forms, cases, emoji",
         [recruiting_post(value) for value in
          [" ", "\0", "\u00e9", "e\u0301", "A", "a", "\U0001f600", "0" * 5000]],
         loaded=8,
         recruiting=[{"id": value} for value in
                     ["\0", " ", "0" * 5000, "A", "a", "e\u0301", "\u00e9", "\U0001f600"]])
    rows("post_all_rows_skipped", "no row is left", [post("a", platform='"x"'), "1", "{}"], loaded=0, skipped=3,
         problems=[error(1, "platform", "x"), error(2, None, "object"), error(3, "id", "missing")],
         summary_counts={"totalPosts": 0, "recruitingPosts": 0, "analyzedPosts": 0, "activeSchools": 0})


def timestamps():
    # Each with its instant in microseconds since 1970, worked out by hand from
    # 2026-01-01T00:00:00Z = 1767225600 s.
    accepted = [
        ("2026-01-01T00:00:00Z", 1767225600000000), ("2026-01-01t00:00:00z", 1767225600000000),
        ("2026-01-01 00:00:00+00", 1767225600000000), ("2026-01-01T00:00Z", 1767225600000000),
        ("2026-01-01 00:00", 1767225600000000), ("2026-01-01T00:00:00", 1767225600000000),
        ("2026-01-01T00:00:00+00:00", 1767225600000000), ("2026-01-01T05:30:00+05:30", 1767225600000000),
        ("2026-01-01T05:30:00+0530", 1767225600000000), ("2025-12-31T19:00:00-05", 1767225600000000),
        ("2026-01-01T00:19:32+00:19:32", 1767225600000000), ("2026-01-01T00:00:00-00:00", 1767225600000000),
        ("2026-01-01T00:00:00.1Z", 1767225600100000), ("2026-01-01T00:00:00.12Z", 1767225600120000),
        ("2026-01-01T00:00:00.123+00:00", 1767225600123000),
        ("2026-01-01T00:00:00.1234", 1767225600123400), ("2026-01-01T00:00:00.12345Z", 1767225600123450),
        ("2026-01-01T00:00:00.123456Z", 1767225600123456), ("2026-01-01T00:00:00.1234567Z", 1767225600123456),
        ("2026-01-01T00:00:00.123456999Z", 1767225600123456),
        ("2026-01-01T23:59:59.999999999Z", 1767311999999999),
        ("2024-02-29T00:00:00Z", 1709164800000000), ("2000-02-29T00:00:00Z", 951782400000000),
        ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59.9999999Z", -1), ("1969-12-31T23:59:59Z", -1000000),
        ("9999-12-31T23:59:59Z", 253402300799000000), ("10000-01-01T00:00:00Z", 253402300800000000),
    ]
    order = sorted(range(len(accepted)), key=lambda index: (-accepted[index][1], f"{index:02}"))
    rows("post_date_accepted", "every accepted spelling of an instant, with its microseconds",
         [recruiting_post(f"{index:02}", post_date=json.dumps(text)) for index, (text, _) in enumerate(accepted)],
         loaded=28,
         recruiting=[{"id": f"{index:02}", "micros": str(accepted[index][1])} for index in order])
    rows("post_date_escaped", "an instant that is spelt with escapes is read like any other",
         [recruiting_post("a", post_date='"2026-01-01T00:00:00\\u005a"'),
          recruiting_post("b", post_date='"\\u00326\\u0032-01-01T00:00:00Z"'),
          recruiting_post("c", post_date='"\\u0032026-01-01T00:00:00Z"')],
         loaded=2, skipped=1, problems=[error(2, "post_date", "262-01-01")],
         recruiting=[{"id": "a", "micros": "1767225600000000"}, {"id": "c", "micros": "1767225600000000"}])

    rejected = {
        "day": ("days that do not exist", [
            ("2024-02-30T00:00:00Z", "day"), ("2023-02-29T00:00:00Z", "day"), ("1900-02-29T00:00:00Z", "day"),
            ("2026-04-31T00:00:00Z", "day"), ("2026-01-32T00:00:00Z", "day"), ("2026-01-00T00:00:00Z", "day"),
            ("2026-13-01T00:00:00Z", "2026-13-01"), ("2026-00-01T00:00:00Z", "2026-00-01")]),
        "time_of_day": ("hours, minutes and seconds that do not exist", [
            ("2026-01-01T24:00:00Z", "hour"),
            ("2026-01-01T25:00:00Z", "hour"),
            ("2026-01-01T99:00:00Z", "hour"),
            ("2026-01-01T00:60:00Z", "minute"), ("2026-01-01T00:99Z", "minute"),
            ("2026-01-01T00:00:60Z", "second"), ("2026-01-01T23:59:60Z", "second"),
            ("2026-01-01T00:00:61Z", "second")]),
        "trailing_text": ("text behind an instant", [
            ("2026-01-01T00:00:00Zjunk", "2026-01-01"), ("2026-01-01T00:00:00ZZ", "2026-01-01"),
            ("2026-01-01T00:00:00+00:00:00:00", "2026-01-01"), ("2026-01-01T00:00:00 UTC", "2026-01-01"),
            ("2026-01-01T00:00:00[UTC]", "2026-01-01"), ("2026-01-01T00:00:00Z\0", "2026-01-01"),
            ("2026-01-01T00:00:00Z\n", "2026-01-01")]),
        "spaces": ("a leading or a trailing space", [
            (" 2026-01-01T00:00:00Z", "space"), ("2026-01-01T00:00:00Z ", "space"),
            ("2026-01-01 00:00:00+00 ", "space"), (" ", None)]),
        "special": ("PostgreSQL's special values", [
            ("infinity", "infinity"), ("-infinity", "infinity"), ("2026-01-01 00:00:00+00 BC", "BC"),
            ("0044-03-15 12:00:00 BC", "BC")]),
        "not_an_instant": ("texts of other forms", [
            ("2026-01-01", "2026-01-01"), ("00:00:00Z", "00:00:00Z"), ("yesterday", "yesterday"),
            ("now", "now"), ("epoch", "epoch"), ("1767225600", "1767225600"), ("01/02/2026", "01/02/2026"),
            ("2026-1-1T00:00:00Z", "2026-1-1"), ("2026-01-01T0:00:00Z", "2026-01-01"),
            ("20260101T000000Z", "20260101"), ("2026-001T00:00:00Z", "2026-001"),
            ("2026-W01-1T00:00:00Z", "2026-W01"), ("26-01-01T00:00:00Z", "26-01-01"),
            ("+2026-01-01T00:00:00Z", "+2026-01"), ("-2026-01-01T00:00:00Z", "-2026-01"),
            ("2026-01-01  00:00:00Z", "2026-01-01"), ("2026-01-01_00:00:00Z", "2026-01-01"),
            ("2026-01-01T10Z", "2026-01-01"), ("2026-01-01T00:00:", "2026-01-01"),
            ("2026-01-01T", "2026-01-01"), ("2026-01-01T00:00:00,5Z", "2026-01-01"),
            ("2026/01/01T00:00:00Z", "2026/01/01"), ("Thu, 01 Jan 2026 00:00:00 GMT", "Thu"),
            ("\uff12\uff10\uff12\uff16-01-01T00:00:00Z", None), ("null", "null"), ("2026", "2026")]),
        "fraction": ("a fraction without digits or with more than nine", [
            ("2026-01-01T00:00:00.Z", "2026-01-01"), ("2026-01-01T00:00:00.", "2026-01-01"),
            ("2026-01-01T00:00:00.1234567890Z", "2026-01-01"), ("2026-01-01T00:00:00.-5Z", "2026-01-01"),
            ("2026-01-01T00:00:00.12a", "2026-01-01"), ("2026-01-01T00:00.5Z", "2026-01-01")]),
        "offset": ("offsets of other forms", [
            ("2026-01-01T00:00:00+", "2026-01-01"), ("2026-01-01T00:00:00+5", "2026-01-01"),
            ("2026-01-01T00:00:00+050", "2026-01-01"), ("2026-01-01T00:00:00+05:3", "2026-01-01"),
            ("2026-01-01T00:00:00+05:", "2026-01-01"), ("2026-01-01T00:00:00 +05:00", "2026-01-01"),
            ("2026-01-01T00:00:00+ab:cd", "2026-01-01"), ("2026-01-01T00:00:00\u221205:00", "2026-01-01"),
            ("2026-01-01T00:00:00Z+00:00", "2026-01-01"), ("2026-01-01T00:00:00EST", "2026-01-01")]),
    }
    for name, (summary, values) in rejected.items():
        rows(f"post_date_rejected_{name}", f"`post_date`: {summary}",
             [post(f"r{index}", post_date=json.dumps(text)) for index, (text, _) in enumerate(values)]
             + [post("good")],
             loaded=1, skipped=len(values),
             problems=[error(index + 1, "post_date", reason) for index, (_, reason) in enumerate(values)])


def optional_fields():
    rows("post_optional_all_missing", "needed fields only", [post("a"), post("b")], loaded=2)
    rows("post_optional_all_null", "every optional field is null",
         [post("a", **{field: "null" for field in OPTIONAL_IN_ORDER})], loaded=1,
         summary_counts={"totalPosts": 1, "recruitingPosts": 0, "analyzedPosts": 0, "activeSchools": 0})
    rows("post_optional_all_wrong", "every optional field has a wrong type: one warning each, in the columns' order",
         [post("a", **{field: "{}" for field in reversed(OPTIONAL_IN_ORDER)})], loaded=1, warnings=12,
         problems=[warning(1, field) for field in OPTIONAL_IN_ORDER])
    for field in OPTIONAL_TEXT:
        rows(f"post_{field}_wrong_type", f"`{field}` is a number, a boolean, an object, an array",
             [post("a", **{field: text}) for text in ["1"]] + [post("b", **{field: "true"}),
              post("c", **{field: '{"x":"y"}'}), post("d", **{field: '["x"]'}), post("e", **{field: '"fine"'})],
             loaded=5, warnings=4, problems=[warning(row, field) for row in (1, 2, 3, 4)])
    for field in FOREIGN_IDS:
        rows(f"post_{field}_wrong_type", f"`{field}` is a boolean, an object, an array; a number is its text",
             [post("a", **{field: "false"}), post("b", **{field: "{}"}), post("c", **{field: "[1]"}),
              post("d", **{field: "17"})],
             loaded=4, warnings=3, problems=[warning(row, field) for row in (1, 2, 3)],
             summary_counts={"activeSchools": 1 if field == "school_id" else 0})
    rows("post_foreign_ids_empty", "empty foreign ids and URLs count as null, without a warning",
         [recruiting_post("a", coach_id='""', school_id='""', post_url='""'),
          recruiting_post("b", coach_id='""', school_id='""', post_url='""'),
          recruiting_post("c", school_id="null"), recruiting_post("d", school_id="5"),
          recruiting_post("e", school_id='"5"')], loaded=5,
         summary_counts={"totalPosts": 5, "activeSchools": 1},
         recruiting=[{"id": "a", "schoolId": None}, {"id": "b", "schoolId": None}, {"id": "c", "schoolId": None},
                     {"id": "d", "schoolId": "5"}, {"id": "e", "schoolId": "5"}])
    rows("post_text_empty", "empty text stays empty text, null stays null",
         [recruiting_post("a", post_content='""', author_handle='""', author_name='""', notes='""'),
          recruiting_post("b", post_content="null", author_handle="null", author_name="null", notes="null"),
          recruiting_post("c")], loaded=3,
         recruiting=[{"id": "a", "postContent": "", "authorHandle": "", "authorName": ""},
                     {"id": "b", "postContent": None, "authorHandle": None, "authorName": None},
                     {"id": "c", "postContent": None, "authorHandle": None, "authorName": None}])
    for field in BOOLEANS:
        wrong = ['"true"', '"false"', "1", "0", '""', "{}", "[true]", '"t"']
        rows(f"post_{field}_wrong", f"`{field}` as text, number, object or array warns and reads as null",
             [post(f"a{index}", **{field: text}) for index, text in enumerate(wrong)]
             + [post("t", **{field: "true"}), post("f", **{field: "false"}), post("n", **{field: "null"})],
             loaded=11, warnings=8, problems=[warning(index + 1, field) for index in range(8)],
             summary_counts={"totalPosts": 11, "recruitingPosts": 1 if field == "is_recruiting_related" else 0})
    unknown = ["ecstatic", "Positive", "very positive", "very-positive", " positive", "positive ", "negativ",
               "neutrall", ""]
    rows("post_sentiment_unknown", "sentiments that are not exactly one of the four warn and read as null",
         [post(f"u{index}", sentiment=json.dumps(text)) for index, text in enumerate(unknown)]
         + [post(f"k{index}", sentiment=f'"{text}"') for index, text in
            enumerate(["very_positive", "positive", "neutral", "negative", "very\\u005fpositive"])],
         loaded=14, warnings=9,
         problems=[warning(index + 1, "sentiment", text or None) for index, text in enumerate(unknown)],
         summary_counts={"totalPosts": 14, "analyzedPosts": 5, "positivePosts": 3})
    rows("post_sentiment_wrong_type", "`sentiment` is a number, a boolean, an object, an array",
         [post("a", sentiment="0.9"), post("b", sentiment="true"), post("c", sentiment='{"label":"positive"}'),
          post("d", sentiment='["positive"]')], loaded=4, warnings=4,
         problems=[warning(row, "sentiment") for row in (1, 2, 3, 4)], summary_counts={"analyzedPosts": 0})
    for field in INSTANTS:
        rows(f"post_{field}_unreadable", f"an unreadable `{field}` warns; the post loads",
             [post("a", **{field: '"2024-02-30T00:00:00Z"'}), post("b", **{field: '"infinity"'}),
              post("c", **{field: '""'}), post("d", **{field: "1767225600"}), post("e", **{field: "{}"}),
              post("f", **{field: '"2026-01-01"'}), post("g", **{field: '"2026-01-01T00:00:00Z"'}),
              post("h", **{field: "null"})],
             loaded=8, warnings=6,
             problems=[warning(1, field, "day"), warning(2, field, "infinity"), warning(3, field, "empty"),
                       warning(4, field), warning(5, field), warning(6, field, "2026-01-01")])
    rows("post_many_warnings_in_rows", "warnings come in the order of rows, then of columns",
         [post("a", updated_at='"x"', sentiment='"meh"', coach_id="true"), post("b"),
          post("c", notes="1", flagged_for_review='"yes"', post_url="5")],
         loaded=3, warnings=6,
         problems=[warning(1, "coach_id"), warning(1, "sentiment", "meh"), warning(1, "updated_at"),
                   warning(3, "post_url"), warning(3, "flagged_for_review"), warning(3, "notes")])
    rows("post_unknown_fields_of_any_type", "fields that the table does not have are skipped without a word",
         [post("a", likes="1e999999", score="-0.0", raw='{"id":"z","platform":[{"a":"]}"}]}', tags='["a","[{"]',
               ok="true", nothing="null", metadata='{"":{"":[[[]]]}}'),
          post("b", note='"close, but not notes"', Id='"x"', PLATFORM='"facebook"')], loaded=2)
    rows("post_nested_field_with_known_names", "known names inside an unknown field are no fields of the row",
         [recruiting_post("outer", nested='{"id":"inner","platform":"facebook","post_date":null,'
                                          '"is_recruiting_related":"no","post_content":1}')],
         loaded=1, recruiting=[{"id": "outer", "postContent": None}])


def duplicates():
    def url(text):
        return json.dumps(text)

    rows("duplicate_id", "three rows of one id: the last one wins",
         [recruiting_post("a", post_content='"one"'), recruiting_post("b", post_content='"other"'),
          recruiting_post("a", post_content='"two"'), recruiting_post("a", post_content='"three"')],
         loaded=2, replaced=[by_id(1, 3, "a"), by_id(3, 4, "a")],
         recruiting=[{"id": "a", "postContent": "three"}, {"id": "b", "postContent": "other"}])
    rows("duplicate_id_older_wins", "the last row wins although its date is older",
         [recruiting_post("a", post_date='"2026-03-01T00:00:00Z"'),
          recruiting_post("a", post_date='"2026-01-01T00:00:00Z"')],
         loaded=1, replaced=[by_id(1, 2, "a")], recruiting=[{"id": "a", "micros": "1767225600000000"}])
    rows("duplicate_id_by_number_and_escape", "`7`, `\"7\"` and `\"\\u0037\"` are one id",
         [recruiting_post("", id="7"), recruiting_post("", id='"7"'), recruiting_post("", id='"\\u0037"')],
         loaded=1, replaced=[by_id(1, 2, "7"), by_id(2, 3, "7")], recruiting=[{"id": "7"}])
    rows("duplicate_id_not_equivalent", "ids that differ in normal form, case or white space are different",
         [recruiting_post("caf\u00e9"), recruiting_post("cafe\u0301"), recruiting_post("CAFE\u0301"),
          recruiting_post("caf\u00e9 ")], loaded=4,
         recruiting=[{"id": "CAFE\u0301"}, {"id": "cafe\u0301"}, {"id": "caf\u00e9"}, {"id": "caf\u00e9 "}])
    rows("duplicate_url", "two ids with one URL: the last one wins",
         [recruiting_post("a", post_url=url("https://x.com/1")), recruiting_post("b", post_url=url("https://x.com/1")),
          recruiting_post("c", post_url=url("https://x.com/2"))],
         loaded=2, replaced=[by_url(1, 2, "a")], recruiting=[{"id": "b"}, {"id": "c"}])
    rows("duplicate_url_by_escape", "URLs are compared after unescaping",
         [recruiting_post("a", post_url='"https:\\/\\/x.com\\/1"'), recruiting_post("b", post_url='"https://x.com/1"'),
          recruiting_post("c", post_url='"\\u0068ttps://x.com/1"')],
         loaded=1, replaced=[by_url(1, 2, "a"), by_url(2, 3, "b")], recruiting=[{"id": "c"}])
    rows("duplicate_url_not_equal", "URLs that differ in a byte, in case or in a slash are different",
         [recruiting_post("a", post_url=url("https://x.com/1")), recruiting_post("b", post_url=url("https://X.com/1")),
          recruiting_post("c", post_url=url("https://x.com/1/")), recruiting_post("d", post_url=url("https://x.com/1 ")),
          recruiting_post("e", post_url=url("https://x.com/\u00e9")),
          recruiting_post("f", post_url=url("https://x.com/e\u0301"))], loaded=6)
    rows("duplicate_url_empty_or_null", "null, missing and empty URLs never equal each other",
         [recruiting_post("a", post_url='""'), recruiting_post("b", post_url='""'),
          recruiting_post("c", post_url="null"), recruiting_post("d", post_url="null"),
          recruiting_post("e"), recruiting_post("f")], loaded=6)
    rows("duplicate_url_of_wrong_type", "a URL that is a number warns and reads as null, so it equals none",
         [recruiting_post("a", post_url="5"), recruiting_post("b", post_url="5"),
          recruiting_post("c", post_url='"5"')], loaded=3, warnings=2,
         problems=[warning(1, "post_url"), warning(2, "post_url")])
    rows("duplicate_chain_url_then_id", "A and B share a URL, C has A's id: only A is replaced",
         [recruiting_post("a", post_url=url("u1")), recruiting_post("b", post_url=url("u1")),
          recruiting_post("a", post_url=url("u2"))],
         loaded=2, replaced=[by_url(1, 2, "a")], recruiting=[{"id": "a"}, {"id": "b"}])
    rows("duplicate_chain_by_both", "A's id comes again in B, A's URL in C: A is replaced once",
         [recruiting_post("a", post_url=url("u1"), post_content='"first"'),
          recruiting_post("a", post_url=url("u2"), post_content='"second"'),
          recruiting_post("c", post_url=url("u1"))],
         loaded=2, replaced=[by_id(1, 2, "a")], recruiting=[{"id": "a", "postContent": "second"}, {"id": "c"}])
    rows("duplicate_chain_all_linked", "each row shares an id or a URL with the next: only the last one is left",
         [recruiting_post("a", post_url=url("u1")), recruiting_post("b", post_url=url("u1")),
          recruiting_post("b", post_url=url("u2")), recruiting_post("c", post_url=url("u2")),
          recruiting_post("c", post_url=url("u3"))],
         loaded=1, replaced=[by_url(1, 2, "a"), by_id(2, 3, "b"), by_url(3, 4, "b"), by_id(4, 5, "c")], recruiting=[{"id": "c"}])
    rows("duplicate_replaced_by_replaced", "B replaces A and is itself replaced by C, which shares nothing with A",
         [recruiting_post("a", post_url=url("u1")), recruiting_post("b", post_url=url("u1")),
          recruiting_post("b", post_url=url("u3"))],
         loaded=1, replaced=[by_url(1, 2, "a"), by_id(2, 3, "b")], recruiting=[{"id": "b"}])
    rows("duplicate_by_both_rules", "the first later row counts: A meets B by URL before C by id, D meets E by both",
         [recruiting_post("a", post_url=url("u1")), recruiting_post("b", post_url=url("u1")),
          recruiting_post("a", post_url=url("u2")), recruiting_post("d", post_url=url("u3")),
          recruiting_post("d", post_url=url("u3")), recruiting_post("e", post_url=url("u3"))],
         loaded=3, replaced=[by_url(1, 2, "a"), by_id(4, 5, "d"), by_url(5, 6, "d")],
         recruiting=[{"id": "a"}, {"id": "b"}, {"id": "e"}])
    rows("duplicate_behind_skipped", "numbers and places of replaced rows behind many skipped ones",
         ["7"] * 130 + [recruiting_post("a", post_url=url("u1")), "7", recruiting_post("b"), "null",
                        recruiting_post("a", post_content='"x"'), recruiting_post("c", post_url=url("u1"))],
         loaded=3, skipped=132, replaced=[by_id(131, 135, "a")],
         problems=[error(row, None, "object") for row in list(range(1, 131)) + [132, 134]],
         recruiting=[{"id": "a"}, {"id": "b"}, {"id": "c"}])
    rows("duplicate_of_skipped", "a skipped row replaces nothing and is not replaced",
         [recruiting_post("a", post_url=url("u1"), post_content='"kept"'),
          recruiting_post("a", post_url=url("u1"), platform='"facebook"'),
          recruiting_post("b", post_date='"never"'), recruiting_post("b")],
         loaded=2, skipped=2, problems=[error(2, "platform", "facebook"), error(3, "post_date", "never")],
         recruiting=[{"id": "a", "postContent": "kept"}, {"id": "b"}])
    rows("duplicate_with_warnings", "warnings of replaced rows still count and are reported",
         [recruiting_post("a", sentiment='"meh"', notes="1"), recruiting_post("a", sentiment='"wow"'),
          recruiting_post("a", sentiment='"positive"')],
         loaded=1, replaced=[by_id(1, 2, "a"), by_id(2, 3, "a")], warnings=3,
         problems=[warning(1, "sentiment", "meh"), warning(1, "notes"), warning(2, "sentiment", "wow")],
         summary_counts={"totalPosts": 1, "analyzedPosts": 1})
    rows("duplicate_identical_rows", "200 times the same row", [recruiting_post("a", post_url=url("u"))] * 200,
         loaded=1, replaced=[by_id(row, row + 1, "a") for row in range(1, 200)], recruiting=[{"id": "a"}])
    rows("duplicate_ids_of_lone_surrogates", "two lone surrogates become the same id, U+FFFD",
         [recruiting_post("", id='"\\ud800"'), recruiting_post("", id='"\\udc00"')],
         loaded=1, replaced=[by_id(1, 2, "\ufffd")], warnings=2,
         problems=[warning(1, "id", "surrogate"), warning(2, "id", "surrogate")], recruiting=[{"id": "\ufffd"}])


def text():
    lone = '"a\\ud83dz"'
    for field, key in [("post_content", "postContent"), ("author_handle", "authorHandle"),
                       ("author_name", "authorName"), ("school_id", "schoolId")]:
        rows(f"surrogate_in_{field}", f"a lone surrogate escape in `{field}` becomes U+FFFD with a warning",
             [recruiting_post("a", **{field: lone}), recruiting_post("b", **{field: '"\\ud83d\\ude00"'})],
             loaded=2, warnings=1, problems=[warning(1, field, "surrogate")],
             recruiting=[{"id": "a", key: "a\ufffdz"}, {"id": "b", key: "\U0001f600"}])
    rows("surrogate_in_id", "a lone surrogate escape in `id` becomes U+FFFD with a warning",
         [recruiting_post("", id=lone)], loaded=1, warnings=1, problems=[warning(1, "id", "surrogate")],
         recruiting=[{"id": "a\ufffdz"}])
    rows("surrogate_in_fields_that_are_not_shown", "lone surrogates in `coach_id`, `post_url` and `notes` warn",
         [post("a", notes=lone, post_url=lone, coach_id=lone)], loaded=1, warnings=3,
         problems=[warning(1, "coach_id", "surrogate"), warning(1, "post_url", "surrogate"),
                   warning(1, "notes", "surrogate")])
    rows("surrogate_in_enumerations", "a lone surrogate makes a platform, a sentiment or an instant unreadable",
         [post("a", platform='"twitter\\ud800"'), post("b", post_date='"2026-01-01T00:00:00Z\\udfff"'),
          post("c", sentiment='"positive\\ud800"'), post("d", created_at='"\\ud8002026-01-01T00:00:00Z"')],
         loaded=2, skipped=2, warnings=2,
         problems=[error(1, "platform"), error(2, "post_date"), warning(3, "sentiment"), warning(4, "created_at")])
    rows("surrogate_in_unknown_field", "lone surrogates in unknown fields and in unknown names are not reported",
         [post("a", extra=lone, other='{"\\udfff":["\\ud800"]}'), '{"\\ud800":1,' + post("b")[1:]], loaded=2)
    rows("surrogate_in_skipped_row", "a skipped row reports its error, and no warning for its surrogates",
         [post("a", platform='"facebook"', post_content=lone, notes=lone)], loaded=0, skipped=1,
         problems=[error(1, "platform", "facebook")])
    kinds = [
        ("\\ud800", "\ufffd"), ("\\udfff", "\ufffd"), ("\\ud800\\ud800", "\ufffd\ufffd"),
        ("\\udc00\\ud800", "\ufffd\ufffd"), ("\\ud83d\\ud83d\\ude00", "\ufffd\U0001f600"),
        ("\\ud83d\\ude00\\ude00", "\U0001f600\ufffd"),
        ("\\ud83d\\n", "\ufffd\n"),
        ("\\ud83d\\u0041", "\ufffdA"),
        ("\\ud83d\\\\ude00", "\ufffd\\ude00"), ("\\ud83d\u00e9", "\ufffd\u00e9"), ("\\ud83d", "\ufffd"),
        ("\\uD83D\\uDE00", "\U0001f600"), ("\\ud7ff\\ue000", "\ud7ff\ue000"),
    ]
    rows("surrogate_kinds", "each lone surrogate becomes one U+FFFD, its neighbours stay; one warning per field",
         [recruiting_post(f"{index:02}", post_content=f'"{raw}"') for index, (raw, _) in enumerate(kinds)],
         loaded=13, warnings=11,
         problems=[warning(index + 1, "post_content", "surrogate") for index in range(11)],
         recruiting=[{"id": f"{index:02}", "postContent": value} for index, (_, value) in enumerate(kinds)])
    naughty = [
        "\U0001f600\U0001f44d\U0001f3fd\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466\U0001f1fa\U0001f1f8",
        "\u202eevil\u202c \u2066\u05d0\u05d1\u2069 \u200f\u200e", "a\0b", "=HYPERLINK(\"http://x\",\"y\")",
        "+1-1", "@SUM(1)", "\t=1", "<script>alert('x')</script>", "<img src=x onerror=alert(1)>",
        "javascript:alert(1)", "'; DROP TABLE social_media_posts; --", "\"quoted\", with, commas\r\nand lines",
        "\\", "\\\\n", "%s%n%x", "${jndi:ldap://x}", "\ufeffmark", "\ufffd", "\ufffe\uffff", "\u0000",
        "Z\u0351\u036b\u0343a\u0363l\u034bg\u035eo", "\u1e9e\u00df\u0130\u0131\ufb03", "\u2028\u2029", "\x7f\u0080\u009f",
        "../../etc/passwd\0.png", "NULL", "null", "NaN", "[1,2]", "{\"id\":\"x\"}", " ", "\u3000", "\u200b",
    ]
    rows("text_naughty_escaped", "troublesome content, all of it in escapes, is kept byte for byte",
         [recruiting_post(f"{index:02}", post_content=json.dumps(value)) for index, value in enumerate(naughty)],
         loaded=33,
         recruiting=[{"id": f"{index:02}", "postContent": value} for index, value in enumerate(naughty)])
    rows("text_naughty_raw", "the same content as raw UTF-8 wherever JSON allows that",
         [recruiting_post(f"{index:02}", author_handle=json.dumps(value, ensure_ascii=False))
          for index, value in enumerate(naughty)],
         loaded=33,
         recruiting=[{"id": f"{index:02}", "authorHandle": value} for index, value in enumerate(naughty)])
    rows("text_each_escape", "every escape sequence, in upper and lower case of hexadecimal digits",
         [recruiting_post("a", post_content='"\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u00e9\\u00E9\\uFfFd\\u0000"')],
         loaded=1, recruiting=[{"id": "a", "postContent": "\"\\/\b\f\n\r\tA\u00e9\u00e9\ufffd\0"}])
    lengths = [0, 1, 14, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 255, 256, 4095, 4096, 70000]
    rows("text_lengths", "content around the sizes of blocks, with an escape or a character of four bytes at the end",
         [recruiting_post(f"{index:02}", post_content=json.dumps("a" * length + "\n"),
                          author_handle=json.dumps("b" * length + "\U0001f600", ensure_ascii=False))
          for index, length in enumerate(lengths)],
         loaded=19,
         recruiting=[{"id": f"{index:02}", "postContent": "a" * length + "\n",
                      "authorHandle": "b" * length + "\U0001f600"} for index, length in enumerate(lengths)])


def keys():
    rows("key_escaped", "field names that are spelt with escapes are the same names",
         ['{"\\u0069d":"a","\\u0070latform":"twitter","post\\u005fdate":"2026-01-01T00:00:00Z",'
          '"is_recruiting_relate\\u0064":true,"\\u0070\\u006f\\u0073\\u0074_content":"x"}'],
         loaded=1, recruiting=[{"id": "a", "postContent": "x"}])
    rows("key_duplicate_last_is_good", "a field that stands twice counts by its last value: bad first, good last",
         ['{"id":null,"platform":"facebook","post_date":"never","sentiment":"meh","is_recruiting_related":"x",'
          '"post_content":"\\ud800","id":"a","platform":"twitter","post_date":"2026-01-01T00:00:00Z",'
          '"sentiment":"positive","is_recruiting_related":true,"post_content":"fine"}'],
         loaded=1, recruiting=[{"id": "a", "postContent": "fine"}], summary_counts={"analyzedPosts": 1})
    rows("key_duplicate_last_is_bad", "a field that stands twice counts by its last value: good first, bad last",
         [post("a")[:-1] + ',"id":null}', post("b")[:-1] + ',"platform":"facebook"}',
          post("c")[:-1] + ',"post_date":"never"}', post("d", sentiment='"positive"')[:-1] + ',"sentiment":"meh"}',
          recruiting_post("e")[:-1] + ',"is_recruiting_related":null}',
          recruiting_post("f", post_content='"x"')[:-1] + ',"post_content":5}',
          recruiting_post("g", post_content='"x"')[:-1] + ',"post_content":null}'],
         loaded=4, skipped=3, warnings=2,
         problems=[error(1, "id", "null"), error(2, "platform", "facebook"), error(3, "post_date", "never"),
                   warning(4, "sentiment", "meh"), warning(6, "post_content")],
         recruiting=[{"id": "f", "postContent": None}, {"id": "g", "postContent": None}],
         summary_counts={"totalPosts": 4, "recruitingPosts": 2, "analyzedPosts": 0})
    rows("key_duplicate_by_escape", "an escaped name repeats the plain one",
         [recruiting_post("a")[:-1] + ',"\\u0069d":"b"}', recruiting_post("c")[:-1] + ',"\\u0070latform":"x"}'],
         loaded=1, skipped=1, problems=[error(2, "platform", "x")], recruiting=[{"id": "b"}])
    rows("key_almost_known", "names that only resemble the known ones are unknown",
         [recruiting_post("a", **{"ids": '"x"', "i": '"x"', "ID": '"x"', "": '"x"', "id ": '"x"', " id": '"x"',
                                  "id\\u0000": '"x"', "platforms": '"x"', "post_dat": '"x"', "post_date_": "5",
                                  "post-content": '"x"', "postContent": '"x"', "sentimen\\u0165": '"x"'})],
         loaded=1, recruiting=[{"id": "a", "postContent": None}])
    rows("key_very_long", "unknown names of 70,000 bytes, plain and escaped, and one that begins like a known one",
         [post("a", **{"k" * 70000: "1"}), post("b", **{"\\u006b" * 20000: "1"}), post("c", **{"id" + " " * 70000: "1"})],
         loaded=3)
    rows("key_order_varies", "every row has its fields in another order",
         ['{"id":"a","platform":"twitter","post_date":"2026-01-01T00:00:00Z","is_recruiting_related":true}',
          '{"post_date":"2026-01-02T00:00:00Z","is_recruiting_related":true,"platform":"instagram","id":"b"}',
          '{"is_recruiting_related":true,"platform":"twitter","id":"c","post_date":"2026-01-03T00:00:00Z"}',
          '{"platform":"twitter","sentiment":"x","post_date":"2026-01-04T00:00:00Z","id":"d"}',
          '{"extra":[],"platform":"twitter","id":"e","x":{},"post_date":"2026-01-05T00:00:00Z","y":null}'],
         loaded=5, warnings=1, problems=[warning(4, "sentiment", "x")],
         recruiting=[{"id": "c"}, {"id": "b"}, {"id": "a"}])
    rows("key_set_varies", "fields come and go from row to row; a missing one never keeps the row before's value",
         [recruiting_post("a", school_id='"s"', post_content='"x"', author_handle='"@h"', sentiment='"positive"'),
          recruiting_post("b"), recruiting_post("c", author_handle='"@h"'), post("d"),
          recruiting_post("e", school_id='"s"')], loaded=5,
         recruiting=[{"id": "a", "schoolId": "s", "postContent": "x", "authorHandle": "@h"},
                     {"id": "b", "schoolId": None, "postContent": None, "authorHandle": None},
                     {"id": "c", "schoolId": None, "postContent": None, "authorHandle": "@h"},
                     {"id": "e", "schoolId": "s", "postContent": None, "authorHandle": None}],
         summary_counts={"totalPosts": 5, "recruitingPosts": 4, "analyzedPosts": 1, "activeSchools": 1})
    rows("select_narrow", "the analytics page's own columns only",
         ['{"id":"a","school_id":"s1","platform":"twitter","post_date":"2026-02-10T14:30:00+00:00",'
          '"is_recruiting_related":true,"sentiment":"positive","post_content":"Great visit","author_handle":"@coach"}',
          '{"id":"b","school_id":null,"platform":"instagram","post_date":"2026-02-09T08:00:00.5+00:00",'
          '"is_recruiting_related":null,"sentiment":null,"post_content":null,"author_handle":null}'],
         loaded=2,
         recruiting=[{"id": "a", "schoolId": "s1", "postContent": "Great visit", "authorHandle": "@coach",
                      "authorName": None, "micros": "1770733800000000"}],
         summary_counts={"totalPosts": 2, "recruitingPosts": 1, "analyzedPosts": 1, "activeSchools": 1})


def shapes():
    rows("rows_not_objects", "array elements that are no objects are skipped rows",
         ["1", '"text"', "null", "true", "[]", '[{"id":"x"}]', post("a"), "-1.5e3", "false", '""', "{}"],
         loaded=1, skipped=10,
         problems=[error(row, None, "object") for row in (1, 2, 3, 4, 5, 6, 8, 9, 10)] + [error(11, "id", "missing")])
    rows("rows_empty_array", "no row at all", [], loaded=0)
    rows("rows_spread_over_lines", "white space of all four kinds between all tokens",
         ['{ "id"\t:\r\n"a" ,\n"platform" : "twitter"\n,\n"post_date" :\n"2026-01-01T00:00:00Z" \n}',
          "[ ]", post("b").replace(",", " ,\r\n\t")],
         loaded=2, skipped=1, problems=[error(2, None, "object")],
         open=" \r\n\t[ \n", between=" \t\r\n,\r\n \t", close="\n]\n \t\r\n")
    rows("rows_with_byte_order_mark", "a byte order mark at the start is skipped, and byte offsets count it",
         [post("a", platform='"facebook"'), post("b")], loaded=1, skipped=1,
         problems=[error(1, "platform", "facebook")], open=b"\xef\xbb\xbf[")
    rows("rows_problems_beyond_cap", "1,000 problems: the first 100 are listed, all are counted",
         [post(f"{n}", platform='"facebook"') if n % 10 < 7 else post(f"{n}", sentiment='"meh"')
          for n in range(1000)],
         loaded=300, skipped=700, warnings=300,
         problems=[error(n + 1, "platform", "facebook") if n % 10 < 7 else warning(n + 1, "sentiment", "meh")
                   for n in range(1000)])
    rows("rows_nested_to_the_limit", "an unknown field that nests 510 levels: 512 with its row and its document",
         [post("a", extra="[" * 510 + "]" * 510), post("b", extra='{"a":' * 509 + "{}" + "}" * 509)], loaded=2)
    rows("rows_structure_in_text", "brackets, quotes and commas inside text are text",
         [recruiting_post("a", post_content='"}],[{\\"id\\":\\"x\\"}"', extra='"\\\\\\"]}"'),
          recruiting_post("b", extra='{"}":"{","]":["[","\\"}"]}', post_content='"\\\\"')],
         loaded=2, recruiting=[{"id": "a", "postContent": '}],[{"id":"x"}'}, {"id": "b", "postContent": "\\"}])
    rows("rows_at_equal_instants", "posts at one instant are ordered by the bytes of their ids",
         [recruiting_post(value) for value in ["b", "B", "a", "\u00e4", "10", "9", "ab"]]
         + [recruiting_post("z", post_date='"2026-01-01T00:00:00.000001Z"')],
         loaded=8,
         recruiting=[{"id": value} for value in ["z", "10", "9", "B", "a", "ab", "b", "\u00e4"]])
    bad = [post("a", platform='"facebook"'), post("b"), post("c", sentiment='"meh"'), post("b")]
    outcome = dict(loaded=2, skipped=1, replaced=[by_id(2, 4, "b")], warnings=1,
                   problems=[error(1, "platform", "facebook"), warning(3, "sentiment", "meh")])
    rows("lines_plain", "NDJSON: a skipped, a replaced and a warned row", bad, form="ndjson", **outcome)
    rows("lines_without_last_line_feed", "NDJSON: the last line has no line feed", bad, form="ndjson", close="",
         **outcome)
    rows("lines_carriage_return_line_feed", "NDJSON: CRLF line ends", bad, form="ndjson", between="\r\n",
         close="\r\n", **outcome)
    rows("lines_blank", "NDJSON: blank lines and lines of white space are no rows", bad, form="ndjson",
         open="\n\r\n  \t\n", between="\n\n \t \r\n\n", close="\n\n\r\n  ", **outcome)
    rows("lines_with_byte_order_mark", "NDJSON: a byte order mark at the start", bad, form="ndjson",
         open=b"\xef\xbb\xbf", **outcome)
    rows("lines_spaces_around", "NDJSON: white space before and behind the objects", bad, form="ndjson",
         open=" \t", between=" \t\r\n  \t", close="  \n", **outcome)
    rows("lines_empty_file", "NDJSON: an empty file is an empty table", [], loaded=0, form="ndjson", close="")
    rows("lines_only_blank", "NDJSON: nothing but blank lines is an empty table", [], loaded=0, form="ndjson",
         close="\n \r\n\t\n")
    rows("lines_escaped_line_feeds", "NDJSON: escaped line breaks in text end no line",
         [recruiting_post("a", post_content='"one\\ntwo\\r\\nthree\\u000a"')], loaded=1, form="ndjson",
         recruiting=[{"id": "a", "postContent": "one\ntwo\r\nthree\n"}])
    rows("lines_other_line_breaks_in_text", "NDJSON: U+0085, U+2028 and U+2029 in text end no line",
         [recruiting_post("a", post_content='"a\u0085b\u2028c\u2029d"'), recruiting_post("b")], loaded=2,
         form="ndjson", recruiting=[{"id": "a", "postContent": "a\u0085b\u2028c\u2029d"}, {"id": "b"}])
    rows("lines_empty_objects", "NDJSON: empty objects are rows without an id", ["{}", "{ }", post("a")],
         loaded=1, skipped=2, form="ndjson", problems=[error(1, "id", "missing"), error(2, "id", "missing")])
