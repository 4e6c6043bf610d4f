// From node to node of dop853: steps as long as their errors allow, beyond the node, which is then
// read off the step that reaches over it, and projected.

#pragma once

#include "base/two.h"
#include "methods/baseline/dependent.h"
#include "methods/baseline/dop853_project.h"
#include "methods/baseline/node.h"
#include "methods/baseline/steps.h"

// attempts on the way to one node, after which it is given up
enum { dop853_most = 100000, dop853_order = 8, dop853_end = 12 };

// ---- one step

// out = y + h sum_j a_j k_j over the first column and those from `from` on, N components. Sums go by two
// pairs and one: they stay in registers, and do not wait for each other.
static inline void dop853_sum(int N, double *out, const double *y, double h, const double *a,
                              const double *k, int from, int count) {
  int i = 0;
  for (; i + 4 <= N; i += 4) {
    const double *at = k + i;
    two s0 = two_times(a[0], two_load(at)), s1 = two_times(a[0], two_load(at + 2));
    at += from*N;
    for (int j = from; j < count; j++, at += N) {
      s0 = two_plus(s0, two_times(a[j], two_load(at)));
      s1 = two_plus(s1, two_times(a[j], two_load(at + 2)));
    }
    two_store(out + i, two_plus(two_load(y + i), two_times(h, s0)));
    two_store(out + i + 2, two_plus(two_load(y + i + 2), two_times(h, s1)));
  }
  for (; i + 2 <= N; i += 2) {
    const double *at = k + i;
    two s0 = two_times(a[0], two_load(at));
    at += from*N;
    for (int j = from; j < count; j++, at += N)
      s0 = two_plus(s0, two_times(a[j], two_load(at)));
    two_store(out + i, two_plus(two_load(y + i), two_times(h, s0)));
  }
  assert(i == N);
}

// The place of stage j. Each of a step has its row as literals, for the compiler: without, a step of
// models/sleigh.noslip takes a tenth longer.
static inline void dop853_place(int N, double *out, const double *y, double h, const double *k,
                                int j) {
#define DOP853_ROW(i) \
  case i: dop853_sum(N, out, y, h, dop853_a[i], k, dop853_from[i], i); return
  switch (j) {
    DOP853_ROW(1);
    DOP853_ROW(2);
    DOP853_ROW(3);
    DOP853_ROW(4);
    DOP853_ROW(5);
    DOP853_ROW(6);
    DOP853_ROW(7);
    DOP853_ROW(8);
    DOP853_ROW(9);
    DOP853_ROW(10);
    DOP853_ROW(11);
  default: dop853_sum(N, out, y, h, dop853_a[j], k, dop853_from[j], j);
  }
#undef DOP853_ROW
}

// stage j of a step of size h from (t, y)
static inline kernel_result dop853_stage(dop853_shape k, dop853 *s, int j, double t, double h,
                                         const double *y) {
  int N = rates_numbers(k.of);
  dop853_place(N, s->stage, y, h, s->k, j);
  return dop853_rate(k, s, t + dop853_c[j]*h, s->stage, s->k + j*N);
}

// h |e5|^2/sqrt(|e5|^2 + |e3|^2/100)
static inline double dop853_size(dop853_shape k, dop853 *s, double h) {
  int N = rates_numbers(k.of);
  double five = 0, three = 0, rate = 1/h;
  vec_zero(s->error, N);
  dop853_sum(N, s->error, s->error, 1, dop853_e5, s->k, 5, dop853_stages);
  for (int i = 0; i < N; i++) {
    double largest = vec_larger(fabs(s->y[i]), fabs(s->stage[i]));
    double over = 1/(k.of.tolerance.atol + k.of.tolerance.rtol*largest);
    double e3 = (s->stage[i] - s->y[i])*rate, e5 = s->error[i]*over;
    for (int j = 0; j < 3; j++)
      e3 -= dop853_b3[j]*s->k[dop853_at3[j]*N + i];
    e3 *= over;
    five += e5*e5;
    three += e3*e3;
  }
  double both = five + 0.01*three;
  return both > 0 ? fabs(h)*five/sqrt(N*both) : both;
}

