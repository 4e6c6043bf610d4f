// A model at a point. What a run shows is evaluated by a run without a method, which stands there; the
// motion is that of the constraints in force while all contacts are open.

#include "noslip/point.h"

#include "base/vec.h"
#include "problem/group.h"
#include "run/run.h"
#include "solve/dense.h"

#include <assert.h>
#include <math.h>
#include <string.h>

struct noslip_point {
  noslip_context *context;
  noslip_run *run;  // without a method
  // the motion: that of the problem of the run, or of a mode of it
  evaluator *evaluator;
  consistent *consistent;
  int *row;           // m of the motion  their places among all rows
  evaluator mode;     // with contacts
  consistent closed;  // with contacts
  bool *held;         // rows that are in force
  double *lambda;     // m of the motion
  double *y, *f;      // nv
  double *A;          // nv x nv
  int *pivot;         // nv
  double *start;      // m   guesses of the model
  state before;       // room for the last point
  chart_blocks blocks;
};

static const problem *problem_of(const noslip_point *p) {
  return p->run->problem;
}

// ---------------------------------------------------------------------------------------------
// making

static noslip_status refuse(noslip_context *c, const noslip_model *m) {
  if (!m->problem)
    return fail(&c->failure, NOSLIP_ERROR_ARGUMENT, "%s cannot be evaluated: %s", m->system->name,
                m->unsolved);
  if (m->problem->lean)
    return fail(&c->failure, NOSLIP_ERROR_ARGUMENT,
                "%s has contacts of pairs, or very many coordinates, and is treated without "
                "matrices; take fewer bodies, with a `contact` for each pair",
                m->system->name);
  return NOSLIP_OK;
}

// the problem of the constraints that wait for no contact
static noslip_status make_mode(noslip_point *p, failure *why) {
  noslip_run *r = p->run;
  arena *a = &r->arena;
  const problem *moving;
  bool fixed;
  int m = r->problem->m, count = 0;
  unsigned char *use = ARENA_ARRAY(a, unsigned char, m + 1);
  if (!use)
    return fail_memory(why);
  memset(use, ROW_FREE, (size_t)m);
  for (int k = 0; k < r->model->system->constraints.count; k++)
    if (model_row_waits(r->model->system, k) < 0)
      use[k] = ROW_HELD;
  for (int k = 0; k < m; k++) {
    p->held[k] = use[k] == ROW_HELD;
    if (p->held[k])
      p->row[count++] = k;
  }
  noslip_status status = model_mode(r->model, a, use, REDUCTION_COUNT, false, &moving, &fixed, why);
  if (status != NOSLIP_OK)
    return status;
  assert(moving->m == count);
  if (!evaluator_init(&p->mode, a, moving) || !consistent_init(&p->closed, a, &p->mode))
    return fail_memory(why);
  p->evaluator = &p->mode;
  p->consistent = &p->closed;
  return NOSLIP_OK;
}

static noslip_status make_motion(noslip_point *p, failure *why) {
  noslip_run *r = p->run;
  p->evaluator = &r->evaluator;
  p->consistent = &r->consistent;
  for (int k = 0; k < r->problem->m; k++) {
    p->row[k] = k;
    p->held[k] = true;
  }
  r->observed.held = p->held;
  return r->model->system->contacts.count > 0 ? make_mode(p, why) : NOSLIP_OK;
}

static bool allocate(noslip_point *p) {
  noslip_run *r = p->run;
  arena *a = &r->arena;
  if (!run_allocate(r))
    return false;
  int n = r->problem->nv + 1, m = r->problem->m + 1;
  p->row = ARENA_ARRAY(a, int, m);
  p->held = ARENA_ARRAY(a, bool, m);
  p->lambda = ARENA_ARRAY(a, double, m);
  p->start = ARENA_ARRAY(a, double, m);
  p->y = ARENA_ARRAY(a, double, n);
  p->f = ARENA_ARRAY(a, double, n);
  p->A = arena_array(a, (size_t)n*(size_t)n, sizeof(double));
  p->pivot = ARENA_ARRAY(a, int, n);
  p->blocks = chart_blocks_new(a, r->problem->nv);
  return state_init(&p->before, a, r->problem) && !a->failed;
}

