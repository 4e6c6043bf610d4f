#include "run/resolution.h"

#include "problem/group.h"
#include "run/verdict.h"

#include <assert.h>
#include <float.h>
#include <math.h>

// Errors of a step that are small whatever the order, and such as no order excuses: of a harmonic
// oscillation a method of order 2 shows 0.035 with h omega = 0.5 and 0.14 with h omega = 1. Where
// it is 0.1 in the pericentre of Kepler's problem, orbits escape after some turns.
//
// A step that has changed the energy by more than `leap` of what moves and that cannot be repeated
// in parts has led elsewhere: some equations of long steps have several solutions.
static const double small = 0.02, large = 0.05, leap = 1e-3;

bool resolution_is_good(double coarse, double fine, int order) {
  // half of the order is enough: between coarse and fine steps orders show only gradually
  return (coarse <= small && fine <= small) ||
         (coarse <= large && fine <= coarse*exp2(-0.5*order));
}

// how far apart the ends of a stretch are: x1 and x2, x2 and x4, x4 and x0
typedef struct gaps {
  double coarse, fine, all;
} gaps;

enum { KIND_RATES, KIND_PLACES, nkind };  // velocities or states; positions

typedef struct stretch {
  noslip_run *run;
  stepper *stepper;
  arena scratch;
  const state *from;               // where the stretch begins
  state ends[3];                   // after one step, two halves, four quarters
  double *x, *y, *px, *py, *rate;  // n
  gaps gaps[nkind][watched_nodes];
  bool visited[watched_nodes], lost[watched_nodes];  // `lost`: parts of the step failed
} stretch;

static bool stretch_init(stretch *s, noslip_run *r) {
  int n = r->problem->n;
  *s = (stretch){.run = r, .stepper = run_checker(r)};
  arena_init(&s->scratch, &r->context->memory);
  double **arrays[] = {&s->x, &s->y, &s->px, &s->py, &s->rate};
  for (size_t i = 0; i < sizeof arrays/sizeof *arrays; i++)
    *arrays[i] = ARENA_ARRAY(&s->scratch, double, n);
  for (int k = 0; k < 3; k++)
    state_init(&s->ends[k], &s->scratch, r->problem);
  return s->stepper && !s->scratch.failed;
}

// go from x0 to x0 + h in this many steps; the state there is complete
static bool travel(stretch *s, state *x, const state *x0, double h, int steps) {
  assert(steps > 0 && x != x0);
  failure why;
  state_copy(x, x0);
  for (int k = 1; k <= steps; k++) {
    if (method_step(s->stepper, x, h/steps, &why) != NOSLIP_OK)
      return false;
    x->t = x0->t + h*k/steps;
    state_wrap(x, s->run->problem->angle);
  }
  const observed *k = &s->run->observed;
  return !k->mechanical || observed_complete(&s->run->evaluator, x, k->velocities);
}

// ---------------------------------------------------------------------------------------------
// distances

// 0 where nothing has changed, whatever it is compared with
static double share(double part, double whole) {
  return part > 0 || isnan(part) ? part/whole : 0;
}

static double energy(const stretch *s, const double *x) {
  const state *at = &s->ends[2];
  return evaluator_run(&s->run->evaluator, BUNDLE_ENERGY, at->t, at->q, x, NULL)[0];
}

// |x - y| of velocities, or of momenta of a hamiltonian; zero below its own rounding
static double kinetic_distance(stretch *s, const double *x, const double *y) {
  for (int i = 0; i < s->run->problem->nv; i++)
    s->rate[i] = 0.5*(x[i] + y[i]);
  double Ex = energy(s, x), Ey = energy(s, y), Em = energy(s, s->rate);
  double K = 2*fabs(Ex + Ey - 2*Em), size = fabs(Ex) + fabs(Ey) + 2*fabs(Em);
  return K <= 16*DBL_EPSILON*size ? 0 : sqrt(K);
}

static double rate_distance(stretch *s, const state *x, const state *y) {
  if (!s->run->observed.mechanical) {
    double largest = 0;
    for (int i = 0; i < x->n; i++) {
      double change = fabs(x->q[i] - y->q[i]);
      largest = observed_larger(largest, share(change, exchange_width(s->run->exchange.z[i])));
    }
    return largest;
  }
  bool velocities = s->run->observed.lagrangian;
  return kinetic_distance(s, velocities ? x->v : x->p, velocities ? y->v : y->p);
}

// the largest difference of an entry of a rotation, or of the angle of a plane
static double rotation_distance(stretch *s, const state *x, const state *y) {
  const problem *p = s->run->problem;
  double largest = 0;
  for (int k = 0; k < p->group.nfactor; k++) {
    const group_factor *f = &p->group.factor[k];
    int skip = group_factor_translations(f), count = f->size - skip;
    vec_sub(s->x, x->q + f->from + skip, y->q + f->from + skip, count);
    largest = fmax(largest, vec_max(s->x, count));
  }
  return largest;
}

