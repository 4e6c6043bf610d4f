// Steppers for the stage methods on mechanical problems: the rule, the arrays of the kernel.

#include "methods/stages/stages_make.h"

#include "methods/families.h"

#include <stdio.h>

// ---- the kernel with the shape of the run

static void residual(void *context, const double *x, double *r) {
  stages *s = context;
  stages_evaluate(s->shape, s, x, r, NULL);
}

static void both(void *context, const double *x, double *r, double *J) {
  stages *s = context;
  stages_evaluate(s->shape, s, x, r, J);
}

static bool factor(void *context, const double *x, double *r) {
  stages *s = context;
  return stages_factor(s->shape, s, x, r);
}

static void correct(void *context, const double *r, double *d) {
  stages *s = context;
  stages_correct(s->shape, s, r, d);
}

static kernel_result take(void *self, state *x, double h) {
  stages *s = self;
  newton_equations equations = {.context = s, .residual = residual, .both = both};
  if (s->shape.by_blocks) {
    equations.factor = factor;
    equations.correct = correct;
  }
  return stages_take(s->shape, s, &equations, x, h);
}

const char *stages_equation(const stages *s, int i, char *buffer, size_t size) {
  const problem *p = s->e->problem;
  stages_shape k = s->shape;
  int nv = stages_nv(k), nl = stages_nl(k);
  if (i < nv)
    snprintf(buffer, size, "momentum balance of `%s` in stage %d", p->momentum[i % k.n],
             i/k.n + 1 + k.r.first_known);
  else if (i < nv + nl)
    snprintf(buffer, size, "constraint `%s`", p->constraint[s->declared[(i - nv) % k.mn]]);
  else
    snprintf(buffer, size, "constraint `%s`",
             p->constraint[s->declared[k.mn + (i - nv - nl) % k.mh]]);
  return buffer;
}

static const char *equation(const stepper *self, int i, char *buffer, size_t size) {
  return stages_equation(self->self, i, buffer, size);
}

// ---- making one

// nonholonomic constraints first
static const int *declared_of(const problem *p, arena *a) {
  int *declared = ARENA_ARRAY(a, int, p->m);
  for (int k = 0; declared && k < p->m; k++)
    declared[k] = k < p->mn ? p->declared_n[k] : p->declared_h[k - p->mn];
  return declared;
}

static bool new_arrays(stages *s, arena *a, const problem *p) {
  double *work = ARENA_ARRAY(a, double, stages_size(s->shape));
  s->consistent = arena_alloc(a, sizeof *s->consistent);
  s->declared = declared_of(p, a);
  s->velocities = chart_room_new(a, p->nv);
  s->momenta = chart_room_new(a, p->nv);
  if (a->failed || !consistent_init(s->consistent, a, s->e))
    return false;
  stages_lay(s->shape, s, work);
  double *solver = ARENA_ARRAY(a, double, stages_solver_size(s->shape));
  int *pivot = ARENA_ARRAY(a, int, stages_multipliers(s->shape) + p->nv);
  if (a->failed)
    return false;
  stages_solver_lay(s->shape, s, solver, pivot);
  return true;
}

// a constant mass matrix is the same everywhere: take it, and its inverse, at the origin
static bool know_mass(stages *s, arena *a) {
  int n = s->shape.n;
  double *M = ARENA_ARRAY(a, double, n*n), *W = ARENA_ARRAY(a, double, n*n);
  double *rest = ARENA_ARRAY(a, double, n);
  if (a->failed)
    return false;
  s->M = M;
  s->W = W;
  s->rest = rest;
  if (!s->shape.constant_mass)
    return true;
  vec_copy(M, stages_at(s->shape, s, 0, s->q, s->w, true).yx, n*n);
  vec_copy(W, stages_transform(s->shape, s, 0, s->q, s->p, true).yx, n*n);
  vec_copy(rest, stages_at(s->shape, s, 0, s->q, s->w, false).y, n);
  s->shape.constant_mass = !s->failed;
  return true;
}

void stages_print_shape(text_buffer *out, const char *name, const stages_shape *k) {
  rule_print_text(out, &k->r, 2);
  text_print(out, "#define %s {%d, %d, %d, %d, %d, %d, %d, %d, RULE}\n", name, k->n, k->mn, k->mh,
             k->nq, k->own, k->constant_mass, k->autonomous, k->by_blocks);
}

