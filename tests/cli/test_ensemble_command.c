// Tests of `noslip ensemble`: its texts, its files, its exit statuses.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "tests/support/readers.h"
#include "tests/support/tool_models.h"

#include "table/table.h"

static const char chaotic[] = NOSLIP_MODELS "/chaotic.noslip";

#define SAMPLE "--sample", "x=-1:1, w[1]'=0:2", "--members", "6"

// ---------------------------------------------------------------------------------------------
// texts

static void table_is_printed(void **state) {
  (void)state;
  result r = tool("ensemble", chaotic, SAMPLE, "--until", "100", "--threads", "2");
  assert_int_equal(r.status, 0);
  assert_string_equal(r.err, "");
  check_text(r.out, "chaotic: 6 members, dla-mp with h = 0.1 to t = 100\n");
  check_text(r.out, "  t    members        mean   deviation         min         max\n"
                    "  0          6   0.000e+00   0.000e+00   0.000e+00   0.000e+00\n"
                    "  10         6  ");
  check_text(r.out, "\n  100        6  ");
  check_text(r.out, "  cost  6000 steps, ");
  assert_null(strstr(r.out, " \n"));  // nothing invisible at the ends of lines
  forget(&r);
}

static void observables_stand_at_the_end(void **state) {
  (void)state;
  const char *m = write_file("sleigh.noslip", sleigh);
  result r = tool("ensemble", m, "--sample", "theta=0:1", "--members", "2");
  assert_int_equal(r.status, 0);
  check_text(r.out, "  at t = 1, changes of invariants and values of observables\n");
  check_text(r.out, "\n  speed  ");
  forget(&r);
}

static void json_has_its_keys(void **state) {
  (void)state;
  result r = tool("ensemble", chaotic, SAMPLE, "--until", "1", "--every", "5", "--json");
  assert_int_equal(r.status, 0);
  check_json(r.out);
  check_text(member(r.out, "model"), "\"chaotic\"");
  check_text(member(r.out, "method"), "\"dla-mp\"");
  assert_true(number(r.out, "members") == 6 && number(r.out, "failed") == 0);
  assert_true(number(r.out, "steps") == 60 && number(r.out, "step") == 0.1);
  check_text(member(r.out, "times"), "[0, 0.5, 1]");
  check_text(member(r.out, "counts"), "[6, 6, 6]");
  const char *energy = member(member(r.out, "statistics"), "energy");
  assert_non_null(member(energy, "mean"));
  assert_non_null(member(energy, "variance"));
  assert_non_null(member(energy, "min"));
  assert_non_null(member(energy, "max"));
  check_text(member(r.out, "ends"), "{\"member\": 5, \"steps\": 10, \"time\": 1, ");
  assert_non_null(member(r.out, "wall_seconds"));
  forget(&r);
}

// ---------------------------------------------------------------------------------------------
// files

// a file of starts, each member run alone, and the statistics of the ends by hand
static void statistics_are_those_of_the_runs(void **state) {
  (void)state;
  static const char *const x[] = {"1", "0.5", "-0.25"};
  const char *many = write_file("many.csv", "x,w[1]'\n1,0.5\n0.5,0.5\n-0.25,0.5\n");
  const char *out = in_folder("ens.csv"), *one = in_folder("one.csv");
  double error[3], sum = 0, square = 0;
  for (int k = 0; k < 3; k++) {
    char init[32];
    snprintf(init, sizeof init, "x=%s", x[k]);
    result r = tool("run", chaotic, "--init", init, "--init", "w[1]'=0.5", "--until", "5", "-o",
                    one, "--quiet");
    assert_int_equal(r.status, 0);
    csv c = load_csv(one);
    error[k] = entry(&c, -1, "energy") - entry(&c, 0, "energy");
    sum += error[k];
    free(c.values);
    forget(&r);
  }
  for (int k = 0; k < 3; k++)
    square += (error[k] - sum/3)*(error[k] - sum/3);
  result r = tool("ensemble", chaotic, "--init-file", many, "--until", "5", "-o", out, "--quiet");
  assert_int_equal(r.status, 0);
  assert_string_equal(r.out, "");
  csv c = load_csv(out);
  assert_int_equal(c.nrow, 51);
  assert_string_equal(c.names[0], "t");
  assert_string_equal(c.names[1], "members");
  assert_true(entry(&c, -1, "t") == 5 && entry(&c, -1, "members") == 3);
  check_near(entry(&c, -1, "energy.mean"), sum/3, 1e-17);
  check_near(entry(&c, -1, "energy.variance"), square/2, 1e-17);
  assert_true(entry(&c, -1, "energy.min") == fmin(fmin(error[0], error[1]), error[2]));
  assert_true(entry(&c, -1, "energy.max") == fmax(fmax(error[0], error[1]), error[2]));
  check_above(entry(&c, -1, "energy.variance"), 1e-12);  // they did differ
  free(c.values);
  forget(&r);
}

