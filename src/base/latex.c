// The elements that noslip writes, and nothing more of MathML:
//
//   math mrow          what is inside; a row that a fence opens is \left ... \right
//   mi mn mo mtext     names, numbers, signs, words
//   mspace             a space of its width
//   msub msup msubsup munderover mover mfrac msqrt     their operands in braces
//   mtable mtr mtd     a matrix, or cases

#include "base/latex.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct printer {
  text_buffer *t;
  const char *at;  // in the MathML
  bool word;       // the text ends with a command: a letter would become part of it
} printer;

typedef struct pair {
  const char *mathml, *latex;
} pair;

// signs and letters
static const pair signs[] = {
    {"−", "-"},
    {"·", "\\cdot"},
    {"×", "\\times"},
    {"≤", "\\le"},
    {"≥", "\\ge"},
    {"∧", "\\land"},
    {"∨", "\\lor"},
    {"⊥", "\\perp"},
    {"…", "\\ldots"},
    {"∑", "\\sum"},
    {"∂", "\\partial"},
    {"∇", "\\nabla"},
    {"′", "\\prime"},
    {"‖", "\\|"},
    {"⌊", "\\lfloor"},
    {"⌋", "\\rfloor"},
    {"{", "\\{"},
    {"}", "\\}"},
    {"&lt;", "<"},
    {"&gt;", ">"},
    {"α", "\\alpha"},
    {"β", "\\beta"},
    {"γ", "\\gamma"},
    {"δ", "\\delta"},
    {"ε", "\\varepsilon"},
    {"ζ", "\\zeta"},
    {"η", "\\eta"},
    {"θ", "\\theta"},
    {"ι", "\\iota"},
    {"κ", "\\kappa"},
    {"λ", "\\lambda"},
    {"μ", "\\mu"},
    {"ν", "\\nu"},
    {"ξ", "\\xi"},
    {"π", "\\pi"},
    {"ρ", "\\rho"},
    {"σ", "\\sigma"},
    {"τ", "\\tau"},
    {"υ", "\\upsilon"},
    {"φ", "\\varphi"},
    {"χ", "\\chi"},
    {"ψ", "\\psi"},
    {"ω", "\\omega"},
    {"Γ", "\\Gamma"},
    {"Δ", "\\Delta"},
    {"Θ", "\\Theta"},
    {"Λ", "\\Lambda"},
    {"Ξ", "\\Xi"},
    {"Π", "\\Pi"},
    {"Σ", "\\Sigma"},
    {"Φ", "\\Phi"},
    {"Ψ", "\\Psi"},
    {"Ω", "\\Omega"},
    {"ℓ", "\\ell"},
};

// names that LaTeX has as functions
static const char *const functions[] = {"sin", "cos",    "tan",    "sinh",   "cosh", "tanh", "exp",
                                        "ln",  "arcsin", "arccos", "arctan", "min",  "max"};

// ---------------------------------------------------------------------------------------------
// pieces

static bool is_letter(char c) {
  return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z');
}

// a piece of LaTeX, apart from a command before it
static void put(printer *p, const char *latex) {
  size_t length = strlen(latex), back = length;
  if (length == 0)
    return;
  if (p->word && is_letter(latex[0]))
    text_add(p->t, " ", 1);
  text_add(p->t, latex, length);
  while (back > 0 && is_letter(latex[back - 1]))
    back--;
  p->word = back < length && back > 0 && latex[back - 1] == '\\';
}

// a character of a text, in text mode
static void put_character(printer *p, char c) {
  static const pair marks[] = {
      {"\\", "\\textbackslash{}"}, {"^", "\\textasciicircum{}"}, {"~", "\\textasciitilde{}"}};
  for (size_t i = 0; i < sizeof marks/sizeof *marks; i++)
    if (marks[i].mathml[0] == c) {
      text_add(p->t, marks[i].latex, strlen(marks[i].latex));
      return;
    }
  if (c != 0 && strchr("{}$&#%_", c))
    text_add(p->t, "\\", 1);
  bool control = (unsigned char)c < 0x20 || c == 0x7F;  // an empty line would end the formula
  text_add(p->t, control ? " " : &c, 1);
}

// the bytes of a text of MathML, &lt; being one
static void put_text(printer *p, const char *text, size_t length) {
  static const pair entities[] = {{"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"}, {"&quot;", "\""}};
  for (size_t i = 0; i < length;) {
    size_t k = 0, n = sizeof entities/sizeof *entities;
    while (k < n && strncmp(text + i, entities[k].mathml, strlen(entities[k].mathml)) != 0)
      k++;
    put_character(p, k < n ? entities[k].latex[0] : text[i]);
    i += k < n ? strlen(entities[k].mathml) : 1;
  }
}

