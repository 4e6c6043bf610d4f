// From expressions to tapes: the derivatives every method needs, made once per model. On a group
// they are left-trivialised (group.h); everything else is the same.

#include "problem/mechanical_make.h"

#include "expr/diff.h"
#include "expr/terms.h"
#include "problem/added_forces.h"
#include "problem/bundles.h"
#include "problem/expr_vector.h"
#include "problem/fault.h"
#include "problem/group.h"
#include "problem/structure.h"
#include "problem/unilateral.h"

#include <assert.h>
#include <string.h>

// dense blocks of n x n: beyond this a model needs sparse linear algebra
enum { most_coordinates = mechanical_most_coordinates };

// ---------------------------------------------------------------------------------------------
// the expressions

// e with the conjugate variable replaced: p by L_v in a lagrangian, v by H_p in a hamiltonian
bool mechanical_own_variables(mechanical_builder *b, const expr *e, int count, expr *out) {
  const expr *other = b->parts->lagrangian ? b->parts->p : b->parts->v;
  return diff_substitute(b->g, e, count, other, b->y, b->n, out);
}

// the derivatives of e by the place, count x n
bool mechanical_by_place(mechanical_builder *b, const expr *e, int count, expr *out) {
  return b->parts->class == PROBLEM_GROUP ? group_derivative(b->arena, b->parts, e, count, out)
                                          : diff_jacobian(b->g, e, count, b->parts->q, b->n, out);
}

// of one function: its gradient
static bool gradient_by_place(mechanical_builder *b, expr e, expr *out) {
  return b->parts->class == PROBLEM_GROUP ? group_derivative(b->arena, b->parts, &e, 1, out)
                                          : diff_gradient(b->g, e, b->parts->q, b->n, out);
}

// F and F(mu), in the model's own variables
static bool forces(mechanical_builder *b) {
  const mechanical_parts *p = b->parts;
  unsigned mu = expr_list_kinds(b->g, p->mu, b->m);
  b->force = new_exprs(b, (size_t)b->n);
  b->load = new_exprs(b, (size_t)b->n);
  if (b->arena->failed || !mechanical_own_variables(b, p->force, b->n, b->force))
    return false;
  if (!(expr_list_kinds(b->g, b->force, b->n) & mu))
    return true;
  for (int i = 0; i < b->n; i++)
    if (!terms_split(b->g, b->force[i], mu, &b->force[i], &b->load[i]))
      return false;
  return true;
}

// y = d/dx of L or H, f = L_q + F or -H_q + F
static bool dynamics(mechanical_builder *b) {
  const mechanical_parts *p = b->parts;
  int n = b->n;
  expr *gradient = new_exprs(b, (size_t)n);
  b->y = new_exprs(b, (size_t)n);
  b->f = new_exprs(b, (size_t)n);
  if (b->arena->failed || !diff_gradient(b->g, p->function, b->x, n, b->y) ||
      !gradient_by_place(b, p->function, gradient) || !forces(b))
    return false;
  for (int i = 0; i < n; i++)
    b->f[i] = p->lagrangian ? expr_add(b->g, b->force[i], gradient[i])
                            : expr_sub(b->g, b->force[i], gradient[i]);
  return true;
}

// d/dt e along q' = v for e(t,q)
bool mechanical_rate(mechanical_builder *b, const expr *e, int count, expr *out) {
  int n = b->nq;
  expr *x = new_exprs(b, (size_t)n + 1), *dx = new_exprs(b, (size_t)n + 1);
  if (!x || !dx)
    return false;
  memcpy(x, b->parts->q, (size_t)n*sizeof *x);
  memcpy(dx, b->parts->rate, (size_t)n*sizeof *dx);
  x[n] = b->parts->time;
  dx[n] = expr_one;
  return diff_directional(b->g, e, count, x, dx, n + 1, out);
}

