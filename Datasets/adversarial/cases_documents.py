"""Documents that fail as a whole. `@@` marks the byte that cannot continue a valid document."""

from case_parts import by_id, error, malformed, post, recruiting_post, rows, warning

GOOD = post("a")
START = '[{"id":"a","platform":"twitter","post_date":"2026-01-01T00:00:00Z"'


def add_cases():
    not_arrays()
    truncated()
    syntax()
    utf8()
    lines()


def not_arrays():
    malformed("document_error_object", "PostgREST's error object as the document; its message is quoted",
              '@@{"code":"42501","details":null,"hint":null,'
              '"message":"permission denied for table social_media_posts"}\n', reason="permission denied")
    malformed("document_error_object_message_first", "an error object with its message first and escapes in it",
              '@@{"message":"JWT \\u0065xpired","code":"PGRST301","details":null,"hint":null}', reason="JWT expired")
    malformed("document_error_object_after_space", "an error object behind white space and a line feed",
              ' \n @@{"message":"permission denied","code":"42501"}', reason="permission denied")
    malformed("document_single_object", "one row without its array", "@@" + GOOD, reason="array")
    rows("document_object_of_rows", "an array as the only member `data` of an object",
         [GOOD, "7", recruiting_post("b", notes="1"), GOOD], open='{"data":[', close="]}",
         loaded=2, skipped=1, replaced=[by_id(1, 4, "a")], warnings=1,
         problems=[error(2, None, "object"), warning(3, "notes")], recruiting=[{"id": "b"}])
    rows("document_object_of_rows_after_space", "white space, a byte order mark and escapes around such an array",
         [GOOD, "null"], open=b'\xef\xbb\xbf \r\n{\t"d\\u0061ta"\n: [ ', close=" \n] \t}\r\n", loaded=1, skipped=1,
         problems=[error(2, None, "object")])
    rows("document_object_of_no_rows", "an empty array as the only member `data`", [], open='{"data":[', close="]}\n",
         loaded=0)
    rows("lines_object_of_rows", "NDJSON: such an object on a line is a row, which lacks an id",
         ['{"data":[' + GOOD + "]}", GOOD], form="ndjson", loaded=1, skipped=1, problems=[error(1, "id", "missing")])
    for name, summary, marked, reason in [
        ("and_count", "another member behind the array", '@@{"data":[' + GOOD + '],"count":1}', "array"),
        ("behind_count", "another member before the array", '@@{"count":1,"data":[' + GOOD + "]}", "array"),
        ("and_message", "an error object with data; its message is quoted",
         '@@{"data":[],"message":"too many rows"}', "too many rows"),
        ("twice", "the member `data` twice", '@@{"data":[],"data":[' + GOOD + "]}", "array"),
        ("of_another_name", "an array under another name", '@@{"Data":[' + GOOD + "]}", "array"),
        ("in_an_object", "an array two objects deep", '@@{"data":{"data":[' + GOOD + "]}}", "array"),
        ("and_garbage", "no JSON behind the array's comma", '@@{"data":[' + GOOD + "],}", "array"),
        ("closed_by_bracket", "a bracket where the object should end", '{"data":[' + GOOD + "]@@]", None),
        ("closed_twice", "two braces behind the array", '{"data":[' + GOOD + "]}@@}", None),
        ("with_fault", "a comma before the bracket", '{"data":[\n' + GOOD + ",@@]}", None),
        ("without_brace", "cut off before the brace", '{"data":[' + GOOD + "]\n", "end"),
        ("cut_off", "cut off in the array", '{"data":[' + GOOD + ",", "end"),
        ("only_opened", "cut off behind the bracket", '{"data":[', "end"),
        ("without_array", "cut off before the array", '@@{"data":', "array"),
    ]:
        malformed(f"document_object_of_rows_{name}", summary, marked, reason=reason)
    for name, text in [("null", "null"), ("true", "true"), ("number", "42"), ("text", '"[]"'), ("minus", "-1.5e3")]:
        malformed(f"document_{name}", f"the document is `{text}`".replace("|", "\\|"), "@@" + text + "\n", reason="array")
    malformed("document_lines_as_array", "NDJSON where an array is expected", f"@@{GOOD}\n{GOOD}\n", reason="array")
    malformed("document_html", "an HTML page of a proxy", "@@<!DOCTYPE html>\n<html><body>502</body></html>\n")
    malformed("document_plain_text", "a plain text of a proxy", "@@upstream timed out\n")
    malformed("document_csv", "CSV", "@@id,platform\na,twitter\n")


