// What is made from the lists of the tool while it is built: manual pages, and files for editors.

#pragma once

#include "cli/command.h"
#include "pages/roff.h"

// ---- manual.c: noslip(1) and the pages of its commands

void manual_tool(roff *r);
void manual_command(roff *r, const command *c);

// SEE ALSO, without the page itself
void manual_see_also(roff *r, const char *name);

// ---- markdown.c: a document up to its first section, then the sections of these titles, ended by
// NULL; NULL: all

void markdown_print(roff *r, const char *text, const char *const *sections);

// ---- library.c: noslip(3), from the headers and a document about them

void library_functions(roff *r, const char *header, const char *text);

// ---- words.c: a template, with {{NAME}} replaced by a list of words

// Lists have spaces between their words in a file for vim, and | in one for TextMate; {{version}} is
// the version. Returns false if there is no list of a name.
bool words_fill(FILE *out, const char *template, bool pattern);
