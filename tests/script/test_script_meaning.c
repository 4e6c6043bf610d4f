// What the expressions of a study mean: directions of values, functions, errors, quick versions,
// verdicts. The numbers are those of runs by hand, or of closed forms.

#include "tests/script/studying.h"

static const char disk[] = "study m\n"
                           "run a: disk, method dla-mp, step 0.1, steps 10\n"
                           "run b: disk, method [dla-mp, spark(2), spark(3)], step 0.2/k for k in "
                           "[1, 2, 4], until 1\n";

static studied with_disk(const char *measures) {
  char text[2048];
  snprintf(text, sizeof text, "%s%s", disk, measures);
  return study_of(text);
}

// the same run by the library
static noslip_run *disk_run(noslip_context **context, noslip_model **model) {
  noslip_run *run;
  *context = noslip_open(NULL);
  assert_int_equal(noslip_model_load(*context, NOSLIP_MODELS "/disk.noslip", model), NOSLIP_OK);
  const noslip_run_options o = {.method = "dla-mp", .step = 0.1, .steps = 10};
  assert_int_equal(noslip_run_new(*context, *model, &o, &run), NOSLIP_OK);
  return run;
}

// columns are those of the run, bit for bit
static void columns_are_those_of_a_run(void **state) {
  (void)state;
  noslip_context *context;
  noslip_model *model;
  noslip_run *run = disk_run(&context, &model);
  assert_int_equal(noslip_advance(run, 10), NOSLIP_OK);
  studied s =
      with_disk("measure x = last(a.x)\nmeasure v = last(a.theta')\nmeasure end = last(a.t)\n"
                "measure n = count(a.x)\nmeasure p = last(a.momentum.x)\n"
                "measure l = last(a.multiplier.rx)\nmeasure spin = last(a.spin)\n"
                "measure h = a.step\nmeasure it = a.newton\nmeasure e = a.max.energy");
  assert_true(measured(&s, "x", 0) == noslip_value(run, "x"));
  assert_true(measured(&s, "v", 0) == noslip_value(run, "theta'"));
  assert_true(measured(&s, "end", 0) == noslip_time(run));
  assert_true(measured(&s, "n", 0) == 11);
  assert_true(measured(&s, "p", 0) == noslip_run_values(run, NOSLIP_MOMENTUM)[0]);
  assert_true(measured(&s, "l", 0) == noslip_run_values(run, NOSLIP_MULTIPLIER)[0]);
  assert_true(measured(&s, "spin", 0) == noslip_value(run, "spin"));
  noslip_report r;
  noslip_run_report(run, &r);
  assert_true(measured(&s, "h", 0) == 0.1 && measured(&s, "it", 0) == (double)r.newton_iterations);
  assert_true(measured(&s, "e", 0) == r.energy_max_error);
  study_forget(&s);
  noslip_run_free(run);
  noslip_model_free(model);
  noslip_close(context);
}

// functions of many numbers take away rows, then the index, then the methods
static void functions_take_away_one_direction(void **state) {
  (void)state;
  studied s =
      with_disk("measure rows = last(b.x)\nmeasure index = max(rows)\nmeasure one = max(index)\n"
                "measure k = entry(rows, 2)\nmeasure m = entry(k, 3)\n"
                "measure h = entry(b.step, 1)");
  assert_int_equal(measured_count(&s, "rows"), 9);
  assert_int_equal(measured_count(&s, "index"), 3);
  assert_int_equal(measured_count(&s, "one"), 1);
  double most = -1;
  for (int i = 0; i < 9; i++)
    most = fmax(most, measured(&s, "rows", i));
  assert_true(measured(&s, "one", 0) == most);
  assert_true(measured(&s, "m", 0) == measured(&s, "rows", 7));  // spark(3), 0.2/2
  assert_true(measured(&s, "h", 1) == 0.2);
  assert_string_equal(s.result->measures[0].labels[7], "spark(3), h = 0.1");
  study_forget(&s);
}

