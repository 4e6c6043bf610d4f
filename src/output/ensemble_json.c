#include "output/ensemble.h"
#include "output/json.h"

static void list(FILE *out, const char *before, const char *name, const double *x, int n) {
  fprintf(out, "%s\"%s\": [", before, name);
  for (int i = 0; i < n; i++) {
    fputs(i > 0 ? ", " : "", out);
    json_number(out, x[i]);
  }
  fputc(']', out);
}

static void head(FILE *out, const noslip_ensemble_result *r) {
  fputs("{\"model\": ", out);
  json_text(out, r->model);
  fputs(", \"method\": ", out);
  json_text(out, r->method);
  fputs(", \"step\": ", out);
  json_number(out, r->step);
  fputs(", \"backend\": ", out);
  json_text(out, r->backend);
  fprintf(out, ",\n \"members\": %d, \"failed\": %d, \"unfinished\": %d, \"threads\": %d",
          r->nmember, r->nfailed, r->nunfinished, r->threads);
  fprintf(out, ", \"steps\": %ld, \"newton\": {\"iterations\": %ld}, \"wall_seconds\": ", r->steps,
          r->newton_iterations);
  json_number(out, r->wall_seconds);
}

static void statistics(FILE *out, const noslip_ensemble_result *r) {
  fputs(",\n \"statistics\": {", out);
  for (int j = 0; j < r->nquantity; j++) {
    const noslip_statistics *q = &r->quantities[j];
    fputs(j > 0 ? ",\n  " : "\n  ", out);
    json_text(out, q->name);
    list(out, ": {", "mean", q->mean, r->ntime);
    list(out, ",\n   ", "variance", q->variance, r->ntime);
    list(out, ",\n   ", "min", q->min, r->ntime);
    list(out, ",\n   ", "max", q->max, r->ntime);
    fputc('}', out);
  }
  fputc('}', out);
}

static void ends(FILE *out, const noslip_ensemble_result *r) {
  fputs(",\n \"ends\": [", out);
  for (int k = 0; k < r->nmember; k++) {
    const noslip_ensemble_member *m = &r->members[k];
    fprintf(out, "%s{\"member\": %d, \"steps\": %ld, \"time\": ", k > 0 ? ",\n  " : "\n  ", k,
            m->steps);
    json_number(out, m->time);
    fputs(", \"energy_error\": ", out);
    json_number(out, m->energy_error);
    if (m->trouble) {
      fputs(", \"trouble\": ", out);
      json_text(out, m->trouble);
    }
    fputc('}', out);
  }
  fputc(']', out);
}

void ensemble_json(FILE *out, const noslip_ensemble_result *r, const char *trouble) {
  head(out, r);
  list(out, ",\n ", "times", r->times, r->ntime);
  fputs(",\n \"counts\": [", out);
  for (int i = 0; i < r->ntime; i++)
    fprintf(out, "%s%d", i > 0 ? ", " : "", r->counts[i]);
  fputc(']', out);
  statistics(out, r);
  ends(out, r);
  json_warnings(out, r->notes, r->nnote, trouble);
  fputs("}\n", out);
}
