#include "output/ensemble.h"

#include "output/number.h"
#include "output/plain.h"

#include <math.h>
#include <string.h>

enum { most_lines = 11, most_troubles = 10 };  // ten intervals: round times

static int wider(int width, int length) {
  return length > width ? length : width;
}

static void numbers(FILE *out, const noslip_statistics *q, int i) {
  const double x[] = {q->mean[i], sqrt(q->variance[i]), q->min[i], q->max[i]};
  for (int k = 0; k < 4; k++)
    if (isnan(x[k]))
      fprintf(out, "  %10s", "--");
    else
      fprintf(out, "  %10.3e", number_shown(x[k]));
  fputc('\n', out);
}

static void head(FILE *out, const char *first, int width, bool members) {
  fprintf(out, "  %-*s", width, first);
  if (members)
    fprintf(out, "  %7s", "members");
  fprintf(out, "  %10s  %10s  %10s  %10s\n", "mean", "deviation", "min", "max");
}

// output time of line k of `lines`: evenly chosen, the first and the last among them
static int chosen(const noslip_ensemble_result *r, int k, int lines) {
  return lines > 1 ? (int)((long)k*(r->ntime - 1)/(lines - 1)) : 0;
}

static void over_time(FILE *out, const noslip_ensemble_result *r) {
  int lines = r->ntime < most_lines ? r->ntime : most_lines, width = 1;
  for (int k = 0; k < lines; k++)
    width = wider(width, snprintf(NULL, 0, "%.6g", r->times[chosen(r, k, lines)]));
  fputs("\n  energy error E - E(0)\n\n", out);
  head(out, "t", width, true);
  for (int k = 0; k < lines; k++) {
    int i = chosen(r, k, lines);
    fprintf(out, "  %-*.6g  %7d", width, r->times[i], r->counts[i]);
    numbers(out, &r->quantities[0], i);
  }
}

static void at_the_end(FILE *out, const noslip_ensemble_result *r) {
  int width = 1, last = r->ntime - 1;
  if (r->nquantity <= r->has_energy)
    return;
  for (int j = r->has_energy; j < r->nquantity; j++)
    width = wider(width, (int)strlen(r->quantities[j].name));
  fprintf(out, "\n  at t = %.10g, changes of invariants and values of observables\n\n",
          r->times[last]);
  head(out, "", width, false);
  for (int j = r->has_energy; j < r->nquantity; j++) {
    fprintf(out, "  %-*s", width, r->quantities[j].name);
    numbers(out, &r->quantities[j], last);
  }
}

static void troubles(FILE *out, const noslip_ensemble_result *r) {
  int shown = 0;
  fputs(r->nfailed > 0 ? "\n" : "", out);
  for (int k = 0; k < r->nmember && shown < most_troubles; k++)
    if (r->members[k].trouble) {
      fprintf(out, "  member %d: %s\n", k, plain_text(r->members[k].trouble));
      shown++;
    }
  if (r->nfailed > shown)
    fprintf(out, "  and %d more\n", r->nfailed - shown);
}

static void unfinished(FILE *out, const noslip_ensemble_result *r) {
  if (r->nunfinished > 0)
    fprintf(out, "\n  stopped: %d of %d members began, %d came to the end\n", r->counts[0],
            r->nmember, r->nmember - r->nfailed - r->nunfinished);
}

void ensemble_table(FILE *out, const noslip_ensemble_result *r) {
  double each = r->steps > 0 ? (double)r->newton_iterations/(double)r->steps : 0;
  fprintf(out, "%s: %d member%s, %s with h = %.10g to t = %.10g\n", r->model, r->nmember,
          r->nmember == 1 ? "" : "s", r->method, r->step, r->times[r->ntime - 1]);
  if (r->has_energy)
    over_time(out, r);
  at_the_end(out, r);
  fprintf(out, "\n  cost  %ld steps, %.3g Newton iterations per step, %.3g s on %d thread%s\n",
          r->steps, each, r->wall_seconds, r->threads, r->threads == 1 ? "" : "s");
  unfinished(out, r);
  troubles(out, r);
  for (int i = 0; i < r->nnote; i++)
    fprintf(out, "%s  note: %s\n", i == 0 ? "\n" : "", plain_text(r->notes[i]));
}
