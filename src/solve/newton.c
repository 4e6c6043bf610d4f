#include "solve/newton.h"

#include "base/vec.h"
#include "solve/dense.h"

#include <float.h>
#include <math.h>

// A Jacobian of an earlier step is used again while it contracts better than this. Every `probe`
// steps it is tried anew. Small factorisations cost little more than an iteration.
static const double good_small = 0.01, good_large = 0.1;
enum { probe = 50 };

// what may remain, in units of the size of the unknowns: half of what rounding leaves anyway
static const double negligible = 0.25*DBL_EPSILON;

// Behind a part that vanishes at once another may hide that is small and shrinks slowly. So factors
// are not trusted to contract better than this.
static const double least_old = 1e-3, least_new = 1e-2;

// increments that are rounding, and those that may be
static const double rounding = 64*DBL_EPSILON, near_rounding = 1000*DBL_EPSILON;

bool newton_init(newton *s, arena *a, int n) {
  size_t size = (size_t)n;
  *s = (newton){
      .n = n,
      .scale = ARENA_ARRAY(a, double, n),
      .x = ARENA_ARRAY(a, double, n),
      .r = ARENA_ARRAY(a, double, n),
      .d = ARENA_ARRAY(a, double, n),
      .J = ARENA_ARRAY(a, double, size*size),
      .row = ARENA_ARRAY(a, double, n),
      .pivot = ARENA_ARRAY(a, int, n),
      .past = ARENA_ARRAY(a, double, newton_memory*size),
      .start = ARENA_ARRAY(a, double, n),
  };
  for (int b = 0; b < newton_blocks; b++)
    s->end[b] = n;
  s->noise = 1;
  return !a->failed;
}

void newton_forget(newton *s) {
  s->npast = 0;
  s->frozen = s->aged = false;
}

// polynomial extrapolation through the latest solutions: the coefficients are binomials
void newton_predict(newton *s) {
  static const double weights[newton_memory + 1][newton_memory] = {
      {0}, {1}, {2, -1}, {3, -3, 1}, {4, -6, 4, -1}};
  if (s->npast == 0)
    return;
  const double *w = weights[s->npast];
  vec_zero(s->x, s->n);
  for (int k = 0; k < s->npast; k++)
    vec_axpy(s->x, w[k], s->past + k*s->n, s->x, s->n);
}

static void remember(newton *s) {
  int n = s->n;
  for (int k = newton_memory - 1; k > 0; k--)
    vec_copy(s->past + k*n, s->past + (k - 1)*n, n);
  vec_copy(s->past, s->x, n);
  s->npast += s->npast < newton_memory;
}

// J from the equations, rows scaled to entries of size one; false if a row is zero or not finite
static bool scaled_jacobian(newton *s, const newton_equations *e) {
  int n = s->n;
  e->jacobian(e->context, s->x, s->J);
  for (int i = 0; i < n; i++) {
    double largest = vec_max(s->J + (long)i*n, n);
    if (!(largest > 0) || !isfinite(largest)) {
      s->worst = i;
      return false;
    }
    s->row[i] = ldexp(1, -ilogb(fmax(largest, DBL_MIN)));
    for (int j = 0; j < n; j++)
      s->J[(long)i*n + j] *= s->row[i];
  }
  return true;
}

// The first equation that depends on those before it: the column of J^T without a pivot, or, where
// rounding has left one, that with the smallest.
static int dependent_equation(newton *s, const newton_equations *e) {
  long n = s->n;
  scaled_jacobian(s, e);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < i; j++) {
      double t = s->J[i*n + j];
      s->J[i*n + j] = s->J[j*n + i];
      s->J[j*n + i] = t;
    }
  int smallest = dense_factor(s->J, s->pivot, s->n);
  if (smallest >= 0)
    return smallest;
  smallest = 0;
  for (int k = 1; k < n; k++)
    if (fabs(s->J[k*n + k]) < fabs(s->J[smallest*n + smallest]))
      smallest = k;
  return smallest;
}

static bool refresh(newton *s, const newton_equations *e) {
  s->frozen = s->aged = false;
  if (!scaled_jacobian(s, e))
    return false;
  s->factorisations++;
  s->frozen = dense_factor(s->J, s->pivot, s->n) < 0;
  if (!s->frozen)
    s->worst = dependent_equation(s, e);
  return s->frozen;
}

// x <- x + d, d = -J^-1 r
static void advance(newton *s) {
  for (int i = 0; i < s->n; i++)
    s->d[i] = -s->row[i]*s->r[i];
  dense_solve(s->J, s->pivot, s->d, s->n);
  vec_axpy(s->x, 1, s->d, s->x, s->n);
}

// the norm of d; NaN if an increment is
static double norm_of_increment(const newton *s) {
  static const double share = 1e-3;  // of its block, below which an unknown counts as zero
  double norm = 0;
  for (int b = 0, i = 0; b < newton_blocks; b++) {
    double largest = share*vec_max(s->x + i, s->end[b] - i);
    for (; i < s->end[b]; i++) {
      // an unknown without a size that has become zero has changed by all it was
      double size = s->scale[i] + fabs(s->x[i]) + largest;
      double part = s->d[i] == 0 ? 0 : size > 0 ? fabs(s->d[i])/size : 1;
      if (part > norm || isnan(part))
        norm = part;
    }
  }
  return norm;
}

// the equation with the largest residual, in the scales of the rows as they were last
static void name_worst(newton *s) {
  double worst = -1;
  for (int i = 0; i < s->n && !isnan(worst); i++) {
    double size = fabs(s->r[i])*(s->row[i] > 0 ? s->row[i] : 1);
    if (!(size <= worst)) {
      worst = size;
      s->worst = i;
      s->worst_residual = fabs(s->r[i]);
    }
  }
}

