// Tests of src/geometry at the ends of its range: small angles, angles near pi and beyond, long
// products, rotations whose exponential is known.

#include "tests/geometry/geometry.h"
#include "tests/geometry/geometry_wide.h"

static const double pi = 3.14159265358979323846;

// ---------------------------------------------------------------------------------------------
// functions of an angle

// A_k (m = 2) and B_k (m = 3) from their series in long double, term by term
static wide series(int m, int k, double x) {
  wide sum = 0, term = 1;
  for (int i = 1; i <= k; i++)
    term *= -2*i;
  for (int i = 2; i <= 2*k + m; i++)
    term /= i;
  for (int j = 0; j < 60; j++) {
    sum += term;
    term *= -(wide)x*(j + k + 1)/(j + 1)/(2*(j + k) + m + 1)/(2*(j + k) + m + 2);
  }
  return sum;
}

// largest error of the eight functions, in eps of themselves or of their values at 0
static double angle_error(const angle_functions *f, double x, bool relative) {
  double worst = 0;
  for (int k = 0; k < angle_orders; k++)
    for (int m = 2; m <= 3; m++) {
      wide exact = series(m, k, x), at = relative ? exact : series(m, k, 0);
      double value = m == 2 ? f->A[k] : f->B[k];
      worst = fmax(worst, (double)fabsl(((wide)value - exact)/at)/DBL_EPSILON);
    }
  return worst;
}

// below theta = 1 to 4 eps of themselves; up to 2 pi to 4 eps of the value at 0
static void angle_functions_keep_their_digits(void **state) {
  (void)state;
  for (double theta = 1e-9; theta < 1; theta *= 1.3) {
    angle_functions f = angle_exp(theta*theta, 3);
    check_below(angle_error(&f, theta*theta, true), 4);
  }
  for (double theta = 1; theta < 6.2; theta += 0.01) {
    angle_functions f = angle_exp(theta*theta, 3);
    check_below(angle_error(&f, theta*theta, false), 4);
  }
  angle_functions zero = angle_exp(0, 3);
  check_below(angle_error(&zero, 0, true), 2);
}

// the check above can fail: the closed forms have nothing left at theta = 0.001
static void closed_forms_lose_digits(void **state) {
  (void)state;
  angle_functions f;
  angle_closed(&f, 1e-6, 3);
  check_above(angle_error(&f, 1e-6, true), 1/DBL_EPSILON);
  angle_closed(&f, 1, 3);
  check_above(angle_error(&f, 1, true), 100);
}

// C and C_1: Bernoulli's series below 0.3, the cotangent up to pi
static void cotangent_functions_keep_their_digits(void **state) {
  (void)state;
  static const wide c[] = {1/12.0L,         1/720.0L,      1/30240.0L,
                           1/1209600.0L,    1/47900160.0L, 691/1307674368000.0L,
                           1/74724249600.0L};
  for (double theta = 1e-9; theta < 0.3; theta *= 1.3) {
    wide x = (wide)theta*(wide)theta, C = 0, C1 = 0;
    for (int k = 6; k >= 0; k--) {
      C = C*x + c[k];
      C1 = k > 0 ? C1*x + 2*k*c[k] : C1;
    }
    angle_functions f = angle_exp((double)x, 2);
    check_below((double)fabsl((wide)angle_C(&f)/C - 1), 4*DBL_EPSILON);
    check_below((double)fabsl((wide)angle_C1(&f)/C1 - 1), 20*DBL_EPSILON);
  }
  for (double theta = 0.3; theta < pi; theta += 0.01) {
    wide half = (wide)theta/2, cot = cosl(half)/sinl(half);
    angle_functions f = angle_exp(theta*theta, 2);
    check_near((double)((1 - half*cot)/(4*half*half)), angle_C(&f),
               8*DBL_EPSILON*angle_C(&f));
  }
}

// ---------------------------------------------------------------------------------------------
// near pi and beyond

