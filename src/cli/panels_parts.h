// What the files that make panels share.

#pragma once

#include "cli/panels.h"

// one part of a word: the values between two colons
typedef struct side {
  int n;
  const char **items;  // n texts
} side;

// the numbers of one value in one run
typedef struct numbers {
  char *label;
  const double *x;  // one per row
} numbers;

// all values of a side in one run; families have one entry per member
typedef struct side_numbers {
  int n;
  numbers *list;       // n
  const char *before;  // what is measured of them: "error of ", ""
  const char *family;  // what all are members of, NULL: nothing
  int first;           // the index of the first member
} side_numbers;

__attribute__((format(printf, 2, 3))) bool panels_refuse(panels *p, const char *format, ...);

// memory that is freed with the panels; NULL after a sentence
void *panels_keep(panels *p, size_t size);
char *panels_text(panels *p, const char *text, size_t length);

// --- panels_words.c: words to sides --------------------------------------------------------------

enum { panels_sides = 3 };

// the sides of a word, at most three; t is to the right where there are two. False after a sentence.
bool panels_split(panels *p, const char *word, side *sides, int *n);

// the name that is not known, with what was probably meant. Always false.
bool panels_unknown(panels *p, const char *text);

// is the text the name of a column of the first run, as it stands?
bool panels_is_column(const panels *p, const char *text);

// could it be a name, rather than a formula? And one of positions?
bool panels_is_name(const char *text);
bool panels_is_position(const char *name);

extern const char panels_energy_error[];  // "energy-error"

// --- panels_values.c: sides to numbers -----------------------------------------------------------

// The numbers of a side in a run; with `measured` its errors, relative sizes or norm, as the options
// say. False after a sentence.
bool panels_values(panels *p, const plot_run *run, const side *s, bool measured, side_numbers *out);

// --- panels_axes.c: what the numbers ask for -----------------------------------------------------

// Logarithmic axes, equal scales, sizes, changes and limits of a panel whose curves are there.
bool panels_axes(panels *p, panel *made, const side *sides, int nside);
