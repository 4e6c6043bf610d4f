// init and exact: numbers at the start, and the analytic solution.

#include "lang/lower.h"

#include "expr/diff.h"
#include "real/logarithm.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// the value of an expression at the initial data

// the unknowns that are no initial data: momenta of a lagrangian, velocities of a hamiltonian
static const unknowns *derived(const model_system *s) {
  return s->form == FORM_HAMILTONIAN ? &s->velocities : &s->momenta;
}

// momenta of a lagrangian are L_v, velocities of a hamiltonian are H_p
static bool conjugates(lowering *l) {
  model_system *s = l->system;
  int n = s->velocities.count;
  if (l->start.conjugates)
    return true;
  assert(s->form != FORM_NONE && s->momenta.count == n);
  const unknowns *by = s->form == FORM_LAGRANGIAN ? &s->velocities : &s->momenta;
  expr *x = ARENA_ARRAY(l->arena, expr, n), *df = ARENA_ARRAY(l->arena, expr, n);
  if (!x || !df)
    return wrong_memory(l);
  for (int i = 0; i < n; i++)
    x[i] = by->list[i].symbol;
  if (!diff_gradient(l->graph, s->function, x, n, df))
    return eval_charge(l, s->function_at) && wrong_memory(l);
  for (int i = 0; i < n; i++)
    x[i] = derived(s)->list[i].symbol;
  l->start.conjugate_symbols = x;
  l->start.conjugates = df;
  return true;
}

// replace the conjugate variables of e by what they mean
static bool resolve(lowering *l, expr e, expr *out) {
  model_system *s = l->system;
  unsigned other = s->form == FORM_HAMILTONIAN ? KIND_VELOCITY : KIND_MOMENTUM;
  *out = e;
  if (s->coords.count == 0 || s->form == FORM_NONE || !(expr_kinds(l->graph, e) & other))
    return true;
  int n = s->velocities.count;
  l->cost.work += n;
  if (!conjugates(l))
    return false;
  return diff_substitute(l->graph, &e, 1, l->start.conjugate_symbols, l->start.conjugates, n,
                         out) ||
         (eval_charge(l, s->function_at) && wrong_memory(l));
}

// room for the value of every node
static bool scratch(lowering *l) {
  int need = graph_size(l->graph);
  if (need <= l->start.room)
    return true;
  int room = need + need/2;
  double *point = memory_resize(l->arena->memory, l->start.point, (size_t)room*sizeof *point);
  if (!point)
    return wrong_memory(l);
  l->start.point = point;
  l->start.room = room;
  return true;
}

// the initial value of a symbol
static double start_of(lowering *l, expr symbol) {
  unknown *u = names_symbol(l, symbol, NULL);
  if (!u)
    return symbol == l->system->time ? l->system->start.time : 0;
  if (!u->used && !u->given && !u->fixed)
    u->at = l->start.used_at;
  u->used = true;
  u->source |= l->start.giving;
  return u->start;
}

static double node_value(lowering *l, expr e) {
  const double *x = l->start.point;
  assert(e < l->start.room);
  node n = graph_node(l->graph, e);
  if (n.op == EXPR_NUMBER)
    return expr_number_value(l->graph, e);
  if (n.op == EXPR_SYMBOL)
    return start_of(l, e);
  if (n.op == EXPR_POWER)
    return real_pow(x[n.a], n.b);
  return expr_apply((expr_op)n.op, x[n.a], x[n.b], x[n.c]);
}

bool point_value(lowering *l, expr e, double *out) {
  int32_t count;
  if (!eval_charge(l, l->start.used_at) || !resolve(l, e, &e) || !scratch(l))
    return false;
  expr *below = graph_below(l->graph, &e, 1, &count);
  if (!below)
    return wrong_memory(l);
  for (int32_t i = 0; i < count; i++)
    l->start.point[below[i]] = node_value(l, below[i]);  // operands first
  l->cost.work += count;
  *out = l->start.point[e];
  memory_free(graph_memory(l->graph), below);
  return true;
}

