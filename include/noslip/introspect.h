// noslip/introspect.h: what a model has, without a run: coordinates, names, constraints, initial values,
// sections, inputs, and what its `run` line says. (Parameters, title, class and `exact`: noslip/model.h.)
//
//   noslip_coordinate_info c;
//   for (int i = 0; noslip_model_coordinate(model, i, &c); i++)
//     printf("%s: %s\n", c.name, c.kind);
//
// Every function answers for text models of all classes and for models made of functions. Texts live
// as long as the model. A number i that there is not gives false, with all of the struct 0.

#pragma once

#include "noslip/run.h"

#ifdef __cplusplus
extern "C" {
#endif

// a coordinate; each member of a family is one of its own
typedef struct noslip_coordinate_info {
  const char *name;  // "x", "w[2]", "R", "rod[3]"
  const char *kind;  // "real", "angle", "SO(3)", "SE(2)", "SE(3)", "SO(4)", ...; of models without
                     // coordinates "state" and "algebraic"
  const char *family;  // of "w[2]" "w"; "" if it is a member of none
  int nindex;          // 0, or the indices of the member: 1 or 2
  int index[2];
  int nposition;  // numbers that give its position: 1, 9 of SO(3), 12 of SE(3), 3 of SE(2)
  int nvelocity;  // numbers of its velocity: 1, 3, 6, 3; 0 of a state
  const char *const *positions;   // nposition  keys of initial values: "x", "R[1,2]", "g.x"
  const char *const *velocities;  // nvelocity  "x'", "w[2]'", "om[1]"
  const char *const *momenta;     // nvelocity  keys of a hamiltonian; NULL of everything else
} noslip_coordinate_info;

// the coordinates in their order; then states; then algebraic variables
NOSLIP_API int noslip_model_coordinate_count(const noslip_model *model);
NOSLIP_API bool noslip_model_coordinate_sized(const noslip_model *model, int i,
                                              noslip_coordinate_info *coordinate, size_t size);
static inline bool noslip_model_coordinate(const noslip_model *model_, int i_,
                                           noslip_coordinate_info *coordinate_) {
  return noslip_model_coordinate_sized(model_, i_, coordinate_, sizeof *coordinate_);
}

// the names that a run of the model gives to the values of a group: those of noslip_run_name
NOSLIP_API int noslip_model_entry_count(const noslip_model *model, noslip_group group);
NOSLIP_API const char *noslip_model_entry_name(const noslip_model *model, noslip_group group,
                                               int i);

typedef struct noslip_constraint_info {
  const char *label;  // as noslip_run_name has it; of a contact of pairs "pair", of pair[i,j]
  const char *kind;   // "holonomic", "nonholonomic", "contact", "constraint" of a bare DAE
  const char
      *multiplier;  // name of its multiplier in the output, "multiplier." before it: "blade", of
                    // a contact that of its gap; "" of pairs and of bare DAEs
  int line;         // of the text, from 1; 0 of a model made of functions
} noslip_constraint_info;

// constraints in the order of the text, one for each entry of a vector; then contacts; then contacts of
// pairs
NOSLIP_API int noslip_model_constraint_count(const noslip_model *model);
NOSLIP_API bool noslip_model_constraint_sized(const noslip_model *model, int i,
                                              noslip_constraint_info *constraint, size_t size);
static inline bool noslip_model_constraint(const noslip_model *model_, int i_,
                                           noslip_constraint_info *constraint_) {
  return noslip_model_constraint_sized(model_, i_, constraint_, sizeof *constraint_);
}

typedef struct noslip_section_info {
  const char *name, *equation;  // "p", "y' = 0"
  const char *direction;        // "rising", "falling", "both"
} noslip_section_info;

NOSLIP_API int noslip_model_section_count(const noslip_model *model);
NOSLIP_API bool noslip_model_section_sized(const noslip_model *model, int i,
                                           noslip_section_info *section, size_t size);
static inline bool noslip_model_section(const noslip_model *model_, int i_,
                                        noslip_section_info *section_) {
  return noslip_model_section_sized(model_, i_, section_, sizeof *section_);
}

// the same of `stop`
NOSLIP_API int noslip_model_stop_count(const noslip_model *model);
NOSLIP_API bool noslip_model_stop_sized(const noslip_model *model, int i, noslip_section_info *stop,
                                        size_t size);
static inline bool noslip_model_stop(const noslip_model *model_, int i_,
                                     noslip_section_info *stop_) {
  return noslip_model_stop_sized(model_, i_, stop_, sizeof *stop_);
}

typedef struct noslip_initial_info {
  const char *key;  // as the option `init` and `start` of a run take it: "t", "x", "w[1]'"
  double value;     // after the options of the model; before a run projects it
  bool given;       // by `init`, in the text or as an option; otherwise it is 0, or the identity
  bool guess;       // of algebraic variables and named multipliers: where a search begins
} noslip_initial_info;

// the start time, positions or states, velocities (of a hamiltonian momenta), guesses
NOSLIP_API int noslip_model_initial_count(const noslip_model *model);
NOSLIP_API bool noslip_model_initial_sized(const noslip_model *model, int i,
                                           noslip_initial_info *initial, size_t size);
static inline bool noslip_model_initial(const noslip_model *model_, int i_,
                                        noslip_initial_info *initial_) {
  return noslip_model_initial_sized(model_, i_, initial_, sizeof *initial_);
}

// inputs in their order, with the values they begin with; NULL and NaN if there is no input i
NOSLIP_API int noslip_model_input_count(const noslip_model *model);
NOSLIP_API const char *noslip_model_input_name(const noslip_model *model, int i);
NOSLIP_API double noslip_model_input_value(const noslip_model *model, int i);

// what the `run` line of the model says; NULL and 0: it does not say it
typedef struct noslip_run_line {
  const char *method;
  double step, until;
  long steps, every;
} noslip_run_line;

NOSLIP_API void noslip_model_run_line_sized(const noslip_model *model, noslip_run_line *line,
                                            size_t size);
static inline void noslip_model_run_line(const noslip_model *model_, noslip_run_line *line_) {
  noslip_model_run_line_sized(model_, line_, sizeof *line_);
}

#ifdef __cplusplus
}
#endif
