// Measures and expectations. An expectation about a value with several numbers is one for each of
// them; the other sides have one number for all, or as many in the same order.

#include "script/judge.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *judge_text(script_scope *s, const tree *e) {
  const char *text =
      arena_text(s->arena, s->tree->source->text + e->start, (size_t)(e->end - e->start));
  if (!text)
    script_no_memory(s);
  return text;
}

const char *judge_label(script_scope *s, const script_value *v, int cell) {
  const script_axis *methods = v->axis[AXIS_METHOD], *index = v->axis[AXIS_INDEX];
  int n = value_size(v, AXIS_INDEX);
  const char *label =
      arena_print(s->arena, "%s%s%s", methods ? methods->labels[cell/n] : "",
                  methods && index ? ", " : "", index ? index->labels[cell % n] : "");
  if (!label)
    script_no_memory(s);
  return label;
}

// ---------------------------------------------------------------------------------------------
// measures

// the numbers of a value that is not a series, cell by cell
static bool flatten(script_scope *s, const script_value *v, const double **x, int *n) {
  int cells = value_cells(v);
  *n = cells*v->width;
  double *list = script_new_numbers(s, cells, v->width);
  if (!list)
    return false;
  for (int m = 0; m < cells; m++)
    memcpy(list + m*v->width, v->cells[m].x, (size_t)v->width*sizeof *list);
  *x = list;
  return true;
}

static bool labels_of(script_scope *s, const script_value *v, const char *const **out) {
  int n = value_cells(v)*v->width;
  const char **labels = ARENA_ARRAY(s->arena, const char *, n + 1);
  if (!labels)
    return script_no_memory(s);
  for (int i = 0; i < n; i++) {
    labels[i] = judge_label(s, v, i/v->width);
    if (labels[i] && v->width > 1)
      labels[i] = arena_print(s->arena, "%s%sentry %d", labels[i], labels[i][0] ? ", " : "",
                              i % v->width + 1);
    if (!labels[i])
      return script_no_memory(s);
  }
  *out = labels;
  return true;
}

static bool measure(script_scope *s, int i, noslip_script_measure *out) {
  const script_measure *from = &s->tree->measures.list[i];
  script_measured *m = &s->measures[i];
  *out = (noslip_script_measure){.name = from->name};
  s->known = i;
  s->trouble = NULL;
  if (!from->constant && !script_eval(s, from->value, &m->value)) {
    m->trouble = out->trouble = s->trouble;
    m->absent = s->absent;
    return s->trouble != NULL;
  }
  if (m->value.series)
    return true;
  return flatten(s, &m->value, &out->values, &out->n) && labels_of(s, &m->value, &out->labels);
}

bool judge_measures(script_scope *s, noslip_script_result *out) {
  int n = s->tree->measures.count;
  noslip_script_measure *list = ARENA_ARRAY(s->arena, noslip_script_measure, n + 1);
  if (!list)
    return script_no_memory(s);
  out->measures = list;
  for (int i = 0; i < n; i++) {
    if (!measure(s, i, &list[i]))
      return false;
    out->nmeasure++;
  }
  s->known = n;
  return true;
}

// ---------------------------------------------------------------------------------------------
// expectations

// the numbers of one side, as many as the left side has, or one for all
typedef struct side {
  const double *x;
  int n;
} side;

static double side_at(const side *a, int i) {
  return a->n == 0 ? (double)NAN : a->x[a->n > 1 ? i : 0];
}

static bool read_side(script_scope *s, const tree *e, int count, side *out) {
  script_value v;
  *out = (side){0};
  if (!e)
    return true;
  if (!script_eval(s, e, &v))
    return false;
  if (v.series)
    return script_wrong(s, e->start, "take max, last, mean or drift of it",
                        "a series cannot be compared with a number");
  if (!flatten(s, &v, &out->x, &out->n))
    return false;
  return count == 0 || out->n == 1 || out->n == count ||
         script_wrong(s, e->start, "write one number for all, or a list of as many",
                      "there are %d numbers for %d that are measured", out->n, count);
}

static bool holds(double x, script_relation relation, double bound, double tolerance) {
  switch (relation) {
  case RELATION_EQUAL: return fabs(x - bound) <= tolerance;
  case RELATION_LESS: return x < bound;
  case RELATION_LESS_EQUAL: return x <= bound;
  case RELATION_GREATER: return x > bound;
  case RELATION_GREATER_EQUAL: return x >= bound;
  }
  return false;
}

