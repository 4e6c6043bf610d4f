#include "output/script.h"

#include "output/json.h"
#include "output/number.h"
#include "output/plain.h"

#include <math.h>
#include <string.h>

const char *script_verdict(noslip_expectation_verdict v) {
  switch (v) {
  case NOSLIP_EXPECTATION_MET: return "met";
  case NOSLIP_EXPECTATION_DEVIATES: return "met, not as printed";
  case NOSLIP_EXPECTATION_FAILED: return "FAILED";
  case NOSLIP_EXPECTATION_UNMEASURED: return "NOT MEASURED";
  case NOSLIP_EXPECTATION_LEFT_OUT: return "not in the quick version";
  case NOSLIP_EXPECTATION_ABSENT: return "NOT IN THIS BUILD";
  }
  return "";
}

// ---------------------------------------------------------------------------------------------
// the table

enum { number_width = 14, expected_width = 24, what_most = 48, what_least = 16 };

static void column(FILE *out, const char *word, int width) {
  fprintf(out, "  %*s%s", width - plain_width(word), "", word);
}

static void number(FILE *out, double x, int width) {
  char word[32] = "--";
  if (!isnan(x))
    snprintf(word, sizeof word, "%.8g", number_shown(x));
  column(out, word, width);
}

static void expected(FILE *out, const noslip_expectation *e) {
  char word[64] = "--";
  if (!isnan(e->tolerance))
    snprintf(word, sizeof word, "%.8g +- %.2g", number_shown(e->expected), e->tolerance);
  else if (!isnan(e->expected))
    snprintf(word, sizeof word, "%s %.8g", e->relation, number_shown(e->expected));
  column(out, word, expected_width);
}

static int what_width(const noslip_script_result *r) {
  int width = what_least;
  for (int i = 0; i < r->nexpectation; i++) {
    int own = plain_width(plain_name(r->expectations[i].what));
    width = own > width ? own : width;
  }
  return width < what_most ? width : what_most;
}

static void row(FILE *out, const noslip_expectation *e, int width) {
  fputs("  ", out);
  plain_padded(out, plain_name(e->what), width);
  number(out, e->printed, number_width);
  expected(out, e);
  number(out, e->measured, number_width);
  fprintf(out, "  %s\n", script_verdict(e->verdict));
  if (e->trouble)
    fprintf(out, "      %s\n", plain_sentence(e->trouble));
}

static bool same(const char *a, const char *b) {
  return a == b || (a && b && strcmp(a, b) == 0);
}

static void head(FILE *out, const noslip_script_result *r, int width) {
  fprintf(out, "%s%s%s%s\n", plain_name(r->name), r->title[0] ? ": " : "", plain_name(r->title),
          r->quick ? " (quick)" : "");
  if (r->nexpectation == 0)
    return;
  fputs("  ", out);
  plain_padded(out, "", width);
  column(out, "printed", number_width);
  column(out, "expected", expected_width);
  column(out, "measured", number_width);
  fputs("  verdict\n", out);
}

static void measures(FILE *out, const noslip_script_result *r) {
  for (int i = 0; i < r->nmeasure; i++) {
    const noslip_script_measure *m = &r->measures[i];
    for (int k = 0; k < m->n; k++)
      fprintf(out, "  %s%s%s = %.8g\n", plain_name(m->name), m->labels[k][0] ? ", " : "",
              plain_name(m->labels[k]), number_shown(m->values[k]));
  }
}

