// Tests of src/tableau/tableau.h: exact entries, printed tables, digits of a computation with 120
// digits. What the coefficients satisfy is in test_tableau_conditions.c.
//
// [T] Hilden, "Numerical Methods for Nonholonomic Mechanics", thesis, NTNU 2009; tables in App. B.

#include "tests/methods/tableaux.h"
#include "tests/support/counting.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

// --- what is exact ---------------------------------------------------------------------------

static void nodes_are_ordered_and_mirrored(void **unused) {
  (void)unused;
  for (tableau_family family = 0; family <= TABLEAU_LOBATTO_3D; family++)
    for (int s = tableau_least(family); s <= tableau_most; s++) {
      shelf f;
      shelf_open(&f);
      tableau t = make(&f, family, s);
      bool radau = family == TABLEAU_RADAU_1A || family == TABLEAU_RADAU_2A;
      for (int i = 0; i < s; i++) {
        assert_true(t.c[i] >= 0 && t.c[i] <= 1 && t.b[i] > 0);
        assert_true(i == 0 || t.c[i] > t.c[i - 1]);
        assert_true(radau || t.c[s - 1 - i] == (i < s/2 ? 1 - t.c[i] : t.c[s - 1 - i]));
        assert_true(radau || t.b[s - 1 - i] == t.b[i]);
      }
      if (s % 2 && !radau)
        assert_true(t.c[s/2] == 0.5);
      if (is_lobatto(family) || family == TABLEAU_RADAU_1A)
        assert_true(t.c[0] == 0);
      if (is_lobatto(family) || family == TABLEAU_RADAU_2A)
        assert_true(t.c[s - 1] == 1);
      shelf_close(&f);
    }
}

// the reflected method: a_(s+1-i,s+1-j) = b_j - a_ij
static void reflection_is_exact(void **unused) {
  (void)unused;
  static const tableau_family pairs[][2] = {
      {TABLEAU_GAUSS, TABLEAU_GAUSS},           {TABLEAU_LOBATTO_3A, TABLEAU_LOBATTO_3A},
      {TABLEAU_LOBATTO_3B, TABLEAU_LOBATTO_3B}, {TABLEAU_LOBATTO_3C, TABLEAU_LOBATTO_3C_STAR},
      {TABLEAU_LOBATTO_3D, TABLEAU_LOBATTO_3D},
  };
  for (size_t k = 0; k < sizeof pairs/sizeof *pairs; k++)
    for (int s = 2; s <= tableau_most; s++) {
      shelf f;
      shelf_open(&f);
      tableau t = make(&f, pairs[k][0], s), u = make(&f, pairs[k][1], s);
      for (int i = 0; i < s; i++)
        for (int j = 0; j < s; j++)
          check_near(u.A[(s - 1 - i)*s + s - 1 - j] + t.A[i*s + j], t.b[j], DBL_EPSILON/2);
      shelf_close(&f);
    }
}

static void known_entries_are_exact(void **unused) {
  (void)unused;
  for (int s = 2; s <= tableau_most; s++) {
    shelf f;
    shelf_open(&f);
    tableau t[tableau_families];
    for (tableau_family family = 0; family <= TABLEAU_LOBATTO_3D; family++)
      t[family] = make(&f, family, s);
    for (int i = 0; i < s; i++) {
      int column = i*s, row = (s - 1)*s + i, end = i*s + s - 1;
      assert_true(t[TABLEAU_LOBATTO_3A].A[i] == 0);
      assert_true(t[TABLEAU_LOBATTO_3C_STAR].A[i] == 0);
      assert_true(t[TABLEAU_LOBATTO_3B].A[end] == 0);
      assert_true(t[TABLEAU_LOBATTO_3C_STAR].A[end] == 0);
      assert_true(t[TABLEAU_RADAU_2A].A[row] == t[TABLEAU_RADAU_2A].b[i]);
      assert_true(t[TABLEAU_LOBATTO_3A].A[row] == t[TABLEAU_LOBATTO_3A].b[i]);
      assert_true(t[TABLEAU_LOBATTO_3C].A[row] == t[TABLEAU_LOBATTO_3C].b[i]);
      assert_true(t[TABLEAU_RADAU_1A].A[column] == t[TABLEAU_RADAU_1A].b[0]);
      assert_true(t[TABLEAU_LOBATTO_3B].A[column] == t[TABLEAU_LOBATTO_3B].b[0]);
      assert_true(t[TABLEAU_LOBATTO_3C].A[column] == t[TABLEAU_LOBATTO_3C].b[0]);
      assert_true(t[TABLEAU_GAUSS].A[i*s + i] == t[TABLEAU_GAUSS].b[i]/2);
      assert_true(t[TABLEAU_LOBATTO_3D].A[i*s + i] == t[TABLEAU_LOBATTO_3D].b[i]/2);
    }
    shelf_close(&f);
  }
}