// exp^-1 on SO(3) up to pi, for axes that make each component of the quaternion the largest
static void logarithms_reach_pi(void **state) {
  (void)state;
  dice d = {23};
  static const double below[] = {1, 0.1, 1e-3, 1e-6, 1e-9, 1e-12};
  for (int i = 0; i < 600; i++) {
    double w[3], R[9], back[3], angle_ = pi - below[i % 6];
    for (int k = 0; k < 3; k++)
      w[k] = dice_real(&d, -1, 1);
    double scale = angle_/sqrt(vec_dot(w, w, 3));
    for (int k = 0; k < 3; k++)
      w[k] *= scale;
    so3_exp(R, w);
    so3_exp_inverse(back, R);
    check_below(trial_distance(back, w, 3), 8*DBL_EPSILON);
  }

  // by pi itself: w or -w
  double half[9] = {-1, 0, 0, 0, 1, 0, 0, 0, -1}, w[3], R[9];
  so3_exp_inverse(w, half);
  check_near(fabs(w[1]), pi, 1e-15);
  so3_exp(R, w);
  check_below(trial_distance(R, half, 9), 4*DBL_EPSILON);
}

// the check above can fail: by the skew part of R alone, half of the digits are gone at pi - 1e-6
static void skew_part_alone_loses_digits(void **state) {
  (void)state;
  double w[3] = {0.6, -0.48, 0.64}, R[9], s[3];
  for (int k = 0; k < 3; k++)
    w[k] *= pi - 1e-6;
  so3_exp(R, w);
  so3_vee(s, R);
  double size = sqrt(vec_dot(s, s, 3)), scale = (pi - asin(size))/size;
  for (int k = 0; k < 3; k++)
    s[k] *= scale;
  check_above(trial_distance(s, w, 3), 1e-11);
}

