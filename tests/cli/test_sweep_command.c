// Tests of `noslip sweep`: its texts, its files, its exit statuses.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "tests/support/readers.h"
#include "tests/support/tool_models.h"

#include "table/table.h"

static const char chaotic[] = NOSLIP_MODELS "/chaotic.noslip";
static const char pendulum[] = NOSLIP_MODELS "/pendulum.noslip";

#define VARIANCE                                                                           \
  "--over", "step=0.2,0.1,0.05", "--until", "10", "--sample", "x=-1:1", "--members", "20", \
      "--columns", "energy.variance"

static void table_has_points_and_slopes(void **state) {
  (void)state;
  result r = tool("sweep", chaotic, VARIANCE, "--threads", "2");
  assert_int_equal(r.status, 0);
  assert_string_equal(r.err, "");
  check_text(r.out, "chaotic: 3 points with 20 members, dla-mp, each with a step of its own\n");
  check_text(r.out, "        step  energy.variance  outcome\n");
  check_text(r.out, "  energy.variance: slope ");
  check_text(r.out, "through 3 points, step = 0.05 to 0.2\n");
  assert_null(strstr(r.out, " \n"));
  forget(&r);
}

static void json_has_its_keys(void **state) {
  (void)state;
  result r = tool("sweep", chaotic, VARIANCE, "--json");
  assert_int_equal(r.status, 0);
  check_json(r.out);
  assert_true(number(r.out, "members") == 20 && number(r.out, "failed") == 0);
  check_text(member(r.out, "over"), "[{\"key\": \"step\", \"values\": [0.2, 0.1, 0.05]}]");
  check_text(member(r.out, "points"), "\"energy.highest\": ");
  check_text(member(r.out, "points"), "\"outcome\": \"done\"");
  double slope = number(item(member(r.out, "slopes"), 0), "slope");
  assert_true(slope > 3.5 && slope < 4.5);
  forget(&r);
}

// A step that does not resolve the motion has no part in a slope, which is 2 of the others; a point
// that cannot start has no verdict.
static void slopes_leave_out_what_is_not_resolved(void **state) {
  (void)state;
  const char *m = write_file("spring.noslip", "model spring\nparam k = 1\ncoord x\n"
                                              "lagrangian x'^2/2 - k/2*x^2\ninit x = 1\n"
                                              "run method rattle, step 0.01, until 30\n");
  result r =
      tool("sweep", m, "--over", "step=3,0.1,0.05,0.025", "--columns", "energy.error,run.verdict");
  assert_int_equal(r.status, 0);
  check_text(r.out, "not resolved\n");
  check_text(r.out, "  energy.error: slope 2.0");
  check_text(r.out, " through 3 points, step = 0.025 to 0.1\n");
  forget(&r);
  r = tool("sweep", NOSLIP_MODELS "/sleigh.noslip", "--over", "y'=0,1", "--columns", "run.verdict",
           "--until", "1");
  assert_int_equal(r.status, 1);
  check_text(r.out, "           1           --  failed\n");
  forget(&r);
}

static void one_is_not_several(void **state) {
  (void)state;
  result r = tool("sweep", pendulum, "--over", "g=1", "--steps", "1", "--threads", "1");
  assert_int_equal(r.status, 0);
  check_text(r.out, ": 1 point, ");
  check_text(r.out, "  cost  1 step, ");
  check_text(r.out, " on 1 thread, ");
  forget(&r);
}

// the end by a `stop` does not hide that the step was too long; there is no slope, and no room for one
static void stops_are_judged(void **state) {
  (void)state;
  const char *m = write_file("falls.noslip", "model falls\ncoord x\nlagrangian x'^2/2 - 8*x^2\n"
                                             "init x = 1\nstop half: x = 0 falling\n"
                                             "run method dla-mp, step 0.01, until 3\n");
  result r = tool("sweep", m, "--over", "step=1,0.01", "--columns", "t");
  assert_int_equal(r.status, 0);
  check_text(r.out, "stopped by half, not resolved\n");
  check_text(r.out, "stopped by half\n\n  cost ");
  forget(&r);
}

