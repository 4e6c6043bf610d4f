// Memory that the page writes to and reads from.

#include "play.h"

#include <stdlib.h>

static char *text;
static size_t length;
static FILE *out;

FILE *answer_begin(void) {
  free(text);
  text = NULL;
  out = open_memstream(&text, &length);
  return out;
}

const char *answer_end(void) {
  bool good = out && fclose(out) == 0;
  out = NULL;
  return good ? text : NULL;
}

// a place for a string of the page; it frees nothing, and asks for the same place again
void *PLAY_EXPORT(room)(size_t size) {
  static void *place;
  static size_t has;
  if (size > has) {
    free(place);
    place = malloc(size);
    has = place ? size : 0;
  }
  return place;
}
