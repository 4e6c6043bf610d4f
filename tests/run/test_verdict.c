// Verdicts: what a run says of what its method claims. Each of them can be broken.

#include "tests/support/check.h"
#include "tests/support/counting.h"
#include "tests/support/systems.h"

#include "run/verdict.h"

#include <stdio.h>
#include <stdlib.h>

// ---------------------------------------------------------------------------------------------
// the rules, on numbers

static const noslip_verdict *find(const noslip_verdict *list, int count, const char *what) {
  for (int i = 0; i < count; i++)
    if (strcmp(list[i].what, what) == 0)
      return &list[i];
  return NULL;
}

// the verdicts of a run, which must have one on this
static const noslip_verdict *verdict_on(noslip_run *r, const char *what) {
  int count;
  assert_int_equal(noslip_run_judge(r, &count), NOSLIP_OK);
  assert_true(count > 0);
  const noslip_verdict *v = find(noslip_run_verdict(r, 0), count, what);
  assert_non_null(v);
  return v;
}

// a run that has gone well, to be spoilt
static evidence sound_evidence(void) {
  return (evidence){
      .report = {.energy_initial = 1, .energy_is_invariant = true},
      .nconstraint = 1,
      .energy_size = 1,
      .moving = 1,
      .kinetic = 1,
      .monitored = true,
      .resolution = {.word = RESOLUTION_GOOD, .coarse = 1e-3, .fine = 1e-4},
  };
}

static noslip_verdict_word word_on(const char *what, const noslip_method_info *claims,
                                   const evidence *e) {
  verdict_texts texts;
  verdict_fill(&texts, claims, e);
  const noslip_verdict *v = find(texts.list, texts.count, what);
  assert_non_null(v);
  return v->word;
}

// an energy that was not looked at is not called one that changes
static void unknown_energies_are_told(void **unused) {
  (void)unused;
  static const noslip_method_info claims = {.keeps_constraints = true};
  static const char *const reasons[] = {"not an invariant of this model", "not known to be"};
  for (int i = 0; i < 2; i++) {
    evidence e = sound_evidence();
    e.report.energy_is_invariant = false;
    e.unknown = i == 1;
    verdict_texts texts;
    verdict_fill(&texts, &claims, &e);
    check_text(find(texts.list, texts.count, "energy")->reason, reasons[i]);
  }
#define TWO                                                             \
  "model m\ncoord x[1..2]\nlagrangian dot(x', x')/2\ninit x = [0, 3]\n" \
  "contact p[i,j] for i < j in 1..2 within 2: abs(x[j] - x[i]) >= 1, restitution "
  static const char *const models[] = {TWO "0.9\n", TWO "1\n"};
  for (int i = 0; i < 2; i++) {
    trial t = trial_text(models[i], NULL, "moreau", 0.1);
    noslip_step(t.run);
    check_text(verdict_on(t.run, "energy")->reason, reasons[i]);
    trial_close(&t);
  }
}

// rounding is fine, 1e-6 is not, and NaN is not
static void exact_claims_can_be_broken(void **unused) {
  (void)unused;
  const noslip_method_info claims = {.keeps_constraints = true, .keeps_energy = true};
  static const double errors[] = {1e-14, 1e-6, (double)NAN};
  for (int i = 0; i < 3; i++) {
    evidence e = sound_evidence();
    e.report.constraint_scaled_error = e.report.energy_max_error = errors[i];
    noslip_verdict_word expected = i == 0 ? NOSLIP_VERDICT_KEPT : NOSLIP_VERDICT_NOT_KEPT;
    assert_int_equal(word_on("constraints", &claims, &e), expected);
    assert_int_equal(word_on("energy", &claims, &e), expected);
  }
}

