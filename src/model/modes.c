#include "model/model.h"

#include "expr/diff.h"
#include "model/tangents.h"
#include "problem/expr_vector.h"
#include "problem/group.h"

#include <assert.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// rows: constraints, gaps, slips

int model_gap_row(const model_system *s, int which) {
  assert(which >= 0 && which < s->contacts.count);
  return s->constraints.count + which;
}

// components of all slips: each has a row
static int slip_count(const contact *c) {
  int count = 0;
  for (int k = 0; k < c->nfriction; k++)
    count += c->frictions[k].nslip;
  return count;
}

int model_slip_count(const model_system *s, int which) {
  return slip_count(&s->contacts.list[which]);
}

int model_slip_row(const model_system *s, int which) {
  int row = s->constraints.count + s->contacts.count;
  if (slip_count(&s->contacts.list[which]) == 0)
    return -1;
  for (int i = 0; i < which; i++)
    row += slip_count(&s->contacts.list[i]);
  return row;
}

int model_row_waits(const model_system *s, int row) {
  return row < s->constraints.count ? s->constraints.list[row].contact : -1;
}

int model_row_multiplier(const model_system *s, int row) {
  int which = row - s->constraints.count;
  if (which < 0)
    return s->constraints.list[row].multiplier;
  return which < s->contacts.count ? s->contacts.list[which].multiplier : -1;
}

// where the rows are listed
typedef struct row_list {
  arena *arena;
  const model_system *system;
  expr *residual, *mu;
  bool *holonomic;
  const char **label;
  int count;
} row_list;

// `named` is a multiplier of the model, -1: it gets a symbol of its own
static void push_row(row_list *l, const char *label, bool holonomic, expr residual, int named) {
  const model_system *s = l->system;
  l->label[l->count] = label;
  l->holonomic[l->count] = holonomic;
  l->residual[l->count] = residual;
  l->mu[l->count++] = named >= 0 ? s->multipliers.list[named].symbol
                                 : expr_symbol(s->graph, KIND_MULTIPLIER, label);
}

// the slips of a contact: floor.t[1], floor.t[2], of its second law floor.t2[1], ...
static void push_slips(row_list *l, const contact *c) {
  for (int i = 0; i < c->nfriction; i++)
    for (int k = 0; k < c->frictions[i].nslip; k++) {
      const char *label = i == 0 ? arena_print(l->arena, "%s.t[%d]", c->label, k + 1)
                                 : arena_print(l->arena, "%s.t%d[%d]", c->label, i + 1, k + 1);
      push_row(l, label ? label : c->label, false, c->frictions[i].slip[k], -1);
    }
}

bool model_rows(arena *a, const model_system *s, mechanical_parts *parts) {
  int m = s->constraints.count + s->contacts.count;
  for (int i = 0; i < s->contacts.count; i++)
    m += slip_count(&s->contacts.list[i]);
  row_list l = {a,
                s,
                ARENA_ARRAY(a, expr, m + 1),
                ARENA_ARRAY(a, expr, m + 1),
                ARENA_ARRAY(a, bool, m + 1),
                ARENA_ARRAY(a, const char *, m + 1),
                0};
  expr *coefficient = ARENA_ARRAY(a, expr, s->contacts.count + 1);
  if (a->failed)
    return false;
  for (int k = 0; k < s->constraints.count; k++) {
    const constraint *c = &s->constraints.list[k];
    push_row(&l, c->label, c->kind == CONSTRAINT_HOLONOMIC, c->residual, c->multiplier);
  }
  for (int i = 0; i < s->contacts.count; i++) {
    const contact *c = &s->contacts.list[i];
    push_row(&l, c->label, true, c->gap, c->multiplier);
    coefficient[i] = c->nfriction > 0 ? c->frictions[0].mu : expr_zero;
  }
  for (int i = 0; i < s->contacts.count; i++)
    push_slips(&l, &s->contacts.list[i]);
  parts->m = m;
  parts->residual = l.residual;
  parts->is_holonomic = l.holonomic;
  parts->constraint = l.label;
  parts->mu = l.mu;
  parts->friction = coefficient;
  parts->nfriction = s->contacts.count;
  return !a->failed;
}

// ---------------------------------------------------------------------------------------------
// modes

// the mode that is being made
typedef struct maker {
  arena *arena;
  const model_system *system;
  const mechanical_parts *all;
  const unsigned char *use;
  graph *graph;
  mechanical_parts parts;
  expr *force;  // nv
} maker;

// forces without the multipliers of what is not held: these are 0
static bool plain_forces(maker *k) {
  const mechanical_parts *all = k->all;
  expr *zero = ARENA_ARRAY(k->arena, expr, all->m + 1);
  expr *free = ARENA_ARRAY(k->arena, expr, all->m + 1);
  int count = 0;
  k->force = ARENA_ARRAY(k->arena, expr, all->nv + 1);
  if (k->arena->failed)
    return false;
  for (int i = 0; i < all->m; i++)
    if (k->use[i] != ROW_HELD)
      free[count++] = all->mu[i];
  k->parts.force = k->force;
  return diff_substitute(k->graph, all->force, all->nv, free, zero, count, k->force);
}

