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
// one more that has it: each of them frees it; NULL is fine. All in one thread
native *native_keep(native *n);
void native_free(native *n);

// The same without waiting for the compiler, while the interpreter works: from the cache, or else
// *making is what is being made. Then native_finish binds it, as soon as native_ready says that it
// would not wait, or native_give_up ends the compiler; both free it. What it was made for is that of
// native_begin.
typedef struct native_making native_making;

noslip_status native_begin(evaluator *e, stepper *s, const memory *m, native **out,
                           native_making **making, failure *why);
bool native_ready(native_making *w);
noslip_status native_finish(native_making *w, evaluator *e, stepper *s, native **out, failure *why);
void native_give_up(native_making *w);

// the same for another run of this problem with this method: nothing is looked up or loaded
void native_attach(const native *n, evaluator *e, stepper *s);

// bind another stepper of the same method
void native_bind_stepper(const native *n, stepper *s);
