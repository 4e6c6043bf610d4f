// Gaps, speeds and contact forces where a run stands, and what they are compared with.

#include "run/contact/contact.h"

#include "base/shown.h"
#include "contact/one.h"

#include <assert.h>

// ---- arrays

static bool init_rows(row_system *k, arena *a, const problem *p) {
  size_t m = (size_t)p->m, n = (size_t)p->nv;
  *k = (row_system){
      .m = p->m,
      .n = p->nv,
      .W = ARENA_ARRAY(a, double, m*m),
      .d = ARENA_ARRAY(a, double, m),
      .f = ARENA_ARRAY(a, double, m),
      .Q = ARENA_ARRAY(a, double, m*n),
      .M = ARENA_ARRAY(a, double, n*n),
      .a = ARENA_ARRAY(a, double, n),
      .v = ARENA_ARRAY(a, double, n),
      .pivot = ARENA_ARRAY(a, int, n),
  };
  return !a->failed;
}

static bool list_touches(contacts *c, noslip_run *r) {
  const model_system *s = r->model->system;
  c->count = s->contacts.count;
  c->touch = ARENA_ARRAY(&r->arena, touch, c->count);
  for (int i = 0; c->touch && i < c->count; i++) {
    const contact *given = &s->contacts.list[i];
    int nrow = given->nfriction > 0 ? given->frictions[0].nslip : 0;
    c->touch[i] = (touch){.label = given->label,
                          .row = model_gap_row(s, i),
                          .slip_row = model_slip_row(s, i),
                          .nslip = nrow == 3 ? 2 : nrow,
                          .nrow = nrow,
                          .axis = -1,
                          .frame = {.s = 1},
                          .restitution = given->restitution};
    c->friction |= given->nfriction > 0;
    c->in_space |= nrow == 3;
  }
  return c->touch != NULL;
}

void contacts_restitution(contacts *c) {
  for (int i = 0; i < c->count; i++)
    c->touch[i].restitution = parameters_restitution(c->run, i);
}

bool contacts_init(noslip_run *r, const char *backend) {
  arena *a = &r->arena;
  int rows = r->problem->m;
  contacts *c = arena_alloc(a, sizeof *c);
  if (!c)
    return false;
  *c = (contacts){.run = r,
                  .backend = backend,
                  .use = ARENA_ARRAY(a, unsigned char, rows),
                  .held = ARENA_ARRAY(a, bool, rows),
                  .size = ARENA_ARRAY(a, double, 2*rows)};
  r->contacts = c;
  r->observed.held = c->held;
  return list_touches(c, r) && contacts_init_places(c) && init_rows(&c->rows, a, r->problem) &&
         impact_init(&c->part, a, rows, c->count) &&
         constraint_size_init(&c->sizes, a, &r->evaluator, &r->consistent, r->h) && !a->failed;
}

bool contacts_keep_energy(const contacts *c) {
  for (int i = 0; i < c->count; i++)
    if (c->touch[i].restitution != 1 || c->touch[i].nslip > 0)
      return false;
  return true;
}

void contacts_show(const contacts *c, text_buffer *out) {
  enum { most = 6 };
  for (int i = 0; i < c->count && i < most; i++) {
    const touch *k = &c->touch[i];
    if (k->closed)
      text_print(out, "  contact    `%s` is closed, its force %.10g\n", k->label, k->psi.now);
    else
      text_print(out, "  contact    `%s` %s, its gap %.10g\n", k->label,
                 contacts_stepping(c) && k->opened ? "touches" : "is open", k->gap.now);
  }
  if (c->count > most)
    text_print(out, "  contact    and %d more\n", c->count - most);
}

// ---- values

static void find_multipliers(contacts *c) {
  mode *m = c->now;
  const noslip_run *r = c->run;
  const double *x = r->problem->mechanical.lagrangian ? r->state.v : r->state.p;
  if (!consistent_multipliers(&m->consistent, r->state.t, r->state.q, x, m->state.lambda))
    for (int k = 0; k < m->problem->m; k++)
      m->state.lambda[k] = (double)NAN;
}

static bool is_friction(double mu) {
  return mu >= 0 && isfinite(mu);
}

