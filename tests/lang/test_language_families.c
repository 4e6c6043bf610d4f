// Tests of elaboration: families with two indices, families of rotations and rigid motions: what they
// mean, what they are called, what is wrong with them.

#include "tests/support/language.h"

static void check_keys(const unknowns *list, const char *const *keys, int count) {
  assert_int_equal(list->count, count);
  for (int i = 0; i < count; i++)
    assert_string_equal(list->list[i].name, keys[i]);
}

// --- two indices ---------------------------------------------------------------------------------

static const char points[] =
    "model m\nconst n = 2\ncoord c[0..1, 2..4] momentum p[0..1, 2..4], x\n"
    "lagrangian sum(i in 0..1: dot(c[i]', c[i]'))/2 + x'^2/2\n"
    "init c[0] = [1, 2, 3], c[1,2] = 4, c[1,4] = 6, c' = [[0, 1, 0], [0, 0, 2]]\n";

static void rows_and_entries(void **state) {
  (void)state;
  reading r;
  static const char *const positions[] = {"c[0,2]", "c[0,3]", "c[0,4]", "c[1,2]",
                                          "c[1,3]", "c[1,4]", "x"};
  static const char *const velocities[] = {"c[0,2]'", "c[0,3]'", "c[0,4]'", "c[1,2]'",
                                           "c[1,3]'", "c[1,4]'", "x'"};
  static const char *const momenta[] = {"p[0,2]", "p[0,3]", "p[0,4]", "p[1,2]",
                                        "p[1,3]", "p[1,4]", "x"};
  char text[2000];
  snprintf(text, sizeof text, "%s%s", points,
           "observe a = c[1]\nobserve b = c[0,3] + c[0][4]\nobserve d = (c*[1, 0, 2])[2]\n"
           "observe e = c[1]'[4] + c'[1,4] + c[1,4]' + c'[1][4]\nobserve f = tr(transpose(c)*c)\n"
           "observe g = p[0]\n");
  const model_system *s = reading_good(&r, text);
  check_keys(&s->positions, positions, 7);
  check_keys(&s->velocities, velocities, 7);
  check_keys(&s->momenta, momenta, 7);
  check_near(reading_observable(&r, "a[1]"), 4, 0);
  check_near(reading_observable(&r, "a[3]"), 6, 0);
  check_near(reading_observable(&r, "b"), 5, 0);
  check_near(reading_observable(&r, "d"), 16, 0);
  check_near(reading_observable(&r, "e"), 8, 0);
  check_near(reading_observable(&r, "f"), 1 + 4 + 9 + 16 + 36, 0);
  assert_int_equal(s->observables.count, 3 + 1 + 1 + 1 + 1 + 3);
  reading_end(&r);
}

// forces and constraints by rows; settings by entry, row and as a whole
static void targets_of_rows(void **state) {
  (void)state;
  reading r;
  char text[2000];
  snprintf(text, sizeof text, "%s%s", points,
           "force c = [[1, 2, 3], [4, 5, 6]]\nforce c[1] = [10, 20, 30]\nforce c[0,4] = 100\n"
           "holonomic rod: dot(c[1] - c[0], c[1] - c[0]) = 9 + 4 + 9\nholonomic pin: c[0] = [1, 2, "
           "3]\n");
  const model_system *s = reading_good(&r, text);
  static const double forces[] = {1, 2, 103, 14, 25, 36, 0};
  for (int i = 0; i < 7; i++)
    check_near(reading_value(&r, s->forces.list[i]), forces[i], 0);
  assert_int_equal(s->constraints.count, 4);
  assert_string_equal(s->constraints.list[3].label, "pin[3]");
  check_near(reading_value(&r, s->constraints.list[0].residual), 0, 0);
  reading_end(&r);

  const setting init[] = {{"c[1,3]'", "7"}, {"c[0]", "[8, 8, 8]"}};
  reading_text(&r, points, &(settings){.init = init, .ninit = 2});
  assert_string_equal(r.why.sentence, "");
  check_near(reading_start(&r, "c[1,3]'"), 7, 0);
  check_near(reading_start(&r, "c[0,3]"), 8, 0);
  check_near(reading_start(&r, "c[1,4]'"), 2, 0);
  reading_end(&r);
}

