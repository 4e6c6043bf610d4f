// Tests of the files that have members one by one: those beside the statistics of an ensemble.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "tests/support/readers.h"
#include "tests/support/tool_models.h"

#include "table/table.h"

static const char chaotic[] = NOSLIP_MODELS "/chaotic.noslip";

static void done(result r) {
  check_that(r.status == 0, __FILE__, __LINE__, "exit status %d: %s\n", r.status, r.err);
  forget(&r);
}

static void wrong(result r, const char *sentence) {
  check_that(r.status == 2, __FILE__, __LINE__, "exit status %d: %s\n", r.status, r.err);
  check_text(r.err, sentence);
  forget(&r);
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
  if (r.status == 2 && strstr(r.err, "has no HDF5")) {
    forget(&r);
    skip();
  }
  done(r);
  done(tool("ensemble", chaotic, sample[0], sample[1], sample[2], sample[3], sample[4], sample[5],
            "-o", text, "--quiet"));
  char dump[1200];
  csv c = load_csv(in_folder("same.members.csv"));
  for (int i = 0; i < c.ncolumn; i++) {
    snprintf(dump, sizeof dump, "h5dump -d '/members/%s' %s > /dev/null 2>&1", c.names[i], binary);
    assert_true(system("command -v h5dump > /dev/null") != 0 || system(dump) == 0);
  }
  free(c.values);
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

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(extremes_are_those_of_the_runs),
      cmocka_unit_test(extremes_are_in_json),
      cmocka_unit_test(hdf5_has_the_same_members),
      cmocka_unit_test(files_of_members_spare_what_is_read),
  };
  return tool_run(argc, argv, tests);
}
