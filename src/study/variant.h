// The model of a member whose parameters differ from those of the others and cannot be live, a
// constant say: the text is read again, with these values as settings. A thread keeps the last one it has made, since the next member often
// has the same parameters.

#pragma once

#include "study/keys.h"

typedef struct variant {
  noslip_model *model;  // NULL: none yet
  double *values;       // nparameter, of that model
} variant;

// room for the values; false: no memory
bool variant_init(variant *v, arena *a, const keys *k);

// v->model = `model` with the parameters of a member, the numbers `x` of its keys; in `context`
noslip_status variant_make(variant *v, noslip_context *context, const noslip_model *model,
                           const keys *k, const char *const *names, const double *x);

void variant_free(variant *v);
