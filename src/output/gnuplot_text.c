#include "output/gnuplot_parts.h"

#include <ctype.h>

// bytes of the character at `at`, 0 if it is no UTF-8 or a control character
static int character(const unsigned char *at) {
  int n = at[0] < 0x80 ? 1 : at[0] < 0xC2 ? 0 : at[0] < 0xE0 ? 2 : at[0] < 0xF0 ? 3 : 4;
  if (n == 0 || at[0] > 0xF4 || at[0] < 0x20 || at[0] == 0x7F)
    return 0;
  for (int i = 1; i < n; i++)
    if ((at[i] & 0xC0) != 0x80)
      return 0;

  // too long, a surrogate, beyond the last one; C1 controls
  bool wrong = (at[0] == 0xE0 && at[1] < 0xA0) || (at[0] == 0xED && at[1] >= 0xA0) ||
               (at[0] == 0xF0 && at[1] < 0x90) || (at[0] == 0xF4 && at[1] >= 0x90) ||
               (at[0] == 0xC2 && at[1] < 0xA0);
  return wrong ? 0 : n;
}

void gnuplot_text(FILE *to, const char *text, int most) {
  const unsigned char *at = (const unsigned char *)text;
  fputc('"', to);
  for (int shown = 0; *at && shown < most; shown++) {
    int n = character(at);
    if (n == 0)
      fputc('?', to);
    for (int i = 0; i < n; i++)
      fprintf(to, at[i] < 0x80 && (isalpha(at[i]) || at[i] == ' ') ? "%c" : "\\%03o", at[i]);
    at += n > 0 ? n : 1;
  }
  fputs(*at ? "...\"" : "\"", to);
}

void gnuplot_say(FILE *to, const char *before, const char *text, double room, const char *after) {
  static const double letter = 8, shortest = 8;
  fputs(before, to);
  gnuplot_text(to, text, (int)fmax(room/letter, shortest));
  fputs(after, to);
}
