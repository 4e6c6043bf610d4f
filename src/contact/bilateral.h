// Rows that are held from both sides: W P = -b with the shortest P, W = L R^T as in impulse.h.

#pragma once

#include "contact/impulse.h"

// P (nrow); every contact of the problem has its normal row alone. Islands of up to impulse_dense
// rows are solved directly, larger ones by conjugate gradients.
void bilateral_solve(impulse_solver *s, const impulse_problem *p, double *P);
