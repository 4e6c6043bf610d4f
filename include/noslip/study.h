// noslip/study.h: studies, many runs and what they say together.

#pragma once

#include "noslip/run.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- convergence: methods x steps, errors at the end, and the order they show

// What errors are measured of, each by itself: the largest of |difference| over the components.
typedef enum noslip_column {
  NOSLIP_COLUMN_Q,           // positions; states of a bare DAE, of an overdetermined one its y
  NOSLIP_COLUMN_P,           // momenta; z of an overdetermined DAE, other bare DAEs have none
  NOSLIP_COLUMN_MULTIPLIER,  // multipliers; algebraic variables of a bare DAE
  NOSLIP_COLUMNS,
} noslip_column;

// what the numbers at the end are compared with
typedef enum noslip_against {
  NOSLIP_AGAINST_DEFAULT,  // the exact solution if there is a whole one in force, otherwise halves
  NOSLIP_AGAINST_EXACT,    // the `exact` statements of the model
  NOSLIP_AGAINST_RUN,      // one run, finer than all others: `reference`
  NOSLIP_AGAINST_HALVES,   // the run of the same method with half the step (Richardson)
} noslip_against;

// Zero means the default.
typedef struct noslip_converge_options {
  const char *const *methods;  // 0: the method of the model's run statement
  int nmethod;
  const double *steps;  // positive, in any order, each divides `until` to rounding
  int nstep;            // 0: the step of the run statement and four halvings of it
  double until;         // positive; 0: that of the run statement
  noslip_against against;
  const char *reference;  // the method of NOSLIP_AGAINST_RUN
  double reference_step;  // 0: a sixteenth of the smallest step
  bool project;           // as in noslip_run_options, like `backend`
  const char *backend;
  noslip_progress *progress;  // NULL: none
  void *progress_context;
  const noslip_signal *signals;  // inputs that follow a table, as in noslip_run_options
  int nsignal;
} noslip_converge_options;

// the part a point plays in the fit of its column
typedef enum noslip_point_use {
  NOSLIP_POINT_FITTED,   // the line goes through it
  NOSLIP_POINT_COARSE,   // left out: the step is too large for the order to show
  NOSLIP_POINT_FLOOR,    // left out: the error is at the floor of rounding
  NOSLIP_POINT_MISSING,  // there is no error
} noslip_point_use;

// The straight line log(error) = slope log(h) + constant by least squares.
typedef struct noslip_fit {
  double slope;                 // NaN if points < 2
  int points;                   // it goes through
  double coarsest, finest;      // the range of their steps; NaN if there is none
  int left_coarse, left_floor;  // points left out
} noslip_fit;

// one method with one step
typedef struct noslip_converge_point {
  double step;
  double error[NOSLIP_COLUMNS];  // NaN: none
  double slope[NOSLIP_COLUMNS];  // from the point with the next larger step; NaN: none
  noslip_point_use use[NOSLIP_COLUMNS];
  long steps, newton_iterations;  // taken
  double wall_seconds;
  const char *trouble;  // why there is no error; NULL: nothing, or the study was stopped before
} noslip_converge_point;

typedef struct noslip_converge_method {
  const char *name;
  int order[NOSLIP_COLUMNS];            // in theory
  const noslip_converge_point *points;  // nstep, from the largest step to the smallest
  noslip_fit fit[NOSLIP_COLUMNS];
  long steps, newton_iterations;  // of all its runs, half steps included
  double wall_seconds;
  const char *refusal;  // why it does not treat the model, and has no errors; NULL: it does
} noslip_converge_method;

typedef struct noslip_convergence {
  const char *model;
  double until;
  noslip_against against;     // never the default
  const char *reference;      // NULL unless NOSLIP_AGAINST_RUN
  double reference_step;      // 0 likewise
  int count[NOSLIP_COLUMNS];  // components that are measured; 0: the column is empty
  int nmethod, nstep;
  const noslip_converge_method *methods;  // nmethod
  int nfailed;                            // points with trouble
  int nnote;
  const char *const *notes;             // what is not measured, what was projected, ...
  const char *columns[NOSLIP_COLUMNS];  // "q", "p", "multiplier"; of an overdetermined DAE "y", "z"
} noslip_convergence;