static void series_have_their_functions(void **state) {
  (void)state;
  studied s = with_disk(
      "let five = [3, 1, 2, 5, 4]\nmeasure a1 = max(five)\nmeasure a2 = min(five)\n"
      "measure a3 = mean(five)\nmeasure a4 = total(five)\nmeasure a5 = range(five)\n"
      "measure a6 = drift(five)\nmeasure a7 = variance(five)\nmeasure a8 = rms(five)\n"
      "measure a9 = first(five) + 10*last(five) + 100*count(five)\n"
      "measure b1 = slope([1, 2, 4], [3, 12, 48])\nmeasure b2 = trend([1, 2, 4], [5, 7, 11])\n"
      "measure b3 = norm([3, 4])\nmeasure b4 = largest([3, -4])\n"
      "measure b5 = max(2, 7, 5)\nmeasure c = at(a.t, 0.3)\nmeasure c2 = at(a.t, [0.2, 0.5])\n"
      "measure d = entry(blocks(a.t, 2), 2)\nmeasure e = atan2(1, 1)*4 - pi\nmeasure f = 2^-2^2");
  static const struct {
    const char *name;
    double value;
  } rows[] = {{"a1", 5}, {"a2", 1},   {"a3", 3},   {"a4", 15}, {"a5", 4},
              {"a6", 2}, {"a7", 2.5}, {"a9", 543}, {"b1", 2},  {"b2", 2},
              {"b3", 5}, {"b4", 4},   {"b5", 7},   {"e", 0},   {"f", 0.0625}};
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++)
    check_near(measured(&s, rows[i].name, 0), rows[i].value, 1e-14);
  check_near(measured(&s, "a8", 0), sqrt(11), 1e-14);
  check_near(measured(&s, "c", 0), 0.3, 1e-15);
  check_near(measured(&s, "c2", 0), 0.2, 1e-15);
  check_near(measured(&s, "c2", 1), 0.5, 1e-15);
  assert_int_equal(measured_count(&s, "c2"), 2);
  check_near(measured(&s, "d", 0), 0.75, 1e-15);  // of 0.5, 0.6, ..., 1
  study_forget(&s);
}

// the first passage through zero along straight lines; of numbers that do not pass there is none
static void crossings_are_found(void **state) {
  (void)state;
  studied s = with_disk("measure a1 = crossing([1, 2, 4], [3, 1, -1])\n"
                        "measure a2 = crossing([1, 2, 4], [-3, 0, -1])\n"
                        "measure a3 = crossing([1, 2, 4], [3, 1, 2])\n"
                        "measure a4 = crossing([1, 2, 4, 8], [1, -1, 1, -1])\n"
                        "measure a5 = crossing(a.t, a.t - 0.37)\n"
                        "measure a6 = crossing(b.k, b.step - 0.15)\n");
  check_near(measured(&s, "a1", 0), 3, 1e-15);
  check_near(measured(&s, "a2", 0), 2, 0);
  assert_true(isnan(measured(&s, "a3", 0)));
  check_near(measured(&s, "a4", 0), 1.5, 1e-15);
  check_near(measured(&s, "a5", 0), 0.37, 1e-14);
  assert_int_equal(measured_count(&s, "a6"), 3);  // one for each method
  check_near(measured(&s, "a6", 2), 1.5, 1e-14);
  study_forget(&s);
}

// the times of events by kind and contact, the index of `for` as numbers
static void events_have_times(void **state) {
  (void)state;
  studied s = study_of("study m\nrun h: hill\nrun b: bouncing_ball with e = k, until 1, "
                       "for k in [0.3, 0.5]\nrun f: balls with e = 1, until 0.3\n"
                       "measure off = first(h.event.off)\nmeasure hill = first(h.event.off.hill)\n"
                       "measure land = h.event.land.floor - 0\nmeasure e = b.k\n"
                       "measure hits = count(b.event.impact.floor)\n"
                       "measure second = entry(b.event.impact, 2)\n"
                       "measure none = count(h.event.stick.floor) + total(h.event.slip)\n"
                       "measure nothing = first(h.event.stick)\n"
                       "measure less = first(h.event.stick - 1)\n"
                       "measure twice = count(2*h.event.stick.floor)\n"
                       "measure one = count(f.event.impact.floor[1])\n"
                       "measure all = count(f.event.impact)");
  double t1 = sqrt(2/9.81);
  check_near(measured(&s, "off", 0), 0.754238838002552, 1e-7);
  assert_true(measured(&s, "off", 0) == measured(&s, "hill", 0));
  assert_true(measured(&s, "e", 0) == 0.3 && measured(&s, "e", 1) == 0.5);
  assert_true(measured(&s, "hits", 1) == 2);
  check_near(measured(&s, "second", 0), 1.6*t1, 1e-13);
  check_near(measured(&s, "second", 1), 2*t1, 1e-13);
  assert_true(measured(&s, "none", 0) == 0);
  assert_true(isnan(measured(&s, "nothing", 0)) && isnan(measured(&s, "less", 0)));
  assert_true(measured(&s, "twice", 0) == 0);
  assert_true(measured(&s, "one", 0) == 2);
  check_above(measured(&s, "all", 0), measured(&s, "one", 0));
  study_forget(&s);
}

