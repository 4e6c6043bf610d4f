// Tests of src/problem/legendre.h and of what mechanical.h finds in a model: the two charts are
// inverse to each other, the structure is what it is, and the energy is an invariant where it is.

#include "tests/problem/problems.h"

#include "tests/support/expressions.h"

#include <float.h>

enum { most = 6, points = 40 };

// models with both charts, q between -1 and 1, x up to `reach`
typedef struct sample {
  const char *text;
  double reach;
} sample;

static const char flat[] = "model m\ncoord x, y\nlagrangian (x'^2 + y'^2)/2 - cos(x)*y\n";
static const char coupled[] = "model m\ncoord x, y, z\n"
                              "lagrangian 2*x'^2 + x'*y' + 3*y'^2 + (z' - x')^2 - x*y*z\n"
                              "force x = -y'*z\n";
static const char magnetic[] = "model m\ncoord x, y\n"
                               "lagrangian (x'^2 + y'^2)/2 + 0.7*(x*y' - y*x') + y'*sin(t)\n";
static const char curved[] = "model m\ncoord x, y, z\n"
                             "lagrangian (1 + x^2)*x'^2/2 + y'^2*(2 + sin(x)) + x*x'*y' + z'^2\n"
                             "  + z'*cos(y*t) - x*z\n";
static const char relativistic[] = "model m\ncoord x, y\n"
                                   "lagrangian -sqrt(1 - x'^2 - y'^2) - x*y + x'*y/3\n";
static const char quartic[] = "model m\ncoord x, y\n"
                              "lagrangian x'^4/4 + (1 + x^2)*y'^2/2 + x*y'\ninit x' = 1\n";
static const char separable[] = "model m\ncoord x momentum a, y momentum b\n"
                                "hamiltonian a^2 + a*b/2 + b^2/3 + exp(x)*y\n";
static const char spheroid[] = "model m\ncoord x momentum a, y momentum b, z momentum c\n"
                               "hamiltonian (1 + z^2/2)*(a^2 + b^2 + c^2)/2 + z + a*y\n";
static const char rapid[] = "model m\ncoord x momentum a, y momentum b\n"
                            "hamiltonian sqrt(1 + a^2 + b^2) + x*y + a*sin(y)\n";

static const sample samples[] = {{flat, 3},      {coupled, 3},  {magnetic, 3},
                                 {curved, 3},    {quartic, 3},  {relativistic, 0.6},
                                 {separable, 3}, {spheroid, 3}, {rapid, 1.2}};
enum { nsample = sizeof samples/sizeof *samples };

typedef struct place {
  double t, q[most], x[most], y[most], f[most];
} place;

static const chart *other_picture(const setting *s) {
  return s->p->mechanical.lagrangian ? &s->e.momenta : &s->e.velocities;
}

// a random place, y and f there by the model's own expressions
static void throw_place(setting *s, dice *d, double reach, place *at) {
  at->t = dice_real(d, -1, 1);
  for (int i = 0; i < s->p->n; i++) {
    at->q[i] = dice_real(d, -1, 1);
    at->x[i] = reach*dice_real(d, -1, 1);
  }
  assert_true(chart_eval(&s->e.own, at->t, at->q, at->x, at->y, at->f, NULL));
}

static double largest(const double *x, int n) {
  double size = 0;
  for (int i = 0; i < n; i++)
    size = fmax(size, fabs(x[i]));
  return size;
}

static double distance(const double *x, const double *y, int n) {
  double size = 0;
  for (int i = 0; i < n; i++)
    size = fmax(size, fabs(x[i] - y[i]));
  return size;
}

// ---- inverse to each other

// y -> x -> y and x -> y -> x, and f is the same
static void pictures_are_inverse(void **unused) {
  (void)unused;
  dice d = {1};
  for (int k = 0; k < nsample; k++) {
    setting s;
    setting_begin(&s, samples[k].text);
    for (int trial = 0; trial < points; trial++) {
      place at;
      double x[most], y[most], f[most];
      int n = s.p->n;
      throw_place(&s, &d, samples[k].reach, &at);
      assert_true(chart_eval(other_picture(&s), at.t, at.q, at.y, x, f, NULL));
      check_below(distance(f, at.f, n), 1e-14*(1 + largest(at.f, n)));
      assert_true(chart_eval(&s.e.own, at.t, at.q, x, y, f, NULL));
      check_below(distance(y, at.y, n), 1e-15*(1 + largest(at.y, n)));
      if (samples[k].text != quartic)  // there x is as the cube root of y
        check_below(distance(x, at.x, n), 1e-14*largest(at.x, n));  // condition up to 10
    }
    setting_end(&s);
  }
}

