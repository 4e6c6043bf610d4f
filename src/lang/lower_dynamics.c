// lagrangian, hamiltonian, force, dissipation, holonomic, nonholonomic.

#include "lang/lower.h"

#include "base/suggest.h"
#include "expr/diff.h"

#include <assert.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// lagrangian, hamiltonian

bool lower_function(lowering *l, const statement *s) {
  model_system *sys = l->system;
  bool lagrangian = s->kind == STATEMENT_LAGRANGIAN;
  if (sys->form != FORM_NONE)
    return wrong(l, s->at, "join the two with + or -", "a model has one lagrangian or hamiltonian");
  if (lagrangian && sys->states.count > 0)
    return wrong(l, s->at, "declare the positions with `coord`",
                 "a lagrangian needs coordinates, not states");

  if (lagrangian)
    l->scope = (scope){KIND_COORD | KIND_VELOCITY | KIND_TIME | KIND_INPUT, "a lagrangian", NULL};
  else if (sys->states.count > 0)
    l->scope = (scope){KIND_STATE, "a hamiltonian", NULL};
  else
    l->scope = (scope){KIND_COORD | KIND_MOMENTUM | KIND_TIME | KIND_INPUT, "a hamiltonian",
                       "write it with the momenta"};
  if (!eval_scalar(l, s->function, &sys->function))
    return false;
  sys->form = lagrangian ? FORM_LAGRANGIAN : FORM_HAMILTONIAN;
  sys->function_at = s->function->start;
  return true;
}

// ---------------------------------------------------------------------------------------------
// force

// one entry per velocity declared so far
bool lower_pad_forces(lowering *l) {
  model_system *s = l->system;
  expr none = expr_zero;
  while (s->forces.count < s->velocities.count)
    if (!ARRAY_PUSH(l->arena, s->forces, none) || !ARRAY_PUSH(l->arena, l->notes.force_at, 0))
      return wrong_memory(l);
  return true;
}

void lower_note_momentum(lowering *l, const value *v, int at) {
  if (l->notes.momentum_at < 0 && (value_kinds(l->graph, v) & KIND_MOMENTUM))
    l->notes.momentum_at = at;
}

// where a force acts: the entries of `velocities` behind a target
static bool force_target(lowering *l, const tree_force *s, target_range *r) {
  const name_entry *entry = names_find(l, s->target.name);
  if (entry && entry->kind == NAME_COORD) {
    const coord_item *item = &l->system->coords.list[entry->item];
    if (item->kind != COORD_REAL && item->kind != COORD_ANGLE) {
      const char *velocity = l->system->velocities.list[item->velocity].name;
      int length = (int)strcspn(velocity, "[");
      return wrong(l, s->target.at,
                   arena_print(l->arena, "write force %.*s = ...", length, velocity),
                   "a force on `%s` acts along its body velocity", item->name);
    }
    return lower_target(l, &s->target, true, r);
  }
  if (!lower_target(l, &s->target, false, r))
    return false;
  return r->kind == KIND_VELOCITY ||
         wrong(l, s->target.at, "write force x = ... for the coordinate x",
               "a force acts on a coordinate, `%s` is %s", s->target.name, names_what(entry->kind));
}

bool lower_force(lowering *l, const tree_force *s) {
  target_range r;
  value v;
  l->scope =
      (scope){KIND_COORD | KIND_VELOCITY | KIND_MOMENTUM | KIND_MULTIPLIER | KIND_TIME | KIND_INPUT,
              "a force", NULL};
  if (!force_target(l, s, &r) || !eval(l, s->value, &v) || !lower_pad_forces(l))
    return false;
  if (!v.fits_all && (v.shape != r.shape || v.rows != r.rows || v.cols != r.cols))
    return wrong(l, s->value->start,
                 r.count == 1 ? "write a scalar" : "write a vector, one entry for each: [a, b]",
                 "the force on `%s` has %d entr%s, this is %s", r.text, r.count,
                 r.count == 1 ? "y" : "ies", value_describe(l->arena, &v));
  lower_note_momentum(l, &v, s->value->start);
  for (int i = 0; i < r.count; i++) {
    expr *f = &l->system->forces.list[r.offset + i];
    *f = expr_add(l->graph, *f, lower_item(&r, &v, i));
    l->notes.force_at.list[r.offset + i] = s->value->start;
  }
  l->cost.work += r.count;
  return true;
}

// ---------------------------------------------------------------------------------------------
// dissipation

// -slope[i] is a force on velocity i
static bool oppose(lowering *l, const expr *slope, int at) {
  if (!lower_pad_forces(l))
    return false;
  for (int i = 0; i < l->system->velocities.count; i++) {
    expr *f = &l->system->forces.list[i];
    if (slope[i] == expr_zero)
      continue;
    *f = expr_sub(l->graph, *f, slope[i]);
    l->notes.force_at.list[i] = at;
  }
  return true;
}

