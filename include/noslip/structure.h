// noslip/structure.h: what a step of a method keeps, measured, and the derivative of a step.

#pragma once

#include "noslip/run.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum noslip_structure_kind {
  NOSLIP_STRUCTURE_SYMPLECTIC,  // |w(Su, Sv) - w(u, v)|, S the step, w = dq dp on the constraints
  NOSLIP_STRUCTURE_VOLUME,      // |det S - 1| in (q,p); on groups both as seen from the body
  NOSLIP_STRUCTURE_SYMMETRY,    // a step of -h and one of h, and how far from the node they end
  NOSLIP_STRUCTURE_REVERSIBILITY,  // a step, velocities turned round, a step, and round again
  NOSLIP_STRUCTURE_CONSTRAINTS,    // largest residual
  NOSLIP_STRUCTURE_ENERGY,         // |E(Sx) - E(x)|
  NOSLIP_STRUCTURE_INVARIANT,      // |I(Sx) - I(x)|, one for each invariant of the model
  NOSLIP_STRUCTURE_EQUIVARIANCE,   // |S(g x) - g S(x)|, one for each symmetry g that was found
} noslip_structure_kind;

// One measurement: the largest over the nodes that were looked at.
typedef struct noslip_measure {
  noslip_structure_kind kind;
  const char *name;    // "symplectic form"; of an invariant its label, of a symmetry what it does
  double value;        // NaN: not measured, and `reason` says why
  double accuracy;     // how far the measurement itself may be off
  bool kept;           // value <= 4 accuracy: nothing was seen to be broken
  bool claimed;        // by the method, of this model, to rounding
  const char *reason;  // NULL: it was measured
} noslip_measure;

enum { noslip_structure_nodes = 5 };  // the node where the run stands, and those of four steps more

typedef struct noslip_structure {
  const char *model, *method;
  double step;
  int nmeasure;
  const noslip_measure *measures;
} noslip_structure;

// Measure what the step keeps at five nodes, from where the run stands; the run is then four steps
// further. The derivative of the step is found by central differences with four distances, extrapolated
// twice; points beside a node are projected onto the constraints and the hidden ones. Fails as noslip_step
// does, or for want of memory. The arrays of *result are valid until the run is freed.
NOSLIP_API noslip_status noslip_run_structure_sized(noslip_run *run, noslip_structure *result,
                                                    size_t size);
static inline noslip_status noslip_run_structure(noslip_run *run_, noslip_structure *result_) {
  return noslip_run_structure_sized(run_, result_, sizeof *result_);
}

// The derivative of one step from where the run stands, 2n x 2n, row by row; n = noslip_run_count(run,
// NOSLIP_MOMENTUM). Column k is what a step makes of a move of q_k, k < n, or of p_(k-n), and a row is an
// entry of (q,p) after it; on groups both are as seen from the body. With constraints a move is projected
// onto them and the hidden ones, as initial data are, and then followed: columns are images of tangents
// of the constraints. *error (NULL: not wanted) is how far the entries may be off, about 1e-12 of numbers
// near 1. The run is left as it was, bit for bit. It takes 16 n steps and as many projections. Not with
// contacts, adaptive methods and models of states, which NOSLIP_ERROR_ARGUMENT says; otherwise it fails as
// noslip_step does.
NOSLIP_API noslip_status noslip_run_derivative(noslip_run *run, double *S, double *error);

#ifdef __cplusplus
}
#endif
