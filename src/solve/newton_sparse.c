#include "solve/newton_sparse.h"

#include "solve/newton_linear.h"

#include <assert.h>
#include <limits.h>

newton_sparse *newton_sparse_seek(arena *a, arena *scratch, int n) {
  newton_sparse *s = arena_alloc(a, sizeof *s);
  bool *searched = ARENA_ARRAY(scratch, bool, (size_t)n*(size_t)n);
  if (!s || !searched || (long)n*n > INT_MAX)
    return NULL;
  s->searched = searched;
  return s;
}

static void seek(newton_sparse *s, const double *J, long n) {
  for (long i = 0; i < n*n; i++)
    s->searched[i] = s->searched[i] || J[i] != 0;
}

static int count_entries(const newton_sparse *s, long n) {
  int count = 0;
  for (long i = 0; i < n*n; i++)
    count += s->searched[i];
  return count;
}

static void list_entries(newton_sparse *s, int n) {
  int count = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      if (s->searched[(long)i*n + j]) {
        s->column[count] = j;
        s->at[count++] = i*n + j;
      }
    s->first[i + 1] = count;
  }
}

bool newton_sparse_found(newton_sparse *s, arena *a, int n) {
  // an operation on an entry of the factors costs as much as six on dense ones
  static const double share = 1.0/6;
  sparse_pattern of;
  int count = count_entries(s, n);
  if (count == 0 || count > share*n*n)
    return false;
  s->first = ARENA_ARRAY(a, int, n + 1);
  s->column = ARENA_ARRAY(a, int, count);
  s->at = ARENA_ARRAY(a, int, count);
  if (a->failed)
    return false;
  list_entries(s, n);
  s->searched = NULL;
  s->current = true;
  return sparse_pattern_init(&of, a, n, s->first, s->column, s->at) &&
         sparse_lu_init(&s->lu, a, of) && (double)(s->lu.lower + s->lu.upper) <= (double)n*n/2;
}

// where each entry of J^T stands
static bool find_across(newton_sparse *s, arena *a, sparse_rows of, int n) {
  int *next = ARENA_ARRAY(a, int, n);
  s->across = ARENA_ARRAY(a, int, of.first[n]);
  s->turned = ARENA_ARRAY(a, double, of.first[n]);
  if (a->failed)
    return false;
  for (int i = 0; i < n; i++)
    next[i] = of.first[i];
  for (int i = 0; i < n; i++)  // rows ascend, and so do their entries in the column
    for (int k = of.first[i]; k < of.first[i + 1]; k++) {
      int j = of.column[k];
      assert(next[j] < of.first[j + 1] && of.column[next[j]] == i);
      s->across[k] = next[j]++;
    }
  return true;
}

bool newton_sparse_pack(newton_sparse *s, arena *a, sparse_rows of, int n) {
  sparse_pattern pattern;
  *s = (newton_sparse){.current = true};
  s->first = ARENA_ARRAY(a, int, n + 1);
  s->column = ARENA_ARRAY(a, int, of.first[n]);
  s->at = ARENA_ARRAY(a, int, of.first[n]);
  if (a->failed || !find_across(s, a, of, n))
    return false;
  for (int i = 0; i <= n; i++)
    s->first[i] = of.first[i];
  for (int k = 0; k < of.first[n]; k++) {
    s->column[k] = of.column[k];
    s->at[k] = k;
  }
  return sparse_pattern_init(&pattern, a, n, s->first, s->column, s->at) &&
         sparse_lu_init(&s->lu, a, pattern);
}

int newton_sparse_depends(newton *s) {
  newton_sparse *m = s->sparse;
  for (int k = 0; k < m->first[s->shape.n]; k++)
    m->turned[m->across[k]] = s->J[k];
  int missing = sparse_lu_factor(&m->lu, m->turned, NULL);
  missing = missing < 0 ? sparse_lu_weakest(&m->lu) : missing;
  m->lu.whole = false;
  return missing;
}

// the larger of a and |b|; NaN if b is, and from then on
static double larger(double a, double b) {
  return fabs(b) > a || isnan(b) ? fabs(b) : a;
}

bool newton_sparse_scale(newton *s) {
  newton_sparse *m = s->sparse;
  int n = s->shape.n;
  if (m->searched) {
    seek(m, s->J, n);
    s->last.worst = 0;
    return false;
  }
  for (int i = 0; i < n; i++) {
    double largest = 0;
    for (int k = m->first[i]; k < m->first[i + 1]; k++)
      largest = larger(largest, s->J[m->at[k]]);
    if (!(largest > 0) || !isfinite(largest)) {
      s->last.worst = i;
      return false;
    }
    s->row[i] = newton_power_of_two(largest);
    for (int k = m->first[i]; k < m->first[i + 1]; k++)
      s->J[m->at[k]] *= s->row[i];
  }
  return true;
}

// the factors that belong to what was restored
static void catch_up(newton *s) {
  newton_sparse *m = s->sparse;
  if (!m->current)
    sparse_lu_factor(&m->lu, s->J, s->pivot);
  m->current = true;
}

int newton_sparse_factor(newton *s) {
  newton_sparse *m = s->sparse;
  int n = s->shape.n;
  catch_up(s);
  int missing = sparse_lu_refactor(&m->lu, s->J);
  for (int i = 0; i < n; i++)
    s->pivot[i] = missing < 0 ? m->lu.pivot[i] : 0;  // no order of rows: none is kept
  return missing;
}

void newton_sparse_clear(newton *s) {
  long n = s->shape.n;
  for (long i = 0; i < n*n; i++)
    s->J[i] = 0;
  for (int i = 0; i < n; i++)
    s->pivot[i] = 0;
  s->sparse->lu.whole = false;
}

void newton_sparse_solve(newton *s, double *d) {
  catch_up(s);
  sparse_lu_solve(&s->sparse->lu, d);
}

double newton_sparse_row_size(newton_shape k, const newton *s, int i) {
  const newton_sparse *m = s->sparse;
  double sum = 0;
  int entry = m->first[i];
  for (int b = 0, from = 0; b < newton_blocks; from = k.end[b++]) {
    double largest = vec_max(s->x + from, k.end[b] - from);
    for (; entry < m->first[i + 1] && m->column[entry] < k.end[b]; entry++)
      sum += fabs(s->J[m->at[entry]])*newton_size(s, m->column[entry], largest);
  }
  return sum;
}
