#include "methods/gradient/gradient_make.h"

#include "methods/families.h"
#include "problem/problem.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

// ---- the variables z

static phase_shape phase_of(const problem *p) {
  bool reduced = p->skew.form == SKEW_REDUCED;
  int n = reduced ? p->skew.zq : p->n;
  bool autonomous =
      !problem_is_mechanical(p) ? p->index2.autonomous : p->mechanical.structure.autonomous;
  assert(p->skew.form != SKEW_NONE && n <= p->n && n <= p->skew.nz);
  return (phase_shape){.form = p->skew.form,
                       .n = n,
                       .m = reduced ? p->skew.zm : 0,
                       .size = p->skew.nz,
                       .steered = autonomous && !p->mechanical.structure.forces,
                       .framed = p->bundles[BUNDLE_CROSSING] != NULL,
                       .bound = p->bundles[BUNDLE_SURFACE] != NULL,
                       .nv = p->nv,
                       .ngiven = p->n - n,
                       .nturning = reduced ? p->skew.nturning : 0,
                       .kept = n < p->n ? p->skew.kept : NULL,
                       .given = p->skew.given,
                       .turning = p->skew.turning};
}

// q, then rho[1], rho[2], ...; of the full form momenta. NULL: no memory
static const char **name_all(const problem *p, phase_shape k, arena *a) {
  const char **name = ARENA_ARRAY(a, const char *, k.size);
  for (int i = 0; name && i < k.size; i++)
    name[i] = i < k.n               ? p->coordinate[k.kept ? k.kept[i] : i]
              : k.form == SKEW_FULL ? arena_print(a, "momentum of %s", p->coordinate[i - k.n])
                                    : arena_print(a, "rho[%d]", i - k.n + 1);
  return a->failed ? NULL : name;
}

// what phase.h asks of the evaluator
static bundle_set phase_bundles(phase_shape k) {
  bundle_set passage =
      BUNDLE_BIT(BUNDLE_SIGNS) | BUNDLE_BIT(BUNDLE_DESCEND) | BUNDLE_BIT(BUNDLE_LIFT);
  bundle_set energy = BUNDLE_BIT(BUNDLE_INCREMENT) | (k.framed ? BUNDLE_BIT(BUNDLE_CROSSING) : 0);
  passage |= k.bound ? BUNDLE_BIT(BUNDLE_SURFACE) : 0;
  return (k.form == SKEW_REDUCED ? passage : 0) | (k.steered ? energy : 0);
}

static void phase_print(const phase_shape *k, literal *out) {
  literal_open(out, "phase");
  LITERAL_INTEGER(out, k, form);
  LITERAL_INTEGER(out, k, n);
  LITERAL_INTEGER(out, k, m);
  LITERAL_INTEGER(out, k, size);
  LITERAL_INTEGER(out, k, steered);
  LITERAL_INTEGER(out, k, framed);
  LITERAL_INTEGER(out, k, bound);
  LITERAL_INTEGER(out, k, nv);
  LITERAL_INTEGER(out, k, ngiven);
  LITERAL_INTEGER(out, k, nturning);
  LITERAL_INTEGERS(out, k, kept, k->kept ? k->n : 0);
  LITERAL_INTEGERS(out, k, given, k->ngiven);
  LITERAL_INTEGERS(out, k, turning, 2*k->nturning);
  literal_close(out);
}

// ---- shape and stepper

bool gradient_init(gradient_shape *k, arena *a, const problem *p, int stages, tableau *gauss) {
  assert(stages >= 1);
  if (!tableau_init(gauss, a, TABLEAU_GAUSS, stages))
    return false;
  *k = (gradient_shape){
      .phase = phase_of(p), .stages = stages, .solver = stages == 1, .b = gauss->b, .c = gauss->c};
  return true;
}

void gradient_guard(gradient_shape *k, const method *m, const problem *p) {
  k->watched = !gradient_is_exact(m, p);
}

void gradient_print(const gradient_shape *k, literal *out) {
  literal_open(out, "of");
  phase_print(&k->phase, out);
  LITERAL_INTEGER(out, k, stages);
  LITERAL_INTEGER(out, k, solver);
  LITERAL_INTEGER(out, k, watched);
  LITERAL_NUMBERS(out, k, b, k->stages);
  LITERAL_NUMBERS(out, k, c, k->stages);
  literal_close(out);
}

// what is asked, a bit for each bundle, by all families
static bundle_set bundles_of(gradient_shape k) {
  static const bundle_set always = BUNDLE_BIT(BUNDLE_GRADIENT) | BUNDLE_BIT(BUNDLE_STRUCTURE) |
                                   BUNDLE_BIT(BUNDLE_STRUCTURE_BLOCKS) |
                                   BUNDLE_BIT(BUNDLE_GRADIENT_BLOCKS);
  return always | phase_bundles(k.phase) | (k.stages == 1 ? BUNDLE_BIT(BUNDLE_SLOPE) : 0) |
         (k.solver ? BUNDLE_BIT(BUNDLE_TANGENT) : 0) |
         (k.watched ? BUNDLE_BIT(BUNDLE_INCREMENT) : 0);
}

static const char *equation(const stepper *self, int i, char *buffer, size_t size) {
  int n = ((const gradient *)self->self)->e->problem->skew.nz;
  assert(i >= 0 && i < self->largest_system);
  if (self->largest_system > n)
    snprintf(buffer, size, "equation of `%s` in stage %d", self->coordinate[i % n], i/n + 1);
  else
    snprintf(buffer, size, "equation of `%s`", self->coordinate[i]);
  return buffer;
}

stepper *gradient_stepper(const binding *b, const void *shape, gradient_shape k, const method *m,
                          evaluator *e, arena *a) {
  static const bundle_set rare = BUNDLE_BIT(BUNDLE_STRUCTURE_BLOCKS) | BUNDLE_BIT(BUNDLE_SLOPE) |
                                 BUNDLE_BIT(BUNDLE_GRADIENT_BLOCKS);
  const char **names = name_all(e->problem, k.phase, a);
  stepper *step = names ? stepper_new(b, shape, m, e, a) : NULL;
  if (!step)
    return NULL;
  step->equation = equation;
  step->coordinate = names;
  step->ncoordinate = k.phase.size;
  step->bundles = bundles_of(k);
  step->rare = k.solver ? rare : 0;  // only where J takes the place of J0
  step->largest_system = k.stages*k.phase.size;
  return step;
}
