#include "cli/plot_events.h"

#include <stdlib.h>

// which kinds are marked alike: contacts that are struck, that open, and all that is of friction
static int group_of(noslip_event_kind kind) {
  switch (kind) {
  case NOSLIP_EVENT_IMPACT:
  case NOSLIP_EVENT_LAND: return 0;
  case NOSLIP_EVENT_OFF: return 1;
  default: return 2;
  }
}

// "impact, land": the kinds that there are, each once
static void name_group(event_marks *m, int group, const bool *there) {
  size_t length = 0;
  m->name[0] = 0;
  for (int k = 0; k < NOSLIP_EVENT_KIND_COUNT && length < sizeof m->name; k++)
    if (there[k] && group_of((noslip_event_kind)k) == group)
      length += (size_t)snprintf(m->name + length, sizeof m->name - length, "%s%s",
                                 length > 0 ? ", " : "", noslip_event_name((noslip_event_kind)k));
}

// the events of one group, as one more; without memory there are none
static void add_group(plot_events *e, int group) {
  size_t n = e->rows.table.nrow;
  event_marks m = {.times = malloc(n*sizeof *m.times), .shape = group};
  bool there[NOSLIP_EVENT_KIND_COUNT] = {0};
  for (size_t i = 0; i < n && m.times; i++) {
    event_row row = event_rows_get(&e->rows, i);
    if (row.kind < 0 || group_of((noslip_event_kind)row.kind) != group)
      continue;
    there[row.kind] = true;
    m.times[m.n++] = row.time;
  }
  name_group(&m, group, there);
  if (m.n > 0)
    e->groups[e->n++] = m;
  else
    free(m.times);
  e->total += m.n;
}

void plot_events_read(plot_events *e, const char *rows) {
  *e = (plot_events){0};
  event_rows_read(&e->rows, rows);
  e->path = e->rows.path;
  for (int g = 0; g < plot_events_groups && e->rows.table.nrow > 0; g++)
    add_group(e, g);
}

void plot_events_mark(const plot_events *e, panel *list, int n) {
  bool first = e->n > 0;
  for (int i = 0; i < n; i++) {
    if (!list[i].series)
      continue;
    list[i].events = e->groups;
    list[i].nevents = e->n;
    list[i].events_key = first;
    first = false;
  }
}

void plot_events_free(plot_events *e) {
  for (int g = 0; g < e->n; g++)
    free(e->groups[g].times);
  event_rows_free(&e->rows);
}
