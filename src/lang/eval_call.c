// Calls: the functions of the language, and those a model defines with let.

#include "lang/lower.h"

#include <assert.h>
#include <string.h>

typedef bool matrix_function(lowering *l, const tree *e, const value *args, value *out);

typedef struct builtin {
  const char *name;
  int nargs;
  bool more;                  // or more of them
  expr_op op;                 // of scalars
  matrix_function *function;  // of vectors and matrices; NULL: of scalars
} builtin;

// ---------------------------------------------------------------------------------------------
// vectors and matrices

static bool needs_vectors(lowering *l, const tree *e, const value *args, int n) {
  for (int i = 0; i < n; i++)
    if (args[i].shape != SHAPE_VECTOR)
      return wrong(l, e->args[i]->start, "a vector is a family, or written [a, b, c]",
                   "%s() needs a vector, this is %s", e->name, value_describe(l->arena, &args[i]));
  if (n == 2 && args[0].rows != args[1].rows)
    return wrong(l, e->args[1]->start, "take vectors of one length",
                 "%s() needs vectors of equal length, not %d and %d", e->name, args[0].rows,
                 args[1].rows);
  return true;
}

static expr dot(lowering *l, const value *u, const value *v) {
  expr sum = expr_zero;
  for (int i = 0; i < u->rows; i++)
    sum = expr_add(l->graph, sum, expr_mul(l->graph, u->items[i], v->items[i]));
  l->cost.work += u->rows;
  return sum;
}

static bool call_dot(lowering *l, const tree *e, const value *args, value *out) {
  if (!needs_vectors(l, e, args, 2))
    return false;
  *out = value_scalar(dot(l, &args[0], &args[1]));
  return true;
}

static bool call_norm(lowering *l, const tree *e, const value *args, value *out) {
  if (!needs_vectors(l, e, args, 1))
    return false;
  *out = value_scalar(expr_call(l->graph, EXPR_SQRT, dot(l, &args[0], &args[0])));
  return true;
}

static bool call_cross(lowering *l, const tree *e, const value *args, value *out) {
  if (!needs_vectors(l, e, args, 2))
    return false;
  if (args[0].rows != 3)
    return wrong(l, e->args[0]->start, "in the plane write u[1]*v[2] - u[2]*v[1]",
                 "cross() needs vectors of length 3, this is %s",
                 value_describe(l->arena, &args[0]));
  value w = value_new(l->arena, SHAPE_VECTOR, 3, 1);
  if (!w.items)
    return wrong_memory(l);
  const expr *u = args[0].items, *v = args[1].items;
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    // one after the other: sums stand in the order in which their terms were made
    expr back = expr_mul(l->graph, u[k], v[j]), forth = expr_mul(l->graph, u[j], v[k]);
    w.items[i] = expr_sub(l->graph, forth, back);
  }
  *out = w;
  return true;
}

static bool needs_matrix(lowering *l, const tree *e, const value *a, bool square) {
  if (a->shape != SHAPE_MATRIX)
    return wrong(l, e->args[0]->start, "a matrix is written [[a, b], [c, d]]",
                 "%s() needs a matrix, this is %s", e->name, value_describe(l->arena, a));
  if (square && a->rows != a->cols)
    return wrong(l, e->args[0]->start, "write as many rows as columns: [[a, b], [c, d]]",
                 "%s() needs a square matrix, this is %s", e->name, value_describe(l->arena, a));
  return true;
}

static bool call_transpose(lowering *l, const tree *e, const value *args, value *out) {
  const value *a = &args[0];
  if (!needs_matrix(l, e, a, false))
    return false;
  value t = value_new(l->arena, SHAPE_MATRIX, a->cols, a->rows);
  if (!t.items)
    return wrong_memory(l);
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < a->cols; j++)
      t.items[j*a->rows + i] = a->items[i*a->cols + j];
  *out = t;
  return true;
}

static bool call_tr(lowering *l, const tree *e, const value *args, value *out) {
  const value *a = &args[0];
  if (!needs_matrix(l, e, a, true))
    return false;
  expr sum = expr_zero;
  for (int i = 0; i < a->rows; i++)
    sum = expr_add(l->graph, sum, a->items[i*a->cols + i]);
  *out = value_scalar(sum);
  return true;
}

// determinant of the rows and columns of A (n x n) that are not struck out, by the first row left
static expr minor(lowering *l, const value *A, unsigned rows, unsigned cols) {
  int n = A->rows, i = 0;
  assert(A->shape == SHAPE_MATRIX && n == A->cols);
  while (i < n && !(rows >> i & 1))
    i++;
  if (i == n)
    return expr_one;
  expr sum = expr_zero;
  bool minus = false;
  for (int j = 0; j < n; j++) {
    if (!(cols >> j & 1))
      continue;
    expr rest = minor(l, A, rows & ~(1u << i), cols & ~(1u << j));
    expr term = expr_mul(l->graph, A->items[i*n + j], rest);
    sum = minus ? expr_sub(l->graph, sum, term) : expr_add(l->graph, sum, term);
    minus = !minus;
  }
  return sum;
}

