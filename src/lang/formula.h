// Formulas: one expression of the language over named columns of numbers, as in
//
//   sqrt(x^2 + y^2), norm(w'), energy - momentum.x^2/2, sum(i in 1..3: w[i]*w'[i])
//
// A name is that of a column, as it stands at the head of a file: x', w[2], R[1,2], momentum.x. Of
// columns w[1], w[2], ... w[n] the vector is `w`, of w[1]', ... it is w', unless a column has that name.
// Primes and dots belong to names: there are no derivatives of columns.

#pragma once

#include "lang/source.h"
#include "lang/value.h"

typedef struct formula {
  graph *graph;  // to be freed with graph_free, unless reading failed
  value value;
  const expr *symbols;  // one per column
} formula;

// Read the text as a formula of n columns. The names and the arena must outlive it.
noslip_status formula_read(const source *s, arena *a, const char *const *names, int n, formula *out,
                           failure *why);
