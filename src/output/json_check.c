#include "output/json_check.h"

#include <ctype.h>
#include <string.h>

typedef struct reader {
  const char *at, *end;
  int depth;
  const char *wanted;  // a name at the first levels; NULL: none
  bool found;
} reader;

static bool value(reader *r);

static void space(reader *r) {
  while (r->at < r->end && strchr(" \t\r\n", *r->at) && *r->at)
    r->at++;
}

static bool take(reader *r, char c) {
  bool there = r->at < r->end && *r->at == c;
  r->at += there;
  return there;
}

static bool word(reader *r, const char *text) {
  size_t n = strlen(text);
  if ((size_t)(r->end - r->at) < n || memcmp(r->at, text, n) != 0)
    return false;
  r->at += n;
  return true;
}

static bool escape(reader *r) {
  if (r->at < r->end && *r->at && strchr("\"\\/bfnrt", *r->at)) {
    r->at++;
    return true;
  }
  if (!take(r, 'u'))
    return false;
  for (int k = 0; k < 4; k++, r->at++)
    if (r->at >= r->end || !isxdigit((unsigned char)*r->at))
      return false;
  return true;
}

static bool string(reader *r) {
  if (!take(r, '"'))
    return false;
  while (r->at < r->end && *r->at != '"') {
    unsigned char c = (unsigned char)*r->at;
    if (c < 32)
      return false;
    r->at++;
    if (c == '\\' && !escape(r))
      return false;
  }
  return take(r, '"');
}

static bool digits(reader *r) {
  const char *from = r->at;
  while (r->at < r->end && isdigit((unsigned char)*r->at))
    r->at++;
  return r->at > from;
}

// -12.5e+3
static bool number(reader *r) {
  take(r, '-');
  if (!take(r, '0') && !digits(r))
    return false;
  if (take(r, '.') && !digits(r))
    return false;
  if (take(r, 'e') || take(r, 'E')) {
    if (!take(r, '-'))
      take(r, '+');
    return digits(r);
  }
  return true;
}

static bool member(reader *r) {
  const char *name = r->at;
  if (!string(r))
    return false;
  size_t n = (size_t)(r->at - name);
  if (r->depth <= 2 && r->wanted && n == strlen(r->wanted) + 2 &&
      memcmp(name + 1, r->wanted, n - 2) == 0)
    r->found = true;
  space(r);
  return take(r, ':') && value(r);
}

// { ... } or [ ... ], behind its first character
static bool items(reader *r, char close, bool (*item)(reader *)) {
  space(r);
  if (take(r, close))
    return true;
  do {
    space(r);
    if (!item(r))
      return false;
    space(r);
  } while (take(r, ','));
  return take(r, close);
}

static bool value(reader *r) {
  if (r->depth++ >= json_deepest)
    return false;
  space(r);
  bool good = take(r, '{')   ? items(r, '}', member)
              : take(r, '[') ? items(r, ']', value)
              : r->at < r->end && *r->at == '"'
                  ? string(r)
                  : word(r, "true") || word(r, "false") || word(r, "null") || number(r);
  r->depth--;
  return good;
}

long json_fault(const char *text, size_t length) {
  reader r = {.at = text, .end = text + length};
  bool good = value(&r);
  space(&r);
  return good && r.at == r.end ? -1 : (long)(r.at - text);
}

bool json_has(const char *text, size_t length, const char *name) {
  reader r = {.at = text, .end = text + length, .wanted = name};
  value(&r);
  return r.found;
}
