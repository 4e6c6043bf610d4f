// The planar chain of any number of links by hand: rattle with tridiagonal systems.
//
//   problem    masses m_i at r_i = (x_i, y_i), rods d_i = r_i - r_(i-1), r_0 = 0, |d_i| = l_i
//   step       u_i = p_i/m_i - (h/2) g e2 + (k_i d_i - k_(i+1) d_(i+1))/m_i,  r1_i = r_i + h u_i
//              (|d1_i|^2 - l_i^2)/2 = 0
//   Jacobian   rows d1_i, columns d_j: h d1_i.d_i (1/m_i + 1/m_(i-1)) on the diagonal,
//              -h d1_i.d_(i+1)/m_i above, -h d1_i.d_(i-1)/m_(i-1) below;  1/m_0 = 0
//   stop       the residual is quadratic: a correction that moves the masses by less than 1e-9
//              leaves less than 1e-17
//   projection c along d1 so that d1_i.(u_i - u_(i-1)) = 0: linear, the same matrix with d1 on both
//              sides and without h
//   rate       p_i' = -m_i g e2 + lambda_i d_i - lambda_(i+1) d_(i+1), from d_i.d_i'' + |d_i'|^2 = 0
//
// The step is src/methods/rattle/rattle.h, separable; k is twice the multiplier of models/chain.noslip.
// Positions are x_1 .. x_n, y_1 .. y_n. Elimination without pivoting: the matrix is close to a
// positive definite one.

#include "bench/hand.h"

enum { most_links = hand_most/2, most = 20, first = 5 };

static const double masses[first] = {1, 0.8, 0.6, 0.9, 0.5};
static const double inverse[first] = {1, 1/0.8, 1/0.6, 1/0.9, 1/0.5};
static const double lengths[first] = {1, 0.5, 0.7, 0.6, 0.4};
static const double g = 9.81;
static const double last = 2.5e-10;  // four of them, squared, are below rounding

// one number per link; [n] is zero
typedef double links[most_links + 1];

// link i of the model is like link 5 from there on
static inline int like(int i) {
  return i < first ? i : first - 1;
}

// rods from positions
static inline void rods(links dx, links dy, const double *q, int n) {
  const double *x = q, *y = q + n;
  dx[0] = x[0];
  dy[0] = y[0];
  for (int i = 1; i < n; i++) {
    dx[i] = x[i] - x[i - 1];
    dy[i] = y[i] - y[i - 1];
  }
  dx[n] = dy[n] = 0;
}

// u_i += (k_i d_i - k_(i+1) d_(i+1)) im_i; k[n] = 0
static inline void kick(double *u, const links k, const links dx, const links dy, const links im,
                        int n) {
  for (int i = 0; i < n; i++) {
    u[i] += im[i]*(k[i]*dx[i] - k[i + 1]*dx[i + 1]);
    u[n + i] += im[i]*(k[i]*dy[i] - k[i + 1]*dy[i + 1]);
  }
}

// d_i.(u_i - u_(i-1)) and |u_i - u_(i-1)|^2
static inline void stretch(double *along, double *square, const links dx, const links dy,
                           const double *u, int n) {
  for (int i = 0; i < n; i++) {
    double x = u[i] - (i > 0 ? u[i - 1] : 0), y = u[n + i] - (i > 0 ? u[n + i - 1] : 0);
    along[i] = dx[i]*x + dy[i]*y;
    square[i] = x*x + y*y;
  }
}

// r <- S^-1 r for the matrix with rods e in its rows and d in its columns
static inline void solve(double *r, const links ex, const links ey, const links dx, const links dy,
                         const links im, int n) {
  links upper;
  for (int i = 0; i < n; i++) {
    double before = i > 0 ? im[i - 1] : 0;
    double pivot = (ex[i]*dx[i] + ey[i]*dy[i])*(im[i] + before);
    if (i > 0) {
      double lower = -(ex[i]*dx[i - 1] + ey[i]*dy[i - 1])*before;
      pivot -= lower*upper[i - 1];
      r[i] -= lower*r[i - 1];
    }
    double over = 1/pivot;
    upper[i] = -(ex[i]*dx[i + 1] + ey[i]*dy[i + 1])*im[i]*over;
    r[i] *= over;
  }
  for (int i = n - 2; i >= 0; i--)
    r[i] -= upper[i]*r[i + 1];
}

// what a chain needs during a step
typedef struct work {
  links dx, dy, ex, ey;  // rods at the start and at the end
  links im, k, change;   // 1/m_i, multipliers and their correction
  double u[hand_most], q1[hand_most];
} work;

