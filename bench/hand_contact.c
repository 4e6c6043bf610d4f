// The contact oscillator by hand: dla-mp without an iteration.
//
//   problem    L = (x'^2 + y'^2 + z'^2 - x^2 - y^2 - z^2)/2,  x' + y z' = 0
//   step       qm = q0 + (h/2) v0,  v1 = v0 - h qm + mu (1, 0, ym),  q1 = qm + (h/2) v1
//   multiplier y1 does not depend on mu, so x1' + y1 z1' = 0 is linear in it:
//              mu = -(X + y1 Z)/(1 + y1 ym),  X = x0' - h xm,  Z = z0' - h zm
//   rate       q'' = -q + lambda (1, 0, y),  lambda = (x + y z - y' z')/(1 + y^2)
//
// The step is src/methods/dla/dla.h with M = I, the system models/contact_oscillator.noslip with ep = 0.

#include "bench/hand.h"

typedef struct node {
  v3 q, v, q_low, v_low;
} node;

static inline void step(node *s, double h, bool compensated) {
  double half = 0.5*h;
  v3 v = s->v, qm = v3_axpy(s->q, half, v), d = v3_scale(-h, qm);

  // mu from the constraint at the end
  double y1 = qm.y + half*(v.y + d.y);
  double mu = -((v.x + d.x) + y1*(v.z + d.z))/(1 + y1*qm.y);
  d.x += mu;
  d.z += mu*qm.y;

  v3_add(&s->v, d, &s->v_low, compensated);
  if (compensated)
    v3_add(&s->q, v3_scale(h, v3_axpy(v, 0.5, d)), &s->q_low, true);
  else
    s->q = v3_axpy(qm, half, s->v);
}

static inline void advance(hand_state *s, double h, long steps, bool compensated) {
  node a = {v3_get(s->q), v3_get(s->x), v3_get(s->q_low), v3_get(s->x_low)};
  for (long k = 0; k < steps; k++)
    step(&a, h, compensated);
  v3_put(s->q, a.q);
  v3_put(s->x, a.v);
  if (compensated) {
    v3_put(s->q_low, a.q_low);
    v3_put(s->x_low, a.v_low);
  }
}

static void plain(hand_state *s, double h, long steps) {
  advance(s, h, steps, false);
}

static void compensated(hand_state *s, double h, long steps) {
  advance(s, h, steps, true);
}

static void rate(double *a, const double *q, const double *v, int size) {
  (void)size;
  double lambda = (q[0] + q[1]*q[2] - v[1]*v[2])/(1 + q[1]*q[1]);
  a[0] = lambda - q[0];
  a[1] = -q[1];
  a[2] = lambda*q[1] - q[2];
}

static double energy(const hand_state *s) {
  double sum = 0;
  for (int i = 0; i < 3; i++)
    sum += s->q[i]*s->q[i] + s->x[i]*s->x[i];
  return 0.5*sum;
}

static double constraint(const hand_state *s) {
  return fabs(s->x[0] + s->q[1]*s->x[2]);
}

const hand_system hand_contact = {plain, compensated, rate, energy, constraint, false};
