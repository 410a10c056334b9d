/*
 * What changes, and what is handed over in other ways than as files.
 *
 *     ./changes Datasets/tiny
 */
#include "expectations.h"

static int64_t now;

static compass_string text_of(const char *text) { return COMPASS_STRING(text); }

/* Whether a text has a part; destroys it. */
static int holds(compass_text text, const char *part)
{
    const char *data = NULL;
    int found;

    EXPECT_OK(compass_text_view(text, &data, NULL));
    found = data != NULL && strstr(data, part) != NULL;
    if (!found) fprintf(stderr, "%s is not in %s\n", part, data ? data : "nothing");
    EXPECT_OK(compass_text_destroy(text));
    return found;
}

/* Whether two texts have the same bytes; destroys both. */
static int are_same(compass_text first, compass_text second)
{
    const char *a = NULL, *b = NULL;
    size_t a_count = 0, b_count = 0;
    int same;

    EXPECT_OK(compass_text_view(first, &a, &a_count));
    EXPECT_OK(compass_text_view(second, &b, &b_count));
    same = a_count == b_count && a_count > 0 && memcmp(a, b, a_count) == 0;
    EXPECT_OK(compass_text_destroy(first));
    EXPECT_OK(compass_text_destroy(second));
    return same;
}

static compass_text feed_in(compass_posts posts, compass_zone zone)
{
    compass_feed_options options = COMPASS_FEED_OPTIONS_INIT;
    compass_text answer = 0;

    options.now_micros = now;
    options.zone = zone;
    options.page_size = 1000;
    EXPECT_OK(compass_posts_linked(posts, &options, &answer));
    return answer;
}

static compass_text feed_of(compass_posts posts) { return feed_in(posts, 0); }

static const char new_post[] =
    "{\"id\":\"new\",\"platform\":\"instagram\",\"post_date\":\"2026-02-28T10:00:00Z\",\"post_content\":\"Hi\"}";

static void each_change_of_posts_has_its_inverse(compass_posts posts)
{
    compass_load_options lines = COMPASS_LOAD_OPTIONS_INIT;
    compass_text before = feed_of(posts), report = 0;
    compass_change undo = 0, redo = 0;
    int32_t is_finished = 7;

    EXPECT_STATUS(COMPASS_MALFORMED_DATA,
                  compass_posts_merge(posts, new_post, strlen(new_post), NULL, NULL, &report));
    EXPECT(report == 0);
    lines.format = COMPASS_FORMAT_NDJSON;
    EXPECT_OK(compass_posts_merge(posts, new_post, strlen(new_post), &lines, &undo, &report));
    EXPECT(holds(report, "{\"schemaVersion\":1,\"newCount\":1,\"message\":\"Synced 1 new post\","
                         "\"table\":\"social_media_posts\",\"rows\":1,\"loaded\":1,"));
    EXPECT(holds(feed_of(posts), "\"postContent\":\"Hi\""));

    EXPECT_OK(compass_posts_set_flag(posts, text_of("new"), 1, &redo));
    EXPECT_OK(compass_posts_compact_for(posts, 0, &is_finished));
    EXPECT(is_finished == 0);
    EXPECT(holds(feed_of(posts), "\"flaggedForReview\":true,\"sentiment\":null"));
    EXPECT_OK(compass_posts_apply_change(posts, redo, NULL));
    EXPECT_OK(compass_change_destroy(redo));
    EXPECT_OK(compass_posts_set_notes(posts, text_of("new"), text_of("call"), &redo));
    EXPECT(holds(feed_of(posts), "\"notes\":\"call\""));
    EXPECT_OK(compass_posts_apply_change(posts, redo, NULL));
    EXPECT_OK(compass_change_destroy(redo));
    EXPECT_OK(compass_posts_delete(posts, text_of("new"), &redo));
    EXPECT_STATUS(COMPASS_NOT_FOUND, compass_posts_delete(posts, text_of("new"), NULL));
    EXPECT_OK(compass_posts_apply_change(posts, redo, NULL));
    EXPECT_OK(compass_change_destroy(redo));

    EXPECT_OK(compass_posts_apply_change(posts, undo, &redo));
    EXPECT_OK(compass_posts_compact_for(posts, 60 * 1000000, &is_finished));
    EXPECT(is_finished == 1);
    EXPECT_OK(compass_posts_compact(posts));
    EXPECT(are_same(before, feed_of(posts)));
    EXPECT_OK(compass_change_destroy(undo));
    EXPECT_OK(compass_change_destroy(redo));
}