// the derivative blocks of the transformed chart against differences of it, step 1e-5
static void transformed_blocks_are_derivatives(void **unused) {
  (void)unused;
  const double step = 1e-5;
  dice d = {2};
  for (int k = 0; k < nsample; k++) {
    setting s;
    setting_begin(&s, samples[k].text);
    int n = s.p->n;
    chart_blocks b = chart_blocks_new(&s.arena, n);
    for (int trial = 0; trial < points; trial++) {
      place at;
      double x[most], f[most];
      throw_place(&s, &d, samples[k].reach, &at);
      if (samples[k].text == quartic)
        at.y[0] = copysign(1 + fabs(at.y[0]), at.y[0]);  // away from the singular x' = 0
      assert_true(chart_eval(other_picture(&s), at.t, at.q, at.y, x, f, &b));
      for (int j = 0; j < 2*n; j++) {
        double *moved = j < n ? &at.q[j] : &at.y[j - n], was = *moved;
        double up_x[most], up_f[most], down_x[most], down_f[most];
        const double *by_x = j < n ? b.yq : b.yx, *by_f = j < n ? b.fq : b.fx;
        *moved = was + step;
        assert_true(chart_eval(other_picture(&s), at.t, at.q, at.y, up_x, up_f, NULL));
        *moved = was - step;
        assert_true(chart_eval(other_picture(&s), at.t, at.q, at.y, down_x, down_f, NULL));
        *moved = was;
        for (int i = 0; i < n; i++) {
          double dx = (up_x[i] - down_x[i])/(2*step), df = (up_f[i] - down_f[i])/(2*step);
          check_near(by_x[i*n + j % n], dx, 1e-8*(1 + fabs(dx)));
          check_near(by_f[i*n + j % n], df, 1e-8*(1 + fabs(df)));
        }
      }
    }
    setting_end(&s);
  }
}

// What was asked before leaves no trace: also after momenta of 1e8, every quadratic L gives the
// same bits again.
static void transform_has_no_memory(void **unused) {
  (void)unused;
  const char *const quadratic[] = {flat, coupled, magnetic, curved, separable, spheroid};
  for (int k = 0; k < 6; k++) {
    setting s;
    setting_begin(&s, quadratic[k]);
    double q[most] = {0.3, -0.2, 0.1}, y[most], x[most], first[most], f[most];
    for (int trial = 0; trial < 6; trial++) {
      double size = trial % 2 ? 1e8 : 1;
      for (int i = 0; i < s.p->n; i++)
        y[i] = size*(i + 1);
      assert_true(chart_eval(other_picture(&s), 0.4, q, y, x, f, NULL));
      if (trial == 0)
        memcpy(first, x, sizeof first);
      if (size == 1)
        assert_memory_equal(x, first, (size_t)s.p->n*sizeof *x);
    }
    setting_end(&s);
  }
}

// near the speed of light, from rest: v = p/sqrt(1 + p^2)
static void fast_particles_are_transformed(void **unused) {
  (void)unused;
  setting s;
  setting_begin(&s, "model m\ncoord x\nlagrangian -sqrt(1 - x'^2)\n");
  for (double p = 1e-6; p < 1e4; p *= 3) {
    double q = 0, v, f;
    assert_true(chart_eval(&s.e.momenta, 0, &q, &p, &v, &f, NULL));
    check_near(v, p/sqrt(1 + p*p), 4*DBL_EPSILON*fmin(p, 1));
    double minus = -p;  // and from there to the other side
    assert_true(chart_eval(&s.e.momenta, 0, &q, &minus, &v, &f, NULL));
    check_near(v, -p/sqrt(1 + p*p), 4*DBL_EPSILON*fmin(p, 1));
  }
  setting_end(&s);
}

