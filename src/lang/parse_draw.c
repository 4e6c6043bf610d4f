// draw: a word of drawings.inl, values, a colour.

#include "lang/parser.h"

#include "base/suggest.h"

#include <string.h>

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

// ---------------------------------------------------------------------------------------------
// ground NAME, P

static bool is_symbol(const token *t, const char *symbol) {
  return t->kind == TOKEN_SYMBOL && strcmp(t->word, symbol) == 0;
}

// a label as the expression that it would be: a contact may be called as a function, as floor
static tree *tree_of(parser *p, const tree_label *label) {
  tree *name = parser_alloc(p, sizeof *name), *e = parser_alloc(p, sizeof *e);
  tree **args = parser_alloc(p, ((size_t)label->nindex + 1)*sizeof *args);
  if (!name || !e || !args)
    return NULL;
  int end = label->at + (int)strlen(label->name);
  *name = (tree){.kind = TREE_NAME, .at = label->at, .start = label->at, .end = end};
  name->name = label->name;
  args[0] = name;
  for (int i = 0; i < label->nindex; i++)
    args[i + 1] = label->index[i];
  *e = (tree){.kind = TREE_INDEX,
              .at = end,
              .start = label->at,
              .end = label->end,
              .args = args,
              .nargs = label->nindex + 1};
  return label->nindex > 0 ? e : name;
}

// does the statement, or the value, end here?
static bool ends(const token *t) {
  return t->kind == TOKEN_END || t->kind == TOKEN_NEWLINE || is_symbol(t, ",") ||
         is_symbol(t, "}") || (t->kind == TOKEN_NAME && strcmp(t->word, "colour") == 0);
}

// Read a name, or a name with indices; *e is NULL, and nothing is read, if there is another expression.
static bool ground_name(parser *p, tree **e) {
  const token *from = p->next;
  tree_label label = {0};
  *e = NULL;
  if (from->kind != TOKEN_NAME || (!ends(from + 1) && !is_symbol(from + 1, "[")))
    return true;
  if (!clause_label(p, &label))
    return false;
  if (!ends(p->next)) {
    p->next = from;
    return true;
  }
  *e = tree_of(p, &label);
  return *e != NULL;
}

// the values of a ground, of which the first may name a contact
static bool ground_values(parser *p, tree_draw *s) {
  tree *first;
  if (!ground_name(p, &first))
    return false;
  bool more = !first || parser_take(p, ",");
  if (more && !parse_exprs(p, &s->values, &s->nvalue))
    return false;
  if (!first)
    return true;
  tree **all = parser_alloc(p, ((size_t)s->nvalue + 1)*sizeof *all);
  if (!all)
    return false;
  all[0] = first;
  if (more)
    memcpy(all + 1, s->values, (size_t)s->nvalue*sizeof *all);
  s->values = all;
  s->nvalue++;
  return true;
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
  if (!(what == DRAW_GROUND ? ground_values(p, s) : parse_exprs(p, &s->values, &s->nvalue)))
    return false;
  s->name = name_of(p, start, s->values[s->nvalue - 1]->end);
  return s->name && colour(p, s);
}
