// One model with live parameters and many runs: threads, compiled code, memory.

#define _XOPEN_SOURCE 700  // nftw and mkdtemp

#include "tests/support/backends.h"
#include "tests/support/counting.h"
#include "tests/support/live.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>

// every request for memory fails once: when the model is loaded, when the run is made
static void memory_may_fail(void **state) {
  (void)state;
  const noslip_parameter given[] = {{"e", 0.75}, {"r", 0.25}};
  const char *const names[] = {"e", "r"};
  const noslip_model_options with = {.live = names, .nlive = 2};
  const noslip_run_options options = {
      .method = "moreau", .step = 0.05, .parameters = given, .nparameter = 2};
  bool done = false;
  for (long fail_at = 1; !done; fail_at++) {
    counter c = {.fail_at = fail_at};
    noslip_context *context = noslip_open(&(noslip_options){count, &c});
    noslip_model *m = NULL;
    if (!context)
      continue;
    noslip_status status = noslip_model_parse(context, "test", ball, &with, &m);
    done = live(&c, context, m, status, options, "interpret");
    assert_true(done || fail_at < 100000);
  }
}

// a value is set without memory
static void setting_takes_no_memory(void **state) {
  (void)state;
  counter c = {0};
  noslip_context *context = noslip_open(&(noslip_options){count, &c});
  noslip_model *m = load(context, spring, (live_names){"k", "m"});
  noslip_run *r;
  const noslip_run_options options = {.method = "gonzalez", .step = 0.1, .backend = "interpret"};
  assert_int_equal(noslip_run_new(context, m, &options, &r), NOSLIP_OK);
  long before = c.requests;
  for (int i = 0; i < 20; i++) {
    assert_int_equal(noslip_set_parameter(r, i % 2 ? "k" : "m", 1 + 0.1*i), NOSLIP_OK);
    assert_int_equal(noslip_step(r), NOSLIP_OK);
  }
  assert_int_equal(c.requests, before);
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(context);
}

// ---- one model, many runs

enum { values = 64 };

typedef struct job {
  noslip_model *m;
  double x[values];
  int from, by;
} job;

static double swing(noslip_model *m, int i) {
  noslip_context *c = noslip_open(NULL);
  noslip_run *r;
  const noslip_parameter given[] = {{"l", 1 + 0.01*i}, {"g", 9 + 0.1*i}};
  double x = (double)NAN;
  if (noslip_run_new(c, m,
                     &(noslip_run_options){.method = "rattle",
                                           .step = 0.01,
                                           .backend = "interpret",
                                           .parameters = given,
                                           .nparameter = 2},
                     &r) == NOSLIP_OK &&
      noslip_advance(r, 50) == NOSLIP_OK)
    x = noslip_value(r, "x");
  noslip_run_free(r);
  noslip_close(c);
  return x;
}

static void *work(void *context) {
  job *j = context;
  for (int i = j->from; i < values; i += j->by)
    j->x[i] = swing(j->m, i);
  return NULL;
}

// values live in the run: threads that share a model get the bits of one thread
static void threads_share_a_model(void **state) {
  (void)state;
  enum { threads = 4 };
  noslip_context *c = noslip_open(NULL);
  noslip_model *m = load(c, pendulum, (live_names){"l", "g"});
  pthread_t thread[threads];
  static job jobs[threads], alone;
  for (int k = 0; k < threads; k++) {
    jobs[k] = (job){.m = m, .from = k, .by = threads};
    assert_int_equal(pthread_create(&thread[k], NULL, work, &jobs[k]), 0);
  }
  for (int k = 0; k < threads; k++)
    pthread_join(thread[k], NULL);
  alone = (job){.m = m, .by = 1};
  work(&alone);
  for (int i = 0; i < values; i++) {
    assert_true(same_bits(&alone.x[i], &jobs[i % threads].x[i], 1));
    check_above(fabs(alone.x[i] - alone.x[(i + 1) % values]), 1e-4);
  }
  noslip_model_free(m);
  noslip_close(c);
}

