#include "contact/impact.h"

#include "base/vec.h"
#include "contact/solver.h"
#include "contact/strip.h"

#include <float.h>
#include <math.h>

static const double bounce_noise = 1e-12;  // of |b| + |u-|: an approach below this is rounding

enum { most_factors = 60 };  // tried, of all e

static const double work_noise = 1e-12;  // of |P|.(|u-| + |u+|): work below this is rounding

typedef struct impact {
  impulse_solver *solver;
  const impulse_problem *problem;  // without restitution
  const impact_law *law;
} impact;

// no impulses in an island
static void clear_island(const impulse_problem *p, const island *in, double *P) {
  for (int k = 0; k < in->count; k++)
    vec_zero(P + p->contacts[in->list[k]].row, contact_rows_width(&p->contacts[in->list[k]]));
}

// b of an island with all its e times a factor; returns whether that changes anything
static bool restitute(const impact *m, const island *in, double factor) {
  bool bounces = false;
  for (int k = 0; k < in->count; k++) {
    int i = in->list[k], row = m->problem->contacts[i].row;
    double speed = m->law->restitution[i]*vec_smaller(m->law->before[row], 0);
    m->solver->b[row] = m->problem->b[row] + factor*speed;
    bounces = bounces || speed < -bounce_noise*m->solver->scale;
  }
  return bounces;
}

// The work of impulses for which u and dv are known, and its size. That the normal rows of u
// contain the restitution makes the size larger at most by a factor 2.
static double work_of(const impact *m, const island *in, const double *P, double *size) {
  const impulse_solver *s = m->solver;
  const contact_strip *mean = m->law->mean ? m->law->mean : m->problem->left;
  const double *given = m->law->mean_free ? m->law->mean_free : m->law->before;
  double work = 0;
  *size = 0;
  for (int k = 0; k < in->count; k++) {
    const contact_rows *c = &m->problem->contacts[in->list[k]];
    int width = contact_rows_width(c);
    double gained[contact_width];
    strip_times(gained, &mean[in->list[k]], s->dv, width);
    for (int i = c->row; i < c->row + width; i++) {
      work += P[i]*(given[i] + gained[i - c->row]/2);
      *size += fabs(P[i])*(fabs(m->law->before[i]) + fabs(s->u[i]));
    }
  }
  return work;
}

// solve an island with all its e times a factor; false if it cannot be
static bool solve_with(const impact *m, const island *in, double factor, double *P, double *work) {
  double size;
  restitute(m, in, factor);
  if (!solver_run(m->solver, in, P))
    return false;
  *work = work_of(m, in, P, &size);
  return true;
}

// A trial that failed says nothing of the impulses that are taken: only its work is kept.
static void forget(impulse_solver *s, impulse_result before) {
  before.sweeps = s->result.sweeps;
  before.steps = s->result.steps;
  s->result = before;
}

// The largest factor without positive work, by regula falsi (Illinois): work at `low` is not
// positive, at `high` it is, or there is no solution. P and *work are those of `low`.
static bool reduce(const impact *m, const island *in, double *P, double *factor, double *work) {
  double low = 0, high = 1, above = *work, below, there, *best = m->solver->best;
  if (!solve_with(m, in, 0, P, &below))
    return false;
  *work = below;
  solver_copy(m->solver, in, best, P);
  for (int i = 0; i < most_factors && high - low > DBL_EPSILON && *work < 0; i++) {
    double share = i % 4 == 3 || !isfinite(above) ? 0.5 : below/(below - above);
    double middle = low + (high - low)*vec_larger(vec_smaller(share, 0.99), 0.01);
    const impulse_result before = m->solver->result;
    bool solved = solve_with(m, in, middle, P, &there);
    if (!solved)
      forget(m->solver, before);
    if (!solved || there > 0) {
      high = middle;
      above = solved ? there : HUGE_VAL;
      below /= 2;
      continue;
    }
    low = middle;
    below = *work = there;
    above /= 2;
    solver_copy(m->solver, in, best, P);
  }
  solver_copy(m->solver, in, P, best);
  *factor = low;
  return true;
}

// A body that is held from both sides cannot leave one of them with the speed that its e asks for:
// there is no solution. Without restitution there is.
static bool rescue(const impact *m, const island *in, impulse_result before, double *P,
                   double *work) {
  if (m->solver->result.status != IMPULSE_UNSOLVED)
    return false;
  forget(m->solver, before);
  clear_island(m->problem, in, P);
  return solve_with(m, in, 0, P, work);
}

// Can an impact create energy? Without friction and with one e it cannot, if W is symmetric.
static bool can_gain(const impact *m, const island *in) {
  if (m->law->mean)
    return true;
  double e = m->law->restitution[in->list[0]];
  for (int k = 0; k < in->count; k++) {
    const contact_rows *c = &m->problem->contacts[in->list[k]];
    for (int i = 0; i < c->nclause; i++)
      if (c->clause[i].mu > 0)
        return true;
    if (m->law->restitution[in->list[k]] != e)
      return true;
  }
  return false;
}

static bool run_island(const impact *m, const island *in, double *P, impact_result *result) {
  double factor = 1, work = 0, size = 0;
  const impulse_result before = m->solver->result;
  bool bounces = restitute(m, in, 1), solved = solver_run(m->solver, in, P);
  if (!solved && (!bounces || !rescue(m, in, before, P, &work)))
    return false;
  factor = solved ? 1 : 0;
  work = solved ? work_of(m, in, P, &size) : work;
  bool gains = bounces && work > work_noise*size && can_gain(m, in);
  if (solved && gains && !reduce(m, in, P, &factor, &work))
    return false;
  for (int k = 0; m->law->factor && k < in->count; k++)
    m->law->factor[in->list[k]] = factor;
  result->reduced += factor < 1;
  result->contact = factor < 1 ? in->list[0] : result->contact;
  result->factor = vec_smaller(result->factor, factor);
  result->work += work;
  return true;
}

impact_result impact_solve(impulse_solver *s, const impulse_problem *p, const impact_law *law,
                           double *P) {
  const impact m = {s, p, law};
  impact_result result = {.factor = 1};
  impulse_problem bounced = *p;
  vec_copy(s->b + p->first, p->b + p->first, p->nrow);
  for (int i = 0; i < p->ncontact; i++) {
    int row = p->contacts[i].row;
    if (law->factor)
      law->factor[i] = 1;
    assert(law->restitution[i] >= 0 && law->restitution[i] <= 1);
    s->b[row] += law->restitution[i]*vec_smaller(law->before[row], 0);
  }
  bounced.b = s->b;
  bool begun = solver_begin(s, &bounced);
  if (begun && s->scale == 0)
    vec_zero(P + p->first, p->nrow);
  for (int k = 0; begun && k < s->islands.count; k++) {
    island in = solver_island(s, k);
    if (!run_island(&m, &in, P, &result))
      break;
  }
  result.solved = s->result;
  return result;
}
