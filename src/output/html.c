#include "output/html.h"

#include "output/plain.h"

#include <stdbool.h>

static void put(FILE *out, const char *text, bool lines) {
  for (int length; *text; text += length) {
    int c = plain_read(text, &length);
    if (c == '<' || c == '>' || c == '&' || c == '"' || c == '\'')
      fprintf(out, "&#%d;", c);
    else if (lines && (c == '\n' || c == '\t'))
      fputc(c, out);
    else if (c == plain_invalid)
      fprintf(out, "\\x%02x", (unsigned char)*text);
    else if (plain_is_hidden(c))
      fprintf(out, c < 0x80 ? "\\x%02x" : "\\u%04x", (unsigned)c);
    else
      fwrite(text, 1, (size_t)length, out);
  }
}

void html_text(FILE *out, const char *text) {
  put(out, text, false);
}

void html_lines(FILE *out, const char *text) {
  put(out, text, true);
}

void html_json(FILE *out, const char *json, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (json[i] == '<')
      fputs("\\u003c", out);
    else
      fputc(json[i], out);
}

void html_element(FILE *out, const char *tag, const char *text) {
  fprintf(out, "<%s>", tag);
  html_text(out, text);
  fprintf(out, "</%s>", tag);
}

void html_marked(FILE *out, const char *tag, const char *mark, const char *text) {
  fprintf(out, "<%s class=\"%s\">", tag, mark);
  html_lines(out, text);
  fprintf(out, "</%s>", tag);
}
