#include "export/export.h"

#include "expr/print_c.h"
#include "methods/compose/compose.h"
#include "native/amalgam.h"
#include "native/kernel_text.h"
#include "native/sources.h"
#include "native/unit.h"
#include "problem/bundles.h"
#include "problem/legendre.h"

#include <assert.h>

// ---- what is needed

// Is the chart that is not the model's own needed? The method may use it, and so does the output
// where it shows the velocity or momentum that the method does not carry.
static bool needs_transform(const export_run *r) {
  return stepper_base(r->stepper)->transforms ||
         r->observed->velocities != r->problem->mechanical.lagrangian;
}

static bool needs_bundle(const export_run *r, bundle_kind kind) {
  switch (kind) {
  case BUNDLE_VALUES:  // p of v, or v of p, at every node
  case BUNDLE_ENERGY: return true;
  case BUNDLE_BLOCKS: return needs_transform(r) || stepper_base(r->stepper)->bundles >> kind & 1;
  case BUNDLE_RESIDUALS: return true;  // empty without constraints
  case BUNDLE_ACCELERATION:
    return r->problem->m > 0 || stepper_base(r->stepper)->bundles >> kind & 1;
  case BUNDLE_PULL:
  case BUNDLE_PULL_BLOCKS: return r->problem->mechanical.structure.loaded;
  case BUNDLE_MONITORS: return r->observed->nmonitor > 0;
  default: return stepper_base(r->stepper)->bundles >> kind & 1;
  }
}

static bool has_large_systems(const export_run *r) {
  return stepper_base(r->stepper)->largest_system > dense_small ||
         r->observed->consistent->size > dense_small ||
         (needs_transform(r) && r->problem->nv > dense_small);
}

// ---- the parts

static const char top[] =
    "#include <assert.h>\n#include <fenv.h>\n#include <float.h>\n#include <math.h>\n"
    "#include <stdbool.h>\n"
    "#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
    "#include <string.h>\n\n"
    "// not every model needs every function of a kernel\n"
    "#if defined __GNUC__\n"
    "#pragma GCC diagnostic ignored \"-Wunused-function\"\n"
    "#pragma GCC diagnostic ignored \"-Wunused-const-variable\"\n"
    "#endif\n\n";

static const char on_groups[] =
    "// On a group q are the numbers of g, v is the body velocity, g' = g hat(v), and derivatives "
    "by q\n"
    "// are those along g hat(e_k): L_q stands for X l, without ad*_v p.\n";

static void print_bundle(text_buffer *out, const export_run *r, bundle_kind kind) {
  assert(r->problem->bundles[kind]);
  text_print(out, "// ");
  bundle_print_meaning(out, kind, r->problem->mechanical.lagrangian);
  text_print(out, "\n");
  unit_print_bundle(out, r->problem, kind, false);
}

// the functions that the model calls
static void print_functions(amalgam *all, const export_run *r) {
  for (int k = 0; k < BUNDLE_COUNT; k++)
    for (int op = 0; needs_bundle(r, (bundle_kind)k) && op < EXPR_OP_COUNT; op++)
      if (print_c_file((expr_op)op) && print_c_uses(r->problem->bundles[k], (expr_op)op))
        amalgam_add(all, print_c_file((expr_op)op));
}

static void print_model(text_buffer *out, const export_run *r) {
  text_print(out,
             "// ---- the functions of the model\n//\n"
             "// in[0] is t%s, in[1] is q, and so on. Outputs that are always zero are not "
             "written.\n%s\n",
             r->problem->ninput > 0 ? " with the inputs" : "",
             r->problem->class == PROBLEM_GROUP ? on_groups : "");
  for (int k = 0; k < BUNDLE_COUNT; k++)
    if (needs_bundle(r, (bundle_kind)k))
      print_bundle(out, r, (bundle_kind)k);
}

