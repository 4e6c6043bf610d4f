// The iteration of newton.h with its sizes as arguments: where they are literals, the compiler
// unrolls it.

#pragma once

#include "solve/newton_floor.h"
#include "solve/newton_past.h"

#include <float.h>

// A Jacobian of an earlier step is used again while it contracts better than this. Every
// `newton_probe` steps it is tried again. Small factorisations cost little more than an iteration.
static const double newton_good_small = 0.01, newton_good_large = 0.1;
enum { newton_probe = 50 };

// The curvature of the equations is used after `newton_steady` solves in accord, with this factor
// of caution, and until `newton_look` solves have not measured it.
static const double newton_caution = 10;
enum { newton_steady = 4, newton_look = 16 };

// what may remain, in units of the size of the unknowns: half of what rounding leaves anyway
static const double newton_negligible = 0.25*DBL_EPSILON;

// Behind a part that vanishes at once another may hide that is small and shrinks slowly. So factors
// are not assumed to contract better than this.
static const double newton_least_old = 1e-3, newton_least_new = 1e-2;

// increments that are rounding, and those that may be
static const double newton_rounding = 64*DBL_EPSILON, newton_near_rounding = 1000*DBL_EPSILON;

enum { newton_rises = 8 };  // an attempt with more increments that have grown is given up

// An increment that is not smaller than this part of the smallest before stands still. At a double
// root they halve.
static const double newton_still = 0.9;

// unknowns of dense systems whose factors cost as many iterations
enum { newton_sparse_like = 45 };

static inline int newton_like(int n, const newton *s) {
  return newton_is_sparse(s) ? newton_sparse_like : n;
}

// Would a new Jacobian be cheaper than the iterations that the old one still needs? Fresh, two more
// are enough; the factorisation counts as one iteration and a fifteenth per unknown.
static inline bool newton_worth_renewing(int n, double th, double norm) {
  double left = norm;
  for (int k = 0; k < 3 + n/15 && left > newton_negligible; k++)
    left *= th;
  return th >= 1 || left > newton_negligible;
}

typedef enum newton_verdict {
  NEWTON_GO_ON,
  NEWTON_RENEW,
  NEWTON_MEASURE,  // the floor, and then decide
  NEWTON_DONE,
  NEWTON_GIVE_UP,
} newton_verdict;

// how the increments go
typedef struct newton_course {
  double norm, before, smallest;  // the last, the one before, the smallest before
  double way;                     // the largest since the Jacobian was evaluated
  bool fresh, was_fresh;  // the last, the one before was made with the Jacobian at its place
  bool own;               // the solver of the equations has made its factors in this solve
  bool looked;            // an increment after a fresh one was observed
  double curvature;       // and what it showed
  int rises, measures;    // increments that have grown, measures of the floor
  double best;            // smallest residual, if it is watched
  bool steadily;          // increments are those of the solver of the equations
  newton_result missed;   // why the last increment could not be made
} newton_course;

// The best contraction that is assumed. Factors of this solve are good for the square of the way
// gone since they were made, a step with fresh ones for the root of its own length: the constant in
// front of |d|^2 is not known. Costs 2 % more iterations over the files of models/.
static inline double newton_believable(const newton *s, const newton_course *c) {
  if (s->carried.aged || c->steadily)
    return vec_larger(newton_least_old, s->carried.aged_ratio);
  return vec_smaller(newton_least_new, c->fresh ? sqrt(c->norm) : c->way*c->way);
}

// is what remains below rounding?
static inline bool newton_converged(const newton *s, const newton_course *c) {
  // it is at most rate/(1 - rate) |d|
  double th = c->norm/c->before, rate = vec_larger(th, newton_believable(s, c));
  if (rate < 0.5 && rate/(1 - rate)*c->norm <= newton_negligible)
    return true;
  // The floor. Further up it must not be mistaken for slow convergence, be it that of older factors
  // or that to a double root, where the increments halve. The noise is an upper bound: with older
  // factors what lies below it may not have converged.
  bool old = (s->carried.aged || c->steadily) && !c->own;
  if (th > 0.5 && c->norm <= newton_rounding*(old ? 1 : s->noise))
    return true;
  double small = vec_larger(newton_floor, newton_near_rounding*s->noise);
  double floor = newton_spread_kept*s->carried.floor;
  if (c->fresh && c->norm > newton_still*c->smallest && c->norm <= small && c->before <= small)
    return true;
  // A floor that was measured. Below a small one increments may also shrink, by halves or so: x + d
  // is then rounded away where J counts it.
  bool still =
      c->norm > newton_still*c->smallest || (th > 0.5 && s->carried.floor <= newton_small_floor);
  return c->fresh && c->was_fresh && still && c->norm <= floor && c->before <= floor;
}

