#include "methods/gradient/phase_make.h"

#include "problem/problem.h"

// q, then rho[1], rho[2], ...; of the full form momenta
static bool name_all(phase *s, phase_shape k, arena *a) {
  const problem *p = s->e->problem;
  s->name = ARENA_ARRAY(a, const char *, k.size);
  for (int i = 0; s->name && i < k.size; i++)
    s->name[i] = i < k.n               ? p->coordinate[k.kept ? k.kept[i] : i]
                 : k.form == SKEW_FULL ? arena_print(a, "momentum of %s", p->coordinate[i - k.n])
                                       : arena_print(a, "rho[%d]", i - k.n + 1);
  return !a->failed;
}

bool phase_init(phase *s, phase_shape *k, arena *a, evaluator *e) {
  const problem *p = e->problem;
  bool reduced = p->form == SKEW_REDUCED;
  int size = p->nz, n = reduced ? p->zq : p->n, m = reduced ? p->zm : 0;
  bool autonomous = p->class == PROBLEM_INDEX2 ? p->index2.autonomous : p->structure.autonomous;
  *k = (phase_shape){.form = p->form,
                     .n = n,
                     .m = m,
                     .size = size,
                     .steered = autonomous && !p->structure.forces,
                     .framed = p->bundles[BUNDLE_CROSSING] != NULL,
                     .bound = p->bundles[BUNDLE_SURFACE] != NULL,
                     .nv = p->nv,
                     .ngiven = p->n - n,
                     .nturning = reduced ? p->nturning : 0,
                     .kept = n < p->n ? p->kept : NULL,
                     .given = p->given,
                     .turning = p->turning};
  *s = (phase){.e = e,
               .z = ARENA_ARRAY(a, double, size),
               .low = ARENA_ARRAY(a, double, size),
               .end = ARENA_ARRAY(a, double, size),
               .end_low = ARENA_ARRAY(a, double, size),
               .origin = ARENA_ARRAY(a, double, size),
               .ends = ARENA_ARRAY(a, double, 2*m + 1),
               .place = ARENA_ARRAY(a, double, n),
               .away = ARENA_ARRAY(a, double, n),
               .frame = ARENA_ARRAY(a, double, m + 1),
               .chosen = ARENA_ARRAY(a, double, m)};
  return !a->failed && name_all(s, *k, a);
}

bundle_set phase_bundles(phase_shape k) {
  bundle_set passage =
      BUNDLE_BIT(BUNDLE_SIGNS) | BUNDLE_BIT(BUNDLE_DESCEND) | BUNDLE_BIT(BUNDLE_LIFT);
  bundle_set account = BUNDLE_BIT(BUNDLE_INCREMENT) | (k.framed ? BUNDLE_BIT(BUNDLE_CROSSING) : 0);
  passage |= k.bound ? BUNDLE_BIT(BUNDLE_SURFACE) : 0;
  return (k.form == SKEW_REDUCED ? passage : 0) | (k.steered ? account : 0);
}

// an array of this name, or none: then the name stands for nothing
static void print_places(text_buffer *out, const char *name, const int *list, int count) {
  if (count == 0) {
    text_print(out, "#define %s NULL\n", name);
    return;
  }
  text_print(out, "static const int %s[] = {", name);
  for (int i = 0; i < count; i++)
    text_print(out, "%s%d", i > 0 ? ", " : "", list[i]);
  text_print(out, "};\n");
}

void phase_print_arrays(text_buffer *out, phase_shape k) {
  print_places(out, "phase_kept", k.kept, k.kept ? k.n : 0);
  print_places(out, "phase_given", k.given, k.ngiven);
  print_places(out, "phase_turning", k.turning, 2*k.nturning);
}

void phase_print(text_buffer *out, phase_shape k) {
  text_print(
      out, "{%d, %d, %d, %d, %d, %d, %d, %d, %d, %d, phase_kept, phase_given, phase_turning}",
      (int)k.form, k.n, k.m, k.size, k.steered, k.framed, k.bound, k.nv, k.ngiven, k.nturning);
}

void phase_print_size(text_buffer *out, phase_shape k) {
  text_print(out, "#define PHASE_SIZE %d\n", k.size);
}
