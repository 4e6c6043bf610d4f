// From expressions to tapes: the derivatives every method needs, made once per model. On a group they
// are left-trivialised (group.h); everything else is the same.

#include "problem/mechanical.h"

#include "expr/diff.h"
#include "expr/periodic.h"
#include "problem/fault.h"
#include "problem/group.h"
#include "problem/structure.h"

#include <assert.h>
#include <string.h>

// dense blocks of n x n: beyond this a model needs sparse linear algebra
enum { most_coordinates = 1000 };

// everything that is on the way from the parts to the tapes
typedef struct builder {
  const mechanical_parts *parts;
  arena *arena;
  graph *g;
  problem *problem;
  int nq, n, m;   //        numbers of a position, velocities, constraints
  const expr *x;  // n      v or p: the variable of the model's own chart
  expr *y;        // n      p = L_v, or v = H_p
  expr *f;        // n      L_q + F, or -H_q + F, in (t,q,x)
  expr *phi;      // m      constraints as declared, in (t,q,v)
  expr *hidden;   // m      G v + g_t of the holonomic ones, otherwise 0
  expr *rows;     // m x n  B: Phi_v or G, in (t,q,v)
  expr *force;    // n      F in (t,q,x)
  expr *blocks;   // 4 n x n  y_x y_q f_x f_q
} builder;

static expr *new_exprs(builder *b, size_t count) {
  return ARENA_ARRAY(b->arena, expr, count);
}

// ---------------------------------------------------------------------------------------------
// the expressions

// e with the conjugate variable replaced: p by L_v in a lagrangian, v by H_p in a hamiltonian
static bool own_variables(builder *b, const expr *e, int count, expr *out) {
  const expr *other = b->parts->lagrangian ? b->parts->p : b->parts->v;
  return diff_substitute(b->g, e, count, other, b->y, b->n, out);
}

// the derivatives of e by the place, count x n
static bool by_place(builder *b, const expr *e, int count, expr *out) {
  return b->parts->class == PROBLEM_GROUP ? group_derivative(b->arena, b->parts, e, count, out)
                                          : diff_jacobian(b->g, e, count, b->parts->q, b->n, out);
}

// of one function: its gradient
static bool gradient_by_place(builder *b, expr e, expr *out) {
  return b->parts->class == PROBLEM_GROUP ? group_derivative(b->arena, b->parts, &e, 1, out)
                                          : diff_gradient(b->g, e, b->parts->q, b->n, out);
}

// y = d/dx of L or H, f = L_q + F or -H_q + F
static bool dynamics(builder *b) {
  const mechanical_parts *p = b->parts;
  int n = b->n;
  expr *gradient = new_exprs(b, (size_t)n);
  b->force = new_exprs(b, (size_t)n);
  b->y = new_exprs(b, (size_t)n);
  b->f = new_exprs(b, (size_t)n);
  if (b->arena->failed || !diff_gradient(b->g, p->function, b->x, n, b->y) ||
      !gradient_by_place(b, p->function, gradient) || !own_variables(b, p->force, n, b->force))
    return false;
  for (int i = 0; i < n; i++)
    b->f[i] = p->lagrangian ? expr_add(b->g, b->force[i], gradient[i])
                            : expr_sub(b->g, b->force[i], gradient[i]);
  return true;
}

