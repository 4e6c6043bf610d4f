// The Chaplygin sleigh on an incline by hand: dla-mp with a scalar Newton iteration.
//
//   problem    p = (m x' - m a w s, m y' + m a w c, (I + m a^2) w + m a (y' c - x' s)),  w = theta'
//              f = (0, -m g, -m a w (x' c + y' s) - m g a c),  y' c - x' s = 0;  s, c at theta
//   step       angles  thm = theta0 + (h/2) w0,  theta_b = thm - h w0,
//                      theta_1 = thm + (h/2) w1,  theta_e = thm + h w1
//   given w1   the rest is linear; with nu = mu/m, s and c of thm, s1 and c1 of theta_1:
//              x1' = X - s nu,  X = x0' + (a/2) [w1 (s + se) - w0 (s + sb)]
//              y1' = Y + c nu,  Y = y0' - (a/2) [w1 (c + ce) - w0 (c + cb)] - h g
//              nu = (s1 X - c1 Y)/cos((h/2) w1)         from y1' c1 - x1' s1 = 0
//   equation   F(w1) = (I/m + a^2)(w1 - w0)
//                      + (a/2) [y1'(c + ce) - x1'(s + se) - y0'(c + cb) + x0'(s + sb)]
//                      + (h/2) a [w1 (y1' s + x1' c) + w0 (y0' s + x0' c)] + h g a c = 0
//   Newton     w1 from w0 + extrapolated differences; F' below, by hand. This is the iteration for
//              (x1', y1', w1, mu) with the linear unknowns eliminated: the same iterates.
//   stop       Newton is quadratic: after a correction below 1e-9 the next is below 1e-17. The
//              linear unknowns follow the last correction by their derivatives, to its square.
//   sines      two pairs at the start, of thm and h w0; one per iteration, of (h/2) w1; the others by
//              addition theorems
//   rate       u = x' c + y' s along the blade:  u' = a w^2 - g s,  w' = -a (u w + g c)/(I/m + a^2),
//              x'' = u' c - u w s,  y'' = u' s + u w c
//
// The step is src/methods/dla/dla.h, the system models/sleigh.noslip.

#include "bench/hand.h"

enum { most = 20 };

static const double a = 1, g = 0.1, inertia = 2;  // inertia = I/m + a^2
static const double last = 1e-9;                  // its square is below rounding

// what does not change during the iteration
typedef struct start {
  double h, w0, s, c;  // sine and cosine of thm
  double X0, Y0, F0;   // parts of X, Y, F without w1
} start;

// solution at w1, derivatives with respect to it
typedef struct trial {
  double x1, y1, F;
  double dx1, dy1, dF;
} trial;

static inline start begin(double theta0, v3 v, double h) {
  double thm = theta0 + 0.5*h*v.z, x0 = v.x, y0 = v.y, w0 = v.z;
  double s = sin(thm), c = cos(thm), sd = sin(h*w0), cd = cos(h*w0);
  double ss = s + (s*cd - c*sd), cc = c + (c*cd + s*sd);
  return (start){
      .h = h,
      .w0 = w0,
      .s = s,
      .c = c,
      .X0 = x0 - 0.5*a*w0*ss,
      .Y0 = y0 + 0.5*a*w0*cc - h*g,
      .F0 = 0.5*a*(x0*ss - y0*cc) + 0.5*h*a*w0*(y0*s + x0*c) + h*g*a*c,
  };
}

static inline trial evaluate(const start *b, double w1) {
  double h = b->h, half = 0.5*h, s = b->s, c = b->c;
  double sd = sin(half*w1), cd = cos(half*w1);
  double s1 = s*cd + c*sd, c1 = c*cd - s*sd;
  double se = s1*cd + c1*sd, ce = c1*cd - s1*sd;
  double ss = s + se, cc = c + ce;

  // X, Y, nu and their derivatives
  double X = b->X0 + 0.5*a*w1*ss, dX = 0.5*a*(ss + h*w1*ce);
  double Y = b->Y0 - 0.5*a*w1*cc, dY = -0.5*a*(cc - h*w1*se);
  double over = 1/cd, nu = (s1*X - c1*Y)*over;
  double dnu = (s1*dX - c1*dY + half*(c1*X + s1*Y + nu*sd))*over;

  trial r = {.x1 = X - s*nu, .y1 = Y + c*nu, .dx1 = dX - s*dnu, .dy1 = dY + c*dnu};
  double along = r.y1*s + r.x1*c;
  r.F = inertia*(w1 - b->w0) + 0.5*a*(r.y1*cc - r.x1*ss) + half*a*w1*along + b->F0;
  r.dF = inertia + 0.5*a*(r.dy1*cc - r.dx1*ss - h*(r.y1*se + r.x1*ce)) +
         half*a*(along + w1*(r.dy1*s + r.dx1*c));
  return r;
}

// v1 - v0; the iteration starts from what the latest steps suggest
static inline v3 solve(hand_state *s, double theta0, v3 v, double h) {
  start b = begin(theta0, v, h);
  double w1 = b.w0 + hand_predict(s, 0), speed = 1e-3*(fabs(v.x) + fabs(v.y));
  trial r;
  double change;
  for (int k = 0; k < most; k++) {
    r = evaluate(&b, w1);
    change = -r.F/r.dF;
    w1 += change;
    s->iterations++;
    if (fabs(change) <= last*(fabs(w1) + speed))
      break;
  }
  *hand_remember(s) = w1 - b.w0;
  return (v3){r.x1 + r.dx1*change - v.x, r.y1 + r.dy1*change - v.y, w1 - b.w0};
}

static inline void advance(hand_state *s, double h, long steps, bool compensated) {
  v3 q = v3_get(s->q), v = v3_get(s->x), q_low = v3_get(s->q_low), v_low = v3_get(s->x_low);
  for (long k = 0; k < steps; k++) {
    v3 d = solve(s, q.z, v, h);
    v3_add(&q, v3_scale(h, v3_axpy(v, 0.5, d)), &q_low, compensated);
    v3_add(&v, d, &v_low, compensated);
  }
  v3_put(s->q, q);
  v3_put(s->x, v);
  if (compensated) {
    v3_put(s->q_low, q_low);
    v3_put(s->x_low, v_low);
  }
}

static void plain(hand_state *s, double h, long steps) {
  advance(s, h, steps, false);
}

static void compensated(hand_state *s, double h, long steps) {
  advance(s, h, steps, true);
}

static void rate(double *r, const double *q, const double *v, int size) {
  (void)size;
  double s = sin(q[2]), c = cos(q[2]), w = v[2];
  double u = v[0]*c + v[1]*s, du = a*w*w - g*s;
  r[0] = du*c - u*w*s;
  r[1] = du*s + u*w*c;
  r[2] = -(a*u*w + g*a*c)/inertia;
}

static double energy(const hand_state *state) {
  const double *q = state->q, *v = state->x;
  double s = sin(q[2]), c = cos(q[2]), w = v[2];
  return 0.5*(v[0]*v[0] + v[1]*v[1] + inertia*w*w) + a*w*(v[1]*c - v[0]*s) +
         g*(q[1] + a*s);
}

static double constraint(const hand_state *s) {
  return fabs(s->x[1]*cos(s->q[2]) - s->x[0]*sin(s->q[2]));
}

const hand_system hand_sleigh = {plain, compensated, rate, energy, constraint, false};
