/*
 * Compass Kernel, for every language that can call C.
 *
 * This header is the contract of libcompass. It is C99 and C++11, requires only headers of the standard
 * library, and describes everything that the library exports except the Arrow functions of compass_arrow.h.
 *
 *     compass_table table = 0;
 *     compass_posts posts = 0;
 *     compass_text page = 0;
 *     compass_social_options options = COMPASS_SOCIAL_OPTIONS_INIT;
 *     const char *json;
 *
 *     compass_time_parse(COMPASS_STRING("2026-03-01T12:00:00Z"), &options.now_micros);
 *     if (compass_table_load_file(COMPASS_TABLE_SOCIAL_MEDIA_POSTS,
 *                                 COMPASS_STRING("social_media_posts.json"), NULL, &table) ||
 *         compass_posts_create(table, 0, 0, &posts) ||
 *         compass_posts_analytics(posts, &options, &page) ||
 *         compass_text_view(page, &json, NULL)) {
 *         fprintf(stderr, "%s\n", compass_error_message());
 *     } else {
 *         puts(json);
 *     }
 *     compass_text_destroy(page);
 *     compass_posts_destroy(posts);
 *     compass_table_destroy(table);
 *
 * Rules that hold for every function:
 *
 * Statuses     A function that can fail returns a compass_status: COMPASS_OK, which is 0, or the kind of its
 *              failure. compass_error_message() then returns what happened, where, and what to do next. A
 *              call that fails changes nothing, unless its description states otherwise.
 * Handles      An object of the library is named by a handle, a number that is never 0. Each handle is
 *              destroyed once, by the function of its kind. For a handle that was destroyed, was made up or
 *              is of another kind, the status is always COMPASS_INVALID_HANDLE: a handle is never reused for
 *              another object. Destroying 0 does nothing and succeeds.
 * Memory       What the caller passes (bytes, texts, structs) remains the caller's, is read only during the
 *              call, and may be freed afterwards. What the library returns remains the library's: its memory
 *              is freed when the handle that holds it is destroyed. Nothing must ever be freed with free().
 * Results      Results are written through pointers, which must not be NULL unless the description allows it.
 *              They are set to 0 or NULL first, so that they are also defined after a failure.
 * Texts        Texts are UTF-8, and are checked: COMPASS_INVALID_UTF8. Results are also UTF-8.
 * Counts       A count above half of the address space is COMPASS_INVALID_ARGUMENT in every function that
 *              takes a text or bytes, also where its description does not list that status.
 * Limits       The process does not survive invalid pointers, counts beyond the memory they point to, and a
 *              system that is out of memory. A thread that calls the library requires a stack of 128 KiB or
 *              more.
 * Structs      Structs of options begin with their version. Begin with the initializer (COMPASS_..._INIT),
 *              which sets version and defaults, and change what is to differ. Members called reserved stay 0.
 * Times        Instants are microseconds since 1970-01-01T00:00:00Z, from year 1 to year 9999. The library
 *              reads no clock: the caller passes "now".
 * Threads      Every function may be called from any thread at any time, also for the same handle: each call
 *              sees an object as it is before or after a change, never in between. Queries run concurrently
 *              with each other and with changes; changes of one object wait for each other. No query waits
 *              for a change of posts. For other objects it waits only for changes in place: the removal of
 *              an item, up to 64 rows that are put or inserted; these are short, except for the first one
 *              of a timeline, which indexes its rows. All others (preparation, exports of what must be
 *              compacted first) are made on a copy of what they touch, while queries see the object
 *              unchanged.
 *              The objects of a call live until it returns, even when another thread destroys the handle.
 *              Where a function differs, its description states it.
 * Processes    A child of fork() has only the thread that forked. It may use objects that no other thread was
 *              using at that moment, and make new ones. The lock of an object that was in use may stay held
 *              in the child for ever, as may what the first use of anything sets up. Better load the library
 *              in the child, start children before the first call, or start them with exec() or
 *              posix_spawn().
 */
#ifndef COMPASS_H
#define COMPASS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------------- Version */

/*
 * The version of this interface. It grows when something is removed or changes its meaning, not when
 * functions, versions of structs or keys of results are added.
 */
#define COMPASS_ABI_VERSION 2u

/*
 * The version of the library that this header came with. This line is the only place where it is set: the
 * command line, the Python package and the packaging scripts read it from here.
 */
#define COMPASS_VERSION "0.2.0"

/* The COMPASS_ABI_VERSION of the library, to be compared with that of this header. Cannot fail. */
uint32_t compass_abi_version(void);

/* The COMPASS_VERSION of the library. The text lives as long as the process. Cannot fail. */
const char *compass_version(void);

/* ------------------------------------------------------------------------------- Statuses and messages */

/* How a call ended. */
typedef int32_t compass_status;

enum {
    /* The call succeeded. */
    COMPASS_OK = 0,
    /* A required pointer is NULL, or one with a count above 0. */
    COMPASS_NULL_POINTER = 1,
    /* The handle was destroyed before, was made up, or is of another kind. */
    COMPASS_INVALID_HANDLE = 2,
    /* A struct, a table file or a partial answer has a version that the library does not know. */
    COMPASS_WRONG_VERSION = 3,
    /* A text is not well-formed UTF-8. */
    COMPASS_INVALID_UTF8 = 4,
    /* A value is not accepted; the message names it and the accepted values. */
    COMPASS_INVALID_ARGUMENT = 5,
    /* There is no such time zone, or its data cannot be read. */
    COMPASS_UNKNOWN_ZONE = 6,
    /* There is no such file. */
    COMPASS_FILE_NOT_FOUND = 7,
    /* The file cannot be read or written, for the system's reason. */
    COMPASS_FILE_UNREADABLE = 8,
    /* A document is not JSON, or no rows, with line, column and byte in the message; or a table file is damaged. */
    COMPASS_MALFORMED_DATA = 9,
    /* There is no post or item with this id, or no such table in a file. */
    COMPASS_NOT_FOUND = 10,
    /* The cursor is damaged, or that of a list of another kind. */
    COMPASS_CURSOR_REFUSED = 11,
    /* More rows or longer texts than a table can hold. */
    COMPASS_TOO_LARGE = 12,
    /* The library does not do this. */
    COMPASS_UNSUPPORTED = 13,
    /* A deleted post cannot be restored: something newer has taken its place. */
    COMPASS_CONFLICT = 14,
    /* A fault of the library. */
    COMPASS_INTERNAL = 15,
    /* Partial answers do not belong together, or there are none of this page; the message states why. */
    COMPASS_NOT_MERGEABLE = 16
};

/*
 * The name of a status, such as "COMPASS_INVALID_HANDLE"; "unknown status" for other numbers.
 * The text lives as long as the process. Cannot fail.
 */
const char *compass_status_name(compass_status status);

/*
 * The message of the calling thread's last failure: what happened, where, and what to do next. "" when no
 * call of this thread has failed. The text is the library's and lives until the next failing call of this
 * thread, or the thread's end. It is shortened in the middle when it has more than 4096 bytes. Calls that
 * succeed do not change it. Cannot fail.
 */
const char *compass_error_message(void);

/* --------------------------------------------------------------------------------------------- Handles */

/* The rows of one table of the database, as they were loaded; never changes. */
typedef uint64_t compass_table;
/* Posts with the names of schools and coaches: the pages Social Analytics and Social Media Monitoring. */
typedef uint64_t compass_posts;
/* The page Recruiting Timeline. */
typedef uint64_t compass_timeline;
/* The page Activity Feed. */
typedef uint64_t compass_activity;
/* The page Reports; never changes. */
typedef uint64_t compass_reports;
/* A time zone; never changes. 0 is UTC for every parameter that is a zone. */
typedef uint64_t compass_zone;
/* A change of posts, such as one that undoes another; never changes. */
typedef uint64_t compass_change;
/* A text that the library returns, such as a page; never changes. */
typedef uint64_t compass_text;
/* A loader of a table whose rows come in several arrays. */
typedef uint64_t compass_loader;
/* An opened table file; never changes. */
typedef uint64_t compass_table_file;
/* The answer about the rows of one or several shards, which merges with those about others; never changes. */
typedef uint64_t compass_partial;

