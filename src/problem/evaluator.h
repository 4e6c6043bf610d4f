// An evaluator: a problem as one run sees it, with the arrays its values go to.
//
// What a method may ask of a problem comes in bundles. Each is one function: the interpreter of a
// tape, compiled code, or made of functions of the caller.

#pragma once

#include "problem/chart.h"

#include <stdint.h>

// what may be asked of a problem, and how many numbers each answer has: bundles.inl
typedef enum bundle_kind {
#define BUNDLE(kind, ...) BUNDLE_##kind,
#include "problem/bundles.inl"
#undef BUNDLE
  BUNDLE_COUNT,
} bundle_kind;

// some of them, a bit each
typedef uint64_t bundle_set;
#define BUNDLE_BIT(kind) ((bundle_set)1 << (kind))

enum { section_width = 5 };  // numbers of a section in BUNDLE_SECTIONS

// what the z of a skew-gradient system are
typedef enum skew_form {
  SKEW_NONE,     // there is none
  SKEW_STATES,   // the states of a bracket model
  SKEW_REDUCED,  // (q, rho) of a mechanical system, rho = X(q)^T p
  SKEW_FULL,     // (q, p), without the constraints
} skew_form;

// out = function(in), in[k] the k-th array of inputs. It may leave zeros unwritten: `out` must have
// been all zero before its first use, and is to be used with this bundle alone.
typedef void bundle_function(void *context, const double *const *in, double *out);

typedef struct bundle {
  bundle_function *function;
  void *context;
  double *out;
} bundle;

struct problem;
struct unilateral_evaluator;

// numbers that are constant in a step and may change between steps
typedef struct evaluator_inputs {
  double *clock;        // 1 + ninput  room for t, then the inputs and the live parameters
  double *restitution;  // of contacts, then of laws of pairs; NULL: those of the model
  long changes;  // what was computed with other inputs does not lead on: how often that was so
} evaluator_inputs;

typedef struct evaluator {
  const struct problem *problem;
  int n;  // velocities
  bundle bundles[BUNDLE_COUNT];
  evaluator_inputs *inputs;   // of the run; NULL: the model has neither these nor live parameters
  double *scratch;            // 2n
  chart own;                  // the chart of the model's own form, if it is mechanical
  chart velocities, momenta;  // the two charts: one is `own`, the other its transform
  struct unilateral_evaluator *unilateral;  // of time stepping; NULL: not asked for yet
  struct added_work *added;                 // forces that are functions; NULL: there are none
} evaluator;

// where bundles read the time: at t itself, or in front of the inputs
static inline const double *evaluator_clock(evaluator *e, const double *t) {
  if (!e->inputs)
    return t;
  e->inputs->clock[0] = *t;
  return e->inputs->clock;
}
