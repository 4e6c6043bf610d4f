// Checkpoints of ensembles, sweeps and sections: a study that was stopped anywhere, and taken up again
// with another number of threads, has the numbers of one that went through, to the last bit. Files that
// do not fit are refused, whatever is in them.

#include "noslip.h"
#include "run/checkpoint.h"
#include "tests/support/check.h"
#include "tests/support/counting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char ball[] = "model ball\nparam g = 1\ncoord x, y\n"
                           "lagrangian (x'^2 + y'^2)/2 - g*y\n"
                           "contact floor: y >= 0, restitution 0.5, friction 0.3 along x'\n"
                           "observe height = y\nstop low: y = 0.2 falling when t > 0.6\n"
                           "section S: y = 0.3 falling plot (x, y)\n"
                           "init y = 1, x' = 1\nrun method lobatto(2), step 0.005, until 1\n";

static char path[64];

// ---------------------------------------------------------------------------------------------
// the studies, as texts of all their numbers

typedef struct watch {
  long stop_at;  // the call of the progress that ends it; 0: none
  long calls;
} watch;

static bool go_on(void *context, long done, long total) {
  watch *w = context;
  (void)done, (void)total;
  return ++w->calls != w->stop_at;
}

// trajectories that are kept, as text; a study that goes on has those of before already
typedef struct rows {
  FILE *out;
} rows;

static bool keep(void *context, const noslip_member_rows *r) {
  rows *k = context;
  for (int i = 0; i < r->nrow*r->ncolumn; i++)
    fprintf(k->out, "%a ", r->rows[i]);
  return true;
}

enum { nmember = 5 };
static const double starts[nmember] = {0.5, 0.7, 0.9, 1.1, 1.3};

typedef struct asked {
  noslip_context *context;
  noslip_model *model;
  noslip_ensemble_options runs;
} asked;

static asked ask(watch *w, int threads, const noslip_saving *saving, noslip_context *c) {
  static const char *const keys[] = {"y"};
  asked a = {.context = c};
  a.runs = (noslip_ensemble_options){.keys = keys,
                                     .nkey = 1,
                                     .starts = starts,
                                     .nmember = nmember,
                                     .every = 30,
                                     .threads = threads,
                                     .backend = "interpret",
                                     .progress = go_on,
                                     .progress_context = w,
                                     .saving = saving};
  if (c)
    noslip_model_parse(c, "ball", ball, NULL, &a.model);
  return a;
}

static void print(FILE *out, const double *x, long n) {
  for (long i = 0; i < n; i++)
    fprintf(out, "%a ", x[i]);
  fputc('\n', out);
}

static noslip_status ensemble(const asked *a, FILE *out) {
  noslip_ensemble_options o = a->runs;
  noslip_ensemble_result *r;
  o.extremes = true;
  o.ends = true;
  noslip_status status = noslip_ensemble(a->context, a->model, &o, &r);
  for (int i = 0; r && i < r->nquantity; i++) {
    const noslip_statistics *q = &r->quantities[i];
    print(out, q->mean, r->ntime);
    print(out, q->variance, r->ntime);
    print(out, q->max, r->ntime);
  }
  for (int i = 0; r && i < r->nmember; i++) {
    print(out, r->members[i].lowest, r->nquantity);
    print(out, r->ends + r->nend*i, r->nend);
    fprintf(out, "%a %ld %s\n", r->members[i].time, r->members[i].steps,
            r->members[i].trouble ? r->members[i].trouble : "-");
  }
  if (r)
    fprintf(out, "%ld %ld %ld\n", r->steps, r->newton_iterations, r->events);
  noslip_ensemble_free(r);
  return status;
}

static noslip_status sweep(const asked *a, FILE *out) {
  static const double g[] = {0.5, 1};
  const noslip_axis axis = {"g", g, 2, false};
  noslip_sweep_options o = {.axes = &axis, .naxis = 1, .runs = a->runs};
  noslip_sweep_result *r;
  noslip_status status = noslip_sweep(a->context, a->model, &o, &r);
  for (int i = 0; r && i < r->nquantity; i++) {
    const noslip_sweep_quantity *q = &r->quantities[i];
    print(out, q->end, r->npoint);
    print(out, q->variance, r->npoint);
    print(out, q->highest, r->npoint);
  }
  for (int i = 0; r && i < r->npoint; i++)
    fprintf(out, "%a %ld %d %s\n", r->points[i].time, r->points[i].events,
            (int)r->points[i].verdict, r->points[i].stopped ? r->points[i].stopped : "-");
  if (r)
    fprintf(out, "%ld %ld %ld\n", r->steps, r->newton_iterations, r->events);
  noslip_sweep_free(r);
  return status;
}