static void legendre_values(void **unused) {
  (void)unused;
  const double c[] = {0, 0.1, 0.25, 0.5, 0.75, 0.9, 1};
  enum { n = sizeof c/sizeof *c };
  double P[n];
  for (int k = 0; k <= 2*tableau_most; k++) {
    tableau_legendre(P, c, k, n);
    assert_true(P[n - 1] == 1 && P[0] == (k % 2 ? -1 : 1));
    assert_true(k % 2 == 0 || P[3] == 0);
    assert_true(P[4] == (k % 2 ? -P[2] : P[2]));
  }
  tableau_legendre(P, c, 5, n);
  for (int i = 0; i < n; i++) {
    double x = 2*c[i] - 1;
    check_near(P[i], (63*pow(x, 5) - 70*pow(x, 3) + 15*x)/8, 5*DBL_EPSILON);
  }
}

// --- printed tables --------------------------------------------------------------------------

// [T] App. B; Radau IIA and IIIC with s = 4 from Hairer, Wanner II, sec. IV.5

// rows of c_i, a_i1 ... a_is, and last b
static void check_printed(tableau_family family, int s, const double *printed) {
  shelf f;
  shelf_open(&f);
  tableau t = make(&f, family, s);
  for (int i = 0; i < s; i++) {
    check_near(t.c[i], *printed++, entry_error);
    for (int j = 0; j < s; j++)
      check_near(t.A[i*s + j], *printed++, entry_error);
  }
  for (int i = 0; i < s; i++)
    check_near(t.b[i], *printed++, entry_error);
  shelf_close(&f);
}

// clang-format off
static void gauss_and_radau_as_printed(void **unused) {
  (void)unused;
  const double w3 = sqrt(3), w6 = sqrt(6), w15 = sqrt(15);
  check_printed(TABLEAU_GAUSS, 1, (double[]){
    1.0/2, 1.0/2,
           1});
  check_printed(TABLEAU_GAUSS, 2, (double[]){
    1.0/2 - w3/6, 1.0/4,        1.0/4 - w3/6,
    1.0/2 + w3/6, 1.0/4 + w3/6, 1.0/4,
                  1.0/2,        1.0/2});
  check_printed(TABLEAU_GAUSS, 3, (double[]){
    1.0/2 - w15/10, 5.0/36,          2.0/9 - w15/15, 5.0/36 - w15/30,
    1.0/2,          5.0/36 + w15/24, 2.0/9,          5.0/36 - w15/24,
    1.0/2 + w15/10, 5.0/36 + w15/30, 2.0/9 + w15/15, 5.0/36,
                    5.0/18,          4.0/9,          5.0/18});
  check_printed(TABLEAU_RADAU_1A, 1, (double[]){
    0, 1,
       1});
  check_printed(TABLEAU_RADAU_1A, 2, (double[]){
    0,     1.0/4, -1.0/4,
    2.0/3, 1.0/4, 5.0/12,
           1.0/4, 3.0/4});
  check_printed(TABLEAU_RADAU_1A, 3, (double[]){
    0,           1.0/9, (-1 - w6)/18,     (-1 + w6)/18,
    (6 - w6)/10, 1.0/9, (88 + 7*w6)/360,  (88 - 43*w6)/360,
    (6 + w6)/10, 1.0/9, (88 + 43*w6)/360, (88 - 7*w6)/360,
                 1.0/9, (16 + w6)/36,     (16 - w6)/36});
  check_printed(TABLEAU_RADAU_2A, 1, (double[]){
    1, 1,
       1});
  check_printed(TABLEAU_RADAU_2A, 2, (double[]){
    1.0/3, 5.0/12, -1.0/12,
    1,     3.0/4,  1.0/4,
           3.0/4,  1.0/4});
  check_printed(TABLEAU_RADAU_2A, 3, (double[]){
    (4 - w6)/10, (88 - 7*w6)/360,     (296 - 169*w6)/1800, (-2 + 3*w6)/225,
    (4 + w6)/10, (296 + 169*w6)/1800, (88 + 7*w6)/360,     (-2 - 3*w6)/225,
    1,           (16 - w6)/36,        (16 + w6)/36,        1.0/9,
                 (16 - w6)/36,        (16 + w6)/36,        1.0/9});
}

