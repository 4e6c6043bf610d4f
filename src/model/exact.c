// The exact solution of a model as columns of numbers, for those who compare a run with it.

#include "model/model.h"

#include "base/shown.h"
#include "base/vec.h"
#include "expr/diff.h"

#include <assert.h>
#include <string.h>

bool model_has_exact(const noslip_model *m) {
  return m->system && m->system->exact.count > 0 && !m->system->start.exact_set_aside;
}

noslip_status model_exact_tape(tape **out, arena *a, const model_system *s, failure *why) {
  int n = s->exact.count;
  const tape_group clock = {s->inputs.clock.list, s->inputs.clock.count};
  expr *f = ARENA_ARRAY(a, expr, 2*n);
  graph *g = f ? graph_copy(s->graph, a->memory) : NULL;
  if (!g)
    return fail_memory(why);
  for (int i = 0; i < n; i++)
    f[i] = s->exact.list[i].value;
  *out = diff_jacobian(g, f, n, &s->time, 1, f + n) ? tape_new(a, g, &clock, 1, f, 2*n) : NULL;
  bool too_large = graph_status(g) == NOSLIP_ERROR_MODEL;
  graph_free(g);
  if (too_large)
    return fail(why, NOSLIP_ERROR_MODEL, "the derivative of the exact solution is too large");
  return *out ? NOSLIP_OK : fail_memory(why);
}

double *model_exact_clock(arena *a, const model_system *s) {
  clock_parts parts = model_clock(a, s);
  double *clock = ARENA_ARRAY(a, double, 1 + parts.ninput);
  if (a->failed)
    return NULL;
  vec_copy(clock + 1, parts.start, parts.ninput);
  return clock;
}

// ---------------------------------------------------------------------------------------------
// names of columns

// the unknown with this symbol, -1: it is not in the list
static int find_symbol(const unknowns *list, expr symbol) {
  for (int i = 0; i < list->count; i++)
    if (list->list[i].symbol == symbol)
      return i;
  return -1;
}

// the coordinate in R that entry i of the velocities belongs to, as a position; -1: none
static int position_of(const model_system *s, int velocity) {
  for (int k = 0; k < s->coords.count; k++) {
    const coord_item *c = &s->coords.list[k];
    if (velocity >= c->velocity && velocity < c->velocity + c->nvelocity)
      return c->kind <= COORD_ANGLE ? c->position + velocity - c->velocity : -1;
  }
  return -1;
}

// the name of the column that statement i gives; "" if files have none
static const char *value_name(arena *a, const model_system *s, int i) {
  expr symbol = s->exact.list[i].symbol;
  int z = find_symbol(&s->algebraics, symbol), p = find_symbol(&s->momenta, symbol);
  int q = p >= 0 ? position_of(s, p) : -1;
  if (z >= 0)
    return arena_print(a, "multiplier.%s", s->algebraics.list[z].name);
  if (p >= 0)
    return q >= 0 ? arena_print(a, "momentum.%s", s->positions.list[q].name) : "";
  return s->exact.list[i].name;
}

// the name of its time derivative; "" if there is none
static const char *rate_name(const model_system *s, int i) {
  for (int k = 0; k < s->velocities.count; k++) {
    int q = position_of(s, k);
    if (q >= 0 && s->positions.list[q].symbol == s->exact.list[i].symbol)
      return s->velocities.list[k].name;
  }
  return "";
}

// ---------------------------------------------------------------------------------------------
// the public calls

bool noslip_model_has_exact(const noslip_model *m) {
  return m && model_has_exact(m);
}

// value i of the tape has this name; -1: none has
static int find_column(arena *a, const model_system *s, const char *name) {
  int n = s->exact.count;
  for (int i = 0; i < 2*n; i++) {
    const char *own = i < n ? value_name(a, s, i) : rate_name(s, i - n);
    if (own && strcmp(own, name) == 0)
      return i;
  }
  return -1;
}

static noslip_status fill(const noslip_model *m, arena *a, const char *name, const double *times,
                          size_t n, double *x) {
  failure *why = &m->context->failure;
  const model_system *s = m->system;
  int column = find_column(a, s, name);
  if (column < 0)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "the exact solution of %s has no `%s`; it has what `exact` gives, and velocities",
                SHOWN(s->name), SHOWN(name));
  tape *code;
  if (model_exact_tape(&code, a, s, why) != NOSLIP_OK)
    return why->status;
  double *work = ARENA_ARRAY(a, double, code->nwork + 1), *out = ARENA_ARRAY(a, double, code->nout);
  double *clock = model_exact_clock(a, s);
  if (a->failed)
    return fail_memory(why);
  tape_prepare(code, work);
  for (size_t i = 0; i < n; i++) {
    clock[0] = times[i];
    tape_run(code, work, (const double *const[]){clock}, out);
    x[i] = out[column];
  }
  return NOSLIP_OK;
}

noslip_status noslip_model_exact(noslip_model *m, const char *name, const double *times, size_t n,
                                 double *x) {
  if (!m)
    return NOSLIP_ERROR_ARGUMENT;
  if (!name || !times || !x)
    return context_refuse_null(m->context, !name ? "name" : times ? "x" : "times");
  if (!model_has_exact(m))
    return fail(&m->context->failure, NOSLIP_ERROR_ARGUMENT,
                m->system && m->system->exact.count > 0
                    ? "the exact solution of the file does not hold here: other initial data or "
                      "parameters are given"
                    : "the model has no exact solution; write one with `exact`");
  arena scratch;
  arena_init(&scratch, &m->context->memory);
  noslip_status status = fill(m, &scratch, name, times, n, x);
  arena_free(&scratch);
  return status;
}
