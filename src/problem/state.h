// The state of a mechanical system at a node.
//
// A method carries (q,v) or (q,p); the other one follows when it is asked for. What rounding took
// from a sum is kept beside it (compensated summation), so that the rounding of long runs stays a
// random walk. Angles are kept in (-pi, pi]; `turns` counts the rest.

#pragma once

#include "base/vec.h"

#include <stdbool.h>

struct arena;
struct mechanical;

typedef struct state {
  int n, m;
  double t;
  double *q, *v, *p;              // n
  double *q_low, *v_low, *p_low;  // n   what rounding took away
  double *turns;                  // n   full turns of each angle
  double *lambda;                 // m   multipliers, as declared
} state;

bool state_init(state *s, struct arena *a, const struct mechanical *problem);
void state_copy(state *to, const state *from);

// bring the angles back to (-pi, pi]
void state_wrap(state *s, const bool *angle);

// q with all turns, for output
void state_unwrapped(const state *s, const bool *angle, double *q);