static void payloads_say_what_became_of_them(compass_posts posts)
{
    static const char payloads[] =
        "[{\"type\":\"INSERT\",\"commit_timestamp\":\"2026-02-28T12:00:00Z\",\"record\":{\"id\":\"live\","
        "\"platform\":\"twitter\",\"post_date\":\"2026-02-28T11:00:00Z\",\"sentiment\":\"odd\"}},"
        "{\"type\":\"DELETE\",\"commit_timestamp\":\"2026-02-28T13:00:00Z\",\"old_record\":{\"id\":\"live\"}},"
        "{\"type\":\"UPDATE\",\"commit_timestamp\":\"2026-02-28T12:30:00Z\",\"record\":{\"id\":\"live\","
        "\"notes\":\"late\"}},"
        "{\"type\":\"UPDATE\",\"record\":{\"id\":\"unknown\",\"notes\":\"alone\"}}]";
    compass_text outcomes = 0;

    EXPECT_OK(compass_posts_apply_realtime(posts, payloads, strlen(payloads), &outcomes));
    EXPECT(holds(outcomes,
                 "{\"schemaVersion\":1,\"outcomes\":["
                 "{\"outcome\":\"inserted\",\"id\":\"live\",\"lastCommit\":null,\"field\":null,\"reason\":null},"
                 "{\"outcome\":\"deleted\",\"id\":\"live\",\"lastCommit\":null,\"field\":null,\"reason\":null},"
                 "{\"outcome\":\"ignoredAsOlder\",\"id\":\"live\",\"lastCommit\":\"2026-02-28T13:00:00+00:00\","
                 "\"field\":null,\"reason\":null},"
                 "{\"outcome\":\"unusable\",\"id\":\"unknown\",\"lastCommit\":null,\"field\":\"platform\","));
    EXPECT_OK(compass_posts_forget_deletions(posts, now));
    EXPECT_OK(compass_posts_apply_realtime(posts, payloads, strlen(payloads), NULL));
}

static void a_snapshot_does_not_see_changes(compass_posts posts)
{
    static const char row[] = "[{\"id\":\"f\",\"platform\":\"twitter\",\"flagged_for_review\":true,"
                              "\"post_date\":\"2026-01-01T00:00:00Z\"}]";
    compass_posts copy = 0;
    compass_text before;
    compass_post_filter flagged = COMPASS_POST_FILTER_INIT;
    int64_t in_posts, in_copy;

    flagged.flagged = COMPASS_CHOICE_YES;
    EXPECT_OK(compass_posts_snapshot(posts, &copy));
    before = feed_of(copy);
    EXPECT_OK(compass_posts_merge(posts, row, strlen(row), NULL, NULL, NULL));
    EXPECT_OK(compass_posts_match_count(posts, &flagged, 0, &in_posts));
    EXPECT_OK(compass_posts_match_count(copy, &flagged, 0, &in_copy));
    EXPECT(in_posts == in_copy + 1);
    EXPECT(are_same(before, feed_of(copy)));
    EXPECT_OK(compass_posts_destroy(copy));
    EXPECT_OK(compass_posts_delete(posts, text_of("f"), NULL));
}

static void a_zone_is_the_same_from_wherever_it_comes(compass_posts posts)
{
    static char bytes[1 << 16];
    compass_zone named = 0, in_folder = 0, of_bytes = 0;
    const char *folder = getenv("TZDIR") ? getenv("TZDIR") : "/usr/share/zoneinfo";
    char path[4096];
    FILE *file;
    size_t count;

    EXPECT_OK(compass_zone_create(text_of("America/New_York"), &named));
    EXPECT_OK(compass_zone_create_from_folder(text_of("America/New_York"), text_of(folder), &in_folder));
    snprintf(path, sizeof path, "%s/America/New_York", folder);
    file = fopen(path, "rb");
    EXPECT(file != NULL);
    if (file == NULL) return;
    count = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    EXPECT_OK(compass_zone_create_from_bytes(text_of("any name"), bytes, count, &of_bytes));
    memset(bytes, 0, sizeof bytes);
    EXPECT(are_same(feed_in(posts, named), feed_in(posts, in_folder)));
    EXPECT(are_same(feed_in(posts, named), feed_in(posts, of_bytes)));
    EXPECT(!are_same(feed_in(posts, named), feed_in(posts, 0)));
    EXPECT_OK(compass_zone_destroy(named));
    EXPECT_OK(compass_zone_destroy(in_folder));
    EXPECT_OK(compass_zone_destroy(of_bytes));
}

