// Contacts without friction: the least 1/2 P.W P + b.P with P >= 0, by active sets.
//
//   passive  contacts that may push; for them P moves towards W_pp P_p = -b_p, the shortest way, up
//            to the first that would pull, which leaves the set
//   others   P = 0; the one that approaches fastest joins the set
//
// For a symmetric W each set lowers the function, so none comes twice. What is nearly dependent, so
// that Newton's method goes round in circles, does not matter.
//                                 [Lawson, Hanson, "Solving Least Squares Problems" (1974), ch. 23]

#include "base/vec.h"
#include "contact/solver.h"

#include <math.h>

static const double rcond = 1e-13;
static const double approach = 1e-14;  // of sc: slower is rounding

typedef struct active_sets {
  impulse_solver *solver;
  const island *in;
  double *P;
  int n;       // contacts of the island
  int *place;  // n  those of the passive set,
  int count;   // and how many
} active_sets;

static double *impulse(const active_sets *a, int k) {
  return a->P + a->solver->contacts[a->in->list[k]].row;
}

static double velocity(const active_sets *a, int k) {
  return a->solver->u[a->solver->contacts[a->in->list[k]].row];
}

// the passive set: contacts that push
static void list_passive(active_sets *a, int also) {
  a->count = 0;
  for (int k = 0; k < a->n; k++)
    if (*impulse(a, k) > 0 || k == also)
      a->place[a->count++] = k;
}

// the way to W_pp P_p = -b_p
static void find_way(active_sets *a) {
  impulse_newton *n = &a->solver->newton;
  for (int i = 0; i < a->count; i++) {
    n->F[i] = -velocity(a, a->place[i]);
    for (int j = 0; j < a->count; j++)
      n->J[(long)i*a->count + j] = n->W[(long)a->place[i]*a->n + a->place[j]];
  }
  least_norm_factor(&n->factor, n->J, a->count, a->count, rcond);
  least_norm_solve(&n->factor, n->F, n->step);
}

// go up to the first that would pull; false if the whole way was gone
static bool go(active_sets *a) {
  const double *step = a->solver->newton.step;
  double share = 1;
  int first = -1;
  for (int i = 0; i < a->count; i++) {
    double P = *impulse(a, a->place[i]);
    if (P + step[i] < 0 && P < share*-step[i]) {
      share = P/-step[i];
      first = i;
    }
  }
  for (int i = 0; i < a->count; i++) {
    double *P = impulse(a, a->place[i]);
    *P = i == first ? 0 : vec_larger(*P + share*step[i], 0);
  }
  return first >= 0;
}

// the contact without impulse that approaches fastest, -1: none does
static int fastest(const active_sets *a) {
  int best = -1;
  double speed = -approach*a->solver->scale;
  for (int k = 0; k < a->n; k++)
    if (*impulse(a, k) == 0 && velocity(a, k) < speed) {
      speed = velocity(a, k);
      best = k;
    }
  return best;
}

static bool are_smooth(const impulse_solver *s, const island *in) {
  for (int k = 0; k < in->count; k++) {
    const contact_rows *c = &s->contacts[in->list[k]];
    if (c->nclause > 0)
      return false;
  }
  return in->nrow <= s->newton.limit;
}

double normals_solve(impulse_solver *s, const island *in, double *P, double residual) {
  active_sets a = {s, in, P, in->count, s->newton.passive, 0};
  int also = -1;
  if (!are_smooth(s, in))
    return residual;
  natural_assemble(s, in);
  for (int k = 0; k < in->count; k++)
    s->center[s->contacts[in->list[k]].row] = *impulse(&a, k);
  for (int i = 0; i < 10*in->count + 100; i++) {
    solver_residual(s, in, P, &s->result.contact);
    list_passive(&a, also);
    find_way(&a);
    bool stopped = go(&a);
    double after = solver_residual(s, in, P, &s->result.contact);
    s->result.steps++;
    also = stopped ? -1 : fastest(&a);
    if (!stopped && (also < 0 || !isfinite(after)))
      break;
  }
  double after = solver_residual(s, in, P, &s->result.contact);
  if (after < residual)
    return after;
  for (int k = 0; k < in->count; k++)
    *impulse(&a, k) = s->center[s->contacts[in->list[k]].row];
  return solver_residual(s, in, P, &s->result.contact);
}
