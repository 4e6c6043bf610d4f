// A run: everything that changes while a model moves, in one arena.

#pragma once

#include "methods/method.h"
#include "model/model.h"
#include "native/native.h"
#include "noslip/run.h"
#include "problem/consistent.h"
#include "problem/initial.h"
#include "problem/state.h"
#include "run/events.h"
#include "run/exact.h"
#include "run/exchange.h"
#include "run/inputs.h"
#include "run/pace.h"
#include "run/parameters.h"
#include "run/settle.h"
#include "run/stops.h"
#include "run/view.h"

enum { run_most_warnings = 16 };

// of constraints that become dependent between two nodes: passage.c
typedef struct passage {
  bool watched;     //         no passage was found so far
  int wait, pause;  //         steps to the next look, and between looks
  double last;      //         how far rows had turned then
  double t0, s0;    //         of the last look: when, and the volume of its rows
  double *g, *phi;  //         outputs of bundles
  double *B0, *B1;  // m x nv  rows of the last look and of this one
  double *Q0, *Q1;  // m x nv  the same, orthonormal
  double *cross;    // m x m
  int *pivot;       // m
  double *weight;   // nv      1/sqrt(M_ii)
  double *unit;     // m       1/(size of the row at the start)
  double largest;   //         volume
  char warning[300];
} passage;

// the residuals of the constraints so far, in the order of BUNDLE_RESIDUALS: residual.c
typedef struct residual_watch {
  constraint_size sizes;
  double *largest;         // 2m
  double *size;            // 2m  the largest sizes found
  double *here;            // 2m  those of one node
  double *bound;           // 2m  beyond this a residual is looked at again
  double *broken;          // 2m  largest share of those that were too large for their own node
  double *error, *scaled;  // m   for the report: of both levels
} residual_watch;

// a warning that is given once
typedef struct notice {
  bool said;
  char text[400];
} notice;

// of a method that carries a multiplier: carried.c
typedef struct carried_watch_state {
  double first;    // largest distance from consistent ones in the first steps
  double largest;  // largest of these so far
  notice notice;
} carried_watch_state;

// of steps that rounding leaves badly known: floor.c
typedef struct floor_watch_state {
  double said;  // the largest that the warning speaks of
  char text[100];
} floor_watch_state;

// what is looked for after the steps, and warned of
typedef struct run_watches {
  carried_watch_state carried;
  notice defect;      // a rule that is not exact for the energy: defect.c
  notice resolution;  // a step that does not resolve the motion: verdict.c
  notice turn;        // a step that turns too far: turn.c
  notice rough;       // impulses of contacts that were found roughly: contact/stepping.c
  notice odd;         // a monitor that is not finite: finite.c
  notice long_step;   // a contact that is closed for want of digits: contact/doubt.c
  notice jam;         // an impact without a collision: contact/stepping.c
  floor_watch_state floor;
  passage passage;
  run_stops stops;
  exact_watch exact;
} run_watches;

// the options as they were given, copied; and what was chosen because they did not say it
typedef struct run_given {
  noslip_run_options options;
  const char *said;  // NULL: nothing
} run_given;

// what the options say
typedef struct run_plan {
  run_given given;
  char *note;  // of the caller, on the heap: noslip_run_set_note
  long steps, every;
  double rest, end;         // of a last step that is shorter; 0: there is none. Where it ends
  bool monitored;           // look at energy and constraints after every step
  noslip_monitor *monitor;  // of the caller
  void *monitor_context;
  noslip_progress *progress;
  void *progress_context;
  run_inputs inputs;
  run_parameters parameters;
  struct visit *visit;  // NULL: it is not asked for
} run_plan;

// how far the run has come, and at what cost
typedef struct run_progress {
  long taken;
  long iterations;         // Newton iterations of the steps taken
  long failed_iterations;  // of steps that failed
  int most_iterations;     // in one step taken
  bool stopped;            // the last step that was tried failed
  bool finished;           // the last one was the rest of the plan: noslip_finish
  double began;            // time of day at the first step, in seconds
} run_progress;

// the invariants so far, one number for each
typedef struct invariant_watch {
  double *start, *error;
  double *size;  // of its terms, for the verdicts: terms.h
} invariant_watch;

// names of all columns of the output, once they are asked for: columns.c
typedef struct run_columns {
  arena *arena;  // where they go
  const char **names;
} run_columns;

// names and values by group: names.c
typedef struct run_names {
  const model_column *columns;  // those of the model
  int ncolumn;
  run_columns *shown;
  double *values;  // scratch of noslip_run_values
} run_names;

