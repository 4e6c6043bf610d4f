// Tests of `noslip converge`: its texts, its files, its exit statuses.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "tests/support/readers.h"
#include "tests/support/tool_models.h"

static const char knife_edge[] = NOSLIP_MODELS "/knife_edge.noslip";

// a pendulum that would fall through its rod within a step of 1/2
static const char pendulum[] = "model pendulum\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - 9.81*y\n"
                               "holonomic rod: x^2 + y^2 = 1\ninit x = 1\n";

// ---------------------------------------------------------------------------------------------
// texts

static void table_is_printed(void **state) {
  (void)state;
  result r = tool("converge", knife_edge, "--methods", "dla-mp,compose(dla-mp, suzuki4)", "--steps",
                  "0.2:0.025", "--until", "1");
  assert_int_equal(r.status, 0);
  assert_string_equal(r.err, "");
  check_text(r.out, "knife_edge: errors at t = 1 against the exact solution\n");
  check_text(r.out, "  method                    h      q          slope  p          slope  "
                    "multiplier slope\n");
  check_text(r.out, "\n  dla-mp                    0.2  ");
  check_text(r.out, "\n                            0.025  ");
  check_text(r.out, "  compose(dla-mp, suzuki4)\n    q           theory 4, slope 4.");
  check_text(r.out, "through 4 points, h = 0.2 to 0.025\n");
  check_text(r.out, "    cost        75 steps, ");
  assert_null(strstr(r.out, " \n"));  // nothing invisible at the ends of lines
  forget(&r);
}

static void options_have_defaults(void **state) {
  (void)state;
  const char *m = write_file("sleigh.noslip", sleigh);
  result r = tool("converge", m, "--json");
  assert_int_equal(r.status, 0);
  check_json(r.out);
  check_text(member(r.out, "against"), "\"richardson\"");
  const char *method = item(member(r.out, "methods"), 0);
  assert_true(number(r.out, "until") == 1);
  assert_true(number(item(member(method, "points"), 0), "step") == 0.05);
  assert_true(number(item(member(method, "points"), 4), "step") == 0.003125);
  forget(&r);

  // a family that counts its points, as method and as reference
  r = tool("converge", NOSLIP_MODELS "/qpc.noslip", "--methods", "avf", "--steps", "0.1:0.025",
           "--until", "1", "--reference", "ep-collocation(3)", "--json");
  assert_int_equal(r.status, 0);
  method = item(member(r.out, "methods"), 0);
  check_text(member(method, "method"), "\"avf\"");
  forget(&r);
}

static void json_has_its_keys(void **state) {
  (void)state;
  result r = tool("converge", knife_edge, "--methods", "dla-cm, dla-mp", "--steps", "0.1,0.05,1/50",
                  "--until", "1", "--reference", "dla-mp", "--reference-step", "1/1000", "--json");
  assert_int_equal(r.status, 0);
  check_json(r.out);
  check_text(member(r.out, "model"), "\"knife_edge\"");
  check_text(member(r.out, "against"), "\"run\"");
  assert_true(number(member(r.out, "reference"), "step") == 0.001);
  assert_true(number(member(r.out, "components"), "q") == 3);
  const char *method = item(member(r.out, "methods"), 1);
  check_text(member(method, "method"), "\"dla-mp\"");
  assert_true(number(member(member(method, "fit"), "q"), "order") == 2);
  assert_true(number(method, "steps") == 10 + 20 + 50);
  check_near(number(member(member(method, "fit"), "q"), "slope"), 2, 0.05);
  check_near(number(member(member(method, "fit"), "multiplier"), "slope"), 2, 0.05);
  assert_true(number(member(member(method, "fit"), "p"), "coarsest") == 0.1);
  assert_true(number(member(member(method, "fit"), "p"), "finest") == 0.02);
  const char *point = item(member(method, "points"), 2);
  assert_true(number(point, "step") == 0.02 && number(point, "steps") == 50);
  check_above(number(member(point, "error"), "q"), 1e-6);
  check_text(member(member(point, "use"), "p"), "\"fitted\"");
  assert_non_null(member(point, "newton"));
  assert_non_null(member(point, "wall_seconds"));
  assert_null(member(point, "trouble"));
  assert_non_null(member(r.out, "warnings"));
  forget(&r);
}

