#include "output/buckets.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool buckets_begin(buckets *b, int n, size_t room, bool peaks) {
  assert(n > 0 && room >= 2);
  room -= room % 2;
  size_t size = room*(size_t)n*sizeof *b->first;
  *b = (buckets){.n = n, .room = room, .per = 1, .first = malloc(size)};
  b->last = malloc((size_t)n*sizeof *b->last);
  b->low = peaks ? malloc(size) : NULL;
  b->high = peaks ? malloc(size) : NULL;
  return b->first && b->last && (!peaks || (b->low && b->high));
}

void buckets_free(buckets *b) {
  free(b->first);
  free(b->low);
  free(b->high);
  free(b->last);
  *b = (buckets){0};
}

// ---------------------------------------------------------------------------------------------
// rows

// low and high of bucket k take in those of another row
static void include(buckets *b, size_t k, const double *low, const double *high) {
  for (int i = 0; b->low && i < b->n; i++) {
    double *l = &b->low[k*(size_t)b->n + (size_t)i], *h = &b->high[k*(size_t)b->n + (size_t)i];
    *l = fmin(*l, low[i]);
    *h = fmax(*h, high[i]);
  }
}

static void put(double *list, size_t to, const double *row, int n) {
  if (list)
    memmove(list + to*(size_t)n, row, (size_t)n*sizeof *row);
}

void buckets_halve(buckets *b) {
  size_t n = (size_t)b->n, half = (b->count + 1)/2;
  for (size_t k = 0; k < half; k++) {
    put(b->first, k, b->first + 2*k*n, b->n);
    put(b->low, k, b->low ? b->low + 2*k*n : NULL, b->n);
    put(b->high, k, b->high ? b->high + 2*k*n : NULL, b->n);
    if (2*k + 1 < b->count && b->low)
      include(b, k, b->low + (2*k + 1)*n, b->high + (2*k + 1)*n);
  }
  b->filled += b->count % 2 == 0 ? b->per : 0;
  b->count = half;
  b->per *= 2;
}

void buckets_row(buckets *b, const double *row) {
  size_t n = (size_t)b->n;
  memcpy(b->last, row, n*sizeof *row);
  b->total++;
  if (b->count > 0 && b->filled < b->per) {
    b->filled++;
    include(b, b->count - 1, row, row);
    return;
  }
  if (b->count == b->room)
    buckets_halve(b);
  put(b->first, b->count, row, b->n);
  put(b->low, b->count, row, b->n);
  put(b->high, b->count, row, b->n);
  b->count++;
  b->filled = 1;
}

// ---------------------------------------------------------------------------------------------
// points

size_t buckets_points(const buckets *b) {
  return b->count + (b->filled > 1);
}

static double at(const buckets *b, const double *list, size_t point, int column) {
  assert(point < buckets_points(b) && column < b->n);
  return point < b->count && list ? list[point*(size_t)b->n + (size_t)column] : b->last[column];
}

double buckets_first(const buckets *b, size_t point, int column) {
  return at(b, b->first, point, column);
}

double buckets_low(const buckets *b, size_t point, int column) {
  return at(b, b->low, point, column);
}

double buckets_high(const buckets *b, size_t point, int column) {
  return at(b, b->high, point, column);
}
