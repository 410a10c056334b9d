/* Tables whose rows come in several arrays. */
#include "expectations.h"

static const char first[] = "[{\"id\":\"a\",\"name\":\"Camp\",\"start_date\":\"2026-03-01\"},{\"id\":\"b\"}]";
static const char second[] = "[{\"id\":\"a\",\"name\":\"Visit\",\"start_date\":\"2026-03-02\"},"
                             "{\"id\":7,\"name\":\"Game\",\"start_date\":\"2026-03-03\"}]";
static const char whole[] = "[{\"id\":\"a\",\"name\":\"Camp\",\"start_date\":\"2026-03-01\"},{\"id\":\"b\"},"
                            "{\"id\":\"a\",\"name\":\"Visit\",\"start_date\":\"2026-03-02\"},"
                            "{\"id\":7,\"name\":\"Game\",\"start_date\":\"2026-03-03\"}]";

static void expect_text(compass_text text, const char *expected)
{
    const char *data = NULL;
    size_t count = 0;

    EXPECT_OK(compass_text_view(text, &data, &count));
    EXPECT(data && count == strlen(expected) && memcmp(data, expected, count) == 0);
    EXPECT_OK(compass_text_destroy(text));
}

static int64_t count_of(compass_table table)
{
    int64_t count = -1;

    EXPECT_OK(compass_table_count(table, &count));
    return count;
}

static void arrays_are_joined(void)
{
    compass_loader loader = 0;
    compass_table joined = 0, single = 0;
    compass_text id = 1;
    int64_t rows = -1;

    EXPECT_OK(compass_loader_create(COMPASS_TABLE_EVENTS, NULL, &loader));
    EXPECT_OK(compass_loader_append(loader, first, strlen(first), &rows, &id));
    EXPECT(rows == 2);
    expect_text(id, "b");
    EXPECT_STATUS(COMPASS_MALFORMED_DATA, compass_loader_append(loader, "[{]", 3, &rows, &id));
    EXPECT(rows == 0 && id == 0 && said("events"));
    EXPECT_OK(compass_loader_append(loader, second, strlen(second), &rows, &id));
    EXPECT(rows == 2);
    expect_text(id, "7");
    EXPECT_OK(compass_loader_append(loader, "[]", 2, &rows, &id));
    EXPECT(rows == 0 && id == 0);
    EXPECT_OK(compass_loader_append(loader, "[]", 2, NULL, NULL));
    EXPECT_OK(compass_loader_finish(loader, &joined));
    EXPECT_STATUS(COMPASS_INVALID_ARGUMENT, compass_loader_append(loader, "[]", 2, NULL, NULL));
    EXPECT(said("finished"));
    EXPECT_STATUS(COMPASS_INVALID_ARGUMENT, compass_loader_finish(loader, &single));
    EXPECT(single == 0);
    EXPECT_OK(compass_loader_destroy(loader));
    EXPECT_OK(compass_table_load(COMPASS_TABLE_EVENTS, whole, strlen(whole), NULL, &single));
    EXPECT(count_of(joined) == 2 && count_of(single) == 2);
    EXPECT_OK(compass_table_destroy(joined));
    EXPECT_OK(compass_table_destroy(single));
}

static void misuse_is_refused(void)
{
    compass_load_options options = COMPASS_LOAD_OPTIONS_INIT;
    compass_loader loader = 0, none = 1;
    compass_table table = 1;

    EXPECT_STATUS(COMPASS_NULL_POINTER, compass_loader_create(COMPASS_TABLE_EVENTS, NULL, NULL));
    EXPECT_STATUS(COMPASS_INVALID_ARGUMENT, compass_loader_create(99, NULL, &none));
    EXPECT(none == 0);
    options.format = COMPASS_FORMAT_NDJSON;
    EXPECT_STATUS(COMPASS_INVALID_ARGUMENT, compass_loader_create(COMPASS_TABLE_EVENTS, &options, &none));
    options.version = 0;
    EXPECT_STATUS(COMPASS_WRONG_VERSION, compass_loader_create(COMPASS_TABLE_EVENTS, &options, &none));
    EXPECT_STATUS(COMPASS_INVALID_HANDLE, compass_loader_append(0, "[]", 2, NULL, NULL));
    EXPECT_STATUS(COMPASS_INVALID_HANDLE, compass_loader_finish(0, &table));
    EXPECT(table == 0);
    EXPECT_OK(compass_loader_create(COMPASS_TABLE_SCHOOLS, NULL, &loader));
    EXPECT_STATUS(COMPASS_NULL_POINTER, compass_loader_append(loader, NULL, 2, NULL, NULL));
    EXPECT_STATUS(COMPASS_NULL_POINTER, compass_loader_finish(loader, NULL));
    EXPECT_STATUS(COMPASS_INVALID_HANDLE, compass_table_destroy(loader));
    EXPECT_OK(compass_loader_destroy(loader));
    EXPECT_STATUS(COMPASS_INVALID_HANDLE, compass_loader_destroy(loader));
    EXPECT_OK(compass_loader_destroy(0));
}