// no constraints, no column of multipliers; and the twin
static void empty_columns_are_left_out(void **state) {
  (void)state;
  const char *m = write_file("free.noslip", "model free\ncoord x\nlagrangian x'^2/2 - x^4\n"
                                            "init x = 1\nrun method dla-mp, step 0.1, until 1\n");
  result r = tool("converge", m), s = tool("converge", write_file("sleigh.noslip", sleigh));
  assert_int_equal(r.status, 0);
  assert_null(strstr(r.out, "multiplier"));
  check_text(r.out, "    p  ");
  check_text(s.out, "multiplier");
  forget(&r);
  forget(&s);
}

// ---------------------------------------------------------------------------------------------
// files

static void csv_has_the_numbers(void **state) {
  (void)state;
  const char *path = in_folder("orders.csv");
  result r = tool("converge", knife_edge, "--methods", "compose(dla-mp, suzuki4),dla-mp", "--steps",
                  "0.1:0.05", "--until", "1", "-o", path, "--quiet");
  assert_int_equal(r.status, 0);
  assert_string_equal(r.out, "");
  char *text = read_file(path);
  check_text(text, "method,step,steps,error.q,error.p,error.multiplier,newton.iterations\n"
                   "\"compose(dla-mp, suzuki4)\",0.1,10,");
  check_text(text, "\ndla-mp,0.05,20,");

  // the same bytes again, on standard output; the table is then on standard error
  result again = tool("converge", knife_edge, "--methods", "compose(dla-mp, suzuki4),dla-mp",
                      "--steps", "0.1:0.05", "--until", "1", "-o", "-");
  assert_string_equal(again.out, text);
  check_text(again.err, "theory 4, ");
  free(text);
  forget(&r);
  forget(&again);
}

static void pictures_are_drawn(void **state) {
  (void)state;
  if (system("gnuplot --version >/dev/null 2>&1") != 0)
    skip();
  static const char *const names[] = {"a.png", "a.svg", "a.pdf"};
  static const char *const begins[] = {"\x89PNG", "<?xml", "%PDF"};
  for (int i = 0; i < 3; i++) {
    const char *path = in_folder(names[i]);
    result r = tool("converge", knife_edge, "--methods", "dla-mp,compose(dla-mp, suzuki4)",
                    "--steps", "0.2:0.0125", "--until", "1", "-o", path, "--quiet");
    check_that(r.status == 0, __FILE__, __LINE__, "exit status %d: %s\n", r.status, r.err);
    char *text = read_file(path);
    assert_int_equal(strncmp(text, begins[i], strlen(begins[i])), 0);
    free(text);
    forget(&r);
  }
  char *svg = read_file(in_folder("a.svg"));
  check_text(svg, "error of the multipliers");
  check_text(svg, "compose(dla-mp, suzuki4)");
  check_text(svg, "slopes of the theory");
  free(svg);

  // errors of 0 are not drawn: nothing is left
  const char *rest = write_file("rest.noslip", "model rest\ncoord x\nlagrangian x'^2/2\n"
                                               "init x' = 0\nexact x = 0*t\n");
  refused(1, "there is no picture", "converge", rest, "--methods", "dla-mp", "--steps", "0.1,0.05",
          "--until", "1", "-o", in_folder("none.png"));
}

