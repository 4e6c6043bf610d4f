// Steppers of lobatto on groups: the group and the rule.

#include "methods/groups/group_lobatto_step.h"

#include "methods/families.h"
#include "methods/stages/stages_make.h"
#include "problem/group.h"

static void group_lobatto_print(const group_lobatto_shape *g, literal *out) {
  literal_open(out, "k");
  stages_print(&g->k, out);
  literal_close(out);
  group_print(out, "G", &g->G);
  literal_integer(out, "in_turn", out->in_turn);
  LITERAL_INTEGER(out, g, adjoint);
}

#define FAMILY group_lobatto
#define FAMILY_FILE "methods/groups/group_lobatto_step.h"
#define FAMILY_EQUATIONS 1
#define FAMILY_CARRIED STAGES_CARRIED
#include "methods/bind.h"

static const char *equation(const stepper *self, int i, char *buffer, size_t size) {
  const group_lobatto *s = self->self;
  return stages_equation(s->stages.e->problem, s->shape.k, i, buffer, size);
}

const double *group_lobatto_multipliers(const stepper *s) {
  assert(s->binding == &group_lobatto_binding);
  return ((const group_lobatto *)s->self)->stages.last;
}

stepper *group_lobatto_make(const method *m, evaluator *e, arena *a) {
  const problem *p = e->problem;
  const lobatto_options *o = method_options(m);
  group_lobatto_shape shape = {.G = group_of_problem(p, o->exponential ? GROUP_EXP : GROUP_CAY),
                               .adjoint = m->adjoint};
  if (!stages_shape_of(&shape.k, m, p, a))
    return NULL;
  stepper *step = stepper_new(&group_lobatto_binding, &shape, m, e, a);
  if (!step)
    return NULL;
  assert(shape.G.dim == shape.k.n && shape.G.size == shape.k.nq);
  step->kernel->adjoint = m->adjoint;
  step->equation = equation;
  step->both_ways = true;
  stages_describe(step, shape.k);
  return step;
}
