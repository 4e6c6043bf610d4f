// Values of a required kind: scalars, numbers, integers, ranges, the difference of two sides.

#include "lang/lower.h"

#include <math.h>

const char eval_only_numbers[] = "write it with numbers and constants";

const char *eval_entry(const value *v) {
  return v->shape == SHAPE_MATRIX ? "write an entry of it, A[i,j], or tr(A)"
                                  : "write an entry of it, u[i], or dot(u, u) or norm(u)";
}

bool eval_scalar_value(lowering *l, const tree *e, value *out) {
  if (!eval(l, e, out))
    return false;
  return out->shape == SHAPE_SCALAR ||
         wrong(l, e->start, eval_entry(out), "expected a scalar, this is %s",
               value_describe(l->arena, out));
}

bool eval_push(lowering *l, const tree *e) {
  value v;
  if (!eval(l, e, &v))
    return false;
  return ARRAY_PUSH(l->arena, l->stack, v) || wrong_memory(l);
}

bool eval_scalar(lowering *l, const tree *e, expr *out) {
  value v;
  if (!eval_scalar_value(l, e, &v))
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
         wrong(l, e->start, eval_only_numbers, "%s is a number", what);
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
