#include "contact/impulse.h"

#include "base/vec.h"
#include "contact/one.h"
#include "contact/solver.h"
#include "contact/strip.h"

#include <math.h>

impulse_solver *impulse_solver_new(arena *a, impulse_limits limits) {
  impulse_solver *s = arena_alloc(a, sizeof *s);
  int rows = limits.nrow < impulse_dense ? limits.nrow : impulse_dense;
  size_t square = (size_t)rows*(size_t)rows;
  if (!s)
    return NULL;
  *s = (impulse_solver){
      .limits = limits,
      .contacts = ARENA_UNSET(a, contact_rows, limits.ncontact),
      .D = ARENA_UNSET(a, double, (size_t)limits.nrow*contact_width),
      .dv = ARENA_UNSET(a, double, limits.nvelocity),
      .u = ARENA_UNSET(a, double, limits.nrow),
      .trial = ARENA_UNSET(a, double, limits.nrow),
      .b = ARENA_UNSET(a, double, limits.nrow),
      .center = ARENA_UNSET(a, double, limits.nrow),
      .kept = ARENA_UNSET(a, double, limits.nrow),
      .best = ARENA_UNSET(a, double, limits.nrow),
      .newton = {.limit = rows,
                 .place = ARENA_UNSET(a, int, limits.ncontact),
                 .W = ARENA_UNSET(a, double, square),
                 .J = ARENA_UNSET(a, double, square),
                 .F = ARENA_UNSET(a, double, rows),
                 .step = ARENA_UNSET(a, double, rows),
                 .passive = ARENA_UNSET(a, int, rows)},
  };
  bool made = islands_init(&s->islands, a, limits) && least_norm_init(&s->newton.factor, a, rows) &&
              bodies_init(&s->bodies, a, limits);
  return made ? s : NULL;
}

// ---------------------------------------------------------------------------------------------
// a problem begins

void impulse_velocities(const impulse_problem *p, const double *P, double *dv) {
  vec_zero(dv, p->nvelocity);
  for (int i = 0; i < p->ncontact; i++) {
    const contact_rows *c = &p->contacts[i];
    strip_add(dv, &p->right[i], P + c->row, contact_rows_width(c));
  }
}

// D: of each contact L_i R_i^T, one column after the other
static void own_block(impulse_solver *s, const impulse_problem *p, int i) {
  const contact_rows *c = &p->contacts[i];
  int width = contact_rows_width(c);
  strip_clear(s->dv, &p->left[i]);
  for (int j = 0; j < width; j++) {
    double unit[contact_width] = {0}, column[contact_width];
    unit[j] = 1;
    strip_clear(s->dv, &p->right[i]);
    strip_add(s->dv, &p->right[i], unit, width);
    strip_times(column, &p->left[i], s->dv, width);
    for (int k = 0; k < width; k++)
      s->D[(long)(c->row + k)*contact_width + j] = column[k];
  }
}

bool solver_begin(impulse_solver *s, const impulse_problem *p) {
  assert(p->ncontact <= s->limits.ncontact && p->first + p->nrow <= s->limits.nrow);
  assert(p->nvelocity <= s->limits.nvelocity);
  s->problem = *p;
  s->problem.contacts = s->contacts;
  s->given = p->contacts;
  s->scale = vec_max(p->b + p->first, p->nrow) + p->before;
  s->result = (impulse_result){.status = IMPULSE_SOLVED};
  for (int i = 0; i < p->ncontact; i++) {
    s->contacts[i] = p->contacts[i];
    own_block(s, p, i);
    if (one_contact_fits(&p->contacts[i], s->D + (long)p->contacts[i].row*contact_width))
      continue;
    s->result = (impulse_result){.status = IMPULSE_SINGULAR, .contact = i};
    return false;
  }
  islands_find(&s->islands, p);
  s->bodies.laid = -1;
  return true;
}

island solver_island(const impulse_solver *s, int which) {
  const islands *all = &s->islands;
  island in = {all->list + all->first[which], all->first[which + 1] - all->first[which], 0};
  for (int k = 0; k < in.count; k++)
    in.nrow += contact_rows_width(&s->problem.contacts[in.list[k]]);
  return in;
}

void solver_copy(const impulse_solver *s, const island *in, double *to, const double *from) {
  for (int k = 0; k < in->count; k++) {
    const contact_rows *c = &s->contacts[in->list[k]];
    vec_copy(to + c->row, from + c->row, contact_rows_width(c));
  }
}

double solver_residual(impulse_solver *s, const island *in, const double *P, int *worst) {
  const impulse_problem *p = &s->problem;
  double largest = -1;
  for (int k = 0; k < in->count; k++) {
    strip_clear(s->dv, &p->left[in->list[k]]);
    strip_clear(s->dv, &p->right[in->list[k]]);
  }
  for (int k = 0; k < in->count; k++) {
    const contact_rows *c = &p->contacts[in->list[k]];
    strip_add(s->dv, &p->right[in->list[k]], P + c->row, contact_rows_width(c));
  }
  for (int k = 0; k < in->count; k++) {
    const contact_rows *c = &p->contacts[in->list[k]];
    int width = contact_rows_width(c);
    double *u = s->u + c->row;
    strip_times(u, &p->left[in->list[k]], s->dv, width);
    vec_axpy(u, 1, p->b + c->row, u, width);
    double part = natural_residual(c, s->D + (long)c->row*contact_width, u, P + c->row);
    if (part > largest || isnan(part)) {
      largest = part;
      *worst = in->list[k];
    }
    if (isnan(largest))
      break;
  }
  return largest;
}

void impulse_set_patience(impulse_solver *s, bool brief, double loose) {
  s->brief = brief;
  s->loose = loose;
}

impulse_result impulse_solve(impulse_solver *s, const impulse_problem *p, double *P) {
  if (!solver_begin(s, p))
    return s->result;
  if (s->scale == 0)
    vec_zero(P + p->first, p->nrow);
  for (int k = 0; k < s->islands.count; k++) {
    island in = solver_island(s, k);
    if (!solver_run(s, &in, P))
      break;
  }
  return s->result;
}

int impulse_rank(impulse_solver *s, const impulse_problem *p) {
  static const double rcond = 1e-11;
  int rank = 0;
  if (!solver_begin(s, p))
    return -1;
  for (int k = 0; k < s->islands.count; k++) {
    island in = solver_island(s, k);
    if (in.nrow > s->newton.limit)
      return -1;
    natural_assemble(s, &in);
    rank += least_norm_factor(&s->newton.factor, s->newton.W, in.nrow, in.nrow, rcond);
  }
  return rank;
}
