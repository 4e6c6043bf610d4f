// Expressions: tree in, shaped value out.
//
// The depth of evaluation is limited (limit_depth), and so is its work (limit_work) and what it
// makes (limit_nodes): a model text is untrusted. Long chains a + b + c + ... are deep on the left
// only and are walked in a loop. What waits for its operands stands on two stacks in `lowering`, so
// that the evaluation of scalars takes no memory except that of the graph.

#include "lang/lower.h"

#include "base/text.h"
#include "expr/diff.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const char smaller_model[] = "use smaller families, sums and loops";
static const char jumps[] = "they jump: use them in `observe`, `section`, `draw` and `init`";
static const char only_numbers[] = "write it with numbers and constants";
static const char not_live[] = "leave it out of the option `live`, and give its value with `set`";

const char *eval_entry(const value *v) {
  return v->shape == SHAPE_MATRIX ? "write an entry of it, A[i,j], or tr(A)"
                                  : "write an entry of it, u[i], or dot(u, u) or norm(u)";
}

static const char *kind_word(unsigned kind) {
  switch (kind) {
  case KIND_TIME: return "time";
  case KIND_COORD: return "coordinate";
  case KIND_VELOCITY: return "velocity";
  case KIND_MOMENTUM: return "momentum";
  case KIND_STATE: return "state";
  case KIND_ALGEBRAIC: return "algebraic variable";
  case KIND_MULTIPLIER: return "multiplier";
  case KIND_INPUT: return "input";
  case KIND_ACCELERATION: return "acceleration";
  case KIND_INDEX: return "index";
  case KIND_LIVE: return "live parameter";
  default: return "name";
  }
}

// "it may contain coordinates, velocities and t"
static const char *allowed_here(lowering *l) {
  static const struct {
    unsigned kind;
    const char *words;
  } list[] = {{KIND_COORD, "coordinates"},
              {KIND_VELOCITY, "velocities"},
              {KIND_MOMENTUM, "momenta"},
              {KIND_STATE, "states"},
              {KIND_ALGEBRAIC, "algebraic variables"},
              {KIND_MULTIPLIER, "multipliers"},
              {KIND_TIME, "t"},
              {KIND_INPUT, "inputs"}};
  // inputs are named in models that have some
  int count = (int)(sizeof list/sizeof *list) - (l->system->inputs.list.count == 0);
  const char *text = NULL;
  for (int i = count - 1; i >= 0; i--) {
    if (!(l->scope.allowed & list[i].kind))
      continue;
    unsigned before = 0;
    for (int k = 0; k < i; k++)
      before |= l->scope.allowed & list[k].kind;
    text = arena_print(l->arena, "%s%s%s",
                       before == 0 ? ""
                       : text      ? ", "
                                   : " and ",
                       list[i].words, text ? text : "");
  }
  return text ? arena_print(l->arena, "it may contain %s", text) : only_numbers;
}

// is everything in v allowed in the present scope?
bool eval_check_scope(lowering *l, const tree *e, const value *v) {
  enum { glances = 16 };  // entries that are looked at in the time of one evaluation
  l->cost.work += value_count(v)/glances;
  // a live parameter stands where something that is no number may, except in an index
  unsigned live = l->scope.allowed & ~(unsigned)KIND_INDEX ? KIND_LIVE : 0;
  unsigned bad = value_kinds(l->graph, v) & ~(l->scope.allowed | live);
  if (bad == 0)
    return true;
  if (bad == KIND_JUMPS)
    return wrong(l, e->start, jumps, "%s cannot contain floor() or mod() of what varies",
                 l->scope.where);
  unsigned kind = 0;
  const char *name = names_of_kind(l, v, bad, &kind);
  const char *remedy = kind == KIND_VELOCITY ? l->scope.remedy
                       : kind == KIND_LIVE   ? not_live
                                             : NULL;
  return wrong(l, e->start, remedy ? remedy : allowed_here(l), "%s cannot contain the %s `%s`",
               l->scope.where, kind_word(kind), name);
}

static bool eval_number_node(lowering *l, const tree *e, value *out) {
  *out = value_scalar(expr_number(l->graph, e->number));
  out->constant = true;
  out->fits_all = e->number == 0;
  return true;
}

