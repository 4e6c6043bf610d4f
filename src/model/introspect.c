// What a model has, without a run.

#include "noslip/introspect.h"

#include "lang/source.h"
#include "model/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// coordinates

// names of a list of unknowns
static const char *const *names_of(arena *a, const unknowns *list) {
  const char **names = ARENA_ARRAY(a, const char *, list->count);
  for (int i = 0; names && i < list->count; i++)
    names[i] = list->list[i].name;
  return names;
}

// w[2], q[1,3]: the name before the bracket, and the indices
static bool read_family(arena *a, noslip_coordinate_info *c) {
  const char *open = strchr(c->name, '[');
  c->family = open ? arena_text(a, c->name, (size_t)(open - c->name)) : "";
  for (const char *at = open; at && *at && *at != ']' && c->nindex < 2;) {
    char *end;
    c->index[c->nindex++] = (int)strtol(at + 1, &end, 10);
    at = end;
  }
  return c->family != NULL;
}

static const char *kind_of(arena *a, const coord_item *c) {
  switch (c->kind) {
  case COORD_REAL: return "real";
  case COORD_ANGLE: return "angle";
  case COORD_SO: return arena_print(a, "SO(%d)", c->size);
  case COORD_SE2: return "SE(2)";
  case COORD_SE3: return "SE(3)";
  }
  return "";
}

typedef struct maker {
  noslip_model *model;
  const char *const *positions, *const *velocities, *const *momenta;  // of all coordinates
} maker;

static bool push(maker *to, noslip_coordinate_info c) {
  arena *a = &to->model->arena;
  return c.kind && read_family(a, &c) && ARRAY_PUSH(a, to->model->coordinates, c);
}

// the numbers of a coordinate from position q and velocity v on
static bool push_part(maker *to, const coord_item *c, const char *name, int q, int nq, int v,
                      int nv) {
  const unknowns *positions = &to->model->system->positions;
  bool angle = nq == 1 && positions->list[q].angle;
  return push(to, (noslip_coordinate_info){
                      .name = name,
                      .kind = angle ? "angle" : kind_of(&to->model->arena, c),
                      .nposition = nq,
                      .nvelocity = nv,
                      .positions = to->positions + q,
                      .velocities = to->velocities + v,
                      .momenta = to->momenta ? to->momenta + v : NULL,
                  });
}

// an item of coord: one coordinate, or those of a family of numbers
static bool push_item(maker *to, const coord_item *c) {
  if (c->kind != COORD_REAL && c->kind != COORD_ANGLE)
    return push_part(to, c, c->name, c->position, c->nposition, c->velocity, c->nvelocity);
  for (int i = 0; i < c->nposition; i++)
    if (!push_part(to, c, to->positions[c->position + i], c->position + i, 1, c->velocity + i, 1))
      return false;
  return true;
}

static bool push_states(maker *to, const unknowns *list, const char *kind) {
  const char *const *names = names_of(&to->model->arena, list);
  for (int i = 0; names && i < list->count; i++)
    if (!push(to, (noslip_coordinate_info){
                      .name = names[i], .kind = kind, .nposition = 1, .positions = names + i}))
      return false;
  return names != NULL;
}

bool model_find_coordinates(noslip_model *m) {
  const model_system *s = m->system;
  maker to = {.model = m,
              .positions = names_of(&m->arena, &s->positions),
              .velocities = names_of(&m->arena, &s->velocities)};
  if (s->form == FORM_HAMILTONIAN)
    to.momenta = names_of(&m->arena, &s->momenta);
  if (m->arena.failed)
    return false;
  for (int k = 0; k < s->coords.count; k++)
    if (!push_item(&to, &s->coords.list[k]))
      return false;
  return push_states(&to, &s->states, "state") && push_states(&to, &s->algebraics, "algebraic");
}

int noslip_model_coordinate_count(const noslip_model *m) {
  return m ? m->coordinates.count : 0;
}

bool noslip_model_coordinate_sized(const noslip_model *m, int i, noslip_coordinate_info *out,
                                   size_t size) {
  static const noslip_coordinate_info none = {0};
  bool there = i >= 0 && i < noslip_model_coordinate_count(m);
  if (out)
    sized_give(out, size, there ? &m->coordinates.list[i] : &none, sizeof none);
  return there;
}

// ---------------------------------------------------------------------------------------------
// names

int noslip_model_entry_count(const noslip_model *m, noslip_group group) {
  return m ? model_group_count(m, m->problem, group) : 0;
}

const char *noslip_model_entry_name(const noslip_model *m, noslip_group group, int i) {
  return m ? model_group_name(m, m->problem, group, i) : NULL;
}

// ---------------------------------------------------------------------------------------------
// constraints

static int line_of(const noslip_model *m, int at) {
  const char *text = noslip_model_text(m);
  int line, column;
  if (!text[0])
    return 0;
  const source from = {m->path, text, (int)strlen(text)};
  source_locate(&from, at, &line, &column);
  return line;
}

// the name of the multiplier of a row of the problem
static const char *multiplier_of(const noslip_model *m, int row) {
  return m->problem && row < m->problem->m ? m->problem->multiplier[row] : "";
}

static noslip_constraint_info constraint_at(const noslip_model *m, int k) {
  const constraint *c = &m->system->constraints.list[k];
  return (noslip_constraint_info){c->label,
                                  c->kind == CONSTRAINT_HOLONOMIC ? "holonomic" : "nonholonomic",
                                  multiplier_of(m, k), line_of(m, c->at)};
}

