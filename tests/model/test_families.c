// Models that are short because of families: Bricard's mechanism, the bicycle of four bodies, a chain
// of bodies. Each is held against a text without families, made here, that says the same with one name
// for every body; the bicycle also against the model with eight coordinates.

#include "tests/model/model_trial.h"

#include "base/text.h"

static const char *const axes[] = {"x", "y", "z"};

// ---- runs

// a generated text, in place of a file
static trial load_text(const char *text) {
  trial t = {.context = noslip_open(NULL)};
  assert_non_null(t.context);
  expect(&t, noslip_model_parse(t.context, "generated", text, NULL, &t.model));
  return t;
}

static void go(trial *t, const char *method, double h, long n) {
  begin(t, &(noslip_run_options){.method = method, .step = h, .steps = n, .backend = "interpret"});
  steps(t, n);
}

// the largest difference of the rotations R[i,j,k] of one, Ri[j,k] of the other
static double distance_of_rotations(trial *with, trial *without, int n) {
  double worst = 0;
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= 3; j++)
      for (int k = 1; k <= 3; k++) {
        char family[32], single[32];
        snprintf(family, sizeof family, "R[%d,%d,%d]", i, j, k);
        snprintf(single, sizeof single, "R%d[%d,%d]", i, j, k);
        worst = fmax(worst, fabs(value(with, family) - value(without, single)));
      }
  return worst;
}

// ---- Bricard's mechanism

static const double rods[6][3] = {{1, 0, 0},  {0, -1, 0}, {0, 0, 1},
                                  {-1, 0, 0}, {0, 1, 0},  {0, 0, -1}};

static void write_hinges(text_buffer *t) {
  text_print(t, "holonomic g1: R1[2,1] = 0\nholonomic g2: R1[2,3] = 0\n");
  for (int i = 1; i <= 4; i++)
    text_print(t,
               "holonomic h%da: dot(R%d*h%d, R%d*d%d) = 0\n"
               "holonomic h%db: dot(R%d*h%d, R%d*d%d) = 0\n",
               i, i, i, i + 1, i, i, i, i, i + 1, i + 1);
  for (int k = 0; k < 3; k++)
    text_print(t, "holonomic closed%d: P5[%d] = %s\n", k, k + 1, k < 2 ? "0" : "l");
  text_print(t, "holonomic last: dot(R5*h5, d5) = 0\n");
}

static void write_bricard(text_buffer *t) {
  text_print(t, "model generated\nparam m = 1, l = 1, a = 0.1, g = 9.81\n"
                "param Ja = m*a^2/6, Jt = m*(l^2 + a^2)/12\n");
  for (int i = 1; i <= 5; i++)
    text_print(t, "coord R%d: SO(3) velocity w%d\n", i, i);
  for (int i = 1; i <= 6; i++)
    text_print(t, "let d%d = [%g, %g, %g]\n", i, rods[i - 1][0], rods[i - 1][1], rods[i - 1][2]);
  for (int i = 1; i <= 5; i++)
    text_print(t, "let h%d = cross(d%d, d%d)\n", i, i, i + 1);
  text_print(t, "let P1 = l*R1*d1\nlet c1 = l/2*R1*d1\n");
  for (int i = 2; i <= 5; i++)
    text_print(t, "let P%d = P%d + l*R%d*d%d\nlet c%d = P%d + l/2*R%d*d%d\n", i, i - 1, i, i, i,
               i - 1, i, i);
  text_print(t, "lagrangian 0");
  for (int i = 1; i <= 5; i++)
    text_print(t,
               "\n  + m/2*dot(c%d', c%d') - m*g*c%d[2] + Jt/2*dot(w%d, w%d)"
               " + (Ja - Jt)/2*dot(w%d, d%d)^2",
               i, i, i, i, i, i, i);
  text_print(t, "\n");
  write_hinges(t);
}

