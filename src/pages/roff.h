// Manual pages in roff, with the macros of man(7). Texts come with the marks of Markdown that the
// documents use: `code`, **bold**, *emphasis*, [text](link).

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct roff {
  FILE *out;
  int column;  // of the line being written; 0: at its start
  bool fresh;  // a section has just begun: no paragraph has to
} roff;

// the head of a page: its name, section and one line of what it is
void roff_begin(roff *r, const char *name, int section, const char *what);

// a section, or a part of one
void roff_section(roff *r, const char *title);
void roff_part(roff *r, const char *title);

// a line with a macro alone
void roff_macro(roff *r, const char *macro);

// Begin a paragraph; add words, in lines that are not too long; end it.
void roff_paragraph(roff *r);
void roff_words(roff *r, const char *text, size_t length);
void roff_end_text(roff *r);

// an item of a list, with a term or a bullet; words follow
void roff_item(roff *r, const char *term, size_t length);
void roff_bullet(roff *r);

// lines as they are: between begin and end, one by one
void roff_begin_lines(roff *r);
void roff_line(roff *r, const char *line, size_t length);
void roff_end_lines(roff *r);
