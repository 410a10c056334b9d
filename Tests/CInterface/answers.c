/*
 * Answers as the command `compass` does, through the C interface: for comparing the two byte by byte.
 *
 *     ./answers social|feed|timeline|activity|report DIRECTORY [OPTIONS OF compass] --format json|csv [--pretty]
 */
#include "expectations.h"

#define MAXIMUM_IDS 8

static void require(compass_status status)
{
    if (status == COMPASS_OK) return;
    fprintf(stderr, "%s: %s\n", compass_status_name(status), compass_error_message());
    exit(EXIT_FAILURE);
}

/* The options of the command line. */
static struct {
    int count;
    char **values;
} arguments;

/* The value of an option, the nth of several; NULL when there is none. */
static const char *option(const char *name, int nth)
{
    int index;

    for (index = 0; index + 1 < arguments.count; index++)
        if (strcmp(arguments.values[index], name) == 0 && nth-- == 0) return arguments.values[index + 1];
    return NULL;
}

static int has(const char *name)
{
    int index;

    for (index = 0; index < arguments.count; index++)
        if (strcmp(arguments.values[index], name) == 0) return 1;
    return 0;
}

static int64_t number(const char *name, int64_t otherwise)
{
    const char *text = option(name, 0);

    return text ? atoll(text) : otherwise;
}

/* The constant of an option's value. */
typedef struct constant {
    const char *name;
    int32_t value;
} constant;

static int32_t chosen(const char *text, const constant *constants, int32_t otherwise)
{
    if (text == NULL) return otherwise;
    for (; constants->name; constants++)
        if (strcmp(constants->name, text) == 0) return constants->value;
    fprintf(stderr, "answers: %s is unknown\n", text);
    exit(EXIT_FAILURE);
}

static int32_t range_or_all(int32_t otherwise)
{
    const char *text = option("--range", 0);

    return text == NULL ? otherwise : strcmp(text, "all") == 0 ? COMPASS_RANGE_ALL : atoi(text);
}

static int32_t activity_days(void)
{
    const char *text = option("--days", 0);

    return text == NULL ? COMPASS_DAYS_OF_RANGE : strcmp(text, "all") == 0 ? COMPASS_DAYS_EVERY : atoi(text);
}

static int32_t answer_format(void)
{
    if (strcmp(option("--format", 0), "csv") == 0) return COMPASS_ANSWER_CSV;
    return has("--pretty") ? COMPASS_ANSWER_JSON_INDENTED : COMPASS_ANSWER_JSON;
}

static int64_t now(void)
{
    int64_t micros;

    require(compass_time_parse(COMPASS_STRING(option("--now", 0)), &micros));
    return micros;
}

static compass_zone zone(void)
{
    compass_zone zone;

    /* As the command does, without the option. */
    if (option("--zone", 0))
        require(compass_zone_create(COMPASS_STRING(option("--zone", 0)), &zone));
    else
        require(compass_zone_create_local(&zone));
    return zone;
}

/* The ids that posts are filtered by. */
typedef struct filter_ids {
    compass_string schools[MAXIMUM_IDS];
    compass_string coaches[MAXIMUM_IDS];
} filter_ids;

/* The values of an option that may be repeated; returns how many there are. */
static size_t values(const char *name, compass_string *texts)
{
    int index;

    for (index = 0; index < MAXIMUM_IDS && option(name, index); index++)
        texts[index] = COMPASS_STRING(option(name, index));
    return (size_t)index;
}

static compass_post_filter post_filter(filter_ids *ids)
{
    static const constant platforms[] = {
        {"twitter", COMPASS_PLATFORM_TWITTER}, {"instagram", COMPASS_PLATFORM_INSTAGRAM}, {NULL, 0}};
    static const constant sentiments[] = {{"very_positive", COMPASS_SENTIMENT_VERY_POSITIVE},
                                          {"positive", COMPASS_SENTIMENT_POSITIVE},
                                          {"neutral", COMPASS_SENTIMENT_NEUTRAL},
                                          {"negative", COMPASS_SENTIMENT_NEGATIVE},
                                          {NULL, 0}};
    compass_post_filter filter = COMPASS_POST_FILTER_INIT;
    int index;

    filter.platforms = (uint32_t)chosen(option("--platform", 0), platforms, 0);
    for (index = 0; option("--sentiment", index); index++)
        filter.sentiments |= (uint32_t)chosen(option("--sentiment", index), sentiments, 0);
    filter.schools = ids->schools;
    filter.school_count = values("--school", ids->schools);
    filter.coaches = ids->coaches;
    filter.coach_count = values("--coach", ids->coaches);
    if (option("--type", 0) && strcmp(option("--type", 0), "flagged") == 0)
        filter.flagged = COMPASS_CHOICE_YES;
    else if (option("--type", 0))
        filter.recruiting = COMPASS_CHOICE_YES;
    filter.from = COMPASS_STRING(option("--from", 0));
    filter.to = COMPASS_STRING(option("--to", 0));
    filter.search = COMPASS_STRING(option("--search", 0));
    filter.search_flags = (has("--ignore-accents") ? COMPASS_SEARCH_IGNORING_ACCENTS : 0) |
                          (has("--all-words") ? COMPASS_SEARCH_ALL_WORDS : 0);
    return filter;
}

