#include "study/exact.h"

#include "expr/tape.h"
#include "problem/observed.h"

#include <assert.h>
#include <math.h>

bool exact_there(const noslip_model *model) {
  return model_has_exact(model);
}

// ---------------------------------------------------------------------------------------------
// the expressions

// numbers of the statements: value[i] and its time derivative rate[i]
typedef struct given {
  int n;
  const double *value, *rate;
} given;

static noslip_status evaluate(given *out, arena *a, const model_system *s, double t, failure *why) {
  int n = s->exact.count;
  tape *code = NULL;
  if (model_exact_tape(&code, a, s, why) != NOSLIP_OK)
    return why->status;
  double *numbers = ARENA_ARRAY(a, double, 2*n), *work = ARENA_ARRAY(a, double, code->nwork);
  double *clock = model_exact_clock(a, s);
  if (a->failed)
    return fail_memory(why);
  clock[0] = t;
  tape_prepare(code, work);
  tape_run(code, work, (const double *const[]){clock}, numbers);
  *out = (given){n, numbers, numbers + n};
  return NOSLIP_OK;
}

// the statement that gives a symbol, -1 if there is none
static int statement_of(const model_system *s, expr symbol) {
  for (int i = 0; i < s->exact.count; i++)
    if (s->exact.list[i].symbol == symbol)
      return i;
  return -1;
}

// ---------------------------------------------------------------------------------------------
// what is known

typedef struct answer {
  const measured *what;
  const noslip_model *model;
  double t;
  given given;
  double *x;    // what->total
  bool *known;  // what->total
} answer;

static void learn(answer *out, int i, double value) {
  assert(i >= 0 && i < out->what->total);
  out->x[i] = value;
  out->known[i] = true;
}

// unknowns with names of their own
static void learn_named(answer *out, const unknowns *list, noslip_column column) {
  for (int i = 0; i < list->count; i++) {
    int k = statement_of(out->model->system, list->list[i].symbol);
    int place = measured_find(out->what, column, list->list[i].name);
    if (k >= 0 && place >= 0)
      learn(out, place, out->given.value[k]);
  }
}

// momenta are counted: they have the names of their coordinates
static void learn_momenta(answer *out) {
  const measured *m = out->what;
  const model_system *s = out->model->system;
  for (int i = 0; i < s->momenta.count && i < m->n[NOSLIP_COLUMN_P]; i++) {
    int k = statement_of(s, s->momenta.list[i].symbol);
    if (k >= 0)
      learn(out, m->begin[NOSLIP_COLUMN_P] + i, out->given.value[k]);
  }
}

// q and v in the order of the problem; false if a coordinate is not given
static bool whole_motion(state *x, const answer *from) {
  const model_system *s = from->model->system;
  for (int i = 0; i < x->n; i++) {
    int k = statement_of(s, s->positions.list[i].symbol);
    if (k < 0)
      return false;
    x->q[i] = from->given.value[k];
    x->v[i] = from->given.rate[k];
  }
  x->t = from->t;
  return true;
}

static void learn_column(answer *out, noslip_column c, const double *x) {
  for (int i = 0; i < out->what->n[c]; i++)
    learn(out, out->what->begin[c] + i, x[i]);
}

// p and the multipliers, from q and v
static noslip_status learn_following(answer *out, arena *a, failure *why) {
  const problem *p = out->model->problem;
  const model_system *s = out->model->system;
  evaluator e;
  consistent c;
  state x;
  if (!p || p->class == PROBLEM_GROUP || s->positions.count != p->n || s->velocities.count != p->n)
    return NOSLIP_OK;
  if (!evaluator_init(&e, a, p) || !consistent_init(&c, a, &e) || !state_init(&x, a, p))
    return fail_memory(why);
  if (!whole_motion(&x, out) || !observed_complete(&e, &x, true))
    return NOSLIP_OK;
  learn_column(out, NOSLIP_COLUMN_P, x.p);
  for (int k = 0; k < p->m; k++)
    x.lambda[k] = (double)NAN;  // no guess
  if (consistent_multipliers(&c, x.t, x.q, p->mechanical.lagrangian ? x.v : x.p, x.lambda))
    learn_column(out, NOSLIP_COLUMN_MULTIPLIER, x.lambda);
  return NOSLIP_OK;
}

static noslip_status learn_all(answer *out, arena *scratch, failure *why) {
  const model_system *s = out->model->system;
  noslip_status status = evaluate(&out->given, scratch, s, out->t, why);
  if (status == NOSLIP_OK)
    status = learn_following(out, scratch, why);
  if (status != NOSLIP_OK)
    return status;
  learn_named(out, &s->positions, NOSLIP_COLUMN_Q);
  learn_named(out, &s->states, NOSLIP_COLUMN_Q);
  learn_named(out, &s->states, NOSLIP_COLUMN_P);
  learn_named(out, &s->algebraics, NOSLIP_COLUMN_MULTIPLIER);
  learn_momenta(out);
  for (int i = 0; i < out->what->total; i++)
    if (out->known[i] && !isfinite(out->x[i]))
      return fail(why, NOSLIP_ERROR_MODEL,
                  "the exact solution of `%s` is not a finite number at t = %g",
                  out->what->names[i], out->t);
  return NOSLIP_OK;
}

noslip_status exact_at(double *x, bool *known, const measured *m, const noslip_model *model,
                       double t, failure *why) {
  answer out = {.what = m, .model = model, .t = t, .x = x, .known = known};
  arena scratch;
  arena_init(&scratch, model->arena.memory);
  noslip_status status = learn_all(&out, &scratch, why);
  arena_free(&scratch);
  return status;
}
