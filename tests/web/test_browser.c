// Pages of `noslip report` in a real browser. Where there is none these tests are skipped, and say so.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "tests/support/browser.h"
#include "tests/support/check.h"
#include "tests/support/tool.h"

#include <dirent.h>

static browser *b;         // NULL: there is none
static char address[600];  // of the page that is open

static int begin(void **state) {
  (void)state;
  b = browser_is_there() ? browser_open() : NULL;
  if (!b)
    print_message("skipped: there is no chromium\n");
  return 0;
}

static int end(void **state) {
  (void)state;
  if (b)
    browser_close(b);
  return 0;
}

#define MODEL(name) NOSLIP_MODELS "/" name ".noslip"

static double number(const char *expression) {
  char line[2000];
  snprintf(line, sizeof line, "String(%s)", expression);
  char *text = browser_evaluate(b, line);
  double x = strtod(text, NULL);
  free(text);
  return x;
}

static bool evaluates(const char *expression, const char *expected) {
  char *text = browser_evaluate(b, expression);
  bool same = strcmp(text, expected) == 0;
  if (!same)
    print_error("%s is %s\n", expression, text);
  free(text);
  return same;
}

static void run_script(const char *statements) {
  char line[2000];
  snprintf(line, sizeof line, "(() => { %s })(), ''", statements);
  free(browser_evaluate(b, line));
}

// write a page, open it, and hear nothing from it
static void open_page(const char *const *words, const char *page) {
  if (!b)
    skip();
  result r = run_words(words, usual);
  check_that(r.status == 0, __FILE__, __LINE__, "exit status %d: %s\n", r.status, r.err);
  forget(&r);
  snprintf(address, sizeof address, "file://%s", page);
  browser_go(b, address);
  assert_string_equal(browser_console(b), "");
}

#define page_of(page, ...) open_page(WORDS(__VA_ARGS__, "-o", page), page)

// ---------------------------------------------------------------------------------------------
// what is looked at

// The time it takes to open, at best: other programs are running, too.
static void opens_at_once(void) {
  static const char taken[] =
      "performance.timing.loadEventEnd - performance.timing.navigationStart";
  double best = number(taken);
  for (int i = 0; i < 5 && best > 1000; i++) {
    browser_go(b, address);
    best = fmin(best, number(taken));
  }
  print_message("%.0f ms to open\n", best);
  check_below(best, 1000);
}

// milliseconds of the fastest of some pictures: 30 in a second are 33 each
static void draws_fast(void) {
  double best = number("Math.min(...Array.from({length: 30}, (_, i) => {"
                       "const {clock, player} = noslip, start = performance.now();"
                       "clock.set(clock.start + (clock.end - clock.start)*i/30);"
                       "return performance.now() - start; }))");
  print_message("a picture takes %.1f ms\n", best);
  check_below(best, 1000.0/30);
}

// Pictures that come onto the screen in a second of playing, at best: other programs are running, too.
static double frames_in_a_second(int attempts) {
  static const char play[] =
      "(async () => { const {clock, player} = noslip, from = player.pictures;"
      "const start = performance.now(); clock.play();"
      "await new Promise(next => setTimeout(next, 1000)); clock.pause();"
      "return String(1000*(player.pictures - from)/(performance.now() - start)); })()";
  double best = 0;
  for (int i = 0; i < attempts && best < 30; i++) {
    char *text = browser_evaluate(b, play);
    best = fmax(best, strtod(text, NULL));
    free(text);
  }
  return best;
}

static void plays_smoothly(void) {
  double frames = frames_in_a_second(8);
  print_message("%.0f pictures in a second\n", frames);
  check_above(frames, 30);
}

static char *pixels(const char *canvas) {
  char line[200];
  snprintf(line, sizeof line, "document.querySelector('%s').toDataURL()", canvas);
  return browser_evaluate(b, line);
}

// does a picture change when something is done?
static bool changes(const char *canvas, void (*act)(void)) {
  char *before = pixels(canvas);
  act();
  char *after = pixels(canvas);
  bool differ = strcmp(before, after) != 0;
  free(before);
  free(after);
  return differ;
}

static void wait_a_little(void) {
  browser_wait(b, "false", 0.2);
}