static compass_posts load_posts(const char *folder)
{
    compass_table table = load_table(folder, "social_media_posts", COMPASS_TABLE_SOCIAL_MEDIA_POSTS);
    compass_table schools = load_table(folder, "schools", COMPASS_TABLE_SCHOOLS);
    compass_table coaches = load_table(folder, "coaches", COMPASS_TABLE_COACHES);
    compass_posts posts;

    require(compass_posts_create(table, schools, coaches, &posts));
    return posts;
}

static compass_text social(const char *folder)
{
    filter_ids ids;
    compass_post_filter filter = post_filter(&ids);
    compass_social_options options = COMPASS_SOCIAL_OPTIONS_INIT;
    compass_text answer;

    options.flags = (has("--compare") ? COMPASS_SOCIAL_COMPARE : 0) |
                    (has("--heat-map") ? COMPASS_SOCIAL_HEAT_MAP : 0);
    options.now_micros = now();
    options.zone = zone();
    options.filter = &filter;
    options.range_days = range_or_all(30);
    options.activity_days = activity_days();
    options.top_schools = options.top_coaches = number("--top", 5);
    options.recent_posts = number("--recent", 5);
    options.format = answer_format();
    require(compass_posts_analytics(load_posts(folder), &options, &answer));
    return answer;
}

static compass_text feed(const char *folder)
{
    filter_ids ids;
    compass_post_filter filter = post_filter(&ids);
    compass_feed_options options = COMPASS_FEED_OPTIONS_INIT;
    compass_text answer;

    options.now_micros = now();
    options.zone = zone();
    options.filter = &filter;
    options.page_size = number("--page-size", 50);
    options.after = COMPASS_STRING(option("--after", 0));
    options.activity_days = activity_days();
    options.format = answer_format();
    if (has("--linked"))
        require(compass_posts_linked(load_posts(folder), &options, &answer));
    else
        require(compass_posts_feed(load_posts(folder), &options, &answer));
    return answer;
}

static compass_table load_all_problems(const char *folder, const char *name, compass_table_kind kind)
{
    char path[4096];
    compass_load_options options = COMPASS_LOAD_OPTIONS_INIT;
    compass_table table;

    snprintf(path, sizeof path, "%s/%s.json", folder, name);
    options.max_problems = INT64_MAX;
    require(compass_table_load_file(kind, COMPASS_STRING(path), &options, &table));
    return table;
}

static compass_text timeline(const char *folder)
{
    const char *hidden = option("--hide", 0);
    compass_tables tables = COMPASS_TABLES_INIT;
    compass_timeline_options options = COMPASS_TIMELINE_OPTIONS_INIT;
    compass_timeline timeline;
    compass_text answer;

    tables.schools = load_table(folder, "schools", COMPASS_TABLE_SCHOOLS);
    tables.events = load_all_problems(folder, "events", COMPASS_TABLE_EVENTS);
    tables.interactions = load_all_problems(folder, "interactions", COMPASS_TABLE_INTERACTIONS);
    tables.offers = load_all_problems(folder, "offers", COMPASS_TABLE_OFFERS);
    tables.school_status_history =
        load_all_problems(folder, "school_status_history", COMPASS_TABLE_SCHOOL_STATUS_HISTORY);
    require(compass_timeline_create(&tables, &timeline));
    options.now_micros = now();
    options.zone = zone();
    options.range_months = range_or_all(6);
    if (hidden) {
        options.hidden_items = (strstr(hidden, "events") ? COMPASS_ITEMS_EVENTS : 0) |
                               (strstr(hidden, "interactions") ? COMPASS_ITEMS_INTERACTIONS : 0) |
                               (strstr(hidden, "offers") ? COMPASS_ITEMS_OFFERS : 0) |
                               (strstr(hidden, "status") ? COMPASS_ITEMS_STATUS_CHANGES : 0);
    }
    options.school = COMPASS_STRING(option("--school", 0));
    options.lanes_page = number("--lanes-page", 0);
    options.lanes_per_page = number("--lanes-per-page", 20);
    if (option("--min-width", 0)) options.minimum_width = atof(option("--min-width", 0));
    options.format = answer_format();
    require(compass_timeline_page(timeline, &options, &answer));
    return answer;
}

