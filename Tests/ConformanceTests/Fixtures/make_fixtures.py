#!/usr/bin/env python3
"""Writes the JSON conformance fixtures beside this file, or checks them.

    make_fixtures.py            writes every fixture and rows.tsv; the same bytes on every run
    make_fixtures.py --check    compares the files with what would be written, and every expectation
                                with Python's own reader where that is as strict as RFC 8259

accept_  the text is JSON: it must be read.
reject_  the text is not JSON: it must fail.
either_  RFC 8259 leaves it to the reader. ConformanceTests.swift says what this reader does.

rows.tsv holds, for each text that is an array (and is read), the number of its elements.
"""

import json
import pathlib
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
FIXTURES = {}

# The levels of nesting that a document may have, its outermost array included.
NESTING_LIMIT = 512


def add(kind, name, data):
    file_name = f"{kind}_{name}.json"
    assert file_name not in FIXTURES, file_name
    FIXTURES[file_name] = data.encode() if isinstance(data, str) else bytes(data)


def accept(name, data):
    add("accept", name, data)


def reject(name, data):
    add("reject", name, data)


def either(name, data):
    add("either", name, data)


def quoted(data):
    return b'"' + data + b'"'


# --- Structure and white space -------------------------------------------------------------------------

accept("structure_empty_array", "[]")
accept("structure_empty_object", "{}")
accept("structure_empty_string", '""')
accept("structure_lonely_true", "true")
accept("structure_lonely_false", "false")
accept("structure_lonely_null", "null")
accept("structure_lonely_integer", "42")
accept("structure_lonely_negative_fraction", "-0.1")
accept("structure_lonely_string", '"asd"')
accept("structure_all_kinds", '[null,true,false,0,-1.5e+3,"s",[],{},[[]],{"a":{}}]')
accept("structure_trailing_line_feed", "[1]\n")
accept("structure_trailing_space", "2 ")
accept("space_all_four_around_everything",
       ' \t\r\n[ \t\r\n1 \t\r\n, \t\r\n{ \t\r\n"a" \t\r\n: \t\r\n2 \t\r\n} \t\r\n] \t\r\n')
accept("space_in_empty_array", "[ \n\t\r ]")
accept("space_in_empty_object", "{ \n\t\r }")
accept("space_lone_carriage_returns", "\r[\r1\r,\r2\r]\r")
accept("space_carriage_return_line_feeds", '[\r\n{"a":1},\r\n{"a":2}\r\n]\r\n')
accept("space_long_run_of_spaces", "[" + " " * 1000 + "1" + " " * 1000 + "]")
accept("space_long_run_of_line_feeds", "[" + "\n" * 300 + "]")
accept("space_15_before_value", " " * 15 + "true")
accept("space_16_before_value", " " * 16 + "true")
accept("space_17_before_value", " " * 17 + "true")
accept("space_64_before_value", " " * 64 + "{}")
accept("space_mixed_block_before_value", " \t\n\r" * 16 + "null" + "\r\n\t " * 16)

reject("structure_empty_file", "")
reject("structure_only_spaces", "   ")
reject("structure_only_all_white_space", " \t\r\n")
reject("structure_only_line_feed", "\n")
reject("structure_only_byte_order_mark", b"\xef\xbb\xbf")
reject("structure_only_comma", ",")
reject("structure_only_colon", ":")
reject("structure_only_minus", "-")
reject("structure_only_quote", '"')
reject("structure_only_backslash", "\\")
reject("structure_only_opening_bracket", "[")
reject("structure_only_closing_bracket", "]")
reject("structure_only_opening_brace", "{")
reject("structure_only_closing_brace", "}")
reject("structure_angle_brackets", "<null>")
reject("structure_parentheses", "(1)")
reject("structure_bare_word", "word")
reject("structure_bare_word_in_array", "[word]")
reject("structure_function_call", "Date(0)")
reject("structure_two_values", "1 2")
reject("structure_two_arrays", "[1][2]")
reject("structure_two_arrays_on_two_lines", "[1]\n[2]")
reject("structure_two_objects", '{"a":1}{"b":2}')
reject("structure_trailing_comma_after_array", "[1],")
reject("structure_trailing_bracket", "[1]]")
reject("structure_trailing_brace", '{"a":1}}')
reject("structure_trailing_hash", '{"a":1}#')
reject("structure_trailing_word", "[1]x")
reject("structure_trailing_quote", '[1]"')
reject("structure_trailing_open_string", '"a" "')
reject("structure_trailing_semicolon", "[1];")
reject("structure_trailing_nul", b"[1]\x00")
reject("structure_leading_nul", b"\x00[1]")
reject("structure_nul_between_elements", b"[1,\x002]")
reject("structure_nul_only", b"\x00")
reject("structure_nul_after_literal", b"true\x00")
reject("structure_members_without_object", '"a":1')
reject("structure_value_and_member", '1,"b":2')
reject("structure_value_end_and_next_object", '1},{"a":2')
reject("structure_comment_block", "/* c */ 1")
reject("structure_comment_block_in_array", "[1, /* c */ 2]")
reject("structure_comment_block_after", "[1]/**/")
reject("structure_comment_block_open", "[1]/*")
reject("structure_comment_line", "[1] // c")
reject("structure_comment_line_before", "// c\n[1]")
reject("structure_comment_hash_before", "# c\n[1]")
reject("structure_slash", "[1]/")
reject("structure_text_sequence_separator", b"\x1e[1]\n")
reject("structure_anti_hijack_prefix", ")]}'\n[1]")
reject("structure_javascript_callback", "f([1])")

