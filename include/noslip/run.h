// noslip/run.h: running a model, step by step.

#pragma once

#include "noslip/method.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct noslip_run noslip_run;

// Called after every step with the run at its new node: look, take notes, return false to stop.
typedef bool noslip_monitor(void *context, noslip_run *run);

// Called every few steps with the steps taken and those of the whole study, or of the whole call for
// one run; false stops it.
typedef bool noslip_progress(void *context, long done, long total);

// an initial value by its key: "x", "w[1]'", a momentum of a Hamiltonian
typedef struct noslip_start {
  const char *name;
  double value;
} noslip_start;

// a live parameter of the model and its value: noslip/parameter.h
typedef struct noslip_parameter {
  const char *name;  // "g", "m[2]"
  double value;
} noslip_parameter;

// An input of the model that follows a table. A step takes the value in its middle, so that a run
// back takes the same ones and a symmetric method stays symmetric. Before and after its times a
// signal has its first and its last value.
typedef struct noslip_signal {
  const char *name;      // of the input
  const double *times;   // count, increasing
  const double *values;  // count
  int count;             // at least 1
  bool hold;             // a value stays until the next time; otherwise values are joined by lines
} noslip_signal;

// Zero means: as the model's run statement says. A method and a step that it does not give either are
// chosen to suit the model, with 1000 steps if there is no end, and a warning says so.
typedef struct noslip_run_options {
  const char *method;   // "dla-mp"
  double step;          // h; negative runs backwards
  double until;         // end time, not the length; gives the planned number of steps
  long steps;           // planned number of steps, instead of `until`
  long every;           // how often a row is to be written
  bool project;         // move initial data that contradict a constraint, the least they must
  bool unmonitored;     // do not look at energy, constraints and invariants after every step
  const char *backend;  // "interpret", "native", or "auto" (the default): see noslip_run_backend
  noslip_monitor *monitor;  // NULL: none
  void *monitor_context;
  const noslip_start *start;     // initial values instead of those of the model, "t" for the start
  int nstart;                    // time; what the model computes from others follows
  const noslip_signal *signals;  // inputs that follow a table; all of it is copied
  int nsignal;
  // no `stop` of the model ends the run, and `until` ends it at a multiple of the step
  bool whole_steps;
  bool visits;  // keep the node before the last step, for noslip_visit
  // for comparison: the method may be one whose equations are solved to a tolerance only, as in
  // loose(spark(2), 1e-4)
  bool comparison;
  const noslip_parameter *parameters;  // live parameters with other values than those of the model;
  int nparameter;                      // what the model computes from them follows
  bool past_stops;                     // no `stop` of the model ends the run
  // called by noslip_advance and noslip_run_record about ten times a second, between two steps; false
  // stops them with NOSLIP_STOPPED, and the next call goes on from there
  noslip_progress *progress;  // NULL: none
  void *progress_context;
} noslip_run_options;

// Prepare a run: initial data are checked, the method is bound, all memory is taken. On failure
// *run is NULL. The model is only read, so runs in several threads, each with a context of its own,
// may share it.
NOSLIP_API noslip_status noslip_run_new_sized(noslip_context *context, noslip_model *model,
                                              const noslip_run_options *options, size_t size,
                                              noslip_run **run);
static inline noslip_status noslip_run_new(noslip_context *context_, noslip_model *model_,
                                           const noslip_run_options *options_, noslip_run **run_) {
  return noslip_run_new_sized(context_, model_, options_, sizeof *options_, run_);
}
NOSLIP_API void noslip_run_free(noslip_run *run);

// Back to the start, with other initial values: as if the option `start` had been these. NULL and 0: with
// those it had. Nothing is compiled or chosen again, otherwise the run is, to the last bit, a new one with
// its options: the report, events, inputs and live parameters begin again. Views (noslip/record.h), names
// of columns and shapes stay; other texts and arrays that the run has handed out, as those of its report,
// are gone. On failure the run is as it was. Not from a monitor or a progress callback.
NOSLIP_API noslip_status noslip_run_restart(noslip_run *run, const noslip_start *start, int nstart);