void script_table_print(FILE *out, const noslip_script_result *r) {
  const char *source = NULL;
  int width = what_width(r);
  head(out, r, width);
  for (int i = 0; i < r->nexpectation; i++) {
    const noslip_expectation *e = &r->expectations[i];
    if (e->source && !same(source, e->source))
      fprintf(out, "  %s\n", plain_name(e->source));
    source = e->source ? e->source : source;
    row(out, e, width);
    bool goes_on = i + 1 < r->nexpectation && r->expectations[i + 1].line == e->line;
    if (e->printed_text && !goes_on)
      fprintf(out, "      printed: %s\n", plain_name(e->printed_text));
    if (e->because && !goes_on)
      fprintf(out, "      %s\n", plain_name(e->because));
  }
  if (r->nexpectation == 0)
    measures(out, r);
  fprintf(out, "  %d met", r->nmet + r->ndeviation);
  if (r->ndeviation > 0)
    fprintf(out, " (%d not as printed)", r->ndeviation);
  fprintf(out, ", %d failed", r->nfailed);
  if (r->nleft > 0)
    fprintf(out, ", %d not in the quick version", r->nleft);
  if (r->nabsent > 0)
    fprintf(out, ", %d NOT IN THIS BUILD", r->nabsent);
  fprintf(out, "; %d run%s", r->npart, r->npart == 1 ? "" : "s");
  if (r->nkept > 0)
    fprintf(out, ", %d of them kept from before", r->nkept);
  fprintf(out, "; %.2g s\n", r->wall_seconds);
}

// ---------------------------------------------------------------------------------------------
// JSON

static void optional_text(FILE *out, const char *name, const char *text) {
  if (text)
    json_member_sentence(out, ", ", name, text);
}

static void json_expectation(FILE *out, const noslip_expectation *e) {
  json_member_text(out, "{", "what", e->what);
  json_member_text(out, ", ", "relation", e->relation);
  json_member(out, ", ", "expected", e->expected);
  json_member(out, ", ", "tolerance", e->tolerance);
  json_member(out, ", ", "printed", e->printed);
  json_member(out, ", ", "measured", e->measured);
  json_member_text(out, ", ", "verdict", script_verdict(e->verdict));
  json_member_flag(out, ", ", "failed",
                   e->verdict == NOSLIP_EXPECTATION_FAILED ||
                       e->verdict == NOSLIP_EXPECTATION_UNMEASURED);
  json_member(out, ", ", "line", e->line);
  optional_text(out, "source", e->source);
  optional_text(out, "printed_text", e->printed_text);
  optional_text(out, "because", e->because);
  optional_text(out, "trouble", e->trouble);
  fputs("}", out);
}

static void json_measure(FILE *out, const noslip_script_measure *m) {
  json_member_text(out, "{", "name", m->name);
  json_list(out, ", ", "values", m->values, m->n);
  fputs(", \"labels\": [", out);
  for (int k = 0; k < m->n; k++) {
    fputs(k > 0 ? ", " : "", out);
    json_text(out, m->labels[k]);
  }
  fputs("]", out);
  optional_text(out, "trouble", m->trouble);
  fputs("}", out);
}

static void json_part(FILE *out, const noslip_script_part *p) {
  json_member_text(out, "{", "label", p->label);
  json_member_text(out, ", ", "key", p->key);
  json_member_flag(out, ", ", "kept", p->kept);
  json_member(out, ", ", "seconds", p->seconds);
  optional_text(out, "trouble", p->trouble);
  fputs("}", out);
}

void script_json(FILE *out, const noslip_script_result *r) {
  json_member_text(out, "{", "study", r->name);
  json_member_text(out, ", ", "title", r->title);
  json_member_text(out, ", ", "version", noslip_version());
  json_member_flag(out, ", ", "quick", r->quick);
  json_member(out, ", ", "met", r->nmet + r->ndeviation);
  json_member(out, ", ", "not_as_printed", r->ndeviation);
  json_member(out, ", ", "failed", r->nfailed);
  json_member(out, ", ", "left_out", r->nleft);
  json_member(out, ", ", "not_in_this_build", r->nabsent);
  json_member(out, ", ", "seconds", r->wall_seconds);
  fputs(",\n \"expectations\": [", out);
  for (int i = 0; i < r->nexpectation; i++) {
    fputs(i > 0 ? ",\n  " : "\n  ", out);
    json_expectation(out, &r->expectations[i]);
  }
  fputs("],\n \"measures\": [", out);
  for (int i = 0; i < r->nmeasure; i++) {
    fputs(i > 0 ? ",\n  " : "\n  ", out);
    json_measure(out, &r->measures[i]);
  }
  fputs("],\n \"parts\": [", out);
  for (int i = 0; i < r->npart; i++) {
    fputs(i > 0 ? ",\n  " : "\n  ", out);
    json_part(out, &r->parts[i]);
  }
  fputs("]}", out);
}