// one column, one row, and more rows than a matrix has: a family may be long
static void shapes_of_families(void **state) {
  (void)state;
  reading r;
  reading_good(&r, "model m\ncoord a[1..3, 1..1], b[1..1, 1..2], c[1..500, 1..2]\n"
                   "lagrangian tr(transpose(a')*a') + tr(b'*transpose(b')) + tr(transpose(c')*c')\n"
                   "init a[2] = [5], b = [[1, 2]]\nfor i in 1..500 { init c[i] = [i, -i] }\n"
                   "observe d = a[2]\nobserve e = b[1]\nobserve f = c[500] + a[2,1]*c[1]");
  check_near(reading_observable(&r, "d[1]"), 5, 0);
  check_near(reading_observable(&r, "e[2]"), 2, 0);
  check_near(reading_observable(&r, "f[2]"), -505, 0);
  reading_end(&r);
}

static void wrong_rows(void **state) {
  (void)state;
#define C "model m\ncoord c[0..1, 2..4], x\n"
  static const mistake rows[] = {
      {C "observe a = c[2]", 3, 15, "the index 2 is outside c[0..1]", "write an index from 0 to 1"},
      {C "observe a = c[1,1]", 3, 17, "the index 1 is outside c[2..4]",
       "write an index from 2 to 4"},
      {C "observe a = c[1,2,3]", 3, 13, "`c` is a 2x3 matrix and needs one index or two",
       "write c[i] or c[i,j]"},
      {C "init c[2] = [1, 2, 3]", 3, 8, "the index 2 is outside c[0..1]",
       "write an index from 0 to 1"},
      {C "init c[1,2,3] = 1", 3, 12, "`c` has one index or two", "write c[i] or c[i,j]"},
      {C "init c[1] = [1, 2]", 3, 13, "`c[1]` has 3 entries, this vector has 2",
       "write one number for each entry"},
      {C "init c = [1, 2, 3]", 3, 10, "`c` is a 2x3 matrix, this is a vector of length 3",
       "write a matrix by its rows: [[a, b], [c, d]]"},
      {C "force c[1] = 2", 3, 14, "the force on `c[1]` has 3 entries, this is a scalar",
       "write a vector, one entry for each: [a, b]"},
      {C "lagrangian dot(c', c')", 3, 16, "dot() needs a vector, this is a 2x3 matrix",
       "a vector is a family, or written [a, b, c]"},
      {"model m\ncoord c[1..2, 3..1]", 2, 7, "`c[..., 3..1]` has no entries",
       "the first index of a range is the smaller one"},
      {"model m\ncoord c[1..2, 1..2, 1..2]", 2, 19, "expected `]`, found `,`",
       "a family has one index or two"},
      {"model m\ncoord c[1..2][1..2]", 2, 14, "expected the end of the line, found `[`",
       "two indices are written c[1..n, 1..3]"},
      {"model m\ncoord c[1..2, 1..2] momentum p[1..2]", 2, 30, "the momenta of `c` carry its range",
       "write momentum p[1..2, 1..2]"},
      {"model m\ncoord c[1..2] momentum p[1..2, 1..2]", 2, 24, "the momenta of `c` carry its range",
       "write momentum p[1..2]"},
      {"model m\nstate y[1..2, 1..2]", 2, 13, "expected `]`, found `,`",
       "only `coord` has families with two indices"},
      {C "contact pair[i,j] for i < j in 0..1 within 2: norm(c[i] - c[j]) >= 1", 3, 54,
       "the index `i` of a pair is not for this",
       "contacts of pairs have families with one index: x[i], y[i]"},
      {"model m\ncoord c[1..2, 1..2], x[1..2]\n"
       "contact pair[i,j] for i < j in 1..2 within 2 in c: norm([x[i] - x[j]]) >= 1",
       3, 49, "`c` is a family with two indices, not with one",
       "write families of coordinates: within d in x, y"},
  };
  reading_wrong(rows);
}

// --- rotations and rigid motions -----------------------------------------------------------------

