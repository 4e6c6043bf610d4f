// Tests of `noslip report`: the file as text. What a browser makes of it is in tests/web.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "tests/support/markup.h"
#include "tests/support/tool.h"

static const char ball[] = "model ball \"a ball\"\nparam m = 1, g = 9.81\ncoord y\n"
                           "lagrangian m/2*y'^2 - m*g*y\ncontact floor: y >= 0, restitution 0.5\n"
                           "init y = 1\ndraw ball [0, y + 0.1], 0.1\ndraw trail [0, y]\n"
                           "run method compose(euler-true, symmetric), step 0.05, until 2\n";

// markup in every place where a model may have text of its own
static const char hostile[] =
    "# </pre><script>window.hostile = 1</script> <img src=x onerror='window.hostile = 2'>\n"
    "# \xe2\x80\xae turned around; \xe2\x80\x8f \"quoted\" & 'single' </style></title>\n"
    "model hostile \"</title></script><script>window.hostile = 3</script>\xe2\x80\xae <b>'\"\n"
    "coord x\nlagrangian x'^2/2\ninit x' = 1\nrun method dla-mp, step 0.1, until 1\n";

static char *page_of_(const char *const *words, const char *path) {
  result r = run_words(words, usual);
  check_that(r.status == 0, __FILE__, __LINE__, "exit status %d: %s\n", r.status, r.err);
  forget(&r);
  char *text = read_file(path);
  assert_true(markup_is_closed(text));
  return text;
}

#define page_of(path, ...) page_of_(WORDS(__VA_ARGS__), path)

static int count(const char *text, const char *word) {
  int n = 0;
  for (const char *at = text; (at = strstr(at, word)); at += strlen(word))
    n++;
  return n;
}

static void has(const char *text, const char *word) {
  check_that(strstr(text, word) != NULL, __FILE__, __LINE__, "no %s in the page\n", word);
}

// ---------------------------------------------------------------------------------------------
// pages

static void a_model_becomes_a_page(void **state) {
  (void)state;
  const char *model = write_file("ball.noslip", ball), *path = in_folder("ball.html");
  char *text = page_of(path, "report", model, "-o", path);
  has(text, "<title>a ball</title>");
  has(text, "<math display=\"block\">");
  has(text, "<td>impact</td><td>floor</td>");
  has(text, "<pre class=\"model\">model ball &#34;a ball&#34;");
  has(text, "\"kind\": \"run\"");
  has(text, "\"kind\": \"ball\", \"colour\"");
  has(text, "keeps the constraints to rounding");
  has(text, "<span class=\"verdict kept\">kept</span>");
  free(text);
}

// A contact that is closed at the start has a residual there, and none while it is open: zeros are stored
// as such, and not as a difference that is rounded.
static void a_residual_of_zero_stays_zero(void **state) {
  (void)state;
  const char *path = in_folder("jump.html");
  char *text = page_of(path, "report", NOSLIP_MODELS "/ski_jump.noslip", "-o", path);
  const char *column = strstr(text, "\"name\": \"constraint\"");
  assert_non_null(column);
  has(column, "\"group\": \"constraint\", \"offset\": 0,");
  assert_null(
      strstr(strstr(text, "\"name\": \"energy\""), "\"group\": \"energy\", \"offset\": 0,"));
  free(text);
}

// the same numbers give the same bytes
static void pages_do_not_change(void **state) {
  (void)state;
  const char *model = write_file("ball.noslip", ball), *path = in_folder("same.html");
  char *a = page_of(path, "report", model, "-o", path);
  char *b = page_of(path, "report", model, "-o", path);
  assert_string_equal(a, b);
  free(a);
  free(b);
}

// nothing is loaded, and of scripts only the one whose hash is named
static void the_policy_allows_one_script(void **state) {
  (void)state;
  const char *model = write_file("ball.noslip", ball), *path = in_folder("policy.html");
  char *text = page_of(path, "report", model, "-o", path);
  has(text, "default-src 'none'; script-src 'sha256-");
  assert_int_equal(count(text, "<script>"), 1);
  assert_int_equal(count(text, "<script"), 2);
  assert_int_equal(count(text, "<style>"), 1);
  assert_null(strstr(text, "http://"));
  assert_null(strstr(text, "https://"));
  assert_null(strstr(text, " style=\""));
  const char *program = strstr(text, "<script>");
  assert_true(strlen(program) < 60000);
  free(text);
}

