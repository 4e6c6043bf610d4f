#include "problem/mechanical.h"

bool legendre_init(legendre *l, arena *a, const chart *of, int n,
                   const mechanical_structure *found) {
  size_t size = (size_t)n;
  bool alike = found->mass && found->plain;  // on a group, where expressions need not show it
  *l = (legendre){
      .n = n,
      .of = of,
      .linear = found->quadratic,
      .constant = found->uniform || alike,
      .separable = (found->uniform && found->separable) || (alike && found->placed),
      .floor = 1e-12*found->noise,
      .x = ARENA_ARRAY(a, double, n),
      .y = ARENA_ARRAY(a, double, n),
      .f = ARENA_ARRAY(a, double, n),
      .d = ARENA_ARRAY(a, double, n),
      .step = ARENA_ARRAY(a, double, n),
      .from = ARENA_ARRAY(a, double, n),
      .blocks = chart_blocks_new(a, n),
      .lu = ARENA_ARRAY(a, double, size*size),
      .pivot = ARENA_ARRAY(a, int, n),
      .column = ARENA_ARRAY(a, double, n),
      .inverse = ARENA_ARRAY(a, double, size*size),
      .profile =
          alike || !found->uniform || n <= dense_small ? NULL : ARENA_ARRAY(a, int, 2*size),
  };
  return !a->failed;
}
