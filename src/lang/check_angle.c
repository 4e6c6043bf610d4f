// Angles: everything that moves the system is 2 pi-periodic in each of them, separately. Tested at
// a few random points: turn all angles, each by a number of turns of its own, and compare.

#include "lang/lower.h"

#include "expr/tape.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>

// of inputs: t, positions and what stands for them in the laws of pairs, velocities, momenta,
// multipliers
enum { groups = 5 };

// what an output is called: "the lagrangian", "the contact `rim`"
typedef struct periodic_output {
  const char *what, *label;  // label NULL: none
  int at;
} periodic_output;

typedef struct periodic_test {
  arena arena;             // of all that follows
  expr *value;             // nout
  periodic_output *about;  // nout
  tape *tape;
  double *work, *out, *turned;  // nwork, nout, nout
  double *in[groups];           // the point
  const double *input[groups];  // the same, for the tape
  int n[groups];                // length of each
  double *turns;                // per position: by how much it turns, 0 if it is no angle
  double scale;                 // of the numbers behind out
  int nout;
} periodic_test;

// `label` NULL: there is one of its kind
static void push_output(periodic_test *p, expr e, const char *what, const char *label, int at) {
  p->about[p->nout] = (periodic_output){what, label, at};
  p->value[p->nout++] = e;
}

// its gap, and a coefficient and a slip of each friction
static int outputs_of_contact(const contact *c) {
  int count = 1;
  for (int i = 0; i < c->nfriction; i++)
    count += 1 + c->frictions[i].nslip;
  return count;
}

static void push_contact(periodic_test *p, const contact *c) {
  push_output(p, c->gap, "the contact", c->label, c->at);
  for (int i = 0; i < c->nfriction; i++) {
    const friction *f = &c->frictions[i];
    push_output(p, f->mu, "the friction of", c->label, f->at);
    for (int k = 0; k < f->nslip; k++)
      push_output(p, f->slip[k], "the friction of", c->label, f->at);
  }
}

// what must be periodic: the lagrangian or hamiltonian, forces, constraints, contacts
static bool list_outputs(lowering *l, periodic_test *p) {
  const model_system *s = l->system;
  int most = 1 + s->forces.count + s->constraints.count;
  for (int i = 0; i < s->contacts.count; i++)
    most += outputs_of_contact(&s->contacts.list[i]);
  for (int i = 0; i < s->pairs.count; i++)
    most += outputs_of_contact(&s->pairs.list[i].law);
  p->value = ARENA_ARRAY(&p->arena, expr, most);
  p->about = ARENA_ARRAY(&p->arena, periodic_output, most);
  if (p->arena.failed)
    return false;
  push_output(p, s->function, s->form == FORM_LAGRANGIAN ? "the lagrangian" : "the hamiltonian",
              NULL, s->function_at);
  for (int i = 0; i < s->forces.count; i++)
    push_output(p, s->forces.list[i], "the force", NULL, l->notes.force_at.list[i]);
  for (int i = 0; i < s->constraints.count; i++)
    push_output(p, s->constraints.list[i].residual, "the constraint", s->constraints.list[i].label,
                s->constraints.list[i].at);
  for (int i = 0; i < s->contacts.count; i++)
    push_contact(p, &s->contacts.list[i]);
  for (int i = 0; i < s->pairs.count; i++)
    push_contact(p, &s->pairs.list[i].law);
  return true;
}

// the position that has a turn, or what stands for one
static const unknown *turning(const lowering *l, int i) {
  int n = l->system->positions.count;
  return i < n ? &l->system->positions.list[i] : &l->slots.list[i - n];
}

static bool prepare_inputs(lowering *l, periodic_test *p, tape_group *group) {
  const model_system *s = l->system;
  const unknowns *lists[] = {NULL, NULL, &s->velocities, &s->momenta, &s->multipliers};
  group[0] = (tape_group){s->inputs.clock.list, p->n[0] = s->inputs.clock.count};
  p->n[1] = s->positions.count + l->slots.count;
  for (int k = 1; k < groups; k++) {
    p->n[k] = lists[k] ? lists[k]->count : p->n[k];
    expr *symbols = ARENA_ARRAY(&p->arena, expr, p->n[k]);
    for (int i = 0; symbols && i < p->n[k]; i++)
      symbols[i] = lists[k] ? lists[k]->list[i].symbol : turning(l, i)->symbol;
    group[k] = (tape_group){symbols, p->n[k]};
  }
  p->turns = ARENA_ARRAY(&p->arena, double, p->n[1]);
  for (int k = 0; k < groups; k++)
    p->input[k] = p->in[k] = ARENA_ARRAY(&p->arena, double, p->n[k]);
  return !p->arena.failed || wrong_memory(l);
}