/* The number of handles that have not been destroyed, to find forgotten ones. Cannot fail. */
uint64_t compass_handle_count(void);

/* ----------------------------------------------------------------------------------------------- Texts */

/*
 * A text of the caller: UTF-8, without a required NUL at the end. An omitted text, where allowed, has data
 * NULL and count 0; an empty text has another pointer and count 0.
 */
typedef struct compass_string {
    const char *data;
    /* In bytes. */
    size_t count;
} compass_string;

/* The text up to a NUL; none for NULL. */
static inline compass_string compass_string_of(const char *text)
{
    compass_string string;
    string.data = text;
    string.count = text ? strlen(text) : 0;
    return string;
}

/* No text. */
#define COMPASS_STRING_NONE { NULL, 0 }

/* A literal, or any text that ends with a NUL. */
#define COMPASS_STRING(text) compass_string_of(text)

/*
 * The bytes of a text. They are the library's, are followed by a NUL, and live until the text is destroyed.
 *
 *   data    receives the first byte; NULL after a failure.
 *   count   receives the number of bytes without the NUL; may be NULL.
 *
 * Fails with NULL_POINTER, INVALID_HANDLE.
 */
compass_status compass_text_view(compass_text text, const char **data, size_t *count);

/* Frees a text; pointers into it are invalid from then on, in all threads. Fails with INVALID_HANDLE. */
compass_status compass_text_destroy(compass_text text);

/* ---------------------------------------------------------------------------------- Times and time zones */

/*
 * Reads an instant: RFC 3339, or a timestamp as PostgreSQL prints it; UTC where it has no offset.
 *
 * Fails with NULL_POINTER, INVALID_UTF8, INVALID_ARGUMENT (the message contains the reason).
 */
compass_status compass_time_parse(compass_string text, int64_t *micros);

/*
 * The zone with an IANA name such as "America/New_York", from the files of the system: those of the folder
 * that the environment's TZDIR names, then /usr/share/zoneinfo and similar ones. UTC requires no file.
 *
 * Fails with NULL_POINTER, INVALID_UTF8, UNKNOWN_ZONE. The caller destroys the zone.
 */
compass_status compass_zone_create(compass_string identifier, compass_zone *zone);

/*
 * The machine's zone: the one that the environment variable TZ names, otherwise that of /etc/localtime or
 * /etc/timezone, otherwise UTC. TZ may begin with a colon or contain the path of a TZif file; empty, it means
 * UTC. Everything is read during the call: a later change of the system does not change the zone.
 *
 * Fails with NULL_POINTER, UNKNOWN_ZONE (TZ does not name a zone). The caller destroys the zone.
 */
compass_status compass_zone_create_local(compass_zone *zone);

/*
 * The zone with an IANA name, from a folder of TZif files (RFC 8536) such as that of PyPI's tzdata; the path
 * is passed to the system unchanged.
 *
 * Fails with NULL_POINTER, INVALID_UTF8, INVALID_ARGUMENT (the path is empty, or has a NUL inside),
 * UNKNOWN_ZONE. The caller destroys the zone.
 */
compass_status compass_zone_create_from_folder(
    compass_string identifier, compass_string folder, compass_zone *zone);

/*
 * A zone from the bytes of its TZif file (RFC 8536, versions 1 to 4), under any name.
 *
 * Fails with NULL_POINTER, INVALID_UTF8, UNKNOWN_ZONE (the bytes are not TZif). The caller destroys the zone.
 */
compass_status compass_zone_create_from_bytes(
    compass_string identifier, const void *bytes, size_t count, compass_zone *zone);

/*
 * The zone as the bytes of a TZif file, which compass_text_view() returns: compass_zone_create_from_bytes() makes
 * the same zone of them on another machine, whose own data may differ.
 *
 *   zone   0 for UTC.
 *
 * Fails with NULL_POINTER, INVALID_HANDLE. The caller destroys the text.
 */
compass_status compass_zone_data(compass_zone zone, compass_text *bytes);

/* Fails with INVALID_HANDLE. */
compass_status compass_zone_destroy(compass_zone zone);

/* ---------------------------------------------------------------------------------------------- Tables */

/* The tables of the database. */
typedef int32_t compass_table_kind;

enum {
    COMPASS_TABLE_SOCIAL_MEDIA_POSTS = 1,
    COMPASS_TABLE_SCHOOLS = 2,
    COMPASS_TABLE_COACHES = 3,
    COMPASS_TABLE_INTERACTIONS = 4,
    COMPASS_TABLE_EVENTS = 5,
    COMPASS_TABLE_OFFERS = 6,
    COMPASS_TABLE_SCHOOL_STATUS_HISTORY = 7,
    COMPASS_TABLE_DOCUMENTS = 8,
    COMPASS_TABLE_PERFORMANCE_METRICS = 9
};

/* The formats of rows. */
enum {
    /* Lines for files that end in .ndjson or .jsonl, otherwise an array. */
    COMPASS_FORMAT_AUTOMATIC = 0,
    /* A JSON array of objects, as from PostgREST, or an object whose only member `data` is such an array. */
    COMPASS_FORMAT_JSON = 1,
    /* One JSON object per line. */
    COMPASS_FORMAT_NDJSON = 2
};

/* When the search index of posts is built. Every choice finds the same posts; a search uses the index once it
 * is built, and copies share it. */
enum {
    /* By the first search, which waits: seconds for a million posts. */
    COMPASS_SEARCH_INDEX_NOW = 0,
    /* On a thread, from loading on; searches read the texts meanwhile. The thread ends within milliseconds
     * once the table and all posts with these rows are destroyed. A child of fork() that is made meanwhile
     * must not search or prepare these posts. */
    COMPASS_SEARCH_INDEX_BACKGROUND = 1,
    /* Not at all, except by compass_posts_prepare_for_search(): each search reads the texts. */
    COMPASS_SEARCH_INDEX_NEVER = 2
};

/* Where the tables of files are stored, to be opened in milliseconds the next time. */
enum {
    /* Nowhere. */
    COMPASS_CACHE_NONE = 0,
    /* In the user's folder: `compass` in XDG_CACHE_HOME, otherwise in ~/.cache or, on Apple's systems, in
     * ~/Library/Caches. */
    COMPASS_CACHE_USER = 1,
    /* In the folder that the options name. */
    COMPASS_CACHE_FOLDER = 2
};

/* The end of a file, as a position. */
#define COMPASS_END_OF_FILE (-1)

/* The library also accepts version 1, which ends before `cache`, and version 2, which ends before `replaced`. */
#define COMPASS_LOAD_OPTIONS_VERSION 3u

/* How rows are read. */
typedef struct compass_load_options {
    /* COMPASS_LOAD_OPTIONS_VERSION. */
    uint32_t version;
    /* COMPASS_FORMAT_...; automatic by default. */
    int32_t format;
    /* How many problems a report lists, from 0; all are counted. 100 by default. */
    int64_t max_problems;
    /* How many threads may read, and search posts without an index, from 1; never more than 64 are started. 1 by
     * default. */
    int32_t threads;
    /* COMPASS_SEARCH_INDEX_...; now by default. Posts only. */
    int32_t search_index;
    /* COMPASS_CACHE_...; none by default. Files of 1 MiB or more only. Nothing fails because of the cache: where it
     * cannot be used, files are read as without it. A stored table is used as long as path, device, inode, size,
     * and modification and change time of its file are the same. A file that changed less than two seconds ago is
     * not stored. The folder is created for this user alone; one that others may write to is not used. */
    int32_t cache;
    int32_t reserved;
    /* The path of the folder for COMPASS_CACHE_FOLDER, otherwise omitted. */
    compass_string cache_folder;
    /* The numbers of rows, from 1 and in any order, that are left out because rows of other shards replace them, see
     * compass_table_row_keys(). NULL only when replaced_count is 0, as by default. Reports count them as replaced. */
    const uint32_t *replaced;
    size_t replaced_count;
    /* The part of an NDJSON file that is read: the lines that begin at from_byte or after it and before to_byte, to
     * their ends. Consecutive parts read each line once. By default from 0 to COMPASS_END_OF_FILE. Reports number
     * rows from the first of the part; byte offsets are those of the file. Only for functions that read a file. */
    int64_t from_byte;
    int64_t to_byte;
} compass_load_options;