static void play(void) {
  run_script("noslip.clock.play()");
  wait_a_little();
  run_script("noslip.clock.pause()");
}

static const char film[] = "canvas.film", curves[] = ".plot canvas.curves";

static void plays(void) {
  assert_true(changes(film, play));
  assert_false(changes(film, wait_a_little));  // twin: it stands still when it does not play
}

// ---------------------------------------------------------------------------------------------
// the pointer

// the middle of an element in the window, and a share of its size to the right and below
static void point_at(const char *selector, const char *what, double share) {
  char line[600];
  snprintf(line, sizeof line,
           "document.querySelector('%s').scrollIntoView({block: 'center'});"
           "window.box = document.querySelector('%s').getBoundingClientRect()",
           selector, selector);
  run_script(line);
  browser_mouse(b, what, number("box.left + box.width/2") + share*number("box.width"),
                number("box.top + box.height/2") + share*number("box.height"));
}

static void drag(const char *selector) {
  point_at(selector, "mousePressed", -0.1);
  point_at(selector, "mouseMoved", 0.1);
  point_at(selector, "mouseReleased", 0.1);
}

static void drag_plot(void) {
  drag(".plot .overlay");
}

static void drag_film(void) {
  drag(film);
}

static void show_all(void) {
  run_script("document.querySelector('.plot .tools button:last-child').click()");
}

static void make_logarithmic(void) {
  run_script("document.querySelector('.plot .tools button:nth-child(2)').click()");
}

static void zoom_and_back(void) {
  drag_plot();
  show_all();
}

// values under the pointer, a click that sets the time, a drag that zooms, axes
static void plots_answer(void) {
  static const char value[] = "document.querySelector('.plot .legend output').textContent";
  run_script("noslip.clock.set(noslip.clock.start)");
  char *before = browser_evaluate(b, value);
  point_at(".plot .overlay", "mouseMoved", 0.07);
  char *after = browser_evaluate(b, value);
  assert_string_not_equal(before, after);
  free(before);
  free(after);
  point_at(".plot .overlay", "mousePressed", 0);
  point_at(".plot .overlay", "mouseReleased", 0);
  double share = number("noslip.clock.time/noslip.clock.end");
  assert_true(share > 0.3 && share < 0.7);
  assert_true(changes(curves, drag_plot));
  show_all();
  assert_false(changes(curves, zoom_and_back));
  assert_true(changes(curves, make_logarithmic));
}

// ---------------------------------------------------------------------------------------------
// tests

static void a_report_plays(void **state) {
  (void)state;
  page_of(in_folder("stone.html"), "report", MODEL("rattleback"), "--until", "2");
  opens_at_once();
  draws_fast();
  plays_smoothly();
  plays();
  plots_answer();
  assert_true(changes(film, drag_film));  // it is turned
  assert_string_equal(browser_console(b), "");
}

// 10^5 rows
static void a_long_report_plays(void **state) {
  (void)state;
  page_of(in_folder("long.html"), "report", MODEL("pendulum"), "--step", "0.001", "--until", "100",
          "--every", "1");
  opens_at_once();
  draws_fast();
  plays_smoothly();
  plays();
  char *text = read_file(in_folder("long.html"));
  check_below((double)strlen(text), 2.06e6);
  free(text);
}

// twin: what draws for a twentieth of a second does not
static void slow_pictures_are_noticed(void **state) {
  (void)state;
  page_of(in_folder("slow.html"), "animate", MODEL("bouncing_ball"));
  run_script("const {player} = noslip, draw = player.draw.bind(player);"
             "player.draw = () => { const end = performance.now() + 50;"
             "while (performance.now() < end); draw(); }");
  check_below(frames_in_a_second(2), 22);
}

// Texts of axes that are drawn from now on, and where each begins.
static void record_texts(void) {
  run_script("const p = CanvasRenderingContext2D.prototype, draw = p.fillText; window.texts = [];"
             "p.fillText = function(text, x, y) { const wide = this.measureText(text).width;"
             "texts.push([text, this.textAlign === 'right' ? x - wide : x - wide/2]);"
             "draw.call(this, text, x, y); }");
}

