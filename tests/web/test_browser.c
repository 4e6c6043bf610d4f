// Pages in a real browser: Debian's chromium without a window, driven by node (browser.js). Where one of
// the two is not there these tests are skipped, and say so.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "tests/support/shell.h"

static const char *browser(void) {
  static const char *const names[] = {"chromium", "chromium-browser", "google-chrome"};
  for (size_t i = 0; i < sizeof names/sizeof *names; i++)
    if (has_program(names[i]))
      return names[i];
  return NULL;
}

// write a page, and look at it
static void look_(const char *check, const char *const *words, const char *page, const char *file,
                  int line) {
  char call[2000];
  if (!browser() || !has_program("node")) {
    print_message("there is no chromium or no node here: no page is opened\n");
    skip();
  }
  result r = run_words(words, usual);
  check_that(r.status == 0, file, line, "exit status %d: %s\n", r.status, r.err);
  forget(&r);
  snprintf(call, sizeof call, "node %s/tests/web/browser.js %s %s %s; echo \"status $?\"",
           NOSLIP_SOURCE, browser(), check, page);
  char *told = shell_output(call);
  check_that(strstr(told, "status 0") != NULL, file, line, "%s\n%s\n", page, told);
  print_message("%s: %.*s\n", words[1], (int)strcspn(told, "\n"), told);
  free(told);
}

#define look(check, page, ...) look_(check, WORDS(__VA_ARGS__), page, __FILE__, __LINE__)

#define MODEL(name) NOSLIP_MODELS "/" name ".noslip"

// opens within a second, plays with 30 pictures in a second, without a message on the console
static void a_report_plays(void **state) {
  (void)state;
  const char *page = in_folder("stone.html");
  look("run", page, "report", MODEL("rattleback"), "--until", "2", "-o", page);
}

static void a_long_report_plays(void **state) {
  (void)state;
  const char *page = in_folder("long.html");
  look("run", page, "report", MODEL("pendulum"), "--step", "0.001", "--until", "100", "-o", page);
  char *text = read_file(page);
  assert_true(strlen(text) < 2060000);
  free(text);
}

static void contacts_and_families_play(void **state) {
  (void)state;
  const char *page = in_folder("more.html");
  look("film", page, "animate", MODEL("bouncing_ball"), "-o", page);
  if (check_long())
    look("film", page, "animate", MODEL("chain"), "-o", page);
}

static void results_are_shown(void **state) {
  (void)state;
  const char *page = in_folder("results.html"), *results = in_folder("results.json");
  result r =
      tool("compare", MODEL("sleigh"), "--methods", "dla-mp,spark(3)", "--until", "5", "--json");
  assert_int_equal(r.status, 0);
  write_file("results.json", r.out);
  forget(&r);
  look("results", page, "report", results, "-o", page);
}

static void nothing_hostile_runs(void **state) {
  (void)state;
  const char *page = in_folder("hostile.html");
  const char *model = write_file(
      "hostile.noslip",
      "# </pre><script>window.hostile = 1</script> <img src=x onerror='window.hostile = 2'>\n"
      "model hostile \"</title></script><script>window.hostile = 3</script>\xe2\x80\xae <b>'\"\n"
      "coord x\nlagrangian x'^2/2\ninit x' = 1\nrun method dla-mp, step 0.1, until 1\n");
  look("hostile", page, "report", model, "-o", page);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_report_plays),
      cmocka_unit_test(a_long_report_plays),
      cmocka_unit_test(contacts_and_families_play),
      cmocka_unit_test(results_are_shown),
      cmocka_unit_test(nothing_hostile_runs),
  };
  return tool_run(argc, argv, tests);
}
