#include "output/section.h"

#include "output/plain.h"

enum { most_lines = 40, most_troubles = 10 };

const char *section_direction(noslip_direction d) {
  return d == NOSLIP_RISING ? "rising" : d == NOSLIP_FALLING ? "falling" : "both";
}

// how a start ended
static const char *ending(const noslip_section_start *s) {
  return s->trouble ? "failed" : s->complete ? "" : s->steps > 0 ? "not complete" : "not begun";
}

static void starts(FILE *out, const noslip_section_result *r) {
  int shown = r->nstart < most_lines ? r->nstart : most_lines;
  fprintf(out, "\n  %5s  %9s  %10s  %12s\n", "start", "points", "steps", "t");
  for (int k = 0; k < shown; k++) {
    const noslip_section_start *s = &r->starts[k];
    const char *end = ending(s);
    fprintf(out, "  %5d  %9ld  %10ld  %12.6g%s%s\n", k, s->npoint, s->steps, s->time,
            end[0] ? "  " : "", end);
  }
  if (r->nstart > shown)
    fprintf(out, "  and %d more\n", r->nstart - shown);
}

static void troubles(FILE *out, const noslip_section_result *r) {
  int shown = 0;
  for (int k = 0; k < r->nstart && shown < most_troubles; k++)
    if (r->starts[k].trouble)
      fprintf(out, "%s  start %d: %s\n", shown++ == 0 ? "\n" : "", k,
              plain_text(r->starts[k].trouble));
  if (r->nfailed > shown)
    fprintf(out, "  and %d more\n", r->nfailed - shown);
}

void section_table(FILE *out, const noslip_section_result *r) {
  double each = r->steps > 0 ? (double)r->newton_iterations/(double)r->steps : 0;
  fprintf(out, "%s: section %s %s, %d start%s, %s with h = %.10g\n", plain_name(r->model),
          plain_name(r->equation), section_direction(r->direction), r->nstart,
          r->nstart == 1 ? "" : "s", r->method, r->step);
  starts(out, r);
  fprintf(out, "\n  points  %ld", r->npoint);
  if (r->npoint > 0)
    fprintf(out, ", the equation holds to %.1e", r->largest);
  fprintf(out, "\n  cost    %ld steps, %.3g Newton iterations per step, %.3g s on %d thread%s\n",
          r->steps, each, r->wall_seconds, r->threads, r->threads == 1 ? "" : "s");
  troubles(out, r);
  for (int i = 0; i < r->nnote; i++)
    fprintf(out, "%s  note: %s\n", i == 0 ? "\n" : "", plain_text(r->notes[i]));
}
