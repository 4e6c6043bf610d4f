// Progress of noslip_advance and noslip_run_record: told by the clock, and a run that is stopped by it
// goes on as if nothing had been asked.

#include "tests/run/record_models.h"

#include <limits.h>
#include <time.h>

enum { most_calls = 4 };

typedef struct told {
  int calls, stop_at;  // 0: never
  long done[most_calls], total;
  double at[most_calls];
} told;

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9*(double)t.tv_nsec;
}

// a noslip_progress
static bool note(void *context, long done, long total) {
  told *k = context;
  if (k->calls < most_calls) {
    k->done[k->calls] = done;
    k->at[k->calls] = seconds();
  }
  k->total = total;
  return ++k->calls != k->stop_at;
}

static trial begin(told *k) {
  return trial_begin(record_swing, &(noslip_run_options){.method = "dla-mp",
                                                         .step = 1e-3,
                                                         .backend = "interpret",
                                                         .progress = k ? note : NULL,
                                                         .progress_context = k});
}

// the calls are a tenth of a second apart, and the steps between them grow to as many as that takes
static void progress_is_told_by_the_clock(void **unused) {
  (void)unused;
  told k = {.stop_at = 3};
  trial t = begin(&k);
  double began = seconds();
  assert_int_equal(noslip_advance(t.r, LONG_MAX), NOSLIP_STOPPED);
  noslip_report report;
  noslip_run_report(t.r, &report);
  assert_true(k.calls == 3 && k.total == LONG_MAX && k.done[2] == report.steps);
  assert_null(noslip_run_stopped(t.r));
  check_above(k.at[0] - began, 0.099);
  check_above(k.at[1] - k.at[0], 0.099);
  check_above(k.at[2] - k.at[1], 0.099);
  assert_true(k.done[0] > 0 && k.done[1] > k.done[0] && k.done[2] > k.done[1]);
  trial_end(&t);
}

// it stops where it stands, the next call goes on from there, and a run without all that is the same
static void a_run_that_was_stopped_goes_on(void **unused) {
  (void)unused;
  told k = {.stop_at = 1};
  trial t = begin(&k), other = begin(NULL);
  noslip_report report;
  assert_int_equal(noslip_advance(t.r, LONG_MAX), NOSLIP_STOPPED);
  assert_int_equal(noslip_advance(t.r, 100), NOSLIP_OK);
  noslip_run_report(t.r, &report);
  assert_int_equal(noslip_advance(other.r, report.steps), NOSLIP_OK);
  for (int i = 0; i < 4; i++)
    assert_true(noslip_run_values(t.r, NOSLIP_STATE)[i] ==
                noslip_run_values(other.r, NOSLIP_STATE)[i]);
  trial_end(&t);
  trial_end(&other);
}

static void rows_that_are_there_stay(void **unused) {
  (void)unused;
  enum { rows = 2000 };
  static double out[rows];
  told k = {.stop_at = 1};
  trial t = begin(&k);
  long made;
  const char *const times[] = {"t"};
  assert_int_equal(noslip_run_record(t.r, times, 1, rows, 1000000, out, &made), NOSLIP_STOPPED);
  assert_true(made >= 1 && made < rows && k.total == (rows - 1)*1000000L);
  check_above(noslip_time(t.r), out[made - 1]);
  assert_int_equal(noslip_run_record(t.r, times, 1, 3, 2, out, &made), NOSLIP_OK);
  assert_int_equal(made, 3);
  trial_end(&t);
}

// a call that takes less than a tenth of a second says nothing
static void short_calls_say_nothing(void **unused) {
  (void)unused;
  told k = {.stop_at = 1};
  trial t = begin(&k);
  assert_int_equal(noslip_step(t.r), NOSLIP_OK);
  double began = seconds();
  noslip_status status = noslip_advance(t.r, 10);
  if (seconds() - began < 0.1)  // this machine may have stood still
    assert_true(status == NOSLIP_OK && k.calls == 0);
  trial_end(&t);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(progress_is_told_by_the_clock),
      cmocka_unit_test(a_run_that_was_stopped_goes_on),
      cmocka_unit_test(rows_that_are_there_stay),
      cmocka_unit_test(short_calls_say_nothing),
  };
  return check_run(argc, argv, tests);
}
