// noslip/sweep.h: one run for each value of a parameter, an initial value or the step, and what
// these runs show together.

#pragma once

#include "noslip/study.h"
#include "noslip/verdict.h"

#ifdef __cplusplus
extern "C" {
#endif

// the values of one key, as in noslip_ensemble_options: "v", "x'", "l[2]", "step"
typedef struct noslip_axis {
  const char *key;
  const double *values;  // count
  int count;
  bool ratios;  // they are meant to be seen on a logarithmic axis
} noslip_axis;

typedef struct noslip_sweep_options {
  const noslip_axis
      *axes;  // the points of a sweep are all combinations, the last axis goes fastest
  int naxis;  // at least 1
  // Members of every point, method, end, threads, progress. No member at all is one, as the model has
  // it.
  noslip_ensemble_options runs;
  // what statistics are made of: entries of the state, "energy", invariants, observables; 0: all
  const char *const *quantities;
  int nquantity;
} noslip_sweep_options;

// A quantity at the points: npoint each. Energy and invariants are changes since the start. With one
// member the statistics are those of its output times, with several those of their ends, without
// members that failed.
typedef struct noslip_sweep_quantity {
  const char *name;
  const double *end;               // the value at the end, the mean of several
  const double *mean, *variance;   // with n - 1; NaN if n < 2
  const double *square;            // the mean of the squares
  const double *min, *max;         // the extremes of the same
  const double *lowest, *highest;  // the extremes over the output times of all members
} noslip_sweep_quantity;

// One point: what its members have in common is the values of the axes. Numbers of NaN: there are none.
typedef struct noslip_sweep_point {
  double time;                            // of the last step, the earliest of its members
  double energy_error, constraint_error;  // the largest over all nodes of all members
  long steps, newton_iterations, events;
  int nfailed, nunfinished;     // members; nunfinished: stopped on the way or not begun
  noslip_verdict_word verdict;  // the worst of all: not resolved, then not kept; otherwise kept
  const char *stopped;          // the `stop` that has ended the first member that one has ended
  const char *trouble;          // of the first member that failed; NULL: none
} noslip_sweep_point;

typedef struct noslip_sweep_result {
  const char *model, *method, *backend;
  double step;  // NaN: it is an axis
  int naxis, npoint, nmember, nquantity, threads;
  const noslip_axis *axes;
  const double *values;                     // npoint x naxis
  const noslip_sweep_point *points;         // npoint
  const noslip_sweep_quantity *quantities;  // nquantity
  bool has_energy, has_constraints;
  int nfailed, nunfinished;  // of all members
  long steps, newton_iterations, events;
  double wall_seconds;
  int nnote;
  const char *const *notes;  // what the run of one member warned of
} noslip_sweep_result;

// Run all members of all points, each as noslip_run_new makes it, to the end or to a `stop`. One that
// fails is told, everything else is still computed; the numbers do not depend on the threads.
// NOSLIP_STOPPED if `progress` returned false: *result has what is there. On other failures
// *result is NULL.
NOSLIP_API noslip_status noslip_sweep_sized(noslip_context *context, noslip_model *model,
                                            const noslip_sweep_options *options, size_t size,
                                            noslip_sweep_result **result);
static inline noslip_status noslip_sweep(noslip_context *context_, noslip_model *model_,
                                         const noslip_sweep_options *options_,
                                         noslip_sweep_result **result_) {
  return noslip_sweep_sized(context_, model_, options_, sizeof *options_, result_);
}
NOSLIP_API void noslip_sweep_free(noslip_sweep_result *result);

// y = factor x^slope, by least squares in the logarithms
typedef struct noslip_power {
  double slope, factor;  // NaN if points < 2
  int points;            // it goes through: those where x and y are positive
  double from, to;       // the range of their x
} noslip_power;

NOSLIP_API noslip_power noslip_fit_power(const double *x, const double *y, int n);

#ifdef __cplusplus
}
#endif