bool contacts_look_at_gaps(contacts *c) {
  noslip_run *r = c->run;
  state *s = &r->state;
  int rows = r->problem->m;
  bool finite = true;
  const double *out = evaluator_run(&r->evaluator, BUNDLE_RESIDUALS, s->t, s->q, s->v, NULL);
  for (int i = 0; i < c->count; i++) {
    touch *k = &c->touch[i];
    k->gap.now = out[k->row];
    k->speed.now = out[rows + k->row];
    for (int j = 0; j < k->nslip; j++)
      k->slip[j] = out[k->slip_row + j];
    finite &=
        isfinite(k->gap.now) && isfinite(k->speed.now) && isfinite(vec_max(k->slip, k->nslip));
  }
  if (!c->friction)
    return finite;
  if (c->in_space && !contacts_stepping(c)) {
    finite &= contacts_find_rows(c);
    frames_project(c, out);
  }
  out = evaluator_run(&r->evaluator, BUNDLE_FRICTION, s->t, s->q, s->v, NULL);
  for (int i = 0; i < c->count; i++) {
    touch *k = &c->touch[i];
    k->mu = touch_in_space(k) ? k->frame.s*out[i] : out[i];
    finite &= is_friction(k->mu);
  }
  return finite;
}

noslip_status contacts_fail(const contacts *c, noslip_status status, const char *otherwise,
                            failure *why) {
  for (int i = 0; i < c->count; i++) {
    const touch *k = &c->touch[i];
    if (!is_friction(k->mu))
      return fail(
          why, status,
          "the coefficient of friction of the contact `%s` is %.4g at t = %.10g; it must be "
          "finite and not negative: change what stands after `friction`",
          SHOWN(k->label), k->mu, c->run->state.t);
  }
  return fail(why, status, "%s", otherwise);
}

// the multipliers of the mode, given to their contacts
static void share_multipliers(contacts *c) {
  const double *lambda = c->run->state.lambda;
  contacts_multipliers(c->run);
  for (int i = 0; i < c->count; i++) {
    touch *k = &c->touch[i];
    k->psi.now = lambda[k->row];
    for (int j = 0; j < k->nslip; j++)
      k->T[j] = lambda[k->slip_row + j];
    if (touch_in_space(k))
      frames_lower(k, k->T, lambda);
    k->room.now = k->nslip > 0 ? k->mu*k->psi.now - hypot(k->T[0], k->T[1]) : 0;
  }
}

bool contacts_look(contacts *c) {
  noslip_run *r = c->run;
  const mode *m = c->now;
  if (!observed_complete(&r->evaluator, &r->state, r->observed.velocities) ||
      !contacts_look_at_gaps(c))
    return false;
  find_multipliers(c);
  share_multipliers(c);
  return isfinite(vec_max(m->state.lambda, m->problem->m));
}

double contacts_energy(contacts *c) {
  observed_forget(&c->run->observed);
  c->run->observed.known_multipliers = false;
  return noslip_energy(c->run);
}

// friction of those that slide
static void add_sliding(const contacts *c) {
  double *lambda = c->run->state.lambda;
  for (int i = 0; i < c->count; i++) {
    const touch *k = &c->touch[i];
    double T[touch_most_slips];
    if (!touch_slides(k))
      continue;
    for (int j = 0; j < k->nslip; j++)
      T[j] = -k->mu*lambda[k->row]*touch_direction(k, j);
    if (touch_in_space(k))
      frames_lift(k, lambda, T);
    else
      vec_copy(lambda + k->slip_row, T, k->nslip);
  }
}

// rows of those that stick have tangents of another length
static void lift_sticking(const contacts *c) {
  double *lambda = c->run->state.lambda;
  for (int i = 0; i < c->count; i++) {
    const touch *k = &c->touch[i];
    if (!touch_in_space(k) || !k->closed || !k->sticks)
      continue;
    double length = frame_tangent_length(&k->frame, k->axis);
    double T[2] = {length*lambda[k->slip_row], length*lambda[k->slip_row + 1]};
    frames_lift(k, lambda, T);
  }
}

// contacts_look has found those of the mode
void contacts_multipliers(noslip_run *r) {
  const contacts *c = r->contacts;
  vec_zero(r->state.lambda, r->problem->m);
  for (int k = 0; k < c->now->problem->m; k++)
    r->state.lambda[c->now->row[k]] = c->now->state.lambda[k];
  if (contacts_stepping(c))
    stepping_multipliers(r->contacts);
  else {
    lift_sticking(c);
    add_sliding(c);
  }
  r->observed.known_multipliers = true;
}

// ---- sizes

