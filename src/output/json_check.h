// Is a text JSON? For files of results, which are put into pages as they are.

#pragma once

#include <stdbool.h>
#include <stddef.h>

// Where a text is not JSON (RFC 8259): the offset of the first byte that does not fit, or -1 if it is one
// whole value. Nesting deeper than json_deepest does not fit.
enum { json_deepest = 100 };
long json_fault(const char *text, size_t length);

// Is there a member of this name in the object, or in an object of the list, that the text is?
bool json_has(const char *text, size_t length, const char *name);
