// One part of a study: the model is read, the run made, and its table filled.

#pragma once

#include "model/context.h"
#include "script/plan.h"
#include "script/saving.h"

#include <stdatomic.h>

// How far all parts are, told by any thread.
typedef struct script_teller {
  noslip_progress *progress;  // NULL: none
  void *context;
  long total;  // thousandths of all parts
  atomic_long done;
  atomic_bool telling;  // a thread is in the progress callback
  atomic_bool stopped;  // the progress callback returned false, or the time is over
  double until;         // of crew_seconds; 0: no end
  atomic_long numbers;  // in the tables of all parts
  const script_saving *saving;
} script_teller;

// a checkpoint that cannot be written
void teller_complain(script_teller *t, const char *sentence);

// count more thousandths of a part; false: stop
bool teller_tell(script_teller *t, long more);

// Take this much of what the tables of a study may hold together. False: it is too much, and the context
// has the sentence.
bool part_room(const script_part *p, noslip_context *context, script_teller *t, double rows,
               double columns);

// Fill p->table. A run that fails on its way is trouble of the table; false: it cannot begin, or there
// is no memory, and the context has the sentence. `threads` are for an ensemble.
bool part_compute(script_part *p, noslip_context *context, noslip_model *model, int threads,
                  script_teller *t);

// --- between the files

// a table without rows, with room for columns and numbers; false: no memory
bool kept_make(script_table *t, arena *a, int ncolumn, int nnumber);
void kept_add_number(script_table *t, const char *name, double value);

bool part_run(script_part *p, noslip_context *context, noslip_model *model, script_teller *t);
bool part_ensemble(script_part *p, noslip_context *context, noslip_model *model, int threads,
                   script_teller *t);
bool part_points(script_part *p, noslip_context *context, noslip_model *model, script_teller *t);

// the times of the events of a run, by kind and contact: event.off, event.off.hill; false: no memory, or
// too many
bool part_events(script_part *p, noslip_context *context, const noslip_run *run, script_teller *t);

// the sentence of the context becomes the trouble of the table; false: no memory
bool part_trouble(script_part *p, noslip_context *context);

// the part cannot begin: its label stands before the sentence of the context. Always false.
bool part_wrong(const script_part *p, noslip_context *context);

// what is told while a part goes on: its own thousandths so far
typedef struct part_progress {
  script_teller *teller;
  long told;
} part_progress;

// a noslip_progress of a part_progress
bool part_tell(void *context, long done, long total);