// What `noslip check` prints, as noslip_model_describe, and the status and sentence of a run with
// these options that takes one step. *text is there whatever the status, but for
// NOSLIP_ERROR_MEMORY, and is valid while the model lives.
NOSLIP_API noslip_status noslip_run_check_sized(noslip_context *context, noslip_model *model,
                                                const noslip_run_options *options, size_t size,
                                                const char **text);
static inline noslip_status noslip_run_check(noslip_context *context_, noslip_model *model_,
                                             const noslip_run_options *options_,
                                             const char **text_) {
  return noslip_run_check_sized(context_, model_, options_, sizeof *options_, text_);
}

// One step. Allocates nothing, unless it fails or notes events (noslip/event.h), whose rows take
// memory now and then. On failure the state is that of the last good step,
// and the sentence says at which time, in which equation, how the iteration went, and what to try.
// NOSLIP_STOPPED if the step was taken and the monitor wants no more, or if it has crossed a `stop`
// of the model: the run then stands there, at the end of a shorter step, and no step leads on.
NOSLIP_API noslip_status noslip_step(noslip_run *run);

// As many steps in one call; the first that is not NOSLIP_OK is the last. A negative number is an
// error: backwards goes a run with a negative step.
NOSLIP_API noslip_status noslip_advance(noslip_run *run, long steps);

// The last step of a run whose `until` is not a multiple of its step: it is as long as
// noslip_run_rest says, leads to that time, and comes after all other steps of the plan. No step leads
// on from there. Otherwise as noslip_step; without such a step it does nothing.
NOSLIP_API noslip_status noslip_finish(noslip_run *run);

// the length of the step that noslip_finish takes; 0: there is none. Symmetric methods take one; a run
// of another method ends at the node before `until`, and warns of it.
NOSLIP_API double noslip_run_rest(const noslip_run *run);

// Stand at a time of the last step, between its nodes: everything that is asked of the run is that of
// a step of the method from the node before, shorter than the last, until noslip_return or the next
// step. The run goes on as if it had not been asked. With the option `visits`.
NOSLIP_API noslip_status noslip_visit(noslip_run *run, double time);
NOSLIP_API void noslip_return(noslip_run *run);

// What evaluates the model: "interpret" or "native", which give the same numbers, bit for bit;
// "callbacks" for a model made of functions. With "auto" a run that is worth compiling begins with the
// interpreter while the compiler works, and goes on with compiled code from the node on at which it
// finds it ready; modes of a model with contacts likewise, each for itself.
NOSLIP_API const char *noslip_run_backend(const noslip_run *run);

// the plan: number of steps (0: none was given), rows every so many steps (at least 1)
NOSLIP_API long noslip_run_steps(const noslip_run *run);
NOSLIP_API long noslip_run_every(const noslip_run *run);

// steps taken so far
NOSLIP_API long noslip_run_taken(const noslip_run *run);

NOSLIP_API double noslip_time(const noslip_run *run);

// The name of the `stop` of the model that has ended the run, at noslip_time; NULL: none has.
NOSLIP_API const char *noslip_run_stopped(const noslip_run *run);

// the energy at the current node; a bare DAE has none, and it is NaN
NOSLIP_API double noslip_energy(noslip_run *run);
NOSLIP_API bool noslip_run_has_energy(const noslip_run *run);

// a value by its name: a key of the state ("x", "w[1]'"), an invariant or an observable; NaN if
// there is none
NOSLIP_API double noslip_value(noslip_run *run, const char *name);

// What a run has at a node, in groups; names are those of the output.
typedef enum noslip_group {
  NOSLIP_STATE,     // positions and velocities as declared: "x", "x'"; states of a bare DAE
  NOSLIP_MOMENTUM,  // "x"; a bare DAE has none. With representative=tn those without a normal part
  NOSLIP_MULTIPLIER,  // label of the constraint, "blade"; algebraic variables by name
  NOSLIP_CONSTRAINT,  // labels of the constraints; the value is the residual
  NOSLIP_INVARIANT,   // label
  NOSLIP_OBSERVABLE,  // label
} noslip_group;

