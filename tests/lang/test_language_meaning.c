// Tests of elaboration: what statements mean, section 5 of the language reference row by row, and
// what settings change.

#include "lang/lex.h"
#include "tests/support/language.h"

// --- section 5: statements -----------------------------------------------------------------------

static void constants_and_parameters(void **state) {
  (void)state;
  reading r;
  const model_system *s =
      reading_good(&r, "model m \"the title\"\nconst n = 2^3, h = n/2\nparam a = h + 0.5, b = a*n\n"
                       "coord w[1..h]\nlagrangian b*dot(w', w')");
  assert_string_equal(s->name, "m");
  assert_string_equal(s->title, "the title");
  assert_int_equal(s->parameters.count, 4);
  check_near(s->parameters.list[3].value, 36, 0);
  assert_true(s->parameters.list[1].is_const && !s->parameters.list[2].is_const);
  assert_int_equal(s->positions.count, 4);
  reading_end(&r);
}

// vectors count in their own range; one number stands for all; entries of constants are sizes
static void vectors_of_parameters(void **state) {
  (void)state;
  reading r;
  const model_system *s = reading_good(
      &r, "model m\nconst k[1..2] = [2, 3]\nparam a[0..2] = [5, 6, 7], l[1..k[2]] = a[1]/4\n"
          "coord w[1..k[1]]\nlagrangian a[2]*dot(w', w') + dot(a, l)*w[1]");
  static const char *const names[] = {"k[1]", "k[2]", "a[0]", "a[1]",
                                      "a[2]", "l[1]", "l[2]", "l[3]"};
  static const double values[] = {2, 3, 5, 6, 7, 1.5, 1.5, 1.5};
  assert_int_equal(s->parameters.count, 8);
  for (int i = 0; i < 8; i++) {
    assert_string_equal(s->parameters.list[i].name, names[i]);
    check_near(s->parameters.list[i].value, values[i], 0);
  }
  assert_int_equal(s->positions.count, 2);
  reading_end(&r);
}

static void the_keys_of_the_output(void **state) {
  (void)state;
  reading r;
  static const char *const positions[] = {"x", "w[0]", "w[1]", "R[1,1]", "R[1,2]"};
  static const char *const velocities[] = {"x'",       "w[0]'", "w[1]'", "omega[1]", "omega[2]",
                                           "omega[3]", "v[1]",  "v[2]",  "turn"};
  const model_system *s =
      reading_good(&r, "model m\ncoord x momentum px, w[0..1] momentum p[0..1]\n"
                       "coord R: SO(3) velocity omega momentum mu\n"
                       "coord g: SE(2) velocity (v, turn) momentum (p2, l)\n"
                       "lagrangian x'^2 + dot(w', w') + dot(omega, omega) + dot(v, v) + turn^2");
  for (int i = 0; i < 5; i++)
    assert_string_equal(s->positions.list[i].name, positions[i]);
  for (int i = 0; i < 9; i++)
    assert_string_equal(s->velocities.list[i].name, velocities[i]);
  assert_string_equal(s->positions.list[12].name, "g.x");
  assert_string_equal(s->positions.list[14].name, "g.theta");
  assert_string_equal(s->momenta.list[2].name, "p[1]");
  assert_string_equal(s->momenta.list[3].name, "mu[1]");
  assert_string_equal(s->momenta.list[8].name, "l");
  reading_end(&r);
}

static void starts_of_groups(void **state) {
  (void)state;
  reading r;
  reading_good(&r, "model m\ncoord R: SO(3) velocity omega, g: SE(3) velocity (v, w)\n"
                   "lagrangian dot(omega, omega) + dot(v, v) + dot(w, w)");
  check_near(reading_start(&r, "R[1,1]"), 1, 0);
  check_near(reading_start(&r, "R[1,2]"), 0, 0);
  check_near(reading_start(&r, "g.x"), 0, 0);
  check_near(reading_start(&r, "g.R[2,2]"), 1, 0);
  check_near(reading_start(&r, "omega[2]"), 0, 0);
  reading_end(&r);
}

