#include "pages/roff.h"

#include "noslip.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { longest_line = 76 };

// ---------------------------------------------------------------------------------------------
// characters

// the code point at a text of UTF-8, and its length; our own documents are valid
static unsigned read_utf8(const char *text, int *length) {
  const unsigned char *u = (const unsigned char *)text;
  int more = u[0] < 0x80 ? 0 : u[0] < 0xE0 ? 1 : u[0] < 0xF0 ? 2 : 3;
  unsigned code = more == 0 ? u[0] : u[0] & (0x3Fu >> more);
  for (int i = 1; i <= more; i++)
    code = code << 6 | (u[i] & 0x3F);
  *length = 1 + more;
  return code;
}

// one character as roff has it; `code`: a hyphen is a minus sign, as in --step
static int put_character(FILE *out, const char *text, bool code) {
  int length;
  unsigned c = read_utf8(text, &length);
  switch (c) {
  case '\\': fputs("\\e", out); break;
  case '\'': fputs("\\(aq", out); break;
  case '`': fputs("\\(ga", out); break;
  case '^': fputs("\\(ha", out); break;
  case '~': fputs("\\(ti", out); break;
  case '-': fputs(code ? "\\-" : "-", out); break;
  default:
    if (c < 0x80)
      fputc((int)c, out);
    else
      fprintf(out, "\\[u%04X]", c);
  }
  return length;
}

static void put_characters(FILE *out, const char *text, size_t length, bool code) {
  for (size_t i = 0; i < length;)
    i += (size_t)put_character(out, text + i, code);
}

// ---------------------------------------------------------------------------------------------
// lines

static void end_line(roff *r) {
  if (r->column > 0)
    fputc('\n', r->out);
  r->column = 0;
}

void roff_macro(roff *r, const char *macro) {
  end_line(r);
  fprintf(r->out, ".%s\n", macro);
}

static void put_upper(FILE *out, const char *text) {
  for (; *text; text++)
    fputc(toupper((unsigned char)*text), out);
}

void roff_begin(roff *r, const char *name, int section, const char *what) {
  fputs(".TH ", r->out);
  put_upper(r->out, name);
  fprintf(r->out, " %d %s \"noslip %s\" \"noslip manual\"\n", section, NOSLIP_DATE,
          noslip_version());
  roff_macro(r, "nh");  // names are not broken, lines not stretched
  roff_macro(r, "ad l");
  roff_section(r, "NAME");
  put_characters(r->out, name, strlen(name), true);
  fprintf(r->out, " \\- %s\n", what);
}

void roff_section(roff *r, const char *title) {
  end_line(r);
  fputs(".SH ", r->out);
  put_upper(r->out, title);
  fputc('\n', r->out);
  r->fresh = true;
}

void roff_part(roff *r, const char *title) {
  end_line(r);
  fprintf(r->out, ".SS %s\n", title);
  r->fresh = true;
}

void roff_paragraph(roff *r) {
  if (!r->fresh)
    roff_macro(r, "PP");
  r->fresh = false;
}

void roff_begin_lines(roff *r) {
  roff_paragraph(r);
  roff_macro(r, "RS 4");
  roff_macro(r, "EX");
}

void roff_line(roff *r, const char *line, size_t length) {
  assert(r->column == 0);
  if (length > 0 && (line[0] == '.' || line[0] == '\''))
    fputs("\\&", r->out);
  put_characters(r->out, line, length, true);
  fputc('\n', r->out);
}

void roff_end_lines(roff *r) {
  roff_macro(r, "EE");
  roff_macro(r, "RE");
}

// ---------------------------------------------------------------------------------------------
// words with marks

// where in a text we are
typedef struct marks {
  const char *text, *end;
  bool code, bold, emphasis;
} marks;

static void put_font(FILE *out, const marks *m) {
  fprintf(out, "\\f%c", m->code || m->bold ? 'B' : m->emphasis ? 'I' : 'R');
}

// A star marks what it touches; one between spaces is a star.
static bool is_mark(const marks *m, const char *begin, size_t n, bool open) {
  bool before = m->text > begin && m->text[-1] != ' ',
       behind = m->text + n < m->end && m->text[n] != ' ';
  return open ? before : behind && !(before && isalnum((unsigned char)m->text[-1]));
}

// the length of a mark at this place, and what it turns on or off; 0: there is none
static size_t take_mark(marks *m, const char *begin) {
  if (m->text[0] == '`') {
    m->code = !m->code;
    return 1;
  }
  if (m->code || m->text[0] != '*')
    return 0;
  size_t n = m->text + 1 < m->end && m->text[1] == '*' ? 2 : 1;
  bool *flag = n == 2 ? &m->bold : &m->emphasis;
  if (!is_mark(m, begin, n, *flag))
    return 0;
  *flag = !*flag;
  return n;
}

static void put_marked(FILE *out, const char *text, size_t length);

// [text](link): put the text; the length of all of it, 0: it is no link
static size_t put_link(FILE *out, const marks *m) {
  size_t left = (size_t)(m->end - m->text);
  const char *close = m->text[0] == '[' && !m->code ? memchr(m->text, ']', left) : NULL;
  if (!close || close + 1 >= m->end || close[1] != '(')
    return 0;
  const char *last = memchr(close, ')', (size_t)(m->end - close));
  if (!last)
    return 0;
  put_marked(out, m->text + 1, (size_t)(close - m->text - 1));
  return (size_t)(last + 1 - m->text);
}

// does --step or -o begin here?
static bool begins_option(const marks *m, const char *begin) {
  bool alone = m->text == begin || strchr(" (", m->text[-1]);
  return alone && m->text[0] == '-' && m->text + 1 < m->end &&
         (m->text[1] == '-' || isalpha((unsigned char)m->text[1]));
}

static void put_marked(FILE *out, const char *text, size_t length) {
  marks m = {.text = text, .end = text + length};
  bool option = false;
  while (m.text < m.end) {
    size_t n = take_mark(&m, text);
    if (n > 0)
      put_font(out, &m);
    else if ((n = put_link(out, &m)) == 0) {
      option = begins_option(&m, text) || (option && *m.text != ' ');
      n = (size_t)put_character(out, m.text, m.code || option);
    }
    m.text += n;
  }
}

// break a text that is roff already
static void fill(roff *r, const char *text) {
  while (*(text += strspn(text, " \n"))) {
    int n = (int)strcspn(text, " \n");
    if (r->column > 0 && r->column + 1 + n > longest_line)
      end_line(r);
    bool control = r->column == 0 && (*text == '.' || *text == '\'');
    r->column +=
        fprintf(r->out, "%s%s%.*s", r->column > 0 ? " " : "", control ? "\\&" : "", n, text);
    text += n;
  }
}

void roff_words(roff *r, const char *text, size_t length) {
  char *marked;
  size_t size;
  FILE *out = open_memstream(&marked, &size);
  if (!out)
    abort();
  put_marked(out, text, length);
  fclose(out);
  fill(r, marked);
  free(marked);
}

void roff_end_text(roff *r) {
  end_line(r);
}

void roff_item(roff *r, const char *term, size_t length) {
  roff_macro(r, "TP");
  r->fresh = false;
  if (length > 0 && *term == '.')
    fputs("\\&", r->out);
  put_marked(r->out, term, length);
  fputc('\n', r->out);
}

void roff_bullet(roff *r) {
  roff_macro(r, "IP \\(bu 2");
  r->fresh = false;
}
