// Columns by name, and matrices of rows: the numbers of the file of `noslip run`, and no more work
// than they need.

#include "tests/run/record_models.h"
#include "tests/support/counting.h"

#include "output/columns.h"
#include "run/run.h"

enum { most = 40, longest = 64 };

// as the tool fills its file: one row each time, by public calls
static long rows_of_file(trial *t, columns *c, double *out, long rows, long every) {
  noslip_status status = NOSLIP_OK;
  long made = 0;
  assert_true(columns_init(c, t->r));
  for (long k = 0; k < rows && status == NOSLIP_OK; k++) {
    for (long i = 0; k > 0 && i < every && status == NOSLIP_OK; i++)
      status = noslip_step(t->r);
    columns_fill(c, t->r);
    memcpy(out + made++*c->n, c->row, (size_t)c->n*sizeof *out);
  }
  return made;
}

static void columns_are_those_of_the_file(void **unused) {
  (void)unused;
  for (int k = 0; k < record_nrun; k++) {
    trial t = record_begin(k, false);
    columns c;
    assert_true(columns_init(&c, t.r));
    assert_int_equal(noslip_run_column_count(t.r), c.n);
    const char *first = noslip_run_column_name(t.r, 0);
    for (int i = 0; i < c.n; i++)
      assert_string_equal(noslip_run_column_name(t.r, i), c.names[i]);
    assert_ptr_equal(noslip_run_column_name(t.r, 0), first);
    assert_null(noslip_run_column_name(t.r, -1));
    assert_null(noslip_run_column_name(t.r, c.n));
    columns_free(&c);
    trial_end(&t);
  }
}

// each column that is in a group is found there, with its value; the others, and other words, are not
static void columns_are_found(void **unused) {
  (void)unused;
  for (int k = 0; k < record_nrun; k++) {
    trial t = record_begin(k, false);
    columns c;
    int found = 0, group_columns = 0, index;
    noslip_group group;
    assert_true(columns_init(&c, t.r));
    columns_fill(&c, t.r);
    for (int g = 0; g <= NOSLIP_OBSERVABLE; g++)
      group_columns += g == NOSLIP_CONSTRAINT ? 0 : noslip_run_count(t.r, (noslip_group)g);
    for (int i = 0; i < c.n; i++) {
      if (!noslip_run_find(t.r, c.names[i], &group, &index))
        continue;
      double x = noslip_run_values(t.r, group)[index];
      assert_memory_equal(&x, &c.row[i], sizeof x);
      found++;
    }
    assert_int_equal(found, group_columns);
    static const char *const others[] = {"t",    "energy",    "constraint",   "",
                                         "nope", "momentum.", "momentum.nope"};
    for (int i = 0; i < 7; i++)
      assert_false(noslip_run_find(t.r, others[i], &group, &index));
    columns_free(&c);
    trial_end(&t);
  }
}

static double *new_matrix(long rows, int n) {
  double *x = malloc((size_t)rows*(size_t)n*sizeof *x);
  assert_non_null(x);
  for (long i = 0; i < rows*n; i++)
    x[i] = -12345;
  return x;
}