// Run all methods with all steps. A step that fails leaves a point without errors, with its
// sentence, and a method that does not treat the model a line of such points; everything else is
// still computed. NOSLIP_STOPPED if `progress` wanted no more: *result
// has what is there. On other failures *result is NULL: a name or number of the options, the model,
// the reference run, or not one of the methods treats the model. `options` may go out of scope after the call; the model must live as long as
// the call, *result is freed by the caller.
NOSLIP_API noslip_status noslip_converge_sized(noslip_context *context, noslip_model *model,
                                               const noslip_converge_options *options, size_t size,
                                               noslip_convergence **result);
static inline noslip_status noslip_converge(noslip_context *context_, noslip_model *model_,
                                            const noslip_converge_options *options_,
                                            noslip_convergence **result_) {
  return noslip_converge_sized(context_, model_, options_, sizeof *options_, result_);
}
NOSLIP_API void noslip_convergence_free(noslip_convergence *result);

// ---- comparison: methods from one start with one step, and what they keep on the way

// Zero means the default, which is what the model's run statement says unless stated otherwise.
typedef struct noslip_compare_options {
  const char *const *methods;  // 0: the method of the run statement
  int nmethod;
  double step;   // of all methods; negative runs backwards
  double until;  // end time; gives the number of steps, as in noslip_run_options
  long steps;    // number of steps, instead of `until`
  int samples;   // at most so many after the start; 0: 200
  bool project;  // as in noslip_run_options, like `backend`
  const char *backend;
  noslip_progress *progress;  // NULL: none
  void *progress_context;
  const noslip_signal *signals;  // inputs that follow a table, as in noslip_run_options
  int nsignal;
} noslip_compare_options;

// One method. A sample is the largest error since the sample before, so that no peak is missed; the
// first is the start. Errors are |E - E(0)|, the largest residual, |I_k - I_k(0)|.
typedef struct noslip_compare_method {
  const char *name;
  int order;      // in theory
  bool adaptive;  // chooses its steps between the nodes: the order is not one in h
  int nsample;    // fewer than the comparison has if it did not get to the end; 0: it did not begin
  const double *times;              // nsample, those of the comparison; if it ended on the way,
                                    // the last is that of its last node
  const double *energy;             // nsample; NULL: the model has none
  const double *constraint;         // nsample; NULL likewise
  const double *const *invariants;  // ninvariant, of nsample each
  double energy_max_error;          // over all nodes, like the two below; NaN: there is none
  double energy_trend;              // as in noslip_report
  double constraint_max_error;
  const double *invariant_max_errors;  // ninvariant
  long steps, newton_iterations;       // taken
  long right_hand_sides;               // of an adaptive method, otherwise 0
  double wall_seconds;                 // looking at the errors after every step included
  const char *trouble;  // why it did not get to the end; NULL: nothing, or the study was stopped
  const char *refusal;  // why it does not treat the model, and has no samples; NULL: it does
} noslip_compare_method;

typedef struct noslip_comparison {
  const char *model;
  double step, until;  // until: the time of the last node
  long steps;          // of each method
  bool has_energy, energy_is_invariant;
  int nconstraint, ninvariant;
  const char *const *invariants;  // ninvariant labels
  int nsample;
  const double *times;  // nsample, equally spaced nodes: the start, ..., the end in every case
  int nmethod;
  const noslip_compare_method *methods;  // nmethod
  int nfailed;                           // methods with trouble
  int nnote;
  const char *const *notes;  // what was projected, what a method warned of, ...
} noslip_comparison;

// Run all methods, one after the other, from the initial data of the model. A method that fails
// keeps what it has up to there, with its sentence, one that does not treat the model has an entry
// without samples; the others go on. NOSLIP_STOPPED if `progress`
// wanted no more: *result has what is there. On other failures *result is NULL: a name or number of
// the options, the model, or not one of the methods treats it. `options` may go out of scope after the call; the model must live as long
// as the call, *result is freed by the caller.
NOSLIP_API noslip_status noslip_compare_sized(noslip_context *context, noslip_model *model,
                                              const noslip_compare_options *options, size_t size,
                                              noslip_comparison **result);
static inline noslip_status noslip_compare(noslip_context *context_, noslip_model *model_,
                                           const noslip_compare_options *options_,
                                           noslip_comparison **result_) {
  return noslip_compare_sized(context_, model_, options_, sizeof *options_, result_);
}
NOSLIP_API void noslip_comparison_free(noslip_comparison *result);

