// The step: iteration over v1 around the frictional problem.

#include "base/vec.h"
#include "contact/strip.h"
#include "methods/moreau/moreau.h"

#include <math.h>

enum { most_iterations = 60, late_iterations = 30, least_iterations = 2 };

static const double change_full = 4e-16;   // of the size of velocities: rounding
static const double change_stuck = 1e-12;  // enough where nothing is gained any more
static const double change_jammed = 1e-6;  // where passes take turns, after the first attempt

// all velocities in units of sqrt(energy): the largest sqrt(M_ii) |x_i|
static double weighted(const moreau *s, const double *x) {
  double largest = 0;
  for (int i = 0; i < s->shape.u->nv; i++) {
    double part = s->bodies.weight[i]*fabs(x[i]);
    largest = part > largest || isnan(part) ? part : largest;
    if (isnan(largest))
      break;
  }
  return largest;
}

// Forces or velocities are not finite: the first coordinate that these velocities lead away from.
static kernel_result check_finite(moreau *s, const double *v, double h) {
  int n = s->shape.problem->n;
  if (isfinite(vec_max(v, s->shape.u->nv)))
    return KERNEL_DONE;
  moreau_move(s, s->bodies.q1, s->bodies.q0, h, v);
  s->base->failed_at = 0;
  for (int i = n - 1; i >= 0; i--)
    s->base->failed_at = isfinite(s->bodies.q1[i]) ? s->base->failed_at : i;
  return KERNEL_NOT_FINITE;
}

// of the velocities of a part
static kernel_result check_moving(moreau *s, const double *v, double h) {
  const moreau_bodies *b = &s->bodies;
  for (int k = 0; k < s->touch.part.nmoving; k++)
    if (!isfinite(v[b->moving[k]]))
      return check_finite(s, v, h);
  return KERNEL_DONE;
}

static void find_weights(moreau *s) {
  const unilateral *u = s->shape.u;
  for (int i = 0; i < u->nv; i++) {
    const unilateral_block *in = &u->blocks[u->block_of[i]];
    s->bodies.weight[i] = sqrt(fabs(s->bodies.motion[in->mass + u->place[i]*(in->n + 1)]));
  }
}

// v1 = v0 + h M^-1 F, and the candidates
static kernel_result begin(moreau *s, double t, double h) {
  moreau_bodies *b = &s->bodies;
  s->touch.jump.any = false;
  if (!moreau_motion(s, t, h, b->q0, b->v0, t, b->q0))
    return KERNEL_SINGULAR_MASS;
  if (check_finite(s, b->free, h) != KERNEL_DONE)
    return KERNEL_NOT_FINITE;
  find_weights(s);
  for (int i = 0; i < s->shape.u->nv; i++)
    b->rate[i] = (b->free[i] - b->v0[i])/h;
  kernel_result result = moreau_candidates(s, t, h);
  if (result != KERNEL_DONE)
    return result;
  moreau_order(s, h);
  result = moreau_jump_at_start(s);
  if (s->shape.u->turning)
    moreau_find_floors(s, h);
  for (int i = 0; i < s->shape.u->nv; i++) {
    b->v1[i] = b->free[i];
    b->vh[i] = (b->v0[i] + b->v1[i])/2;
  }
  moreau_move(s, b->q1, b->q0, h, b->vh);
  moreau_move(s, b->qh, b->q0, h/2, b->vh);
  vec_copy(b->next, b->free, s->shape.u->nv);
  b->still = weighted(s, b->free);
  return result;
}

// one pass: next and q1 from v1 and q1
static kernel_result pass(moreau *s, double t, double h, int count) {
  moreau_bodies *b = &s->bodies;
  const struct moreau_room *room = s->shape.room;
  moreau_middle(s, b->vh, b->v1);
  moreau_shift(s, b->qh, b->q0, h/2, b->vh);
  if (!moreau_motion(s, t + h/2, h, b->qh, b->vh, t + h, b->q1))
    return KERNEL_SINGULAR_MASS;
  kernel_result result = check_moving(s, b->free, h);
  if (result == KERNEL_DONE)
    result = moreau_rows(s, t, h);
  if (result == KERNEL_DONE)
    result = moreau_impulses(s, count);
  if (result != KERNEL_DONE)
    return result;
  moreau_copy(s, b->next, b->free);
  for (int k = s->touch.part.first; k < s->touch.part.last; k++)
    strip_add(b->next, &room->right[k], s->touch.P + room->rows[k].row,
              contact_rows_width(&room->rows[k]));
  return moreau_project(s, t + h, h, count);
}

