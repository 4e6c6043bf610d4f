// Tests of the files that have members one by one: the extremes beside the statistics of an ensemble,
// the trajectories of --keep; and pictures of ensembles.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "tests/support/readers.h"
#include "tests/support/tool_models.h"

#include "table/table.h"

static const char chaotic[] = NOSLIP_MODELS "/chaotic.noslip";
static const char pendulum[] = NOSLIP_MODELS "/pendulum.noslip";

static void done(result r) {
  check_that(r.status == 0, __FILE__, __LINE__, "exit status %d: %s\n", r.status, r.err);
  forget(&r);
}

static void wrong(result r, const char *sentence) {
  check_that(r.status == 2, __FILE__, __LINE__, "exit status %d: %s\n", r.status, r.err);
  check_text(r.err, sentence);
  forget(&r);
}

// the group `members` of HDF5, or CSV
static table read_group(const char *path) {
  static const table_words numbers = {.group = "members"};
  table t;
  char why[512];
  check_that(table_read_words(&t, path, &numbers, &table_usual, why, sizeof why), __FILE__,
             __LINE__, "%s\n", why);
  return t;
}

static table read_rows(const char *path) {
  table t;
  char why[512];
  check_that(table_read(&t, path, &table_usual, why, sizeof why), __FILE__, __LINE__, "%s\n", why);
  return t;
}

static void same_tables(table a, table b) {
  assert_int_equal(a.ncolumn, b.ncolumn);
  assert_int_equal(a.nrow, b.nrow);
  for (int i = 0; i < a.ncolumn; i++) {
    assert_string_equal(a.names[i], b.names[i]);
    assert_memory_equal(a.columns[i], b.columns[i], a.nrow*sizeof(double));
  }
  table_free(&a);
  table_free(&b);
}

// a command that writes HDF5: false if this build cannot
static bool wrote_hdf5(result r) {
  bool none = r.status == 2 && strstr(r.err, "has no HDF5");
  if (none)
    forget(&r);
  else
    done(r);
  return !none;
}

// ---------------------------------------------------------------------------------------------
// extremes

// the extremes of E - E(0) over all rows of a run
static void find_extremes(double *low, double *high, const char *x) {
  const char *one = in_folder("one.csv");
  char init[32];
  snprintf(init, sizeof init, "x=%s", x);
  done(tool("run", chaotic, "--init", init, "--until", "5", "-o", one, "--quiet"));
  csv c = load_csv(one);
  *low = *high = 0;
  for (int k = 0; k < c.nrow; k++) {
    double error = entry(&c, k, "energy") - entry(&c, 0, "energy");
    *low = fmin(*low, error);
    *high = fmax(*high, error);
  }
  free(c.values);
}

// Over all nodes, also between the output times; the twin: the two rows of each member have less.
static void extremes_are_those_of_the_runs(void **state) {
  (void)state;
  static const char *const x[] = {"0.5", "-0.25"};
  const char *many = write_file("many.csv", "x\n0.5\n-0.25\n"), *out = in_folder("ens.csv");
  done(tool("ensemble", chaotic, "--init-file", many, "--until", "5", "--every", "50", "-o", out,
            "--quiet"));
  csv c = load_csv(in_folder("ens.members.csv")), s = load_csv(out);
  assert_int_equal(c.nrow, 2);
  for (int k = 0; k < 2; k++) {
    double low, high;
    find_extremes(&low, &high, x[k]);
    assert_true(entry(&c, k, "member") == k && entry(&c, k, "start.x") == strtod(x[k], NULL));
    assert_true(entry(&c, k, "steps") == 50 && entry(&c, k, "failed") == 0);
    assert_true(entry(&c, k, "energy.lowest") == low && entry(&c, k, "energy.highest") == high);
    assert_true(entry(&c, k, "energy_max_error") == fmax(-low, high));
    check_above(high, entry(&s, -1, "energy.max"));
  }
  free(c.values);
  free(s.values);
}

// an observable is a value, not a change; each member has its own step
static void extremes_are_in_json(void **state) {
  (void)state;
  const char *m = write_file("fall.noslip", "model fall\ncoord y\nlagrangian y'^2/2 - y\n"
                                            "init y = 1, y' = 1\nobserve up = y\n"
                                            "run method dla-mp, step 0.25, until 2\n");
  const char *many = write_file("steps.csv", "step\n0.25\n0.5\n");
  result r = tool("ensemble", m, "--init-file", many, "--json");
  assert_int_equal(r.status, 0);
  check_json(r.out);
  const char *first = item(member(r.out, "ends"), 0), *second = item(member(r.out, "ends"), 1);
  check_text(member(member(first, "extremes"), "up"), "[1, 1.5]");
  check_text(member(member(second, "extremes"), "up"), "[1, 1.5]");
  check_below(number(first, "energy_max_error"), 1e-14);
  forget(&r);
}