// ---------------------------------------------------------------------------------------------
// init

static bool may_set(lowering *l, const tree_target *t, const unknown *u) {
  if (u->used)
    return wrong(l, t->at, "write this value first",
                 "the initial value of `%s` was used above, before it is given "
                 "here",
                 u->name);
  if (u->given)
    return wrong(l, t->at, "delete one of them", "the initial value of `%s` is given twice",
                 u->name);
  return true;
}

// how far R^T R is from 1, in its worst entry
static double not_orthogonal(const double *R, int n) {
  double worst = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = -(i == j);
      for (int k = 0; k < n; k++)
        sum += R[k*n + i]*R[k*n + j];
      worst = fabs(sum) > worst ? fabs(sum) : worst;
    }
  return worst;
}

// the sign of det A, A orthogonal, by elimination with pivots; A is overwritten
static int determinant_sign(double *A, int n) {
  int sign = 1;
  for (int k = 0; k < n; k++) {
    int pivot = k;
    for (int i = k; i < n; i++)
      pivot = fabs(A[i*n + k]) > fabs(A[pivot*n + k]) ? i : pivot;
    for (int j = 0; j < n && pivot != k; j++) {
      double swap = A[k*n + j];
      A[k*n + j] = A[pivot*n + j];
      A[pivot*n + j] = swap;
    }
    sign *= (pivot == k ? 1 : -1)*(A[k*n + k] < 0 ? -1 : 1);
    for (int i = k + 1; i < n; i++)
      for (int j = n - 1; j >= k; j--)
        A[i*n + j] -= A[i*n + k]/A[k*n + k]*A[k*n + j];
  }
  return sign;
}

// R^T R = 1 to 1e-12, det R = 1
static bool check_rotation(lowering *l, int at, const char *name, const double *R, int n) {
  static const double orthogonal = 1e-12;
  double A[value_largest*value_largest], worst = not_orthogonal(R, n);
  if (!(worst <= orthogonal))
    return wrong(l, at, "write its entries with all their digits, or as cos(a), sin(a), sqrt(2)/2",
                 "`%s` is no rotation: its columns are orthonormal to %.1e only, "
                 "not to 1e-12",
                 name, worst);
  assert(n <= value_largest);
  memcpy(A, R, (size_t)(n*n)*sizeof *A);
  return determinant_sign(A, n) > 0 ||
         wrong(l, at, "exchange two of its rows, or change their sign: a reflection is no rotation",
               "`%s` is no rotation: its determinant is -1", name);
}

// W = -W^T: what is given as a whole must be skew
static bool check_skew(lowering *l, int at, const target_range *r, const value *v) {
  static const double skew = 1e-12;
  int n = r->rows;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double x;
      expr sum = expr_add(l->graph, v->items[i*n + j], v->items[j*n + i]);
      if (!point_value(l, sum, &x))
        return false;
      if (!(fabs(x) <= skew))
        return wrong(l, at, "give the entries with i < j only, one by one",
                     "`%s` is a skew matrix, but here its entries %d,%d and %d,%d "
                     "are not opposite",
                     r->text, j + 1, i + 1, i + 1, j + 1);
    }
  return true;
}

static bool init_shape(lowering *l, const target_range *r, const tree *e, const value *v) {
  if (v->fits_all && !r->rotation)
    return true;
  if (v->shape == r->shape && v->rows == r->rows && v->cols == r->cols)
    return true;
  if (r->shape == SHAPE_VECTOR && v->shape == SHAPE_VECTOR)
    return wrong(l, e->start, "write one number for each entry",
                 "`%s` has %d entries, this vector has %d", r->text, r->count, v->rows);
  value want = {.shape = r->shape, .rows = r->rows, .cols = r->cols};
  return wrong(l, e->start,
               r->shape == SHAPE_SCALAR   ? "write a scalar"
               : r->shape == SHAPE_VECTOR ? "write a vector: [a, b]"
                                          : "write a matrix by its rows: [[a, b], [c, d]]",
               "`%s` is %s, this is %s", r->text, value_describe(l->arena, &want),
               value_describe(l->arena, v));
}

