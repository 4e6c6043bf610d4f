#include "output/comparison.h"
#include "output/json.h"

static void field(FILE *out, const char *name, double x) {
  fprintf(out, ", \"%s\": ", name);
  json_number(out, x);
}

static void list(FILE *out, const double *x, int n) {
  fputc('[', out);
  for (int i = 0; i < n; i++) {
    fputs(i > 0 ? ", " : "", out);
    json_number(out, x[i]);
  }
  fputc(']', out);
}

static void max_errors(FILE *out, const noslip_comparison *r, const noslip_compare_method *m) {
  if (r->has_energy) {
    fputs(",\n   \"energy\": {\"max_error\": ", out);
    json_number(out, m->energy_max_error);
    field(out, "trend", m->energy_trend);
    fputc('}', out);
  }
  if (r->nconstraint > 0) {
    fputs(", \"constraint\": {\"max_error\": ", out);
    json_number(out, m->constraint_max_error);
    fputc('}', out);
  }
  fputs(",\n   \"invariants\": {", out);
  for (int i = 0; i < r->ninvariant; i++) {
    fputs(i > 0 ? ", " : "", out);
    json_text(out, r->invariants[i]);
    fputs(": {\"max_error\": ", out);
    json_number(out, m->invariant_max_errors[i]);
    fputc('}', out);
  }
  fputc('}', out);
}

static void samples(FILE *out, const noslip_comparison *r, const noslip_compare_method *m) {
  fputs(",\n   \"samples\": {\"t\": ", out);
  list(out, m->times, m->nsample);
  if (m->energy) {
    fputs(",\n    \"energy\": ", out);
    list(out, m->energy, m->nsample);
  }
  if (m->constraint) {
    fputs(",\n    \"constraint\": ", out);
    list(out, m->constraint, m->nsample);
  }
  fputs(",\n    \"invariants\": {", out);
  for (int i = 0; i < r->ninvariant; i++) {
    fputs(i > 0 ? ",\n     " : "", out);
    json_text(out, r->invariants[i]);
    fputs(": ", out);
    list(out, m->invariants[i], m->nsample);
  }
  fputs("}}", out);
}

static void method(FILE *out, const noslip_comparison *r, const noslip_compare_method *m) {
  fputs("\n  {\"method\": ", out);
  json_text(out, m->name);
  fprintf(out, ", \"applies\": %s, \"order\": %d, \"adaptive\": %s, \"steps\": %ld",
          m->refusal ? "false" : "true", m->order, m->adaptive ? "true" : "false", m->steps);
  fprintf(out, ", \"newton\": {\"iterations\": %ld}", m->newton_iterations);
  if (m->adaptive)
    fprintf(out, ", \"right_hand_sides\": %ld", m->right_hand_sides);
  field(out, "wall_seconds", m->wall_seconds);
  if (m->trouble || m->refusal) {
    fputs(",\n   \"trouble\": ", out);
    json_text(out, m->trouble ? m->trouble : m->refusal);
  }
  max_errors(out, r, m);
  samples(out, r, m);
  fputc('}', out);
}

void comparison_json(FILE *out, const noslip_comparison *r, const char *trouble) {
  fputs("{\"model\": ", out);
  json_text(out, r->model);
  field(out, "step", r->step);
  field(out, "until", r->until);
  fprintf(out, ", \"steps\": %ld", r->steps);
  if (r->has_energy)
    fprintf(out, ", \"energy_is_invariant\": %s", r->energy_is_invariant ? "true" : "false");
  fputs(",\n \"methods\": [", out);
  for (int k = 0; k < r->nmethod; k++) {
    fputs(k > 0 ? "," : "", out);
    method(out, r, &r->methods[k]);
  }
  fputs("]", out);
  json_warnings(out, r->notes, r->nnote, trouble);
  fputs("}\n", out);
}