static void copy_start(double *x, const unknowns *list) {
  for (int i = 0; i < list->count; i++)
    x[i] = list->list[i].start;
}

static noslip_status stand_at_start(noslip_point *p) {
  const model_system *s = p->run->model->system;
  const bool mechanical = problem_is_mechanical(problem_of(p));
  const bool momenta = mechanical && s->form == FORM_HAMILTONIAN;
  state *to = &p->run->state;
  copy_start(to->q, mechanical ? &s->positions : &s->states);
  if (mechanical)
    copy_start(to->v, momenta ? &s->momenta : &s->velocities);
  for (int k = 0; k < problem_of(p)->m; k++)
    p->start[k] = mechanical ? (double)NAN : s->algebraics.list[k].start;
  return momenta ? noslip_point_set_momenta(p, s->start.time, to->q, to->v)
                 : noslip_point_set(p, s->start.time, to->q, to->v);
}

static noslip_status fill(noslip_point *p, const noslip_model *m) {
  failure *why = &p->context->failure;
  noslip_run *r = run_blank(p->context, m);
  if (!r)
    return fail_memory(why);
  r->problem = m->problem;
  p->run = r;
  if (!allocate(p))
    return fail_memory(why);
  noslip_status status = make_motion(p, why);
  return status == NOSLIP_OK ? stand_at_start(p) : status;
}

noslip_status noslip_point_new(noslip_context *context, noslip_model *m, noslip_point **out) {
  if (out)
    *out = NULL;
  if (!context || !m || !out)
    return context_refuse_null(context, m ? "point" : "model");
  if (refuse(context, m) != NOSLIP_OK)
    return NOSLIP_ERROR_ARGUMENT;
  noslip_point *p = memory_resize(&context->memory, NULL, sizeof *p);
  if (!p)
    return fail_memory(&context->failure);
  *p = (noslip_point){.context = context};
  noslip_status status = fill(p, m);
  if (status == NOSLIP_OK)
    *out = p;
  else
    noslip_point_free(p);
  return status;
}

void noslip_point_free(noslip_point *p) {
  if (!p)
    return;
  noslip_run *r = p->run;  // it keeps the context
  memory_free(&p->context->memory, p);
  noslip_run_free(r);
}

void noslip_point_sizes_sized(const noslip_point *p, noslip_point_size *out, size_t size) {
  noslip_point_size own = {0};
  if (p)
    own = (noslip_point_size){problem_of(p)->n, problem_of(p)->nv, problem_of(p)->m};
  if (out)
    sized_give(out, size, &own, sizeof own);
}

// ---------------------------------------------------------------------------------------------
// standing somewhere

static noslip_status check_numbers(noslip_point *p, const double *x, int n, const char *name) {
  for (int i = 0; i < n; i++)
    if (!isfinite(x[i]))
      return fail(&p->context->failure, NOSLIP_ERROR_ARGUMENT,
                  "`%s[%d]` is not a finite number; give one", name, i);
  return NOSLIP_OK;
}

static noslip_status check_rotations(noslip_point *p, const double *q) {
  const problem *of = problem_of(p);
  int from = -1;
  if (of->class != PROBLEM_GROUP)
    return NOSLIP_OK;
  double defect = group_defect(of, q, &from);
  int reflected = group_reflection(of, q);
  if (defect <= initial_refused && reflected < 0)
    return NOSLIP_OK;
  return fail(
      &p->context->failure, NOSLIP_ERROR_ARGUMENT,
      "the matrix that begins with `%s` is no rotation; give all of its entries, to rounding",
      of->coordinate[reflected >= 0 ? reflected : from]);
}

static void plain_state(state *s) {
  vec_zero(s->q_low, s->n);
  vec_zero(s->v_low, s->n);
  vec_zero(s->p_low, s->n);
  vec_zero(s->turns, s->n);
  s->reduced = false;
}

