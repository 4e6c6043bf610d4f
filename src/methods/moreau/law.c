// The laws of contact in a step: which way friction points, and the impulses.

#include "base/vec.h"
#include "contact/one.h"
#include "contact/strip.h"
#include "methods/moreau/moreau.h"

#include <math.h>

static const double residual_jammed = 1e-6;  // of |b| + |u-|: where rows are nearly dependent
static const double bounce_noise = 1e-12;    // of |b| + |u-|: an approach below this is rounding

// the problem of the candidates at hand
static impulse_problem problem_of(const moreau *s) {
  const struct moreau_room *room = s->shape.room;
  const moreau_touch *t = &s->touch;
  int first = t->part.first;
  return (impulse_problem){
      .ncontact = t->part.last - first,
      .nrow = t->part.nrow,
      .nvelocity = s->shape.u->nv,
      .first = t->part.row,
      .contacts = room->rows + first,
      .left = room->left + first,
      .right = room->right + first,
      .b = t->b,
      .before = t->fastest,
  };
}

static double length(const double *x, int n) {
  return n == 1 ? fabs(x[0]) : sqrt(x[0]*x[0] + x[1]*x[1]);
}

// the largest singular value of W of n rows, 1 or 2
static double largest_singular(const double *W, int n) {
  if (n == 1)
    return fabs(W[0]);
  double a = W[0]*W[0] + W[2]*W[2], b = W[0]*W[1] + W[2]*W[3],
         d = W[1]*W[1] + W[3]*W[3];
  double half = (a - d)/2;
  return sqrt((a + d)/2 + sqrt(half*half + b*b));
}

// ---------------------------------------------------------------------------------------------
// steady sliding

// W of rows i, j of one candidate
static double own_entry(const moreau *s, int k, int i, int j) {
  const contact_strip *left = &s->shape.room->left[k], *right = &s->shape.room->right[k];
  double sum = 0;
  for (int l = 0; l < right->count; l++)
    s->bodies.dv[right->column[l]] = right->value[j*right->count + l];
  for (int l = 0; l < left->count; l++)
    sum += left->value[i*left->count + l]*s->bodies.dv[left->column[l]];
  for (int l = 0; l < right->count; l++)
    s->bodies.dv[right->column[l]] = 0;
  return sum;
}

// Can the slip of a clause not end in this step? |u-| > 2 (mu |W_TT| P_N + |d.(change of u_T by all
// but its own friction)|), d along u-, P those of the last step. `all` is W P of the clause.
static bool is_steady(const moreau *s, int k, int clause, int row, const double *all) {
  const moreau_touch *t = &s->touch;
  const friction_clause *f = &s->shape.room->rows[k].clause[clause];
  int at = s->shape.room->rows[k].row;
  const double *before = t->before + at + row, *P = t->P + at;
  double W[4], along = 0, u = length(before, f->count);
  if (!(u > 0))
    return false;
  for (int i = 0; i < f->count; i++)
    for (int j = 0; j < f->count; j++)
      W[i*f->count + j] = own_entry(s, k, row + i, row + j);
  for (int i = 0; i < f->count; i++) {
    double others = all[i] - vec_dot(W + i*f->count, P + row, f->count);
    along += before[i]/u*(t->b[at + row + i] - before[i] + others);
  }
  return u > 2*(f->mu*largest_singular(W, f->count)*P[0] + fabs(along));
}

static void decide_steady(moreau *s) {
  struct moreau_room *room = s->shape.room;
  moreau_touch *t = &s->touch;
  impulse_problem p = problem_of(s);
  double *kept = s->bodies.next, all[contact_width];
  moreau_changes(s, kept, &p, t->P);
  moreau_clear(s, s->bodies.dv);
  for (int k = t->part.first; k < t->part.last; k++) {
    int row = 1;
    if (!room->candidate[k].was_closed || s->shape.first_order)
      continue;
    strip_times(all, &room->left[k], kept, contact_rows_width(&room->rows[k]));
    for (int c = 0; c < room->rows[k].nclause; c++) {
      room->candidate[k].steady[c] = is_steady(s, k, c, row, all + row);
      row += room->rows[k].clause[c].count;
    }
  }
}