def truncated():
    malformed("document_empty", "nothing at all", "", reason="end")
    malformed("document_only_space", "white space only", " \r\n\t\n ", reason="end")
    malformed("document_only_byte_order_mark", "a byte order mark only", b"\xef\xbb\xbf", reason="end")
    for name, text in [
        ("after_bracket", "["), ("after_brace", "[{"), ("in_key", '[{"id'), ("after_key", '[{"id"'),
        ("after_colon", '[{"id":'), ("in_id", '[{"id":"a'), ("in_escape", '[{"id":"\\'),
        ("in_unicode_escape", '[{"id":"\\u00'), ("after_high_surrogate", '[{"id":"\\ud83d'),
        ("after_member_comma", '[{"id":"a",'), ("in_true", '[{"is_recruiting_related":tr'),
        ("in_null", '[{"school_id":nul'), ("in_number", '[{"id":12'), ("in_number_minus", '[{"id":-'),
        ("in_number_exponent", '[{"id":1e'), ("before_object_end", START), ("after_object", START + "}"),
        ("after_comma", START + "},"), ("after_line_feed", START + "},\n"),
        ("before_last_bracket", f"[{GOOD},\n {GOOD}\n"),
        ("in_nested_unknown_field", START + ',"x":{"a":[1,{"b":"c'),
        ("in_utf8", (START + ',"post_content":"caf').encode() + b"\xc3"),
    ]:
        malformed(f"truncated_{name}", f"cut off {name.replace('_', ' ')}", text, reason="end")


