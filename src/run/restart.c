// noslip_run_restart: a run is filled again as a new one is, in its place, with what a caller may hold and
// what the compiler has made carried over. If that fails it is put back as it was.

#include "run/contact/contact.h"
#include "run/run.h"

#include <assert.h>
#include <string.h>

// an empty run in the same place
static void begin_again(noslip_run *r, const noslip_run *before) {
  memset(r, 0, sizeof *r);
  r->context = before->context;
  r->holders = before->holders;
  r->model = before->model;
  r->kept = before->kept;
  r->views = before->views;
  r->codes = before->codes;
  r->names.shown = before->names.shown;
  arena_init(&r->arena, &r->context->memory);
  event_list_init(&r->events, before->events.expected);
}

// What the new one takes from the old one, whose memory is given back. Pointers into the struct itself
// are right where it stands.
static void take_over(noslip_run *r, noslip_run *before) {
  r->borrowed = before->borrowed;
  before->borrowed = true;
  if (!r->native) {
    r->compiling.making = before->compiling.making;
    before->compiling.making = NULL;
  }
  r->plan.note = before->plan.note;
  before->plan.note = NULL;
  const noslip_run now = *r;
  *r = *before;
  run_empty(r);
  *r = now;
}

static void put_back(noslip_run *r, noslip_run *before) {
  codes_collect(r);
  before->kept = r->kept;
  before->codes = r->codes;
  run_empty(r);
  *r = *before;
  codes_adopt(r);
}

noslip_status noslip_run_restart(noslip_run *r, const noslip_start *start, int nstart) {
  if (!r)
    return NOSLIP_ERROR_ARGUMENT;
  noslip_run before = *r;
  noslip_run_options o = r->plan.given.options;
  if (start || nstart != 0) {
    o.start = start;
    o.nstart = nstart;
  }
  noslip_status status = run_check_starts(r->context, &o);
  if (status != NOSLIP_OK)
    return status;
  codes_collect(r);
  before.codes = r->codes;
  begin_again(r, &before);
  status = run_fill(r, &o, before.plan.given.said, &before);
  if (status != NOSLIP_OK) {
    put_back(r, &before);
    return status;
  }
  take_over(r, &before);
  views_fill(r);
  return NOSLIP_OK;
}
