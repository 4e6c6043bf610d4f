// The one contract between methods and the rest: a method makes steppers, a stepper makes steps.

#pragma once

#include "base/failure.h"
#include "problem/mechanical.h"
#include "problem/state.h"
#include "solve/newton.h"

// constraints a method can treat
enum { TREATS_NONHOLONOMIC = 1, TREATS_HOLONOMIC = 2 };

// what a method keeps
enum {
  KEEPS_CONSTRAINTS = 1,  // to rounding, at every node
  KEEPS_SYMPLECTIC = 2,   // the symplectic form, of holonomic systems
  KEEPS_MOMENTA = 4,      // momentum maps of linear symmetries
  KEEPS_REVERSIBLE = 8,   // symmetric: a step back undoes a step
  KEEPS_ENERGY_NEARLY =
      16,  // no drift where a reversing symmetry or the symplectic form forbids it
};

typedef struct stepper stepper;

typedef struct method {
  const char *name;
  int order;
  bool velocities;  // carries (q,v), otherwise (q,p)
  unsigned treats, keeps;
  const char *summary, *source;
  const char *file;  // the kernel, whose header block is its documentation
  stepper *(*make)(const struct method *m, evaluator *e, arena *a);  // NULL: no memory
  const struct method *of;      // of a composition: the method that is composed
  const struct scheme *scheme;  // and how
} method;

struct stepper {
  const method *method;
  newton newton;               // main solve: counters for the report
  newton_equations equations;  // what it solves, about the start set by the last step
  double h;                    // of the last step: another h makes it forget what it extrapolates

  stepper **stages;  // of a composition: one stepper per stage
  int nstage;

  // one step of size h from *s; on failure *s is unchanged and `why` has the sentence
  noslip_status (*step)(stepper *self, state *s, double h, failure *why);

  // the name of equation i of the Newton system, printed into `buffer`
  const char *(*equation)(const stepper *self, int i, char *buffer, size_t size);
};

// the list, in the order of methods.inl
int method_count(void);
const method *method_at(int i);

// A method by its text, "dla-mp" or "compose(dla-mp, kahan-li8)"; fails with a sentence and the
// nearest name. A composition lives in the arena.
noslip_status method_find(arena *a, const char *spec_text, const method **out, failure *why);

// Why a method cannot treat a problem, printed into `sentence`; false if it can.
bool method_refuses(const method *m, const mechanical *p, char *sentence, size_t size);

// the header block of its kernel: equations and sources
const char *method_equations(const method *m);

// Newton iterations and factorisations so far, of all stages
typedef struct method_work {
  long iterations, factorisations;
  int max_per_step;
} method_work;

method_work method_counts(const stepper *s);

// One attempt at the equations of a step from *x, with the start that the newton of `s` has to
// offer: extrapolated if it remembers solutions, plain if not.
typedef noslip_status method_attempt(stepper *s, const state *x, failure *why);

// Solve the equations of a step of size h: from an extrapolated start, and if that leads nowhere
// from a plain one. Another h than before makes the past useless.
noslip_status method_solve(stepper *s, const state *x, double h, method_attempt *attempt,
                           failure *why);

// the sentence for a Newton solve that failed
noslip_status method_fail(const stepper *s, newton_result result, failure *why);
