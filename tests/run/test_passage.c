// Tests of src/run/passage.c: a motion that goes through a singular configuration between two nodes is
// noticed, one that keeps away from them is not.

#include "run/run.h"
#include "tests/support/check.h"
#include "tests/support/systems.h"

#include <stdio.h>
#include <string.h>

// along one axis of the cross x*y = 0, through its centre at t = 1
static const char axes[] = "model axes\nparam L = 1, T = 1, off = 0\ncoord x, y\n"
                           "lagrangian (x'^2 + y'^2)/2\nholonomic axes: x*y = off*L^2\n"
                           "init x = -L, y = -off*L, x' = L/T, y' = -off*L/T\n";

// a parallelogram of cranks 1 and coupler 2, stretched at t = pi/2; `longer` keeps it from there
static const char parallelogram[] =
    "model parallelogram\nparam longer = 0\ncoord a[1..2], b[1..2]\n"
    "lagrangian (dot(a', a') + dot(b', b'))/2\n"
    "holonomic crank: dot(a, a) = 1\n"
    "holonomic follower: (b[1] - 2)^2 + b[2]^2 = (1 + longer)^2\n"
    "holonomic coupler: (b[1] - a[1])^2 + (b[2] - a[2])^2 = 4 + longer^2\n"
    "init a = [0, 1], b = [2, 1 + longer], a' = [1, 0], b' = [1, 0]\n";

// the warnings of a run that speak of a singular place: how many, and the last one
static int passages(trial *t, const char **sentence) {
  noslip_report r = trial_report(t);
  int count = 0;
  for (int i = 0; i < r.nwarning; i++)
    if (strstr(r.warnings[i], "singular place")) {
      count++;
      *sentence = r.warnings[i];
    }
  return count;
}

// one warning, which names the time and the constraint
static void noticed(trial *t, long steps, double time, const char *what) {
  const char *sentence = "", *at;
  double named = 0;
  trial_steps(t, steps);
  assert_int_equal(passages(t, &sentence), 1);
  at = strstr(sentence, "near t = ");
  assert_non_null(at);
  assert_int_equal(sscanf(at, "near t = %lf", &named), 1);
  check_near(named, time, 1e-2*time);
  check_text(sentence, what);
  trial_close(t);
}

static void silent(trial *t, long steps) {
  const char *sentence = "";
  trial_steps(t, steps);
  check_that(passages(t, &sentence) == 0, __FILE__, __LINE__, "%s\n", sentence);
  trial_close(t);
}

static void a_constraint_without_direction_is_noticed(void **unused) {
  (void)unused;
  static const char *const methods[] = {"rattle", "lobatto(2)", "lobatto(3)", "spark(2)", "reich"};
  static const double steps[] = {0.013, 0.0037, 0.083};
  for (int k = 0; k < 5*3; k++) {
    trial t = trial_text(axes, NULL, methods[k/3], steps[k % 3]);
    noticed(&t, lround(2/steps[k % 3]), 1, "`axes` has no direction");
  }
}

static void units_do_not_matter(void **unused) {
  (void)unused;
  static const double sizes[] = {1e-9, 1e9};
  for (int k = 0; k < 4; k++) {
    char settings[100];
    snprintf(settings, sizeof settings, "L=%g T=%g", sizes[k % 2], sizes[k/2]);
    trial t = trial_text(axes, settings, "rattle", 0.013*sizes[k/2]);
    noticed(&t, 150, sizes[k/2], "`axes`");
  }
}

static void dead_points_are_noticed(void **unused) {
  (void)unused;
  static const char *const methods[] = {"rattle", "lobatto(2)", "spark(2)"};
  for (int k = 0; k < 3; k++) {
    trial t = trial_text(parallelogram, NULL, methods[k], 0.013);
    noticed(&t, 300, 1.5707963, "`coupler` depends on the others");
  }
}

// all velocities of a cone of velocities become zero and change their signs
static void nonlinear_constraints_are_watched(void **unused) {
  (void)unused;
  trial t = trial_file("chetaev.noslip", NULL, "lobatto(2)", 0.01);
  noticed(&t, 176, 1.759, "`cone`");
}

// beside the singular places there is nothing to notice: a branch of x*y = -0.01, a linkage that is not
// a parallelogram
static void beside_it_there_is_nothing(void **unused) {
  (void)unused;
  trial t = trial_text(axes, "off=0.05", "rattle", 0.001);
  silent(&t, 3000);
  t = trial_text(parallelogram, "longer=0.2", "rattle", 0.005);
  silent(&t, 2000);
}

