// Conditions: comparisons, `and`, `or`, and where(condition, a, b).

#include "lang/lower.h"

static bool is_connective(const tree *e) {
  return e->kind == TREE_AND || e->kind == TREE_OR;
}

// a < b and so on: a number that is 0 or 1
static bool eval_comparison(lowering *l, const tree *e, value *out) {
  value a, b;
  if (!eval_scalar_value(l, e->args[0], &a) || !eval_scalar_value(l, e->args[1], &b))
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
  const tree *first = eval_spine(l, e, is_connective);
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

bool eval_where(lowering *l, const tree *e, value *out) {
  value condition, yes, no;
  if (!eval_condition(l, e->args[0], &condition) || !eval_scalar_value(l, e->args[1], &yes) ||
      !eval_scalar_value(l, e->args[2], &no))
    return false;
  *out = value_scalar(expr_select(l->graph, condition.scalar, yes.scalar, no.scalar));
  value_inherit(out, &yes, &no);
  value_inherit(out, out, &condition);
  return true;
}