// t, pi, energy: names that are always there
static bool builtin_name(lowering *l, const char *name, int at, expr *out, bool *constant) {
  *constant = false;
  if (strcmp(name, "t") == 0)
    *out = l->system->time;
  else if (strcmp(name, "energy") == 0) {
    *out = l->system->energy;
    l->notes.energy_at = l->notes.energy_at < 0 ? at : l->notes.energy_at;
  } else if (strcmp(name, "pi") == 0) {
    *out = expr_number(l->graph, 3.14159265358979323846);
    *constant = true;
  } else
    return false;
  return true;
}

// in a section: an invariant or observable by its label
static bool find_label(const lowering *l, const char *name, expr *out) {
  const model_system *s = l->system;
  for (int i = 0; i < s->invariants.count + s->observables.count; i++) {
    const monitor *m = i < s->invariants.count ? &s->invariants.list[i]
                                               : &s->observables.list[i - s->invariants.count];
    if (strcmp(m->label, name) != 0)
      continue;
    *out = m->value;
    return true;
  }
  return false;
}

static bool eval_name(lowering *l, const tree *e, value *out) {
  const local *here = names_local(l, e->name);
  if (here) {
    *out = here->value;
    return true;
  }
  const name_entry *entry = names_find(l, e->name);
  if (entry && entry->kind == NAME_FUNCTION)
    return wrong(l, e->at, arena_print(l->arena, "write %s(...)", e->name),
                 "`%s` is a function and needs its arguments", e->name);
  if (entry) {
    *out = entry->value;
    return true;
  }

  expr symbol;
  bool constant = false;
  if (l->labelled && find_label(l, e->name, &symbol)) {
    *out = value_scalar(symbol);
    return true;
  }
  if (!builtin_name(l, e->name, e->at, &symbol, &constant))
    return names_unknown(l, e->name, e->at) == NOSLIP_OK;
  *out = value_scalar(symbol);
  out->constant = constant;
  return true;
}

// ---------------------------------------------------------------------------------------------
// time derivatives

// the symbols among `below` that have a rate, positions and t, in x, and their rates in dx
static int moving_symbols(const lowering *l, const expr *below, int32_t count, expr *x, expr *dx) {
  int n = 0;
  for (int32_t i = 0; i < count; i++) {
    if (graph_node(l->graph, below[i]).op != EXPR_SYMBOL)
      continue;
    unsigned kind;
    const unknown *u = names_symbol(l, below[i], &kind);
    x[n] = below[i];
    dx[n++] = kind == KIND_TIME ? expr_one : u->rate;
  }
  return n;
}

// Velocities get their accelerations where a time derivative needs them: these are symbols, of which
// only what is observed may be made.
static bool add_accelerations(lowering *l) {
  model_system *s = l->system;
  for (int i = s->accelerations.count; i < s->velocities.count; i++) {
    const char *name = arena_print(l->arena, "%s'", s->velocities.list[i].name);
    unknown a = {.name = name, .rate = expr_zero, .at = s->velocities.list[i].at};
    a.symbol = name ? names_new_symbol(l, KIND_ACCELERATION, name, i) : expr_zero;
    if (!name || !ARRAY_PUSH(l->arena, s->accelerations, a))
      return wrong_memory(l);
    s->velocities.list[i].rate = a.symbol;
  }
  l->cost.work += s->velocities.count;
  return true;
}

// d/dt e = sum of de/dx x' over the symbols x below e
static bool chain_rule(lowering *l, expr e, expr *out) {
  int32_t count;
  const memory *m = graph_memory(l->graph);
  expr *below = graph_below(l->graph, &e, 1, &count);
  expr *x = below ? memory_resize(m, NULL, 2*(size_t)count*sizeof *x) : NULL;
  bool good = false;
  if (x) {
    int n = moving_symbols(l, below, count, x, x + count);
    good = diff_directional(l->graph, &e, 1, x, x + count, n, out);
    l->cost.work += count;
  }
  memory_free(m, x);
  memory_free(m, below);
  return good;
}

bool eval_rate(lowering *l, expr of, int at, expr *out) {
  // a coordinate itself: the common case
  if (graph_node(l->graph, of).op == EXPR_SYMBOL && expr_kinds(l->graph, of) == KIND_COORD) {
    *out = names_symbol(l, of, NULL)->rate;
    return true;
  }
  if (expr_is_number(l->graph, of)) {
    *out = expr_zero;
    return true;
  }
  if (!eval_charge(l, at) || (expr_kinds(l->graph, of) & KIND_VELOCITY && !add_accelerations(l)))
    return false;
  if (chain_rule(l, of, out))
    return true;
  return graph_status(l->graph) == NOSLIP_ERROR_MODEL ? eval_charge(l, at) : wrong_memory(l);
}

