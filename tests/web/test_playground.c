// The playground in a browser. Skipped where there is no chromium, or no page: `make playground` makes it.

#define _POSIX_C_SOURCE 200809L  // clock_gettime, strtok_r
#include "noslip.h"
#include "output/columns.h"
#include "tests/support/browser.h"
#include "tests/support/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static browser *b;

static bool has_page(void) {
  bool built = access(NOSLIP_PLAYGROUND, R_OK) == 0, installed = browser_is_there();
  if (!built)
    print_message("skipped: there is no %s (make playground)\n", NOSLIP_PLAYGROUND);
  else if (!installed)
    print_message("skipped: there is no chromium\n");
  return built && installed;
}

static int begin(void **state) {
  (void)state;
  b = has_page() ? browser_open() : NULL;
  return 0;
}

static int end(void **state) {
  (void)state;
  if (b)
    browser_close(b);
  return 0;
}

#define needs_page() \
  if (!b) {          \
    skip();          \
  }

// what takes a second or more, in full only
#define needs_time()         \
  if (!b || !check_long()) { \
    skip();                  \
  }

// the page with a fragment, "" for none
static void go(const char *fragment) {
  char address[8000];
  snprintf(address, sizeof address, "file://%s%s", NOSLIP_PLAYGROUND, fragment);
  browser_go(b, address);
}

static bool evaluates(const char *expression, const char *expected) {
  char *text = browser_evaluate(b, expression);
  bool same = strcmp(text, expected) == 0;
  if (!same)
    print_error("%s is\n  %s\nexpected\n  %s\n", expression, text, expected);
  free(text);
  return same;
}

static double number(const char *expression) {
  char line[2000];
  snprintf(line, sizeof line, "String(%s)", expression);
  char *text = browser_evaluate(b, line);
  double x = strtod(text, NULL);
  free(text);
  return x;
}

static const char ended[] = "/steps in/.test(document.getElementById('status').textContent)";

// ---------------------------------------------------------------------------------------------
// loading

// Milliseconds from opening the page to its first plot, at best: other programs are running, too.
static double first_plot(void) {
  double best = HUGE_VAL;
  for (int i = 0; i < 8 && best > 1000; i++) {
    go("#model=sleigh");
    assert_true(browser_wait(b, "document.querySelector('canvas.curves')", 10));
    best = fmin(best, number("performance.now()"));
  }
  print_message("%.0f ms to the first plot\n", best);
  return best;
}

// One file that loads nothing, with a film and plots a second after it was opened, and not a word on
// the console.
static void page_loads_and_runs(void **state) {
  (void)state;
  needs_page();
  check_below(first_plot(), 1000);
  assert_true(browser_wait(b, ended, 10));
  assert_true(
      evaluates("document.title", "Chaplygin sleigh on an inclined plane · noslip playground"));
  assert_true(evaluates("String(performance.getEntriesByType('resource').filter(e => "
                        "!e.name.startsWith('blob:') && !e.name.startsWith('data:')).length)",
                        "0"));
  assert_true(evaluates("document.querySelector('#verdicts .kept').textContent", "resolved"));
  assert_true(number("document.querySelectorAll('#equations math').length") > 3);
  assert_string_equal(browser_console(b), "");
}

// twin: what a page says is noticed
static void console_is_heard(void **state) {
  (void)state;
  needs_page();
  browser_go(b, "data:text/html,<script>console.log('heard')</script>");
  check_text(browser_console(b), "heard");
}

static void page_is_small(void **state) {
  (void)state;
  needs_page();
  FILE *file = fopen(NOSLIP_PLAYGROUND, "rb");
  assert_non_null(file);
  assert_int_equal(fseek(file, 0, SEEK_END), 0);
  check_below((double)ftell(file), 2.5e6);
  fclose(file);
}

// the pixels of the film, as a text
static char *film_pixels(void) {
  return browser_evaluate(b, "document.querySelector('canvas.film').toDataURL()");
}