// the numbers of a target, in x
static bool start_values(lowering *l, const tree_target *t, const target_range *r, const tree *from,
                         const value *v, bool from_option, double *x) {
  l->start.used_at = from->start;
  for (int i = 0; i < r->count; i++) {
    if (!r->list[i].fixed && !may_set(l, t, &r->list[i]))
      return false;
    expr e = lower_item(r, v, i);
    l->start.giving = true;
    bool good = point_value(l, e, &x[i]);
    l->start.giving = false;
    if (!good || !resolve(l, e, &e) ||
        ((!r->list[i].fixed || from_option) && !lower_rule(l, r->kind, r->offset + i, e)))
      return false;
    if (!isfinite(x[i]))
      return wrong(l, from->start, "it is too large or undefined: check the values it is made of",
                   "the initial value of `%s` is not a finite number", r->list[i].name);
  }
  if (r->skew && !v->fits_all && !check_skew(l, from->start, r, v))
    return false;
  return !r->rotation || check_rotation(l, from->start, r->text, x, r->rows);
}

// from_option: by --init, which statements in the file do not change
static bool set_start(lowering *l, const tree_target *t, const target_range *r, const tree *e,
                      bool from_option) {
  value v;
  if (!eval(l, e, &v) || !init_shape(l, r, e, &v))
    return false;
  double *x = ARENA_ARRAY(l->arena, double, r->count);
  if (!x)
    return wrong_memory(l);
  if (!start_values(l, t, r, e, &v, from_option, x))
    return false;
  for (int i = 0; i < r->count; i++) {
    unknown *u = &r->list[i];
    if (u->fixed && !from_option)
      continue;
    u->start = x[i];
    u->given = !from_option;
    u->fixed = from_option;
    u->at = from_option ? u->at : t->at;
  }
  return true;
}

// what an initial value is given for; the derivative of a state is none
static bool init_target(lowering *l, const tree_target *t, bool prime, target_range *r) {
  if (!lower_target(l, t, prime, r))
    return false;
  return r->kind != KIND_STATE || !prime ||
         wrong(l, t->at, "delete it", "the derivative of the state `%s` follows from its equation",
               t->name);
}

// ---- t, when a run starts

static bool is_time(const tree_target *t) {
  return strcmp(t->name, "t") == 0;
}

// not t'
static bool check_time(lowering *l, const tree_target *t, bool prime) {
  return !prime || wrong(l, t->at, "write t, without the prime", "the start time is a number");
}

// t = 2
static bool set_time(lowering *l, const tree_target *t, const tree *e, bool from_option) {
  system_start *s = &l->system->start;
  double x;
  if (!from_option && s->time_given)
    return wrong(l, t->at, "delete one of them", "the start time is given twice");
  if (!eval_number(l, e, "the start time", &x))
    return false;
  if (!isfinite(x))
    return wrong(l, e->start, "it is too large or undefined: check the values it is made of",
                 "the start time is not a finite number");
  s->time_given |= !from_option;
  s->time = s->time_fixed && !from_option ? s->time : x;
  s->time_fixed |= from_option;
  return true;
}

// the value of --init for a target that is declared
static bool apply_setting(lowering *l, const tree_setting *given) {
  target_range r;
  if (!lower_enter(l, &given->right))
    return false;
  l->scope = (scope){.allowed = KIND_LIVE, .where = "the value of the option `init`"};
  if (is_time(&given->target))
    return lower_enter(l, &given->left) && check_time(l, &given->target, given->prime) &&
           lower_enter(l, &given->right) && set_time(l, &given->target, given->value, true);
  return lower_enter(l, &given->left) && init_target(l, &given->target, given->prime, &r) &&
         lower_enter(l, &given->right) && set_start(l, &given->target, &r, given->value, true);
}