// is it time to measure the floor?
static inline bool newton_stands_still(const newton_course *c) {
  return c->fresh && c->was_fresh && c->norm > newton_still*c->smallest &&
         c->norm <= newton_known && c->measures < newton_measures;
}

// with fresh factors, is the increment after one of this size known to be negligible?
static inline bool newton_next_is_negligible(const newton *s, double norm) {
  return s->carried.steady >= newton_steady &&
         newton_caution*s->carried.curvature*norm*norm <= newton_negligible;
}

// the increment before was made with fresh factors: what did it leave? Rounding shows nothing
static inline void newton_look_back(const newton *s, newton_course *c) {
  if (!c->was_fresh || !(c->before < 1))
    return;
  c->looked = true;
  if (c->norm > newton_near_rounding*s->noise)
    c->curvature = vec_larger(c->curvature, c->norm/(c->before*c->before));
}

// After a solve: is what it has shown of the curvature in accord with what was known? Counts end
// where they decide.
static inline void newton_learn(newton *s, const newton_course *c) {
  s->carried.unseen += s->carried.unseen < newton_look;
  if (!c->looked)
    return;
  s->carried.unseen = 0;
  bool noisy = c->norm > newton_near_rounding*s->noise && c->norm > 0.5*c->before;
  bool accord = !noisy && s->carried.curvature > 0 && c->curvature <= 4*s->carried.curvature;
  s->carried.steady = accord ? s->carried.steady + (s->carried.steady < newton_steady) : 0;
  if (noisy)
    s->carried.curvature = 0;
  else if (c->curvature > 0)
    s->carried.curvature = vec_larger(c->curvature, 0.5*s->carried.curvature);
}

// A ratio that the solver of the equations may show: beyond this J is the better choice, for
// `newton_without` solves.
static const double newton_poor = 0.4;
enum { newton_without = 100 };

// after an increment of the solver of the equations, which shrink by a steady ratio
static inline newton_verdict newton_judge_steady(newton *s, newton_course *c) {
  double th = c->norm/c->before;
  if (c->norm <= newton_negligible)
    return NEWTON_DONE;
  if (s->last.nhistory == 1)
    return NEWTON_GO_ON;
  if (c->norm > newton_near_rounding*s->noise)
    s->carried.aged_ratio = vec_larger(s->carried.aged_ratio, th);
  if (newton_converged(s, c))
    return NEWTON_DONE;
  return th <= newton_poor ? NEWTON_GO_ON : c->own ? NEWTON_GIVE_UP : NEWTON_RENEW;
}

// An increment that could not be made, and why: false.
static inline bool newton_missed(newton_course *c, newton_result why) {
  c->missed = why;
  return false;
}

// the norm of the increment that was made, into the course and the history; false if it is not
// finite
static inline bool newton_note(newton_shape k, newton *s, newton_course *c) {
  c->before = c->norm;
  c->smallest = vec_smaller(c->smallest, c->before);
  c->norm = newton_norm(k, s);
  if (!isfinite(c->norm))
    return newton_missed(c, NEWTON_NOT_FINITE);
  c->way = vec_larger(c->norm, c->fresh ? 0 : c->way);
  assert(s->last.nhistory < newton_most);
  s->last.history[s->last.nhistory++] = c->norm;
  s->carried.iterations++;
  return true;
}

// the next increment of the solver of the equations; false if there is none
static inline bool newton_increment_steady(newton_shape k, newton *s, const newton_equations *e,
                                           newton_course *c) {
  if (s->carried.frozen) {
    newton_residual(e, s->x, s->r);
  } else {
    s->carried.factorisations++;
    s->carried.frozen = c->own = newton_factor(e, s->x, s->r);
  }
  if (!isfinite(vec_max(s->r, k.n)))
    return newton_missed(c, NEWTON_NOT_FINITE);
  if (!s->carried.frozen)
    return newton_missed(c, NEWTON_SINGULAR);
  newton_correct(e, s->r, s->d);
  vec_axpy(s->x, 1, s->d, s->x, k.n);
  return newton_note(k, s, c);
}

