// What the files of the families know of each other: variants, options, makers, and what tests ask.

#pragma once

#include "methods/compose/compose.h"
#include "methods/family.h"
#include "methods/stages/rules.h"
#include "noslip/event.h"

// ---- variants and options

enum { DLA_MP, DLA_CM, DLA_LEFT };

// rattle, reich and reich*; on rotations likewise
enum { RATTLE, REICH, REICH_ADJOINT };
typedef struct rattle_options {
  bool tangent;     // representative=tn: the momenta are those on TN
  bool eliminates;  // solve=reduced: the multiplier, so that q1 alone is unknown
} rattle_options;

// symplectic Euler for overdetermined problems
enum {
  EULER_TRUE,
  EULER_TRUE_ADJOINT,
  EULER_TRUE_CONJ,
  EULER_TRUE_CONJ_ADJOINT,
  EULER_NATURAL,
  EULER_NATURAL_CONJ,
};
typedef struct euler_options {
  double alpha;
} euler_options;

// lobatto; the variants of stages are those of rule_kind
typedef struct lobatto_options {
  rule_multiplier multiplier;  // what becomes of the open multiplier
  bool exponential;            // on groups: the retraction is exp, otherwise cay
} lobatto_options;

// discrete gradients
enum { GRADIENT_GONZALEZ, GRADIENT_AVF, GRADIENT_AVFC };
enum { ITOH_ABE, ITOH_ABE_ADJOINT, ITOH_ABE_MEAN };
typedef struct gradient_options {
  bool differences;  // frame=fd: derivatives of the frame by differences
  int points;        // of ep-collocation: quadrature=k; 0 if the energy decides
} gradient_options;

enum { INDEX1, INDEX0, BDF };
typedef struct baseline_options {
  double rtol, atol;
} baseline_options;

// moreau
typedef struct moreau_options {
  int order;  // 1: friction by the end of the step alone
} moreau_options;

// What a stepper of moreau has found so far (moreau/moreau.h); of a contact in its last step P/h: the
// multiplier of its gap, and the friction forces in the components of its slips, clause by clause, of
// which it returns the number.
const struct moreau_report *moreau_report_of(const stepper *s);
double moreau_multiplier(const stepper *s, int contact);
int moreau_friction(const stepper *s, int contact, double *force);

// was it closed at the end of the last step?
bool moreau_closed(const stepper *s, int contact);

// Is a gap negative at a state? The least one, and its contact in words.
bool moreau_overlaps(const stepper *s, const state *x, double *gap, char *name, size_t size);

// What happened to a contact in the last step; of `reduced` the factor of the restitution is in the
// place of the impulse. Stick, slip and reverse have the clause of friction, from 0.
typedef struct moreau_event {
  noslip_event_kind kind;
  const char *label;
  bool is_pair;
  int index[2];  // of a pair
  int clause;
  double impulse;
} moreau_event;

// the next event of the last step, *at from 0 on; false: there are no more
bool moreau_next_event(const stepper *s, long *at, moreau_event *out);

// ---- compositions

// the list of schemes, and one by its name (NULL: none)
int scheme_count(void);
const scheme *scheme_at(int i);
const scheme *scheme_find(const char *name);

// the scheme s of compose(M, symmetric), as one of M and its adjoint in turn
scheme scheme_nested(const scheme *s);

// `symmetric`: M and its adjoint, once
static inline bool scheme_is_pair(const scheme *s) {
  return s->adjoint && s->stages == 2;
}

// ---- makers

stepper *dla_make(const method *m, evaluator *e, arena *a);
// with Newton, also where the multipliers enter linearly: a test compares the two forms
stepper *dla_make_newton(const method *m, evaluator *e, arena *a);

// of all rules, for mechanical problems, those of index 2 and those on groups
stepper *stages_make(const method *m, evaluator *e, arena *a);
stepper *dae_make(const method *m, evaluator *e, arena *a);
stepper *group_lobatto_make(const method *m, evaluator *e, arena *a);

stepper *avf_make(const method *m, evaluator *e, arena *a);
stepper *full_make(const method *m, evaluator *e, arena *a);
stepper *ep_collocation_make(const method *m, evaluator *e, arena *a);
stepper *itoh_abe_make(const method *m, evaluator *e, arena *a);

// w0 is the weight of the start of a step. The general form serves a separable system, too: a test
// compares the two
stepper *rattle_make(const method *m, evaluator *e, arena *a);
stepper *rattle_make_form(const method *m, evaluator *e, arena *a, bool separable, double w0);

// The stepper of such a kernel, on R^n or on rotations: its text serves for the adjoint, too. NULL:
// no memory.
stepper *rattle_stepper(const binding *b, const void *shape, const method *m, evaluator *e,
                        arena *a, bool adjoint);

// the same on rotations, and why they cannot treat a problem on a group, printed into `why`: false
// if they can
stepper *moser_veselov_make(const method *m, evaluator *e, arena *a);
stepper *moser_veselov_make_weighted(const method *m, evaluator *e, arena *a, double w0);
bool moser_veselov_refuses(const problem *p, char *why, size_t size);

stepper *index1_make(const method *m, evaluator *e, arena *a);

stepper *compose_make(const method *m, evaluator *e, arena *a);
stepper *loose_make(const method *m, evaluator *e, arena *a);

// a stepper of M*, `as` the method it is to be and `of` M
stepper *backward_make(const method *as, const method *of, evaluator *e, arena *a);

// ---- what the rest of the library and tests ask of a family

// the rule of a method of stages
rule_choice stages_rule(const method *m);

// w0 of a variant of rattle
double rattle_weight(const method *m);

// The points of a Gauss rule that is exact for an energy of this degree on a way of degree s: at
// least s, and s degree/2. 0 if there is none.
int gradient_points(int s, int degree);

// does a rule of Gauss points integrate the gradient of the energy exactly?
bool gradient_is_exact(const method *m, const problem *p);

// h lambda at the middle of the last step of a dla stepper, in the order of the nonholonomic
// constraints: valid until the next step
const double *dla_half_multipliers(const stepper *s);

// k0 of the last step of a rattle stepper, h/2 lambda0 of rattle, in the order of the holonomic
// constraints
const double *rattle_first_multipliers(const stepper *s);

// Psi0 and Psi1 of the last step of an euler stepper
const double *euler_multipliers(const stepper *s);

// with representative=tn: rho = psi(q,p) of a state that has none
void rattle_observe(const stepper *self, state *x);

// multipliers of the last stage of the last step on a group, in the order of declaration
const double *group_lobatto_multipliers(const stepper *s);

// h lambda of the last step of a full stepper, in the order of declaration
const double *full_multipliers(const stepper *s);
