// Which closed contacts stick, slide or open.
//
// A choice for each closed contact gives equations for the accelerations u' = d + W f of all rows:
//
//   held     u' = 0                                  constraints in force
//   stick    u_N' = 0, u_T' = 0                      N and T unknown
//   slide    u_N' = 0                                N unknown, T = -mu N s, s the direction of u_T
//   open     nothing                                 N = 0
//
// It is consistent if N >= 0 and |T| <= mu N, a slip that begins goes with s, N of one that slides
// pushes its gap open, and a gap that opens has u_N' >= 0. Choices are tried one after the other, sticking before sliding before opening, and
// the first that is consistent is taken. If there is none, but equations of some were dependent,
// bodies rest in more ways than one: whether they slip cannot be told from accelerations.

#include "run/contact/contact.h"

#include "base/shown.h"
#include "base/vec.h"
#include "solve/dense.h"

#include <assert.h>

typedef enum choice { CHOICE_STICK, CHOICE_FORWARD, CHOICE_BACKWARD, CHOICE_OPEN } choice;

// one contact that is closed
typedef struct candidate {
  touch *touch;
  choice list[4];
  int count, at;
  bool rests;     // its slip is 0
  double way[2];  // of a slip of two components that begins: against what would hold it
} candidate;

// unknown j is a force along columns of W: `first` and, of one that slides, `weight` of the slip
typedef struct unknown_force {
  int row;   // of its equation, and of its force
  int slip;  // a row of slip that is pushed too, -1: none
  double weight[2];
} unknown_force;

typedef struct choosing {
  contacts *contacts;
  candidate list[contacts_most_closed];
  int count;
  unknown_force *force;  // n
  int n;
  double *K, *x;  // n x n, n
  double *unit;   // n
  double *u;      // rows  accelerations
  int *pivot;
} choosing;

// ---- what may be chosen

static void add_choice(candidate *k, choice c) {
  k->list[k->count++] = c;
}

// a slip that begins goes against the friction T that would hold it
static void set_way(candidate *k, const double *T) {
  double size = hypot(T[0], T[1]);
  k->way[0] = size > 0 ? -T[0]/size : 1;
  k->way[1] = size > 0 ? -T[1]/size : 0;
}

static void list_choices(candidate *k) {
  const touch *t = k->touch;
  bool rests = t->nslip > 0 && (t->sticks || touch_is_at_rest(t));
  k->count = k->at = 0;
  k->rests = rests;
  if (t->slipping) {
    set_way(k, t->T);
    add_choice(k, t->nslip > 1 || t->T[0] < 0 ? CHOICE_FORWARD : CHOICE_BACKWARD);
    add_choice(k, CHOICE_OPEN);
    return;
  }
  if (rests || t->nslip == 0)
    add_choice(k, CHOICE_STICK);  // without friction: closed
  if (t->nslip == 1 && (rests || t->slip[0] > 0))
    add_choice(k, CHOICE_FORWARD);
  if (t->nslip == 1 && (rests || t->slip[0] < 0))
    add_choice(k, CHOICE_BACKWARD);
  if (t->nslip > 1)
    add_choice(k, CHOICE_FORWARD);
  if (!t->grazes)
    add_choice(k, CHOICE_OPEN);
}

static noslip_status list_candidates(choosing *s, failure *why) {
  contacts *c = s->contacts;
  s->count = 0;
  for (int i = 0; i < c->count; i++) {
    if (!c->touch[i].closed)
      continue;
    if (s->count == contacts_most_closed)
      return fail(why, NOSLIP_ERROR_STEP,
                  "more than %d contacts are closed at t = %.10g, and some of them have friction; "
                  "use method moreau",
                  contacts_most_closed, c->run->state.t);
    s->list[s->count] = (candidate){.touch = &c->touch[i]};
    list_choices(&s->list[s->count++]);
  }
  return NOSLIP_OK;
}

// the next combination; false: there is none
static bool advance(choosing *s) {
  for (int i = s->count - 1; i >= 0; i--) {
    if (++s->list[i].at < s->list[i].count)
      return true;
    s->list[i].at = 0;
  }
  return false;
}

// ---- one combination

