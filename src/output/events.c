#include "output/events.h"

#include "output/json.h"
#include "output/sink.h"

static bool has_contacts(const noslip_run *run) {
  noslip_event_totals t = {0};
  if (run)
    noslip_run_event_totals(run, &t);
  return t.has_contacts;
}

bool events_beside(char path[events_longest_path], const char *rows) {
  return sink_beside(path, events_longest_path, rows, "events");
}

bool events_file(char path[events_longest_path], const char *rows, const noslip_run *run) {
  path[0] = 0;
  return has_contacts(run) && events_beside(path, rows);
}

// ---------------------------------------------------------------------------------------------
// JSON

static void rows(FILE *out, const noslip_run *run) {
  noslip_event v;
  json_key(out, ",\n ", "events");
  fputc('[', out);
  for (long i = 0; noslip_run_event(run, i, &v); i++) {
    json_member(out, i > 0 ? ",\n  {" : "\n  {", "time", v.time);
    json_member_text(out, ", ", "kind", v.kind);
    json_member_text(out, ", ", "name", v.name);
    json_member(out, ", ", "impulse", v.impulse);
    json_member(out, ", ", "energy_before", v.energy_before);
    json_member(out, ", ", "energy_after", v.energy_after);
    fputc('}', out);
  }
  fputc(']', out);
}

static void count(FILE *out, const char *before, const char *name, long n) {
  json_key(out, before, name);
  fprintf(out, "%ld", n);
}

static void totals(FILE *out, const noslip_event_totals *t) {
  bool first = true;
  json_key(out, ",\n ", "event_totals");
  count(out, "{", "events", t->events);
  json_key(out, ", ", "count");
  fputc('{', out);
  for (int k = 0; k < t->nkind; k++) {
    if (t->counts[k] == 0)
      continue;
    count(out, first ? "" : ", ", noslip_event_name((noslip_event_kind)k), t->counts[k]);
    first = false;
  }
  fputs("}", out);
  json_member(out, ", ", "normal_work", t->normal_work);
  json_member(out, ", ", "friction_work", t->friction_work);
  json_member(out, ", ", "positive_friction_work", t->positive_friction_work);
  json_member(out, ", ", "largest_penetration", t->largest_penetration);
  count(out, ", ", "forces_not_unique", t->forces_not_unique);
  fputc('}', out);
}

void events_json(FILE *out, const noslip_run *run) {
  noslip_event_totals t;
  noslip_run_event_totals(run, &t);
  rows(out, run);
  if (t.has_contacts)
    totals(out, &t);
}
