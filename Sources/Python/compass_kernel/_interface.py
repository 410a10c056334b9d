"""compass.h in the terms of ctypes: structs, constants and functions, by the names that they have there.

What each of them means is written in the header. A test compares the two with the help of a C compiler.
"""

from __future__ import annotations

import ctypes
from ctypes import (
    POINTER, Structure, c_char_p, c_double, c_int32, c_int64, c_size_t, c_uint32, c_uint64, c_void_p)
from typing import Any, Dict, Tuple

ABI_VERSION = 2

CONSTANTS = {
    "COMPASS_ABI_VERSION": ABI_VERSION,
    "COMPASS_OK": 0,
    "COMPASS_TABLE_SOCIAL_MEDIA_POSTS": 1,
    "COMPASS_TABLE_SCHOOLS": 2,
    "COMPASS_TABLE_COACHES": 3,
    "COMPASS_TABLE_INTERACTIONS": 4,
    "COMPASS_TABLE_EVENTS": 5,
    "COMPASS_TABLE_OFFERS": 6,
    "COMPASS_TABLE_SCHOOL_STATUS_HISTORY": 7,
    "COMPASS_TABLE_DOCUMENTS": 8,
    "COMPASS_TABLE_PERFORMANCE_METRICS": 9,
    "COMPASS_FORMAT_AUTOMATIC": 0,
    "COMPASS_FORMAT_JSON": 1,
    "COMPASS_FORMAT_NDJSON": 2,
    "COMPASS_ANSWER_JSON": 0,
    "COMPASS_ANSWER_JSON_INDENTED": 1,
    "COMPASS_ANSWER_CSV": 2,
    "COMPASS_ANSWER_CSV_WITH_MARK": 3,
    "COMPASS_ANSWER_HTML": 4,
    "COMPASS_ANSWER_HTML_DOCUMENT": 5,
    "COMPASS_RANGE_ALL": -1,
    "COMPASS_DAYS_OF_RANGE": 0,
    "COMPASS_DAYS_EVERY": -1,
    "COMPASS_MAXIMUM_DAYS": 1_000_000,
    "COMPASS_PLATFORM_TWITTER": 1,
    "COMPASS_PLATFORM_INSTAGRAM": 2,
    "COMPASS_SENTIMENT_VERY_POSITIVE": 1,
    "COMPASS_SENTIMENT_POSITIVE": 2,
    "COMPASS_SENTIMENT_NEUTRAL": 4,
    "COMPASS_SENTIMENT_NEGATIVE": 8,
    "COMPASS_CHOICE_BOTH": 0,
    "COMPASS_CHOICE_YES": 1,
    "COMPASS_CHOICE_NO": 2,
    "COMPASS_SEARCH_IGNORING_ACCENTS": 1,
    "COMPASS_SEARCH_ALL_WORDS": 2,
    "COMPASS_SOCIAL_COMPARE": 1,
    "COMPASS_SOCIAL_HEAT_MAP": 2,
    "COMPASS_ITEMS_EVENTS": 1,
    "COMPASS_ITEMS_INTERACTIONS": 2,
    "COMPASS_ITEMS_OFFERS": 4,
    "COMPASS_ITEMS_STATUS_CHANGES": 8,
    "COMPASS_NO_LIMIT": -1,
    "COMPASS_ACTIVITY_ALL": 0,
    "COMPASS_ACTIVITY_INTERACTION": 1,
    "COMPASS_ACTIVITY_SCHOOL_STATUS_CHANGE": 2,
    "COMPASS_ACTIVITY_DOCUMENT_UPLOAD": 3,
    "COMPASS_ACTIVITY_RANGE_ALL": 0,
    "COMPASS_ACTIVITY_RANGE_WEEK": 1,
    "COMPASS_ACTIVITY_RANGE_MONTH": 2,
    "COMPASS_ACTIVITY_RANGE_QUARTER": 3,
    "COMPASS_ACTIVITY_SEARCH_WHOLE_TEXT": 1,
    "COMPASS_PRESET_NONE": 0,
    "COMPASS_PRESET_7_DAYS": 1,
    "COMPASS_PRESET_30_DAYS": 2,
    "COMPASS_PRESET_90_DAYS": 3,
    "COMPASS_PRESET_6_MONTHS": 4,
    "COMPASS_PRESET_YEAR_TO_DATE": 5,
    "COMPASS_PRESET_1_YEAR": 6,
    "COMPASS_REPORT_COMPARE": 1,
    "COMPASS_SEARCH_INDEX_NOW": 0,
    "COMPASS_SEARCH_INDEX_BACKGROUND": 1,
    "COMPASS_SEARCH_INDEX_NEVER": 2,
    "COMPASS_CACHE_NONE": 0,
    "COMPASS_CACHE_USER": 1,
    "COMPASS_CACHE_FOLDER": 2,
    "COMPASS_VERIFY_READ": 0,
    "COMPASS_VERIFY_ALL": 1,
    "COMPASS_END_OF_FILE": -1,
    "COMPASS_PARTIAL_ANALYTICS": 1,
    "COMPASS_PARTIAL_FEED": 2,
    "COMPASS_PARTIAL_LINKED_COUNTS": 3,
    "COMPASS_PARTIAL_REPORT": 4,
    "COMPASS_PARTIAL_ACTIVITY": 5,
    "COMPASS_PARTIAL_TIMELINE_COUNTS": 6,
    "COMPASS_PARTIAL_TIMELINE_LEVELS": 7,
    "COMPASS_LOAD_OPTIONS_VERSION": 3,
    "COMPASS_OPEN_OPTIONS_VERSION": 1,
    "COMPASS_SAVE_OPTIONS_VERSION": 1,
    "COMPASS_TABLES_VERSION": 1,
    "COMPASS_POST_FILTER_VERSION": 2,
    "COMPASS_SOCIAL_OPTIONS_VERSION": 2,
    "COMPASS_FEED_OPTIONS_VERSION": 1,
    "COMPASS_TIMELINE_OPTIONS_VERSION": 1,
    "COMPASS_ACTIVITY_OPTIONS_VERSION": 1,
    "COMPASS_REPORT_OPTIONS_VERSION": 1,
    "COMPASS_TIMELINE_PARTIAL_OPTIONS_VERSION": 1,
}


