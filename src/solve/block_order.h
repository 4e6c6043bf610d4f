// The order in which the unknowns of a sparse matrix are eliminated, and the blocks of its factors.
//
// The matrix is a sum of small dense parts, each on a few unknowns.
//
//   nodes   unknowns that occur in the same parts; a block has the rows of one node and the
//           columns of another
//   order   nodes of the least degree first; an eliminated node is kept as the set of its
//           neighbours then (quotient graph), which is also its row of blocks in U
//
// Memory is taken once; what does not fit into it is refused.
//   [George, Liu, "The evolution of the minimum degree ordering algorithm", SIAM Rev. 31 (1989)]

#pragma once

#include "base/arena.h"

#include <stdint.h>

// what there is room for
typedef struct block_limits {
  int unknowns, parts;
  int members;  // unknowns of all parts together
  int blocks;   // of the factors
  int numbers;  // in these
} block_limits;

// neighbours of the nodes while they are eliminated
typedef struct block_graph {
  int *list, *first;            // of a node: eliminated ones beside it, then the others
  int *nelement, *nneighbour;   // how many of both
  int *reach, *reach_first;     // of an eliminated node the others beside it then,
  int *nreach;                  // and how many
  int *degree;                  // unknowns of the neighbours
  int *head, *next, *previous;  // nodes of each degree, -1: none
  int *state;                   // of a node: BLOCK_...
} block_graph;

typedef struct block_order {
  block_limits limits;
  int n, npart, nmember, nnode;
  int *part, *member;   // where each part begins, npart + 1; its unknowns, then its nodes
  int *node;            // unknowns  the node of each, -1: it is in no part,
  int *place;           // unknowns  and its place there
  int *size;            // nnode     unknowns of a node
  int *position;        // nnode     where it comes in the order
  int *order;           // nnode     the nodes in order
  uint64_t *key;        // unknowns  scratch: which parts have an unknown
  int *mark, stamp;     // unknowns  scratch
  int *first, *column;  // nnode + 1 rows of blocks, by position: columns, by position, ascending
  int *diagonal;        // nnode     which of them is the diagonal one
  block_graph graph;
} block_order;

// false: no memory
bool block_order_init(block_order *s, arena *a, block_limits limits);

// begin a matrix, then its parts; unknowns are counted from 0
void block_order_begin(block_order *s);
void block_order_part(block_order *s, const int *unknown, int count);

// find the order of n unknowns; false if there is not enough room
bool block_order_find(block_order *s, int n);