static void film_moves_while_it_plays(void **state) {
  (void)state;
  needs_page();
  go("#model=sleigh");
  assert_true(browser_wait(b, ended, 10));
  char *before = film_pixels();
  browser_wait(b, "false", 0.2);
  char *after = film_pixels();
  assert_string_not_equal(before, after);
  free(before);
  free(after);
  // twin: it stands still when it does not play
  free(browser_evaluate(b, "document.querySelector('.play').click(), ''"));
  before = film_pixels();
  browser_wait(b, "false", 0.2);
  after = film_pixels();
  assert_string_equal(before, after);
  free(before);
  free(after);
}

// Pictures of a run that goes on leave a film paused, and without trails, that was so; the next run plays.
static void film_stays_paused_while_it_grows(void **state) {
  (void)state;
  static const char sign[] = "document.querySelector('.play').title",
                    trails[] = "String(document.querySelector('.controls label input').checked)",
                    grown[] = "document.querySelector('canvas.film') !== window.last";
  needs_page();
  go("#model=chain&until=1e5");
  assert_true(browser_wait(b, "document.querySelector('canvas.film')", 10));
  assert_true(evaluates(sign, "pause"));
  free(browser_evaluate(b, "document.querySelector('.play').click(),"
                           "document.querySelector('.controls label input').click(),"
                           "window.last = document.querySelector('canvas.film'), ''"));
  assert_true(browser_wait(b, grown, 10));
  assert_true(evaluates(sign, "play"));
  assert_true(evaluates(trails, "false"));
  free(browser_evaluate(b,
                        "document.getElementById('until').value = '2',"
                        "document.getElementById('until').dispatchEvent(new Event('change')), ''"));
  assert_true(browser_wait(b, ended, 10));
  assert_true(browser_wait(b, "document.querySelector('.play').title === 'pause'", 10));
}

// ---------------------------------------------------------------------------------------------
// digits

enum { many_steps = 60, few_steps = 8, state_most = 400 };

// The state after some steps of every model, computed by the module of the page: a line with the name,
// the steps taken and the bits of each number. `every`: each so many models.
static char *states_in_browser(int steps, int every) {
  char expression[4000];
  snprintf(
      expression, sizeof expression,
      "(async () => {"
      "const text = id => document.getElementById(id).textContent;"
      "const engines = text('worker').split('// ---- worker.js')[0];"
      "const make = new Function('module', engines + 'return makeEngine(module);');"
      "const packed = Uint8Array.from(atob(text('module')), c => c.charCodeAt(0));"
      "const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));"
      "const module = await WebAssembly.compile(await new Response(stream).arrayBuffer());"
      "const engine = make(module);"
      "const bits = x => new BigUint64Array(new Float64Array([x]).buffer)[0].toString(16);"
      "const lines = JSON.parse(text('shipped')).filter((m, i) => i %% %d === 0).map(m => {"
      "  const begun = engine.start(m.text, {});"
      "  if (begun.mistake) return m.name + ' ' + begun.mistake.message;"
      "  engine.advance(%d);"
      "  const state = Object.values(engine.report().state);"
      "  return [m.name, engine.taken(), ...state.map(x => bits(x ?? NaN))].join(' ');"
      "}); return lines.join('\\n'); })()",
      every, steps);
  return browser_evaluate(b, expression);
}

