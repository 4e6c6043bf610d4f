// The pages of section 1: what `noslip help` says, as manual pages.

#include "cli/options.h"
#include "pages/pages.h"

#include "noslip.h"

#include <string.h>

// paragraphs and items, as command.h describes them
static void print_text(roff *r, const char *text) {
  for (; *text; text += *text == '\n') {
    size_t length = strcspn(text, "\n"), term = strcspn(text, "\t\n");
    if (length == 0)
      continue;
    if (text[0] == ' ' && text[term] == '\t') {
      roff_item(r, text + 2, term - 2);
      roff_words(r, text + term + 1, length - term - 1);
    } else {
      roff_paragraph(r);
      roff_words(r, text, length);
    }
    roff_end_text(r);
    text += length;
  }
}

static void print_lines(roff *r, const char *lines) {
  roff_begin_lines(r);
  for (; *lines; lines += *lines == '\n') {
    size_t length = strcspn(lines, "\n");
    roff_line(r, lines, length);
    lines += length;
  }
  roff_end_lines(r);
}

static void print_status(roff *r, const char *const *status) {
  roff_section(r, "EXIT STATUS");
  for (int i = 0; i < 3; i++) {
    roff_item(r, (const char[]){(char)('0' + i), 0}, 1);
    roff_words(r, status[i], strlen(status[i]));
    roff_end_text(r);
  }
}

static void print_synopsis(roff *r, const command *c) {
  roff_section(r, "SYNOPSIS");
  for (const char *at = c->help->usage; *at; at += *at == '\n') {
    char line[256];
    size_t length = strcspn(at, "\n");
    snprintf(line, sizeof line, "**noslip %s** %.*s", c->name, (int)length, at);
    if (at > c->help->usage)
      roff_macro(r, "br");
    roff_words(r, line, strlen(line));
    roff_end_text(r);
    at += length;
  }
}

static void print_option(roff *r, const command *c, const option *o) {
  char term[160];
  const option_text *t = option_text_find(c->name, o->name);
  char letter[8] = "";
  if (o->letter)
    snprintf(letter, sizeof letter, "`-%c`, ", o->letter);
  snprintf(term, sizeof term, "%s`%s`%s%s%s", letter, o->name, t->argument[0] ? " *" : "",
           t->argument, t->argument[0] ? "*" : "");
  roff_item(r, term, strlen(term));
  roff_words(r, t->text, strlen(t->text));
  roff_end_text(r);
}

// a command_visitor
static void print_options(void *context, const command *c, const option *table) {
  roff *r = context;
  roff_section(r, "OPTIONS");
  for (const option *o = table; o->name; o++)
    print_option(r, c, o);
}

// add a page to a list, unless it is the page itself
static void add_page(char *list, size_t size, const char *own, const char *name, int section) {
  char page[80];
  size_t used = strlen(list);
  snprintf(page, sizeof page, "%s(%d)", name, section);
  if (strcmp(page, own) != 0)
    snprintf(list + used, size - used, "%s`%s`(%d)", used > 0 ? ", " : "", name, section);
}

void manual_see_also(roff *r, const char *own) {
  char list[1024] = "", name[64];
  add_page(list, sizeof list, own, "noslip", 1);
  for (int i = 0; command_at(i); i++) {
    snprintf(name, sizeof name, "noslip-%s", command_at(i)->name);
    add_page(list, sizeof list, own, name, 1);
  }
  add_page(list, sizeof list, own, "noslip", 3);
  add_page(list, sizeof list, own, "noslip-model", 5);
  roff_section(r, "SEE ALSO");
  roff_words(r, list, strlen(list));
  roff_end_text(r);
}

void manual_command(roff *r, const command *c) {
  const help_text *h = c->help;
  char name[64];
  snprintf(name, sizeof name, "noslip-%s", c->name);
  roff_begin(r, name, 1, c->summary);
  print_synopsis(r, c);
  roff_section(r, "DESCRIPTION");
  print_text(r, h->about);
  command_options(c, print_options, r);
  if (h->notes) {
    roff_section(r, "NOTES");
    print_text(r, h->notes);
  }
  roff_section(r, "EXAMPLES");
  print_lines(r, h->examples);
  print_status(r, h->status);
  snprintf(name, sizeof name, "noslip-%s(1)", c->name);
  manual_see_also(r, name);
}

// ---------------------------------------------------------------------------------------------
// the tool

static void print_item(roff *r, const char *term, const char *text) {
  roff_item(r, term, strlen(term));
  roff_words(r, text, strlen(text));
  roff_end_text(r);
}

static void print_commands(roff *r) {
  char term[64];
  roff_section(r, "COMMANDS");
  for (int i = 0; command_at(i); i++) {
    snprintf(term, sizeof term, "`noslip %s`", command_at(i)->name);
    print_item(r, term, command_at(i)->summary);
  }
  print_item(r, "`noslip help` *COMMAND*", "options and examples of a command; also with `--help`");
  print_item(r, "`noslip --version`", "the version");
}

static void print_methods(roff *r) {
  noslip_method_info m;
  noslip_scheme_info s;
  char text[256];
  roff_section(r, "METHODS");
  for (int i = 0; noslip_method_get(i, &m); i++) {
    snprintf(text, sizeof text, "`%s`", m.name);
    print_item(r, text, m.summary);
  }
  print_item(r, "`compose(`*METHOD*`,` *SCHEME*`)`", "a method of higher order; the schemes are");
  for (int i = 0; noslip_scheme_get(i, &s); i++) {
    snprintf(text, sizeof text, "`%s` (order %d),", s.name, s.order);
    roff_words(r, text, strlen(text) - (i + 1 == noslip_scheme_count()));
  }
  roff_end_text(r);
}

void manual_tool(roff *r) {
  roff_begin(r, "noslip", 1, "simulate mechanical systems with constraints and contacts");
  roff_section(r, "SYNOPSIS");
  static const char usage[] = "**noslip** *COMMAND* [options]";
  roff_words(r, usage, strlen(usage));
  roff_section(r, "DESCRIPTION");
  print_text(r, help_about);
  print_commands(r);
  print_methods(r);
  roff_section(r, "ENVIRONMENT");
  print_text(r, help_environment);
  roff_section(r, "EXAMPLES");
  print_lines(r, help_first_run);
  print_status(r, help_status);
  manual_see_also(r, "noslip(1)");
}