static void forces_add_up(void **state) {
  (void)state;
  reading r;
  const model_system *s = reading_good(
      &r, "model m\ncoord x, w[1..2]\ncoord R: SO(3) velocity om\n"
          "lagrangian x'^2 + dot(w', w') + dot(om, om)\nforce x = 1\nforce x = 2*t + 3\n"
          "force w = [1, 2]\nforce w[2] = 10\nforce om = [0, 0, 7]\nforce om[1] = 3\nforce w = 0");
  static const double expected[] = {4, 1, 12, 3, 0, 7};
  for (int i = 0; i < 6; i++)
    check_near(reading_value(&r, s->forces.list[i]), expected[i], 0);
  reading_end(&r);
}

// a force -R_v on each velocity, along body velocities too; several add up, and to other forces
static void dissipations_are_forces(void **state) {
  (void)state;
  reading r;
  const model_system *s = reading_good(
      &r, "model m\nparam c[1..2] = [2, 3]\ncoord x, w[1..2]\ncoord R: SO(3) velocity om\n"
          "dissipation 5/2*x'^2 + x*x'*t\nforce x = 100\n"
          "lagrangian x'^2 + dot(w', w') + dot(om, om)\n"
          "for i in 1..2 { dissipation c[i]/3*abs(w[i]' - x')^3 }\n"
          "dissipation 7*dot(om, om)\ninit x' = 2, w' = [1, 4], om = [1, 2, 3]");
  static const double expected[] = {100 - 10 - 2 + 12, 2, -12, -14, -28, -42};
  for (int i = 0; i < 6; i++)
    check_near(reading_value(&r, s->forces.list[i]), expected[i], 0);
  reading_end(&r);
}

// a coefficient that is 0 leaves no force, and no mistake
static void dissipations_may_be_zero(void **state) {
  (void)state;
  reading r;
  const model_system *s = reading_good(&r, "model m\nparam c = 0\ncoord x, y\n"
                                           "lagrangian x'^2 + y'^2\ndissipation c/2*x'^2\n"
                                           "dissipation 3*y'^2\ninit x' = 2, y' = 1");
  check_near(reading_value(&r, s->forces.list[0]), 0, 0);
  check_near(reading_value(&r, s->forces.list[1]), -6, 0);
  reading_end(&r);
}

static void contacts_and_what_depends_on_them(void **state) {
  (void)state;
  reading r;
  const model_system *s = reading_good(
      &r, "model m\nparam e = 1/2\ncoord x, y\nlagrangian x'^2 + y'^2\n"
          "contact floor: y >= 0.5, restitution e, multiplier N\ncontact wall: x >= -1\n"
          "nonholonomic roll: x' = 0 while floor\nforce x = -N*x'\ninit y = 2");
  check_near(s->contacts.list[0].restitution, 0.5, 0);
  check_near(s->contacts.list[1].restitution, 0, 0);
  check_near(reading_value(&r, s->contacts.list[0].gap), 1.5, 0);
  assert_int_equal(s->contacts.list[0].multiplier, 0);
  assert_int_equal(s->contacts.list[1].multiplier, -1);
  assert_int_equal(s->constraints.list[0].contact, 0);
  assert_int_equal(s->class, CLASS_CONTACT);
  reading_end(&r);
}

