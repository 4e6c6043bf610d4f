// Pictures. A series is a curve of its own for every method and index; of numbers, the runs of `for`
// are the points of one curve for each method.

#include "script/judge.h"
#include "script/limits.h"
#include "script/reduce.h"

#include <math.h>
#include <string.h>

typedef ARRAY_OF(noslip_script_curve) curve_list;

static double left_of(const void *context, double a, double b) {
  (void)context, (void)b;
  return a;
}

static double right_of(const void *context, double a, double b) {
  (void)context, (void)a;
  return b;
}

// the name of a curve in the key: what it is called, and which run it belongs to
static const char *curve_name(script_scope *s, const script_draw *d, const script_curve *c,
                              const char *label) {
  const char *own = c->name ? c->name : d->curves.count > 1 ? judge_text(s, c->y) : "";
  if (!own)
    return NULL;
  const char *name = arena_print(s->arena, "%s%s%s", own, own[0] && label[0] ? ", " : "", label);
  if (!name)
    script_no_memory(s);
  return name;
}

static bool add_curve(script_scope *s, curve_list *list, noslip_script_curve c, int at) {
  if (list->count == limit_curves)
    return script_wrong(s, at, "draw fewer of them", "a picture has at most %d curves",
                        limit_curves);
  return c.name && (ARRAY_PUSH(s->arena, *list, c) || script_no_memory(s));
}

static bool series_curves(script_scope *s, const script_draw *d, const script_curve *c,
                          const script_value *x, const script_value *y, curve_list *list) {
  for (int m = 0; m < value_cells(y); m++) {
    const char *label = judge_label(s, y, m);
    if (!label || !add_curve(s, list,
                             (noslip_script_curve){.name = curve_name(s, d, c, label),
                                                   .x = x->cells[m].x,
                                                   .y = y->cells[m].x,
                                                   .n = (size_t)y->cells[m].rows},
                             d->at))
      return false;
  }
  return true;
}

// along the last direction that is there: index, methods, or entries
static bool number_curves(script_scope *s, const script_draw *d, const script_curve *c,
                          const script_value *x, const script_value *y, curve_list *list) {
  bool indexed = y->axis[AXIS_INDEX] != NULL;
  int curves = indexed ? value_size(y, AXIS_METHOD) : 1;
  int n = indexed ? value_size(y, AXIS_INDEX) : value_cells(y)*y->width;
  for (int k = 0; k < curves; k++) {
    double *to = script_new_numbers(s, n, 2);
    if (!to)
      return false;
    for (int i = 0; i < n; i++) {
      int cell = (k*n + i)/y->width, entry = (k*n + i) % y->width;
      to[i] = x->cells[cell].x[entry];
      to[n + i] = y->cells[cell].x[entry];
    }
    const char *label = indexed && y->axis[AXIS_METHOD] ? y->axis[AXIS_METHOD]->labels[k] : "";
    if (!add_curve(s, list,
                   (noslip_script_curve){.name = curve_name(s, d, c, label),
                                         .x = to,
                                         .y = to + n,
                                         .n = (size_t)n,
                                         .marked = true},
                   d->at))
      return false;
  }
  return true;
}

static bool curves_of(script_scope *s, const script_draw *d, const script_curve *c,
                      curve_list *list) {
  script_value a, b, x, y;
  if (!script_eval(s, c->x, &a) || !script_eval(s, c->y, &b) ||
      !script_join(s, c->y->start, &a, &b, left_of, NULL, &x) ||
      !script_join(s, c->y->start, &a, &b, right_of, NULL, &y))
    return false;
  if (y.width > 1 && (y.series || y.axis[AXIS_INDEX]))
    return script_wrong(s, c->y->start, "write norm(v), or one entry such as a.w[2]",
                        "a vector is not one curve");
  return y.series ? series_curves(s, d, c, &x, &y, list) : number_curves(s, d, c, &x, &y, list);
}

// ---------------------------------------------------------------------------------------------
// lines for comparison

// the curve whose slope is nearest to that of the line
static const noslip_script_curve *nearest(const curve_list *list, double power) {
  const noslip_script_curve *best = &list->list[0];
  double distance = (double)INFINITY;
  for (int i = 0; i < list->count; i++) {
    const noslip_script_curve *c = &list->list[i];
    double d =
        c->guide || c->n == 0 ? (double)NAN : fabs(reduce_slope(c->x, c->y, (long)c->n) - power);
    if (d < distance) {
      distance = d;
      best = c;
    }
  }
  return best;
}

