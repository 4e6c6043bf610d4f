// Tests of options that studies have in common with runs: --until between two nodes.

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

// an end between two nodes: a run comes to it, every study names the steps that would
static void ends_between_nodes_are_told(void **unused) {
  (void)unused;
  const char *m = write_file("swing.noslip", swing), *c = in_folder("swing.c");
  const char *steps = "the run stops at t = 0.9; steps of 0.3333333333 or 0.25 lead there";
  says("to t = 1\n", "run", m);
  says(steps, "run", m, "--method", "reich");
  says(steps, "ensemble", m, "--sample", "th'=0:1", "--members", "2");
  says(steps, "section", m);
  says(steps, "compare", m, "--methods", "lobatto(2),rattle");
  says(steps, "export", m, "-o", c);
  refused(2, "the step 0.3 does not divide the end time 1: it would take 3.333333333 steps; the "
             "nearest that does is 1/3",
          "converge", m);
  says("t = 0.9", "ensemble", m, "--sample", "th'=0:1", "--members", "2");
  result r = tool("ensemble", m, "--sample", "th'=0:1", "--members", "2", "--until", "0.9");
  check_that(!strstr(r.out, "lead there"), __FILE__, __LINE__, "%s\n", r.out);
  forget(&r);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ends_between_nodes_are_told),
  };
  return tool_run(argc, argv, tests);
}
