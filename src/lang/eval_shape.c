// Arithmetic of shaped values, row by row of the table in section "Expressions and shapes" of
// docs/language.md.

#include "lang/lower.h"

#include <assert.h>
#include <math.h>

// room for a value of this shape; false after an error
static bool new_value(lowering *l, value_shape shape, int rows, int cols, value *out) {
  *out = value_new(l->arena, shape, rows, cols);
  l->cost.work += value_count(out);
  return shape == SHAPE_SCALAR || out->items || wrong_memory(l);
}

static void set_item(value *v, int i, expr e) {
  assert(0 <= i && i < value_count(v));
  if (v->shape == SHAPE_SCALAR)
    v->scalar = e;
  else
    v->items[i] = e;
}

// a constant that is not finite is an error where it arises
bool eval_check_finite(lowering *l, const tree *e, const value *v) {
  const expr *items = value_items(v);
  for (int i = 0; i < value_count(v); i++)
    if (expr_is_number(l->graph, items[i]) && !isfinite(expr_number_value(l->graph, items[i])))
      return wrong(l, e->start, "it is too large or undefined: check the numbers in it",
                   "this is not a finite number");
  return true;
}

static bool shapes_differ(lowering *l, const tree *e, const value *a, const value *b) {
  const char *operation = e->kind == TREE_ADD ? "+" : "-";
  return wrong(l, e->at, "write both in one shape; the number 0 fits every shape",
               "`%s` needs equal shapes, not %s and %s", operation, value_describe(l->arena, a),
               value_describe(l->arena, b));
}

// a + b, a - b: equal shapes; 0 and an empty sum fit every shape
bool eval_add(lowering *l, const tree *e, const value *a, const value *b, value *out) {
  bool minus = e->kind == TREE_SUB;
  const value *like = a->fits_all ? b : a;
  if (!a->fits_all && !b->fits_all && !value_same_shape(a, b))
    return shapes_differ(l, e, a, b);

  value sum;
  if (!new_value(l, like->shape, like->rows, like->cols, &sum))
    return false;
  for (int i = 0; i < value_count(&sum); i++) {
    expr x = value_item(a, a->fits_all ? 0 : i), y = value_item(b, b->fits_all ? 0 : i);
    set_item(&sum, i, minus ? expr_sub(l->graph, x, y) : expr_add(l->graph, x, y));
  }
  value_inherit(&sum, a, b);
  sum.fits_all = a->fits_all && b->fits_all;
  *out = sum;
  return eval_check_finite(l, e, out);
}

bool eval_neg(lowering *l, const value *a, value *out) {
  value minus;
  if (!new_value(l, a->shape, a->rows, a->cols, &minus))
    return false;
  for (int i = 0; i < value_count(a); i++)
    set_item(&minus, i, expr_neg(l->graph, value_item(a, i)));
  value_inherit(&minus, a, a);
  minus.fits_all = a->fits_all;
  *out = minus;
  return true;
}

static bool scaled(lowering *l, expr factor, const value *a, value *product) {
  if (!new_value(l, a->shape, a->rows, a->cols, product))
    return false;
  for (int i = 0; i < value_count(a); i++)
    set_item(product, i, expr_mul(l->graph, factor, value_item(a, i)));
  return true;
}

// matrix times vector or matrix
static bool matrix_product(lowering *l, const value *a, const value *b, value *product) {
  assert(a->shape == SHAPE_MATRIX && a->cols == b->rows);
  if (!new_value(l, b->shape, a->rows, b->cols, product))
    return false;
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < b->cols; j++) {
      expr sum = expr_zero;
      for (int k = 0; k < a->cols; k++)
        sum = expr_add(l->graph, sum,
                       expr_mul(l->graph, a->items[i*a->cols + k], b->items[k*b->cols + j]));
      product->items[i*b->cols + j] = sum;
    }
  l->cost.work += (long)a->rows*a->cols*b->cols;
  return true;
}

// two vectors, a vector on the left of a matrix, or sizes that do not fit
static bool no_product(lowering *l, const tree *e, const value *a, const value *b) {
  if (a->shape == SHAPE_VECTOR && b->shape == SHAPE_VECTOR)
    return wrong(l, e->at, "write dot(u, v) or cross(u, v)", "`*` does not multiply two vectors");
  if (a->shape == SHAPE_VECTOR)
    return wrong(l, e->at, "write transpose(A)*u", "`*` does not multiply %s by %s",
                 value_describe(l->arena, a), value_describe(l->arena, b));
  return wrong(l, e->at, "the left has as many columns as the right has rows",
               "%s cannot multiply %s", value_describe(l->arena, a), value_describe(l->arena, b));
}

