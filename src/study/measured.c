#include "study/measured.h"

#include "base/vec.h"
#include "run/run.h"

#include <assert.h>
#include <string.h>

static bool has(const unknowns *u, const char *name) {
  for (int i = 0; i < u->count; i++)
    if (strcmp(u->list[i].name, name) == 0)
      return true;
  return false;
}

// a position, or a state of a bare DAE; not a velocity
static bool is_position(const model_system *s, const char *name) {
  return has(&s->positions, name) || has(&s->states, name);
}

// a z of an overdetermined DAE: state i of its problem
static bool is_z(const problem *p, int i) {
  for (int k = 0; k < p->overdetermined.nz; k++)
    if (p->overdetermined.z[k] == i)
      return true;
  return false;
}

static void begin_column(measured *m, noslip_column c) {
  m->begin[c] = m->total;
}

static void push(measured *m, arena *a, noslip_column c, const char *name) {
  m->names[m->total++] = arena_text(a, name, strlen(name));
  m->n[c]++;
}

static void push_group(measured *m, arena *a, noslip_column c, const noslip_run *run,
                       noslip_group group) {
  begin_column(m, c);
  for (int i = 0; i < noslip_run_count(run, group); i++)
    push(m, a, c, noslip_run_name(run, group, i));
}

// positions, or states of a bare DAE: of an overdetermined one its y, and its z as momenta
static void push_states(measured *m, arena *a, noslip_column c, const noslip_run *run,
                        const noslip_model *model) {
  begin_column(m, c);
  for (int i = 0; i < noslip_run_count(run, NOSLIP_STATE); i++) {
    const char *name = noslip_run_name(run, NOSLIP_STATE, i);
    if (!is_position(model->system, name) || is_z(model->problem, i) != (c == NOSLIP_COLUMN_P))
      continue;
    m->place[m->total] = i;
    push(m, a, c, name);
  }
}

bool measured_init(measured *m, arena *a, const noslip_run *run, const noslip_model *model) {
  int nstate = noslip_run_count(run, NOSLIP_STATE);
  int most =
      nstate + noslip_run_count(run, NOSLIP_MOMENTUM) + noslip_run_count(run, NOSLIP_MULTIPLIER);
  *m =
      (measured){.names = ARENA_ARRAY(a, const char *, most), .place = ARENA_ARRAY(a, int, nstate)};
  if (a->failed)
    return false;
  push_states(m, a, NOSLIP_COLUMN_Q, run, model);
  if (model->problem->class == PROBLEM_OVERDETERMINED)
    push_states(m, a, NOSLIP_COLUMN_P, run, model);
  else
    push_group(m, a, NOSLIP_COLUMN_P, run, NOSLIP_MOMENTUM);
  push_group(m, a, NOSLIP_COLUMN_MULTIPLIER, run, NOSLIP_MULTIPLIER);
  assert(m->total <= most);
  return !a->failed;
}

static void read_group(double *x, const measured *m, noslip_column c, noslip_run *run,
                       noslip_group group) {
  assert(m->n[c] == noslip_run_count(run, group));  // a run of the same model
  if (m->n[c] > 0)
    vec_copy(x + m->begin[c], noslip_run_values(run, group), m->n[c]);
}

void measured_read(double *x, const measured *m, noslip_run *run) {
  const double *values = noslip_run_values(run, NOSLIP_STATE);
  bool two = run->problem->class == PROBLEM_OVERDETERMINED;
  int states = m->n[NOSLIP_COLUMN_Q] + (two ? m->n[NOSLIP_COLUMN_P] : 0);
  for (int i = 0; i < states; i++)
    x[i] = values[m->place[i]];
  if (m->n[NOSLIP_COLUMN_P] > 0 && !two)  // of rattle(representative=tn), too, those of p = L_v
    vec_copy(x + m->begin[NOSLIP_COLUMN_P], run->state.p, m->n[NOSLIP_COLUMN_P]);
  read_group(x, m, NOSLIP_COLUMN_MULTIPLIER, run, NOSLIP_MULTIPLIER);
}

int measured_find(const measured *m, noslip_column column, const char *name) {
  for (int i = m->begin[column]; i < m->begin[column] + m->n[column]; i++)
    if (strcmp(m->names[i], name) == 0)
      return i;
  return -1;
}