// the size of all velocities at the end of the step; of other parts those without impulses
static double weighted_end(const moreau *s) {
  double size = moreau_size(s, s->bodies.v1);
  return moreau_parts(s) == 1 || isnan(size) ? size : vec_larger(s->bodies.still, size);
}

// v1 = next; returns how much that changes, in dv
static double take_next(moreau *s) {
  moreau_bodies *b = &s->bodies;
  for (int k = 0; k < s->touch.part.nmoving; k++)
    b->dv[b->moving[k]] = b->next[b->moving[k]] - b->v1[b->moving[k]];
  moreau_copy(s, b->v1, b->next);
  return moreau_size(s, b->dv);
}

// Half of the last change is taken back. Late passes that take turns go around a solution most often: 100
// balls with friction that failed at t = 0.59 come to rest. What ends the passes is the same.
static void halve(moreau *s) {
  moreau_bodies *b = &s->bodies;
  for (int k = 0; k < s->touch.part.nmoving; k++)
    b->v1[b->moving[k]] -= b->dv[b->moving[k]]/2;
}

// passes of one part, which others do not change; `sizes` are those of v0 and of h v'
static kernel_result iterate_part(moreau *s, double t, double h, double sizes, int *passes) {
  double last = HUGE_VAL;
  for (int i = 0; i < most_iterations; i++) {
    kernel_result result = pass(s, t, h, i);
    if (result == KERNEL_DONE)
      result = check_moving(s, s->bodies.next, h);
    if (result != KERNEL_DONE)
      return result;
    double change = take_next(s), size = weighted_end(s) + sizes;
    *passes = i + 1 > *passes ? i + 1 : *passes;
    if (!isfinite(change))
      return KERNEL_CONTACT_UNSOLVED;
    bool enough =
        change <= change_full*size || (change <= change_stuck*size && change > last/4);
    if (enough && i + 1 >= least_iterations)
      return KERNEL_DONE;
    if ((s->touch.patient || s->touch.symmetric) && i >= late_iterations &&
        change <= change_jammed*size) {
      s->touch.residual = vec_larger(s->touch.residual, change/size);
      return KERNEL_DONE;
    }
    if (i >= moreau_late_pass && change > last/2)
      halve(s);
    last = change;
  }
  return KERNEL_CONTACT_UNSOLVED;
}

// all parts, one after the other; what is told of them is that of the worst
static kernel_result iterate(moreau *s, double t, double h) {
  moreau_touch *touch = &s->touch;
  double sizes = weighted(s, s->bodies.v0) + h*weighted(s, s->bodies.rate);
  double residual = touch->jump.any ? touch->residual : 0;
  double solved = touch->solved.solved.residual, size = 0;
  int passes = 0;
  kernel_result result = KERNEL_DONE;
  for (int k = 0; k < moreau_parts(s) && result == KERNEL_DONE; k++) {
    moreau_take_part(s, k);
    touch->residual = 0;
    result = iterate_part(s, t, h, sizes, &passes);
    residual = vec_larger(residual, touch->residual);
    solved = vec_larger(solved, touch->solved.solved.residual);
    size = vec_larger(size, touch->size);
  }
  s->base->newton.carried.iterations += passes;
  moreau_take_all(s);
  touch->residual = residual;
  touch->solved.solved.residual = solved;
  touch->size = size;
  return result;
}

// the step as it is meant, or with a symmetric W
static kernel_result attempt(moreau *s, const state *x, double h, bool symmetric, bool patient) {
  vec_copy(s->bodies.v0, x->v, s->shape.problem->nv);
  s->touch.n = 0;
  s->touch.solved = (impact_result){0};
  s->touch.symmetric = symmetric;
  s->touch.patient = patient;
  kernel_result result = begin(s, x->t, h);
  return result == KERNEL_DONE ? iterate(s, x->t, h) : result;
}

// ---------------------------------------------------------------------------------------------
// the end of a step

// what impulses P of a candidate have done, with these rows and this mean velocity
static void add_work(moreau_report *r, const contact_strip *rows, const double *v, const double *c,
                     const double *P, int width) {
  double u[contact_width], friction = 0, fed = 0;
  strip_times(u, rows, v, width);
  for (int i = 1; i < width; i++) {
    friction += P[i]*(u[i] + c[i]);
    fed += P[i]*u[i];
  }
  r->normal_work += P[0]*(u[0] + c[0]);
  r->normal_energy += P[0]*u[0];
  r->friction_work += friction;
  r->friction_energy += fed;
  r->positive_friction += vec_larger(friction, 0);
}

