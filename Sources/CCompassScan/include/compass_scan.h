#ifndef COMPASS_SCAN_H
#define COMPASS_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Names do not begin with `compass_`: libcompass exports every name that does.

/// For each of three neighbouring bytes of up to eight patterns the halves of bytes that it has: bit `p` of
/// `low[byte][half]` is set if the lower half of pattern `p`'s byte is `half`, likewise of `high` the upper one.
typedef struct {
    uint8_t low[3][16];
    uint8_t high[3][16];
} compasskernel_packed_patterns;

/// Whether this processor has what ``compasskernel_packed_list`` requires.
bool compasskernel_packed_is_supported(void);

/// Stores the places before `count` at which at least one pattern has its three bytes, ascending, and a bit for each
/// pattern that has; returns their number.
///
/// @param text `count` bytes, with 34 readable bytes after them.
/// @param count at most 65,536.
/// @param places room for `count` places.
/// @param patterns_at likewise.
size_t compasskernel_packed_list(const uint8_t *text, size_t count, const compasskernel_packed_patterns *patterns,
                                 uint16_t *places, uint8_t *patterns_at);

/// Four bytes of a pattern, and the offset of each from the pattern's first byte.
typedef struct {
    uint8_t bytes[4];
    ptrdiff_t offsets[4];
} compasskernel_rare_bytes;

/// The maximum number of positions that the following two functions compare at once on this processor: 32 or 64; 0 if
/// it lacks the instructions, and they are not called.
size_t compasskernel_rare_bytes_width(void);

/// Returns the first position, in steps of 64 from `first` on, such that the first three bytes match at one of 64
/// positions; a position after `last` if there is none.
///
/// @param text has 63 readable bytes after the end of a pattern at `last`.
/// @param width 32, or 64 if ``compasskernel_rare_bytes_width`` is.
ptrdiff_t compasskernel_rare_bytes_next(const uint8_t *text, ptrdiff_t first, ptrdiff_t last,
                                        const compasskernel_rare_bytes *rare, size_t width);

/// The positions in one of several texts at which a pattern may begin; none if the last is before the first.
typedef struct {
    ptrdiff_t first;
    ptrdiff_t last;
} compasskernel_text_places;

/// Returns a bit for each text in which all four bytes match at a position, or at one of the 63 after its last one.
///
/// @param text has 63 readable bytes after the end of a pattern at the last place.
/// @param count at most 64.
/// @param width 32, or 64 if ``compasskernel_rare_bytes_width`` is.
uint64_t compasskernel_rare_bytes_texts(const uint8_t *text, const compasskernel_text_places *places, size_t count,
                                        const compasskernel_rare_bytes *rare, size_t width);

/// A part of a document, and which of its bytes are marked: quotes, backslashes and control characters.
typedef struct {
    /// A bit for each byte, that of the first one lowest, and 64 zero bits after those of the last one: room for a word
    /// for every 64 bytes or part of them, and one more.
    uint64_t *marks;
    /// The offsets of the marked bytes, ascending, and `UINT16_MAX` after them: room for `count` + 64.
    uint16_t *places;
    size_t place_count;
    /// The number of places before the one that is probably read next.
    size_t next;
    const uint8_t *start;
    /// The number of bytes, below `UINT16_MAX`.
    size_t count;
} compasskernel_marked_part;

/// The most bytes that ``compasskernel_mark_strings`` can read at once on this processor: 32 or 64; 0 if it has not
/// what that function and ``compasskernel_read_members`` require.
size_t compasskernel_string_marks_width(void);

/// Marks the bytes from `part->start` on: `part->count` of them, but a character at the end that is not complete. If
/// they are not UTF-8, nothing is marked and the count is 0.
///
/// Calls for consecutive parts of up to 8 KiB are the fastest.
///
/// @param part begins with a character of UTF-8, not within one; has room for marks and places.
/// @param width 32, or 64 if ``compasskernel_string_marks_width`` is.
void compasskernel_mark_strings(compasskernel_marked_part *part, size_t width);

/// The bytes that precede a member's value in the rows read so far, and the field that the member belongs to.
typedef struct {
    /// The bytes, and 0xff for each of them; both 0 after them.
    uint8_t pattern[32], mask[32];
    uint32_t byte_count;
    /// The number of bytes that are marked in a document.
    uint32_t mark_count;
    ptrdiff_t field;
} compasskernel_member_layout;