#define COMPASS_LOAD_OPTIONS_INIT \
    { COMPASS_LOAD_OPTIONS_VERSION, COMPASS_FORMAT_AUTOMATIC, 100, 1, COMPASS_SEARCH_INDEX_NOW, \
      COMPASS_CACHE_NONE, 0, COMPASS_STRING_NONE, NULL, 0, 0, COMPASS_END_OF_FILE }

/*
 * Loads a table from memory. Rows without the fields that their table requires are skipped and reported, see
 * compass_table_report(); the others are loaded.
 *
 *   bytes     the document; the caller's, and not retained. NULL only when count is 0.
 *   options   NULL for the defaults.
 *
 * Fails with NULL_POINTER, WRONG_VERSION, INVALID_ARGUMENT, MALFORMED_DATA, TOO_LARGE. The caller destroys
 * the table.
 */
compass_status compass_table_load(
    compass_table_kind kind, const void *bytes, size_t count, const compass_load_options *options,
    compass_table *table);

/*
 * Loads a table from a file, otherwise like compass_table_load(). The file is mapped into memory while it is
 * read: if another process truncates it meanwhile, this process ends. A pipe or a device is read to its end,
 * for which the call waits; one without an end, such as /dev/zero, takes all memory.
 *
 * With COMPASS_FORMAT_AUTOMATIC, the file may also be a table file, of which the table is opened.
 *
 * Fails also with INVALID_UTF8, FILE_NOT_FOUND, FILE_UNREADABLE, NOT_FOUND (a table file without this table).
 */
compass_status compass_table_load_file(
    compass_table_kind kind, compass_string path, const compass_load_options *options, compass_table *table);

/* The number of rows. Fails with NULL_POINTER, INVALID_HANDLE. */
compass_status compass_table_count(compass_table table, int64_t *count);

/*
 * The ingest report of a table, as JSON:
 *
 *   {schemaVersion, table, rows, loaded, skipped, replaced, warnings,
 *    replacements [{row, byteOffset, id, rule: "id"|"post_url", byRow}],
 *    problems [{row, byteOffset, field|null, reason, severity: "error"|"warning"}]}
 *
 * loaded = rows - skipped - replaced; rows are numbered from 1, bytes from 0.
 *
 * Fails with NULL_POINTER, INVALID_HANDLE. The caller destroys the text.
 */
compass_status compass_table_report(compass_table table, compass_text *json);

/* Objects that were made from the table remain valid. Fails with INVALID_HANDLE. */
compass_status compass_table_destroy(compass_table table);

/*
 * Creates a loader of a table whose rows come in several JSON arrays, such as the pages of a server's response.
 * Table and report are those of a single array with the same rows.
 *
 *   options   NULL for the defaults; NDJSON is not accepted.
 *
 * Fails with NULL_POINTER, WRONG_VERSION, INVALID_ARGUMENT. The caller destroys the loader.
 */
compass_status compass_loader_create(
    compass_table_kind kind, const compass_load_options *options, compass_loader *loader);

/*
 * Appends the rows of an array: all of them or, if the call fails, none.
 *
 *   bytes      the array; the caller's, and not retained. NULL only when count is 0.
 *   row_count  becomes the number of its rows, including skipped ones; may be NULL.
 *   last_id    becomes the id of its last row, 0 if it has none; may be NULL. The caller destroys the text.
 *
 * Fails with NULL_POINTER, INVALID_HANDLE, INVALID_ARGUMENT (also after compass_loader_finish()), MALFORMED_DATA,
 * TOO_LARGE.
 */
compass_status compass_loader_append(
    compass_loader loader, const void *bytes, size_t count, int64_t *row_count, compass_text *last_id);

/*
 * Creates the table of all rows, after which the loader can only be destroyed.
 *
 * Fails with NULL_POINTER, INVALID_HANDLE, INVALID_ARGUMENT. The caller destroys the table.
 */
compass_status compass_loader_finish(compass_loader loader, compass_table *table);

/* Tables that the loader has made remain valid. Fails with INVALID_HANDLE. */
compass_status compass_loader_destroy(compass_loader loader);

/* ----------------------------------------------------------------------------------------- Table files */

/* What is verified when a table file is opened. */
enum {
    /* Everything that could lead outside of memory, and the sums of what is read for that. */
    COMPASS_VERIFY_READ = 0,
    /* Also the sums of all other bytes. */
    COMPASS_VERIFY_ALL = 1
};

#define COMPASS_OPEN_OPTIONS_VERSION 1u

/* How a table file is opened. */
typedef struct compass_open_options {
    /* COMPASS_OPEN_OPTIONS_VERSION. */
    uint32_t version;
    /* COMPASS_VERIFY_...; COMPASS_VERIFY_READ by default. */
    int32_t verify;
    /* 1: the file is read into memory, for files on other machines and those that another program may write into;
     * 0, the default: it is mapped. One that others than its owner may write to is always read. */
    int32_t copying;
    /* As in compass_load_options: how posts are searched. */
    int32_t threads;
    int32_t search_index;
    int32_t reserved;
} compass_open_options;

#define COMPASS_OPEN_OPTIONS_INIT \
    { COMPASS_OPEN_OPTIONS_VERSION, COMPASS_VERIFY_READ, 0, 1, COMPASS_SEARCH_INDEX_NOW, 0 }

#define COMPASS_SAVE_OPTIONS_VERSION 1u

/* How a table file is saved. */
typedef struct compass_save_options {
    /* COMPASS_SAVE_OPTIONS_VERSION. */
    uint32_t version;
    /* 1, the default: with the search index of posts, which is built if it does not exist and is nearly as large as
     * everything else; 0: without it. */
    int32_t search_index;
} compass_save_options;

#define COMPASS_SAVE_OPTIONS_INIT { COMPASS_SAVE_OPTIONS_VERSION, 1 }

/*
 * Opens a file that compass_tables_save() or compass_posts_save() has written, or `compass save`. It takes
 * milliseconds, and any file can be opened without a risk, wherever it comes from. While objects that were made
 * from it exist, the file may be replaced or removed, but not be shortened, which ends the process.
 *
 *   options   NULL for the defaults.
 *
 * Fails with NULL_POINTER, INVALID_UTF8, INVALID_ARGUMENT, FILE_NOT_FOUND, FILE_UNREADABLE, MALFORMED_DATA (the
 * file is not a table file, or is damaged), WRONG_VERSION (that of the options; or another release wrote the file:
 * load the tables from their source), TOO_LARGE. The caller destroys the file.
 */
compass_status compass_table_file_open(
    compass_string path, const compass_open_options *options, compass_table_file *file);

/*
 * The table of a file, with its report; 0 if the file does not have it, as members of compass_tables may be.
 *
 * Fails with NULL_POINTER, INVALID_HANDLE, INVALID_ARGUMENT, MALFORMED_DATA (the table is damaged). The caller
 * destroys the table.
 */
compass_status compass_table_file_table(
    compass_table_file file, compass_table_kind kind, compass_table *table);

/* Tables that were made from the file remain valid. Fails with INVALID_HANDLE. */
compass_status compass_table_file_destroy(compass_table_file file);

/*
 * Verifies all bytes of a table file, and that its tables can be read.
 *
 * Fails like compass_table_file_open().
 */
compass_status compass_table_file_verify(compass_string path);

/*
 * Writes tables and their reports to a file, in place of one that exists. The new file gets its name when it is
 * complete and on the disk; until then, and after a failure, the old one is there.
 *
 * The function knows no log of changes, such as `compass serve --allow-changes` keeps beside a file (its path and
 * ".changes.ndjson"): do not save onto such a file; `compass save` includes the changes.
 *
 *   tables    at most one of each kind; NULL only when count is 0.
 *   path      usually ends with ".compass".
 *   options   NULL for the defaults.
 *
 * Fails with NULL_POINTER, INVALID_HANDLE, WRONG_VERSION, INVALID_UTF8, INVALID_ARGUMENT (two tables of a kind),
 * FILE_UNREADABLE (the file cannot be written), TOO_LARGE.
 */
