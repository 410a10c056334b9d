/* The functions are written in Swift, in Sources/CompassC; this only proves that the header stands alone. */
#include "compass.h"
#include "compass_arrow.h"
