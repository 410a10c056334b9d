#include "compass_scan.h"

// In C, since a function in Swift cannot be compiled for AVX-512 alone and chosen when the program runs.

enum { block_bits = compasskernel_interval_block_bits, block_size = 1 << block_bits };

/// Appends the entries of the intervals from `first` to `end` that do not end before an instant; returns the number of
/// entries.
typedef size_t appender(const compasskernel_intervals *intervals, size_t first, size_t end, int64_t instant,
                        uint32_t *target, size_t written);

/// Whether an interval lasts cannot be predicted, so each entry is written, and the place of the next one advances only
/// after one that lasts.
static inline size_t append_each(const compasskernel_intervals *intervals, size_t first, size_t end, int64_t instant,
                                 uint32_t *target, size_t written) {
    for (size_t interval = first; interval < end; interval++) {
        target[written] = intervals->entries[interval];
        written += intervals->ends[interval] >= instant;
    }
    return written;
}

/// Returns a bit for each of up to 64 blocks from `first` on in which an interval lasts.
typedef uint64_t block_finder(const int64_t *latest, size_t first, size_t end, int64_t instant);

static inline uint64_t find_each(const int64_t *latest, size_t first, size_t end, int64_t instant) {
    uint64_t lasting = 0;
    for (size_t block = end; block-- > first;) lasting = lasting + lasting + (latest[block] >= instant);
    return lasting;
}

/// Always inlined, so that `append` and `find` are called directly, and bits counted by the caller's instructions.
__attribute__((always_inline)) static inline ptrdiff_t
gather(const compasskernel_intervals *intervals, size_t first, size_t end, const int64_t *latest, int64_t instant,
       uint32_t *target, size_t room, appender *append, block_finder *find) {
    const size_t first_block = (first + block_size - 1) >> block_bits;
    const size_t last_block = end >> block_bits;
    const size_t end_block = last_block > first_block ? last_block : first_block;
    const size_t low = first_block * block_size < end ? first_block * block_size : end;
    if (2 * block_size > room) return -1;
    size_t written = append(intervals, first, low, instant, target, 0);
    for (size_t block = first_block; block < end_block; block += 64) {
        uint64_t lasting = find(latest, block, block + 64 < end_block ? block + 64 : end_block, instant);
        // When this many blocks match, most of their intervals do (`timeline.viewport`, 180 days): it is soon known
        // that there is too little room.
        if ((size_t)__builtin_popcountll(lasting) * 12 > room) return -1;
        for (; lasting != 0; lasting &= lasting - 1) {
            if (written + block_size >= room) return -1;
            const size_t interval = (block + (size_t)__builtin_ctzll(lasting)) * block_size;
            written = append(intervals, interval, interval + block_size, instant, target, written);
        }
    }
    if (end_block * block_size < end) {
        if (written + block_size >= room) return -1;
        written = append(intervals, end_block * block_size, end, instant, target, written);
    }
    return (ptrdiff_t)written;
}

#if defined(__x86_64__)

#include <immintrin.h>

#define AVX512 __attribute__((target("avx512f,bmi,popcnt")))

static inline bool has_avx512(void) {
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("popcnt");
}

/// Returns a bit for each of up to eight instants that is not before another one.
AVX512 static inline uint32_t not_before(const int64_t *instants, size_t count, __m512i instant) {
    const __mmask8 all = count < 8 ? (__mmask8)((1u << count) - 1) : 0xff;
    return _mm512_mask_cmpge_epi64_mask(all, _mm512_maskz_loadu_epi64(all, instants), instant);
}

AVX512 static inline size_t append_sixteen(const compasskernel_intervals *intervals, size_t first, size_t end,
                                           int64_t instant, uint32_t *target, size_t written) {
    const __m512i instants = _mm512_set1_epi64(instant);
    for (size_t interval = first; interval < end; interval += 16) {
        const size_t count = end - interval < 16 ? end - interval : 16;
        const int64_t *const ends = intervals->ends + interval;
        uint32_t lasting = not_before(ends, count, instants);
        if (count > 8) lasting |= not_before(ends + 8, count - 8, instants) << 8;
        const __mmask16 all = (__mmask16)((1u << count) - 1);
        const __m512i entries = _mm512_maskz_loadu_epi32(all, intervals->entries + interval);
        const uint32_t found = (uint32_t)__builtin_popcount(lasting);
        // Compressed in a register, since some processors take a hundred times as long to do it while they store.
        _mm512_mask_storeu_epi32(target + written, (__mmask16)((1u << found) - 1),
                                 _mm512_maskz_compress_epi32((__mmask16)lasting, entries));
        written += found;
    }
    return written;
}

AVX512 static inline uint64_t find_eight(const int64_t *latest, size_t first, size_t end, int64_t instant) {
    const __m512i instants = _mm512_set1_epi64(instant);
    uint64_t lasting = 0;
    for (size_t block = first; block < end; block += 8)
        lasting |= (uint64_t)not_before(latest + block, end - block, instants) << (block - first);
    return lasting;
}

AVX512 __attribute__((noinline)) static size_t append_by_avx512(const compasskernel_intervals *intervals, size_t first,
                                                                size_t end, int64_t instant, uint32_t *target) {
    return append_sixteen(intervals, first, end, instant, target, 0);
}

AVX512 __attribute__((noinline)) static ptrdiff_t gather_by_avx512(const compasskernel_intervals *intervals,
                                                                   size_t first, size_t end, const int64_t *latest,
                                                                   int64_t instant, uint32_t *target, size_t room) {
    return gather(intervals, first, end, latest, instant, target, room, append_sixteen, find_eight);
}

#endif

size_t compasskernel_intervals_lasting_each(const compasskernel_intervals *intervals, size_t first, size_t end,
                                            int64_t instant, uint32_t *target) {
    return append_each(intervals, first, end, instant, target, 0);
}

size_t compasskernel_intervals_lasting(const compasskernel_intervals *intervals, size_t first, size_t end,
                                       int64_t instant, uint32_t *target) {
#if defined(__x86_64__)
    if (has_avx512()) return append_by_avx512(intervals, first, end, instant, target);
#endif
    return compasskernel_intervals_lasting_each(intervals, first, end, instant, target);
}

ptrdiff_t compasskernel_intervals_lasting_in_each_block(const compasskernel_intervals *intervals, size_t first,
                                                        size_t end, const int64_t *latest, int64_t instant,
                                                        uint32_t *target, size_t room) {
    return gather(intervals, first, end, latest, instant, target, room, append_each, find_each);
}

ptrdiff_t compasskernel_intervals_lasting_in_blocks(const compasskernel_intervals *intervals, size_t first, size_t end,
                                                    const int64_t *latest, int64_t instant, uint32_t *target,
                                                    size_t room) {
#if defined(__x86_64__)
    if (has_avx512()) return gather_by_avx512(intervals, first, end, latest, instant, target, room);
#endif
    return compasskernel_intervals_lasting_in_each_block(intervals, first, end, latest, instant, target, room);
}
