// Rows of a contact on the velocities they depend on, applied.

#pragma once

#include "contact/impulse.h"

// y = (rows of the strip) x
static inline void strip_times(double *y, const contact_strip *s, const double *x, int width) {
  for (int i = 0; i < width; i++) {
    const double *row = s->value + (long)i*s->count;
    double sum = 0;
    for (int k = 0; k < s->count; k++)
      sum += row[k]*x[s->column[k]];
    y[i] = sum;
  }
}

// x += (rows of the strip)^T y
static inline void strip_add(double *x, const contact_strip *s, const double *y, int width) {
  for (int i = 0; i < width; i++) {
    const double *row = s->value + (long)i*s->count;
    for (int k = 0; k < s->count; k++)
      x[s->column[k]] += row[k]*y[i];
  }
}

static inline void strip_clear(double *x, const contact_strip *s) {
  for (int k = 0; k < s->count; k++)
    x[s->column[k]] = 0;
}
