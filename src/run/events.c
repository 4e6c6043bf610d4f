#include "run/events.h"

#include "base/sized.h"
#include "run/run.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define NAME(word, name, meaning) [NOSLIP_EVENT_##word] = name,
static const char *const names[] = {NOSLIP_EVENT_KINDS(NAME)};
#undef NAME

#define MEANING(word, name, meaning) [NOSLIP_EVENT_##word] = meaning,
static const char *const meanings[] = {NOSLIP_EVENT_KINDS(MEANING)};
#undef MEANING

static bool is_kind(noslip_event_kind kind) {
  return (int)kind >= 0 && kind < NOSLIP_EVENT_KIND_COUNT;
}

const char *noslip_event_name(noslip_event_kind kind) {
  return is_kind(kind) ? names[kind] : "";
}

const char *noslip_event_meaning(noslip_event_kind kind) {
  return is_kind(kind) ? meanings[kind] : "";
}

// ---------------------------------------------------------------------------------------------
// noting

void event_list_init(event_list *e, bool expected) {
  *e = (event_list){.expected = expected};
  for (int k = 0; k < NOSLIP_EVENT_KIND_COUNT; k++)
    e->totals.first[k] = e->totals.last[k] = (double)NAN;
}

void event_list_free(event_list *e, const memory *m) {
  memory_free(m, e->rows);
}

// twice as many rows each time
static bool reserve(event_list *e, const memory *m) {
  enum { fewest = 64 };
  if (e->count < e->room)
    return true;
  long room = e->room > 0 ? 2*e->room : fewest;
  if (room > event_most_rows)
    room = event_most_rows;
  if (e->count == room)
    return false;
  event_row *rows = memory_resize(m, e->rows, (size_t)room*sizeof *rows);
  if (!rows)
    return false;
  e->rows = rows;
  e->room = room;
  return true;
}

static void count(event_totals *t, noslip_event_kind kind, double time) {
  if (t->count[kind]++ == 0)
    t->first[kind] = time;
  t->last[kind] = time;
}

void event_note(noslip_run *r, noslip_event_kind kind, const char *name, double impulse,
                double before, double after) {
  assert(is_kind(kind) && name);
  event_list *e = &r->events;
  if (e->aside)
    return;
  count(&e->totals, kind, r->state.t);
  if (!e->cut && reserve(e, &r->context->memory)) {
    e->rows[e->count++] = (event_row){r->state.t, kind, name, impulse, before, after};
    return;
  }
  if (!e->cut)
    run_warn(r, e->count == event_most_rows
                    ? "a million events have their rows; those that follow are only counted"
                    : "no memory for the rows of more events; they are only counted");
  e->cut = true;
}

void event_work(noslip_run *r, double normal, double slid) {
  event_totals *t = &r->events.totals;
  t->normal_work += normal;
  t->friction_work += slid;
  if (slid > 0)
    t->positive_friction_work += slid;
}

void event_gap(noslip_run *r, double gap) {
  event_totals *t = &r->events.totals;
  t->penetration = fmax(t->penetration, -gap);
}

// ---------------------------------------------------------------------------------------------
// written or read

static const transfer_field totals_fields[] = {
    TRANSFER_FIELD(event_totals, count),
    TRANSFER_FIELD(event_totals, first),
    TRANSFER_FIELD(event_totals, last),
    TRANSFER_FIELD(event_totals, normal_work),
    TRANSFER_FIELD(event_totals, friction_work),
    TRANSFER_FIELD(event_totals, positive_friction_work),
    TRANSFER_FIELD(event_totals, penetration),
    TRANSFER_FIELD(event_totals, not_unique),
};

static const transfer_field list_fields[] = {
    TRANSFER_SKIP(event_list, rows),   TRANSFER_SKIP(event_list, count),
    TRANSFER_SKIP(event_list, room),   TRANSFER_SKIP(event_list, expected),
    TRANSFER_FIELD(event_list, cut),   TRANSFER_SKIP(event_list, aside),
    TRANSFER_SKIP(event_list, totals),
};

static const transfer_field row_fields[] = {
    TRANSFER_FIELD(event_row, time),
    TRANSFER_WITHIN(event_row, kind, 0, NOSLIP_EVENT_KIND_COUNT - 1),
    TRANSFER_SKIP(event_row, name),
    TRANSFER_FIELD(event_row, impulse),
    TRANSFER_FIELD(event_row, before),
    TRANSFER_FIELD(event_row, after),
};

void event_totals_transfer(event_totals *e, transfer *t) {
  TRANSFER_RECORD(t, e, totals_fields);
}

// a name, of which neighbours most often have the same
static void transfer_name(event_row *row, const event_row *before, transfer *t, arena *a) {
  bool same = !t->in && before && strcmp(row->name, before->name) == 0;
  transfer_flags(t, "same name", &same, 1);
  if (same && !before)
    transfer_refuse(t, "same name");
  else if (same && t->in)
    row->name = before->name;
  else if (!same)
    transfer_text(t, "name of an event", &row->name, a);
  if (!t->failed && !row->name)
    transfer_refuse(t, "name of an event");
}

void event_list_transfer(event_list *e, transfer *t, const memory *m, arena *a) {
  long count = e->count;
  event_totals_transfer(&e->totals, t);
  TRANSFER_RECORD(t, e, list_fields);
  transfer_length(t, "events", &count, sizeof *e->rows);
  if (t->in && !t->failed) {
    event_row *rows = NULL;
    if (count > event_most_rows)
      transfer_refuse(t, "events");
    else
      rows = memory_resize(m, e->rows, ((size_t)count + 1)*sizeof *rows);
    t->failed = !rows;
    e->rows = rows ? rows : e->rows;
    e->room = rows ? count : e->room;
  }
  for (long i = 0; i < count && !t->failed; i++) {
    TRANSFER_RECORD(t, &e->rows[i], row_fields);
    transfer_name(&e->rows[i], i > 0 ? &e->rows[i - 1] : NULL, t, a);
  }
  e->count = t->failed ? 0 : count;
}

// ---------------------------------------------------------------------------------------------
// asking

long noslip_run_event_count(const noslip_run *r) {
  return r ? r->events.count : 0;
}

bool noslip_run_event_sized(const noslip_run *r, long i, noslip_event *event, size_t size) {
  noslip_event own = {0};
  bool known = r && i >= 0 && i < r->events.count;
  if (!event)
    return false;
  if (known) {
    const event_row *row = &r->events.rows[i];
    own = (noslip_event){row->time,    names[row->kind], row->name,
                         row->impulse, row->before,      row->after};
  }
  sized_give(event, size, &own, sizeof own);
  return known;
}

static noslip_event_totals totals_of(const noslip_run *r) {
  const event_totals *t = &r->events.totals;
  long events = 0;
  for (int k = 0; k < NOSLIP_EVENT_KIND_COUNT; k++)
    events += t->count[k];
  return (noslip_event_totals){
      .has_contacts = r->events.expected,
      .events = events,
      .nkind = NOSLIP_EVENT_KIND_COUNT,
      .counts = t->count,
      .first = t->first,
      .last = t->last,
      .normal_work = t->normal_work,
      .friction_work = t->friction_work,
      .positive_friction_work = t->positive_friction_work,
      .largest_penetration = t->penetration,
      .forces_not_unique = t->not_unique,
  };
}

void noslip_run_event_totals_sized(const noslip_run *r, noslip_event_totals *totals, size_t size) {
  noslip_event_totals own = {0};
  if (!totals)
    return;
  if (r)
    own = totals_of(r);
  sized_give(totals, size, &own, sizeof own);
}