static void hdf5_has_the_same_members(void **state) {
  (void)state;
  const char *text = in_folder("same.csv"), *binary = in_folder("same.h5");
  const char *const sample[] = {"--sample", "x=-1:1", "--members", "3", "--until", "1"};
  result r = tool("ensemble", chaotic, sample[0], sample[1], sample[2], sample[3], sample[4],
                  sample[5], "-o", binary, "--quiet");
  if (!wrote_hdf5(r))
    skip();
  done(tool("ensemble", chaotic, sample[0], sample[1], sample[2], sample[3], sample[4], sample[5],
            "-o", text, "--quiet"));
  same_tables(read_group(in_folder("same.members.csv")), read_group(binary));
}

static void files_of_members_spare_what_is_read(void **state) {
  (void)state;
  const char *many = write_file("a.members.csv", "x\n0.5\n"), *out = in_folder("a.csv");
  wrong(tool("ensemble", chaotic, "--init-file", many, "-o", out), "would overwrite the members");
  wrong(tool("ensemble", chaotic, "--sample", "x=0:1", "--members", "2", "-o", out, "--keep", many),
        "this file has the members of -o");
  result r = tool("ensemble", chaotic, "--init-file", many, "--until", "1", "-o", "-", "--quiet");
  assert_true(access("-.members.csv", F_OK) != 0);  // standard output has nothing beside it
  done(r);
}

// ---------------------------------------------------------------------------------------------
// trajectories

#define SWEEP "sweep", pendulum, "--over", "g=5:10:2", "--over", "step=0.1,0.05", "--until", "0.22"

// of every run with all its rows, the shorter last step, too
static void sweeps_keep_their_runs(void **state) {
  (void)state;
  const char *all = in_folder("all.csv"), *one = in_folder("one.csv");
  done(tool(SWEEP, "--every", "1", "--keep", all, "--quiet"));
  done(tool("run", pendulum, "--set", "g=10", "--step", "0.1", "--until", "0.22", "--every", "1",
            "-o", one, "--quiet"));
  csv c = load_csv(all), run = load_csv(one);
  assert_int_equal(c.nrow, 2*(4 + 6));
  assert_int_equal(run.nrow, 4);
  for (int k = 0; k < run.nrow; k++) {
    assert_true(entry(&c, 10 + k, "member") == 2 && entry(&c, 10 + k, "start.g") == 10);
    assert_true(entry(&c, 10 + k, "start.step") == 0.1);
    assert_true(entry(&c, 10 + k, "t") == entry(&run, k, "t"));
    check_near(entry(&c, 10 + k, "th[1]"), entry(&run, k, "th[1]"), 1e-12);
  }
  assert_true(entry(&c, 10, "member") != entry(&c, 9, "member"));
  free(c.values);
  free(run.values);
}

static void hdf5_keeps_the_same(void **state) {
  (void)state;
  const char *text = in_folder("t.csv"), *binary = in_folder("t.h5");
  if (!wrote_hdf5(tool(SWEEP, "--keep", binary, "--threads", "1", "--quiet")))
    skip();
  done(tool(SWEEP, "--keep", text, "--quiet"));
  same_tables(read_rows(text), read_rows(binary));
  done(tool("ensemble", chaotic, "--sample", "x=-1:1", "--members", "3", "--until", "1", "--keep",
            binary, "--quiet"));
  done(tool("ensemble", chaotic, "--sample", "x=-1:1", "--members", "3", "--until", "1", "--keep",
            text, "--quiet"));
  same_tables(read_rows(text), read_rows(binary));
}

static int count(const char *text, const char *part) {
  int n = 0;
  for (const char *at = strstr(text, part); at; at = strstr(at + 1, part))
    n++;
  return n;
}

// the polylines of a picture
static int curves_of(const char *file) {
  const char *out = in_folder("p.svg");
  result r = tool("plot", file, "th[1]:t", "-o", out);
  if (r.status != 0 && strstr(r.err, "gnuplot")) {
    forget(&r);
    skip();
  }
  done(r);
  char *svg = read_file(out);
  int n = count(svg, "gnuplot_plot_");
  free(svg);
  return n;
}

// each run has a curve of its own, in both kinds of files; of two runs there are two less
static void plots_have_a_curve_for_each(void **state) {
  (void)state;
  const char *text = in_folder("c.csv"), *few = in_folder("few.csv"), *binary = in_folder("c.h5");
  done(tool(SWEEP, "--every", "1", "--keep", text, "--quiet"));
  done(tool("sweep", pendulum, "--over", "g=5:10:2", "--until", "0.22", "--every", "1", "--keep",
            few, "--quiet"));
  assert_int_equal(curves_of(text), curves_of(few) + 2);
  if (wrote_hdf5(tool(SWEEP, "--every", "1", "--keep", binary, "--quiet")))
    assert_int_equal(curves_of(binary), curves_of(text));
}

