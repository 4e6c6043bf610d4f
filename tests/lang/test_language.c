// Tests of elaboration: what the texts of models mean. Section 9 of the language reference, then
// its sections 10, 3 and 4 row by row; section 5 and settings are in test_language_meaning.c. Errors
// are in test_language_errors.c and _statements.c.

#include "tests/support/language.h"

// the value of an expression at x = 3, x' = 5, y = 2, y' = 7, w = [1, 2, 4], w' = [10, 20, 40]
static const char *const before_expression =
    "model m\n"
    "param k = 2, m = 1\n"
    "const n = 3\n"
    "coord x, y, w[1..n], th[0..2], a: angle\n"
    "coord R: SO(3) velocity omega\n"
    "coord g: SE(2) velocity (v, turn)\n"
    "coord h: SE(3) velocity (u, spin)\n"
    "lagrangian (x'^2 + y'^2 + dot(w', w') + dot(th', th') + a'^2 + dot(omega, omega) + dot(v, v)\n"
    "  + turn^2 + dot(u, u) + dot(spin, spin))/2\n"
    "init x = 3, x' = 5, y = 2, y' = 7, w = [1, 2, 4], w' = [10, 20, 40], th = [1, 2, 3]\n"
    "init R = [[0, -1, 0], [1, 0, 0], [0, 0, 1]], omega = [1, 2, 3]\n"
    "init g.x = 1, g.y = 2, g.theta = pi/2, v = [3, 4], turn = 5\n"
    "init h.x = 7, h.R = [[0, -1, 0], [1, 0, 0], [0, 0, 1]], u = [1, 2, 3], spin = [4, 5, 6]\n"
    "let f(u1, u2) = u1^2 + u2\n"
    "let A = [[1, 2], [3, 4]]\n"
    "let u0 = [1, 2]\n"
    "observe result = [x, ";

static double value_of(const char *expression) {
  reading r;
  char text[4096];
  snprintf(text, sizeof text, "%s%s]\n", before_expression, expression);
  reading_good(&r, text);
  double result = reading_observable(&r, "result[2]");
  reading_end(&r);
  return result;
}

// some digits may be lost in a sum of a few terms
#define check_value(expression, expected) check_near(value_of(expression), expected, 1e-12)

// --- section 9 -----------------------------------------------------------------------------------

static void examples_of_expressions(void **state) {
  (void)state;
  check_value("-x'^2", -25);
  check_value("2^-x^2", 1.0/512);
  check_value("2^y^x", 256);
  check_value("x/y*4", 6);
  check_value("x*-y", -6);
  check_value("sum(i in 1..n: w[i]'^2)", 2100);
  check_value("sum(i in 1..n: w'[i]^2)", 2100);
  check_value("dot(R'*[1, 0, 0], [1, 2, 3])", -1*3 - 2*0 - 2*3);
  check_value("sum(i in 1..n: w[i] + x) - y", 1 + 2 + 4 + 9 - 2);
}

// R' = R hat(omega): with R = [[0,-1,0],[1,0,0],[0,0,1]] and omega = (1,2,3) its first column is
// R (omega x e1) = R (0, 3, -2) = (-3, 0, -2)
static void the_prime_of_a_rotation(void **state) {
  (void)state;
  check_value("R[1,1]'", -3);
  check_value("R'[2,1]", 0);
  check_value("(R*[1, 0, 0])'[3]", -2);
  check_value("transpose(R)[1,2]", 1);
}

static void one_angle(void **state) {
  (void)state;
  reading r;
  const model_system *s = reading_good(&r, "model m\ncoord x, y, theta: angle\n"
                                           "lagrangian x'^2 + y'^2 + theta'^2");
  assert_false(s->positions.list[0].angle || s->positions.list[1].angle);
  assert_true(s->positions.list[2].angle);
  assert_int_equal(s->class, CLASS_MECHANICAL);
  reading_end(&r);
}

