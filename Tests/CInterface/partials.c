/*
 * Partial answers of shards, the rows that other shards replace, and parts of files.
 *
 *     ./partials Datasets/tiny
 */
#include "expectations.h"

#include <unistd.h>

enum { SHARD_COUNT = 5 };

/* A document in memory. */
typedef struct {
    char *bytes;
    size_t count;
} document;

static document read_document(const char *folder, const char *name)
{
    document all = {NULL, 0};
    char path[4096];
    FILE *file;
    long size;

    snprintf(path, sizeof path, "%s/%s.json", folder, name);
    file = fopen(path, "rb");
    EXPECT(file && fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) > 0);
    if (!file) exit(EXIT_FAILURE);
    rewind(file);
    all.bytes = (char *)malloc((size_t)size);
    all.count = fread(all.bytes, 1, (size_t)size, file);
    fclose(file);
    return all;
}

/* The rows of an array, one of SHARD_COUNT in turn, as lines. */
static document lines_of_shard(document array, int shard)
{
    document lines = {(char *)malloc(array.count + 1), 0};
    size_t place, start = 0;
    int depth = 0, is_text = 0, row = 0;

    for (place = 0; place < array.count; place++) {
        char byte = array.bytes[place];

        if (is_text && byte == '\\') {
            place++;
            continue;
        }
        if (byte == '"') is_text = !is_text;
        if (is_text) continue;
        if (byte == '{' && depth++ == 0) start = place;
        if (byte == '}' && --depth == 0 && row++ % SHARD_COUNT == shard) {
            size_t i;

            for (i = start; i <= place; i++)
                lines.bytes[lines.count++] = array.bytes[i] == '\n' ? ' ' : array.bytes[i];
            lines.bytes[lines.count++] = '\n';
        }
    }
    return lines;
}

static compass_table load_lines(compass_table_kind kind, document lines)
{
    compass_load_options options = COMPASS_LOAD_OPTIONS_INIT;
    compass_table table = 0;

    options.format = COMPASS_FORMAT_NDJSON;
    EXPECT_OK(compass_table_load(kind, lines.bytes, lines.count, &options, &table));
    return table;
}

static compass_table load_shard(const char *folder, const char *name, compass_table_kind kind, int shard)
{
    document array = read_document(folder, name);
    document lines = lines_of_shard(array, shard);
    compass_table table = load_lines(kind, lines);

    free(lines.bytes);
    free(array.bytes);
    return table;
}

/* Merges partial answers as another machine does that gets their bytes, the last one first. */
static compass_partial merged(compass_partial *parts)
{
    compass_partial read[SHARD_COUNT], some = 0, all = 0, again = 0, few[2];
    const void *data, *other;
    size_t count, other_count;
    int i;

    for (i = 0; i < SHARD_COUNT; i++) {
        EXPECT_OK(compass_partial_bytes(parts[i], &data, &count));
        EXPECT_OK(compass_partial_bytes(parts[i], &other, &other_count));
        EXPECT(data == other && count == other_count && count > 0);
        EXPECT_OK(compass_partial_read(data, count, &read[SHARD_COUNT - 1 - i]));
    }
    EXPECT_OK(compass_partial_merge(read, SHARD_COUNT, &all));
    EXPECT_OK(compass_partial_merge(parts, 2, &some));
    few[0] = some;
    few[1] = parts[2];
    EXPECT_OK(compass_partial_merge(few, 2, &again));
    EXPECT_OK(compass_partial_destroy(again));
    EXPECT_OK(compass_partial_merge(parts, SHARD_COUNT, &again));
    EXPECT_OK(compass_partial_bytes(all, &data, &count));
    EXPECT_OK(compass_partial_bytes(again, &other, &other_count));
    EXPECT(count == other_count && memcmp(data, other, count) == 0);
    EXPECT_OK(compass_partial_destroy(some));
    EXPECT_OK(compass_partial_destroy(again));
    for (i = 0; i < SHARD_COUNT; i++) {
        EXPECT_OK(compass_partial_destroy(read[i]));
        EXPECT_OK(compass_partial_destroy(parts[i]));
    }
    return all;
}

