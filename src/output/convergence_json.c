#include "output/convergence.h"
#include "output/json.h"

// {"q": 1e-3, "p": 2e-3}: the columns that are measured
static void numbers(FILE *out, const noslip_convergence *r, const char *name, const double *x) {
  const char *before = "";
  fprintf(out, ", \"%s\": {", name);
  for (int c = 0; c < NOSLIP_COLUMNS; c++) {
    if (r->count[c] == 0)
      continue;
    fprintf(out, "%s\"%s\": ", before, convergence_word((noslip_column)c));
    json_number(out, x[c]);
    before = ", ";
  }
  fputc('}', out);
}

static void uses(FILE *out, const noslip_convergence *r, const noslip_point_use *use) {
  static const char *const words[] = {"fitted", "coarse", "floor", "missing"};
  const char *before = "";
  fputs(", \"use\": {", out);
  for (int c = 0; c < NOSLIP_COLUMNS; c++) {
    if (r->count[c] == 0)
      continue;
    fprintf(out, "%s\"%s\": \"%s\"", before, convergence_word((noslip_column)c), words[use[c]]);
    before = ", ";
  }
  fputc('}', out);
}

static void work(FILE *out, long steps, long iterations, double seconds) {
  fprintf(out, ", \"steps\": %ld, \"newton\": {\"iterations\": %ld}, \"wall_seconds\": ", steps,
          iterations);
  json_number(out, seconds);
}

static void point(FILE *out, const noslip_convergence *r, const noslip_converge_point *p) {
  fputs("\n    {\"step\": ", out);
  json_number(out, p->step);
  numbers(out, r, "error", p->error);
  numbers(out, r, "slope", p->slope);
  uses(out, r, p->use);
  work(out, p->steps, p->newton_iterations, p->wall_seconds);
  if (p->trouble) {
    fputs(", \"trouble\": ", out);
    json_text(out, p->trouble);
  }
  fputc('}', out);
}

static void fit(FILE *out, const noslip_fit *f, int order) {
  fprintf(out, "{\"order\": %d, \"slope\": ", order);
  json_number(out, f->slope);
  fprintf(out, ", \"points\": %d, \"coarsest\": ", f->points);
  json_number(out, f->coarsest);
  fputs(", \"finest\": ", out);
  json_number(out, f->finest);
  fprintf(out, ", \"left_coarse\": %d, \"left_floor\": %d}", f->left_coarse, f->left_floor);
}

static void fits(FILE *out, const noslip_convergence *r, const noslip_converge_method *m) {
  const char *before = "";
  fputs(",\n   \"fit\": {", out);
  for (int c = 0; c < NOSLIP_COLUMNS; c++) {
    if (r->count[c] == 0)
      continue;
    fprintf(out, "%s\"%s\": ", before, convergence_word((noslip_column)c));
    fit(out, &m->fit[c], m->order[c]);
    before = ",\n           ";
  }
  fputc('}', out);
}

static void method(FILE *out, const noslip_convergence *r, const noslip_converge_method *m) {
  fputs("\n  {\"method\": ", out);
  json_text(out, m->name);
  fprintf(out, ", \"applies\": %s", m->refusal ? "false" : "true");
  work(out, m->steps, m->newton_iterations, m->wall_seconds);
  if (m->refusal) {
    fputs(",\n   \"trouble\": ", out);
    json_text(out, m->refusal);
  }
  fits(out, r, m);
  fputs(",\n   \"points\": [", out);
  for (int i = 0; i < r->nstep; i++) {
    fputs(i > 0 ? "," : "", out);
    point(out, r, &m->points[i]);
  }
  fputs("]}", out);
}

static void against(FILE *out, const noslip_convergence *r) {
  static const char *const words[] = {"", "exact", "run", "richardson"};
  fprintf(out, ",\n \"against\": \"%s\"", words[r->against]);
  if (r->against != NOSLIP_AGAINST_RUN)
    return;
  fputs(", \"reference\": {\"method\": ", out);
  json_text(out, r->reference);
  fputs(", \"step\": ", out);
  json_number(out, r->reference_step);
  fputc('}', out);
}

void convergence_json(FILE *out, const noslip_convergence *r, const char *trouble) {
  fputs("{\"model\": ", out);
  json_text(out, r->model);
  fputs(", \"until\": ", out);
  json_number(out, r->until);
  against(out, r);
  fprintf(out, ",\n \"components\": {\"q\": %d, \"p\": %d, \"multiplier\": %d}",
          r->count[NOSLIP_COLUMN_Q], r->count[NOSLIP_COLUMN_P], r->count[NOSLIP_COLUMN_MULTIPLIER]);
  fputs(",\n \"methods\": [", out);
  for (int k = 0; k < r->nmethod; k++) {
    fputs(k > 0 ? "," : "", out);
    method(out, r, &r->methods[k]);
  }
  fputs("]", out);
  json_warnings(out, r->notes, r->nnote, trouble);
  fputs("}\n", out);
}
