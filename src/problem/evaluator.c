// Running the bundles of a problem: work arrays of one run.

#include "problem/mechanical.h"

#include "base/vec.h"
#include "problem/added_forces.h"
#include "problem/callbacks.h"
#include "problem/legendre.h"
#include "problem/own_chart.h"
#include "real/sine.h"

#include <assert.h>
#include <math.h>

chart_blocks chart_blocks_new(arena *a, int n) {
  size_t nn = (size_t)n*(size_t)n;
  return (chart_blocks){ARENA_ARRAY(a, double, nn), ARENA_ARRAY(a, double, nn),
                        ARENA_ARRAY(a, double, nn), ARENA_ARRAY(a, double, nn)};
}

chart_room chart_room_new(arena *a, int n) {
  return (chart_room){ARENA_ARRAY(a, double, n), ARENA_ARRAY(a, double, n), chart_blocks_new(a, n)};
}

// the degree k of Phi_v v = k Phi at one point; NaN if Phi is zero there
static double degree(evaluator *e, int row, const double *q, const double *v) {
  assert(row >= 0 && row < e->problem->mechanical.mn);
  int n = e->problem->nv, m = e->problem->mechanical.mn;
  const double *out = evaluator_run(e, BUNDLE_PHI_BLOCKS, 0, q, v, NULL);
  return vec_dot(out + m + m*n + row*n, v, n)/out[row];
}

// velocities far from each other, and positions a little away, in the k-th trial
static void look_elsewhere(double *v, double *near_q, const double *q, const widths *w, int k) {
  const problem *p = w->evaluator->problem;
  for (int i = 0; i < p->n; i++)
    near_q[i] = q[i] + (p->class == PROBLEM_GROUP ? 0.01*real_cos(3 + i*2.3 + 1.9*k) : 0);
  for (int i = 0; i < p->nv; i++) {
    v[i] = widths_speed(w, i)*(1 + k)*real_sin(1 + i*1.7 + 2.9*k);
    if (w->place[i] >= 0)
      near_q[w->place[i]] =
          q[w->place[i]] + 0.01*widths_reach(w, i)*real_cos(3 + w->place[i]*2.3 + 1.9*k);
  }
}

bool evaluator_keeps_energy(evaluator *e, const double *q, const widths *w) {
  const problem *p = e->problem;
  assert(w->evaluator == e);
  if (!problem_is_mechanical(p))
    return problem_has_energy(p);  // it was given with a bracket
  if (!p->mechanical.structure.autonomous || p->mechanical.structure.forces)
    return false;
  if (p->mechanical.structure.linear)
    return true;

  // the same degree at three velocities and positions
  double *v = e->scratch, *near_q = v + p->nv;
  for (int row = 0; row < p->mechanical.mn; row++) {
    double k[3];
    for (int trial = 0; trial < 3; trial++) {
      look_elsewhere(v, near_q, q, w, trial);
      k[trial] = degree(e, row, near_q, v);
    }
    if (!(fabs(k[0] - k[1]) < 1e-9) || !(fabs(k[0] - k[2]) < 1e-9))
      return false;
  }
  return true;
}

// a tape and the slots it computes in
typedef struct interpreter {
  const tape *tape;
  double *work;
} interpreter;

static void interpret(void *context, const double *const *in, double *out) {
  interpreter *i = context;
  tape_run(i->tape, i->work, in, out);
}

static bool bind(bundle *b, arena *a, const tape *t) {
  assert(!b->function);
  interpreter *i = arena_alloc(a, sizeof *i);
  if (!i)
    return false;
  *i = (interpreter){t, ARENA_ARRAY(a, double, t->nwork)};
  *b = (bundle){interpret, i, ARENA_ARRAY(a, double, t->nout)};
  if (a->failed)
    return false;
  tape_prepare(t, i->work);
  return true;
}

static bool bind_tapes(evaluator *e, arena *a) {
  for (int k = 0; k < BUNDLE_COUNT; k++)
    if (e->problem->bundles[k] && !bind(&e->bundles[k], a, e->problem->bundles[k]))
      return false;
  return true;
}

// the two charts of a mechanical problem
static bool init_charts(evaluator *e, arena *a) {
  const problem *p = e->problem;
  legendre *transform = arena_alloc(a, sizeof *transform);
  if (a->failed)
    return false;
  e->own = (chart){own_chart_eval, e};
  chart other = {legendre_eval, transform};
  e->velocities = p->mechanical.lagrangian ? e->own : other;
  e->momenta = p->mechanical.lagrangian ? other : e->own;
  return p->lean || legendre_init(transform, a, &e->own, p->nv, &p->mechanical.structure);
}

double *legendre_start(const evaluator *e) {
  const chart *other = e->problem->mechanical.lagrangian ? &e->momenta : &e->velocities;
  bool there = problem_is_mechanical(e->problem) && other->function == legendre_eval;
  return there ? ((legendre *)other->context)->x : NULL;
}

int evaluator_length(const problem *p, bundle_kind kind) {
  assert(kind < BUNDLE_COUNT);
  return p->bundles[kind] ? p->bundles[kind]->ncode : -1;
}

// the inputs have their values at the start
static bool init_inputs(evaluator *e, arena *a) {
  const problem *p = e->problem;
  if (p->ninput == 0)
    return true;
  e->inputs = ARENA_ARRAY(a, evaluator_inputs, 1);
  double *clock = ARENA_ARRAY(a, double, 1 + p->ninput);
  if (a->failed)
    return false;
  vec_copy(clock + 1, p->input, p->ninput);
  e->inputs->clock = clock;
  return true;
}

bool evaluator_init(evaluator *e, arena *a, const problem *p) {
  *e = (evaluator){.problem = p, .n = p->nv};
  if (!init_inputs(e, a))
    return false;
  if (!(p->callbacks ? callbacks_bind(e, a) : bind_tapes(e, a)))
    return false;
  if (p->added && !added_bind(e, a))
    return false;
  e->scratch = ARENA_ARRAY(a, double, 2*p->n);
  return !a->failed && (!problem_is_mechanical(p) || init_charts(e, a));
}