static void lobatto_as_printed(void **unused) {
  (void)unused;
  const double w5 = sqrt(5);
  check_printed(TABLEAU_LOBATTO_3A, 2, (double[]){
    0, 0,     0,
    1, 1.0/2, 1.0/2,
       1.0/2, 1.0/2});
  check_printed(TABLEAU_LOBATTO_3A, 3, (double[]){
    0,     0,      0,     0,
    1.0/2, 5.0/24, 1.0/3, -1.0/24,
    1,     1.0/6,  2.0/3, 1.0/6,
           1.0/6,  2.0/3, 1.0/6});
  check_printed(TABLEAU_LOBATTO_3A, 4, (double[]){
    0,           0,             0,                0,                0,
    (5 - w5)/10, (11 + w5)/120, (25 - w5)/120,    (25 - 13*w5)/120, (-1 + w5)/120,
    (5 + w5)/10, (11 - w5)/120, (25 + 13*w5)/120, (25 + w5)/120,    (-1 - w5)/120,
    1,           1.0/12,        5.0/12,           5.0/12,           1.0/12,
                 1.0/12,        5.0/12,           5.0/12,           1.0/12});
  check_printed(TABLEAU_LOBATTO_3B, 2, (double[]){
    0, 1.0/2, 0,
    1, 1.0/2, 0,
       1.0/2, 1.0/2});
  check_printed(TABLEAU_LOBATTO_3B, 3, (double[]){
    0,     1.0/6, -1.0/6, 0,
    1.0/2, 1.0/6, 1.0/3,  0,
    1,     1.0/6, 5.0/6,  0,
           1.0/6, 2.0/3,  1.0/6});
  check_printed(TABLEAU_LOBATTO_3B, 4, (double[]){
    0,           1.0/12, (-1 - w5)/24,     (-1 + w5)/24,     0,
    (5 - w5)/10, 1.0/12, (25 + w5)/120,    (25 - 13*w5)/120, 0,
    (5 + w5)/10, 1.0/12, (25 + 13*w5)/120, (25 - w5)/120,    0,
    1,           1.0/12, (11 - w5)/24,     (11 + w5)/24,     0,
                 1.0/12, 5.0/12,           5.0/12,           1.0/12});
  check_printed(TABLEAU_LOBATTO_3C, 2, (double[]){
    0, 1.0/2, -1.0/2,
    1, 1.0/2, 1.0/2,
       1.0/2, 1.0/2});
  check_printed(TABLEAU_LOBATTO_3C, 3, (double[]){
    0,     1.0/6, -1.0/3, 1.0/6,
    1.0/2, 1.0/6, 5.0/12, -1.0/12,
    1,     1.0/6, 2.0/3,  1.0/6,
           1.0/6, 2.0/3,  1.0/6});
  check_printed(TABLEAU_LOBATTO_3C, 4, (double[]){
    0,           1.0/12, -w5/12,         w5/12,          -1.0/12,
    (5 - w5)/10, 1.0/12, 1.0/4,          (10 - 7*w5)/60, w5/60,
    (5 + w5)/10, 1.0/12, (10 + 7*w5)/60, 1.0/4,          -w5/60,
    1,           1.0/12, 5.0/12,         5.0/12,         1.0/12,
                 1.0/12, 5.0/12,         5.0/12,         1.0/12});
  check_printed(TABLEAU_LOBATTO_3C_STAR, 2, (double[]){
    0, 0,     0,
    1, 1,     0,
       1.0/2, 1.0/2});
  check_printed(TABLEAU_LOBATTO_3C_STAR, 3, (double[]){
    0,     0,     0,     0,
    1.0/2, 1.0/4, 1.0/4, 0,
    1,     0,     1,     0,
           1.0/6, 2.0/3, 1.0/6});
  check_printed(TABLEAU_LOBATTO_3D, 2, (double[]){
    0, 1.0/4, -1.0/4,
    1, 3.0/4, 1.0/4,
       1.0/2, 1.0/2});
  check_printed(TABLEAU_LOBATTO_3D, 3, (double[]){
    0,     1.0/12, -1.0/6, 1.0/12,
    1.0/2, 5.0/24, 1.0/3,  -1.0/24,
    1,     1.0/12, 5.0/6,  1.0/12,
           1.0/6,  2.0/3,  1.0/6});
}
// clang-format on

