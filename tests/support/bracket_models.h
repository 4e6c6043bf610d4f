// Skew-gradient systems for tests, and what is asked of methods that keep their energy.

#pragma once

#include "tests/support/check.h"
#include "tests/support/counting.h"
#include "tests/support/systems.h"

#include "run/run.h"

#include <math.h>
#include <stdio.h>

// --- systems ---------------------------------------------------------------------------------

static inline trial qpc(const char *name, double h) {
  return trial_file("qpc.noslip", NULL, name, h);
}

static inline trial suslov(const char *name, double h) {
  return trial_file("suslov.noslip", NULL, name, h);
}

#define STRUCTURE                                                              \
  "bracket {q, p} = 1 + c^2/2\nbracket {q, c} = q*p\nbracket {p, c} = c - q\n" \
  "init q = 0.9, p = 0.4, c = 0.6\n"

// no polynomial
static inline trial bell(const char *name, double h) {
  return trial_text("model bell\nstate q, p, c\n"
                    "hamiltonian p^2/2 + exp(q^2/2) + c*q^2/2 + c^3/3\n" STRUCTURE,
                    NULL, name, h);
}

// two variables, with a large constant in the energy or without
static inline trial wave(const char *constant, const char *name, double h) {
  return trial_text("model wave\nparam C = 0\nstate a, b\n"
                    "hamiltonian b^2/2 + cos(a) + a^4/9 + C\nbracket {a, b} = 1 + a^2/3\n"
                    "init a = 0.4, b = 1.1\n",
                    constant, name, h);
}

static inline trial plain_wave(const char *name, double h) {
  return wave(NULL, name, h);
}

// two oscillators apart, of which one is the first invariant; every part of H has one variable
static inline trial pair(const char *name, double h) {
  return trial_text("model pair\nstate x, y, u, v\n"
                    "hamiltonian y^2/2 + x^4/4 + v^2/2 + u^2/2 + u^3/9\n"
                    "bracket {x, y} = 1 + u^2\nbracket {u, v} = 2 + x\n"
                    "init x = 0.4, y = 0.6, u = 0.3, v = -0.5\ninvariant first = y^2/2 + x^4/4\n",
                    NULL, name, h);
}

// --- numbers ---------------------------------------------------------------------------------

// the state after ten steps of 0.1
typedef struct bracket_row {
  trial_maker *make;
  const char *method;
  double z[3];
} bracket_row;

static inline double reference_error(const bracket_row *row) {
  trial t = row->make(row->method, 0.1);
  double worst = 0;
  trial_steps(&t, 10);
  for (int k = 0; k < t.run->problem->n; k++)
    worst = fmax(worst, fabs(t.run->state.q[k] - row->z[k]));
  trial_close(&t);
  return worst;
}

static inline double energy_error(trial t, long steps) {
  trial_steps(&t, steps);
  double error = trial_report(&t).energy_max_error;
  trial_close(&t);
  return error;
}

// at time T after n steps, against many of order 16: Euclidean norm
static inline double bracket_error(trial_maker *make, const char *name, double T, long n) {
  trial t = make(name, T/(double)n), fine = make("rk-gauss(8)", T/40);
  double sum = 0;
  trial_steps(&t, n);
  trial_steps(&fine, 40);
  for (int k = 0; k < t.run->problem->n; k++)
    sum += pow(t.run->state.q[k] - fine.run->state.q[k], 2);
  trial_close(&t);
  trial_close(&fine);
  return sqrt(sum);
}

static inline double bracket_order(trial_maker *make, const char *name, double T, long n) {
  return log2(bracket_error(make, name, T, n)/bracket_error(make, name, T, 2*n));
}

// --- the rest --------------------------------------------------------------------------------

// the Jacobian is the derivative of the residual, and a wrong one is noticed
static inline void check_jacobian(const char *name) {
  trial t = bell(name, 0.1);
  trial_steps(&t, 3);
  check_below(trial_jacobian_error(&t, 0), 1e-8);
  check_above(trial_jacobian_error(&t, 1e-4), 1e-5);
  trial_close(&t);
}

// names that are no methods, and what is said
static inline void check_refused(const char *const (*bad)[2], size_t n) {
  noslip_context *c = noslip_open(NULL);
  noslip_method_info info;
  for (size_t i = 0; i < n; i++) {
    assert_int_equal(noslip_method_find(c, bad[i][0], &info), NOSLIP_ERROR_ARGUMENT);
    check_text(noslip_last_error(c), bad[i][1]);
  }
  noslip_close(c);
}
