// Tests of src/tableau/tableau_conditions.h: order conditions, symplecticity, conditions on pairs.
//
// [T] Hilden, "Numerical Methods for Nonholonomic Mechanics", thesis, NTNU 2009; tables in App. B.

#include "tests/methods/tableaux.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

// The first condition that must not hold is off by more than this up to s = 50. In D there is a
// weight, 1/s, and an integral of a Legendre polynomial, 1/s; in the mixed conditions a second one.
static const double clear = 1e-5, clear_mixed = 1e-8;

// --- order conditions ------------------------------------------------------------------------

// B(2s - b), C(s - c), D(s - d) hold, and no more
static const struct {
  int b, c, d;
} missing[tableau_families] = {
    [TABLEAU_GAUSS] = {0, 0, 0},           [TABLEAU_RADAU_1A] = {1, 1, 0},
    [TABLEAU_RADAU_2A] = {1, 0, 1},        [TABLEAU_LOBATTO_3A] = {2, 0, 2},
    [TABLEAU_LOBATTO_3B] = {2, 2, 0},      [TABLEAU_LOBATTO_3C] = {2, 1, 1},
    [TABLEAU_LOBATTO_3C_STAR] = {2, 1, 1}, [TABLEAU_LOBATTO_3D] = {2, 1, 1},
};

static void conditions_hold_and_no_more(void **unused) {
  (void)unused;
  for (tableau_family family = 0; family <= TABLEAU_LOBATTO_3D; family++) {
    double worst = 0, least = 1;
    for (int s = tableau_least(family); s <= tableau_most; s++) {
      shelf f;
      shelf_open(&f);
      tableau t = make(&f, family, s);
      int p = 2*s - missing[family].b, q = s - missing[family].c, r = s - missing[family].d;
      double B = tableau_defect_B(&t, p), C = tableau_defect_C(&t, q), D = tableau_defect_D(&t, r);
      check_below(B, sum_error);
      check_below(C, sum_error);
      check_below(D, sum_error);
      worst = fmax(worst, fmax(B, fmax(C, D)));

      B = tableau_defect_B(&t, p + 1);
      C = tableau_defect_C(&t, q + 1);
      D = tableau_defect_D(&t, r + 1);
      check_above(B, clear);
      check_above(C, clear);
      check_above(D, clear);
      least = fmin(least, fmin(B, fmin(C, D)));
      shelf_close(&f);
    }
    printf("%-14s s <= %d: conditions hold to %.1e, the next fail by %.1e\n", tableau_name(family),
           tableau_most, worst, least);
  }
}

// the largest defect of B(p), C(q), D(r) with powers, as they are printed
static double power_defect(const tableau *t, int p, int q, int r) {
  double worst = 0;
  for (int k = 1; k <= p; k++) {
    double sum = 0;
    for (int i = 0; i < t->s; i++)
      sum += t->b[i]*pow(t->c[i], k - 1);
    worst = fmax(worst, fabs(sum - 1.0/k));
  }
  for (int i = 0; i < t->s; i++)
    for (int k = 1; k <= q; k++) {
      double sum = 0;
      for (int j = 0; j < t->s; j++)
        sum += t->A[i*t->s + j]*pow(t->c[j], k - 1);
      worst = fmax(worst, fabs(sum - pow(t->c[i], k)/k));
    }
  for (int j = 0; j < t->s; j++)
    for (int k = 1; k <= r; k++) {
      double sum = 0;
      for (int i = 0; i < t->s; i++)
        sum += t->b[i]*pow(t->c[i], k - 1)*t->A[i*t->s + j];
      worst = fmax(worst, fabs(sum - t->b[j]*(1 - pow(t->c[j], k))/k));
    }
  return worst;
}

static void conditions_hold_for_powers(void **unused) {
  (void)unused;
  for (tableau_family family = 0; family <= TABLEAU_LOBATTO_3D; family++)
    for (int s = tableau_least(family); s <= 20; s++) {
      shelf f;
      shelf_open(&f);
      tableau t = make(&f, family, s);
      int p = 2*s - missing[family].b, q = s - missing[family].c, r = s - missing[family].d;
      check_below(power_defect(&t, p, q, r), sum_error);
      if (s <= 5) {  // beyond, a power is too close to those below it
        check_above(power_defect(&t, p + 1, q, r), 1e-7);
        check_above(power_defect(&t, p, q + 1, r), 1e-7);
        check_above(power_defect(&t, p, q, r + 1), 1e-7);
      }
      shelf_close(&f);
    }
}

