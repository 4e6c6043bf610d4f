// A carried multiplier that goes astray, noticed.
//
// lobatto(s, multiplier=carry) takes the multiplier of one step into the next. An error of it is
// never damped, and on some systems it grows without bound, whatever the step (methods/lobatto.h).
// Constraints hold all the while, so nothing else tells before the energy does. What can be seen is
// the distance from the multiplier that is consistent with the motion:
//
//   d_k = max |kept - consistent|        compared with its largest value in the first steps
//
// On the sleigh sliding down from rest with h = 0.1 this speaks at t = 27, with an energy error of
// 3e-5; systems whose carried multiplier behaves reach 23 times their first values.

#include "run/run.h"

#include <math.h>
#include <stdio.h>

enum { first_steps = 10 };
static const double growth = 100, share = 0.01;

static bool is_carried(const noslip_run *r) {
  return r->method->rule == RULE_LOBATTO && r->method->multiplier == MULTIPLIER_CARRY &&
         r->problem->mn > 0;
}

// the constraint that is farthest off, and by how much
static int farthest(const noslip_run *r, double *off) {
  const problem *p = r->problem;
  int worst = p->declared_n[0];
  *off = 0;
  for (int k = 0; k < p->mn; k++) {
    int c = p->declared_n[k];
    double d = fabs(r->state.kept[c] - r->state.lambda[c]);
    if (!(d <= *off)) {
      *off = d;
      worst = c;
    }
  }
  return worst;
}

static void warn(noslip_run *r, int which, double off) {
  int s = r->method->stages;
  snprintf(
      r->carried_warning, sizeof r->carried_warning,
      "from t = %.4g on the carried multiplier of `%s` goes astray: it is %.2g off the one that "
      "is consistent with the motion, and this grows whatever the step; take lobatto(%d), whose "
      "multiplier=reduce carries none, or spark(%d)",
      r->state.t, r->problem->constraint[which], off, s, s);
  run_warn(r, r->carried_warning);
  r->carried_said = true;
}

void carried_watch(noslip_run *r) {
  double off;
  if (r->carried_said || !is_carried(r))
    return;
  monitor_motion(r);
  seen_consistent(&r->seen, &r->state);
  int worst = farthest(r, &off);
  if (r->taken <= first_steps)
    r->carried_first = fmax(r->carried_first, off);
  else if (!(off <= growth*r->carried_first) &&
           !(off <= share*(1 + fabs(r->state.lambda[worst]))))
    warn(r, worst, off);
}
