// noslip_run_structure: what a step keeps, measured at a few nodes.
//
// What is compared with rounding (symmetry, constraints, energy, invariants) is known to rounding:
// 64 eps times the size of the numbers; where positions are divided by the step, 1/h of it more.

#include "noslip/structure.h"

#include "base/vec.h"
#include "real/sine.h"
#include "run/equivariance.h"
#include "run/stepmap.h"

#include <assert.h>
#include <float.h>
#include <math.h>

static const double rounding = 64*DBL_EPSILON, noticed = 4;

typedef struct measuring {
  noslip_run *run;
  stepmap map;
  arena scratch;
  noslip_measure *list;
  int count;
  double *last;          // invariants at the node before the step
  double *there, *back;  // 2 nv  v and p' at a point, and with its velocities turned round
  double *size;          // 2m  of the constraints
  double *size_of;       // of the invariants
  double *near;          // 3n  a state beside the node: q, v, p
  equivariance symmetries;
  int first_symmetry;  // where they begin in the list
} measuring;

// ---------------------------------------------------------------------------------------------
// is the model itself reversible?

static void negate(double *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = -x[i];
}

static void turn_round(state *x) {
  negate(x->v, x->n);
  negate(x->p, x->n);
  negate(x->v_low, x->n);
  negate(x->p_low, x->n);
  x->reduced = false;
}

// at the point s->x: v changes its sign with p, p' does not, and the constraints still hold
static bool reversible_here(measuring *w) {
  static const double enough = 1e-9;  // far above rounding, far below what a term would do
  noslip_run *r = w->run;
  state *x = &w->map.x;
  constraint_size *sizes = &r->residuals.sizes;
  int n = r->problem->nv, m = r->problem->m;
  bool found = stepmap_rates(&w->map, x, w->there);
  turn_round(x);
  if (!found || !stepmap_rates(&w->map, x, w->back))
    return false;
  widths_at(&sizes->width, x);
  for (int i = 0; i < n; i++) {
    double v = w->there[i] + w->back[i], f = w->there[n + i] - w->back[n + i];
    double speed = sizes->width.velocity[i], force = fabs(w->there[n + i]) + sizes->width.force[i];
    if (!(fabs(v) <= enough*speed) || !(fabs(f) <= enough*force))
      return false;
  }
  constraint_size_at(sizes, x, w->size);
  const double *left = evaluator_run(&r->evaluator, BUNDLE_RESIDUALS, x->t, x->q, x->v, NULL);
  for (int c = 0; c < 2*m; c++)
    if (constraint_size_share(left[c], w->size[c]) > enough)
      return false;
  return true;
}

