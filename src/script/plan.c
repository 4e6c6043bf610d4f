#include "script/plan.h"

#include "base/shown.h"
#include "base/text.h"
#include "script/index_label.h"
#include "script/limits.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// ---------------------------------------------------------------------------------------------
// models

static bool is_there(const char *path) {
  return access(path, R_OK) == 0;
}

// the directory of the study file with its slash, "" if it has none
static int directory_length(const source *s) {
  const char *slash = strrchr(s->name, '/');
  return slash ? (int)(slash - s->name) + 1 : 0;
}

// DIR/NAME.noslip, DIR/../models/NAME.noslip, then the other directories; of a path only the first
static const char *model_path(script_scope *s, const script_source *from,
                              const char *const *directories) {
  const char *own = s->tree->source->name;
  int length = directory_length(s->tree->source);
  const char *end = from->is_path ? "" : ".noslip";
  if (from->is_path && from->model[0] == '/')
    return from->model;
  const char *path = arena_print(s->arena, "%.*s%s%s", length, own, from->model, end);
  if (from->is_path || !path || is_there(path))
    return path;
  path = arena_print(s->arena, "%.*s../models/%s%s", length, own, from->model, end);
  for (; path && !is_there(path) && directories && *directories; directories++)
    path = arena_print(s->arena, "%s/%s%s", *directories, from->model, end);
  return path;
}

static bool find_model(script_scope *s, const script_source *from, const char *const *directories,
                       const char **path) {
  *path = model_path(s, from, directories);
  if (!*path)
    return script_no_memory(s);
  return is_there(*path) ||
         script_wrong(
             s, from->model_at,
             "a model stands beside the study or in ../models; a path is written in quotes",
             "there is no model `%s`", SHOWN(from->model));
}

// ---------------------------------------------------------------------------------------------
// settings

// a number or a list of numbers, as text that reads back
static const char *value_text(script_scope *s, const tree *e) {
  script_value v;
  char buffer[32];
  text_buffer t;
  if (!script_eval(s, e, &v))
    return NULL;
  text_init(&t, s->arena->memory);
  for (int k = 0; k < v.width; k++)
    text_print(&t, "%s%s",
               k > 0         ? ", "
               : v.width > 1 ? "["
                             : "",
               text_number(buffer, v.cells[0].x[k]));
  text_print(&t, "%s", v.width > 1 ? "]" : "");
  const char *text = t.failed ? NULL : arena_text(s->arena, t.data, t.length);
  text_free(&t);
  if (!text)
    script_no_memory(s);
  return text;
}

static bool settings(script_scope *s, const script_settings *from, noslip_setting **out, int *n) {
  noslip_setting *list = ARENA_ARRAY(s->arena, noslip_setting, from->count + 1);
  if (!list)
    return script_no_memory(s);
  for (int i = 0; i < from->count; i++) {
    list[i] = (noslip_setting){from->list[i].name, value_text(s, from->list[i].value)};
    if (!list[i].value)
      return false;
  }
  *out = list;
  *n = from->count;
  return true;
}

