// The model as a whole: what can be said only when all statements have been read.

#include "lang/lower.h"

#include <math.h>

// ---------------------------------------------------------------------------------------------
// what a model must have

static bool check_kind(lowering *l) {
  const model_system *s = l->system;
  int end = l->source->length;
  if (s->coords.count == 0 && s->states.count == 0)
    return wrong(l, end, "declare coordinates with `coord` or states with `state`",
                 "the model has no unknowns");
  if (s->coords.count > 0 && s->form == FORM_NONE)
    return wrong(l, end, "write lagrangian T - V, or hamiltonian T + V",
                 "the model has coordinates, but no lagrangian or hamiltonian");
  if (s->coords.count > 0)
    return true;

  if (s->form == FORM_HAMILTONIAN && s->dae.brackets.count == 0)
    return wrong(l, s->function_at,
                 "write bracket {a, b} = ... for the pairs of states that have one",
                 "a hamiltonian of states needs brackets");
  if (s->form == FORM_NONE && s->dae.brackets.count > 0)
    return wrong(l, end, "write hamiltonian H, a function of the states",
                 "brackets need a hamiltonian");
  if (s->form == FORM_HAMILTONIAN && s->dae.equations.count > 0)
    return wrong(l, s->dae.equations.list[0].at, "delete the equations, or the hamiltonian",
                 "a model has a hamiltonian with brackets, or equations, not both");
  if (s->form == FORM_HAMILTONIAN && s->algebraics.count > 0)
    return wrong(l, s->algebraics.list[0].at, "write the model with equations y' = ...",
                 "a hamiltonian with brackets has no algebraic variables");
  return true;
}

// every coordinate of a hamiltonian names its momentum
static bool check_names(lowering *l) {
  const model_system *s = l->system;
  for (int i = 0; s->form == FORM_HAMILTONIAN && i < s->coords.count; i++)
    if (!s->coords.list[i].named_momentum)
      return wrong(l, s->coords.list[i].at, "coord x momentum px, y momentum py",
                   "a hamiltonian needs a name for every momentum; `%s` has none",
                   s->coords.list[i].name);
  return true;
}

// A lagrangian starts from velocities, a hamiltonian from momenta; the others follow from these.
// They can be used in initial values below the lagrangian or hamiltonian only.
static bool check_starts(lowering *l) {
  const model_system *s = l->system;
  bool hamiltonian = s->form == FORM_HAMILTONIAN;
  const char *form = hamiltonian ? "hamiltonian" : "lagrangian";
  const unknowns *other = hamiltonian ? &s->velocities : &s->momenta;
  for (int i = 0; i < other->count; i++) {
    const unknown *u = &other->list[i];
    if (u->given || u->fixed)
      return wrong(l, u->at,
                   hamiltonian ? "give the momentum of that coordinate"
                               : "give x' of that coordinate",
                   "a %s model starts from %s, not from `%s`", form,
                   hamiltonian ? "momenta" : "velocities", u->name);
    if (u->used)
      return wrong(l, u->at, arena_print(l->arena, "write it below the %s", form),
                   "the initial value of `%s` follows from the %s", u->name, form);
  }
  return true;
}

static bool check_momenta(lowering *l) {
  if (l->system->form == FORM_LAGRANGIAN && l->notes.momentum_at >= 0)
    return wrong(l, l->notes.momentum_at, "write it with the velocities",
                 "the forces and constraints of a lagrangian model cannot contain a momentum");
  if (l->system->form == FORM_HAMILTONIAN && l->notes.dissipation_at >= 0)
    return wrong(l, l->notes.dissipation_at, "write force x = ..., with velocities or momenta",
                 "a dissipation needs a lagrangian");
  return check_names(l) && check_starts(l);
}

// occurs[i] becomes true for the symbols of this kind, at position i, that occur below e
static bool mark_symbols(lowering *l, expr e, unsigned kind, bool *occurs) {
  int32_t count;
  expr *below = graph_below(l->graph, &e, 1, &count);
  if (!below)
    return wrong_memory(l);
  for (int32_t i = 0; i < count; i++)
    if (graph_node(l->graph, below[i]).op == EXPR_SYMBOL && expr_kinds(l->graph, below[i]) == kind)
      occurs[l->meanings.list[graph_node(l->graph, below[i]).a].position] = true;
  memory_free(graph_memory(l->graph), below);
  return true;
}