// tried at points around the node, since the start may be at rest; points that cannot be reached
// prove nothing
static bool model_is_reversible(measuring *w) {
  static const double away = 0.3;
  failure why;
  const widths *size = &w->run->residuals.sizes.width;
  for (int k = 0; k < 2*w->run->problem->nv; k++) {
    widths_at(&w->run->residuals.sizes.width, &w->run->state);
    if (stepmap_beside(&w->map, k, away*widths_reach(size, k), &why) == NOSLIP_OK &&
        !reversible_here(w))
      return false;
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// what there is to measure

static const char *no_form(const noslip_run *r) {
  const problem *p = r->problem;
  if (!problem_is_mechanical(p))
    return "no mechanical system: there is no symplectic form";
  if (p->mechanical.mn > 0)
    return "nonholonomic constraints: there is no symplectic form that the flow would keep";
  if (p->mechanical.structure.forces)
    return "forces: the flow itself does not keep the symplectic form";
  return method_is_adaptive(r->method) ? "the method chooses its steps: they have no derivative"
                                       : NULL;
}

static const char *no_volume(const noslip_run *r) {
  if (!problem_is_mechanical(r->problem))
    return "no mechanical system: there is no volume that the flow is known to keep";
  return r->problem->m > 0 ? "with constraints there is no volume beside the symplectic form"
                           : no_form(r);
}

static const char *no_reversal(measuring *w) {
  const problem *p = w->run->problem;
  if (!problem_is_mechanical(p))
    return "no mechanical system: there are no velocities to be turned round";
  if (!p->mechanical.structure.autonomous)
    return "the model depends on t";
  return model_is_reversible(w)
             ? NULL
             : "the model is not reversible: with its velocities turned round it "
               "does not go back";
}

static const char *no_energy(const noslip_run *r) {
  if (!r->observed.has_energy)
    return "the model has no energy";
  return r->energy.is_invariant ? NULL : "the energy is no invariant of this model";
}

static void add(measuring *w, noslip_structure_kind kind, const char *name, unsigned claim,
                const char *reason) {
  assert(w->count == (int)kind || kind >= NOSLIP_STRUCTURE_INVARIANT);
  unsigned keeps = method_keeps(w->run->method, w->run->problem);
  w->list[w->count++] = (noslip_measure){
      .kind = kind,
      .name = name,
      .value = reason ? (double)NAN : 0,
      .accuracy = reason ? (double)NAN : 0,
      .claimed = !reason && (keeps & claim) != 0,
      .reason = reason,
  };
}

// Listed one by one up to here; the others together, in one line.
enum { most_symmetries = 12 };

static const char *no_symmetry(const noslip_run *r) {
  if (!problem_is_mechanical(r->problem))
    return "no mechanical system: its symmetries are not looked for";
  return r->problem->class == PROBLEM_GROUP ? "no symmetry from the left was found"
                                            : "no linear symmetry of the model was found";
}

static void list_symmetries(measuring *w) {
  const symmetry_list *found = &w->symmetries.found;
  w->first_symmetry = w->count;
  for (int i = 0; i < found->count && i < most_symmetries; i++)
    add(w, NOSLIP_STRUCTURE_EQUIVARIANCE, found->list[i].name, 0, NULL);
  if (found->count > most_symmetries)
    add(w, NOSLIP_STRUCTURE_EQUIVARIANCE, "all other symmetries", 0, NULL);
  if (found->count == 0)
    add(w, NOSLIP_STRUCTURE_EQUIVARIANCE, "symmetry", 0, no_symmetry(w->run));
}

static void list_measures(measuring *w) {
  noslip_run *r = w->run;
  const model_system *s = r->model->system;
  add(w, NOSLIP_STRUCTURE_SYMPLECTIC, "symplectic form", KEEPS_SYMPLECTIC, no_form(r));
  add(w, NOSLIP_STRUCTURE_VOLUME, "volume", KEEPS_SYMPLECTIC, no_volume(r));
  add(w, NOSLIP_STRUCTURE_SYMMETRY, "time symmetry", KEEPS_REVERSIBLE, NULL);
  add(w, NOSLIP_STRUCTURE_REVERSIBILITY, "reversibility", KEEPS_REVERSIBLE, no_reversal(w));
  add(w, NOSLIP_STRUCTURE_CONSTRAINTS, "constraints", KEEPS_CONSTRAINTS,
      r->problem->m > 0 ? NULL : "there are none");
  add(w, NOSLIP_STRUCTURE_ENERGY, "energy", KEEPS_ENERGY, no_energy(r));
  for (int i = 0; i < s->invariants.count; i++)
    add(w, NOSLIP_STRUCTURE_INVARIANT, s->invariants.list[i].label, 0, NULL);
  list_symmetries(w);
}

// ---------------------------------------------------------------------------------------------
// measuring

static void note(noslip_measure *m, double value, double accuracy) {
  m->value = observed_larger(m->value, value);
  m->accuracy = observed_larger(m->accuracy, accuracy);
}

// How well positions and velocities are known after a step: positions are divided by it. The widths
// are those of the node.
static double step_accuracy(const noslip_run *r) {
  const widths *w = &r->residuals.sizes.width;
  double far = 0;
  for (int i = 0; r->observed.mechanical && i < w->n; i++)
    if (w->velocity[i] > 0)
      far = vec_larger(far, w->position[i]/(fabs(r->h)*w->velocity[i]));
  return rounding*(1 + far);
}

static noslip_status there_and_back(measuring *w, noslip_measure *m, bool turn, failure *why) {
  double h = w->run->h;
  monitor_motion(w->run);
  state_copy(&w->map.x, &w->run->state);
  noslip_status status = stepmap_step(&w->map, turn ? h : -h, why);
  if (turn)
    turn_round(&w->map.x);
  if (status == NOSLIP_OK)
    status = stepmap_step(&w->map, h, why);
  if (turn)
    turn_round(&w->map.x);
  if (status == NOSLIP_OK)
    note(m, run_distance(w->run, &w->map.x, &w->run->state), step_accuracy(w->run));
  return status;
}

static noslip_status measure_symmetries(measuring *w, failure *why) {
  equivariance *e = &w->symmetries;
  noslip_status status = NOSLIP_OK;
  for (int i = 0; i < e->found.count && status == NOSLIP_OK; i++) {
    int place = i < most_symmetries ? i : most_symmetries;
    double value = 0;
    status = equivariance_at(e, i, &value, why);
    note(&w->list[w->first_symmetry + place], value, step_accuracy(w->run) + e->asymmetry[i]);
  }
  return status;
}

// what is measured at a node, without leaving it
static noslip_status measure_node(measuring *w, failure *why) {
  noslip_measure *m = w->list;
  noslip_status status = NOSLIP_OK;
  if (!m[NOSLIP_STRUCTURE_SYMPLECTIC].reason)
    status = stepmap_differentiate(&w->map, why);
  if (status == NOSLIP_OK && !m[NOSLIP_STRUCTURE_SYMPLECTIC].reason) {
    stepmap_number form = stepmap_form(&w->map);
    note(&m[NOSLIP_STRUCTURE_SYMPLECTIC], form.value, form.accuracy);
  }
  if (status == NOSLIP_OK && !m[NOSLIP_STRUCTURE_VOLUME].reason) {
    stepmap_number volume = stepmap_volume(&w->map);
    note(&m[NOSLIP_STRUCTURE_VOLUME], volume.value, volume.accuracy);
  }
  if (status == NOSLIP_OK)
    status = there_and_back(w, &m[NOSLIP_STRUCTURE_SYMMETRY], false, why);
  if (status == NOSLIP_OK && !m[NOSLIP_STRUCTURE_REVERSIBILITY].reason)
    status = there_and_back(w, &m[NOSLIP_STRUCTURE_REVERSIBILITY], true, why);
  return status == NOSLIP_OK ? measure_symmetries(w, why) : status;
}

// The size of the terms of a number, which may cancel in it: it and what it changes by, where all
// numbers of the state are a little larger or smaller.
static const double share = 1e-6;  // far above rounding, and little enough for a difference

static void make_near(double *near, const double *x, int n) {
  for (int i = 0; i < n; i++)
    near[i] = x[i]*(1 + share*(i % 2 ? -1 : 1)*(0.5 + fabs(real_sin(1 + i))));
}

static double term_size(double here, double near) {
  return fabs(here) + fabs(near - here)/share;
}

static void find_near(measuring *w) {
  const state *x = &w->run->state;
  int n = x->n;
  make_near(w->near, x->q, n);
  make_near(w->near + n, x->v, n);
  make_near(w->near + 2*n, x->p, n);
}

static double energy_size(measuring *w) {
  noslip_run *r = w->run;
  int n = r->state.n;
  find_near(w);
  const double *x = !r->observed.mechanical             ? r->state.lambda
                    : r->problem->mechanical.lagrangian ? w->near + n
                                                        : w->near + 2*n;
  return term_size(r->observed.energy,
                   evaluator_run(&r->evaluator, BUNDLE_ENERGY, r->state.t, w->near, x, NULL)[0]);
}

// of each invariant, in w->size_of
static const double *invariant_sizes(measuring *w) {
  noslip_run *r = w->run;
  int n = r->state.n, ni = r->model->system->invariants.count;
  if (ni == 0)
    return w->size_of;
  find_near(w);
  const double *out =
      evaluator_monitors(&r->evaluator, r->state.t, w->near, w->near + n, w->near + 2*n,
                         r->state.lambda, r->observed.energy, w->near);
  for (int i = 0; i < ni; i++)
    w->size_of[i] = term_size(r->observed.monitor[i], out[i]);
  return w->size_of;
}

// the largest residual, against the sizes of the constraints
static double scaled_residual(measuring *w) {
  noslip_run *r = w->run;
  double worst = 0;
  constraint_size_at(&r->residuals.sizes, &r->state, w->size);
  const double *left = r->evaluator.bundles[BUNDLE_RESIDUALS].out;
  for (int c = 0; c < 2*r->problem->m; c++)
    worst = observed_larger(worst, constraint_size_share(left[c], w->size[c]));
  return worst;
}

// and what a step of the run itself changes
static noslip_status measure_step(measuring *w) {
  noslip_run *r = w->run;
  noslip_measure *m = w->list;
  int ni = r->model->system->invariants.count;
  monitor_motion(r);
  double energy = r->observed.energy;
  vec_copy(w->last, r->observed.monitor, ni);
  noslip_status status = noslip_step(r);
  if (status != NOSLIP_OK)
    return status;
  monitor_motion(r);
  if (!m[NOSLIP_STRUCTURE_CONSTRAINTS].reason)
    note(&m[NOSLIP_STRUCTURE_CONSTRAINTS], scaled_residual(w), rounding);
  if (!m[NOSLIP_STRUCTURE_ENERGY].reason)
    note(&m[NOSLIP_STRUCTURE_ENERGY], fabs(r->observed.energy - energy), rounding*energy_size(w));
  const double *size = invariant_sizes(w);
  for (int i = 0; i < ni; i++)
    note(&m[NOSLIP_STRUCTURE_INVARIANT + i], fabs(r->observed.monitor[i] - w->last[i]),
         rounding*size[i]);
  return NOSLIP_OK;
}

static bool prepare(measuring *w) {
  noslip_run *r = w->run;
  int n = r->problem->n, ni = r->model->system->invariants.count;
  w->list =
      ARENA_ARRAY(&r->arena, noslip_measure, NOSLIP_STRUCTURE_INVARIANT + ni + most_symmetries + 1);
  w->last = ARENA_ARRAY(&w->scratch, double, ni + 1);
  w->there = ARENA_ARRAY(&w->scratch, double, 2*n);
  w->back = ARENA_ARRAY(&w->scratch, double, 2*n);
  w->size_of = ARENA_ARRAY(&w->scratch, double, ni + 1);
  w->near = ARENA_ARRAY(&w->scratch, double, 3*n + 1);
  w->size = ARENA_ARRAY(&w->scratch, double, 2*r->problem->m + 1);
  if (!stepmap_init(&w->map, r, &w->scratch) || !w->list || w->scratch.failed)
    return false;
  return !problem_is_mechanical(r->problem) ||
         equivariance_init(&w->symmetries, &w->map, &w->scratch, &r->arena);
}

static noslip_status measure_all(measuring *w, failure *why) {
  noslip_status status = NOSLIP_OK;
  list_measures(w);
  for (int k = 0; k < noslip_structure_nodes && status == NOSLIP_OK; k++) {
    status = measure_node(w, why);
    if (status == NOSLIP_OK && k + 1 < noslip_structure_nodes)
      status = measure_step(w);
  }
  for (int i = 0; i < w->count; i++)
    w->list[i].kept = w->list[i].value <= noticed*w->list[i].accuracy;
  return status;
}

noslip_status noslip_run_structure_sized(noslip_run *run, noslip_structure *result, size_t size) {
  if (result)
    memset(result, 0, size);
  if (!run || !result)
    return context_refuse_null(run ? run->context : NULL, "result");
  failure *why = &run->context->failure;
  if (run->contacts || run->problem->lean)
    return fail(why, NOSLIP_ERROR_ARGUMENT,
                "what a step keeps is measured where it is smooth, and `%s` has contacts; take a "
                "model with `holonomic` in their place",
                run->model->system->name);
  measuring w = {.run = run};
  arena_init(&w.scratch, &run->context->memory);
  noslip_status status = prepare(&w) ? measure_all(&w, why) : fail_memory(why);
  if (status == NOSLIP_OK && w.scratch.failed)
    status = fail_memory(why);
  arena_free(&w.scratch);
  const noslip_structure own = {
      .model = run->model->system->name,
      .method = run->method->name,
      .step = run->h,
      .nmeasure = status == NOSLIP_OK ? w.count : 0,
      .measures = w.list,
  };
  sized_give(result, size, &own, sizeof own);
  return status;
}
