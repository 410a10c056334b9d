/*
 * The code of the documentation's article on linking from C, which is held to it line for line.
 *
 *     guide FOLDER     with Datasets/tiny; ends with 0 when everything is as the article says
 */
#include <compass.h>
#include <compass_arrow.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Says what failed; what is destroyed afterwards may be 0. */
static int report(const char *what, compass_status status)
{
    fprintf(stderr, "%s: %s: %s\n", what, compass_status_name(status), compass_error_message());
    return 1;
}

static compass_status load_posts(
    const char *posts_path, const char *schools_path, const char *coaches_path, compass_posts *posts)
{
    compass_load_options options = COMPASS_LOAD_OPTIONS_INIT;
    compass_table rows = 0, schools = 0, coaches = 0;
    compass_status status;

    options.threads = 2;
    status = compass_table_load_file(
        COMPASS_TABLE_SOCIAL_MEDIA_POSTS, compass_string_of(posts_path), &options, &rows);
    if (!status && schools_path)
        status = compass_table_load_file(
            COMPASS_TABLE_SCHOOLS, compass_string_of(schools_path), &options, &schools);
    if (!status && coaches_path)
        status = compass_table_load_file(
            COMPASS_TABLE_COACHES, compass_string_of(coaches_path), &options, &coaches);
    if (!status)
        status = compass_posts_create(rows, schools, coaches, posts);
    compass_table_destroy(coaches);
    compass_table_destroy(schools);
    compass_table_destroy(rows);
    return status;
}

/* Opens the posts of a table file, which this release may not know any more. */
static compass_status open_posts(const char *path, const char *posts_path, compass_posts *posts)
{
    compass_status status = compass_posts_open(compass_string_of(path), 0, NULL, posts);

    if (status == COMPASS_WRONG_VERSION || status == COMPASS_FILE_NOT_FOUND) {
        status = load_posts(posts_path, NULL, NULL, posts);
        if (!status)
            status = compass_posts_save(*posts, compass_string_of(path), NULL);
    }
    return status;
}

static compass_status print_negative_tweets(compass_posts posts, compass_zone zone)
{
    compass_post_filter filter = COMPASS_POST_FILTER_INIT;
    compass_social_options options = COMPASS_SOCIAL_OPTIONS_INIT;
    compass_text page = 0;
    const char *json;
    compass_status status;

    filter.platforms = COMPASS_PLATFORM_TWITTER;
    filter.sentiments = COMPASS_SENTIMENT_NEGATIVE;
    options.filter = &filter;
    options.range_days = COMPASS_RANGE_ALL;
    options.zone = zone;
    status = compass_time_parse(COMPASS_STRING("2026-03-01T12:00:00Z"), &options.now_micros);
    if (!status)
        status = compass_posts_analytics(posts, &options, &page);
    if (!status)
        status = compass_text_view(page, &json, NULL);
    if (!status)
        puts(json);
    compass_text_destroy(page);
    return status;
}

/* Asks the server; this one refuses. */
static int server_accepts_flag(const char *id)
{
    (void)id;
    return 0;
}

static compass_status flag(compass_posts posts, const char *id)
{
    compass_change inverse;
    compass_status status = compass_posts_set_flag(posts, compass_string_of(id), 1, &inverse);

    if (!status && !server_accepts_flag(id))
        status = compass_posts_apply_change(posts, inverse, NULL);
    compass_change_destroy(inverse);
    return status;
}

static compass_status count_flagged(compass_posts posts, int64_t *count)
{
    compass_post_filter filter = COMPASS_POST_FILTER_INIT;

    filter.flagged = COMPASS_CHOICE_YES;
    return compass_posts_match_count(posts, &filter, 0, count);
}

static compass_status print_columns(compass_posts posts)
{
    struct ArrowSchema schema;
    struct ArrowArray array;
    compass_status status = compass_posts_export_arrow(posts, &schema, &array);
    int64_t column;

    if (status)
        return status;
    printf("%lld posts\n", (long long)array.length);
    for (column = 0; column < schema.n_children; column++)
        printf("%s %s\n", schema.children[column]->name, schema.children[column]->format);
    array.release(&array);
    schema.release(&schema);
    return status;
}

/* The partial answer of a shard as bytes, which the caller frees. */
static compass_status answer_of_shard(
    compass_posts shard, uint32_t number, const compass_social_options *options, char **bytes, size_t *count)
{
    compass_partial partial = 0;
    const void *data;
    compass_status status = compass_posts_analytics_partial(shard, options, number, &partial);

    if (!status)
        status = compass_partial_bytes(partial, &data, count);
    if (!status) {
        *bytes = (char *)malloc(*count);
        memcpy(*bytes, data, *count);
    }
    compass_partial_destroy(partial);
    return status;
}

