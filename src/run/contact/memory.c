// What a run with contacts remembers, written or read: contacts, modes in their order, places.
//
// Modes are made when they are first entered. They are made again from the rows that they hold, and
// what each of them remembers is put back: where its Legendre transform starts, and of the mode the
// run is in also what its stepper carries.

#include "run/contact/contact.h"

#include <string.h>

static const transfer_field touch_fields[] = {
    TRANSFER_SKIP(touch, label),
    TRANSFER_SKIP(touch, row),
    TRANSFER_SKIP(touch, slip_row),
    TRANSFER_SKIP(touch, nslip),
    TRANSFER_SKIP(touch, nrow),
    TRANSFER_SKIP(touch, restitution),
    TRANSFER_FIELD(touch, closed),
    TRANSFER_FIELD(touch, sticks),
    TRANSFER_WITHIN(touch, sign, -1, 1),
    TRANSFER_FIELD(touch, opened),
    TRANSFER_FIELD(touch, grazes),
    TRANSFER_FIELD(touch, landed),
    TRANSFER_FIELD(touch, settling),
    TRANSFER_FIELD(touch, stuck),
    TRANSFER_FIELD(touch, slipping),
    TRANSFER_FIELD(touch, gap.now),
    TRANSFER_FIELD(touch, gap.start),
    TRANSFER_FIELD(touch, gap.size),
    TRANSFER_FIELD(touch, speed.now),
    TRANSFER_FIELD(touch, speed.start),
    TRANSFER_FIELD(touch, speed.size),
    TRANSFER_FIELD(touch, psi.now),
    TRANSFER_FIELD(touch, psi.start),
    TRANSFER_FIELD(touch, psi.size),
    TRANSFER_FIELD(touch, room.now),
    TRANSFER_FIELD(touch, room.start),
    TRANSFER_FIELD(touch, room.size),
    TRANSFER_FIELD(touch, slip),
    TRANSFER_FIELD(touch, slip0),
    TRANSFER_FIELD(touch, slip_size),
    TRANSFER_FIELD(touch, T),
    TRANSFER_FIELD(touch, T_size),
    TRANSFER_FIELD(touch, mu),
    TRANSFER_FIELD(touch, begin.nudged),
    TRANSFER_FIELD(touch, begin.way),
    TRANSFER_FIELD(touch, begin.lead),
    TRANSFER_FIELD(touch, begin.first),
    TRANSFER_FIELD(touch, begin.rate),
    TRANSFER_FIELD(touch, framed),
    TRANSFER_WITHIN(touch, axis, -1, 2),
    TRANSFER_FIELD(touch, frame.s),
    TRANSFER_FIELD(touch, frame.normal),
    TRANSFER_FIELD(touch, frame.tangent[0]),
    TRANSFER_FIELD(touch, frame.tangent[1]),
};

static const transfer_field work_fields[] = {
    TRANSFER_FIELD(method_work, iterations),   TRANSFER_FIELD(method_work, factorisations),
    TRANSFER_FIELD(method_work, max_per_step), TRANSFER_FIELD(method_work, evaluations),
    TRANSFER_FIELD(method_work, accepted),     TRANSFER_FIELD(method_work, rejected),
};

// ---- modes

static mode *mode_at(const contacts *c, int i) {
  mode *m = c->modes;
  for (int k = 0; m && k < i; k++)
    m = m->next;
  return i < 0 ? NULL : m;
}

// -1: it is in no list
static int place_of(const contacts *c, const mode *which) {
  int i = 0;
  for (const mode *m = c->modes; m; m = m->next, i++)
    if (m == which)
      return i;
  return -1;
}

// the first mode with the stepper of the run, which may be one that it was in before
static int place_of_stepper(const contacts *c) {
  int i = 0;
  for (const mode *m = c->modes; m; m = m->next, i++)
    if (m->stepper && m->stepper == c->run->stepper)
      return i;
  return -1;
}

// the slip of contact k: free, held along its tangents, or sliding
static bool slip_is_possible(const touch *k, const unsigned char *use) {
  bool held = use[0] == ROW_HELD, free = use[0] == ROW_FREE;
  bool slides =
      k->nslip > 1 ? use[0] == ROW_SLIDING : use[0] == ROW_FORWARD || use[0] == ROW_BACKWARD;
  bool axis = held && touch_in_space(k);
  for (int i = 1; i < k->nslip; i++)
    if (use[i] != (held ? ROW_HELD : ROW_FREE))
      return false;
  if (touch_in_space(k) &&
      !(axis ? use[2] >= ROW_AXIS_1 && use[2] <= ROW_AXIS_3 : use[2] == ROW_FREE))
    return false;
  return held || free || slides;
}

static int count_used(const unsigned char *use, int n) {
  int count = 0;
  for (int i = 0; i < n; i++)
    count += use[i] != ROW_FREE;
  return count;
}

// Could contacts be closed, stick and slide so that these are the uses of the rows? Rows that belong
// to neither are free.
static bool use_is_possible(const contacts *c, const unsigned char *use) {
  const model_system *s = c->run->model->system;
  int used = count_used(use, s->constraints.count);
  bool good = true;
  for (int k = 0; k < s->constraints.count && good; k++) {
    int waits = model_row_waits(s, k);
    bool held = waits < 0 || use[c->touch[waits].row] == ROW_HELD;
    good = use[k] == (held ? ROW_HELD : ROW_FREE);
  }
  for (int i = 0; i < c->count && good; i++) {
    const touch *k = &c->touch[i];
    bool closed = use[k->row] == ROW_HELD;
    good = closed || use[k->row] == ROW_FREE;
    for (int j = 0; j < k->nrow && good && !closed; j++)
      good = use[k->slip_row + j] == ROW_FREE;
    good = good && (!closed || k->nslip == 0 || slip_is_possible(k, use + k->slip_row));
    used += closed + (k->nslip > 0 ? count_used(use + k->slip_row, k->nrow) : 0);
  }
  return good && used == count_used(use, c->run->problem->m);
}

