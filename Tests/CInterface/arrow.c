/*
 * Posts as Arrow's columns: out, in again, and on eight threads while they change.
 *
 *     ./arrow Datasets/tiny [ROUNDS]
 *
 * What is handed out and read again must answer as before; structs that are released in any order and twice,
 * and mistakes, are survived; an export never changes.
 */
#include "expectations.h"

#include <compass_arrow.h>
#include <pthread.h>

#define THREAD_COUNT 8

static compass_posts posts;
static int rounds = 50;

static compass_posts load_posts(const char *folder)
{
    compass_table table = load_table(folder, "social_media_posts", COMPASS_TABLE_SOCIAL_MEDIA_POSTS);
    compass_posts loaded = 0;

    EXPECT_OK(compass_posts_create(table, 0, 0, &loaded));
    EXPECT_OK(compass_table_destroy(table));
    return loaded;
}

static compass_text analytics(compass_posts of)
{
    compass_social_options options = COMPASS_SOCIAL_OPTIONS_INIT;
    compass_text answer = 0;

    options.now_micros = time_of_tiny();
    options.range_days = COMPASS_RANGE_ALL;
    EXPECT_OK(compass_posts_analytics(of, &options, &answer));
    return answer;
}

/* The child of a name. */
static struct ArrowArray *column(struct ArrowSchema *schema, struct ArrowArray *array, const char *name)
{
    int64_t index;

    for (index = 0; index < schema->n_children; index++)
        if (strcmp(schema->children[index]->name, name) == 0) return array->children[index];
    return NULL;
}

/* A sum over what a reader touches: every byte of a text, all times, all bits. */
static uint64_t sum_of(struct ArrowSchema *schema, struct ArrowArray *array)
{
    const struct ArrowArray *texts = column(schema, array, "post_content");
    const struct ArrowArray *times = column(schema, array, "post_date");
    const struct ArrowArray *flags = column(schema, array, "flagged_for_review");
    const int32_t *offsets = (const int32_t *)texts->buffers[1];
    uint64_t sum = 0;
    int64_t row;

    for (row = 0; row < offsets[texts->length]; row++)
        sum = sum * 31 + ((const unsigned char *)texts->buffers[2])[row];
    for (row = 0; row < times->length; row++) sum = sum * 31 + (uint64_t)((const int64_t *)times->buffers[1])[row];
    for (row = 0; row < flags->length; row++)
        sum = sum * 31 + (((const unsigned char *)flags->buffers[1])[row / 8] >> (row % 8) & 1);
    return sum;
}

static void read_again(void)
{
    struct ArrowSchema schema;
    struct ArrowArray array;
    compass_text before = analytics(posts), after;
    compass_table table = 0;
    compass_posts again = 0;
    int64_t count = 0;

    EXPECT_OK(compass_posts_export_arrow(posts, &schema, &array));
    EXPECT_OK(compass_posts_count(posts, &count));
    EXPECT(strcmp(schema.format, "+s") == 0 && array.length == count);
    EXPECT_OK(compass_table_import_arrow(COMPASS_TABLE_SOCIAL_MEDIA_POSTS, &schema, &array, NULL, &table));
    EXPECT(schema.release == NULL && array.release == NULL);
    EXPECT_OK(compass_posts_create(table, 0, 0, &again));
    after = analytics(again);
    EXPECT(are_equal(before, after));
    EXPECT_OK(compass_text_destroy(before));
    EXPECT_OK(compass_text_destroy(after));
    EXPECT_OK(compass_posts_destroy(again));
    EXPECT_OK(compass_table_destroy(table));
}

/* A filtered export has the rows that the filter counts, and an empty one all columns. */
static void filtered(void)
{
    compass_post_filter filter = COMPASS_POST_FILTER_INIT;
    struct ArrowSchema schema;
    struct ArrowArray array;
    struct ArrowArrayStream stream;
    int64_t count = 0, total = 0;
    uint32_t platform;

    for (platform = COMPASS_PLATFORM_TWITTER; platform <= COMPASS_PLATFORM_INSTAGRAM; platform++) {
        filter.platforms = platform;
        EXPECT_OK(compass_posts_match_count(posts, &filter, 0, &count));
        EXPECT_OK(compass_posts_export_arrow_where(posts, &filter, 0, &schema, &array));
        EXPECT(count > 0 && array.length == count && array.n_children == 15);
        sum_of(&schema, &array);
        total += count;
        array.release(&array);
        schema.release(&schema);
    }
    EXPECT_OK(compass_posts_count(posts, &count));
    EXPECT(total == count);
    filter.search = COMPASS_STRING("no post has this text");
    EXPECT_OK(compass_posts_export_arrow_stream_where(posts, &filter, 0, &stream));
    EXPECT(stream.get_schema(&stream, &schema) == 0 && schema.n_children == 15);
    EXPECT(stream.get_next(&stream, &array) == 0 && array.release != NULL && array.length == 0);
    stream.release(&stream);
    array.release(&array);
    schema.release(&schema);
}

