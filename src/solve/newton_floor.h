// The floor of newton.h, measured: how large increments stay because r is rounded, and no longer.
//
//   measure    r0 = r(x) to nearest, r_m = r(x) in the m-th other rounding mode,
//              e_m = J^-1 (r_m - r0), phi = max_m |e_m|: samples of the next increments
//   at floor   |d_k|, |d_k-1| <= 16 phi, phi <= 1e-2, and in each row the residual is rounding:
//              |r0_i| <= 16 max(max_m |r_m - r0|_i, eps (|J| s)_i), s_j the size of unknown j
//
// A sum of a few terms may come out the same in all modes by chance. So the measure is taken at x
// and at a few places as far from it as rounding may lead, x + e_m, and the largest counts.
//
// The second condition is not implied: phi is that of the worst unknown, and a row whose unknowns
// are small beside others of their block could be left unsolved. Where the last attempt fails, the
// same measure says whether a solution is lost in rounding.
//
// All of this is rare, and apart from the iteration. It gets numbers, not the address of the
// course: that address alone would put the course into memory, 9 % of a small step.

#pragma once

#include "solve/newton_linear.h"
#include "solve/rounding.h"

#include <float.h>

// Increments at a floor are up to 1.6 phi in mechanisms and stiff systems, 12 phi in random
// systems; those of a solve that has not converged 2e3 phi and more.
static const double newton_spread = 16;

// and of a phi that was measured in an earlier solve, for this many solves: at 16 a step was taken
// that was 250 times worse than its neighbours
static const double newton_spread_kept = 2;
enum { newton_keep = 64 };

// below this, slow convergence need not be told from a floor: what is left is of its size
static const double newton_small_floor = 1e-6;

// Places where a measure looks. On Andrews' mechanism one row in ten shows nothing at a single
// place.
enum { newton_places = 4 };

// Unknowns that are known to less are noise: at singular points phi is 6e-2 and more.
static const double newton_known = 1e-2;

typedef struct newton_place {
  const newton_equations *e;
  const double *x;
  double *r;
} newton_place;

static inline void newton_residual_at(void *context) {
  const newton_place *p = context;
  newton_residual(p->e, p->x, p->r);
}

// what a measure shows: of the unknowns, and of the residual in the scales of the rows
typedef struct newton_measured {
  double phi, residual;
} newton_measured;

// (|J| s)_i, J as it was evaluated
static inline double newton_row_size(newton_shape k, const newton *s, int i) {
  double sum = 0;
  if (newton_is_sparse(s))
    return newton_sparse_row_size(k, s, i);
  for (int b = 0, j = 0; b < newton_blocks; b++) {
    double largest = vec_max(s->x + j, k.end[b] - j);
    for (; j < k.end[b]; j++)
      sum += fabs(s->J[(long)i*k.n + j])*newton_size(s, j, largest);
  }
  return sum;
}

// J at x and its factors, whatever was there before; rough_i becomes eps (|J| s)_i. The equation
// that is named as the worst stays so.
static inline bool newton_factor_again(newton_shape k, newton *s, const newton_equations *e) {
  int worst = s->last.worst;
  newton_both(e, s->x, s->r, s->J);
  for (int i = 0; i < k.n; i++)
    s->rough[i] = DBL_EPSILON*newton_row_size(k, s, i);
  bool good = isfinite(vec_max(s->r, k.n)) && newton_refresh(k.n, s, e);
  s->last.worst = worst;
  return good;
}

// d = e_m, from r0 in s->r and r_m in s->d; rough_i becomes |r_m - r0|_i, if that is larger.
// Returns the largest of these, in the scales of the rows.
static inline double newton_send_back(int n, newton *s) {
  for (int i = 0; i < n; i++) {
    double change = s->d[i] - s->r[i];
    s->rough[i] = vec_larger(s->rough[i], fabs(change));
    s->d[i] = s->row[i]*change;
  }
  double largest = vec_max(s->d, n);
  newton_solve_linear(n, s, s->d);
  return largest;
}

#if ROUNDING_HAS_MODES

// the m-th of r_m goes into s->d, r0 is in s->r; false: it says nothing
static inline bool newton_other(newton_shape k, newton *s, const newton_equations *e, int m,
                                double d) {
  (void)d;
  return rounding_call(m, newton_residual_at, &(newton_place){e, s->near, s->d}) &&
         isfinite(vec_max(s->d, k.n));
}

static inline bool newton_can_measure(double d) {
  (void)d;
  return rounding_is_seen();
}

#else