// L = v^4: at rest L_vv is zero, everywhere else v = (p/4)^(1/3)
static void quartic_is_transformed(void **unused) {
  (void)unused;
  setting s;
  setting_begin(&s, "model m\ncoord x\nlagrangian x'^4\ninit x' = 1\n");
  for (double p = 1e-9; p < 1e9; p *= 10)
    for (int sign = -1; sign < 2; sign += 2) {
      double q = 0, v, f, signed_p = sign*p;
      assert_true(chart_eval(&s.e.momenta, 0, &q, &signed_p, &v, &f, NULL));
      check_near(v/cbrt(signed_p/4), 1, 8*DBL_EPSILON);
    }
  double q = 0, p = 0, v, f;
  chart_blocks b = chart_blocks_new(&s.arena, 1);
  assert_false(chart_eval(&s.e.momenta, 0, &q, &p, &v, &f, &b));  // L_vv = 0 there
  p = 4;
  assert_true(chart_eval(&s.e.momenta, 0, &q, &p, &v, &f, &b));  // a failure spoils nothing
  check_near(v, 1, 4*DBL_EPSILON);
  check_near(b.yx[0], 1.0/12, 1e-15);
  setting_end(&s);
}

// ---- structure

typedef struct finding {
  const char *text;
  mechanical_structure expected;
} finding;

#define MODEL(lines) "model m\n" lines
#define LAGRANGIAN(L) MODEL("coord x, y\nlagrangian " L "\n")
#define HAMILTONIAN(H) MODEL("coord x momentum a, y momentum b\nhamiltonian " H "\n")

