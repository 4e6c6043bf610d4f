#include "tests/support/callback_systems.h"

#include "bench/callback_models.h"

#include <math.h>
#include <string.h>

static void zero(double *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = 0;
}

// ---- models/sleigh.noslip: the mass matrix depends on the position

static double sleigh_L(void *context, double t, const double *q, const double *v) {
  (void)context, (void)t;
  double s = sin(q[2]), c = cos(q[2]);
  return 0.5*(v[0]*v[0] + v[1]*v[1]) + v[2]*v[2] + v[2]*(v[1]*c - v[0]*s) -
         0.1*(q[1] + s);
}

static void sleigh_gradient(void *context, double t, const double *q, const double *v, double *by_q,
                            double *by_v) {
  (void)context, (void)t;
  double s = sin(q[2]), c = cos(q[2]);
  by_q[0] = 0;
  by_q[1] = -0.1;
  by_q[2] = -v[2]*(v[1]*s + v[0]*c) - 0.1*c;
  by_v[0] = v[0] - v[2]*s;
  by_v[1] = v[1] + v[2]*c;
  by_v[2] = 2*v[2] + v[1]*c - v[0]*s;
}

static void sleigh_hessian(void *context, double t, const double *q, const double *v, double *vv,
                           double *vq, double *qq) {
  (void)context, (void)t;
  double s = sin(q[2]), c = cos(q[2]);
  const double M[] = {1, 0, -s, 0, 1, c, -s, c, 2};
  memcpy(vv, M, sizeof M);
  zero(vq, 9);
  zero(qq, 9);
  vq[2] = -v[2]*c;
  vq[5] = -v[2]*s;
  vq[8] = -v[1]*s - v[0]*c;
  qq[8] = -v[2]*(v[1]*c - v[0]*s) + 0.1*s;
}

static void sleigh_phi(void *context, double t, const double *q, const double *v, double *phi) {
  (void)context, (void)t;
  phi[0] = v[1]*cos(q[2]) - v[0]*sin(q[2]);
}

static void sleigh_phi_v(void *context, double t, const double *q, const double *v, double *out) {
  (void)context, (void)t, (void)v;
  out[0] = -sin(q[2]);
  out[1] = cos(q[2]);
  out[2] = 0;
}

static void sleigh_phi_q(void *context, double t, const double *q, const double *v, double *out) {
  (void)context, (void)t;
  out[0] = out[1] = 0;
  out[2] = -v[1]*sin(q[2]) - v[0]*cos(q[2]);
}

static double sleigh_speed(void *context, const noslip_node *node) {
  (void)context;
  return node->v[0]*cos(node->q[2]) + node->v[1]*sin(node->q[2]);
}

static noslip_callbacks sleigh(void) {
  static const char *const names[] = {"x", "y", "theta"}, *const blade[] = {"blade"};
  static const double start[] = {1, 0, 0};
  static const noslip_quantity observables[] = {{"speed", sleigh_speed}};
  return (noslip_callbacks){
      .name = "chaplygin_sleigh",
      .title = "Chaplygin sleigh on an inclined plane",
      .coordinates = 3,
      .coordinate = names,
      .start_q = start,
      .function = sleigh_L,
      .gradient = sleigh_gradient,
      .hessian = sleigh_hessian,
      .nonholonomic = {1, blade, sleigh_phi, sleigh_phi_v, sleigh_phi_q, NULL, NULL},
      .observables = observables,
      .nobservable = 1,
      .promises = NOSLIP_AUTONOMOUS | NOSLIP_QUADRATIC | NOSLIP_LINEAR_CONSTRAINTS,
  };
}

// ---- the double spherical pendulum, from both sides

static const double m1 = 1, m2 = 1.5, gr = 9.81;

static void rods_g(void *context, double t, const double *q, double *g) {
  (void)context, (void)t;
  g[0] = 0.5*(q[0]*q[0] + q[1]*q[1] + q[2]*q[2] - 1);
  g[1] = 0.5*(q[3]*q[3] + q[4]*q[4] + q[5]*q[5] - 0.64);
}

static void rods_g_q(void *context, double t, const double *q, double *out) {
  (void)context, (void)t;
  zero(out, 12);
  for (int i = 0; i < 3; i++) {
    out[i] = q[i];
    out[9 + i] = q[3 + i];
  }
}

