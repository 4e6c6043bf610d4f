// The list of composition schemes.

#pragma once

#include "methods/compose.h"

// the list of schemes, and one by its name (NULL: none)
int scheme_count(void);
const scheme *scheme_at(int i);
const scheme *scheme_find(const char *name);

// the scheme s of compose(M, symmetric), as one of M and its adjoint in turn
scheme scheme_nested(const scheme *s);
