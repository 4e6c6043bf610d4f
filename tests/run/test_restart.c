// A run that is restarted: after a stop, a failed step, inputs and parameters that were set; what a caller
// holds stays; without memory nothing happens. That it is a new run to the last bit, for all methods and
// models, is in test_restart_pairs.c.

#include "tests/run/record_models.h"
#include "tests/support/counting.h"

enum { groups = NOSLIP_OBSERVABLE + 1 };

static void restart(trial *t, const noslip_start *start, int n) {
  if (noslip_run_restart(t->r, start, n) != NOSLIP_OK)
    check_fail("%s\n", noslip_last_error(t->c));
}

// how many numbers of two runs differ
static int differences(noslip_run *a, noslip_run *b) {
  int n = noslip_time(a) != noslip_time(b);
  for (int g = 0; g < groups; g++)
    for (int i = 0; i < noslip_run_count(a, (noslip_group)g); i++)
      n += memcmp(&noslip_run_values(a, (noslip_group)g)[i],
                  &noslip_run_values(b, (noslip_group)g)[i], sizeof(double)) != 0;
  return n;
}

// to its end or for a hundred steps, again and again
static void runs_repeat_themselves(void **unused) {
  (void)unused;
  for (int k = 0; k < record_nrun; k++) {
    trial a = record_begin(k, false), b = record_begin(k, false);
    noslip_status first = noslip_advance(b.r, 100);
    assert_true(differences(a.r, b.r) > 0);
    for (int turn = 0; turn < 3; turn++) {
      assert_int_equal(noslip_advance(a.r, 100), first);
      check_that(differences(a.r, b.r) == 0, __FILE__, __LINE__, "run %d with %s, turn %d\n", k,
                 record_runs[k].method, turn);
      restart(&a, NULL, 0);
      assert_null(noslip_run_stopped(a.r));
      check_near(noslip_time(a.r), 0, 0);
    }
    trial_end(&a);
    trial_end(&b);
  }
}

static void after_a_failed_step_it_begins_again(void **unused) {
  (void)unused;
  static const char text[] = "model f\ncoord y\nlagrangian y'^2/2 - sqrt(y)\ninit y = 1\n";
  trial t = trial_with(text, "dla-mp", 0.1), other = trial_with(text, "dla-mp", 0.1);
  assert_int_equal(noslip_advance(t.r, 1000), NOSLIP_ERROR_STEP);
  restart(&t, NULL, 0);
  trial_advance(&t, 5);
  trial_advance(&other, 5);
  assert_int_equal(differences(t.r, other.r), 0);
  restart(&t, &(noslip_start){"y", 4}, 1);
  check_near(noslip_value(t.r, "y"), 4, 0);
  trial_advance(&t, 10);
  restart(&t, NULL, 0);  // those it had
  check_near(noslip_value(t.r, "y"), 4, 0);
  restart(&t, &(noslip_start){"y", 4}, 0);  // those of the model
  check_near(noslip_value(t.r, "y"), 1, 0);
  trial_end(&t);
  trial_end(&other);
}

static void inputs_and_parameters_begin_again(void **unused) {
  (void)unused;
  static const char text[] = "model u\ninput f = 0.5\nparam k = 1\ncoord x\n"
                             "lagrangian x'^2/2 - k*x^2/2\nforce x = f - x'\ninit x = 1\n";
  const char *const live[] = {"k"};
  const double times[] = {0, 1}, values[] = {0, 3};
  const noslip_signal signal = {"f", times, values, 2, false};
  const noslip_parameter two = {"k", 2};
  trial t = {.c = noslip_open(NULL)}, other = {0};
  noslip_model_options o = {.live = live, .nlive = 1};
  noslip_run_options run = {.method = "dla-mp",
                            .step = 0.1,
                            .signals = &signal,
                            .nsignal = 1,
                            .parameters = &two,
                            .nparameter = 1};
  assert_int_equal(noslip_model_parse(t.c, "u", text, &o, &t.m), NOSLIP_OK);
  assert_int_equal(noslip_run_new(t.c, t.m, &run, &t.r), NOSLIP_OK);
  assert_int_equal(noslip_run_new(t.c, t.m, &run, &other.r), NOSLIP_OK);
  trial_advance(&t, 4);
  assert_int_equal(noslip_set_input(t.r, "f", 7), NOSLIP_OK);
  assert_int_equal(noslip_set_parameter(t.r, "k", 3), NOSLIP_OK);
  trial_advance(&t, 4);
  restart(&t, NULL, 0);
  check_near(noslip_run_parameter(t.r, 0), 2, 0);
  trial_advance(&t, 8);
  assert_int_equal(noslip_advance(other.r, 8), NOSLIP_OK);
  assert_int_equal(differences(t.r, other.r), 0);
  noslip_run_free(other.r);
  trial_end(&t);
}

