// Tests of include/noslip/callbacks.h: functions and expressions of one system give one motion,
// with all derivatives to rounding, with differences to what the header says.

#include "tests/support/callback_systems.h"
#include "tests/support/callback_trial.h"
#include "tests/support/counting.h"

#include "bench/callback_models.h"
#include "run/run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static trial text_trial(const callback_system *s, const char *name, double h) {
  char file[100];
  snprintf(file, sizeof file, "%s.noslip", s->name);
  return s->text ? trial_text(s->text, NULL, name, h) : trial_file(file, NULL, name, h);
}

// ---------------------------------------------------------------------------------------------
// agreement

// the value of b that has the name of entry i of a
static double namesake(noslip_run *a, noslip_run *b, noslip_group group, int i) {
  for (int j = 0; j < noslip_run_count(b, group); j++)
    if (strcmp(noslip_run_name(b, group, j), noslip_run_name(a, group, i)) == 0)
      return noslip_run_values(b, group)[j];
  return (double)NAN;
}

// the largest difference in a group, against 1 + |value|
static double group_difference(noslip_run *a, noslip_run *b, noslip_group group) {
  double worst = 0;
  assert_int_equal(noslip_run_count(a, group), noslip_run_count(b, group));
  for (int i = 0; i < noslip_run_count(a, group); i++) {
    double x = noslip_run_values(a, group)[i], y = namesake(a, b, group, i);
    double off = fabs(x - y)/(1 + fabs(x));
    if (!(off <= worst))
      worst = off;
  }
  return worst;
}

// how far two runs are apart at their nodes
typedef struct gap {
  double motion;       // positions, velocities, momenta, energy
  double multipliers;  // and observables, which may be made of them
  double constraints;  // the largest residual of the second, over all nodes
} gap;

static gap compare(trial *a, trial *b, long steps) {
  gap g = {0, 0, 0};
  for (long k = 0; k <= steps; k++) {
    static const noslip_group motion[] = {NOSLIP_STATE, NOSLIP_MOMENTUM, NOSLIP_INVARIANT};
    for (int i = 0; i < 3; i++)
      g.motion = fmax(g.motion, group_difference(a->run, b->run, motion[i]));
    g.motion = fmax(g.motion, fabs(noslip_energy(a->run) - noslip_energy(b->run)));
    g.multipliers = fmax(g.multipliers, group_difference(a->run, b->run, NOSLIP_MULTIPLIER));
    g.multipliers = fmax(g.multipliers, group_difference(a->run, b->run, NOSLIP_OBSERVABLE));
    if (k < steps) {
      trial_steps(a, 1);
      trial_steps(b, 1);
    }
  }
  g.constraints = trial_report(b).constraint_max_error;
  return g;
}

static gap compare_system(const callback_system *s, const noslip_callbacks *c, const char *name) {
  trial a = text_trial(s, name, s->h), b = callback_trial(c, name, s->h);
  gap g = compare(&a, &b, s->steps);
  trial_close(&a);
  trial_close(&b);
  return g;
}

// With all derivatives: rounding, times the growth over some hundred steps. Every promise that
// holds is made; without them the same motion comes from the general equations.
static void functions_are_as_good_as_text(void **unused) {
  (void)unused;
  for (int i = 0; i < callback_system_count(); i++)
    for (int k = 0; callback_system_at(i)->methods[k]; k++) {
      const callback_system *s = callback_system_at(i);
      noslip_callbacks c = s->make(), without = c;
      without.promises = 0;
      gap g = compare_system(s, &c, s->methods[k]);
      check_below(g.motion, 2e-12);
      check_below(g.multipliers, 2e-11);
      check_below(g.constraints, 1e-13);
      g = compare_system(s, &without, s->methods[k]);
      check_below(g.motion, 2e-12);
      check_below(g.multipliers, 1e-8);  // derivatives by t are now differences
      check_below(g.constraints, 1e-13);
    }
}

// the twin: another potential is another motion
static void another_function_is_noticed(void **unused) {
  (void)unused;
  const callback_system *s = callback_system_named("contact_oscillator");
  double start[3];
  noslip_callbacks c = s->make();
  memcpy(start, c.start_q, sizeof start);
  start[0] += 1e-9;
  c.start_q = start;
  check_above(compare_system(s, &c, "dla-mp").motion, 1e-10);
}

