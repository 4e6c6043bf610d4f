// Verdicts held against the truth: models x methods x steps from resolved to absurd, each run judged
// by runs with h/2, h/8 and h/16 from the same start, at the nodes that they have in common.
//
//   error    of velocities as a share of their largest change, of positions of the way gone
//   right    energy, residuals and all nodes are within 5 %
//   wrong    errors above 30 %, which half the step does not reduce to a half where they become
//            visible (three quarters with order 1); or an energy that is off by more than half of what
//            moves, with h/2 as well
//   between  everything else: errors that the order allows, which add up over the run, and motions of
//            which h/8 and h/16 tell different things
//
// Models of more than 30 positions are left out: they take minutes. So are those with contacts, whose
// steps are not judged: a verdict says so.
//
// NOSLIP_STUDY is a part of the name of models that are looked at alone, NOSLIP_STUDY_MODELS another
// folder of them.
//
// A run is certified if none of its verdicts is `not kept` or `not resolved`. No wrong run may be
// certified, and at most one in a hundred that are right may be denied it: long steps on the stiff
// spring leave out how it swings, which is too little to be seen at the nodes, and two of lobatto(2) on
// sleighs make errors that come to nothing. The spring with a damper is made to be stiff: its fast motion
// is over in the first steps, and that it is missed is all that a verdict can tell. Its right runs that
// are denied are counted apart.

#include "tests/support/check.h"
#include "tests/support/systems.h"

#include "run/verdict.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { nodes = 40, methods_each = 5, nstep = 6, most_positions = 30 };

static const char *const candidates[] = {
    "dla-mp",     "rattle",        "lobatto(3)", "gonzalez", "compose(rattle, suzuki4)",
    "lobatto(2)", "moser-veselov", "spark(3)",   "reich",    "srk-gauss(2)",
    "avf",        "rk-gauss(2)",
};

static const double visible = 0.05;  // share of an error

static const double multiples[nstep] = {1, 4, 16, 64, 256, 1024};

typedef enum truth { RIGHT, BETWEEN, WRONG, STOPPED, TRUTHS } truth;

typedef struct tally {
  int certified[TRUTHS], denied[TRUTHS];
  int models, runs;
  int stiff;           // right runs of a stiff model that are denied
  int flat_and_wrong;  // wrong runs whose energy has no trend
} tally;

// ---------------------------------------------------------------------------------------------
// one run

typedef struct outcome {
  bool done, certified, flat;  // `flat`: the energy swings more than it has a trend
  int n, nv, order;
  double q[nodes + 1][trial_most], v[nodes + 1][trial_most];  // positions or states, velocities
  double energy_error, yardstick, residual;
} outcome;

typedef struct subject {
  noslip_context *context;
  noslip_model *model;
  const char *name;
  double h;
} subject;

static bool is_certified(noslip_run *r) {
  int count;
  assert_int_equal(noslip_run_judge(r, &count), NOSLIP_OK);
  for (int i = 0; i < count; i++) {
    noslip_verdict_word word = noslip_run_verdict(r, i)->word;
    if (word == NOSLIP_VERDICT_NOT_KEPT || word == NOSLIP_VERDICT_NOT_RESOLVED)
      return false;
  }
  return true;
}

static void look_at_node(outcome *o, int k, noslip_run *r) {
  monitor_motion(r);
  vec_copy(o->q[k], r->observed.unwrapped, o->n);
  vec_copy(o->v[k], r->state.v, o->nv);
}

static void look_at_energy(outcome *o, noslip_run *r) {
  o->order = r->method->order;
  o->yardstick = fmax(verdict_moving(r), 0.2*exchange_kinetic(&r->exchange));
  noslip_report report;
  noslip_run_report(r, &report);
  o->residual = report.constraint_scaled_error;
  o->flat = r->energy.is_invariant && fabs(monitor_trend(r)) <= 0.5*r->energy.error;
  o->energy_error = r->energy.is_invariant ? r->energy.error : 0;
}

// nodes of `parts` steps of h/parts
static outcome run_parts(const subject *s, int parts) {
  outcome o = {0};
  noslip_run *r;
  noslip_run_options options = {.method = s->name, .step = s->h/parts, .backend = "interpret"};
  if (noslip_run_new(s->context, s->model, &options, &r) != NOSLIP_OK)
    return o;
  o.n = r->problem->n;
  o.nv = r->observed.mechanical ? r->problem->nv : 0;
  look_at_node(&o, 0, r);
  o.done = true;
  for (int k = 1; k <= nodes && o.done; k++) {
    o.done = noslip_advance(r, parts) == NOSLIP_OK;
    look_at_node(&o, k, r);
  }
  look_at_energy(&o, r);
  o.certified = parts == 1 && r->progress.taken > 0 && is_certified(r);
  noslip_run_free(r);
  return o;
}

