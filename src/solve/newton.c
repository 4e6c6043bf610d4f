#include "solve/newton_solve.h"

#include "solve/newton_run.h"

bool newton_init(newton *s, arena *a, newton_shape shape) {
  layout counted = {0};
  *s = (newton){.shape = shape, .noise = 1};
  newton_lay(s, &counted);
  layout all = arena_layout(a, &counted);
  if (a->failed)
    return false;
  newton_lay(s, &all);
  assert(layout_agrees(&all, &counted));
  return true;
}

newton_result newton_solve(newton *s, const newton_equations *e) {
  return newton_run(s->shape, s, e);
}

const char *newton_word(newton_result result) {
  switch (result) {
  case NEWTON_CONVERGED: return "converged";
  case NEWTON_SINGULAR: return "the Jacobian is singular";
  case NEWTON_STAGNATED: return "the increments no longer shrink";
  case NEWTON_NOT_FINITE: return "the equations are not finite";
  case NEWTON_UNDETERMINED: return "rounding leaves the step undetermined";
  }
  return "";
}