// would a new Jacobian be cheaper than the iterations that the old one still needs? Fresh, two more
// are enough; the factorisation counts as one iteration and a fifteenth per unknown.
static bool worth_renewing(const newton *s, double th, double norm) {
  if (th >= 1)
    return true;
  double left = log(negligible/norm)/log(th);
  return left > 3 + s->n/15.0;
}

typedef enum verdict { GO_ON, RENEW, DONE, GIVE_UP } verdict;

// how the increments go
typedef struct course {
  double norm, before, smallest;  // the last, the one before, the smallest before
  double way;                     // the largest since the Jacobian was evaluated
  bool fresh;                     // the last was made with the Jacobian at its own place
  int rises;
  double best;  // smallest residual, if it is watched
} course;

// The best contraction that is believed. Factors of this solve are good for the square of the way
// gone since they were made, a step with fresh ones for the root of its own length: the constant in
// front of |d|^2 is not known. Costs 2 % more iterations over the files of models/.
static double believable(const newton *s, const course *c) {
  if (s->aged)
    return fmax(least_old, s->aged_ratio);
  return fmin(least_new, c->fresh ? sqrt(c->norm) : c->way*c->way);
}

// is what remains below rounding?
static bool converged(const newton *s, const course *c) {
  // it is at most rate/(1 - rate) |d|
  double th = c->norm/c->before, rate = fmax(th, believable(s, c));
  if (rate < 0.5 && rate/(1 - rate)*c->norm <= negligible)
    return true;
  // The floor. Further up it must not be mistaken for slow convergence, be it that of older factors
  // or that to a double root, where the increments halve.
  if (th > 0.5 && c->norm <= rounding*s->noise)
    return true;
  double small = fmax(newton_floor, near_rounding*s->noise);
  return c->fresh && c->norm > 0.9*c->smallest && c->norm <= small && c->before <= small;
}

// after an increment
static verdict judge(newton *s, course *c) {
  double th = c->norm/c->before;
  if (c->norm <= negligible)
    return DONE;
  if (s->nhistory == 1)
    return GO_ON;
  if (s->aged && c->norm > near_rounding*s->noise)
    s->aged_ratio = fmax(s->aged_ratio, th);
  if (converged(s, c))
    return DONE;
  c->rises += th > 1;
  if (c->rises > 8)
    return GIVE_UP;
  return worth_renewing(s, th, c->norm) ? RENEW : GO_ON;
}

// One attempt; `always`: a new Jacobian at every iteration. That is the last attempt: if it fails,
// the worst equation is that of the best place it has seen, for where it runs off says nothing.
static newton_result iterate(newton *s, const newton_equations *e, bool always) {
  course c = {.norm = HUGE_VAL, .smallest = HUGE_VAL, .best = HUGE_VAL};
  s->nhistory = 0;
  while (s->nhistory < newton_most) {
    e->residual(e->context, s->x, s->r);
    if (!isfinite(vec_max(s->r, s->n)))
      return NEWTON_NOT_FINITE;
    c.fresh = always || !s->frozen;
    if (c.fresh && !refresh(s, e))
      return NEWTON_SINGULAR;
    if (always && vec_max(s->r, s->n) < c.best) {
      c.best = vec_max(s->r, s->n);
      name_worst(s);
    }

    advance(s);
    c.before = c.norm;
    c.smallest = fmin(c.smallest, c.before);
    c.norm = norm_of_increment(s);
    if (!isfinite(c.norm))
      return NEWTON_NOT_FINITE;
    c.way = fmax(c.norm, c.fresh ? 0 : c.way);
    s->history[s->nhistory++] = c.norm;
    s->iterations++;
    verdict v = judge(s, &c);
    if (v == DONE)
      return NEWTON_CONVERGED;
    if (v == GIVE_UP)
      return NEWTON_STAGNATED;
    if (v == RENEW)
      s->frozen = false;
  }
  return NEWTON_STAGNATED;
}

// keep the factorisation for the next solve? yes if an old one did well when last tried
static void decide_reuse(newton *s) {
  double good = s->n <= dense_small ? good_small : good_large;
  bool did_well = s->aged_ratio < good;
  s->since_probe = did_well ? 0 : s->since_probe + 1;
  if (!did_well && s->since_probe < probe)
    s->frozen = false;
  else
    s->since_probe = 0;
  s->aged = s->frozen;
}

newton_result newton_solve(newton *s, const newton_equations *e) {
  bool was_frozen = s->frozen;
  long iterations = s->iterations;
  vec_copy(s->start, s->x, s->n);
  if (was_frozen)
    s->aged_ratio = 0;
  newton_result result = iterate(s, e, false);
  if (result != NEWTON_CONVERGED && (was_frozen || s->nhistory > 1)) {
    // an old factorisation may be to blame: again from the start, full Newton
    vec_copy(s->x, s->start, s->n);
    result = iterate(s, e, true);
  }
  s->last_iterations = (int)(s->iterations - iterations);
  if (s->last_iterations > s->max_iterations)
    s->max_iterations = s->last_iterations;
  if (result != NEWTON_CONVERGED) {
    if (result == NEWTON_NOT_FINITE && isfinite(vec_max(s->x, s->n))) {
      e->residual(e->context, s->x, s->r);
      name_worst(s);
    }
    newton_forget(s);
    return result;
  }
  remember(s);
  decide_reuse(s);
  return NEWTON_CONVERGED;
}

const char *newton_word(newton_result result) {
  switch (result) {
  case NEWTON_CONVERGED: return "converged";
  case NEWTON_SINGULAR: return "the Jacobian is singular";
  case NEWTON_STAGNATED: return "the increments no longer shrink";
  case NEWTON_NOT_FINITE: return "the equations are not finite";
  }
  return "";
}