// With contacts the multipliers are those of a mode, and those of rows that are not held are 0.
static bool find_multipliers(noslip_point *p) {
  noslip_run *r = p->run;
  state *s = &r->state;
  const bool own = p->evaluator == &r->evaluator;
  const double *x = r->observed.lagrangian ? s->v : s->p;
  int m = p->consistent->m;
  if (own && r->observed.known_multipliers)
    return m == 0 || !isnan(s->lambda[0]);
  vec_copy(p->lambda, p->start, m);
  bool found = consistent_multipliers(p->consistent, s->t, s->q, x, p->lambda);
  vec_zero(s->lambda, r->problem->m);
  for (int k = 0; k < m; k++)
    s->lambda[p->row[k]] = found ? p->lambda[k] : (double)NAN;
  r->observed.known_multipliers = true;
  return found;
}

static noslip_status stand(noslip_point *p, double t, const double *q, const double *x,
                           bool velocities) {
  noslip_run *r = p->run;
  state *s = &r->state;
  const problem *of = r->problem;
  if (!isfinite(t))
    return fail(&p->context->failure, NOSLIP_ERROR_ARGUMENT,
                "`t` is not a finite number; give one");
  if (check_numbers(p, q, of->n, "q") != NOSLIP_OK ||
      check_numbers(p, x, of->nv, velocities ? "v" : "p") != NOSLIP_OK ||
      check_rotations(p, q) != NOSLIP_OK)
    return NOSLIP_ERROR_ARGUMENT;
  state_copy(&p->before, s);
  plain_state(s);
  memmove(s->q, q, (size_t)of->n*sizeof *q);
  if (of->nv > 0)
    memmove(velocities ? s->v : s->p, x, (size_t)of->nv*sizeof *x);
  const bool was = r->observed.velocities;
  r->observed.velocities = velocities;
  observed_arrive(&r->observed, s, t);
  if (of->nv > 0 && !observed_complete(&r->evaluator, s, velocities)) {
    state_copy(s, &p->before);
    r->observed.velocities = was;
    return fail(&p->context->failure, NOSLIP_ERROR_STEP,
                velocities ? "the momenta cannot be found from the velocities here"
                           : "the velocities cannot be found from the momenta: the mass matrix is "
                             "singular here; look at the kinetic energy");
  }
  find_multipliers(p);
  return NOSLIP_OK;
}

static noslip_status check_given(noslip_point *p, const double *q, const double *x,
                                 const char *name) {
  if (!p)
    return NOSLIP_ERROR_ARGUMENT;
  if (!q || (!x && problem_of(p)->nv > 0))
    return context_refuse_null(p->context, q ? name : "q");
  return NOSLIP_OK;
}

noslip_status noslip_point_set(noslip_point *p, double t, const double *q, const double *v) {
  noslip_status status = check_given(p, q, v, "v");
  return status == NOSLIP_OK ? stand(p, t, q, v, true) : status;
}

noslip_status noslip_point_set_momenta(noslip_point *p, double t, const double *q,
                                       const double *x) {
  noslip_status status = check_given(p, q, x, "p");
  return status == NOSLIP_OK ? stand(p, t, q, x, false) : status;
}

// ---------------------------------------------------------------------------------------------
// what a run shows

const double *noslip_point_values(noslip_point *p, noslip_group which) {
  return p ? noslip_run_values(p->run, which) : NULL;
}

double noslip_point_value(noslip_point *p, const char *name) {
  return p ? noslip_value(p->run, name) : (double)NAN;
}

double noslip_point_energy(noslip_point *p) {
  return p ? noslip_energy(p->run) : (double)NAN;
}

double noslip_point_time(const noslip_point *p) {
  return p ? p->run->state.t : (double)NAN;
}

// ---------------------------------------------------------------------------------------------
// mechanics

// `what` is the argument that must not be NULL
static noslip_status begin(noslip_point *p, const double *out, const char *what) {
  if (!p || !out)
    return p ? context_refuse_null(p->context, what) : NOSLIP_ERROR_ARGUMENT;
  if (!problem_is_mechanical(problem_of(p)))
    return fail(&p->context->failure, NOSLIP_ERROR_ARGUMENT,
                "%s is a model of states: it has neither masses nor forces",
                p->run->model->system->name);
  monitor_motion(p->run);
  return NOSLIP_OK;
}

