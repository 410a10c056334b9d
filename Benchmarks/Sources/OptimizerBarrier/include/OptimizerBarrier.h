#ifndef OPTIMIZER_BARRIER_H
#define OPTIMIZER_BARRIER_H

/// Does nothing that an optimizer could know of with the value at an address.
void benchmark_consume(const void *address);

/// Calls a function. An instruction counter that is told to collect within `benchmark_measured_call` counts
/// the call and nothing else.
void benchmark_measured_call(void (*function)(void *context), void *context);

#endif
