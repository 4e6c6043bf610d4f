// Tests of the files in models/: every one loads, starts and runs, and the numbers its first lines
// give are reached.
//
// Reference states were computed with 80-bit arithmetic from two independent formulations of each
// system; they are right to the last digit but one.

#include "noslip.h"
#include "tests/support/check.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

// sanitizers make everything slower; the times below are those of a plain build
#if defined(__SANITIZE_ADDRESS__)
enum { slowness = 20 };
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
enum { slowness = 20 };
#else
enum { slowness = 1 };
#endif
#else
enum { slowness = 1 };
#endif

enum { most_values = 12 };

// --- a model and a run of it

typedef struct trial {
  noslip_context *context;
  noslip_model *model;
  noslip_run *run;
} trial;

static void expect(trial *t, noslip_status status) {
  if (status != NOSLIP_OK)
    print_error("%s\n", noslip_last_error(t->context));
  assert_int_equal(status, NOSLIP_OK);
}

static trial load(const char *file, const noslip_model_options *options) {
  char path[4096];
  snprintf(path, sizeof path, NOSLIP_MODELS "/%s", file);
  trial t = {.context = noslip_open(NULL)};
  assert_non_null(t.context);
  expect(&t, noslip_model_load_with(t.context, path, options, &t.model));
  return t;
}

static void begin(trial *t, const noslip_run_options *options) {
  expect(t, noslip_run_new(t->context, t->model, options, &t->run));
}

static void steps(trial *t, long n) {
  for (long k = 0; k < n; k++)
    expect(t, noslip_step(t->run));
}

static double value(trial *t, const char *name) {
  double v = noslip_value(t->run, name);
  bool known = v == v;
  if (!known)
    print_error("there is no value `%s`\n", name);
  assert_true(known);
  return v;
}

static noslip_report report(trial *t) {
  noslip_report r;
  noslip_run_report(t->run, &r);
  return r;
}

static void end(trial *t) {
  noslip_run_free(t->run);
  noslip_model_free(t->model);
  noslip_close(t->context);
}

// load with one setting, NULL for none
static trial load_set(const char *file, const char *name, const char *text) {
  noslip_setting set = {name, text};
  return load(file, &(noslip_model_options){.set = &set, .nset = name ? 1 : 0});
}

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
  static const char *const files[] = {"turntable.noslip", "ball_plane.noslip", "andrews.noslip",
                                      "car_axis.noslip", "teflon.noslip"};
  for (int i = 0; i < 5; i++)
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

static double distance(const double *u, const double *v, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += (u[i] - v[i])*(u[i] - v[i]);
  return sqrt(sum);
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

// --- invariants and energies

static void energies_are_those_of_the_files(void **state) {
  (void)state;
  static const struct {
    const char *file, *name, *value;  // with this setting
    double energy, tolerance;
  } table[] = {
      {"falling_disk.noslip", NULL, NULL, 11.512487979161098, 1e-13},
      {"four_bar.noslip", NULL, NULL, 54.122774905808, 1e-12},
      {"knife_edge.noslip", NULL, NULL, 0.29358573359947031, 1e-15},
      {"sleigh_thesis.noslip", NULL, NULL, 7.7878e-5, 1e-9},
      {"spheroid.noslip", NULL, NULL, 0.9292, 1e-15},
      {"double_spherical_pendulum.noslip", NULL, NULL, -24.8026, 1e-13},
      {"double_spherical_pendulum_lagrangian.noslip", NULL, NULL, -24.8026, 1e-13},
      {"triatomics.noslip", NULL, NULL, 0.92044321739806110, 1e-14},
      {"contact_oscillator.noslip", "z0", "0.3", 1.5, 1e-15},
      {"contact_perturbed.noslip", "z0", "0.93", 1.5, 1e-15},
      {"chaotic.noslip", "j", "37", 3.06, 1e-14},
      {"cvt.noslip", NULL, NULL, 1.8, 1e-15},
      {"cvt.noslip", "rotating", "1", 4, 1e-14},
      {"gearbox.noslip", NULL, NULL, 3.65489, 1e-5},
      {"gearbox.noslip", "rotating", "0", 1.6351, 1e-5},
  };
  for (size_t i = 0; i < sizeof table/sizeof *table; i++) {
    trial t = load_set(table[i].file, table[i].name, table[i].value);
    begin(&t, &(noslip_run_options){0});
    check_near(noslip_energy(t.run), table[i].energy, table[i].tolerance);
    end(&t);
  }
}

// momenta of linear symmetries, and what no force acts on: kept to rounding over 1000 steps
static void exact_invariants_are_kept(void **state) {
  (void)state;
  static const char *const files[] = {"spherical_pendulum.noslip",
                                      "spheroid.noslip",
                                      "double_spherical_pendulum.noslip",
                                      "double_spherical_pendulum_lagrangian.noslip",
                                      "double_pendulum_free.noslip",
                                      "spherical_double.noslip",
                                      "triatomics.noslip",
                                      "disk.noslip",
                                      "disk_midpoint.noslip",
                                      "knife_edge.noslip",
                                      "trailers.noslip"};
  for (size_t i = 0; i < sizeof files/sizeof *files; i++) {
    trial t = load(files[i], NULL);
    begin(&t, &(noslip_run_options){0});
    steps(&t, 1000);
    int n = noslip_run_count(t.run, NOSLIP_INVARIANT);
    check_above(n, 0);
    for (int k = 0; k < n; k++)
      check_below(report(&t).invariant_errors[k], 1e-13);
    end(&t);
  }
}

// where a reversing symmetry maps the orbit to itself the energy oscillates; where none does, it
// drifts: the rotating transmission with ep = 1/2 loses 2.1e-4 per unit of time with dla-mp and
// h = 0.1, and gains 1.1e-4 with lobatto(2)
static void energy_drifts_only_where_it_may(void **state) {
  (void)state;
  static const struct {
    const char *method;
    double rate;
  } rows[] = {{"dla-mp", -2.1e-4}, {"lobatto(2)", 1.1e-4}};
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++) {
    trial t = load("cvt.noslip", NULL);
    begin(&t, &(noslip_run_options){.method = rows[i].method});
    steps(&t, 5000);
    check_below(fabs(report(&t).energy_trend), 1e-3);
    end(&t);

    t = load_set("cvt.noslip", "rotating", "1");
    begin(&t, &(noslip_run_options){.method = rows[i].method});
    steps(&t, 5000);
    check_near(report(&t).energy_trend/500, rows[i].rate, 1e-5);
    end(&t);
  }
}