// d/dt e along q' = v for e(t,q)
static bool rate(builder *b, const expr *e, int count, expr *out) {
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
static bool constraints(builder *b) {
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
  if (p->lagrangian && !own_variables(b, p->residual, m, b->phi))
    return false;
  if (!rate(b, b->phi, m, rates) || !diff_jacobian(b->g, b->phi, m, p->v, n, b->rows) ||
      !by_place(b, b->phi, m, Gq))
    return false;
  for (int k = 0; k < m; k++) {
    b->hidden[k] = p->is_holonomic[k] ? rates[k] : expr_zero;
    if (p->is_holonomic[k])
      memcpy(b->rows + k*n, Gq + k*n, (size_t)n*sizeof *Gq);
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// tapes

// a bundle of `count` outputs; which: "txy..." the groups it reads: t q x v mu
static bool add_bundle(builder *b, bundle_kind kind, const expr *x, bool with_mu, const expr *out,
                       size_t count) {
  const mechanical_parts *p = b->parts;
  tape_group groups[] = {{&p->time, 1}, {p->q, b->nq}, {x, b->n}, {p->mu, b->m}};
  b->problem->bundles[kind] = tape_new(b->arena, b->g, groups, with_mu ? 4 : 3, out, (int)count);
  return b->problem->bundles[kind] != NULL;
}

// y f; y f y_x y_q f_x f_q
static bool chart_bundles(builder *b) {
  size_t n = (size_t)b->n, nn = n*n;
  expr *out = new_exprs(b, 2*n + 4*nn);
  if (!out)
    return false;
  expr *yx = out + 2*n, *yq = yx + nn, *fx = yq + nn, *fq = fx + nn;
  memcpy(out, b->y, n*sizeof *out);
  memcpy(out + n, b->f, n*sizeof *out);
  if (!diff_jacobian(b->g, b->y, b->n, b->x, b->n, yx) || !by_place(b, b->y, b->n, yq) ||
      !diff_jacobian(b->g, b->f, b->n, b->x, b->n, fx) || !by_place(b, b->f, b->n, fq))
    return false;
  b->blocks = yx;
  return add_bundle(b, BUNDLE_VALUES, b->x, false, out, 2*n) &&
         add_bundle(b, BUNDLE_BLOCKS, b->x, false, out, 2*n + 4*nn);
}

// the nonholonomic constraints: Phi, its derivatives, and how the reactions change with v
static bool nonholonomic_bundles(builder *b) {
  const problem *p = b->problem;
  size_t n = (size_t)b->n, mn = (size_t)p->mechanical.mn;
  const expr *v = b->parts->v;
  expr *out = new_exprs(b, mn + 2*mn*n), *reaction = new_exprs(b, n);
  expr *reaction_v = new_exprs(b, n*n);
  if (b->arena->failed)
    return false;
  expr *Pq = out + mn, *Pv = Pq + mn*n;
  for (int k = 0; k < p->mechanical.mn; k++) {
    int row = p->mechanical.declared_n[k];
    out[k] = b->phi[row];
    memcpy(Pv + (size_t)k*n, b->rows + (size_t)row*n, n*sizeof *Pv);
    for (int i = 0; i < b->n; i++)
      reaction[i] = expr_add(b->g, reaction[i],
                             expr_mul(b->g, b->parts->mu[row], Pv[(size_t)k*n + (size_t)i]));
  }
  if (!by_place(b, out, p->mechanical.mn, Pq) ||
      !diff_jacobian(b->g, reaction, b->n, v, b->n, reaction_v))
    return false;
  return add_bundle(b, BUNDLE_PHI, v, false, out, mn) &&
         add_bundle(b, BUNDLE_PHI_BLOCKS, v, false, out, mn + 2*mn*n) &&
         add_bundle(b, BUNDLE_REACTION, v, false, Pv, mn*n) &&
         add_bundle(b, BUNDLE_REACTION_RATE, v, true, reaction_v, n*n);
}

// the holonomic constraints: g, G, g_t
static bool holonomic_bundles(builder *b) {
  const problem *p = b->problem;
  size_t n = (size_t)b->n, mh = (size_t)p->mechanical.mh;
  const expr *v = b->parts->v;
  expr *out = new_exprs(b, mh + mh*n + mh);
  if (!out)
    return false;
  expr *G = out + mh, *gt = G + mh*n;
  for (int k = 0; k < p->mechanical.mh; k++) {
    int row = p->mechanical.declared_h[k];
    out[k] = b->phi[row];
    memcpy(G + (size_t)k*n, b->rows + (size_t)row*n, n*sizeof *G);
  }
  if (!diff_jacobian(b->g, out, p->mechanical.mh, &b->parts->time, 1, gt))
    return false;
  return add_bundle(b, BUNDLE_G, v, false, out, mh) &&
         add_bundle(b, BUNDLE_G_BLOCKS, v, false, out, mh + mh*n + mh);
}

// all residuals as declared, at both levels
static bool residual_bundle(builder *b) {
  size_t m = (size_t)b->m;
  expr *out = new_exprs(b, 2*m);
  if (!out)
    return false;
  memcpy(out, b->phi, m*sizeof *out);
  memcpy(out + m, b->hidden, m*sizeof *out);
  return add_bundle(b, BUNDLE_RESIDUALS, b->parts->v, false, out, 2*m);
}

// w: what is differentiated once to reach accelerations: Phi, or G v + g_t
static expr *velocity_level(builder *b) {
  expr *w = new_exprs(b, (size_t)b->m);
  for (int k = 0; w && k < b->m; k++)
    w[k] = b->parts->is_holonomic[k] ? b->hidden[k] : b->phi[k];
  return w;
}

// rows of `from` in the order of a stage: nonholonomic constraints first
static void sorted(const builder *b, const expr *from, size_t width, expr *out) {
  const problem *p = b->problem;
  for (int k = 0; k < p->m; k++) {
    int row = k < p->mechanical.mn ? p->mechanical.declared_n[k]
                                   : p->mechanical.declared_h[k - p->mechanical.mn];
    memcpy(out + (size_t)k*width, from + (size_t)row*width, width*sizeof *out);
  }
}

// the reactions R = B^T mu with Phi and g, and their derivatives
static bool stage_bundles(builder *b) {
  size_t n = (size_t)b->n, m = (size_t)b->m, mn = (size_t)b->problem->mechanical.mn;
  const expr *v = b->parts->v;
  size_t values = n + m, count = values + 2*n*n + 2*mn*n + (m - mn)*n;
  expr *out = new_exprs(b, count), *B = new_exprs(b, m*n);
  if (b->arena->failed)
    return false;
  expr *Rq = out + values, *Rv = Rq + n*n, *Pq = Rv + n*n, *Pv = Pq + mn*n;
  for (size_t k = 0; k < m; k++)
    for (size_t i = 0; i < n; i++)
      out[i] = expr_add(b->g, out[i], expr_mul(b->g, b->parts->mu[k], b->rows[k*n + i]));
  sorted(b, b->phi, 1, out + n);
  sorted(b, b->rows, n, B);
  memcpy(Pv, B, m*n*sizeof *B);  // Phi_v, then G
  if (!by_place(b, out, b->n, Rq) || !diff_jacobian(b->g, out, b->n, v, b->n, Rv) ||
      !by_place(b, out + n, b->problem->mechanical.mn, Pq))
    return false;
  return add_bundle(b, BUNDLE_STAGE, v, true, out, values) &&
         add_bundle(b, BUNDLE_STAGE_BLOCKS, v, true, out, count);
}

// the constraints on velocities, Phi and G v + g_t, with their derivatives
static bool level_bundles(builder *b) {
  size_t n = (size_t)b->n, m = (size_t)b->m;
  expr *out = new_exprs(b, m + 2*m*n), *w = velocity_level(b);
  if (!out || !w)
    return false;
  sorted(b, w, 1, out);
  sorted(b, b->rows, n, out + m + m*n);
  if (!by_place(b, out, b->m, out + m))
    return false;
  return add_bundle(b, BUNDLE_LEVEL, b->parts->v, false, out, m) &&
         add_bundle(b, BUNDLE_LEVEL_BLOCKS, b->parts->v, false, out, m + 2*m*n);
}

// d/dt of what BUNDLE_ACCELERATION has, along q' = v and an x' that is given; not on a group
static bool acceleration_rate(builder *b, const expr *out, size_t count) {
  const mechanical_parts *p = b->parts;
  int n = b->n;
  if (p->class == PROBLEM_GROUP)
    return true;
  expr *x = new_exprs(b, 2*(size_t)n + 1), *dx = new_exprs(b, 2*(size_t)n + 1);
  expr *rates = new_exprs(b, count);
  if (b->arena->failed)
    return false;
  for (int i = 0; i < n; i++) {
    x[i] = p->q[i];
    dx[i] = p->lagrangian ? p->v[i] : b->y[i];
    x[n + i] = b->x[i];
    dx[n + i] = expr_symbol(b->g, 0, "rate");
  }
  x[2*n] = p->time;
  dx[2*n] = expr_one;
  if (!diff_directional(b->g, out, (int)count, x, dx, 2*n + 1, rates))
    return false;
  tape_group groups[] = {{&p->time, 1}, {p->q, n}, {b->x, n}, {dx + n, n}};
  const tape *made = tape_new(b->arena, b->g, groups, 4, rates, (int)count);
  b->problem->bundles[BUNDLE_ACCELERATION_RATE] = made;
  return made != NULL;
}

// f, and on a group ad*_v p with it: all of p' but reactions, in (t,q,x)
static bool momentum_rate(builder *b, expr *out) {
  const mechanical_parts *p = b->parts;
  memcpy(out, b->f, (size_t)b->n*sizeof *out);
  return p->class != PROBLEM_GROUP || group_add_coadjoint(b->arena, p, p->lagrangian ? p->v : b->y,
                                                          p->lagrangian ? b->y : p->p, out);
}

// lagrangian: M, F = p' - d/dt L_v (without M a), B, c = -(w_q v + w_t)        [consistent.h]
static bool lagrangian_acceleration(builder *b) {
  size_t n = (size_t)b->n, m = (size_t)b->m;
  expr *out = new_exprs(b, n*n + n + m*n + m), *w = velocity_level(b), *f = new_exprs(b, n);
  if (b->arena->failed)
    return false;
  expr *F = out + n*n, *B = F + n, *c = B + m*n;
  if (!diff_jacobian(b->g, b->y, b->n, b->x, b->n, out) || !rate(b, b->y, b->n, F) ||
      !rate(b, w, b->m, c) || !momentum_rate(b, f))
    return false;
  for (size_t i = 0; i < n; i++)
    F[i] = expr_sub(b->g, f[i], F[i]);
  memcpy(B, b->rows, m*n*sizeof *B);
  for (size_t k = 0; k < m; k++)
    c[k] = expr_neg(b->g, c[k]);
  return add_bundle(b, BUNDLE_ACCELERATION, b->x, false, out, n*n + n + m*n + m) &&
         acceleration_rate(b, out, n*n + n + m*n + m);
}

// hamiltonian: C = w_p, B, c = -(w_q v + w_t + w_p p'), with v = H_p throughout [consistent.h]
static bool hamiltonian_acceleration(builder *b) {
  size_t n = (size_t)b->n, nq = (size_t)b->nq, m = (size_t)b->m;
  expr *out = new_exprs(b, 2*m*n + m), *w = velocity_level(b);
  expr *x = new_exprs(b, nq + n + 1), *dx = new_exprs(b, nq + n + 1);
  if (b->arena->failed)
    return false;
  expr *B = out + m*n, *c = B + m*n;
  if (!own_variables(b, w, b->m, w) || !own_variables(b, b->rows, b->m*b->n, B) ||
      !diff_jacobian(b->g, w, b->m, b->x, b->n, out))
    return false;
  memcpy(x, b->parts->q, nq*sizeof *x);
  memcpy(x + nq, b->x, n*sizeof *x);
  x[nq + n] = b->parts->time;
  dx[nq + n] = expr_one;
  if (!own_variables(b, b->parts->rate, b->nq, dx) || !momentum_rate(b, dx + nq) ||
      !diff_directional(b->g, w, b->m, x, dx, b->nq + b->n + 1, c))
    return false;
  for (size_t k = 0; k < m; k++)
    c[k] = expr_neg(b->g, c[k]);
  return add_bundle(b, BUNDLE_ACCELERATION, b->x, false, out, 2*m*n + m) &&
         acceleration_rate(b, out, 2*m*n + m);
}

// A monitor that is periodic in an angle takes it without its full turns, for these cost digits:
// sin(1e5) is right to 1e-11. All others take it with them. `wrapped` are the symbols of q without.
static bool wrap_angles(builder *b, const expr *wrapped, expr *monitors, int nmonitor) {
  const mechanical_parts *p = b->parts;
  expr *angles = new_exprs(b, (size_t)b->nq), *without = new_exprs(b, (size_t)b->nq);
  expr *taken = new_exprs(b, (size_t)b->nq);
  bool *periodic = ARENA_ARRAY(b->arena, bool, (size_t)nmonitor*(size_t)b->nq);
  if (b->arena->failed)
    return false;
  int count = 0;
  for (int i = 0; i < b->nq; i++)
    if (p->angle[i]) {
      angles[count] = p->q[i];
      without[count++] = wrapped[i];
    }
  if (!periodic_in(b->g, monitors, nmonitor, angles, count, periodic))
    return false;
  for (int k = 0; k < nmonitor; k++) {
    for (int i = 0; i < count; i++, periodic++)
      taken[i] = *periodic ? without[i] : angles[i];
    if (!diff_substitute(b->g, &monitors[k], 1, angles, taken, count, &monitors[k]))
      return false;
  }
  return true;
}

// invariants and observables, or sections; they see the energy as a number
static bool monitor_bundle(builder *b, bundle_kind kind, const expr *given, int nmonitor) {
  const mechanical_parts *p = b->parts;
  int turning = b->problem->has_angles ? b->nq : 0;
  expr *monitors = new_exprs(b, (size_t)nmonitor), *wrapped = new_exprs(b, (size_t)turning);
  if (b->arena->failed)
    return false;
  if (nmonitor > 0)
    memcpy(monitors, given, (size_t)nmonitor*sizeof *monitors);
  for (int i = 0; i < turning; i++)
    wrapped[i] = expr_symbol(b->g, 0, "wrapped");
  if (turning > 0 && !wrap_angles(b, wrapped, monitors, nmonitor))
    return false;
  tape_group groups[] = {{&p->time, 1}, {p->q, b->nq},   {p->v, b->n},      {p->p, b->n},
                         {p->mu, b->m}, {&p->energy, 1}, {wrapped, turning}};
  const tape *made = tape_new(b->arena, b->g, groups, 7, monitors, nmonitor);
  b->problem->bundles[kind] = made;
  return made != NULL;
}

static bool watched_bundles(builder *b) {
  const mechanical_parts *p = b->parts;
  return monitor_bundle(b, BUNDLE_MONITORS, p->monitors, p->nmonitor) &&
         (p->nsection == 0 ||
          monitor_bundle(b, BUNDLE_SECTIONS, p->sections, section_width*p->nsection));
}

// v.L_v - L, or H
static bool energy_bundle(builder *b) {
  const mechanical_parts *p = b->parts;
  expr energy = p->function;
  if (p->lagrangian) {
    energy = expr_zero;
    for (int i = 0; i < b->n; i++)
      energy = expr_add(b->g, energy, expr_mul(b->g, p->v[i], b->y[i]));
    energy = expr_sub(b->g, energy, p->function);
  }
  return add_bundle(b, BUNDLE_ENERGY, b->x, false, &energy, 1);
}

// ---------------------------------------------------------------------------------------------

static bool find_structure(builder *b) {
  int nn = b->n*b->n;
  structure_parts found = {.parts = b->parts,
                           .x = b->x,
                           .y = b->y,
                           .f = b->f,
                           .force = b->force,
                           .phi = b->phi,
                           .rows = b->rows,
                           .yx = b->blocks,
                           .yq = b->blocks + nn,
                           .fx = b->blocks + 2*nn};
  return structure_find(b->arena, &found, b->problem);
}

// what expressions do not show
static bool find_by_numbers(builder *b) {
  const mechanical_parts *p = b->parts;
  return (p->class != PROBLEM_GROUP || group_find_mass(b->arena, b->problem)) &&
         (p->lagrangian || structure_find_degenerate(b->arena, b->problem));
}

// the two kinds of constraints, and where each was declared
static bool sort_constraints(builder *b) {
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

// a hamiltonian's nonholonomic constraint is written with velocities only
static bool names_momenta(const builder *b) {
  const mechanical_parts *p = b->parts;
  unsigned kind = expr_kinds(b->g, p->p[0]);
  return !p->lagrangian && (structure_kinds(b->g, p->residual, b->m) & kind);
}

noslip_status mechanical_new(arena *a, const mechanical_parts *parts, const problem **out,
                             failure *why) {
  problem *made = arena_alloc(a, sizeof *made);
  if (!made)
    return fail_memory(why);
  if (parts->n > most_coordinates || parts->m > most_coordinates)
    return fail(why, NOSLIP_ERROR_MODEL,
                "the model has %d coordinates and %d constraints; with "
                "dense linear algebra %d can be treated",
                parts->n, parts->m, most_coordinates);
  *made = (problem){.class = parts->class,
                    .mechanical.lagrangian = parts->lagrangian,
                    .n = parts->n,
                    .nv = parts->nv,
                    .m = parts->m,
                    .group.factor = parts->factor,
                    .group.nfactor = parts->nfactor,
                    .mechanical.structure = {.noise = 1}};
  builder b = {.parts = parts,
               .arena = a,
               .g = parts->graph,
               .problem = made,
               .nq = parts->n,
               .n = parts->nv,
               .m = parts->m,
               .x = parts->lagrangian ? parts->v : parts->p};
  if (names_momenta(&b))
    return fail(why, NOSLIP_ERROR_MODEL,
                "a nonholonomic constraint of a hamiltonian is to be "
                "written with velocities, not with momenta");

  bool good = sort_constraints(&b) && dynamics(&b) && constraints(&b) && chart_bundles(&b) &&
              find_structure(&b) && find_by_numbers(&b) && nonholonomic_bundles(&b) &&
              holonomic_bundles(&b) && residual_bundle(&b) && stage_bundles(&b) &&
              level_bundles(&b) && energy_bundle(&b) &&
              (parts->lagrangian ? lagrangian_acceleration(&b) : hamiltonian_acceleration(&b)) &&
              watched_bundles(&b);
  if (graph_status(b.g) == NOSLIP_ERROR_MODEL)
    return fail(why, NOSLIP_ERROR_MODEL,
                "the derivatives of this model are larger than the limit "
                "of expression nodes");
  if (!good || graph_status(b.g) != NOSLIP_OK)
    return fail_memory(why);
  assert(!problem_fault(made));
  *out = made;
  return NOSLIP_OK;
}
