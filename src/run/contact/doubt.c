// Contacts that count as closed at the start only because the step is long.
//
// A gap is compared with what a step may move, h V + h^2 F/M (problem/widths.h): a gap of 6e-17 that
// should be 0 has no other measure. With steps that are far too long everything is rounding beside
// that. So the gap and its speed are compared once more, with the sizes that positions q and
// velocities v have without the step:
//
//   gap     Q_i = q_i + v_i^2 M_ii/F_i      how far the velocity carries against the force
//   speed   V_i = v_i + sqrt(q_i F_i/M_ii)  how fast the force makes it on the way q

#include "run/contact/contact.h"

#include <math.h>

// sum_i |b_i| w_i of the row of a contact; w_i is Q_i, or V_i
static double own_size(const contacts *c, const touch *k, bool speed) {
  const widths *w = &c->sizes.width;
  const double *b = consistent_directions(&c->run->consistent) + (long)k->row*w->n;
  double sum = 0;
  for (int i = 0; i < w->n; i++) {
    double rate = w->force[i]/w->mass[i], q = w->place_now[i], v = w->pace[i];
    double more = speed ? sqrt(q*rate) : v*v/rate;
    sum += fabs(b[i])*((speed ? v : q) + (isfinite(more) ? more : 0));
  }
  return sum;
}

void contacts_doubt(contacts *c) {
  noslip_run *r = c->run;
  for (int i = 0; i < c->count; i++) {
    const touch *k = &c->touch[i];
    double gap = own_size(c, k, false), speed = own_size(c, k, true);
    bool far = fabs(k->gap.now) > initial_refused*gap;
    bool fast = fabs(k->speed.now) > initial_refused*speed;
    if (!k->closed || !(far || fast) || r->watches.long_step.said)
      continue;
    run_notice(
        r, &r->watches.long_step,
        "the contact `%.60s` counts as closed at the start: its gap of %.3g and speed of %.3g "
        "are rounding beside what a step of %g may move; take a shorter step if it is open",
        k->label, k->gap.now, k->speed.now, r->h);
  }
}
