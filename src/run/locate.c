#include "run/locate.h"

#include <assert.h>
#include <float.h>
#include <math.h>

// the root is between a and b; `a` is the newest point, and `old` the one that a or b has replaced
typedef struct interval {
  double a, b, old, fa, fb, fold;
} interval;

static int sign_of(double x) {
  return (x > 0) - (x < 0);
}

static void interval_add(interval *k, double x, double f) {
  if (sign_of(f) == sign_of(k->fa)) {
    k->old = k->a;
    k->fold = k->fa;
  } else {
    k->old = k->b;
    k->fold = k->fb;
    k->b = k->a;
    k->fb = k->fa;
  }
  k->a = x;
  k->fa = f;
}

// where to look next, as a share of the way from a to b
static double share(const interval *k) {
  double xi = (k->a - k->b)/(k->old - k->b), phi = (k->fa - k->fb)/(k->fold - k->fb);
  if (!(phi*phi < xi && (1 - phi)*(1 - phi) < 1 - xi))
    return 0.5;
  return k->fa/(k->fb - k->fa)*k->fold/(k->fb - k->fold) +
         (k->old - k->a)/(k->b - k->a)*k->fa/(k->fold - k->fa)*k->fb/(k->fold - k->fb);
}

noslip_status locate_root(double *tau, double *left, locate_function *f, void *context,
                          const locate_bracket *bracket) {
  assert(sign_of(bracket->fa) != sign_of(bracket->fb));
  enum { most = 120 };
  const double rounding = 2*DBL_EPSILON*fmax(fabs(bracket->a), fabs(bracket->b));
  interval k = {.a = bracket->b, .fa = bracket->fb, .b = bracket->a, .fb = bracket->fa};
  double t = k.fa/(k.fa - k.fb);
  *tau = (double)NAN;
  for (int i = 0; i < most && k.fa != 0 && k.fb != 0; i++) {
    double least = rounding/fabs(k.b - k.a);
    if (!(least <= 0.5))
      break;
    *tau = k.a + fmin(1 - least, fmax(least, t))*(k.b - k.a);
    noslip_status status = f(context, *tau, left);
    if (status != NOSLIP_OK || isnan(*left))
      return status;
    interval_add(&k, *tau, *left);
    t = share(&k);
  }
  double nearest = fabs(k.fa) <= fabs(k.fb) ? k.a : k.b;
  if (nearest == *tau)
    return NOSLIP_OK;
  *tau = nearest;
  return f(context, *tau, left);
}

// With s = tau/h, f in units that make the larger end 1, and D = h d:
// p(s) = f0 + D0 s + c2 s^2 + c3 s^3. The root of p' where p'' = 2 root >= 0 is
// (root - c2)/(3 c3) = -D0/(c2 + root), whichever does not cancel.
bool locate_dip(double *tau, double depth, const locate_ends *ends) {
  assert(depth >= 0);
  int sign = sign_of(ends->f0);
  if (sign == 0 || sign != sign_of(ends->f1))
    return false;
  double unit = sign*fmax(fabs(ends->f0), fabs(ends->f1));
  double f0 = ends->f0/unit, D0 = ends->h*(ends->d0/unit);
  double f1 = ends->f1/unit, D1 = ends->h*(ends->d1/unit);
  double c2 = 3*(f1 - f0) - 2*D0 - D1, c3 = 2*(f0 - f1) + D0 + D1;
  double root = sqrt(c2*c2 - 3*c3*D0);
  double s = c2 >= 0 ? -D0/(c2 + root) : (root - c2)/(3*c3);
  *tau = s*ends->h;
  return s > 0 && s < 1 && f0 + s*(D0 + s*(c2 + s*c3)) < -depth/fabs(unit);
}