// the numbers of a row are those of a run with --set
static void rows_are_runs(void **state) {
  (void)state;
  const char *out = in_folder("sweep.csv"), *one = in_folder("one.csv");
  result r = tool("sweep", pendulum, "--over", "g=5:10:3", "--over", "th[1]=1,0.5", "--until", "1",
                  "-o", out, "--quiet");
  assert_int_equal(r.status, 0);
  forget(&r);
  r = tool("run", pendulum, "--set", "g=7.5", "--init", "th[1]=0.5", "--until", "1", "-o", one,
           "--quiet");
  assert_int_equal(r.status, 0);
  forget(&r);
  csv c = load_csv(out), run = load_csv(one);
  assert_true(entry(&c, 3, "g") == 7.5 && entry(&c, 3, "th[1]") == 0.5);
  check_near(entry(&c, 3, "th[2].end"), entry(&run, -1, "th[2]"), 1e-12);
  check_near(entry(&c, 3, "t"), 1, 1e-12);
  free(c.values);
  free(run.values);
}

static void files_agree(void **state) {
  (void)state;
  table a, b;
  char why[256];
  const char *text = in_folder("s.csv"), *binary = in_folder("s.h5");
  result r = tool("sweep", pendulum, "--over", "m=log(0.1:10:5)", "--until", "1", "-o", text);
  assert_int_equal(r.status, 0);
  forget(&r);
  r = tool("sweep", pendulum, "--over", "m=log(0.1:10:5)", "--until", "1", "-o", binary,
           "--threads", "1");
  if (r.status == 2) {
    check_text(r.err, "no HDF5");
    forget(&r);
    return;
  }
  assert_int_equal(r.status, 0);
  forget(&r);
  assert_true(table_read(&a, text, &table_usual, why, sizeof why));
  assert_true(table_read(&b, binary, &table_usual, why, sizeof why));
  assert_int_equal(a.ncolumn, b.ncolumn);
  for (int i = 0; i < a.ncolumn; i++) {
    assert_string_equal(a.names[i], b.names[i]);
    assert_memory_equal(a.columns[i], b.columns[i], a.nrow*sizeof(double));
  }
  table_free(&a);
  table_free(&b);
}

static void picture_has_curves_and_slopes(void **state) {
  (void)state;
  const char *out = in_folder("s.svg");
  result r = tool("sweep", pendulum, "--over", "g=log(1:100:4)", "--over", "m=1,2", "--until", "1",
                  "-o", out, "--quiet");
  if (r.status == 0) {
    char *svg = read_file(out);
    check_text(svg, "m = 2");
    check_text(svg, "slope ");
    check_text(svg, "energy.error");
    free(svg);
  } else
    check_text(r.err, "gnuplot");
  forget(&r);
}

// the others have failed: what is left still says which curve it is; the twin has no other
static void the_only_curve_has_its_name(void **state) {
  (void)state;
  const char *m = write_file("ball.noslip", "model ball\nparam g = 1, e = 0.5\ncoord z\n"
                                            "lagrangian z'^2/2 - g*z\n"
                                            "contact floor: z >= 0, restitution e\ninit z = 1\n"
                                            "run method moreau, step 0.1, until 1\n");
  const char *out = in_folder("only.svg");
  for (int k = 0; k < 2; k++) {
    result r = tool("sweep", m, "--over", "g=1,2,3", "--over", k ? "e=0.5" : "e=0.5,1.5",
                    "--columns", "z", "-o", out);
    assert_true(r.status == !k || r.status == 2);
    if (r.status != 2) {  // gnuplot is there
      char *svg = read_file(out);
      assert_true((strstr(svg, "z.end (e = 0.5)") != NULL) == !k);
      free(svg);
    }
    forget(&r);
  }
}