compass_status compass_tables_save(
    const compass_table *tables, size_t count, compass_string path, const compass_save_options *options);

#define COMPASS_TABLES_VERSION 1u

/* Why a table is missing, for the pages that can be shown in part. */
typedef struct compass_table_failure {
    /* COMPASS_TABLE_.... */
    int32_t kind;
    int32_t reserved;
    /* Appears in the results; required. */
    compass_string reason;
} compass_table_failure;

/*
 * The tables of a page. 0 means that a table is missing. Pages read only their own tables, so that one struct
 * may be used for several.
 */
typedef struct compass_tables {
    /* COMPASS_TABLES_VERSION. */
    uint32_t version;
    uint32_t reserved;
    compass_table schools;
    compass_table coaches;
    compass_table interactions;
    compass_table events;
    compass_table offers;
    compass_table school_status_history;
    compass_table documents;
    compass_table performance_metrics;
    /* Why tables are 0; "missing" where no reason is given. NULL only when failure_count is 0. */
    const compass_table_failure *failures;
    size_t failure_count;
} compass_tables;

#define COMPASS_TABLES_INIT { COMPASS_TABLES_VERSION, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, 0 }

/* ------------------------------------------------------------------------- Common options of pages */

/* The formats of a result. */
enum {
    /* JSON without white space. */
    COMPASS_ANSWER_JSON = 0,
    /* JSON for people: one member per line. */
    COMPASS_ANSWER_JSON_INDENTED = 1,
    /* CSV (RFC 4180), one block with a header for each section. */
    COMPASS_ANSWER_CSV = 2,
    /* The same after a byte order mark, for spreadsheets. */
    COMPASS_ANSWER_CSV_WITH_MARK = 3,
    /*
     * Static HTML of the page, escaped, with its charts as SVG and without a script: one element, with its
     * style inside, for notebooks. Lists have at most 20 rows; the others are counted.
     */
    COMPASS_ANSWER_HTML = 4,
    /* The same as a whole document, to be shown by a browser or printed, with lists of at most 100 rows. */
    COMPASS_ANSWER_HTML_DOCUMENT = 5
};

/* All time, as a range. */
#define COMPASS_RANGE_ALL (-1)

/* Days of the activity chart: those of the range; 30 for all time without dates and for the linked feed. */
#define COMPASS_DAYS_OF_RANGE 0
/* Days of the activity chart: every day since the first post. */
#define COMPASS_DAYS_EVERY (-1)

/* The maximum number of days of a range or a chart. */
#define COMPASS_MAXIMUM_DAYS 1000000

/* Sets of platforms. */
enum {
    COMPASS_PLATFORM_TWITTER = 1,
    COMPASS_PLATFORM_INSTAGRAM = 2
};

/* Sets of sentiments. */
enum {
    COMPASS_SENTIMENT_VERY_POSITIVE = 1,
    COMPASS_SENTIMENT_POSITIVE = 2,
    COMPASS_SENTIMENT_NEUTRAL = 4,
    COMPASS_SENTIMENT_NEGATIVE = 8
};

/* Which of two kinds of posts are kept. */
enum {
    COMPASS_CHOICE_BOTH = 0,
    COMPASS_CHOICE_YES = 1,
    COMPASS_CHOICE_NO = 2
};

/* How a text is searched for; may be combined. */
enum {
    /* As if letters had no accents. */
    COMPASS_SEARCH_IGNORING_ACCENTS = 1,
    /* Split at white space: every word must occur, in any of the fields. */
    COMPASS_SEARCH_ALL_WORDS = 2
};

#define COMPASS_POST_FILTER_VERSION 2u

/* Which posts count. A post must pass all conditions; the initializer lets all pass. */
typedef struct compass_post_filter {
    /* COMPASS_POST_FILTER_VERSION. */
    uint32_t version;
    /* Set of COMPASS_PLATFORM_...; 0 for all. */
    uint32_t platforms;
    /* Set of COMPASS_SENTIMENT_...; 0 for all posts, including those without one. */
    uint32_t sentiments;
    /* COMPASS_CHOICE_...: whether posts are flagged for review. */
    int32_t flagged;
    /* COMPASS_CHOICE_...: whether posts are related to recruiting. */
    int32_t recruiting;
    /* Set of COMPASS_SEARCH_.... */
    uint32_t search_flags;
    /* The ids of the schools to keep; none keeps all posts, including those without a school. */
    const compass_string *schools;
    size_t school_count;
    /* The ids of the coaches to keep; none keeps all posts, including those without a coach. */
    const compass_string *coaches;
    size_t coach_count;
    /* The first and the last day to keep, both inclusive, in the zone: "2026-03-01". Each may be omitted. */
    compass_string from;
    compass_string to;
    /* The text that the content, the author's name or handle must contain; may be omitted. */
    compass_string search;
} compass_post_filter;

#define COMPASS_POST_FILTER_INIT \
    { COMPASS_POST_FILTER_VERSION, 0, 0, 0, 0, 0, NULL, 0, NULL, 0, COMPASS_STRING_NONE, \
      COMPASS_STRING_NONE, COMPASS_STRING_NONE }

/* -------------------------------------------------------------- Posts: Social Analytics, Social Feed */

/*
 * Posts with the names of their schools and coaches.
 *
 *   table     of the kind COMPASS_TABLE_SOCIAL_MEDIA_POSTS. Destroy it when it is no longer used: as long as
 *             it lives, its memory is kept.
 *   schools   of the kind COMPASS_TABLE_SCHOOLS; 0 for none: then all names are "Unknown School".
 *   coaches   of the kind COMPASS_TABLE_COACHES; 0 for none: then all names in lists are "Unknown Coach".
 *
 * Fails with NULL_POINTER, INVALID_HANDLE, INVALID_ARGUMENT (a table of another kind). The caller destroys
 * the posts.
 */
compass_status compass_posts_create(
    compass_table table, compass_table schools, compass_table coaches, compass_posts *posts);

/*
 * Writes posts as they are now, the names of their schools and coaches, and the report of loading the posts, to a
 * table file; otherwise like compass_tables_save().
 *
 * Fails with INVALID_HANDLE, WRONG_VERSION, NULL_POINTER, INVALID_UTF8, INVALID_ARGUMENT, FILE_UNREADABLE (the file
 * cannot be written), TOO_LARGE.
 */
compass_status compass_posts_save(
    compass_posts posts, compass_string path, const compass_save_options *options);

/*
 * Posts of a table file, otherwise like compass_table_file_open().
 *
 *   schools   of the kind COMPASS_TABLE_SCHOOLS; 0 for those of the file. Coaches are those of the file.
 *
 * Fails also with INVALID_HANDLE, INVALID_ARGUMENT (a table of another kind), NOT_FOUND (the file has no posts).
 * The caller destroys the posts.
 */
compass_status compass_posts_open(
    compass_string path, compass_table schools, const compass_open_options *options, compass_posts *posts);

/* The number of posts. Fails with NULL_POINTER, INVALID_HANDLE. */
compass_status compass_posts_count(compass_posts posts, int64_t *count);

/*
 * How many posts pass a filter; NULL for all. The filter's days are days of the zone.
 *
 * Fails with NULL_POINTER, INVALID_HANDLE, WRONG_VERSION, INVALID_UTF8, INVALID_ARGUMENT.
 */
compass_status compass_posts_match_count(
    compass_posts posts, const compass_post_filter *filter, compass_zone zone, int64_t *count);

/* What the Social Analytics page contains in addition to its sections; may be combined. */
enum {
    /* The summary of the equally long period before. */
    COMPASS_SOCIAL_COMPARE = 1,
    /* Posts by weekday and hour: the key heatMap. */
    COMPASS_SOCIAL_HEAT_MAP = 2
};

#define COMPASS_SOCIAL_OPTIONS_VERSION 2u

