// Help as text: what help_texts.c and option_texts.inl say, in lines of 80 columns.

#include "cli/command.h"
#include "cli/options.h"

#include <string.h>

enum { width = 80, text_column = 22 };

// ---------------------------------------------------------------------------------------------
// lines

// columns of a text: bytes of UTF-8 that begin a character
static int columns_of(const char *text, size_t length) {
  int n = 0;
  for (size_t i = 0; i < length; i++)
    n += ((unsigned char)text[i] & 0xC0) != 0x80;
  return n;
}

// Print the words of one paragraph; the first line begins at column `at`, the others at `indent`.
// Returns the text behind it.
static const char *print_words(FILE *out, const char *text, int at, int indent) {
  bool first = true;
  while (*text && *text != '\n') {
    size_t length = strcspn(text, " \n");
    int n = columns_of(text, length);
    if (!first && at + 1 + n > width) {
      fprintf(out, "\n%*s", indent, "");
      at = indent;
    } else if (!first) {
      fputc(' ', out);
      at++;
    }
    fwrite(text, 1, length, out);
    at += n;
    first = false;
    text += length;
    text += strspn(text, " ");
  }
  fputc('\n', out);
  return text;
}

// "  TERM        text", the text on its own line where the term is long
static const char *print_item(FILE *out, const char *term, size_t length, const char *text) {
  int at = 2 + columns_of(term, length);
  fprintf(out, "  %.*s", (int)length, term);
  if (at + 2 > text_column)
    fprintf(out, "\n%*s", text_column, "");
  else
    fprintf(out, "%*s", text_column - at, "");
  return print_words(out, text, text_column, text_column);
}

// paragraphs and items
static void print_text(FILE *out, const char *text) {
  while (*text) {
    size_t term = strcspn(text, "\t\n");
    if (*text == '\n')
      fputc('\n', out);
    else if (text[0] == ' ' && text[term] == '\t')
      text = print_item(out, text + 2, term - 2, text + term + 1);
    else
      text = print_words(out, text, 0, 0);
    text += *text == '\n';
  }
}

// each line behind some words
static void print_lines(FILE *out, const char *before, const char *after, const char *lines) {
  for (const char *at = lines; *at; at += *at == '\n') {
    size_t length = strcspn(at, "\n");
    fprintf(out, "%s%.*s\n", at == lines ? before : after, (int)length, at);
    at += length;
  }
}

// ---------------------------------------------------------------------------------------------
// the tool and its commands

static void print_status(FILE *out, const char *const *status) {
  fputs("\nexit status:\n", out);
  for (int i = 0; i < 3; i++) {
    fprintf(out, "  %d  ", i);
    print_words(out, status[i], 5, 5);
  }
}

void help_print(FILE *out) {
  print_text(out, help_about);
  fputs("\nusage: noslip COMMAND [options]\n\nMODEL is a file; - is standard input.\n\n", out);
  for (int i = 0; command_at(i); i++)
    fprintf(out, "  noslip %-16s  %s\n", command_at(i)->name, command_at(i)->summary);
  fputs("\n"
        "  noslip help COMMAND      options and examples of a command; also\n"
        "                           noslip COMMAND --help, man noslip-COMMAND\n"
        "  noslip --version         the version\n"
        "\na first run:\n",
        out);
  print_lines(out, "  ", "  ", help_first_run);
  print_status(out, help_status);
}

static void print_option(FILE *out, const command *c, const option *o) {
  char term[128];
  const option_text *t = option_text_find(c->name, o->name);
  snprintf(term, sizeof term, "%.*s%s%s%s%s", o->letter ? 2 : 0, (const char[]){'-', o->letter, 0},
           o->letter ? ", " : "", o->name, t && t->argument[0] ? " " : "", t ? t->argument : "");
  print_item(out, term, strlen(term), t ? t->text : "");
}

// a command_visitor
static void print_options(void *context, const command *c, const option *table) {
  FILE *out = context;
  fputs("\noptions:\n", out);
  for (const option *o = table; o->name; o++)
    print_option(out, c, o);
}

void help_print_command(FILE *out, const command *c) {
  const help_text *h = c->help;
  char before[64], after[64];
  snprintf(before, sizeof before, "usage: noslip %s ", c->name);
  snprintf(after, sizeof after, "       noslip %s ", c->name);
  print_lines(out, before, after, h->usage);
  fputc('\n', out);
  print_text(out, h->about);
  command_options(c, print_options, out);
  if (h->notes) {
    fputc('\n', out);
    print_text(out, h->notes);
  }
  fputs("\nexamples:\n", out);
  print_lines(out, "  ", "  ", h->examples);
  print_status(out, h->status);
}