static void rods_bias(void *context, double t, const double *q, const double *v, double *out) {
  (void)context, (void)t, (void)q;
  out[0] = v[0]*v[0] + v[1]*v[1] + v[2]*v[2];
  out[1] = v[3]*v[3] + v[4]*v[4] + v[5]*v[5];
}

static double rods_Jz(void *context, const noslip_node *node) {
  (void)context;
  const double *q = node->q, *p = node->p;
  return q[0]*p[1] - q[1]*p[0] + q[3]*p[4] - q[4]*p[3];
}

static const char *const rods_names[] = {"a[1]", "a[2]", "a[3]", "b[1]", "b[2]", "b[3]"};
static const char *const rods_constraints[] = {"rod1", "rod2"};
static const double rods_start[] = {0.6, 0, -0.8, 0, 0.48, -0.64};
static const noslip_quantity rods_invariants[] = {{"Jz", rods_Jz}};
static const unsigned rods_promises = NOSLIP_AUTONOMOUS | NOSLIP_CONSTANT_MASS | NOSLIP_SEPARABLE;

static double rods_V(const double *q) {
  return m1*gr*q[2] + m2*gr*(q[2] + q[5]);
}

static double rods_L(void *context, double t, const double *q, const double *v) {
  (void)context, (void)t;
  double sum = 0;
  for (int i = 0; i < 3; i++)
    sum += 0.5*m1*v[i]*v[i] + 0.5*m2*(v[i] + v[3 + i])*(v[i] + v[3 + i]);
  return sum - rods_V(q);
}

static void rods_L_gradient(void *context, double t, const double *q, const double *v, double *by_q,
                            double *by_v) {
  (void)context, (void)t, (void)q;
  zero(by_q, 6);
  by_q[2] = -(m1 + m2)*gr;
  by_q[5] = -m2*gr;
  for (int i = 0; i < 3; i++) {
    by_v[i] = m1*v[i] + m2*(v[i] + v[3 + i]);
    by_v[3 + i] = m2*(v[i] + v[3 + i]);
  }
}

// [a 1, b 1; b 1, c 1] with units 1 of size 3
static void blocks(double *A, double a, double b, double c) {
  zero(A, 36);
  for (int i = 0; i < 3; i++) {
    A[i*6 + i] = a;
    A[i*6 + 3 + i] = A[(3 + i)*6 + i] = b;
    A[(3 + i)*6 + 3 + i] = c;
  }
}

static void rods_L_hessian(void *context, double t, const double *q, const double *v, double *vv,
                           double *vq, double *qq) {
  (void)context, (void)t, (void)q, (void)v;
  blocks(vv, m1 + m2, m2, m2);
  zero(vq, 36);
  zero(qq, 36);
}

static noslip_callbacks rods_lagrangian(void) {
  static const double velocity[] = {0.4, 0.9, 0.3, 1, 0.64, 0.48};
  return (noslip_callbacks){
      .name = "double_spherical_pendulum_lagrangian",
      .coordinates = 6,
      .coordinate = rods_names,
      .start_q = rods_start,
      .start_x = velocity,
      .function = rods_L,
      .gradient = rods_L_gradient,
      .hessian = rods_L_hessian,
      .holonomic = {2, rods_constraints, rods_g, rods_g_q, NULL, rods_bias},
      .invariants = rods_invariants,
      .ninvariant = 1,
      .promises = rods_promises,
  };
}

static double rods_H(void *context, double t, const double *q, const double *p) {
  (void)context, (void)t;
  double sum = rods_V(q);
  for (int i = 0; i < 3; i++)
    sum += (p[i] - p[3 + i])*(p[i] - p[3 + i])/(2*m1) + p[3 + i]*p[3 + i]/(2*m2);
  return sum;
}

static void rods_H_gradient(void *context, double t, const double *q, const double *p, double *by_q,
                            double *by_p) {
  (void)context, (void)t, (void)q;
  zero(by_q, 6);
  by_q[2] = (m1 + m2)*gr;
  by_q[5] = m2*gr;
  for (int i = 0; i < 3; i++) {
    by_p[i] = (p[i] - p[3 + i])/m1;
    by_p[3 + i] = p[3 + i]/m2 - by_p[i];
  }
}

static void rods_H_hessian(void *context, double t, const double *q, const double *p, double *pp,
                           double *pq, double *qq) {
  (void)context, (void)t, (void)q, (void)p;
  blocks(pp, 1/m1, -1/m1, 1/m1 + 1/m2);
  zero(pq, 36);
  zero(qq, 36);
}

