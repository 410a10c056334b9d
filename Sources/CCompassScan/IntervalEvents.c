#include "compass_scan.h"

// In C, since a function in Swift cannot be compiled for AVX2 alone and chosen when the program runs.

enum { key_bias = compasskernel_event_key_bias, last_key = UINT16_MAX };

_Static_assert(sizeof(compasskernel_event_block) == 64, "a block is as long as a cache line");
_Static_assert(sizeof(compasskernel_event_group) == 64, "a group is as long as a cache line");
// Numbers of rows and of what lasts are read and written together.
_Static_assert(offsetof(compasskernel_event_block, lasting) == offsetof(compasskernel_event_block, rows) + 8, "");
_Static_assert(offsetof(compasskernel_event_group, lasting) == offsetof(compasskernel_event_group, rows) + 16, "");
_Static_assert(offsetof(compasskernel_event_edge, lasting) == offsetof(compasskernel_event_edge, rows) + 16, "");

/// Where an instant falls in a block: `key` as those of the block without their bias, or nothing to compare, since all
/// events are at the instant or after it.
typedef struct {
    bool is_after_first;
    uint32_t key;
} place_in_block;

static inline place_in_block place_of(int64_t instant, const compasskernel_event_block *block,
                                      const compasskernel_event_group *group) {
    const uint64_t units = ((uint64_t)instant - (uint64_t)group->instant) >> block->shift;
    if (instant <= group->instant || units < block->base) return (place_in_block){false, 0};
    const uint64_t key = units - block->base;
    // Greater than the keys of events, and less than those after the last event.
    return (place_in_block){true, key < last_key - 1 ? (uint32_t)key : last_key - 1};
}

/// Returns a block's group; groups begin with the part's first block.
static inline const compasskernel_event_group *group_of(const compasskernel_events *events, size_t block) {
    return events->groups + events->first_group
           + (block - events->first_block) / compasskernel_event_blocks_per_group;
}

static inline uint32_t below(uint32_t count) { return (1u << count) - 1; }

/// Returns the events of a kind.
static inline uint32_t events_of_kind(const compasskernel_event_block *block, unsigned kind) {
    const uint32_t low = kind & 1 ? block->kind_low : ~(uint32_t)block->kind_low;
    const uint32_t high = kind & 2 ? block->kind_high : ~(uint32_t)block->kind_high;
    return low & high;
}

static inline uint32_t bit_count(uint32_t bits) { return (uint32_t)__builtin_popcount(bits); }

static inline uint32_t all_lasting(const compasskernel_event_edge *edge) {
    return edge->lasting[0] + edge->lasting[1] + edge->lasting[2] + edge->lasting[3];
}

/// Sets an edge to what precedes event `place` of a block.
static inline void count_each(const compasskernel_event_block *block, const compasskernel_event_group *group,
                              uint32_t place, compasskernel_event_edge *edge) {
    const uint32_t before = below(place);
    edge->row = 0;
    for (unsigned kind = 0; kind < 4; kind++) {
        const uint32_t bits = events_of_kind(block, kind) & before;
        edge->rows[kind] = group->rows[kind] + (uint32_t)block->rows[kind] + bit_count(bits & ~block->is_end);
        edge->lasting[kind] = group->lasting[kind] + (uint32_t)block->lasting[kind]
                              + bit_count(bits & block->is_non_empty) - bit_count(bits & block->is_end);
        edge->row += edge->rows[kind];
    }
    edge->summed = group->summed + block->summed + bit_count((block->is_non_empty | block->is_end) & before);
}

/// Returns the instant of an event, whose edge has the numbers before it.
static inline int64_t instant_of(const compasskernel_events *events, const compasskernel_event_block *block,
                                 uint32_t place, const compasskernel_event_edge *edge) {
    if ((block->is_end >> place & 1) == 0) return events->starts[edge->row];
    // Of the starts and ends before the place, the ends are half of what does not last.
    return events->ends[(edge->summed - all_lasting(edge)) / 2];
}