// b + beta u-
static void add_steady(moreau *s) {
  const struct moreau_room *room = s->shape.room;
  moreau_touch *t = &s->touch;
  for (int k = t->part.first; k < t->part.last; k++) {
    int row = room->rows[k].row + 1;
    for (int c = 0; c < room->rows[k].nclause; c++) {
      int count = room->rows[k].clause[c].count;
      if (room->candidate[k].steady[c])
        vec_axpy(t->b + row, 1, t->before + row, t->b + row, count);
      row += count;
    }
  }
}

// ---------------------------------------------------------------------------------------------
// reversals

// does an approach with restitution take part? Reversals are then left alone
static bool bounces(const moreau *s) {
  const moreau_touch *t = &s->touch;
  for (int k = t->part.first; k < t->part.last; k++)
    if (t->e[k]*t->before[s->shape.room->rows[k].row] < -bounce_noise*t->size)
      return true;
  return false;
}

// u+ of the normal and the first slip of a candidate, dv = R^T P
static void end_velocities(const moreau *s, int k, const double *dv, double u[2]) {
  int row = s->shape.room->rows[k].row;
  double all[contact_width];
  strip_times(all, &s->shape.room->left[k], dv, contact_rows_width(&s->shape.room->rows[k]));
  for (int i = 0; i < 2; i++)
    u[i] = s->touch.b[row + i] + all[i];
}

// Is a solution of one row of slip in the stick branch? |P_T - u_T/W_TT| <= mu P_N; |P_T| alone is
// at the edge of rounding where it slips.
static bool is_stuck(double P, double u, double W, double bound) {
  return fabs(P - u/W) <= bound;
}

// Does a slip reverse within the step, so that friction cannot hold the contact for the rest of it?
static bool reverses(const moreau *s, int k, const double *dv) {
  const struct moreau_room *room = s->shape.room;
  const contact_rows *c = &room->rows[k];
  const double *P = s->touch.P + c->row;
  double before = s->touch.before[c->row + 1], u[2], W[contact_width*contact_width], r[2],
         trial[2];
  if (!room->candidate[k].was_closed || c->nclause == 0 || c->clause[0].count != 1 ||
      room->candidate[k].steady[0] || before == 0 || !(P[0] > 0) || !(c->clause[0].mu > 0))
    return false;
  end_velocities(s, k, dv, u);
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      W[i*contact_width + j] = own_entry(s, k, i, j);
  double WTT = W[contact_width + 1];
  if (!is_stuck(P[1], u[1], WTT, c->clause[0].mu*P[0]) && !(u[1]*before < 0))
    return false;
  contact_rows alone = {.nclause = 1, .clause = {c->clause[0]}};
  for (int i = 0; i < 2; i++)
    r[i] = u[i] - W[i*contact_width]*P[0] - W[i*contact_width + 1]*P[1] -
           (i == 1 ? before : 0);
  trial[0] = trial[1] = 0;
  one_contact(&alone, W, r, trial);
  double end = r[1] + W[contact_width]*trial[0] + WTT*trial[1];
  return !(trial[0] > 0 && is_stuck(trial[1], end, WTT, c->clause[0].mu*trial[0]));
}

// ---------------------------------------------------------------------------------------------
// impulses

