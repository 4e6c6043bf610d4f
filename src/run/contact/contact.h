// Contacts of a run, from event to event.
//
// Between events a model with contacts moves in one mode: the constraints in force and the closed
// contacts are rows that are held, and the method takes its steps on the problem of that mode. An
// open contact has the gap g >= 0 and no force, a closed one g = 0 and psi >= 0. A closed
// one with friction sticks, or slides with the friction force mu psi against its slip u.
//
//   off      psi of a closed contact falls through 0: it opens
//   landing  g of an open contact falls through 0: an impact, after which it is closed or open again
//   stop     u of one that slides falls through 0: it sticks, or slides back
//   slip     mu psi - |T| of one that sticks falls through 0, T its friction force: it slides
//
// Where in a step an event lies is found by steps of other lengths from the node before it, so it is
// known to the order of the method. After an event the method begins anew: what it carried is
// forgotten. The nodes of the run stay where they are, at multiples of h.

#pragma once

#include "contact/frame.h"
#include "contact/impact.h"
#include "run/events.h"
#include "run/run.h"

// the nodes around a step, for what looks between them: crossing.c
enum { contacts_places = 2 };

// what a mode has at a place
typedef struct mode_place {
  state state;
  void *carried;
} mode_place;

// a set of rows that are held, and what moves the model while they are
typedef struct mode {
  struct mode *next;
  arena arena;
  unsigned char *use;  // row_use of the rows of the problem of the model
  int *row;            // m  the row of each constraint
  const problem *problem;
  evaluator evaluator;
  consistent consistent;
  stepper *stepper;
  native *native;         // NULL: the interpreter
  native_making *making;  // compiled beside the interpreter; NULL: nothing
  bool waits;             // for other modes to be compiled
  bool still;             // the rows leave nothing free, and do not move: there is no stepper
  state state;            // that of the run, with multipliers of its own
  state saved;            // before the trial
  void *fresh;            // what its stepper carries before its first step
  void *carried;          // and before the trial
  double *start;          // nv  where its Legendre transform starts, before the trial
  mode_place place[contacts_places];
} mode;

// Components of a slip. Where a model gives all three of the velocity, it is looked at along two
// tangents: slip, T and the rows of row_system are those, and mu is |n| times that of the model.
enum { touch_most_slips = 2 };

// where the run stands, at the start of the trial, and what both are compared with
typedef struct touch_number {
  double now, start, size;
} touch_number;

// a slip of two components that begins
typedef struct slip_begin {
  bool nudged;
  double way[2];  // its direction
  double lead;    // the longest step; 0: it does not begin any more
  double first;   // the first of them
  double rate;    // d|u|/dt where the step begins
} slip_begin;

// one contact
typedef struct touch {
  const char *label;
  int row;              // of its gap
  int slip_row, nslip;  // of the components of its slip; 0: without friction
  int nrow;             // rows of its slip: 3 where that is the whole velocity
  double restitution;
  bool closed;
  bool sticks;              // a closed one with friction; otherwise it slides,
  int sign;                 // this way if its slip has one component
  bool opened;              // at this very time: its gap begins with 0
  bool grazes;              // it cannot open yet: closed for the next step, whatever its force
  bool landed;              // in the last impact
  bool settling;            // closed when a mode was looked for
  bool stuck;               // before inputs changed
  bool slipping;            // at this very time: friction cannot hold it any more
  touch_number gap, speed;  // g and g'
  touch_number psi;         // of a closed one
  touch_number room;        // mu psi - |T|
  double slip[touch_most_slips], slip0[touch_most_slips], slip_size;
  double T[touch_most_slips], T_size;  // friction force of one that sticks
  double mu;
  slip_begin begin;
  bool framed;  // of three rows: the gap and the velocity belong to one point
  int axis;     //   that its tangents avoid, -1: there was none yet
  frame frame;
} touch;

// W and d of all rows at a node: u' = d + W lambda for the velocities u of the rows. Q has the
// changes of v (of a hamiltonian: of p) by an impulse along each row.
typedef struct row_system {
  int m, n;
  double *W;      // m x m
  double *d;      // m
  double *f;      // m      forces of the rows
  double *Q;      // m x n
  double *M;      // n x n
  double *a, *v;  // n  scratch
  int *pivot;
} row_system;

// what takes part in an impact
typedef struct impact_part {
  int nbilateral, ncontact, nrow;
  int *bilateral;  // rows of constraints
  int *contact;    // contacts
  int *row;        // nrow  rows of the contacts
  int *column;     // 0, 1, 2, ...
  int *pivot;
  contact_rows *rows;  // ncontact
  contact_strip *left, *right;
  double *e;      // ncontact
  double *A;      // W_AA, factored
  double *X;      // W_AA^-1 W_Ac, a row for each contact
  double *W;      // of the contacts
  double *one;    // the identity
  double *scale;  // nrow  of gaps that are no distances 1/|n|
  double *u;      // nrow  before
  double *P;      // nrow
  double *all;    // rows      impulses, then accelerations
  impact_result result;
  impulse_solver *solver;
} impact_part;

