// Models with live parameters, given as text, for tests.

#pragma once

#include "tests/support/trial.h"

enum { live_most = 4 };

// names of live parameters, up to the first NULL
typedef const char *const live_names[live_most];

static inline int count_of(live_names names) {
  int n = 0;
  while (n < live_most && names[n])
    n++;
  return n;
}

// a model with live parameters; NULL after an error
static inline noslip_model *load(noslip_context *c, const char *text, live_names names) {
  noslip_model *m;
  noslip_model_parse(c, "test", text,
                     &(noslip_model_options){.live = names, .nlive = count_of(names)}, &m);
  return m;
}

static inline trial live_trial(const char *text, live_names names, const noslip_run_options *o) {
  trial t = {.c = noslip_open(NULL)};
  t.m = load(t.c, text, names);
  if (!t.m || noslip_run_new(t.c, t.m, o, &t.r) != NOSLIP_OK)
    check_fail("%s\n", noslip_last_error(t.c));
  return t;
}

static inline void live_set(trial *t, const char *name, double value) {
  if (noslip_set_parameter(t->r, name, value) != NOSLIP_OK)
    check_fail("%s\n", noslip_last_error(t->c));
}

// a mass on a spring
static const char spring[] = "model spring\nparam m = 1, k = 4, l = 1\ncoord x\n"
                             "lagrangian m*x'^2/2 - k/2*(x - l)^2\n"
                             "init x = 0.5, x' = 1\nobserve pull = k*(x - l)\n";
static const char spring_of_momenta[] = "model spring\nparam m = 1, k = 4, l = 1\n"
                                        "coord x momentum p\n"
                                        "hamiltonian p^2/(2*m) + k/2*(x - l)^2\n"
                                        "init x = 0.5, p = 1\n";

// a ball that bounces and slips on a floor, and some that meet each other
static const char ball[] = "model ball\nparam e = 0.5, r = 0.1, mu = 0.3\ncoord x, y\n"
                           "lagrangian (x'^2 + y'^2)/2 - 9.81*y\n"
                           "contact floor: y - r >= 0, restitution e, friction mu/2 along x'\n"
                           "init y = 0.2 + r, x' = 1\n";
static const char gas[] = "model gas\nparam e = 1, mu = 0.2, d = 0.1\ncoord x[1..3], y[1..3]\n"
                          "lagrangian sum(i in 1..3: (x[i]'^2 + y[i]'^2)/2)\n"
                          "contact pair[i,j] for i < j in 1..3 within 0.3:\n"
                          "  (x[i] - x[j])^2 + (y[i] - y[j])^2 - 0.01 >= 0, restitution e,\n"
                          "  friction mu along (y[i]' - y[j]')\n"
                          "init x = [0, 0.2, 0.5], y = [0, 0.01, 0], x' = [1, 0, -0.5]\n";

static const char pendulum[] = "model p\nparam l = 1, g = 9.81, k = 1/g\ncoord x, y\n"
                               "lagrangian (x'^2 + y'^2)/2 - g*y\n"
                               "holonomic rod: x^2 + y^2 = l^2\ninit x = l, y = 0\n";
