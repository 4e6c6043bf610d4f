// A family of methods: what its methods have in common, in one place. A new family is a struct of
// this kind, its name in the list at the end, and lines in methods.inl.
//
// Functions may be NULL, where the comment says what that means.

#pragma once

#include "base/spec.h"
#include "methods/method.h"

// An option NAME=VALUE of a method. `read` takes its value into the options of the family.
typedef noslip_status option_reader(void *options, const method *m, const spec *s,
                                    const spec_item *item, failure *why);

typedef struct family_option {
  const char *name;
  option_reader *read;
} family_option;

// what a run watches because of the method
enum {
  WATCH_ENERGY = 1,      // its rule may not be exact: the kernel measures what it loses
  WATCH_MULTIPLIER = 2,  // it carries a multiplier, whose error may grow
};

typedef struct family {
  // how its methods are written: NAME(number, option=value, ...)
  const char *counted;            // what the number counts, "stages"; NULL: none has a number
  int (*least)(const method *m);  // the least number; NULL: 1
  bool settles;                   // without a number the problem decides
  const family_option *options;   // noption
  int noption;
  const void *defaults;  // the options where none is given, options_size bytes
  size_t options_size;
  noslip_status (*find)(arena *a, const method *listed, const spec *s, const method **out,
                        failure *why);  // another way to write them; NULL: that of all

  // what they are; `m` is a method of the family, or a composition of one
  bool adaptive;    // they choose their steps between the nodes
  bool velocities;  // they carry (q,v), otherwise (q,p)
  bool by_form;     // they carry (q,v) of a lagrangian and (q,p) of a hamiltonian, as adaptive ones
  bool by_velocities;  // they work with velocities, which have to determine the momenta
  method_orders (*orders)(const method *m);  // with constraints; NULL: the order of its line
  int (*order_free)(const method *m);        // without; NULL: the same
  const char *(*order_text)(const method *m, bool free);  // "2s-2"; NULL: ""
  unsigned (*keeps)(const method *m);  // with its options; NULL: what its line says
  unsigned (*gains)(const method *m, const problem *p);  // what it keeps beyond that; NULL: nothing
  unsigned (*loses)(const method *m,
                    const problem *p);   // and what it does not keep here; NULL: nothing
  bool (*delivers)(const method *m);     // multipliers at the nodes; NULL: none does
  bool (*shows_rho)(const method *m);    // its momenta are those in `rho` of a state; NULL: none
  bool (*has_adjoint)(const method *m);  // one other than itself, without a line of its own
  bool (*by_steps)(const method *m);     // that adjoint is found by steps; NULL: by its equations
  bool (*one_sided)(const problem *p);   // they are symmetric, but not on this problem
  bool (*carries)(const method *m);      // a multiplier from step to step; NULL: none does
  reduction_kind (*form)(const method *m);  // the skew-gradient form they work with; NULL: none
  const char *(*missing)(const method *m);  // the library that this build lacks; NULL: none
  bool (*refuses)(const method *m, const problem *p, char *sentence, size_t size);  // NULL: nothing
  bool (*warns)(const method *m, const problem *p, char *sentence, size_t size);    // what a run of
      // them begins with; NULL: nothing
  unsigned (*watches)(const method *m, const problem *p);                      // NULL: nothing
  void (*advise)(const method *m, const problem *p, char *text, size_t size);  // of WATCH_ENERGY:
      // the method that keeps it, as text

  // how they become steppers
  const method *(*settle)(const method *m, arena *a, const problem *p);  // NULL: as it is
  stepper *(*make)(const method *m, evaluator *e, arena *a);
  void (*observe)(const stepper *s, state *x);  // complete the state at the start; NULL: it is
} family;

// the options of a method, those of its family where it has none of its own
static inline const void *method_options(const method *m) {
  return m->options ? m->options : m->family->defaults;
}

// the word that an option is set to, "" if that is no word
static inline const char *option_word(const spec_item *item) {
  return item->method ? item->method->name : "";
}

// the families there are
#define FAMILIES(F) \
  F(dla)            \
  F(rattle)         \
  F(euler)          \
  F(rotations)      \
  F(lobatto)        \
  F(stages)         \
  F(avf)            \
  F(itoh_abe)       \
  F(ep_collocation) \
  F(full)           \
  F(baseline)       \
  F(dop853)         \
  F(moreau)

#define FAMILY_IS_THERE(name) extern const family name##_family;
FAMILIES(FAMILY_IS_THERE)
#undef FAMILY_IS_THERE
