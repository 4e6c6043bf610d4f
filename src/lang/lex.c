// Text to tokens, in one pass, after one pass that checks the characters.
//
// The end of a line becomes a token only where it ends a statement. This is decided when the first
// token of the next line is known: so there is none at the end of the text, and none between blank
// lines.

#include "lang/lex.h"

#include "base/shown.h"
#include "lang/hints.h"
#include "lang/mistakes.h"
#include "lang/utf8.h"

#include <assert.h>
#include <ctype.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { quoted_longest = 40 };  // characters of a word shown in a message

typedef struct lexer {
  const source *source;
  arena *arena;
  failure *why;
  const char *text;
  int at;  // the next byte
  tokens out;
  int room;                    // for tokens in the list
  int open;                    // brackets ( and [ that are open
  bool spaced;                 // white space since the last token
  bool new_line;               // a line ended since the last token
  const char *first;           // word that began the statement, NULL if it was none
  const lex_dialect *dialect;  // NULL: a model
} lexer;

static bool out_of_memory(lexer *l) {
  fail_memory(l->why);
  return false;
}

// --- characters ----------------------------------------------------------------------------------

static noslip_status strange(const source *s, int at, int c, failure *why) {
  if (c == utf8_invalid)
    return source_fail(s, at, why, "save the file as UTF-8", "invalid UTF-8");
  if (c == '\r')
    return source_fail(s, at, why, "end lines with LF or CR LF", "a carriage return within a line");
  return source_fail(s, at, why, "a model is plain text", "control character U+%04X", (unsigned)c);
}

// valid UTF-8 without control characters, in comments as well
static noslip_status check_characters(const source *s, failure *why) {
  int length;
  for (int at = 0; at < s->length; at += length) {
    int c = utf8_read(s->text + at, s->length - at, &length);
    bool line_end = c == '\n' || (c == '\r' && s->text[at + 1] == '\n');
    if (c == utf8_invalid || (utf8_control(c) && c != '\t' && !line_end))
      return strange(s, at, c, why);
  }
  return NOSLIP_OK;
}

static bool is_digit(char c) {
  return '0' <= c && c <= '9';
}

// bytes of the letter at this place, 0 if there is none
static int letter_at(const lexer *l, int at) {
  int length;
  if (at >= l->source->length)
    return 0;
  int c = utf8_read(l->text + at, l->source->length - at, &length);
  return utf8_letter(c) ? length : 0;
}

// end of the word { letter | digit } that begins here
static int word_end(const lexer *l, int at) {
  for (;;) {
    int length = is_digit(l->text[at]) ? 1 : letter_at(l, at);
    if (length == 0)
      return at;
    at += length;
  }
}

static void skip_blanks(lexer *l) {
  for (;; l->at++) {
    char c = l->text[l->at];
    if (c == '#')
      l->at += (int)strcspn(l->text + l->at, "\n");
    c = l->text[l->at];
    if (c != ' ' && c != '\t' && c != '\r' && c != '\n')
      return;
    l->spaced = true;
    l->new_line = l->new_line || c == '\n';
  }
}

// --- the list of tokens --------------------------------------------------------------------------

static bool too_many(lexer *l, const token *t) {
  source_fail(l->source, t->at, l->why, "write families, sums and loops instead of long lists",
              "the text has more than the limit of %d words and symbols", lex_most);
  return false;
}

static bool push(lexer *l, token t) {
  if (l->out.count == lex_most)
    return too_many(l, &t);
  if (l->out.count == l->room) {
    // a model has about one token for four bytes, so the list seldom grows
    int room = l->room > 0 ? 2*l->room : l->source->length/4 + 64;
    room = room < lex_most ? room : lex_most;
    token *list = ARENA_ARRAY(l->arena, token, room);
    if (!list)
      return out_of_memory(l);
    if (l->room > 0)
      memcpy(list, l->out.list, (size_t)l->room*sizeof *list);
    l->out.list = list;
    l->room = room;
  }
  assert(0 <= t.at && t.at <= t.end && t.end <= l->source->length);
  assert(l->out.count == 0 || l->out.list[l->out.count - 1].end <= t.at);
  l->out.list[l->out.count++] = t;
  return true;
}

static const token *last_token(const lexer *l) {
  return l->out.count > 0 ? &l->out.list[l->out.count - 1] : NULL;
}

static bool is_bracket(const token *t, char bracket) {
  return t->kind == TOKEN_SYMBOL && t->word[0] == bracket;
}

// does a statement begin after this token? The brace may be that of `bracket`, which does no harm.
static bool begins_after(const token *last) {
  return !last || last->kind == TOKEN_NEWLINE || is_bracket(last, '{') || is_bracket(last, '}');
}

// the end of a statement, if a line has ended and the statement does not go on in `next`
static bool end_statement(lexer *l, const token *next) {
  const token *last = last_token(l);
  bool joint = l->dialect && next->kind == TOKEN_NAME && lex_among(next->word, l->dialect->joints);
  bool ends = l->new_line && last && l->open == 0 && !joint && !lex_goes_on(last, next);
  return !ends || push(l, (token){.kind = TOKEN_NEWLINE, .at = last->end, .end = last->end});
}

