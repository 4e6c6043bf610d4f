// Tests of numbers that are not finite, at the start and on the way: src/run/finite.c, the checks of
// src/problem/initial.c, and the verdicts about them.

#include "tests/support/trial.h"

#define PLANE "model m\nparam c = 0, z0 = 0\ncoord x, z\n"
#define RUN "run method lobatto(2), step 0.1, until 1\n"

// the run is refused with these words, and `check` with the same
static void refused(const char *text, const char *what, const char *remedy) {
  trial t = {.c = noslip_open(NULL)};
  const noslip_run_options o = {.backend = "interpret"};
  const char *shown;
  assert_int_equal(noslip_model_parse(t.c, "test", text, NULL, &t.m), NOSLIP_OK);
  assert_int_equal(noslip_run_new(t.c, t.m, &o, &t.r), NOSLIP_ERROR_MODEL);
  check_text(noslip_last_error(t.c), what);
  check_text(noslip_last_error(t.c), remedy);
  assert_int_equal(noslip_run_check(t.c, t.m, &o, &shown), NOSLIP_ERROR_MODEL);
  check_text(noslip_last_error(t.c), what);
  trial_end(&t);
}

static const char other_units[] = "start elsewhere, or write the model in other units";

static void an_infinite_energy_is_refused(void **unused) {
  (void)unused;
  const char *what = "the energy is not finite at the initial data: it is inf";
  refused(PLANE "lagrangian (x'^2 + z'^2)/2 - 9.81*z\ninit z = 1e308\n" RUN, what, other_units);
  refused("model m\nstate x, z\nbracket {x, z} = 1\nhamiltonian x^2/2 + z^2/2\ninit z = 1e200\n"
          "run method gonzalez, step 0.1, until 1\n",
          what, other_units);
  refused(PLANE "lagrangian (x'^2 + z'^2)/2 - 9.81*z\ncontact floor: z >= 0 restitution 0.5\n"
                "init z = 1e308\n" RUN,
          what, other_units);
  refused(PLANE "lagrangian (x'^2 + z'^2)/2 - 9.81*z\ncontact floor: z >= 0 restitution 0.5\n"
                "init z = 1e308\nrun method moreau, step 0.1, until 1\n",
          what, other_units);
  refused("model m\ncoord x[1..2], z[1..2]\n"
          "lagrangian sum(i in 1..2: (x[i]'^2 + z[i]'^2)/2 - 9.81*z[i])\n"
          "contact pair[i,j] for i < j in 1..2 within 2: norm([x[i] - x[j], z[i] - z[j]]) >= 1, "
          "restitution 1\n"
          "init x[1] = 5, z[1] = 1e308\nrun method moreau, step 0.1, until 1\n",
          what, other_units);
}

static void invariants_that_are_not_finite_are_refused(void **unused) {
  (void)unused;
  refused(PLANE "lagrangian (x'^2 + z'^2)/2\ninit x' = 1\ninvariant J = log(z)*x'\n" RUN,
          "the invariant `J` is not finite at the initial data: it is -inf",
          "start elsewhere, or make it an `observe`");
  refused("model m\nstate x, z\nx' = z, z' = -x\ninit x = 1\ninvariant r = sqrt(z - 1)\n"
          "run method spark(2), step 0.1, until 1\n",
          "the invariant `r` is not finite", "start elsewhere");
}

static void equations_that_are_not_finite_are_named(void **unused) {
  (void)unused;
  refused(PLANE "lagrangian (x'^2 + z'^2)/2\nforce z = 1/(x - c)\n" RUN,
          "the equations are not finite at the initial data, see that of `z`", "start elsewhere");
  const char *what = "the constraint `c` or its derivative is not finite at the initial data";
  refused("model m\ncoord x, z\nlagrangian (x'^2 + z'^2)/2\nholonomic c: log(z) + x = 1\n"
          "init z = 0\nrun method rattle, step 0.1, until 1\n",
          what, "start elsewhere");
  refused("model m\ncoord x, z\nlagrangian (x'^2 + z'^2)/2\nnonholonomic c: x' = log(z)\n"
          "init z = 0\nrun method dla-mp, step 0.1, until 1\n",
          what, "start elsewhere");
}

// ---- what is only observed

static int warnings_with(const trial *t, const char *words) {
  noslip_report r;
  int count = 0;
  noslip_run_report(t->r, &r);
  for (int i = 0; i < r.nwarning; i++)
    count += strstr(r.warnings[i], words) != NULL;
  return count;
}

