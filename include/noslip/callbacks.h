// noslip/callbacks.h: models made of functions of the caller, for what no expression can say:
// tables, splines, codes that exist already.
//
//   lagrangian    d/dt L_v - L_q = F + B^T lambda             x = v
//   hamiltonian   q' = H_p,  p' = -H_q + F + B^T lambda       x = p,  v = H_p
//   constraints   Phi(t,q,v) = 0 (nonholonomic), g(t,q) = 0 (holonomic), B = [Phi_v; g_q]
//
// Only L or H is required. A derivative that is left out is formed by differences, and every run
// says so in its report: `gradient`, `phi_v`, `g_q` and `g_t` then limit the accuracy of the motion
// to about 1e-11 of |L|; all others cost time, and the last digits of the multipliers. Constraints
// hold to rounding in any case.
//
// The rules for functions:
// - a function writes all its outputs, zeros too; matrices are row by row: phi_v[i*n + j] is the
//   derivative of Phi_i by v_j;
// - the same arguments give the same numbers during a step; between steps the caller may change
//   what the context points to: controls, measured values;
// - where it is not defined, it writes NaN: the step fails with a sentence. Newton's method looks a
//   little beyond the trajectory, the checks when the model is made a little beyond the start, and
//   with NOSLIP_CONSTANT_MASS also at q = 0, x = 0;
// - it does not call noslip for the model it belongs to.

//
// Functions are also called in the other rounding modes of the processor (fesetround), at the start, for
// reports, and where a solve stands still: how much a result changes there tells how it rounds.

#pragma once

#include "noslip/model.h"

