// The rows of contacts: how many each has, and what law holds in them.
//
// A contact has a row for its normal and, for each friction clause, one or two rows for the slip.
// They follow each other: normal, first clause, second clause, ... Of the impulses P and the
// relative velocities u of one contact:
//
//   0 <= u_N _|_ P_N >= 0,     |P_T| <= mu P_N,     P_T = -mu P_N u_T/|u_T| where u_T != 0
//
// with one disc of radius mu P_N for each clause.

#pragma once

#include <assert.h>
#include <stdbool.h>

enum {
  contact_clauses = 3,                    // friction clauses of a contact, at most
  contact_width = 1 + 2*contact_clauses,  // its rows, at most
};

typedef struct friction_clause {
  int count;  // rows: 1 or 2
  double mu;
} friction_clause;

typedef struct contact_rows {
  int row;  // that of the normal; the others follow
  int nclause;
  friction_clause clause[contact_clauses];
  bool tied;     // instead of the law above P_T = slope P_N in the first clause, which has one row
  double slope;  // within [-mu, mu]
} contact_rows;

static inline int contact_rows_width(const contact_rows *c) {
  int width = 1;
  assert(c->nclause >= 0 && c->nclause <= contact_clauses);
  for (int k = 0; k < c->nclause; k++)
    width += c->clause[k].count;
  return width;
}