static void hostile_text_is_shown_as_text(void **state) {
  (void)state;
  const char *model = write_file("hostile.noslip", hostile), *path = in_folder("hostile.html");
  char *text = page_of(path, "report", model, "--title", "<i>\"'&\x01\xff", "-o", path);
  assert_int_equal(count(text, "<script"), 2);
  assert_int_equal(count(text, "</script>"), 2);
  assert_int_equal(count(text, "<title>"), 1);
  assert_null(strstr(text, "<img"));
  assert_null(strstr(text, "\xe2\x80\xae"));
  has(text, "\\u202e turned around");
  has(text, "&#60;script&#62;window.hostile");
  has(text, "<title>&#60;i&#62;&#34;&#39;&#38;\\x01\\xff</title>");
  free(text);
}

// ---------------------------------------------------------------------------------------------
// sizes

// 10^5 rows in less than 2 MB; a peak of one row is in it
static void long_runs_are_thinned(void **state) {
  (void)state;
  const char *model =
      write_file("long.noslip", "model long\ncoord x\nlagrangian x'^2/2\ninit x' = 1\n"
                                "observe peak = where(abs(x - 50) < 1/4000, 12345, 0)\n"
                                "run method dla-mp, step 0.001, until 100\n");
  const char *path = in_folder("long.html");
  char *text = page_of(path, "report", model, "-o", path);
  assert_true(strlen(text) < 2000000);
  has(text, "\"total\": 100001");
  const char *peak = strstr(text, "\"name\": \"peak\"");
  assert_non_null(peak);
  // 12345 has the bytes 00 e4 40 46, which begin a group of base64 or do not
  const char *high = strstr(peak, "\"high\"");
  assert_true(strstr(high, "AORA") || strstr(high, "5EBG") || strstr(high, "QEYA"));
  free(text);
}

// ---------------------------------------------------------------------------------------------
// other sources

// the section of a page with the table of events
static char *events_of(const char *text) {
  const char *from = strstr(text, "id=\"events\"");
  assert_non_null(from);
  return strndup(from, (size_t)(strstr(from, "</section>") - from));
}

static void assert_same_events(const char *a, const char *b) {
  char *x = events_of(a), *y = events_of(b);
  has(x, "<td>impact</td><td>floor</td>");
  assert_string_equal(x, y);
  free(x);
  free(y);
}

static void rows_of_a_file_become_a_page(void **state) {
  (void)state;
  const char *model = write_file("ball.noslip", ball), *rows = in_folder("rows.csv");
  const char *path = in_folder("rows.html");
  result r = tool("run", model, "-o", rows, "--quiet");
  assert_int_equal(r.status, 0);
  forget(&r);
  char *text = page_of(path, "report", rows, "--model", model, "-o", path);
  has(text, "41 rows of");
  has(text, ",\"impact\",\"floor\"]");           // a mark of plots
  assert_null(strstr(text, "id=\"verdicts\""));  // nothing was computed
  assert_null(strstr(text, "id=\"method\""));    // nor does the file say by what it was
  // the table is that of the run itself
  char *own = page_of(path, "report", model, "-o", path);
  assert_same_events(text, own);
  free(own);
  free(text);
}

// Where no row has a number, nothing is drawn: it is not a zero.
static void rows_without_numbers_have_no_shapes(void **state) {
  (void)state;
  const char *model = write_file("ball.noslip", ball), *path = in_folder("none.html");
  const char *rows = write_file("none.csv", "t,y,y'\n0,nan,0\n1,nan,0\n2,nan,0\n");
  char *text = page_of(path, "report", rows, "--model", model, "-o", path);
  has(text, "\"numbers\": [0,null,0,");
  free(text);
  rows = write_file("some.csv", "t,y,y'\n0,nan,0\n1,0.5,0\n2,nan,0\n");
  text = page_of(path, "report", rows, "--model", model, "-o", path);
  has(text, "\"numbers\": [0,[0.6,0.6,\"//8AAP//\"],0,");  // 65535, 0 and 65535 in 16 bits
  free(text);
}

static bool has_hdf5(void) {
  result r = tool("run", write_file("ball.noslip", ball), "-o", in_folder("try.h5"), "--quiet");
  bool good = r.status == 0;
  forget(&r);
  return good;
}

