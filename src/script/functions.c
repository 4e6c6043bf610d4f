// Functions of studies: those of models, number by number; those that make one number of many; and
// those that choose rows.
//
// A function of many numbers takes away the last direction that its argument has: the rows of a
// series, otherwise the index of `for`, otherwise the methods, otherwise the entries of a vector.

#include "script/eval.h"

#include "expr/apply.h"
#include "script/limits.h"
#include "script/reduce.h"

#include <math.h>
#include <string.h>

typedef bool function(script_scope *s, const tree *e, script_value *out);

// ---------------------------------------------------------------------------------------------
// numbers along the last direction

typedef enum direction { ALONG_ROWS, ALONG_INDEX, ALONG_METHOD, ALONG_ENTRIES } direction;

static direction last_direction(const script_value *v) {
  return v->series              ? ALONG_ROWS
         : v->axis[AXIS_INDEX]  ? ALONG_INDEX
         : v->axis[AXIS_METHOD] ? ALONG_METHOD
                                : ALONG_ENTRIES;
}

// what is left when a direction is taken away; the cells are not there yet
static script_value without(const script_value *v, direction d) {
  script_value out = {.axis = {v->axis[0], v->axis[1]}, .series = v->series, .width = v->width};
  if (d == ALONG_ROWS)
    out.series = false;
  else if (d == ALONG_ENTRIES)
    out.width = 1;
  else
    out.axis[d == ALONG_INDEX ? AXIS_INDEX : AXIS_METHOD] = NULL;
  return out;
}

// the numbers of entry k along a direction, for method i and index j; how many
static long gather(const script_value *v, direction d, int i, int j, int k, double *x) {
  const script_cell *c = value_cell(v, i, j);
  long n = d == ALONG_ROWS      ? c->rows
           : d == ALONG_ENTRIES ? v->width
           : d == ALONG_INDEX   ? value_size(v, AXIS_INDEX)
                                : value_size(v, AXIS_METHOD);
  for (long m = 0; x && m < n; m++)
    x[m] = d == ALONG_ROWS      ? c->x[m*v->width + k]
           : d == ALONG_ENTRIES ? c->x[m]
           : d == ALONG_INDEX   ? value_cell(v, i, (int)m)->x[k]
                                : value_cell(v, (int)m, j)->x[k];
  return n;
}

// a function of one argument, or of points (x, y)
typedef struct reduction {
  reduce_function *one;
  reduce_pair_function *pair;
} reduction;

static bool reduce_entries(script_scope *s, const script_value *x, const script_value *y,
                           direction d, const reduction *r, int i, int j, script_value *out) {
  int width = out->width, n = value_size(out, AXIS_INDEX);
  double *to = script_new_numbers(s, 1, width);
  long count = gather(x, d, i, j, 0, NULL);
  double *a = to ? script_new_numbers(s, count, 2) : NULL;
  if (!a)
    return false;
  for (int k = 0; k < width; k++) {
    gather(x, d, i, j, x->width > 1 ? k : 0, a);
    if (y)
      gather(y, d, i, j, y->width > 1 ? k : 0, a + count);
    to[k] = count == 0 ? (double)NAN : y ? r->pair(a, a + count, count) : r->one(a, count);
  }
  out->cells[(out->axis[AXIS_METHOD] ? i : 0)*n + (out->axis[AXIS_INDEX] ? j : 0)] =
      (script_cell){1, to};
  return true;
}

