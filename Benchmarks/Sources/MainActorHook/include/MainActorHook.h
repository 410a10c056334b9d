#ifndef MAIN_ACTOR_HOOK_H
#define MAIN_ACTOR_HOOK_H

#include <stdbool.h>

/// Makes an executor the main actor's, for all jobs that are enqueued from now on.
///
/// - Parameters:
///   - identity: the executor's object, the first word of its unowned reference; nil for the main queue.
///   - implementation: the second word.
/// - Returns: whether this system's concurrency library can do so.
bool main_actor_hook_set(void *identity, void *implementation);

#endif
