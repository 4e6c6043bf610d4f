// Which entries of a large Jacobian are always zero? A step is tried with numbers by chance in the
// place of all that the problem says, zeros that it never writes aside: what is zero in J then is so by
// structure. So it follows from the expressions of the model and the text of the kernel, whatever the
// family, and no family says it a second time.

#include "methods/method.h"
#include "problem/mechanical.h"
#include "solve/dense.h"
#include "solve/newton_sparse.h"

#include <string.h>

// numbers between 1/2 and 3/2, the same in every run
typedef struct chance {
  uint64_t state;
} chance;

static double draw(chance *c) {
  c->state = 6364136223846793005u*c->state + 1442695040888963407u;
  return 0.5 + (double)(c->state >> 11)*0x1p-53;
}

static void draw_all(chance *c, double *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = draw(c);
}

// a bundle, and what takes its place
typedef struct stand_in {
  const tape *tape;
  chance *chance;
} stand_in;

static void say_anything(void *context, const double *const *in, double *out) {
  const stand_in *s = context;
  (void)in;
  for (int i = 0; i < s->tape->nstore; i++)
    out[s->tape->store[i].to] = draw(s->chance);
}

// the bundles of an evaluator, while others stand in for them
typedef struct bundles {
  bundle own[BUNDLE_COUNT];
  stand_in other[BUNDLE_COUNT];
} bundles;

static void replace(evaluator *e, bundles *b, chance *c) {
  memcpy(b->own, e->bundles, sizeof b->own);
  for (int k = 0; k < BUNDLE_COUNT; k++) {
    const tape *t = e->problem->bundles[k];
    b->other[k] = (stand_in){t, c};
    if (t)
      e->bundles[k] = (bundle){say_anything, &b->other[k], e->bundles[k].out};
  }
}

static bool draw_state(state *x, arena *a, const problem *p, chance *c) {
  if (!state_init(x, a, p))
    return false;
  double *lists[] = {x->q, x->v, x->p, x->rho};
  for (size_t i = 0; i < sizeof lists/sizeof *lists; i++)
    draw_all(c, lists[i], lists[i] ? x->n : 0);
  draw_all(c, x->lambda, p->m);
  draw_all(c, x->kept, p->m);
  for (int i = 0; i < p->m; i++)
    x->signs[i] = 1;
  return true;
}

// tried steps: by chance an entry may vanish in one
static void try_steps(stepper *s, state *x, state *again) {
  enum { tries = 2 };
  const double h = 0.7;
  for (int k = 0; k < tries; k++) {
    state_copy(again, x);
    s->take(s->self, again, h);
  }
}

// with everything that steps change put back afterwards
static bool seek(stepper *s, evaluator *e, arena *scratch) {
  chance c = {1};
  bundles b;
  state x, again;
  size_t size = stepper_carried_size(s);
  int nv = e->problem->nv;
  char *carried = arena_alloc(scratch, size + 1);
  double *start = legendre_start(e), *kept = ARENA_ARRAY(scratch, double, nv + 1);
  if (scratch->failed || !draw_state(&x, scratch, e->problem, &c) ||
      !state_init(&again, scratch, e->problem))
    return false;
  stepper_save(s, carried);
  if (start)
    vec_copy(kept, start, nv);
  replace(e, &b, &c);
  try_steps(s, &x, &again);
  memcpy(e->bundles, b.own, sizeof b.own);
  if (start)
    vec_copy(start, kept, nv);
  stepper_restore(s, carried);
  return true;
}

static bool find_with(stepper *s, evaluator *e, arena *a, arena *scratch) {
  newton *solve = &s->kernel->newton;
  int n = solve->shape.n;
  solve->sparse = newton_sparse_seek(a, scratch, n);
  if (!solve->sparse || !seek(s, e, scratch))
    return false;
  if (!newton_sparse_found(solve->sparse, a, n))
    solve->sparse = NULL;
  return !a->failed;
}

// a compiled step of a small system has no sparse equations, nor have functions of the caller tapes
static bool may_have_zeros(const stepper *s, const problem *p) {
  bool plain = p->class != PROBLEM_GROUP && !p->callbacks && !p->added && !p->lean;
  return plain && s->binding && s->binding->equations && s->kernel->newton.shape.n > dense_small;
}

bool stepper_find_zeros(stepper *s, evaluator *e, arena *a) {
  if (!may_have_zeros(s, e->problem) || s->kernel->newton.sparse)
    return true;
  arena scratch;
  arena_init(&scratch, a->memory);
  bool done = find_with(s, e, a, &scratch) && !scratch.failed;
  arena_free(&scratch);
  return done;
}
