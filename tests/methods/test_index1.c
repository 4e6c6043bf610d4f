// Tests of src/methods/baseline/index1.h: what its header block claims, and nothing else.

#include "tests/support/callback_trial.h"
#include "tests/support/check.h"
#include "tests/support/counting.h"
#include "tests/support/systems.h"

#include "bench/callback_models.h"
#include "methods/baseline/index1_step.h"
#include "run/run.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const both[] = {"index1", "index0"};

static index1 *kernel_of(trial *t) {
  return t->run->stepper->self;
}

// --- systems ---------------------------------------------------------------------------------

// a knife edge, as a lagrangian and as a hamiltonian
static const char *const knife[] = {
    "model knife\ncoord x, y, phi: angle\nlagrangian x'^2 + y'^2 + phi'^2/4 + 3*x\n"
    "nonholonomic blade: sin(phi)*x' = cos(phi)*y'\ninit phi' = 1.7, x' = 0.5\n",
    "model knife\ncoord x momentum px, y momentum py, phi: angle momentum pf\n"
    "hamiltonian (px^2 + py^2)/4 + pf^2 - 3*x\n"
    "nonholonomic blade: sin(phi)*x' = cos(phi)*y'\ninit pf = 0.85, px = 1\n",
};

// Both kinds of constraints, both moving, in both forms. The mass depends on the place, so that
// every derivative of index0 counts.
static const char *const moving[] = {
    "model moving\ncoord x, y, z\n"
    "lagrangian (x'^2*(1 + z^2) + y'^2 + z'^2)/2 - z - x*sin(t)/2\n"
    "holonomic sphere: x^2 + y^2 + z^2 = 1 + sin(t)/10\n"
    "nonholonomic belt: x' + 0.3*z*y' = cos(t)/20\n"
    "init y = 1, y' = 0.05, x' = 0.05, z' = 0.5\n",
    "model moving\ncoord x momentum px, y momentum py, z momentum pz\n"
    "hamiltonian (px^2/(1 + z^2) + py^2 + pz^2)/2 + z + x*sin(t)/2\n"
    "nonholonomic belt: x' + 0.3*z*y' = cos(t)/20\n"
    "holonomic sphere: x^2 + y^2 + z^2 = 1 + sin(t)/10\n"
    "init y = 1, py = 0.05, px = 0.05, pz = 0.5\n",
};

// a force with friction, a gyroscopic term, a constraint that is quadratic in the velocities
static const char cone[] = "model cone\ncoord x, y, z\n"
                           "lagrangian (x'^2 + (1 + x^2/4)*y'^2 + z'^2)/2 + x*z' - z - y^2/4\n"
                           "force x = -0.1*x' + 0.2*cos(t)\n"
                           "nonholonomic cone: z'^2 = x'^2 + y'^2\n"
                           "init x = 0.3, y = -0.2, z = 0.5, x' = 0.6, y' = 0.8, z' = 1\n";

static trial disk(const char *name, double h) {
  return trial_file("disk.noslip", NULL, name, h);
}

// where the disk is at time t: x, y, phi, theta and their rates
static void disk_exact(double t, double *y) {
  double c = cos(2*t), s = sin(2*t);
  double exact[] = {s/8, (1 - c)/8, 2*t, t, c/4, s/4, 2, 1};
  memcpy(y, exact, sizeof exact);
}

static double largest_difference(const double *x, const double *y, int n) {
  double worst = 0;
  for (int i = 0; i < n; i++)
    worst = fmax(worst, fabs(x[i] - y[i]));
  return worst;
}

// --- the pair --------------------------------------------------------------------------------

// steps of one size, whatever their errors: the end of the disk at t = 1
static double pair_error(int steps, double *estimate) {
  trial t = disk("index1", 1);
  index1 *s = kernel_of(&t);
  double h = 1.0/steps, exact[8];
  assert_int_equal(index1_begin(s->shape, s, &t.run->state, 1), KERNEL_DONE);
  for (int i = 0; i < steps; i++) {
    double size;
    assert_int_equal(index1_attempt(s->shape, s, h, &size), KERNEL_DONE);
    *estimate = fmax(fabs(s->error[4]), fabs(s->error[5]));
    index1_accept(s->shape, s, h);
  }
  disk_exact(1, exact);
  double error = largest_difference(s->y, exact, 8);
  trial_close(&t);
  return error;
}

