#include "methods/gradient/gradient_make.h"

#include "methods/families.h"
#include "problem/problem.h"

#include <stdio.h>
#include <string.h>

// ---- the variables z

// q, then rho[1], rho[2], ...; of the full form momenta
static bool name_all(phase *s, phase_shape k, arena *a) {
  const problem *p = s->e->problem;
  s->name = ARENA_ARRAY(a, const char *, k.size);
  for (int i = 0; s->name && i < k.size; i++)
    s->name[i] = i < k.n               ? p->coordinate[k.kept ? k.kept[i] : i]
                 : k.form == SKEW_FULL ? arena_print(a, "momentum of %s", p->coordinate[i - k.n])
                                       : arena_print(a, "rho[%d]", i - k.n + 1);
  return !a->failed;
}

bool phase_init(phase *s, phase_shape *k, arena *a, evaluator *e) {
  const problem *p = e->problem;
  bool reduced = p->form == SKEW_REDUCED;
  int size = p->nz, n = reduced ? p->zq : p->n, m = reduced ? p->zm : 0;
  bool autonomous = p->class == PROBLEM_INDEX2 ? p->index2.autonomous : p->structure.autonomous;
  *k = (phase_shape){.form = p->form,
                     .n = n,
                     .m = m,
                     .size = size,
                     .steered = autonomous && !p->structure.forces,
                     .framed = p->bundles[BUNDLE_CROSSING] != NULL,
                     .bound = p->bundles[BUNDLE_SURFACE] != NULL,
                     .nv = p->nv,
                     .ngiven = p->n - n,
                     .nturning = reduced ? p->nturning : 0,
                     .kept = n < p->n ? p->kept : NULL,
                     .given = p->given,
                     .turning = p->turning};
  *s = (phase){.e = e,
               .z = ARENA_ARRAY(a, double, size),
               .low = ARENA_ARRAY(a, double, size),
               .end = ARENA_ARRAY(a, double, size),
               .end_low = ARENA_ARRAY(a, double, size),
               .origin = ARENA_ARRAY(a, double, size),
               .ends = ARENA_ARRAY(a, double, 2*m + 1),
               .place = ARENA_ARRAY(a, double, n),
               .away = ARENA_ARRAY(a, double, n),
               .frame = ARENA_ARRAY(a, double, m + 1),
               .chosen = ARENA_ARRAY(a, double, m)};
  return !a->failed && name_all(s, *k, a);
}

bundle_set phase_bundles(phase_shape k) {
  bundle_set passage =
      BUNDLE_BIT(BUNDLE_SIGNS) | BUNDLE_BIT(BUNDLE_DESCEND) | BUNDLE_BIT(BUNDLE_LIFT);
  bundle_set account = BUNDLE_BIT(BUNDLE_INCREMENT) | (k.framed ? BUNDLE_BIT(BUNDLE_CROSSING) : 0);
  passage |= k.bound ? BUNDLE_BIT(BUNDLE_SURFACE) : 0;
  return (k.form == SKEW_REDUCED ? passage : 0) | (k.steered ? account : 0);
}

// an array of this name, or none: then the name stands for nothing
static void print_places(text_buffer *out, const char *name, const int *list, int count) {
  if (count == 0) {
    text_print(out, "#define %s NULL\n", name);
    return;
  }
  text_print(out, "static const int %s[] = {", name);
  for (int i = 0; i < count; i++)
    text_print(out, "%s%d", i > 0 ? ", " : "", list[i]);
  text_print(out, "};\n");
}

void phase_print_arrays(text_buffer *out, phase_shape k) {
  print_places(out, "phase_kept", k.kept, k.kept ? k.n : 0);
  print_places(out, "phase_given", k.given, k.ngiven);
  print_places(out, "phase_turning", k.turning, 2*k.nturning);
}

void phase_print(text_buffer *out, phase_shape k) {
  text_print(
      out, "{%d, %d, %d, %d, %d, %d, %d, %d, %d, %d, phase_kept, phase_given, phase_turning}",
      (int)k.form, k.n, k.m, k.size, k.steered, k.framed, k.bound, k.nv, k.ngiven, k.nturning);
}

void phase_print_size(text_buffer *out, phase_shape k) {
  text_print(out, "#define PHASE_SIZE %d\n", k.size);
}

// ---- the kernel with the shape of the run

static void residual(void *context, const double *x, double *r) {
  ((gradient *)context)->evaluate(context, x, r, NULL);
}

static void both(void *context, const double *x, double *r, double *J) {
  ((gradient *)context)->evaluate(context, x, r, J);
}

