// Tests of noslip_section: curves of integrable systems, many starts, ends, mistakes.

#include "tests/study/watcher.h"
#include "tests/support/counting.h"
#include "tests/support/sections.h"

#include <math.h>

// two oscillators that know nothing of each other, the second with frequency sqrt(2)
static const char pair[] = "model pair\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - x^2/2 - y^2\n"
                           "invariant a = (x^2 + x'^2)/2\ninvariant b = y'^2/2 + y^2\n"
                           "init x = 1, y = 0.5\nsection S: y = 0 rising plot (x, x')\n"
                           "run method srk-gauss(2), step 0.1, until 1000\n";

// the square root ends at x = 1
static const char cliff[] = "model cliff\ncoord x\nlagrangian x'^2/2 + 1e-6*sqrt(1 - x)\n"
                            "init x' = 1\nrun method dla-mp, step 0.1, until 2\n";

enum { nstart = 6 };
static const char *const keys[] = {"x", "y'"};

static void draw(double *starts, uint64_t seed) {
  static const noslip_range ranges[] = {{0.5, 1}, {0.5, 1}};
  for (int k = 0; k < nstart; k++)
    noslip_sample(starts + 2*k, ranges, 2, seed, k);
}

// ---------------------------------------------------------------------------------------------
// points

// the largest distance of a point from the circle x^2 + x'^2 = 1, where both invariants hold
static double off_the_circle(const char *method) {
  trial t = load(pair, NULL);
  follow(&t, (noslip_section_options){.runs = {.method = method}});
  double worst = 0, left = 0, right = 0;
  for (long i = 0; i < count_points(&t); i++) {
    double x = at(&t, 0, i, "x"), v = at(&t, 0, i, "x'");
    worst = fmax(worst, fabs(x*x + v*v - 1));
    worst = fmax(worst, fabs(at(&t, 0, i, "y'") - sqrt(0.5)));
    left += x < 0;
    right += x > 0;
  }
  check_above((double)count_points(&t), 223);  // 1000 sqrt(2)/(2 pi) = 225
  check_near(left/right, 1, 0.05);             // it goes all the way round
  assert_true(t.points->axes[0] == 1 && t.points->axes[1] == 2);
  drop(&t);
  return worst;
}

// Gauss methods keep quadratic invariants, in the short last step, too: the points are on the curve
static void points_lie_on_the_curve(void **state) {
  (void)state;
  check_below(off_the_circle("srk-gauss(2)"), 2e-14);
  check_below(off_the_circle("gonzalez"), 2e-14);
  check_above(off_the_circle("srk-radau1a(2)"), 1e-3);  // it does not, and that shows
}

// x = cos(t) crosses 0 at t = pi/2, which is in the last step, from 1.5 to 1.6: a shorter one, where
// the method is symmetric. The twin ends before the crossing, the other one at the node before it.
static void the_last_step_may_be_shorter(void **state) {
  (void)state;
  static const struct {
    const char *method;
    double until;
    long points, steps;
  } rows[] = {{"srk-gauss(4)", 1.6, 1, 4},
              {"srk-gauss(4)", 1.58, 1, 4},
              {"srk-gauss(4)", 1.56, 0, 4},
              {"srk-radau1a(3)", 1.6, 0, 3},
              {"srk-radau1a(3)", 2, 1, 4}};
  for (int i = 0; i < 5; i++) {
    trial t = load(pair, "x = 0 falling");
    follow(&t, (noslip_section_options){
                   .runs = {.method = rows[i].method, .step = 0.5, .until = rows[i].until}});
    assert_int_equal(count_points(&t), rows[i].points);
    assert_int_equal(t.points->starts[0].steps, rows[i].steps);
    assert_true(t.points->starts[0].complete);
    check_near(t.points->starts[0].time, rows[i].steps == 4 ? rows[i].until : 1.5, 1e-15);
    if (rows[i].points > 0)
      check_near(at(&t, 0, 0, "t"), 1.5707963267948966, 1e-5);
    drop(&t);
  }
}

