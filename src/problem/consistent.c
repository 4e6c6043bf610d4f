#include "problem/mechanical.h"

bool consistent_init(consistent *c, arena *a, evaluator *e) {
  const problem *p = e->problem;
  size_t size = (size_t)(p->lagrangian ? p->nv + p->m : p->m);
  bool index2 = p->class == PROBLEM_INDEX2;
  *c = (consistent){
      .evaluator = e,
      .n = p->nv,
      .m = p->m,
      .lagrangian = p->lagrangian,
      .index2 = index2,
      .size = (int)size,
      .A = ARENA_ARRAY(a, double, size*size),
      .b = ARENA_ARRAY(a, double, size),
      .pivot = ARENA_ARRAY(a, int, size),
  };
  return !a->failed && (!index2 || derived_init(&c->derived, a, p));
}

bool derived_init(derived *s, arena *a, const problem *p) {
  int n = p->n, m = p->m;
  double *work = ARENA_ARRAY(a, double, derived_size(n, m));
  int *pivot = ARENA_ARRAY(a, int, m);
  if (!a->failed)
    derived_lay(s, n, m, p->index2.nparts, work, pivot);
  return !a->failed;
}
