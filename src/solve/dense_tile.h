// A -= L U for a few columns of U: where large eliminations spend their time.
//
// Each entry is a <- a - l_k u_k for k = 0, 1, ..., one rounding after each product and each
// difference. Several entries are computed at a time, each by itself, so their bits are those of
// plain loops, whatever the width of the processor's vectors. AVX2 is asked for when the program
// runs; it has no fused a*b + c.

#pragma once

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

enum {
  tile_depth = 16,  // columns of L at most; of 8, 16, 24, 32 the fastest for n = 50 to 400
  tile_rows = 4,    // of A at a time
  tile_width = 8,   // columns of U
};

// A is m x width, L m x depth, both in rows of length n; U is packed in rows of `tile_width`
typedef struct tile_block {
  double *A;
  const double *L, *U;
  long n, m;
  int depth, width;
} tile_block;

static inline void tile_plain(const tile_block *t, long first, int width) {
  for (long i = first; i < t->m; i++)
    for (int k = 0; k < t->depth; k++)
      for (int j = 0; j < width; j++)
        t->A[i*t->n + j] -= t->L[i*t->n + k]*t->U[k*tile_width + j];
}

// are these rows of L all zero? In a sparse system most are.
static inline bool tile_is_idle(const double *L, long n, int depth) {
  for (int i = 0; i < tile_rows; i++)
    for (int k = 0; k < depth; k++)
      if (L[i*n + k] != 0)
        return false;
  return true;
}

#ifdef __GNUC__

#define TILE_INLINE inline __attribute__((always_inline))
#define TILE_VECTOR(length) __attribute__((vector_size((length)*8), aligned(8), may_alias))

typedef double tile_pair TILE_VECTOR(2);
typedef double tile_quad TILE_VECTOR(4);

// A function NAME: four rows of two vectors each, in eight registers
#define TILE_FOUR_ROWS(NAME, vector, length)                                                     \
  static TILE_INLINE void NAME(double *A, const double *L, const double *U, long n, int depth) { \
    vector *a = (vector *)A, *b = (vector *)(A + n);                                             \
    vector *c = (vector *)(A + 2*n), *d = (vector *)(A + 3*n);                                   \
    vector a0 = a[0], a1 = a[1], b0 = b[0], b1 = b[1];                                           \
    vector c0 = c[0], c1 = c[1], d0 = d[0], d1 = d[1];                                           \
    for (int k = 0; k < depth; k++, U += tile_width) {                                           \
      vector u = *(const vector *)U, v = *(const vector *)(U + length);                          \
      a0 -= L[k]*u, a1 -= L[k]*v;                                                                \
      b0 -= L[n + k]*u, b1 -= L[n + k]*v;                                                        \
      c0 -= L[2*n + k]*u, c1 -= L[2*n + k]*v;                                                    \
      d0 -= L[3*n + k]*u, d1 -= L[3*n + k]*v;                                                    \
    }                                                                                            \
    a[0] = a0, a[1] = a1, b[0] = b0, b[1] = b1;                                                  \
    c[0] = c0, c[1] = c1, d[0] = d0, d[1] = d1;                                                  \
  }

TILE_FOUR_ROWS(tile_pairs, tile_pair, 2)  // of four numbers
TILE_FOUR_ROWS(tile_quads, tile_quad, 4)  // of eight numbers
#undef TILE_FOUR_ROWS

// whole groups of rows; those that are left are `tile_plain`
static inline long tile_rows_in_pairs(const tile_block *t) {
  long i = 0;
  for (; i + tile_rows <= t->m; i += tile_rows)
    if (!tile_is_idle(t->L + i*t->n, t->n, t->depth)) {
      tile_pairs(t->A + i*t->n, t->L + i*t->n, t->U, t->n, t->depth);
      tile_pairs(t->A + i*t->n + 4, t->L + i*t->n, t->U + 4, t->n, t->depth);
    }
  return i;
}

#ifdef __x86_64__
__attribute__((target("avx2"))) static inline long tile_rows_in_quads(const tile_block *t) {
  long i = 0;
  for (; i + tile_rows <= t->m; i += tile_rows)
    if (!tile_is_idle(t->L + i*t->n, t->n, t->depth))
      tile_quads(t->A + i*t->n, t->L + i*t->n, t->U, t->n, t->depth);
  return i;
}
#endif

static inline long tile_rows_of(const tile_block *t) {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2"))
    return tile_rows_in_quads(t);
#endif
  return tile_rows_in_pairs(t);
}

#else

// a compiler without vectors
static inline long tile_rows_of(const tile_block *t) {
  (void)t;
  return 0;
}

#endif

// A -= L U
static inline void tile_subtract(const tile_block *t) {
  assert(t->depth <= tile_depth && t->width <= tile_width && t->m >= 0);
  long done = t->width == tile_width ? tile_rows_of(t) : 0;
  tile_plain(t, done, t->width);
}
