#include "cli/quantity.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

// a number or pi; the text behind it, or NULL
static const char *factor(const char *text, double *x) {
  if (strncmp(text, "pi", 2) == 0) {
    *x = pi;
    return text + 2;
  }
  bool hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  if ((!isdigit((unsigned char)text[0]) && text[0] != '.') || hexadecimal)
    return NULL;
  char *end;
  *x = strtod(text, &end);
  return end != text ? end : NULL;
}

// quantity = [ "-" | "+" ] factor { ("*" | "/") factor }
bool quantity_read(const char *text, double *x) {
  double sign = *text == '-' ? -1 : 1, value, next;
  if (*text == '-' || *text == '+')
    text++;
  text = factor(text, &value);
  while (text && *text) {
    char symbol = *text;
    text = symbol == '*' || symbol == '/' ? factor(text + 1, &next) : NULL;
    if (text)
      value = symbol == '*' ? value*next : value/next;
  }
  if (!text || !isfinite(value))
    return false;
  *x = sign*value;
  return true;
}
