// The functions of a problem for time stepping, evaluated: by the interpreter, or compiled.

#include "problem/unilateral.h"

#include <assert.h>

enum { of_motion, of_rows, of_gaps, of_constraints, first_law };

static int first_part(const unilateral *u) {
  return first_law + 2*u->npairs;
}

int unilateral_tapes(const unilateral *u) {
  return first_part(u) + u->npart;
}

const tape *unilateral_tape(const unilateral *u, int k) {
  const tape *const own[] = {u->motion, u->rows, u->gaps, u->constraints};
  assert(k >= 0 && k < unilateral_tapes(u));
  if (k < first_law)
    return own[k];
  if (k >= first_part(u))
    return u->parts[k - first_part(u)];
  const unilateral_pairs *law = &u->pairs[(k - first_law)/2];
  return (k - first_law) % 2 == 0 ? law->rows : law->gap;
}

static double length(const tape *t) {
  return t ? t->ncode + t->nstore : 0;
}

double unilateral_effort(const unilateral *u) {
  enum { passes = 3 };
  double effort = (1 + passes)*length(u->motion) + (1 + 2*passes)*length(u->rows) +
                  2*length(u->gaps) + 2*passes*length(u->constraints);
  for (int i = 0; i < u->ncontact && u->members; i++)
    effort += length(u->parts[u->members[i].rows]) + length(u->parts[u->members[i].gap]);
  for (int i = 0; i < u->npairs; i++)  // a body is near another one
    effort += 4.0*(u->pairs[i].parts->last[0] - u->pairs[i].parts->first[0] + 1) *
              length(u->pairs[i].rows);
  return effort;
}

static bool init(unilateral_evaluator *e, arena *a) {
  int count = unilateral_tapes(e->of);
  e->functions = ARENA_ARRAY(a, unilateral_function, count);
  e->gather = ARENA_ARRAY(a, double, e->of->most_inputs + 1);
  for (int k = 0; k < count && !a->failed; k++) {
    const tape *t = unilateral_tape(e->of, k);
    unilateral_function *f = &e->functions[k];
    f->tape = t;
    f->work = t ? ARENA_ARRAY(a, double, t->nwork + 1) : NULL;
    if (f->work)
      tape_prepare(t, f->work);
  }
  return !a->failed;
}

unilateral_evaluator *unilateral_evaluator_of(evaluator *e, arena *a) {
  assert(e->problem->unilateral);
  if (e->unilateral)
    return e->unilateral;
  unilateral_evaluator *made = arena_alloc(a, sizeof *made);
  if (!made)
    return NULL;
  *made = (unilateral_evaluator){.of = e->problem->unilateral};
  e->unilateral = init(made, a) ? made : NULL;
  return e->unilateral;
}

static inline void call(const unilateral_function *f, const double *const *in, double *out) {
  assert(f->tape);
  if (f->compiled)
    f->compiled(NULL, in, out);
  else
    tape_run(f->tape, f->work, in, out);
}

// ---------------------------------------------------------------------------------------------
// motion and constraints

// where the functions read the time: at t itself, or in front of what is set between steps
static inline const double *clock_at(unilateral_evaluator *e, const double *t) {
  if (!e->inputs)
    return t;
  e->inputs->clock[0] = *t;
  return e->inputs->clock;
}

void unilateral_motion(unilateral_evaluator *e, double t, const double *q, const double *v,
                       double *out) {
  const double *in[] = {clock_at(e, &t), q, v};
  call(&e->functions[of_motion], in, out);
}

void unilateral_constraints(unilateral_evaluator *e, double t, const double *q, double *out) {
  const double *in[] = {clock_at(e, &t), q};
  call(&e->functions[of_constraints], in, out);
}

// ---------------------------------------------------------------------------------------------
// contacts

static void call_part(unilateral_evaluator *e, int part, double t, const double *q,
                      const int *input, int count, double *out) {
  const double *in[] = {clock_at(e, &t), e->gather};
  for (int k = 0; k < count; k++)
    e->gather[k] = q[input[k]];
  call(&e->functions[first_part(e->of) + part], in, out);
}

void unilateral_member_rows(unilateral_evaluator *e, int i, double t, const double *q,
                            double *out) {
  const unilateral_member *m = &e->of->members[i];
  call_part(e, m->rows, t, q, m->rows_input, m->nrows_input, out + e->of->contacts[i].at);
}

double unilateral_member_gap(unilateral_evaluator *e, int i, double t, const double *q) {
  const unilateral_member *m = &e->of->members[i];
  double gap = 0;
  call_part(e, m->gap, t, q, m->gap_input, m->ngap_input, &gap);
  return gap;
}

void unilateral_rows(unilateral_evaluator *e, double t, const double *q, double *out) {
  const double *in[] = {clock_at(e, &t), q};
  if (!e->of->members) {
    call(&e->functions[of_rows], in, out);
    return;
  }
  for (int i = 0; i < e->of->ncontact; i++)
    unilateral_member_rows(e, i, t, q, out);
}

void unilateral_gaps(unilateral_evaluator *e, double t, const double *q, double *out) {
  const double *in[] = {clock_at(e, &t), q};
  if (!e->of->members) {
    call(&e->functions[of_gaps], in, out);
    return;
  }
  for (int i = 0; i < e->of->ncontact; i++)
    out[i] = unilateral_member_gap(e, i, t, q);
}

// ---------------------------------------------------------------------------------------------
// pairs

void unilateral_pair_rows(unilateral_evaluator *e, int law, double t, const double *q,
                          double *out) {
  const double *in[] = {clock_at(e, &t), q};
  call(&e->functions[first_law + 2*law], in, out);
}

double unilateral_pair_gap(unilateral_evaluator *e, int law, double t, const double *q) {
  const double *in[] = {clock_at(e, &t), q};
  double gap = 0;
  call(&e->functions[first_law + 2*law + 1], in, &gap);
  return gap;
}
