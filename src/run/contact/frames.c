// Slips of three rows: the whole relative velocity u of the touching points.
//
// Along the normal it is the rate of the gap over |n| (contact/frame.h). What is left are two
// components along tangents, as those of a model that gives two; in the equations of a mode
//
//   slide    -mu |n| psi H_3^T u/|u|            u is tangential while the gap is held
//   stick    u.(m x a) = 0,  u.(m x (m x a)) = 0       m = n/|n|: model/tangents.h
//
// and in the output a friction force is one in space, of three components.

#include "run/contact/contact.h"

#include "base/shown.h"
#include "base/vec.h"

#include <assert.h>

void frames_find(contacts *c, const double *B, const double *C) {
  int n = c->rows.n;
  for (int i = 0; i < c->count; i++) {
    touch *k = &c->touch[i];
    if (!touch_in_space(k))
      continue;
    frame next;
    int slip = k->slip_row*n, gap = k->row*n;
    k->framed = frame_find_normal(&next, B + slip, B + gap, C + slip, C + gap, n);
    if (!k->framed)
      continue;
    k->frame = next;
    bool bound = k->closed && k->sticks && k->axis >= 0;
    if (!bound && !frame_keeps_axis(&k->frame, k->axis))
      k->axis = frame_smallest(k->frame.normal);
    frame_find_tangents(&k->frame, k->axis);
  }
}

static void along_tangents(const frame *f, const double u[3], double out[2]) {
  for (int j = 0; j < 2; j++)
    out[j] = vec_dot(f->tangent[j], u, 3);
}

void frames_project(contacts *c, const double *residual) {
  for (int i = 0; i < c->count; i++)
    if (touch_in_space(&c->touch[i]))
      along_tangents(&c->touch[i].frame, residual + c->touch[i].slip_row, c->touch[i].slip);
}

// three numbers that are `stride` apart become two, and 0
static void reduce(const frame *f, double *x, int stride) {
  double u[3] = {x[0], x[stride], x[2*stride]}, t[2];
  along_tangents(f, u, t);
  x[0] = t[0];
  x[stride] = t[1];
  x[2*stride] = 0;
}

void frames_reduce(contacts *c, double *size) {
  row_system *w = &c->rows;
  for (int i = 0; i < c->count; i++) {
    const touch *k = &c->touch[i];
    int row = k->slip_row;
    if (!touch_in_space(k))
      continue;
    for (int j = 0; j < w->m; j++)
      reduce(&k->frame, w->W + j*w->m + row, 1);
    for (int j = 0; j < w->m; j++)
      reduce(&k->frame, w->W + row*w->m + j, w->m);
    for (int j = 0; j < w->n; j++)
      reduce(&k->frame, w->Q + row*w->n + j, w->n);
    reduce(&k->frame, w->d + row, 1);
    size[row] = size[row + 1] = vec_max(size + row, 3);
  }
}

void frames_lift(const touch *k, double *lambda, const double *T) {
  for (int j = 0; j < 3; j++)
    lambda[k->slip_row + j] = T[0]*k->frame.tangent[0][j] + T[1]*k->frame.tangent[1][j];
}

void frames_lower(const touch *k, double *T, const double *lambda) {
  along_tangents(&k->frame, lambda + k->slip_row, T);
}

bool frames_turned(const contacts *c) {
  for (int i = 0; i < c->count; i++) {
    const touch *k = &c->touch[i];
    if (touch_in_space(k) && k->closed && k->sticks && !frame_keeps_axis(&k->frame, k->axis))
      return true;
  }
  return false;
}

noslip_status frames_check(const contacts *c, failure *why) {
  for (int i = 0; i < c->count; i++) {
    const touch *k = &c->touch[i];
    bool touches = k->closed || k->gap.now <= touch_gap_rounding(k);
    if (touch_in_space(k) && touches && !k->framed)
      return fail(why, NOSLIP_ERROR_STEP,
                  "the gap of the contact `%s` and the velocity after `along` do not belong to the "
                  "same contact point; look at what stands after `along`",
                  SHOWN(k->label));
  }
  return NOSLIP_OK;
}
