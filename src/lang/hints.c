#include "lang/hints.h"

#include "lang/lex.h"
#include "lang/utf8.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// a word and what to write in its place
typedef struct hint {
  const char *word, *remedy;
} hint;

static const char prime[] = "write x' for the time derivative of x";
static const char condition[] = "write where(condition, a, b)";

static const hint foreign[] = {
    {"ln", "write log(x) for the natural logarithm"},
    {"log10", "write log(x)/log(10)"},
    {"log2", "write log(x)/log(2)"},
    {"arcsin", "write asin(x)"},
    {"arccos", "write acos(x)"},
    {"arctan", "write atan(x)"},
    {"arctan2", "write atan2(y, x)"},
    {"tg", "write tan(x)"},
    {"cot", "write 1/tan(x)"},
    {"sec", "write 1/cos(x)"},
    {"csc", "write 1/sin(x)"},
    {"pow", "write x^y"},
    {"power", "write x^y"},
    {"sqr", "write x^2"},
    {"square", "write x^2"},
    {"cbrt", "write x^(1/3)"},
    {"hypot", "write sqrt(x^2 + y^2)"},
    {"fabs", "write abs(x)"},
    {"fmod", "write mod(x, y)"},
    {"rem", "write mod(x, y)"},
    {"ceil", "write -floor(-x)"},
    {"round", "write floor(x + 1/2)"},
    {"sgn", "write sign(x)"},
    {"der", prime},
    {"ddt", prime},
    {"diff", prime},
    {"if", condition},
    {"ifelse", condition},
    {"piecewise", condition},
    {"trace", "write tr(A)"},
    {"inverse", "write inv(A)"},
    {"product", "write the factors one by one: there is no product over an index"},
    {"prod", "write the factors one by one: there is no product over an index"},
    {"e", "write exp(x), or exp(1) for the number"},
    {"time", "write t for the time"},
    {"π", "write pi"},
    {"Σ", "write sum(i in 1..n: ...)"},
    {"inf", "numbers are finite: write a large one, as 1e300"},
    {"infinity", "numbers are finite: write a large one, as 1e300"},
    {"Inf", "numbers are finite: write a large one, as 1e300"},
    {"nan", "write a number"},
    {"NaN", "write a number"},
    {"true", "write a condition such as x > 0"},
    {"false", "write a condition such as x > 0"},
};

static const char number_only[] =
    "numbers have no units: write the number alone, or * to multiply by a name";
static const char degrees[] = "angles are in radians: write *pi/180";

static const hint units[] = {
    {"deg", degrees},     {"degree", degrees},   {"degrees", degrees}, {"grad", degrees},
    {"rad", number_only}, {"kg", number_only},   {"g", number_only},   {"t", number_only},
    {"m", number_only},   {"km", number_only},   {"cm", number_only},  {"mm", number_only},
    {"s", number_only},   {"ms", number_only},   {"min", number_only}, {"h", number_only},
    {"Hz", number_only},  {"N", number_only},    {"Nm", number_only},  {"J", number_only},
    {"W", number_only},   {"Pa", number_only},   {"K", number_only},   {"ft", number_only},
    {"lb", number_only},  {"inch", number_only}, {"sec", number_only},
};

static const char *find(const hint *list, size_t count, const char *word) {
  for (size_t i = 0; i < count; i++)
    if (strcmp(list[i].word, word) == 0)
      return list[i].remedy;
  return NULL;
}

const char *hint_foreign(const char *name) {
  return find(foreign, sizeof foreign/sizeof *foreign, name);
}

const char *hint_unit(const char *word) {
  return find(units, sizeof units/sizeof *units, word);
}

// ---------------------------------------------------------------------------------------------
// derivatives

// letters that have a code point of their own with a dot above, and with two
static const struct {
  int code;
  char letter;
  int dots;
} dotted[] = {
    {0x227, 'a', 1},  {0x1E03, 'b', 1}, {0x10B, 'c', 1},  {0x1E0B, 'd', 1}, {0x117, 'e', 1},
    {0x1E1F, 'f', 1}, {0x121, 'g', 1},  {0x1E23, 'h', 1}, {0x1E41, 'm', 1}, {0x1E45, 'n', 1},
    {0x22F, 'o', 1},  {0x1E57, 'p', 1}, {0x1E59, 'r', 1}, {0x1E61, 's', 1}, {0x1E6B, 't', 1},
    {0x1E87, 'w', 1}, {0x1E8B, 'x', 1}, {0x1E8F, 'y', 1}, {0x17C, 'z', 1},  {0x1E8D, 'x', 2},
    {0xFF, 'y', 2},   {0xEB, 'e', 2},   {0x1E85, 'w', 2}, {0xE4, 'a', 2},   {0xFC, 'u', 2},
};

// the letter without its dots; their number
static int undotted(int code, char *letter) {
  for (size_t i = 0; i < sizeof dotted/sizeof *dotted; i++)
    if (dotted[i].code == code) {
      *letter = dotted[i].letter;
      return dotted[i].dots;
    }
  return 0;
}

// the name without dots above its letters; their number
static int without_dots(char *base, size_t size, const char *name) {
  enum { dot_above = 0x307, two_dots_above = 0x308 };
  int dots = 0, left = (int)strlen(name), length;
  size_t used = 0;
  for (const char *at = name; left > 0 && used + 5 < size; at += length, left -= length) {
    int code = utf8_read(at, left, &length), own = undotted(code, &base[used]);
    dots += own + (code == dot_above ? 1 : code == two_dots_above ? 2 : 0);
    if (own > 0)
      used++;
    else if (code != dot_above && code != two_dots_above)
      for (int k = 0; k < length; k++)
        base[used++] = at[k];
  }
  base[used] = 0;
  return dots;
}

static bool ends_with(const char *name, const char *end) {
  size_t n = strlen(name), m = strlen(end);
  return n > m && strcmp(name + n - m, end) == 0;
}

int hint_derivative(char *base, size_t size, const char *name) {
  static const struct {
    const char *end;
    int order;
  } ends[] = {{"_ddot", 2}, {"ddot", 2}, {"_dot", 1}, {"dot", 1}};
  int dots = without_dots(base, size, name);
  if (dots > 0)
    return dots;
  for (size_t i = 0; i < sizeof ends/sizeof *ends; i++)
    if (ends_with(name, ends[i].end)) {
      snprintf(base, size, "%.*s", (int)(strlen(name) - strlen(ends[i].end)), name);
      return ends[i].order;
    }
  int order = strncmp(name, "dd", 2) == 0 ? 2 : name[0] == 'd' ? 1 : 0;
  if (order == 0 || name[order] == 0)
    return 0;
  snprintf(base, size, "%s", name + order);
  return order;
}

const char *hint_clause(char question[suggest_room], const char *word) {
  enum { shortest = 4 };  // names of fewer letters are names
  suggestion near = {0};
  for (const char *const *clause = lex_clauses; *clause && strlen(word) >= shortest; clause++)
    suggest(&near, word, *clause);
  return near.count > 0 ? suggest_text(question, &near, "`") : NULL;
}
