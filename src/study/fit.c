#include "study/fit.h"

#include "noslip/sweep.h"

#include <assert.h>
#include <math.h>

static const double zone = 1e5;    // the zone of rounding, in units of rounding
static const double behind = 0.8;  // of the slope to be expected: below, an error stops shrinking
static const double margin = 10;   // above the floor, rounding is a tenth of the error
static const double agree = 0.05;  // of the slope: how far a local one may be off

static bool there(const fit_points *d, int i) {
  return isfinite(d->e[i]);
}

// the next coarser point that has an error, -1 if there is none
static int coarser(const fit_points *d, int i) {
  do
    i--;
  while (i >= 0 && !there(d, i));
  return i;
}

// NaN where there is none; infinite towards an error of 0
static double local_slope(const fit_points *d, int i) {
  int j = coarser(d, i);
  if (!there(d, i) || j < 0 || d->e[j] == 0)
    return (double)NAN;
  return log(d->e[j]/d->e[i])/log(d->h[j]/d->h[i]);
}

// ---------------------------------------------------------------------------------------------
// the floor

// first point of the zone of rounding: it and all finer ones are small
static int zone_begin(const fit_points *d) {
  int begin = d->n;
  for (int i = d->n - 1; i >= 0; i--) {
    if (there(d, i) && d->e[i] > zone*d->unit)
      break;
    begin = i;
  }
  return begin;
}

// s_i < 0.8 min(p, max(s_j, 1))
static bool stops_shrinking(const fit_points *d, const double *slope, int i) {
  int j = coarser(d, i);
  double before = j >= 0 && !isnan(slope[j]) ? slope[j] : d->order;
  return slope[i] < behind*fmin(d->order, fmax(before, 1));
}

static int floor_begin(const fit_points *d, const double *slope) {
  int begin = zone_begin(d);
  while (begin < d->n &&
         !(there(d, begin) && (d->e[begin] <= d->unit || stops_shrinking(d, slope, begin))))
    begin++;

  double level = 0;
  for (int i = begin; i < d->n; i++)
    level = fmax(level, d->e[i]);
  for (int j = coarser(d, begin); begin < d->n && j >= 0 && d->e[j] < margin*level;
       j = coarser(d, begin))
    begin = j;
  return begin;
}

// ---------------------------------------------------------------------------------------------
// the line

typedef struct sums {
  int n;
  double x, y, xx, xy;  // of log h and log e, from the first point
  double x0, y0;
} sums;

static void add(sums *s, double h, double e) {
  double x = log(h), y = log(e);
  if (s->n++ == 0) {
    s->x0 = x;
    s->y0 = y;
  }
  x -= s->x0;
  y -= s->y0;
  s->x += x;
  s->y += y;
  s->xx += x*x;
  s->xy += x*y;
}

static double slope_of(const sums *s) {
  return s->n < 2 ? (double)NAN : (s->n*s->xy - s->x*s->y)/(s->n*s->xx - s->x*s->x);
}

// may the next coarser point join, to which this is the local slope?
static bool joins(const sums *s, double local) {
  double so_far = slope_of(s);
  return s->n < 2 || fabs(local - so_far) <= agree*fmax(fabs(so_far), 1);
}

// the points before `end` from fine to coarse, until one does not join
static void join_points(noslip_fit *fit, sums *s, const fit_points *d, int end,
                        noslip_point_use *use, const double *slope) {
  int finer = -1;
  bool joining = true;
  for (int i = coarser(d, end); i >= 0; finer = i, i = coarser(d, i)) {
    joining = joining && d->e[i] > 0 && (finer < 0 || joins(s, slope[finer]));
    use[i] = joining ? NOSLIP_POINT_FITTED : NOSLIP_POINT_COARSE;
    fit->left_coarse += !joining;
    if (!joining)
      continue;
    add(s, d->h[i], d->e[i]);
    fit->coarsest = d->h[i];
    fit->finest = s->n == 1 ? d->h[i] : fit->finest;
  }
}

noslip_power noslip_fit_power(const double *x, const double *y, int n) {
  noslip_power fit = {.from = (double)NAN, .to = (double)NAN};
  sums s = {0};
  for (int i = 0; x && y && i < n; i++) {
    if (!(x[i] > 0 && y[i] > 0 && isfinite(x[i]) && isfinite(y[i])))
      continue;
    add(&s, x[i], y[i]);
    fit.from = s.n == 1 ? x[i] : fmin(fit.from, x[i]);
    fit.to = s.n == 1 ? x[i] : fmax(fit.to, x[i]);
  }
  fit.points = s.n;
  fit.slope = fit.from < fit.to ? slope_of(&s) : (double)NAN;
  fit.factor = exp(s.y0 + s.y/s.n - fit.slope*(s.x0 + s.x/s.n));
  return fit;
}

noslip_fit fit_line(const fit_points *d, noslip_point_use *use, double *slope) {
  noslip_fit fit = {.coarsest = (double)NAN, .finest = (double)NAN};
  sums s = {0};
  assert(d->unit >= 0);
  for (int i = 1; i < d->n; i++)
    assert(d->h[i] < d->h[i - 1] && d->h[i] > 0);  // the steps fall
  for (int i = 0; i < d->n; i++)
    slope[i] = local_slope(d, i);
  int end = floor_begin(d, slope);
  join_points(&fit, &s, d, end, use, slope);
  for (int i = 0; i < d->n; i++) {
    if (there(d, i) && i < end)
      continue;
    use[i] = there(d, i) ? NOSLIP_POINT_FLOOR : NOSLIP_POINT_MISSING;
    fit.left_floor += there(d, i);
  }
  fit.points = s.n;
  fit.slope = slope_of(&s);
  return fit;
}