// ---------------------------------------------------------------------------------------------
// the truth

static double largest_difference(const double *x, const double *y, int n) {
  double d[trial_most];
  vec_sub(d, x, y, n);
  return vec_max(d, n);
}

// the largest way gone by each coordinate
static void ways(const outcome *o, double *way) {
  double most = 0;
  for (int i = 0; i < o->n; i++) {
    way[i] = 0;
    for (int k = 1; k <= nodes; k++)
      way[i] = fmax(way[i], fabs(o->q[k][i] - o->q[0][i]));
    most = fmax(most, way[i]);
  }
  // what hardly moves does not count
  for (int i = 0; i < o->n; i++)
    way[i] = fmax(way[i], 0.01*most);
}

// the largest change of a velocity: the speed of a whole train does not count
static double swing(const outcome *o) {
  double largest = 0;
  for (int k = 1; k <= nodes; k++)
    largest = fmax(largest, largest_difference(o->v[k], o->v[0], o->nv));
  return largest;
}

static double share(double part, double whole) {
  return part > 0 ? part/whole : 0;
}

// error of node k
static double error_at(const outcome *a, const outcome *reference, int k) {
  double way[trial_most];
  double off = share(largest_difference(a->v[k], reference->v[k], a->nv), swing(reference));
  ways(reference, way);
  for (int i = 0; i < a->n; i++)
    off = fmax(off, share(fabs(a->q[k][i] - reference->q[k][i]), way[i]));
  return off;
}

static double largest_error(const outcome *a, const outcome *reference) {
  double largest = 0;
  for (int k = 1; k <= nodes; k++)
    largest = fmax(largest, error_at(a, reference, k));
  return largest;
}

// does half the step help where the error becomes visible? Later it may be that of another motion
static bool halving_helps(const outcome *whole, const outcome *half, const outcome *reference) {
  for (int k = 1; k <= nodes; k++) {
    double d1 = error_at(whole, reference, k), d2 = error_at(half, reference, k);
    if (!(d1 <= visible))
      return d2 <= d1*(whole->order > 1 ? 0.5 : 0.75);
  }
  return true;
}

static truth judge(const outcome *whole, const outcome *half, const outcome *eighth,
                   const outcome *reference) {
  if (!whole->done)
    return STOPPED;
  if (!half->done || !eighth->done || !reference->done)
    return BETWEEN;
  double energy = share(whole->energy_error, reference->yardstick);
  double d1 = largest_error(whole, reference), d2 = largest_error(half, reference);
  if (energy > 0.5 && half->energy_error > 0.5*reference->yardstick)
    return WRONG;
  if (d1 <= visible && d2 <= visible && energy <= visible && whole->residual <= visible)
    return RIGHT;
  bool known = largest_error(eighth, reference) <= 0.1;
  return known && d1 > 0.3 && !halving_helps(whole, half, reference) ? WRONG : BETWEEN;
}

static void tell(const subject *s, const outcome *whole, const outcome *half,
                 const outcome *reference) {
  int count;
  noslip_run *r;
  noslip_run_options options = {.method = s->name, .step = s->h, .backend = "interpret"};
  assert_int_equal(noslip_run_new(s->context, s->model, &options, &r), NOSLIP_OK);
  noslip_advance(r, nodes);
  noslip_run_judge(r, &count);
  for (int i = 0; i < count; i++) {
    const noslip_verdict *v = noslip_run_verdict(r, i);
    print_error("    %s: %s, %s\n", v->what, noslip_verdict_text(v->word), v->reason);
  }
  noslip_run_free(r);
  for (int k = 1; k <= nodes; k++)
    if (!(error_at(whole, reference, k) <= visible) || k == nodes) {
      print_error("    error of node %d: %.2g, with half the step %.2g\n", k,
                  error_at(whole, reference, k), error_at(half, reference, k));
      return;
    }
}

static bool is_stiff(const noslip_model *m) {
  return strcmp(noslip_model_name(m), "viscous_spring") == 0;
}

