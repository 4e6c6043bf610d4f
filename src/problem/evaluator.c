// Running the bundles of a mechanical problem: work arrays of one run.

#include "problem/mechanical.h"

#include "base/vec.h"
#include "problem/legendre.h"

#include <math.h>

picture_blocks picture_blocks_new(arena *a, int n) {
  size_t nn = (size_t)n*(size_t)n;
  return (picture_blocks){ARENA_ARRAY(a, double, nn), ARENA_ARRAY(a, double, nn),
                          ARENA_ARRAY(a, double, nn), ARENA_ARRAY(a, double, nn)};
}

const double *evaluator_run(evaluator *e, bundle_kind kind, double t, const double *q,
                            const double *x, const double *mu) {
  const double *in[] = {&t, q, x, mu};
  tape_run(e->problem->bundles[kind], e->work[kind], in, e->out[kind]);
  return e->out[kind];
}

const double *evaluator_monitors(evaluator *e, double t, const double *q, const double *v,
                                 const double *p, const double *mu, double energy) {
  const double *in[] = {&t, q, v, p, mu, &energy};
  tape_run(e->problem->monitors, e->monitor_work, in, e->monitor_out);
  return e->monitor_out;
}

// the degree k of Phi_v v = k Phi at one point; NaN if Phi is zero there
static double degree(evaluator *e, int row, const double *q, const double *v) {
  int n = e->problem->n, m = e->problem->mn;
  const double *out = evaluator_run(e, BUNDLE_PHI_BLOCKS, 0, q, v, NULL);
  return vec_dot(out + m + m*n + row*n, v, n)/out[row];
}

bool evaluator_keeps_energy(evaluator *e, const double *q) {
  const mechanical *p = e->problem;
  if (!p->structure.autonomous || p->structure.forces)
    return false;
  if (p->structure.linear)
    return true;

  // the same degree at three velocities, far from each other, and at three positions
  double *v = e->scratch, *near_q = v + p->n;
  for (int row = 0; row < p->mn; row++) {
    double k[3];
    for (int trial = 0; trial < 3; trial++) {
      for (int i = 0; i < p->n; i++) {
        v[i] = (1 + trial)*sin(1 + i*1.7 + 2.9*trial);
        near_q[i] = q[i] + 0.01*(1 + fabs(q[i]))*cos(3 + i*2.3 + 1.9*trial);
      }
      k[trial] = degree(e, row, near_q, v);
    }
    if (!(fabs(k[0] - k[1]) < 1e-9) || !(fabs(k[0] - k[2]) < 1e-9))
      return false;
  }
  return true;
}

// the picture of the model's own form
static bool own_picture(void *context, double t, const double *q, const double *x, double *y,
                        double *f, picture_blocks *d) {
  evaluator *e = context;
  int n = e->problem->n;
  const double *out = evaluator_run(e, d ? BUNDLE_BLOCKS : BUNDLE_VALUES, t, q, x, NULL);
  vec_copy(y, out, n);
  vec_copy(f, out + n, n);
  if (d) {
    const double *blocks = out + 2*n;
    vec_copy(d->yx, blocks, n*n);
    vec_copy(d->yq, blocks + n*n, n*n);
    vec_copy(d->fx, blocks + 2*n*n, n*n);
    vec_copy(d->fq, blocks + 3*n*n, n*n);
  }
  return true;
}

bool evaluator_init(evaluator *e, arena *a, const mechanical *problem) {
  *e = (evaluator){.problem = problem};
  for (int k = 0; k < BUNDLE_COUNT; k++) {
    const tape *t = problem->bundles[k];
    e->work[k] = ARENA_ARRAY(a, double, t->nwork);
    e->out[k] = ARENA_ARRAY(a, double, t->nout);
    if (a->failed)
      return false;
    tape_prepare(t, e->work[k]);
  }
  e->monitor_work = ARENA_ARRAY(a, double, problem->monitors->nwork);
  e->monitor_out = ARENA_ARRAY(a, double, problem->monitors->nout);
  e->scratch = ARENA_ARRAY(a, double, 2*problem->n);
  legendre *transform = arena_alloc(a, sizeof *transform);
  if (a->failed)
    return false;
  tape_prepare(problem->monitors, e->monitor_work);

  e->own = (picture){own_picture, e};
  picture other = {legendre_eval, transform};
  e->velocities = problem->lagrangian ? e->own : other;
  e->momenta = problem->lagrangian ? other : e->own;
  return legendre_init(transform, a, &e->own, problem->n, &problem->structure);
}
