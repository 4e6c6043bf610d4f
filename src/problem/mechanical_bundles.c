// The tapes of a mechanical problem: charts, constraints, stages, and what is watched.

#include "problem/mechanical_make.h"

#include "expr/diff.h"
#include "expr/periodic.h"
#include "problem/expr_vector.h"

#include <string.h>

// y f; y f y_x y_q f_x f_q
bool mechanical_chart_bundles(mechanical_builder *b) {
  size_t n = (size_t)b->n, nn = n*n;
  expr *out = new_exprs(b, 2*n + 4*nn);
  if (!out)
    return false;
  expr *yx = out + 2*n, *yq = yx + nn, *fx = yq + nn, *fq = fx + nn;
  memcpy(out, b->y, n*sizeof *out);
  memcpy(out + n, b->f, n*sizeof *out);
  if (!diff_jacobian(b->g, b->y, b->n, b->x, b->n, yx) || !mechanical_by_place(b, b->y, b->n, yq) ||
      !diff_jacobian(b->g, b->f, b->n, b->x, b->n, fx) || !mechanical_by_place(b, b->f, b->n, fq))
    return false;
  b->blocks = yx;
  return mechanical_add_bundle(b, BUNDLE_VALUES, b->x, false, out, 2*n) &&
         mechanical_add_bundle(b, BUNDLE_BLOCKS, b->x, false, out, 2*n + 4*nn);
}

// the nonholonomic constraints: Phi, its derivatives, and how the reactions change with v
static bool nonholonomic_bundles(mechanical_builder *b) {
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
  if (!mechanical_by_place(b, out, p->mechanical.mn, Pq) ||
      !diff_jacobian(b->g, reaction, b->n, v, b->n, reaction_v))
    return false;
  return mechanical_add_bundle(b, BUNDLE_PHI, v, false, out, mn) &&
         mechanical_add_bundle(b, BUNDLE_PHI_BLOCKS, v, false, out, mn + 2*mn*n) &&
         mechanical_add_bundle(b, BUNDLE_REACTION, v, false, Pv, mn*n) &&
         mechanical_add_bundle(b, BUNDLE_REACTION_RATE, v, true, reaction_v, n*n);
}

// the holonomic constraints: g, G, g_t
static bool holonomic_bundles(mechanical_builder *b) {
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
  return mechanical_add_bundle(b, BUNDLE_G, v, false, out, mh) &&
         mechanical_add_bundle(b, BUNDLE_G_BLOCKS, v, false, out, mh + mh*n + mh);
}

// all residuals as declared, at both levels
static bool residual_bundle(mechanical_builder *b) {
  size_t m = (size_t)b->m;
  expr *out = new_exprs(b, 2*m);
  if (!out)
    return false;
  memcpy(out, b->phi, m*sizeof *out);
  memcpy(out + m, b->hidden, m*sizeof *out);
  return mechanical_add_bundle(b, BUNDLE_RESIDUALS, b->parts->v, false, out, 2*m);
}

// rows of `from` in the order of a stage: nonholonomic constraints first
static void sorted(const mechanical_builder *b, const expr *from, size_t width, expr *out) {
  const problem *p = b->problem;
  for (int k = 0; k < p->m; k++) {
    int row = k < p->mechanical.mn ? p->mechanical.declared_n[k]
                                   : p->mechanical.declared_h[k - p->mechanical.mn];
    memcpy(out + (size_t)k*width, from + (size_t)row*width, width*sizeof *out);
  }
}

// the reactions R = B^T mu with Phi and g, and their derivatives
static bool reaction_bundles(mechanical_builder *b) {
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
  if (!mechanical_by_place(b, out, b->n, Rq) || !diff_jacobian(b->g, out, b->n, v, b->n, Rv) ||
      !mechanical_by_place(b, out + n, b->problem->mechanical.mn, Pq))
    return false;
  return mechanical_add_bundle(b, BUNDLE_STAGE, v, true, out, values) &&
         mechanical_add_bundle(b, BUNDLE_STAGE_BLOCKS, v, true, out, count);
}

// the constraints on velocities, Phi and G v + g_t, with their derivatives
static bool level_bundles(mechanical_builder *b) {
  size_t n = (size_t)b->n, m = (size_t)b->m;
  expr *out = new_exprs(b, m + 2*m*n), *w = mechanical_velocity_level(b);
  if (!out || !w)
    return false;
  sorted(b, w, 1, out);
  sorted(b, b->rows, n, out + m + m*n);
  if (!mechanical_by_place(b, out, b->m, out + m))
    return false;
  return mechanical_add_bundle(b, BUNDLE_LEVEL, b->parts->v, false, out, m) &&
         mechanical_add_bundle(b, BUNDLE_LEVEL_BLOCKS, b->parts->v, false, out, m + 2*m*n);
}

