// Runs for the tests of mechanisms and stiff systems: load, run, ask.

#pragma once

#include "noslip.h"
#include "tests/support/check.h"

#include <stdio.h>

typedef struct trial {
  noslip_context *context;
  noslip_model *model;
  noslip_run *run;
} trial;

// a file of models/ with a method; `set` is NULL or a parameter
static inline trial trial_of(const char *file, const noslip_setting *set, const char *method,
                             double h) {
  char path[4096];
  snprintf(path, sizeof path, NOSLIP_MODELS "/%s.noslip", file);
  trial t = {.context = noslip_open(NULL)};
  assert_non_null(t.context);
  noslip_model_options with = {.set = set, .nset = set ? 1 : 0};
  assert_int_equal(noslip_model_load_with(t.context, path, &with, &t.model), NOSLIP_OK);
  noslip_run_options o = {.method = method, .step = h, .steps = 1, .backend = "interpret"};
  if (noslip_run_new(t.context, t.model, &o, &t.run) != NOSLIP_OK)
    print_error("%s\n", noslip_last_error(t.context));
  assert_non_null(t.run);
  return t;
}

// n steps, all of which succeed
static inline void trial_steps(trial *t, const char *method, double h, long n) {
  if (noslip_advance(t->run, n) != NOSLIP_OK)
    print_error("%s, h = %g: %s\n", method, h, noslip_last_error(t->context));
  noslip_report r;
  noslip_run_report(t->run, &r);
  assert_int_equal(r.steps, n);
}

static inline bool trial_warns(trial *t, const char *words) {
  noslip_report r;
  noslip_run_report(t->run, &r);
  for (int i = 0; i < r.nwarning; i++)
    if (strstr(r.warnings[i], words))
      return true;
  return false;
}

static inline double trial_constraint(trial *t) {
  noslip_report r;
  noslip_run_report(t->run, &r);
  return r.constraint_max_error;
}

static inline void trial_end(trial *t) {
  noslip_run_free(t->run);
  noslip_model_free(t->model);
  noslip_close(t->context);
}
