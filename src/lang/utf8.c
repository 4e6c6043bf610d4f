// UTF-8 as RFC 3629 defines it: no overlong forms, no surrogates, nothing beyond U+10FFFF.

#include "lang/utf8.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

typedef struct span {
  int first, last;
} span;

// from U+00C0 on all code points are letters, except these
static const span no_letters[] = {
    {0x00D7, 0x00D7},  // multiplication sign
    {0x00F7, 0x00F7},  // division sign
    {0x061C, 0x061C},  // mark of direction
    {0x2000, 0x207F},  // punctuation, superscripts
    {0x2190, 0x2BFF},  // arrows, operators
    {0x3000, 0x303F},  // ideographic space and punctuation
    {0xFEFF, 0xFEFF},  // byte-order mark
};

// spaces, soft hyphen, directions, joiners
static const span unseen[] = {
    {0x00A0, 0x00A0}, {0x00AD, 0x00AD}, {0x061C, 0x061C}, {0x2000, 0x200F},
    {0x2028, 0x202F}, {0x205F, 0x206F}, {0x3000, 0x3000}, {0xFEFF, 0xFEFF},
};

static bool inside(int c, const span *spans, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (spans[i].first <= c && c <= spans[i].last)
      return true;
  return false;
}

bool utf8_letter(int c) {
  if (c < 0x80)
    return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || c == '_';
  return c >= 0xC0 && !inside(c, no_letters, sizeof no_letters/sizeof *no_letters);
}

bool utf8_control(int c) {
  return (0 <= c && c < 0x20) || (0x7F <= c && c <= 0x9F);
}

bool utf8_unseen(int c) {
  return utf8_control(c) || inside(c, unseen, sizeof unseen/sizeof *unseen);
}

int utf8_mark(const char *text, int bytes) {
  return bytes >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

// bytes of the character that begins with this one; 0: none does
static int bytes_of(unsigned char lead) {
  if (lead < 0x80)
    return 1;
  if (lead < 0xC2)
    return 0;
  if (lead < 0xE0)
    return 2;
  if (lead < 0xF0)
    return 3;
  return lead < 0xF5 ? 4 : 0;
}

int utf8_read(const char *text, int left, int *length) {
  static const int smallest[] = {0, 0, 0x80, 0x800, 0x10000};
  static const int lead_bits[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
  assert(left > 0);
  int n = bytes_of((unsigned char)text[0]);
  *length = 1;
  if (n == 0 || n > left)
    return utf8_invalid;

  int c = (unsigned char)text[0] & lead_bits[n];
  for (int i = 1; i < n; i++) {
    unsigned char next = (unsigned char)text[i];
    if ((next & 0xC0) != 0x80)
      return utf8_invalid;
    c = c << 6 | (next & 0x3F);
  }

  bool surrogate = 0xD800 <= c && c <= 0xDFFF;
  if (c < smallest[n] || c > 0x10FFFF || surrogate)
    return utf8_invalid;
  *length = n;
  return c;
}

int utf8_count(const char *text, int bytes) {
  int count = 0, length;
  for (int i = 0; i < bytes; i += length, count++)
    utf8_read(text + i, bytes - i, &length);
  return count;
}

int utf8_span(const char *text, int bytes, int most) {
  int i = 0, length;
  for (int count = 0; i < bytes && count < most; i += length, count++)
    utf8_read(text + i, bytes - i, &length);
  return i;
}