// a swing is kept, a straight line is not judged; what is as large as all that moves is not kept,
// and nothing follows from a step that is too long
static void bounded_energies_have_a_yardstick(void **unused) {
  (void)unused;
  enum { GOOD = RESOLUTION_GOOD, POOR = RESOLUTION_POOR, UNKNOWN = RESOLUTION_UNKNOWN };
  const noslip_method_info claims = {.bounds_energy = true};
  const struct {
    double error, trend, moving, kinetic;
    int step;
    noslip_verdict_word word;
  } cases[] = {
      {1e-3, 1e-6, 1, 1, GOOD, NOSLIP_VERDICT_KEPT},
      {1e-3, 1e-3, 1, 1, GOOD, NOSLIP_VERDICT_NOT_MEASURED},
      {1e-14, 1e-14, 1, 1, GOOD, NOSLIP_VERDICT_KEPT},
      {(double)INFINITY, 0, 1, 1, GOOD, NOSLIP_VERDICT_NOT_KEPT},
      {(double)NAN, 0, 1, 1, GOOD, NOSLIP_VERDICT_NOT_KEPT},
      {(double)NAN, 0, 1, 1, POOR, NOSLIP_VERDICT_NOT_KEPT},
      {0.6, 1e-6, 1, 1, GOOD, NOSLIP_VERDICT_NOT_KEPT},
      {0.6, 1e-6, 1, 1, UNKNOWN, NOSLIP_VERDICT_NOT_KEPT},
      {0.4, 1e-6, 1, 1, GOOD, NOSLIP_VERDICT_KEPT},
      {0.4, 1e-6, 1, 1, POOR, NOSLIP_VERDICT_NOT_RESOLVED},
      {1e-14, 0, 1, 1, POOR, NOSLIP_VERDICT_KEPT},
      {1e-3, 1e-6, 1e-3, 1, GOOD, NOSLIP_VERDICT_KEPT},  // a steady motion
      {0.2, 1e-6, 0.1, 1, GOOD, NOSLIP_VERDICT_NOT_KEPT},
      {0.6, 1e-6, 1, 0, GOOD, NOSLIP_VERDICT_NOT_KEPT},  // of a bracket
  };
  for (size_t i = 0; i < sizeof cases/sizeof *cases; i++) {
    evidence e = sound_evidence();
    e.report.energy_max_error = cases[i].error;
    e.report.energy_trend = cases[i].trend;
    e.moving = cases[i].moving;
    e.kinetic = cases[i].kinetic;
    e.resolution.word = (resolution_word)cases[i].step;
    check_that(word_on("energy", &claims, &e) == cases[i].word, __FILE__, __LINE__,
               "case %zu is %s\n", i, noslip_verdict_text(word_on("energy", &claims, &e)));
  }
}

static void forces_leave_nothing_to_keep(void **unused) {
  (void)unused;
  const noslip_method_info claims = {.bounds_energy = true};
  evidence e = sound_evidence();
  e.report.energy_is_invariant = false;
  e.report.energy_max_error = e.report.energy_trend = 1;
  assert_int_equal(word_on("energy", &claims, &e), NOSLIP_VERDICT_NOT_MEASURED);
}

static void steps_are_judged_by_their_halves(void **unused) {
  (void)unused;
  assert_true(resolution_is_good(1e-3, 2e-4, 2));
  assert_true(resolution_is_good(0.05, 0.0125, 2));
  assert_true(resolution_is_good(1e-9, 1e-9, 16));  // rounding
  assert_false(resolution_is_good(0.05, 0.04, 2));  // halving does not help
  assert_false(resolution_is_good(0.05, 0.02, 4));  // not as the order says
  assert_false(resolution_is_good(0.1, 0.025, 2));
  assert_false(resolution_is_good(1e-3, 0.9, 2));  // small by chance
  assert_false(resolution_is_good((double)INFINITY, 0.1, 2));
}

// ---------------------------------------------------------------------------------------------
// runs

static const char kepler[] = "model kepler\n"
                             "param e = 0.9, shift = 0\n"
                             "coord x, y\n"
                             "lagrangian (x'^2 + y'^2)/2 + 1/sqrt(x^2 + y^2) - shift\n"
                             "init x = 1 - e, y' = sqrt((1 + e)/(1 - e))\n";

static const char pendulum[] = "model pendulum\n"
                               "coord th\n"
                               "lagrangian th'^2/2 + cos(th)\n"
                               "init th = 1\n";

// the words of a run of a text: on its step and on its energy
typedef struct words {
  noslip_verdict_word step, energy;
  int nwarning;
} words;