// y = y0 (x/x0)^slope beside a curve, from its smallest to its largest x
static bool guide(script_scope *s, const script_draw *d, double power, const char *name,
                  curve_list *list) {
  const double below = 0.5;  // so that the line does not hide the curve
  double *line = script_new_numbers(s, 4, 1);
  if (!line)
    return false;
  const noslip_script_curve *c = nearest(list, power);
  size_t low = 0, high = 0;
  for (size_t i = 1; i < c->n; i++) {
    low = c->x[i] < c->x[low] ? i : low;
    high = c->x[i] > c->x[high] ? i : high;
  }
  line[0] = c->x[low], line[1] = c->x[high];
  line[2] = below*c->y[low], line[3] = line[2]*pow(c->x[high]/c->x[low], power);
  return add_curve(
      s, list, (noslip_script_curve){.name = name, .x = line, .y = line + 2, .n = 2, .guide = true},
      d->at);
}

// The lines of all slopes; the first is named after all of them, the others have no name: "slopes 2, 4".
static bool guides(script_scope *s, const script_draw *d, curve_list *list) {
  int n = d->references.count;
  double *powers = script_new_numbers(s, n + 1, 1);
  const char *name = n > 1 ? "slopes" : "slope";
  if (!powers)
    return false;
  for (int i = 0; i < n; i++) {
    if (!script_eval_number(s, d->references.list[i], "the slope of a line", &powers[i]))
      return false;
    name = name ? arena_print(s->arena, "%s%s %.4g", name, i > 0 ? "," : "", powers[i]) : NULL;
  }
  if (!name)
    return script_no_memory(s);
  for (int i = 0; i < n; i++)
    if (!guide(s, d, powers[i], i == 0 ? name : "", list))
      return false;
  return true;
}

// a.t, across_mean(a.t), blocks(a.t, 10), and measures of such
static bool is_time(const script_scope *s, const tree *e) {
  if (e->kind == TREE_FIELD)
    return strcmp(e->name, "t") == 0;
  if (e->kind == TREE_CALL)
    return (strncmp(e->name, "across_", 7) == 0 || strcmp(e->name, "blocks") == 0) &&
           e->nargs > 0 && is_time(s, e->args[0]);
  for (int i = 0; e->kind == TREE_NAME && i < s->tree->measures.count; i++)
    if (strcmp(s->tree->measures.list[i].name, e->name) == 0)
      return is_time(s, s->tree->measures.list[i].value);
  return false;
}

// What an axis shows where the study gives it no name: the expression, of a column without its run.
static const char *axis_label(script_scope *s, const char *given, const tree *e) {
  if (given)
    return given;
  const char *text = judge_text(s, e);
  bool column = text && text[0] != '(' && script_root(s->tree, e) >= 0;
  const char *dot = column ? strchr(text, '.') : NULL;
  return dot ? dot + 1 : text;
}

// a run that failed leaves its curve out
static bool picture(script_scope *s, const script_draw *d, noslip_script_picture *out) {
  curve_list list = {0};
  *out = (noslip_script_picture){.title = d->title ? d->title : "",
                                 .xlabel = axis_label(s, d->xlabel, d->curves.list[0].x),
                                 .ylabel = axis_label(s, d->ylabel, d->curves.list[0].y),
                                 .series = is_time(s, d->curves.list[0].x),
                                 .log_x = d->log_x,
                                 .log_y = d->log_y,
                                 .dotted = d->dotted,
                                 .equal = d->equal,
                                 .joined = d->joined};
  if (!out->xlabel || !out->ylabel)
    return false;
  for (int i = 0; i < d->curves.count; i++) {
    s->trouble = NULL;
    if (curves_of(s, d, &d->curves.list[i], &list))
      continue;
    if (!s->trouble)
      return false;
    out->trouble = s->trouble;
  }
  s->trouble = NULL;
  bool drawn = list.count > 0 && list.list[0].n > 0;
  if (drawn && !guides(s, d, &list) && !s->trouble)
    return false;
  out->curves = list.list;
  out->ncurve = list.count;
  return true;
}

bool judge_pictures(script_scope *s, noslip_script_result *out) {
  int n = s->tree->draws.count;
  noslip_script_picture *list = ARENA_ARRAY(s->arena, noslip_script_picture, n + 1);
  if (!list)
    return script_no_memory(s);
  out->pictures = list;
  for (int i = 0; i < n; i++) {
    if (!picture(s, &s->tree->draws.list[i], &list[i]))
      return false;
    out->npicture++;
  }
  return true;
}