// a step back undoes a step, measured as in every run
static void steps_are_symmetric(void **unused) {
  (void)unused;
  for (int i = 0; i < callback_system_count(); i++) {
    const callback_system *s = callback_system_at(i);
    noslip_callbacks c = s->make();
    trial t = callback_trial(&c, s->methods[0], s->h);
    trial_steps(&t, 10);
    check_below(noslip_run_asymmetry(t.run), 1e-13);
    trial_close(&t);
  }
}

// the bundles the steps of other methods will ask for, and the Jacobian, which no motion shows
static void jacobians_are_exact(void **unused) {
  (void)unused;
  for (int i = 0; i < callback_system_count(); i++) {
    const callback_system *s = callback_system_at(i);
    for (int k = 0; s->methods[k] && s->methods[k][0] != 'c'; k++) {
      noslip_callbacks c = s->make();
      c.promises &= ~(unsigned)NOSLIP_LINEAR_MULTIPLIERS;
      trial t = callback_trial(&c, s->methods[k], s->h);
      trial_steps(&t, 3);
      check_below(trial_jacobian_error(&t, 0), 1e-8);
      check_above(trial_jacobian_error(&t, 1e-6), 1e-7);
      trial_close(&t);
    }
  }
}

// ---------------------------------------------------------------------------------------------
// differences

// the only warning of a run
static void check_warning(const noslip_callbacks *c, const char *name, const char *words) {
  trial t = callback_trial(c, name, 0.01);
  noslip_report r = trial_report(&t);
  assert_int_equal(r.nwarning, 1);
  check_text(r.warnings[0], words);
  trial_close(&t);
}

// Newton's method needs a Jacobian that is nearly right: the motion is the same to rounding
static void second_derivatives_may_be_left_out(void **unused) {
  (void)unused;
  for (int i = 0; i < callback_system_count(); i++) {
    const callback_system *s = callback_system_at(i);
    noslip_callbacks c = callbacks_without_second(s->make());
    for (int k = 0; s->methods[k]; k++) {
      gap g = compare_system(s, &c, s->methods[k]);
      check_below(g.motion, 2e-12);
      check_below(g.multipliers, 1e-9);
      check_below(g.constraints, 1e-13);
    }
  }
  noslip_callbacks c = callbacks_without_second(contact_callbacks());
  check_warning(&c, "dla-mp", "differences stand in for `hessian`, `nonholonomic.phi_q`: steps");
}

// First derivatives enter the equations: 1e-12 of |L| a step, which some hundred steps let grow.
// Phi and g hold to rounding all the same; the hidden constraint G v + g_t is seen as well as G is.
static void first_derivatives_may_be_left_out(void **unused) {
  (void)unused;
  for (int i = 0; i < callback_system_count(); i++) {
    const callback_system *s = callback_system_at(i);
    noslip_callbacks c = callbacks_without_first(s->make()), without = c;
    double bound = c.holonomic.count > 0 ? 1e-10 : 1e-13;
    without.promises = 0;
    for (int k = 0; s->methods[k]; k++) {
      gap g = compare_system(s, &c, s->methods[k]);
      check_below(g.motion, 1e-11);
      check_below(g.multipliers, 1e-9);  // promises make differences exact
      check_below(g.constraints, bound);
      g = compare_system(s, &without, s->methods[k]);
      check_below(g.motion, 2e-10);
      check_below(g.multipliers, 5e-6);
      check_below(g.constraints, bound);
    }
  }
  noslip_callbacks c = callbacks_without_first(contact_callbacks());
  check_warning(&c, "dla-mp", "`gradient`, `hessian`, `nonholonomic.phi_v`");
  check_warning(&c, "dla-mp", "the motion itself to about 1e-11");
}

static void nothing_missing_is_no_warning(void **unused) {
  (void)unused;
  for (int i = 0; i < callback_system_count(); i++) {
    const callback_system *s = callback_system_at(i);
    noslip_callbacks c = s->make();
    trial t = callback_trial(&c, s->methods[0], s->h);
    assert_int_equal(trial_report(&t).nwarning, 0);
    trial_close(&t);
  }
}

// lengths of a thousandth: with the sizes given, differences are as good as with lengths of one
static double small_V(void *context, double t, const double *q, const double *v) {
  (void)context, (void)t;
  return 0.5*v[0]*v[0] + 1e-6*cos(1e3*q[0]);
}

