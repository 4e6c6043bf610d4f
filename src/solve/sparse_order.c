// The order of the columns of a sparse matrix, and the room that its factors may need.
//
//   order   that of A^T A: the rows of A are the parts of block_order.h
//   U       has at most the pattern of R, A^T A = R^T R, with any pivots
//   L       at step k the rows are left that begin with column k, and those that were left at columns whose
//           first other column in R is k, one pivot less each                    [George, Ng 1985]

#include "solve/block_order.h"
#include "solve/sparse_lu.h"

#include <limits.h>
#include <string.h>

static const long most_numbers = 200000000;  // of the factors, and of the parts of the order

bool sparse_pattern_init(sparse_pattern *p, arena *a, int n, const int *first, const int *column,
                         const int *at) {
  int count = first[n];
  *p = (sparse_pattern){.n = n,
                        .first = ARENA_ARRAY(a, int, n + 2),
                        .row = ARENA_ARRAY(a, int, count + 1),
                        .at = ARENA_ARRAY(a, int, count + 1)};
  if (a->failed)
    return false;
  int *end = p->first + 1;  // of the column before, and then of its own
  for (int k = 0; k < count; k++)
    end[column[k] + 1]++;
  for (int j = 0; j < n; j++)
    end[j + 1] += end[j];
  for (int i = 0; i < n; i++)
    for (int k = first[i]; k < first[i + 1]; k++) {
      p->row[end[column[k]]] = i;
      p->at[end[column[k]]++] = at[k];
    }
  return true;
}

// the rows of a matrix, as the order wants them
typedef struct rows {
  int *first, *column;
} rows;

static bool rows_of(rows *r, arena *a, const sparse_pattern *p) {
  int count = p->first[p->n];
  r->first = ARENA_ARRAY(a, int, p->n + 2);
  r->column = ARENA_ARRAY(a, int, count + 1);
  if (a->failed)
    return false;
  int *end = r->first + 1;
  for (int k = 0; k < count; k++)
    end[p->row[k] + 1]++;
  for (int i = 0; i < p->n; i++)
    end[i + 1] += end[i];
  for (int j = 0; j < p->n; j++)
    for (int k = p->first[j]; k < p->first[j + 1]; k++)
      r->column[end[p->row[k]]++] = j;
  return true;
}

// members that make enough room for the lists of neighbours
static long members_of(const rows *r, int n) {
  long all = r->first[n], neighbours = 0;
  for (int i = 0; i < n; i++) {
    long width = r->first[i + 1] - r->first[i];
    neighbours += width*width;
  }
  return all + neighbours/8 + 1;
}

static bool order_with(block_order *o, arena *a, const rows *r, int n, long blocks) {
  block_limits limits = {.unknowns = n, .parts = n, .blocks = (int)blocks, .numbers = INT_MAX};
  limits.members = (int)members_of(r, n);
  if (!block_order_init(o, a, limits))
    return false;
  block_order_begin(o);
  for (int i = 0; i < n; i++)
    if (r->first[i] < r->first[i + 1])
      block_order_part(o, r->column + r->first[i], r->first[i + 1] - r->first[i]);
  return block_order_find(o, n);
}

// again with more room, until it is found
static bool find_order(block_order *o, arena *a, const rows *r, int n) {
  if (members_of(r, n) > most_numbers)
    return false;
  for (long blocks = 8L*(r->first[n] + n); blocks < most_numbers; blocks *= 4)
    if (order_with(o, a, r, n, blocks))
      return true;
    else if (a->failed)
      return false;
  return false;
}

// columns of the nodes one after the other; a column without an entry comes last
static void list_columns(const block_order *o, int n, int *order, int *begin) {
  int end = 0;
  for (int k = 0; k < o->nnode; k++) {
    begin[k] = end;
    end += o->size[o->order[k]];
  }
  for (int j = 0; j < n; j++)
    order[o->node[j] < 0 ? end++ : begin[o->position[o->node[j]]] + o->place[j]] = j;
}