static void rows_of_a_table_may_come_from_memory(void)
{
    char rows[] = "{\"id\":\"1\",\"name\":\"A\"}\n{\"id\":\"2\"}\n{\"id\":\"1\",\"name\":\"B\"}\n";
    compass_load_options lines = COMPASS_LOAD_OPTIONS_INIT;
    compass_table table = 0;
    compass_text report = 0;
    int64_t count = 0;

    lines.format = COMPASS_FORMAT_NDJSON;
    EXPECT_OK(compass_table_load(COMPASS_TABLE_SCHOOLS, rows, strlen(rows), &lines, &table));
    memset(rows, 'x', sizeof rows);
    EXPECT_OK(compass_table_count(table, &count));
    EXPECT(count == 1);
    EXPECT_OK(compass_table_report(table, &report));
    EXPECT(holds(report,
                 "{\"schemaVersion\":1,\"table\":\"schools\",\"rows\":3,\"loaded\":1,\"skipped\":1,\"replaced\":1,"
                 "\"warnings\":0,"
                 "\"replacements\":[{\"row\":1,\"byteOffset\":0,\"id\":\"1\",\"rule\":\"id\",\"byRow\":3}],"
                 "\"problems\":[{\"row\":2,\"byteOffset\":22,\"field\":\"name\","));
    EXPECT_OK(compass_table_destroy(table));
}

static void rows_of_the_timeline_come_and_go(const compass_tables *tables)
{
    static const char events[] =
        "[{\"id\":\"e\",\"name\":\"Big Camp\",\"type\":\"camp\",\"start_date\":\"2026-02-10\"},"
        "{\"id\":\"f\",\"name\":\"Game\",\"start_date\":\"2026-02-11\"}]";
    compass_timeline_options options = COMPASS_TIMELINE_OPTIONS_INIT;
    compass_timeline timeline = 0, copy = 0;
    compass_text before = 0, answer = 0;
    int64_t count = 0;

    options.now_micros = now;
    EXPECT_OK(compass_timeline_create(tables, &timeline));
    EXPECT_OK(compass_timeline_page(timeline, &options, &before));
    EXPECT_OK(compass_timeline_put(timeline, COMPASS_TABLE_EVENTS, events, strlen(events), NULL, &count));
    EXPECT(count == 2);
    EXPECT_OK(compass_timeline_snapshot(timeline, &copy));
    EXPECT_OK(compass_timeline_remove(timeline, text_of("event-e")));
    EXPECT_OK(compass_timeline_remove(timeline, text_of("event-f")));
    EXPECT_STATUS(COMPASS_NOT_FOUND, compass_timeline_remove(timeline, text_of("event-e")));
    EXPECT_OK(compass_timeline_page(timeline, &options, &answer));
    EXPECT(are_same(before, answer));
    EXPECT_OK(compass_timeline_page(copy, &options, &answer));
    EXPECT(holds(answer, "Big Camp"));
    EXPECT_OK(compass_timeline_destroy(timeline));
    EXPECT_OK(compass_timeline_destroy(copy));
}

