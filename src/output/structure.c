#include "output/structure.h"

#include "output/json.h"

#include <string.h>

static const char *verdict(const noslip_measure *m) {
  if (m->kind == NOSLIP_STRUCTURE_EQUIVARIANCE)
    return m->kept ? "equivariant" : "not equivariant";
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
                                      "constraints",     "energy", "invariant",     "equivariance"};
  json_member_text(out, "{", "kind", kinds[m->kind]);
  json_member_text(out, ", ", "name", m->name);
  json_member(out, ", ", "value", m->value);
  json_member(out, ", ", "accuracy", m->accuracy);
  if (m->reason)
    fputs(", \"kept\": null", out);
  else
    json_member_flag(out, ", ", "kept", m->kept);
  json_member_flag(out, ", ", "claimed", m->claimed);
  if (m->reason)
    json_member_text(out, ", ", "reason", m->reason);
  fputc('}', out);
}

void structure_json(FILE *out, const noslip_structure *s) {
  json_member_text(out, "{", "model", s->model);
  json_member_text(out, ", ", "method", s->method);
  json_member(out, ", ", "step", s->step);
  fprintf(out, ", \"nodes\": %d,\n \"structure\": [", noslip_structure_nodes);
  for (int i = 0; i < s->nmeasure; i++) {
    fputs(i > 0 ? ",\n  " : "\n  ", out);
    measure(out, &s->measures[i]);
  }
  fputs("]}\n", out);
}
