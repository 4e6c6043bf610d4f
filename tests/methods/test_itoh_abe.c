// Tests of src/methods/gradient/itoh_abe.h: coordinate increments keep the energy of skew-gradient systems.

#include "tests/support/bracket_models.h"

static const char symmetric[] = "compose(itoh-abe, symmetric)";
static const char *const all[] = {"itoh-abe", "itoh-abe*", "itoh-abe-sym", symmetric};
enum { nall = sizeof all/sizeof *all };

// --- numbers ---------------------------------------------------------------------------------

// qpc after ten steps of 0.1, found with 30 digits
static void reference_values(void **unused) {
  (void)unused;
  static const bracket_row rows[] = {
      {qpc, "itoh-abe", {0.22719721042090308, -0.83218726406856854, 0.83010308591891629}},
      {qpc, "itoh-abe*", {0.20992719863682154, -0.82971083840311648, 0.83759138080271532}},
      {qpc, "itoh-abe-sym", {0.21856331788604855, -0.83102390161885364, 0.83381859851652365}},
      {qpc, symmetric, {0.21381437780072019, -0.829774767402835, 0.83651353079655634}},
  };
  for (int i = 0; i < nall; i++)
    check_below(reference_error(&rows[i]), 3e-15);

  // each is another method
  for (int i = 0; i < nall; i++)
    for (int k = 0; k < nall; k++) {
      bracket_row other = rows[i];
      other.method = rows[k].method;
      if (i != k)
        check_above(reference_error(&other), 1e-3);
    }
}

// at t = 1 with h = 0.1 and 0.05, Euclidean norm
static void errors_are_known(void **unused) {
  (void)unused;
  check_near(bracket_error(qpc, "itoh-abe", 1, 10), 1.6e-2, 0.05e-2);
  check_near(bracket_error(qpc, "itoh-abe", 1, 20), 6.5e-3, 0.05e-3);
  check_near(bracket_error(qpc, "itoh-abe-sym", 1, 10), 7.0e-3, 0.05e-3);
  check_near(bracket_error(qpc, "itoh-abe-sym", 1, 20), 1.8e-3, 0.05e-3);
  check_near(bracket_error(qpc, symmetric, 1, 10), 1.4e-3, 0.05e-3);
  check_near(bracket_error(qpc, symmetric, 1, 20), 3.5e-4, 0.05e-4);
}

// --- claims ----------------------------------------------------------------------------------

static void energy_is_kept(void **unused) {
  (void)unused;
  for (int i = 0; i < nall; i++) {
    check_below(energy_error(qpc(all[i], 0.1), 2000), 2e-14);
    check_below(energy_error(bell(all[i], 0.05), 400), 2e-14);
    check_below(energy_error(plain_wave(all[i], 0.2), 500), 2e-14);
  }
  check_above(energy_error(qpc("rk-gauss(1)", 0.1), 100), 1e-6);
}

// parts of H that share no variable are kept one by one, as avf keeps them
static void separable_energies(void **unused) {
  (void)unused;
  for (int i = 0; i < 3; i++) {
    trial a = pair(all[i], 0.1), b = pair("avf(2)", 0.1), c = pair("gonzalez", 0.1);
    trial_steps(&a, 50);
    trial_steps(&b, 50);
    trial_steps(&c, 50);
    for (int k = 0; k < 4; k++)
      check_near(a.run->state.q[k], b.run->state.q[k], 2e-14);
    check_below(trial_report(&a).invariant_errors[0], 1e-14);
    check_above(trial_report(&c).invariant_errors[0], 1e-6);
    trial_close(&a);
    trial_close(&b);
    trial_close(&c);
  }
}

