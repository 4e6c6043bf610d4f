// The systems that are measured, and noslip's own runs of them.

#pragma once

#include "bench/hand.h"
#include "noslip.h"

#include <stddef.h>

// ways of running noslip, as noslip_run_backend names them; the first two are for any model
enum { nbackend = 2, nway = 3 };
extern const char *const ways[nway];

// a system for which there is a step by hand
typedef struct subject {
  const char *name;
  const char *file;         // of models/
  noslip_setting set;       // one constant to replace; name NULL: none
  const char *method;       // that of the hand step,
  double step;              // and the step that is timed
  const hand_system *hand;  //
  long segment;             // steps that are timed, always the same: those from the start
  bool settles;             // the motion dies out: more steps than `segment` show something else
  long verified;            // after so many steps hand and noslip still agree,
  double agreement;         // to this, against 1 + |x|
  double bars[nway];        // of the time of a step in hand steps, by way; 0: none
  double loop_bars[2];      // compiled, in compensated steps of a loop: unmonitored, monitored
  noslip_callbacks (*callbacks)(void);  // the system as functions in C; NULL: there are none
} subject;

int subject_count(void);
const subject *subject_at(int i);

// A model that is loaded. Failures end the program: the files of models/ are part of the tree.
typedef struct loaded {
  noslip_context *context;
  noslip_model *model;
  noslip_model *bound;  // the same made of functions; NULL: there is none
  const char *method;   // of the subject
  double step;
} loaded;

loaded load_subject(const subject *s);
loaded load_file(const char *file, const noslip_setting *set, int nset);
void unload(loaded *l);

// a run from the start; `o` as for noslip_run_new
noslip_run *new_run(const loaded *l, const noslip_run_options *o);

// a run with the method and step of the subject; NULL if there is no such backend here
noslip_run *new_way(const loaded *l, const char *backend, bool monitored);

// take steps, or end the program with the sentence of the failure
void take_steps(const loaded *l, noslip_run *run, long steps);

// the node of a run in the form of the hand steps; forgets what starts an iteration
void read_node(hand_state *s, noslip_run *run, bool momenta);
