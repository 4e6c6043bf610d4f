// Motion between contacts: positions moved, mass matrices inverted, constraints eliminated.

#include "base/vec.h"
#include "geometry/product.h"
#include "methods/moreau/moreau.h"
#include "solve/dense.h"

void moreau_move(const moreau *s, double *q, const double *from, double share, const double *d) {
  const problem *p = s->shape.problem;
  if (p->class != PROBLEM_GROUP) {
    vec_axpy(q, share, d, from, p->n);
    return;
  }
  for (int i = 0; i < p->group.nfactor; i++) {
    const group_factor *f = &p->group.factor[i];
    double w[3], turn[9];
    if (f->kind == GROUP_R) {
      vec_axpy(q + f->from, share, d + f->first, from + f->from, f->n);
      continue;
    }
    for (int k = 0; k < 3; k++)
      w[k] = share*d[f->first + k];
    so3_cay(turn, w);
    so3_compose(q + f->from, from + f->from, turn);
  }
}

// (1 - h/2 hat(w_h)) cay(h/2 w_h)
void moreau_turn(moreau *s, double h) {
  const problem *p = s->shape.problem;
  double *to = s->bodies.turned;
  for (int i = 0; i < p->group.nfactor; i++) {
    const group_factor *f = &p->group.factor[i];
    double w[3], half[9], rest[9];
    if (f->kind != GROUP_SO3)
      continue;
    for (int k = 0; k < 3; k++)
      w[k] = h/2*s->bodies.vh[f->first + k];
    so3_cay(half, w);
    so3_matrix(rest, 1, -1, 0, w);
    so3_compose(to, rest, half);
    to += 9;
  }
}

// ---------------------------------------------------------------------------------------------
// one block

// mob = M^-1; `scratch` has n^2 + n numbers
static bool invert(double *mob, const double *M, int n, double *scratch, int *pivot) {
  double *lu = scratch, *column = scratch + n*n;
  if (n == 1) {
    mob[0] = 1/M[0];
    return M[0] > 0;
  }
  vec_copy(lu, M, n*n);
  if (dense_factor(lu, pivot, n) >= 0)
    return false;
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < n; i++)
      column[i] = i == j;
    dense_solve(lu, pivot, column, n);
    for (int i = 0; i < n; i++)
      mob[i*n + j] = column[i];
  }
  return true;
}

// C = A B, A m x n, B n x l
static void product(double *C, const double *A, const double *B, int m, int n, int l) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < l; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++)
        sum += A[i*n + k]*B[k*l + j];
      C[i*l + j] = sum;
    }
}

// C = A B^T, A m x n, B l x n
static void product_transposed(double *C, const double *A, const double *B, int m, int n, int l) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < l; j++)
      C[i*l + j] = vec_dot(A + i*n, B + j*n, n);
}

// the numbers of a block with constraints
typedef struct block_rows {
  const unilateral_block *in;
  const double *middle, *end;  // m x n  Abar, A
  const double *a;             // all    A v + a = 0 at the end
} block_rows;

