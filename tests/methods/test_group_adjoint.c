// Tests of lobatto* on groups, the adjoint of lobatto, and of compositions of both.

#include "tests/support/check.h"
#include "tests/support/group_systems.h"

#include "methods/families.h"
#include "problem/group.h"
#include "run/run.h"

#include <float.h>
#include <stdio.h>

static const char *const options[] = {"", ", retraction=exp", ", multiplier=carry",
                                      ", multiplier=carry, retraction=exp"};
enum { noption = sizeof options/sizeof *options, name_size = 100 };

// a method with s stages and an option: "lobatto*(3, multiplier=carry)"
static const char *named(char name[name_size], const char *base, int s, int option) {
  snprintf(name, name_size, "%s(%d%s)", base, s, options[option]);
  return name;
}

static double distance(const double *a, const double *b, int n) {
  double worst = 0, size = 1 + vec_max(b, n);
  for (int i = 0; i < n; i++)
    worst = fmax(worst, fabs(a[i] - b[i])/size);
  return worst;
}

// --- it is the adjoint -------------------------------------------------------------------------

// how far from where it began: elements and momenta, and multipliers of a method that carries them
typedef struct gap {
  double state, multipliers;
} gap;

// a few steps with `forth`, one more of size h, and one of `back` with -h
static gap there_and_back(trial_maker *make, const char *forth, const char *back, double h) {
  trial a = make(forth, h), b = make(back, h);
  const state *start = &a.run->state;
  const problem *p = a.run->problem;
  failure why;
  state x;
  trial_steps(&a, 3);
  assert_true(state_init(&x, &a.run->arena, p));
  state_copy(&x, start);
  assert_int_equal(method_step(a.run->stepper, &x, h, &why), NOSLIP_OK);
  check_above(distance(x.q, start->q, p->n), 1e-4);  // it did go somewhere
  x.t += h;
  assert_int_equal(method_step(b.run->stepper, &x, -h, &why), NOSLIP_OK);
  gap out = {fmax(distance(x.q, start->q, p->n), distance(x.p, start->p, p->nv)), 0};
  for (int k = 0; k < p->mechanical.mn; k++) {
    int c = p->mechanical.declared_n[k];
    out.multipliers = fmax(out.multipliers, distance(x.kept + c, start->kept + c, 1));
  }
  trial_close(&a);
  trial_close(&b);
  return out;
}

// To rounding; that of multipliers is divided by h b_s, b_s = 1/(s (s - 1)).
static void adjoints_undo_each_other(void **unused) {
  (void)unused;
  char forth[name_size], back[name_size];
  for (int i = 0; i < group_nsystem; i++)
    for (int s = 2; s <= 4; s++)
      for (int k = 0; k < noption; k++)
        for (int way = 0; way < 2; way++) {
          named(forth, way ? "lobatto" : "lobatto*", s, k);
          named(back, way ? "lobatto*" : "lobatto", s, k);
          gap out = there_and_back(group_systems[i].make, forth, back, 0.05);
          double known = 4*DBL_EPSILON*s*(s - 1)/0.05;
          if (!(out.state < 4e-16) || !(out.multipliers < known))
            print_error("%s with %s: %g %g\n", group_systems[i].name, forth, out.state,
                        out.multipliers);
          check_below(out.state, 4e-16);
          check_below(out.multipliers, known);
        }
}

// and lobatto itself does not undo its own steps (with two stages it does on some), nor does another
// adjoint
static void others_do_not_undo(void **unused) {
  (void)unused;
  for (int i = 0; i < group_nsystem; i++) {
    double two = there_and_back(group_systems[i].make, "lobatto(2)", "lobatto(2)", 0.05).state;
    double three = there_and_back(group_systems[i].make, "lobatto(3)", "lobatto(3)", 0.05).state;
    check_above(fmax(two, three), 1e-12);
    check_above(there_and_back(group_systems[i].make, "lobatto(2)", "lobatto*(3)", 0.05).state,
                1e-8);
  }
  check_above(there_and_back(heavy_top, "lobatto(2)", "lobatto*(2, retraction=exp)", 0.05).state,
              1e-6);
}

static void jacobian_is_exact(void **unused) {
  (void)unused;
  char name[name_size];
  for (int i = 0; i < group_nsystem; i++)
    for (int s = 2; s <= 3; s++)
      for (int k = 0; k < noption; k++) {
        trial t = group_systems[i].make(named(name, "lobatto*", s, k), 0.05);
        trial_steps(&t, 2);
        double error = trial_jacobian_error(&t, 0);
        if (!(error < 4e-8))
          print_error("%s with %s: %g\n", group_systems[i].name, name, error);
        check_below(error, 4e-8);
        check_above(trial_jacobian_error(&t, 1e-6), 5e-7);
        trial_close(&t);
      }
}

