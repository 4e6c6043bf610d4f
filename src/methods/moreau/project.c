// Closed contacts, and q1 put onto them.

#include "base/vec.h"
#include "contact/bilateral.h"
#include "contact/strip.h"
#include "methods/moreau/moreau.h"

#include <float.h>
#include <math.h>

// Three on flat contacts; where a landing is deep and rows turn, as many as rounding leaves room for:
// rows are those of the last pass, so that each gains a factor of the turn.
enum { most_steps = 20 };

// P_N > 0 and u_N+ = 0; returns how many there are
static int find_closed(moreau *s, bool late) {
  struct moreau_room *room = s->shape.room;
  moreau_touch *t = &s->touch;
  int count = 0;
  for (int k = t->part.first; k < t->part.last; k++) {
    double size, u = moreau_end_velocity(s, k, 0, s->bodies.next, &size);
    int row = room->rows[k].row;
    bool pushed = t->P[row] > 0 || (t->jump.any && t->jump.P[row] > 0);
    bool closed = pushed && fabs(u) <= moreau_rest*t->size + 16*DBL_EPSILON*size;
    closed = closed && (!late || room->candidate[k].closed);
    room->candidate[k].closed = closed;
    if (!closed)
      continue;
    room->closed[count] = (contact_rows){.row = count};
    room->closed_left[count] = room->left[k];
    room->closed_right[count++] = room->right[k];
  }
  return count;
}

// the gaps of closed contacts at q1, in the units of their rows; returns the largest
static double find_gaps(moreau *s, double t1) {
  const struct moreau_room *room = s->shape.room;
  moreau_touch *t = &s->touch;
  int count = 0;
  double largest = 0;
  moreau_gaps(s, t1, s->bodies.q1);
  for (int k = t->part.first; k < t->part.last; k++)
    if (room->candidate[k].closed) {
      double gap = moreau_gap(s, room->candidate[k].contact, t1, s->bodies.q1);
      t->gap[count] = gap/room->candidate[k].scale;
      largest = vec_larger(largest, fabs(t->gap[count++]));
    }
  return largest;
}

// One step of Newton's method: q1 <- q1 (+) R^T tau, G R^T tau = -g, the shortest tau.
static void correct(moreau *s, int count) {
  const struct moreau_room *room = s->shape.room;
  moreau_touch *t = &s->touch;
  moreau_bodies *b = &s->bodies;
  impulse_problem p = {.ncontact = count,
                       .nrow = count,
                       .nvelocity = s->shape.u->nv,
                       .contacts = room->closed,
                       .left = room->closed_left,
                       .right = room->closed_right,
                       .b = t->gap};
  bilateral_solve(s->shape.solver, &p, t->tau);
  moreau_changes(s, b->dv, &p, t->tau);
  moreau_correct(s, b->dv);
}

// Is there more to gain? Gaps and constraints may have different units, so each is compared with its
// own least value so far; `share` of that is a gain.
static bool gains(double off, double *least, double share) {
  bool less = off < share * *least;
  *least = vec_smaller(off, *least);
  return less;
}

kernel_result moreau_project(moreau *s, double t1, double h, int pass) {
  moreau_bodies *b = &s->bodies;
  int count = find_closed(s, pass >= moreau_late_pass);
  double least_off = HUGE_VAL, least_gap = HUGE_VAL, share = s->shape.u->m > 0 ? 0.7 : 0.25;
  moreau_middle(s, b->vh, b->next);
  moreau_shift(s, b->q1, b->q0, h, b->vh);
  for (int i = 0; i < most_steps && (count > 0 || s->shape.u->m > 0); i++) {
    double off = moreau_hold(s, t1), gap = find_gaps(s, t1);
    if (isnan(off))
      return KERNEL_CONTACT_UNSOLVED;
    bool better = gains(off, &least_off, share);
    better = gains(gap, &least_gap, share) || better;
    if ((off == 0 && gap == 0) || !better)
      break;
    if (gap > 0)
      correct(s, count);
  }
  return KERNEL_DONE;
}
