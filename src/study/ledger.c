#include "study/ledger.h"

#include "base/shown.h"
#include "study/crew.h"

#include <assert.h>
#include <math.h>

static const double usual_seconds = 30;

// what checkpoints may take of the time, if they are 30 s or more apart; and what may be lost at most
static const double most_share = 1e-3, most_seconds = 600;

// ---------------------------------------------------------------------------------------------
// the clock

static double seconds_between(const ledger *l) {
  return l->saving->seconds > 0 ? l->saving->seconds : usual_seconds;
}

// one that takes long is not written again before a thousand times as long, or ten minutes
static void set_clock(ledger *l, double took) {
  double between = seconds_between(l);
  if (between >= usual_seconds)
    between = fmax(between, fmin(took/most_share, most_seconds));
  atomic_store(&l->next, crew_seconds() + between);
}

// the number of the checkpoint that members are to be written down for
static int find_turn(ledger *l) {
  if (crew_seconds() >= atomic_load(&l->next)) {
    pthread_mutex_lock(&l->lock);
    if (!l->writing && atomic_load(&l->turn) == l->written)
      atomic_fetch_add(&l->turn, 1);
    pthread_mutex_unlock(&l->lock);
  }
  return atomic_load(&l->turn);
}

// ---------------------------------------------------------------------------------------------
// writing

// what is done and stands next goes into the totals
static void fold(ledger *l) {
  while (l->kind->take && l->folded < l->first + l->count &&
         l->entries[l->folded - l->first].state == LEDGER_DONE &&
         l->kind->take(l->study, l->folded))
    l->folded++;
}

static bool is_complete(const ledger *l) {
  for (int i = 0; i < l->count; i++)
    if (l->entries[i].state == LEDGER_BEGUN && l->entries[i].turn != atomic_load(&l->turn))
      return false;
  return true;
}

// Under the lock, which is given back while the disk is waited for: the bytes are complete then.
static void write_now(ledger *l) {
  double began = crew_seconds();
  transfer body = transfer_out(&l->context->memory);
  l->writing = true;
  fold(l);
  ledger_transfer_body(l, &body);
  pthread_mutex_unlock(&l->lock);
  ledger_put(l, &body);
  transfer_free(&body);
  pthread_mutex_lock(&l->lock);
  l->writing = false;
  l->written = atomic_load(&l->turn);
  set_clock(l, crew_seconds() - began);
}

// the last that was waited for writes
static void write_if_complete(ledger *l) {
  if (!l->writing && atomic_load(&l->turn) != l->written && is_complete(l))
    write_now(l);
}

void ledger_write(ledger *l, bool stopped) {
  if (!l->saving || (l->saving->on_the_way && !stopped))
    return;
  pthread_mutex_lock(&l->lock);
  write_now(l);
  pthread_mutex_unlock(&l->lock);
}

// ---------------------------------------------------------------------------------------------
// members

bool ledger_begin_member(ledger *l, int slot) {
  if (!l->saving)
    return true;
  assert(slot >= 0 && slot < l->count);
  ledger_entry *e = &l->entries[slot];
  pthread_mutex_lock(&l->lock);
  bool open = e->state != LEDGER_DONE;
  if (open) {
    e->state = LEDGER_BEGUN;
    e->turn = atomic_load(&l->turn);  // without bytes it is begun again
  }
  pthread_mutex_unlock(&l->lock);
  return open;
}

noslip_status ledger_misfit(const ledger *l, int slot, failure *why) {
  return fail(
      why, NOSLIP_ERROR_FILE,
      "the checkpoint `%s` cannot be read: member %d does not fit; take an older copy of it",
      SHOWN(l->saving->path), l->options->first_member + l->first + slot);
}