static void print_shape(const stepper *self, text_buffer *out, bool local) {
  const stages *s = self->self;
  (void)local;  // its arrays are too many for registers
  text_print(out, "#define FAMILY_SOLVER %d\n", s->shape.by_blocks);
  stages_print_shape(out, "STAGES_SHAPE", &s->shape);
}

void stages_print_memory(text_buffer *out, const stages *s) {
  stages_shape k = s->shape;
  int nn = k.constant_mass ? k.n*k.n : 0;
  text_print(out, "#define STAGES_SIZE %d\n#define STAGES_SOLVER %d\n#define STAGES_PIVOTS %d\n",
             stages_size(k), stages_solver_size(k), stages_multipliers(k) + k.n);
  text_c_integers(out, "int", "stages_declared", s->declared, stages_m(k));
  text_c_array(out, "stages_M", s->M, nn);
  text_c_array(out, "stages_W", s->W, nn);
  text_c_array(out, "stages_rest", s->rest, k.constant_mass ? k.n : 0);
}

static void print_export(const stepper *self, text_buffer *out) {
  stages_print_memory(out, self->self);
}

bundle_set stages_bundles(stages_shape k) {
  bundle_set constraints = BUNDLE_BIT(BUNDLE_STAGE) | BUNDLE_BIT(BUNDLE_STAGE_BLOCKS) |
                           BUNDLE_BIT(BUNDLE_LEVEL) | BUNDLE_BIT(BUNDLE_LEVEL_BLOCKS);
  bundle_set restarts = k.r.restarts ? BUNDLE_BIT(BUNDLE_ACCELERATION) : 0;
  return BUNDLE_BIT(BUNDLE_VALUES) | BUNDLE_BIT(BUNDLE_BLOCKS) |
         (stages_m(k) > 0 ? constraints : 0) | restarts;
}

// Block elimination pays where the mass matrix is constant, and wherever there are many unknowns.
static bool use_blocks(const problem *p, const method *m) {
  int unknowns = m->number*(p->n + p->m);
  return p->structure.uniform || unknowns > dense_small;
}

int stages_nconstraint(stages_shape k) {
  return stages_m(k) > 0 ? stages_nl(k) + k.r.s*k.mh : 0;
}

stages_shape stages_shape_of(const problem *p, const rule *r) {
  return (stages_shape){.n = p->nv,
                        .mn = p->mn,
                        .mh = p->mh,
                        .nq = p->n,
                        .own = p->lagrangian,
                        .autonomous = p->structure.autonomous,
                        .r = *r};
}

bool stages_init(stages *s, arena *a, evaluator *e, kernel *base, stages_shape shape) {
  const problem *p = e->problem;
  *s = (stages){.base = base, .e = e, .noise = p->structure.noise, .shape = shape};
  return new_arrays(s, a, p) && newton_init(&base->newton, a, stages_newton(shape));
}

stepper *stages_make(const method *m, evaluator *e, arena *a) {
  const problem *p = e->problem;
  if (p->class == PROBLEM_INDEX2)
    return dae_make(m, e, a);
  if (p->class == PROBLEM_GROUP)
    return group_lobatto_make(m, e, a);
  stepper *step = arena_alloc(a, sizeof *step);
  stages *s = arena_alloc(a, sizeof *s);
  kernel *base = arena_alloc(a, sizeof *base);
  rule r;
  if (a->failed || !rule_init(&r, a, stages_rule(m)))
    return NULL;
  stages_shape shape = stages_shape_of(p, &r);
  shape.constant_mass = p->structure.uniform;
  shape.by_blocks = use_blocks(p, m);
  if (!stages_init(s, a, e, base, shape) || !know_mass(s, a))
    return NULL;
  *step = (stepper){.method = m,
                    .kernel = base,
                    .self = s,
                    .take = take,
                    .equation = equation,
                    .equations = {.context = s, .residual = residual, .both = both},
                    .native_file = "methods/stages/stages_native.h",
                    .print_shape = print_shape,
                    .export_file = "methods/stages/stages_export.h",
                    .print_export = print_export,
                    .transforms = true,
                    .bundles = stages_bundles(s->shape),
                    .largest_system = stages_unknowns(s->shape),
                    .nconstraint = stages_nconstraint(s->shape),
                    .coordinate = p->coordinate};
  return step;
}
