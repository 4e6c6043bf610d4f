#include "bench/callback_models.h"

static const unsigned promises = NOSLIP_AUTONOMOUS | NOSLIP_IDENTITY_MASS | NOSLIP_SEPARABLE |
                                 NOSLIP_LINEAR_CONSTRAINTS | NOSLIP_LINEAR_MULTIPLIERS;

static void zero(double *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = 0;
}

static void unit(double *A, int n) {
  zero(A, n*n);
  for (int i = 0; i < n; i++)
    A[i*n + i] = 1;
}

// ---- contact oscillator: L = (|v|^2 - |q|^2)/2,  x' + y z' = 0

static double contact_L(void *context, double t, const double *q, const double *v) {
  (void)context, (void)t;
  return 0.5*(v[0]*v[0] + v[1]*v[1] + v[2]*v[2] - q[0]*q[0] - q[1]*q[1] - q[2]*q[2]);
}

static void contact_gradient(void *context, double t, const double *q, const double *v,
                             double *by_q, double *by_v) {
  (void)context, (void)t;
  for (int i = 0; i < 3; i++) {
    by_q[i] = -q[i];
    by_v[i] = v[i];
  }
}

static void contact_hessian(void *context, double t, const double *q, const double *v, double *vv,
                            double *vq, double *qq) {
  (void)context, (void)t, (void)q, (void)v;
  unit(vv, 3);
  zero(vq, 9);
  zero(qq, 9);
  qq[0] = qq[4] = qq[8] = -1;
}

static void contact_phi(void *context, double t, const double *q, const double *v, double *phi) {
  (void)context, (void)t;
  phi[0] = v[0] + q[1]*v[2];
}

static void contact_phi_v(void *context, double t, const double *q, const double *v, double *out) {
  (void)context, (void)t, (void)v;
  out[0] = 1;
  out[1] = 0;
  out[2] = q[1];
}

static void contact_phi_q(void *context, double t, const double *q, const double *v, double *out) {
  (void)context, (void)t, (void)q;
  out[0] = out[2] = 0;
  out[1] = v[2];
}

static double driver(void *context, const noslip_node *node) {
  (void)context;
  return 0.5*(node->q[1]*node->q[1] + node->v[1]*node->v[1]);
}

noslip_callbacks contact_callbacks(void) {
  static const char *const names[] = {"x", "y", "z"}, *const constraints[] = {"c"};
  static const noslip_quantity invariants[] = {{"driver", driver}};
  static const double start[] = {0.6164414002968974, 1,
                                 -1.2727922061357857};  // z = -0.9 sqrt(2), x = sqrt(2 - z^2)
  return (noslip_callbacks){
      .name = "contact_oscillator",
      .coordinates = 3,
      .coordinate = names,
      .start_q = start,
      .function = contact_L,
      .gradient = contact_gradient,
      .hessian = contact_hessian,
      .nonholonomic = {.count = 1,
                       .names = constraints,
                       .phi = contact_phi,
                       .phi_v = contact_phi_v,
                       .phi_q = contact_phi_q},
      .invariants = invariants,
      .ninvariant = 1,
      .promises = promises,
  };
}

// ---- chaotic system, q = (x, w1..w3, z1..z3): L = |v|^2/2 - V,  x' + sum w_i z_i' = 0,
//      V = (|q|^2 + z1^2 z2^2 + sum w_i^2 z_i^2)/2

enum { n = 7 };

static double chaotic_L(void *context, double t, const double *q, const double *v) {
  (void)context, (void)t;
  const double *w = q + 1, *z = q + 4;
  double sum = -z[0]*z[0]*z[1]*z[1];
  for (int i = 0; i < n; i++)
    sum += v[i]*v[i] - q[i]*q[i];
  for (int i = 0; i < 3; i++)
    sum -= w[i]*w[i]*z[i]*z[i];
  return 0.5*sum;
}

static void chaotic_gradient(void *context, double t, const double *q, const double *v,
                             double *by_q, double *by_v) {
  (void)context, (void)t;
  const double *w = q + 1, *z = q + 4;
  double ww[] = {w[0]*w[0], w[1]*w[1], w[2]*w[2]},
         zz[] = {z[0]*z[0], z[1]*z[1], z[2]*z[2]};
  for (int i = 0; i < n; i++)
    by_v[i] = v[i];
  by_q[0] = -q[0];
  by_q[1] = -w[0]*(1 + zz[0]);
  by_q[2] = -w[1]*(1 + zz[1]);
  by_q[3] = -w[2]*(1 + zz[2]);
  by_q[4] = -z[0]*(1 + ww[0] + zz[1]);
  by_q[5] = -z[1]*(1 + ww[1] + zz[0]);
  by_q[6] = -z[2]*(1 + ww[2]);
}

static void chaotic_hessian(void *context, double t, const double *q, const double *v, double *vv,
                            double *vq, double *qq) {
  (void)context, (void)t, (void)v;
  const double *w = q + 1, *z = q + 4;
  unit(vv, n);
  zero(vq, n*n);
  zero(qq, n*n);
  qq[0] = -1;
  for (int i = 0; i < 3; i++) {
    int a = 1 + i, b = 4 + i;
    qq[a*n + a] = -1 - z[i]*z[i];
    qq[b*n + b] = -1 - w[i]*w[i];
    qq[a*n + b] = qq[b*n + a] = -2*w[i]*z[i];
  }
  qq[4*n + 4] -= z[1]*z[1];
  qq[5*n + 5] -= z[0]*z[0];
  qq[4*n + 5] = qq[5*n + 4] = -2*z[0]*z[1];
}

static void chaotic_phi(void *context, double t, const double *q, const double *v, double *phi) {
  (void)context, (void)t;
  phi[0] = v[0] + q[1]*v[4] + q[2]*v[5] + q[3]*v[6];
}

static void chaotic_phi_v(void *context, double t, const double *q, const double *v, double *out) {
  (void)context, (void)t, (void)v;
  zero(out, n);
  out[0] = 1;
  for (int i = 0; i < 3; i++)
    out[4 + i] = q[1 + i];
}

static void chaotic_phi_q(void *context, double t, const double *q, const double *v, double *out) {
  (void)context, (void)t, (void)q;
  zero(out, n);
  for (int i = 0; i < 3; i++)
    out[1 + i] = v[4 + i];
}

noslip_callbacks chaotic_callbacks(void) {
  static const char *const names[] = {"x", "w[1]", "w[2]", "w[3]", "z[1]", "z[2]", "z[3]"};
  static const char *const constraints[] = {"c"};
  static const double start[] = {1, 3*3/15.0, 3*2/15.0, 3*1/15.0, 1, 1, 1};
  return (noslip_callbacks){
      .name = "chaotic",
      .coordinates = n,
      .coordinate = names,
      .start_q = start,
      .function = chaotic_L,
      .gradient = chaotic_gradient,
      .hessian = chaotic_hessian,
      .nonholonomic = {.count = 1,
                       .names = constraints,
                       .phi = chaotic_phi,
                       .phi_v = chaotic_phi_v,
                       .phi_q = chaotic_phi_q},
      .promises = promises,
  };
}