static void expect_equal(compass_text one, compass_text other)
{
    EXPECT(are_equal(one, other));
    EXPECT_OK(compass_text_destroy(one));
    EXPECT_OK(compass_text_destroy(other));
}

/* A zone, and the same one as another machine gets it. */
static void make_zones(compass_zone *zone, compass_zone *sent)
{
    compass_text bytes = 0;
    const char *data;
    size_t count;

    EXPECT_OK(compass_zone_create(COMPASS_STRING("America/New_York"), zone));
    EXPECT_OK(compass_zone_data(*zone, &bytes));
    EXPECT_OK(compass_text_view(bytes, &data, &count));
    EXPECT(count > 44 && memcmp(data, "TZif", 4) == 0);
    EXPECT_OK(compass_zone_create_from_bytes(COMPASS_STRING("sent"), data, count, sent));
    EXPECT_OK(compass_text_destroy(bytes));
    EXPECT_OK(compass_zone_data(0, &bytes));
    EXPECT_OK(compass_text_destroy(bytes));
}

static void posts_in_shards_have_the_pages_of_one_table(const char *folder)
{
    compass_tables tables = load_tables(folder);
    compass_table rows = load_table(folder, "social_media_posts", COMPASS_TABLE_SOCIAL_MEDIA_POSTS);
    compass_posts whole = 0, shards[SHARD_COUNT];
    compass_social_options social = COMPASS_SOCIAL_OPTIONS_INIT;
    compass_feed_options feed = COMPASS_FEED_OPTIONS_INIT;
    compass_post_filter filter = COMPASS_POST_FILTER_INIT;
    compass_partial parts[SHARD_COUNT], all, counts;
    compass_text one = 0, other = 0;
    compass_zone zone = 0, sent = 0;
    int32_t format;
    int i, filtered;

    make_zones(&zone, &sent);
    EXPECT_OK(compass_posts_create(rows, tables.schools, tables.coaches, &whole));
    EXPECT_OK(compass_table_destroy(rows));
    for (i = 0; i < SHARD_COUNT; i++) {
        rows = load_shard(folder, "social_media_posts", COMPASS_TABLE_SOCIAL_MEDIA_POSTS, i);
        EXPECT_OK(compass_posts_create(rows, 0, 0, &shards[i]));
        EXPECT_OK(compass_table_destroy(rows));
    }
    social.now_micros = feed.now_micros = time_of_tiny();
    social.range_days = 90;
    social.flags = COMPASS_SOCIAL_COMPARE | COMPASS_SOCIAL_HEAT_MAP;
    feed.page_size = 7;
    filter.search = COMPASS_STRING("camp");
    for (filtered = 0; filtered < 2; filtered++) {
        social.filter = feed.filter = filtered ? &filter : NULL;
        for (format = COMPASS_ANSWER_JSON; format <= COMPASS_ANSWER_HTML_DOCUMENT; format++) {
            social.format = feed.format = format;
            social.zone = feed.zone = zone;
            EXPECT_OK(compass_posts_analytics(whole, &social, &one));
            social.zone = feed.zone = sent;
            for (i = 0; i < SHARD_COUNT; i++)
                EXPECT_OK(compass_posts_analytics_partial(shards[i], &social, (uint32_t)i, &parts[i]));
            all = merged(parts);
            EXPECT_OK(compass_partial_answer(all, tables.schools, tables.coaches, format, &other));
            EXPECT_OK(compass_partial_destroy(all));
            expect_equal(one, other);

            feed.zone = zone;
            EXPECT_OK(compass_posts_feed(whole, &feed, &one));
            feed.zone = sent;
            for (i = 0; i < SHARD_COUNT; i++)
                EXPECT_OK(compass_posts_feed_partial(shards[i], &feed, (uint32_t)i, &parts[i]));
            all = merged(parts);
            EXPECT_OK(compass_partial_answer(all, tables.schools, tables.coaches, format, &other));
            expect_equal(one, other);

            feed.zone = zone;
            EXPECT_OK(compass_posts_linked(whole, &feed, &one));
            feed.zone = sent;
            for (i = 0; i < SHARD_COUNT; i++)
                EXPECT_OK(compass_posts_linked_counts_partial(shards[i], &feed, (uint32_t)i, &parts[i]));
            counts = merged(parts);
            EXPECT_OK(compass_partial_linked_answer(
                all, counts, tables.schools, tables.coaches, format, &other));
            expect_equal(one, other);
            EXPECT_STATUS(
                format <= COMPASS_ANSWER_JSON_INDENTED ? COMPASS_OK : COMPASS_UNSUPPORTED,
                compass_partial_answer(counts, tables.schools, tables.coaches, format, &other));
            EXPECT_OK(compass_text_destroy(other));
            EXPECT_STATUS(COMPASS_NOT_MERGEABLE, compass_partial_linked_answer(counts, all, 0, 0, 0, &other));
            EXPECT_OK(compass_partial_destroy(counts));
            EXPECT_OK(compass_partial_destroy(all));
        }
    }
    for (i = 0; i < SHARD_COUNT; i++) EXPECT_OK(compass_posts_destroy(shards[i]));
    EXPECT_OK(compass_posts_destroy(whole));
    EXPECT_OK(compass_zone_destroy(zone));
    EXPECT_OK(compass_zone_destroy(sent));
    destroy_tables(tables);
}

