// Tests of noslip_sweep: its points against runs by themselves, threads, failures, stops, fits.

#define _XOPEN_SOURCE 700  // mkdtemp and setenv

#include "tests/study/watcher.h"
#include "tests/support/check.h"
#include "tests/support/counting.h"

#include "noslip.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// the fall ends at a known time, sqrt(2 z/g)
static const char fall[] = "model fall\nparam g = 10\ncoord z\nlagrangian z'^2/2 - g*z\n"
                           "init z = 5\nstop ground: z = 0 falling\n"
                           "run method dla-mp, step 0.01, until 10\n";

static const char spring[] = "model spring\nparam k = 1\ncoord x\nlagrangian x'^2/2 - k*x^2/2\n"
                             "observe r = x^2\ninit x = 1\n"
                             "run method dla-mp, step 0.1, until 2, every 2\n";

// the square root ends at x = 1
static const char cliff[] = "model cliff\ncoord x\nlagrangian x'^2/2 + 1e-6*sqrt(1 - x)\n"
                            "init x' = 1\nrun method dla-mp, step 0.1, until 2\n";

typedef struct trial {
  noslip_context *c;
  noslip_model *m;
} trial;

static trial begin(const char *text) {
  trial t = {.c = noslip_open(NULL)};
  assert_int_equal(noslip_model_parse(t.c, "test", text, NULL, &t.m), NOSLIP_OK);
  return t;
}

static void end(trial *t) {
  noslip_model_free(t->m);
  noslip_close(t->c);
}

static noslip_sweep_result *compute(trial *t, const noslip_sweep_options *o) {
  noslip_sweep_result *r;
  noslip_status status = noslip_sweep(t->c, t->m, o, &r);
  check_that(status == NOSLIP_OK, __FILE__, __LINE__, "%s\n", noslip_last_error(t->c));
  return r;
}

static const noslip_sweep_quantity *quantity(const noslip_sweep_result *r, const char *name) {
  for (int i = 0; i < r->nquantity; i++)
    if (strcmp(r->quantities[i].name, name) == 0)
      return &r->quantities[i];
  check_fail("no %s\n", name);
  return NULL;
}

// initial values: the end, and the statistics over the output times, by hand
static void points_are_runs(void **unused) {
  (void)unused;
  static const double starts[] = {0.5, 1, 2};
  const noslip_axis axis = {"x", starts, 3, false};
  trial t = begin(spring);
  noslip_sweep_result *r = compute(&t, &(noslip_sweep_options){.axes = &axis, .naxis = 1});
  assert_int_equal(r->npoint, 3);
  for (int k = 0; k < 3; k++) {
    const noslip_start start = {"x", starts[k]};
    noslip_run *run;
    double sum = 0, square = 0, low = starts[k], high = low, x = low;
    noslip_run_options o = {.start = &start, .nstart = 1};
    assert_int_equal(noslip_run_new(t.c, t.m, &o, &run), NOSLIP_OK);
    for (int i = 0; i <= 10; i++, noslip_advance(run, i <= 10 ? 2 : 0)) {
      x = noslip_value(run, "x");
      sum += x/11;
      square += x*x/11;
      low = fmin(low, x);
      high = fmax(high, x);
    }
    const noslip_sweep_quantity *q = quantity(r, "x");
    assert_true(q->end[k] == x && q->min[k] == low && q->max[k] == high);
    assert_true(q->lowest[k] == low && q->highest[k] == high);
    check_near(q->mean[k], sum, 1e-15);
    check_near(q->square[k], square, 1e-14);
    check_near(q->variance[k], (square - sum*sum)*11/10, 1e-14);
    assert_true(r->points[k].steps == 20 && r->points[k].time == 2);
    noslip_run_free(run);
  }
  noslip_sweep_free(r);
  end(&t);
}