static void orders(void **unused) {
  (void)unused;
  check_near(bracket_order(qpc, "itoh-abe", 1, 200), 1, 0.05);
  check_near(bracket_order(qpc, "itoh-abe*", 1, 200), 1, 0.05);
  check_near(bracket_order(bell, "itoh-abe", 1, 200), 1, 0.05);
  for (int i = 2; i < nall; i++) {
    check_near(bracket_order(qpc, all[i], 1, 20), 2, 0.05);
    check_near(bracket_order(bell, all[i], 1, 40), 2, 0.05);
    check_below(trial_asymmetry(bell, all[i], 0.05, 20), 1e-14);
  }
  check_above(trial_asymmetry(bell, "itoh-abe", 0.05, 20), 1e-4);  // it is not symmetric
}

static void adjoints_undo_each_other(void **unused) {
  (void)unused;
  check_below(trial_way_back(bell, "itoh-abe", "itoh-abe*", 0.05, 20), 1e-14);
  check_below(trial_way_back(bell, "itoh-abe*", "itoh-abe", 0.05, 20), 1e-14);
  check_above(trial_way_back(bell, "itoh-abe", "itoh-abe-sym", 0.05, 20), 1e-4);
}

static void adjoints_are_found(void **unused) {
  (void)unused;
  arena a;
  memory m = memory_default();
  failure why;
  const method *one, *other, *mean;
  arena_init(&a, &m);
  assert_int_equal(method_find(&a, "itoh-abe", &one, &why), NOSLIP_OK);
  assert_int_equal(method_find(&a, "itoh-abe*", &other, &why), NOSLIP_OK);
  assert_int_equal(method_find(&a, "itoh-abe-sym*", &mean, &why), NOSLIP_OK);
  assert_ptr_equal(method_adjoint(one), other);
  assert_ptr_equal(method_adjoint(other), one);
  assert_ptr_equal(method_adjoint(mean), mean);

  // with an option, too
  assert_int_equal(method_find(&a, "itoh-abe(frame=analytic)", &one, &why), NOSLIP_OK);
  assert_string_equal(method_adjoint(one)->name, "itoh-abe*(frame=analytic)");
  assert_int_equal(method_adjoint(one)->variant, other->variant);
  assert_int_equal(method_find(&a, "itoh-abe*(frame=analytic)", &one, &why), NOSLIP_OK);
  assert_int_equal(one->variant, other->variant);
  assert_int_equal(method_find(&a, "compose(itoh-abe(frame=analytic), suzuki4)", &one, &why),
                   NOSLIP_OK);
  arena_free(&a);
}

static void jacobian_is_exact(void **unused) {
  (void)unused;
  for (int i = 0; i < 3; i++)
    check_jacobian(all[i]);
}

// Coordinates that move by nothing, or hardly: limits take the place of quotients. Differences of the
// residual have the step 1e-5, so the point lies in the middle of them.
static void jacobian_of_rest(void **unused) {
  (void)unused;
  static const double small[] = {0, 1e-300, 1e-15, 1e-9, 3e-9, 3e-8, 1e-6};
  for (int i = 0; i < 3; i++)
    for (size_t k = 0; k < sizeof small/sizeof *small; k++) {
      trial t = bell(all[i], 0.1);
      const newton_equations *e = &t.run->stepper->equations;
      double d[3], J[9], a[3], b[3];
      trial_steps(&t, 3);
      for (int j = 0; j < 3; j++)
        d[j] = j == 1 ? 0.05 : small[k];
      e->both(e->context, d, a, J);
      for (int j = 0; j < 3; j++) {
        double step = 1e-5, keep = d[j];
        d[j] = keep + step;
        e->residual(e->context, d, a);
        d[j] = keep - step;
        e->residual(e->context, d, b);
        d[j] = keep;
        for (int row = 0; row < 3; row++)
          check_near(J[row*3 + j], (a[row] - b[row])/(2*step), 1e-8);
      }
      trial_close(&t);
    }
}

// --- rest ------------------------------------------------------------------------------------

static void constants_do_not_matter(void **unused) {
  (void)unused;
  for (int i = 0; i < nall; i++) {
    trial with = wave("C=1e8", all[i], 0.1), without = wave(NULL, all[i], 0.1);
    trial_steps(&with, 50);
    trial_steps(&without, 50);
    for (int k = 0; k < 2; k++)
      assert_true(with.run->state.q[k] == without.run->state.q[k]);
    trial_close(&with);
    trial_close(&without);
  }
}

