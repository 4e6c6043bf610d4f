// Energy, invariants and observed quantities that are no finite numbers: at the start those that must
// be constant are refused, on the way all of them are warned of.

#include "run/run.h"

#include "base/shown.h"

#include <math.h>

// a sign of what is no number says nothing
static double shown_number(double x) {
  return isnan(x) ? fabs(x) : x;
}

noslip_status finite_start(const noslip_run *r, failure *why) {
  const model_system *s = r->model->system;
  if (r->observed.has_energy && !isfinite(r->observed.energy))
    return fail(why, NOSLIP_ERROR_MODEL,
                "the energy is not finite at the initial data: it is %g; start elsewhere, or write "
                "the model in other units",
                shown_number(r->observed.energy));
  for (int i = 0; i < s->invariants.count; i++)
    if (!isfinite(r->observed.monitor[i]))
      return fail(why, NOSLIP_ERROR_MODEL,
                  "the invariant `%s` is not finite at the initial data: it is %g; start "
                  "elsewhere, or make it an `observe`, which need not be constant",
                  SHOWN(s->invariants.list[i].label), shown_number(r->observed.monitor[i]));
  return NOSLIP_OK;
}

void finite_watch(noslip_run *r) {
  const model_system *s = r->model->system;
  watched_places w = run_watched(r);
  int i = watched_odd(run_watched_shape(r), &w, r->observed.monitor), ni = s->invariants.count;
  if (i < 0)
    return;
  const monitor *m = i < ni ? &s->invariants.list[i] : &s->observables.list[i - ni];
  run_notice(r, &r->watches.odd,
             "`%s` is not a finite number at t = %.10g, and perhaps elsewhere: its column has %g "
             "there; look where its expression is defined",
             SHOWN(m->label), r->state.t, r->observed.monitor[i]);
}
