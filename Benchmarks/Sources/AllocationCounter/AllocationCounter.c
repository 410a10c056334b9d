// Counts through jemalloc's hooks, which it calls for every operation while they are installed.
//
// Its statistics could be read instead, at no cost to the call: `nrequests` of all arenas, once the thread's
// cache was flushed and the epoch refreshed. But they are the process's, so that a block of any other thread
// is counted, and version 5.3.0 crashes now and then while it sums up the caches of threads that start or
// end.
//
// The hooks are not in its header, because they may change; the declarations below follow hook.h of version
// 5.3. Installing fails with an error code where they do not exist.

#include "AllocationCounter.h"

#include <jemalloc/jemalloc.h>
#include <stdatomic.h>
#include <stddef.h>

struct allocator_hooks {
    void (*allocated)(void *extra, int kind, void *block, uintptr_t raw_result, uintptr_t raw_arguments[3]);
    void (*freeing)(void *extra, int kind, void *block, uintptr_t raw_arguments[3]);
    void (*resized)(
        void *extra, int kind, void *block, size_t bytes_before, size_t bytes_after, uintptr_t raw_result,
        uintptr_t raw_arguments[4]);
    void *extra;
};

static void *installed_hooks;
static atomic_bool counts_all_threads;
static _Thread_local bool is_counted;
static atomic_int_fast64_t allocations;
static atomic_int_fast64_t allocated_bytes;
static atomic_int_fast64_t live_bytes;
static atomic_int_fast64_t peak_live_bytes;

static bool concerns_this_thread(void) {
    return is_counted || atomic_load_explicit(&counts_all_threads, memory_order_relaxed);
}

static void add_live(int64_t bytes) {
    int64_t live = atomic_fetch_add_explicit(&live_bytes, bytes, memory_order_relaxed) + bytes;
    int64_t peak = atomic_load_explicit(&peak_live_bytes, memory_order_relaxed);
    while (live > peak
           && !atomic_compare_exchange_weak_explicit(
               &peak_live_bytes, &peak, live, memory_order_relaxed, memory_order_relaxed)) {}
}

static void allocated(
    void *extra, int kind, void *block, uintptr_t raw_result, uintptr_t raw_arguments[3]) {
    (void)extra, (void)kind, (void)raw_result, (void)raw_arguments;
    if (!block || !concerns_this_thread()) return;
    int64_t bytes = (int64_t)sallocx(block, 0);
    atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&allocated_bytes, bytes, memory_order_relaxed);
    add_live(bytes);
}

static void freeing(void *extra, int kind, void *block, uintptr_t raw_arguments[3]) {
    (void)extra, (void)kind, (void)raw_arguments;
    if (block && concerns_this_thread()) add_live(-(int64_t)sallocx(block, 0));
}

static void resized(
    void *extra, int kind, void *block, size_t bytes_before, size_t bytes_after, uintptr_t raw_result,
    uintptr_t raw_arguments[4]) {
    (void)extra, (void)kind, (void)block, (void)raw_result, (void)raw_arguments;
    if (concerns_this_thread()) add_live((int64_t)bytes_after - (int64_t)bytes_before);
}

static bool install(void) {
    struct allocator_hooks hooks = {allocated, freeing, resized, NULL};
    size_t size = sizeof installed_hooks;
    return mallctl("experimental.hooks.install", &installed_hooks, &size, &hooks, sizeof hooks) == 0;
}

static void remove_hooks(void) {
    mallctl("experimental.hooks.remove", NULL, NULL, &installed_hooks, sizeof installed_hooks);
}

bool allocation_counter_is_available(void) {
    static atomic_int known; // 1 for no, 2 for yes
    int answer = atomic_load(&known);
    if (answer == 0) {
        bool installed = install();
        if (installed) remove_hooks();
        answer = installed ? 2 : 1;
        atomic_store(&known, answer);
    }
    return answer == 2;
}

bool allocation_counter_start(bool in_all_threads) {
    atomic_store(&allocations, 0);
    atomic_store(&allocated_bytes, 0);
    atomic_store(&live_bytes, 0);
    atomic_store(&peak_live_bytes, 0);
    atomic_store(&counts_all_threads, in_all_threads);
    is_counted = true;
    if (install()) return true;
    is_counted = false;
    return false;
}

struct allocation_counts allocation_counter_stop(void) {
    remove_hooks();
    is_counted = false;
    struct allocation_counts counts = {
        .allocations = atomic_load(&allocations),
        .allocated_bytes = atomic_load(&allocated_bytes),
        .live_bytes = atomic_load(&live_bytes),
        .peak_live_bytes = atomic_load(&peak_live_bytes),
    };
    return counts;
}
