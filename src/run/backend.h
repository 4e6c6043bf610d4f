// The interpreter or compiled code, for a stepper and its evaluator.

#pragma once

#include "native/native.h"

typedef struct backend_target {
  const problem *problem;
  evaluator *evaluator;
  stepper *stepper;
  long steps;  // that are planned
  const memory *memory;
  native_making **making;  // of "auto": what is being compiled beside the interpreter; NULL: wait
} backend_target;

// Bind compiled code as `backend` says: "auto" or NULL, "interpret", "native". *out is NULL where
// the interpreter serves.
noslip_status backend_bind(const backend_target *t, const char *backend, native **out,
                           failure *why);