static words words_of_trial(trial t, long steps) {
  trial_steps(&t, steps);
  words w = {verdict_on(t.run, "step")->word, verdict_on(t.run, "energy")->word,
             trial_report(&t).nwarning};
  trial_close(&t);
  return w;
}

static words words_of(const char *text, const char *settings, const char *name, double h,
                      long steps) {
  return words_of_trial(trial_text(text, settings, name, h), steps);
}

// runs that are destroyed, or whose motion is missed
static void destroyed_runs_are_not_certified(void **unused) {
  (void)unused;
  const struct {
    const char *text, *settings, *method;
    double h;
    long steps;
  } rows[] = {
      {kepler, NULL, "rattle", 0.05, 2000}, {kepler, "x=1 y'=0.05", "rattle", 0.01, 10000},
      {pendulum, NULL, "dla-mp", 20, 1000}, {kepler, "shift=1000", "rattle", 0.05, 2000},
      {kepler, NULL, "spark(3)", 0.3, 300}, {pendulum, NULL, "compose(rattle, suzuki4)", 6, 300},
  };
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++) {
    words w = words_of(rows[i].text, rows[i].settings, rows[i].method, rows[i].h, rows[i].steps);
    check_that(w.step == NOSLIP_VERDICT_NOT_RESOLVED && w.energy == NOSLIP_VERDICT_NOT_RESOLVED &&
                   w.nwarning == 1,
               __FILE__, __LINE__, "row %zu: %s, energy %s, %d warnings\n", i,
               noslip_verdict_text(w.step), noslip_verdict_text(w.energy), w.nwarning);
  }
}

// the same with steps that a person would take
static void sound_runs_are_certified(void **unused) {
  (void)unused;
  const struct {
    const char *text, *settings, *method;
    double h;
    long steps;
  } rows[] = {
      {kepler, NULL, "rattle", 0.001, 20000},    {kepler, "shift=1000", "rattle", 0.001, 20000},
      {kepler, NULL, "spark(3)", 0.005, 4000},   {kepler, "e=0", "rattle", 0.1, 2000},
      {pendulum, NULL, "dla-mp", 0.1, 1000},     {pendulum, NULL, "rattle", 0.5, 1000},
      {pendulum, NULL, "lobatto(4)", 0.5, 1000},
  };
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++) {
    words w = words_of(rows[i].text, rows[i].settings, rows[i].method, rows[i].h, rows[i].steps);
    check_that(w.step == NOSLIP_VERDICT_KEPT && w.energy == NOSLIP_VERDICT_KEPT && w.nwarning == 0,
               __FILE__, __LINE__, "row %zu: %s, energy %s\n", i, noslip_verdict_text(w.step),
               noslip_verdict_text(w.energy));
  }
}

// Steps that pass the pericentre a little too fast, until the orbit escapes; and one of order 4 whose
// energy walks away there, slowly
static void escapes_are_not_certified(void **unused) {
  (void)unused;
  static const double steps[] = {0.03, 0.025, 0.02};
  for (int i = 0; i < 3; i++) {
    words w = words_of(kepler, NULL, "rattle", steps[i], lround(1000/steps[i]));
    assert_int_equal(w.step, NOSLIP_VERDICT_NOT_RESOLVED);
  }
  assert_true(words_of(kepler, NULL, "lobatto(3)", 0.04, 250000).energy != NOSLIP_VERDICT_KEPT);
}

// numbers that are none are not kept, and what was not looked at is not judged
static void invariants_may_have_no_number(void **unused) {
  (void)unused;
  static const char text[] = "model m\ncoord x\nlagrangian x'^2/2 - x^2/2\n"
                             "invariant w = sqrt(x - 0.5)\ninit x = 1\n";
  trial t = trial_text(text, NULL, "rattle", 0.1);
  trial_steps(&t, 40);
  assert_int_equal(verdict_on(t.run, "momentum maps")->word, NOSLIP_VERDICT_NOT_MEASURED);
  trial_close(&t);

  noslip_run *run;
  trial watched = trial_text(text, NULL, "rattle", 0.1);
  const noslip_run_options blind = {.method = "rattle", .step = 0.1, .unmonitored = true};
  assert_int_equal(noslip_run_new(watched.context, watched.model, &blind, &run), NOSLIP_OK);
  assert_int_equal(noslip_advance(run, 5), NOSLIP_OK);
  assert_int_equal(verdict_on(run, "momentum maps")->word, NOSLIP_VERDICT_NOT_MEASURED);
  noslip_run_free(run);
  trial_close(&watched);
}

