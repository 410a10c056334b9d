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

/// Whether the allocator of this process counts.
bool allocation_counter_is_available(void);

/// Begins to count what the calling thread allocates. No other thread may allocate meanwhile: blocks are
/// counted by the process.
void allocation_counter_start(void);

/// The counts since `allocation_counter_start`, by the same thread.
struct allocation_counts allocation_counter_stop(void);

/// Begins to count what all threads allocate, one call after the other of each function of the allocator: far
/// slower than `allocation_counter_start`. False where the allocator has no such hooks.
bool allocation_counter_start_all_threads(void);

/// The counts of all threads since `allocation_counter_start_all_threads`.
struct allocation_counts allocation_counter_stop_all_threads(void);

#endif
