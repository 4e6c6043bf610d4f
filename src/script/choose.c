// Functions that choose: rows, entries, blocks, times; and the directions of values.

#include "script/functions.h"
#include "script/reduce.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// directions

direction direction_last(const script_value *v) {
  return v->series              ? ALONG_ROWS
         : v->axis[AXIS_INDEX]  ? ALONG_INDEX
         : v->axis[AXIS_METHOD] ? ALONG_METHOD
                                : ALONG_ENTRIES;
}

script_value direction_without(const script_value *v, direction d) {
  script_value out = {.axis = {v->axis[0], v->axis[1]}, .series = v->series, .width = v->width};
  if (d == ALONG_ROWS)
    out.series = false;
  else if (d == ALONG_ENTRIES)
    out.width = 1;
  else
    out.axis[d == ALONG_INDEX ? AXIS_INDEX : AXIS_METHOD] = NULL;
  return out;
}

long direction_gather(const script_value *v, direction d, int i, int j, int k, double *x) {
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

bool call_norm(script_scope *s, const tree *e, script_value *out) {
  script_value v;
  reduce_function *f = strcmp(e->name, "norm") == 0 ? norm_of : largest_of;
  if (!script_eval(s, e->args[0], &v))
    return false;
  *out = direction_without(&v, ALONG_ENTRIES);
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
bool call_entry(script_scope *s, const tree *e, script_value *out) {
  script_value v;
  double which;
  if (!script_eval(s, e->args[0], &v) ||
      !script_eval_number(s, e->args[1], "the number of an entry", &which))
    return false;
  direction d = direction_last(&v);
  *out = direction_without(&v, d);
  if (!script_new_cells(s, out))
    return false;
  int n = value_size(out, AXIS_INDEX);
  for (int m = 0; m < value_cells(out); m++) {
    long count = direction_gather(&v, d, m/n, m % n, 0, NULL);
    double *x = script_new_numbers(s, 1, out->width);
    double *all = x ? script_new_numbers(s, count, 1) : NULL;
    if (!all)
      return false;
    if (!(which >= 1 && which <= (double)count && which == floor(which)))
      return script_wrong(s, e->args[1]->start, "entries count from 1",
                          "there is no entry %g of %ld", which, count);
    for (int k = 0; k < out->width; k++) {
      direction_gather(&v, d, m/n, m % n, k, all);
      x[k] = all[(long)which - 1];
    }
    out->cells[m] = (script_cell){1, x};
  }
  return true;
}

// blocks(s, n): the means of n pieces of the rows, one after the other
bool call_blocks(script_scope *s, const tree *e, script_value *out) {
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

// the times as one cell: those of a list are its entries
static script_cell times_of(const script_value *t, const script_cell *c, bool list) {
  return list ? (script_cell){t->width, c->x} : *c;
}

// at(s, t): the rows of a series at other times; of a list of times, a list of numbers
bool call_at(script_scope *s, const tree *e, script_value *out) {
  script_value v, t, times;
  int root = source_in(s->tree, e->args[0]);
  if (root < 0)
    return script_wrong(s, e->args[0]->start, "write at(a.x, 2.5)", "a series of a run is needed");
  if (!script_eval(s, e->args[0], &v) || !script_eval(s, e->args[1], &t) ||
      !script_times(s, root, &times))
    return false;
  bool list = !t.series && t.width > 1 && v.width == 1;
  bool fits = (t.width == 1 || list) && v.series;
  *out = (script_value){.series = t.series, .width = list ? t.width : v.width};
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
  for (int m = 0; m < value_cells(out); m++) {
    script_cell when = times_of(&t, value_cell(&t, m/n, m % n), list);
    if (!pick_rows(s, e, &v, value_cell(&v, m/n, m % n), value_cell(&times, m/n, m % n), &when,
                   &out->cells[m]))
      return false;
    if (list)
      out->cells[m].rows = 1;
  }
  return true;
}

// exact(a.x): the exact solution of the model, at the times of the rows
bool call_exact(script_scope *s, const tree *e, script_value *out) {
  if (script_root(s->tree, e->args[0]) < 0)
    return script_wrong(s, e->args[0]->start, "write exact(a.x), exact(a.q) or exact(a.state)",
                        "exact is of a column");
  return script_column(s, e->args[0], true, out);
}
