// Events of a run as columns with rows of their own: event.off has the times of all events of this kind,
// event.off.hill those of one contact. Of a kind that did not happen there is a column without rows.

#include "noslip/event.h"
#include "script/compute.h"

#include <stdlib.h>
#include <string.h>

typedef struct happening {
  const noslip_event *event;
  long number;  // events at one time stay in their order
} happening;

static int by_name(const void *a, const void *b) {
  const happening *x = a, *y = b;
  int kind = strcmp(x->event->kind, y->event->kind);
  int name = strcmp(x->event->name, y->event->name);
  return kind ? kind : name ? name : (x->number > y->number) - (x->number < y->number);
}

static bool alike(const happening *a, const happening *b) {
  return strcmp(a->event->kind, b->event->kind) == 0 && strcmp(a->event->name, b->event->name) == 0;
}

static long count_alike(const happening *list, long i, long n) {
  long k = i + 1;
  while (k < n && alike(&list[i], &list[k]))
    k++;
  return k - i;
}

// the table gets room for more columns
static bool more_columns(script_table *t, arena *a, long more) {
  script_column_of *longer = ARENA_ARRAY(a, script_column_of, t->ncolumn + more + 1);
  if (!longer)
    return false;
  memcpy(longer, t->columns, (size_t)t->ncolumn*sizeof *longer);
  t->columns = longer;
  return true;
}

static bool add_times(script_part *p, const char *name, const happening *list, long n) {
  double *x = ARENA_ARRAY(&p->arena, double, n + 1);
  if (!x || !name)
    return false;
  for (long i = 0; i < n; i++)
    x[i] = list[i].event->time;
  p->table.columns[p->table.ncolumn++] = (script_column_of){name, KEPT_OTHER, x, true, n};
  return true;
}

// event.off: of all contacts, in the order of time
static bool add_kind(script_part *p, const char *kind, const noslip_event *all, long n) {
  double *x = ARENA_ARRAY(&p->arena, double, n + 1);
  const char *name = arena_print(&p->arena, "event.%s", kind);
  long count = 0;
  if (!x || !name)
    return false;
  for (long i = 0; i < n; i++)
    if (strcmp(all[i].kind, kind) == 0)
      x[count++] = all[i].time;
  p->table.columns[p->table.ncolumn++] = (script_column_of){name, KEPT_OTHER, x, true, count};
  return true;
}

static long count_groups(const happening *list, long n) {
  long groups = 0;
  for (long i = 0; i < n; i += count_alike(list, i, n))
    groups++;
  return groups;
}

static bool add_all(script_part *p, const noslip_event *all, happening *list, long n) {
  long groups = count_groups(list, n);
  if (!more_columns(&p->table, &p->arena, 2L*p->table.ncolumn + groups + NOSLIP_EVENT_KIND_COUNT))
    return false;
  for (int k = 0; k < NOSLIP_EVENT_KIND_COUNT; k++)
    if (!add_kind(p, noslip_event_name((noslip_event_kind)k), all, n))
      return false;
  for (long i = 0; i < n; i += count_alike(list, i, n)) {
    const noslip_event *e = list[i].event;
    if (!add_times(p, arena_print(&p->arena, "event.%s.%s", e->kind, e->name), list + i,
                   count_alike(list, i, n)))
      return false;
  }
  return true;
}

// events that are only counted: there was no memory for their rows, or there are too many
static bool no_rows(const script_part *p, noslip_context *context, long n) {
  const long most = 1000000;
  if (n < most)
    return fail_memory(&context->failure) == NOSLIP_OK;
  fail(&context->failure, NOSLIP_ERROR_ARGUMENT,
       "%s: there are more than %ld events; end the run earlier", p->label, most);
  return false;
}

bool part_events(script_part *p, noslip_context *context, const noslip_run *run, script_teller *t) {
  noslip_event_totals totals;
  long n = noslip_run_event_count(run);
  noslip_run_event_totals(run, &totals);
  if (!totals.has_contacts)
    return true;
  if (totals.events > n)
    return no_rows(p, context, n);
  if (!part_room(p, context, t, (double)n, NOSLIP_EVENT_KIND_COUNT + 1))
    return false;
  noslip_event *all = ARENA_ARRAY(&p->arena, noslip_event, n + 1);
  happening *list = ARENA_ARRAY(&p->arena, happening, n + 1);
  for (long i = 0; all && list && i < n; i++) {
    noslip_run_event(run, i, &all[i]);
    list[i] = (happening){&all[i], i};
  }
  if (!all || !list)
    return fail_memory(&context->failure) == NOSLIP_OK;
  qsort(list, (size_t)n, sizeof *list, by_name);
  if (!part_room(p, context, t, 1, (double)count_groups(list, n)))
    return false;
  return add_all(p, all, list, n) || fail_memory(&context->failure) == NOSLIP_OK;
}
