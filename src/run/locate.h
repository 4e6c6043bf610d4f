// Where a function of the length of a step is zero: crossings of sections, contacts, stops.
//
//   function  f(tau), of what one step of length tau from a node leads to. It may fail, as a step
//   bracket   [a, b] with f(a) and f(b) of different signs, neither of which is evaluated again
//   root      by inverse quadratic interpolation where it converges, by bisection where it does not
//             (Chandrupatla, Adv. Eng. Software 28 (1997) 145-149), until the bracket is as short as
//             the rounding of tau, 2 eps max(|a|, |b|): no unit and no absolute size matters

#pragma once

#include "base/failure.h"

#include <stdbool.h>

// *f at tau; or a status that is not NOSLIP_OK, with its sentence where the context has it. NaN is a
// value: there is none at tau.
typedef noslip_status locate_function(void *context, double tau, double *f);

typedef struct locate_bracket {
  double a, b;    // in any order
  double fa, fb;  // different signs; one of them may be 0
} locate_bracket;

// The root in a bracket. The last call of f is at *tau, where its context then stands, and *left is
// its value: 0, or the smaller of the two around a change of sign. It is as large as those around a
// jump where f has one. *left is NaN if f had no value at *tau. A status that f returns ends the
// search and is returned.
noslip_status locate_root(double *tau, double *left, locate_function *f, void *context,
                          const locate_bracket *bracket);

// What is known of f at both ends of a step of length h: values and slopes, f' in units of f/tau.
typedef struct locate_ends {
  double h;
  double f0, d0;  // at tau = 0
  double f1, d1;  // at tau = h
} locate_ends;

// Two crossings within a step: f0 and f1 have one sign, and the cubic with these values and slopes
// has an extremum of the other sign, beyond zero by more than `depth`, at *tau inside of the step. The
// cubic is off by max|f''''| h^4/384 at most, so f itself has to be asked at *tau: where it has the
// other sign, [0, *tau] and [*tau, h] are brackets. If f goes beyond zero by more than
// depth + max|f''''| h^4/192, this is true and f has the other sign at *tau.
bool locate_dip(double *tau, double depth, const locate_ends *ends);
