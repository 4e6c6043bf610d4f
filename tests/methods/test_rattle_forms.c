// Tests of the forms of rattle, reich and reich* that give the same step: representative=tn of
// src/methods/rattle/rattle.h, and solve=reduced of rattle_reduced.h.

#include "tests/methods/holonomic_claims.h"
#include "tests/support/bracket_models.h"
#include "tests/support/counting.h"

#include <math.h>
#include <stdio.h>

static const char *const bases[] = {"rattle", "reich", "reich*"};
enum { nbase = 3 };

// the method with an option
static const char *with(const char *base, const char *option) {
  static char name[80];
  snprintf(name, sizeof name, "%s(%s)", base, option);
  return name;
}

// T is not quadratic: (T')^-1 needs Newton
static trial fast(const char *name, double h) {
  return trial_text("model fast\ncoord q[1..3] momentum p[1..3]\n"
                    "hamiltonian sqrt(1 + dot(p, p)) + q[3] + q[1]^2/4\n"
                    "holonomic sphere: dot(q, q) = 1\n"
                    "init q = [0.6, 0, -0.8], p = [0.4, 0.9, 0.3]\n",
                    NULL, name, h);
}

// --- how far apart two forms are ----------------------------------------------------------------

// in positions, and in the momenta p = L_v
static double gap(trial *a, trial *b) {
  double worst = 0;
  monitor_motion(a->run);
  monitor_motion(b->run);
  for (int i = 0; i < a->run->problem->n; i++) {
    worst = fmax(worst, fabs(a->run->state.q[i] - b->run->state.q[i]));
    worst = fmax(worst, fabs(a->run->state.p[i] - b->run->state.p[i]));
  }
  return worst;
}

// the largest gap at so many nodes
static double apart(trial_maker *make, const char *one, const char *two, double h, long n) {
  double worst = 0;
  trial a = make(one, h), b = make(two, h);
  for (long k = 0; k < n; k++) {
    trial_steps(&a, 1);
    trial_steps(&b, 1);
    worst = fmax(worst, gap(&a, &b));
  }
  trial_close(&a);
  trial_close(&b);
  return worst;
}

// the same where every step begins at the node of the first run: differences do not add up
static double apart_each(trial_maker *make, const char *one, const char *two, double h, long n) {
  double worst = 0;
  trial a = make(one, h), b = make(two, h);
  for (long k = 0; k < n; k++) {
    monitor_motion(a.run);
    state_copy(&b.run->state, &a.run->state);
    b.run->state.reduced = false;
    observed_forget(&b.run->observed);
    trial_steps(&a, 1);
    trial_steps(&b, 1);
    worst = fmax(worst, gap(&a, &b));
  }
  trial_close(&a);
  trial_close(&b);
  return worst;
}

// with an option or without: twenty steps are the same, and every step alone is
static void check_same_steps(const char *option, trial_maker *const *systems, int count) {
  for (int k = 0; k < nbase; k++)
    for (int i = 0; i < count; i++) {
      check_below(apart(systems[i], bases[k], with(bases[k], option), 0.02, 20), 3e-15);
      check_below(apart_each(systems[i], bases[k], with(bases[k], option), 0.02, 500), 3e-15);
    }
}

// --- representative=tn --------------------------------------------------------------------------

static const char on_tn[] = "representative=tn";

// every step leads where that with p does, and twenty of them do; later the rounding of a chaotic
// pendulum, 1e-16 at first, is 1e-11
static void tangent_steps_are_the_same(void **unused) {
  (void)unused;
  check_same_steps(on_tn, holonomic, holonomic_count);
  check_below(apart(spheroid, "rattle", "rattle(representative=tn)", 0.1, 2000), 1e-12);
}

// and that can fail: another method of order 2 is seen
static void gap_can_be_seen(void **unused) {
  (void)unused;
  check_above(apart(spheroid, "rattle", "compose(reich, symmetric)", 0.02, 20), 1e-6);
  check_above(apart_each(twofold, "rattle", "compose(reich, symmetric)", 0.02, 20), 1e-6);
}

