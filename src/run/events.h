// The events of a run, as they are noted, and what is added up over all of them.

#pragma once

#include "base/transfer.h"
#include "noslip/event.h"

// rows that are kept; events after these are counted only, with a warning: 10^6 rows are 48 MB
enum { event_most_rows = 1000000 };

typedef struct event_row {
  double time;
  noslip_event_kind kind;
  const char *name;
  double impulse, before, after;
} event_row;

// What the contact engine adds to as it goes. Counts and times are those of event_note.
typedef struct event_totals {
  long count[NOSLIP_EVENT_KIND_COUNT];
  double first[NOSLIP_EVENT_KIND_COUNT], last[NOSLIP_EVENT_KIND_COUNT];
  double normal_work, friction_work, positive_friction_work;
  double penetration;
  long not_unique;
} event_totals;

typedef struct event_list {
  event_row *rows;  // on the heap
  long count, room;
  bool expected;  // the model has contacts
  bool cut;       // there are events without a row
  bool aside;     // a step beside the run is taken: its events are not noted
  event_totals totals;
} event_list;

// Note an event at the time where the run stands. The name must live as long as the run; energies are
// those of the model, NaN if there are none. Takes memory for rows now and then; without it the event
// is counted, and the run warns.
void event_note(noslip_run *r, noslip_event_kind kind, const char *name, double impulse,
                double before, double after);

// Work of the impulses at one instant or in one step, normal and friction.
void event_work(noslip_run *r, double normal, double friction);

// A gap at a node; below zero it is a penetration.
void event_gap(noslip_run *r, double gap);

// All rows and totals, written or read; names that are read lie in the arena.
void event_list_transfer(event_list *e, transfer *t, const memory *m, arena *a);
void event_totals_transfer(event_totals *e, transfer *t);

void event_list_init(event_list *e, bool expected);
void event_list_free(event_list *e, const memory *m);