static noslip_callbacks rods_hamiltonian(void) {
  static const double momentum[] = {2.5, 3.21, 1.47, 2.1, 2.31, 1.17};
  noslip_callbacks c = rods_lagrangian();
  c.name = "double_spherical_pendulum";
  c.form = NOSLIP_HAMILTONIAN;
  c.start_x = momentum;
  c.function = rods_H;
  c.gradient = rods_H_gradient;
  c.hessian = rods_H_hessian;
  return c;
}

// ---- models/chetaev.noslip: nonlinear in the velocities

static double chetaev_L(void *context, double t, const double *q, const double *v) {
  (void)context, (void)t;
  double m = 1 + 0.25*q[0]*q[0];
  return 0.5*(v[0]*v[0] + m*v[1]*v[1] + v[2]*v[2]) - q[2] -
         0.25*(q[0]*q[0] + q[1]*q[1]);
}

static void chetaev_gradient(void *context, double t, const double *q, const double *v,
                             double *by_q, double *by_v) {
  (void)context, (void)t;
  by_q[0] = 0.25*q[0]*v[1]*v[1] - 0.5*q[0];
  by_q[1] = -0.5*q[1];
  by_q[2] = -1;
  by_v[0] = v[0];
  by_v[1] = (1 + 0.25*q[0]*q[0])*v[1];
  by_v[2] = v[2];
}

static void chetaev_hessian(void *context, double t, const double *q, const double *v, double *vv,
                            double *vq, double *qq) {
  (void)context, (void)t;
  zero(vv, 9);
  zero(vq, 9);
  zero(qq, 9);
  vv[0] = vv[8] = 1;
  vv[4] = 1 + 0.25*q[0]*q[0];
  vq[3] = 0.5*q[0]*v[1];
  qq[0] = 0.25*v[1]*v[1] - 0.5;
  qq[4] = -0.5;
}

static void cone_phi(void *context, double t, const double *q, const double *v, double *phi) {
  (void)context, (void)t, (void)q;
  phi[0] = v[2]*v[2] - v[0]*v[0] - v[1]*v[1];
}

static void cone_phi_v(void *context, double t, const double *q, const double *v, double *out) {
  (void)context, (void)t, (void)q;
  out[0] = -2*v[0];
  out[1] = -2*v[1];
  out[2] = 2*v[2];
}

static void cone_phi_q(void *context, double t, const double *q, const double *v, double *out) {
  (void)context, (void)t, (void)q, (void)v;
  zero(out, 3);
}

static void cone_phi_vv(void *context, double t, const double *q, const double *v, const double *mu,
                        double *out) {
  (void)context, (void)t, (void)q, (void)v;
  zero(out, 9);
  out[0] = out[4] = -2*mu[0];
  out[8] = 2*mu[0];
}

static noslip_callbacks chetaev(void) {
  static const char *const names[] = {"x", "y", "z"}, *const cone[] = {"cone"};
  static const double q[] = {0.3, -0.2, 0.5}, v[] = {0.6, 0.8, 1};
  return (noslip_callbacks){
      .name = "chetaev",
      .coordinates = 3,
      .coordinate = names,
      .start_q = q,
      .start_x = v,
      .function = chetaev_L,
      .gradient = chetaev_gradient,
      .hessian = chetaev_hessian,
      .nonholonomic = {1, cone, cone_phi, cone_phi_v, cone_phi_q, NULL, cone_phi_vv},
      .promises = NOSLIP_AUTONOMOUS | NOSLIP_QUADRATIC,
  };
}

// ---- a mass, a force and a constraint that depend on time

static const char driven_text[] =
    "model driven\ncoord x, y: angle\n"
    "lagrangian (1 + 0.2*sin(t))*x'^2/2 + (1 + 0.1*cos(y))*y'^2/2 - x^2/2\n"
    "force x = cos(2*t) - 0.1*x' + 0.2*sin(y)\nforce y = 0.3*x*y'\n"
    "nonholonomic blade: y'*cos(t) - x'*sin(t) = 0.1*t*x multiplier blade_force\n"
    "init x = 0.3, x' = 0.5\nobserve reaction = blade_force\n";

static double driven_L(void *context, double t, const double *q, const double *v) {
  (void)context;
  return 0.5*(1 + 0.2*sin(t))*v[0]*v[0] + 0.5*(1 + 0.1*cos(q[1]))*v[1]*v[1] -
         0.5*q[0]*q[0];
}

