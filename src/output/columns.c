#include "output/columns.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// the groups that make columns, in their order, and what stands before their names
static const struct {
  noslip_group group;
  const char *prefix;
} groups[] = {
    {NOSLIP_STATE, ""},     {NOSLIP_MOMENTUM, "momentum."}, {NOSLIP_MULTIPLIER, "multiplier."},
    {NOSLIP_INVARIANT, ""}, {NOSLIP_OBSERVABLE, ""},
};
enum { ngroup = sizeof groups/sizeof *groups, own_columns = 3 };  // t, energy, constraint

static bool push(columns *c, const char *prefix, const char *name) {
  size_t size = strlen(prefix) + strlen(name) + 1;
  char *joined = malloc(size);
  if (!joined)
    return false;
  snprintf(joined, size, "%s%s", prefix, name);
  c->names[c->n++] = joined;
  return true;
}

static bool push_group(columns *c, const noslip_run *run, int k) {
  int count = noslip_run_count(run, groups[k].group);
  for (int i = 0; i < count; i++)
    if (!push(c, groups[k].prefix, noslip_run_name(run, groups[k].group, i)))
      return false;
  return true;
}

bool columns_init(columns *c, const noslip_run *run) {
  size_t n = own_columns;
  for (int k = 0; k < ngroup; k++)
    n += (size_t)noslip_run_count(run, groups[k].group);
  *c = (columns){.names = malloc(n*sizeof *c->names), .row = malloc(n*sizeof *c->row)};
  if (!c->names || !c->row)
    return false;

  bool done = push(c, "", "t") && push_group(c, run, 0) &&
              (!noslip_run_has_energy(run) || push(c, "", "energy")) && push(c, "", "constraint");
  for (int k = 1; k < ngroup && done; k++)
    done = push_group(c, run, k);
  return done;
}

void columns_free(columns *c) {
  for (int i = 0; i < c->n; i++)
    free(c->names[i]);
  free(c->names);
  free(c->row);
  *c = (columns){0};
}

double columns_largest(const double *x, int n) {
  double largest = 0;
  for (int i = 0; i < n && !isnan(largest); i++)
    if (!(fabs(x[i]) <= largest))
      largest = fabs(x[i]);
  return largest;
}

// copy a group into the row, return where the next one goes
static double *fill_group(double *at, noslip_run *run, noslip_group group) {
  int count = noslip_run_count(run, group);
  if (count > 0)
    memcpy(at, noslip_run_values(run, group), (size_t)count*sizeof *at);
  return at + count;
}

void columns_fill(columns *c, noslip_run *run) {
  double *at = c->row;
  *at++ = noslip_time(run);
  at = fill_group(at, run, groups[0].group);
  if (noslip_run_has_energy(run))
    *at++ = noslip_energy(run);
  int count = noslip_run_count(run, NOSLIP_CONSTRAINT);
  *at++ = count > 0 ? columns_largest(noslip_run_values(run, NOSLIP_CONSTRAINT), count) : 0;
  for (int k = 1; k < ngroup; k++)
    at = fill_group(at, run, groups[k].group);
}
