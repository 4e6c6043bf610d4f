// Steppers: the record of a kernel, its memory, what a step hands to the next; a step, and why one
// failed.

#include "methods/families.h"
#include "methods/method.h"
#include "solve/newton_sparse.h"

#include <assert.h>
#include <string.h>

stepper *stepper_new(const binding *b, const void *shape, const method *m, evaluator *e, arena *a) {
  stepper *s = arena_alloc(a, sizeof *s);
  char *record = arena_alloc(a, b->size);
  layout counted = {0};
  assert(binding_is_complete(b) && shape);
  if (a->failed)
    return NULL;
  kernel *base = (kernel *)(void *)record;
  base->newton.noise = 1;
  b->open(record, e, shape);
  b->lay(record, &counted);
  base->memory = arena_layout(a, &counted);
  if (a->failed)
    return NULL;
  layout taken = base->memory;
  b->lay(record, &taken);
  assert(layout_agrees(&taken, &counted));
  base->memory = taken;
  *s = (stepper){.method = m,
                 .binding = b,
                 .record = record,
                 .kernel = base,
                 .self = record + b->self,
                 .take = b->take,
                 .equations = b->equations_of(record),
                 .compiles = true,
                 .exports = true,
                 .coordinate = e->problem->coordinate,
                 .ncoordinate = e->problem->n};
  return s;
}

// ---- what is carried

// copy bytes to or from *at, which moves on; NULL: they are only counted. Files have a description
// of them, `file`.
typedef struct passage {
  char *to;
  const char *from;
  size_t count;
  transfer *file;
} passage;

static void pass(passage *p, void *bytes, size_t size) {
  if (p->to)
    memcpy(p->to + p->count, bytes, size);
  if (p->from)
    memcpy(bytes, p->from + p->count, size);
  p->count += size;
}

static const transfer_field newton_fields[] = {
    TRANSFER_WITHIN(newton_carried, npast, 0, newton_memory),
    TRANSFER_WITHIN(newton_carried, depth, 0, newton_memory),
    TRANSFER_WITHIN(newton_carried, since_chosen, 0, transfer_most_int),
    TRANSFER_FIELD(newton_carried, frozen),
    TRANSFER_FIELD(newton_carried, aged),
    TRANSFER_FIELD(newton_carried, aged_ratio),
    TRANSFER_WITHIN(newton_carried, since_probe, 0, transfer_most_int),
    TRANSFER_FIELD(newton_carried, curvature),
    TRANSFER_WITHIN(newton_carried, steady, 0, transfer_most_int),
    TRANSFER_WITHIN(newton_carried, unseen, 0, transfer_most_int),
    TRANSFER_WITHIN(newton_carried, without, 0, transfer_most_int),
    TRANSFER_WITHIN(newton_carried, fresh_needed, 0, transfer_most_int),
    TRANSFER_FIELD(newton_carried, floor),
    TRANSFER_WITHIN(newton_carried, floor_left, 0, transfer_most_int),
    TRANSFER_WITHIN(newton_carried, iterations, 0, TRANSFER_MOST),
    TRANSFER_WITHIN(newton_carried, factorisations, 0, TRANSFER_MOST),
    TRANSFER_WITHIN(newton_carried, max_iterations, 0, transfer_most_int),
    TRANSFER_FIELD(newton_carried, largest_floor),
};

static const transfer_field kernel_fields[] = {
    TRANSFER_FIELD(kernel_carried, h),        TRANSFER_FIELD(kernel_carried, rest),
    TRANSFER_FIELD(kernel_carried, defect),   TRANSFER_FIELD(kernel_carried, excess),
    TRANSFER_FIELD(kernel_carried, turn),     TRANSFER_FIELD(kernel_carried, evaluations),
    TRANSFER_FIELD(kernel_carried, accepted), TRANSFER_FIELD(kernel_carried, rejected),
};

static void pass_record(passage *p, void *record, size_t size, const transfer_field *fields,
                        int n) {
  if (p->file)
    transfer_record(p->file, record, size, fields, n);
  else
    pass(p, record, size);
}

static void pass_arrays(passage *p, const layout_memory *m) {
  if (p->file) {
    transfer_numbers(p->file, "carried numbers", m->numbers, m->nnumber);
    transfer_integers(p->file, "carried integers", m->integers, m->ninteger, transfer_any);
    return;
  }
  pass(p, m->numbers, (size_t)m->nnumber*sizeof *m->numbers);
  pass(p, m->integers, (size_t)m->ninteger*sizeof *m->integers);
}

