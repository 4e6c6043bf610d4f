// Mechanical systems on a Lie group, a product of R^k, SO(3), SE(2), SE(3) and SO(n), seen from the
// body (left-trivialised).
//
//   motion        g' = g hat(eta),  eta the body velocity
//   lagrangian    mu' = ad*_eta mu + X l + F + B^T lambda,     mu = l_eta(t,g,eta)
//   hamiltonian   mu' = ad*_eta mu - X h + F + B^T lambda,     eta = h_mu(t,g,mu)
//   constraints   Phi(t,g,eta) = 0 (nonholonomic), Phi(t,g) = 0 (holonomic), B = [Phi_eta; X Phi]
//   derivative    (X_k f)(g) = d/de f(g tau(e e_k)), k = 1..d. With the numbers y of g and their
//                 rates y' = Y(y) eta it is sum_i Y_ik df/dy_i. The X_k do not commute
//
// So it is a mechanical problem (mechanical.h) with X in the place of d/dq and one term more in the
// rate of the momenta. It has the same bundles, and both charts: q are the n numbers of g, of which
// there are more than velocities, v is eta and p is mu, nv numbers each. What a bundle calls f is
// X l + F, without ad*; accelerations have it.

#pragma once

#include "base/literal.h"
#include "base/text.h"
#include "geometry/product.h"
#include "problem/mechanical.h"

// the group of a problem
static inline group group_of_problem(const problem *p, group_retraction tau) {
  return (group){p->group.factor, p->group.nfactor, p->nv, p->n, tau};
}

// X e: out[i*nv + k] = X_k e[i], i < count. False if the graph or the arena has failed.
bool group_derivative(arena *a, const mechanical_parts *parts, const expr *e, int count, expr *out);

// out += ad*_eta mu, nv numbers each
bool group_add_coadjoint(arena *a, const mechanical_parts *parts, const expr *eta, const expr *mu,
                         expr *out);

// q moved by d, the nv numbers of a velocity: q + d, on a group q tau(d) with tau = cay
void group_move(const problem *p, double *q, const double *d);

// The largest entry of R^T R - 1 in the rotations of q; *from is where its matrix begins, -1: there
// is no rotation.
double group_defect(const problem *p, const double *q, int *from);

// where a matrix begins whose determinant is not positive, -1: there is none
int group_reflection(const problem *p, const double *q);

// The nearest rotations, as far as steps of Newton and Schulz lead there: where the defect is below
// one they do.
void group_repair(const problem *p, double *q);

// a group as a field of a literal of C, and its factors as an array
void group_print(literal *l, const char *name, const group *g);
void group_print_factors(literal *l, const char *name, const group_factor *list, int count);

// Is the mass matrix the same everywhere, y a multiple of x, and f free of x? Where the expressions
// are such that this can be decided by numbers (structure.c), it is, from the bundle of blocks at a
// few elements. False when there is no memory.
bool group_find_mass(arena *a, problem *p);
