// The list of methods, and what is the same for all of them.

#include "methods/method.h"

#include "base/spec.h"
#include "base/text.h"
#include "methods/families.h"
#include "methods/schemes.h"

#include <stdio.h>
#include <string.h>

static const method methods[] = {
#define METHOD(name, make, order, velocities, treats, keeps, file, summary, source) \
  {name, order, velocities, false, treats, keeps, summary, source, file, make, NULL, NULL},
#include "methods/methods.inl"
#undef METHOD
};

int method_count(void) {
  return (int)(sizeof methods/sizeof *methods);
}

const method *method_at(int i) {
  return &methods[i];
}

// "there is no method", the nearest name, and where to look
static noslip_status unknown(const char *name, failure *why) {
  const char *best = NULL;
  int distance = 0;
  for (int i = 0; i < method_count(); i++)
    text_nearest(name, methods[i].name, &best, &distance);
  fail(why, NOSLIP_ERROR_ARGUMENT, "there is no method `%s` in this version", name);
  if (best)
    fail_more(why, "; did you mean `%s`?", best);
  else
    fail_more(why, " (`noslip methods` lists those there are)");
  return NOSLIP_ERROR_ARGUMENT;
}

static noslip_status find(arena *a, const spec *s, const method **out, failure *why);

static noslip_status unknown_scheme(const char *name, failure *why) {
  const char *best = NULL;
  int distance = 0;
  for (int i = 0; i < scheme_count(); i++)
    text_nearest(name, scheme_at(i)->name, &best, &distance);
  fail(why, NOSLIP_ERROR_ARGUMENT, "there is no composition scheme `%s`; there %s", name,
       best ? "is" : "are");
  for (int i = 0; i < scheme_count(); i++)
    if (!best || scheme_at(i)->name == best)
      fail_more(why, "%s `%s`", i > 0 && !best ? "," : "", scheme_at(i)->name);
  return NOSLIP_ERROR_ARGUMENT;
}

// compose(M, scheme)
static noslip_status find_composition(arena *a, const spec *s, const method **out, failure *why) {
  const method *of;
  if (s->nitem != 2 || !s->items[0].method || !s->items[1].method || s->items[0].option ||
      s->items[1].option)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "a composition is written compose(METHOD, SCHEME), as in compose(dla-mp, suzuki4)");
  if (find(a, s->items[0].method, &of, why) != NOSLIP_OK)
    return why->status;
  const scheme *how = scheme_find(s->items[1].method->name);
  if (s->items[1].method->adjoint)
    return fail(why, NOSLIP_ERROR_ARGUMENT, "a star belongs to a method, not to the scheme `%s`",
                s->items[1].method->name);
  if (!how || s->items[1].method->nitem > 0)
    return unknown_scheme(s->items[1].method->name, why);
  if (of->order != 2)
    return fail(why, NOSLIP_ERROR_ARGUMENT, "`%s` composes methods of order 2, and %s has order %d",
                how->name, of->name, of->order);

  method *m = arena_alloc(a, sizeof *m);
  const char *name = spec_text(a, s);
  if (!m || !name)
    return fail_memory(why);
  *m = *of;
  m->name = name;
  m->order = how->order;
  m->make = compose_make;
  m->of = of;
  m->scheme = how;
  m->file = "compose.h";
  m->summary = arena_print(a, "%s composed by %s: %d stages, order %d", of->name, how->name,
                           how->stages, how->order);
  *out = m;
  return m->summary ? NOSLIP_OK : fail_memory(why);
}

static noslip_status find(arena *a, const spec *s, const method **out, failure *why) {
  if (strcmp(s->name, "compose") == 0)
    return find_composition(a, s, out, why);
  for (int i = 0; i < method_count(); i++) {
    if (strcmp(methods[i].name, s->name) != 0)
      continue;
    if (s->nitem > 0)
      return fail(why, NOSLIP_ERROR_ARGUMENT, "the method `%s` takes no options", s->name);
    // all methods of this list are symmetric: their own adjoints
    *out = &methods[i];
    return NOSLIP_OK;
  }
  return unknown(s->name, why);
}

noslip_status method_find(arena *a, const char *spec_text, const method **out, failure *why) {
  int where;
  const char *what;
  const spec *s = spec_read(a, spec_text, &where, &what);
  if (a->failed)
    return fail_memory(why);
  return s ? find(a, s, out, why)
           : fail(why, NOSLIP_ERROR_ARGUMENT, "method `%s`: %s", spec_text, what);
}

