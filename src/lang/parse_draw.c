// draw: a word of drawings.inl, values, a colour.

#include "lang/parser.h"

#include "base/suggest.h"

// the place of the next word in a list, which is read; -1: it is none of them
static int word_of(parser *p, const char *const *list) {
  for (int i = 0; list[i]; i++)
    if (parser_take(p, list[i]))
      return i;
  return -1;
}

// fail: another word than one of the list; `what` is what they are
static bool none_of(parser *p, const char *what, const char *const *list, const char *all) {
  char question[suggest_room];
  suggestion near = {0};
  for (int i = 0; list[i] && p->next->kind == TOKEN_NAME; i++)
    suggest(&near, p->next->word, list[i]);
  return parser_expected(p, what, near.count > 0 ? suggest_text(question, &near, "`") : all);
}

// "colour" NAME
static bool colour(parser *p, tree_draw *s) {
  if (!parser_take(p, "colour"))
    return true;
  s->colour = word_of(p, lex_colours);
  return s->colour >= 0 || none_of(p, "a colour", lex_colours,
                                   "it is blue, red, green, purple, orange, sky, grey or black");
}

// what stands in the text from one byte to another, in one line
static const char *name_of(parser *p, int start, int end) {
  enum { longest = 48 };
  const char *from = p->source->text + start;
  bool cut = end - start > longest;
  int length = cut ? longest - 3 : end - start;
  while (cut && (from[length] & 0xC0) == 0x80)  // not in the middle of a character
    length--;
  char *name = arena_print(p->arena, "%.*s%s", length, from, cut ? "..." : "");
  for (char *c = name; c && *c; c++)
    *c = *c == '\n' || *c == '\r' || *c == '\t' ? ' ' : *c;
  if (!name)
    fail_memory(p->why);
  return name;
}

bool parse_draw(parser *p, tree_draw *s) {
  int start = p->next->at;
  int what = word_of(p, lex_drawings);
  if (what < 0)
    return none_of(p, "what to draw", lex_drawings,
                   "it is point, rod, spring, trail, arrow, wheel, box, ball, ellipsoid, disk, "
                   "cylinder, frame or ground");
  s->what = (tree_drawing)what;
  s->colour = -1;
  if (!parse_exprs(p, &s->values, &s->nvalue))
    return false;
  s->name = name_of(p, start, s->values[s->nvalue - 1]->end);
  return s->name && colour(p, s);
}