// the first place after `k`, of the node at `position`, that R has in its row; -1: none
static int parent(const block_order *o, const int *begin, int position, int k) {
  if (k + 1 < begin[position] + o->size[o->order[position]])
    return k + 1;
  int at = o->first[position] + o->diagonal[position] + 1;
  return at < o->first[position + 1] ? begin[o->column[at]] : -1;
}

// numbers of a row of R beside the diagonal
static long width(const block_order *o, const int *begin, int position, int k) {
  long sum = begin[position] + o->size[o->order[position]] - k - 1;
  for (int i = o->first[position] + o->diagonal[position] + 1; i < o->first[position + 1]; i++)
    sum += o->size[o->order[o->column[i]]];
  return sum;
}

// left[k]: rows that begin with the column at place k
static void count_rows(const rows *r, const int *place, int n, long *left) {
  for (int i = 0; i < n; i++) {
    int least = n;
    for (int k = r->first[i]; k < r->first[i + 1]; k++)
      least = place[r->column[k]] < least ? place[r->column[k]] : least;
    if (least < n)
      left[least]++;
  }
}

static void find_room(sparse_lu *s, const block_order *o, const int *begin, long *left) {
  s->lower = s->upper = 0;
  for (int position = 0; position < o->nnode; position++)
    for (int k = begin[position]; k < begin[position] + o->size[o->order[position]]; k++) {
      long after = left[k] > 0 ? left[k] - 1 : 0;
      int to = parent(o, begin, position, k);
      s->lower += after;
      s->upper += width(o, begin, position, k);
      if (to >= 0)
        left[to] += after;
    }
}

static bool find_all(sparse_lu *s, arena *scratch) {
  int n = s->of.n;
  block_order o;
  rows r;
  int *begin = ARENA_ARRAY(scratch, int, n + 1), *place = ARENA_ARRAY(scratch, int, n + 1);
  long *left = ARENA_ARRAY(scratch, long, n + 1);
  if (scratch->failed || !rows_of(&r, scratch, &s->of) || !find_order(&o, scratch, &r, n))
    return false;
  list_columns(&o, n, s->order, begin);
  for (int k = 0; k < n; k++)
    place[s->order[k]] = k;
  count_rows(&r, place, n, left);
  find_room(s, &o, begin, left);
  return s->lower <= most_numbers && s->upper <= most_numbers;
}

static bool take_memory(sparse_lu *s, arena *a) {
  int n = s->of.n;
  s->pivot = ARENA_ARRAY(a, int, n);
  s->place = ARENA_ARRAY(a, int, n);
  s->entry = ARENA_ARRAY(a, int, s->of.first[n] + 1);
  s->lfirst = ARENA_ARRAY(a, int, n + 1);
  s->ufirst = ARENA_ARRAY(a, int, n + 1);
  s->lplace = ARENA_UNSET(a, int, s->lower + 1);
  s->uplace = ARENA_UNSET(a, int, s->upper + 1);
  s->l = ARENA_UNSET(a, double, s->lower + 1);
  s->u = ARENA_UNSET(a, double, s->upper + 1);
  s->d = ARENA_ARRAY(a, double, n);
  s->x = ARENA_ARRAY(a, double, n);
  s->mark = ARENA_ARRAY(a, int, n);
  s->seen = ARENA_ARRAY(a, int, n);
  s->stack = ARENA_ARRAY(a, int, n);
  s->next = ARENA_ARRAY(a, int, n);
  s->reached = ARENA_ARRAY(a, int, n);
  return !a->failed;
}

bool sparse_lu_init(sparse_lu *s, arena *a, sparse_pattern of) {
  arena scratch;
  *s = (sparse_lu){.of = of, .order = ARENA_ARRAY(a, int, of.n)};
  if (a->failed)
    return false;
  arena_init(&scratch, a->memory);
  bool found = find_all(s, &scratch);
  a->failed |= scratch.failed;
  arena_free(&scratch);
  return found && take_memory(s, a);
}