// ---- recommendation: methods on a model, by short trials

// Zero means the default.
typedef struct noslip_recommend_options {
  double step;     // 0: that of the run statement; without one, a step is found
  double seconds;  // what all trials may take together; 0: 0.8
  double error;    // what the ranking asks for, relative to the motion; 0: 1e-6
  bool project;    // as in noslip_run_options
} noslip_recommend_options;

typedef struct noslip_trial {
  const char *method;
  const char *reason;   // its order and what it keeps of the model
  int order;            // on the model; 0: it was not tried
  double error;         // at the end, relative to the largest number of its kind; NaN: not known
  double energy_error;  // the largest; NaN: not known, or the model does not keep its energy
  double work;          // operations of a step, counted: the same every time; NaN: not known
  double seconds;       // of a step, by the clock; NaN: not known
  double needed;        // operations per time for the error that is asked for; NaN: not known
  const char *trouble;  // why it has no figures, or not all; NULL: it has
} noslip_trial;

typedef struct noslip_recommendation {
  const char *model;
  double step, until, error;  // of the trials; the error that is asked for
  long steps;                 // of each trial; 0: there was none
  const char *reference;  // errors are against this method with a quarter of the step; NULL: none
  int ntrial;
  const noslip_trial *trials;  // from the least to the most that is `needed`, then the others
  const char *note;            // what the trials could not do; NULL: nothing
} noslip_recommendation;

// Try the methods that noslip_method_advise has for a model, interpreted, and rank them by operations
// to an error: counted, so that the same model has the same ranking, unless the time is over before all
// are tried. Whatever the model is like, a start that is not consistent, a step that fails, a size that
// is too large, *result has all methods, and `note` says what is missing. Fails only when there is no
// memory.
NOSLIP_API noslip_status noslip_recommend_sized(noslip_context *context, noslip_model *model,
                                                const noslip_recommend_options *options,
                                                size_t size, noslip_recommendation **result);
static inline noslip_status noslip_recommend(noslip_context *context_, noslip_model *model_,
                                             const noslip_recommend_options *options_,
                                             noslip_recommendation **result_) {
  return noslip_recommend_sized(context_, model_, options_, sizeof *options_, result_);
}
NOSLIP_API void noslip_recommendation_free(noslip_recommendation *result);

// ---- advice: which method and which step for an error at a time, measured

// Zero means the default.
typedef struct noslip_advise_options {
  double error;    // at the end, relative to the largest number of its kind; 0: 1e-6
  double until;    // the time at the end; 0: that of the run statement
  double seconds;  // what all trials may take together; 0: 20. Their number is limited by counted
                   // operations first, so that a second call has the same result
  bool project;    // as in noslip_run_options
  noslip_progress *progress;  // NULL: none; called with methods tried, and all of them
  void *progress_context;
} noslip_advise_options;

// one run of a method
typedef struct noslip_attempt {
  int candidate;
  const char *method;  // with its tolerance, if it chooses its steps
  double step;         // 0: it chooses them
  double error;     // at the end asked for, measured or estimated from the growth; NaN: not known
  double measured;  // at the end of the trial, against the reference
  double energy_error;  // the largest in the trial; NaN: not known, or the model does not keep it
  double work;          // operations to the end asked for, counted: the same every time
  double seconds;       // to the end asked for, by the clock, interpreted
  bool frontier;        // no attempt has a smaller error for less work
} noslip_attempt;

typedef struct noslip_candidate {
  const char *method;
  const char *keeps;    // of the model, in words
  bool structure;       // the energy, or what bounds its error: symplectic or time-symmetric
  int chosen;           // the attempt with the error that is asked for and the least work; if there
                        // is none, that with the smallest error; -1: it has no attempt
  bool meets;           // it has the error
  const char *trouble;  // why it has no attempt, or only some; NULL: nothing
} noslip_candidate;

typedef struct noslip_advised {
  const char *model;
  double error, until;
  double trial_until;     // the time to which trials ran; `until` if that is short enough
  double growth;          // errors grow like t^growth; 0: not estimated; NaN: like exp(t)
  const char *reference;  // what errors are measured against; NULL: nothing could be measured
  double doubt;           // the smallest error of another method against it; NaN: there is no other
  int recommended;        // the candidate, -1: none has the error
  int for_long;           // for long runs: of the attempts of methods that keep the structure, the
                          // cheapest whose error of the energy is at most `error`; -1: none
  int ncandidate;
  const noslip_candidate *candidates;  // those with the error first, by work; then by error
  int nattempt;
  const noslip_attempt *attempts;  // of one candidate after the other
  int nnote;
  const char *const *notes;
} noslip_advised;

