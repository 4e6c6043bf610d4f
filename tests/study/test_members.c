// Tests of noslip_ensemble: its statistics against the runs themselves, threads, members that fail.

#include "tests/study/watcher.h"
#include "tests/support/check.h"
#include "tests/support/counting.h"

#include "noslip.h"
#include "study/spread.h"

#include <stdio.h>

// an invariant that is kept to truncation only; the end is no multiple of the step
static const char swing[] = "model swing\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - x^4 - x*y^2\n"
                            "nonholonomic c: y' = x*x'\ninvariant E2 = energy^2\n"
                            "observe r = x^2 + y^2\ninit x = 1\n"
                            "run method dla-mp, step 0.1, until 2.05, every 4\n";

// the square root ends at x = 1
static const char cliff[] = "model cliff\ncoord x\nlagrangian x'^2/2 + 1e-6*sqrt(1 - x)\n"
                            "init x' = 1\nrun method dla-mp, step 0.1, until 2\n";

static const char *const keys[] = {"x", "y"};
enum { nmember = 7, nkey = 2 };

// the starts of the members
static void draw(double *starts, uint64_t seed) {
  static const noslip_range ranges[] = {{0.5, 1}, {-1, 1}};
  for (int k = 0; k < nmember; k++)
    noslip_sample(starts + nkey*k, ranges, nkey, seed, k);
}

typedef struct trial {
  noslip_context *context;
  noslip_model *model;
} trial;

static noslip_ensemble_options given(const char *const *names, int n, const double *starts,
                                     int members) {
  return (noslip_ensemble_options){.keys = names, .nkey = n, .starts = starts, .nmember = members};
}

static trial begin(const char *text) {
  trial t = {.context = noslip_open(NULL)};
  assert_int_equal(noslip_model_parse(t.context, "test", text, NULL, &t.model), NOSLIP_OK);
  return t;
}

static void end(trial *t) {
  noslip_model_free(t->model);
  noslip_close(t->context);
}

static noslip_ensemble_result *compute(trial *t, noslip_ensemble_options o) {
  noslip_ensemble_result *r;
  noslip_status status = noslip_ensemble(t->context, t->model, &o, &r);
  check_that(status == NOSLIP_OK, __FILE__, __LINE__, "%s\n", noslip_last_error(t->context));
  return r;
}

// ---------------------------------------------------------------------------------------------
// statistics

enum { most_rows = 8, nquantity = 3 };

// what one member goes through: energy, E2, r at the output times
static int follow(trial *t, const double *start, double x[most_rows][nquantity]) {
  noslip_run *run;
  noslip_start starts[] = {{keys[0], start[0]}, {keys[1], start[1]}};
  noslip_run_options o = {.start = starts, .nstart = nkey};
  int rows = 0;
  assert_int_equal(noslip_run_new(t->context, t->model, &o, &run), NOSLIP_OK);
  double first[] = {noslip_energy(run), noslip_value(run, "E2"), 0};
  for (long k = 0; k <= noslip_run_steps(run); k++) {
    if (k > 0)
      assert_int_equal(noslip_step(run), NOSLIP_OK);
    if (k % 4 != 0 && k < noslip_run_steps(run))
      continue;
    double now[] = {noslip_energy(run), noslip_value(run, "E2"), noslip_value(run, "r")};
    for (int j = 0; j < nquantity; j++)
      x[rows][j] = now[j] - first[j];
    rows++;
  }
  noslip_run_free(run);
  return rows;
}

