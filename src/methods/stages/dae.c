// Steppers for index-2 DAEs: the arrays of the kernel, one kernel for all rules.

#include "methods/stages/dae_step.h"

#include "methods/families.h"

#include <stdio.h>

static void dae_print(const dae_shape *k, literal *out) {
  LITERAL_INTEGER(out, k, n);
  LITERAL_INTEGER(out, k, m);
  LITERAL_INTEGER(out, k, parts);
  LITERAL_INTEGER(out, k, stiff);
  LITERAL_INTEGER(out, k, bent);
  LITERAL_INTEGER(out, k, twice);
  rule_print(&k->r, k->parts, out);
}

#define FAMILY dae
#define FAMILY_FILE "methods/stages/dae_step.h"
#define FAMILY_EQUATIONS 1
#define FAMILY_CARRIED(F) F(dae_carried, sign) F(dae_carried, pace)
#define FAMILY_COPIES 1000  // numbers that a compiler can be asked to take apart
#include "methods/bind.h"

static const char *equation(const stepper *self, int i, char *buffer, size_t size) {
  const dae *s = self->self;
  const problem *p = s->e->problem;
  int stages = dae_stages(s->shape)*p->n;
  assert(i >= 0 && i < dae_unknowns(s->shape).n);
  if (i < stages)
    snprintf(buffer, size, "equation of `%s` in stage %d", p->coordinate[i % p->n],
             i/p->n + 1 + s->shape.r.first_known);
  else
    snprintf(buffer, size, "constraint `%s`", p->constraint[(i - stages) % p->m]);
  return buffer;
}

// ---- making one

// is the last row of every tableau b?
static bool ends_in_stage(const rule *r, int parts) {
  for (int p = 0; p < parts; p++)
    for (int j = 0; j < r->s; j++)
      if (r->A[p][(r->s - 1)*r->s + j] != r->b[j])
        return false;
  return true;
}

// what is asked, a bit for each bundle
static bundle_set bundles_of(dae_shape k) {
  bundle_set constraints =
      BUNDLE_BIT(BUNDLE_GAP) | BUNDLE_BIT(BUNDLE_GAP_BLOCKS) | BUNDLE_BIT(BUNDLE_HIDDEN);
  if (k.twice)
    constraints |= BUNDLE_BIT(BUNDLE_RATE_BLOCKS) | BUNDLE_BIT(BUNDLE_RESIDUALS);
  return BUNDLE_BIT(BUNDLE_PARTS) | BUNDLE_BIT(BUNDLE_PARTS_BLOCKS) | (k.m > 0 ? constraints : 0);
}

// Of an overdetermined problem f and r have one tableau, and g holds in stages 2..s.
static bool impose_twice(rule *r, arena *a) {
  double *C = ARENA_ARRAY(a, double, r->ninner*r->s);
  if (!C)
    return false;
  assert(r->ninner == r->s - 1 && r->npoint == 1 && !r->first_given);
  for (int i = 0; i < r->ninner; i++)
    C[i*r->s + i + 1] = 1;
  r->C = C;
  r->A[2] = r->A[1];
  return true;
}

stepper *dae_make(const method *m, evaluator *e, arena *a) {
  const problem *p = e->problem;
  dae_shape shape = {.n = p->n,
                     .m = p->m,
                     .parts = p->index2.nparts,
                     .bent = !p->index2.linear,
                     .twice = p->class == PROBLEM_OVERDETERMINED};
  if (!rule_init(&shape.r, a, stages_rule(m)) || (shape.twice && !impose_twice(&shape.r, a)))
    return NULL;
  shape.stiff = ends_in_stage(&shape.r, shape.parts);
  stepper *step = stepper_new(&dae_binding, &shape, m, e, a);
  if (!step)
    return NULL;
  step->equation = equation;
  step->exports = false;  // files are written of mechanical models only
  step->bundles = bundles_of(shape);
  step->largest_system = dae_unknowns(shape).n;
  step->nconstraint = p->m;
  return step;
}
