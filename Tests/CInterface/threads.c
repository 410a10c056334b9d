/*
 * Eight threads that ask, change, copy and destroy the same objects at the same time.
 *
 *     ./threads Datasets/tiny [ROUNDS]
 *
 * Every answer is held to what is true at any moment of that: pages are whole, snapshots never change, messages
 * are those of their thread, and a handle works or is refused.
 */
#include "expectations.h"

#include <pthread.h>
#include <unistd.h>

#define THREAD_COUNT 8

static compass_posts posts;
static compass_timeline timeline;
static compass_activity activity;
static compass_reports reports;
static compass_zone zone;
static int64_t now;
static int64_t post_count;
static int rounds = 200;
static char file_path[64];

/* A handle that some threads use while others destroy it and put another one into its place. */
static pthread_mutex_t shared_lock = PTHREAD_MUTEX_INITIALIZER;
static compass_posts shared_posts;

typedef struct worker {
    pthread_t thread;
    int number;
    int failures;
} worker;

static void expect(worker *self, int condition, const char *what)
{
    if (condition) return;
    fprintf(stderr, "thread %d: %s (%s)\n", self->number, what, compass_error_message());
    self->failures++;
}

static int is_page(compass_text answer)
{
    const char *data;
    size_t count;
    int is_whole = compass_text_view(answer, &data, &count) == COMPASS_OK && count > 2 &&
                   strncmp(data, "{\"schemaVersion\":1,", 19) == 0 && data[count - 1] == '}' &&
                   strlen(data) == count;

    return compass_text_destroy(answer) == COMPASS_OK && is_whole;
}

static compass_status analytics(compass_posts of, compass_text *answer)
{
    compass_social_options options = COMPASS_SOCIAL_OPTIONS_INIT;

    options.now_micros = now;
    options.zone = zone;
    options.range_days = COMPASS_RANGE_ALL;
    return compass_posts_analytics(of, &options, answer);
}

static void ask(worker *self, int round)
{
    compass_feed_options feed = COMPASS_FEED_OPTIONS_INIT;
    compass_post_filter filter = COMPASS_POST_FILTER_INIT;
    compass_timeline_options of_timeline = COMPASS_TIMELINE_OPTIONS_INIT;
    compass_activity_options of_activity = COMPASS_ACTIVITY_OPTIONS_INIT;
    compass_report_options of_report = COMPASS_REPORT_OPTIONS_INIT;
    compass_text answer = 0;
    int64_t count = -1;

    feed.now_micros = of_timeline.now_micros = of_activity.now_micros = of_report.now_micros = now;
    feed.zone = zone;
    of_timeline.zone = round % 2 ? zone : 0;
    of_timeline.range_months = COMPASS_RANGE_ALL;
    filter.search = COMPASS_STRING(round % 3 ? "camp" : "a");
    filter.search_flags = round % 5 ? 0 : COMPASS_SEARCH_IGNORING_ACCENTS;
    feed.filter = &filter;
    of_activity.search = COMPASS_STRING(round % 4 ? "" : "visit");
    expect(self, analytics(posts, &answer) == COMPASS_OK && is_page(answer), "no analytics");
    expect(self, compass_posts_feed(posts, &feed, &answer) == COMPASS_OK && is_page(answer), "no feed");
    expect(self, compass_posts_linked(posts, &feed, &answer) == COMPASS_OK && is_page(answer), "no counts");
    expect(self, compass_timeline_page(timeline, &of_timeline, &answer) == COMPASS_OK && is_page(answer),
           "no timeline");
    expect(self, compass_activity_page(activity, &of_activity, &answer) == COMPASS_OK && is_page(answer),
           "no activity");
    expect(self, compass_reports_page(reports, &of_report, &answer) == COMPASS_OK && is_page(answer),
           "no report");
    /* Others add a post each and take it back. */
    expect(self, compass_posts_count(posts, &count) == COMPASS_OK, "no count");
    expect(self, count >= post_count && count <= post_count + THREAD_COUNT, "posts are lost or doubled");
}