static void what_a_caller_holds_stays(void **unused) {
  (void)unused;
  trial t = record_begin(5, false);
  const double *view = noslip_run_view(t.r, NOSLIP_STATE);
  const char *name = noslip_run_column_name(t.r, 1);
  noslip_shapes *shapes;
  assert_int_equal(noslip_run_set_note(t.r, "mine"), NOSLIP_OK);
  assert_int_equal(noslip_shapes_new(t.r, &shapes), NOSLIP_OK);
  double start = view[0];
  trial_advance(&t, 10);
  assert_true(view[0] != start);
  for (int k = 0; k < 5; k++) {
    restart(&t, NULL, 0);
    assert_true(view[0] == start);
    trial_advance(&t, 2);
    assert_true(view[0] == noslip_run_values(t.r, NOSLIP_STATE)[0]);
  }
  assert_ptr_equal(noslip_run_view(t.r, NOSLIP_STATE), view);
  assert_ptr_equal(noslip_run_column_name(t.r, 1), name);
  assert_string_equal(name, "x");
  assert_string_equal(noslip_run_note(t.r), "mine");
  assert_int_equal(noslip_shapes_look(shapes), NOSLIP_OK);
  noslip_shapes_free(shapes);
  trial_end(&t);
}

static void wrong_starts_leave_it_as_it_is(void **unused) {
  (void)unused;
  static const noslip_start wrong[] = {{"thh", 1}, {"th", (double)NAN}, {NULL, 1}};
  static const char *const said[] = {"did you mean `th`", "not a finite number", "`start[0].name`"};
  for (int k = 0; k < 3; k++) {
    trial t = record_begin(0, false), other = record_begin(0, false);
    const double *view = noslip_run_view(t.r, NOSLIP_STATE);
    trial_advance(&t, 7);
    trial_advance(&other, 7);
    double x = view[0];
    assert_int_equal(noslip_run_restart(t.r, &wrong[k], 1), NOSLIP_ERROR_ARGUMENT);
    check_text(noslip_last_error(t.c), said[k]);
    assert_true(view[0] == x);
    trial_advance(&t, 7);
    trial_advance(&other, 7);
    assert_int_equal(differences(t.r, other.r), 0);
    assert_true(view[0] != x);
    trial_end(&t);
    trial_end(&other);
  }
  trial t = record_begin(0, false);
  assert_int_equal(noslip_run_restart(t.r, NULL, 2), NOSLIP_ERROR_ARGUMENT);
  assert_int_equal(noslip_run_restart(t.r, NULL, -1), NOSLIP_ERROR_ARGUMENT);
  assert_int_equal(noslip_run_restart(NULL, NULL, 0), NOSLIP_ERROR_ARGUMENT);
  trial_end(&t);
}

// a run under this counter, with a few steps behind it
static trial begin_counted(counter *c, int k) {
  trial t = {.c = noslip_open(&(noslip_options){count, c})};
  noslip_run_options o = {.method = record_runs[k].method, .step = 0.01, .backend = "interpret"};
  assert_int_equal(noslip_model_parse(t.c, "m", record_runs[k].text, NULL, &t.m), NOSLIP_OK);
  assert_int_equal(noslip_run_new(t.c, t.m, &o, &t.r), NOSLIP_OK);
  trial_advance(&t, 30);
  return t;
}

// every request fails once: the run is as it was, or a new one, and in the end nothing is left
static void without_memory_it_stays_as_it_is(void **unused) {
  (void)unused;
  static const int runs[] = {5, 11, 12};  // of a constraint, and of contacts in two ways
  for (int i = 0; i < 3; i++) {
    bool done = false;
    for (long n = 1; !done; n++) {
      counter c = {0}, unlimited = {0};
      trial t = begin_counted(&c, runs[i]), other = begin_counted(&unlimited, runs[i]);
      c.fail_at = c.requests + n;
      noslip_status status = noslip_run_restart(t.r, NULL, 0);
      c.fail_at = 0;
      done = status == NOSLIP_OK;
      assert_true(done || status == NOSLIP_ERROR_MEMORY);
      if (!done) {
        trial_advance(&t, 20);
        trial_advance(&other, 20);
        assert_int_equal(differences(t.r, other.r), 0);
      }
      trial_end(&t);
      trial_end(&other);
      assert_int_equal(c.blocks, 0);
      assert_true(n < 10000);
    }
  }
}

// a thousand restarts take no more memory than one
static void restarts_leave_nothing_behind(void **unused) {
  (void)unused;
  for (int k = 0; k < record_nrun; k += 3) {
    counter c = {0};
    trial t = begin_counted(&c, k);
    noslip_run_column_name(t.r, 0);
    restart(&t, NULL, 0);
    long blocks = c.blocks;
    for (int turn = 0; turn < 100; turn++) {
      noslip_run_column_name(t.r, 0);
      restart(&t, NULL, 0);
    }
    assert_int_equal(c.blocks, blocks);
    trial_end(&t);
    assert_int_equal(c.blocks, 0);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(runs_repeat_themselves),
      cmocka_unit_test(after_a_failed_step_it_begins_again),
      cmocka_unit_test(inputs_and_parameters_begin_again),
      cmocka_unit_test(what_a_caller_holds_stays),
      cmocka_unit_test(wrong_starts_leave_it_as_it_is),
      cmocka_unit_test(without_memory_it_stays_as_it_is),
      cmocka_unit_test(restarts_leave_nothing_behind),
  };
  return check_run(argc, argv, tests);
}