for name, text in [
    ("vertical_tab", "\v"), ("form_feed", "\f"), ("no_break_space", "\u00a0"), ("next_line", "\u0085"),
    ("line_separator", "\u2028"), ("zero_width_space", "\u200b"), ("word_joiner", "\u2060"),
    ("ideographic_space", "\u3000"), ("backspace", "\b"), ("delete", "\x7f"),
    ("byte_order_mark", "\ufeff"),
]:
    reject(f"space_{name}_in_array", f"[{text}]")
    reject(f"space_{name}_after_value", f"[1{text}]")
for name, text in [("vertical_tab", "\v"), ("form_feed", "\f"), ("no_break_space", "\u00a0")]:
    reject(f"space_{name}_before_document", f"{text}[1]")
    reject(f"space_{name}_after_document", f"[1]{text}")
    reject(f"space_{name}_before_colon", f'{{"a"{text}:1}}')
    reject(f"space_{name}_after_comma", f'{{"a":1,{text}"b":2}}')
reject("space_byte_order_mark_after_document", b"[1]\xef\xbb\xbf")
reject("space_byte_order_mark_after_space", b" \xef\xbb\xbf[1]")
reject("space_two_byte_order_marks", b"\xef\xbb\xbf\xef\xbb\xbf[1]")
reject("space_half_byte_order_mark", b"\xef\xbb[1]")
reject("space_byte_order_mark_before_key", b'{\xef\xbb\xbf"a":1}')

# --- Literals ------------------------------------------------------------------------------------------

accept("literal_each_in_array", "[true,false,null]")
accept("literal_each_in_object", '{"t":true,"f":false,"n":null}')
for name, text in [
    ("true_truncated_1", "t"), ("true_truncated_2", "tr"), ("true_truncated_3", "tru"),
    ("false_truncated_1", "f"), ("false_truncated_2", "fa"), ("false_truncated_3", "fal"),
    ("false_truncated_4", "fals"), ("null_truncated_1", "n"), ("null_truncated_2", "nu"),
    ("null_truncated_3", "nul"),
]:
    reject(f"literal_{name}", text)
    reject(f"literal_{name}_in_array", f"[{text}]")
reject("literal_true_title_case", "True")
reject("literal_true_upper_case", "TRUE")
reject("literal_true_last_upper", "[truE]")
reject("literal_false_title_case", "[False]")
reject("literal_false_upper_case", "[FALSE]")
reject("literal_null_title_case", "[Null]")
reject("literal_null_upper_case", "[NULL]")
reject("literal_null_last_upper", "[nulL]")
reject("literal_none", "[None]")
reject("literal_nil", "[nil]")
reject("literal_undefined", "[undefined]")
reject("literal_yes", "[yes]")
reject("literal_true_too_long", "[truee]")
reject("literal_true_then_digit", "[true1]")
reject("literal_two_joined", "[truefalse]")
reject("literal_two_spaced", "[true false]")
reject("literal_null_then_quote", '[null"a"]')
reject("literal_split_by_space", "[tr ue]")
reject("literal_wrong_second_byte", "[nall]")
reject("literal_wrong_fifth_byte", "[falsy]")
reject("literal_null_with_nul_byte", b"[nul\x00]")
reject("literal_minus_true", "[-true]")

# --- Numbers -------------------------------------------------------------------------------------------

for name, text in [
    ("zero", "0"), ("minus_zero", "-0"), ("one_digit", "7"), ("many_digits", "1234567890"),
    ("minus", "-123"), ("zero_fraction", "0.0"), ("minus_zero_fraction", "-0.0"),
    ("minus_zero_exponent", "-0e0"), ("fraction", "123.456789"), ("fraction_leading_zeros", "0.000123"),
    ("fraction_trailing_zeros", "1.5000"), ("exponent", "1e5"), ("exponent_upper", "1E5"),
    ("exponent_plus", "1e+5"), ("exponent_minus", "1e-5"), ("exponent_upper_plus", "1E+5"),
    ("exponent_upper_minus", "1E-5"), ("exponent_leading_zeros", "1e0005"), ("exponent_zero", "0e0"),
    ("exponent_zero_plus", "0E+00"), ("fraction_exponent", "1.5e3"),
    ("fraction_exponent_plus", "123.456e+78"), ("fraction_exponent_minus", "123.456E-78"),
    ("int32_max", "2147483647"), ("int64_max", "9223372036854775807"),
    ("int64_min", "-9223372036854775808"), ("uint64_max", "18446744073709551615"),
    ("double_max", "1.7976931348623157e308"), ("double_smallest", "5e-324"),
    ("double_halfway", "9007199254740993"), ("fifteen_digits", "123456789012345"),
    ("sixteen_digits", "1234567890123456"), ("seventeen_digits", "12345678901234567"),
]:
    accept(f"number_{name}", text)
accept("number_space_after", "[1 ]")
accept("number_before_brace", '{"a":1}')
accept("number_before_comma", "[0,0]")
accept("number_before_line_feed", "[0\n,1\r,2\t]")

