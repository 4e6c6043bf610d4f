// Starts of models/chaotic.noslip, n = 3, all over one surface of constant energy, 3.06: the ensemble of
// Figure 2 in Celledoni, Farré Puiggalí, Høiseth, Martín de Diego, "Energy-preserving integrators applied
// to nonholonomic systems". The paper does not say how its own were drawn.
//
//   q, v       uniform in [-1, 1], by noslip_sample with seed 1; drawn again while V(q) >= 3.06
//   v <- v - a (a.v)/(a.a), a the row of the constraint, x' + w.z' = 0
//   v <- c v with |v|^2/2 = 3.06 - V(q)

#pragma once

enum {
  chaotic_nq = 7,                  // x, w, z
  chaotic_nkey = 2*chaotic_nq,     // and their velocities
  chaotic_nframe = chaotic_nq + 6  // x, w, z, r, e of models/chaotic_frame.noslip
};

// names of initial values, for noslip_ensemble_options
extern const char *const chaotic_keys[chaotic_nkey];
extern const char *const chaotic_frame_keys[chaotic_nframe];

// the numbers of a member, in the order of the keys
void chaotic_start(double *x, int member);
void chaotic_frame_start(double *x, int member);