static void statistics_are_those_of_the_runs(void **unused) {
  (void)unused;
  double starts[nkey*nmember], x[nmember][most_rows][nquantity];
  trial t = begin(swing);
  draw(starts, 1);
  for (int k = 0; k < nmember; k++)
    assert_int_equal(follow(&t, starts + nkey*k, x[k]), 6);
  noslip_ensemble_result *r =
      compute(&t, (noslip_ensemble_options){keys, nkey, starts, nmember, .threads = 2});
  assert_int_equal(r->ntime, 6);
  assert_int_equal(r->nquantity, nquantity);
  assert_string_equal(r->quantities[0].name, "energy");
  assert_string_equal(r->quantities[1].name, "E2");
  assert_string_equal(r->quantities[2].name, "r");
  assert_true(r->times[1] == 4*0.1 && r->times[5] == 20*0.1);
  assert_int_equal(r->nnote, 1);  // 2.05 is no multiple of 0.1
  assert_int_equal(r->steps, 20*nmember);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < nquantity; j++) {
      double sum = 0, square = 0, min = x[0][i][j], max = min;
      for (int k = 0; k < nmember; k++) {
        sum += x[k][i][j];
        min = fmin(min, x[k][i][j]);
        max = fmax(max, x[k][i][j]);
      }
      for (int k = 0; k < nmember; k++)
        square += pow(x[k][i][j] - sum/nmember, 2);
      const noslip_statistics *q = &r->quantities[j];
      check_near(q->mean[i], sum/nmember, 1e-14*(1 + fabs(max)));  // rounding of seven sums
      check_near(q->variance[i], square/(nmember - 1), 1e-14*(1 + max*max));
      check_near(q->square[i], square/nmember + pow(sum/nmember, 2), 1e-14*(1 + max*max));
      assert_true(q->min[i] == min && q->max[i] == max);
      assert_int_equal(r->counts[i], nmember);
    }
  check_above(r->quantities[0].variance[5], 1e-8);  // there was something to be seen
  for (int k = 0; k < nmember; k++) {
    assert_true(r->members[k].energy_error == x[k][5][0]);
    assert_true(r->members[k].steps == 20 && !r->members[k].trouble);
  }
  noslip_ensemble_free(r);
  end(&t);
}

// a spread of 1 about 1e9: the difference of mean squares would have no digit left
static void small_spreads_keep_their_digits(void **unused) {
  (void)unused;
  spread s = {0};
  for (int k = 0; k < 1000; k++)
    spread_add(&s, 1e9 + k % 2);
  check_near(spread_variance(&s), 0.25*1000/999, 1e-6);
  assert_true(s.min == 1e9 && s.max == 1e9 + 1);
  spread_add(&s, (double)NAN);
  spread_add(&s, 1);
  assert_true(isnan(s.mean) && isnan(s.min) && isnan(s.max) && isnan(spread_variance(&s)));
}

// ---------------------------------------------------------------------------------------------
// threads and seeds

static bool same(const noslip_ensemble_result *a, const noslip_ensemble_result *b) {
  size_t size = (size_t)a->ntime*sizeof(double);
  bool equal = a->ntime == b->ntime && a->newton_iterations == b->newton_iterations;
  for (int j = 0; j < a->nquantity && equal; j++) {
    const noslip_statistics *p = &a->quantities[j], *q = &b->quantities[j];
    equal = memcmp(p->mean, q->mean, size) == 0 && memcmp(p->variance, q->variance, size) == 0 &&
            memcmp(p->min, q->min, size) == 0 && memcmp(p->max, q->max, size) == 0;
  }
  for (int k = 0; k < a->nmember && equal; k++)
    equal = memcmp(&a->members[k].energy_error, &b->members[k].energy_error, sizeof(double)) == 0;
  return equal;
}

// and the twin: another seed is noticed
static void threads_do_not_matter(void **unused) {
  (void)unused;
  double starts[nkey*nmember];
  trial t = begin(swing);
  draw(starts, 1);
  noslip_ensemble_options o = {keys, nkey, starts, nmember, .steps = 100, .threads = 1};
  noslip_ensemble_result *one = compute(&t, o);
  assert_int_equal(one->threads, 1);
  for (o.threads = 2; o.threads < 6; o.threads++) {
    noslip_ensemble_result *many = compute(&t, o);
    assert_true(same(one, many));
    noslip_ensemble_free(many);
  }
  draw(starts, 2);
  noslip_ensemble_result *other = compute(&t, o);
  assert_false(same(one, other));
  noslip_ensemble_free(other);
  noslip_ensemble_free(one);
  end(&t);
}

// splitmix64 of seed 1234567: 6457827717110365317, 3203168211198807973 (published test vector)
static void samples_are_splitmix64(void **unused) {
  (void)unused;
  double x[2], y[2];
  const noslip_range ranges[] = {{0, 1}, {-2, 2}};
  noslip_sample(x, ranges, 2, 1234567, 0);
  check_near(x[0], 6457827717110365317.0/0x1p64, 1e-15);
  check_near(x[1], -2 + 4*(3203168211198807973.0/0x1p64), 4e-15);
  noslip_sample(y, ranges, 2, 1234560, 7);
  assert_memory_equal(x, y, sizeof x);
  noslip_sample(y, ranges, 2, 1234567, 1);
  assert_true(x[0] != y[0] && x[1] != y[1]);
}

