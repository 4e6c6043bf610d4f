#include "study/tryout.h"

#include "base/vec.h"
#include "run/run.h"

#include <assert.h>
#include <math.h>
#include <time.h>

enum { parts = 4 };  // of a trial, each timed by itself: the least is disturbed the least

static double read_clock(clockid_t which) {
  struct timespec t;
  clock_gettime(which, &t);
  return (double)t.tv_sec + 1e-9*(double)t.tv_nsec;
}

// Other processes do not count. Reading this clock takes as long as a short step, so that steps are
// timed by another one.
double tryout_now(void) {
  return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

// of one column, against its largest number
static double column_distance(const measured *m, const double *x, const double *y, int c) {
  const double *a = x + m->begin[c], *b = y + m->begin[c];
  double size = fmax(vec_max(a, m->n[c]), vec_max(b, m->n[c])), apart = 0;
  for (int i = 0; i < m->n[c]; i++)
    apart = fabs(a[i] - b[i]) <= apart ? apart : fabs(a[i] - b[i]);
  return apart == 0 ? 0 : apart/size;
}

// Bodies at rest have velocities of rounding, and these differ by as much as they are: where positions
// agree to rounding, velocities that do not agree at all are those of rest.
double tryout_distance(const measured *m, const double *x, const double *y) {
  static const double at_rest = 1e-13, not_at_all = 0.1;
  double worst = column_distance(m, x, y, NOSLIP_COLUMN_Q);
  for (int c = NOSLIP_COLUMN_Q + 1; c <= NOSLIP_COLUMN_P; c++) {
    double relative = column_distance(m, x, y, c);
    if (worst <= at_rest && relative > not_at_all)
      continue;
    worst = relative <= worst ? worst : relative;
  }
  return worst;
}

static void look_at_energy(tryout_end *out, noslip_run *run, double energy0) {
  if (!isnan(out->energy_error))
    out->energy_error = fmax(out->energy_error, fabs(noslip_energy(run) - energy0));
}

// the steps of one part; its mean is kept if it is the least
static noslip_status take_part(tryout_end *out, const tryout *t, noslip_run *run, long steps) {
  double energy0 = run->energy.start, spent = 0;
  long taken = 0;
  noslip_status status = NOSLIP_OK;
  for (; taken < steps && status == NOSLIP_OK && !out->late; taken++) {
    double work = effort_so_far(run), began = read_clock(CLOCK_MONOTONIC);
    status = noslip_step(run);
    spent += read_clock(CLOCK_MONOTONIC) - began;
    out->work += effort_so_far(run) - work;
    look_at_energy(out, run, energy0);
    out->late = out->work > t->most_work || tryout_now() > t->until;
  }
  out->taken += taken;
  if (taken > 0)
    out->seconds = fmin(out->seconds, spent/(double)taken);
  return status;
}

static void take_steps(tryout_end *out, const tryout *t, noslip_run *run, long steps) {
  for (int k = 0; k < parts && out->status == NOSLIP_OK && !out->late; k++) {
    out->status = take_part(out, t, run, steps*(k + 1)/parts - steps*k/parts);
    double *place = k == 0 ? out->quarter : k == 1 ? out->half : NULL;
    if (place && out->status == NOSLIP_OK)
      measured_read(place, &t->what, run);
  }
  out->work /= (double)(out->taken > 0 ? out->taken : 1);
  out->late &= out->taken < steps;
}

void tryout_run(tryout_end *out, const tryout *t, const char *name, double h, long steps) {
  noslip_run *run;
  noslip_method_info info;
  noslip_report report;
  assert(steps > 0 && h != 0);
  noslip_run_options options = {.whole_steps = true,
                                .method = name,
                                .step = h,
                                .steps = steps,
                                .project = t->project,
                                .unmonitored = true};
  if (!t->model->problem->callbacks)
    options.backend = "interpret";
  *out = (tryout_end){.x = out->x,
                      .quarter = out->quarter,
                      .half = out->half,
                      .seconds = (double)INFINITY,
                      .energy_error = (double)NAN};
  out->status = noslip_run_new(t->context, t->model, &options, &run);
  if (out->status != NOSLIP_OK)
    return;
  noslip_run_method(run, &info);
  noslip_run_report(run, &report);
  out->order = info.order;
  out->unknowns = run->stepper ? stepper_base(run->stepper)->largest_system : 0;
  if (noslip_run_has_energy(run) && report.energy_is_invariant)
    out->energy_error = 0;
  if (effort_begin(run))
    take_steps(out, t, run, steps);
  else
    out->status = fail_memory(&t->context->failure);
  if (out->x && out->status == NOSLIP_OK && !out->late)
    measured_read(out->x, &t->what, run);
  noslip_run_free(run);
}
