#include "cli/event_rows.h"

#include "cli/message.h"
#include "output/events.h"
#include "output/sink.h"

#include <assert.h>
#include <math.h>
#include <unistd.h>

// the file that would have them; NULL: there is none
static const char *find_file(event_rows *e, const char *rows) {
  if (!sink_is_csv(rows))
    return rows;
  return events_beside(e->beside, rows) && access(e->beside, F_OK) == 0 ? e->beside : NULL;
}

void event_rows_read(event_rows *e, const char *rows) {
  const char *kinds[NOSLIP_EVENT_KIND_COUNT];
  const table_words words = {"events", kinds, NOSLIP_EVENT_KIND_COUNT, &e->names};
  char why[512];
  *e = (event_rows){0};
  for (int k = 0; k < NOSLIP_EVENT_KIND_COUNT; k++)
    kinds[k] = noslip_event_name((noslip_event_kind)k);
  const char *path = find_file(e, rows);
  if (!path)
    return;
  if (!table_read_words(&e->table, path, &words, &table_usual, why, sizeof why)) {
    if (path != rows)
      message_warning(why);
    return;
  }
  bool events = table_column(&e->table, "time") >= 0 && table_column(&e->table, "kind") >= 0;
  e->table.nrow = events ? e->table.nrow : 0;
  e->path = path;
}

void event_rows_free(event_rows *e) {
  table_free(&e->table);
  table_texts_free(&e->names);
  *e = (event_rows){0};
}

static double number(const event_rows *e, const char *column, size_t i) {
  int j = table_column(&e->table, column);
  return j >= 0 ? e->table.columns[j][i] : (double)NAN;
}

event_row event_rows_get(const event_rows *e, size_t i) {
  assert(i < e->table.nrow);
  double kind = number(e, "kind", i), name = number(e, "name", i) - NOSLIP_EVENT_KIND_COUNT;
  bool kept = name >= 0 && name < e->names.n;
  event_row row = {.time = number(e, "time", i),
                   .impulse = number(e, "impulse", i),
                   .change = number(e, "energy_after", i) - number(e, "energy_before", i),
                   .kind = kind >= 0 && kind < NOSLIP_EVENT_KIND_COUNT ? (int)kind : -1,
                   .name = kept ? e->names.list[(int)name] : ""};
  // a contact that is called as a kind of event
  if (!kept && name < 0)
    row.name = noslip_event_name((noslip_event_kind)(int)(name + NOSLIP_EVENT_KIND_COUNT));
  return row;
}