// the same by the library of this program: rows are looked at as there
static int state_here(const char *name, int steps, double *values) {
  char path[400];
  noslip_model *model;
  noslip_run *run;
  columns c;
  const noslip_run_options options = {.backend = "interpret"};
  noslip_context *context = noslip_open(NULL);
  snprintf(path, sizeof path, "%s/%s.noslip", NOSLIP_MODELS, name);
  check_that(noslip_model_load(context, path, &model) == NOSLIP_OK, __FILE__, __LINE__, "%s: %s\n",
             name, noslip_last_error(context));
  assert_int_equal(noslip_run_new(context, model, &options, &run), NOSLIP_OK);
  assert_true(columns_init(&c, run));
  columns_fill(&c, run);
  for (long i = 1; i <= steps && i <= noslip_run_steps(run); i++) {
    assert_int_equal(noslip_step(run), NOSLIP_OK);
    if (i % noslip_run_every(run) == 0)
      columns_fill(&c, run);
  }
  int n = noslip_run_count(run, NOSLIP_STATE);
  assert_true(n <= state_most);
  memcpy(values, noslip_run_values(run, NOSLIP_STATE), (size_t)n*sizeof *values);
  columns_free(&c);
  noslip_run_free(run);
  noslip_model_free(model);
  noslip_close(context);
  return n;
}

// Milliseconds of so many steps here, without what other programs take: for those of the page there is only
// a clock, and several attempts.
static double native_steps(const char *name, int steps) {
  char path[400];
  noslip_model *model;
  noslip_run *run;
  struct timespec a, z;
  const noslip_run_options options = {.backend = "interpret", .until = 1e4};
  noslip_context *context = noslip_open(NULL);
  snprintf(path, sizeof path, "%s/%s.noslip", NOSLIP_MODELS, name);
  assert_int_equal(noslip_model_load(context, path, &model), NOSLIP_OK);
  assert_int_equal(noslip_run_new(context, model, &options, &run), NOSLIP_OK);
  assert_int_equal(noslip_advance(run, 10), NOSLIP_OK);
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &a);
  assert_int_equal(noslip_advance(run, steps), NOSLIP_OK);
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &z);
  noslip_run_free(run);
  noslip_model_free(model);
  noslip_close(context);
  return 1e3*(double)(z.tv_sec - a.tv_sec) + 1e-6*(double)(z.tv_nsec - a.tv_nsec);
}

// numbers of a line that differ in any bit from those of this program
static int differing(char *line, int steps) {
  double here[state_most];
  char *rest, *name = strtok_r(line, " ", &rest), *taken = strtok_r(NULL, " ", &rest);
  int n = state_here(name, steps, here), wrong = 0;
  assert_non_null(taken);
  for (int i = 0; i < n; i++) {
    const char *word = strtok_r(NULL, " ", &rest);
    uint64_t bits = word ? strtoull(word, NULL, 16) : 0, own;
    memcpy(&own, &here[i], sizeof own);
    wrong += bits != own;
  }
  if (wrong > 0)
    print_error("%s after %s steps: %d of %d numbers differ\n", name, taken, wrong, n);
  return wrong;
}

// Every model that is shipped runs, with the bits of the native interpreter: sin, exp and the others are
// noslip's own, and there are no fused products. So the tolerance is none.
static void digits_are_those_of_the_interpreter(void **state) {
  (void)state;
  needs_page();
  int steps = check_long() ? many_steps : few_steps, wrong = 0, models = 0;
  go("#model=sleigh");
  char *lines = states_in_browser(steps, check_share(6)), *rest;
  for (char *line = strtok_r(lines, "\n", &rest); line;
       line = strtok_r(NULL, "\n", &rest), models++)
    wrong += differing(line, steps);
  assert_int_equal(wrong, 0);
  assert_true(models > 90/check_share(6));
  free(lines);
}

// twin: the states of one step more are others
static void other_digits_are_noticed(void **state) {
  (void)state;
  needs_time();
  go("#model=sleigh");
  char *lines = states_in_browser(few_steps, 1000);  // the first model alone
  assert_true(differing(lines, few_steps + 1) > 0);
  free(lines);
}

// ---------------------------------------------------------------------------------------------
// speed

