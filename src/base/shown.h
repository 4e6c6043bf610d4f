// Names in messages. A name may be as long as a file, a message may not: what is too long is cut in
// the middle, between two characters, so that its beginning and its end can still be recognised.
//
// Header only, so that the library and the tool use the same one.

#pragma once

#include <stddef.h>
#include <stdio.h>
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

// the name, cut if it is longer than shown_longest; returns the buffer
static inline const char *shown_cut(char buffer[shown_room], const char *name) {
  size_t length = strlen(name);
  if (length <= shown_longest)
    snprintf(buffer, shown_room, "%s", name);
  else
    snprintf(buffer, shown_room, "%.*s…%s", (int)shown_before(name, shown_head), name,
             name + shown_after(name, length - shown_tail));
  return buffer;
}

// the same for the arguments of a message: valid to the end of the block
#define SHOWN(name) shown_cut((char[shown_room]){0}, (name))

// Cut every word of a text, in place, that has more than `longest` bytes without a space. At least
// shown_longest: what is put in is shorter than what is taken out.
static inline void shown_words(char *text, size_t longest) {
  char *to = text, word[shown_room];
  for (const char *from = text; *from;) {
    size_t n = strcspn(from, " \n");
    if (n > longest) {
      size_t head = shown_before(from, shown_head), tail = shown_after(from, n - shown_tail);
      int kept =
          snprintf(word, sizeof word, "%.*s…%.*s", (int)head, from, (int)(n - tail), from + tail);
      memcpy(to, word, (size_t)kept);
      to += kept;
    } else {
      memmove(to, from, n);
      to += n;
    }
    for (from += n; *from == ' ' || *from == '\n';)
      *to++ = *from++;
  }
  *to = 0;
}
