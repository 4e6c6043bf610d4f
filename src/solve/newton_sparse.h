// The Jacobian of newton.h where most of it is always zero. It stands in its array as a dense one does,
// n x n, and only its entries are scaled, factored and looked at; the factors are beside it.
//
// A packed J has its entries alone, one after the other, in the order of the rows; its pattern is that of
// its transpose.
//
// J is carried with the pivots of its factors, so that these are made again, bit for bit, wherever a
// step goes on from what was saved.

#pragma once

#include "solve/newton.h"
#include "solve/sparse_lu.h"
#include "solve/sparse_rows.h"

typedef struct newton_sparse {
  int *first, *column;  // n + 1, entries  of J by rows
  int *at;              // entries         where they stand in J
  int *across;          // entries         of a packed J: the entry of J^T at the same place
  double *turned;       // entries         room for that; NULL: J stands in an array n x n
  sparse_lu lu;
  bool current;  // the factors, or the pivots of the last, belong to what is carried
  bool
      *searched;  // n x n  entries found so far, while the pattern is sought: then no J has factors
} newton_sparse;

// Begin to look for the pattern: from now on every J that is asked for adds its entries, and is taken
// to be singular. NULL: no memory. `scratch` is needed until newton_sparse_found.
newton_sparse *newton_sparse_seek(arena *a, arena *scratch, int n);

// The pattern is found. False: no memory, or nothing is gained by it.
bool newton_sparse_found(newton_sparse *s, arena *a, int n);

// The same of a packed J with these entries, whose lists are kept. False: no memory, or the factors could
// have too many numbers.
bool newton_sparse_pack(newton_sparse *s, arena *a, sparse_rows of, int n);

// What newton_call.h declares:
//
//   scale     the rows; false if one is zero or not finite, or the pattern is sought
//   factor    the scaled J; -1, or a column without a pivot
//   solve     d = J^-1 d
//   row_size  (|J| s)_i of newton_floor.h, J as it was evaluated
//   depends   of a packed J, scaled: an equation that depends on others; its factors are lost
//   clear     J = 0 after something else stood in its array; its factors are lost
