// Expressions over values: operators by number, names, calls. Functions are in functions.c, columns
// of tables in column.c.

#include "script/eval.h"

#include "base/shown.h"
#include "base/suggest.h"
#include "expr/apply.h"
#include "script/limits.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// failures and memory

bool script_wrong(script_scope *s, int at, const char *remedy, const char *format, ...) {
  char sentence[512];
  va_list list;
  va_start(list, format);
  vsnprintf(sentence, sizeof sentence, format, list);
  va_end(list);
  source_fail(s->tree->source, at, s->why, remedy, "%s", sentence);
  return false;
}

bool script_no_memory(script_scope *s) {
  return fail_memory(s->why) == NOSLIP_OK;
}

bool script_new_cells(script_scope *s, script_value *v) {
  v->cells = ARENA_ARRAY(s->arena, script_cell, value_cells(v));
  return v->cells || script_no_memory(s);
}

double *script_new_numbers(script_scope *s, long rows, int width) {
  if (rows > (limit_numbers - s->numbers)/width) {
    fail(s->why, NOSLIP_ERROR_ARGUMENT,
         "%s: the study needs more than the limit of %d numbers; give `every`, or fewer runs",
         s->tree->source->name, limit_numbers);
    return NULL;
  }
  s->numbers += rows*width;
  double *x = ARENA_ARRAY(s->arena, double, rows*width + 1);
  if (!x)
    script_no_memory(s);
  return x;
}

bool script_number(script_scope *s, double x, script_value *out) {
  *out = (script_value){.width = 1};
  double *number = script_new_numbers(s, 1, 1);
  if (!number || !script_new_cells(s, out))
    return false;
  *number = x;
  out->cells[0] = (script_cell){1, number};
  return true;
}

// ---------------------------------------------------------------------------------------------
// two values as one

static const script_axis *common_axis(const script_value *a, const script_value *b, int axis,
                                      bool *fits) {
  const script_axis *x = a->axis[axis], *y = b->axis[axis];
  *fits = *fits && (!x || !y || x->n == y->n);
  return x ? x : y;
}

static bool join_cell(script_scope *s, script_cell *out, const script_cell *a, int wa,
                      const script_cell *b, int wb, script_operation *f, const void *context) {
  int width = wa > wb ? wa : wb;
  bool none =
      a->rows == 0 || b->rows == 0;  // a series without rows, as of events that never happened
  long rows = none ? 0 : a->rows > b->rows ? a->rows : b->rows;
  double *x = script_new_numbers(s, rows, width);
  if (!x)
    return false;
  for (long i = 0; i < rows; i++)
    for (int k = 0; k < width; k++)
      x[i*width + k] = f(context, a->x[(a->rows > 1 ? i*wa : 0) + (wa > 1 ? k : 0)],
                         b->x[(b->rows > 1 ? i*wb : 0) + (wb > 1 ? k : 0)]);
  *out = (script_cell){rows, x};
  return true;
}

bool script_join(script_scope *s, int at, const script_value *a, const script_value *b,
                 script_operation *f, const void *context, script_value *out) {
  bool fits = a->width == b->width || a->width == 1 || b->width == 1;
  *out = (script_value){.series = a->series || b->series,
                        .width = a->width > b->width ? a->width : b->width};
  for (int k = 0; k < AXES; k++)
    out->axis[k] = common_axis(a, b, k, &fits);
  if (!fits)
    return script_wrong(s, at, "the two sides need the same runs, methods and entries",
                        "the two sides have different sizes");
  if (!script_new_cells(s, out))
    return false;
  int n = value_size(out, AXIS_INDEX);
  for (int m = 0; m < value_cells(out); m++) {
    const script_cell *x = value_cell(a, m/n, m % n), *y = value_cell(b, m/n, m % n);
    if (a->series && b->series && x->rows != y->rows)
      return script_wrong(s, at, "at(r.x, b.t) takes the rows of r at the times of b",
                          "the two sides have %ld and %ld rows", x->rows, y->rows);
    if (!join_cell(s, &out->cells[m], x, a->width, y, b->width, f, context))
      return false;
  }
  return true;
}

