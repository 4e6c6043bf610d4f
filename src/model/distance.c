// Does the gap of a contact with friction look like a distance?
//
// With one or two components after `along` the multiplier of the gap counts as the normal force, so
// the gap has to be a length: u_N = g' = H_N v is then a speed like the slip u_T = H_T v, and
//
//   W_NN = H_N M^-1 H_N^T,   W_TT = H_T M^-1 H_T^T,   M = L_vv
//
// are of the same order. With a gap d^2 - 4 r^2 in the place of d - 2 r the first is (2 d)^2 times as
// large. Only velocities that M connects with those of the contact are used.

#include "model/model.h"

#include "expr/diff.h"
#include "expr/magnitude.h"
#include "solve/dense.h"

enum {
  most_contacts = 100,   // that are looked at
  most_velocities = 60,  // that M connects; beyond, a contact is passed by
  most_rows = 3          // the normal and two components of the slip
};

typedef struct metric {
  arena *arena;
  const model_system *system;
  bool lagrangian;
  expr *x, *y;   // nv     velocities and L_v, or momenta and H_p
  int *place;    // nodes  of a symbol: its index among positions, velocities or momenta
  expr *symbol;  // npoint the start
  double *at;    // npoint
  int npoint;
  int set[most_velocities];  // velocities of the contact and those that M connects with them
  int n;
} metric;

static void put_unknowns(metric *m, const unknowns *list, bool known) {
  for (int i = 0; i < list->count; i++) {
    m->place[list->list[i].symbol] = i;
    if (!known)
      continue;
    m->symbol[m->npoint] = list->list[i].symbol;
    m->at[m->npoint++] = list->list[i].start;
  }
}

// false when there is no memory, or the graph has failed
static bool make_metric(metric *m, arena *a, const model_system *s) {
  int nv = s->velocities.count;
  bool lagrangian = s->form == FORM_LAGRANGIAN;
  *m = (metric){.arena = a, .system = s, .lagrangian = lagrangian};
  m->x = ARENA_ARRAY(a, expr, nv);
  m->y = ARENA_ARRAY(a, expr, nv);
  m->place = ARENA_ARRAY(a, int, graph_size(s->graph));
  int npoint = 1 + s->positions.count + nv + s->inputs.live.count;
  m->symbol = ARENA_ARRAY(a, expr, npoint);
  m->at = ARENA_ARRAY(a, double, npoint);
  if (a->failed)
    return false;
  for (int i = 0; i < nv; i++)
    m->x[i] = (lagrangian ? &s->velocities : &s->momenta)->list[i].symbol;
  put_unknowns(m, &s->positions, true);
  put_unknowns(m, &s->velocities, lagrangian);
  put_unknowns(m, &s->momenta, !lagrangian);
  put_unknowns(m, &s->inputs.live, true);
  m->symbol[m->npoint++] = s->time;
  return diff_gradient(s->graph, s->function, m->x, nv, m->y);
}

// ---------------------------------------------------------------------------------------------
// the velocities of a contact

static void add_velocity(metric *m, int i) {
  for (int k = 0; k < m->n; k++)
    if (m->set[k] == i)
      return;
  if (m->n < most_velocities)
    m->set[m->n] = i;
  m->n++;  // more than there is room for: too many
}

// the symbols of these kinds below e join the set
static bool add_below(metric *m, const expr *e, int count, unsigned kinds) {
  graph *g = m->system->graph;
  int32_t nodes;
  expr *below = graph_below(g, e, count, &nodes);
  for (int32_t i = 0; below && i < nodes && m->n <= most_velocities; i++)
    if (graph_node(g, below[i]).op == EXPR_SYMBOL && expr_kinds(g, below[i]) & kinds)
      add_velocity(m, m->place[below[i]]);
  memory_free(graph_memory(g), below);
  return below != NULL;
}

// the set is closed: y of its velocities contains no other one
static bool find_set(metric *m, const expr *rows, int count) {
  unsigned kind = m->lagrangian ? KIND_VELOCITY : KIND_MOMENTUM;
  m->n = 0;
  bool good = add_below(m, rows, count, KIND_VELOCITY);
  for (int k = 0; good && k < m->n && m->n <= most_velocities; k++)
    good = add_below(m, &m->y[m->set[k]], 1, kind);
  return good;
}

// g' = sum of dg/dq q' over the positions in it
static bool gap_rate(const metric *m, expr gap, expr *out) {
  const model_system *s = m->system;
  int32_t nodes;
  expr *below = graph_below(s->graph, &gap, 1, &nodes);
  expr *rate = below ? ARENA_ARRAY(m->arena, expr, nodes) : NULL;
  int n = 0;
  for (int32_t i = 0; rate && i < nodes; i++)
    if (graph_node(s->graph, below[i]).op == EXPR_SYMBOL &&
        expr_kinds(s->graph, below[i]) == KIND_COORD) {
      rate[n] = s->positions.list[m->place[below[i]]].rate;
      below[n++] = below[i];  // never ahead of i
    }
  bool good = rate && diff_directional(s->graph, &gap, 1, below, rate, n, out);
  memory_free(graph_memory(s->graph), below);
  return good;
}

