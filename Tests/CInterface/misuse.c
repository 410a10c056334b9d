/*
 * What callers get wrong: each mistake has its status and its message, and none ends the process.
 *
 *     ./misuse Datasets/tiny [DAYS]     the days of the longest charts; as many as are allowed unless told
 */
#include "expectations.h"

#include <math.h>
#include <unistd.h>

static const compass_string no_string = COMPASS_STRING_NONE;
static const compass_string bad_string = {"caf\xc3", 4};
static const compass_string dangling_count = {NULL, 3};
static const compass_string endless = {"x", SIZE_MAX};

/* One live handle of each kind. */
static struct {
    compass_table posts_table;
    compass_tables tables;
    compass_posts posts;
    compass_timeline timeline;
    compass_activity activity;
    compass_reports reports;
    compass_zone zone;
    compass_change change;
    compass_text text;
    compass_table_file file;
    compass_partial partial;
} live;

/* The path of a file that does not exist, except where it is made. */
static compass_string file_path(void)
{
    static char path[64];

    if (!path[0]) snprintf(path, sizeof path, "/tmp/compass-misuse-%ld.compass", (long)getpid());
    return COMPASS_STRING(path);
}

static void make_live_handles(const char *folder)
{
    compass_feed_options feed = COMPASS_FEED_OPTIONS_INIT;

    live.posts_table = load_table(folder, "social_media_posts", COMPASS_TABLE_SOCIAL_MEDIA_POSTS);
    live.tables = load_tables(folder);
    EXPECT_OK(compass_posts_create(live.posts_table, live.tables.schools, live.tables.coaches, &live.posts));
    EXPECT_OK(compass_posts_feed_partial(live.posts, &feed, 0, &live.partial));
    EXPECT_OK(compass_timeline_create(&live.tables, &live.timeline));
    EXPECT_OK(compass_activity_create(&live.tables, COMPASS_NO_LIMIT, &live.activity));
    EXPECT_OK(compass_reports_create(&live.tables, &live.reports));
    EXPECT_OK(compass_zone_create(COMPASS_STRING("UTC"), &live.zone));
    EXPECT_OK(compass_posts_merge(live.posts, "[]", 2, NULL, &live.change, &live.text));
    EXPECT_OK(compass_tables_save(&live.posts_table, 1, file_path(), NULL));
    EXPECT_OK(compass_table_file_open(file_path(), NULL, &live.file));
    unlink(file_path().data);
}

static void destroy_live_handles(void)
{
    EXPECT_OK(compass_table_destroy(live.posts_table));
    destroy_tables(live.tables);
    EXPECT_OK(compass_posts_destroy(live.posts));
    EXPECT_OK(compass_timeline_destroy(live.timeline));
    EXPECT_OK(compass_activity_destroy(live.activity));
    EXPECT_OK(compass_reports_destroy(live.reports));
    EXPECT_OK(compass_zone_destroy(live.zone));
    EXPECT_OK(compass_change_destroy(live.change));
    EXPECT_OK(compass_text_destroy(live.text));
    EXPECT_OK(compass_table_file_destroy(live.file));
    EXPECT_OK(compass_partial_destroy(live.partial));
}