// milliseconds of so many steps of a model in the page and here, the best of some attempts side by side
static void time_steps(const char *name, int steps, double *page, double *here) {
  char line[1600];
  snprintf(
      line, sizeof line,
      "(async () => { if (!window.engineOf) { const text = id => document.getElementById(id)"
      ".textContent; const packed = Uint8Array.from(atob(text('module')), c => c.charCodeAt(0));"
      "const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));"
      "window.engineOf = new Function('module', text('worker').split('// ---- worker.js')[0] +"
      "'return makeEngine(module);')(await WebAssembly.compile("
      "await new Response(stream).arrayBuffer())); }"
      "const m = JSON.parse(document.getElementById('shipped').textContent)"
      ".find(m => m.name === '%s');"
      "engineOf.start(m.text.replace(/^run .*/m, '$&, every 100000'), {until: 1e4});"
      "engineOf.advance(10); const began = performance.now(); engineOf.advance(%d);"
      "const took = performance.now() - began;"
      "return engineOf.taken() === %d ? String(took) : '1e9'; })()",  // those that did not run are slow
      name, steps, steps + 10);
  char *text = browser_evaluate(b, line);
  double took = strtod(text, NULL);
  check_that(took > 0, __FILE__, __LINE__, "%s: %s\n", name, text);  // a failure is no time
  *page = fmin(*page, took);
  free(text);
  *here = fmin(*here, native_steps(name, steps));
}

// A step takes at most twice as long as with the native interpreter.
static void a_step_takes_at_most_twice_as_long(void **state) {
  (void)state;
  needs_page();
  static const char *const names[] = {"chaotic", "rattleback"};
  static const int steps[] = {20000,
                              300};  // many milliseconds: the clock of a page has tenths of one
  go("#model=pendulum");
  assert_true(browser_wait(b, ended, 10));
  for (int k = 0; k < 2; k++) {
    double page = HUGE_VAL, here = HUGE_VAL;
    for (int i = 0; i < 30 && !(i > 5 && page < 2*here); i++)
      time_steps(names[k], steps[k], &page, &here);
    print_message("%s: %.2f times as long, %.1f ms\n", names[k], page/here, page);
    check_below(page, 2*here);
  }
}

// ---------------------------------------------------------------------------------------------
// mistakes

static void mistake_is_marked_at_its_column(void **state) {
  (void)state;
  needs_page();
  go("#text=model%20a%0Acoord%20%CE%B8%2C%20y%0Alagrangian%20%CE%B8%27%5E2%20%2B%20bar%28y%29*y");
  assert_true(browser_wait(b, "document.querySelector('.layer .mistake')", 10));
  assert_true(evaluates("document.querySelector('.layer .mistake').textContent", "bar"));
  assert_true(evaluates("document.querySelector('.numbers .wrong').textContent", "3"));
  assert_true(
      evaluates("document.querySelector('#mistake button').textContent", "line 3, column 19"));
  char *said = browser_evaluate(b, "document.querySelector('#mistake pre').textContent");
  check_text(said, "unknown name `bar`");
  free(said);
  // mended, it is marked no more and runs
  free(browser_evaluate(b, "{ const a = document.querySelector('.area');"
                           "a.value = a.value.replace('bar(y)*y', \"y'^2/2 - y^2\");"
                           "a.dispatchEvent(new Event('input')); '' }"));
  assert_true(browser_wait(b, "document.getElementById('mistake').hidden", 10));
  free(browser_evaluate(b, "document.getElementById('run').click(), ''"));
  assert_true(browser_wait(b, ended, 10));
  assert_string_equal(browser_console(b), "");
}

static void run_that_cannot_begin_says_why(void **state) {
  (void)state;
  needs_page();
  go("#text=model%20a%0Acoord%20x%2C%20y%0Alagrangian%20x%27%5E2%2By%27%5E2%0A"
     "holonomic%20c%3A%20x%5E2%20%3D%201%0Ainit%20x%20%3D%202%0A");
  assert_true(browser_wait(b, "!document.getElementById('mistake').hidden", 10));
  char *said = browser_evaluate(b, "document.querySelector('#mistake pre').textContent");
  check_text(said, "violate the constraint `c`");
  free(said);
}

