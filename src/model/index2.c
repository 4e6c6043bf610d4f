// System to index-2 problem: the parts of the equations side by side. A skew-gradient system is one
// of them, without constraints: z' = P(z) grad H(z). An overdetermined DAE has three parts.

#include "model/model.h"

#include "expr/diff.h"
#include "expr/terms.h"
#include "problem/index2.h"

#include <assert.h>

// part p of y_i' in row p, column i; zero where it is not given
static const expr *part_rows(arena *a, const model_system *s) {
  int n = s->states.count;
  expr *out = ARENA_ARRAY(a, expr, s->dae.nparts*n);
  for (int k = 0; out && k < s->dae.equations.count; k++) {
    const equation *e = &s->dae.equations.list[k];
    out[(e->part - 1)*n + e->state] = e->value;
  }
  return out;
}

// P, with {b, a} = -{a, b}
static const expr *skew_matrix(arena *a, const model_system *s) {
  int n = s->states.count;
  expr *P = ARENA_ARRAY(a, expr, (size_t)n*(size_t)n);
  for (int k = 0; P && k < s->dae.brackets.count; k++) {
    const bracket *b = &s->dae.brackets.list[k];
    P[b->a*n + b->b] = b->value;
    P[b->b*n + b->a] = expr_neg(s->graph, b->value);
  }
  return P;
}

// P grad H
static const expr *skew_rows(arena *a, const model_system *s, const expr *z) {
  int n = s->states.count;
  expr *slope = ARENA_ARRAY(a, expr, n), *out = ARENA_ARRAY(a, expr, n);
  if (a->failed || !diff_gradient(s->graph, s->function, z, n, slope))
    return NULL;
  for (int k = 0; k < s->dae.brackets.count; k++) {
    const bracket *b = &s->dae.brackets.list[k];
    out[b->a] = expr_add(s->graph, out[b->a], expr_mul(s->graph, b->value, slope[b->b]));
    out[b->b] = expr_sub(s->graph, out[b->b], expr_mul(s->graph, b->value, slope[b->a]));
  }
  return out;
}

static const char **names_of(arena *a, const unknowns *list) {
  const char **out = ARENA_ARRAY(a, const char *, list->count);
  for (int i = 0; out && i < list->count; i++)
    out[i] = list->list[i].name;
  return out;
}

static bool list_constraints(arena *a, const model_system *s, index2_parts *parts) {
  expr *g = ARENA_ARRAY(a, expr, parts->m);
  const char **labels = ARENA_ARRAY(a, const char *, parts->m);
  if (a->failed)
    return false;
  for (int k = 0; k < parts->m; k++) {
    g[k] = s->dae.constraints.list[k].residual;
    labels[k] = s->dae.constraints.list[k].label;
  }
  parts->g = g;
  parts->constraint = labels;
  return true;
}

// Of an overdetermined DAE: rows (v, 0), (0, f) and (0, r), and which states are z. With a part 2,
// r is that; otherwise r has the terms of the sums that contain an algebraic variable.
static noslip_status split_rows(arena *a, const model_system *s, index2_parts *parts,
                                failure *why) {
  int n = parts->n;
  bool given = s->dae.nparts > 1, *is_z = ARENA_ARRAY(a, bool, n);
  expr *v = ARENA_ARRAY(a, expr, 3*n), *f = v + n, *r = f + n;
  const expr *rows = part_rows(a, s);
  if (a->failed)
    return fail_memory(why);
  for (int i = 0; i < n; i++) {
    expr sum = expr_add(s->graph, rows[i], given ? rows[n + i] : expr_zero);
    is_z[i] = expr_kinds(s->graph, sum) & KIND_ALGEBRAIC;
    if (is_z[i] && given && expr_kinds(s->graph, rows[i]) & KIND_ALGEBRAIC)
      return fail(
          why, NOSLIP_ERROR_MODEL,
          "part 1 of `%s'` contains an algebraic variable; where there is a part 2, they all "
          "belong into that",
          s->states.list[i].name);
    if (!is_z[i]) {
      v[i] = sum;
    } else if (given) {
      f[i] = rows[i];
      r[i] = rows[n + i];
    } else if (!terms_split(s->graph, sum, KIND_ALGEBRAIC, &f[i], &r[i])) {
      return fail_memory(why);
    }
  }
  parts->is_z = is_z;
  parts->f = v;
  parts->nparts = 3;
  return NOSLIP_OK;
}

noslip_status model_index2(noslip_model *m, problem_class class, failure *why) {
  assert(!m->problem && m->system->states.count > 0);
  const model_system *s = m->system;
  arena *a = &m->arena;
  bool skew = class == PROBLEM_SKEW;
  index2_parts parts = {
      .graph = s->graph,
      .class = class,
      .n = s->states.count,
      .m = s->dae.constraints.count,
      .nparts = skew ? 1 : s->dae.nparts,
      .y = model_symbols(a, &s->states),
      .z = model_symbols(a, &s->algebraics),
      .time = s->time,
      .clock = model_clock(a, s),
      .energy = s->energy,
      .function = s->function,
      .state = names_of(a, &s->states),
      .algebraic = names_of(a, &s->algebraics),
  };
  if (a->failed)
    return fail_memory(why);
  if (class == PROBLEM_OVERDETERMINED && split_rows(a, s, &parts, why) != NOSLIP_OK)
    return why->status;
  if (class != PROBLEM_OVERDETERMINED)
    parts.f = skew ? skew_rows(a, s, parts.y) : part_rows(a, s);
  parts.P = skew ? skew_matrix(a, s) : NULL;
  if (!list_constraints(a, s, &parts) || !model_watched(m, KIND_ALGEBRAIC, &parts.watched))
    return fail_memory(why);
  return index2_new(a, &parts, &m->problem, why);
}