bool method_refuses(const method *m, const problem *p, char *sentence, size_t size) {
  if (p->mh > 0 && !(m->treats & TREATS_HOLONOMIC)) {
    snprintf(sentence, size, "`%s` has no equations for holonomic constraints, and `%s` is one",
             m->name, p->constraint[p->declared_h[0]]);
    return true;
  }
  if (p->mn > 0 && !(m->treats & TREATS_NONHOLONOMIC)) {
    snprintf(sentence, size, "`%s` treats holonomic constraints only, and `%s` is nonholonomic",
             m->name, p->constraint[p->declared_n[0]]);
    return true;
  }
  return false;
}

method_work method_counts(const stepper *s) {
  const newton *own = &s->kernel->newton;
  method_work work = {own->iterations, own->factorisations, own->max_iterations};
  for (int i = 0; i < s->nstage; i++) {
    work.iterations += s->stages[i]->kernel->newton.iterations;
    work.factorisations += s->stages[i]->kernel->newton.factorisations;
  }
  return work;
}

// ---------------------------------------------------------------------------------------------
// a step, and the sentence for one that failed

static void explain_newton(const stepper *s, failure *why) {
  const newton *n = &s->kernel->newton;
  char name[160];
  s->equation(s, n->worst, name, sizeof name);
  if (s->kernel->solved == NEWTON_SINGULAR) {
    fail(why, NOSLIP_ERROR_STEP,
         "the equations of the step are singular (first without a pivot: %s)\n"
         "  the constraints may be dependent here, or the mass matrix singular",
         name);
    return;
  }
  fail(why, NOSLIP_ERROR_STEP,
       "Newton stopped: %s after %d iterations; largest residual %.3g in "
       "the %s",
       newton_word(s->kernel->solved), n->nhistory, n->worst_residual, name);
  if (n->nhistory > 0)
    fail_more(why, "\n  increments:");
  int from = n->nhistory > 8 ? n->nhistory - 8 : 0;
  if (from > 0)
    fail_more(why, " ...");
  for (int i = from; i < n->nhistory; i++)
    fail_more(why, " %.1e", n->history[i]);
  fail_more(why, "\n  try a smaller step");
}

static void explain(const stepper *s, kernel_result result, failure *why) {
  char name[160];
  int guilty = s->kernel->guilty, constraints = s->kernel->newton.shape.n - s->nconstraint;
  switch (result) {
  case KERNEL_DONE: break;
  case KERNEL_UNSOLVED: explain_newton(s, why); break;
  case KERNEL_SINGULAR:
    fail(why, NOSLIP_ERROR_STEP,
         "the equations of the multipliers are singular (first without a pivot: %s)\n"
         "  the constraints may be dependent here",
         s->equation(s, constraints + guilty, name, sizeof name));
    break;
  case KERNEL_NOT_FINITE:
    fail(why, NOSLIP_ERROR_STEP, "`%s` would no longer be finite; try a smaller step",
         s->coordinate[guilty]);
    break;
  case KERNEL_JUMPED:
    fail(why, NOSLIP_ERROR_STEP,
         "the step leads to another sheet of the constraints: the step is too large; try a "
         "smaller one");
    break;
  case KERNEL_NO_VELOCITIES:
    fail(why, NOSLIP_ERROR_STEP,
         "the velocities cannot be found from the momenta; try a smaller step");
    break;
  case KERNEL_NOT_PROJECTED:
    fail(why, NOSLIP_ERROR_STEP,
         "the %s cannot be kept, by positions and velocities\n"
         "  it may depend on the others here, or the step is too large; try a smaller one",
         s->equation(s, constraints + guilty, name, sizeof name));
    break;
  }
}

noslip_status method_step(stepper *s, state *x, double h, failure *why) {
  kernel_result result = s->take(s->self, x, h);
  if (result == KERNEL_DONE)
    return NOSLIP_OK;
  const stepper *at = s->nstage > 0 ? s->stages[s->kernel->guilty] : s;
  explain(at, result, why);
  if (s->nstage > 0)
    fail_more(why, "\n  in stage %d of %d of %s, of size %.4g", s->kernel->guilty + 1, s->nstage,
              s->method->scheme->name, scheme_stage(s->method->scheme, s->kernel->guilty)*h);
  return NOSLIP_ERROR_STEP;
}