// a change of one entry in the twelfth digit is seen
static void conditions_notice_changes(void **unused) {
  (void)unused;
  enum { s = 5 };
  const double change = 1e-12;
  for (tableau_family family = 0; family <= TABLEAU_LOBATTO_3D; family++) {
    shelf f;
    shelf_open(&f);
    tableau t = make(&f, family, s);
    int p = 2*s - missing[family].b, q = s - missing[family].c, r = s - missing[family].d;
    for (int k = 0; k < s*s; k++) {
      double entry = t.A[k];
      t.A[k] += change;
      check_above(tableau_defect_C(&t, q), 0.9*change);
      check_above(tableau_defect_D(&t, r), 0.01*change);  // b_i times it
      t.A[k] = entry;
    }
    for (int i = 0; i < s; i++) {
      double weight = t.b[i], node = t.c[i];
      t.b[i] += change;
      check_above(tableau_defect_B(&t, p), 0.9*change);
      t.b[i] = weight;
      t.c[i] += t.c[i] < 0.5 ? change : -change;
      check_above(tableau_defect_C(&t, q), 0.9*change);
      t.c[i] = node;
    }
    t.c[1] = nan("");
    assert_true(isnan(tableau_defect_B(&t, p)));
    assert_true(isnan(tableau_defect_C(&t, q)));
    assert_true(isnan(tableau_defect_D(&t, r)));
    shelf_close(&f);
  }
}

// --- symplecticity ---------------------------------------------------------------------------

static double pair_defect(tableau_family family, tableau_family hat, int s) {
  shelf f;
  shelf_open(&f);
  tableau t = make(&f, family, s), that = make(&f, hat, s);
  double defect = tableau_defect_symplectic(&t, &that);
  shelf_close(&f);
  return defect;
}

static void pairs_are_symplectic(void **unused) {
  (void)unused;
  double worst = 0;
  for (int s = 1; s <= tableau_most; s++)
    worst = fmax(worst, pair_defect(TABLEAU_GAUSS, TABLEAU_GAUSS, s));
  for (int s = 2; s <= tableau_most; s++) {
    worst = fmax(worst, pair_defect(TABLEAU_LOBATTO_3D, TABLEAU_LOBATTO_3D, s));
    worst = fmax(worst, pair_defect(TABLEAU_LOBATTO_3A, TABLEAU_LOBATTO_3B, s));
    worst = fmax(worst, pair_defect(TABLEAU_LOBATTO_3B, TABLEAU_LOBATTO_3A, s));
    worst = fmax(worst, pair_defect(TABLEAU_LOBATTO_3C, TABLEAU_LOBATTO_3C_STAR, s));
    worst = fmax(worst, pair_defect(TABLEAU_LOBATTO_3C_STAR, TABLEAU_LOBATTO_3C, s));
  }
  check_below(worst, DBL_EPSILON/2);  // b_i b_j <= 1/4 for s > 1
}

// the others differ from it by b_i b_j P_(s-1)(x_i) P_(s-1)(x_j), 1/(s (s-1))^2 at the ends
static void others_are_not_symplectic(void **unused) {
  (void)unused;
  for (int s = 2; s <= tableau_most; s++) {
    double corner = 1.0/(s*(s - 1));
    check_above(pair_defect(TABLEAU_LOBATTO_3C, TABLEAU_LOBATTO_3C, s), 0.9*corner*corner);
    check_above(pair_defect(TABLEAU_LOBATTO_3C_STAR, TABLEAU_LOBATTO_3C_STAR, s),
                0.9*corner*corner);
    check_above(pair_defect(TABLEAU_LOBATTO_3A, TABLEAU_LOBATTO_3A, s), 0.4*corner*corner);
    check_above(pair_defect(TABLEAU_RADAU_1A, TABLEAU_RADAU_1A, s), 0.9/pow(s, 4));
    check_above(pair_defect(TABLEAU_RADAU_2A, TABLEAU_RADAU_2A, s), 0.9/pow(s, 4));
  }
}

// --- pairs -----------------------------------------------------------------------------------

