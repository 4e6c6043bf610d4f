// The makers of steppers, one per family of methods. methods.inl names them.

#pragma once

#include "methods/method.h"

stepper *dla_make_mp(const method *m, evaluator *e, arena *a);
stepper *dla_make_cm(const method *m, evaluator *e, arena *a);
// with Newton, also where the multipliers enter linearly: a test compares the two forms
stepper *dla_make_newton(const method *m, evaluator *e, arena *a);

// of all rules, for mechanical problems, those of index 2 and those on groups
stepper *stages_make(const method *m, evaluator *e, arena *a);
stepper *dae_make(const method *m, evaluator *e, arena *a);

// lobatto on groups
stepper *group_lobatto_make(const method *m, evaluator *e, arena *a);

// gonzalez, avf and avfc
stepper *avf_make(const method *m, evaluator *e, arena *a);
// gonzalez-f and avf-f
stepper *full_make(const method *m, evaluator *e, arena *a);

stepper *ep_collocation_make(const method *m, evaluator *e, arena *a);

// itoh-abe, itoh-abe* and itoh-abe-sym
stepper *itoh_abe_make(const method *m, evaluator *e, arena *a);
stepper *itoh_abe_make_adjoint(const method *m, evaluator *e, arena *a);
stepper *itoh_abe_make_mean(const method *m, evaluator *e, arena *a);

stepper *compose_make(const method *m, evaluator *e, arena *a);
// rattle, reich and reich*; w0 is the weight of the start of a step. The general form serves a
// separable system, too: a test compares the two
stepper *rattle_make(const method *m, evaluator *e, arena *a);
stepper *reich_make(const method *m, evaluator *e, arena *a);
stepper *reich_make_adjoint(const method *m, evaluator *e, arena *a);
stepper *rattle_make_form(const method *m, evaluator *e, arena *a, bool separable, double w0);

// the same on rotations, and why they cannot treat a problem on a group, printed into `why`: false if
// they can
stepper *moser_veselov_make(const method *m, evaluator *e, arena *a);
stepper *moser_veselov_make_weighted(const method *m, evaluator *e, arena *a, double w0);
bool moser_veselov_refuses(const problem *p, char *why, size_t size);

// index-reduced, adaptive
stepper *index1_make(const method *m, evaluator *e, arena *a);
stepper *index0_make(const method *m, evaluator *e, arena *a);

// h lambda at the middle of the last step of a dla stepper, in the order of the nonholonomic
// constraints: valid until the next step
const double *dla_half_multipliers(const stepper *s);

// with representative=tn: rho = psi(q,p) of a state that has none
void rattle_see(const stepper *self, state *x);

// k0 of the last step of a rattle stepper, h/2 lambda0 of rattle, in the order of the holonomic constraints
const double *rattle_first_multipliers(const stepper *s);

// multipliers of the last stage of the last step on a group, in the order of declaration
const double *group_lobatto_multipliers(const stepper *s);

// h lambda of the last step of a full stepper, in the order of declaration
const double *full_multipliers(const stepper *s);