// Numbers at axes are not cut off, large ones have as many digits as are needed to tell them apart.
static void axes_have_whole_numbers(void **state) {
  (void)state;
  page_of(in_folder("far.html"), "report",
          write_file("far.noslip", "model far\ncoord x, y\nlagrangian (x'^2 + y'^2)/2\n"
                                   "init x' = -12345, y = 123456, y' = 0.01\n"
                                   "observe above = y\n"
                                   "run method dla-mp, step 0.1, until 10\n"));
  record_texts();
  show_all();
  check_above(number("texts.length"), 20);
  check_above(number("Math.min(...texts.map(t => t[1]))"), 0);
  assert_true(evaluates("String(texts.some(t => t[0] === '−1e5'))", "true"));
  assert_true(evaluates("String(texts.some(t => t[0] === '123456.06'))", "true"));
  // twin: what begins left of the page is noticed
  run_script(
      "document.querySelector('canvas.curves').getContext('2d').textAlign = 'right';"
      "document.querySelector('canvas.curves').getContext('2d').fillText('−1.000e+5', 5, 9)");
  check_below(number("Math.min(...texts.map(t => t[1]))"), 0);
}

// An observable that changes by its rounding only has an axis, too.
static void numbers_one_rounding_apart_are_drawn(void **state) {
  (void)state;
  page_of(in_folder("near.html"), "report",
          write_file("near.noslip", "model near\ncoord x\nlagrangian x'^2/2 - x^2/2\ninit x = 1\n"
                                    "observe close = 1 + 2.3e-16*cos(x)\n"
                                    "run method dla-mp, step 0.1, until 5\n"));
  record_texts();
  show_all();
  check_above(number("texts.length"), 10);
  assert_string_equal(browser_console(b), "");
}

// ---------------------------------------------------------------------------------------------
// keys, colours and paper

static void press_space(void) {
  browser_key(b, " ", " ");
  wait_a_little();
  browser_key(b, " ", " ");
}

static void press_right(void) {
  browser_key(b, "ArrowRight", "");
}

static void prefer_dark(void) {
  browser_prefer(b, "dark", "screen");
  wait_a_little();
}

// The film can be reached by the tabulator alone, and played by the space bar.
static void keys_play(void **state) {
  (void)state;
  page_of(in_folder("keys.html"), "report", MODEL("bouncing_ball"));
  browser_key(b, "Tab", "");
  assert_true(evaluates("document.activeElement.className", "film"));
  assert_true(changes(film, press_space));
  assert_true(evaluates("String(noslip.clock.playing)", "false"));
  assert_true(changes(film, press_right));
  // a button that has the focus is pressed by the same key once, and stops what it began
  browser_key(b, "Tab", "");
  assert_true(evaluates("document.activeElement.className", "play"));
  browser_key(b, " ", " ");
  assert_true(evaluates("String(noslip.clock.playing)", "true"));
}

// Pages follow the scheme of colours while they are open: canvases are painted again.
static void colours_follow_the_scheme(void **state) {
  (void)state;
  page_of(in_folder("scheme.html"), "report", MODEL("bouncing_ball"));
  browser_prefer(b, "light", "screen");
  wait_a_little();
  assert_true(changes(film, prefer_dark));
  browser_prefer(b, "light", "screen");
  wait_a_little();
  assert_true(changes(curves, prefer_dark));
  assert_false(changes(curves, prefer_dark));  // twin: the same scheme paints the same
  browser_prefer(b, "light", "screen");
  assert_string_equal(browser_console(b), "");
}

// on paper there is nothing to press
static void paper_has_no_buttons(void **state) {
  (void)state;
  static const char shown[] = "String([...document.querySelectorAll('.controls, .tools')]"
                              ".filter(e => e.getClientRects().length > 0).length)";
  page_of(in_folder("print.html"), "report", MODEL("bouncing_ball"));
  assert_true(number(shown) > 0);
  browser_prefer(b, "light", "print");
  assert_true(evaluates(shown, "0"));
  browser_prefer(b, "light", "screen");
}

