// From expressions to sparse tapes: motion and constraints, in blocks of velocities.

#include "problem/unilateral_make.h"

#include "geometry/product.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

bool unilateral_refuses(const problem *p, char *sentence, size_t size) {
  for (int i = 0; i < p->group.nfactor; i++)
    if (p->group.factor[i].kind != GROUP_R && p->group.factor[i].kind != GROUP_SO3) {
      snprintf(sentence, size,
               "time stepping knows rotations of SO(3) only: write a rigid motion as three "
               "coordinates and a rotation");
      return true;
    }
  if (!p->mechanical.lagrangian)
    snprintf(sentence, size, "time stepping needs a `lagrangian`, and this is a hamiltonian");
  else if (!p->mechanical.structure.affine)
    snprintf(sentence, size, "time stepping needs constraints that are affine in the velocities");
  else
    return false;
  return true;
}

bool unilateral_rate(unilateral_builder *b, const expr *e, int count, expr *out) {
  const mechanical_parts *p = b->parts;
  expr *x = unilateral_exprs(b, p->n), *dx = unilateral_exprs(b, p->n);
  if (b->arena->failed)
    return false;
  memcpy(x, p->q, (size_t)p->n*sizeof *x);
  memcpy(dx, p->rate, (size_t)p->n*sizeof *dx);
  x[p->n] = p->time;
  dx[p->n] = expr_one;
  return diff_directional(b->g, e, count, x, dx, p->n + 1, out);
}

// ---------------------------------------------------------------------------------------------
// motion

// L_q on R^n; X L on a rotation: sum of dL/dR_i Y_ik, Y = dR'/dw
static bool slope_of(unilateral_builder *b, expr *out) {
  const mechanical_parts *p = b->parts;
  expr *slope = unilateral_exprs(b, p->n), Y[27];
  if (!slope || !diff_gradient(b->g, p->function, p->q, p->n, slope))
    return false;
  if (p->class != PROBLEM_GROUP) {
    memcpy(out, slope, (size_t)p->nv*sizeof *out);
    return true;
  }
  for (int i = 0; i < p->nfactor; i++) {
    const group_factor *f = &p->factor[i];
    if (f->kind == GROUP_R) {
      memcpy(out + f->first, slope + f->from, (size_t)f->n*sizeof *out);
      continue;
    }
    if (!diff_jacobian(b->g, p->rate + f->from, 9, p->v + f->first, 3, Y))
      return false;
    for (int k = 0; k < 27; k++)
      out[f->first + k % 3] =
          expr_add(b->g, out[f->first + k % 3], expr_mul(b->g, Y[k], slope[f->from + k/3]));
  }
  return true;
}

// ad*_w mu = mu x w of the rotations
static void add_coadjoint(unilateral_builder *b, expr *out) {
  const mechanical_parts *p = b->parts;
  for (int i = 0; i < p->nfactor; i++) {
    if (p->factor[i].kind != GROUP_SO3)
      continue;
    int at = p->factor[i].first;
    const expr *mu = b->y + at, *w = p->v + at;
    for (int k = 0; k < 3; k++) {
      int j = (k + 1) % 3, l = (k + 2) % 3;
      expr cross = expr_sub(b->g, expr_mul(b->g, mu[j], w[l]), expr_mul(b->g, mu[l], w[j]));
      out[at + k] = expr_add(b->g, out[at + k], cross);
    }
  }
}

// F = L_q + forces + ad*_w L_v - d/dt L_v without M v'
static bool find_motion(unilateral_builder *b) {
  const mechanical_parts *p = b->parts;
  int nv = p->nv;
  expr *rate = unilateral_exprs(b, nv), *force = unilateral_exprs(b, nv);
  b->y = unilateral_exprs(b, nv);
  b->F = unilateral_exprs(b, nv);
  if (b->arena->failed || !diff_gradient(b->g, p->function, p->v, nv, b->y) || !slope_of(b, b->F) ||
      !unilateral_rate(b, b->y, nv, rate) ||
      !diff_substitute(b->g, p->force, nv, p->p, b->y, nv, force) ||
      !diff_sparse(b->g, b->y, nv, p->v, nv, b->arena, &b->M))
    return false;
  add_coadjoint(b, b->F);
  for (int i = 0; i < nv; i++)
    b->F[i] = expr_sub(b->g, expr_add(b->g, b->F[i], force[i]), rate[i]);
  return true;
}