static void failing_runs_are_told(void **state) {
  (void)state;
  const char *m =
      write_file("cliff.noslip", "model cliff\ncoord x\nlagrangian x'^2/2 + 1e-6*sqrt(1 - x)\n"
                                 "init x' = 1\nrun method dla-mp, step 0.1, until 2\n");
  const char *out = in_folder("cliff.csv");
  result r = tool("sweep", m, "--over", "x'=0.1,1,0.2", "-o", out);
  assert_int_equal(r.status, 1);
  check_text(r.out, "failed\n");
  check_text(r.out, "  x' = 1: stopped at t = ");
  check_text(r.err, "1 of 3 runs failed");
  csv c = load_csv(out);
  assert_true(entry(&c, 1, "run.failed") == 1 && entry(&c, 2, "run.failed") == 0);
  free(c.values);
  forget(&r);
}

static void wrong(result r, const char *part) {
  assert_int_equal(r.status, 2);
  check_text(r.err, part);
  forget(&r);
}

static void mistakes_are_refused(void **state) {
  (void)state;
  wrong(tool("sweep", pendulum), "a sweep needs values: give --over \"v=4:7:31\"");
  wrong(tool("sweep", pendulum, "--over", "g"), "expected name=value, as in --over \"v=4:7:31\"");
  wrong(tool("sweep", pendulum, "--over", "g=1:2"), "--over g=1:2: expected a key and its values");
  wrong(tool("sweep", pendulum, "--over", "g=1:2:1"),
        "how many values there are, from 2 to 1000000");
  wrong(tool("sweep", pendulum, "--over", "g=1:2:2.5"), "how many values there are");
  wrong(tool("sweep", pendulum, "--over", "g=2:2:3"), "the range ends where it begins");
  wrong(tool("sweep", pendulum, "--over", "g=log(-1:2:3)"), "equal ratios need positive numbers");
  wrong(tool("sweep", pendulum, "--over", "g=1,,2"), "item 2 of the list is empty");
  wrong(tool("sweep", pendulum, "--over", "gg=1,2"), "did you mean `g`?");
  wrong(tool("sweep", pendulum, "--over", "g=1,2", "--over", "g=3"), "--over g is given twice");
  wrong(tool("sweep", pendulum, "--over", "g=1,2", "--set", "g=3"), "given twice, by --set");
  wrong(tool("sweep", pendulum, "--over", "th[1]=1,2", "--init", "th[1]=3"),
        "given twice, by --init");
  wrong(tool("sweep", pendulum, "--over", "step=1,2", "--step", "1"), "given twice, by --step");
  wrong(tool("sweep", pendulum, "--over", "g=1,2", "--sample", "g=1:2", "--members", "2"),
        "the value of `g` is given twice");
  wrong(tool("sweep", pendulum, "--over", "g=1:2:1000", "--over", "m=1:2:2000"),
        "a sweep of 2000000 runs, more than the limit");
  wrong(tool("sweep", pendulum, "--over", "g=1,2", "--columns", "th[4]"), "has no `th[4]`");
  wrong(tool("sweep", pendulum, "--over", "g=1,2", "-o", "x.txt"),
        "pictures are .png, .svg or .pdf");
  wrong(tool("sweep", pendulum, "--over", "g=1,2", "--steps", "0"), "at least one step");
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(table_has_points_and_slopes),
      cmocka_unit_test(slopes_leave_out_what_is_not_resolved),
      cmocka_unit_test(one_is_not_several),
      cmocka_unit_test(stops_are_judged),
      cmocka_unit_test(json_has_its_keys),
      cmocka_unit_test(rows_are_runs),
      cmocka_unit_test(files_agree),
      cmocka_unit_test(picture_has_curves_and_slopes),
      cmocka_unit_test(the_only_curve_has_its_name),
      cmocka_unit_test(failing_runs_are_told),
      cmocka_unit_test(mistakes_are_refused),
  };
  return tool_run(argc, argv, tests);
}