static bool samples(script_scope *s, const script_settings *from, script_part *p) {
  p->nsample = from->count;
  p->keys = ARENA_ARRAY(s->arena, const char *, from->count + 1);
  p->ranges = ARENA_ARRAY(s->arena, noslip_range, from->count + 1);
  if (!p->keys || !p->ranges)
    return script_no_memory(s);
  for (int i = 0; i < from->count; i++) {
    const tree_range *r = &from->list[i].range;
    p->keys[i] = from->list[i].name;
    if (!script_eval_number(s, r->lo, "the end of a range", &p->ranges[i].low) ||
        !script_eval_number(s, r->hi, "the end of a range", &p->ranges[i].high))
      return false;
    if (!(p->ranges[i].low <= p->ranges[i].high) || isinf(p->ranges[i].high) ||
        isinf(p->ranges[i].low))
      return script_wrong(s, r->lo->start, "write low..high", "the range is empty");
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// numbers

// the least and the most of the items that are counts, 0: none
static const struct {
  double least, most;
} bounds[ITEM_KINDS] = {
    [ITEM_STEPS] = {1, limit_steps},     [ITEM_EVERY] = {1, limit_steps},
    [ITEM_MEMBERS] = {1, limit_members}, [ITEM_SEED] = {0, 1e15},
    [ITEM_COUNT] = {1, limit_rows},
};

static bool number_item(script_scope *s, const tree *e, item_kind kind, double *out) {
  const char *word = script_item_words[kind];
  if (!script_eval_number(s, e, word, out))
    return false;
  bool whole = bounds[kind].most > 0;
  if (whole && !(*out >= bounds[kind].least && *out <= bounds[kind].most && *out == floor(*out)))
    return script_wrong(s, e->start, "write a whole number in this range",
                        "`%s` is %g, and must be a whole number from %g to %g", word, *out,
                        bounds[kind].least, bounds[kind].most);
  if (!whole && (!isfinite(*out) || (kind == ITEM_STEP && *out == 0)))
    return script_wrong(s, e->start, "write a number that is finite, and a step that is not 0",
                        "`%s` is %g", word, *out);
  return true;
}

// `until` and `steps` say the same: the quick one replaces both
static bool number_items(script_scope *s, const script_source *from, bool quick, script_part *p) {
  bool shorter = quick && (from->quick[ITEM_UNTIL] || from->quick[ITEM_STEPS]);
  for (int i = 0; i < ITEM_KINDS; i++) {
    bool length = i == ITEM_UNTIL || i == ITEM_STEPS;
    const tree *e = quick && from->quick[i] ? from->quick[i]
                    : shorter && length     ? NULL
                                            : from->items[i];
    if (e && !number_item(s, e, (item_kind)i, &p->numbers[i]))
      return false;
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// axes

static bool method_axis(script_scope *s, const script_source *from, script_tables *out) {
  script_axis *axis = ARENA_ARRAY(s->arena, script_axis, 1);
  if (!axis)
    return script_no_memory(s);
  *axis = (script_axis){from->nmethod, from->methods, NULL, NULL};
  if (from->method_list)
    out->axis[AXIS_METHOD] = axis;
  return true;
}

// lo, lo + 1, ..., hi
static bool range_values(script_scope *s, const script_index_values *from, double **x, int *n) {
  double lo, hi;
  if (!script_eval_number(s, from->range.lo, "the end of a range", &lo) ||
      !script_eval_number(s, from->range.hi, "the end of a range", &hi))
    return false;
  double count = hi - lo + 1;
  if (lo != floor(lo) || hi != floor(hi) || !(count >= 1 && count <= limit_axis))
    return script_wrong(s, from->at, "write a range such as 0..4, or a list such as [0.1, 0.2]",
                        "the range has no whole numbers, or more than %d", limit_axis);
  *n = (int)count;
  *x = script_new_numbers(s, *n, 1);
  for (int i = 0; *x && i < *n; i++)
    (*x)[i] = lo + i;
  return *x != NULL;
}

static bool list_values(script_scope *s, const script_index_values *from, double **x, int *n) {
  script_value v;
  if (!script_eval(s, from->values, &v))
    return false;
  if (v.width > limit_axis)
    return script_wrong(s, from->at, "write a shorter list", "the list has more than %d entries",
                        limit_axis);
  *n = v.width;
  *x = (double *)v.cells[0].x;
  return true;
}

static bool index_axis(script_scope *s, const script_source *from, bool quick, script_tables *out,
                       double **values) {
  const script_index *index = &from->index;
  const script_index_values *v = quick && index->quick.at >= 0 ? &index->quick : &index->full;
  int n = 0;
  *values = NULL;
  if (!index->name || index->of)
    return true;
  if (v->range.given ? !range_values(s, v, values, &n) : !list_values(s, v, values, &n))
    return false;
  script_axis *axis = ARENA_ARRAY(s->arena, script_axis, 1);
  const char **labels = ARENA_ARRAY(s->arena, const char *, n + 1);
  if (!axis || !labels)
    return script_no_memory(s);
  if (!script_index_labels(s, from, quick, *values, n, labels))
    return false;
  *axis = (script_axis){n, labels, index->name, *values};
  out->axis[AXIS_INDEX] = axis;
  return true;
}

// ---------------------------------------------------------------------------------------------
// parts

// index1 with `tolerance` 1e-8 is index1(rtol=1e-8, atol=1e-11); 10^(-8) is, too, though its last digit
// is not
static bool tolerant(script_scope *s, const script_source *from, script_part *p) {
  double rtol = p->numbers[ITEM_TOLERANCE];
  const tree *e =
      from->items[ITEM_TOLERANCE] ? from->items[ITEM_TOLERANCE] : from->quick[ITEM_TOLERANCE];
  if (rtol == 0)
    return true;
  if (!p->method || strchr(p->method, '('))
    return script_wrong(s, e->start, "write method [index1, bdf], tolerance 1e-6",
                        "`tolerance` needs `method` with names alone");
  p->method = arena_print(s->arena, "%s(rtol=%.12g, atol=%.12g)", p->method, rtol, rtol/1000);
  return p->method || script_no_memory(s);
}

bool script_fill_part(script_scope *s, script_part *p) {
  const script_source *from = p->from;
  return settings(s, &from->with, &p->set, &p->nset) &&
         settings(s, &from->init, &p->init, &p->ninit) && samples(s, &from->sample, p) &&
         number_items(s, from, p->quick, p);
}

// both ends, and halves until they are as close as the tolerance
static bool seek_range(script_scope *s, const script_index *i, script_part *p) {
  const tree_range *r = &i->full.range;
  if (!script_eval_number(s, r->lo, "the end of a range", &p->low) ||
      !script_eval_number(s, r->hi, "the end of a range", &p->high) ||
      !script_eval_number(s, i->within, "the tolerance of `seek`", &p->tolerance))
    return false;
  double halves = ceil(log2((p->high - p->low)/p->tolerance));
  if (!(p->low < p->high && p->tolerance > 0 && halves <= limit_halves))
    return script_wrong(s, r->lo->start, "write seek k in 0.1..0.2 within 1e-6 of ...",
                        "the range is empty, or more than %d halves of it are needed",
                        limit_halves);
  p->tries = 2 + (halves > 0 ? (int)halves : 0);
  return true;
}

static bool make_part(script_scope *s, script_part *p) {
  const script_index *i = &p->from->index;
  p->tries = 1;
  if (i->of) {
    if (!seek_range(s, i, p))
      return false;
    s->index_value = p->low;
  }
  return script_fill_part(s, p) && tolerant(s, p->from, p);
}

static const char *part_label(arena *a, const script_source *from, const script_tables *t, int i,
                              int j) {
  const script_axis *methods = t->axis[AXIS_METHOD], *index = t->axis[AXIS_INDEX];
  return arena_print(a, "%s%s%s%s%s", from->name, methods ? ", " : "",
                     methods ? methods->labels[i] : "", index ? ", " : "",
                     index ? index->labels[j] : "");
}

static bool make_parts(script_scope *s, int which, bool quick, const char *path,
                       const double *values, script_plan *plan) {
  const script_source *from = &s->tree->sources.list[which];
  const script_tables *t = &plan->sources[which];
  int n = t->axis[AXIS_INDEX] ? t->axis[AXIS_INDEX]->n : 1;
  int methods = t->axis[AXIS_METHOD] ? t->axis[AXIS_METHOD]->n : 1;
  if (methods*n > limit_parts - plan->nparts)
    return script_wrong(s, from->at, "write a second study", "a study has at most %d runs",
                        limit_parts);
  plan->first[which] = plan->nparts;
  for (int m = 0; m < methods*n; m++) {
    script_part *p = &plan->parts[plan->nparts++];
    *p = (script_part){
        .from = from, .path = path, .number = plan->nparts - 1, .quick = quick, .source = which};
    p->method = from->nmethod > 0 ? from->methods[m/n] : NULL;
    p->label = part_label(s->arena, from, t, m/n, m % n);
    s->index = from->index.name;
    s->index_value = values ? values[m % n] : 0;
    bool good = p->label && make_part(s, p);
    s->index = NULL;
    if (!good)
      return p->label ? false : script_no_memory(s);
  }
  return true;
}

static bool make_source(script_scope *s, int which, bool quick, const char *const *directories,
                        script_plan *plan) {
  const script_source *from = &s->tree->sources.list[which];
  script_tables *t = &plan->sources[which];
  const char *path;
  double *values;
  return find_model(s, from, directories, &path) && method_axis(s, from, t) &&
         index_axis(s, from, quick, t, &values) && make_parts(s, which, quick, path, values, plan);
}

// `let` may stand before the measures that it does not need: all are evaluated first
static bool evaluate_lets(script_scope *s) {
  for (int i = 0; i < s->tree->measures.count; i++) {
    s->known = i;
    if (s->tree->measures.list[i].constant &&
        !script_eval(s, s->tree->measures.list[i].value, &s->measures[i].value))
      return false;
  }
  s->known = s->tree->measures.count;
  return true;
}

bool script_make_plan(script_scope *s, bool quick, const char *const *directories,
                      script_plan *out) {
  int n = s->tree->sources.count;
  *out = (script_plan){.parts = ARENA_ARRAY(s->arena, script_part, limit_parts),
                       .sources = ARENA_ARRAY(s->arena, script_tables, n + 1),
                       .first = ARENA_ARRAY(s->arena, int, n + 1)};
  if (!out->parts || !out->sources || !out->first)
    return script_no_memory(s);
  assert(!s->sources);
  if (!evaluate_lets(s))
    return false;
  for (int i = 0; i < n; i++)
    if (!make_source(s, i, quick, directories, out))
      return false;
  return true;
}
