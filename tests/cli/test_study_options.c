// Tests of options that studies have in common with runs: --until between two nodes, --input.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "tests/support/tool.h"

static const char swing[] = "model swing\ncoord th: angle\nlagrangian th'^2/2 + cos(th)\n"
                            "init th' = 1\nobserve h = -cos(th)\nsection cut: th = 0 rising\n"
                            "run method lobatto(2), step 0.3, until 1\n";

// it ends well, and says this on standard output or standard error
static void says_(const char *const *words, const char *part, const char *file, int line) {
  result r = run_words(words, usual);
  check_that(r.status == 0, file, line, "exit status %d: %s\n", r.status, r.err);
  check_that(strstr(r.out, part) || strstr(r.err, part), file, line, "no %s in\n%s%s\n", part,
             r.out, r.err);
  forget(&r);
}

#define says(part, ...) says_(WORDS(__VA_ARGS__), part, __FILE__, __LINE__)

// an end between two nodes: runs and sections come to it, other studies name the steps that would
static void ends_between_nodes_are_told(void **unused) {
  (void)unused;
  const char *m = write_file("swing.noslip", swing), *c = in_folder("swing.c");
  const char *steps = "the run stops at t = 0.9; steps of 0.3333333333 or 0.25 lead there";
  says("to t = 1\n", "run", m);
  says(steps, "run", m, "--method", "reich");
  says(steps, "ensemble", m, "--sample", "th'=0:1", "--members", "2");
  says("the last step, from t = 0.9, is shorter", "section", m);
  says(steps, "compare", m, "--methods", "lobatto(2),rattle");
  says(steps, "export", m, "-o", c);
  refused(2,
          "the step 0.3 does not divide the end time 1: it would take 3.333333333 steps; the "
          "nearest that does is 1/3",
          "converge", m);
  says("t = 0.9", "ensemble", m, "--sample", "th'=0:1", "--members", "2");
  result r = tool("ensemble", m, "--sample", "th'=0:1", "--members", "2", "--until", "0.9");
  check_that(!strstr(r.out, "lead there"), __FILE__, __LINE__, "%s\n", r.out);
  forget(&r);
}

// ---- inputs

static const char driven[] =
    "model driven\ninput u = 0\ncoord x\nlagrangian x'^2/2 - x^2/2\n"
    "force x = u\ninit x = 1\nobserve push = u\n"
    "section cut: x' = 0 falling\nrun method lobatto(2), step 1/8, until 2\n";

static const char table[] = "t,u\n0,0\n1,3\n2,-1\n";

// the last line of CSV on standard output; the caller frees it
static char *last_row(const char *const *words) {
  result r = run_words(words, usual);
  check_that(r.status == 0, __FILE__, __LINE__, "exit status %d: %s\n", r.status, r.err);
  char *end = r.out + strlen(r.out);
  while (end > r.out && end[-1] == '\n')
    *--end = 0;
  char *row = strrchr(r.out, '\n');
  assert_non_null(row);
  row = strdup(row + 1);
  forget(&r);
  return row;
}

// column k of a row, counted from 0
static double number(const char *row, int k) {
  for (; k > 0; k--) {
    row = strchr(row, ',');
    assert_non_null(row++);
  }
  return strtod(row, NULL);
}

// an ensemble of one member has the energy of the run; without the table it has another
static void members_follow_a_table(void **unused) {
  (void)unused;
  const char *m = write_file("driven.noslip", driven), *start = write_file("one.csv", "x\n1\n");
  const char *file = write_file("u.csv", table);
  char input[300];
  snprintf(input, sizeof input, "u=%s", file);
  char *run = last_row(WORDS("run", m, "--input", input, "-o", "-", "--quiet"));
  char *all =
      last_row(WORDS("ensemble", m, "--init-file", start, "--input", input, "-o", "-", "--quiet"));
  char *bare = last_row(WORDS("ensemble", m, "--init-file", start, "-o", "-", "--quiet"));
  // t, x, x', energy; t, members, mean of E - E(0); E(0) = 1/2
  check_near(number(all, 2), number(run, 3) - 0.5, 1e-15);
  check_above(fabs(number(bare, 2) - number(all, 2)), 0.1);
  free(run);
  free(all);
  free(bare);
}

// the first maximum of x of a free swing is at t = 2 pi; a constant input moves it to u
static void sections_follow_an_input(void **unused) {
  (void)unused;
  const char *m = write_file("driven.noslip", driven);
  char *free_swing = last_row(WORDS("section", m, "--until", "8", "-o", "-", "--quiet"));
  char *pushed =
      last_row(WORDS("section", m, "--until", "8", "--input", "u=3", "-o", "-", "--quiet"));
  assert_string_not_equal(free_swing, pushed);
  free(free_swing);
  free(pushed);
}

// the orders of a table that changes are 2, and that is said; of a constant they are those of the method
static void orders_with_inputs_are_explained(void **unused) {
  (void)unused;
  const char *m = write_file("driven.noslip", driven), *file = write_file("u.csv", table);
  char input[300];
  snprintf(input, sizeof input, "u=%s", file);
  const char *note = "the input `u` is constant in each step, with the value in its middle";
  says(note, "converge", m, "--methods", "lobatto(3)", "--input", input);
  result r = tool("converge", m, "--methods", "lobatto(3)", "--input", "u=2");
  assert_int_equal(r.status, 0);
  check_that(!strstr(r.out, note), __FILE__, __LINE__, "%s\n", r.out);
  forget(&r);
  says("lobatto(3)", "compare", m, "--methods", "lobatto(2),lobatto(3)", "--input", input);
}

static void inputs_of_studies_are_checked(void **unused) {
  (void)unused;
  const char *m = write_file("driven.noslip", driven), *file = write_file("u.csv", table);
  const char *const commands[] = {"section", "compare", "converge", "export"};
  char input[300];
  snprintf(input, sizeof input, "u=%s", file);
  const char *unknown = "driven has no input `v`; declare it, as in input u = 0";
  for (int i = 0; i < 4; i++)
    refused(2, unknown, commands[i], m, "--input", "v=1");
  refused(2, unknown, "ensemble", m, "--sample", "x=0:1", "--members", "2", "--input", "v=1");
  refused(2, "would overwrite the input `u`", "compare", m, "--input", input, "-o", file);
  refused(2, "the table of an input is not exported; give a number for it", "export", m, "--input",
          input);
  says("noslip_inputs[1] = {0x14000000000000p-51}", "export", m, "--input", "u=2.5");
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ends_between_nodes_are_told),
      cmocka_unit_test(members_follow_a_table),
      cmocka_unit_test(sections_follow_an_input),
      cmocka_unit_test(orders_with_inputs_are_explained),
      cmocka_unit_test(inputs_of_studies_are_checked),
  };
  return tool_run(argc, argv, tests);
}