// ---------------------------------------------------------------------------------------------
// members that fail

// the fast one passes x = 1 before t = 1; from there on the others are alone
static void failing_member_is_left_out(void **unused) {
  (void)unused;
  static const char *const speed[] = {"x'"};
  const double starts[] = {0.1, 1.25, 0.2}, others[] = {0.1, 0.2};
  trial t = begin(cliff);
  noslip_ensemble_result *r = compute(&t, given(speed, 1, starts, 3));
  noslip_ensemble_result *s = compute(&t, given(speed, 1, others, 2));
  assert_int_equal(r->nfailed, 1);
  assert_int_equal(s->nfailed, 0);
  assert_null(r->members[0].trouble);
  check_text(r->members[1].trouble, "stopped at t = 0.");
  check_below(r->members[1].time, 1);
  assert_true(r->members[1].steps > 4);
  int left = 0;
  for (int i = 0; i < r->ntime; i++) {
    bool there = r->times[i] <= r->members[1].time;
    assert_int_equal(r->counts[i], there ? 3 : 2);
    if (there)
      continue;
    assert_true(r->quantities[0].mean[i] == s->quantities[0].mean[i]);
    assert_true(r->quantities[0].variance[i] == s->quantities[0].variance[i]);
    left++;
  }
  check_above(left, 5);
  noslip_ensemble_free(r);
  noslip_ensemble_free(s);
  end(&t);
}

// data that violate a constraint are the trouble of their member; of all members, of the ensemble
static void bad_starts_are_troubles(void **unused) {
  (void)unused;
  static const char rod[] = "model rod\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - y\n"
                            "holonomic rod: x^2 + y^2 = 1\ninit x = 1, y = 0\n"
                            "run method rattle, step 0.1, until 1\n";
  static const char *const first[] = {"x"};
  const double starts[] = {0.5, -1, 1};
  noslip_ensemble_result *r;
  trial t = begin(rod);
  noslip_ensemble_options o = given(first, 1, starts, 3);
  r = compute(&t, o);
  assert_int_equal(r->nfailed, 1);
  check_text(r->members[0].trouble, "rod");
  assert_true(isnan(r->members[0].energy_error) && r->counts[0] == 2);
  noslip_ensemble_free(r);
  o.nmember = 1;
  assert_int_equal(noslip_ensemble(t.context, t.model, &o, &r), NOSLIP_ERROR_MODEL);
  assert_null(r);
  check_text(noslip_last_error(t.context), "rod");
  o.project = true;
  r = compute(&t, o);
  assert_int_equal(r->nfailed, 0);
  assert_true(isnan(r->quantities[0].variance[1]) && isfinite(r->quantities[0].mean[1]));
  noslip_ensemble_free(r);
  end(&t);
}

// the state at the end of each member, bit for bit; NaN where there is none
static void ends_are_those_of_the_runs(void **unused) {
  (void)unused;
  double starts[nkey*nmember];
  trial t = begin(swing);
  draw(starts, 3);
  noslip_ensemble_options o = given(keys, nkey, starts, nmember);
  o.ends = true;
  noslip_ensemble_result *r = compute(&t, o);
  assert_int_equal(r->nend, 4);
  for (int k = 0; k < nmember; k++) {
    noslip_run *run;
    const noslip_start start[] = {{"x", starts[nkey*k]}, {"y", starts[nkey*k + 1]}};
    const noslip_run_options ro = {.start = start, .nstart = 2, .whole_steps = true};
    assert_int_equal(noslip_run_new(t.context, t.model, &ro, &run), NOSLIP_OK);
    assert_int_equal(noslip_advance(run, noslip_run_steps(run)), NOSLIP_OK);
    const double *x = noslip_run_values(run, NOSLIP_STATE);
    for (int i = 0; i < r->nend; i++) {
      assert_string_equal(r->end_names[i], noslip_run_name(run, NOSLIP_STATE, i));
      assert_true(r->ends[r->nend*k + i] == x[i]);
    }
    noslip_run_free(run);
  }
  check_above(fabs(r->ends[0] - r->ends[r->nend]), 1e-3);
  noslip_ensemble_free(r);
  o.ends = false;
  r = compute(&t, o);
  assert_true(r->nend == 0 && !r->ends && !r->end_names);
  noslip_ensemble_free(r);
  end(&t);
}