static void add_force(choosing *s, int row) {
  s->force[s->n++] = (unknown_force){.row = row, .slip = -1};
}

static double direction(const candidate *k, int j) {
  choice c = k->list[k->at];
  if (k->touch->nslip > 1)
    return k->rests ? k->way[j] : touch_direction(k->touch, j);
  return c == CHOICE_FORWARD ? 1 : -1;
}

static void list_forces(choosing *s) {
  const contacts *c = s->contacts;
  s->n = 0;
  for (int k = 0; k < c->run->model->system->constraints.count; k++)
    if (c->held[k])
      add_force(s, k);
  for (int i = 0; i < s->count; i++) {
    const candidate *k = &s->list[i];
    choice now = k->list[k->at];
    if (now == CHOICE_OPEN)
      continue;
    add_force(s, k->touch->row);
    if (now != CHOICE_STICK) {
      s->force[s->n - 1].slip = k->touch->slip_row;
      for (int j = 0; j < k->touch->nslip; j++)
        s->force[s->n - 1].weight[j] = -k->touch->mu*direction(k, j);
    } else
      for (int j = 0; j < k->touch->nslip; j++)
        add_force(s, k->touch->slip_row + j);
  }
}

// the acceleration of a row by a unit of an unknown
static double column(const choosing *s, int row, const unknown_force *f) {
  const double *W = s->contacts->rows.W + row*s->contacts->rows.m;
  double w = W[f->row];
  for (int j = 0; f->slip >= 0 && j < 2; j++)
    if (f->weight[j] != 0)
      w += f->weight[j]*W[f->slip + j];
  return w;
}

// the forces of a combination; false: its equations are dependent
static bool solve(choosing *s) {
  static const double dependent = 1e-10;
  int n = s->n;
  for (int i = 0; i < n; i++) {
    double scale = 0;
    for (int j = 0; j < n; j++) {
      s->K[i*n + j] = column(s, s->force[i].row, &s->force[j]);
      scale = fmax(scale, fabs(s->K[i*n + j]));
    }
    if (!(scale > 0))
      return false;
    for (int j = 0; j < n; j++)
      s->K[i*n + j] /= scale;
    s->x[i] = -s->contacts->rows.d[s->force[i].row]/scale;
  }
  if (dense_factor(s->K, s->pivot, n) >= 0)
    return false;
  for (int i = 0; i < n; i++)
    if (!(fabs(s->K[i*n + i]) > dependent))
      return false;
  dense_solve(s->K, s->pivot, s->x, n);
  for (int k = 0; k < s->contacts->rows.m; k++) {
    s->u[k] = s->contacts->rows.d[k];
    for (int j = 0; j < n; j++)
      s->u[k] += column(s, k, &s->force[j])*s->x[j];
  }
  return true;
}

// ---- is it consistent?

static int force_of(const choosing *s, int row) {
  for (int j = 0; j < s->n; j++)
    if (s->force[j].row == row)
      return j;
  assert(false);
  return 0;
}

// Does the force of a contact that slides push its gap open, with what else is held? Where friction is
// large it may pull the gap shut, and hold down what other forces lift (Painleve).
static bool pushes(const choosing *s, int j) {
  vec_zero(s->unit, s->n);
  s->unit[j] = 1;
  dense_solve(s->K, s->pivot, s->unit, s->n);
  return s->unit[j] > 0;
}

static bool fits(const choosing *s, candidate *k) {
  static const double share = 1e-10;
  const touch *t = k->touch;
  choice now = k->list[k->at];
  const row_system *rows = &s->contacts->rows;
  double small = contact_rounding*t->psi.size;
  if (now == CHOICE_OPEN)
    return s->u[t->row] >= -small*rows->W[t->row*(rows->m + 1)];
  const double *x = s->x + force_of(s, t->row);
  if (!(x[0] >= -small) && !t->grazes)
    return false;
  if (now == CHOICE_STICK) {
    double T[2] = {t->nslip > 0 ? x[1] : 0, t->nslip > 1 ? x[2] : 0};
    set_way(k, T);
    return t->nslip == 0 || hypot(T[0], T[1]) <= t->mu*x[0]*(1 + share) + small;
  }
  if (!t->grazes && !pushes(s, force_of(s, t->row)))
    return false;
  bool rests = k->rests && !t->slipping && t->nslip == 1;
  double begins = contact_rounding*t->T_size*rows->W[t->slip_row*(rows->m + 1)];
  return !rests || direction(k, 0)*s->u[t->slip_row] > begins;
}