static void try_step(tally *t, const subject *s) {
  outcome whole = run_parts(s, 1), half = run_parts(s, 2);
  outcome eighth = run_parts(s, 8), reference = run_parts(s, 16);
  truth is = judge(&whole, &half, &eighth, &reference);
  (whole.certified ? t->certified : t->denied)[is]++;
  t->runs++;
  t->stiff += is_stiff(s->model) && is == RIGHT && !whole.certified;
  t->flat_and_wrong += is == WRONG && whole.flat;
  bool mistake = (whole.certified && is == WRONG) || (!whole.certified && is == RIGHT);
  if (mistake) {
    print_error("%s %s h = %g: %s, and %s; energy %.2g of %.2g\n", noslip_model_name(s->model),
                s->name, s->h, is == WRONG ? "wrong" : "right",
                whole.certified ? "certified" : "denied", whole.energy_error, reference.yardstick);
    tell(s, &whole, &half, &reference);
  }
}

static void try_model(tally *t, noslip_context *context, const char *path) {
  noslip_model *model;
  noslip_run *r;
  if (noslip_model_load(context, path, &model) != NOSLIP_OK)
    return;
  double h0 = 0;
  if (noslip_run_new(context, model, NULL, &r) == NOSLIP_OK) {
    h0 = r->problem->n <= most_positions && !r->contacts ? r->h : 0;
    noslip_run_free(r);
  }
  int found = 0, ncandidate = sizeof candidates/sizeof *candidates;
  for (int k = 0; k < ncandidate && found < methods_each && h0 > 0; k++) {
    if (noslip_method_applies(context, candidates[k], model) != NOSLIP_OK)
      continue;
    found++;
    for (int i = 0; i < nstep; i++)
      try_step(t, &(subject){context, model, candidates[k], multiples[i]*h0});
  }
  t->models += found > 0;
  noslip_model_free(model);
}

// ---------------------------------------------------------------------------------------------

static void print_tally(const tally *t) {
  static const char *const words[TRUTHS] = {"right", "between", "wrong", "stopped"};
  print_message("%d models, %d runs\n%10s %10s %10s\n", t->models, t->runs, "", "certified",
                "denied");
  for (int i = 0; i < TRUTHS; i++)
    print_message("%10s %10d %10d\n", words[i], t->certified[i], t->denied[i]);
}

static int is_model(const struct dirent *entry) {
  const char *only = getenv("NOSLIP_STUDY");
  return strstr(entry->d_name, ".noslip") && (!only || strstr(entry->d_name, only));
}

// does one of the candidates treat the model?
static bool has_candidate(noslip_context *context, const char *path) {
  noslip_model *model;
  bool found = false;
  if (noslip_model_load(context, path, &model) != NOSLIP_OK)
    return false;
  for (size_t k = 0; k < sizeof candidates/sizeof *candidates && !found; k++)
    found = noslip_method_applies(context, candidates[k], model) == NOSLIP_OK;
  noslip_model_free(model);
  return found;
}

// the last of every so many models of a folder that candidates treat
static void try_models(tally *t, const char *models, int every) {
  struct dirent **list;
  int n = scandir(models, &list, is_model, alphasort), treated = 0;
  assert_true(n > 0);
  for (int i = 0; i < n; i++) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", models, list[i]->d_name);
    noslip_context *context = noslip_open(NULL);
    if (has_candidate(context, path) && ++treated % every == 0)
      try_model(t, context, path);
    noslip_close(context);
    free(list[i]);
  }
  free(list);
}

static void no_wrong_run_is_certified(void **unused) {
  (void)unused;
  tally t = {0};
  const char *only = getenv("NOSLIP_STUDY"), *elsewhere = getenv("NOSLIP_STUDY_MODELS");
  int every = check_share(6);
  try_models(&t, elsewhere ? elsewhere : NOSLIP_MODELS, only ? 1 : every);
  print_tally(&t);
  assert_int_equal(t.certified[WRONG], 0);
  // of all models one in a hundred, 5 of 654; a part of them may have these 5
  int denied = t.denied[RIGHT] - t.stiff;
  assert_true(100*denied <= t.certified[RIGHT] || (every > 1 && denied <= 5));

  // there is something to find, and that an energy has no trend would not find it
  if (only || elsewhere)
    return;
  assert_true(t.models*every >= 40);
  assert_true(t.certified[RIGHT] > t.runs/5);
  assert_true(t.denied[WRONG] > 0);
  assert_true(t.flat_and_wrong > 0);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(no_wrong_run_is_certified)};
  return check_run(argc, argv, tests);
}
