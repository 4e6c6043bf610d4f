#include "output/plain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { longest_escape = 10 };  // \U0010ffff

// ---- characters

// bytes of the character that begins with this one; 0: none does
static int bytes_of(unsigned char lead) {
  if (lead < 0x80)
    return 1;
  if (lead < 0xC2 || lead >= 0xF5)
    return 0;
  return lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
}

int plain_read(const char *text, int *length) {
  static const int smallest[] = {0, 0, 0x80, 0x800, 0x10000};
  static const int lead_bits[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
  int n = bytes_of((unsigned char)text[0]);
  *length = 1;
  if (n == 0)
    return plain_invalid;
  int c = (unsigned char)text[0] & lead_bits[n];
  for (int i = 1; i < n; i++) {
    if (((unsigned char)text[i] & 0xC0) != 0x80)  // the final zero among them
      return plain_invalid;
    c = c << 6 | (text[i] & 0x3F);
  }
  bool surrogate = 0xD800 <= c && c <= 0xDFFF;
  if (c < smallest[n] || c > 0x10FFFF || surrogate)
    return plain_invalid;
  *length = n;
  return c;
}

bool plain_is_hidden(int c) {
  return c < 0x20 || (0x7F <= c && c <= 0x9F) ||                          // control characters
         c == 0x061C || c == 0x200E || c == 0x200F ||                     // marks of direction
         (0x202A <= c && c <= 0x202E) || (0x2066 <= c && c <= 0x2069) ||  // turned texts
         c == 0x2028 || c == 0x2029;                                      // other ends of lines
}

// ---- texts

static bool stays(int c, bool lines) {
  return c != plain_invalid && (!plain_is_hidden(c) || (lines && (c == '\n' || c == '\t')));
}

static bool is_plain(const char *text, bool lines) {
  for (int length; *text; text += length)
    if (!stays(plain_read(text, &length), lines))
      return false;
  return true;
}

// the end of what was written
static char *escape(char *to, int c, unsigned char byte) {
  if (c == '\n' || c == '\t')
    return to + sprintf(to, c == '\n' ? "\\n" : "\\t");
  if (c == plain_invalid || c < 0x80)
    return to + sprintf(to, "\\x%02x", byte);
  return to + sprintf(to, "\\u%04x", (unsigned)c);
}

// copies that are still in use somewhere; there are few
static struct copy {
  struct copy *next;
  char text[];
}*copies;

// room for a text of `length` bytes and its zero; NULL: no memory
static char *new_copy(size_t length) {
  struct copy *made = malloc(sizeof *made + length + 1);
  if (!made)
    return NULL;
  made->next = copies;
  copies = made;
  return made->text;
}

static const char *escaped(const char *text, bool lines) {
  if (is_plain(text, lines))
    return text;
  char *copy = new_copy(longest_escape*strlen(text)), *to = copy;
  if (!copy)
    return "?";
  for (int length; *text; text += length) {
    int c = plain_read(text, &length);
    if (!stays(c, lines)) {
      to = escape(to, c, (unsigned char)*text);
      continue;
    }
    memcpy(to, text, (size_t)length);
    to += length;
  }
  *to = 0;
  return copy;
}

const char *plain_name(const char *text) {
  return escaped(text, false);
}

const char *plain_text(const char *text) {
  return escaped(text, true);
}

// ---- sentences of the library

static const char option_begin[] = "the option `", option_value[] = " = ";

// the options of the library that the tool has, too; options of methods are others
static bool is_option(const char *name, size_t length) {
  static const char *const known[] = {
      "backend",   "count",          "every",   "init", "method", "methods", "project",
      "reference", "reference_step", "section", "set",  "step",   "steps",   "until",
  };
  for (size_t i = 0; i < sizeof known/sizeof *known; i++)
    if (strlen(known[i]) == length && memcmp(known[i], name, length) == 0)
      return true;
  return false;
}

// bytes of the value at the beginning of a text, a word or something in quotes; 0: there is none
static size_t value_length(const char *text) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  if (*text != '"')
    return strspn(text, letters);
  const char *end = strchr(text + 1, '"');
  return end ? (size_t)(end + 1 - text) : 0;
}

// the value as a shell takes it: quotes around one word go
static char *add_value(char *to, const char *value, size_t length) {
  bool word = *value == '"' && value_length(value + 1) == length - 2;
  to = stpcpy(to, " ");
  memcpy(to, value + word, length - 2*word);
  return to + length - 2*word;
}

// The option at the beginning of a text, "the option `name` = value", becomes --name value. Returns
// its length in the text; 0: there is none.
static size_t add_option(char **to, const char *text) {
  if (strncmp(text, option_begin, sizeof option_begin - 1) != 0)
    return 0;
  const char *name = text + sizeof option_begin - 1;
  size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz_");
  if (name[length] != '`' || !is_option(name, length))
    return 0;
  *to = stpcpy(*to, "--");
  for (size_t i = 0; i < length; i++)
    *(*to)++ = name[i] == '_' ? '-' : name[i];
  const char *end = name + length + 1;
  bool has_value = strncmp(end, option_value, sizeof option_value - 1) == 0;
  const char *value = has_value ? end + sizeof option_value - 1 : end;
  size_t value_bytes = has_value ? value_length(value) : 0;
  if (value_bytes > 0) {
    *to = add_value(*to, value, value_bytes);
    end = value + value_bytes;
  }
  return (size_t)(end - text);
}

// May an option of the library be named here? Not in the middle of a word or of a file's name, and not
// behind a quote: that is what a user wrote.
static bool begins_word(const char *start, const char *at) {
  return at == start || strchr(" \n(", at[-1]);
}

// is the line at `at` one of a model, with a mark below it?
static bool is_excerpt(const char *at) {
  const char *below = strchr(at, '\n');
  return below && below[1 + strspn(below + 1, " \t")] == '^';
}

// the result is never longer than the text
const char *plain_options(const char *text) {
  if (!strstr(text, option_begin))
    return text;
  char *copy = new_copy(strlen(text)), *to = copy;
  if (!copy)
    return text;
  bool excerpt = is_excerpt(text);
  for (const char *at = text; *at;) {
    size_t length = !excerpt && begins_word(text, at) ? add_option(&to, at) : 0;
    if (length == 0)
      *to++ = *at;
    at += length > 0 ? length : 1;
    if (at[-1] == '\n')
      excerpt = is_excerpt(at);
  }
  *to = 0;
  return copy;
}

const char *plain_sentence(const char *text) {
  return plain_text(plain_options(text));
}

// ---- tables

int plain_width(const char *text) {
  int n = 0;
  for (; *text; text++)
    n += ((unsigned char)*text & 0xC0) != 0x80;
  return n;
}

void plain_padded(FILE *out, const char *text, int width) {
  fputs(text, out);
  for (int n = plain_width(text); n < width; n++)
    fputc(' ', out);
}
