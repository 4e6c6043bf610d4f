// const, param and input: numbers and vectors of numbers, and the settings that replace them.

#include "lang/lower.h"

#include <assert.h>
#include <string.h>

// what is declared: a number, or the numbers from index `first` on
typedef struct declared {
  const tree_assign *given;
  const char *name;
  const char *what;  // "a constant"
  bool is_const, input;
  bool vector;
  int first;
  int count;  // 1 of a number
  double *x;  // count   the values
  expr *e;    // count   the same; what is computed from live parameters is no number
} declared;

static bool wrong_shape(lowering *l, const declared *d, const tree *e, const value *v) {
  bool set = l->source != l->model->source;
  if (!d->vector || v->shape == SHAPE_MATRIX)
    return wrong(l, e->start,
                 set ? "write a number"
                 : v->shape == SHAPE_MATRIX
                     ? "write `let` for a matrix"
                     : arena_print(l->arena, "write %s %s[1..%d] = ... for a vector",
                                   d->is_const ? "const" : "param", d->name, v->rows),
                 "%s is a scalar%s, this is %s", d->what, d->vector ? " or a vector" : "",
                 value_describe(l->arena, v));
  return wrong(l, e->start, "write one number for each entry, or one for all",
               "`%s` has %d entr%s, this vector has %d", d->name, d->count,
               d->count == 1 ? "y" : "ies", v->rows);
}

// entry i of what is declared
static bool constant_value(lowering *l, const declared *d, const tree *e, expr item, int i) {
  d->e[i] = item;
  if ((expr_kinds(l->graph, item) & ~(unsigned)KIND_JUMPS) == KIND_LIVE)
    return lower_live_value(l, d->name, e->start, item, &d->x[i]);
  if (!expr_is_number(l->graph, item))
    return wrong(l, e->start, "write it with numbers and constants", "%s is a number", d->what);
  d->x[i] = expr_number_value(l->graph, item);
  return true;
}

// `count` values from entry `from` on: one for all, or an entry of a vector for each. A constant is
// made of numbers and constants, a parameter of parameters, too.
static bool constant_values(lowering *l, const declared *d, const tree *e, int from, int count) {
  value v;
  l->scope = (scope){.allowed = d->input ? 0 : KIND_LIVE, .where = d->what};
  if (!eval(l, e, &v))
    return false;
  bool one = v.shape == SHAPE_SCALAR;
  if (!one && (v.shape != SHAPE_VECTOR || !d->vector || v.rows != count))
    return wrong_shape(l, d, e, &v);
  if (d->is_const && v.param)
    return wrong(l, e->start, "declare it with `const`",
                 "a constant cannot depend on the parameter `%s`", v.param);
  for (int i = 0; i < count; i++)
    if (!constant_value(l, d, e, value_item(&v, one ? 0 : i), from + i))
      return false;
  l->cost.work += count;
  return true;
}

// ---------------------------------------------------------------------------------------------
// settings

// --set m=5, --set m=[1,2,3]
static bool set_all(lowering *l, const declared *d, const tree_setting *given) {
  bool good = lower_enter(l, &given->right) && constant_values(l, d, given->value, 0, d->count);
  lower_leave(l);
  return good;
}

// the place of --set m[2]=5 among the values; -1 after an error
static int set_place(lowering *l, const declared *d, const tree_target *t) {
  int i, last = d->first + (d->count - 1);
  if (!d->vector || t->nindex != 1) {
    wrong(l, t->index[d->vector]->start,
          arena_print(l->arena, "write %s%s", d->name, d->vector ? "[i]" : ""), "`%s` has %s index",
          d->name, d->vector ? "one" : "no");
    return -1;
  }
  l->scope = (scope){.allowed = 0, .where = "an index"};
  if (!eval_integer(l, t->index[0], "an index", &i))
    return -1;
  if (i >= d->first && i <= last)
    return i - d->first;
  wrong(l, t->index[0]->start,
        arena_print(l->arena, "write an index from %d to %d", d->first, last),
        "the index %d is outside %s[%d..%d]", i, d->name, d->first, last);
  return -1;
}

// --set m[2]=5
static bool set_entry(lowering *l, const declared *d, const tree_setting *given) {
  declared entry = *d;
  int k = lower_enter(l, &given->left) ? set_place(l, d, &given->target) : -1;
  entry.vector = false;
  bool good =
      k >= 0 && lower_enter(l, &given->right) && constant_values(l, &entry, given->value, k, 1);
  lower_leave(l);
  return good;
}

static bool sets_entry(const tree_setting *given, const char *name) {
  return !given->left.error && given->target.nindex > 0 && !given->target.field && !given->prime &&
         strcmp(given->target.name, name) == 0;
}