class String(Structure):
    """compass_string. Keeps the bytes that it points to."""

    _fields_ = [("data", c_char_p), ("count", c_size_t)]


class LoadOptions(Structure):
    """compass_load_options."""

    _fields_ = [
        ("version", c_uint32), ("format", c_int32), ("max_problems", c_int64), ("threads", c_int32),
        ("search_index", c_int32), ("cache", c_int32), ("reserved", c_int32), ("cache_folder", String),
        ("replaced", POINTER(c_uint32)), ("replaced_count", c_size_t), ("from_byte", c_int64),
        ("to_byte", c_int64)]


class OpenOptions(Structure):
    """compass_open_options."""

    _fields_ = [
        ("version", c_uint32), ("verify", c_int32), ("copying", c_int32), ("threads", c_int32),
        ("search_index", c_int32), ("reserved", c_int32)]


class SaveOptions(Structure):
    """compass_save_options."""

    _fields_ = [("version", c_uint32), ("search_index", c_int32)]


class TableFailure(Structure):
    """compass_table_failure."""

    _fields_ = [("kind", c_int32), ("reserved", c_int32), ("reason", String)]


class Tables(Structure):
    """compass_tables."""

    _fields_ = [
        ("version", c_uint32), ("reserved", c_uint32), ("schools", c_uint64), ("coaches", c_uint64),
        ("interactions", c_uint64), ("events", c_uint64), ("offers", c_uint64),
        ("school_status_history", c_uint64), ("documents", c_uint64), ("performance_metrics", c_uint64),
        ("failures", POINTER(TableFailure)), ("failure_count", c_size_t)]