for name, text in [
    ("exponent_9999", "1e9999"), ("exponent_minus_9999", "-1e9999"), ("exponent_underflow", "1e-9999"),
    ("exponent_of_40_digits", "1e" + "9" * 40), ("exponent_minus_of_40_digits", "1e-" + "9" * 40),
    ("zero_with_large_exponent", "0e99999999999"), ("20_digits", "12345678901234567890"),
    ("minus_20_digits", "-12345678901234567890"), ("int64_max_plus_1", "9223372036854775808"),
    ("int64_min_minus_1", "-9223372036854775809"), ("uint64_max_plus_1", "18446744073709551616"),
    ("100_digits", "1" + "0" * 99), ("5000_digits", "7" * 5000),
    ("fraction_of_5000_digits", "0." + "3" * 5000),
    ("fraction_of_zeros_then_exponent", "0." + "0" * 400 + "1e401"),
    ("5000_digits_and_exponent", "1" * 2500 + "." + "2" * 2500 + "e+12"),
]:
    either(f"number_{name}", text)
    either(f"number_{name}_in_array", f"[{text}]")

for name, text in [
    ("leading_zero", "01"), ("two_zeros", "00"), ("minus_leading_zero", "-01"), ("minus_two_zeros", "-00"),
    ("leading_zero_fraction", "01.5"), ("leading_zeros_exponent", "00e1"), ("plus", "+1"),
    ("plus_zero", "+0"), ("plus_plus", "++1"), ("minus_minus", "--1"), ("minus_plus", "-+1"),
    ("minus_space", "- 1"), ("minus_letter", "-a"), ("minus_dot", "-.5"), ("minus_exponent", "-e1"),
    ("dot_first", ".5"), ("dot_only", "."), ("dot_last", "1."), ("minus_dot_last", "-1."),
    ("zero_dot", "0."), ("dot_exponent", "1.e5"), ("zero_dot_exponent", "0.e1"), ("two_dots", "1.2.3"),
    ("double_dot", "1..2"), ("dot_minus", "1.-2"), ("dot_plus", "1.+2"), ("dot_space", "1. 2"),
    ("exponent_empty", "1e"), ("exponent_upper_empty", "1E"), ("exponent_plus_empty", "1e+"),
    ("exponent_minus_empty", "1E-"), ("exponent_zero_empty", "0e"), ("exponent_fraction_empty", "1.5e"),
    ("exponent_twice", "1e2e3"), ("exponent_double", "1ee2"), ("exponent_fraction", "1e2.5"),
    ("exponent_dot", "1e.5"), ("exponent_two_signs", "1e+-2"), ("exponent_sign_last", "1e2-"),
    ("exponent_space", "1 e2"), ("exponent_inner_space", "1e 2"), ("exponent_letter", "1ea"),
    ("hexadecimal", "0x1F"), ("hexadecimal_upper", "0X1F"), ("hexadecimal_empty", "0x"),
    ("hexadecimal_digits", "1F"), ("octal_prefix", "0o17"), ("binary_prefix", "0b101"),
    ("underscore", "1_000"), ("apostrophe", "1'000"), ("thousands_space", "1 000"),
    ("decimal_comma_in_object", '{"a":1,5}'), ("suffix_long", "1L"), ("suffix_float", "1.0f"),
    ("suffix_n", "10n"), ("nan", "NaN"), ("nan_lower", "nan"), ("minus_nan", "-NaN"),
    ("infinity", "Infinity"), ("minus_infinity", "-Infinity"), ("plus_infinity", "+Infinity"),
    ("inf", "inf"), ("minus_inf", "-inf"), ("expression", "1+2"), ("minus_between", "1-2"),
    ("percent", "50%"), ("dollar", "$1"), ("full_width_digit", "\uff11"), ("arabic_digit", "\u0661"),
    ("digit_then_arabic_digit", "1\u0661"), ("minus_sign_u2212", "\u22121"),
    ("superscript", "1\u00b2"), ("slash", "1/2"), ("colon", "1:2"),
]:
    reject(f"number_{name}", text)
for name, text in [
    ("leading_zero", "01"), ("dot_last", "1."), ("dot_first", ".5"), ("exponent_empty", "1e"),
    ("plus", "+1"), ("minus_only", "-"), ("nan", "NaN"), ("hexadecimal", "0x1"), ("two_numbers", "1 2"),
    ("ill_formed_utf8_after", b"1\xff"), ("nul_after", b"1\x00"), ("quote_after", '1"'),
    ("bracket_after", "1["), ("dot_at_block_end", "1" * 14 + "."), ("letter_at_block_end", "1" * 15 + "x"),
]:
    body = text.encode() if isinstance(text, str) else text
    reject(f"number_in_array_{name}", b"[" + body + b"]")

# --- Strings -------------------------------------------------------------------------------------------

accept("string_each_short_escape", r'"\"\\\/\b\f\n\r\t"')
for name, letter in [
    ("quote", '"'), ("backslash", "\\"), ("slash", "/"), ("backspace", "b"), ("form_feed", "f"),
    ("line_feed", "n"), ("carriage_return", "r"), ("tab", "t"),
]:
    accept(f"string_escape_{name}", f'"\\{letter}"')
