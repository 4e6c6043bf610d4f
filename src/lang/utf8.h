// Characters of a text in UTF-8.

#pragma once

#include <stdbool.h>

enum { utf8_invalid = -1 };

// The code point at `text`, of which `left` > 0 bytes remain; *length is the number of its bytes.
// A byte that begins no character gives utf8_invalid and the length 1.
int utf8_read(const char *text, int left, int *length);

// number of characters in the first `bytes` bytes; a byte that begins none counts as one
int utf8_count(const char *text, int bytes);

// bytes of the first `most` characters
int utf8_span(const char *text, int bytes, int most);

// may this code point stand in a name? (digits apart)
bool utf8_letter(int c);

// the control characters: below U+0020, and U+007F to U+009F
bool utf8_control(int c);

// is this code point invisible? A message then gives its number.
bool utf8_unseen(int c);

// bytes of a byte-order mark at the beginning of the text: 3 or 0
int utf8_mark(const char *text, int bytes);
