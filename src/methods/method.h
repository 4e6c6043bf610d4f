// The one contract between methods and the rest: a method makes steppers, a stepper makes steps.

#pragma once

#include "base/failure.h"
#include "base/literal.h"
#include "base/transfer.h"
#include "methods/kernel.h"
#include "problem/reduction.h"
#include "problem/state.h"
#include "solve/newton_solve.h"

// constraints of mechanical problems that a method can treat, and other classes
enum {
  TREATS_NONHOLONOMIC = 1,
  TREATS_HOLONOMIC = 2,
  TREATS_INDEX2 = 4,
  TREATS_SKEW = 8,
  TREATS_FULL = 16,
  TREATS_GROUP = 32,
  TREATS_ROTATIONS = 64,  // rotations and R^k with a constant mass, without constraints
  TREATS_OVERDETERMINED = 128,
  TREATS_LOADED = 256,   // forces that depend on multipliers
  TREATS_CONTACT = 512,  // contacts, in its own step: time stepping
};

// what a method keeps
enum {
  KEEPS_CONSTRAINTS = 1,  // to rounding, at every node
  KEEPS_SYMPLECTIC = 2,   // the symplectic form, of holonomic systems
  KEEPS_MOMENTA = 4,      // momentum maps of linear symmetries
  KEEPS_REVERSIBLE = 8,   // symmetric: a step back undoes a step
  KEEPS_ENERGY_NEARLY =
      16,             // no drift where a reversing symmetry or the symplectic form forbids it
  KEEPS_ENERGY = 32,  // to rounding, at every node
};

typedef struct stepper stepper;
struct scheme;

// orders of positions, of momenta, and of the multipliers that are shown
typedef struct method_orders {
  int q, p, multiplier;
} method_orders;

struct family;

typedef struct method {
  const char *name;   // as it is written; of a numbered one in the list, an example: "spark(3)"
  const char *label;  // "spark(s)"
  const struct family *family;
  int variant;          // which of its family: families.h
  bool numbered;        // its name has a number,
  int number;           // of stages or points; 0 if the problem decides
  const void *options;  // of its family
  int order;
  bool adjoint;  // it is that of its variant
  unsigned treats, keeps;
  const char *summary, *source;
  const char *file;  // the kernel, whose header block is its documentation
  stepper *(*make)(const struct method *m, evaluator *e, arena *a);  // NULL: no memory
  const struct method *other;   // its adjoint, where that has no line in the list
  const struct method *of;      // of a composition: the method that is composed
  const struct scheme *scheme;  // and how
  double loose;                 // solved to this tolerance only, otherwise 0
} method;

// What the library knows of the kernel of a family; methods/bind.h makes it from its names.
typedef struct binding {
  const char *family;  // what its names begin with: "dla"
  const char *file;    // the text that has them all: "methods/dla/dla_step.h"
  bool equations;      // its step solves equations by Newton's method
  int local;           // compiled, a step works on a copy of a record with no more numbers
  bool home;           // and what is not inlined works on the record itself

  // the record: a kernel, then the family's own, then what it carries in single numbers
  size_t size, self, carried, carried_size;
  const transfer_field *fields;  // nfield  of what it carries
  int nfield;
  bool (*sound)(
      const void *self);  // integers in the area `carried` are places; NULL: there are none
  void (*open)(void *record, evaluator *e, const void *shape);
  void (*lay)(void *record, layout *l);       // all arrays
  void (*lay_own)(void *record, layout *l);   // without those of the solver
  void (*spoil)(void *record, evaluator *e);  // all but shape and what is carried
  newton_equations (*equations_of)(void *record);
  bool (*has_solver)(const void *record);
  kernel_step *take;
  void (*print_shape)(const void *record, literal *out);
} binding;

// does it name everything, and has each part its place in the record?
static inline bool binding_is_complete(const binding *b) {
  bool parts = b->self >= sizeof(kernel) && b->carried > b->self &&
               b->carried + b->carried_size <= b->size && b->local >= 0;
  return parts && b->family && b->file && b->open && b->lay && b->lay_own && b->spoil &&
         b->equations_of && b->has_solver && b->take && b->print_shape;
}

// many steps (methods/many.h) of the family's own part of a record
struct many;
typedef void many_function(struct many *w, void *self);

struct stepper {
  const method *method;
  const binding *binding;    // of its kernel; NULL: it is made of other steppers
  void *record;              // of its kernel
  kernel *kernel;            // its solver has the counters for the report
  void *self;                // the family's own part of the record
  kernel_step *take;         // the step of `self`: that of the library, or a compiled one
  many_function *take_many;  // compiled, too; NULL: there is none

  // the equations of the main solve, about the start set by the last step, and the name of one of
  // them, printed into `buffer`
  newton_equations equations;
  const char *(*equation)(const stepper *self, int i, char *buffer, size_t size);
  int nconstraint;          // the last equations are those of this many constraints
  const char *remedy;       // where Newton's method fails, beside a smaller step; NULL: none
  const char **coordinate;  // ncoordinate  names
  int ncoordinate;