// a step of size h from y: its end in `stage`, the size of its error in *size
static inline kernel_result dop853_attempt(dop853_shape k, dop853 *s, double h, double *size) {
  int N = rates_numbers(k.of);
  vec_copy(s->k, s->k + dop853_end*N, N);
  for (int j = 1; j < dop853_stages; j++) {
    kernel_result result = dop853_stage(k, s, j, s->carried->t, h, s->y);
    if (result != KERNEL_DONE)
      return result;
  }
  dop853_sum(N, s->stage, s->y, h, dop853_a[dop853_end], s->k, dop853_from[dop853_end], dop853_end);
  *size = dop853_size(k, s, h);
  return isfinite(*size) ? KERNEL_DONE : KERNEL_UNDEFINED;
}

// The step is projected and counts, if there are rates at its end: those of the next one. Without, those
// at its beginning stay.
static inline kernel_result dop853_accept(dop853_shape k, dop853 *s, double h) {
  dop853_carried *last = s->carried;
  int N = rates_numbers(k.of);
  if (!dop853_project(k, s, last->t + h, s->stage))
    return KERNEL_NO_ACCELERATION;
  kernel_result result = dop853_rate(k, s, last->t + h, s->stage, s->k + dop853_end*N);
  if (result != KERNEL_DONE) {
    vec_copy(s->k + dop853_end*N, s->k, N);
    return result;
  }
  vec_copy(s->from, s->y, N);
  vec_copy(s->y, s->stage, N);
  last->raised = false;
  last->t += h;
  last->h = h;
  return KERNEL_DONE;
}

// the component to be named if there is no step: the worst of the last attempt
static inline void dop853_name_worst(dop853_shape k, dop853 *s) {
  s->base->failed_at = steps_worst(rates_numbers(k.of), k.of.tolerance, s->error, s->y);
}

// One accepted step. Where the right-hand side fails, a shorter one is tried, too.
static inline kernel_result dop853_advance(dop853_shape k, dop853 *s, int *attempts) {
  dop853_carried *last = s->carried;
  // With beta = 0, 17 % of the steps of models/chaotic.noslip were rejected at ten digits, now 4 %.
  const steps_control control = {
      .safety = 0.9, .least = 0.333, .most = 6, .alpha = 0.113, .beta = 0.06};
  kernel_result cause = KERNEL_UNDERFLOW;
  for (bool again = false;; again = true) {
    double size = 0, h = last->next;
    bool underflow = last->t + 0.1*h == last->t;
    if (underflow || *attempts == dop853_most) {
      if (!again && *attempts > 0)  // otherwise it is named
        dop853_name_worst(k, s);
      return dependent_or(underflow ? cause : KERNEL_TOO_LONG, k.of, &s->rates, last->t, s->y);
    }
    ++*attempts;
    kernel_result result = dop853_attempt(k, s, h, &size);
    bool known = result == KERNEL_DONE, small = known && size <= 1;
    if (small)
      result = dop853_accept(k, s, h);
    if (small && result == KERNEL_DONE) {
      last->next = h*steps_longer(control, size, last->past, again);
      last->past = vec_larger(size, steps_least_past);
      s->base->carried.accepted++;
      return KERNEL_DONE;
    }
    if (result != KERNEL_NO_ACCELERATION)
      dop853_name_worst(k, s);
    cause = result == KERNEL_DONE ? KERNEL_UNDERFLOW : result;
    last->next = h*(known && !small ? steps_shorter(control, size) : control.least);
    s->base->carried.rejected++;
  }
}

// begin at the state of the caller
static inline kernel_result dop853_begin(dop853_shape k, dop853 *s, const state *x, double h) {
  dop853_carried *last = s->carried;
  int N = rates_numbers(k.of);
  double *start = s->k + dop853_end*N;
  last->going = false;
  last->t = x->t;
  last->changes = node_changes(s->e);
  last->past = steps_least_past;
  node_take(k.of, x, s->y);
  kernel_result result = dop853_rate(k, s, last->t, s->y, start);
  if (result != KERNEL_DONE)
    return result;
  vec_copy(s->error, start, N);
  dop853_name_worst(k, s);
  steps_start begin = {.t = last->t,
                       .direction = h < 0 ? -1 : 1,
                       .order = dop853_order,
                       .y = s->y,
                       .k1 = start,
                       .k2 = s->k,
                       .stage = s->stage,
                       .error = s->error};
  return steps_first(k.of, &s->rates, &begin, &last->next);
}

