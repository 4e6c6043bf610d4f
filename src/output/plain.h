// Texts of others as they may be sent to a terminal. Names of files, titles, lines of a model can
// have characters that move the cursor, change colours or turn the direction of writing, and show
// something else than the text. These are written as \x1b or \u202e: control characters (C0,
// DEL, C1), marks of direction, bytes that are not UTF-8.
//
// Where nothing has to be changed the text itself is returned, otherwise a copy that lives as long
// as the program.

#pragma once

#include <stdbool.h>
#include <stdio.h>

// a text of one line: a name; ends of lines and tabs are written as \n and \t
const char *plain_name(const char *text);

// a text of several lines; they and tabs stay
const char *plain_text(const char *text);

// A sentence of the library for a user of the tool. The library calls an option by its name in C,
// as in "the option `reference_step`" or "the option `backend` = \"interpret\""; here it gets the
// name that it has on the command line, --reference-step or --backend interpret.
const char *plain_options(const char *text);

// the same as a text of several lines
const char *plain_sentence(const char *text);

// The character of UTF-8 that begins here, plain_invalid if none does; its bytes, at least 1.
enum { plain_invalid = -1 };
int plain_read(const char *text, int *length);

// is the character invisible, while it changes what is shown?
bool plain_is_hidden(int character);

// columns that a text takes on the screen: letters of UTF-8 count once
int plain_width(const char *text);

// the text, and spaces up to that many columns
void plain_padded(FILE *out, const char *text, int width);