// the same numbers, and the hinge equation that is left out holds, too
static void bricard_is_what_it_generates(void **state) {
  (void)state;
  memory m = memory_default();
  text_buffer text;
  text_init(&text, &m);
  write_bricard(&text);
  trial with = load("bricard.noslip", NULL), without = load_text(text.data);
  go(&with, "lobatto(2)", 0.01, 100);
  go(&without, "lobatto(2)", 0.01, 100);
  check_below(distance_of_rotations(&with, &without, 5), 1e-13);  // rounding, 100 steps
  check_below(fabs(value(&with, "left_out")), 1e-12);
  check_above(fabs(value(&with, "R[3,3,1]")), 0.1);  // it has moved
  end(&with);
  end(&without);
  text_free(&text);
}

// ---- the bicycle

static const struct {
  const char *mass, *radius, *Jx, *Jy, *Jz, *Jxz, *X, *Z;
} bodies[] = {{"2", "0.3", "0.0603", "0.12", "0.0603", "0", "0", "-0.3"},
              {"85", "0", "9.2", "11", "2.8", "2.4", "0.3", "-0.9"},
              {"4", "0", "0.05892", "0.06", "0.00708", "-0.00756", "0.9", "-0.7"},
              {"3", "0.35", "0.1405", "0.28", "0.1405", "0", "base", "-0.35"}};

static const struct {
  const char *X, *Z, *axis;
} joints[] = {{"0", "-0.3", "[0, 1, 0]"},
              {"base + trail", "0", "[sin(lam), 0, cos(lam)]"},
              {"base", "-0.35", "[0, 1, 0]"}};

static void write_bodies(text_buffer *t) {
  text_print(t, "model generated\nparam base = 1.02, trail = 0.08, lam = pi/10, g = 9.81\n"
                "param v0 = 4.6, w0 = 0.5\n");
  for (int i = 1; i <= 4; i++)
    text_print(t, "coord x%d, y%d, z%d\n", i, i, i);
  for (int i = 1; i <= 4; i++)
    text_print(t, "coord R%d: SO(3) velocity w%d\n", i, i);
  text_print(t, "lagrangian 0");
  for (int i = 1; i <= 4; i++)
    text_print(t,
               "\n  + %s/2*(x%d'^2 + y%d'^2 + z%d'^2) + %s*g*z%d"
               "\n  + (%s*w%d[1]^2 + %s*w%d[2]^2 + %s*w%d[3]^2)/2 + %s*w%d[1]*w%d[3]",
               bodies[i - 1].mass, i, i, i, bodies[i - 1].mass, i, bodies[i - 1].Jx, i,
               bodies[i - 1].Jy, i, bodies[i - 1].Jz, i, bodies[i - 1].Jxz, i, i);
  text_print(t, "\n");
}

// joint k as a point of body i, in direction `axis`
static void write_point(text_buffer *t, int i, int k, int axis) {
  text_print(t, "%s%d + (R%d*[%s - (%s), 0, %s - (%s)])[%d]", axes[axis], i, i, joints[k - 1].X,
             bodies[i - 1].X, joints[k - 1].Z, bodies[i - 1].Z, axis + 1);
}

static void write_joint(text_buffer *t, int k) {
  const char *axis = joints[k - 1].axis;
  for (int j = 0; j < 3; j++) {
    text_print(t, "holonomic pin%d%s: ", k, axes[j]);
    write_point(t, k, k, j);
    text_print(t, " = ");
    write_point(t, k + 1, k, j);
    text_print(t, "\n");
  }
  text_print(t,
             "holonomic hinge%da: dot(R%d*%s, R%d*[cos(lam), 0, -sin(lam)]) = 0\n"
             "holonomic hinge%db: dot(R%d*%s, R%d*cross(%s, [cos(lam), 0, -sin(lam)])) = 0\n",
             k, k, axis, k + 1, k, k, axis, k + 1, axis);
}

static void write_wheel(text_buffer *t, int i) {
  text_print(t,
             "let a%d = R%d*[0, 1, 0]\n"
             "let f%d = %s*([0, 0, 1] - a%d[3]*a%d)/sqrt(1 - a%d[3]^2)\n"
             "let s%d = [x%d', y%d', z%d'] + cross(R%d*w%d, f%d)\n"
             "holonomic touch%d: z%d + f%d[3] = 0\n"
             "nonholonomic rollx%d: s%d[1] = 0\nnonholonomic rolly%d: s%d[2] = 0\n",
             i, i, i, bodies[i - 1].radius, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i);
}

