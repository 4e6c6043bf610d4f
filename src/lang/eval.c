// Expressions: tree in, shaped value out.
//
// The depth of evaluation is limited (limit_depth), and so is its work (limit_work) and what it
// makes (limit_nodes): a model text is untrusted. Long chains a + b + c + ... are deep on the left
// only and are walked in a loop. What waits for its operands stands on two stacks in `lowering`, so
// that the evaluation of scalars takes no memory except that of the graph.

#include "lang/lower.h"

#include "base/text.h"

#include <assert.h>

static const char smaller_model[] = "use smaller families, sums and loops";

static bool eval_number_node(lowering *l, const tree *e, value *out) {
  *out = value_scalar(expr_number(l->graph, e->number));
  out->constant = true;
  out->fits_all = e->number == 0;
  return true;
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

// ---------------------------------------------------------------------------------------------
// operators

static bool is_chain(const tree *e) {
  return e->kind == TREE_ADD || e->kind == TREE_SUB || e->kind == TREE_MUL || e->kind == TREE_DIV;
}

const tree *eval_spine(lowering *l, const tree *e, bool (*belongs)(const tree *)) {
  for (; belongs(e); e = e->args[0])
    if (!ARRAY_PUSH(l->arena, l->spine, e)) {
      wrong_memory(l);
      return NULL;
    }
  return e;
}

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
  const tree *first = eval_spine(l, e, is_chain);
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