def syntax():
    rest = "," + post("b") + "]\n"
    for name, marked in [
        ("trailing_comma", f"[{GOOD},\n@@]"),
        ("leading_comma", f"[@@,{GOOD}]"),
        ("double_comma", f"[{GOOD},@@,{GOOD}]"),
        ("missing_comma", f"[{GOOD}\n @@{GOOD}]"), ("trailing_comma_in_row", START + ",@@}" + rest),
        ("missing_comma_in_row", START + ' @@"sentiment":null}' + rest),
        ("missing_colon", START + ',"sentiment" @@null}' + rest),
        ("missing_value", START + ',"sentiment":@@}' + rest),
        ("bare_key", START + ",@@sentiment:null}" + rest),
        ("number_key", START + ",@@1:null}" + rest), ("single_quotes", START + ",@@'sentiment':null}" + rest),
        ("row_closed_by_bracket", START + "@@]" + rest), ("array_closed_by_brace", f"[{GOOD}@@}}"),
        ("closed_twice", f"[{GOOD}]@@]"), ("trailing_garbage", f"[{GOOD}]\n@@garbage"),
        ("two_documents", f"[{GOOD}]\n@@[{GOOD}]\n"), ("trailing_nul", f"[{GOOD}]@@\0"),
        ("comment", f"[@@/* rows */{GOOD}]"), ("comment_at_end", f"[{GOOD}]\n@@// end\n"),
        ("literal_true_in_column", START + ',"is_recruiting_related":tr@@eu}' + rest),
        ("literal_upper_case", START + ',"is_recruiting_related":@@True}' + rest),
        ("literal_too_long", START + ',"flagged_for_review":false@@e}' + rest),
        ("literal_null_short", START + ',"school_id":nul@@}' + rest),
        ("literal_undefined", START + ',"x":@@undefined}' + rest),
        ("number_leading_zero", START + ',"likes":0@@1}' + rest),
        ("number_leading_zero_in_id", '[{"id":0@@7}]'),
        ("number_plus", START + ',"likes":@@+1}' + rest),
        ("number_dot_first", START + ',"likes":@@.5}' + rest),
        ("number_dot_last", START + ',"likes":1.@@}' + rest),
        ("number_two_dots", START + ',"likes":1.5@@.2}' + rest),
        ("number_exponent_empty", START + ',"likes":1e+@@}' + rest),
        ("number_minus_only", START + ',"likes":-@@}' + rest),
        ("number_hexadecimal", START + ',"likes":0@@x10}' + rest),
        ("number_nan", START + ',"likes":@@NaN}' + rest),
        ("number_infinity", START + ',"likes":-@@Infinity}' + rest),
        ("control_line_feed_in_text", START + ',"post_content":"one@@\ntwo"}' + rest),
        ("control_tab_in_text", START + ',"post_content":"one@@\ttwo"}' + rest),
        ("control_nul_in_text", START + ',"post_content":"one@@\0two"}' + rest),
        ("control_in_key", START + ',"post@@\x01content":"x"}' + rest),
        ("control_in_unknown_field", START + ',"x":["@@\x1f"]}' + rest),
        ("escape_unknown", START + ',"post_content":"C:\\@@dir"}' + rest),
        ("escape_unknown_in_key", START + ',"post\\@@_content":"x"}' + rest),
        ("escape_bad_hex", START + ',"post_content":"\\u12@@G4"}' + rest),
        ("escape_short_hex", START + ',"post_content":"\\u123@@"}' + rest),
        ("escape_bad_hex_in_unknown_field", START + ',"x":{"y":"\\u@@xyz0"}}' + rest),
        ("escape_bad_second_surrogate", START + ',"post_content":"\\ud83d\\u@@zzzz"}' + rest),
        ("text_unterminated", START + ',"post_content":"never closed}]'),
        ("vertical_tab_as_space", f"[@@\v{GOOD}]"), ("no_break_space_as_space", f"[@@\u00a0{GOOD}]"),
        ("byte_order_mark_inside", f"[{GOOD},@@\ufeff{GOOD}]"),
        ("two_byte_order_marks", f"\ufeff@@\ufeff[{GOOD}]"),
        ("nested_mismatch", START + ',"x":[{"a":[1,2@@}]}]}' + rest),
        ("nested_trailing_comma", START + ',"x":{"a":[1,2,@@]}}' + rest),
        ("nested_too_deep_arrays", START + ',"x":' + "[" * 510 + "@@[" + "]" * 511 + "}]"),
        ("nested_too_deep_objects", START + ',"x":' + '{"a":' * 510 + "@@{}" + "}" * 510 + "}]"),
        ("nested_too_deep_without_rows", "[" * 512 + "@@[" + "]" * 513),
        ("nested_100000_openers", "[" * 512 + "@@" + "[" * 99488),
        ("in_element_that_is_no_object", f"[{GOOD},[1,2,{{\"a\"@@}}]]"),
        ("after_skipped_rows", '[{"id":null},{"platform":"x"},7,\n{"id":"a"@@;}]'),
        ("in_row_that_would_be_skipped", '[{"id":null,"platform":"facebook","post_content":"\\@@q"}]'),
        ("after_windows_line_ends", f"[\r\n{GOOD},\r\n{GOOD},\r\n  @@]\r\n"),
        ("after_multibyte_text", START + ',"notes":"\u00e9\u20ac\U0001f600",@@}' + rest),
        ("with_byte_order_mark", f"\ufeff[\n{GOOD},\n@@]"),
        ("in_last_of_500_rows", "[\n" + "".join(post(str(n)) + ",\n" for n in range(499)) + '{"id":"499"@@"platform":"twitter"}\n]\n'),
        ("before_ill_formed_utf8", (START + ",@@,").encode() + b'"x":"\xff"}]'),
    ]:
        malformed(f"syntax_{name}", f"not JSON: {name.replace('_', ' ')}", marked)
    malformed("syntax_utf16", "UTF-16 with a byte order mark", b"@@" + f"[{GOOD}]".encode("utf-16"))
    malformed("syntax_utf16_without_mark", "UTF-16, little endian, without a mark", b"[@@" + f"[{GOOD}]".encode("utf-16-le")[1:])