static void driven_gradient(void *context, double t, const double *q, const double *v, double *by_q,
                            double *by_v) {
  (void)context;
  by_q[0] = -q[0];
  by_q[1] = -0.05*sin(q[1])*v[1]*v[1];
  by_v[0] = (1 + 0.2*sin(t))*v[0];
  by_v[1] = (1 + 0.1*cos(q[1]))*v[1];
}

static void driven_hessian(void *context, double t, const double *q, const double *v, double *vv,
                           double *vq, double *qq) {
  (void)context;
  vv[0] = 1 + 0.2*sin(t);
  vv[1] = vv[2] = 0;
  vv[3] = 1 + 0.1*cos(q[1]);
  vq[0] = vq[1] = vq[2] = 0;
  vq[3] = -0.1*sin(q[1])*v[1];
  qq[0] = -1;
  qq[1] = qq[2] = 0;
  qq[3] = -0.05*cos(q[1])*v[1]*v[1];
}

static void driven_gradient_t(void *context, double t, const double *q, const double *v,
                              double *out) {
  (void)context, (void)q;
  out[0] = 0.2*cos(t)*v[0];
  out[1] = 0;
}

static void driven_force(void *context, double t, const double *q, const double *v, double *F) {
  (void)context;
  F[0] = cos(2*t) - 0.1*v[0] + 0.2*sin(q[1]);
  F[1] = 0.3*q[0]*v[1];
}

static void driven_force_derivatives(void *context, double t, const double *q, const double *v,
                                     double *by_q, double *by_v) {
  (void)context, (void)t;
  by_q[0] = by_q[3] = 0;
  by_q[1] = 0.2*cos(q[1]);
  by_q[2] = 0.3*v[1];
  by_v[0] = -0.1;
  by_v[1] = by_v[2] = 0;
  by_v[3] = 0.3*q[0];
}

static void driven_phi(void *context, double t, const double *q, const double *v, double *phi) {
  (void)context;
  phi[0] = v[1]*cos(t) - v[0]*sin(t) - 0.1*t*q[0];
}

static void driven_phi_v(void *context, double t, const double *q, const double *v, double *out) {
  (void)context, (void)q, (void)v;
  out[0] = -sin(t);
  out[1] = cos(t);
}

static void driven_phi_q(void *context, double t, const double *q, const double *v, double *out) {
  (void)context, (void)q, (void)v;
  out[0] = -0.1*t;
  out[1] = 0;
}

static void driven_phi_t(void *context, double t, const double *q, const double *v, double *out) {
  (void)context;
  out[0] = -v[1]*sin(t) - v[0]*cos(t) - 0.1*q[0];
}

static double driven_reaction(void *context, const noslip_node *node) {
  (void)context;
  return node->lambda[0];
}

static noslip_callbacks driven(void) {
  static const char *const names[] = {"x", "y"}, *const blade[] = {"blade"};
  static const bool angle[] = {false, true};
  static const double q[] = {0.3, 0}, v[] = {0.5, 0};
  static const noslip_quantity observables[] = {{"reaction", driven_reaction}};
  return (noslip_callbacks){
      .name = "driven",
      .coordinates = 2,
      .coordinate = names,
      .angle = angle,
      .start_q = q,
      .start_x = v,
      .function = driven_L,
      .gradient = driven_gradient,
      .hessian = driven_hessian,
      .gradient_t = driven_gradient_t,
      .force = driven_force,
      .force_derivatives = driven_force_derivatives,
      .nonholonomic = {1, blade, driven_phi, driven_phi_v, driven_phi_q, driven_phi_t, NULL},
      .observables = observables,
      .nobservable = 1,
      .uses_multipliers = true,
      .promises = NOSLIP_QUADRATIC | NOSLIP_AFFINE_CONSTRAINTS,
  };
}

// ---- a pendulum whose pivot moves: a holonomic constraint with time in it

static const char moving_text[] =
    "model moving\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - 9.81*y\n"
    "holonomic rod: ((x - 0.3*sin(2*t))^2 + y^2 - 1)/2 = 0\ninit y = -1, x' = 0.5\n";

static double moving_L(void *context, double t, const double *q, const double *v) {
  (void)context, (void)t;
  return 0.5*(v[0]*v[0] + v[1]*v[1]) - 9.81*q[1];
}

static void moving_gradient(void *context, double t, const double *q, const double *v, double *by_q,
                            double *by_v) {
  (void)context, (void)t, (void)q;
  by_q[0] = 0;
  by_q[1] = -9.81;
  by_v[0] = v[0];
  by_v[1] = v[1];
}

