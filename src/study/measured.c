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

bool measured_init(measured *m, arena *a, const noslip_run *run, const noslip_model *model) {
  int nstate = noslip_run_count(run, NOSLIP_STATE);
  int most =
      nstate + noslip_run_count(run, NOSLIP_MOMENTUM) + noslip_run_count(run, NOSLIP_MULTIPLIER);
  *m =
      (measured){.names = ARENA_ARRAY(a, const char *, most), .place = ARENA_ARRAY(a, int, nstate)};
  if (a->failed)
    return false;
  begin_column(m, NOSLIP_COLUMN_Q);
  for (int i = 0; i < nstate; i++) {
    const char *name = noslip_run_name(run, NOSLIP_STATE, i);
    if (!is_position(model->system, name))
      continue;
    m->place[m->n[NOSLIP_COLUMN_Q]] = i;
    push(m, a, NOSLIP_COLUMN_Q, name);
  }
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
  for (int i = 0; i < m->n[NOSLIP_COLUMN_Q]; i++)
    x[i] = values[m->place[i]];
  if (m->n[NOSLIP_COLUMN_P] > 0)  // of rattle(representative=tn), too, those of p = L_v
    vec_copy(x + m->begin[NOSLIP_COLUMN_P], run->state.p, m->n[NOSLIP_COLUMN_P]);
  read_group(x, m, NOSLIP_COLUMN_MULTIPLIER, run, NOSLIP_MULTIPLIER);
}

int measured_find(const measured *m, noslip_column column, const char *name) {
  for (int i = m->begin[column]; i < m->begin[column] + m->n[column]; i++)
    if (strcmp(m->names[i], name) == 0)
      return i;
  return -1;
}
