// A model: the system that was read, and the problem it makes. The only place where the language
// meets the problem classes.

#pragma once

#include "base/text.h"
#include "lang/system.h"
#include "model/context.h"
#include "noslip/introspect.h"
#include "problem/mechanical.h"
#include "problem/reduction.h"

// one column of the state: a position, a velocity, or an entry of a rotation of the plane. Exported
// files have these as numbers, too: search for ORDER COLUMN.
typedef enum column_kind {
  COLUMN_POSITION,
  COLUMN_VELOCITY,
  COLUMN_COSINE,  // of the position, an angle
  COLUMN_SINE,
  COLUMN_MINUS_SINE,
} column_kind;

typedef struct model_column {
  const char *name;
  column_kind kind;
  int index;
} model_column;

// Nothing of it changes once it is loaded, except the texts that noslip_model_describe leaves in
// it: runs in several threads may share a model.
struct noslip_model {
  noslip_context *context;
  holders holders;             // of the caller, and of all that was made of it
  noslip_model *next_retired;  // in its context
  arena arena;
  const char *path, *text;     // what was read, in the arena
  noslip_model_options given;  // with which it was read, in the arena
  const model_system *system;
  const problem *problem;  // NULL: the class has no methods yet; `unsolved` says why
  const char *unsolved;
  const tape *exact;              // of t: the values of the exact solution; NULL: there is none
  const mechanical_parts *parts;  // of a mechanical one, in the arena
  bool monitors_use_multipliers;  // an invariant or observable contains one
  bool sections_use_multipliers;  // a section or a stop does
  const char *note;               // a warning for every run; NULL: none
  const char *description;        // last text of noslip_model_describe
  const model_column *columns;    // of the state
  int ncolumn;
  ARRAY_OF(noslip_coordinate_info) coordinates;
};

// One more that is made of it. And one less, by what was made with `by`: the last frees it. With another
// context than its own that may be another thread than the one which uses its context, and a model has
// its memory from there: it is retired, and its context frees it with its next model or run, or at
// its end.
void model_keep(const noslip_model *m);
void model_release(const noslip_model *m, noslip_context *by);

// its memory; its context is left as it is
void model_delete(noslip_model *m);

// an empty model; NULL, with the sentence, when there is no memory
noslip_model *model_new(noslip_context *context);

// A model of text once more, with these parameters live, beside those that are.
noslip_status model_with_live(noslip_context *context, const noslip_model *m,
                              const char *const *more, int nmore, noslip_model **out);

// A model of text once more, with its settings and others after these.
noslip_status model_again(noslip_context *context, const noslip_model *m,
                          const noslip_setting *more, int nmore, noslip_model **out);

// watched.c: the symbols of unknowns; NULL: no memory
const expr *model_symbols(arena *a, const unknowns *list);

// t and the inputs
clock_parts model_clock(arena *a, const model_system *s);

// Invariants, observables and sections; `multiplier` is the kind of symbols that multipliers are.
// Notes in the model whether they use some. False: no memory.
bool model_watched(noslip_model *m, unsigned multiplier, watched_parts *out);

// ---- forces.c: the option `forces`

// a list that can be read
noslip_status model_check_forces(noslip_context *c, const noslip_extra_force *list, int n);

// Find what they act on; NULL in *out: none is given. Refuses models that have no place for them.
noslip_status model_forces(noslip_model *m, const struct added_forces **out, failure *why);

// see that they are numbers at the start, and their derivatives right
noslip_status model_try_forces(noslip_model *m, failure *why);

// the tape of the exact solution, if there is one. False: no memory.
bool model_exact(noslip_model *m);

// ---- reduced_forms.c: skew-gradient forms of mechanical models, which some methods need
//
// They take up to seconds to make, and a study makes many runs, so they are kept: not in the model,
// which does not change once it is loaded, but in its context, which one thread uses at a time. A
// run in another context than that of its model has a form of its own.

// the form of a model for a run in `context`; a form that is not kept goes into the arena of the
// run
noslip_status reduced_forms_get(noslip_context *context, arena *run, const noslip_model *m,
                                reduction_kind kind, const problem **out, failure *why);

// the model is freed: so are its forms
void reduced_forms_forget(noslip_context *context, const noslip_model *m);

// the context is closed: so are all forms
void reduced_forms_free(noslip_context *context);

// mechanical.c, index2.c: the problem of a mechanical system, or of a bare DAE of index 2, an
// ordinary differential equation, a bracket
noslip_status model_mechanical(noslip_model *m, problem_class class, failure *why);
noslip_status model_index2(noslip_model *m, problem_class class, failure *why);

// ---- columns.c

// the columns of the state; false: no memory
bool model_find_columns(noslip_model *m);

// the names of a group of values, of a run with this problem; NULL: the model has none
int model_group_count(const noslip_model *m, const problem *p, noslip_group group);
const char *model_group_name(const noslip_model *m, const problem *p, noslip_group group, int i);

// ---- introspect.c: what noslip_model_coordinate gives; false: no memory
bool model_find_coordinates(noslip_model *m);

// ---- modes.c: rows of a mechanical model, and models with contacts
//
// The problem of a model has a row for each constraint; of one with contacts besides, as if all were
// in force, a row for each gap and for each component of a slip. It tells what is observed; it is
// not what moves. A mode is a problem of its own, with the rows that are held: those of constraints
// in force, of closed contacts, and the slips of those that stick. One that slides has a force.

