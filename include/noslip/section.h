// noslip/section.h: Poincaré sections, the points where runs cross a surface.

#pragma once

#include "noslip/study.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum noslip_direction {
  NOSLIP_DIRECTION_DEFAULT,  // that of the section
  NOSLIP_RISING,             // left - right goes from - to +
  NOSLIP_FALLING,
  NOSLIP_BOTH,
} noslip_direction;

// Zero means the default.
typedef struct noslip_section_options {
  noslip_ensemble_options
      runs;             // starts, method, step, end, threads, progress; `every` is of no use.
                        // No member at all is one, as the model has it
  const char *section;  // by its name; NULL: that of noslip_model_options, or the only one
  noslip_direction direction;
  // Points of each start, at most; 0: all up to the end. With a number, and neither `until` nor
  // `steps`, a start goes on until it has so many, or has taken 1000000 steps without one; then the
  // progress counts points instead of steps.
  long count;
} noslip_section_options;

// one start
typedef struct noslip_section_start {
  long npoint;
  const double *points;  // npoint x ncolumn
  double time;           // of the last step
  long steps;
  bool complete;        // it came to the end, or to its number of points
  const char *trouble;  // why it did not; NULL: it did, or the work was stopped
} noslip_section_start;

typedef struct noslip_section_result {
  const char *model, *method, *backend;
  const char *section;   // its name; of an equation in noslip_model_options, "the option `section`"
  const char *equation;  // "y' = 0"
  noslip_direction direction;  // never the default
  double step;                 // NaN: starts have steps of their own
  int ncolumn;
  const char *const
      *columns;  // t, state, energy, momentum.x, ..., invariants, observables, and axes
                 // that are none of these
  int naxis;     // 0, 2 or 3: `plot` of the section
  int axes[3];   // columns
  int nstart, threads;
  const noslip_section_start *starts;  // nstart
  long npoint;                         // of all starts
  double largest;                      // |left - right| at the points, at most
  int nfailed;                         // starts with trouble
  int nunfinished;                     // starts that were stopped on the way or not begun
  long steps, newton_iterations;       // of all starts, without those of the search for the points
  double wall_seconds;
  int nnote;
  const char *const *notes;  // what the run of one start warned of, starts that cross no more
  long events;               // of all starts: noslip/event.h
} noslip_section_result;

// Follow all starts and collect the points of a section: each is one step of the method from the
// node before, shortened until it ends on the section to rounding; the run goes on from its own
// node. A start that fails keeps its points and has its sentence, the others go on; the points do
// not depend on the threads. NOSLIP_STOPPED if the progress wanted no more: *result has what is
// there. On other failures *result is NULL. An allocator of the context is called by all threads.
NOSLIP_API noslip_status noslip_section_sized(noslip_context *context, noslip_model *model,
                                              const noslip_section_options *options, size_t size,
                                              noslip_section_result **result);
static inline noslip_status noslip_section(noslip_context *context_, noslip_model *model_,
                                           const noslip_section_options *options_,
                                           noslip_section_result **result_) {
  return noslip_section_sized(context_, model_, options_, sizeof *options_, result_);
}
NOSLIP_API void noslip_section_free(noslip_section_result *result);

#ifdef __cplusplus
}
#endif
