// Defects of order and symplecticity conditions, with Legendre polynomials as test functions.

#include "tableau/tableau_conditions.h"

#include "base/vec.h"

#include <assert.h>
#include <math.h>

// the larger, and NaN if one is
static double worse(double worst, double defect) {
  return isnan(worst) || worst >= defect ? worst : defect;
}

// I_i = int_0^(c_i) P_m(2t - 1) dt = (P_(m+1) - P_(m-1))/(2 (2m+1)), c_i for m = 0
static void integral(double *I, const double *c, int m, int s) {
  double before[tableau_most];
  assert(m >= 0 && s <= tableau_most);
  if (m == 0) {
    vec_copy(I, c, s);
    return;
  }
  tableau_legendre(I, c, m + 1, s);
  tableau_legendre(before, c, m - 1, s);
  for (int i = 0; i < s; i++)
    I[i] = (I[i] - before[i])/(2*(2*m + 1));
}

// the integral from 0 to c_i of the integral
static void integral_twice(double *I, const double *c, int m, int s) {
  double before[tableau_most];
  if (m == 0) {
    for (int i = 0; i < s; i++)
      I[i] = c[i]*c[i]/2;
    return;
  }
  integral(I, c, m + 1, s);
  integral(before, c, m - 1, s);
  for (int i = 0; i < s; i++)
    I[i] = (I[i] - before[i])/(2*(2*m + 1));
}

// integrals from c_i to 1: those from 0 to 1 - c_i, P_m(-x) = (-1)^m P_m(x)
static void integral_from(void along(double *I, const double *c, int m, int s), double *I,
                          const double *c, int m, int s) {
  double mirror[tableau_most] = {0};
  for (int i = 0; i < s; i++)
    mirror[i] = 1 - c[i];
  along(I, mirror, m, s);
  for (int i = 0; i < s; i++)
    I[i] = m % 2 ? -I[i] : I[i];
}

// y_j = sum_i x_i a_ij
static void times(double *y, const double *x, const double *A, int s) {
  for (int j = 0; j < s; j++) {
    y[j] = 0;
    for (int i = 0; i < s; i++)
      y[j] += x[i]*A[i*s + j];
  }
}

static void weigh(double *y, const double *b, const double *x, int s) {
  for (int i = 0; i < s; i++)
    y[i] = b[i]*x[i];
}

static double distance(const double *x, const double *y, int s) {
  double d[tableau_most];
  vec_sub(d, x, y, s);
  return vec_max(d, s);
}

double tableau_defect_B(const tableau *t, int p) {
  double P[tableau_most], worst = 0;
  for (int m = 0; m < p; m++) {
    tableau_legendre(P, t->c, m, t->s);
    worst = worse(worst, fabs(vec_dot(t->b, P, t->s) - (m == 0)));
  }
  return worst;
}

double tableau_defect_C(const tableau *t, int q) {
  double P[tableau_most], left[tableau_most], right[tableau_most], worst = 0;
  for (int m = 0; m < q; m++) {
    tableau_legendre(P, t->c, m, t->s);
    mat_vec(left, t->A, P, t->s, t->s);
    integral(right, t->c, m, t->s);
    worst = worse(worst, distance(left, right, t->s));
  }
  return worst;
}

double tableau_defect_D(const tableau *t, int r) {
  double P[tableau_most], left[tableau_most], right[tableau_most], worst = 0;
  for (int m = 0; m < r; m++) {
    tableau_legendre(P, t->c, m, t->s);
    weigh(P, t->b, P, t->s);
    times(left, P, t->A, t->s);
    integral_from(integral, right, t->c, m, t->s);
    weigh(right, t->b, right, t->s);
    worst = worse(worst, distance(left, right, t->s));
  }
  return worst;
}

double tableau_defect_CC(const tableau *t, const tableau *hat, int q) {
  assert(t->s == hat->s);
  double P[tableau_most], left[tableau_most], right[tableau_most], worst = 0;
  for (int m = 0; m <= q - 2; m++) {
    tableau_legendre(P, t->c, m, t->s);
    mat_vec(right, hat->A, P, t->s, t->s);
    mat_vec(left, t->A, right, t->s, t->s);
    integral_twice(right, t->c, m, t->s);
    worst = worse(worst, distance(left, right, t->s));
  }
  return worst;
}

double tableau_defect_DD(const tableau *t, const tableau *hat, int r) {
  assert(t->s == hat->s);
  double P[tableau_most], left[tableau_most], right[tableau_most], worst = 0;
  for (int m = 0; m <= r - 2; m++) {
    tableau_legendre(P, t->c, m, t->s);
    weigh(P, t->b, P, t->s);
    times(right, P, t->A, t->s);
    times(left, right, hat->A, t->s);
    integral_from(integral_twice, right, t->c, m, t->s);
    weigh(right, t->b, right, t->s);
    worst = worse(worst, distance(left, right, t->s));
  }
  return worst;
}

double tableau_defect_symplectic(const tableau *t, const tableau *hat) {
  assert(t->s == hat->s);
  int s = t->s;
  double worst = 0;
  for (int i = 0; i < s; i++)
    for (int j = 0; j < s; j++)
      worst = worse(
          worst, fabs(t->b[i]*hat->A[i*s + j] + t->b[j]*t->A[j*s + i] - t->b[i]*t->b[j]));
  return worst;
}
