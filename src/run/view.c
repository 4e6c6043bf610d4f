#include "run/view.h"

#include "base/vec.h"
#include "noslip/record.h"
#include "run/run.h"

static void fill(noslip_run *r, noslip_group group) {
  vec_copy(r->views.of[group], noslip_run_values(r, group), noslip_run_count(r, group));
}

void views_fill(noslip_run *r) {
  for (int g = 0; r->views.any && g < run_ngroup; g++)
    if (r->views.of[g])
      fill(r, (noslip_group)g);
}

const double *noslip_run_view(noslip_run *r, noslip_group group) {
  if (!r || (int)group < 0 || (int)group >= run_ngroup)
    return NULL;
  double **view = &r->views.of[group];
  if (!*view)
    *view = ARENA_ARRAY(&r->kept, double, noslip_run_count(r, group));
  if (!*view)
    return NULL;
  r->views.any = true;
  fill(r, group);
  return *view;
}