// Rayleigh's function R(t,q,v): a force -R_v on every velocity
bool lower_dissipation(lowering *l, const tree *e, int at) {
  model_system *s = l->system;
  int n = s->velocities.count;
  expr R;
  l->scope = (scope){KIND_COORD | KIND_VELOCITY | KIND_TIME | KIND_INPUT, "a dissipation", NULL};
  if (s->coords.count == 0)
    return wrong(l, at, "declare them above with `coord`", "a dissipation needs coordinates");
  if (!eval_scalar(l, e, &R))
    return false;
  l->notes.dissipation_at = l->notes.dissipation_at < 0 ? at : l->notes.dissipation_at;
  if (R == expr_zero)
    return true;  // as of a coefficient that is 0
  if (!(expr_kinds(l->graph, R) & KIND_VELOCITY))
    return wrong(l, e->start, "write it with velocities, as c/2*x'^2",
                 "a dissipation needs a velocity");
  expr *x = ARENA_ARRAY(l->arena, expr, n), *slope = ARENA_ARRAY(l->arena, expr, n);
  if (!x || !slope)
    return wrong_memory(l);
  for (int i = 0; i < n; i++)
    x[i] = s->velocities.list[i].symbol;
  l->cost.work += n;
  if (!diff_gradient(l->graph, R, x, n, slope))
    return eval_charge(l, e->start) && wrong_memory(l);
  return oppose(l, slope, e->start);
}

// ---------------------------------------------------------------------------------------------
// constraints

static bool push_entry(lowering *l, name_entry *entry, int index, expr symbol) {
  return ARRAY_PUSH(l->arena, entry->index, index) && ARRAY_PUSH(l->arena, entry->symbols, symbol);
}

// N[i] takes its place in the order of the indices. Unless it comes last the list is copied, because
// an abbreviation may still refer to the old one.
static bool insert_multiplier(lowering *l, name_entry *entry, int index, expr symbol) {
  name_entry old = *entry;
  int count = old.index.count;
  if (count == 0 || old.index.list[count - 1] < index)
    return push_entry(l, entry, index, symbol);

  l->cost.work += count;
  memset(&entry->index, 0, sizeof entry->index);
  memset(&entry->symbols, 0, sizeof entry->symbols);
  bool there = false;
  for (int k = 0; k < count; k++) {
    if (!there && index < old.index.list[k]) {
      there = true;
      if (!push_entry(l, entry, index, symbol))
        return false;
    }
    if (!push_entry(l, entry, old.index.list[k], old.symbols.list[k]))
      return false;
  }
  return true;
}

// the name of multipliers N[i], made when the first of them is declared
static name_entry *sparse_name(lowering *l, const tree_multiplier *m) {
  name_entry *entry = names_find(l, m->name);
  if (entry && entry->sparse)
    return entry;
  value none = {.shape = SHAPE_VECTOR, .cols = 1, .first = 1};
  entry = names_declare(l, m->name, m->at, NAME_MULTIPLIER, none);
  if (entry)
    entry->sparse = true;
  return entry;
}

// multiplier N[i]: one name that grows by one symbol
static bool extend_multiplier(lowering *l, const tree_multiplier *m, int index, expr symbol) {
  name_entry *entry = sparse_name(l, m);
  if (!entry)
    return false;
  if (value_position(&entry->value, index) >= 0)
    return wrong(l, m->at, "give each an index of its own",
                 "the multiplier `%s[%d]` is declared twice", m->name, index);
  if (!insert_multiplier(l, entry, index, symbol))
    return wrong_memory(l);
  assert(entry->index.count == entry->symbols.count);
  entry->value.items = entry->symbols.list;
  entry->value.index = entry->index.list;
  entry->value.rows = entry->symbols.count;
  entry->value.first = entry->index.list[0];
  return true;
}

// one more unknown in system.multipliers
static bool push_multiplier(lowering *l, const char *name, int at) {
  unknowns *all = &l->system->multipliers;
  unknown u = {.name = name, .at = at};
  u.symbol = names_new_symbol(l, KIND_MULTIPLIER, name, all->count);
  return (name && ARRAY_PUSH(l->arena, *all, u)) || wrong_memory(l);
}

// multiplier N: a scalar, or a vector where the constraint is one
static bool declare_multiplier(lowering *l, const tree_multiplier *m, int count, bool vector) {
  const unknowns *all = &l->system->multipliers;
  int first = all->count - count;
  assert(first >= 0 && (vector || count == 1));
  value v = value_scalar(all->list[first].symbol);
  if (vector)
    v = value_new(l->arena, SHAPE_VECTOR, count, 1);
  if (vector && !v.items)
    return wrong_memory(l);
  for (int i = 0; vector && i < count; i++)
    v.items[i] = all->list[first + i].symbol;
  const name_entry *before = names_find(l, m->name);
  if (before && before->at == m->at)
    return wrong(l, m->at,
                 arena_print(l->arena, "inside `for`, give it an index: %s[%s]", m->name,
                             l->loop ? l->loop->name : "i"),
                 "the multiplier `%s` is declared twice", m->name);
  name_entry *entry = names_declare(l, m->name, m->at, NAME_MULTIPLIER, v);
  if (entry)
    entry->base = first;
  return entry != NULL;
}

