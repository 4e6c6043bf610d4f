// Symmetric positive definite equations in expressions: G = L D L^T, without pivoting and without
// roots.

#pragma once

#include "base/arena.h"
#include "expr/node.h"

typedef struct ldl {
  graph *graph;
  int n;
  expr *L;  // n x n  below the diagonal, which is 1
  expr *D;  // n
  expr *E;  // n      1/D; NULL: quotients by D stand in its place
} ldl;

// False when there is no memory.
bool ldl_make(ldl *f, arena *a, graph *g, const expr *G, int n);

// The same with E: one quotient for each pivot, and products elsewhere.
bool ldl_make_reciprocal(ldl *f, arena *a, graph *g, const expr *G, int n);

// x <- L^-1 x
void ldl_forward(const ldl *f, expr *x);

// x <- L^-T D^-1 x
void ldl_backward(const ldl *f, expr *x);

// x <- G^-1 x
void ldl_solve(const ldl *f, expr *x);
