#include "output/sweep.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// columns

enum { nfixed = 6, nstatistic = 8 };
static const char *const fixed[nfixed] = {"t",           "run.steps",    "run.failed",
                                          "run.verdict", "energy.error", "constraint.error"};
static const char *const endings[nstatistic] = {"end", "mean", "variance", "square",
                                                "min", "max",  "lowest",   "highest"};

// how many fixed columns there are, and which is number i of them
static int fixed_column(const noslip_sweep_result *r, int i, int *count) {
  int which = -1;
  *count = 0;
  for (int k = 0; k < nfixed; k++) {
    bool there = k == 4 ? r->has_energy : k == 5 ? r->has_constraints : true;
    if (there && (*count)++ == i)
      which = k;
  }
  return which;
}

// of one member its extremes are those of its output times already
static int statistics(const noslip_sweep_result *r) {
  return r->nmember > 1 ? nstatistic : nstatistic - 2;
}

int sweep_ncolumn(const noslip_sweep_result *r) {
  int count;
  fixed_column(r, 0, &count);
  return r->naxis + count + r->nquantity*statistics(r);
}

const char *sweep_column(char name[sweep_name], const noslip_sweep_result *r, int column) {
  int count, i = column - r->naxis;
  assert(column >= 0 && column < sweep_ncolumn(r));
  if (i < 0) {
    snprintf(name, sweep_name, "%s", r->axes[column].key);
    return name;
  }
  int which = fixed_column(r, i, &count);
  i -= count;
  if (which >= 0)
    snprintf(name, sweep_name, "%s", fixed[which]);
  else
    snprintf(name, sweep_name, "%.120s.%s", r->quantities[i/statistics(r)].name,
             endings[i % statistics(r)]);
  return name;
}

// of a point without a step there is nothing to judge
static double verdict_value(const noslip_sweep_point *p) {
  return p->steps == 0                               ? (double)NAN
         : p->verdict == NOSLIP_VERDICT_NOT_RESOLVED ? 2
                                                     : p->verdict == NOSLIP_VERDICT_NOT_KEPT;
}

static double fixed_value(const noslip_sweep_point *p, int which) {
  switch (which) {
  case 0: return p->time;
  case 1: return (double)p->steps;
  case 2: return p->nfailed;
  case 3: return verdict_value(p);
  case 4: return p->energy_error;
  default: return p->constraint_error;
  }
}

double sweep_value(const noslip_sweep_result *r, int column, int point) {
  int count, i = column - r->naxis;
  if (i < 0)
    return r->values[(size_t)point*(size_t)r->naxis + (size_t)column];
  int which = fixed_column(r, i, &count);
  if (which >= 0)
    return fixed_value(&r->points[point], which);
  const noslip_sweep_quantity *q = &r->quantities[(i - count)/statistics(r)];
  const double *const all[nstatistic] = {q->end, q->mean, q->variance, q->square,
                                         q->min, q->max,  q->lowest,   q->highest};
  return all[(i - count) % statistics(r)][point];
}

int sweep_find(const noslip_sweep_result *r, const char *name) {
  char own[sweep_name];
  for (int i = 0; i < sweep_ncolumn(r); i++)
    if (strcmp(sweep_column(own, r, i), name) == 0)
      return i;
  return -1;
}

bool sweep_is_statistic(const char *ending) {
  for (int k = 0; k < nstatistic; k++)
    if (strcmp(endings[k], ending) == 0)
      return true;
  return false;
}

const char *sweep_outcome(char text[sweep_name], const noslip_sweep_point *p) {
  if (p->nfailed > 0)
    snprintf(text, sweep_name, "failed");
  else if (p->nunfinished > 0)
    snprintf(text, sweep_name, p->steps > 0 ? "interrupted" : "not begun");
  else if (p->stopped)
    snprintf(text, sweep_name, "stopped by %.100s%s%s", p->stopped,
             p->verdict == NOSLIP_VERDICT_KEPT ? "" : ", ",
             p->verdict == NOSLIP_VERDICT_KEPT ? "" : noslip_verdict_text(p->verdict));
  else
    snprintf(text, sweep_name, "%s",
             p->verdict == NOSLIP_VERDICT_KEPT ? "done" : noslip_verdict_text(p->verdict));
  return text;
}

// ---------------------------------------------------------------------------------------------
// curves

int sweep_ncurve(const noslip_sweep_result *r) {
  return r->npoint/r->axes[0].count;
}

void sweep_curve(double *x, double *y, const noslip_sweep_result *r, int column, int which) {
  int between = sweep_ncurve(r);
  assert(which >= 0 && which < between);
  for (int i = 0; i < r->axes[0].count; i++) {
    x[i] = r->axes[0].values[i];
    y[i] = sweep_value(r, column, i*between + which);
  }
}

const char *sweep_curve_name(char name[sweep_name], const noslip_sweep_result *r, int which) {
  size_t length = 0;
  name[0] = 0;
  for (int i = 1; i < r->naxis && length < sweep_name; i++)
    length +=
        (size_t)snprintf(name + length, sweep_name - length, "%s%.60s = %.6g", i > 1 ? ", " : "",
                         r->axes[i].key, r->values[(size_t)which*(size_t)r->naxis + (size_t)i]);
  return name;
}

bool sweep_is_logarithmic(const noslip_sweep_result *r) {
  const noslip_axis *a = &r->axes[0];
  bool step = isnan(r->step) && (strcmp(a->key, "step") == 0 || strcmp(a->key, "h") == 0);
  for (int i = 0; i < a->count; i++)
    if (!(a->values[i] > 0))
      return false;
  return (a->ratios || step) && a->count > 1;
}

// The points of a curve are few; the sums are made again for each that is asked for. From a run that
// is not resolved nothing follows: it is left out.
noslip_power sweep_fit(const noslip_sweep_result *r, int column, int which) {
  enum { most = 1000 };
  double x[most], y[most];
  noslip_power none = {.points = 0};
  if (!sweep_is_logarithmic(r) || r->axes[0].count > most)
    return none;
  sweep_curve(x, y, r, column, which);
  for (int i = 0; i < r->axes[0].count; i++) {
    if (y[i] <= 0)
      return none;  // a quantity with signs has no power
    if (r->points[i*sweep_ncurve(r) + which].verdict == NOSLIP_VERDICT_NOT_RESOLVED)
      y[i] = (double)NAN;
  }
  return noslip_fit_power(x, y, r->axes[0].count);
}
