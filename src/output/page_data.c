// The numbers of a page, as its program reads them, and the frame of its sections.

#include "output/page.h"

#include "output/json.h"

void page_section(FILE *out, const char *id, const char *heading) {
  fprintf(out, "<section id=\"%s\" class=\"card\"><h2>%s</h2>\n", id, heading);
}

void page_end_section(FILE *out) {
  fputs("</section>\n", out);
}

// ---------------------------------------------------------------------------------------------
// the numbers

enum { most_marks = 5000 };  // events that plots mark

bool page_event_get(const page *p, long i, page_event *e) {
  noslip_event v;
  if (p->source) {
    *e = i < p->nevent ? p->events[i] : (page_event){0};
    return i < p->nevent;
  }
  bool there = noslip_run_event(p->run, i, &v);
  *e = there ? (page_event){v.time, v.impulse, v.energy_after - v.energy_before, v.kind, v.name}
             : (page_event){0};
  return there;
}

long page_event_count(const page *p) {
  return p->source ? p->nevent : noslip_run_event_count(p->run);
}

// [time, kind, name] of each
static void write_marks(FILE *out, const page *p) {
  page_event e;
  json_key(out, ",\n", "events");
  fputc('[', out);
  for (long i = 0; i < most_marks && page_event_get(p, i, &e); i++) {
    fputs(i > 0 ? ",[" : "[", out);
    json_number(out, e.time);
    fputc(',', out);
    json_text(out, e.kind);
    fputc(',', out);
    json_text(out, e.name);
    fputc(']', out);
  }
  fputc(']', out);
}

void page_data(FILE *out, const page *p) {
  json_member_text(out, "{", "kind", p->results ? "results" : p->film_only ? "film" : "run");
  if (p->results) {
    fprintf(out, ",\n\"results\": %s}", p->results);
    return;
  }
  json_key(out, ",\n", "film");
  reel_write(&p->recording->reel, p->recording->shapes, out);
  if (!p->film_only) {
    json_key(out, ",\n", "rows");
    recording_write_rows(p->recording, out);
  }
  write_marks(out, p);
  fputc('}', out);
}
