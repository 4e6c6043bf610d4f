// Every method on every model of models/ that it can treat, and two runs compared by all that they
// remember. A method is tested from the day it is listed.

#pragma once

#include "run/run.h"  // before tests/support/tool.h, which has a type of a name in it

#include "tests/support/backends.h"
#include "tests/support/check.h"
#include "tests/support/systems.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

// ---------------------------------------------------------------------------------------------
// two runs, compared by all that they remember

static inline uint64_t hash(const char *name) {
  uint64_t h = 14695981039346656037u;
  for (; *name; name++)
    h = (h ^ (unsigned char)*name)*1099511628211u;
  return h;
}

// the seconds a run took are its own
static inline void clear_seconds(transfer *t) {
  unsigned char name[8];
  uint64_t h = hash("seconds");
  for (int i = 0; i < 8; i++)
    name[i] = (unsigned char)(h >> 8*i);
  for (size_t i = 0; i + 24 <= t->size; i++)
    if (memcmp(t->bytes + i, name, 8) == 0) {
      memset(t->bytes + i + 16, 0, 8);
      return;
    }
  check_fail("no seconds\n");
}

static inline transfer bytes_of(noslip_run *r) {
  failure why;
  transfer t = transfer_out(&r->context->memory);
  assert_int_equal(run_transfer(r, &t, &why), NOSLIP_OK);
  clear_seconds(&t);
  return t;
}

static inline bool same(noslip_run *a, noslip_run *b) {
  transfer x = bytes_of(a), y = bytes_of(b);
  bool equal = x.size == y.size && memcmp(x.bytes, y.bytes, x.size) == 0;
  transfer_free(&x);
  transfer_free(&y);
  return equal;
}

// Steps of both. Where one fails the other fails as well, with the same sentence.
static inline bool go_on_alike(noslip_run *a, noslip_run *b, int steps) {
  for (int i = 0; i < steps; i++) {
    char said[1000];
    noslip_status status = noslip_step(a);
    snprintf(said, sizeof said, "%s", noslip_last_error(a->context));
    if (status != noslip_step(b))
      return false;
    if (status != NOSLIP_OK)
      return status == NOSLIP_STOPPED || strncmp(said, noslip_last_error(b->context), 900) == 0;
  }
  return same(a, b);
}

// ---------------------------------------------------------------------------------------------
// every method, every model

enum { most_methods = 64, turns = 12 };

typedef struct pair {
  const char *file, *method, *backend;
  double h;
} pair;

// is all right with runs of this model? One that there is not is.
typedef bool pair_test(const pair *p, noslip_context *c, noslip_model *m);

static inline bool complain(const pair *p, const char *what) {
  print_message("%s with %s: %s\n", p->file, p->method, what);
  return false;
}

static inline int is_model(const struct dirent *entry) {
  size_t n = strlen(entry->d_name);
  return n > 7 && strcmp(entry->d_name + n - 7, ".noslip") == 0;
}

// of a crowd a step takes long
static inline bool is_small(const noslip_model *m) {
  return m->problem && m->problem->n <= (check_long() ? 200 : trial_most/2);
}

static inline int visit(const char *file, int number, int *visits, const char *backend,
                        pair_test *good) {
  noslip_context *c = noslip_open(NULL);
  noslip_model *m;
  char path[512];
  int lost = 0;
  snprintf(path, sizeof path, "%s/%s", NOSLIP_MODELS, file);
  assert_int_equal(noslip_model_load(c, path, &m), NOSLIP_OK);
  double h = m->system->run.step;
  for (int k = 0; h > 0 && is_small(m) && k < method_count(); k++) {
    bool turn = check_long() || visits[k] == 0 || (number + k) % turns == 0;
    pair p = {file, method_at(k)->name, backend, h};
    if (!turn || noslip_method_applies(c, p.method, m) != NOSLIP_OK)
      continue;
    visits[k]++;
    lost += !good(&p, c, m);
  }
  noslip_model_free(m);
  noslip_close(c);
  return lost;
}

// how many pairs are not good
static inline int visit_all(const char *backend, pair_test *good) {
  struct dirent **list;
  int visits[most_methods] = {0}, lost = 0, n = scandir(NOSLIP_MODELS, &list, is_model, alphasort);
  assert_true(n > 0 && method_count() <= most_methods);
  for (int i = 0; i < n; i++) {
    lost += visit(list[i]->d_name, i, visits, backend, good);
    free(list[i]);
  }
  free(list);
  return lost;
}
