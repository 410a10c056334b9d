#include "compass_scan.h"

// In C for the same reason as the marks, which this requires (`StringMarks.c`).
#if defined(__x86_64__)

#include <immintrin.h>
#include <string.h>

#define AVX2 __attribute__((target("avx2,bmi,bmi2")))

/// The bytes that can be read from a place: a pattern, and a literal after it.
enum { lookahead = 64 };

/// Whether the 32 bytes at `text` begin with the pattern.
AVX2 static inline bool is_predicted(const uint8_t *text, const compasskernel_member_layout *layout) {
    const __m256i bytes = _mm256_loadu_si256((const __m256i *)text);
    const __m256i pattern = _mm256_loadu_si256((const __m256i *)layout->pattern);
    const __m256i mask = _mm256_loadu_si256((const __m256i *)layout->mask);
    const __m256i difference = _mm256_xor_si256(_mm256_and_si256(bytes, mask), pattern);
    return _mm256_testz_si256(difference, difference);
}

/// Returns the number of marks before an offset of the part; few loads if it is near `part->next`.
static inline size_t places_before(size_t offset, const compasskernel_marked_part *part) {
    size_t next = part->next;
    while (next > 0 && part->places[next - 1] >= offset) next--;
    while (part->places[next] < offset) next++;
    return next;
}

static inline bool is_hex_digit(uint8_t byte) {
    return (uint8_t)(byte - '0') < 10 || (uint8_t)((byte | 0x20) - 'a') < 6;
}

/// Returns the number of the mark that ends a string, of which the mark `next` is an escape; SIZE_MAX if it does not
/// end within the part, or is ill-formed.
__attribute__((noinline)) static size_t end_after_escapes(size_t next, const compasskernel_marked_part *part) {
    while (next < part->place_count) {
        const size_t offset = part->places[next];
        const uint8_t *const mark = part->start + offset;
        if (*mark == '"') return next;
        // The longest escape has six bytes.
        if (*mark != '\\' || part->count - offset < 6) return SIZE_MAX;
        switch (mark[1]) {
        case '"':
        case '\\': next += 2; break;
        case '/':
        case 'b':
        case 'f':
        case 'n':
        case 'r':
        case 't': next++; break;
        case 'u':
            for (int digit = 2; digit < 6; digit++)
                if (!is_hex_digit(mark[digit])) return SIZE_MAX;
            next++;
            break;
        default: return SIZE_MAX;
        }
    }
    return SIZE_MAX;
}

/// Reads from a place within the part.
///
/// Method: the structure of the text is listed beforehand, as by Langdale and Lemire, *Parsing gigabytes of JSON per
/// second* (2019). Here a member's pattern says how many of the listed places it has, so that no place is searched for:
/// where a string ends depends on no earlier string.
AVX2 __attribute__((noinline)) static compasskernel_row_place
read_members(compasskernel_row_place place, const compasskernel_member_layout *layout, ptrdiff_t count,
             compasskernel_marked_part *part, const uint8_t *end, compasskernel_value *values) {
    const uint8_t *const start = part->start;
    const uint16_t *const places = part->places;
    const size_t place_count = part->place_count;
    size_t next = places_before((size_t)(place.position - start), part);
    const uint8_t *position = place.position;
    ptrdiff_t member = place.member;
    for (; member < count && end - position >= lookahead; member++) {
        const compasskernel_member_layout *const predicted = layout + member;
        if (!is_predicted(position, predicted)) break;
        const uint8_t *const value = position + predicted->byte_count;
        compasskernel_value *const found = values + predicted->field;
        if (*value == '"') {
            size_t closing = next + predicted->mark_count + 1;
            if (closing >= place_count) break;
            const uint8_t *mark = start + places[closing];
            const bool has_escapes = *mark != '"';
            if (has_escapes) {
                closing = end_after_escapes(closing, part);
                if (closing == SIZE_MAX) break;
                mark = start + places[closing];
            }
            // Always after the quote, unless another process writes to a mapped file meanwhile.
            if (mark <= value) break;
            found->start = value + 1;
            found->byte_count = mark - (value + 1);
            found->kind = compasskernel_string;
            found->has_escapes = has_escapes;
            position = mark + 1;
            next = closing + 1;
        } else {
            // All three are compared before any branch, since which one it is cannot be predicted.
            uint64_t word;
            memcpy(&word, value, 8);
            const bool is_false = (word & 0xffffffffff) == 0x65736c6166;
            const uint8_t kind = (uint8_t)(((uint32_t)word == 0x6c6c756e ? compasskernel_null : 0) |
                                           ((uint32_t)word == 0x65757274 ? compasskernel_true : 0) |
                                           (is_false ? compasskernel_false : 0));
            if (kind == 0) break;
            found->start = value;
            found->byte_count = 4 + is_false;
            found->kind = kind;
            found->has_escapes = false;
            position = value + 4 + is_false;
            next += predicted->mark_count;
        }
    }
    // A literal may be beyond the part.
    part->next = next < place_count ? next : place_count;
    return (compasskernel_row_place){position, member};
}

compasskernel_row_place compasskernel_read_members(compasskernel_row_place place,
                                                   const compasskernel_member_layout *layout, ptrdiff_t count,
                                                   compasskernel_marked_part *part, const uint8_t *end,
                                                   compasskernel_value *values) {
    // Nothing is marked where the processor has no AVX2.
    if ((size_t)(place.position - part->start) >= part->count) return place;
    return read_members(place, layout, count, part, end, values);
}

#else

compasskernel_row_place compasskernel_read_members(compasskernel_row_place place,
                                                   const compasskernel_member_layout *layout, ptrdiff_t count,
                                                   compasskernel_marked_part *part, const uint8_t *end,
                                                   compasskernel_value *values) {
    (void)layout, (void)count, (void)part, (void)end, (void)values;
    return place;
}

#endif
