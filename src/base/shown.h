// Names in messages. A name may be as long as a file, a message may not: what is too long is cut in
// the middle, between two characters, so that its beginning and its end can still be recognised.
//
// Header only, so that the library and the tool use the same one.

#pragma once

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum {
  shown_longest = 60,  // bytes of a name that is shown as a whole
  shown_head = 32,
  shown_tail = 20,  // bytes that are left of a longer one, at most
  shown_room = shown_longest + 8,
};

// the last place at or before text + at where a character begins
static inline size_t shown_before(const char *text, size_t at) {
  while (at > 0 && (text[at] & 0xC0) == 0x80)
    at--;
  return at;
}

// the first place at or after text + at where a character begins
static inline size_t shown_after(const char *text, size_t at) {
  while ((text[at] & 0xC0) == 0x80)
    at++;
  return at;
}

// append n bytes; returns the end
static inline char *shown_add(char *to, const char *from, size_t n) {
  memmove(to, from, n);
  return to + n;
}

// the first n bytes of a text, longer than shown_longest, without its middle; returns the end of what
// was written, which is never beyond what it was made of, so `to` may be the text itself
static inline char *shown_ends(char *to, const char *text, size_t n) {
  static const char dots[] = "…";
  assert(n > shown_longest);
  size_t tail = shown_after(text, n - shown_tail);
  to = shown_add(to, text, shown_before(text, shown_head));
  to = shown_add(to, dots, sizeof dots - 1);
  return shown_add(to, text + tail, n - tail);
}

// the name, cut if it is longer than shown_longest; returns the buffer
static inline const char *shown_cut(char buffer[shown_room], const char *name) {
  size_t length = strlen(name);
  bool cut = length > shown_longest;
  *(cut ? shown_ends(buffer, name, length) : shown_add(buffer, name, length)) = 0;
  return buffer;
}

// the same for the arguments of a message: valid to the end of the block
#define SHOWN(name) shown_cut((char[shown_room]){0}, (name))

// Cut every word of a text, in place, that has more than `longest` bytes without a space. At least
// shown_longest: what is put in is shorter than what is taken out.
static inline void shown_words(char *text, size_t longest) {
  char *to = text;
  assert(longest >= shown_longest);
  for (const char *from = text; *from;) {
    size_t n = strcspn(from, " \n");
    to = n > longest ? shown_ends(to, from, n) : shown_add(to, from, n);
    for (from += n; *from == ' ' || *from == '\n';)
      *to++ = *from++;
  }
  *to = 0;
}
