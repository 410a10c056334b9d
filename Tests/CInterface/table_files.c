/*
 * Tables in files that are opened in milliseconds, and the cache of tables.
 *
 *     ./table_files Datasets/tiny
 */
#include "expectations.h"

#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static char folder[] = "/tmp/compass-table-files-XXXXXX";

static compass_string in_folder(const char *name)
{
    static char paths[4][256];
    static int next = 0;
    char *path = paths[next++ % 4];

    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return COMPASS_STRING(path);
}

static void write_file(compass_string path, const char *bytes, size_t count)
{
    FILE *file = fopen(path.data, "wb");

    EXPECT(file && fwrite(bytes, 1, count, file) == count && fclose(file) == 0);
}

static compass_text analytics(compass_posts posts)
{
    compass_social_options options = COMPASS_SOCIAL_OPTIONS_INIT;
    compass_text answer = 0;

    options.now_micros = time_of_tiny();
    options.range_days = COMPASS_RANGE_ALL;
    EXPECT_OK(compass_posts_analytics(posts, &options, &answer));
    return answer;
}

static void expect_equal(compass_text one, compass_text other)
{
    EXPECT(are_equal(one, other));
    EXPECT_OK(compass_text_destroy(one));
    EXPECT_OK(compass_text_destroy(other));
}

static compass_text report_of(compass_table table)
{
    compass_text json = 0;

    EXPECT_OK(compass_table_report(table, &json));
    return json;
}

static void posts_are_those_that_were_saved(compass_table table, const compass_tables *tables)
{
    compass_posts posts = 0, opened = 0, other = 0, snapshot = 0;
    compass_table stored = 0;
    compass_table_file file = 0;
    compass_open_options options = COMPASS_OPEN_OPTIONS_INIT;
    compass_save_options without = COMPASS_SAVE_OPTIONS_INIT;
    compass_string path = in_folder("posts.compass");
    int32_t copying, verify, search_index;

    EXPECT_OK(compass_posts_create(table, tables->schools, tables->coaches, &posts));
    EXPECT_OK(compass_posts_snapshot(posts, &snapshot));
    EXPECT_OK(compass_posts_save(snapshot, path, NULL));
    EXPECT_OK(compass_posts_destroy(snapshot));
    EXPECT_OK(compass_table_file_verify(path));
    /* The names are those of the file. */
    for (copying = 0; copying <= 1; copying++) {
        for (verify = COMPASS_VERIFY_READ; verify <= COMPASS_VERIFY_ALL; verify++) {
            options.copying = copying;
            options.verify = verify;
            EXPECT_OK(compass_posts_open(path, 0, &options, &opened));
            expect_equal(analytics(posts), analytics(opened));
            EXPECT_OK(compass_posts_destroy(opened));
        }
    }
    for (search_index = COMPASS_SEARCH_INDEX_NOW; search_index <= COMPASS_SEARCH_INDEX_NEVER; search_index++) {
        compass_post_filter filter = COMPASS_POST_FILTER_INIT;
        int64_t expected = -1, count = -2;

        filter.search = COMPASS_STRING("camp");
        options.search_index = search_index;
        EXPECT_OK(compass_posts_open(path, tables->schools, &options, &opened));
        EXPECT_OK(compass_posts_match_count(posts, &filter, 0, &expected));
        EXPECT_OK(compass_posts_match_count(opened, &filter, 0, &count));
        EXPECT(count == expected && count > 0);
        EXPECT_OK(compass_posts_destroy(opened));
    }
    EXPECT_OK(compass_table_file_open(path, NULL, &file));
    EXPECT_OK(compass_table_file_table(file, COMPASS_TABLE_SOCIAL_MEDIA_POSTS, &stored));
    expect_equal(report_of(table), report_of(stored));
    EXPECT_OK(compass_table_destroy(stored));
    EXPECT_OK(compass_table_file_destroy(file));
    /* A change after opening, and saving over the file that is in use. */
    EXPECT_OK(compass_posts_open(path, 0, NULL, &opened));
    EXPECT_OK(compass_posts_merge(
        opened, "[{\"id\":\"new\",\"platform\":\"twitter\",\"post_date\":\"2026-02-01T00:00Z\"}]", 67, NULL, NULL,
        NULL));
    without.search_index = 0;
    EXPECT_OK(compass_posts_save(opened, path, &without));
    EXPECT_OK(compass_posts_open(path, 0, NULL, &other));
    expect_equal(analytics(opened), analytics(other));
    EXPECT_OK(compass_posts_destroy(other));
    EXPECT_OK(compass_posts_destroy(opened));
    EXPECT_OK(compass_posts_destroy(posts));
}