// ---------------------------------------------------------------------------------------------
// the numbers

// H of `count` rows and M, or M^-1 of a hamiltonian, both for the set
static bool find_numbers(const metric *m, const expr *rows, int count, double *H, double *M) {
  graph *g = m->system->graph;
  int n = m->n, all = (count + n)*n;
  expr *e = ARENA_ARRAY(m->arena, expr, all), x[most_velocities], v[most_velocities],
       y[most_velocities];
  double *value = ARENA_ARRAY(m->arena, double, 2*all);
  if (!e || !value)
    return false;
  for (int k = 0; k < n; k++) {
    x[k] = m->x[m->set[k]];
    y[k] = m->y[m->set[k]];
    v[k] = m->system->velocities.list[m->set[k]].symbol;
  }
  if (!diff_jacobian(g, rows, count, v, n, e) || !diff_jacobian(g, y, n, x, n, e + count*n) ||
      !magnitude_of(g, e, all, m->symbol, m->at, m->npoint, value, value + all))
    return false;
  vec_copy(H, value, count*n);
  vec_copy(M, value + count*n, n*n);
  return true;
}

// W[k] = H_k M^-1 H_k^T; false if M is singular
static bool find_mobility(const metric *m, const double *H, double *M, int count, double *W) {
  int n = m->n, pivot[most_velocities];
  double f[most_velocities];
  if (m->lagrangian && dense_factor(M, pivot, n) >= 0)
    return false;
  for (int k = 0; k < count; k++) {
    vec_copy(f, H + k*n, n);
    if (m->lagrangian)
      dense_solve(M, pivot, f, n);
    else
      for (int i = 0; i < n; i++)
        f[i] = vec_dot(M + i*n, H + k*n, n);
    W[k] = vec_dot(H + k*n, f, n);
  }
  return true;
}

// false when there is no memory
static bool looks_like_distance(metric *m, const contact *c, bool *looks) {
  static const double most_ratio = 20;  // of a rod, a ball or a box it lies between 1/4 and 4
  const friction *f = &c->frictions[0];
  double H[most_rows*most_velocities], M[most_velocities*most_velocities], W[most_rows];
  expr rows[most_rows] = {0, f->slip[0], f->slip[1]};
  int count = 1 + f->nslip;
  *looks = true;
  if (c->nfriction == 0 || f->nslip > 2)
    return true;
  if (!gap_rate(m, c->gap, &rows[0]) || !find_set(m, rows, count))
    return false;
  if (m->n > most_velocities)
    return true;
  if (!find_numbers(m, rows, count, H, M))
    return false;
  if (!find_mobility(m, H, M, count, W))
    return true;
  double slip = f->nslip == 2 && W[2] > W[1] ? W[2] : W[1];
  *looks = !(W[0] > most_ratio*slip || slip > most_ratio*W[0]);  // true if one is not a number
  return true;
}

// ---------------------------------------------------------------------------------------------
// contacts of pairs, as that of the first two bodies

static bool first_pair(const metric *m, const contact_pairs *p, contact *out) {
  const model_system *s = m->system;
  graph *g = s->graph;
  *out = p->law;
  for (int k = 0; k < p->slots.count; k++) {
    const pair_slot *slot = &p->slots.list[k];
    int at = p->ordered && slot->side == 1 ? 1 : 0;
    expr from[] = {slot->q, slot->v, slot->p};
    expr to[] = {s->positions.list[slot->position + at].symbol,
                 s->velocities.list[slot->velocity + at].symbol,
                 s->momenta.list[slot->velocity + at].symbol};
    friction *f = &out->frictions[0];
    if (!diff_substitute(g, &out->gap, 1, from, to, 3, &out->gap) ||
        !diff_substitute(g, f->slip, f->nslip, from, to, 3, f->slip))
      return false;
  }
  return true;
}

static bool has_pair(const contact_pairs *p) {
  return p->ordered ? p->first[0] < p->last[0]
                    : p->first[0] <= p->last[0] && p->first[1] <= p->last[1];
}

static bool has_friction(const model_system *s) {
  for (int k = 0; k < s->contacts.count; k++)
    if (s->contacts.list[k].nfriction > 0)
      return true;
  for (int k = 0; k < s->pairs.count; k++)
    if (s->pairs.list[k].law.nfriction > 0)
      return true;
  return false;
}

bool model_gap_no_distance(noslip_model *model, const char **label) {
  const model_system *s = model->system;
  metric m;
  bool looks = true;
  *label = NULL;
  if (!has_friction(s))
    return true;
  if (!make_metric(&m, &model->arena, s))
    return false;
  for (int k = 0; k < s->contacts.count && k < most_contacts && looks; k++) {
    *label = s->contacts.list[k].label;
    if (!looks_like_distance(&m, &s->contacts.list[k], &looks))
      return false;
  }
  for (int k = 0; k < s->pairs.count && looks; k++) {
    contact c;
    *label = s->pairs.list[k].law.label;
    if (has_pair(&s->pairs.list[k]) &&
        (!first_pair(&m, &s->pairs.list[k], &c) || !looks_like_distance(&m, &c, &looks)))
      return false;
  }
  *label = looks ? NULL : *label;
  return true;
}
