// The warning for derivatives that are left out: which, and what that costs.

#include "problem/callbacks.h"

#include "base/text.h"

// what differences instead of it cost, apart from time
typedef enum cost { COSTS_MOTION = 1, COSTS_MULTIPLIERS = 2 } cost;

typedef struct derivative {
  const char *field;
  bool missing;
  unsigned costs;
} derivative;

void callbacks_name_missing(const callbacks *c, text_buffer *out) {
  const noslip_callbacks *of = &c->of;
  const noslip_nonholonomic *p = &of->nonholonomic;
  const noslip_holonomic *h = &of->holonomic;
  bool mn = c->mn > 0, mh = c->mh > 0, m = c->m > 0, timed = !c->autonomous;
  const derivative list[] = {
      {"gradient", !of->gradient, COSTS_MOTION},
      {"hessian", !of->hessian, m ? COSTS_MULTIPLIERS : 0},
      {"gradient_t", !of->gradient_t && timed && m && !c->uniform, COSTS_MULTIPLIERS},
      {"force_derivatives", of->force && !of->force_derivatives, 0},
      {"nonholonomic.phi_v", mn && !p->phi_v, COSTS_MOTION},
      {"nonholonomic.phi_q", mn && !p->phi_q, COSTS_MULTIPLIERS},
      {"nonholonomic.phi_t", mn && !p->phi_t && timed, COSTS_MULTIPLIERS},
      {"nonholonomic.phi_vv", mn && !p->phi_vv && !c->affine, 0},
      {"holonomic.g_q", mh && !h->g_q, COSTS_MOTION},
      {"holonomic.g_t", mh && !h->g_t && timed, COSTS_MOTION},
      {"holonomic.bias", mh && !h->bias, COSTS_MULTIPLIERS},
  };
  unsigned costs = 0;
  int count = 0;
  for (size_t i = 0; i < sizeof list/sizeof *list; i++) {
    if (!list[i].missing)
      continue;
    text_print(out, "%s`%s`", count++ > 0 ? ", " : "differences stand in for ", list[i].field);
    costs |= list[i].costs;
  }
  if (count == 0)
    return;
  text_print(out, ": steps take longer");
  if (costs & COSTS_MULTIPLIERS)
    text_print(out, ", multipliers are good to about %s", of->gradient ? "1e-10" : "1e-6");
  if (costs & COSTS_MOTION)
    text_print(out, ", and the motion itself to about 1e-11");
}