// constraints hold, rotations stay rotations, momenta of symmetries are kept
static void what_lobatto_keeps_is_kept(void **unused) {
  (void)unused;
  char name[name_size];
  for (int i = 0; i < group_nsystem; i++)
    for (int k = 0; k < noption; k++) {
      int from;
      trial t = group_systems[i].make(named(name, "lobatto*", 3, k), 0.02);
      trial_steps(&t, 100);
      check_below(trial_report(&t).constraint_max_error, 2e-14);
      check_below(group_defect(t.run->problem, t.run->state.q, &from), 4e-15);
      check_below((double)trial_report(&t).newton_max_per_step, 13);
      trial_close(&t);
    }
  trial t = heavy_top("lobatto*(3)", 0.1);
  trial_steps(&t, 1000);
  noslip_report r = trial_report(&t);
  check_below(vec_max(r.invariant_errors, noslip_run_count(t.run, NOSLIP_INVARIANT)), 1e-13);
  check_above(r.energy_max_error, 1e-11);
  trial_close(&t);
}

// on R^n the adjoint of lobatto is lobatto
static void on_the_line_it_is_lobatto(void **unused) {
  (void)unused;
  trial a = trial_file("pendulum.noslip", NULL, "lobatto(3)", 0.1);
  trial b = trial_file("pendulum.noslip", NULL, "lobatto*(3)", 0.1);
  double x[2*trial_most];
  trial_steps(&a, 20);
  trial_steps(&b, 20);
  trial_state(&a, x);
  assert_true(trial_distance(&b, x) == 0);
  trial_close(&a);
  trial_close(&b);
}

// --- compositions ------------------------------------------------------------------------------

static const struct {
  const char *method;
  int order;
  long n;  // steps to the time of the system, and twice as many
} composed[] = {
    {"compose(lobatto(2), symmetric)", 2, 40},
    {"compose(lobatto*(2, retraction=exp), symmetric)", 2, 40},
    {"compose(lobatto(3), symmetric)", 4, 20},
    {"compose(lobatto(4, retraction=exp), symmetric)", 6, 12},
    {"compose(lobatto(2, multiplier=carry), symmetric)", 2, 40},
    {"compose(lobatto(3, multiplier=carry), symmetric)", 4, 20},
    {"compose(lobatto(4, multiplier=carry), symmetric)", 6, 12},
    {"compose(lobatto(2), suzuki4)", 4, 20},
    {"compose(compose(lobatto(2), symmetric), suzuki4)", 4, 20},
    {"compose(lobatto(2, multiplier=carry), suzuki4)", 4, 20},
    {"compose(lobatto(2, multiplier=carry, retraction=exp), yoshida4)", 4, 40},
    {"compose(lobatto(2, multiplier=carry), blanes-moan4)", 4, 20},
    {"compose(lobatto(2, retraction=exp), kahan-li6)", 6, 12},
    {"compose(lobatto(2, multiplier=carry), kahan-li6)", 6, 12},
};
enum { ncomposed = sizeof composed/sizeof *composed };

static const struct {
  trial_maker *make;
  double T;
} smooth[] = {{unicycle, 2},  {turntable, 5},     {general, 3}, {suslov, 4},
              {heavy_top, 2}, {fixed_point, 0.5}, {bowl, 1}};
enum { nsmooth = sizeof smooth/sizeof *smooth };

static void compositions_have_their_orders(void **unused) {
  (void)unused;
  for (int k = 0; k < ncomposed; k++)
    for (int i = 0; i < nsmooth; i++) {
      double order = trial_order_against(smooth[i].make, composed[k].method, smooth[i].T,
                                         composed[k].n, "lobatto(8)");
      if (!(fabs(order - composed[k].order) < 0.1))
        print_error("%s, system %d: %.2f\n", composed[k].method, i, order);
      check_near(order, composed[k].order, 0.1);
    }
}

// the multiplier that is carried through: s for even s, s - 1 for odd s, and the order of a composition
// of more than two stages
static void carried_multipliers_have_their_orders(void **unused) {
  (void)unused;
  static const struct {
    const char *method;
    int order;
  } cases[] = {{"compose(lobatto(2, multiplier=carry), symmetric)", 2},
               {"compose(lobatto(3, multiplier=carry), symmetric)", 2},
               {"compose(lobatto(4, multiplier=carry), symmetric)", 4},
               {"compose(lobatto(2, multiplier=carry), suzuki4)", 4},
               {"compose(lobatto(2, multiplier=carry), kahan-li6)", 6}};
  for (int i = 0; i < 5; i++) {
    double lambda[3];
    int orders[3];
    for (int k = 0; k < 3; k++) {
      trial t = unicycle(k == 0 ? "lobatto(8)" : cases[i].method, k == 1 ? 0.1 : 0.05);
      trial_steps(&t, k == 1 ? 20 : 40);
      lambda[k] = noslip_run_values(t.run, NOSLIP_MULTIPLIER)[0];
      noslip_method_orders(t.context, cases[i].method, t.model, orders);
      trial_close(&t);
    }
    assert_int_equal(orders[2], cases[i].order);
    double order = log2(fabs((lambda[1] - lambda[0])/(lambda[2] - lambda[0])));
    check_near(order, cases[i].order, 0.15);
  }
}

