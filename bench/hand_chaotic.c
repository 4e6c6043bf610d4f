// The chaotic system with n = 3 by hand: dla-mp without an iteration, 7 coordinates.
//
//   problem    q = (x, w1..w3, z1..z3),  L = |q'|^2/2 - V,  x' + sum w_i z_i' = 0
//              V = (|q|^2 + z1^2 z2^2 + sum w_i^2 z_i^2)/2,  f = -V_q
//   step       qm = q0 + (h/2) v0,  v1 = v0 + h f(qm) + mu (1, 0, wm),  q1 = qm + (h/2) v1
//   multiplier w1 does not depend on mu, so x1' + sum w1_i z1_i' = 0 is linear in it:
//              mu = -(X + sum w1_i Z_i)/(1 + sum w1_i wm_i),  (X, Z) = v0 + h f(qm) in x and z
//   rate       q'' = f + lambda (1, 0, w),
//              lambda = -(f_x + sum (w_i f_zi + w_i' z_i'))/(1 + |w|^2)
//
// The step is src/methods/dla/dla.h with M = I, the system models/chaotic.noslip.

#include "bench/hand.h"

enum { n = 7, w = 1, z = 4 };  // places in an array

// a point, velocity, force: x, w, z
typedef struct vec {
  double x;
  v3 w, z;
} vec;

typedef struct node {
  vec q, v, q_low, v_low;
} node;

static inline vec get(const double *from) {
  return (vec){from[0], v3_get(from + w), v3_get(from + z)};
}

static inline void put(double *to, vec a) {
  to[0] = a.x;
  v3_put(to + w, a.w);
  v3_put(to + z, a.z);
}

// a + c b
static inline vec axpy(vec a, double c, vec b) {
  return (vec){a.x + c*b.x, v3_axpy(a.w, c, b.w), v3_axpy(a.z, c, b.z)};
}

static inline vec scale(double c, vec a) {
  return (vec){c*a.x, v3_scale(c, a.w), v3_scale(c, a.z)};
}

static inline void add(vec *x, vec d, vec *low, bool compensated) {
  x->x = hand_add(x->x, d.x, &low->x, compensated);
  v3_add(&x->w, d.w, &low->w, compensated);
  v3_add(&x->z, d.z, &low->z, compensated);
}

// c f(q)
static inline vec force(vec q, double c) {
  v3 ww = {q.w.x*q.w.x, q.w.y*q.w.y, q.w.z*q.w.z};
  v3 zz = {q.z.x*q.z.x, q.z.y*q.z.y, q.z.z*q.z.z};
  return (vec){
      -c*q.x,
      {-c*q.w.x*(1 + zz.x), -c*q.w.y*(1 + zz.y), -c*q.w.z*(1 + zz.z)},
      {-c*q.z.x*(1 + ww.x + zz.y), -c*q.z.y*(1 + ww.y + zz.x), -c*q.z.z*(1 + ww.z)},
  };
}

static inline void step(node *s, double h, bool compensated) {
  double half = 0.5*h;
  vec v = s->v, qm = axpy(s->q, half, v), d = force(qm, h);

  // mu from the constraint at the end
  vec u = axpy(v, 1, d);
  v3 w1 = v3_axpy(qm.w, half, u.w);
  double mu = -(u.x + v3_dot(w1, u.z))/(1 + v3_dot(w1, qm.w));
  d.x += mu;
  d.z = v3_axpy(d.z, mu, qm.w);

  add(&s->v, d, &s->v_low, compensated);
  if (compensated)
    add(&s->q, scale(h, axpy(v, 0.5, d)), &s->q_low, true);
  else
    s->q = axpy(qm, half, s->v);
}

static inline void advance(hand_state *s, double h, long steps, bool compensated) {
  node a = {get(s->q), get(s->x), get(s->q_low), get(s->x_low)};
  for (long k = 0; k < steps; k++)
    step(&a, h, compensated);
  put(s->q, a.q);
  put(s->x, a.v);
  if (compensated) {
    put(s->q_low, a.q_low);
    put(s->x_low, a.v_low);
  }
}

static void plain(hand_state *s, double h, long steps) {
  advance(s, h, steps, false);
}

static void compensated(hand_state *s, double h, long steps) {
  advance(s, h, steps, true);
}

static void rate(double *a, const double *at, const double *velocity, int size) {
  (void)size;
  vec q = get(at), v = get(velocity), f = force(q, 1);
  double lambda = -(f.x + v3_dot(q.w, f.z) + v3_dot(v.w, v.z))/(1 + v3_dot(q.w, q.w));
  f.x += lambda;
  f.z = v3_axpy(f.z, lambda, q.w);
  put(a, f);
}

static double energy(const hand_state *s) {
  const double *q = s->q;
  double sum = q[z]*q[z]*q[z + 1]*q[z + 1];
  for (int i = 0; i < n; i++)
    sum += q[i]*q[i] + s->x[i]*s->x[i];
  for (int i = 0; i < 3; i++)
    sum += q[w + i]*q[w + i]*q[z + i]*q[z + i];
  return 0.5*sum;
}

static double constraint(const hand_state *s) {
  double sum = s->x[0];
  for (int i = 0; i < 3; i++)
    sum += s->q[w + i]*s->x[z + i];
  return fabs(sum);
}

const hand_system hand_chaotic = {plain, compensated, rate, energy, constraint, false};
