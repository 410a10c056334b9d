/* The end of Arrow's structs in capsules of Python. In C, as it is called where nothing else may run. */
#include "compass_arrow.h"

static const char *(*capsule_name)(void *);
static void *(*capsule_pointer)(void *, const char *);
static void (*free_struct)(void *);

compass_status compass_arrow_use_capsules(
    const char *(*name_of)(void *), void *(*pointer_of)(void *, const char *), void (*free_memory)(void *))
{
    if (!name_of || !pointer_of || !free_memory)
        return COMPASS_NULL_POINTER;
    capsule_name = name_of;
    capsule_pointer = pointer_of;
    free_struct = free_memory;
    return COMPASS_OK;
}

void compass_arrow_end_capsule(void *capsule)
{
    const char *name = capsule && capsule_name ? capsule_name(capsule) : NULL;

    if (name && strcmp(name, "arrow_schema") == 0) {
        struct ArrowSchema *schema = capsule_pointer(capsule, name);
        if (schema && schema->release)
            schema->release(schema);
        free_struct(schema);
    } else if (name && strcmp(name, "arrow_array") == 0) {
        struct ArrowArray *array = capsule_pointer(capsule, name);
        if (array && array->release)
            array->release(array);
        free_struct(array);
    } else if (name && strcmp(name, "arrow_array_stream") == 0) {
        struct ArrowArrayStream *stream = capsule_pointer(capsule, name);
        if (stream && stream->release)
            stream->release(stream);
        free_struct(stream);
    }
}
