// The operations of apply.h once more, as text. Inputs are read first and outputs written last, so
// that the compiler need not wonder whether arrays overlap.
//
// The text is to be compiled without contraction of a*b + c and without built-in knowledge of pow:
// x*x in the place of pow(x, 2) may differ in the last bit.

#include "expr/print_c.h"

#include <math.h>

// where the operands go: $a, $b, $c                                                    ORDER OP
static const char *const forms[EXPR_OP_COUNT] = {
    [EXPR_ADD] = "$a + $b",
    [EXPR_SUB] = "$a - $b",
    [EXPR_MUL] = "$a*$b",
    [EXPR_DIV] = "$a/$b",
    [EXPR_NEG] = "-$a",
    [EXPR_POW] = "pow($a, $b)",
    [EXPR_SIN] = "sin($a)",
    [EXPR_COS] = "cos($a)",
    [EXPR_TAN] = "tan($a)",
    [EXPR_ASIN] = "asin($a)",
    [EXPR_ACOS] = "acos($a)",
    [EXPR_ATAN] = "atan($a)",
    [EXPR_SINH] = "sinh($a)",
    [EXPR_COSH] = "cosh($a)",
    [EXPR_TANH] = "tanh($a)",
    [EXPR_EXP] = "exp($a)",
    [EXPR_LOG] = "log($a)",
    [EXPR_SQRT] = "sqrt($a)",
    [EXPR_ABS] = "fabs($a)",
    [EXPR_SIGN] = "(double)(($a > 0) - ($a < 0))",
    [EXPR_ATAN2] = "atan2($a, $b)",
    [EXPR_MIN] = "$a < $b ? $a : $b",
    [EXPR_MAX] = "$a < $b ? $b : $a",
    [EXPR_LESS] = "$a < $b",
    [EXPR_LESS_EQUAL] = "$a <= $b",
    [EXPR_AND] = "$a != 0 && $b != 0",
    [EXPR_OR] = "$a != 0 || $b != 0",
    [EXPR_SELECT] = "$a != 0 ? $b : $c",
};

void print_c_number(text_buffer *out, double x) {
  if (isnan(x))
    text_print(out, "NAN");
  else if (isinf(x))
    text_print(out, x < 0 ? "-INFINITY" : "INFINITY");
  else if (fabs(x) < 1e6 && x == floor(x) && !(x == 0 && signbit(x)))
    text_print(out, "%.1f", x);
  else
    text_print(out, "%a", x);
}

// slots are named w0, w1, ...; constants stand for themselves
static void print_slot(text_buffer *out, const tape *t, int slot) {
  if (slot >= t->nconstant) {
    text_print(out, "w%d", slot);
    return;
  }
  bool sign = signbit(t->constants[slot]);
  text_print(out, sign ? "(" : "");
  print_c_number(out, t->constants[slot]);
  text_print(out, sign ? ")" : "");
}

static void print_code(text_buffer *out, const tape *t, const tape_code *code) {
  text_print(out, "  const double w%d = ", code->dst);
  for (const char *at = forms[code->op]; *at; at++) {
    if (*at != '$') {
      text_add(out, at, 1);
      continue;
    }
    at++;
    print_slot(out, t, *at == 'a' ? code->a : *at == 'b' ? code->b : code->c);
  }
  text_print(out, ";\n");
}

static void print_loads(text_buffer *out, const tape *t) {
  for (int k = 0; k < t->ngroup; k++)
    for (int i = 0; i < t->nload[k]; i++)
      text_print(out, "  const double w%d = in[%d][%d];\n", t->load[k][i].to, k,
                 t->load[k][i].from);
}

static void print_stores(text_buffer *out, const tape *t, bool zeros) {
  for (int i = 0, next = 0; zeros && i < t->nout; i++) {
    bool stored = next < t->nstore && t->store[next].to == i;
    next += stored;
    if (!stored)
      text_print(out, "  out[%d] = 0;\n", i);
  }
  for (int i = 0; i < t->nstore; i++) {
    text_print(out, "  out[%d] = ", t->store[i].to);
    print_slot(out, t, t->store[i].from);
    text_print(out, ";\n");
  }
}

static bool reads_nothing(const tape *t) {
  int loads = 0;
  for (int k = 0; k < t->ngroup; k++)
    loads += t->nload[k];
  return loads == 0;
}

void print_c_tape(text_buffer *out, const tape *t, const char *name, bool zeros) {
  text_print(out, "static inline void %s(const double *const *in, double *out) {\n", name);
  if (reads_nothing(t))
    text_print(out, "  (void)in;\n");
  if (t->nstore == 0 && (!zeros || t->nout == 0))
    text_print(out, "  (void)out;\n");
  print_loads(out, t);
  for (int i = 0; i < t->ncode; i++)
    print_code(out, t, &t->code[i]);
  print_stores(out, t, zeros);
  text_print(out, "}\n");
}
