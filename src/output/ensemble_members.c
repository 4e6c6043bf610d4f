// The members of an ensemble as a table: what they differ in, how they ended, their extremes.

#include "output/ensemble.h"

#include <assert.h>

typedef enum kind { MEMBER, START, TIME, STEPS, FAILED, ERROR, MAX_ERROR, LOWEST, HIGHEST } kind;

// what a column is; *which: of the keys, or of the quantities
static kind find(const ensemble_members *m, int column, int *which) {
  int after = column - 1 - m->starts.nkey, extremes = after - (LOWEST - TIME);
  assert(column >= 0 && column < ensemble_members_ncolumn(m));
  *which = after < 0 ? column - 1 : extremes/2;
  if (column == 0)
    return MEMBER;
  if (after < 0)
    return START;
  return extremes < 0 ? (kind)(TIME + after) : extremes % 2 == 0 ? LOWEST : HIGHEST;
}

int ensemble_members_ncolumn(const ensemble_members *m) {
  return 1 + m->starts.nkey + (LOWEST - TIME) + 2*m->result->nquantity;
}

ensemble_column ensemble_members_column(const ensemble_members *m, int column) {
  static const char *const names[] = {
      [MEMBER] = "member", [TIME] = "time",          [STEPS] = "steps",
      [FAILED] = "failed", [ERROR] = "energy_error", [MAX_ERROR] = "energy_max_error"};
  int which;
  kind k = find(m, column, &which);
  switch (k) {
  case START: return (ensemble_column){"start.", m->starts.keys[which]};
  case LOWEST: return (ensemble_column){m->result->quantities[which].name, ".lowest"};
  case HIGHEST: return (ensemble_column){m->result->quantities[which].name, ".highest"};
  default: return (ensemble_column){names[k], ""};
  }
}

double ensemble_members_value(const ensemble_members *m, int column, int member) {
  const noslip_ensemble_member *x = &m->result->members[member];
  int which;
  switch (find(m, column, &which)) {
  case MEMBER: return member;
  case START: return m->starts.x[(size_t)member*(size_t)m->starts.nkey + (size_t)which];
  case TIME: return x->time;
  case STEPS: return (double)x->steps;
  case FAILED: return x->trouble != NULL;
  case ERROR: return x->energy_error;
  case MAX_ERROR: return x->energy_max_error;
  case LOWEST: return x->lowest[which];
  case HIGHEST: return x->highest[which];
  }
  return 0;
}

void ensemble_members_csv(FILE *out, const void *members) {
  const ensemble_members *m = members;
  int n = ensemble_members_ncolumn(m);
  for (int i = 0; i < n; i++) {
    ensemble_column c = ensemble_members_column(m, i);
    fputs(i > 0 ? "," : "", out);
    study_csv_name(out, c.first, c.second);
  }
  fputc('\n', out);
  for (int k = 0; k < m->result->nmember; k++) {
    fprintf(out, "%d", k);
    for (int i = 1; i < n; i++)
      study_csv_number(out, ensemble_members_value(m, i, k));
    fputc('\n', out);
  }
}