static void other_rows_in_shards_have_the_pages_of_one_table(const char *folder)
{
    compass_tables tables = load_tables(folder), shard;
    compass_reports reports = 0;
    compass_activity activity = 0;
    compass_timeline timeline = 0;
    compass_report_options report = COMPASS_REPORT_OPTIONS_INIT;
    compass_activity_options activities = COMPASS_ACTIVITY_OPTIONS_INIT;
    compass_timeline_partial_options numbers = COMPASS_TIMELINE_PARTIAL_OPTIONS_INIT;
    compass_time_window windows[2];
    compass_partial report_parts[SHARD_COUNT], activity_parts[SHARD_COUNT], count_parts[SHARD_COUNT],
        level_parts[SHARD_COUNT], all;
    compass_text one = 0, other = 0;
    int i;

    report.now_micros = activities.now_micros = time_of_tiny();
    report.preset = COMPASS_PRESET_1_YEAR;
    report.flags = COMPASS_REPORT_COMPARE;
    activities.page = 2;
    activities.search = COMPASS_STRING("e");
    windows[0].from_micros = time_of_tiny() - INT64_C(90) * 86400 * 1000000;
    windows[0].to_micros = time_of_tiny();
    windows[1].from_micros = windows[1].to_micros = time_of_tiny();
    numbers.windows = windows;
    for (i = 0; i < SHARD_COUNT; i++) {
        compass_reports some_reports = 0;
        compass_activity some_activity = 0;
        compass_timeline some_timeline = 0;

        memset(&shard, 0, sizeof shard);
        shard.version = COMPASS_TABLES_VERSION;
        shard.coaches = load_shard(folder, "coaches", COMPASS_TABLE_COACHES, i);
        shard.schools = load_shard(folder, "schools", COMPASS_TABLE_SCHOOLS, i);
        shard.interactions = load_shard(folder, "interactions", COMPASS_TABLE_INTERACTIONS, i);
        shard.events = load_shard(folder, "events", COMPASS_TABLE_EVENTS, i);
        shard.offers = load_shard(folder, "offers", COMPASS_TABLE_OFFERS, i);
        shard.school_status_history =
            load_shard(folder, "school_status_history", COMPASS_TABLE_SCHOOL_STATUS_HISTORY, i);
        shard.documents = load_shard(folder, "documents", COMPASS_TABLE_DOCUMENTS, i);
        shard.performance_metrics =
            load_shard(folder, "performance_metrics", COMPASS_TABLE_PERFORMANCE_METRICS, i);
        EXPECT_OK(compass_reports_create(&shard, &some_reports));
        EXPECT_OK(compass_reports_partial(some_reports, &report, 100 + (uint32_t)i, &report_parts[i]));
        EXPECT_OK(compass_timeline_create(&shard, &some_timeline));
        numbers.window_count = 2;
        EXPECT_OK(compass_timeline_counts_partial(some_timeline, &numbers, UINT32_MAX - (uint32_t)i, &count_parts[i]));
        numbers.window_count = 1;
        EXPECT_OK(compass_timeline_levels_partial(some_timeline, &numbers, (uint32_t)i, &level_parts[i]));
        /* A search of activities reads the names of all schools. */
        EXPECT_OK(compass_table_destroy(shard.schools));
        shard.schools = tables.schools;
        EXPECT_OK(compass_activity_create(&shard, COMPASS_NO_LIMIT, &some_activity));
        EXPECT_OK(compass_activity_partial(some_activity, &activities, (uint32_t)i, &activity_parts[i]));
        EXPECT_OK(compass_reports_destroy(some_reports));
        EXPECT_OK(compass_activity_destroy(some_activity));
        EXPECT_OK(compass_timeline_destroy(some_timeline));
        shard.schools = 0;
        destroy_tables(shard);
    }

    EXPECT_OK(compass_reports_create(&tables, &reports));
    EXPECT_OK(compass_reports_page(reports, &report, &one));
    all = merged(report_parts);
    EXPECT_OK(compass_partial_answer(all, 0, 0, COMPASS_ANSWER_JSON, &other));
    expect_equal(one, other);
    EXPECT_OK(compass_partial_destroy(all));
    EXPECT_OK(compass_reports_destroy(reports));

    EXPECT_OK(compass_activity_create(&tables, COMPASS_NO_LIMIT, &activity));
    EXPECT_OK(compass_activity_page(activity, &activities, &one));
    all = merged(activity_parts);
    EXPECT_OK(compass_partial_answer(all, tables.schools, 0, COMPASS_ANSWER_JSON, &other));
    expect_equal(one, other);
    EXPECT_STATUS(COMPASS_NOT_MERGEABLE, compass_partial_answer(all, 0, 0, COMPASS_ANSWER_JSON, &other));
    EXPECT(other == 0 && said("names of schools"));
    EXPECT_OK(compass_partial_destroy(all));
    activities.page_size = 251;
    EXPECT_STATUS(COMPASS_NOT_MERGEABLE, compass_activity_partial(activity, &activities, 1, &all));
    EXPECT(all == 0 && said("500"));
    EXPECT_OK(compass_activity_destroy(activity));

    EXPECT_OK(compass_timeline_create(&tables, &timeline));
    for (i = 0; i < 2; i++) {
        compass_partial whole = 0;

        numbers.window_count = 2 - (size_t)i;
        EXPECT_OK((i ? compass_timeline_levels_partial : compass_timeline_counts_partial)(
            timeline, &numbers, 3, &whole));
        all = merged(i ? level_parts : count_parts);
        EXPECT_OK(compass_partial_answer(whole, 0, 0, COMPASS_ANSWER_JSON, &one));
        EXPECT_OK(compass_partial_answer(all, 0, 0, COMPASS_ANSWER_JSON, &other));
        expect_equal(one, other);
        EXPECT_OK(compass_partial_destroy(all));
        EXPECT_OK(compass_partial_destroy(whole));
    }
    numbers.window_count = 2;
    EXPECT_STATUS(COMPASS_INVALID_ARGUMENT, compass_timeline_levels_partial(timeline, &numbers, 3, &all));
    numbers.window_count = 1;
    numbers.bucket_count = 0;
    EXPECT_STATUS(COMPASS_INVALID_ARGUMENT, compass_timeline_levels_partial(timeline, &numbers, 3, &all));
    numbers.bucket_count = INT64_MAX;
    EXPECT_STATUS(COMPASS_INVALID_ARGUMENT, compass_timeline_levels_partial(timeline, &numbers, 3, &all));
    windows[0].from_micros = windows[0].to_micros + 1;
    EXPECT_STATUS(COMPASS_INVALID_ARGUMENT, compass_timeline_counts_partial(timeline, &numbers, 3, &all));
    windows[0].to_micros = INT64_MAX;
    EXPECT_STATUS(COMPASS_INVALID_ARGUMENT, compass_timeline_counts_partial(timeline, &numbers, 3, &all));
    EXPECT(said("options.windows[0]"));
    numbers.windows = NULL;
    EXPECT_STATUS(COMPASS_NULL_POINTER, compass_timeline_counts_partial(timeline, &numbers, 3, &all));
    numbers.window_count = SIZE_MAX;
    EXPECT_STATUS(COMPASS_INVALID_ARGUMENT, compass_timeline_counts_partial(timeline, &numbers, 3, &all));
    EXPECT_OK(compass_timeline_destroy(timeline));
    destroy_tables(tables);
}

