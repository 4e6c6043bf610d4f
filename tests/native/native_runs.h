// A short run by a backend, as numbers; for tests of the cache and the compiler.

#pragma once

#include "run/settle.h"

#include "tests/support/backends.h"

static const char pendulum[] = "model pendulum\ncoord th: angle\nlagrangian th'^2/2 + cos(th)\n"
                               "init th' = 1.5\nrun method dla-mp, step 0.1, steps 20\n";

typedef struct outcome {
  noslip_status status;
  char backend[16], sentence[1500];
  double end[2];  // the state after 20 steps
} outcome;

static inline outcome live(const char *text, const char *backend) {
  outcome o = {.status = NOSLIP_OK};
  noslip_context *c = noslip_open(NULL);
  noslip_model *m = NULL;
  noslip_run *r = NULL;
  // a plan of this length is worth compiling
  noslip_run_options options = {.backend = backend, .steps = 100000000};
  o.status = noslip_model_parse(c, "test", text, NULL, &m);
  if (o.status == NOSLIP_OK)
    o.status = noslip_run_new(c, m, &options, &r);
  if (o.status == NOSLIP_OK) {
    backend_settle(r);
    o.status = noslip_advance(r, 20);
  }
  if (r) {
    snprintf(o.backend, sizeof o.backend, "%s", noslip_run_backend(r));
    memcpy(o.end, noslip_run_values(r, NOSLIP_STATE), sizeof o.end);
  }
  snprintf(o.sentence, sizeof o.sentence, "%s", noslip_last_error(c));
  noslip_run_free(r);
  noslip_model_free(m);
  noslip_close(c);
  return o;
}

// the run was made by this backend, and its numbers are those of the interpreter
static inline void served_by_(const char *text, const char *backend, const char *by,
                              const char *file, int line) {
  outcome o = live(text, backend), expected = live(text, "interpret");
  check_that(o.status == NOSLIP_OK, file, line, "%s\n", o.sentence);
  check_that(strcmp(o.backend, by) == 0, file, line, "served by %s, not %s\n", o.backend, by);
  check_that(same_bits(o.end, expected.end, 2), file, line, "other numbers\n");
}

#define served_by(text, backend, by) served_by_(text, backend, by, __FILE__, __LINE__)

// `native` is refused with these words, `auto` does without them
static inline void refused_natively_(const char *words, const char *file, int line) {
  outcome o = live(pendulum, "native");
  check_that(o.status == NOSLIP_ERROR_FILE, file, line, "status %d\n", (int)o.status);
  check_text_(o.sentence, words, "the sentence", file, line);
  served_by_(pendulum, "auto", "interpret", file, line);
}

#define refused_natively(words) refused_natively_(words, __FILE__, __LINE__)

// the only entry of a cache
static inline const char *entry_of(const char *store) {
  DIR *d = opendir(store);
  static char path[600];
  path[0] = 0;
  for (struct dirent *e; d && (e = readdir(d));)
    if (is_name(e->d_name)) {
      assert_int_equal(path[0], 0);
      snprintf(path, sizeof path, "%s/%s", store, e->d_name);
    }
  closedir(d);
  assert_int_not_equal(path[0], 0);
  return path;
}

static inline int mode_of(const char *path) {
  struct stat s;
  assert_int_equal(lstat(path, &s), 0);
  return (int)s.st_mode & 07777;
}