static compass_text activity(const char *folder)
{
    static const constant types[] = {{"interaction", COMPASS_ACTIVITY_INTERACTION},
                                     {"school_status_change", COMPASS_ACTIVITY_SCHOOL_STATUS_CHANGE},
                                     {"document_upload", COMPASS_ACTIVITY_DOCUMENT_UPLOAD},
                                     {NULL, 0}};
    static const constant ranges[] = {{"week", COMPASS_ACTIVITY_RANGE_WEEK},
                                      {"month", COMPASS_ACTIVITY_RANGE_MONTH},
                                      {"quarter", COMPASS_ACTIVITY_RANGE_QUARTER},
                                      {"all", COMPASS_ACTIVITY_RANGE_ALL},
                                      {NULL, 0}};
    compass_tables tables = load_tables(folder);
    compass_activity_options options = COMPASS_ACTIVITY_OPTIONS_INIT;
    compass_activity activity;
    compass_text answer;

    require(compass_activity_create(&tables, number("--limit-per-table", COMPASS_NO_LIMIT), &activity));
    options.now_micros = now();
    options.zone = zone();
    options.type = chosen(option("--type", 0), types, COMPASS_ACTIVITY_ALL);
    options.range = chosen(option("--range", 0), ranges, COMPASS_ACTIVITY_RANGE_ALL);
    options.page = number("--page", 1);
    options.page_size = number("--page-size", 20);
    options.search = COMPASS_STRING(option("--search", 0));
    options.search_flags = has("--full-text") ? COMPASS_ACTIVITY_SEARCH_WHOLE_TEXT : 0;
    options.format = answer_format();
    require(compass_activity_page(activity, &options, &answer));
    return answer;
}

static compass_text report(const char *folder)
{
    static const constant presets[] = {
        {"7d", COMPASS_PRESET_7_DAYS},   {"30d", COMPASS_PRESET_30_DAYS},
        {"90d", COMPASS_PRESET_90_DAYS}, {"6m", COMPASS_PRESET_6_MONTHS},
        {"ytd", COMPASS_PRESET_YEAR_TO_DATE}, {"1y", COMPASS_PRESET_1_YEAR}, {NULL, 0}};
    compass_tables tables = load_tables(folder);
    compass_report_options options = COMPASS_REPORT_OPTIONS_INIT;
    compass_reports reports;
    compass_text answer;

    require(compass_reports_create(&tables, &reports));
    options.flags = has("--compare") ? COMPASS_REPORT_COMPARE : 0;
    options.now_micros = now();
    options.zone = zone();
    options.from = COMPASS_STRING(option("--from", 0));
    options.to = COMPASS_STRING(option("--to", 0));
    options.preset = option("--from", 0) ? COMPASS_PRESET_NONE
                                         : chosen(option("--preset", 0), presets, COMPASS_PRESET_30_DAYS);
    options.format = answer_format();
    require(compass_reports_page(reports, &options, &answer));
    return answer;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        compass_text (*answer)(const char *folder);
    } pages[] = {
        {"social", social}, {"feed", feed}, {"timeline", timeline}, {"activity", activity}, {"report", report}};
    size_t index;

    if (argc < 5) return EXIT_FAILURE;
    arguments.count = argc - 3;
    arguments.values = argv + 3;
    for (index = 0; index < sizeof pages / sizeof *pages; index++) {
        const char *data;
        size_t count;

        if (strcmp(pages[index].name, argv[1]) != 0) continue;
        require(compass_text_view(pages[index].answer(argv[2]), &data, &count));
        fwrite(data, 1, count, stdout);
        /* The command ends JSON with a line feed; CSV has its own. */
        if (answer_format() < COMPASS_ANSWER_CSV) putchar('\n');
        return failed_expectations == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    return EXIT_FAILURE;
}