// ---- compiled

static noslip_run *begin_run(noslip_context *c, noslip_model *m, const char *method,
                             const char *backend, const noslip_parameter *given) {
  noslip_run *r;
  if (noslip_run_new(c, m,
                     &(noslip_run_options){.method = method,
                                           .step = 0.01,
                                           .backend = backend,
                                           .parameters = given,
                                           .nparameter = 1},
                     &r) != NOSLIP_OK)
    check_fail("%s\n", noslip_last_error(c));
  return r;
}

// one compilation for all values; with numbers in the model each value has its own
static void values_share_compiled_code(void **state) {
  (void)state;
  empty_cache("values");
  hasty_compiler("cc");
  noslip_context *c = noslip_open(NULL);
  noslip_model *m = load(c, pendulum, (live_names){"l", "g"});
  int calls = count_calls(), count = 1000/check_share(5);
  double last = 0;
  for (int i = 0; i < count; i++) {
    const noslip_parameter given = {"g", 5 + 0.01*i};
    noslip_run *r = begin_run(c, m, "rattle", "native", &given);
    assert_string_equal(noslip_run_backend(r), "native");
    assert_int_equal(noslip_advance(r, 20), NOSLIP_OK);
    check_below(noslip_value(r, "y"), last);  // the more weight, the deeper
    last = noslip_value(r, "y");
    noslip_run_free(r);
  }
  assert_int_equal(count_calls(), calls + 1);
  noslip_model_free(m);

  const noslip_setting set = {"g", "5"};
  const noslip_model_options with = {.set = &set, .nset = 1};
  const noslip_run_options o = {.method = "rattle", .step = 0.01, .backend = "native"};
  noslip_run *r;
  assert_int_equal(noslip_model_parse(c, "test", pendulum, &with, &m), NOSLIP_OK);
  assert_int_equal(noslip_run_new(c, m, &o, &r), NOSLIP_OK);
  assert_int_equal(count_calls(), calls + 2);
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(c);
}

typedef struct compiled_case {
  const char *text, *method, *name;
  double value;
} compiled_case;

static void backends_agree(void **state) {
  (void)state;
  static const compiled_case list[] = {
      {pendulum, "rattle", "l", 1.25},      {pendulum, "spark(2)", "g", 5},
      {spring, "dla-mp", "m", 3},           {spring, "lobatto(3)", "m", 3},
      {spring, "gonzalez", "k", 0.3},       {spring_of_momenta, "euler-true", "m", 3},
      {spring, "rk-gauss(2)", "l", -0.125}, {ball, "moreau", "r", 0.25},
      {ball, "lobatto(2)", "e", 0.9},       {gas, "moreau", "mu", 0.05},
  };
  int count = (int)(sizeof list/sizeof *list);
  empty_cache("agree");
  use_compiler("cc");
  for (int i = 0; i < count; i += check_long() ? 1 : 5) {
    noslip_context *c = noslip_open(NULL);
    const noslip_parameter given = {list[i].name, list[i].value};
    noslip_model *m = load(c, list[i].text, (live_names){list[i].name});
    if (!m)
      check_fail("%s\n", noslip_last_error(c));
    noslip_run *a = begin_run(c, m, list[i].method, "interpret", &given);
    noslip_run *b = begin_run(c, m, list[i].method, "native", &given);
    const char *what = course_difference(c, a, b, 40);
    if (what)
      check_fail("%s, %s: %s\n", noslip_model_name(m), list[i].method, what);
    noslip_run_free(a);
    noslip_run_free(b);
    noslip_model_free(m);
    noslip_close(c);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(memory_may_fail),       cmocka_unit_test(setting_takes_no_memory),
      cmocka_unit_test(threads_share_a_model), cmocka_unit_test(values_share_compiled_code),
      cmocka_unit_test(backends_agree),
  };
  return tool_run(argc, argv, tests);
}
