// invariant, observe, section, run: what a model says about its output.

#include "lang/lower.h"

#include "base/count.h"
#include "lang/lex.h"

#include <math.h>
#include <string.h>

static const scope everything = {KIND_ANY | KIND_JUMPS, "an observable", NULL};

bool lower_monitor(lowering *l, const statement *s) {
  value v;
  const tree_quantity *given = &s->quantity;
  bool invariant = s->kind == STATEMENT_INVARIANT;
  const char *label = lower_label(l, &given->label, &l->labels.columns);
  if (!label)
    return false;
  l->scope = invariant ? (scope){KIND_ANY, "an invariant", NULL} : everything;
  if (!eval(l, given->value, &v))
    return false;
  if (v.shape == SHAPE_MATRIX)
    return wrong(l, given->value->start, "write an entry of it, A[i,j], or a row [A[1,1], A[1,2]]",
                 "%s is a scalar or a vector, this is %s",
                 invariant ? "an invariant" : "an observable", value_describe(l->arena, &v));
  if (value_kinds(l->graph, &v) == 0)
    return wrong(l, given->value->start, "write it with unknowns or t; a fixed number is a `param`",
                 "nothing varies in `%s`", label);
  if (!lower_count(l, v.rows - 1, s->at))
    return false;
  for (int i = 0; i < v.rows; i++) {
    monitor m = {.label = label, .value = value_item(&v, i)};
    if (v.shape == SHAPE_VECTOR)
      m.label = lower_entry(l, label, i + 1, given->label.at, &l->labels.columns);
    if (!m.label)
      return false;
    if (!(invariant ? ARRAY_PUSH(l->arena, l->system->invariants, m)
                    : ARRAY_PUSH(l->arena, l->system->observables, m)))
      return wrong_memory(l);
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// section

// what stands in the source from one byte to another, on one line; NULL: no memory
static const char *written(lowering *l, int start, int end) {
  char *text = arena_text(l->arena, l->source->text + start, (size_t)(end - start));
  for (char *at = text; at && *at; at++)
    *at = *at == '\n' || *at == '\r' || *at == '\t' ? ' ' : *at;
  return text;
}

static bool section_value(lowering *l, const tree_section *s, bool stop, section *c) {
  value v, when;
  const char *what = stop ? "stop" : "section";
  if (!eval_difference(l, &s->sides, &v))
    return false;
  if (v.shape != SHAPE_SCALAR)
    return wrong(l, s->sides.left->start, eval_entry(&v), "a %s is a scalar equation, this is %s",
                 what, value_describe(l->arena, &v));
  if (value_kinds(l->graph, &v) == 0)
    return wrong(l, s->sides.left->start, "write it with unknowns, t or energy",
                 "nothing varies in the %s `%s`", what, c->label);
  c->value = v.scalar;
  if (s->when && !eval_condition(l, s->when, &when))
    return false;
  c->when = s->when ? when.scalar : expr_one;
  for (int i = 0; i < s->nplot; i++)
    if (!eval_scalar(l, s->plot[i], &c->plot[i]))
      return false;
  return true;
}

static bool add_section(lowering *l, const tree_section *s, const char *label, bool stop) {
  static const int directions[] = {[TREE_RISING] = 1, [TREE_FALLING] = -1, [TREE_BOTH] = 0};
  section c = {.label = label,
               .equation = written(l, s->sides.left->start, s->sides.right->end),
               .direction = directions[s->direction],
               .nplot = s->nplot};
  for (int i = 0; i < s->nplot; i++)
    c.axes[i] = written(l, s->plot[i]->start, s->plot[i]->end);
  l->scope = everything;
  l->labelled = true;
  bool good = section_value(l, s, stop, &c);
  l->labelled = false;
  if (!good)
    return false;
  return (stop ? ARRAY_PUSH(l->arena, l->system->stops, c)
               : ARRAY_PUSH(l->arena, l->system->sections, c)) ||
         wrong_memory(l);
}

bool lower_section(lowering *l, const tree_section *s, bool stop) {
  const char *label = lower_label(l, &s->label, &l->labels.sections);
  return label && add_section(l, s, label, stop);
}

// its places are those of a source of its own, so the energy is checked here
bool lower_section_setting(lowering *l) {
  const tree_settings *given = l->settings;
  int energy_at = l->notes.energy_at;
  if (!given->has_section)
    return true;
  if (!lower_enter(l, &given->section_text))
    return false;
  l->notes.energy_at = -1;
  l->system->section_given = true;
  bool good =
      add_section(l, &given->section, given->section_text.source.name, false) && check_energy(l);
  lower_leave(l);
  l->notes.energy_at = energy_at;
  return good;
}

// ---------------------------------------------------------------------------------------------
// run

static bool positive_integer(lowering *l, const tree_run_item *item, const char *what, double x,
                             long *out) {
  static const double nearly_integer = 1e-12, largest = COUNT_MOST;
  double rounded = round(x);
  if (!(rounded >= 1) || fabs(x - rounded) > nearly_integer*rounded || rounded > largest)
    return wrong(l, item->value->start, "write a whole number from 1 to " COUNT_MOST_TEXT,
                 "%s is a positive integer, this is %g", what, x);
  *out = (long)rounded;
  return true;
}

static bool run_item(lowering *l, const tree_run_item *item) {
  run_defaults *run = &l->system->run;
  double x;
  if (item->kind == RUN_METHOD) {
    run->method = item->method;
    run->method_at = item->method_at;
    return true;
  }
  static const char *const what[] = {[RUN_METHOD] = "",
                                     [RUN_STEP] = "the step",
                                     [RUN_UNTIL] = "the end time",
                                     [RUN_STEPS] = "the number of steps",
                                     [RUN_EVERY] = "`every`"};
  if (!eval_number(l, item->value, what[item->kind], &x))
    return false;
  if (item->kind == RUN_STEPS)
    return positive_integer(l, item, what[RUN_STEPS], x, &run->steps);
  if (item->kind == RUN_EVERY)
    return positive_integer(l, item, what[RUN_EVERY], x, &run->every);
  if (!(x > 0) || !isfinite(x))
    return wrong(l, item->value->start, "write a number greater than 0",
                 "%s is positive, this is %g", what[item->kind], x);
  *(item->kind == RUN_STEP ? &run->step : &run->until) = x;
  return true;
}

bool lower_run(lowering *l, const tree_run *s) {
  for (int i = 0; i < s->count; i++) {
    const tree_run_item *item = &s->list[i];
    if (l->notes.run_items >> item->kind & 1)
      return wrong(l, item->at, "delete one of them", "`%s` is given twice",
                   lex_run_items[item->kind]);
    l->notes.run_items |= 1u << item->kind;
    if ((l->notes.run_items >> RUN_UNTIL & 1) && (l->notes.run_items >> RUN_STEPS & 1))
      return wrong(l, item->at, "delete one of them", "give `until` or `steps`, not both");
    if (!run_item(l, item))
      return false;
  }
  return true;
}