#define POST(id, url) \
    "{\"id\":\"" id "\",\"platform\":\"twitter\",\"post_date\":\"2026-02-28T12:00:00Z\"," \
    "\"post_url\":\"" url "\"}"

static compass_posts posts_of(const char *json)
{
    compass_table table = 0;
    compass_posts posts = 0;

    EXPECT_OK(compass_table_load(COMPASS_TABLE_SOCIAL_MEDIA_POSTS, json, strlen(json), NULL, &table));
    EXPECT_OK(compass_posts_create(table, 0, 0, &posts));
    EXPECT_OK(compass_table_destroy(table));
    return posts;
}

static void what_does_not_belong_together_is_refused(void)
{
    compass_posts first = posts_of("[" POST("1", "a") "]"), second = posts_of("[" POST("2", "b") "]");
    compass_posts same_url = posts_of("[" POST("3", "a") "]");
    compass_feed_options feed = COMPASS_FEED_OPTIONS_INIT;
    compass_social_options social = COMPASS_SOCIAL_OPTIONS_INIT;
    compass_post_filter filter = COMPASS_POST_FILTER_INIT;
    compass_partial pair[2] = {0, 0}, all = 1;
    const uint32_t *shards = NULL;
    compass_zone zone = 0;
    size_t count = 0;
    int32_t kind = 0;
    int mistake;

    EXPECT_OK(compass_zone_create(COMPASS_STRING("America/New_York"), &zone));
    social.now_micros = feed.now_micros = time_of_tiny();
    EXPECT_OK(compass_posts_feed_partial(first, &feed, 1, &pair[0]));
    for (mistake = 0; mistake < 9; mistake++) {
        compass_feed_options other = feed;
        static const char *const reasons[] = {
            "", "different times", "different time zones", "different filters", "lengths of lists", "shard 1",
            "same id", "different pages", "compass_table_row_keys()"};

        if (mistake == 1) other.now_micros++;
        if (mistake == 2) other.zone = zone;
        if (mistake == 3) other.filter = &filter, filter.flagged = COMPASS_CHOICE_YES;
        if (mistake == 4) other.page_size++;
        if (mistake == 7)
            EXPECT_OK(compass_posts_analytics_partial(second, &social, 2, &pair[1]));
        else
            EXPECT_OK(compass_posts_feed_partial(
                mistake == 6 ? first : mistake == 8 ? same_url : second, &other, mistake == 5 ? 1 : 2, &pair[1]));
        EXPECT_STATUS(
            mistake == 0 ? COMPASS_OK : COMPASS_NOT_MERGEABLE, compass_partial_merge(pair, 2, &all));
        EXPECT((all == 0) == (mistake != 0) && (mistake == 0 || said(reasons[mistake])));
        if (mistake == 0) {
            EXPECT_OK(compass_partial_shards(all, &shards, &count));
            EXPECT(count == 2 && shards[0] == 1 && shards[1] == 2);
            EXPECT_OK(compass_partial_kind(all, &kind));
            EXPECT(kind == COMPASS_PARTIAL_FEED);
        }
        EXPECT_OK(compass_partial_destroy(all));
        EXPECT_OK(compass_partial_destroy(pair[1]));
    }
    EXPECT_STATUS(COMPASS_INVALID_ARGUMENT, compass_partial_merge(pair, 0, &all));
    EXPECT_STATUS(COMPASS_INVALID_ARGUMENT, compass_partial_merge(pair, SIZE_MAX, &all));
    EXPECT_STATUS(COMPASS_NULL_POINTER, compass_partial_merge(NULL, 2, &all));
    pair[1] = zone;
    EXPECT_STATUS(COMPASS_INVALID_HANDLE, compass_partial_merge(pair, 2, &all));
    EXPECT(said("partials[1]"));
    EXPECT_STATUS(COMPASS_INVALID_ARGUMENT, compass_partial_answer(pair[0], 0, 0, 6, &all));
    EXPECT_OK(compass_partial_destroy(pair[0]));
    EXPECT_OK(compass_zone_destroy(zone));
    EXPECT_OK(compass_posts_destroy(first));
    EXPECT_OK(compass_posts_destroy(second));
    EXPECT_OK(compass_posts_destroy(same_url));
}

