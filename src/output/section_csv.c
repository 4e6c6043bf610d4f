#include "output/number.h"
#include "output/section.h"

#include <string.h>

// quoted if it has commas or quotes, as in RFC 4180
static void name(FILE *out, const char *text) {
  bool quoted = strpbrk(text, ",\"") != NULL;
  fputs(quoted ? ",\"" : ",", out);
  for (; *text; text++)
    fprintf(out, *text == '"' ? "\"\"" : "%c", *text);
  fputs(quoted ? "\"" : "", out);
}

static void point(FILE *out, int start, const double *x, int n) {
  char buffer[number_size];
  fprintf(out, "%d", start);
  for (int i = 0; i < n; i++)
    fprintf(out, ",%s", number_print(buffer, x[i]));
  fputc('\n', out);
}

void section_csv(FILE *out, const noslip_section_result *r) {
  fputs("start", out);
  for (int i = 0; i < r->ncolumn; i++)
    name(out, r->columns[i]);
  fputc('\n', out);
  for (int k = 0; k < r->nstart; k++)
    for (long i = 0; i < r->starts[k].npoint; i++)
      point(out, k, r->starts[k].points + (size_t)i*(size_t)r->ncolumn, r->ncolumn);
}