noslip_status noslip_point_motion(noslip_point *p, double *v, double *x) {
  noslip_status status = begin(p, v ? v : x, "v");
  if (status != NOSLIP_OK)
    return status;
  if (v)
    vec_copy(v, p->run->state.v, problem_of(p)->nv);
  if (x)
    vec_copy(x, p->run->state.p, problem_of(p)->nv);
  return NOSLIP_OK;
}

// Is M the inverse of H_pp to some digits? (|M| |H_pp|)_ii has no unit, and is 1/eps where H_pp is
// singular to rounding.
static bool is_inverse(noslip_point *p, const double *M) {
  static const double most = 1e12;
  const state *s = &p->run->state;
  int n = problem_of(p)->nv;
  if (p->run->observed.lagrangian)
    return true;
  const double *out = evaluator_run(p->evaluator, BUNDLE_BLOCKS, s->t, s->q, s->p, NULL);
  const double *H = out + 2*n;
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++)
      sum += fabs(M[i*n + j]*H[j*n + i]);
    if (!(sum <= most))
      return false;
  }
  return true;
}

noslip_status noslip_point_mass(noslip_point *p, double *M) {
  noslip_status status = begin(p, M, "M");
  if (status != NOSLIP_OK)
    return status;
  const state *s = &p->run->state;
  int n = problem_of(p)->nv;
  if (!chart_eval(&p->evaluator->velocities, s->t, s->q, s->v, p->y, p->f, &p->blocks) ||
      !is_inverse(p, p->blocks.yx))
    return fail(&p->context->failure, NOSLIP_ERROR_STEP,
                "H_pp is singular here: there is no mass matrix");
  vec_copy(M, p->blocks.yx, n*n);
  return NOSLIP_OK;
}

static void own_forces(noslip_point *p, double *f) {
  const state *s = &p->run->state;
  const double *x = p->run->observed.lagrangian ? s->v : s->p;
  chart_eval(&p->evaluator->own, s->t, s->q, x, p->y, f, NULL);
}

noslip_status noslip_point_forces(noslip_point *p, double *f) {
  noslip_status status = begin(p, f, "f");
  if (status == NOSLIP_OK)
    own_forces(p, f);
  return status;
}

noslip_status noslip_point_constraints(noslip_point *p, double *residual, double *rate) {
  if (!p)
    return NOSLIP_ERROR_ARGUMENT;
  noslip_run *r = p->run;
  const state *s = &r->state;
  int m = r->problem->m;
  monitor_motion(r);
  const double *out = evaluator_run(&r->evaluator, BUNDLE_RESIDUALS, s->t, s->q, s->v, NULL);
  if (residual)
    vec_copy(residual, out, m);
  if (rate)
    vec_copy(rate, out + m, m);
  for (int k = 0; rate && k < m && problem_is_mechanical(r->problem); k++)
    if (!r->problem->mechanical.is_holonomic[k])
      rate[k] = out[k];
  return NOSLIP_OK;
}

// B of BUNDLE_ACCELERATION, of all rows
noslip_status noslip_point_jacobian(noslip_point *p, double *J) {
  noslip_status status = begin(p, J, "J");
  if (status != NOSLIP_OK)
    return status;
  noslip_run *r = p->run;
  const state *s = &r->state;
  const double *x = r->observed.lagrangian ? s->v : s->p;
  evaluator_run(&r->evaluator, BUNDLE_ACCELERATION, s->t, s->q, x, NULL);
  vec_copy(J, consistent_directions(&r->consistent), r->problem->m*r->problem->nv);
  return NOSLIP_OK;
}

// ---------------------------------------------------------------------------------------------
// accelerations

