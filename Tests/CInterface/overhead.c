/*
 * How long pages take through the C interface, from options to the text that was read and destroyed.
 *
 *     ./overhead DIRECTORY [NOW]      e.g. ./overhead Datasets/generated/1m
 *
 * Prints the median and the best of many calls in microseconds. What the same page takes in Swift is measured by
 * CInterfacePerformanceTests, which is also where the two are compared.
 */
#include "expectations.h"

#include <time.h>

#define SAMPLE_COUNT 2001

static double samples[SAMPLE_COUNT];

static double micros_now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static int compare(const void *first, const void *second)
{
    double a = *(const double *)first, b = *(const double *)second;

    return a < b ? -1 : a > b;
}

static void print_samples(const char *name, size_t bytes)
{
    qsort(samples, SAMPLE_COUNT, sizeof *samples, compare);
    printf("%-24s median %8.2f us   best %8.2f us   %7lu bytes\n", name, samples[SAMPLE_COUNT / 2], samples[0],
           (unsigned long)bytes);
}

static void measure_analytics(const char *name, compass_posts posts, const compass_social_options *options)
{
    size_t bytes = 0;
    int sample;

    for (sample = 0; sample < SAMPLE_COUNT; sample++) {
        const char *data = NULL;
        compass_text answer = 0;
        double start = micros_now();

        EXPECT_OK(compass_posts_analytics(posts, options, &answer));
        EXPECT_OK(compass_text_view(answer, &data, &bytes));
        EXPECT_OK(compass_text_destroy(answer));
        samples[sample] = micros_now() - start;
    }
    print_samples(name, bytes);
}

static void measure_feed(const char *name, compass_posts posts, const compass_feed_options *options)
{
    size_t bytes = 0;
    int sample;

    for (sample = 0; sample < SAMPLE_COUNT; sample++) {
        const char *data = NULL;
        compass_text answer = 0;
        double start = micros_now();

        EXPECT_OK(compass_posts_feed(posts, options, &answer));
        EXPECT_OK(compass_text_view(answer, &data, &bytes));
        EXPECT_OK(compass_text_destroy(answer));
        samples[sample] = micros_now() - start;
    }
    print_samples(name, bytes);
}

static void measure_count(compass_posts posts)
{
    int sample;

    for (sample = 0; sample < SAMPLE_COUNT; sample++) {
        int64_t count = 0;
        double start = micros_now();

        EXPECT_OK(compass_posts_count(posts, &count));
        samples[sample] = micros_now() - start;
    }
    print_samples("a call that only counts", 0);
}

int main(int argc, char **argv)
{
    compass_social_options social = COMPASS_SOCIAL_OPTIONS_INIT;
    compass_feed_options feed = COMPASS_FEED_OPTIONS_INIT;
    compass_table table, schools;
    compass_posts posts = 0;

    if (argc < 2) return EXIT_FAILURE;
    EXPECT_OK(compass_time_parse(COMPASS_STRING(argc > 2 ? argv[2] : "2026-03-01T12:00:00Z"),
                                 &social.now_micros));
    feed.now_micros = social.now_micros;
    table = load_table(argv[1], "social_media_posts", COMPASS_TABLE_SOCIAL_MEDIA_POSTS);
    schools = load_table(argv[1], "schools", COMPASS_TABLE_SCHOOLS);
    EXPECT_OK(compass_zone_create(COMPASS_STRING("America/New_York"), &social.zone));
    feed.zone = social.zone;
    EXPECT_OK(compass_posts_create(table, schools, &posts));
    EXPECT_OK(compass_table_destroy(table));
    EXPECT_OK(compass_table_destroy(schools));

    measure_count(posts);
    measure_analytics("analytics, 30 days", posts, &social);
    social.range_days = COMPASS_RANGE_ALL;
    measure_analytics("analytics, all time", posts, &social);
    measure_feed("feed, 50 posts", posts, &feed);

    EXPECT_OK(compass_posts_destroy(posts));
    EXPECT_OK(compass_zone_destroy(social.zone));
    return outcome("overhead");
}