static char *ensemble_csv(const char *threads, const char *seed, const char *members) {
  result r = tool("ensemble", chaotic, "--sample", "x=-1:1, w[1]'=0:2", "--members", members,
                  "--seed", seed, "--threads", threads, "--until", "20", "-o", "-");
  assert_int_equal(r.status, 0);
  char *text = strdup(r.out);
  forget(&r);
  return text;
}

// and the twins: another seed, another number of members
static void threads_do_not_matter(void **state) {
  (void)state;
  static const char *const threads[] = {"1", "2", "3"};
  char *first = ensemble_csv("1", "7", "10");
  for (int i = 0; i < 3; i++) {
    char *again = ensemble_csv(threads[i], "7", "10");
    assert_string_equal(again, first);
    free(again);
  }
  char *seed = ensemble_csv("2", "8", "10"), *more = ensemble_csv("2", "7", "11");
  assert_string_not_equal(seed, first);
  assert_string_not_equal(more, first);
  free(seed);
  free(more);
  free(first);
}

static table read_table(const char *path) {
  table t;
  char why[512];
  check_that(table_read(&t, path, &table_usual, why, sizeof why), __FILE__, __LINE__, "%s\n", why);
  return t;
}

// HDF5 has the columns of CSV, and the same bytes for one thread and three
static void hdf5_is_csv(void **state) {
  (void)state;
  const char *names[] = {in_folder("one.h5"), in_folder("three.h5"), in_folder("one.csv")};
  static const char *const threads[] = {"1", "3", "2"};
  for (int i = 0; i < 3; i++) {
    result r = tool("ensemble", chaotic, SAMPLE, "--until", "2", "--threads", threads[i], "-o",
                    names[i], "--quiet");
    if (r.status == 2 && strstr(r.err, "has no HDF5")) {
      forget(&r);
      skip();
    }
    assert_int_equal(r.status, 0);
    forget(&r);
  }
  table a = read_table(names[0]), b = read_table(names[2]);
  assert_int_equal(a.nrow, 21);
  assert_int_equal(a.nrow, b.nrow);
  assert_int_equal(a.ncolumn, b.ncolumn);
  for (int i = 0; i < a.ncolumn; i++) {
    int j = table_column(&b, a.names[i]);
    assert_true(j >= 0);
    assert_memory_equal(a.columns[i], b.columns[j], a.nrow*sizeof(double));
  }
  table_free(&a);
  table_free(&b);
  char compare[1200];
  snprintf(compare, sizeof compare, "cmp -s %s %s", names[0], names[1]);
  assert_int_equal(system(compare), 0);
}

// ---------------------------------------------------------------------------------------------
// failures and mistakes

static void failing_members_are_told(void **state) {
  (void)state;
  const char *m = write_file("cliff.noslip", cliff);
  const char *many = write_file("speeds.csv", "x'\n0.01\n2\n0.02\n");
  const char *out = in_folder("cliff.csv");
  result r = tool("ensemble", m, "--init-file", many, "--until", "1", "-o", out);
  assert_int_equal(r.status, 1);
  check_text(r.out, "\n  member 1: stopped at t = 0.");
  check_text(r.err, "noslip: 1 of 3 members failed\n");
  csv c = load_csv(out);
  assert_true(entry(&c, 10, "members") == 3 && entry(&c, -1, "members") == 2);
  free(c.values);
  result s = tool("ensemble", m, "--init-file", many, "--until", "1", "--json");
  assert_int_equal(s.status, 1);
  check_json(s.out);
  check_text(member(s.out, "ends"), "\"trouble\": \"stopped at t = 0.");
  check_text(member(s.out, "warnings"), "1 of 3 members failed");
  forget(&r);
  forget(&s);
}

