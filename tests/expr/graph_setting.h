// A graph with some symbols.

#pragma once

#include "tests/support/check.h"
#include "tests/support/expressions.h"

enum { variables = 3 };

typedef struct setting {
  memory memory;
  graph *g;
  expr s[variables];
  expr x, y, z;  // the same
} setting;

static inline void setting_begin(setting *s) {
  static const char *const names[] = {"x", "y", "z"};
  s->memory = memory_default();
  s->g = graph_new(&s->memory, 1000000);
  assert_non_null(s->g);
  for (int j = 0; j < variables; j++)
    s->s[j] = expr_symbol(s->g, 1u << j, names[j]);
  s->x = s->s[0];
  s->y = s->s[1];
  s->z = s->s[2];
}

static inline void setting_end(setting *s) {
  assert_int_equal(graph_status(s->g), NOSLIP_OK);
  graph_free(s->g);
}