// ---------------------------------------------------------------------------------------------
// constraints

static bool find_constraints(unilateral_builder *b) {
  const mechanical_parts *p = b->parts;
  expr *rate = unilateral_exprs(b, p->m);
  b->level = unilateral_exprs(b, p->m);
  if (b->arena->failed || !unilateral_rate(b, p->residual, p->m, rate))
    return false;
  for (int k = 0; k < p->m; k++)
    b->level[k] = p->is_holonomic[k] ? rate[k] : p->residual[k];
  return diff_sparse(b->g, b->level, p->m, p->v, p->nv, b->arena, &b->A);
}

// ---------------------------------------------------------------------------------------------
// blocks

static int root(int *parent, int i) {
  for (; parent[i] != i; i = parent[i])
    parent[i] = parent[parent[i]];
  return i;
}

static void join(int *parent, int i, int j) {
  int a = root(parent, i), c = root(parent, j);
  parent[a < c ? c : a] = a < c ? a : c;
}

static void join_row(unilateral_builder *b, const diff_rows *rows, int i, int with) {
  for (int k = rows->first[i]; k < rows->first[i + 1]; k++)
    join(b->partner, rows->column[k], with >= 0 ? with : rows->column[rows->first[i]]);
}

// which velocities belong together: by rotations, by M, by constraints
static bool join_all(unilateral_builder *b) {
  const mechanical_parts *p = b->parts;
  b->partner = ARENA_ARRAY(b->arena, int, p->nv);
  b->triple = ARENA_ARRAY(b->arena, int, p->nv);
  if (b->arena->failed)
    return false;
  for (int i = 0; i < p->nv; i++) {
    b->partner[i] = i;
    b->triple[i] = -1;
  }
  for (int i = 0; i < p->nfactor; i++)
    for (int k = 0; p->factor[i].kind == GROUP_SO3 && k < 3; k++) {
      b->triple[p->factor[i].first + k] = p->factor[i].first;
      join(b->partner, p->factor[i].first + k, p->factor[i].first);
    }
  for (int i = 0; i < p->nv; i++)
    join_row(b, &b->M, i, i);
  for (int k = 0; k < p->m; k++)
    join_row(b, &b->A, k, -1);
  return true;
}

// number the roots in order, and place the velocities in their blocks
static unilateral_block *number_blocks(unilateral_builder *b, int *block_of, int *place) {
  int nv = b->parts->nv, nblock = 0;
  unilateral_block *blocks = ARENA_ARRAY(b->arena, unilateral_block, nv);
  int *list = ARENA_ARRAY(b->arena, int, nv),
      *constraints = ARENA_ARRAY(b->arena, int, b->parts->m);
  if (b->arena->failed)
    return NULL;
  for (int i = 0; i < nv; i++) {
    int r = root(b->partner, i);
    block_of[i] = r == i ? nblock++ : block_of[r];
    place[i] = blocks[block_of[i]].n++;
  }
  for (int k = 0; k < b->parts->m; k++)
    if (b->A.first[k] < b->A.first[k + 1])
      blocks[block_of[b->A.column[b->A.first[k]]]].m++;
  for (int i = 0; i < nblock; i++) {
    blocks[i].velocity = list;
    blocks[i].constraint = constraints;
    list += blocks[i].n;
    constraints += blocks[i].m;
  }
  b->made->nblock = nblock;
  return blocks;
}

// the lists of the blocks, and where their numbers stand
static bool find_blocks(unilateral_builder *b) {
  unilateral *u = b->made;
  int nv = b->parts->nv, mass = nv, rows = 2*b->parts->m;
  int *block_of = ARENA_ARRAY(b->arena, int, nv), *place = ARENA_ARRAY(b->arena, int, nv);
  if (b->arena->failed || !join_all(b))
    return false;
  unilateral_block *blocks = number_blocks(b, block_of, place);
  if (!blocks)
    return false;
  for (int i = 0; i < nv; i++)
    ((int *)blocks[block_of[i]].velocity)[place[i]] = i;
  for (int i = 0; i < u->nblock; i++) {
    blocks[i].mass = mass;
    blocks[i].rows = rows;
    mass += blocks[i].n*blocks[i].n;
    rows += blocks[i].m*blocks[i].n;
    u->widest = blocks[i].n > u->widest ? blocks[i].n : u->widest;
    blocks[i].m = 0;
  }
  for (int k = 0; k < b->parts->m; k++)
    if (b->A.first[k] < b->A.first[k + 1]) {
      unilateral_block *in = &blocks[block_of[b->A.column[b->A.first[k]]]];
      ((int *)in->constraint)[in->m++] = k;
    }
  u->blocks = blocks;
  u->block_of = block_of;
  u->place = place;
  return true;
}

