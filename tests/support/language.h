// Reading models in tests: text in, system or message out, and the numbers of a system at its start.

#pragma once

#include "tests/support/mistakes.h"

#include "base/text.h"
#include "expr/show.h"
#include "lang/read.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct reading {
  memory memory;
  arena arena;
  failure why;
  source source;
  model_system *model;
  noslip_status status;
} reading;

static inline void reading_end(reading *r) {
  if (r->model)
    graph_free(r->model->graph);
  arena_free(&r->arena);
}

// read bytes as a model; there is a system, or a sentence
static inline noslip_status reading_bytes(reading *r, memory m, const char *bytes, size_t length,
                                          const settings *given) {
  *r = (reading){.memory = m};
  arena_init(&r->arena, &r->memory);
  r->source = (source){.name = "m.noslip", .text = bytes, .length = (int)length};
  r->status = system_read(&r->source, &r->arena, given, &r->model, &r->why);
  assert_int_equal(r->status, r->why.status);
  assert_true((r->status == NOSLIP_OK) == (r->model != NULL));
  assert_true((r->status == NOSLIP_OK) == (r->why.sentence[0] == 0));
  return r->status;
}

static inline noslip_status reading_text(reading *r, const char *text, const settings *given) {
  return reading_bytes(r, memory_default(), text, strlen(text), given);
}

// a model that must be read
static inline model_system *reading_good(reading *r, const char *text) {
  reading_text(r, text, NULL);
  assert_string_equal(r->why.sentence, "");
  return r->model;
}

// --- numbers at the start ------------------------------------------------------------------------

static inline void reading_starts(const graph *g, const unknowns *list, double *x) {
  (void)g;
  for (int i = 0; i < list->count; i++)
    x[list->list[i].symbol] = list->list[i].start;
}

// the value of an expression at the initial data, with t = 0
static inline double reading_value(const reading *r, expr e) {
  const model_system *s = r->model;
  graph *g = s->graph;
  double *x = calloc((size_t)graph_size(g), sizeof *x);
  const unknowns *lists[] = {&s->positions, &s->velocities, &s->momenta,
                             &s->states,    &s->algebraics, &s->multipliers};
  for (int k = 0; k < 6; k++)
    reading_starts(g, lists[k], x);
  for (expr i = 0; i <= e; i++) {
    node n = graph_node(g, i);
    if (n.op == EXPR_NUMBER)
      x[i] = expr_number_value(g, i);
    else if (n.op == EXPR_POWER)
      x[i] = pow(x[n.a], n.b);
    else if (n.op != EXPR_SYMBOL)
      x[i] = expr_apply((expr_op)n.op, x[n.a], x[n.b], x[n.c]);
  }
  double result = x[e];
  free(x);
  return result;
}

// the initial value of an unknown by its key; NaN if there is none
static inline double reading_start(const reading *r, const char *key) {
  const model_system *s = r->model;
  const unknowns *lists[] = {&s->positions, &s->velocities, &s->momenta,
                             &s->states,    &s->algebraics, &s->multipliers};
  for (int k = 0; k < 6; k++)
    for (int i = 0; i < lists[k]->count; i++)
      if (strcmp(lists[k]->list[i].name, key) == 0)
        return lists[k]->list[i].start;
  return (double)NAN;
}

// the value of an observable at the start; NaN if there is none
static inline double reading_observable(const reading *r, const char *label) {
  for (int i = 0; i < r->model->observables.count; i++)
    if (strcmp(r->model->observables.list[i].label, label) == 0)
      return reading_value(r, r->model->observables.list[i].value);
  return (double)NAN;
}

// an expression as text
static inline const char *reading_show(reading *r, expr e) {
  text_buffer t;
  text_init(&t, &r->memory);
  expr_show(&t, r->model->graph, e, 1000);
  const char *copy = arena_text(&r->arena, t.data, t.length);
  text_free(&t);
  return copy;
}

// --- messages ------------------------------------------------------------------------------------

// why a model is not read
static inline void reading_fails(const char *text, failure *why) {
  reading r;
  reading_text(&r, text, NULL);
  *why = r.why;
  reading_end(&r);
}

// a table of mistakes; the lines come after the declarations of section 9, from line 5 on
#define reading_wrong(rows)                                                              \
  mistakes_hold("model m\nparam k = 2, m = 1\nconst n = 3\ncoord x, y, w[1..n]\n", rows, \
                reading_fails)

// a lagrangian for these declarations
#define READING_LAGRANGIAN "lagrangian x'^2 + y'^2 + dot(w', w')\n"