static compass_text page_of_timeline(const compass_tables *tables)
{
    compass_timeline_options options = COMPASS_TIMELINE_OPTIONS_INIT;
    compass_timeline timeline = 0;
    compass_text page = 0;

    options.now_micros = time_of_tiny();
    EXPECT_OK(compass_timeline_create(tables, &timeline));
    EXPECT_OK(compass_timeline_page(timeline, &options, &page));
    EXPECT_OK(compass_timeline_destroy(timeline));
    return page;
}

static compass_text page_of_activity(const compass_tables *tables)
{
    compass_activity_options options = COMPASS_ACTIVITY_OPTIONS_INIT;
    compass_activity activity = 0;
    compass_text page = 0;

    options.now_micros = time_of_tiny();
    EXPECT_OK(compass_activity_create(tables, COMPASS_NO_LIMIT, &activity));
    EXPECT_OK(compass_activity_page(activity, &options, &page));
    EXPECT_OK(compass_activity_destroy(activity));
    return page;
}

static compass_text page_of_reports(const compass_tables *tables)
{
    compass_report_options options = COMPASS_REPORT_OPTIONS_INIT;
    compass_reports reports = 0;
    compass_text page = 0;

    options.now_micros = time_of_tiny();
    EXPECT_OK(compass_reports_create(tables, &reports));
    EXPECT_OK(compass_reports_page(reports, &options, &page));
    EXPECT_OK(compass_reports_destroy(reports));
    return page;
}

/* Opens the tables of a file from the opened file, or each as if it were a document of its own. */
static compass_tables open_tables(compass_string path, int as_documents)
{
    compass_tables tables = COMPASS_TABLES_INIT;
    compass_table *const members[] = {
        &tables.schools, &tables.coaches, &tables.interactions, &tables.events, &tables.offers,
        &tables.school_status_history, &tables.documents, &tables.performance_metrics};
    compass_table_file file = 0;
    compass_table_kind kind;

    EXPECT_OK(compass_table_file_open(path, NULL, &file));
    for (kind = COMPASS_TABLE_SCHOOLS; kind <= COMPASS_TABLE_PERFORMANCE_METRICS; kind++) {
        if (as_documents)
            EXPECT_OK(compass_table_load_file(kind, path, NULL, members[kind - COMPASS_TABLE_SCHOOLS]));
        else
            EXPECT_OK(compass_table_file_table(file, kind, members[kind - COMPASS_TABLE_SCHOOLS]));
        EXPECT(*members[kind - COMPASS_TABLE_SCHOOLS] != 0);
    }
    EXPECT_OK(compass_table_file_destroy(file));
    return tables;
}

static void all_pages_are_those_of_the_saved_tables(const compass_tables *tables)
{
    const compass_table all[] = {
        tables->schools, tables->coaches, tables->interactions, tables->events, tables->offers,
        tables->school_status_history, tables->documents, tables->performance_metrics};
    compass_string path = in_folder("tables.compass");
    int as_documents;

    EXPECT_OK(compass_tables_save(all, sizeof all / sizeof *all, path, NULL));
    for (as_documents = 0; as_documents <= 1; as_documents++) {
        compass_tables opened = open_tables(path, as_documents);

        expect_equal(page_of_timeline(tables), page_of_timeline(&opened));
        expect_equal(page_of_activity(tables), page_of_activity(&opened));
        expect_equal(page_of_reports(tables), page_of_reports(&opened));
        expect_equal(report_of(tables->events), report_of(opened.events));
        destroy_tables(opened);
    }
}