static void damaged_bytes_are_refused(void)
{
    compass_posts posts = posts_of("[" POST("1", "a") "," POST("2", "b") "]");
    compass_social_options options = COMPASS_SOCIAL_OPTIONS_INIT;
    compass_partial partial = 0, read = 1;
    const void *data;
    char *copy;
    size_t count, place;

    options.now_micros = time_of_tiny();
    EXPECT_OK(compass_posts_analytics_partial(posts, &options, 1, &partial));
    EXPECT_OK(compass_partial_bytes(partial, &data, &count));
    copy = (char *)malloc(count + 1);
    memcpy(copy, data, count);
    copy[count] = 0;
    for (place = 0; place < count; place++) {
        copy[place] ^= 0x10;
        EXPECT_STATUS(
            place == 4 ? COMPASS_WRONG_VERSION : COMPASS_MALFORMED_DATA, compass_partial_read(copy, count, &read));
        EXPECT(read == 0);
        copy[place] ^= 0x10;
        EXPECT_STATUS(COMPASS_MALFORMED_DATA, compass_partial_read(copy, place, &read));
    }
    EXPECT_STATUS(COMPASS_MALFORMED_DATA, compass_partial_read(copy, count + 1, &read));
    EXPECT_STATUS(COMPASS_MALFORMED_DATA, compass_partial_read(NULL, 0, &read));
    EXPECT_STATUS(COMPASS_NULL_POINTER, compass_partial_read(NULL, 1, &read));
    EXPECT_STATUS(COMPASS_INVALID_ARGUMENT, compass_partial_read(copy, SIZE_MAX, &read));
    EXPECT_OK(compass_partial_read(copy, count, &read));
    EXPECT_OK(compass_partial_destroy(read));
    free(copy);
    EXPECT_OK(compass_partial_destroy(partial));
    EXPECT_OK(compass_posts_destroy(posts));
}