static const char bodies[] =
    "model m\nconst n = 2\ncoord R[1..n]: SO(3) velocity w[1..n] momentum M[1..n]\n"
    "coord g[0..1]: SE(2) velocity (v[0..1], om[0..1]), h[1..2]: SE(3) velocity (u, z)\n"
    "lagrangian sum(i in 1..n: dot(w[i], w[i]) + dot(u[i], u[i]) + dot(z[i], z[i]))/2\n"
    "  + sum(i in 0..1: dot(v[i], v[i]) + om[i]^2)/2\n";

static void keys_of_bodies(void **state) {
  (void)state;
  reading r;
  const model_system *s = reading_good(&r, bodies);
  static const char *const velocities[] = {
      "w[1,1]", "w[1,2]", "w[1,3]", "w[2,1]", "w[2,2]", "w[2,3]", "v[0,1]", "v[0,2]",
      "om[0]",  "v[1,1]", "v[1,2]", "om[1]",  "u[1,1]", "u[1,2]", "u[1,3]", "z[1,1]",
      "z[1,2]", "z[1,3]", "u[2,1]", "u[2,2]", "u[2,3]", "z[2,1]", "z[2,2]", "z[2,3]"};
  check_keys(&s->velocities, velocities, 24);
  assert_int_equal(s->positions.count, 2*9 + 2*3 + 2*12);
  assert_string_equal(s->positions.list[9].name, "R[2,1,1]");
  assert_string_equal(s->positions.list[17].name, "R[2,3,3]");
  assert_string_equal(s->positions.list[21].name, "g[1].x");
  assert_string_equal(s->positions.list[23].name, "g[1].theta");
  assert_string_equal(s->positions.list[36].name, "h[2].x");
  assert_string_equal(s->positions.list[39].name, "h[2].R[1,1]");
  assert_string_equal(s->momenta.list[4].name, "M[2,2]");
  assert_int_equal(s->coords.count, 6);
  assert_int_equal(s->coords.list[0].members, 2);
  assert_int_equal(s->coords.list[1].members, 0);
  assert_int_equal(s->class, CLASS_GROUP);
  check_near(reading_start(&r, "R[2,2,2]"), 1, 0);
  check_near(reading_start(&r, "h[2].R[3,3]"), 1, 0);
  check_near(reading_start(&r, "h[2].R[3,1]"), 0, 0);
  reading_end(&r);
}

// members are matrices, their velocities vectors; derivatives are those of single ones
static void meaning_of_bodies(void **state) {
  (void)state;
  reading r;
  char text[4000];
  snprintf(text, sizeof text, "%s%s", bodies,
           "init R[2] = rotation([0, 0, 1], pi/2), w[2] = [0, 0, 3], w[1,2] = 5\n"
           "init g[1].x = 7, g[1].theta = pi/2, v[1] = [2, 0], om[1] = 4, om[0] = 1\n"
           "init h[2].R = R[2], h[2].z = 8, z[2] = [0, 0, 1], u[2,1] = 6\n"
           "observe a = R[2]*[1, 0, 0]\nobserve b = R[2]'*[1, 0, 0]\nobserve c = R[2,2,1]\n"
           "observe d = R[1,1,1]' + R[2,2,2]'\nobserve e = [g[1].x', g[1].y', g[1].theta']\n"
           "observe f = g[1]*[1, 0, 1]\nobserve k = [h[2].x', h[2].y', h[2].z]\n"
           "observe l = (h[2].R'*[1, 0, 0])[1] + R'[2][1,1]\nobserve o = om\n"
           "observe q = w[1][2] + w[1,2]\nobserve s = (g[1].R*[1, 0])[2]\n");
  reading_good(&r, text);
  static const struct {
    const char *name;
    double value;
  } rows[] = {{"a[2]", 1}, {"b[1]", -3}, {"b[2]", 0}, {"c", 1},    {"d", -3},   {"e[2]", 2},
              {"e[3]", 4}, {"f[1]", 7},  {"f[2]", 1}, {"k[2]", 6}, {"k[3]", 8}, {"l", -4},
              {"o[1]", 1}, {"o[2]", 4},  {"q", 10},   {"s", 1}};
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++)
    check_near(reading_observable(&r, rows[i].name), rows[i].value, 1e-15);
  reading_end(&r);
}