#define COUNT(fields) (int)(sizeof(fields)/sizeof *(fields))

static void pass_all(passage *p, const stepper *s) {
  kernel *k = s->kernel;
  bool reads = p->from || (p->file && p->file->in);
  if (reads && k->newton.sparse)
    k->newton.sparse->current = false;
  const binding *b = s->binding;
  pass_record(p, &k->newton.carried, sizeof k->newton.carried, newton_fields, COUNT(newton_fields));
  pass_record(p, &k->carried, sizeof k->carried, kernel_fields, COUNT(kernel_fields));
  if (b) {
    pass_record(p, (char *)s->record + b->carried, b->carried_size, b->fields, b->nfield);
    pass_arrays(p, &k->memory.area[LAYOUT_CARRIED]);
  }
  for (int i = 0; i < s->nstage; i++)
    pass_all(p, s->stages[i]);
}

size_t stepper_carried_size(const stepper *s) {
  passage p = {0};
  pass_all(&p, s);
  return p.count;
}

void stepper_save(const stepper *s, void *to) {
  passage p = {.to = to};
  pass_all(&p, s);
}

void stepper_restore(stepper *s, const void *from) {
  passage p = {.from = from};
  pass_all(&p, s);
}

// Are the integers that were read places that there are? Factors are used with their pivots.
static bool is_sound(const stepper *s) {
  const newton *n = &s->kernel->newton;
  bool sound =
      n->carried.depth <= n->carried.npast && (n->carried.npast == 0 || n->carried.depth > 0);
  if (s->binding)
    sound = sound && layout_places(n->pivot, n->shape.n, n->shape.n) &&
            (!s->binding->sound || s->binding->sound(s->self));
  for (int i = 0; i < s->nstage && sound; i++)
    sound = is_sound(s->stages[i]);
  return sound;
}

void stepper_transfer(stepper *s, transfer *t) {
  passage p = {.file = t};
  pass_all(&p, s);
  if (t->in && !t->failed && !is_sound(s))
    transfer_refuse(t, "carried integers");
}

void stepper_spoil(stepper *s, evaluator *e) {
  layout_memory *m = &s->kernel->memory.area[LAYOUT_SCRATCH];
  if (s->binding)
    s->binding->spoil(s->record, e);
  for (long i = 0; i < m->nnumber; i++)
    m->numbers[i] = (double)NAN;
  for (long i = 0; i < m->ninteger; i++)
    m->integers[i] = -1;
  for (int i = 0; i < s->nstage; i++)
    stepper_spoil(s->stages[i], e);
}

// ---- counters

static void add_counts(const stepper *s, method_work *work) {
  work->iterations += s->kernel->newton.carried.iterations;
  work->factorisations += s->kernel->newton.carried.factorisations;
  for (int i = 0; i < s->nstage; i++)
    add_counts(s->stages[i], work);
}

long method_iterations(const stepper *s) {
  long count = s->kernel->newton.carried.iterations;
  for (int i = 0; i < s->nstage; i++)
    count += method_iterations(s->stages[i]);
  return count;
}

method_work method_counts(const stepper *s) {
  method_work work = {.max_per_step = s->kernel->newton.carried.max_iterations,
                      .evaluations = s->kernel->carried.evaluations,
                      .accepted = s->kernel->carried.accepted,
                      .rejected = s->kernel->carried.rejected};
  add_counts(s, &work);
  return work;
}

// ---- a step, and the sentence for one that failed

static void explain_newton(const stepper *s, failure *why) {
  const newton *n = &s->kernel->newton;
  char name[160];
  assert(n->last.worst >= 0 && n->last.worst < n->shape.n);
  s->equation(s, n->last.worst, name, sizeof name);
  if (s->kernel->solved == NEWTON_SINGULAR) {
    fail(why, NOSLIP_ERROR_STEP,
         "the equations of the step are singular (first without a pivot: %s)\n"
         "  the constraints may be dependent here, or the mass matrix singular",
         name);
    return;
  }
  if (s->kernel->solved == NEWTON_UNDETERMINED) {
    fail(why, NOSLIP_ERROR_STEP,
         "rounding leaves the step undetermined: its unknowns are known to %.1g of their size "
         "only\n"
         "  try a larger step; if that helps as little as a smaller one, constraints are nearly "
         "dependent here",
         n->last.unknown_to);
    return;
  }
  fail(why, NOSLIP_ERROR_STEP,
       "Newton stopped: %s after %d iterations; largest residual %.3g in "
       "the %s",
       newton_word(s->kernel->solved), n->last.nhistory, n->last.worst_residual, name);
  if (n->last.nhistory > 0)
    fail_more(why, "\n  increments:");
  int from = n->last.nhistory > 8 ? n->last.nhistory - 8 : 0;
  if (from > 0)
    fail_more(why, " ...");
  for (int i = from; i < n->last.nhistory; i++)
    fail_more(why, " %.1e", n->last.history[i]);
  fail_hint(why, "\n  ", "try a smaller step%s", s->remedy ? s->remedy : "");
}

