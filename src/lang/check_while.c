// while C: a constraint in force while the contact C is closed must not repeat what C imposes.
//
// A closed contact keeps its normal velocity 0 and, where it sticks, its slip; the constraint keeps
// another combination of the velocities 0. Their rows in v,
//
//   d/dv of g', of the slips of C, and of the constraints (or of their time derivatives),
//
// have to be independent: with a dependent one neither its force nor that of friction is
// determined. The test takes numbers: a few random points, and the start if C is closed there.

#include "lang/lower.h"

#include "expr/diff.h"
#include "expr/magnitude.h"

#include <math.h>
#include <string.h>

enum {
  most_rows = 32,       // of a contact and its constraints; more are not tested
  most_velocities = 64  // in them, likewise
};

typedef struct while_rows {
  int contact;
  expr value[most_rows];      // affine in the velocities, or not: what is differentiated
  int constraint[most_rows];  // -1: a row of the contact
  int m;
  expr *symbol;  // n   all that occur, the velocities first
  double *at;    // n   a point
  int n, nv;
  expr *slope;            // m x nv
  double *number, *size;  // m x nv
} while_rows;

// ---------------------------------------------------------------------------------------------
// rows

static void push_row(while_rows *w, expr e, int from) {
  w->constraint[w->m] = from;
  w->value[w->m++] = e;
}

// the velocities that the closed contact keeps 0
static bool contact_rows(lowering *l, while_rows *w) {
  const contact *c = &l->system->contacts.list[w->contact];
  expr rate;
  if (!eval_rate(l, c->gap, c->at, &rate))
    return false;
  push_row(w, rate, -1);
  for (int i = 0; i < c->nfriction; i++)
    for (int k = 0; k < c->frictions[i].nslip; k++)
      push_row(w, c->frictions[i].slip[k], -1);
  return true;
}

static bool constraint_row(lowering *l, while_rows *w, int k) {
  const constraint *c = &l->system->constraints.list[k];
  expr e = c->residual;
  if (c->kind == CONSTRAINT_HOLONOMIC && !eval_rate(l, c->residual, c->at, &e))
    return false;
  push_row(w, e, k);
  return true;
}

// the symbols of all rows; false when there is no memory
static bool list_symbols(lowering *l, while_rows *w) {
  int32_t count;
  if (!lower_live_numbers(l, w->value, w->m, w->value))
    return false;
  expr *below = graph_below(l->graph, w->value, w->m, &count);
  w->symbol = below ? ARENA_ARRAY(l->arena, expr, count) : NULL;
  w->n = w->nv = 0;
  for (int pass = 0; w->symbol && pass < 2; pass++)
    for (int32_t i = 0; i < count; i++)
      if (graph_node(l->graph, below[i]).op == EXPR_SYMBOL &&
          (expr_kinds(l->graph, below[i]) == KIND_VELOCITY) == (pass == 0)) {
        w->symbol[w->n++] = below[i];
        w->nv += pass == 0;
      }
  memory_free(graph_memory(l->graph), below);
  return w->symbol != NULL;
}

static bool make_slopes(lowering *l, while_rows *w) {
  int count = w->m*w->nv;
  w->slope = ARENA_ARRAY(l->arena, expr, count);
  w->number = ARENA_ARRAY(l->arena, double, count);
  w->size = ARENA_ARRAY(l->arena, double, count);
  w->at = ARENA_ARRAY(l->arena, double, w->n);
  if (l->arena->failed)
    return wrong_memory(l);
  return diff_jacobian(l->graph, w->value, w->m, w->symbol, w->nv, w->slope) ||
         (eval_charge(l, l->system->contacts.list[w->contact].at) && wrong_memory(l));
}

// ---------------------------------------------------------------------------------------------
// independent?

// the largest of n numbers that stand `apart` from each other
static double largest(const double *x, int n, int apart) {
  double most = 0;
  for (int i = 0; i < n; i++)
    most = fabs(x[i*apart]) > most ? fabs(x[i*apart]) : most;
  return most;
}

// Columns in units of their own, then rows: the largest entry of each row is 1, or the row is 0.
// False: not all are numbers.
static bool scale_rows(while_rows *w) {
  for (int i = 0; i < w->m*w->nv; i++)
    if (!isfinite(w->number[i]))
      return false;
  for (int i = 0; i < w->nv; i++) {
    double unit = largest(w->number + i, w->m, w->nv);
    for (int k = 0; unit > 0 && k < w->m; k++)
      w->number[k*w->nv + i] /= unit;
  }
  for (int k = 0; k < w->m; k++) {
    double *row = w->number + k*w->nv, unit = largest(row, w->nv, 1);
    for (int i = 0; unit > 0 && i < w->nv; i++)
      row[i] /= unit;
  }
  return true;
}