accept("string_unescaped_slash", '"a/b"')
accept("string_unicode_escape_ascii", r'"\u0041"')
accept("string_unicode_escape_lower_hex", r'"\u00e9\u20ac\uabcd\uefab"')
accept("string_unicode_escape_upper_hex", r'"\u00E9\u20AC\uABCD\uEFAB"')
accept("string_unicode_escape_mixed_hex", r'"\uaBcD"')
accept("string_unicode_escape_nul", r'"\u0000"')
accept("string_unicode_escape_each_control", '"' + "".join(f"\\u{code:04x}" for code in range(32)) + '"')
accept("string_unicode_escape_quote_and_backslash", r'"\u0022\u005C"')
accept("string_unicode_escape_last_before_surrogates", r'"\ud7ff"')
accept("string_unicode_escape_first_after_surrogates", r'"\ue000"')
accept("string_unicode_escape_noncharacters", r'"\ufdd0\ufffe\uffff"')
accept("string_unicode_escape_byte_order_mark", r'"\ufeff"')
accept("string_surrogate_pair", r'"\ud83d\ude00"')
accept("string_surrogate_pair_upper_hex", r'"\uD83D\uDE00"')
accept("string_surrogate_pair_lowest", r'"\ud800\udc00"')
accept("string_surrogate_pair_highest", r'"\udbff\udfff"')
accept("string_surrogate_pairs_in_a_row", r'"\ud83d\ude00\ud83d\ude01\ud83d\ude02"')
accept("string_escape_then_digits", r'"\u00411234"')
accept("string_escaped_backslash_then_u", r'"\\u12"')
accept("string_two_escaped_backslashes", r'"\\\\"')
accept("string_escaped_backslash_before_quote", r'["a\\","b"]')
accept("string_three_backslashes_and_quote", r'["\\\"","b"]')
accept("string_delete_unescaped", b'"a\x7fb"')
accept("string_c1_controls", '"\u0080\u0085\u009f"')
accept("string_single_quotes_inside", "\"it's\"")
accept("string_structure_inside", '"[1,{\\"a\\":2}]//*/"')
accept("string_line_separators", '"\u2028\u2029"')
accept("string_byte_order_mark_inside", '"a\ufeffb"')
accept("string_replacement_character", '"\ufffd"')
accept("string_noncharacters", '"\ufdd0\ufffe\uffff\U0001ffff\U0010ffff"')
accept("string_utf8_two_bytes", '"\u0080\u00e9\u07ff"')
accept("string_utf8_three_bytes", '"\u0800\u20ac\ud7ff\ue000\uffff"')
accept("string_utf8_four_bytes", '"\U00010000\U0001f600\U0010ffff"')
accept("string_emoji_with_modifiers", '"\U0001f44d\U0001f3fd \U0001f468\u200d\U0001f469\u200d\U0001f467"')
accept("string_combining_marks", '"e\u0301\u0323 \u1100\u1161\u11a8"')
accept("string_right_to_left", '"\u202eabc\u202c \u05d0\u05d1 \u0627\u0644"')
accept("string_html", '"<script>alert(1)</script>&amp;"')
accept("string_space_only", '" "')
accept("string_of_100000_bytes", quoted(b"a" * 100000))
accept("string_of_10000_escapes", quoted(b"\\n" * 10000))
accept("string_of_10000_unicode_escapes", quoted(b"\\u00e9" * 10000))
for length in (14, 15, 16, 17, 30, 31, 32, 33, 62, 63, 64, 65, 127, 128):
    accept(f"string_of_{length}_bytes", quoted(b"a" * length))
for pad in (12, 13, 14, 15, 16, 30, 31):
    accept(f"string_escape_after_{pad}_bytes", quoted(b"a" * pad + b"\\n"))
    accept(f"string_surrogate_pair_after_{pad}_bytes", quoted(b"a" * pad + b"\\ud83d\\ude00"))
    accept(f"string_utf8_four_bytes_after_{pad}_bytes", quoted(b"a" * pad + "\U0001f600".encode()))
    accept(f"string_utf8_three_bytes_after_{pad}_bytes", quoted(b"a" * pad + "\u20ac".encode()))
accept("string_utf8_two_byte_run", '"' + "\u00e9" * 50 + '"')
accept("string_utf8_three_byte_run", '"' + "\u20ac" * 50 + '"')
accept("string_utf8_four_byte_run", '"' + "\U0001f600" * 50 + '"')
accept("string_utf8_all_lengths_run", '"' + "a\u00e9\u20ac\U0001f600" * 30 + '"')

either("string_lone_high_surrogate", r'"\ud800"')
either("string_lone_high_surrogate_last", r'"\udbff"')
either("string_lone_low_surrogate", r'"\udc00"')
either("string_lone_low_surrogate_last", r'"\udfff"')
either("string_lone_high_then_text", r'"\ud83dabc"')
either("string_lone_high_then_short_escape", r'"\ud83d\n"')
either("string_lone_high_then_ascii_escape", r'"\ud83d\u0041"')
either("string_lone_high_then_escaped_backslash", r'"\ud83d\\ude00"')
either("string_two_high_surrogates", r'"\ud800\ud800"')
either("string_high_then_pair", r'"\ud83d\ud83d\ude00"')
either("string_pair_then_low", r'"\ud83d\ude00\ude00"')
either("string_reversed_surrogates", r'"\ude00\ud83d"')
either("string_two_low_surrogates", r'"\udc00\udc00"')
either("string_lone_low_then_text", r'"\ude00abc"')
either("string_lone_high_in_array", r'["\ud800",1]')
either("string_lone_high_in_key", r'{"\ud800":1}')
either("string_lone_low_in_key", r'{"a\udfff":1}')
either("string_lone_high_after_15_bytes", quoted(b"a" * 15 + b"\\ud83d"))
either("string_lone_high_then_utf8", '"\\ud83d\u00e9"')