// w = (x - y)/h as a velocity
static double velocity_size(stretch *s, const double *w) {
  const problem *p = s->run->problem;
  const chart *momenta = &s->run->evaluator.velocities;
  const state *at = &s->ends[2];
  vec_zero(s->y, p->n);
  if (p->mechanical.lagrangian)
    return kinetic_distance(s, w, s->y);
  bool known = chart_eval(momenta, at->t, at->q, w, s->px, s->rate, NULL) &&
               chart_eval(momenta, at->t, at->q, s->y, s->py, s->rate, NULL);
  return known ? kinetic_distance(s, s->px, s->py) : 0;
}

static double position_distance(stretch *s, const state *x, const state *y) {
  const problem *p = s->run->problem;
  double h = s->ends[0].t - s->from->t;
  if (p->class == PROBLEM_GROUP)
    return rotation_distance(s, x, y);
  state_unwrapped(x, p->angle, s->x);
  state_unwrapped(y, p->angle, s->y);
  for (int i = 0; i < p->n; i++)
    s->x[i] = (s->x[i] - s->y[i])/h;
  return p->mechanical.structure.degenerate ? 0 : velocity_size(s, s->x);
}

// ---------------------------------------------------------------------------------------------
// nodes

static gaps measure(stretch *s, const state *x0,
                    double distance(stretch *, const state *, const state *)) {
  const state *x = s->ends;
  return (gaps){distance(s, &x[0], &x[1]), distance(s, &x[1], &x[2]), distance(s, &x[2], x0)};
}

// one, two and four steps from a node, whose velocities and momenta are known
static void visit(stretch *s, int at, const state *x0, double h) {
  assert(at >= 0 && at < watched_nodes && !s->visited[at]);
  s->from = x0;
  s->visited[at] = true;
  for (int k = 0; k < 3; k++)
    if (!travel(s, &s->ends[k], x0, h, 1 << k)) {
      s->lost[at] = true;
      return;
    }
  s->gaps[KIND_RATES][at] = measure(s, x0, rate_distance);
  if (s->run->observed.mechanical)
    s->gaps[KIND_PLACES][at] = measure(s, x0, position_distance);
}

static void visit_all(stretch *s) {
  const noslip_run *r = s->run;
  for (int k = 0; k < watched_nodes; k++) {
    const exchange *x = &r->exchange;
    bool back = k != WATCHED_START && r->energy.is_invariant;
    if (k == WATCHED_START || x->found.change[k] > 0)
      visit(s, k, &x->nodes[k], back ? -r->h : r->h);
  }
}

// ---------------------------------------------------------------------------------------------
// the worst of all

static resolution judge(const stretch *s, int kind, int at, double all) {
  const noslip_run *r = s->run;
  const gaps *g = &s->gaps[kind][at];
  resolution here = {
      .t = r->exchange.nodes[at].t,
      .coarse = share(g->coarse, all),
      .fine = share(g->fine, all),
      .what = !r->observed.mechanical ? "state"
              : kind == KIND_RATES    ? "velocity"
                                      : "position",
  };
  bool good = resolution_is_good(here.coarse, here.fine, r->method->order);
  here.word = good ? RESOLUTION_GOOD : RESOLUTION_POOR;
  return here;
}

// a poor one before all others, then the largest error
static bool is_worse(const resolution *a, const resolution *b) {
  if (a->word != b->word)
    return b->word == RESOLUTION_UNKNOWN || a->word == RESOLUTION_POOR;
  return a->coarse > b->coarse;
}

static void find_worst(const stretch *s, int kind, resolution *worst) {
  double all = 0;
  for (int k = 0; k < watched_nodes; k++)
    all = fmax(all, s->gaps[kind][k].all);
  for (int k = 0; k < watched_nodes; k++) {
    resolution here = judge(s, kind, k, all);
    if (s->visited[k] && !s->lost[k] && is_worse(&here, worst))
      *worst = here;
  }
}

static bool has_leapt(const stretch *s) {
  const exchange *x = &s->run->exchange;
  return s->lost[WATCHED_JUMPED] && s->run->energy.is_invariant &&
         x->found.change[WATCHED_JUMPED] > leap*verdict_moving(s->run);
}

bool resolution_measure(noslip_run *r, resolution *out) {
  *out = (resolution){.word = RESOLUTION_UNKNOWN, .what = ""};
  if (method_is_adaptive(r->method) || !r->plan.monitored || r->progress.taken == 0 ||
      r->contacts || r->problem->lean)
    return true;
  stretch s;
  bool enough = stretch_init(&s, r);
  if (enough) {
    run_aside_begin(r);
    visit_all(&s);
    run_aside_end(r);
    for (int kind = 0; kind < nkind; kind++)
      find_worst(&s, kind, out);
    if (out->word != RESOLUTION_POOR && has_leapt(&s))
      *out = (resolution){.word = RESOLUTION_POOR,
                          .t = r->exchange.nodes[WATCHED_JUMPED].t,
                          .coarse = (double)NAN,
                          .fine = (double)NAN,
                          .what = "energy"};
  }
  arena_free(&s.scratch);
  return enough;
}