class PostFilter(Structure):
    """compass_post_filter."""

    _fields_ = [
        ("version", c_uint32), ("platforms", c_uint32), ("sentiments", c_uint32), ("flagged", c_int32),
        ("recruiting", c_int32), ("search_flags", c_uint32), ("schools", POINTER(String)),
        ("school_count", c_size_t), ("coaches", POINTER(String)), ("coach_count", c_size_t),
        ("from", String), ("to", String), ("search", String)]


class SocialOptions(Structure):
    """compass_social_options."""

    _fields_ = [
        ("version", c_uint32), ("flags", c_uint32), ("now_micros", c_int64), ("zone", c_uint64),
        ("filter", POINTER(PostFilter)), ("range_days", c_int32), ("activity_days", c_int32),
        ("top_schools", c_int64), ("top_coaches", c_int64), ("recent_posts", c_int64), ("format", c_int32),
        ("reserved", c_int32)]


class FeedOptions(Structure):
    """compass_feed_options."""

    _fields_ = [
        ("version", c_uint32), ("format", c_int32), ("now_micros", c_int64), ("zone", c_uint64),
        ("filter", POINTER(PostFilter)), ("page_size", c_int64), ("after", String),
        ("activity_days", c_int32), ("reserved", c_int32)]


class TimelineOptions(Structure):
    """compass_timeline_options."""

    _fields_ = [
        ("version", c_uint32), ("format", c_int32), ("now_micros", c_int64), ("zone", c_uint64),
        ("range_months", c_int32), ("hidden_items", c_uint32), ("school", String), ("lanes_page", c_int64),
        ("lanes_per_page", c_int64), ("minimum_width", c_double)]


class ActivityOptions(Structure):
    """compass_activity_options."""

    _fields_ = [
        ("version", c_uint32), ("format", c_int32), ("now_micros", c_int64), ("zone", c_uint64),
        ("type", c_int32), ("range", c_int32), ("page", c_int64), ("page_size", c_int64),
        ("search", String), ("search_flags", c_uint32), ("reserved", c_uint32)]


class ReportOptions(Structure):
    """compass_report_options."""

    _fields_ = [
        ("version", c_uint32), ("flags", c_uint32), ("now_micros", c_int64), ("zone", c_uint64),
        ("preset", c_int32), ("format", c_int32), ("from", String), ("to", String)]


class TimeWindow(Structure):
    """compass_time_window."""

    _fields_ = [("from_micros", c_int64), ("to_micros", c_int64)]


class TimelinePartialOptions(Structure):
    """compass_timeline_partial_options."""

    _fields_ = [
        ("version", c_uint32), ("hidden_items", c_uint32), ("zone", c_uint64), ("school", String),
        ("windows", POINTER(TimeWindow)), ("window_count", c_size_t), ("bucket_count", c_int64)]


#: The structs by the names that they have in the header.
STRUCTS = {
    "compass_string": String,
    "compass_load_options": LoadOptions,
    "compass_open_options": OpenOptions,
    "compass_save_options": SaveOptions,
    "compass_table_failure": TableFailure,
    "compass_tables": Tables,
    "compass_post_filter": PostFilter,
    "compass_social_options": SocialOptions,
    "compass_feed_options": FeedOptions,
    "compass_timeline_options": TimelineOptions,
    "compass_activity_options": ActivityOptions,
    "compass_report_options": ReportOptions,
    "compass_time_window": TimeWindow,
    "compass_timeline_partial_options": TimelinePartialOptions,
}

_handle = c_uint64
_handle_result = POINTER(c_uint64)
_number_result = POINTER(c_int64)

