#include "base/mathml.h"

#include <string.h>

// letters that have their own character in formulas
static const struct {
  const char *word, *letter;
} letters[] = {
    {"alpha", "α"},  {"beta", "β"},  {"gamma", "γ"}, {"delta", "δ"}, {"epsilon", "ε"},
    {"zeta", "ζ"},   {"eta", "η"},   {"theta", "θ"}, {"iota", "ι"},  {"kappa", "κ"},
    {"lambda", "λ"}, {"mu", "μ"},    {"nu", "ν"},    {"xi", "ξ"},    {"pi", "π"},
    {"rho", "ρ"},    {"sigma", "σ"}, {"tau", "τ"},   {"phi", "φ"},   {"chi", "χ"},
    {"psi", "ψ"},    {"omega", "ω"}, {"Gamma", "Γ"}, {"Delta", "Δ"}, {"Theta", "Θ"},
    {"Lambda", "Λ"}, {"Xi", "Ξ"},    {"Pi", "Π"},    {"Sigma", "Σ"}, {"Phi", "Φ"},
    {"Psi", "Ψ"},    {"Omega", "Ω"}, {"ups", "υ"},
};
enum { nletter = sizeof letters/sizeof *letters };

// ---------------------------------------------------------------------------------------------
// characters

void mathml_escape(text_buffer *t, const char *text, size_t length) {
  for (size_t i = 0; i < length; i++) {
    const char *entity = text[i] == '<'   ? "&lt;"
                         : text[i] == '>' ? "&gt;"
                         : text[i] == '&' ? "&amp;"
                         : text[i] == '"' ? "&quot;"
                                          : NULL;
    text_add(t, entity ? entity : text + i, entity ? strlen(entity) : 1);
  }
}

// ---------------------------------------------------------------------------------------------
// names

static bool is_digit(char c) {
  return '0' <= c && c <= '9';
}

// where a name has its index: v_max at the underscore, x12 at its digits; its length: nowhere
static size_t index_of(const char *name, size_t length) {
  const char *underscore = memchr(name, '_', length);
  if (underscore && underscore > name && underscore + 1 < name + length)
    return (size_t)(underscore - name);
  size_t i = length;
  while (i > 1 && is_digit(name[i - 1]))
    i--;
  return i;
}

// a letter or a word
static void put_word(text_buffer *t, const char *word, size_t length) {
  const char *tag = length > 0 && is_digit(word[0]) ? "mn" : "mi";
  text_print(t, "<%s>", tag);
  for (int k = 0; k < nletter; k++)
    if (strlen(letters[k].word) == length && memcmp(letters[k].word, word, length) == 0) {
      text_print(t, "%s</%s>", letters[k].letter, tag);
      return;
    }
  mathml_escape(t, word, length);
  text_print(t, "</%s>", tag);
}

static void put_dotted(text_buffer *t, const char *word, size_t length, int dots) {
  static const char *const marks[] = {"", "˙", "¨"};
  if (dots <= 0 || dots > 2) {
    put_word(t, word, length);
    return;
  }
  text_print(t, "<mover accent=\"true\">");
  put_word(t, word, length);
  text_print(t, "<mo>%s</mo></mover>", marks[dots]);
}

void mathml_name(text_buffer *t, const char *name, size_t length, int dots) {
  size_t at = index_of(name, length);
  if (at == length) {
    put_dotted(t, name, length, dots);
    return;
  }
  size_t from = name[at] == '_' ? at + 1 : at;
  text_print(t, "<msub>");
  put_dotted(t, name, at, dots);
  put_word(t, name + from, length - from);
  text_print(t, "</msub>");
}

// the entries of an index: 1,2
static void put_entries(text_buffer *t, const char *list, size_t length) {
  text_print(t, "<mrow>");
  for (size_t from = 0; from <= length;) {
    size_t n = 0;
    while (from + n < length && list[from + n] != ',')
      n++;
    text_print(t, from > 0 ? "<mo>,</mo>" : "");
    put_word(t, list + from, n);
    from += n + 1;
  }
  text_print(t, "</mrow>");
}

void mathml_key(text_buffer *t, const char *key) {
  size_t length = strlen(key), name = strcspn(key, "[.'");
  int dots = 0;
  while (length > name && key[length - 1] == '\'') {
    length--;
    dots++;
  }
  const char *close = key[name] == '[' ? strchr(key + name, ']') : NULL;
  if (close) {
    text_print(t, "<msub>");
    mathml_name(t, key, name, dots);
    put_entries(t, key + name + 1, (size_t)(close - key) - name - 1);
    text_print(t, "</msub>");
  } else if (key[name] == '.' && name < length) {
    text_print(t, "<msub>");
    mathml_name(t, key, name, dots);
    put_word(t, key + name + 1, length - name - 1);
    text_print(t, "</msub>");
  } else {
    mathml_name(t, key, length, dots);
  }
}

// ---------------------------------------------------------------------------------------------
// numbers

void mathml_number(text_buffer *t, double x) {
  char number[32];
  text_number(number, x);
  const char *digits = number[0] == '-' ? number + 1 : number, *e = strchr(digits, 'e');
  text_print(t, digits > number ? "<mrow><mo>−</mo>" : "");
  if (e) {
    const char *power = e[1] == '+' ? e + 2 : e + 1;
    bool minus = *power == '-';
    power += minus;
    power += strspn(power, "0");
    text_print(t, "<mrow><mn>%.*s</mn><mo>·</mo><msup><mn>10</mn><mrow>%s<mn>%s</mn></mrow></msup>",
               (int)(e - digits), digits, minus ? "<mo>−</mo>" : "", power);
    text_print(t, "</mrow>");
  } else {
    text_print(t, "<mn>%s</mn>", digits);
  }
  text_print(t, digits > number ? "</mrow>" : "");
}