// columns as in the file of a run, then axes that are no column
static void columns_are_named(void **state) {
  (void)state;
  static const char *const names[] = {
      "t", "x", "x'", "y", "y'", "energy", "momentum.x", "momentum.y", "a", "b", "atan2(x', x)"};
  trial t = collect(pair, "y = 0 plot (atan2(x', x), y')", NULL, 0, 10);
  assert_int_equal(t.points->ncolumn, 11);
  for (int i = 0; i < 11; i++)
    assert_string_equal(t.points->columns[i], names[i]);
  assert_int_equal(t.points->naxis, 2);
  assert_true(t.points->axes[0] == 10 && t.points->axes[1] == 4);
  assert_string_equal(t.points->equation, "y = 0");
  assert_true(t.points->direction == NOSLIP_BOTH);
  for (long i = 0; i < count_points(&t); i++)
    check_near(at(&t, 0, i, "atan2(x', x)"), atan2(at(&t, 0, i, "x'"), at(&t, 0, i, "x")), 1e-15);
  drop(&t);
}

// the direction of the options counts more than that of the section
static void direction_can_be_changed(void **state) {
  (void)state;
  trial t = load(pair, NULL);
  follow(&t, (noslip_section_options){.runs = {.until = 100}});
  long rising = count_points(&t);
  follow(&t, (noslip_section_options){.runs = {.until = 100}, .direction = NOSLIP_FALLING});
  long falling = count_points(&t);
  assert_true(at(&t, 0, 0, "y'") < 0);
  follow(&t, (noslip_section_options){.runs = {.until = 100}, .direction = NOSLIP_BOTH});
  assert_int_equal(count_points(&t), rising + falling);
  assert_true(rising == 22 && falling == 23);
  drop(&t);
}

// ---------------------------------------------------------------------------------------------
// many starts

static trial many(uint64_t seed, int threads, const char *backend) {
  double starts[2*nstart];
  trial t = load(pair, NULL);
  draw(starts, seed);
  follow(&t, (noslip_section_options){.runs = {.keys = keys,
                                               .nkey = 2,
                                               .starts = starts,
                                               .nmember = nstart,
                                               .until = 200,
                                               .threads = threads,
                                               .backend = backend}});
  assert_int_equal(t.points->nstart, nstart);
  return t;
}

static bool same_points(const trial *a, const trial *b) {
  bool same = true;
  for (int k = 0; k < nstart && same; k++) {
    const noslip_section_start *p = &a->points->starts[k], *q = &b->points->starts[k];
    same = p->npoint == q->npoint &&
           memcmp(p->points, q->points,
                  (size_t)p->npoint*(size_t)a->points->ncolumn*sizeof(double)) == 0;
  }
  return same;
}

// bit for bit, whoever computes them and however; other starts have others
static void threads_and_backends_do_not_matter(void **state) {
  (void)state;
  trial one = many(1, 1, "interpret"), three = many(1, 3, "interpret");
  trial other = many(2, 1, "interpret"), automatic = many(1, 2, NULL);
  check_above((double)count_points(&one), 40*nstart);
  assert_true(same_points(&one, &three));
  assert_true(same_points(&one, &automatic));
  assert_false(same_points(&one, &other));
  drop(&one);
  drop(&three);
  drop(&other);
  drop(&automatic);
}

// the fast start leaves the model behind, after its crossing; the slow one comes to the end
static void failures_keep_their_points(void **state) {
  (void)state;
  static const char *const speed[] = {"x'"};
  const double starts[] = {1.25, 0.3};
  trial t = load(cliff, "x = 0.5");
  follow(&t, (noslip_section_options){
                 .runs = {.keys = speed, .nkey = 1, .starts = starts, .nmember = 2}});
  assert_int_equal(t.points->nfailed, 1);
  check_text(t.points->starts[0].trouble, "stopped at t = 0.");
  assert_int_equal(t.points->starts[0].npoint, 1);
  assert_false(t.points->starts[0].complete);
  assert_null(t.points->starts[1].trouble);
  assert_int_equal(t.points->starts[1].npoint, 1);
  check_near(at(&t, 1, 0, "t"), 0.5/0.3, 1e-5);
  assert_true(t.points->starts[1].complete);
  drop(&t);
}

