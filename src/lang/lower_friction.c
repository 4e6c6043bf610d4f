// friction mu along u: Coulomb's law of a contact with the normal force N.
//
//   |T| <= mu(t,q) N,   T = -mu N u/|u| where u != 0,   u(t,q,v) = H v + c
//
// H and c contain no velocity. In a hamiltonian model u may contain momenta, too, and is affine in
// both.

#include "lang/lower.h"

#include "expr/diff.h"
#include "expr/magnitude.h"

#include <math.h>

enum { moving = KIND_VELOCITY | KIND_MOMENTUM };

// ---------------------------------------------------------------------------------------------
// affine in the velocities

// a component of the slip, with its symbols and its derivatives
typedef struct slip_component {
  graph *graph;
  expr value;
  expr *symbol;  // all that occur in it, the velocities and momenta first
  int n, nv;     // of all, of velocities and momenta
  expr *slope;   // nv   derivatives in the velocities and momenta
  double *room;  // n + 4 nv   a point, and values and sizes of the slopes at two points
} slip_component;

// the symbols below the component; `all` and `room` have a place for every node below it
static void list_symbols(slip_component *c, const expr *all, int32_t count) {
  for (int pass = 0; pass < 2; pass++)
    for (int32_t i = 0; i < count; i++)
      if (graph_node(c->graph, all[i]).op == EXPR_SYMBOL &&
          ((expr_kinds(c->graph, all[i]) & moving) != 0) == (pass == 0)) {
        c->symbol[c->n++] = all[i];
        c->nv += pass == 0;
      }
}

// Do the slopes change with the velocities? Their expressions may contain velocities that cancel, so
// numbers decide, at a few points.
static bool slopes_change(slip_component *c, bool *change) {
  enum { points = 4 };
  static const double tolerance = 1e-9;  // of the terms; rounding is below 1e-13 of them
  uint64_t state = 20260102;
  double *at = c->room, *first = at + c->n, *second = first + c->nv, *size = second + c->nv;
  *change = false;
  for (int k = 0; k < points; k++) {
    for (int i = 0; i < c->n; i++)
      at[i] = check_random(&state);
    if (!magnitude_of(c->graph, c->slope, c->nv, c->symbol, at, c->n, first, size))
      return false;
    for (int i = 0; i < c->nv; i++)
      at[i] = check_random(&state);
    if (!magnitude_of(c->graph, c->slope, c->nv, c->symbol, at, c->n, second, size))
      return false;
    for (int i = 0; i < c->nv; i++)
      *change = *change || !(fabs(second[i] - first[i]) <= tolerance*size[i]);
  }
  return true;
}

// false when there is no memory, or the graph has failed
static bool find_affine(slip_component *c, bool *affine) {
  bool steps, change = false;
  unsigned kinds = 0;
  if (!graph_branches(c->graph, &c->value, 1, moving, &steps) ||
      !diff_gradient(c->graph, c->value, c->symbol, c->nv, c->slope))
    return false;
  for (int i = 0; i < c->nv; i++)
    kinds |= expr_kinds(c->graph, c->slope[i]);
  if (!steps && (kinds & moving) && !slopes_change(c, &change))
    return false;
  *affine = !steps && !change;
  return true;
}

static bool is_affine(lowering *l, expr e, bool *affine) {
  int32_t count;
  if (!lower_live_numbers(l, &e, 1, &e))
    return false;
  const memory *m = graph_memory(l->graph);
  expr *below = graph_below(l->graph, &e, 1, &count);
  slip_component c = {.graph = l->graph, .value = e};
  bool good = false;
  if (below) {
    c.symbol = memory_resize(m, NULL, 2*(size_t)count*sizeof *c.symbol);
    c.room = memory_resize(m, NULL, 5*(size_t)count*sizeof *c.room);
  }
  if (c.symbol && c.room) {
    c.slope = c.symbol + count;
    list_symbols(&c, below, count);
    good = find_affine(&c, affine);
    l->cost.work += count;
  }
  memory_free(m, c.room);
  memory_free(m, c.symbol);
  memory_free(m, below);
  return good;
}

// ---------------------------------------------------------------------------------------------
// the clause

static bool check_component(lowering *l, const tree *e, expr component, int k, int count) {
  bool affine;
  if (!(expr_kinds(l->graph, component) & KIND_VELOCITY))
    return count == 1
               ? wrong(l, e->start,
                       "give the velocity of the touching point, as in: friction mu along x'",
                       "`along` needs a velocity")
               : wrong(l, e->start, "give only components that can slip",
                       "component %d after `along` contains no velocity", k + 1);
  if (!is_affine(l, component, &affine))
    return eval_charge(l, e->start) && wrong_memory(l);
  return affine || wrong(l, e->start, "give components, not the speed: along [x', y']",
                         "what stands after `along` is affine in the velocities, this is not");
}

static bool lower_slip(lowering *l, const tree *e, friction *out) {
  value v;
  l->scope = lower_scope(l, KIND_COORD | moving | KIND_TIME, "the velocity after `along`", NULL);
  if (!eval(l, e, &v))
    return false;
  if (v.shape == SHAPE_MATRIX || v.rows < 1 || v.rows > 3)
    return wrong(l, e->start, "one in the plane, two tangential ones or all three in space",
                 "`along` has 1, 2 or 3 components, this is %s", value_describe(l->arena, &v));
  lower_note_momentum(l, &v, e->start);
  for (out->nslip = 0; out->nslip < v.rows; out->nslip++) {
    out->slip[out->nslip] = value_item(&v, out->nslip);
    if (!check_component(l, e, out->slip[out->nslip], out->nslip, v.rows))
      return false;
  }
  return true;
}

bool lower_negative_friction(lowering *l, int at, double mu) {
  return wrong(l, at, "`along` gives the direction: write a number that is 0 or more",
               "a coefficient of friction is not negative, this is %g", mu);
}

static bool lower_coefficient(lowering *l, const tree *e, expr *mu) {
  l->scope =
      lower_scope(l, KIND_COORD | KIND_TIME, "a coefficient of friction",
                  "friction that depends on the speed is not treated: use coordinates and t");
  if (!eval_scalar(l, e, mu))
    return false;
  return !expr_is_number(l->graph, *mu) || expr_number_value(l->graph, *mu) >= 0 ||
         lower_negative_friction(l, e->start, expr_number_value(l->graph, *mu));
}

bool lower_friction(lowering *l, const tree_friction *s, friction *out) {
  *out = (friction){.at = s->at};
  return lower_coefficient(l, s->mu, &out->mu) && lower_slip(l, s->slip, out);
}
