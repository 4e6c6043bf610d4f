// Steppers for index-2 DAEs: the arrays of the kernel, one kernel for all rules.

#include "methods/stages/dae_step.h"

#include "methods/families.h"

#include <stdio.h>

// ---- the kernel with the shape of the run

static void residual(void *context, const double *x, double *r) {
  dae *s = context;
  dae_evaluate(s->shape, s, x, r, NULL);
}

static void both(void *context, const double *x, double *r, double *J) {
  dae *s = context;
  dae_evaluate(s->shape, s, x, r, J);
}

static kernel_result take(void *self, state *x, double h) {
  dae *s = self;
  newton_equations equations = {.context = s, .residual = residual, .both = both};
  return dae_step(s->shape, s, &equations, x, h);
}

static const char *equation(const stepper *self, int i, char *buffer, size_t size) {
  const dae *s = self->self;
  const problem *p = s->e->problem;
  int stages = dae_stages(s->shape)*p->n;
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

static void print_shape(const stepper *self, text_buffer *out, bool local) {
  enum { most = 1000 };  // numbers that a compiler can be asked to take apart
  dae_shape k = ((const dae *)self->self)->shape;
  int size = dae_size(k);
  bool own = local && size <= most;
  rule_print(out, &k.r, k.parts);
  text_print(out, "#define INDEX2_LOCAL %d\n#define INDEX2_WORK %d\n#define INDEX2_PIVOTS %d\n",
             own, own ? size : 1, own && k.m > 0 ? k.m : 1);
  text_print(out, "#define DAE_SHAPE {%d, %d, %d, %d, %d, RULE}\n", k.n, k.m, k.parts, k.stiff,
             k.bent);
}

// what is asked, a bit for each bundle
static bundle_set bundles_of(dae_shape k) {
  bundle_set constraints =
      BUNDLE_BIT(BUNDLE_GAP) | BUNDLE_BIT(BUNDLE_GAP_BLOCKS) | BUNDLE_BIT(BUNDLE_DERIVED);
  return BUNDLE_BIT(BUNDLE_PARTS) | BUNDLE_BIT(BUNDLE_PARTS_BLOCKS) | (k.m > 0 ? constraints : 0);
}

static bool new_arrays(dae *s, arena *a) {
  double *work = ARENA_ARRAY(a, double, dae_size(s->shape));
  int *pivot = ARENA_ARRAY(a, int, s->shape.m);
  s->slope = ARENA_ARRAY(a, double, s->shape.m);
  if (a->failed)
    return false;
  dae_lay(s->shape, s, work, pivot);
  return true;
}

stepper *dae_make(const method *m, evaluator *e, arena *a) {
  const problem *p = e->problem;
  stepper *step = arena_alloc(a, sizeof *step);
  dae *s = arena_alloc(a, sizeof *s);
  kernel *base = arena_alloc(a, sizeof *base);
  rule r;
  if (a->failed || !rule_init(&r, a, method_rule(m)))
    return NULL;
  *s = (dae){.base = base,
             .e = e,
             .shape = {.n = p->n,
                       .m = p->m,
                       .parts = p->index2.nparts,
                       .stiff = ends_in_stage(&r, p->index2.nparts),
                       .bent = !p->index2.linear,
                       .r = r}};
  if (!new_arrays(s, a) || !newton_init(&base->newton, a, dae_unknowns(s->shape)))
    return NULL;
  *step = (stepper){.method = m,
                    .kernel = base,
                    .self = s,
                    .take = take,
                    .equation = equation,
                    .equations = {.context = s, .residual = residual, .both = both},
                    .native_file = "methods/stages/dae_native.h",
                    .print_shape = print_shape,
                    .bundles = bundles_of(s->shape),
                    .largest_system = dae_unknowns(s->shape).n,
                    .nconstraint = p->m,
                    .coordinate = p->coordinate};
  return step;
}