bool lower_multipliers(lowering *l, const tree_multiplier *m, int count, bool vector, int *first) {
  const char *name = m->name;
  int index = 0;
  *first = -1;
  if (!name)
    return true;
  bool sparse = m->index != NULL;
  if (sparse && vector)
    return wrong(l, m->at, arena_print(l->arena, "write multiplier %s: it is a vector, too", name),
                 "a vector of constraints needs a multiplier without "
                 "an index");
  if (sparse && !eval_integer(l, m->index, "an index", &index))
    return false;

  *first = l->system->multipliers.count;
  for (int i = 0; i < count; i++)
    if (!push_multiplier(
            l,
            sparse || vector ? arena_print(l->arena, "%s[%d]", name, sparse ? index : i + 1) : name,
            m->at))
      return false;
  return sparse ? extend_multiplier(l, m, index, l->system->multipliers.list[*first].symbol)
                : declare_multiplier(l, m, count, vector);
}

// while C: a contact declared above
static bool find_contact(lowering *l, const tree_label *label, int *out) {
  *out = -1;
  if (!label->name)
    return true;
  const char *name = lower_label_text(l, label);
  char question[suggest_room];
  suggestion near = {0};
  if (!name)
    return false;
  *out = table_find(&l->labels.contacts, name);
  if (*out >= 0)
    return true;
  if (lower_pairs_with(l, name) >= 0)
    return wrong(l, label->at, "declare the contact of these two bodies as a single one",
                 "`%s` is one of a contact of pairs", name);
  for (int i = 0; i < l->system->contacts.count; i++)
    suggest(&near, name, l->system->contacts.list[i].label);
  return wrong(l, label->at,
               near.count > 0 ? suggest_text(question, &near, "`")
                              : "declare it above: contact NAME: gap >= 0",
               "there is no contact `%s` above", name);
}

// what a constraint must contain
static bool check_constraint(lowering *l, const statement *s, const value *v) {
  bool holonomic = s->kind == STATEMENT_HOLONOMIC;
  for (int i = 0; i < value_count(v); i++) {
    unsigned kinds = expr_kinds(l->graph, value_item(v, i));
    if (holonomic && !(kinds & KIND_COORD))
      return wrong(l, s->constraint.sides.left->start, "write it with coordinates, or delete it",
                   "a holonomic constraint needs a coordinate");
    if (!holonomic && !(kinds & (KIND_VELOCITY | KIND_MOMENTUM)))
      return wrong(l, s->constraint.sides.left->start, "a constraint on positions is `holonomic`",
                   "a nonholonomic constraint needs a velocity");
  }
  return true;
}

// what a constraint may contain, and the value of its residual: a scalar or a vector
static bool constraint_residual(lowering *l, const statement *s, value *v) {
  const tree_sides *sides = &s->constraint.sides;
  if (s->kind == STATEMENT_HOLONOMIC)
    l->scope = (scope){KIND_COORD | KIND_TIME, "a holonomic constraint",
                       "a constraint on velocities is `nonholonomic`"};
  else
    l->scope = (scope){KIND_COORD | KIND_VELOCITY | KIND_MOMENTUM | KIND_TIME,
                       "a nonholonomic constraint", NULL};
  if (!eval_difference(l, sides, v))
    return false;
  if (v->shape == SHAPE_MATRIX)
    return wrong(l, sides->left->start, "write its entries one by one",
                 "a constraint is a scalar or a vector, this is %s", value_describe(l->arena, v));
  lower_note_momentum(l, v, sides->left->start);
  return lower_count(l, v->rows - 1, s->at) && check_constraint(l, s, v);
}

// entry i of a constraint, a vector of them or the only one; `c` is what all of them have
static bool push_constraint(lowering *l, const statement *s, const value *v, int i, constraint c) {
  if (v->shape == SHAPE_VECTOR)
    c.label = lower_entry(l, c.label, i + 1, s->constraint.label.at, &l->labels.constraints);
  if (!c.label)
    return false;
  c.residual = value_item(v, i);
  c.multiplier += c.multiplier >= 0 ? i : 0;
  return ARRAY_PUSH(l->arena, l->system->constraints, c) || wrong_memory(l);
}

bool lower_constraint(lowering *l, const statement *s) {
  const tree_constraint *given = &s->constraint;
  constraint c = {.at = s->at, .kind = CONSTRAINT_NONHOLONOMIC};
  value v;
  if (s->kind == STATEMENT_HOLONOMIC)
    c.kind = CONSTRAINT_HOLONOMIC;
  if (l->system->coords.count == 0)
    return wrong(l, s->at, "declare them above with `coord`; with states, write constraint g = 0",
                 "a %s constraint needs coordinates", s->word);
  c.label = lower_label(l, &given->label, &l->labels.constraints);
  if (!c.label || !constraint_residual(l, s, &v) ||
      !find_contact(l, &given->while_contact, &c.contact) ||
      !lower_multipliers(l, &given->multiplier, v.rows, v.shape == SHAPE_VECTOR, &c.multiplier))
    return false;
  for (int i = 0; i < v.rows; i++)
    if (!push_constraint(l, s, &v, i, c))
      return false;
  return true;
}
