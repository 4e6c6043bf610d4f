// What a run has taken so far.

#pragma once

#include "noslip.h"

typedef struct spent {
  double time;  // of the model
  long steps, iterations;
  double seconds;  // of wall time
} spent;

static inline spent spent_by(noslip_run *run) {
  noslip_report report;
  noslip_run_report(run, &report);
  return (spent){report.time, report.steps, report.newton_iterations, report.wall_seconds};
}
