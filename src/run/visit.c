#include "run/visit.h"

#include "run/aside.h"
#include "run/contact/contact.h"

#include <assert.h>
#include <float.h>
#include <math.h>

typedef struct visit {
  aside aside;
  bool away;     // the run stands there
  bool stepped;  // there is a last step
} visit;

bool visit_init(noslip_run *r) {
  visit *v = arena_alloc(&r->arena, sizeof *v);
  if (!v)
    return false;
  *v = (visit){0};
  r->plan.visit = v;
  return aside_init(&v->aside, r);
}

void visit_begin(noslip_run *r) {
  visit *v = r->plan.visit;
  if (!v)
    return;
  aside_keep(&v->aside, ASIDE_BEFORE);
  v->stepped = true;
}

bool visit_end(noslip_run *r) {
  visit *v = r->plan.visit;
  if (!v || !v->away)
    return false;
  aside_return(&v->aside);
  aside_end(&v->aside);
  v->away = false;
  return true;
}

void noslip_return(noslip_run *r) {
  if (r && visit_end(r))
    views_fill(r);
}

void visit_transfer(noslip_run *r, transfer *t) {
  visit *v = r->plan.visit;
  if (!v)
    return;
  assert(!v->away);
  transfer_flags(t, "stepped", &v->stepped, 1);
  state_transfer(&v->aside.before, t);
  if (r->contacts && v->stepped)
    contacts_place_transfer(r->contacts, (int)ASIDE_BEFORE, t);
}

static noslip_status refuse(const noslip_run *r, double t, failure *why) {
  const visit *v = r->plan.visit;
  if (!v)
    return fail(why, NOSLIP_ERROR_ARGUMENT, "a visit needs the option `visits`");
  if (!aside_there(r))
    return fail(
        why, NOSLIP_ERROR_ARGUMENT,
        "with contacts of pairs, or of very many bodies, nothing is known between the nodes, "
        "and t = %g is none; take multiples of the step",
        t);
  return fail(why, NOSLIP_ERROR_ARGUMENT,
              "t = %g is not in the last step, from t = %g to %g; visit it after its step", t,
              v->stepped ? v->aside.before.t : r->state.t, r->state.t);
}

// The share of the last step that leads to t; false: t is not in it. Its nodes are known to rounding.
static bool find_share(const visit *v, double t, double *share) {
  const double rounding = 16*DBL_EPSILON;
  double from = v->aside.before.t, to = v->aside.run->state.t;
  double near = rounding*fmax(fabs(from), fabs(to)), way = (to - from)*(t - from);
  *share = fabs(t - from) <= near ? 0 : t - from;
  return *share == 0 || (way > 0 && fabs(t - from) < fabs(to - from));
}

static noslip_status visit_time(noslip_run *r, double t) {
  visit_end(r);
  visit *v = r->plan.visit;
  failure *why = &r->context->failure, cause;
  double share, near = 16*DBL_EPSILON*fabs(r->state.t);
  if (fabs(t - r->state.t) <= near)
    return NOSLIP_OK;
  if (!v || !v->stepped || !aside_there(r) || !find_share(v, t, &share))
    return refuse(r, t, why);
  aside_keep(&v->aside, ASIDE_AFTER);
  aside_begin(&v->aside);
  v->away = true;
  if (aside_stand(&v->aside, ASIDE_BEFORE, share, &cause) == NOSLIP_OK)
    return NOSLIP_OK;
  visit_end(r);
  return fail_because(why, NOSLIP_ERROR_STEP, &cause,
                      "a step of %g to visit t = %g failed: ", share, t);
}

noslip_status noslip_visit(noslip_run *r, double t) {
  if (!r)
    return NOSLIP_ERROR_ARGUMENT;
  noslip_status status = visit_time(r, t);
  views_fill(r);
  return status;
}
