#include "native/unit.h"

#include "expr/print_c.h"
#include "native/amalgam.h"
#include "native/kernel_text.h"
#include "native/sha256.h"
#include "native/sources.h"
#include "problem/bundles.h"
#include "problem/unilateral.h"
#include "solve/dense.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

// instructions beyond which a bundle is left out: one of a step, and one that is asked for once a
// row at most, or has a piece for each of very many bodies
enum { most = 30000, most_seldom = 1000 };

static int longest(const problem *p, bool seldom) {
  return seldom || p->lean ? most_seldom : most;
}

// p of v or v of p, energy, residuals, multipliers, invariants and observables, at every node
static const bundle_set watched = BUNDLE_BIT(BUNDLE_VALUES) | BUNDLE_BIT(BUNDLE_ENERGY) |
                                  BUNDLE_BIT(BUNDLE_RESIDUALS) | BUNDLE_BIT(BUNDLE_ACCELERATION) |
                                  BUNDLE_BIT(BUNDLE_HIDDEN) | BUNDLE_BIT(BUNDLE_MONITORS);

bool unit_leaves_out(const problem *p, const stepper *s, bundle_kind kind) {
  bundle_set asked = stepper_base(s)->bundles;
  bool seldom = kind == BUNDLE_ACCELERATION && !(asked >> kind & 1);
  const tape *t = p->bundles[kind];
  if (!t || !((asked | watched) >> kind & 1) || stepper_base(s)->rare >> kind & 1)
    return true;
  return t->ncode + (p->lean ? t->nstore : 0) > longest(p, seldom);
}

// ---- functions of time stepping

int unit_tapes(const problem *p) {
  return p->unilateral ? unilateral_tapes(p->unilateral) : 0;
}

const tape *unit_tape(const problem *p, int k) {
  const tape *t = unilateral_tape(p->unilateral, k);
  return t && t->ncode + (p->lean ? t->nstore : 0) <= longest(p, false) ? t : NULL;
}

// instructions, up to which everything is made one function, and beyond which two compilers work
enum { small_unit = 1500, long_unit = 3000 };

long unit_instructions(const problem *p, const stepper *s) {
  long count = 0;
  for (int k = 0; k < BUNDLE_COUNT; k++)
    if (!unit_leaves_out(p, s, (bundle_kind)k))
      count += p->bundles[k]->ncode + p->bundles[k]->nstore;
  for (int k = 0; k < unit_tapes(p); k++)
    if (unit_tape(p, k))
      count += unit_tape(p, k)->ncode + unit_tape(p, k)->nstore;
  return count;
}

bool unit_in_halves(const problem *p, const stepper *s) {
  return unit_instructions(p, s) > long_unit;
}

// ---- the key

static void add_array(sha256 *into, const void *list, int count, size_t size) {
  assert(count >= 0);
  sha256_add(into, &count, sizeof count);
  sha256_add(into, list, (size_t)count*size);
}

static void digest_tape(sha256 *into, const tape *t) {
  sha256_add(into, &t->ngroup, sizeof t->ngroup);
  for (int k = 0; k < t->ngroup; k++)
    add_array(into, t->load[k], t->nload[k], sizeof *t->load[k]);
  add_array(into, t->constants, t->nconstant, sizeof *t->constants);
  add_array(into, t->code, t->ncode, sizeof *t->code);
  add_array(into, t->store, t->nstore, sizeof *t->store);
}

// Is the step compiled, too? Where systems are large, that of the library serves as well.
static bool has_step(const stepper *s) {
  return s->compiles && s->largest_system <= dense_small;
}

// May the step work on a record of its own? Its outputs are then in its frame, and not zero: that asks
// for bundles that write all of them, as printed ones do. The interpreter leaves zeros unwritten.
static bool is_local(const problem *p, const stepper *s) {
  for (int k = 0; k < BUNDLE_COUNT; k++)
    if (s->bundles >> k & 1 && p->bundles[k] && unit_leaves_out(p, s, (bundle_kind)k))
      return false;
  return p->n <= kernel_small;
}

bool unit_digest(sha256 *into, const problem *p, const stepper *s, const memory *m) {
  s = stepper_base(s);
  sha256_add(into, source_digest(), strlen(source_digest()));
  for (int k = 0; k < BUNDLE_COUNT; k++) {
    sha256_add(into, &k, sizeof k);
    if (p->bundles[k] && k != BUNDLE_SECTIONS)
      digest_tape(into, p->bundles[k]);
  }
  for (int k = 0; k < unit_tapes(p); k++) {
    sha256_add(into, &k, sizeof k);
    if (unit_tape(p, k))
      digest_tape(into, unit_tape(p, k));
  }
  sha256_add(into, &s->bundles, sizeof s->bundles);  // others are left out
  text_buffer shape;
  text_init(&shape, m);
  if (has_step(s)) {
    kernel_text_many(&shape, p, s, is_local(p, s));
    kernel_text_key(&shape, s, is_local(p, s));
  }
  if (has_step(s) && !shape.failed)
    sha256_add(into, shape.data, shape.length);
  bool done = !shape.failed;
  text_free(&shape);
  return done;
}

