// Steppers for dla-mp and dla-cm: the arrays of the kernel, and which form it takes.

#include "methods/dla/dla_step.h"

#include "methods/families.h"

#include <stdio.h>

// ---- the kernel with the shape of the run

static void residual(void *context, const double *x, double *r) {
  dla *s = context;
  dla_evaluate(s->shape, s, x, r, NULL);
}

static void both(void *context, const double *x, double *r, double *J) {
  dla *s = context;
  dla_evaluate(s->shape, s, x, r, J);
}

static kernel_result take(void *self, state *x, double h) {
  dla *s = self;
  newton_equations equations = {.context = s, .residual = residual, .both = both};
  return dla_step(s->shape, s, &equations, x, h);
}

static kernel_result take_linear(void *self, state *x, double h) {
  dla *s = self;
  dla_linear work = dla_linear_lay(s->shape.n, s->shape.m, s->linear_work, s->linear_pivot);
  return dla_linear_step(s->shape, s, &work, x, h);
}

static const char *equation(const stepper *self, int i, char *buffer, size_t size) {
  const problem *p = ((const dla *)self->self)->e->problem;
  if (i < p->n)
    snprintf(buffer, size, "momentum balance of `%s`", p->coordinate[i]);
  else
    snprintf(buffer, size, "constraint `%s`", p->constraint[p->declared_n[i - p->n]]);
  return buffer;
}

// ---- making one

static dla_shape shape_of(const problem *p, bool mp, bool linear) {
  const mechanical_structure *found = &p->structure;
  return (dla_shape){
      .n = p->n,
      .m = p->mn,
      .mp = mp,
      .own = p->lagrangian,
      .constant_mass = found->uniform,
      .affine = found->affine,
      .linear = linear,
      .diagonal = linear && found->diagonal_mass,
      .identity = linear && found->identity_mass,
  };
}

static void new_arrays(dla *s, arena *a, const problem *p) {
  size_t m = (size_t)s->shape.m;
  double *work = ARENA_ARRAY(a, double, dla_size(s->shape.n, s->shape.m));
  if (work)
    dla_lay(s->shape.n, s, work);
  s->mu_declared = ARENA_ARRAY(a, double, p->m);
  s->room = chart_room_new(a, s->shape.n);
  s->linear_work = ARENA_ARRAY(a, double, dla_linear_size(s->shape.n, s->shape.m));
  s->linear_pivot = ARENA_ARRAY(a, int, m);
}

// a constant mass matrix is the same everywhere: take it, and its inverse, at the origin
static void know_mass(dla *s, arena *a) {
  int n = s->shape.n;
  double *M = ARENA_ARRAY(a, double, (size_t)n*(size_t)n);
  double *W = ARENA_ARRAY(a, double, (size_t)n*(size_t)n);
  s->M = M;
  s->W = W;
  if (a->failed || !s->shape.constant_mass)
    return;
  vec_copy(M, dla_at(s->shape, s, 0, s->qm, s->vm, true).yx, n*n);
  if (!s->shape.linear)
    return;
  chart_eval(&s->e->momenta, 0, s->qm, s->qe, s->room.y, s->room.f, &s->room.blocks);
  vec_copy(W, s->room.blocks.yx, n*n);
}

static void print_shape(const stepper *self, text_buffer *out, bool local) {
  dla_shape s = ((const dla *)self->self)->shape;
  int work = s.linear ? dla_linear_size(s.n, s.m) : dla_size(s.n, s.m);
  text_print(out,
             "#define DLA_SHAPE {%d, %d, %d, %d, %d, %d, %d, %d, %d}\n"
             "#define DLA_LOCAL %d\n#define NOSLIP_HAS_HOME %d\n#define DLA_WORK %d\n"
             "#define DLA_PIVOTS %d\n",
             s.n, s.m, s.mp, s.own, s.constant_mass, s.affine, s.linear, s.diagonal, s.identity,
             local, local, local ? work : 1, local && s.m > 0 ? s.m : 1);
}

static void print_export(const stepper *self, text_buffer *out) {
  const dla *s = self->self;
  dla_shape k = s->shape;
  text_print(out, "#define DLA_SIZE %d\n#define DLA_LINEAR_SIZE %d\n",
             k.linear ? 1 : dla_size(k.n, k.m), k.linear ? dla_linear_size(k.n, k.m) : 1);
  text_c_integers(out, "int", "dla_declared", s->declared, k.m);
  text_c_array(out, "dla_M", s->M, k.constant_mass && !k.linear ? k.n*k.n : 0);
  text_c_array(out, "dla_W", s->W, k.linear ? k.n*k.n : 0);
}

// what is asked, a bit for each bundle
static bundle_set bundles_of(dla_shape k) {
  bundle_set values = BUNDLE_BIT(BUNDLE_VALUES) | (k.linear ? 0 : BUNDLE_BIT(BUNDLE_BLOCKS));
  bundle_set constraints = BUNDLE_BIT(BUNDLE_REACTION) | BUNDLE_BIT(BUNDLE_PHI_BLOCKS);
  if (!k.linear)
    constraints |= BUNDLE_BIT(BUNDLE_PHI);
  if (!k.affine)
    constraints |= BUNDLE_BIT(BUNDLE_REACTION_RATE);
  return values | (k.m > 0 ? constraints : 0);
}

static stepper *make(const method *m, evaluator *e, arena *a, bool mp, bool linear) {
  const problem *p = e->problem;
  stepper *step = arena_alloc(a, sizeof *step);
  dla *s = arena_alloc(a, sizeof *s);
  kernel *base = arena_alloc(a, sizeof *base);
  if (a->failed)
    return NULL;
  *s = (dla){.base = base, .e = e, .shape = shape_of(p, mp, linear), .declared = p->declared_n};
  new_arrays(s, a, p);
  newton_shape unknowns = {p->n + p->mn, {p->n, p->n + p->mn, p->n + p->mn}};
  if (!newton_init(&s->base->newton, a, unknowns))
    return NULL;
  s->base->newton.noise = p->structure.noise;
  know_mass(s, a);
  if (a->failed)
    return NULL;
  *step = (stepper){.method = m,
                    .kernel = s->base,
                    .self = s,
                    .take = s->shape.linear ? take_linear : take,
                    .equation = equation,
                    .equations = {.context = s, .residual = residual, .both = both},
                    .native_file = "methods/dla/dla_native.h",
                    .print_shape = print_shape,
                    .unrolled = true,
                    .export_file = "methods/dla/dla_export.h",
                    .print_export = print_export,
                    .bundles = bundles_of(s->shape),
                    .largest_system = linear ? p->mn : p->n + p->mn,
                    .nconstraint = p->mn,
                    .coordinate = p->coordinate};
  return step;
}

stepper *dla_make_mp(const method *m, evaluator *e, arena *a) {
  return make(m, e, a, true, e->problem->structure.linear_multipliers);
}

stepper *dla_make_cm(const method *m, evaluator *e, arena *a) {
  return make(m, e, a, false, false);
}

stepper *dla_make_newton(const method *m, evaluator *e, arena *a) {
  return make(m, e, a, m->make == dla_make_mp, false);
}

const double *dla_half_multipliers(const stepper *self) {
  const dla *s = (const dla *)self->self;
  return s->base->newton.x + s->shape.n;
}