// every third step of a run with all columns, and with each of them alone, from the last to the first
static void rows_are_those_of_the_file(void **unused) {
  (void)unused;
  for (int k = 0; k < record_nrun; k++) {
    trial a = record_begin(k, false), b = record_begin(k, false);
    columns c;
    double *x = malloc(most*longest*sizeof *x), *y = new_matrix(most, longest);
    long made = -1, rows = rows_of_file(&a, &c, x, most, 3);
    noslip_status status = noslip_run_record(b.r, NULL, 0, most, 3, y, &made);
    assert_true(c.n <= longest);
    assert_int_equal(status, noslip_run_stopped(b.r) ? NOSLIP_STOPPED : NOSLIP_OK);
    assert_int_equal(made, rows);
    check_that(memcmp(x, y, (size_t)(rows*c.n)*sizeof *x) == 0, __FILE__, __LINE__,
               "rows of run %d with %s\n", k, record_runs[k].method);
    assert_true(made == most || y[made*c.n] == -12345);
    trial_end(&b);

    const char *backwards[longest];
    for (int i = 0; i < c.n; i++)
      backwards[i] = c.names[c.n - 1 - i];
    b = record_begin(k, false);
    noslip_run_record(b.r, backwards, c.n, most, 3, y, &made);
    for (long i = 0; i < made*c.n; i++) {
      long row = i/c.n, at = row*c.n + c.n - 1 - i % c.n;
      check_that(memcmp(&x[i], &y[at], sizeof *x) == 0, __FILE__, __LINE__,
                 "`%s` in row %ld of run %d with %s: %a and %a\n", c.names[i % c.n], row, k,
                 record_runs[k].method, x[i], y[at]);
    }
    columns_free(&c);
    free(x);
    free(y);
    trial_end(&a);
    trial_end(&b);
  }
}

// one column alone has the same numbers, without monitors, too
static void one_column_alone_has_the_same_numbers(void **unused) {
  (void)unused;
  for (int k = 0; k < record_nrun; k++) {
    trial a = record_begin(k, true);
    columns c;
    double *x = malloc(most*longest*sizeof *x), y[most];
    long made, rows = rows_of_file(&a, &c, x, most, 1);
    for (int i = 0; i < c.n; i++) {
      trial b = record_begin(k, true);
      noslip_run_record(b.r, (const char *const *)&c.names[i], 1, most, 1, y, &made);
      assert_int_equal(made, rows);
      for (long row = 0; row < made; row++)
        check_that(memcmp(&y[row], &x[row*c.n + i], sizeof *x) == 0, __FILE__, __LINE__,
                   "`%s` in row %ld of run %d with %s: %a and %a\n", c.names[i], row, k,
                   record_runs[k].method, x[row*c.n + i], y[row]);
      trial_end(&b);
    }
    columns_free(&c);
    free(x);
    trial_end(&a);
  }
}

// ---------------------------------------------------------------------------------------------
// what is computed

typedef struct counted {
  bundle inner;
  long calls;
} counted;

static void count_call(void *context, const double *const *in, double *out) {
  counted *c = context;
  c->calls++;
  c->inner.function(c->inner.context, in, out);
}

// steps of the rolling disk, with this column in each row; calls of each bundle
static void count_calls(long calls[BUNDLE_COUNT], const char *rule, const char *column) {
  enum { rows = 21 };
  double out[rows];
  long made = 0;
  counted all[BUNDLE_COUNT];
  trial t =
      trial_begin(record_rolling,
                  &(noslip_run_options){
                      .method = rule, .step = 0.02, .backend = "interpret", .unmonitored = true});
  for (int k = 0; k < BUNDLE_COUNT; k++) {
    bundle *b = &t.r->evaluator.bundles[k];
    all[k] = (counted){.inner = *b};
    if (b->function)
      *b = (bundle){.function = count_call, .context = &all[k], .out = b->out};
  }
  if (column)
    assert_int_equal(noslip_run_record(t.r, &column, 1, rows, 1, out, &made), NOSLIP_OK);
  else
    trial_advance(&t, rows - 1);
  assert_int_equal(made, column ? rows : 0);
  for (int k = 0; k < BUNDLE_COUNT; k++)
    calls[k] = all[k].calls;
  trial_end(&t);
}

static long sum(const long calls[BUNDLE_COUNT]) {
  long all = 0;
  for (int k = 0; k < BUNDLE_COUNT; k++)
    all += calls[k];
  return all;
}