static void write_bicycle(text_buffer *t) {
  write_bodies(t);
  for (int k = 1; k <= 3; k++)
    write_joint(t, k);
  write_wheel(t, 1);
  write_wheel(t, 4);
  for (int i = 1; i <= 4; i++)
    text_print(t, "init x%d = %s, z%d = %s, x%d' = v0, y%d' = -w0*(%s)\ninit w%d = [w0, %s%s, 0]\n",
               i, bodies[i - 1].X, i, bodies[i - 1].Z, i, i, bodies[i - 1].Z, i,
               i == 1 || i == 4 ? "-v0/" : "", bodies[i - 1].radius);
}

static void bicycle_is_what_it_generates(void **state) {
  (void)state;
  memory m = memory_default();
  text_buffer text;
  text_init(&text, &m);
  write_bicycle(&text);
  trial with = load("bicycle.noslip", NULL), without = load_text(text.data);
  go(&with, "lobatto(2)", 0.01, 50);
  go(&without, "lobatto(2)", 0.01, 50);
  check_below(distance_of_rotations(&with, &without, 4), 1e-13);  // rounding, 50 steps
  check_below(fabs(value(&with, "c[4,2]") - value(&without, "y4")), 1e-12);
  check_above(fabs(value(&with, "c[4,2]")), 0.01);
  end(&with);
  end(&without);
  text_free(&text);
}

// how far the roll rates of the two models of the bicycle are apart at t = 0.5
static double distance_of_bicycles(long n) {
  trial four = load("bicycle.noslip", NULL), eight = load("whipple_bicycle.noslip", NULL);
  go(&four, "lobatto(2)", 0.5/(double)n, n);
  go(&eight, "lobatto(3)", 0.005, 100);
  double apart = fabs(value(&four, "rollrate") - value(&eight, "rollrate"));
  end(&four);
  end(&eight);
  return apart;
}

// both models are one system: what is between them is of the order of the method, which is 2
static void bicycles_move_alike(void **state) {
  (void)state;
  double coarse = distance_of_bicycles(40), fine = distance_of_bicycles(80);
  check_below(fine, 1e-3);
  check_above(coarse/fine, 3.5);
  check_below(coarse/fine, 4.5);
}

// ---- the chain of bodies

static void write_chain(text_buffer *t) {
  text_print(t, "model generated\n");
  for (int i = 1; i <= 2; i++)
    text_print(t, "coord R%d: SO(3) velocity w%d\n", i, i);
  text_print(t, "let a1 = 0.5*R1*[0, 0, -1]\nlet a2 = 0.5*R2*[0, 0, -1]\n"
                "let c1 = a1/2\nlet c2 = a1 + a2/2\nlagrangian 0");
  for (int i = 1; i <= 2; i++)
    text_print(t,
               "\n  + dot(c%d', c%d')/2 + (0.02*w%d[1]^2 + 0.03*w%d[2]^2 + 0.01*w%d[3]^2)/2"
               " - 9.81*c%d[3]",
               i, i, i, i, i, i);
  text_print(t, "\ninit R1 = rotation([1, 0, 0], 1.2), w1 = [0, 0, 2]\n"
                "init R2 = rotation([1, 2, 0], 1/2), w2 = [1, 0, 6]\n");
}

static void chain_is_what_it_generates(void **state) {
  (void)state;
  memory m = memory_default();
  text_buffer text;
  noslip_setting two = {"n", "2"};
  text_init(&text, &m);
  write_chain(&text);
  trial with = load("body_chain.noslip", &(noslip_model_options){.set = &two, .nset = 1});
  trial without = load_text(text.data);
  go(&with, "lobatto(2)", 0.005, 100);
  go(&without, "lobatto(2)", 0.005, 100);
  check_below(distance_of_rotations(&with, &without, 2), 1e-12);
  check_below(fabs(value(&with, "w[2,3]") - value(&without, "w2[3]")), 1e-11);
  end(&with);
  end(&without);
  text_free(&text);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bricard_is_what_it_generates),
      cmocka_unit_test(bicycle_is_what_it_generates),
      cmocka_unit_test(bicycles_move_alike),
      cmocka_unit_test(chain_is_what_it_generates),
  };
  return check_run(argc, argv, tests);
}