// G p and |G| |p| of what is reported, the worst row
static double along_constraints(trial *t, const double *p, double *size) {
  noslip_run *r = t->run;
  int n = r->problem->n, m = r->problem->mechanical.mh;
  double worst = 0;
  const double *G =
      evaluator_run(&r->evaluator, BUNDLE_G_BLOCKS, r->state.t, r->state.q, r->state.p, NULL) + m;
  *size = 0;
  for (int c = 0; c < m; c++) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += G[c*n + i]*p[i];
      *size = fmax(*size, fabs(G[c*n + i]*p[i]));
    }
    worst = fmax(worst, fabs(sum));
  }
  return worst;
}

// What is reported is the p of its class with G p = 0, from the start on; energy, velocities and the
// hidden constraint are those of p = L_v, for which that is not so.
static void reported_momenta_are_tangent(void **unused) {
  (void)unused;
  trial_maker *const systems[] = {twofold, varying, moving, gauge};
  for (int i = 0; i < 4; i++) {
    double size = 0, most = 0;
    trial a = systems[i]("rattle", 0.02), b = systems[i]("rattle(representative=tn)", 0.02);
    for (int k = 0; k < 40; k++) {
      const double *p = noslip_run_values(b.run, NOSLIP_MOMENTUM);
      double along = along_constraints(&b, p, &size);
      check_below(along, 8e-16*fmax(size, 0.1));  // the rounding of a sum
      p = noslip_run_values(a.run, NOSLIP_MOMENTUM);
      most = fmax(most, along_constraints(&a, p, &size));
      check_near(noslip_energy(a.run), noslip_energy(b.run), 2e-14);
      for (int j = 0; j < a.run->problem->n; j++)
        check_near(a.run->state.v[j], b.run->state.v[j], 2e-14);
      trial_steps(&a, 1);
      trial_steps(&b, 1);
    }
    check_above(most, 0.05);
    check_below(trial_report(&b).constraint_max_error, 1e-14);
    trial_close(&a);
    trial_close(&b);
  }
}

// It is psi(q,p) that is carried: with another p of the same class in its place nothing changes, with
// one of another class it does; and p itself is not asked.
static void any_member_of_the_class_will_do(void **unused) {
  (void)unused;
  for (int k = 0; k < nbase; k++) {
    trial a = twofold(with(bases[k], on_tn), 0.02), b = twofold(with(bases[k], on_tn), 0.02);
    trial_steps(&a, 5);
    trial_steps(&b, 5);
    state *x = &b.run->state;
    for (int i = 0; i < 3; i++) {
      x->rho[i] += 0.3*x->q[i];          // G^T nu of the first rod
      x->rho[3 + i] -= 0.2*x->q[3 + i];  // and of the second
    }
    x->p[0] += 1e-3;
    trial_steps(&a, 1);
    trial_steps(&b, 1);
    check_below(gap(&a, &b), 2e-15);
    x->rho[0] += 1e-6;
    trial_steps(&a, 1);
    trial_steps(&b, 1);
    check_above(gap(&a, &b), 1e-7);
    trial_close(&a);
    trial_close(&b);
  }
}

// what was reported is a start again: --project finds the p of its class that has the velocity
static void reported_momenta_are_a_start(void **unused) {
  (void)unused;
  noslip_start start[12];
  noslip_run *again;
  trial t = twofold("rattle(representative=tn)", 0.02);
  trial_steps(&t, 10);
  const noslip_model *m = t.model;
  for (int i = 0; i < 6; i++) {
    start[i] = (noslip_start){m->system->positions.list[i].name, t.run->state.q[i]};
    start[6 + i] = (noslip_start){m->system->momenta.list[i].name,
                                  noslip_run_values(t.run, NOSLIP_MOMENTUM)[i]};
  }
  noslip_run_options options = {
      .method = "rattle", .step = 0.02, .start = start, .nstart = 12, .project = true};
  assert_int_equal(noslip_run_new(t.context, t.model, &options, &again), NOSLIP_OK);
  for (int i = 0; i < 6; i++) {
    check_near(again->state.p[i], t.run->state.p[i], 1e-14);
    check_near(again->state.v[i], t.run->state.v[i], 1e-14);
  }
  noslip_run_free(again);
  options.project = false;  // without, it violates the hidden constraint
  assert_int_not_equal(noslip_run_new(t.context, t.model, &options, &again), NOSLIP_OK);
  check_text(noslip_last_error(t.context), "its velocity residual is");
  trial_close(&t);
}