// order 5; the estimate is that of a method of order 4, locally of order 5
static void pair_has_order_five(void **unused) {
  (void)unused;
  double coarse, fine;
  double order = log2(pair_error(8, &coarse)/pair_error(16, &fine));
  check_near(order, 5, 0.3);
  check_near(log2(coarse/fine), 5, 0.3);
}

// the error of the continuous extension within one step of size h, largest of nine points
static double extension_error(double h, bool raised) {
  trial t = disk("index1", 1);
  index1 *s = kernel_of(&t);
  double size, worst = 0, exact[8];
  assert_int_equal(index1_begin(s->shape, s, &t.run->state, 1), KERNEL_DONE);
  assert_int_equal(index1_attempt(s->shape, s, h, &size), KERNEL_DONE);
  index1_accept(s->shape, s, h);
  if (raised)
    index1_raise(s->shape, s);
  for (int i = 1; i < 10; i++) {
    index1_read(s->shape, s, i/10.0, s->node);
    disk_exact(i/10.0*h, exact);
    worst = fmax(worst, largest_difference(s->node, exact, 8));
  }
  trial_close(&t);
  return worst;
}

// locally one more than order 4 and 5
static void extension_has_order_five(void **unused) {
  (void)unused;
  check_near(log2(extension_error(0.2, false)/extension_error(0.1, false)), 5, 0.1);
  check_near(log2(extension_error(0.2, true)/extension_error(0.1, true)), 6, 0.1);
}

// it begins where the step began and ends where it ended, with the rates of both
static void extension_is_smooth(void **unused) {
  (void)unused;
  trial t = trial_text(moving[0], NULL, "index0", 1);
  index1 *s = kernel_of(&t);
  double size, start[8], near[8], d = 1e-6;
  int N = rates_numbers(s->shape.of);
  assert_int_equal(N, 8);
  assert_int_equal(index1_begin(s->shape, s, &t.run->state, 1), KERNEL_DONE);
  memcpy(start, s->y, sizeof start);
  memcpy(near, s->k, sizeof near);
  assert_int_equal(index1_attempt(s->shape, s, 0.2, &size), KERNEL_DONE);
  index1_accept(s->shape, s, 0.2);
  index1_raise(s->shape, s);
  index1_read(s->shape, s, 0, s->node);
  check_below(largest_difference(s->node, start, N), 1e-300);
  index1_read(s->shape, s, 1, s->node);
  check_below(largest_difference(s->node, s->y, N), 4e-16);

  // one-sided differences: d times the second derivative
  index1_read(s->shape, s, d, s->node);
  for (int i = 0; i < N; i++)
    check_near((s->node[i] - start[i])/(0.2*d), near[i], 1e-5);
  index1_read(s->shape, s, 1 - d, s->node);
  for (int i = 0; i < N; i++)
    check_near((s->y[i] - s->node[i])/(0.2*d), s->k[i], 1e-5);
  trial_close(&t);
}

// --- the tolerance ---------------------------------------------------------------------------

static double disk_error(const char *name, double T) {
  trial t = disk(name, T/100);
  double x[8], exact[8];
  trial_steps(&t, 100);
  trial_state(&t, x);
  disk_exact(T, exact);
  trial_close(&t);
  return largest_difference(x, exact, 8);
}

// The error at the end, over six powers of ten. A pair of order 5 with an estimate of order 4 and
// steps by the latter: the error goes like rtol^1.0, and is a moderate multiple of it.
static void error_follows_rtol(void **unused) {
  (void)unused;
  for (int k = 0; k < 2; k++) {
    double error[4];
    for (int i = 0; i < 4; i++) {
      char name[60];
      snprintf(name, sizeof name, "%s(rtol=1e-%d, atol=1e-%d)", both[k], 4 + 2*i, 4 + 2*i);
      error[i] = disk_error(name, 20);
      check_below(error[i], 30*pow(10, -4 - 2*i));
    }
    check_near(log10(error[0]/error[3])/6, 1, 0.15);
  }
}