static void targets_of_bodies(void **state) {
  (void)state;
  reading r;
  char text[4000];
  snprintf(
      text, sizeof text, "%s%s", bodies,
      "init w = [[1, 2, 3], [4, 5, 6]]\nforce w = [[1, 2, 3], [4, 5, 6]]\nforce w[2] = [10, 0, 0]\n"
      "force v[1] = [7, 8]\nforce om[1] = 9\nforce z[2,3] = 11\nforce u[1] = [12, 13, 14]\n");
  const model_system *s = reading_good(&r, text);
  static const double forces[24] = {1, 2, 3, 14, 5, 6, 0, 0, 0, 7, 8, 9, 12, 13, 14, [23] = 11};
  for (int i = 0; i < 24; i++)
    check_near(reading_value(&r, s->forces.list[i]), forces[i], 0);
  check_near(reading_start(&r, "w[2,3]"), 6, 0);
  reading_end(&r);

  const setting init[] = {{"R[1]", "rotation([1, 0, 0], pi)"}, {"g[0].y", "3"}, {"z[1,2]", "4"}};
  reading_text(&r, bodies, &(settings){.init = init, .ninit = 3});
  assert_string_equal(r.why.sentence, "");
  check_near(reading_start(&r, "R[1,3,3]"), -1, 0);
  check_near(reading_start(&r, "g[0].y"), 3, 0);
  check_near(reading_start(&r, "z[1,2]"), 4, 0);
  reading_end(&r);
}

static void wrong_bodies(void **state) {
  (void)state;
#define R "model m\ncoord R[1..2]: SO(3) velocity w[1..2]\n"
#define G "model m\ncoord g[1..2]: SE(2) velocity (v[1..2], om[1..2])\n"
  static const mistake rows[] = {
      {R "observe a = R", 3, 13, "`R` is a family of 2 matrices and needs an index", "write R[i]"},
      {R "let S = R'", 3, 9, "`A` is a family of 2 matrices and needs an index", "write A[i]"},
      {R "let f(u) = u\nobserve a = f(R)[1,1]", 4, 15,
       "`R` is a family of 2 matrices and needs an index", "write R[i]"},
      {R "observe a = R[3][1,1]", 3, 15, "the index 3 is outside R[1..2]",
       "write an index from 1 to 2"},
      {R "observe a = R[1,1]", 3, 13, "`R` is a family of 2 matrices and needs one index or three",
       "write R[i] or R[i,j,k]"},
      {R "observe a = R[1,1,4]", 3, 19, "the index 4 is outside R[1..3]",
       "write an index from 1 to 3"},
      {R "observe a = w[1,4]", 3, 17, "the index 4 is outside w[1..3]",
       "write an index from 1 to 3"},
      {R "init R = [[1, 0], [0, 1]]", 3, 6,
       "`R` is a family: its members are set as a whole, one by one", "write R[i]"},
      {R "init R[1,1,1] = 1", 3, 6, "`R` is a family: its members are set as a whole, one by one",
       "write R[i]"},
      {R "init R[3] = [[1]]", 3, 8, "the index 3 is outside R[1..2]", "write an index from 1 to 2"},
      {R "init R[1] = [[2, 0, 0], [0, 1, 0], [0, 0, 1]]", 3, 13,
       "`R[1]` is no rotation: its columns are orthonormal to 3.0e+00 only, not to 1e-12",
       "write its entries with all their digits, or as cos(a), sin(a), sqrt(2)/2"},
      {R "init R[1]' = 0", 3, 6, "`R'` cannot be set",
       "give its body velocity by the name declared with `velocity`"},
      {R "force R[1] = [0, 0, 1]", 3, 7, "a force on `R[1]` acts along its body velocity",
       "write force w = ..."},
      {G "init g[1] = 1", 3, 6, "`g[1]` is set by its fields", "write g[1].x = ..., g[1].y = ..."},
      {G "init v = [[1, 2], [3, 4]]", 3, 6,
       "the velocities of a family of rigid motions are set one by one",
       "write v[i] = ... inside `for`"},
      {G "force om = [1, 2]", 3, 7,
       "the velocities of a family of rigid motions are set one by one",
       "write om[i] = ... inside `for`"},
      {G "observe a = g.x", 3, 14, "only a coordinate in SE(2) or SE(3) has fields",
       "declare it as in: coord g: SE(2) velocity (v, omega)"},
      {G "observe a = g[3].x", 3, 15, "the index 3 is outside g[1..2]",
       "write an index from 1 to 2"},
      {G "observe a = g[1].z", 3, 18, "`g[1]` has no field `z`", "it has .x, .y, .theta and .R"},
      {G "observe a = v[1].x", 3, 17, "only a coordinate in SE(2) or SE(3) has fields",
       "declare it as in: coord g: SE(2) velocity (v, omega)"},
      {"model m\ncoord R[1..2]: SO(4) velocity W", 2, 16, "families are of SO(3), SE(2) and SE(3)",
       "declare them one by one"},
      {"model m\ncoord R[1..2, 1..2]: SO(3) velocity W", 2, 7,
       "a family of rotations or rigid motions has one index", "number them with one index"},
      {"model m\ncoord R[1..2]: SO(3) velocity w[1..3]", 2, 31,
       "the body velocities of `R` carry its range", "write w[1..2]"},
      {"model m\ncoord R[1..2]: SO(3) velocity w[1..2, 1..3]", 2, 31,
       "the body velocities of `R` carry its range",
       "write one range: the entries of each have the index after it"},
      {"model m\ncoord g[1..2]: SE(2) velocity (v[1..2], om[0..1])", 2, 41,
       "the body velocities of `g` carry its range", "write om[1..2]"},
      {"model m\ncoord g: SE(2) velocity (v[1..2], om)", 2, 26,
       "the body velocity of a rigid motion has its own entries", "delete the range"},
      {"model m\ncoord R[1..2]: SO(3) velocity w\nhamiltonian w[1,1]", 3, 13,
       "a hamiltonian cannot contain the velocity `w[1,1]`", "write it with the momenta"},
      {R "lagrangian dot(w[1], w[1])", 3, 12, "`w[2,1]` does not occur in the lagrangian",
       "a coordinate needs a kinetic energy; is a prime missing?"},
      {G "lagrangian sum(i in 1..2: dot(v[i], v[i]) + om[i]^2)\n"
         "for i in 1..2 { for j in 1..2 { for k in 1..3 { observe g[i,j,k] = t } } }",
       4, 57, "`g[1,1,1]` is a column of the output already", "choose another name"},
  };
  reading_wrong(rows);
#undef R
#undef G
}