/* The page of the rows of two shards. */
static compass_status finish(
    char *const bytes[2], const size_t counts[2], compass_table schools, compass_text *page)
{
    compass_partial parts[2] = {0, 0}, merged = 0;
    compass_status status = compass_partial_read(bytes[0], counts[0], &parts[0]);

    if (!status)
        status = compass_partial_read(bytes[1], counts[1], &parts[1]);
    if (!status)
        status = compass_partial_merge(parts, 2, &merged);
    if (!status)
        status = compass_partial_answer(merged, schools, 0, COMPASS_ANSWER_JSON, page);
    compass_partial_destroy(merged);
    compass_partial_destroy(parts[0]);
    compass_partial_destroy(parts[1]);
    return status;
}

static const char *const shards[2] = {
    "[{\"id\":\"1\",\"platform\":\"twitter\",\"post_date\":\"2026-02-28T12:00:00Z\"}]",
    "[{\"id\":\"2\",\"platform\":\"instagram\",\"post_date\":\"2026-02-27T12:00:00Z\"}]"};

/* Two shards of one post each have a page of two. */
static compass_status merge_two_shards(compass_zone zone)
{
    compass_social_options options = COMPASS_SOCIAL_OPTIONS_INIT;
    char *bytes[2] = {NULL, NULL};
    size_t counts[2] = {0, 0};
    compass_text page = 0;
    const char *json;
    compass_status status = compass_time_parse(COMPASS_STRING("2026-03-01T12:00:00Z"), &options.now_micros);
    uint32_t number;

    options.zone = zone;
    for (number = 0; number < 2 && !status; number++) {
        compass_table table = 0;
        compass_posts posts = 0;

        status = compass_table_load(
            COMPASS_TABLE_SOCIAL_MEDIA_POSTS, shards[number], strlen(shards[number]), NULL, &table);
        if (!status)
            status = compass_posts_create(table, 0, 0, &posts);
        if (!status)
            status = answer_of_shard(posts, number, &options, &bytes[number], &counts[number]);
        compass_posts_destroy(posts);
        compass_table_destroy(table);
    }
    if (!status)
        status = finish(bytes, counts, 0, &page);
    if (!status)
        status = compass_text_view(page, &json, NULL);
    if (!status && !strstr(json, "\"totalPosts\":2"))
        status = COMPASS_INTERNAL;
    compass_text_destroy(page);
    free(bytes[0]);
    free(bytes[1]);
    return status;
}

int main(int argc, char **argv)
{
    char posts_path[4096], schools_path[4096], coaches_path[4096], file_path[64];
    const char *id = "42879dd6-6cc6-4028-a90d-d35a6f2b0c88";
    int64_t before = 0, after = 0;
    compass_posts posts = 0;
    compass_zone zone = 0;
    compass_status status;
    int opening;

    if (argc != 2)
        return fputs("usage: guide FOLDER\n", stderr), 64;
    snprintf(posts_path, sizeof posts_path, "%s/social_media_posts.json", argv[1]);
    snprintf(schools_path, sizeof schools_path, "%s/schools.json", argv[1]);
    snprintf(coaches_path, sizeof coaches_path, "%s/coaches.json", argv[1]);

    if (compass_abi_version() != COMPASS_ABI_VERSION)
        return fputs("the library is of another version than its header\n", stderr), 1;

    status = compass_zone_create(COMPASS_STRING("America/New_York"), &zone);
    if (status)
        return report("zone", status);
    status = load_posts(posts_path, schools_path, coaches_path, &posts);
    if (status)
        return report("posts", status);
    status = print_negative_tweets(posts, zone);
    if (status)
        return report("page", status);

    if (count_flagged(posts, &before) || flag(posts, id) || count_flagged(posts, &after))
        return report("flag", 0);
    if (before != after)
        return fputs("the flag was not taken back\n", stderr), 1;
    status = print_columns(posts);
    if (status)
        return report("columns", status);
    if (flag(posts, "nobody") != COMPASS_NOT_FOUND)
        return fputs("a flag for nobody\n", stderr), 1;

    status = merge_two_shards(zone);
    if (status)
        return report("shards", status);

    compass_posts_destroy(posts);
    snprintf(file_path, sizeof file_path, "/tmp/compass-guide-%ld.compass", (long)getpid());
    for (opening = 0; opening < 2; opening++) {
        status = open_posts(file_path, posts_path, &posts);
        if (status)
            return report("file", status);
        if (compass_posts_count(posts, &after) || after == 0)
            return report("count", 0);
        compass_posts_destroy(posts);
    }
    unlink(file_path);
    compass_zone_destroy(zone);
    if (compass_handle_count() != 0)
        return fputs("handles were forgotten\n", stderr), 1;
    return 0;
}
