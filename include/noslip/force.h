// noslip/force.h: forces that are functions of the caller, added to a model of text.
//
//   lagrangian    d/dt L_v - L_q = F + f + B^T lambda
//   hamiltonian   q' = H_p,  p' = -H_q + F + f + B^T lambda
//
// F are the forces of the text, f those of the functions. They are given with the option `forces` of
// a model (noslip/model.h), and count as a `force` statement that depends on t, q and v: with them no
// method claims the energy, and what is known of F alone does not hold.
//
//   static void drag(void *context, double t, const double *q, const double *v, double *f) {
//     const double *c = context;
//     f[0] = -*c*v[0];
//   }
//
//   noslip_extra_force force = {.on = "x", .force = drag, .context = &c};
//   noslip_model_options options = {.forces = &force, .nforces = 1};
//   noslip_model_load_with(ctx, "oscillator.noslip", &options, &model);
//
// The rules for functions:
// - q are all positions and v all velocities of the model, in the order of noslip_model_coordinate; a
//   rotation has its matrix row by row, angles lie between -pi and pi;
// - a function writes all its outputs, zeros too;
// - the same arguments give the same numbers during a step;
// - it gives numbers at the start of the model, and NaN where it is not defined: the step fails with a
//   sentence that names the force. Newton's method looks a little beyond the trajectory, the check of
//   derivatives when the model is made a little beyond the start;
// - it does not call noslip for the model it belongs to.
//
// Such a model is neither compiled nor exported, its text alone would be. Runs of it in an ensemble
// take one thread. A checkpoint does not contain functions: it is loaded with the model given.
// Refused are accelerations in `observe` and the like, time stepping (moreau), contacts of pairs, and
// methods that need expressions: `index0` and discrete gradients.

#pragma once

#include "noslip/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct noslip_extra_force {
  // what it acts on, as after `force`: a coordinate, all of a family or one entry of it; of rotations
  // and rigid motions the body velocity: "x", "w", "w[2]", "omega"
  const char *on;
  // f has a number for each entry of `on`
  void (*force)(void *context, double t, const double *q, const double *v, double *f);
  // Its derivatives, row by row: by_v[i*nv + j] is that of f[i] by v[j], by_q[i*nv + j] that by q[j].
  // Beside rotations there are more positions than velocities; there column j of by_q is
  // the derivative along v[j], of f at R exp(e hat(e_j)) by e. NULL: differences stand in for them.
  // They are for the iterations of implicit methods only, and cost no accuracy.
  void (*derivatives)(void *context, double t, const double *q, const double *v, double *by_q,
                      double *by_v);
  void *context;  // handed to both; stays the caller's, and lives as long as the model
} noslip_extra_force;

#ifdef __cplusplus
}
#endif