/* Every kind of table without rows. */
static void every_kind_has_a_loader(void)
{
    compass_table_kind kind;

    for (kind = COMPASS_TABLE_SOCIAL_MEDIA_POSTS; kind <= COMPASS_TABLE_PERFORMANCE_METRICS; kind++) {
        compass_loader loader = 0;
        compass_table table = 0;

        EXPECT_OK(compass_loader_create(kind, NULL, &loader));
        EXPECT_OK(compass_loader_append(loader, "[]", 2, NULL, NULL));
        EXPECT_OK(compass_loader_finish(loader, &table));
        EXPECT(count_of(table) == 0);
        EXPECT_OK(compass_table_destroy(table));
        EXPECT_OK(compass_loader_destroy(loader));
    }
}

/* The same posts are found whenever the index is built, and from handles that outlive those of the table. */
static void every_search_index_finds_the_same(void)
{
    static const char rows[] =
        "[{\"id\":\"1\",\"platform\":\"twitter\",\"post_date\":\"2026-02-10T10:00:00Z\","
        "\"post_content\":\"Camp in July\"},"
        "{\"id\":\"2\",\"platform\":\"twitter\",\"post_date\":\"2026-02-09T10:00:00Z\","
        "\"author_name\":\"Jos\xc3\xa9 Campos\"},"
        "{\"id\":\"3\",\"platform\":\"twitter\",\"post_date\":\"2026-02-08T10:00:00Z\"}]";
    compass_load_options options = COMPASS_LOAD_OPTIONS_INIT;
    int32_t search_index;

    EXPECT(options.search_index == COMPASS_SEARCH_INDEX_NOW);
    for (search_index = COMPASS_SEARCH_INDEX_NOW; search_index <= COMPASS_SEARCH_INDEX_NEVER; search_index++) {
        compass_post_filter filter = COMPASS_POST_FILTER_INIT;
        compass_table table = 0;
        compass_posts posts = 0;
        int64_t count = 0;
        int round;

        options.search_index = search_index;
        EXPECT_OK(compass_table_load(COMPASS_TABLE_SOCIAL_MEDIA_POSTS, rows, strlen(rows), &options, &table));
        EXPECT_OK(compass_posts_create(table, 0, 0, &posts));
        EXPECT_OK(compass_table_destroy(table));
        for (round = 0; round < 2; round++) {
            filter.search_flags = 0;
            filter.search = COMPASS_STRING("camp");
            EXPECT_OK(compass_posts_match_count(posts, &filter, 0, &count));
            EXPECT(count == 2);
            filter.search = COMPASS_STRING("jose");
            EXPECT_OK(compass_posts_match_count(posts, &filter, 0, &count));
            EXPECT(count == 0);
            filter.search_flags = COMPASS_SEARCH_IGNORING_ACCENTS;
            EXPECT_OK(compass_posts_match_count(posts, &filter, 0, &count));
            EXPECT(count == 1);
            EXPECT_OK(compass_posts_prepare_for_search(posts, 0));
        }
        EXPECT_OK(compass_posts_destroy(posts));
    }
}

int main(void)
{
    arrays_are_joined();
    every_search_index_finds_the_same();
    misuse_is_refused();
    every_kind_has_a_loader();
    EXPECT(compass_handle_count() == 0);
    return failed_expectations > 0;
}
