/* What the tests of the C interface share: expectations that say where and why they fail. */
#ifndef EXPECTATIONS_H
#define EXPECTATIONS_H

#include <compass.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failed_expectations = 0;

/* Expects something to be true. */
#define EXPECT(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: expected %s\n", __FILE__, __LINE__, #condition); \
            failed_expectations++; \
        } \
    } while (0)

/* Expects a call to end with a status, and a failure to have said why. */
#define EXPECT_STATUS(expected, call) expect_status(expected, call, #call, __FILE__, __LINE__)

#define EXPECT_OK(call) EXPECT_STATUS(COMPASS_OK, call)

static inline void expect_status(
    compass_status expected, compass_status given, const char *call, const char *file, int line)
{
    const char *message = given == COMPASS_OK ? "" : compass_error_message();

    if (given != expected) {
        fprintf(stderr, "%s:%d: %s: expected %s, given %s %s\n", file, line, call,
                compass_status_name(expected), compass_status_name(given), message);
        failed_expectations++;
    }
    if (given != COMPASS_OK && strncmp(message, "compass_", 8) != 0) {
        fprintf(stderr, "%s:%d: %s: the message \"%s\" does not name the function\n", file, line, call,
                message);
        failed_expectations++;
    }
}

/* Whether the last message has a part. */
static inline int said(const char *part) { return strstr(compass_error_message(), part) != NULL; }

/* Whether two answers are the same bytes, and any at all. */
static inline int are_equal(compass_text first, compass_text second)
{
    const char *one = NULL, *other = NULL;
    size_t one_count = 0, other_count = 0;

    EXPECT_OK(compass_text_view(first, &one, &one_count));
    EXPECT_OK(compass_text_view(second, &other, &other_count));
    return one_count == other_count && one_count > 0 && memcmp(one, other, one_count) == 0;
}

/* A table of a data directory. */
static inline compass_table load_table(const char *folder, const char *name, compass_table_kind kind)
{
    char path[4096];
    compass_table table = 0;

    snprintf(path, sizeof path, "%s/%s.json", folder, name);
    EXPECT_OK(compass_table_load_file(kind, COMPASS_STRING(path), NULL, &table));
    return table;
}

/* All tables of a data directory but the posts. */
static inline compass_tables load_tables(const char *folder)
{
    compass_tables tables = COMPASS_TABLES_INIT;

    tables.schools = load_table(folder, "schools", COMPASS_TABLE_SCHOOLS);
    tables.coaches = load_table(folder, "coaches", COMPASS_TABLE_COACHES);
    tables.interactions = load_table(folder, "interactions", COMPASS_TABLE_INTERACTIONS);
    tables.events = load_table(folder, "events", COMPASS_TABLE_EVENTS);
    tables.offers = load_table(folder, "offers", COMPASS_TABLE_OFFERS);
    tables.school_status_history =
        load_table(folder, "school_status_history", COMPASS_TABLE_SCHOOL_STATUS_HISTORY);
    tables.documents = load_table(folder, "documents", COMPASS_TABLE_DOCUMENTS);
    tables.performance_metrics =
        load_table(folder, "performance_metrics", COMPASS_TABLE_PERFORMANCE_METRICS);
    return tables;
}

static inline void destroy_tables(compass_tables tables)
{
    EXPECT_OK(compass_table_destroy(tables.schools));
    EXPECT_OK(compass_table_destroy(tables.coaches));
    EXPECT_OK(compass_table_destroy(tables.interactions));
    EXPECT_OK(compass_table_destroy(tables.events));
    EXPECT_OK(compass_table_destroy(tables.offers));
    EXPECT_OK(compass_table_destroy(tables.school_status_history));
    EXPECT_OK(compass_table_destroy(tables.documents));
    EXPECT_OK(compass_table_destroy(tables.performance_metrics));
}

/* The instant at which Datasets/tiny ends. */
static inline int64_t time_of_tiny(void)
{
    int64_t micros = 0;

    EXPECT_OK(compass_time_parse(COMPASS_STRING("2026-03-01T12:00:00Z"), &micros));
    return micros;
}

/* The result of a test program. */
static inline int outcome(const char *name)
{
    if (compass_handle_count() != 0) {
        fprintf(stderr, "%s: %lu handles were forgotten\n", name, (unsigned long)compass_handle_count());
        failed_expectations++;
    }
    if (failed_expectations == 0) printf("%s: all expectations are met\n", name);
    return failed_expectations == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

#endif