static double operate(const void *context, double a, double b) {
  const int largest_power = 1 << 20;
  switch (*(const tree_kind *)context) {
  case TREE_ADD: return a + b;
  case TREE_SUB: return a - b;
  case TREE_MUL: return a*b;
  case TREE_DIV: return a/b;
  default:
    return b == floor(b) && fabs(b) < largest_power ? apply_power(a, (int32_t)b) : real_pow(a, b);
  }
}

static double negate(const void *context, double a, double b) {
  (void)context, (void)b;
  return -a;
}

// ---------------------------------------------------------------------------------------------
// names and lists

// where no runs may stand, measures of runs may not either
static int find_measure(const script_scope *s, const char *name) {
  for (int i = 0; i < s->known; i++) {
    const script_measure *m = &s->tree->measures.list[i];
    if (strcmp(m->name, name) == 0 && (s->sources || m->constant))
      return i;
  }
  return -1;
}

static bool eval_name(script_scope *s, const tree *e, script_value *out) {
  if (s->index && strcmp(e->name, s->index) == 0)
    return script_number(s, s->index_value, out);
  if (strcmp(e->name, "pi") == 0)
    return script_number(s, acos(-1.0), out);
  int i = find_measure(s, e->name);
  if (i >= 0 && s->measures[i].trouble) {
    s->trouble = s->measures[i].trouble;
    s->absent = s->measures[i].absent;
    return false;
  }
  if (i >= 0)
    *out = s->measures[i].value;
  return i >= 0 || script_check(s, e);
}

// [a, b, c]: numbers become a vector, series a vector in every row
static bool eval_list(script_scope *s, const tree *e, script_value *out) {
  double *x = script_new_numbers(s, 1, e->nargs);
  *out = (script_value){.width = e->nargs};
  if (!x || !script_new_cells(s, out))
    return false;
  for (int k = 0; k < e->nargs; k++)
    if (!script_eval_number(s, e->args[k], "an entry of a list", &x[k]))
      return false;
  out->cells[0] = (script_cell){1, x};
  return true;
}

// ---------------------------------------------------------------------------------------------
// expressions

static bool eval_binary(script_scope *s, const tree *e, script_value *out) {
  script_value a, b;
  return script_eval(s, e->args[0], &a) && script_eval(s, e->args[1], &b) &&
         script_join(s, e->at, &a, &b, operate, &e->kind, out);
}

static bool eval_negated(script_scope *s, const tree *e, script_value *out) {
  script_value a;
  return script_eval(s, e->args[0], &a) && script_join(s, e->at, &a, &a, negate, NULL, out);
}

static bool eval_call(script_scope *s, const tree *e, script_value *out) {
  bool known;
  return script_call(s, e, out, &known) && (known || script_check(s, e));
}

bool script_eval(script_scope *s, const tree *e, script_value *out) {
  switch (e->kind) {
  case TREE_NUMBER: return script_number(s, e->number, out);
  case TREE_NAME: return eval_name(s, e, out);
  case TREE_CALL: return eval_call(s, e, out);
  case TREE_LIST: return eval_list(s, e, out);
  case TREE_NEGATE: return eval_negated(s, e, out);
  case TREE_ADD:
  case TREE_SUB:
  case TREE_MUL:
  case TREE_DIV:
  case TREE_POW: return eval_binary(s, e, out);
  case TREE_INDEX:
  case TREE_FIELD:
  case TREE_PRIME: return script_column(s, e, false, out);
  default: return script_check(s, e);
  }
}

