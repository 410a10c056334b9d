#include "compass_scan.h"

// In C, since a function in Swift cannot be compiled for AVX2 alone and chosen when the program runs.
#if defined(__x86_64__)

#include <immintrin.h>
#include <string.h>

#define AVX2 __attribute__((target("avx2")))

/// How far ahead bytes are fetched into the cache: what the next call marks, since calls are far apart.
enum { fetched_ahead = 1 << 13 };

bool compasskernel_string_marks_are_supported(void) { return __builtin_cpu_supports("avx2"); }

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

/// Returns the marks of 64 bytes and checks their encoding.
AVX2 static inline uint64_t marks_of_block(const uint8_t *text, utf8_state *state) {
    const __m256i low = _mm256_loadu_si256((const __m256i *)text);
    const __m256i high = _mm256_loadu_si256((const __m256i *)(text + 32));
    if (_mm256_movemask_epi8(_mm256_or_si256(low, high)) == 0) {
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
    return marks_of(low) | (uint64_t)marks_of(high) << 32;
}

/// Returns the number of bytes at the end of a text that begin a character and do not complete it.
static inline size_t incomplete_at_end(const uint8_t *text, size_t count) {
    if (count >= 1 && text[count - 1] >= 0xc0) return 1;
    if (count >= 2 && text[count - 2] >= 0xe0) return 2;
    if (count >= 3 && text[count - 3] >= 0xf0) return 3;
    return 0;
}

AVX2 size_t compasskernel_mark_strings(const uint8_t *text, size_t count, uint64_t *marks) {
    count -= incomplete_at_end(text, count);
    utf8_state state = {_mm256_setzero_si256(), _mm256_setzero_si256(), _mm256_setzero_si256()};
    size_t first = 0;
    for (; count - first >= 64; first += 64) {
        _mm_prefetch((const char *)text + first + fetched_ahead, _MM_HINT_T0);
        *marks++ = marks_of_block(text + first, &state);
    }
    if (first < count) {
        uint8_t rest[64];
        memset(rest, ' ', sizeof rest);
        memcpy(rest, text + first, count - first);
        *marks++ = marks_of_block(rest, &state);
    }
    *marks = 0;
    const __m256i error = _mm256_or_si256(state.error, state.incomplete);
    return _mm256_testz_si256(error, error) ? count : 0;
}

#else

bool compasskernel_string_marks_are_supported(void) { return false; }

size_t compasskernel_mark_strings(const uint8_t *text, size_t count, uint64_t *marks) {
    (void)text, (void)count, (void)marks;
    return 0;
}

#endif