static void an_empty_loop(void **state) {
  (void)state;
  reading r;
  const model_system *s =
      reading_good(&r, "model m\nconst n = 3\ncoord w[1..n]\nlagrangian dot(w', w')\n"
                       "for i in n+1..n { holonomic c[i]: w[i] = 0 }\n"
                       "for i in 1..2 { holonomic d[i]: w[i] = 0 }");
  assert_int_equal(s->constraints.count, 2);
  assert_string_equal(s->constraints.list[1].label, "d[2]");
  reading_end(&r);
}

static void lines_and_methods(void **state) {
  (void)state;
  reading r;
  const model_system *s = reading_good(&r, "model m\ncoord x\nlet T = x'^2/2\nlet V = x^2\n"
                                           "lagrangian T\n\n  # potential\n  - V\n"
                                           "run step 0.1, method reich*\nobserve a = x\n"
                                           "init x = 2, x' = 2");
  assert_string_equal(s->run.method, "reich*");
  assert_int_equal(s->observables.count, 1);
  check_near(reading_value(&r, s->function), 2 - 4, 0);
  check_near(s->run.step, 0.1, 0);
  reading_end(&r);
}

static void a_vector_of_constraints(void **state) {
  (void)state;
  reading r;
  const model_system *s =
      reading_good(&r, "model m\ncoord r[1..2], s[1..2]\nlagrangian dot(r', r') + dot(s', s')\n"
                       "holonomic weld: r - s = 0 multiplier N\ninit r = [3, 4], s = [1, 1]\n"
                       "observe a = N[2]");
  assert_int_equal(s->constraints.count, 2);
  assert_string_equal(s->constraints.list[0].label, "weld[1]");
  assert_string_equal(s->constraints.list[1].label, "weld[2]");
  check_near(reading_value(&r, s->constraints.list[1].residual), 3, 0);
  assert_int_equal(s->constraints.list[1].multiplier, 1);
  assert_string_equal(s->multipliers.list[1].name, "N[2]");
  assert_int_equal(s->observables.list[0].value, s->multipliers.list[1].symbol);
  reading_end(&r);
}

static void functions_of_velocities(void **state) {
  (void)state;
  reading r;
  const model_system *s =
      reading_good(&r, "model m\ncoord r[1..2]\nlet K(u) = dot(u', u')/2\nlagrangian K(r)\n"
                       "init r' = [3, 4]");
  check_near(reading_value(&r, s->function), 12.5, 0);
  reading_end(&r);
}

static void initial_values_in_order(void **state) {
  (void)state;
  reading r;
  reading_good(&r, "model m\ncoord x, y\nlagrangian x'^2 + y'^2\ninit x = 1, y = 2*x, y' = -x");
  check_near(reading_start(&r, "x"), 1, 0);
  check_near(reading_start(&r, "y"), 2, 0);
  check_near(reading_start(&r, "y'"), -1, 0);
  check_near(reading_start(&r, "x'"), 0, 0);
  reading_end(&r);
}

// --- section 10 ----------------------------------------------------------------------------------

static void a_dae_of_index_2(void **state) {
  (void)state;
  reading r;
  const model_system *s = reading_good(&r, "model index2\n"
                                           "state y[1..2]\n"
                                           "algebraic z\n"
                                           "y[1]' = y[1]*y[2]^2*z^2\n"
                                           "y[2]' = y[1]^2*y[2]^2 - 3*y[2]^2*z\n"
                                           "constraint y[1]^2*y[2] = 1\n"
                                           "init y = [1, 1], z = 1\n"
                                           "exact y = [exp(t), exp(-2*t)], z = exp(2*t)\n");
  assert_int_equal(s->class, CLASS_INDEX2);
  assert_int_equal(s->exact.count, 3);
  assert_int_equal(s->dae.nparts, 1);
  assert_string_equal(s->dae.constraints.list[0].label, "g1");
  check_near(reading_value(&r, s->dae.equations.list[1].value), -2, 0);
  check_near(reading_value(&r, s->dae.constraints.list[0].residual), 0, 0);
  reading_end(&r);
}