bool script_eval_number(script_scope *s, const tree *e, const char *what, double *out) {
  script_value v;
  if (!script_eval(s, e, &v))
    return false;
  if (!value_is_number(&v))
    return script_wrong(s, e->start, "last(a.x), max(a.x) or entry(b.step, 1) is one number",
                        "%s is one number, this is several", what);
  *out = v.cells[0].x[0];
  return true;
}

// ---------------------------------------------------------------------------------------------
// mistakes

static bool unknown_name(script_scope *s, const tree *e) {
  char question[suggest_room];
  suggestion near = {0};
  for (int i = 0; i < s->known; i++)
    suggest(&near, e->name, s->tree->measures.list[i].name);
  for (int i = 0; s->sources && i < s->tree->sources.count; i++)
    suggest(&near, e->name, s->tree->sources.list[i].name);
  return script_wrong(s, e->at,
                      near.count > 0 ? suggest_text(question, &near, "`")
                                     : "names are declared by let, run and measure, before they "
                                       "are used",
                      "there is no `%s` here", SHOWN(e->name));
}

static bool check_name(script_scope *s, const tree *e) {
  bool index = s->index && strcmp(e->name, s->index) == 0;
  if (index || strcmp(e->name, "pi") == 0 || find_measure(s, e->name) >= 0)
    return true;
  for (int i = 0; s->sources && i < s->tree->sources.count; i++)
    if (strcmp(s->tree->sources.list[i].name, e->name) == 0)
      return script_wrong(s, e->at, "write a column of it, as a.x or a.energy",
                          "`%s` is a run, not a number", e->name);
  return unknown_name(s, e);
}

static bool unknown_function(script_scope *s, const tree *e) {
  char question[suggest_room];
  suggestion near = {0};
  for (int i = 0; script_functions[i]; i++)
    suggest(&near, e->name, script_functions[i]);
  return script_wrong(s, e->at,
                      near.count > 0 ? suggest_text(question, &near, "`")
                                     : "functions are those of models and max, min, mean, last, "
                                       "drift, slope, ...",
                      "there is no function `%s`", SHOWN(e->name));
}

static bool check_path(script_scope *s, const tree *e) {
  if (s->sources && script_root(s->tree, e) >= 0)
    return true;
  while (e->nargs > 0 && e->kind != TREE_CALL && e->kind != TREE_LIST)
    e = e->args[0];
  return e->kind == TREE_NAME ? unknown_name(s, e)
                              : script_wrong(s, e->start, "entry(v, 2) is an entry of a vector",
                                             "only a run has columns: a.x, a.w[2], a.x'");
}

static bool check_call(script_scope *s, const tree *e) {
  bool known;
  if (!script_check_call(s, e, &known))
    return false;
  if (!known)
    return unknown_function(s, e);
  for (int i = 0; i < e->nargs; i++)
    if (!script_check(s, e->args[i]))
      return false;
  return true;
}

static bool check_one(script_scope *s, const tree *e) {
  switch (e->kind) {
  case TREE_NUMBER: return true;
  case TREE_NAME: return check_name(s, e);
  case TREE_CALL: return check_call(s, e);
  case TREE_INDEX:
  case TREE_FIELD:
  case TREE_PRIME: return check_path(s, e);
  case TREE_LIST:
  case TREE_NEGATE:
  case TREE_ADD:
  case TREE_SUB:
  case TREE_MUL:
  case TREE_DIV:
  case TREE_POW:
    for (int i = 0; i < e->nargs; i++)
      if (!script_check(s, e->args[i]))
        return false;
    return true;
  default:
    return script_wrong(s, e->start, "write max(a, b), min(a, b) or abs(a)",
                        "sums and conditions do not stand in a study");
  }
}

// long chains of + lean to the left, so that they are deep, too
bool script_check(script_scope *s, const tree *e) {
  if (s->depth == limit_depth)
    return script_wrong(s, e->start, "use `let` or `measure` for its parts",
                        "the expression is longer than the limit of %d operators", limit_depth);
  s->depth++;
  bool good = check_one(s, e);
  s->depth--;
  return good;
}
