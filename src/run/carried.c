// A carried multiplier that goes astray, noticed.
//
// lobatto(s, multiplier=carry) takes the multiplier of one step into the next. An error of it is
// never damped, and on some systems it grows without bound, whatever the step
// (methods/stages/lobatto.h). Constraints hold all the while, so nothing else tells before the
// energy does. What can be seen is the distance from the multiplier that is consistent with the
// motion:
//
//   d_k = max |kept - consistent|        compared with its largest value in the first steps, and
//                                        with multipliers: 0.01 of |lambda| + their largest so far
//
// On the sleigh sliding down from rest with h = 0.1 the warning comes at t = 25, with an energy
// error of 2.5e-5; systems whose carried multiplier behaves reach 23 times their first values.

#include "run/run.h"

#include "methods/family.h"

#include <math.h>

enum { first_steps = 10 };
static const double growth = 100, share = 0.01;

static bool is_carried(const noslip_run *r) {
  return method_watches(r->method, r->problem) & WATCH_MULTIPLIER;
}

// the constraint that is farthest off, and by how much
static int farthest(const noslip_run *r, double *off) {
  const problem *p = r->problem;
  int worst = p->mechanical.declared_n[0];
  *off = 0;
  for (int k = 0; k < p->mechanical.mn; k++) {
    int c = p->mechanical.declared_n[k];
    double d = fabs(r->state.kept[c] - r->state.lambda[c]);
    if (!(d <= *off)) {
      *off = d;
      worst = c;
    }
  }
  return worst;
}

// Is `off` much, for the multiplier of constraint `which`? Kept multipliers are known to the
// rounding of the momenta only: where there is hardly a reaction, that does not matter.
static bool is_much(const noslip_run *r, int which, double off) {
  static const double rounding = 1e-8;
  int n = r->problem->nv;
  double row = vec_max(consistent_directions(r->observed.consistent) + which*n, n);
  bool matters = !(off*row*fabs(r->h) <= rounding*vec_max(r->state.p, n));
  return !(off <= share*(fabs(r->state.lambda[which]) + r->watches.carried.largest)) && matters;
}

static void warn(noslip_run *r, int which, double off) {
  int s = r->method->number;
  run_notice(
      r, &r->watches.carried.notice,
      "from t = %.4g on the carried multiplier of `%s` goes astray: it is %.2g off the one that "
      "is consistent with the motion, and this grows whatever the step; take lobatto(%d), whose "
      "multiplier=reduce carries none, or spark(%d)",
      r->state.t, r->problem->constraint[which], off, s, s);
}

void carried_watch(noslip_run *r) {
  double off;
  if (r->watches.carried.notice.said || !is_carried(r))
    return;
  monitor_motion(r);
  observed_consistent(&r->observed, &r->state);
  int worst = farthest(r, &off);
  for (int k = 0; k < r->problem->mechanical.mn; k++)
    r->watches.carried.largest = fmax(r->watches.carried.largest,
                                      fabs(r->state.lambda[r->problem->mechanical.declared_n[k]]));
  if (r->progress.taken <= first_steps)
    r->watches.carried.first = fmax(r->watches.carried.first, off);
  else if (!(off <= growth*r->watches.carried.first) && is_much(r, worst, off))
    warn(r, worst, off);
}