// the velocity of every coordinate occurs in the lagrangian
static bool check_velocities(lowering *l) {
  const model_system *s = l->system;
  if (s->form != FORM_LAGRANGIAN)
    return true;
  bool *occurs = ARENA_ARRAY(l->arena, bool, s->velocities.count);
  if (!occurs)
    return wrong_memory(l);
  if (!mark_symbols(l, s->function, KIND_VELOCITY, occurs))
    return false;
  for (int i = 0; i < s->velocities.count; i++)
    if (!occurs[i])
      return wrong(l, s->function_at, "a coordinate needs a kinetic energy; is a prime missing?",
                   "`%s` does not occur in the lagrangian", s->velocities.list[i].name);
  return true;
}

static bool check_equations(lowering *l) {
  const model_system *s = l->system;
  if (s->states.count == 0)
    return true;
  if (s->form == FORM_NONE) {
    bool *occurs = ARENA_ARRAY(l->arena, bool, s->states.count);
    if (!occurs)
      return wrong_memory(l);
    for (int i = 0; i < s->dae.equations.count; i++)
      occurs[s->dae.equations.list[i].state] = true;
    for (int i = 0; i < s->states.count; i++)
      if (!occurs[i])
        return wrong(l, s->states.list[i].at,
                     arena_print(l->arena, "write %s' = ...", s->states.list[i].name),
                     "the state `%s` has no equation", s->states.list[i].name);
  }
  int n = s->dae.constraints.count, m = s->algebraics.count;
  if (n != m)
    return wrong(l, l->source->length, "each algebraic variable needs one scalar constraint",
                 "there %s %d constraint%s for %d algebraic variable%s", n == 1 ? "is" : "are", n,
                 n == 1 ? "" : "s", m, m == 1 ? "" : "s");
  return true;
}

bool check_energy(lowering *l) {
  return l->system->form != FORM_NONE || l->notes.energy_at < 0 ||
         wrong(l, l->notes.energy_at, "give the quantity a formula of its own",
               "there is no energy in a model without lagrangian or "
               "hamiltonian");
}

// no invariant or observable has the name of a column of the state
static bool check_column(lowering *l, const char *name) {
  if (!name)
    return wrong_memory(l);
  int at = table_find(&l->labels.columns, name);
  return at < 0 ||
         wrong(l, at, "choose another name", "`%s` is a column of the output already", name);
}

// the matrix entries of SE(2) and SE(3) are columns beside the fields
static bool check_motion_columns(lowering *l, const coord_item *c) {
  int d = c->kind == COORD_SE2 ? 2 : 3;
  for (int i = 1; i <= d; i++)
    for (int j = 1; j <= d + 1; j++)
      if (!check_column(l, arena_print(l->arena, "%s%d,%d]", c->entry, i, j)))
        return false;
  return true;
}

static bool check_columns(lowering *l) {
  const model_system *s = l->system;
  const unknowns *lists[] = {&s->positions, &s->velocities, &s->states};
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < lists[k]->count; i++)
      if (!check_column(l, lists[k]->list[i].name))
        return false;
  for (int i = 0; i < s->coords.count; i++)
    if ((s->coords.list[i].kind == COORD_SE2 || s->coords.list[i].kind == COORD_SE3) &&
        !check_motion_columns(l, &s->coords.list[i]))
      return false;
  return true;
}

// the exact solution starts where the model does
static bool check_exact(lowering *l) {
  static const double agree = 1e-12;
  model_system *s = l->system;
  for (int i = 0; i < s->exact.count; i++) {
    const exact_solution *x = &s->exact.list[i];
    const unknown *u = names_symbol(l, x->symbol, NULL);
    double exact, start;
    bool guess = graph_node(l->graph, x->symbol).op == EXPR_SYMBOL &&
                 expr_kinds(l->graph, x->symbol) == KIND_ALGEBRAIC && !u->given && !u->fixed;
    if (guess)
      continue;

    l->start.used_at = x->at;
    // a momentum of a lagrangian is found from the velocities
    if (!point_value(l, x->value, &exact) || !point_value(l, u->symbol, &start))
      return false;
    if (fabs(exact - start) <= agree*(1 + fabs(start)))
      continue;
    if (l->settings->nset > 0 || l->settings->ninit > 0) {
      s->start.exact_set_aside = true;
      continue;
    }
    return wrong(
        l, x->at,
        arena_print(l->arena, "at t = %.10g, `exact` and `init` must agree", s->start.time),
        "the exact solution starts with %s = %.15g, the model with %.15g", x->name, exact, start);
  }
  if (l->settings->ninit > 0 && s->exact.count > 0)
    s->start.exact_set_aside = true;
  return true;
}

// ---------------------------------------------------------------------------------------------

bool check_model(lowering *l) {
  return check_kind(l) && check_momenta(l) && check_velocities(l) && check_equations(l) &&
         check_energy(l) && check_columns(l) && check_exact(l) && lower_pad_forces(l) &&
         check_angles(l) && check_whiles(l);
}
