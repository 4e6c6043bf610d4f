#include "run/crossing.h"

#include "run/locate.h"

#include <assert.h>
#include <math.h>

// a start whose g is smaller than this share of that of the next node is on the section
static const double on_section = 1e-12;

// where |g| stays above this share of what it is at the nodes, it jumps: over an interval as short
// as the rounding of h* what is continuous has shrunk much more
static const double jump = 1e-6;

static int sign_of(double x) {
  return (x > 0) - (x < 0);
}

// g where the run stands; `values` has the condition and the axes, too
static double look(crossing *c) {
  noslip_run *r = c->run;
  state *s = &r->state;
  const bundle *b = &r->evaluator.bundles[BUNDLE_SECTIONS];
  monitor_motion(r);
  if (r->model->sections_use_multipliers)
    observed_consistent(&r->observed, s);
  const double *in[] = {&s->t,     r->observed.unwrapped, s->v, s->p,
                        s->lambda, &r->observed.energy,   s->q};
  b->function(b->context, in, b->out);
  c->values = b->out + section_width*c->section;
  return c->values[0];
}

bool crossing_init(crossing *c, noslip_run *r, int which, int direction) {
  assert(which >= 0 && which < r->model->system->sections.count);
  assert(direction >= -1 && direction <= 1);
  *c = (crossing){.run = r, .stepper = run_checker(r), .section = which, .direction = direction};
  if (!c->stepper || !state_init(&c->before, &r->arena, r->problem) ||
      !state_init(&c->after, &r->arena, r->problem))
    return false;
  c->g = look(c);
  return true;
}

// ---------------------------------------------------------------------------------------------
// steps

// stand at S_h(x_k): a locate_function
static noslip_status move(void *context, double h, double *g) {
  crossing *c = context;
  noslip_run *r = c->run;
  failure why;
  state_copy(&r->state, &c->before);
  if (h != 0 && method_step(c->stepper, &r->state, h, &why) != NOSLIP_OK)
    return fail(&r->context->failure, NOSLIP_ERROR_STEP,
                "the crossing after t = %.10g (step %ld) was not found, with a step of %g: %s",
                c->before.t, r->progress.taken, h, why.sentence);
  observed_arrive(&r->observed, &r->state, c->before.t + h);
  *g = look(c);
  return NOSLIP_OK;
}

// the sign before a step. "The start does not count": what begins on the section has none
static int sign_before(const crossing *c, double g1) {
  if (c->begun)
    return c->sign;
  return fabs(c->g) > on_section*fabs(g1) ? sign_of(c->g) : 0;
}

// a change of sign from g0 to g1 over the last step: is it a crossing that counts?
static noslip_status locate(crossing *c, double g0, double g1, bool *found) {
  double h, g = 0;
  locate_bracket bracket = {.a = 0, .b = c->run->h, .fa = g0, .fb = g1};
  state_copy(&c->after, &c->run->state);
  noslip_status status = locate_root(&h, &g, move, c, &bracket);
  bool zero = fabs(g) <= jump*fmax(fabs(g0), fabs(g1));
  *found = status == NOSLIP_OK && zero && c->values[1] != 0;
  if (!*found)
    crossing_return(c);
  return status;
}

noslip_status crossing_step(crossing *c, bool *found) {
  noslip_run *r = c->run;
  *found = false;
  state_copy(&c->before, &r->state);
  noslip_status status = noslip_step(r);
  if (status != NOSLIP_OK)
    return status;
  double g0 = c->g, g1 = look(c);
  int before = sign_before(c, g1), now = sign_of(g1);
  c->g = g1;
  c->begun = true;
  c->sign = now != 0 ? now : before;
  if (before*now >= 0 || isnan(g0) || (c->direction != 0 && c->direction != now))
    return NOSLIP_OK;
  return locate(c, g0, g1, found);
}

void crossing_return(crossing *c) {
  noslip_run *r = c->run;
  state_copy(&r->state, &c->after);
  observed_arrive(&r->observed, &r->state, c->after.t);
}