// a gauge changes nothing: the same motion with any a in a x'
static void gauges_do_not_move(void **unused) {
  (void)unused;
  static const char text[] = "model m\nparam c = 0\ncoord x\n"
                             "lagrangian x'^2/2 - x^4/4 - x^2/2 + c*x'\ninit x = 1\n";
  static const char *const gauges[] = {"c=0", "c=1", "c=1e6"};
  double moving[3];
  for (int i = 0; i < 3; i++) {
    trial t = trial_text(text, gauges[i], "rattle", 0.3);
    trial_steps(&t, 100);
    moving[i] = verdict_moving(t.run);
    trial_close(&t);
  }
  check_near(moving[1], moving[0], 1e-9);
  check_near(moving[2], moving[0], 1e-3);
}

// masses without a diagonal have a size, too
static void masses_may_have_no_diagonal(void **unused) {
  (void)unused;
  static const char text[] = "model m\ncoord x, y\nlagrangian x'*y' - sin(x*y)\n"
                             "init x = 1.1, y = 0.53, x' = 0.21, y' = 0.13\n";
  static const char *const names[] = {"rattle", "lobatto(3)", "spark(3)"};
  for (int i = 0; i < 3; i++) {
    trial t = trial_text(text, NULL, names[i], 0.1);
    trial_steps(&t, 37);
    assert_int_equal(verdict_on(t.run, "time symmetry")->word, NOSLIP_VERDICT_KEPT);
    trial_close(&t);
  }
}

// an energy that a method keeps exactly is kept with any step; the step is judged all the same
static void exact_energies_do_not_hide_long_steps(void **unused) {
  (void)unused;
  words w = words_of(pendulum, NULL, "gonzalez", 3, 100);
  assert_int_equal(w.energy, NOSLIP_VERDICT_KEPT);
  assert_int_equal(w.step, NOSLIP_VERDICT_NOT_RESOLVED);
  w = words_of(pendulum, NULL, "gonzalez", 0.1, 100);
  assert_int_equal(w.step, NOSLIP_VERDICT_KEPT);
}

// A step that takes another solution than those before: between t = 50 and t = 100 the energy of this
// sleigh jumps from 8e-5 to 1500. Afterwards it slides smoothly, another way.
static void leaps_are_noticed(void **unused) {
  (void)unused;
  const char *name = "compose(dla-mp, kahan-li8)";
  words w = words_of_trial(trial_file("sleigh_thesis.noslip", NULL, name, 2), 500);
  assert_int_equal(w.step, NOSLIP_VERDICT_NOT_RESOLVED);
  assert_int_equal(w.energy, NOSLIP_VERDICT_NOT_RESOLVED);
  w = words_of_trial(trial_file("sleigh_thesis.noslip", NULL, name, 0.01), 5000);
  assert_int_equal(w.step, NOSLIP_VERDICT_KEPT);
  assert_int_equal(w.energy, NOSLIP_VERDICT_KEPT);
}

// Energy that is gained without bound with a step that resolves the motion, as dla-mp does on this
// orbit, which no reversing symmetry maps to itself, is a drift.
static void pumping_is_noticed(void **unused) {
  (void)unused;
  words w = words_of_trial(trial_file("gearbox.noslip", NULL, "dla-mp", 0.1), 100000);
  assert_int_equal(w.step, NOSLIP_VERDICT_KEPT);
  assert_int_equal(w.energy, NOSLIP_VERDICT_NOT_KEPT);
}

// how well a step resolves a motion, as the verdict says
static double share_of(const char *text, const char *settings, double h) {
  trial t = trial_text(text, settings, "rattle", h);
  trial_steps(&t, 200);
  const noslip_verdict *step = verdict_on(t.run, "step");
  assert_int_equal(step->word, NOSLIP_VERDICT_KEPT);
  double share = step->value;
  trial_close(&t);
  return share;
}