// two axes: all combinations, the last one fastest; members: statistics over their ends
static void grids_and_members(void **unused) {
  (void)unused;
  static const double k[] = {1, 4, 9}, x[] = {0.5, 1}, speeds[] = {0, 1, 2, 3};
  static const char *const key[] = {"x'"};
  const noslip_axis axes[] = {{"k", k, 3, false}, {"x", x, 2, false}};
  trial t = begin(spring);
  noslip_sweep_options o = {.axes = axes, .naxis = 2};
  noslip_sweep_result *one = compute(&t, &o);
  o.runs = (noslip_ensemble_options){.keys = key, .nkey = 1, .starts = speeds, .nmember = 4};
  noslip_sweep_result *r = compute(&t, &o);
  assert_int_equal(r->npoint, 6);
  assert_true(r->values[2*3] == 4 && r->values[2*3 + 1] == 1);
  for (int i = 0; i < 6; i++) {
    const noslip_sweep_quantity *q = quantity(r, "x");
    // a linear system: the end of member j is c + s v_j, with c the end without a speed
    double c = quantity(one, "x")->end[i], s = (q->mean[i] - c)/1.5;
    check_near(q->variance[i], s*s*5.0/3, 1e-12);
    check_near(q->square[i], q->mean[i]*q->mean[i] + s*s*1.25, 1e-12);
    check_near(q->max[i] - q->min[i], 3*fabs(s), 1e-12);
    assert_true(q->highest[i] >= q->max[i] && q->lowest[i] <= q->min[i]);
    assert_true(r->points[i].steps == 80);
  }
  noslip_sweep_free(one);
  noslip_sweep_free(r);
  end(&t);
}

// order 2: the error of the energy goes with h^2, its square with h^4
static void steps_show_the_order(void **unused) {
  (void)unused;
  double h[5];
  noslip_spaced(h, 0.2, 0.0125, 5, true);
  const noslip_axis axis = {"step", h, 5, true};
  trial t = begin("model osc\ncoord x\nlagrangian x'^2/2 - x^4/4\ninit x = 1\n"
                  "run method dla-mp, step 0.1, until 4\n");
  noslip_sweep_result *r = compute(&t, &(noslip_sweep_options){.axes = &axis, .naxis = 1});
  noslip_power p = noslip_fit_power(h, quantity(r, "energy")->square, 5);
  printf("slope %.4f\n", p.slope);
  check_near(p.slope, 4, 0.05);
  assert_true(isnan(r->step) && p.points == 5);
  noslip_sweep_free(r);
  end(&t);
}

static void stops_end_runs(void **unused) {
  (void)unused;
  static const double g[] = {10, 2.5};
  const noslip_axis axis = {"g", g, 2, false};
  trial t = begin(fall);
  noslip_sweep_result *r = compute(&t, &(noslip_sweep_options){.axes = &axis, .naxis = 1});
  for (int k = 0; k < 2; k++) {
    assert_string_equal(r->points[k].stopped, "ground");
    check_near(r->points[k].time, sqrt(10/g[k]), 1e-12);
  }
  noslip_sweep_free(r);
  end(&t);
}

static void failures_are_told(void **unused) {
  (void)unused;
  static const double speeds[] = {0.1, 1, 0.2};
  const noslip_axis axis = {"x'", speeds, 3, false};
  trial t = begin(cliff);
  noslip_sweep_result *r = compute(&t, &(noslip_sweep_options){.axes = &axis, .naxis = 1});
  assert_int_equal(r->nfailed, 1);
  assert_non_null(r->points[1].trouble);
  assert_null(r->points[0].trouble);
  assert_true(isnan(quantity(r, "x")->end[1]) && quantity(r, "x")->end[2] > 0.3);
  check_above(quantity(r, "x")->max[1], 0.5);  // as far as it came
  noslip_sweep_free(r);
  end(&t);
}

static bool is_noted(const noslip_sweep_result *r, const char *part) {
  for (int i = 0; i < r->nnote; i++)
    if (strstr(r->notes[i], part))
      return true;
  return false;
}

