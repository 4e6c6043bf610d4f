#include "methods/phase_make.h"

#include "problem/problem.h"

// q, then rho[1], rho[2], ...; of the full form momenta
static bool name_all(phase *s, phase_shape k, arena *a) {
  const problem *p = s->e->problem;
  s->name = ARENA_ARRAY(a, const char *, k.size);
  for (int i = 0; s->name && i < k.size; i++)
    s->name[i] = i < k.n               ? p->coordinate[i]
                 : k.form == SKEW_FULL ? arena_print(a, "momentum of %s", p->coordinate[i - k.n])
                                       : arena_print(a, "rho[%d]", i - k.n + 1);
  return !a->failed;
}

bool phase_init(phase *s, phase_shape *k, arena *a, evaluator *e) {
  const problem *p = e->problem;
  int size = p->nz, m = p->form == SKEW_REDUCED ? p->m : 0;
  bool autonomous = p->class == PROBLEM_INDEX2 ? p->index2.autonomous : p->structure.autonomous;
  *k = (phase_shape){.form = p->form,
                     .n = p->n,
                     .m = m,
                     .size = size,
                     .steered = autonomous && !p->structure.forces};
  *s = (phase){.e = e,
               .z = ARENA_ARRAY(a, double, size),
               .low = ARENA_ARRAY(a, double, size),
               .end = ARENA_ARRAY(a, double, size),
               .end_low = ARENA_ARRAY(a, double, size),
               .origin = ARENA_ARRAY(a, double, size),
               .frame = ARENA_ARRAY(a, double, m + 1),
               .chosen = ARENA_ARRAY(a, double, m)};
  return !a->failed && name_all(s, *k, a);
}

bundle_set phase_bundles(phase_shape k) {
  bundle_set passage =
      BUNDLE_BIT(BUNDLE_SIGNS) | BUNDLE_BIT(BUNDLE_DESCEND) | BUNDLE_BIT(BUNDLE_LIFT);
  return (k.form == SKEW_REDUCED ? passage : 0) | (k.steered ? BUNDLE_BIT(BUNDLE_INCREMENT) : 0);
}

void phase_print(text_buffer *out, phase_shape k) {
  text_print(out, "{%d, %d, %d, %d, %d}", (int)k.form, k.n, k.m, k.size, k.steered);
}

void phase_print_size(text_buffer *out, phase_shape k) {
  text_print(out, "#define PHASE_SIZE %d\n", k.size);
}