/* Writes the checksum of all bytes but the last four, CRC-32C, into these. */
static void sign(unsigned char *bytes, size_t count)
{
    uint32_t rest = UINT32_MAX;
    size_t place;
    int bit;

    for (place = 0; place < count - 4; place++) {
        rest ^= bytes[place];
        for (bit = 0; bit < 8; bit++) rest = (rest >> 1) ^ (rest & 1 ? 0x82f63b78u : 0);
    }
    for (bit = 0; bit < 4; bit++) bytes[count - 4 + (size_t)bit] = (unsigned char)(~rest >> (8 * bit));
}

/* The partial answers of another release are read and merged with each other, but not with those of this one. */
static void another_release_is_a_wrong_version(void)
{
    compass_posts posts = posts_of("[" POST("1", "a") "]"), others = posts_of("[" POST("2", "b") "]");
    compass_social_options options = COMPASS_SOCIAL_OPTIONS_INIT;
    compass_partial own = 0, made = 0, foreign[2] = {0, 0}, merged = 1, mixed[2];
    compass_text page = 1;
    const void *data;
    unsigned char *copy;
    size_t count;
    int shard;

    options.now_micros = time_of_tiny();
    EXPECT_OK(compass_posts_analytics_partial(posts, &options, 0, &own));
    for (shard = 0; shard < 2; shard++) {
        EXPECT_OK(compass_posts_analytics_partial(shard ? posts : others, &options, (uint32_t)shard + 1, &made));
        EXPECT_OK(compass_partial_bytes(made, &data, &count));
        copy = (unsigned char *)malloc(count);
        memcpy(copy, data, count);
        copy[5]++;
        sign(copy, count);
        EXPECT_OK(compass_partial_read(copy, count, &foreign[shard]));
        free(copy);
        EXPECT_OK(compass_partial_destroy(made));
    }
    for (shard = 0; shard < 2; shard++) {
        mixed[shard] = own;
        mixed[1 - shard] = foreign[0];
        EXPECT_STATUS(COMPASS_WRONG_VERSION, compass_partial_merge(mixed, 2, &merged));
        EXPECT(merged == 0 && said("same release"));
    }
    EXPECT_OK(compass_partial_merge(foreign, 2, &merged));
    EXPECT_STATUS(COMPASS_WRONG_VERSION, compass_partial_answer(merged, 0, 0, COMPASS_ANSWER_JSON, &page));
    EXPECT(page == 0 && said("same release"));
    EXPECT_OK(compass_partial_destroy(merged));
    for (shard = 0; shard < 2; shard++) EXPECT_OK(compass_partial_destroy(foreign[shard]));
    EXPECT_OK(compass_partial_destroy(own));
    EXPECT_OK(compass_posts_destroy(posts));
    EXPECT_OK(compass_posts_destroy(others));
}