static void small_gradient(void *context, double t, const double *q, const double *v, double *by_q,
                           double *by_v) {
  (void)context, (void)t;
  by_q[0] = -1e-3*sin(1e3*q[0]);
  by_v[0] = v[0];
}

static void sizes_make_differences_fit(void **unused) {
  (void)unused;
  static const double start[] = {1e-3}, size_q[] = {1e-3}, size_x[] = {1e-3};
  noslip_callbacks with = {.coordinates = 1,
                           .start_q = start,
                           .function = small_V,
                           .gradient = small_gradient,
                           .size_q = size_q,
                           .size_x = size_x},
                   without = with, blind = with;
  without.gradient = NULL;
  blind.gradient = NULL;
  blind.size_q = blind.size_x = NULL;
  trial a = callback_trial(&with, "dla-mp", 0.1), b = callback_trial(&without, "dla-mp", 0.1),
        c = callback_trial(&blind, "dla-mp", 0.1);
  trial_steps(&a, 50);
  trial_steps(&b, 50);
  trial_steps(&c, 50);
  double q = trial_value(&a, "q[1]");
  check_below(fabs(trial_value(&b, "q[1]") - q)/1e-3, 1e-9);
  check_above(fabs(trial_value(&c, "q[1]") - q)/1e-3, 1e-6);
  trial_close(&a);
  trial_close(&b);
  trial_close(&c);
}

// ---------------------------------------------------------------------------------------------
// numbers that are none

// a wall at x = 1 beyond which nothing is defined
static double walled(void *context, double t, const double *q, const double *v) {
  (void)context, (void)t;
  return q[0] < 1 ? 0.5*v[0]*v[0] : (double)NAN;
}

static void walled_gradient(void *context, double t, const double *q, const double *v, double *by_q,
                            double *by_v) {
  (void)context, (void)t;
  by_q[0] = q[0] < 1 ? 0 : (double)NAN;
  by_v[0] = v[0];
}

static void not_a_number_stops_the_run(void **unused) {
  (void)unused;
  static const double v[] = {1};
  static const char *const methods[] = {"dla-mp", "dla-cm", "rattle"};
  for (int k = 0; k < 6; k++) {
    noslip_callbacks c = {.coordinates = 1, .start_x = v, .function = walled};
    if (k >= 3)
      c.gradient = walled_gradient;
    trial t = callback_trial(&c, methods[k % 3], 0.1);
    noslip_status status = NOSLIP_OK;
    double x = 0;
    for (int i = 0; i < 20 && status == NOSLIP_OK; i++) {
      x = trial_value(&t, "q[1]");
      status = noslip_step(t.run);
    }
    assert_int_equal(status, NOSLIP_ERROR_STEP);
    check_text(noslip_last_error(t.context), "stopped at t = ");
    check_near(trial_value(&t, "q[1]"), x, 0);  // the last good node
    check_near(x, 1, 0.11);
    trial_close(&t);
  }
}

// ---------------------------------------------------------------------------------------------
// what a model and a run say

static void a_model_describes_itself(void **unused) {
  (void)unused;
  bool sound = false;
  noslip_callbacks c = callback_system_named("sleigh")->make();
  trial t = callback_trial(&c, "dla-mp", 0.05);
  const char *text = noslip_model_describe(t.model, false, &sound);
  assert_true(sound);
  check_text(text, "chaplygin_sleigh (Chaplygin sleigh on an inclined plane)");
  check_text(text, "3 positions, 3 velocities, 1 nonholonomic constraint");
  check_text(text, "promised   no dependence on time, mass matrix without velocities");
  check_text(text, "a function of the caller");
  check_text(text, "methods    dla-mp, dla-cm");
  check_text(text, "multiplier blade = 0.05");
  assert_string_equal(noslip_model_class(t.model), "mechanical");
  assert_string_equal(noslip_model_text(t.model), "");
  assert_string_equal(noslip_run_backend(t.run), "callbacks");
  assert_true(trial_report(&t).energy_is_invariant);
  check_near(trial_value(&t, "speed"), 0, 0);
  trial_close(&t);
}

