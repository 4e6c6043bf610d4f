#include "base/shown.h"
#include "run/saved.h"
#include "study/crew.h"
#include "study/ledger.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------
// what is asked

static const char *const asked_names[ledger_asked] = {"options", "starts", "inputs"};

static void options_of(ledger *l, transfer *t) {
  const noslip_ensemble_options *o = l->options;
  double numbers[] = {o->step,         o->until,        (double)o->steps, (double)o->every,
                      (double)o->nkey, o->nmember,      o->keep != NULL,  o->extremes,
                      o->project,      o->first_member, o->ends};
  transfer_numbers(t, "numbers", numbers, sizeof numbers/sizeof *numbers);
  transfer_text(t, "method", &(const char *){o->method}, NULL);
  if (l->kind->asked)
    l->kind->asked(l->study, t);
}

static void starts_of(ledger *l, transfer *t) {
  const noslip_ensemble_options *o = l->options;
  for (int i = 0; i < o->nkey; i++)
    transfer_text(t, "key", &(const char *){o->keys[i]}, NULL);
  if (o->nkey > 0)
    transfer_numbers(t, "starts", (double *)o->starts, (long)o->nmember*o->nkey);
}

static void inputs_of(ledger *l, transfer *t) {
  for (int i = 0; i < l->options->nsignal; i++) {
    const noslip_signal *s = &l->options->signals[i];
    transfer_text(t, "input", &(const char *){s->name}, NULL);
    transfer_flags(t, "hold", &(bool){s->hold}, 1);
    transfer_numbers(t, "times", (double *)s->times, s->count);
    transfer_numbers(t, "values", (double *)s->values, s->count);
  }
}

noslip_status ledger_ask(ledger *l) {
  static void (*const parts[ledger_asked])(ledger *, transfer *) = {options_of, starts_of,
                                                                    inputs_of};
  for (int i = 0; i < ledger_asked; i++) {
    transfer t = transfer_out(&l->context->memory);
    parts[i](l, &t);
    checkpoint_digest(l->asked[i], t.bytes, t.size);
    bool failed = t.failed;
    transfer_free(&t);
    if (failed)
      return fail_memory(&l->context->failure);
  }
  return NOSLIP_OK;
}

static noslip_status check_asked(const ledger *l, const transfer *t,
                                 unsigned char was[ledger_asked][checkpoint_digest_size],
                                 failure *why) {
  for (int i = 0; !t->failed && i < ledger_asked; i++)
    if (memcmp(was[i], l->asked[i], checkpoint_digest_size) != 0)
      return fail(why, NOSLIP_ERROR_FILE,
                  "`%s` is a checkpoint of other %s than those that are given; give the same, as "
                  "files that have not changed since, or begin again",
                  SHOWN(l->saving->path), asked_names[i]);
  return NOSLIP_OK;
}

// the model of the file has to be the one that is given
static noslip_status check_model(const ledger *l, const saved_model *was, failure *why) {
  saved_model now = saved_model_of(l->model);
  const memory *m = &l->context->memory;
  transfer a = transfer_out(m), b = transfer_out(m);
  now.path = was->path;  // it may have moved
  saved_transfer_model(&now, &a, NULL);
  saved_transfer_model(&(saved_model){was->name, was->path, was->text, was->given}, &b, NULL);
  bool failed = a.failed || b.failed;
  bool same = !failed && a.size == b.size && memcmp(a.bytes, b.bytes, a.size) == 0;
  transfer_free(&a);
  transfer_free(&b);
  if (failed)
    return fail_memory(why);
  return same ? NOSLIP_OK
              : fail(why, NOSLIP_ERROR_FILE,
                     "`%s` is a checkpoint of another model, or of other settings; give that of "
                     "noslip_checkpoint_model",
                     SHOWN(l->saving->path));
}

// ---------------------------------------------------------------------------------------------
// members

static bool is_kept(const ledger *l, int slot) {
  const ledger_entry *e = &l->entries[slot];
  return l->first + slot >= l->folded && (e->state == LEDGER_DONE || e->so_far.bytes);
}

// a member as bytes of their own
static void put_member(ledger *l, int slot, transfer *t) {
  ledger_entry *e = &l->entries[slot];
  int member = l->first + slot;
  bool done = e->state == LEDGER_DONE;
  transfer own = transfer_out(t->memory);
  if (done)
    l->kind->member(l->study, slot, &own);
  const transfer *from = done ? &own : &e->so_far;
  long size = (long)from->size;
  transfer_integers(t, "member", &member, 1, (transfer_range){0, INT_MAX});
  transfer_flags(t, "done", &done, 1);
  transfer_length(t, "size", &size, 1);
  transfer_bytes(t, "bytes", from->bytes, size);
  t->failed = t->failed || own.failed;
  transfer_free(&own);
}