// the rest of a place
typedef struct contacts_place {
  touch *touch;  // count
  mode *mode;
  method_work work;
  long events;
  event_totals totals;
} contacts_place;

typedef struct contacts {
  noslip_run *run;
  touch *touch;  // count
  int count;
  const char *backend;
  mode *modes, *now;
  unsigned char *use;  // of the rows
  bool *held;          // rows that are held: for what is observed
  bool friction;       // some contact has it,
  bool in_space;       //   and one a slip of three rows
  bool lifting;        // out of each other, at the start: gaps alone are held
  constraint_size sizes;
  double *size;  // 2 rows
  row_system rows;
  impact_part part;
  double from;       // time at the start of the trial
  method_work work;  // of all trials
  contacts_place place[contacts_places];
} contacts;

// ---- what run.c calls

// at the start of a run, after the initial data were read: false when there is no memory
bool contacts_init(noslip_run *r, const char *backend);

// which contacts are closed, and the first mode; checks and completes the initial data
noslip_status contacts_start(noslip_run *r, bool project, text_buffer *notes, failure *why);

// a step of length h of the run, with all events in it
noslip_status contacts_step(noslip_run *r, double h, failure *why);

// Inputs have changed: which of the closed contacts hold on?
noslip_status contacts_after_inputs(noslip_run *r, failure *why);

// keep where the run stands as place i, and put it there again, with what happened since undone
void contacts_keep(contacts *c, int i);
void contacts_take(contacts *c, int i);

void contacts_free(noslip_run *r);

// is no energy lost in impacts?
bool contacts_keep_energy(const contacts *c);

// their restitutions as live parameters have them
void contacts_restitution(contacts *c);

// count the operations of its modes, too; false: no memory
bool contacts_count_effort(contacts *c);

// does compiled code move it, in one of its modes?
bool contacts_compiled(const contacts *c);

// codes.c: compiled code for a mode that is made, from before a restart; false: there is none
bool codes_take(const noslip_run *r, mode *m);

// take what is compiled by now, or wait for it; start the compiler for modes that have waited
void contacts_take_compiled(contacts *c, bool wait);

// "  contact    `floor` is closed, force 9.81" and so on, of the first few
void contacts_show(const contacts *c, text_buffer *out);

// the multipliers of all rows, where the run stands: 0 of what is not held
void contacts_multipliers(noslip_run *r);

// does the method step through time with contacts of its own? Then there are no events, and one mode
static inline bool contacts_stepping(const contacts *c) {
  return c->run->method && c->run->method->treats & TREATS_CONTACT;
}

// doubt.c: at the start, after contacts_measure: is a contact closed only because the step is long?
// Warns once.
void contacts_doubt(contacts *c);

// ---- stepping.c

// one step of such a method; the forces of the contacts in it, in the multipliers of the run
noslip_status stepping_step(contacts *c, double h, failure *why);
void stepping_multipliers(contacts *c);

// one step of a run without modes, which has contacts of pairs or very many bodies
// (at its start gaps must not be negative)
noslip_status stepping_check(noslip_run *r, bool project, failure *why);
noslip_status stepping_lean(noslip_run *r, double h, failure *why);

// ---- modes.c

// change to the mode of the contacts that are closed now, and forget what steppers carried
noslip_status mode_change(contacts *c, failure *why);

// how the rows are used
void contacts_find_use(contacts *c);

// the start of the trial is where the run stands
void mode_save(contacts *c);

// a step of length tau, from where the run stands at the time `from`
noslip_status mode_step(contacts *c, double tau, failure *why);

// a step of length tau from the start of the trial
noslip_status mode_try(contacts *c, double tau, failure *why);

// The mode of c->use becomes the first of the list, made if there is none; the run stays in its own.
noslip_status mode_enter(contacts *c, failure *why);

// drop all modes of the list except the first ones
void modes_keep_first(contacts *c, int count);

// ---- memory.c

// everything that a step depends on, written or read; and place i, after that
void contacts_transfer(contacts *c, transfer *t, failure *why);
void contacts_place_transfer(contacts *c, int i, transfer *t);

// ---- look.c

// gaps and their speeds, where the run stands; its velocities are known. False: not finite
bool contacts_look_at_gaps(contacts *c);

// the same, and psi of the closed ones
bool contacts_look(contacts *c);

// why these two have returned false: a coefficient of friction, or something else
noslip_status contacts_fail(const contacts *c, noslip_status status, const char *otherwise,
                            failure *why);

// the energy where the run stands
double contacts_energy(contacts *c);

// what they are compared with, where the run stands
void contacts_measure(contacts *c);

// W, d and Q where the run stands
bool contacts_find_rows(contacts *c);

// a sentence if the gap of a closed contact, or its slip, has no row of its own where the run stands:
// after contacts_find_rows
noslip_status contacts_check_rows(const contacts *c, failure *why);

// f of the last multipliers that were found
void contacts_find_forces(contacts *c);

static const char touch_not_finite[] =
    "a gap or the force of a contact is not finite; take a shorter step, or look where the gap is "
    "defined";

