#include "solve/sparse_lu.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

// pivots are kept while no number of L is larger
static const double largest_multiple = 100;

// ---------------------------------------------------------------------------------------------
// with pivots that are chosen, or given

// the places that lead from `from` to those after it through L, onto the list that is reached;
// returns its length
static int reach(sparse_lu *s, int from, int count) {
  int depth = 0;
  if (s->mark[from])
    return count;
  s->stack[0] = from;
  s->next[0] = s->lfirst[from];
  s->mark[from] = 1;
  while (depth >= 0) {
    int at = s->stack[depth];
    if (s->next[depth] == s->lfirst[at + 1]) {
      s->reached[count++] = at;
      depth--;
      continue;
    }
    int to = s->place[s->lplace[s->next[depth]++]];
    if (to < 0 || s->mark[to])
      continue;
    s->mark[to] = 1;
    s->stack[++depth] = to;
    s->next[depth] = s->lfirst[to];
  }
  return count;
}

static int ascending(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

// places of U in column k
static void find_upper(sparse_lu *s, int k) {
  const sparse_pattern *p = &s->of;
  int column = s->order[k], count = 0;
  for (int i = p->first[column]; i < p->first[column + 1]; i++)
    if (s->place[p->row[i]] >= 0)
      count = reach(s, s->place[p->row[i]], count);
  qsort(s->reached, (size_t)count, sizeof *s->reached, ascending);
  s->ufirst[k + 1] = s->ufirst[k] + count;
  assert(s->ufirst[k + 1] <= s->upper);
  for (int i = 0; i < count; i++) {
    s->uplace[s->ufirst[k] + i] = s->reached[i];
    s->mark[s->reached[i]] = 0;
  }
}

// a row that is left joins the last column of L
static int join(sparse_lu *s, int row, int end) {
  if (s->place[row] >= 0 || s->seen[row])
    return end;
  assert(end < s->lower + 1);
  s->seen[row] = 1;
  s->lplace[end] = row;
  return end + 1;
}

// and its rows in L, among them that of the pivot
static void find_lower(sparse_lu *s, int k) {
  const sparse_pattern *p = &s->of;
  int column = s->order[k], end = s->lfirst[k];
  for (int i = p->first[column]; i < p->first[column + 1]; i++)
    end = join(s, p->row[i], end);
  for (int i = s->ufirst[k]; i < s->ufirst[k + 1]; i++)
    for (int j = s->lfirst[s->uplace[i]]; j < s->lfirst[s->uplace[i] + 1]; j++)
      end = join(s, s->lplace[j], end);
  for (int j = s->lfirst[k]; j < end; j++)
    s->seen[s->lplace[j]] = 0;
  s->lfirst[k + 1] = end;
}

// x = L^-1 a, by rows; its part in U
static void eliminate(sparse_lu *s, int k, const double *A) {
  const sparse_pattern *p = &s->of;
  int column = s->order[k];
  for (int i = p->first[column]; i < p->first[column + 1]; i++)
    s->x[p->row[i]] = A[p->at[i]];
  for (int i = s->ufirst[k]; i < s->ufirst[k + 1]; i++) {
    int at = s->uplace[i], row = s->pivot[at];
    double u = s->x[row];
    s->x[row] = 0;
    s->u[i] = u;
    for (int j = s->lfirst[at]; j < s->lfirst[at + 1]; j++)
      s->x[s->lplace[j]] -= s->l[j]*u;
  }
}

// where the pivot of column k stands in L; -1: there is none
static int choose(const sparse_lu *s, int k) {
  int best = -1;
  double largest = 0;
  for (int j = s->lfirst[k]; j < s->lfirst[k + 1]; j++) {
    double size = fabs(s->x[s->lplace[j]]);
    if (!isfinite(size))
      return -1;
    if (size > largest || (size == largest && best >= 0 && s->lplace[j] < s->lplace[best])) {
      best = j;
      largest = size;
    }
  }
  return best;
}

static int given(const sparse_lu *s, int k, int row) {
  for (int j = s->lfirst[k]; j < s->lfirst[k + 1]; j++)
    if (s->lplace[j] == row)
      return s->x[row] != 0 && isfinite(s->x[row]) ? j : -1;
  return -1;
}

// the pivot leaves column k of L, which is divided by it
static void divide(sparse_lu *s, int k, int at) {
  int row = s->lplace[at], end = --s->lfirst[k + 1];
  s->lplace[at] = s->lplace[end];
  s->d[k] = s->x[row];
  s->x[row] = 0;
  s->pivot[k] = row;
  s->place[row] = k;
  for (int j = s->lfirst[k]; j < end; j++) {
    s->l[j] = s->x[s->lplace[j]]/s->d[k];
    s->x[s->lplace[j]] = 0;
  }
}

static void begin(sparse_lu *s) {
  s->whole = false;
  s->lfirst[0] = s->ufirst[0] = 0;
  for (int i = 0; i < s->of.n; i++)
    s->place[i] = -1;
}

// rows of L and of the matrix become places, which is what refactoring and solving want
static void end(sparse_lu *s) {
  for (int j = 0; j < s->lfirst[s->of.n]; j++)
    s->lplace[j] = s->place[s->lplace[j]];
  for (int i = 0; i < s->of.first[s->of.n]; i++)
    s->entry[i] = s->place[s->of.row[i]];
  s->whole = true;
}

int sparse_lu_factor(sparse_lu *s, const double *A, const int *pivot) {
  begin(s);
  for (int k = 0; k < s->of.n; k++) {
    find_upper(s, k);
    find_lower(s, k);
    eliminate(s, k, A);
    int at = pivot ? given(s, k, pivot[k]) : choose(s, k);
    if (at < 0) {
      for (int j = s->lfirst[k]; j < s->lfirst[k + 1]; j++)
        s->x[s->lplace[j]] = 0;
      return s->order[k];
    }
    divide(s, k, at);
  }
  end(s);
  return -1;
}

// ---------------------------------------------------------------------------------------------
// with the pivots before

// column k of the factors, by places; false if its pivot is small, or not a number
static bool refactor_column(sparse_lu *s, int k, const double *A) {
  const sparse_pattern *p = &s->of;
  double *x = s->x, largest = 0;
  int column = s->order[k];
  for (int i = p->first[column]; i < p->first[column + 1]; i++)
    x[s->entry[i]] = A[p->at[i]];
  for (int i = s->ufirst[k]; i < s->ufirst[k + 1]; i++) {
    int at = s->uplace[i];
    double u = x[at];
    x[at] = 0;
    s->u[i] = u;
    for (int j = s->lfirst[at]; j < s->lfirst[at + 1]; j++)
      x[s->lplace[j]] -= s->l[j]*u;
  }
  double d = x[k];
  s->d[k] = d;
  x[k] = 0;
  for (int j = s->lfirst[k]; j < s->lfirst[k + 1]; j++) {
    double l = x[s->lplace[j]]/d, size = fabs(l);
    s->l[j] = l;
    x[s->lplace[j]] = 0;
    largest = size > largest || isnan(size) ? size : largest;
  }
  return d != 0 && isfinite(d) && largest <= largest_multiple;
}

static bool refactor(sparse_lu *s, const double *A) {
  bool good = true;
  for (int k = 0; good && k < s->of.n; k++)
    good = refactor_column(s, k, A);
  return good;
}

int sparse_lu_refactor(sparse_lu *s, const double *A) {
  return s->whole && refactor(s, A) ? -1 : sparse_lu_factor(s, A, NULL);
}

int sparse_lu_factor_diagonal(sparse_lu *s, const double *A) {
  bool there = s->diagonal || sparse_lu_factor(s, A, s->order) < 0;
  s->diagonal = there && refactor(s, A);
  return s->diagonal ? -1 : sparse_lu_factor(s, A, NULL);
}

int sparse_lu_weakest(const sparse_lu *s) {
  int weakest = 0;
  for (int k = 1; k < s->of.n; k++)
    if (fabs(s->d[k]) < fabs(s->d[weakest]))
      weakest = k;
  return s->order[weakest];
}

// ---------------------------------------------------------------------------------------------

void sparse_lu_solve(sparse_lu *s, double *b) {
  int n = s->of.n;
  double *x = s->x;
  assert(s->whole);
  for (int k = 0; k < n; k++)
    x[k] = b[s->pivot[k]];
  for (int k = 0; k < n; k++)
    for (int j = s->lfirst[k]; j < s->lfirst[k + 1]; j++)
      x[s->lplace[j]] -= s->l[j]*x[k];
  for (int k = n - 1; k >= 0; k--) {
    double y = x[k]/s->d[k];
    for (int j = s->ufirst[k]; j < s->ufirst[k + 1]; j++)
      x[s->uplace[j]] -= s->u[j]*y;
    b[s->order[k]] = y;
    x[k] = 0;
  }
}

long sparse_lu_length(const sparse_lu *s) {
  return (long)s->lfirst[s->of.n] + s->ufirst[s->of.n] + s->of.n;
}
