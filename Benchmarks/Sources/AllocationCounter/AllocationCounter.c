// Counts what an executable allocates, by defining the allocator's functions over glibc's own.
//
// The GNU C library lets an executable replace malloc and its relatives, for every library of the process
// (Replacing malloc, glibc manual 3.2.5), and still offers its own under other names. Sizes are those that the
// allocator reports for a block, not those that were asked for, so that nothing is hidden by rounding.
// While counting is off, the cost is one relaxed load and a branch that is never taken.

#include "AllocationCounter.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

void benchmark_consume(const void *address) { __asm__ volatile("" : : "r"(address) : "memory"); }

#if defined(__linux__) && defined(__GLIBC__)

#include <malloc.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

static atomic_bool counting;
static atomic_int_fast64_t allocations;
static atomic_int_fast64_t allocated_bytes;
static atomic_int_fast64_t live_bytes;
static atomic_int_fast64_t peak_live_bytes;

static inline bool is_counting(void) {
    return __builtin_expect(atomic_load_explicit(&counting, memory_order_relaxed), 0);
}

static void add_live(int64_t bytes) {
    int64_t live = atomic_fetch_add_explicit(&live_bytes, bytes, memory_order_relaxed) + bytes;
    int64_t peak = atomic_load_explicit(&peak_live_bytes, memory_order_relaxed);
    while (live > peak
           && !atomic_compare_exchange_weak_explicit(
               &peak_live_bytes, &peak, live, memory_order_relaxed, memory_order_relaxed)) {}
}

static void *counted(void *block) {
    if (is_counting() && block) {
        int64_t bytes = (int64_t)malloc_usable_size(block);
        atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
        atomic_fetch_add_explicit(&allocated_bytes, bytes, memory_order_relaxed);
        add_live(bytes);
    }
    return block;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }

void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size)); }

void *realloc(void *block, size_t size) {
    if (!is_counting()) return __libc_realloc(block, size);
    int64_t bytes_before = block ? (int64_t)malloc_usable_size(block) : 0;
    void *moved = __libc_realloc(block, size);
    // Resizing to nothing frees; a refusal leaves the old block as it was.
    if (moved || size == 0) add_live(-bytes_before);
    return counted(moved);
}

void free(void *block) {
    if (is_counting() && block) {
        atomic_fetch_sub_explicit(&live_bytes, (int64_t)malloc_usable_size(block), memory_order_relaxed);
    }
    __libc_free(block);
}

void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

int posix_memalign(void **block, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
    void *memory = __libc_memalign(alignment, size);
    if (!memory) return ENOMEM;
    *block = counted(memory);
    return 0;
}

bool allocation_counter_is_available(void) { return true; }

void allocation_counter_start(void) {
    atomic_store(&counting, false);
    atomic_store(&allocations, 0);
    atomic_store(&allocated_bytes, 0);
    atomic_store(&live_bytes, 0);
    atomic_store(&peak_live_bytes, 0);
    atomic_store(&counting, true);
}

struct allocation_counts allocation_counter_stop(void) {
    atomic_store(&counting, false);
    return allocation_counter_read();
}

struct allocation_counts allocation_counter_read(void) {
    struct allocation_counts counts = {
        .allocations = atomic_load(&allocations),
        .allocated_bytes = atomic_load(&allocated_bytes),
        .live_bytes = atomic_load(&live_bytes),
        .peak_live_bytes = atomic_load(&peak_live_bytes),
    };
    return counts;
}

#else

bool allocation_counter_is_available(void) { return false; }

void allocation_counter_start(void) {}

struct allocation_counts allocation_counter_stop(void) { return allocation_counter_read(); }

struct allocation_counts allocation_counter_read(void) {
    struct allocation_counts counts = {0, 0, 0, 0};
    return counts;
}

#endif
