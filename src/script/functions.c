// Functions of studies: those of models, number by number; those that make one number of many; and
// those that choose rows.
//
// A function of many numbers takes away the last direction that its argument has: the rows of a
// series, otherwise the index of `for`, otherwise the methods, otherwise the entries of a vector.

#include "script/functions.h"

#include "expr/apply.h"
#include "script/limits.h"
#include "script/reduce.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// many numbers as one

// a function of one argument, or of points (x, y)
typedef struct reduction {
  reduce_function *one;
  reduce_pair_function *pair;
  double none;  // of no numbers
} reduction;

static bool reduce_entries(script_scope *s, const script_value *x, const script_value *y,
                           direction d, const reduction *r, int i, int j, script_value *out) {
  int width = out->width, n = value_size(out, AXIS_INDEX);
  double *to = script_new_numbers(s, 1, width);
  long count = direction_gather(x, d, i, j, 0, NULL);
  double *a = to ? script_new_numbers(s, count, 2) : NULL;
  if (!a)
    return false;
  for (int k = 0; k < width; k++) {
    direction_gather(x, d, i, j, x->width > 1 ? k : 0, a);
    if (y)
      direction_gather(y, d, i, j, y->width > 1 ? k : 0, a + count);
    to[k] = count == 0 ? r->none : y ? r->pair(a, a + count, count) : r->one(a, count);
  }
  out->cells[(out->axis[AXIS_METHOD] ? i : 0)*n + (out->axis[AXIS_INDEX] ? j : 0)] =
      (script_cell){1, to};
  return true;
}

static bool reduce(script_scope *s, const script_value *x, const script_value *y,
                   const reduction *r, script_value *out) {
  direction d = direction_last(x);
  *out = direction_without(x, d);
  if (!script_new_cells(s, out))
    return false;
  for (int i = 0; i < value_size(out, AXIS_METHOD); i++)
    for (int j = 0; j < value_size(out, AXIS_INDEX); j++)
      if (!reduce_entries(s, x, y, d, r, i, j, out))
        return false;
  return true;
}

static const reduce_entry *find_reduction(const char *name) {
  const reduce_entry *r = reductions;
  while (r->name && strcmp(r->name, name) != 0)
    r++;
  return r->name ? r : NULL;
}

static bool call_reduction(script_scope *s, const tree *e, script_value *out) {
  script_value v;
  const reduce_entry *f = find_reduction(e->name);
  const reduction r = {.one = f->function, .none = f->none};
  return script_eval(s, e->args[0], &v) && reduce(s, &v, NULL, &r, out);
}

// ---------------------------------------------------------------------------------------------
// rows by themselves: across_mean(s), across_variance(s), ...

static const char across[] = "across_";

static const reduce_entry *find_across(const char *name) {
  size_t n = sizeof across - 1;
  return strncmp(name, across, n) == 0 ? find_reduction(name + n) : NULL;
}

// the numbers of all indices at every row and entry, as one
static bool across_method(script_scope *s, const script_value *v, int i, reduce_function *f,
                          script_cell *out) {
  int n = value_size(v, AXIS_INDEX);
  long count = value_cell(v, i, 0)->rows*v->width;
  double *x = script_new_numbers(s, count/v->width, v->width);
  double *one = x ? script_new_numbers(s, n, 1) : NULL;
  if (!one)
    return false;
  for (long k = 0; k < count; k++) {
    for (int j = 0; j < n; j++)
      one[j] = value_cell(v, i, j)->x[k];
    x[k] = f(one, n);
  }
  *out = (script_cell){count/v->width, x};
  return true;
}

static bool call_across(script_scope *s, const tree *e, script_value *out) {
  script_value v;
  if (!script_eval(s, e->args[0], &v))
    return false;
  if (!v.axis[AXIS_INDEX])
    return script_wrong(s, e->args[0]->start, "write `for` in its run",
                        "there is no index to take the %s over", e->name + sizeof across - 1);
  int n = value_size(&v, AXIS_INDEX);
  for (int m = 0; m < value_cells(&v); m++)
    if (v.cells[m].rows != v.cells[m/n*n].rows)
      return script_wrong(s, e->args[0]->start, "give all runs the same step and length",
                          "the runs have different numbers of rows");
  *out = (script_value){.axis = {v.axis[AXIS_METHOD], NULL}, .series = v.series, .width = v.width};
  if (!script_new_cells(s, out))
    return false;
  for (int i = 0; i < value_size(&v, AXIS_METHOD); i++)
    if (!across_method(s, &v, i, find_across(e->name)->function, &out->cells[i]))
      return false;
  return true;
}

