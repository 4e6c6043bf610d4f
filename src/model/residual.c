// Do the constraints of a model hold at its initial data? For the classes that have no problem of
// their own yet.

#include "model/model.h"

#include "expr/tape.h"

#include <math.h>

enum { groups = 5 };

typedef struct evaluation {
  arena *arena;
  tape_group group[groups];
  const double *in[groups];
} evaluation;

// symbols and initial values of one kind of unknowns
static bool add_group(evaluation *e, int k, const unknowns *list) {
  expr *symbols = ARENA_ARRAY(e->arena, expr, list->count);
  double *values = ARENA_ARRAY(e->arena, double, list->count);
  if (e->arena->failed)
    return false;
  for (int i = 0; i < list->count; i++) {
    symbols[i] = list->list[i].symbol;
    values[i] = list->list[i].start;
  }
  e->group[k] = (tape_group){symbols, list->count};
  e->in[k] = values;
  return true;
}

// constraints that can be evaluated: velocities of a hamiltonian on a group are not known here
static int collect(const model_system *s, expr *out, const char **labels) {
  int count = 0;
  for (int k = 0; k < s->constraints.count; k++) {
    const constraint *c = &s->constraints.list[k];
    if (s->form == FORM_HAMILTONIAN && c->kind == CONSTRAINT_NONHOLONOMIC)
      continue;
    labels[count] = c->label;
    out[count++] = c->residual;
  }
  for (int k = 0; k < s->algebraic_constraints.count; k++) {
    labels[count] = s->algebraic_constraints.list[k].label;
    out[count++] = s->algebraic_constraints.list[k].residual;
  }
  return count;
}

double model_start_residual(noslip_model *m, const char **whose) {
  const model_system *s = m->system;
  int most = s->constraints.count + s->algebraic_constraints.count;
  evaluation e = {.arena = &m->arena};
  double zero = 0, worst = -1;
  expr *out = ARENA_ARRAY(e.arena, expr, most);
  const char **labels = ARENA_ARRAY(e.arena, const char *, most);
  double *value = ARENA_ARRAY(e.arena, double, most);
  *whose = NULL;
  if (e.arena->failed || !add_group(&e, 1, &s->positions) || !add_group(&e, 2, &s->velocities) ||
      !add_group(&e, 3, &s->momenta) || !add_group(&e, 4, &s->states))
    return 0;
  e.group[0] = (tape_group){&s->time, 1};
  e.in[0] = &zero;

  int count = collect(s, out, labels);
  tape *t = count > 0 ? tape_new(e.arena, s->graph, e.group, groups, out, count) : NULL;
  double *work = t ? ARENA_ARRAY(e.arena, double, t->nwork) : NULL;
  if (!work)
    return 0;
  tape_prepare(t, work);
  tape_run(t, work, e.in, value);
  for (int k = 0; k < count; k++)
    if (!(fabs(value[k]) <= worst)) {
      worst = fabs(value[k]);
      *whose = labels[k];
    }
  return worst;
}
