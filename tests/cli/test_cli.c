// Tests of src/cli: the tool is run as a user would run it, and its texts, files and exit statuses
// are looked at.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "tests/support/readers.h"
#include "tests/support/tool_models.h"

#include "noslip.h"

#include <signal.h>
#include <time.h>

// ---------------------------------------------------------------------------------------------
// help, version, mistakes of the command line

static void help_is_there(void **state) {
  (void)state;
  result r = tool("--help");
  assert_int_equal(r.status, 0);
  check_text(r.out, "usage: noslip COMMAND");
  check_text(r.out, "noslip methods");
  assert_string_equal(r.err, "");
  result again = tool("help");
  assert_string_equal(r.out, again.out);
  forget(&r);
  forget(&again);
}

static void version_is_that_of_the_library(void **state) {
  (void)state;
  result r = tool("--version");
  char expected[64];
  snprintf(expected, sizeof expected, "noslip %s\n", noslip_version());
  assert_int_equal(r.status, 0);
  assert_string_equal(r.out, expected);
  forget(&r);
}

static void wrong_commands_are_refused(void **state) {
  (void)state;
  result r = run_words((const char *const[]){NULL}, usual);
  assert_int_equal(r.status, 2);
  check_text(r.err, "usage: noslip");
  forget(&r);
  refused(2, "did you mean `run`?", "rum");
  refused(2, "did you mean `methods`?", "method");
  refused(2, "there are run, resume, check, methods", "frobnicate");
  refused(2, "there is no command", "help", "frobnicate");
  refused(2, "--verbose", "--verbose", "run");
}

static void wrong_options_are_refused(void **state) {
  (void)state;
  const char *m = write_file("sleigh.noslip", sleigh);
  refused(2, "did you mean --step", "run", m, "--stp", "0.1");
  refused(2, "noslip help run", "run", m, "--frobnicate");
  refused(2, "`check` has no option --until", "check", m, "--until=1");
  refused(2, "no option -x", "run", m, "-x");
  refused(2, "--step needs a value", "run", m, "--step");
  refused(2, "--method needs a value", "run", m, "--method", "--json");
  refused(2, "--json takes no value", "run", m, "--json=yes");
  refused(2, "takes one argument", "run", m, "another.noslip");
  refused(2, "needs a model file", "run");
  refused(2, "needs a model file", "check");
  refused(2, "name=value", "run", m, "--set", "m");
  refused(2, "name=value", "run", m, "--init", "=1");
  refused(2, "--until and --steps", "run", m, "--until", "1", "--steps", "3");
  refused(2, "standard output", "run", m, "--json", "-o", "-");
}

static void wrong_numbers_are_refused(void **state) {
  (void)state;
  const char *m = write_file("sleigh.noslip", sleigh);
  static const char *const wrong[] = {"0.1x", "abc",   "",    "1//2", "nan",
                                      "inf",  "1e999", "1/0", "1 2"};
  for (int i = 0; i < (int)(sizeof wrong/sizeof *wrong); i++)
    refused(2, "expected a number", "run", m, "--step", wrong[i]);
  refused(2, "whole number", "run", m, "--steps", "2.5");
  refused(2, "whole number", "run", m, "--steps", "-1");
  refused(2, "--step 0", "run", m, "--step", "0");
  refused(2, "--every 0", "run", m, "--every=0");
}

// 1/20 is 0.05 to the last bit; 1e1 is a whole number; pi is known
static void numbers_may_be_fractions(void **state) {
  (void)state;
  const char *m = write_file("sleigh.noslip", sleigh);
  result a = tool("run", m, "--step=1/20", "--steps", "1e1", "--json");
  assert_int_equal(a.status, 0);
  assert_true(same_bits(number(a.out, "step"), 0.05));
  assert_true(number(a.out, "steps") == 10);
  result b = tool("run", m, "--step", "pi/100", "--until", "2*pi", "--json");
  assert_int_equal(b.status, 0);
  assert_true(number(b.out, "steps") == 200);
  forget(&a);
  forget(&b);
}

// ---------------------------------------------------------------------------------------------
// models that are wrong

static void unreadable_models_are_refused(void **state) {
  (void)state;
  refused(2, "noslip: cannot read", "run", in_folder("missing.noslip"));
  refused(2, "cannot read", "check", folder);
  refused(2, "cannot read", "methods", "--for", in_folder("missing.noslip"));

  char garbage[256];
  for (int i = 0; i < (int)sizeof garbage - 1; i++)
    garbage[i] = (char)(1 + (i*97 + 13) % 255);
  garbage[sizeof garbage - 1] = 0;
  refused(2, "garbage.noslip:1:1: error:", "run", write_file("garbage.noslip", garbage));
  refused(2, "empty.noslip:1:1: error:", "check", write_file("empty.noslip", ""));
}