// ---- the text

static const char prologue[] = "#include \"base/vec.h\"\n#include \"problem/evaluator.h\"\n"
                               "#include <stddef.h>\n";

void unit_print_bundle(text_buffer *out, const problem *p, bundle_kind kind, unsigned how) {
  char name[40];
  int length = snprintf(name, sizeof name, "bundle_%s", bundle_name(kind));
  assert(p->bundles[kind] && length < (int)sizeof name);
  (void)length;
  print_c_tape(out, p->bundles[kind], name, how);
  text_print(out, "\n");
}

// the files of the functions that a tape calls
static void print_files(text_buffer *out, const tape *t) {
  for (int op = 0; op < EXPR_OP_COUNT; op++)
    if (print_c_file((expr_op)op) && print_c_uses(t, (expr_op)op))
      text_print(out, "#include \"%s\"\n", print_c_file((expr_op)op));
}

static void print_includes(text_buffer *out, const problem *p, const stepper *s) {
  for (int k = 0; k < BUNDLE_COUNT; k++)
    if (!unit_leaves_out(p, s, (bundle_kind)k))
      print_files(out, p->bundles[k]);
  for (int k = 0; k < unit_tapes(p); k++)
    if (unit_tape(p, k))
      print_files(out, unit_tape(p, k));
}

// the functions of time stepping
static void print_tapes(text_buffer *out, const problem *p, unsigned how) {
  for (int k = 0; k < unit_tapes(p); k++)
    if (unit_tape(p, k)) {
      char name[40];
      snprintf(name, sizeof name, "tape_%d", k);
      print_c_tape(out, unit_tape(p, k), name, how);
      text_print(out, "\n");
    }
}

// invariants and observables, called directly if they are compiled
static void print_monitors(text_buffer *out, const problem *p, const stepper *s) {
  bool here = !unit_leaves_out(p, s, BUNDLE_MONITORS);
  text_print(out,
             "static inline const double *evaluator_monitors(evaluator *e, double t, "
             "const double *q,\n"
             "    const double *v, const double *p, const double *mu, double energy, "
             "const double *w) {\n"
             "  const double *in[] = {%s, q, v, p, mu, &energy, w};\n"
             "  const bundle *b = &e->bundles[BUNDLE_MONITORS];\n"
             "  %s;\n  return b->out;\n}\n\n",
             p->ninput > 0 ? "evaluator_clock(e, &t)" : "&t",
             here ? "bundle_monitors(in, b->out)" : "b->function(b->context, in, b->out)");
}

// what stands in the place of problem/evaluate.h: the bundles, and direct calls of them
static void print_bundles(text_buffer *out, const problem *p, const stepper *s) {
  unsigned how =
      (p->n <= kernel_small ? PRINT_C_ZEROS : 0) | (unit_in_halves(p, s) ? PRINT_C_HALVES : 0);
  text_print(out, "%s", prologue);
  print_includes(out, p, s);
  for (int k = 0; k < BUNDLE_COUNT; k++)
    if (!unit_leaves_out(p, s, (bundle_kind)k))
      unit_print_bundle(out, p, (bundle_kind)k, how);
  print_tapes(out, p, how);
  text_print(out,
             "static inline void evaluator_into(evaluator *e, bundle_kind kind, double t, "
             "const double *q,\n"
             "                                  const double *x, const double *mu, "
             "double *out) {\n"
             "  const double *in[] = {%s, q, x, mu};\n  switch (kind) {\n",
             p->ninput > 0 ? "evaluator_clock(e, &t)" : "&t");
  for (int k = 0; k < BUNDLE_COUNT; k++)
    if (k != BUNDLE_MONITORS && !unit_leaves_out(p, s, (bundle_kind)k))
      text_print(out, "  case %d: bundle_%s(in, out); break;\n", k, bundle_name((bundle_kind)k));
  text_print(out,
             "  default: e->bundles[kind].function(e->bundles[kind].context, in, out);\n  }\n}\n\n"
             "static inline const double *evaluator_run(evaluator *e, bundle_kind kind, double t,\n"
             "                                          const double *q, const double *x,\n"
             "                                          const double *mu) {\n"
             "  evaluator_into(e, kind, t, q, x, mu, e->bundles[kind].out);\n"
             "  return e->bundles[kind].out;\n}\n\n");
  print_monitors(out, p, s);
}