/// The kinds of a value that ``compasskernel_read_members`` reads.
enum {
    compasskernel_null = 1,
    compasskernel_true = 2,
    compasskernel_false = 3,
    compasskernel_string = 5,
};

/// Where a field's value is.
typedef struct {
    /// The first byte; of a string, the one after its quote.
    const uint8_t *start;
    ptrdiff_t byte_count;
    /// One of the kinds, 0 without a value.
    uint8_t kind;
    uint8_t has_escapes;
} compasskernel_value;

/// A place within a row.
typedef struct {
    const uint8_t *position;
    /// The number of members before it.
    ptrdiff_t member;
} compasskernel_row_place;

/// Reads the members of a row from `place` on, up to the first that is not as the layout predicts or whose value is not
/// simple: neither a literal nor a string that ends within the marked part.
///
/// @param layout `count` entries.
/// @param part what was marked; its `next` is moved on.
/// @param end the end of the document; members within the last 64 bytes are not read.
/// @param values receives the values, by fields.
/// @returns The place of the first member that was not read.
compasskernel_row_place compasskernel_read_members(compasskernel_row_place place,
                                                   const compasskernel_member_layout *layout, ptrdiff_t count,
                                                   compasskernel_marked_part *part, const uint8_t *end,
                                                   compasskernel_value *values);

/// The bits of a filter of keys, by the upper bits of a product: a set that excludes most keys that are not in it. Its
/// words are 2^`compasskernel_key_filter_bits` / 64.
enum { compasskernel_key_filter_bits = 18 };

/// Adds a key to a filter.
void compasskernel_key_filter_add(uint64_t *filter, uint64_t key);

/// Stores the numbers of the pairs of words whose exclusive or is a key that a filter admits; returns how many.
///
/// @param pairs `count` times 16 bytes.
/// @param admitted room for `count` numbers.
size_t compasskernel_key_filter_list_pairs(const uint64_t *filter, const void *pairs, size_t count,
                                           uint32_t *admitted);

/// Stores the numbers of the texts whose last eight bytes are a key that a filter admits, and of all shorter texts;
/// returns how many.
///
/// @param offsets `count` + 1 ascending numbers: where each text begins in `bytes`, and where the last one ends.
/// @param bytes at least eight bytes, from offset 0 on, and all bytes of the texts.
/// @param admitted room for `count` numbers.
size_t compasskernel_key_filter_list_texts(const uint64_t *filter, const uint32_t *offsets, const uint8_t *bytes,
                                           size_t count, uint32_t *admitted);

/// The intervals of a block, of which the latest end is known, are 2^`compasskernel_interval_block_bits`.
enum { compasskernel_interval_block_bits = 4 };

/// Intervals in the order of their starts: of each, what is listed for it, and its end.
typedef struct {
    const uint32_t *entries;
    const int64_t *ends;
} compasskernel_intervals;

/// Stores the entries of the intervals from `first` to `end` that do not end before an instant; returns their number.
///
/// @param target room for one entry more than are stored.
size_t compasskernel_intervals_lasting(const compasskernel_intervals *intervals, size_t first, size_t end,
                                       int64_t instant, uint32_t *target);

/// Does the same without reading the intervals of blocks that have ended; returns -1 if the entries may be more than
/// there is room for, which is not checked for each of them. Then `target` has any entries.
///
/// @param latest the latest end of each block.
/// @param room the entries that `target` has room for, with less than for two blocks nothing is found; `SIZE_MAX` or
/// `PTRDIFF_MAX` if it is known to have room for one entry more than are stored.
ptrdiff_t compasskernel_intervals_lasting_in_blocks(const compasskernel_intervals *intervals, size_t first, size_t end,
                                                    const int64_t *latest, int64_t instant, uint32_t *target,
                                                    size_t room);

/// What the two functions above do on a processor without AVX-512.
size_t compasskernel_intervals_lasting_each(const compasskernel_intervals *intervals, size_t first, size_t end,
                                            int64_t instant, uint32_t *target);
ptrdiff_t compasskernel_intervals_lasting_in_each_block(const compasskernel_intervals *intervals, size_t first,
                                                        size_t end, const int64_t *latest, int64_t instant,
                                                        uint32_t *target, size_t room);

/// Begins to read memory before it is used. Any address is allowed, readable or not.
static inline void compasskernel_prefetch(const void *address) { __builtin_prefetch(address); }

#endif
