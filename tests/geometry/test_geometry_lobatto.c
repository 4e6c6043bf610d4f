// Are the maps of src/geometry those that a Lobatto method on a group asks for? Its step, written
// down here for Lagrangians with a constant inertia, and solved with differences, gives the digits
// of another program on SO(3), SE(2), SE(3) and SO(3) x R^2.
//
//   stages     Xi_i = h sum_j a_ij H_j,  G_i = g0 tau(Xi_i),  w_i = I D(Xi_i) H_i,
//              f_i = Ad*_tau(Xi_i)^-1 F_i,  F_i = force(G_i) + C(G_i)^T Lambda_i
//   equations  D_i^T w_i + h sum_j (b_j a_ji/b_i) (T_j + D_j^T F_j)
//              = D(-xi)^T (mu0 + h sum_j b_j f_j);  xi = Xi_s,  g1 = G_s;
//              the forces of the last stage cancel and are left out
//   next       mu1 = Ad*_tau(xi) (mu0 + h sum_j b_j f_j)
//   holonomic  Phi(G_i) = 0 for i > 1, and C(g1) I^-1 mu1 = 0
//   nonhol.    C I^-1 mu^i + c = 0 at G_i for i > 1,
//              mu^i = Ad*_tau(Xi_i) (mu0 + h sum_j a_ij f_j);
//              Lambda_1 is the Lambda_s of the step before

#include "tests/support/check.h"

#include "geometry/product.h"

enum { most_dim = 6, most_size = 12, most_stage = 3, most_multiplier = 3, most_unknown = 32 };

typedef struct tableau {
  int s;
  double a[most_stage][most_stage], b[most_stage];
} tableau;

static const tableau trapezoidal = {2, {{0}, {0.5, 0.5}}, {0.5, 0.5}};
static const tableau simpson = {3,
                                {{0}, {5/24.0, 8/24.0, -1/24.0}, {1/6.0, 4/6.0, 1/6.0}},
                                {1/6.0, 4/6.0, 1/6.0}};

typedef struct body {
  group_factor factor[2];
  int nfactor, m;  // m constraints
  bool holonomic;
  double inertia[most_dim*most_dim];
  void (*force)(const double *g, double *F);
  void (*constraint)(const double *g, double *C, double *c);   // C eta + c, or Phi = c
  double g[most_size], mu[most_dim], lambda[most_multiplier];  // where it starts
} body;

// one step; body, tableau and h are given
typedef struct stepping {
  const body *body;
  const tableau *t;
  double h;
  group_factor factor[2];
  group G;
  double g[most_size], mu[most_dim], lambda[most_multiplier];  // start, and end after `finish`

  // of the stages, left by `evaluate`
  double Xi[most_stage][most_dim], tau[most_stage][most_size], at[most_stage][most_size];
  double w[most_stage][most_dim], F[most_stage][most_dim], f[most_stage][most_dim];
  double D[most_stage][most_dim*most_dim], T[most_stage][most_dim];
} stepping;

// the multipliers of stage i: unknowns, but the first are given if the constraint is not holonomic
static const double *multiplier(const stepping *p, const double *x, int i) {
  int m = p->body->m, n = p->G.dim, given = p->body->holonomic ? 0 : 1;
  return i < given ? p->lambda : x + p->t->s*n + (i - given)*m;
}