// the sides of one statement
typedef struct sides {
  script_value left;
  side measured, expected, tolerance, printed;
} sides;

static noslip_expectation_verdict verdict_of(const script_expect *e, const noslip_expectation *x) {
  if (!holds(x->measured, e->relation, x->expected, x->tolerance))
    return NOSLIP_EXPECTATION_FAILED;
  bool as_printed = !x->printed_text && (isnan(x->printed) ||
                                         holds(x->printed, e->relation, x->expected, x->tolerance));
  return as_printed ? NOSLIP_EXPECTATION_MET : NOSLIP_EXPECTATION_DEVIATES;
}

// number i of a statement
static bool judge_one(script_scope *s, const script_expect *e, const sides *d, int i,
                      noslip_expectation *out) {
  const char *label = judge_label(s, &d->left, i/d->left.width);
  if (!label)
    return false;
  if (d->left.width > 1)
    out->what = arena_print(s->arena, "%s, entry %d", out->what, i % d->left.width + 1);
  if (label[0])
    out->what = arena_print(s->arena, "%s, %s", out->what, label);
  if (!out->what)
    return script_no_memory(s);
  out->measured = side_at(&d->measured, i);
  out->expected = side_at(&d->expected, i);
  out->printed = side_at(&d->printed, i);
  out->tolerance = side_at(&d->tolerance, i);
  if (e->relative)
    out->tolerance *= fabs(out->expected);
  out->verdict = verdict_of(e, out);
  return true;
}

static bool read_sides(script_scope *s, const script_expect *e, bool quick, sides *d) {
  const tree *right = quick && e->quick_right ? e->quick_right : e->right;
  const tree *tolerance = quick && e->quick_tolerance ? e->quick_tolerance : e->tolerance;
  if (!script_eval(s, e->left, &d->left) || !read_side(s, e->left, 0, &d->measured))
    return false;
  int n = d->measured.n;
  return read_side(s, right, n, &d->expected) && read_side(s, tolerance, n, &d->tolerance) &&
         read_side(s, e->printed, n, &d->printed);
}

typedef ARRAY_OF(noslip_expectation) expectation_list;

static bool push(script_scope *s, expectation_list *list, noslip_expectation x) {
  return ARRAY_PUSH(s->arena, *list, x) || script_no_memory(s);
}

static bool judge(script_scope *s, const script_expect *e, bool quick, expectation_list *list) {
  int column;
  sides d = {0};
  noslip_expectation x = {.what = judge_text(s, e->left),
                          .relation = script_relations[e->relation],
                          .measured = (double)NAN,
                          .expected = (double)NAN,
                          .tolerance = (double)NAN,
                          .printed = (double)NAN,
                          .verdict = NOSLIP_EXPECTATION_LEFT_OUT,
                          .source = e->source,
                          .because = e->because,
                          .printed_text = e->printed_text};
  if (!x.what)
    return false;
  x.subject = x.what;
  source_locate(s->tree->source, e->at, &x.line, &column);
  if (quick && e->quick_never)
    return push(s, list, x);
  s->trouble = NULL;
  if (!read_sides(s, e, quick, &d)) {
    x.trouble = s->trouble;
    x.verdict = s->absent ? NOSLIP_EXPECTATION_ABSENT : NOSLIP_EXPECTATION_UNMEASURED;
    return s->trouble && push(s, list, x);
  }
  for (int i = 0; i < d.measured.n; i++) {
    noslip_expectation one = x;
    if (!judge_one(s, e, &d, i, &one) || !push(s, list, one))
      return false;
  }
  return true;
}

bool judge_expectations(script_scope *s, bool quick, noslip_script_result *out) {
  expectation_list list = {0};
  for (int i = 0; i < s->tree->expects.count; i++)
    if (!judge(s, &s->tree->expects.list[i], quick, &list))
      return false;
  out->expectations = list.list;
  out->nexpectation = list.count;
  for (int i = 0; i < list.count; i++) {
    noslip_expectation_verdict v = list.list[i].verdict;
    out->nmet += v == NOSLIP_EXPECTATION_MET;
    out->ndeviation += v == NOSLIP_EXPECTATION_DEVIATES;
    out->nleft += v == NOSLIP_EXPECTATION_LEFT_OUT;
    out->nabsent += v == NOSLIP_EXPECTATION_ABSENT;
    out->nfailed += v == NOSLIP_EXPECTATION_FAILED || v == NOSLIP_EXPECTATION_UNMEASURED;
  }
  return true;
}
