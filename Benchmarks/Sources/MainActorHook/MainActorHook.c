#define _GNU_SOURCE
#include "MainActorHook.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>

// The concurrency library calls a hook, if it is set, in place of its function. Both words of a reference are zero for
// the executor of everything that is on no actor.
typedef struct {
    void *identity;
    void *implementation;
} Executor;
typedef __attribute__((swiftcall)) Executor (*GetMain)(void);
typedef __attribute__((swiftcall)) Executor (*GetMainHook)(GetMain original);
typedef __attribute__((swiftcall)) bool (*IsMain)(Executor executor);
typedef __attribute__((swiftcall)) bool (*IsMainHook)(Executor executor, IsMain original);

static _Atomic(void *) main_identity;
static _Atomic(void *) main_implementation;

static __attribute__((swiftcall)) Executor get_main(GetMain original) {
    void *identity = atomic_load(&main_identity);
    if (!identity) return original();
    return (Executor){identity, atomic_load(&main_implementation)};
}

static __attribute__((swiftcall)) bool is_main(Executor executor, IsMain original) {
    void *identity = atomic_load(&main_identity);
    return identity ? executor.identity == identity : original(executor);
}

bool main_actor_hook_set(void *identity, void *implementation) {
    GetMainHook *get = dlsym(RTLD_DEFAULT, "swift_task_getMainExecutor_hook");
    IsMainHook *is = dlsym(RTLD_DEFAULT, "swift_task_isMainExecutor_hook");
    if (!get || !is) return false;
    atomic_store(&main_implementation, implementation);
    atomic_store(&main_identity, identity);
    *is = is_main;
    *get = get_main;
    return true;
}