def utf8():
    start, end = (START + ',"post_content":"caf').encode(), b' au lait"}]\n'
    for name, marked in [
        ("lead_ff", b"@@\xff"),
        ("stray_continuation", b"@@\x80"),
        ("overlong_2", b"@@\xc0\xaf"),
        ("lead_f5", b"@@\xf5\x80\x80\x80"),
        ("latin_1", b"\xe9@@"), ("truncated_3", b"\xe2\x82@@"), ("truncated_4", b"\xf0\x9f\x98@@"),
        ("overlong_3", b"\xe0@@\x80\xaf"),
        ("overlong_4", b"\xf0@@\x80\x80\xaf"),
        ("surrogate", b"\xed@@\xa0\x80"),
        ("above_10ffff", b"\xf4@@\x90\x80\x80"),
    ]:
        malformed(f"utf8_{name}_in_text", f"ill-formed UTF-8 in a known text: {name.replace('_', ' ')}", start + marked + end)
    malformed("utf8_in_unknown_field", "ill-formed UTF-8 in an unknown field", START.encode() + b',"x":[{"y":"@@\xff"}]}]')
    malformed("utf8_in_key", "ill-formed UTF-8 in a field's name", START.encode() + b',"post_@@\xfe":1}]')
    malformed("utf8_in_id", "ill-formed UTF-8 in an id", b'[{"id":"@@\xf8"}]')
    malformed("utf8_in_post_date", "ill-formed UTF-8 in a date", b'[{"id":"a","platform":"twitter","post_date":"2026@@\xff"}]')
    malformed("utf8_in_platform", "ill-formed UTF-8 in a platform", b'[{"id":"a","platform":"@@\xfftwitter"}]')
    malformed("utf8_between_rows", "ill-formed UTF-8 outside of text", f"[{GOOD},".encode() + b"@@\xff]")
    malformed("utf8_after_document", "ill-formed UTF-8 behind the document", f"[{GOOD}]".encode() + b"@@\xff")


def lines():
    def case(name, summary, marked, **more):
        malformed(f"lines_{name}", f"NDJSON: {summary}", marked, form="ndjson", **more)

    case("scalar", "a line that is a number", f"{GOOD}\n@@42\n{GOOD}\n", reason="object")
    case("null", "a line that is null", f"{GOOD}\n  @@null\n", reason="object")
    case("text", "a line that is a text", f'@@"{{}}"\n{GOOD}\n', reason="object")
    case("array_line", "a line that is an array", f"{GOOD}\n@@[{GOOD}]\n", reason="object")
    case("array_document", "an array on one line where lines are expected", f"@@[{GOOD}]\n", reason="object")
    case("array_pretty_printed", "an array over several lines where lines are expected", f"@@[\n{GOOD},\n{GOOD}\n]\n")
    case("malformed", "a malformed line between good ones", f'{GOOD}\n{{"id":@@}}\n{GOOD}\n')
    case("malformed_after_bad_rows", "a malformed line behind rows that are skipped",
         '{"id":null}\n{}\n{"id":"a","platform":"x"}\r\n\r\n{"id"@@}\n')
    case("two_on_one_line", "two objects on one line", f"{GOOD} @@{GOOD}\n")
    case("two_joined", "two objects without anything between", f"{GOOD}@@{GOOD}\n")
    case("lone_carriage_return", "a carriage return alone ends no line", f"{GOOD}\r@@{GOOD}\n")
    case("trailing_comma", "a comma behind the object", f"{GOOD}@@,\n{GOOD}\n")
    case("trailing_garbage", "text behind the object", f"{GOOD} @@x\n")
    case("row_over_two_lines", "a row that is broken over two lines", START[1:] + ',@@\n"sentiment":null}\n')
    case("line_feed_in_text", "a line feed inside text", START[1:] + ',"notes":"one@@\ntwo"}\n')
    case("truncated", "the last line is cut off", f'{GOOD}\n{{"id":"b","platf')
    case("truncated_before_brace", "the last line lacks its brace", f"{GOOD}\n" + START[1:])
    case("byte_order_mark_on_second_line", "a byte order mark on the second line", f"{GOOD}\n@@\ufeff{GOOD}\n")
    case("vertical_tab_line", "a line that holds a vertical tab", f"{GOOD}\n@@\v\n{GOOD}\n")
    case("ill_formed_utf8", "ill-formed UTF-8 in a line", (START[1:] + ',"notes":"').encode() + b'@@\xff"}\n')
    case("nul_line", "a NUL where a line belongs", f"{GOOD}\n@@\0\n")
    case("text_sequence", "record separators of JSON text sequences", f"@@\x1e{GOOD}\n")
