#include "study/axes.h"

noslip_status axes_check(const noslip_sweep_options *o, failure *why) {
  static const double most_runs = 1e6;
  double runs = o->runs.nmember > 0 ? o->runs.nmember : 1;
  if (o->naxis < 1 || !o->axes)
    return fail(why, NOSLIP_ERROR_ARGUMENT, "a sweep needs values: give `axes`");
  for (int i = 0; i < o->naxis; i++) {
    const noslip_axis *a = &o->axes[i];
    if (!a->key || !a->values || a->count < 1)
      return fail(why, NOSLIP_ERROR_ARGUMENT, "`axes[%d]` has no key or no values", i);
    runs *= a->count;
  }
  if (runs > most_runs)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "a sweep of %.10g runs, more than the limit of %g; give fewer values", runs,
                most_runs);
  if (o->nquantity < 0 || (o->nquantity > 0 && !o->quantities))
    return fail(why, NOSLIP_ERROR_ARGUMENT, "`quantities` has %d entries%s", o->nquantity,
                o->nquantity < 0 ? "" : " and is NULL");
  return NOSLIP_OK;
}

void axes_values(double *x, const noslip_sweep_options *o, int point) {
  for (int i = o->naxis - 1; i >= 0; i--) {
    x[i] = o->axes[i].values[point % o->axes[i].count];
    point /= o->axes[i].count;
  }
}
