#include "problem/given_coordinates.h"

#include "expr/diff.h"
#include "geometry/product.h"
#include "problem/structure.h"

#include <assert.h>
#include <math.h>
#include <string.h>

bool given_coordinates_has(const int *list, int count, int i) {
  for (int k = 0; k < count; k++)
    if (list[k] == i)
      return true;
  return false;
}

typedef struct finder {
  const mechanical_parts *parts;
  graph *g;
  expr *along;     // 2 n  symbols of two directions
  expr *residual;  // m    without what is given
  expr *slope;     // n
  given_coordinates *out;
} finder;

// the velocity of a coordinate that is a number of R^n; -1 of the others
static int velocity_of(const mechanical_parts *p, int i) {
  if (p->angle[i])
    return -1;
  if (p->class != PROBLEM_GROUP)
    return i;
  for (int k = 0; k < p->nfactor; k++) {
    const group_factor *f = p->factor + k;
    if (f->kind == GROUP_R && i >= f->from && i < f->from + f->size)
      return f->first + i - f->from;
  }
  return -1;
}

// quadratic: its second derivative along two directions is free of q
static bool is_quadric(finder *s, expr e, bool *quadric) {
  const mechanical_parts *p = s->parts;
  expr second;
  if (!diff_directional(s->g, &e, 1, p->q, s->along, p->n, &second) ||
      !diff_directional(s->g, &second, 1, p->q, s->along + p->n, p->n, &second))
    return false;
  *quadric = !(expr_kinds(s->g, second) & expr_kinds(s->g, p->q[0]));
  return true;
}

// the coordinate with the largest number c in front of it, and f/c; -1: there is none
static bool find_coordinate(finder *s, expr e, int *place, expr *value) {
  const mechanical_parts *p = s->parts;
  double largest = 0;
  *place = -1;
  if (!diff_gradient(s->g, e, p->q, p->n, s->slope))
    return false;
  for (int i = 0; i < p->n; i++) {
    double c = expr_is_number(s->g, s->slope[i]) ? expr_number_value(s->g, s->slope[i]) : 0;
    if (velocity_of(p, i) < 0 || fabs(c) <= largest)
      continue;
    largest = fabs(c);
    *place = i;
  }
  if (*place < 0)
    return true;
  expr zero = expr_zero, rest;
  if (!diff_substitute(s->g, &e, 1, &p->q[*place], &zero, 1, &rest))
    return false;
  *value = expr_neg(s->g, expr_div(s->g, rest, s->slope[*place]));
  return true;
}

// put in q_k = value wherever it occurs
static bool give(finder *s, int constraint, int place, expr value) {
  const mechanical_parts *p = s->parts;
  given_coordinates *out = s->out;
  assert(out->count < p->m && place >= 0 && velocity_of(p, place) >= 0);
  expr symbol = p->q[place];
  if (!diff_substitute(s->g, s->residual, p->m, &symbol, &value, 1, s->residual) ||
      !diff_substitute(s->g, out->value, out->count, &symbol, &value, 1, out->value))
    return false;
  out->constraint[out->count] = constraint;
  out->coordinate[out->count] = place;
  out->velocity[out->count] = velocity_of(p, place);
  out->value[out->count++] = value;
  return true;
}

// a constraint that is quadratic as it is written is lost by what others give: one of these is
// named
static bool lose(finder *s, int k) {
  bool quadric;
  if (!is_quadric(s, s->parts->residual[k], &quadric))
    return false;
  s->out->lost = quadric && s->out->count > 0 ? s->out->constraint[0] : k;
  return true;
}

// one constraint that is not quadratic: it gives a coordinate, or is lost; all that have kinks are
// lost
static bool treat(finder *s, int k) {
  const mechanical_parts *p = s->parts;
  bool quadric, kinks;
  int place = -1;
  expr e = s->residual[k], value = expr_zero;
  if (!graph_branches(s->g, &e, 1, expr_kinds(s->g, p->q[0]), &kinks) ||
      !is_quadric(s, e, &quadric))
    return false;
  if (quadric && !kinks)
    return true;
  if (!kinks && !find_coordinate(s, e, &place, &value))
    return false;
  if (place >= 0)
    return give(s, k, place, value);
  return lose(s, k);
}

bool given_coordinates_find(given_coordinates *s, arena *a, const mechanical_parts *parts) {
  int n = parts->n, m = parts->m, before = -1;
  *s = (given_coordinates){.constraint = ARENA_ARRAY(a, int, m),
                           .coordinate = ARENA_ARRAY(a, int, m),
                           .velocity = ARENA_ARRAY(a, int, m),
                           .value = ARENA_ARRAY(a, expr, m),
                           .lost = -1};
  finder f = {.parts = parts,
              .g = parts->graph,
              .along = ARENA_ARRAY(a, expr, 2*n),
              .residual = ARENA_ARRAY(a, expr, m),
              .slope = ARENA_ARRAY(a, expr, n),
              .out = s};
  if (a->failed)
    return false;
  for (int i = 0; i < 2*n; i++)
    f.along[i] = expr_symbol(parts->graph, 0, "along");
  if (m > 0)
    memcpy(f.residual, parts->residual, (size_t)m*sizeof *f.residual);

  // what one gives may make others quadratic, or no longer so
  while (before < s->count && s->lost < 0) {
    before = s->count;
    for (int k = 0; k < m && s->lost < 0; k++)
      if (parts->is_holonomic[k] && !given_coordinates_has(s->constraint, s->count, k) &&
          !treat(&f, k))
        return false;
  }
  return true;
}