static bool constant_prime(lowering *l, const tree *e, const value *v) {
  const tree *of = e->args[0];
  if (of->kind == TREE_NUMBER)
    return wrong(l, of->start, "it is 0: delete the prime", "the time derivative of a number");
  const char *remedy = v->shape == SHAPE_SCALAR
                           ? "it is 0: delete the prime"
                           : "`'` is d/dt, never a transpose; write transpose(A)";
  return wrong(l, of->start, remedy, "the time derivative of a constant");
}

static const char derivable[] = "' is for expressions in coordinates, parameters and t";

// e': what must not stand under the prime
static bool check_prime(lowering *l, const tree *e, const value *v) {
  unsigned kinds = value_kinds(l->graph, v), kind = 0;
  bool twice = l->scope.allowed & KIND_ACCELERATION;  // what is observed has accelerations
  if (e->args[0]->kind == TREE_PRIME && !twice)
    return wrong(l, e->at, "accelerations follow from the Lagrangian",
                 "second derivatives do not occur in a model");
  if (v->constant && !v->fits_all)
    return constant_prime(l, e, v);
  if (e->args[0]->kind == TREE_NUMBER)
    return constant_prime(l, e, v);
  if (kinds & KIND_STATE)
    return wrong(l, e->start, "write the right side of its equation here",
                 "the time derivative of the state `%s` is given by its equation",
                 names_of_kind(l, v, KIND_STATE, &kind));
  if (kinds & KIND_VELOCITY && !twice)
    return wrong(l, e->start, derivable,
                 "this time derivative would need accelerations: it contains the velocity `%s`",
                 names_of_kind(l, v, KIND_VELOCITY, &kind));
  if (kinds & KIND_JUMPS)
    return wrong(l, e->start, jumps, "floor() and mod() of what varies have no time derivative");
  unsigned bad = kinds & ~(unsigned)(KIND_COORD | KIND_TIME | KIND_VELOCITY | KIND_LIVE);
  if (bad & KIND_ACCELERATION)
    return wrong(l, e->start, "observe at most second derivatives",
                 "the time derivative of the acceleration `%s` is not known",
                 names_of_kind(l, v, KIND_ACCELERATION, &kind));
  if (bad) {
    const char *name = names_of_kind(l, v, bad, &kind);
    return wrong(l, e->start, derivable, "the time derivative of the %s `%s` is not known",
                 kind_word(kind), name);
  }
  return true;
}

// e' = d/dt e along the motion, entry by entry
bool eval_prime(lowering *l, const tree *e, value *out) {
  value v;
  if (!eval_plain(l, e->args[0], &v) || !check_prime(l, e, &v))
    return false;
  *out = v;
  if (v.shape == SHAPE_SCALAR)
    return eval_rate(l, v.scalar, e->start, &out->scalar);
  out->items = ARENA_ARRAY(l->arena, expr, value_count(&v));
  if (!out->items)
    return wrong_memory(l);
  l->cost.work += value_count(&v);
  for (int i = 0; i < value_count(&v); i++)
    if (!eval_rate(l, v.items[i], e->start, &out->items[i]))
      return false;
  return true;
}

// ---------------------------------------------------------------------------------------------
// sums and conditions

static bool is_chain(const tree *e) {
  return e->kind == TREE_ADD || e->kind == TREE_SUB || e->kind == TREE_MUL || e->kind == TREE_DIV;
}

static bool is_connective(const tree *e) {
  return e->kind == TREE_AND || e->kind == TREE_OR;
}

// Push the operators on the left spine of e, outermost first, and return the operand at its bottom;
// NULL when there is no memory.
static const tree *left_spine(lowering *l, const tree *e, bool (*belongs)(const tree *)) {
  for (; belongs(e); e = e->args[0])
    if (!ARRAY_PUSH(l->arena, l->spine, e)) {
      wrong_memory(l);
      return NULL;
    }
  return e;
}

