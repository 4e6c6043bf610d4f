// One contact, exactly: u = W P + r with the laws of rows.h, W and r of this contact alone.
//
// Normal and first clause together. r_N >= 0: P = 0. Otherwise, with S = W_TT - W_TN W_NT/W_NN and
// s = r_T - W_TN r_N/W_NN,
//
//   T(al) = -(S + al)^-1 s,   N(al) = -(r_N + W_NT T(al))/W_NN,    al = 0: stick; al > 0: slip with
//                                                                  u_T = -al T
//
// It sticks if |T(0)| <= mu N(0). Otherwise |T(al)| - mu N(al) is positive at 0 and negative at
// infinity: there is a solution, provided that the symmetric part of W is positive definite. There
// may be others; the rule above chooses one. With one row no root has to be found.
//
// A further clause has its disc alone, mu P_N given: T(al) = -(W_TT + al)^-1 r_T, |T| = mu P_N.

#pragma once

#include "contact/rows.h"

// W (rows of contact_width numbers) and r (width) give P (width). The later clauses of P are those
// of before on entry: clauses are visited one after the other.
void one_contact(const contact_rows *c, const double *W, const double *r, double *P);

// Can W be that of a contact? Its diagonal has to be positive where there is friction, and the slip
// must not follow from the normal velocity.
bool one_contact_fits(const contact_rows *c, const double *W);

// the one of max diag W_TT of a clause whose first row is `row`
double one_contact_weight(const friction_clause *c, const double *W, int row);