// --- reference digits ------------------------------------------------------------------------

// from 120 digits: nodes by Newton's method, matrices from coefficients of Lagrange polynomials
static void reference_digits(void **unused) {
  (void)unused;
  static const struct {
    tableau_family family;
    int s;
    char array;
    int i, j;
    double value;
  } rows[] = {
      {TABLEAU_GAUSS, 7, 'c', 0, 0, 0.025446043828620738},
      {TABLEAU_GAUSS, 7, 'c', 1, 0, 0.12923440720030278},
      {TABLEAU_GAUSS, 7, 'c', 2, 0, 0.29707742431130142},
      {TABLEAU_GAUSS, 7, 'b', 0, 0, 0.064742483084434847},
      {TABLEAU_GAUSS, 7, 'b', 1, 0, 0.13985269574463833},
      {TABLEAU_GAUSS, 7, 'b', 3, 0, 0.20897959183673469},
      {TABLEAU_GAUSS, 7, 'A', 0, 0, 0.032371241542217423},
      {TABLEAU_GAUSS, 7, 'A', 0, 6, 0.00045810952374945298},
      {TABLEAU_GAUSS, 7, 'A', 1, 2, -0.016590006578847771},
      {TABLEAU_GAUSS, 7, 'A', 3, 1, 0.13359576922388229},
      {TABLEAU_GAUSS, 7, 'A', 5, 4, 0.20750503183140724},
      {TABLEAU_GAUSS, 50, 'c', 0, 0, 0.00056679778996447491},
      {TABLEAU_GAUSS, 50, 'c', 10, 0, 0.10772208354980037},
      {TABLEAU_GAUSS, 50, 'c', 24, 0, 0.48445083083640556},
      {TABLEAU_GAUSS, 50, 'b', 0, 0, 0.0014543112765775705},
      {TABLEAU_GAUSS, 50, 'b', 10, 0, 0.019284378306293838},
      {TABLEAU_GAUSS, 50, 'b', 24, 0, 0.031088308327673631},
      {TABLEAU_GAUSS, 50, 'A', 0, 49, -2.2231252420839392e-7},
      {TABLEAU_GAUSS, 50, 'A', 10, 3, 0.0072811634635753875},
      {TABLEAU_GAUSS, 50, 'A', 24, 25, -0.0027810731549596921},
      {TABLEAU_GAUSS, 50, 'A', 49, 2, 0.0052968041588904478},
      {TABLEAU_RADAU_1A, 6, 'c', 1, 0, 0.098535085798826426},
      {TABLEAU_RADAU_1A, 6, 'c', 3, 0, 0.56202518975261386},
      {TABLEAU_RADAU_1A, 6, 'c', 5, 0, 0.96019014294853126},
      {TABLEAU_RADAU_1A, 6, 'b', 1, 0, 0.15982037661025548},
      {TABLEAU_RADAU_1A, 6, 'b', 5, 0, 0.10079419262674042},
      {TABLEAU_RADAU_1A, 6, 'A', 0, 1, -0.063261464066155017},
      {TABLEAU_RADAU_1A, 6, 'A', 1, 1, 0.092430534335699597},
      {TABLEAU_RADAU_1A, 6, 'A', 2, 4, 0.015028038239543274},
      {TABLEAU_RADAU_1A, 6, 'A', 5, 3, 0.25267353046482185},
      {TABLEAU_RADAU_2A, 5, 'c', 0, 0, 0.057104196114517682},
      {TABLEAU_RADAU_2A, 5, 'c', 1, 0, 0.27684301363812383},
      {TABLEAU_RADAU_2A, 5, 'c', 2, 0, 0.58359043236891682},
      {TABLEAU_RADAU_2A, 5, 'c', 3, 0, 0.86024013565621945},
      {TABLEAU_RADAU_2A, 5, 'b', 0, 0, 0.14371356079122594},
      {TABLEAU_RADAU_2A, 5, 'b', 1, 0, 0.28135601514946206},
      {TABLEAU_RADAU_2A, 5, 'b', 2, 0, 0.31182652297574125},
      {TABLEAU_RADAU_2A, 5, 'b', 3, 0, 0.22310390108357074},
      {TABLEAU_RADAU_2A, 5, 'A', 0, 0, 0.072998864317903324},
      {TABLEAU_RADAU_2A, 5, 'A', 0, 4, 0.0050428392338820152},
      {TABLEAU_RADAU_2A, 5, 'A', 1, 3, 0.021233063119304719},
      {TABLEAU_RADAU_2A, 5, 'A', 2, 1, 0.29896712949128348},
      {TABLEAU_RADAU_2A, 5, 'A', 3, 4, -0.015708917378805328},
      {TABLEAU_LOBATTO_3A, 10, 'c', 1, 0, 0.040233045916770593},
      {TABLEAU_LOBATTO_3A, 10, 'c', 2, 0, 0.13061306744724746},
      {TABLEAU_LOBATTO_3A, 10, 'c', 3, 0, 0.26103752509477775},
      {TABLEAU_LOBATTO_3A, 10, 'c', 4, 0, 0.41736052116680649},
      {TABLEAU_LOBATTO_3A, 10, 'b', 1, 0, 0.066652995425535056},
      {TABLEAU_LOBATTO_3A, 10, 'b', 2, 0, 0.11244467103156323},
      {TABLEAU_LOBATTO_3A, 10, 'b', 3, 0, 0.14602134183984188},
      {TABLEAU_LOBATTO_3A, 10, 'b', 4, 0, 0.16376988059194873},
      {TABLEAU_LOBATTO_3A, 10, 'A', 1, 0, 0.015465148886122212},
      {TABLEAU_LOBATTO_3A, 10, 'A', 1, 9, 0.00018251951786848489},
      {TABLEAU_LOBATTO_3A, 10, 'A', 2, 5, -0.0032904586839602637},
      {TABLEAU_LOBATTO_3A, 10, 'A', 4, 4, 0.080966723864494436},
      {TABLEAU_LOBATTO_3A, 10, 'A', 7, 6, 0.15547104729729058},
      {TABLEAU_LOBATTO_3A, 10, 'A', 8, 1, 0.067119137152982571},
      {TABLEAU_LOBATTO_3B, 6, 'c', 1, 0, 0.11747233803526765},
      {TABLEAU_LOBATTO_3B, 6, 'c', 2, 0, 0.35738424175967745},
      {TABLEAU_LOBATTO_3B, 6, 'b', 1, 0, 0.18923747814892349},
      {TABLEAU_LOBATTO_3B, 6, 'b', 2, 0, 0.27742918851774318},
      {TABLEAU_LOBATTO_3B, 6, 'A', 0, 1, -0.070092455626458075},
      {TABLEAU_LOBATTO_3B, 6, 'A', 0, 4, 0.0093299337753815654},
      {TABLEAU_LOBATTO_3B, 6, 'A', 2, 3, -0.024004074733154874},
      {TABLEAU_LOBATTO_3B, 6, 'A', 4, 1, 0.1937092585894972},
      {TABLEAU_LOBATTO_3B, 6, 'A', 5, 4, 0.25932993377538157},
      {TABLEAU_LOBATTO_3C, 7, 'c', 1, 0, 0.084888051860716535},
      {TABLEAU_LOBATTO_3C, 7, 'c', 2, 0, 0.26557560326464289},
      {TABLEAU_LOBATTO_3C, 7, 'b', 1, 0, 0.13841302368078297},
      {TABLEAU_LOBATTO_3C, 7, 'b', 3, 0, 0.24380952380952381},
      {TABLEAU_LOBATTO_3C, 7, 'A', 0, 1, -0.057406865293933139},
      {TABLEAU_LOBATTO_3C, 7, 'A', 1, 6, -0.0098750109613839427},
      {TABLEAU_LOBATTO_3C, 7, 'A', 2, 3, -0.037061621218126704},
      {TABLEAU_LOBATTO_3C, 7, 'A', 4, 2, 0.21261833915334807},
      {TABLEAU_LOBATTO_3C, 7, 'A', 5, 5, 0.081111273745153392},
      {TABLEAU_LOBATTO_3C_STAR, 5, 'c', 1, 0, 0.17267316464601143},
      {TABLEAU_LOBATTO_3C_STAR, 5, 'A', 1, 0, 0.071428571428571429},
      {TABLEAU_LOBATTO_3C_STAR, 5, 'A', 1, 3, 0.0020021659931149205},
      {TABLEAU_LOBATTO_3C_STAR, 5, 'A', 2, 1, 0.32505918332304278},
      {TABLEAU_LOBATTO_3C_STAR, 5, 'A', 3, 2, 0.42456709658519873},
      {TABLEAU_LOBATTO_3C_STAR, 5, 'A', 4, 2, 0.22222222222222222},
      {TABLEAU_LOBATTO_3D, 8, 'c', 1, 0, 0.064129925745196692},
      {TABLEAU_LOBATTO_3D, 8, 'c', 2, 0, 0.20414990928342885},
      {TABLEAU_LOBATTO_3D, 8, 'c', 3, 0, 0.39535039104876057},
      {TABLEAU_LOBATTO_3D, 8, 'b', 1, 0, 0.10535211357175302},
      {TABLEAU_LOBATTO_3D, 8, 'b', 3, 0, 0.20622939732935194},
      {TABLEAU_LOBATTO_3D, 8, 'A', 0, 3, -0.030342494168462459},
      {TABLEAU_LOBATTO_3D, 8, 'A', 1, 6, -0.0090096151692279773},
      {TABLEAU_LOBATTO_3D, 8, 'A', 3, 5, 0.011116484113032284},
      {TABLEAU_LOBATTO_3D, 8, 'A', 7, 2, 0.19815545034818031},
      {TABLEAU_LOBATTO_3D, 20, 'c', 1, 0, 0.009628147553042914},
      {TABLEAU_LOBATTO_3D, 20, 'c', 9, 0, 0.45972703138058908},
      {TABLEAU_LOBATTO_3D, 20, 'b', 1, 0, 0.016118561594244471},
      {TABLEAU_LOBATTO_3D, 20, 'b', 9, 0, 0.080371643193922875},
      {TABLEAU_LOBATTO_3D, 20, 'A', 0, 18, 0.0032564270049117838},
      {TABLEAU_LOBATTO_3D, 20, 'A', 4, 9, -0.0022191445801853594},
      {TABLEAU_LOBATTO_3D, 20, 'A', 13, 12, 0.080920940203448709},
      {TABLEAU_LOBATTO_3D, 20, 'A', 19, 0, 0.0039473684210526316},
  };
  for (size_t k = 0; k < sizeof rows/sizeof *rows; k++) {
    shelf f;
    shelf_open(&f);
    tableau t = make(&f, rows[k].family, rows[k].s);
    const double *array = rows[k].array == 'c' ? t.c : rows[k].array == 'b' ? t.b : t.A;
    int at = rows[k].array == 'A' ? rows[k].i*t.s + rows[k].j : rows[k].i;
    check_near(array[at], rows[k].value, entry_error);
    shelf_close(&f);
  }
}