static noslip_status section(const asked *a, FILE *out) {
  noslip_section_options o = {.runs = a->runs};
  noslip_section_result *r;
  noslip_status status = noslip_section(a->context, a->model, &o, &r);
  for (int i = 0; r && i < r->nstart; i++) {
    print(out, r->starts[i].points, r->starts[i].npoint*r->ncolumn);
    fprintf(out, "%a %ld\n", r->starts[i].time, r->starts[i].steps);
  }
  noslip_section_free(r);
  return status;
}

typedef noslip_status study(const asked *a, FILE *out);
static study *const studies[] = {ensemble, sweep, section};
enum { nstudy = 3 };

// its text, to be freed, and its status
static char *run(study *s, watch *w, int threads, const noslip_saving *saving,
                 noslip_status *status) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  noslip_context *c = noslip_open(NULL);
  asked a = ask(w, threads, saving, c);
  assert_non_null(a.model);
  *status = s(&a, out);
  if (*status != NOSLIP_OK)
    fprintf(out, "%s", noslip_last_error(c));
  fclose(out);
  noslip_model_free(a.model);
  noslip_close(c);
  return text;
}

// ---------------------------------------------------------------------------------------------
// claims

// stopped at every call of the progress, and once more on the way to the end
static void it_goes_on_as_if_never_stopped(void **unused) {
  (void)unused;
  noslip_status status;
  for (int i = 0; i < nstudy; i++) {
    watch through = {0};
    char *whole = run(studies[i], &through, 1, NULL, &status);
    assert_int_equal(status, NOSLIP_OK);
    assert_true(through.calls > 8);
    for (long at = 1; at < through.calls; at += check_long() ? 1 : 5) {
      noslip_saving saving = {.path = path, .seconds = at % 2 ? 1e-9 : 1e9};
      watch first = {.stop_at = at}, second = {.stop_at = 4}, third = {0};
      free(run(studies[i], &first, 1, &saving, &status));
      assert_int_equal(status, NOSLIP_STOPPED);
      saving.resume = true;
      free(run(studies[i], &second, 2, &saving, &status));
      char *again = run(studies[i], &third, at % 2 ? 2 : 1, &saving, &status);
      assert_int_equal(status, NOSLIP_OK);
      assert_string_equal(whole, again);
      free(again);
    }
    free(whole);
  }
}

// What was done is not done again: the progress is called once every so many steps, and by members that
// were there. Without the file it is done again.
static void it_goes_on_where_it_stood(void **unused) {
  (void)unused;
  noslip_status status;
  for (int i = 0; i < nstudy; i++) {
    noslip_saving saving = {.path = path, .seconds = 1e9};
    watch whole = {0}, first = {.stop_at = 18}, second = {0}, again = {0};
    free(run(studies[i], &whole, 1, NULL, &status));
    free(run(studies[i], &first, 1, &saving, &status));
    assert_int_equal(status, NOSLIP_STOPPED);
    saving.resume = true;
    free(run(studies[i], &second, 1, &saving, &status));
    assert_true(second.calls <= whole.calls - first.calls + nmember);
    saving.resume = false;
    free(run(studies[i], &again, 1, &saving, &status));
    assert_true(again.calls > whole.calls - first.calls + nmember);
  }
}

static void trajectories_are_handed_over_once(void **unused) {
  (void)unused;
  char *whole = NULL, *parts = NULL;
  size_t size = 0;
  for (int turn = 0; turn < 2; turn++) {
    rows k = {open_memstream(turn == 0 ? &whole : &parts, &size)};
    noslip_saving saving = {.path = path, .seconds = 1e-9};
    for (int part = 0; part < 1 + turn; part++) {
      watch w = {.stop_at = turn == 1 && part == 0 ? 10 : 0};
      noslip_context *c = noslip_open(NULL);
      asked a = ask(&w, 1, &saving, c);
      rows none = {fopen("/dev/null", "w")};
      a.runs.keep = keep;
      a.runs.keep_context = w.stop_at ? (void *)&none : (void *)&k;
      noslip_ensemble_result *r;
      noslip_status status = noslip_ensemble(c, a.model, &a.runs, &r);
      assert_int_equal(status, w.stop_at ? NOSLIP_STOPPED : NOSLIP_OK);
      noslip_ensemble_free(r);
      noslip_model_free(a.model);
      noslip_close(c);
      fclose(none.out);
      saving.resume = true;
    }
    fclose(k.out);
  }
  // those of the second part are the last of all
  size_t all = strlen(whole), some = strlen(parts);
  assert_true(some > 0 && some < all);
  assert_string_equal(whole + all - some, parts);
  free(whole);
  free(parts);
}

// ---------------------------------------------------------------------------------------------
// what is refused