static void a_table_that_a_file_does_not_have_is_none(const compass_tables *tables)
{
    compass_string path = in_folder("schools.compass");
    compass_table_file file = 0;
    compass_table table = 1;
    compass_posts posts = 1;
    compass_load_options json = COMPASS_LOAD_OPTIONS_INIT;

    EXPECT_OK(compass_tables_save(&tables->schools, 1, path, NULL));
    EXPECT_OK(compass_table_file_open(path, NULL, &file));
    EXPECT_OK(compass_table_file_table(file, COMPASS_TABLE_EVENTS, &table));
    EXPECT(table == 0);
    EXPECT_STATUS(COMPASS_NOT_FOUND, compass_table_load_file(COMPASS_TABLE_EVENTS, path, NULL, &table));
    EXPECT(table == 0 && said("events"));
    EXPECT_STATUS(COMPASS_NOT_FOUND, compass_posts_open(path, 0, NULL, &posts));
    EXPECT(posts == 0 && said("social_media_posts"));
    json.format = COMPASS_FORMAT_JSON;
    EXPECT_STATUS(COMPASS_MALFORMED_DATA, compass_table_load_file(COMPASS_TABLE_SCHOOLS, path, &json, &table));
    EXPECT_OK(compass_table_file_destroy(file));
    EXPECT_OK(compass_tables_save(NULL, 0, path, NULL));
    EXPECT_OK(compass_table_file_verify(path));
}

/* Reads a file; the caller frees the bytes. */
static char *read_file(compass_string path, size_t *count)
{
    FILE *file = fopen(path.data, "rb");
    char *bytes;

    EXPECT(file != NULL);
    fseek(file, 0, SEEK_END);
    *count = (size_t)ftell(file);
    rewind(file);
    bytes = (char *)malloc(*count + 1);
    EXPECT(fread(bytes, 1, *count, file) == *count && fclose(file) == 0);
    return bytes;
}

static void damaged_files_are_refused(const compass_tables *tables)
{
    compass_string path = in_folder("damaged.compass");
    compass_table_file file = 1;
    size_t count = 0, cut;
    char *bytes, *version;

    EXPECT_STATUS(COMPASS_FILE_NOT_FOUND, compass_table_file_open(in_folder("missing"), NULL, &file));
    EXPECT(file == 0);
    EXPECT_STATUS(COMPASS_FILE_NOT_FOUND, compass_table_file_verify(in_folder("missing")));
    EXPECT_STATUS(COMPASS_FILE_UNREADABLE, compass_table_file_open(COMPASS_STRING(folder), NULL, &file));
    EXPECT_STATUS(
        COMPASS_FILE_UNREADABLE, compass_tables_save(&tables->schools, 1, in_folder("no/file"), NULL));
    EXPECT(said("cannot be written"));
    EXPECT_STATUS(COMPASS_FILE_UNREADABLE, compass_tables_save(NULL, 0, COMPASS_STRING(folder), NULL));
    write_file(path, "[]", 2);
    EXPECT_STATUS(COMPASS_MALFORMED_DATA, compass_table_file_open(path, NULL, &file));
    EXPECT_STATUS(COMPASS_MALFORMED_DATA, compass_table_file_verify(path));
    EXPECT_OK(compass_tables_save(&tables->schools, 1, path, NULL));
    bytes = read_file(path, &count);
    for (cut = 0; cut < count; cut += 397) {
        write_file(path, bytes, cut);
        EXPECT_STATUS(COMPASS_MALFORMED_DATA, compass_table_file_open(path, NULL, &file));
    }
    bytes[count / 2] ^= 1;
    write_file(path, bytes, count);
    EXPECT_STATUS(COMPASS_MALFORMED_DATA, compass_table_file_verify(path));
    EXPECT(said("load the tables from their source"));
    bytes[count / 2] ^= 1;
    /* Another version, which follows the magic of eight bytes at both ends. */
    version = bytes + 8;
    *version = 77;
    bytes[count - 64 + 8] = 77;
    write_file(path, bytes, count);
    EXPECT_STATUS(COMPASS_WRONG_VERSION, compass_table_file_open(path, NULL, &file));
    EXPECT(said("version 77") && said("load the tables from their source"));
    free(bytes);
}