static void outlive(const char *folder)
{
    struct ArrowSchema schema, moved_schema;
    struct ArrowArray array, moved_array;
    void (*release_schema)(struct ArrowSchema *);
    void (*release_array)(struct ArrowArray *);
    compass_posts short_lived = load_posts(folder);
    uint64_t sum;

    EXPECT_OK(compass_posts_export_arrow(short_lived, &schema, &array));
    sum = sum_of(&schema, &array);
    EXPECT_OK(compass_posts_destroy(short_lived));
    moved_schema = schema;
    moved_array = array;
    schema.release = NULL;
    array.release = NULL;
    EXPECT(sum_of(&moved_schema, &moved_array) == sum);
    release_schema = moved_schema.release;
    release_array = moved_array.release;
    release_schema(&moved_schema);
    release_array(&moved_array);
    EXPECT(moved_schema.release == NULL && moved_array.release == NULL);
    release_schema(&moved_schema);
    release_array(&moved_array);
    /* The structs that were moved away hold nothing. */
    release_schema(&schema);
    release_array(&array);
}

static void misuse(void)
{
    struct ArrowSchema schema;
    struct ArrowArray array;
    struct ArrowArrayStream stream;
    compass_table table = 7;

    memset(&schema, 0xff, sizeof schema);
    memset(&array, 0xff, sizeof array);
    EXPECT_STATUS(COMPASS_INVALID_HANDLE, compass_posts_export_arrow(0, &schema, &array));
    EXPECT(schema.release == NULL && array.release == NULL);
    EXPECT_STATUS(COMPASS_NULL_POINTER, compass_posts_export_arrow(posts, NULL, &array));
    EXPECT_STATUS(COMPASS_NULL_POINTER, compass_posts_export_arrow(posts, &schema, NULL));
    EXPECT_STATUS(COMPASS_NULL_POINTER, compass_posts_day_counts_arrow(posts, NULL, &schema, &array));
    EXPECT_STATUS(COMPASS_INVALID_HANDLE, compass_posts_export_arrow_where(0, NULL, 0, &schema, &array));
    EXPECT_STATUS(COMPASS_INVALID_HANDLE, compass_posts_export_arrow_where(posts, NULL, posts, &schema, &array));
    EXPECT_STATUS(COMPASS_NULL_POINTER, compass_posts_export_arrow_where(posts, NULL, 0, NULL, &array));
    EXPECT_STATUS(COMPASS_NULL_POINTER, compass_posts_export_arrow_stream_where(posts, NULL, 0, NULL));
    EXPECT_STATUS(COMPASS_INVALID_HANDLE, compass_timeline_export_arrow(posts, 0, &schema, &array));
    EXPECT_STATUS(COMPASS_INVALID_ARGUMENT,
                  compass_table_import_arrow(COMPASS_TABLE_SOCIAL_MEDIA_POSTS, &schema, &array, NULL, &table));
    EXPECT(table == 0 && said("released"));
    EXPECT_OK(compass_posts_export_arrow(posts, &schema, &array));
    EXPECT_STATUS(COMPASS_UNSUPPORTED,
                  compass_table_import_arrow(COMPASS_TABLE_EVENTS, &schema, &array, NULL, &table));
    EXPECT(schema.release == NULL && array.release == NULL);
    memset(&stream, 0, sizeof stream);
    EXPECT_STATUS(COMPASS_INVALID_ARGUMENT,
                  compass_table_import_arrow_stream(
                      COMPASS_TABLE_SOCIAL_MEDIA_POSTS, &stream, NULL, &table));
    EXPECT_STATUS(COMPASS_NULL_POINTER,
                  compass_table_import_arrow_stream(COMPASS_TABLE_SOCIAL_MEDIA_POSTS, NULL, NULL, &table));
    EXPECT_STATUS(COMPASS_NULL_POINTER, compass_table_row_keys_of_arrow(
        COMPASS_TABLE_SOCIAL_MEDIA_POSTS, NULL, &array, 0, 0, 0, &table));
    EXPECT_STATUS(COMPASS_INVALID_ARGUMENT, compass_table_row_keys_of_arrow(
        COMPASS_TABLE_SOCIAL_MEDIA_POSTS, &schema, &array, 0, 0, 0, &table));
    EXPECT_STATUS(COMPASS_NULL_POINTER, compass_table_row_keys_of_arrow_stream(
        COMPASS_TABLE_SOCIAL_MEDIA_POSTS, &stream, 0, 0, 0, NULL));
    EXPECT_OK(compass_posts_export_arrow_stream(posts, &stream));
    EXPECT_STATUS(COMPASS_UNSUPPORTED, compass_table_row_keys_of_arrow_stream(
        COMPASS_TABLE_EVENTS, &stream, 0, 0, 0, &table));
    EXPECT(table == 0 && stream.release == NULL);
}