static bool sum_too_long(lowering *l, const tree *e, double count) {
  if (count*l->cost.passes <= 4.0*limit_work && count <= limit_work)
    return true;
  return wrong(l, e->args[0]->start, smaller_model,
               "this sum expands to more than the limit of %d terms", limit_work);
}

// sum += e at index i
static bool add_term(lowering *l, const tree *e, int i, value *sum) {
  tree plus = {.kind = TREE_ADD, .at = e->args[2]->start, .start = e->start};
  value index = value_scalar(expr_number(l->graph, i)), term;
  index.constant = true;
  local here = {.name = e->name, .at = e->name_at, .kind = NAME_INDEX, .value = index};
  if (!ARRAY_PUSH(l->arena, l->locals, here))
    return wrong_memory(l);
  if (!eval(l, e->args[2], &term) || !eval_add(l, &plus, sum, &term, sum))
    return false;
  assert(l->locals.count > l->frame && l->locals.list[l->locals.count - 1].name == e->name);
  l->locals.count--;
  return true;
}

// sum(i in lo..hi: e)
static bool eval_sum(lowering *l, const tree *e, value *out) {
  int lo, hi;
  tree_range range = {.given = true, .lo = e->args[0], .hi = e->args[1]};
  if (!eval_range(l, &range, &lo, &hi) || !names_free(l, e->name, e->name_at, "index"))
    return false;
  double count = hi >= lo ? (double)hi - lo + 1 : 0, outer = l->cost.passes;
  if (!sum_too_long(l, e, count))
    return false;

  value sum = value_scalar(expr_zero);
  sum.fits_all = sum.constant = true;
  l->cost.passes *= count > 1 ? count : 1;
  for (long i = lo; i <= hi; i++)
    if (!add_term(l, e, (int)i, &sum))
      return false;
  l->cost.passes = outer;
  *out = sum;
  return true;
}

// a scalar, with what is known of it
static bool scalar_value(lowering *l, const tree *e, value *out) {
  if (!eval(l, e, out))
    return false;
  return out->shape == SHAPE_SCALAR ||
         wrong(l, e->start, eval_entry(out), "expected a scalar, this is %s",
               value_describe(l->arena, out));
}

// a < b and so on: a number that is 0 or 1
static bool eval_comparison(lowering *l, const tree *e, value *out) {
  value a, b;
  if (!scalar_value(l, e->args[0], &a) || !scalar_value(l, e->args[1], &b))
    return false;
  bool swap = e->kind == TREE_GREATER || e->kind == TREE_GREATER_EQUAL;
  bool strict = e->kind == TREE_LESS || e->kind == TREE_GREATER;
  *out = value_scalar(expr_call2(l->graph, strict ? EXPR_LESS : EXPR_LESS_EQUAL,
                                 swap ? b.scalar : a.scalar, swap ? a.scalar : b.scalar));
  value_inherit(out, &a, &b);
  return true;
}

// c and d or e: down the left spine, then back up
bool eval_condition(lowering *l, const tree *e, value *out) {
  int base = l->spine.count;
  const tree *first = left_spine(l, e, is_connective);
  value all, next;
  if (!first || !eval_comparison(l, first, &all))
    return false;
  while (l->spine.count > base) {
    const tree *op = l->spine.list[--l->spine.count], *right = op->args[1];
    if (!(is_connective(right) ? eval_condition(l, right, &next)
                               : eval_comparison(l, right, &next)))
      return false;
    all.scalar =
        expr_call2(l->graph, op->kind == TREE_AND ? EXPR_AND : EXPR_OR, all.scalar, next.scalar);
    value_inherit(&all, &all, &next);
  }
  *out = all;
  return true;
}

static bool eval_where(lowering *l, const tree *e, value *out) {
  value condition, yes, no;
  if (!eval_condition(l, e->args[0], &condition) || !scalar_value(l, e->args[1], &yes) ||
      !scalar_value(l, e->args[2], &no))
    return false;
  *out = value_scalar(expr_select(l->graph, condition.scalar, yes.scalar, no.scalar));
  value_inherit(out, &yes, &no);
  value_inherit(out, out, &condition);
  return true;
}

// ---------------------------------------------------------------------------------------------
// operators

static bool apply(lowering *l, const tree *e, const value *a, const value *b, value *out) {
  switch (e->kind) {
  case TREE_ADD:
  case TREE_SUB: return eval_add(l, e, a, b, out);
  case TREE_MUL: return eval_mul(l, e, a, b, out);
  default: return eval_div(l, e, a, b, out);
  }
}