// mu and components of the slip, in coordinates, t and velocities, on groups and with momenta
static void frictions_of_contacts(void **state) {
  (void)state;
  reading r;
  const model_system *s = reading_good(
      &r, "model m\nparam mu = 0.3, r = 0.5\ncoord x, y, z, R: SO(3) velocity w\nlet W = R*w\n"
          "lagrangian x'^2 + y'^2 + z'^2 + dot(w, w)\n"
          "contact table: z - r*R[3,3] >= 0, friction mu*(1 + x) along [x' - r*W[2], y' + r*W[1]]\n"
          "  friction 0 along W[3] + t\n"
          "contact space: z >= 0, friction mu along [x, y, z]' + r*cross([0, 0, 1], W)\n"
          "contact plain: x >= -1\ninit x = 1, z = 2, x' = 3, y' = 4, w = [1, 2, 3]");
  const contact *c = s->contacts.list;
  assert_int_equal(c[0].nfriction, 2);
  check_near(reading_value(&r, c[0].frictions[0].mu), 0.6, 1e-15);
  assert_int_equal(c[0].frictions[0].nslip, 2);
  check_near(reading_value(&r, c[0].frictions[0].slip[0]), 2, 0);
  check_near(reading_value(&r, c[0].frictions[0].slip[1]), 4.5, 0);
  assert_int_equal(c[0].frictions[1].mu, expr_zero);
  check_near(reading_value(&r, c[0].frictions[1].slip[0]), 3, 0);
  assert_int_equal(c[1].nfriction, 1);
  assert_int_equal(c[1].frictions[0].nslip, 3);
  check_near(reading_value(&r, c[1].frictions[0].slip[1]), 4.5, 0);
  assert_int_equal(c[2].nfriction, 0);
  assert_int_equal(s->class, CLASS_GROUP);
  reading_end(&r);

  s = reading_good(&r, "model m\ncoord x momentum p, y momentum q\nhamiltonian p^2 + q^2 + y\n"
                       "contact c: y >= 0, friction 1 along x' + x*p\ninit x = 2, p = 3");
  assert_int_equal(s->contacts.list[0].frictions[0].nslip, 1);
  reading_end(&r);
}

// Velocities that cancel do not make a slip nonlinear, and branches on positions do not either.
static void slips_that_are_affine_in_the_end(void **state) {
  (void)state;
  static const char *const slips[] = {"(x' + 1)^2 - x'^2", "where(x > 0, x', 2*x')",
                                      "abs(x)*x' + sin(y)^3*y'", "(x'^3 + x')/(1 + x'^2)"};
  for (size_t i = 0; i < sizeof slips/sizeof *slips; i++) {
    reading r;
    char text[200];
    snprintf(text, sizeof text,
             "model m\ncoord x, y\nlagrangian x'^2 + y'^2\ncontact c: y >= 0, friction 1 along %s",
             slips[i]);
    reading_good(&r, text);
    reading_end(&r);
  }
}

static void parts_of_equations(void **state) {
  (void)state;
  reading r;
  const model_system *s = reading_good(&r, "model m\nstate y[1..2], z\n"
                                           "y' = [1, 2]\npart 3: z' = t, y[2]' = z\nz' = y[1]");
  assert_int_equal(s->dae.nparts, 3);
  assert_int_equal(s->dae.equations.count, 5);
  assert_int_equal(s->dae.equations.list[3].part, 3);
  assert_int_equal(s->dae.equations.list[3].state, 1);
  assert_int_equal(s->dae.equations.list[4].part, 1);
  assert_int_equal(s->dae.equations.list[4].state, 2);
  reading_end(&r);
}

static void brackets_are_entries(void **state) {
  (void)state;
  reading r;
  const model_system *s =
      reading_good(&r, "model m\nstate a, y[0..1]\nhamiltonian a^2 + y[0]*y[1]\n"
                       "bracket {a, y[0]} = y[1]\nbracket {y[1], y[0]} = -a\ninit a = 2\n"
                       "invariant c = energy");
  assert_int_equal(s->dae.brackets.list[1].a, 2);
  assert_int_equal(s->dae.brackets.list[1].b, 1);
  check_near(reading_value(&r, s->dae.brackets.list[1].value), -2, 0);
  reading_end(&r);
}

// momenta of a lagrangian are L_v; they may be used in initial values below it
static void momenta_in_initial_values(void **state) {
  (void)state;
  reading r;
  reading_good(&r, "model m\nparam m = 3\ncoord x momentum p, y\nlagrangian m/2*x'^2 + y'^2\n"
                   "init x' = 2, y = p + 1\nexact p = 6, x = 2*t");
  check_near(reading_start(&r, "y"), 7, 0);
  reading_end(&r);
  reading_good(&r, "model m\ncoord x momentum p, y momentum q\nhamiltonian p^2 + q^2\n"
                   "init p = 2, y = x' + 1");
  check_near(reading_start(&r, "y"), 5, 0);
  reading_end(&r);
}