// A value that a parameter cannot have is a failure of its point, wherever it stands.
static void refused_values_are_failures_of_their_points(void **unused) {
  (void)unused;
  static const char ball[] = "model ball\nparam e = 0.5\ncoord z\nlagrangian z'^2/2 - z\n"
                             "contact floor: z >= 0, restitution e\ninit z = 1\n"
                             "run method moreau, step 0.1, until 2\n";
  static const double e[] = {0.5, 1.5, 1, -1, 0.5};
  for (int from = 0; from < 2; from++) {
    const noslip_axis axis = {"e", e + from, 4, false};
    trial t = begin(ball);
    noslip_sweep_result *r = compute(&t, &(noslip_sweep_options){.axes = &axis, .naxis = 1});
    assert_int_equal(r->nfailed, 2);
    assert_false(is_noted(r, "read again"));  // also if the first is refused
    for (int k = 0; k < 4; k++) {
      bool good = e[from + k] >= 0 && e[from + k] <= 1;
      assert_true(good == !r->points[k].trouble);
      if (!good)
        check_text(r->points[k].trouble, "between 0 and 1");
    }
    noslip_sweep_free(r);
    end(&t);
  }
}

static void threads_do_not_matter(void **unused) {
  (void)unused;
  double k[40];
  noslip_spaced(k, 1, 5, 40, false);
  const noslip_axis axis = {"k", k, 40, false};
  trial t = begin(spring);
  noslip_sweep_options o = {.axes = &axis, .naxis = 1, .runs.threads = 1};
  noslip_sweep_result *one = compute(&t, &o);
  o.runs.threads = 3;
  noslip_sweep_result *three = compute(&t, &o);
  for (int j = 0; j < one->nquantity; j++) {
    const noslip_sweep_quantity *a = &one->quantities[j], *b = &three->quantities[j];
    assert_memory_equal(a->end, b->end, sizeof k);
    assert_memory_equal(a->variance, b->variance, sizeof k);
    assert_memory_equal(a->square, b->square, sizeof k);
  }
  noslip_sweep_free(one);
  noslip_sweep_free(three);
  end(&t);
}

static int entries_of(const char *folder) {
  int n = 0;
  DIR *d = opendir(folder);
  assert_non_null(d);
  for (struct dirent *e; (e = readdir(d)) != NULL;)
    n += strstr(e->d_name, ".so") != NULL;
  closedir(d);
  return n;
}

static void forget_cache(const char *folder) {
  char path[512];
  DIR *d = opendir(folder);
  for (struct dirent *e; d && (e = readdir(d)) != NULL;) {
    snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
    remove(path);
  }
  closedir(d);
  rmdir(folder);
}

// one compiled unit for all values, with the numbers of the interpreter
static void parameters_are_compiled_once(void **unused) {
  (void)unused;
  char folder[] = "/tmp/noslip-sweep-XXXXXX";
  double k[20];
  noslip_spaced(k, 1, 5, 20, false);
  const noslip_axis axis = {"k", k, 20, false};
  assert_non_null(mkdtemp(folder));
  setenv("NOSLIP_CACHE", folder, 1);
  trial t = begin(spring);
  noslip_sweep_options o = {.axes = &axis, .naxis = 1, .runs = {.backend = "native"}};
  noslip_sweep_result *native = compute(&t, &o);
  assert_string_equal(native->backend, "native");
  assert_int_equal(entries_of(folder), 1);
  o.runs.backend = "interpret";
  noslip_sweep_result *other = compute(&t, &o);
  assert_memory_equal(quantity(native, "x")->end, quantity(other, "x")->end, sizeof k);
  noslip_sweep_free(native);
  noslip_sweep_free(other);
  end(&t);
  forget_cache(folder);
}

static void quantities_can_be_chosen(void **unused) {
  (void)unused;
  static const double x[] = {1, 2};
  static const char *const two[] = {"r", "energy", "r"}, *const wrong[] = {"x''"};
  const noslip_axis axis = {"x", x, 2, false};
  trial t = begin(spring);
  noslip_sweep_options o = {.axes = &axis, .naxis = 1, .quantities = two, .nquantity = 3};
  noslip_sweep_result *r = compute(&t, &o);
  assert_int_equal(r->nquantity, 2);
  assert_string_equal(r->quantities[0].name, "r");
  assert_true(r->quantities[0].lowest[0] >= 0 && r->quantities[0].highest[0] == 1);
  noslip_sweep_free(r);
  o.quantities = wrong;
  o.nquantity = 1;
  assert_int_equal(noslip_sweep(t.c, t.m, &o, &r), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(t.c), "has no `x''`; did you mean `x'`?");
  end(&t);
}

