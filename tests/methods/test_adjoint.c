// Tests of adjoints of stage methods: M*(h) = M(-h)^-1, in src/methods/stages/rules.c.

#include "tests/methods/adjoint_claims.h"
#include "tests/methods/index2_trials.h"
#include "tests/methods/stage_systems.h"
#include "tests/support/check.h"
#include "tests/support/counting.h"

#include "methods/stages/rules.h"
#include "run/run.h"

#include <math.h>
#include <stdio.h>

// --- systems ---------------------------------------------------------------------------------

static trial free_rods(const char *name, double h) {
  return trial_file("pendulum.noslip", NULL, name, h);
}

// nonholonomic: linear, nonlinear and affine, driven; none; DAEs; an ODE
static trial_maker *const systems[] = {sleigh,    cone,     affine,         driven,
                                       free_rods, open_one, open_breathing, open_driven};
enum { nsystem = sizeof systems/sizeof *systems };

static const adjoint_pair pairs[] = {
    {"rk-radau2a(1)", "rk-radau2a*(1)", 1},     {"rk-radau2a(2)", "rk-radau2a*(2)", 3},
    {"rk-radau2a(3)", "rk-radau2a*(3)", 5},     {"srk-radau1a(1)", "srk-radau1a*(1)", 1},
    {"srk-radau1a(2)", "srk-radau1a*(2)", 3},   {"srk-radau1a(3)", "srk-radau1a*(3)", 5},
    {"rk-lobatto3c(2)", "rk-lobatto3c*(2)", 2}, {"rk-lobatto3c(3)", "rk-lobatto3c*(3)", 4},
};
enum { npair = sizeof pairs/sizeof *pairs };

// --- coefficients ----------------------------------------------------------------------------

// IIIC* is a tableau of its own, the adjoint of IIIC; that of Radau IIA with one stage is the explicit
// Euler method, and an adjoint of an adjoint is where it began
static void coefficients_are_known(void **unused) {
  (void)unused;
  arena a;
  memory m = memory_default();
  arena_init(&a, &m);
  for (int s = 2; s < 6; s++) {
    rule r;
    tableau t;
    assert_true(rule_init(&r, &a, (rule_choice){RULE_RK_LOBATTO_3C, s, 0, true}));
    assert_true(tableau_init(&t, &a, TABLEAU_LOBATTO_3C_STAR, s));
    for (int i = 0; i < s*s; i++)
      check_near(r.A[0][i], t.A[i], 1e-15);
    for (int i = 0; i < s; i++) {
      assert_true(r.A[0][i] == 0 && r.A[0][i*s + s - 1] == 0);
      check_near(r.b[i], t.b[i], 1e-16);
      check_near(r.c[i], t.c[i], 1e-16);
    }
    assert_int_equal(r.ninner, s - 1);
    assert_int_equal(r.npoint, 1);
  }
  rule euler;
  assert_true(rule_init(&euler, &a, (rule_choice){RULE_RK_RADAU_2A, 1, 0, true}));
  assert_true(euler.A[0][0] == 0 && euler.b[0] == 1 && euler.c[0] == 0);
  arena_free(&a);
}

// --- claims ----------------------------------------------------------------------------------

// a step of M* with -h undoes one of M with h, on every system, and nothing else does
static void adjoints_undo_each_other(void **unused) {
  (void)unused;
  for (int i = 0; i < nsystem; i++)
    for (int k = 0; k < npair; k++) {
      const adjoint_pair *p = &pairs[k];
      check_below(trial_way_back(systems[i], p->forth, p->back, 0.02, 20), 2e-13);
      check_below(trial_way_back(systems[i], p->back, p->forth, 0.02, 20), 2e-13);
      if (p->order <= 3)  // others are symmetric to rounding at such steps
        check_above(trial_asymmetry(systems[i], p->forth, 0.02, 20), 1e-10);
    }
  check_above(trial_asymmetry(sleigh, "rk-radau2a(2)", 0.02, 20), 1e-8);
}

static void constraints_are_kept(void **unused) {
  (void)unused;
  for (int i = 0; i < nsystem; i++)
    for (int k = 0; k < npair; k++) {
      trial t = systems[i](pairs[k].back, 0.02);
      trial_steps(&t, 50);
      check_below(trial_report(&t).constraint_max_error, 2e-14);
      trial_close(&t);
    }
}

static void orders_are_the_same(void **unused) {
  (void)unused;
  static const long steps[] = {0, 800, 200, 80, 20, 20};
  trial_maker *const smooth[] = {sleigh, affine, open_breathing, open_driven};
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < npair; k++) {
      double order =
          trial_order_against(smooth[i], pairs[k].back, 1, steps[pairs[k].order], "srk-gauss(4)");
      check_near(order, pairs[k].order, 0.15);
    }
}