// command{text}
static void put_word(printer *p, const char *command, const char *text, size_t length) {
  put(p, command);
  text_add(p->t, "{", 1);
  put_text(p, text, length);
  text_add(p->t, "}", 1);
  p->word = false;
}

// ---------------------------------------------------------------------------------------------
// tags

// does an element of this name begin here?
static bool opens(const char *at, const char *name) {
  size_t n = strlen(name);
  return at[0] == '<' && strncmp(at + 1, name, n) == 0 && strchr(" />", at[1 + n]);
}

static bool closes(const char *at) {
  return at[0] == '<' && at[1] == '/';
}

// behind the tag that begins here
static const char *behind(const char *at) {
  const char *end = strchr(at, '>');
  assert(at[0] == '<' && end);
  return end + 1;
}

static bool is_empty(const char *at) {
  return behind(at)[-2] == '/';
}

// behind the element that begins here
static const char *after(const char *at) {
  int depth = 0;
  do {
    depth += closes(at) ? -1 : !is_empty(at);
    at = behind(at);
    if (depth > 0)
      at = strchr(at, '<');
    assert(at);
  } while (depth > 0);
  return at;
}

// the text of a leaf, <mo>+</mo>
static const char *text_of(const char *at, size_t *length) {
  const char *text = behind(at);
  *length = strcspn(text, "<");
  return text;
}

static bool says(const char *at, const char *name, const char *word) {
  size_t length;
  if (!opens(at, name))
    return false;
  const char *text = text_of(at, &length);
  return length == strlen(word) && memcmp(text, word, length) == 0;
}

// ---------------------------------------------------------------------------------------------
// leaves

static const char *sign_of(const char *text, size_t length) {
  for (size_t i = 0; i < sizeof signs/sizeof *signs; i++)
    if (strlen(signs[i].mathml) == length && memcmp(signs[i].mathml, text, length) == 0)
      return signs[i].latex;
  return NULL;
}

static bool is_plain(const char *text, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (!is_letter(text[i]) && !('0' <= text[i] && text[i] <= '9') && text[i] != '_')
      return false;
  return true;
}

// a letter stands as it is, a function has its command, other words stand upright
static void put_name(printer *p, const char *at, const char *text, size_t length) {
  const char *sign = sign_of(text, length);
  bool upright = behind(at) - at > (ptrdiff_t)strlen("<mi>"), letter = length == 1;
  if (sign) {
    put(p, sign);
    return;
  }
  for (size_t i = 0; i < sizeof functions/sizeof *functions; i++)
    if (strlen(functions[i]) == length && memcmp(functions[i], text, length) == 0) {
      char command[16] = "\\";
      put(p, strcat(command, functions[i]));
      return;
    }
  if (letter && is_letter(text[0]) && !upright) {
    const char one[] = {text[0], 0};
    put(p, one);
  } else
    put_word(p, is_plain(text, length) ? "\\mathrm" : "\\text", text, length);
}

// digits, and words that begin with one
static void put_number(printer *p, const char *text, size_t length) {
  bool number = true;
  for (size_t i = 0; i < length; i++)
    number = number && strchr("0123456789.", text[i]);
  if (!number) {
    put_word(p, is_plain(text, length) ? "\\mathrm" : "\\text", text, length);
    return;
  }
  text_add(p->t, text, length);
  p->word = false;
}

static void put_sign(printer *p, const char *text, size_t length) {
  const char *sign = sign_of(text, length);
  if (sign)
    put(p, sign);
  else {
    put_text(p, text, length);
    p->word = false;
  }
}

static void show_space(printer *p) {
  const char *width = strchr(p->at, '"');
  double em = width ? strtod(width + 1, NULL) : 0;
  put(p, em >= 2 ? "\\qquad" : em >= 1 ? "\\quad" : em >= 0.4 ? "\\;" : "\\,");
  p->at = after(p->at);
}

static void show_leaf(printer *p) {
  size_t length;
  const char *at = p->at, *text = text_of(at, &length);
  if (opens(at, "mi"))
    put_name(p, at, text, length);
  else if (opens(at, "mn"))
    put_number(p, text, length);
  else if (opens(at, "mtext"))
    put_word(p, "\\text", text, length);
  else
    put_sign(p, text, length);
  p->at = after(at);
}

