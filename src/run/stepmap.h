// The step as a map S of (q,p), and its derivative at a node, by differences on the constraints.
//
//   points       x_k(d): q or p moved by d along axis k, then projected onto g = 0, G v + g_t = 0
//   vectors      u_k(d) = (x_k(d) - x_k(-d))/2d,  (Su_k)(d) = (S x_k(d) - S x_k(-d))/2d, k < 2 nv
//   distances    d, 2d, 4d, 8d, extrapolated: A(d) = (4 D(d) - D(2d))/3, B(d) = (16 A(d) - A(2d))/15
//   axes         the size of what they measure (problem/widths.h); d is a thousandth of it
//   form         w(u,v) = u_q.v_p - u_p.v_q; its defect is max |w(Su_j, Su_k) - w(u_j, u_k)|, where
//                u_k counts the root of the length of its axis over that of its conjugate: it has no
//                unit then, and of a conjugate pair nothing changes
//   volume       |det S - 1|, where there are no constraints: then u_k are the unit vectors
//   groups       q is moved by g tau(d e_k), and the difference of g(d) and g(-d) is
//                tau^-1(g(-d)^-1 g(d)), an odd function of d: vectors are seen from the body. There
//                w(u,v) = u_q.v_p - u_p.v_q + mu.[u_q, v_q], with mu of the node or of its image, and
//                its matrix has the determinant 1, too
//
// Values are those of B(d). How far they may be off is what lies between those of B(d) and B(2d):
// 63 times the error of B(d) where the distance makes the error, and the rounding where that does.

#pragma once

#include "problem/group.h"
#include "run/run.h"

typedef struct stepmap {
  noslip_run *run;
  stepper *stepper;        // its own
  arena *arena;            // for the projections
  state x;                 // a point beside the node, or its image
  state point, image;      // those of the other side
  double *before, *after;  // 4 x N x N  N = 2 nv: u and Su, those of B(d), then of B(2d)
  double *square;          // N x N      scratch
  int *pivot;              // N
  group G;                 //            used on a group only
  double *back, *between;  // n          room for g(-d)^-1 and g(-d)^-1 g(d)
  double *mu, *mu1;        // nv         momenta of the node and of its image
  double *ad;              // nv         room for ad* mu
  double *axis;            // N          how long the axes are
  double *lambda;          // m          room for multipliers
} stepmap;

// false when there is no memory
bool stepmap_init(stepmap *s, noslip_run *r, arena *a);

// One step of size h of the stepper from s->x, started plainly, with t and both q and p at its end.
noslip_status stepmap_step(stepmap *s, double h, failure *why);

// A point of the constraints beside the node of the run, into s->x: (q,p) moved by d along axis k.
noslip_status stepmap_beside(stepmap *s, int k, double d, failure *why);

// Make a point of s->x: v of its p, projected onto the constraints, multipliers.
noslip_status stepmap_settle(stepmap *s, failure *why);

// v and p' = f + B^T lambda, or f + r, at a state, 2 nv numbers; false if they cannot be found. On a
// group p' has a term more, ad*_v p, which follows from v and p.
bool stepmap_rates(stepmap *s, const state *x, double *out);

// the vectors at the node of the run
noslip_status stepmap_differentiate(stepmap *s, failure *why);

// a number and how far it may be off
typedef struct stepmap_number {
  double value, accuracy;
} stepmap_number;

// after stepmap_differentiate
stepmap_number stepmap_form(const stepmap *s);
stepmap_number stepmap_volume(stepmap *s);