// one row per model: what is there, and nothing else
static const finding findings[] = {
    {LAGRANGIAN("(x'^2 + y'^2)/2 - x*y"),
     {.autonomous = true,
      .quadratic = true,
      .constant_mass = true,
      .diagonal_mass = true,
      .identity_mass = true,
      .separable = true,
      .linear = true,
      .affine = true}},
    {LAGRANGIAN("x'^2 + y'^2/2"),
     {.autonomous = true,
      .quadratic = true,
      .constant_mass = true,
      .diagonal_mass = true,
      .separable = true,
      .linear = true,
      .affine = true}},
    {LAGRANGIAN("x'^2 + x'*y' + y'^2"),
     {.autonomous = true,
      .quadratic = true,
      .constant_mass = true,
      .separable = true,
      .linear = true,
      .affine = true}},
    // a gyroscopic term: the mass is constant, but L_v depends on q, and nothing is separable
    {LAGRANGIAN("(x'^2 + y'^2)/2 + x*y' - y*x'"),
     {.autonomous = true,
      .quadratic = true,
      .constant_mass = true,
      .diagonal_mass = true,
      .identity_mass = true,
      .gyroscopic = true,
      .linear = true,
      .affine = true}},
    // a total derivative x' y + x y' is one, too
    {LAGRANGIAN("(x'^2 + y'^2)/2 + (x*y)'"),
     {.autonomous = true,
      .quadratic = true,
      .constant_mass = true,
      .diagonal_mass = true,
      .identity_mass = true,
      .gyroscopic = true,
      .linear = true,
      .affine = true}},
    {LAGRANGIAN("(1 + x^2)*x'^2/2 + y'^2"),
     {.autonomous = true, .quadratic = true, .linear = true, .affine = true}},
    {LAGRANGIAN("-sqrt(1 - x'^2 - y'^2)"), {.autonomous = true, .linear = true, .affine = true}},
    // time in the potential leaves H separable, in the momenta it does not
    {LAGRANGIAN("(x'^2 + y'^2)/2 - x*sin(t)"),
     {.quadratic = true,
      .constant_mass = true,
      .diagonal_mass = true,
      .identity_mass = true,
      .separable = true,
      .linear = true,
      .affine = true}},
    {LAGRANGIAN("(x'^2 + y'^2)/2 + x'*sin(t)"),
     {.quadratic = true,
      .constant_mass = true,
      .diagonal_mass = true,
      .identity_mass = true,
      .gyroscopic = true,
      .linear = true,
      .affine = true}},
    {LAGRANGIAN("exp(t)*(x'^2 + y'^2)/2"), {.quadratic = true, .linear = true, .affine = true}},
    // forces
    {LAGRANGIAN("(x'^2 + y'^2)/2\nforce x = -y"),
     {.autonomous = true,
      .quadratic = true,
      .constant_mass = true,
      .diagonal_mass = true,
      .identity_mass = true,
      .separable = true,
      .forces = true,
      .linear = true,
      .affine = true}},
    {LAGRANGIAN("(x'^2 + y'^2)/2\nforce x = -x'"),
     {.autonomous = true,
      .quadratic = true,
      .constant_mass = true,
      .diagonal_mass = true,
      .identity_mass = true,
      .forces = true,
      .linear = true,
      .affine = true}},
    {LAGRANGIAN("(x'^2 + y'^2)/2\nforce x = sin(t)"),
     {.quadratic = true,
      .constant_mass = true,
      .diagonal_mass = true,
      .identity_mass = true,
      .separable = true,
      .forces = true,
      .linear = true,
      .affine = true}},
    // constraints
    {LAGRANGIAN("(x'^2 + y'^2)/2\nnonholonomic c: x' = y*y'"),
     {.autonomous = true,
      .quadratic = true,
      .constant_mass = true,
      .diagonal_mass = true,
      .identity_mass = true,
      .separable = true,
      .linear = true,
      .affine = true}},
    {LAGRANGIAN("(x'^2 + y'^2)/2\nnonholonomic c: x' = y*y' + x"),
     {.autonomous = true,
      .quadratic = true,
      .constant_mass = true,
      .diagonal_mass = true,
      .identity_mass = true,
      .separable = true,
      .affine = true}},
    {LAGRANGIAN("(x'^2 + y'^2)/2\nnonholonomic c: x'^2 = y'^2"),
     {.autonomous = true,
      .quadratic = true,
      .constant_mass = true,
      .diagonal_mass = true,
      .identity_mass = true,
      .separable = true}},
    {LAGRANGIAN("(x'^2 + y'^2)/2\nnonholonomic c: x' = t*y'"),
     {.quadratic = true,
      .constant_mass = true,
      .diagonal_mass = true,
      .identity_mass = true,
      .separable = true,
      .linear = true,
      .affine = true}},
    // a holonomic constraint moves in time, whatever its degree
    {LAGRANGIAN("(x'^2 + y'^2)/2\nholonomic c: x^2 + y^2 = 1 + t"),
     {.quadratic = true,
      .constant_mass = true,
      .diagonal_mass = true,
      .identity_mass = true,
      .separable = true,
      .linear = true,
      .affine = true}},
    // hamiltonians
    {HAMILTONIAN("(a^2 + b^2)/2 + x*y"),
     {.autonomous = true,
      .quadratic = true,
      .constant_mass = true,
      .diagonal_mass = true,
      .identity_mass = true,
      .separable = true,
      .linear = true,
      .affine = true}},
    {HAMILTONIAN("a^4 + b^2 + x*y"),
     {.autonomous = true, .separable = true, .linear = true, .affine = true}},
    {HAMILTONIAN("(1 + x^2)*a^2 + b^2"),
     {.autonomous = true, .quadratic = true, .linear = true, .affine = true}},
    {HAMILTONIAN("(1 + t)*(a^2 + b^2)/2"), {.quadratic = true, .linear = true, .affine = true}},
    {HAMILTONIAN("(a^2 + b^2)/2 + x*b - y*a"),
     {.autonomous = true,
      .quadratic = true,
      .constant_mass = true,
      .diagonal_mass = true,
      .identity_mass = true,
      .gyroscopic = true,
      .linear = true,
      .affine = true}},
};

// the flags as letters, for the message
static const char *flags(const mechanical_structure *f, char *out) {
  const bool set[] = {f->autonomous,    f->quadratic, f->constant_mass, f->diagonal_mass,
                      f->identity_mass, f->separable, f->gyroscopic,    f->forces,
                      f->linear,        f->affine};
  int n = 0;
  for (int k = 0; k < 10; k++)
    if (set[k])
      out[n++] = "aqcdisgfLA"[k];
  out[n] = 0;
  return out;
}

