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

/// Whether this processor has what ``compasskernel_mark_strings`` requires.
bool compasskernel_string_marks_are_supported(void);

/// Stores a bit for each byte that is a quote, a backslash or a control character, that of the first byte lowest, and
/// 64 zero bits after those of the last one.
///
/// Calls for consecutive texts of up to 8 KiB are the fastest.
///
/// @param text begins with a character of UTF-8, not within one.
/// @param marks room for a word for every 64 bytes or part of them, and one more.
/// @returns The number of bytes that are marked: all but a character that the text does not complete, or 0 if the
/// text is not UTF-8.
size_t compasskernel_mark_strings(const uint8_t *text, size_t count, uint64_t *marks);

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

#endif