// a position costs nothing beside the steps; the same count notices energies, multipliers, observables
static void only_what_is_asked_for_is_computed(void **unused) {
  (void)unused;
  static const char *const methods[] = {"dla-cm", "dla-mp", "index1"};
  for (int k = 0; k < 3; k++) {
    long bare[BUNDLE_COUNT], x[BUNDLE_COUNT], energy[BUNDLE_COUNT], more[BUNDLE_COUNT],
        all[BUNDLE_COUNT];
    count_calls(bare, methods[k], NULL);
    count_calls(x, methods[k], "x");
    count_calls(energy, methods[k], "energy");
    count_calls(more, methods[k], "multiplier.blade");
    count_calls(all, methods[k], "push");
    assert_true(sum(bare) > 0);
    assert_memory_equal(x, bare, sizeof x);
    assert_int_equal(energy[BUNDLE_ENERGY],
                     bare[BUNDLE_ENERGY] + 20);  // that of the start is known
    assert_int_equal(energy[BUNDLE_MONITORS], bare[BUNDLE_MONITORS]);
    assert_true(more[BUNDLE_ENERGY] == bare[BUNDLE_ENERGY] && sum(more) > sum(bare));
    assert_int_equal(all[BUNDLE_MONITORS], bare[BUNDLE_MONITORS] + 20);
  }
}

// as many requests for few rows as for many
static void rows_take_no_memory(void **unused) {
  (void)unused;
  long requests[2];
  static double out[1000*longest];
  for (int i = 0; i < 2; i++) {
    counter c = {0};
    noslip_context *context = noslip_open(&(noslip_options){count, &c});
    noslip_model *m;
    noslip_run *r;
    long made, rows = i == 0 ? 2 : 1000;
    assert_int_equal(noslip_model_parse(context, "r", record_rolling, NULL, &m), NOSLIP_OK);
    noslip_run_options o = {.method = "dla-cm", .step = 0.01, .backend = "interpret"};
    assert_int_equal(noslip_run_new(context, m, &o, &r), NOSLIP_OK);
    long before = c.requests;
    assert_int_equal(noslip_run_record(r, NULL, 0, rows, 1, out, &made), NOSLIP_OK);
    requests[i] = c.requests - before;
    noslip_run_free(r);
    noslip_model_free(m);
    noslip_close(context);
  }
  assert_int_equal(requests[0], requests[1]);
  assert_true(requests[0] > 0);
}

// ---------------------------------------------------------------------------------------------
// ends

static const char *const time_and_y[] = {"t", "y"};

// between two rows a stop is a row of its own if there is room; on a row it is that row
static void a_stop_is_the_last_row(void **unused) {
  (void)unused;
  double out[100];
  for (long every = 10; every <= 46; every += 36) {
    trial t = trial_with(record_fall, "dla-mp", 0.01);
    long made, rows = every == 10 ? 6 : 2;  // after 46 steps
    assert_int_equal(noslip_run_record(t.r, time_and_y, 2, 50, every, out, &made), NOSLIP_STOPPED);
    assert_int_equal(made, rows);
    check_near(out[2*rows - 2], sqrt(2/9.81), 1e-15);
    check_near(out[2*rows - 1], 0, 1e-15);
    assert_int_equal(noslip_run_record(t.r, time_and_y, 2, 50, every, out, &made), NOSLIP_STOPPED);
    assert_int_equal(made, 1);
    trial_end(&t);
  }
  trial t = trial_with(record_fall, "dla-mp", 0.01);
  long made;
  assert_int_equal(noslip_run_record(t.r, time_and_y, 2, 5, 10, out, &made), NOSLIP_OK);
  assert_int_equal(made, 5);
  check_near(out[8], 0.4, 1e-15);
  trial_end(&t);
}

static bool until_twelve(void *context, noslip_run *r) {
  (void)r;
  return ++*(long *)context != 12;
}

// a monitor ends it between two rows, and it goes on from there
static void a_monitor_stops_it(void **unused) {
  (void)unused;
  double out[100];
  long made, steps = 0;
  trial t = trial_begin(record_swing, &(noslip_run_options){.method = "dla-mp",
                                                            .step = 0.01,
                                                            .monitor = until_twelve,
                                                            .monitor_context = &steps});
  static const char *const times[] = {"t"};
  assert_int_equal(noslip_run_record(t.r, times, 1, 10, 5, out, &made), NOSLIP_STOPPED);
  assert_int_equal(made, 3);
  check_near(out[2], 0.1, 1e-15);
  assert_int_equal(noslip_run_record(t.r, times, 1, 10, 5, out, &made), NOSLIP_OK);
  assert_int_equal(made, 10);
  check_near(out[0], 0.12, 1e-15);
  check_near(out[9], 0.57, 1e-15);
  trial_end(&t);
}

