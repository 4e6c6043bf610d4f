#include "solve/newton_solve.h"

#include "solve/newton_run.h"

bool newton_init(newton *s, arena *a, newton_shape shape) {
  int n = shape.n;
  size_t size = (size_t)n;
  *s = (newton){
      .shape = shape,
      .noise = 1,
      .scale = ARENA_ARRAY(a, double, n),
      .x = ARENA_ARRAY(a, double, n),
      .r = ARENA_ARRAY(a, double, n),
      .d = ARENA_ARRAY(a, double, n),
      .J = ARENA_ARRAY(a, double, size*size),
      .row = ARENA_ARRAY(a, double, n),
      .rough = ARENA_ARRAY(a, double, n),
      .near = ARENA_ARRAY(a, double, n),
      .pivot = ARENA_ARRAY(a, int, n),
      .past = ARENA_ARRAY(a, double, newton_memory*size),
      .start = ARENA_ARRAY(a, double, n),
  };
  return !a->failed;
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
