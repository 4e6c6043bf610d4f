// Steppers for gonzalez, avf(k) and avfc(k).

#include "methods/avf_step.h"

#include "methods/families.h"

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
  const problem *p = ((const avf *)self->self)->e->problem;
  snprintf(buffer, size, "equation of `%s`", p->coordinate[i]);
  return buffer;
}

static void print_shape(const stepper *self, text_buffer *out, bool local) {
  avf_shape k = ((const avf *)self->self)->shape;
  (void)local;
  text_c_array(out, "avf_w", k.w, k.k);
  text_c_array(out, "avf_c", k.c, k.k);
  text_print(out, "#define AVF_SHAPE {%d, %d, %d, avf_w, avf_c}\n", k.n, k.k, k.corrected);
}

// ---- making one

stepper *avf_make(const method *m, evaluator *e, arena *a) {
  const problem *p = e->problem;
  stepper *step = arena_alloc(a, sizeof *step);
  avf *s = arena_alloc(a, sizeof *s);
  kernel *base = arena_alloc(a, sizeof *base);
  double *work = ARENA_ARRAY(a, double, avf_size(p->n));
  int points = m->stages > 0 ? m->stages : 1;  // gonzalez has the middle
  tableau gauss;
  if (a->failed || !tableau_init(&gauss, a, TABLEAU_GAUSS, points) ||
      !newton_init(&base->newton, a, newton_one_block(p->n)))
    return NULL;
  bool corrected = m->rule != RULE_AVF;
  *s = (avf){.base = base, .e = e, .shape = {p->n, points, corrected, gauss.b, gauss.c}};
  avf_lay(p->n, s, work);
  *step = (stepper){.method = m,
                    .kernel = base,
                    .self = s,
                    .take = take,
                    .equation = equation,
                    .equations = {.context = s, .residual = residual, .both = both},
                    .native_file = "methods/avf_native.h",
                    .print_shape = print_shape,
                    .bundles = 1U << BUNDLE_GRADIENT | 1U << BUNDLE_GRADIENT_BLOCKS |
                               1U << BUNDLE_STRUCTURE | 1U << BUNDLE_STRUCTURE_BLOCKS |
                               1U << BUNDLE_INCREMENT,
                    .largest_system = p->n,
                    .coordinate = p->coordinate};
  return step;
}