// Pictures of a study are read and made larger with the pointer.
static void picture_answers(void) {
  static const char text[] = "document.querySelector('.plot .hint').textContent";
  assert_true(evaluates(text, "error at t = 1 over step h"));
  point_at(".plot .overlay", "mouseMoved", 0.07);
  char *read = browser_evaluate(b, text);
  check_text(read, "spark(");
  check_text(read, " at 0.0");
  free(read);
  assert_true(changes(curves, drag_plot));
  show_all();
  assert_false(changes(curves, zoom_and_back));
  assert_string_equal(browser_console(b), "");
}

static void a_study_is_shown(void **state) {
  (void)state;
  page_of(in_folder("study.html"), "report", NOSLIP_SOURCE "/studies/hilden_fig_2_2.study");
  assert_true(number("document.querySelectorAll('.pictures canvas.curves').length") == 1);
  assert_true(number("document.querySelectorAll('.verdict.kept').length") == 4);
  assert_true(number("document.querySelectorAll('.legend i').length") == 3);
  picture_answers();
}

static void a_film_plays(void **state) {
  (void)state;
  page_of(in_folder("ball.html"), "animate", MODEL("bouncing_ball"));
  plays();
}

// "moves", "rests" or "nothing": what a film shows at two times
static char *shown_by_film(void) {
  return browser_evaluate(b,
                          "(() => { const {clock, player} = noslip; const at = share => {"
                          "clock.set(clock.start + share*(clock.end - clock.start));"
                          "return player.canvas.toDataURL(); };"
                          "const first = at(0), moves = at(0.3) !== first || at(0.613) !== first;"
                          "player.bodies = player.trailShapes = []; clock.set(clock.start);"
                          "const empty = player.canvas.toDataURL() === first;"
                          "return empty ? 'nothing' : moves ? 'moves' : 'rests'; })()");
}

static int is_model(const struct dirent *e) {
  size_t n = strlen(e->d_name), end = strlen(".noslip");
  return n > end && strcmp(e->d_name + n - end, ".noslip") == 0;
}

// what is stacked or heaped stands still
static bool is_at_rest(const char *file) {
  return strcmp(file, "stack.noslip") == 0 || strcmp(file, "pile.noslip") == 0;
}

static void check_film(const char *file) {
  char model[600];
  snprintf(model, sizeof model, "%s/%s", NOSLIP_MODELS, file);
  page_of(in_folder("shipped.html"), "report", model);
  char *shown = shown_by_film();
  check_that(strcmp(shown, is_at_rest(file) ? "rests" : "moves") == 0, __FILE__, __LINE__,
             "%s: %s\n", file, shown);
  assert_string_equal(browser_console(b), "");
  free(shown);
}

// Every model that is shipped is seen, and moves, without a word to the console.
static void shipped_models_move(void **state) {
  (void)state;
  struct dirent **list;
  int n = scandir(NOSLIP_MODELS, &list, is_model, alphasort), share = check_share(16);
  assert_true(n > 90);
  for (int i = 0; i < n; i++) {
    if (i % share == 0)
      check_film(list[i]->d_name);
    free(list[i]);
  }
  free(list);
}

// twin: a film without bodies, and one that stands still, are noticed
static void films_that_show_nothing_are_noticed(void **state) {
  (void)state;
  static const char text[] = "model a\ncoord x\nlagrangian x'^2/2\ninit x = 1\n%s"
                             "run method dla-mp, step 0.1, until 1\n";
  char model[300];
  snprintf(model, sizeof model, text, "draw ball [x, 0], 1\n");
  page_of(in_folder("rests.html"), "report", write_file("rests.noslip", model));
  char *shown = shown_by_film();
  assert_string_equal(shown, "rests");
  free(shown);
  snprintf(model, sizeof model, text, "draw ball [1/(x - 1), 0], 1\n");
  page_of(in_folder("none.html"), "report", write_file("none.noslip", model));
  shown = shown_by_film();
  assert_string_equal(shown, "nothing");
  free(shown);
}

static void results_are_shown(void **state) {
  (void)state;
  if (!b)
    skip();
  result r =
      tool("compare", MODEL("sleigh"), "--methods", "dla-mp,spark(3)", "--until", "5", "--json");
  assert_int_equal(r.status, 0);
  write_file("results.json", r.out);
  forget(&r);
  page_of(in_folder("results.html"), "report", in_folder("results.json"));
  assert_true(number("document.querySelectorAll('.plot').length") == 2);
  assert_true(number("document.querySelectorAll('tr').length") == 3);
}

