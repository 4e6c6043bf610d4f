// Tests of the checks of noslip_model_bind: what is wrong is refused, and the sentence names it.

#include "tests/support/callback_systems.h"
#include "tests/support/callback_trial.h"

#include "bench/callback_models.h"

#include <math.h>

// binding fails, and the sentence has these words
static void check_refused(noslip_callbacks c, const char *words) {
  noslip_context *context = noslip_open(NULL);
  noslip_model *m = (noslip_model *)context;
  assert_int_equal(noslip_model_bind(context, &c, &m), NOSLIP_ERROR_MODEL);
  assert_null(m);
  check_text(noslip_last_error(context), words);
  noslip_close(context);
}

static void wrong_fields_are_named(void **unused) {
  (void)unused;
  static const char *const hole[] = {"x", NULL, "z"}, *const empty[] = {"x", "", "z"};
  static const char *const twice[] = {"x", "y", "x"}, *const prime[] = {"x", "x'", "z"};
  static const double nan[] = {0, (double)NAN, 0}, negative[] = {1, -1, 1};
  static const noslip_quantity nothing[] = {{"E", NULL}};
  noslip_callbacks c;
#define WRONG(change, words) (c = contact_callbacks(), (change), check_refused(c, words))
  WRONG(c.function = NULL, "`function` is missing");
  WRONG(c.coordinates = 0, "`coordinates` is 0");
  WRONG(c.coordinates = 5000, "`coordinates` is 5000");
  WRONG(c.form = (noslip_form)7, "`form`");
  WRONG(c.coordinate = hole, "`coordinate[1]` is NULL");
  WRONG(c.coordinate = empty, "`coordinate[1]` is empty");
  WRONG(c.coordinate = twice, "two values have the name `x`");
  WRONG(c.coordinate = prime, "two values have the name `x'`");
  WRONG(c.nonholonomic.names = hole + 1, "`nonholonomic.names[0]` is NULL");
  WRONG(c.start_q = nan, "`start_q[1]` is");
  WRONG(c.start_x = nan, "`start_x[1]` is");
  WRONG(c.size_q = negative, "`size_q[1]` is -1");
  WRONG(c.nonholonomic.phi = NULL, "`nonholonomic.phi` is missing");
  WRONG(c.nonholonomic.count = 0, "`nonholonomic.phi` is given, but `nonholonomic.count` is 0");
  WRONG(c.nonholonomic.count = -1, "`nonholonomic.count` is -1");
  WRONG(c.holonomic.count = 1, "`holonomic.g` is missing");
  WRONG(c.force_derivatives = c.gradient, "`force_derivatives` is given, but `force` is not");
  WRONG(c.invariants = nothing, "`invariants[0]` has no function");
  WRONG(c.invariants = NULL, "`invariants` is NULL");
  WRONG(c.promises |= 1024, "unknown bit: 0x400");
  WRONG(c.promises = NOSLIP_LINEAR_MULTIPLIERS, "stands only with");
  WRONG(c.nonholonomic.phi_q = NULL, "needs `nonholonomic.phi_q`");
#undef WRONG
}

// --- promises

static double tilted_plane(void *context, double t, const double *q, const double *v) {
  (void)context;
  return contact_callbacks().function(NULL, t, q, v) + 0.1*sin(t)*q[0];
}

static double heavy(void *context, double t, const double *q, const double *v) {
  (void)context;
  return contact_callbacks().function(NULL, t, q, v) + 0.05*q[0]*v[0]*v[0];
}

static double fourth_power(void *context, double t, const double *q, const double *v) {
  (void)context;
  return contact_callbacks().function(NULL, t, q, v) + 0.05*v[1]*v[1]*v[1]*v[1];
}

static double twice_the_mass(void *context, double t, const double *q, const double *v) {
  (void)context;
  return contact_callbacks().function(NULL, t, q, v) + 0.5*v[2]*v[2];
}

static double magnetic(void *context, double t, const double *q, const double *v) {
  (void)context;
  return contact_callbacks().function(NULL, t, q, v) + 0.1*q[0]*v[1];
}

static void affine_phi(void *context, double t, const double *q, const double *v, double *phi) {
  contact_callbacks().nonholonomic.phi(context, t, q, v, phi);
  phi[0] += 0.01;
}

static void bent_phi(void *context, double t, const double *q, const double *v, double *phi) {
  contact_callbacks().nonholonomic.phi(context, t, q, v, phi);
  phi[0] += 0.01*v[0]*v[0];
}

static void timed_phi(void *context, double t, const double *q, const double *v, double *phi) {
  contact_callbacks().nonholonomic.phi(context, t, q, v, phi);
  phi[0] += 0.01*t*v[1];
}

static void friction(void *context, double t, const double *q, const double *v, double *F) {
  (void)context, (void)t, (void)q;
  for (int i = 0; i < 3; i++)
    F[i] = -0.1*v[i];
}

// x' + x z' = 0: the reaction acts on x
static void own_phi(void *context, double t, const double *q, const double *v, double *phi) {
  (void)context, (void)t;
  phi[0] = v[0] + q[0]*v[2];
}

