#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// What the allocator was asked for while counting was on.
struct allocation_counts {
    /// Blocks that were allocated; a block that was moved or resized counts once more.
    int64_t allocations;
    /// Bytes of these blocks, as large as the allocator made them.
    int64_t allocated_bytes;
    /// Bytes that were allocated and not freed; negative when older blocks were freed.
    int64_t live_bytes;
    /// The largest value of `live_bytes`.
    int64_t peak_live_bytes;
};

/// Whether allocations can be counted on this platform.
bool allocation_counter_is_available(void);

/// Sets all counts to zero and begins to count, in all threads.
void allocation_counter_start(void);

/// Ends counting and answers the counts.
struct allocation_counts allocation_counter_stop(void);

/// The counts so far.
struct allocation_counts allocation_counter_read(void);

/// Does nothing that an optimiser could know of with the value at an address.
void benchmark_consume(const void *address);

#endif