static void evaluate(stepping *p, const double *x) {
  const body *b = p->body;
  int s = p->t->s, n = p->G.dim;
  for (int i = 0; i < s; i++) {
    double eta[most_dim], C[most_multiplier*most_dim], c[most_multiplier], back[most_size];
    vec_zero(p->Xi[i], n);
    for (int j = 0; j < s; j++)
      vec_axpy(p->Xi[i], p->h*p->t->a[i][j], x + j*n, p->Xi[i], n);
    group_tau(&p->G, p->tau[i], p->Xi[i]);
    group_compose(&p->G, p->at[i], p->g, p->tau[i]);
    group_D(&p->G, p->D[i], p->Xi[i]);
    mat_vec(eta, p->D[i], x + i*n, n, n);
    mat_vec(p->w[i], b->inertia, eta, n, n);
    group_T(&p->G, p->T[i], p->Xi[i], x + i*n, p->w[i]);
    b->force(p->at[i], p->F[i]);
    if (b->m > 0) {
      b->constraint(p->at[i], C, c);
      mat_tvec_add(p->F[i], 1, C, multiplier(p, x, i), b->m, n);
    }
    group_inverse(&p->G, back, p->tau[i]);
    group_Ad_star(&p->G, p->f[i], back, p->F[i]);
  }
}

// mu0 + h sum_j weight_j f_j, over the first `count` stages
static void gather(const stepping *p, double *y, const double *weight, int count) {
  vec_copy(y, p->mu, p->G.dim);
  for (int j = 0; j < count; j++)
    vec_axpy(y, p->h*weight[j], p->f[j], y, p->G.dim);
}

// C I^-1 mu + c, or Phi, at stage i with the weights of its momentum
static void constrain(const stepping *p, double *r, int i, bool tangency) {
  const body *b = p->body;
  int n = p->G.dim, pivot[most_dim];
  double I_[most_dim*most_dim], C[most_multiplier*most_dim], c[most_multiplier];
  double sum[most_dim], mu[most_dim];
  b->constraint(p->at[i], C, c);
  gather(p, sum, p->t->a[i], p->t->s);
  group_Ad_star(&p->G, mu, p->tau[i], sum);
  vec_copy(I_, b->inertia, n*n);
  small_lu_factor(I_, pivot, n);
  small_lu_solve(I_, pivot, mu, n);
  mat_vec(r, C, mu, b->m, n);
  for (int k = 0; k < b->m && !tangency; k++)
    r[k] = b->holonomic ? c[k]/p->h : r[k] + c[k];
}

static void residual(stepping *p, const double *x, double *r) {
  const tableau *t = p->t;
  int s = t->s, n = p->G.dim;
  double minus[most_dim], sum[most_dim], last[most_dim];
  evaluate(p, x);
  vec_negate(minus, p->Xi[s - 1], n);
  gather(p, sum, t->b, s - 1);
  group_D_star(&p->G, last, minus, sum);
  for (int i = 0; i < s; i++, r += n) {
    mat_tvec(r, p->D[i], p->w[i], n);
    vec_sub(r, r, last, n);
    for (int j = 0; j < s; j++) {
      double weight = p->h*t->b[j]*t->a[j][i]/t->b[i];
      vec_axpy(r, weight, p->T[j], r, n);
      if (j < s - 1)
        mat_tvec_add(r, weight, p->D[j], p->F[j], n, n);
    }
  }
  for (int i = 1; p->body->m > 0 && i < s; i++, r += p->body->m)
    constrain(p, r, i, false);
  if (p->body->holonomic)
    constrain(p, r, s - 1, true);
}

static int unknowns(const stepping *p) {
  return p->t->s*p->G.dim + (p->t->s - 1 + p->body->holonomic)*p->body->m;
}

// Newton's method with a Jacobian by differences: each step takes seven digits
static void solve(stepping *p, double *x) {
  int n = unknowns(p), pivot[most_unknown];
  static const double small = 0x1p-24;
  for (int k = 0; k < 8; k++) {
    double r[most_unknown], moved[most_unknown], J[most_unknown*most_unknown];
    residual(p, x, r);
    for (int j = 0; j < n; j++) {
      double keep = x[j];
      x[j] += small;
      residual(p, x, moved);
      x[j] = keep;
      for (int i = 0; i < n; i++)
        J[i*n + j] = (moved[i] - r[i])/small;
    }
    assert_int_equal(small_lu_factor(J, pivot, n), -1);
    small_lu_solve(J, pivot, r, n);
    vec_sub(x, x, r, n);
  }
  evaluate(p, x);
}

