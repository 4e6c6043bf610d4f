#include "cli/plot_events.h"

#include "cli/message.h"
#include "output/events.h"
#include "output/sink.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// which kinds are marked alike: contacts that are struck, that open, and all that is of friction
static int group_of(noslip_event_kind kind) {
  switch (kind) {
  case NOSLIP_EVENT_IMPACT:
  case NOSLIP_EVENT_LAND: return 0;
  case NOSLIP_EVENT_OFF: return 1;
  default: return 2;
  }
}

// kind k of row i; -1: it is none that is known
static int kind_at(const table *t, int column, size_t i) {
  double k = t->columns[column][i];
  return k >= 0 && k < NOSLIP_EVENT_KIND_COUNT ? (int)k : -1;
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
static void add_group(plot_events *e, const table *t, int group, const int *columns) {
  event_marks m = {.times = malloc(t->nrow*sizeof *m.times), .shape = group};
  bool there[NOSLIP_EVENT_KIND_COUNT] = {0};
  for (size_t i = 0; i < t->nrow && m.times; i++) {
    int kind = kind_at(t, columns[1], i);
    if (kind < 0 || group_of((noslip_event_kind)kind) != group)
      continue;
    there[kind] = true;
    m.times[m.n++] = t->columns[columns[0]][i];
  }
  name_group(&m, group, there);
  if (m.n > 0)
    e->groups[e->n++] = m;
  else
    free(m.times);
  e->total += m.n;
}

static void add_groups(plot_events *e, const table *t) {
  const int columns[] = {table_column(t, "time"), table_column(t, "kind")};
  for (int g = 0; g < plot_events_groups && columns[0] >= 0 && columns[1] >= 0; g++)
    add_group(e, t, g, columns);
}

// the file that would have them; NULL: there is none
static const char *find_file(plot_events *e, const char *rows) {
  if (!sink_is_csv(rows))
    return rows;
  return events_beside(e->beside, rows) && access(e->beside, F_OK) == 0 ? e->beside : NULL;
}

void plot_events_read(plot_events *e, const char *rows) {
  const char *kinds[NOSLIP_EVENT_KIND_COUNT];
  const table_words words = {"events", kinds, NOSLIP_EVENT_KIND_COUNT};
  char why[512];
  table t;
  *e = (plot_events){0};
  for (int k = 0; k < NOSLIP_EVENT_KIND_COUNT; k++)
    kinds[k] = noslip_event_name((noslip_event_kind)k);
  const char *path = find_file(e, rows);
  if (!path)
    return;
  if (table_read_words(&t, path, &words, &table_usual, why, sizeof why)) {
    add_groups(e, &t);
    e->path = path;
    table_free(&t);
  } else if (path != rows) {
    message_warning(why);
  }
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
}
