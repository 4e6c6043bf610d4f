// From node to node of index1 and index0: steps of the pair [D] as long as its error allows, beyond
// the node, which is then read off the step that reaches over it.

#pragma once

#include "methods/baseline/dependent.h"
#include "methods/baseline/index1.h"
#include "methods/baseline/node.h"
#include "methods/baseline/steps.h"
#include "real/logarithm.h"

// attempts on the way to one node, after which it is given up
enum { index1_most = 100000, index1_order = 5 };

// clang-format off

// nodes and coefficients of the stages; the last stage is the step                         [H] II.5
static const double index1_c[index1_stages] = {0, 1/5.0, 3/10.0, 4/5.0, 8/9.0, 1, 1};
static const double index1_a[index1_stages][index1_stages - 1] = {
  {0},
  {1/5.0},
  {3/40.0,        9/40.0},
  {44/45.0,      -56/15.0,       32/9.0},
  {19372/6561.0, -25360/2187.0,  64448/6561.0, -212/729.0},
  {9017/3168.0,  -355/33.0,      46732/5247.0,  49/176.0, -5103/18656.0},
  {35/384.0,      0,             500/1113.0,    125/192.0, -2187/6784.0, 11/84.0},
};

// the difference to the result of order 4
static const double index1_e[index1_stages] = {
  71/57600.0, 0, -71/16695.0, 71/1920.0, -17253/339200.0, 22/525.0, -1/40.0,
};

// the fifth term of the continuous extension                                               [H] II.6
static const double index1_d[index1_stages] = {
  -12715105075/11282082432.0,   0,                           87487479700/32700410799.0,
  -10690763975/1880347072.0,    701980252875/199316789632.0, -1453857185/822651844.0,
   69997945/29380423.0,
};

// clang-format on

// ---- one step

// sum_j w_j k_j, component i
static inline double index1_sum(int N, const index1 *s, const double *w, int count, int i) {
  double sum = 0;
  for (int j = 0; j < count; j++)
    sum += w[j]*s->k[j*N + i];
  return sum;
}

// a step of size h from y: its end in `stage`, the size of its error in *size
static inline kernel_result index1_attempt(index1_shape k, index1 *s, double h, double *size) {
  int N = rates_numbers(k.of);
  for (int j = 1; j < index1_stages; j++) {
    for (int i = 0; i < N; i++)
      s->stage[i] = s->y[i] + h*index1_sum(N, s, index1_a[j], j, i);
    kernel_result result =
        rates_at(k.of, &s->rates, s->carried->t + index1_c[j]*h, s->stage, s->k + j*N);
    if (result != KERNEL_DONE)
      return result;
  }
  for (int i = 0; i < N; i++)
    s->error[i] = h*index1_sum(N, s, index1_e, index1_stages, i);
  *size = steps_norm(N, k.of.tolerance, s->error, s->y, s->stage);
  s->base->failed_at = steps_worst(N, k.of.tolerance, s->error, s->y);
  return isfinite(*size) ? KERNEL_DONE : KERNEL_UNDEFINED;
}

// The step counts: its continuous extension of order 4,                                    [H] II.6
//   u(s) = r1 + s (r2 + (1 - s) (r3 + s (r4 + (1 - s) r5)));
// then y and the first stage of the next one.
static inline void index1_accept(index1_shape k, index1 *s, double h) {
  index1_carried *last = s->carried;
  int N = rates_numbers(k.of);
  const double *k1 = s->k, *k7 = s->k + (index1_stages - 1)*N;
  double *r = s->terms;
  for (int i = 0; i < N; i++) {
    double change = s->stage[i] - s->y[i], bend = h*k1[i] - change;
    r[i] = s->y[i];
    r[N + i] = change;
    r[2*N + i] = bend;
    r[3*N + i] = change - h*k7[i] - bend;
    r[4*N + i] = h*index1_sum(N, s, index1_d, index1_stages, i);
    r[5*N + i] = 0;
  }
  last->raised = false;
  vec_copy(s->y, s->stage, N);
  vec_copy(s->k, k7, N);
  last->t += h;
  last->h = h;
}

// One accepted step. Where the right-hand side fails, a shorter one is tried, too.
static inline kernel_result index1_advance(index1_shape k, index1 *s, int *attempts) {
  index1_carried *last = s->carried;
  const steps_control control = {
      .safety = 0.9, .least = 0.2, .most = 10, .alpha = 0.17, .beta = 0.04};
  kernel_result cause = KERNEL_UNDERFLOW;
  for (bool again = false;; again = true) {
    double size = 0, h = last->next;
    if (last->t + 0.1*h == last->t)
      return dependent_or(cause, k.of, &s->rates, last->t, s->y);
    if (++*attempts > index1_most)
      return dependent_or(KERNEL_TOO_LONG, k.of, &s->rates, last->t, s->y);
    kernel_result result = index1_attempt(k, s, h, &size);
    if (result == KERNEL_DONE && size <= 1) {
      index1_accept(k, s, h);
      last->next = h*steps_longer(control, size, last->past, again);
      last->past = vec_larger(size, steps_least_past);
      s->base->carried.accepted++;
      return KERNEL_DONE;
    }
    cause = result == KERNEL_DONE ? KERNEL_UNDERFLOW : result;
    last->next = h*(result == KERNEL_DONE ? steps_shorter(control, size) : control.least);
    s->base->carried.rejected++;
  }
}

