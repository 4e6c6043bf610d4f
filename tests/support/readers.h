// Reading back what the tool writes: CSV and JSON, strictly.

#pragma once

#include "tests/support/tool.h"

// ---------------------------------------------------------------------------------------------
// CSV

typedef struct csv {
  int ncolumn, nrow;
  char names[64][64];
  double *values;  // nrow x ncolumn
} csv;

// one field of a header, quoted or not; returns the text behind it
static inline const char *read_name(char *name, const char *at) {
  bool quoted = *at == '"';
  at += quoted;
  while (quoted ? at[0] != '"' || at[1] == '"' : !strchr(",\n", *at)) {
    assert_int_not_equal(*at, 0);
    at += *at == '"';
    *name++ = *at++;
  }
  *name = 0;
  return at + quoted;
}

static inline csv read_csv(const char *text) {
  csv c = {0};
  const char *at = text;
  for (bool more = true; more; at += more) {
    at = read_name(c.names[c.ncolumn++], at);
    more = *at == ',';
  }
  assert_int_equal(*at, '\n');

  // room for 1, 2, 4, ... rows
  for (at++; *at; c.nrow++) {
    if ((c.nrow & (c.nrow - 1)) == 0) {
      size_t room = c.nrow > 0 ? 2*(size_t)c.nrow : 1;
      c.values = realloc(c.values, room*(size_t)c.ncolumn*sizeof *c.values);
      assert_non_null(c.values);
    }
    for (int i = 0; i < c.ncolumn; i++) {
      char *end;
      c.values[c.nrow*c.ncolumn + i] = strtod(at, &end);
      assert_ptr_not_equal(end, at);
      assert_int_equal(*end, i + 1 < c.ncolumn ? ',' : '\n');
      at = end + 1;
    }
  }
  return c;
}

static inline csv load_csv(const char *path) {
  char *text = read_file(path);
  csv c = read_csv(text);
  free(text);
  return c;
}

static inline int column(const csv *c, const char *name) {
  for (int i = 0; i < c->ncolumn; i++)
    if (strcmp(c->names[i], name) == 0)
      return i;
  print_error("there is no column %s\n", name);
  _fail(__FILE__, __LINE__);
  return -1;
}

static inline double entry(const csv *c, int row, const char *name) {
  return c->values[(row < 0 ? c->nrow + row : row)*c->ncolumn + column(c, name)];
}

// ---------------------------------------------------------------------------------------------
// JSON

static inline const char *spaces(const char *at) {
  return at + strspn(at, " \t\r\n");
}

// behind a string; control characters must be escaped
static inline const char *skip_string(const char *at) {
  assert_int_equal(*at, '"');
  for (at++; *at != '"'; at++) {
    assert_true((unsigned char)*at >= 0x20);
    if (*at == '\\') {
      at++;
      assert_non_null(strchr("\"\\/bfnrtu", *at));
    }
  }
  return at + 1;
}

static const char *skip_value(const char *at);

// behind { ... } or [ ... ]
static inline const char *skip_list(const char *at, char end) {
  at = spaces(at + 1);
  if (*at == end)
    return at + 1;
  for (;;) {
    if (end == '}') {
      at = spaces(skip_string(at));
      assert_int_equal(*at, ':');
      at = spaces(at + 1);
    }
    at = spaces(skip_value(at));
    if (*at == end)
      return at + 1;
    assert_int_equal(*at, ',');
    at = spaces(at + 1);
  }
}

static inline const char *skip_value(const char *at) {
  static const char *const words[] = {"null", "true", "false"};
  for (int i = 0; i < 3; i++)
    if (strncmp(at, words[i], strlen(words[i])) == 0)
      return at + strlen(words[i]);
  if (*at == '{' || *at == '[')
    return skip_list(at, *at == '{' ? '}' : ']');
  if (*at == '"')
    return skip_string(at);
  assert_non_null(strchr("-0123456789", *at));
  char *end;
  strtod(at, &end);
  return end;
}

// the whole text is one value
static inline void check_json(const char *text) {
  assert_int_equal(*spaces(skip_value(spaces(text))), 0);
}

// the value of a key of an object, NULL if there is none; keys here need no escapes
static inline const char *member(const char *object, const char *key) {
  assert_non_null(object);
  assert_int_equal(*object, '{');
  size_t length = strlen(key);
  const char *at = spaces(object + 1);
  while (*at == '"') {
    bool found = strncmp(at + 1, key, length) == 0 && at[length + 1] == '"';
    at = spaces(spaces(skip_string(at)) + 1);
    if (found)
      return at;
    at = spaces(skip_value(at));
    at = spaces(at + (*at == ','));
  }
  return NULL;
}

// element i of a JSON list
static inline const char *item(const char *list, int i) {
  assert_non_null(list);
  assert_int_equal(*list, '[');
  const char *at = spaces(list + 1);
  for (; i > 0; i--) {
    at = spaces(skip_value(at));
    assert_int_equal(*at, ',');
    at = spaces(at + 1);
  }
  return at;
}

static inline double number(const char *object, const char *key) {
  const char *at = member(object, key);
  if (!at)
    print_error("there is no key %s\n", key);
  assert_non_null(at);
  return strtod(at, NULL);
}

static inline bool same_bits(double a, double b) {
  return memcmp(&a, &b, sizeof a) == 0;
}