// one sentence, of the first; the twin observes finite numbers
static void observed_numbers_are_warned_of(void **unused) {
  (void)unused;
  const noslip_run_options o = {.backend = "interpret"};
  trial t = trial_begin(PLANE "lagrangian (x'^2 + z'^2)/2\ninit x' = 1\nobserve u = x\n"
                              "observe w = mod(x, c)\nobserve s = log(z)\n" RUN,
                        &o);
  trial_advance(&t, 10);
  assert_int_equal(warnings_with(&t, "`w` is not a finite number at t = 0, "), 1);
  assert_int_equal(warnings_with(&t, "is not a finite number"), 1);
  trial_end(&t);
  t = trial_begin(PLANE "lagrangian (x'^2 + z'^2)/2\ninit x' = 1\nobserve w = mod(x, 2)\n" RUN, &o);
  trial_advance(&t, 10);
  assert_int_equal(warnings_with(&t, "is not a finite number"), 0);
  trial_end(&t);
}

// a copy of the run has been warned, too: sqrt(x - 1/2) of x = 1 - t ends at t = 1/2
static void copies_are_not_warned_again(void **unused) {
  (void)unused;
  const noslip_run_options o = {.backend = "interpret"};
  trial t = trial_begin(PLANE "lagrangian (x'^2 + z'^2)/2\ninit x = 1, x' = -1\n"
                              "observe J = sqrt(x - 0.55)\n" RUN,
                        &o);
  trial_advance(&t, 7);
  noslip_run *copy, *first = t.r;
  assert_int_equal(noslip_run_copy(t.r, &copy), NOSLIP_OK);
  t.r = copy;
  trial_advance(&t, 2);
  assert_int_equal(warnings_with(&t, "`J` is not a finite number at t = 0.5, "), 1);
  t.r = first;
  noslip_run_free(copy);
  trial_end(&t);
}

static const noslip_verdict *verdict_of(const trial *t, const char *what) {
  int count;
  assert_int_equal(noslip_run_judge(t->r, &count), NOSLIP_OK);
  for (int i = 0; i < count; i++)
    if (strcmp(noslip_run_verdict(t->r, i)->what, what) == 0)
      return noslip_run_verdict(t->r, i);
  check_fail("there is no verdict about %s\n", what);
  return NULL;
}

// free motion with x = 1 - t: sqrt(x - 1/2) ends at t = 1/2
static void what_is_lost_on_the_way_is_not_kept(void **unused) {
  (void)unused;
  const noslip_run_options o = {.backend = "interpret"};
  trial t = trial_begin(PLANE "lagrangian (x'^2 + z'^2)/2\ninit x = 1, x' = -1\n"
                              "invariant J = 0*sqrt(x - 1/2 + z) + sqrt(x - 0.55)\n" RUN,
                        &o);
  trial_advance(&t, 10);
  assert_int_equal(warnings_with(&t, "`J` is not a finite number at t = 0.5, "), 1);
  const noslip_verdict *v = verdict_of(&t, "momentum maps");
  assert_int_equal(v->word, NOSLIP_VERDICT_NOT_MEASURED);
  check_text(v->reason, "an invariant is not a finite number at some nodes");
  assert_int_equal(verdict_of(&t, "energy")->word, NOSLIP_VERDICT_KEPT);
  trial_end(&t);
}

// a motion that grows as exp(1e2 t): its energy leaves the numbers before the state does
static void an_energy_that_overflows_is_not_kept(void **unused) {
  (void)unused;
  const noslip_run_options o = {.backend = "interpret"};
  trial t = trial_begin("model m\ncoord x\nlagrangian x'^2/2 + 5000*x^2\ninit x = 1e150\n"
                        "run method lobatto(3), step 1/64, until 1/2\n",
                        &o);
  trial_advance(&t, 32);
  const noslip_verdict *v = verdict_of(&t, "energy");
  assert_int_equal(v->word, NOSLIP_VERDICT_NOT_KEPT);
  check_text(v->reason, "not a finite number at some nodes");
  trial_end(&t);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_infinite_energy_is_refused),
      cmocka_unit_test(invariants_that_are_not_finite_are_refused),
      cmocka_unit_test(equations_that_are_not_finite_are_named),
      cmocka_unit_test(observed_numbers_are_warned_of),
      cmocka_unit_test(copies_are_not_warned_again),
      cmocka_unit_test(what_is_lost_on_the_way_is_not_kept),
      cmocka_unit_test(an_energy_that_overflows_is_not_kept),
  };
  return check_run(argc, argv, tests);
}