static const double contact_rounding = 1e-12;

static inline double touch_gap_rounding(const touch *k) {
  return contact_rounding*k->gap.size;
}

static inline bool touch_is_off(const touch *k) {
  return k->closed && !k->grazes && k->psi.now < -contact_rounding*k->psi.size;
}

static inline bool touch_is_through(const touch *k) {
  return !k->closed && k->gap.now < -touch_gap_rounding(k);
}

// is its slip the whole velocity?
static inline bool touch_in_space(const touch *k) {
  return k->nrow == 3;
}

static inline bool touch_is_framed(const touch *k) {
  return !touch_in_space(k) || k->framed;
}

// the gap as a distance: where the whole velocity is given, the gap may be any function that is 0 there
static inline double touch_distance(const touch *k) {
  return touch_in_space(k) && k->framed ? k->gap.now/k->frame.s : k->gap.now;
}

static inline bool touch_slides(const touch *k) {
  return k->closed && k->nslip > 0 && !k->sticks;
}

static inline double touch_slip(const touch *k) {
  return k->nslip == 1 ? fabs(k->slip[0]) : hypot(k->slip[0], k->slip[1]);
}

// the direction of a slip, component j
static inline double touch_direction(const touch *k, int j) {
  return k->nslip == 1 ? k->sign : k->slip[j]/touch_slip(k);
}

// a slip that rounding leaves
static inline bool touch_is_at_rest(const touch *k) {
  return touch_slip(k) <= contact_rounding*k->slip_size;
}

static inline bool touch_has_stopped(const touch *k) {
  return touch_slides(k) && k->nslip == 1 &&
         k->sign*k->slip[0] < -contact_rounding*k->slip_size;
}

static inline bool touch_has_slipped(const touch *k) {
  return k->closed && k->sticks &&
         k->room.now < -contact_rounding*(k->mu*k->psi.size + k->T_size);
}

// ---- frames.c: slips of three rows

// Their frames from B, the rows of all, and C = B M^-1, where the run stands. Tangents of one that
// sticks avoid the same axis as long as its mode lasts.
void frames_find(contacts *c, const double *B, const double *C);

// their slips and coefficients of friction, from the residuals of all rows
void frames_project(contacts *c, const double *residual);

// W, d and Q with two rows along tangents in the place of three, the third 0; `size` likewise
void frames_reduce(contacts *c, double *size);

// the force of one that slides, or of one that sticks from the multipliers of its mode, as a force in
// space; and T of a force in space
void frames_lift(const touch *k, double *lambda, const double *T);
void frames_lower(const touch *k, double *T, const double *lambda);

// does one that sticks need other tangents? Then another mode is to be entered
bool frames_turned(const contacts *c);

// a sentence if a contact that is closed, or strikes now, has no frame
noslip_status frames_check(const contacts *c, failure *why);

// ---- place.c

// room for places; false: no memory
bool contacts_init_places(contacts *c);
bool mode_init_places(mode *m);

// ---- start.c

// Enter the mode of the contacts that are closed, with the state put onto its rows; contacts that
// would pull let go. Data that are off by more than rounding are refused, unless they are to be
// projected; `notes` may be NULL.
noslip_status contacts_settle(contacts *c, bool project, text_buffer *notes, failure *why);

// ---- find.c

// free initial values that satisfy the constraints in force at the start
noslip_status contacts_find(noslip_run *r, bool project, text_buffer *notes, failure *why);

// ---- choose.c

enum { contacts_most_closed = 6 };  // of models with friction

// Which of the closed contacts stick, slide or open, from the accelerations that each choice would
// have, where the run stands.
noslip_status contacts_choose(contacts *c, failure *why);

// ---- slide.c: slips of two components

// The longest step before one of them comes to rest, at most *tau; *stops is one that does so in
// *tau, NULL: none.
bool slide_limit(contacts *c, double *tau, touch **stops);

// where slips have just begun: have they grown in a step of length tau as their rates say? The run
// stands at its end
bool slide_is_true(contacts *c, double tau);

// a shorter step, after one that failed or was not true; false: there is none
bool slide_shorten(contacts *c, double *tau);

noslip_status slide_refuse(const contacts *c, failure *why);

// to where it rests
noslip_status slide_stop(contacts *c, double tau, failure *why);

// give those that begin to slip a slip that has a direction
bool slide_nudge(contacts *c);

// ---- event.c

typedef enum touch_event {
  TOUCH_NOTHING,
  TOUCH_LANDS,
  TOUCH_LEAVES,
  TOUCH_STOPS,
  TOUCH_SLIPS,
} touch_event;

// The first event of the step of length *tau that was just tried, and its contact, with the run
// standing there and *tau shortened.
noslip_status event_first(contacts *c, double *tau, touch_event *what, touch **whose, failure *why);

// ---- impact.c

// Contacts at gap 0 that approach, and the closed ones, push each other apart; `landing` is one of
// them, NULL: none is sure to be.
noslip_status impact_take(contacts *c, touch *landing, failure *why);

bool impact_init(impact_part *p, arena *a, int rows, int ncontact);
