// Runs of models with contacts, and their events.

#pragma once

#include "tests/support/check.h"
#include "tests/support/systems.h"

#include "noslip.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// a file of models/ to time T in n steps
static inline trial contact_run(const char *file, const char *settings, const char *method,
                                double T, long n) {
  trial t = trial_file(file, settings, method, T/(double)n);
  trial_steps(&t, n);
  return t;
}

static inline trial contact_text(const char *text, const char *settings, const char *method,
                                 double T, long n) {
  trial t = trial_text(text, settings, method, T/(double)n);
  trial_steps(&t, n);
  return t;
}

// event i of a kind, from 0; fails the test if there is none
static inline noslip_event contact_event(trial *t, const char *kind, long i) {
  noslip_event e = {0};
  for (long k = 0; k < noslip_run_event_count(t->run); k++)
    if (noslip_run_event(t->run, k, &e) && strcmp(e.kind, kind) == 0 && i-- == 0)
      return e;
  check_fail("there is no such event `%s`\n", kind);
  return e;
}

static inline long contact_count(trial *t, const char *kind) {
  noslip_event e;
  long count = 0;
  for (long k = 0; k < noslip_run_event_count(t->run); k++)
    count += noslip_run_event(t->run, k, &e) && strcmp(e.kind, kind) == 0;
  return count;
}

// the errors of a quantity with n, 2n, ... steps fall as h^order says
static inline void contact_order(const double *error, int count, double order, double slack) {
  for (int i = 1; i < count; i++)
    check_near(log2(error[i - 1]/error[i]), order, slack);
}