/* Rows of more than a mebibyte: smaller documents are not stored. */
static void write_large_document(compass_string path, int64_t *count)
{
    FILE *file = fopen(path.data, "wb");
    int row;

    EXPECT(file != NULL);
    *count = 12000;
    for (row = 0; row < *count; row++)
        fprintf(file,
                "{\"id\":\"%d\",\"platform\":\"twitter\",\"post_date\":\"2026-02-01T00:00:00Z\","
                "\"post_content\":\"Camp day %d\"}\n",
                row, row);
    EXPECT(fclose(file) == 0);
}

static int cached_count(const char *path)
{
    char command[320], line[320];
    int count = 0;
    FILE *list;

    snprintf(command, sizeof command, "ls %s 2>/dev/null", path);
    list = popen(command, "r");
    while (list && fgets(line, sizeof line, list)) count++;
    pclose(list);
    return count;
}

static void loaded_tables_are_kept_in_a_cache(void)
{
    compass_string path = in_folder("large.ndjson"), cache = in_folder("cache");
    compass_load_options options = COMPASS_LOAD_OPTIONS_INIT;
    compass_load_options earlier = COMPASS_LOAD_OPTIONS_INIT;
    struct timespec pause = {2, 100000000};
    int64_t rows = 0, count = 0;
    compass_table first = 0;
    int round;

    write_large_document(path, &rows);
    nanosleep(&pause, NULL);
    options.cache = COMPASS_CACHE_FOLDER;
    options.cache_folder = cache;
    for (round = 0; round < 3; round++) {
        compass_table table = 0;

        EXPECT_OK(compass_table_load_file(COMPASS_TABLE_SOCIAL_MEDIA_POSTS, path, &options, &table));
        EXPECT_OK(compass_table_count(table, &count));
        EXPECT(count == rows && cached_count(cache.data) == 1);
        if (round == 0) {
            first = table;
            continue;
        }
        expect_equal(report_of(first), report_of(table));
        EXPECT_OK(compass_table_destroy(table));
    }
    EXPECT_OK(compass_table_destroy(first));
    /* Where nothing can be stored nothing fails. */
    options.cache_folder = path;
    {
        compass_table table = 0;

        EXPECT_OK(compass_table_load_file(COMPASS_TABLE_SOCIAL_MEDIA_POSTS, path, &options, &table));
        EXPECT_OK(compass_table_destroy(table));
    }
    /* The first version of the options ends before the cache. */
    earlier.version = 1;
    earlier.max_problems = 0;
    earlier.cache = 99;
    earlier.reserved = 99;
    {
        compass_table table = 0;

        EXPECT_OK(compass_table_load_file(COMPASS_TABLE_SOCIAL_MEDIA_POSTS, path, &earlier, &table));
        EXPECT_OK(compass_table_count(table, &count));
        EXPECT(count == rows);
        EXPECT_OK(compass_table_destroy(table));
        earlier.threads = 0;
        EXPECT_STATUS(COMPASS_INVALID_ARGUMENT,
                      compass_table_load_file(COMPASS_TABLE_SOCIAL_MEDIA_POSTS, path, &earlier, &table));
    }
}

static void remove_folder(void)
{
    char command[64];

    snprintf(command, sizeof command, "rm -r %s", folder);
    EXPECT(system(command) == 0);
}

int main(int argc, char **argv)
{
    compass_tables tables;
    compass_table table;

    if (argc != 2 || !mkdtemp(folder)) return EXIT_FAILURE;
    tables = load_tables(argv[1]);
    table = load_table(argv[1], "social_media_posts", COMPASS_TABLE_SOCIAL_MEDIA_POSTS);
    posts_are_those_that_were_saved(table, &tables);
    all_pages_are_those_of_the_saved_tables(&tables);
    a_table_that_a_file_does_not_have_is_none(&tables);
    damaged_files_are_refused(&tables);
    loaded_tables_are_kept_in_a_cache();
    EXPECT_OK(compass_table_destroy(table));
    destroy_tables(tables);
    remove_folder();
    return outcome("table_files");
}