static void an_overdetermined_dae(void **state) {
  (void)state;
  reading r;
  const model_system *s =
      reading_good(&r, "model overdetermined\n"
                       "state y[1..2], z[1..2]\n"
                       "algebraic psi\n"
                       "part 1: y[1]' = 2*z[1], y[2]' = -z[2],\n"
                       "        z[1]' = 2*y[1]*y[2]*z[1]*z[2] - y[1]*z[1]*z[2],\n"
                       "        z[2]' = z[1] - y[1]*z[2]^3\n"
                       "part 2: z[1]' = y[2]*z[1]*psi^2, z[2]' = -sqrt(y[1])*z[1]*z[2]^2*psi\n"
                       "constraint y[1]*y[2]^2 = 1\n"
                       "init y = [1, 1], z = [1, 1], psi = 1\n"
                       "exact y = [exp(2*t), exp(-t)], z = [exp(2*t), exp(-t)], psi = exp(t)\n");
  assert_int_equal(s->class, CLASS_OVERDETERMINED);
  assert_int_equal(s->dae.nparts, 2);
  assert_int_equal(s->dae.equations.count, 6);
  assert_int_equal(s->dae.equations.list[4].part, 2);
  assert_int_equal(s->dae.equations.list[4].state, 2);
  reading_end(&r);
}

static system_class class_of(const char *text) {
  reading r;
  system_class found = reading_good(&r, text)->class;
  reading_end(&r);
  return found;
}

static void the_classes(void **state) {
  (void)state;
  assert_int_equal(class_of("model m\nstate y\ny' = t*y"), CLASS_ODE);
  assert_int_equal(class_of("model m\nstate a, b\nhamiltonian a^2 + b^2\nbracket {a, b} = a"),
                   CLASS_SKEW);
  assert_int_equal(class_of("model m\ncoord x\nlagrangian x'^2"), CLASS_MECHANICAL);
  assert_int_equal(class_of("model m\ncoord x momentum p\nhamiltonian p^2"), CLASS_MECHANICAL);
  assert_int_equal(class_of("model m\ncoord x\nlagrangian x'^2\ncontact c: x >= 0"), CLASS_CONTACT);
  assert_int_equal(class_of("model m\ncoord x, y\nlagrangian x'^2 + y'^2\n"
                            "holonomic c: x = 0 multiplier N\nforce y = -abs(N)*y'"),
                   CLASS_MECHANICAL_NONLINEAR);
  assert_int_equal(class_of("model m\ncoord R: SO(3) velocity w\nlagrangian dot(w, w)"),
                   CLASS_GROUP);
}

// the derivative of a constraint may depend on time alone; g1, g2 count the unnamed ones only
static void constraints_of_daes(void **state) {
  (void)state;
  reading r;
  const model_system *s =
      reading_good(&r, "model m\nstate y[1..3]\nalgebraic z[1..3]\ny' = z\n"
                       "constraint a: y[1] = t\nconstraint [y[2], y[3]] = [1, t^2]\ninit y[2] = 1");
  assert_int_equal(s->class, CLASS_INDEX2);
  assert_string_equal(s->dae.constraints.list[0].label, "a");
  assert_string_equal(s->dae.constraints.list[1].label, "g2");
  assert_string_equal(s->dae.constraints.list[2].label, "g3");
  reading_end(&r);
}

// --- section 3: shapes ---------------------------------------------------------------------------

static void sums_and_products_of_shapes(void **state) {
  (void)state;
  check_value("dot(w + [1, 1, 1], w - w)", 0);
  check_value("norm(2*w - w*2 + [3, 4, 0]*1 + 0)", 5);
  check_value("(A*u0)[2]", 11);
  check_value("(A*A)[2,1]", 15);
  check_value("tr(2*A*x)", 30);
  check_value("dot(w/x, [3, 0, 0])", 1);
  check_value("[[1, x], [y, 4]][1,2]", 3);
  check_value("[x, y][2]", 2);
  check_value("norm(0 + [x, 4])", 5);
  check_value("norm([x, 4] - sum(i in 2..1: [1, i]))", 5);
  check_value("norm([x, 4] + A*sum(i in 2..1: [1, i]))", 5);
  check_value("norm(-2*sum(i in 2..1: [1, i]) + [x, 4])", 5);
  check_value("sum(i in 2..1: [1, i]) + x", 3);
  check_value("norm(sum(i in 1..2: [x, i]))", sqrt(45));
}

