// What explicit methods with steps of their own have in common: the norm of an error, and the first
// step.

#pragma once

#include "methods/baseline/rates.h"
#include "real/logarithm.h"

// sqrt(mean (d_i/s_i)^2), s_i = atol + rtol max(|y_i|, |z_i|)
static inline double steps_norm(int N, tolerances o, const double *d, const double *y,
                                const double *z) {
  double sum = 0;
  for (int i = 0; i < N; i++) {
    double part = d[i]/(o.atol + o.rtol*vec_larger(fabs(y[i]), fabs(z[i])));
    sum += part*part;
  }
  return sqrt(sum/N);
}

// the component with the largest error, or the first that is not a number
static inline int steps_worst(int N, tolerances o, const double *error, const double *y) {
  int at = 0;
  double most = 0;
  for (int i = 0; i < N; i++) {
    double part = fabs(error[i])/(o.atol + o.rtol*fabs(y[i]));
    if (!isfinite(part))
      return i;
    if (part > most) {
      most = part;
      at = i;
    }
  }
  return at;
}

// How much longer the next step may be, by the sizes of the errors of the last two, 1 is allowed: a PI
// controller, whose steps are rejected less often than those that follow the last error alone.
//                               [Hairer, Wanner, Solving Ordinary Differential Equations II, 1996, IV.2]
typedef struct steps_control {
  double safety, least, most;  // factors
  double alpha, beta;          // exponents of the last error, and of the one before
} steps_control;

// errors below this count as this when the next step is chosen
static const double steps_least_past = 1e-4;

// after a step that is accepted; `again`: not at once
static inline double steps_longer(steps_control c, double size, double past, bool again) {
  double factor = c.safety*real_pow(past, c.beta)/real_pow(size, c.alpha);
  return vec_smaller(again ? 1 : c.most, vec_larger(c.least, factor));
}

// after one that is too long
static inline double steps_shorter(steps_control c, double size) {
  return vec_larger(c.least, c.safety/real_pow(size, c.alpha));
}

// where a motion begins, and room for one step of Euler's method
typedef struct steps_start {
  double t, direction;
  int order;             //    of the method
  const double *y, *k1;  // N  the start, and the rates there
  double *k2, *stage, *error;
} steps_start;

// the first step: short enough for Euler's method and for the second derivative      [H] II.4
static inline kernel_result steps_first(rates_shape k, rates *r, const steps_start *s,
                                        double *next) {
  const double small = 1e-5, short_step = 1e-6, tiny = 1e-15, share = 1.0/s->order;
  int N = rates_numbers(k);
  double size = steps_norm(N, k.tolerance, s->y, s->y, s->y),
         slope = steps_norm(N, k.tolerance, s->k1, s->y, s->y);
  double h = size < small || slope < small ? short_step : 0.01*size/slope;
  vec_axpy(s->stage, s->direction*h, s->k1, s->y, N);
  kernel_result result = rates_at(k, r, s->t + s->direction*h, s->stage, s->k2);
  vec_sub(s->error, s->k2, s->k1, N);
  double bend = steps_norm(N, k.tolerance, s->error, s->y, s->y)/h;
  double larger = vec_larger(slope, bend);
  double second =
      larger <= tiny ? vec_larger(short_step, 1e-3*h) : real_pow(0.01/larger, share);
  bool known = result == KERNEL_DONE && isfinite(second);
  *next = s->direction*(known ? vec_smaller(100*h, second) : h);
  return isfinite(slope) ? KERNEL_DONE : KERNEL_UNDEFINED;
}