// CC^(s), DD^(s) of IIIA-IIIB, C^C(s-2), D^D(s-2) of IIIB-IIIA, and no more
static void mixed_conditions_hold_and_no_more(void **unused) {
  (void)unused;
  for (int s = 2; s <= tableau_most; s++) {
    shelf f;
    shelf_open(&f);
    tableau t = make(&f, TABLEAU_LOBATTO_3A, s), hat = make(&f, TABLEAU_LOBATTO_3B, s);
    check_below(tableau_defect_CC(&t, &hat, s), sum_error);
    check_below(tableau_defect_DD(&t, &hat, s), sum_error);
    check_below(tableau_defect_CC(&hat, &t, s - 2), sum_error);
    check_below(tableau_defect_DD(&hat, &t, s - 2), sum_error);
    check_above(tableau_defect_CC(&t, &hat, s + 1), clear_mixed);
    check_above(tableau_defect_DD(&t, &hat, s + 1), clear_mixed);
    if (s > 2) {  // there is no k below 2
      check_above(tableau_defect_CC(&hat, &t, s - 1), clear_mixed);
      check_above(tableau_defect_DD(&hat, &t, s - 1), clear_mixed);
    }
    shelf_close(&f);
  }
}

// the same with powers, as they are printed
static void mixed_conditions_are_those_printed(void **unused) {
  (void)unused;
  enum { s = 4 };
  shelf f;
  shelf_open(&f);
  tableau t = make(&f, TABLEAU_LOBATTO_3A, s), hat = make(&f, TABLEAU_LOBATTO_3B, s);
  for (int k = 2; k <= s; k++)
    for (int i = 0; i < s; i++) {
      double row = 0, column = 0;
      for (int j = 0; j < s; j++)
        for (int l = 0; l < s; l++) {
          row += t.A[i*s + j]*hat.A[j*s + l]*pow(t.c[l], k - 2);
          column += t.b[l]*pow(t.c[l], k - 2)*t.A[l*s + j]*hat.A[j*s + i];
        }
      check_near(row, pow(t.c[i], k)/(k*(k - 1)), sum_error);
      check_near(column, t.b[i]*(k - 1 - k*t.c[i] + pow(t.c[i], k))/(k*(k - 1)), sum_error);
    }
  shelf_close(&f);
}

static void product(double *AB, const double *A, const double *B, int s) {
  for (int i = 0; i < s; i++)
    for (int j = 0; j < s; j++) {
      AB[i*s + j] = 0;
      for (int l = 0; l < s; l++)
        AB[i*s + j] += A[i*s + l]*B[l*s + j];
    }
}

// [T] (2.18): with A_1 ... A_5 of IIIA, IIIB, IIIC, IIIC*, IIID, A_1 A_m is one matrix for m = 2..5
static void spark_conditions_hold(void **unused) {
  (void)unused;
  for (int s = 2; s <= 7; s++) {
    shelf f;
    shelf_open(&f);
    double first[7*7], other[7*7];
    tableau t = make(&f, TABLEAU_LOBATTO_3A, s), hat = make(&f, TABLEAU_LOBATTO_3B, s);
    product(first, t.A, hat.A, s);
    for (tableau_family family = TABLEAU_LOBATTO_3C; family <= TABLEAU_LOBATTO_3D; family++) {
      tableau third = make(&f, family, s);
      product(other, t.A, third.A, s);
      for (int k = 0; k < s*s; k++)
        check_near(other[k], first[k], sum_error);
    }

    // IIIA is no further matrix of this kind
    double worst = 0;
    product(other, t.A, t.A, s);
    for (int k = 0; k < s*s; k++)
      worst = fmax(worst, fabs(other[k] - first[k]));
    check_above(worst, clear);
    shelf_close(&f);
  }
}

// the values of P_(s-1) at the nodes span the kernel of IIIA
static void legendre_is_the_kernel_of_3a(void **unused) {
  (void)unused;
  for (int s = 2; s <= tableau_most; s++) {
    shelf f;
    shelf_open(&f);
    double P[tableau_most], worst[2] = {0};
    tableau t = make(&f, TABLEAU_LOBATTO_3A, s);
    for (int below = 0; below < 2; below++) {
      tableau_legendre(P, t.c, s - 1 - below, s);
      for (int i = 1; i < s; i++) {
        double sum = 0;
        for (int j = 0; j < s; j++)
          sum += t.A[i*s + j]*P[j];
        worst[below] = fmax(worst[below], fabs(sum));
      }
    }
    check_below(worst[0], sum_error);
    check_above(worst[1], clear);
    shelf_close(&f);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(conditions_hold_and_no_more),
      cmocka_unit_test(conditions_hold_for_powers),
      cmocka_unit_test(conditions_notice_changes),
      cmocka_unit_test(pairs_are_symplectic),
      cmocka_unit_test(others_are_not_symplectic),
      cmocka_unit_test(mixed_conditions_hold_and_no_more),
      cmocka_unit_test(mixed_conditions_are_those_printed),
      cmocka_unit_test(spark_conditions_hold),
      cmocka_unit_test(legendre_is_the_kernel_of_3a),
  };
  return check_run(argc, argv, tests);
}
