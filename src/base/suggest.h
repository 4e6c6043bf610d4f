// Near misses: the words that were probably meant.
//
// The distance of two words counts characters that are changed, added, left out, or exchanged with
// their neighbour (`rnu`, `run`). A word is suggested if it is at most 1 away, or a third of the
// length of what was written, and not all of its letters differ; of several that are equally near, all
// are suggested, up to three. Nearest of all, at distance 0, is what differs in capitals only, and
// the first that has an index which the name has not.
//
// Header only and without any other of ours, so that the library and the tool use the same one.

#pragma once

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum {
  suggest_most = 3,      // words in one suggestion
  suggest_longest = 64,  // characters of a word that is compared; longer ones are far from all
  suggest_shown = 60,    // bytes of a word in a message
};

// start with {0}
typedef struct suggestion {
  const char *words[suggest_most];  // those of the least distance, in the order they were offered
  int count;
  int distance;
} suggestion;

// the first `bytes` bytes as characters, capitals as small letters; their number, -1 if too many
static inline int suggest_letters(int *letters, const char *text, size_t bytes) {
  int n = 0;
  for (size_t i = 0; i < bytes; i++) {
    int c = (unsigned char)text[i];
    bool goes_on = (c & 0xC0) == 0x80;
    if (goes_on && n > 0) {
      letters[n - 1] = letters[n - 1] << 6 | (c & 0x3F);
      continue;
    }
    if (n == suggest_longest)
      return -1;
    letters[n++] = 'A' <= c && c <= 'Z' ? c + ('a' - 'A') : c;
  }
  return n;
}

static inline int suggest_least(int a, int b) {
  return a < b ? a : b;
}

// Distance of two words of at most suggest_longest characters; a row of the table is the distance
// of the first i letters of a from the first j of b, and an exchange looks back two rows.
static inline int suggest_distance(const int *a, int na, const int *b, int nb) {
  int rows[3][suggest_longest + 1];
  assert(0 <= na && na <= suggest_longest && 0 <= nb && nb <= suggest_longest);
  for (int i = 0; i <= na; i++) {
    int *row = rows[i % 3], *above = rows[(i + 2) % 3], *second = rows[(i + 1) % 3];
    for (int j = 0; j <= nb; j++) {
      if (i == 0 || j == 0) {
        row[j] = i + j;
        continue;
      }
      row[j] = suggest_least(above[j], row[j - 1]) + 1;
      row[j] = suggest_least(row[j], above[j - 1] + (a[i - 1] != b[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = suggest_least(row[j], second[j - 2] + 1);
    }
  }
  return rows[na % 3][nb];
}

// the distance of `candidate` if it is near enough to be suggested for `name`, otherwise -1; what
// stands in parentheses, as in `lobatto(s)`, does not count unless the name has some
static inline int suggest_near(const char *name, const char *candidate) {
  size_t bytes = strlen(name);
  size_t compared = strchr(name, '(') ? strlen(candidate) : strcspn(candidate, "(");
  int a[suggest_longest], b[suggest_longest];
  if (bytes > 0 && strncmp(candidate, name, bytes) == 0 && candidate[bytes] == '[')
    return 0;
  int na = suggest_letters(a, name, bytes), nb = suggest_letters(b, candidate, compared);
  bool same = bytes == compared && memcmp(name, candidate, bytes) == 0;
  if (na <= 0 || nb <= 0 || same)
    return -1;
  int distance = suggest_distance(a, na, b, nb);
  int limit = na/3 > 1 ? na/3 : 1;
  return distance <= limit && distance < na ? distance : -1;
}

// is an index all that is missing? Then the first entry of a family stands for all
static inline bool suggest_same_family(const char *one, const char *other) {
  size_t length = strcspn(one, "[");
  return one[length] == '[' && strncmp(one, other, length + 1) == 0;
}

// offer a candidate for `name`; it may be one that was offered before
static inline void suggest(suggestion *s, const char *name, const char *candidate) {
  int distance = suggest_near(name, candidate);
  if (distance < 0 || (s->count > 0 && distance > s->distance))
    return;
  if (s->count > 0 && distance < s->distance)
    s->count = 0;
  s->distance = distance;
  for (int i = 0; i < s->count; i++)
    if (strcmp(s->words[i], candidate) == 0 || suggest_same_family(s->words[i], candidate))
      return;
  assert(0 <= s->count && s->count <= suggest_most);
  if (s->count < suggest_most)
    s->words[s->count++] = candidate;
}

// room for the longest question
enum { suggest_room = suggest_most*(suggest_shown + 16) + 32 };

// "did you mean `a`, `b` or `c`?"; "" if there is nothing to suggest. `quote` goes around each word
// ("`", or "" for options); a word that would be long is cut between two characters.
static inline const char *suggest_text(char buffer[suggest_room], const suggestion *s,
                                       const char *quote) {
  size_t used = 0;
  buffer[0] = 0;
  for (int i = 0; i < s->count; i++) {
    size_t length = strlen(s->words[i]), keep = length;
    if (length > suggest_shown)
      for (keep = suggest_shown; keep > 0 && (s->words[i][keep] & 0xC0) == 0x80;)
        keep--;
    const char *before = i == 0 ? "did you mean " : i == s->count - 1 ? " or " : ", ";
    used += (size_t)snprintf(buffer + used, suggest_room - used, "%s%s%.*s%s%s", before, quote,
                             (int)keep, s->words[i], keep < length ? "…" : "", quote);
  }
  if (s->count > 0)
    snprintf(buffer + used, suggest_room - used, "?");
  return buffer;
}