typedef enum row_use {
  ROW_FREE,
  ROW_HELD,
  ROW_FORWARD,   // a slip that is positive: the force -mu N on it
  ROW_BACKWARD,  // one that is negative
  ROW_SLIDING,   // the first of two or three components: the force against their direction
  ROW_AXIS_1,    // the third component where the first two are held: they are those along tangents
  ROW_AXIS_2,    //   that avoid this axis
  ROW_AXIS_3,
} row_use;

// constraint, is_holonomic, residual, mu, m and friction of the parts; false: no memory
bool model_rows(arena *a, const model_system *s, mechanical_parts *parts);

// The row of the gap of a contact, and the first row of its slips, -1: it has no friction. There is a
// row for each component, law by law.
int model_gap_row(const model_system *s, int which);
int model_slip_row(const model_system *s, int which);
int model_slip_count(const model_system *s, int which);

// the contact that a constraint waits for, -1: it is always in force
int model_row_waits(const model_system *s, int row);

// the named multiplier of a row, -1: it has no name
int model_row_multiplier(const model_system *s, int row);

// Make the mode in which the rows of the problem are used so, in the form that a method needs
// (REDUCTION_COUNT: none), or for `stepping` through time with contacts. *fixed: the rows held do not depend on time and have no rate of their
// own. The arena must outlive it.
noslip_status model_mode(const noslip_model *m, arena *a, const unsigned char *use,
                         reduction_kind form, bool stepping, const problem **out, bool *fixed,
                         failure *why);

// ---- stepping.c

// contacts and ncontact of the parts; false: no memory
bool model_contacts(arena *a, const model_system *s, mechanical_parts *parts);

// Contacts of pairs, or of very many coordinates: there is no other problem than one for time stepping,
// without matrices.
bool model_is_lean(const model_system *s);
noslip_status model_lean(noslip_model *m, mechanical_parts *parts, failure *why);

// the class in words, with its article
const char *model_class_words(system_class class);

// Append what the model says: sizes, constraints, structure, equations. The lines about initial
// data and methods are added by run/describe.c.
void model_show(const noslip_model *m, text_buffer *out);

// what is promised of the functions of a caller (noslip/callbacks.h), as a line
void model_show_promises(text_buffer *out, unsigned promises);

// ---- exact.c

// has the model an exact solution that holds for its present data?
bool model_has_exact(const noslip_model *m);

// The tape of all `exact` statements and of their time derivatives behind them, in t. They are new
// nodes, so it is made from a copy of the graph.
noslip_status model_exact_tape(tape **out, arena *a, const model_system *s, failure *why);

// what it reads: room for t, then inputs and live parameters with the values of the model; NULL: no
// memory
double *model_exact_clock(arena *a, const model_system *s);

// ---- residual.c: the initial data of classes without a problem

typedef enum residual_kind {
  RESIDUAL_CONSTRAINT,
  RESIDUAL_HIDDEN,
  RESIDUAL_GAP,
  RESIDUAL_CROWDED,  // gaps of pairs, of which there are too many to look at all: no residual
} residual_kind;

typedef struct model_residual {
  const char *label;
  residual_kind kind;
  double value, relative;  // relative: to the size of its terms
  bool violated;
} model_residual;

// relative residuals up to here are data that were typed with ten digits
static const double model_violated = 1e-10;

// All that can be evaluated at the initial data, in the arena of the model; returns how many, -1
// when there is no memory.
int model_start_residuals(noslip_model *m, model_residual **out);

// ---- follow.c

// the initial values of a run, its live parameters, and which of them its options set
typedef struct start_numbers {
  double *q, *x;
  const bool *q_set, *x_set;  // NULL: the initial values stay as they are
  double *live;
  const bool *live_set;
  double *restitution;  // of contacts, then of laws of pairs
} start_numbers;

// Compute again what `init` and parameters compute from others. `work` has as many numbers as there
// are steps. The first rule whose number is not allowed, otherwise NULL: initial values and parameters
// are finite, restitutions lie between 0 and 1, coefficients of friction are not negative.
const start_rule *model_follow(const model_system *s, double *work, start_numbers *at);

// what a rule computes, as "the parameter `k`", and why its number is not allowed
noslip_status model_refuse_rule(const model_system *s, const start_rule *rule, double number,
                                failure *why);

// ---- near_pairs.c: a contact of pairs at the start

typedef struct near_gap {
  int i, j;
} near_gap;

enum { near_gaps_most = 1000 };

typedef struct near_gaps {
  near_gap *list;  // pairs with a gap below 0, at most near_gaps_most
  int count;
  bool all;  // all pairs that are near each other were looked at
} near_gaps;

// The pairs of bodies whose gap is negative at the start. False when there is no memory.
bool near_pairs_find(arena *a, const model_system *system, const contact_pairs *p, near_gaps *out);

// the position that a slot has at the start for the pair (i, j)
double near_pairs_place(const model_system *system, const contact_pairs *p, int slot, int i, int j);

// ---- distance.c

// A contact with one or two components after `along` whose gap does not look like a distance at the
// start, and friction would be off; NULL: none. Its graph must be the caller's own. False when there
// is no memory.
bool model_gap_no_distance(noslip_model *m, const char **label);

// A failure about the method of the run statement, with its place there: file, line, column, caret.
noslip_status model_blame_method(const noslip_model *m, failure *why);
