// The methods of a study: those that treat the model, and why the others do not. A method that does
// not treat the model is no failure of the study: it has an entry without numbers. A method that
// does not exist is a mistake.

#pragma once

#include "model/model.h"
#include "noslip/study.h"

typedef struct chosen {
  const char *name;
  int order[NOSLIP_COLUMNS];  // on the model
  bool adaptive;
  const char *refusal;  // why it has no runs; NULL: it has
} chosen;

typedef struct chosen_list {
  chosen *list;
  int n, usable;  // methods, and those without a refusal
} chosen_list;

// what a study asks for; without names, the method of the run statement
typedef struct chosen_request {
  const char *const *names;
  int n;
  bool fixed_steps;  // methods that choose their steps are refused
} chosen_request;

// Find them all; fails if one does not exist, or if none of them can be used. A family without
// its number, "avf", keeps the name it was given.
noslip_status chosen_read(chosen_list *out, arena *a, noslip_context *context,
                          const noslip_model *model, const chosen_request *request);

// One method, which has to treat the model.
noslip_status chosen_one(chosen *out, arena *a, noslip_context *context, const noslip_model *model,
                         const char *name);

// A run of the first method that can be prepared, with these options except the method. If there is
// none, the failure is that of the first method that was tried.
noslip_status chosen_run(noslip_run **run, const chosen_list *from, noslip_context *context,
                         noslip_model *model, noslip_run_options options);