// place first, then the line, then a caret
static void mistakes_show_their_place(void **state) {
  (void)state;
  const char *path = write_file("wrong.noslip", "model wrong\n"
                                                "param k = 2\n"
                                                "coord x\n"
                                                "lagrangian x'^2/2 - kk*x^2\n");
  result r = tool("run", path, "--method", "dla-mp", "--step", "0.1", "--steps", "1");
  assert_int_equal(r.status, 2);
  assert_memory_equal(r.err, path, strlen(path));
  check_text(r.err, ":4:21: error: unknown name `kk`");
  check_text(r.err, "\n                      ^\n");
  check_text(r.err, "did you mean `k`?");
  assert_string_equal(r.out, "");
  forget(&r);
}

static void settings_are_checked(void **state) {
  (void)state;
  const char *m = write_file("sleigh.noslip", sleigh);
  refused(2, "mm", "run", m, "--set", "mm=2");
  refused(2, "z", "run", m, "--init", "z=2");
  refused(2, "m", "run", m, "--set", "m=1+");
}

static void methods_that_do_not_fit_are_refused(void **state) {
  (void)state;
  const char *m = write_file("sleigh.noslip", sleigh);
  refused(2, "`blade` is nonholonomic", "run", m, "--method", "rattle");
  refused(2, "dla-mp", "run", m, "--method", "rattle");
  refused(2, "did you mean `dla-mp`?", "run", m, "--method", "dla-mq");
  refused(2, "holonomic", "run", write_file("rod.noslip", rod), "--method", "dla-cm");
}

static void a_run_needs_an_end(void **state) {
  (void)state;
  const char *m = write_file("endless.noslip", "model endless\n"
                                               "coord x\n"
                                               "lagrangian x'^2/2\n"
                                               "run method dla-mp, step 0.1\n");
  refused(2, "the run has no end", "run", m);
  result r = tool("run", m, "--steps", "2");
  assert_int_equal(r.status, 0);
  forget(&r);
}

// the gradient of the constraint vanishes at the start
static void singular_constraints_are_refused(void **state) {
  (void)state;
  const char *m = write_file("singular.noslip", "model singular\n"
                                                "coord x, y\n"
                                                "lagrangian (x'^2 + y'^2)/2\n"
                                                "holonomic cone: x^2 - y^2 = 0\n"
                                                "run method rattle, step 0.1, until 1\n");
  refused(2, "cone", "run", m);
  result r = tool("check", m);
  assert_int_equal(r.status, 2);
  check_text(r.out, "cone");
  forget(&r);
}

// ---------------------------------------------------------------------------------------------
// runs that end early

static void failures_keep_the_rows(void **state) {
  (void)state;
  const char *m = write_file("cliff.noslip", cliff), *path = in_folder("cliff.csv");
  result r = tool("run", m, "--every", "30", "--json", "-o", path);
  assert_int_equal(r.status, 1);
  check_text(r.err, "noslip: stopped at t = ");
  check_json(r.out);
  check_text(member(r.out, "warnings"), "stopped at t = ");

  // the last good state is the last row, between two of the thirties
  csv c = load_csv(path);
  double steps = number(r.out, "steps");
  check_above(steps, 90);
  check_below(steps, 110);
  assert_int_equal(c.nrow, 2 + (int)steps/30);
  assert_true(same_bits(entry(&c, -1, "t"), number(r.out, "time")));
  assert_true(same_bits(entry(&c, -1, "x"), number(member(r.out, "state"), "x")));
  free(c.values);
  forget(&r);

  result plain = tool("run", m);
  assert_int_equal(plain.status, 1);
  check_text(plain.out, " of 1000 steps of dla-mp");
  forget(&plain);
}

