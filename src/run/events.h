#pragma once
#include "noslip/run.h"
#include <stdio.h>
#include <stdlib.h>
typedef enum event_kind { EVENT_IMPACT, EVENT_LAND, EVENT_OFF, EVENT_STICK, EVENT_SLIP, EVENT_REVERSE, EVENT_REDUCED, EVENT_JAM, EVENT_ZENO } event_kind;
static inline void event_note(noslip_run *r, event_kind kind, const char *name, double impulse, double before, double after) {
  static const char *const names[] = {"impact","land","off","stick","slip","reverse","reduced","jam","zeno"};
  if (getenv("EVENTS")) fprintf(stderr, "%.15g %s %s %.10g %.10g %.10g\n", noslip_time(r), names[kind], name, impulse, before, after);
}