static void exact_need_not_cover_everything(void **state) {
  (void)state;
  reading r;
  const model_system *s = reading_good(&r, "model m\nparam w = 2\nstate y[1..2]\nalgebraic z\n"
                                           "y' = [z, 0]\nconstraint y[1] = t\n"
                                           "exact y[1] = t, z = 1");
  assert_int_equal(s->exact.count, 2);
  assert_string_equal(s->exact.list[1].name, "z");
  reading_end(&r);
}

static void sections_and_drawings(void **state) {
  (void)state;
  reading r;
  const model_system *s = reading_good(
      &r, "model m\ncoord x, y\nlagrangian x'^2 + y'^2\ninit x = 3, y = 1\n"
          "section S: x = y falling when x > 0 plot (x, x', energy)\nsection T: x = 0 both\n"
          "draw rod [0, 0], [x, y], [1, 1]\ndraw wheel [x, y], 2, x\ndraw box [x, y], [1, 2]\n"
          "draw point [x, y]\ndraw trail [y, x]\n"
          "for i in 1..2 { draw arrow i*[x,\ty], [y, x] colour green }");
  assert_int_equal(s->sections.list[0].direction, -1);
  assert_int_equal(s->sections.list[0].nplot, 3);
  check_near(reading_value(&r, s->sections.list[0].value), 2, 0);
  check_near(reading_value(&r, s->sections.list[0].when), 1, 0);
  assert_int_equal(s->sections.list[1].when, expr_one);
  assert_int_equal(s->sections.list[1].nplot, 0);
  const drawing *d = s->drawings.list;
  assert_int_equal(s->drawings.count, 7);
  assert_true(d[0].nvalue == 6 && d[0].npoint == 3 && d[0].dimension == 2 && d[0].colour < 0);
  assert_true(d[1].nvalue == 4 && d[1].nsize == 1 && d[1].nturn == 1);
  assert_true(d[2].nvalue == 4 && d[2].nsize == 2 && d[2].nturn == 0);
  assert_string_equal(d[6].name, "arrow i*[x, y], [y, x]");
  assert_string_equal(lex_colours[d[6].colour], "green");
  check_near(reading_value(&r, d[6].values[0]), 6, 0);
  reading_end(&r);
}

static void run_defaults_are_numbers(void **state) {
  (void)state;
  reading r;
  const model_system *s = reading_good(&r, "model m\nparam h = 0.25\ncoord x\nlagrangian x'^2\n"
                                           "run steps 4/h, every 2, step h^2\n");
  assert_int_equal(s->run.steps, 16);
  assert_int_equal(s->run.every, 2);
  check_near(s->run.step, 0.0625, 0);
  assert_null(s->run.method);
  reading_end(&r);
}

// angles where they may stand: periodically in the dynamics, anyhow in what is observed
static void angles_that_are_periodic(void **state) {
  (void)state;
  reading r;
  reading_good(&r, "model m\ncoord a[1..9]: angle, x\ncoord g: SE(2) velocity (v, w)\n"
                   "lagrangian dot(a', a') + cos(a[1] - a[9]) + sin(2*a[3])^2 + x'^2 + x^2\n"
                   "  + dot(v, v) + w^2 + tan(a[2]/2)*0 + cos(g.theta)\n"
                   "holonomic c: x = sin(a[1] + a[2])\ncontact d: 2 + cos(a[4]) >= 0\n"
                   "force a[5] = -sin(a[5])\nobserve o = a[1]^2\nsection s: a[1] = a[2] rising");
  reading_end(&r);
}

// --- settings ------------------------------------------------------------------------------------

static const char *const adjustable = "model m\nconst n = 2\nparam k = n + 1, l = 2*k\n"
                                      "coord w[1..n], x\nlagrangian dot(w', w')/2 + k*x'^2\n"
                                      "init w[1] = 1, x = l + w[1], x' = x\n"
                                      "exact x = 7 + 7*t\n";

