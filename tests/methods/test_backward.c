// Tests of adjoints that are solved by steps: src/methods/compose/backward.c.

#include "tests/methods/adjoint_claims.h"
#include "tests/methods/stage_systems.h"
#include "tests/support/check.h"
#include "tests/support/counting.h"

#include "run/run.h"

#include <math.h>

static const char forth[] = "lobatto(3, multiplier=restart)";
static const char adjoint[] = "lobatto*(3, multiplier=restart)";

// nonholonomic: linear with a mass that varies, nonlinear, affine, driven; both kinds together
static trial_maker *const systems[] = {sleigh, cone, affine, driven, mixed};
enum { nsystem = sizeof systems/sizeof *systems };

// a step of M* with -h undoes one of M with h, and the other way round; M itself does not
static void way_back_is_exact(void **unused) {
  (void)unused;
  for (int i = 0; i < nsystem; i++) {
    check_below(trial_way_back(systems[i], forth, adjoint, 0.02, 20), 2e-13);
    check_below(trial_way_back(systems[i], adjoint, forth, 0.02, 20), 2e-13);
  }
  for (int i = 0; i < 4; i++)
    check_above(trial_asymmetry(systems[i], "lobatto(2, multiplier=restart)", 0.05, 20), 1e-9);
}

// on the constraints, and after long steps, too: an end of M* is one of M
static void constraints_are_kept(void **unused) {
  (void)unused;
  static const double steps[] = {0.02, 0.1};
  for (int i = 0; i < nsystem; i++)
    for (int k = 0; k < 2; k++) {
      trial t = systems[i](adjoint, steps[k]);
      trial_steps(&t, k == 0 ? 50 : 15);
      check_below(trial_report(&t).constraint_max_error, 2e-14);
      trial_close(&t);
    }
}

// with its adjoint a method of order 2s-2 is symmetric, and schemes go on from there
static void compositions_have_their_orders(void **unused) {
  (void)unused;
  static const adjoint_row rows[] = {
      {"compose(lobatto(2, multiplier=restart), symmetric)", 2, 80},
      {"compose(lobatto(3, multiplier=restart), symmetric)", 4, 40},
      {"compose(lobatto(2, multiplier=restart), suzuki4)", 4, 40},
  };
  for (size_t k = 0; k < sizeof rows/sizeof *rows; k++) {
    check_composition(sleigh, &rows[k]);
    check_composition(affine, &rows[k]);
  }
  check_near(trial_order_against(affine, adjoint, 1, 40, "srk-gauss(4)"), 4, 0.2);
}

static void adjoint_is_found(void **unused) {
  (void)unused;
  arena a;
  memory m = memory_default();
  failure why;
  const method *one;
  check_adjoint_names(&(adjoint_pair){forth, adjoint, 4});
  arena_init(&a, &m);
  assert_int_equal(method_find(&a, adjoint, &one, &why), NOSLIP_OK);
  check_text(method_equations(one), "M(-h) y1 = y0");
  arena_free(&a);
}

// what the way forth has to say of a failure is said
static void failure_has_a_reason(void **unused) {
  (void)unused;
  trial t = trial_text("model bead\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 + exp(40*x)\n"
                       "nonholonomic n: y' = x*x'\ninit x' = 1\n",
                       NULL, adjoint, 1);
  noslip_status status = NOSLIP_OK;
  for (int i = 0; i < 50 && status == NOSLIP_OK; i++)
    status = noslip_step(t.run);
  assert_int_equal(status, NOSLIP_ERROR_STEP);
  check_text(noslip_last_error(t.context), "momentum balance of `x` in stage 2");
  trial_close(&t);
}

static void memory_may_fail(void **unused) {
  (void)unused;
  assert_int_equal(allocations("sleigh.noslip", adjoint, 20), 0);
  check_failing_memory("sleigh.noslip", "compose(lobatto(2, multiplier=restart), symmetric)");
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(way_back_is_exact),
      cmocka_unit_test(constraints_are_kept),
      cmocka_unit_test(compositions_have_their_orders),
      cmocka_unit_test(adjoint_is_found),
      cmocka_unit_test(failure_has_a_reason),
      cmocka_unit_test(memory_may_fail),
  };
  return check_run(argc, argv, tests);
}
