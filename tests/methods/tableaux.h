// Tableaux for tests, and how far from what is exact they may be.

#pragma once

#include "tests/support/check.h"

#include "tableau/tableau_conditions.h"

// Entries were measured to be off by 2.6e-16 at most, for all families and s <= 20, 30, 40, 50.
// Sums of s products of such entries, of size 1 and less, stay below 2e-15.
static const double entry_error = 3e-16, sum_error = 2e-15;

typedef struct shelf {
  memory memory;
  arena arena;
} shelf;

static inline void shelf_open(shelf *f) {
  f->memory = memory_default();
  arena_init(&f->arena, &f->memory);
}

static inline void shelf_close(shelf *f) {
  arena_free(&f->arena);
}

static inline tableau make(shelf *f, tableau_family family, int s) {
  tableau t;
  assert_true(tableau_init(&t, &f->arena, family, s));
  return t;
}

static inline bool is_lobatto(tableau_family family) {
  return family >= TABLEAU_LOBATTO_3A;
}
