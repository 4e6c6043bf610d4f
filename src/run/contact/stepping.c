// Methods that step through time with contacts of their own: no events, one mode.

#include "methods/families.h"
#include "run/contact/contact.h"

noslip_status stepping_step(contacts *c, failure *why) {
  noslip_run *r = c->run;
  c->from = c->now->state.t = r->state.t;
  noslip_status status = mode_step(c, r->h, why);
  if (status == NOSLIP_OK && !contacts_look(c))
    return fail(why, NOSLIP_ERROR_STEP, "a gap or the force of a contact is not finite");
  return status;
}

void stepping_multipliers(contacts *c) {
  double *lambda = c->run->state.lambda, force[6];
  for (int i = 0; i < c->count; i++) {
    const touch *k = &c->touch[i];
    lambda[k->row] = moreau_multiplier(c->now->stepper, i);
    int count = moreau_friction(c->now->stepper, i, force);
    for (int j = 0; j < k->nslip && j < count; j++)
      lambda[k->slip_row + j] = force[j];
  }
}