// a contact has no row of its own where time stepping has all of them (`lean`)
static noslip_constraint_info contact_at(const noslip_model *m, int k) {
  const contact *c = &m->system->contacts.list[k];
  return (noslip_constraint_info){c->label, "contact",
                                  multiplier_of(m, model_gap_row(m->system, k)), line_of(m, c->at)};
}

static noslip_constraint_info algebraic_at(const noslip_model *m, int k) {
  const algebraic_constraint *c = &m->system->dae.constraints.list[k];
  return (noslip_constraint_info){c->label, "constraint", "", line_of(m, c->at)};
}

static noslip_constraint_info pairs_at(const noslip_model *m, int k) {
  const contact *law = &m->system->pairs.list[k].law;
  return (noslip_constraint_info){law->label, "contact", "", line_of(m, law->at)};
}

int noslip_model_constraint_count(const noslip_model *m) {
  if (!m)
    return 0;
  const model_system *s = m->system;
  return s->constraints.count + s->dae.constraints.count + s->contacts.count + s->pairs.count;
}

bool noslip_model_constraint_sized(const noslip_model *m, int i, noslip_constraint_info *out,
                                   size_t size) {
  static noslip_constraint_info (*const at[])(const noslip_model *, int) = {
      constraint_at, algebraic_at, contact_at, pairs_at};
  noslip_constraint_info own = {0};
  bool there = i >= 0 && i < noslip_model_constraint_count(m);
  if (there) {
    const model_system *s = m->system;
    const int counts[] = {s->constraints.count, s->dae.constraints.count, s->contacts.count,
                          s->pairs.count};
    int kind = 0;
    for (; i >= counts[kind]; kind++)
      i -= counts[kind];
    own = at[kind](m, i);
  }
  if (out)
    sized_give(out, size, &own, sizeof own);
  return there;
}

// ---------------------------------------------------------------------------------------------
// sections and stops

static bool give_section(noslip_section_info *out, size_t size, const section *list, int count,
                         int i) {
  noslip_section_info own = {0};
  bool there = i >= 0 && i < count;
  if (there)
    own = (noslip_section_info){list[i].label, list[i].equation,
                                list[i].direction > 0   ? "rising"
                                : list[i].direction < 0 ? "falling"
                                                        : "both"};
  if (out)
    sized_give(out, size, &own, sizeof own);
  return there;
}

int noslip_model_section_count(const noslip_model *m) {
  return m ? m->system->sections.count : 0;
}

bool noslip_model_section_sized(const noslip_model *m, int i, noslip_section_info *out,
                                size_t size) {
  return give_section(out, size, m ? m->system->sections.list : NULL, noslip_model_section_count(m),
                      i);
}

int noslip_model_stop_count(const noslip_model *m) {
  return m ? m->system->stops.count : 0;
}

bool noslip_model_stop_sized(const noslip_model *m, int i, noslip_section_info *out, size_t size) {
  return give_section(out, size, m ? m->system->stops.list : NULL, noslip_model_stop_count(m), i);
}

// ---------------------------------------------------------------------------------------------
// initial values

enum { initial_lists = 5, first_guesses = 3 };

// what a run starts from, behind the time
static void initial_of(const model_system *s, const unknowns *lists[initial_lists]) {
  lists[0] = &s->positions;
  lists[1] = &s->states;
  lists[2] = s->form == FORM_HAMILTONIAN ? &s->momenta : &s->velocities;
  lists[first_guesses] = &s->algebraics;
  lists[4] = &s->multipliers;
}

int noslip_model_initial_count(const noslip_model *m) {
  const unknowns *lists[initial_lists];
  int count = 1;
  if (!m)
    return 0;
  initial_of(m->system, lists);
  for (int k = 0; k < initial_lists; k++)
    count += lists[k]->count;
  return count;
}

static noslip_initial_info initial_at(const model_system *s, int i) {
  const unknowns *lists[initial_lists];
  if (i == 0)
    return (noslip_initial_info){"t", s->start.time, s->start.time_given || s->start.time_fixed,
                                 false};
  initial_of(s, lists);
  int k = 0;
  for (i--; i >= lists[k]->count; k++)
    i -= lists[k]->count;
  const unknown *u = &lists[k]->list[i];
  return (noslip_initial_info){u->name, u->start, u->given || u->fixed, k >= first_guesses};
}

bool noslip_model_initial_sized(const noslip_model *m, int i, noslip_initial_info *out,
                                size_t size) {
  noslip_initial_info own = {0};
  bool there = i >= 0 && i < noslip_model_initial_count(m);
  if (there)
    own = initial_at(m->system, i);
  if (out)
    sized_give(out, size, &own, sizeof own);
  return there;
}

// ---------------------------------------------------------------------------------------------
// inputs, and the run line

int noslip_model_input_count(const noslip_model *m) {
  return m ? m->system->inputs.list.count : 0;
}

const char *noslip_model_input_name(const noslip_model *m, int i) {
  bool there = i >= 0 && i < noslip_model_input_count(m);
  return there ? m->system->inputs.list.list[i].name : NULL;
}

double noslip_model_input_value(const noslip_model *m, int i) {
  bool there = i >= 0 && i < noslip_model_input_count(m);
  return there ? m->system->inputs.list.list[i].start : (double)NAN;
}

void noslip_model_run_line_sized(const noslip_model *m, noslip_run_line *out, size_t size) {
  noslip_run_line own = {0};
  if (m) {
    const run_defaults *r = &m->system->run;
    own = (noslip_run_line){r->method, r->step, r->until, r->steps, r->every};
  }
  if (out)
    sized_give(out, size, &own, sizeof own);
}
