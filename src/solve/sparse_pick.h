// The rows of sparse_rows.h, from numbers.

#pragma once

#include "base/arena.h"
#include "solve/sparse_rows.h"

// What is not zero in any of `count` matrices m x n. False: no memory.
bool sparse_rows_pick(sparse_rows *r, arena *a, const double *const *A, int count, int m, int n);

// Those of A B, A of m rows, B with n columns. False: no memory.
bool sparse_rows_times(sparse_rows *r, arena *a, sparse_rows A, sparse_rows B, int m, int n);

// Those of A^T, A m x n. False: no memory.
bool sparse_rows_transpose(sparse_rows *r, arena *a, sparse_rows A, int m, int n);