/* Each function that takes a handle refuses this one, which names nothing of its kind. */
static void expect_refused(uint64_t handle, compass_status if_destroyed)
{
    compass_social_options social = COMPASS_SOCIAL_OPTIONS_INIT;
    compass_feed_options feed = COMPASS_FEED_OPTIONS_INIT;
    compass_timeline_options timeline = COMPASS_TIMELINE_OPTIONS_INIT;
    compass_activity_options activity = COMPASS_ACTIVITY_OPTIONS_INIT;
    compass_report_options report = COMPASS_REPORT_OPTIONS_INIT;
    compass_string id = COMPASS_STRING("x");
    const char *data = "set before";
    size_t size = 1;
    int64_t count = 1;
    uint64_t made = 1, inverse = 1;
    int32_t is_finished = 1, kind = 1;
    compass_timeline_partial_options numbers = COMPASS_TIMELINE_PARTIAL_OPTIONS_INIT;
    const void *bytes = &data;
    const uint32_t *shards = NULL;
    compass_time_window window = {0, 1};

    numbers.windows = &window;
    numbers.window_count = 1;
#define REFUSED(call) EXPECT_STATUS(COMPASS_INVALID_HANDLE, call)
    REFUSED(compass_text_view(handle, &data, &size));
    EXPECT(data == NULL && size == 0);
    REFUSED(compass_table_count(handle, &count));
    EXPECT(count == 0);
    REFUSED(compass_table_report(handle, &made));
    EXPECT(made == 0);
    REFUSED(compass_posts_create(handle, 0, 0, &made));
    REFUSED(compass_posts_count(handle, &count));
    REFUSED(compass_posts_match_count(handle, NULL, 0, &count));
    REFUSED(compass_posts_analytics(handle, &social, &made));
    REFUSED(compass_posts_feed(handle, &feed, &made));
    REFUSED(compass_posts_linked(handle, &feed, &made));
    REFUSED(compass_posts_snapshot(handle, &made));
    REFUSED(compass_posts_save(handle, file_path(), NULL));
    REFUSED(compass_tables_save(&handle, 1, file_path(), NULL));
    REFUSED(compass_table_file_table(handle, COMPASS_TABLE_EVENTS, &made));
    EXPECT(made == 0);
    REFUSED(compass_posts_set_flag(handle, id, 1, &inverse));
    EXPECT(inverse == 0);
    REFUSED(compass_posts_set_notes(handle, id, id, NULL));
    REFUSED(compass_posts_delete(handle, id, NULL));
    REFUSED(compass_posts_apply_change(handle, live.change, NULL));
    REFUSED(compass_posts_merge(handle, "[]", 2, NULL, NULL, NULL));
    REFUSED(compass_posts_apply_realtime(handle, "[]", 2, NULL));
    REFUSED(compass_posts_forget_deletions(handle, 0));
    REFUSED(compass_posts_prepare_for_search(handle, 0));
    REFUSED(compass_posts_prepare_for_changes(handle));
    REFUSED(compass_posts_compact(handle));
    REFUSED(compass_posts_compact_for(handle, 0, &is_finished));
    EXPECT(is_finished == 0);
    REFUSED(compass_timeline_page(handle, &timeline, &made));
    REFUSED(compass_timeline_put(handle, COMPASS_TABLE_EVENTS, "[]", 2, NULL, &count));
    REFUSED(compass_timeline_remove(handle, id));
    REFUSED(compass_timeline_snapshot(handle, &made));
    REFUSED(compass_activity_page(handle, &activity, &made));
    REFUSED(compass_activity_insert(handle, COMPASS_TABLE_DOCUMENTS, "[]", 2, NULL, &count));
    REFUSED(compass_activity_put(handle, COMPASS_TABLE_DOCUMENTS, "[]", 2, NULL, &count));
    REFUSED(compass_activity_remove(handle, id));
    REFUSED(compass_activity_prepare_for_search(handle, 0));
    REFUSED(compass_activity_prepare_for_inserts(handle));
    REFUSED(compass_activity_snapshot(handle, &made));
    REFUSED(compass_reports_page(handle, &report, &made));
    REFUSED(compass_posts_apply_change(live.posts, handle, NULL));
    REFUSED(compass_posts_analytics_partial(handle, &social, 0, &made));
    REFUSED(compass_posts_feed_partial(handle, &feed, 0, &made));
    REFUSED(compass_posts_linked_counts_partial(handle, &feed, 0, &made));
    REFUSED(compass_reports_partial(handle, &report, 0, &made));
    REFUSED(compass_activity_partial(handle, &activity, 0, &made));
    REFUSED(compass_timeline_counts_partial(handle, &numbers, 0, &made));
    REFUSED(compass_timeline_levels_partial(handle, &numbers, 0, &made));
    REFUSED(compass_partial_bytes(handle, &bytes, &size));
    EXPECT(bytes == NULL && size == 0);
    REFUSED(compass_partial_shards(handle, &shards, &size));
    REFUSED(compass_partial_kind(handle, &kind));
    EXPECT(kind == 0);
    REFUSED(compass_partial_merge(&handle, 1, &made));
    REFUSED(compass_partial_answer(handle, 0, 0, 0, &made));
    REFUSED(compass_partial_linked_answer(handle, live.partial, 0, 0, 0, &made));
    REFUSED(compass_partial_linked_answer(live.partial, handle, 0, 0, 0, &made));
    if (handle != 0) {
        compass_tables tables = COMPASS_TABLES_INIT;

        REFUSED(compass_posts_create(live.posts_table, handle, 0, &made));
        REFUSED(compass_zone_data(handle, &made));
        REFUSED(compass_partial_answer(live.partial, handle, 0, 0, &made));
        REFUSED(compass_partial_answer(live.partial, 0, handle, 0, &made));
        REFUSED(compass_posts_open(file_path(), handle, NULL, &made));
        REFUSED(compass_posts_create(live.posts_table, 0, handle, &made));
        REFUSED(compass_posts_match_count(live.posts, NULL, handle, &count));
        social.zone = handle;
        REFUSED(compass_posts_analytics(live.posts, &social, &made));
        tables.events = tables.documents = tables.coaches = handle;
        REFUSED(compass_timeline_create(&tables, &made));
        REFUSED(compass_activity_create(&tables, COMPASS_NO_LIMIT, &made));
        REFUSED(compass_reports_create(&tables, &made));
    }
#undef REFUSED
    EXPECT_STATUS(if_destroyed, compass_text_destroy(handle));
    EXPECT_STATUS(if_destroyed, compass_table_file_destroy(handle));
    EXPECT_STATUS(if_destroyed, compass_zone_destroy(handle));
    EXPECT_STATUS(if_destroyed, compass_table_destroy(handle));
    EXPECT_STATUS(if_destroyed, compass_posts_destroy(handle));
    EXPECT_STATUS(if_destroyed, compass_change_destroy(handle));
    EXPECT_STATUS(if_destroyed, compass_timeline_destroy(handle));
    EXPECT_STATUS(if_destroyed, compass_activity_destroy(handle));
    EXPECT_STATUS(if_destroyed, compass_reports_destroy(handle));
    EXPECT_STATUS(if_destroyed, compass_partial_destroy(handle));
    EXPECT(made == 0);
}

static void handles_that_name_nothing_are_refused(void)
{
    compass_posts freed = 0;
    uint64_t bit;

    expect_refused(0, COMPASS_OK);
    expect_refused(1, COMPASS_INVALID_HANDLE);
    expect_refused(UINT64_MAX, COMPASS_INVALID_HANDLE);
    EXPECT_OK(compass_posts_snapshot(live.posts, &freed));
    EXPECT_OK(compass_posts_destroy(freed));
    expect_refused(freed, COMPASS_INVALID_HANDLE);
    for (bit = 1; bit != 0; bit <<= 1) {
        int64_t count;

        EXPECT_STATUS(COMPASS_INVALID_HANDLE, compass_posts_count(live.posts ^ bit, &count));
    }
}

static void handles_of_another_kind_are_refused(void)
{
    int64_t count;
    compass_table made = 1;
    const char *data;

    EXPECT_STATUS(COMPASS_INVALID_HANDLE, compass_posts_count(live.posts_table, &count));
    EXPECT_STATUS(COMPASS_INVALID_HANDLE, compass_posts_count(live.text, &count));
    EXPECT_STATUS(COMPASS_INVALID_HANDLE, compass_table_count(live.posts, &count));
    EXPECT_STATUS(COMPASS_INVALID_HANDLE, compass_text_view(live.zone, &data, NULL));
    EXPECT_STATUS(COMPASS_INVALID_HANDLE, compass_zone_destroy(live.timeline));
    EXPECT_STATUS(COMPASS_INVALID_HANDLE, compass_timeline_destroy(live.activity));
    EXPECT_STATUS(COMPASS_INVALID_HANDLE, compass_activity_destroy(live.reports));
    EXPECT_STATUS(COMPASS_INVALID_HANDLE, compass_reports_destroy(live.change));
    EXPECT(said("compass_reports"));
    EXPECT_STATUS(COMPASS_INVALID_HANDLE, compass_table_file_table(live.posts, 1, &made));
    EXPECT(made == 0 && said("compass_table_file"));
    EXPECT_STATUS(COMPASS_INVALID_HANDLE, compass_table_destroy(live.file));
}