static void jacobian_is_exact(void **unused) {
  (void)unused;
  for (int i = 0; i < nsystem; i++)
    for (int k = 0; k < npair; k++) {
      trial t = systems[i](pairs[k].back, 0.02);
      trial_steps(&t, 1);
      check_below(trial_jacobian_error(&t, 0), 2e-8);
      trial_close(&t);
    }
}

// parts 3 and 4 make spark asymmetric: its adjoint exchanges IIIC with IIIC*
static void spark_has_an_adjoint(void **unused) {
  (void)unused;
  check_below(trial_way_back(open_five, "spark(3)", "spark*(3)", 0.02, 20), 2e-13);
  check_below(trial_way_back(open_five, "spark*(2)", "spark(2)", 0.02, 20), 2e-13);
  check_above(trial_asymmetry(open_five, "spark(3)", 0.02, 20), 1e-9);
  check_above(trial_asymmetry(open_five, "spark(2)", 0.02, 20), 1e-4);
  check_below(trial_way_back(sleigh, "spark(3)", "spark*(3)", 0.02, 20), 2e-13);
  check_below(trial_way_back(mixed, "spark(3)", "spark*(3)", 0.02, 20), 1e-12);
}

// --- compositions ----------------------------------------------------------------------------

static void compositions_have_their_orders(void **unused) {
  (void)unused;
  static const adjoint_row rows[] = {
      {"compose(rk-radau2a(1), symmetric)", 2, 80},
      {"compose(rk-radau2a(2), symmetric)", 4, 40},
      {"compose(srk-radau1a*(2), symmetric)", 4, 40},
      {"compose(rk-lobatto3c(2), symmetric)", 2, 80},
      {"compose(rk-lobatto3c(3), symmetric)", 4, 40},
      {"compose(rk-radau2a(1), blanes-moan4)", 4, 40},
      {"compose(srk-radau1a(1), suzuki4)", 4, 40},
      {"compose(rk-lobatto3c(2), blanes-moan4)", 4, 40},
      {"compose(rk-radau2a*(1), kahan-li6)", 6, 16},
  };
  trial_maker *const smooth[] = {sleigh, affine, open_breathing, open_driven};
  for (size_t k = 0; k < sizeof rows/sizeof *rows; k++)
    for (int i = 0; i < 4; i++)
      check_composition(smooth[i], &rows[k]);
}

// --- names -----------------------------------------------------------------------------------

static void adjoints_are_found(void **unused) {
  (void)unused;
  for (int k = 0; k < npair; k++)
    check_adjoint_names(&pairs[k]);
}

// Radau IA: no equation for one of the multipliers of the adjoint
static void singular_adjoint_is_refused(void **unused) {
  (void)unused;
  static const char *const names[] = {"rk-radau1a*(2)", "compose(rk-radau1a(1), blanes-moan4)"};
  check_below(trial_way_back(open_driven, "rk-radau1a(2)", names[0], 0.02, 20), 1e-14);
  check_below(trial_way_back(free_rods, "rk-radau1a(3)", "rk-radau1a*(3)", 0.02, 20), 1e-13);
  for (int i = 0; i < 2; i++) {
    trial t = open_one("rk-radau2a(2)", 0.1);
    assert_int_equal(noslip_method_applies(t.context, names[i], t.model), NOSLIP_ERROR_ARGUMENT);
    check_text(noslip_last_error(t.context), "enters no stage");
    trial_close(&t);
  }
}

static void memory_may_fail(void **unused) {
  (void)unused;
  assert_int_equal(allocations("sleigh.noslip", "compose(rk-radau2a(1), suzuki4)", 20), 0);
  check_failing_memory("one_part.noslip", "rk-radau2a*(2)");
  check_failing_memory("sleigh.noslip", "compose(rk-radau2a(1), symmetric)");
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(coefficients_are_known),
      cmocka_unit_test(adjoints_undo_each_other),
      cmocka_unit_test(constraints_are_kept),
      cmocka_unit_test(orders_are_the_same),
      cmocka_unit_test(jacobian_is_exact),
      cmocka_unit_test(spark_has_an_adjoint),
      cmocka_unit_test(compositions_have_their_orders),
      cmocka_unit_test(adjoints_are_found),
      cmocka_unit_test(singular_adjoint_is_refused),
      cmocka_unit_test(memory_may_fail),
  };
  return check_run(argc, argv, tests);
}
