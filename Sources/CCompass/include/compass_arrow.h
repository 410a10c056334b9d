/*
 * Compass Kernel's tables as Arrow columns, through the Arrow C data interface and C stream interface:
 * https://arrow.apache.org/docs/format/CDataInterface.html. A part of libcompass; see compass.h for the rules
 * that hold for every function.
 *
 *     struct ArrowSchema schema;
 *     struct ArrowArray array;
 *
 *     if (compass_posts_export_arrow(posts, &schema, &array)) {
 *         fprintf(stderr, "%s\n", compass_error_message());
 *     } else {
 *         ... pass both on, or read them; the last user releases them:
 *         array.release(&array);
 *         schema.release(&schema);
 *     }
 *
 * Exports      The caller provides the structs, which are filled, and releases them, in any order, on any
 *              thread, each once; releasing one again does nothing. They may be moved, as Arrow defines it,
 *              and so may their children. What they point to lives until then, never changes, and is
 *              independent of all handles. After a failure `release` is NULL: there is nothing to release.
 * Imports      The library takes ownership of the structs, whatever it returns: when the call returns, both
 *              have been released, and their `release` is NULL. All rows are copied. Only a call that fails
 *              with NULL_POINTER leaves its arguments unchanged.
 *
 * Imported buffers are assumed to be as long as lengths and last offsets imply, since the interface does not
 * state their sizes. Everything else is checked: offsets, indices, UTF-8, counts of buffers and children.
 */
#ifndef COMPASS_ARROW_H
#define COMPASS_ARROW_H

#include "compass.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The structs of the specification, with the guards that it defines for all headers. */
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
    const char *format;
    const char *name;
    const char *metadata;
    int64_t flags;
    int64_t n_children;
    struct ArrowSchema **children;
    struct ArrowSchema *dictionary;
    void (*release)(struct ArrowSchema *);
    void *private_data;
};

struct ArrowArray {
    int64_t length;
    int64_t null_count;
    int64_t offset;
    int64_t n_buffers;
    int64_t n_children;
    const void **buffers;
    struct ArrowArray **children;
    struct ArrowArray *dictionary;
    void (*release)(struct ArrowArray *);
    void *private_data;
};

#endif

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

struct ArrowArrayStream {
    int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
    int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
    const char *(*get_last_error)(struct ArrowArrayStream *);
    void (*release)(struct ArrowArrayStream *);
    void *private_data;
};

#endif

/*
 * All posts, newest first, equal times by id: a struct (a record batch) with the columns of
 * social_media_posts.
 *
 *   id                                        arrow.uuid (fixed-size binary of 16 bytes) when all ids are
 *                                             UUIDs in lower case, otherwise utf8
 *   platform, sentiment                       dictionary of int8 to utf8; sentiment may be null
 *   post_date                                 timestamp[us, UTC]
 *   created_at, updated_at                    timestamp[us, UTC], may be null
 *   coach_id, school_id                       dictionary of int32 to utf8, may be null
 *   post_url, post_content, author_handle,
 *   author_name, notes                        utf8, may be null
 *   is_recruiting_related, flagged_for_review bool
 *
 * Ids, times, texts, booleans and the indices of coaches and schools, where none is null, share the memory of
 * the posts; platforms, sentiments, bitmaps of nulls and other indices are built, in some milliseconds for a
 * million posts. The index of a null is 0. Later changes of the posts leave the export as it is. Posts with
 * pending changes outside their columns are compacted first, as by compass_posts_compact(), in about 0.6
 * seconds for a million.
 *
 * Fails with NULL_POINTER, INVALID_HANDLE, TOO_LARGE (more than 2 GiB of text in one column, which only a
 * stream supports).
 */
compass_status compass_posts_export_arrow(
    compass_posts posts, struct ArrowSchema *schema, struct ArrowArray *array);

/*
 * The same as a stream, for readers that require one: of one record batch, unless a column has more than 2
 * GiB of text. Batches of the stream outlive it; the stream itself is for one thread at a time.
 *
 * Fails with NULL_POINTER, INVALID_HANDLE. The stream itself does not fail.
 */
compass_status compass_posts_export_arrow_stream(compass_posts posts, struct ArrowArrayStream *stream);

/*
 * The posts that pass a filter, otherwise as compass_posts_export_arrow(): the same columns of the same types,
 * in the same order. All columns are copied, so that the export keeps only its own rows alive; the
 * dictionaries of coaches and schools hold the texts of these rows. Without a filter, or when all posts pass,
 * memory is shared as by compass_posts_export_arrow(). The posts are not compacted.
 *
 *   filter   NULL for all.
 *   zone     the zone of the filter's days; 0 for UTC.
 *
 * Fails with NULL_POINTER, INVALID_HANDLE, WRONG_VERSION, INVALID_UTF8, INVALID_ARGUMENT, TOO_LARGE.
 */
compass_status compass_posts_export_arrow_where(
    compass_posts posts, const compass_post_filter *filter, compass_zone zone, struct ArrowSchema *schema,
    struct ArrowArray *array);

/*
 * The same as a stream, as compass_posts_export_arrow_stream(). Fails as compass_posts_export_arrow_where()
 * does, but never with TOO_LARGE.
 */
compass_status compass_posts_export_arrow_stream_where(
    compass_posts posts, const compass_post_filter *filter, compass_zone zone,
    struct ArrowArrayStream *stream);

