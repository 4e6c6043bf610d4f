// The native backend: the model and the step as compiled code.

#pragma once

#include "methods/method.h"

typedef struct native native;

// Does it pay? What `steps` planned steps would take in the interpreter, in seconds, and what
// the compiler would take: estimates.
typedef struct native_estimate {
  double interpreted, compiling;
} native_estimate;

native_estimate native_weigh(const problem *p, const stepper *s, long steps);

// Compiled code for the problem of `e` and the method of `s`: from the cache, or from the compiler
// if `compile`. On success the bundles of `e` and the step of `s` are bound to it. NOSLIP_OK with
// *out NULL: it is not in the cache and was not to be made. The code must outlive `e` and `s`.
noslip_status native_bind(evaluator *e, stepper *s, const memory *m, bool compile, native **out,
                          failure *why);
void native_free(native *n);

// the same for another run of this problem with this method: nothing is looked up or loaded
void native_attach(const native *n, evaluator *e, stepper *s);

// bind another stepper of the same method
void native_bind_stepper(const native *n, stepper *s);
