// Makes the manual pages and the files for editors: noslip_pages SOURCE OUT

#include "pages/pages.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const char *source, *target;  // the two folders

__attribute__((noreturn, format(printf, 1, 2))) static void give_up(const char *format, ...) {
  va_list list;
  va_start(list, format);
  fputs("noslip_pages: ", stderr);
  vfprintf(stderr, format, list);
  fputc('\n', stderr);
  exit(1);
}

static FILE *open_file(const char *folder, const char *name, const char *mode) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, mode);
  if (!file)
    give_up("cannot open %s", path);
  return file;
}

// a whole file, ended by a zero; the caller frees it
static char *read_file(const char *name) {
  FILE *file = open_file(source, name, "rb");
  size_t length = 0, room = 1 << 16, got = 1;
  char *text = NULL;
  while (got > 0) {
    room *= length + 1 >= room ? 2 : 1;
    text = realloc(text, room);
    if (!text)
      give_up("no memory");
    got = fread(text + length, 1, room - length - 1, file);
    length += got;
  }
  text[length] = 0;
  fclose(file);
  return text;
}

static void close_file(FILE *file, const char *name) {
  if (fclose(file) != 0)
    give_up("cannot write %s", name);
}

// ---------------------------------------------------------------------------------------------
// manual pages

static void make_commands(void) {
  roff r = {.out = open_file(target, "man/man1/noslip.1", "w")};
  manual_tool(&r);
  close_file(r.out, "noslip.1");
  for (int i = 0; command_at(i); i++) {
    char name[128];
    snprintf(name, sizeof name, "man/man1/noslip-%s.1", command_at(i)->name);
    r = (roff){.out = open_file(target, name, "w")};
    manual_command(&r, command_at(i));
    close_file(r.out, name);
  }
}

static void make_language(void) {
  char *text = read_file("docs/language.md");
  roff r = {.out = open_file(target, "man/man5/noslip-model.5", "w")};
  roff_begin(&r, "noslip-model", 5, "the language in which models are written");
  roff_section(&r, "DESCRIPTION");
  markdown_print(&r, text, NULL);
  manual_see_also(&r, "noslip-model(5)");
  close_file(r.out, "noslip-model.5");
  free(text);
}

// the headers, in the order of noslip.h
static void list_functions(roff *r) {
  char *all = read_file("include/noslip.h");
  static const char line[] = "\n#include \"noslip/";
  roff_section(r, "FUNCTIONS");
  for (const char *at = all; (at = strstr(at, line));) {
    char name[64], path[128];
    at += strlen(line);
    snprintf(name, sizeof name, "%.*s", (int)strcspn(at, "\""), at);
    snprintf(path, sizeof path, "include/noslip/%s", name);
    char *header = read_file(path);
    library_functions(r, name, header);
    free(header);
  }
  free(all);
}

static void make_library(void) {
  static const char *const sections[] = {"A program",         "The rules", "Models", "Runs",
                                         "Structs that grow", "Threads",   NULL};
  static const char synopsis[] = "**#include <noslip.h>**";
  char *text = read_file("docs/c-api.md");
  roff r = {.out = open_file(target, "man/man3/noslip.3", "w")};
  roff_begin(&r, "noslip", 3, "the library for simulating mechanical systems with constraints");
  roff_section(&r, "SYNOPSIS");
  roff_words(&r, synopsis, strlen(synopsis));
  roff_section(&r, "DESCRIPTION");
  markdown_print(&r, text, sections);
  list_functions(&r);
  manual_see_also(&r, "noslip(3)");
  close_file(r.out, "noslip.3");
  free(text);
}

// ---------------------------------------------------------------------------------------------
// files for editors

// a template of share/ and the file it becomes
static void make_words(const char *template, const char *name, bool pattern) {
  char *text = read_file(template);
  FILE *out = open_file(target, name, "w");
  if (!words_fill(out, text, pattern))
    give_up("%s has a word between {{ and }} that is no list", template);
  close_file(out, name);
  free(text);
}

int main(int argc, char **argv) {
  if (argc != 3)
    give_up("usage: noslip_pages SOURCE OUT");
  source = argv[1];
  target = argv[2];
  make_commands();
  make_language();
  make_library();
  make_words("share/vim/syntax/noslip.vim.in", "vim/syntax/noslip.vim", false);
  make_words("share/vscode/package.json.in", "vscode/package.json", false);
  make_words("share/vscode/syntaxes/noslip.tmLanguage.json.in",
             "vscode/syntaxes/noslip.tmLanguage.json", true);
  return 0;
}
