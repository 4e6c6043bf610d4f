// Local coordinates of positions in which single numbers can be held: d, nv numbers.
//
//   R^k          q + d
//   SE(2)        x, y, theta each + d: the translation is that in space, not in the body
//   SE(3)        x + d in space, R cay(d)
//   SO(n)        R cay(d)
//
// The distance between two positions is that of their numbers, |q - q0|, entries of matrices
// included: a small turn by the angle a is sqrt(2) a away.

#pragma once

#include "problem/problem.h"

// which of the d are held, where some numbers of q are given; a rotation is given as a whole
void place_hold(const problem *p, const bool *given, bool *held);

// a row of derivatives by body velocities becomes one by d
void place_turn_row(const problem *p, const double *q, double *row);

void place_move(const problem *p, double *q, const double *d);

// c = the derivatives of |q - q0|^2/2 by d, and W (nv x nv) the second ones at q = q0
void place_slope(const problem *p, const double *q, const double *q0, double *c);
void place_metric(const problem *p, double *W);
