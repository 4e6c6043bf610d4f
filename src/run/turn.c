// A step that turns too far, noticed.
//
// The maps between velocities and rotations (geometry/product.h) are made for steps that turn a
// body by less than a right angle or so: cay has no rotation by pi, exp is singular at 2 pi. The
// step may still be solved, but its result has little accuracy.

#include "run/run.h"

#include <math.h>

static const double right_angle = 1.5707963267948966;

double turn_limit(const noslip_run *r) {
  return r->watches.turn.said ? HUGE_VAL : right_angle;
}

void turn_watch(noslip_run *r) {
  double turn = r->stepper->kernel->carried.turn;
  if (!(turn > turn_limit(r)))
    return;
  run_notice(
      r, &r->watches.turn,
      "the step to t = %.4g turns a body by %.3g, more than a right angle: take a smaller step",
      r->state.t, turn);
}