static void change(worker *self, int round)
{
    char row[256], payload[512], id[32], item[64];
    compass_change undo = 0, redo = 0;
    int64_t count;
    int length;

    snprintf(id, sizeof id, "thread-%d", self->number);
    length = snprintf(row, sizeof row,
                      "[{\"id\":\"%s\",\"platform\":\"twitter\",\"post_date\":\"2026-02-%02dT08:00:00Z\","
                      "\"school_id\":\"school-of-%s\",\"post_content\":\"camp %d\"}]",
                      id, round % 28 + 1, id, round);
    expect(self, compass_posts_merge(posts, row, (size_t)length, NULL, &undo, NULL) == COMPASS_OK,
           "no merge");
    expect(self, compass_posts_set_flag(posts, COMPASS_STRING(id), 1, &redo) == COMPASS_OK, "no flag");
    expect(self, compass_posts_apply_change(posts, redo, NULL) == COMPASS_OK, "the flag stays");
    expect(self, compass_change_destroy(redo) == COMPASS_OK, "the change stays");
    expect(self, compass_posts_set_notes(posts, COMPASS_STRING(id), COMPASS_STRING("note"), NULL) == COMPASS_OK,
           "no notes");
    expect(self, compass_posts_apply_change(posts, undo, NULL) == COMPASS_OK, "the merge stays");
    expect(self, compass_change_destroy(undo) == COMPASS_OK, "the undo stays");
    length = snprintf(payload, sizeof payload,
                      "[{\"type\":\"INSERT\",\"record\":{\"id\":\"%s\",\"platform\":\"instagram\","
                      "\"post_date\":\"2026-02-01T08:00:00Z\"}},{\"type\":\"DELETE\",\"old_record\":"
                      "{\"id\":\"%s\"}}]",
                      id, id);
    expect(self, compass_posts_apply_realtime(posts, payload, (size_t)length, NULL) == COMPASS_OK,
           "no payloads");

    length = snprintf(row, sizeof row,
                      "[{\"id\":\"%s\",\"name\":\"Camp\",\"start_date\":\"2026-02-%02d\"}]", id,
                      round % 28 + 1);
    expect(self,
           compass_timeline_put(timeline, COMPASS_TABLE_EVENTS, row, (size_t)length, NULL, &count) ==
                   COMPASS_OK && count == 1,
           "no event");
    snprintf(item, sizeof item, "event-%s", id);
    expect(self, compass_timeline_remove(timeline, COMPASS_STRING(item)) == COMPASS_OK, "the event stays");
    length = snprintf(row, sizeof row,
                      "[{\"id\":\"%s-%d\",\"type\":\"resume\",\"created_at\":\"2026-02-%02dT08:00:00Z\"}]",
                      id, round, round % 28 + 1);
    expect(self,
           compass_activity_put(activity, COMPASS_TABLE_DOCUMENTS, row, (size_t)length, NULL, &count) ==
                   COMPASS_OK && count == 1,
           "no document");
}

/* A snapshot gives the same bytes however the original changes. */
static void copy(worker *self, int round)
{
    compass_posts snapshot = 0;
    compass_text before = 0, after = 0;
    const char *first, *second;
    size_t first_count, second_count;

    expect(self, compass_posts_snapshot(posts, &snapshot) == COMPASS_OK, "no snapshot");
    expect(self, analytics(snapshot, &before) == COMPASS_OK, "no page before");
    if (round % 2) change(self, round);
    expect(self, analytics(snapshot, &after) == COMPASS_OK, "no page after");
    expect(self, compass_text_view(before, &first, &first_count) == COMPASS_OK, "no text before");
    expect(self, compass_text_view(after, &second, &second_count) == COMPASS_OK, "no text after");
    expect(self, first_count == second_count && memcmp(first, second, first_count) == 0,
           "a snapshot has changed");
    expect(self, compass_text_destroy(before) == COMPASS_OK, "the text before stays");
    expect(self, compass_text_destroy(after) == COMPASS_OK, "the text after stays");
    expect(self, compass_posts_destroy(snapshot) == COMPASS_OK, "the snapshot stays");
}

/* Uses a handle that another thread may destroy at any moment: it works as a whole, or is refused. */
static void race(worker *self, int round)
{
    compass_posts handle, next = 0;
    compass_text answer = 0;
    compass_status status;

    pthread_mutex_lock(&shared_lock);
    handle = shared_posts;
    pthread_mutex_unlock(&shared_lock);
    if (round % 4 == 0) {
        expect(self, compass_posts_snapshot(posts, &next) == COMPASS_OK, "no next posts");
        pthread_mutex_lock(&shared_lock);
        handle = shared_posts;
        shared_posts = next;
        pthread_mutex_unlock(&shared_lock);
        expect(self, compass_posts_destroy(handle) == COMPASS_OK, "who takes a handle destroys it");
    }
    status = analytics(handle, &answer);
    expect(self, status == COMPASS_OK || status == COMPASS_INVALID_HANDLE, "neither page nor refusal");
    if (status == COMPASS_OK) expect(self, is_page(answer), "half a page");
}