// One attempt with it. Its factors are good for the next solve, too, where renewing them costs more
// than it saves: small ones are always renewed.
static inline newton_result newton_iterate_steady(newton_shape k, newton *s,
                                                  const newton_equations *e) {
  newton_course c = {.norm = HUGE_VAL, .smallest = HUGE_VAL, .steadily = true};
  bool was_frozen = s->carried.frozen;
  newton_verdict v = NEWTON_GO_ON;
  s->last.nhistory = 0;
  s->last.quick = false;
  s->carried.aged_ratio = 0;
  while ((v == NEWTON_GO_ON || v == NEWTON_RENEW) && s->last.nhistory < newton_most) {
    if (!newton_increment_steady(k, s, e, &c))
      return c.missed;
    v = newton_judge_steady(s, &c);
    if (v == NEWTON_RENEW) {
      s->carried.frozen = false;
      s->carried.aged_ratio = 0;
    }
  }
  if (v != NEWTON_DONE)
    return NEWTON_STAGNATED;
  if (!was_frozen)
    s->carried.fresh_needed = s->last.nhistory;
  s->carried.frozen = k.n > dense_small && 2*s->last.nhistory <= 3*s->carried.fresh_needed + 2;
  return NEWTON_CONVERGED;
}

// after an increment
static inline newton_verdict newton_judge(int n, newton *s, newton_course *c) {
  double th = c->norm/c->before;
  newton_look_back(s, c);
  s->last.quick =
      c->fresh && s->carried.unseen < newton_look && newton_next_is_negligible(s, c->norm);
  if (c->norm <= newton_negligible || s->last.quick)
    return NEWTON_DONE;
  if (s->last.nhistory == 1)
    return NEWTON_GO_ON;
  if (s->carried.aged && c->norm > newton_near_rounding*s->noise)
    s->carried.aged_ratio = vec_larger(s->carried.aged_ratio, th);
  if (newton_converged(s, c))
    return NEWTON_DONE;
  c->rises += th > 1;
  if (newton_stands_still(c))
    return NEWTON_MEASURE;
  if (c->rises > newton_rises)
    return NEWTON_GIVE_UP;
  return newton_worth_renewing(newton_like(n, s), th, c->norm) ? NEWTON_RENEW : NEWTON_GO_ON;
}

// The next increment, with new factors if there are none to use; false if there is none. What `e`
// holds is at the place before it.
static inline bool newton_increment(newton_shape k, newton *s, const newton_equations *e,
                                    bool always, newton_course *c) {
  c->was_fresh = c->fresh;
  c->fresh = always || !s->carried.frozen;
  if (c->fresh)
    newton_both(e, s->x, s->r, s->J);
  else
    newton_residual(e, s->x, s->r);
  double size = vec_max(s->r, k.n);
  if (!isfinite(size))
    return newton_missed(c, NEWTON_NOT_FINITE);
  if (c->fresh && !newton_refresh(k.n, s, e))
    return newton_missed(c, NEWTON_SINGULAR);
  if (always && size < c->best) {
    c->best = size;
    newton_name_worst(k.n, s);
  }
  newton_advance(k.n, s);
  return newton_note(k, s, c);
}

// increments, until something other than the next of them is due; false if one could not be made
static inline bool newton_follow(newton_shape k, newton *s, const newton_equations *e, bool always,
                                 newton_course *c, newton_verdict *v) {
  *v = NEWTON_GO_ON;
  while (*v == NEWTON_GO_ON && s->last.nhistory < newton_most) {
    if (!newton_increment(k, s, e, always, c))
      return false;
    *v = newton_judge(k.n, s, c);
    if (*v == NEWTON_RENEW) {
      s->carried.frozen = false;
      *v = NEWTON_GO_ON;
    }
  }
  return true;
}

// how an attempt begins
static inline newton_course newton_begin(newton *s) {
  s->last.nhistory = 0;
  s->last.quick = false;
  return (newton_course){.norm = HUGE_VAL, .smallest = HUGE_VAL, .best = HUGE_VAL};
}

// An attempt, or the rest of one: the floor is measured where increments stand still. `always`: a
// new Jacobian at every iteration. That is the last attempt: if it fails, the worst equation is
// that of the best place it has visited: where it diverges says nothing of the cause.
NOT_INLINED static newton_result newton_insist(newton_shape k, newton *s, const newton_equations *e,
                                               bool always, newton_course c, newton_verdict v) {
  do {
    if (v == NEWTON_MEASURE && newton_at_floor(k, s, e, vec_larger(c.norm, c.before))) {
      v = NEWTON_DONE;
      break;
    }
    s->carried.frozen = s->carried.frozen && v != NEWTON_MEASURE;
    c.measures += v == NEWTON_MEASURE;
    if (!newton_follow(k, s, e, always, &c, &v))
      return c.missed;
  } while (v == NEWTON_MEASURE);
  if (v == NEWTON_DONE) {
    newton_learn(s, &c);
    return NEWTON_CONVERGED;
  }
  return always ? newton_why(k, s, e, c.norm) : NEWTON_STAGNATED;
}