// --- names and memory ------------------------------------------------------------------------

static void families_have_names(void **unused) {
  (void)unused;
  assert_string_equal(tableau_name(TABLEAU_GAUSS), "Gauss");
  assert_string_equal(tableau_name(TABLEAU_RADAU_2A), "Radau IIA");
  assert_string_equal(tableau_name(TABLEAU_LOBATTO_3C_STAR), "Lobatto IIIC*");
  assert_string_equal(tableau_name(TABLEAU_LOBATTO_3D), "Lobatto IIID");
  for (tableau_family family = 0; family <= TABLEAU_LOBATTO_3D; family++)
    assert_int_equal(tableau_least(family), is_lobatto(family) ? 2 : 1);
}

// the n-th request fails, for every n: no tableau, the one before is as it was, nothing is left
static void memory_may_run_out(void **unused) {
  (void)unused;
  bool made = false;
  for (long n = 1; !made; n++) {
    counter c = {.fail_at = n};
    memory m = {count, &c};
    arena a;
    arena_init(&a, &m);
    tableau t = {.s = -1};
    made = tableau_init(&t, &a, TABLEAU_GAUSS, tableau_most);
    assert_int_equal(t.s, made ? tableau_most : -1);
    arena_free(&a);
    assert_int_equal(c.blocks, 0);
    assert_true(made ? n > 1 : n < 10);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nodes_are_ordered_and_mirrored),
      cmocka_unit_test(reflection_is_exact),
      cmocka_unit_test(known_entries_are_exact),
      cmocka_unit_test(legendre_values),
      cmocka_unit_test(gauss_and_radau_as_printed),
      cmocka_unit_test(lobatto_as_printed),
      cmocka_unit_test(reference_digits),
      cmocka_unit_test(families_have_names),
      cmocka_unit_test(memory_may_run_out),
  };
  return check_run(argc, argv, tests);
}
