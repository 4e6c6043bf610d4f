#include "run/columns.h"

#include "noslip/record.h"

#include <string.h>

int noslip_run_column_count(const noslip_run *r) {
  int n = 0;
  for (int k = 0; r && k < row_nparts; k++)
    n += row_count(r, &row_parts[k]);
  return n;
}

column_place columns_at(const noslip_run *r, int i) {
  assert(i >= 0 && i < noslip_run_column_count(r));
  const row_part *p = row_parts;
  for (int n; (n = row_count(r, p)) <= i; p++)
    i -= n;
  return (column_place){p, i};
}

column_place columns_find(const noslip_run *r, const char *name) {
  for (const row_part *p = row_parts; p < row_parts + row_nparts; p++) {
    size_t before = strlen(p->name);
    int n = strncmp(name, p->name, before) == 0 ? row_count(r, p) : 0;
    for (int i = 0; i < n; i++)
      if (strcmp(name + before, row_name(r, p, i)) == 0)
        return (column_place){p, i};
  }
  return (column_place){NULL, 0};
}

// all names, when the first is asked for: few runs need them
static bool make_names(run_columns *c, const noslip_run *r) {
  int n = noslip_run_column_count(r);
  const char **names = ARENA_ARRAY(c->arena, const char *, n);
  for (int i = 0; names && i < n; i++) {
    column_place at = columns_at(r, i);
    names[i] = arena_print(c->arena, "%s%s", at.part->name, row_name(r, at.part, at.index));
    if (!names[i])
      return false;
  }
  c->names = names;
  return names;
}

const char *noslip_run_column_name(const noslip_run *r, int i) {
  if (i < 0 || i >= noslip_run_column_count(r))
    return NULL;
  run_columns *c = r->names.shown;
  return c->names || make_names(c, r) ? c->names[i] : NULL;
}

bool noslip_run_find(const noslip_run *r, const char *name, noslip_group *group, int *index) {
  if (!r || !name || !group || !index)
    return false;
  column_place at = columns_find(r, name);
  if (!at.part || at.part->kind != ROW_GROUP)
    return false;
  *group = at.part->group;
  *index = at.index;
  return true;
}
