// A problem from the text of a model, with everything that works on it.

#pragma once

#include "tests/support/check.h"

#include "model/model.h"
#include "problem/consistent.h"
#include "problem/initial.h"
#include "problem/state.h"

typedef struct setting {
  noslip_context *context;
  noslip_model *model;
  const problem *p;
  arena arena;
  evaluator e;
  consistent c;
  state s;            // as given by `init`, completed
  text_buffer notes;  // what was projected
  failure why;
} setting;

// fill the state from `init`
static inline void setting_start(setting *s) {
  const model_system *m = s->model->system;
  if (!problem_is_mechanical(s->p)) {
    for (int i = 0; i < s->p->n; i++)
      s->s.q[i] = m->states.list[i].start;
    for (int k = 0; k < s->p->m; k++)
      s->s.lambda[k] = m->algebraics.list[k].start;
    return;
  }
  for (int i = 0; i < s->p->n; i++) {
    s->s.q[i] = m->positions.list[i].start;
    s->s.v[i] = m->velocities.list[i].start;
    s->s.p[i] = m->momenta.list[i].start;
  }
  observed_complete(&s->e, &s->s, s->p->mechanical.lagrangian);
}

// The evaluator is pointed to: a setting stays where it was begun.
static inline void setting_begin(setting *s, const char *text) {
  s->context = noslip_open(NULL);
  assert_non_null(s->context);
  noslip_status status = noslip_model_parse(s->context, "test", text, NULL, &s->model);
  check_that(status == NOSLIP_OK, __FILE__, __LINE__, "%s\n", noslip_last_error(s->context));
  s->p = s->model->problem;
  assert_non_null(s->p);
  arena_init(&s->arena, &s->context->memory);
  text_init(&s->notes, &s->context->memory);
  s->why = (failure){0};
  assert_true(evaluator_init(&s->e, &s->arena, s->p));
  assert_true(consistent_init(&s->c, &s->arena, &s->e));
  assert_true(state_init(&s->s, &s->arena, s->p));
  setting_start(s);
}

static inline void setting_end(setting *s) {
  text_free(&s->notes);
  arena_free(&s->arena);
  noslip_model_free(s->model);
  noslip_close(s->context);
}

// check and complete the start, as a run would; s->why has the sentence
static inline noslip_status setting_prepare(setting *s, bool project) {
  initial in = {&s->e, &s->c, project, &s->notes, 0, NULL};
  return initial_prepare(&in, &s->arena, &s->s, &s->why);
}

// the same, where it has to go well
static inline void setting_prepared(setting *s) {
  noslip_status status = setting_prepare(s, false);
  check_that(status == NOSLIP_OK, __FILE__, __LINE__, "%s\n", s->why.sentence);
}

static inline const char *setting_notes(const setting *s) {
  return s->notes.data ? s->notes.data : "";
}

// the larger of the two residuals of a constraint at the state
static inline double setting_residual(setting *s, int k) {
  const double *out = evaluator_run(&s->e, BUNDLE_RESIDUALS, s->s.t, s->s.q, s->s.v, NULL);
  return fmax(fabs(out[k]), fabs(out[s->p->m + k]));
}