// the same pendulum in other units
static void shares_know_no_unit(void **unused) {
  (void)unused;
  static const char text[] = "model m\n"
                             "param L = 1, M = 1, S = 1\n"
                             "coord x, th\n"
                             "let X = x + L*sin(th)\n"
                             "let Y = -L*cos(th)\n"
                             "lagrangian M*x'^2 + M/2*(X'^2 + Y'^2) + M*L^2/S^2*cos(th)\n"
                             "init th = 1\n";
  const struct {
    const char *units;
    double second;
  } rows[] = {{"L=1e9", 1},       {"L=1e-9", 1},  {"M=1e-12", 1},
              {"M=1e12", 1},      {"S=1e9", 1e9}, {"L=1e-9 M=1e-12 S=1e-9", 1e-9},
              {"L=1e9 M=1e12", 1}};
  double share = share_of(text, NULL, 0.1);
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++)
    check_near(share_of(text, rows[i].units, 0.1*rows[i].second), share, 1e-6*share);
}

// two masses and a spring, seen from a train: its speed does not hide a step that is too long
static void trains_hide_nothing(void **unused) {
  (void)unused;
  static const char text[] = "model m\n"
                             "param U = 0\n"
                             "coord x, y\n"
                             "lagrangian (x'^2 + y'^2)/2 - (x - y)^2/2\n"
                             "init x = 1, x' = U, y' = U\n";
  static const char *const speeds[] = {"U=0", "U=1", "U=1000"};
  for (int i = 0; i < 3; i++) {
    assert_int_equal(words_of(text, speeds[i], "rattle", 0.1, 200).step, NOSLIP_VERDICT_KEPT);
    assert_int_equal(words_of(text, speeds[i], "gonzalez", 3, 200).step,
                     NOSLIP_VERDICT_NOT_RESOLVED);
  }
}

static void runs_are_left_as_they_were(void **unused) {
  (void)unused;
  int count;
  trial asked = trial_file("sleigh.noslip", NULL, "spark(3)", 0.05);
  trial not_asked = trial_file("sleigh.noslip", NULL, "spark(3)", 0.05);
  double x[trial_most];
  assert_int_equal(noslip_run_judge(asked.run, &count), NOSLIP_OK);
  assert_int_equal(count, 0);
  assert_null(noslip_run_verdict(asked.run, 0));
  for (int i = 0; i < 5; i++) {
    trial_steps(&asked, 10);
    trial_steps(&not_asked, 10);
    assert_int_equal(noslip_run_judge(asked.run, &count), NOSLIP_OK);
    assert_true(count > 3);
  }
  trial_state(&not_asked, x);
  assert_true(trial_distance(&asked, x) == 0);
  trial_close(&asked);
  trial_close(&not_asked);
}

static void memory_may_be_missing(void **unused) {
  (void)unused;
  check_failing_memory("sleigh.noslip", "spark(2)");
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(unknown_energies_are_told),
      cmocka_unit_test(exact_claims_can_be_broken),
      cmocka_unit_test(bounded_energies_have_a_yardstick),
      cmocka_unit_test(forces_leave_nothing_to_keep),
      cmocka_unit_test(steps_are_judged_by_their_halves),
      cmocka_unit_test(destroyed_runs_are_not_certified),
      cmocka_unit_test(sound_runs_are_certified),
      cmocka_unit_test(escapes_are_not_certified),
      cmocka_unit_test(invariants_may_have_no_number),
      cmocka_unit_test(gauges_do_not_move),
      cmocka_unit_test(masses_may_have_no_diagonal),
      cmocka_unit_test(exact_energies_do_not_hide_long_steps),
      cmocka_unit_test(leaps_are_noticed),
      cmocka_unit_test(pumping_is_noticed),
      cmocka_unit_test(shares_know_no_unit),
      cmocka_unit_test(trains_hide_nothing),
      cmocka_unit_test(runs_are_left_as_they_were),
      cmocka_unit_test(memory_may_be_missing),
  };
  return check_run(argc, argv, tests);
}