  // how it is compiled and exported
  bundle_set bundles;  // that it asks for
  bundle_set
      rare;  // of these, what few steps ask for: compiled code leaves them to the interpreter
  int largest_system;  // unknowns of its largest linear system
  bool compiles;       // there is a text of it,
  bool exports;        // also for files of their own
  bool unrolled;       // it is short: one function, its loops unrolled
  bool direct;         // it iterates nothing: so short that a loop of steps has a text of its own
  bool both_ways;      // the text serves for the adjoint, too
  bool in_turn;        // it is composed with its adjoint: the text has to serve for both
  bool transforms;     // it evaluates the chart that is not the model's own

  stepper **stages;  // of a composition: one stepper per stage; `failed_at` is the one that failed
  int nstage;
  const struct scheme *scheme;  // as it is taken on this problem
};

// A stepper of a kernel with this shape: its record, opened, and its arrays. NULL: no memory.
stepper *stepper_new(const binding *b, const void *shape, const method *m, evaluator *e, arena *a);

// Look for what is always zero in its Jacobian, where that is large. False: no memory.
bool stepper_find_zeros(stepper *s, evaluator *e, arena *a);

// Everything that its last step hands to the next, those of a composition's stages too, as bytes:
// with it and the state the next step is the same, whatever came between.
size_t stepper_carried_size(const stepper *s);
void stepper_save(const stepper *s, void *to);
void stepper_restore(stepper *s, const void *from);

// The same, written or read with a description of every number: for files.
void stepper_transfer(stepper *s, transfer *t);

// Spoil all that is neither constant nor carried: a step must not find anything there.
void stepper_spoil(stepper *s, evaluator *e);

// the stepper whose kernel is compiled or exported: that of a composition's stages
static inline const stepper *stepper_base(const stepper *s) {
  return s->nstage > 0 ? s->stages[0] : s;
}

// the list, in the order of methods.inl
int method_count(void);
const method *method_at(int i);

// A method by its text, "dla-mp" or "compose(dla-mp, kahan-li8)"; fails with a sentence and the
// nearest name. A composition lives in the arena.
noslip_status method_find(arena *a, const char *spec_text, const method **out, failure *why);

// its adjoint: itself if it is symmetric, NULL if there is none in this version
const method *method_adjoint(const method *m);

// the same on a problem: lobatto is symmetric, but not on a group
const method *method_adjoint_on(const method *m, const problem *p);

// Its order where there are no constraints. `order` is that with constraints, which may be lower.
int method_order_free(const method *m);

// with constraints; of a composition those of its method
method_orders method_orders_of(const method *m);

// the order for any number, "2s-2", `free` without constraints; "" if there is no number in it
const char *method_order_text(const method *m, bool free);

// does it deliver multipliers at the nodes, in `kept` of the state?
bool method_delivers(const method *m);

// what a run watches because of it: family.h
unsigned method_watches(const method *m, const problem *p);

// What is wrong with it on this problem, although it runs, printed into `sentence`; false: nothing.
bool method_warns(const method *m, const problem *p, char *sentence, size_t size);

// are its momenta those in `rho` of a state?
bool method_shows_rho(const method *m);

bool method_is_adaptive(const method *m);

// the library that it needs and this build lacks; NULL: none
const char *method_missing(const method *m);

// Why a method cannot treat a problem, printed into `sentence`; false if it can.
bool method_refuses(const method *m, const problem *p, char *sentence, size_t size);

// What it keeps of this problem: not everything makes sense in every class, and spark is symmetric
// only where nothing is in parts 3 and 4.
unsigned method_keeps(const method *m, const problem *p);

// the skew-gradient form of a mechanical problem that it works with; REDUCTION_COUNT: none
reduction_kind method_form(const method *m, const problem *p);

// does it carry (q,v) of this problem? Otherwise (q,p)
bool method_velocities(const method *m, const problem *p);

// A stepper on the problem of `e`, whose method has the number that the problem decides; NULL: no
// memory.
stepper *method_make(const method *m, evaluator *e, arena *a);

// the header block of its kernel: equations and sources
const char *method_equations(const method *m);

// Newton iterations and factorisations so far, of all stages; right-hand sides and steps of an
// adaptive method
typedef struct method_work {
  long iterations, factorisations;
  int max_per_step;
  long evaluations, accepted, rejected;
} method_work;

method_work method_counts(const stepper *s);

// Newton iterations so far, of all stages
long method_iterations(const stepper *s);

// what has come of a step of size h that was tried, and of none before it: the sentence
void method_explain(const stepper *s, kernel_result result, double h, failure *why);

// one step of size h from *x; on failure *x is unchanged and `why` has the sentence
noslip_status method_step(stepper *s, state *x, double h, failure *why);
