// Impacts beside constraints that turn: velocities jump at q0, before the motion of the step.
//
//   M(q0) (v+ - v-) = A(q0)^T Lambda + H(q0)^T P,      A(q0) v+ + a = 0
//   0 <= u_N+ + e min(u_N-, 0) _|_ P_N >= 0,           P_T in the disc mu P_N, opposite to u_T+
//
// In a step that does both at once the impulse Lambda of the constraints does the work
// Lambda.(Abar v_h + a), and with A v + a = 0 at both ends that is -h/4 Lambda.A'[v_h](v1 - v0): of
// order 3 while v1 - v0 is of order h, of order 1 in an impact. At one place A v- + a = A v+ + a = 0,
// so that Lambda does no work, W = H mob H^T is symmetric, and the work of the contacts,
// P.(u- + u+)/2, is all that happens to the energy: what impact.h says of it holds to rounding. The
// node q0 is the one next to the instant at which the gap closes, since candidates are those whose
// gaps are closed in the middle of the step.
//
// If A is constant there is no such work, and no jump.

#include "base/vec.h"
#include "contact/strip.h"
#include "methods/moreau/moreau.h"

#include <math.h>

// Does a candidate approach that was not closed? Beside what forces change in a step, and beside
// the other velocities, it must be more than rounding.
static bool is_struck(moreau *s) {
  const struct moreau_room *room = s->shape.room;
  moreau_touch *t = &s->touch;
  for (int k = 0; k < t->n; k++) {
    int row = room->rows[k].row, width = contact_rows_width(&room->rows[k]);
    moreau_rows_times(t->b + row, &room->start[k], s->bodies.free, t->c_start + row, width);
  }
  double noise = moreau_rest*(vec_max(t->b, t->nrow) + vec_max(t->before, t->nrow));
  for (int k = 0; k < t->n; k++)
    if (!room->candidate[k].was_closed && t->before[room->rows[k].row] < -noise)
      return true;
  return false;
}

// R of the rows at q0, and mu there
static bool make_right(moreau *s) {
  const struct moreau_room *room = s->shape.room;
  vec_zero(s->bodies.dv, s->shape.u->nv);
  for (int k = 0; k < s->touch.n; k++) {
    const moreau_form *form = &s->shape.forms[room->candidate[k].contact];
    s->base->failed_at = room->candidate[k].contact;
    if (!moreau_coefficients(s, k, 0))
      return false;
    moreau_reach(s, form, &room->start[k], s->touch.right + form->right);
  }
  return true;
}

static kernel_result find_impulses(moreau *s) {
  const struct moreau_room *room = s->shape.room;
  moreau_touch *t = &s->touch;
  impulse_problem p = {.ncontact = t->n,
                       .nrow = t->nrow,
                       .nvelocity = s->shape.u->nv,
                       .contacts = room->rows,
                       .left = room->start,
                       .right = room->right,
                       .b = t->before,
                       .before = vec_max(t->before, t->nrow)};
  impact_law law = {t->before, t->e, NULL, NULL, t->jump.factor};
  vec_zero(t->jump.P, t->nrow);
  kernel_result result = moreau_solve(s, &p, &law, t->jump.P);
  if (result == KERNEL_DONE)
    impulse_velocities(&p, t->jump.P, s->bodies.dv);
  return result;
}

kernel_result moreau_jump_at_start(moreau *s) {
  const struct moreau_room *room = s->shape.room;
  moreau_bodies *b = &s->bodies;
  moreau_touch *t = &s->touch;
  int nv = s->shape.u->nv;
  if (!s->shape.u->turning || !is_struck(s))
    return KERNEL_DONE;
  moreau_take_all(s);
  if (!make_right(s))
    return KERNEL_NO_COEFFICIENT;
  kernel_result result = find_impulses(s);
  if (result != KERNEL_DONE)
    return result;
  t->jump.any = true;
  vec_copy(t->jump.before, t->before, t->nrow);
  vec_axpy(t->jump.v, 0.5, b->dv, b->v0, nv);
  vec_axpy(b->v0, 1, b->dv, b->v0, nv);
  vec_axpy(b->free, 1, b->dv, b->free, nv);
  for (int k = 0; k < t->n; k++) {
    int row = room->rows[k].row, width = contact_rows_width(&room->rows[k]);
    moreau_rows_times(t->before + row, &room->start[k], b->v0, t->c_start + row, width);
    t->before[row] = vec_larger(t->before[row], 0);  // below it is rounding
  }
  t->fastest = vec_max(t->before, t->nrow);
  return KERNEL_DONE;
}

void moreau_jump_join(moreau *s) {
  moreau_touch *t = &s->touch;
  if (!t->jump.any)
    return;
  vec_axpy(t->P, 1, t->jump.P, t->P, t->nrow);
  vec_copy(t->before, t->jump.before, t->nrow);
  for (int k = 0; k < t->n; k++)
    t->factor[k] *= t->jump.factor[k];
}
