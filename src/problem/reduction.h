// Mechanical systems with linear constraints as skew-gradient systems z' = P(z) grad H(z), on R^n
// and on Lie groups.
//
// For L = v^T M(q) v/2 - V(q), A(q) v = 0, with a frame X(q) of the velocities that are allowed:
//
//   z       (q, rho), rho = X^T p                             n + d numbers, d = n - m
//   y       g y = rho, g = X^T M X;  v = X y,  p = M v        A v = 0 holds by itself
//   H       rho.y/2 + V(q)
//   P       [0 X; -X^T K - K^T],  K_ab = sum_i,j p_j (d_i X_a^j) X_b^i          [C] (16), (17)
//
// and applied to w = (a, u), with v = X u and d_v the derivative along v, p fixed:
//
//   P w     (v, X^T (-a - grad_q (p.X u)) + (d_v X)^T p)
//
// On a group (group.h) q are the numbers of an element, with rates q' = Y(q) eta of body velocities
// eta, which take the place of v; A, M and X belong to these, and p = M X y is the body momentum:
//
//   P w     (Y eta, X^T (-Y^T (a + grad_q (p.X u)) + ad*_eta p) + (d_(Y eta) X)^T p),  eta = X u
//
// It is skew for all numbers q, whether or not they belong to an element: p.[eta, eta] = 0. H is
// what the model says of such numbers. Steps that take P in their middle obey R1 - R0 = (R0 + R1)/2
// hat(h eta) and so keep R^T R: R1 is R0 cay(h eta).
//
// Terms a(q).v of L (gyroscopic.h), with p = M v + a, are no part of the energy: rho = X^T (p - a)
// = X^T M v stands for the velocities as before, H is what it was, and p in P is M X y. They turn
// the motion by the force B v, which adds a skew part to P:
//
//   P       [0 X; -X^T K - K^T + X^T B X],  B_ij = d_i a_j - d_j a_i;   P w: X^T B X u more
//
// On a group ad*_eta (p + a) stands for ad*_eta p besides. So H is kept as without them, and a step
// depends on the field B, not on the a that it is made of.
//
// If M is a multiple of 1, so is g: then y = rho/c, and H = |rho|^2/2c + V is a polynomial where V
// is. Forces that are linear in the velocities, F = -R(q) v, add -X^T R X to P: a part that is not
// skew, and the energy falls by exactly the work h D^T X^T R X D of a step with the discrete
// gradient D.
//
// The frame needs signs s (frame.h): they are symbols, beside z. With differences, derivatives of
// the frame are replaced by central differences of width h, which is a symbol, too:
//
//   d_i X   (X(q + h e_i) - X(q - h e_i))/2h    in P and in grad H; H is what it was   [C] rem. 3.5
//
// Holonomic constraints g(q) = 0 are taken as G(q) v = 0. If g is quadratic, steps whose increment
// obeys G(qm) (q1 - q0) = 0 in the middle stay on g = 0; other surfaces would be lost. But those
// that give one coordinate by the others, q_k = f (given_coordinates.h), need no frame: q_k is left
// out of z, and v_k = T v with the derivative T of f along the other velocities v, of which the
// mass matrix is [1 T^T] M [1; T].
//
// The full form has no frame: z = (q,p), P = [0 1; -1 0], and leaves the constraints to the method.
// It has a in H, (p - a)^T M^-1 (p - a)/2 + V.
//
// [C] Celledoni, Farre Puiggali, Hoiseth, Martin de Diego, "Energy-preserving integrators applied
//     to nonholonomic systems", sec. 2

#pragma once

#include "problem/mechanical.h"

typedef enum reduction_kind {
  REDUCTION_FRAME,                    // by the frame and its derivatives
  REDUCTION_DIFFERENCES,              // by the frame and its differences
  REDUCTION_COORDINATES,              // by the frame, with the increments of single coordinates
  REDUCTION_COORDINATES_DIFFERENCES,  // by its differences, with these
  REDUCTION_FULL,                     // none
  REDUCTION_MOTION,  // no skew-gradient form: the motion as one tape, motion_form.h
  REDUCTION_COUNT,
} reduction_kind;

// Why a problem has no such form, printed into `sentence`; false if it has.
bool reduction_refuses(const problem *p, reduction_kind kind, char *sentence, size_t size);

// Can (q, rho) be made of a state, and p of these? Fails with a sentence: a mass matrix that is
// singular or indefinite may have no factors.
noslip_status reduction_check(evaluator *e, arena *a, const state *x, failure *why);

// The problem `of`, made from `parts`, with the bundles of its skew-gradient form added: a problem
// of its own. What it is made of is only read; its names and bundles are shared.
noslip_status reduction_new(arena *a, const mechanical_parts *parts, const problem *of,
                            reduction_kind kind, const problem **out, failure *why);