static void a_freed_handle_stays_refused_when_its_place_is_used_again(void)
{
    compass_zone first = 0, second = 0;
    compass_social_options options = COMPASS_SOCIAL_OPTIONS_INIT;
    compass_text answer = 0;

    EXPECT_OK(compass_zone_create(COMPASS_STRING("UTC"), &first));
    EXPECT_OK(compass_zone_destroy(first));
    EXPECT_OK(compass_zone_create(COMPASS_STRING("UTC"), &second));
    EXPECT(first != second);
    options.zone = first;
    EXPECT_STATUS(COMPASS_INVALID_HANDLE, compass_posts_analytics(live.posts, &options, &answer));
    EXPECT_STATUS(COMPASS_INVALID_HANDLE, compass_zone_destroy(first));
    EXPECT_OK(compass_zone_destroy(second));
    EXPECT_STATUS(COMPASS_INVALID_HANDLE, compass_zone_destroy(second));
}

static void null_pointers_are_refused(void)
{
    compass_tables tables = COMPASS_TABLES_INIT;
    compass_social_options social = COMPASS_SOCIAL_OPTIONS_INIT;
    compass_feed_options feed = COMPASS_FEED_OPTIONS_INIT;
    compass_timeline_options timeline = COMPASS_TIMELINE_OPTIONS_INIT;
    compass_activity_options activity = COMPASS_ACTIVITY_OPTIONS_INIT;
    compass_report_options report = COMPASS_REPORT_OPTIONS_INIT;
    compass_string utc = COMPASS_STRING("UTC");
    uint64_t made = 1;
    int64_t count = 1;

#define NULL_REFUSED(call) EXPECT_STATUS(COMPASS_NULL_POINTER, call)
    NULL_REFUSED(compass_text_view(live.text, NULL, NULL));
    NULL_REFUSED(compass_time_parse(utc, NULL));
    NULL_REFUSED(compass_time_parse(no_string, &count));
    EXPECT(count == 0);
    NULL_REFUSED(compass_zone_create(utc, NULL));
    NULL_REFUSED(compass_zone_create(no_string, &made));
    NULL_REFUSED(compass_zone_create_local(NULL));
    EXPECT(made == 0);
    NULL_REFUSED(compass_zone_create_from_folder(utc, no_string, &made));
    NULL_REFUSED(compass_zone_create_from_bytes(utc, NULL, 4, &made));
    NULL_REFUSED(compass_table_load(COMPASS_TABLE_EVENTS, NULL, 2, NULL, &made));
    NULL_REFUSED(compass_loader_create(COMPASS_TABLE_EVENTS, NULL, NULL));
    NULL_REFUSED(compass_table_load(COMPASS_TABLE_EVENTS, "[]", 2, NULL, NULL));
    NULL_REFUSED(compass_table_load_file(COMPASS_TABLE_EVENTS, no_string, NULL, &made));
    NULL_REFUSED(compass_table_load_file(COMPASS_TABLE_EVENTS, utc, NULL, NULL));
    NULL_REFUSED(compass_table_count(live.posts_table, NULL));
    NULL_REFUSED(compass_table_report(live.posts_table, NULL));
    NULL_REFUSED(compass_table_file_open(file_path(), NULL, NULL));
    NULL_REFUSED(compass_table_file_open(no_string, NULL, &made));
    NULL_REFUSED(compass_table_file_table(live.file, COMPASS_TABLE_EVENTS, NULL));
    NULL_REFUSED(compass_table_file_verify(no_string));
    NULL_REFUSED(compass_tables_save(NULL, 1, file_path(), NULL));
    NULL_REFUSED(compass_tables_save(NULL, 0, no_string, NULL));
    NULL_REFUSED(compass_posts_save(live.posts, no_string, NULL));
    NULL_REFUSED(compass_posts_open(no_string, 0, NULL, &made));
    NULL_REFUSED(compass_posts_open(file_path(), 0, NULL, NULL));
    NULL_REFUSED(compass_posts_create(live.posts_table, 0, 0, NULL));
    NULL_REFUSED(compass_posts_count(live.posts, NULL));
    NULL_REFUSED(compass_posts_match_count(live.posts, NULL, 0, NULL));
    NULL_REFUSED(compass_posts_analytics(live.posts, NULL, &made));
    NULL_REFUSED(compass_posts_analytics(live.posts, &social, NULL));
    NULL_REFUSED(compass_posts_feed(live.posts, NULL, &made));
    NULL_REFUSED(compass_posts_feed(live.posts, &feed, NULL));
    NULL_REFUSED(compass_posts_linked(live.posts, NULL, &made));
    NULL_REFUSED(compass_posts_linked(live.posts, &feed, NULL));
    NULL_REFUSED(compass_posts_snapshot(live.posts, NULL));
    NULL_REFUSED(compass_posts_set_flag(live.posts, no_string, 1, NULL));
    NULL_REFUSED(compass_posts_set_notes(live.posts, no_string, utc, NULL));
    NULL_REFUSED(compass_posts_delete(live.posts, no_string, NULL));
    NULL_REFUSED(compass_posts_merge(live.posts, NULL, 1, NULL, NULL, NULL));
    NULL_REFUSED(compass_posts_apply_realtime(live.posts, NULL, 1, NULL));
    NULL_REFUSED(compass_timeline_create(NULL, &made));
    NULL_REFUSED(compass_timeline_create(&tables, NULL));
    NULL_REFUSED(compass_timeline_page(live.timeline, NULL, &made));
    NULL_REFUSED(compass_timeline_page(live.timeline, &timeline, NULL));
    NULL_REFUSED(compass_timeline_put(live.timeline, COMPASS_TABLE_EVENTS, NULL, 1, NULL, NULL));
    NULL_REFUSED(compass_timeline_remove(live.timeline, no_string));
    NULL_REFUSED(compass_timeline_snapshot(live.timeline, NULL));
    NULL_REFUSED(compass_activity_create(NULL, 0, &made));
    NULL_REFUSED(compass_activity_create(&tables, 0, NULL));
    NULL_REFUSED(compass_activity_page(live.activity, NULL, &made));
    NULL_REFUSED(compass_activity_page(live.activity, &activity, NULL));
    NULL_REFUSED(compass_activity_insert(live.activity, COMPASS_TABLE_DOCUMENTS, NULL, 1, NULL, NULL));
    NULL_REFUSED(compass_activity_put(live.activity, COMPASS_TABLE_DOCUMENTS, NULL, 1, NULL, NULL));
    NULL_REFUSED(compass_activity_remove(live.activity, no_string));
    NULL_REFUSED(compass_activity_snapshot(live.activity, NULL));
    NULL_REFUSED(compass_reports_create(NULL, &made));
    NULL_REFUSED(compass_reports_create(&tables, NULL));
    NULL_REFUSED(compass_reports_page(live.reports, NULL, &made));
    NULL_REFUSED(compass_reports_page(live.reports, &report, NULL));
    NULL_REFUSED(compass_zone_data(0, NULL));
    NULL_REFUSED(compass_posts_analytics_partial(live.posts, NULL, 0, &made));
    NULL_REFUSED(compass_posts_analytics_partial(live.posts, &social, 0, NULL));
    NULL_REFUSED(compass_posts_feed_partial(live.posts, NULL, 0, &made));
    NULL_REFUSED(compass_posts_linked_counts_partial(live.posts, NULL, 0, &made));
    NULL_REFUSED(compass_reports_partial(live.reports, NULL, 0, &made));
    NULL_REFUSED(compass_activity_partial(live.activity, NULL, 0, &made));
    NULL_REFUSED(compass_timeline_counts_partial(live.timeline, NULL, 0, &made));
    NULL_REFUSED(compass_timeline_levels_partial(live.timeline, NULL, 0, &made));
    NULL_REFUSED(compass_partial_read("x", 1, NULL));
    NULL_REFUSED(compass_partial_bytes(live.partial, NULL, NULL));
    NULL_REFUSED(compass_partial_shards(live.partial, NULL, NULL));
    NULL_REFUSED(compass_partial_kind(live.partial, NULL));
    NULL_REFUSED(compass_partial_merge(&live.partial, 1, NULL));
    NULL_REFUSED(compass_partial_answer(live.partial, 0, 0, 0, NULL));
    NULL_REFUSED(compass_partial_linked_answer(live.partial, live.partial, 0, 0, 0, NULL));
    NULL_REFUSED(compass_table_row_keys(COMPASS_TABLE_EVENTS, "[]", 2, NULL, 0, 0, 0, NULL));
    NULL_REFUSED(compass_table_row_keys(COMPASS_TABLE_EVENTS, NULL, 2, NULL, 0, 0, 0, &made));
    NULL_REFUSED(compass_table_row_keys_of_file(COMPASS_TABLE_EVENTS, no_string, NULL, 0, 0, 0, &made));
    tables.failure_count = 2;
    NULL_REFUSED(compass_activity_create(&tables, 0, &made));
#undef NULL_REFUSED
    EXPECT_STATUS(COMPASS_MALFORMED_DATA, compass_table_load(COMPASS_TABLE_EVENTS, NULL, 0, NULL, &made));
    EXPECT_OK(compass_posts_compact(live.posts));
    EXPECT_OK(compass_posts_compact_for(live.posts, 0, NULL));
}

