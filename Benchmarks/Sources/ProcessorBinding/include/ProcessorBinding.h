#ifndef PROCESSOR_BINDING_H
#define PROCESSOR_BINDING_H

#include <stdbool.h>

/// Whether the system can bind a process to a processor.
bool processor_binding_is_supported(void);

/// Whether the calling thread may use the processor with this number, from 0.
bool processor_is_usable(int number);

/// Binds the calling thread, and what it starts later, to a processor; false where that cannot be.
bool processor_bind(int number);

/// One more than the largest number that a processor may have.
int processor_number_limit(void);

#endif