// The first member runs into the cliff, the second would take half an hour: what they have is kept, and
// the third, on two threads, too or not.
static void interrupts_keep_what_is_there(void **state) {
  (void)state;
  const char *m = write_file("cliff.noslip", cliff);
  const char *many = write_file("slow.csv", "x'\n2\n1e-12\n2e-12\n3e-12\n");
  const char *out = in_folder("part.csv");
  pid_t child =
      start(WORDS("ensemble", m, "--init-file", many, "--steps", "1e9", "--every", "1000000",
                  "--threads", "2", "--backend", "interpret", "-o", out, "--json"),
            usual);
  wait_for_handler(child);
  assert_int_equal(kill(child, SIGINT), 0);
  assert_int_equal(finish(child), 1);
  char *json = read_file(in_folder("out")), *err = read_file(in_folder("err"));
  check_text(err, "noslip: interrupted: stopped after ");
  check_text(err, " of 4000000000 steps; 4 of 4 members did not come to the end\n");
  assert_null(strchr(err, '\r'));  // no progress bar: this is no terminal
  check_json(json);
  assert_true(number(json, "failed") == 1 && number(json, "unfinished") == 3);
  check_text(member(json, "warnings"), "interrupted: stopped after ");
  check_text(member(json, "ends"),
             "{\"member\": 3, \"steps\": 0, \"time\": 0, \"energy_error\": null, "
             "\"energy_max_error\": null, \"extremes\": {\"energy\": [null, null]}}");
  csv c = load_csv(out);
  assert_true(entry(&c, 0, "t") == 0 && entry(&c, 0, "members") >= 2);
  assert_true(entry(&c, -1, "members") >= 1 && c.nrow < 1000);
  free(c.values);
  free(json);
  free(err);
}

static void wrong(result r, const char *sentence) {
  check_that(r.status == 2, __FILE__, __LINE__, "exit status %d: %s\n", r.status, r.err);
  check_text(r.err, sentence);
  assert_string_equal(r.out, "");
  forget(&r);
}

static void mistakes_are_refused(void **state) {
  (void)state;
  const char *unknown = write_file("unknown.csv", "x,w[1]''\n1,2\n");
  const char *hole = write_file("hole.csv", "x\n1\nnan\n");
  const char *empty = write_file("empty.csv", ""), *none = write_file("none.csv", "x\n");
  wrong(tool("ensemble", chaotic), "an ensemble needs members");
  wrong(tool("ensemble", chaotic, SAMPLE, "--init-file", unknown), "both give the members");
  wrong(tool("ensemble", chaotic, "--sample", "x=0:1"), "give --members N");
  wrong(tool("ensemble", chaotic, "--init-file", unknown, "--members", "3"), "belongs to --sample");
  wrong(tool("ensemble", chaotic, "--init-file", unknown),
        "there is no initial value or parameter `w[1]''`; did you mean `w[1]'`?");
  wrong(tool("ensemble", chaotic, "--init-file", hole), "member 1: the value of `x`");
  wrong(tool("ensemble", chaotic, "--init-file", in_folder("absent.csv")), "absent.csv");
  wrong(tool("ensemble", chaotic, "--init-file", empty), "empty.csv: empty");
  wrong(tool("ensemble", chaotic, "--init-file", none), "none.csv: no rows");
  wrong(tool("ensemble", chaotic, "--sample", "x=1", "--members", "2"), "expected a key and its");
  wrong(tool("ensemble", chaotic, "--sample", "x=2:1", "--members", "2"), "begins above its end");
  wrong(tool("ensemble", chaotic, "--sample", "q=0:1", "--members", "2"),
        "initial value or parameter `q`");
  wrong(tool("ensemble", chaotic, "--sample", "x=0:1,x=0:1", "--members", "2"), "given twice");
  wrong(tool("ensemble", chaotic, SAMPLE, "--threads", "0"), "--threads 0");
  wrong(tool("ensemble", chaotic, SAMPLE, "--steps", "0"), "at least one step");
  wrong(tool("ensemble", chaotic, SAMPLE, "--method", "dla-mq"), "did you mean");
  wrong(tool("ensemble", chaotic, SAMPLE, "-o", "a.txt"), "pictures are .png");
  wrong(tool("ensemble", chaotic, SAMPLE, "-o", "a.svg", "--log", "z"),
        "expected x, y, xy or none");
  wrong(tool("ensemble", chaotic, SAMPLE, "-o", "a.csv", "--log", "xy"),
        "--log belongs to a picture: give -o FILE.svg, too");
  wrong(tool("ensemble", chaotic, "--init-file", hole, "-o", hole), "overwrite the members");
  wrong(tool("ensemble", chaotic, SAMPLE, "-o", in_folder("no/where.csv")), "cannot write");
}

