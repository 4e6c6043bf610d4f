// Inside the checks of functions: what their files share.

#pragma once

#include "problem/callbacks.h"

enum { check_points = 3 };  // the start and two others

// how far from the start, in sizes: positions may have a narrow domain, velocities have none
static const double check_away_q = 0x1p-6, check_away_x = 1;

typedef struct checker {
  callbacks *c;
  evaluator e;
  callback_work w;
  callback_place points[check_points];
  double *rest;        // n      zeros
  double *v;           // n      velocities at the start
  double *one, *two;   // most   two results to be compared
  double *mu;          // mn     multipliers to try with
  const double *ones;  // most   sizes of what has none
  failure *why;
} checker;

// a bundle at a place, copied
void check_run_bundle(checker *k, bundle_kind kind, callback_place at, double *out, int count);

// |L| or |H| at a place
double check_magnitude(const checker *k, callback_place at);

// The derivatives that are given, against differences; the promises, one by one, at a place. False
// with the sentence if one is wrong.
bool check_derivatives(checker *k, callback_place at);
bool check_promises(checker *k, callback_place at);

// L_x = M x + c?
bool check_constant_mass(checker *k, const double *M, const double *c, callback_place at);
