// What a page says of a run: summary, method and claims, verdicts, events.

#include "output/html.h"
#include "output/number.h"
#include "output/page.h"
#include "output/plain.h"

// ---------------------------------------------------------------------------------------------
// summary

static void write_computed(FILE *out, const page *p) {
  noslip_report r;
  noslip_run_report(p->run, &r);
  fprintf(out, " · %ld ", r.steps);
  if (r.steps != p->planned && !noslip_run_stopped(p->run))
    fprintf(out, "of %ld ", p->planned);
  fprintf(out, "step%s of ", p->planned == 1 ? "" : "s");
  html_element(out, "code", r.method);
  fprintf(out, " with <i>h</i> = %.10g, to <i>t</i> = %.10g", r.step, r.time);
  if (noslip_run_stopped(p->run)) {
    fputs(", stopped by ", out);
    html_element(out, "code", noslip_run_stopped(p->run));
  }
  if (noslip_run_has_energy(p->run))
    fprintf(out, " · energy off by at most %.2g", r.energy_max_error);
  if (noslip_run_count(p->run, NOSLIP_CONSTRAINT) > 0)
    fprintf(out, " · constraints by %.2g", r.constraint_max_error);
}

static void write_read(FILE *out, const page *p) {
  fprintf(out, " · %ld rows of ", p->recording->rows.total);
  html_element(out, "code", p->source);
  if (!p->method)
    return;
  fputs(", steps of ", out);
  html_element(out, "code", p->method);
  fprintf(out, " with <i>h</i> = %.10g", p->step);
}

void page_summary(FILE *out, const page *p) {
  fputs("<p class=\"summary\">", out);
  html_element(out, "code", noslip_model_name(p->model));
  if (p->source)
    write_read(out, p);
  else
    write_computed(out, p);
  fputs("</p>\n", out);
  if (p->trouble)
    html_marked(out, "p", "trouble", plain_options(p->trouble));
}

// ---------------------------------------------------------------------------------------------
// method

static void write_claims(FILE *out, const noslip_method_info *m) {
  const struct {
    bool holds;
    const char *words;
  } claims[] = {
      {m->keeps_constraints, "keeps the constraints to rounding"},
      {m->keeps_energy, "keeps the energy to rounding"},
      {m->bounds_energy && !m->keeps_energy,
       "energy without drift, where symmetry or the symplectic form forbids it"},
      {m->keeps_momenta, "keeps momentum maps of linear symmetries"},
      {m->symplectic, "symplectic for holonomic systems"},
      {m->symmetric, "symmetric: a step back undoes a step"},
      {m->adaptive, "chooses its steps between the nodes"},
  };
  fputs("<ul class=\"claims\">", out);
  if (!m->adaptive)
    fprintf(out, "<li>order %d</li>", m->order);
  for (size_t i = 0; i < sizeof claims/sizeof *claims; i++)
    if (claims[i].holds)
      html_element(out, "li", claims[i].words);
  fputs("</ul>\n", out);
}

// The method of the run, or of the file, if it is known here; its name.
static const char *method_of(const page *p, noslip_method_info *m) {
  noslip_report r;
  if (p->source)
    return p->method && noslip_method_find(p->context, p->method, m) == NOSLIP_OK ? p->method
                                                                                  : NULL;
  noslip_run_method(p->run, m);
  noslip_run_report(p->run, &r);
  return r.method;
}

void page_method(FILE *out, const page *p) {
  noslip_method_info m;
  const char *name = method_of(p, &m);
  if (!name)
    return;
  page_section(out, "method", "Method");
  fputs("<p>", out);
  html_element(out, "code", name);
  fputs(": ", out);
  html_text(out, m.summary);
  fputs("</p>\n", out);
  write_claims(out, &m);
  if (m.source && m.source[0])
    html_marked(out, "p", "source", m.source);
  if (m.equations && m.equations[0]) {
    fputs("<details><summary>Its equations</summary><pre>", out);
    html_lines(out, m.equations);
    fputs("</pre></details>\n", out);
  }
  page_end_section(out);
}

// ---------------------------------------------------------------------------------------------
// verdicts

static const char *mark_of(noslip_verdict_word word) {
  switch (word) {
  case NOSLIP_VERDICT_KEPT: return "kept";
  case NOSLIP_VERDICT_NOT_KEPT: return "lost";
  case NOSLIP_VERDICT_NOT_RESOLVED: return "lost";
  default: return "open";
  }
}

static void write_verdict(FILE *out, const noslip_verdict *v) {
  bool resolved = v->word == NOSLIP_VERDICT_KEPT && !v->claim[0];
  fputs("<tr><td>", out);
  fprintf(out, "<span class=\"verdict %s\">%s</span></td>", mark_of(v->word),
          resolved ? "resolved" : noslip_verdict_text(v->word));
  html_element(out, "th", v->what);
  fputs("<td>", out);
  html_text(out, v->reason);
  fputs("</td><td class=\"claim\">", out);
  html_text(out, v->claim[0] ? v->claim : "");
  fputs("</td></tr>\n", out);
}

static void write_warnings(FILE *out, const noslip_report *r) {
  for (int i = 0; i < r->nwarning; i++)
    html_marked(out, "p", "warning", plain_options(r->warnings[i]));
}

void page_verdicts(FILE *out, const page *p) {
  int count = 0;
  noslip_report r;
  if (p->source)
    return;
  noslip_run_judge(p->run, &count);
  noslip_run_report(p->run, &r);
  if (count + r.nwarning == 0)
    return;
  page_section(out, "verdicts", "Verdicts");
  if (count > 0)
    fputs(
        "<div class=\"scroll\"><table class=\"verdicts\">\n<tr><th></th><th></th><th>measured</th>"
        "<th>claimed</th></tr>\n",
        out);
  for (int i = 0; i < count; i++)
    write_verdict(out, noslip_run_verdict(p->run, i));
  fputs(count > 0 ? "</table></div>\n" : "", out);
  write_warnings(out, &r);
  page_end_section(out);
}

// ---------------------------------------------------------------------------------------------
// events

static void write_event(FILE *out, const page_event *e) {
  fprintf(out, "<tr><td class=\"number\">%.10g</td>", e->time);
  html_element(out, "td", e->kind);
  html_element(out, "td", e->name);
  fprintf(out, "<td class=\"number\">%.6g</td><td class=\"number\">%.6g</td></tr>\n",
          number_shown(e->impulse), number_shown(e->change));
}

void page_events(FILE *out, const page *p) {
  enum { most = 200 };
  page_event e;
  long n = page_event_count(p);
  if (n == 0)
    return;
  page_section(out, "events", "Events");
  fputs("<div class=\"scroll\"><table>\n<tr><th>t</th><th>kind</th><th>contact</th><th>impulse</th>"
        "<th>energy change</th></tr>\n",
        out);
  for (long i = 0; i < most && page_event_get(p, i, &e); i++)
    write_event(out, &e);
  fputs("</table></div>\n", out);
  if (n > most)
    fprintf(out, "<p>The first %d of %ld.</p>\n", (int)most, n);
  page_end_section(out);
}
