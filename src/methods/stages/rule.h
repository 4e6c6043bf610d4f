// The rule of a stage method: its coefficients, and where it puts the constraints.
//
//   stages     Y_i = y0 + h sum_j sum_m a^m_ij f_m(T_j, Y_j, Z_j),   T_j = t0 + c_j h,  i = 1..s
//   end        y1  = y0 + h sum_j b_j f(T_j, Y_j, Z_j),   f = f_1 + f_2 + ...
//
// Part m has a tableau A_m of its own, all have the same weights. A mechanical problem has two
// parts, f_1 = (v, 0) and f_2 = (0, L_q + F + B^T lambda). Everything else is where a constraint
// g(t,y) = 0 on velocities is imposed, with as many conditions as there are unknown multipliers:
//
//   inner      sum_j C_kj g(T_j, Y_j) = 0                                            ninner of them
//   points     g(t_e, y_e) = 0 at y_e = y0 + h sum_j E_ej f(T_j, Y_j, Z_j)           npoint; the
//              last is the end, E = b
//   closure    sum_i w_i Z_i = 0, or Z_1 is given: carried from the step before      one or none
//
// and of constraints on positions, where a method treats them: g = 0 in stages 2..s, and its time
// derivative at the end.

#pragma once

#include <stdbool.h>

enum { rule_parts = 5 };

typedef struct rule {
  int s;                        //             stages
  bool first_known;             //             stage 1 is the node: Y_1 = y0 and Z_1 is given
  bool first_given;             //             Z_1 is given
  bool restarts;                //             by what is consistent with the node
  bool delivers;                //             Z_s is the multiplier of the next node
  bool closed;                  //             there is a closure
  int ninner, npoint;           //             conditions on velocities
  double noise;                 //             growth of rounding in g(Q_i), against s = 2
  const double *A[rule_parts];  // s x s       tableau of each part
  const double *b, *c;          // s
  const double *C;              // ninner x s
  const double *E;              // npoint x s
  const double *e;              // npoint      times of the points
  const double *w;              // s           the closure
} rule;

// as many conditions on velocities as unknown multipliers of each constraint, and the tables of all
static inline bool rule_is_whole(const rule *r) {
  bool square = r->ninner + r->npoint + r->closed == r->s - r->first_given;
  return square && (r->C || r->ninner == 0) && ((r->E && r->e) || r->npoint == 0) &&
         (r->w || !r->closed);
}
