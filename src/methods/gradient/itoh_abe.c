// Steppers for itoh-abe, itoh-abe* and itoh-abe-sym.

#include "methods/gradient/itoh_abe.h"

#include "methods/families.h"
#include "methods/gradient/gradient_make.h"

static void evaluate(void *self, const double *x, double *r, double *J) {
  itoh_abe *s = self;
  itoh_abe_evaluate(s->shape, s, x, r, J);
}

static void print_shape(const stepper *self, text_buffer *out, bool local) {
  itoh_abe_shape k = ((const itoh_abe *)self->self)->shape;
  (void)local;
  gradient_print_arrays(out, k.of);
  text_print(out, "#define ITOH_ABE_SHAPE {");
  gradient_print(out, k.of);
  text_print(out, ", %d}\n", k.mean);
}

static void print_export(const stepper *self, text_buffer *out) {
  gradient_print_export(self, out);
  text_print(out, "#define ITOH_ABE_BACK %d\n", ((const itoh_abe *)self->self)->back);
}

static stepper *make(const method *m, evaluator *e, arena *a, bool mean, bool back) {
  stepper *step = arena_alloc(a, sizeof *step);
  itoh_abe *s = arena_alloc(a, sizeof *s);
  tableau one;
  if (a->failed || !gradient_init(&s->of, a, e, 1, &one))
    return NULL;
  s->of.evaluate = evaluate;
  s->shape = (itoh_abe_shape){.of = s->of.shape, .mean = mean};
  s->back = back;
  s->before = ARENA_ARRAY(a, double, s->of.shape.phase.size);
  *step = gradient_stepper(m, &s->of);
  step->native_file = "methods/gradient/itoh_abe_native.h";
  step->export_file = "methods/gradient/itoh_abe_export.h";
  step->both_ways = true;
  step->print_shape = print_shape;
  step->print_export = print_export;
  step->bundles |= BUNDLE_BIT(BUNDLE_GRADIENT_BLOCKS) | BUNDLE_BIT(BUNDLE_COORDINATES) |
                   BUNDLE_BIT(BUNDLE_COORDINATES_BACK);
  return a->failed ? NULL : step;
}

stepper *itoh_abe_make(const method *m, evaluator *e, arena *a) {
  return make(m, e, a, m->variant == ITOH_ABE_MEAN, m->variant == ITOH_ABE_ADJOINT);
}