static void own_phi_v(void *context, double t, const double *q, const double *v, double *out) {
  (void)context, (void)t, (void)v;
  out[0] = 1;
  out[1] = 0;
  out[2] = q[0];
}

static void own_phi_q(void *context, double t, const double *q, const double *v, double *out) {
  (void)context, (void)t, (void)q;
  out[0] = v[2];
  out[1] = out[2] = 0;
}

// a promise alone, on functions without derivatives
static noslip_callbacks promising(unsigned promise) {
  noslip_callbacks c = callbacks_without_first(contact_callbacks());
  c.promises = promise;
  return c;
}

static void broken_promises_are_refused(void **unused) {
  (void)unused;
  noslip_callbacks c;
#define BROKEN(promise, change, words) (c = promising(promise), (change), check_refused(c, words))
  BROKEN(NOSLIP_AUTONOMOUS, c.function = tilted_plane, "NOSLIP_AUTONOMOUS does not hold");
  BROKEN(NOSLIP_AUTONOMOUS, c.nonholonomic.phi = timed_phi, "NOSLIP_AUTONOMOUS does not hold");
  BROKEN(NOSLIP_QUADRATIC, c.function = fourth_power, "NOSLIP_QUADRATIC");
  BROKEN(NOSLIP_CONSTANT_MASS, c.function = fourth_power, "NOSLIP_QUADRATIC (or constant mass)");
  BROKEN(NOSLIP_CONSTANT_MASS, c.function = heavy, "NOSLIP_CONSTANT_MASS");
  BROKEN(NOSLIP_CONSTANT_MASS, c.function = magnetic, "NOSLIP_CONSTANT_MASS");
  BROKEN(NOSLIP_IDENTITY_MASS, c.function = twice_the_mass, "(or identity mass) does not hold");
  BROKEN(NOSLIP_SEPARABLE, c.function = heavy, "NOSLIP_SEPARABLE");
  BROKEN(NOSLIP_SEPARABLE, c.function = magnetic, "NOSLIP_SEPARABLE");
  BROKEN(NOSLIP_SEPARABLE, c.force = friction, "NOSLIP_SEPARABLE");
  BROKEN(NOSLIP_AFFINE_CONSTRAINTS, c.nonholonomic.phi = bent_phi, "NOSLIP_AFFINE_CONSTRAINTS");
  BROKEN(NOSLIP_LINEAR_CONSTRAINTS, c.nonholonomic.phi = bent_phi, "is not affine in v");
  BROKEN(NOSLIP_LINEAR_CONSTRAINTS, c.nonholonomic.phi = affine_phi, "is not 0 at v = 0");
#undef BROKEN
  c = contact_callbacks();
  c.nonholonomic.phi = own_phi;
  c.nonholonomic.phi_v = own_phi_v;
  c.nonholonomic.phi_q = own_phi_q;
  check_refused(c, "NOSLIP_LINEAR_MULTIPLIERS does not hold");
}

// the twin: what is true is not refused, and what is not checked is believed
static void kept_promises_are_believed(void **unused) {
  (void)unused;
  static const struct {
    unsigned promise;
    noslip_scalar *function;
  } kept[] = {{NOSLIP_AUTONOMOUS, heavy},           {NOSLIP_QUADRATIC, magnetic},
              {NOSLIP_QUADRATIC, tilted_plane},     {NOSLIP_CONSTANT_MASS, twice_the_mass},
              {NOSLIP_CONSTANT_MASS, tilted_plane}, {NOSLIP_SEPARABLE, tilted_plane},
              {NOSLIP_SEPARABLE, fourth_power}};
  for (size_t i = 0; i < sizeof kept/sizeof *kept; i++) {
    noslip_callbacks c = promising(kept[i].promise);
    c.function = kept[i].function;
    trial t = callback_trial(&c, "dla-mp", 0.01);
    trial_steps(&t, 3);
    trial_close(&t);
  }
  noslip_callbacks c = promising(NOSLIP_AUTONOMOUS);
  c.function = tilted_plane;
  c.unchecked = true;
  trial t = callback_trial(&c, "dla-mp", 0.01);
  trial_close(&t);
}

// --- derivatives

static noslip_callbacks spoiled;  // what the functions below are wrong copies of
static int spoiled_entry;

static void wrong_gradient(void *context, double t, const double *q, const double *v, double *by_q,
                           double *by_v) {
  spoiled.gradient(context, t, q, v, by_q, by_v);
  *(spoiled_entry < 3 ? &by_q[spoiled_entry] : &by_v[spoiled_entry - 3]) += 1e-2;
}

static void wrong_hessian(void *context, double t, const double *q, const double *v, double *vv,
                          double *vq, double *qq) {
  double *blocks[] = {vv, vq, qq};
  spoiled.hessian(context, t, q, v, vv, vq, qq);
  blocks[spoiled_entry/9][spoiled_entry % 9] += 1e-2;
}

