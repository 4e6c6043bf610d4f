// What is always zero in the matrices of a stage method with many unknowns: the trial of methods/zeros.c
// has left numbers by chance in all of them, and zeros where nothing is ever written.

#include "methods/stages/stages_make.h"

#include "solve/newton_sparse.h"
#include "solve/sparse_pick.h"

static bool pick_forces(const stages *s, arena *a, stages_zeros *z) {
  int n = s->shape.n;
  const double *blocks[] = {s->d.yv, s->d.yq, s->d.U, s->d.X};
  return sparse_rows_pick(&z->forces, a, blocks, 4, n, n) &&
         (!s->shape.constant_mass || (sparse_rows_pick(&z->mass, a, &s->shape.M, 1, n, n) &&
                                      sparse_rows_pick(&z->inverse, a, &s->shape.W, 1, n, n)));
}

// Phi_v and G, and their derivatives
static bool pick_level(const stages *s, arena *a, stages_zeros *z) {
  int n = s->shape.n, m = stages_m(s->shape), own = s->shape.mn*n;
  double *all = ARENA_ARRAY(a, double, m*n);
  if (!all)
    return false;
  for (int i = 0; i < m*n; i++)
    all[i] = fabs(s->B[i]) + fabs(s->at.Lq[i]) + fabs(s->at.Lp[i]);
  for (int i = 0; i < own; i++)
    all[i] += fabs(s->d.Pq[i]);
  const double *rows = all;
  if (!sparse_rows_pick(&z->level, a, &rows, 1, m, n) ||
      !sparse_rows_times(&z->reach, a, z->level, z->forces, m, n))
    return false;
  z->reach.packed = false;  // LX and LU stand in dense arrays
  return true;
}

bool stages_find_zeros(stepper *step, evaluator *e, arena *a) {
  stages *s = step->self;
  stages_zeros *z = ARENA_ARRAY(a, stages_zeros, 1);
  if (!z || !stepper_find_zeros(step, e, a))
    return false;
  const newton_sparse *found = step->kernel->newton.sparse;
  if (!found || s->shape.loaded)
    return true;
  z->J = (sparse_rows){.first = found->first, .column = found->column};
  if (!pick_forces(s, a, z) || !pick_level(s, a, z))
    return false;
  s->shape.zeros = z;
  return true;
}