static void activities_are_inserted_once(const compass_tables *tables)
{
    static const char document[] =
        "[{\"id\":\"d\",\"type\":\"resume\",\"title\":\"My resume\",\"created_at\":\"2026-03-01T11:00:00Z\"}]";
    compass_activity_options options = COMPASS_ACTIVITY_OPTIONS_INIT;
    compass_activity activity = 0, copy = 0;
    compass_text before = 0, answer = 0;
    int64_t count = 0;

    options.now_micros = now;
    EXPECT_OK(compass_activity_create(tables, 10, &activity));
    EXPECT_OK(compass_activity_prepare_for_inserts(activity));
    EXPECT_OK(compass_activity_prepare_for_search(activity, COMPASS_ACTIVITY_SEARCH_WHOLE_TEXT));
    EXPECT_OK(compass_activity_snapshot(activity, &copy));
    EXPECT_OK(compass_activity_page(copy, &options, &before));
    EXPECT_OK(
        compass_activity_insert(activity, COMPASS_TABLE_DOCUMENTS, document, strlen(document), NULL, &count));
    EXPECT(count == 1);
    EXPECT_OK(
        compass_activity_put(activity, COMPASS_TABLE_DOCUMENTS, document, strlen(document), NULL, &count));
    EXPECT(count == 1);
    EXPECT_OK(compass_activity_page(activity, &options, &answer));
    EXPECT(holds(answer, "\"total\":31,"));
    EXPECT_OK(compass_activity_remove(activity, text_of("doc-d")));
    EXPECT_STATUS(COMPASS_NOT_FOUND, compass_activity_remove(activity, text_of("doc-d")));
    EXPECT_OK(compass_activity_page(activity, &options, &answer));
    EXPECT(holds(answer, "\"total\":30,"));
    EXPECT_OK(compass_activity_page(copy, &options, &answer));
    EXPECT(are_same(before, answer));
    EXPECT_OK(compass_activity_destroy(activity));
    EXPECT_OK(compass_activity_destroy(copy));
}

static void tables_that_are_missing_are_named(compass_tables tables)
{
    compass_table_failure failure = {COMPASS_TABLE_DOCUMENTS, 0, COMPASS_STRING_NONE};
    compass_activity_options options = COMPASS_ACTIVITY_OPTIONS_INIT;
    compass_report_options report_options = COMPASS_REPORT_OPTIONS_INIT;
    compass_activity activity = 0;
    compass_reports reports = 0;
    compass_text answer = 0;

    options.now_micros = report_options.now_micros = now;
    failure.reason = text_of("line 1: broken");
    tables.documents = tables.interactions = 0;
    tables.failures = &failure;
    tables.failure_count = 1;
    EXPECT_OK(compass_activity_create(&tables, COMPASS_NO_LIMIT, &activity));
    EXPECT_OK(compass_activity_page(activity, &options, &answer));
    EXPECT(holds(answer, "\"failures\":[{\"table\":\"documents\",\"reason\":\"line 1: broken\"},"
                         "{\"table\":\"interactions\",\"reason\":\"missing\"}]"));
    EXPECT_OK(compass_reports_create(&tables, &reports));
    EXPECT_OK(compass_reports_page(reports, &report_options, &answer));
    EXPECT(holds(answer, "\"warnings\":[{\"table\":\"interactions\",\"reason\":\"missing\"}]"));
    EXPECT_OK(compass_activity_destroy(activity));
    EXPECT_OK(compass_reports_destroy(reports));
}

int main(int argc, char **argv)
{
    compass_tables tables;
    compass_table table;
    compass_posts posts = 0;

    if (argc != 2) return EXIT_FAILURE;
    now = time_of_tiny();
    tables = load_tables(argv[1]);
    table = load_table(argv[1], "social_media_posts", COMPASS_TABLE_SOCIAL_MEDIA_POSTS);
    EXPECT_OK(compass_posts_create(table, tables.schools, tables.coaches, &posts));
    EXPECT_OK(compass_table_destroy(table));
    EXPECT_OK(compass_posts_prepare_for_changes(posts));
    EXPECT_OK(compass_posts_prepare_for_search(posts, COMPASS_SEARCH_IGNORING_ACCENTS));
    each_change_of_posts_has_its_inverse(posts);
    payloads_say_what_became_of_them(posts);
    a_snapshot_does_not_see_changes(posts);
    a_zone_is_the_same_from_wherever_it_comes(posts);
    rows_of_a_table_may_come_from_memory();
    rows_of_the_timeline_come_and_go(&tables);
    activities_are_inserted_once(&tables);
    tables_that_are_missing_are_named(tables);
    EXPECT_OK(compass_posts_destroy(posts));
    destroy_tables(tables);
    return outcome("changes");
}