static void failed_members_have_no_end(void **unused) {
  (void)unused;
  static const char *const first[] = {"x'"};
  const double starts[] = {0.1, 1};  // the second runs over the cliff
  trial t = begin(cliff);
  noslip_ensemble_options o = given(first, 1, starts, 2);
  o.ends = true;
  noslip_ensemble_result *r = compute(&t, o);
  assert_int_equal(r->nfailed, 1);
  assert_true(isfinite(r->ends[0]) && isfinite(r->ends[1]));
  assert_true(isnan(r->ends[2]) && isnan(r->ends[3]));
  noslip_ensemble_free(r);
  end(&t);
}

typedef struct numbers {
  int list[nmember], count;
} numbers;

static bool note_number(void *context, const noslip_member_rows *rows) {
  numbers *n = context;
  n->list[n->count++] = rows->member;
  return true;
}

// an ensemble in two parts has the members of the whole
static void parts_count_on(void **unused) {
  (void)unused;
  double starts[nkey*nmember], infinite[] = {1, (double)INFINITY};
  trial t = begin(swing);
  draw(starts, 3);
  numbers seen = {0};
  noslip_ensemble_options o = given(keys, nkey, starts, nmember);
  noslip_ensemble_result *whole = compute(&t, o), *part, *none;
  o.keep = note_number;
  o.keep_context = &seen;
  o.first_member = 4;
  o.nmember = nmember - 4;
  for (int k = 0; k < o.nmember; k++)
    noslip_sample(starts + nkey*k, (const noslip_range[]){{0.5, 1}, {-1, 1}}, nkey, 3,
                  o.first_member + k);
  part = compute(&t, o);
  assert_int_equal(seen.count, o.nmember);
  for (int k = 0; k < o.nmember; k++) {
    assert_int_equal(seen.list[k], 4 + k);
    assert_true(part->members[k].energy_error == whole->members[4 + k].energy_error);
  }
  check_above(fabs(part->members[0].energy_error - whole->members[0].energy_error), 0);
  noslip_ensemble_free(part);
  noslip_ensemble_free(whole);

  o = given(keys, nkey, infinite, 1);
  o.first_member = 40;
  assert_int_equal(noslip_ensemble(t.context, t.model, &o, &none), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(t.context), "member 40: the value of `y`");
  o.first_member = -1;
  assert_int_equal(noslip_ensemble(t.context, t.model, &o, &none), NOSLIP_ERROR_ARGUMENT);
  check_text(noslip_last_error(t.context), "`first_member` is -1");
  end(&t);
}

static void bad_options_are_refused(void **unused) {
  (void)unused;
  static const char *const twice[] = {"x", "x"}, *const wrong[] = {"x", "y''"};
  const double starts[] = {1, 0}, infinite[] = {1, (double)INFINITY};
  static const struct {
    noslip_ensemble_options options;
    const char *sentence;
  } cases[] = {
      {{.nmember = 0}, "at least one member"},
      {{.nmember = 1, .threads = -1}, "threads"},
      {{.nmember = 1, .method = "dla-mq"}, "did you mean"},
      {{.nmember = 1, .backend = "gpu"}, "no backend `gpu`"},
      {{.nmember = 1, .every = -1}, "`every` is a positive number"},
      {{.nmember = 1 << 30, .steps = 1L << 40}, "steps"},
      {{.nmember = 1, .steps = 100000001, .every = 10}, "more than 1e+07 output times"},
  };
  const struct {
    noslip_ensemble_options options;
    const char *sentence;
  } more[] = {
      {given(twice, 2, starts, 1), "`x` is given twice"},
      {given(wrong, 2, starts, 1), "`y''`; did you mean `y'`?"},
      {given(keys, 2, infinite, 1), "member 0: the value of `y`"},
  };
  noslip_ensemble_result *r;
  trial t = begin(swing);
  for (size_t i = 0; i < sizeof cases/sizeof *cases; i++) {
    assert_int_equal(noslip_ensemble(t.context, t.model, &cases[i].options, &r),
                     NOSLIP_ERROR_ARGUMENT);
    check_text(noslip_last_error(t.context), cases[i].sentence);
    assert_null(r);
  }
  for (size_t i = 0; i < sizeof more/sizeof *more; i++) {
    assert_int_equal(noslip_ensemble(t.context, t.model, &more[i].options, &r),
                     NOSLIP_ERROR_ARGUMENT);
    check_text(noslip_last_error(t.context), more[i].sentence);
  }
  end(&t);
}