/*
 * The bars of the activity chart, oldest first: `date` (date32) and `count` (int64), as the member
 * activityByDay of compass_posts_analytics() with the same options has them. The options for the format and
 * the numbers of schools and recent posts are ignored.
 *
 * Fails with NULL_POINTER, INVALID_HANDLE, WRONG_VERSION, INVALID_UTF8, INVALID_ARGUMENT.
 */
compass_status compass_posts_day_counts_arrow(
    compass_posts posts, const compass_social_options *options, struct ArrowSchema *schema,
    struct ArrowArray *array);

/*
 * All items of a timeline, by lane, then by start:
 *
 *   id, label             utf8
 *   type                  dictionary of int8 to utf8: event, interaction, offer, status_change
 *   type_label            dictionary of int32 to utf8, null for an event without a type
 *   start, end            timestamp[us, UTC]: the closed interval that the item takes in the zone; equal for
 *                         an instant
 *   start_day, end_day    date32: the calendar days of the row; null where it has instants, or no end
 *   school_id             dictionary of int32 to utf8, null without a school
 *   school_name           dictionary of int32 to utf8: the name of the lane
 *   details               utf8: the notes of a change of status, otherwise null
 *
 * All columns are built for the export.
 *
 *   zone   in which calendar days become instants; 0 for UTC.
 *
 * Fails with NULL_POINTER, INVALID_HANDLE, TOO_LARGE.
 */
compass_status compass_timeline_export_arrow(
    compass_timeline timeline, compass_zone zone, struct ArrowSchema *schema, struct ArrowArray *array);

/*
 * Loads a table from a record batch: posts only, UNSUPPORTED for other kinds. Columns are found by the names
 * of the database. Missing ones count as null; others are ignored.
 *
 *   ids                       utf8, large_utf8, utf8_view, whole numbers, and UUIDs as arrow.uuid or any
 *                             binary of 16 bytes
 *   texts, sentiment,
 *   platform                  utf8, large_utf8, utf8_view
 *   times                     timestamps in s, ms, us or ns (nanoseconds are truncated); without a zone they
 *                             are in UTC; or texts as in JSON
 *   booleans                  bool
 *   any of them               dictionaries of these, and columns of type null
 *
 * Rows are treated as those of a document: see compass_table_load() and compass_table_report(), whose
 * byteOffset is 0. Text that is not UTF-8, and times of years that no text can represent, are problems of
 * their rows.
 *
 *   options   the format is ignored; NULL for the defaults.
 *
 * Fails with NULL_POINTER, WRONG_VERSION, INVALID_ARGUMENT (a struct was already released, or is not a record
 * batch), MALFORMED_DATA (offsets, indices or lengths contradict each other), UNSUPPORTED (a type; the
 * message names the column), TOO_LARGE. The caller destroys the table.
 */
compass_status compass_table_import_arrow(
    compass_table_kind kind, struct ArrowSchema *schema, struct ArrowArray *array,
    const compass_load_options *options, compass_table *table);

/*
 * Loads a table from all record batches of a stream, otherwise like compass_table_import_arrow(). Also fails
 * with MALFORMED_DATA when the stream fails; the message contains the stream's own.
 */
compass_status compass_table_import_arrow_stream(
    compass_table_kind kind, struct ArrowArrayStream *stream, const compass_load_options *options,
    compass_table *table);

/*
 * The keys of the rows of a record batch, otherwise like compass_table_row_keys(); posts only. Fails as
 * compass_table_import_arrow() does. The caller destroys the text.
 */
compass_status compass_table_row_keys_of_arrow(
    compass_table_kind kind, struct ArrowSchema *schema, struct ArrowArray *array, uint32_t shard,
    uint64_t key_first, uint64_t key_second, compass_text *keys);

/*
 * The keys of the rows of all record batches of a stream, otherwise like compass_table_row_keys(); posts only. Fails as
 * compass_table_import_arrow_stream() does. The caller destroys the text.
 */
compass_status compass_table_row_keys_of_arrow_stream(
    compass_table_kind kind, struct ArrowArrayStream *stream, uint32_t shard, uint64_t key_first,
    uint64_t key_second, compass_text *keys);

/*
 * Arrow's PyCapsule interface passes each struct in a Python capsule, whose destructor is called with only
 * the capsule, even while an exception propagates: it must not run any Python code, so it is implemented
 * here. The library itself does not depend on Python; these functions give it access to capsules.
 *
 *   name_of      PyCapsule_GetName.
 *   pointer_of   PyCapsule_GetPointer.
 *   free_memory  the function that frees the memory of the struct, PyMem_RawFree.
 *
 * Call it once, before the first capsule is made. Fails with NULL_POINTER, without a message.
 */
compass_status compass_arrow_use_capsules(
    const char *(*name_of)(void *capsule), void *(*pointer_of)(void *capsule, const char *name),
    void (*free_memory)(void *memory));

/*
 * The destructor of capsules named "arrow_schema", "arrow_array" and "arrow_array_stream": releases the
 * struct unless it was moved out of the capsule, and frees its memory. Ignores other capsules, and all
 * capsules before compass_arrow_use_capsules().
 */
void compass_arrow_end_capsule(void *capsule);

#ifdef __cplusplus
}
#endif

#endif