// ---------------------------------------------------------------------------------------------
// elements

static void show(printer *p);

// an operand in braces
static void show_braced(printer *p) {
  put(p, "{");
  show(p);
  put(p, "}");
}

// what carries an index or an exponent: a leaf needs no braces
static void show_base(printer *p) {
  bool bare = opens(p->at, "mi") || opens(p->at, "mn") || opens(p->at, "mo");
  if (bare || opens(p->at, "mover"))
    show(p);
  else
    show_braced(p);
}

// base, then the others behind these marks
static void show_script(printer *p, const char *first, const char *second) {
  show_base(p);
  put(p, first);
  show_braced(p);
  if (second) {
    put(p, second);
    show_braced(p);
  }
}

// a letter with dots
static void show_accent(printer *p) {
  const char *accent = after(p->at);
  put(p, says(accent, "mo", "¨") ? "\\ddot" : "\\dot");
  show_braced(p);
  p->at = after(accent);
}

static void show_row(printer *p);

// rows and their entries; `cases` are aligned at their left
static void show_table(printer *p, bool cases) {
  put(p, cases ? "\\begin{array}{ll}" : "\\begin{matrix}");
  for (bool first = true; !closes(p->at); first = false) {
    put(p, first ? "" : "\\\\");
    p->at = behind(p->at);  // <mtr>
    for (bool left = true; !closes(p->at); left = false) {
      put(p, left ? "" : "&");
      p->at = behind(p->at);  // <mtd>
      show_row(p);
      p->at = behind(p->at);
    }
    p->at = behind(p->at);
  }
  put(p, cases ? "\\end{array}" : "\\end{matrix}");
}

// elements up to the end of the one around them
static void show_row(printer *p) {
  while (!closes(p->at))
    show(p);
}

// the last element of a row that begins at `at`
static const char *last_of(const char *at) {
  const char *last = at;
  for (; !closes(at); at = after(at))
    last = at;
  return last;
}

// the close of a fence that opens a row; NULL: none opens it
static const char *fence(const char *at) {
  static const char *const fences[][2] = {{"(", ")"}, {"|", "|"}, {"‖", "‖"}, {"⌊", "⌋"}};
  for (size_t i = 0; i < sizeof fences/sizeof *fences; i++)
    if (says(at, "mo", fences[i][0]))
      return says(last_of(after(at)), "mo", fences[i][1]) ? fences[i][1] : NULL;
  return says(at, "mo", "{") && opens(last_of(after(at)), "mtable") ? "." : NULL;
}

// <mrow>: a fence grows with what is in it
static void show_inside(printer *p) {
  const char *close = closes(p->at) ? NULL : fence(p->at);
  if (!close) {
    show_row(p);
    return;
  }
  const bool cases = close[0] == '.';
  const char *end = cases ? NULL : last_of(p->at);
  put(p, "\\left");
  show_leaf(p);
  while (cases ? !closes(p->at) : p->at != end)
    show(p);
  put(p, "\\right");
  if (cases)
    put(p, close);
  else
    show_leaf(p);
}

// the element at p->at
static void show(printer *p) {
  const char *at = p->at;
  if (opens(at, "mi") || opens(at, "mn") || opens(at, "mo") || opens(at, "mtext")) {
    show_leaf(p);
    return;
  }
  if (opens(at, "mspace")) {
    show_space(p);
    return;
  }
  p->at = behind(at);
  if (opens(at, "msub"))
    show_script(p, "_", NULL);
  else if (opens(at, "msup"))
    show_script(p, "^", NULL);
  else if (opens(at, "msubsup") || opens(at, "munderover"))
    show_script(p, "_", "^");
  else if (opens(at, "mover"))
    show_accent(p);
  else if (opens(at, "mtable"))
    show_table(p, behind(at) - at > (ptrdiff_t)strlen("<mtable>"));
  else if (opens(at, "mfrac") || opens(at, "msqrt")) {
    put(p, opens(at, "mfrac") ? "\\frac" : "\\sqrt");
    show_braced(p);
    if (opens(at, "mfrac"))
      show_braced(p);
  } else
    show_inside(p);
  assert(closes(p->at));
  p->at = behind(p->at);
}

void latex_from_mathml(text_buffer *t, const char *mathml) {
  printer p = {.t = t, .at = mathml};
  assert(mathml && mathml[0] == '<');
  show(&p);
}