static void wrong_versions_are_refused(void)
{
    compass_text answer = 0;
    uint64_t made = 0;
    uint32_t version;

    /* A struct of another version may be as short as its version. */
    for (version = 0; version < 4; version++) {
        uint32_t *other = (uint32_t *)malloc(sizeof *other);
        compass_social_options social = COMPASS_SOCIAL_OPTIONS_INIT;

        *other = version == 0 ? 0 : UINT32_MAX - version;
#define VERSION_REFUSED(call) EXPECT_STATUS(COMPASS_WRONG_VERSION, call)
        VERSION_REFUSED(compass_posts_analytics(
            live.posts, (const compass_social_options *)(const void *)other, &answer));
        VERSION_REFUSED(
            compass_posts_feed(live.posts, (const compass_feed_options *)(const void *)other, &answer));
        VERSION_REFUSED(compass_timeline_page(
            live.timeline, (const compass_timeline_options *)(const void *)other, &answer));
        VERSION_REFUSED(compass_activity_page(
            live.activity, (const compass_activity_options *)(const void *)other, &answer));
        VERSION_REFUSED(compass_reports_page(
            live.reports, (const compass_report_options *)(const void *)other, &answer));
        VERSION_REFUSED(compass_table_load(
            COMPASS_TABLE_EVENTS, "[]", 2, (const compass_load_options *)(const void *)other, &made));
        VERSION_REFUSED(compass_timeline_counts_partial(
            live.timeline, (const compass_timeline_partial_options *)(const void *)other, 0, &answer));
        VERSION_REFUSED(compass_table_file_open(
            file_path(), (const compass_open_options *)(const void *)other, &made));
        VERSION_REFUSED(
            compass_posts_open(file_path(), 0, (const compass_open_options *)(const void *)other, &made));
        VERSION_REFUSED(
            compass_posts_save(live.posts, file_path(), (const compass_save_options *)(const void *)other));
        VERSION_REFUSED(
            compass_tables_save(NULL, 0, file_path(), (const compass_save_options *)(const void *)other));
        VERSION_REFUSED(compass_timeline_create((const compass_tables *)(const void *)other, &made));
        VERSION_REFUSED(compass_posts_match_count(
            live.posts, (const compass_post_filter *)(const void *)other, 0, (int64_t *)&made));
        social.filter = (const compass_post_filter *)(const void *)other;
        VERSION_REFUSED(compass_posts_analytics(live.posts, &social, &answer));
#undef VERSION_REFUSED
        free(other);
    }
    EXPECT(said("options.filter.version"));
}

