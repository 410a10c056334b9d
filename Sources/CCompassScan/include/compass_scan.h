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

#endif
