// An island solved: sweeps, Newton's method, proximal points, and what is tried where all fail.

#include "base/vec.h"
#include "contact/bodies.h"
#include "contact/one.h"
#include "contact/strip.h"

#include <math.h>

enum {
  sweeps_first = 5,
  sweeps_more = 50,
  sweeps_budget = 20000,  // with conjugate directions
  steps_at_once = 50,     // of Newton's method
  rounds_first = 9,       // 405 sweeps, with steps of Newton's method
  rounds_eased = 6,       // for each share of the friction
  rounds_last = 200,      // 10000 sweeps
  rows_dense = 100,       // beyond this the matrix of the bodies is faster
};

static const double residual_full = 1e-14;   // rounding of u: no more can be reached
static const double residual_stuck = 1e-11;  // enough where nothing is gained any more
static const double shortest = 1.0/512;      // step from no friction to all of it

// each contact takes its own exact solution, in order
static void sweep(impulse_solver *s, const island *in, double *P) {
  const impulse_problem *p = &s->problem;
  for (int k = 0; k < in->count; k++) {
    int i = in->list[k];
    const contact_rows *c = &p->contacts[i];
    const double *D = s->D + (long)c->row*contact_width;
    double r[contact_width], change[contact_width], *own = P + c->row;
    int width = contact_rows_width(c);

    // r = b and what the others contribute
    strip_times(r, &p->left[i], s->dv, width);
    for (int j = 0; j < width; j++)
      r[j] += p->b[c->row + j] - vec_dot(D + j*contact_width, own, width);
    vec_copy(change, own, width);
    one_contact(c, D, r, own);
    vec_sub(change, own, change, width);
    strip_add(s->dv, &p->right[i], change, width);
  }
}

// ---------------------------------------------------------------------------------------------
// an island

bool solver_is_enough(const impulse_solver *s, double residual, double last) {
  return residual <= residual_full*s->scale ||
         (residual <= residual_stuck*s->scale && !(residual <= last/2));
}

// up to `count` sweeps; *enough says how they ended. What sweeps no longer gain Newton's method may.
static double run_sweeps(impulse_solver *s, const island *in, double *P, double residual, int count,
                         bool *enough) {
  for (int i = 0; i < count && !*enough; i++) {
    sweep(s, in, P);
    s->result.sweeps++;
    residual = solver_residual(s, in, P, &s->result.contact);
    *enough = residual <= residual_full*s->scale || isnan(residual);
  }
  return residual;
}

// ---------------------------------------------------------------------------------------------
// without a matrix

// What a sweep has changed, from `before`, is the slope of a function that is to become least: the
// next one starts further on, along the conjugate direction d. Returns |change|^2, weighted by
// W_ii.
static double extrapolate(impulse_solver *s, const island *in, double *P, double last) {
  double size = 0, *before = s->center, *d = s->kept;
  for (int k = 0; k < in->count; k++) {
    const contact_rows *c = &s->contacts[in->list[k]];
    for (int i = c->row, j = 0; j < contact_rows_width(c); i++, j++)
      size += s->D[(long)i*contact_width + j]*(P[i] - before[i])*(P[i] - before[i]);
  }
  double beta = last > 0 ? size/last : 0;
  for (int k = 0; k < in->count; k++) {
    const contact_rows *c = &s->contacts[in->list[k]];
    for (int i = c->row; i < c->row + contact_rows_width(c); i++) {
      double change = P[i] - before[i];
      d[i] = beta > 0 && beta <= 1 ? beta*d[i] : 0;
      P[i] += d[i];
      d[i] += change;
    }
  }
  return size;
}

// Sweeps with conjugate directions: of a cold stack of 10 boxes 1900, where plain ones are far from
// the end after 20000.
//         [Silcowitz-Hansen, Niebe, Erleben, The Visual Computer 26 (2010) 893-901]
static double run_conjugate(impulse_solver *s, const island *in, double *P, bool *enough) {
  double residual = solver_residual(s, in, P, &s->result.contact), size = 0;
  *enough = residual <= residual_full*s->scale || isnan(residual);
  for (int i = 0; i < sweeps_budget && !*enough; i++) {
    double last = residual;
    solver_copy(s, in, s->center, P);
    sweep(s, in, P);
    s->result.sweeps++;
    residual = solver_residual(s, in, P, &s->result.contact);
    *enough = solver_is_enough(s, residual, last) || isnan(residual);
    if (*enough)
      break;
    size = extrapolate(s, in, P, size);
    solver_residual(s, in, P, &s->result.contact);
  }
  return residual;
}

// ---------------------------------------------------------------------------------------------
// sweeps and Newton's method

// is there a matrix for Newton's method, and which?
static bool has_matrix(impulse_solver *s, const island *in, newton_kind *kind) {
  *kind = NEWTON_DENSE;
  if (in->nrow <= rows_dense && in->nrow <= s->newton.limit) {
    if (!s->newton.assembled)
      natural_assemble(s, in);
    return true;
  }
  *kind = NEWTON_BRIEF;
  return bodies_lay(s, in);
}

