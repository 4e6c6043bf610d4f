// The shortest time scale of a model at its start, in its own units.
//
//   z' = F(z)       z positions and velocities, or momenta; or states
//   omega           spectral radius of dF/dz at the start, by the power method with central differences:
//                   |J^k u|^(1/k) over an even number k of the last steps
//   turns           1/|v_i| of angles and rotations
//   T = min(1/omega, turns)
//
// Where these are infinite, or the frequency is no more than rounding, lengths stand in their place:
// the least of X_i/|v_i| and sqrt(X_i/|a_i|), or V_i/|a_i| where X_i is 0; X_i and V_i are the sizes
// of position and velocity i (widths.h).

#include "run/timescale.h"

#include "base/vec.h"
#include "problem/observed.h"
#include "problem/place.h"
#include "real/exponential.h"
#include "real/logarithm.h"
#include "real/sine.h"

#include <float.h>
#include <math.h>

// where the motion is looked at, and workspace
typedef struct look {
  evaluator *e;
  consistent *k;
  const problem *problem;
  state *s;
  int n, nx;        // positions or states, velocities or momenta: what z has
  double *x;        // of the state: v or p
  double *q0, *x0;  // the start
  double *lambda;   // m
  double *unit;     // n + nx  size of a change
  double *u, *d;    // n + nx  direction
  double *rate[2];  // n + nx
  double *force;    // 2 nx
} look;

static bool look_init(look *l, arena *a, evaluator *e, consistent *k, state *s) {
  const problem *p = e->problem;
  bool mechanical = problem_is_mechanical(p);
  int n = mechanical ? p->nv : p->n, nx = mechanical ? p->nv : 0;
  *l = (look){
      .e = e,
      .k = k,
      .problem = p,
      .s = s,
      .n = n,
      .nx = nx,
      .x = p->mechanical.lagrangian ? s->v : s->p,
      .q0 = ARENA_ARRAY(a, double, p->n),
      .x0 = ARENA_ARRAY(a, double, nx),
      .lambda = ARENA_ARRAY(a, double, p->m),
      .unit = ARENA_ARRAY(a, double, n + nx),
      .u = ARENA_ARRAY(a, double, n + nx),
      .d = ARENA_ARRAY(a, double, n + nx),
      .rate = {ARENA_ARRAY(a, double, n + nx), ARENA_ARRAY(a, double, n + nx)},
      .force = ARENA_ARRAY(a, double, 2*nx),
  };
  vec_copy(l->lambda, s->lambda, p->m);
  vec_copy(l->q0, s->q, p->n);
  vec_copy(l->x0, l->x, nx);
  return !a->failed;
}

static void go_back(const look *l) {
  vec_copy(l->s->q, l->q0, l->problem->n);
  vec_copy(l->x, l->x0, l->nx);
  vec_copy(l->s->lambda, l->lambda, l->problem->m);
}

// ---------------------------------------------------------------------------------------------
// F

// M a = F + B^T lambda; of a hamiltonian p' = f + B^T lambda
static bool mechanical_rate(look *l, double *out) {
  int n = l->nx, m = l->problem->m;
  state *s = l->s;
  bool lagrangian = l->problem->mechanical.lagrangian;
  if (!observed_complete(l->e, s, lagrangian))
    return false;
  vec_copy(out, s->v, n);
  if (!consistent_multipliers(l->k, s->t, s->q, l->x, s->lambda))
    return false;
  if (!lagrangian) {
    chart_eval(&l->e->own, s->t, s->q, l->x, l->force + n, l->force, NULL);
    vec_copy(out + n, l->force, n);
    if (m > 0)
      mat_tvec_add(out + n, 1, consistent_directions(l->k), s->lambda, m, n);
    return true;
  }
  if (m > 0 && !l->k->loaded) {  // the accelerations stand before the multipliers
    vec_copy(out + n, l->k->b, n);
    return true;
  }
  consistent_ideal(l->k, evaluator_run(l->e, BUNDLE_ACCELERATION, s->t, s->q, l->x, NULL));
  bool found = dense_factor(l->k->A, l->k->pivot, l->k->size) < 0;
  if (found)
    dense_solve(l->k->A, l->k->pivot, l->k->b, l->k->size);
  vec_copy(out + n, l->k->b, n);
  return found;
}

// the sum of the parts, with the algebraic variables that belong to y
static bool states_rate(look *l, double *out) {
  state *s = l->s;
  int n = l->n;
  if (l->problem->m > 0 && !consistent_multipliers(l->k, s->t, s->q, s->v, s->lambda))
    return false;
  const double *f = evaluator_run(l->e, BUNDLE_PARTS, s->t, s->q, s->lambda, NULL);
  vec_zero(out, n);
  for (int part = 0; part < l->problem->index2.nparts; part++)
    vec_axpy(out, 1, f + (long)part*n, out, n);
  return true;
}

