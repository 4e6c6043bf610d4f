// Many steps in one call leave the bits that as many calls leave, in the states and in all that is watched;
// a step that fails in the middle fails with the same words, and warnings come at the same nodes.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "tests/run/record_models.h"
#include "tests/support/backends.h"

#include "run/many.h"

// the rods fold through a singular place, which a look at some of the nodes notices
static const char folding[] = "model axes\ncoord x, y\nlagrangian (x'^2 + y'^2)/2\n"
                              "holonomic axes: x*y = 0\ninit x = -1, x' = 1\n";
// no number beyond x = 1
static const char edge[] = "model edge\ncoord x\nlagrangian x'^2/2 - sqrt(1 - x)\ninit x = 0.5\n";
// an observable that is no number from x = 1 on
static const char odd[] = "model odd\ncoord x\nlagrangian x'^2/2\ninit x' = 1\n"
                          "observe root = sqrt(1 - x)\n";

static const struct {
  const char *text, *method;
  double h;
} others[] = {{folding, "rattle", 0.013}, {edge, "dla-mp", 0.01}, {odd, "dla-mp", 0.013}};
enum { nother = sizeof others/sizeof *others };

static trial begin_with(int i, bool unmonitored, const char *backend) {
  bool other = i >= record_nrun;
  int k = other ? i - record_nrun : i;
  return trial_begin(
      other ? others[k].text : record_runs[k].text,
      &(noslip_run_options){.method = other ? others[k].method : record_runs[k].method,
                            .step = other ? others[k].h : 0.02,
                            .backend = backend,
                            .unmonitored = unmonitored});
}

static trial begin(int i, bool unmonitored) {
  return begin_with(i, unmonitored, "interpret");
}

static const char *warning_difference(noslip_run *a, noslip_run *b) {
  noslip_report x, y;
  noslip_run_report(a, &x);
  noslip_run_report(b, &y);
  if (x.nwarning != y.nwarning)
    return "the number of warnings";
  for (int i = 0; i < x.nwarning; i++)
    if (strcmp(x.warnings[i], y.warnings[i]) != 0)
      return y.warnings[i];
  return NULL;
}

// `steps` of a one by one, of b in calls of different lengths; what differs
static const char *difference(trial *a, trial *b, long steps, bool monitored) {
  static const long lengths[] = {2, 1, 7, 50, 3};
  static char sentence[1000];
  noslip_status one = NOSLIP_OK, two = NOSLIP_OK;
  for (int k = 0; steps > 0 && one == NOSLIP_OK; k++, steps -= lengths[(k - 1) % 5]) {
    long n = lengths[k % 5];
    one = one_by_one(a->r, n);
    two = noslip_advance(b->r, n);
    if (one != two || noslip_run_taken(a->r) != noslip_run_taken(b->r))
      return "how many steps were taken";
    const char *what = monitored ? run_difference(a->r, b->r) : NULL;
    if (what)
      return what;
  }
  if (!same_bits(noslip_run_values(a->r, NOSLIP_STATE), noslip_run_values(b->r, NOSLIP_STATE),
                 noslip_run_count(a->r, NOSLIP_STATE)))
    return "the states at the end";
  if (one != NOSLIP_OK) {
    snprintf(sentence, sizeof sentence, "%s", noslip_last_error(a->c));
    if (strcmp(sentence, noslip_last_error(b->c)) != 0)
      return noslip_last_error(b->c);
  }
  return warning_difference(a->r, b->r);
}

static void many_steps_leave_the_same(void **unused) {
  (void)unused;
  for (int i = 0; i < record_nrun + nother; i++)
    for (int monitored = 0; monitored < 2; monitored++) {
      trial a = begin(i, !monitored), b = begin(i, !monitored);
      const char *what = difference(&a, &b, 200, monitored);
      check_that(!what, __FILE__, __LINE__, "run %d, monitored %d: %s\n", i, monitored, what);
      trial_end(&a);
      trial_end(&b);
    }
}

// the loop of compiled code, beside single steps of the interpreter
static void compiled_steps_leave_the_same(void **unused) {
  (void)unused;
  empty_cache("many");
  hasty_compiler("cc");
  for (int i = record_nrun; i < record_nrun + nother; i++) {
    trial a = begin(i, false), b = begin_with(i, false, "native");
    const char *what = difference(&a, &b, 200, true);
    check_that(!what, __FILE__, __LINE__, "run %d, compiled: %s\n", i, what);
    assert_string_equal(noslip_run_backend(b.r), "native");
    trial_end(&a);
    trial_end(&b);
  }
}

// these are taken in one call, those that somebody looks at are not
static void most_runs_may_take_them(void **unused) {
  (void)unused;
  int fused = 0;
  for (int i = 0; i < record_nrun + nother; i++) {
    trial t = begin(i, false);
    fused += many_applies(t.r);
    trial_end(&t);
  }
  assert_true(fused >= 10);
  trial ball = trial_with(record_ball, "lobatto(2)", 0.02);
  trial stop = trial_with(record_fall, "dla-mp", 0.02);
  assert_false(many_applies(ball.r) || many_applies(stop.r));
  trial_end(&ball);
  trial_end(&stop);
}

// what the models above are there for has happened
static void the_rare_happens(void **unused) {
  (void)unused;
  static const char *const words[] = {"singular place", NULL, "root"};
  for (int k = 0; k < nother; k++) {
    trial t = begin(record_nrun + k, false);
    noslip_status status = noslip_advance(t.r, 200);
    noslip_report report;
    noslip_run_report(t.r, &report);
    assert_int_equal(status, words[k] ? NOSLIP_OK : NOSLIP_ERROR_STEP);
    assert_true(noslip_run_taken(t.r) > 10);
    if (words[k])
      check_text(report.warnings[0], words[k]);
    trial_end(&t);
  }
}

// the comparison notices a step more, and a warning that came later
static void a_difference_is_noticed(void **unused) {
  (void)unused;
  trial a = begin(0, false), b = begin(0, false);
  trial_advance(&a, 1);
  assert_non_null(difference(&a, &b, 50, true));
  trial_end(&a);
  trial_end(&b);
  a = begin(record_nrun, false), b = begin(record_nrun, false);
  trial_advance(&a, 100);
  trial_advance(&b, 60);
  assert_non_null(warning_difference(a.r, b.r));
  trial_end(&a);
  trial_end(&b);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(many_steps_leave_the_same), cmocka_unit_test(compiled_steps_leave_the_same),
      cmocka_unit_test(most_runs_may_take_them),   cmocka_unit_test(the_rare_happens),
      cmocka_unit_test(a_difference_is_noticed),
  };
  if (!mkdtemp(folder))
    return 1;
  return remove_folder(check_run(argc, argv, tests));
}
