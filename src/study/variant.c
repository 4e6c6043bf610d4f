#include "study/variant.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

bool variant_init(variant *v, arena *a, const keys *k) {
  *v = (variant){.values = ARENA_ARRAY(a, double, k->nparameter + 1)};
  return v->values != NULL;
}

// keeps the new values; false if they are those of the model that is there
static bool renew(variant *v, const keys *k, const double *x) {
  bool other = !v->model;
  for (int i = 0, at = 0; i < k->n; i++)
    if (k->kinds[i] == KEY_PARAMETER) {
      other = other || v->values[at] != x[i];
      v->values[at++] = x[i];
    }
  return other;
}

noslip_status variant_make(variant *v, noslip_context *context, const noslip_model *model,
                           const keys *k, const char *const *names, const double *x) {
  arena scratch;
  assert(k->nparameter > 0);
  if (!renew(v, k, x))
    return NOSLIP_OK;
  variant_free(v);
  arena_init(&scratch, &context->memory);
  noslip_setting *set = ARENA_ARRAY(&scratch, noslip_setting, k->nparameter);
  for (int i = 0, at = 0; set && i < k->n; i++)
    if (k->kinds[i] == KEY_PARAMETER)
      set[at++] = (noslip_setting){names[i], arena_print(&scratch, "%.17g", x[i])};
  noslip_status status = scratch.failed
                             ? fail_memory(&context->failure)
                             : model_again(context, model, set, k->nparameter, &v->model);
  arena_free(&scratch);
  return status;
}

void variant_free(variant *v) {
  noslip_model_free(v->model);
  v->model = NULL;
}
