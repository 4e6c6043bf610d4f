#include "study/chosen.h"

#include <assert.h>
#include <string.h>

// name, order and what it is; `refusal` is left to the callers
static noslip_status describe(chosen *out, arena *a, noslip_context *context,
                              const noslip_model *model, const char *name) {
  noslip_method_info info;
  noslip_status status = noslip_method_find(context, name, &info);
  if (status != NOSLIP_OK)
    return status;
  bool family = strcmp(info.name, info.example) != 0;
  const char *kept = family ? name : info.name;
  *out = (chosen){.name = arena_text(a, kept, strlen(kept)), .adaptive = info.adaptive};
  if (!out->name)
    return fail_memory(&context->failure);
  return noslip_method_orders(context, out->name, model, out->order);
}

noslip_status chosen_one(chosen *out, arena *a, noslip_context *context, const noslip_model *model,
                         const char *name) {
  noslip_status status = describe(out, a, context, model, name);
  return status == NOSLIP_OK ? noslip_method_applies(context, out->name, model) : status;
}

// why a method has no runs in the study, NULL if it has
static noslip_status find_refusal(chosen *of, arena *a, noslip_context *context,
                                  const noslip_model *model, bool fixed_steps) {
  const char *reason;
  noslip_status status = noslip_method_refusal(context, of->name, model, &reason);
  if (status != NOSLIP_OK)
    return status;
  if (reason)
    of->refusal = arena_text(a, reason, strlen(reason));
  else if (fixed_steps && of->adaptive)
    of->refusal = arena_print(a,
                              "`%s` has no order in h: it chooses its steps itself; it may be the "
                              "reference, with the option `reference`",
                              of->name);
  return a->failed ? fail_memory(&context->failure) : NOSLIP_OK;
}

// no method is left: the sentence about the first, with the methods that treat the model
static noslip_status refuse_all(const chosen *first, noslip_context *context,
                                const noslip_model *model) {
  noslip_status status = noslip_method_applies(context, first->name, model);
  return status != NOSLIP_OK ? status
                             : fail(&context->failure, NOSLIP_ERROR_ARGUMENT, "%s", first->refusal);
}

noslip_status chosen_read(chosen_list *out, arena *a, noslip_context *context,
                          const noslip_model *model, const chosen_request *request) {
  const char *own = model->system->run.method;
  failure *why = &context->failure;
  if (request->n <= 0 && !own)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "no method: the model has no `run method`, give some with the option `methods`");
  *out = (chosen_list){.n = request->n > 0 ? request->n : 1};
  out->list = ARENA_ARRAY(a, chosen, out->n);
  if (!out->list)
    return fail_memory(why);
  for (int k = 0; k < out->n; k++) {
    chosen *m = &out->list[k];
    noslip_status status = describe(m, a, context, model, request->n > 0 ? request->names[k] : own);
    if (status != NOSLIP_OK)
      return request->n > 0 ? status : model_blame_method(model, why);
    status = find_refusal(m, a, context, model, request->fixed_steps);
    if (status != NOSLIP_OK)
      return status;
    out->usable += !m->refusal;
  }
  return out->usable > 0 ? NOSLIP_OK : refuse_all(&out->list[0], context, model);
}

noslip_status chosen_run(noslip_run **run, const chosen_list *from, noslip_context *context,
                         noslip_model *model, noslip_run_options options) {
  failure first = {0};
  assert(from->usable > 0);
  *run = NULL;
  for (int k = 0; k < from->n && !*run; k++) {
    options.method = from->list[k].name;
    if (from->list[k].refusal)
      continue;
    if (noslip_run_new(context, model, &options, run) != NOSLIP_OK && first.status == NOSLIP_OK)
      first = context->failure;
  }
  if (*run)
    return NOSLIP_OK;
  context->failure = first;
  return first.status;
}