static void tangent_claims_hold(void **unused) {
  (void)unused;
  for (int i = 0; i < holonomic_count; i++) {
    check_below(trial_asymmetry(holonomic[i], "rattle(representative=tn)", 0.02, 50), 2e-13);
    check_below(trial_way_back(holonomic[i], "reich(representative=tn)",
                               "reich*(representative=tn)", 0.02, 50),
                2e-13);
  }
  check_form("rattle(representative=tn)");
  check_constraints("compose(reich(representative=tn), suzuki4)");
}

// --- solve=reduced ------------------------------------------------------------------------------

static const char reduced[] = "solve=reduced";
static trial_maker *const separable[] = {spherical, twofold, fast};
enum { nseparable = 3 };

static void reduced_steps_are_the_same(void **unused) {
  (void)unused;
  check_same_steps(reduced, separable, nseparable);
  check_below(apart(spherical, "rattle", "rattle(solve=reduced)", 0.05, 2000), 2e-14);
  check_below(apart(fast, "rattle", "rattle(solve=reduced)", 0.05, 2000), 2e-14);
}

// of lagrangians, where p of v is the model's own; and both options at once
static trial lagrangian(const char *name, double h) {
  return trial_file("double_spherical_pendulum_lagrangian.noslip", NULL, name, h);
}

static void options_go_together(void **unused) {
  (void)unused;
  static const char both[] = "rattle(solve=reduced, representative=tn)";
  check_below(apart(lagrangian, "rattle", "rattle(solve=reduced)", 0.02, 20), 3e-15);
  check_below(apart_each(lagrangian, "rattle", both, 0.02, 500), 3e-15);
  check_below(apart_each(twofold, "compose(reich, suzuki4)",
                         "compose(reich(solve=reduced), suzuki4)", 0.02, 50),
              5e-15);
}

// the multiplier that was eliminated, found again
static void multiplier_is_recovered(void **unused) {
  (void)unused;
  for (int i = 0; i < nseparable; i++) {
    trial a = separable[i]("rattle", 0.1), b = separable[i]("rattle(solve=reduced)", 0.1);
    for (int k = 0; k < 10; k++) {
      trial_steps(&a, 1);
      trial_steps(&b, 1);
      for (int c = 0; c < a.run->problem->mechanical.mh; c++)
        check_near(rattle_first_multipliers(a.run->stepper)[c],
                   rattle_first_multipliers(b.run->stepper)[c], 2e-13);
    }
    trial_close(&a);
    trial_close(&b);
  }
}

static void reduced_jacobian_is_exact(void **unused) {
  (void)unused;
  for (int i = 0; i < nseparable; i++) {
    trial t = separable[i]("rattle(solve=reduced)", 0.1);
    trial_steps(&t, 1);
    check_below(trial_jacobian_error(&t, 0), 1e-8);
    check_above(trial_jacobian_error(&t, 1e-6), 0.9e-6);  // and it can fail
    trial_close(&t);
  }
}

static void rest_is_no_excuse(void **unused) {
  (void)unused;
  for (int i = 0; i < 2; i++) {
    trial t = trial_text("model m\nparam m = 1e-10\ncoord x, y\n"
                         "lagrangian m*(x'^2 + y'^2)/2 - m*9.81*y\n"
                         "holonomic rod: x^2 + y^2 = 1\ninit x = 0.6, y = -0.8\n",
                         i ? "m=1e10" : NULL, "rattle(solve=reduced)", 0.05);
    trial_steps(&t, 200);
    check_below(trial_report(&t).constraint_max_error, 1e-13);
    trial_close(&t);
  }
  check_long_step("rattle(solve=reduced)");
}