static void moving_hessian(void *context, double t, const double *q, const double *v, double *vv,
                           double *vq, double *qq) {
  (void)context, (void)t, (void)q, (void)v;
  zero(vv, 4);
  zero(vq, 4);
  zero(qq, 4);
  vv[0] = vv[3] = 1;
}

static void moving_g(void *context, double t, const double *q, double *g) {
  (void)context;
  double x = q[0] - 0.3*sin(2*t);
  g[0] = 0.5*(x*x + q[1]*q[1] - 1);
}

static void moving_g_q(void *context, double t, const double *q, double *out) {
  (void)context;
  out[0] = q[0] - 0.3*sin(2*t);
  out[1] = q[1];
}

static void moving_g_t(void *context, double t, const double *q, double *out) {
  (void)context;
  out[0] = -(q[0] - 0.3*sin(2*t))*0.6*cos(2*t);
}

static void moving_bias(void *context, double t, const double *q, const double *v, double *out) {
  (void)context;
  double x = q[0] - 0.3*sin(2*t), u = v[0] - 0.6*cos(2*t);
  out[0] = u*u + x*1.2*sin(2*t) + v[1]*v[1];
}

static noslip_callbacks moving(void) {
  static const char *const names[] = {"x", "y"}, *const rod[] = {"rod"};
  static const double q[] = {0, -1}, v[] = {0.5, 0};
  return (noslip_callbacks){
      .name = "moving",
      .coordinates = 2,
      .coordinate = names,
      .start_q = q,
      .start_x = v,
      .function = moving_L,
      .gradient = moving_gradient,
      .hessian = moving_hessian,
      .holonomic = {1, rod, moving_g, moving_g_q, moving_g_t, moving_bias},
      .promises = NOSLIP_IDENTITY_MASS | NOSLIP_SEPARABLE,
  };
}

// ---- a hamiltonian with a nonholonomic constraint, a force of its momenta, a mass of its position

static const char tilted_text[] =
    "model tilted\ncoord x momentum px, y momentum py, z momentum pz\n"
    "hamiltonian (px^2 + py^2/(1 + x^2) + pz^2)/2 + x*py/4 + (x^2 + y^2 + z^2)/2 + sin(t)*px/8\n"
    "force x = -px/10 + cos(t)\nforce z = -pz/10 + y/5\n"
    "nonholonomic c: z' = y*x'\ninit x = 0.5, y = 0.7, py = 0.3, px = 0.4, pz = 0.28\n";

static double tilted_H(void *context, double t, const double *q, const double *p) {
  (void)context;
  double M = 1 + q[0]*q[0];
  return 0.5*(p[0]*p[0] + p[1]*p[1]/M + p[2]*p[2]) + 0.25*q[0]*p[1] +
         0.5*(q[0]*q[0] + q[1]*q[1] + q[2]*q[2]) + 0.125*sin(t)*p[0];
}

static void tilted_gradient(void *context, double t, const double *q, const double *p, double *by_q,
                            double *by_p) {
  (void)context;
  double M = 1 + q[0]*q[0];
  by_q[0] = -q[0]*p[1]*p[1]/(M*M) + 0.25*p[1] + q[0];
  by_q[1] = q[1];
  by_q[2] = q[2];
  by_p[0] = p[0] + 0.125*sin(t);
  by_p[1] = p[1]/M + 0.25*q[0];
  by_p[2] = p[2];
}

static void tilted_hessian(void *context, double t, const double *q, const double *p, double *pp,
                           double *pq, double *qq) {
  (void)context, (void)t;
  double M = 1 + q[0]*q[0];
  zero(pp, 9);
  zero(pq, 9);
  zero(qq, 9);
  pp[0] = pp[8] = 1;
  pp[4] = 1/M;
  pq[3] = -2*q[0]*p[1]/(M*M) + 0.25;
  qq[0] = 1 - p[1]*p[1]*(1/(M*M) - 4*q[0]*q[0]/(M*M*M));
  qq[4] = qq[8] = 1;
}

static void tilted_gradient_t(void *context, double t, const double *q, const double *p,
                              double *out) {
  (void)context, (void)q, (void)p;
  zero(out, 3);
  out[0] = 0.125*cos(t);
}

static void tilted_force(void *context, double t, const double *q, const double *p, double *F) {
  (void)context;
  F[0] = -0.1*p[0] + cos(t);
  F[1] = 0;
  F[2] = -0.1*p[2] + 0.2*q[1];
}