// words of the language have colours, also methods, whose names have other characters
static void words_have_colours(void **state) {
  (void)state;
  needs_page();
  go("#text=model%20a%0Acoord%20x%0Alagrangian%20x%27%5E2%2F2%20-%20cos(x)%20%23%20note%0Adraw%"
     "20point%20%5Bx%2C%200%5D%0A"
     "run%20method%20dla-mp%2C%20step%200.1%2C%20until%201");
  assert_true(browser_wait(b, "document.querySelector('.layer .statement')", 10));
  assert_true(evaluates(
      "[...document.querySelectorAll('.layer .statement')].map(e => e.textContent).join()",
      "model,coord,lagrangian,draw,run"));
  assert_true(
      evaluates("[...document.querySelectorAll('.layer .clause')].map(e => e.textContent).join()",
                "point,method,dla-mp,step,until"));
  assert_true(evaluates("document.querySelector('.layer .comment').textContent", "# note"));
  assert_true(evaluates("document.querySelector('.layer').textContent",
                        "model a\ncoord x\nlagrangian x'^2/2 - cos(x) # note\ndraw point [x, 0]\n"
                        "run method dla-mp, step 0.1, until 1\n"));
}

// ---------------------------------------------------------------------------------------------
// hostile texts

// A fragment may have anything in it. It is shown as it is, nothing of it runs or is loaded.
static void hostile_text_is_text(void **state) {
  (void)state;
  needs_page();
  go("#text=model%20a%20%22%3Cimg%20src%3Dx%20onerror%3D%27document.body.dataset.owned%3D1%27%3E%"
     "22%0A"
     "%23%20%3C%2Fscript%3E%3Cscript%3Edocument.body.dataset.owned%3D1%3C%2Fscript%3E%20%E2%80%AE%"
     "00%27%0A"
     "param%20m%20%3D%201%0Acoord%20x%0Alagrangian%20m%2F2*x%27%5E2%20-%20x%5E2%0Ainit%20x%20%3D%"
     "201%0A"
     "observe%20energy2%20%3D%20x%0Arun%20method%20rattle%2C%20step%200.1%2C%20until%201");
  assert_true(browser_wait(b, ended, 10));
  assert_true(evaluates("String(document.body.dataset.owned)", "undefined"));
  assert_true(evaluates(
      "String(document.querySelectorAll('#sections img, #sections script').length)", "0"));
  assert_true(evaluates("document.title.slice(0, 14)", "<img src=x one"));
  assert_true(
      evaluates("document.querySelector('.area').value.slice(0, 20)", "model a \"<img src=x "));
  assert_true(evaluates("document.querySelector('.area').value.split('\\n')[1].slice(0, 20)",
                        "# </script><script>d"));
  // the mark of direction is shown as a mark
  assert_true(evaluates("String(document.querySelectorAll('.layer .hidden').length)", "1"));
  assert_string_equal(browser_console(b), "");
}

// twin: the policy of the page refuses what the test looks for, markup in a place where it would count
static void policy_refuses_markup_that_would_run(void **state) {
  (void)state;
  needs_page();
  go("#model=sleigh");
  free(browser_evaluate(b, "document.getElementById('sections').innerHTML = "
                           "'<img src=x onerror=\"document.body.dataset.owned=1\">', ''"));
  browser_wait(b, "false", 0.3);
  assert_true(evaluates("String(document.body.dataset.owned)", "undefined"));
  check_text(browser_console(b), "Content Security Policy");
}

static void broken_link_says_so(void **state) {
  (void)state;
  needs_time();
  go("#packed=!!!!");
  assert_true(browser_wait(b, ended, 10));
  assert_true(evaluates("document.getElementById('models').value", "rattleback"));
  assert_true(evaluates("document.querySelector('#mistake pre').textContent",
                        "This link has no model in it: a part of it is missing."));
}

