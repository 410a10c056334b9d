#include "OptimizerBarrier.h"

void benchmark_consume(const void *address) { __asm__ volatile("" : : "r"(address) : "memory"); }

// Never inlined, so that the function has a symbol of its own; the barrier keeps the call from becoming a
// jump, which would end the function before what it calls.
__attribute__((noinline)) void benchmark_measured_call(void (*function)(void *context), void *context) {
    function(context);
    __asm__ volatile("" : : : "memory");
}
