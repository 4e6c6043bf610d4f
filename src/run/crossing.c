#include "run/crossing.h"

#include <assert.h>
#include <math.h>

// a start whose g is smaller than this share of that of the next node is on the section
static const double on_section = 1e-12;

// where |g| stays above this share of what it is at the nodes, it jumps: over an interval as short
// as the rounding of h* what is continuous has shrunk much more
static const double jump = 1e-6;

// what goes beyond zero by less than this share of g at the nodes touches it: rounding can do that,
// where left and right are up to a million times as large as g
static const double touching = 1e-9;

// of the step: the difference quotient of g is off by 4e-6 of h^2 g'', and by 1e-11 of the terms of g
static const double short_step = 1.0/(1 << 17);

static int sign_of(double x) {
  return (x > 0) - (x < 0);
}

// g where the run stands; `values` has the condition and the axes, too
static double look(crossing *c) {
  noslip_run *r = c->run;
  state *s = &r->state;
  const bundle *b = &r->evaluator.bundles[BUNDLE_SECTIONS];
  monitor_motion(r);
  if (r->model->sections_use_multipliers && !r->contacts)
    observed_consistent(&r->observed, s);
  const double *t = evaluator_clock(&r->evaluator, &s->t);
  const double *in[] = {t, r->observed.unwrapped, s->v, s->p, s->lambda, &r->observed.energy, s->q};
  b->function(b->context, in, b->out);
  c->values = b->out + section_width*c->section;
  return c->values[0];
}

bool crossing_at_nodes(const crossing *c) {
  return !aside_there(c->run);
}

bool crossing_init(crossing *c, noslip_run *r, int which, int direction) {
  assert(which >= 0 && which < r->model->system->sections.count + r->model->system->stops.count);
  assert(direction >= -1 && direction <= 1);
  *c = (crossing){.run = r, .section = which, .direction = direction};
  if (!aside_init(&c->aside, r))
    return false;
  c->g = look(c);
  c->nodes = 1;
  c->slope = (double)NAN;
  return true;
}

// ---------------------------------------------------------------------------------------------
// steps beside the run

static noslip_status stand(crossing *c, aside_place place, double h, double *g) {
  noslip_run *r = c->run;
  failure why;
  if (aside_stand(&c->aside, place, h, &why) != NOSLIP_OK)
    return fail_because(
        &r->context->failure, NOSLIP_ERROR_STEP, &why,
        "the crossing after t = %.10g (step %ld) was not found, with a step of %g: ",
        c->aside.before.t, r->progress.taken, h);
  *g = look(c);
  return NOSLIP_OK;
}

// stand at S_h(x_k): a locate_function
static noslip_status move(void *context, double h, double *g) {
  crossing *c = context;
  return stand(c, ASIDE_BEFORE, h, g);
}

// of g along the motion, at a node; NaN if the short step fails
static double slope_at(crossing *c, aside_place at, double g) {
  double d = c->run->h*short_step, g1;
  return stand(c, at, d, &g1) == NOSLIP_OK ? (g1 - g)/d : (double)NAN;
}

void crossing_return(crossing *c) {
  aside_return(&c->aside);
}

// ---------------------------------------------------------------------------------------------
// two crossings

// With an extremum beyond zero at tau, |g| at the nodes is at most max|g''| tau^2/2 and
// max|g''| (h - tau)^2/2, so that the sum of their roots is at most h (max|g''|/2)^(1/2). Second
// differences are h^2 g'' somewhere between their nodes: four times their size is assumed for this
// step. Where there are none yet, anything is possible.
static bool may_dip(const crossing *c, double g1) {
  if (c->nodes < 2)
    return true;
  double bend = fabs(g1 - 2*c->g + c->older[0]);
  if (c->nodes > 2)
    bend = fmax(bend, fabs(c->g - 2*c->older[0] + c->older[1]));
  return sqrt(fabs(c->g)) + sqrt(fabs(g1)) <= sqrt(2*bend);
}

// The extremum of the cubic, if g has the other sign there. The run is on its node again, and
// neither its next step nor the next search for a root is affected.
static bool find_dip(crossing *c, double g1, double *tau, double *g) {
  double depth = touching*fmax(fabs(c->g), fabs(g1));
  aside_keep(&c->aside, ASIDE_AFTER);
  aside_begin(&c->aside);
  locate_ends ends = {.h = c->run->h, .f0 = c->g, .d0 = c->slope, .f1 = g1};
  if (isnan(ends.d0))
    ends.d0 = slope_at(c, ASIDE_BEFORE, c->g);
  ends.d1 = slope_at(c, ASIDE_AFTER, g1);
  bool found =
      locate_dip(tau, 0, &ends) && move(c, *tau, g) == NOSLIP_OK && -sign_of(g1)*(*g) > depth;
  aside_end(&c->aside);
  crossing_return(c);
  c->slope = ends.d1;
  return found;
}

// ---------------------------------------------------------------------------------------------
// steps

