// Symmetries of a mechanical model, found in its equations, and how they act on a state.
//
//   on R^n       q -> A q + c,  v -> A v,  p -> A^-T p,  where (A, c) is the flow of X q + b after s
//   p, f of      p_q (X q + b) + p_v X v + X^T p = 0, and the same with f, for all (q,v);
//     (q,v)      of a hamiltonian v_q (X q + b) - v_p X^T p - X v = 0, f_q (X q + b) - f_p X^T p + X^T f = 0
//   constraints  G (X q + b) = C g,  Phi_q (X q + b) + Phi_v X v = C Phi with constant matrices C
//
// These equations are linear in (X, b, C). They are written down at many points around the node, and
// what solves them all is reduced to echelon form, X by rows before b: a basis with few entries.
// Angles are only shifted. Forces are among f, so the equations of motion have the symmetry, not the
// lagrangian alone. With more than `symmetry_most_coordinates` coordinates all bodies move alike: x[i]
// are one class, r[i,2] another, and X_ab, b_a are numbers of classes; C is zero then.
//
//   on a group   g -> tau(s e_k) g, one for each k: v and p, seen from the body, stay
//
// These are candidates; whoever uses them compares the rates of the model at x and at the moved x.

#pragma once

#include "problem/group.h"
#include "run/stepmap.h"

enum { symmetry_most_coordinates = 12 };

typedef struct symmetry {
  const char *name;
  double s;             // how far to go
  const double *X, *b;  // n x n, n  on R^n
  const double *left;   // n         tau(s e_k) on a group; NULL: on R^n
} symmetry;

typedef struct symmetry_list {
  symmetry *list;
  int count;
  double *term, *next;  // n  scratch
} symmetry_list;

// Find them around the node of the run, which is known. False when there is no memory; names are in
// `names`, the rest in `a`.
bool symmetries_find(symmetry_list *found, noslip_run *r, arena *a, arena *names);

// x -> A x of velocities, x -> A^-T x of momenta or forces; on a group they stay
void symmetry_move_velocity(const symmetry_list *found, const symmetry *g, double *v, int n);
void symmetry_move_momentum(const symmetry_list *found, const symmetry *g, double *p, int n);

// q, v and p
void symmetry_move(const symmetry_list *found, const symmetry *g, const problem *p, state *x);
