// The points of a sweep: what their members have left, added up in their order.

#include "study/result.h"
#include "study/sweep_work.h"

double *sweep_statistic(const sweep *s, int quantity, int k) {
  return s->statistics + ((size_t)quantity*nstatistic + (size_t)k)*(size_t)s->result.npoint;
}

static double least(double a, double b) {
  return isnan(b) || a < b ? a : b;
}

static double largest(double a, double b) {
  return isnan(b) || a > b ? a : b;
}

static void begin_point(work *w, noslip_sweep_point *p) {
  *p = (noslip_sweep_point){.time = (double)NAN,
                            .energy_error = (double)NAN,
                            .constraint_error = (double)NAN,
                            .verdict = NOSLIP_VERDICT_KEPT};
  for (int j = 0; j < w->swept.n; j++) {
    w->ends[j] = (spread){0};
    w->low[j] = w->high[j] = (double)NAN;
  }
}

static int badness(noslip_verdict_word word) {
  return word == NOSLIP_VERDICT_NOT_RESOLVED ? 2 : word == NOSLIP_VERDICT_NOT_KEPT;
}

static void count(noslip_sweep_result *r, noslip_sweep_point *p, const swept_slot *s) {
  p->steps += s->spent.steps;
  p->newton_iterations += s->spent.iterations;
  p->events += s->spent.events;
  p->nfailed += crew_is_trouble(s->status);
  p->nunfinished += s->status == NOSLIP_STOPPED;
  r->steps += s->spent.steps;
  r->newton_iterations += s->spent.iterations;
  r->events += s->spent.events;
  r->nfailed += crew_is_trouble(s->status);
  r->nunfinished += s->status == NOSLIP_STOPPED;
}

static noslip_status add_member(work *w, noslip_sweep_point *p, const swept_slot *s) {
  arena *a = &w->sweep->arena;
  if (!study_is_result(s->status) && !crew_is_trouble(s->status))
    return fail(&w->context->failure, s->status, "%s", s->trouble);
  count(&w->sweep->result, p, s);
  if (crew_is_trouble(s->status) && !p->trouble)
    p->trouble = arena_print(a, "%s", s->trouble);
  if (s->stopped[0] && !p->stopped)
    p->stopped = arena_print(a, "%s", s->stopped);
  if (s->spent.steps > 0) {
    p->time = least(s->spent.time, p->time);
    p->energy_error = largest(s->energy_error, p->energy_error);
    p->constraint_error = largest(s->constraint_error, p->constraint_error);
  }
  p->verdict = badness(s->verdict) > badness(p->verdict) ? s->verdict : p->verdict;
  for (int j = 0; j < w->swept.n; j++) {
    if (s->status == NOSLIP_OK)
      spread_add(&w->ends[j], s->end[j]);
    if (s->course[j].n > 0) {
      w->low[j] = least(s->course[j].min, w->low[j]);
      w->high[j] = largest(s->course[j].max, w->high[j]);
    }
  }
  return a->failed ? fail_memory(&w->context->failure) : NOSLIP_OK;
}

// of one member the statistics are over its output times, `only`; of several over their ends
static void end_point(work *w, int point, const swept_slot *only) {
  for (int j = 0; j < w->swept.n; j++) {
    const spread *s = only ? &only->course[j] : &w->ends[j];
    bool there = s->n > 0;
    const double x[nstatistic] = {w->ends[j].n > 0 ? w->ends[j].mean : (double)NAN,
                                  there ? s->mean : (double)NAN,
                                  spread_variance(s),
                                  spread_square(s),
                                  there ? s->min : (double)NAN,
                                  there ? s->max : (double)NAN,
                                  w->low[j],
                                  w->high[j]};
    for (int k = 0; k < nstatistic; k++)
      sweep_statistic(w->sweep, j, k)[point] = x[k];
  }
}

noslip_status sweep_take(work *w, int member, const swept_slot *s) {
  int each = w->sweep->result.nmember, point = member/each;
  noslip_sweep_point *p = &w->sweep->points[point];
  if (member % each == 0)
    begin_point(w, p);
  noslip_status status = add_member(w, p, s);
  if (status == NOSLIP_OK && (member + 1) % each == 0)
    end_point(w, point, each == 1 ? s : NULL);
  return status;
}