// the steps are those of the tolerance, not of the nodes
static void nodes_do_not_restrict_the_steps(void **unused) {
  (void)unused;
  for (int k = 0; k < 2; k++) {
    trial a = disk(both[k], 10), b = disk(both[k], 1.0/128);
    double x[8];
    trial_steps(&a, 2);
    trial_steps(&b, 2560);
    trial_state(&a, x);
    check_below(trial_distance(&b, x), k ? 1e-9 : 1e-12);  // rounding, which index0 lets grow
    noslip_report p = trial_report(&a), q = trial_report(&b);
    assert_int_equal(p.steps_accepted, q.steps_accepted);
    assert_int_equal(p.steps_rejected, q.steps_rejected);
    check_below((double)q.steps_accepted, 150);

    // six right-hand sides for a step, two for the start, two more for a step that has a node: two
    // of the steps have one, or all but the first, which is shorter than h
    long tried = 6*(p.steps_accepted + p.steps_rejected);
    assert_int_equal(p.right_hand_sides, tried + 2 + 2*2);
    assert_int_equal(q.right_hand_sides, tried + 2 + 2*(q.steps_accepted - 1));
    trial_close(&a);
    trial_close(&b);
  }
}

// --- the drift -------------------------------------------------------------------------------

// the largest |Phi| up to t = 25, 50, 75, 100 on the rolling disk
static void disk_drift(const char *name, double *drift) {
  trial t = disk(name, 0.1);
  for (int i = 0; i < 4; i++) {
    trial_steps(&t, 250);
    drift[i] = trial_report(&t).constraint_max_error;
  }
  trial_close(&t);
}

// Computed elsewhere, with the pair of the same name in another program: 2.3e-8 to 8.2e-8, and
// 3.4e-7, 1.4e-6, 3.1e-6, 5.6e-6. Controllers differ, so a factor of three is allowed.
static void drift_of_index1_is_linear(void **unused) {
  (void)unused;
  double drift[4];
  disk_drift("index1", drift);
  check_above(drift[0], 2.3e-8/3);
  check_below(drift[0], 2.3e-8*3);
  check_above(drift[3], 8.2e-8/3);
  check_below(drift[3], 8.2e-8*3);
  check_near(log2(drift[3]/drift[1]), 1, 0.3);
}

static void drift_of_index0_is_quadratic(void **unused) {
  (void)unused;
  static const double known[] = {3.4e-7, 1.4e-6, 3.1e-6, 5.6e-6};
  double drift[4];
  disk_drift("index0", drift);
  for (int i = 0; i < 4; i++) {
    check_above(drift[i], known[i]/3);
    check_below(drift[i], known[i]*3);
  }
  check_near(log2(drift[3]/drift[1]), 2, 0.3);
}

// the same measurement of a method that keeps them
static void dla_does_not_drift(void **unused) {
  (void)unused;
  double drift[4];
  disk_drift("dla-mp", drift);
  check_below(drift[3], 1e-14);
}

// A holonomic constraint is differentiated twice: one power of t more. Its hidden constraint drifts
// as a nonholonomic one does.
static void holonomic_constraints_drift_faster(void **unused) {
  (void)unused;
  for (int k = 0; k < 2; k++) {
    trial t = trial_text("model pendulum\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - y\n"
                         "holonomic rod: x^2 + y^2 = 1\ninit x = 1, y' = 1\n"
                         "invariant g = x^2 + y^2\ninvariant hidden = x*x' + y*y'\n",
                         NULL, both[k], 0.1);
    double g[2], hidden[2];
    for (int i = 0; i < 2; i++) {
      trial_steps(&t, 500);
      g[i] = trial_report(&t).invariant_errors[0];
      hidden[i] = trial_report(&t).invariant_errors[1];
    }
    check_above(hidden[0], 1e-6);
    check_near(log2(hidden[1]/hidden[0]), 1 + k, 0.3);
    check_near(log2(g[1]/g[0]), 2 + k, 0.3);
    trial_close(&t);
  }
}