// inverse by cofactors: (A^-1)_ij = (-1)^(i+j) minor_ji/det A
static bool call_inv(lowering *l, const tree *e, const value *args, value *out) {
  const value *A = &args[0];
  int n = A->rows;
  if (!needs_matrix(l, e, A, true))
    return false;
  if (n > 4)
    return wrong(l, e->args[0]->start, "write out the entries of the inverse that you need",
                 "inv() is for matrices up to 4x4, this is %s", value_describe(l->arena, A));
  unsigned all = (1u << n) - 1;
  expr det = minor(l, A, all, all);
  if (det == expr_zero)
    return wrong(l, e->args[0]->start, "its determinant is 0: check its rows",
                 "this matrix has no inverse");
  value inverse = value_new(l->arena, SHAPE_MATRIX, n, n);
  if (!inverse.items)
    return wrong_memory(l);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      expr cofactor = minor(l, A, all & ~(1u << j), all & ~(1u << i));
      expr entry = expr_div(l->graph, cofactor, det);
      inverse.items[i*n + j] = (i + j) % 2 == 0 ? entry : expr_neg(l->graph, entry);
    }
  *out = inverse;
  return true;
}

// The rotation about the axis n = u/|u| by the angle a, R b = n (n.b) + cos a (b - n (n.b)) + sin a n x b:
//   R_ij = n_i n_j + cos a (delta_ij - n_i n_j) + sin a hat(n)_ij
static void rotation_about(lowering *l, const expr *n, expr angle, expr *R) {
  graph *g = l->graph;
  expr c = expr_call(g, EXPR_COS, angle), s = expr_call(g, EXPR_SIN, angle);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      expr along = expr_mul(g, n[i], n[j]);
      expr across = expr_sub(g, i == j ? expr_one : expr_zero, along);
      R[3*i + j] = expr_add(g, along, expr_mul(g, c, across));
      if (i == j)
        continue;
      expr turned = expr_mul(g, s, n[3 - i - j]);
      R[3*i + j] = (j - i + 3) % 3 == 1 ? expr_sub(g, R[3*i + j], turned)
                                        : expr_add(g, R[3*i + j], turned);
    }
}

// rotation(axis, angle): the axis need not have length 1
static bool call_rotation(lowering *l, const tree *e, const value *args, value *out) {
  const value *u = &args[0], *angle = &args[1];
  if (!needs_vectors(l, e, u, 1))
    return false;
  if (u->rows != 3)
    return wrong(l, e->args[0]->start, "in the plane write [[cos(a), -sin(a)], [sin(a), cos(a)]]",
                 "rotation() needs an axis of length 3, this is %s", value_describe(l->arena, u));
  if (angle->shape != SHAPE_SCALAR)
    return wrong(l, e->args[1]->start, "write rotation(axis, angle)",
                 "rotation() needs an angle, this is %s", value_describe(l->arena, angle));
  expr length = expr_call(l->graph, EXPR_SQRT, dot(l, u, u)), n[3];
  if (length == expr_zero)
    return wrong(l, e->args[0]->start, "write a direction, as [0, 0, 1]",
                 "the axis of rotation() is 0");
  value R = value_new(l->arena, SHAPE_MATRIX, 3, 3);
  if (!R.items)
    return wrong_memory(l);
  for (int i = 0; i < 3; i++)
    n[i] = expr_div(l->graph, u->items[i], length);
  rotation_about(l, n, angle->scalar, R.items);
  *out = R;
  return true;
}

static const builtin builtins[] = {
#define FUNCTION(name, word, n, traits, ...) {word, n, (traits)&EXPR_MORE, EXPR_##name, NULL},
#define TENSOR(word, n, function) {word, n, false, EXPR_NUMBER, function},
#include "expr/functions.inl"
};

static const builtin *find_builtin(const char *name) {
  for (size_t i = 0; i < sizeof builtins/sizeof *builtins; i++)
    if (strcmp(builtins[i].name, name) == 0)
      return &builtins[i];
  return NULL;
}

// ---------------------------------------------------------------------------------------------
// calls

static bool call_scalars(lowering *l, const tree *e, const builtin *b, const value *args,
                         value *out) {
  for (int i = 0; i < e->nargs; i++)
    if (args[i].shape != SHAPE_SCALAR)
      return wrong(l, e->args[i]->start,
                   arena_print(l->arena, "write it entry by entry: [%s(u[1]), ...]", e->name),
                   "%s() needs a scalar, this is %s", e->name, value_describe(l->arena, &args[i]));
  expr result = args[0].scalar;
  if (e->nargs == 1)
    result = expr_call(l->graph, b->op, result);
  for (int i = 1; i < e->nargs; i++)
    result = expr_call2(l->graph, b->op, result, args[i].scalar);
  *out = value_scalar(result);
  return true;
}