/* A batch and a stream have the same keys, 40 bytes for each row. */
static void keys_of_rows(void)
{
    struct ArrowSchema schema;
    struct ArrowArray array;
    struct ArrowArrayStream stream;
    compass_text of_batch = 0, of_stream = 0;
    const char *data;
    size_t size = 0;
    int64_t count = 0;

    EXPECT_OK(compass_posts_export_arrow(posts, &schema, &array));
    EXPECT_OK(compass_posts_export_arrow_stream(posts, &stream));
    EXPECT_OK(compass_table_row_keys_of_arrow(
        COMPASS_TABLE_SOCIAL_MEDIA_POSTS, &schema, &array, 5, 1, 2, &of_batch));
    EXPECT_OK(compass_table_row_keys_of_arrow_stream(
        COMPASS_TABLE_SOCIAL_MEDIA_POSTS, &stream, 5, 1, 2, &of_stream));
    EXPECT(schema.release == NULL && array.release == NULL && stream.release == NULL);
    EXPECT_OK(compass_posts_count(posts, &count));
    EXPECT_OK(compass_text_view(of_batch, &data, &size));
    EXPECT(size == 40 * (size_t)count && are_equal(of_batch, of_stream));
    EXPECT_OK(compass_text_destroy(of_batch));
    EXPECT_OK(compass_text_destroy(of_stream));
}

/* One thread changes posts, the others export them. */
static void *work(void *argument)
{
    long number = (long)(intptr_t)argument, failures = 0;
    int round;

    for (round = 0; round < rounds; round++) {
        struct ArrowSchema schema;
        struct ArrowArray array;
        uint64_t sum;

        if (number == 0) {
            static const char row[] = "[{\"id\":\"new\",\"platform\":\"twitter\","
                                      "\"post_date\":\"2026-02-10T12:00:00Z\",\"post_content\":\"new\"}]";

            failures += compass_posts_merge(posts, row, strlen(row), NULL, NULL, NULL) != COMPASS_OK;
            failures += compass_posts_set_flag(posts, COMPASS_STRING("new"), round % 2, NULL) != COMPASS_OK;
            if (round % 3) failures += compass_posts_delete(posts, COMPASS_STRING("new"), NULL) != COMPASS_OK;
            continue;
        }
        failures += compass_posts_export_arrow(posts, &schema, &array) != COMPASS_OK;
        sum = sum_of(&schema, &array);
        if (number % 2) schema.release(&schema);
        if (number % 2 == 0) failures += sum_of(&schema, &array) != sum;
        array.release(&array);
        if (schema.release) schema.release(&schema);
    }
    return (void *)(intptr_t)failures;
}

static void run_threads(void)
{
    pthread_t threads[THREAD_COUNT];
    int number;

    for (number = 0; number < THREAD_COUNT; number++)
        EXPECT(pthread_create(&threads[number], NULL, work, (void *)(intptr_t)number) == 0);
    for (number = 0; number < THREAD_COUNT; number++) {
        void *failures = NULL;

        EXPECT(pthread_join(threads[number], &failures) == 0);
        EXPECT(failures == NULL);
    }
}

int main(int argument_count, char **arguments)
{
    if (argument_count < 2) {
        fprintf(stderr, "usage: %s FOLDER [ROUNDS]\n", arguments[0]);
        return 64;
    }
    if (argument_count > 2) rounds = atoi(arguments[2]);
    posts = load_posts(arguments[1]);
    read_again();
    filtered();
    keys_of_rows();
    outlive(arguments[1]);
    misuse();
    run_threads();
    EXPECT_OK(compass_posts_destroy(posts));
    return outcome("arrow");
}