#: The arguments of the functions that return a status.
FUNCTIONS: Dict[str, Tuple[Any, ...]] = {
    "compass_text_view": (_handle, POINTER(c_void_p), POINTER(c_size_t)),
    "compass_text_destroy": (_handle,),
    "compass_time_parse": (String, _number_result),
    "compass_zone_create": (String, _handle_result),
    "compass_zone_create_local": (_handle_result,),
    "compass_zone_create_from_folder": (String, String, _handle_result),
    "compass_zone_create_from_bytes": (String, c_char_p, c_size_t, _handle_result),
    "compass_zone_data": (_handle, _handle_result),
    "compass_zone_destroy": (_handle,),
    "compass_table_load": (c_int32, c_char_p, c_size_t, POINTER(LoadOptions), _handle_result),
    "compass_table_load_file": (c_int32, String, POINTER(LoadOptions), _handle_result),
    "compass_table_count": (_handle, _number_result),
    "compass_table_report": (_handle, _handle_result),
    "compass_table_destroy": (_handle,),
    "compass_loader_create": (c_int32, POINTER(LoadOptions), _handle_result),
    "compass_loader_append": (_handle, c_char_p, c_size_t, _number_result, _handle_result),
    "compass_loader_finish": (_handle, _handle_result),
    "compass_loader_destroy": (_handle,),
    "compass_table_file_open": (String, POINTER(OpenOptions), _handle_result),
    "compass_table_file_table": (_handle, c_int32, _handle_result),
    "compass_table_file_destroy": (_handle,),
    "compass_table_file_verify": (String,),
    "compass_tables_save": (_handle_result, c_size_t, String, POINTER(SaveOptions)),
    "compass_table_import_arrow": (c_int32, c_void_p, c_void_p, POINTER(LoadOptions), _handle_result),
    "compass_table_import_arrow_stream": (c_int32, c_void_p, POINTER(LoadOptions), _handle_result),
    "compass_posts_create": (_handle, _handle, _handle, _handle_result),
    "compass_posts_save": (_handle, String, POINTER(SaveOptions)),
    "compass_posts_open": (String, _handle, POINTER(OpenOptions), _handle_result),
    "compass_posts_count": (_handle, _number_result),
    "compass_posts_match_count": (_handle, POINTER(PostFilter), _handle, _number_result),
    "compass_posts_analytics": (_handle, POINTER(SocialOptions), _handle_result),
    "compass_posts_feed": (_handle, POINTER(FeedOptions), _handle_result),
    "compass_posts_linked": (_handle, POINTER(FeedOptions), _handle_result),
    "compass_posts_snapshot": (_handle, _handle_result),
    "compass_posts_destroy": (_handle,),
    "compass_posts_set_flag": (_handle, String, c_int32, _handle_result),
    "compass_posts_set_notes": (_handle, String, String, _handle_result),
    "compass_posts_delete": (_handle, String, _handle_result),
    "compass_posts_apply_change": (_handle, _handle, _handle_result),
    "compass_change_destroy": (_handle,),
    "compass_posts_merge": (
        _handle, c_char_p, c_size_t, POINTER(LoadOptions), _handle_result, _handle_result),
    "compass_posts_apply_realtime": (_handle, c_char_p, c_size_t, _handle_result),
    "compass_posts_forget_deletions": (_handle, c_int64),
    "compass_posts_prepare_for_search": (_handle, c_uint32),
    "compass_posts_prepare_for_changes": (_handle,),
    "compass_posts_compact": (_handle,),
    "compass_posts_compact_for": (_handle, c_int64, POINTER(c_int32)),
    "compass_posts_export_arrow": (_handle, c_void_p, c_void_p),
    "compass_posts_export_arrow_stream": (_handle, c_void_p),
    "compass_posts_export_arrow_where": (_handle, POINTER(PostFilter), _handle, c_void_p, c_void_p),
    "compass_posts_export_arrow_stream_where": (_handle, POINTER(PostFilter), _handle, c_void_p),
    "compass_posts_day_counts_arrow": (_handle, POINTER(SocialOptions), c_void_p, c_void_p),
    "compass_arrow_use_capsules": (c_void_p, c_void_p, c_void_p),
    "compass_timeline_create": (POINTER(Tables), _handle_result),
    "compass_timeline_page": (_handle, POINTER(TimelineOptions), _handle_result),
    "compass_timeline_put": (
        _handle, c_int32, c_char_p, c_size_t, POINTER(LoadOptions), _number_result),
    "compass_timeline_remove": (_handle, String),
    "compass_timeline_export_arrow": (_handle, _handle, c_void_p, c_void_p),
    "compass_timeline_snapshot": (_handle, _handle_result),
    "compass_timeline_destroy": (_handle,),
    "compass_activity_create": (POINTER(Tables), c_int64, _handle_result),
    "compass_activity_page": (_handle, POINTER(ActivityOptions), _handle_result),
    "compass_activity_put": (
        _handle, c_int32, c_char_p, c_size_t, POINTER(LoadOptions), _number_result),
    "compass_activity_remove": (_handle, String),
    "compass_activity_insert": (
        _handle, c_int32, c_char_p, c_size_t, POINTER(LoadOptions), _number_result),
    "compass_activity_prepare_for_search": (_handle, c_uint32),
    "compass_activity_prepare_for_inserts": (_handle,),
    "compass_activity_snapshot": (_handle, _handle_result),
    "compass_activity_destroy": (_handle,),
    "compass_reports_create": (POINTER(Tables), _handle_result),
    "compass_reports_page": (_handle, POINTER(ReportOptions), _handle_result),
    "compass_reports_destroy": (_handle,),
    "compass_posts_analytics_partial": (_handle, POINTER(SocialOptions), c_uint32, _handle_result),
    "compass_posts_feed_partial": (_handle, POINTER(FeedOptions), c_uint32, _handle_result),
    "compass_posts_linked_counts_partial": (_handle, POINTER(FeedOptions), c_uint32, _handle_result),
    "compass_reports_partial": (_handle, POINTER(ReportOptions), c_uint32, _handle_result),
    "compass_activity_partial": (_handle, POINTER(ActivityOptions), c_uint32, _handle_result),
    "compass_timeline_counts_partial": (_handle, POINTER(TimelinePartialOptions), c_uint32, _handle_result),
    "compass_timeline_levels_partial": (_handle, POINTER(TimelinePartialOptions), c_uint32, _handle_result),
    "compass_partial_read": (c_char_p, c_size_t, _handle_result),
    "compass_partial_bytes": (_handle, POINTER(c_void_p), POINTER(c_size_t)),
    "compass_partial_merge": (_handle_result, c_size_t, _handle_result),
    "compass_partial_kind": (_handle, POINTER(c_int32)),
    "compass_partial_shards": (_handle, POINTER(POINTER(c_uint32)), POINTER(c_size_t)),
    "compass_partial_answer": (_handle, _handle, _handle, c_int32, _handle_result),
    "compass_partial_linked_answer": (_handle, _handle, _handle, _handle, c_int32, _handle_result),
    "compass_partial_destroy": (_handle,),
    "compass_table_row_keys": (
        c_int32, c_char_p, c_size_t, POINTER(LoadOptions), c_uint32, c_uint64, c_uint64, _handle_result),
    "compass_table_row_keys_of_file": (
        c_int32, String, POINTER(LoadOptions), c_uint32, c_uint64, c_uint64, _handle_result),
    "compass_table_row_keys_of_arrow": (
        c_int32, c_void_p, c_void_p, c_uint32, c_uint64, c_uint64, _handle_result),
    "compass_table_row_keys_of_arrow_stream": (
        c_int32, c_void_p, c_uint32, c_uint64, c_uint64, _handle_result),
}

#: Result and arguments of the functions that cannot fail.
INFALLIBLE_FUNCTIONS: Dict[str, Tuple[Any, Tuple[Any, ...]]] = {
    "compass_abi_version": (c_uint32, ()),
    "compass_version": (c_char_p, ()),
    "compass_status_name": (c_char_p, (c_int32,)),
    "compass_error_message": (c_char_p, ()),
    "compass_handle_count": (c_uint64, ()),
    "compass_arrow_end_capsule": (None, (c_void_p,)),
}


def declare(library: ctypes.CDLL, check: Any) -> None:
    """Gives the library's functions their types, and those with a status the function that checks it."""
    for name, (result, arguments) in INFALLIBLE_FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    for name, arguments in FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes, function.errcheck = c_int32, arguments, check