// what the start was made of: start.c
typedef struct run_start {
  bool *q, *x;          // n, nv  given: positions or states; velocities, or momenta
  bool *q_set, *x_set;  //        and by the options of the run
  const char **q_name;  // n      their keys
  const char **x_name;  // nv
  double *before;       // n + nv as given, free ones as they are by default
  noslip_found *found;  //        what moved
  int nfound;
  double time;
} run_start;

typedef struct run_scratch {
  double *size;   // n   of run_distance
  double *aside;  // nv  run_aside_begin
} run_scratch;

// compiled code that the interpreter does not wait for: backend.c
typedef struct run_compiling {
  native_making *making;  // NULL: nothing is being made
  long interpreted;       // steps that were taken before it was there
} run_compiling;

typedef struct run_code run_code;

typedef struct run_warnings {
  const char *list[run_most_warnings];
  int count;
  int at_start;  // of these, what was said when the run was made
} run_warnings;

struct noslip_run {
  noslip_context *context;
  holders holders;  // of the caller, and of shapes

  // what is fixed once the run is made
  const noslip_model *model;
  const problem *problem;  // of the model, as the method sees it
  const method *method;
  double h;
  run_plan plan;
  native *native;  // compiled code; NULL: the interpreter
  bool borrowed;   // it belongs to another run
  run_compiling compiling;
  run_code *codes;  // of modes, from before the run was restarted: contact/codes.c
  run_names names;

  // what works
  arena arena;
  arena kept;  // what stays when the run is restarted: names of columns, arrays that follow it,
  run_views views;  //   a form of its own
  evaluator evaluator;
  consistent consistent;
  stepper *stepper;  // of a model with contacts: that of the mode it is in
  stepper *checker;  // run_checker; NULL until then
  double *effort;    // effort.c: work of the model so far; NULL: it is not counted
  run_scratch scratch;
  struct contacts *contacts;  // run/contact/contact.h; NULL: the model has none

  // where it is
  state state, last;  // now, and before the last step
  observed observed;  // what is known of now
  run_progress progress;
  run_start start;

  // what was found on the way
  watched_energy energy;
  invariant_watch invariants;
  residual_watch residuals;
  exchange exchange;  // of kinetic energy and the rest
  run_watches watches;
  event_list events;
  run_warnings warnings;
  struct verdict_texts *verdicts;  // NULL until they are asked for
};

// monitor.c
bool monitor_init(noslip_run *r);
void monitor_motion(noslip_run *r);  // make the node known
const double *monitor_multipliers(noslip_run *r);

// what has to be known of a node; of LOOK_ALL energy, residuals and positions are a part
enum {
  LOOK_POSITIONS = 1,
  LOOK_PAIR = 2,
  LOOK_ENERGY = 4,     // with the pair
  LOOK_RESIDUALS = 8,  // with the pair
  LOOK_MULTIPLIERS = 16,
  LOOK_ALL = 32,
};
void monitor_look(noslip_run *r, unsigned what);  // make that known, and no more

void monitor_start(noslip_run *r);          // remember the start
void monitor_node(noslip_run *r);           // update the largest errors
watched_places run_watched(noslip_run *r);  // where they are
watched_shape run_watched_shape(const noslip_run *r);
double monitor_trend(const noslip_run *r);

// residual.c: the largest residuals, and how large they are for their constraints
bool residual_init(noslip_run *r);
void residual_start(noslip_run *r);

// those of a node; sizes are found again where one is larger than ever
void residual_node(noslip_run *r, const watched_places *w, const double *residual);
void residual_report(noslip_run *r, noslip_report *out);

// Another run of the model of `like` with its method, in a context of its own. It has the backend
// of `like`, which must outlive it: finding and loading compiled code takes milliseconds, more than
// many a run.
noslip_status run_new_like(noslip_context *context, const noslip_run *like,
                           const noslip_run_options *options, noslip_run **run);

// effort.c: count the operations of an interpreted run from here on (false: no memory), and those
// so far
bool effort_begin(noslip_run *r);

// of an evaluator of the run, into the sum of `effort`
bool effort_count(evaluator *e, arena *a, double *sum);
double effort_so_far(const noslip_run *r);

// backend.c: compiled code or not, as the options say
noslip_status backend_choose(noslip_run *r, const char *backend, failure *why);

// Before a step: take what the compiler has made, if it is ready. Both backends give the same bits. So
// many steps on it is looked at again.
void backend_look(noslip_run *r);
long backend_pause(const noslip_run *r);

// memory.c: everything that the steps so far have left, written or read. A run that reads it was made
// of the same model with the same options, and may have another end. What does not fit is a sentence
// in `why`.
noslip_status run_transfer(noslip_run *r, transfer *t, failure *why);

// An empty run, which noslip_run_free frees; NULL: no memory. It keeps the model, and the context.
noslip_run *run_blank(noslip_context *context, const noslip_model *model);