// the passenger of the gearbox grows like exp(1.7e-4 t) with its skew, and not at all without
static void the_gearbox_grows_with_its_skew(void **state) {
  (void)state;
  trial t = load("gearbox.noslip", NULL);
  begin(&t, &(noslip_run_options){.method = "dla-mp"});
  double start = value(&t, "passenger");
  steps(&t, 10000);
  check_near(log(value(&t, "passenger")/start)/1000, 1.7e-4, 1e-5);
  end(&t);

  t = load_set("gearbox.noslip", "skew", "0");
  begin(&t, &(noslip_run_options){.method = "dla-mp"});
  steps(&t, 10000);
  check_below(fabs(report(&t).energy_trend), 1e-3);
  end(&t);
}

// --- the contact oscillator

// one turn of the driver from (x, z, z') and the consistent x'; the end in `to`
static void turn(const double from[3], double to[3]) {
  char text[4][32];
  const char *names[4] = {"x", "z", "z'", "x'"};
  noslip_setting init[4];
  for (int i = 0; i < 4; i++) {
    snprintf(text[i], sizeof text[i], "%.17g", i < 3 ? from[i] : -from[2]);
    init[i] = (noslip_setting){names[i], text[i]};
  }
  trial t = load("contact_oscillator.noslip", &(noslip_model_options){.init = init, .ninit = 4});
  begin(&t, &(noslip_run_options){0});
  steps(&t, 40);
  check_near(value(&t, "y"), 1, 1e-14);  // the driver is back
  check_near(value(&t, "y'"), 0, 1e-14);
  for (int i = 0; i < 3; i++)
    to[i] = value(&t, names[i]);
  end(&t);
}

// For ep = 0 a turn is a linear map with eigenvalues 1 and exp(+-i gamma), gamma = 2.596600: its
// determinant is 1, and its trace and that of its inverse are 1 + 2 cos(gamma). So no orbit drifts.
static void a_turn_of_the_oscillator_is_a_rotation(void **state) {
  (void)state;
  double A[3][3];  // columns are images
  for (int j = 0; j < 3; j++) {
    double unit[3] = {0}, image[3];
    unit[j] = 1;
    turn(unit, image);
    for (int i = 0; i < 3; i++)
      A[i][j] = image[i];
  }
  double minors = 0, determinant = 0;
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    minors += A[i][i]*A[j][j] - A[i][j]*A[j][i];
    determinant += A[0][i]*(A[1][j]*A[2][k] - A[1][k]*A[2][j]);
  }
  double trace = A[0][0] + A[1][1] + A[2][2];
  check_near(determinant, 1, 1e-13);
  check_near(minors, trace, 1e-13);
  check_near(acos((trace - 1)/2), 2.596600, 1e-6);
}

// 500 turns of the first orbit: the energy stays in its band, without trend
static void energy_of_the_oscillator_stays_in_its_band(void **state) {
  (void)state;
  trial t = load("contact_oscillator.noslip", NULL);
  begin(&t, &(noslip_run_options){0});
  steps(&t, 500*40);
  check_below(report(&t).energy_max_error, 1.35e-2);
  check_above(report(&t).energy_max_error, 1.30e-2);
  check_below(fabs(report(&t).energy_trend), 1e-5);
  end(&t);
}