// `seek` halves a range until a value of the run changes its sign there; the second impact is at t1 (1 + 2 e)
static void thresholds_are_sought(void **state) {
  (void)state;
  studied s =
      study_of("study m\nlet mark = 0.9\n"
               "run a: bouncing_ball with e = e, until 2, seek e in 0.3..0.9 within 1e-9 of "
               "entry(a.event.impact, 2) - mark\n"
               "run b: disk with Om = k, step 0.1, steps 10, seek k in 1..2 within 3 of "
               "last(b.theta) - 1.2\n"
               "measure e = a.e\nmeasure hit = entry(a.event.impact, 2)\nmeasure k = b.k");
  check_near(measured(&s, "e", 0), (0.9*sqrt(9.81/2) - 1)/2, 1e-9);
  check_near(measured(&s, "hit", 0), 0.9, 1e-9);
  assert_true(measured(&s, "k", 0) == 1.5);  // the middle at least
  assert_int_equal(s.result->npart, 2);
  study_forget(&s);
}

// a run that fails on the way makes its threshold unmeasured
static void failed_searches_are_not_measured(void **state) {
  (void)state;
  studied s = study_of("study m\nrun f: one_part, method srk-gauss(2), step k, steps 50, seek k in "
                       "0.01..1 within 0.1 of last(f.y[1]) - 9\nexpect f.k < 1 source \"none\"");
  assert_int_equal(s.result->expectations[0].verdict, NOSLIP_EXPECTATION_UNMEASURED);
  check_text(s.result->expectations[0].trouble, "f: stopped at t = 0");
  study_forget(&s);
}

// errors against the exact solution and against another run, of vectors and of columns
static void errors_are_measured(void **state) {
  (void)state;
  studied s =
      with_disk("run r: disk, method dla-mp, step 0.05, until 1\n"
                "measure e = max(norm(a.q - exact(a.q)))\n"
                "measure x = max(abs(a.x - exact(a.x)))\nmeasure y = max(abs(a.y - exact(a.y)))\n"
                "measure d = max(abs(at(r.x, a.t) - a.x))\n"
                "measure order = slope(b.step, last(norm(b.q - exact(b.q))))");
  check_near(measured(&s, "x", 0), 0.125*(1 - 0.1/tan(0.1))*sin(1.6), 1e-14);  // closed form
  assert_true(measured(&s, "e", 0) >= measured(&s, "x", 0));
  assert_true(measured(&s, "e", 0) >= measured(&s, "y", 0));
  check_near(measured(&s, "d", 0), 0.75*measured(&s, "x", 0), 3e-6);  // order 2
  check_near(measured(&s, "order", 0), 2, 0.01);
  check_near(measured(&s, "order", 2), 4, 0.01);
  study_forget(&s);
}

static void members_are_taken_row_by_row(void **state) {
  (void)state;
  studied s = study_of(
      "study m\nrun a: disk with Om = k, method dla-mp, step 0.1, steps 4, "
      "for k in 1..3\nmeasure m = last(across_mean(a.theta))\n"
      "measure v = last(across_variance(a.theta))\nmeasure n = count(across_max(a.theta))");
  check_near(measured(&s, "m", 0), 0.8, 1e-14);
  check_near(measured(&s, "v", 0), 0.16, 1e-14);
  assert_true(measured(&s, "n", 0) == 5);
  study_forget(&s);
}