static bool consistent_choice(choosing *s) {
  for (int i = 0; i < s->count; i++)
    if (!fits(s, &s->list[i]))
      return false;
  return true;
}

// ---- taking it

static void take(choosing *s) {
  for (int i = 0; i < s->count; i++) {
    candidate *k = &s->list[i];
    choice now = k->list[k->at];
    k->touch->closed = now != CHOICE_OPEN;
    k->touch->opened = now == CHOICE_OPEN;
    k->touch->sticks = now == CHOICE_STICK && k->touch->nslip > 0;
    k->touch->sign = now == CHOICE_FORWARD ? 1 : now == CHOICE_BACKWARD ? -1 : 0;
    k->touch->begin.nudged = k->rests && k->touch->nslip > 1 && now == CHOICE_FORWARD;
    k->touch->begin.way[0] = k->way[0];
    k->touch->begin.way[1] = k->way[1];
    if (now == CHOICE_OPEN || now == CHOICE_STICK)
      k->touch->begin.lead = 0;
  }
}

static noslip_status refuse(const choosing *s, bool dependent, failure *why) {
  const char *label = SHOWN(s->list[0].touch->label);
  double t = s->contacts->run->state.t;
  if (dependent)
    return fail(why, NOSLIP_ERROR_STEP,
                "at t = %.10g the forces of the contacts that stick, `%s` among them, are not "
                "unique, so whether they slip is not known; use method moreau",
                t, label);
  return fail(
      why, NOSLIP_ERROR_STEP,
      "at t = %.10g the contact `%s` can neither stick nor slide nor open (Painleve): friction "
      "is too large for the way its bodies turn; use method moreau",
      t, label);
}

// a contact with friction that opens without moving: it may as well be closed, with any force
static bool is_doubtful(const choosing *s) {
  const row_system *rows = &s->contacts->rows;
  for (int i = 0; i < s->count; i++) {
    const touch *t = s->list[i].touch;
    double small = contact_rounding*t->psi.size*rows->W[t->row*(rows->m + 1)];
    if (s->list[i].list[s->list[i].at] == CHOICE_OPEN && t->mu > 0 && fabs(s->u[t->row]) <= small)
      return true;
  }
  return false;
}

static noslip_status search(choosing *s, failure *why) {
  bool dependent = false;
  do {
    list_forces(s);
    if (!solve(s))
      dependent = true;
    else if (consistent_choice(s)) {
      if (dependent && is_doubtful(s))
        return refuse(s, true, why);
      take(s);
      return NOSLIP_OK;
    }
  } while (advance(s));
  return refuse(s, dependent, why);
}

noslip_status contacts_choose(contacts *c, failure *why) {
  arena scratch;
  size_t m = (size_t)c->rows.m;
  choosing s = {.contacts = c};
  arena_init(&scratch, &c->run->context->memory);
  s.force = ARENA_ARRAY(&scratch, unknown_force, m + 1);
  s.K = ARENA_ARRAY(&scratch, double, m*m + 1);
  s.x = ARENA_ARRAY(&scratch, double, m + 1);
  s.unit = ARENA_ARRAY(&scratch, double, m + 1);
  s.u = ARENA_ARRAY(&scratch, double, m + 1);
  s.pivot = ARENA_ARRAY(&scratch, int, m + 1);
  noslip_status status = scratch.failed ? fail_memory(why) : list_candidates(&s, why);
  if (status == NOSLIP_OK && !contacts_find_rows(c))
    status = fail(why, NOSLIP_ERROR_STEP, "the mass matrix is singular at a contact");
  contacts_find_use(c);
  if (status == NOSLIP_OK)
    status = contacts_check_rows(c, why);
  if (status == NOSLIP_OK && s.count > 0)
    status = search(&s, why);
  arena_free(&scratch);
  return status;
}