// k, q1 and the velocities in the middle of the step
static inline void keep_lengths(hand_state *s, work *a, double h) {
  int n = s->n/2;
  double largest = HUGE_VAL, over = 0.5/h;
  for (int i = 0; i < n; i++)
    a->k[i] = hand_predict(s, i);
  a->k[n] = a->change[n] = 0;
  kick(a->u, a->k, a->dx, a->dy, a->im, n);
  for (int step = 0; step < most && largest > last; step++) {
    for (int i = 0; i < 2*n; i++)
      a->q1[i] = s->q[i] + h*a->u[i];
    rods(a->ex, a->ey, a->q1, n);
    for (int i = 0; i < n; i++) {
      double l = lengths[like(i)];
      a->change[i] = (l*l - a->ex[i]*a->ex[i] - a->ey[i]*a->ey[i])*over;
    }
    solve(a->change, a->ex, a->ey, a->dx, a->dy, a->im, n);
    kick(a->u, a->change, a->dx, a->dy, a->im, n);
    largest = 0;
    for (int i = 0; i < n; i++) {
      a->k[i] += a->change[i];
      double moves = fabs(h*a->im[i]*a->change[i]);
      largest = moves > largest ? moves : largest;
    }
    s->iterations++;
  }
  for (int i = 0; i < 2*n; i++)
    a->q1[i] = s->q[i] + h*a->u[i];
  double *keep = hand_remember(s);
  for (int i = 0; i < n; i++)
    keep[i] = a->k[i];
}

// c along the new rods, into a->change
static inline void project(work *a, int n) {
  links square;
  rods(a->ex, a->ey, a->q1, n);
  stretch(a->change, square, a->ex, a->ey, a->u, n);
  for (int i = 0; i < n; i++)
    a->change[i] = -a->change[i];
  solve(a->change, a->ex, a->ey, a->ex, a->ey, a->im, n);
}

static inline void step(hand_state *s, double h, bool compensated) {
  int n = s->n/2;
  work a;
  for (int i = 0; i < n; i++) {
    a.im[i] = inverse[like(i)];
    a.u[i] = a.im[i]*s->x[i];
    a.u[n + i] = a.im[i]*s->x[n + i] - 0.5*h*g;
  }
  rods(a.dx, a.dy, s->q, n);
  keep_lengths(s, &a, h);
  for (int i = 0; i < 2*n; i++)
    s->q[i] = compensated ? hand_add(s->q[i], h*a.u[i], &s->q_low[i], true) : a.q1[i];

  for (int i = 0; i < n; i++)
    a.u[n + i] -= 0.5*h*g;
  project(&a, n);
  for (int i = 0; i < n; i++) {
    double fx = a.k[i]*a.dx[i] - a.k[i + 1]*a.dx[i + 1] + a.change[i]*a.ex[i] -
                a.change[i + 1]*a.ex[i + 1];
    double fy = a.k[i]*a.dy[i] - a.k[i + 1]*a.dy[i + 1] + a.change[i]*a.ey[i] -
                a.change[i + 1]*a.ey[i + 1];
    s->x[i] = hand_add(s->x[i], fx, &s->x_low[i], compensated);
    s->x[n + i] =
        hand_add(s->x[n + i], fy - h*g*masses[like(i)], &s->x_low[n + i], compensated);
  }
}

static void plain(hand_state *s, double h, long steps) {
  for (long k = 0; k < steps; k++)
    step(s, h, false);
}

static void compensated(hand_state *s, double h, long steps) {
  for (long k = 0; k < steps; k++)
    step(s, h, true);
}

static void rate(double *r, const double *q, const double *p, int size) {
  int n = size/2;
  links dx, dy, im = {0}, along, lambda = {0};
  double u[hand_most];
  for (int i = 0; i < n; i++) {
    im[i] = inverse[like(i)];
    u[i] = im[i]*p[i];
    u[n + i] = im[i]*p[n + i];
  }
  rods(dx, dy, q, n);
  stretch(along, lambda, dx, dy, u, n);

  // gravity pulls on the first rod only: the others fall as a whole
  for (int i = 0; i < n; i++)
    lambda[i] = -lambda[i];
  lambda[0] += g*dy[0];
  lambda[n] = 0;
  solve(lambda, dx, dy, dx, dy, im, n);
  for (int i = 0; i < n; i++) {
    r[i] = lambda[i]*dx[i] - lambda[i + 1]*dx[i + 1];
    r[n + i] = lambda[i]*dy[i] - lambda[i + 1]*dy[i + 1] - masses[like(i)]*g;
  }
}

static double energy(const hand_state *s) {
  int n = s->n/2;
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double px = s->x[i], py = s->x[n + i];
    sum += 0.5*inverse[like(i)]*(px*px + py*py) + masses[like(i)]*g*s->q[n + i];
  }
  return sum;
}

static double constraint(const hand_state *s) {
  int n = s->n/2;
  links dx, dy, along, square;
  double u[hand_most], largest = 0;
  for (int i = 0; i < 2*n; i++)
    u[i] = inverse[like(i % n)]*s->x[i];
  rods(dx, dy, s->q, n);
  stretch(along, square, dx, dy, u, n);
  for (int i = 0; i < n; i++) {
    double l = lengths[like(i)];
    largest = fmax(largest, fabs(dx[i]*dx[i] + dy[i]*dy[i] - l*l));
    largest = fmax(largest, 2*fabs(along[i]));
  }
  return largest;
}

const hand_system hand_chain = {plain, compensated, rate, energy, constraint, true};
