// Residual and Jacobian of the system of euler.h.

#pragma once

#include "methods/euler/euler_look.h"

// first = h (first[0] r(0,Psi0) + first[1] r(0,Psi1)), last likewise at E
typedef struct euler_terms {
  double first[2], last[2];
} euler_terms;

static inline euler_terms euler_terms_of(euler_shape k, const euler *s) {
  double a = k.alpha, pair[2] = {k.natural ? 0 : -a, k.natural ? 1 - a : 1};
  if (s->base->adjoint)
    return (euler_terms){{pair[0], pair[1]}, {a, 0}};
  return (euler_terms){{a, 0}, {pair[0], pair[1]}};
}

// where the unknowns begin
typedef struct euler_places {
  int w, D, d, k;  // k0, then k1
} euler_places;

static inline euler_places euler_places_of(euler_shape k) {
  return (euler_places){0, k.ny, k.ny + k.nz, k.ny + 2*k.nz};
}

// A (nrow x ncolumn) times `factor` is added to J at (row, column)
static inline void euler_put(double *J, int all, int row, int column, double factor,
                             const double *A, int nrow, int ncolumn) {
  for (int i = 0; i < nrow; i++)
    for (int j = 0; j < ncolumn; j++)
      J[(row + i)*all + column + j] += factor*A[i*ncolumn + j];
}

// the points of the step at x
static inline void euler_place(euler_shape k, euler *s, const double *x) {
  euler_places at = euler_places_of(k);
  vec_axpy(s->y1, s->h, x + at.w, s->y0, k.ny);
  vec_axpy(s->Z, 1, x + at.D, s->z0, k.nz);
  vec_axpy(s->z1, 1, x + at.d, s->z0, k.nz);
  for (int i = 0; i < 2*k.m; i++)
    s->psi[i] = x[at.k + i]/s->h;
}

// r -= h sum c_j r(.,Psi_j) at row `row`, and its derivatives: at 0 by psi, at E by y1 and z1, too
static inline void euler_add_reactions(euler_shape k, euler *s, const double c[2], bool end,
                                       double *r, double *J, int row) {
  euler_places at = euler_places_of(k);
  int all = euler_unknowns(k).n;
  double h = s->h;
  for (int j = 0; j < 2; j++) {
    euler_pull *p = &s->pulls[j];
    if (c[j] == 0 || k.m == 0)
      continue;
    euler_react(k, s, p, end ? s->t + h : s->t, end ? s->y1 : s->y0, end ? s->z1 : s->z0,
                s->psi + j*k.m, J != NULL);
    vec_axpy(r + row, -h*c[j], p->r, r + row, k.nz);
    if (!J)
      continue;
    euler_put(J, all, row, at.k + j*k.m, -c[j], p->rpsi, k.nz, k.m);
    if (!end)
      continue;
    euler_put(J, all, row, at.w, -h*h*c[j], p->ry, k.nz, k.ny);
    euler_put(J, all, row, at.d, -h*c[j], p->rz, k.nz, k.nz);
  }
}

// r1 = w - v(S)
static inline void euler_move(euler_shape k, euler *s, const double *x, double *r, double *J) {
  euler_places at = euler_places_of(k);
  int all = euler_unknowns(k).n;
  vec_sub(r, x + at.w, s->S.v, k.ny);
  if (!J)
    return;
  for (int i = 0; i < k.ny; i++)
    J[i*all + at.w + i] += 1;
  if (euler_late(k, s))
    euler_put(J, all, 0, at.w, -s->h, s->S.vy, k.ny, k.ny);
  euler_put(J, all, 0, at.D, -1, s->S.vz, k.ny, k.nz);
}