// a token that ends before l->at
static bool keep(lexer *l, token t) {
  t.spaced = l->spaced;
  t.end = l->at;
  if (!end_statement(l, &t))
    return false;

  if (begins_after(last_token(l)))
    l->first = t.kind == TOKEN_NAME ? t.word : NULL;
  if (is_bracket(&t, '(') || is_bracket(&t, '['))
    l->open++;
  if ((is_bracket(&t, ')') || is_bracket(&t, ']')) && l->open > 0)
    l->open--;
  l->spaced = l->new_line = false;
  return push(l, t);
}

static char *copy(lexer *l, int at, int end) {
  char *text = arena_text(l->arena, l->text + at, (size_t)(end - at));
  if (!text)
    out_of_memory(l);
  return text;
}

// --- numbers, words, texts, symbols --------------------------------------------------------------

static int digits_end(const lexer *l, int at) {
  while (is_digit(l->text[at]))
    at++;
  return at;
}

// exp = ("e"|"E") [ "+"|"-" ] digits
static int exponent_end(const lexer *l, int at) {
  const char *text = l->text;
  if (text[at] != 'e' && text[at] != 'E')
    return at;
  int digits = text[at + 1] == '+' || text[at + 1] == '-' ? at + 2 : at + 1;
  return is_digit(text[digits]) ? digits_end(l, digits) : at;
}

// NUMBER = digits [ "." [ digits ] ] [ exp ] | "." digits [ exp ]      except: 1..n is 1, .., n
static int number_end(const lexer *l, int at) {
  int end = digits_end(l, at);
  if (l->text[end] == '.' && l->text[end + 1] != '.')
    end = digits_end(l, end + 1);
  return exponent_end(l, end);
}

// characters of a word that a message shows, in bytes
static int shown(const lexer *l, int at, int end) {
  return utf8_span(l->text + at, end - at, quoted_longest);
}

// 0x10 in other languages
static bool is_hexadecimal(const lexer *l, int at, int end) {
  const char *text = l->text;
  return end == at + 1 && text[at] == '0' && (text[end] == 'x' || text[end] == 'X') &&
         isxdigit((unsigned char)text[end + 1]);
}

static bool hexadecimal(lexer *l, int at) {
  int n = shown(l, at, word_end(l, at));
  source_fail(l->source, at, l->why, "write it in decimal, as 16 or 1.5e-3",
              "`%.*s` is a hexadecimal number, and these are not read", n, l->text + at);
  return false;
}

// 10kg
static bool unit(lexer *l, int end) {
  const char *word = copy(l, end, word_end(l, end)), *remedy = word ? hint_unit(word) : NULL;
  if (remedy)
    source_fail(l->source, end, l->why, remedy, "a unit behind a number: `%s`", word);
  return remedy;
}

// a number directly followed by a letter: 2x
static bool missing_operator(lexer *l, int at, int end) {
  const char *number = l->text + at, *word = l->text + end;
  if (is_hexadecimal(l, at, end))
    return hexadecimal(l, at);
  if (unit(l, end))
    return false;
  int n = shown(l, at, end), m = shown(l, end, word_end(l, end));
  char remedy[16*quoted_longest];
  if (word[0] == '_')
    snprintf(remedy, sizeof remedy, "the digits of a number stand together, as in 1000");
  else if (word[0] == 'e' && (m == 1 || isdigit((unsigned char)word[1])))
    snprintf(remedy, sizeof remedy,
             "an exponent is written 1e3 or 1e-3; otherwise write * to multiply");
  else
    snprintf(remedy, sizeof remedy, "write %.*s*%.*s...", n, number, m, word);
  source_fail(l->source, end, l->why, remedy, "missing operator between `%.*s` and `%.*s`", n,
              number, m, word);
  return false;
}

static bool lex_number(lexer *l) {
  int at = l->at;
  l->at = number_end(l, at);
  if (letter_at(l, l->at) > 0)
    return missing_operator(l, at, l->at);

  const char *digits = copy(l, at, l->at);
  if (!digits)
    return false;
  double number = strtod(digits, NULL);
  if (isinf(number)) {
    source_fail(l->source, at, l->why, "the largest number is about 1.8e308",
                "the number `%s` is too large", SHOWN(digits));
    return false;
  }
  return keep(l, (token){.kind = TOKEN_NUMBER, .at = at, .number = number});
}

// After `method` in a run statement: one token up to a comma outside brackets, a comment or the
// end of the line.
static bool lex_method(lexer *l) {
  l->at += (int)strspn(l->text + l->at, " \t");
  int at = l->at, end = at, open = 0;
  for (;; l->at++) {
    char c = l->text[l->at];
    if (c == 0 || c == '#' || c == '\n' || (c == ',' && open <= 0))
      break;
    open += (c == '(' || c == '[') - (c == ')' || c == ']');
    if (c != ' ' && c != '\t' && c != '\r')
      end = l->at + 1;
  }

  l->at = end;
  l->spaced = true;
  if (end == at)
    return true;
  const char *method = copy(l, at, end);
  return method && keep(l, (token){.kind = TOKEN_METHOD, .at = at, .word = method});
}

