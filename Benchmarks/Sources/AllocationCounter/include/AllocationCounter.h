#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// What the allocator was asked for while counting was on.
struct allocation_counts {
    /// Blocks that were allocated; a block that was moved counts once more.
    int64_t allocations;
    /// Bytes of these blocks, as large as the allocator made them.
    int64_t allocated_bytes;
    /// Bytes that were allocated and not freed; negative when older blocks were freed.
    int64_t live_bytes;
    /// The largest value of `live_bytes`.
    int64_t peak_live_bytes;
};

/// Whether the process's allocator can count.
bool allocation_counter_is_available(void);

/// Sets all counts to zero and begins to count, in the calling thread or in all threads. False where the
/// allocator cannot count. Calls must be followed by `allocation_counter_stop` in the same thread, and must
/// not overlap.
bool allocation_counter_start(bool in_all_threads);

/// Ends counting and answers the counts.
struct allocation_counts allocation_counter_stop(void);

#endif