// what a step that failed has cost is told apart: it says nothing about the cost of a step
static void failed_steps_are_counted_apart(void **state) {
  (void)state;
  const char *m = write_file("blow.noslip", "model blow\nstate x\nx' = x^2\ninit x = 1\n"
                                            "run method rk-gauss(2), step 0.45, until 9\n");
  result r = tool("run", m), json = tool("run", m, "--json"), good = tool("run", m, "--steps", "1");
  double each, most, failed;
  assert_int_equal(r.status, 1);
  const char *line = strstr(r.out, "Newton");
  assert_non_null(line);
  assert_int_equal(sscanf(line,
                          "Newton %lf iterations per step, %lf at most; %lf in the step that "
                          "failed;",
                          &each, &most, &failed),
                   3);
  assert_true(each <= most);
  check_above(failed, 20);

  // the step before the failure costs what it costs when nothing fails
  assert_true(number(member(json.out, "newton"), "iterations") == each);
  assert_true(number(member(json.out, "newton"), "failed_iterations") == failed);
  assert_null(strstr(good.out, "failed"));
  line = strstr(good.out, "Newton");
  assert_non_null(line);
  assert_int_equal(sscanf(line, "Newton %lf iterations per step, %lf at most", &each, &most), 2);
  assert_true(number(member(json.out, "newton"), "iterations") == each);
  forget(&r), forget(&json), forget(&good);
}

// a zero has no sign in the report; files keep it, because they keep every bit
static void zeros_are_shown_without_a_sign(void **state) {
  (void)state;
  const char *m = write_file("zero.noslip", "model zero\ncoord x, y\nlagrangian (x'^2 + y'^2)/2\n"
                                            "init y' = 1\ninvariant p = -x\n"
                                            "run method dla-mp, step 0.1, steps 3\n");
  result r = tool("run", m), json = tool("run", m, "--json");
  check_text(r.out, "`p` 0 at the start");
  check_text(r.out, "x  = 0 ");
  assert_null(strstr(r.out, "-0 "));
  check_text(json.out, "{\"initial\": -0,");
  forget(&r), forget(&json);
}

// wait until a file has some rows
static void wait_for_rows(const char *path) {
  struct stat info;
  for (int i = 0; i < 3000; i++) {
    if (stat(path, &info) == 0 && info.st_size > 2000)
      return;
    wait_ms(10);
  }
  _fail(__FILE__, __LINE__);
}

static void interrupted_by(int signal_number) {
  const char *m = write_file("sleigh.noslip", sleigh);
  const char *path = in_folder("long.csv");
  remove(path);
  pid_t child =
      start(WORDS("run", m, "--steps", "1e12", "--every", "50", "--json", "-o", path), usual);
  wait_for_rows(path);
  wait_ms(250);  // long enough for a progress bar, were this a terminal

  // what is there while it runs are whole lines; it stands still for a moment, since a write that is
  // under way can be seen in parts
  int status;
  assert_int_equal(kill(child, SIGSTOP), 0);
  assert_int_equal(waitpid(child, &status, WUNTRACED), child);
  assert_true(WIFSTOPPED(status));
  csv before = load_csv(path);
  assert_int_equal(kill(child, SIGCONT), 0);
  check_above(before.nrow, 1);
  assert_int_equal(kill(child, signal_number), 0);
  assert_int_equal(finish(child), 1);

  csv after = load_csv(path);
  char *out = read_file(in_folder("out")), *err = read_file(in_folder("err"));
  check_text(err, "noslip: interrupted at t = ");
  assert_null(strchr(err, '\r'));  // no progress bar: this is no terminal
  check_json(out);
  assert_true(same_bits(number(out, "time"), entry(&after, -1, "t")));
  assert_true(after.nrow >= before.nrow);
  free(before.values);
  free(after.values);
  free(out);
  free(err);
}

static void interrupts_end_the_run(void **state) {
  (void)state;
  interrupted_by(SIGINT);
  interrupted_by(SIGTERM);
}

// ---------------------------------------------------------------------------------------------
// check and methods

static void check_describes(void **state) {
  (void)state;
  result r = tool("check", write_file("sleigh.noslip", sleigh));
  assert_int_equal(r.status, 0);
  check_text(r.out, "sleigh");
  check_text(r.out, "blade");
  check_text(r.out, "dla-mp");
  assert_string_equal(r.err, "");
  forget(&r);
}

static void methods_are_listed(void **state) {
  (void)state;
  result list = tool("methods"), json = tool("methods", "--json");
  assert_int_equal(list.status, 0);
  assert_int_equal(json.status, 0);
  check_json(json.out);
  noslip_method_info m;
  for (int i = 0; noslip_method_get(i, &m); i++) {
    check_text(list.out, m.name);
    check_text(list.out, m.source);
    check_text(json.out, m.name);
    result one = tool("methods", m.name);
    assert_int_equal(one.status, 0);
    check_text(one.out, m.equations);
    check_text(one.out, m.source);
    forget(&one);
  }
  forget(&list);
  forget(&json);
  refused(2, "did you mean `rattle`?", "methods", "ratle");
}