// ---------------------------------------------------------------------------------------------
// ends

static void counts_end_a_start(void **state) {
  (void)state;
  trial t = load(pair, NULL);
  follow(&t, (noslip_section_options){.count = 300});  // more than up to the end of the run line
  assert_int_equal(count_points(&t), 300);
  assert_true(t.points->starts[0].complete);
  check_above(t.points->starts[0].time, 1300);
  follow(&t, (noslip_section_options){.runs = {.until = 100}, .count = 5});
  assert_int_equal(count_points(&t), 5);
  check_below(t.points->starts[0].time, 25);
  follow(&t,
         (noslip_section_options){.runs = {.until = 100}, .count = 50});  // there are not so many
  assert_int_equal(count_points(&t), 22);
  assert_int_equal(t.points->nnote, 0);
  drop(&t);
}

// what never comes back is given up
static void patience_has_an_end(void **state) {
  (void)state;
  static const char mover[] = "model mover\ncoord x\nlagrangian x'^2/2\ninit x = -1, x' = 1\n"
                              "run method dla-mp, step 0.25\n";
  trial t = load(mover, "x = 0");
  follow(&t, (noslip_section_options){.count = 2});
  assert_int_equal(count_points(&t), 1);
  assert_int_equal(t.points->steps, 1000000 + 5);
  assert_false(t.points->starts[0].complete);
  assert_int_equal(t.points->nnote, 1);
  check_text(t.points->notes[0],
             "1 of 1 starts, the first is 0, did not cross the section any more");
  drop(&t);
}

static void progress_counts_and_stops(void **state) {
  (void)state;
  watcher w = {.enough = 1000000};
  noslip_section_result *r;
  trial t = load(pair, NULL);
  noslip_section_options o = {.runs = {.progress = watch, .progress_context = &w}};
  follow(&t, o);
  assert_true(w.done == 10000 && w.total == 10000);
  w = (watcher){.enough = 5000};
  assert_int_equal(noslip_section(t.context, t.model, &o, &r), NOSLIP_STOPPED);
  assert_true(r->steps >= 5000 && r->steps < 5100 && r->nunfinished == 1);
  assert_true(r->npoint > 110 && r->npoint < 116);  // 225 of the whole
  check_text(noslip_last_error(t.context), "stopped after 50");
  noslip_section_free(r);
  w = (watcher){.enough = 1000000};
  o.count = 40;
  follow(&t, o);
  assert_true(w.done == 40 && w.total == 40);
  drop(&t);
}

// ---------------------------------------------------------------------------------------------
// mistakes

static void refuse(const char *text, noslip_section_options o, const char *sentence) {
  trial t = load(text, NULL);
  assert_int_equal(noslip_section(t.context, t.model, &o, &t.points), NOSLIP_ERROR_ARGUMENT);
  assert_null(t.points);
  check_text(noslip_last_error(t.context), sentence);
  drop(&t);
}

static void mistakes_are_refused(void **state) {
  (void)state;
  static const char several[] = "model several\ncoord x\nlagrangian x'^2/2 - x^2\ninit x = 1\n"
                                "section left: x = -1 both\nsection right: x = 1 both\n"
                                "run method dla-mp, step 0.1\n";
  const double hole[] = {(double)NAN, 1};
  refuse(cliff, (noslip_section_options){0}, "the model has no section: give one");
  refuse(several, (noslip_section_options){.count = 1}, "several sections");
  refuse(several, (noslip_section_options){.count = 1}, ": left, right");
  refuse(several, (noslip_section_options){.section = "lift"}, "did you mean `left`?");
  refuse(several, (noslip_section_options){.section = "left"}, "no end");
  refuse(pair, (noslip_section_options){.count = -1}, "-1 is no number of points");
  refuse(pair, (noslip_section_options){.runs = {.threads = -1}}, "no number of threads");
  refuse(pair,
         (noslip_section_options){.runs = {.keys = keys, .nkey = 2, .starts = hole, .nmember = 1}},
         "not a finite number");
}