static void compositions_are_symmetric(void **unused) {
  (void)unused;
  noslip_method_info info;
  for (int k = 0; k < ncomposed; k++)
    for (int i = 0; i < nsmooth; i++)
      check_below(trial_asymmetry(smooth[i].make, composed[k].method, 0.05, 10), 4e-14);
  check_above(trial_asymmetry(heavy_top, "lobatto(2)", 0.05, 10), 1e-9);
  trial t = unicycle("compose(lobatto(3), symmetric)", 0.1);
  noslip_run_method(t.run, &info);
  assert_true(info.symmetric && !info.symplectic);
  trial_close(&t);
  t = heavy_top("compose(lobatto(3), symmetric)", 0.1);
  noslip_run_method(t.run, &info);
  assert_true(info.symmetric && info.symplectic);
  trial_close(&t);
}

// the largest energy error in each quarter of n steps
static void quarters(const char *name, double h, long n, double out[4]) {
  trial t = unicycle(name, h);
  for (int k = 0; k < 4; k++) {
    out[k] = 0;
    for (long i = 0; i < n/4; i++) {
      trial_steps(&t, 1);
      out[k] = fmax(out[k], fabs(noslip_energy(t.run) - t.run->energy.start));
    }
  }
  trial_close(&t);
}

// no drift of the energy, which lobatto has by itself
static void energy_does_not_drift(void **unused) {
  (void)unused;
  double with[4], without[4];
  quarters("compose(lobatto(3, multiplier=carry), symmetric)", 0.2, 1200, with);
  quarters("lobatto(3, multiplier=carry)", 0.1, 2400, without);
  for (int k = 0; k < 4; k++)
    check_near(with[k], 3.76e-7, 0.01e-7);
  check_above(without[3], 3*without[0]);
  check_above(without[0], 2e-6);
  quarters("compose(lobatto(3), symmetric)", 0.2, 1200, with);
  for (int k = 1; k < 4; k++)
    check_near(with[k], with[0], 0.01*with[0]);
}

// --- without equations of its own ---------------------------------------------------------------

// that of restart is solved by steps of lobatto
static void restart_is_undone_by_steps(void **unused) {
  (void)unused;
  static const char forth[] = "lobatto(3, multiplier=restart)",
                    adjoint[] = "lobatto*(3, multiplier=restart)";
  for (int i = 0; i < group_nsystem; i++) {
    check_below(there_and_back(group_systems[i].make, forth, adjoint, 0.05).state, 1e-14);
    check_below(there_and_back(group_systems[i].make, adjoint, forth, 0.05).state, 1e-14);
  }
  check_above(there_and_back(unicycle, forth, forth, 0.05).state, 1e-11);
  check_above(there_and_back(turntable, forth, forth, 0.05).state, 1e-12);
}

// --- what is refused ---------------------------------------------------------------------------

static void refused(const char *file, const char *name, const char *sentence) {
  char path[300];
  snprintf(path, sizeof path, "%s/%s", NOSLIP_MODELS, file);
  noslip_context *context = noslip_open(NULL);
  noslip_model *m;
  assert_int_equal(noslip_model_load(context, path, &m), NOSLIP_OK);
  assert_int_not_equal(noslip_method_applies(context, name, m), NOSLIP_OK);
  check_text(noslip_last_error(context), sentence);
  noslip_model_free(m);
  noslip_close(context);
}

static void what_cannot_be_done_is_said(void **unused) {
  (void)unused;
  refused("unicycle.noslip", "compose(lobatto(3), suzuki4)", "composes methods of order 2");
  refused("unicycle.noslip", "compose(compose(lobatto(2), symmetric), symmetric)",
          "symmetric already");
  refused("pendulum.noslip", "compose(lobatto(2), symmetric)",
          "lobatto(2) is symmetric already, but on groups");
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(adjoints_undo_each_other),
      cmocka_unit_test(others_do_not_undo),
      cmocka_unit_test(jacobian_is_exact),
      cmocka_unit_test(what_lobatto_keeps_is_kept),
      cmocka_unit_test(on_the_line_it_is_lobatto),
      cmocka_unit_test(compositions_have_their_orders),
      cmocka_unit_test(carried_multipliers_have_their_orders),
      cmocka_unit_test(compositions_are_symmetric),
      cmocka_unit_test(energy_does_not_drift),
      cmocka_unit_test(restart_is_undone_by_steps),
      cmocka_unit_test(what_cannot_be_done_is_said),
  };
  return check_run(argc, argv, tests);
}