// Phi, G v + g_t and B, all in (t,q,v)
static bool constraints(mechanical_builder *b) {
  const mechanical_parts *p = b->parts;
  int n = b->n, m = b->m;
  size_t count = (size_t)m;
  expr *rates = new_exprs(b, count), *Gq = new_exprs(b, count*(size_t)n);
  b->phi = new_exprs(b, count);
  b->hidden = new_exprs(b, count);
  b->rows = new_exprs(b, count*(size_t)n);
  if (b->arena->failed)
    return false;
  memcpy(b->phi, p->residual, count*sizeof *b->phi);
  if (p->lagrangian && !mechanical_own_variables(b, p->residual, m, b->phi))
    return false;
  if (!mechanical_rate(b, b->phi, m, rates) || !diff_jacobian(b->g, b->phi, m, p->v, n, b->rows) ||
      !mechanical_by_place(b, b->phi, m, Gq))
    return false;
  for (int k = 0; k < m; k++) {
    b->hidden[k] = p->is_holonomic[k] ? rates[k] : expr_zero;
    if (p->is_holonomic[k])
      memcpy(b->rows + k*n, Gq + k*n, (size_t)n*sizeof *Gq);
  }
  return true;
}

bool mechanical_equations(mechanical_builder *b) {
  return dynamics(b) && constraints(b);
}

// w: what is differentiated once to reach accelerations: Phi, or G v + g_t
expr *mechanical_velocity_level(mechanical_builder *b) {
  expr *w = new_exprs(b, (size_t)b->m);
  for (int k = 0; w && k < b->m; k++)
    w[k] = b->parts->is_holonomic[k] ? b->hidden[k] : b->phi[k];
  return w;
}

bool mechanical_add_bundle(mechanical_builder *b, bundle_kind kind, const expr *x, bool with_mu,
                           const expr *out, size_t count) {
  assert((int)count == bundle_outputs(b->problem, kind));
  const mechanical_parts *p = b->parts;
  tape_group groups[] = {clock_group(&p->clock), {p->q, b->nq}, {x, b->n}, {p->mu, b->m}};
  b->problem->bundles[kind] = tape_new(b->arena, b->g, groups, with_mu ? 4 : 3, out, (int)count);
  return b->problem->bundles[kind] != NULL;
}

// ---------------------------------------------------------------------------------------------

static bool find_structure(mechanical_builder *b) {
  int nn = b->n*b->n;
  structure_parts found = {.parts = b->parts,
                           .x = b->x,
                           .y = b->y,
                           .f = b->f,
                           .force = b->force,
                           .load = b->load,
                           .phi = b->phi,
                           .rows = b->rows,
                           .yx = b->blocks,
                           .yq = b->blocks + nn,
                           .fx = b->blocks + 2*nn};
  return structure_find(b->arena, &found, b->problem);
}

// what expressions do not show
static bool find_by_numbers(mechanical_builder *b) {
  const mechanical_parts *p = b->parts;
  if ((p->class == PROBLEM_GROUP && !group_find_mass(b->arena, b->problem)) ||
      (!p->lagrangian && !structure_find_degenerate(b->arena, b->problem)))
    return false;
  if (p->added)
    added_withdraw(&b->problem->mechanical.structure);
  return true;
}

// the two kinds of constraints, and where each was declared
static bool sort_constraints(mechanical_builder *b) {
  const mechanical_parts *p = b->parts;
  problem *made = b->problem;
  int *declared_n = ARENA_ARRAY(b->arena, int, p->m),
      *declared_h = ARENA_ARRAY(b->arena, int, p->m);
  bool *holonomic = ARENA_ARRAY(b->arena, bool, p->m), *angle = ARENA_ARRAY(b->arena, bool, p->n);
  if (b->arena->failed)
    return false;
  for (int k = 0; k < p->m; k++) {
    holonomic[k] = p->is_holonomic[k];
    if (holonomic[k])
      declared_h[made->mechanical.mh++] = k;
    else
      declared_n[made->mechanical.mn++] = k;
  }
  for (int i = 0; i < p->n; i++) {
    angle[i] = p->angle[i];
    made->has_angles |= angle[i];
  }
  made->mechanical.declared_n = declared_n;
  made->mechanical.declared_h = declared_h;
  made->mechanical.is_holonomic = holonomic;
  made->angle = angle;
  made->coordinate = p->coordinate;
  made->momentum = p->momentum;
  made->constraint = made->multiplier = p->constraint;
  return true;
}

#ifndef NDEBUG
// those of a hamiltonian's constraints have been replaced: by_velocity.h
static bool names_momenta(const mechanical_builder *b) {
  const mechanical_parts *p = b->parts;
  unsigned kind = expr_kinds(b->g, p->p[0]);
  return !p->lagrangian && (expr_list_kinds(b->g, p->residual, b->m) & kind);
}
#endif

