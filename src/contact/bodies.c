#include "contact/bodies.h"

#include "base/vec.h"
#include "solve/small_lu.h"

#include <math.h>

enum {
  blocks_each = 40,         // blocks of the factors, for each velocity,
  numbers_each = 700,       // and numbers; 1000 balls in space need as many
  numbers_most = 16000000,  // an eighth of a gigabyte
  most_refined = 6,         // corrections of rows that are held
};

static const double soft_held = 1e-7;  // of W_ii, for rows that are held

static long smaller(long a, long b) {
  return a < b ? a : b;
}

bool bodies_init(impulse_bodies *b, arena *a, impulse_limits limits) {
  long nv = limits.nvelocity, all = smaller(2*nv*limits.ncontact, numbers_most);
  int columns = limits.columns > 0 ? limits.columns : (int)all;
  block_limits matrix = {
      .unknowns = limits.nvelocity,
      .parts = limits.ncontact,
      .members = columns,
      .blocks = (int)smaller(nv*nv, smaller(blocks_each*nv, numbers_most)) + columns,
      .numbers = (int)smaller(nv*nv, smaller(numbers_each*nv, numbers_most)),
  };
  *b = (impulse_bodies){
      .local = ARENA_UNSET(a, int, nv),
      .columns = ARENA_UNSET(a, int, nv),
      .numbers = ARENA_UNSET(a, double, nv),
      .GL = ARENA_UNSET(a, double, contact_width*nv),
      .G = ARENA_UNSET(a, double, (size_t)limits.nrow*contact_width),
      .g = ARENA_UNSET(a, double, limits.nrow),
      .x = ARENA_UNSET(a, double, nv),
      .step = ARENA_UNSET(a, double, limits.nrow),
      .way = ARENA_UNSET(a, double, nv),
      .u0 = ARENA_UNSET(a, double, limits.nrow),
      .y = ARENA_UNSET(a, double, limits.nrow),
      .y_old = ARENA_UNSET(a, double, limits.nrow),
      .w = ARENA_UNSET(a, double, nv),
      .w_old = ARENA_UNSET(a, double, nv),
  };
  return block_lu_init(&b->matrix, a, matrix);
}

void bodies_times(const impulse_bodies *b, double *y, const contact_strip *strip, const double *x,
                  int width) {
  for (int r = 0; r < width; r++) {
    const double *row = strip->value + (long)r*strip->count;
    y[r] = 0;
    for (int j = 0; j < strip->count; j++)
      y[r] += row[j]*x[b->local[strip->column[j]]];
  }
}

void bodies_add(const impulse_bodies *b, double *x, const contact_strip *strip, const double *y,
                int width) {
  for (int r = 0; r < width; r++) {
    const double *row = strip->value + (long)r*strip->count;
    for (int j = 0; j < strip->count; j++)
      x[b->local[strip->column[j]]] += row[j]*y[r];
  }
}

// ---------------------------------------------------------------------------------------------
// the matrix

// velocities of the strip that have no unknown yet are given one; the unknowns join `columns`
static int name_columns(impulse_bodies *b, const contact_strip *s, int *n, int count) {
  for (int k = 0; k < s->count; k++) {
    int *local = &b->local[s->column[k]], known = 0;
    if (*local < 0)
      *local = (*n)++;
    while (known < count && b->columns[known] != *local)
      known++;
    if (known == count)
      b->columns[count++] = *local;
  }
  return count;
}

bool bodies_lay(impulse_solver *s, const island *in) {
  const impulse_problem *p = &s->problem;
  impulse_bodies *b = &s->bodies;
  int n = 0;
  if (b->laid == in->list[0])
    return true;
  for (int k = 0; k < in->count; k++) {
    const contact_strip *strips[] = {&p->left[in->list[k]], &p->right[in->list[k]]};
    for (int side = 0; side < 2; side++)
      for (int j = 0; j < strips[side]->count; j++)
        b->local[strips[side]->column[j]] = -1;
  }
  block_order_begin(&b->matrix.order);
  for (int k = 0; k < in->count; k++) {
    int i = in->list[k], count = name_columns(b, &p->right[i], &n, 0);
    count = name_columns(b, &p->left[i], &n, count);
    block_order_part(&b->matrix.order, b->columns, count);
  }
  b->laid = block_lu_lay(&b->matrix, n) ? in->list[0] : -1;
  return b->laid >= 0;
}

