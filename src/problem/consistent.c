#include "problem/mechanical.h"

consistent consistent_of(evaluator *e) {
  const problem *p = e->problem;
  return (consistent){
      .evaluator = e,
      .n = p->nv,
      .m = p->m,
      .lagrangian = p->mechanical.lagrangian,
      .index2 = !problem_is_mechanical(p),
      .loaded = p->mechanical.structure.loaded,
      .bent = p->mechanical.structure.bent,
      .size = p->mechanical.lagrangian ? p->nv + p->m : p->m,
  };
}

// all arrays of both
static void lay(consistent *c, const problem *p, layout *l) {
  consistent_lay(c, l);
  if (c->loaded)
    consistent_lay_load(&c->load, p->nv, p->m, l);
  if (c->index2 || c->loaded)
    algebraic_lay(&c->algebraic, p->n, p->m, p->index2.nparts, l);
  if (p->class == PROBLEM_OVERDETERMINED)
    c->algebraic.rows = BUNDLE_RATE_BLOCKS;
}

bool consistent_init(consistent *c, arena *a, evaluator *e) {
  layout counted = {0};
  *c = consistent_of(e);
  lay(c, e->problem, &counted);
  layout all = arena_layout(a, &counted);
  if (a->failed)
    return false;
  lay(c, e->problem, &all);
  assert(layout_agrees(&all, &counted));
  return true;
}