// light and steep, from rest to a speed of 208: errors of energy and constraint fall with rtol
static void sleigh_improves_with_rtol(void **unused) {
  (void)unused;
  for (int k = 0; k < 2; k++) {
    double energy[4], phi[4];
    for (int i = 0; i < 4; i++) {
      char name[40];
      snprintf(name, sizeof name, "%s(rtol=1e-%d)", both[k], 5 + 2*i);
      trial t = trial_file("sleigh_thesis.noslip", NULL, name, 0.1);
      trial_steps(&t, 300);
      energy[i] = trial_report(&t).energy_max_error;
      phi[i] = trial_report(&t).constraint_max_error;
      if (i == 2) {
        check_near(trial_value(&t, "x"), -993.77562051, 1e-5);
        check_near(trial_value(&t, "theta"), -1.8409321232, 1e-7);
      }
      trial_close(&t);
    }
    for (int i = 1; i < 4; i++) {
      check_below(energy[i], energy[i - 1]/3);
      check_below(phi[i], phi[i - 1]/3);
    }
    check_below(energy[3], 1e-9);
    check_below(phi[3], 1e-7);
    check_above(phi[3], 1e-12);  // it does drift
  }
}

// --- multipliers -----------------------------------------------------------------------------

// by how much the multipliers of index0 differ from the consistent ones, at most, against their size
static double multiplier_error(trial *t, long steps) {
  double worst = 0;
  int m = t->run->problem->m;
  for (long i = 0; i < steps; i++) {
    trial_steps(t, 1);
    const double *own = noslip_run_values(t->run, NOSLIP_MULTIPLIER);
    observed_consistent(&t->run->observed, &t->run->state);
    worst = fmax(worst, largest_difference(own, t->run->state.lambda, m)/(1 + vec_max(own, m)));
  }
  return worst;
}

// lambda is integrated with the tolerance, for every kind of term: moving constraints of both
// kinds, mass that depends on the place, forces, constraints that are not linear
static void multipliers_of_index0_are_nearly_consistent(void **unused) {
  (void)unused;
  const char *const texts[] = {moving[0], moving[1], cone, knife[0], knife[1]};
  for (int i = 0; i < 5; i++)
    for (int k = 0; k < 2; k++) {
      trial t = trial_text(texts[i], NULL, k ? "index0(rtol=1e-10, atol=1e-12)" : "index0", 0.05);
      double error = multiplier_error(&t, 40);
      check_below(error, k ? 1e-8 : 1e-4);
      check_above(error, 1e-15);  // they are its own
      trial_close(&t);
    }
}

// those of the disk are m x'' and m y''
static void multipliers_are_those_of_the_motion(void **unused) {
  (void)unused;
  for (int k = 0; k < 2; k++) {
    trial t = disk(both[k], 0.1);
    trial_steps(&t, 100);
    const double *lambda = noslip_run_values(t.run, NOSLIP_MULTIPLIER);
    check_near(lambda[0], -0.5*sin(20), 1e-6);
    check_near(lambda[1], 0.5*cos(20), 1e-6);
    trial_close(&t);
  }
}

// --- agreement -------------------------------------------------------------------------------

// one system, two forms, two indices: four ways to the same numbers
static void forms_and_indices_agree(void **unused) {
  (void)unused;
  for (int i = 0; i < 2; i++) {
    double first[3];
    for (int k = 0; k < 4; k++) {
      char name[60];
      snprintf(name, sizeof name, "%s(rtol=1e-11, atol=1e-13)", both[k/2]);
      trial t = trial_text(i ? moving[k % 2] : knife[k % 2], NULL, name, 0.1);
      trial_steps(&t, 20);
      double q[] = {t.run->state.q[0], t.run->state.q[1], t.run->state.q[2]};
      if (k == 0)
        memcpy(first, q, sizeof first);
      check_below(largest_difference(q, first, 3), 2e-9);
      trial_close(&t);
    }
  }
}

// a structure-preserving method with short steps is led to the same place
static void dla_agrees(void **unused) {
  (void)unused;
  trial a = trial_text(cone, NULL, "index1(rtol=1e-11, atol=1e-13)", 0.1);
  trial b = trial_text(cone, NULL, "compose(dla-mp, kahan-li8)", 0.05);
  double x[6];
  trial_steps(&a, 10);
  trial_steps(&b, 20);
  trial_state(&b, x);
  check_below(trial_distance(&a, x), 1e-8);
  trial_close(&a);
  trial_close(&b);
}