// NAME = letter { letter | digit }
static bool lex_name(lexer *l) {
  int at = l->at;
  l->at = word_end(l, at);
  const char *word = copy(l, at, l->at);
  if (!word || !keep(l, (token){.kind = TOKEN_NAME, .at = at, .word = word}))
    return false;
  static const char *const run[] = {"run", NULL};
  bool in_run = l->first && lex_among(l->first, l->dialect ? l->dialect->runs : run);
  return in_run && strcmp(word, "method") == 0 ? lex_method(l) : true;
}

// STRING = '"' any characters except '"' and newline '"'      of a model only after its name
static bool lex_string(lexer *l) {
  int at = l->at;
  if (!l->dialect && (!l->first || strcmp(l->first, "model") != 0)) {
    source_fail(l->source, at, l->why,
                l->spaced ? "delete the quotes, or begin a comment with #"
                          : "a time derivative is written x'",
                "only the title after the name of the model stands in quotes");
    return false;
  }

  int end = at + 1 + (int)strcspn(l->text + at + 1, "\"\r\n");
  if (l->text[end] != '"') {
    source_fail(l->source, at, l->why,
                l->dialect ? "a text begins and ends with \" on one line"
                           : "a title begins and ends with \" on one line",
                "a quote that is not closed");
    return false;
  }
  const char *title = copy(l, at + 1, end);
  l->at = end + 1;
  return title && keep(l, (token){.kind = TOKEN_STRING, .at = at, .word = title});
}

// a character, or a mistake of several, that is no token
static bool unexpected(lexer *l, int length, const char *remedy) {
  if (!remedy)
    remedy = "delete it: names are of letters, digits and _, symbols are + - * / ^ = < > , : .";
  const char *text = l->text + l->at;
  int bytes;
  int c = utf8_read(text, l->source->length - l->at, &bytes);
  if (utf8_unseen(c))
    source_fail(l->source, l->at, l->why, remedy, "unexpected character U+%04X", (unsigned)c);
  else
    source_fail(l->source, l->at, l->why, remedy, "unexpected %s `%.*s`",
                length > bytes ? "symbol" : "character", length > 0 ? length : bytes, text);
  return false;
}

static bool lex_symbol(lexer *l) {
  // longer ones before their beginnings
  static const char *const symbols[] = {
      "**", "<=", ">=", "..", "+", "-", "*", "/", "^", "'", ".",  ",",
      ":",  "=",  "<",  ">",  "(", ")", "[", "]", "{", "}", NULL,
  };

  const char *remedy = NULL;
  int wrong = mistake_at(l->text + l->at, &remedy);
  for (const char *const *symbol = symbols; *symbol && wrong == 0; symbol++) {
    size_t length = strlen(*symbol);
    if (strncmp(l->text + l->at, *symbol, length) == 0) {
      int at = l->at;
      l->at += (int)length;
      return keep(l, (token){.kind = TOKEN_SYMBOL, .at = at, .word = *symbol});
    }
  }
  return unexpected(l, wrong, remedy);
}

static bool lex_token(lexer *l) {
  char c = l->text[l->at];
  if (is_digit(c) || (c == '.' && is_digit(l->text[l->at + 1])))
    return lex_number(l);
  if (c == '"')
    return lex_string(l);
  return letter_at(l, l->at) > 0 ? lex_name(l) : lex_symbol(l);
}

static bool lex_all(lexer *l) {
  l->at = utf8_mark(l->text, l->source->length);
  for (skip_blanks(l); l->at < l->source->length; skip_blanks(l))
    if (!lex_token(l))
      return false;

  // the end is shown where the last line of the model ends
  const token *last = last_token(l);
  int end = last ? last->end : 0;
  return push(l, (token){.kind = TOKEN_END, .at = end, .end = end, .spaced = l->spaced});
}

noslip_status lex(const source *s, arena *a, tokens *out, failure *why) {
  return lex_as(NULL, s, a, out, why);
}

noslip_status lex_as(const lex_dialect *d, const source *s, arena *a, tokens *out, failure *why) {
  assert(s->text[s->length] == 0);
  noslip_status status = check_characters(s, why);
  if (status != NOSLIP_OK)
    return status;

  // strtod reads numbers with a point, in any locale of the calling program
  locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  if (!plain)
    return fail_memory(why);
  locale_t before = uselocale(plain);

  lexer l = {.source = s, .arena = a, .why = why, .text = s->text, .dialect = d};
  bool good = lex_all(&l);

  uselocale(before);
  freelocale(plain);
  if (!good)
    return why->status;
  assert(l.out.list[l.out.count - 1].kind == TOKEN_END);
  *out = l.out;
  return NOSLIP_OK;
}
