// Steps written by hand, one file per system: the baseline of the benchmark.
//
// A hand step is what a good C programmer would write who needs this one system and this one method,
// nothing else: constants folded, zeros left out, sums unrolled, the multiplier eliminated on paper,
// sines shared, Newton's method with a derivative found by hand and stopped where the next correction
// would be below rounding. A step is a function of the node (and of what starts its iteration), so
// it can begin anywhere and with any h; nothing else is carried from one step to the next.
//
// Each comes in two forms: `plain` adds increments to the state, `compensated` keeps what rounding
// takes away (Kahan 1965), as noslip does.

#pragma once

#include <math.h>
#include <stdbool.h>

enum { hand_most = 96, hand_memory = 4 };

typedef struct hand_state {
  int n;                                      // coordinates
  double q[hand_most], x[hand_most];          // n  positions; velocities, or momenta
  double q_low[hand_most], x_low[hand_most];  // n  what rounding took away, if compensated
  double past[hand_memory][hand_most];        //    latest solutions of the iteration, a ring
  int npast, newest;                          //    how many there are, which is the newest
  long iterations;                            //    of Newton's method, of all steps
} hand_state;

// `steps` steps of size h
typedef void hand_advance(hand_state *s, double h, long steps);

// the bare right-hand side: accelerations, or rates of the momenta, reactions included
typedef void hand_rate(double *rate, const double *q, const double *x, int n);

typedef struct hand_system {
  hand_advance *plain, *compensated;
  hand_rate *rate;
  double (*energy)(const hand_state *s);
  double (*constraint)(const hand_state *s);  // the largest residual, hidden constraints included
  bool momenta;                               // x are momenta
} hand_system;

extern const hand_system hand_contact, hand_chaotic, hand_sleigh, hand_pendulum, hand_chain;

// Three numbers by value. The compiler keeps them in registers; arrays it copies in pairs that do not
// match the single stores of the step before, and waits for those: 28 ns instead of 15 for a step of
// the contact oscillator (gcc 12).
typedef struct v3 {
  double x, y, z;
} v3;

static inline v3 v3_get(const double *from) {
  return (v3){from[0], from[1], from[2]};
}

static inline void v3_put(double *to, v3 a) {
  to[0] = a.x;
  to[1] = a.y;
  to[2] = a.z;
}

static inline v3 v3_scale(double c, v3 a) {
  return (v3){c*a.x, c*a.y, c*a.z};
}

// a + c b
static inline v3 v3_axpy(v3 a, double c, v3 b) {
  return (v3){a.x + c*b.x, a.y + c*b.y, a.z + c*b.z};
}

static inline double v3_dot(v3 a, v3 b) {
  return a.x*b.x + a.y*b.y + a.z*b.z;
}

// x + d; what rounding takes away stays in *low, if compensated
static inline double hand_add(double x, double d, double *low, bool compensated) {
  if (!compensated)
    return x + d;
  double add = d + *low, sum = x + add;
  *low = add - (sum - x);
  return sum;
}

// the same for three; the sum replaces *x
static inline void v3_add(v3 *x, v3 d, v3 *low, bool compensated) {
  x->x = hand_add(x->x, d.x, &low->x, compensated);
  x->y = hand_add(x->y, d.y, &low->y, compensated);
  x->z = hand_add(x->z, d.z, &low->z, compensated);
}

// entry i of the next solution, extrapolated by a polynomial through the latest ones
static inline double hand_predict(const hand_state *s, int i) {
  static const double weights[hand_memory + 1][hand_memory] = {
      {0}, {1}, {2, -1}, {3, -3, 1}, {4, -6, 4, -1}};
  double sum = 0;
  for (int k = 0; k < hand_memory; k++)
    sum += weights[s->npast][k]*s->past[(s->newest - k) & (hand_memory - 1)][i];
  return sum;
}

// the place for a solution that is the newest from now on
static inline double *hand_remember(hand_state *s) {
  s->npast += s->npast < hand_memory;
  s->newest = (s->newest + 1) & (hand_memory - 1);
  return s->past[s->newest];
}
