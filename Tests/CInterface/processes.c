/*
 * Children of fork() that make and use objects while threads of their parent do.
 *
 *     ./processes [CHILDREN]
 */
#include "expectations.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#define THREAD_COUNT 4

static volatile int is_over;

/* Makes and destroys handles; 0 when each call worked. */
static int use_handles(int count)
{
    int failures = 0;

    for (; count > 0; count--) {
        compass_zone zone = 0;

        failures += compass_zone_create(COMPASS_STRING("UTC"), &zone) != COMPASS_OK;
        failures += compass_zone_destroy(zone) != COMPASS_OK;
        failures += compass_zone_destroy(zone) != COMPASS_INVALID_HANDLE;
    }
    return failures;
}

static void *work(void *argument)
{
    int *failures = (int *)argument;

    while (!is_over) *failures += use_handles(10);
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[THREAD_COUNT];
    int failures[THREAD_COUNT] = {0};
    int children = argc > 1 ? atoi(argv[1]) : 200;
    int number;

    EXPECT(use_handles(1) == 0);
    for (number = 0; number < THREAD_COUNT; number++)
        EXPECT(pthread_create(&threads[number], NULL, work, &failures[number]) == 0);
    for (number = 0; number < children; number++) {
        int status = -1;
        pid_t child = fork();

        if (child == 0) {
            /* Ends a child that waits for a lock that nobody gives back. */
            alarm(30);
            _exit(use_handles(10) != 0);
        }
        EXPECT(child > 0 && waitpid(child, &status, 0) == child);
        EXPECT(status == 0);
        if (status != 0) break;
    }
    is_over = 1;
    for (number = 0; number < THREAD_COUNT; number++) {
        EXPECT(pthread_join(threads[number], NULL) == 0);
        EXPECT(failures[number] == 0);
    }
    return outcome("processes");
}
