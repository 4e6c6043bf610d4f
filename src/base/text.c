#include "base/text.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void text_init(text_buffer *t, const memory *m) {
  assert(m && m->hook);
  *t = (text_buffer){.memory = m};
}

void text_clear(text_buffer *t) {
  t->length = 0;
  if (t->data)
    t->data[0] = 0;
}

void text_free(text_buffer *t) {
  memory_free(t->memory, t->data);
  *t = (text_buffer){.memory = t->memory};
}

// room for `more` bytes and the final zero
static bool reserve(text_buffer *t, size_t more) {
  assert(t->data ? t->length < t->room : t->length == 0);
  if (t->failed)
    return false;
  if (t->length + more + 1 <= t->room)
    return true;

  size_t room = 2*(t->length + more + 1);
  char *data = memory_resize(t->memory, t->data, room);
  if (!data) {
    t->failed = true;
    return false;
  }
  t->data = data;
  t->room = room;
  return true;
}

void text_add(text_buffer *t, const char *bytes, size_t length) {
  if (!reserve(t, length))
    return;
  memcpy(t->data + t->length, bytes, length);
  t->length += length;
  t->data[t->length] = 0;
}

void text_print(text_buffer *t, const char *format, ...) {
  va_list list, again;
  va_start(list, format);
  va_copy(again, list);
  int length = vsnprintf(NULL, 0, format, list);
  va_end(list);
  if (length >= 0 && reserve(t, (size_t)length)) {
    vsnprintf(t->data + t->length, (size_t)length + 1, format, again);
    t->length += (size_t)length;
  }
  va_end(again);
}

void text_c_number(text_buffer *out, double x) {
  if (isnan(x)) {
    text_print(out, "NAN");
  } else if (isinf(x)) {
    text_print(out, x < 0 ? "-INFINITY" : "INFINITY");
  } else if (fabs(x) < 1e6 && x == floor(x) && !(x == 0 && signbit(x))) {
    text_print(out, "%ld.0", (long)x);
  } else {
    // 53 bits as an integer: %a would write the decimal point of the locale
    int exponent;
    double mantissa = ldexp(frexp(fabs(x), &exponent), 53);
    text_print(out, "%s0x%llxp%d", signbit(x) ? "-" : "", (unsigned long long)mantissa,
               exponent - 53);
  }
}

void text_c_array(text_buffer *t, const char *name, const double *list, int count) {
  enum { in_line = 4 };
  assert(count >= 0 && (list || count == 0));
  text_print(t, "static const double %s[%d] = {", name, count > 0 ? count : 1);
  for (int i = 0; i < count; i++) {
    text_print(t, i == 0 ? "" : i % in_line == 0 ? ",\n    " : ", ");
    text_c_number(t, list[i]);
  }
  text_print(t, count > 0 ? "};\n" : "0};\n");
}

void text_c_integers(text_buffer *t, const char *type, const char *name, const int *list,
                     int count) {
  enum { in_line = 16 };
  assert(count >= 0 && (list || count == 0));
  text_print(t, "static const %s %s[%d] = {", type, name, count > 0 ? count : 1);
  for (int i = 0; i < count; i++)
    text_print(t, "%s%d", i == 0 ? "" : i % in_line == 0 ? ",\n    " : ", ", list[i]);
  text_print(t, count > 0 ? "};\n" : "0};\n");
}

const char *text_number(char *buffer, double x) {
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(buffer, 32, "%.*g", digits, x);
    if (strtod(buffer, NULL) == x || isnan(x))
      break;
  }
  return buffer;
}