static bool reduce(script_scope *s, const script_value *x, const script_value *y,
                   const reduction *r, script_value *out) {
  direction d = last_direction(x);
  *out = without(x, d);
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
  const reduction r = {.one = find_reduction(e->name)->function};
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
// pairs: slope(x, y), trend(x, y)

static double take_first(const void *context, double a, double b) {
  (void)context, (void)b;
  return a;
}

static double take_second(const void *context, double a, double b) {
  (void)context, (void)a;
  return b;
}

// both get the directions of both
static bool call_pair(script_scope *s, const tree *e, script_value *out) {
  script_value a, b, x, y;
  const reduction r = {.pair = strcmp(e->name, "slope") == 0 ? reduce_slope : reduce_trend};
  if (!script_eval(s, e->args[0], &a) || !script_eval(s, e->args[1], &b) ||
      !script_join(s, e->at, &a, &b, take_first, NULL, &x) ||
      !script_join(s, e->at, &a, &b, take_second, NULL, &y))
    return false;
  return reduce(s, &x, &y, &r, out);
}

// ---------------------------------------------------------------------------------------------
// entries of vectors: norm(v), largest(v), dot(u, v)

static double norm_of(const double *x, long n) {
  double sum = 0;
  for (long i = 0; i < n; i++)
    sum += x[i]*x[i];
  return sqrt(sum);
}

static double largest_of(const double *x, long n) {
  double most = 0;
  for (long i = 0; i < n && !isnan(most); i++)
    if (!(fabs(x[i]) <= most))
      most = fabs(x[i]);
  return most;
}

static bool call_norm(script_scope *s, const tree *e, script_value *out) {
  script_value v;
  reduce_function *f = strcmp(e->name, "norm") == 0 ? norm_of : largest_of;
  if (!script_eval(s, e->args[0], &v))
    return false;
  *out = without(&v, ALONG_ENTRIES);
  if (!script_new_cells(s, out))
    return false;
  for (int m = 0; m < value_cells(&v); m++) {
    const script_cell *c = &v.cells[m];
    double *x = script_new_numbers(s, c->rows, 1);
    if (!x)
      return false;
    for (long i = 0; i < c->rows; i++)
      x[i] = f(c->x + i*v.width, v.width);
    out->cells[m] = (script_cell){c->rows, x};
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// choosing: entry(v, i), blocks(s, n), at(s, t), exact(a.x)

// entry(v, i): number i, from 1, along the last direction
static bool call_entry(script_scope *s, const tree *e, script_value *out) {
  script_value v;
  double which;
  if (!script_eval(s, e->args[0], &v) ||
      !script_eval_number(s, e->args[1], "the number of an entry", &which))
    return false;
  direction d = last_direction(&v);
  *out = without(&v, d);
  if (!script_new_cells(s, out))
    return false;
  int n = value_size(out, AXIS_INDEX);
  for (int m = 0; m < value_cells(out); m++) {
    long count = gather(&v, d, m/n, m % n, 0, NULL);
    double *x = script_new_numbers(s, 1, out->width);
    double *all = x ? script_new_numbers(s, count, 1) : NULL;
    if (!all)
      return false;
    if (!(which >= 1 && which <= (double)count && which == floor(which)))
      return script_wrong(s, e->args[1]->start, "entries count from 1",
                          "there is no entry %g of %ld", which, count);
    for (int k = 0; k < out->width; k++) {
      gather(&v, d, m/n, m % n, k, all);
      x[k] = all[(long)which - 1];
    }
    out->cells[m] = (script_cell){1, x};
  }
  return true;
}

// blocks(s, n): the means of n pieces of the rows, one after the other
static bool call_blocks(script_scope *s, const tree *e, script_value *out) {
  script_value v;
  double n;
  if (!script_eval(s, e->args[0], &v) ||
      !script_eval_number(s, e->args[1], "the number of blocks", &n))
    return false;
  *out = (script_value){.axis = {v.axis[0], v.axis[1]}, .series = true, .width = v.width};
  if (!script_new_cells(s, out))
    return false;
  for (int m = 0; m < value_cells(&v); m++) {
    const script_cell *c = &v.cells[m];
    if (!v.series || !(n >= 1 && n <= (double)c->rows && n == floor(n)))
      return script_wrong(s, e->args[1]->start, "give fewer blocks than there are rows",
                          "%g blocks cannot be made of %ld rows", n, v.series ? c->rows : 0);
    long count = (long)n;
    double *x = script_new_numbers(s, count, v.width);
    if (!x)
      return false;
    for (long i = 0; i < count*v.width; i++) {
      long from = i/v.width*c->rows/count, to = (i/v.width + 1)*c->rows/count;
      for (long row = from; row < to; row++)
        x[i] += c->x[row*v.width + i % v.width]/(double)(to - from);
    }
    out->cells[m] = (script_cell){count, x};
  }
  return true;
}

// the row of a time, to a millionth of the distance of the rows; -1: none
static long row_at(const double *times, long n, double t) {
  const double nearby = 1e-6;
  long low = 0, high = n - 1;
  double way = n > 1 && times[n - 1] < times[0] ? -1 : 1;
  while (high - low > 1) {
    long middle = low + (high - low)/2;
    if (way*times[middle] <= way*t)
      low = middle;
    else
      high = middle;
  }
  if (n == 0)
    return -1;
  double apart = fabs(times[high] - times[low]);
  long near = fabs(times[high] - t) < fabs(times[low] - t) ? high : low;
  return fabs(times[near] - t) <= nearby*apart || times[near] == t ? near : -1;
}

// the first source in an expression, -1: none
static int source_in(const script_tree *t, const tree *e) {
  int root = script_root(t, e);
  for (int i = 0; root < 0 && i < e->nargs; i++)
    root = source_in(t, e->args[i]);
  return root;
}

static bool pick_rows(script_scope *s, const tree *e, const script_value *v,
                      const script_cell *from, const script_cell *times, const script_cell *t,
                      script_cell *out) {
  double *x = script_new_numbers(s, t->rows, v->width);
  if (!x)
    return false;
  for (long i = 0; i < t->rows; i++) {
    long row = from->rows == times->rows ? row_at(times->x, times->rows, t->x[i]) : -1;
    if (row < 0)
      return script_wrong(s, e->args[1]->start,
                          "the steps and `every` of the two must meet at these times",
                          "there is no row at t = %.10g", t->x[i]);
    memcpy(x + i*v->width, from->x + row*v->width, (size_t)v->width*sizeof *x);
  }
  *out = (script_cell){t->rows, x};
  return true;
}

// at(s, t): the rows of a series at other times
static bool call_at(script_scope *s, const tree *e, script_value *out) {
  script_value v, t, times;
  int root = source_in(s->tree, e->args[0]);
  if (root < 0)
    return script_wrong(s, e->args[0]->start, "write at(a.x, 2.5)", "a series of a run is needed");
  if (!script_eval(s, e->args[0], &v) || !script_eval(s, e->args[1], &t) ||
      !script_times(s, root, &times))
    return false;
  bool fits = t.width == 1 && v.series;
  *out = (script_value){.series = t.series, .width = v.width};
  for (int k = 0; k < AXES; k++) {
    out->axis[k] = v.axis[k] ? v.axis[k] : t.axis[k];
    fits = fits && value_size(out, k) >= value_size(&t, k) &&
           (value_size(&t, k) == 1 || value_size(&t, k) == value_size(out, k));
  }
  if (!fits)
    return script_wrong(s, e->args[1]->start, "write at(r.x, b.t)", "these are no times for it");
  if (!script_new_cells(s, out))
    return false;
  int n = value_size(out, AXIS_INDEX);
  for (int m = 0; m < value_cells(out); m++)
    if (!pick_rows(s, e, &v, value_cell(&v, m/n, m % n), value_cell(&times, m/n, m % n),
                   value_cell(&t, m/n, m % n), &out->cells[m]))
      return false;
  return true;
}

// exact(a.x): the exact solution of the model, at the times of the rows
static bool call_exact(script_scope *s, const tree *e, script_value *out) {
  if (script_root(s->tree, e->args[0]) < 0)
    return script_wrong(s, e->args[0]->start, "write exact(a.x), exact(a.q) or exact(a.state)",
                        "exact is of a column");
  return script_column(s, e->args[0], true, out);
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
  function *function;
} special[] = {
    {"slope", 2, call_pair},   {"trend", 2, call_pair},  {"norm", 1, call_norm},
    {"largest", 1, call_norm}, {"entry", 2, call_entry}, {"blocks", 2, call_blocks},
    {"at", 2, call_at},        {"exact", 1, call_exact},
};
enum { nspecial = sizeof special/sizeof *special };

const char *const script_functions[] = {
    "max",   "min",   "mean",  "total", "rms",  "range",   "drift", "variance", "first",
    "last",  "count", "slope", "trend", "norm", "largest", "entry", "blocks",   "at",
    "exact", "sin",   "cos",   "tan",   "exp",  "log",     "sqrt",  "abs",      NULL,
};

// what is to be called, and how many arguments it has, at least; NULL: there is no such function
static function *find_function(const tree *e, int *least, int *most) {
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
  function *f = find_function(e, &least, &most);
  *known = f != NULL;
  return !f || f(s, e, out);
}
