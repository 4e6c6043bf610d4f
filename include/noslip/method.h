// noslip/method.h: what methods there are.

#pragma once

#include "noslip/model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct noslip_method_info {
  const char *name;        // of a family in the list with its argument, "spark(s)"
  const char *example;     // the same with a number, "spark(3)"; otherwise the name
  int order;               // with constraints, of a family: that of the example
  const char *order_text;  // of a family: "2s-2"; otherwise empty
  int order_free;          // the same without constraints, where it may be higher
  const char *order_free_text;
  bool adaptive;           // chooses its steps between the nodes: the order is not one in h
  bool symmetric;          // a step back undoes a step
  bool symplectic;         // for holonomic systems
  bool holonomic;          // treats holonomic constraints
  bool nonholonomic;       // treats nonholonomic constraints
  bool index2;             // treats index-2 DAEs and ordinary differential equations
  bool bracket;            // treats bracket models
  bool groups;             // treats models with rotations and rigid motions
  bool rotations;          // treats rotations of rigid bodies, without constraints
  bool keeps_constraints;  // to rounding, at every node
  bool keeps_momenta;      // momentum maps of linear symmetries, to rounding
  bool keeps_energy;       // to rounding
  bool bounds_energy;      // no drift where symmetry or the symplectic form forbids it
  const char *summary;     // one line
  const char *source;      // where it comes from
  const char *equations;   // the equations, several lines
  bool overdetermined;     // treats overdetermined DAEs
  bool multiplier_forces;  // treats forces that depend on multipliers
  const char *missing;     // the library that it needs and this build lacks; NULL: none
} noslip_method_info;

// number of methods, and one of them; false if there is no method i
NOSLIP_API int noslip_method_count(void);
NOSLIP_API bool noslip_method_get_sized(int i, noslip_method_info *info, size_t size);
static inline bool noslip_method_get(int i_, noslip_method_info *info_) {
  return noslip_method_get_sized(i_, info_, sizeof *info_);
}

// compositions compose(METHOD, SCHEME): number of schemes, and one of them
typedef struct noslip_scheme_info {
  const char *name;
  int order, stages;
  bool adjoint;  // METHOD and its adjoint in turn; otherwise METHOD is symmetric, or made so
} noslip_scheme_info;

NOSLIP_API int noslip_scheme_count(void);
NOSLIP_API bool noslip_scheme_get_sized(int i, noslip_scheme_info *info, size_t size);
static inline bool noslip_scheme_get(int i_, noslip_scheme_info *info_) {
  return noslip_scheme_get_sized(i_, info_, sizeof *info_);
}

// A method by its name, compositions included; fails with the nearest name. A family may be named
// without its argument. The texts of *info are
// valid while the context is open.
NOSLIP_API noslip_status noslip_method_find_sized(noslip_context *context, const char *name,
                                                  noslip_method_info *info, size_t size);
static inline noslip_status noslip_method_find(noslip_context *context_, const char *name_,
                                               noslip_method_info *info_) {
  return noslip_method_find_sized(context_, name_, info_, sizeof *info_);
}

// Can this method treat this model? If not, the sentence says why, and which methods can and keep what
// this one is taken for: the energy, the symplectic form, the constraints.
NOSLIP_API noslip_status noslip_method_applies(noslip_context *context, const char *name,
                                               const noslip_model *model);

// The same for a program that goes on without it: *reason is NULL if it can, otherwise why not, without
// the other methods; valid while the context is open. Fails only if there is no such method.
NOSLIP_API noslip_status noslip_method_refusal(noslip_context *context, const char *name,
                                               const noslip_model *model, const char **reason);

// What may suit a model, and what not, with the reason: order, what is kept of this model, dangers.
typedef struct noslip_advice {
  const char *method;
  const char *reason;  // valid while the context is open
  bool against;
} noslip_advice;

// Fills up to `most` of them, from the most to the least obvious, and returns how many. There are
// none where no method treats the model. What they cost, and how accurate they are, is not known
// without trials: noslip_recommend.
NOSLIP_API int noslip_method_advise_sized(noslip_context *context, const noslip_model *model,
                                          noslip_advice *list, size_t size, int most);
static inline int noslip_method_advise(noslip_context *context_, const noslip_model *model_,
                                       noslip_advice *list_, int most_) {
  return noslip_method_advise_sized(context_, model_, list_, sizeof *list_, most_);
}

// The orders of positions, momenta and multipliers that theory gives a method on a model. States of a
// bare DAE count as positions, its algebraic variables as multipliers.
NOSLIP_API noslip_status noslip_method_orders(noslip_context *context, const char *name,
                                              const noslip_model *model, int orders[3]);

#ifdef __cplusplus
}
#endif
