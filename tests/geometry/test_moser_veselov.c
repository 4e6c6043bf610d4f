// Tests of src/geometry/moser_veselov.h: what its header block claims, and digits that were computed
// elsewhere, with 30 of them.

#include "tests/support/check.h"
#include "tests/support/expressions.h"
#include "tests/support/rotation_reference.h"

#include "geometry/moser_veselov.h"

static double energy(const double *m, const double *alpha, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++, m++)
      sum += m[0]*m[0]/(2*(alpha[i] + alpha[j]));
  return sum;
}

// a body of R^n at random, q = 1
typedef struct body {
  int n;
  double alpha[son_largest], q[son_square], m[son_most];
} body;

static body throw_body(dice *d, int n) {
  body b = {.n = n};
  son_identity(b.q, n);
  for (int i = 0; i < n; i++)
    b.alpha[i] = dice_real(d, 0.5, 1.5);
  for (int i = 0; i < son_dim(n); i++)
    b.m[i] = dice_real(d, -0.5, 0.5);
  return b;
}

// q m q^T, the momentum in space
static void momentum_in_space(double *p, const body *b) {
  double M[son_square], P[son_square];
  son_hat(M, b->m, b->n);
  mat_mul(P, b->q, M, b->n);
  mat_mult(M, P, b->q, b->n);
  son_vee(p, M, b->n);
}

static double distance(const double *a, const double *b, int n) {
  double d[son_square];
  vec_sub(d, a, b, n);
  return vec_max(d, n);
}

// ten steps on SO(4)
static void digits_of_so4(void **state) {
  (void)state;
  body b = {4, {0.3, 0.5, 0.9, 1.4}, {0}, {0.4, -0.3, 0.7, 0.5, 0.2, -0.6}};
  son_identity(b.q, 4);
  check_near(energy(b.m, b.alpha, 4), 0.4596905466992289, 1e-15);
  for (int i = 0; i < 10; i++)
    assert_true(moser_veselov_step(b.q, b.m, b.alpha, 0.1, 4));
  check_below(distance(b.m, space_momentum, 6), 1e-15);
  check_below(distance(b.q, space_row, 4), 1e-15);
  check_near(energy(b.m, b.alpha, 4), 0.4596905466992289, 1e-15);
}

// twenty steps of a heavy top, of order two, and of order one, where the kick comes before the step
static void digits_of_the_top(void **state) {
  (void)state;
  static const double alpha[] = {0.44, 0.5, 1}, chi[] = {0, 0, 1};
  for (int order = 1; order <= 2; order++) {
    double q[9] = {0.8, 0, -0.6, 0, 1, 0, 0.6, 0, 0.8}, m[3] = {-0.9, -0.4, -0.7};
    const double *Pi = top_rows[order - 1].Pi, *v = top_rows[order - 1].v;
    for (int i = 0; i < 20; i++) {
      if (order == 1)
        moser_veselov_kick(m, q, chi, 0.05, 3);
      assert_true(order == 1 ? moser_veselov_step(q, m, alpha, 0.05, 3)
                             : moser_veselov_top_step(q, m, alpha, chi, 0.05, 3));
    }
    double m_of_Pi[3] = {-Pi[2], Pi[1], -Pi[0]};
    check_below(distance(m, m_of_Pi, 3), 2e-15);
    check_below(distance(q + 6, v, 3), 2e-15);
  }
  check_above(distance(top_rows[0].Pi, top_rows[1].Pi, 3), 1e-3);  // the two are told apart
}

// omega is a rotation and solves its equation, to rounding
static void omega_solves_its_equation(void **state) {
  (void)state;
  dice d = {1};
  for (int i = 0; i < 60; i++) {
    int n = 3 + i % 6;
    body b = throw_body(&d, n);
    double hm[son_most], omega[son_square], E[son_square], worst = 0;
    for (int k = 0; k < son_dim(n); k++)
      hm[k] = 0.1*b.m[k];
    assert_true(moser_veselov_solve(omega, b.alpha, hm, n) > 0);
    mat_add_scalar(omega, 1, n);
    for (int r = 0, k = 0; r < n; r++)
      for (int c = r + 1; c < n; c++, k++)
        worst = fmax(worst,
                     fabs(omega[c*n + r]*b.alpha[c] - b.alpha[r]*omega[r*n + c] - hm[k]));
    check_below(worst, DBL_EPSILON);
    mat_tmul(E, omega, omega, n);
    mat_add_scalar(E, -1, n);
    check_below(vec_max(E, n*n), 4*DBL_EPSILON);
  }
}

// of bodies that are alike in all their axes, or in all but one: there a does not tell when to stop
static void omega_of_round_bodies(void **state) {
  (void)state;
  for (int n = 3; n <= 8; n++)
    for (int odd = 0; odd < 2; odd++) {
      double alpha[son_largest], hm[son_most], omega[son_square], E[son_square];
      for (int i = 0; i < n; i++)
        alpha[i] = i < odd ? 0.7 : 1;
      for (int k = 0; k < son_dim(n); k++)
        hm[k] = 0.1*sin(1 + 2*k);
      assert_true(moser_veselov_solve(omega, alpha, hm, n) > 0);
      mat_add_scalar(omega, 1, n);
      mat_tmul(E, omega, omega, n);
      mat_add_scalar(E, -1, n);
      check_below(vec_max(E, n*n), 4*DBL_EPSILON);
    }
}

