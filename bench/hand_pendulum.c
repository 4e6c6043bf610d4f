// The double spherical pendulum by hand: rattle, Newton's method for two multipliers.
//
//   problem    q = (a, b), p = (pa, pb):  a' = (pa - pb)/m1,  b' = pb/m2 - a',  H = T(p) + V(q),
//              f = -V_q constant: it changes a' by -g e3 and b' not at all;  |a| = l1, |b| = l2
//   step       velocities in the middle, with k = (k1, k2) acting along (a0, b0):
//              A' = a0' - (h/2) g e3 + (k1 a0 - k2 b0)/m1,  B' = b0' - (k1 a0 - k2 b0)/m1 + k2 b0/m2
//              a1 = a0 + h A',  b1 = b0 + h B',  (|a1|^2 - l1^2)/2 = 0 = (|b1|^2 - l2^2)/2
//   Jacobian   h [ a1.a0/m1   -a1.b0/m1               ]
//                [ -b1.a0/m1   b1.b0 (1/m1 + 1/m2)    ]
//   stop       the residual is quadratic: a correction that moves a1, b1 by less than 1e-9 leaves
//              less than 1e-18
//   projection c = (c1, c2) along (a1, b1) so that a1.a' = b1.b' = 0: linear, the same matrix with
//              a1, b1 on both sides
//   rate       p' = f + (lambda1 a, lambda2 b), from a.a'' + |a'|^2 = 0, b.b'' + |b'|^2 = 0
//
// The step is src/methods/rattle/rattle.h, separable; the system models/double_spherical_pendulum.noslip.

#include "bench/hand.h"

enum { most = 20 };

static const double im1 = 1, im2 = 1/1.5, m1 = 1, m2 = 1.5;  // im1 = 1/m1
static const double l1 = 1, l2 = 0.8, g = 9.81;
static const double last = 1e-9;  // its square is below rounding

// something for each of the two rods
typedef struct pair {
  v3 a, b;
} pair;

typedef struct two {
  double a, b;
} two;

typedef struct node {
  pair q, p, q_low, p_low;
} node;

static inline pair get(const double *from) {
  return (pair){v3_get(from), v3_get(from + 3)};
}

static inline void put(double *to, pair x) {
  v3_put(to, x.a);
  v3_put(to + 3, x.b);
}

// x + c y
static inline pair axpy(pair x, double c, pair y) {
  return (pair){v3_axpy(x.a, c, y.a), v3_axpy(x.b, c, y.b)};
}

// (k.a q.a, k.b q.b)
static inline pair along(two k, pair q) {
  return (pair){v3_scale(k.a, q.a), v3_scale(k.b, q.b)};
}

static inline void add(pair *x, pair d, pair *low, bool compensated) {
  v3_add(&x->a, d.a, &low->a, compensated);
  v3_add(&x->b, d.b, &low->b, compensated);
}

// S x = r for the matrix with rods e in its rows and d in its columns
static inline two solve(pair e, pair d, two r) {
  double aa = im1*v3_dot(e.a, d.a), ab = -im1*v3_dot(e.a, d.b);
  double ba = -im1*v3_dot(e.b, d.a), bb = (im1 + im2)*v3_dot(e.b, d.b);
  double over = 1/(aa*bb - ab*ba);
  return (two){(r.a*bb - ab*r.b)*over, (aa*r.b - ba*r.a)*over};
}

// (a', b') from momenta
static inline pair velocity(pair p) {
  v3 a = v3_scale(im1, v3_axpy(p.a, -1, p.b));
  return (pair){a, v3_axpy(v3_scale(im2, p.b), -1, a)};
}

// velocities in the middle of the step: v, and what k along q0 adds; the iteration starts from what
// the latest steps suggest
static inline pair keep_lengths(hand_state *s, two *k, pair q0, pair v, double h) {
  *k = (two){hand_predict(s, 0), hand_predict(s, 1)};
  pair u = axpy(v, 1, velocity(along(*k, q0)));
  double over = 0.5/h;
  for (int i = 0; i < most; i++) {
    pair q = axpy(q0, h, u);
    two miss = {over*(l1*l1 - v3_dot(q.a, q.a)), over*(l2*l2 - v3_dot(q.b, q.b))};
    two change = solve(q, q0, miss);
    k->a += change.a;
    k->b += change.b;
    u = axpy(u, 1, velocity(along(change, q0)));
    s->iterations++;
    if (fabs(h*change.a) <= last && fabs(h*change.b) <= last)
      break;
  }
  double *keep = hand_remember(s);
  keep[0] = k->a;
  keep[1] = k->b;
  return u;
}

static inline void step(hand_state *s, node *x, double h, bool compensated) {
  two k;
  pair q0 = x->q, v = velocity(x->p);
  v.a.z -= 0.5*h*g;
  pair u = keep_lengths(s, &k, q0, v, h), q1 = axpy(q0, h, u);

  // second half, and the projection
  v = u;
  v.a.z -= 0.5*h*g;
  two c = solve(q1, q1, (two){-v3_dot(q1.a, v.a), -v3_dot(q1.b, v.b)});
  pair dp = axpy(along(k, q0), 1, along(c, q1));
  dp.a.z -= h*g*(m1 + m2);
  dp.b.z -= h*g*m2;

  add(&x->p, dp, &x->p_low, compensated);
  if (compensated)
    add(&x->q, along((two){h, h}, u), &x->q_low, true);
  else
    x->q = q1;
}

static inline void advance(hand_state *s, double h, long steps, bool compensated) {
  node x = {get(s->q), get(s->x), get(s->q_low), get(s->x_low)};
  for (long k = 0; k < steps; k++)
    step(s, &x, h, compensated);
  put(s->q, x.q);
  put(s->x, x.p);
  if (compensated) {
    put(s->q_low, x.q_low);
    put(s->x_low, x.p_low);
  }
}

static void plain(hand_state *s, double h, long steps) {
  advance(s, h, steps, false);
}

static void compensated(hand_state *s, double h, long steps) {
  advance(s, h, steps, true);
}

static void rate(double *r, const double *at, const double *momenta, int size) {
  (void)size;
  pair q = get(at), v = velocity(get(momenta));
  two lambda = solve(q, q, (two){g*q.a.z - v3_dot(v.a, v.a), -v3_dot(v.b, v.b)});
  pair f = along(lambda, q);
  f.a.z -= g*(m1 + m2);
  f.b.z -= g*m2;
  put(r, f);
}

static double energy(const hand_state *s) {
  pair q = get(s->q), p = get(s->x), v = velocity(p);
  double kinetic = 0.5*(v3_dot(p.a, v.a) + v3_dot(p.b, v.b));
  return kinetic + g*(m1*q.a.z + m2*(q.a.z + q.b.z));
}

static double constraint(const hand_state *s) {
  pair q = get(s->q), v = velocity(get(s->x));
  double position = fmax(fabs(v3_dot(q.a, q.a) - l1*l1), fabs(v3_dot(q.b, q.b) - l2*l2))/2;
  return fmax(position, fmax(fabs(v3_dot(q.a, v.a)), fabs(v3_dot(q.b, v.b))));
}

const hand_system hand_pendulum = {plain, compensated, rate, energy, constraint, true};
