// Contacts of a run, from event to event.
//
// Between events a model with contacts moves in one mode: the constraints in force and the closed
// contacts are rows that are held, and the method takes its steps on the problem of that mode. An
// open contact has the gap g >= 0 and no force, a closed one g = 0 and psi >= 0.
//
//   off      psi of a closed contact falls through 0: it opens
//   landing  g of an open contact falls through 0: an impact, after which it is closed or open again
//
// Where in a step an event lies is found by steps of other lengths from the node before it, so it is
// known to the order of the method. After an event the method begins anew: what it carried is
// forgotten. The nodes of the run stay where they are, at multiples of h.

#pragma once

#include "contact/impact.h"
#include "run/events.h"
#include "run/run.h"

// a set of rows that are held, and what moves the model while they are
typedef struct mode {
  struct mode *next;
  arena arena;
  bool *held;  // rows of the problem of the model
  int *row;    // m  the row of each constraint
  const problem *problem;
  evaluator evaluator;
  consistent consistent;
  stepper *stepper;
  native *native;  // NULL: the interpreter
  bool still;      // the rows leave nothing free, and do not move: there is no stepper
  state state;     // that of the run, with multipliers of its own
  state saved;     // before the trial
  void *fresh;     // what its stepper carries before its first step
  void *carried;   // and before the trial
  double *start;   // nv  where its Legendre transform starts, before the trial
} mode;

// one contact
typedef struct touch {
  const char *label;
  int row;
  double restitution;
  bool closed;
  bool opened;                  // at this very time: its gap begins with 0
  bool landed;                  // in the last impact
  double gap, speed;            // g and g', where the run stands
  double gap0, speed0;          // and at the start of the trial
  double gap_size, speed_size;  // what these are compared with
  double psi, psi0, psi_size;   // of a closed one
} touch;

// W and d of all rows at a node: u' = d + W lambda for the velocities u of the rows. Q has the
// changes of v (of a hamiltonian: of p) by an impulse along each row.
typedef struct row_system {
  int m, n;
  double *W;  // m x m
  double *d;  // m
  double *Q;  // m x n
  double *M;  // n x n
  double *a;  // n
  int *pivot;
} row_system;

// what takes part in an impact
typedef struct impact_part {
  int nbilateral, ncontact;
  int *bilateral;      // rows of constraints
  int *contact;        // contacts
  int *column;         // 0, 1, 2, ...
  int *pivot;
  contact_rows *rows;  // ncontact
  contact_strip *left, *right;
  double *e;    // ncontact
  double *A;    // W_AA, factored
  double *X;    // W_AA^-1 W_Ac, a row for each contact
  double *W;    // of the contacts
  double *u;    // ncontact  before
  double *P;    // ncontact
  double *all;  // rows      impulses, then accelerations
  impact_result result;
  impulse_solver *solver;
} impact_part;

typedef struct contacts {
  noslip_run *run;
  touch *touch;  // count
  int count;
  const char *backend;
  mode *modes, *now;
  bool *held;  // rows, for a mode that is looked for
  constraint_size sizes;
  double *size;  // 2 rows
  row_system rows;
  impact_part part;
  double *impulse;           // ncontact of the last impact
  double from;      // time at the start of the trial
  long iterations;  // of Newton's method, of all trials
} contacts;

// ---- what run.c calls

// at the start of a run, after the initial data were read: false when there is no memory
bool contacts_init(noslip_run *r, const char *backend);

// which contacts are closed, and the first mode; checks and completes the initial data
noslip_status contacts_start(noslip_run *r, bool project, text_buffer *notes, failure *why);

// one step of the run, with all events in it
noslip_status contacts_step(noslip_run *r, failure *why);

void contacts_free(noslip_run *r);

// is no energy lost in impacts?
bool contacts_keep_energy(const contacts *c);

// "  contact    `floor` is closed, force 9.81" and so on, of the first few
void contacts_show(const contacts *c, text_buffer *out);

// the multipliers of all rows, where the run stands: 0 of what is not held
void contacts_multipliers(noslip_run *r);

// ---- modes.c

// change to the mode of the contacts that are closed now, and forget what steppers carried
noslip_status mode_change(contacts *c, failure *why);

// which rows are in force
void contacts_find_held(contacts *c);

// the start of the trial is where the run stands
void mode_save(contacts *c);

// a step of length tau from there
noslip_status mode_try(contacts *c, double tau, failure *why);

// ---- look.c

// gaps and their speeds, where the run stands; its velocities are known. False: not finite
bool contacts_look_at_gaps(contacts *c);

// the same, and psi of the closed ones
bool contacts_look(contacts *c);

// the energy where the run stands
double contacts_energy(contacts *c);

// what they are compared with, where the run stands
void contacts_measure(contacts *c);

// W, d and Q where the run stands
bool contacts_find_rows(contacts *c);

static const double contact_rounding = 1e-12;

static inline double touch_gap_rounding(const touch *k) {
  return contact_rounding*k->gap_size;
}

static inline bool touch_is_off(const touch *k) {
  return k->closed && k->psi < -contact_rounding*k->psi_size;
}

static inline bool touch_is_through(const touch *k) {
  return !k->closed && k->gap < -touch_gap_rounding(k);
}

// ---- start.c

// Enter the mode of the contacts that are closed, with the state put onto its rows; contacts that
// would pull let go. Data that are off by more than rounding are refused, unless they are to be
// projected; `notes` may be NULL.
noslip_status contacts_settle(contacts *c, bool project, text_buffer *notes, failure *why);

// ---- event.c

// The first event of the step of length *tau that was just tried: the contact, with the run standing
// there and *tau shortened; -1: there is none.
noslip_status event_first(contacts *c, double *tau, int *which, failure *why);

// ---- impact.c

// Contacts at gap 0 that approach, and the closed ones, push each other apart; `landing` is one of
// them, NULL: none is sure to be.
noslip_status impact_take(contacts *c, touch *landing, failure *why);

bool impact_init(impact_part *p, arena *a, int rows, int ncontact);