// what there is stays
static void a_failed_step_keeps_its_rows(void **unused) {
  (void)unused;
  double out[200];
  long made;
  trial t =
      trial_with("model f\ncoord y\nlagrangian y'^2/2 - sqrt(y)\ninit y = 1\n", "dla-mp", 0.1);
  noslip_status status = noslip_run_record(t.r, time_and_y, 2, 100, 2, out, &made);
  assert_int_equal(status, NOSLIP_ERROR_STEP);
  check_text(noslip_last_error(t.c), "stopped at t = ");
  assert_true(made > 3 && made < 100);
  for (long k = 0; k < made; k++)
    assert_true(isfinite(out[2*k + 1]) && fabs(out[2*k] - 0.2*(double)k) < 1e-14);
  trial_end(&t);
}

static void wrong_arguments_are_refused(void **unused) {
  (void)unused;
  const noslip_status bad = NOSLIP_ERROR_ARGUMENT;
  static const char *const wrong[] = {"x", "momentum.ht"};
  double out[longest];
  long made = 7;
  trial t = trial_with(record_swing, "dla-mp", 0.1);
  assert_int_equal(noslip_run_record(t.r, wrong, 2, 1, 1, out, &made), bad);
  check_text(noslip_last_error(t.c),
             "there is no column `momentum.ht`; did you mean `momentum.th`?");
  assert_int_equal(made, 0);
  assert_int_equal(
      noslip_run_record(t.r, (const char *const[]){"nothing alike"}, 1, 1, 1, out, &made), bad);
  check_text(noslip_last_error(t.c), "noslip_run_column_name lists them");
  assert_int_equal(noslip_run_record(t.r, (const char *const[]){NULL}, 1, 1, 1, out, &made), bad);
  check_text(noslip_last_error(t.c), "`columns[0]` is NULL");
  assert_int_equal(noslip_run_record(t.r, NULL, 0, -1, 1, out, &made), bad);
  check_text(noslip_last_error(t.c), "-1 rows cannot be filled");
  assert_int_equal(noslip_run_record(t.r, NULL, 0, 1, 0, out, &made), bad);
  check_text(noslip_last_error(t.c), "a row every 0 steps is none");
  assert_int_equal(noslip_run_record(t.r, NULL, 0, 1, 1, NULL, &made), bad);
  assert_int_equal(noslip_run_record(t.r, NULL, 0, 1, 1, out, NULL), bad);
  assert_int_equal(noslip_run_record(NULL, NULL, 0, 1, 1, out, &made), bad);
  assert_int_equal(noslip_run_record(t.r, NULL, -1, 1, 1, out, &made), bad);
  check_near(noslip_time(t.r), 0, 0);
  assert_int_equal(noslip_run_record(t.r, NULL, 0, 0, 1, NULL, &made), NOSLIP_OK);
  assert_int_equal(noslip_run_record(t.r, wrong, 1, 1, 1, out, &made), NOSLIP_OK);
  assert_int_equal(made, 1);
  trial_end(&t);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(columns_are_those_of_the_file),
      cmocka_unit_test(columns_are_found),
      cmocka_unit_test(rows_are_those_of_the_file),
      cmocka_unit_test(one_column_alone_has_the_same_numbers),
      cmocka_unit_test(only_what_is_asked_for_is_computed),
      cmocka_unit_test(rows_take_no_memory),
      cmocka_unit_test(a_stop_is_the_last_row),
      cmocka_unit_test(a_monitor_stops_it),
      cmocka_unit_test(a_failed_step_keeps_its_rows),
      cmocka_unit_test(wrong_arguments_are_refused),
  };
  return check_run(argc, argv, tests);
}