// functions in C: index1 needs no more than they give, index0 would
static void functions_can_be_reduced_once(void **unused) {
  (void)unused;
  noslip_callbacks c = contact_callbacks();
  trial a = callback_trial(&c, "index1", 0.1);
  trial b = trial_file("contact_oscillator.noslip", NULL, "index1", 0.1);
  double x[6];
  trial_steps(&a, 100);
  trial_steps(&b, 100);
  trial_state(&b, x);
  check_below(trial_distance(&a, x), 1e-10);  // rounding, in a system that is not calm
  assert_int_equal(noslip_method_applies(a.context, "index0", a.model), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(a.context), "needs the derivatives of the accelerations");
  check_text(noslip_last_error(a.context), "`index1`");
  trial_close(&a);
  trial_close(&b);
}

// --- nodes -----------------------------------------------------------------------------------

static void steps_back_lead_back(void **unused) {
  (void)unused;
  for (int k = 0; k < 2; k++) {
    char name[60];
    double start[6];
    snprintf(name, sizeof name, "%s(rtol=1e-11, atol=1e-13)", both[k]);
    trial t = trial_text(moving[0], NULL, name, 0.1);
    trial_state(&t, start);
    trial_steps(&t, 15);
    check_above(trial_distance(&t, start), 0.3);
    trial_back(&t, 15);
    check_below(trial_distance(&t, start), 1e-8);
    trial_close(&t);
  }
}

// a run with a negative step is that of the mirrored time
static void runs_go_backwards(void **unused) {
  (void)unused;
  trial t = disk("index1(rtol=1e-10)", -0.1);
  double x[8], exact[8];
  trial_steps(&t, 100);
  trial_state(&t, x);
  disk_exact(-10, exact);
  check_below(largest_difference(x, exact, 8), 1e-7);
  trial_close(&t);
}

// put back, a state goes on as if nothing had been before, to the bit; what was read off the step
// across it is forgotten
static void a_foreign_state_is_a_new_start(void **unused) {
  (void)unused;
  for (int k = 0; k < 2; k++) {
    trial t = trial_text(moving[0], NULL, both[k], 0.05),
          fresh = trial_text(moving[0], NULL, both[k], 0.05);
    double x[6];
    state_copy(&t.run->last, &t.run->state);
    trial_steps(&t, 3);
    state_copy(&t.run->state, &t.run->last);
    t.run->progress.taken = 0;
    trial_steps(&t, 7);
    trial_steps(&fresh, 7);
    trial_state(&fresh, x);
    check_below(trial_distance(&t, x), 1e-300);

    // one number that is another is enough
    index1 *s = kernel_of(&t);
    assert_true(index1_continues(s->shape, s, &t.run->state, 0.05));
    assert_true(index1_continues(s->shape, s, &t.run->state, 0.2));
    assert_false(index1_continues(s->shape, s, &t.run->state, -0.05));
    double *numbers[] = {&t.run->state.t, t.run->state.q, t.run->state.v + 1, t.run->state.kept};
    for (int i = 0; i < 3 + k; i++) {
      double keep = *numbers[i];
      *numbers[i] = keep*(1 + 1e-14);
      assert_false(index1_continues(s->shape, s, &t.run->state, 0.05));
      *numbers[i] = keep;
    }
    trial_close(&t);
    trial_close(&fresh);
  }
}