static void settings_replace_values(void **state) {
  (void)state;
  reading r;
  const setting set[] = {{"n", "2 + 1"}, {"k", "7"}, {"k", "n/4"}};
  const setting init[] = {{"w[1]", "2*pi"}, {"x'", "1/4"}};
  reading_text(&r, adjustable, &(settings){.set = set, .nset = 3, .init = init, .ninit = 2});
  assert_string_equal(r.why.sentence, "");
  assert_int_equal(r.model->positions.count, 4);
  check_near(r.model->parameters.list[1].value, 0.75, 0);
  check_near(r.model->parameters.list[2].value, 1.5, 0);
  check_near(reading_start(&r, "w[1]"), 2*acos(-1), 0);
  check_near(reading_start(&r, "x"), 1.5 + 2*acos(-1), 0);
  check_near(reading_start(&r, "x'"), 0.25, 0);
  assert_true(r.model->start.exact_set_aside);
  reading_end(&r);
}

static void settings_of_vectors(void **state) {
  (void)state;
  reading r;
  const setting init[] = {{"w", "[4, 5]"}, {"w[2]", "6"}};
  reading_text(&r, adjustable, &(settings){.init = init, .ninit = 2});
  assert_string_equal(r.why.sentence, "");
  check_near(reading_start(&r, "w[1]"), 4, 0);
  check_near(reading_start(&r, "w[2]"), 6, 0);
  check_near(reading_start(&r, "x"), 10, 0);
  reading_end(&r);
}

// of several settings the last one counts, for all entries or for one
static void settings_of_vector_parameters(void **state) {
  (void)state;
  reading r;
  static const char text[] = "model m\nconst n = 3\nparam m[0..2] = 1, l[1..n] = m[1]\n"
                             "coord x\nlagrangian x'^2/2";
  static const double expected[] = {3, 9, 5, 7, 9, 9};
  const setting set[] = {{"m[2]", "4"},     {"m", "[9, 9, 9]"}, {"m[0]", "9"}, {"m[ 2 ]", "5"},
                         {"m[1 - 1]", "n"}, {"l", "m[1]"},      {"l[1]", "7"}};
  reading_text(&r, text, &(settings){.set = set, .nset = 7});
  assert_string_equal(r.why.sentence, "");
  for (int i = 0; i < 6; i++)
    check_near(r.model->parameters.list[i + 1].value, expected[i], 0);
  reading_end(&r);

  static const struct {
    setting set;
    const char *sentence;
  } rows[] = {
      {{"m[3]", "1"}, "the option `set`:1:3: error: the index 3 is outside m[0..2]"},
      {{"m[1,2]", "1"}, "the option `set`:1:5: error: `m` has one index"},
      {{"n[1]", "1"}, "the option `set`:1:3: error: `n` has no index"},
      {{"m[1]", "[1, 2]"}, "the option `set` m[1]:1:1: error: a parameter is a scalar, this is"},
      {{"m", "[1, 2]"}, "the option `set` m:1:1: error: `m` has 3 entries, this vector has 2"},
      {{"M[1]", "1"},
       "the option `set`: m has no constant or parameter `M[1]`; did you mean `m[1]`?"},
      {{"m[1]'", "1"}, "the option `set`: m has no constant or parameter `m[1]'`"},
  };
  for (size_t i = 0; i < sizeof rows/sizeof *rows; i++) {
    assert_true(reading_text(&r, text, &(settings){.set = &rows[i].set, .nset = 1}) != NOSLIP_OK);
    check_text(r.why.sentence, rows[i].sentence);
    reading_end(&r);
  }
}

static void without_settings_the_file_counts(void **state) {
  (void)state;
  reading r;
  reading_good(&r, adjustable);
  check_near(reading_start(&r, "x'"), 7, 0);
  assert_false(r.model->start.exact_set_aside);
  reading_end(&r);
}

static void wrong_setting(const setting *set, const setting *init, const char *sentence) {
  reading r;
  settings given = {.set = set, .nset = set ? 1 : 0, .init = init, .ninit = init ? 1 : 0};
  assert_true(reading_text(&r, adjustable, &given) != NOSLIP_OK);
  check_text(r.why.sentence, sentence);
  reading_end(&r);
}

