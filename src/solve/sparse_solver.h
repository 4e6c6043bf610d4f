// A linear_solver of packed sparse matrices whose pivots mostly are on the diagonal.

#pragma once

#include "base/arena.h"
#include "solve/linear_solver.h"
#include "solve/sparse_rows.h"

// of n rows, packed; NULL: no memory, or the factors could have too many numbers
const linear_solver *sparse_solver_new(arena *a, sparse_rows of, int n);