// a + b - c*d ...: down the left spine, then back up
static bool eval_chain(lowering *l, const tree *e, value *out) {
  int base = l->spine.count;
  const tree *first = left_spine(l, e, is_chain);
  value sum, next;
  if (!first || !eval(l, first, &sum))
    return false;
  while (l->spine.count > base) {
    const tree *op = l->spine.list[--l->spine.count];
    if (!eval(l, op->args[1], &next) || !apply(l, op, &sum, &next, &sum))
      return false;
  }
  *out = sum;
  return true;
}

// x^2' reads x^(2'), but (x^2)' was meant
static bool primed_exponent(lowering *l, const tree *e) {
  enum { longest = 30 };
  const tree *x = e->args[0], *number = e->args[1]->args[0];
  int nx = x->end - x->start, nn = number->end - number->start;
  const char *base = l->source->text + x->start, *k = l->source->text + number->start;
  const char *remedy = "write (x^2)'";
  if (nx <= longest && nn <= longest)
    remedy = arena_print(l->arena, "%.*s^%.*s' reads %.*s^(%.*s'); write (%.*s^%.*s)'", nx, base,
                         nn, k, nx, base, nn, k, nx, base, nn, k);
  return wrong(l, e->args[1]->start, remedy, "the time derivative of a number");
}

static bool eval_power(lowering *l, const tree *e, value *out) {
  value a, b;
  const tree *right = e->args[1];
  if (right->kind == TREE_PRIME && right->args[0]->kind == TREE_NUMBER)
    return primed_exponent(l, e);
  return eval(l, e->args[0], &a) && eval(l, right, &b) && eval_pow(l, e, &a, &b, out);
}

static bool eval_negate(lowering *l, const tree *e, value *out) {
  value a;
  return eval(l, e->args[0], &a) && eval_neg(l, &a, out);
}

bool eval_plain(lowering *l, const tree *e, value *out) {
  switch (e->kind) {
  case TREE_NUMBER: return eval_number_node(l, e, out);
  case TREE_NAME: return eval_name(l, e, out);
  case TREE_CALL: return eval_call(l, e, out);
  case TREE_LIST: return eval_list(l, e, out);
  case TREE_INDEX: return eval_index(l, e, out);
  case TREE_FIELD: return eval_field(l, e, out);
  case TREE_PRIME: return eval_prime(l, e, out);
  case TREE_NEGATE: return eval_negate(l, e, out);
  case TREE_ADD:
  case TREE_SUB:
  case TREE_MUL:
  case TREE_DIV: return eval_chain(l, e, out);
  case TREE_POW: return eval_power(l, e, out);
  case TREE_SUM: return eval_sum(l, e, out);
  case TREE_WHERE: return eval_where(l, e, out);
  default: return wrong(l, e->start, "write where(condition, a, b)", "a condition is not a number");
  }
}

bool eval_charge(lowering *l, int at) {
  if (graph_status(l->graph) == NOSLIP_ERROR_MODEL ||
      graph_size(l->graph) - l->meanings.count > limit_nodes)
    return wrong(l, at, smaller_model,
                 "the model expands to more than the limit of %d expression nodes", limit_nodes);
  if (graph_status(l->graph) != NOSLIP_OK || l->arena->failed)
    return wrong_memory(l);
  if (l->cost.work > limit_work)
    return wrong(l, at, smaller_model, "the model expands to more than the limit of %d evaluations",
                 limit_work);
  if (l->cost.depth > limit_depth)
    return wrong(l, at, "use `let` for inner parts, or fewer functions inside each other",
                 "functions and expressions nest deeper than the limit of %d", limit_depth);
  return true;
}

bool eval(lowering *l, const tree *e, value *out) {
  assert(l->cost.depth >= 0 && l->visible <= l->names.count && l->frame <= l->locals.count);
  l->cost.depth++;
  l->cost.work++;
  if (!eval_charge(l, e->start) || !eval_plain(l, e, out))
    return false;
  l->cost.depth--;
  if (out->shape == SHAPE_BODIES)
    return eval_needs_index(l, e, out, "an index", "[i]", NULL);
  bool postfix = e->kind == TREE_NAME || e->kind == TREE_INDEX || e->kind == TREE_FIELD ||
                 e->kind == TREE_PRIME;
  return !postfix || eval_check_scope(l, e, out);
}