// The first attempt. What is rare is not inlined: beyond a call that may change all memory nothing
// is known any more, and that alone was 9 % of a small step.
static inline newton_result newton_iterate(newton_shape k, newton *s, const newton_equations *e) {
  newton_course c = newton_begin(s);
  newton_verdict v;
  if (!newton_follow(k, s, e, false, &c, &v))
    return c.missed;
  if (v == NEWTON_MEASURE) {
    newton_equations apart = newton_apart(e);
    return newton_insist(k, s, &apart, false, c, v);
  }
  if (v != NEWTON_DONE)
    return NEWTON_STAGNATED;
  newton_learn(s, &c);
  return NEWTON_CONVERGED;
}

// an old factorisation may be the cause if that has failed: again from the start, full Newton
NOT_INLINED static newton_result newton_again(newton_shape k, newton *s,
                                              const newton_equations *e) {
  vec_copy(s->x, s->start, k.n);
  return newton_insist(k, s, e, true, newton_begin(s), NEWTON_GO_ON);
}

// Keep the factorisation for the next solve? Not if one iteration with a fresh one is enough, which
// costs as much as two with an old one, or a few where there are more unknowns; otherwise if an old
// one did well when last tried.
static inline void newton_decide_reuse(int n, newton *s) {
  bool short_way =
      newton_next_is_negligible(s, s->last.history[0]) && s->last.iterations > 1 + n/8;
  if (s->last.quick || short_way) {
    s->carried.frozen = s->carried.aged = false;
    return;
  }
  double good = n <= dense_small ? newton_good_small : newton_good_large;
  bool did_well = s->carried.aged_ratio < good;
  s->carried.since_probe = did_well ? 0 : s->carried.since_probe + 1;
  if (!did_well && s->carried.since_probe < newton_probe)
    s->carried.frozen = false;
  else
    s->carried.since_probe = 0;
  s->carried.aged = s->carried.frozen;
}

// a solve that failed: name the equation, forget everything
static inline newton_result newton_lost(int n, newton *s, const newton_equations *e,
                                        newton_result result) {
  if (result == NEWTON_NOT_FINITE && isfinite(vec_max(s->x, n))) {
    newton_residual(e, s->x, s->r);
    newton_name_worst(n, s);
  }
  newton_forget(s);
  return result;
}

// how many iterations this solve has taken
static inline void newton_count(newton *s, long before) {
  assert(s->carried.iterations >= before && s->carried.floor_left >= 0);
  s->last.iterations = (int)(s->carried.iterations - before);
  if (s->carried.floor_left > 0 && --s->carried.floor_left == 0)
    s->carried.floor = 0;
  if (s->last.iterations > s->carried.max_iterations)
    s->carried.max_iterations = s->last.iterations;
}

// With the solver of the equations, and without it where it does badly. The start is kept for that.
static inline bool newton_run_steady(newton_shape k, newton *s, const newton_equations *e) {
  assert(s->carried.without >= 0);
  if (s->carried.without > 1) {
    s->carried.without--;
    return false;
  }
  if (s->carried.without == 1) {
    s->carried.without = 0;
    s->carried.frozen = false;  // those were factors of J
  }
  if (newton_iterate_steady(k, s, e) == NEWTON_CONVERGED)
    return true;
  s->carried.without = newton_without;
  s->carried.frozen = s->carried.aged = false;
  vec_copy(s->x, s->start, k.n);
  return false;
}

static inline newton_result newton_run(newton_shape k, newton *s, const newton_equations *given) {
  newton_equations asked = newton_asked(s, given);
  const newton_equations *e = &asked;
  bool was_frozen = s->carried.frozen;
  long iterations = s->carried.iterations;
  assert(k.n == s->shape.n);
  vec_copy(s->start, s->x, k.n);
  if (newton_has_solver(e) && newton_run_steady(k, s, e)) {
    newton_count(s, iterations);
    newton_remember(k.n, s);
    return NEWTON_CONVERGED;
  }
  if (newton_has_solver(e))
    was_frozen = s->carried.frozen;
  if (was_frozen)
    s->carried.aged_ratio = 0;
  newton_result result = newton_iterate(k, s, e);
  if (result != NEWTON_CONVERGED && (was_frozen || s->last.nhistory > 1)) {
    newton_equations apart = newton_apart(e);
    result = newton_again(k, s, &apart);
  }
  newton_count(s, iterations);
  if (result != NEWTON_CONVERGED)
    return newton_lost(k.n, s, e, result);
  newton_remember(k.n, s);
  newton_decide_reuse(newton_like(k.n, s), s);
  return NEWTON_CONVERGED;
}