// nothing of a model has become markup, nothing of it runs, and no other script does either
static void nothing_hostile_runs(void **state) {
  (void)state;
  const char *model = write_file(
      "hostile.noslip",
      "# </pre><script>window.hostile = 1</script> <img src=x onerror='window.hostile = 2'>\n"
      "model hostile \"</title></script><script>window.hostile = 3</script>\xe2\x80\xae <b>'\"\n"
      "coord x\nlagrangian x'^2/2\ninit x' = 1\nrun method dla-mp, step 0.1, until 1\n");
  page_of(in_folder("hostile.html"), "report", model);
  assert_true(number("document.querySelectorAll('img, main script').length") == 0);
  assert_true(browser_wait(b, "document.body.innerText.includes('window.hostile')", 1));
  run_script(
      "const s = document.createElement('script'); s.textContent = 'window.hostile = 4';"
      "document.body.append(s);"
      "document.body.insertAdjacentHTML('beforeend', '<svg onload=\"window.hostile = 5\">');");
  wait_a_little();
  assert_true(browser_wait(b, "window.hostile === undefined", 1));
  check_text(browser_console(b), "Content Security Policy");  // it says what it has refused
}

// the same of results, whose texts the program puts onto the page
static void hostile_results_are_text(void **state) {
  (void)state;
  const char *results = write_file(
      "hostile.json",
      "[{\"study\": \"a\", \"title\": \"</script><img src=x onerror='window.hostile = 1'>\", "
      "\"met\": 1, \"failed\": 0, \"left_out\": 0, \"measures\": [], \"expectations\": "
      "[{\"what\": \"<b>x</b>\xe2\x80\xae y\\u202e\\u0000\", \"relation\": \"=\", \"verdict\": "
      "\"met\", "
      "\"measured\": 1, \"expected\": 1}]}]");
  page_of(in_folder("results.html"), "report", results);
  wait_a_little();
  assert_true(number("document.querySelectorAll('img, main script, main b').length") == 0);
  assert_true(browser_wait(b, "window.hostile === undefined", 1));
  assert_true(evaluates("document.querySelector('td code').textContent",
                        "<b>x</b>\\u202e y\\u202e\\u0000"));
  assert_string_equal(browser_console(b), "");
}

// a page whose program was changed does not run: its hash is another
static void a_changed_page_is_refused(void **state) {
  (void)state;
  page_of(in_folder("film.html"), "animate", MODEL("bouncing_ball"));
  char *text = read_file(in_folder("film.html"));
  memcpy(strstr(text, "showPage();\n})"), "show_age();", strlen("show_age();"));
  snprintf(address, sizeof address, "file://%s", write_file("changed.html", text));
  free(text);
  browser_go(b, address);
  assert_true(browser_wait(b, "!window.noslip && !document.querySelector('canvas')", 1));
  check_text(browser_console(b), "Content Security Policy");
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_report_plays),
      cmocka_unit_test(a_long_report_plays),
      cmocka_unit_test(slow_pictures_are_noticed),
      cmocka_unit_test(axes_have_whole_numbers),
      cmocka_unit_test(numbers_one_rounding_apart_are_drawn),
      cmocka_unit_test(keys_play),
      cmocka_unit_test(colours_follow_the_scheme),
      cmocka_unit_test(paper_has_no_buttons),
      cmocka_unit_test(a_study_is_shown),
      cmocka_unit_test(a_film_plays),
      cmocka_unit_test(shipped_models_move),
      cmocka_unit_test(films_that_show_nothing_are_noticed),
      cmocka_unit_test(results_are_shown),
      cmocka_unit_test(nothing_hostile_runs),
      cmocka_unit_test(hostile_results_are_text),
      cmocka_unit_test(a_changed_page_is_refused),
  };
  cmocka_set_test_filter(argc > 1 ? argv[1] : NULL);
  if (!mkdtemp(folder))
    return 1;
  return remove_folder(cmocka_run_group_tests(tests, begin, end));
}
