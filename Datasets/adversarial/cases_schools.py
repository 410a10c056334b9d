"""Documents of the table `schools`."""

import json

from case_parts import by_id, error, malformed, rows, school, warning

LONE = '"a\\ud83dz"'


def add_cases():
    def case(name, summary, listed, **outcome):
        rows(f"school_{name}", summary, listed, table="schools", **outcome)

    for field in ("id", "name"):
        wrong_types = ["true", "{}", "[]"] + ([] if field == "id" else ["1"])
        case(f"{field}_missing", f"`{field}` is missing", [school("a", **{field: None}), school("b")],
             loaded=1, skipped=1, problems=[error(1, field, "missing")])
        case(f"{field}_null", f"`{field}` is null", [school("a"), school("b", **{field: "null"})],
             loaded=1, skipped=1, problems=[error(2, field, "null")])
        case(f"{field}_wrong_type", f"`{field}` has a wrong type",
             [school("a", **{field: text}) for text in wrong_types] + [school("b")],
             loaded=1, skipped=len(wrong_types),
             problems=[error(index + 1, field) for index in range(len(wrong_types))])
    case("id_empty", "an id is a non-empty text", [school(""), school("a")], loaded=1, skipped=1,
         problems=[error(1, "id", "empty")])
    case("id_numbers", "a number as id is its literal text: `1` and `\"1\"` are one id, `1.0` is another",
         [school("", id="1"), school("", id="1.0"), school("1")], loaded=2, replaced=[by_id(1, 3, "1")])
    case("name_empty", "an empty name is a text", [school("a", name='""')], loaded=1)
    case("two_needed_fields_wrong", "only the first wrong needed field is reported, and no warnings",
         [school("a", id="null", name="5", status="{}"), school("b", name="[]", division="7")],
         loaded=0, skipped=2, problems=[error(1, "id", "null"), error(2, "name")])
    case("optional_wrong_type", "`status` and `division` of a wrong type warn and read as null",
         [school("a", status="1", division="true"), school("b", status='{"x":1}', division='["D1"]'),
          school("c", status="null", division="null"), school("d", status='"researching"', division='"D1"')],
         loaded=4, warnings=4,
         problems=[warning(1, "status"), warning(1, "division"), warning(2, "status"), warning(2, "division")])
    case("categories_unknown", "a status or division that the list does not know loads as it is",
         [school("a", status='"dreaming"', division='"D4"'), school("b", status='""', division='"d1"')], loaded=2)
    case("duplicate_ids", "the last row of an id wins; the same name twice is no duplicate",
         [school("a", name='"One"'), school("b", name='"One"'), school("a", name='"Two"'), school("a", name="null")],
         loaded=2, skipped=1, replaced=[by_id(1, 3, "a")], problems=[error(4, "name", "null")])
    case("surrogates", "lone surrogates in known text warn, in unknown fields they do not",
         [school("a", name=LONE), school("", id=LONE), school("b", status=LONE, division=LONE),
          school("c", city=LONE)], loaded=4, warnings=4,
         problems=[warning(1, "name", "surrogate"), warning(2, "id", "surrogate"),
                   warning(3, "status", "surrogate"), warning(3, "division", "surrogate")])
    case("names_naughty", "names of odd text", [school(str(index), name=json.dumps(value)) for index, value in
         enumerate(["=1+1", "\u202eevil", "a\0b", "<b>", "\U0001f3eb", "\ufeff", " ", "x" * 100000])], loaded=8)
    case("posts_in_its_place", "posts where schools belong: no row has a name",
         ['{"id":"a","platform":"twitter","post_date":"2026-01-01T00:00:00Z"}'], loaded=0, skipped=1,
         problems=[error(1, "name", "missing")])
    case("rows_not_objects", "array elements that are no objects", ["7", school("a"), "null"], loaded=1, skipped=2,
         problems=[error(1, None, "object"), error(3, None, "object")])
    case("lines", "NDJSON: CRLF, a blank line, a duplicate, a row without a name",
         [school("a"), school("b", name=None), school("a", division="2")], form="ndjson", between="\r\n\r\n",
         loaded=1, skipped=1, replaced=[by_id(1, 3, "a")], warnings=1,
         problems=[error(2, "name", "missing"), warning(3, "division")])
    malformed("school_error_object", "PostgREST's error object where an array belongs",
              '@@{"code":"42501","details":null,"hint":null,"message":"permission denied for table schools"}',
              reason="permission denied", table="schools")
    malformed("school_truncated", "a document that ends within a name", '[{"id":"a","name":"Sta', table="schools")
    malformed("school_line_malformed", "NDJSON: one malformed line fails the document",
              '{"id":"a","name":"A"}\n{"id":"b",@@}\n', table="schools", form="ndjson")
