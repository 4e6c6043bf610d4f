#include "native/kernel_text.h"

#include <assert.h>

// the macros of methods/entry.h, without the shape
static void print_definitions(text_buffer *out, const stepper *s, bool local) {
  const binding *b = s->binding;
  assert(b && s->record);  // it has a kernel of its own
  layout own = {0};
  b->lay_own(s->record, &own);
  long count = own.area[LAYOUT_SCRATCH].nnumber + own.area[LAYOUT_OUTPUTS].nnumber;
  bool copies = local && count <= b->local;
  text_print(out,
             "#define FAMILY %s\n#define FAMILY_EQUATIONS %d\n#define FAMILY_SOLVER %d\n"
             "#define FAMILY_DIRECT 1\n#define FAMILY_LOCAL %d\n#define FAMILY_HOME %d\n",
             b->family, b->equations, b->has_solver(s->record), copies, copies && b->home);
  if (copies)
    text_print(out,
               "#define FAMILY_OUTPUTS %ld\n#define FAMILY_SCRATCH %ld\n"
               "#define FAMILY_INTEGERS %ld\n",
               own.area[LAYOUT_OUTPUTS].nnumber, own.area[LAYOUT_SCRATCH].nnumber,
               own.area[LAYOUT_SCRATCH].ninteger);
}

// the arrays of the shape, then the shape
static void print_shape(text_buffer *out, const stepper *s) {
  text_buffer fields;
  text_init(&fields, out->memory);
  literal shape = {.arrays = out, .fields = &fields, .in_turn = s->in_turn};
  s->binding->print_shape(s->record, &shape);
  text_print(out, "#define FAMILY_SHAPE(record) ((%s_shape){%s})\n", s->binding->family,
             fields.failed ? "" : fields.data);
  out->failed |= fields.failed;
  text_free(&fields);
}

void kernel_text_key(text_buffer *out, const stepper *s, bool local) {
  print_definitions(out, s, local);
  text_print(out, "%s\n", s->binding->file);
  print_shape(out, s);
}

void kernel_text_add(amalgam *all, const stepper *s, bool local) {
  print_definitions(all->out, s, local);
  text_print(all->out, "\n");
  amalgam_add(all, s->binding->file);
  print_shape(all->out, s);
  text_print(all->out, "\n");
  amalgam_add(all, "methods/entry.h");
}

// nodes of a mechanical system without terms a(q).v are watched in the loop
static bool looks(const problem *p) {
  return problem_is_mechanical(p) && p->mechanical.structure.gyroscopic == 0;
}

enum { monitors_multipliers = 4 };  // their place among the inputs of BUNDLE_MONITORS

void kernel_text_many(text_buffer *out, const problem *p, const stepper *s, bool local) {
  bool velocities = method_velocities(s->method, p), lagrangian = p->mechanical.lagrangian;
  const tape *monitors = p->bundles[BUNDLE_MONITORS];
  text_print(out, "#define MANY_N %d\n#define MANY_M %d\n#define MANY_FUSED %d\n", p->n, p->m,
             local && s->direct);
  text_print(out,
             "#define MANY_SHAPE(w) ((many_shape){ \\\n"
             "  .watched = {%d, %d, (w)->shape.watched.ninvariant, %d}, \\\n"
             "  .looks = %s, .mechanical = %d, .own = %d, .velocities = %d, \\\n"
             "  .lagrangian = %d, .angles = %d, .multipliers = %d})\n",
             p->nv, p->m, monitors ? monitors->nout : 0, looks(p) ? "(w)->shape.looks" : "false",
             looks(p), velocities == lagrangian, velocities, lagrangian, p->has_angles,
             monitors && monitors->nload[monitors_multipliers] > 0);
}
