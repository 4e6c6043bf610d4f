// What a page says of a model: its equations, its numbers, its text.

#include "output/html.h"
#include "output/number.h"
#include "output/page.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------
// equations

static const struct {
  noslip_equation_role role;
  const char *heading;
} roles[] = {
    {NOSLIP_EQUATION_FUNCTION, ""},
    {NOSLIP_EQUATION_RATE, ""},
    {NOSLIP_EQUATION_DEFINITION, "with"},
    {NOSLIP_EQUATION_FORCE, "Forces"},
    {NOSLIP_EQUATION_CONSTRAINT, "Constraints, with their multipliers"},
    {NOSLIP_EQUATION_CONTACT, "Contacts"},
    {NOSLIP_EQUATION_MOTION, "Equations of motion"},
    {NOSLIP_EQUATION_QUANTITY, "Measured along the way"},
};

static void write_role(FILE *out, const noslip_equations *all, int k) {
  noslip_equation e;
  bool first = true;
  for (int i = 0; noslip_equations_get(all, i, &e); i++) {
    if (e.role != roles[k].role)
      continue;
    if (first && roles[k].heading[0])
      html_element(out, "h3", roles[k].heading);
    first = false;
    bool named = e.role == NOSLIP_EQUATION_CONSTRAINT || e.role == NOSLIP_EQUATION_CONTACT ||
                 e.role == NOSLIP_EQUATION_QUANTITY;
    fputs("<div class=\"equation\"><span class=\"word\">", out);
    html_text(out, named ? e.word : "");
    if (named && e.label[0] && e.role != NOSLIP_EQUATION_QUANTITY)
      html_marked(out, "b", "label", e.label);
    fprintf(out, "</span><div class=\"formula\">%s</div></div>\n", e.mathml);
  }
}

void page_equations(FILE *out, const page *p) {
  noslip_equations *all;
  noslip_equation first;
  if (noslip_equations_new(p->context, p->model, &all) != NOSLIP_OK)
    return;
  if (noslip_equations_get(all, 0, &first)) {
    page_section(out, "equations", "Equations");
    for (size_t k = 0; k < sizeof roles/sizeof *roles; k++)
      write_role(out, all, (int)k);
    const char *found = noslip_model_describe(p->model, true, NULL);
    if (found) {
      fputs("<details><summary>What noslip finds in it</summary><pre>", out);
      html_lines(out, found);
      fputs("</pre></details>\n", out);
    }
    page_end_section(out);
  }
  noslip_equations_free(all);
}

// ---------------------------------------------------------------------------------------------
// numbers

static void write_number(FILE *out, double x) {
  char number[number_size];
  fprintf(out, "<td class=\"number\">%s</td>", number_print(number, number_shown(x)));
}

static void write_parameters(FILE *out, const noslip_model *m) {
  int n = noslip_model_parameter_count(m);
  if (n == 0)
    return;
  fputs("<div><h3>Parameters</h3><div class=\"scroll\"><table>\n", out);
  for (int i = 0; i < n; i++) {
    fputs("<tr>", out);
    html_element(out, "th", noslip_model_parameter_name(m, i));
    write_number(out, noslip_model_parameter_value(m, i));
    fputs("</tr>\n", out);
  }
  fputs("</table></div></div>\n", out);
}

// the state at the start and at the end
static void write_state(FILE *out, const recording *r) {
  const buckets *b = &r->rows;
  if (b->count == 0)
    return;
  size_t end = buckets_points(b) - 1;
  fputs("<div><h3>State</h3><div class=\"scroll\"><table>\n<tr><th></th><th>at the start</th>"
        "<th>at the end</th></tr>\n",
        out);
  for (int i = 0; i < r->nshown; i++) {
    const char *group = r->groups[r->shown[i]];
    if (strcmp(group, "state") != 0 && strcmp(group, "t") != 0 && strcmp(group, "energy") != 0)
      continue;
    fputs("<tr>", out);
    html_element(out, "th", r->columns.names[r->shown[i]]);
    write_number(out, buckets_first(b, 0, i));
    write_number(out, buckets_first(b, end, i));
    fputs("</tr>\n", out);
  }
  fputs("</table></div></div>\n", out);
}

void page_parameters(FILE *out, const page *p) {
  page_section(out, "numbers", "Numbers");
  fputs("<div class=\"side\">\n", out);
  write_parameters(out, p->model);
  write_state(out, p->recording);
  fputs("</div>\n", out);
  page_end_section(out);
}

void page_text(FILE *out, const page *p) {
  const char *text = noslip_model_text(p->model);
  enum { longest = 100000 };
  if (!text[0])
    return;
  page_section(out, "model", "Model");
  fputs("<pre class=\"model\">", out);
  if (strlen(text) <= longest)
    html_lines(out, text);
  else
    fprintf(out, "The text has %zu bytes and is not shown.", strlen(text));
  fputs("</pre>\n", out);
  page_end_section(out);
}
