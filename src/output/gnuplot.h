// The input of gnuplot: the commands of a figure and its numbers.

#pragma once

#include "output/axes.h"

#include <stdio.h>

// Write the commands and numbers of a figure to gnuplot's standard input. False: no memory, or
// gnuplot has closed its input.
bool gnuplot_write(FILE *to, const figure *p, const place *places, const window *windows);

// A text as gnuplot reads it: in quotes, every byte that is not a letter, a digit or a space as an
// octal number, so that nothing in it can be a command; and what is not UTF-8 or not visible
// becomes a question mark. What is longer than `most` characters is cut.
void gnuplot_text(FILE *to, const char *text, int most);
