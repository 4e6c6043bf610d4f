// An evaluator: a problem as one run sees it, with the arrays its values go to.
//
// What a method may ask of a problem comes in bundles. Each is one function, whoever stands behind
// it: the interpreter of tapes, compiled code, or functions of the caller.

#pragma once

#include "problem/chart.h"

#include <stdint.h>

// What a method may ask of a model; every output is an array of the given size. On a group q are the
// numbers of an element, n counts velocities, and derivatives by q are left-trivialised (group.h).
typedef enum bundle_kind {
  BUNDLE_VALUES,         // (t,q,x)      y[n] f[n]
  BUNDLE_BLOCKS,         // (t,q,x)      y f, then y_x y_q f_x f_q, n x n each
  BUNDLE_PHI,            // (t,q,v)      Phi[mn]
  BUNDLE_PHI_BLOCKS,     // (t,q,v)      Phi, Phi_q, Phi_v (mn x n)
  BUNDLE_REACTION,       // (t,q,v)      Phi_v (mn x n)
  BUNDLE_REACTION_RATE,  // (t,q,v,mu)   (Phi_v^T mu)_v (n x n)
  BUNDLE_G,              // (t,q)        g[mh]
  BUNDLE_G_BLOCKS,       // (t,q)        g, G (mh x n), g_t[mh]
  BUNDLE_RESIDUALS,      // (t,q,v)      all constraints as declared: Phi or g; then G v + g_t or 0
  BUNDLE_ACCELERATION,   // (t,q,x)      see consistent.h
  BUNDLE_ENERGY,         // (t,q,x)      energy
  BUNDLE_MONITORS,       // (t,q,v,p,mu,energy,w)  invariants, then observables: q with all turns of
                         //              its angles, w without
  BUNDLE_STAGE,          // (t,q,v,mu)   R = B^T mu [n], Phi[mn], g[mh]
  BUNDLE_STAGE_BLOCKS,   // (t,q,v,mu)   R Phi g, then R_q R_v (n x n), Phi_q Phi_v (mn x n), G
  BUNDLE_LEVEL,          // (t,q,v)      Phi[mn], then G v + g_t [mh]
  BUNDLE_LEVEL_BLOCKS,   // (t,q,v)      the same w, then w_q w_v (m x n), nonholonomic rows first
  BUNDLE_ACCELERATION_RATE,  // (t,q,x,x')  d/dt of BUNDLE_ACCELERATION along q' = v, x'

  // of an index-2 problem, called with q = y and x = z; it has RESIDUALS (g, then zeros) and
  // MONITORS (v and p empty, mu = z) besides
  BUNDLE_PARTS,         // (t,y,z)      f_1 ... f_P (P x n), g[m]
  BUNDLE_PARTS_BLOCKS,  // (t,y,z)      the same, then f_y (n x n) and f_z (n x m) of each part, g_y
  BUNDLE_GAP,           // (t,y)        g[m]
  BUNDLE_GAP_BLOCKS,    // (t,y)        g, g_y (m x n)
  BUNDLE_HIDDEN,        // (t,y,z)      w = g_y f + g_t [m], w_z (m x m)
  // of skew-gradient systems z' = P(z) grad H(z), called with q = z, x = w, mu = s: skew.h. The frame
  // s = (signs, h) is that of a reduced mechanical system, other systems have none
  BUNDLE_SLOPE,             // (t,z,w,s)  H_z[N]
  BUNDLE_GRADIENT,          // (t,z,w,s)  the same, or what takes its place
  BUNDLE_GRADIENT_BLOCKS,   // (t,z,w,s)  the same with its derivative (N x N)
  BUNDLE_STRUCTURE,         // (t,z,w,s)  P w [N]
  BUNDLE_STRUCTURE_BLOCKS,  // (t,z,w,s)  P w, P, (P w)_z (N x N)
  BUNDLE_TANGENT,           // (t,z,w,s)  (P w)_z + P H_zz (N x N)
  BUNDLE_INCREMENT,         // (t,z,w,s)  H(z + w) - H(z), without cancellation
  BUNDLE_CROSSING,     // (t,z,w,sc) the same where the signs are s at z and s + c at z + w; none
                       //            if H is free of them
  BUNDLE_COORDINATES,  // (t,z,w,s)  D[N], H where z_1..z_i have moved by w, less H where
                       //            z_1..z_(i-1) have, over w_i; H_i where w_i = 0
  BUNDLE_COORDINATES_BACK,  // (t,z,w,s)  the same where z_N..z_i have moved
  // and of the way between a mechanical system and its reduced form: reduction.h
  BUNDLE_SIGNS,    // (t,q)        signs of the pivots [m]
  BUNDLE_DESCEND,  // (t,q,p,s)    rho = X^T (p - a)
  BUNDLE_LIFT,     // (t,z,w,s)    p = M X y + a [n], turns of the pivots [m]
  BUNDLE_SURFACE,  // (t,z,w)      the change of the positions of z back to where g is that of z + w:
                   //              surface.h; none without holonomic constraints

  // never compiled: a section of the command line would be a reason to compile everything again
  BUNDLE_SECTIONS,  // as BUNDLE_MONITORS: of each section left - right, condition, three axes
  BUNDLE_COUNT,
} bundle_kind;

// some of them, a bit each
typedef uint64_t bundle_set;
#define BUNDLE_BIT(kind) ((bundle_set)1 << (kind))

enum { section_width = 5 };  // numbers of a section in BUNDLE_SECTIONS

// what the z of a skew-gradient system are
typedef enum skew_form {
  SKEW_NONE,     // there is none
  SKEW_STATES,   // the states of a bracket model
  SKEW_REDUCED,  // (q, rho) of a mechanical system, rho = X(q)^T p
  SKEW_FULL,     // (q, p), without the constraints
} skew_form;

// out = function(in), in[k] the k-th array of inputs. It may leave zeros unwritten: `out` must have
// been all zero before its first use, and is to be used with this bundle alone.
typedef void bundle_function(void *context, const double *const *in, double *out);

typedef struct bundle {
  bundle_function *function;
  void *context;
  double *out;
} bundle;

struct problem;

typedef struct evaluator {
  const struct problem *problem;
  int n;  // velocities
  bundle bundles[BUNDLE_COUNT];
  double *scratch;            // 2n
  chart own;                  // the chart of the model's own form, if it is mechanical
  chart velocities, momenta;  // the two charts: one is `own`, the other its transform
} evaluator;