// ---------------------------------------------------------------------------------------------
// tapes

// blocks whose masses do not change, nor the forces on them; `out` are the outputs of the motion
static void find_constant_blocks(unilateral_builder *b, const expr *out) {
  unilateral *u = b->made;
  u->ballistic = true;
  for (int i = 0; i < u->nblock; i++) {
    unilateral_block *in = (unilateral_block *)&u->blocks[i];
    in->constant = true;
    for (int k = 0; k < in->n*in->n; k++)
      in->constant = in->constant && expr_is_number(b->g, out[in->mass + k]);
    in->ballistic = in->constant && in->m == 0;
    for (int k = 0; k < in->n; k++)
      in->ballistic = in->ballistic && expr_is_number(b->g, out[in->velocity[k]]);
    u->ballistic = u->ballistic && in->ballistic;
  }
}

static bool motion_tape(unilateral_builder *b) {
  const mechanical_parts *p = b->parts;
  unilateral *u = b->made;
  const unilateral_block *last = &u->blocks[u->nblock - 1];
  int count = u->nblock > 0 ? last->mass + last->n*last->n : 0;
  expr *out = unilateral_exprs(b, count);
  if (!out)
    return false;
  memcpy(out, b->F, (size_t)p->nv*sizeof *out);
  for (int i = 0; i < p->nv; i++) {
    const unilateral_block *in = &u->blocks[u->block_of[i]];
    for (int k = b->M.first[i]; k < b->M.first[i + 1]; k++)
      out[in->mass + u->place[i]*in->n + u->place[b->M.column[k]]] = b->M.value[k];
  }
  find_constant_blocks(b, out);
  tape_group groups[] = {clock_group(&p->clock), {p->q, p->n}, {p->v, p->nv}};
  u->motion = tape_new(b->arena, b->g, groups, 3, out, count);
  return u->motion != NULL;
}

static bool constraint_tape(unilateral_builder *b) {
  const mechanical_parts *p = b->parts;
  unilateral *u = b->made;
  const unilateral_block *last = &u->blocks[u->nblock - 1];
  int count = u->nblock > 0 ? last->rows + last->m*last->n : 0;
  expr *out = unilateral_exprs(b, count);
  if (!out || !diff_substitute(b->g, b->level, p->m, p->v, b->zero, p->nv, out + p->m))
    return false;
  for (int k = 0; k < p->m; k++)
    out[k] = p->is_holonomic[k] ? p->residual[k] : expr_zero;
  for (int i = 0; i < u->nblock; i++)
    for (int k = 0; k < u->blocks[i].m; k++) {
      const unilateral_block *in = &u->blocks[i];
      int row = in->constraint[k];
      for (int j = b->A.first[row]; j < b->A.first[row + 1]; j++)
        out[in->rows + k*in->n + u->place[b->A.column[j]]] = b->A.value[j];
    }
  for (int i = 0; i < b->A.first[p->m]; i++)
    u->turning = u->turning || !expr_is_number(b->g, b->A.value[i]);
  tape_group groups[] = {clock_group(&p->clock), {p->q, p->n}};
  u->constraints = tape_new(b->arena, b->g, groups, 2, out, count);
  return u->constraints != NULL;
}

const unilateral *unilateral_new(arena *a, const mechanical_parts *parts) {
  unilateral *made = arena_alloc(a, sizeof *made);
  unilateral_builder b = {.parts = parts, .arena = a, .g = parts->graph, .made = made};
  b.zero = unilateral_exprs(&b, parts->nv);
  if (a->failed)
    return NULL;
  assert(parts->lagrangian);
  *made = (unilateral){.n = parts->n, .nv = parts->nv, .m = parts->m, .ncontact = parts->ncontact};
  bool done = find_motion(&b) && find_constraints(&b) && find_blocks(&b) && motion_tape(&b) &&
              constraint_tape(&b) && unilateral_contacts(&b) && unilateral_laws(&b);
  return done ? made : NULL;
}
