#include "solve/rank.h"

#include "base/vec.h"

#include <assert.h>
#include <math.h>

bool rank_init(rank *r, arena *a, int m, int n) {
  assert(m >= 0 && n >= 0);
  size_t rows = (size_t)m, cols = (size_t)n;
  *r = (rank){
      .m = m,
      .n = n,
      .order = ARENA_ARRAY(a, int, m),
      .length = ARENA_ARRAY(a, double, m),
      .Q = ARENA_ARRAY(a, double, rows*cols),
      .R = ARENA_ARRAY(a, double, rows*rows),
      .c = ARENA_ARRAY(a, double, m),
  };
  return !a->failed;
}

// q = b/|b|, zero if b is; returns |b|. By way of the largest entry: squares would leave the range.
static double normalise(double *q, const double *b, int n) {
  double largest = vec_max(b, n), length = 0;
  for (int i = 0; i < n; i++)
    q[i] = largest > 0 ? b[i]/largest : 0;
  length = sqrt(vec_dot(q, q, n));
  for (int i = 0; length > 0 && i < n; i++)
    q[i] /= length;
  return largest*length;
}

static void begin(rank *r, const double *B) {
  for (int k = 0; k < r->m; k++) {
    r->order[k] = k;
    r->length[k] = normalise(r->Q + (long)k*r->n, B + (long)k*r->n, r->n);
  }
  vec_zero(r->R, r->m*r->m);
}

// the longest remainder from place j on; its length in *length
static int longest(const rank *r, int j, double *length) {
  int best = j;
  *length = -1;
  for (int k = j; k < r->m; k++) {
    const double *q = r->Q + (long)r->order[k]*r->n;
    double l = sqrt(vec_dot(q, q, r->n));
    if (l > *length) {
      *length = l;
      best = k;
    }
  }
  return best;
}

// take the j-th direction out of a row
static void take_out(rank *r, int j, int row) {
  const double *q = r->Q + (long)r->order[j]*r->n;
  double *rest = r->Q + (long)row*r->n, s = vec_dot(q, rest, r->n);
  vec_axpy(rest, -s, q, rest, r->n);
  r->R[j*r->m + row] += s;
}

int rank_find(rank *r, const double *B) {
  int m = r->m, n = r->n, j = 0;
  begin(r, B);
  for (; j < m && j < n; j++) {
    double length;
    int k = longest(r, j, &length);
    if (!(length > rank_tolerance))
      break;
    int row = r->order[k];
    r->order[k] = r->order[j];
    r->order[j] = row;

    // a new direction; what cancellation left of those before it is taken out again
    for (int l = 0; l < j; l++)
      take_out(r, l, row);
    r->R[j*m + row] = normalise(r->Q + (long)row*n, r->Q + (long)row*n, n);
    for (int l = j + 1; l < m; l++)
      take_out(r, j, r->order[l]);
  }
  return r->rank = j;
}

const double *rank_combination(rank *r, int k) {
  assert(k >= r->rank && k < r->m);
  int m = r->m, row = r->order[k];
  // back substitution with the triangle R[j, order[i]], i >= j, for the scaled rows
  for (int j = r->rank - 1; j >= 0; j--) {
    double sum = r->R[j*m + row];
    for (int i = j + 1; i < r->rank; i++)
      sum -= r->R[j*m + r->order[i]]*r->c[i];
    r->c[j] = sum/r->R[j*m + r->order[j]];
  }
  // back to rows of their own length
  for (int j = 0; j < r->rank; j++)
    r->c[j] *= r->length[row]/r->length[r->order[j]];
  return r->c;
}
