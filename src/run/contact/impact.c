// Impacts, and what is closed after them.
//
//   P   0 <= u+ + e min(u-, 0)  _|_  P >= 0      contacts that land, and the closed ones
//       u+ = 0                                   constraints in force
//   u+  = u- + W P,   v+ = v- + Q^T P
//
// Constraints are eliminated: W of the contacts is W_cc - W_cA W_AA^-1 W_Ac.
//
// A contact that does not leave is closed. So is one that bounces so low that its bounces would all
// be over, in 2 u+/(|a| (1 - e)), before a gap could be told from rounding: a is the acceleration of
// its gap. This includes contacts that were closed, and that the impact of another one opens: in a
// corner both come to rest together.

#include "run/contact/contact.h"

#include "base/shown.h"
#include "base/vec.h"
#include "solve/dense.h"

#include <assert.h>
#include <float.h>
#include <string.h>

// Bounces of the duration T have a height of |a| T^2/8: those of sqrt(zeno size/|a|) and less are
// below 5e-13 of the size of the gap.
static const double zeno = 4e-12;

// Bounces of this height, in units of the size, are lost in rounding by themselves, however many
// there are. With e above 0.96 these come first.
static const double lowest = 4*DBL_EPSILON;

bool impact_init(impact_part *p, arena *a, int rows, int ncontact) {
  size_t m = (size_t)rows, n = (size_t)ncontact;
  *p = (impact_part){
      .bilateral = ARENA_ARRAY(a, int, m),
      .pivot = ARENA_ARRAY(a, int, m),
      .column = ARENA_ARRAY(a, int, m),
      .contact = ARENA_ARRAY(a, int, n),
      .row = ARENA_ARRAY(a, int, m),
      .rows = ARENA_ARRAY(a, contact_rows, n),
      .left = ARENA_ARRAY(a, contact_strip, n),
      .right = ARENA_ARRAY(a, contact_strip, n),
      .e = ARENA_ARRAY(a, double, n),
      .A = ARENA_ARRAY(a, double, m*m),
      .X = ARENA_ARRAY(a, double, m*m),
      .W = ARENA_ARRAY(a, double, m*m),
      .one = ARENA_ARRAY(a, double, m*m),
      .scale = ARENA_ARRAY(a, double, m),
      .u = ARENA_ARRAY(a, double, m),
      .P = ARENA_ARRAY(a, double, m),
      .all = ARENA_ARRAY(a, double, m),
      .solver = impulse_solver_new(a, (impulse_limits){ncontact, rows, rows, 0}),
  };
  return p->solver && !a->failed;
}

// ---- the rows that take part

// closed, or at gap 0 and approaching
static bool takes_part(const touch *k, const touch *landing) {
  return k->closed || k == landing ||
         (k->gap.now <= touch_gap_rounding(k) && k->speed.now < -contact_rounding*k->speed.size);
}

static void list_row(impact_part *p, int row, double scale, double before) {
  p->u[p->nrow] = scale*before;
  p->scale[p->nrow] = scale;
  p->row[p->nrow++] = row;
}

// the rows of a contact: its gap, then its slip
static void list_contact(contacts *c, int i) {
  impact_part *p = &c->part;
  const touch *k = &c->touch[i];
  contact_rows *rows = &p->rows[p->ncontact];
  double scale = touch_in_space(k) ? 1/k->frame.s : 1;
  *rows = (contact_rows){.row = p->nrow, .nclause = k->nslip > 0};
  rows->clause[0] = (friction_clause){k->nslip, scale*k->mu};
  p->e[p->ncontact] = k->restitution;
  p->contact[p->ncontact++] = i;
  list_row(p, k->row, scale, k->closed ? 0 : k->speed.now);
  for (int j = 0; j < k->nslip; j++)
    list_row(p, k->slip_row + j, 1, k->sticks ? 0 : k->slip[j]);
}

static void list_rows(contacts *c, const touch *landing) {
  impact_part *p = &c->part;
  p->nbilateral = p->ncontact = p->nrow = 0;
  for (int k = 0; k < c->run->model->system->constraints.count; k++)
    if (c->now->use[k] == ROW_HELD)
      p->bilateral[p->nbilateral++] = k;
  for (int i = 0; i < c->count; i++)
    if (takes_part(&c->touch[i], landing))
      list_contact(c, i);
}