static void ensembles_and_points_have_columns(void **state) {
  (void)state;
  studied s = study_of(
      "study m\nensemble e: chaotic, members 5, seed 3, sample x = -1..1, step 0.1, until 2, every "
      "5\n"
      "points p: contact_oscillator, section S, step 0.05, count 7\n"
      "measure n = count(e.t)\nmeasure m = last(e.members)\nmeasure v = last(e.energy.variance)\n"
      "measure q = last(e.energy.square)\nmeasure mean = last(e.energy.mean)\n"
      "measure x = count(e.member.x)\nmeasure spread = range(e.member.x)\n"
      "measure low = min(e.member.energy.min)\nmeasure least = min(e.energy.min)\n"
      "measure k = count(p.t)\nmeasure z = max(abs(p.y'))\nmeasure f = p.found");
  assert_true(measured(&s, "n", 0) == 5 && measured(&s, "m", 0) == 5);
  check_above(measured(&s, "v", 0), 1e-12);
  double mean = measured(&s, "mean", 0);
  check_near(measured(&s, "q", 0), 0.8*measured(&s, "v", 0) + mean*mean, 1e-16);  // n - 1 = 4
  assert_true(measured(&s, "x", 0) == 5);
  check_above(measured(&s, "spread", 0), 0.5);
  assert_true(measured(&s, "low", 0) == measured(&s, "least", 0));
  assert_true(measured(&s, "k", 0) == 7 && measured(&s, "f", 0) == 7);
  check_below(measured(&s, "z", 0), 1e-13);  // the section is y' = 0
  study_forget(&s);
}

// ---------------------------------------------------------------------------------------------
// expectations

static const noslip_expectation *expectation(const studied *s, int i) {
  assert_true(i < s->result->nexpectation);
  return &s->result->expectations[i];
}

static void verdicts_follow_the_numbers(void **state) {
  (void)state;
  studied s =
      study_of("study m\nlet x = 2\n"
               "expect x = 2.04 within 0.05\nexpect x = 2.06 within 0.05\n"
               "expect x <= 2\nexpect x < 2\nexpect x >= 2\nexpect x > 2\n"
               "expect x = 2 within 0.01 printed 2.005\n"
               "expect x = 2 within 0.01 printed 2.5 because \"a misprint\" source \"p. 3\"\n"
               "expect x = 2.02 within 0.02 relative\nexpect 0/0 <= 1\n"
               "expect x < 3 printed \"a clear drift\"\n");
  static const noslip_expectation_verdict verdicts[] = {
      NOSLIP_EXPECTATION_MET,    NOSLIP_EXPECTATION_FAILED,   NOSLIP_EXPECTATION_MET,
      NOSLIP_EXPECTATION_FAILED, NOSLIP_EXPECTATION_MET,      NOSLIP_EXPECTATION_FAILED,
      NOSLIP_EXPECTATION_MET,    NOSLIP_EXPECTATION_DEVIATES, NOSLIP_EXPECTATION_MET,
      NOSLIP_EXPECTATION_FAILED, NOSLIP_EXPECTATION_DEVIATES};
  assert_int_equal(s.result->nexpectation, 11);
  for (int i = 0; i < 11; i++)
    assert_int_equal(expectation(&s, i)->verdict, verdicts[i]);
  assert_int_equal(s.result->nfailed, 4);
  assert_int_equal(s.result->ndeviation, 2);
  assert_string_equal(expectation(&s, 10)->printed_text, "a clear drift");
  assert_string_equal(expectation(&s, 7)->because, "a misprint");
  assert_string_equal(expectation(&s, 7)->source, "p. 3");
  assert_int_equal(expectation(&s, 7)->line, 10);
  check_near(expectation(&s, 8)->tolerance, 0.0404, 1e-15);
  study_forget(&s);
}

