// The bundles of a stage for a problem that is made of functions: reactions B^T mu, and constraints
// on velocities. The caller gives no second derivatives of constraints, so differences stand in for
// them; they occur in Jacobians only.

#include "problem/callbacks_stage.h"

#include "base/vec.h"

#include <math.h>

// eps^(1/3), where truncation and rounding of a central difference balance
static const double step_share = 0x1p-17;

// R = Phi_v^T mu + G^T mu
static void reactions(callback_work *w, callback_place at, const double *mu, double *R) {
  const callbacks *c = w->c;
  vec_zero(R, c->n);
  if (c->mn > 0) {
    callbacks_phi_v(w, at, w->rows);
    mat_tvec_add(R, 1, w->rows, mu, c->mn, c->n);
  }
  if (c->mh > 0) {
    callbacks_g_q(w, at, w->rows);
    mat_tvec_add(R, 1, w->rows, mu + c->mn, c->mh, c->n);
  }
}

// w = G v + g_t
static void hidden(callback_work *w, callback_place at, const double *unused, double *out) {
  (void)unused;
  callbacks_hidden(w, at, out);
}

typedef void stage_function(callback_work *w, callback_place at, const double *mu, double *out);

// d/dz of f, `rows` outputs, z the q or the v of a place, into rows x n
static void differences(callback_work *w, stage_function *f, callback_place at, const double *mu,
                        bool by_q, int rows, double *out) {
  int n = w->c->n;
  const noslip_callbacks *of = &w->c->of;
  const double *z = by_q ? at.q : at.x;
  const double *sizes = by_q ? of->size_q : w->c->lagrangian ? of->size_x : NULL;
  vec_copy(w->stage_place, z, n);
  callback_place moved = {at.t, by_q ? w->stage_place : at.q, by_q ? at.x : w->stage_place};
  for (int j = 0; j < n; j++) {
    double d = step_share*ldexp(1, ilogb(fmax(sizes ? sizes[j] : 1, fabs(z[j]))));
    w->stage_place[j] = z[j] + d;
    f(w, moved, mu, w->stage_near);
    w->stage_place[j] = z[j] - d;
    f(w, moved, mu, w->stage_far);
    w->stage_place[j] = z[j];
    for (int i = 0; i < rows; i++)
      out[i*n + j] = (w->stage_near[i] - w->stage_far[i])/(2*d);
  }
}

static callback_place place_of(const double *const *in) {
  return (callback_place){*in[0], in[1], in[2]};
}

// R, Phi, g
void callbacks_stage(void *context, const double *const *in, double *out) {
  callback_work *w = context;
  int n = w->c->n, mn = w->c->mn;
  reactions(w, place_of(in), in[3], out);
  callbacks_phi(w, in, out + n);
  callbacks_g(w, in, out + n + mn);
}

// R, Phi, g, R_q, R_v, Phi_q, Phi_v, G
void callbacks_stage_blocks(void *context, const double *const *in, double *out) {
  callback_work *w = context;
  const callbacks *c = w->c;
  int n = c->n, mn = c->mn;
  double *Rq = out + n + c->m, *Rv = Rq + n*n, *Pq = Rv + n*n, *Pv = Pq + mn*n,
         *G = Pv + mn*n;
  callback_place at = place_of(in);
  callbacks_stage(context, in, out);
  differences(w, reactions, at, in[3], true, n, Rq);
  if (!c->affine)
    differences(w, reactions, at, in[3], false, n, Rv);
  if (mn > 0) {
    callbacks_phi_q(w, at, Pq);
    callbacks_phi_v(w, at, Pv);
  }
  if (c->mh > 0)
    callbacks_g_q(w, at, G);
}

// Phi, then G v + g_t
void callbacks_level(void *context, const double *const *in, double *out) {
  callback_work *w = context;
  callbacks_phi(w, in, out);
  if (w->c->mh > 0)
    callbacks_hidden(w, place_of(in), out + w->c->mn);
}

// the same, their derivatives by q, by v
void callbacks_level_blocks(void *context, const double *const *in, double *out) {
  callback_work *w = context;
  const callbacks *c = w->c;
  int n = c->n, mn = c->mn;
  double *by_q = out + c->m, *by_v = by_q + c->m*n;
  callback_place at = place_of(in);
  callbacks_level(context, in, out);
  if (mn > 0) {
    callbacks_phi_q(w, at, by_q);
    callbacks_phi_v(w, at, by_v);
  }
  if (c->mh == 0)
    return;
  differences(w, hidden, at, NULL, true, c->mh, by_q + mn*n);
  callbacks_g_q(w, at, by_v + mn*n);
}