static bool factor(void *context, const double *x, double *r) {
  gradient *s = context;
  s->evaluate(s, x, r, NULL);
  return gradient_factor(s->shape, s, x);
}

static void correct(void *context, const double *r, double *d) {
  gradient *s = context;
  gradient_correct(s->shape, s, r, d);
}

static kernel_result take(void *self, state *x, double h) {
  gradient *s = self;
  newton_equations equations = {.context = s, .residual = residual, .both = both};
  if (s->shape.stages == 1) {
    equations.factor = factor;
    equations.correct = correct;
  }
  return gradient_step(s->shape, s, &equations, x, h);
}

static const char *equation(const stepper *self, int i, char *buffer, size_t size) {
  const gradient *s = self->self;
  int n = s->shape.phase.size;
  if (s->shape.stages > 1)
    snprintf(buffer, size, "equation of `%s` in stage %d", s->phase.name[i % n], i/n + 1);
  else
    snprintf(buffer, size, "equation of `%s`", s->phase.name[i]);
  return buffer;
}

// ---- making one

bool gradient_init(gradient *s, arena *a, evaluator *e, int stages, tableau *gauss) {
  kernel *base = arena_alloc(a, sizeof *base);
  *s = (gradient){.base = base, .e = e};
  if (!base || !phase_init(&s->phase, &s->shape.phase, a, e) ||
      !tableau_init(gauss, a, TABLEAU_GAUSS, stages))
    return false;
  int n = s->shape.phase.size;
  s->shape.newton = stages == 1 ? phase_newton(s->shape.phase) : newton_one_block(stages*n);
  s->shape.stages = stages;
  s->shape.b = gauss->b;
  s->shape.c = gauss->c;
  s->z = ARENA_ARRAY(a, double, n);
  s->slope = ARENA_ARRAY(a, double, n);
  s->out = ARENA_ARRAY(a, double, n);
  s->D = ARENA_ARRAY(a, double, n);
  s->row = ARENA_ARRAY(a, double, n);
  s->Dd = ARENA_ARRAY(a, double, n*n);
  s->J0 = ARENA_ARRAY(a, double, n*n);
  s->pivot = ARENA_ARRAY(a, int, n);
  return !a->failed && newton_init(&base->newton, a, s->shape.newton);
}

void gradient_guard(gradient *s, const method *m) {
  s->shape.watched = !gradient_is_exact(m, s->e->problem);
}

stepper gradient_stepper(const method *m, gradient *s) {
  static const bundle_set bundles = BUNDLE_BIT(BUNDLE_GRADIENT) | BUNDLE_BIT(BUNDLE_STRUCTURE) |
                                    BUNDLE_BIT(BUNDLE_STRUCTURE_BLOCKS),
                          of_one = BUNDLE_BIT(BUNDLE_TANGENT) | BUNDLE_BIT(BUNDLE_SLOPE),
                          rare = BUNDLE_BIT(BUNDLE_STRUCTURE_BLOCKS) | BUNDLE_BIT(BUNDLE_SLOPE) |
                                 BUNDLE_BIT(BUNDLE_GRADIENT_BLOCKS);
  bool one = s->shape.stages == 1;
  return (stepper){.method = m,
                   .kernel = s->base,
                   .self = s,
                   .take = take,
                   .equation = equation,
                   .equations = {.context = s, .residual = residual, .both = both},
                   .bundles = bundles | (one ? of_one : 0) | phase_bundles(s->shape.phase) |
                              (s->shape.watched ? BUNDLE_BIT(BUNDLE_INCREMENT) : 0),
                   .rare = one ? rare : 0,
                   .print_export = gradient_print_export,
                   .largest_system = s->shape.stages*s->shape.phase.size,
                   .coordinate = s->phase.name};
}

// ---- as C

void gradient_print_export(const stepper *self, text_buffer *out) {
  phase_print_size(out, ((const gradient *)self->self)->shape.phase);
}

void gradient_print_arrays(text_buffer *out, gradient_shape k) {
  text_print(out, "#define FAMILY_SOLVER %d\n", k.stages == 1);
  phase_print_arrays(out, k.phase);
  text_c_array(out, "gradient_b", k.b, k.stages);
  text_c_array(out, "gradient_c", k.c, k.stages);
}

void gradient_print(text_buffer *out, gradient_shape k) {
  text_print(out, "{");
  phase_print(out, k.phase);
  text_print(out, ", {%d, {%d, %d, %d}}, %d, %d, gradient_b, gradient_c}", k.newton.n,
             k.newton.end[0], k.newton.end[1], k.newton.end[2], k.stages, k.watched);
}
