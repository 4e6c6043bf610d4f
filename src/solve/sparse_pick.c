#include "solve/sparse_pick.h"

#include <stdlib.h>

static bool is_there(const double *const *A, int count, long at) {
  for (int k = 0; k < count; k++)
    if (A[k][at] != 0)
      return true;
  return false;
}

bool sparse_rows_pick(sparse_rows *r, arena *a, const double *const *A, int count, int m, int n) {
  long all = 0;
  for (long at = 0; at < (long)m*n; at++)
    all += is_there(A, count, at);
  int *first = ARENA_ARRAY(a, int, m + 1), *column = ARENA_ARRAY(a, int, all + 1);
  if (a->failed)
    return false;
  for (int i = 0, k = 0; i < m; i++) {
    for (int j = 0; j < n; j++)
      if (is_there(A, count, (long)i*n + j))
        column[k++] = j;
    first[i + 1] = k;
  }
  *r = (sparse_rows){.first = first, .column = column};
  return true;
}

static int ascending(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

// the columns of row i of A B, marked with i + 1, into `list` unless that is NULL; returns how many
static int mark_row(int *mark, sparse_rows A, sparse_rows B, int i, int *list) {
  int count = 0;
  for (int k = A.first[i]; k < A.first[i + 1]; k++)
    for (int j = B.first[A.column[k]]; j < B.first[A.column[k] + 1]; j++) {
      if (mark[B.column[j]] == i + 1)
        continue;
      mark[B.column[j]] = i + 1;
      if (list)
        list[count] = B.column[j];
      count++;
    }
  if (list)
    qsort(list, (size_t)count, sizeof *list, ascending);
  return count;
}

bool sparse_rows_times(sparse_rows *r, arena *a, sparse_rows A, sparse_rows B, int m, int n) {
  int *first = ARENA_ARRAY(a, int, m + 1), *mark = ARENA_ARRAY(a, int, n);
  for (int i = 0; i < m && !a->failed; i++)
    first[i + 1] = first[i] + mark_row(mark, A, B, i, NULL);
  int *column = a->failed ? NULL : ARENA_ARRAY(a, int, first[m] + 1);
  for (int j = 0; j < n && column; j++)
    mark[j] = 0;
  for (int i = 0; i < m && column; i++)
    mark_row(mark, A, B, i, column + first[i]);
  *r = (sparse_rows){.first = first, .column = column, .packed = true};
  return column != NULL;
}

bool sparse_rows_transpose(sparse_rows *r, arena *a, sparse_rows A, int m, int n) {
  int *first = ARENA_ARRAY(a, int, n + 2), *row = ARENA_ARRAY(a, int, A.first[m] + 1);
  if (a->failed)
    return false;
  int *end = first + 1;  // of the row before, and then of its own
  for (int k = 0; k < A.first[m]; k++)
    end[A.column[k] + 1]++;
  for (int j = 0; j < n; j++)
    end[j + 1] += end[j];
  for (int i = 0; i < m; i++)
    for (int k = A.first[i]; k < A.first[i + 1]; k++)
      row[end[A.column[k]]++] = i;
  *r = (sparse_rows){.first = first, .column = row, .packed = true};
  return true;
}