// R^T G L of one contact
static void add_contact(impulse_solver *s, int i) {
  const contact_strip *left = &s->problem.left[i], *right = &s->problem.right[i];
  impulse_bodies *b = &s->bodies;
  int width = contact_rows_width(&s->contacts[i]);
  for (int r = 0; r < width; r++) {
    const double *G = b->G + (long)(s->contacts[i].row + r)*contact_width;
    double *to = b->GL + (long)r*left->count;
    vec_zero(to, left->count);
    for (int k = 0; k < width; k++)
      if (G[k] != 0)
        vec_axpy(to, G[k], left->value + (long)k*left->count, to, left->count);
  }
  for (int j = 0; j < left->count; j++)
    b->columns[j] = b->local[left->column[j]];
  for (int k = 0; k < right->count; k++) {
    vec_zero(b->numbers, left->count);
    for (int r = 0; r < width; r++)
      vec_axpy(b->numbers, right->value[(long)r*right->count + k], b->GL + (long)r*left->count,
               b->numbers, left->count);
    block_lu_add(&b->matrix, b->local[right->column[k]], b->columns, b->numbers, left->count);
  }
}

bool bodies_factor(impulse_solver *s, const island *in) {
  assert(s->bodies.laid == in->list[0]);
  block_lu_clear(&s->bodies.matrix);
  for (int k = 0; k < in->count; k++)
    add_contact(s, in->list[k]);
  return block_lu_factor(&s->bodies.matrix);
}

void bodies_solve(impulse_solver *s, const island *in) {
  const impulse_problem *p = &s->problem;
  impulse_bodies *b = &s->bodies;
  vec_zero(b->x, b->matrix.order.n);
  vec_zero(b->way, b->matrix.order.n);
  for (int k = 0; k < in->count; k++) {
    const contact_rows *c = &s->contacts[in->list[k]];
    bodies_add(b, b->x, &p->right[in->list[k]], b->g + c->row, contact_rows_width(c));
  }
  block_lu_solve(&b->matrix, b->x);
  for (int k = 0; k < in->count; k++) {
    const contact_rows *c = &s->contacts[in->list[k]];
    int width = contact_rows_width(c);
    double du[contact_width];
    bodies_times(b, du, &p->left[in->list[k]], b->x, width);
    for (int r = c->row; r < c->row + width; r++)
      b->step[r] = b->g[r] - vec_dot(b->G + (long)r*contact_width, du, width);
    bodies_add(b, b->way, &p->right[in->list[k]], b->step + c->row, width);
  }
}

// ---------------------------------------------------------------------------------------------
// Newton's method on the natural map

// F + A du + B dP = 0 of one contact: G = B^-1 A, g = -B^-1 F; false if B is singular
static bool solve_rows(impulse_solver *s, int i, const double *P, double soft) {
  const contact_rows *c = &s->contacts[i];
  natural_rows rows;
  double B[contact_width*contact_width], column[contact_width];
  int width = contact_rows_width(c), pivot[contact_width];
  double *G = s->bodies.G + (long)c->row*contact_width, *g = s->bodies.g + c->row;
  natural_linearise(c, s->D + (long)c->row*contact_width, s->u + c->row, P + c->row, soft, &rows);
  for (int r = 0; r < width; r++)
    vec_copy(B + r*width, rows.B + r*contact_width, width);
  if (small_lu_factor(B, pivot, width) >= 0)
    return false;
  for (int k = 0; k <= width; k++) {
    for (int r = 0; r < width; r++)
      column[r] = k < width ? rows.A[r*contact_width + k] : -rows.F[r];
    small_lu_solve(B, pivot, column, width);
    for (int r = 0; r < width; r++)
      *(k < width ? G + r*contact_width + k : g + r) = column[r];
  }
  return true;
}

bool bodies_newton(impulse_solver *s, const island *in, const double *P, double soft) {
  for (int k = 0; k < in->count; k++)
    if (!solve_rows(s, in->list[k], P, soft))
      return false;
  if (!bodies_factor(s, in))
    return false;
  bodies_solve(s, in);
  return true;
}

// ---------------------------------------------------------------------------------------------
// rows that are held

// u of P, and g = -G u; returns the largest u
static double find_rest(impulse_solver *s, const island *in, const double *P) {
  double largest = 0;
  int worst;
  solver_residual(s, in, P, &worst);
  for (int k = 0; k < in->count; k++) {
    int row = s->contacts[in->list[k]].row;
    largest = vec_larger(largest, fabs(s->u[row]));
    s->bodies.g[row] = -s->bodies.G[(long)row*contact_width]*s->u[row];
  }
  return largest;
}

void bodies_hold(impulse_solver *s, const island *in, double *P) {
  impulse_bodies *b = &s->bodies;
  double last = HUGE_VAL;
  for (int k = 0; k < in->count; k++) {
    long at = (long)s->contacts[in->list[k]].row*contact_width;
    assert(s->contacts[in->list[k]].nclause == 0);
    b->G[at] = 1/(soft_held*s->D[at]);
  }
  if (!bodies_factor(s, in))
    return;
  for (int i = 0; i < most_refined; i++) {
    double rest = find_rest(s, in, P);
    if (!(rest < last/4))
      break;
    last = rest;
    bodies_solve(s, in);
    for (int k = 0; k < in->count; k++)
      P[s->contacts[in->list[k]].row] += b->step[s->contacts[in->list[k]].row];
  }
}
