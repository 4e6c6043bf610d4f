#include "output/convergence.h"
#include "output/number.h"

#include <string.h>

// quoted if it has commas, as in RFC 4180; names of methods have no quotes
static void text(FILE *out, const char *name) {
  fprintf(out, strchr(name, ',') ? "\"%s\"" : "%s", name);
}

static void number(FILE *out, double x) {
  char buffer[number_size];
  fprintf(out, ",%s", number_print(buffer, x));
}

void convergence_csv(FILE *out, const noslip_convergence *r) {
  fputs("method,step,steps", out);
  for (int c = 0; c < NOSLIP_COLUMNS; c++)
    if (r->count[c] > 0)
      fprintf(out, ",error.%s", convergence_word((noslip_column)c));
  fputs(",newton.iterations\n", out);

  for (int k = 0; k < r->nmethod; k++)
    for (int i = 0; i < r->nstep; i++) {
      const noslip_converge_point *p = &r->methods[k].points[i];
      text(out, r->methods[k].name);
      number(out, p->step);
      fprintf(out, ",%ld", p->steps);
      for (int c = 0; c < NOSLIP_COLUMNS; c++)
        if (r->count[c] > 0)
          number(out, p->error[c]);
      fprintf(out, ",%ld\n", p->newton_iterations);
    }
}