// r2 = p(S) - p(0) - [h f(S)] - first
static inline void euler_kick(euler_shape k, euler *s, const euler_terms *terms, double *r,
                              double *J) {
  euler_places at = euler_places_of(k);
  int all = euler_unknowns(k).n, row = at.D;
  bool late = euler_late(k, s);
  double h = s->h;
  vec_axpy(r + row, late ? 0 : -h, s->S.f, s->dS, k.nz);
  if (J) {
    euler_put(J, all, row, at.D, 1, s->S.pz, k.nz, k.nz);
    if (late)
      euler_put(J, all, row, at.w, h, s->S.py, k.nz, k.ny);
    else
      euler_put(J, all, row, at.D, -h, s->S.fz, k.nz, k.nz);
  }
  euler_add_reactions(k, s, terms->first, false, r, J, row);
}

// r3 = p(E) - p(S) - [h f(S)] - last
static inline void euler_end(euler_shape k, euler *s, const euler_terms *terms, double *r,
                             double *J) {
  euler_places at = euler_places_of(k);
  int all = euler_unknowns(k).n, row = at.d;
  bool late = euler_late(k, s);
  double h = s->h;
  vec_sub(r + row, s->dE, s->dS, k.nz);
  vec_axpy(r + row, late ? -h : 0, s->S.f, r + row, k.nz);
  if (J) {
    euler_put(J, all, row, at.w, h, s->E.py, k.nz, k.ny);
    euler_put(J, all, row, at.d, 1, s->E.pz, k.nz, k.nz);
    euler_put(J, all, row, at.D, -1, s->S.pz, k.nz, k.nz);
    if (late) {
      euler_put(J, all, row, at.w, -h, s->S.py, k.nz, k.ny);
      euler_put(J, all, row, at.w, -h*h, s->S.fy, k.nz, k.ny);
      euler_put(J, all, row, at.D, -h, s->S.fz, k.nz, k.nz);
    }
  }
  euler_add_reactions(k, s, terms->last, true, r, J, row);
}

// r4 = g(t1,y1)/h or Phi(S), r5 = u(E) or Phi(E)
static inline void euler_hold(euler_shape k, euler *s, double *r, double *J) {
  euler_places at = euler_places_of(k);
  int all = euler_unknowns(k).n, row = at.k;
  const euler_bounds *b = &s->end;
  for (int c = 0; c < k.m; c++) {
    r[row + c] = c < k.mn ? b->g[c] : b->g[c]/s->h;
    r[row + k.m + c] = b->u[c];
  }
  if (!J)
    return;
  euler_put(J, all, row + k.mn, at.w, 1, b->gy + k.mn*k.ny, k.m - k.mn, k.ny);
  if (euler_late(k, s))
    euler_put(J, all, row, at.w, s->h, b->gy, k.mn, k.ny);
  euler_put(J, all, row, at.D, 1, b->gz, k.mn, k.nz);
  euler_put(J, all, row + k.m, at.w, s->h, b->uy, k.m, k.ny);
  euler_put(J, all, row + k.m, at.d, 1, b->uz, k.m, k.nz);
}

// r at x, and J = dr/dx unless it is NULL
static inline void euler_evaluate(euler_shape k, euler *s, const double *x, double *r, double *J) {
  euler_places at = euler_places_of(k);
  int all = euler_unknowns(k).n;
  bool late = euler_late(k, s);
  double t1 = s->t + s->h;
  const euler_terms terms = euler_terms_of(k, s);
  if (J)
    vec_zero(J, all*all);
  euler_place(k, s, x);
  euler_look(k, s, &s->S, late ? t1 : s->t, late ? s->y1 : s->y0, s->Z, J != NULL);
  euler_look(k, s, &s->E, t1, s->y1, s->z1, J != NULL);
  euler_bound(k, s, t1, J != NULL);
  euler_momentum(k, s, &s->S, x + at.D, s->dS);
  euler_momentum(k, s, &s->E, x + at.d, s->dE);
  euler_move(k, s, x, r, J);
  euler_kick(k, s, &terms, r, J);
  euler_end(k, s, &terms, r, J);
  euler_hold(k, s, r, J);
}
