// noslip/event.h: what happens at the contacts of a model, one row for each event.

#pragma once

#include "noslip/run.h"

#ifdef __cplusplus
extern "C" {
#endif

// The kinds of events: constant, name in all outputs, meaning. This list is the only one.
#define NOSLIP_EVENT_KINDS(KIND)                                                                \
  KIND(IMPACT, "impact", "a contact is struck and opens again at once")                         \
  KIND(LAND, "land", "a contact closes and stays closed, also when its bounces become too low") \
  KIND(OFF, "off", "a closed contact opens: its force is 0, or an impact opens it")             \
  KIND(STICK, "stick", "a sliding contact stops and sticks")                                    \
  KIND(SLIP, "slip", "a sticking contact begins to slide")                                      \
  KIND(REVERSE, "reverse", "a sliding contact stops and slides back")                           \
  KIND(REDUCED, "reduced", "restitution was reduced, or the impact would have created energy")

#define NOSLIP_EVENT_CONSTANT(word, name, meaning) NOSLIP_EVENT_##word,
typedef enum noslip_event_kind {
  NOSLIP_EVENT_KINDS(NOSLIP_EVENT_CONSTANT) NOSLIP_EVENT_KIND_COUNT
} noslip_event_kind;
#undef NOSLIP_EVENT_CONSTANT

// the name of a kind, "impact", and what it means; "" if there is no such kind
NOSLIP_API const char *noslip_event_name(noslip_event_kind kind);
NOSLIP_API const char *noslip_event_meaning(noslip_event_kind kind);

typedef struct noslip_event {
  double time;
  const char *kind;                    // "impact", "off", ...
  const char *name;                    // of the contact
  double impulse;                      // of its normal force; 0 where there is none
  double energy_before, energy_after;  // of the whole model
} noslip_event;

// Events so far that have a row, in the order of time: all of the first million. Texts are valid
// until the run is freed. False: there is no event i.
NOSLIP_API long noslip_run_event_count(const noslip_run *run);
NOSLIP_API bool noslip_run_event_sized(const noslip_run *run, long i, noslip_event *event,
                                       size_t size);
static inline bool noslip_run_event(const noslip_run *run_, long i_, noslip_event *event_) {
  return noslip_run_event_sized(run_, i_, event_, sizeof *event_);
}

// Events and contact forces of the run so far, all together. Arrays have NOSLIP_EVENT_KIND_COUNT
// entries, as of the library that fills them, and are valid until the run is freed.
typedef struct noslip_event_totals {
  bool has_contacts;              // of the model; without them everything else is 0
  long events;                    // also those that have no row
  int nkind;                      // of the arrays
  const long *counts;             // of each kind
  const double *first, *last;     // times of the first and last of each kind; NaN: there was none
  double normal_work;             // of the normal impulses on the bodies
  double friction_work;           // of the friction impulses
  double positive_friction_work;  // its positive parts alone; it tends to 0 with the step
  double largest_penetration;     // how far a gap was below zero, at nodes; at most, >= 0
  long forces_not_unique;         // instants at which more than one set of forces gives the motion
} noslip_event_totals;

NOSLIP_API void noslip_run_event_totals_sized(const noslip_run *run, noslip_event_totals *totals,
                                              size_t size);
static inline void noslip_run_event_totals(const noslip_run *run_, noslip_event_totals *totals_) {
  noslip_run_event_totals_sized(run_, totals_, sizeof *totals_);
}

#ifdef __cplusplus
}
#endif
