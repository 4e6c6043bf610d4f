// Tests of src/methods/gradient/avf.h: gonzalez, avf(k), avfc(k) keep the energy of skew-gradient systems.

#include "tests/support/bracket_models.h"

// --- numbers ---------------------------------------------------------------------------------

// after ten steps of 0.1, found with 30 digits
static void reference_values(void **unused) {
  (void)unused;
  static const bracket_row rows[] = {
      {qpc, "gonzalez", {0.21958177729546225, -0.83116930276290665, 0.83337688490722557}},
      {qpc, "avf(2)", {0.21887175043989295, -0.83106815074707515, 0.83368475065854594}},
      {qpc, "avf(1)", {0.21965941748085688, -0.83051262321134966, 0.83297140536782234}},
      {bell, "gonzalez", {-0.121471390347654, -0.81384922735326502, 1.1795278277161529}},
      {bell, "avf(8)", {-0.12210422811851284, -0.81270107274662446, 1.1800746472923139}},
      {bell, "avfc(2)", {-0.12210393589391806, -0.81270160404411707, 1.1800743946334221}},
  };
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++)
    check_below(reference_error(&rows[i]), 3e-15);
}

// a rule with too few points, or the other gradient, is another method
static void reference_check_can_fail(void **unused) {
  (void)unused;
  trial a = qpc("avf(1)", 0.1), b = qpc("avf(2)", 0.1);
  trial_steps(&a, 10);
  trial_steps(&b, 10);
  check_above(fabs(a.run->state.q[0] - b.run->state.q[0]), 1e-4);
  trial_close(&a);
  trial_close(&b);
}

// --- claims ----------------------------------------------------------------------------------

static void energy_is_kept(void **unused) {
  (void)unused;
  check_below(energy_error(qpc("gonzalez", 0.1), 2000), 2e-14);
  check_below(energy_error(qpc("avf(2)", 0.1), 2000), 2e-14);
  check_below(energy_error(qpc("avfc(1)", 0.2), 1000), 2e-14);
  check_below(energy_error(bell("gonzalez", 0.05), 400), 2e-14);
  check_below(energy_error(bell("avfc(3)", 0.05), 400), 2e-14);

  // the rule is exact up to degree 2k: one point is not enough for a quartic, and none for exp
  check_above(energy_error(qpc("avf(1)", 0.1), 100), 1e-6);
  check_above(energy_error(bell("avf(2)", 0.1), 10), 1e-10);
}

// also of tiny steps, near an equilibrium, and beside a large constant: per step to rounding of the
// variation of H
static void small_changes_of_energy_are_seen(void **unused) {
  (void)unused;
  trial with = wave("C=1e8", "gonzalez", 0.1), without = wave(NULL, "gonzalez", 0.1);
  trial_steps(&with, 50);
  trial_steps(&without, 50);
  for (int i = 0; i < 2; i++)
    assert_true(with.run->state.q[i] == without.run->state.q[i]);
  assert_int_equal(trial_report(&with).newton_iterations, trial_report(&without).newton_iterations);
  check_below(trial_report(&without).energy_max_error, 2e-15);
  trial_close(&with);
  trial_close(&without);

  check_below(energy_error(wave("a=1e-9 b=0", "gonzalez", 0.1), 100), 1e-15);
  check_below(energy_error(wave("a=0 b=0", "gonzalez", 0.1), 10), 1e-300);
  check_below(energy_error(wave(NULL, "avfc(2)", 1e-9), 100), 1e-15);  // H is 1.5: its own rounding
}

static void order_is_two(void **unused) {
  (void)unused;
  static const char *const methods[] = {"gonzalez", "avf(3)", "avfc(2)"};
  for (int i = 0; i < 3; i++) {
    check_near(trial_order(qpc, methods[i], 1, 20), 2, 0.05);
    check_near(trial_order(plain_wave, methods[i], 1, 20), 2, 0.05);
    check_below(trial_asymmetry(bell, methods[i], 0.05, 20), 1e-14);
  }
}

static void jacobian_is_exact(void **unused) {
  (void)unused;
  static const char *const methods[] = {"gonzalez", "avf(2)", "avfc(3)"};
  for (int i = 0; i < 3; i++)
    check_jacobian(methods[i]);
}

// --- the rest --------------------------------------------------------------------------------

static void others_are_refused(void **unused) {
  (void)unused;
  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  assert_int_equal(noslip_model_load(c, NOSLIP_MODELS "/one_part.noslip", &m), NOSLIP_OK);
  assert_int_equal(noslip_method_applies(c, "avf(2)", m), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(c), "wants a `hamiltonian`");
  assert_int_equal(noslip_method_applies(c, "avf", m), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(c), "wants a `hamiltonian`");
  noslip_model_free(m);
  noslip_close(c);
}

static void bad_numbers_are_refused(void **unused) {
  (void)unused;
  static const char *const bad[][2] = {
      {"avf(0)", "has 1 point or more, as in avf(5)"},
      {"avf(51)", "beyond the limit of 50 points"},
      {"avf(2.5)", "the number of points of `avf` is an integer"},
      {"avf(x=3)", "has no option `x`"},
      {"avfc(2, 3)", "takes one number, its points"},
      {"gonzalez(2)", "takes no number"},
  };
  check_refused(bad, sizeof bad/sizeof *bad);
}

static void steps_allocate_nothing(void **unused) {
  (void)unused;
  assert_int_equal(allocations("qpc.noslip", "avfc(3)", 50), 0);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reference_values),       cmocka_unit_test(reference_check_can_fail),
      cmocka_unit_test(energy_is_kept),         cmocka_unit_test(small_changes_of_energy_are_seen),
      cmocka_unit_test(order_is_two),           cmocka_unit_test(jacobian_is_exact),
      cmocka_unit_test(others_are_refused),     cmocka_unit_test(bad_numbers_are_refused),
      cmocka_unit_test(steps_allocate_nothing),
  };
  return check_run(argc, argv, tests);
}
