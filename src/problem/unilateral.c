// From expressions to sparse tapes: motion, contacts, constraints.

#include "problem/unilateral.h"

#include "expr/diff.h"
#include "geometry/product.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

typedef struct builder {
  const mechanical_parts *parts;
  const contact_parts *given;
  arena *arena;
  graph *g;
  unilateral *made;
  expr *zero;    // nv      zeros
  expr *y, *F;   // nv      L_v; all of the momentum's rate except M v'
  diff_rows M;   // nv      L_vv
  int *partner;  // nv      trees of velocities that belong together; roots are the first ones
  int *triple;   // nv      the first velocity of its rotation, -1: it has none
  expr *level;   // m       A v + a
  diff_rows A;   // m
  expr *row;     // nrow    g', then slips, contact by contact
  int nrow;
  diff_rows H;  // nrow
} builder;

static expr *new_exprs(builder *b, long count) {
  return ARENA_ARRAY(b->arena, expr, count + 1);
}

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

// d/dt of e(t,q) along q' = v
static bool rate_of(builder *b, const expr *e, int count, expr *out) {
  const mechanical_parts *p = b->parts;
  expr *x = new_exprs(b, p->n), *dx = new_exprs(b, p->n);
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
static bool slope_of(builder *b, expr *out) {
  const mechanical_parts *p = b->parts;
  expr *slope = new_exprs(b, p->n), Y[27];
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
static void add_coadjoint(builder *b, expr *out) {
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
static bool find_motion(builder *b) {
  const mechanical_parts *p = b->parts;
  int nv = p->nv;
  expr *rate = new_exprs(b, nv), *force = new_exprs(b, nv);
  b->y = new_exprs(b, nv);
  b->F = new_exprs(b, nv);
  if (b->arena->failed || !diff_gradient(b->g, p->function, p->v, nv, b->y) || !slope_of(b, b->F) ||
      !rate_of(b, b->y, nv, rate) || !diff_substitute(b->g, p->force, nv, p->p, b->y, nv, force) ||
      !diff_sparse(b->g, b->y, nv, p->v, nv, b->arena, &b->M))
    return false;
  add_coadjoint(b, b->F);
  for (int i = 0; i < nv; i++)
    b->F[i] = expr_sub(b->g, expr_add(b->g, b->F[i], force[i]), rate[i]);
  return true;
}

// ---------------------------------------------------------------------------------------------
// constraints

static bool find_constraints(builder *b) {
  const mechanical_parts *p = b->parts;
  expr *rate = new_exprs(b, p->m);
  b->level = new_exprs(b, p->m);
  if (b->arena->failed || !rate_of(b, p->residual, p->m, rate))
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

static void join_row(builder *b, const diff_rows *rows, int i, int with) {
  for (int k = rows->first[i]; k < rows->first[i + 1]; k++)
    join(b->partner, rows->column[k], with >= 0 ? with : rows->column[rows->first[i]]);
}

// which velocities belong together: by rotations, by M, by constraints
static bool join_all(builder *b) {
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
static unilateral_block *number_blocks(builder *b, int *block_of, int *place) {
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
static bool find_blocks(builder *b) {
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
// contacts

static bool find_rows(builder *b) {
  int ncontact = b->made->ncontact, at = 0;
  expr *gap = new_exprs(b, ncontact), *rate = new_exprs(b, ncontact);
  for (int i = 0; i < ncontact; i++) {
    b->nrow++;
    for (int k = 0; k < b->given[i].nfriction; k++)
      b->nrow += b->given[i].friction[k].nslip;
  }
  b->row = new_exprs(b, b->nrow);
  if (b->arena->failed)
    return false;
  for (int i = 0; i < ncontact; i++)
    gap[i] = b->given[i].gap;
  if (!rate_of(b, gap, ncontact, rate))
    return false;
  for (int i = 0; i < ncontact; i++) {
    b->row[at++] = rate[i];
    for (int k = 0; k < b->given[i].nfriction; k++)
      for (int j = 0; j < b->given[i].friction[k].nslip; j++)
        b->row[at++] = b->given[i].friction[k].slip[j];
  }
  return diff_sparse(b->g, b->row, b->nrow, b->parts->v, b->parts->nv, b->arena, &b->H);
}

// add a velocity to a list in order; returns the new length
static int insert(int *list, int count, int velocity) {
  int at = count;
  for (int i = 0; i < count; i++)
    if (list[i] == velocity)
      return count;
  for (; at > 0 && list[at - 1] > velocity; at--)
    list[at] = list[at - 1];
  list[at] = velocity;
  return count + 1;
}

// the velocities of `rows` rows from `first` on; rotations with all three
static int find_support(builder *b, int first, int rows, int *list) {
  int count = 0;
  for (int k = b->H.first[first]; k < b->H.first[first + rows]; k++) {
    int velocity = b->H.column[k], triple = b->triple[velocity];
    count = insert(list, count, velocity);
    for (int i = 0; triple >= 0 && i < 3; i++)
      count = insert(list, count, triple + i);
  }
  return count;
}

static void describe(const contact_parts *given, unilateral_contact *c) {
  *c = (unilateral_contact){
      .label = given->label, .restitution = given->restitution, .nclause = given->nfriction};
  for (int k = 0; k < given->nfriction; k++) {
    c->count[k] = given->friction[k].nslip;
    c->nslip += c->count[k];
  }
}

// each contact with its support
static bool find_contacts(builder *b) {
  unilateral *u = b->made;
  unilateral_contact *contacts = ARENA_ARRAY(b->arena, unilateral_contact, u->ncontact);
  int row = 0, at = 0;
  if (!contacts)
    return false;
  for (int i = 0; i < u->ncontact; i++) {
    unilateral_contact *c = &contacts[i];
    describe(&b->given[i], c);
    int most = 3*(b->H.first[row + 1 + c->nslip] - b->H.first[row]);
    int *support = ARENA_ARRAY(b->arena, int, most);
    if (!support)
      return false;
    c->nsupport = find_support(b, row, 1 + c->nslip, support);
    c->support = support;
    c->at = at;
    u->nsupport += c->nsupport;
    at += unilateral_width(c);
    row += 1 + c->nslip;
  }
  u->contacts = contacts;
  return true;
}

// ---------------------------------------------------------------------------------------------
// tapes

static bool motion_tape(builder *b) {
  const mechanical_parts *p = b->parts;
  unilateral *u = b->made;
  const unilateral_block *last = &u->blocks[u->nblock - 1];
  int count = u->nblock > 0 ? last->mass + last->n*last->n : 0;
  expr *out = new_exprs(b, count);
  if (!out)
    return false;
  memcpy(out, b->F, (size_t)p->nv*sizeof *out);
  for (int i = 0; i < p->nv; i++) {
    const unilateral_block *in = &u->blocks[u->block_of[i]];
    for (int k = b->M.first[i]; k < b->M.first[i + 1]; k++)
      out[in->mass + u->place[i]*in->n + u->place[b->M.column[k]]] = b->M.value[k];
  }
  for (int i = 0; i < u->nblock; i++) {
    unilateral_block *in = (unilateral_block *)&u->blocks[i];
    in->constant = true;
    for (int k = 0; k < in->n*in->n; k++)
      in->constant = in->constant && expr_is_number(b->g, out[in->mass + k]);
  }
  tape_group groups[] = {{&p->time, 1}, {p->q, p->n}, {p->v, p->nv}};
  u->motion = tape_new(b->arena, b->g, groups, 3, out, count);
  return u->motion != NULL;
}

static bool constraint_tape(builder *b) {
  const mechanical_parts *p = b->parts;
  unilateral *u = b->made;
  const unilateral_block *last = &u->blocks[u->nblock - 1];
  int count = u->nblock > 0 ? last->rows + last->m*last->n : 0;
  expr *out = new_exprs(b, count);
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
  tape_group groups[] = {{&p->time, 1}, {p->q, p->n}};
  u->constraints = tape_new(b->arena, b->g, groups, 2, out, count);
  return u->constraints != NULL;
}

// the numbers of one contact, whose rows begin with `row`; `rest` are the rows at v = 0
static void contact_numbers(builder *b, const unilateral_contact *c, const contact_parts *given,
                            int row, const expr *rest, expr *out) {
  expr *slips = out + 2 + c->nclause, *rows = slips + c->nslip;
  out[0] = given->gap;
  out[1] = rest[row];
  for (int k = 0; k < c->nclause; k++)
    out[2 + k] = given->friction[k].mu;
  for (int i = 0; i < 1 + c->nslip; i++) {
    if (i > 0)
      slips[i - 1] = rest[row + i];
    for (int k = b->H.first[row + i], at = 0; k < b->H.first[row + i + 1]; k++) {
      while (c->support[at] != b->H.column[k])
        at++;
      rows[i*c->nsupport + at] = b->H.value[k];
    }
  }
}

static bool contact_tapes(builder *b) {
  const mechanical_parts *p = b->parts;
  unilateral *u = b->made;
  const unilateral_contact *last = &u->contacts[u->ncontact - 1];
  int count = u->ncontact > 0 ? last->at + unilateral_width(last) : 0, row = 0;
  expr *out = new_exprs(b, count), *rest = new_exprs(b, b->nrow), *gap = new_exprs(b, u->ncontact);
  if (b->arena->failed || !diff_substitute(b->g, b->row, b->nrow, p->v, b->zero, p->nv, rest))
    return false;
  for (int i = 0; i < u->ncontact; i++) {
    contact_numbers(b, &u->contacts[i], &b->given[i], row, rest, out + u->contacts[i].at);
    row += 1 + u->contacts[i].nslip;
    gap[i] = b->given[i].gap;
  }
  tape_group groups[] = {{&p->time, 1}, {p->q, p->n}};
  u->rows = tape_new(b->arena, b->g, groups, 2, out, count);
  u->gaps = tape_new(b->arena, b->g, groups, 2, gap, u->ncontact);
  return u->rows && u->gaps;
}

const unilateral *unilateral_new(arena *a, const mechanical_parts *parts,
                                 const contact_parts *given, int ncontact) {
  unilateral *made = arena_alloc(a, sizeof *made);
  builder b = {.parts = parts, .given = given, .arena = a, .g = parts->graph, .made = made};
  b.zero = new_exprs(&b, parts->nv);
  if (a->failed)
    return NULL;
  assert(parts->lagrangian);
  *made = (unilateral){.n = parts->n, .nv = parts->nv, .m = parts->m, .ncontact = ncontact};
  bool done = find_motion(&b) && find_constraints(&b) && find_blocks(&b) && find_rows(&b) &&
              find_contacts(&b) && motion_tape(&b) && constraint_tape(&b) && contact_tapes(&b);
  return done ? made : NULL;
}

// ---------------------------------------------------------------------------------------------
// evaluating

bool unilateral_evaluator_init(unilateral_evaluator *e, arena *a, const unilateral *u) {
  const tape *tapes[] = {u->motion, u->rows, u->gaps, u->constraints};
  e->of = u;
  for (int i = 0; i < 4; i++) {
    e->work[i] = ARENA_ARRAY(a, double, tapes[i]->nwork);
    if (a->failed)
      return false;
    tape_prepare(tapes[i], e->work[i]);
  }
  return true;
}

void unilateral_motion(unilateral_evaluator *e, double t, const double *q, const double *v,
                       double *out) {
  const double *in[] = {&t, q, v};
  tape_run(e->of->motion, e->work[0], in, out);
}

void unilateral_rows(unilateral_evaluator *e, double t, const double *q, double *out) {
  const double *in[] = {&t, q};
  tape_run(e->of->rows, e->work[1], in, out);
}

void unilateral_gaps(unilateral_evaluator *e, double t, const double *q, double *out) {
  const double *in[] = {&t, q};
  tape_run(e->of->gaps, e->work[2], in, out);
}

void unilateral_constraints(unilateral_evaluator *e, double t, const double *q, double *out) {
  const double *in[] = {&t, q};
  tape_run(e->of->constraints, e->work[3], in, out);
}
