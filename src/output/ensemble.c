// An ensemble: table, JSON, CSV. HDF5 is in ensemble_hdf5.c, for it needs a library that a build
// may not have.

#include "output/ensemble.h"
#include "output/json.h"
#include "output/number.h"
#include "output/plain.h"
#include "output/study.h"

#include <assert.h>
#include <math.h>
#include <string.h>

ensemble_statistic ensemble_get(const noslip_statistics *q, int k) {
  const ensemble_statistic all[ensemble_nstatistic] = {{".mean", q->mean},
                                                       {".variance", q->variance},
                                                       {".min", q->min},
                                                       {".max", q->max},
                                                       {".square", q->square}};
  assert(k >= 0 && k < ensemble_nstatistic);
  return all[k];
}

// ---------------------------------------------------------------------------------------------
// the table

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
      fprintf(out, "  member %d: %s\n", k, plain_sentence(r->members[k].trouble));
      shown++;
    }
  if (r->nfailed > shown)
    fprintf(out, "  and %d more\n", r->nfailed - shown);
}

// members whose energy has become no finite number without a failure: statistics with them are none
static void odd_energies(FILE *out, const noslip_ensemble_result *r) {
  int count = 0, first = 0;
  for (int k = r->nmember - 1; r->has_energy && k >= 0; k--) {
    const noslip_ensemble_member *m = &r->members[k];
    bool odd = m->steps > 0 && !m->trouble && !isfinite(m->energy_error);
    first = odd ? k : first;
    count += odd;
  }
  if (count > 0)
    fprintf(
        out,
        "\n  the energy of %d member%s is no finite number at the end, first that of member %d:\n"
        "  statistics with it are --\n",
        count, count == 1 ? "" : "s", first);
}

static void unfinished(FILE *out, const noslip_ensemble_result *r) {
  if (r->nunfinished > 0)
    fprintf(out, "\n  stopped: %d of %d members began, %d came to the end\n", r->counts[0],
            r->nmember, r->nmember - r->nfailed - r->nunfinished);
}

static void print_table(FILE *out, const void *result) {
  const noslip_ensemble_result *r = result;
  const study_cost cost = {r->steps, r->newton_iterations, 0, r->wall_seconds};
  fprintf(out, "%s: %d member%s, ", r->model, r->nmember, r->nmember == 1 ? "" : "s");
  study_method(out, r->method, r->step);
  fprintf(out, " to t = %.10g\n", r->times[r->ntime - 1]);
  if (r->has_energy)
    over_time(out, r);
  at_the_end(out, r);
  fputs("\n  cost  ", out);
  study_print_cost(out, &cost, r->threads);
  fputc('\n', out);
  if (r->events > 0)
    fprintf(out, "  events  %ld, of all members\n", r->events);
  unfinished(out, r);
  troubles(out, r);
  odd_energies(out, r);
  study_notes(out, r->notes, r->nnote);
}

// ---------------------------------------------------------------------------------------------
// JSON

static void json_head(FILE *out, const noslip_ensemble_result *r) {
  study_json_head(out, r->model, r->method, r->step, r->backend);
  fprintf(out, ",\n \"members\": %d, \"failed\": %d, \"unfinished\": %d, \"threads\": %d",
          r->nmember, r->nfailed, r->nunfinished, r->threads);
  study_json_cost(out, ", ",
                  &(study_cost){r->steps, r->newton_iterations, r->events, r->wall_seconds});
}

static void json_statistics(FILE *out, const noslip_ensemble_result *r) {
  fputs(",\n \"statistics\": {", out);
  for (int j = 0; j < r->nquantity; j++) {
    const noslip_statistics *q = &r->quantities[j];
    json_key(out, j > 0 ? ",\n  " : "\n  ", q->name);
    for (int k = 0; k < ensemble_nstatistic; k++) {
      ensemble_statistic s = ensemble_get(q, k);
      json_list(out, k > 0 ? ",\n   " : "{", s.ending + 1, s.values, r->ntime);
    }
    fputc('}', out);
  }
  fputc('}', out);
}

// [lowest, highest] of each quantity
static void json_extremes(FILE *out, const noslip_ensemble_result *r,
                          const noslip_ensemble_member *m) {
  json_key(out, ", ", "extremes");
  for (int j = 0; j < r->nquantity; j++)
    json_list(out, j > 0 ? ", " : "{", r->quantities[j].name,
              (const double[]){m->lowest[j], m->highest[j]}, 2);
  fputs(r->nquantity > 0 ? "}" : "{}", out);
}

static void json_ends(FILE *out, const noslip_ensemble_result *r) {
  fputs(",\n \"ends\": [", out);
  for (int k = 0; k < r->nmember; k++) {
    const noslip_ensemble_member *m = &r->members[k];
    fprintf(out, "%s{\"member\": %d, \"steps\": %ld", k > 0 ? ",\n  " : "\n  ", k, m->steps);
    json_member(out, ", ", "time", m->time);
    json_member(out, ", ", "energy_error", m->energy_error);
    json_member(out, ", ", "energy_max_error", m->energy_max_error);
    json_extremes(out, r, m);
    if (m->trouble)
      json_member_sentence(out, ", ", "trouble", m->trouble);
    fputc('}', out);
  }
  fputc(']', out);
}

static void print_json(FILE *out, const void *result, const char *trouble) {
  const noslip_ensemble_result *r = result;
  json_head(out, r);
  json_list(out, ",\n ", "times", r->times, r->ntime);
  fputs(",\n \"counts\": [", out);
  for (int i = 0; i < r->ntime; i++)
    fprintf(out, "%s%d", i > 0 ? ", " : "", r->counts[i]);
  fputc(']', out);
  json_statistics(out, r);
  json_ends(out, r);
  json_warnings(out, r->notes, r->nnote, trouble);
  fputs("}\n", out);
}

// ---------------------------------------------------------------------------------------------
// CSV

static void csv_head(FILE *out, const noslip_ensemble_result *r) {
  fputs("t,members", out);
  for (int j = 0; j < r->nquantity; j++)
    for (int k = 0; k < ensemble_nstatistic; k++) {
      fputc(',', out);
      study_csv_name(out, r->quantities[j].name, ensemble_get(&r->quantities[j], k).ending);
    }
  fputc('\n', out);
}

static void print_csv(FILE *out, const void *result) {
  const noslip_ensemble_result *r = result;
  char buffer[number_size];
  csv_head(out, r);
  for (int i = 0; i < r->ntime; i++) {
    fprintf(out, "%s,%d", number_print(buffer, r->times[i]), r->counts[i]);
    for (int j = 0; j < r->nquantity; j++)
      for (int k = 0; k < ensemble_nstatistic; k++)
        study_csv_number(out, ensemble_get(&r->quantities[j], k).values[i]);
    fputc('\n', out);
  }
}

static const char *const *notes(const void *result, int *count) {
  const noslip_ensemble_result *r = result;
  *count = r->nnote;
  return r->notes;
}

const study_output ensemble_output = {print_table, print_json, print_csv, notes};
