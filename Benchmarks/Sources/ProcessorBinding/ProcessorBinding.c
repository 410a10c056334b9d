// Sets of processors are macros of the C library, which Swift cannot call.

#define _GNU_SOURCE
#include "ProcessorBinding.h"

#ifdef __linux__
#include <sched.h>

bool processor_binding_is_supported(void) { return true; }

int processor_number_limit(void) { return CPU_SETSIZE; }

bool processor_is_usable(int number) {
    cpu_set_t set;
    if (number < 0 || number >= CPU_SETSIZE || sched_getaffinity(0, sizeof set, &set) != 0) return false;
    return CPU_ISSET(number, &set);
}

bool processor_bind(int number) {
    if (number < 0 || number >= CPU_SETSIZE) return false;
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(number, &set);
    return sched_setaffinity(0, sizeof set, &set) == 0;
}

#else

bool processor_binding_is_supported(void) { return false; }

int processor_number_limit(void) { return 0; }

bool processor_is_usable(int number) {
    (void)number;
    return false;
}

bool processor_bind(int number) {
    (void)number;
    return false;
}

#endif