static void texts_that_are_none_are_refused(void)
{
    compass_feed_options feed = COMPASS_FEED_OPTIONS_INIT;
    compass_post_filter filter = COMPASS_POST_FILTER_INIT;
    compass_string ids[2];
    compass_string nul_inside = {"a\0b", 3};
    compass_text answer = 0;
    compass_zone zone = 0;
    int64_t count;

    EXPECT_STATUS(COMPASS_INVALID_UTF8, compass_zone_create(bad_string, &zone));
    EXPECT(said("byte 4"));
    EXPECT_STATUS(COMPASS_NULL_POINTER, compass_zone_create(dangling_count, &zone));
    EXPECT_STATUS(COMPASS_INVALID_ARGUMENT, compass_zone_create(endless, &zone));
    EXPECT_STATUS(COMPASS_INVALID_UTF8, compass_time_parse(bad_string, &count));
    EXPECT_STATUS(COMPASS_INVALID_UTF8, compass_posts_delete(live.posts, bad_string, NULL));
    EXPECT_STATUS(COMPASS_INVALID_UTF8, compass_posts_set_notes(live.posts, ids[0] = COMPASS_STRING("x"),
                                                                bad_string, NULL));
    EXPECT_STATUS(COMPASS_INVALID_UTF8, compass_timeline_remove(live.timeline, bad_string));
    EXPECT_STATUS(COMPASS_INVALID_UTF8, compass_activity_remove(live.activity, bad_string));
    EXPECT_STATUS(COMPASS_INVALID_ARGUMENT,
                  compass_table_load_file(COMPASS_TABLE_EVENTS, nul_inside, NULL, &zone));
    feed.filter = &filter;
    filter.search = bad_string;
    EXPECT_STATUS(COMPASS_INVALID_UTF8, compass_posts_feed(live.posts, &feed, &answer));
    filter.search = no_string;
    ids[1] = bad_string;
    filter.schools = ids;
    filter.school_count = 2;
    EXPECT_STATUS(COMPASS_INVALID_UTF8, compass_posts_feed(live.posts, &feed, &answer));
    EXPECT(said("schools[1]"));
    filter.schools = NULL;
    EXPECT_STATUS(COMPASS_NULL_POINTER, compass_posts_feed(live.posts, &feed, &answer));
    filter.school_count = SIZE_MAX;
    EXPECT_STATUS(COMPASS_INVALID_ARGUMENT, compass_posts_feed(live.posts, &feed, &answer));
    filter.school_count = 0;
    filter.coaches = ids;
    filter.coach_count = 2;
    EXPECT_STATUS(COMPASS_INVALID_UTF8, compass_posts_feed(live.posts, &feed, &answer));
    EXPECT(said("coaches[1]"));
    filter.coaches = NULL;
    EXPECT_STATUS(COMPASS_NULL_POINTER, compass_posts_feed(live.posts, &feed, &answer));
    EXPECT(said("coaches"));
    filter.coach_count = SIZE_MAX;
    EXPECT_STATUS(COMPASS_INVALID_ARGUMENT, compass_posts_feed(live.posts, &feed, &answer));
    EXPECT(said("coach_count"));
    filter.coach_count = 0;
    filter.from = COMPASS_STRING("2026-02-30");
    EXPECT_STATUS(COMPASS_INVALID_ARGUMENT, compass_posts_feed(live.posts, &feed, &answer));
    filter.from = COMPASS_STRING("2026-02-03");
    filter.to = COMPASS_STRING("2026-02-02");
    EXPECT_STATUS(COMPASS_INVALID_ARGUMENT, compass_posts_feed(live.posts, &feed, &answer));
    filter.from = filter.to = no_string;
    feed.after = COMPASS_STRING("");
    EXPECT_STATUS(COMPASS_CURSOR_REFUSED, compass_posts_feed(live.posts, &feed, &answer));
    feed.after = COMPASS_STRING("fAAZK9nmheqBmMTFjYTQz");
    EXPECT_STATUS(COMPASS_CURSOR_REFUSED, compass_posts_linked(live.posts, &feed, &answer));
}