// --- what is said -------------------------------------------------------------------------------

static void words_are_checked(void **unused) {
  (void)unused;
  static const char *const bad[][2] = {
      {"rattle(representative=tm)", "`representative` of `rattle` is cm or tn"},
      {"reich*(solve=quick)", "`solve` of `reich` is full or reduced"},
      {"rattle(3)", "takes no number, but the options `representative` and `solve`"},
      {"rattle(frame=fd)", "has no option `frame`; there is `representative` and `solve`"},
      {"dla-mp(solve=reduced)", "takes no options"},
  };
  check_refused(bad, sizeof bad/sizeof *bad);
}

static void other_hamiltonians_are_refused(void **unused) {
  (void)unused;
  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  noslip_run *r;
  noslip_run_options options = {.method = "rattle(solve=reduced)", .step = 0.1};
  assert_int_equal(noslip_model_load(c, NOSLIP_MODELS "/spheroid.noslip", &m), NOSLIP_OK);
  assert_int_equal(noslip_run_new(c, m, &options, &r), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(c), "where H = T(p) + V(q)");
  check_text(noslip_last_error(c), "leave out solve=reduced");
  noslip_model_free(m);
  noslip_close(c);
}

// without a mass there is no (T')^-1, though rattle has a step
static void singular_kinetic_energies_are_named(void **unused) {
  (void)unused;
  static const char text[] = "model light\ncoord x momentum px, y momentum py, z momentum pz\n"
                             "hamiltonian px^2/2 + py^2/2 + x + z^2\n"
                             "holonomic ring: x^2 + y^2 = 1\n"
                             "init x = 0.6, y = 0.8, px = 0.8, py = -0.6\n";
  trial a = trial_text(text, NULL, "rattle", 0.1);
  trial_steps(&a, 5);
  trial_close(&a);
  trial b = trial_text(text, NULL, "rattle(solve=reduced)", 0.1);
  assert_int_equal(noslip_step(b.run), NOSLIP_ERROR_STEP);
  check_text(noslip_last_error(b.context), "the momenta cannot be found from the velocities");
  check_text(noslip_last_error(b.context), "leave out solve=reduced");
  trial_close(&b);
}

// --- memory -------------------------------------------------------------------------------------

static void steps_allocate_nothing(void **unused) {
  (void)unused;
  assert_int_equal(allocations("spheroid.noslip", "reich(representative=tn)", 50), 0);
  assert_int_equal(allocations("spherical_pendulum.noslip", "rattle(solve=reduced)", 50), 0);
}

static void memory_may_fail(void **unused) {
  (void)unused;
  check_failing_memory("spherical_pendulum.noslip", "rattle(solve=reduced, representative=tn)");
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tangent_steps_are_the_same),
      cmocka_unit_test(gap_can_be_seen),
      cmocka_unit_test(reported_momenta_are_tangent),
      cmocka_unit_test(any_member_of_the_class_will_do),
      cmocka_unit_test(reported_momenta_are_a_start),
      cmocka_unit_test(tangent_claims_hold),
      cmocka_unit_test(reduced_steps_are_the_same),
      cmocka_unit_test(options_go_together),
      cmocka_unit_test(multiplier_is_recovered),
      cmocka_unit_test(reduced_jacobian_is_exact),
      cmocka_unit_test(rest_is_no_excuse),
      cmocka_unit_test(words_are_checked),
      cmocka_unit_test(other_hamiltonians_are_refused),
      cmocka_unit_test(singular_kinetic_energies_are_named),
      cmocka_unit_test(steps_allocate_nothing),
      cmocka_unit_test(memory_may_fail),
  };
  return check_run(argc, argv, tests);
}
