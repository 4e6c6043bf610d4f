// Steppers for gonzalez, avf(k) and avfc(k).

#include "methods/avf_step.h"

#include "methods/families.h"
#include "methods/phase_make.h"

#include <stdio.h>

// ---- the kernel with the shape of the run

static void residual(void *context, const double *x, double *r) {
  avf *s = context;
  avf_evaluate(s->shape, s, x, r, NULL);
}

static void both(void *context, const double *x, double *r, double *J) {
  avf *s = context;
  avf_evaluate(s->shape, s, x, r, J);
}

static kernel_result take(void *self, state *x, double h) {
  avf *s = self;
  newton_equations equations = {.context = s, .residual = residual, .both = both};
  return avf_step(s->shape, s, &equations, x, h);
}

static const char *equation(const stepper *self, int i, char *buffer, size_t size) {
  const avf *s = self->self;
  snprintf(buffer, size, "equation of `%s`", s->phase.name[i]);
  return buffer;
}

static void print_shape(const stepper *self, text_buffer *out, bool local) {
  avf_shape k = ((const avf *)self->self)->shape;
  (void)local;
  text_c_array(out, "avf_w", k.w, k.k);
  text_c_array(out, "avf_c", k.c, k.k);
  text_print(out, "#define AVF_SHAPE {");
  phase_print(out, k.phase);
  text_print(out, ", %d, %d, avf_w, avf_c}\n", k.k, k.corrected);
}

// ---- making one

stepper *avf_make(const method *m, evaluator *e, arena *a) {
  stepper *step = arena_alloc(a, sizeof *step);
  avf *s = arena_alloc(a, sizeof *s);
  kernel *base = arena_alloc(a, sizeof *base);
  int points = m->stages > 0 ? m->stages : 1;  // gonzalez has the middle
  tableau gauss;
  if (a->failed || !phase_init(&s->phase, &s->shape.phase, a, e) ||
      !tableau_init(&gauss, a, TABLEAU_GAUSS, points))
    return NULL;
  int n = s->shape.phase.size;
  double *work = ARENA_ARRAY(a, double, avf_size(n));
  if (a->failed || !newton_init(&base->newton, a, newton_one_block(n)))
    return NULL;
  s->base = base;
  s->e = e;
  s->shape.k = points;
  s->shape.corrected = m->rule != RULE_AVF;
  s->shape.w = gauss.b;
  s->shape.c = gauss.c;
  avf_lay(n, s, work);
  *step = (stepper){.method = m,
                    .kernel = base,
                    .self = s,
                    .take = take,
                    .equation = equation,
                    .equations = {.context = s, .residual = residual, .both = both},
                    .native_file = "methods/avf_native.h",
                    .print_shape = print_shape,
                    .bundles = BUNDLE_BIT(BUNDLE_GRADIENT) | BUNDLE_BIT(BUNDLE_GRADIENT_BLOCKS) |
                               BUNDLE_BIT(BUNDLE_STRUCTURE) | BUNDLE_BIT(BUNDLE_STRUCTURE_BLOCKS) |
                               BUNDLE_BIT(BUNDLE_INCREMENT) | phase_bundles(s->shape.phase),
                    .largest_system = n,
                    .coordinate = s->phase.name};
  return step;
}