// the option `init`: before the statements of the file, as soon as the name is declared
bool lower_init_settings(lowering *l) {
  for (int i = 0; i < l->settings->ninit; i++) {
    tree_setting *given = &l->settings->init[i];
    if (given->used)
      continue;
    if (!lower_enter(l, &given->left))
      return false;
    lower_leave(l);
    if (!names_find(l, given->target.name) && !is_time(&given->target))
      continue;
    given->used = true;
    bool good = apply_setting(l, given);
    lower_leave(l);
    if (!good)
      return false;
  }
  return true;
}

bool lower_init(lowering *l, const tree_assigns *s) {
  if (!lower_init_settings(l))
    return false;
  l->scope = (scope){KIND_COORD | KIND_VELOCITY | KIND_MOMENTUM | KIND_STATE | KIND_JUMPS,
                     "an initial value", NULL};
  for (int i = 0; i < s->count; i++) {
    const tree_assign *a = &s->list[i];
    target_range r;
    if (is_time(&a->target)) {
      if (!check_time(l, &a->target, a->prime) || !set_time(l, &a->target, a->value, false))
        return false;
      continue;
    }
    if (!init_target(l, &a->target, a->prime, &r) || !set_start(l, &a->target, &r, a->value, false))
      return false;
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// exact

// an exact solution is that of the inputs at the start: they become numbers
static bool put_inputs(lowering *l, expr *e) {
  const unknowns *inputs = &l->system->inputs.list;
  int n = inputs->count;
  if (!(expr_kinds(l->graph, *e) & KIND_INPUT))
    return true;
  expr *numbers = ARENA_ARRAY(l->arena, expr, n);
  if (!numbers)
    return wrong_memory(l);
  for (int i = 0; i < n; i++)
    numbers[i] = expr_number(l->graph, inputs->list[i].start);
  l->cost.work += n;
  return diff_substitute(l->graph, e, 1, l->system->inputs.clock.list + 1, numbers, n, e) ||
         wrong_memory(l);
}

static bool one_exact(lowering *l, const tree_assign *a) {
  target_range r;
  value v;
  if (a->prime)
    return wrong(l, a->target.at, "write exact x = ..., without the prime",
                 "exact velocities follow from the exact positions");
  if (is_time(&a->target))
    return wrong(l, a->target.at, "write exact x = ..., a function of t",
                 "an exact solution is given for unknowns, not for the time");
  if (!lower_target(l, &a->target, false, &r))
    return false;
  if (r.kind == KIND_VELOCITY || r.kind == KIND_MULTIPLIER)
    return wrong(l, a->target.at, "delete it: it follows from these",
                 "an exact solution is given for coordinates, momenta, "
                 "states and algebraic variables");
  if (!eval(l, a->value, &v) || !init_shape(l, &r, a->value, &v))
    return false;
  l->cost.work += r.count;
  for (int i = 0; i < r.count; i++) {
    exact_solution x = {.symbol = r.list[i].symbol, .name = r.list[i].name, .at = a->target.at};
    x.value = lower_item(&r, &v, i);
    if (!put_inputs(l, &x.value))
      return false;
    if (r.list[i].solved)
      return wrong(l, a->target.at, "delete one of them",
                   "the exact solution of `%s` is given twice", x.name);
    r.list[i].solved = true;
    if (!ARRAY_PUSH(l->arena, l->system->exact, x))
      return wrong_memory(l);
  }
  return true;
}

bool lower_exact(lowering *l, const tree_assigns *s) {
  l->scope = (scope){KIND_TIME | KIND_INPUT, "an exact solution", NULL};
  for (int i = 0; i < s->count; i++)
    if (!one_exact(l, &s->list[i]))
      return false;
  return true;
}
