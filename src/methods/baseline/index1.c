// Steppers for index1 and index0: the arrays of the kernel, and names of what it integrates.

#include "methods/baseline/index1_step.h"

#include "methods/families.h"

#include <stdio.h>

static kernel_result take(void *self, state *x, double h) {
  index1 *s = self;
  return index1_step(s->shape, s, x, h);
}

// the i-th number of (q, v or p, lambda)
static const char *number(const stepper *self, int i, char *buffer, size_t size) {
  const problem *p = ((const index1 *)self->self)->e->problem;
  int n = p->n;
  if (i < n)
    snprintf(buffer, size, "position `%s`", p->coordinate[i]);
  else if (i < 2*n)
    snprintf(buffer, size, "%s of `%s`", p->lagrangian ? "velocity" : "momentum",
             p->coordinate[i - n]);
  else
    snprintf(buffer, size, "multiplier of `%s`", p->constraint[i - 2*n]);
  return buffer;
}

static void print_shape(const stepper *self, text_buffer *out, bool local) {
  index1_shape k = ((const index1 *)self->self)->shape;
  (void)local;
  text_print(out, "#define INDEX1_SHAPE {%d, %d, %d, %d}\n", k.n, k.m, k.lagrangian, k.rates);
}

static void print_export(const stepper *self, text_buffer *out) {
  const index1 *s = self->self;
  text_print(out, "#define INDEX1_SIZE %d\n#define INDEX1_RTOL ", index1_size(s->shape));
  text_c_number(out, s->rtol);
  text_print(out, "\n#define INDEX1_ATOL ");
  text_c_number(out, s->atol);
  text_print(out, "\n");
}

// what is asked, a bit for each bundle
static bundle_set bundles_of(index1_shape k) {
  return BUNDLE_BIT(BUNDLE_ACCELERATION) | (k.rates ? BUNDLE_BIT(BUNDLE_ACCELERATION_RATE) : 0) |
         (k.lagrangian ? 0 : BUNDLE_BIT(BUNDLE_VALUES));
}

static stepper *make(const method *m, evaluator *e, arena *a, bool rates) {
  const baseline_options *o = method_options(m);
  const problem *p = e->problem;
  index1_shape shape = {.n = p->n, .m = p->m, .lagrangian = p->lagrangian, .rates = rates};
  stepper *step = arena_alloc(a, sizeof *step);
  index1 *s = arena_alloc(a, sizeof *s);
  kernel *base = arena_alloc(a, sizeof *base);
  double *work = ARENA_ARRAY(a, double, index1_size(shape));
  int *pivot = ARENA_ARRAY(a, int, p->n);
  if (a->failed)
    return NULL;
  *s = (index1){.base = base, .shape = shape, .e = e, .rtol = o->rtol, .atol = o->atol};
  index1_lay(shape, s, work, pivot);
  if (!consistent_init(&s->linear, a, e))
    return NULL;
  *step = (stepper){
      .method = m,
      .kernel = base,
      .self = s,
      .take = take,
      .equation = number,
      .native_file = "methods/baseline/index1_native.h",
      .print_shape = print_shape,
      .export_file = "methods/baseline/index1_export.h",
      .print_export = print_export,
      .bundles = bundles_of(shape),
      .largest_system = s->linear.size,
      .coordinate = p->coordinate,
  };
  return step;
}

stepper *index1_make(const method *m, evaluator *e, arena *a) {
  return make(m, e, a, m->variant == INDEX0);
}