static void expect_refusal(study *s, const asked *a, const char *words) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  assert_int_equal(s(a, out), NOSLIP_ERROR_FILE);
  fclose(out);
  free(text);
  check_text(noslip_last_error(a->context), words);
}

static void what_is_not_the_same_is_refused(void **unused) {
  (void)unused;
  noslip_status status;
  static const double other[nmember] = {0.5, 0.7, 0.9, 1.1, 1.4};
  noslip_saving saving = {.path = path, .seconds = 1e9};
  watch w = {.stop_at = 5}, free_of = {0};
  free(run(ensemble, &w, 1, &saving, &status));
  saving.resume = true;
  noslip_context *c = noslip_open(NULL);
  asked a = ask(&free_of, 1, &saving, c), b = a;
  expect_refusal(sweep, &a, "is a checkpoint of `ensemble`, not of a sweep");
  b.runs.starts = other;
  expect_refusal(ensemble, &b, "is a checkpoint of other starts");
  b = a;
  b.runs.step = 0.004;
  expect_refusal(ensemble, &b, "is a checkpoint of other options");
  b = a;
  b.runs.first_member = 5;
  expect_refusal(ensemble, &b, "is a checkpoint of other options");
  b = a;
  noslip_model_parse(c, "ball", ball,
                     &(noslip_model_options){.set = &(noslip_setting){"g", "2"}, .nset = 1},
                     &b.model);
  expect_refusal(ensemble, &b, "is a checkpoint of another model");
  noslip_model_free(b.model);
  noslip_model *saved;
  assert_int_equal(noslip_checkpoint_model(c, path, &saved), NOSLIP_OK);
  assert_string_equal(noslip_model_text(saved), ball);
  noslip_model_free(saved);
  noslip_model_free(a.model);
  noslip_close(c);
}

// any byte changed, with the digest that belongs to it: a result or a sentence
static void any_bytes_are_read_or_refused(void **unused) {
  (void)unused;
  const memory m = memory_default();
  noslip_status status;
  long step = check_long() ? 19 : 61;
  for (int i = 0; i < nstudy; i++) {
    noslip_saving saving = {.path = path, .seconds = 1e9};
    watch w = {.stop_at = 9};
    free(run(studies[i], &w, 1, &saving, &status));
    saving.resume = true;
    transfer t;
    void *bytes;
    failure why;
    assert_int_equal(checkpoint_read(path, &m, &t, &bytes, &why), NOSLIP_OK);
    int refused = 0;
    for (size_t at = 0; at < t.size; at += (size_t)step) {
      watch through = {0};
      transfer out = {.memory = &m, .bytes = t.bytes, .size = t.size};
      unsigned char was = t.bytes[at];
      t.bytes[at] = (unsigned char)(was ^ (at % 3 == 0 ? 0x80 : 0x01));
      assert_int_equal(checkpoint_write(path, &out, &why), NOSLIP_OK);
      char *text = run(studies[i], &through, 1, &saving, &status);
      refused += status != NOSLIP_OK;
      free(text);
      t.bytes[at] = was;
    }
    assert_true(refused > 0);
    memory_free(&m, bytes);
  }
}

static void every_allocation_may_fail(void **unused) {
  (void)unused;
  noslip_status status;
  noslip_saving saving = {.path = path, .seconds = 1e9};
  watch w = {.stop_at = 9};
  free(run(sweep, &w, 1, &saving, &status));
  saving.resume = true;
  bool done = false;
  for (long fail_at = 1; !done; fail_at += check_long() ? 7 : 41) {
    counter c = {.fail_at = fail_at};
    watch through = {0};
    noslip_context *context =
        noslip_open(&(noslip_options){.allocator = count, .allocator_context = &c});
    asked a = ask(&through, 1, &saving, context);
    FILE *none = fopen("/dev/null", "w");
    done = a.model && sweep(&a, none) == NOSLIP_OK && !request_failed(&c);
    fclose(none);
    noslip_model_free(a.model);
    noslip_close(context);
    assert_int_equal(c.blocks, 0);
    assert_true(fail_at < 1000000);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_goes_on_as_if_never_stopped),
      cmocka_unit_test(it_goes_on_where_it_stood),
      cmocka_unit_test(trajectories_are_handed_over_once),
      cmocka_unit_test(what_is_not_the_same_is_refused),
      cmocka_unit_test(any_bytes_are_read_or_refused),
      cmocka_unit_test(every_allocation_may_fail),
  };
  // in memory, if there is such a place: a checkpoint waits for the disk
  snprintf(path, sizeof path, "%s/noslip-ledger-%d",
           access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (int)getpid());
  int failed = check_run(argc, argv, tests);
  unlink(path);
  return failed;
}
