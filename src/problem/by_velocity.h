// A constraint Psi(t,q,p) = 0 of a hamiltonian, as one on velocities.
//
//   v = H_p = A p + b            A = H_pp and b = H_p at p = 0: H is quadratic in p
//   p = A^-1 (v - b)             by A = L D L^T, in expressions
//   Phi(t,q,v) = Psi(t,q,p)      so that Phi_v = Psi_p A^-1, and the reaction Phi_v^T lambda is that
//                                of Chetaev's rule
//
// Only the momenta that occur are needed, and those that A couples with them.

#pragma once

#include "problem/mechanical.h"

// Replace p->residual where it contains momenta of a hamiltonian. NOSLIP_ERROR_MODEL with a sentence
// where momenta cannot be expressed by velocities.
noslip_status by_velocity(arena *a, mechanical_parts *p, failure *why);