// ---------------------------------------------------------------------------------------------
// values of a required kind

bool eval_push(lowering *l, const tree *e) {
  value v;
  if (!eval(l, e, &v))
    return false;
  return ARRAY_PUSH(l->arena, l->stack, v) || wrong_memory(l);
}

bool eval_scalar(lowering *l, const tree *e, expr *out) {
  value v;
  if (!scalar_value(l, e, &v))
    return false;
  *out = v.scalar;
  return true;
}

// a scalar without symbols; `what` names the thing: "an index", "the step"
static bool known_scalar(lowering *l, const tree *e, const char *what, unsigned allowed,
                         value *out) {
  scope outer = l->scope;
  l->scope = (scope){.allowed = allowed, .where = what};
  bool good = eval(l, e, out);
  l->scope = outer;
  if (!good)
    return false;
  if (out->shape != SHAPE_SCALAR)
    return wrong(l, e->start, eval_entry(out), "%s is a scalar, this is %s", what,
                 value_describe(l->arena, out));
  return expr_is_number(l->graph, out->scalar) || allowed ||
         wrong(l, e->start, only_numbers, "%s is a number", what);
}

bool eval_number(lowering *l, const tree *e, const char *what, double *out) {
  value v;
  if (!known_scalar(l, e, what, 0, &v))
    return false;
  *out = expr_number_value(l->graph, v.scalar);
  return true;
}

bool eval_live_number(lowering *l, const tree *e, const char *what, expr *out) {
  value v;
  if (!known_scalar(l, e, what, KIND_LIVE, &v))
    return false;
  *out = v.scalar;
  return true;
}

static bool to_integer(lowering *l, const tree *e, const char *what, double x, int *out) {
  static const double nearly_integer = 1e-12;
  double rounded = round(x);
  if (!(fabs(x - rounded) <= nearly_integer))
    return wrong(l, e->start, "write a whole number", "%s is an integer, this is %g", what, x);
  if (fabs(rounded) > 2147483647)
    return wrong(l, e->start, "integers go to 2147483647", "%s is too large: %.0f", what, rounded);
  *out = (int)rounded;
  return true;
}

static bool integer_of(lowering *l, const tree *e, const char *what, const value *v, int *out) {
  if (v->param)
    return wrong(l, e->start, "declare it with `const`", "%s cannot depend on the parameter `%s`",
                 what, v->param);
  return to_integer(l, e, what, expr_number_value(l->graph, v->scalar), out);
}

// integers are made of numbers, constants and indices; `what`: "an index", "the end of a range"
bool eval_integer(lowering *l, const tree *e, const char *what, int *out) {
  value v;
  return known_scalar(l, e, what, 0, &v) && integer_of(l, e, what, &v, out);
}

bool eval_entry_index(lowering *l, const tree *e, int *out, expr *pair) {
  value v;
  *pair = -1;
  if (!known_scalar(l, e, "an index", l->pairs ? KIND_INDEX : 0, &v))
    return false;
  if (expr_is_number(l->graph, v.scalar))
    return integer_of(l, e, "an index", &v, out);
  *pair = v.scalar;
  return graph_node(l->graph, v.scalar).op == EXPR_SYMBOL ||
         wrong(l, e->start, "write x[i], with the index alone",
               "an index of a pair cannot be calculated with");
}

bool eval_range(lowering *l, const tree_range *r, int *lo, int *hi) {
  return eval_integer(l, r->lo, "the start of a range", lo) &&
         eval_integer(l, r->hi, "the end of a range", hi);
}

// left - right of an equation: one shape, or 0
bool eval_difference(lowering *l, const tree_sides *s, value *out) {
  value a, b;
  tree minus = {.kind = TREE_SUB, .at = s->at, .start = s->left->start};
  if (!eval(l, s->left, &a) || !eval(l, s->right, &b))
    return false;
  if (!a.fits_all && !b.fits_all && !value_same_shape(&a, &b))
    return wrong(l, s->at, "write both in one shape, or one of them as 0",
                 "the two sides differ in shape: %s and %s", value_describe(l->arena, &a),
                 value_describe(l->arena, &b));
  return eval_add(l, &minus, &a, &b, out);
}
