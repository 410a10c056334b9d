/* What the headers declare is written in Swift, in Sources/CompassC, but for what only the header knows. */
#include "compass.h"
#include "compass_arrow.h"

const char *compass_version(void) { return COMPASS_VERSION; }
