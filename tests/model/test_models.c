// Tests of the files in models/: every one loads, starts and runs, and the numbers its first lines
// give are reached. What is conserved, and what two models have in common, is in
// test_models_kept.c.
//
// Reference states were computed with 80-bit arithmetic from two independent formulations of each
// system; they are right to the last digit but one.

#include "tests/model/model_trial.h"

#include <dirent.h>
#include <stdlib.h>

enum { most_values = 12 };

// --- every file

typedef void file_check(const char *file);

// call `check` with every file of models/; returns how many there were
static int each_file(file_check *check) {
  DIR *folder = opendir(NOSLIP_MODELS);
  assert_non_null(folder);
  int nfile = 0;
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
    const char *dot = strrchr(entry->d_name, '.');
    if (!dot || strcmp(dot, ".noslip") != 0)
      continue;
    check(entry->d_name);
    nfile++;
  }
  closedir(folder);
  return nfile;
}

static void check_start(const char *file) {
  trial t = load(file, NULL);
  bool sound = false;
  const char *text = noslip_model_describe(t.model, false, &sound);
  assert_non_null(text);
  if (!sound)
    print_error("%s:\n%s", file, text);
  assert_true(sound);
  assert_string_not_equal(noslip_model_title(t.model), "");
  end(&t);
}

static void every_start_is_sound(void **state) {
  (void)state;
  check_above(each_file(check_start), 25);  // they were there
}

// a constraint, a motor or friction does work there
static bool is_driven(const char *file) {
  static const char *const files[] = {"turntable.noslip",     "turntable_printed.noslip",
                                      "ball_plane.noslip",    "andrews.noslip",
                                      "car_axis.noslip",      "teflon.noslip",
                                      "viscous_spring.noslip"};
  for (int i = 0; i < 7; i++)
    if (strcmp(file, files[i]) == 0)
      return true;
  return false;
}

// what has to stay where it is
static bool is_at_rest(const char *file) {
  return strcmp(file, "stack.noslip") == 0 || strcmp(file, "pile.noslip") == 0;
}

// the bounds of a run: residuals are rounding of a few hundred operations on numbers below 100
static void check_run_line(const char *file) {
  trial t = load(file, NULL);
  begin(&t, &(noslip_run_options){0});
  long planned = noslip_run_steps(t.run);
  assert_true(planned > 0);

  int n = noslip_run_count(t.run, NOSLIP_STATE);
  double *start = malloc((size_t)n*sizeof *start), distance = 0;
  assert_non_null(start);
  memcpy(start, noslip_run_values(t.run, NOSLIP_STATE), (size_t)n*sizeof *start);
  steps(&t, planned < 100 ? planned : 100);

  const double *now = noslip_run_values(t.run, NOSLIP_STATE);
  for (int i = 0; i < n; i++)
    distance = fmax(distance, fabs(now[i] - start[i]));
  if (!is_at_rest(file))
    check_above(distance, 1e-3);  // it moved
  if (!(report(&t).constraint_max_error <= 1e-12))
    print_error("in %s:\n", file);
  check_below(report(&t).constraint_max_error, 1e-12);
  noslip_event_totals totals;
  noslip_run_event_totals(t.run, &totals);
  assert_true(report(&t).energy_is_invariant || !noslip_run_has_energy(t.run) || is_driven(file) ||
              totals.has_contacts);
  free(start);
  end(&t);
}

static void every_run_line_works(void **state) {
  (void)state;
  each_file(check_run_line);
}

// A file opens with what it is, where it comes from, what is invariant and what is known.
static void check_comments(const char *file) {
  char path[4096], text[4096];
  snprintf(path, sizeof path, NOSLIP_MODELS "/%s", file);
  FILE *in = fopen(path, "rb");
  assert_non_null(in);
  text[fread(text, 1, sizeof text - 1, in)] = 0;
  fclose(in);

  assert_int_equal(text[0], '#');
  char *model = strstr(text, "\nmodel ");
  assert_non_null(model);
  *model = 0;
  check_text(text, "\n# Source:");
  check_text(text, "\n# Invariants:");
  check_text(text, "\n# Known:");
}

static void every_file_says_what_it_is(void **state) {
  (void)state;
  each_file(check_comments);
}

// --- states that are known

typedef struct known {
  const char *file;
  double time;
  long steps;  // of the coarser run
  int n;
  const char *names[most_values];
  double values[most_values];
} known;