for name, text in [
    ("unterminated_empty", '"'), ("unterminated", '"abc'), ("unterminated_in_array", '["abc'),
    ("unterminated_closed_array", '["abc]'), ("unterminated_after_escaped_quote", r'"abc\"'),
    ("unterminated_after_backslash", '"abc\\'), ("unterminated_backslash_in_array", '["\\"]'),
    ("unterminated_of_64_bytes", '"' + "a" * 63), ("unterminated_key", '{"a'),
    ("no_opening_quote", 'abc"'), ("single_quotes", "'abc'"), ("single_quotes_in_array", "['abc']"),
    ("backticks", "`abc`"), ("typographic_quotes", "\u201cabc\u201d"), ("escape_outside", r"\n"),
    ("escaped_quote_outside", r'\"abc\"'), ("unicode_escape_outside", r"[\u0020\"a\"]"),
    ("two_strings", '"a" "b"'), ("two_strings_joined", '"a""b"'), ("concatenated", '"a"+"b"'),
    ("escape_x", r'"\x41"'), ("escape_octal", r'"\101"'), ("escape_zero", r'"\0"'),
    ("escape_a", r'"\a"'), ("escape_e", r'"\e"'), ("escape_v", r'"\v"'), ("escape_single_quote", r'''"\'"'''),
    ("escape_upper_n", r'"\N"'), ("escape_upper_u", r'"\U0041"'), ("escape_braced", r'"\u{41}"'),
    ("escape_space", r'"\ "'), ("escape_bracket", r'"\]"'), ("escape_emoji", '"\\\U0001f600"'),
    ("escape_line_feed", '"\\\n"'), ("escape_tab", '"\\\t"'), ("escape_u_empty", r'"\u"'),
    ("escape_u_1_digit", r'"\u1"'), ("escape_u_2_digits", r'"\u12"'), ("escape_u_3_digits", r'"\u123"'),
    ("escape_u_3_digits_then_space", r'"\u123 "'), ("escape_u_bad_1", r'"\ug123"'),
    ("escape_u_bad_2", r'"\u1g23"'), ("escape_u_bad_3", r'"\u12g3"'), ("escape_u_bad_4", r'"\u123g"'),
    ("escape_u_plus", r'"\u+123"'), ("escape_u_minus", r'"\u-123"'), ("escape_u_space", r'"\u 123"'),
    ("escape_u_x", r'"\u0x41"'), ("escape_u_slash_before_0", r'"\u004/"'),
    ("escape_u_colon_after_9", r'"\u004:"'), ("escape_u_at_before_a", r'"\u004@"'),
    ("escape_u_grave_before_a", r'"\u004`"'), ("escape_u_g", r'"\u004G"'),
    ("escape_u_full_width_digits", '"\\u\uff10\uff10\uff14\uff11"'), ("escape_u_unterminated", r'"\u00'),
    ("escape_u_unterminated_at_u", '"\\u'), ("high_surrogate_then_bad_hex", r'"\ud83d\udeXX"'),
    ("high_surrogate_then_short_hex", r'"\ud83d\ude"'), ("high_surrogate_then_backslash", '"\\ud83d\\"'),
    ("high_surrogate_then_bad_escape", r'"\ud83d\x"'), ("high_surrogate_then_u", r'"\ud83d\u"'),
    ("bad_escape_in_key", r'{"\x":1}'), ("bad_hex_in_key", r'{"\u00zz":1}'),
    ("bad_escape_after_15_bytes", '"' + "a" * 15 + '\\q"'), ("bad_hex_after_14_bytes", '"' + "a" * 14 + '\\u12x4"'),
]:
    reject(f"string_{name}", text)

# Every control character must be escaped; 0x7F is none in JSON's grammar.
for code in range(32):
    reject(f"string_control_{code:02x}", quoted(b"a" + bytes([code]) + b"b"))
for name, data in [
    ("tab_in_key", b'{"a\tb":1}'), ("line_feed_in_key", b'{"a\nb":1}'), ("nul_in_key", b'{"a\x00b":1}'),
    ("carriage_return_line_feed", quoted(b"a\r\nb")), ("at_start", quoted(b"\x01abc")),
    ("at_end", quoted(b"abc\x1f")), ("after_15_bytes", quoted(b"a" * 15 + b"\x02")),
    ("after_16_bytes", quoted(b"a" * 16 + b"\x02")), ("after_31_bytes", quoted(b"a" * 31 + b"\x02" + b"b" * 40)),
    ("after_63_bytes", quoted(b"a" * 63 + b"\x02" + b"b" * 80)), ("after_escape", quoted(b"\\n\x00")),
]:
    reject(f"string_control_{name}", data)

# --- UTF-8 ---------------------------------------------------------------------------------------------