// ---------------------------------------------------------------------------------------------
// progress and memory

static void progress_counts_and_stops(void **unused) {
  (void)unused;
  double starts[nkey*nmember];
  noslip_ensemble_result *r;
  watcher w = {.enough = 1000000};
  trial t = begin(swing);
  draw(starts, 1);
  noslip_ensemble_options o = {keys,
                               nkey,
                               starts,
                               nmember,
                               .steps = 200,
                               .every = 200,
                               .threads = 1,
                               .progress = watch,
                               .progress_context = &w};
  noslip_ensemble_free(compute(&t, o));
  assert_true(w.total == 200*nmember && w.done == w.total);

  w = (watcher){.enough = 500};
  o.threads = 2;
  o.steps = o.every = 20000;
  assert_int_equal(noslip_ensemble(t.context, t.model, &o, &r), NOSLIP_STOPPED);
  check_below((double)w.done, 0.9*20000*nmember);
  noslip_ensemble_free(r);
  end(&t);
}

// The first member fails at once, and its thread has no other: the second, with 10^9 steps to go, is
// asked whether to go on all the same.
static void last_members_can_be_stopped(void **unused) {
  (void)unused;
  static const char *const speed[] = {"x'"};
  enum { forever = 1000000000 };
  const double starts[] = {2, 1e-12};
  noslip_ensemble_result *r;
  watcher w = {.enough = forever + 100000};
  trial t = begin(cliff);
  noslip_ensemble_options o = {speed,
                               1,
                               starts,
                               2,
                               .steps = forever,
                               .every = forever,
                               .threads = 2,
                               .progress = watch,
                               .progress_context = &w};
  assert_int_equal(noslip_ensemble(t.context, t.model, &o, &r), NOSLIP_STOPPED);
  assert_true(r->nfailed == 1 && r->nunfinished == 1);
  assert_true(r->members[1].steps >= 90000 && r->members[1].steps < 1000000);
  noslip_ensemble_free(r);
  end(&t);
}

// how many rows each member handed over; stops after `enough` calls
typedef struct taker {
  int calls, enough, rows[nmember];
} taker;

static bool take(void *context, const noslip_member_rows *rows) {
  taker *k = context;
  k->rows[rows->member] += rows->nrow;
  return ++k->calls != k->enough;
}

// Trajectories up to where a study was stopped are handed over. One who takes no more is not asked
// again, and that ends the study.
static void stopping_keeps_trajectories(void **unused) {
  (void)unused;
  double starts[nkey*nmember];
  noslip_ensemble_result *r;
  watcher w = {.enough = 2*200 + 3*50};
  taker all = {0}, one = {.enough = 1};
  trial t = begin(swing);
  draw(starts, 1);
  noslip_ensemble_options o = {keys,         nkey,        starts,       nmember,
                               .steps = 200, .every = 50, .threads = 1, .keep = take};
  o.progress = watch;
  o.progress_context = &w;
  o.keep_context = &all;
  assert_int_equal(noslip_ensemble(t.context, t.model, &o, &r), NOSLIP_STOPPED);
  assert_true(all.calls == 3 && all.rows[0] == 5 && all.rows[1] == 5 && all.rows[2] == 4);
  noslip_ensemble_free(r);
  o.progress = NULL;
  o.keep_context = &one;
  noslip_ensemble(t.context, t.model, &o, &r);
  assert_true(one.calls == 1 && one.rows[0] == 5);
  noslip_ensemble_free(r);
  end(&t);
}

