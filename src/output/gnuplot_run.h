// gnuplot in a child process. It reads commands from a pipe and writes the picture to its standard
// output, which is the file; so no name of a file is ever part of a command.

#pragma once

#include "output/figure.h"

#include <stdio.h>

// Writes commands and numbers to gnuplot's input. False: no memory, or gnuplot has closed its
// input.
typedef bool gnuplot_writer(FILE *to, const void *context);

// Draw into an open file. False with a sentence in `why`.
bool gnuplot_run(gnuplot_writer *write, const void *context, figure_kind kind, int out, char *why,
                 size_t size);