/// Returns the number of events before an instant. Events before `place` are earlier, those with a greater key than event
/// `place` are not. Not inlined, as two instants rarely have equal keys.
__attribute__((noinline)) static uint32_t skip_equal_keys(const compasskernel_events *events,
                                                          const compasskernel_event_block *block,
                                                          const compasskernel_event_group *group, int64_t instant,
                                                          uint32_t place) {
    const uint16_t key = block->keys[place];
    for (; place < block->count && block->keys[place] == key; place++) {
        compasskernel_event_edge edge;
        count_each(block, group, place, &edge);
        if (instant_of(events, block, place, &edge) >= instant) break;
    }
    return place;
}

/// Returns the last of many blocks whose first event is before an instant, `first` if there is none.
__attribute__((noinline)) static size_t block_of_many(const compasskernel_events *events, int64_t instant,
                                                      size_t first, size_t last) {
    while (first < last) {
        const size_t block = last - (last - first) / 2;
        compasskernel_event_edge edge;
        count_each(events->blocks + block, group_of(events, block), 0, &edge);
        if (instant_of(events, events->blocks + block, 0, &edge) < instant)
            first = block;
        else
            last = block - 1;
    }
    return first;
}

/// Returns the block to begin with. In a directory with two cells for each block there are nearly always one or two to
/// choose from, and a third or fourth is reached sooner from the first one (`timeline.levels`).
static inline size_t first_block_of(const compasskernel_events *events, const compasskernel_event_edge *edge) {
    const size_t first = edge->first_block, last = edge->last_block;
    return last - first < 4 ? first : block_of_many(events, edge->instant, first, last);
}

/// Begins to read the sum of an edge, and the id that the caller reads for it.
static inline void fetch(const compasskernel_events *events, const compasskernel_event_edge *edge) {
    __builtin_prefetch(events->sums + edge->summed);
    __builtin_prefetch(events->ids + edge->row);
}

static inline void set_elapsed(const compasskernel_events *events, compasskernel_event_edge *edges, size_t count) {
    for (size_t index = 0; index < count; index++) {
        compasskernel_event_edge *const edge = edges + index;
        edge->elapsed = all_lasting(edge) * (uint64_t)edge->instant - events->sums[edge->summed];
    }
}

void compasskernel_events_before_each(const compasskernel_events *events, compasskernel_event_edge *edges,
                                      size_t count) {
    for (size_t index = 0; index < count; index++) {
        compasskernel_event_edge *const edge = edges + index;
        for (size_t number = first_block_of(events, edge);; number++) {
            const compasskernel_event_block *const block = events->blocks + number;
            const compasskernel_event_group *const group = group_of(events, number);
            const place_in_block found = place_of(edge->instant, block, group);
            uint32_t place = 0;
            if (found.is_after_first) {
                uint32_t equal = 0;
                for (unsigned event = 0; event < compasskernel_events_per_block; event++) {
                    const uint32_t key = block->keys[event] ^ key_bias;
                    place += key < found.key;
                    equal += key == found.key;
                }
                if (equal > 0) place = skip_equal_keys(events, block, group, edge->instant, place);
            }
            if (place == compasskernel_events_per_block && number < edge->last_block) continue;
            count_each(block, group, place, edge);
            break;
        }
        fetch(events, edge);
    }
    set_elapsed(events, edges, count);
}

#if defined(__x86_64__)

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2,bmi2,popcnt")))

static inline bool has_avx2(void) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}