// Run the methods that noslip_method_advise has for a model, and dop853, with smaller and smaller
// steps or tolerances, until one has the error; rank them by operations, counted. Where the end is too
// far away for that, trials are shorter, and errors are estimated from how they grow; what a method
// keeps then counts for more, and a note says so. NOSLIP_STOPPED if `progress` wanted no more:
// *result has what is there. Fails if the numbers of the options are wrong or no method treats the model:
// *result is NULL then.
NOSLIP_API noslip_status noslip_advise_sized(noslip_context *context, noslip_model *model,
                                             const noslip_advise_options *options, size_t size,
                                             noslip_advised **result);
static inline noslip_status noslip_advise(noslip_context *context_, noslip_model *model_,
                                          const noslip_advise_options *options_,
                                          noslip_advised **result_) {
  return noslip_advise_sized(context_, model_, options_, sizeof *options_, result_);
}
NOSLIP_API void noslip_advised_free(noslip_advised *result);

// ---- ensembles: one model from many initial states, and statistics over them

// The trajectory of a member, a row for each output time it has come to; columns as in the files of
// `noslip run`.
typedef struct noslip_member_rows {
  int member, nrow, ncolumn;
  const char *const *columns;  // ncolumn
  const double *rows;          // nrow x ncolumn
  int nkey;                    // of a sweep: its axes
  const char *const *keys;     // nkey
  const double *values;        // nkey: those of the point; member k of point i has the number
                               // i nmember + k
} noslip_member_rows;

// Called with each member in turn, by any thread, never by two at once; false ends the study with
// NOSLIP_STOPPED. A study that is resumed (noslip_saving) after it has handed over members calls it
// first with the next member and no rows, for the columns.
typedef bool noslip_keep(void *context, const noslip_member_rows *rows);

// Checkpoints of an ensemble, a sweep or a section: a file from which the same call goes on, with the
// same result, bit for bit. It has the members that are done, and those on their way with their runs.
typedef struct noslip_saving {
  const char *path;  // written beside its place, then renamed, as noslip_run_save does
  // Between two checkpoints; 0: 30. If it is 30 or more, one that takes long is not written again before
  // a thousand times as long, or ten minutes. There is one at the start, one at the end, and one when the study is
  // stopped.
  double seconds;
  // Go on from the file, which a call with the same model, options, starts and inputs has written; another
  // one is refused with NOSLIP_ERROR_FILE. Threads and backend may differ.
  bool resume;
  // Only on the way: none at the start, none at the end.
  bool on_the_way;
  // The text of the caller that is saved, valid until the next call; NULL: none. It is called before
  // the file is written, by any thread, never by two at once or while `keep` is called: `keep` has had
  // the members that the file does not have.
  const char *(*note)(void *context);
  // The file cannot be written, and the study goes on; called as `note` is. NULL: nothing is said.
  void (*complain)(void *context, const char *sentence);
  void *context;
} noslip_saving;

// Zero means the default; method, step, until, steps, every, project and backend are those of
// noslip_run_options.
typedef struct noslip_ensemble_options {
  // What differs from member to member: initial values, "x" or "w[1]'", parameters, "m" or "l[2]", and
  // "step", for short "h". If steps differ, there are statistics at the start and at the end alone.
  const char *const *keys;
  int nkey;
  const double *starts;  // nmember x nkey: what they are
  int nmember;           // at least 1
  const char *method;
  double step, until;
  long steps, every;
  bool project;
  const char *backend;
  int threads;  // 0: one per core; always 1 without OpenMP, and for a model made of functions
  noslip_progress *progress;  // NULL: none; called by any thread, never by two at once
  void *progress_context;
  const noslip_signal *signals;  // inputs that follow a table, in all members
  int nsignal;
  noslip_keep *keep;  // takes the trajectories; NULL: none
  void *keep_context;
  // Extremes of a member over all its nodes, not over the output times alone. The step of a small model
  // takes up to twice the time then. Ensembles only.
  bool extremes;
  const noslip_saving *saving;  // NULL: no checkpoints
  // The number of the first member, for ensembles that are computed in parts: `keep`, notes and sentences
  // count from it. noslip_sample and noslip_draw take the same number for the starts of a member.
  // Ensembles only.
  int first_member;
  bool ends;  // the state of each member at the end: `ends` of the result. Ensembles only
} noslip_ensemble_options;