// Make it a run with these options; what was chosen for them is `said`. With the problem and the backend
// of `like`, if there is one. And give back all that it was filled with, but not what is kept.
noslip_status run_fill(noslip_run *r, const noslip_run_options *o, const char *said,
                       const noslip_run *like);
void run_empty(noslip_run *r);

// are the starts of options there?
noslip_status run_check_starts(noslip_context *context, const noslip_run_options *o);

// contact/codes.c: keep the compiled code of all modes in r->codes, and give it to modes that have none
void codes_collect(noslip_run *r);
void codes_adopt(noslip_run *r);
void codes_free(noslip_run *r);

// A run of a model with options, as noslip_run_new makes it, after these were checked; `said`: what
// was chosen for them.
noslip_status run_make(noslip_context *context, const noslip_model *model,
                       const noslip_run_options *o, const char *said, noslip_run **out);

// carried.c: after a step, is a carried multiplier still what it should be? Warns once.
void carried_watch(noslip_run *r);

// defect.c: after a step, has it kept the energy, if its method does not claim it? Warns once.
void defect_watch(noslip_run *r);
double defect_limit(
    const noslip_run *r);  // where a kernel's excess is warned of; infinite: nowhere

// passage.c: at the start, and after some of the steps: have the constraints been dependent on the
// way? Warns once.
bool passage_init(noslip_run *r);
void passage_start(noslip_run *r);
void passage_look(noslip_run *r);

static inline void passage_watch(noslip_run *r) {
  if (r->watches.passage.watched && --r->watches.passage.wait == 0)
    passage_look(r);
}

// turn.c: after a step, has it turned a body too far? Warns once.
void turn_watch(noslip_run *r);
double turn_limit(const noslip_run *r);  // where a kernel's turn is warned of

// floor.c: after a step, how well does rounding leave it known? Warns once, of the worst step so
// far.
void floor_watch(noslip_run *r);
double floor_limit(const noslip_run *r);  // where a floor of Newton's method is warned of

// finite.c: at the start, are energy and invariants finite numbers? And at a node, are all monitors?
// Warns once.
noslip_status finite_start(const noslip_run *r, failure *why);
void finite_watch(noslip_run *r);

// names.c
bool names_init(noslip_run *r);

// a column of the state, and the momenta as they are shown, where what they need is known
double names_state(const noslip_run *r, int i);
const double *names_momenta(const noslip_run *r);

// run.c: Newton iterations since the last call belong to the step, or the steps, that were just tried
void run_count_iterations(noslip_run *r, bool taken);

// after a step of the only stepper: what of it deserves a warning
void run_look_at_step(noslip_run *r);

// a step that failed: time and step in front of the cause
noslip_status run_explain(noslip_run *r, const failure *cause);

// as many steps, without views of the caller: the first that is not NOSLIP_OK is the last
noslip_status run_advance(noslip_run *r, long steps, pace *p);

// start.c: initial data of the model and of the options into r->state, checked and completed
noslip_status start_state(noslip_run *r, const noslip_run_options *o, failure *why);

// when it starts: before the steps are planned
noslip_status start_time(noslip_run *r, const noslip_run_options *o, failure *why);

// list what the constraints have moved
void start_list_found(noslip_run *r);

// which of them are given, all constraints being imposed
initial_given start_given(const noslip_run *r);

// applies.c: why a method cannot treat a model, and which can
noslip_status applies_check(const method *m, const noslip_model *model, failure *why);

// its order on a problem
int applies_order(const method *m, const problem *p);

// recommend.c: the first method that suits a model, and why; NULL: there is none
const char *recommend_first(noslip_context *context, const noslip_model *model,
                            const char **reason);

// symmetry.c: a stepper beside that of the run, which keeps its extrapolation and its counters;
// NULL: no memory
stepper *run_checker(noslip_run *r);

// Around steps beside the run: they move the place where the next Legendre transform starts, and
// with it last digits of the run.
void run_aside_begin(noslip_run *r);
void run_aside_end(noslip_run *r);

// from y to x, in positions and in the velocities or momenta of the method: the largest difference
// against the size of each number at y, which is complete
double run_distance(noslip_run *r, const state *x, const state *y);

// is the energy an invariant, with the parameters that the run has?
bool run_keeps_energy(noslip_run *r);

// all arrays that do not depend on the method; false when there is no memory
bool run_allocate(noslip_run *r);
void run_warn(noslip_run *r, const char *sentence);

// seconds, of a clock that is never set
double run_clock(void);

// a warning that has not been given yet, printed
__attribute__((format(printf, 3, 4))) void run_notice(noslip_run *r, notice *n, const char *format,
                                                      ...);
