// The list of composition schemes.

#pragma once

#include "methods/compose/compose.h"

// the list of schemes, and one by its name (NULL: none)
int scheme_count(void);
const scheme *scheme_at(int i);
const scheme *scheme_find(const char *name);

// the scheme s of compose(M, symmetric), as one of M and its adjoint in turn
scheme scheme_nested(const scheme *s);

// `symmetric`: M and its adjoint, once
static inline bool scheme_is_pair(const scheme *s) {
  return s->adjoint && s->stages == 2;
}
