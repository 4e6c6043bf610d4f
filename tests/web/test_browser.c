// Pages in a real browser: Debian's chromium without a window, driven by node (browser.js). Where one of
// the two is not there these tests are skipped, and say so. All pages are written first, and looked at by
// one browser.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "tests/support/shell.h"

static char *told;  // what browser.js has printed; NULL: there is no browser

static const char *browser(void) {
  static const char *const names[] = {"chromium", "chromium-browser", "google-chrome"};
  for (size_t i = 0; i < sizeof names/sizeof *names; i++)
    if (has_program("node") && has_program(names[i]))
      return names[i];
  return NULL;
}

#define MODEL(name) NOSLIP_MODELS "/" name ".noslip"

static const char hostile[] =
    "# </pre><script>window.hostile = 1</script> <img src=x onerror='window.hostile = 2'>\n"
    "model hostile \"</title></script><script>window.hostile = 3</script>\xe2\x80\xae <b>'\"\n"
    "coord x\nlagrangian x'^2/2\ninit x' = 1\nrun method dla-mp, step 0.1, until 1\n";

static void write_page(const char *const *words) {
  result r = run_words(words, usual);
  check_that(r.status == 0, __FILE__, __LINE__, "exit status %d: %s\n", r.status, r.err);
  forget(&r);
}

#define PAGE(...) write_page(WORDS(__VA_ARGS__))

static const char *write_results(void) {
  result r =
      tool("compare", MODEL("sleigh"), "--methods", "dla-mp,spark(3)", "--until", "5", "--json");
  assert_int_equal(r.status, 0);
  const char *path = write_file("results.json", r.out);
  forget(&r);
  return path;
}

static void write_pages(void) {
  PAGE("report", MODEL("rattleback"), "--until", "2", "-o", in_folder("stone.html"));
  PAGE("report", MODEL("pendulum"), "--step", "0.001", "--until", "100", "--every", "1", "-o",
       in_folder("long.html"));
  PAGE("animate", MODEL("bouncing_ball"), "-o", in_folder("ball.html"));
  PAGE("report", write_results(), "-o", in_folder("results.html"));
  PAGE("report", write_file("hostile.noslip", hostile), "-o", in_folder("hostile.html"));
}

static int open_pages(void **state) {
  (void)state;
  char call[3000];
  if (!browser()) {
    print_message("there is no chromium or no node here: no page is opened\n");
    return 0;
  }
  write_pages();
  snprintf(call, sizeof call,
           "cd %s && node %s/tests/web/browser.js %s run $PWD/stone.html run $PWD/long.html "
           "film $PWD/ball.html results $PWD/results.html hostile $PWD/hostile.html",
           folder, NOSLIP_SOURCE, browser());
  told = shell_output(call);
  return 0;
}

static int forget_pages(void **state) {
  (void)state;
  free(told);
  return 0;
}

static void is_good(const char *page) {
  char line[64];
  if (!told)
    skip();
  snprintf(line, sizeof line, "good %s: ", page);
  const char *found = strstr(told, line);
  check_that(found != NULL, __FILE__, __LINE__, "%s is not good:\n%s\n", page, told);
  print_message("%.*s\n", (int)strcspn(found, "\n"), found);
}

// opens within a second, plays with 30 pictures in a second, plots answer, no message on the console
static void a_report_plays(void **state) {
  (void)state;
  is_good("stone.html");
}

// the same with 10^5 rows
static void a_long_report_plays(void **state) {
  (void)state;
  is_good("long.html");
}

static void a_film_plays(void **state) {
  (void)state;
  is_good("ball.html");
}

static void results_are_shown(void **state) {
  (void)state;
  is_good("results.html");
}

static void nothing_hostile_runs(void **state) {
  (void)state;
  is_good("hostile.html");
}

// a page whose program is damaged is noticed: the hash does not fit, and nothing is drawn
static void a_damaged_page_is_bad(void **state) {
  (void)state;
  char call[1000];
  if (!told || !check_long())
    skip();
  snprintf(call, sizeof call,
           "cd %s && sed \"s/showPage();/showPage( );/\" ball.html > damaged.html && "
           "node %s/tests/web/browser.js %s film $PWD/damaged.html",
           folder, NOSLIP_SOURCE, browser());
  char *out = shell_output(call);
  check_that(!strstr(out, "good damaged.html"), __FILE__, __LINE__, "%s\n", out);
  free(out);
}

int main(int argc, char **argv) {
  (void)argc, (void)argv;
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_report_plays),       cmocka_unit_test(a_long_report_plays),
      cmocka_unit_test(a_film_plays),         cmocka_unit_test(results_are_shown),
      cmocka_unit_test(nothing_hostile_runs), cmocka_unit_test(a_damaged_page_is_bad),
  };
  if (!mkdtemp(folder))
    return 1;
  return remove_folder(cmocka_run_group_tests(tests, open_pages, forget_pages));
}