/// Does what ``count_each`` does for all kinds at once: elements 0 to 3 are the rows of each kind, 4 to 7 the non-empty
/// intervals that last. The lower half of an element has the events to add, the higher one those to subtract.
AVX2 static inline void count_by_avx2(const compasskernel_event_block *block, const compasskernel_event_group *group,
                                      uint32_t place, compasskernel_event_edge *edge) {
    const __m256i odd_kinds = _mm256_setr_epi32(-1, 0, -1, 0, -1, 0, -1, 0);
    const __m256i high_kinds = _mm256_setr_epi32(-1, -1, 0, 0, -1, -1, 0, 0);
    const uint32_t before = _bzhi_u32(~0u, place);
    const uint32_t non_empty = block->is_non_empty & before, ended = block->is_end & before;
    const uint32_t started = before & ~ended;
    const __m256i kinds =
        _mm256_and_si256(_mm256_xor_si256(_mm256_set1_epi16((short)block->kind_low), odd_kinds),
                         _mm256_xor_si256(_mm256_set1_epi16((short)block->kind_high), high_kinds));
    const __m256i masks = _mm256_blend_epi32(_mm256_set1_epi32((int)started),
                                             _mm256_set1_epi32((int)(non_empty | ended << 16)), 0xf0);
    const __m256i bits = _mm256_and_si256(kinds, masks);

    // The bits of four at a time are looked up (Mula, Kurz and Lemire, *Faster population counts using AVX2
    // instructions*).
    const __m256i four_bits = _mm256_set1_epi8(15);
    const __m256i counts_of_four = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2,
                                                    3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i low = _mm256_shuffle_epi8(counts_of_four, _mm256_and_si256(bits, four_bits));
    const __m256i high =
        _mm256_shuffle_epi8(counts_of_four, _mm256_and_si256(_mm256_srli_epi16(bits, 4), four_bits));
    const __m256i signs = _mm256_set1_epi32((int)0xffff0101);
    const __m256i counts = _mm256_madd_epi16(_mm256_maddubs_epi16(_mm256_add_epi8(low, high), signs),
                                             _mm256_set1_epi16(1));

    const __m256i of_block = _mm256_cvtepi16_epi32(_mm_loadu_si128((const __m128i *)block->rows));
    const __m256i of_group = _mm256_loadu_si256((const __m256i *)group->rows);
    const __m256i all = _mm256_add_epi32(counts, _mm256_add_epi32(of_block, of_group));
    _mm256_storeu_si256((__m256i *)edge->rows, all);
    __m128i rows = _mm256_castsi256_si128(all);
    rows = _mm_add_epi32(rows, _mm_shuffle_epi32(rows, 0x4e));
    rows = _mm_add_epi32(rows, _mm_shuffle_epi32(rows, 0xb1));
    edge->row = (uint32_t)_mm_cvtsi128_si32(rows);
    edge->summed = group->summed + block->summed + bit_count(non_empty | ended);
}

AVX2 __attribute__((noinline)) static void before_by_avx2(const compasskernel_events *events,
                                                          compasskernel_event_edge *edges, size_t count) {
    for (size_t index = 0; index < count; index++) {
        compasskernel_event_edge *const edge = edges + index;
        for (size_t number = first_block_of(events, edge);; number++) {
            const compasskernel_event_block *const block = events->blocks + number;
            const compasskernel_event_group *const group = group_of(events, number);
            const place_in_block found = place_of(edge->instant, block, group);
            uint32_t place = 0;
            if (found.is_after_first) {
                const __m256i keys = _mm256_loadu_si256((const __m256i *)block->keys);
                const __m256i key = _mm256_set1_epi16((short)(found.key ^ key_bias));
                // Two bits of a mask are one event.
                place = bit_count((uint32_t)_mm256_movemask_epi8(_mm256_cmpgt_epi16(key, keys))) / 2;
                if (__builtin_expect((uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi16(key, keys)) != 0, 0))
                    place = skip_equal_keys(events, block, group, edge->instant, place);
            }
            if (place == compasskernel_events_per_block && number < edge->last_block) continue;
            count_by_avx2(block, group, place, edge);
            break;
        }
        fetch(events, edge);
    }
    set_elapsed(events, edges, count);
}

#endif

void compasskernel_events_before(const compasskernel_events *events, compasskernel_event_edge *edges, size_t count) {
#if defined(__x86_64__)
    if (has_avx2()) {
        before_by_avx2(events, edges, count);
        return;
    }
#endif
    compasskernel_events_before_each(events, edges, count);
}