static void settings_that_are_wrong(void **state) {
  (void)state;
  wrong_setting(&(setting){"kk", "1"}, NULL,
                "the option `set`: m has no constant or parameter `kk`; did you mean `k`?");
  wrong_setting(&(setting){"mass", "1"}, NULL,
                "the option `set`: m has no constant or parameter `mass`");
  wrong_setting(&(setting){"k", "1 +"}, NULL,
                "the option `set` k:1:4: error: expected an expression, found the end");
  wrong_setting(&(setting){"k", "l"}, NULL, "the option `set` k:1:1: error: unknown name `l`");
  wrong_setting(&(setting){"k", "[1, 2]"}, NULL, "a parameter is a scalar");
  wrong_setting(&(setting){"k", "1/0"}, NULL, "the option `set` k:1:2: error: a division by zero");
  wrong_setting(&(setting){"n", "0"}, NULL, "`w[1..0]` has no entries");
  wrong_setting(NULL, &(setting){"xx", "1"},
                "the option `init`: m has no unknown `xx`; did you mean `x`?");
  wrong_setting(NULL, &(setting){"v[1]", "1"}, "the option `init`: m has no unknown `v[1]`");
  wrong_setting(NULL, &(setting){"w[3]", "1"},
                "the option `init`:1:3: error: the index 3 is outside w[1..2]");
  wrong_setting(NULL, &(setting){"k", "1"},
                "the option `init`:1:1: error: `k` is a parameter, not an unknown of the model");
  wrong_setting(NULL, &(setting){"x", "w[1]"},
                "the option `init` x:1:1: error: the value of the option `init` cannot contain the "
                "coordinate `w[1]`");
  wrong_setting(NULL, &(setting){"x =", "1"}, "expected the end, found `=`");
  wrong_setting(NULL, &(setting){"w", "[1, 2, 3]"}, "`w` has 2 entries, this vector has 3");
}

// a setting that cannot be parsed is an error where its value is needed, not before
static void settings_that_cannot_be_parsed(void **state) {
  (void)state;
  reading r;
  const setting set[] = {{"k", "1 +"}, {"k", "7"}};
  reading_text(&r, adjustable, &(settings){.set = set, .nset = 2});
  assert_string_equal(r.why.sentence, "");
  check_near(r.model->parameters.list[1].value, 7, 0);
  reading_end(&r);
  reading_text(&r, adjustable, &(settings){.set = set, .nset = 1, .section = "x = = 0"});
  check_text(r.why.sentence,
             "the option `set` k:1:4: error: expected an expression, found the end");
  reading_end(&r);
  reading_text(&r, adjustable, &(settings){.section = "x = = 0"});
  check_text(r.why.sentence, "the option `section`:1:5: error: expected an expression, found `=`");
  reading_end(&r);
  wrong_setting(&(setting){"kk", "1 +"}, NULL,
                "the option `set`: m has no constant or parameter `kk`; did you mean `k`?");
  wrong_setting(NULL, &(setting){"xx", "1 +"},
                "the option `init`: m has no unknown `xx`; did you mean `x`?");
  wrong_setting(NULL, &(setting){"x", "1 +"},
                "the option `init` x:1:4: error: expected an expression, found the end");
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(constants_and_parameters),
      cmocka_unit_test(vectors_of_parameters),
      cmocka_unit_test(the_keys_of_the_output),
      cmocka_unit_test(starts_of_groups),
      cmocka_unit_test(forces_add_up),
      cmocka_unit_test(dissipations_are_forces),
      cmocka_unit_test(dissipations_may_be_zero),
      cmocka_unit_test(contacts_and_what_depends_on_them),
      cmocka_unit_test(frictions_of_contacts),
      cmocka_unit_test(slips_that_are_affine_in_the_end),
      cmocka_unit_test(parts_of_equations),
      cmocka_unit_test(brackets_are_entries),
      cmocka_unit_test(momenta_in_initial_values),
      cmocka_unit_test(exact_need_not_cover_everything),
      cmocka_unit_test(sections_and_drawings),
      cmocka_unit_test(run_defaults_are_numbers),
      cmocka_unit_test(angles_that_are_periodic),
      cmocka_unit_test(settings_replace_values),
      cmocka_unit_test(settings_of_vectors),
      cmocka_unit_test(settings_of_vector_parameters),
      cmocka_unit_test(without_settings_the_file_counts),
      cmocka_unit_test(settings_that_are_wrong),
      cmocka_unit_test(settings_that_cannot_be_parsed),
  };
  return check_run(argc, argv, tests);
}
