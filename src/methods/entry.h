// What is called of a kernel, made from the names of its family (kernel.h): its equations, as
// Newton's method asks for them, and its step. Before this text are defined
//
//   FAMILY            what the names begin with: dla
//   FAMILY_SHAPE(s)   the shape of the record s: s->shape in the library, in a compiled step a
//                     literal
//   FAMILY_EQUATIONS  1 if its step solves equations by Newton's method
//   FAMILY_SOLVER     1 if there is a solver of its own
//   FAMILY_DIRECT     1 in compiled and exported code, which calls the equations by name
//   FAMILY_LOCAL      1 if the step works on a record of its own, for the compiler to take apart:
//                     its scratch, FAMILY_SCRATCH numbers and FAMILY_INTEGERS integers, and
//                     FAMILY_OUTPUTS outputs of the model are in its own frame
//   FAMILY_HOME       1 if what is not inlined works on the record itself (native/newton_direct.h)
//
// and, in compiled code,
//
//   MANY_SHAPE(w)     the shape of many steps in one call (methods/many.h), literals where they can be
//   MANY_FUSED        1 if the step is a part of the loop; otherwise the loop calls it

#pragma once

#include "base/not_inlined.h"
#include "methods/kernel.h"

#define FAMILY_JOIN(a, b) a##b
#define FAMILY_NAME(a, b) FAMILY_JOIN(a, b)
#define OF(name) FAMILY_NAME(FAMILY, _##name)

typedef OF(shape) entry_shape;
typedef OF(carried) entry_carried;
typedef FAMILY entry_self;

// ---- the equations

#if FAMILY_EQUATIONS
static inline void entry_residual(void *context, const double *x, double *r) {
  entry_self *s = context;
  OF(evaluate)(FAMILY_SHAPE(s), s, x, r, NULL);
}

static inline void entry_both(void *context, const double *x, double *r, double *J) {
  entry_self *s = context;
  OF(evaluate)(FAMILY_SHAPE(s), s, x, r, J);
}
#endif

#if FAMILY_SOLVER
static inline bool entry_factor(void *context, const double *x, double *r) {
  entry_self *s = context;
  return OF(factor)(FAMILY_SHAPE(s), s, x, r);
}

static inline void entry_correct(void *context, const double *r, double *d) {
  entry_self *s = context;
  OF(correct)(FAMILY_SHAPE(s), s, r, d);
}
#endif

static inline newton_equations entry_equations(entry_self *s) {
  newton_equations e = {.context = s};
#if FAMILY_EQUATIONS && !FAMILY_DIRECT
  e.residual = entry_residual;
  e.both = entry_both;
#endif
#if FAMILY_SOLVER && !FAMILY_DIRECT
  e.factor = OF(has_solver)(FAMILY_SHAPE(s)) ? entry_factor : NULL;
  e.correct = OF(has_solver)(FAMILY_SHAPE(s)) ? entry_correct : NULL;
#endif
  return e;
}

// ---- the record

// as the library has it
typedef struct entry_record {
  kernel base;
  entry_self self;
  entry_carried carried;
} entry_record;

static inline entry_record *entry_record_of(void *self) {
  return (entry_record *)((char *)self - offsetof(entry_record, self));
}

static inline void entry_open(entry_self *s, kernel *base, entry_carried *carried, evaluator *e,
                              entry_shape k) {
  OF(open)(s, base, carried, e);
  s->shape = k;
  base->newton.shape = OF(unknowns)(k);
}

// its arrays, then those of its solver
static inline void entry_lay(entry_self *s, kernel *base, layout *l) {
  OF(lay)(FAMILY_SHAPE(s), s, l);
  newton_lay(&base->newton, l);
}

#if FAMILY_HOME
// the record as the step has it now
static inline void *noslip_home(const newton_equations *e) {
  entry_self *home = e->home, at = *(const entry_self *)e->context;
  at.shape = home->shape;  // the step has literals
  const layout_memory *from = e->local->area, *to = at.base->memory.area;
  vec_copy(to[LAYOUT_OUTPUTS].numbers, from[LAYOUT_OUTPUTS].numbers, FAMILY_OUTPUTS);
  vec_copy(to[LAYOUT_SCRATCH].numbers, from[LAYOUT_SCRATCH].numbers, FAMILY_SCRATCH);
  layout l = layout_again(&at.base->memory);
  OF(lay)(FAMILY_SHAPE(&at), &at, &l);
  *home = at;
  return home;
}
#endif

// ---- the step