// One thread, so that it is known who has come how far: two members to the end, the third to the
// fourth output time, the others not begun. What is there is what those members have left.
static void stopping_keeps_what_is_there(void **unused) {
  (void)unused;
  double starts[nkey*nmember];
  noslip_ensemble_result *r;
  watcher w = {.enough = 2*200 + 3*50};
  trial t = begin(swing);
  draw(starts, 1);
  noslip_ensemble_options o = {keys,         nkey,        starts,      nmember,
                               .steps = 200, .every = 50, .threads = 1};
  o.nmember = 2;
  noslip_ensemble_result *two = compute(&t, o);
  o.nmember = 3;
  noslip_ensemble_result *three = compute(&t, o);
  o.nmember = nmember;
  o.progress = watch;
  o.progress_context = &w;
  assert_int_equal(noslip_ensemble(t.context, t.model, &o, &r), NOSLIP_STOPPED);
  check_text(noslip_last_error(t.context), "stopped after 550 of 1400 steps");
  assert_int_equal(r->ntime, 5);
  assert_int_equal(r->nmember, nmember);
  assert_int_equal(r->nunfinished, 5);
  assert_int_equal(r->nfailed, 0);
  assert_true(r->steps == 550 && r->members[2].steps == 150 && r->members[3].steps == 0);
  assert_true(isnan(r->members[3].energy_error) && isnan(r->members[nmember - 1].energy_error));
  for (int i = 0; i < r->ntime; i++) {
    const noslip_ensemble_result *like = i < 4 ? three : two;
    assert_int_equal(r->counts[i], like->nmember);
    for (int j = 0; j < nquantity; j++) {
      assert_true(r->quantities[j].mean[i] == like->quantities[j].mean[i]);
      assert_true(r->quantities[j].variance[i] == like->quantities[j].variance[i]);
      assert_true(r->quantities[j].min[i] == like->quantities[j].min[i]);
      assert_true(r->quantities[j].max[i] == like->quantities[j].max[i]);
    }
  }
  check_above(fabs(three->quantities[2].mean[4] - two->quantities[2].mean[4]), 1e-6);
  noslip_ensemble_free(r);

  // times that no one has come to are not there; a study that is stopped at its end is whole
  w = (watcher){.enough = 100};
  assert_int_equal(noslip_ensemble(t.context, t.model, &o, &r), NOSLIP_STOPPED);
  assert_true(r->ntime == 3 && r->counts[2] == 1 && r->nunfinished == nmember);
  assert_true(isnan(r->quantities[0].variance[2]) && isfinite(r->quantities[0].mean[2]));
  noslip_ensemble_free(r);
  w = (watcher){.enough = 200*nmember};
  r = compute(&t, o);
  assert_true(r->ntime == 5 && r->counts[4] == nmember && r->nunfinished == 0);
  noslip_ensemble_free(r);
  noslip_ensemble_free(two);
  noslip_ensemble_free(three);
  end(&t);
}

static bool one_life(counter *c) {
  double starts[nkey*nmember];
  noslip_model *m = NULL;
  noslip_ensemble_result *r = NULL;
  noslip_context *context = noslip_open(&(noslip_options){count, c});
  if (!context)
    return false;
  draw(starts, 1);
  noslip_status status = noslip_model_parse(context, "test", cliff, NULL, &m);
  static const char *const cliff_keys[] = {"x", "x'"};
  noslip_ensemble_options o = {cliff_keys, nkey, starts, 3, .threads = 1, .ends = true};
  if (status == NOSLIP_OK)
    status = noslip_ensemble(context, m, &o, &r);
  if (status != NOSLIP_OK)
    assert_string_equal(noslip_last_error(context), "out of memory");
  noslip_ensemble_free(r);
  noslip_model_free(m);
  noslip_close(context);
  assert_int_equal(c->blocks, 0);
  return status == NOSLIP_OK;
}

static void every_allocation_may_fail(void **unused) {
  (void)unused;
  counter c = {0, 0, 0};
  assert_true(one_life(&c));
  long all = c.requests;
  int failed = 0;
  for (long n = 1; n <= all; n++) {
    c = (counter){0, n, 0};
    failed += !one_life(&c);
  }
  check_above(failed, 0.9*(double)all);  // the sentence of a failed member can do without
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(statistics_are_those_of_the_runs),
      cmocka_unit_test(small_spreads_keep_their_digits),
      cmocka_unit_test(threads_do_not_matter),
      cmocka_unit_test(samples_are_splitmix64),
      cmocka_unit_test(failing_member_is_left_out),
      cmocka_unit_test(bad_starts_are_troubles),
      cmocka_unit_test(ends_are_those_of_the_runs),
      cmocka_unit_test(failed_members_have_no_end),
      cmocka_unit_test(parts_count_on),
      cmocka_unit_test(bad_options_are_refused),
      cmocka_unit_test(progress_counts_and_stops),
      cmocka_unit_test(last_members_can_be_stopped),
      cmocka_unit_test(stopping_keeps_what_is_there),
      cmocka_unit_test(stopping_keeps_trajectories),
      cmocka_unit_test(every_allocation_may_fail),
  };
  return check_run(argc, argv, tests);
}