/* Rows (9, x), then (1, x), (1, y): one table keeps the last of them, as a row that is replaced still replaces. */
static void rows_that_other_shards_replace_are_left_out(void)
{
    static const char *const shards[] = {"[" POST("9", "x") "]", "[" POST("1", "x") "," POST("1", "y") "]"};
    compass_load_options options = COMPASS_LOAD_OPTIONS_INIT;
    compass_text keys[2] = {0, 0}, other = 0;
    unsigned char rows[3][40];
    uint32_t replaced[3] = {1, 7, 1};
    const char *data;
    size_t count;
    int shard;

    for (shard = 0; shard < 2; shard++) {
        EXPECT_OK(compass_table_row_keys(
            COMPASS_TABLE_SOCIAL_MEDIA_POSTS, shards[shard], strlen(shards[shard]), NULL, (uint32_t)shard + 6, 1,
            2, &keys[shard]));
        EXPECT_OK(compass_text_view(keys[shard], &data, &count));
        EXPECT(count == (shard == 0 ? 40 : 80));
        memcpy(rows[shard], data, count);
    }
    EXPECT(memcmp(rows[1], rows[2], 16) == 0 && memcmp(rows[0], rows[1], 16) != 0);
    EXPECT(memcmp(rows[0] + 16, rows[1] + 16, 16) == 0 && memcmp(rows[1] + 16, rows[2] + 16, 16) != 0);
    EXPECT(rows[0][32] == 6 && rows[2][32] == 7 && rows[1][36] == 1 && rows[2][36] == 2);
    EXPECT_OK(compass_table_row_keys(
        COMPASS_TABLE_SOCIAL_MEDIA_POSTS, shards[0], strlen(shards[0]), NULL, 6, 2, 2, &other));
    EXPECT(!are_equal(keys[0], other));
    EXPECT_OK(compass_text_destroy(other));
    options.replaced = replaced;
    options.replaced_count = 3;
    for (shard = 0; shard < 2; shard++) {
        compass_table table = 0;
        int64_t rows_left = 9;

        EXPECT_OK(compass_table_load(
            COMPASS_TABLE_SOCIAL_MEDIA_POSTS, shards[shard], strlen(shards[shard]), &options, &table));
        EXPECT_OK(compass_table_count(table, &rows_left));
        EXPECT(rows_left == shard);
        EXPECT_OK(compass_table_destroy(table));
        EXPECT_OK(compass_text_destroy(keys[shard]));
    }
    options.replaced = NULL;
    EXPECT_STATUS(COMPASS_NULL_POINTER, compass_table_load(COMPASS_TABLE_EVENTS, "[]", 2, &options, &other));
    options.replaced_count = SIZE_MAX;
    EXPECT_STATUS(COMPASS_INVALID_ARGUMENT, compass_table_load(COMPASS_TABLE_EVENTS, "[]", 2, &options, &other));
    EXPECT_STATUS(COMPASS_MALFORMED_DATA, compass_table_row_keys(COMPASS_TABLE_EVENTS, "{", 1, NULL, 0, 0, 0, &other));
    EXPECT_STATUS(COMPASS_INVALID_ARGUMENT, compass_table_row_keys(0, "[]", 2, NULL, 0, 0, 0, &other));
    EXPECT_STATUS(COMPASS_FILE_NOT_FOUND, compass_table_row_keys_of_file(
        COMPASS_TABLE_EVENTS, COMPASS_STRING("/no/such/file"), NULL, 0, 0, 0, &other));
}

