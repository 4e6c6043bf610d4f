#include "output/page.h"

#include "output/html.h"
#include "output/web.h"

#include <stdlib.h>
#include <string.h>

// in memory first, so that it can be made safe inside a script
static void write_script_data(FILE *out, const page *p) {
  char *json = NULL;
  size_t length = 0;
  FILE *text = open_memstream(&json, &length);
  if (text) {
    page_data(text, p);
    fclose(text);
  }
  fputs("<script type=\"application/json\" id=\"data\">", out);
  html_json(out, json ? json : "{}", json ? length : 2);
  fputs("</script>\n", out);
  free(json);
}

// ---------------------------------------------------------------------------------------------
// the page

static const char *title_of(const page *p) {
  if (p->title)
    return p->title;
  const char *title = noslip_model_title(p->model);
  return title[0] ? title : noslip_model_name(p->model);
}

// Nothing is loaded from anywhere, and no script runs except the one whose hash this is.
static void write_head(FILE *out, const page *p) {
  fprintf(out,
          "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
          "script-src '%s'; style-src '%s'; img-src data:; base-uri 'none'; form-action 'none'\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n"
          "<meta name=\"generator\" content=\"noslip %s\">\n<link rel=\"icon\" href=\"data:,\"/>\n",
          web_program_hash, web_style_hash, noslip_version());
  html_element(out, "title", title_of(p));
  fprintf(out, "\n<style>%s</style>\n</head>\n", web_style);
}

static void write_heading(FILE *out, const page *p) {
  fputs("<header>", out);
  html_element(out, "h1", title_of(p));
  if (!p->results)
    page_summary(out, p);
  fputs("</header>\n", out);
}

static void write_stage(FILE *out, const page *p) {
  fprintf(
      out,
      "<div class=\"stage%s\">\n<section id=\"film\" class=\"card\"><noscript>The film is drawn "
      "by a script, which is not allowed here.</noscript></section>\n",
      p->film_only ? " alone" : "");
  if (!p->film_only)
    fputs("<section id=\"plots\"></section>\n", out);
  fputs("</div>\n", out);
}

static void write_foot(FILE *out, const page *p) {
  fputs("<footer>", out);
  if (p->command) {
    fputs("Made by ", out);
    html_element(out, "code", p->command);
    fputs(" with ", out);
  }
  fprintf(out, "noslip %s. This file is complete: it loads nothing.</footer>\n", noslip_version());
}

void page_write(FILE *out, const page *p) {
  write_head(out, p);
  fputs("<body>\n<main>\n", out);
  write_heading(out, p);
  if (p->results)
    fputs("<div id=\"results\"></div>\n", out);
  else
    write_stage(out, p);
  if (!p->results && !p->film_only) {
    fputs("<div class=\"columns\">\n", out);
    page_verdicts(out, p);
    page_equations(out, p);
    page_parameters(out, p);
    page_method(out, p);
    page_events(out, p);
    page_text(out, p);
    fputs("</div>\n", out);
  }
  fputs("</main>\n", out);
  write_foot(out, p);
  write_script_data(out, p);
  fprintf(out, "<script>%s</script>\n</body>\n</html>\n", web_program);
}