static void methods_for_a_model(void **state) {
  (void)state;
  const char *m = write_file("sleigh.noslip", sleigh);
  result r = tool("methods", "--for", m);
  assert_int_equal(r.status, 0);
  check_text(r.out, "\nrecommended\n  method              us/step      work     error    energy\n");
  check_text(r.out, "  order 2, constraints to rounding, symmetric; the cheapest step\n");
  check_text(r.out, "  order 2, energy and constraints to rounding, symmetric; ");
  check_text(r.out, "  order 4, constraints to rounding, symmetric\n");
  check_text(r.out, "\nnot recommended\n  lobatto(3, multiplier=carry)  ");
  check_text(r.out, "dla-mp              yes");
  check_text(r.out, "rattle              no: ");
  check_text(r.out, "spark(s)            yes");
  check_text(r.out, "`blade` is nonholonomic\n");
  forget(&r);

  result json = tool("methods", "--for", m, "--json");
  assert_int_equal(json.status, 0);
  check_json(json.out);
  check_text(json.out, "{\"method\": \"spark(3)\", \"recommended\": true, ");
  check_text(json.out, "{\"method\": \"index1\", \"recommended\": false, ");
  assert_true(number(member(json.out, "trial"), "steps") == 20);
  assert_true(number(item(member(json.out, "advice"), 0), "operations_per_step") > 0);
  check_text(json.out, "{\"name\": \"rattle\", \"applies\": false, \"reason\": ");
  assert_null(strstr(json.out, "methods that can"));
  forget(&json);
  refused(2, "no NAME with it", "methods", "rattle", "--for", m, "--json");

  result one = tool("methods", "rattle", "--for", m);
  assert_int_equal(one.status, 0);
  check_text(one.out, "no: ");
  assert_null(strstr(one.out, "dla-mp"));
  forget(&one);
}

// what a step keeps, for a person and for a program
static void structure_is_measured(void **state) {
  (void)state;
  const char *m = write_file("rod.noslip", rod), *s = write_file("sleigh.noslip", sleigh);
  result r = tool("check", m, "--structure", "--step", "0.1");
  assert_int_equal(r.status, 0);
  check_text(r.out, "rod: one step of rattle with h = 0.1, at the start and the next 4 nodes\n");
  check_text(r.out, "\n  symplectic form  ");
  check_text(r.out, "  kept (claimed)\n");
  check_text(r.out, "\n  energy           ");
  check_text(r.out, "  not kept\n");
  check_text(r.out, "\n  total            ");
  result j = tool("check", s, "--structure", "--method", "gonzalez", "--json");
  assert_int_equal(j.status, 0);
  check_json(j.out);
  check_text(member(j.out, "method"), "\"gonzalez\"");
  const char *list = member(j.out, "structure");
  check_text(list,
             "{\"kind\": \"symplectic form\", \"name\": \"symplectic form\", \"value\": null, "
             "\"accuracy\": null, \"kept\": null, \"claimed\": false, \"reason\": \"nonholonomic");
  check_text(list, "\"kind\": \"energy\"");
  check_text(list, "\"kept\": true, \"claimed\": true");
  forget(&r);
  forget(&j);
  refused(2, "--json belongs to --structure", "check", m, "--json");
  refused(2, "did you mean", "check", m, "--structure", "--method", "ratle");
  refused(2, "--step 0", "check", m, "--structure", "--step", "0");
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(help_is_there),
      cmocka_unit_test(structure_is_measured),
      cmocka_unit_test(version_is_that_of_the_library),
      cmocka_unit_test(wrong_commands_are_refused),
      cmocka_unit_test(wrong_options_are_refused),
      cmocka_unit_test(wrong_numbers_are_refused),
      cmocka_unit_test(numbers_may_be_fractions),
      cmocka_unit_test(unreadable_models_are_refused),
      cmocka_unit_test(mistakes_show_their_place),
      cmocka_unit_test(settings_are_checked),
      cmocka_unit_test(methods_that_do_not_fit_are_refused),
      cmocka_unit_test(a_run_needs_an_end),
      cmocka_unit_test(singular_constraints_are_refused),
      cmocka_unit_test(failures_keep_the_rows),
      cmocka_unit_test(failed_steps_are_counted_apart),
      cmocka_unit_test(zeros_are_shown_without_a_sign),
      cmocka_unit_test(interrupts_end_the_run),
      cmocka_unit_test(check_describes),
      cmocka_unit_test(methods_are_listed),
      cmocka_unit_test(methods_for_a_model),
  };
  return tool_run(argc, argv, tests);
}
