// Views: arrays that follow a run through everything that moves it.

#include "tests/run/record_models.h"
#include "tests/support/counting.h"

enum { groups = NOSLIP_OBSERVABLE + 1 };

typedef struct viewed {
  trial t;
  const double *of[groups];
} viewed;

static viewed view_all(trial t) {
  viewed v = {.t = t};
  for (int g = 0; g < groups; g++) {
    v.of[g] = noslip_run_view(t.r, (noslip_group)g);
    assert_non_null(v.of[g]);
  }
  return v;
}

// how many numbers differ from what the run says when it is asked
static int stale(const viewed *v) {
  int n = 0;
  for (int g = 0; g < groups; g++) {
    const double *x = noslip_run_values(v->t.r, (noslip_group)g);
    for (int i = 0; i < noslip_run_count(v->t.r, (noslip_group)g); i++)
      n += memcmp(&x[i], &v->of[g][i], sizeof *x) != 0;
  }
  return n;
}

static void views_follow(const viewed *v, const char *what, int k) {
  int n = stale(v);
  check_that(n == 0, __FILE__, __LINE__, "%d numbers of run %d (%s) are old after %s\n", n, k,
             record_runs[k].method, what);
}

// the numbers were others before, or the test shows nothing
static void views_moved(const viewed *v, double *before, const char *what, int k) {
  check_that(v->of[NOSLIP_STATE][0] != *before, __FILE__, __LINE__, "run %d stands after %s\n", k,
             what);
  *before = v->of[NOSLIP_STATE][0];
}

static void views_follow_a_run(void **unused) {
  (void)unused;
  for (int k = 0; k < record_nrun; k++) {
    viewed v = view_all(record_begin(k, k % 2 == 1));
    noslip_run *r = v.t.r;
    double first = v.of[NOSLIP_STATE][0], out;
    long made;
    views_follow(&v, "the start", k);
    assert_int_equal(noslip_step(r), NOSLIP_OK);
    views_moved(&v, &first, "a step", k);
    views_follow(&v, "a step", k);
    assert_int_equal(noslip_advance(r, 5), NOSLIP_OK);
    views_moved(&v, &first, "steps", k);
    views_follow(&v, "steps", k);
    if (noslip_visit(r, noslip_time(r) - 0.01) == NOSLIP_OK) {
      views_moved(&v, &first, "a visit", k);
      views_follow(&v, "a visit", k);
      noslip_return(r);
      views_moved(&v, &first, "a return", k);
      views_follow(&v, "a return", k);
    }
    assert_int_equal(noslip_run_record(r, NULL, 0, 0, 1, &out, &made), NOSLIP_OK);
    const char *const t[] = {"t"};
    double times[3];
    assert_int_equal(noslip_run_record(r, t, 1, 3, 2, times, &made), NOSLIP_OK);
    views_moved(&v, &first, "rows", k);
    views_follow(&v, "rows", k);
    for (int g = 0; g < groups; g++)
      assert_ptr_equal(noslip_run_view(r, (noslip_group)g), v.of[g]);
    trial_end(&v.t);
  }
}

// the twin: without a call of the library nothing brings them up to date, and `stale` notices
static void old_numbers_are_noticed(void **unused) {
  (void)unused;
  trial a = record_begin(0, false), b = record_begin(0, false);
  viewed v = view_all(a);
  trial_advance(&b, 1);
  v.t = b;
  assert_true(stale(&v) > 3);
  trial_end(&a);
  trial_end(&b);
}

static void views_follow_a_stop_and_a_finish(void **unused) {
  (void)unused;
  viewed v = view_all(trial_with(record_fall, "dla-mp", 0.01));
  assert_int_equal(noslip_advance(v.t.r, 1000), NOSLIP_STOPPED);
  assert_int_equal(stale(&v), 0);
  check_near(v.of[NOSLIP_STATE][2], 0, 1e-15);
  trial_end(&v.t);
  v = view_all(trial_begin(record_swing,
                           &(noslip_run_options){.method = "dla-mp", .step = 0.1, .until = 0.25}));
  trial_advance(&v.t, 2);
  double before = v.of[NOSLIP_STATE][0];
  assert_int_equal(noslip_finish(v.t.r), NOSLIP_OK);
  assert_true(stale(&v) == 0 && v.of[NOSLIP_STATE][0] != before);
  trial_end(&v.t);
}

static void views_follow_a_failed_step(void **unused) {
  (void)unused;
  viewed v = view_all(
      trial_with("model f\ncoord y\nlagrangian y'^2/2 - sqrt(y)\ninit y = 1\n", "dla-mp", 0.1));
  assert_int_equal(noslip_advance(v.t.r, 1000), NOSLIP_ERROR_STEP);
  assert_int_equal(stale(&v), 0);
  assert_true(v.of[NOSLIP_STATE][0] < 0.9);
  trial_end(&v.t);
}

