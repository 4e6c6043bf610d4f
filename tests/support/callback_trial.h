// A trial (tests/support/systems.h) of a model made of functions.

#pragma once

#include "tests/support/check.h"
#include "tests/support/systems.h"

// a run of functions; fails the test if it cannot be made
static inline trial callback_trial(const noslip_callbacks *c, const char *name, double h) {
  trial t = {.context = noslip_open(NULL)};
  noslip_run_options o = {.method = name, .step = h};
  if (noslip_model_bind(t.context, c, &t.model) != NOSLIP_OK ||
      noslip_run_new(t.context, t.model, &o, &t.run) != NOSLIP_OK)
    check_fail("%s", noslip_last_error(t.context));
  return t;
}