// the slip of a contact that slides, and its normal force; of three components it is the part across
// the normal, and |n| N is the force
static bool slip_of(maker *k, int which, expr *slip, expr *N) {
  const contact *c = &k->system->contacts.list[which];
  expr normal[3];
  *N = k->all->mu[model_gap_row(k->system, which)];
  memcpy(slip, c->frictions[0].slip, (size_t)c->frictions[0].nslip*sizeof *slip);
  if (c->frictions[0].nslip < 3)
    return true;
  if (!tangents_normal(k->arena, &k->parts, c, normal))
    return false;
  *N = expr_mul(k->graph, tangents_size(k->graph, normal), *N);
  tangents_project(k->graph, normal, slip);
  return true;
}

// the force -mu N H^T d of a contact that slides, d the direction of its slip u = H v + c
static bool slide(maker *k, int which) {
  const friction *f = &k->system->contacts.list[which].frictions[0];
  int n = k->all->nv, row = model_slip_row(k->system, which);
  expr N, slip[3], size = expr_one;
  expr *H = ARENA_ARRAY(k->arena, expr, (size_t)f->nslip*(size_t)n);
  graph *g = k->graph;
  if (!H || !diff_jacobian(g, f->slip, f->nslip, k->all->v, n, H) || !slip_of(k, which, slip, &N))
    return false;
  if (k->use[row] == ROW_SLIDING)
    size = expr_call(g, EXPR_SQRT, expr_dot(g, slip, slip, f->nslip));
  for (int c = 0; c < f->nslip; c++) {
    expr d = k->use[row] == ROW_FORWARD    ? expr_one
             : k->use[row] == ROW_BACKWARD ? expr_number(g, -1)
                                           : expr_div(g, slip[c], size);
    expr push = expr_mul(g, expr_mul(g, f->mu, N), d);
    for (int i = 0; i < n; i++)
      k->force[i] = expr_sub(g, k->force[i], expr_mul(g, push, H[c*n + i]));
  }
  return true;
}

static bool forces_of(maker *k) {
  if (!plain_forces(k))
    return false;
  for (int i = 0; i < k->system->contacts.count; i++) {
    int row = model_slip_row(k->system, i);
    if (row >= 0 && k->use[row] > ROW_HELD && !slide(k, i))
      return false;
  }
  return true;
}

// the slips of contacts that stick and have three components, along tangents
static bool stick(maker *k, expr *residual) {
  expr n[3];
  for (int i = 0; i < k->system->contacts.count; i++) {
    const contact *c = &k->system->contacts.list[i];
    int row = model_slip_row(k->system, i);
    if (row < 0 || c->frictions[0].nslip < 3 || k->use[row] != ROW_HELD)
      continue;
    if (!tangents_normal(k->arena, &k->parts, c, n))
      return false;
    tangents_slip(k->graph, n, k->use[row + 2] - ROW_AXIS_1, c->frictions[0].slip, residual + row);
  }
  return true;
}

// the rows that are held
static bool rows_of(maker *k) {
  const mechanical_parts *all = k->all;
  row_list l = {k->arena,
                k->system,
                ARENA_ARRAY(k->arena, expr, all->m + 1),
                ARENA_ARRAY(k->arena, expr, all->m + 1),
                ARENA_ARRAY(k->arena, bool, all->m + 1),
                ARENA_ARRAY(k->arena, const char *, all->m + 1),
                0};
  expr *residual = ARENA_ARRAY(k->arena, expr, all->m + 1);
  if (k->arena->failed)
    return false;
  memcpy(residual, all->residual, (size_t)all->m*sizeof *residual);
  if (!stick(k, residual))
    return false;
  for (int i = 0; i < all->m; i++) {
    if (k->use[i] != ROW_HELD)
      continue;
    l.residual[l.count] = residual[i];
    l.mu[l.count] = all->mu[i];
    l.holonomic[l.count] = all->is_holonomic[i];
    l.label[l.count++] = all->constraint[i];
  }
  k->parts.m = l.count;
  k->parts.residual = l.residual;
  k->parts.mu = l.mu;
  k->parts.is_holonomic = l.holonomic;
  k->parts.constraint = l.label;
  return true;
}

static noslip_status make(maker *k, reduction_kind form, const problem **out, bool *fixed,
                          failure *why) {
  if (!rows_of(k) || !forces_of(k))
    return fail_memory(why);
  noslip_status status = mechanical_new(k->arena, &k->parts, out, why);
  if (status != NOSLIP_OK)
    return status;
  *fixed = !(expr_list_kinds(k->graph, k->parts.residual, k->parts.m) & KIND_TIME) &&
           (*out)->mechanical.structure.linear;
  if (form == REDUCTION_COUNT)
    return NOSLIP_OK;
  return reduction_new(k->arena, &k->parts, *out, form, out, why);
}

// in a copy of the graph: that of the model is not changed
noslip_status model_mode(const noslip_model *m, arena *a, const unsigned char *use,
                         reduction_kind form, bool stepping, const problem **out, bool *fixed,
                         failure *why) {
  assert(m->parts && m->problem);
  if (stepping && m->parts->added)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "time stepping has no forces that are functions, and there is one on `%s`; take a "
                "method with events",
                m->given.forces[0].on);
  maker k = {.arena = a, .system = m->system, .all = m->parts, .use = use, .parts = *m->parts};
  k.parts.stepping = stepping;
  k.parts.watched = (watched_parts){0};
  k.parts.nfriction = 0;
  k.parts.graph = k.graph = graph_copy(m->parts->graph, a->memory);
  if (!k.graph)
    return fail_memory(why);
  noslip_status status = make(&k, form, out, fixed, why);
  graph_free(k.graph);
  return status;
}