static void parts_of_a_file_have_each_line_once(const char *folder)
{
    document array = read_document(folder, "social_media_posts");
    document lines = lines_of_shard(array, 0);
    compass_load_options options = COMPASS_LOAD_OPTIONS_INIT;
    compass_table table = load_lines(COMPASS_TABLE_SOCIAL_MEDIA_POSTS, lines);
    compass_text keys = 0;
    int64_t wanted = 0, found = 0, in_part, from;
    char path[64];
    FILE *file;

    snprintf(path, sizeof path, "/tmp/compass-parts-%ld.ndjson", (long)getpid());
    file = fopen(path, "wb");
    EXPECT(file && fwrite(lines.bytes, 1, lines.count, file) == lines.count && fclose(file) == 0);
    EXPECT_OK(compass_table_count(table, &wanted));
    EXPECT_OK(compass_table_destroy(table));
    for (from = 0; from <= (int64_t)lines.count; from += 1000) {
        const char *data;
        size_t count;

        options.from_byte = from;
        options.to_byte = from + 1000 <= (int64_t)lines.count ? from + 1000 : COMPASS_END_OF_FILE;
        EXPECT_OK(compass_table_load_file(
            COMPASS_TABLE_SOCIAL_MEDIA_POSTS, COMPASS_STRING(path), &options, &table));
        EXPECT_OK(compass_table_count(table, &in_part));
        EXPECT_OK(compass_table_destroy(table));
        EXPECT_OK(compass_table_row_keys_of_file(
            COMPASS_TABLE_SOCIAL_MEDIA_POSTS, COMPASS_STRING(path), &options, 1, 2, 3, &keys));
        EXPECT_OK(compass_text_view(keys, &data, &count));
        EXPECT(count == 40 * (size_t)in_part);
        EXPECT_OK(compass_text_destroy(keys));
        found += in_part;
    }
    EXPECT(found == wanted && wanted > 10);
    options.to_byte = options.from_byte - 1;
    EXPECT_STATUS(COMPASS_INVALID_ARGUMENT, compass_table_load_file(
        COMPASS_TABLE_SOCIAL_MEDIA_POSTS, COMPASS_STRING(path), &options, &table));
    options.to_byte = COMPASS_END_OF_FILE;
    EXPECT_STATUS(COMPASS_INVALID_ARGUMENT, compass_table_load(COMPASS_TABLE_EVENTS, "[]", 2, &options, &table));
    options.format = COMPASS_FORMAT_JSON;
    EXPECT_STATUS(COMPASS_INVALID_ARGUMENT, compass_table_load_file(
        COMPASS_TABLE_SOCIAL_MEDIA_POSTS, COMPASS_STRING(path), &options, &table));
    EXPECT(said("NDJSON"));
    options.format = COMPASS_FORMAT_AUTOMATIC;
    options.from_byte = -1;
    EXPECT_STATUS(COMPASS_INVALID_ARGUMENT, compass_table_load_file(
        COMPASS_TABLE_SOCIAL_MEDIA_POSTS, COMPASS_STRING(path), &options, &table));
    /* Version 2 of the struct ends before these members. */
    options.version = 2;
    options.replaced_count = SIZE_MAX;
    EXPECT_OK(compass_table_load_file(COMPASS_TABLE_SOCIAL_MEDIA_POSTS, COMPASS_STRING(path), &options, &table));
    EXPECT_OK(compass_table_count(table, &found));
    EXPECT(found == wanted);
    EXPECT_OK(compass_table_destroy(table));
    unlink(path);
    free(lines.bytes);
    free(array.bytes);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: partials FOLDER\n");
        return 64;
    }
    posts_in_shards_have_the_pages_of_one_table(argv[1]);
    other_rows_in_shards_have_the_pages_of_one_table(argv[1]);
    what_does_not_belong_together_is_refused();
    damaged_bytes_are_refused();
    another_release_is_a_wrong_version();
    rows_that_other_shards_replace_are_left_out();
    parts_of_a_file_have_each_line_once(argv[1]);
    return outcome("partials");
}
