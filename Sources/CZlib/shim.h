/* zlib of the system; what links it is said in Package.swift. */
#include <zlib.h>
