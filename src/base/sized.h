// Structs that a caller knows in an older or newer layout. Fields are only ever added at the end, so
// two layouts agree in what both have; the size tells which one it is.

#pragma once

#include <stdbool.h>
#include <stddef.h>

// own = given, a struct of `size` bytes or NULL; what the caller does not know of is 0. False if the
// caller has set a field that is not known here.
bool sized_take(void *own, size_t own_size, const void *given, size_t size);

// *to, of `size` bytes, = own; what is not known here is 0, and nothing is written behind it
void sized_give(void *to, size_t size, const void *own, size_t own_size);