# One sequence for each way to leave table 3-7 of the Unicode standard.
ILL_FORMED = {
    "stray_continuation_80": b"\x80", "stray_continuation_bf": b"\xbf",
    "stray_continuations": b"\x80\xbf\x80", "continuation_after_complete": b"\xc3\xa9\x80",
    "overlong_2_c0_80": b"\xc0\x80", "overlong_2_c0_af": b"\xc0\xaf", "overlong_2_c1_bf": b"\xc1\xbf",
    "overlong_3_nul": b"\xe0\x80\x80", "overlong_3_slash": b"\xe0\x80\xaf",
    "overlong_3_highest": b"\xe0\x9f\xbf", "overlong_4_nul": b"\xf0\x80\x80\x80",
    "overlong_4_highest": b"\xf0\x8f\xbf\xbf", "overlong_5": b"\xf8\x88\x80\x80\x80",
    "overlong_6": b"\xfc\x84\x80\x80\x80\x80", "surrogate_d800": b"\xed\xa0\x80",
    "surrogate_dbff": b"\xed\xaf\xbf", "surrogate_dc00": b"\xed\xb0\x80", "surrogate_dfff": b"\xed\xbf\xbf",
    "surrogate_pair": b"\xed\xa0\xbd\xed\xb8\x80", "above_10ffff": b"\xf4\x90\x80\x80",
    "above_10ffff_highest": b"\xf4\xbf\xbf\xbf", "lead_f5": b"\xf5\x80\x80\x80",
    "lead_f7": b"\xf7\xbf\xbf\xbf", "lead_f8": b"\xf8", "lead_fe": b"\xfe", "lead_ff": b"\xff",
    "utf16_marks": b"\xfe\xff\xff\xfe", "truncated_2": b"\xc3", "truncated_2_lowest": b"\xc2",
    "truncated_2_highest": b"\xdf", "truncated_3_after_1": b"\xe2", "truncated_3_after_2": b"\xe2\x82",
    "truncated_4_after_1": b"\xf0", "truncated_4_after_2": b"\xf0\x9f",
    "truncated_4_after_3": b"\xf0\x9f\x98", "two_leads": b"\xc3\xc3\xa9", "lead_3_then_lead_2": b"\xe2\xc3\xa9",
    "bad_second_of_3": b"\xe2\x28\xa1", "bad_third_of_3": b"\xe2\x82\x28", "bad_second_of_4": b"\xf0\x28\x8c\xbc",
    "bad_third_of_4": b"\xf0\x9f\x28\xbc", "bad_fourth_of_4": b"\xf0\x9f\x98\x28",
    "second_c0_of_2": b"\xc3\xc0", "second_7f_of_2": b"\xc3\x7f", "latin_1": b"caf\xe9 au lait",
    "windows_1252_quotes": b"\x93quoted\x94", "shift_jis": b"\x83e\x83X\x83g",
}
for name, sequence in ILL_FORMED.items():
    reject(f"utf8_{name}", quoted(b"a" + sequence + b"z"))
for name in ("stray_continuation_80", "overlong_2_c0_af", "surrogate_d800", "above_10ffff", "lead_ff",
             "truncated_2", "truncated_3_after_2", "truncated_4_after_3"):
    sequence = ILL_FORMED[name]
    reject(f"utf8_{name}_at_start", quoted(sequence + b"abc"))
    reject(f"utf8_{name}_at_end", quoted(b"abc" + sequence))
    reject(f"utf8_{name}_in_key", b'{"k' + sequence + b'":1}')
    reject(f"utf8_{name}_outside_string", b"[" + sequence + b"]")
    for pad in (12, 13, 14, 15, 16, 30, 31, 62, 63):
        reject(f"utf8_{name}_after_{pad}_bytes", quoted(b"a" * pad + sequence + b"z" * 40))
    reject(f"utf8_{name}_among_two_byte_text", quoted("\u00e9".encode() * 12 + sequence + "\u00e9".encode() * 12))
    reject(f"utf8_{name}_after_escape", quoted(b"\\n" + sequence + b"z"))
reject("utf8_cut_off_in_2", b'"a\xc3')
reject("utf8_cut_off_in_3", b'"a\xe2\x82')
reject("utf8_cut_off_in_4", b'"a\xf0\x9f\x98')
reject("utf8_ill_formed_after_document", b"[1]\xff")
reject("utf8_ill_formed_before_document", b"\xff[1]")
reject("utf8_well_formed_outside_string", "[\u00e9]")
reject("utf8_escape_of_a_continuation", b'"\\\x80"')
reject("utf16_little_endian", "[1]".encode("utf-16-le"))
reject("utf16_big_endian", "[1]".encode("utf-16-be"))
reject("utf16_little_endian_with_mark", b"\xff\xfe" + '["a"]'.encode("utf-16-le"))
reject("utf16_big_endian_with_mark", b"\xfe\xff" + '["a"]'.encode("utf-16-be"))
reject("utf32_little_endian", "[1]".encode("utf-32-le"))
reject("utf32_big_endian", "[1]".encode("utf-32-be"))
reject("utf7_mark", b"+/v8-[1]")

either("byte_order_mark_array", b"\xef\xbb\xbf[1]")
either("byte_order_mark_object", b'\xef\xbb\xbf{"a":1}')
either("byte_order_mark_then_space", b"\xef\xbb\xbf \n[]")

# --- Arrays --------------------------------------------------------------------------------------------

accept("array_one_element", "[1]")
accept("array_of_empty_string", '[""]')
accept("array_of_arrays", "[[],[[]],[1,[2,[3]]]]")
accept("array_of_nulls", "[null,null,null]")
accept("array_of_objects", '[{"a":1},{"a":2},{}]')
accept("array_of_1000_numbers", "[" + ",".join(str(n) for n in range(1000)) + "]")
accept("array_of_1000_objects", "[" + ",".join(f'{{"n":{n}}}' for n in range(1000)) + "]")
accept("array_leading_space", " [1]")
for name, text in [
    ("trailing_comma", "[1,]"), ("trailing_comma_and_space", "[1, ]"), ("only_comma", "[,]"),
    ("leading_comma", "[,1]"), ("double_comma", "[1,,2]"), ("double_trailing_comma", "[1,,]"),
    ("two_commas", "[,,]"), ("missing_comma", "[1 2]"), ("missing_comma_strings", '["a" "b"]'),
    ("missing_comma_arrays", "[[1][2]]"), ("missing_comma_objects", '[{"a":1}{"a":2}]'),
    ("missing_comma_after_literal", "[true 1]"), ("semicolon", "[1;2]"), ("colon", "[1:2]"),
    ("colon_after_string", '["a":1]'), ("member", '["a":{"b":1}]'), ("only_colon", "[:]"),
    ("unclosed_empty", "["), ("unclosed", "[1"), ("unclosed_after_comma", "[1,"),
    ("unclosed_after_space", "[1 "), ("unclosed_inner", "[[1,2]"), ("unclosed_string", '["a"'),
    ("unclosed_literal", "[tru"), ("closed_by_brace", "[1}"), ("closed_by_parenthesis", "[1)"),
    ("closed_twice", "[1]]"), ("never_opened", "1]"), ("empty_closed_by_brace", "[}"),
    ("inner_closed_by_brace", "[[1}]"), ("spread", "[...a]"), ("hole_then_null", "[,null]"),
    ("key_without_value", '["a":]'), ("star", "[*]"), ("unclosed_with_line_feed", "[1\n"),
    ("comma_before_open", ",[1]"), ("backslash", "[\\]"), ("newline_comma", "[1\n,\n]"),
]:
    reject(f"array_{name}", text)

