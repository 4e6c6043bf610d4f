// A run of a model given as text, with its context, for tests.

#pragma once

#include "tests/support/check.h"

#include "noslip.h"

typedef struct trial {
  noslip_context *c;
  noslip_model *m;
  noslip_run *r;
} trial;

static inline trial trial_begin(const char *text, const noslip_run_options *options) {
  trial t = {.c = noslip_open(NULL)};
  if (noslip_model_parse(t.c, "test", text, NULL, &t.m) != NOSLIP_OK ||
      noslip_run_new(t.c, t.m, options, &t.r) != NOSLIP_OK)
    check_fail("%s\n", noslip_last_error(t.c));
  return t;
}

static inline trial trial_with(const char *text, const char *method, double h) {
  return trial_begin(text,
                     &(noslip_run_options){.method = method, .step = h, .backend = "interpret"});
}

static inline void trial_end(trial *t) {
  noslip_run_free(t->r);
  noslip_model_free(t->m);
  noslip_close(t->c);
}

static inline void trial_advance(trial *t, long steps) {
  if (noslip_advance(t->r, steps) != NOSLIP_OK)
    check_fail("%s\n", noslip_last_error(t->c));
}
