// How much work a run is, counted: the same on every machine, whatever else runs there.
//
//   model     instructions of its tapes, and 20 for each call of one
//   linear    2/3 N^3 for a factorisation of N unknowns and 2 N^2 for an iteration, over 4
//   geometry  400 for each rotation or rigid motion of a stage and an iteration
//
// Of 51 trials on ten models an operation takes 1 to 3.1 ns in 47, 0.3 to 4.9 in all: it tells
// which step is cheaper where the clock would, unless they are near to each other.

#include "run/contact/contact.h"

#include <assert.h>

// instructions of a call, of a caller's function, of a rotation and its derivatives
enum { call = 20, unknown_function = 200, retraction = 400 };

static const double per_operation = 4;  // of linear algebra in the time of one of the interpreter

// a bundle as it was, and where its work goes
typedef struct counted {
  bundle inner;
  double cost, *sum;
} counted;

static void count(void *context, const double *const *in, double *out) {
  counted *c = context;
  *c->sum += c->cost;
  c->inner.function(c->inner.context, in, out);
}

bool effort_count(evaluator *e, arena *a, double *sum) {
  for (int k = 0; k < BUNDLE_COUNT; k++) {
    bundle *b = &e->bundles[k];
    counted *c = b->function ? arena_alloc(a, sizeof *c) : NULL;
    if (!c)
      continue;
    int length = evaluator_length(e->problem, (bundle_kind)k);
    *c = (counted){*b, call + (length >= 0 ? length : unknown_function), sum};
    b->function = count;
    b->context = c;
  }
  return !a->failed;
}

bool effort_begin(noslip_run *r) {
  assert(!r->effort && !r->native);
  r->effort = ARENA_ARRAY(&r->arena, double, 1);
  return r->effort && effort_count(&r->evaluator, &r->arena, r->effort) &&
         (!r->contacts || contacts_count_effort(r->contacts));
}

static double linear(const noslip_run *r, method_work w) {
  double n = stepper_base(r->stepper)->largest_system;
  double flops = (double)w.factorisations*2*n*n*n/3 + (double)w.iterations*2*n*n;
  return flops/per_operation + (double)w.iterations*call;
}

// retractions and their tangents, which no tape has; a reduced form has them in its tapes
static double geometry(const noslip_run *r, method_work w) {
  const method *m = stepper_base(r->stepper)->method;
  if (r->problem->class != PROBLEM_GROUP || method_form(m, r->model->problem) != REDUCTION_COUNT)
    return 0;
  int stages = m->number > 0 ? m->number : 1;
  return (double)w.iterations*stages*r->problem->group.nfactor*retraction;
}

double effort_so_far(const noslip_run *r) {
  assert(r->effort);
  method_work w = r->contacts ? r->contacts->work : method_counts(r->stepper);
  return r->stepper ? *r->effort + linear(r, w) + geometry(r, w) : *r->effort;
}