// free <- free - X K^-1 (A free + a), mob <- mob - X K^-1 A mob with X = mob Abar^T, K = A X
static bool eliminate(moreau *s, const block_rows *r, double *mob, double *free) {
  int n = r->in->n, m = r->in->m, *pivot = s->bodies.pivot;
  double *X = s->bodies.scratch, *K = X + n*m, *AM = K + m*m, *u = AM + m*n;
  product_transposed(X, mob, r->middle, n, n, m);
  product(K, r->end, X, m, n, m);
  product(AM, r->end, mob, m, n, n);
  if (m > n || dense_factor(K, pivot, m) >= 0)
    return false;
  for (int k = 0; k < m; k++)
    u[k] = r->a[r->in->constraint[k]] + vec_dot(r->end + k*n, free, n);
  dense_solve(K, pivot, u, m);
  for (int i = 0; i < n; i++)
    free[i] -= vec_dot(X + i*m, u, m);
  for (int j = 0; j < n; j++) {
    for (int k = 0; k < m; k++)
      u[k] = AM[k*n + j];
    dense_solve(K, pivot, u, m);
    for (int i = 0; i < n; i++)
      mob[i*n + j] -= vec_dot(X + i*m, u, m);
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// all of them

// free of one block: v0 + h M^-1 F, then on the constraints
static bool free_block(moreau *s, const unilateral_block *in, double h, bool moved) {
  moreau_bodies *b = &s->bodies;
  int n = in->n, nv = s->shape.u->nv, m = s->shape.u->m;
  const double *F = b->motion;
  int used = (3*s->shape.u->widest + 1)*s->shape.u->widest;  // by eliminate
  double *mob = b->mob + in->mass - nv, *local = b->scratch + used;
  double *force = local + n;
  for (int i = 0; i < n; i++)
    force[i] = F[in->velocity[i]];
  for (int i = 0; i < n; i++)
    local[i] = b->v0[in->velocity[i]] + h*vec_dot(mob + i*n, force, n);
  bool straight = in->m > 0 && moved && s->shape.u->turning;
  block_rows rows = {in, straight ? moreau_straighten(s, in) : b->constraints[0] + in->rows,
                     b->constraints[1] + in->rows, b->constraints[1] + m};
  if (in->m > 0 && !eliminate(s, &rows, mob, local))
    return false;
  for (int i = 0; i < n; i++)
    b->free[in->velocity[i]] = local[i];
  return true;
}

bool moreau_motion(moreau *s, double t, double h, const double *q, const double *v, double t1,
                   const double *q1) {
  const unilateral *u = s->shape.u;
  moreau_bodies *b = &s->bodies;
  bool first = q == b->q0;  // what is constant is found at the start of a step
  if (u->ballistic && !first)
    return true;
  unilateral_motion(s->shape.evaluator, t, q, v, b->motion);
  if (u->m > 0) {
    unilateral_constraints(s->shape.evaluator, t, q, b->constraints[0]);
    unilateral_constraints(s->shape.evaluator, t1, q1, b->constraints[1]);
  }
  for (int k = 0; k < u->nblock; k++) {
    const unilateral_block *in = &u->blocks[k];
    double *mob = b->mob + in->mass - u->nv, *inverse = b->inverse + in->mass - u->nv;
    bool known = in->constant && in->m == 0 && !first;
    if (in->ballistic && !first)
      continue;
    if (known && in->n == 1) {
      int i = in->velocity[0];
      b->free[i] = b->v0[i] + h*vec_dot(mob, b->motion + i, 1);
      continue;
    }
    bool regular = known || invert(mob, b->motion + in->mass, in->n, b->scratch, b->pivot);
    if (in->m > 0)
      vec_copy(inverse, mob, in->n*in->n);
    if (regular && free_block(s, in, h, q != b->q0))
      continue;
    s->base->failed_at = s->shape.nform + in->velocity[0];
    return false;
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// positions on holonomic constraints

// dv = -M^-1 A^T (A M^-1 A^T)^-1 g of one block; rows of nonholonomic constraints have g = 0
static bool hold_block(moreau *s, const unilateral_block *in) {
  moreau_bodies *b = &s->bodies;
  int n = in->n, m = in->m;
  const double *A = b->constraints[1] + in->rows, *inverse = b->inverse + in->mass - s->shape.u->nv;
  double *X = b->scratch, *K = X + n*m, *g = K + m*m;
  product_transposed(X, inverse, A, n, n, m);
  product(K, A, X, m, n, m);
  for (int k = 0; k < m; k++)
    g[k] = b->constraints[1][in->constraint[k]];
  if (dense_factor(K, b->pivot, m) >= 0)
    return false;
  dense_solve(K, b->pivot, g, m);
  for (int i = 0; i < n; i++)
    b->dv[in->velocity[i]] = -vec_dot(X + i*m, g, m);
  return true;
}

double moreau_hold(moreau *s, double t1) {
  const unilateral *u = s->shape.u;
  moreau_bodies *b = &s->bodies;
  if (u->m == 0)
    return 0;
  unilateral_constraints(s->shape.evaluator, t1, b->q1, b->constraints[1]);
  double largest = vec_max(b->constraints[1], u->m);
  moreau_clear(s, b->dv);
  for (int k = 0; k < u->nblock && largest > 0; k++)
    if (u->blocks[k].m > 0 && !hold_block(s, &u->blocks[k]))
      return (double)NAN;
  moreau_correct(s, b->dv);
  return largest;
}
