// The workspace of the solver of impulse.h, and its parts. For the files of this room.

#pragma once

#include "contact/island.h"
#include "solve/block_lu.h"

typedef struct impulse_newton {
  int limit;       // rows
  bool assembled;  // W is that of the island at hand
  int *place;      // ncontact       where the rows of a contact begin among those of its island
  double *W, *J;   // limit x limit  of the island; the derivative of the natural map
  double *F;       // limit          the natural map
  double *step;    // limit
  int *passive;    // limit  contacts that may push
  least_norm factor;
} impulse_newton;

// the same by bodies: bodies.h, proximal.c
typedef struct impulse_bodies {
  int laid;           // the island whose matrix is laid out, by its first contact; -1: none is
  int *local;         // nvelocity  the unknown of a velocity
  int *columns;       // nvelocity  unknowns of one contact,
  double *numbers;    // nvelocity  and a row of theirs
  double *GL;         // contact_width x nvelocity  G L of one contact
  double *G, *g;      // nrow x contact_width, nrow  of each contact: dP = g - G du
  double *x, *way;    // nvelocity  the solution; R^T dP
  double *step;       // nrow       dP
  double *u0;         // nrow       u of the impulses that a point begins with,
  double *y, *y_old;  // nrow       how far it is from them,
  double *w, *w_old;  // nvelocity  and R^T of that
  block_lu matrix;
} impulse_bodies;

struct impulse_solver {
  impulse_limits limits;
  islands islands;
  contact_rows *contacts;     // ncontact  of the problem; their friction may be eased,
  const contact_rows *given;  // ncontact  from that of these
  double *D;                  // nrow x contact_width  W of each contact alone
  double *dv;                 // nvelocity  R^T P
  double *u;                  // nrow       W P + b
  double *trial;              // nrow       impulses that are tried
  double *b;                  // nrow       of an impact, with restitution
  double *best;               // nrow       impulses of an impact that keep the energy
  double *kept;               // nrow       impulses of the friction that was reached
  double *center;             // nrow  impulses that active sets begin with
  impulse_newton newton;
  impulse_bodies bodies;

  bool brief;    // fewer sweeps
  double loose;  // of sc: a residual that is taken where no less can be had

  // the problem at hand
  impulse_problem problem;
  double scale;
  impulse_result result;
};

// the contacts of an island
typedef struct island {
  const int *list;
  int count, nrow;
} island;

// begin a problem: D and the islands. False if a contact is singular; the result says which.
bool solver_begin(impulse_solver *s, const impulse_problem *p);

island solver_island(const impulse_solver *s, int which);

// copy the impulses of an island
void solver_copy(const impulse_solver *s, const island *in, double *to, const double *from);

// iterate.c: solve an island to the end; false if it cannot be. `result` is completed.
bool solver_run(impulse_solver *s, const island *in, double *P);

// trial = P + share step, P_N >= 0; returns its residual
double solver_attempt(impulse_solver *s, const island *in, const double *P, double share,
                      const double *step);

// is a residual enough, or all that can be had? `last` is the one before
bool solver_is_enough(const impulse_solver *s, double residual, double last);

// u and dv of these impulses; returns the residual, *worst is the contact with the largest part
double solver_residual(impulse_solver *s, const island *in, const double *P, int *worst);

// ---- natural.c: the natural map of one contact, and Newton's method on it

// the residual of one contact, in units of its normal velocity; D are its rows of W
double natural_residual(const contact_rows *c, const double *D, const double *u, const double *P);

// The natural map of one contact, linear around u and P: F + A du + B dP, in rows of contact_width
// numbers. `soft` adds this share of W_ii to W.
typedef struct natural_rows {
  double A[contact_width*contact_width], B[contact_width*contact_width], F[contact_width];
} natural_rows;

void natural_linearise(const contact_rows *c, const double *D, const double *u, const double *P,
                       double soft, natural_rows *out);

// W of an island, dense
void natural_assemble(impulse_solver *s, const island *in);

// the step from P, in `bodies.step`, with W + soft diag W
void natural_newton(impulse_solver *s, const island *in, const double *P, double soft);

// ---- newton.c

typedef enum newton_kind {
  NEWTON_DENSE,   // the shortest step
  NEWTON_BRIEF,   // by bodies; one attempt
  NEWTON_BODIES,  // by bodies
} newton_kind;

// One step from P, where `residual` is that of P, damped until it falls: P and u are those of
// after. Returns the residual, which is not less if there was no fall: then P is as before.
double newton_step(impulse_solver *s, const island *in, double *P, double residual,
                   newton_kind kind);

// ---- bodies.c

bool bodies_init(impulse_bodies *b, arena *a, impulse_limits limits);

// ---- proximal.c

// The problem by proximal points, from P on; returns the residual.
double proximal_run(impulse_solver *s, const island *in, double *P, bool *enough);

// ---- normals.c

// Contacts without friction, by active sets. P and u are those of after; returns the residual, not
// less if nothing was gained: then P is as before.
double normals_solve(impulse_solver *s, const island *in, double *P, double residual);
