#include "compass_scan.h"

// In C, since a function in Swift cannot be compiled for AVX2 alone and chosen when the program runs.
#if defined(__x86_64__)

#include <immintrin.h>

bool compasskernel_packed_is_supported(void) { return __builtin_cpu_supports("avx2"); }

/// A table of sixteen bytes in both lanes.
__attribute__((target("avx2"))) static inline __m256i table(const uint8_t *bytes) {
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)bytes));
}

/// Whether no pattern has a byte above 0x7f at its three places.
static inline bool are_ascii(const compasskernel_packed_patterns *patterns) {
    uint8_t above = 0;
    for (int byte = 0; byte < 3; byte++)
        for (int half = 8; half < 16; half++) above |= patterns->high[byte][half];
    return above == 0;
}

/// The patterns of which the bytes at 32 places are the ones that `low` and `high` are for.
__attribute__((target("avx2"), always_inline)) static inline __m256i
matching(const uint8_t *text, __m256i low, __m256i high, bool ascii) {
    const __m256i half = _mm256_set1_epi8(0x0f);
    const __m256i bytes = _mm256_loadu_si256((const __m256i *)text);
    // A look-up ignores bits 4 to 6, and finds nothing for a byte above 0x7f: right if no pattern has one.
    const __m256i lower = ascii ? bytes : _mm256_and_si256(bytes, half);
    // Bits of the neighbouring byte are shifted in, and cleared.
    const __m256i upper = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), half);
    return _mm256_and_si256(_mm256_shuffle_epi8(low, lower), _mm256_shuffle_epi8(high, upper));
}

__attribute__((target("avx2"), always_inline)) static inline size_t
list(const uint8_t *text, size_t count, const compasskernel_packed_patterns *patterns, uint16_t *places,
     uint8_t *patterns_at, bool ascii) {
    const __m256i low0 = table(patterns->low[0]), high0 = table(patterns->high[0]);
    const __m256i low1 = table(patterns->low[1]), high1 = table(patterns->high[1]);
    const __m256i low2 = table(patterns->low[2]), high2 = table(patterns->high[2]);
    size_t listed = 0;
    for (size_t first = 0; first < count; first += 32) {
        const uint8_t *step = text + first;
        const __m256i found = _mm256_and_si256(
            _mm256_and_si256(matching(step, low0, high0, ascii), matching(step + 1, low1, high1, ascii)),
            matching(step + 2, low2, high2, ascii));
        uint32_t hits = ~(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(found, _mm256_setzero_si256()));
        if (hits == 0) continue;
        uint8_t sets[32];
        _mm256_storeu_si256((__m256i *)sets, found);
        if (count - first < 32) hits &= (UINT32_C(1) << (count - first)) - 1;
        for (; hits != 0; hits &= hits - 1) {
            const unsigned place = (unsigned)__builtin_ctz(hits);
            places[listed] = (uint16_t)(first + place);
            patterns_at[listed] = sets[place];
            listed++;
        }
    }
    return listed;
}

__attribute__((target("avx2"))) size_t
compasskernel_packed_list(const uint8_t *text, size_t count, const compasskernel_packed_patterns *patterns,
                          uint16_t *places, uint8_t *patterns_at) {
    return are_ascii(patterns) ? list(text, count, patterns, places, patterns_at, true)
                               : list(text, count, patterns, places, patterns_at, false);
}

#else

bool compasskernel_packed_is_supported(void) { return false; }

size_t compasskernel_packed_list(const uint8_t *text, size_t count, const compasskernel_packed_patterns *patterns,
                                 uint16_t *places, uint8_t *patterns_at) {
    (void)text, (void)count, (void)patterns, (void)places, (void)patterns_at;
    return 0;
}

#endif