static void functions_of_the_language(void **state) {
  (void)state;
  check_value("cross([1, 0, 0], [0, x, 0])[3]", 3);
  check_value("tr([[x, 1], [0, y]])", 5);
  check_value("inv([[x, 1], [y, 1]])[2,2]", 3);
  check_value("tr(inv([[2, 0, 0, 0], [0, 2, 0, 0], [0, 0, 2, 0], [0, 0, 0, x - 1]]))", 2);
  check_value("(inv([[1, 2, 3], [0, 1, 4], [5, 6, 0]])*[x, 0, 0])[1]", -72);
  check_value("atan2(x, -x)", 0.75*acos(-1));
  check_value("(rotation([0, 0, x], pi/2)*[x, 0, 0])[2]", 3);
  check_value("(rotation([2, 2, 2], 2*pi/3)*[x, 0, 0])[2]", 3);
  check_value("tr(rotation([x, y, 1], y))", 1 + 2*cos(2));
  check_value("(transpose(rotation([x, y, 1], x))*rotation([-2*x, -2*y, -2], -x))[1,1]", 1);
  check_value("norm(rotation([x, y, 1], 1.2)*[1, y, x])", sqrt(14));
  check_value("floor(-x/2) + 10*floor(x/2)", 8);
  check_value("mod(-x, y) + 10*mod(x, -y) + 100*mod(7, 4)", 311);
  check_value("mod(-0.1^20*x, 1)", 0);
  check_value("min(x, y, 1) + 10*max(x, y, 1)", 31);
  check_value("sign(-x) + sign(0*x) + abs(-y)", 1);
  check_value("where(x < y, 1, 2)", 2);
  check_value("where(x > y and y > x or x >= 3, 1, 2)", 1);
  check_value("sin(x)^2 + cos(x)^2 + tan(0*x)", 1);
  check_value("asin(sin(1)) + acos(cos(1)) + atan(tan(1))", 3);
  check_value("sinh(0*x) + cosh(0*x) + tanh(0*x) + exp(0*x) + log(exp(x))", 5);
  check_value("sqrt(x + 1)*x**2", 18);
  check_value("x^0.5^2", pow(3, 0.25));
  check_value("pi*x/pi + t + energy*0", 3);
}

static void time_derivatives(void **state) {
  (void)state;
  check_value("(x*y)'", 3*7 + 5*2);
  check_value("(k*sin(x))'", 2*cos(3)*5);
  check_value("(x^2 + t^2 + t*x)'", 2*3*5 + 3);
  check_value("f(x, y)'", 2*3*5 + 7);
  check_value("[x, x*y]'[2]", 31);
  check_value("norm(w)'", (10 + 40 + 160)/sqrt(21));
  check_value("where(x > 0, x^2, 0)'", 30);
  check_value("abs(-x)'", 5);
  check_value("sum(i in 2..1: [1, i])' + x", 3);
}

static void families_count_in_their_own_range(void **state) {
  (void)state;
  check_value("th[0] + 10*th[2]", 31);
  check_value("(th + th)[1] + 10*(th + th)[3]", 62);
  check_value("th'[0] + th[2]' + x", 3);
  check_value("dot(th, th)", 14);
}

static void rigid_motions(void **state) {
  (void)state;
  check_value("g.x + 10*g.y + 100*g.theta", 21 + 50*acos(-1));
  check_value("g[1,2]", -1);
  check_value("g[1,3] + g[3,3]", 2);
  check_value("g.R[2,1]", 1);
  check_value("g.x'", -4);  // R v, turned by pi/2
  check_value("g.y'", 3);
  check_value("g.theta'", 5);
  check_value("g'[1,3]", -4);
  check_value("h.x", 7);
  check_value("h.x' + 10*h.y' + 100*h.z'", -2 + 10 + 300);
  check_value("h[1,4] + h[4,4] + h[4,1]", 8);
  check_value("h.R'[1,1]", -6);  // R (spin x e1) = R (0, 6, -5)
  check_value("u[2] + spin[3]", 8);
}