static void wrong_force(void *context, double t, const double *q, const double *v, double *by_q,
                        double *by_v) {
  (void)context, (void)t, (void)q, (void)v;
  for (int i = 0; i < 9; i++) {
    by_q[i] = 0;
    by_v[i] = i % 4 == 0 ? -0.1 : 0;
  }
  *(spoiled_entry < 9 ? &by_q[spoiled_entry] : &by_v[spoiled_entry - 9]) += 1e-2;
}

static void wrong_phi_v(void *context, double t, const double *q, const double *v, double *out) {
  spoiled.nonholonomic.phi_v(context, t, q, v, out);
  out[spoiled_entry] += 1e-2;
}

static void wrong_phi_q(void *context, double t, const double *q, const double *v, double *out) {
  spoiled.nonholonomic.phi_q(context, t, q, v, out);
  out[spoiled_entry] += 1e-2;
}

static void wrong_phi_t(void *context, double t, const double *q, const double *v, double *out) {
  (void)context, (void)t, (void)q, (void)v;
  out[0] = 1e-2;
}

static void wrong_phi_vv(void *context, double t, const double *q, const double *v,
                         const double *mu, double *out) {
  spoiled.nonholonomic.phi_vv(context, t, q, v, mu, out);
  out[spoiled_entry] += 1e-2;
}

static void wrong_g_q(void *context, double t, const double *q, double *out) {
  spoiled.holonomic.g_q(context, t, q, out);
  out[spoiled_entry] += 1e-2;
}

static void wrong_g_t(void *context, double t, const double *q, double *out) {
  spoiled.holonomic.g_t(context, t, q, out);
  out[spoiled_entry] += 1e-2;
}

static void wrong_bias(void *context, double t, const double *q, const double *v, double *out) {
  spoiled.holonomic.bias(context, t, q, v, out);
  out[spoiled_entry] += 1e-2;
}

static void wrong_gradient_t(void *context, double t, const double *q, const double *v,
                             double *out) {
  spoiled.gradient_t(context, t, q, v, out);
  out[spoiled_entry] += 1e-2;
}

// every entry of every derivative, one by one, off by a hundredth
static void wrong_derivatives_are_refused(void **unused) {
  (void)unused;
  noslip_callbacks sleigh = callback_system_named("sleigh")->make(), c;
  noslip_callbacks cone = callback_system_named("chetaev")->make();
  noslip_callbacks moving = callback_system_named("moving")->make();
  noslip_callbacks driven = callback_system_named("driven")->make();
#define WRONG(of, field, function, count, words)                              \
  for (spoiled_entry = 0; spoiled_entry < (count); spoiled_entry++)           \
  (spoiled = c = (of), c.field = (function), c.promises &= NOSLIP_AUTONOMOUS, \
   check_refused(c, words))
  WRONG(sleigh, gradient, wrong_gradient, 6, "`gradient (by_");
  WRONG(sleigh, hessian, wrong_hessian, 27, "`hessian (by_");
  WRONG((sleigh.force = friction, sleigh), force_derivatives, wrong_force, 18,
        "`force_derivatives (by_");
  sleigh.force = NULL;
  WRONG(sleigh, nonholonomic.phi_v, wrong_phi_v, 3, "`nonholonomic.phi_v` is not the derivative");
  WRONG(sleigh, nonholonomic.phi_q, wrong_phi_q, 3, "`nonholonomic.phi_q` is not the derivative");
  WRONG(sleigh, nonholonomic.phi_t, wrong_phi_t, 1, "`nonholonomic.phi_t` is not the derivative");
  WRONG(cone, nonholonomic.phi_vv, wrong_phi_vv, 9, "`nonholonomic.phi_vv` is not the derivative");
  WRONG(moving, holonomic.g_q, wrong_g_q, 2, "`holonomic.g_q` is not the derivative");
  WRONG(moving, holonomic.g_t, wrong_g_t, 1, "`holonomic.g_t` is not the derivative");
  WRONG(moving, holonomic.bias, wrong_bias, 1, "`holonomic.bias` is not the derivative");
  WRONG(driven, gradient_t, wrong_gradient_t, 2, "`gradient_t` is not the derivative");
#undef WRONG
}

// --- numbers that are none

static void lazy_phi_v(void *context, double t, const double *q, const double *v, double *out) {
  (void)context, (void)t, (void)v;
  out[0] = 1;
  out[2] = q[1];  // and nothing in out[1]
}

static double undefined(void *context, double t, const double *q, const double *v) {
  (void)context, (void)t, (void)q, (void)v;
  return (double)NAN;
}

static void outputs_must_be_written(void **unused) {
  (void)unused;
  noslip_callbacks c = contact_callbacks();
  c.nonholonomic.phi_v = lazy_phi_v;
  check_refused(c, "`nonholonomic.phi_v` gives no number at the start (entry 1 of 3)");
  c = contact_callbacks();
  c.function = undefined;
  check_refused(c, "`function` gives no number");
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(wrong_fields_are_named),     cmocka_unit_test(broken_promises_are_refused),
      cmocka_unit_test(kept_promises_are_believed), cmocka_unit_test(wrong_derivatives_are_refused),
      cmocka_unit_test(outputs_must_be_written),
  };
  return check_run(argc, argv, tests);
}