// at the start moved by h u
static bool rate_at(look *l, double h, double *out) {
  go_back(l);
  for (int i = 0; i < l->n + l->nx; i++)
    l->d[i] = h*l->u[i];
  if (l->nx > 0) {
    place_move(l->problem, l->s->q, l->d);
    vec_axpy(l->x, 1, l->d + l->n, l->x, l->nx);
  } else
    vec_axpy(l->s->q, 1, l->d, l->s->q, l->n);
  bool good = l->nx > 0 ? mechanical_rate(l, out) : states_rate(l, out);
  return good && isfinite(vec_max(out, l->n + l->nx));
}

// ---------------------------------------------------------------------------------------------
// frequencies

// the length of u in units of the state
static double length(const look *l, const double *u) {
  double sum = 0;
  for (int i = 0; i < l->n + l->nx; i++)
    sum += u[i]/l->unit[i]*(u[i]/l->unit[i]);
  return sqrt(sum);
}

// u = J u/|J u|; returns |J u|/|u|, 0: nothing is left, or it cannot be found
static double grow(look *l) {
  static const double away = 6e-6;  // cube root of eps
  double size = length(l, l->u);
  double h = size > 0 ? away/size : 0;
  if (h == 0 || !rate_at(l, h, l->rate[0]) || !rate_at(l, -h, l->rate[1]))
    return 0;
  for (int i = 0; i < l->n + l->nx; i++)
    l->u[i] = (l->rate[0][i] - l->rate[1][i])/(2*h);
  double now = length(l, l->u);
  for (int i = 0; i < l->n + l->nx && now > 0; i++)
    l->u[i] /= now;
  return now/size;
}

static double frequency(look *l) {
  enum { before = 30, last = 20 };
  double sum = 0;
  for (int i = 0; i < l->n + l->nx; i++)
    l->u[i] = l->unit[i]*(1 + 0.5*real_cos(1 + 3.7*i));
  for (int k = 0; k < before + last; k++) {
    double factor = grow(l);
    if (!(factor > 0) || !isfinite(factor))
      return 0;
    sum += k >= before ? real_log(factor) : 0;
  }
  return real_exp(sum/last);
}

// ---------------------------------------------------------------------------------------------
// lengths and turns

static double smaller_time(double T, double over, double under) {
  return over > 0 && under > 0 && over/under < T ? over/under : T;
}

static double turning(const look *l, const widths *w) {
  double T = HUGE_VAL;
  for (int i = 0; i < l->nx; i++)
    if (w->turn[i])
      T = smaller_time(T, 1, fabs(l->s->v[i]));
  return T;
}

// from the rates at the start, in rate[0]; accelerations of a lagrangian alone
static double passing(const look *l, const widths *w) {
  double T = HUGE_VAL;
  bool accelerated = l->nx > 0 && l->problem->mechanical.lagrangian;
  for (int i = 0; i < l->n; i++) {
    double X = w->turn[i] ? 1 : w->position[i], v = fabs(l->rate[0][i]);
    double a = accelerated ? fabs(l->rate[0][l->n + i]) : 0;
    T = smaller_time(T, X, v);
    T = X > 0 && a > 0 && sqrt(X/a) < T ? sqrt(X/a) : T;
    T = X > 0 ? T : smaller_time(T, l->nx > 0 ? w->velocity[i] : 0, a);
  }
  return T;
}

// what changes of z are compared with; where nothing has a size, 1
static void find_units(look *l, const widths *w) {
  for (int i = 0; i < l->n; i++)
    l->unit[i] = l->nx > 0 ? widths_reach(w, i) : w->position[i] > 0 ? w->position[i] : 1;
  for (int i = 0; i < l->nx; i++)
    l->unit[l->n + i] =
        l->problem->mechanical.lagrangian ? widths_speed(w, i) : widths_reach(w, l->nx + i);
}

double timescale_find(arena *a, evaluator *e, consistent *k, state *s) {
  static const double rounding = 1e3;  // frequencies far below those of the lengths
  look l;
  widths w;
  if (e->problem->lean || !look_init(&l, a, e, k, s) || !widths_init(&w, a, e))
    return 0;
  widths_at(&w, s);
  find_units(&l, &w);
  vec_zero(l.u, l.n + l.nx);
  bool moves = rate_at(&l, 0, l.rate[0]);
  double turns = turning(&l, &w), lengths = moves ? passing(&l, &w) : HUGE_VAL;
  double omega = moves ? frequency(&l) : 0;
  go_back(&l);
  if (l.nx > 0)
    observed_complete(e, s, l.problem->mechanical.lagrangian);
  double T = omega > 0 && 1/omega < rounding*lengths ? fmin(1/omega, turns) : turns;
  T = isfinite(T) ? T : lengths;
  return isfinite(T) ? T : 0;
}