static void finish(stepping *p, const double *x) {
  int s = p->t->s;
  double sum[most_dim];
  gather(p, sum, p->t->b, s);
  group_Ad_star(&p->G, p->mu, p->tau[s - 1], sum);
  vec_copy(p->lambda, multiplier(p, x, s - 1), p->body->m);
  vec_copy(p->g, p->at[s - 1], p->G.size);
}

// `steps` steps from the start of the body; it starts with the velocity I^-1 mu0 in all stages
static void integrate(stepping *p, const body *b, const tableau *t, group_retraction tau, double h,
                      int steps) {
  double x[most_unknown] = {0}, I_[most_dim*most_dim];
  int pivot[most_dim];
  *p = (stepping){.body = b, .t = t, .h = h};
  memcpy(p->factor, b->factor, sizeof p->factor);
  p->G = group_of(p->factor, b->nfactor, tau);
  int n = p->G.dim;
  vec_copy(p->g, b->g, p->G.size);
  vec_copy(p->mu, b->mu, n);
  vec_copy(p->lambda, b->lambda, b->m);
  vec_copy(I_, b->inertia, n*n);
  small_lu_factor(I_, pivot, n);
  for (int i = 0; i < t->s; i++) {
    vec_copy(x + i*n, b->mu, n);
    small_lu_solve(I_, pivot, x + i*n, n);
  }
  for (int i = 0; i < steps; i++) {
    solve(p, x);
    finish(p, x);
  }
}

static double distance(const double *a, const double *b, int n) {
  double d[most_size];
  vec_sub(d, a, b, n);
  return vec_max(d, n);
}

// ---------------------------------------------------------------------------------------------
// SO(3): the heavy top, V = e3.(R e3)

static void top_force(const double *R, double *F) {
  static const double chi[] = {0, 0, 1};
  vec3_cross(F, R + 6, chi);
}

static const body top = {{{GROUP_SO3, .n = 0}},
                         1,
                         .inertia = {1.5, 0, 0, 0, 1.44, 0, 0, 0, 0.94},
                         .force = top_force,
                         .g = {0.8, 0, -0.6, 0, 1, 0, 0.6, 0, 0.8},
                         .mu = {0.7, -0.4, 0.9}};

static void heavy_top(void **state) {
  (void)state;
  static const double cay[] = {-0.019592380109919, -0.7059140507777237, -0.7080264765926582,
                               0.6076578231273685, 0.5539511583188395,  -0.5691134194423144,
                               0.7939572460993954, -0.4413881139222051, 0.4181009737545014};
  static const double cay_mu[] = {0.241911204193904, -1.306090429673287, 0.8883979671627947};
  static const double exp_[] = {-0.01939151051343335, -0.7059688800718847, -0.7079773369890143,
                                0.6079706165418842,   0.5538229284344057,  -0.5689041161408664,
                                0.7937226837767008,   -0.4414613282161734, 0.418468872137371};
  static const double exp_mu[] = {0.2415780747316971, -1.305874033344529, 0.8883841587553579};
  stepping p;
  integrate(&p, &top, &simpson, GROUP_CAY, 0.1, 10);
  check_below(distance(p.g, cay, 9), 2e-15);
  check_below(distance(p.mu, cay_mu, 3), 2e-15);
  integrate(&p, &top, &trapezoidal, GROUP_EXP, 0.1, 10);
  check_below(distance(p.g, exp_, 9), 2e-15);
  check_below(distance(p.mu, exp_mu, 3), 2e-15);

  // the checks can fail: with a step of 0.1001 they do
  integrate(&p, &top, &trapezoidal, GROUP_EXP, 0.1001, 10);
  check_above(distance(p.g, exp_, 9), 1e-4);
}

// ---------------------------------------------------------------------------------------------
// SE(2): a unicycle in a field of springs, and Chaplygin's sleigh; v2 = 0