// An HDF5 file has its model in it, with the parameters and the start of its run.
static void a_file_has_its_model(void **state) {
  (void)state;
  if (!has_hdf5())
    skip();
  const char *model = write_file("ball.noslip", ball), *rows = in_folder("own.h5");
  const char *path = in_folder("own.html");
  result r = tool("run", model, "--set", "g=5", "--init", "y=0.75", "-o", rows, "--quiet");
  assert_int_equal(r.status, 0);
  forget(&r);
  char *given = page_of(path, "report", model, "--set", "g=5", "--init", "y=0.75", "-o", path);
  assert_int_equal(unlink(model), 0);  // it is not looked for
  char *text = page_of(path, "report", rows, "-o", path);
  has(text, "<th>g</th><td class=\"number\">5</td>");
  has(text, "<th>y</th><td class=\"number\">0.75</td>");
  has(text, "<title>a ball</title>");
  has(text, "steps of <code>compose(euler-true, symmetric)</code> with <i>h</i> = 0.05");
  has(text, "keeps the constraints to rounding");
  assert_null(strstr(text, "class=\"trouble\""));
  assert_same_events(text, given);
  free(text);
  free(given);
  // other parameters draw other shapes, and are taken
  text = page_of(path, "report", rows, "--set", "g=7", "-o", path);
  has(text, "<th>g</th><td class=\"number\">7</td>");
  free(text);
}

// A file of a run that has failed says so on its page, and names the method that was given.
static void a_file_says_what_ended_its_run(void **state) {
  (void)state;
  if (!has_hdf5())
    skip();
  const char *rows = in_folder("stopped.h5"), *path = in_folder("stopped.html");
  result r = tool("run", NOSLIP_MODELS "/sleigh.noslip", "--method", "lobatto(3)", "--step", "10",
                  "--until", "1000", "-o", rows, "--quiet");
  assert_int_equal(r.status, 1);
  forget(&r);
  char *text = page_of(path, "report", rows, "-o", path);
  has(text, "<p class=\"trouble\">stopped at t = ");
  has(text, "steps of <code>lobatto(3)</code> with <i>h</i> = 10");
  free(text);
}

// of a file that was cut off, and of one without a model, there is a sentence
static void a_file_without_a_model_says_so(void **state) {
  (void)state;
  if (!has_hdf5())
    skip();
  const char *out = in_folder("no.html");
  FILE *cut = fopen(in_folder("cut.h5"), "wb");
  assert_non_null(cut);
  fwrite("\x89HDF\r\n\x1a\n nothing", 1, 16, cut);
  fclose(cut);
  refused(2, "the file is damaged", "report", in_folder("cut.h5"), "-o", out);
  refused(2, "fake.h5: not an HDF5 file, although it is called one", "report",
          write_file("fake.h5", "t,y\n0,1\n"), "-o", out);
  refused(2, "has rows and no shapes", "animate", write_file("r.csv", "t,y\n0,1\n"), "-o",
          in_folder("no.png"));
  assert_int_equal(access(out, F_OK), -1);
}

// a study is run: verdicts, measures and curves are in its page; what is not met is an exit status, too
static void a_study_becomes_a_page(void **state) {
  (void)state;
  static const char fall[] =
      "study fall \"a <b>fall</b>\"\n"
      "run a: ball, method compose(euler-true, symmetric), step 0.05, until 2\n"
      "expect entry(a.event.impact, 1) = sqrt(2/9.81) within 1e-12\n"
      "draw \"Height\" a.t:a.y axes \"t\", \"height\"\n";
  char wrong[1000];
  const char *path = in_folder("study.html");
  write_file("ball.noslip", ball);
  char *text = page_of(path, "report", write_file("fall.study", fall), "-o", path);
  has(text, "<title>a &#60;b&#62;fall&#60;/b&#62;</title>");
  has(text, "\"verdict\": \"met\"");
  has(text, "\"ylabel\": \"height\"");
  has(text, "\"x\": [0,0.05,");
  free(text);
  snprintf(wrong, sizeof wrong, "%s", fall);
  memcpy(strstr(wrong, "9.81"), "9.80", 4);
  refused(1, "1 expectation was not met", "report", write_file("fall.study", wrong), "-o", path);
  text = read_file(path);
  has(text, "\"verdict\": \"FAILED\"");
  free(text);
  refused(2, "says itself how its models run", "report", in_folder("fall.study"), "--step", "0.1",
          "-o", path);
}

