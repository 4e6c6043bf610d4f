// The size of the numbers of a state, in any units: |x_i| + X_i, where X_i is what x_i might be. A
// position x = 6e-17 that should be 0, or the velocity that rounding leaves of a body at rest, are
// no measure of themselves.
//
//   velocities   V_i = |v_i| + |h| F_i/M_ii,   X_i = max_j sqrt(M_jj/M_ii) V_j
//                M = L_vv or H_pp^-1, by its diagonal: M_jj v_j^2 has the same unit for all j. Where
//                the diagonal is zero, sums of |M_ij| over j stand for it
//   forces       F_i = |f_i| + sum_j |(f_i)_qj| |q_j|: their terms, which may cancel
//   momenta      M_ii times that; where there is no mass, |p_i| + |h| F_i + max_j |p_j|
//   positions    the same with Q_i = |q_i| + |h| V_i, but angles and rotations, which have no unit,
//                count |q_i| + 1, and are not in the max of the others
//
// The states y of an index-2 problem have many units, but those of y_i and h f_i agree:
//
//   states       |y_i| + |h| (sum_j |(f_i)_yj| |y_j| + sum_k |(f_i)_zk| |z_k|), for each part

#pragma once

#include "base/arena.h"
#include "problem/problem.h"
#include "problem/state.h"

typedef struct widths {
  evaluator *evaluator;
  double step;  //     h; 0: not known
  int n;        //     velocities, or states of an index-2 problem
  int *place;   // n   where in q the position of velocity i stands; -1: in a matrix
  bool *turn;   // n   an angle, or a rotation

  // at the last state
  double *mass;                 // n   M_ii
  double *force;                // n   F_i
  double *position, *velocity;  // n   |x_i| + X_i; positions of the velocities, or states
  double *momentum;             // n
  double *place_now, *pace;     // n   the same of q and v alone, without h
  double *x;                    // n   scratch: Q_i or V_i
} widths;

// false when there is no memory
bool widths_init(widths *w, arena *a, evaluator *e);

// find all of them at a state
void widths_at(widths *w, const state *x);

// after widths_at: the numbers of q one by one, and those of v or p
void widths_positions(const widths *w, double *out);
void widths_velocities(const widths *w, bool momenta, double *out);

// After widths_at: how far to go from the state to see something else, in position i < n, or in
// momentum i - n; and in velocity i. Where nothing has a size, that is 1.
double widths_reach(const widths *w, int i);
double widths_speed(const widths *w, int i);