// one expectation for each method; a list has as many numbers
static void lists_are_compared_one_by_one(void **state) {
  (void)state;
  studied s = with_disk("expect entry(last(b.theta), 3) = 1 within [1e-9, 1e-9, 1e-5]\n");
  assert_int_equal(s.result->nexpectation, 3);
  assert_int_equal(expectation(&s, 0)->verdict, NOSLIP_EXPECTATION_MET);
  assert_int_equal(expectation(&s, 1)->verdict, NOSLIP_EXPECTATION_FAILED);  // spark(2) drifts
  assert_int_equal(expectation(&s, 2)->verdict, NOSLIP_EXPECTATION_MET);
  assert_string_equal(expectation(&s, 1)->what, "entry(last(b.theta), 3), spark(2)");
  study_forget(&s);
}

// `tolerance` is the same as options of the method, and the time by the steps is their average
static void tolerances_follow_an_expression(void **state) {
  (void)state;
  studied s =
      study_of("study m\nrun a: disk, method [index1, index0], tolerance 10^(-k), step 0.1, "
               "until 2 for k in [5, 7]\n"
               "run b: disk, method [index1(rtol=1e-7, atol=1e-10)], step 0.1, until 2\n"
               "run c: disk, method index1, step 0.1, until 2\n"
               "measure one = entry(entry(a.max.constraint, 2), 1)\n"
               "expect one = b.max.constraint within 0\n"
               "expect one < c.max.constraint\n"
               "expect b.average*b.accepted = 2 within 1e-12\n"
               "expect min(a.average) < max(a.average)\n");
  assert_int_equal(s.result->nmet, 5);
  assert_int_equal(s.result->nfailed, 0);
  check_text(s.result->parts[1].label, "rtol = 1e-07");
  study_forget(&s);
}

// a run that fails on its way: what needs it is not measured, the rest is
static void failed_runs_are_not_measured(void **state) {
  (void)state;
  studied s = study_of("study m\nrun a: disk, method dla-mp, step 0.1, steps 5\n"
                       "run f: one_part, method srk-gauss(2), step 1, steps 50\n"
                       "measure e = max(f.y[1])\nexpect e <= 1\nexpect f.reached < 50\n"
                       "expect last(a.theta) = 0.5 within 1e-12\ndraw f.t:f.y[1], a.t:a.x");
  assert_int_equal(expectation(&s, 0)->verdict, NOSLIP_EXPECTATION_UNMEASURED);
  check_text(expectation(&s, 0)->trouble, "f: stopped at t = 0");
  assert_int_equal(expectation(&s, 1)->verdict, NOSLIP_EXPECTATION_MET);
  assert_int_equal(expectation(&s, 2)->verdict, NOSLIP_EXPECTATION_MET);
  assert_non_null(s.result->pictures[0].trouble);
  assert_int_equal(s.result->pictures[0].ncurve, 1);
  assert_int_equal(s.result->nfailed, 1);
  study_forget(&s);
}

static void quick_versions_are_shorter(void **state) {
  (void)state;
  static const char text[] =
      "study m\nrun a: disk, step 0.1, until 10, quick until 1\n"
      "run b: disk, step 0.1/k for k in 1..4 quick 1..2, steps 100, quick steps 3\n"
      "expect last(a.t) = 10 within 1e-9 quick 1\nexpect last(a.t) = 11 within 1 quick within 10\n"
      "expect count(last(b.t)) = 4 within 0 quick never";
  studied s = study_of(text);
  assert_int_equal(s.result->nmet, 3);
  assert_int_equal(s.result->npart, 5);
  study_forget(&s);
  s = study_with(text, &(noslip_script_options){.quick = true, .fresh = true});
  assert_int_equal(s.status, NOSLIP_OK);
  assert_int_equal(s.result->nmet, 2);
  assert_int_equal(s.result->nleft, 1);
  assert_int_equal(s.result->npart, 3);
  study_forget(&s);
}

// ---------------------------------------------------------------------------------------------
// pictures

