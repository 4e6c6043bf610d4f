// noslip/point.h: a model evaluated at a point, without a run: masses, momenta, forces, constraints,
// accelerations, multipliers, invariants and observables.
//
//   noslip_point *point;
//   double M[4], a[2], lambda[1];
//   noslip_point_new(ctx, model, &point);
//   noslip_point_set(point, 0, q, v);
//   noslip_point_mass(point, M);
//   noslip_point_accelerations(point, a, lambda);
//   noslip_point_free(point);
//
// The equations, of a model with n velocities and m constraints:
//
//   p' = f + J^T lambda,  p = L_v,  f = L_q + F        of a hamiltonian  v = H_p,  f = -H_q + F
//
// F are the forces of the model. On Lie groups velocities and momenta are those of the body, L_q is the
// derivative by a turn of the body, and p' has ad*_v p besides. Where forces depend on multipliers, they
// take part in the accelerations; f has those that do not.
//
// Contacts are open at a point: they have no forces, and their rows show gaps, and slips, and their rates.

#pragma once

#include "noslip/run.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct noslip_point noslip_point;

// A point of a model, at the start of the model. It may be set as often as needed. Inputs and live
// parameters have the values of the model. A model with contacts of pairs is refused: there are no
// matrices. The point keeps the model.
NOSLIP_API noslip_status noslip_point_new(noslip_context *context, noslip_model *model,
                                          noslip_point **point);
NOSLIP_API void noslip_point_free(noslip_point *point);

typedef struct noslip_point_size {
  int nposition;    // numbers of q, in the order of noslip_coordinate_info; or states y
  int nvelocity;    // n: velocities, momenta; 0 of a model of states
  int nconstraint;  // m: those of NOSLIP_CONSTRAINT of a run, in their order
} noslip_point_size;

NOSLIP_API void noslip_point_sizes_sized(const noslip_point *point, noslip_point_size *sizes,
                                         size_t size);
static inline void noslip_point_sizes(const noslip_point *point_, noslip_point_size *sizes_) {
  noslip_point_sizes_sized(point_, sizes_, sizeof *sizes_);
}

// Stand at (t, q, v). Nothing is projected: constraints need not hold. Of a model of states q are these,
// and v is not read. Fails if a number is not finite, if a matrix among q is no rotation, or if the momenta
// of a hamiltonian cannot be found from v: the point then stays where it was.
NOSLIP_API noslip_status noslip_point_set(noslip_point *point, double t, const double *q,
                                          const double *v);

// the same with momenta instead of velocities
NOSLIP_API noslip_status noslip_point_set_momenta(noslip_point *point, double t, const double *q,
                                                  const double *p);

// What a run shows, here: noslip_run_values, noslip_value, noslip_energy and noslip_time. Multipliers are
// those that are consistent with the point, NaN if there are none.
NOSLIP_API const double *noslip_point_values(noslip_point *point, noslip_group group);
NOSLIP_API double noslip_point_value(noslip_point *point, const char *name);
NOSLIP_API double noslip_point_energy(noslip_point *point);
NOSLIP_API double noslip_point_time(const noslip_point *point);

// v and p, nvelocity each; NULL: not wanted
NOSLIP_API noslip_status noslip_point_motion(noslip_point *point, double *v, double *p);

// M = dp/dv, n x n, row by row: L_vv, of a hamiltonian the inverse of H_pp. NOSLIP_ERROR_STEP if there is
// no such inverse.
NOSLIP_API noslip_status noslip_point_mass(noslip_point *point, double *M);

// f, n
NOSLIP_API noslip_status noslip_point_forces(noslip_point *point, double *f);

// m each; NULL: not wanted. residual: left side - right side, g or Phi; of a contact its gap. rate: of a
// nonholonomic constraint Phi again, of the others the time derivative G v + g_t.
NOSLIP_API noslip_status noslip_point_constraints(noslip_point *point, double *residual,
                                                  double *rate);

// J, m x n, row by row: the derivatives of the constraints on velocities, Phi_v, and G of g
NOSLIP_API noslip_status noslip_point_jacobian(noslip_point *point, double *J);

// v', n, and the multipliers, m (NULL: not wanted): those with which the constraints hold in the next
// instant, too; 0 of contacts. NOSLIP_ERROR_STEP, with a sentence, if the mass matrix is singular on the
// velocities that the constraints allow, or constraints depend on each other. Of a hamiltonian whose
// velocities depend on t the derivative by t is a difference, and v' is good to about 1e-9.
NOSLIP_API noslip_status noslip_point_accelerations(noslip_point *point, double *a, double *lambda);

#ifdef __cplusplus
}
#endif