static void names_have_defaults(void **unused) {
  (void)unused;
  noslip_callbacks c = contact_callbacks();
  c.name = NULL;
  c.coordinate = c.nonholonomic.names = NULL;
  trial t = callback_trial(&c, "dla-mp", 0.1);
  assert_string_equal(noslip_model_name(t.model), "callbacks");
  assert_string_equal(noslip_run_name(t.run, NOSLIP_STATE, 3), "q[2]'");
  assert_string_equal(noslip_run_name(t.run, NOSLIP_CONSTRAINT, 0), "phi[1]");
  trial_close(&t);
}

static void only_callbacks_evaluate_callbacks(void **unused) {
  (void)unused;
  noslip_callbacks c = contact_callbacks();
  noslip_context *context = noslip_open(NULL);
  noslip_model *m;
  noslip_run *r;
  noslip_run_options o = {.method = "dla-mp", .step = 0.1, .backend = "native"};
  assert_int_equal(noslip_model_bind(context, &c, &m), NOSLIP_OK);
  assert_int_equal(noslip_run_new(context, m, &o, &r), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(context), "there is `callbacks`");
  noslip_model_free(m);
  noslip_close(context);
}

// bad data are refused, or projected on demand, as those of a text are
static void data_are_checked_and_projected(void **unused) {
  (void)unused;
  noslip_callbacks c = callback_system_named("double_spherical_pendulum")->make();
  double q[6];
  memcpy(q, c.start_q, sizeof q);
  q[0] += 0.01;
  c.start_q = q;
  noslip_context *context = noslip_open(NULL);
  noslip_model *m;
  noslip_run *r;
  noslip_run_options o = {.method = "rattle", .step = 0.01};
  assert_int_equal(noslip_model_bind(context, &c, &m), NOSLIP_OK);
  assert_int_equal(noslip_run_new(context, m, &o, &r), NOSLIP_ERROR_MODEL);
  check_text(noslip_last_error(context), "violate the constraint `rod1`");
  o.project = true;
  assert_int_equal(noslip_run_new(context, m, &o, &r), NOSLIP_OK);
  check_below(noslip_run_values(r, NOSLIP_CONSTRAINT)[0], 1e-15);
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(context);
}

// everything that was pointed to may go: names, numbers, the struct itself
static void given_arrays_may_go(void **unused) {
  (void)unused;
  enum { n = 3 };
  noslip_callbacks from = contact_callbacks(), *c = malloc(sizeof *c);
  char(*names)[16] = calloc(n, sizeof *names);
  const char **pointers = calloc(n, sizeof *pointers);
  double *start = calloc(n, sizeof *start);
  noslip_quantity *quantity = malloc(sizeof *quantity);
  *c = from;
  for (int i = 0; i < n; i++) {
    snprintf(names[i], sizeof names[i], "name%d", i);
    pointers[i] = names[i];
    start[i] = from.start_q[i];
  }
  *quantity = from.invariants[0];
  c->coordinate = pointers;
  c->start_q = start;
  c->invariants = quantity;
  noslip_context *context = noslip_open(NULL);
  noslip_model *m;
  assert_int_equal(noslip_model_bind(context, c, &m), NOSLIP_OK);
  free(c);
  free(names);
  free(pointers);
  free(start);
  free(quantity);
  noslip_run *r;
  noslip_run_options o = {.method = "dla-mp", .step = 0.1};
  assert_int_equal(noslip_run_new(context, m, &o, &r), NOSLIP_OK);
  assert_int_equal(noslip_advance(r, 10), NOSLIP_OK);
  assert_true(isfinite(noslip_value(r, "name2'")));
  assert_true(isfinite(noslip_value(r, "driver")));
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(context);
}

// ---------------------------------------------------------------------------------------------
// a monitor that stops the run

typedef struct watcher {
  int seen, most;
  double last;
} watcher;

static bool watch(void *context, noslip_run *run) {
  watcher *w = context;
  w->last = noslip_value(run, "x");
  return ++w->seen < w->most;
}