/* The query of the Social Analytics page. */
typedef struct compass_social_options {
    /* COMPASS_SOCIAL_OPTIONS_VERSION. */
    uint32_t version;
    /* Set of COMPASS_SOCIAL_.... */
    uint32_t flags;
    /* The instant that the range and "today" refer to; no default. */
    int64_t now_micros;
    /* The zone of the page's days; 0 for UTC. */
    compass_zone zone;
    /* Which posts count; NULL for all. */
    const compass_post_filter *filter;
    /* 7, 30, 90, another number of days up to COMPASS_MAXIMUM_DAYS, or COMPASS_RANGE_ALL; 30 by default. */
    int32_t range_days;
    /*
     * A number up to COMPASS_MAXIMUM_DAYS, or COMPASS_DAYS_...; COMPASS_DAYS_OF_RANGE by default. The chart
     * shows no day outside the range or the dates of the filter. For all time, COMPASS_DAYS_OF_RANGE means
     * the days of the filter if it has dates, otherwise 30.
     */
    int32_t activity_days;
    /* The maximum number of schools, coaches and recruiting posts to list, from 0; 5 by default. */
    int64_t top_schools;
    int64_t top_coaches;
    int64_t recent_posts;
    /* COMPASS_ANSWER_.... */
    int32_t format;
    int32_t reserved;
} compass_social_options;

#define COMPASS_SOCIAL_OPTIONS_INIT \
    { COMPASS_SOCIAL_OPTIONS_VERSION, 0, 0, 0, NULL, 30, COMPASS_DAYS_OF_RANGE, 5, 5, 5, COMPASS_ANSWER_JSON, \
      0 }

/*
 * The Social Analytics page: the same bytes as `compass social --format json` prints, without the last line
 * feed.
 *
 * Fails with NULL_POINTER, INVALID_HANDLE, WRONG_VERSION, INVALID_UTF8, INVALID_ARGUMENT. The caller destroys
 * the text.
 */
compass_status compass_posts_analytics(
    compass_posts posts, const compass_social_options *options, compass_text *answer);

#define COMPASS_FEED_OPTIONS_VERSION 1u

/* The query of the Social Media Monitoring page. */
typedef struct compass_feed_options {
    /* COMPASS_FEED_OPTIONS_VERSION. */
    uint32_t version;
    /* COMPASS_ANSWER_.... */
    int32_t format;
    /* The instant that relative times refer to; no default. */
    int64_t now_micros;
    /* The zone of the page's days; 0 for UTC. */
    compass_zone zone;
    /* Which posts match; NULL for all. */
    const compass_post_filter *filter;
    /* The maximum number of posts to list, from 1; 50 by default. */
    int64_t page_size;
    /* The nextCursor of the previous page; omitted for the first page. */
    compass_string after;
    /* For compass_posts_linked(): as in compass_social_options, but the dates of the filter are ignored. */
    int32_t activity_days;
    int32_t reserved;
} compass_feed_options;

#define COMPASS_FEED_OPTIONS_INIT \
    { COMPASS_FEED_OPTIONS_VERSION, COMPASS_ANSWER_JSON, 0, 0, NULL, 50, COMPASS_STRING_NONE, \
      COMPASS_DAYS_OF_RANGE, 0 }

/*
 * A page of the posts that match, newest first, with the feed's statistics: the same bytes as
 * `compass feed --format json` prints, without the last line feed. Searches are fast once
 * compass_posts_prepare_for_search() has been called; otherwise the first search does its work.
 *
 * Fails with NULL_POINTER, INVALID_HANDLE, WRONG_VERSION, INVALID_UTF8, INVALID_ARGUMENT, CURSOR_REFUSED. The
 * caller destroys the text.
 */
compass_status compass_posts_feed(
    compass_posts posts, const compass_feed_options *options, compass_text *answer);

/*
 * The same page with the counts of each filter under all others, as the key linked: the same bytes as
 * `compass feed --linked --format json` prints. Fails as compass_posts_feed() does.
 */
compass_status compass_posts_linked(
    compass_posts posts, const compass_feed_options *options, compass_text *answer);

/*
 * A copy that is independent of later changes of the posts, and vice versa. Costs nothing, and makes no
 * change slower.
 *
 * Fails with NULL_POINTER, INVALID_HANDLE. The caller destroys the copy.
 */
compass_status compass_posts_snapshot(compass_posts posts, compass_posts *copy);

/* Fails with INVALID_HANDLE. */
compass_status compass_posts_destroy(compass_posts posts);

/* ------------------------------------------------------------------------------------ Changes of posts */

/*
 * Each change can return its inverse, so that a front end can show a change immediately and undo it when the
 * server rejects it: applied immediately it restores every post exactly; later it undoes what the change did
 * and keeps what others have changed since. `inverse` may always be NULL; otherwise the caller destroys the
 * change.
 */

/*
 * Flags a post for review (flagged = 1), or removes the flag (0).
 *
 * Fails with NULL_POINTER, INVALID_HANDLE, INVALID_UTF8, INVALID_ARGUMENT, NOT_FOUND.
 */
compass_status compass_posts_set_flag(
    compass_posts posts, compass_string id, int32_t flagged, compass_change *inverse);

/* Sets the notes of a post, or removes them when omitted. Fails as compass_posts_set_flag(), TOO_LARGE. */
compass_status compass_posts_set_notes(
    compass_posts posts, compass_string id, compass_string notes, compass_change *inverse);

/* Deletes a post. Fails as compass_posts_set_flag() does. */
compass_status compass_posts_delete(compass_posts posts, compass_string id, compass_change *inverse);

/*
 * Makes a change, all of it or nothing.
 *
 * Fails with INVALID_HANDLE (of posts or change), NOT_FOUND, CONFLICT, TOO_LARGE.
 */
compass_status compass_posts_apply_change(
    compass_posts posts, compass_change change, compass_change *inverse);

/* Fails with INVALID_HANDLE. */
compass_status compass_change_destroy(compass_change change);

/*
 * Merges the rows of a sync: a row with a known id changes that post, and columns that it lacks remain
 * unchanged.
 *
 *   options   only format and max_problems are used; NULL for the defaults.
 *   inverse   may be NULL.
 *   report    what was merged, as JSON; may be NULL:
 *             {schemaVersion, newCount, message, table, rows, loaded, skipped, replaced, warnings,
 *              replacements, problems}
 *
 * Fails with NULL_POINTER, INVALID_HANDLE, WRONG_VERSION, INVALID_ARGUMENT, MALFORMED_DATA, TOO_LARGE; the
 * posts are unchanged then. The caller destroys the text.
 */
compass_status compass_posts_merge(
    compass_posts posts, const void *bytes, size_t count, const compass_load_options *options,
    compass_change *inverse, compass_text *report);

/*
 * Applies a realtime payload of the server, or an array of them. Payloads may arrive twice and out of order.
 *
 *   outcomes   the outcome of each payload, as JSON; may be NULL:
 *              {schemaVersion, outcomes [{outcome: "inserted"|"updated"|"deleted"|"alreadyGone"|
 *               "ignoredAsOlder"|"unusable", id, lastCommit|null, field|null, reason|null}],
 *               problems [{row, byteOffset, field|null, reason, severity}]}
 *
 * Fails with NULL_POINTER, INVALID_HANDLE, MALFORMED_DATA, TOO_LARGE; the posts are unchanged then. The
 * caller destroys the text.
 */
compass_status compass_posts_apply_realtime(
    compass_posts posts, const void *bytes, size_t count, compass_text *outcomes);

/*
 * Forgets when deleted posts were last changed, if that was before an instant: their memory is freed, and an
 * even older payload may restore them. Fails with INVALID_HANDLE, INVALID_ARGUMENT.
 */
compass_status compass_posts_forget_deletions(compass_posts posts, int64_t before_micros);

/*
 * Builds what searches require, whatever compass_load_options.search_index says: seconds for a million posts.
 * Meanwhile other threads may do anything except search, which waits with COMPASS_SEARCH_INDEX_NOW. Snapshots share
 * what is built.
 *
 *   search_flags   COMPASS_SEARCH_IGNORING_ACCENTS makes no difference: what is built serves both.
 *
 * Fails with INVALID_HANDLE, INVALID_ARGUMENT.
 */
compass_status compass_posts_prepare_for_search(compass_posts posts, uint32_t search_flags);

/* Builds the index of posts by id; otherwise the first changes do, a part each. Fails with INVALID_HANDLE. */
compass_status compass_posts_prepare_for_changes(compass_posts posts);

