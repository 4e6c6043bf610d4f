// An allocator that counts, and fails when it is told to; and the life of a run under it.

#pragma once

#include "tests/check.h"

#include "noslip.h"

#include <stdbool.h>
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

// A run of the model on this backend and three steps, unless `status` says that the model could not be made; then
// everything is given back. True if all worked; if not, memory was the reason, and nothing is left.
static inline bool live(counter *c, noslip_context *context, noslip_model *m, noslip_status status,
                        noslip_run_options options, const char *backend) {
  noslip_run *r = NULL;
  if (status == NOSLIP_OK)
    status = noslip_run_new(context, m, &options, &r);
  for (int i = 0; status == NOSLIP_OK && i < 3; i++)
    status = noslip_step(r);
  if (status != NOSLIP_OK) {
    assert_int_equal(status, NOSLIP_ERROR_MEMORY);
    assert_string_equal(noslip_last_error(context), "out of memory");
  } else {
    assert_string_equal(noslip_run_backend(r), backend);
  }
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(context);
  assert_int_equal(c->blocks, 0);
  return status == NOSLIP_OK;
}

// a run of a file of models/, with every request for memory failing once
static inline void check_failing_memory(const char *path, const char *name) {
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
