// Sparse linear systems with one pattern: A = P L U Q, the same operations on every processor.
//
//   order      of the columns, so that A^T A fills in little, found once (block_order.h: rows are its
//              parts); with it every L and U that pivoting may lead to has room
//   factor     column after column: x = L^-1 a, the pivot is the largest entry of x in the rows that
//              are left, the first of equal ones                          [Gilbert, Peierls 1988]
//   refactor   the same with the pivots of the factors before, in loops over what these have, as long
//              as no pivot is small beside its column; otherwise pivots are chosen again
//
// Zeros within the pattern count as entries. So the pattern of the factors depends on the pivots alone,
// not on numbers, and factors with given pivots have the same bits however they are made.

#pragma once

#include "base/arena.h"

// the entries of a matrix, n x n, by columns; each column ascends
typedef struct sparse_pattern {
  int n;
  int *first;  // n + 1     where a column begins
  int *row;    // first[n]
  int *at;     // first[n]  where the number of an entry stands in the array of the matrix
} sparse_pattern;

typedef struct sparse_lu {
  sparse_pattern of;
  int *order;         // n         columns as they are eliminated
  long lower, upper;  //           numbers of L and U that there is room for

  int *pivot;     // n         rows as they are eliminated
  int *place;     // n         where a row is eliminated; -1: not yet
  int *entry;     // first[n]  the places of the rows of `of`
  int *lfirst;    // n + 1     columns of L below the diagonal: places, while factoring rows,
  int *lplace;    // lower
  double *l;      // lower     and numbers
  int *ufirst;    // n + 1     columns of U above the diagonal, ascending
  int *uplace;    // upper
  double *u;      // upper
  double *d;      // n         the diagonal of U
  bool whole;     // there are factors
  bool diagonal;  // their pivots are those of the diagonal, for sparse_lu_factor_diagonal

  // scratch
  double *x;                    // n  zero between two columns
  int *mark, *seen;             // n  likewise
  int *stack, *next, *reached;  // n
} sparse_lu;

// The pattern of a matrix by rows: row i has the columns of entries first[i] to first[i + 1], whose
// numbers stand at at[k]. False: no memory.
bool sparse_pattern_init(sparse_pattern *p, arena *a, int n, const int *first, const int *column,
                         const int *at);

// Find the order, take the memory. False: there is none, or the factors could have too many numbers.
bool sparse_lu_init(sparse_lu *s, arena *a, sparse_pattern of);

// Factors of A. With `pivot`, rows in the order of elimination, those are taken, otherwise chosen.
// Returns -1, or the column without a pivot.
int sparse_lu_factor(sparse_lu *s, const double *A, const int *pivot);

// Factors with the pivots of those before, where there are some and none is small beside its column,
// otherwise with new ones. Returns -1, or the column without a pivot.
int sparse_lu_refactor(sparse_lu *s, const double *A);

// Factors of a matrix that has them with pivots on its diagonal mostly; others are chosen where one is
// small. Nothing is remembered but places: equal matrices have equal factors. For a sparse_lu that serves
// nothing else. Returns -1, or the column without a pivot.
int sparse_lu_factor_diagonal(sparse_lu *s, const double *A);

// After factors of a transposed matrix: the column with the smallest pivot.
int sparse_lu_weakest(const sparse_lu *s);

// b = A^-1 b
void sparse_lu_solve(sparse_lu *s, double *b);

// numbers of L and U
long sparse_lu_length(const sparse_lu *s);