static bool prepare(lowering *l, periodic_test *p) {
  tape_group group[groups];
  if (!prepare_inputs(l, p, group))
    return false;
  if (list_outputs(l, p))
    p->tape = tape_new(&p->arena, l->graph, group, groups, p->value, p->nout);
  p->work = p->tape ? ARENA_ARRAY(&p->arena, double, p->tape->nwork) : NULL;
  p->out = ARENA_ARRAY(&p->arena, double, p->nout + 1);
  p->turned = ARENA_ARRAY(&p->arena, double, p->nout + 1);
  if (!p->work || p->arena.failed)
    return wrong_memory(l);
  tape_prepare(p->tape, p->work);
  return true;
}

double check_random(uint64_t *state) {
  *state = *state*6364136223846793005u + 1442695040888963407u;
  return (double)(int64_t)(*state >> 11)/4503599627370496.0 - 1;
}

// live parameters: as the model has them at the first point, then by a quarter more or less
static void choose_live(const lowering *l, periodic_test *p, bool first, uint64_t *state) {
  const unknowns *live = &l->system->inputs.live;
  double *at = p->in[0] + p->n[0] - live->count;
  for (int i = 0; i < live->count; i++)
    at[i] = live->list[i].start*(first ? 1 : 1 + 0.25*check_random(state));
}

// A point, what the outputs are there, and the turns: one for all at the first point, because a
// function of half the angle changes only with an odd number, then a number from 1 to 64 for each.
static void choose_point(const lowering *l, periodic_test *p, bool first, uint64_t *state) {
  static const double turn = 6.283185307179586;
  for (int k = 0; k < groups; k++)
    for (int i = 0; i < p->n[k]; i++)
      p->in[k][i] = check_random(state);
  choose_live(l, p, first, state);
  for (int i = 0; i < p->n[1]; i++) {
    double count = first ? 1 : 1 + floor(32*(1 + check_random(state)));
    p->turns[i] = turning(l, i)->angle ? turn*count : 0;
  }

  tape_run(p->tape, p->work, p->input, p->out);
  p->scale = 1;
  for (int i = 0; i < p->tape->nwork; i++)
    if (isfinite(p->work[i]) && fabs(p->work[i]) > p->scale)
      p->scale = fabs(p->work[i]);
}

// turn the angles among the first `count` positions: the first output that changes, or -1
static int changed_by(periodic_test *p, int count) {
  static const double tolerance = 1e-9;  // rounding of 64 turns is below 1e-13
  double *q = p->in[1];
  assert(p->nout == p->tape->nout);
  for (int i = 0; i < count; i++)
    q[i] += p->turns[i];
  tape_run(p->tape, p->work, p->input, p->turned);
  for (int i = 0; i < count; i++)
    q[i] -= p->turns[i];
  for (int k = 0; k < p->nout; k++)
    if (fabs(p->turned[k] - p->out[k]) > tolerance*p->scale)
      return k;
  return -1;
}

// the first angle whose turn changes an output, after those before it: by bisection
static bool not_periodic(lowering *l, periodic_test *p, bool others) {
  int low = 0, high = p->n[1];  // turning `high` changes an output, `low` none
  while (high - low > 1) {
    int middle = low + (high - low)/2;
    if (changed_by(p, middle) < 0)
      low = middle;
    else
      high = middle;
  }
  const periodic_output *o = &p->about[changed_by(p, high)];
  return wrong(
      l, o->at,
      others ? "declare it without `: angle`, or leave that parameter out of the option `live`"
             : "declare it without `: angle`",
      "`%s` is an angle, but %s%s%s%s changes when it makes a full turn%s",
      turning(l, high - 1)->name, o->what, o->label ? " `" : "", o->label ? o->label : "",
      o->label ? "`" : "", others ? ", with other values of a live parameter" : "");
}

static bool test_angles(lowering *l, periodic_test *p) {
  enum { points = 4 };
  uint64_t state = 20260101;
  if (!prepare(l, p))
    return false;
  for (int k = 0; k < points; k++) {
    choose_point(l, p, k == 0, &state);
    if (changed_by(p, p->n[1]) >= 0)
      return not_periodic(l, p, k > 0 && l->system->inputs.live.count > 0);
  }
  return true;
}

bool check_angles(lowering *l) {
  periodic_test p = {0};
  bool any = false;
  for (int i = 0; i < l->system->positions.count; i++)
    any = any || l->system->positions.list[i].angle;
  arena_init(&p.arena, l->arena->memory);
  bool good = !any || test_angles(l, &p);
  arena_free(&p.arena);
  return good;
}