// cay^-1 says that a rotation by pi has none, and is right a little below
static void cay_has_no_half_turn(void **state) {
  (void)state;
  double half[9] = {-1, 0, 0, 0, 1, 0, 0, 0, -1}, w[6], w3[3] = {0, 1e6, 0}, R[9];
  double turn[3] = {1, 2, pi}, motion[12] = {1, 2, 3, -1, 0, 0, 0, 1, 0, 0, 0, -1};
  double four[16] = {-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  assert_false(so3_cay_inverse(w, half));
  assert_false(se2_cay_inverse(w, turn));
  assert_false(se3_cay_inverse(w, motion));
  assert_false(son_cay_inverse(w, four, 4));
  assert_false(son_exp_inverse(w, four, 4));

  so3_cay(R, w3);
  assert_true(so3_cay_inverse(w, R));
  check_near(w[1]/1e6, 1, 1e-10);  // eps/cos(theta/2), the angle is 4e-6 below pi
}

// what is not a number is no element
static void not_a_number_has_no_inverse(void **state) {
  (void)state;
  double R[16], w[6];
  for (int i = 0; i < 16; i++)
    R[i] = (double)NAN;
  assert_false(so3_cay_inverse(w, R));
  assert_false(se2_cay_inverse(w, R));
  assert_false(son_cay_inverse(w, R, 4));
  assert_false(son_exp_inverse(w, R, 4));
}

// SO(n), one angle near pi: the logarithm is still right
static void general_logarithms_come_near_pi(void **state) {
  (void)state;
  static const double below[] = {1e-1, 1e-2, 1e-3, 1e-4};
  dice d = {29};
  for (int i = 0; i < 4; i++) {
    trial t;
    double Q[25], X[25] = {0}, QX[25], xi[10], R[25], back[10] = {0};
    trial_init(&t, trial_kinds + 6);
    trial_element(&d, &t, Q);
    X[1] = pi - below[i];
    X[5] = -X[1];
    X[13] = 0.7;
    X[17] = -0.7;
    mat_mul(QX, Q, X, 5);
    mat_mult(X, QX, Q, 5);
    son_vee(xi, X, 5);
    son_exp(R, xi, 5);
    assert_true(son_exp_inverse(back, R, 5));
    check_below(trial_distance(back, xi, 10), 8*DBL_EPSILON);
  }
}

// exp of a rotation in two planes, turned by Q, at any angle: Q diag(Rot(a), Rot(b)) Q^T
static void exponentials_in_two_planes(void **state) {
  (void)state;
  static const double a[] = {1e-8, 0.3, 3, 2*pi, 50}, b[] = {-2e-8, 1, 0.1, -2*pi, -20};
  dice d = {31};
  for (int i = 0; i < 5; i++) {
    trial t;
    double Q[16], X[16] = {0}, E[16] = {0}, QX[16], QE[16], exact[16], xi[6], R[16];
    trial_init(&t, trial_kinds + 5);
    trial_element(&d, &t, Q);
    X[1] = -a[i];
    X[4] = a[i];
    X[11] = -b[i];
    X[14] = b[i];
    E[0] = E[5] = cos(a[i]);
    E[10] = E[15] = cos(b[i]);
    E[1] = -sin(a[i]);
    E[4] = sin(a[i]);
    E[11] = -sin(b[i]);
    E[14] = sin(b[i]);
    mat_mul(QX, Q, X, 4);
    mat_mult(X, QX, Q, 4);
    mat_mul(QE, Q, E, 4);
    mat_mult(exact, QE, Q, 4);
    son_vee(xi, X, 4);
    son_exp(R, xi, 4);
    check_below(trial_distance(R, exact, 16), 8*DBL_EPSILON*(1 + fabs(a[i])));
  }
}

// tangents of exp on SO(4) by angles 3 and 2.9, where |ad| = 5.9: a digit may go, not more
static void series_reach_pi(void **state) {
  (void)state;
  trial t;
  dice d = {43};
  double Q[16], X[16] = {0}, QX[16], x[3][6], M[36];
  wide w[3][6], W[36], worst[3] = {0};
  trial_init(&t, trial_kinds + 5);
  trial_element(&d, &t, Q);
  X[1] = 3;
  X[4] = -3;
  X[11] = 2.9;
  X[14] = -2.9;
  mat_mul(QX, Q, X, 4);
  mat_mult(X, QX, Q, 4);
  son_vee(x[0], X, 4);
  trial_velocity(&d, &t, 1, x[1]);
  trial_velocity(&d, &t, 1, x[2]);
  for (int i = 0; i < 18; i++)
    w[i/6][i % 6] = (wide)x[i/6][i % 6];
  for (int k = 0; k < 3; k++) {
    if (k == 0) {
      group_D(&t.G, M, x[0]);
      wide_D(&t.G, W, w[0]);
    } else if (k == 1) {
      group_T(&t.G, M, x[0], x[1], x[2]);
      wide_T(&t.G, W, w[0], w[1], w[2]);
    } else {
      group_S(&t.G, M, x[0], x[1], x[2]);
      wide_S(&t.G, W, w[0], w[1], w[2]);
    }
    for (int i = 0; i < (k == 1 ? 6 : 36); i++)
      worst[k] = fmaxl(worst[k], fabsl((wide)M[i] - W[i]));
    check_below((double)worst[k], 16*DBL_EPSILON);
  }

  // the series did not stop short: D(-xi) = Ad_tau(xi) D(xi), where tau is a Pade quotient
  double g[16], A[36], D[36], AD[36], minus[6];
  group_tau(&t.G, g, x[0]);
  group_Ad(&t.G, A, g);
  group_D(&t.G, D, x[0]);
  mat_mul(AD, A, D, 6);
  vec_negate(minus, x[0], 6);
  group_D(&t.G, M, minus);
  check_below(trial_distance(AD, M, 36), 16*DBL_EPSILON);
}

// cay with 2 tan(theta/2) along an axis is exp with theta
static void cay_is_exp_of_another_length(void **state) {
  (void)state;
  double w[3] = {0.6, -0.48, 0.64}, v[3], R[9], C[9];
  for (double theta = 0.1; theta < 3; theta += 0.1) {
    double e[3] = {theta*w[0], theta*w[1], theta*w[2]};
    for (int k = 0; k < 3; k++)
      v[k] = 2*tan(theta/2)*w[k];
    so3_exp(R, e);
    so3_cay(C, v);
    check_below(trial_distance(R, C, 9), 4*DBL_EPSILON);
  }
}

// turns of the plane are counted in the element, not in its logarithm
static void turns_are_counted(void **state) {
  (void)state;
  double xi[3] = {0.5, -1, 2}, g[3], h[3], back[3];
  se2_exp(g, xi);
  se2_identity(h);
  for (int i = 0; i < 4; i++) {
    double next[3];
    se2_compose(next, h, g);
    vec_copy(h, next, 3);
  }
  check_near(h[2], 8, 1e-15);
  se2_exp_inverse(back, h);
  check_near(back[2], 8 - 2*pi, 4e-15);

  // the largest angle of a step
  trial t;
  double eta[trial_dim] = {0};
  trial_init(&t, trial_count - 1);
  eta[4] = 100;  // on R^2
  eta[7] = -1.5;
  check_near(group_turn(&t.G, eta), 1.5, 0);
  t.G.tau = GROUP_CAY;
  check_near(group_turn(&t.G, eta), 2*atan(0.75), 0);
}

// ---------------------------------------------------------------------------------------------
// elements

// g tau(e xi) moves with the rate of g: central differences, e = 1e-5
static void rates_are_tangents(void **state) {
  (void)state;
  dice d = {37};
  for (int i = 0; i < trial_count; i++) {
    trial t;
    double g[trial_size], xi[trial_dim], move[trial_size], h[2][trial_size], rate[trial_size];
    trial_init(&t, i);
    trial_element(&d, &t, g);
    trial_velocity(&d, &t, 1e-5, xi);
    group_rate(&t.G, rate, g, xi);
    for (int k = 0; k < 2; k++) {
      group_tau(&t.G, move, xi);
      group_compose(&t.G, h[k], g, move);
      vec_negate(xi, xi, t.G.dim);
    }
    for (int k = 0; k < t.G.size; k++)
      check_near((h[0][k] - h[1][k])/2, rate[k], 1e-15);
  }
}

// largest entry of R^T R - 1
static double defect(const double *R, int n) {
  double E[son_square];
  mat_tmul(E, R, R, n);
  mat_add_scalar(E, -1, n);
  return vec_max(E, n*n);
}

// products of many rotations drift away, and one step brings them back without moving them further
static void orthonormal_again(void **state) {
  (void)state;
  dice d = {41};
  for (int n = 3; n <= son_largest; n++) {
    double xi[son_most], step[son_square], R[son_square], next[son_square], before;
    for (int i = 0; i < son_dim(n); i++)
      xi[i] = dice_real(&d, -0.1, 0.1);
    son_cay(step, xi, n);
    son_identity(R, n);
    for (int i = 0; i < 20000; i++) {
      mat_mul(next, R, step, n);
      vec_copy(R, next, n*n);
    }
    before = defect(R, n);
    check_above(before, 1e-13);
    check_below(before, 20000*DBL_EPSILON);
    son_orthonormalise(R, n);
    check_below(defect(R, n), 4*DBL_EPSILON);
    check_below(trial_distance(R, next, n*n), before);

    // from 1e-8 off it is one step, too
    for (int i = 0; i < n*n; i++)
      R[i] += dice_real(&d, -1e-8, 1e-8);
    check_above(defect(R, n), 1e-9);
    son_orthonormalise(R, n);
    check_below(defect(R, n), 8*DBL_EPSILON);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(angle_functions_keep_their_digits),
      cmocka_unit_test(closed_forms_lose_digits),
      cmocka_unit_test(cotangent_functions_keep_their_digits),
      cmocka_unit_test(logarithms_reach_pi),
      cmocka_unit_test(skew_part_alone_loses_digits),
      cmocka_unit_test(cay_has_no_half_turn),
      cmocka_unit_test(not_a_number_has_no_inverse),
      cmocka_unit_test(general_logarithms_come_near_pi),
      cmocka_unit_test(exponentials_in_two_planes),
      cmocka_unit_test(series_reach_pi),
      cmocka_unit_test(cay_is_exp_of_another_length),
      cmocka_unit_test(turns_are_counted),
      cmocka_unit_test(rates_are_tangents),
      cmocka_unit_test(orthonormal_again),
  };
  return check_run(argc, argv, tests);
}