/* What lies outside of what is accepted, member by member. */
#define OUTSIDE(function, handle, type, init, member, value) \
    do { \
        type options = init; \
        compass_text answer = 1; \
        options.member = value; \
        EXPECT_STATUS(COMPASS_INVALID_ARGUMENT, function(handle, &options, &answer)); \
        EXPECT(answer == 0 && said("options." #member)); \
    } while (0)

#define SOCIAL(member, value) \
    OUTSIDE(compass_posts_analytics, live.posts, compass_social_options, COMPASS_SOCIAL_OPTIONS_INIT, member, \
            value)
#define FEED(member, value) \
    OUTSIDE(compass_posts_feed, live.posts, compass_feed_options, COMPASS_FEED_OPTIONS_INIT, member, value)
#define TIMELINE(member, value) \
    OUTSIDE(compass_timeline_page, live.timeline, compass_timeline_options, COMPASS_TIMELINE_OPTIONS_INIT, \
            member, value)
#define ACTIVITY(member, value) \
    OUTSIDE(compass_activity_page, live.activity, compass_activity_options, COMPASS_ACTIVITY_OPTIONS_INIT, \
            member, value)
#define REPORT(member, value) \
    OUTSIDE(compass_reports_page, live.reports, compass_report_options, COMPASS_REPORT_OPTIONS_INIT, member, \
            value)

static void values_outside_of_what_is_accepted_are_refused(void)
{
    SOCIAL(flags, 4);
    SOCIAL(now_micros, INT64_MAX);
    SOCIAL(now_micros, INT64_MIN);
    SOCIAL(range_days, 0);
    SOCIAL(range_days, -2);
    SOCIAL(range_days, COMPASS_MAXIMUM_DAYS + 1);
    SOCIAL(activity_days, INT32_MIN);
    SOCIAL(activity_days, INT32_MAX);
    SOCIAL(top_schools, -1);
    SOCIAL(top_coaches, -1);
    SOCIAL(recent_posts, INT64_MIN);
    SOCIAL(format, 6);
    SOCIAL(reserved, 1);
    FEED(format, -1);
    FEED(now_micros, INT64_MAX);
    FEED(page_size, 0);
    FEED(page_size, -1);
    FEED(activity_days, -2);
    FEED(reserved, -1);
    TIMELINE(range_months, 4);
    TIMELINE(hidden_items, 16);
    TIMELINE(lanes_page, -1);
    TIMELINE(lanes_per_page, 0);
    TIMELINE(minimum_width, -0.5);
    TIMELINE(minimum_width, 100.5);
    TIMELINE(minimum_width, (double)NAN);
    TIMELINE(minimum_width, (double)INFINITY);
    ACTIVITY(type, 4);
    ACTIVITY(range, -1);
    ACTIVITY(page, 0);
    ACTIVITY(page_size, INT64_MIN);
    ACTIVITY(search_flags, 2);
    ACTIVITY(reserved, 1);
    REPORT(flags, 2);
    REPORT(preset, 7);
    REPORT(format, INT32_MAX);
    REPORT(now_micros, INT64_MIN);
    REPORT(from, COMPASS_STRING("2026-03-01"));
    REPORT(to, COMPASS_STRING("yesterday"));
    REPORT(preset, COMPASS_PRESET_NONE);
}

static void other_arguments_outside_of_what_is_accepted_are_refused(void)
{
    compass_load_options load = COMPASS_LOAD_OPTIONS_INIT;
    compass_open_options open = COMPASS_OPEN_OPTIONS_INIT;
    compass_save_options save = COMPASS_SAVE_OPTIONS_INIT;
    compass_post_filter filter = COMPASS_POST_FILTER_INIT;
    compass_tables tables = COMPASS_TABLES_INIT;
    compass_table twice[2];
    uint64_t made = 1;
    int64_t count;

#define INVALID(call) EXPECT_STATUS(COMPASS_INVALID_ARGUMENT, call)
    INVALID(compass_table_load(0, "[]", 2, NULL, &made));
    EXPECT(made == 0);
    INVALID(compass_table_load(10, "[]", 2, NULL, &made));
    INVALID(compass_table_load(COMPASS_TABLE_EVENTS, "[]", SIZE_MAX, NULL, &made));
    load.threads = 0;
    INVALID(compass_table_load(COMPASS_TABLE_EVENTS, "[]", 2, &load, &made));
    load.threads = 1;
    load.max_problems = -1;
    INVALID(compass_table_load(COMPASS_TABLE_EVENTS, "[]", 2, &load, &made));
    load.max_problems = 0;
    load.format = 3;
    INVALID(compass_table_load(COMPASS_TABLE_EVENTS, "[]", 2, &load, &made));
    load.format = COMPASS_FORMAT_JSON;
    load.search_index = 3;
    INVALID(compass_table_load(COMPASS_TABLE_EVENTS, "[]", 2, &load, &made));
    EXPECT(said("options.search_index"));
    load.search_index = -1;
    INVALID(compass_table_load(COMPASS_TABLE_SOCIAL_MEDIA_POSTS, "[]", 2, &load, &made));
    INVALID(compass_table_load_file(COMPASS_TABLE_EVENTS, COMPASS_STRING(""), NULL, &made));
    load.search_index = COMPASS_SEARCH_INDEX_NEVER;
    load.cache = 3;
    INVALID(compass_table_load_file(COMPASS_TABLE_EVENTS, file_path(), &load, &made));
    load.cache = COMPASS_CACHE_USER;
    load.cache_folder = COMPASS_STRING("/tmp");
    INVALID(compass_table_load_file(COMPASS_TABLE_EVENTS, file_path(), &load, &made));
    EXPECT(said("options.cache_folder"));
    load.cache = COMPASS_CACHE_FOLDER;
    load.cache_folder = COMPASS_STRING("");
    INVALID(compass_table_load_file(COMPASS_TABLE_EVENTS, file_path(), &load, &made));
    load.cache_folder = no_string;
    EXPECT_STATUS(
        COMPASS_NULL_POINTER, compass_table_load_file(COMPASS_TABLE_EVENTS, file_path(), &load, &made));
    load.cache = COMPASS_CACHE_NONE;
    load.reserved = 1;
    INVALID(compass_table_load_file(COMPASS_TABLE_EVENTS, file_path(), &load, &made));
    open.verify = 2;
    INVALID(compass_table_file_open(file_path(), &open, &made));
    open.verify = COMPASS_VERIFY_ALL;
    open.copying = -1;
    INVALID(compass_table_file_open(file_path(), &open, &made));
    open.copying = 1;
    open.threads = 0;
    INVALID(compass_posts_open(file_path(), 0, &open, &made));
    open.threads = 1;
    open.search_index = 3;
    INVALID(compass_posts_open(file_path(), 0, &open, &made));
    open.search_index = 0;
    open.reserved = 1;
    INVALID(compass_posts_open(file_path(), 0, &open, &made));
    INVALID(compass_posts_open(file_path(), live.posts_table, NULL, &made));
    INVALID(compass_table_file_open(COMPASS_STRING(""), NULL, &made));
    INVALID(compass_table_file_verify(COMPASS_STRING("")));
    INVALID(compass_table_file_table(live.file, 10, &made));
    EXPECT(made == 0);
    save.search_index = 2;
    INVALID(compass_posts_save(live.posts, file_path(), &save));
    INVALID(compass_tables_save(NULL, 0, file_path(), &save));
    INVALID(compass_tables_save(NULL, SIZE_MAX, file_path(), NULL));
    twice[0] = twice[1] = live.tables.schools;
    INVALID(compass_tables_save(twice, 2, file_path(), NULL));
    EXPECT(said("tables[1]"));
    INVALID(compass_tables_save(NULL, 0, COMPASS_STRING(""), NULL));
    INVALID(compass_posts_create(live.tables.schools, 0, 0, &made));
    INVALID(compass_posts_create(live.posts_table, live.posts_table, 0, &made));
    INVALID(compass_posts_create(live.posts_table, 0, live.tables.schools, &made));
    EXPECT(said("coaches"));
    INVALID(compass_posts_set_flag(live.posts, COMPASS_STRING("x"), 2, NULL));
    INVALID(compass_posts_forget_deletions(live.posts, INT64_MAX));
    INVALID(compass_posts_prepare_for_search(live.posts, 4));
    INVALID(compass_activity_prepare_for_search(live.activity, 2));
    INVALID(compass_activity_create(&live.tables, -2, &made));
    INVALID(compass_timeline_put(live.timeline, COMPASS_TABLE_DOCUMENTS, "[]", 2, NULL, NULL));
    INVALID(compass_activity_insert(live.activity, COMPASS_TABLE_EVENTS, "[]", 2, NULL, NULL));
    INVALID(compass_activity_put(live.activity, COMPASS_TABLE_EVENTS, "[]", 2, NULL, NULL));
    tables.events = tables.documents = tables.coaches = live.tables.schools;
    INVALID(compass_timeline_create(&tables, &made));
    EXPECT(said("tables.events"));
    INVALID(compass_activity_create(&tables, 0, &made));
    INVALID(compass_reports_create(&tables, &made));
    tables.coaches = 0;
    tables.failure_count = SIZE_MAX;
    INVALID(compass_reports_create(&tables, &made));
    filter.platforms = 4;
    INVALID(compass_posts_match_count(live.posts, &filter, 0, &count));
    filter.platforms = 0;
    filter.sentiments = 16;
    INVALID(compass_posts_match_count(live.posts, &filter, 0, &count));
    filter.sentiments = 0;
    filter.flagged = 3;
    INVALID(compass_posts_match_count(live.posts, &filter, 0, &count));
    filter.flagged = 0;
    filter.search_flags = 4;
    INVALID(compass_posts_match_count(live.posts, &filter, 0, &count));
#undef INVALID
}

static void data_that_cannot_be_used_says_why(void)
{
    static const char broken[] = "[{\"id\":\"1\",}]";
    static const char no_date[] = "[{\"id\":\"1\",\"name\":\"Camp\"}]";
    compass_string nowhere = COMPASS_STRING("/no/such/folder/events.json");
    compass_string folder = COMPASS_STRING("/");
    uint64_t made = 1;
    int64_t rows = 1;

    EXPECT_STATUS(COMPASS_MALFORMED_DATA,
                  compass_table_load(COMPASS_TABLE_EVENTS, broken, strlen(broken), NULL, &made));
    EXPECT(made == 0 && said("line 1, column 12"));
    EXPECT_STATUS(COMPASS_FILE_NOT_FOUND, compass_table_load_file(COMPASS_TABLE_EVENTS, nowhere, NULL, &made));
    EXPECT_STATUS(COMPASS_FILE_UNREADABLE, compass_table_load_file(COMPASS_TABLE_EVENTS, folder, NULL, &made));
    EXPECT_STATUS(COMPASS_MALFORMED_DATA,
                  compass_posts_merge(live.posts, broken, strlen(broken), NULL, &made, NULL));
    EXPECT_STATUS(COMPASS_MALFORMED_DATA, compass_posts_apply_realtime(live.posts, "[{}]", 4, &made));
    EXPECT_STATUS(COMPASS_MALFORMED_DATA,
                  compass_timeline_put(live.timeline, COMPASS_TABLE_EVENTS, no_date, strlen(no_date), NULL, &rows));
    EXPECT(rows == 0 && said("start_date"));
    EXPECT_STATUS(COMPASS_NOT_FOUND, compass_posts_set_flag(live.posts, COMPASS_STRING("nobody"), 1, &made));
    EXPECT_STATUS(COMPASS_NOT_FOUND, compass_posts_delete(live.posts, COMPASS_STRING("a\xcc\x81"), NULL));
    EXPECT_STATUS(COMPASS_NOT_FOUND, compass_timeline_remove(live.timeline, COMPASS_STRING("event-")));
    EXPECT_STATUS(COMPASS_NOT_FOUND, compass_activity_remove(live.activity, COMPASS_STRING("doc-")));
    EXPECT_STATUS(COMPASS_NOT_FOUND, compass_activity_remove(live.activity, COMPASS_STRING("event-1")));
    EXPECT_STATUS(COMPASS_UNKNOWN_ZONE, compass_zone_create(COMPASS_STRING("Mars/Base"), &made));
    EXPECT_STATUS(COMPASS_UNKNOWN_ZONE, compass_zone_create(COMPASS_STRING("../etc/passwd"), &made));
    EXPECT_STATUS(COMPASS_UNKNOWN_ZONE, compass_zone_create(COMPASS_STRING(""), &made));
    EXPECT_STATUS(COMPASS_UNKNOWN_ZONE,
                  compass_zone_create_from_folder(COMPASS_STRING("Asia/Tokyo"), COMPASS_STRING("/no/zones"), &made));
    EXPECT_STATUS(COMPASS_UNKNOWN_ZONE,
                  compass_zone_create_from_bytes(COMPASS_STRING("Asia/Tokyo"), "TZif2", 5, &made));
    EXPECT(made == 0);
}

static void the_machines_zone_is_that_of_the_environment(void)
{
    compass_zone zone = 0;
    const char *before = getenv("TZ");
    char *kept = before ? strcpy((char *)malloc(strlen(before) + 1), before) : NULL;

    setenv("TZ", "America/New_York", 1);
    EXPECT_OK(compass_zone_create_local(&zone));
    EXPECT_OK(compass_zone_destroy(zone));
    setenv("TZ", "Mars/Base", 1);
    EXPECT_STATUS(COMPASS_UNKNOWN_ZONE, compass_zone_create_local(&zone));
    EXPECT(zone == 0 && said("Mars/Base"));
    unsetenv("TZ");
    EXPECT_OK(compass_zone_create_local(&zone));
    EXPECT_OK(compass_zone_destroy(zone));
    if (kept) setenv("TZ", kept, 1);
    free(kept);
}

static void an_undo_that_comes_too_late_is_a_conflict(void)
{
    static const char row[] =
        "[{\"id\":\"late\",\"platform\":\"twitter\",\"post_date\":\"2026-02-01T00:00:00Z\"}]";
    compass_posts posts = 0;
    compass_change undo = 0;

    EXPECT_OK(compass_posts_snapshot(live.posts, &posts));
    EXPECT_OK(compass_posts_merge(posts, row, strlen(row), NULL, NULL, NULL));
    EXPECT_OK(compass_posts_delete(posts, COMPASS_STRING("late"), &undo));
    EXPECT_OK(compass_posts_merge(posts, row, strlen(row), NULL, NULL, NULL));
    EXPECT_STATUS(COMPASS_CONFLICT, compass_posts_apply_change(posts, undo, NULL));
    EXPECT_OK(compass_change_destroy(undo));
    EXPECT_OK(compass_posts_destroy(posts));
}

static void the_largest_numbers_are_survived(int64_t days)
{
    compass_social_options social = COMPASS_SOCIAL_OPTIONS_INIT;
    compass_feed_options feed = COMPASS_FEED_OPTIONS_INIT;
    compass_timeline_options timeline = COMPASS_TIMELINE_OPTIONS_INIT;
    compass_activity_options activity = COMPASS_ACTIVITY_OPTIONS_INIT;
    compass_load_options load = COMPASS_LOAD_OPTIONS_INIT;
    compass_text answer = 0;
    compass_table table = 0;
    static const int64_t instants[] = {-62135596800000000, 0, 253402300799999999};
    size_t index;

    social.top_schools = social.top_coaches = social.recent_posts = INT64_MAX;
    social.range_days = social.activity_days = COMPASS_MAXIMUM_DAYS;
    feed.page_size = INT64_MAX;
    feed.activity_days = days == COMPASS_MAXIMUM_DAYS ? COMPASS_DAYS_EVERY : days;
    timeline.range_months = COMPASS_RANGE_ALL;
    timeline.lanes_page = timeline.lanes_per_page = INT64_MAX;
    timeline.minimum_width = 100;
    activity.page = activity.page_size = INT64_MAX;
    for (index = 0; index < sizeof instants / sizeof *instants; index++) {
        social.now_micros = feed.now_micros = timeline.now_micros = activity.now_micros = instants[index];
        social.activity_days = index == 1 ? days : 3;
        EXPECT_OK(compass_posts_analytics(live.posts, &social, &answer));
        EXPECT_OK(compass_text_destroy(answer));
        EXPECT_OK(compass_posts_linked(live.posts, &feed, &answer));
        EXPECT_OK(compass_text_destroy(answer));
        EXPECT_OK(compass_timeline_page(live.timeline, &timeline, &answer));
        EXPECT_OK(compass_text_destroy(answer));
        EXPECT_OK(compass_activity_page(live.activity, &activity, &answer));
        EXPECT_OK(compass_text_destroy(answer));
    }
    load.threads = INT32_MAX;
    load.max_problems = INT64_MAX;
    EXPECT_OK(compass_table_load(COMPASS_TABLE_EVENTS, "[]", 2, &load, &table));
    EXPECT_OK(compass_table_destroy(table));
}

static void statuses_have_names(void)
{
    compass_status status;

    for (status = COMPASS_OK; status <= COMPASS_NOT_MERGEABLE; status++)
        EXPECT(strncmp(compass_status_name(status), "COMPASS_", 8) == 0);
    EXPECT(strcmp(compass_status_name(-1), "unknown status") == 0);
    EXPECT(strcmp(compass_status_name(COMPASS_NOT_MERGEABLE + 1), "unknown status") == 0);
    EXPECT(compass_abi_version() == COMPASS_ABI_VERSION);
    EXPECT(strcmp(compass_version(), COMPASS_VERSION) == 0);
}

/* Programs that were compiled before must go on to work: a struct with another layout has another version. */
static void structs_keep_their_layout(void)
{
    if (sizeof(void *) != 8) return;
    EXPECT(COMPASS_LOAD_OPTIONS_VERSION == 3 && sizeof(compass_load_options) == 80);
    EXPECT(COMPASS_OPEN_OPTIONS_VERSION == 1 && sizeof(compass_open_options) == 24);
    EXPECT(COMPASS_SAVE_OPTIONS_VERSION == 1 && sizeof(compass_save_options) == 8);
    EXPECT(COMPASS_TABLES_VERSION == 1 && sizeof(compass_tables) == 88);
    EXPECT(sizeof(compass_table_failure) == 24);
    EXPECT(COMPASS_POST_FILTER_VERSION == 2 && sizeof(compass_post_filter) == 104);
    EXPECT(COMPASS_SOCIAL_OPTIONS_VERSION == 2 && sizeof(compass_social_options) == 72);
    EXPECT(COMPASS_FEED_OPTIONS_VERSION == 1 && sizeof(compass_feed_options) == 64);
    EXPECT(COMPASS_TIMELINE_OPTIONS_VERSION == 1 && sizeof(compass_timeline_options) == 72);
    EXPECT(COMPASS_ACTIVITY_OPTIONS_VERSION == 1 && sizeof(compass_activity_options) == 72);
    EXPECT(COMPASS_TIMELINE_PARTIAL_OPTIONS_VERSION == 1 && sizeof(compass_timeline_partial_options) == 56);
    EXPECT(COMPASS_REPORT_OPTIONS_VERSION == 1 && sizeof(compass_report_options) == 64);
}

int main(int argc, char **argv)
{
    if (argc < 2 || argc > 3) return EXIT_FAILURE;
    EXPECT(strcmp(compass_error_message(), "") == 0);
    make_live_handles(argv[1]);
    statuses_have_names();
    structs_keep_their_layout();
    handles_that_name_nothing_are_refused();
    handles_of_another_kind_are_refused();
    a_freed_handle_stays_refused_when_its_place_is_used_again();
    null_pointers_are_refused();
    wrong_versions_are_refused();
    texts_that_are_none_are_refused();
    values_outside_of_what_is_accepted_are_refused();
    other_arguments_outside_of_what_is_accepted_are_refused();
    data_that_cannot_be_used_says_why();
    the_machines_zone_is_that_of_the_environment();
    an_undo_that_comes_too_late_is_a_conflict();
    the_largest_numbers_are_survived(argc == 3 ? atoll(argv[2]) : COMPASS_MAXIMUM_DAYS);
    destroy_live_handles();
    return outcome("misuse");
}
