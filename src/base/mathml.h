// MathML: what the printers of expressions (expr/show_mathml.c) and of statements (lang/mathml.c) have in
// common: characters, names and numbers. All of it is presentation markup that browsers draw.

#pragma once

#include "base/text.h"

// A text between tags: what has a meaning in markup is written so that it is shown. Names of models have
// letters and digits alone; the escape is for those of functions that a caller names.
void mathml_escape(text_buffer *t, const char *text, size_t length);

// A name alone, with this many dots above: theta is the letter, x1 has an index, v_max has one, too.
void mathml_name(text_buffer *t, const char *name, size_t length, int dots);

// A key of the output: x, w[1]', R[1,2], g.x.
void mathml_key(text_buffer *t, const char *key);

// a number; 1e-5 is 10 to the -5, a negative one has its sign before it
void mathml_number(text_buffer *t, double x);
