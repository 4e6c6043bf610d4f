// A sparse matrix by blocks, A = L U: A = 1 + parts, each on a few unknowns (block_order.h).
//
// Row of blocks after row of blocks. Within a node the largest entry is the pivot, between nodes
// there is no choice: A has to be similar to a matrix whose symmetric part is positive definite, or
// nearly so. Every operation has its place in a fixed order.

#pragma once

#include "solve/block_order.h"

typedef struct block_lu {
  block_order order;
  int *value;      // nodes    where the numbers of a row of blocks begin,
  int *width;      // nodes    and how many columns they have
  int *offset;     // blocks   the column where a block begins
  double *A;       // numbers  factors; on the diagonal the inverse of a block of U
  double *row;     // unknowns
  int *pivot;      // unknowns
  int *at;         // nodes    where the block of a column begins in the row at hand
  double *square;  // numbers of the largest diagonal block
  int square_limit;
  int *begin;  // nodes    of vectors: where the unknowns of a position begin
  double *x;   // unknowns in the order of elimination
} block_lu;

// false: no memory
bool block_lu_init(block_lu *s, arena *a, block_limits limits);

// After block_order_begin and block_order_part of `order`: find the order of n unknowns, lay out the
// factors; false if there is not enough room.
bool block_lu_lay(block_lu *s, int n);

// A = 1
void block_lu_clear(block_lu *s);

// add numbers to row i, in columns that occur with it in a part
void block_lu_add(block_lu *s, int i, const int *column, const double *number, int count);

// factor what was added; false if it is singular
bool block_lu_factor(block_lu *s);

// b = A^-1 b
void block_lu_solve(block_lu *s, double *b);