static void pictures_have_curves(void **state) {
  (void)state;
  studied s = with_disk("measure e = last(norm(b.q - exact(b.q)))\n"
                        "draw \"orders\" b.step:e loglog reference 2 axes \"h\", \"error\"\n"
                        "draw a.x:a.y as \"orbit\" equal\ndraw b.t:b.x dotted");
  const noslip_script_picture *p = s.result->pictures;
  assert_int_equal(s.result->npicture, 3);
  assert_int_equal(p[0].ncurve, 4);
  assert_true(p[0].log_x && p[0].log_y && !p[0].series && p[0].curves[3].guide);
  assert_string_equal(p[0].curves[1].name, "spark(2)");
  assert_string_equal(p[0].xlabel, "h");
  assert_int_equal(p[0].curves[0].n, 3);
  check_near(p[0].curves[3].y[1]/p[0].curves[3].y[0], 16, 1e-12);  // (0.2/0.05)^2
  assert_string_equal(p[1].curves[0].name, "orbit");
  assert_string_equal(p[1].xlabel, "x");
  assert_string_equal(p[2].ylabel, "x");
  assert_true(p[1].equal && p[1].curves[0].n == 11);
  assert_int_equal(p[2].ncurve, 9);
  assert_true(p[2].series && p[2].dotted);
  assert_string_equal(p[2].curves[4].name, "spark(2), h = 0.1");
  study_forget(&s);
}

// all lines for comparison are one entry of the key; panels belong to the picture above them
static void pictures_have_panels(void **state) {
  (void)state;
  studied s = with_disk("measure e = last(norm(b.q - exact(b.q)))\nmeasure times = blocks(a.t, 5)\n"
                        "draw b.step:e loglog reference 2 reference 4\n"
                        "panel \"Mean\" times:blocks(a.x, 5)\npanel a.x:a.y\ndraw a.t:a.x");
  const noslip_script_picture *p = s.result->pictures;
  assert_int_equal(s.result->npicture, 4);
  assert_true(!p[0].joined && p[1].joined && p[2].joined && !p[3].joined);
  assert_string_equal(p[0].curves[3].name, "slopes 2, 4");
  assert_string_equal(p[0].curves[4].name, "");
  assert_string_equal(p[1].title, "Mean");
  assert_true(p[1].series && !p[2].series && p[3].series);
  study_forget(&s);
}

// the label of a run of `for` is what depends on the index, unless that does not tell the runs apart
static void runs_are_told_by_what_differs(void **state) {
  (void)state;
  static const struct {
    const char *items, *label;
  } rows[] = {
      {"step 0.1*2^(-k), steps 2, for k in 0..1", "h = 0.05"},
      {"step 0.1, steps 2, init theta' = 0.5*k, for k in 0..1", "theta' = 0.5"},
      {"step 0.1, until 0.3*k, for k in 1..2", "until = 0.6"},
      {"step 0.1, until 0.3*k, quick until 0.3, for k in 1..2", "until = 0.6"},
      {"step 0.1, steps 2, init theta' = 1 + 1e-9*k, for k in 0..1", "k = 1"},
      {"step 0.1, steps 2, init theta' = k, phi' = k, for k in 0..1", "k = 1"},
      {"step 0.1, steps 2, for k in 0..1", "k = 1"},
  };
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++) {
    char text[512];
    snprintf(text, sizeof text, "study m\nrun a: disk, project, %s\nmeasure x = last(a.x)",
             rows[i].items);
    studied s = study_of(text);
    assert_string_equal(s.result->measures[0].labels[1], rows[i].label);
    study_forget(&s);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(columns_are_those_of_a_run),
      cmocka_unit_test(functions_take_away_one_direction),
      cmocka_unit_test(series_have_their_functions),
      cmocka_unit_test(crossings_are_found),
      cmocka_unit_test(events_have_times),
      cmocka_unit_test(thresholds_are_sought),
      cmocka_unit_test(failed_searches_are_not_measured),
      cmocka_unit_test(errors_are_measured),
      cmocka_unit_test(members_are_taken_row_by_row),
      cmocka_unit_test(ensembles_and_points_have_columns),
      cmocka_unit_test(verdicts_follow_the_numbers),
      cmocka_unit_test(lists_are_compared_one_by_one),
      cmocka_unit_test(tolerances_follow_an_expression),
      cmocka_unit_test(failed_runs_are_not_measured),
      cmocka_unit_test(quick_versions_are_shorter),
      cmocka_unit_test(pictures_have_curves),
      cmocka_unit_test(pictures_have_panels),
      cmocka_unit_test(runs_are_told_by_what_differs),
  };
  return check_run(argc, argv, tests);
}
