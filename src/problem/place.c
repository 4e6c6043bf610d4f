#include "problem/place.h"

#include "problem/group.h"
#include "real/sine.h"

#include <assert.h>

// numbers of a factor that change by their d: all, or the translations, or SE(2) with its angle
static int plain_numbers(const group_factor *f) {
  return f->kind == GROUP_SE2 ? 3 : group_factor_translations(f);
}

void place_hold(const problem *p, const bool *given, bool *held) {
  if (p->class != PROBLEM_GROUP) {
    for (int i = 0; i < p->nv; i++)
      held[i] = given[i];
    return;
  }
  for (int k = 0; k < p->group.nfactor; k++) {
    const group_factor *f = p->group.factor + k;
    int plain = plain_numbers(f);
    bool turned = false;
    for (int i = plain; i < f->size; i++)
      turned |= given[f->from + i];
    for (int i = 0; i < f->dim; i++)
      held[f->first + i] = i < plain ? given[f->from + i] : turned;
  }
}

// R of an element of SE(2) or SE(3), by rows, n x n; returns n
static int rotation(const group_factor *f, const double *q, double *R) {
  if (f->kind == GROUP_SE3) {
    vec_copy(R, q + f->from + 3, 9);
    return 3;
  }
  assert(f->kind == GROUP_SE2);
  R[0] = R[3] = real_cos(q[f->from + 2]);
  R[2] = real_sin(q[f->from + 2]);
  R[1] = -R[2];
  return 2;
}

// velocities in space are R times those of the body
void place_turn_row(const problem *p, const double *q, double *row) {
  for (int k = 0; k < p->group.nfactor; k++) {
    const group_factor *f = p->group.factor + k;
    double R[9], body[3];
    if (f->kind != GROUP_SE2 && f->kind != GROUP_SE3)
      continue;
    int n = rotation(f, q, R);
    vec_copy(body, row + f->first, n);
    mat_vec(row + f->first, R, body, n, n);
  }
}

void place_move(const problem *p, double *q, const double *d) {
  if (p->class != PROBLEM_GROUP) {
    vec_axpy(q, 1, d, q, p->n);
    return;
  }
  double step[son_square], to[son_square];
  for (int k = 0; k < p->group.nfactor; k++) {
    const group_factor *f = p->group.factor + k;
    int plain = plain_numbers(f), size = f->size - plain;
    vec_axpy(q + f->from, 1, d + f->first, q + f->from, plain);
    if (size == 0 || vec_max(d + f->first + plain, f->dim - plain) == 0)
      continue;
    group_factor turn = {.kind = f->kind == GROUP_SO ? GROUP_SO : GROUP_SO3, .n = f->n};
    group G = group_of(&turn, 1, GROUP_CAY);
    group_tau(&G, step, d + f->first + plain);
    group_compose(&G, to, q + f->from + plain, step);
    vec_copy(q + f->from + plain, to, size);
  }
}

// <R - R0, R E_k> = -2 vee(R^T R0)_k
void place_slope(const problem *p, const double *q, const double *q0, double *c) {
  if (p->class != PROBLEM_GROUP) {
    vec_sub(c, q, q0, p->n);
    return;
  }
  double A[son_square];
  for (int k = 0; k < p->group.nfactor; k++) {
    const group_factor *f = p->group.factor + k;
    int plain = plain_numbers(f), n = f->kind == GROUP_SO ? f->n : 3;
    double *own = c + f->first + plain;
    vec_sub(c + f->first, q + f->from, q0 + f->from, plain);
    if (f->size == plain)
      continue;
    mat_tmul(A, q + f->from + plain, q0 + f->from + plain, n);
    if (f->kind == GROUP_SO)
      son_vee(own, A, n);
    else
      so3_vee(own, A);
    for (int i = 0; i < f->dim - plain; i++)
      own[i] *= -2;
  }
}

void place_metric(const problem *p, double *W) {
  int n = p->nv;
  vec_zero(W, n*n);
  for (int i = 0; i < n; i++)
    W[(long)i*n + i] = 1;
  for (int k = 0; k < p->group.nfactor; k++) {
    const group_factor *f = p->group.factor + k;
    for (int i = plain_numbers(f); i < f->dim; i++)
      W[(long)(f->first + i)*n + f->first + i] = 2;
  }
}