/* Removes what changes have left over, as happens automatically after many. Fails with INVALID_HANDLE. */
compass_status compass_posts_compact(compass_posts posts);

/*
 * Continues for some time to merge changes into the columns, which other changes do by themselves, a part each. What
 * is done stays done: later calls and changes continue. Meanwhile other changes wait, and queries do not.
 *
 *   duration_micros   at least 0. The last step may exceed it, by some milliseconds for a million posts.
 *   is_finished       1 if nothing is left to be merged, otherwise 0; may be NULL.
 *
 * Fails with INVALID_HANDLE, INVALID_ARGUMENT (a negative duration).
 */
compass_status compass_posts_compact_for(compass_posts posts, int64_t duration_micros, int32_t *is_finished);

/* -------------------------------------------------------------------------------- Recruiting Timeline */

/*
 * The timeline of events, interactions, offers and school_status_history; a table that is 0 has no rows.
 * Schools provide the names of lanes. Rows that were skipped while the tables were loaded are part of its
 * results, as far as their reports list them: load the tables with a high max_problems to see all of them.
 *
 * Fails with NULL_POINTER, INVALID_HANDLE, WRONG_VERSION, INVALID_UTF8, INVALID_ARGUMENT (a table of another
 * kind). The caller destroys the timeline.
 */
compass_status compass_timeline_create(const compass_tables *tables, compass_timeline *timeline);

/* Sets of kinds of items. */
enum {
    COMPASS_ITEMS_EVENTS = 1,
    COMPASS_ITEMS_INTERACTIONS = 2,
    COMPASS_ITEMS_OFFERS = 4,
    COMPASS_ITEMS_STATUS_CHANGES = 8
};

#define COMPASS_TIMELINE_OPTIONS_VERSION 1u

/* The query of the Recruiting Timeline page. */
typedef struct compass_timeline_options {
    /* COMPASS_TIMELINE_OPTIONS_VERSION. */
    uint32_t version;
    /* COMPASS_ANSWER_.... */
    int32_t format;
    /* The instant at which the page is shown; no default. */
    int64_t now_micros;
    /* The zone of the page's days and months; 0 for UTC. */
    compass_zone zone;
    /* 3, 6 or 12 months, or COMPASS_RANGE_ALL; 6 by default. */
    int32_t range_months;
    /* Set of COMPASS_ITEMS_... that are omitted. */
    uint32_t hidden_items;
    /* The id of the only school that is shown; may be omitted. */
    compass_string school;
    /* The page of lanes, from 1; a number out of range becomes the nearest; 0, the default, for all lanes. */
    int64_t lanes_page;
    /* The number of lanes on a page, from 1; 20 by default. */
    int64_t lanes_per_page;
    /* The minimum width of a drawn item, in percent of the range, 0 to 100; 2 by default. */
    double minimum_width;
} compass_timeline_options;

#define COMPASS_TIMELINE_OPTIONS_INIT \
    { COMPASS_TIMELINE_OPTIONS_VERSION, COMPASS_ANSWER_JSON, 0, 0, 6, 0, COMPASS_STRING_NONE, 0, 20, 2.0 }

/*
 * The page: the same bytes as `compass timeline --format json` prints, without the last line feed. The
 * positions of items depend on the zone; they are cached for the most recent zone.
 *
 * Fails with NULL_POINTER, INVALID_HANDLE, WRONG_VERSION, INVALID_UTF8, INVALID_ARGUMENT. The caller destroys
 * the text.
 */
compass_status compass_timeline_page(
    compass_timeline timeline, const compass_timeline_options *options, compass_text *answer);

/*
 * Adds rows of a table, each replacing the row with its id if there is one: all of them, or none when one
 * cannot be read.
 *
 *   kind       events, interactions, offers or school_status_history.
 *   bytes      the rows, as for compass_table_load().
 *   options    only format is used; NULL for the defaults.
 *   row_count  receives how many rows were added or replaced; may be NULL.
 *
 * Fails with NULL_POINTER, INVALID_HANDLE, WRONG_VERSION, INVALID_ARGUMENT, MALFORMED_DATA, TOO_LARGE.
 */
compass_status compass_timeline_put(
    compass_timeline timeline, compass_table_kind kind, const void *bytes, size_t count,
    const compass_load_options *options, int64_t *row_count);

/* Removes an item such as "event-42". Fails with NULL_POINTER, INVALID_HANDLE, INVALID_UTF8, NOT_FOUND. */
compass_status compass_timeline_remove(compass_timeline timeline, compass_string item_id);

/* A copy, as compass_posts_snapshot(). Fails with NULL_POINTER, INVALID_HANDLE. The caller destroys it. */
compass_status compass_timeline_snapshot(compass_timeline timeline, compass_timeline *copy);

/* Fails with INVALID_HANDLE. */
compass_status compass_timeline_destroy(compass_timeline timeline);

/* -------------------------------------------------------------------------------------- Activity Feed */

/* No limit. */
#define COMPASS_NO_LIMIT (-1)

/*
 * The activity feed of interactions, school_status_history and documents. A table that is 0 is listed under
 * failures in the results, the others are shown. The table schools provides the names.
 *
 *   limit_per_source   the maximum number of newest rows of each table, from 0; COMPASS_NO_LIMIT for all.
 *
 * Fails with NULL_POINTER, INVALID_HANDLE, WRONG_VERSION, INVALID_UTF8, INVALID_ARGUMENT. The caller destroys
 * the activity feed.
 */
compass_status compass_activity_create(
    const compass_tables *tables, int64_t limit_per_source, compass_activity *activity);

/* The kinds of activities. */
enum {
    COMPASS_ACTIVITY_ALL = 0,
    COMPASS_ACTIVITY_INTERACTION = 1,
    COMPASS_ACTIVITY_SCHOOL_STATUS_CHANGE = 2,
    COMPASS_ACTIVITY_DOCUMENT_UPLOAD = 3
};

/* How far back activities are shown: multiples of 24 hours. */
enum {
    COMPASS_ACTIVITY_RANGE_ALL = 0,
    COMPASS_ACTIVITY_RANGE_WEEK = 1,
    COMPASS_ACTIVITY_RANGE_MONTH = 2,
    COMPASS_ACTIVITY_RANGE_QUARTER = 3
};

/* How activities are searched. */
enum {
    /* The whole titles and texts, not only the parts that are shown. */
    COMPASS_ACTIVITY_SEARCH_WHOLE_TEXT = 1
};

#define COMPASS_ACTIVITY_OPTIONS_VERSION 1u

/* The query of the Activity Feed page. */
typedef struct compass_activity_options {
    /* COMPASS_ACTIVITY_OPTIONS_VERSION. */
    uint32_t version;
    /* COMPASS_ANSWER_.... */
    int32_t format;
    /* The instant that ranges and relative times refer to; no default. */
    int64_t now_micros;
    /* The zone whose offset instants have; 0 for UTC. */
    compass_zone zone;
    /* COMPASS_ACTIVITY_...; all by default. */
    int32_t type;
    /* COMPASS_ACTIVITY_RANGE_...; all by default. */
    int32_t range;
    /* The page, from 1; a number out of range becomes the nearest page. 1 by default. */
    int64_t page;
    /* The number of activities on a page, from 1; 20 by default. */
    int64_t page_size;
    /* The text that the title or the description must contain; may be omitted. */
    compass_string search;
    /* Set of COMPASS_ACTIVITY_SEARCH_.... */
    uint32_t search_flags;
    uint32_t reserved;
} compass_activity_options;

#define COMPASS_ACTIVITY_OPTIONS_INIT \
    { COMPASS_ACTIVITY_OPTIONS_VERSION, COMPASS_ANSWER_JSON, 0, 0, COMPASS_ACTIVITY_ALL, \
      COMPASS_ACTIVITY_RANGE_ALL, 1, 20, COMPASS_STRING_NONE, 0, 0 }

/*
 * The page: the same bytes as `compass activity --format json` prints, without the last line feed.
 *
 * Fails with NULL_POINTER, INVALID_HANDLE, WRONG_VERSION, INVALID_UTF8, INVALID_ARGUMENT. The caller destroys
 * the text.
 */
