#include "methods/baseline/adaptive.h"

#include <math.h>
#include <string.h>

// the tolerances of an adaptive method: (rtol=1e-8, atol=1e-12)
static noslip_status read_tolerances(method *m, const spec *s, failure *why) {
  static const double least_rtol = 1e-14;  // below, rounding decides
  for (int i = 0; i < s->nitem; i++) {
    const spec_item *item = &s->items[i];
    bool rtol = item->option && strcmp(item->option, "rtol") == 0;
    bool atol = item->option && strcmp(item->option, "atol") == 0;
    if (!rtol && !atol)
      return fail(why, NOSLIP_ERROR_ARGUMENT,
                  "the options of `%s` are rtol and atol, as in %s(rtol=1e-8, atol=1e-12)", s->name,
                  s->name);
    double x = item->is_number ? item->number : 0;
    if (rtol && !(x >= least_rtol && x < 1))
      return fail(why, NOSLIP_ERROR_ARGUMENT, "rtol of `%s` is a number from %g to 1", s->name,
                  least_rtol);
    if (atol && !(x > 0 && isfinite(x)))
      return fail(why, NOSLIP_ERROR_ARGUMENT, "atol of `%s` is a positive number", s->name);
    *(rtol ? &m->rtol : &m->atol) = x;
  }
  return NOSLIP_OK;
}

noslip_status adaptive_find(arena *a, const method *listed, const spec *s, const method **out,
                            failure *why) {
  if (s->adjoint)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "`%s` has no adjoint: it chooses its steps itself and has none of size h", s->name);
  *out = listed;
  if (s->nitem == 0)
    return NOSLIP_OK;
  method *m = arena_alloc(a, sizeof *m);
  const char *name = spec_text(a, s);
  if (!m || !name)
    return fail_memory(why);
  *m = *listed;
  m->name = m->label = name;
  *out = m;
  return read_tolerances(m, s, why);
}
