#include "output/ensemble.h"
#include "output/number.h"

#include <string.h>

// quoted if it has commas, as in RFC 4180; labels have no quotes
static void name(FILE *out, const char *label, const char *what) {
  fprintf(out, strchr(label, ',') ? ",\"%s.%s\"" : ",%s.%s", label, what);
}

static void number(FILE *out, double x) {
  char buffer[number_size];
  fprintf(out, ",%s", number_print(buffer, x));
}

void ensemble_csv(FILE *out, const noslip_ensemble_result *r) {
  static const char *const words[] = {"mean", "variance", "min", "max"};
  char buffer[number_size];
  fputs("t,members", out);
  for (int j = 0; j < r->nquantity; j++)
    for (int k = 0; k < 4; k++)
      name(out, r->quantities[j].name, words[k]);
  fputc('\n', out);

  for (int i = 0; i < r->ntime; i++) {
    fprintf(out, "%s,%d", number_print(buffer, r->times[i]), r->counts[i]);
    for (int j = 0; j < r->nquantity; j++) {
      const noslip_statistics *q = &r->quantities[j];
      number(out, q->mean[i]);
      number(out, q->variance[i]);
      number(out, q->min[i]);
      number(out, q->max[i]);
    }
    fputc('\n', out);
  }
}