// the slot has what is in the bytes, or the member takes them up when it is begun
static void get_bytes(ledger *l, ledger_entry *e, int slot, bool done, transfer *t, long size) {
  e->so_far.bytes = memory_resize(t->memory, NULL, (size_t)size + 1);
  e->so_far.memory = t->memory;
  e->so_far.size = e->so_far.room = (size_t)size;
  if (!e->so_far.bytes) {
    t->failed = true;
    return;
  }
  transfer_bytes(t, "bytes", e->so_far.bytes, size);
  if (t->failed || !done)
    return;
  transfer from = transfer_in(e->so_far.bytes, e->so_far.size, t->memory);
  l->kind->member(l->study, slot, &from);
  if (from.failed && !from.misfit)
    t->failed = true;
  else if (!transfer_is_whole(&from))
    transfer_refuse(t, from.misfit ? from.misfit : "member");
  e->state = LEDGER_DONE;
  transfer_free(&e->so_far);
}

// one that the batch has no slot for is passed over, and computed again
static void get_member(ledger *l, transfer *t) {
  int member = 0;
  bool done = false;
  long size = 0;
  transfer_integers(t, "member", &member, 1, (transfer_range){l->folded, l->nmember - 1});
  transfer_flags(t, "done", &done, 1);
  transfer_length(t, "size", &size, 1);
  ledger_entry none = {0}, *e = &none;
  int slot = member - l->folded;
  if (t->failed)
    return;
  bool there = slot < l->nentry;
  if (there)
    e = &l->entries[slot];
  if (e->state == LEDGER_DONE || e->so_far.bytes) {
    transfer_refuse(t, "member");  // it is there twice
    return;
  }
  get_bytes(l, e, slot, done && there, t, size);
  transfer_free(&none.so_far);
}

void ledger_transfer_body(ledger *l, transfer *t) {
  int n = 0;
  for (int i = 0; !t->in && i < l->count; i++)
    n += is_kept(l, i);
  double seconds = crew_seconds() - l->began;
  transfer_numbers(t, "seconds", &seconds, 1);
  transfer_integers(t, "folded", &l->folded, 1, (transfer_range){0, l->nmember});
  if (l->kind->totals && !t->failed)
    l->kind->totals(l->study, l->folded, t);
  transfer_integers(t, "members", &n, 1, (transfer_range){0, l->nmember});
  for (int i = 0; !t->in && i < l->count; i++)
    if (is_kept(l, i))
      put_member(l, i, t);
  for (int i = 0; t->in && !t->failed && i < n; i++)
    get_member(l, t);
  if (t->in && !t->failed && seconds >= 0)
    l->began = crew_seconds() - seconds;
}

// ---------------------------------------------------------------------------------------------
// the file

void ledger_put(ledger *l, transfer *body) {
  const noslip_saving *s = l->saving;
  failure why;
  arena a;
  arena_init(&a, body->memory);
  transfer t = transfer_out(body->memory);
  checkpoint_head head = {l->kind->name, noslip_version(), s->note ? s->note(s->context) : NULL};
  saved_model model = saved_model_of(l->model);
  checkpoint_transfer_head(&t, &head, &a);
  saved_transfer_model(&model, &t, &a);
  transfer_bytes(&t, "asked", l->asked, sizeof l->asked);
  transfer_append(&t, body);
  noslip_status status = checkpoint_write(s->path, &t, &why);
  if (status != NOSLIP_OK && s->complain)
    s->complain(s->context, why.sentence);
  transfer_free(&t);
  arena_free(&a);
}

static noslip_status get_parts(ledger *l, transfer *t, arena *a) {
  failure *why = &l->context->failure;
  const char *path = l->saving->path;
  checkpoint_head head = {0};
  saved_model model = {0};
  unsigned char asked[ledger_asked][checkpoint_digest_size];
  noslip_status status = checkpoint_begin(path, l->kind->name, t, &head, a, why);
  if (status != NOSLIP_OK)
    return status;
  saved_transfer_model(&model, t, a);
  transfer_bytes(t, "asked", asked, sizeof asked);
  if (!t->failed && (status = check_model(l, &model, why)) != NOSLIP_OK)
    return status;
  if (!t->failed && (status = check_asked(l, t, asked, why)) != NOSLIP_OK)
    return status;
  if (!t->failed)
    ledger_transfer_body(l, t);
  if (!t->failed && !transfer_is_whole(t))
    transfer_refuse(t, "end");
  return t->failed ? checkpoint_misfit(path, t, why) : NOSLIP_OK;
}

noslip_status ledger_get(ledger *l, arena *a) {
  transfer t;
  void *bytes;
  noslip_status status =
      checkpoint_read(l->saving->path, &l->context->memory, &t, &bytes, &l->context->failure);
  if (status != NOSLIP_OK)
    return status;
  status = get_parts(l, &t, a);
  memory_free(&l->context->memory, bytes);
  l->batch_is_read = status == NOSLIP_OK;
  return status;
}
