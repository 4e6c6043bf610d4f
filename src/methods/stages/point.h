// The condition of a rule at the end of the step.

#pragma once

#include "base/arena.h"
#include "base/vec.h"
#include "methods/stages/rule.h"

// g(t1,y1) = 0
static inline bool point_at_end(rule *r, arena *a) {
  double *E = ARENA_ARRAY(a, double, r->s), *e = ARENA_ARRAY(a, double, 1);
  if (a->failed)
    return false;
  vec_copy(E, r->b, r->s);
  e[0] = 1;
  r->npoint = 1;
  r->E = E;
  r->e = e;
  return true;
}