// what the constraints, and forces that depend on multipliers, add to f
static void add_reactions(noslip_point *p, double *f) {
  const state *s = &p->run->state;
  const double *x = p->run->observed.lagrangian ? s->v : s->p;
  int n = p->consistent->n, m = p->consistent->m;
  if (m == 0)
    return;
  if (p->consistent->loaded) {
    vec_axpy(f, 1, evaluator_run(p->evaluator, BUNDLE_PULL, s->t, s->q, x, p->lambda), f, n);
    return;
  }
  evaluator_run(p->evaluator, BUNDLE_ACCELERATION, s->t, s->q, x, NULL);
  mat_tvec_add(f, 1, consistent_directions(p->consistent), p->lambda, m, n);
}

// M a = F + reactions; without multipliers M may be regular, with them [M -B^T; B 0] is
static bool lagrangian_accelerations(noslip_point *p, double *a) {
  const state *s = &p->run->state;
  consistent *k = p->consistent;
  int n = k->n;
  if (k->m > 0 && !k->loaded) {
    if (!consistent_multipliers(k, s->t, s->q, s->v, p->lambda))
      return false;
    vec_copy(a, k->b, n);
    return true;
  }
  const double *out = evaluator_run(p->evaluator, BUNDLE_ACCELERATION, s->t, s->q, s->v, NULL);
  vec_copy(p->A, out, n*n);
  vec_copy(a, out + n*n, n);
  add_reactions(p, a);
  if (dense_factor(p->A, p->pivot, n) >= 0)
    return false;
  dense_solve(p->A, p->pivot, a, n);
  return isfinite(vec_max(a, n));
}

// the derivative by t of the velocities, in p->y: (4 D(d) - D(2d))/3 of central differences D
static void velocities_by_time(noslip_point *p) {
  static const double distance = 1e-3;
  const state *s = &p->run->state;
  int n = p->consistent->n;
  vec_zero(p->y, n);
  if (problem_is_autonomous(problem_of(p)))
    return;
  for (int level = 0; level < 2; level++)
    for (int side = -1; side <= 1; side += 2) {
      double d = distance*(1 + level)*side, weight = (level == 0 ? 4 : -1)/(3*2*d);
      const double *v = evaluator_run(p->evaluator, BUNDLE_VALUES, s->t + d, s->q, s->p, NULL);
      vec_axpy(p->y, weight, v, p->y, n);
    }
}

// a = d/dt H_p = H_pp p' + H_pq v + H_pt,  p' = f + reactions (+ ad*_v p)
static bool hamiltonian_accelerations(noslip_point *p, double *a) {
  const state *s = &p->run->state;
  const problem *of = p->evaluator->problem;
  int n = p->consistent->n;
  own_forces(p, p->f);
  add_reactions(p, p->f);
  if (of->class == PROBLEM_GROUP) {
    group G = group_of_problem(of, GROUP_CAY);
    group_ad_star(&G, p->y, s->v, s->p);
    vec_axpy(p->f, 1, p->y, p->f, n);
  }
  velocities_by_time(p);
  vec_copy(a, p->y, n);
  const double *out = evaluator_run(p->evaluator, BUNDLE_BLOCKS, s->t, s->q, s->p, NULL);
  const double *by_p = out + 2*n, *by_q = by_p + n*n;
  mat_vec(p->y, by_p, p->f, n, n);
  vec_axpy(a, 1, p->y, a, n);
  mat_vec(p->y, by_q, s->v, n, n);
  vec_axpy(a, 1, p->y, a, n);
  return isfinite(vec_max(a, n));
}

noslip_status noslip_point_accelerations(noslip_point *p, double *a, double *lambda) {
  noslip_status status = begin(p, a, "a");
  if (status != NOSLIP_OK)
    return status;
  const noslip_run *r = p->run;
  bool found = find_multipliers(p);
  for (int k = 0; k < p->consistent->m; k++)
    p->lambda[k] = r->state.lambda[p->row[k]];
  found = found && (r->observed.lagrangian ? lagrangian_accelerations(p, a)
                                           : hamiltonian_accelerations(p, a));
  if (!found)
    return fail(&p->context->failure, NOSLIP_ERROR_STEP,
                "there are no accelerations here: the mass matrix is singular on the velocities "
                "that the constraints allow, or constraints depend on each other");
  if (lambda)
    vec_copy(lambda, r->state.lambda, r->problem->m);
  return NOSLIP_OK;
}