static void spring_force(const double *g, double *F) {
  double x[2] = {-g[0], -g[1]};
  se2_rotate(F, -g[2], x);
  F[2] = 0;
}

static void no_force(const double *g, double *F) {
  (void)g;
  vec_zero(F, 3);
}

static void no_slip(const double *g, double *C, double *c) {
  (void)g;
  C[0] = C[2] = *c = 0;
  C[1] = 1;
}

static body unicycle = {{{GROUP_SE2, .n = 0}},
                        1,
                        .m = 1,
                        .inertia = {1, 0, 0, 0, 1, 0, 0, 0, 0.5},
                        .force = spring_force,
                        .constraint = no_slip,
                        .g = {1, 0.3},
                        .mu = {0.7, 0, 0.6},
                        .lambda = {0.48}};

static const body sleigh = {{{GROUP_SE2, .n = 0}},
                            1,
                            .m = 1,
                            .inertia = {1, 0, 0, 0, 1, 0.3, 0, 0.3, 0.49},
                            .force = no_force,
                            .constraint = no_slip,
                            .mu = {0.5, 0.45, 0.735},
                            .lambda = {30/49.0}};

// (x, y, cos, sin), mu and lambda of an end
static double plane_error(const stepping *p, const double *expected) {
  double seen[] = {p->g[0], p->g[1], cos(p->g[2]), sin(p->g[2]), p->mu[0], p->mu[1], p->mu[2]};
  return distance(seen, expected, 7);
}

static void unicycle_and_sleigh(void **state) {
  (void)state;
  static const double turning[] = {1.149009612744119,
                                   0.5083927006608787,
                                   -0.2693372311972327,
                                   0.9630459261587728,
                                   -0.03623148837110391,
                                   0,
                                   0.6};
  static const double gliding[] = {0.5393739786876766, 0.4778063668662634, 0.3377672075829253,
                                   0.9412296815770494, 0.9592890953834424, 0.2817724288361464,
                                   0.4602283004323725};
  unicycle.g[2] = atan2(0.6, 0.8);
  stepping p;
  integrate(&p, &unicycle, &simpson, GROUP_EXP, 0.1, 10);
  check_below(plane_error(&p, turning), 2e-15);
  check_near(p.lambda[0], -1.289784883007086, 1e-13);
  integrate(&p, &sleigh, &simpson, GROUP_CAY, 0.1, 10);
  check_below(plane_error(&p, gliding), 2e-15);
  check_near(p.lambda[0], 0.7337385587164813, 1e-13);
}

// ---------------------------------------------------------------------------------------------
// SE(3): a body with a fixed point, R rho + x = 0

static const double rho[] = {0.1, 0.2, -0.5};

static void weight(const double *g, double *F) {
  vec_zero(F, 6);
  vec_axpy(F, -9.81, g + 9, F, 3);  // the third row of R
}

static void fixed_point(const double *g, double *C, double *c) {
  double P[9], RP[9];
  mat_vec(c, g + 3, rho, 3, 3);
  vec_axpy(c, 1, g, c, 3);
  so3_hat(P, rho);
  mat_mul(RP, g + 3, P, 3);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      C[6*i + j] = g[3 + 3*i + j];
      C[6*i + 3 + j] = -RP[3*i + j];
    }
}

static const body pendulum = {
    {{GROUP_SE3, .n = 0}},
    1,
    .m = 3,
    .holonomic = true,
    .inertia = {[0] = 1, [7] = 1, [14] = 1, [21] = 0.3, [28] = 0.4, [35] = 0.5},
    .force = weight,
    .constraint = fixed_point,
    .g = {-0.1, -0.2, 0.5, 1, 0, 0, 0, 1, 0, 0, 0, 1},
    .mu = {-0.18, -0.36, -0.18, 0.15, -0.32, 0.55}};

