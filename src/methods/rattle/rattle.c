// Steppers for rattle, reich and reich*: the general, the separable and the reduced form, which give the
// same step.

#include "methods/rattle/rattle_step.h"

#include "methods/families.h"
#include "methods/rattle/reich.h"

#include <stdio.h>

// ---- the kernel with the shape of the run

static void residual(void *context, const double *x, double *r) {
  rattle *s = context;
  rattle_evaluate(s->shape, s, x, r, NULL);
}

static void both(void *context, const double *x, double *r, double *J) {
  rattle *s = context;
  rattle_evaluate(s->shape, s, x, r, J);
}

static kernel_result take(void *self, state *x, double h) {
  rattle *s = self;
  newton_equations equations = {.context = s, .residual = residual, .both = both};
  return rattle_step(s->shape, s, &equations, x, h);
}

static const char *equation(const stepper *self, int i, char *buffer, size_t size) {
  const rattle *s = self->self;
  const problem *p = s->e->problem;
  int constraint = i - (self->kernel->newton.shape.n - p->mh);
  if (constraint < 0 && s->shape.eliminates)
    snprintf(buffer, size, "momentum balance %d of those across the constraints", i + 1);
  else if (constraint >= 0)
    snprintf(buffer, size, "constraint `%s`", p->constraint[p->declared_h[constraint]]);
  else
    snprintf(buffer, size, "%s of `%s`", i < p->n ? "momentum balance" : "velocity",
             p->coordinate[i % p->n]);
  return buffer;
}

// ---- making one

static void new_arrays(rattle *s, arena *a) {
  int m = s->shape.m;
  double *work = ARENA_ARRAY(a, double, rattle_size(s->shape));
  int *pivot = ARENA_ARRAY(a, int, m + s->shape.n);
  if (work)
    rattle_lay(s->shape, s, work, pivot);
  s->k0 = ARENA_ARRAY(a, double, m);
  s->room = chart_room_new(a, s->shape.n);
}

static void print_shape(const stepper *self, text_buffer *out, bool local) {
  rattle_shape s = ((const rattle *)self->self)->shape;
  if (s.W)
    text_c_array(out, "noslip_mass", s.W, s.n*s.n);
  text_print(out, "#define RATTLE_LOCAL %d\n#define RATTLE_WORK %d\n#define RATTLE_PIVOTS %d\n",
             local, local ? rattle_size(s) : 1, local ? s.n + s.m : 1);
  text_print(out, "#define RATTLE_SHAPE {%d, %d, %d, %d, %d, %d, %d, %d, %s}\n", s.n, s.m, s.own,
             s.separable, s.eliminates, s.tangent, s.autonomous, s.diagonal,
             s.W ? "noslip_mass" : "NULL");
}

static void print_export(const stepper *self, text_buffer *out) {
  const rattle *s = self->self;
  rattle_shape k = s->shape;
  text_print(out, "#define RATTLE_SIZE %d\n", rattle_size(k));
  text_print(out, "#define RATTLE_WEIGHTS .w0 = %g, .w1 = %g\n", s->w0, s->w1);
  text_c_integers(out, "int", "rattle_declared", s->declared, k.m);
  text_c_array(out, "rattle_rest", s->rest, k.own ? 0 : k.n);
}

// what is asked, a bit for each bundle
static bundle_set bundles_of(rattle_shape k) {
  bool blocks = !k.W || !k.separable || k.eliminates;
  bundle_set values = BUNDLE_BIT(BUNDLE_VALUES) | (blocks ? BUNDLE_BIT(BUNDLE_BLOCKS) : 0);
  return values | (k.m > 0 ? BUNDLE_BIT(BUNDLE_G) | BUNDLE_BIT(BUNDLE_G_BLOCKS) : 0);
}

// a constant H_pp is the same everywhere: take it at the origin
static void know_mass(rattle *s, arena *a) {
  const problem *p = s->e->problem;
  double *W = ARENA_ARRAY(a, double, (size_t)p->n*(size_t)p->n);
  double *rest = ARENA_ARRAY(a, double, p->n);
  s->rest = rest;
  if (a->failed || !p->structure.uniform)
    return;
  chart_view at = rattle_at(s->shape, s, 0, s->ph, s->q1, true);
  vec_copy(W, at.yx, p->n*p->n);
  if (!s->shape.own)
    vec_copy(rest, own_chart(p->n, s->e, 0, s->ph, s->q1, false, s->values).y, p->n);
  if (s->failed)
    return;
  s->shape.W = W;
  s->shape.diagonal = p->structure.diagonal_mass;
}

// the general form serves a separable system too: a test compares the two; rotations have their own
stepper *rattle_make_form(const method *m, evaluator *e, arena *a, bool separable, double w0) {
  const problem *p = e->problem;
  const rattle_options *o = method_options(m);
  if (p->class == PROBLEM_GROUP)
    return moser_veselov_make_weighted(m, e, a, w0);
  stepper *step = arena_alloc(a, sizeof *step);
  rattle *s = arena_alloc(a, sizeof *s);
  kernel *base = arena_alloc(a, sizeof *base);
  if (a->failed)
    return NULL;
  *s = (rattle){.base = base,
                .e = e,
                .declared = p->declared_h,
                .noise = p->structure.noise,
                .w0 = w0,
                .w1 = 1 - w0,
                .shape = {.n = p->n,
                          .m = p->mh,
                          .own = !p->lagrangian,
                          .separable = separable,
                          .eliminates = separable && o->eliminates,
                          .tangent = o->tangent && p->mh > 0,
                          .autonomous = p->structure.autonomous}};
  new_arrays(s, a);
  if (!newton_init(&s->base->newton, a, rattle_unknowns(s->shape)))
    return NULL;
  know_mass(s, a);
  if (a->failed)
    return NULL;
  *step = (stepper){.method = m,
                    .kernel = s->base,
                    .self = s,
                    .take = take,
                    .equation = equation,
                    .equations = {.context = s, .residual = residual, .both = both},
                    .native_file = "methods/rattle/rattle_native.h",
                    .print_shape = print_shape,
                    .unrolled = true,
                    .both_ways = true,
                    .export_file = "methods/rattle/rattle_export.h",
                    .print_export = print_export,
                    .bundles = bundles_of(s->shape),
                    .transforms = s->shape.eliminates && s->shape.own,
                    .largest_system = rattle_unknowns(s->shape).n,
                    .nconstraint = p->mh,
                    .coordinate = p->coordinate};
  return step;
}

stepper *rattle_make(const method *m, evaluator *e, arena *a) {
  return rattle_make_form(m, e, a, e->problem->structure.separable, rattle_weight(m));
}

const double *rattle_first_multipliers(const stepper *self) {
  return ((const rattle *)self->self)->k0;
}

void rattle_observe(const stepper *self, state *x) {
  rattle *s = stepper_base(self)->self;
  if (s->shape.tangent && !x->reduced)
    rattle_start_tangent(s->shape, s, x);
}