// ---- the start

// begin at the state of the caller
static inline kernel_result index1_begin(index1_shape k, index1 *s, const state *x, double h) {
  index1_carried *last = s->carried;
  int N = rates_numbers(k.of);
  last->going = false;
  last->t = x->t;
  last->changes = node_changes(s->e);
  last->past = steps_least_past;
  node_take(k.of, x, s->y);
  kernel_result result = rates_at(k.of, &s->rates, last->t, s->y, s->k);
  if (result != KERNEL_DONE)
    return result;
  vec_copy(s->error, s->k, N);
  s->base->failed_at = steps_worst(N, k.of.tolerance, s->error, s->y);
  steps_start begin = {.t = last->t,
                       .direction = h < 0 ? -1 : 1,
                       .order = index1_order,
                       .y = s->y,
                       .k1 = s->k,
                       .k2 = s->k + N,
                       .stage = s->stage,
                       .error = s->error};
  return steps_first(k.of, &s->rates, &begin, &last->next);
}

// ---- nodes

// Is this the node that was given to the caller last, and do the steps lead on from there?
static inline bool index1_continues(index1_shape k, const index1 *s, const state *x, double h) {
  const index1_carried *last = s->carried;
  return last->going && last->changes == node_changes(s->e) && (h < 0) == (last->h < 0) &&
         node_is_at(last->node_t, x, h) && node_is_same(k.of, s->node, s->turns, x);
}

// take those turns off the last step, too
static inline void index1_unwind(index1_shape k, index1 *s, const state *x) {
  node_unwind(k.of.n, s->turns, x, s->y);
  node_unwind(k.of.n, s->turns, x, s->terms);
}

// the continuous extension at a share s of the last step, with r5 + s r6 in the place of r5
static inline void index1_read(index1_shape k, const index1 *step, double s, double *y) {
  int N = rates_numbers(k.of);
  const double *r = step->terms;
  for (int i = 0; i < N; i++) {
    double fifth = r[4*N + i] + s*r[5*N + i], fourth = r[3*N + i] + (1 - s)*fifth;
    y[i] = r[i] + s*(r[N + i] + (1 - s)*(r[2*N + i] + s*fourth));
  }
}

// its derivative, of order 4, component i
static inline double index1_slope(int N, const double *r, double s, int i) {
  double c = 1 - s;
  return r[N + i] + (c - s)*r[2*N + i] + s*(2*c - s)*r[3*N + i] +
         2*s*c*(c - s)*r[4*N + i];
}

// Order 5: s^2 (1 - s)^2 (alpha + beta s) is added, which leaves values and slopes at both ends, so
// that the slopes at s = a and s = 1 - a are the rates there. With G = a^2 (1 - a)^2 and its
// derivative g, and e, f the differences of the slopes,                                         [E]
//   g (alpha + beta a) + G beta = e,   -g (alpha + beta (1 - a)) + G beta = f.
// Where a rate cannot be had, order 4 stays.
static inline void index1_raise(index1_shape k, index1 *s) {
  index1_carried *last = s->carried;
  const double a = 0.4, c = 1 - a;  // a (1 - a) = 1/5 would be singular
  const double g = 2*a*c*(c - a), G = a*a*c*c;
  int N = rates_numbers(k.of);
  double *r = s->terms, *ka = s->k + N, *kc = ka + N;
  last->raised = true;
  index1_read(k, s, a, s->stage);
  kernel_result first = rates_at(k.of, &s->rates, last->t - c*last->h, s->stage, ka);
  index1_read(k, s, c, s->stage);
  kernel_result second = rates_at(k.of, &s->rates, last->t - a*last->h, s->stage, kc);
  if (first != KERNEL_DONE || second != KERNEL_DONE)
    return;
  for (int i = 0; i < N; i++) {
    double e = last->h*ka[i] - index1_slope(N, r, a, i),
           f = last->h*kc[i] - index1_slope(N, r, c, i);
    double beta = (e + f)/(2*G - g*(c - a)), alpha = (e - f)/(2*g) - beta/2;
    bool known = isfinite(alpha + beta);
    r[4*N + i] += known ? alpha : 0;
    r[5*N + i] = known ? beta : 0;
  }
}

// the node at time t, and the state of the caller there
static inline void index1_give(index1_shape k, index1 *s, state *x, double t) {
  index1_carried *last = s->carried;
  index1_read(k, s, 1 - (last->t - t)/last->h, s->node);
  last->node_t = t;
  node_give(k.of, s->node, s->turns, x);
}

// to the node at t + h
static inline kernel_result index1_step(index1_shape k, index1 *s, const newton_equations *e,
                                        state *x, double h) {
  index1_carried *last = s->carried;
  double node_t = x->t + h, direction = h < 0 ? -1 : 1;
  kernel_result result = KERNEL_DONE;
  int attempts = 0;
  (void)e;
  if (index1_continues(k, s, x, h))
    index1_unwind(k, s, x);
  else
    result = index1_begin(k, s, x, h);
  while (result == KERNEL_DONE && (!last->going || direction*(node_t - last->t) > 0)) {
    result = index1_advance(k, s, &attempts);
    last->going |= result == KERNEL_DONE;
  }
  if (result != KERNEL_DONE) {
    last->going = false;
    return result;
  }
  if (!last->raised)
    index1_raise(k, s);
  index1_give(k, s, x, node_t);
  return KERNEL_DONE;
}