// the sign before a step. "The start does not count": what begins on the section has none
static int sign_before(const crossing *c, double g1) {
  if (c->nodes > 1)
    return c->sign;
  return fabs(c->g) > on_section*fabs(g1) ? sign_of(c->g) : 0;
}

static void add_bracket(crossing *c, locate_bracket b) {
  if (c->direction == 0 || c->direction*b.fb > 0)
    c->brackets[c->count++] = b;
}

// the brackets of the last step, which has led to g1
static void find_brackets(crossing *c, double g1, int before, int now) {
  double h = c->run->h, tau, g;
  bool asked = before*now > 0 && c->g != 0 && !crossing_at_nodes(c) && may_dip(c, g1);
  c->count = c->next = 0;
  if (before*now < 0 && !isnan(c->g))
    add_bracket(c, (locate_bracket){.a = 0, .b = h, .fa = c->g, .fb = g1});
  if (asked && find_dip(c, g1, &tau, &g)) {
    add_bracket(c, (locate_bracket){.a = 0, .b = tau, .fa = c->g, .fb = g});
    add_bracket(c, (locate_bracket){.a = tau, .b = h, .fa = g, .fb = g1});
  }
  if (!asked)
    c->slope = (double)NAN;
}

// g1 is that of the node
static void arrive(crossing *c, double g1) {
  int before = sign_before(c, g1), now = sign_of(g1);
  find_brackets(c, g1, before, now);
  c->older[1] = c->older[0];
  c->older[0] = c->g;
  c->g = g1;
  c->nodes += c->nodes < 3;
  c->sign = now != 0 ? now : before;
}

// a change of sign in the last step: is it a crossing that counts?
static noslip_status locate(crossing *c, const locate_bracket *b, bool *found) {
  double g = 0;
  aside_keep(&c->aside, ASIDE_AFTER);
  noslip_status status = locate_root(&c->tau, &g, move, c, b);
  bool zero = fabs(g) <= jump*fmax(fabs(b->fa), fabs(b->fb));
  *found = status == NOSLIP_OK && zero && c->values[1] != 0;
  if (!*found)
    crossing_return(c);
  return status;
}

noslip_status crossing_next(crossing *c, bool *found) {
  noslip_status status = NOSLIP_OK;
  *found = false;
  while (c->next < c->count && status == NOSLIP_OK && !*found)
    status = locate(c, &c->brackets[c->next++], found);
  return status;
}

void crossing_begin(crossing *c) {
  aside_keep(&c->aside, ASIDE_BEFORE);
}

noslip_status crossing_end(crossing *c, bool *found) {
  arrive(c, look(c));
  *found = crossing_at_nodes(c) && c->count > 0 && c->values[1] != 0;
  c->tau = c->run->h;
  return crossing_at_nodes(c) ? NOSLIP_OK : crossing_next(c, found);
}

noslip_status crossing_again(crossing *c) {
  double g;
  c->aside.noted = true;
  noslip_status status = stand(c, ASIDE_BEFORE, c->tau, &g);
  c->aside.noted = false;
  return status;
}

noslip_status crossing_step(crossing *c, bool *found) {
  failure unsaid;
  *found = false;
  if (inputs_begin_step(c->run, &unsaid) == NOSLIP_OK)  // noslip_step repeats what it says
    crossing_begin(c);
  noslip_status status = noslip_step(c->run);
  return status == NOSLIP_OK ? crossing_end(c, found) : status;
}

noslip_status crossing_finish(crossing *c, bool *found) {
  noslip_run *r = c->run;
  failure unsaid;
  double h = r->h;
  assert(r->plan.rest != 0);
  *found = false;
  r->h = r->plan.rest;  // of inputs in its middle, and of the brackets
  if (inputs_begin_step(r, &unsaid) == NOSLIP_OK)
    crossing_begin(c);
  noslip_status status = noslip_finish(r);
  if (status == NOSLIP_OK)
    status = crossing_end(c, found);
  r->h = h;
  return status;
}

// ---------------------------------------------------------------------------------------------
// written or read, between two steps

static const transfer_field fields[] = {
    TRANSFER_SKIP(crossing, run),
    TRANSFER_SKIP(crossing, aside),
    TRANSFER_SKIP(crossing, section),
    TRANSFER_SKIP(crossing, direction),
    TRANSFER_FIELD(crossing, g),
    TRANSFER_FIELD(crossing, older),
    TRANSFER_WITHIN(crossing, nodes, 0, 3),
    TRANSFER_FIELD(crossing, slope),
    TRANSFER_WITHIN(crossing, sign, -1, 1),
    TRANSFER_SKIP(crossing, brackets),
    TRANSFER_SKIP(crossing, count),
    TRANSFER_SKIP(crossing, next),
    TRANSFER_FIELD(crossing, tau),
    TRANSFER_SKIP(crossing, values),
};

void crossing_transfer(crossing *c, transfer *t) {
  TRANSFER_RECORD(t, c, fields);
}
