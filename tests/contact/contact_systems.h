// Systems of contacts for tests: rows H on bodies with a diagonal mass, and the problem they make.

#pragma once

#include "tests/support/check.h"
#include "tests/support/expressions.h"

#include "base/vec.h"
#include "contact/impact.h"

enum { most_contacts = 64, most_rows = 160, most_velocities = 160 };

typedef struct contact_system {
  int ncontact, nrow, nv;
  contact_rows contacts[most_contacts];
  double H[most_rows*most_velocities];  // nrow x nv
  double Y[most_rows*most_velocities];  // nrow x nv  H M^-1
  double mass[most_velocities];
  double b[most_rows];
  int column[most_velocities];
  contact_strip left[most_contacts], right[most_contacts];
} contact_system;

// a contact with these clauses; returns its first row, whose numbers are zero
static inline int add_contact(contact_system *s, int nclause, int count, double mu) {
  contact_rows *c = &s->contacts[s->ncontact++];
  *c = (contact_rows){.row = s->nrow, .nclause = nclause};
  for (int k = 0; k < nclause; k++)
    c->clause[k] = (friction_clause){count, mu};
  s->nrow += contact_rows_width(c);
  assert_true(s->ncontact <= most_contacts && s->nrow <= most_rows && s->nv <= most_velocities);
  return c->row;
}

static inline double *row_of(contact_system *s, int row) {
  return s->H + (long)row*s->nv;
}

// all rows are there: Y and the problem
static inline impulse_problem system_problem(contact_system *s) {
  for (int j = 0; j < s->nv; j++)
    s->column[j] = j;
  for (int i = 0; i < s->nrow*s->nv; i++)
    s->Y[i] = s->H[i]/s->mass[i % s->nv];
  for (int i = 0; i < s->ncontact; i++) {
    int row = s->contacts[i].row;
    s->left[i] = (contact_strip){s->nv, s->column, s->H + (long)row*s->nv};
    s->right[i] = (contact_strip){s->nv, s->column, s->Y + (long)row*s->nv};
  }
  return (impulse_problem){s->ncontact, s->nrow, s->nv, s->contacts, s->left, s->right, s->b, 0, 0};
}

static inline impulse_solver *solver_for(arena *a, const contact_system *s) {
  impulse_solver *solver = impulse_solver_new(a, (impulse_limits){s->ncontact, s->nrow, s->nv, 0});
  assert_non_null(solver);
  return solver;
}

// u = H Y^T P + b
static inline void system_velocities(const contact_system *s, const double *P, double *u) {
  double dv[most_velocities] = {0};
  mat_tvec_add(dv, 1, s->Y, P, s->nrow, s->nv);
  mat_vec(u, s->H, dv, s->nrow, s->nv);
  vec_axpy(u, 1, s->b, u, s->nrow);
}

// A stack of n boxes, a x b, two corner contacts per face: 3n velocities (x, z, th of each), 4n
// rows (the stack of models/stack.noslip at rest). b is that of a step h from rest.
static inline void make_stack(contact_system *s, int n, double h, double mu) {
  const double a = 1, b = 0.5, m = 1, g = 9.81;
  *s = (contact_system){.nv = 3*n};
  for (int k = 0; k < n; k++) {
    s->mass[3*k] = s->mass[3*k + 1] = m;
    s->mass[3*k + 2] = m*(a*a + b*b)/12;
    for (int side = -1; side <= 1; side += 2) {
      int row = add_contact(s, 1, 1, mu);
      double *N = row_of(s, row) + 3*k, *T = row_of(s, row + 1) + 3*k;
      N[1] = 1;
      N[2] = side*a/2;
      T[0] = 1;
      T[2] = b/2;
      if (k == 0) {
        s->b[row] = -h*g;
        continue;
      }
      N[-2] = -1;
      N[-1] = -side*a/2;
      T[-3] = -1;
      T[-1] = b/2;
    }
  }
}
