// Steppers of lobatto on groups: the group, the rule, the arrays of the kernel.

#include "methods/groups/group_lobatto_step.h"

#include "methods/families.h"
#include "methods/stages/stages_make.h"
#include "problem/group.h"

// ---- the kernel with the shape of the run

static void residual(void *context, const double *x, double *r) {
  group_lobatto *s = context;
  group_lobatto_evaluate(s->shape, s, x, r, NULL);
}

static void both(void *context, const double *x, double *r, double *J) {
  group_lobatto *s = context;
  group_lobatto_evaluate(s->shape, s, x, r, J);
}

static kernel_result take(void *self, state *x, double h) {
  group_lobatto *s = self;
  newton_equations equations = {.context = s, .residual = residual, .both = both};
  return group_lobatto_take(s->shape, s, &equations, x, h);
}

static const char *equation(const stepper *self, int i, char *buffer, size_t size) {
  const group_lobatto *s = self->self;
  return stages_equation(&s->stages, i, buffer, size);
}

const double *group_lobatto_multipliers(const stepper *s) {
  return ((const group_lobatto *)s->self)->stages.last;
}

static const char *word_of(bool adjoint) {
  return adjoint ? "true" : "false";
}

static void print_shape(const stepper *self, text_buffer *out, bool local) {
  const group_lobatto *s = self->self;
  const group *G = &s->shape.G;
  (void)local;  // its arrays are too many for registers
  stages_print_shape(out, "STAGES_SHAPE", &s->shape.k);
  group_print_factors(out, G->factor, G->nfactor);
  text_print(out,
             "#define GROUP_SHAPE_OF(adjoint) {STAGES_SHAPE, {group_factors, %d, %d, %d, %d}, "
             "adjoint}\n",
             G->nfactor, G->dim, G->size, G->tau);
  text_print(out, "#define GROUP_SHAPE GROUP_SHAPE_OF(%s)\n",
             self->in_turn ? "s->shape.adjoint" : word_of(s->shape.adjoint));
}

static void print_export(const stepper *self, text_buffer *out) {
  const group_lobatto *s = self->self;
  group_shape larger = s->shape;
  larger.adjoint = larger.adjoint || self->in_turn;
  stages_print_memory(out, &s->stages);
  text_print(out, "#define GROUP_SIZE %d\n#define GROUP_ADJOINT %s\n", group_lobatto_size(larger),
             word_of(s->shape.adjoint));
}

// ---- making one

stepper *group_lobatto_make(const method *m, evaluator *e, arena *a) {
  const problem *p = e->problem;
  stepper *step = arena_alloc(a, sizeof *step);
  group_lobatto *s = arena_alloc(a, sizeof *s);
  kernel *base = arena_alloc(a, sizeof *base);
  rule r;
  if (a->failed || !rule_init(&r, a, stages_rule(m)))
    return NULL;
  s->shape = (group_shape){
      stages_shape_of(p, &r),
      group_of_problem(p, ((const lobatto_options *)method_options(m))->exponential ? GROUP_EXP
                                                                                    : GROUP_CAY),
      m->adjoint};
  double *work = ARENA_ARRAY(a, double, group_lobatto_size(s->shape));
  if (a->failed || !stages_init(&s->stages, a, e, base, s->shape.k))
    return NULL;
  group_lobatto_lay(s->shape, s, work);
  *step = (stepper){.method = m,
                    .kernel = base,
                    .self = s,
                    .take = take,
                    .equation = equation,
                    .equations = {.context = s, .residual = residual, .both = both},
                    .native_file = "methods/groups/group_lobatto_native.h",
                    .print_shape = print_shape,
                    .both_ways = true,
                    .export_file = "methods/groups/group_lobatto_export.h",
                    .print_export = print_export,
                    .transforms = true,
                    .bundles = stages_bundles(s->shape.k),
                    .largest_system = stages_unknowns(s->shape.k),
                    .nconstraint = stages_nconstraint(s->shape.k),
                    .coordinate = p->coordinate};
  return step;
}