// the first `count` modes of the list, made of their uses; all others are dropped
static bool make_modes(contacts *c, const unsigned char *uses, int count, failure *why) {
  size_t rows = (size_t)c->run->problem->m;
  for (int i = count - 1; i >= 0; i--) {
    memcpy(c->use, uses + (size_t)i*rows, rows);
    if (!use_is_possible(c, c->use) || mode_enter(c, why) != NOSLIP_OK)
      return false;
  }
  modes_keep_first(c, count);
  return mode_at(c, count - 1) && !mode_at(c, count);
}

static bool transfer_uses(contacts *c, transfer *t, failure *why) {
  enum { most = 1000 };
  int count = 0, rows = c->run->problem->m;
  for (const mode *m = c->modes; m; m = m->next)
    count++;
  transfer_integers(t, "modes", &count, 1, (transfer_range){1, most});
  long size = (long)count*rows;
  transfer_length(t, "uses", &size, 1);
  if (t->failed || size != (long)count*rows)
    return false;
  unsigned char *uses = memory_resize(t->memory, NULL, (size_t)size + 1);
  if (!uses)
    return fail_memory(why) == NOSLIP_OK;
  int i = 0;
  for (const mode *m = c->modes; m && !t->in; m = m->next)
    memcpy(uses + (size_t)rows*(size_t)i++, m->use, (size_t)rows);
  transfer_bytes(t, "uses", uses, size);
  bool good = !t->failed && (!t->in || make_modes(c, uses, count, why));
  memory_free(t->memory, uses);
  return good;
}

static void transfer_mode(mode *m, transfer *t) {
  double *start = legendre_start(&m->evaluator);
  state_transfer(&m->state, t);
  if (start)
    transfer_numbers(t, "start", start, m->problem->nv);
}

// a mode by its place; it must be there, if `needed`
static mode *transfer_which(contacts *c, transfer *t, const char *name, int at, bool needed) {
  transfer_integers(t, name, &at, 1, (transfer_range){needed ? 0 : -1, INT_MAX});
  mode *m = mode_at(c, at);
  if (at >= 0 && !m)
    transfer_refuse(t, name);
  return m;
}

// ---- all of it

static void transfer_modes(contacts *c, transfer *t) {
  noslip_run *r = c->run;
  for (mode *m = c->modes; m; m = m->next)
    transfer_mode(m, t);
  mode *now = transfer_which(c, t, "mode", place_of(c, c->now), true);
  mode *moved = transfer_which(c, t, "stepper", place_of_stepper(c), false);
  if (t->failed)
    return;
  c->now = now;
  moved = moved ? moved : now;
  r->stepper = moved->stepper;
  if (now->stepper)
    stepper_transfer(now->stepper, t);
  for (int i = 0; i < contacts_places; i++) {
    int at = c->place[i].mode ? place_of(c, c->place[i].mode) : -1;
    mode *m = transfer_which(c, t, "mode of a place", at, false);
    if (t->in)
      c->place[i].mode = m;
  }
}

// a search for events relies on the size of a gap: it is not negative, and not NaN
static void transfer_touches(touch *touches, int count, transfer *t) {
  TRANSFER_RECORDS(t, touches, count, touch_fields);
  for (int i = 0; t->in && !t->failed && i < count; i++)
    if (!(touches[i].gap.size >= 0))
      transfer_refuse(t, "gap");
}

void contacts_transfer(contacts *c, transfer *t, failure *why) {
  if (!transfer_uses(c, t, why))
    transfer_refuse(t, "modes");
  transfer_modes(c, t);
  transfer_touches(c->touch, c->count, t);
  TRANSFER_RECORD(t, &c->work, work_fields);
  if (t->failed)
    return;
  contacts_find_use(c);
  bool stepping = contacts_stepping(c);
  if (t->in && !stepping && memcmp(c->use, c->now->use, (size_t)c->run->problem->m) != 0)
    transfer_refuse(t, "mode");
  transfer_flags(t, "held", c->held, c->run->problem->m);
  transfer_numbers(t, "from", &c->from, 1);
}

void contacts_place_transfer(contacts *c, int i, transfer *t) {
  contacts_place *p = &c->place[i];
  mode *m = p->mode;
  if (!m)
    transfer_refuse(t, "mode of a place");
  if (t->failed)
    return;
  transfer_touches(p->touch, c->count, t);
  TRANSFER_RECORD(t, &p->work, work_fields);
  transfer_counts(t, "events", &p->events, 1, (transfer_range){0, c->run->events.count});
  event_totals_transfer(&p->totals, t);
  state_transfer(&m->place[i].state, t);
  if (!m->stepper)
    return;
  stepper_save(m->stepper, m->carried);
  stepper_restore(m->stepper, m->place[i].carried);
  stepper_transfer(m->stepper, t);
  stepper_save(m->stepper, m->place[i].carried);
  stepper_restore(m->stepper, m->carried);
}
