// Symplectic Euler for overdetermined DAEs whose reactions are not linear in the multipliers.
//
//   problem    y' = v(t,y,z),  d/dt p(t,y,z) = f(t,y,z) + r(t,y,z,psi),  0 = g(t,y)
//              and the hidden constraint 0 = u(t,y,z) = g_y v + g_t                       [J] (3.1)
//              a bare DAE has p = z; a hamiltonian y = q, z = p, v = H_p; a lagrangian y = q,
//              z = v, p = L_v; both r = G^T psi + F(psi), with the forces that depend on psi
//   solvable   K = g_y v_z p_z^-1 r_psi is regular
//   space      g = 0 and u = 0
//
//   steps      S = (tS,yS,Z) is the stage, E = (t1,y1,z1) the end, both new; 0 = (t0,y0,z0)
//
//   euler-true          S = (t0,y0,Z)                                                     [J] (3.5)
//              p(S) = p(0) + h f(S) + h a r(0,Psi0)
//              y1 = y0 + h v(S),   g(t1,y1) = 0
//              p(E) = p(S) + h r(E,Psi1) - h a r(E,Psi0),   u(E) = 0
//   euler-true-conj     S = (t1,y1,Z)                                                     [J] (3.8)
//              p(S) = p(0) + h a r(0,Psi0)
//              y1 = y0 + h v(S),   g(t1,y1) = 0
//              p(E) = p(S) + h f(S) + h r(E,Psi1) - h a r(E,Psi0),   u(E) = 0
//   euler-natural, euler-natural-conj   the same with                              [J] (3.2), (3.7)
//              p(E) = ... + h (1 - a) r(E,Psi1)
//   euler-true*         S = (t1,y1,Z)                                   the adjoint of euler-true
//              p(S) = p(0) + h r(0,Psi1) - h a r(0,Psi0)
//              y1 = y0 + h v(S),   g(t1,y1) = 0
//              p(E) = p(S) + h f(S) + h a r(E,Psi0),   u(E) = 0
//   euler-true-conj*    S = (t0,y0,Z)                              the adjoint of euler-true-conj
//              p(S) = p(0) + h f(S) + h r(0,Psi1) - h a r(0,Psi0)
//              y1 = y0 + h v(S),   g(t1,y1) = 0
//              p(E) = p(S) + h a r(E,Psi0),   u(E) = 0
//   nonholonomic constraints Phi(t,y,v) = 0, affine in v, of mechanical problems stand beside g: with
//              Phi(S) = 0 in the place of g(t1,y1) = 0, and Phi(E) = 0 in that of u(E) = 0
//   a          the option alpha, 1/2 by default; not 0, nor 1 of the natural methods
//
//   unknown    w = (y1 - y0)/h, D = Z - z0, d = z1 - z0, k0 = h Psi0, k1 = h Psi1
//   residual   r1 = w - v(S)
//              r2 = p(S) - p(0) - [h f(S)] - first       first, last: the terms of r above; h f(S)
//              r3 = p(E) - p(S) - [h f(S)] - last        stands in r2 if yS = y0, otherwise in r3
//              r4 = g(t1,y1)/h,   r5 = u(E)              so scaled, the Jacobian is O(1) as h -> 0
//   Jacobian   rows r1..r5, columns w, D, d, k0, k1; [ ] where yS = y1; {h f_z} where yS = y0;
//              A = r_psi(0,.), C = r_psi(E,.), with the factors of the terms
//              [ I - [h v_y(S)]                   -v_z(S)           0                 0      0    ]
//              [ [h p_y(S)]                       p_z - {h f_z}     0                 -A0   -A1   ]
//              [ h p_y(E) - [h p_y(S) + h^2 f_y]  -p_z - [h f_z]    p_z(E) - h r_z    -C0   -C1   ]
//              [   - h^2 r_y(E)                                                                   ]
//              [ g_y                              0                 0                 0      0    ]
//              [ h u_y                            0                 u_z               0      0    ]
//   start      w = v(0), D = d = 0, Psi0 and Psi1 of the last step; in the first step psi that is
//              consistent. For h -> 0 Psi0 does not tend to psi, but with yS = y0 to the root of
//              0 = g_y v_z p_z^-1 (f + a r(0,Psi0)) + g_yy(v,v)/2, and Newton's method for the step
//              moves Psi0 as Newton's method for this equation does. There may be no root, though
//              there is a psi: then another a may help
//
//   keeps      g = 0 and u = 0 to rounding; of a Hamiltonian system with ideal reactions the
//              symplectic form and momentum maps of linear symmetries: euler-true is then reich,
//              euler-true-conj is reich*, for every a
//   order      1. The natural methods are true where r is affine in psi. Otherwise they converge
//              to the solution of z' = f + a r(P0) + (1 - a) r(P1), where P0 and P1 are not psi:
//              0 = g_y v_z (f + a r(P0)) + g_yy(v,v)/2 and
//              0 = g_yy(v,v)/2 + g_y v_y v + (1 - a) g_y v_z r(P1). A run warns
//   adjoint    euler-true-conj is the adjoint of euler-true only if r = B(y,z) psi, or r is affine
//              and a = 1/2. Otherwise euler-true and euler-true-conj in turn have order 1:
//              compositions take the adjoints above
//   does not   treat constraints that are not affine in the velocities
//
// [J] Jay, Simeon, "Consistent extensions of the symplectic Euler method for a class of
//     overdetermined DAEs", secs 3 and 4. The sentence before its (3.7) calls that one "true"; it
//     is the natural conjugate. That compositions raise the order holds with the adjoints above,
//     not with (3.5) and (3.8). docs/methods.md has the derivation.