static bool call_builtin(lowering *l, const tree *e, const builtin *b, const value *args,
                         value *out) {
  if (b->more ? e->nargs < b->nargs : e->nargs != b->nargs)
    return wrong(l, e->at,
                 arena_print(l->arena, "write %s(%s%s)", e->name, b->nargs == 1 ? "a" : "a, b",
                             b->more ? ", ..." : ""),
                 "%s() takes %s%d argument%s, not %d", e->name, b->more ? "at least " : "",
                 b->nargs, b->nargs == 1 ? "" : "s", e->nargs);
  if (!(b->function ? b->function(l, e, args, out) : call_scalars(l, e, b, args, out)))
    return false;

  // made of constants only?
  out->constant = true;
  out->param = NULL;
  for (int i = 0; i < e->nargs; i++) {
    out->constant = out->constant && args[i].constant;
    out->param = out->param ? out->param : args[i].param;
  }
  bool jumps = b->op == EXPR_FLOOR || b->op == EXPR_MOD;
  return eval_check_finite(l, e, out) && (!jumps || eval_check_scope(l, e, out));
}

// push the arguments as a new frame of locals
static bool push_arguments(lowering *l, const tree_let *f, const value *args) {
  for (int i = 0; i < f->nparam; i++) {
    local here = {.name = f->params[i], .at = f->param_at[i], .kind = NAME_LET, .value = args[i]};
    if (!ARRAY_PUSH(l->arena, l->locals, here))
      return wrong_memory(l);
  }
  return true;
}

bool eval_let(lowering *l, const tree_let *s, value *out) {
  int count = l->locals.count;
  for (int i = 0; i < s->nlocal; i++) {
    const tree_local *one = &s->locals[i];
    local here = {.name = one->name, .at = one->at, .kind = NAME_LET};
    if (!eval(l, one->value, &here.value))
      return false;
    if (!ARRAY_PUSH(l->arena, l->locals, here))
      return wrong_memory(l);
  }
  bool good = eval(l, s->value, out);
  l->locals.count = count;
  return good;
}

// "write f(u, v)"
static const char *call_form(lowering *l, const tree_let *f) {
  const char *text = arena_print(l->arena, "write %s(", f->name);
  for (int i = 0; i < f->nparam && text; i++)
    text = arena_print(l->arena, "%s%s%s", text, i > 0 ? ", " : "", f->params[i]);
  return text ? arena_print(l->arena, "%s)", text) : NULL;
}

// let f(u, v) = e: e with the values of the arguments and the names visible at its definition
static bool call_function(lowering *l, const tree *e, const name_entry *entry, const value *args,
                          value *out) {
  const tree_let *f = entry->function;
  call_frame call = {.function = f, .at = e->at, .outer = l->call};
  int frame = l->frame, visible = l->visible, count = l->locals.count;
  if (e->nargs != f->nparam)
    return wrong(l, e->at, call_form(l, f), "%s() takes %d argument%s, not %d", e->name, f->nparam,
                 f->nparam == 1 ? "" : "s", e->nargs);
  if (!push_arguments(l, f, args))
    return false;

  l->frame = count;
  l->visible = (int)(entry - l->names.list);
  l->call = &call;
  bool good = eval_let(l, f, out);
  l->call = call.outer;
  l->visible = visible;
  l->frame = frame;
  l->locals.count = count;
  return good;
}

// m(...) where m is no function
static bool not_a_function(lowering *l, const tree *e) {
  const name_entry *entry = names_find(l, e->name);
  const local *here = names_local(l, e->name);
  if (!entry && !here)
    return names_unknown(l, e->name, e->at) == NOSLIP_OK;
  return wrong(l, e->at, arena_print(l->arena, "write %s*(...) to multiply", e->name),
               "`%s` is %s, not a function", e->name, names_what(here ? here->kind : entry->kind));
}

// evaluate the arguments onto the stack
static bool push_values(lowering *l, const tree *e) {
  for (int i = 0; i < e->nargs; i++)
    if (!eval_push(l, e->args[i]))
      return false;
  return true;
}

bool eval_call(lowering *l, const tree *e, value *out) {
  const builtin *b = find_builtin(e->name);
  const name_entry *entry = names_find(l, e->name);
  int base = l->stack.count;
  if (!b && (names_local(l, e->name) || !entry || entry->kind != NAME_FUNCTION))
    return not_a_function(l, e);
  if (!push_values(l, e))
    return false;
  assert(l->stack.count == base + e->nargs);
  const value *args = l->stack.list + base;
  bool good = b ? call_builtin(l, e, b, args, out) : call_function(l, e, entry, args, out);
  l->stack.count = base;
  return good;
}