// --- two ways to the same motion

// the Hamiltonian and the Lagrangian file of the double spherical pendulum are one system
static void both_forms_of_the_pendulum_agree(void **state) {
  (void)state;
  trial h = load("double_spherical_pendulum.noslip", NULL);
  trial l = load("double_spherical_pendulum_lagrangian.noslip", NULL);
  begin(&h, &(noslip_run_options){0});
  begin(&l, &(noslip_run_options){0});
  steps(&h, 200);
  steps(&l, 200);
  int n = noslip_run_count(h.run, NOSLIP_STATE);
  assert_int_equal(n, noslip_run_count(l.run, NOSLIP_STATE));
  const double *a = noslip_run_values(h.run, NOSLIP_STATE);
  const double *b = noslip_run_values(l.run, NOSLIP_STATE);
  check_below(distance(a, b, n), 1e-11);  // rounding, grown by the sensitivity of the motion
  end(&h);
  end(&l);
}

// one link in angles and one in Cartesian coordinates: the same pendulum, two discretizations
static void pendulum_in_angles_agrees_with_the_chain(void **state) {
  (void)state;
  double error[2];
  for (int k = 0; k < 2; k++) {
    noslip_run_options fine = {.method = "rattle", .step = 1e-3/(1 + k)};
    noslip_setting one = {"n", "1"}, tilt[] = {{"n", "1"}, {"tilt", "1"}};
    trial a = load("pendulum.noslip", &(noslip_model_options){.set = &one, .nset = 1});
    trial c = load("pendulum_chain.noslip", &(noslip_model_options){.set = tilt, .nset = 2});
    begin(&a, &fine);
    begin(&c, &fine);
    steps(&a, 1000*(1 + k));
    steps(&c, 1000*(1 + k));
    error[k] = fabs(sin(value(&a, "th[1]")) - value(&c, "x[1]"));
    end(&a);
    end(&c);
  }
  check_below(error[0], 1e-5);
  check_near(log2(error[0]/error[1]), 2, 0.05);
}

// --- families

static double seconds(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec + 1e-9*(double)now.tv_nsec;
}

// 100 coordinates and 50 rods load in a moment and step: 0.02 s and 0.03 s were measured
static void chain_of_fifty_links_is_quick(void **state) {
  (void)state;
  double start = seconds();
  trial t = load_set("pendulum_chain.noslip", "n", "50");
  begin(&t, &(noslip_run_options){0});
  check_below(seconds() - start, 2.0*slowness);
  assert_int_equal(noslip_run_count(t.run, NOSLIP_STATE), 200);
  assert_int_equal(noslip_run_count(t.run, NOSLIP_CONSTRAINT), 50);
  start = seconds();
  steps(&t, 10);
  check_below(seconds() - start, 2.0*slowness);
  check_below(report(&t).constraint_max_error, 1e-15);  // of squares of lengths 0.02
  end(&t);
}

static void sizes_can_be_set(void **state) {
  (void)state;
  static const struct {
    const char *file, *name, *value;
    int state, constraints;
  } table[] = {
      {"chain.noslip", "n", "1", 4, 1},     {"chain.noslip", "n", "12", 48, 12},
      {"trailers.noslip", "N", "0", 6, 1},  {"trailers.noslip", "N", "7", 20, 8},
      {"pendulum.noslip", "n", "6", 12, 0}, {"chaotic.noslip", "n", "2", 10, 1},
      {"chaotic.noslip", "n", "10", 42, 1}, {"pendulum_chain.noslip", "n", "1", 4, 1},
  };
  for (size_t i = 0; i < sizeof table/sizeof *table; i++) {
    trial t = load_set(table[i].file, table[i].name, table[i].value);
    begin(&t, &(noslip_run_options){0});
    assert_int_equal(noslip_run_count(t.run, NOSLIP_STATE), table[i].state);
    assert_int_equal(noslip_run_count(t.run, NOSLIP_CONSTRAINT), table[i].constraints);
    steps(&t, 20);
    check_below(report(&t).constraint_max_error, 1e-12);
    end(&t);
  }
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
      cmocka_unit_test(energies_are_those_of_the_files),
      cmocka_unit_test(exact_invariants_are_kept),
      cmocka_unit_test(energy_drifts_only_where_it_may),
      cmocka_unit_test(the_gearbox_grows_with_its_skew),
      cmocka_unit_test(a_turn_of_the_oscillator_is_a_rotation),
      cmocka_unit_test(energy_of_the_oscillator_stays_in_its_band),
      cmocka_unit_test(both_forms_of_the_pendulum_agree),
      cmocka_unit_test(pendulum_in_angles_agrees_with_the_chain),
      cmocka_unit_test(chain_of_fifty_links_is_quick),
      cmocka_unit_test(sizes_can_be_set),
  };
  return check_run(argc, argv, tests);
}