static void views_follow_inputs(void **unused) {
  (void)unused;
  static const char text[] = "model u\ninput f = 0.5\nparam k = 1\ncoord x\n"
                             "lagrangian x'^2/2 - k*x^2/2\nforce x = f - x'\n"
                             "observe pull = f - x\ninit x = 1\n";
  const char *const live[] = {"k"};
  trial t = {.c = noslip_open(NULL)};
  noslip_model_options o = {.live = live, .nlive = 1};
  assert_int_equal(noslip_model_parse(t.c, "u", text, &o, &t.m), NOSLIP_OK);
  noslip_run_options run = {.method = "dla-mp", .step = 0.1};
  assert_int_equal(noslip_run_new(t.c, t.m, &run, &t.r), NOSLIP_OK);
  viewed v = view_all(t);
  const double *pull = v.of[NOSLIP_OBSERVABLE];
  check_near(*pull, -0.5, 0);
  assert_int_equal(noslip_set_input(t.r, "f", 3), NOSLIP_OK);
  check_near(*pull, 2, 0);
  trial_advance(&t, 3);
  assert_int_equal(noslip_set_input(t.r, "f", 5), NOSLIP_OK);
  check_near(*pull, 5 - v.of[NOSLIP_STATE][0], 1e-15);
  assert_int_equal(noslip_set_parameter(t.r, "k", 2), NOSLIP_OK);
  assert_int_equal(stale(&v), 0);
  trial_end(&t);
}

// one array for each run
static void copies_have_their_own(void **unused) {
  (void)unused;
  viewed v = view_all(record_begin(5, false));
  noslip_run *copy;
  trial_advance(&v.t, 3);
  double x = v.of[NOSLIP_STATE][0];
  assert_int_equal(noslip_run_copy(v.t.r, &copy), NOSLIP_OK);
  const double *own = noslip_run_view(copy, NOSLIP_STATE);
  assert_true(own != v.of[NOSLIP_STATE] && own[0] == x);
  assert_int_equal(noslip_advance(copy, 2), NOSLIP_OK);
  assert_true(v.of[NOSLIP_STATE][0] == x && own[0] != x && stale(&v) == 0);
  noslip_run_free(copy);
  trial_end(&v.t);
}

typedef struct looker {
  const double *x;
  int calls, old;
} looker;

static bool look(void *context, noslip_run *r) {
  looker *k = context;
  k->calls++;
  k->old += k->x && *k->x != noslip_run_values(r, NOSLIP_STATE)[0];
  return true;
}

static void monitors_see_new_numbers(void **unused) {
  (void)unused;
  looker k = {0};
  trial t = trial_begin(
      record_swing, &(noslip_run_options){
                        .method = "dla-mp", .step = 0.1, .monitor = look, .monitor_context = &k});
  k.x = noslip_run_view(t.r, NOSLIP_STATE);
  trial_advance(&t, 7);
  assert_true(k.calls == 7 && k.old == 0);
  trial_end(&t);
}

static void views_take_no_memory(void **unused) {
  (void)unused;
  counter c = {0};
  trial t = {.c = noslip_open(&(noslip_options){count, &c})};
  noslip_run_options o = {.method = "dla-cm", .step = 0.01, .backend = "interpret"};
  assert_int_equal(noslip_model_parse(t.c, "r", record_rolling, NULL, &t.m), NOSLIP_OK);
  assert_int_equal(noslip_run_new(t.c, t.m, &o, &t.r), NOSLIP_OK);
  viewed v = view_all(t);
  long before = c.requests;
  trial_advance(&t, 40);
  view_all(t);
  assert_int_equal(c.requests, before);
  assert_int_equal(stale(&v), 0);
  trial_end(&t);
}

static void there_is_no_view_of_nothing(void **unused) {
  (void)unused;
  trial t = record_begin(0, false);
  assert_null(noslip_run_view(NULL, NOSLIP_STATE));
  assert_null(noslip_run_view(t.r, (noslip_group)99));
  trial_end(&t);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(views_follow_a_run),
      cmocka_unit_test(old_numbers_are_noticed),
      cmocka_unit_test(views_follow_a_stop_and_a_finish),
      cmocka_unit_test(views_follow_a_failed_step),
      cmocka_unit_test(views_follow_inputs),
      cmocka_unit_test(copies_have_their_own),
      cmocka_unit_test(monitors_see_new_numbers),
      cmocka_unit_test(views_take_no_memory),
      cmocka_unit_test(there_is_no_view_of_nothing),
  };
  return check_run(argc, argv, tests);
}