// ---------------------------------------------------------------------------------------------
// pairs: slope(x, y), trend(x, y), crossing(x, y)

static double take_first(const void *context, double a, double b) {
  (void)context, (void)b;
  return a;
}

static double take_second(const void *context, double a, double b) {
  (void)context, (void)a;
  return b;
}

static reduce_pair_function *find_pair(const char *name) {
  return strcmp(name, "slope") == 0   ? reduce_slope
         : strcmp(name, "trend") == 0 ? reduce_trend
                                      : reduce_crossing;
}

// both get the directions of both
static bool call_pair(script_scope *s, const tree *e, script_value *out) {
  script_value a, b, x, y;
  const reduction r = {.pair = find_pair(e->name), .none = (double)NAN};
  if (!script_eval(s, e->args[0], &a) || !script_eval(s, e->args[1], &b) ||
      !script_join(s, e->at, &a, &b, take_first, NULL, &x) ||
      !script_join(s, e->at, &a, &b, take_second, NULL, &y))
    return false;
  return reduce(s, &x, &y, &r, out);
}

// ---------------------------------------------------------------------------------------------
// functions of models

static const struct {
  const char *name;
  int n;
  expr_op op;
} of_models[] = {
// clang-format off
#define FUNCTION(id, word, count, ...) {word, count, EXPR_##id},
#include "expr/functions.inl"
#undef FUNCTION
    // clang-format on
};
enum { nof_models = sizeof of_models/sizeof *of_models };

static int find_model_function(const char *name) {
  for (int i = 0; i < nof_models; i++)
    if (strcmp(of_models[i].name, name) == 0)
      return i;
  return -1;
}

static double apply_one(const void *context, double a, double b) {
  return apply(*(const expr_op *)context, a, b, 0);
}

// by number; max and min of more than two from the left
static bool call_by_number(script_scope *s, const tree *e, script_value *out) {
  const expr_op *op = &of_models[find_model_function(e->name)].op;
  script_value a, b;
  if (!script_eval(s, e->args[0], &a))
    return false;
  if (e->nargs == 1)
    return script_join(s, e->at, &a, &a, apply_one, op, out);
  for (int i = 1; i < e->nargs; i++) {
    if (!script_eval(s, e->args[i], &b) || !script_join(s, e->at, &a, &b, apply_one, op, out))
      return false;
    a = *out;
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// calls

static const struct {
  const char *name;
  int n;
  script_function *function;
} special[] = {
    {"slope", 2, call_pair},   {"trend", 2, call_pair},  {"norm", 1, call_norm},
    {"largest", 1, call_norm}, {"entry", 2, call_entry}, {"blocks", 2, call_blocks},
    {"at", 2, call_at},        {"exact", 1, call_exact}, {"crossing", 2, call_pair},
};
enum { nspecial = sizeof special/sizeof *special };

const char *const script_functions[] = {
    "max",      "min",   "mean",   "total", "rms",   "range",    "drift",
    "variance", "first", "last",   "count", "slope", "trend",    "norm",
    "largest",  "entry", "blocks", "at",    "exact", "crossing", "sin",
    "cos",      "tan",   "exp",    "log",   "sqrt",  "abs",      NULL,
};

// what is to be called, and how many arguments it has, at least; NULL: there is no such function
static script_function *find_function(const tree *e, int *least, int *most) {
  for (int i = 0; i < nspecial; i++)
    if (strcmp(special[i].name, e->name) == 0) {
      *least = *most = special[i].n;
      return special[i].function;
    }
  if (find_across(e->name)) {
    *least = *most = 1;
    return call_across;
  }
  int model = find_model_function(e->name);
  bool reduces = find_reduction(e->name) != NULL;
  bool more = model >= 0 && reduces;  // max and min are both
  *least = reduces ? 1 : model >= 0 ? of_models[model].n : 0;
  *most = more ? limit_axis : *least;
  if (reduces && (model < 0 || e->nargs == 1))
    return call_reduction;
  return model >= 0 ? call_by_number : NULL;
}

bool script_check_call(script_scope *s, const tree *e, bool *known) {
  int least, most;
  *known = find_function(e, &least, &most) != NULL;
  if (!*known || (e->nargs >= least && e->nargs <= most))
    return true;
  return script_wrong(s, e->at, "see docs/studies.md for what it takes",
                      "`%s` takes %d argument%s, not %d", e->name, least, least == 1 ? "" : "s",
                      e->nargs);
}

bool script_call(script_scope *s, const tree *e, script_value *out, bool *known) {
  int least, most;
  script_function *f = find_function(e, &least, &most);
  *known = f != NULL;
  return !f || f(s, e, out);
}