// X = W_AA^-1 W_Ac; false if the constraints are dependent
static bool eliminate(contacts *c) {
  impact_part *p = &c->part;
  int m = c->rows.m, nb = p->nbilateral;
  const double *W = c->rows.W;
  for (int a = 0; a < nb; a++)
    for (int b = 0; b < nb; b++)
      p->A[a*nb + b] = W[p->bilateral[a]*m + p->bilateral[b]];
  if (dense_factor(p->A, p->pivot, nb) >= 0)
    return false;
  for (int i = 0; i < p->nrow; i++) {
    double *x = p->X + i*nb;
    for (int a = 0; a < nb; a++)
      x[a] = W[p->bilateral[a]*m + p->row[i]];
    dense_solve(p->A, p->pivot, x, nb);
  }
  return true;
}

// W of the rows without the constraints
static void fill(contacts *c) {
  impact_part *p = &c->part;
  int m = c->rows.m, nb = p->nbilateral, n = p->nrow;
  for (int i = 0; i < n; i++) {
    const double *row = c->rows.W + p->row[i]*m;
    for (int j = 0; j < n; j++) {
      double w = row[p->row[j]];
      for (int a = 0; a < nb; a++)
        w -= row[p->bilateral[a]]*p->X[j*nb + a];
      p->W[i*n + j] = p->scale[i]*p->scale[j]*w;
      p->one[i*n + j] = i == j;
    }
    p->column[i] = i;
    p->P[i] = 0;
  }
  for (int i = 0; i < p->ncontact; i++) {
    p->left[i] = (contact_strip){n, p->column, p->W + p->rows[i].row*n};
    p->right[i] = (contact_strip){n, p->column, p->one + p->rows[i].row*n};
  }
}

static noslip_status unsolved(const contacts *c, const impulse_result *s, failure *why) {
  return fail(why, NOSLIP_ERROR_STEP,
              "the impulses of an impact were not found: the contact `%s` is left with %.1e of the "
              "velocities; look at the gaps of contacts that touch together",
              SHOWN(c->touch[c->part.contact[s->contact]].label), s->residual);
}

// the impulses of all rows
static noslip_status find_impulses(contacts *c, failure *why) {
  impact_part *p = &c->part;
  int nb = p->nbilateral, n = p->nrow;
  if (!contacts_find_rows(c) || !eliminate(c))
    return fail(why, NOSLIP_ERROR_STEP, "the constraints are dependent in an impact");
  fill(c);
  impulse_problem sought = {.ncontact = p->ncontact,
                            .nrow = n,
                            .nvelocity = n,
                            .contacts = p->rows,
                            .left = p->left,
                            .right = p->right,
                            .b = p->u,
                            .before = vec_max(p->u, n)};
  impact_law law = {.before = p->u, .restitution = p->e};
  p->result = impact_solve(p->solver, &sought, &law, p->P);
  if (p->result.solved.status != IMPULSE_SOLVED)
    return unsolved(c, &p->result.solved, why);
  vec_zero(p->all, c->rows.m);
  for (int i = 0; i < n; i++) {
    p->u[i] /= p->scale[i];
    p->P[i] *= p->scale[i];
    p->all[p->row[i]] = p->P[i];
    for (int a = 0; a < nb; a++)
      p->all[p->bilateral[a]] -= p->X[i*nb + a]*p->P[i];
  }
  return NOSLIP_OK;
}

// the velocities after the impact
static bool apply(contacts *c) {
  noslip_run *r = c->run;
  bool lagrangian = r->problem->mechanical.lagrangian;
  double *x = lagrangian ? r->state.v : r->state.p;
  mat_tvec_add(x, 1, c->rows.Q, c->part.all, c->rows.m, c->rows.n);
  return observed_complete(&r->evaluator, &r->state, lagrangian) && contacts_look_at_gaps(c);
}

// ---- what is closed afterwards

// the accelerations of all gaps, with the forces of what is held, into `a`; false: dependent rows
static bool accelerations(contacts *c, double *a) {
  impact_part *p = &c->part;
  int m = c->rows.m, n = 0;
  if (!contacts_find_rows(c))
    return false;
  contacts_find_use(c);
  for (int k = 0; k < m; k++)
    if (c->held[k])
      p->bilateral[n++] = k;
  for (int i = 0; i < n; i++) {
    p->u[i] = -c->rows.d[p->bilateral[i]];
    for (int j = 0; j < n; j++)
      p->A[i*n + j] = c->rows.W[p->bilateral[i]*m + p->bilateral[j]];
  }
  if (dense_factor(p->A, p->pivot, n) >= 0)
    return false;
  dense_solve(p->A, p->pivot, p->u, n);
  for (int k = 0; k < m; k++) {
    a[k] = c->rows.d[k];
    for (int i = 0; i < n; i++)
      a[k] += c->rows.W[k*m + p->bilateral[i]]*p->u[i];
  }
  return true;
}

