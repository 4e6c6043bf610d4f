#include "output/structure.h"

#include "output/json.h"

#include <string.h>

static const char *verdict(const noslip_measure *m) {
  return m->kept ? "kept" : "not kept";
}

void structure_table(FILE *out, const noslip_structure *s) {
  int width = 0;
  for (int i = 0; i < s->nmeasure; i++) {
    int length = (int)strlen(s->measures[i].name);
    width = length > width ? length : width;
  }
  fprintf(out, "%s: one step of %s with h = %.10g, at the start and the next %d nodes\n\n",
          s->model, s->method, s->step, noslip_structure_nodes - 1);
  fprintf(out, "  %-*s  %9s  %9s  verdict\n", width, "", "value", "accuracy");
  for (int i = 0; i < s->nmeasure; i++) {
    const noslip_measure *m = &s->measures[i];
    if (m->reason)
      fprintf(out, "  %-*s  %9s  %9s  %s\n", width, m->name, "--", "--", m->reason);
    else
      fprintf(out, "  %-*s  %9.1e  %9.1e  %s%s\n", width, m->name, m->value, m->accuracy,
              verdict(m), m->claimed ? " (claimed)" : "");
  }
}

static void measure(FILE *out, const noslip_measure *m) {
  static const char *const kinds[] = {"symplectic form", "volume", "time symmetry", "reversibility",
                                      "constraints",     "energy", "invariant"};
  fputs("{\"kind\": ", out);
  json_text(out, kinds[m->kind]);
  fputs(", \"name\": ", out);
  json_text(out, m->name);
  fputs(", \"value\": ", out);
  json_number(out, m->value);
  fputs(", \"accuracy\": ", out);
  json_number(out, m->accuracy);
  fprintf(out, ", \"kept\": %s, \"claimed\": %s",
          m->reason ? "null"
          : m->kept ? "true"
                    : "false",
          m->claimed ? "true" : "false");
  if (m->reason) {
    fputs(", \"reason\": ", out);
    json_text(out, m->reason);
  }
  fputc('}', out);
}

void structure_json(FILE *out, const noslip_structure *s) {
  fputs("{\"model\": ", out);
  json_text(out, s->model);
  fputs(", \"method\": ", out);
  json_text(out, s->method);
  fputs(", \"step\": ", out);
  json_number(out, s->step);
  fprintf(out, ", \"nodes\": %d,\n \"structure\": [", noslip_structure_nodes);
  for (int i = 0; i < s->nmeasure; i++) {
    fputs(i > 0 ? ",\n  " : "\n  ", out);
    measure(out, &s->measures[i]);
  }
  fputs("]}\n", out);
}