// ---------------------------------------------------------------------------------------------
// stop and share

// milliseconds from a click on Stop, or on what the expression names, to its answer
static double time_to_stop(const char *click) {
  char line[600];
  go("#model=chain&until=1e5");
  assert_true(browser_wait(b, "document.querySelector('canvas.curves')", 10));
  snprintf(line, sizeof line,
           "(async () => { const began = performance.now(); %s;"
           "while (!/^stopped/.test(document.getElementById('status').textContent) &&"
           "performance.now() < began + 1000) await new Promise(next => setTimeout(next, 1));"
           "return String(performance.now() - began); })()",
           click);
  char *text = browser_evaluate(b, line);
  double took = strtod(text, NULL);
  free(text);
  return took;
}

// A run of many steps ends within a tenth of a second, at best: other programs are running, too.
static void stop_answers_at_once(void **state) {
  (void)state;
  needs_page();
  double best = HUGE_VAL;
  for (int i = 0; i < 16 && best > 100; i++)
    best = fmin(best, time_to_stop("document.getElementById('run').click()"));
  print_message("%.0f ms to stop\n", best);
  check_below(best, 100);
  check_above(time_to_stop(""), 999);  // twin: it goes on if nobody stops it
}

static void run_with_other_settings_says_what_is_wrong(void **state) {
  (void)state;
  needs_time();
  go("#model=chain&until=1e9");
  assert_true(browser_wait(b, "!document.getElementById('mistake').hidden", 10));
  char *said = browser_evaluate(b, "document.querySelector('#mistake pre').textContent");
  check_text(said, "give a longer step, or an earlier end");
  free(said);
}

static void link_brings_the_model_back(void **state) {
  (void)state;
  needs_time();
  go("#model=pendulum");
  assert_true(browser_wait(b, ended, 10));
  free(browser_evaluate(b, "{ const a = document.querySelector('.area'); a.value += '# θ <b>\\n';"
                           "a.dispatchEvent(new Event('input'));"
                           "document.getElementById('until').value = '2.5';"
                           "document.getElementById('share').click(); '' }"));
  assert_true(browser_wait(b, "location.hash.startsWith('#packed=')", 5));
  char *text = browser_evaluate(b, "document.querySelector('.area').value");
  char *fragment = browser_evaluate(b, "location.hash");
  go(fragment);
  assert_true(browser_wait(b, ended, 10));
  assert_true(evaluates("document.querySelector('.area').value", text));
  assert_true(evaluates("document.getElementById('until').value", "2.5"));
  free(fragment);
  free(text);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(page_loads_and_runs),
      cmocka_unit_test(console_is_heard),
      cmocka_unit_test(page_is_small),
      cmocka_unit_test(film_moves_while_it_plays),
      cmocka_unit_test(film_stays_paused_while_it_grows),
      cmocka_unit_test(digits_are_those_of_the_interpreter),
      cmocka_unit_test(other_digits_are_noticed),
      cmocka_unit_test(a_step_takes_at_most_twice_as_long),
      cmocka_unit_test(mistake_is_marked_at_its_column),
      cmocka_unit_test(run_that_cannot_begin_says_why),
      cmocka_unit_test(words_have_colours),
      cmocka_unit_test(hostile_text_is_text),
      cmocka_unit_test(policy_refuses_markup_that_would_run),
      cmocka_unit_test(broken_link_says_so),
      cmocka_unit_test(stop_answers_at_once),
      cmocka_unit_test(run_with_other_settings_says_what_is_wrong),
      cmocka_unit_test(link_brings_the_model_back),
  };
  cmocka_set_test_filter(argc > 1 ? argv[1] : NULL);
  return cmocka_run_group_tests(tests, begin, end);
}