// what stands in the place of problem/evaluate.h
static void print_evaluate(text_buffer *out, const export_run *r) {
  text_print(out,
             "// Asking the model: its functions are called directly.\n\n"
             "#include \"base/vec.h\"\n#include \"problem/evaluator.h\"\n\n"
             "static inline void evaluator_into(evaluator *e, bundle_kind kind, double t, "
             "const double *q,\n"
             "                                  const double *x, const double *mu, "
             "double *out) {\n"
             "  const double *in[] = {evaluator_clock(e, &t), q, x, mu};\n  switch (kind) {\n");
  for (int k = 0; k < BUNDLE_COUNT; k++)
    if (k != BUNDLE_MONITORS && needs_bundle(r, (bundle_kind)k))
      text_print(out, "  case %d: bundle_%s(in, out); break;\n", k, bundle_name((bundle_kind)k));
  text_print(out,
             "  default: abort();  // the method asks for what was not printed\n  }\n}\n\n"
             "static inline const double *evaluator_run(evaluator *e, bundle_kind kind, double t,\n"
             "                                          const double *q, const double *x,\n"
             "                                          const double *mu) {\n"
             "  evaluator_into(e, kind, t, q, x, mu, e->bundles[kind].out);\n"
             "  return e->bundles[kind].out;\n}\n\n"
             "static inline const double *evaluator_monitors(evaluator *e, double t, const double "
             "*q,\n"
             "                                               const double *v, const double *p,\n"
             "                                               const double *mu, double energy,\n"
             "                                               const double *w) {\n"
             "  const double *in[] = {evaluator_clock(e, &t), q, v, p, mu, &energy, w};\n"
             "  double *out = e->bundles[BUNDLE_MONITORS].out;\n  %s;\n  return out;\n}\n",
             needs_bundle(r, BUNDLE_MONITORS) ? "bundle_monitors(in, out)" : "(void)in");
}

static void define(text_buffer *out, const char *name, long value, const char *meaning) {
  text_print(out, "#define NOSLIP_%s %ld  // %s\n", name, value, meaning);
}

static void define_number(text_buffer *out, const char *name, double value) {
  char near[32];
  text_print(out, "#define NOSLIP_%s (", name);
  text_c_number(out, value);
  text_print(out, ")  // %s\n", text_number(near, value));
}

// where the outputs of each function begin; the last is their length
static int print_places(text_buffer *out, const export_run *r) {
  int at = 0, places[BUNDLE_COUNT];
  for (int k = 0; k < BUNDLE_COUNT; k++) {
    places[k] = at;
    at += needs_bundle(r, (bundle_kind)k) ? r->problem->bundles[k]->nout : 0;
  }
  text_c_integers(out, "int", "noslip_out", places, BUNDLE_COUNT);
  return at;
}

static void print_sizes(text_buffer *out, const export_run *r) {
  const problem *p = r->problem;
  text_print(out, "// ---- the run: sizes and numbers\n\n");
  define(out, "N", p->n, p->class == PROBLEM_GROUP ? "numbers of a position" : "coordinates");
  define(out, "NV", p->nv, "velocities");
  define(out, "M", p->m, "constraints");
  define(out, "REACTIONS", r->observed->consistent->size,
         "unknowns of the equations of the multipliers");
  define(out, "MONITORS", r->observed->nmonitor, "invariants and observables");
  define(out, "STATE", r->nplace, "columns of positions and velocities");
  define(out, "COLUMNS", r->ncolumn, "of the output");
  define(out, "LAGRANGIAN", p->mechanical.lagrangian, "the form of the model");
  define(out, "LOADED", p->mechanical.structure.loaded, "forces depend on multipliers");
  define(out, "BENT", p->mechanical.structure.bent, "and not in an affine way");
  define(out, "VELOCITIES", r->observed->velocities, "the method carries velocities, not momenta");
  define(out, "DELIVERS", r->observed->delivers, "multipliers of the nodes");
  define(out, "NEEDS_MULTIPLIERS", r->observed->needs_multipliers,
         "an invariant or observable does");
  define(out, "HAS_ANGLES", p->has_angles, "some coordinates are");
  define_number(out, "NOISE", p->mechanical.structure.noise);
  define_number(out, "H", r->h);
  define_number(out, "T", r->start->t);
  text_print(
      out, "#define NOSLIP_STEPS %ldL  // of main\n#define NOSLIP_EVERY %ldL  // steps for a row\n",
      r->steps, r->every);
  define(out, "OUT", print_places(out, r), "numbers that the functions of the model write");
  text_print(out, "\n");
}

