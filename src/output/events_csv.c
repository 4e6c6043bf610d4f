#include "output/events_csv.h"

#include "base/csv_name.h"

bool events_csv_open(events_csv *e, const char *path) {
  static const char header[] = "time,kind,name,impulse,energy_before,energy_after\n";
  e->written = 0;
  if (!lines_open(&e->lines, path))
    return false;
  bool done = lines_add(&e->lines, header, sizeof header - 1);
  if (!done)
    lines_free(&e->lines);
  return done;
}

static bool comma(lines *l) {
  return lines_add(l, ",", 1);
}

static bool add_event(lines *l, const noslip_event *v) {
  return lines_add_number(l, v->time) && comma(l) && csv_name(lines_add, l, v->kind, "") &&
         comma(l) && csv_name(lines_add, l, v->name, "") && comma(l) &&
         lines_add_number(l, v->impulse) && comma(l) && lines_add_number(l, v->energy_before) &&
         comma(l) && lines_add_number(l, v->energy_after) && lines_end_line(l);
}

bool events_csv_follow(events_csv *e, const noslip_run *run) {
  noslip_event v;
  bool done = true;
  for (; done && noslip_run_event(run, e->written, &v); e->written++)
    done = add_event(&e->lines, &v);
  return done;
}