// hat(w) = [[0, -w3, w2], [w3, 0, -w1], [-w2, w1, 0]] against Omega itself, R = 1
static void larger_rotations(void **state) {
  (void)state;
  reading r;
  const model_system *s =
      reading_good(&r, "model m\ncoord R: SO(4) velocity W\n"
                       "lagrangian -tr(W*W)/4\nforce W = [[0, 1, 2, 3], [-1, 0, 4, 5],\n"
                       "  [-2, -4, 0, 6], [-3, -5, -6, 0]]\n"
                       "init W[1,2] = 1, W[2,4] = 5, W[3,4] = 7\n"
                       "observe a = R'[1,2]\nobserve b = R'[4,3]\nobserve c = W[4,2]");
  assert_int_equal(s->velocities.count, 6);
  assert_string_equal(s->velocities.list[4].name, "W[2,4]");
  check_near(reading_observable(&r, "a"), 1, 0);
  check_near(reading_observable(&r, "b"), -7, 0);
  check_near(reading_observable(&r, "c"), -5, 0);
  check_near(reading_value(&r, s->function), 37.5, 0);
  for (int i = 0; i < 6; i++)
    check_near(reading_value(&r, s->forces.list[i]), i + 1, 0);
  reading_end(&r);
}

static void a_whole_skew_velocity(void **state) {
  (void)state;
  reading r;
  reading_good(&r, "model m\ncoord R: SO(4) velocity W\nlagrangian -tr(W*W)\n"
                   "init W = [[0, 1, 2, 3], [-1, 0, 4, 5], [-2, -4, 0, 6], [-3, -5, -6, 0]]");
  check_near(reading_start(&r, "W[1,2]"), 1, 0);
  check_near(reading_start(&r, "W[2,3]"), 4, 0);
  check_near(reading_start(&r, "W[3,4]"), 6, 0);
  reading_end(&r);
}

// --- section 4: names ----------------------------------------------------------------------------

static void a_function_sees_the_names_above_it(void **state) {
  (void)state;
  reading r;
  reading_good(&r, "model m\nparam a = 2\nlet f(u) = a*u\nlet g(a2) = f(a2) + 1\ncoord u, x\n"
                   "lagrangian u'^2 + x'^2\ninit u = 10, x = 3\n"
                   "observe p = f(x)\nobserve q = g(u)\nlet s(i) = sum(j in 1..2: i*j)\n"
                   "observe sums = sum(i in 1..2: s(i)) + u - 10");
  check_near(reading_observable(&r, "p"), 6, 0);
  check_near(reading_observable(&r, "q"), 21, 0);
  check_near(reading_observable(&r, "sums"), 9, 0);
  reading_end(&r);
}

// names after `with` are evaluated in their order at each call, and hidden outside
static void local_names_of_functions(void **state) {
  (void)state;
  reading r;
  reading_good(
      &r, "model m\nparam l[1..2] = [2, 3]\ncoord th[1..2]\n"
          "let P(i) = a*[cos(b), c]\n  with a = l[i], b = th[i],\n       c = sin(b)\n"
          "let s = a + b with a = th[1], b = 2*a\n"
          "let twice(u) = f + P(1)[1] with f = sum(k in 1..2: u*k)\n"
          "let a = 7\n"
          "lagrangian dot(P(1)', P(1)') + dot(P(2)', P(2)')\ninit th = [0.5, 0.25], th' = [1, 2]\n"
          "observe x = P(2)\nobserve q = s + a\nobserve v = P(2)'\nobserve w = twice(th[2])");
  check_near(reading_observable(&r, "x[1]"), 3*cos(0.25), 1e-15);
  check_near(reading_observable(&r, "x[2]"), 3*sin(0.25), 1e-15);
  check_near(reading_observable(&r, "q"), 8.5, 0);
  check_near(reading_observable(&r, "v[2]"), 6*cos(0.25), 1e-15);
  check_near(reading_observable(&r, "w"), 0.75 + 2*cos(0.5), 1e-15);
  reading_end(&r);
}