static void print_start(text_buffer *out, const export_run *r) {
  int n = r->problem->n, nv = r->problem->nv, m = r->problem->m;
  text_print(out, "// the start\n");
  text_c_array(out, "noslip_q", r->start->q, n);
  text_c_array(out, "noslip_v", r->start->v, nv);
  text_c_array(out, "noslip_p", r->start->p, nv);
  if (method_shows_rho(r->stepper->method) && r->start->reduced) {
    text_print(out, "#define NOSLIP_TANGENT  // the momenta are those that the step carries\n");
    text_c_array(out, "noslip_rho", r->start->rho, n);
  }
  text_c_array(out, "noslip_q_low", r->start->q_low, n);
  text_c_array(out, "noslip_turns", r->start->turns, n);
  text_c_array(out, "noslip_lambda", r->start->lambda, m);
  text_c_array(out, "noslip_residuals", r->observed->residual, m);
  text_c_array(out, "noslip_monitors", r->observed->monitor, r->observed->nmonitor);
  text_print(out, "static const double noslip_energy = ");
  text_c_number(out, r->observed->energy);
  text_print(out, ";\n\nstatic const bool noslip_angle[NOSLIP_N] = {");
  for (int i = 0; i < n; i++)
    text_print(out, "%s%d", i > 0 ? ", " : "", r->problem->angle[i]);
  text_print(out, "};\n\n");
}

// what is set between steps
static void print_inputs(text_buffer *out, const export_run *r) {
  int n = r->problem->ninput;
  define(out, "INPUTS", n, "numbers that are set between steps");
  text_print(out, "\n");
  if (n == 0)
    return;
  const mechanical_structure *found = &r->problem->mechanical.structure;
  define(out, "DRIVEN_MOMENTA", found->driven_momenta || found->live_momenta,
         "p of v contains one of them");
  text_c_array(out, "noslip_inputs", r->evaluator->inputs->clock + 1, n);
  text_print(out, "static const char *const noslip_input_names[NOSLIP_INPUTS] = {\n");
  for (int i = 0; i < n; i++) {
    text_print(out, "    ");
    export_string(out, r->inputs[i]);
    text_print(out, ",\n");
  }
  text_print(out, "};\n\n");
}

static void print_columns(text_buffer *out, const export_run *r) {
  assert(r->nplace >= 0 && r->nplace < r->ncolumn);
  text_print(out, "static const char *const noslip_columns[NOSLIP_COLUMNS] = {\n");
  for (int i = 0; i < r->ncolumn; i++) {
    text_print(out, "    ");
    export_string(out, r->columns[i]);
    text_print(out, ",\n");
  }
  text_print(out,
             "};\n\n// what the columns of the state hold: position i, NOSLIP_N + i for "
             "velocity i%s\n",
             r->problem->class == PROBLEM_GROUP ? ", and so on: noslip_value" : "");
  text_c_integers(out, "int", "noslip_place", r->places, r->nplace);
  text_print(out, "\n");
}