// Full turns are taken off the angles at the nodes, and the steps do not notice: 400 rad of phi,
// with and without
static void turns_do_not_disturb_the_steps(void **unused) {
  (void)unused;
  static const char text[] = "model disk\ncoord x, y, phi%s, theta\n"
                             "lagrangian (x'^2 + y'^2 + phi'^2 + theta'^2)/2\n"
                             "nonholonomic rx: 4*x' = cos(phi)*theta'\n"
                             "nonholonomic ry: 4*y' = sin(phi)*theta'\n"
                             "init x' = 1/4, phi' = 2, theta' = 1\n";
  noslip_report report[2];
  double x[2][8];
  for (int k = 0; k < 2; k++) {
    char model[400];
    snprintf(model, sizeof model, text, k ? ": angle" : "");
    trial t = trial_text(model, NULL, "index1", 0.1);
    trial_steps(&t, 2000);
    trial_state(&t, x[k]);
    report[k] = trial_report(&t);
    if (k)
      check_above(t.run->state.turns[2], 60);
    trial_close(&t);
  }
  assert_int_equal(report[0].steps_accepted, report[1].steps_accepted);
  assert_int_equal(report[0].right_hand_sides, report[1].right_hand_sides);
  check_below(largest_difference(x[0], x[1], 8), 1e-10);
}

static void steps_allocate_nothing(void **unused) {
  (void)unused;
  for (int k = 0; k < 4; k++) {
    counter c = {0, 0, 0};
    noslip_context *context = noslip_open(&(noslip_options){count, &c});
    noslip_model *m;
    noslip_run *r;
    noslip_run_options options = {.method = both[k/2], .step = 0.05};
    assert_int_equal(noslip_model_parse(context, "test", moving[k % 2], NULL, &m), NOSLIP_OK);
    assert_int_equal(noslip_run_new(context, m, &options, &r), NOSLIP_OK);
    long before = c.requests;
    for (int i = 0; i < 40; i++) {
      assert_int_equal(noslip_step(r), NOSLIP_OK);
      noslip_run_values(r, NOSLIP_MULTIPLIER);
    }
    assert_int_equal(c.requests, before);
    noslip_run_free(r);
    noslip_model_free(m);
    noslip_close(context);
  }
}

static bool one_life(counter *c, const char *text, const char *name) {
  noslip_context *context = noslip_open(&(noslip_options){count, c});
  noslip_model *m = NULL;
  if (!context)
    return false;
  noslip_status status = noslip_model_parse(context, "test", text, NULL, &m);
  return live(c, context, m, status, (noslip_run_options){.method = name, .step = 0.01},
              "interpret");
}

static void every_allocation_may_fail(void **unused) {
  (void)unused;
  for (int k = 0; k < 2; k++) {
    counter c = {0, 0, 0};
    assert_true(one_life(&c, moving[k], "index0(rtol=1e-7)"));
    for (long n = 1, all = c.requests; n <= all; n++) {
      c = (counter){0, n, 0};
      assert_false(one_life(&c, moving[k], "index0(rtol=1e-7)"));
    }
  }
}

// --- failures --------------------------------------------------------------------------------

// steps of 0.25 until one fails; the state before it is left
static void check_stops(const char *text, const char *name, const char *words) {
  noslip_context *context = noslip_open(NULL);
  noslip_model *m;
  noslip_run *r;
  noslip_run_options options = {.method = name, .step = 0.25};
  assert_int_equal(noslip_model_parse(context, "test", text, NULL, &m), NOSLIP_OK);
  assert_int_equal(noslip_run_new(context, m, &options, &r), NOSLIP_OK);
  noslip_status status = NOSLIP_OK;
  double before[4] = {0}, t = 0;
  while (status == NOSLIP_OK && noslip_time(r) < 10) {
    t = noslip_time(r);
    memcpy(before, noslip_run_values(r, NOSLIP_STATE), 2*sizeof *before);
    status = noslip_step(r);
  }
  assert_int_equal(status, NOSLIP_ERROR_STEP);
  check_text(noslip_last_error(context), words);
  check_near(noslip_time(r), t, 1e-300);
  assert_memory_equal(noslip_run_values(r, NOSLIP_STATE), before, 2*sizeof *before);
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(context);
}