# --- Objects -------------------------------------------------------------------------------------------

accept("object_one_member", '{"a":1}')
accept("object_each_kind", '{"n":null,"t":true,"f":false,"i":1,"d":1.5,"s":"x","a":[1],"o":{"p":{}}}')
accept("object_empty_key", '{"":0}')
accept("object_duplicate_key", '{"a":1,"a":2}')
accept("object_duplicate_key_and_value", '{"a":1,"a":1}')
accept("object_duplicate_key_by_escape", r'{"a":1,"\u0061":2}')
accept("object_key_with_escapes", r'{"\"\\\/\b\f\n\r\t\u0000":1}')
accept("object_key_with_nul_escape", r'{"id\u0000":1}')
accept("object_key_with_utf8", '{"\u00e9\u20ac\U0001f600":1}')
accept("object_key_with_structure", '{"{[\\":]}":1}')
accept("object_key_of_10000_bytes", b'{"' + b"k" * 10000 + b'":1}')
accept("object_key_like_prototype", '{"__proto__":{"a":1},"constructor":null}')
accept("object_keys_differing_by_case", '{"a":1,"A":2}')
accept("object_keys_prefix_of_each_other", '{"i":1,"id":2,"id_":3}')
accept("object_of_1000_members", "{" + ",".join(f'"k{n}":{n}' for n in range(1000)) + "}")
accept("object_line_feeds", '{\n"a"\n:\n1\n,\n"b"\n:\n2\n}')
accept("object_in_arrays", '[[{"a":[{"b":[]}]}]]')
for name, text in [
    ("trailing_comma", '{"a":1,}'), ("trailing_comma_and_space", '{"a":1, }'), ("only_comma", "{,}"),
    ("leading_comma", '{,"a":1}'), ("double_comma", '{"a":1,,"b":2}'), ("two_trailing_commas", '{"a":1,,}'),
    ("missing_comma", '{"a":1 "b":2}'), ("missing_comma_joined", '{"a":"b""c":1}'),
    ("missing_colon", '{"a" 1}'), ("missing_colon_joined", '{"a"1}'), ("missing_value", '{"a":}'),
    ("missing_value_then_comma", '{"a":,"b":1}'), ("missing_key", "{:1}"), ("only_colon", "{:}"),
    ("only_key", '{"a"}'), ("only_value", "{1}"), ("double_colon", '{"a"::1}'), ("equals", '{"a"=1}'),
    ("arrow", '{"a"=>1}'), ("comma_for_colon", '{"a",1}'), ("semicolon", '{"a":1;"b":2}'),
    ("colon_for_comma", '{"a":1:"b":2}'), ("bare_key", "{a:1}"), ("single_quoted_key", "{'a':1}"),
    ("number_key", "{1:1}"), ("true_key", "{true:1}"), ("null_key", "{null:1}"), ("array_key", "{[1]:1}"),
    ("object_key", '{{"a":1}:1}'), ("nested_without_key", "{{}}"), ("array_without_key", "{[]}"),
    ("second_member_bare", '{"a":1,b:2}'), ("second_member_number", '{"a":1,2}'),
    ("second_member_without_colon", '{"a":1,"b"}'), ("unclosed_empty", "{"), ("unclosed_key", '{"a"'),
    ("unclosed_colon", '{"a":'), ("unclosed_value", '{"a":1'), ("unclosed_comma", '{"a":1,'),
    ("unclosed_second_key", '{"a":1,"b'), ("unclosed_inner", '{"a":{"b":1}'), ("closed_by_bracket", '{"a":1]'),
    ("empty_closed_by_bracket", "{]"), ("closed_twice", '{"a":1}}'), ("never_opened", '"a":1}'),
    ("value_closed_by_bracket", '{"a":[1}'), ("two_values", '{"a":1 2}'), ("key_then_key", '{"a":"b":1}'),
    ("comment_in", '{"a":/*c*/1}'), ("comment_line_in", '{"a":1 //c\n}'), ("emoji_key", "{\U0001f600:1}"),
    ("bracketed_key", '{["a"]:1}'), ("space_key", "{ :1}"), ("escaped_key_quotes", r'{\"a\":1}'),
    ("parenthesised_value", '{"a":(1)}'), ("word_after_value", '{"a":1x}'), ("word_after_string", '{"a":"b"x}'),
    ("two_objects_joined", '[{"a":1}{"b":2}]'), ("comma_then_bracket", '[{"a":1,]'), ("dot_dot", '{"a":..}'),
]:
    reject(f"object_{name}", text)

# --- Nesting -------------------------------------------------------------------------------------------