kernel_result moreau_solve(moreau *s, const impulse_problem *p, const impact_law *law, double *P) {
  moreau_touch *t = &s->touch;
  impulse_set_patience(s->shape.solver, !t->patient, t->symmetric ? residual_jammed : 0);
  t->solved = impact_solve(s->shape.solver, p, law, P);
  s->carried->report.sweeps += t->solved.solved.sweeps;
  s->carried->report.steps += t->solved.solved.steps;
  t->residual = t->solved.solved.residual;
  s->base->failed_at = s->shape.room->candidate[t->part.first + t->solved.solved.contact].contact;
  switch (t->solved.solved.status) {
  case IMPULSE_SOLVED: return KERNEL_DONE;
  case IMPULSE_UNSOLVED: return KERNEL_CONTACT_UNSOLVED;
  case IMPULSE_SINGULAR: return KERNEL_CONTACT_SINGULAR;
  case IMPULSE_NOT_FINITE: return KERNEL_CONTACT_UNSOLVED;
  }
  return KERNEL_DONE;
}

static kernel_result solve(moreau *s) {
  moreau_touch *t = &s->touch;
  impulse_problem p = problem_of(s);
  int first = t->part.first;
  impact_law law = {t->before, t->e + first, s->shape.room->energy + first, t->mean_free,
                    t->factor + first};
  return moreau_solve(s, &p, &law, t->P);
}

// P_T = -mu sign(u-) (2 phi - 1) P_N of the tied candidates
static void tie(moreau *s, int k, double share) {
  contact_rows *c = &s->shape.room->rows[k];
  double before = s->touch.before[c->row + 1];
  c->tied = true;
  c->slope = -c->clause[0].mu*(before > 0 ? 1 : -1)*share;
}

// friction changes its sign within the step: first as if it did not, then in the share of the time
static kernel_result split(moreau *s) {
  struct moreau_room *room = s->shape.room;
  moreau_touch *t = &s->touch;
  double *dv = s->bodies.next, u[2];
  int count = 0;
  impulse_problem p = problem_of(s);
  moreau_changes(s, dv, &p, t->P);
  moreau_clear(s, s->bodies.dv);
  for (int k = t->part.first; k < t->part.last; k++)
    if (reverses(s, k, dv)) {
      tie(s, k, 1);
      count++;
    }
  if (count == 0)
    return KERNEL_DONE;
  kernel_result result = solve(s);
  moreau_changes(s, dv, &p, t->P);
  for (int k = t->part.first; result == KERNEL_DONE && k < t->part.last; k++) {
    double before = t->before[room->rows[k].row + 1];
    if (!room->rows[k].tied)
      continue;
    end_velocities(s, k, dv, u);
    double phi = before/(before - u[1]);
    tie(s, k, 2*(phi >= 0 && phi <= 1 ? phi : phi > 1 ? 1 : 0) - 1);
  }
  return result == KERNEL_DONE ? solve(s) : result;
}

bool moreau_is_ambiguous(moreau *s) {
  struct moreau_room *room = s->shape.room;
  moreau_take_all(s);
  for (int k = 0; k < s->touch.n; k++)
    room->state[k] = room->candidate[k].now;
  impulse_problem p = problem_of(s);
  return impulse_is_unique(s->shape.solver, &p, room->state, s->touch.P) == IMPULSE_NOT_UNIQUE;
}

// Restitution that an impact without work must not have is gone for the rest of the step, in late
// passes: with and without it contacts may close and open in turns. The factor is then part of e, and
// counts once.
static void keep_factors(moreau *s) {
  for (int k = s->touch.part.first; k < s->touch.part.last; k++) {
    s->touch.e[k] *= s->touch.factor[k];
    s->touch.factor[k] = 1;
  }
}

kernel_result moreau_impulses(moreau *s, int pass) {
  moreau_touch *t = &s->touch;
  if (t->part.nrow == 0)
    return KERNEL_DONE;
  if (pass == 0)
    decide_steady(s);
  add_steady(s);
  t->size = vec_max(t->b + t->part.row, t->part.nrow) + t->fastest;
  for (int k = t->part.first; k < t->part.last; k++)
    s->shape.room->rows[k].tied = false;
  kernel_result result = solve(s);
  if (result == KERNEL_DONE && pass >= moreau_late_pass)
    keep_factors(s);
  if (result != KERNEL_DONE || s->shape.first_order || pass >= moreau_late_pass || bounces(s))
    return result;
  return split(s);
}