// Of several the last one counts: of those for all entries, then of those for one, after that.
static bool apply_settings(lowering *l, const declared *d) {
  tree_setting *set = l->settings->set;
  int n = l->settings->nset, all = -1;
  for (int i = 0; i < n; i++)
    if (strcmp(set[i].name, d->name) == 0) {
      set[i].used = true;
      all = i;
    }
  if (all >= 0 && !set_all(l, d, &set[all]))
    return false;
  for (int i = 0; i < n; i++) {
    if (!sets_entry(&set[i], d->name))
      continue;
    set[i].used = true;
    if (i > all && !set_entry(l, d, &set[i]))
      return false;
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// declarations

// param m[1..3]: the range, and room for the values
static bool declared_range(lowering *l, declared *d) {
  const tree_range *range = &d->given->range;
  int at = d->given->target.at, last = 0;
  d->vector = range->given;
  if (d->vector && !eval_range(l, range, &d->first, &last))
    return false;
  if (last < d->first)
    return wrong(l, at, "the first index of a range is the smaller one",
                 "`%s[%d..%d]` has no entries", d->name, d->first, last);
  double count = (double)last - d->first + 1;
  if (d->vector && count + l->system->parameters.count > limit_names)
    return wrong(l, at, "declare a shorter range, or write `let` for a function of the index",
                 "there are more than the limit of %d constants and parameters", limit_names);
  d->count = (int)count;
  d->x = ARENA_ARRAY(l->arena, double, d->count);
  d->e = ARENA_ARRAY(l->arena, expr, d->count);
  return !l->arena->failed || wrong_memory(l);
}

// the names of the values in lists and options: "m", or "m[1]", "m[2]", ...
static bool push_parameters(lowering *l, const declared *d) {
  for (int i = 0; i < d->count; i++) {
    parameter p = {.name = d->name, .value = d->x[i], .is_const = d->is_const, .live = -1};
    if (d->vector)
      p.name = arena_print(l->arena, "%s[%d]", d->name, d->first + i);
    if (!p.name)
      return wrong_memory(l);
    if (!lower_live(l, d->name, d->given->target.at, &p, &d->e[i]))
      return false;
    if (!ARRAY_PUSH(l->arena, l->system->parameters, p))
      return wrong_memory(l);
  }
  return true;
}

static bool declare_values(lowering *l, const declared *d) {
  value v = value_scalar(d->e[0]);
  if (d->vector)
    v = value_new(l->arena, SHAPE_VECTOR, d->count, 1);
  if (d->vector && !v.items)
    return wrong_memory(l);
  for (int i = 0; d->vector && i < d->count; i++)
    v.items[i] = d->e[i];
  v.first = d->vector ? d->first : 1;
  v.constant = true;
  v.param = d->is_const ? NULL : d->name;
  return names_declare(l, d->name, d->given->target.at, d->is_const ? NAME_CONST : NAME_PARAM, v) !=
         NULL;
}

static bool one_constant(lowering *l, const tree_assign *a, bool is_const) {
  declared d = {.given = a,
                .name = a->target.name,
                .what = is_const ? "a constant" : "a parameter",
                .is_const = is_const};
  l->scope = (scope){.allowed = 0, .where = d.what};
  return names_free(l, d.name, a->target.at, NULL) && declared_range(l, &d) &&
         constant_values(l, &d, a->value, 0, d.count) && apply_settings(l, &d) &&
         push_parameters(l, &d) && declare_values(l, &d);
}

bool lower_constants(lowering *l, const statement *s) {
  for (int i = 0; i < s->assigns.count; i++)
    if (!one_constant(l, &s->assigns.list[i], s->kind == STATEMENT_CONST))
      return false;
  return true;
}

// ---------------------------------------------------------------------------------------------
// inputs

// input u = 1: a number that is set between steps, and what it is before
static bool one_input(lowering *l, const tree_assign *a) {
  model_system *s = l->system;
  unknown u = {.name = a->target.name, .rate = expr_zero, .given = true, .at = a->target.at};
  expr start = expr_zero;
  declared d = {.given = a,
                .name = u.name,
                .what = "the start of an input",
                .input = true,
                .count = 1,
                .x = &u.start,
                .e = &start};
  if (a->value && !eval_number(l, a->value, d.what, &u.start))
    return false;
  if (!apply_settings(l, &d))
    return false;
  u.symbol = names_new_symbol(l, KIND_INPUT, u.name, s->inputs.list.count);
  if (!ARRAY_PUSH(l->arena, s->inputs.list, u) || !ARRAY_PUSH(l->arena, s->inputs.clock, u.symbol))
    return wrong_memory(l);
  return names_declare(l, u.name, u.at, NAME_INPUT, value_scalar(u.symbol)) != NULL;
}

bool lower_inputs(lowering *l, const statement *s) {
  for (int i = 0; i < s->assigns.count; i++)
    if (!one_input(l, &s->assigns.list[i]))
      return false;
  return true;
}