static void failures_are_explained(void **unused) {
  (void)unused;
  for (int k = 0; k < 2; k++) {
    // it comes to x = 1, where the model ends
    check_stops("model a\ncoord x\nlagrangian x'^2/2\nforce x = sqrt(1 - x)\ninit x' = 1\n",
                both[k], "is no longer a finite number, however short the step");
    // x'' = x'^3 leaves in finite time, 1/2
    check_stops("model b\ncoord x\nlagrangian x'^2/2\nforce x = x'^3\ninit x' = 1\n", both[k],
                "as short as the rounding of the time; the largest error is that of the velocity "
                "of `x`");
    // the constraint fades at t = 1
    check_stops("model c\ncoord x, y\nlagrangian (x'^2 + y'^2)/2\n"
                "nonholonomic slot: where(t < 1, 1, 0)*x' = 0\ninit y' = 1\n",
                both[k], "singular (first without a pivot: multiplier of `slot`)");
    // a time constant of 1e-9
    check_stops("model d\ncoord x\nlagrangian x'^2/2 - x^2/2\nforce x = -1e9*x'\ninit x = 1\n",
                both[k], "the model may be stiff");
  }
}

// the sentence of a method that cannot be had
static void check_refused(const char *name, const char *words) {
  noslip_context *context = noslip_open(NULL);
  noslip_method_info info;
  assert_int_equal(noslip_method_find(context, name, &info), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(context), words);
  noslip_close(context);
}

static void options_are_checked(void **unused) {
  (void)unused;
  check_refused("index1(tol=1e-3)", "the options of `index1` are rtol and atol");
  check_refused("index0(3)", "rtol of `index0` is a number from 1e-14 to 1");
  check_refused("index0(1e-3, rtol=1e-4)", "the options of `index0` are rtol and atol");
  check_refused("index1(rtol=0)", "rtol of `index1` is a number from 1e-14 to 1");
  check_refused("index1(rtol=1)", "rtol of `index1` is a number from 1e-14 to 1");
  check_refused("index1(rtol=small)", "rtol of `index1` is a number from 1e-14 to 1");
  check_refused("index0(rtol=1e-6, atol=0)", "atol of `index0` is a positive number");
  check_refused("index0*", "has no adjoint");
  check_refused("compose(index1, suzuki4)", "`index1` cannot be composed");

  trial t = disk("index1(atol=1e-12,rtol=1e-3)", 0.1);
  check_near(kernel_of(&t)->shape.of.tolerance.rtol, 1e-3, 1e-300);
  check_near(kernel_of(&t)->shape.of.tolerance.atol, 1e-12, 1e-300);
  assert_string_equal(trial_report(&t).method, "index1(atol=1e-12, rtol=0.001)");
  trial_close(&t);
  t = disk("index0(1e-7)", 0.1);
  check_near(kernel_of(&t)->shape.of.tolerance.rtol, 1e-7, 1e-300);
  check_near(kernel_of(&t)->shape.of.tolerance.atol, 1e-10, 1e-25);
  trial_close(&t);
  t = disk("index0", 0.1);
  check_near(kernel_of(&t)->shape.of.tolerance.rtol, 1e-6, 1e-300);
  check_near(kernel_of(&t)->shape.of.tolerance.atol, 1e-9, 1e-300);
  trial_close(&t);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pair_has_order_five),
      cmocka_unit_test(extension_has_order_five),
      cmocka_unit_test(extension_is_smooth),
      cmocka_unit_test(error_follows_rtol),
      cmocka_unit_test(nodes_do_not_restrict_the_steps),
      cmocka_unit_test(drift_of_index1_is_linear),
      cmocka_unit_test(drift_of_index0_is_quadratic),
      cmocka_unit_test(dla_does_not_drift),
      cmocka_unit_test(holonomic_constraints_drift_faster),
      cmocka_unit_test(sleigh_improves_with_rtol),
      cmocka_unit_test(multipliers_of_index0_are_nearly_consistent),
      cmocka_unit_test(multipliers_are_those_of_the_motion),
      cmocka_unit_test(forms_and_indices_agree),
      cmocka_unit_test(dla_agrees),
      cmocka_unit_test(functions_can_be_reduced_once),
      cmocka_unit_test(steps_back_lead_back),
      cmocka_unit_test(runs_go_backwards),
      cmocka_unit_test(a_foreign_state_is_a_new_start),
      cmocka_unit_test(turns_do_not_disturb_the_steps),
      cmocka_unit_test(steps_allocate_nothing),
      cmocka_unit_test(every_allocation_may_fail),
      cmocka_unit_test(failures_are_explained),
      cmocka_unit_test(options_are_checked),
  };
  return check_run(argc, argv, tests);
}