// A quantity over the members that have come to an output time. A NaN among them makes it NaN.
typedef struct noslip_statistics {
  const char *name;  // "energy": E - E(0); the label of an invariant: its change; of an observable
  const double *mean, *variance, *min, *max;  // ntime; variance with n - 1, NaN if n < 2
  const double *square;                       // ntime: the mean of the squares
} noslip_statistics;

typedef struct noslip_ensemble_member {
  double time;          // of the last step
  double energy_error;  // E - E(0) at its last output time; NaN: there is none
  long steps;
  const char *trouble;  // why it did not come to the end; NULL: it did, or the work was stopped
  // Over its output times or, with the option `extremes`, over all its nodes; NaN: there is none.
  double energy_max_error;         // the largest |E - E(0)|
  const double *lowest, *highest;  // nquantity
} noslip_ensemble_member;

typedef struct noslip_ensemble_result {
  const char *model, *method, *backend;
  double step;  // NaN: members have steps of their own
  int ntime, nquantity, nmember, threads;
  const double
      *times;         // ntime: the start, every so many steps, the end; if the work was stopped, up
                      // to the last that a member has come to
  const int *counts;  // ntime: members in the statistics
  const noslip_statistics *quantities;    // nquantity: energy, invariants, observables
  bool has_energy;                        // then it is the first of them
  const noslip_ensemble_member *members;  // nmember
  int nfailed;                            // members with trouble
  int nunfinished;                        // members that were stopped on the way or not begun
  long steps, newton_iterations;          // of all members
  double wall_seconds;
  int nnote;
  const char *const *notes;  // what the run of one member warned of
  long events;               // of all members: noslip/event.h
  // With the option `ends`: the state as noslip_run_name has it, NaN of members that have not come to
  // the end
  int nend;
  const char *const *end_names;  // nend
  const double *ends;            // nmember x nend
} noslip_ensemble_result;

// Run all members. One that fails is left out of the statistics from there on, everything else is
// still computed; the numbers do not depend on the threads. NOSLIP_STOPPED if `progress` wanted no
// more: *result has what is there, each member as far as it has come. On other failures *result is
// NULL: a name or number of the options, a model that cannot be started by any member. An allocator
// of the context is called by all threads.
NOSLIP_API noslip_status noslip_ensemble_sized(noslip_context *context, noslip_model *model,
                                               const noslip_ensemble_options *options, size_t size,
                                               noslip_ensemble_result **result);
static inline noslip_status noslip_ensemble(noslip_context *context_, noslip_model *model_,
                                            const noslip_ensemble_options *options_,
                                            noslip_ensemble_result **result_) {
  return noslip_ensemble_sized(context_, model_, options_, sizeof *options_, result_);
}
NOSLIP_API void noslip_ensemble_free(noslip_ensemble_result *result);

typedef struct noslip_range {
  double low, high;
} noslip_range;

// n numbers of a member, uniform in their ranges. They depend on seed + member and nothing else: not
// on how many members there are.
NOSLIP_API void noslip_sample(double *x, const noslip_range *ranges, int n, uint64_t seed,
                              int member);

typedef enum noslip_distribution_kind {
  NOSLIP_UNIFORM,      // from a to b
  NOSLIP_NORMAL,       // mean a, standard deviation b
  NOSLIP_LOG_UNIFORM,  // from a to b, both positive: its logarithm is uniform
} noslip_distribution_kind;

typedef struct noslip_distribution {
  noslip_distribution_kind kind;
  double a, b;
} noslip_distribution;

// The same from distributions: those that are uniform have the numbers of noslip_sample, as long as
// none before them is normal. The bits are the same on every machine.
NOSLIP_API void noslip_draw(double *x, const noslip_distribution *from, int n, uint64_t seed,
                            int member);

// n numbers from a to b, both among them: in equal differences or, with `ratios` and both positive,
// in equal ratios.
NOSLIP_API void noslip_spaced(double *x, double a, double b, int n, bool ratios);

#ifdef __cplusplus
}
#endif
