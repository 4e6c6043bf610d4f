// Steppers for gonzalez, avf(k) and avfc(k).

#include "methods/gradient/gradient_make.h"

#include "methods/families.h"

static void evaluate(void *self, const double *x, double *r, double *J) {
  avf *s = self;
  avf_evaluate(s->shape, s, x, r, J);
}

void avf_print(text_buffer *out, avf_shape k) {
  gradient_print_arrays(out, k.of);
  text_c_array(out, "avf_w", k.w, k.k);
  text_c_array(out, "avf_c", k.c, k.k);
  text_print(out, "#define AVF_SHAPE {");
  gradient_print(out, k.of);
  text_print(out, ", %d, %d, avf_w, avf_c}\n", k.k, k.corrected);
}

static void print_shape(const stepper *self, text_buffer *out, bool local) {
  (void)local;
  avf_print(out, ((const avf *)self->self)->shape);
}

bool avf_init(avf *s, const method *m, evaluator *e, arena *a) {
  int points = m->number > 0 ? m->number : 1;  // gonzalez has the middle
  tableau one, gauss;
  if (!gradient_init(&s->of, a, e, 1, &one) || !tableau_init(&gauss, a, TABLEAU_GAUSS, points))
    return false;
  int n = s->of.shape.phase.size;
  if (m->variant == GRADIENT_AVF)
    gradient_guard(&s->of, m);
  s->shape = (avf_shape){.of = s->of.shape,
                         .k = points,
                         .corrected = m->variant != GRADIENT_AVF,
                         .w = gauss.b,
                         .c = gauss.c};
  s->g = ARENA_ARRAY(a, double, n);
  s->along = ARENA_ARRAY(a, double, n);
  s->Jk = ARENA_ARRAY(a, double, n*n);
  return !a->failed;
}

stepper *avf_make(const method *m, evaluator *e, arena *a) {
  stepper *step = arena_alloc(a, sizeof *step);
  avf *s = arena_alloc(a, sizeof *s);
  if (a->failed || !avf_init(s, m, e, a))
    return NULL;
  s->of.evaluate = evaluate;
  *step = gradient_stepper(m, &s->of);
  step->native_file = "methods/gradient/avf_native.h";
  step->export_file = "methods/gradient/avf_export.h";
  step->print_shape = print_shape;
  step->bundles |= BUNDLE_BIT(BUNDLE_GRADIENT_BLOCKS) | BUNDLE_BIT(BUNDLE_INCREMENT);
  return step;
}