#pragma once

#include "base/vec.h"
#include "methods/kernel.h"
#include "problem/consistent_load.h"
#include "problem/own_chart.h"

// what does not change in a run
typedef struct euler_shape {
  int ny, nz, m;        // y, z, constraints
  int mn;               // of these nonholonomic: in the equations they stand first
  bool bare;            // a DAE, whose states are y and z; otherwise mechanical
  bool lagrangian;      // z = v; otherwise p = z
  bool uniform;         // of a lagrangian: p = M z + const
  bool loaded;          // of a mechanical problem: forces depend on multipliers
  bool bent;            // r is not affine in psi
  bool natural;         // the natural methods
  bool conj;            // the conjugate methods: of these yS = y1, but not of their adjoints
  double alpha;         // a
  double noise;         // rounding of what the model gives, in units of eps
  const int *y, *z;     // ny, nz   of a DAE: which states they are
  const int *declared;  // m     place of each constraint among all, if some are nonholonomic
  const double *M;      // nz x nz  of a lagrangian with constant mass, otherwise NULL
} euler_shape;

typedef struct euler_carried {
  bool known;   // Psi0 and Psi1 are those of the last step
  double way;   // largest |dy| of the last step
  double kick;  // and largest |dz|
} euler_carried;

// the problem at a point (t,y,z)
typedef struct euler_rates {
  double *v, *f, *p;  // ny, nz, nz
  double *vy, *vz;    // ny x ny, ny x nz
  double *fy, *fz;    // nz x ny, nz x nz
  double *py, *pz;    // nz x ny, nz x nz
} euler_rates;

// its reactions at (t,y,z,psi)
typedef struct euler_pull {
  double *r, *ry, *rz, *rpsi;  // nz, nz x ny, nz x nz, nz x m
} euler_pull;

// its constraints at the end
typedef struct euler_bounds {
  double *g, *gy;       // m, m x ny; nonholonomic ones at the stage, with
  double *gz;           // mn x nz
  double *u, *uy, *uz;  // m, m x ny, m x nz
} euler_bounds;