static void structure_is_found(void **unused) {
  (void)unused;
  for (size_t k = 0; k < sizeof findings/sizeof *findings; k++) {
    setting s;
    char found[11], expected[11];
    setting_begin(&s, findings[k].text);
    flags(&s.p->mechanical.structure, found);
    flags(&findings[k].expected, expected);
    check_that(strcmp(found, expected) == 0, __FILE__, __LINE__, "%s  found %s, expected %s\n",
               findings[k].text, found, expected);
    setting_end(&s);
  }
}

// ---- is the energy an invariant?

typedef struct verdict {
  const char *text;
  bool kept;
} verdict;

static const verdict verdicts[] = {
    {LAGRANGIAN("(x'^2 + y'^2)/2 - x*y"), true},
    {LAGRANGIAN("(x'^2 + y'^2)/2 - x*sin(t)"), false},
    {LAGRANGIAN("(x'^2 + y'^2)/2\nforce x = -x'"), false},
    {LAGRANGIAN("(x'^2 + y'^2)/2\nholonomic c: x^2 + y^2 = 1\ninit x = 1"), true},
    {LAGRANGIAN("(x'^2 + y'^2)/2\nholonomic c: x^2 + y^2 = 1 + t\ninit x = 1"), false},
    {LAGRANGIAN("(x'^2 + y'^2)/2\nnonholonomic c: x' = y*y'"), true},
    // affine constraints do work, also where their constant term happens to be zero
    {LAGRANGIAN("(x'^2 + y'^2)/2\nnonholonomic c: x' = y*y' + 1"), false},
    {LAGRANGIAN("(x'^2 + y'^2)/2\nnonholonomic c: x' = y*y' + x"), false},
    {LAGRANGIAN("(x'^2 + y'^2)/2\nnonholonomic c: x' = y' + sin(x)^2"), false},
    // homogeneous ones of any degree do not
    {LAGRANGIAN("(x'^2 + y'^2)/2\nnonholonomic c: x'^2 = (1 + x^2)*y'^2"), true},
    {LAGRANGIAN("(x'^2 + y'^2)/2\nnonholonomic c: x' = sqrt(2*x'^2 + 3*y'^2)"), true},
    {LAGRANGIAN("(x'^2 + y'^2)/2\nnonholonomic c: x'^2 + y'^2 = 1"), false},
    {LAGRANGIAN("(x'^2 + y'^2)/2\nnonholonomic c: x'^2 = y'"), false},
    // one of two is enough to spoil it
    {MODEL("coord x, y, z\nlagrangian (x'^2 + y'^2 + z'^2)/2\n"
           "nonholonomic a: x' = y*z'\nnonholonomic b: y' = z\n"),
     false},
    {HAMILTONIAN("(a^2 + b^2)/2 + x*y\nnonholonomic c: x' = y*y'"), true},
    {HAMILTONIAN("(a^2 + b^2)/2 + x*y\nnonholonomic c: x' = y*y' + y"), false},
};

static void energy_is_known_to_be_kept(void **unused) {
  (void)unused;
  for (size_t k = 0; k < sizeof verdicts/sizeof *verdicts; k++) {
    setting s;
    setting_begin(&s, verdicts[k].text);
    widths w;
    assert_true(widths_init(&w, &s.arena, &s.e));
    widths_at(&w, &s.s);
    check_that(evaluator_keeps_energy(&s.e, s.s.q, &w) == verdicts[k].kept, __FILE__, __LINE__,
               "%s  the energy is %s\n", verdicts[k].text,
               verdicts[k].kept ? "an invariant" : "none");
    setting_end(&s);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pictures_are_inverse),
      cmocka_unit_test(transformed_blocks_are_derivatives),
      cmocka_unit_test(transform_has_no_memory),
      cmocka_unit_test(fast_particles_are_transformed),
      cmocka_unit_test(quartic_is_transformed),
      cmocka_unit_test(structure_is_found),
      cmocka_unit_test(energy_is_known_to_be_kept),
  };
  return check_run(argc, argv, tests);
}