static void unreadable(const char *section, const char *place) {
  noslip_context *context = noslip_open(NULL);
  noslip_model *model;
  noslip_model_options o = {.section = section};
  assert_int_equal(noslip_model_parse(context, "test", pair, &o, &model), NOSLIP_ERROR_MODEL);
  check_text(noslip_last_error(context), place);
  noslip_close(context);
}

static void bad_equations_are_shown(void **state) {
  (void)state;
  static const char dae[] =
      "model dae\nstate y\nalgebraic z\ny' = z\nconstraint y = 1\ninit y = 1\n";
  unreadable("y", "the option `section`:1:2: error: expected `=`, found the end");
  unreadable("yy = 0", "the option `section`:1:1: error: unknown name `yy`");
  unreadable("y = 0 rising up", "the option `section`:1:14: error: expected the end, found `up`");
  unreadable("1 = 0", "the option `section`:1:1: error: nothing varies in the section");
  unreadable("[x, y] = 0", "the option `section`:1:1: error: a section is a scalar equation");
  unreadable("y = 0 when x", "the option `section`:1:");
  unreadable("y = 0 plot (x)", "expected `,`");
  noslip_context *context = noslip_open(NULL);
  noslip_model *model;
  noslip_model_options o = {.section = "energy = 0"};
  assert_int_equal(noslip_model_parse(context, "test", dae, &o, &model), NOSLIP_ERROR_MODEL);
  check_text(noslip_last_error(context), "the option `section`:1:1: error: there is no energy");
  noslip_close(context);
}

// ---------------------------------------------------------------------------------------------
// memory

// every request fails once: nothing is left behind, and the reason is told
static void memory_may_run_out(void **state) {
  (void)state;
  counter all = {0};
  bool done = false;
  for (long k = 1; !done; k++) {
    counter c = {.fail_at = k};
    noslip_context *context = noslip_open(&(noslip_options){count, &c});
    noslip_model *model = NULL;
    noslip_section_result *r = NULL;
    if (!context)
      continue;
    noslip_model_options m = {.section = "x = y plot (x*y, x)"};
    noslip_status status = noslip_model_parse(context, "test", pair, &m, &model);
    noslip_section_options o = {.runs = {.until = 50, .backend = "interpret", .threads = 1}};
    if (status == NOSLIP_OK)
      status = noslip_section(context, model, &o, &r);
    assert_true(status == NOSLIP_OK || status == NOSLIP_ERROR_MEMORY);
    done = status == NOSLIP_OK && c.requests < k;
    noslip_section_free(r);
    noslip_model_free(model);
    noslip_close(context);
    assert_int_equal(c.blocks, 0);
    all = c;
  }
  check_above((double)all.requests, 50);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(points_lie_on_the_curve),
      cmocka_unit_test(the_last_step_may_be_shorter),
      cmocka_unit_test(columns_are_named),
      cmocka_unit_test(direction_can_be_changed),
      cmocka_unit_test(threads_and_backends_do_not_matter),
      cmocka_unit_test(failures_keep_their_points),
      cmocka_unit_test(counts_end_a_start),
      cmocka_unit_test(patience_has_an_end),
      cmocka_unit_test(progress_counts_and_stops),
      cmocka_unit_test(mistakes_are_refused),
      cmocka_unit_test(bad_equations_are_shown),
      cmocka_unit_test(memory_may_run_out),
  };
  return check_run(argc, argv, tests);
}
