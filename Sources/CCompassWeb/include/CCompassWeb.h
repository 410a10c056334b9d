// The files of the web app, which the program has inside: no file of a disk is ever served.

#ifndef COMPASS_WEB_H
#define COMPASS_WEB_H

#include <stddef.h>

/// A file of the app.
typedef struct {
    /// The path below the root of the server, without its slash.
    const char *_Nonnull path;
    const char *_Nonnull media_type;
    const unsigned char *_Nonnull bytes;
    size_t byte_count;
} CompassWebFile;

/// Returns the number of files.
size_t compass_web_file_count(void);

/// Returns a file; its memory lives as long as the program.
///
/// `index` is from 0 up to and without the number of files.
CompassWebFile compass_web_file(size_t index);

#endif
