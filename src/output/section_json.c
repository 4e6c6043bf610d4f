#include "output/json.h"
#include "output/section.h"

static void word(FILE *out, const char *before, const char *key, const char *text) {
  fprintf(out, "%s\"%s\": ", before, key);
  json_text(out, text);
}

static void number(FILE *out, const char *key, double x) {
  fprintf(out, ", \"%s\": ", key);
  json_number(out, x);
}

static void head(FILE *out, const noslip_section_result *r) {
  word(out, "{", "model", r->model);
  word(out, ", ", "method", r->method);
  number(out, "step", r->step);
  word(out, ", ", "backend", r->backend);
  word(out, ",\n ", "section", r->section);
  word(out, ", ", "equation", r->equation);
  word(out, ", ", "direction", section_direction(r->direction));
  fprintf(out, ",\n \"starts\": %d, \"failed\": %d, \"unfinished\": %d, \"threads\": %d", r->nstart,
          r->nfailed, r->nunfinished, r->threads);
  fprintf(out, ", \"points\": %ld", r->npoint);
  number(out, "largest", r->largest);
  fprintf(out, ",\n \"steps\": %ld, \"newton\": {\"iterations\": %ld}", r->steps,
          r->newton_iterations);
  number(out, "wall_seconds", r->wall_seconds);
}

static void names(FILE *out, const noslip_section_result *r) {
  fputs(",\n \"columns\": [", out);
  for (int i = 0; i < r->ncolumn; i++) {
    fputs(i > 0 ? ", " : "", out);
    json_text(out, r->columns[i]);
  }
  fputs("],\n \"axes\": [", out);
  for (int i = 0; i < r->naxis; i++) {
    fputs(i > 0 ? ", " : "", out);
    json_text(out, r->columns[r->axes[i]]);
  }
  fputc(']', out);
}

static void points(FILE *out, const noslip_section_start *s, int ncolumn) {
  const double *x = s->points;
  fputs(", \"points\": [", out);
  for (long i = 0; i < s->npoint; i++) {
    fputs(i > 0 ? ",\n   [" : "\n   [", out);
    for (int j = 0; j < ncolumn; j++) {
      fputs(j > 0 ? ", " : "", out);
      json_number(out, *x++);
    }
    fputc(']', out);
  }
  fputc(']', out);
}

static void one_start(FILE *out, const noslip_section_result *r, int k) {
  const noslip_section_start *s = &r->starts[k];
  fprintf(out, "%s{\"start\": %d, \"steps\": %ld", k > 0 ? ",\n  " : "\n  ", k, s->steps);
  number(out, "time", s->time);
  fprintf(out, ", \"complete\": %s", s->complete ? "true" : "false");
  if (s->trouble)
    word(out, ", ", "trouble", s->trouble);
  points(out, s, r->ncolumn);
  fputc('}', out);
}

void section_json(FILE *out, const noslip_section_result *r, const char *trouble) {
  head(out, r);
  names(out, r);
  fputs(",\n \"orbits\": [", out);
  for (int k = 0; k < r->nstart; k++)
    one_start(out, r, k);
  fputc(']', out);
  json_warnings(out, r->notes, r->nnote, trouble);
  fputs("}\n", out);
}