static void full_disks_are_told(void **state) {
  (void)state;
  const char *path = in_folder("full.csv");
  assert_int_equal(symlink("/dev/full", path), 0);
  refused(1, "full.csv`: No space left", "ensemble", chaotic, SAMPLE, "--until", "1", "-o", path);
  int full = open("/dev/full", O_WRONLY);
  result r =
      run_words(WORDS("ensemble", chaotic, SAMPLE, "--until", "1", "--json"), (streams){full, -1});
  assert_int_equal(r.status, 1);
  check_text(r.err, "standard output: No space left");
  forget(&r);
}

// of one member there is no variance, and what was computed is shown
static void one_member_has_no_variance(void **state) {
  (void)state;
  const char *one = write_file("alone.csv", "x\n0.5\n");
  result r = tool("ensemble", chaotic, "--init-file", one, "--until", "1", "--every", "10", "-o",
                  "-", "--quiet");
  assert_int_equal(r.status, 0);
  check_text(r.out, "\n0,1,0,nan,0,0,0\n1,1,0.0079");
  forget(&r);
}

// a member that leaves the finite numbers takes the statistics with it: it is named
static void odd_energies_are_told(void **state) {
  (void)state;
  const char *m = write_file("log.noslip", "model m\ncoord x\nlagrangian x'^2/2 - log(x)\n"
                                           "run method rattle, step 0.1, until 1\n");
  const char *two = write_file("log.csv", "x\n2\n0.1\n"), *good = write_file("log2.csv", "x\n2\n");
  result r = tool("ensemble", m, "--init-file", two);
  assert_int_equal(r.status, 0);
  check_text(r.out,
             "  the energy of 1 member is no finite number at the end, first that of member 1:\n");
  forget(&r);
  r = tool("ensemble", m, "--init-file", good);
  assert_null(strstr(r.out, "finite"));
  forget(&r);
  r = tool("ensemble", m, "--sample", "x=-2:-1", "--members", "2");
  assert_int_equal(r.status, 2);
  check_text(r.err, "it is nan;");
  forget(&r);
}

// the rows of a member are those of its run
static void trajectories_are_kept(void **state) {
  (void)state;
  const char *many = write_file("two.csv", "x\n0.5\n0.25\n"), *all = in_folder("all.csv");
  const char *one = in_folder("alone2.csv");
  result r = tool("ensemble", chaotic, "--init-file", many, "--until", "1", "--every", "5",
                  "--keep", all, "--quiet");
  assert_int_equal(r.status, 0);
  forget(&r);
  r = tool("run", chaotic, "--init", "x=0.25", "--until", "1", "--every", "5", "-o", one,
           "--quiet");
  assert_int_equal(r.status, 0);
  forget(&r);
  csv c = load_csv(all), run = load_csv(one);
  for (int k = 0; k < 3; k++) {
    assert_true(entry(&c, k, "member") == 0 && entry(&c, 3 + k, "member") == 1);
    assert_true(entry(&c, 3 + k, "x") == entry(&run, k, "x"));
    assert_true(entry(&c, 3 + k, "energy") == entry(&run, k, "energy"));
  }
  free(c.values);
  free(run.values);
  wrong(tool("ensemble", chaotic, SAMPLE, "--keep", "a.png"), "are written as .csv or .h5");
  wrong(tool("ensemble", chaotic, SAMPLE, "--keep", "a.csv", "-o", "a.csv"), "name the same file");
  wrong(tool("ensemble", chaotic, "--init-file", many, "--keep", many),
        "would overwrite the members");
  wrong(tool("ensemble", chaotic, SAMPLE, "--keep", in_folder("missing/a.csv")), "missing/a.csv");
  wrong(tool("ensemble", chaotic, SAMPLE, "--steps", "100000000", "--keep", in_folder("b.csv")),
        "give a larger value of --every");
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(table_is_printed),
      cmocka_unit_test(observables_stand_at_the_end),
      cmocka_unit_test(json_has_its_keys),
      cmocka_unit_test(statistics_are_those_of_the_runs),
      cmocka_unit_test(threads_do_not_matter),
      cmocka_unit_test(hdf5_is_csv),
      cmocka_unit_test(failing_members_are_told),
      cmocka_unit_test(interrupts_keep_what_is_there),
      cmocka_unit_test(mistakes_are_refused),
      cmocka_unit_test(full_disks_are_told),
      cmocka_unit_test(one_member_has_no_variance),
      cmocka_unit_test(odd_energies_are_told),
      cmocka_unit_test(trajectories_are_kept),
  };
  return tool_run(argc, argv, tests);
}
