// What the keys of the members of a study stand for: initial values, parameters, the step. A key is
// an initial value if the model has one of that name, otherwise a parameter, otherwise "step", or "h"
// for short.

#pragma once

#include "model/model.h"
#include "noslip/study.h"

typedef enum key_kind { KEY_START, KEY_PARAMETER, KEY_STEP } key_kind;

typedef struct keys {
  int n;
  key_kind *kinds;  // n
  int nstart, nparameter;
  int step;  // the place of the key of the step, -1: there is none
} keys;

// Find out what the keys of the options are, in the arena. A name that is none of these, or that is
// given elsewhere, too, is an error.
noslip_status keys_find(keys *k, arena *a, const noslip_model *model,
                        const noslip_ensemble_options *o, failure *why);