// the end of a run by itself
static double end_of(const char *text, const char *n, const char *name) {
  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  noslip_run *run;
  const noslip_setting set = {"n", n};
  const noslip_model_options o = {.set = &set, .nset = 1};
  assert_int_equal(noslip_model_parse(c, "test", text, &o, &m), NOSLIP_OK);
  assert_int_equal(noslip_run_new(c, m, NULL, &run), NOSLIP_OK);
  assert_int_equal(noslip_advance(run, noslip_run_steps(run)), NOSLIP_OK);
  double x = noslip_value(run, name);
  noslip_run_free(run);
  noslip_model_free(m);
  noslip_close(c);
  return x;
}

static bool keep_none(void *context, const noslip_member_rows *rows) {
  (void)context;
  (void)rows;
  return true;
}

// the number of beads is a key: columns by their names, none where there is none
static void sizes_may_be_swept(void **unused) {
  (void)unused;
  static const char beads[] =
      "model beads\nconst n = 2\ncoord x[1..n], y[1..n]\n"
      "lagrangian sum(i in 1..n: (x[i]'^2 + y[i]'^2 - x[i]^2 - i*y[i]^2)/2)\n"
      "  - sum(i in 2..n: (x[i] - x[i-1])^2)\ninit x[1] = 1, y[1] = 0.5, y[2] = 0.3\n"
      "run method dla-mp, step 0.1, until 2\n";
  static const double n[] = {3, 2, 4};
  static const char *const word[] = {"3", "2", "4"};
  const noslip_axis axis = {"n", n, 3, false};
  trial t = begin(beads);
  noslip_sweep_options o = {.axes = &axis, .naxis = 1};
  noslip_sweep_result *r = compute(&t, &o);
  assert_int_equal(r->nfailed, 0);
  assert_int_equal(r->nquantity, 13);
  for (int k = 0; k < 3; k++) {
    assert_true(quantity(r, "y[2]")->end[k] == end_of(beads, word[k], "y[2]"));
    assert_true(quantity(r, "x[1]'")->end[k] == end_of(beads, word[k], "x[1]'"));
  }
  assert_true(isnan(quantity(r, "x[3]")->end[1]));
  assert_true(quantity(r, "x[3]")->end[2] == end_of(beads, word[2], "x[3]"));
  assert_true(isfinite(quantity(r, "energy")->end[1]));
  noslip_sweep_free(r);

  o.runs.keep = keep_none;
  r = compute(&t, &o);
  assert_int_equal(r->nfailed, 2);
  check_text(r->points[1].trouble, "without the option `keep`");
  noslip_sweep_free(r);
  end(&t);
}

static void mistakes_are_named(void **unused) {
  (void)unused;
  static const double x[] = {1, 2};
  noslip_axis axes[] = {{"x", x, 2, false}, {"x", x, 2, false}, {NULL, x, 2, false}};
  trial t = begin(spring);
  noslip_sweep_result *r;
  noslip_sweep_options o = {.axes = axes, .naxis = 0};
  assert_int_equal(noslip_sweep(t.c, t.m, &o, &r), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(t.c), "a sweep needs values");
  o.naxis = 2;
  assert_int_equal(noslip_sweep(t.c, t.m, &o, &r), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(t.c), "`x` is given twice");
  o.naxis = 3;
  assert_int_equal(noslip_sweep(t.c, t.m, &o, &r), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(t.c), "`axes[2]` has no key");
  axes[0].count = 2000000;
  o.naxis = 1;
  assert_int_equal(noslip_sweep(t.c, t.m, &o, &r), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(t.c), "a sweep of 2000000 runs, more than the limit of 1e+06");
  end(&t);
}