static void report(moreau *s, double t1) {
  const struct moreau_room *room = s->shape.room;
  moreau_report *r = &s->carried->report;
  moreau_touch *t = &s->touch;
  if (t->n > 0)
    moreau_gaps(s, t1, s->bodies.q1);
  for (int l = 0; l < t->n; l++) {
    int k = room->slot[l], i = room->candidate[k].contact, row = room->rows[k].row;
    int width = contact_rows_width(&room->rows[k]);
    add_work(r, &room->mean[k], s->bodies.vh, t->c_middle + row, t->P + row, width);
    if (t->jump.any)
      add_work(r, &room->start[k], t->jump.v, t->c_start + row, t->jump.P + row, width);
    t->gaps[i] = moreau_gap(s, i, t1, s->bodies.q1);
    r->penetration = vec_larger(r->penetration, -t->gaps[i]/room->candidate[k].scale);
    r->contacts += room->candidate[k].closed;
  }
  r->jammed += t->symmetric;
  r->residual = vec_larger(r->residual, t->residual);
  r->most_candidates = t->n > r->most_candidates ? t->n : r->most_candidates;
}

// The friction forces of a candidate in the components of its slips; the whole relative velocity has
// three of them.
static void remember_friction(moreau *s, int k, double h) {
  const moreau_candidate *c = &s->shape.room->candidate[k];
  const moreau_form *form = &s->shape.forms[c->contact];
  const unilateral_contact *contact = form->contact;
  const double *P = s->touch.P + s->shape.room->rows[k].row + 1;
  double *force = s->memory.friction + form->slip;
  for (int i = 0; i < contact->nclause; i++) {
    for (int j = 0; j < contact->count[i]; j++)
      *force++ =
          (contact->count[i] < 3 ? P[j] : P[0]*c->tangent[0][j] + P[1]*c->tangent[1][j])/h;
    P += s->shape.room->rows[k].clause[i].count;
  }
}

// Are the forces the only ones? Asked when what contacts do has changed, and of few rows.
static void find_uniqueness(moreau *s) {
  const struct moreau_room *room = s->shape.room;
  const moreau_touch *t = &s->touch;
  bool changed = s->carried->h == 0 || room->ngone > 0;
  for (int k = 0; k < t->n; k++)
    changed |= room->candidate[k].now != room->candidate[k].was;
  if (changed)
    s->carried->report.not_unique = t->nrow <= impulse_dense && moreau_is_ambiguous(s);
  if (t->n == 0)
    s->carried->report.not_unique = false;
}

// impulses and flags for the next step
static void remember(moreau *s, double h) {
  const struct moreau_room *room = s->shape.room;
  int ncontact = s->shape.u->ncontact;
  vec_zero(s->memory.P,
           ncontact < s->shape.nform ? s->shape.forms[ncontact].rows.row : s->shape.nrow);
  vec_zero(s->memory.friction, s->shape.nslip);
  for (int i = 0; i < ncontact; i++) {
    s->memory.closed[i] = s->memory.state[i] = 0;
    s->memory.axis[i] = -1;
  }
  for (int k = 0; k < s->touch.n; k++) {
    int i = room->candidate[k].contact;
    s->memory.closed[i] = room->candidate[k].closed;
    s->memory.state[i] = room->candidate[k].now;
    s->memory.axis[i] = room->candidate[k].axis;
    s->memory.scale[i] = room->candidate[k].scale;
    vec_copy(s->memory.P + s->shape.forms[i].rows.row, s->touch.P + room->rows[k].row,
             s->shape.forms[i].width);
    if (i < ncontact)
      remember_friction(s, k, h);
  }
  moreau_keep_pairs(s);
  s->carried->h = h;
}

kernel_result moreau_step(moreau_shape k, moreau *s, const newton_equations *unused, state *x,
                          double h) {
  moreau_bodies *b = &s->bodies;
  (void)unused;
  if (!(h > 0))
    return KERNEL_BACKWARDS;
  vec_copy(b->q0, x->q, k.problem->n);
  kernel_result result = attempt(s, x, h, false, false);
  if (result == KERNEL_CONTACT_UNSOLVED)
    result = attempt(s, x, h, true, false);
  if (result == KERNEL_CONTACT_UNSOLVED)
    result = attempt(s, x, h, false, true);
  if (result != KERNEL_DONE)
    return result;
  report(s, x->t + h);
  moreau_jump_join(s);
  moreau_note(s);
  find_uniqueness(s);
  remember(s, h);
  vec_copy(x->q, b->q1, k.problem->n);
  vec_copy(x->v, b->v1, k.problem->nv);
  vec_zero(x->q_low, k.problem->n);
  vec_zero(x->v_low, k.problem->nv);
  return KERNEL_DONE;
}