// three ways to the same omega: for vectors, by rounds, and by Newton
static void all_ways_lead_to_one_omega(void **state) {
  (void)state;
  dice d = {5};
  for (int i = 0; i < 30; i++) {
    int n = 3 + i % 6;
    body b = throw_body(&d, n);
    double hm[son_most], one[son_square], other[son_square];
    for (int k = 0; k < son_dim(n); k++)
      hm[k] = 0.2*b.m[k];
    assert_true(moser_veselov_solve(one, b.alpha, hm, n) > 0);
    assert_true(moser_veselov_by_rounds(other, b.alpha, hm, n) > 0);
    check_below(distance(one, other, n*n), 1e-16);
    vec_zero(other, n*n);
    assert_true(moser_veselov_by_newton(other, b.alpha, hm, n) > 0);
    check_below(distance(one, other, n*n), 1e-16);
  }
}

// the energy after 2000 steps, for n = 3 .. 6, and the momentum in space; rounding times steps
static void energy_and_momentum_are_kept(void **state) {
  (void)state;
  dice d = {3};
  for (int n = 3; n <= 6; n++) {
    body b = throw_body(&d, n);
    double E0 = energy(b.m, b.alpha, n), p0[son_most], p[son_most], m0[son_most], moved = 0;
    vec_copy(m0, b.m, son_dim(n));
    momentum_in_space(p0, &b);
    for (int i = 0; i < 2000; i++) {
      assert_true(moser_veselov_step(b.q, b.m, b.alpha, 0.1, n));
      moved = fmax(moved, distance(b.m, m0, son_dim(n)));
    }
    momentum_in_space(p, &b);
    check_above(moved, 0.05);  // it did go somewhere
    check_below(fabs(energy(b.m, b.alpha, n)/E0 - 1), 4e-14);
    check_below(distance(p, p0, son_dim(n)), 4e-14);
  }
}

// the check above can fail: the top's energy only oscillates
static void energy_check_can_fail(void **state) {
  (void)state;
  static const double alpha[] = {0.44, 0.5, 1}, chi[] = {0, 0, 1};
  double q[9] = {0.8, 0, -0.6, 0, 1, 0, 0.6, 0, 0.8}, m[3] = {-0.9, -0.4, -0.7}, worst = 0;
  double E0 = energy(m, alpha, 3) + q[8], momentum = -m[2]*q[6] + m[1]*q[7] - m[0]*q[8];
  for (int i = 0; i < 2000; i++) {
    assert_true(moser_veselov_top_step(q, m, alpha, chi, 0.05, 3));
    worst = fmax(worst, fabs(energy(m, alpha, 3) + q[8] - E0));
  }
  check_above(worst, 1e-4);
  check_below(worst, 3e-3);

  // |v| and Pi.v stay
  check_near(-m[2]*q[6] + m[1]*q[7] - m[0]*q[8], momentum, 4e-14);
  check_near(vec_dot(q + 6, q + 6, 3), 1, 4e-15);
}

// a hundred steps there and back
static void steps_are_symmetric(void **state) {
  (void)state;
  dice d = {7};
  body b = throw_body(&d, 5), start = b;
  for (int i = 0; i < 200; i++) {
    assert_true(moser_veselov_step(b.q, b.m, b.alpha, i < 100 ? 0.1 : -0.1, 5));
    if (i == 99)
      check_above(distance(b.m, start.m, 10), 0.01);
  }
  check_below(distance(b.m, start.m, 10), 1e-14);
  check_below(distance(b.q, start.q, 25), 1e-14);
}

// halving the step divides the error by four
static void order_is_two(void **state) {
  (void)state;
  dice d = {9};
  body start = throw_body(&d, 4), b[3];
  for (int k = 0; k < 3; k++) {
    int steps = k == 2 ? 4096 : 16 << k;
    b[k] = start;
    for (int i = 0; i < steps; i++)
      assert_true(moser_veselov_step(b[k].q, b[k].m, start.alpha, 2.0/steps, 4));
  }
  double order = log2(distance(b[0].q, b[2].q, 16)/distance(b[1].q, b[2].q, 16));
  check_near(order, 2, 0.01);
}

// a step that is too large is refused, and leaves everything as it was
static void large_steps_are_refused(void **state) {
  (void)state;
  static const double alpha[] = {0.44, 0.5, 1}, chi[] = {0, 0, 1};
  double q[9] = {0.8, 0, -0.6, 0, 1, 0, 0.6, 0, 0.8}, m[3] = {-0.9, -0.4, -0.7}, q0[9], m0[3];
  vec_copy(q0, q, 9);
  vec_copy(m0, m, 3);
  assert_false(moser_veselov_step(q, m, alpha, 3, 3));
  assert_false(moser_veselov_top_step(q, m, alpha, chi, 3, 3));
  assert_int_equal(memcmp(q, q0, sizeof q) | memcmp(m, m0, sizeof m), 0);
  assert_true(moser_veselov_step(q, m, alpha, 0.4, 3));
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(digits_of_so4),
      cmocka_unit_test(digits_of_the_top),
      cmocka_unit_test(omega_solves_its_equation),
      cmocka_unit_test(omega_of_round_bodies),
      cmocka_unit_test(all_ways_lead_to_one_omega),
      cmocka_unit_test(energy_and_momentum_are_kept),
      cmocka_unit_test(energy_check_can_fail),
      cmocka_unit_test(steps_are_symmetric),
      cmocka_unit_test(order_is_two),
      cmocka_unit_test(large_steps_are_refused),
  };
  return check_run(argc, argv, tests);
}
