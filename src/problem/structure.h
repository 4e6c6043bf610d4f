// What is found in the expressions of a mechanical problem: mechanical_structure in problem.h.

#pragma once

#include "problem/mechanical.h"

typedef struct structure_parts {
  const mechanical_parts *parts;
  const expr *x;             // n      v or p: the variable of the model's own chart
  const expr *y, *f;         // n      p = L_v, or v = H_p; L_q + F, or -H_q + F
  const expr *force;         // n      F in (t,q,x), without what depends on multipliers
  const expr *load;          // n      and that, in (t,q,x,mu)
  const expr *phi;           // m      constraints as declared, in (t,q,v)
  const expr *rows;          // m x n  their derivatives: Phi_v, or G
  const expr *yx, *yq, *fx;  // n x n
} structure_parts;

// False when the graph or the arena has failed.
bool structure_find(arena *a, const structure_parts *found, problem *p);

// Is H_pp singular at a few points? From the bundle of blocks, with numbers. False when there is no
// memory.
bool structure_find_degenerate(arena *a, problem *p);