static const known known_states[] = {
    {"falling_disk.noslip",
     1,
     400,
     10,
     {"x", "y", "phi", "th", "psi", "x'", "y'", "phi'", "th'", "psi'"},
     {2.3285657151184, -1.7065150056514, -1.2019041449874, 0.70416070123877, 6.8720564653360,
      1.0199347645259, -2.9595276485246, -4.8126445202928, 0.30396011839021, 9.3720849197385}},
    {"four_bar.noslip",
     1,
     1000,
     8,
     {"xa", "ya", "xb", "yb", "xa'", "ya'", "xb'", "yb'"},
     {-0.73763600021391, -0.67519858648283, 1.5000759964821, 1.3229618224540, 5.6312726855002,
      -6.1520114867004, 0.068498854591725, 0.077661406755508}},
    {"chain.noslip",
     1,
     1000,
     10,
     {"x[1]", "y[1]", "x[2]", "y[2]", "x[3]", "y[3]", "x[4]", "y[4]", "x[5]", "y[5]"},
     {-0.13525257543708, -0.99081115296389, -0.35762431978399, -1.4386401463488, -0.82900884823722,
      -1.9561308480381, -1.0393617142728, -2.5180486994636, -1.1745527071139, -2.8945103780640}},
    {"knife_edge.noslip",
     1,
     100,
     5,
     {"x", "y", "phi", "x'", "y'"},
     {0.45447405654917, 1.5456326525676, 2.1, -1.0317854854012, 1.7641948452323}},
    {"spherical_double.noslip",
     1,
     400,
     6,
     {"r[1]", "r[2]", "r[3]", "s[1]", "s[2]", "s[3]"},
     {-0.75363705282905, 0.10963566135683, -0.64808272185114, -1.1610389547258, -0.20004466219131,
      -1.2629988035550}},
    {"triatomics.noslip",
     1,
     100,
     6,
     {"x[1]", "y[1]", "z[1]", "x[4]", "y[4]", "z[4]"},
     {0.11424745003345, -0.048336485349693, 0.0075884611668267, 3.0637342585492, 0.50004654067876,
      -0.23862358305165}},
    {"sleigh.noslip", 60, 1000, 3, {"x", "y", "theta"}, {-6.74774678, -167.63875119, -1.60173464}},
    {"sleigh_thesis.noslip", 30, 600, 2, {"x", "theta"}, {-993.77562051, -1.8409321232}},
};

// the state at k->time with n steps, in v
static void reach(const known *k, long n, const char *method, double *v) {
  trial t = load(k->file, NULL);
  begin(&t, &(noslip_run_options){.method = method, .step = k->time/(double)n});
  steps(&t, n);
  for (int i = 0; i < k->n; i++)
    v[i] = value(&t, k->names[i]);
  end(&t);
}

// how a method approaches a known state
typedef struct approach {
  double error;  // with the finer step
  double order;  // log2 of the ratio of the two errors
  double left;   // error of the extrapolation of both
} approach;

static approach approach_of(const known *k, const char *method) {
  double coarse[most_values], fine[most_values], both[most_values];
  reach(k, k->steps, method, coarse);
  reach(k, 2*k->steps, method, fine);
  for (int i = 0; i < k->n; i++)
    both[i] = fine[i] + (fine[i] - coarse[i])/3;
  double error = distance(fine, k->values, k->n);
  return (approach){
      .error = error,
      .order = log2(distance(coarse, k->values, k->n)/error),
      .left = distance(both, k->values, k->n),
  };
}

// The error falls by four when the step is halved, towards the printed digits: what is left after
// extrapolation is of order h^4, a thousandth of the error and less.
static const double left_over = 2e-3;

static void check_known(const known *k, const char *method) {
  approach a = approach_of(k, method);
  print_message("%s, %s: error %.2e with %ld steps, order %.4f, extrapolated %.1e\n", k->file,
                method, a.error, 2*k->steps, a.order, a.left);
  check_near(a.order, 2, 0.1);
  check_below(a.left, left_over*a.error);
}

static void known_states_are_reached_with_order_two(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof known_states/sizeof *known_states; i++) {
    const known *k = &known_states[i];
    trial t = load(k->file, NULL);
    bool rattles = noslip_method_applies(t.context, "rattle", t.model) == NOSLIP_OK;
    end(&t);
    check_known(k, rattles ? "rattle" : "dla-mp");
    if (!rattles)
      check_known(k, "dla-cm");
  }
}

// the check above can fail: th off by 1e-5, a thirtieth of the error, is noticed
static void a_wrong_digit_is_noticed(void **state) {
  (void)state;
  known k = known_states[0];
  k.values[3] += 1e-5;
  approach a = approach_of(&k, "dla-mp");
  check_above(a.left, left_over*a.error);
}

