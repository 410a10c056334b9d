// Counts what an executable allocates, by defining the allocator's functions over jemalloc's.
//
// An executable may replace malloc and its relatives for every library of its process (Replacing malloc, GNU
// C library manual 3.2.5); these hand over to jemalloc's own interface and count. While counting is off, that
// costs one relaxed load and a branch that is never taken. Sizes are those that jemalloc makes of a request,
// so that nothing is hidden by rounding.
//
// jemalloc's statistics and its hooks would count too, but not reliably: version 5.3.0 crashes, hangs or
// miscounts now and then when they are read or installed while threads of the process end.

#include "AllocationCounter.h"

#include <errno.h>
#include <jemalloc/jemalloc.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

enum { COUNTING_NOTHING, COUNTING_ONE_THREAD, COUNTING_ALL_THREADS };

static atomic_int counting;
static _Thread_local bool is_the_one_thread;
static atomic_int_fast64_t allocations;
static atomic_int_fast64_t allocated_bytes;
static atomic_int_fast64_t live_bytes;
static atomic_int_fast64_t peak_live_bytes;

static inline bool is_counting(void) {
    int mode = atomic_load_explicit(&counting, memory_order_relaxed);
    if (__builtin_expect(mode == COUNTING_NOTHING, 1)) return false;
    return mode == COUNTING_ALL_THREADS || is_the_one_thread;
}

static void add_live(int64_t bytes) {
    int64_t live = atomic_fetch_add_explicit(&live_bytes, bytes, memory_order_relaxed) + bytes;
    int64_t peak = atomic_load_explicit(&peak_live_bytes, memory_order_relaxed);
    while (live > peak
           && !atomic_compare_exchange_weak_explicit(
               &peak_live_bytes, &peak, live, memory_order_relaxed, memory_order_relaxed)) {}
}

static inline void *counted(void *block) {
    if (!block) {
        errno = ENOMEM;
    } else if (is_counting()) {
        int64_t bytes = (int64_t)sallocx(block, 0);
        atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
        atomic_fetch_add_explicit(&allocated_bytes, bytes, memory_order_relaxed);
        add_live(bytes);
    }
    return block;
}

// jemalloc's interface takes no size of zero.
static inline size_t at_least_one(size_t size) { return size ? size : 1; }

// Elsewhere each library keeps the allocator that it was linked with, so that a block of one would reach the other's
// free.
#ifdef __linux__

void *malloc(size_t size) { return counted(mallocx(at_least_one(size), 0)); }

void *calloc(size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return counted(mallocx(at_least_one(bytes), MALLOCX_ZERO));
}

void free(void *block) {
    if (!block) return;
    if (is_counting()) add_live(-(int64_t)sallocx(block, 0));
    dallocx(block, 0);
}

void *realloc(void *block, size_t size) {
    if (!block) return malloc(size);
    if (size == 0) {
        free(block);
        return NULL;
    }
    if (!is_counting()) return counted(rallocx(block, size, 0));
    int64_t bytes_before = (int64_t)sallocx(block, 0);
    void *moved = rallocx(block, size, 0);
    // A refusal leaves the old block as it was.
    if (moved) add_live(-bytes_before);
    return counted(moved);
}

static bool is_power_of_two(size_t value) { return value != 0 && (value & (value - 1)) == 0; }

void *aligned_alloc(size_t alignment, size_t size) {
    if (!is_power_of_two(alignment)) {
        errno = EINVAL;
        return NULL;
    }
    return counted(mallocx(at_least_one(size), MALLOCX_ALIGN(alignment)));
}

void *memalign(size_t alignment, size_t size) { return aligned_alloc(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || !is_power_of_two(alignment)) return EINVAL;
    void *memory = mallocx(at_least_one(size), MALLOCX_ALIGN(alignment));
    if (!memory) return ENOMEM;
    *block = counted(memory);
    return 0;
}

#endif

bool allocation_counter_is_available(void) {
#ifdef __linux__
    return true;
#else
    return false;
#endif
}

const char *allocation_counter_allocator_version(void) {
    const char *version = NULL;
    size_t size = sizeof version;
    return mallctl("version", &version, &size, NULL, 0) == 0 && version ? version : "unknown";
}

const char *allocation_counter_c_library_version(void) {
#ifdef __GLIBC__
    return gnu_get_libc_version();
#else
    return "unknown";
#endif
}

bool allocation_counter_start(bool in_all_threads) {
    if (!allocation_counter_is_available()) return false;
    atomic_store(&counting, COUNTING_NOTHING);
    atomic_store(&allocations, 0);
    atomic_store(&allocated_bytes, 0);
    atomic_store(&live_bytes, 0);
    atomic_store(&peak_live_bytes, 0);
    is_the_one_thread = true;
    atomic_store(&counting, in_all_threads ? COUNTING_ALL_THREADS : COUNTING_ONE_THREAD);
    return true;
}

struct allocation_counts allocation_counter_stop(void) {
    atomic_store(&counting, COUNTING_NOTHING);
    is_the_one_thread = false;
    struct allocation_counts counts = {
        .allocations = atomic_load(&allocations),
        .allocated_bytes = atomic_load(&allocated_bytes),
        .live_bytes = atomic_load(&live_bytes),
        .peak_live_bytes = atomic_load(&peak_live_bytes),
    };
    return counts;
}

// jemalloc gives back the memory of large blocks at once, and that of others after seconds.
bool allocation_counter_keep_freed_memory(bool keeps) {
    // As many as jemalloc can have; that of large blocks comes after four for each processor.
    enum { MOST_ARENAS = 4096 };
    static ssize_t usual[MOST_ARENAS];
    static bool is_kept[MOST_ARENAS];
    unsigned count = 0;
    size_t size = sizeof count;
    if (!allocation_counter_is_available() || mallctl("arenas.narenas", &count, &size, NULL, 0) != 0) return false;
    for (unsigned arena = 0; arena < count && arena < MOST_ARENAS; ++arena) {
        if (is_kept[arena] == keeps) continue;
        char name[64];
        snprintf(name, sizeof name, "arena.%u.dirty_decay_ms", arena);
        ssize_t milliseconds = keeps ? -1 : usual[arena];
        size_t usual_size = sizeof usual[arena];
        // Arenas that no thread has used yet refuse.
        if (mallctl(name, keeps ? &usual[arena] : NULL, keeps ? &usual_size : NULL, &milliseconds, sizeof milliseconds)
            == 0) {
            is_kept[arena] = keeps;
        }
    }
    return true;
}
