// Initial values that are not given, of a model with contacts: they satisfy the constraints that are
// always in force, leave no gap negative, and then satisfy the constraints that hold while a contact
// is closed.

#include "run/contact/contact.h"

#include <assert.h>
#include <string.h>

// one search from the start as it was given, with these rows in the two levels
typedef struct search {
  contacts *contacts;
  bool project;
  text_buffer *notes;
  bool *row[2];  // rows of the problem
} search;

static noslip_status find(const search *f, failure *why) {
  noslip_run *r = f->contacts->run;
  arena scratch;
  initial_given given = start_given(r);
  given.row[0] = f->row[0];
  given.row[1] = f->row[1];
  initial in = {&r->evaluator, &r->consistent, f->project, f->notes, r->h, &given};
  int n = r->problem->n, nv = r->problem->nv;
  vec_copy(r->state.q, r->start.before, n);
  vec_copy(r->problem->mechanical.lagrangian ? r->state.v : r->state.p, r->start.before + n, nv);
  if (f->notes)
    text_clear(f->notes);  // this search takes the place of the last one
  arena_init(&scratch, &r->context->memory);
  noslip_status status = initial_find(&in, &scratch, &r->state, why);
  arena_free(&scratch);
  return status;
}

// The gaps as they are now; true: some of them are negative and were not among the rows yet. They
// are now.
static bool add_negative_gaps(search *f) {
  contacts *c = f->contacts;
  noslip_run *r = c->run;
  bool more = false;
  observed_complete(&r->evaluator, &r->state, r->problem->mechanical.lagrangian);
  if (!contacts_look_at_gaps(c))
    return false;
  contacts_measure(c);
  for (int i = 0; i < c->count; i++) {
    const touch *k = &c->touch[i];
    bool inside = k->gap.now < -initial_refused*k->gap.size;
    more |= inside && !f->row[0][k->row];
    f->row[0][k->row] |= inside;
  }
  return more;
}

// likewise of the constraints that wait for a contact that is closed, with its speed
static bool add_waiting(search *f) {
  contacts *c = f->contacts;
  const model_system *s = c->run->model->system;
  bool more = false;
  for (int k = 0; k < s->constraints.count; k++) {
    int which = model_row_waits(s, k);
    if (which < 0)
      continue;
    const touch *t = &c->touch[which];
    bool closed = fabs(t->gap.now) <= initial_refused*t->gap.size &&
                  fabs(t->speed.now) <= initial_refused*t->speed.size;
    more |= closed;
    f->row[0][k] |= closed;
    f->row[1][k] |= closed;
    f->row[1][t->row] |= closed;
  }
  return more;
}

noslip_status contacts_find(noslip_run *r, bool project, text_buffer *notes, failure *why) {
  enum { rounds = 8 };
  contacts *c = r->contacts;
  const model_system *s = r->model->system;
  int m = r->problem->m;
  search f = {.contacts = c,
              .project = project,
              .notes = notes,
              .row = {ARENA_ARRAY(&r->arena, bool, m), ARENA_ARRAY(&r->arena, bool, m)}};
  failure inside;
  if (r->arena.failed)
    return fail_memory(why);
  for (int k = 0; k < s->constraints.count; k++)
    f.row[0][k] = f.row[1][k] = model_row_waits(s, k) < 0;
  noslip_status status = find(&f, why);
  for (int k = 0; k < rounds && status == NOSLIP_OK && add_negative_gaps(&f); k++) {
    search gaps = f;
    gaps.project = false;  // what is given inside is refused, or lifted, by contacts_start
    gaps.notes = NULL;
    if (find(&gaps, &inside) != NOSLIP_OK) {
      for (int i = 0; i < c->count; i++)
        f.row[0][c->touch[i].row] = false;
      status = find(&f, why);
      break;
    }
  }
  if (status == NOSLIP_OK && add_waiting(&f))
    status = find(&f, why);
  return status;
}
