#include "study/section_columns.h"

#include "run/row.h"

#include <assert.h>
#include <string.h>

// A point has what a row has, without the residuals and the multipliers of its constraints.
static bool is_shown(const row_part *p) {
  return p->kind != ROW_RESIDUAL && (p->kind != ROW_GROUP || p->group != NOSLIP_MULTIPLIER);
}

static int find(const section_columns *c, const char *name) {
  for (int i = 0; i < c->n; i++)
    if (strcmp(c->names[i], name) == 0)
      return i;
  return -1;
}

// an axis that is a column already is that column
static void add_axes(section_columns *c, arena *a, const section *of) {
  assert(of->nplot <= section_most_axes);
  c->naxis = of->nplot;
  for (int i = 0; i < of->nplot; i++) {
    c->axes[i] = find(c, of->axes[i]);
    if (c->axes[i] >= 0)
      continue;
    c->own[c->nown++] = i;
    c->axes[i] = c->n;
    c->names[c->n++] = arena_text(a, of->axes[i], strlen(of->axes[i]));
  }
}

bool section_columns_init(section_columns *c, arena *a, const noslip_run *run, const section *of) {
  int most = section_most_axes;
  for (int k = 0; k < row_nparts; k++)
    most += row_count(run, &row_parts[k]);
  *c = (section_columns){.names = ARENA_ARRAY(a, const char *, most)};
  if (!c->names)
    return false;
  for (int k = 0; k < row_nparts; k++)
    for (int i = 0; is_shown(&row_parts[k]) && i < row_count(run, &row_parts[k]); i++)
      c->names[c->n++] = arena_print(a, "%s%s", row_parts[k].name, row_name(run, &row_parts[k], i));
  if (!a->failed)
    add_axes(c, a, of);
  assert(c->n <= most);
  return !a->failed;
}

void section_columns_read(const section_columns *c, double *x, const crossing *at) {
  double *to = x;
  for (int k = 0; k < row_nparts; k++)
    if (is_shown(&row_parts[k]))
      to = row_fill(to, at->run, &row_parts[k]);
  for (int i = 0; i < c->nown; i++)
    *to++ = at->values[2 + c->own[i]];  // after the equation and the condition
  assert(to == x + c->n);
}
