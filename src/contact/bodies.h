// The frictional problem by bodies: systems as large as the number of velocities, and sparse as bodies
// touch few others. For the files of this room.
//
// Of each contact the impulses change by dP = g - G du (G, g: any numbers). With x = R^T dP and
// du = L x
//
//   (1 + sum R^T G L) x = sum R^T g,    dP = g - G L x
//
// a matrix of blocks that belong to bodies and to pairs of bodies with contacts (block_lu.h).

#pragma once

#include "contact/solver.h"

// lay out the matrix of an island; false if it is too large
bool bodies_lay(impulse_solver *s, const island *in);

// the matrix of G; false if it is singular
bool bodies_factor(impulse_solver *s, const island *in);

// `step` is dP for g, and `way` R^T of it
void bodies_solve(impulse_solver *s, const island *in);

// the step of Newton's method on the natural map from P, in `step`; false if there is none
bool bodies_newton(impulse_solver *s, const island *in, const double *P, double soft);

// Rows that are held from both sides, of normals alone: W P = -b. From P on.
void bodies_hold(impulse_solver *s, const island *in, double *P);

// y = (rows of the strip) x, and x += (rows of the strip)^T y, x by unknowns
void bodies_times(const impulse_bodies *b, double *y, const contact_strip *strip, const double *x,
                  int width);
void bodies_add(const impulse_bodies *b, double *x, const contact_strip *strip, const double *y,
                int width);