// Work and precision: the same errors over what they cost. dla-mp solves linear equations here, and its
// iterations, of which there are none, have no place on a logarithmic axis.
static void errors_are_drawn_over_their_cost(void **state) {
  (void)state;
  if (system("gnuplot --version >/dev/null 2>&1") != 0)
    skip();
  static const char *const words[] = {"steps", "newton", "seconds"}, *const labels[] = {
                                                                         ">steps<",
                                                                         ">Newton iterations<",
                                                                         ">seconds<"};
  for (int i = 0; i < 3; i++) {
    result r = tool("converge", knife_edge, "--methods", "dla-mp,spark(3)", "--steps", "0.2:0.05",
                    "--until", "1", "-o", in_folder("w.svg"), "--quiet", "--over", words[i]);
    check_that(r.status == 0, __FILE__, __LINE__, "exit status %d: %s\n", r.status, r.err);
    char *svg = read_file(in_folder("w.svg"));
    check_text(svg, labels[i]);
    check_text(svg, "spark(3)");
    assert_int_equal(strstr(svg, "dla-mp") == NULL, i == 1);
    assert_null(strstr(svg, "slopes of the theory"));
    free(svg);
    forget(&r);
  }
}

// ---------------------------------------------------------------------------------------------
// what goes wrong

static void wrong_commands_are_refused(void **state) {
  (void)state;
  const char *m = write_file("pendulum.noslip", pendulum);
#define BASIC "converge", m, "--until", "1"
  refused(2, "did you mean `rattle`?", BASIC, "--methods", "ratle", "--steps", "0.1:0.05");
  refused(2, "`dla-mp` has no equations", BASIC, "--methods", "dla-mp", "--steps", "0.1");
  refused(2, "`index1` has no order in h", BASIC, "--methods", "index1", "--steps", "0.1");
  refused(2, "item 2 of the list is empty", BASIC, "--methods", "rattle,,rattle", "--steps", "0.1");
  refused(2, "compose(rattle, suzuki4", BASIC, "--methods", "compose(rattle, suzuki4,rattle");
  refused(2, "halving 0.2 leads to 0.05 and 0.025, not to 0.03", BASIC, "--methods", "rattle",
          "--steps", "0.2:0.03");
  refused(2, "largest and the smallest", BASIC, "--methods", "rattle", "--steps", "0.05:0.2");
  refused(2, "largest and the smallest", BASIC, "--methods", "rattle", "--steps", "0.05:0");
  refused(2, "expected numbers", BASIC, "--methods", "rattle", "--steps", "0.1,x");
  refused(2, "0.3 does not divide the end time 1", BASIC, "--methods", "rattle", "--steps",
          "0.3:0.15");
  refused(2, "given twice", BASIC, "--methods", "rattle", "--steps", "0.1,1/10");
  refused(2, "give them with --steps", BASIC, "--methods", "rattle");
  refused(2, "give some with --methods", BASIC, "--steps", "0.1");
  refused(2, "give one with --until", "converge", m, "--methods", "rattle", "--steps", "0.1");
  refused(2, "positive time", "converge", m, "--until", "-1");
  refused(2, "no exact solution", BASIC, "--methods", "rattle", "--steps", "0.1", "--reference",
          "exact");
  refused(2, "there is no method `nothing`", BASIC, "--methods", "rattle", "--steps", "0.1",
          "--reference", "nothing");
  refused(2, ".png, .svg or .pdf", BASIC, "-o", "orders.gif");
  refused(2, "errors are drawn over h, steps, newton or seconds", BASIC, "-o", "w.png", "--over",
          "time");
  refused(2, "--over is for pictures: give -o work.png", BASIC, "--over", "seconds");
  refused(2, "--over is for pictures", BASIC, "--over", "seconds", "-o", "w.csv");
  const char *odd = write_file("model.csv", pendulum);
  refused(2, "would overwrite the model", "converge", odd, "--until", "1", "-o", odd);
  refused(2, "standard output", BASIC, "--json", "-o", "-");
  refused(2, "did you mean --methods", BASIC, "--method", "rattle");
  refused(2, "needs a model file", "converge");
  refused(2, "cannot write", BASIC, "--methods", "rattle", "--steps", "0.1", "-o",
          in_folder("nowhere/orders.csv"));
}

