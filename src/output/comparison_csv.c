#include "output/comparison.h"
#include "output/number.h"

#include <math.h>
#include <string.h>

// quoted if it has commas, as in RFC 4180; names have no quotes
static void text(FILE *out, const char *name) {
  fprintf(out, strchr(name, ',') ? "\"%s\"" : "%s", name);
}

static void number(FILE *out, double x) {
  char buffer[number_size];
  fprintf(out, ",%s", number_print(buffer, x));
}

// a method that was not run: it is there, and has no numbers
static void row_without_numbers(FILE *out, const noslip_comparison *r,
                                const noslip_compare_method *m) {
  int columns = 1 + r->has_energy + (r->nconstraint > 0) + r->ninvariant;
  text(out, m->name);
  for (int i = 0; i < columns; i++)
    number(out, (double)NAN);
  fputc('\n', out);
}

void comparison_csv(FILE *out, const noslip_comparison *r) {
  fprintf(out, "method,t%s%s", r->has_energy ? ",energy" : "",
          r->nconstraint > 0 ? ",constraint" : "");
  for (int i = 0; i < r->ninvariant; i++) {
    fputc(',', out);
    text(out, r->invariants[i]);
  }
  fputc('\n', out);

  for (int k = 0; k < r->nmethod; k++) {
    const noslip_compare_method *m = &r->methods[k];
    if (m->nsample == 0 && (m->refusal || m->trouble))
      row_without_numbers(out, r, m);
    for (int j = 0; j < m->nsample; j++) {
      text(out, m->name);
      number(out, m->times[j]);
      if (m->energy)
        number(out, m->energy[j]);
      if (m->constraint)
        number(out, m->constraint[j]);
      for (int i = 0; i < r->ninvariant; i++)
        number(out, m->invariants[i][j]);
      fputc('\n', out);
    }
  }
}