static void tilted_force_derivatives(void *context, double t, const double *q, const double *p,
                                     double *by_q, double *by_p) {
  (void)context, (void)t, (void)q, (void)p;
  zero(by_q, 9);
  zero(by_p, 9);
  by_q[7] = 0.2;
  by_p[0] = by_p[8] = -0.1;
}

static void tilted_phi(void *context, double t, const double *q, const double *v, double *phi) {
  (void)context, (void)t;
  phi[0] = v[2] - q[1]*v[0];
}

static void tilted_phi_v(void *context, double t, const double *q, const double *v, double *out) {
  (void)context, (void)t, (void)v;
  out[0] = -q[1];
  out[1] = 0;
  out[2] = 1;
}

static void tilted_phi_q(void *context, double t, const double *q, const double *v, double *out) {
  (void)context, (void)t, (void)q;
  out[0] = out[2] = 0;
  out[1] = -v[0];
}

static void nothing_t(void *context, double t, const double *q, const double *v, double *out) {
  (void)context, (void)t, (void)q, (void)v;
  out[0] = 0;
}

static noslip_callbacks tilted(void) {
  static const char *const names[] = {"x", "y", "z"}, *const c[] = {"c"};
  static const double q[] = {0.5, 0.7, 0}, p[] = {0.4, 0.3, 0.28};
  return (noslip_callbacks){
      .name = "tilted",
      .form = NOSLIP_HAMILTONIAN,
      .coordinates = 3,
      .coordinate = names,
      .start_q = q,
      .start_x = p,
      .function = tilted_H,
      .gradient = tilted_gradient,
      .hessian = tilted_hessian,
      .gradient_t = tilted_gradient_t,
      .force = tilted_force,
      .force_derivatives = tilted_force_derivatives,
      .nonholonomic = {1, c, tilted_phi, tilted_phi_v, tilted_phi_q, nothing_t, NULL},
      .promises = NOSLIP_QUADRATIC | NOSLIP_LINEAR_CONSTRAINTS,
  };
}

// ---- all of them

static const callback_system systems[] = {
    {"contact_oscillator", NULL, contact_callbacks, {"dla-mp", "dla-cm"}, 0.15, 200},
    {"chaotic", NULL, chaotic_callbacks, {"dla-mp", "compose(dla-mp, suzuki4)"}, 0.1, 100},
    {"sleigh", NULL, sleigh, {"dla-mp", "dla-cm", "compose(dla-cm, kahan-li6)"}, 0.05, 200},
    {"double_spherical_pendulum", NULL, rods_hamiltonian, {"rattle", "euler-true"}, 0.01, 200},
    {"double_spherical_pendulum_lagrangian",
     NULL,
     rods_lagrangian,
     {"rattle", "compose(rattle, suzuki4)"},
     0.01,
     200},
    {"chetaev", NULL, chetaev, {"dla-mp", "dla-cm"}, 0.01, 50},
    {"driven", driven_text, driven, {"dla-mp", "dla-cm"}, 0.02, 60},
    {"moving", moving_text, moving, {"rattle", "euler-true*"}, 0.01, 200},
    {"tilted", tilted_text, tilted, {"dla-mp", "dla-cm"}, 0.05, 100},
};

int callback_system_count(void) {
  return (int)(sizeof systems/sizeof *systems);
}

const callback_system *callback_system_at(int i) {
  return &systems[i];
}

const callback_system *callback_system_named(const char *name) {
  for (int i = 0; i < callback_system_count(); i++)
    if (strcmp(systems[i].name, name) == 0)
      return &systems[i];
  return NULL;
}

noslip_callbacks callbacks_without_second(noslip_callbacks c) {
  c.hessian = NULL;
  c.gradient_t = NULL;
  c.force_derivatives = NULL;
  c.nonholonomic.phi_q = NULL;
  c.nonholonomic.phi_t = NULL;
  c.nonholonomic.phi_vv = NULL;
  c.holonomic.bias = NULL;
  c.promises &= ~(unsigned)NOSLIP_LINEAR_MULTIPLIERS;
  return c;
}

noslip_callbacks callbacks_without_first(noslip_callbacks c) {
  c = callbacks_without_second(c);
  c.gradient = NULL;
  c.nonholonomic.phi_v = NULL;
  c.holonomic.g_q = NULL;
  c.holonomic.g_t = NULL;
  return c;
}