// of an adaptive method: the step that could not be taken, and what to try
static void explain_adaptive(const stepper *s, kernel_result result, failure *why) {
  char name[160];
  s->equation(s, s->kernel->failed_at, name, sizeof name);
  if (result == KERNEL_NO_ACCELERATION)
    fail(why, NOSLIP_ERROR_STEP,
         "the equations of the accelerations are singular (first without a pivot: %s)\n"
         "  the constraints may be dependent here, or the mass matrix singular",
         name);
  else if (result == KERNEL_DEPENDENT)
    fail(why, NOSLIP_ERROR_STEP,
         "the constraints are nearly dependent here (%s): the accelerations have fewer digits than "
         "rtol asks for\n"
         "  try a larger rtol, or a method without accelerations, as `spark(3)`",
         name);
  else if (result == KERNEL_UNDEFINED)
    fail(why, NOSLIP_ERROR_STEP,
         "the %s is no longer a finite number, however short the step\n"
         "  the model may not be defined beyond this point",
         name);
  else if (result == KERNEL_UNDERFLOW)
    fail(why, NOSLIP_ERROR_STEP,
         "the adaptive step has become as short as the rounding of the time; the largest error "
         "is that of the %s\n"
         "  the motion may be singular here; otherwise try a larger rtol or atol",
         name);
  else
    fail(why, NOSLIP_ERROR_STEP,
         "the next node is too many steps away; the largest error is that of the %s\n"
         "  the model may be stiff; try `bdf`, or a larger rtol or atol",
         name);
}

// what can be said of a result without looking at the step; NULL: nothing
static const char *sentence_of(kernel_result result) {
  static const char *const sentences[] = {
      [KERNEL_JUMPED] = "the step leads to another sheet of the constraints: the step is too "
                        "large; try a smaller one",
      [KERNEL_NO_VELOCITIES] =
          "the velocities cannot be found from the momenta; try a smaller step",
      [KERNEL_NO_MOMENTA] =
          "the momenta cannot be found from the velocities\n"
          "  H_pp may be singular: leave out solve=reduced; otherwise try a smaller step",
      [KERNEL_NO_FRAME] =
          "the constraints turn too far in one step: there is no frame of the velocities that they "
          "allow for all of it; try a smaller step",
      [KERNEL_OFF_BRANCH] =
          "the step left the solution branch: with algebraic variables that enter nonlinearly, its "
          "equations have other solutions, too; try a smaller step",
      [KERNEL_NO_WAY_BACK] =
          "no state was found from which a step back leads here; try a smaller step",
      [KERNEL_TOO_LARGE] =
          "the step is too large: no rotation near 1 solves its equations, for in one step the "
          "body would turn by about a right angle or more; try a smaller one",
      [KERNEL_BACKWARDS] = "impacts and friction have no way back: give a positive step",
      [KERNEL_TOO_LONG] = NULL,
  };
  assert((int)result >= 0 && (size_t)result < sizeof sentences/sizeof *sentences);
  return sentences[result];
}

// the name of the constraint at which a step failed
static const char *failed_constraint(const stepper *s, char *name, size_t size) {
  int first = s->kernel->newton.shape.n - s->nconstraint;
  assert(s->kernel->failed_at >= 0 && s->kernel->failed_at < s->nconstraint);
  return s->equation(s, first + s->kernel->failed_at, name, size);
}