// --- limits --------------------------------------------------------------------------------------

static void wrong_sizes(void **state) {
  (void)state;
  static const mistake rows[] = {
      {"model m\ncoord c[1..1000000, 1..3]", 2, 7,
       "`c[1..1000000, 1..3]` has 3000000 entries, more than the limit of 1000000 unknowns",
       "declare a shorter range"},
      {"model m\ncoord c[1..2000000000, 1..2000000000]", 2, 7,
       "a 2000000000x2000000000 matrix is larger than the limit of 64x64",
       "one of the two ranges is short, as that of x, y and z"},
      {"model m\ncoord c[1..65, 1..65]", 2, 7, "a 65x65 matrix is larger than the limit of 64x64",
       "one of the two ranges is short, as that of x, y and z"},
      {"model m\ncoord R[1..200000]: SO(3) velocity w", 2, 7,
       "`R[1..200000]` has 1800000 entries, more than the limit of 1000000 unknowns",
       "declare a shorter range"},
      {"model m\ncoord c[1..300000, 1..3]\nobserve a = tr(c*transpose(c))", 3, 17,
       "a 300000x300000 matrix is larger than the limit of 64x64",
       "multiply rows of them, as c[i]"},
      {"model m\ncoord c[1..300000, 1..3], d[1..3, 1..8]\nobserve a = (c*d)[1,1]", 3, 15,
       "a 300000x8 matrix has more than 1000000 entries", "multiply rows of them, as c[i]"},
  };
  reading_wrong(rows);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_and_entries),   cmocka_unit_test(targets_of_rows),
      cmocka_unit_test(shapes_of_families), cmocka_unit_test(wrong_rows),
      cmocka_unit_test(keys_of_bodies),     cmocka_unit_test(meaning_of_bodies),
      cmocka_unit_test(targets_of_bodies),  cmocka_unit_test(wrong_bodies),
      cmocka_unit_test(wrong_sizes),
  };
  return check_run(argc, argv, tests);
}