static double run_steps(impulse_solver *s, const island *in, double *P, double residual,
                        bool *enough) {
  newton_kind kind;
  bool falls = has_matrix(s, in, &kind);
  for (int i = 0; i < steps_at_once && falls && !*enough; i++) {
    double last = residual;
    residual = newton_step(s, in, P, last, kind);
    falls = residual < last;
    *enough = solver_is_enough(s, residual, last);
  }
  return residual;
}

// rounds of sweeps, each with steps of Newton's method after it
static double run_rounds(impulse_solver *s, const island *in, double *P, int count, bool *enough) {
  double residual = solver_residual(s, in, P, &s->result.contact);
  *enough = residual <= residual_full*s->scale || isnan(residual);
  for (int round = 0; round < count && !*enough; round++) {
    residual = run_sweeps(s, in, P, residual, round == 0 ? sweeps_first : sweeps_more, enough);
    if (!*enough && round == 0) {
      residual = normals_solve(s, in, P, residual);
      *enough = residual <= residual_stuck*s->scale;
    }
    if (!*enough)
      residual = run_steps(s, in, P, residual, enough);
  }
  return residual;
}

// ---------------------------------------------------------------------------------------------
// from no friction to all of it

static void ease(impulse_solver *s, const island *in, const contact_rows *given, double share) {
  for (int k = 0; k < in->count; k++) {
    contact_rows *c = &s->contacts[in->list[k]];
    const contact_rows *full = &given[in->list[k]];
    for (int i = 0; i < c->nclause; i++)
      c->clause[i].mu = share*full->clause[i].mu;
    c->slope = share*full->slope;
  }
}

// Without friction the problem is convex and has one u. All mu grow from 0 by steps that become
// shorter where one fails. Of 10^4 random impacts some had no other way.
static double run_eased(impulse_solver *s, const island *in, double *P, bool *enough) {
  double reached = 0, step = 0.25, residual = 0;
  const contact_rows *given = s->given;
  ease(s, in, given, 0);
  residual = run_rounds(s, in, P, rounds_eased, enough);
  while (*enough && reached < 1 && step > shortest && !isnan(residual)) {
    double next = vec_smaller(reached + step, 1);
    solver_copy(s, in, s->kept, P);
    ease(s, in, given, next);
    residual = run_rounds(s, in, P, rounds_eased, enough);
    if (!*enough)
      solver_copy(s, in, P, s->kept);
    reached = *enough ? next : reached;
    step = *enough ? step : step/2;
    *enough = true;
  }
  ease(s, in, given, 1);
  *enough = reached == 1;
  return residual;
}

// ---------------------------------------------------------------------------------------------
// all of it

// note how an island ended: the worst of all is told
static bool finish(impulse_solver *s, impulse_result before, double residual, bool enough) {
  double relative = s->scale > 0 ? residual/s->scale : 0;
  s->result.residual = relative;
  if (isnan(residual))
    s->result.status = IMPULSE_NOT_FINITE;
  else if (!enough && !(residual <= s->loose*s->scale))
    s->result.status = IMPULSE_UNSOLVED;
  else if (before.residual > relative) {
    s->result.residual = before.residual;
    s->result.contact = before.contact;
  }
  return s->result.status == IMPULSE_SOLVED;
}

static bool is_single(const impulse_solver *s, const island *in) {
  return in->count == 1 && s->contacts[in->list[0]].nclause <= 1;
}

// what a caller that has no other way may still want
static double run_patiently(impulse_solver *s, const island *in, double *P, bool *enough) {
  double residual = run_rounds(s, in, P, rounds_first, enough);
  if (!*enough)
    residual = run_conjugate(s, in, P, enough);
  if (!*enough && in->nrow <= s->newton.limit) {
    residual = normals_solve(s, in, P, residual);
    *enough = residual <= residual_stuck*s->scale;
  }
  if (!*enough && in->nrow <= s->newton.limit)
    residual = run_eased(s, in, P, enough);
  if (!*enough && in->nrow <= s->newton.limit)
    residual = run_rounds(s, in, P, rounds_last, enough);
  return residual;
}

bool solver_run(impulse_solver *s, const island *in, double *P) {
  const impulse_result before = s->result;
  bool enough = false;
  double residual;
  if (is_single(s, in)) {
    solver_residual(s, in, P, &s->result.contact);
    sweep(s, in, P);
    s->result.sweeps++;
    return finish(s, before, solver_residual(s, in, P, &s->result.contact), true);
  }
  s->newton.assembled = false;
  residual = run_rounds(s, in, P, 1, &enough);
  if (!enough)
    residual = proximal_run(s, in, P, &enough);
  if (!enough && !s->brief)
    residual = run_patiently(s, in, P, &enough);
  return finish(s, before, residual, enough);
}
