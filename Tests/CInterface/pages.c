/*
 * All five pages of a data directory, as any program would ask for them.
 *
 *     cc -std=c99 pages.c $(pkg-config --cflags --libs compass) -o pages
 *     ./pages Datasets/tiny 2026-03-01T12:00:00Z America/New_York
 */
#include <compass.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ends the program when a call has failed: its status is not COMPASS_OK. */
static void check(compass_status status)
{
    if (status != COMPASS_OK) {
        fprintf(stderr, "%s: %s\n", compass_status_name(status), compass_error_message());
        exit(EXIT_FAILURE);
    }
}

static void print_and_destroy(compass_text text)
{
    const char *data;
    size_t count;

    check(compass_text_view(text, &data, &count));
    fwrite(data, 1, count, stdout);
    putchar('\n');
    check(compass_text_destroy(text));
}

static compass_table load(const char *folder, const char *name, compass_table_kind kind)
{
    char path[4096];
    compass_table table;

    snprintf(path, sizeof path, "%s/%s.json", folder, name);
    check(compass_table_load_file(kind, COMPASS_STRING(path), NULL, &table));
    return table;
}

static void print_social_pages(const char *folder, compass_tables tables, int64_t now, compass_zone zone)
{
    compass_table table = load(folder, "social_media_posts", COMPASS_TABLE_SOCIAL_MEDIA_POSTS);
    compass_social_options analytics = COMPASS_SOCIAL_OPTIONS_INIT;
    compass_feed_options feed = COMPASS_FEED_OPTIONS_INIT;
    compass_post_filter filter = COMPASS_POST_FILTER_INIT;
    compass_posts posts;
    compass_text answer;

    check(compass_table_report(table, &answer));
    print_and_destroy(answer);
    check(compass_posts_create(table, tables.schools, tables.coaches, &posts));
    check(compass_table_destroy(table));

    analytics.now_micros = now;
    analytics.zone = zone;
    check(compass_posts_analytics(posts, &analytics, &answer));
    print_and_destroy(answer);

    filter.platforms = COMPASS_PLATFORM_TWITTER;
    filter.search = COMPASS_STRING("camp");
    feed.now_micros = now;
    feed.zone = zone;
    feed.page_size = 3;
    feed.filter = &filter;
    check(compass_posts_feed(posts, &feed, &answer));
    print_and_destroy(answer);
    check(compass_posts_destroy(posts));
}

static void print_other_pages(compass_tables tables, int64_t now, compass_zone zone)
{
    compass_timeline_options timeline_options = COMPASS_TIMELINE_OPTIONS_INIT;
    compass_activity_options activity_options = COMPASS_ACTIVITY_OPTIONS_INIT;
    compass_report_options report_options = COMPASS_REPORT_OPTIONS_INIT;
    compass_timeline timeline;
    compass_activity activity;
    compass_reports reports;
    compass_text answer;

    check(compass_timeline_create(&tables, &timeline));
    timeline_options.now_micros = now;
    timeline_options.zone = zone;
    check(compass_timeline_page(timeline, &timeline_options, &answer));
    print_and_destroy(answer);
    check(compass_timeline_destroy(timeline));

    check(compass_activity_create(&tables, COMPASS_NO_LIMIT, &activity));
    activity_options.now_micros = now;
    activity_options.zone = zone;
    activity_options.type = COMPASS_ACTIVITY_INTERACTION;
    check(compass_activity_page(activity, &activity_options, &answer));
    print_and_destroy(answer);
    check(compass_activity_destroy(activity));

    check(compass_reports_create(&tables, &reports));
    report_options.now_micros = now;
    report_options.zone = zone;
    report_options.preset = COMPASS_PRESET_90_DAYS;
    check(compass_reports_page(reports, &report_options, &answer));
    print_and_destroy(answer);
    check(compass_reports_destroy(reports));
}

int main(int argc, char **argv)
{
    compass_tables tables = COMPASS_TABLES_INIT;
    compass_zone zone;
    int64_t now;

    if (argc != 4) {
        fprintf(stderr, "usage: %s DIRECTORY NOW ZONE\n", argv[0]);
        return EXIT_FAILURE;
    }
    if (compass_abi_version() != COMPASS_ABI_VERSION) {
        fprintf(stderr, "the library is version %s, the header %s\n", compass_version(), COMPASS_VERSION);
        return EXIT_FAILURE;
    }
    check(compass_time_parse(COMPASS_STRING(argv[2]), &now));
    check(compass_zone_create(COMPASS_STRING(argv[3]), &zone));
    tables.schools = load(argv[1], "schools", COMPASS_TABLE_SCHOOLS);
    tables.coaches = load(argv[1], "coaches", COMPASS_TABLE_COACHES);
    tables.interactions = load(argv[1], "interactions", COMPASS_TABLE_INTERACTIONS);
    tables.events = load(argv[1], "events", COMPASS_TABLE_EVENTS);
    tables.offers = load(argv[1], "offers", COMPASS_TABLE_OFFERS);
    tables.school_status_history =
        load(argv[1], "school_status_history", COMPASS_TABLE_SCHOOL_STATUS_HISTORY);
    tables.documents = load(argv[1], "documents", COMPASS_TABLE_DOCUMENTS);
    tables.performance_metrics =
        load(argv[1], "performance_metrics", COMPASS_TABLE_PERFORMANCE_METRICS);

    print_social_pages(argv[1], tables, now, zone);
    print_other_pages(tables, now, zone);

    check(compass_table_destroy(tables.schools));
    check(compass_table_destroy(tables.coaches));
    check(compass_table_destroy(tables.interactions));
    check(compass_table_destroy(tables.events));
    check(compass_table_destroy(tables.offers));
    check(compass_table_destroy(tables.school_status_history));
    check(compass_table_destroy(tables.documents));
    check(compass_table_destroy(tables.performance_metrics));
    check(compass_zone_destroy(zone));
    if (compass_handle_count() != 0) {
        fprintf(stderr, "%lu handles were forgotten\n", (unsigned long)compass_handle_count());
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