// a function as the library calls it
static void print_entry(text_buffer *out, const char *run, const char *of) {
  text_print(out,
             "static void %s(void *context, const double *const *in, double *out) {\n"
             "  (void)context;\n  %s(in, out);\n}\n\n",
             run, of);
}

// the tables of functions that the library calls
static void print_table(text_buffer *out, const problem *p, const stepper *s) {
  char run[40], of[40];
  for (int k = 0; k < BUNDLE_COUNT; k++)
    if (!unit_leaves_out(p, s, (bundle_kind)k)) {
      snprintf(run, sizeof run, "run_%s", bundle_name((bundle_kind)k));
      snprintf(of, sizeof of, "bundle_%s", bundle_name((bundle_kind)k));
      print_entry(out, run, of);
    }
  text_print(out, "bundle_function *const noslip_bundles[] = {\n");
  for (int k = 0; k < BUNDLE_COUNT; k++)
    if (unit_leaves_out(p, s, (bundle_kind)k))
      text_print(out, "  0,\n");
    else
      text_print(out, "  run_%s,\n", bundle_name((bundle_kind)k));
  text_print(out, "};\n\n");
}

// likewise of time stepping
static void print_tape_table(text_buffer *out, const problem *p) {
  char run[40], of[40];
  for (int k = 0; k < unit_tapes(p); k++)
    if (unit_tape(p, k)) {
      snprintf(run, sizeof run, "run_tape_%d", k);
      snprintf(of, sizeof of, "tape_%d", k);
      print_entry(out, run, of);
    }
  if (unit_tapes(p) == 0)
    return;
  text_print(out, "bundle_function *const noslip_tapes[] = {\n");
  for (int k = 0; k < unit_tapes(p); k++)
    if (unit_tape(p, k))
      text_print(out, "  run_tape_%d,\n", k);
    else
      text_print(out, "  0,\n");
  text_print(out, "};\n\n");
}

// Small units are to become one function, loops unrolled. Loads and stores stay those of single
// numbers: pairs that were stored one by one stall when they are loaded together. Calls of memset
// and memcpy in the place of short loops cost more than they save. The latter is no option on the
// command line: clang would refuse it.
static void print_prelude(text_buffer *out, const problem *p, const stepper *s) {
  static const char headers[] =
      "#define NDEBUG\n#define ROWS_ALL(r) true\n#include <assert.h>\n#include <fenv.h>\n#include "
      "<float.h>\n#include <math.h>\n#include <stdbool.h>\n"
      "#include <stddef.h>\n#include <stdint.h>\n#include <string.h>\n\n";
  bool small = stepper_base(s)->unrolled;
  text_print(out,
             "#if defined(__GNUC__) && !defined(__clang__)\n"
             "#pragma GCC optimize(%s\"no-tree-loop-distribute-patterns\")\n#endif\n\n%s",
             small ? "\"no-tree-vectorize\", " : "", headers);
  if (p->n > kernel_small || unit_instructions(p, s) > small_unit || !small)
    return;
  text_print(out, "#define VEC_UNROLL _Pragma(\"GCC unroll 16\")\n"
                  "#define VEC_IS_ZERO(x) (__builtin_constant_p(x) && (x) == 0)\n"
                  "#define inline __inline__ __attribute__((always_inline))\n\n");
}

void unit_print(text_buffer *out, const problem *p, const stepper *s) {
  text_buffer bundles;
  s = stepper_base(s);
  text_init(&bundles, out->memory);
  print_bundles(&bundles, p, s);
  const amalgam_change changes[] = {{"problem/evaluate.h", bundles.data},
                                    {"solve/dense.h", source_text("native/dense_small.h")},
                                    {"solve/newton_call.h", source_text("native/newton_direct.h")}};
  amalgam all = {.out = out, .changes = changes, .nchange = sizeof changes/sizeof *changes};
  out->failed |= bundles.failed;
  if (!out->failed) {
    print_prelude(out, p, s);
    amalgam_add(&all, "problem/evaluate.h");
    text_print(out, "#if NOSLIP_HALF != 2\n\n");
    print_table(out, p, s);
    print_tape_table(out, p);
    if (has_step(s)) {
      kernel_text_many(out, p, s, is_local(p, s));
      amalgam_add(&all, "methods/many.h");
      kernel_text_add(&all, s, is_local(p, s));
    }
    text_print(out, "\n#endif\n");
  }
  text_free(&bundles);
}
