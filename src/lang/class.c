// Which class of problem a model is.
//
// A bare DAE y' = f(t,y,z), 0 = g(t,y) has index 2 if d/dt g = g_y f + g_t contains an algebraic
// variable, and is overdetermined if not: then d/dt g = 0 is imposed too.

#include "lang/lower.h"

#include "expr/diff.h"

// a bare DAE, all its expressions side by side
typedef struct dae {
  int n, m;      // states, constraints
  expr *x, *f;   // n + 1   states and t, and their derivatives: the sum of all parts, and 1
  expr *g, *dg;  // m       residuals of the constraints, and their derivatives g_y f + g_t
} dae;

static bool no_derivative(lowering *l) {
  return eval_charge(l, l->system->dae.constraints.list[0].at) && wrong_memory(l);
}

static bool prepare(lowering *l, dae *d) {
  const model_system *s = l->system;
  d->n = s->states.count;
  d->m = s->dae.constraints.count;
  d->x = ARENA_ARRAY(l->arena, expr, d->n + 1);
  d->f = ARENA_ARRAY(l->arena, expr, d->n + 1);
  d->g = ARENA_ARRAY(l->arena, expr, d->m);
  d->dg = ARENA_ARRAY(l->arena, expr, d->m);
  if (l->arena->failed)
    return wrong_memory(l);
  for (int i = 0; i < d->n; i++)
    d->x[i] = s->states.list[i].symbol;
  d->x[d->n] = s->time;
  d->f[d->n] = expr_one;
  for (int k = 0; k < s->dae.equations.count; k++) {
    const equation *e = &s->dae.equations.list[k];
    d->f[e->state] = expr_add(l->graph, d->f[e->state], e->value);
  }
  for (int k = 0; k < d->m; k++)
    d->g[k] = s->dae.constraints.list[k].residual;
  return diff_directional(l->graph, d->g, d->m, d->x, d->f, d->n + 1, d->dg) || no_derivative(l);
}

// a state in the constraints whose equation has an algebraic variable, -1 if there is none
static bool bad_state(lowering *l, const dae *d, int *bad) {
  int32_t count;
  expr *below = graph_below(l->graph, d->g, d->m, &count);
  *bad = -1;
  if (!below)
    return wrong_memory(l);
  for (int32_t i = 0; i < count && *bad < 0; i++)
    if (graph_node(l->graph, below[i]).op == EXPR_SYMBOL &&
        expr_kinds(l->graph, below[i]) == KIND_STATE) {
      int state = l->meanings.list[graph_node(l->graph, below[i]).a].position;
      if (expr_kinds(l->graph, d->f[state]) & KIND_ALGEBRAIC)
        *bad = state;
    }
  memory_free(graph_memory(l->graph), below);
  return true;
}

// y' = v(y,z), z' = f + r, 0 = g(y): g may contain only states whose equations are free of
// algebraic variables
static bool check_overdetermined(lowering *l, const dae *d) {
  const model_system *s = l->system;
  int bad;
  expr one = expr_one;
  if (s->dae.nparts > 2)
    return wrong(l, s->dae.equations.list[0].at, "write f as part 1 and r as part 2",
                 "an overdetermined DAE has at most two parts, f and r; this has %d",
                 s->dae.nparts);
  if (!bad_state(l, d, &bad))
    return false;
  if (bad < 0)
    return true;

  // the first constraint that contains it
  if (!diff_directional(l->graph, d->g, d->m, &d->x[bad], &one, 1, d->dg))
    return no_derivative(l);
  int k = 0;
  while (k + 1 < d->m && d->dg[k] == expr_zero)
    k++;
  return wrong(l, s->dae.constraints.list[k].at,
               "algebraic variables belong into the equations of the other states",
               "the constraint of an overdetermined DAE cannot contain `%s`, whose equation has an "
               "algebraic variable",
               s->states.list[bad].name);
}

static bool class_dae(lowering *l) {
  model_system *s = l->system;
  dae d;
  int with = 0;
  if (s->algebraics.count == 0) {
    s->class = CLASS_ODE;
    return true;
  }
  if (!prepare(l, &d))
    return false;
  for (int k = 0; k < d.m; k++)
    with += (expr_kinds(l->graph, d.dg[k]) & KIND_ALGEBRAIC) != 0;
  if (with > 0 && with < d.m)
    return wrong(l, s->dae.constraints.list[0].at, "replace the others by their time derivatives",
                 "the time derivatives of some constraints contain an algebraic variable, "
                 "of others not: the two classes do not mix");
  s->class = with > 0 ? CLASS_INDEX2 : CLASS_OVERDETERMINED;
  return with > 0 || check_overdetermined(l, &d);
}

static bool forces_use_multipliers(const lowering *l) {
  for (int i = 0; i < l->system->forces.count; i++)
    if (expr_kinds(l->graph, l->system->forces.list[i]) & KIND_MULTIPLIER)
      return true;
  return false;
}

static bool has_contacts(const model_system *s) {
  return s->contacts.count > 0 || s->pairs.count > 0;
}

bool class_find(lowering *l) {
  model_system *s = l->system;
  if (s->coords.count == 0) {
    if (s->form == FORM_HAMILTONIAN) {
      s->class = CLASS_SKEW;
      return true;
    }
    return class_dae(l);
  }
  bool group = false;
  for (int i = 0; i < s->coords.count; i++)
    group = group || s->coords.list[i].kind > COORD_ANGLE;
  s->class = group                       ? CLASS_GROUP
             : has_contacts(s)           ? CLASS_CONTACT
             : forces_use_multipliers(l) ? CLASS_MECHANICAL_NONLINEAR
                                         : CLASS_MECHANICAL;
  return true;
}
