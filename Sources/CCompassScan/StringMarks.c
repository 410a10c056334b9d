#include "compass_scan.h"

// In C, since a function in Swift cannot be compiled for AVX2 alone and chosen when the program runs.
#if defined(__x86_64__)

#include <immintrin.h>
#include <string.h>

#define AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define AVX512 __attribute__((target("avx2,bmi,bmi2,popcnt,avx512f,avx512bw,avx512vbmi2")))

/// How far ahead bytes are fetched into the cache: what the next call marks, since calls are far apart.
enum { fetched_ahead = 1 << 13 };

size_t compasskernel_string_marks_width(void) {
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("bmi2") ||
        !__builtin_cpu_supports("popcnt"))
        return 0;
    return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vbmi2") ? 64 : 32;
}

/// What is known of the text before a block.
typedef struct {
    /// The 32 bytes before it.
    __m256i previous;
    /// Not 0 where a character begins that the block has to complete.
    __m256i incomplete;
    /// Not 0 where the text is ill-formed.
    __m256i error;
} utf8_state;

/// A table of sixteen bytes in both lanes.
AVX2 static inline __m256i table(char a, char b, char c, char d, char e, char f, char g, char h, char i, char j, char k,
                                 char l, char m, char n, char o, char p) {
    return _mm256_setr_epi8(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o,
                            p);
}

/// Checks 32 bytes that follow `state->previous`.
///
/// Method: Keiser and Lemire, *Validating UTF-8 in less than one instruction per byte* (2021). Each of the three
/// tables has a bit for every kind of error that half a byte allows; an error is one that all three allow.
AVX2 static inline void check_utf8(__m256i bytes, utf8_state *state) {
    enum {
        too_short = 1 << 0,
        too_long = 1 << 1,
        overlong_3 = 1 << 2,
        too_large = 1 << 3,
        surrogate = 1 << 4,
        overlong_2 = 1 << 5,
        too_large_1000 = 1 << 6,
        overlong_4 = 1 << 6,
        two_continuations = (char)(1 << 7),
        carry = too_short | too_long | two_continuations,
    };
    const __m256i half = _mm256_set1_epi8(0x0f);
    const __m256i before = _mm256_permute2x128_si256(state->previous, bytes, 0x21);
    const __m256i first = _mm256_alignr_epi8(bytes, before, 15);
    const __m256i first_high = _mm256_shuffle_epi8(
        table(too_long, too_long, too_long, too_long, too_long, too_long, too_long, too_long, two_continuations,
              two_continuations, two_continuations, two_continuations, too_short | overlong_2, too_short,
              too_short | overlong_3 | surrogate, too_short | too_large | too_large_1000 | overlong_4),
        _mm256_and_si256(_mm256_srli_epi16(first, 4), half));
    const __m256i first_low = _mm256_shuffle_epi8(
        table(carry | overlong_3 | overlong_2 | overlong_4, carry | overlong_2, carry, carry, carry | too_large,
              carry | too_large | too_large_1000, carry | too_large | too_large_1000,
              carry | too_large | too_large_1000, carry | too_large | too_large_1000,
              carry | too_large | too_large_1000, carry | too_large | too_large_1000,
              carry | too_large | too_large_1000, carry | too_large | too_large_1000,
              carry | too_large | too_large_1000 | surrogate, carry | too_large | too_large_1000,
              carry | too_large | too_large_1000),
        _mm256_and_si256(first, half));
    const __m256i second_high = _mm256_shuffle_epi8(
        table(too_short, too_short, too_short, too_short, too_short, too_short, too_short, too_short,
              too_long | overlong_2 | two_continuations | overlong_3 | too_large_1000 | overlong_4,
              too_long | overlong_2 | two_continuations | overlong_3 | too_large,
              too_long | overlong_2 | two_continuations | surrogate | too_large,
              too_long | overlong_2 | two_continuations | surrogate | too_large, too_short, too_short, too_short,
              too_short),
        _mm256_and_si256(_mm256_srli_epi16(bytes, 4), half));
    const __m256i pairs = _mm256_and_si256(_mm256_and_si256(first_high, first_low), second_high);
    // Two continuations in a row are right after a byte that begins three or four bytes, and only then.
    const __m256i third = _mm256_subs_epu8(_mm256_alignr_epi8(bytes, before, 14), _mm256_set1_epi8(0xe0 - 0x80));
    const __m256i fourth =
        _mm256_subs_epu8(_mm256_alignr_epi8(bytes, before, 13), _mm256_set1_epi8((char)(0xf0 - 0x80)));
    const __m256i continued = _mm256_and_si256(_mm256_or_si256(third, fourth), _mm256_set1_epi8((char)0x80));
    state->error = _mm256_or_si256(state->error, _mm256_xor_si256(continued, pairs));
    state->previous = bytes;
}

/// Returns a bit for each quote, backslash and control character among 32 bytes.
AVX2 static inline uint32_t marks_of(__m256i bytes) {
    const __m256i quotes = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('"'));
    const __m256i backslashes = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('\\'));
    const __m256i controls = _mm256_cmpeq_epi8(_mm256_min_epu8(bytes, _mm256_set1_epi8(0x1f)), bytes);
    return (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(_mm256_or_si256(quotes, backslashes), controls));
}