compass_status compass_activity_page(
    compass_activity activity, const compass_activity_options *options, compass_text *answer);

/*
 * Adds rows of a table, each replacing the row with its id if there is one: all of them, or none when one
 * cannot be read. Rows that limit_per_source left out are shown once they are put.
 *
 *   kind        interactions, school_status_history or documents.
 *   bytes       the rows, as for compass_table_load().
 *   options     only format is used; NULL for the defaults.
 *   row_count   receives how many rows were added or replaced; may be NULL.
 *
 * Fails with NULL_POINTER, INVALID_HANDLE, WRONG_VERSION, INVALID_ARGUMENT, MALFORMED_DATA, TOO_LARGE.
 */
compass_status compass_activity_put(
    compass_activity activity, compass_table_kind kind, const void *bytes, size_t count,
    const compass_load_options *options, int64_t *row_count);

/* The former name of compass_activity_put(). */
compass_status compass_activity_insert(
    compass_activity activity, compass_table_kind kind, const void *bytes, size_t count,
    const compass_load_options *options, int64_t *row_count);

/*
 * Removes an activity such as "interaction-42"; rows that a limit left out do not take its place. Fails
 * with NULL_POINTER, INVALID_HANDLE, INVALID_UTF8, NOT_FOUND.
 */
compass_status compass_activity_remove(compass_activity activity, compass_string event_id);

/*
 * Builds what searches require; otherwise the first search does.
 *
 *   search_flags   COMPASS_ACTIVITY_SEARCH_WHOLE_TEXT for searches of that kind, 0 for the others.
 *
 * Fails with INVALID_HANDLE, INVALID_ARGUMENT.
 */
compass_status compass_activity_prepare_for_search(compass_activity activity, uint32_t search_flags);

/* Builds the index of known rows; otherwise the first change does. Fails with INVALID_HANDLE. */
compass_status compass_activity_prepare_for_inserts(compass_activity activity);

/* A copy, as compass_posts_snapshot(). Fails with NULL_POINTER, INVALID_HANDLE. The caller destroys it. */
compass_status compass_activity_snapshot(compass_activity activity, compass_activity *copy);

/* Fails with INVALID_HANDLE. */
compass_status compass_activity_destroy(compass_activity activity);

/* -------------------------------------------------------------------------------------------- Reports */

/*
 * Reports of schools, coaches, interactions and performance_metrics. A table that is 0 is listed under
 * warnings in the results, and its section is empty.
 *
 * Fails with NULL_POINTER, INVALID_HANDLE, WRONG_VERSION, INVALID_UTF8, INVALID_ARGUMENT. The caller destroys
 * the reports.
 */
compass_status compass_reports_create(const compass_tables *tables, compass_reports *reports);

/* The periods of the page's buttons, which end today. */
enum {
    /* From and to are given instead. */
    COMPASS_PRESET_NONE = 0,
    COMPASS_PRESET_7_DAYS = 1,
    COMPASS_PRESET_30_DAYS = 2,
    COMPASS_PRESET_90_DAYS = 3,
    COMPASS_PRESET_6_MONTHS = 4,
    COMPASS_PRESET_YEAR_TO_DATE = 5,
    COMPASS_PRESET_1_YEAR = 6
};

/* What a report contains in addition to its sections. */
enum {
    /* The same sections for the equally long period before. */
    COMPASS_REPORT_COMPARE = 1
};

#define COMPASS_REPORT_OPTIONS_VERSION 1u

/* The query of the Reports page. */
typedef struct compass_report_options {
    /* COMPASS_REPORT_OPTIONS_VERSION. */
    uint32_t version;
    /* Set of COMPASS_REPORT_.... */
    uint32_t flags;
    /*
     * An instant of today, at which the report is made: its generatedAt. With COMPASS_PRESET_NONE it may be 0;
     * generatedAt is then null.
     */
    int64_t now_micros;
    /* The zone of the report's days; 0 for UTC. */
    compass_zone zone;
    /* COMPASS_PRESET_...; 30 days by default. */
    int32_t preset;
    /* COMPASS_ANSWER_.... */
    int32_t format;
    /* With COMPASS_PRESET_NONE, the first and last day, both inclusive: "2026-03-01"; otherwise omitted. */
    compass_string from;
    compass_string to;
} compass_report_options;

#define COMPASS_REPORT_OPTIONS_INIT \
    { COMPASS_REPORT_OPTIONS_VERSION, 0, 0, 0, COMPASS_PRESET_30_DAYS, COMPASS_ANSWER_JSON, \
      COMPASS_STRING_NONE, COMPASS_STRING_NONE }

/*
 * The report: the same bytes as `compass report --format json` prints, without the last line feed.
 *
 * Fails with NULL_POINTER, INVALID_HANDLE, WRONG_VERSION, INVALID_UTF8, INVALID_ARGUMENT. The caller destroys
 * the text.
 */
compass_status compass_reports_page(
    compass_reports reports, const compass_report_options *options, compass_text *answer);

/* Fails with INVALID_HANDLE. */
compass_status compass_reports_destroy(compass_reports reports);

/* ------------------------------------------------------------------------------------ Partial answers */

/*
 * Rows that one machine does not hold are split into shards. Each machine makes the partial answer of its shard, a
 * few kilobytes, which are sent as bytes, merged in any order and grouping, and finished to the page that one table
 * of all rows gives, byte for byte:
 *
 *     compass_posts_analytics_partial(posts, &options, shard, &partial);
 *     compass_partial_bytes(partial, &data, &count);           on each machine; then on one of them
 *     compass_partial_read(data, count, &partials[i]);
 *     compass_partial_merge(partials, n, &merged);
 *     compass_partial_answer(merged, schools, coaches, COMPASS_ANSWER_JSON, &page);
 *
 *   options   the same for all shards, as for the page; format is ignored. Machines may have other data of a zone:
 *             send it, see compass_zone_data(). Searches build no index.
 *   shard     the number of the shard, different for each.
 *
 * Names are only used at the end, so that shards need no schools and coaches, unless activities are searched.
 *
 * Each row must be in one shard. As a guard, partial answers contain the 256 smallest hashes of the ids of their
 * rows and, among posts, of their URLs: two shards that share one of them are refused. To find the rows that rows of
 * other shards replace, see compass_table_row_keys().
 */

/*
 * The partial answer of the Social Analytics page. Fails as compass_posts_analytics() does. The caller destroys the
 * partial answer, as that of each of the following functions.
 */
compass_status compass_posts_analytics_partial(
    compass_posts posts, const compass_social_options *options, uint32_t shard, compass_partial *partial);

/* The partial answer of a page of the feed. Fails as compass_posts_feed() does. */
compass_status compass_posts_feed_partial(
    compass_posts posts, const compass_feed_options *options, uint32_t shard, compass_partial *partial);

/* The partial answer of the counts of compass_posts_linked(). Fails as compass_posts_feed() does. */
compass_status compass_posts_linked_counts_partial(
    compass_posts posts, const compass_feed_options *options, uint32_t shard, compass_partial *partial);

/*
 * The partial answer of a report. A table of which a shard has no rows is an empty table, not 0: a table that is
 * missing in one shard is missing in the report. Fails as compass_reports_page() does.
 */
compass_status compass_reports_partial(
    compass_reports reports, const compass_report_options *options, uint32_t shard, compass_partial *partial);

/*
 * The partial answer of a page of activities. A search reads the names of schools, which must then be the same for
 * all shards.
 *
 * Fails as compass_activity_page() does, and with NOT_MERGEABLE (the page ends after the first 500 activities, or the
 * activity feed was made with a limit_per_source).
 */
compass_status compass_activity_partial(
    compass_activity activity, const compass_activity_options *options, uint32_t shard,
    compass_partial *partial);

/* A range of time, both edges included, in microseconds since 1970. */
typedef struct compass_time_window {
    int64_t from_micros;
    /* Not before from_micros. */
    int64_t to_micros;
} compass_time_window;

#define COMPASS_TIMELINE_PARTIAL_OPTIONS_VERSION 1u