// a * b: scalar with anything; matrix times vector or matrix
bool eval_mul(lowering *l, const tree *e, const value *a, const value *b, value *out) {
  bool scalar = a->shape == SHAPE_SCALAR || b->shape == SHAPE_SCALAR;
  value product;
  if (!scalar && (a->shape != SHAPE_MATRIX || a->cols != b->rows))
    return no_product(l, e, a, b);
  if (!scalar && a->rows > value_largest && b->cols > value_largest)
    return wrong(l, e->at, "multiply rows of them, as c[i]",
                 "a %dx%d matrix is larger than the limit of %dx%d", a->rows, b->cols,
                 value_largest, value_largest);
  if (!scalar && (double)a->rows*b->cols > limit_unknowns)
    return wrong(l, e->at, "multiply rows of them, as c[i]",
                 "a %dx%d matrix has more than %d entries", a->rows, b->cols, limit_unknowns);
  if (!(a->shape == SHAPE_SCALAR   ? scaled(l, a->scalar, b, &product)
        : b->shape == SHAPE_SCALAR ? scaled(l, b->scalar, a, &product)
                                   : matrix_product(l, a, b, &product)))
    return false;
  value_inherit(&product, a, b);

  // an empty sum still fits every shape after a factor, which may be a matrix on its left
  product.fits_all =
      (a->fits_all && b->shape == SHAPE_SCALAR) || (b->fits_all && a->shape != SHAPE_VECTOR);
  *out = product;
  return eval_check_finite(l, e, out);
}

// a / b: b a scalar, and not the constant 0
bool eval_div(lowering *l, const tree *e, const value *a, const value *b, value *out) {
  if (b->shape != SHAPE_SCALAR)
    return wrong(l, e->args[1]->start, eval_entry(b), "`/` needs a scalar on its right, this is %s",
                 value_describe(l->arena, b));
  if (b->scalar == expr_zero)
    return wrong(l, e->at, "check the constants in the divisor", "a division by zero");

  value quotient;
  if (!new_value(l, a->shape, a->rows, a->cols, &quotient))
    return false;
  for (int i = 0; i < value_count(a); i++)
    set_item(&quotient, i, expr_div(l->graph, value_item(a, i), b->scalar));
  value_inherit(&quotient, a, b);
  quotient.fits_all = a->fits_all;
  *out = quotient;
  return eval_check_finite(l, e, out);
}

static bool not_scalar(lowering *l, const tree *e, const value *v) {
  const char *remedy = v->shape == SHAPE_MATRIX ? "write A*A for the square of a matrix"
                       : e->kind == TREE_POW    ? "write dot(u, u) for the square of a vector"
                                                : "an exponent is a number or an entry, u[i]";
  return wrong(l, e->kind == TREE_POW ? e->args[0]->start : e->start, remedy,
               "`^` needs scalars, this is %s", value_describe(l->arena, v));
}

// a ^ b: both scalars
bool eval_pow(lowering *l, const tree *e, const value *a, const value *b, value *out) {
  if (a->shape != SHAPE_SCALAR)
    return not_scalar(l, e, a);
  if (b->shape != SHAPE_SCALAR)
    return not_scalar(l, e->args[1], b);
  if (a->scalar == expr_zero && expr_is_number(l->graph, b->scalar) &&
      expr_number_value(l->graph, b->scalar) < 0)
    return wrong(l, e->at, "check the constants in the divisor", "a division by zero");

  *out = value_scalar(expr_pow(l->graph, a->scalar, b->scalar));
  value_inherit(out, a, b);
  return eval_check_finite(l, e, out);
}

// evaluate the entries of a list onto the stack: scalars, or vectors of one length
static bool list_entries(lowering *l, const tree *e, int base) {
  for (int i = 0; i < e->nargs; i++) {
    if (!eval_push(l, e->args[i]))
      return false;
    const value *first = &l->stack.list[base];
    value v = l->stack.list[base + i];
    if (v.shape == SHAPE_MATRIX)
      return wrong(l, e->args[i]->start, "a matrix is written by its rows: [[a, b], [c, d]]",
                   "a list holds scalars or vectors, not matrices");
    if (!value_same_shape(&v, first))
      return wrong(l, e->args[i]->start,
                   "write [a, b] with scalars, or [[a, b], [c, d]] with rows of one length",
                   "the entries of a list have one shape: %s, but %s",
                   value_describe(l->arena, first), value_describe(l->arena, &v));
  }
  return true;
}

// [a, b, c]: scalars make a vector, vectors of one length a matrix, one row each
bool eval_list(lowering *l, const tree *e, value *out) {
  int base = l->stack.count;
  if (!list_entries(l, e, base))
    return false;
  assert(e->nargs > 0 && l->stack.count == base + e->nargs);
  const value *rows = l->stack.list + base;
  bool matrix = rows[0].shape == SHAPE_VECTOR;
  int cols = matrix ? rows[0].rows : 1;
  if (matrix && (e->nargs > value_largest || cols > value_largest))
    return wrong(l, e->start, "use families and sums instead",
                 "a %dx%d matrix is larger than the limit of %dx%d", e->nargs, cols, value_largest,
                 value_largest);

  value list;
  if (!new_value(l, matrix ? SHAPE_MATRIX : SHAPE_VECTOR, e->nargs, cols, &list))
    return false;
  list.constant = true;
  for (int i = 0; i < e->nargs; i++) {
    for (int j = 0; j < cols; j++)
      list.items[i*cols + j] = value_item(&rows[i], j);
    value_inherit(&list, &list, &rows[i]);
  }
  l->stack.count = base;
  *out = list;
  return true;
}
