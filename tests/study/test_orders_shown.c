// The orders that `noslip compare` shows are those that the errors have: every method on a model of
// every class it treats. The models have nothing that would make a method better than it is, neither a
// constant mass matrix nor a separate energy nor a symmetry.

#include "tests/support/check.h"

#include "noslip.h"

#include <math.h>

enum { most_methods = 80, name_size = 48, nstep = 4 };

static const double steps[nstep] = {0.1, 0.05, 0.025, 0.0125}, until = 0.8;

// with errors above rounding over all steps: the slope is this near to the order
static const double nearness = 0.25;

#define CURVED "lagrangian (1 + y^2/4)*x'^2/2 + y'^2/2 + z'^2/2 - z - x*y/3 - z^2*x/5\n"

static const char *const classes[] = {
    "model free\n"
    "coord x, y\n"
    "lagrangian (1 + y^2/4)*x'^2/2 + y'^2/2 - cos(x)*y - x^2/2 - y^2\n"
    "init x = 0.7, y = 0.4, x' = 0.3, y' = 0.5\n",

    "model momenta\n"
    "coord x momentum px, y momentum py\n"
    "hamiltonian px^2/2/(1 + y^2/4) + py^2/2 + cos(x)*y + x^2/2 + y^2\n"
    "init x = 0.7, y = 0.4, px = 0.3, py = 0.5\n",

    "model sphere\n"
    "coord x, y, z\n" CURVED "holonomic r: x^2 + y^2 + z^2 = 1\n"
    "init x = 0.6, y = 0, z = -0.8, x' = 0.4, y' = 0.5, z' = 0.3\n",

    "model blade\n"
    "coord x, y, z\n" CURVED "nonholonomic n: z' = y*x'\n"
    "init x = 0.6, y = 0.5, z = 0.3, x' = 0.4, y' = 0.5, z' = 0.2\n",

    "model mixture\n"
    "coord x, y, z, w\n"
    "lagrangian (1 + y^2/4)*x'^2/2 + y'^2/2 + z'^2/2 + w'^2/2 - z - x*y/3 - w*x\n"
    "holonomic r: x^2 + y^2 + z^2 = 1\n"
    "nonholonomic n: w' = y*x'\n"
    "init x = 0.6, y = 0, z = -0.8, x' = 0.4, y' = 0.5, z' = 0.3, w = 0.2\n",

    "model dae\n"
    "state y[1..3]\n"
    "algebraic z\n"
    "part 1: y' = [y[2] - y[1]*y[3], -y[1] + y[3]^2/3, cos(y[1])/2]\n"
    "part 2: y' = [z*y[1], z*(1 + y[2]^2/4), z*y[3]*(1 + z/5)]\n"
    "constraint c: y[1]^2 + y[2]^2 + y[3]^2 = 1\n"
    "init y = [0.6, 0.8, 0], z = 0.1\n",

    "model ode\n"
    "state y[1..3]\n"
    "y' = [y[2] - y[1]*y[3], -y[1] + y[3]^2/3, cos(y[1])]\n"
    "init y = [0.6, 0.8, 0.1]\n",

    "model skew\n"
    "state y[1..3]\n"
    "hamiltonian y[1]^2/2 + cos(y[2]) + y[3]^4/4 + y[1]*y[2]*y[3]\n"
    "bracket {y[1], y[2]} = 1 + y[3]^2/4\n"
    "bracket {y[2], y[3]} = y[1]\n"
    "init y = [0.5, 0.3, 0.7]\n",

    "model top\n"
    "coord R: SO(3) velocity w[1..3]\n"
    "lagrangian (w[1]^2 + 2*w[2]^2 + 3*w[3]^2)/2 + w[1]*w[2]/3 - R[3,3] - R[1,1]*R[2,3]\n"
    "init w = [0.6, 0.5, 0.4]\n",

    "model rolling_top\n"
    "coord R: SO(3) velocity w[1..3]\n"
    "lagrangian (w[1]^2 + 2*w[2]^2 + 3*w[3]^2)/2 + w[1]*w[2]/3 - R[3,3] - R[1,1]*R[2,3]\n"
    "nonholonomic s: w[1] + w[2]/2 + w[3]*(1 + R[1,1]/4) = 0\n"
    "init w = [0.625, 0, -0.5]\n",
};

#undef CURVED

enum { nclass = sizeof classes/sizeof *classes };