NOSLIP_API int noslip_run_count(const noslip_run *run, noslip_group group);
NOSLIP_API const char *noslip_run_name(const noslip_run *run, noslip_group group, int i);

// the values of a group at the current node, as many as noslip_run_count; valid until the next call
// for this run
NOSLIP_API const double *noslip_run_values(noslip_run *run, noslip_group group);

// The method of the run, with what it claims of this model. The texts of *info are valid until the
// run is freed.
NOSLIP_API void noslip_run_method_sized(const noslip_run *run, noslip_method_info *info,
                                        size_t size);
static inline void noslip_run_method(const noslip_run *run_, noslip_method_info *info_) {
  noslip_run_method_sized(run_, info_, sizeof *info_);
}

// An initial value that was moved to satisfy the constraints.
typedef struct noslip_found {
  const char *name;
  double from, to;
  bool given;  // moved although it was given, with the option `project`
} noslip_found;

// How it went so far. Errors are the largest over all nodes seen (every step, unless unmonitored).
typedef struct noslip_report {
  const char *model, *method;
  double step, time;
  long steps;                                             // taken
  double energy_initial, energy_final, energy_max_error;  // NaN: there is none
  double energy_trend;              // change of the energy over the run by a straight-line fit
  bool energy_is_invariant;         // of the model itself: no forces, no time, no moving constraint
  double constraint_max_error;      // over all constraints
  const double *constraint_errors;  // of each constraint
  const double *invariant_initial;  // of each invariant
  const double *invariant_errors;
  long newton_iterations;  // of the steps taken
  int newton_max_per_step;
  long newton_failed_iterations;                          // of a step that failed
  long newton_factorisations;                             // of all
  long right_hand_sides, steps_accepted, steps_rejected;  // of an adaptive method, otherwise 0
  double wall_seconds;  // since the first step, what the caller did in between included
  int nwarning;
  const char *const *warnings;  // what was projected, what does not hold, ...

  // Residuals against the size of the terms of their constraints, which no unit changes; rounding
  // leaves 1e-13 and less.
  double constraint_scaled_error;          // over all constraints
  const double *constraint_scaled_errors;  // of each constraint

  // Errors against the exact solution of the model: of each coordinate, state, momentum and algebraic
  // variable that has one, now and the largest. None if other data than those of the model are in use.
  int nexact;
  const char *const *exact_names;
  const double *exact_errors, *exact_max_errors;

  // What was moved at the start: free values that the constraints determine, and with `project`
  // given ones.
  int nfound;
  const noslip_found *found;

  double average_step;  // of an adaptive method: the time so far by the steps accepted; otherwise 0

  long
      interpreted_steps;  // before compiled code was ready; 0 if it was there from the start, or is not
} noslip_report;

// Fill a report; its arrays are valid until the run is freed.
NOSLIP_API void noslip_run_report_sized(noslip_run *run, noslip_report *report, size_t size);
static inline void noslip_run_report(noslip_run *run_, noslip_report *report_) {
  noslip_run_report_sized(run_, report_, sizeof *report_);
}

// How well a step back undoes a step, measured here and now: one step of -h and one of h from the
// current node, and the largest difference, relative to the size of the state. The run is left as
// it was; the first call takes memory for a second stepper. NaN if one of the two steps fails.
NOSLIP_API double noslip_run_asymmetry(noslip_run *run);

// The run as one C file that needs nothing of noslip: model, method, start, and a main that takes
// `steps` steps (0: none) and writes what `noslip run` would write as CSV. Only before the first
// step, and not for a model made of functions. *text is valid until the run is freed; NULL on
// failure.
NOSLIP_API noslip_status noslip_run_export(noslip_run *run, long steps, const char **text);

#ifdef __cplusplus
}
#endif
