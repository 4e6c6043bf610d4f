// A run as one C file: what its text is made of.

#include "run/run.h"

#include "export/export.h"

#include <string.h>

// the name of a column as a CSV file has it: with commas or quotes, it is quoted (RFC 4180)
static const char *column(arena *a, const char *prefix, const char *name) {
  if (!strpbrk(prefix, ",\"\r\n") && !strpbrk(name, ",\"\r\n"))
    return arena_print(a, "%s%s", prefix, name);
  char *text = ARENA_ARRAY(a, char, strlen(prefix) + 2*strlen(name) + 3), *to = text;
  if (!text)
    return NULL;
  *to++ = '"';
  for (; *prefix; prefix++)
    *to++ = *prefix;
  for (; *name; name++) {
    if (*name == '"')
      *to++ = '"';
    *to++ = *name;
  }
  *to = '"';
  return text;
}

typedef struct column_list {
  arena *arena;
  const char **names;
  int n;
} column_list;

static void add_group(column_list *c, const noslip_run *r, const char *prefix, noslip_group group) {
  for (int i = 0; i < noslip_run_count(r, group); i++)
    c->names[c->n++] = column(c->arena, prefix, noslip_run_name(r, group, i));
}

// the same columns in the same order as output/columns.c, which the tool writes
static bool fill_columns(export_run *e, arena *a, const noslip_run *r) {
  int n = r->problem->n;
  int most = 3 + r->ncolumn + r->problem->nv + r->problem->m + r->observed.nmonitor;
  int *places = ARENA_ARRAY(a, int, r->ncolumn);
  column_list c = {a, ARENA_ARRAY(a, const char *, most), 0};
  if (a->failed)
    return false;
  c.names[c.n++] = "t";
  add_group(&c, r, "", NOSLIP_STATE);
  c.names[c.n++] = "energy";
  c.names[c.n++] = "constraint";
  add_group(&c, r, "momentum.", NOSLIP_MOMENTUM);
  add_group(&c, r, "multiplier.", NOSLIP_MULTIPLIER);
  add_group(&c, r, "", NOSLIP_INVARIANT);
  add_group(&c, r, "", NOSLIP_OBSERVABLE);
  for (int i = 0; i < r->ncolumn; i++)
    places[i] = r->columns[i].index + n*(int)r->columns[i].kind;  // ORDER COLUMN
  e->columns = c.names;
  e->ncolumn = c.n;
  e->places = places;
  e->nplace = r->ncolumn;
  return !a->failed;
}

static bool fill_parameters(export_run *e, arena *a, const noslip_model *m) {
  int n = noslip_model_parameter_count(m);
  export_value *list = ARENA_ARRAY(a, export_value, n);
  for (int i = 0; list && i < n; i++)
    list[i] = (export_value){noslip_model_parameter_name(m, i), noslip_model_parameter_value(m, i)};
  e->parameters = list;
  e->nparameter = n;
  return !a->failed;
}

static noslip_status print(noslip_run *r, arena *scratch, long steps, const char **text,
                           failure *why) {
  export_run e = {
      .model = noslip_model_name(r->model),
      .title = noslip_model_title(r->model),
      .text = noslip_model_text(r->model),
      .problem = r->problem,
      .stepper = r->stepper,
      .evaluator = &r->evaluator,
      .start = &r->state,
      .observed = &r->observed,
      .h = r->h,
      .steps = steps,
      .every = r->every,
  };
  if (!fill_columns(&e, scratch, r) || !fill_parameters(&e, scratch, r->model))
    return fail_memory(why);
  text_buffer out;
  text_init(&out, scratch->memory);
  export_print(&out, &e);
  const char *copy = out.failed ? NULL : arena_text(&r->arena, out.data, out.length);
  text_free(&out);
  if (!copy)
    return fail_memory(why);
  *text = copy;
  return NOSLIP_OK;
}

noslip_status noslip_run_export(noslip_run *r, long steps, const char **text) {
  arena scratch;
  if (text)
    *text = NULL;
  if (!r || !text)
    return context_refuse_null(r ? r->context : NULL, "text");
  failure *why = &r->context->failure;
  if (r->problem->callbacks)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "a model made of functions cannot be exported: their text is not known");
  if (r->problem->class != PROBLEM_MECHANICAL && r->problem->class != PROBLEM_GROUP)
    return fail(
        why, NOSLIP_ERROR_ARGUMENT,
        "only mechanical models can be exported in this version, and the class of this one is: %s; "
        "`noslip run --backend native` compiles it all the same",
        noslip_model_class(r->model));
  if (!stepper_base(r->stepper)->export_file && !stepper_base(r->stepper)->exports)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "the method `%s` has no text that could be exported%s; take another, as dla-mp",
                r->method->name, r->stepper->nstage > 0 ? ": it takes two methods in turn" : "");
  if (r->taken > 0)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "a run is exported before its first step, and this one has taken %ld", r->taken);
  if (steps < 0)
    return fail(why, NOSLIP_ERROR_ARGUMENT, "the number of steps is 0 or more");
  arena_init(&scratch, &r->context->memory);
  noslip_status status = print(r, &scratch, steps, text, why);
  arena_free(&scratch);
  return status;
}
