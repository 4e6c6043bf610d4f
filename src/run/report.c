// How a run goes: what can be asked of it at any node.

#include "run/run.h"

#include "run/contact/contact.h"

#include <math.h>

long noslip_run_steps(const noslip_run *r) {
  return r ? r->plan.steps : 0;
}

long noslip_run_taken(const noslip_run *r) {
  return r ? r->progress.taken : 0;
}

double noslip_run_rest(const noslip_run *r) {
  return r ? r->plan.rest : 0;
}

long noslip_run_every(const noslip_run *r) {
  return r ? r->plan.every : 0;
}

const char *noslip_run_backend(const noslip_run *r) {
  if (!r)
    return "";
  bool compiled = r->native || (r->contacts && contacts_compiled(r->contacts));
  return r->problem->callbacks ? "callbacks" : compiled ? "native" : "interpret";
}

double noslip_time(const noslip_run *r) {
  return r ? r->state.t : (double)NAN;
}

bool noslip_run_has_energy(const noslip_run *r) {
  return r && r->observed.has_energy;
}

double noslip_energy(noslip_run *r) {
  if (!r)
    return (double)NAN;
  monitor_motion(r);
  return r->observed.energy;
}

static void fill_report(noslip_run *r, noslip_report *out) {
  method_work work = r->contacts ? r->contacts->work : method_counts(r->stepper);
  monitor_motion(r);
  *out = (noslip_report){
      .model = r->model->system->name,
      .interpreted_steps = r->compiling.interpreted,
      .method = r->method->name,
      .step = r->h,
      .time = r->state.t,
      .steps = r->progress.taken,
      .energy_initial = r->energy.start,
      .energy_final = r->observed.energy,
      .energy_max_error = r->energy.error,
      .energy_trend = monitor_trend(r),
      .energy_is_invariant = r->energy.is_invariant,
      .invariant_initial = r->invariants.start,
      .invariant_errors = r->invariants.error,
      .newton_iterations = r->progress.iterations,
      .newton_factorisations = work.factorisations,
      .newton_max_per_step = r->progress.most_iterations,
      .newton_failed_iterations = r->progress.failed_iterations,
      .right_hand_sides = work.evaluations,
      .steps_accepted = work.accepted,
      .steps_rejected = work.rejected,
      .average_step =
          work.accepted > 0 ? fabs(r->state.t - r->start.time)/(double)work.accepted : 0,
      .wall_seconds = r->progress.taken > 0 ? run_clock() - r->progress.began : 0,
      .nwarning = r->warnings.count,
      .warnings = r->warnings.list,
      .nexact = r->plan.monitored ? r->watches.exact.n : 0,
      .exact_names = r->watches.exact.names,
      .exact_errors = r->watches.exact.last,
      .exact_max_errors = r->watches.exact.largest,
      .nfound = r->start.nfound,
      .found = r->start.found,
  };
  residual_report(r, out);
}

void noslip_run_report_sized(noslip_run *r, noslip_report *report, size_t size) {
  noslip_report own = {0};
  if (!report)
    return;
  if (r)
    fill_report(r, &own);
  sized_give(report, size, &own, sizeof own);
}
