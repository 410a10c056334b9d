// Reads jemalloc's own statistics, so that an operation is counted without being slowed down.
//
// Two of its counters look right and are not. `nmalloc` counts what a thread's cache takes from an arena,
// in batches; `nrequests` counts what the program asked for, once the cache was flushed and the epoch
// refreshed. And bytes come from the thread, whose counters are exact at any time, not from the arenas.

#include "AllocationCounter.h"

#include <jemalloc/jemalloc.h>
#include <stdatomic.h>
#include <stddef.h>

#define ALL_ARENAS "4096" // MALLCTL_ARENAS_ALL, as a component of a name

static struct {
    int64_t requests;
    uint64_t allocated;
    uint64_t deallocated;
} before;

static uint64_t number(const char *name) {
    uint64_t value = 0;
    size_t size = sizeof value;
    return mallctl(name, &value, &size, NULL, 0) == 0 ? value : 0;
}

static int64_t requests(void) {
    uint64_t epoch = 1;
    mallctl("thread.tcache.flush", NULL, NULL, NULL, 0);
    mallctl("epoch", NULL, NULL, &epoch, sizeof epoch);
    return (int64_t)(number("stats.arenas." ALL_ARENAS ".small.nrequests")
                     + number("stats.arenas." ALL_ARENAS ".large.nrequests"));
}

bool allocation_counter_is_available(void) {
    bool has_statistics = false;
    size_t size = sizeof has_statistics;
    return mallctl("config.stats", &has_statistics, &size, NULL, 0) == 0 && has_statistics;
}

void allocation_counter_start(void) {
    before.requests = requests();
    mallctl("thread.peak.reset", NULL, NULL, NULL, 0);
    before.allocated = number("thread.allocated");
    before.deallocated = number("thread.deallocated");
}

struct allocation_counts allocation_counter_stop(void) {
    uint64_t allocated = number("thread.allocated");
    uint64_t deallocated = number("thread.deallocated");
    uint64_t peak = number("thread.peak.read");
    struct allocation_counts counts = {
        .allocations = requests() - before.requests,
        .allocated_bytes = (int64_t)(allocated - before.allocated),
        .live_bytes = (int64_t)(allocated - before.allocated) - (int64_t)(deallocated - before.deallocated),
        .peak_live_bytes = (int64_t)peak,
    };
    return counts;
}

// jemalloc 5.3 calls hooks for every operation. They are not in its header, because they may change; the
// declarations below follow its hook.h. Installing fails with an error code where they do not exist.
struct allocator_hooks {
    void (*allocated)(void *extra, int kind, void *block, uintptr_t raw_result, uintptr_t raw_arguments[3]);
    void (*freeing)(void *extra, int kind, void *block, uintptr_t raw_arguments[3]);
    void (*resized)(
        void *extra, int kind, void *block, size_t bytes_before, size_t bytes_after, uintptr_t raw_result,
        uintptr_t raw_arguments[4]);
    void *extra;
};

static struct {
    atomic_int_fast64_t allocations;
    atomic_int_fast64_t allocated_bytes;
    atomic_int_fast64_t live_bytes;
    atomic_int_fast64_t peak_live_bytes;
} hooked;

static void *installed_hooks;

static void add_live(int64_t bytes) {
    int64_t live = atomic_fetch_add_explicit(&hooked.live_bytes, bytes, memory_order_relaxed) + bytes;
    int64_t peak = atomic_load_explicit(&hooked.peak_live_bytes, memory_order_relaxed);
    while (live > peak
           && !atomic_compare_exchange_weak_explicit(
               &hooked.peak_live_bytes, &peak, live, memory_order_relaxed, memory_order_relaxed)) {}
}

static void allocated(
    void *extra, int kind, void *block, uintptr_t raw_result, uintptr_t raw_arguments[3]) {
    (void)extra, (void)kind, (void)raw_result, (void)raw_arguments;
    if (!block) return;
    int64_t bytes = (int64_t)sallocx(block, 0);
    atomic_fetch_add_explicit(&hooked.allocations, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&hooked.allocated_bytes, bytes, memory_order_relaxed);
    add_live(bytes);
}

static void freeing(void *extra, int kind, void *block, uintptr_t raw_arguments[3]) {
    (void)extra, (void)kind, (void)raw_arguments;
    if (block) add_live(-(int64_t)sallocx(block, 0));
}

static void resized(
    void *extra, int kind, void *block, size_t bytes_before, size_t bytes_after, uintptr_t raw_result,
    uintptr_t raw_arguments[4]) {
    (void)extra, (void)kind, (void)block, (void)raw_result, (void)raw_arguments;
    add_live((int64_t)bytes_after - (int64_t)bytes_before);
}

bool allocation_counter_start_all_threads(void) {
    struct allocator_hooks hooks = {allocated, freeing, resized, NULL};
    size_t size = sizeof installed_hooks;
    atomic_store(&hooked.allocations, 0);
    atomic_store(&hooked.allocated_bytes, 0);
    atomic_store(&hooked.live_bytes, 0);
    atomic_store(&hooked.peak_live_bytes, 0);
    return mallctl("experimental.hooks.install", &installed_hooks, &size, &hooks, sizeof hooks) == 0;
}

struct allocation_counts allocation_counter_stop_all_threads(void) {
    mallctl("experimental.hooks.remove", NULL, NULL, &installed_hooks, sizeof installed_hooks);
    struct allocation_counts counts = {
        .allocations = atomic_load(&hooked.allocations),
        .allocated_bytes = atomic_load(&hooked.allocated_bytes),
        .live_bytes = atomic_load(&hooked.live_bytes),
        .peak_live_bytes = atomic_load(&hooked.peak_live_bytes),
    };
    return counts;
}