#if FAMILY_LOCAL
// a record with its equations and arrays
typedef struct entry_frame {
  entry_self s;
  newton_equations equations;
  layout memory;
  double outputs[FAMILY_OUTPUTS + 1], scratch[FAMILY_SCRATCH + 1];
  int integers[FAMILY_INTEGERS + 1];
} entry_frame;

static inline void entry_begin(entry_frame *f, void *self) {
  entry_record *home = entry_record_of(self);
  OF(open)(&f->s, &home->base, &home->carried, home->self.e);
  f->memory = layout_again(&f->s.base->memory);
  f->memory.area[LAYOUT_OUTPUTS].numbers = f->outputs;
  f->memory.area[LAYOUT_SCRATCH].numbers = f->scratch;
  f->memory.area[LAYOUT_SCRATCH].integers = f->integers;
  layout local = f->memory;
  OF(lay)(FAMILY_SHAPE(&f->s), &f->s, &local);
  f->equations = entry_equations(&f->s);
  f->equations.home = self;
  f->equations.local = &f->memory;
}

static inline kernel_result entry_take(void *self, state *x, double h) {
  entry_frame f;
  entry_begin(&f, self);
  return OF(step)(FAMILY_SHAPE(&f.s), &f.s, &f.equations, x, h);
}
#else
static inline kernel_result entry_take(void *self, state *x, double h) {
  entry_self *s = self;
  newton_equations equations = entry_equations(s);
  return OF(step)(FAMILY_SHAPE(s), s, &equations, x, h);
}
#endif

#if FAMILY_DIRECT
// not a second time in the loop of many steps: compiling it takes seconds
NOT_INLINED kernel_result noslip_take(void *self, state *x, double h);
kernel_result noslip_take(void *self, state *x, double h) {
  return entry_take(self, x, h);
}
#endif

// ---- many steps, after methods/many.h

#ifdef MANY_SHAPE
#if MANY_FUSED && FAMILY_LOCAL
// A step of the loop, without equations: its record is opened for it, and its arrays end with it. In a frame
// for all steps each would write what none reads.
static inline kernel_result entry_fused(void *self, state *x, double h) {
  entry_record *home = entry_record_of(self);
  double outputs[FAMILY_OUTPUTS + 1], scratch[FAMILY_SCRATCH + 1];
  int integers[FAMILY_INTEGERS + 1];
  entry_self s;
  layout local = layout_again(&home->base.memory);
  local.area[LAYOUT_OUTPUTS].numbers = outputs;
  local.area[LAYOUT_SCRATCH].numbers = scratch;
  local.area[LAYOUT_SCRATCH].integers = integers;
  OF(open)(&s, &home->base, &home->carried, home->self.e);
  OF(lay)(FAMILY_SHAPE(&s), &s, &local);
  return OF(step)(FAMILY_SHAPE(&s), &s, NULL, x, h);
}

// Steps to a node with which the run has something to do. The state is a copy, and stays in registers, for
// nothing is called: a function of its own, or the calls below would be seen.
static NOT_INLINED many_event entry_round(many *w, void *self) {
  double q[MANY_N], v[MANY_N], p[MANY_N], q_low[MANY_N], v_low[MANY_N], p_low[MANY_N];
  double turns[MANY_N], rho[MANY_N], rho_low[MANY_N];
  double lambda[MANY_M + 1], kept[MANY_M + 1], signs[MANY_M + 1];
  many_event at = {0};
  bool goes_on = true;
  state x = *w->state;
  x.n = MANY_N, x.m = MANY_M;
  x.q = q, x.v = v, x.p = p, x.q_low = q_low, x.v_low = v_low, x.p_low = p_low;
  x.turns = turns, x.rho = rho, x.rho_low = rho_low;
  x.lambda = lambda, x.kept = kept, x.signs = signs;
  state_copy(&x, w->state);
  while (goes_on) {
    double values[2*MANY_N] = {0}, residuals[2*MANY_M + 1] = {0}, unwrapped[MANY_N];
    many_room room = {values, residuals, unwrapped};
    goes_on = many_next(MANY_SHAPE(w), w, &x, entry_fused, self, &room, &at);
  }
  state_copy(w->state, &x);
  return at;
}
#else
static many_event entry_round(many *w, void *self) {
  double values[2*MANY_N] = {0}, residuals[2*MANY_M + 1] = {0}, unwrapped[MANY_N];
  many_room room = {values, residuals, unwrapped};
  many_event at = {0};
  while (many_next(MANY_SHAPE(w), w, w->state, noslip_take, self, &room, &at))
    continue;
  return at;
}
#endif

void noslip_take_many(many *w, void *self);
void noslip_take_many(many *w, void *self) {
  while (w->done < w->steps)
    if (!many_settle(w, entry_round(w, self)))
      return;
}
#endif