static void print_transform(text_buffer *out, const export_run *r) {
  const evaluator *e = r->evaluator;
  const legendre *l =
      r->problem->mechanical.lagrangian ? e->momenta.context : e->velocities.context;
  assert(l && l->n == r->problem->nv);
  define(out, "LINEAR", l->linear, "y is affine in x");
  define(out, "CONSTANT", l->constant, "y_x is constant, y_q = 0");
  define(out, "SEPARABLE", l->separable, "and f_x = 0");
  define_number(out, "FLOOR", l->floor);
  text_c_array(out, "noslip_last_x", l->x, l->n);
  text_print(out, "\n");
}

static void print_scheme(text_buffer *out, const scheme *s) {
  assert(s && scheme_is_whole(s));
  text_print(out, "#define NOSLIP_STAGES %d\n#define NOSLIP_SCHEME {\"%s\", %d, %d, %d, {",
             s->stages, s->name, s->order, s->stages, s->adjoint);
  for (int i = 0; i < scheme_half; i++) {
    text_print(out, i > 0 ? ", " : "");
    text_c_number(out, s->half[i]);
  }
  text_print(out, "}}\n\n");
}

// the lengths of the arrays of export/kernel.h
static void print_memory(text_buffer *out, const stepper *s) {
  const layout_memory *area = s->kernel->memory.area;
  define(out, "CARRIED", area[LAYOUT_CARRIED].nnumber, "numbers that a step hands to the next");
  define(out, "CARRIED_INTEGERS", area[LAYOUT_CARRIED].ninteger, "integers, likewise");
  define(out, "OUTPUTS", area[LAYOUT_OUTPUTS].nnumber, "numbers of the model in a step");
  define(out, "SCRATCH", area[LAYOUT_SCRATCH].nnumber, "numbers that a step works with");
  define(out, "INTEGERS", area[LAYOUT_SCRATCH].ninteger, "integers that a step works with");
  define(out, "ADJOINT", s->kernel->adjoint, "the step is that of the adjoint");
}

static void print_numbers(text_buffer *out, const export_run *r) {
  const stepper *s = stepper_base(r->stepper);
  print_sizes(out, r);
  print_start(out, r);
  print_inputs(out, r);
  print_columns(out, r);
  if (needs_transform(r))
    print_transform(out, r);
  if (r->stepper->nstage > 0)
    print_scheme(out, r->stepper->scheme);
  print_memory(out, s);
  text_print(out, "\n");
}

static void print_kernels(amalgam *all, const export_run *r) {
  if (has_large_systems(r))
    amalgam_add(all, "solve/dense_large.c");
  kernel_text_add(all, stepper_base(r->stepper), false);
  amalgam_add(all, "export/kernel.h");
  amalgam_add(all, needs_transform(r) ? "export/legendre.h" : "export/own.h");
  amalgam_add(all, r->stepper->nstage > 0 ? "export/stages.h" : "export/one.h");
  amalgam_add(all, "export/run.h");
  text_print(all->out, "#ifndef NOSLIP_NO_MAIN\n\n");
  amalgam_add(all, "output/number.c");
  amalgam_add(all, "export/main.h");
  text_print(all->out, "#endif\n");
}

void export_print(text_buffer *out, const export_run *r) {
  assert(!r->problem->callbacks && stepper_base(r->stepper)->exports && r->every > 0);
  text_buffer asking;
  bool large = has_large_systems(r);
  text_init(&asking, out->memory);
  print_evaluate(&asking, r);
  const amalgam_change changes[] = {{"problem/evaluate.h", asking.data},
                                    {"solve/newton_call.h", source_text("native/newton_direct.h")},
                                    {"solve/dense.h", source_text("native/dense_small.h")}};
  amalgam all = {
      .out = out, .changes = changes, .nchange = large ? 2 : 3, .has_headers = true, .ruled = true};
  out->failed |= asking.failed;
  if (!out->failed) {
    export_head(out, r);
    text_print(out, "%s", top);
    print_functions(&all, r);
    print_model(out, r);
    print_numbers(out, r);
    print_kernels(&all, r);
  }
  text_free(&asking);
}
