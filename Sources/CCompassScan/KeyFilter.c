#include "compass_scan.h"

#include <string.h>

// In C, since Swift cannot ask for memory before it reads it. That halves the time where other programs take most of
// the memory's bandwidth: a processor's own prediction ends with each page.

/// How far ahead memory is fetched into the cache. A page: of 256, 1,024 and 4,096 bytes, the last took the least time
/// where nothing was in the cache (`cold.sync`).
enum { fetched_ahead_bytes = 1 << 12 };

static inline uint64_t place(uint64_t key) {
    return key * 0x9e3779b97f4a7c15u >> (64 - compasskernel_key_filter_bits);
}

static inline size_t is_admitted(uint64_t key, const uint64_t *filter) {
    return filter[place(key) >> 6] >> (place(key) & 63) & 1;
}

void compasskernel_key_filter_add(uint64_t *filter, uint64_t key) {
    filter[place(key) >> 6] |= UINT64_C(1) << (place(key) & 63);
}

size_t compasskernel_key_filter_list_pairs(const uint64_t *filter, const void *pairs, size_t count,
                                           uint32_t *admitted) {
    const uint8_t *bytes = pairs;
    size_t found = 0;
    for (size_t index = 0; index < count; index++, bytes += 16) {
        uint64_t words[2];
        memcpy(words, bytes, 16);
        __builtin_prefetch(bytes + fetched_ahead_bytes);
        admitted[found] = (uint32_t)index;
        found += is_admitted(words[0] ^ words[1], filter);
    }
    return found;
}

size_t compasskernel_key_filter_list_texts(const uint64_t *filter, const uint32_t *offsets, const uint8_t *bytes,
                                           size_t count, uint32_t *admitted) {
    size_t found = 0;
    uint32_t start = offsets[0];
    for (size_t index = 0; index < count; index++) {
        uint32_t end = offsets[index + 1];
        const uint8_t *text_end = bytes + (end < 8 ? 8 : end);
        uint64_t key;
        memcpy(&key, text_end - 8, 8);
        __builtin_prefetch(text_end + fetched_ahead_bytes);
        admitted[found] = (uint32_t)index;
        found += is_admitted(key, filter) | (end - start < 8);
        start = end;
    }
    return found;
}