// Maps known to all digits: 10 steps of h = 0.1, computed with 30 and 40 digits.
static void single_steps_agree_to_all_digits(void **state) {
  (void)state;
  static const struct {
    const char *method;
    known end;
  } table[] = {
      {"dla-mp",
       {"gearbox.noslip",
        1,
        10,
        6,
        {"q1", "q2", "q3", "q1'", "q2'", "q3'"},
        {1.4493111682031637, -0.002871333949821088, 2.6336884242076271, -0.08811021888284031,
         0.18116735596764027, 2.564128970591002}}},
      {"dla-cm",
       {"gearbox.noslip",
        1,
        10,
        6,
        {"q1", "q2", "q3", "q1'", "q2'", "q3'"},
        {1.4498666130409029, -0.0035811923888224038, 2.6328989966293169, -0.087445671178797619,
         0.17954635931983531, 2.562696523265182}}},
      {"dla-mp",
       {"disk.noslip",
        1,
        10,
        6,
        {"x", "y", "phi", "theta", "x'", "y'"},
        {0.1132830516019519, 0.1764278996373599, 2, 1, -0.1040367091367856, 0.2273243567064204}}},
      {"gonzalez",
       {"sleigh_plane.noslip",
        1,
        10,
        3,
        {"x1", "x2", "theta"},
        {-4.6423315474274365, 0.11485345998079481, 0.49226995855662473}}},
  };
  for (size_t i = 0; i < sizeof table/sizeof *table; i++) {
    double v[most_values];
    reach(&table[i].end, 10, table[i].method, v);
    check_below(distance(v, table[i].end.values, table[i].end.n), 1e-14*table[i].end.n);
  }
}

// --- exact solutions

// the exact path of the disk: x and y within 8.4e-4 for all times, the angles to rounding
static void disk_stays_on_its_circle(void **state) {
  (void)state;
  trial t = load("disk.noslip", NULL);
  begin(&t, &(noslip_run_options){0});
  double worst = 0, worst_angle = 0;
  for (int k = 1; k <= 500; k++) {
    steps(&t, 1);
    double s = noslip_time(t.run);
    worst = fmax(worst, fabs(value(&t, "x") - sin(2*s)/8));
    worst = fmax(worst, fabs(value(&t, "y") - (1 - cos(2*s))/8));
    worst_angle = fmax(worst_angle, fabs(value(&t, "theta") - s));
    worst_angle = fmax(worst_angle, fabs(value(&t, "phi") - 2*s));
  }
  check_below(worst, 8.4e-4);
  check_above(worst, 8.2e-4);  // the orbit is not exact
  check_below(worst_angle, 1e-12);
  end(&t);
}

// theta of the sleigh on the plane, as the file gives it
static double sleigh_heading(double time) {
  double K = 9, R = sqrt(K*0.4*0.4 + 0.3*0.3), c = R/K;
  double t0 = -log((R + 0.3)/(R - 0.3))/(2*c);
  return 0.1 + 6*(atan(tanh(c*(time - t0)/2)) + atan(tanh(c*t0/2)));
}

static void sleigh_turns_as_known(void **state) {
  (void)state;
  double error[2];
  for (int k = 0; k < 2; k++) {
    trial t = load("sleigh_plane.noslip", NULL);
    begin(&t, &(noslip_run_options){.step = 0.1/(1 + k)});
    steps(&t, 200*(1 + k));
    error[k] = fabs(value(&t, "theta") - sleigh_heading(20));
    end(&t);
  }
  check_below(error[1], 1e-3);
  check_near(log2(error[0]/error[1]), 2, 0.05);
}

static void mixed_starts_with_known_multipliers(void **state) {
  (void)state;
  trial t = load("mixed.noslip", NULL);
  begin(&t, NULL);
  const double *multiplier = noslip_run_values(t.run, NOSLIP_MULTIPLIER);
  check_near(multiplier[0], 0.14093206, 5e-9);
  check_near(multiplier[1], -0.785876, 5e-7);
  end(&t);
}

// k = 0: the Appell-Hamel mass moves on a line, z'' = -g/(1 + a^2); dla-mp is exact on it
static void appell_hamel_without_potential_is_a_line(void **state) {
  (void)state;
  trial t = load_set("appell_hamel.noslip", "k", "0");
  begin(&t, &(noslip_run_options){.method = "dla-mp"});
  steps(&t, 100);
  double fall = 12 - 9.81/1.64/2;  // mean speed over the first second
  check_near(value(&t, "z"), fall, 1e-12);
  check_near(value(&t, "x"), 0.2 + 0.8*cos(0.7)*fall, 1e-12);
  check_near(value(&t, "y"), -0.3 + 0.8*sin(0.7)*fall, 1e-12);
  end(&t);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_start_is_sound),
      cmocka_unit_test(every_run_line_works),
      cmocka_unit_test(every_file_says_what_it_is),
      cmocka_unit_test(known_states_are_reached_with_order_two),
      cmocka_unit_test(a_wrong_digit_is_noticed),
      cmocka_unit_test(single_steps_agree_to_all_digits),
      cmocka_unit_test(disk_stays_on_its_circle),
      cmocka_unit_test(sleigh_turns_as_known),
      cmocka_unit_test(mixed_starts_with_known_multipliers),
      cmocka_unit_test(appell_hamel_without_potential_is_a_line),
  };
  return check_run(argc, argv, tests);
}
