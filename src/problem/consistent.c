#include "problem/mechanical.h"

bool consistent_init(consistent *c, arena *a, evaluator *e) {
  const problem *p = e->problem;
  size_t size = (size_t)(p->lagrangian ? p->n + p->m : p->m);
  *c = (consistent){
      .evaluator = e,
      .n = p->n,
      .m = p->m,
      .lagrangian = p->lagrangian,
      .size = (int)size,
      .A = ARENA_ARRAY(a, double, size*size),
      .b = ARENA_ARRAY(a, double, size),
      .pivot = ARENA_ARRAY(a, int, size),
  };
  return !a->failed;
}
