#include "study/kept.h"

#include "run/row.h"

noslip_status kept_check(const kept *k, double rows, failure *why) {
  static const double most = 1 << 24;  // numbers: 128 MiB
  if (k->n*rows <= most)
    return NOSLIP_OK;
  return fail(why, NOSLIP_ERROR_ARGUMENT,
              "the trajectory of a member has %.0f numbers, more than the limit of %.0f: give a "
              "larger value of the option `every`",
              k->n*rows, most);
}

noslip_status kept_plan(kept *k, arena *a, noslip_run *run, double rows, failure *why) {
  int at = 0;
  for (int i = 0; i < row_nparts; i++)
    k->n += row_count(run, &row_parts[i]);
  if (kept_check(k, rows, why) != NOSLIP_OK)
    return why->status;
  k->names = ARENA_ARRAY(a, const char *, k->n);
  for (int j = 0; k->names && j < row_nparts; j++)
    for (int i = 0; i < row_count(run, &row_parts[j]); i++)
      k->names[at++] = arena_print(a, "%s%s", row_parts[j].name, row_name(run, &row_parts[j], i));
  return a->failed ? fail_memory(why) : NOSLIP_OK;
}

void kept_read(double *x, noslip_run *run) {
  for (int k = 0; k < row_nparts; k++)
    x = row_fill(x, run, &row_parts[k]);
}
