#include "compass_scan.h"

// In C, since a function in Swift cannot be compiled for some processors and chosen when the program runs.
#if defined(__x86_64__)

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))
#define AVX512 __attribute__((target("avx2,avx512f,avx512bw")))

size_t compasskernel_rare_bytes_width(void) {
    if (!__builtin_cpu_supports("avx2")) return 0;
    return __builtin_cpu_supports("avx512bw") ? 64 : 32;
}

/// The positions among 32 from `place` on at which `count` of the bytes match: 0xff for each.
AVX2 __attribute__((always_inline)) static inline __m256i
matching_32(const uint8_t *place, const compasskernel_rare_bytes *rare, const __m256i *bytes, int count) {
    __m256i found = _mm256_cmpeq_epi8(_mm256_loadu_si256((const __m256i *)(place + rare->offsets[0])), bytes[0]);
    for (int index = 1; index < count; index++) {
        const __m256i text = _mm256_loadu_si256((const __m256i *)(place + rare->offsets[index]));
        found = _mm256_and_si256(found, _mm256_cmpeq_epi8(text, bytes[index]));
    }
    return found;
}

/// Likewise among 64: a bit for each.
AVX512 __attribute__((always_inline)) static inline __mmask64
matching_64(const uint8_t *place, const compasskernel_rare_bytes *rare, const __m512i *bytes, int count) {
    __mmask64 found = _mm512_cmpeq_epi8_mask(_mm512_loadu_si512(place + rare->offsets[0]), bytes[0]);
    for (int index = 1; index < count; index++)
        found = _mm512_mask_cmpeq_epi8_mask(found, _mm512_loadu_si512(place + rare->offsets[index]), bytes[index]);
    return found;
}

AVX2 static ptrdiff_t next_32(const uint8_t *text, ptrdiff_t place, ptrdiff_t last,
                              const compasskernel_rare_bytes *rare) {
    const compasskernel_rare_bytes chosen = *rare;
    __m256i bytes[3];
    for (int index = 0; index < 3; index++) bytes[index] = _mm256_set1_epi8((char)chosen.bytes[index]);
    for (; place <= last; place += 64) {
        const __m256i found = _mm256_or_si256(matching_32(text + place, &chosen, bytes, 3),
                                              matching_32(text + place + 32, &chosen, bytes, 3));
        if (!_mm256_testz_si256(found, found)) break;
    }
    return place;
}

AVX512 static ptrdiff_t next_64(const uint8_t *text, ptrdiff_t place, ptrdiff_t last,
                                const compasskernel_rare_bytes *rare) {
    const compasskernel_rare_bytes chosen = *rare;
    __m512i bytes[3];
    for (int index = 0; index < 3; index++) bytes[index] = _mm512_set1_epi8((char)chosen.bytes[index]);
    for (; place <= last; place += 64)
        if (matching_64(text + place, &chosen, bytes, 3) != 0) break;
    return place;
}

ptrdiff_t compasskernel_rare_bytes_next(const uint8_t *text, ptrdiff_t first, ptrdiff_t last,
                                        const compasskernel_rare_bytes *rare, size_t width) {
    return width == 64 ? next_64(text, first, last, rare) : next_32(text, first, last, rare);
}

// No text is left before its end, so that the processor can begin the next one while it waits for memory.

AVX2 static uint64_t texts_32(const uint8_t *text, const compasskernel_text_places *places, size_t count,
                              const compasskernel_rare_bytes *rare) {
    const compasskernel_rare_bytes chosen = *rare;
    __m256i bytes[4];
    for (int index = 0; index < 4; index++) bytes[index] = _mm256_set1_epi8((char)chosen.bytes[index]);
    uint64_t texts = 0;
    for (size_t number = 0; number < count; number++) {
        __m256i found = _mm256_setzero_si256();
        for (ptrdiff_t place = places[number].first; place <= places[number].last; place += 32)
            found = _mm256_or_si256(found, matching_32(text + place, &chosen, bytes, 4));
        texts |= (uint64_t)!_mm256_testz_si256(found, found) << number;
    }
    return texts;
}

AVX512 static uint64_t texts_64(const uint8_t *text, const compasskernel_text_places *places, size_t count,
                                const compasskernel_rare_bytes *rare) {
    const compasskernel_rare_bytes chosen = *rare;
    __m512i bytes[4];
    for (int index = 0; index < 4; index++) bytes[index] = _mm512_set1_epi8((char)chosen.bytes[index]);
    uint64_t texts = 0;
    for (size_t number = 0; number < count; number++) {
        __mmask64 found = 0;
        for (ptrdiff_t place = places[number].first; place <= places[number].last; place += 64)
            found |= matching_64(text + place, &chosen, bytes, 4);
        texts |= (uint64_t)(found != 0) << number;
    }
    return texts;
}

uint64_t compasskernel_rare_bytes_texts(const uint8_t *text, const compasskernel_text_places *places, size_t count,
                                        const compasskernel_rare_bytes *rare, size_t width) {
    return width == 64 ? texts_64(text, places, count, rare) : texts_32(text, places, count, rare);
}

#else

size_t compasskernel_rare_bytes_width(void) { return 0; }

ptrdiff_t compasskernel_rare_bytes_next(const uint8_t *text, ptrdiff_t first, ptrdiff_t last,
                                        const compasskernel_rare_bytes *rare, size_t width) {
    (void)text, (void)last, (void)rare, (void)width;
    return first;
}

uint64_t compasskernel_rare_bytes_texts(const uint8_t *text, const compasskernel_text_places *places, size_t count,
                                        const compasskernel_rare_bytes *rare, size_t width) {
    (void)text, (void)places, (void)count, (void)rare, (void)width;
    return UINT64_MAX;
}

#endif
