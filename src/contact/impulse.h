// The frictional problem of many contacts: impulses P, and relative velocities u = W P + b, with
// the laws of rows.h in each contact.
//
// W = L R^T is not stored: L are the rows of the contacts, R^T P is the change of the velocities
// that impulses cause, R^T = M^-1 H^T. Each contact has its rows of L and R on the few velocities
// they depend on, so that memory and a sweep are linear in the number of contacts, however many
// of them share a body. A matrix that is given as such is L = W, R = 1.
//
// Contacts that share no velocity, not even through others, are problems of their own: islands. Of
// each island:
//
//   residual  the natural map in units of the normal velocity, the largest of
//             W_NN |P_N - max(0, P_N - u_N/W_NN)|  and  w |P_T - proj(P_T - u_T/w)|,
//             w = max diag W_TT, proj onto the disc of radius mu P_N; a clause after the first is
//             multiplied by sqrt(W_NN/w)
//   end       residual <= 1e-14 sc, or below 1e-11 sc when a step gains less than a factor 2;
//             sc = |b| + the size of the velocities before
//   sweeps    5 of Gauss and Seidel: one contact after the other, in order, exactly (one.h)
//   Newton    on the natural map (Alart, Curnier 1991), damped (newton.c): up to 100 rows with the
//             shortest step, since the matrix is singular where contacts hold a body in more ways
//             than one (natural.c); beyond that with a sparse matrix of the velocities (bodies.h)
//   points    where Newton's method stands still: proximal points (proximal.c), contacts that are a
//             little soft, made harder; each by Newton's method with a sparse matrix
//
// What is left then has most often no solution, or one that is far away behind rows that are nearly
// dependent. A caller without another way may have more tried: rounds of 50 sweeps and Newton's
// method, sweeps with conjugate directions, which need no matrix, and friction that grows from
// nothing. Contacts without friction are also solved by active sets (normals.c).
//
// Memory is linear in the contacts, except the sparse matrix: it is linear in the velocities, and
// an island that would need more goes without it. The order of all operations is fixed.

#pragma once

#include "base/arena.h"
#include "contact/rows.h"
#include "solve/least_norm.h"

enum { impulse_dense = 300 };  // rows of an island: ranks need their cube

// some rows of a contact on the velocities they depend on
typedef struct contact_strip {
  int count;            // velocities
  const int *column;    // count  which, each once
  const double *value;  // width x count
} contact_strip;

typedef struct impulse_problem {
  int ncontact, nrow, nvelocity;
  const contact_rows *contacts;       // ncontact  in order of declaration, rows without holes
  const contact_strip *left, *right;  // ncontact  L and R
  const double *b;                    // first + nrow, as P is
  double before;                      // the size of the velocities before, in sc
  int first;                          // row of the first contact: rows before it are not touched
} impulse_problem;

typedef enum impulse_status {
  IMPULSE_SOLVED,
  IMPULSE_UNSOLVED,  // the budget of sweeps is spent
  IMPULSE_SINGULAR,  // a contact whose W is not that of a contact with friction: one_contact_fits
  IMPULSE_NOT_FINITE,
} impulse_status;

typedef struct impulse_result {
  impulse_status status;
  int contact;        // the one with the largest residual, or that is singular
  double residual;    // the largest, over sc
  int sweeps, steps;  // of all islands
} impulse_result;

typedef struct impulse_limits {
  int ncontact, nrow, nvelocity;
  int columns;  // velocities of all strips; 0: each contact may depend on all velocities
} impulse_limits;

typedef struct impulse_solver impulse_solver;

// workspace for problems within the limits; NULL: no memory
impulse_solver *impulse_solver_new(arena *a, impulse_limits limits);

// How much is tried, and what is taken in the end: `brief` ends with proximal points, since the
// caller has another way; where nothing else helps a residual of `loose` sc is a solution. From the
// start it is neither: everything is tried, and 0.
void impulse_set_patience(impulse_solver *s, bool brief, double loose);

// P (nrow) are impulses to start from on entry, those of before or zeros.
impulse_result impulse_solve(impulse_solver *s, const impulse_problem *p, double *P);

// dv = R^T P, the change of all velocities
void impulse_velocities(const impulse_problem *p, const double *P, double *dv);

// Are solutions P the only ones near them (unique.c)? They are not where contacts hold a body in more
// ways than one, unless they slide. `state` (ncontact) has what each contact does: contact_touches, and
// contact_slides << k for clause k. Islands of more than impulse_dense rows are not decided.
enum { contact_touches = 1, contact_slides = 2 };

typedef enum impulse_uniqueness {
  IMPULSE_UNIQUE,
  IMPULSE_NOT_UNIQUE,
  IMPULSE_UNDECIDED,
} impulse_uniqueness;

impulse_uniqueness impulse_is_unique(impulse_solver *s, const impulse_problem *p, const int *state,
                                     const double *P);

// the rank of W; -1 if an island has more than impulse_dense rows
int impulse_rank(impulse_solver *s, const impulse_problem *p);