// rows that turn, slowly and by a third of a right angle in a step
static void turning_rows_are_no_passage(void **unused) {
  (void)unused;
  static const char pendulum[] = "model p\nparam w = 1\ncoord x, y\n"
                                 "lagrangian (x'^2 + y'^2)/2 - y/10\nholonomic rod: x^2 + y^2 = 1\n"
                                 "init x = 1, y' = w\n";
  static const double steps[] = {0.01, 0.1, 0.3, 0.6};
  for (int k = 0; k < 4; k++) {
    trial t = trial_text(pendulum, NULL, "rattle", steps[k]);
    silent(&t, 500);
  }
}

static void regular_models_are_silent(void **unused) {
  (void)unused;
  static const struct {
    const char *file, *method;
    double h;
    long steps;
  } rows[] = {
      {"four_bar.noslip", "rattle", 0.001, 5000}, {"chain.noslip", "rattle", 0.001, 2000},
      {"sleigh.noslip", "spark(3)", 0.05, 1200},  {"snakeboard.noslip", "spark(3)", 0.01, 400},
      {"mixed.noslip", "spark(3)", 0.05, 400},    {"suslov_so3.noslip", "lobatto(3)", 0.1, 200},
      {"disk.noslip", "dla-mp", 0.05, 1000},      {"trailers.noslip", "lobatto(2)", 0.01, 500},
  };
  for (size_t k = 0; k < sizeof rows/sizeof *rows; k++) {
    trial t = trial_file(rows[k].file, NULL, rows[k].method, rows[k].h);
    silent(&t, rows[k].steps);
  }
}

// Where a column has one number and nothing else, row after row, nothing is watched; else it is.
static void rows_with_numbers_of_their_own_are_not_watched(void **unused) {
  (void)unused;
  static const struct {
    const char *constraints;
    bool watched;
  } cases[] = {
      {"nonholonomic a: x' + y*z' = 0", false},
      {"nonholonomic a: y*x' + x*z' = 0", true},
      {"nonholonomic a: x' + y*z' = 0\nnonholonomic b: y' + x*x' = 0", false},
      {"nonholonomic a: x' + y*z' = 0\nnonholonomic b: x' + x*z' = 0", true},
      {"nonholonomic a: x' + z*y' = 0\nnonholonomic b: y' + z*x' = 0", true},
      {"holonomic a: x = y^2 + z^2", false},
      {"holonomic a: x*y = z^2", true},
      {"holonomic a: x = y*z\nnonholonomic b: z' + y*x' + x*y' = t", true},
      {"holonomic a: x = y^2\nnonholonomic b: z' + y*x' + x*y' = t", false},
      {"nonholonomic a: x'^2 = z'", false},
  };
  for (size_t i = 0; i < sizeof cases/sizeof *cases; i++) {
    char text[400];
    snprintf(text, sizeof text,
             "model m\ncoord x, y, z\nlagrangian (x'^2 + y'^2 + z'^2)/2\n%s\n"
             "init y = 1, z = 0.5\n",
             cases[i].constraints);
    trial t = trial_text(text, NULL, "lobatto(2)", 0.01);
    check_that(t.run->watches.passage.watched == cases[i].watched, __FILE__, __LINE__, "%s", text);
    trial_close(&t);
  }

  // on groups likewise: a stone that rolls has a velocity for each row, a closed linkage has not
  trial stone = trial_file("rattleback.noslip", NULL, "lobatto(2)", 0.001);
  trial linkage = trial_file("bricard.noslip", NULL, "lobatto(2)", 0.001);
  assert_false(stone.run->watches.passage.watched);
  assert_true(linkage.run->watches.passage.watched);
  trial_close(&stone);
  trial_close(&linkage);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_constraint_without_direction_is_noticed),
      cmocka_unit_test(units_do_not_matter),
      cmocka_unit_test(dead_points_are_noticed),
      cmocka_unit_test(nonlinear_constraints_are_watched),
      cmocka_unit_test(beside_it_there_is_nothing),
      cmocka_unit_test(turning_rows_are_no_passage),
      cmocka_unit_test(regular_models_are_silent),
      cmocka_unit_test(rows_with_numbers_of_their_own_are_not_watched),
  };
  return check_run(argc, argv, tests);
}
