// What a run has taken so far.

#pragma once

#include "noslip.h"

typedef struct spent {
  double time;  // of the model
  long steps, iterations;
  double seconds;  // of wall time
  long events;     // noslip/event.h
} spent;

static inline spent spent_by(noslip_run *run) {
  noslip_report report;
  noslip_event_totals totals;
  noslip_run_report(run, &report);
  noslip_run_event_totals(run, &totals);
  return (spent){report.time, report.steps, report.newton_iterations, report.wall_seconds,
                 totals.events};
}