// ---- nodes

// The continuous extension of a step of size h from y0 to y1, by the rates k of its stages,  [H] II.10
//   u(s) = y0 + s (r1 + (1-s) (r2 + s (r3 + (1-s) (r4 + s (r5 + (1-s) (r6 + s r7)))))).
// With the rates at both ends alone it is of order 3.
static inline void dop853_extend(int N, double *r, const double *y0, const double *y1, double h,
                                 const double *k, bool whole) {
  const double *k0 = k, *k1 = k + dop853_end*N;
  vec_zero(r, dop853_terms*N);
  for (int j = 0; whole && j < 4; j++)
    dop853_sum(N, r + (4 + j)*N, r + (4 + j)*N, h, dop853_d[j], k, 5, dop853_all);
  for (int i = 0; i < N; i++) {
    double change = y1[i] - y0[i], bend = h*k0[i] - change;
    r[i] = y0[i];
    r[N + i] = change;
    r[2*N + i] = bend;
    r[3*N + i] = change - h*k1[i] - bend;
  }
}

// u(s)
static inline void dop853_read(int N, const double *r, double s, double *y) {
  for (int i = 0; i < N; i++) {
    double sum = r[7*N + i];
    for (int j = dop853_terms - 2; j > 0; j--)
      sum = r[j*N + i] + (j % 2 == 0 ? s : 1 - s)*sum;
    y[i] = r[i] + s*sum;
  }
}

// that of the last step, whose three stages may have no rates
static inline void dop853_raise(dop853_shape k, dop853 *s) {
  dop853_carried *last = s->carried;
  bool whole = true;
  last->raised = true;
  for (int j = dop853_end + 1; whole && j < dop853_all; j++)
    whole = dop853_stage(k, s, j, last->t - last->h, last->h, s->from) == KERNEL_DONE;
  dop853_extend(rates_numbers(k.of), s->terms, s->from, s->y, last->h, s->k, whole);
}

// Is this the node that was given to the caller last, and do the steps lead on from there?
static inline bool dop853_continues(dop853_shape k, const dop853 *s, const state *x, double h) {
  const dop853_carried *last = s->carried;
  return last->going && last->changes == node_changes(s->e) && (h < 0) == (last->h < 0) &&
         node_is_at(last->node_t, x, h) && node_is_same(k.of, s->node, s->turns, x);
}

// the node at time t, and the state of the caller there
static inline kernel_result dop853_give(dop853_shape k, dop853 *s, state *x, double t) {
  dop853_carried *last = s->carried;
  if (!last->raised)
    dop853_raise(k, s);
  dop853_read(rates_numbers(k.of), s->terms, 1 - (last->t - t)/last->h, s->node);
  if (!dop853_project(k, s, t, s->node))
    return KERNEL_NO_ACCELERATION;
  last->node_t = t;
  node_give(k.of, s->node, s->turns, x);
  return KERNEL_DONE;
}

// to the node at t + h
static inline kernel_result dop853_step(dop853_shape k, dop853 *s, const newton_equations *e,
                                        state *x, double h) {
  dop853_carried *last = s->carried;
  double node_t = x->t + h, direction = h < 0 ? -1 : 1;
  kernel_result result = KERNEL_DONE;
  int attempts = 0;
  (void)e;
  if (dop853_continues(k, s, x, h)) {
    node_unwind(k.of.n, s->turns, x, s->y);
    node_unwind(k.of.n, s->turns, x, s->from);
    node_unwind(k.of.n, s->turns, x, s->terms);
  } else
    result = dop853_begin(k, s, x, h);
  while (result == KERNEL_DONE && (!last->going || direction*(node_t - last->t) > 0)) {
    result = dop853_advance(k, s, &attempts);
    last->going |= result == KERNEL_DONE;
  }
  if (result == KERNEL_DONE)
    result = dop853_give(k, s, x, node_t);
  last->going &= result == KERNEL_DONE;
  return result;
}