#ifdef __cplusplus
extern "C" {
#endif

// out = f(t,q,x); a number, an array, and the same for functions of the positions alone
typedef double noslip_scalar(void *context, double t, const double *q, const double *x);
typedef void noslip_array(void *context, double t, const double *q, const double *x, double *out);
typedef void noslip_place(void *context, double t, const double *q, double *out);

// Phi(t,q,v) = 0. Sizes: n coordinates, m = count.
typedef struct noslip_nonholonomic {
  int count;
  const char *const *names;  // m      NULL: phi[1], phi[2], ...
  noslip_array *phi;         // m      required if count > 0
  noslip_array *phi_v;       // m x n
  noslip_array *phi_q;       // m x n
  noslip_array *phi_t;       // m      not asked for with NOSLIP_AUTONOMOUS
  // n x n  (Phi_v^T mu)_v; not asked for with NOSLIP_AFFINE_CONSTRAINTS
  void (*phi_vv)(void *context, double t, const double *q, const double *v, const double *mu,
                 double *out);
} noslip_nonholonomic;

// g(t,q) = 0
typedef struct noslip_holonomic {
  int count;
  const char *const *names;  // m      NULL: g[1], g[2], ...
  noslip_place *g;           // m      required if count > 0
  noslip_place *g_q;         // m x n
  noslip_place *g_t;         // m      not asked for with NOSLIP_AUTONOMOUS
  noslip_array *bias;        // m      of (t,q,v): what g'' is if q'' = 0, (g_q v + g_t)_q v + ... ;
                             //        in robotics J' v
} noslip_holonomic;

// A node of a run, as invariants and observables see it. Angles count all their turns.
typedef struct noslip_node {
  double t, energy;
  const double *q, *v, *p;  // n
  const double *lambda;     // multipliers, nonholonomic ones first; NULL unless uses_multipliers
} noslip_node;

// a number of a node with its name: an invariant or an observable
typedef struct noslip_quantity {
  const char *name;
  double (*value)(void *context, const noslip_node *node);
} noslip_quantity;

typedef enum noslip_form {
  NOSLIP_LAGRANGIAN,   // function is L(t,q,v)
  NOSLIP_HAMILTONIAN,  // function is H(t,q,p)
} noslip_form;

// What is known of the functions beyond their numbers; steps get cheaper by it, differences better.
// Promises are tried at a few points around the start when the model is made, and one that is seen
// broken is refused. A broken one that is not seen makes wrong steps.
enum {
  // no function depends on t, and nothing has to be differentiated by it
  NOSLIP_AUTONOMOUS = 1,
  // L is a polynomial of degree 2 in v, H in p: the mass matrix does not depend on x
  NOSLIP_QUADRATIC = 2,
  // more: L_v = M v + c, or H_p = M p + c, with M and c the same for all t and q
  NOSLIP_CONSTANT_MASS = 4,
  // more: M is the unit matrix
  NOSLIP_IDENTITY_MASS = 8,
  // L = T(v) - V(t,q), or H = T(p) + V(t,q), and the force does not depend on x
  NOSLIP_SEPARABLE = 16,
  // Phi = A(t,q) v + b(t,q)
  NOSLIP_AFFINE_CONSTRAINTS = 32,
  // more: b = 0
  NOSLIP_LINEAR_CONSTRAINTS = 64,
  // The reactions do not move what Phi is nonlinear in: Phi(t, q + c u, v + u) is affine in u for
  // every number c and every u = M^-1 B^T mu. dla-mp then needs no iteration. To be promised with
  // constant mass, separable, affine or linear constraints, and phi_v and phi_q given.
  // Example: x' + y z' = 0 with M = 1, since no reaction acts on y.
  NOSLIP_LINEAR_MULTIPLIERS = 128,
};

// A model. Zero means: there is none, or the default. In the order a caller would think of them.
typedef struct noslip_callbacks {
  const char *name;   // NULL: "callbacks"
  const char *title;  // NULL: none
  noslip_form form;
  void *context;  // handed to every function; stays the caller's

  int coordinates;                // n
  const char *const *coordinate;  // n  names; NULL: q[1], q[2], ...
  const bool *angle;              // n  which are 2 pi-periodic, in all functions; NULL: none
  const double *start_q;          // n  NULL: 0
  const double *start_x;          // n  velocities, or momenta of a hamiltonian; NULL: 0

  noslip_scalar *function;  // L or H: required
  // L_q and L_x, n each
  void (*gradient)(void *context, double t, const double *q, const double *x, double *by_q,
                   double *by_x);
  // L_xx, L_xq (rows x, columns q), L_qq, n x n each
  void (*hessian)(void *context, double t, const double *q, const double *x, double *by_xx,
                  double *by_xq, double *by_qq);
  noslip_array *gradient_t;  // n  L_xt; not asked for with NOSLIP_AUTONOMOUS
  noslip_scalar *energy;     //    NULL: v.L_v - L, or H

  noslip_array *force;  // n  F(t,q,x); NULL: none
  void (*force_derivatives)(void *context, double t, const double *q, const double *x, double *by_q,
                            double *by_x);  // F_q, F_x, n x n each

  noslip_nonholonomic nonholonomic;
  noslip_holonomic holonomic;

  const noslip_quantity *invariants, *observables;
  int ninvariant, nobservable;
  bool uses_multipliers;  // invariants or observables read node->lambda

  unsigned promises;  // NOSLIP_AUTONOMOUS | ...

  // Typical sizes: over which changes the functions vary. Steps of differences and distances of
  // checks follow from them. NULL: 1.
  const double *size_q, *size_x;  // n
  bool unchecked;                 // take derivatives and promises on trust
} noslip_callbacks;

// Make a model. Texts, names, numbers are copied, `callbacks` may go out of scope after the call;
// functions and their context must live as long as the model. Everything else is as with a model
// from text. At the start, and at points around it, outputs must be numbers, derivatives agree with
// differences and promises hold, unless `unchecked`. On failure *model is NULL, and the sentence
// names the field.
NOSLIP_API noslip_status noslip_model_bind_sized(noslip_context *context,
                                                 const noslip_callbacks *callbacks, size_t size,
                                                 noslip_model **model);
static inline noslip_status noslip_model_bind(noslip_context *context_,
                                              const noslip_callbacks *callbacks_,
                                              noslip_model **model_) {
  return noslip_model_bind_sized(context_, callbacks_, sizeof *callbacks_, model_);
}

#ifdef __cplusplus
}
#endif