static void names_of_kept_files_are_checked(void **state) {
  (void)state;
  const char *many = write_file("few.csv", "g\n5\n6\n");
  wrong(tool(SWEEP, "--keep", "a.txt"), "are written as .csv or .h5");
  wrong(tool(SWEEP, "--keep", "-"), "are written as .csv or .h5");
  wrong(tool(SWEEP, "--keep", "a.csv", "-o", "a.csv"), "name the same file");
  wrong(tool(SWEEP, "--keep", "/nowhere/a.csv"), "/nowhere/a.csv");
  wrong(tool("sweep", pendulum, "--over", "m=1,2", "--init-file", many, "--keep", many),
        "would overwrite the members");
  wrong(tool("sweep", pendulum, "--over", "step=0.1,1e-9", "--until", "1", "--every", "1", "--keep",
             in_folder("b.csv")),
        "give a larger value of --every");
}

// ---------------------------------------------------------------------------------------------
// pictures

static char *picture(const char *model, const char *log) {
  const char *out = in_folder("e.svg");
  result r = tool("ensemble", model, "--sample", "y'=1:2", "--members", "5", "-o", out, "--log",
                  log, "--quiet");
  if (r.status != 0 && strstr(r.err, "gnuplot")) {
    forget(&r);
    skip();
  }
  done(r);
  return read_file(out);
}

// y = v t: the variance over v is c t^2, and its slope is 2; and the twin, on plain axes there is none
static void pictures_of_ensembles_have_slopes(void **state) {
  (void)state;
  const char *m = write_file("free.noslip", "model free\ncoord y\nlagrangian y'^2/2\n"
                                            "init y = 0\nobserve up = y\n"
                                            "run method dla-mp, step 0.1, until 2\n");
  char *slopes = picture(m, "xy"), *plain = picture(m, "none");
  check_text(slopes, "slope 2.00 of the variance");
  check_text(slopes, "slope 1.00 of the mean");
  check_text(slopes, "slope 2.00 of the mean square");
  check_text(plain, "mean square");
  assert_null(strstr(plain, "slope"));
  free(slopes);
  free(plain);
}

// ---------------------------------------------------------------------------------------------
// Ctrl-C

// The first run takes 10 steps, the second would take half an hour: the first is whole, the second is
// there as far as it has come.
static void interrupted_sweeps_keep_what_is_there(void **state) {
  (void)state;
  const char *m = write_file("cliff.noslip", cliff);
  const char *out = in_folder("part.csv"), *rows = in_folder("rows.csv");
  pid_t child =
      start(WORDS("sweep", m, "--over", "step=0.01,1e-10", "--until", "0.1", "--every", "1000000",
                  "--threads", "1", "--backend", "interpret", "-o", out, "--keep", rows, "--json"),
            usual);
  wait_for_handler(child);
  assert_int_equal(kill(child, SIGINT), 0);
  assert_int_equal(finish(child), 1);
  char *json = read_file(in_folder("out")), *err = read_file(in_folder("err"));
  check_text(err, "noslip: interrupted: stopped after 1 of 2 runs\n");
  check_json(json);
  assert_true(number(json, "unfinished") == 1 && number(json, "failed") == 0);
  check_text(member(item(member(json, "points"), 0), "outcome"), "\"done\"");
  check_text(member(json, "warnings"), "interrupted: stopped after 1 of 2 runs");
  csv c = load_csv(out), k = load_csv(rows);
  check_near(entry(&c, 0, "t"), 0.1, 1e-14);
  assert_true(entry(&c, 0, "x.end") > 0 && isnan(entry(&c, 1, "x.end")));
  assert_true(entry(&k, 0, "member") == 0 && entry(&k, 1, "member") == 0);
  assert_true(entry(&k, 1, "x") == entry(&c, 0, "x.end") && entry(&k, 2, "member") == 1);
  free(c.values);
  free(k.values);
  free(json);
  free(err);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(extremes_are_those_of_the_runs),
      cmocka_unit_test(extremes_are_in_json),
      cmocka_unit_test(hdf5_has_the_same_members),
      cmocka_unit_test(files_of_members_spare_what_is_read),
      cmocka_unit_test(sweeps_keep_their_runs),
      cmocka_unit_test(hdf5_keeps_the_same),
      cmocka_unit_test(plots_have_a_curve_for_each),
      cmocka_unit_test(names_of_kept_files_are_checked),
      cmocka_unit_test(pictures_of_ensembles_have_slopes),
      cmocka_unit_test(interrupted_sweeps_keep_what_is_there),
  };
  return tool_run(argc, argv, tests);
}
