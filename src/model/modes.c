// Modes of a model with contacts: which rows are held, as a problem.

#include "model/model.h"

#include "expr/diff.h"

#include <assert.h>

int model_contact_row(const noslip_model *m, int which) {
  assert(which >= 0 && which < m->system->contacts.count);
  return m->system->constraints.count + which;
}

int model_row_waits(const noslip_model *m, int row) {
  assert(row >= 0 && row < m->parts->m);
  return row < m->system->constraints.count ? m->system->constraints.list[row].contact : -1;
}

// forces without the multipliers of what is not held: these are 0
static bool forces_of(arena *a, const mechanical_parts *all, const bool *held, graph *g,
                      const expr **out) {
  expr *force = ARENA_ARRAY(a, expr, all->nv + 1), *zero = ARENA_ARRAY(a, expr, all->m + 1);
  expr *free = ARENA_ARRAY(a, expr, all->m + 1);
  int count = 0;
  if (a->failed)
    return false;
  for (int k = 0; k < all->m; k++)
    if (!held[k])
      free[count++] = all->mu[k];
  *out = force;
  return diff_substitute(g, all->force, all->nv, free, zero, count, force);
}

// the rows that are held
static bool rows_of(arena *a, const mechanical_parts *all, const bool *held,
                    mechanical_parts *parts) {
  expr *residual = ARENA_ARRAY(a, expr, all->m + 1), *mu = ARENA_ARRAY(a, expr, all->m + 1);
  bool *holonomic = ARENA_ARRAY(a, bool, all->m + 1);
  const char **labels = ARENA_ARRAY(a, const char *, all->m + 1);
  int m = 0;
  if (a->failed)
    return false;
  for (int k = 0; k < all->m; k++) {
    if (!held[k])
      continue;
    residual[m] = all->residual[k];
    mu[m] = all->mu[k];
    holonomic[m] = all->is_holonomic[k];
    labels[m++] = all->constraint[k];
  }
  parts->m = m;
  parts->residual = residual;
  parts->mu = mu;
  parts->is_holonomic = holonomic;
  parts->constraint = labels;
  return true;
}

static noslip_status make_mode(arena *a, const mechanical_parts *parts, reduction_kind form,
                               const problem **out, failure *why) {
  noslip_status status = mechanical_new(a, parts, out, why);
  if (status != NOSLIP_OK || form == REDUCTION_COUNT)
    return status;
  return reduction_new(a, parts, *out, form, out, why);
}

// in a copy of the graph: that of the model is not changed
noslip_status model_mode(const noslip_model *m, arena *a, const bool *held, reduction_kind form,
                         const problem **out, failure *why) {
  assert(m->parts && m->problem);
  mechanical_parts parts = *m->parts;
  parts.watched = (watched_parts){0};
  parts.graph = graph_copy(m->parts->graph, a->memory);
  if (!parts.graph)
    return fail_memory(why);
  bool good = rows_of(a, m->parts, held, &parts) &&
              forces_of(a, m->parts, held, parts.graph, &parts.force);
  noslip_status status = good ? make_mode(a, &parts, form, out, why) : fail_memory(why);
  graph_free(parts.graph);
  return status;
}