static void stopping_keeps_what_is_there(void **unused) {
  (void)unused;
  double x[50];
  noslip_spaced(x, 1, 2, 50, false);
  const noslip_axis axis = {"x", x, 50, false};
  trial t = begin(spring);
  watcher w = {.enough = 10*20};
  noslip_sweep_options o = {.axes = &axis, .naxis = 1, .runs = {.threads = 1}};
  o.runs.progress = watch;
  o.runs.progress_context = &w;
  noslip_sweep_result *r;
  assert_int_equal(noslip_sweep(t.c, t.m, &o, &r), NOSLIP_STOPPED);
  assert_true(r->nunfinished >= 39 && r->nunfinished <= 41);
  assert_true(quantity(r, "x")->end[0] != 0 && isnan(quantity(r, "x")->end[49]));
  noslip_sweep_free(r);
  end(&t);
}

// counts the rows that are kept
static bool count_rows(void *context, const noslip_member_rows *rows) {
  *(int *)context += rows->nrow;
  return true;
}

// a sweep under an allocator; false if it fails, and nothing is left in both cases
static bool one_life(counter *counted) {
  static const double x[] = {1, 2};
  const noslip_axis axis = {"k", x, 2, false};
  int kept = 0;
  noslip_sweep_options o = {
      .axes = &axis,
      .naxis = 1,
      .runs = {.threads = 1, .steps = 4, .keep = count_rows, .keep_context = &kept}};
  noslip_context *c = noslip_open(&(noslip_options){count, counted});
  noslip_model *m = NULL;
  noslip_sweep_result *r = NULL;
  bool done = c && noslip_model_parse(c, "test", spring, NULL, &m) == NOSLIP_OK &&
              noslip_sweep(c, m, &o, &r) == NOSLIP_OK;
  assert_true(done == (r != NULL) && (!done || kept == 2*3));
  noslip_sweep_free(r);
  noslip_model_free(m);
  noslip_close(c);
  assert_int_equal(counted->blocks, 0);
  return done;
}

static void every_allocation_may_fail(void **unused) {
  (void)unused;
  counter c = {0, 0, 0};
  assert_true(one_life(&c));
  long all = c.requests;
  int failed = 0, tried = 0;
  for (long n = 1; n <= all; n += check_long() || n > all - 100 ? 1 : 5, tried++) {
    c = (counter){0, n, 0};
    failed += !one_life(&c);
  }
  check_above(failed, 0.8*tried);  // verdicts and sentences can do without
}

static void powers_are_fitted(void **unused) {
  (void)unused;
  const double x[] = {1, 2, 4, 8, -1, 16}, y[] = {3, 12, 48, 192, 5, 0};
  noslip_power p = noslip_fit_power(x, y, 6);
  check_near(p.slope, 2, 1e-14);
  check_near(p.factor, 3, 1e-13);
  assert_true(p.points == 4 && p.from == 1 && p.to == 8);
  p = noslip_fit_power(x, y, 1);
  assert_true(p.points == 1 && isnan(p.slope) && isnan(p.factor));
  assert_true(noslip_fit_power(NULL, y, 3).points == 0);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(points_are_runs),
      cmocka_unit_test(grids_and_members),
      cmocka_unit_test(steps_show_the_order),
      cmocka_unit_test(stops_end_runs),
      cmocka_unit_test(failures_are_told),
      cmocka_unit_test(refused_values_are_failures_of_their_points),
      cmocka_unit_test(threads_do_not_matter),
      cmocka_unit_test(parameters_are_compiled_once),
      cmocka_unit_test(quantities_can_be_chosen),
      cmocka_unit_test(sizes_may_be_swept),
      cmocka_unit_test(mistakes_are_named),
      cmocka_unit_test(stopping_keeps_what_is_there),
      cmocka_unit_test(every_allocation_may_fail),
      cmocka_unit_test(powers_are_fitted),
  };
  return check_run(argc, argv, tests);
}