/* The message is that of this thread's failure. */
static void fail(worker *self, int round)
{
    char name[64];
    compass_zone none;

    snprintf(name, sizeof name, "Nowhere/Of_%d_In_%d", self->number, round);
    expect(self, compass_zone_create(COMPASS_STRING(name), &none) == COMPASS_UNKNOWN_ZONE, "a zone");
    expect(self, strstr(compass_error_message(), name) != NULL, "another thread's message");
}

/* Saves the posts into one file while others replace and open it: whatever is opened is whole. */
static void save(worker *self, int round)
{
    compass_posts opened = 0;
    compass_text answer = 0;

    if (round % 16) return;
    expect(self, compass_posts_save(posts, COMPASS_STRING(file_path), NULL) == COMPASS_OK, "not saved");
    expect(self, compass_table_file_verify(COMPASS_STRING(file_path)) == COMPASS_OK, "not verified");
    expect(self, compass_posts_open(COMPASS_STRING(file_path), 0, NULL, &opened) == COMPASS_OK, "not opened");
    expect(self, analytics(opened, &answer) == COMPASS_OK && is_page(answer), "no page of a file");
    expect(self, compass_posts_destroy(opened) == COMPASS_OK, "the opened posts stay");
}

static void *work(void *argument)
{
    worker *self = (worker *)argument;
    int round;

    expect(self, strcmp(compass_error_message(), "") == 0, "a message before the first failure");
    for (round = 0; round < rounds; round++) {
        switch ((round + self->number) % 4) {
        case 0: ask(self, round); break;
        case 1: change(self, round); break;
        case 2: copy(self, round); break;
        default: race(self, round); break;
        }
        save(self, round + self->number);
        fail(self, round);
    }
    return NULL;
}

static void make_objects(const char *folder)
{
    compass_table table = load_table(folder, "social_media_posts", COMPASS_TABLE_SOCIAL_MEDIA_POSTS);
    compass_tables tables = load_tables(folder);

    now = time_of_tiny();
    EXPECT_OK(compass_zone_create(COMPASS_STRING("America/New_York"), &zone));
    EXPECT_OK(compass_posts_create(table, tables.schools, tables.coaches, &posts));
    EXPECT_OK(compass_posts_count(posts, &post_count));
    EXPECT_OK(compass_posts_snapshot(posts, &shared_posts));
    EXPECT_OK(compass_timeline_create(&tables, &timeline));
    EXPECT_OK(compass_activity_create(&tables, COMPASS_NO_LIMIT, &activity));
    EXPECT_OK(compass_reports_create(&tables, &reports));
    destroy_tables(tables);
    EXPECT_OK(compass_table_destroy(table));
}

int main(int argc, char **argv)
{
    worker workers[THREAD_COUNT];
    int64_t count = 0;
    int number;

    if (argc < 2) return EXIT_FAILURE;
    if (argc > 2) rounds = atoi(argv[2]);
    snprintf(file_path, sizeof file_path, "/tmp/compass-threads-%ld.compass", (long)getpid());
    make_objects(argv[1]);
    for (number = 0; number < THREAD_COUNT; number++) {
        workers[number].number = number;
        workers[number].failures = 0;
        EXPECT(pthread_create(&workers[number].thread, NULL, work, &workers[number]) == 0);
    }
    for (number = 0; number < THREAD_COUNT; number++) {
        EXPECT(pthread_join(workers[number].thread, NULL) == 0);
        failed_expectations += workers[number].failures;
    }
    EXPECT(unlink(file_path) == 0);
    EXPECT_OK(compass_posts_count(posts, &count));
    EXPECT(count == post_count);
    EXPECT_OK(compass_posts_destroy(posts));
    EXPECT_OK(compass_posts_destroy(shared_posts));
    EXPECT_OK(compass_timeline_destroy(timeline));
    EXPECT_OK(compass_activity_destroy(activity));
    EXPECT_OK(compass_reports_destroy(reports));
    EXPECT_OK(compass_zone_destroy(zone));
    return outcome("threads");
}