static void a_monitor_stops_the_run(void **unused) {
  (void)unused;
  for (int text = 0; text < 2; text++) {
    watcher w = {0, 3, 0};
    noslip_callbacks c = contact_callbacks();
    noslip_context *context = noslip_open(NULL);
    noslip_model *m;
    noslip_run *r;
    noslip_run_options o = {
        .method = "dla-mp", .step = 0.1, .monitor = watch, .monitor_context = &w};
    assert_int_equal(
        text ? noslip_model_load(context, NOSLIP_MODELS "/contact_oscillator.noslip", &m)
             : noslip_model_bind(context, &c, &m),
        NOSLIP_OK);
    assert_int_equal(noslip_run_new(context, m, &o, &r), NOSLIP_OK);

    // step by step
    assert_int_equal(noslip_step(r), NOSLIP_OK);
    assert_int_equal(noslip_step(r), NOSLIP_OK);
    assert_int_equal(noslip_step(r), NOSLIP_STOPPED);
    check_near(noslip_time(r), 3*0.1, 1e-15);  // the step was taken
    check_near(noslip_value(r, "x"), w.last, 0);

    // it may go on, and many at once stop at the same place
    w = (watcher){0, 5, 0};
    assert_int_equal(noslip_advance(r, 100), NOSLIP_STOPPED);
    assert_int_equal(w.seen, 5);
    check_near(noslip_time(r), 8*0.1, 1e-15);
    noslip_run_free(r);
    noslip_model_free(m);
    noslip_close(context);
  }
}

// ---------------------------------------------------------------------------------------------
// memory

// bind, run and step with the n-th request failing; true if everything worked
static bool one_life(counter *c, const noslip_callbacks *callbacks, const char *name) {
  noslip_context *context = noslip_open(&(noslip_options){count, c});
  noslip_model *m = NULL;
  if (!context)
    return false;
  noslip_status status = noslip_model_bind(context, callbacks, &m);
  return live(c, context, m, status, (noslip_run_options){.method = name, .step = 0.01},
              "callbacks");
}

static void every_allocation_may_fail(void **unused) {
  (void)unused;
  for (int i = 0; i < callback_system_count(); i++)
    for (int bare = 0; bare < 2; bare++) {
      const callback_system *s = callback_system_at(i);
      noslip_callbacks c = bare ? callbacks_without_first(s->make()) : s->make();
      counter k = {0, 0, 0};
      assert_true(one_life(&k, &c, s->methods[0]));
      long all = k.requests;
      assert_true(all > 5);
      for (long n = 1; n <= all; n++) {
        k = (counter){0, n, 0};
        assert_false(one_life(&k, &c, s->methods[0]));
      }
    }
}

static void steps_allocate_nothing(void **unused) {
  (void)unused;
  for (int i = 0; i < callback_system_count(); i++)
    for (int bare = 0; bare < 2; bare++) {
      const callback_system *s = callback_system_at(i);
      noslip_callbacks c = bare ? callbacks_without_first(s->make()) : s->make();
      counter k = {0, 0, 0};
      noslip_context *context = noslip_open(&(noslip_options){count, &k});
      noslip_model *m;
      noslip_run *r;
      noslip_run_options o = {.method = s->methods[0], .step = s->h};
      assert_int_equal(noslip_model_bind(context, &c, &m), NOSLIP_OK);
      assert_int_equal(noslip_run_new(context, m, &o, &r), NOSLIP_OK);
      long before = k.requests;
      for (int step = 0; step < 20; step++) {
        assert_int_equal(noslip_step(r), NOSLIP_OK);
        noslip_run_values(r, NOSLIP_STATE);
        noslip_run_values(r, NOSLIP_MULTIPLIER);
      }
      assert_int_equal(k.requests, before);
      noslip_run_free(r);
      noslip_model_free(m);
      noslip_close(context);
    }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(functions_are_as_good_as_text),
      cmocka_unit_test(another_function_is_noticed),
      cmocka_unit_test(steps_are_symmetric),
      cmocka_unit_test(jacobians_are_exact),
      cmocka_unit_test(second_derivatives_may_be_left_out),
      cmocka_unit_test(first_derivatives_may_be_left_out),
      cmocka_unit_test(nothing_missing_is_no_warning),
      cmocka_unit_test(sizes_make_differences_fit),
      cmocka_unit_test(not_a_number_stops_the_run),
      cmocka_unit_test(a_model_describes_itself),
      cmocka_unit_test(names_have_defaults),
      cmocka_unit_test(only_callbacks_evaluate_callbacks),
      cmocka_unit_test(data_are_checked_and_projected),
      cmocka_unit_test(given_arrays_may_go),
      cmocka_unit_test(a_monitor_stops_the_run),
      cmocka_unit_test(every_allocation_may_fail),
      cmocka_unit_test(steps_allocate_nothing),
  };
  return check_run(argc, argv, tests);
}