// Q = B M^-1 and d = Q F - c of a lagrangian; `size` of the terms of d
static bool rows_of_velocities(row_system *k, const double *out, double *size) {
  int n = k->n, m = k->m;
  const double *F = out + n*n, *B = F + n, *rate = B + m*n;
  vec_copy(k->M, out, n*n);
  if (dense_factor(k->M, k->pivot, n) >= 0)
    return false;
  for (int i = 0; i < m; i++) {
    double *Q = k->Q + i*n;
    vec_copy(Q, B + i*n, n);
    dense_solve(k->M, k->pivot, Q, n);
    k->d[i] = vec_dot(Q, F, n) - rate[i];
    size[i] = fabs(rate[i]);
    for (int j = 0; j < n; j++)
      size[i] += fabs(Q[j]*F[j]);
    for (int j = 0; j < m; j++)
      k->W[j*m + i] = vec_dot(B + j*n, Q, n);
  }
  return true;
}

// Q = B, W = C B^T and d = -c of a hamiltonian; f are its forces
static void rows_of_momenta(row_system *k, const double *out, const double *f, double *size) {
  int n = k->n, m = k->m;
  const double *C = out, *B = C + m*n, *rate = B + m*n;
  vec_copy(k->Q, B, m*n);
  for (int i = 0; i < m; i++) {
    k->d[i] = -rate[i];
    size[i] = fabs(rate[i]);
    for (int j = 0; j < n; j++)
      size[i] += fabs(C[i*n + j]*f[j]);
    for (int j = 0; j < m; j++)
      k->W[i*m + j] = vec_dot(C + i*n, B + j*n, n);
  }
}

static bool find_rows(contacts *c, double *size) {
  noslip_run *r = c->run;
  const state *s = &r->state;
  bool lagrangian = r->problem->mechanical.lagrangian;
  const double *x = lagrangian ? s->v : s->p;
  const double *out = evaluator_run(&r->evaluator, BUNDLE_ACCELERATION, s->t, s->q, x, NULL);
  if (lagrangian && !rows_of_velocities(&c->rows, out, size))
    return false;
  if (!lagrangian)
    rows_of_momenta(&c->rows, out,
                    evaluator_run(&r->evaluator, BUNDLE_VALUES, s->t, s->q, x, NULL) + c->rows.n,
                    size);
  if (c->in_space) {
    frames_find(c, consistent_directions(&r->consistent), lagrangian ? c->rows.Q : out);
    frames_reduce(c, size);
  }
  return true;
}

noslip_status contacts_check_rows(const contacts *c, failure *why) {
  int m = c->rows.m;
  for (int i = 0; i < c->count; i++) {
    const touch *k = &c->touch[i];
    contact_rows rows = {.nclause = k->nslip > 0, .clause = {{k->nslip, k->mu}}};
    int row[] = {k->row, k->slip_row, k->slip_row + 1};
    double W[contact_width*contact_width] = {0};
    for (int a = 0; a < 1 + k->nslip; a++)
      for (int b = 0; b < 1 + k->nslip; b++)
        W[a*contact_width + b] = c->rows.W[row[a]*m + row[b]];
    if (k->closed && !one_contact_fits(&rows, W))
      return fail(why, NOSLIP_ERROR_STEP,
                  "gap and slip velocity of the contact `%s` do not depend on the velocities here, "
                  "or not in different ways\n  look at its gap and at what stands after `along`",
                  SHOWN(k->label));
  }
  return NOSLIP_OK;
}

void contacts_find_forces(contacts *c) {
  vec_copy(c->rows.f, c->run->state.lambda, c->rows.m);
  for (int i = 0; i < c->count; i++) {
    const touch *k = &c->touch[i];
    if (touch_in_space(k))
      vec_copy(c->rows.f + k->slip_row, k->T, 2);
  }
}

bool contacts_find_rows(contacts *c) {
  return find_rows(c, c->size);
}

// Sizes only grow: a ball that rests has been as high as it was dropped from.
void contacts_measure(contacts *c) {
  noslip_run *r = c->run;
  int rows = r->problem->m;
  constraint_size_at(&c->sizes, &r->state, c->size);
  for (int i = 0; i < c->count; i++) {
    touch *k = &c->touch[i];
    k->gap.size = fmax(k->gap.size, c->size[k->row]);
    k->speed.size = fmax(k->speed.size, c->size[rows + k->row]);
    for (int j = 0; j < k->nrow; j++)
      k->slip_size = fmax(k->slip_size, c->size[k->slip_row + j]);
  }
  if (!find_rows(c, c->size))
    return;
  for (int i = 0; i < c->count; i++) {
    touch *k = &c->touch[i];
    k->psi.size = fmax(k->psi.size, c->size[k->row]/c->rows.W[k->row*(rows + 1)]);
    for (int j = k->slip_row; touch_is_framed(k) && j < k->slip_row + k->nslip; j++)
      k->T_size = fmax(k->T_size, c->size[j]/c->rows.W[j*(rows + 1)]);
  }
}