// equilibria stay, what is near them moves by little, tiny steps and variables at rest do no harm
static void rest_and_nearly_rest(void **unused) {
  (void)unused;
  for (int i = 0; i < nall; i++) {
    trial t = wave("a=0 b=0", all[i], 0.1);
    trial_steps(&t, 10);
    assert_true(t.run->state.q[0] == 0 && t.run->state.q[1] == 0);
    trial_close(&t);
    check_below(energy_error(wave("a=1e-9 b=0", all[i], 0.1), 100), 1e-15);
    check_below(energy_error(wave(NULL, all[i], 1e-9), 100), 1e-15);
    check_below(energy_error(qpc(all[i], 1e-6), 100), 1e-15);

    // y has no bracket and does not move, but the energy depends on it
    t = trial_text("model idle\nstate x, y, z\nhamiltonian y*(x^2 + cos(z))\nbracket {x, z} = y\n"
                   "init x = 0.4, y = 0.7, z = 0.3\n",
                   NULL, all[i], 0.1);
    trial_steps(&t, 100);
    assert_true(t.run->state.q[1] == 0.7);
    check_below(trial_report(&t).energy_max_error, 2e-15);
    trial_close(&t);
  }
}

static void steps_allocate_nothing(void **unused) {
  (void)unused;
  for (int i = 0; i < nall; i++)
    assert_int_equal(allocations("qpc.noslip", all[i], 50), 0);
}

static void memory_may_fail(void **unused) {
  (void)unused;
  check_failing_memory("qpc.noslip", "compose(itoh-abe, symmetric)");
}

static void bad_names_are_refused(void **unused) {
  (void)unused;
  static const char *const bad[][2] = {
      {"itoh-abe(2)", "`itoh-abe` takes no number"},
      {"itoh-abe*(2)", "`itoh-abe*` takes no number"},
      {"itoh-abe-syn", "did you mean `itoh-abe-sym`?"},
      {"itoh-abe-sym(x=1)", "has no option `x`; there is `frame`"},
  };
  check_refused(bad, sizeof bad/sizeof *bad);
}

// an energy that would be too long if it were written down for each variable
static void long_energies_are_refused(void **unused) {
  (void)unused;
  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  static const char text[] =
      "model long\nconst n = 40\nstate x[1..n]\n"
      "hamiltonian sum(i in 1..n: sum(j in 1..n: cos(x[i] - 2*x[j])))\n"
      "for i in 2..n { bracket {x[i-1], x[i]} = 1 }\nfor i in 1..n { init x[i] = i/n }\n";
  if (noslip_model_parse(c, "test", text, NULL, &m) != NOSLIP_OK)
    check_fail("%s", noslip_last_error(c));
  for (int i = 0; i < nall; i++) {
    assert_int_equal(noslip_method_applies(c, all[i], m), NOSLIP_ERROR_ARGUMENT);
    check_text(noslip_last_error(c), "once for each variable");
  }
  assert_int_equal(noslip_method_applies(c, "avfc", m), NOSLIP_OK);
  noslip_model_free(m);
  noslip_close(c);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reference_values),
      cmocka_unit_test(errors_are_known),
      cmocka_unit_test(energy_is_kept),
      cmocka_unit_test(separable_energies),
      cmocka_unit_test(orders),
      cmocka_unit_test(adjoints_undo_each_other),
      cmocka_unit_test(adjoints_are_found),
      cmocka_unit_test(jacobian_is_exact),
      cmocka_unit_test(jacobian_of_rest),
      cmocka_unit_test(constants_do_not_matter),
      cmocka_unit_test(rest_and_nearly_rest),
      cmocka_unit_test(steps_allocate_nothing),
      cmocka_unit_test(bad_names_are_refused),
      cmocka_unit_test(memory_may_fail),
      cmocka_unit_test(long_energies_are_refused),
  };
  return check_run(argc, argv, tests);
}