// of time stepping: the contact, or the velocity, at which a step failed
static void explain_contact(const stepper *s, kernel_result result, failure *why) {
  char name[160];
  s->equation(s, s->kernel->failed_at, name, sizeof name);
  if (result == KERNEL_CONTACT_UNSOLVED)
    fail(why, NOSLIP_ERROR_STEP,
         "the impulses of the contacts cannot be found; the largest residual is that of %s\n"
         "  friction may jam a body here, or forces are stiff: their periods must be longer than a "
         "few steps; try a smaller step",
         name);
  else if (result == KERNEL_CONTACT_SINGULAR)
    fail(why, NOSLIP_ERROR_STEP,
         "gap and slip velocity of %s do not depend on the velocities here, or not in different "
         "ways\n  look at its gap and at what stands after `along`, or try a smaller step",
         name);
  else if (result == KERNEL_NO_CONTACT_FRAME)
    fail(why, NOSLIP_ERROR_STEP,
         "the gap of %s and the velocity after `along` do not belong to the same contact point\n"
         "  look at what stands after `along`, or try a smaller step",
         name);
  else if (result == KERNEL_NO_COEFFICIENT)
    fail(why, NOSLIP_ERROR_STEP,
         "of %s the friction coefficient is negative or not finite\n"
         "  change what stands after `friction`",
         name);
  else if (result == KERNEL_NO_GAP)
    fail(why, NOSLIP_ERROR_STEP,
         "the gap of %s is not finite\n  take a shorter step, or look where the gap is defined",
         name);
  else if (result == KERNEL_CROWDED)
    fail(why, NOSLIP_ERROR_STEP,
         "more bodies touch each other in %s than there is room for: they overlap\n"
         "  look at the initial data, or try a smaller step",
         name);
  else
    fail(why, NOSLIP_ERROR_STEP,
         "the mass matrix is singular, or constraints are dependent, in the %s", name);
}

static void explain(const stepper *s, kernel_result result, failure *why) {
  char name[160];
  switch (result) {
  case KERNEL_DONE: break;
  case KERNEL_UNSOLVED: explain_newton(s, why); break;
  case KERNEL_SINGULAR:
    fail(why, NOSLIP_ERROR_STEP,
         "the equations of the multipliers are singular (first without a pivot: %s)\n"
         "  the constraints may be dependent here",
         failed_constraint(s, name, sizeof name));
    break;
  case KERNEL_NOT_FINITE:
    assert(s->kernel->failed_at >= 0 && s->kernel->failed_at < s->ncoordinate);
    fail(why, NOSLIP_ERROR_STEP, "`%s` would no longer be finite; try a smaller step",
         s->coordinate[s->kernel->failed_at]);
    break;
  case KERNEL_NOT_PROJECTED:
    fail(why, NOSLIP_ERROR_STEP,
         "the %s cannot be kept, by positions and velocities\n"
         "  it may depend on the others here, or the step is too large; try a smaller one",
         failed_constraint(s, name, sizeof name));
    break;
  case KERNEL_NO_ACCELERATION:
  case KERNEL_DEPENDENT:
  case KERNEL_UNDEFINED:
  case KERNEL_UNDERFLOW:
  case KERNEL_TOO_LONG: explain_adaptive(s, result, why); break;
  case KERNEL_CONTACT_UNSOLVED:
  case KERNEL_CONTACT_SINGULAR:
  case KERNEL_NO_CONTACT_FRAME:
  case KERNEL_NO_COEFFICIENT:
  case KERNEL_NO_GAP:
  case KERNEL_CROWDED:
  case KERNEL_SINGULAR_MASS: explain_contact(s, result, why); break;
  default: fail(why, NOSLIP_ERROR_STEP, "%s", sentence_of(result));
  }
}

// the stepper that failed: a stage of a composition, the step forward or back of an adjoint
static const stepper *failed_stepper(const stepper *s, kernel_result result) {
  if (s->nstage == 0 || (!s->scheme && result == KERNEL_NO_WAY_BACK))
    return s;
  assert(s->kernel->failed_at >= 0 && s->kernel->failed_at < s->nstage);
  return failed_stepper(s->stages[s->kernel->failed_at], result);
}

void method_explain(const stepper *s, kernel_result result, double h, failure *why) {
  assert(result != KERNEL_DONE);
  explain(failed_stepper(s, result), result, why);
  const scheme *how = s->scheme;
  int stage = s->kernel->failed_at;
  if (how)
    fail_more(why, "\n  in stage %d of %d of %s, of size %.4g", stage + 1, s->nstage, how->name,
              scheme_stage(how, stage)*h);
}

noslip_status method_step(stepper *s, state *x, double h, failure *why) {
  kernel_result result = s->take(s->self, x, h);
  if (result == KERNEL_DONE)
    return NOSLIP_OK;
  method_explain(s, result, h, why);
  return NOSLIP_ERROR_STEP;
}