/* The query of numbers of a timeline's items. */
typedef struct compass_timeline_partial_options {
    /* COMPASS_TIMELINE_PARTIAL_OPTIONS_VERSION. */
    uint32_t version;
    /* Set of COMPASS_ITEMS_... that do not count. */
    uint32_t hidden_items;
    /* The zone in which calendar days become instants; 0 for UTC. */
    compass_zone zone;
    /* The id of the only school whose items count; may be omitted. */
    compass_string school;
    /* The windows; NULL only when window_count is 0. */
    const compass_time_window *windows;
    size_t window_count;
    /* For compass_timeline_levels_partial(): the number of buckets of the window, from 1; 100 by default. */
    int64_t bucket_count;
} compass_timeline_partial_options;

#define COMPASS_TIMELINE_PARTIAL_OPTIONS_INIT \
    { COMPASS_TIMELINE_PARTIAL_OPTIONS_VERSION, 0, 0, COMPASS_STRING_NONE, NULL, 0, 100 }

/*
 * The partial answer of the numbers of items by window and kind, with the first and the last instant of all items:
 * these, which require no window, are the range "All Time" of the page. Pages of the timeline have no partial answers.
 *
 * Fails with NULL_POINTER, INVALID_HANDLE, WRONG_VERSION, INVALID_UTF8, INVALID_ARGUMENT.
 */
compass_status compass_timeline_counts_partial(
    compass_timeline timeline, const compass_timeline_partial_options *options, uint32_t shard,
    compass_partial *partial);

/*
 * The partial answer of the numbers of items in the buckets of the only window, which are equally long.
 *
 * Fails with NULL_POINTER, INVALID_HANDLE, WRONG_VERSION, INVALID_UTF8, INVALID_ARGUMENT.
 */
compass_status compass_timeline_levels_partial(
    compass_timeline timeline, const compass_timeline_partial_options *options, uint32_t shard,
    compass_partial *partial);

/*
 * Reads a partial answer from the bytes of compass_partial_bytes(), wherever they come from: everything is checked.
 *
 *   bytes   the caller's, and not retained. NULL only when count is 0.
 *
 * Fails with NULL_POINTER, INVALID_ARGUMENT, MALFORMED_DATA (the bytes are not a partial answer, or were changed),
 * WRONG_VERSION (another release wrote them, in another format; see also compass_partial_merge()). The caller destroys
 * the partial answer.
 */
compass_status compass_partial_read(const void *bytes, size_t count, compass_partial *partial);

/*
 * The bytes of a partial answer, to be sent to another machine or stored. Equal answers have equal bytes. They are the
 * library's and live until the partial answer is destroyed.
 *
 *   data    receives the first byte; NULL after a failure.
 *   count   receives the number of bytes.
 *
 * Fails with NULL_POINTER, INVALID_HANDLE.
 */
compass_status compass_partial_bytes(compass_partial partial, const void **data, size_t *count);

/*
 * The answer about the rows of all given ones, which remain the caller's. The result does not depend on their order.
 *
 *   count   at least 1.
 *
 * Fails with NULL_POINTER, INVALID_HANDLE, INVALID_ARGUMENT (none is given), NOT_MERGEABLE (the answers are to
 * different queries, have a shard in common, or two shards are known to have a row in common), WRONG_VERSION (they are
 * of different releases, which may give different answers), TOO_LARGE. The caller destroys the merged answer.
 */
compass_status compass_partial_merge(
    const compass_partial *partials, size_t count, compass_partial *merged);

/* The queries of partial answers. */
enum {
    COMPASS_PARTIAL_ANALYTICS = 1,
    COMPASS_PARTIAL_FEED = 2,
    COMPASS_PARTIAL_LINKED_COUNTS = 3,
    COMPASS_PARTIAL_REPORT = 4,
    COMPASS_PARTIAL_ACTIVITY = 5,
    COMPASS_PARTIAL_TIMELINE_COUNTS = 6,
    COMPASS_PARTIAL_TIMELINE_LEVELS = 7
};

/* The query of a partial answer: COMPASS_PARTIAL_.... Fails with NULL_POINTER, INVALID_HANDLE. */
compass_status compass_partial_kind(compass_partial partial, int32_t *kind);

/*
 * The numbers of the shards whose rows a partial answer contains, ascending. They are the library's and live until the
 * partial answer is destroyed.
 *
 *   shards   receives the first number; NULL after a failure.
 *   count    receives how many there are.
 *
 * Fails with NULL_POINTER, INVALID_HANDLE.
 */
compass_status compass_partial_shards(compass_partial partial, const uint32_t **shards, size_t *count);

/*
 * The page of the rows of all shards: the same bytes as the function of the page returns for one table of all rows.
 * Counts beside filters are those of the key linked of compass_posts_linked(), alone. Numbers of a timeline's items
 * are {schemaVersion, first|null, last|null, windows [{from, to, total, event, interaction, offer, statusChange}]}, or
 * {schemaVersion, from, to, buckets [{timeMicros, starts {event, ...}, meets {event, ...}}]}.
 *
 *   schools   of the kind COMPASS_TABLE_SCHOOLS; 0 for none. If activities were searched, those of the shards.
 *   coaches   of the kind COMPASS_TABLE_COACHES; 0 for none.
 *   format    COMPASS_ANSWER_....
 *
 * Fails with NULL_POINTER, INVALID_HANDLE, INVALID_ARGUMENT, NOT_MERGEABLE (activities were searched with other names
 * of schools), WRONG_VERSION (another release made the answer), UNSUPPORTED (another format than JSON for counts beside
 * filters and numbers of a timeline's items). The caller destroys the text.
 */
compass_status compass_partial_answer(
    compass_partial partial, compass_table schools, compass_table coaches, int32_t format,
    compass_text *answer);

/*
 * The page of the feed with the counts beside its filters: the same bytes as compass_posts_linked() returns.
 *
 *   feed     of compass_posts_feed_partial().
 *   counts   of compass_posts_linked_counts_partial(), for the same time, zone, filter and shards.
 *
 * Otherwise like compass_partial_answer(); fails also with NOT_MERGEABLE when the two do not belong together.
 */
compass_status compass_partial_linked_answer(
    compass_partial feed, compass_partial counts, compass_table schools, compass_table coaches, int32_t format,
    compass_text *answer);

/* Fails with INVALID_HANDLE. */
compass_status compass_partial_destroy(compass_partial partial);

/*
 * The keys of the readable rows of a shard, by which the rows that rows of other shards replace are found, exactly as
 * one table would replace them:
 *
 *   1. Each shard's keys are made, with the same key of the hashes.
 *   2. The caller, or an engine, groups rows with the same hash of the id, and rows with the same hash of the URL other
 *      than zero. In each group, all rows but that with the largest number of the shard and, within a shard, of the
 *      row are replaced. Rows that are replaced themselves still replace others.
 *   3. Each shard is loaded with compass_load_options.replaced.
 *
 * Later is a larger number of the shard, then of the row: number shards in the order in which one table would read
 * them.
 *
 *   options      as for compass_table_load(); only format and threads are used. NULL for the defaults.
 *   shard        the number of the shard, different for each.
 *   key_first,   the key of the hashes, the same for all shards: random, so that nobody can choose ids with equal
 *   key_second   hashes.
 *   keys         receives 40 bytes for each row, which compass_text_view() returns: the hashes of id and URL, 16 bytes
 *                each (of the URL zeros where there is none), the number of the shard and of the row, 4 bytes each,
 *                little-endian. Rows are numbered from 1.
 *
 * Fails as compass_table_load() does. The caller destroys the text.
 */
compass_status compass_table_row_keys(
    compass_table_kind kind, const void *bytes, size_t count, const compass_load_options *options,
    uint32_t shard, uint64_t key_first, uint64_t key_second, compass_text *keys);

/*
 * The keys of the rows of a file, or of the part that the options state; otherwise like compass_table_row_keys(). Fails
 * as compass_table_load_file() does; table files are not read.
 */
compass_status compass_table_row_keys_of_file(
    compass_table_kind kind, compass_string path, const compass_load_options *options, uint32_t shard,
    uint64_t key_first, uint64_t key_second, compass_text *keys);

#ifdef __cplusplus
}
#endif

#endif