static void fixed_point_in_space(void **state) {
  (void)state;
  static const double cay[] = {-0.127577030062515, -0.5263571569796158, 0.08168380926942757,
                               0.659657832042433,  -0.6471883685734112, -0.3820978411459079,
                               0.144554603700923,  0.6081661439585544,  -0.7805369356356253,
                               0.737533396649905,  0.4596533007886157,  0.4947356181842825};
  static const double cay_mu[] = {-1.194578824685808, -1.383894244442715, -0.7924734627142478,
                                  0.7792373414606979, -1.091927606961796, 0.4258267100410932};
  static const double cay_lambda[] = {3.72819946996952, 5.901102427507965, 5.055140225635319};
  static const double exp_[] = {-0.1275778233465606, -0.5263565120563651, 0.08168672600864517,
                                0.6596605296004551,  -0.6471856442287651, -0.3820977984645363,
                                0.144556779139513,   0.6081696306526586,  -0.7805338160237641,
                                0.737530557531047,   0.4596525233869681,  0.494740572878287};
  static const double exp_mu[] = {-1.194579777456997, -1.383897124357171, -0.7924748052342679,
                                  0.7792392135796633, -1.091927984724637, 0.4258255086219972};
  stepping p;
  integrate(&p, &pendulum, &simpson, GROUP_CAY, 0.05, 10);
  check_below(distance(p.g, cay, 12), 4e-15);
  check_below(distance(p.mu, cay_mu, 6), 4e-15);
  check_below(distance(p.lambda, cay_lambda, 3), 1e-12);
  integrate(&p, &pendulum, &simpson, GROUP_EXP, 0.05, 10);
  check_below(distance(p.g, exp_, 12), 4e-15);
  check_below(distance(p.mu, exp_mu, 6), 4e-15);
}

// ---------------------------------------------------------------------------------------------
// SO(3) x R^2: a ball that rolls on a turntable

static void no_force_on_ball(const double *g, double *F) {
  (void)g;
  vec_zero(F, 5);
}

// v + W x (-r e3) = Omega e3 x x, W = R w the angular velocity in space; r = 0.5, Omega = 0.9
static void rolling(const double *g, double *C, double *c) {
  vec_zero(C, 10);
  for (int k = 0; k < 3; k++) {
    C[k] = -0.5*g[3 + k];
    C[5 + k] = 0.5*g[k];
  }
  C[3] = C[9] = 1;
  c[0] = 0.9*g[10];
  c[1] = -0.9*g[9];
}

static const body ball = {{{GROUP_SO3, .n = 0}, {GROUP_R, .n = 2}},
                          2,
                          .m = 2,
                          .inertia = {[0] = 0.1, [6] = 0.1, [12] = 0.1, [18] = 1, [24] = 1},
                          .force = no_force_on_ball,
                          .constraint = rolling,
                          .g = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0.4, -0.2},
                          .mu = {0.07, -0.03, 0.05, 0.03, 0.01},
                          .lambda = {-0.0018/0.7, 0.0054/0.7}};

static void ball_on_a_turntable(void **state) {
  (void)state;
  static const double g[] = {0.8444427701257367, -0.5285639759918186, -0.08681319753408356,
                             0.3319870854989334, 0.6436453960647112,  -0.6895688357130306,
                             0.420358160434998,  0.5534805573897071,  0.7189981151208141,
                             0.4283918337717606, -0.1862739042912116};
  static const double mu[] = {0.07383771061443113, -0.02942837604783696, 0.0490262060944258,
                              0.02647043253202585, 0.0173007572555957};
  stepping p;
  integrate(&p, &ball, &simpson, GROUP_CAY, 0.1, 10);
  check_below(distance(p.g, g, 11), 2e-15);
  check_below(distance(p.mu, mu, 5), 2e-15);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(heavy_top),
      cmocka_unit_test(unicycle_and_sleigh),
      cmocka_unit_test(fixed_point_in_space),
      cmocka_unit_test(ball_on_a_turntable),
  };
  return check_run(argc, argv, tests);
}
