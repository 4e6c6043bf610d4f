// A run as one C file: what its text is made of.

#include "run/run.h"

#include "base/csv_name.h"
#include "export/export.h"
#include "run/row.h"

// a csv_put
static bool put(void *to, const char *bytes, size_t length) {
  text_add(to, bytes, length);
  return true;  // the buffer keeps in mind that it has failed
}

// the name of a column as a CSV file has it; NULL: no memory
static const char *column_name(arena *a, const char *first, const char *second) {
  text_buffer text;
  text_init(&text, a->memory);
  csv_name(put, &text, first, second);
  const char *copy = text.failed ? NULL : arena_text(a, text.data, text.length);
  a->failed |= text.failed;
  text_free(&text);
  return copy;
}

static bool fill_columns(export_run *e, arena *a, const noslip_run *r) {
  int n = 0;
  for (int k = 0; k < row_nparts; k++)
    n += row_count(r, &row_parts[k]);
  const char **names = ARENA_ARRAY(a, const char *, n);
  int *places = ARENA_ARRAY(a, int, r->names.ncolumn);
  if (a->failed)
    return false;
  e->columns = names;
  for (int k = 0; k < row_nparts; k++)
    for (int i = 0; i < row_count(r, &row_parts[k]); i++)
      *names++ = column_name(a, row_parts[k].name, row_name(r, &row_parts[k], i));
  for (int i = 0; i < r->names.ncolumn; i++)
    places[i] =
        r->names.columns[i].index + r->problem->n*(int)r->names.columns[i].kind;  // ORDER COLUMN
  e->ncolumn = n;
  e->places = places;
  e->nplace = r->names.ncolumn;
  return !a->failed;
}

static bool fill_parameters(export_run *e, arena *a, const noslip_run *r) {
  const noslip_model *m = r->model;
  int n = noslip_model_parameter_count(m);
  export_value *list = ARENA_ARRAY(a, export_value, n);
  for (int i = 0; list && i < n; i++)
    list[i] = (export_value){noslip_model_parameter_name(m, i), parameters_number(r, i)};
  e->parameters = list;
  e->nparameter = n;
  return !a->failed;
}

static bool fill_inputs(export_run *e, arena *a, const noslip_run *r) {
  const unknowns *inputs = &r->model->system->inputs.list, *live = &r->model->system->inputs.live;
  const char **names = ARENA_ARRAY(a, const char *, r->problem->ninput);
  for (int i = 0; names && i < r->problem->ninput; i++)
    names[i] = (i < inputs->count ? inputs->list[i] : live->list[i - inputs->count]).name;
  e->inputs = names;
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
      .every = r->plan.every,
  };
  if (!fill_columns(&e, scratch, r) || !fill_parameters(&e, scratch, r) ||
      !fill_inputs(&e, scratch, r))
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

// a signal of one row is a number
static bool follows_table(const run_inputs *in) {
  for (int i = 0; i < in->count; i++)
    if (in->signals[i].count > 1)
      return true;
  return false;
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
  if (r->problem->added)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "forces that are functions cannot be exported: their text is not known");
  if (!problem_is_mechanical(r->problem))
    return fail(
        why, NOSLIP_ERROR_ARGUMENT,
        "only mechanical models can be exported in this version, and the class of this one is: %s; "
        "a run with the option `backend` = \"native\" compiles it all the same",
        noslip_model_class(r->model));
  if (r->contacts)
    return fail(
        why, NOSLIP_ERROR_ARGUMENT,
        "a model with contacts cannot be exported: its equations change from event to event; "
        "a run with the option `backend` = \"native\" compiles them all the same");
  if (!stepper_base(r->stepper)->exports)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "the method `%s` has no text that could be exported%s; take another, as dla-mp",
                r->method->name, r->stepper->nstage > 0 ? ": it takes two methods in turn" : "");
  if (follows_table(&r->plan.inputs))
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "the table of an input is not exported; give a number for it, and set others with "
                "noslip_set_input of the exported file");
  if (r->progress.taken > 0)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "a run is exported before its first step, and this one has taken %ld",
                r->progress.taken);
  if (steps < 0)
    return fail(why, NOSLIP_ERROR_ARGUMENT, "the number of steps is 0 or more");
  arena_init(&scratch, &r->context->memory);
  noslip_status status = print(r, &scratch, steps, text, why);
  arena_free(&scratch);
  return status;
}