/// Checks the encoding of 64 bytes.
AVX2 static inline void check_block(__m256i low, __m256i high, bool is_ascii, utf8_state *state) {
    if (is_ascii) {
        state->error = _mm256_or_si256(state->error, state->incomplete);
        state->incomplete = _mm256_setzero_si256();
        state->previous = high;
    } else {
        check_utf8(low, state);
        check_utf8(high, state);
        // A byte that begins more characters than follow it in the block.
        const __m256i largest =
            _mm256_setr_epi8(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
                             -1, -1, -1, -1, -1, -1, (char)0xef, (char)0xdf, (char)0xbf);
        state->incomplete = _mm256_subs_epu8(high, largest);
    }
}

/// Returns the marks of 64 bytes and checks their encoding.
typedef uint64_t marker(const uint8_t *text, utf8_state *state);

AVX2 static inline uint64_t mark_halves(const uint8_t *text, utf8_state *state) {
    const __m256i low = _mm256_loadu_si256((const __m256i *)text);
    const __m256i high = _mm256_loadu_si256((const __m256i *)(text + 32));
    check_block(low, high, _mm256_movemask_epi8(_mm256_or_si256(low, high)) == 0, state);
    return marks_of(low) | (uint64_t)marks_of(high) << 32;
}

AVX512 static inline uint64_t mark_whole(const uint8_t *text, utf8_state *state) {
    const __m512i bytes = _mm512_loadu_si512(text);
    check_block(_mm512_castsi512_si256(bytes), _mm512_extracti64x4_epi64(bytes, 1), _mm512_movepi8_mask(bytes) == 0,
                state);
    return _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('"')) |
           _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('\\')) |
           _mm512_cmplt_epu8_mask(bytes, _mm512_set1_epi8(' '));
}

/// Stores the offsets of a block's marks, the first of which belongs to the byte at `first`; returns where those of the
/// next block are stored. More may be written after them.
typedef uint16_t *lister(uint64_t marks, size_t first, uint16_t *places);

AVX2 static inline uint16_t *list_each(uint64_t marks, size_t first, uint16_t *places) {
    uint16_t *const next = places + __builtin_popcountll(marks);
    do {
        // Most blocks have fewer than eight: no branch depends on their number.
        for (int index = 0; index < 8; index++, marks &= marks - 1)
            places[index] = (uint16_t)(first + _tzcnt_u64(marks));
        places += 8;
    } while (places < next);
    return next;
}

AVX512 static inline uint16_t *list_compressed(uint64_t marks, size_t first, uint16_t *places) {
    static const uint8_t offsets[64] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                        16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
                                        32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
                                        48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
    const __m512i listed = _mm512_maskz_compress_epi8(marks, _mm512_loadu_si512(offsets));
    const __m512i base = _mm512_set1_epi16((short)first);
    const int count = __builtin_popcountll(marks);
    _mm512_storeu_si512(places, _mm512_add_epi16(base, _mm512_cvtepu8_epi16(_mm512_castsi512_si256(listed))));
    if (count > 32) {
        const __m256i rest = _mm512_extracti64x4_epi64(listed, 1);
        _mm512_storeu_si512(places + 32, _mm512_add_epi16(base, _mm512_cvtepu8_epi16(rest)));
    }
    return places + count;
}

/// Returns the number of bytes at the end of a text that begin a character and do not complete it.
static inline size_t incomplete_at_end(const uint8_t *text, size_t count) {
    if (count >= 1 && text[count - 1] >= 0xc0) return 1;
    if (count >= 2 && text[count - 2] >= 0xe0) return 2;
    if (count >= 3 && text[count - 3] >= 0xf0) return 3;
    return 0;
}

/// Always inlined, so that `mark_block` and `list` are compiled for the instructions of the caller.
AVX2 __attribute__((always_inline)) static inline void mark(compasskernel_marked_part *part, marker *mark_block,
                                                            lister *list) {
    const uint8_t *const text = part->start;
    const size_t count = part->count - incomplete_at_end(text, part->count);
    uint64_t *marks = part->marks;
    uint16_t *places = part->places;
    utf8_state state = {_mm256_setzero_si256(), _mm256_setzero_si256(), _mm256_setzero_si256()};
    size_t first = 0;
    for (; count - first >= 64; first += 64, marks++) {
        _mm_prefetch((const char *)text + first + fetched_ahead, _MM_HINT_T0);
        *marks = mark_block(text + first, &state);
        places = list(*marks, first, places);
    }
    if (first < count) {
        uint8_t rest[64];
        memset(rest, ' ', sizeof rest);
        memcpy(rest, text + first, count - first);
        *marks = mark_block(rest, &state);
        places = list(*marks, first, places);
        marks++;
    }
    *marks = 0;
    *places = UINT16_MAX;
    const __m256i error = _mm256_or_si256(state.error, state.incomplete);
    part->count = _mm256_testz_si256(error, error) ? count : 0;
    part->place_count = (size_t)(places - part->places);
    part->next = 0;
}

AVX2 static void mark_32(compasskernel_marked_part *part) { mark(part, mark_halves, list_each); }

AVX512 static void mark_64(compasskernel_marked_part *part) { mark(part, mark_whole, list_compressed); }

void compasskernel_mark_strings(compasskernel_marked_part *part, size_t width) {
    if (width == 64)
        mark_64(part);
    else
        mark_32(part);
}

#else

size_t compasskernel_string_marks_width(void) { return 0; }

void compasskernel_mark_strings(compasskernel_marked_part *part, size_t width) {
    (void)width;
    part->count = 0;
}

#endif