// A monitor that is periodic in an angle takes it without its full turns, for these cost digits:
// sin(1e5) is right to 1e-11. All others take it with them. `wrapped` are the symbols of q without.
static bool wrap_angles(mechanical_builder *b, const expr *wrapped, expr *monitors, int nmonitor) {
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

// the consistent accelerations in the place of their symbols
static bool put_accelerations(mechanical_builder *b, expr *monitors, int nmonitor) {
  const expr *a = b->parts->acceleration;
  if (!a || !(expr_list_kinds(b->g, monitors, nmonitor) & expr_kinds(b->g, a[0])))
    return true;
  expr *values = new_exprs(b, (size_t)b->n);
  return values && mechanical_accelerations(b, values) &&
         diff_substitute(b->g, monitors, nmonitor, a, values, b->n, monitors);
}

// invariants and observables, or sections; they see the energy as a number
static bool monitor_bundle(mechanical_builder *b, bundle_kind kind, const expr *given,
                           int nmonitor) {
  const mechanical_parts *p = b->parts;
  int turning = b->problem->has_angles ? b->nq : 0;
  expr *monitors = new_exprs(b, (size_t)nmonitor), *wrapped = new_exprs(b, (size_t)turning);
  if (b->arena->failed)
    return false;
  if (nmonitor > 0)
    memcpy(monitors, given, (size_t)nmonitor*sizeof *monitors);
  if (!put_accelerations(b, monitors, nmonitor))
    return false;
  for (int i = 0; i < turning; i++)
    wrapped[i] = expr_symbol(b->g, 0, "wrapped");
  if (turning > 0 && !wrap_angles(b, wrapped, monitors, nmonitor))
    return false;
  tape_group groups[] = {clock_group(&p->clock), {p->q, b->nq},   {p->v, b->n},      {p->p, b->n},
                         {p->mu, b->m},          {&p->energy, 1}, {wrapped, turning}};
  const tape *made = tape_new(b->arena, b->g, groups, 7, monitors, nmonitor);
  b->problem->bundles[kind] = made;
  return made != NULL;
}

static bool friction_bundle(mechanical_builder *b) {
  const mechanical_parts *p = b->parts;
  tape_group groups[] = {clock_group(&p->clock), {p->q, b->nq}};
  const tape *made = tape_new(b->arena, b->g, groups, 2, p->friction, p->nfriction);
  b->problem->bundles[BUNDLE_FRICTION] = made;
  return made != NULL;
}

bool mechanical_monitor_bundles(mechanical_builder *b) {
  const mechanical_parts *p = b->parts;
  return (p->nfriction == 0 || friction_bundle(b)) &&
         monitor_bundle(b, BUNDLE_MONITORS, p->watched.monitors, p->watched.nmonitor) &&
         (p->watched.nsection == 0 || monitor_bundle(b, BUNDLE_SECTIONS, p->watched.sections,
                                                     section_width*p->watched.nsection));
}

// v.L_v - L, or H
bool mechanical_energy_bundle(mechanical_builder *b) {
  const mechanical_parts *p = b->parts;
  expr energy = p->function;
  if (p->lagrangian) {
    energy = expr_zero;
    for (int i = 0; i < b->n; i++)
      energy = expr_add(b->g, energy, expr_mul(b->g, p->v[i], b->y[i]));
    energy = expr_sub(b->g, energy, p->function);
  }
  return mechanical_add_bundle(b, BUNDLE_ENERGY, b->x, false, &energy, 1);
}

// r = B^T mu + F(mu) in the model's own variables
bool mechanical_reactions(mechanical_builder *b, expr *out) {
  size_t n = (size_t)b->n, m = (size_t)b->m;
  expr *B = new_exprs(b, m*n);
  if (!B || !mechanical_own_variables(b, b->rows, b->m*b->n, B))
    return false;
  memcpy(out, b->load, n*sizeof *out);
  for (size_t k = 0; k < m; k++)
    for (size_t i = 0; i < n; i++)
      out[i] = expr_add(b->g, out[i], expr_mul(b->g, b->parts->mu[k], B[k*n + i]));
  return true;
}

// r r_q r_x r_mu
bool mechanical_pull_bundles(mechanical_builder *b) {
  size_t n = (size_t)b->n, m = (size_t)b->m, count = n + 2*n*n + n*m;
  if (!b->problem->mechanical.structure.loaded)
    return true;
  expr *out = new_exprs(b, count);
  if (!out || !mechanical_reactions(b, out))
    return false;
  return mechanical_by_place(b, out, b->n, out + n) &&
         diff_jacobian(b->g, out, b->n, b->x, b->n, out + n + n*n) &&
         diff_jacobian(b->g, out, b->n, b->parts->mu, b->m, out + n + 2*n*n) &&
         mechanical_add_bundle(b, BUNDLE_PULL, b->x, true, out, n) &&
         mechanical_add_bundle(b, BUNDLE_PULL_BLOCKS, b->x, true, out, count);
}

// ---------------------------------------------------------------------------------------------

bool mechanical_constraint_bundles(mechanical_builder *b) {
  return nonholonomic_bundles(b) && holonomic_bundles(b) && residual_bundle(b);
}

bool mechanical_stage_bundles(mechanical_builder *b) {
  return reaction_bundles(b) && level_bundles(b);
}

bool mechanical_lean_bundles(mechanical_builder *b) {
  size_t n = (size_t)b->n;
  expr *out = new_exprs(b, 2*n);
  if (!out)
    return false;
  memcpy(out, b->y, n*sizeof *out);
  memcpy(out + n, b->f, n*sizeof *out);
  return mechanical_add_bundle(b, BUNDLE_VALUES, b->x, false, out, 2*n) && residual_bundle(b);
}