noslip_status ledger_take_up(ledger *l, int slot, noslip_run *run, crossing *c, failure *why) {
  if (!l->saving || !l->entries[slot].so_far.bytes)
    return NOSLIP_OK;
  const transfer *from = &l->entries[slot].so_far;
  transfer t = transfer_in(from->bytes, from->size, from->memory);
  failure cause;
  l->kind->member(l->study, slot, &t);
  noslip_status status = t.failed ? NOSLIP_ERROR_FILE : run_transfer(run, &t, &cause);
  if (status == NOSLIP_OK && c)
    crossing_transfer(c, &t);
  if (status == NOSLIP_ERROR_MEMORY)
    return fail_memory(why);
  if (status == NOSLIP_OK && transfer_is_whole(&t))
    return NOSLIP_OK;
  return ledger_misfit(l, slot, why);
}

// its bytes take the place of the older ones
static void write_down(ledger *l, int slot, noslip_run *run, crossing *c) {
  ledger_entry *e = &l->entries[slot];
  failure why;
  transfer t = transfer_out(&l->context->memory);
  l->kind->member(l->study, slot, &t);
  run_transfer(run, &t, &why);
  if (c)
    crossing_transfer(c, &t);
  pthread_mutex_lock(&l->lock);
  if (!t.failed) {  // without memory, the older ones stay
    transfer older = e->so_far;
    e->so_far = t;
    t = older;
  }
  e->turn = atomic_load(&l->turn);
  write_if_complete(l);
  pthread_mutex_unlock(&l->lock);
  transfer_free(&t);
}

void ledger_look(ledger *l, int slot, noslip_run *run, crossing *c) {
  if (l->saving && l->entries[slot].turn != find_turn(l))
    write_down(l, slot, run, c);
}

void ledger_leave(ledger *l, int slot, noslip_run *run, crossing *c) {
  if (l->saving)
    write_down(l, slot, run, c);
}

void ledger_end_member(ledger *l, int slot) {
  if (!l->saving)
    return;
  pthread_mutex_lock(&l->lock);
  l->entries[slot].state = LEDGER_DONE;
  transfer_free(&l->entries[slot].so_far);
  write_if_complete(l);
  pthread_mutex_unlock(&l->lock);
}

// ---------------------------------------------------------------------------------------------
// beginning and end

static void clear_entries(ledger *l) {
  for (int i = 0; i < l->nentry; i++) {
    transfer_free(&l->entries[i].so_far);
    l->entries[i] = (ledger_entry){.so_far = {.memory = &l->context->memory}};
  }
}

void ledger_batch(ledger *l, int count) {
  l->first = l->folded;
  l->count = count;
  if (!l->saving)
    return;
  assert(count <= l->nentry);
  if (!l->batch_is_read)
    clear_entries(l);
  l->batch_is_read = false;
}

static noslip_status check_saving(const ledger *l, failure *why) {
  const noslip_saving *s = l->saving;
  if (!s->path || !s->path[0])
    return fail(why, NOSLIP_ERROR_ARGUMENT, "`saving` has no path; give one");
  if (!(s->seconds >= 0))
    return fail(why, NOSLIP_ERROR_ARGUMENT, "%g is no time between checkpoints; give 0 or more",
                s->seconds);
  return NOSLIP_OK;
}

noslip_status ledger_begin(ledger *l, arena *a, int nentry) {
  failure *why = &l->context->failure;
  l->nmember = l->options->nmember;
  if (!l->saving)
    return NOSLIP_OK;
  if (check_saving(l, why) != NOSLIP_OK)
    return why->status;
  l->entries = ARENA_ARRAY(a, ledger_entry, nentry);
  if (!l->entries || pthread_mutex_init(&l->lock, NULL) != 0)
    return fail_memory(why);
  l->locked = true;
  l->nentry = nentry;
  clear_entries(l);
  noslip_status status = ledger_ask(l);
  if (status == NOSLIP_OK && l->saving->resume)
    status = ledger_get(l, a);
  else if (status == NOSLIP_OK)
    ledger_write(l, false);
  set_clock(l, 0);
  return status;
}

void ledger_end(ledger *l) {
  if (!l->locked)
    return;
  clear_entries(l);
  pthread_mutex_destroy(&l->lock);
}