static void lets_in_a_loop_are_local(void **state) {
  (void)state;
  reading r;
  const model_system *s = reading_good(
      &r, "model m\ncoord w[1..3]\nlagrangian dot(w', w')\ninit w = [1, 2, 3]\n"
          "for i in 1..3 {\n  let a = i*w[i]\n  let sq(u) = u^2 + a\n  observe b[i] = sq(a)\n}\n"
          "let a = w[1] + 5\nobserve c = a\n"
          "for i in 1..2 { for j in 1..i { observe pair[i,j] = i*w[j] } }");
  check_near(reading_observable(&r, "b[3]"), 90, 0);
  check_near(reading_observable(&r, "c"), 6, 0);
  check_near(reading_observable(&r, "pair[2,1]"), 2, 0);
  assert_int_equal(s->observables.count, 3 + 1 + 3);
  reading_end(&r);
}

// spaces of labels: constraints and contacts; sections; invariants and observables
static void labels_are_apart(void **state) {
  (void)state;
  reading r;
  const model_system *s =
      reading_good(&r, "model m\ncoord x, y, w[1..2]\nlagrangian x'^2 + y'^2 + dot(w', w')\n"
                       "holonomic x: x = 0\ncontact step: y >= -1\nsection x: y = 1 rising\n"
                       "invariant m = x'\nobserve step = y\nobserve w = y\nobserve lagrangian = w");
  assert_string_equal(s->constraints.list[0].label, "x");
  assert_string_equal(s->contacts.list[0].label, "step");
  assert_string_equal(s->observables.list[3].label, "lagrangian[2]");
  reading_end(&r);
}

// multiplier N[i]: any indices in any order, and an abbreviation keeps what it had
static void multipliers_one_by_one(void **state) {
  (void)state;
  reading r;
  const model_system *s =
      reading_good(&r, "model m\ncoord w[1..4]\nlagrangian dot(w', w')\n"
                       "for i in 1..2 { holonomic a[i]: w[i] = 0 multiplier N[4*i] }\nlet M = N\n"
                       "holonomic b: w[3] = 0 multiplier N[5]\n"
                       "init N[4] = 40, N[8] = 80, N[5] = 50\n"
                       "observe p = N[4]\nobserve q = N[5]\nobserve r = N[8]\nobserve s = M[8]\n"
                       "observe n = dot(N, N)\nforce w[4] = N[8]");
  check_near(reading_observable(&r, "p"), 40, 0);
  check_near(reading_observable(&r, "q"), 50, 0);
  check_near(reading_observable(&r, "r"), 80, 0);
  check_near(reading_observable(&r, "s"), 80, 0);
  check_near(reading_observable(&r, "n"), 1600 + 2500 + 6400, 0);
  assert_int_equal(s->constraints.list[2].multiplier, 2);
  assert_string_equal(s->multipliers.list[2].name, "N[5]");
  reading_end(&r);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(examples_of_expressions),
      cmocka_unit_test(the_prime_of_a_rotation),
      cmocka_unit_test(one_angle),
      cmocka_unit_test(an_empty_loop),
      cmocka_unit_test(lines_and_methods),
      cmocka_unit_test(a_vector_of_constraints),
      cmocka_unit_test(functions_of_velocities),
      cmocka_unit_test(initial_values_in_order),
      cmocka_unit_test(a_dae_of_index_2),
      cmocka_unit_test(an_overdetermined_dae),
      cmocka_unit_test(the_classes),
      cmocka_unit_test(constraints_of_daes),
      cmocka_unit_test(sums_and_products_of_shapes),
      cmocka_unit_test(functions_of_the_language),
      cmocka_unit_test(time_derivatives),
      cmocka_unit_test(families_count_in_their_own_range),
      cmocka_unit_test(rigid_motions),
      cmocka_unit_test(larger_rotations),
      cmocka_unit_test(a_whole_skew_velocity),
      cmocka_unit_test(a_function_sees_the_names_above_it),
      cmocka_unit_test(local_names_of_functions),
      cmocka_unit_test(lets_in_a_loop_are_local),
      cmocka_unit_test(labels_are_apart),
      cmocka_unit_test(multipliers_one_by_one),
  };
  return check_run(argc, argv, tests);
}
