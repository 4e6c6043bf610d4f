// What rattle, reich and reich* claim alike, checked by name.

#pragma once

#include "tests/methods/holonomic_systems.h"
#include "tests/methods/symplectic.h"

#include "methods/families.h"

#include <stdio.h>

// g = 0 and its rate, at every node
static inline void check_constraints(const char *name) {
  for (int i = 0; i < holonomic_count; i++) {
    trial t = holonomic[i](name, 0.01);
    trial_steps(&t, 2000);
    check_below(trial_report(&t).constraint_max_error, 1e-13);
    trial_close(&t);
  }
}

// the symplectic form, of a separable Hamiltonian and of another
static inline void check_form(const char *name) {
  trial_maker *const systems[] = {spheroid, spherical};
  for (int i = 0; i < 2; i++) {
    trial t = systems[i](name, 0.1);
    check_below(symplectic_defect(&t, 0), 1e-8);     // differences with step 1e-5
    check_above(symplectic_defect(&t, 1e-4), 1e-5);  // and it can fail: a little friction
    trial_close(&t);
  }
}

// separable systems have a path of their own: the general one gives the same digits
static inline void check_separable(trial_maker *make, const char *name, double w0) {
  double x[2*trial_most];
  trial a = make(name, 0.02), b = make(name, 0.02);
  noslip_run *r = b.run;
  assert_true(r->problem->mechanical.structure.separable);
  r->stepper = rattle_make_form(r->method, &r->evaluator, &r->arena, false, w0);
  trial_steps(&a, 50);
  trial_steps(&b, 50);
  trial_state(&a, x);
  check_below(trial_distance(&b, x), 2e-13);
  trial_close(&a);
  trial_close(&b);
}

static inline void check_jacobians(const char *name) {
  for (int i = 0; i < holonomic_count; i++) {
    trial t = holonomic[i](name, 0.1);
    trial_steps(&t, 1);
    check_below(trial_jacobian_error(&t, 0), 1e-8);
    trial_close(&t);
  }
  trial t = spheroid(name, 0.1);
  trial_steps(&t, 1);
  check_above(trial_jacobian_error(&t, 1e-6), 0.9e-6);  // and it can fail
  trial_close(&t);
}

// a start at rest has no velocity to measure by: the constraint must hold all the same, or the step
// be refused
static inline void check_rest(const char *name) {
  static const char heavy[] = "model m\ncoord x, y\n"
                              "lagrangian ((1 + x^2)*x'^2 + y'^2)/2 - y\n"
                              "holonomic rod: x^2 + y^2 = 1\ninit x = 0.6, y = -0.8\n";
  static const char light[] = "model m\nparam m = 1\ncoord x, y\n"
                              "lagrangian m*(x'^2 + y'^2)/2 - m*9.81*y\n"
                              "holonomic rod: x^2 + y^2 = 1\ninit x = 0.6, y = -0.8\n";
  static const double steps[] = {1e-6, 1e-3, 0.05, 0.1, 0.2, 0.3, 1, 3};
  static const char *const masses[] = {"m=1", "m=1e-10", "m=1e-16", "m=1e10"};
  for (size_t i = 0; i < sizeof steps/sizeof *steps; i++)
    for (int k = 0; k < 5; k++) {
      trial t = k == 4 ? trial_text(heavy, NULL, name, steps[i])
                       : trial_text(light, masses[k], name, steps[i]);
      noslip_status status = NOSLIP_OK;
      for (int n = 0; n < 20 && status == NOSLIP_OK; n++)
        status = noslip_step(t.run);
      check_below(trial_report(&t).constraint_max_error, 1e-13);
      if (steps[i] <= 0.1)
        assert_int_equal(status, NOSLIP_OK);
      trial_close(&t);
    }
}

// nothing moves, nothing pulls: that is a step, too, also where g(q0) is not 0 to the last bit
static inline void check_stillness(const char *name) {
  for (int k = 0; k < 40; k++) {
    char settings[64];
    double start[2*trial_most];
    snprintf(settings, sizeof settings, "a=%d/41", k + 1);
    trial t = trial_text("model m\nparam a = 0.3\ncoord x, y, z\n"
                         "lagrangian ((1 + y^2)*x'^2 + y'^2 + z'^2)/2\n"
                         "holonomic rod: x^2 + y^2 + z^2 = 1\n"
                         "init x = sqrt(a), y = sqrt(0.7*(1 - a)), z = sqrt(0.3*(1 - a))\n",
                         settings, name, 0.1);
    trial_state(&t, start);
    trial_steps(&t, 10);
    check_below(trial_distance(&t, start), 1e-14);
    trial_close(&t);
  }
}

// a step that is far too long is refused, and the state stays as it was
static inline void check_long_step(const char *name) {
  double start[2*trial_most];
  trial t = spherical(name, 50);
  trial_state(&t, start);
  assert_int_equal(noslip_step(t.run), NOSLIP_ERROR_STEP);
  check_text(noslip_last_error(t.context), "stopped at t = 0 (step 1 of size 50)");
  check_text(noslip_last_error(t.context), "smaller");
  check_below(trial_distance(&t, start), 1e-300);
  trial_close(&t);
}