// A processor without modes, as WebAssembly. r_m = (r(x + u) + r(x - u))/2, as far from the place of r0
// as the last increments d: rounded otherwise, J u cancels, and second derivatives leave squares of d in
// it. A jump or a kink cannot be told from rounding so, thus nothing is measured where d is not small,
// nor where it is so small that x + u is rounding itself.
static const double newton_visible = 1e-12;

static inline void newton_aside(newton_shape k, newton *s, int m, double d) {
  for (int b = 0, j = 0; b < newton_blocks; b++) {
    double largest = vec_max(s->x + j, k.end[b] - j);
    for (; j < k.end[b]; j++)
      s->near[j] += ((j*(m + 1) + m) % 3 - 1)*d*newton_size(s, j, largest);
  }
}

static inline bool newton_other(newton_shape k, newton *s, const newton_equations *e, int m,
                                double d) {
  newton_aside(k, s, m, d);
  newton_residual_at(&(newton_place){e, s->near, s->d});
  newton_aside(k, s, m, -2*d);
  newton_residual_at(&(newton_place){e, s->near, s->r});
  for (int i = 0; i < k.n; i++)
    s->d[i] = (s->d[i] + s->r[i])/2;
  newton_aside(k, s, m, d);
  newton_residual_at(&(newton_place){e, s->near, s->r});
  return isfinite(vec_max(s->r, k.n)) && isfinite(vec_max(s->d, k.n));
}

static inline bool newton_can_measure(double d) {
  return d >= newton_visible && d <= newton_small_floor;
}

#endif

// In all modes at `near`, which then moves to x + e_m of the last one. A mode in which r is not
// finite, as the root of a rounded zero, does not count. d: the last increments.
static inline void newton_sample(newton_shape k, newton *s, const newton_equations *e, int last,
                                 double d, newton_measured *found) {
  newton_residual_at(&(newton_place){e, s->near, s->r});
  assert(last >= 0 && last < rounding_modes);
  for (int j = 1; j <= rounding_modes && isfinite(vec_max(s->r, k.n)); j++) {
    int m = (last + j) % rounding_modes;
    if (!newton_other(k, s, e, m, d))
      continue;
    found->residual = vec_larger(found->residual, newton_send_back(k.n, s));
    if (m == last)
      vec_axpy(s->near, 1, s->d, s->x, k.n);
    found->phi = vec_larger(found->phi, newton_norm(k, s));
  }
}

// Measure at x. Nothing is found where J is singular, or modes show nothing. In the end r is that
// at x to nearest, and so is all that the equations keep of their last evaluation.
NOT_INLINED static newton_measured newton_measure(newton_shape k, newton *s,
                                                  const newton_equations *e, double d) {
  newton_measured found = {0, 0};
  if (!newton_can_measure(d) || !newton_factor_again(k, s, e))
    return found;
  vec_copy(s->near, s->x, k.n);
  for (int place = 0; place < newton_places; place++)
    newton_sample(k, s, e, place % rounding_modes, d, &found);
  newton_residual_at(&(newton_place){e, s->x, s->r});
  return found;
}

// is the residual of each row rounding?
static inline bool newton_rows_are_rounded(int n, const newton *s) {
  for (int i = 0; i < n; i++)
    if (!(fabs(s->r[i]) <= newton_spread*s->rough[i]))
      return false;
  return true;
}

// Increments stand still, and the last two are not larger than d: are they rounding? Then phi is
// kept for the next solves.
NOT_INLINED static bool newton_at_floor(newton_shape k, newton *s, const newton_equations *e,
                                        double d) {
  double phi = newton_measure(k, s, e, d).phi;
  if (!(phi <= newton_known && d <= newton_spread*phi) || !newton_rows_are_rounded(k.n, s))
    return false;
  s->carried.floor = phi;
  s->carried.floor_left = newton_keep;
  s->carried.largest_floor = vec_larger(s->carried.largest_floor, phi);
  return true;
}

// The last attempt was given up at an increment d: why? Lost in rounding if d is, and is small,
// which leaves squares of d in the rows; or else if the residual is rounding, too. Either alone is
// also true of much that diverges: of a nearly singular J where it ends, and of places so far out
// that r is all rounding.
NOT_INLINED static newton_result newton_why(newton_shape k, newton *s, const newton_equations *e,
                                            double d) {
  newton_measured found = newton_measure(k, s, e, d);
  double left = 0;
  for (int i = 0; i < k.n; i++)
    left = vec_larger(left, s->row[i]*fabs(s->r[i]));
  s->last.unknown_to = found.phi;
  bool known = found.phi <= newton_known, rounded = left <= newton_spread*found.residual;
  bool lost = d <= newton_spread*found.phi && (known || rounded);
  return lost ? NEWTON_UNDETERMINED : NEWTON_STAGNATED;
}