typedef struct names {
  char list[most_methods][name_size];
  const char *at[most_methods];
  int n;
} names;

// a method of stages with 2 and 3 of them; one of points, whose order they do not change, as listed
static void push(names *to, const noslip_method_info *m) {
  bool stages = strstr(m->name, "(s)") != NULL;
  for (int s = 2; s <= (stages ? 3 : 2); s++, to->n++) {
    assert_true(to->n < most_methods);
    char *name = to->list[to->n];
    strncpy(name, m->example, name_size - 1);
    if (stages)
      strchr(name, '(')[1] = (char)('0' + s);
    to->at[to->n] = name;
  }
}

// compositions whose order follows from that of a method of stages
static void push_compositions(names *to, noslip_context *context, noslip_model *model) {
  static const char *const some[] = {"compose(rk-radau1a(2), symmetric)",
                                     "compose(srk-radau1a(2), symmetric)",
                                     "compose(rk-gauss(2), suzuki4)"};
  for (size_t i = 0; i < sizeof some/sizeof *some; i++)
    if (noslip_method_applies(context, some[i], model) == NOSLIP_OK)
      to->at[to->n++] = some[i];
}

static void find_methods(names *to, noslip_context *context, noslip_model *model) {
  noslip_method_info m;
  to->n = 0;
  for (int i = 0; noslip_method_get(i, &m); i++)
    if (!m.adaptive && noslip_method_applies(context, m.example, model) == NOSLIP_OK)
      push(to, &m);
  push_compositions(to, context, model);
}

static double slope_of(const noslip_converge_method *m) {
  const noslip_fit *q = &m->fit[NOSLIP_COLUMN_Q], *p = &m->fit[NOSLIP_COLUMN_P];
  return p->points < 2 ? q->slope : fmin(q->slope, p->slope);
}

// all methods of one class: what is shown against what is measured; returns how many
static int check_class(const char *text) {
  noslip_context *context = noslip_open(NULL);
  noslip_model *model;
  noslip_convergence *measured;
  noslip_comparison *shown;
  names which = {0};
  if (noslip_model_parse(context, "test", text, NULL, &model) != NOSLIP_OK)
    check_fail("%s\n", noslip_last_error(context));
  find_methods(&which, context, model);
  const noslip_converge_options study = {
      .methods = which.at, .nmethod = which.n, .steps = steps, .nstep = nstep, .until = until};
  const noslip_compare_options one = {
      .methods = which.at, .nmethod = which.n, .step = steps[nstep - 1], .steps = 1};
  if (noslip_converge(context, model, &study, &measured) != NOSLIP_OK ||
      noslip_compare(context, model, &one, &shown) != NOSLIP_OK)
    check_fail("%s\n", noslip_last_error(context));
  for (int k = 0; k < which.n; k++) {
    double slope = slope_of(&measured->methods[k]);
    if (!(fabs(slope - shown->methods[k].order) < nearness))
      check_fail("%s of %.20s: order %d is shown, %.3f is measured\n", which.at[k], text,
                 shown->methods[k].order, slope);
  }
  noslip_comparison_free(shown);
  noslip_convergence_free(measured);
  noslip_model_free(model);
  noslip_close(context);
  return which.n;
}

static void orders_that_are_shown_are_measured(void **unused) {
  (void)unused;
  int checked = 0;
  for (int i = 0; i < nclass; i++)
    checked += check_class(classes[i]);
  assert_true(checked > 200);
}

// the twin: two orders of one method, which the measurement tells apart
static void constraints_cost_order(void **unused) {
  (void)unused;
  noslip_context *context = noslip_open(NULL);
  noslip_method_info m;
  static const struct {
    const char *name;
    int with, without;
  } some[] = {
      {"rk-gauss(3)", 4, 6}, {"rk-gauss(2)", 2, 4}, {"rk-radau1a(3)", 3, 5},
      {"spark(3)", 4, 4},    {"rattle", 2, 2},      {"compose(rk-radau1a(2), symmetric)", 2, 4},
  };
  for (size_t i = 0; i < sizeof some/sizeof *some; i++) {
    assert_int_equal(noslip_method_find(context, some[i].name, &m), NOSLIP_OK);
    assert_int_equal(m.order, some[i].with);
    assert_int_equal(m.order_free, some[i].without);
  }
  noslip_close(context);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(orders_that_are_shown_are_measured),
      cmocka_unit_test(constraints_cost_order),
  };
  return check_run(argc, argv, tests);
}
