// Steps that rounding leaves badly known, noticed.
//
// Every step is solved to the floor of its equations (solve/newton_floor.h). Where that is high,
// because steps are short, forces stiff or constraints nearly dependent, the step is as good as it
// can be, but has fewer digits than its numbers.

#include "run/run.h"

#include <stdio.h>

static const double worth_saying = 1e-8;

static double largest_floor(const noslip_run *r) {
  double floor = stepper_base(r->stepper)->kernel->newton.carried.largest_floor;
  for (int i = 0; i < r->stepper->nstage; i++) {
    double other = r->stepper->stages[i]->kernel->newton.carried.largest_floor;
    floor = other > floor ? other : floor;
  }
  return floor;
}

double floor_limit(const noslip_run *r) {
  return vec_larger(r->watches.floor.said, worth_saying);
}

void floor_watch(noslip_run *r) {
  double floor = largest_floor(r);
  if (!(floor > floor_limit(r)))
    return;
  if (r->watches.floor.said == 0)
    run_warn(r, r->watches.floor.text);
  snprintf(r->watches.floor.text, sizeof r->watches.floor.text,
           "rounding leaves the steps known to %.1g of their size", floor);
  r->watches.floor.said = floor;
}