// contacts for time stepping
static bool time_stepping(mechanical_builder *b) {
  if (!b->parts->stepping)
    return true;
  b->problem->unilateral = unilateral_new(b->arena, b->parts);
  return b->problem->unilateral != NULL;
}

// false when the graph or the arena has failed. The order is that of the nodes of the graph.
static bool make_all(mechanical_builder *b) {
  return sort_constraints(b) && mechanical_equations(b) && mechanical_chart_bundles(b) &&
         find_structure(b) && find_by_numbers(b) && mechanical_constraint_bundles(b) &&
         mechanical_stage_bundles(b) && mechanical_energy_bundle(b) &&
         mechanical_acceleration_bundles(b) && mechanical_pull_bundles(b) &&
         mechanical_monitor_bundles(b) && time_stepping(b);
}

// the same without matrices
static bool make_lean(mechanical_builder *b) {
  mechanical_structure *found = &b->problem->mechanical.structure;
  found->lost = -1;
  found->linear = found->affine = true;
  found->forces = true;
  found->live_momenta = b->parts->clock.nlive > 0;
  return sort_constraints(b) && mechanical_equations(b) && mechanical_lean_bundles(b) &&
         mechanical_energy_bundle(b) && mechanical_monitor_bundles(b) && time_stepping(b);
}

static noslip_status refuse_lean(const mechanical_parts *p, failure *why) {
  if (p->class == PROBLEM_GROUP && p->n > most_coordinates)
    return fail(why, NOSLIP_ERROR_MODEL,
                "the model has %d coordinates; with rotations among them %d can be treated", p->n,
                most_coordinates);
  if (p->m > 0)
    return fail(why, NOSLIP_ERROR_MODEL,
                "constraints beside contacts of pairs, or of more than %d coordinates, cannot be "
                "treated yet, and `%s` is one; %s",
                most_coordinates, p->constraint[0],
                p->npairs > 0 ? "write few pairs as single contacts" : "take fewer bodies");
  return NOSLIP_OK;
}

// what no method treats, refused before anything is made
static noslip_status refuse(const mechanical_builder *b, failure *why) {
  const mechanical_parts *p = b->parts;
  if (p->lean)
    return refuse_lean(p, why);
  if (p->n > most_coordinates || p->m > most_coordinates)
    return fail(why, NOSLIP_ERROR_MODEL,
                "the model has %d coordinates and %d constraints; with "
                "dense linear algebra %d can be treated",
                p->n, p->m, most_coordinates);
  assert(!names_momenta(b));
  return NOSLIP_OK;
}

static problem begin(const mechanical_parts *parts) {
  return (problem){.class = parts->class,
                   .n = parts->n,
                   .nv = parts->nv,
                   .m = parts->m,
                   .input = parts->clock.start,
                   .ninput = parts->clock.ninput,
                   .nlive = parts->clock.nlive,
                   .lean = parts->lean,
                   .ncontact = parts->ncontact,
                   .npairs = parts->npairs,
                   .added = parts->added,
                   .mechanical = {.lagrangian = parts->lagrangian, .structure = {.noise = 1}},
                   .group = {parts->factor, parts->nfactor}};
}

noslip_status mechanical_new(arena *a, const mechanical_parts *parts, const problem **out,
                             failure *why) {
  assert(parts->class == PROBLEM_MECHANICAL || parts->class == PROBLEM_GROUP);
  assert((parts->class == PROBLEM_GROUP) == (parts->factor != NULL));
  problem *made = arena_alloc(a, sizeof *made);
  mechanical_builder b = {.parts = parts,
                          .arena = a,
                          .g = parts->graph,
                          .problem = made,
                          .nq = parts->n,
                          .n = parts->nv,
                          .m = parts->m,
                          .x = parts->lagrangian ? parts->v : parts->p};
  if (!made)
    return fail_memory(why);
  if (refuse(&b, why) != NOSLIP_OK)
    return why->status;
  *made = begin(parts);
  return problem_finish(out, made, b.g, parts->lean ? make_lean(&b) : make_all(&b),
                        problem_too_large, why);
}