static bool bounces_end(const touch *k, double a) {
  double e = k->restitution, u = k->speed.now;
  bool soon = 2*u < -a*(1 - e)*sqrt(zeno*k->gap.size/-a);
  return a < 0 && (soon || (e < 1 && u*u < -2*a*lowest*k->gap.size));
}

// those that leave are open, the others closed
static void close_contacts(contacts *c) {
  impact_part *p = &c->part;
  for (int i = 0; i < p->ncontact; i++) {
    touch *k = &c->touch[p->contact[i]];
    k->closed = k->grazes || k->speed.now <= contact_rounding*k->speed.size;
    k->opened = !k->closed;
    k->sticks = k->closed && k->nslip > 0 && touch_is_at_rest(k);
    k->sign = k->nslip == 1 && !k->sticks ? (k->slip[0] > 0) - (k->slip[0] < 0) : 0;
  }
  if (!accelerations(c, p->all))
    return;
  for (int i = 0; i < p->ncontact; i++) {
    touch *k = &c->touch[p->contact[i]];
    if (!k->closed && bounces_end(k, p->all[k->row])) {
      k->closed = true;
      k->opened = false;
    }
  }
}

// Constraints that wait for a contact which has landed hold from now on: positions that are off were
// moved there in no time.
static noslip_status check_waiting(contacts *c, failure *why) {
  static const double share = 1e-6;  // of the size: what methods may be off by
  const noslip_run *r = c->run;
  const model_system *s = r->model->system;
  constraint_size_at(&c->sizes, &r->state, c->size);
  const double *g =
      evaluator_run(&c->run->evaluator, BUNDLE_RESIDUALS, r->state.t, r->state.q, r->state.v, NULL);
  for (int k = 0; k < s->constraints.count; k++) {
    int waits = model_row_waits(s, k);
    bool begins = waits >= 0 && c->touch[waits].landed && c->touch[waits].closed;
    if (begins && r->problem->mechanical.is_holonomic[k] && fabs(g[k]) > share*c->size[k])
      return fail(
          why, NOSLIP_ERROR_STEP,
          "the contact `%s` closes at t = %.10g, and the constraint `%s`, which holds while "
          "it is closed, is off by %.4g there\n  give the constraint for velocities, with "
          "`nonholonomic`, or friction",
          SHOWN(c->touch[waits].label), r->state.t, s->constraints.list[k].label, g[k]);
  }
  return NOSLIP_OK;
}

// ---- an impact

// P.(u- + u+)/2 of the gaps and of the slips
static void note_work(contacts *c) {
  const impact_part *p = &c->part;
  double normal = 0, slid = 0;
  for (int i = 0; i < p->ncontact; i++) {
    const touch *k = &c->touch[p->contact[i]];
    int row = p->rows[i].row;
    normal += p->P[row]*(p->u[row] + k->speed.now)/2;
    for (int j = 0; j < k->nslip; j++)
      slid += p->P[row + 1 + j]*(p->u[row + 1 + j] + k->slip[j])/2;
  }
  event_work(c->run, normal, slid);
}

static void note_impact(contacts *c, double before) {
  impact_part *p = &c->part;
  double after = contacts_energy(c);
  for (int i = 0; i < p->ncontact; i++) {
    const touch *k = &c->touch[p->contact[i]];
    if (k->landed)
      event_note(c->run, k->closed ? NOSLIP_EVENT_LAND : NOSLIP_EVENT_IMPACT, k->label,
                 p->P[p->rows[i].row], before, after);
    else if (!k->closed)
      event_note(c->run, NOSLIP_EVENT_OFF, k->label, p->P[p->rows[i].row], before, after);
  }
  if (p->result.reduced > 0)
    event_note(c->run, NOSLIP_EVENT_REDUCED, c->touch[p->contact[0]].label, p->result.factor,
               before, after);
}

noslip_status impact_take(contacts *c, touch *landing, failure *why) {
  double before = contacts_energy(c);
  for (int i = 0; i < c->count; i++) {
    c->touch[i].landed = !c->touch[i].closed && takes_part(&c->touch[i], landing);
    c->touch[i].opened = false;
  }
  list_rows(c, landing);
  noslip_status status = frames_check(c, why);
  if (status == NOSLIP_OK)
    status = find_impulses(c, why);
  if (status != NOSLIP_OK)
    return status;
  if (!apply(c))
    return contacts_fail(c, NOSLIP_ERROR_STEP, "the velocities after an impact are not finite",
                         why);
  note_work(c);
  close_contacts(c);
  note_impact(c, before);
  status = check_waiting(c, why);
  return status == NOSLIP_OK ? contacts_settle(c, true, NULL, why) : status;
}
