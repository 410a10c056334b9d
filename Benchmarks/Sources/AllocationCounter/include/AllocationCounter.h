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

/// The allocator's version, such as `5.3.0`, perhaps with the commit that it was built from.
const char *allocation_counter_allocator_version(void);

/// The version of the GNU C library, `unknown` elsewhere.
const char *allocation_counter_c_library_version(void);

/// Sets all counts to zero and begins to count, in the calling thread or in all threads. False where the
/// allocator cannot count. Calls must be followed by `allocation_counter_stop` in the same thread, and must
/// not overlap.
bool allocation_counter_start(bool in_all_threads);

/// Ends counting and answers the counts.
struct allocation_counts allocation_counter_stop(void);

/// Lets the allocator keep all freed memory, so that later blocks are in memory that was touched before; or give it back
/// as it does by default. Concerns the parts of the allocator that have been used by now. False where the allocator
/// cannot be told. Calls must not overlap.
bool allocation_counter_keep_freed_memory(bool keeps);

#endif
