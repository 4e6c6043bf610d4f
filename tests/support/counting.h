// An allocator that counts, and fails when it is told to; and the life of a run under it.

#pragma once

#include "tests/support/check.h"

#include "noslip.h"
#include "run/settle.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct counter {
  long requests, fail_at, blocks;  // fail_at 0: never
} counter;

// a noslip_allocator; its context is the counter
static inline void *count(void *context, void *block, size_t size) {
  counter *c = context;
  if (size == 0) {
    c->blocks -= block != NULL;
    free(block);
    return NULL;
  }
  if (++c->requests == c->fail_at)
    return NULL;
  void *p = realloc(block, size);
  c->blocks += block == NULL && p != NULL;
  return p;
}

// Was there the request that fails? Where blocks lie in memory may make one more or less.
static inline bool request_failed(const counter *c) {
  return c->requests >= c->fail_at;
}

// how often memory is asked for in forty steps, with a look at the state after each
static inline long requests_of_steps(const counter *c, noslip_run *r) {
  long before = c->requests;
  for (int i = 0; i < 40; i++) {
    assert_int_equal(noslip_step(r), NOSLIP_OK);
    noslip_run_values(r, NOSLIP_STATE);
    noslip_run_values(r, NOSLIP_MULTIPLIER);
  }
  return c->requests - before;
}

// A run of the model on this backend, three steps and the verdicts, unless `status` says that the model could not be made; then
// everything is given back. True if all worked; if not, memory was the reason, and nothing is left.
static inline bool live(counter *c, noslip_context *context, noslip_model *m, noslip_status status,
                        noslip_run_options options, const char *backend) {
  noslip_run *r = NULL;
  if (status == NOSLIP_OK)
    status = noslip_run_new(context, m, &options, &r);
  if (status == NOSLIP_OK)
    backend_settle(r);
  for (int i = 0; status == NOSLIP_OK && i < 3; i++)
    status = noslip_step(r);
  int nverdict;
  if (status == NOSLIP_OK)
    status = noslip_run_judge(r, &nverdict);
  // "auto" goes on with the interpreter where memory for compiled code is missing on the way
  bool open = options.backend && strcmp(options.backend, "auto") == 0;
  bool served = status == NOSLIP_OK && strcmp(noslip_run_backend(r), backend) == 0;
  if (status != NOSLIP_OK) {
    assert_int_equal(status, NOSLIP_ERROR_MEMORY);
    assert_string_equal(noslip_last_error(context), "out of memory");
  } else if (!open) {
    assert_string_equal(noslip_run_backend(r), backend);
  }
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(context);
  assert_int_equal(c->blocks, 0);
  return served;
}

// requests for memory by so many steps on a file of models/
static inline long allocations(const char *file, const char *name, long steps) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s", NOSLIP_MODELS, file);
  counter c = {0};
  noslip_context *context = noslip_open(&(noslip_options){count, &c});
  noslip_model *m;
  noslip_run *r;
  noslip_run_options options = {.method = name, .step = 0.05};
  assert_int_equal(noslip_model_load(context, path, &m), NOSLIP_OK);
  assert_int_equal(noslip_run_new(context, m, &options, &r), NOSLIP_OK);
  long before = c.requests;
  assert_true(before > 0);
  assert_int_equal(noslip_advance(r, steps), NOSLIP_OK);
  long requests = c.requests - before;
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(context);
  return requests;
}

// a run of a file of models/, with every request for memory failing once
static inline void check_failing_memory(const char *file, const char *name) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s", NOSLIP_MODELS, file);
  noslip_run_options options = {.method = name, .step = 0.05, .backend = "interpret"};
  bool done = false;
  for (long fail_at = 1; !done; fail_at++) {
    counter c = {.fail_at = fail_at};
    noslip_context *context = noslip_open(&(noslip_options){count, &c});
    noslip_model *m = NULL;
    if (!context)
      continue;
    noslip_status status = noslip_model_load(context, path, &m);
    done = live(&c, context, m, status, options, "interpret");
    assert_true(done || fail_at < 100000);
  }
}