// a gap, its sentence, everything else, exit status 1
static void failures_leave_gaps(void **state) {
  (void)state;
  const char *m = write_file("pendulum.noslip", pendulum);
  result r =
      tool("converge", m, "--methods", "rattle", "--steps", "0.5,1/16,1/32,1/64", "--until", "1");
  assert_int_equal(r.status, 1);
  check_text(r.err, "noslip: 1 of 4 errors could not be computed\n");
  check_text(r.out, "0.5       --  ");
  check_text(r.out, "  rattle with h = 0.5 stopped at t = 0 (step 1 of size 0.5): Newton stopped");
  check_text(r.out, "through 3 points, h = 0.0625 to 0.015625");
  forget(&r);

  r = tool("converge", m, "--methods", "rattle", "--steps", "0.5,1/16,1/32,1/64", "--until", "1",
           "--json");
  assert_int_equal(r.status, 1);
  check_json(r.out);
  const char *points = member(item(member(r.out, "methods"), 0), "points");
  check_text(member(item(points, 0), "trouble"), "Newton stopped");
  assert_int_equal(strncmp(member(member(item(points, 0), "error"), "q"), "null", 4), 0);
  check_text(member(r.out, "warnings"), "1 of 4 errors could not be computed");
  forget(&r);
}

// a method that does not treat the model: its lines, why, everything else, exit status 0
static void what_does_not_apply_leaves_a_gap(void **state) {
  (void)state;
  const char *m = write_file("pendulum.noslip", pendulum);
#define WITH \
  "converge", m, "--methods", "dla-mp,index1,rattle", "--steps", "1/16,1/32,1/64", "--until", "1"
  result r = tool(WITH);
  assert_int_equal(r.status, 0);
  check_text(r.out, "\n  dla-mp  0.0625    --  ");
  check_text(r.out, "\n  dla-mp: left out\n");
  check_text(r.out, "  note: left out: `dla-mp` has no equations for holonomic constraints");
  check_text(r.out, "  note: left out: `index1` has no order in h");
  check_text(r.out, "through 3 points, h = 0.0625 to 0.015625");
  forget(&r);

  r = tool(WITH, "--json");
  assert_int_equal(r.status, 0);
  check_json(r.out);
  const char *methods = member(r.out, "methods");
  check_text(member(item(methods, 0), "trouble"), "has no equations for holonomic");
  assert_null(member(item(methods, 2), "trouble"));
  assert_int_equal(strncmp(member(item(methods, 2), "applies"), "true", 4), 0);
  forget(&r);
#undef WITH
}

// the second step would take half an hour: what the first gave is kept
static void interrupts_keep_what_is_there(void **state) {
  (void)state;
  const char *m = write_file("sleigh.noslip", sleigh);
  pid_t child =
      start(WORDS("converge", m, "--steps", "0.05,1/2e9", "--until", "1", "--backend", "interpret"),
            usual);
  wait_for_handler(child);
  assert_int_equal(kill(child, SIGINT), 0);
  assert_int_equal(finish(child), 1);
  char *out = read_file(in_folder("out")), *err = read_file(in_folder("err"));
  check_text(err, "noslip: interrupted after ");
  assert_null(strchr(err, '\r'));  // no progress bar: this is no terminal
  check_text(out, "  dla-mp  0.05   ");
  check_text(out, "  5e-10  --  ");
  check_text(out, "no slope: one point left");
  free(out);
  free(err);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(table_is_printed),
      cmocka_unit_test(options_have_defaults),
      cmocka_unit_test(json_has_its_keys),
      cmocka_unit_test(empty_columns_are_left_out),
      cmocka_unit_test(csv_has_the_numbers),
      cmocka_unit_test(pictures_are_drawn),
      cmocka_unit_test(errors_are_drawn_over_their_cost),
      cmocka_unit_test(wrong_commands_are_refused),
      cmocka_unit_test(failures_leave_gaps),
      cmocka_unit_test(what_does_not_apply_leaves_a_gap),
      cmocka_unit_test(interrupts_keep_what_is_there),
  };
  return tool_run(argc, argv, tests);
}
