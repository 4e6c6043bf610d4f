#include "output/columns.h"

#include "run/row.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool push(columns *c, const char *prefix, const char *name) {
  size_t size = strlen(prefix) + strlen(name) + 1;
  char *joined = malloc(size);
  if (!joined)
    return false;
  snprintf(joined, size, "%s%s", prefix, name);
  c->names[c->n++] = joined;
  return true;
}

static bool push_part(columns *c, const noslip_run *run, const row_part *p) {
  bool done = true;
  for (int i = 0; i < row_count(run, p) && done; i++)
    done = push(c, p->name, row_name(run, p, i));
  return done;
}

bool columns_init(columns *c, const noslip_run *run) {
  size_t n = 0;
  for (int k = 0; k < row_nparts; k++)
    n += (size_t)row_count(run, &row_parts[k]);
  *c = (columns){.names = malloc(n*sizeof *c->names), .row = malloc(n*sizeof *c->row)};
  bool done = c->names && c->row;
  for (int k = 0; k < row_nparts && done; k++)
    done = push_part(c, run, &row_parts[k]);
  assert(!done || (size_t)c->n == n);
  return done;
}

void columns_free(columns *c) {
  for (int i = 0; i < c->n; i++)
    free(c->names[i]);
  free(c->names);
  free(c->row);
  *c = (columns){0};
}

void columns_fill(columns *c, noslip_run *run) {
  double *at = c->row;
  for (int k = 0; k < row_nparts; k++)
    at = row_fill(at, run, &row_parts[k]);
  assert(at == c->row + c->n);  // the run of columns_init
}