static void a_film_is_a_page_without_plots(void **state) {
  (void)state;
  const char *model = write_file("ball.noslip", ball), *path = in_folder("film.html");
  char *text = page_of(path, "animate", model, "-o", path);
  has(text, "\"kind\": \"film\"");
  assert_null(strstr(text, "id=\"plots\""));
  assert_null(strstr(text, "\"rows\":"));
  free(text);
}

static void results_become_a_page(void **state) {
  (void)state;
  const char *path = in_folder("results.html");
  const char *json =
      write_file("results.json", "{\"model\": \"</script><script>\", \"methods\": []}\n");
  char *text = page_of(path, "report", json, "-o", path);
  has(text, "\"model\": \"\\u003c/script>\\u003cscript>\"");
  free(text);
}

// a run that fails has a page up to there
static void a_run_that_fails_has_a_page(void **state) {
  (void)state;
  const char *model =
      write_file("fails.noslip", "model fails\ncoord x\nlagrangian x'^2/2 - 1/x\n"
                                 "force x = -1/x^3 - sqrt(x - 0.9)\n"
                                 "init x = 1\nrun method dla-mp, step 0.1, until 10\n");
  const char *path = in_folder("fails.html");
  result r = tool("report", model, "-o", path);
  assert_int_equal(r.status, 1);
  forget(&r);
  char *text = read_file(path);
  has(text, "<p class=\"trouble\">");
  free(text);
}

// a sentence of several lines has them on the page, too
static void lines_stay_lines(void **state) {
  (void)state;
  const char *path = in_folder("lines.html");
  result r =
      tool("report", NOSLIP_MODELS "/sleigh.noslip", "--step", "10", "--until", "1000", "-o", path);
  assert_int_equal(r.status, 1);
  assert_non_null(strstr(r.err, "\n  increments: "));
  forget(&r);
  char *text = read_file(path);
  has(text, "\n  increments: ");
  assert_null(strstr(text, "\\x0a"));
  free(text);
}

// ---------------------------------------------------------------------------------------------
// what is refused

static void mistakes_are_told(void **state) {
  (void)state;
  const char *model = write_file("ball.noslip", ball), *out = in_folder("no.html");
  refused(2, "`report` needs a model or a file", "report");
  refused(2, "`report` needs a name for the page", "report", model);
  refused(2, "a report is .html", "report", model, "-o", "a.png");
  refused(2, "say whose they are with --model", "report", write_file("r.csv", "t,y\n0,1\n"), "-o",
          out);
  const char *rows = write_file("r.csv", "t,y,y'\n0,1,0\n");
  refused(2, "--step is for runs", "report", rows, "--model", model, "--step", "1", "-o", out);
  refused(2, "--until is for runs", "animate", rows, "--model", model, "--until", "1", "-o", out);
  refused(2, "--method is for runs", "report", rows, "--model", model, "--method", "rattle", "-o",
          out);
  refused(2, "--backend is for runs", "report", rows, "--model", model, "--backend", "native", "-o",
          out);
  refused(2, "--project is for runs", "animate", rows, "--model", model, "--project", "-o", out);
  refused(2, "byte 2 is not as in JSON", "report", write_file("bad.json", "{x}"), "-o", out);
  refused(2, "is none of the results that become a page", "report",
          write_file("other.json", "{\"x\": 1}"), "-o", out);
  refused(2, "--frames is for pictures", "animate", model, "--frames", "3", "-o", out);
  assert_int_equal(access(out, F_OK), -1);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_model_becomes_a_page),
      cmocka_unit_test(a_residual_of_zero_stays_zero),
      cmocka_unit_test(pages_do_not_change),
      cmocka_unit_test(the_policy_allows_one_script),
      cmocka_unit_test(hostile_text_is_shown_as_text),
      cmocka_unit_test(long_runs_are_thinned),
      cmocka_unit_test(rows_of_a_file_become_a_page),
      cmocka_unit_test(rows_without_numbers_have_no_shapes),
      cmocka_unit_test(a_file_has_its_model),
      cmocka_unit_test(a_file_says_what_ended_its_run),
      cmocka_unit_test(a_file_without_a_model_says_so),
      cmocka_unit_test(a_study_becomes_a_page),
      cmocka_unit_test(a_film_is_a_page_without_plots),
      cmocka_unit_test(results_become_a_page),
      cmocka_unit_test(a_run_that_fails_has_a_page),
      cmocka_unit_test(lines_stay_lines),
      cmocka_unit_test(mistakes_are_told),
  };
  return tool_run(argc, argv, tests);
}
