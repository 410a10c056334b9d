/*
 * Posts that change while other threads take copies of them and drop these at once.
 *
 *     ./snapshots [TABLES]
 *
 * A change copies what a copy of the posts shares. The last such copy may be dropped just then: memory must not go
 * before it has been read. Everything that is changed is taken back, so that pages in the end are those of the
 * beginning, byte by byte.
 */
#include "expectations.h"

#include <pthread.h>

#define CHANGER_COUNT 2
#define DROPPER_COUNT 6
#define POST_COUNT 2000
#define ROUND_COUNT 40

static compass_posts posts;
static const int64_t now = 1772366400000000; /* 2026-03-01T12:00:00Z */
static pthread_barrier_t start;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int changer_count;

static void expect(int condition, const char *what)
{
    if (condition) return;
    pthread_mutex_lock(&lock);
    fprintf(stderr, "%s (%s)\n", what, compass_error_message());
    failed_expectations++;
    pthread_mutex_unlock(&lock);
}

static int is_changing(void)
{
    int is;

    pthread_mutex_lock(&lock);
    is = changer_count > 0;
    pthread_mutex_unlock(&lock);
    return is;
}

static void undo(compass_change change)
{
    expect(compass_posts_apply_change(posts, change, NULL) == COMPASS_OK, "a change stays");
    expect(compass_change_destroy(change) == COMPASS_OK, "the undo stays");
}

static void *change(void *argument)
{
    int number = *(int *)argument, round, length;
    char id[32], row[256];
    compass_string text;
    compass_change inverse = 0;

    pthread_barrier_wait(&start);
    for (round = 0; round < ROUND_COUNT; round++) {
        snprintf(id, sizeof id, "%d", 1 + (round * 37 + number) % POST_COUNT);
        text = COMPASS_STRING(id);
        expect(compass_posts_set_flag(posts, text, 1, &inverse) == COMPASS_OK, "no flag");
        undo(inverse);
        expect(compass_posts_delete(posts, text, &inverse) == COMPASS_OK, "no deletion");
        undo(inverse);
        expect(compass_posts_set_notes(posts, text, COMPASS_STRING("note"), &inverse) == COMPASS_OK, "no notes");
        undo(inverse);
        if (round % 8 != 0) continue;
        length = snprintf(row, sizeof row,
                          "[{\"id\":\"new-%d\",\"platform\":\"twitter\",\"post_date\":\"2026-02-14T08:00:00Z\","
                          "\"school_id\":\"new-%d\"}]",
                          number, round * CHANGER_COUNT + number);
        expect(compass_posts_merge(posts, row, (size_t)length, NULL, &inverse, NULL) == COMPASS_OK, "no merge");
        undo(inverse);
    }
    pthread_mutex_lock(&lock);
    changer_count--;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *drop(void *argument)
{
    int number = *(int *)argument, round;

    pthread_barrier_wait(&start);
    for (round = 0; is_changing(); round++) {
        compass_posts copy = 0;
        compass_post_filter flagged = COMPASS_POST_FILTER_INIT;
        int64_t count = -1;

        expect(compass_posts_snapshot(posts, &copy) == COMPASS_OK, "no copy");
        if ((round + number) % 4 == 0) {
            flagged.flagged = COMPASS_CHOICE_YES;
            expect(compass_posts_match_count(copy, &flagged, 0, &count) == COMPASS_OK, "no count");
            expect(count >= 0 && count <= CHANGER_COUNT, "more flags than changers");
            expect(compass_posts_count(copy, &count) == COMPASS_OK, "no count");
            expect(count >= POST_COUNT - CHANGER_COUNT && count <= POST_COUNT + CHANGER_COUNT,
                   "posts are lost or doubled");
        }
        expect(compass_posts_destroy(copy) == COMPASS_OK, "the copy stays");
    }
    return NULL;
}

static compass_posts make_posts(void)
{
    char *document = (char *)malloc(POST_COUNT * 160), *end = document;
    compass_table table = 0;
    compass_posts made = 0;
    int number;

    if (document == NULL) exit(EXIT_FAILURE);
    for (number = 1; number <= POST_COUNT; number++)
        end += sprintf(end,
                       "%c{\"id\":\"%d\",\"platform\":\"twitter\",\"post_date\":\"2026-02-%02dT08:00:00Z\","
                       "\"school_id\":\"school-%d\",\"post_content\":\"summer camp\"}",
                       number == 1 ? '[' : ',', number, number % 28 + 1, number % 9);
    *end++ = ']';
    EXPECT_OK(compass_table_load(
        COMPASS_TABLE_SOCIAL_MEDIA_POSTS, document, (size_t)(end - document), NULL, &table));
    EXPECT_OK(compass_posts_create(table, 0, 0, &made));
    EXPECT_OK(compass_table_destroy(table));
    free(document);
    return made;
}

/* All that the page shows and counts. */
static compass_text page(void)
{
    compass_feed_options options = COMPASS_FEED_OPTIONS_INIT;
    compass_text answer = 0;

    options.now_micros = now;
    options.page_size = POST_COUNT + CHANGER_COUNT;
    EXPECT_OK(compass_posts_linked(posts, &options, &answer));
    return answer;
}

static void change_while_copies_go(void)
{
    pthread_t threads[CHANGER_COUNT + DROPPER_COUNT];
    int numbers[CHANGER_COUNT + DROPPER_COUNT], number;
    compass_text before = 0, after = 0;

    posts = make_posts();
    before = page();
    changer_count = CHANGER_COUNT;
    EXPECT(pthread_barrier_init(&start, NULL, CHANGER_COUNT + DROPPER_COUNT) == 0);
    for (number = 0; number < CHANGER_COUNT + DROPPER_COUNT; number++) {
        numbers[number] = number;
        EXPECT(pthread_create(
                   &threads[number], NULL, number < CHANGER_COUNT ? change : drop, &numbers[number]) == 0);
    }
    for (number = 0; number < CHANGER_COUNT + DROPPER_COUNT; number++)
        EXPECT(pthread_join(threads[number], NULL) == 0);
    EXPECT(pthread_barrier_destroy(&start) == 0);
    after = page();
    EXPECT(are_equal(before, after));
    EXPECT_OK(compass_text_destroy(before));
    EXPECT_OK(compass_text_destroy(after));
    EXPECT_OK(compass_posts_destroy(posts));
}

int main(int argc, char **argv)
{
    int tables = argc > 1 ? atoi(argv[1]) : 60, table;

    for (table = 0; table < tables && failed_expectations == 0; table++) change_while_copies_go();
    if (failed_expectations > 0) fprintf(stderr, "in table %d\n", table);
    return outcome("snapshots");
}
