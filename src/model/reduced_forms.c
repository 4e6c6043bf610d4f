#include "model/model.h"

#include <assert.h>

typedef struct reduced_form {
  struct reduced_form *next;
  const noslip_model *model;
  reduction_kind kind;
  arena arena;  // of the form
  const problem *problem;
} reduced_form;

static void free_form(noslip_context *context, reduced_form *f) {
  arena_free(&f->arena);
  memory_free(&context->memory, f);
}

// a form that is not there yet, into the list
static noslip_status add_form(noslip_context *context, const noslip_model *m, reduction_kind kind,
                              failure *why) {
  reduced_form *f = memory_resize(&context->memory, NULL, sizeof *f);
  if (!f)
    return fail_memory(why);
  *f = (reduced_form){.next = context->forms, .model = m, .kind = kind};
  arena_init(&f->arena, &context->memory);
  noslip_status status = reduction_new(&f->arena, m->parts, m->problem, kind, &f->problem, why);
  if (status == NOSLIP_OK)
    context->forms = f;
  else
    free_form(context, f);
  return status;
}

static const problem *find_form(const noslip_context *context, const noslip_model *m,
                                reduction_kind kind) {
  for (const reduced_form *f = context->forms; f; f = f->next)
    if (f->model == m && f->kind == kind)
      return f->problem;
  return NULL;
}

noslip_status reduced_forms_get(noslip_context *context, arena *run, const noslip_model *m,
                                reduction_kind kind, const problem **out, failure *why) {
  assert(kind < REDUCTION_COUNT && m->parts && m->problem);
  if (context != m->context)
    return reduction_new(run, m->parts, m->problem, kind, out, why);
  *out = find_form(context, m, kind);
  if (*out)
    return NOSLIP_OK;
  noslip_status status = add_form(context, m, kind, why);
  *out = status == NOSLIP_OK ? context->forms->problem : NULL;
  return status;
}

// forms of `m`, or all if it is NULL, leave the list
static void drop_forms(noslip_context *context, const noslip_model *m) {
  reduced_form **at = &context->forms;
  while (*at) {
    reduced_form *f = *at;
    if (m && f->model != m) {
      at = &f->next;
      continue;
    }
    *at = f->next;
    free_form(context, f);
  }
}

void reduced_forms_forget(noslip_context *context, const noslip_model *m) {
  assert(m);
  drop_forms(context, m);
}

void reduced_forms_free(noslip_context *context) {
  drop_forms(context, NULL);
}
