// noslip/equations.h: the equations of a model as MathML, which browsers draw, and as LaTeX.
//
//   noslip_equations *all;
//   noslip_equation e;
//   noslip_equations_new(ctx, model, &all);
//   for (int i = 0; noslip_equations_get(all, i, &e); i++)
//     printf("<p>%s %s</p>%s\n", e.word, e.label, e.mathml);
//   noslip_equations_free(all);

#pragma once

#include "noslip/model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum noslip_equation_role {
  NOSLIP_EQUATION_DEFINITION,  // an abbreviation, `let`
  NOSLIP_EQUATION_FUNCTION,    // lagrangian, hamiltonian, dissipation
  NOSLIP_EQUATION_FORCE,
  NOSLIP_EQUATION_CONSTRAINT,  // with its multiplier
  NOSLIP_EQUATION_CONTACT,
  NOSLIP_EQUATION_RATE,      // y' = ..., brackets
  NOSLIP_EQUATION_QUANTITY,  // invariants and observables
  NOSLIP_EQUATION_MOTION,    // what follows from these: the equations of motion
} noslip_equation_role;

typedef struct noslip_equation {
  noslip_equation_role role;
  const char *word;    // of the statement: "lagrangian", "nonholonomic"; of motion "motion"
  const char *label;   // of a constraint, contact or quantity; "" if it has none
  const char *mathml;  // one element, <math>; all characters of the model are escaped
  const char *latex;   // the same formula for amsmath, without $; names are escaped
} noslip_equation;

typedef struct noslip_equations noslip_equations;

// The equations in the order of the text, with the names of parameters, then those of motion: in full
// for a lagrangian of a few coordinates, otherwise in the general form. On failure *equations is NULL.
// There are none of a model that is not made of text.
NOSLIP_API noslip_status noslip_equations_new(noslip_context *context, const noslip_model *model,
                                              noslip_equations **equations);
NOSLIP_API void noslip_equations_free(noslip_equations *equations);

// equation i; false if there is none. Its texts are valid until the equations are freed.
NOSLIP_API bool noslip_equations_get_sized(const noslip_equations *equations, int i,
                                           noslip_equation *equation, size_t size);
static inline bool noslip_equations_get(const noslip_equations *equations_, int i_,
                                        noslip_equation *equation_) {
  return noslip_equations_get_sized(equations_, i_, equation_, sizeof *equation_);
}

#ifdef __cplusplus
}
#endif