// subtract what the rows before row k have of it; the place of its largest entry is then pivot[k], -1
// if nothing is left
static void eliminate(while_rows *w, int k, int *pivot) {
  static const double negligible = 1e-9;
  int n = w->nv;
  double *row = w->number + k*n, most = negligible;
  for (int j = 0; j < k; j++) {
    const double *above = w->number + j*n;
    double factor = pivot[j] < 0 ? 0 : row[pivot[j]]/above[pivot[j]];
    for (int i = 0; i < n; i++)
      row[i] -= factor*above[i];
  }
  pivot[k] = -1;
  for (int i = 0; i < n; i++)
    if (fabs(row[i]) > most) {
      pivot[k] = i;
      most = fabs(row[i]);
    }
}

// The first row that depends on those before it, by elimination; -1: none. Of rows of the contact
// this is not said here, nor of a constraint that is singular at the point.
static int dependent_row(while_rows *w) {
  int pivot[most_rows];
  if (!scale_rows(w))
    return -1;
  for (int k = 0; k < w->m; k++) {
    bool singular = largest(w->number + k*w->nv, w->nv, 1) == 0;
    eliminate(w, k, pivot);
    if (!singular && pivot[k] < 0 && w->constraint[k] >= 0)
      return k;
  }
  return -1;
}

// the first row that depends on those before it at the point w->at; -1: none
static bool look_at_point(lowering *l, while_rows *w, int *row) {
  if (!magnitude_of(l->graph, w->slope, w->m*w->nv, w->symbol, w->at, w->n, w->number, w->size))
    return wrong_memory(l);
  *row = dependent_row(w);
  return true;
}

// the same at the start, if the contact is closed there
static bool look_at_start(lowering *l, while_rows *w, int *row) {
  static const double closed = 1e-10;  // of the terms of the gap
  double gap, size;
  for (int i = 0; i < w->n; i++) {
    const unknown *u = names_symbol(l, w->symbol[i], NULL);
    w->at[i] = u ? u->start : 0;
  }
  *row = -1;
  expr of = l->system->contacts.list[w->contact].gap;
  if (!lower_live_numbers(l, &of, 1, &of) ||
      !magnitude_of(l->graph, &of, 1, w->symbol, w->at, w->n, &gap, &size))
    return wrong_memory(l);
  return fabs(gap) > closed*size || look_at_point(l, w, row);
}

// at every random point, or at the start
static bool find_dependent(lowering *l, while_rows *w, int *row) {
  enum { points = 3 };
  uint64_t state = 20260104;
  *row = 0;
  for (int k = 0; k < points && *row >= 0; k++) {
    for (int i = 0; i < w->n; i++)
      w->at[i] = check_random(&state);
    if (!look_at_point(l, w, row))
      return false;
  }
  return *row >= 0 || l->system->form != FORM_LAGRANGIAN || look_at_start(l, w, row);
}

static bool check_rows(lowering *l, while_rows *w) {
  const model_system *s = l->system;
  int row;
  if (!list_symbols(l, w))
    return wrong_memory(l);
  l->cost.work += w->n;
  if (w->nv > most_velocities)
    return true;
  if (!make_slopes(l, w) || !find_dependent(l, w, &row))
    return false;
  if (row < 0)
    return true;
  const contact *c = &s->contacts.list[w->contact];
  const constraint *k = &s->constraints.list[w->constraint[row]];
  return wrong(l, k->at,
               c->nfriction > 0
                   ? "delete the constraint or the friction: only one of them can hold "
                     "the point that touches"
                   : "delete the constraint: a closed contact has its own reaction",
               "the constraint `%s` repeats what the contact `%s` imposes while it is closed",
               k->label, c->label);
}

// ---------------------------------------------------------------------------------------------

// the next constraint of the same contact, for each constraint; -1: none
static int *list_whiles(lowering *l, int *first, int *count) {
  const model_system *s = l->system;
  int *next = ARENA_ARRAY(l->arena, int, s->constraints.count);
  for (int c = 0; c < s->contacts.count; c++)
    first[c] = -1;
  for (int k = s->constraints.count - 1; next && k >= 0; k--) {
    int c = s->constraints.list[k].contact;
    if (c < 0)
      continue;
    next[k] = first[c];
    first[c] = k;
    count[c]++;
  }
  return next;
}

bool check_whiles(lowering *l) {
  enum { most_of_contact = 1 + 3*3 };  // its normal, and the slips of three laws
  const model_system *s = l->system;
  int *first = ARENA_ARRAY(l->arena, int, s->contacts.count);
  int *count = ARENA_ARRAY(l->arena, int, s->contacts.count);
  int *next = first && count ? list_whiles(l, first, count) : NULL;
  if (!next)
    return wrong_memory(l);
  for (int c = 0; c < s->contacts.count; c++) {
    while_rows w = {.contact = c};
    if (count[c] == 0 || count[c] > most_rows - most_of_contact)
      continue;
    if (!contact_rows(l, &w))
      return false;
    for (int k = first[c]; k >= 0; k = next[k])
      if (!constraint_row(l, &w, k))
        return false;
    if (!check_rows(l, &w))
      return false;
  }
  return true;
}
