#include "run/pace.h"

#include "run/run.h"

#include <limits.h>

// seconds between looks at the clock, and between calls
static const double look_every = 0.01, tell_every = 0.1;

void pace_begin(pace *p, const noslip_run *r, long total) {
  *p = (pace){.progress = r->plan.progress, .context = r->plan.progress_context, .total = total};
  p->left = p->stride = p->progress ? 1 : LONG_MAX;
  if (p->progress)
    p->looked = p->told = run_clock();
}

bool pace_look(pace *p) {
  if (!p->progress)
    return true;
  double now = run_clock(), took = now - p->looked;
  if (took < look_every/2 && p->stride < LONG_MAX/2)
    p->stride *= 2;
  else if (took > 2*look_every)
    p->stride = 1 + (long)((double)p->stride*look_every/took);
  p->left = p->stride;
  p->looked = now;
  if (now - p->told < tell_every)
    return true;
  p->told = now;
  return p->progress(p->context, p->done, p->total);
}