accept("nesting_100_arrays", "[" * 100 + "]" * 100)
accept("nesting_100_objects", '{"a":' * 100 + "1" + "}" * 100)
accept("nesting_mixed_200", '[{"a":' * 100 + "null" + "}]" * 100)
accept("nesting_64_arrays", "[" * 64 + "]" * 64)
accept("nesting_65_arrays", "[" * 65 + "]" * 65)
accept("nesting_wide_not_deep", "[" + ",".join(["[[]]"] * 1000) + "]")
for depth in (509, 510, 511, 512, 513):
    either(f"nesting_{depth}_arrays", "[" * depth + "]" * depth)
    either(f"nesting_{depth}_objects", '{"a":' * (depth - 1) + "{}" + "}" * (depth - 1))
either("nesting_510_mixed", '[{"a":' * 254 + "[{}]" + "}]" * 254)
either("nesting_512_mixed", '[{"a":' * 255 + "[{}]" + "}]" * 255)
either("nesting_514_mixed", '[{"a":' * 256 + "[{}]" + "}]" * 256)
either("nesting_100000_arrays", "[" * 100000 + "]" * 100000)
for name, text in [
    ("crossed", "[{]}"), ("crossed_with_key", '{"a":[}]'), ("crossed_deep", '[[{"a":[1}]]]'),
    ("one_closer_short", "[" * 100 + "]" * 99), ("one_closer_long", "[" * 100 + "]" * 101),
    ("only_openers_of_arrays", "[" * 100), ("only_openers_of_objects", '{"a":' * 100),
    ("only_closers_of_arrays", "]" * 100), ("100000_openers", "[" * 100000),
    ("100000_object_openers", '{"a":' * 100000), ("64_arrays_closed_by_braces", "[" * 64 + "}" * 64),
    ("64_arrays_last_closed_by_brace", "[" * 64 + "]" * 63 + "}"), ("comma_after_inner", "[[1],]"),
    ("65th_closed_by_brace", "[" * 65 + "}" + "]" * 64),
]:
    reject(f"nesting_{name}", text)

# What follows a value inside a row: texts that are no JSON alone but mend themselves there.
MENDED_BY_EMBEDDING = {
    "reject_structure_value_and_member.json",
    "reject_structure_value_end_and_next_object.json",
}
PREFIX = b'[{"id":"1","platform":"twitter","post_date":"2026-01-01T00:00:00Z","extra":'
SUFFIX = b"}]"


def forbid(text):
    raise ValueError(f"not JSON: {text}")


def read(data):
    """The value of `data`, by Python's reader without its extensions; raises ValueError.

    Python reads NaN and Infinity (forbidden here), lone surrogates (which RFC 8259's grammar allows as
    well) and refuses integers of more than 4,300 digits (so numbers are left as text). Its recursion
    limit stands in for no rule of ours: the fixtures that nest deeper are `either_`, or ill-formed.
    """
    return json.loads(data.decode("utf-8"), parse_constant=forbid, parse_int=str, parse_float=str)


def is_read(data):
    try:
        read(data)
    except (ValueError, RecursionError):
        return False
    return True


def depth_of(value):
    level, deepest, queue = 0, 0, [value]
    while queue:
        level += 1
        inner = []
        for element in queue:
            if isinstance(element, (list, dict)):
                deepest = level
                inner.extend(element if isinstance(element, list) else element.values())
        queue = inner
    return deepest


def row_counts():
    """The number of elements of each fixture that is an array which this reader accepts."""
    lines = []
    for name in sorted(FIXTURES):
        data = FIXTURES[name].removeprefix(b"\xef\xbb\xbf")
        if name.startswith("reject_") or not data.lstrip().startswith(b"[") or len(data) > 150000:
            continue
        value = read(data)
        if depth_of(value) <= NESTING_LIMIT:
            lines.append(f"{name}\t{len(value)}\n")
    return "".join(lines).encode()


def check():
    problems = []
    expected_files = dict(FIXTURES)
    expected_files["rows.tsv"] = row_counts()
    found = {path.name for path in FOLDER.iterdir() if path.suffix in (".json", ".tsv")}
    problems += [f"{name}: missing" for name in expected_files.keys() - found]
    problems += [f"{name}: not made by this script" for name in found - expected_files.keys()]
    for name, data in expected_files.items():
        if name in found and (FOLDER / name).read_bytes() != data:
            problems.append(f"{name}: differs from what this script writes")
    for name, data in FIXTURES.items():
        alone, embedded = is_read(data), is_read(PREFIX + data + SUFFIX)
        if name.startswith("accept_") and not (alone and embedded):
            problems.append(f"{name}: Python refuses it")
        if name.startswith("reject_"):
            if alone:
                problems.append(f"{name}: Python reads it")
            if embedded != (name in MENDED_BY_EMBEDDING):
                problems.append(f"{name}: unexpected outcome inside a row")
        if name.startswith("accept_") and alone and depth_of(read(data)) > NESTING_LIMIT - 2:
            problems.append(f"{name}: too deep to be embedded")
    for problem in sorted(problems):
        print(problem)
    kinds = {kind: sum(name.startswith(kind) for name in FIXTURES) for kind in ("accept", "reject", "either")}
    print(f"{len(FIXTURES)} fixtures {kinds}, {len(problems)} problems")
    return 1 if problems else 0


def write():
    for name, data in FIXTURES.items():
        (FOLDER / name).write_bytes(data)
    (FOLDER / "rows.tsv").write_bytes(row_counts())
    print(f"{len(FIXTURES)} fixtures written")
    return 0


if __name__ == "__main__":
    sys.setrecursionlimit(5000)
    sys.exit(check() if sys.argv[1:] == ["--check"] else write())
