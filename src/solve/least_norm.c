#include "solve/least_norm.h"

#include "base/vec.h"

#include <assert.h>
#include <math.h>

bool least_norm_init(least_norm *s, arena *a, int limit) {
  assert(limit >= 0);
  size_t n = (size_t)limit;
  *s = (least_norm){
      .limit = limit,
      .order = ARENA_ARRAY(a, int, n),
      .A = ARENA_ARRAY(a, double, n*n),
      .T = ARENA_ARRAY(a, double, n*n/4 + 1),
      .head = ARENA_ARRAY(a, double, n),
      .made = ARENA_ARRAY(a, double, n),
      .tail = ARENA_ARRAY(a, double, n),
      .norm = ARENA_ARRAY(a, double, n),
      .y = ARENA_ARRAY(a, double, n),
  };
  return !a->failed;
}

static double *column(const least_norm *s, int j) {
  return s->A + (long)j*s->m;
}

// |x|, by way of the largest entry: squares would leave the range
static double length(const double *x, int n) {
  double largest = vec_max(x, n), sum = 0;
  if (!(largest > 0) || !isfinite(largest))
    return largest;
  for (int i = 0; i < n; i++)
    sum += x[i]/largest*(x[i]/largest);
  return largest*sqrt(sum);
}

// The reflection 1 - w w^T/(|w|^2/2) that takes (first, rest) to (value, 0): w = (head, rest) with
// head = first - value. Returns the value; *head is 0 if there is nothing to reflect.
static double reflection(double *head, double first, const double *rest, int n) {
  double tail = length(rest, n);
  *head = 0;
  if (tail == 0)
    return first;
  double larger = vec_larger(fabs(first), tail), a = first/larger, b = tail/larger;
  double value = larger*sqrt(a*a + b*b)*(first > 0 ? -1 : 1);
  *head = first - value;
  return value;
}

// apply it to (*first, rest); `w` is the rest of its vector, `value` what it made
static void reflect(double head, const double *w, double value, double *first, double *rest,
                    int n) {
  if (head == 0)
    return;
  // |w|^2/2 = -value head
  double share = (head * *first + vec_dot(w, rest, n))/(-value*head);
  *first -= share*head;
  vec_axpy(rest, -share, w, rest, n);
}

// the column with the longest remainder from row k on takes place k
static double choose(least_norm *s, int k) {
  int best = k;
  for (int j = k; j < s->n; j++) {
    s->norm[j] = length(column(s, j) + k, s->m - k);
    if (s->norm[j] > s->norm[best])
      best = j;
  }
  for (int i = 0; best != k && i < s->m; i++) {
    double swap = column(s, k)[i];
    column(s, k)[i] = column(s, best)[i];
    column(s, best)[i] = swap;
  }
  int swap = s->order[k];
  s->order[k] = s->order[best];
  s->order[best] = swap;
  return s->norm[best];
}

// [R T] = [U 0] Z: from the last row on, T is taken into the diagonal; its rows stay as reflections
static void clear_tail(least_norm *s) {
  int r = s->rank, rest = s->n - r;
  for (int i = 0; i < r; i++)
    for (int j = 0; j < rest; j++)
      s->T[(long)i*rest + j] = column(s, r + j)[i];
  for (int k = r - 1; k >= 0 && rest > 0; k--) {
    double *w = s->T + (long)k*rest, *own = column(s, k);
    own[k] = reflection(&s->tail[k], own[k], w, rest);
    for (int i = 0; i < k; i++)
      reflect(s->tail[k], w, own[k], own + i, s->T + (long)i*rest, rest);
  }
}

int least_norm_factor(least_norm *s, const double *A, int m, int n, double rcond) {
  assert(m >= 0 && n >= 0 && m <= s->limit && n <= s->limit);
  double longest = 0;
  s->m = m;
  s->n = n;
  for (int j = 0; j < n; j++) {
    s->order[j] = j;
    for (int i = 0; i < m; i++)
      column(s, j)[i] = A[(long)i*n + j];
  }
  for (s->rank = 0; s->rank < m && s->rank < n; s->rank++) {
    int k = s->rank;
    double left = choose(s, k), *own = column(s, k) + k;
    longest = k == 0 ? left : longest;
    if (!(left > rcond*longest))
      break;
    own[0] = reflection(&s->head[k], own[0], own + 1, m - k - 1);
    for (int j = k + 1; j < n; j++)
      reflect(s->head[k], own + 1, own[0], column(s, j) + k, column(s, j) + k + 1, m - k - 1);
    s->made[k] = own[0];
  }
  clear_tail(s);
  return s->rank;
}

void least_norm_solve(least_norm *s, const double *b, double *x) {
  int r = s->rank;
  double *y = s->y;
  vec_copy(y, b, s->m);
  for (int k = 0; k < r; k++)
    reflect(s->head[k], column(s, k) + k + 1, s->made[k], y + k, y + k + 1, s->m - k - 1);
  for (int k = r - 1; k >= 0; k--) {
    y[k] /= column(s, k)[k];
    vec_axpy(y, -y[k], column(s, k), y, k);
  }
  for (int k = r; k < s->n; k++)
    y[k] = 0;
  // Z^T: the reflections in the order that undoes them
  for (int k = 0; k < r && r < s->n; k++)
    reflect(s->tail[k], s->T + (long)k*(s->n - r), column(s, k)[k], y + k, y + r, s->n - r);
  for (int k = 0; k < s->n; k++)
    x[s->order[k]] = y[k];
}
