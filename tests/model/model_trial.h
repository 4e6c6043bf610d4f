// A file of models/ and a run of it.

#pragma once

#include "noslip.h"
#include "tests/support/check.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

typedef struct trial {
  noslip_context *context;
  noslip_model *model;
  noslip_run *run;
} trial;

static inline void expect(trial *t, noslip_status status) {
  if (status != NOSLIP_OK)
    print_error("%s\n", noslip_last_error(t->context));
  assert_int_equal(status, NOSLIP_OK);
}

static inline trial load(const char *file, const noslip_model_options *options) {
  char path[4096];
  snprintf(path, sizeof path, NOSLIP_MODELS "/%s", file);
  trial t = {.context = noslip_open(NULL)};
  assert_non_null(t.context);
  expect(&t, noslip_model_load_with(t.context, path, options, &t.model));
  return t;
}

static inline void begin(trial *t, const noslip_run_options *options) {
  expect(t, noslip_run_new(t->context, t->model, options, &t->run));
}

static inline void steps(trial *t, long n) {
  for (long k = 0; k < n; k++)
    expect(t, noslip_step(t->run));
}

static inline double value(trial *t, const char *name) {
  double v = noslip_value(t->run, name);
  bool known = v == v;
  if (!known)
    print_error("there is no value `%s`\n", name);
  assert_true(known);
  return v;
}

static inline noslip_report report(trial *t) {
  noslip_report r;
  noslip_run_report(t->run, &r);
  return r;
}

static inline void end(trial *t) {
  noslip_run_free(t->run);
  noslip_model_free(t->model);
  noslip_close(t->context);
}

// load with one setting, NULL for none
static inline trial load_set(const char *file, const char *name, const char *text) {
  noslip_setting set = {name, text};
  return load(file, &(noslip_model_options){.set = &set, .nset = name ? 1 : 0});
}

static inline double distance(const double *u, const double *v, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += (u[i] - v[i])*(u[i] - v[i]);
  return sqrt(sum);
}