typedef struct euler {
  kernel *base;
  evaluator *e;
  euler_shape shape;

  euler_carried *carried;
  double *Psi;  // 2m       Psi0 and Psi1 of the last step

  // scratch
  double t, h;
  const double *y0, *z0;  // ny, nz  start of the step                     set by the caller
  double *gathered;       // ny+nz   the same of a DAE
  double *size;           // m       of psi, for derivatives near 0        left by euler_measure
  double *states;         // ny+nz   a point of a DAE, as it has it
  double *aside;          // m       where r_psi is taken
  double *y1, *Z, *z1;    // ny, nz, nz                                    left by euler_evaluate
  double *psi;            // 2m      Psi0, Psi1 of the iterate
  double *dS, *dE;        // nz      p(S) - p(0), p(E) - p(0)
  euler_rates start, S, E;
  euler_pull pulls[2];  //         r(0,.), r(E,.), one after the other
  euler_bounds end;
  double *change;  // ny+nz   y1 - y0, z1 - z0
} euler;

static inline void euler_open(euler *s, kernel *base, euler_carried *carried, evaluator *e) {
  s->base = base;
  s->carried = carried;
  s->e = e;
}

static inline newton_shape euler_unknowns(euler_shape k) {
  int places = k.ny, rates = places + 2*k.nz, all = rates + 2*k.m;
  return (newton_shape){all, {places, rates, all}, 0};
}

static inline euler_rates euler_lay_rates(euler_shape k, layout *l) {
  int ny = k.ny, nz = k.nz;
  return (euler_rates){
      .v = layout_scratch(l, ny),
      .f = layout_scratch(l, nz),
      .p = layout_scratch(l, nz),
      .vy = layout_scratch(l, (long)ny*ny),
      .vz = layout_scratch(l, (long)ny*nz),
      .fy = layout_scratch(l, (long)nz*ny),
      .fz = layout_scratch(l, (long)nz*nz),
      .py = layout_scratch(l, (long)nz*ny),
      .pz = layout_scratch(l, (long)nz*nz),
  };
}

static inline euler_pull euler_lay_pull(euler_shape k, layout *l) {
  return (euler_pull){
      .r = layout_scratch(l, k.nz),
      .ry = layout_scratch(l, (long)k.nz*k.ny),
      .rz = layout_scratch(l, (long)k.nz*k.nz),
      .rpsi = layout_scratch(l, (long)k.nz*k.m),
  };
}

static inline void euler_lay(euler_shape k, euler *s, layout *l) {
  int ny = k.ny, nz = k.nz, m = k.m;
  assert(k.bare ? k.mn == 0 : ny == nz);
  assert(k.alpha != 0 && (!k.natural || k.alpha != 1));
  s->Psi = layout_carried(l, 2*m);
  s->gathered = layout_scratch(l, ny + nz);
  s->size = layout_scratch(l, m);
  s->states = layout_scratch(l, ny + nz);
  s->aside = layout_scratch(l, m);
  s->y1 = layout_scratch(l, ny);
  s->Z = layout_scratch(l, nz);
  s->z1 = layout_scratch(l, nz);
  s->psi = layout_scratch(l, 2*m);
  s->dS = layout_scratch(l, nz);
  s->dE = layout_scratch(l, nz);
  s->change = layout_scratch(l, ny + nz);
  s->start = euler_lay_rates(k, l);
  s->S = euler_lay_rates(k, l);
  s->E = euler_lay_rates(k, l);
  for (int i = 0; i < 2; i++)
    s->pulls[i] = euler_lay_pull(k, l);
  s->end = (euler_bounds){
      .g = layout_scratch(l, m),
      .gy = layout_scratch(l, (long)m*ny),
      .gz = layout_scratch(l, (long)k.mn*nz),
      .u = layout_scratch(l, m),
      .uy = layout_scratch(l, (long)m*ny),
      .uz = layout_scratch(l, (long)m*nz),
  };
}

// is the stage at y1?
static inline bool euler_late(euler_shape k, const euler *s) {
  return k.conj != s->base->adjoint;
}
